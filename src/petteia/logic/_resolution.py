"""Answers about one position: which solutions a predicate has there, and what features are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ._compiled import CompiledRules
from ._planning import FactIndex, Pattern, Row
from ._solver import Solver
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

    def spend(self) -> None:
        pass


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
        self._clauses = tuple(clause for feature in features for clause in feature.clauses)
        self._rules = CompiledRules(theory, self._clauses)
        self._rows: dict[Key, list[Row]] = {}

    def place(self, facts: Iterable[Fact]) -> None:
        """Sets the position by its facts."""
        rows: dict[Key, list[Row]] = {}
        for name, args in facts:
            rows.setdefault((name, len(args)), []).append(args)
        for name, arity in rows:
            if (name, arity) not in self._theory.declarations:
                raise LogicError(f"{name}/{arity} is not declared dynamic")
        self._rows = rows
        self._rules.place(rows)

    def solutions(self, name: str, pattern: Pattern) -> list[Row]:
        """The solutions of a predicate; None in the pattern fits all."""
        word = "".join("f" if value is None else "b" for value in pattern)
        known = [value for value in pattern if value is not None]
        try:
            found = self._rules.ask((name, len(pattern)), word, known)
        except (TypeError, RecursionError, SyntaxError):
            # Names where numbers must be, no end, or loops nested too deeply: the plain solver says which, or copes.
            return self.slow_solutions(name, pattern)
        if "f" not in word:
            return [tuple(known)] if found else []
        free = [k for k, letter in enumerate(word) if letter == "f"]
        if len(free) == len(pattern):
            return [(row,) for row in found] if len(free) == 1 else list(found)
        rows = []
        for values in found:
            row = list(pattern)
            for k, value in zip(free, (values,) if len(free) == 1 else values, strict=True):
                row[k] = value
            rows.append(tuple(value for value in row if value is not None))
        return rows

    def slow_solutions(self, name: str, pattern: Pattern) -> list[Row]:
        """The same by the plain solver, goal by goal: what the compiled rules are held against."""
        truth = _Truth()
        truth.facts = {key: FactIndex(group) for key, group in self._rows.items()}
        try:
            return list(Solver(self._theory, truth, self._clauses).call((name, len(pattern)), pattern))
        except RecursionError:
            raise LogicError(f"the resolution of {name}/{len(pattern)} goes too deep: it may never end") from None

    def value(self, feature: Feature) -> int:
        """How many solutions a feature has."""
        return len(self.solutions(feature.name, (None,) * feature.key[1]))
