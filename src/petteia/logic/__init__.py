"""Logic: features as Horn clauses over the rules of a game, unfolded, folded into networks, fitted to outcomes."""

from ._game_theory import GameTheory, LeftOut, theory
from ._resolution import Resolution
from ._terms import Clause, Literal, LogicError, Var
from ._theory import Feature, Theory
from ._unfolding import Abandoned, Limits, Unfolded, Unfolding

__all__ = [
    "Abandoned",
    "Clause",
    "Feature",
    "GameTheory",
    "LeftOut",
    "Limits",
    "Literal",
    "LogicError",
    "Resolution",
    "Theory",
    "Unfolded",
    "Unfolding",
    "Var",
    "theory",
]
