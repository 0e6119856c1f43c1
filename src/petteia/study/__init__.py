"""Studies of rule sets: measures by play, comparisons, completions of incomplete ones, improvements."""

from ._estimate import Estimate
from ._measuring import Level, Report, measure
from .measures import REGISTRY, Measure

__all__ = ["REGISTRY", "Estimate", "Level", "Measure", "Report", "measure"]
