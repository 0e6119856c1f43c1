"""Studies of rule sets: measures by play, comparisons, completions of incomplete ones, improvements."""

from ._completing import Completion, complete
from ._estimate import Estimate
from ._measuring import Level, Report, measure
from .concepts import CONCEPTS, concepts_of
from .holes import read_incomplete
from .library import Library, read_library
from .measures import REGISTRY, Measure

__all__ = [
    "CONCEPTS",
    "REGISTRY",
    "Completion",
    "Estimate",
    "Level",
    "Library",
    "Measure",
    "Report",
    "complete",
    "concepts_of",
    "measure",
    "read_incomplete",
    "read_library",
]
