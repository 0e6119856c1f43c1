"""Writes the functions that play a sampled move if its test allows it, and leave the state as it was if not."""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir.playouts import CANDIDATES, MoveTest, PlayoutPlan

from .emit_base import Unit, c_name
from .emit_statements import Body


def bound_tests(unit: Unit, plan: PlayoutPlan) -> None:
    """Tests see the moves that effects see, so their parameters have the same bounds."""
    for kind, test in plan.tests.items():
        bounds = unit.ranges.params[unit.program.kinds[kind].effect]
        unit.ranges.params[test.function] = unit.ranges.params[_trying(kind)] = bounds


def try_lines(unit: Unit, plan: PlayoutPlan) -> list[str]:
    """What playouts need to sample among candidates: a list of them, and a way to try one."""
    lines = ["", "/* Lists the moves that are legal unless their test says otherwise. */"]
    lines.append(f"static inline void g_list_candidates(State *s, Moves *out) {{ g_{CANDIDATES}(s, out); }}")
    for kind, test in plan.tests.items():
        lines += _TryBody(unit, kind, test).text()
    lines += ["", "/* Plays a candidate and says true, or says false and leaves the state as it was. */"]
    lines += ["static bool g_try(State *s, Move move) {", "    switch (move.kind) {"]
    for kind in plan.tests:
        captured = [f"move.x[{k}]" for k in range(len(unit.program.kinds[kind].captured))]
        args = ", ".join(["s", "move.from", "move.to", *captured])
        lines.append(f"    case {unit.kind_name(kind)}: return {try_name(unit, kind)}({args});")
    return [*lines, "    default: g_play(s, move); return true;", "    }", "}"]


def try_name(unit: Unit, kind: str) -> str:
    """The C name of the function that tries a kind of move."""
    return unit.function_name(_trying(kind))


def _trying(kind: str) -> str:
    return f"try_{kind}"


class _TryBody(Body):
    """The function that tries one kind of move."""

    def __init__(self, unit: Unit, kind: str, test: MoveTest) -> None:
        effect = unit.program.functions[unit.program.kinds[kind].effect]
        rest = test.rest if test.first is not None else ()
        super().__init__(unit, n.Function(_trying(kind), effect.params, n.BOOL, rest))
        self._effect, self._test, self._name = effect, test, try_name(unit, kind)
        self._kept = self.fresh("kept")

    def text(self) -> list[str]:
        """The whole function with its comment."""
        params = [f"{self.unit.c_type(p.type)} {c_name(p.name)}" for p in self._effect.params]
        head = f"static bool {self._name}(State *s, {', '.join(params)}) {{"
        if self._test.first is None:
            self._test_apart()
        else:
            self._test_on_the_way(self._test.first)
        return ["", f"/* Tries a move: {self._effect.doc}. */", head, *self.lines, "}"]

    def _test_apart(self) -> None:
        args = tuple(self._effect.params)
        self.line(f"if (!{self.call(self._test.function, args)}) return false;")
        self.line(f"{self.call(self._effect.name, args)};")
        self.line("return true;")

    def _test_on_the_way(self, first: n.Do) -> None:
        self._declare_outer()
        self.line(f"State {self._kept}; /* the move is tested while it is played, and taken back if it fails */")
        self.line(f"{self._copied(f'&{self._kept}', 's')};")
        self.block((first, *self._test.rest))

    def _copied(self, to: str, source: str) -> str:
        """A copy of all that the beginning of the move may change."""
        assert self._test.first is not None
        lists = {slot.name for slot in self.unit.layout.lists}
        if not lists or lists & self.unit.effects.of_function(self._test.first.function).writes:
            return f"g_copy({to}, {source})"
        return f"memcpy({to}, {source}, {self.unit.layout.head})"

    def _statement(self, statement: n.Stmt) -> None:
        match statement:
            case n.Return(n.Const(0)):
                self.line(f"{self._copied('s', f'&{self._kept}')};")
                self.line("return false;")
            case n.Return():
                self.line(f"{self.call(self._test.finish, tuple(self._effect.params))};")
                self.line("return true;")
            case n.Speculate(body) if self._changes_little(body):
                self._speculate_in_place(body)
            case _:
                super()._statement(statement)

    def _changes_little(self, body: n.Block) -> bool:
        """Whether a block changes a few single numbers only, which are quickly put back."""
        effects, slots = self.unit.effects.of_block(body), self.unit.layout.slots
        single = all(not slots[name].shape and not slots[name].capacity for name in effects.writes)
        return single and not effects.draws

    def _speculate_in_place(self, body: n.Block) -> None:
        kept = {name: self.fresh("kept") for name in sorted(self.unit.effects.of_block(body).writes)}
        for name, saved in kept.items():
            self.line(f"__typeof__(s->{c_name(name)}) {saved} = s->{c_name(name)};")
        self.block(body)
        for name, saved in kept.items():
            self.line(f"s->{c_name(name)} = {saved};")
