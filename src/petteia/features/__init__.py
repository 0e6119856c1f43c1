"""Features: local patterns that make a move good or bad, sets of them over a game, and policies made of them.

>>> import petteia as pt
>>> from petteia.features import FeatureSet, Policy, feature
>>> game = pt.load("Hex", options=["Board Size/5x5"])
>>> beside = feature("to{}: o{0}")                      # next to a stone of one's own
>>> policy = Policy(FeatureSet(game, [beside]), [1.5])
>>> round(sum(policy.probabilities(game.start()).values()), 6)
1.0
"""

from ._picture import picture
from ._text import feature
from .atoms import PAPER_OPTIONS, AtomOptions, atomic_set
from .candidates import end_candidates, site_candidates
from .combining import combine, facing_one_way, tidy, unfold
from .pattern import Element, Feature, FeatureError, Walk
from .places import place_candidates
from .policy import Policy, load_features
from .positions import Positions
from .sets import Active, FeatureSet, transfer
from .words import Words, describe

__all__ = [
    "PAPER_OPTIONS",
    "Active",
    "AtomOptions",
    "Element",
    "Feature",
    "FeatureError",
    "FeatureSet",
    "Policy",
    "Positions",
    "Walk",
    "Words",
    "atomic_set",
    "combine",
    "describe",
    "end_candidates",
    "facing_one_way",
    "feature",
    "load_features",
    "picture",
    "place_candidates",
    "site_candidates",
    "tidy",
    "transfer",
    "unfold",
]
