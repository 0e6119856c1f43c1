"""Expressions of rule programs as clauses: conditions become goals, sets predicates of their members, tables facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir import visit

from ._changes import IN_WORDS, Inexpressible, Within
from ._safety import unbound_in
from ._symbolic import Emission, SymbolicRun
from ._terms import Clause, Count, Expression, Goal, Literal, Operation, Term, Var, goal_variables

_LARGEST_TABLE = 200_000
_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "div": "//", "mod": "mod", "min": "min", "max": "max"}
_COMPARISONS = {"eq": "=:=", "ne": "=\\=", "lt": "<", "le": "=<"}
_OPPOSITES = {"=:=": "=\\=", "=\\=": "=:=", "<": ">=", "=<": ">"}

_NEVER = Literal("=:=", (0, 1))
"""A goal that fails."""

Goals = tuple[Goal, ...]
Ways = list[Goals]
"""Alternatives: a condition holds if all goals of one of them do."""


class Named(NamedTuple):
    """How the fields of the state appear as predicates."""

    sets: Callable[[str, tuple[int, ...], Term], Goals | None]
    """A goal that says that a site lies in a set of the state; None where clauses must not ask for it."""
    number: Callable[[str, tuple[Term, ...], Var], Goals | None]
    """A goal that binds the value of a field."""
    blank: n.Expr
    """The set of empty sites, as lowering writes it."""


class Translator:
    """Collects the clauses and facts that expressions need."""

    def __init__(self, program: n.Program, run: SymbolicRun, named: Named) -> None:
        self._program, self._symbolic, self._named = program, run, named
        self.clauses: list[Clause] = []
        self.facts: dict[str, list[tuple[int, ...]]] = {}
        self._known: dict[tuple[str, object], str] = {}
        self._tables: dict[int, str] = {}
        self._names: set[str] = set()
        self._fresh = 0
        self._left = 0
        self.largest = max(program.universes.values())
        """The largest number that clauses may have to go through."""

    @contextmanager
    def attempt(self, steps: int) -> Iterator[None]:
        """Translates as a whole or not at all: what was added is gone again if something is inexpressible."""
        clauses, known = len(self.clauses), dict(self._known)
        self._left = steps
        try:
            yield
        except Inexpressible:
            del self.clauses[clauses:]
            self._known = known
            raise

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Translates anew what has a predicate already: the fields have another meaning meanwhile."""
        known = self._known
        self._known = {key: name for key, name in known.items() if key[0] == "region"}
        yield
        self._known = known

    def _spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Inexpressible("it takes too many clauses to say")

    # -- clauses ------------------------------------------------------------------------------------------------

    def add(self, head: Literal, ways: Ways) -> None:
        """Adds a clause for each alternative; variables that nothing binds are guarded by `number`."""
        for goals in ways:
            if _NEVER in goals:
                continue
            clause = Clause(head, goals)
            missing = list(unbound_in(clause))
            guards = tuple(Literal("number", (var,)) for var in dict.fromkeys(missing))
            self.clauses.append(Clause(head, (*guards, *goals)))

    def name(self, wanted: str) -> str:
        """A name for a predicate that no other has."""
        base = re.sub(r"\W+", "_", wanted).strip("_").lower() or "p"
        base = base if base[0].isalpha() else f"p_{base}"
        name, number = base, 1
        while name in self._names:
            number += 1
            name = f"{base}_{number}"
        self._names.add(name)
        return name

    def fresh(self, hint: str = "V") -> Var:
        """A variable of its own."""
        self._fresh += 1
        return Var(f"{hint}{self._fresh}")

    def variable(self, local: n.Local) -> Var:
        """The variable of a site that a loop goes through."""
        name = re.sub(r"\W+", "_", local.name)
        return Var(name[:1].upper() + name[1:])

    def _auxiliary(self, hint: str, x: n.Expr, member: Term | None, ways: Callable[[Term | None], Ways]) -> Literal:
        """A goal for a predicate of its own that holds where `x` does (or has a member); each `x` gets one."""
        outer = tuple(self.variable(n.Local(name, n.INT)) for name in sorted(visit.locals_of(x)))
        key = (hint.split(" ")[0] if member is None else f"in {hint}", x)
        name = self._known.get(key)
        extra: tuple[Term, ...] = ()
        if name is None:
            name = self._known[key] = self.name(hint)
            formal = Var("Member") if member is not None else None
            head = Literal(name, (*outer, *((formal,) if formal is not None else ())))
            before = len(self.clauses)
            self.add(head, ways(formal))
            if not any(clause.head.predicate == name for clause in self.clauses[before:]):
                name = self._known[key] = ""
        if not name:
            return _NEVER
        if member is not None:
            extra = (member,)
        return Literal(name, (*outer, *extra))

    # -- emissions ----------------------------------------------------------------------------------------------

    def path(self, emission: Emission) -> Goals:
        """The goals that hold where a move is emitted."""
        goals: list[Goal] = []
        for step in emission.path:
            if isinstance(step, Within):
                goals += self.inside(step.set, self.variable(step.var))
            else:
                goals += self.condition(step)
        return tuple(goals)

    def condition(self, x: n.Expr) -> Goals:
        """A condition as goals without alternatives."""
        ways: Ways = []
        if ("holds", x) not in self._known:
            ways = self.holds(x)
            if len(ways) < 2:
                return ways[0] if ways else (_NEVER,)
        return (self._auxiliary("holds", x, None, lambda _: ways),)

    def inside(self, x: n.Expr, member: Term) -> Goals:
        """Membership in a set as goals without alternatives."""
        if ("in among", x) not in self._known:
            ways = self.members(x, member)
            if len(ways) < 2:
                return ways[0] if ways else (_NEVER,)
        return (self._auxiliary("among", x, member, lambda formal: self.members(x, _given(formal))),)

    # -- conditions ---------------------------------------------------------------------------------------------

    def holds(self, x: n.Expr) -> Ways:
        """The alternatives under which a condition holds."""
        self._spend()
        match x:
            case n.Const(value):
                return [()] if value else []
            case n.Op("and", (a, b)):
                return [(*self.condition(a), *self.condition(b))]
            case n.Op("or", (a, b)):
                return [*self.holds(a), *self.holds(b)]
            case n.Op("not", (a,)):
                return self.fails(a)
            case n.Op("select", (cond, a, b)):
                return self._either(cond, self.holds(a), self.holds(b))
            case n.Op("le", (n.Const(least), sum_)) if (rows := _runs(sum_)) is not None:
                return self._row(least, *rows)
            case n.Op("eq", (n.Const(wanted), sum_) | (sum_, n.Const(wanted))) if (rows := _runs(sum_)) is not None:
                return self._row(wanted, *rows, ends=True)
            case n.Op(op, (a, b)) if op in _COMPARISONS:
                return self._compared(_COMPARISONS[op], a, b)
            case n.Op("has", (members, site)):
                return [
                    (*goals, *more)
                    for goals, term in self.values(site)
                    for more in self.members(members, self._term(term))
                ]
            case n.Op("is_empty", (members,)):
                return [(self._negated(self._some(members)),)]
            case n.Op("same", (a, b)):
                return self.holds(o.both(o.is_empty(o.minus(a, b)), o.is_empty(o.minus(b, a))))
            case n.Exists(var, members, cond):
                at = self.variable(var)
                return [(*self.inside(members, at), *self.condition(cond))]
            case n.Call(function, args):
                return [self._called(function, args)]
            case _:
                raise Inexpressible(f"no clauses for the condition {_what(x)}")

    def fails(self, x: n.Expr) -> Ways:
        """The alternatives under which a condition does not hold."""
        match x:
            case n.Const(value):
                return [] if value else [()]
            case n.Op("and", (a, b)):
                return [*self.fails(a), *self.fails(b)]
            case n.Op("or", (a, b)):
                ways = [(*one, *other) for one in self.fails(a) for other in self.fails(b)]
                return ways if len(ways) < 2 else [(self._auxiliary("fails", x, None, lambda _: ways),)]
            case n.Op("not", (a,)):
                return self.holds(a)
            case n.Op(op, (a, b)) if op in _COMPARISONS and _runs(b) is None:
                return self._compared(_OPPOSITES[_COMPARISONS[op]], a, b)
            case n.Op("is_empty", (members,)):
                return [self._some(members)]
            case _:
                goal = self.condition(x)
                if len(goal) != 1 or not isinstance(goal[0], Literal) or goal[0].negated:
                    goal = (self._auxiliary("holds", x, None, lambda _: self.holds(x)),)
                return [(self._negated(goal),)]

    def _negated(self, goals: Goals) -> Literal:
        """The denial of goals; variables that only they have are bound inside a predicate of their own."""
        (goal,) = goals
        assert isinstance(goal, Literal)
        return Literal(goal.predicate, goal.args, True)

    def _some(self, members: n.Expr) -> Goals:
        """A goal that says that a set is not empty."""
        member = self.fresh("Any")
        ways = self.members(members, member)
        return (self._auxiliary("some", members, None, lambda _: ways),)

    def _either(self, cond: n.Expr, first: Ways, second: Ways) -> Ways:
        found = [(*self.condition(cond), *goals) for goals in first] if first else []
        if second:
            found += [(*self.condition(o.negate(cond)), *goals) for goals in second]
        return found

    def _compared(self, operator: str, a: n.Expr, b: n.Expr) -> Ways:
        return [
            (*first, *second, Literal(operator, (left, right)))
            for first, left in self.values(a)
            for second, right in self.values(b)
        ]

    def _called(self, function: str, args: Sequence[n.Expr]) -> Goals:
        """A function that tells whether something holds, as a predicate of its arguments."""
        goals: list[Goal] = []
        terms: list[Term] = []
        for arg in args:
            ways = self.values(arg)
            if len(ways) != 1:
                raise Inexpressible("an argument has several forms")
            goals += ways[0][0]
            terms.append(self._term(ways[0][1]))
        key = ("function", function)
        name = self._known.get(key)
        if name is None:
            name = self._known[key] = self.name(function)
            if function in self._symbolic.emitted:
                for emission in self._symbolic.emitted[function]:
                    self.add(Literal(name, ()), [self.path(emission)])
            else:
                params = tuple(self.variable(param) for param in self._program.functions[function].params)
                self.add(Literal(name, params), self.holds(self._symbolic.value_of(function)))
        return (*goals, Literal(name, tuple(terms)))

    # -- sets ---------------------------------------------------------------------------------------------------

    def members(self, x: n.Expr, at: Term) -> Ways:
        """The alternatives under which a site lies in a set; they bind the site where it is not known."""
        self._spend()
        if x == self._named.blank:
            return [(Literal("blank", (at,)),)]
        match x:
            case n.Const(mask):
                return [(self._region(mask, at),)] if mask else []
            case n.Load(field, indices):
                constants = tuple(index.value for index in indices if isinstance(index, n.Const))
                goals = self._named.sets(field, constants, at) if len(constants) == len(indices) else None
                if goals is None:
                    raise Inexpressible(f"clauses do not see the set {field}")
                return [goals]
            case n.Op("union", (a, b)):
                return [*self.members(a, at), *self.members(b, at)]
            case n.Op("intersect", (a, b)):
                return [(*self.inside(a, at), *self.inside(b, at))]
            case n.Op("minus", (a, b)):
                return [(*self.inside(a, at), *one) for one in self._outside(b, at)]
            case n.Op("complement", (a,)):
                return [(Literal("site", (at,)), *one) for one in self._outside(a, at)]
            case n.Op("single", (site,)):
                return [(*goals, _same(at, term)) for goals, term in self.values(site)]
            case n.Op("select", (cond, a, b)):
                return self._either(cond, self.members(a, at), self.members(b, at))
            case n.Lookup(table, indices):
                return self._looked_up(table, indices, at)
            case n.Filter(var, members, cond):
                inner = visit.substitute(cond, {var.name: n.Local(_local_name(at), n.INT)})
                return [(*self.inside(members, at), *self.condition(inner))]
            case n.Spread(neighbours, members):
                origin = self.fresh("From")
                goals = self.inside(members, origin)
                return [(*goals, Literal(self._table(neighbours), (origin, at)))]
            case n.Shift(steps, members):
                origin = self.fresh("From")
                goals = self.inside(members, origin)
                return [(*goals, Literal(self._table(steps), (origin, at)), Literal(">=", (at, 0)))]
            case n.Caught(rays, site, through, ends):
                return self._caught(rays, site, through, ends, at)
            case n.Call(function, args) if not args:
                value = self._symbolic.value_of(function)
                return [(self._auxiliary(function, value, at, lambda formal: self.members(value, _given(formal))),)]
            case _:
                raise Inexpressible(f"no clauses for the set {_what(x)}")

    def _outside(self, x: n.Expr, at: Term) -> Ways:
        """The alternatives under which a site that is known does not lie in a set."""
        if isinstance(x, n.Op) and x.op == "union":
            return [(*one, *other) for one in self._outside(x.args[0], at) for other in self._outside(x.args[1], at)]
        ways = self.members(x, at)
        if not ways:
            return [()]
        if len(ways) == 1 and len(ways[0]) == 1 and isinstance(ways[0][0], Literal) and not ways[0][0].negated:
            goal = ways[0][0]
            if not goal.is_comparison and set(goal_variables(goal)) <= {at, *self._outer(x)}:
                return [(Literal(goal.predicate, goal.args, True),)]
            if goal.predicate == "=":
                return [(Literal("\\=", goal.args),)]
        goal = self._auxiliary("among", x, at, lambda formal: self.members(x, _given(formal)))
        return [(Literal(goal.predicate, goal.args, True),)]

    def _outer(self, x: n.Expr) -> set[Var]:
        return {self.variable(n.Local(name, n.INT)) for name in visit.locals_of(x)}

    def _looked_up(self, table: n.Table, indices: tuple[n.Expr, ...], at: Term) -> Ways:
        found: Ways = []
        for goals, terms in self.combined(indices):
            found.append((*goals, Literal(self._table(table), (*terms, at))))
        return found

    def combined(self, indices: Sequence[n.Expr]) -> list[tuple[Goals, tuple[Term, ...]]]:
        """The alternatives of several numbers at once."""
        found: list[tuple[Goals, tuple[Term, ...]]] = [((), ())]
        for index in indices:
            found = [
                (*self._joined(goals, more, value, terms),)
                for goals, terms in found
                for more, value in self.values(index)
            ]
        return found

    def _joined(
        self, goals: Goals, more: Goals, value: Expression, terms: tuple[Term, ...]
    ) -> tuple[Goals, tuple[Term, ...]]:
        if isinstance(value, Operation):
            at = self.fresh()
            return (*goals, *more, Literal("is", (at, value))), (*terms, at)
        return (*goals, *more), (*terms, value)

    def _caught(self, rays: n.Table, site: n.Expr, through: n.Expr, ends: n.Expr, at: Term) -> Ways:
        """Sites along a ray, all in one set, before one of another."""
        ray = self._ray(rays)
        key = ("caught", (id(rays), through, ends))
        name = self._known.get(key)
        outer = tuple(sorted(self._outer(through) | self._outer(ends)))
        if name is None:
            name = self._known[key] = self.name(f"caught_{ray.removeprefix('ray_')}")
            start, place, here, onward = Var("Start"), Var("Place"), Var("Here"), Var("Onward")
            step = Literal("is", (onward, Operation("+", place, 1)))
            along = self.name(f"closed_{ray.removeprefix('ray_')}")
            before = self.name(f"run_{ray.removeprefix('ray_')}")
            inside = self.inside(through, here)
            end = self.inside(ends, here)
            at_place = Literal(ray, (start, place, here))
            self.add(Literal(along, (*outer, start, place)), [(at_place, *end)])
            closed = Literal(along, (*outer, start, onward))
            self.add(Literal(along, (*outer, start, place)), [(at_place, *inside, step, closed)])
            self.add(Literal(before, (*outer, start, place, here)), [(at_place, Literal("=:=", (place, 1)), *inside)])
            back = Literal("is", (onward, Operation("-", place, 1)))
            earlier = Literal(before, (*outer, start, onward, Var("Other")))
            more = (at_place, Literal(">", (place, 1)), *inside, back, earlier)
            self.add(Literal(before, (*outer, start, place, here)), [more])
            self.add(
                Literal(name, (*outer, start, here)),
                [(Literal(before, (*outer, start, place, here)), step, closed)],
            )
        return [(*goals, Literal(name, (*outer, self._term(term), at))) for goals, term in self.values(site)]

    # -- numbers ------------------------------------------------------------------------------------------------

    def values(self, x: n.Expr) -> list[tuple[Goals, Expression]]:
        """The alternatives of a number: goals, and its value where they hold."""
        match x:
            case n.Const(value):
                return [((), value)]
            case n.Local():
                return [((), self.variable(x))]
            case n.Load(field, indices):
                found: list[tuple[Goals, Expression]] = []
                for goals, terms in self.combined(indices):
                    read = self.fresh()
                    goal = self._named.number(field, terms, read)
                    if goal is None:
                        raise Inexpressible(f"clauses do not see the number {field}")
                    found.append(((*goals, *goal), read))
                return found
            case n.Lookup(table, indices):
                entry = self.fresh()
                return [
                    ((*goals, Literal(self._table(table), (*terms, entry))), entry)
                    for goals, terms in self.combined(indices)
                ]
            case n.Op("select"):
                chosen = self.fresh()
                choice = self._auxiliary("number", x, chosen, lambda formal: self._selected(x, _given(formal)))
                return [((choice,), chosen)]
            case n.Op("to_int", (cond,)):
                yes: list[tuple[Goals, Expression]] = [(goals, 1) for goals in self.holds(cond)]
                return [*yes, *((goals, 0) for goals in self.fails(cond))]
            case n.Op("size", (members,)):
                counted, total = self.fresh("Site"), self.fresh("Number")
                goals = self.inside(members, counted)
                return [((Count((counted,), goals, total),), total)]
            case n.Op(op, (a, b)) if op in _ARITHMETIC:
                return [
                    ((*first, *second), Operation(_ARITHMETIC[op], left, right))
                    for first, left in self.values(a)
                    for second, right in self.values(b)
                ]
            case n.Run(rays, site, members):
                return self._run_length(rays, site, members)
            case _:
                raise Inexpressible(f"no clauses for the number {_what(x)}")

    def _selected(self, x: n.Op, value: Term) -> Ways:
        """The alternatives under which a number that depends on a condition has a value."""
        cond, a, b = x.args
        first = [(*self.condition(cond), *goals, _same(value, term)) for goals, term in self.values(a)]
        no = self.condition(o.negate(cond))
        return [*first, *((*no, *goals, _same(value, term)) for goals, term in self.values(b))]

    def _term(self, value: Expression) -> Term:
        if isinstance(value, Operation):
            raise Inexpressible("a place is computed")
        return value

    def _run_length(self, rays: n.Table, site: n.Expr, members: n.Expr) -> list[tuple[Goals, Expression]]:
        """How far a ray stays within a set: the place before the first that does not."""
        ray = self._ray(rays)
        outer = tuple(sorted(self._outer(members)))
        key = ("run", (id(rays), members))
        name = self._known.get(key)
        if name is None:
            name = self._known[key] = self.name(f"length_{ray.removeprefix('ray_')}")
            along = self.name(f"along_{ray.removeprefix('ray_')}")
            start, place, onward, length = Var("Start"), Var("Place"), Var("Onward"), Var("Length")
            stay = self._stays(rays, members, start, place)
            step = Literal("is", (onward, Operation("+", place, 1)))
            head = Literal(along, (*outer, start, place, length))
            self.add(head, [(stay, step, Literal(along, (*outer, start, onward, length)))])
            stop = Literal("is", (length, Operation("-", place, 1)))
            self.add(head, [(Literal(stay.predicate, stay.args, True), stop)])
            self.add(Literal(name, (*outer, start, length)), [(Literal(along, (*outer, start, 1, length)),)])
        length = self.fresh("Length")
        return [
            ((*goals, Literal(name, (*outer, self._term(term), length))), length) for goals, term in self.values(site)
        ]

    def _stays(self, rays: n.Table, members: n.Expr, start: Term, place: Term) -> Literal:
        """A goal that says that a ray has a site of a set at a place."""
        ray = self._ray(rays)
        outer = tuple(sorted(self._outer(members)))
        key = ("stays", (id(rays), members))
        name = self._known.get(key)
        if name is None:
            name = self._known[key] = self.name(f"stays_{ray.removeprefix('ray_')}")
            first, at, here = Var("Start"), Var("Place"), Var("Here")
            goals = (Literal(ray, (first, at, here)), *self.inside(members, here))
            self.add(Literal(name, (*outer, first, at)), [goals])
        return Literal(name, (*outer, start, place))

    def _row(self, wanted: int, extra: int, ahead: n.Run, back: n.Run, *, ends: bool = False) -> Ways:
        """So many in a row through a site: some steps ahead, the others back, all within the set.

        There may be more, unless the row `ends` on both sides.
        """
        found: Ways = []
        wanted -= extra
        for goals, term in self.values(ahead.site):
            start = self._term(term)
            for forward in range(wanted + 1):
                steps: list[Goal] = []
                for run, length in ((ahead, forward), (back, wanted - forward)):
                    for place in range(1, length + 1):
                        at = self.fresh("Site")
                        steps.append(Literal(self._ray(run.rays), (start, place, at)))
                        steps += self.inside(run.set, at)
                    if ends:
                        beyond = self._stays(run.rays, run.set, start, length + 1)
                        steps.append(Literal(beyond.predicate, beyond.args, True))
                found.append((*goals, *steps))
        return found

    # -- tables -------------------------------------------------------------------------------------------------

    def _ray(self, rays: n.Table) -> str:
        """Facts: the site at each place of the ray from each site."""
        known = self._tables.get(id(rays))
        if known is None:
            known = self._tables[id(rays)] = self.name(rays.name)
            sites, length = rays.shape
            self.facts[known] = [
                (site, place + 1, rays.values[site * length + place])
                for site in range(sites)
                for place in range(length)
                if rays.values[site * length + place] >= 0
            ]
        return known

    def _table(self, table: n.Table) -> str:
        """Facts: the entries of a table by their indices, or the members of each entry."""
        known = self._tables.get(id(table))
        if known is not None:
            return known
        if len(table.values) > _LARGEST_TABLE:
            raise Inexpressible(f"the table {table.name} is too large for facts")
        known = self._tables[id(table)] = self.name(table.name)
        rows: list[tuple[int, ...]] = []
        for at, value in enumerate(table.values):
            index: list[int] = []
            for size in reversed(table.shape):
                at, rest = divmod(at, size)
                index.insert(0, rest)
            values: Iterable[int] = o.bits(value) if table.type.kind == "set" else (value,)
            rows += [(*index, one) for one in values]
        self.facts[known] = rows
        self.largest = max([self.largest, *(max(row) for row in rows)])
        return known

    def _region(self, mask: int, at: Term) -> Literal:
        """A constant set of sites as facts of its own."""
        if mask == (1 << max(self._program.universes.values())) - 1:
            return Literal("site", (at,))
        name = self._known.get(("region", mask))
        if name is None:
            name = self._known["region", mask] = self.name("region")
            self.facts[name] = [(site,) for site in o.bits(mask)]
        return Literal(name, (at,))


def _given(formal: Term | None) -> Term:
    assert formal is not None
    return formal


def _local_name(at: Term) -> str:
    """The name of a local that translates into this variable."""
    if not isinstance(at, Var):
        raise Inexpressible("a constant site in a described set")
    return str(at)


def _same(at: Term, term: Expression) -> Literal:
    return Literal("is", (at, term)) if isinstance(term, Operation) else Literal("=", (at, term))


def _runs(x: n.Expr) -> tuple[int, n.Run, n.Run] | None:
    """The parts of `1 + run + run` along one line; None if it is something else."""
    match x:
        case n.Op("add", (n.Op("add", (n.Const(extra), n.Run() as ahead)), n.Run() as back)):
            return (extra, ahead, back) if ahead.site == back.site and ahead.set == back.set else None
        case _:
            return None


def _what(x: n.Expr) -> str:
    name = x.op if isinstance(x, n.Op) else type(x).__name__.lower()
    return IN_WORDS.get(name, name)
