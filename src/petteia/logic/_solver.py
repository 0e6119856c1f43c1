"""Resolution with memory: all solutions of a call, each with a note of what it rests on.

What a note is, is left to an algebra: for questions about one position it says only that the solution holds; for
unfolding it lists the ground conditions. The result does not depend on the order in which goals are met, so the
cheapest goal that is ready goes first.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

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
    variables_of,
)
from ._theory import Key, Theory, literals_in

Note = TypeVar("Note")
Row = tuple[Constant, ...]
Pattern = tuple[Constant | None, ...]


class Algebra(Protocol[Note]):
    """What solutions rest on, and how that combines."""

    one: Note

    def given(self, key: Key, pattern: Pattern) -> Iterable[tuple[Row, Note]]:
        """The instances of a dynamic predicate that fit a pattern."""

    def both(self, first: Note, second: Note) -> Note | None:
        """What holding both rests on; None if they exclude each other."""

    def either(self, first: Note, second: Note) -> Note:
        """What holding one of them rests on."""

    def neither(self, key: Key, row: Row, note: Note | None) -> Note | None:
        """What it rests on that a solution with this note (None: no solution) does not hold; None if it always does."""

    def count(self, notes: Sequence[Note]) -> int:
        """How many of several solutions hold."""


def truncated_division(left: int, right: int) -> int:
    """Division towards zero, as in C; by zero it gives zero."""
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "min": min,
    "max": max,
    "//": truncated_division,
    "mod": lambda left, right: left - right * truncated_division(left, right) if right else 0,
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


class FactIndex:
    """Rows of a predicate, found by any of their places."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = list(dict.fromkeys(rows))
        self._known = set(self.rows)
        self._tables: dict[tuple[int, ...], dict[Row, list[Row]]] = {}

    def find(self, pattern: Pattern) -> Sequence[Row]:
        """The rows that fit a pattern; None fits all."""
        places = tuple(k for k, value in enumerate(pattern) if value is not None)
        if len(places) == len(pattern):
            return (pattern,) if pattern in self._known else ()  # type: ignore[return-value]
        if not places:
            return self.rows
        table = self._tables.get(places)
        if table is None:
            table = self._tables[places] = {}
            for row in self.rows:
                table.setdefault(tuple(row[k] for k in places), []).append(row)
        return table.get(tuple(value for value in pattern if value is not None), ())

    def fan_out(self, places: tuple[int, ...]) -> float:
        """How many rows fit on average if these places are known."""
        distinct = len({tuple(row[k] for k in places) for row in self.rows})
        return len(self.rows) / max(1, distinct)


@dataclass
class _Rule:
    """A clause with its variables numbered, and the orders of its goals found so far."""

    clause: Clause
    slots: dict[Var, int]
    plans: dict[frozenset[int], tuple[Goal, ...]] = field(default_factory=dict)


class Solver(Generic[Note]):
    """Answers calls over a theory and further clauses, in the terms of an algebra."""

    def __init__(self, theory: Theory, algebra: Algebra[Note], clauses: Iterable[Clause] = ()) -> None:
        self.theory = theory
        self.algebra = algebra
        self._rules: dict[Key, list[_Rule]] = {}
        for group in theory.rules.values():
            for clause in group:
                self._add(clause)
        for clause in clauses:
            self._add(clause)
        self._static = {key: FactIndex(rows) for key, rows in theory.facts.items()}
        self._lasting: dict[tuple[Key, Pattern], dict[Row, Note]] = {}
        self._memory: dict[tuple[Key, Pattern], dict[Row, Note]] = {}
        self._active: set[tuple[Key, Pattern]] = set()
        self._callees: dict[Key, set[Key]] = {}
        self._fan_outs: dict[tuple[Key, tuple[int, ...]], float] = {}

    def _add(self, clause: Clause) -> None:
        variables: dict[Var, int] = {}
        for goal in (clause.head, *clause.body):
            for var in goal_variables(goal):
                variables.setdefault(var, len(variables))
        self._rules.setdefault(clause.head.key, []).append(_Rule(clause, variables))

    def learn(self, clause: Clause) -> None:
        """Takes a clause of a feature in."""
        self._add(clause)

    def unlearn(self, key: Key) -> None:
        """Drops the clauses of a feature and what was found of them."""
        self._rules.pop(key, None)
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
        try:
            found = self._resolve(key, pattern)
        finally:
            self._active.discard(call)
        lasting = self.theory.is_static(key) and (key in self.theory.rules or key in self.theory.facts)
        (self._lasting if lasting else self._memory)[call] = found
        return found

    def _resolve(self, key: Key, pattern: Pattern) -> dict[Row, Note]:
        if key in self._static:
            return dict.fromkeys(self._static[key].find(pattern), self.algebra.one)
        if key in self.theory.declarations:
            return dict(self.algebra.given(key, pattern))
        found: dict[Row, Note] = {}
        for rule in self._rules.get(key, ()):
            env: list[Constant | None] = [None] * len(rule.slots)
            if _unify(rule.clause.head.args, pattern, rule.slots, env):
                plan = self._plan(rule, frozenset(k for k, value in enumerate(env) if value is not None))
                self._follow(rule, plan, 0, env, self.algebra.one, found)
        return found

    def _follow(
        self,
        rule: _Rule,
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
        rule = _Rule(Clause(head, goal.goals), inside)
        plan = self._plan(rule, frozenset(k for k, value in enumerate(start) if value is not None))
        found: dict[Row, Note] = {}
        self._follow(rule, plan, 0, start, self.algebra.one, found)
        return self.algebra.count(list(found.values()))

    # -- order --------------------------------------------------------------------------------------------------

    def _plan(self, rule: _Rule, bound: frozenset[int]) -> tuple[Goal, ...]:
        known = rule.plans.get(bound)
        if known is None:
            known = rule.plans[bound] = self._ordered(rule, bound)
        return known

    def _ordered(self, rule: _Rule, bound: frozenset[int]) -> tuple[Goal, ...]:
        left = list(rule.clause.body)
        have = {var for var, slot in rule.slots.items() if slot in bound}
        order: list[Goal] = []
        while left:
            # A goal that leads back to the head waits for those written before it: they make the progress.
            costs = [
                self._cost(goal, have) if k == 0 or not self._leads_back(goal, rule.clause.head.key) else 1e9
                for k, goal in enumerate(left)
            ]
            best = min(range(len(left)), key=costs.__getitem__)
            goal = left.pop(best)
            order.append(goal)
            have.update(variables_of(goal.result) if isinstance(goal, Count) else goal_variables(goal))
        return tuple(order)

    def _leads_back(self, goal: Goal, head: Key) -> bool:
        if isinstance(goal, Count) or goal.is_comparison or goal.key not in self._rules:
            return False
        known = self._callees.get(goal.key)
        if known is None:
            known = self._callees[goal.key] = self._called_from(goal.key)
        return head in known

    def _called_from(self, start: Key) -> set[Key]:
        found = {start}
        stack = [start]
        while stack:
            for rule in self._rules.get(stack.pop(), ()):
                for literal in literals_in(rule.clause.body):
                    if literal.key not in found:
                        found.add(literal.key)
                        stack.append(literal.key)
        return found

    def _cost(self, goal: Goal, have: set[Var]) -> float:
        """A guess of how many ways there are to go on after a goal; endless if it must wait."""
        if isinstance(goal, Count):
            inner = set(goal.variables)
            outer = {v for g in goal.goals for v in goal_variables(g)} - inner
            return 0.9 if outer <= have else 1e12
        if goal.is_comparison:
            return 0.0 if _is_ready(goal, have) else 1e12
        places = tuple(k for k, arg in enumerate(goal.args) if not isinstance(arg, Var) or arg in have)
        free = len(goal.args) - len(places)
        if goal.negated:
            return 1e12 if free else 0.8
        if goal.key in self._static:
            known = (goal.key, places)
            if known not in self._fan_outs:
                self._fan_outs[known] = self._static[goal.key].fan_out(places)
            return self._fan_outs[known] if free else 0.1
        if goal.key in self.theory.declarations:
            cost = 1.0
            for k in range(len(goal.args)):
                if k not in places:
                    cost *= len(self.theory.domain(goal.key, k))
            return cost * 2 if free else 0.2
        # What holds in every position costs no conditions: it narrows the others down first.
        return (0.3 if self.theory.is_static(goal.key) else 1.0) * 8.0**free if free else 0.5


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


def _is_ready(goal: Literal, have: set[Var]) -> bool:
    left, right = goal.args
    if goal.predicate == "is" or (goal.predicate == "=" and isinstance(left, Var) and left not in have):
        return set(variables_of(right)) <= have
    if goal.predicate == "=" and isinstance(right, Var) and right not in have:
        return set(variables_of(left)) <= have
    return set(goal_variables(goal)) <= have


def _compared(goal: Literal, slots: dict[Var, int], env: list[Constant | None]) -> list[tuple[int, Constant]] | None:
    """What a comparison binds; None if it fails."""
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
