"""Writes the functions that test candidates: one plays a sampled move if it is legal, one lists all that are."""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir.calls import call_order
from petteia.ir.playouts import CANDIDATES, MoveTest, PlayoutPlan

from .emit_base import Unit, c_name

_LIST_LEGAL = """
/* Lists the legal moves: the candidates that pass their tests. */
static void g_moves(State *s, Moves *out) {
    Move room[512];
    Moves list = {room, 0, 0, 512};
    do g_candidates(s, &list); while (pt_make_room(&list, room));
    for (uint32_t k = 0; k < list.count; k++) if (g_is_legal(s, list.moves[k])) pt_emit(out, list.moves[k]);
    if (list.moves != room) free(list.moves);
"""


def bound_tests(unit: Unit, plan: PlayoutPlan) -> None:
    """Tests see the moves that effects see, so their parameters have the same bounds."""
    for kind, test in plan.tests.items():
        bounds = unit.ranges.params[unit.program.kinds[kind].effect]
        unit.ranges.widen(test.function, [*bounds, *((value, value) for value in test.values)])
        if test.finish:
            unit.ranges.widen(test.finish, [*bounds, *((value, value) for value in test.finish_values)])


def lists_candidates(program: n.Program, plan: PlayoutPlan) -> bool:
    """True if the legal moves are listed by testing candidates, so that the rules of play are written only once."""
    return plan.instead is not None and "moves" not in call_order(program, tested_functions(plan), listing=False)


def tested_functions(plan: PlayoutPlan) -> tuple[str, ...]:
    """The functions that make candidates, test them, and finish them."""
    if not plan.tests:
        return ()
    parts = {name: None for test in plan.tests.values() for name in (test.function, test.finish) if name}
    return (CANDIDATES, *parts, *([plan.instead] if plan.instead else []))


def try_lines(unit: Unit, plan: PlayoutPlan) -> list[str]:
    """Lines that playouts need to sample among candidates: a list of them, and a way to try one."""
    lines = ["", "/* Lists the moves that are legal unless their test says otherwise. */"]
    lines.append(f"static inline void g_list_candidates(State *s, Moves *out) {{ g_{CANDIDATES}(s, out); }}")
    alike = {_try_name(unit, kind, test): (kind, test) for kind, test in plan.tests.items()}
    for kind, test in alike.values():
        lines += _try_text(unit, kind, test)
    lines += ["", "/* Plays a candidate and says true, or says false and leaves the state as it was. */"]
    lines += ["static bool g_try(State *s, Move move) {", "    switch (move.kind) {"]
    for kind in plan.tests:
        lines.append(f"    case {unit.kind_name(kind)}: return {try_call(unit, plan, kind, _parts(unit, kind))};")
    return [*lines, "    default: g_play(s, move); return true;", "    }", "}"]


def listing_lines(unit: Unit, plan: PlayoutPlan) -> list[str]:
    """The function that lists the legal moves by testing all candidates."""
    lines = ["", "/* Whether a candidate is a legal move. */", "static bool g_is_legal(State *s, Move move) {"]
    if any(test.finish for test in plan.tests.values()):
        lines += ["    State kept; /* the move is begun in place, and taken back */", "    bool legal;"]
    lines.append("    switch (move.kind) {")
    for kind, test in plan.tests.items():
        args = ["s", *_parts(unit, kind), *map(str, test.values)]
        call = f"{unit.function_name(test.function)}({', '.join(args)})"
        lines.append(f"    case {unit.kind_name(kind)}:")
        if not test.finish:
            lines.append(f"        return {call};")
            continue
        keep, back = _copied(unit, test, "&kept", "s"), _copied(unit, test, "s", "&kept")
        lines += [f"        {keep};", f"        legal = {call};", f"        {back};", "        return legal;"]
    lines += ["    default: return true;", "    }", "}", *_LIST_LEGAL.splitlines()]
    if plan.instead:
        lines.append(f"    if (!out->count) {unit.function_name(plan.instead)}(s, out);")
    return [*lines, "}"]


def try_call(unit: Unit, plan: PlayoutPlan, kind: str, args: list[str]) -> str:
    """The call that tries a move of some kind."""
    test = plan.tests[kind]
    values = map(str, (*test.values, *test.finish_values))
    return f"{_try_name(unit, kind, test)}({', '.join(['s', *args, *values])})"


def _try_name(unit: Unit, kind: str, test: MoveTest) -> str:
    """The C name of the function that tries moves of some kind: kinds that are tested and played alike share it."""
    return unit.function_name(f"try_{test.function}_then_{test.finish or unit.program.kinds[kind].effect}")


def _parts(unit: Unit, kind: str) -> list[str]:
    """The arguments of the functions of a kind, for a move of that kind."""
    return ["move.from", "move.to", *(f"move.x[{k}]" for k in range(len(unit.program.kinds[kind].captured)))]


def _try_text(unit: Unit, kind: str, test: MoveTest) -> list[str]:
    """The function that tries moves of one kind, and those that are tried in the same way."""
    effect = unit.program.functions[unit.program.kinds[kind].effect]
    values = [f"value_{k}" for k in range(len(test.values))]
    last = [f"last_{k}" for k in range(len(test.finish_values))]
    params = [f"{unit.c_type(p)} {c_name(p.name)}" for p in effect.params]
    params += [f"{unit.int_type} {name}" for name in (*values, *last)]
    args = ["s", *(c_name(p.name) for p in effect.params)]
    lines = ["", f"/* Tries a move: {effect.doc}. */"]
    lines.append(f"static bool {_try_name(unit, kind, test)}(State *s, {', '.join(params)}) {{")
    legal = f"{unit.function_name(test.function)}({', '.join([*args, *values])})"
    play = f"    {unit.function_name(test.finish or effect.name)}({', '.join([*args, *last])});"
    if not test.finish:
        return [*lines, f"    if (!{legal}) return false;", play, *_END]
    lines.append("    State kept; /* the move is tested while it is played, and taken back if it fails */")
    lines += [f"    {_copied(unit, test, '&kept', 's')};", f"    if (!{legal}) {{"]
    lines += [f"        {_copied(unit, test, 's', '&kept')};", "        return false;", "    }"]
    return [*lines, play, *_END]


_END = ["    return true;", "}"]


def _copied(unit: Unit, test: MoveTest, to: str, source: str) -> str:
    """A copy of all that the beginning of the move may change."""
    lists = {slot.name for slot in unit.layout.lists}
    effects = unit.effects.of_function(test.function)
    if not lists or lists & effects.writes:
        return f"g_copy({to}, {source})"
    parts = unit.layout.spans(effects.writes, _NEAR)
    return "; ".join(f"memcpy({_at(to, begin)}, {_at(source, begin)}, {end - begin})" for begin, end in parts)


_NEAR = 32
"""Parts of a state that are no farther apart, in bytes, are copied as one."""


def _at(state: str, offset: int) -> str:
    return f"(char *){state} + {offset}" if offset else state
