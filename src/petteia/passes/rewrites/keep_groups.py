"""Keeps the groups of pieces where pieces only come: which group each belongs to, and what it touches.

A new piece becomes the leader of the groups beside it, which costs a few steps however large they are. With the groups
a note is kept of all the sides that rules ask about, and, on boards that are discs (see `discs`), what is still
connected to the rim around the pieces: a new piece cuts nothing off unless it closes a ring of one group.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.survey import has_any, map_having, walk
from petteia.ir.visit import map_block, map_expr, map_functions, with_body

from ..analyses.discs import Disc, find_disc
from ..analyses.group_questions import GroupQuestions, Question

_FEW_SIDES = 3
"""So many sides are asked faster of sets of their own (see `keep_connections`)."""
_MOST_SIDES = 24


def keep_groups(program: n.Program) -> n.Program:
    """The program with groups kept, where it asks enough about them."""
    if not has_any(program, n.Flood):
        return program
    found: dict[tuple[str, n.Table], _Groups] = {}

    def groups_of(name: str, neighbours: n.Table) -> _Groups:
        return found.setdefault((name, neighbours), _Groups(program, name, neighbours))

    def noted(question: Question, site: n.Expr) -> n.Expr:
        groups_of(question.field, question.neighbours).note(question)
        return o.TRUE

    map_having(program, [n.Flood], GroupQuestions(program, noted).answered)
    for node in walk(program):
        if isinstance(node, n.Flood) and (reach := _reach_of(node)):
            groups_of(*reach[:2]).reaches[reach[2]] = reach[3]
    worth = {name: groups for (name, _), groups in found.items() if groups.are_worth_it()}
    for groups in worth.values():
        program = _keep(program, groups)
    return program


@dataclass
class _Groups:
    """The groups of the sets of one field, and what is asked about them."""

    program: n.Program
    name: str
    neighbours: n.Table
    sides: dict[int, list[int]] = field(default_factory=dict)
    """The sides asked about for each element of the field, as masks: their places are those of the bits noted."""
    reaches: dict[int, int] = field(default_factory=dict)
    """Elements of which it is asked what is connected to a rim around them, and the rim."""
    disc: Disc | None = None

    def note(self, question: Question) -> None:
        sides = self.sides.setdefault(question.index, [])
        if question.side.value not in sides:
            sides.append(question.side.value)

    def are_worth_it(self) -> bool:
        """True if pieces only come, and enough is asked."""
        if any(isinstance(s, n.Exclude | n.Store) and s.field == self.name for s in walk(self.program)):
            return False
        self.disc = find_disc(self.neighbours) if self.reaches else None
        if self.disc is None or any(self.disc.rim & ~rim for rim in self.reaches.values()):
            self.reaches = {}
        most = max((len(sides) for sides in self.sides.values()), default=0)
        return most <= _MOST_SIDES and (most > _FEW_SIDES or bool(self.reaches))

    @property
    def universe(self) -> str:
        return self.neighbours.type.universe

    @property
    def everything(self) -> n.Const:
        return o.sites(self.universe, (1 << self.program.universes[self.universe]) - 1)

    @property
    def count(self) -> int:
        return self.program.universes[self.universe]

    @property
    def elements(self) -> int:
        return self.program.fields[self.name].shape[0]

    @property
    def leader(self) -> str:
        """The name of the function that finds the leader of a piece's group."""
        return f"leader_of_{self.name}"

    def pieces(self, index: n.Expr) -> n.Load:
        return n.Load(self.name, (index,), self.neighbours.type)

    def parent(self, index: n.Expr, site: n.Expr) -> n.Load:
        return n.Load(f"{self.name}_parent", (index, site), n.INT)

    def touched(self, index: n.Expr, site: n.Expr) -> n.Load:
        return n.Load(f"{self.name}_touched", (index, site), n.INT)

    def reached(self, index: n.Expr) -> n.Load:
        return n.Load(f"{self.name}_reached", (index,), self.neighbours.type)


def _reach_of(flood: n.Flood) -> tuple[str, n.Table, int, int] | None:
    """Field, neighbours, element and rim, where a flood goes from a rim around the pieces of a field."""
    match flood:
        case n.Flood(
            n.Op("minus", (n.Const(rim), n.Load(name, (n.Const(index),)) as wall)),
            n.Op("minus", (n.Const(within), same)),
            neighbours,
        ) if same == wall and within == (1 << len(neighbours.values)) - 1:
            return name, neighbours, index, rim
    return None


# ---------------------------------------------------------------------------------------------------------------
# Answers


def _keep(program: n.Program, groups: _Groups) -> n.Program:
    program = map_having(program, [n.Flood], GroupQuestions(program, _touching(groups)).answered)
    if groups.reaches:
        asked = _without_reaching(groups)
        program = map_having(
            program, [n.Flood], lambda f: with_body(f, map_block(f.body, lambda x: map_expr(x, asked)))
        )

    def joined(s: n.Stmt) -> tuple[n.Stmt, ...]:
        if isinstance(s, n.Include) and s.field == groups.name:
            return n.Do(f"join_{groups.name}", (*s.indices, s.site)), s
        return (s,)

    program = map_functions(program, lambda f: with_body(f, map_block(f.body, None, joined)))
    writer = _Writer(groups)
    functions = {**program.functions, **writer.functions}
    before = functions.get("rebuild", n.Function("rebuild", (), None, (), doc="what follows from the pieces"))
    functions["rebuild"] = replace(before, body=(*before.body, *writer.renewal))
    return replace(program, fields={**program.fields, **writer.fields}, functions=functions)


def _touching(groups: _Groups) -> Callable[[Question, n.Expr], n.Expr]:
    """The expression that answers whether the group of a piece touches a side, by a bit that is noted at its leader."""

    def answer(question: Question, site: n.Expr) -> n.Expr:
        index = o.number(question.index)
        if question.field != groups.name or question.neighbours is not groups.neighbours:
            others = n.Load(question.field, (index,), question.side.type)
            group = o.flood(o.single(question.side.type.universe, site), others, question.neighbours)
            return o.negate(o.is_empty(o.intersect(group, question.side)))
        bit = 1 << groups.sides[question.index].index(question.side.value)
        noted = groups.touched(index, n.Call(groups.leader, (index, site), n.INT))
        is_noted = o.ne(o.arithmetic("bit_and", noted, o.number(bit)), o.number(0))
        return o.both(o.has(groups.pieces(index), site), is_noted)

    return answer


def _without_reaching(groups: _Groups) -> Callable[[n.Expr], n.Expr]:
    """A rewrite that puts the kept set in the place of floods from the rim, and of questions for what reaches it.

    A site that can reach the rim through free sites is on the rim, or next to a free site that can reach it.
    """

    def answer(x: n.Expr) -> n.Expr:
        match x:
            case n.Flood() if (reach := _reach_of(x)) and reach[:2] == (groups.name, groups.neighbours):
                return groups.reached(o.number(reach[2]))
            case n.Op("has", (n.Flood() as flood, site)) if (asked := _opening(flood, groups)) and asked[0] == site:
                return o.has(groups.everything, site)
            case n.Op("is_empty", (n.Op("intersect", (n.Flood() as flood, n.Const(rim))),)):
                asked = _opening(flood, groups)
                if asked and groups.reaches[asked[1]] == rim:
                    site, index = asked
                    beside = o.intersect(o.lookup(groups.neighbours, site), groups.reached(o.number(index)))
                    cut_off = o.both(o.negate(o.has(o.sites(groups.universe, rim), site)), o.is_empty(beside))
                    return o.either(o.negate(o.has(groups.everything, site)), cut_off)
        return x

    return answer


def _opening(flood: n.Flood, groups: _Groups) -> tuple[n.Expr, int] | None:
    """Site and element, where a flood goes from a site, whatever is there, around the pieces of a field."""
    match flood:
        case n.Flood(
            n.Op("single", (site,)) as seed,
            n.Op("minus", (n.Const(within), n.Op("minus", (n.Load(name, (n.Const(index),)), opened)))),
            neighbours,
        ) if opened == seed and (name, neighbours) == (groups.name, groups.neighbours) and index in groups.reaches:
            return (site, index) if within == groups.everything.value else None
    return None


# ---------------------------------------------------------------------------------------------------------------
# Keeping


class _Writer:
    """Writes the functions that keep groups, and the fields they are kept in."""

    def __init__(self, groups: _Groups) -> None:
        self.groups = groups
        self.b = Builder("", 0, groups.program.universes)
        self.fields = {each.name: each for each in self._list_fields()}
        self._write_leader()
        self._write_join()
        self.functions = self.b.program.functions
        with self.b.block() as renewal:
            self._renew()
        self.renewal = tuple(renewal)

    def _list_fields(self) -> list[n.Field]:
        groups, name = self.groups, self.groups.name
        shape = (groups.elements, groups.count)
        most = max((len(sides) for sides in groups.sides.values()), default=0)
        fields = [n.Field(f"{name}_parent", n.INT, shape, high=groups.count, doc="1 + the next on the way to a leader")]
        if most:
            about = "the sides that the group of a leader touches"
            fields.append(n.Field(f"{name}_touched", n.INT, shape, high=(1 << most) - 1, doc=about))
        if groups.reaches:
            type_, everything = groups.neighbours.type, groups.everything.value
            about = f"what is connected to the rim around {name}"
            fields.append(n.Field(f"{name}_reached", type_, (groups.elements,), initial=everything, doc=about))
        return fields

    def _write_leader(self) -> None:
        b, groups = self.b, self.groups
        index, site = n.Local("index", n.INT), n.Local("site", n.INT)
        with b.function(groups.leader, [index, site], n.INT, doc="the piece that stands for the group of a piece"):
            here = b.variable("here", site)
            with b.while_(o.ne(groups.parent(index, here), o.number(0))):
                b.assign(here, o.sub(groups.parent(index, here), o.number(1)))
            b.return_(here)

    def _write_join(self) -> None:
        """A piece about to come leads the groups beside it; each stretch of neighbours is asked once."""
        b, groups = self.b, self.groups
        index, site = n.Local("index", n.INT), n.Local("site", n.INT)
        around, before = self._tables()
        with b.function(f"join_{groups.name}", [index, site], None, doc=f"keeps the groups of {groups.name}"):
            with b.if_(o.has(groups.pieces(index), site)):  # it is there already
                b.return_()
            closes = b.variable("closes", o.FALSE)
            if groups.sides:
                b.store(f"{groups.name}_touched", (index, site), o.lookup(self._sides(), index, site))
            with b.range_("turn", o.number(0), o.number(around.shape[1])) as turn:
                neighbour = b.let("neighbour", o.lookup(around, site, turn))
                begins = o.has(groups.pieces(index), neighbour)
                if groups.reaches:
                    begins = o.both(begins, o.negate(o.has(groups.pieces(index), o.lookup(before, site, turn))))
                with b.if_(begins):
                    self._lead(index, site, neighbour, closes)
            if groups.reaches:
                self._note_reached(index, site, closes)

    def _lead(self, index: n.Expr, site: n.Expr, neighbour: n.Expr, closes: n.Local) -> None:
        b, groups = self.b, self.groups
        here = b.variable("here", neighbour)
        up = b.variable("up", groups.parent(index, here))
        with b.while_(o.ne(up, o.number(0))):
            above = b.let("above", groups.parent(index, o.sub(up, o.number(1))))
            with b.if_(o.ne(above, o.number(0))):  # the way becomes shorter for those who come later
                b.store(f"{groups.name}_parent", (index, here), above)
            b.assign(here, o.sub(up, o.number(1)))
            b.assign(up, above)
        with b.block() as again:
            b.assign(closes, o.TRUE)
        with b.block() as fresh:
            b.store(f"{groups.name}_parent", (index, here), o.add(site, o.number(1)))
            if groups.sides:
                both = o.arithmetic("bit_or", groups.touched(index, site), groups.touched(index, here))
                b.store(f"{groups.name}_touched", (index, site), both)
        b.place_if(o.eq(here, site), again, fresh)

    def _note_reached(self, index: n.Expr, site: n.Expr, closes: n.Local) -> None:
        """A piece within a full ring of its own is no stretch of it, but leads it nevertheless."""
        b, groups = self.b, self.groups
        beside = o.lookup(groups.neighbours, site)
        with b.if_(o.is_empty(o.minus(beside, groups.pieces(index)))):
            inner = o.negate(o.has(o.sites(groups.universe, self._disc.rim), site))
            with b.if_(inner):
                self._lead(index, site, b.let("any", o.first(beside)), closes)
        with b.block() as renewed:
            for element, rim in groups.reaches.items():
                with b.if_(o.eq(index, o.number(element))):
                    b.store(f"{groups.name}_reached", (index,), self._flood(index, site, rim))
        with b.block() as smaller:
            b.exclude(f"{groups.name}_reached", (index,), site)
        b.place_if(closes, renewed, smaller)

    def _flood(self, index: n.Expr, site: n.Expr, rim: int) -> n.Expr:
        groups = self.groups
        wall = o.union(groups.pieces(index), o.single(groups.universe, site))
        seed = o.minus(o.sites(groups.universe, rim), wall)
        return o.flood(seed, o.minus(groups.everything, wall), groups.neighbours)

    def _renew(self) -> None:
        """All pieces come once more, one after the other."""
        b, groups = self.b, self.groups
        with b.range_("index_of_groups", o.number(0), o.number(groups.elements)) as index:
            with b.range_("site_of_groups", o.number(0), o.number(groups.count)) as site:
                b.store(f"{groups.name}_parent", (index, site), o.number(0))
            if groups.reaches:
                b.store(f"{groups.name}_reached", (index,), groups.everything)
            pieces = b.variable("all_pieces", groups.pieces(index))
            b.store(groups.name, (index,), o.empty_set(groups.universe))
            with b.for_("piece", pieces) as piece:
                b.do(f"join_{groups.name}", index, piece)
                b.include(groups.name, (index,), piece)

    # -- tables -------------------------------------------------------------------------------------------------

    @property
    def _disc(self) -> Disc:
        assert self.groups.disc is not None
        return self.groups.disc

    def _tables(self) -> tuple[n.Table, n.Table]:
        """The neighbours of each site, and for each of them the one before it on the way around, -1 for none."""
        groups = self.groups
        if groups.reaches:
            rows = self._disc.around
            befores = [(-1 if self._disc.rim >> site & 1 else row[-1], *row[:-1]) for site, row in enumerate(rows)]
        else:
            rows = tuple(tuple(o.bits(mask)) for mask in groups.neighbours.values)
            befores = [tuple(-1 for _ in row) for row in rows]
        width = max(map(len, rows))
        shape = (groups.count, width)
        flat = [[*row, *[-1] * (width - len(row))] for row in rows]
        flat_before = [[*row, *[-1] * (width - len(row))] for row in befores]
        return (
            self.b.table(f"{groups.name}_around", n.INT, shape, [each for row in flat for each in row]),
            self.b.table(f"{groups.name}_before", n.INT, shape, [each for row in flat_before for each in row]),
        )

    def _sides(self) -> n.Table:
        """The sides that each site belongs to, as bits, by element."""
        groups = self.groups
        values = [
            sum(1 << bit for bit, side in enumerate(groups.sides.get(index, ())) if side >> site & 1)
            for index in range(groups.elements)
            for site in range(groups.count)
        ]
        return self.b.table(f"{groups.name}_sides", n.INT, (groups.elements, groups.count), values)
