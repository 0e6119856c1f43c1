"""Games to play: `load` one, `start` it, ask a `State` for its legal moves and play them.

>>> from petteia import load
>>> game = load("Tic-Tac-Toe")
>>> state = game.start()
>>> state.play("4>4")
>>> state.mover, len(state.legal_moves()), state.text
(2, 8, '4=1 | m=2')
"""

from ._chance import Chance, Outcome
from ._check import check_game
from ._spoken import by_labels, meant, spoken
from ._state import Piece, State
from .about import About
from .bundled import find_description, game_names
from .engine import Backend
from .game import Game, Playouts, Recipe
from .loading import build_recipe, load
from .move import Move

__all__ = [
    "About",
    "Backend",
    "Chance",
    "Game",
    "Move",
    "Outcome",
    "Piece",
    "Playouts",
    "Recipe",
    "State",
    "build_recipe",
    "by_labels",
    "check_game",
    "find_description",
    "game_names",
    "load",
    "meant",
    "spoken",
]
