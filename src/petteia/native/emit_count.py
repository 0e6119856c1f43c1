"""Writes how moves are counted by the sizes of sets; what is found out on the way is noted for the move drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from petteia.ir import nodes as n
from petteia.ir.playouts import SITE_BY_SITE, PlayoutPlan
from petteia.ir.visit import walk_expr, walk_stmts

from .emit_base import Unit, c_name
from .emit_statements import Body


@dataclass(frozen=True, slots=True)
class Segment:
    """Moves that are counted together: a loop over a set that lies in a variable, or one move."""

    count: str
    emit: n.Emit
    loop: n.For | None = None
    members: str = ""
    cond: n.Expr | None = None
    """The question about a site once it is selected."""
    sites: str = ""
    """An array of the sites instead of a set, where they were asked one by one."""
    ends: str = ""
    """An array with the number of moves up to each of these sites, where there may be several for each."""
    targets: str = ""
    """An array with the sets that the moves of each site lead to, where they are single words."""

    @property
    def is_nested(self) -> bool:
        """True if its loop has another one in it."""
        return self.loop is not None and not isinstance(self.loop.body[-1], n.Emit)


class CountBody(Body):
    """A function that counts moves, segment by segment."""

    def __init__(self, unit: Unit, plan: PlayoutPlan) -> None:
        moves = unit.program.functions["moves"]
        super().__init__(unit, n.Function("play_random", moves.params, None, plan.moves))
        self._plan = plan
        self._so_far: list[Segment] = []
        self._declarations: list[str] | None = None
        """Where arrays are declared whose moves are played outside of the condition under which they are counted."""

    def value(self, expr: n.Expr) -> str:
        """Like that of any function, but for the number of moves so far."""
        if isinstance(expr, n.Emitted):
            return f"(int)({total_of(self._so_far)})"
        return super().value(expr)

    def _is_tested(self, emit: n.Emit) -> bool:
        return emit.kind in self._plan.tests

    def _count(self, statement: n.Stmt) -> list[Segment]:
        match statement:
            case n.For() if emits(statement):
                return [self._count_loop(statement)]
            case n.Emit() if self._is_tested(statement):
                count = self.fresh("count")
                self.line(f"uint32_t {count} = 1;")
                return [Segment(count, statement)]
            case n.Emit():
                return [Segment("1", statement)]
            case n.If() if emits(statement):
                return self._count_under(statement)
        self._statement(statement)
        self.unit.ranges.bind(statement, self.known, self.changing)
        return []

    def _count_loop(self, loop: n.For) -> Segment:
        emit = emitted(loop)
        if self._plan.main is not None:
            return Segment("left->count", emit, loop)
        if not isinstance(loop.body[-1], n.Emit):
            return self._count_each(loop)
        loop, cond = (loop, None) if self._is_tested(emit) else _sifted(loop)
        if cond is None and not self._is_tested(emit) and isinstance(loop.set, n.Filter):
            return self._count_noted(loop, loop.set)
        members, count = self.settled(loop.set, "members"), self.fresh("count")
        if cond is not None or self._is_tested(emit):  # those that fail will be taken out
            own = self.fresh("untried")
            self.line(f"{self.unit.c_type(loop.set)} {own} = {members};")
            members = own
        self.line(f"uint32_t {count} = {self._size(members, loop.set.type)};")
        return Segment(count, emit, loop, members, cond)

    def _count_noted(self, loop: n.For, wanted: n.Filter) -> Segment:
        """Notes the sites of a loop that are found one by one."""
        sites, count = self._array("sites", self._site_type(loop), loop), self.fresh("count")
        self.line(f"uint32_t {count} = 0;")
        with self.over_sites(wanted.var, wanted.set):
            self.line(f"{sites}[{count}] = {c_name(wanted.var.name)};")
            self.line(f"{count} += {self.value(wanted.cond)};")
        return Segment(count, emitted(loop), loop, sites=sites)

    def _count_each(self, loop: n.For) -> Segment:
        """Adds up the moves of each site of a loop that has another one in it, and notes how many there are so far."""
        sites, ends = self._array("sites", self._site_type(loop), loop), self._array("ends", "uint32_t", loop)
        inner = innermost(loop)
        is_word = loop.body[-1] is inner and self.unit.words(inner.set.type.universe) == 1
        targets = self._array("targets", "uint64_t", loop) if is_word else ""
        count, noted = self.fresh("count"), self.fresh("noted")
        self.line(f"uint32_t {count} = 0, {noted} = 0;")
        with self._over_each(loop):
            if is_word:
                self.block(loop.body[:-1])
                self.line(f"{targets}[{noted}] = {self.value(inner.set)};")
                self.line(f"{count} += pt_count({targets}[{noted}]);")
            else:
                self._count_inside(loop, count)
            self.line(f"{sites}[{noted}] = {c_name(loop.var.name)};")
            self.line(f"{ends}[{noted}++] = {count};")
        return Segment(count, emitted(loop), loop, sites=sites, ends=ends, targets=targets)

    @contextmanager
    def _over_each(self, loop: n.For) -> Iterator[None]:
        """Writes a loop over sites; a condition on them is asked within."""
        asked = loop.set if isinstance(loop.set, n.Filter) and loop.set.var == loop.var else None
        with self.over_sites(loop.var, asked.set if asked else loop.set):
            if asked:
                self.line(f"if (!({self.value(asked.cond)})) continue;")
            yield

    def _array(self, name: str, type_: str, loop: n.For) -> str:
        """A new array with a place for each site of a loop's universe."""
        array = self.fresh(name)
        declaration = f"{type_} {array}[{self.unit.program.universes[loop.set.type.universe]}];"
        if self._declarations is None:
            self.line(declaration)
        else:
            self._declarations.append(declaration)
        return array

    def _site_type(self, loop: n.For) -> str:
        return "uint8_t" if self.unit.program.universes[loop.set.type.universe] <= 256 else "uint16_t"

    def _count_inside(self, loop: n.For, count: str) -> None:
        """Adds up the moves of one site of a loop that has another one in it."""
        self.block(loop.body[:-1])
        inner = loop.body[-1]
        assert isinstance(inner, n.For)
        if not isinstance(inner.body[-1], n.Emit):
            with self._over_each(inner):
                self._count_inside(inner, count)
        elif isinstance(inner.set, n.Filter):
            with self.over_sites(inner.set.var, inner.set.set):
                self.line(f"{count} += {self.value(inner.set.cond)};")
        else:
            self.line(f"{count} += {self.value(n.Op('size', (inner.set,), n.INT))};")

    def _size(self, members: str, type_: n.Type) -> str:
        size = n.Op("size", (n.Local(members, type_),), n.INT)
        return self.value(size)

    def _count_under(self, statement: n.If, outer: list[str] | None = None) -> list[Segment]:
        """Moves under a condition that others follow: their counts and sets are zero where it does not hold.

        Under a further condition `outer` takes the declarations, since the move is played outside of both.
        """
        found: list[Segment] = []
        declarations: list[str] = [] if outer is None else outer
        self.line("/* Moves that depend on a condition. */")
        place, indent = len(self.lines), "    " * self.depth
        test = self.value(statement.cond)
        with self.indented(f"if ({test}) {{", "" if statement.orelse else "}"):
            found += self._lifted(statement.then, declarations)
        if statement.orelse:
            with self.indented("} else {"):
                found += self._lifted(statement.orelse, declarations)
        if outer is None:
            self.lines[place:place] = [f"{indent}{declaration}" for declaration in declarations]
        return found

    def _lifted(self, block: n.Block, declarations: list[str]) -> list[Segment]:
        """Segments whose counts, sets and variables are declared outside the block that computes them."""
        lifted: list[Segment] = []
        self._declarations = declarations
        for statement in block:
            if isinstance(statement, n.Let):
                if statement.local.name not in self._outer:
                    declarations.append(f"{self.unit.c_type(statement.local)} {c_name(statement.local.name)};")
                self.line(f"{c_name(statement.local.name)} = {self.value(statement.value)};")
                self.unit.ranges.bind(statement, self.known, self.changing)
                continue
            if isinstance(statement, n.If) and emits(statement):
                lifted += self._count_under(statement, declarations)
                self._declarations = declarations
                continue
            for segment in self._count(statement):
                count = self.fresh("some")
                declarations.append(f"uint32_t {count} = 0;")
                self.line(f"{count} = {segment.count};")
                members = segment.members
                if segment.loop is not None and members:
                    members = self.fresh("these")
                    declarations.append(f"{self.unit.c_type(segment.loop.set)} {members};")
                    self.line(f"{members} = {segment.members};")
                lifted.append(replace(segment, count=count, members=members))
        self._declarations = None
        return lifted


def emits(statement: n.Stmt) -> bool:
    """True if there is a move in a statement."""
    return any(isinstance(s, n.Emit) for s in walk_stmts((statement,)))


def _sifted(loop: n.For) -> tuple[n.For, n.Expr | None]:
    """A loop over sites that are asked one by one, as a loop over all of them and the question."""
    match loop.set:
        case n.Filter(var, members, cond) if var == loop.var and isinstance(loop.body[-1], n.Emit):
            if any(isinstance(x, SITE_BY_SITE) for x in walk_expr(cond)):
                return n.For(loop.var, members, loop.body), cond
    return loop, None


def emitted(loop: n.For) -> n.Emit:
    """The move of a loop, or of the loop in it."""
    last = innermost(loop).body[-1]
    assert isinstance(last, n.Emit)
    return last


def innermost(loop: n.For) -> n.For:
    """The loop that emits."""
    while isinstance(last := loop.body[-1], n.For):
        loop = last
    return loop


def total_of(segments: list[Segment]) -> str:
    """The number of moves of several segments."""
    return " + ".join(segment.count for segment in segments) or "0"
