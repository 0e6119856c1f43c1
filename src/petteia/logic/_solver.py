"""Resolution with memory: all solutions of a call, each with a note of what it rests on.

What a note is, is left to an algebra: for questions about one position it says only that the solution holds; for
unfolding it lists the ground conditions. The result does not depend on the order in which goals are met, so the
cheapest goal that is ready goes first.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from ._planning import Pattern, Planner, Row, Rule
from ._terms import (
    Clause,
    Constant,
    Count,
    Expression,
    Goal,
    Literal,
    LogicError,
    Operation,
    Var,
    goal_variables,
)
from ._theory import Key, Theory

Note = TypeVar("Note")


class Algebra(Protocol[Note]):
    """Notes on what solutions rest on, and how they combine."""

    one: Note

    def given(self, key: Key, pattern: Pattern) -> Iterable[tuple[Row, Note]]:
        """The instances of a dynamic predicate that fit a pattern."""

    def both(self, first: Note, second: Note) -> Note | None:
        """The note of holding both; None if they exclude each other."""

    def either(self, first: Note, second: Note) -> Note:
        """The note of holding one of them."""

    def neither(self, key: Key, row: Row, note: Note | None) -> Note | None:
        """The note that a solution with this note (None: no solution) does not hold; None if it always does."""

    def count(self, notes: Sequence[Note]) -> int:
        """How many of several solutions hold."""

    def spend(self) -> None:
        """Told of each call that is resolved anew; raises if that takes too long."""


def truncated_division(left: int, right: int) -> int:
    """Division towards zero, as in C; by zero it gives zero."""
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def truncated_remainder(left: int, right: int) -> int:
    """The remainder of truncated division; by zero it is zero."""
    return left - right * truncated_division(left, right) if right else 0


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "min": min,
    "max": max,
    "//": truncated_division,
    "mod": truncated_remainder,
}
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=<": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=:=": operator.eq,
    "=\\=": operator.ne,
    "=": operator.eq,
    "\\=": operator.ne,
}


class Solver(Generic[Note]):
    """Answers calls over a theory and further clauses, in the terms of an algebra."""

    def __init__(self, theory: Theory, algebra: Algebra[Note], clauses: Iterable[Clause] = ()) -> None:
        self.theory = theory
        self.algebra = algebra
        self._planner = Planner(theory, clauses)
        self._lasting: dict[tuple[Key, Pattern], dict[Row, Note]] = {}
        self._memory: dict[tuple[Key, Pattern], dict[Row, Note]] = {}
        self._active: set[tuple[Key, Pattern]] = set()

    def learn(self, clause: Clause) -> None:
        """Takes a clause of a feature in."""
        self._planner.add(clause)

    def unlearn(self, key: Key) -> None:
        """Drops the clauses of a feature and what was found of them."""
        self._planner.rules.pop(key, None)
        self._memory = {call: found for call, found in self._memory.items() if call[0] != key}
        self._active.clear()

    def forget(self) -> None:
        """Drops what was found of the position at hand; what holds in every position stays."""
        self._memory.clear()
        self._active.clear()

    # -- calls --------------------------------------------------------------------------------------------------

    def call(self, key: Key, pattern: Pattern) -> dict[Row, Note]:
        """All solutions of a predicate that fit a pattern, with their notes."""
        call = (key, pattern)
        known = self._memory.get(call)
        if known is None:
            known = self._lasting.get(call)
        if known is not None:
            return known
        if call in self._active:
            raise LogicError(f"the resolution of {key[0]}/{key[1]} comes back to itself and never ends")
        self._active.add(call)
        self.algebra.spend()
        try:
            found = self._resolve(key, pattern)
        finally:
            self._active.discard(call)
        lasting = self.theory.is_static(key) and (key in self.theory.rules or key in self.theory.facts)
        (self._lasting if lasting else self._memory)[call] = found
        return found

    def _resolve(self, key: Key, pattern: Pattern) -> dict[Row, Note]:
        if key in self._planner.static:
            return dict.fromkeys(self._planner.static[key].find(pattern), self.algebra.one)
        if key in self.theory.declarations:
            return dict(self.algebra.given(key, pattern))
        found: dict[Row, Note] = {}
        for rule in self._planner.rules.get(key, ()):
            env: list[Constant | None] = [None] * len(rule.slots)
            if _unify(rule.clause.head.args, pattern, rule.slots, env):
                plan = self._planner.plan(rule, frozenset(k for k, value in enumerate(env) if value is not None))
                self._follow(rule, plan, 0, env, self.algebra.one, found)
        return found

    def _follow(
        self,
        rule: Rule,
        plan: tuple[Goal, ...],
        at: int,
        env: list[Constant | None],
        note: Note,
        found: dict[Row, Note],
    ) -> None:
        if at == len(plan):
            row = tuple(_value(arg, rule.slots, env) for arg in rule.clause.head.args)
            before = found.get(row)
            found[row] = note if before is None else self.algebra.either(before, note)
            return
        for values, more in self._goal(plan[at], rule.slots, env):
            joined = self.algebra.both(note, more)
            if joined is None:
                continue
            for slot, value in values:
                env[slot] = value
            self._follow(rule, plan, at + 1, env, joined, found)
            for slot, _ in values:
                env[slot] = None

    def _goal(
        self, goal: Goal, slots: dict[Var, int], env: list[Constant | None]
    ) -> Iterator[tuple[list[tuple[int, Constant]], Note]]:
        if isinstance(goal, Count):
            number = self._counted(goal, slots, env)
            if isinstance(goal.result, Var) and env[slots[goal.result]] is None:
                yield [(slots[goal.result], number)], self.algebra.one
            elif _value(goal.result, slots, env) == number:
                yield [], self.algebra.one
            return
        if goal.is_comparison:
            values = _compared(goal, slots, env)
            if values is not None:
                yield values, self.algebra.one
            return
        pattern = tuple(env[slots[a]] if isinstance(a, Var) else a for a in goal.args)
        solutions = self.call(goal.key, pattern)  # type: ignore[arg-type]
        if goal.negated:
            row: Row = pattern  # type: ignore[assignment]
            note = self.algebra.neither(goal.key, row, solutions.get(row))
            if note is not None:
                yield [], note
            return
        free = [(k, slots[a]) for k, a in enumerate(goal.args) if isinstance(a, Var) and pattern[k] is None]
        if not free:
            for note in solutions.values():
                yield [], note
            return
        for row, note in solutions.items():
            bound = _bind(free, row)
            if bound is not None:
                yield bound, note

    def _counted(self, goal: Count, slots: dict[Var, int], env: list[Constant | None]) -> int:
        bound = {var: value for var, slot in slots.items() if (value := env[slot]) is not None}
        inside = {var: k for k, var in enumerate(dict.fromkeys(v for g in goal.goals for v in goal_variables(g)))}
        start: list[Constant | None] = [bound.get(var) for var in inside]
        head = Literal("counted", goal.variables)
        rule = Rule(Clause(head, goal.goals), inside)
        plan = self._planner.plan(rule, frozenset(k for k, value in enumerate(start) if value is not None))
        found: dict[Row, Note] = {}
        self._follow(rule, plan, 0, start, self.algebra.one, found)
        return self.algebra.count(list(found.values()))


def _unify(args: tuple[Expression, ...], pattern: Pattern, slots: dict[Var, int], env: list[Constant | None]) -> bool:
    for arg, value in zip(args, pattern, strict=True):
        if value is None:
            continue
        if isinstance(arg, Var):
            slot = slots[arg]
            if env[slot] is None:
                env[slot] = value
            elif env[slot] != value:
                return False
        elif arg != value:
            return False
    return True


def _bind(free: list[tuple[int, int]], row: Row) -> list[tuple[int, Constant]] | None:
    """The free variables of a goal with the values of a row; None if one of them would get two."""
    values: dict[int, Constant] = {}
    for place, slot in free:
        if values.setdefault(slot, row[place]) != row[place]:
            return None
    return list(values.items())


def _value(term: Expression, slots: dict[Var, int], env: Sequence[Constant | None]) -> Constant:
    if isinstance(term, Var):
        value = env[slots[term]]
        assert value is not None
        return value
    if isinstance(term, Operation):
        left, right = _value(term.left, slots, env), _value(term.right, slots, env)
        if isinstance(left, str) or isinstance(right, str):
            raise LogicError(f"{term} computes with names, not numbers")
        return _ARITHMETIC[term.op](left, right)
    return term


def _compared(goal: Literal, slots: dict[Var, int], env: list[Constant | None]) -> list[tuple[int, Constant]] | None:
    """The bindings of a comparison; None if it fails."""
    left, right = goal.args
    if goal.predicate in ("is", "="):
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Var) and env[slots[one]] is None:
                return [(slots[one], _value(other, slots, env))]
        holds = _value(left, slots, env) == _value(right, slots, env)
    else:
        first, second = _value(left, slots, env), _value(right, slots, env)
        if goal.predicate in ("=<", ">=", "<", ">") and isinstance(first, str) != isinstance(second, str):
            raise LogicError(f"{goal} compares a name with a number")
        holds = _COMPARE[goal.predicate](first, second)
    return [] if holds != goal.negated else None
