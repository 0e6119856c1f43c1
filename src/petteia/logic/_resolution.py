"""Answers about one position: which solutions a predicate has there, and what features are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ._solver import FactIndex, Pattern, Row, Solver
from ._terms import Constant, LogicError
from ._theory import Feature, Key, Theory

Fact = tuple[str, tuple[Constant, ...]]


class _Truth:
    """Notes that say only that something holds in the position at hand."""

    one = True

    def __init__(self) -> None:
        self.facts: dict[Key, FactIndex] = {}

    def given(self, key: Key, pattern: Pattern) -> Iterable[tuple[Row, bool]]:
        index = self.facts.get(key)
        return ((row, True) for row in index.find(pattern)) if index is not None else ()

    def both(self, first: bool, second: bool) -> bool | None:
        return True

    def either(self, first: bool, second: bool) -> bool:
        return True

    def neither(self, key: Key, row: Row, note: bool | None) -> bool | None:
        return None if note else True

    def count(self, notes: Sequence[bool]) -> int:
        return len(notes)


class Resolution:
    """Resolution over a theory and features; `place` sets the position that questions are about.

    >>> theory = Theory.from_text(":- dynamic owns(player, square). player(x). player(o). square(a). square(b).")
    >>> features = theory.features("discs(S) :- owns(x, S).")
    >>> answers = Resolution(theory, features)
    >>> answers.place([("owns", ("x", "a")), ("owns", ("x", "b"))])
    >>> answers.value(features[0]), answers.solutions("discs", ("a",))
    (2, [('a',)])
    """

    def __init__(self, theory: Theory, features: Iterable[Feature] = ()) -> None:
        self._theory = theory
        self._truth = _Truth()
        self._solver: Solver[bool] = Solver(
            theory, self._truth, (clause for feature in features for clause in feature.clauses)
        )

    def place(self, facts: Iterable[Fact]) -> None:
        """Sets the position by its facts."""
        rows: dict[Key, list[Row]] = {}
        for name, args in facts:
            key = (name, len(args))
            if key not in self._theory.declarations:
                raise LogicError(f"{name}/{len(args)} is not declared dynamic")
            rows.setdefault(key, []).append(args)
        self._truth.facts = {key: FactIndex(group) for key, group in rows.items()}
        self._solver.forget()

    def solutions(self, name: str, pattern: Pattern) -> list[Row]:
        """The solutions of a predicate; None in the pattern fits all."""
        return list(self._solver.call((name, len(pattern)), pattern))

    def value(self, feature: Feature) -> int:
        """How many solutions a feature has."""
        return len(self.solutions(feature.name, (None,) * feature.key[1]))
