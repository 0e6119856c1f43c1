"""Games to play: `load` one, `start` it, ask a `State` for its legal moves and play them.

>>> from petteia import load
>>> game = load("Tic-Tac-Toe")
>>> state = game.start()
>>> state.play("4>4")
>>> state.mover, len(state.legal_moves()), state.text
(2, 8, '4=1 | m=2')
"""

from ._bundled import game_names
from ._chance import Chance, Outcome
from ._check import check_game
from ._engine import Backend
from ._game import Game, Playouts
from ._load import load
from ._move import Move
from ._spoken import meant, spoken
from ._state import Piece, State

__all__ = [
    "Backend",
    "Chance",
    "Game",
    "Move",
    "Outcome",
    "Piece",
    "Playouts",
    "State",
    "check_game",
    "game_names",
    "load",
    "meant",
    "spoken",
]
