"""The vocabulary: one class for each form of each ludeme, one module for each family, one folder for each subject."""

from importlib import import_module
from pkgutil import walk_packages

from petteia.ludemes.game import Game, Match
from petteia.ludemes.missing import Missing, missing
from petteia.ludemes.registry import Ludeme, Slot, SlotType, Word, forms, keywords, resolve_alias, walk

__all__ = [
    "Game",
    "Ludeme",
    "Match",
    "Missing",
    "Slot",
    "SlotType",
    "Word",
    "forms",
    "keywords",
    "missing",
    "resolve_alias",
    "walk",
]

# A ludeme is known once its module is imported; a new file needs no entry in a list.
for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
