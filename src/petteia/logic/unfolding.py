"""Unfolding and pruning: features as ground clauses over the facts of positions.

A conjunction of facts is a mask: bit `2i` says that input `i` holds, bit `2i + 1` that it does not. Beside each mask
goes the mask of all that it excludes, so that pruning by integrity constraints takes one `and`.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from petteia.types import bits as bits

from ._planning import Pattern, Row
from ._solver import Solver
from ._terms import Constant, Literal, LogicError, Var
from ._theory import Feature, Key, Theory

Product = dict[int, int]
"""Conjunctions (masks) of a disjunction, each with the mask of what it excludes."""


_ABSORB = 500
"""Longer disjunctions are not searched for conjunctions that others imply: that takes their length squared."""


class Abandoned(LogicError):
    """A feature that was not unfolded: too large, too slow, or not expressible by ground clauses."""


@dataclass(frozen=True)
class Limits:
    """When unfolding gives up on a feature."""

    clauses: int = 1_000_000
    """Ground clauses of one feature."""
    seconds: float = 60.0
    """CPU time for one feature."""


@dataclass(frozen=True)
class Unfolded:
    """A feature as ground clauses: for each binding of its head, the conjunctions that make it a solution."""

    name: str
    outputs: dict[Row, tuple[int, ...]]

    @property
    def clauses(self) -> int:
        """How many ground clauses there are."""
        return sum(map(len, self.outputs.values()))

    @property
    def literals(self) -> int:
        """How many literals stand in their bodies."""
        return sum(mask.bit_count() for masks in self.outputs.values() for mask in masks)


class Inputs:
    """The facts that positions are made of, numbered as they are met, and which of them exclude each other."""

    def __init__(self, theory: Theory) -> None:
        self._theory = theory
        self.facts: list[tuple[str, Row]] = []
        self._numbers: dict[tuple[Key, Row], int] = {}
        self._holding: dict[tuple[str, int, Constant], list[int]] = {}
        self.odd = 0
        """The mask of all bits that deny something."""
        self.excluded: list[int] = []
        """For each bit of a mask the mask of what it excludes."""
        self._pairs = [clause for clause in theory.constraints if len(clause.body) == 2]
        self.larger = [clause for clause in theory.constraints if len(clause.body) != 2]
        for key, declared in theory.declarations.items():
            if declared.domains:
                for row in itertools.product(*(theory.domain(key, k) for k in range(key[1]))):
                    self.number(key, row)

    def number(self, key: Key, row: Row) -> int:
        """The number of a fact."""
        known = self._numbers.get((key, row))
        if known is not None:
            return known
        number = self._numbers[key, row] = len(self.facts)
        self.facts.append((key[0], row))
        holds, fails = 1 << 2 * number, 1 << 2 * number + 1
        self.odd |= fails
        self.excluded += [fails, holds]
        for other in self._rivals(number):
            self.excluded[2 * number] |= 1 << 2 * other
            self.excluded[2 * other] |= holds
        for place, value in enumerate(row):
            self._holding.setdefault((key[0], place, value), []).append(number)
        return number

    def _rivals(self, number: int) -> Iterable[int]:
        """The facts met before that exclude a fact by a constraint of two literals."""
        fact = self.facts[number]
        for clause in self._pairs:
            goals = [goal for goal in clause.body if isinstance(goal, Literal)]
            for mine, its in (goals, goals[::-1]):
                bound: dict[Var, Constant] = {}
                if not _match(mine, fact, bound):
                    continue
                near: Iterable[int] = range(number)
                for place, arg in enumerate(its.args):
                    value = bound.get(arg) if isinstance(arg, Var) else arg
                    if isinstance(value, (str, int)):
                        near = self._holding.get((its.predicate, place, value), ())
                        break
                for other in near:
                    if other != number and _match(its, self.facts[other], dict(bound)):
                        yield other

    def literal(self, bit: int) -> Literal:
        """The literal of a bit of a mask."""
        name, row = self.facts[bit >> 1]
        return Literal(name, row, bool(bit & 1))


def _match(goal: Literal, fact: tuple[str, Row], bound: dict[Var, Constant]) -> bool:
    name, row = fact
    if goal.predicate != name or len(goal.args) != len(row):
        return False
    return all(
        (bound.setdefault(arg, value) if isinstance(arg, Var) else arg) == value
        for arg, value in zip(goal.args, row, strict=True)
    )


def _matches(goals: Sequence[Literal], facts: Sequence[tuple[str, Row]]) -> bool:
    bound: dict[Var, Constant] = {}
    return all(_match(goal, fact, bound) for goal, fact in zip(goals, facts, strict=True))


class _Conditions:
    """Notes that are disjunctions of conjunctions of facts."""

    def __init__(self, theory: Theory, limits: Limits) -> None:
        self.inputs = Inputs(theory)
        self.one: Product = {0: 0}
        self._theory = theory
        self._limits = limits
        self._stop = 0.0

    def begin(self) -> None:
        """Starts the clock for a feature."""
        self._stop = time.process_time() + self._limits.seconds

    def check(self, size: int) -> None:
        """Gives up if there are too many clauses, or no time is left."""
        if size > self._limits.clauses:
            raise Abandoned(f"more than {self._limits.clauses} ground clauses")
        if time.process_time() > self._stop:
            raise Abandoned(f"more than {self._limits.seconds:g} s of work")

    def given(self, key: Key, pattern: Pattern) -> Iterable[tuple[Row, Product]]:
        values = [(value,) if value is not None else self._theory.domain(key, k) for k, value in enumerate(pattern)]
        for row in itertools.product(*values):
            if all(self._fits(key, k, value) for k, value in enumerate(row)):
                bit = 2 * self.inputs.number(key, row)
                yield row, {1 << bit: self.inputs.excluded[bit]}

    def _fits(self, key: Key, place: int, value: Constant) -> bool:
        """True if a value is one that the argument can have; facts of others never hold."""
        domains = self._theory.declarations[key].domains
        return not domains or (value,) in self._theory.facts[domains[place], 1]

    def both(self, first: Product, second: Product) -> Product | None:
        if len(second) == 1 and 0 in second:
            return first
        if len(first) * len(second) > 64:
            self.check(0)
        found: Product = {}
        for mask, excluded in second.items():
            for other, barred in first.items():
                # Facts may have been met after one of the two was found: each knows what it excludes itself.
                if not (mask & barred or other & excluded):
                    found[self._without_implied(mask | other)] = excluded | barred
        if len(found) > 64:
            self.check(len(found))
        return self._constrained(found) or None

    def _without_implied(self, mask: int) -> int:
        """A conjunction without the negations that its facts imply."""
        odd = self.inputs.odd
        if not mask & odd:
            return mask
        implied = 0
        for bit in bits(mask & ~odd):
            implied |= self.inputs.excluded[bit] & ~odd
        return mask & ~(implied << 1)

    def _constrained(self, product: Product) -> Product:
        if not self.inputs.larger:
            return product
        return {mask: barred for mask, barred in product.items() if not self._breaks_constraint(mask)}

    def _breaks_constraint(self, mask: int) -> bool:
        held = [self.inputs.facts[bit >> 1] for bit in bits(mask) if not bit & 1]
        for clause in self.inputs.larger:
            goals = [goal for goal in clause.body if isinstance(goal, Literal)]
            if any(_matches(goals, chosen) for chosen in itertools.product(held, repeat=len(goals))):
                return True
        return False

    def either(self, first: Product, second: Product) -> Product:
        if len(first) < len(second):
            first, second = second, first
        joined = {**first, **second}
        if len(joined) > 64:
            self.check(len(joined))
        return joined

    def neither(self, key: Key, row: Row, note: Product | None) -> Product | None:
        if note is None:
            return self.one
        found = self.one
        for mask in note:
            options = {1 << (bit ^ 1): self.inputs.excluded[bit ^ 1] for bit in bits(mask)}
            joined = self.both(found, options) if options else None
            if joined is None:
                return None
            found = absorbed(joined) if len(joined) < _ABSORB else joined
        return found

    def count(self, notes: Sequence[Product]) -> int:
        if all(0 in note for note in notes):
            return len(notes)
        raise Abandoned("a count over a position has no ground clauses")

    def spend(self) -> None:
        self.check(0)


def absorbed(product: Product) -> Product:
    """A disjunction without the conjunctions that others imply."""
    if len(product) < 2:
        return product
    kept: Product = {}
    for mask in sorted(product, key=int.bit_count):
        if not any(small & mask == small for small in kept):
            kept[mask] = product[mask]
    return kept


class Unfolding:
    """Unfolds features over a theory, remembering every call it has met.

    >>> theory = Theory.from_text('''
    ...     :- dynamic owns(player, square), blank(square).
    ...     player(x). player(o). square(a). square(b). square(c). next(a, b). next(b, c).
    ...     :- blank(S), owns(P, S).
    ... ''')
    >>> feature, = theory.features("f(S) :- owns(P, T), next(T, S), blank(S).")
    >>> unfolding = Unfolding(theory)
    >>> found = unfolding.unfold(feature)
    >>> found.clauses, unfolding.text(found).splitlines()[0]
    (4, 'f(b) :- owns(x, a), blank(b).')
    """

    def __init__(self, theory: Theory, limits: Limits | None = None) -> None:
        self.theory = theory
        self.limits = limits or Limits()
        self._conditions = _Conditions(theory, self.limits)
        self._solver: Solver[Product] = Solver(theory, self._conditions)
        self.abandoned: dict[str, str] = {}
        """The features that were given up, with the reason."""

    @property
    def inputs(self) -> Inputs:
        """The facts met so far."""
        return self._conditions.inputs

    def unfold(self, feature: Feature) -> Unfolded:
        """A feature as ground clauses; raises `Abandoned` at the limits."""
        self._conditions.begin()
        for clause in feature.clauses:
            self._solver.learn(clause)
        try:
            found = self._solver.call(feature.key, (None,) * feature.key[1])
            self._conditions.check(sum(map(len, found.values())))
        except Abandoned as reason:
            self.abandoned[feature.name] = reason.cause
            raise Abandoned(f"{feature.name} was abandoned: {reason.cause}", place=feature.clauses[0].place) from None
        finally:
            self._solver.unlearn(feature.key)
        outputs = {row: tuple(absorbed(note) if len(note) < _ABSORB else note) for row, note in found.items()}
        return Unfolded(feature.name, outputs)

    def unfold_all(self, features: Iterable[Feature]) -> list[Unfolded]:
        """All features that stay within the limits; the others are listed in `abandoned`."""
        found = []
        for feature in features:
            try:
                found.append(self.unfold(feature))
            except Abandoned:
                continue
        return found

    def text(self, unfolded: Unfolded) -> str:
        """Ground clauses in Prolog notation, one a line."""
        lines = []
        for row, masks in unfolded.outputs.items():
            head = Literal(unfolded.name, row)
            for mask in masks:
                body = ", ".join(str(self.inputs.literal(bit)) for bit in bits(mask))
                lines.append(f"{head} :- {body}." if body else f"{head}.")
        return "\n".join(lines)
