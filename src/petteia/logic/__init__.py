"""Logic: features as Horn clauses over the rules of a game, unfolded, folded into networks, fitted to outcomes.

>>> import petteia as pt
>>> from petteia.logic import theory
>>> rules = theory(pt.load("Tic-Tac-Toe"))
>>> len(rules.legal_moves(rules.game.start()))
9
"""

from ._candidates import Thin, logical_features, thin_features
from ._check import GAMES, Checked, check_games, check_theory, checks_text
from ._evaluation import Evaluation, LearnOptions, evaluating_agent, learn_evaluation
from ._explaining import Explained, explain_change, explain_evaluation
from ._game_theory import GameTheory, LeftOut, theory
from ._generation import Generated, GenerationLimits, MovePattern, generate_features, goal_patterns
from ._networks import Network, build_network, draw_network, thin_network
from ._positions import Positions, SelfPlay
from ._resolution import Resolution
from ._terms import Clause, Literal, LogicError, Var
from ._theory import Feature, Theory
from .unfolding import Abandoned, Limits, Unfolded, Unfolding

__all__ = [
    "GAMES",
    "Abandoned",
    "Checked",
    "Clause",
    "Evaluation",
    "Explained",
    "Feature",
    "GameTheory",
    "Generated",
    "GenerationLimits",
    "LearnOptions",
    "LeftOut",
    "Limits",
    "Literal",
    "LogicError",
    "MovePattern",
    "Network",
    "Positions",
    "Resolution",
    "SelfPlay",
    "Theory",
    "Thin",
    "Unfolded",
    "Unfolding",
    "Var",
    "build_network",
    "check_games",
    "check_theory",
    "checks_text",
    "draw_network",
    "evaluating_agent",
    "explain_change",
    "explain_evaluation",
    "generate_features",
    "goal_patterns",
    "learn_evaluation",
    "logical_features",
    "theory",
    "thin_features",
    "thin_network",
]
