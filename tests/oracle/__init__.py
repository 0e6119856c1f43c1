"""A second reading of the rules: a slow, plain interpreter of bound ludemes, written from the specification alone.

It shares the reader of texts and the geometry of boards with the package, and nothing of how ludemes get their meaning:
no `lower`, no rule program, no pass, no native code. What it does not know it refuses by name (`NotRead`).

    game = oracle.Game.read(text, options=[..])
    state = game.start()
    game.moves(state)                  # the legal moves, as a list of `Move`
    game.play(state, move)             # changes the state
    game.text(state)                   # the state as recorded play writes it
"""

from .errors import NotRead
from .play import Game

__all__ = ["Game", "NotRead"]
