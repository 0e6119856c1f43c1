"""Safety of clauses: none leaves variables unbound, negates what is not bound, or calls itself first."""

from __future__ import annotations

from collections.abc import Iterable

from ._terms import Clause, Count, Expression, Goal, Literal, LogicError, Var, goal_variables, variables_of


def check_safety(clause: Clause) -> None:
    """Refuses a clause whose variables are not all bound, read from left to right."""
    bound: set[Var] = set()
    for goal in clause.body:
        _check_goal(goal, bound, clause)
    for arg in clause.head.args:
        for var in variables_of(arg):
            if var not in bound:
                place = clause.head.place or clause.place
                raise LogicError(f"variable {_name(var)} of the head is bound by nothing in the body", place=place)


def _check_goal(goal: Goal, bound: set[Var], clause: Clause) -> None:
    place = goal.place or clause.place
    if isinstance(goal, Count):
        inner = set(bound)
        for one in goal.goals:
            _check_goal(one, inner, clause)
        for var in goal.variables:
            if var not in inner:
                raise LogicError(f"counted variable {_name(var)} is bound by none of the goals", place=place)
        bound.update(variables_of(goal.result))
    elif goal.negated:
        for var in goal_variables(goal):
            if var not in bound:
                raise LogicError(
                    f"unsafe negation: {_name(var)} is not bound before {goal}; put a literal that binds it first",
                    place=place,
                )
    elif goal.is_comparison:
        _check_comparison(goal, bound, clause)
    else:
        bound.update(goal_variables(goal))


def _check_comparison(goal: Literal, bound: set[Var], clause: Clause) -> None:
    left, right = goal.args
    needed: list[Expression] = [left, right]
    if goal.predicate == "is":
        if not isinstance(left, Var):
            raise LogicError(f"'is' gives a value to a variable, not to {left}", place=goal.place or clause.place)
        needed = [right]
    elif goal.predicate == "=" and (isinstance(left, Var) or isinstance(right, Var)):
        if isinstance(left, Var) and left not in bound:
            needed = [right]
        elif isinstance(right, Var) and right not in bound:
            needed = [left]
    for expression in needed:
        for var in variables_of(expression):
            if var not in bound:
                raise LogicError(
                    f"unbound variable {_name(var)} in {goal}: nothing to its left binds it",
                    place=goal.place or clause.place,
                )
    bound.update(goal_variables(goal))


def unbound_in(clause: Clause) -> Iterable[Var]:
    """The variables that would have to be bound before the body, for the clause to be safe."""
    bound: set[Var] = set()
    while True:
        trial = set(bound)
        missing: list[Var] = []
        for goal in clause.body:
            missing += [var for var in _needed(goal, trial) if var not in trial]
            trial.update(goal_variables(goal) if not (isinstance(goal, Literal) and goal.negated) else ())
        missing += [var for arg in clause.head.args for var in variables_of(arg) if var not in trial]
        if not missing:
            return bound
        bound.update(missing)


def _needed(goal: Goal, bound: set[Var]) -> Iterable[Var]:
    """The variables that must be bound when a goal is reached."""
    if isinstance(goal, Count):
        return ()
    if goal.negated:
        return goal_variables(goal)
    if not goal.is_comparison:
        return ()
    left, right = goal.args
    if goal.predicate == "is" or (goal.predicate == "=" and isinstance(left, Var) and left not in bound):
        return variables_of(right)
    if goal.predicate == "=" and isinstance(right, Var) and right not in bound:
        return variables_of(left)
    return goal_variables(goal)


def check_recursion(clauses: Iterable[Clause]) -> None:
    """Refuses left recursion, whose resolution never ends, and recursion through negation or counting."""
    first: dict[tuple[str, int], dict[tuple[str, int], Clause]] = {}
    called: dict[tuple[str, int], set[tuple[str, int]]] = {}
    barred: list[tuple[tuple[str, int], tuple[str, int], Goal, Clause]] = []
    for clause in clauses:
        head = clause.head.key
        leading = next((g for g in clause.body if isinstance(g, Literal) and not g.is_comparison), None)
        if leading is not None:
            first.setdefault(head, {}).setdefault(leading.key, clause)
        for goal in clause.body:
            for literal in _inner(goal):
                called.setdefault(head, set()).add(literal.key)
                if isinstance(goal, Count) or literal.negated:
                    barred.append((head, literal.key, goal, clause))
    for head, leads in first.items():
        for target, clause in leads.items():
            if head in _reached(target, {key: set(to) for key, to in first.items()}):
                raise LogicError(
                    f"left recursion: {head[0]}/{head[1]} begins with itself; put a literal that makes progress first",
                    place=clause.place,
                )
    for head, key, goal, clause in barred:
        if head in _reached(key, called):
            what = "a count" if isinstance(goal, Count) else "negation"
            raise LogicError(f"{head[0]}/{head[1]} depends on itself through {what}", place=goal.place or clause.place)


def _inner(goal: Goal) -> Iterable[Literal]:
    if isinstance(goal, Count):
        for one in goal.goals:
            yield from _inner(one)
    elif not goal.is_comparison:
        yield goal


def _reached(start: tuple[str, int], edges: dict[tuple[str, int], set[tuple[str, int]]]) -> set[tuple[str, int]]:
    found = {start}
    stack = [start]
    while stack:
        for after in edges.get(stack.pop(), ()):
            if after not in found:
                found.add(after)
                stack.append(after)
    return found


def _name(var: Var) -> str:
    return var.name
