"""How probable each completion is: a prior from where its parts come from, times how well it plays.

Every factor is a number that is shown with the candidate. Probabilities are over all candidates that behave
differently, with a share left for rules that were never tried; sharpness and share were set on complete games with a
clause blanked (`python -m bench.blanks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from ._assess import faults_of
from ._estimate import Estimate

OF_CANDIDATE = ("prior", "playability")
"""The factors of a candidate; each can be left out."""
FAULT = 0.03
"""The share of its weight that each fault leaves a candidate."""
TEMPER = 1.0
"""The power of the prior; below 1 if sources that are kin should count less often."""
ELSEWHERE = 0.6
"""The share of probability that stays with rules that no candidate has; fitted on one seed of blanked games."""


def playability(measures: dict[str, Estimate]) -> float:
    """A factor between 0 and 1: games that end, are balanced and leave choices are likelier to have been played."""

    def value(name: str, otherwise: float) -> float:
        return measures[name].value if name in measures else otherwise

    weight = 0.1 + 0.9 * (1 - value("Timeouts", 1.0))
    weight *= 0.3 + 0.7 * min(1.0, value("Balance", 1.0) / 0.5)
    weight *= 0.3 + 0.7 * min(1.0, value("DecisionMoves", 0.0) / 0.6)
    weight *= 0.3 + 0.7 * min(1.0, value("DurationTurns", 0.0) / 10)
    weight *= 0.4 + 0.6 * (1 - value("Draws", 0.0))
    return float(weight * FAULT ** len(faults_of(measures)))


def probabilities(priors: Sequence[float], factors: Sequence[float]) -> list[float]:
    """Probabilities of candidates from the logarithms of their priors and their other factors."""
    if not priors:
        return []
    logs = [TEMPER * prior + log(max(factor, 1e-12)) for prior, factor in zip(priors, factors, strict=True)]
    top = max(logs)
    weights = [exp(one - top) for one in logs]
    total = sum(weights)
    return [(1 - ELSEWHERE) * one / total for one in weights]
