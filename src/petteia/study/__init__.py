"""Studies of rule sets: measures by play, comparisons, completions of incomplete ones, improvements."""

from ._comparing import Comparison, compare
from ._completing import Completion, complete
from ._estimate import Estimate
from ._folder import Folder
from ._measuring import Level, Report, measure
from ._page import comparison_page
from ._searching import repairs, search
from ._variation_page import variation_page
from ._varying import Variation, alternatives, read_wish, vary
from .concepts import CONCEPTS, concepts_of
from .evidence import Evidence, read_evidence
from .holes import read_incomplete
from .library import Library, read_library
from .measures import REGISTRY, Measure

__all__ = [
    "CONCEPTS",
    "REGISTRY",
    "Comparison",
    "Completion",
    "Estimate",
    "Evidence",
    "Folder",
    "Level",
    "Library",
    "Measure",
    "Report",
    "Variation",
    "alternatives",
    "compare",
    "comparison_page",
    "complete",
    "concepts_of",
    "measure",
    "read_evidence",
    "read_incomplete",
    "read_library",
    "read_wish",
    "repairs",
    "search",
    "variation_page",
    "vary",
]
