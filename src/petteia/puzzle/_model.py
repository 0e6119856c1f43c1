"""A deduction puzzle as plain constraints over its variables, read from the bound rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Comparison = Literal["==", "!=", "<", "<="]


@dataclass(frozen=True)
class Value:
    """The value of a site."""

    site: int


@dataclass(frozen=True)
class Tally:
    """The sum of the values of some sites, or how many of them are not 0."""

    sites: tuple[int, ...]
    counts: bool = False


Term = int | Value | Tally


@dataclass(frozen=True)
class Truth:
    """A constraint that holds or fails whatever the values are."""

    holds: bool


@dataclass(frozen=True)
class Different:
    """No value but those excepted stands twice, and no 0 but an excepted one at all."""

    sites: tuple[int, ...]
    excepted: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Total:
    """The values of sites sum up to a result; with `what`, so many of them are that value.

    Where some sites never get a value (`open`), the result is only not exceeded.
    """

    sites: tuple[int, ...]
    result: int
    what: int | None = None
    open: bool = False


@dataclass(frozen=True)
class Order:
    """Two terms compared."""

    op: Comparison
    a: Term
    b: Term


@dataclass(frozen=True)
class Every:
    """All of some constraints hold."""

    parts: tuple[Constraint, ...]


@dataclass(frozen=True)
class Some:
    """At least one of some constraints holds."""

    parts: tuple[Constraint, ...]


@dataclass(frozen=True)
class Opposite:
    """A constraint that does not hold."""

    part: Constraint


Constraint = Truth | Different | Total | Order | Every | Some | Opposite


@dataclass
class Model:
    """The variables of a puzzle, the values each may take, and what they must satisfy."""

    name: str
    domains: dict[int, frozenset[int]]
    """The possible values by site, those of givens alone."""
    constraints: tuple[Constraint, ...]
    givens: dict[int, int] = field(default_factory=dict)

    @cached_property
    def different(self) -> list[Different]:
        """The constraints that all values of some sites differ."""
        return [one for one in self.constraints if isinstance(one, Different)]


def sites_of(constraint: Constraint) -> Iterator[int]:
    """The sites that a constraint is about."""
    match constraint:
        case Different() | Total():
            yield from constraint.sites
        case Order():
            for term in (constraint.a, constraint.b):
                if isinstance(term, Value):
                    yield term.site
                elif isinstance(term, Tally):
                    yield from term.sites
        case Every() | Some():
            for part in constraint.parts:
                yield from sites_of(part)
        case Opposite():
            yield from sites_of(constraint.part)


def flattened(constraint: Constraint) -> Iterator[Constraint]:
    """The constraints that all have to hold for one to hold, those left out that always do."""
    if isinstance(constraint, Every):
        for part in constraint.parts:
            yield from flattened(part)
    elif constraint != Truth(True):
        yield constraint
