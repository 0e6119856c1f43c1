"""Literals and clauses: function-free Horn clauses with negation, comparison, arithmetic and counting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from petteia.errors import PetteiaError
from petteia.types import Place

__all__ = [
    "COMPARISONS",
    "Clause",
    "Count",
    "Goal",
    "Literal",
    "LogicError",
    "Operation",
    "Term",
    "Var",
    "goal_variables",
    "rename_goal",
    "variables_of",
]


class LogicError(PetteiaError):
    """Clauses that cannot be read or make no sense; `place` says where."""

    def __init__(self, cause: str, *, place: Place | None = None) -> None:
        self.cause = cause
        self.place = place
        super().__init__(f"{place}: {cause}" if place else cause)


class Var(NamedTuple):
    """A variable; `number` tells apart variables of one name in copies of a clause."""

    name: str
    number: int = 0

    def __str__(self) -> str:
        return self.name if not self.number else f"{self.name}_{self.number}"


Constant = str | int
Term = Var | Constant

COMPARISONS = ("=<", ">=", "<", ">", "=:=", "=\\=", "=", "\\=")
_BARE = re.compile(r"[a-z][A-Za-z0-9_]*|-?\d+")


@dataclass(frozen=True, slots=True)
class Operation:
    """Arithmetic on terms: `+`, `-`, `*`, `//`, `mod`, `min`, `max`."""

    op: str
    left: Expression
    right: Expression

    def __str__(self) -> str:
        if self.op in ("min", "max"):
            return f"{self.op}({write(self.left)}, {write(self.right)})"
        return f"({write(self.left)} {self.op} {write(self.right)})"


Expression = Term | Operation


@dataclass(frozen=True, slots=True)
class Literal:
    """A predicate applied to terms, perhaps negated. Comparisons are literals with two expressions as arguments."""

    predicate: str
    args: tuple[Expression, ...]
    negated: bool = False
    place: Place | None = field(default=None, compare=False, repr=False)

    @property
    def key(self) -> tuple[str, int]:
        """Name and number of arguments: what tells predicates apart."""
        return self.predicate, len(self.args)

    @property
    def is_comparison(self) -> bool:
        """True if it compares or computes, rather than being looked up."""
        return self.predicate in COMPARISONS or self.predicate == "is"

    def __str__(self) -> str:
        if self.is_comparison:
            text = f"{write(self.args[0])} {self.predicate} {write(self.args[1])}"
        elif self.args:
            text = f"{write_atom(self.predicate)}({', '.join(map(write, self.args))})"
        else:
            text = write_atom(self.predicate)
        return f"\\+ {text}" if self.negated else text


@dataclass(frozen=True, slots=True)
class Count:
    """`count([Variables], (Goals), Number)`: how many bindings of the variables satisfy the goals."""

    variables: tuple[Var, ...]
    goals: tuple[Goal, ...]
    result: Term
    place: Place | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        names = ", ".join(map(str, self.variables))
        return f"count([{names}], ({', '.join(map(str, self.goals))}), {write(self.result)})"


Goal = Literal | Count


@dataclass(frozen=True, slots=True)
class Clause:
    """A head that holds if all of its body does; without a body it is a fact."""

    head: Literal
    body: tuple[Goal, ...] = ()
    place: Place | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        if not self.body:
            return f"{self.head}."
        return f"{self.head} :- {', '.join(map(str, self.body))}."

    def canonical(self) -> str:
        """Its text with variables named in order of appearance: equal for clauses that differ in names alone."""
        names: dict[Var, Term] = {}
        for goal in (self.head, *self.body):
            for var in goal_variables(goal):
                names.setdefault(var, Var(f"V{len(names)}"))
        return str(Clause(_rename_literal(self.head, names), tuple(rename_goal(goal, names) for goal in self.body)))


def write_atom(name: str) -> str:
    """An atom as Prolog reads it back."""
    if _BARE.fullmatch(name):
        return name
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def write(term: Expression) -> str:
    """A term as Prolog reads it back."""
    return write_atom(term) if isinstance(term, str) else str(term)


def variables_of(term: Expression) -> Iterator[Var]:
    """The variables in a term, from left to right."""
    if isinstance(term, Var):
        yield term
    elif isinstance(term, Operation):
        yield from variables_of(term.left)
        yield from variables_of(term.right)


def goal_variables(goal: Goal) -> Iterator[Var]:
    """The variables of a goal, from left to right; those inside a count, too."""
    if isinstance(goal, Count):
        yield from goal.variables
        for inner in goal.goals:
            yield from goal_variables(inner)
        yield from variables_of(goal.result)
    else:
        for arg in goal.args:
            yield from variables_of(arg)


def _rename_term(term: Expression, names: dict[Var, Term]) -> Expression:
    if isinstance(term, Var):
        return names.get(term, term)
    if isinstance(term, Operation):
        return Operation(term.op, _rename_term(term.left, names), _rename_term(term.right, names))
    return term


def _rename_literal(literal: Literal, names: dict[Var, Term]) -> Literal:
    args = tuple(_rename_term(arg, names) for arg in literal.args)
    return Literal(literal.predicate, args, literal.negated, literal.place)


def rename_goal(goal: Goal, names: dict[Var, Term]) -> Goal:
    """A goal with variables replaced."""
    if isinstance(goal, Literal):
        return _rename_literal(goal, names)
    variables = tuple(named for var in goal.variables if isinstance(named := names.get(var, var), Var))
    result = _rename_term(goal.result, names)
    assert not isinstance(result, Operation)
    return Count(variables, tuple(rename_goal(inner, names) for inner in goal.goals), result, goal.place)
