"""Petteia: describe a board game, get a native engine for it.

What loads a built game comes along with the package, so that a game is ready at once. All that reads and compiles is
imported when it is first needed; public names are fetched when first used (PEP 562).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from petteia.arena import SPRT, Match, Tournament, match, tournament
    from petteia.errors import (
        BuildError,
        Forfeit,
        IllegalMove,
        LimitExceeded,
        LudError,
        LudSyntaxError,
        LudTypeError,
        OptionError,
        PetteiaError,
        PositionError,
        UnsupportedLudeme,
    )
    from petteia.game import Game, Move, Piece, Playouts, State, check_game, game_names, load
    from petteia.learn import Run, learn
    from petteia.search import GRAVE, MAST, PUCT, UCT, AlphaBeta, BatchPUCT, Best, Random, agent, best

_HOME = {
    "AlphaBeta": "petteia.search",
    "BatchPUCT": "petteia.search",
    "Best": "petteia.search",
    "BuildError": "petteia.errors",
    "Forfeit": "petteia.errors",
    "GRAVE": "petteia.search",
    "Game": "petteia.game",
    "IllegalMove": "petteia.errors",
    "LimitExceeded": "petteia.errors",
    "LudError": "petteia.errors",
    "LudSyntaxError": "petteia.errors",
    "LudTypeError": "petteia.errors",
    "MAST": "petteia.search",
    "Match": "petteia.arena",
    "Move": "petteia.game",
    "OptionError": "petteia.errors",
    "PUCT": "petteia.search",
    "PetteiaError": "petteia.errors",
    "Piece": "petteia.game",
    "Playouts": "petteia.game",
    "PositionError": "petteia.errors",
    "Random": "petteia.search",
    "Run": "petteia.learn",
    "SPRT": "petteia.arena",
    "State": "petteia.game",
    "Tournament": "petteia.arena",
    "UCT": "petteia.search",
    "UnsupportedLudeme": "petteia.errors",
    "agent": "petteia.search",
    "best": "petteia.search",
    "check_game": "petteia.game",
    "game_names": "petteia.game",
    "learn": "petteia.learn",
    "load": "petteia.game",
    "match": "petteia.arena",
    "tournament": "petteia.arena",
}
"""The module that each public name lives in."""

__all__ = [
    "GRAVE",
    "MAST",
    "PUCT",
    "SPRT",
    "UCT",
    "AlphaBeta",
    "BatchPUCT",
    "Best",
    "BuildError",
    "Forfeit",
    "Game",
    "IllegalMove",
    "LimitExceeded",
    "LudError",
    "LudSyntaxError",
    "LudTypeError",
    "Match",
    "Move",
    "OptionError",
    "PetteiaError",
    "Piece",
    "Playouts",
    "PositionError",
    "Random",
    "Run",
    "State",
    "Tournament",
    "UnsupportedLudeme",
    "__version__",
    "agent",
    "best",
    "check_game",
    "game_names",
    "learn",
    "load",
    "match",
    "tournament",
]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'petteia' has no attribute {name!r}")
    module = import_module(home)
    # A part that has the name of its function can itself be called: the import binds the name to it anyway.
    value = module if home == f"{__name__}.{name}" else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))


import_module("petteia.game")
