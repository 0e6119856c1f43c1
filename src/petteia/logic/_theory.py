"""A domain theory: clauses, what positions define, what no position has together, and features that lean on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from ._reader import Declaration, read_clauses, read_source
from ._safety import check_recursion, check_safety
from ._terms import Clause, Constant, Count, Goal, Literal, LogicError, write_atom

Key = tuple[str, int]


@dataclass(frozen=True)
class Feature:
    """A logical feature: its value in a position is the number of bindings of its head that hold there."""

    name: str
    clauses: tuple[Clause, ...]

    @property
    def key(self) -> Key:
        """Name and number of arguments of its predicate."""
        return self.clauses[0].head.key

    def __str__(self) -> str:
        return "\n".join(map(str, self.clauses))


class Theory:
    """The rules of a game as clauses. Whatever cannot be meant is refused with the place and the reason.

    >>> theory = Theory.from_text('''
    ...     :- dynamic owns(player, square), blank(square).
    ...     player(x). player(o). square(a). square(b). next(a, b).
    ...     threat(S) :- owns(x, T), next(T, S), blank(S).
    ...     :- blank(S), owns(P, S).
    ... ''')
    >>> sorted(theory.dynamic), theory.is_static(("next", 2)), theory.is_static(("threat", 1))
    ([('blank', 1), ('owns', 2)], True, False)
    """

    def __init__(
        self, clauses: Iterable[Clause], dynamic: Iterable[Declaration], constraints: Iterable[Clause] = ()
    ) -> None:
        self.clauses = tuple(clauses)
        self.constraints = tuple(constraints)
        self.declarations = {(one.predicate, one.arity): one for one in dynamic}
        self.rules: dict[Key, list[Clause]] = {}
        self.facts: dict[Key, dict[tuple[Constant, ...], None]] = {}
        for clause in self.clauses:
            self._add(clause)
        self._check()

    @classmethod
    def from_text(cls, text: str, name: str = "<text>") -> Theory:
        """The theory that a text in Prolog notation states."""
        source = read_source(text, name)
        return cls(source.clauses, source.dynamic, source.constraints)

    @classmethod
    def from_file(cls, path: str | Path) -> Theory:
        """The theory in a file."""
        try:
            return cls.from_text(Path(path).read_text(encoding="utf-8"), Path(path).name)
        except (OSError, UnicodeDecodeError) as error:
            raise LogicError(f"{path} cannot be read: {error}") from None

    def _add(self, clause: Clause) -> None:
        key = clause.head.key
        if clause.body or key in self.rules:
            self.rules.setdefault(key, []).append(clause)
            if key in self.facts:  # facts among rules are rules without conditions
                given = self.facts.pop(key)
                self.rules[key][:0] = [Clause(Literal(key[0], values)) for values in given]
            return
        values = tuple(arg for arg in clause.head.args if isinstance(arg, (str, int)))
        if len(values) < len(clause.head.args):
            unbound = next(arg for arg in clause.head.args if not isinstance(arg, (str, int)))
            raise LogicError(f"the fact {clause.head} leaves {unbound} unbound", place=clause.place)
        self.facts.setdefault(key, {})[values] = None

    def _check(self) -> None:
        for key, declared in self.declarations.items():
            if key in self.rules or key in self.facts:
                raise LogicError(f"{key[0]}/{key[1]} is dynamic and cannot have clauses", place=declared.place)
            for domain in declared.domains:
                if (domain, 1) not in self.facts:
                    raise LogicError(f"there are no facts {domain}/1 to draw values from", place=declared.place)
        for clause in (*self.clauses, *self.constraints):
            self._check_known(clause)
        for clause in self.constraints:
            for goal in clause.body:
                if not isinstance(goal, Literal) or goal.negated or goal.key not in self.declarations:
                    raise LogicError("constraints are made of dynamic literals alone", place=clause.place)
        for clause in self.clauses:
            check_safety(clause)
        check_recursion(self.clauses)

    def _check_known(self, clause: Clause) -> None:
        for literal in literals_in(clause.body):
            key = literal.key
            if literal.is_comparison or key in self.rules or key in self.facts or key in self.declarations:
                continue
            known = {name for name, _ in (*self.rules, *self.facts, *self.declarations)}
            if key[0] in known:
                numbers = sorted(n for name, n in (*self.rules, *self.facts, *self.declarations) if name == key[0])
                hint = f"{key[0]} takes {' or '.join(map(str, numbers))} arguments, not {key[1]}"
            else:
                near = get_close_matches(key[0], known, 1)
                hint = f"no clause defines {key[0]}/{key[1]}" + (f"; did you mean {near[0]}?" if near else "")
            raise LogicError(hint, place=literal.place or clause.place)

    # -- questions ----------------------------------------------------------------------------------------------

    @property
    def dynamic(self) -> tuple[Key, ...]:
        """The predicates that positions define."""
        return tuple(self.declarations)

    @cached_property
    def _moving(self) -> set[Key]:
        """The predicates that depend on the position."""
        moving = set(self.declarations)
        grew = True
        while grew:
            before = len(moving)
            for key, clauses in self.rules.items():
                if key not in moving and any(
                    literal.key in moving for clause in clauses for literal in literals_in(clause.body)
                ):
                    moving.add(key)
            grew = len(moving) > before
        return moving

    def is_static(self, key: Key) -> bool:
        """True if the predicate has the same solutions in every position."""
        return key not in self._moving

    @cached_property
    def constants(self) -> tuple[Constant, ...]:
        """All constants of its facts, in order of appearance."""
        return tuple(dict.fromkeys(value for facts in self.facts.values() for row in facts for value in row))

    def domain(self, key: Key, place: int) -> tuple[Constant, ...]:
        """The values that an argument of a dynamic predicate may have."""
        declared = self.declarations[key]
        if not declared.domains:
            return self.constants
        return tuple(row[0] for row in self.facts[declared.domains[place], 1])

    def features(self, text: str, name: str = "<features>") -> tuple[Feature, ...]:
        """The features that a text defines; each predicate in it is one, and may lean on those of the theory."""
        return self.features_of(read_clauses(text, name))

    def features_of(self, clauses: Sequence[Clause]) -> tuple[Feature, ...]:
        """Clauses as features, checked against the theory."""
        grouped: dict[Key, list[Clause]] = {}
        for clause in clauses:
            key = clause.head.key
            if key in self.rules or key in self.facts or key in self.declarations:
                raise LogicError(f"{key[0]}/{key[1]} belongs to the theory already", place=clause.place)
            grouped.setdefault(key, []).append(clause)
        known = {**self.declarations, **self.rules, **self.facts, **grouped}
        for clause in clauses:
            for literal in literals_in(clause.body):
                if not literal.is_comparison and literal.key not in known:
                    self._check_known(clause)
            check_safety(clause)
        check_recursion(clauses)
        return tuple(Feature(key[0], tuple(group)) for key, group in grouped.items())

    def __str__(self) -> str:
        return write_theory(self)


def literals_in(goals: Iterable[Goal]) -> Iterable[Literal]:
    """All literals of a body; those that are counted, too."""
    for goal in goals:
        if isinstance(goal, Count):
            yield from literals_in(goal.goals)
        else:
            yield goal


def write_theory(theory: Theory, width: int = 118) -> str:
    """A theory as text that reads back as the same theory."""
    lines = []
    for one in theory.declarations.values():
        name = write_atom(one.predicate)
        shape = f"{name}({', '.join(map(write_atom, one.domains))})" if one.domains else f"{name}/{one.arity}"
        lines.append(f":- dynamic {shape}.")
    lines += [f":- {', '.join(map(str, clause.body))}." for clause in theory.constraints]
    for clauses in theory.rules.values():
        lines += ["", *map(str, clauses)]
    for (name, _), rows in theory.facts.items():
        lines.append("")
        line = ""
        for row in rows:
            fact = f"{Literal(name, row)}."
            if line and len(line) + len(fact) + 1 > width:
                lines.append(line)
                line = ""
            line = f"{line} {fact}" if line else fact
        lines.append(line)
    return "\n".join(lines) + "\n"
