"""Turns conditions on the sites of a loop into operations on sets, so that the loop meets only sites that count.

`for t in S: if t in X: ...` becomes `for t in S & X: ...`, and so do conditions on the site a step away (the set is
shifted back), on a site's neighbours (the set is spread back) and on constant tables. Conditions that have nothing to
do with the site move in front of the loop. Filters, questions whether a site exists and sums are treated alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.ranges import Facts, LocalRanges, conjuncts
from petteia.ir.survey import map_having, walk
from petteia.ir.visit import (
    assigned_locals,
    locals_of,
    map_block,
    map_expr,
    substitute,
    walk_expr,
    with_body,
)

from ..analyses.columns import Columns
from ..analyses.names import with_unique_locals


def vectorise_loops(program: n.Program) -> n.Program:
    """The program with loops over sites narrowed to the sites they are about."""
    shared: _Shared = (_Tables(program), EffectAnalysis(program), {})

    def vectorised(function: n.Function) -> n.Function:
        return _Vectorising(program, with_unique_locals(function), shared).run()

    return map_having(program, [n.For, n.Filter, n.Exists, n.Total], vectorised)


class _Tables:
    """The tables of a program; new ones are shared with those that are there."""

    def __init__(self, program: n.Program) -> None:
        self._known: dict[tuple[n.Type, tuple[int, ...]], n.Table] = {}
        for node in walk(program):
            match node:
                case n.Lookup(table) | n.Shift(table) | n.Spread(table) | n.Flood(_, _, table):
                    if len(table.shape) == 1:
                        self._known.setdefault((table.type, table.values), table)

    def get(self, name: str, type_: n.Type, values: tuple[int, ...]) -> n.Table:
        """A table with one index."""
        return self._known.setdefault((type_, values), n.Table(name, type_, (len(values),), values))


_Shared = tuple[_Tables, EffectAnalysis, dict[int, Columns]]
"""Analyses that the functions of a program share; columns by the size of a universe."""


@dataclass(frozen=True)
class _Sites:
    """A set that a variable runs over, while conditions narrow it."""

    var: n.Local
    members: n.Expr

    @property
    def universe(self) -> str:
        return self.members.type.universe

    def domain(self, everything: int) -> int:
        """A constant set that the members are surely in."""
        return _within(self.members, everything)

    @property
    def few(self) -> bool:
        """True if so few sites are meant that to work on whole sets would be more work."""
        return o.is_small(self.members)


def _within(members: n.Expr, everything: int) -> int:
    match members:
        case n.Const(value):
            return value
        case n.Op("intersect", (a, b)):
            return _within(a, everything) & _within(b, everything)
        case n.Op("minus", (a, n.Const(value))):
            return _within(a, everything) & ~value
        case n.Op("minus", (a, _)) | n.Filter(_, a):
            return _within(a, everything)
        case _:
            return everything


class _Vectorising:
    """Rewrites one function."""

    def __init__(self, program: n.Program, function: n.Function, shared: _Shared) -> None:
        self.program = program
        self.function = function
        self.tables, self.effects, self.columns = shared
        self.bounds = LocalRanges(program, function)

    def run(self) -> n.Function:
        body = map_block(self.function.body, lambda x: map_expr(x, self.expression), self.statement)
        return self.function if body == self.function.body else with_body(self.function, body)

    def everything(self, universe: str) -> int:
        return (1 << self.program.universes[universe]) - 1

    # -- expressions --------------------------------------------------------------------------------------------

    def expression(self, x: n.Expr) -> n.Expr:
        match x:
            case n.Filter(var, members, cond):
                narrowed, rest = self.narrow_all(_Sites(var, members), conjuncts(cond))
                return o.filter_set(var, narrowed, o.both(*rest))
            case n.Exists(var, members, cond):
                narrowed, rest = self.narrow_all(_Sites(var, members), conjuncts(cond))
                return o.exists(var, narrowed, o.both(*rest))
            case n.Total(var, members, n.Op("to_int", (cond,))):
                narrowed, rest = self.narrow_all(_Sites(var, members), conjuncts(cond))
                return o.total(var, narrowed, o.to_int(o.both(*rest)))
            case n.Total(var, members, n.Op("select", (cond, value, n.Const(0)))):
                narrowed, rest = self.narrow_all(_Sites(var, members), conjuncts(cond))
                return o.total(var, narrowed, o.select(o.both(*rest), value, o.number(0)))
            case n.Op("is_empty", (n.Filter(var, members, cond),)):
                return o.negate(o.exists(var, members, cond))
            case n.Op("size", (n.Filter(var, members, cond),)):
                return o.total(var, members, o.to_int(cond))
            case _:
                return x

    def narrow_all(self, sites: _Sites, conditions: list[n.Expr]) -> tuple[n.Expr, list[n.Expr]]:
        """The sites narrowed by the conditions that can be said of sets, and the other conditions."""
        rest = []
        for cond in conditions:
            narrowed = self.narrow(sites, cond, {})
            if narrowed is None:
                rest.append(cond)
            else:
                sites = narrowed
        return sites.members, rest

    # -- statements ---------------------------------------------------------------------------------------------

    def statement(self, s: n.Stmt) -> Iterator[n.Stmt]:
        if not isinstance(s, n.For):
            yield s
            return
        hoisted, loop = self.narrow_loop(s)
        statement: n.Stmt = self.as_one_operation(loop) or loop
        yield n.If(o.both(*hoisted), (statement,)) if hoisted else statement

    def narrow_loop(self, loop: n.For) -> tuple[list[n.Expr], n.For]:
        """Conditions to test before a loop, and the loop over fewer sites."""
        hoisted: list[n.Expr] = []
        facts: Facts = {}
        while (parts := _split(loop.body)) is not None:
            lets, conditions, then = parts
            definitions = _definitions(lets)
            sites, rest = _Sites(loop.var, loop.set), []
            for cond in conditions:
                meaning = substitute(cond, definitions)
                narrowed = None
                if self.is_stable(meaning, loop):
                    if loop.var.name not in locals_of(meaning) and self.bounds.is_safe(meaning, facts):
                        hoisted.append(meaning)
                        facts = self.bounds.given(meaning, facts)
                        continue
                    narrowed = self.narrow(sites, meaning, facts)
                if narrowed is None:
                    rest.append(cond)
                else:
                    sites = narrowed
            body = (*lets, n.If(o.both(*rest), then)) if rest else (*lets, *then)
            loop = n.For(loop.var, sites.members, body)
            if rest:
                break
        return hoisted, loop

    def as_one_operation(self, loop: n.For) -> n.Stmt | None:
        """A loop that does the same for every site, or puts each into a set, as one statement."""
        match loop.body:
            case (n.Return(value),) if value is None or loop.var.name not in locals_of(value):
                return n.If(o.negate(o.is_empty(loop.set)), loop.body)
            case (n.Include(field, indices, site) | n.Exclude(field, indices, site),) if site == loop.var:
                declared = self.program.fields[field].type
                if declared == loop.set.type and not any(loop.var.name in locals_of(index) for index in indices):
                    change = o.union if isinstance(loop.body[0], n.Include) else o.minus
                    return n.Store(field, indices, change(n.Load(field, indices, declared), loop.set))
        return None

    def is_stable(self, x: n.Expr, loop: n.For) -> bool:
        """True if an expression depends on nothing that the body of a loop changes, but for the loop's variable."""
        done, read = self.effects.of_block(loop.body), self.effects.of_expr(x)
        return not (done.writes & read.reads or read.counts or locals_of(x) & assigned_locals(loop.body))

    # -- conditions as sets -------------------------------------------------------------------------------------

    def narrow(self, sites: _Sites, cond: n.Expr, facts: Facts) -> _Sites | None:
        """The sites for which a condition holds, if that can be said with operations on sets."""
        members = self.where(sites, cond, facts)
        if members is not None:
            return replace(sites, members=o.intersect(sites.members, members))
        members = self.where(sites, o.negate(cond), facts)
        if members is not None:
            return replace(sites, members=o.minus(sites.members, members))
        return None

    def where(self, sites: _Sites, cond: n.Expr, facts: Facts) -> n.Expr | None:
        """A set that has, of the sites in question, just those for which a condition holds."""
        match cond:
            case n.Op("has", (members, site)):
                return self.where_in(sites, members, site, facts)
            case n.Op("eq", (a, b)) if a == sites.var or b == sites.var:
                other = b if a == sites.var else a
                if self.is_apart(other, sites, facts):
                    return o.single(sites.universe, other)
            case n.Op("not", (n.Op("is_empty", (n.Op("intersect", (a, b)),)),)):
                return self.where_meeting(sites, a, b, facts) or self.where_meeting(sites, b, a, facts)
            case n.Op("and" | "or" as op, (a, b)):
                left, right = self.where(sites, a, facts), self.where(sites, b, facts)
                if left is not None and right is not None:
                    return o.intersect(left, right) if op == "and" else o.union(left, right)
        return self.where_constant(sites, cond)

    def is_apart(self, x: n.Expr, sites: _Sites, facts: Facts) -> bool:
        """True if an expression has nothing to do with the site, and may be evaluated in front of the loop."""
        return sites.var.name not in locals_of(x) and self.bounds.is_safe(x, facts)

    def where_in(self, sites: _Sites, members: n.Expr, site: n.Expr, facts: Facts) -> n.Expr | None:
        """Where `site`, an expression of the variable, is in a set; or where a set that depends on it has a site."""
        if self.is_apart(members, sites, facts):
            if site == sites.var:
                return members if members.type.universe == sites.universe else None
            steps = None if sites.few else self.values_by_site(sites, site)
            return None if steps is None else self.stepped_back(sites, steps, members)
        relation = self.values_by_site(sites, members)
        if relation is not None and self.is_apart(site, sites, facts):
            back = self.transposed(sites, relation, members.type)
            return o.lookup_guarded(back, site, o.empty_set(sites.universe))
        return self.where_constant(sites, o.has(members, site))

    def where_meeting(self, sites: _Sites, near: n.Expr, members: n.Expr, facts: Facts) -> n.Expr | None:
        """Where a set that depends on the site alone, such as its neighbours, has a site of another set."""
        if sites.few or not self.is_apart(members, sites, facts):
            return None
        relation = self.values_by_site(sites, near)
        return None if relation is None else o.spread(self.transposed(sites, relation, near.type), members)

    def where_constant(self, sites: _Sites, cond: n.Expr) -> n.Expr | None:
        """Where a condition holds that depends on the site alone."""
        values = self.values_by_site(sites, cond)
        return None if values is None else o.sites(sites.universe, [site for site, value in values.items() if value])

    def values_by_site(self, sites: _Sites, x: n.Expr) -> dict[int, int] | None:
        """The value of an expression that depends on the site alone, for each site where it has one."""
        if locals_of(x) != {sites.var.name}:
            return None
        if any(isinstance(part, n.Load | n.Length | n.Digest | n.Call | n.Emitted) for part in walk_expr(x)):
            return None
        size = self.program.universes[sites.universe]
        column = self.columns.setdefault(size, Columns(size)).of(x, sites.var.name)
        values = {site: value for site, value in enumerate(column) if value is not None}
        if len(values) < size:
            domain = sites.domain(self.everything(sites.universe))
            if any(domain >> site & 1 for site in range(size) if site not in values):
                return None
        return values

    def stepped_back(self, sites: _Sites, steps: dict[int, int], members: n.Expr) -> n.Expr | None:
        """The sites from which a step leads into a set; steps that lead to one site from two do not go back."""
        size = self.program.universes[members.type.universe]
        led = {site: target for site, target in steps.items() if 0 <= target < size}
        if len(set(led.values())) < len(led):
            return None
        back = [-1] * size
        for site, target in led.items():
            back[target] = site
        return o.shift(self.tables.get("step_back", n.INT, tuple(back)), members, sites.universe)

    def transposed(self, sites: _Sites, relation: dict[int, int], type_: n.Type) -> n.Table:
        """For each site of a universe, the sites whose related set has it."""
        back = [0] * self.program.universes[type_.universe]
        for site, mask in relation.items():
            for related in o.bits(mask):
                back[related] |= 1 << site
        return self.tables.get("seen_from", n.set_of(sites.universe), tuple(back))


def _split(body: n.Block) -> tuple[n.Block, list[n.Expr], n.Block] | None:
    """The body of a loop as definitions, conditions, and what is done under them; None if it has another form."""
    match body:
        case (*lets, n.If(cond, then, ())) if all(isinstance(s, n.Let) for s in lets):
            conditions = conjuncts(cond)
            while len(then) == 1 and isinstance(then[0], n.If) and not then[0].orelse:
                conditions += conjuncts(then[0].cond)
                then = then[0].then
            if not assigned_locals(then) & {s.local.name for s in lets if isinstance(s, n.Let)}:
                return tuple(lets), conditions, then
    return None


def _definitions(lets: n.Block) -> dict[str, n.Expr]:
    known: dict[str, n.Expr] = {}
    for s in lets:
        assert isinstance(s, n.Let)
        known[s.local.name] = substitute(s.value, known)
    return known
