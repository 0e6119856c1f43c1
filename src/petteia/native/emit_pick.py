"""Writes the function that plays a random move without listing the others: sets are counted, one site is selected.

Moves with a test are tried when they are selected, and taken out of their set if they fail. So are sites that must be
asked one by one whether there is a move to them.
"""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir.playouts import NONE_SO_FAR, PlayoutPlan
from petteia.ir.visit import walk_stmts

from .emit_base import Unit, c_name
from .emit_count import CountBody, Segment, emits, emitted, innermost, total_of
from .emit_left import surely_fills
from .emit_try import try_call

_MOST_MOVERS = 3
_MOST_FAILURES = 3


class PickBody(CountBody):
    """The function `g_play_random`: counts by sets, draws a number, and plays the move of that number."""

    def __init__(self, unit: Unit, plan: PlayoutPlan) -> None:
        super().__init__(unit, plan)
        self._draws = unit.effects.of_function("moves").draws

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
        only = segments[0] if len(segments) == 1 else None
        if only and only.loop and not self._may_fail(only) and self._takes_a_place(only.emit):
            return "pt_draw_place(left, random)"
        return f"pt_below(random, {total})"

    def _ask(self, emit: n.Emit) -> None:
        """Lines that may go back to draw another move than this one."""

    def _from_a_list(self, *, tested: bool) -> str:
        """A call that plays a random move out of a list of all of them."""
        return f"{'pt_play_tested' if tested else 'pt_play_listed'}(s, random)"

    # -- counting -----------------------------------------------------------------------------------------------

    def _pick(self, block: n.Block, before: list[Segment]) -> None:
        """Counts the moves of a block that ends the function, and plays one of them."""
        segments = list(before)
        for k, statement in enumerate(block):
            self._so_far = segments
            match statement:
                case n.If(cond, then, orelse) if k == len(block) - 1 and (emits(statement) or _lists(statement)):
                    with self.indented(f"if ({self.value(cond)}) {{", ""):
                        self._pick(then, [] if cond == NONE_SO_FAR else segments)
                    with self.indented("} else {"):
                        self._pick(orelse, segments)
                    return
                case n.Do():
                    self.line(f"return {self._from_a_list(tested=bool(self._plan.tests))};")
                    return
                case _:
                    segments += self._count(statement)
        self._choose(segments)

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
            self.line(f"uint32_t {total} = {total_of(segments)};")
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
            self.line(f"uint32_t {total} = {total_of(segments)};")
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
            self._play_selected(innermost(loop), f"{segment.targets}[{at}]", k)
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
        here, tested = self.fresh("here"), self._is_tested(emitted(inner))
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
        leave = [f"left->site[{k}] = left->site[--left->count];", f"left->site[left->count] = {name};"]
        if self._takes_a_place(emit):
            for line in leave:
                self.line(line)
            self._effect(emit)
        else:
            self._effect(emit)
            still = self.value(n.Op("has", (self._plan.main.set, loop.var), n.BOOL))
            with self.indented(f"if (!{still}) {{"):
                for line in leave:
                    self.line(line)
        self.line("return true;")

    def _takes_a_place(self, emit: n.Emit) -> bool:
        """True if a move surely takes its site out of the sites left."""
        return self._plan.main is not None and surely_fills(self.unit.program, emit, self._plan.main.set)

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
        """True if an effect is small and uses the mover, unless the plan has asked for the mover already."""
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


def _lists(statement: n.Stmt) -> bool:
    return any(isinstance(s, n.Do) for s in walk_stmts((statement,)))
