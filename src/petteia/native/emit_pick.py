"""Writes the function that plays a random move without listing the others: sets are counted, one site is selected.

Moves with a test are tried when they are selected, and taken out of their set if they fail. So are sites that must be
asked one by one whether there is a move to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from petteia.ir import nodes as n
from petteia.ir.playouts import SITE_BY_SITE, PlayoutPlan
from petteia.ir.visit import walk_expr, walk_stmts

from .emit_base import Unit, c_name
from .emit_left import surely_fills
from .emit_statements import Body
from .emit_try import try_call

_MOST_MOVERS = 3
_MOST_FAILURES = 3
_NONE_SO_FAR = n.Op("eq", (n.Emitted(), n.Const(0, n.INT)), n.BOOL)


@dataclass(frozen=True, slots=True)
class Segment:
    """Moves that are counted together: a loop over a set that lies in a variable, or one move."""

    count: str
    emit: n.Emit
    loop: n.For | None = None
    members: str = ""
    cond: n.Expr | None = None
    """What is asked about a site once it is selected."""
    sites: str = ""
    """An array of the sites instead of a set, where they were asked one by one."""
    ends: str = ""
    """An array with the number of moves up to each of these sites, where there may be several for each."""
    targets: str = ""
    """An array with the sets that the moves of each site lead to, where they are single words."""

    @property
    def is_nested(self) -> bool:
        """Whether its loop has another one in it."""
        return self.loop is not None and not isinstance(self.loop.body[-1], n.Emit)


class PickBody(Body):
    """The function `g_play_random`: counts by sets, draws a number, and plays the move of that number."""

    def __init__(self, unit: Unit, plan: PlayoutPlan) -> None:
        moves = unit.program.functions["moves"]
        super().__init__(unit, n.Function("play_random", moves.params, None, plan.moves))
        self._plan = plan
        self._draws = unit.effects.of_function("moves").draws
        self._so_far: list[Segment] = []
        self._declarations: list[str] | None = None
        """Where arrays are declared whose moves are played outside of the condition under which they are counted."""

    def text(self) -> list[str]:
        """The whole function with its comment."""
        self._declare_outer()
        if self._draws:
            self.line("uint64_t chance = s->chance;")
        self._pick(self._plan.moves, [])
        return ["", *self._head(), *self.lines, "}"]

    # -- what other ways of choosing do differently -------------------------------------------------------------

    def _head(self) -> list[str]:
        left = ", Left *left" if self._plan.main else ""
        return [
            "/* Plays a random legal move, the others only counted; false if there is none. */",
            f"PT_INLINE bool g_play_random(State *s, Random *random{left}) {{",
        ]

    def _draw(self, total: str, segments: list[Segment]) -> str:
        """The number of the move to play, after lines that prepare for it."""
        return f"pt_below(random, {total})"

    def _ask(self, emit: n.Emit) -> None:
        """Lines that may go back to draw another move than this one."""

    def _from_a_list(self, *, tested: bool) -> str:
        """A call that plays a random move out of a list of all of them."""
        return f"{'pt_play_tested' if tested else 'pt_play_listed'}(s, random)"

    def value(self, expr: n.Expr) -> str:
        """Like that of any function, but for the number of moves so far."""
        if isinstance(expr, n.Emitted):
            return f"({self.unit.int_type})({_sum(self._so_far)})"
        return super().value(expr)

    # -- counting -----------------------------------------------------------------------------------------------

    def _pick(self, block: n.Block, before: list[Segment]) -> None:
        """Counts the moves of a block that ends the function, and plays one of them."""
        segments = list(before)
        for k, statement in enumerate(block):
            self._so_far = segments
            match statement:
                case n.If(cond, then, orelse) if k == len(block) - 1 and (_emits(statement) or _lists(statement)):
                    with self.indented(f"if ({self.value(cond)}) {{", ""):
                        self._pick(then, [] if cond == _NONE_SO_FAR else segments)
                    with self.indented("} else {"):
                        self._pick(orelse, segments)
                    return
                case n.Do():
                    self.line(f"return {self._from_a_list(tested=bool(self._plan.tests))};")
                    return
                case _:
                    segments += self._count(statement)
        self._choose(segments)

    def _count(self, statement: n.Stmt) -> list[Segment]:
        match statement:
            case n.For() if _emits(statement):
                return [self._count_loop(statement)]
            case n.Emit() if self._is_tested(statement):
                count = self.fresh("count")
                self.line(f"uint32_t {count} = 1;")
                return [Segment(count, statement)]
            case n.Emit():
                return [Segment("1", statement)]
            case n.If() if _emits(statement):
                return self._count_under(statement)
        self._statement(statement)
        self.unit.ranges.bind(statement, self.known, self._changing)
        return []

    def _count_loop(self, loop: n.For) -> Segment:
        emit = _emitted(loop)
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
            self.line(f"{self.unit.c_type(loop.set.type)} {own} = {members};")
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
        return Segment(count, _emitted(loop), loop, sites=sites)

    def _count_each(self, loop: n.For) -> Segment:
        """Adds up the moves of each site of a loop that has another one in it, and notes how many there are so far."""
        sites, ends = self._array("sites", self._site_type(loop), loop), self._array("ends", "uint32_t", loop)
        inner = _innermost(loop)
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
        return Segment(count, _emitted(loop), loop, sites=sites, ends=ends, targets=targets)

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
        if isinstance(inner.body[-1], n.Emit):
            self.line(f"{count} += {self.value(n.Op('size', (inner.set,), n.INT))};")
            return
        with self._over_each(inner):
            self._count_inside(inner, count)

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
                    declarations.append(f"{self.unit.c_type(statement.local.type)} {c_name(statement.local.name)};")
                self.line(f"{c_name(statement.local.name)} = {self.value(statement.value)};")
                self.unit.ranges.bind(statement, self.known, self._changing)
                continue
            if isinstance(statement, n.If) and _emits(statement):
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
                    declarations.append(f"{self.unit.c_type(segment.loop.set.type)} {members};")
                    self.line(f"{members} = {segment.members};")
                lifted.append(replace(segment, count=count, members=members))
        self._declarations = None
        return lifted

    # -- choosing -----------------------------------------------------------------------------------------------

    def _choose(self, segments: list[Segment]) -> None:
        if any(self._may_fail(segment) for segment in segments):
            self._choose_tested(segments)
            return
        if not segments:
            self.line("return false;")
            return
        total = segments[0].count if len(segments) == 1 else self.fresh("total")
        if len(segments) > 1:
            self.line(f"uint32_t {total} = {_sum(segments)};")
        if not any(segment.count == "1" for segment in segments):
            self.line(f"if (!{total}) return false;")
        if total == "1":
            self._play(segments[0], "0")
            return
        k, drawn = self.fresh("k"), self._draw(total, segments)
        self.line(f"uint32_t {k} = {drawn};")
        for number, segment in enumerate(segments):
            if number == len(segments) - 1:
                self._play(segment, k)
                return
            with self.indented(f"if ({k} < {segment.count}) {{"):
                self._play(segment, k)
            self.line(f"{k} -= {segment.count};")

    def _is_tested(self, emit: n.Emit) -> bool:
        return emit.kind in self._plan.tests

    def _may_fail(self, segment: Segment) -> bool:
        return segment.cond is not None or self._is_tested(segment.emit)

    def _choose_tested(self, segments: list[Segment]) -> None:
        """Samples among candidates until one passes its test; those that fail are taken out of what is sampled from.

        Where that takes more than a change of a set, the candidates are listed after a few failures.
        """
        nested = any(segment.is_nested and self._is_tested(segment.emit) for segment in segments)
        failures, total, k = self.fresh("failures"), self.fresh("total"), self.fresh("k")
        if nested:
            self.line(f"uint32_t {failures} = 0;")
        with self.indented("for (;;) {"):
            self.line(f"uint32_t {total} = {_sum(segments)};")
            if not any(segment.count == "1" for segment in segments):
                self.line(f"if (!{total}) return {self._from_a_list(tested=False)};")
            drawn = self._draw(total, segments)
            self.line(f"uint32_t {k} = {drawn};")
            for number, segment in enumerate(segments):
                with self.indented(f"if ({k} < {segment.count}) {{" if number < len(segments) - 1 else "{"):
                    if self._may_fail(segment):
                        self._try(segment, k, failures)
                    else:
                        self._play(segment, k)
                if number < len(segments) - 1:
                    self.line(f"{k} -= {segment.count};")

    def _try(self, segment: Segment, k: str, failures: str) -> None:
        """Tries the k-th move of a segment, and takes it out if it fails."""
        loop = segment.loop
        if loop is None:
            self._try_move(segment.emit)
            self.line(f"{segment.count} = 0;")
        elif segment.is_nested:
            self._play_noted(segment, loop, k)
            self.line(f"if (++{failures} == {_MOST_FAILURES}) return {self._from_a_list(tested=True)};")
        else:
            self._play_selected(loop, segment.members, k, segment.cond)
            site = c_name(loop.var.name)
            wide = self.unit.words(loop.set.type.universe) > 1
            word, bit = (f"{segment.members}.w[{site} >> 6]", f"({site} & 63)") if wide else (segment.members, site)
            self.line(f"{word} &= ~(1ull << {bit});")
            self.line(f"{segment.count}--;")
        self.line("continue;")

    def _try_move(self, emit: n.Emit) -> None:
        self._ask(emit)
        args = [self.value(arg) for arg in (emit.source, emit.target, *emit.args)]
        self.line(f"if ({try_call(self.unit, self._plan, emit.kind, args)}) return true;")

    def _play(self, segment: Segment, k: str) -> None:
        """Plays the k-th move of a segment."""
        if segment.loop is None:
            self._ask(segment.emit)
            self._effect(segment.emit)
            if self._plan.main is not None:
                self.line("left->stale = true;")
            self.line("return true;")
            return
        loop = segment.loop
        self.unit.ranges.bind_site(loop.var, loop.set, self.known)
        if self._plan.main is not None:
            self._play_left(loop, segment.emit, k)
            return
        if segment.sites:
            self._play_noted(segment, loop, k)
        else:
            self._play_selected(loop, segment.members, k)

    def _play_noted(self, segment: Segment, loop: n.For, k: str) -> None:
        """Plays the k-th move of a segment whose sites were noted."""
        self.unit.ranges.bind_site(loop.var, loop.set, self.known)
        if not segment.ends:
            self.line(f"int {c_name(loop.var.name)} = {segment.sites}[{k}];")
            self._play_here(loop)
            return
        at = self.fresh("at")
        self.line(f"uint32_t {at} = 0;")
        self.line(f"while ({k} >= {segment.ends}[{at}]) {at}++;")
        self.line(f"if ({at}) {k} -= {segment.ends}[{at} - 1];")
        self.line(f"int {c_name(loop.var.name)} = {segment.sites}[{at}];")
        if segment.targets:
            self.block(loop.body[:-1])
            self._play_selected(_innermost(loop), f"{segment.targets}[{at}]", k)
        else:
            self._find_inside(loop, k)

    def _play_selected(self, loop: n.For, members: str, k: str, cond: n.Expr | None = None) -> None:
        """Plays the move of the k-th site of a set, if a condition holds."""
        self.unit.ranges.bind_site(loop.var, loop.set, self.known)
        self.line(f"int {c_name(loop.var.name)} = {self._selected(members, loop.set.type, k)};")
        self._play_here(loop, cond)

    def _play_here(self, loop: n.For, cond: n.Expr | None = None) -> None:
        """Plays the move of the site that a loop's variable has, if a condition holds."""
        emit = loop.body[-1]
        assert isinstance(emit, n.Emit)
        self.block(loop.body[:-1])
        if self._is_tested(emit):
            self._try_move(emit)
            return
        self._ask(emit)
        if cond is None:
            self._effect(emit)
            self.line("return true;")
            return
        with self.indented(f"if ({self.value(cond)}) {{"):
            self._effect(emit)
            self.line("return true;")

    def _find_inside(self, loop: n.For, k: str) -> None:
        """Plays the k-th move of one site of a loop that has another one in it."""
        self.block(loop.body[:-1])
        inner = loop.body[-1]
        assert isinstance(inner, n.For)
        if isinstance(inner.body[-1], n.Emit):
            self._play_selected(inner, self.settled(inner.set, "members"), k)
            return
        here, tested = self.fresh("here"), self._is_tested(_emitted(inner))
        with self._over_each(inner):
            self.line(f"uint32_t {here} = 0;")
            self._count_inside(inner, here)
            with self.indented(f"if ({k} < {here}) {{"):
                self._find_inside(inner, k)
                if tested:
                    self.line(f"{k} = (uint32_t)-1; /* no other one instead */")
            self.line(f"{k} -= {here};")
        if not tested:
            self.line("return false;")

    def _play_left(self, loop: n.For, emit: n.Emit, k: str) -> None:
        """Plays the k-th of the sites left, and takes it from them if it is gone from the set."""
        assert self._plan.main is not None
        name = c_name(loop.var.name)
        self.line(f"int {name} = left->site[{k}];")
        self._ask(emit)
        members = self._plan.main.set
        leave = [f"left->site[{k}] = left->site[--left->count];", f"left->site[left->count] = {name};"]
        if surely_fills(self.unit.program, emit, members):
            for line in leave:
                self.line(line)
            self._effect(emit)
        else:
            self._effect(emit)
            still = self.value(n.Op("has", (members, loop.var), n.BOOL))
            with self.indented(f"if (!{still}) {{"):
                for line in leave:
                    self.line(line)
        self.line("return true;")

    def _selected(self, members: str, type_: n.Type, k: str) -> str:
        if self.unit.words(type_.universe) == 1:
            return f"pt_select({members}, {k})"
        return f"{select_helper(self.unit, type_.universe)}({members}, {k})"

    def _effect(self, emit: n.Emit) -> None:
        args = [self.value(arg) for arg in (emit.source, emit.target, *emit.args)]
        if self._draws:
            self.line("s->chance = chance;")
        effect = self.unit.program.kinds[emit.kind].effect
        call = f"{self.unit.function_name(effect)}({', '.join(['s', *args])});"
        if not self._depends_on_mover(effect):
            self.line(call)
            return
        mover = self.unit.program.fields["mover"]
        with self.indented("switch (s->mover) { /* the effect is compiled for each mover apart */"):
            for player in range(mover.low, mover.high + 1):
                self.line(f"case {player}: {call} break;")

    def _depends_on_mover(self, effect: str) -> bool:
        """Whether an effect is small and uses the mover, unless the plan has asked for the mover already."""
        mover = self.unit.program.fields["mover"]
        asked = any(
            isinstance(s, n.If) and "mover" in self.unit.effects.of_expr(s.cond).reads for s in self._plan.moves
        )
        few = mover.low < mover.high <= mover.low + _MOST_MOVERS
        return (
            few and not asked and self.unit.is_small(effect) and "mover" in self.unit.effects.of_function(effect).reads
        )


def select_helper(unit: Unit, universe: str) -> str:
    """A function that finds the k-th site of a set of several words."""
    name = f"g_select_{c_name(universe)}"
    words = unit.words(universe)
    lines = [f"static inline int {name}({unit.set_type(universe)} set, uint32_t k) {{"]
    for i in range(words - 1):
        lines += [
            f"    uint32_t count{i} = (uint32_t)pt_count(set.w[{i}]);",
            f"    if (k < count{i}) return {64 * i} + pt_select(set.w[{i}], k);",
            f"    k -= count{i};",
        ]
    lines += [f"    return {64 * (words - 1)} + pt_select(set.w[{words - 1}], k);", "}"]
    unit.helpers.setdefault(name, lines)
    return name


def _emits(statement: n.Stmt) -> bool:
    return any(isinstance(s, n.Emit) for s in walk_stmts((statement,)))


def _lists(statement: n.Stmt) -> bool:
    return any(isinstance(s, n.Do) for s in walk_stmts((statement,)))


def _sifted(loop: n.For) -> tuple[n.For, n.Expr | None]:
    """A loop over sites that are asked one by one, as a loop over all of them and the question."""
    match loop.set:
        case n.Filter(var, members, cond) if var == loop.var and isinstance(loop.body[-1], n.Emit):
            if any(isinstance(x, SITE_BY_SITE) for x in walk_expr(cond)):
                return n.For(loop.var, members, loop.body), cond
    return loop, None


def _emitted(loop: n.For) -> n.Emit:
    last = _innermost(loop).body[-1]
    assert isinstance(last, n.Emit)
    return last


def _innermost(loop: n.For) -> n.For:
    """The loop that emits."""
    while isinstance(last := loop.body[-1], n.For):
        loop = last
    return loop


def _sum(segments: list[Segment]) -> str:
    return " + ".join(segment.count for segment in segments) or "0"
