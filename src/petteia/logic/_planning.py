"""The order in which the goals of a clause are met: the cheapest that is ready goes first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ._terms import Clause, Constant, Count, Goal, Literal, Var, goal_variables, variables_of
from ._theory import Key, Theory, literals_in

Row = tuple[Constant, ...]
Pattern = tuple[Constant | None, ...]


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
class Rule:
    """A clause with its variables numbered, and the orders of its goals found so far."""

    clause: Clause
    slots: dict[Var, int]
    plans: dict[frozenset[int], tuple[Goal, ...]] = field(default_factory=dict)


class Planner:
    """The clauses of a theory and of features, and the order of their goals for what is known of their heads.

    Where the position is `placed`, facts without declared values are numbers of the state that have one value there.
    """

    def __init__(self, theory: Theory, clauses: Iterable[Clause] = (), *, placed: bool = False) -> None:
        self.theory = theory
        self._placed = placed
        self.rules: dict[Key, list[Rule]] = {}
        for group in theory.rules.values():
            for clause in group:
                self.add(clause)
        for clause in clauses:
            self.add(clause)
        self.static = {key: FactIndex(rows) for key, rows in theory.facts.items()}
        self._callees: dict[Key, set[Key]] = {}
        self._fan_outs: dict[tuple[Key, tuple[int, ...]], float] = {}

    def add(self, clause: Clause) -> None:
        """Takes a clause in."""
        variables: dict[Var, int] = {}
        for goal in (clause.head, *clause.body):
            for var in goal_variables(goal):
                variables.setdefault(var, len(variables))
        self.rules.setdefault(clause.head.key, []).append(Rule(clause, variables))

    def plan(self, rule: Rule, bound: frozenset[int]) -> tuple[Goal, ...]:
        """The goals of a clause in order, if these of its variables are known."""
        known = rule.plans.get(bound)
        if known is None:
            known = rule.plans[bound] = self._ordered(rule, bound)
        return known

    def _ordered(self, rule: Rule, bound: frozenset[int]) -> tuple[Goal, ...]:
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
        if isinstance(goal, Count) or goal.is_comparison or goal.key not in self.rules:
            return False
        known = self._callees.get(goal.key)
        if known is None:
            known = self._callees[goal.key] = self._called_from(goal.key)
        return head in known

    def _called_from(self, start: Key) -> set[Key]:
        found = {start}
        stack = [start]
        while stack:
            for rule in self.rules.get(stack.pop(), ()):
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
        if goal.key in self.static:
            known = (goal.key, places)
            if known not in self._fan_outs:
                self._fan_outs[known] = self.static[goal.key].fan_out(places)
            return self._fan_outs[known] if free else 0.1
        if goal.key in self.theory.declarations:
            if self._placed and not self.theory.declarations[goal.key].domains:
                return 0.2
            cost = 1.0
            for k in range(len(goal.args)):
                if k not in places:
                    cost *= len(self.theory.domain(goal.key, k))
            return cost * 2 if free else 0.2
        # What holds in every position costs no conditions: it narrows the others down first.
        return (0.3 if self.theory.is_static(goal.key) else 1.0) * 8.0**free if free else 0.5


def _is_ready(goal: Literal, have: set[Var]) -> bool:
    left, right = goal.args
    if goal.predicate == "is" or (goal.predicate == "=" and isinstance(left, Var) and left not in have):
        return set(variables_of(right)) <= have
    if goal.predicate == "=" and isinstance(right, Var) and right not in have:
        return set(variables_of(left)) <= have
    return set(goal_variables(goal)) <= have
