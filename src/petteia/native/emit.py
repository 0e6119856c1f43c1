"""Writes a whole program as one C translation unit that includes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod

from petteia.errors import BuildError
from petteia.ir import nodes as n
from petteia.ir.calls import call_order, callees
from petteia.ir.playouts import CANDIDATES, STANDARD, PlayoutPlan
from petteia.ir.survey import has_any
from petteia.ir.visit import blocks

from .emit_base import Unit, c_name
from .emit_fill import fill_lines
from .emit_left import left_lines
from .emit_pick import PickBody
from .emit_statements import Body, comment, signature
from .emit_try import bound_tests, listing_lines, lists_candidates, tested_functions, try_lines
from .layout import Slot, capture_count, words_of
from .runtime_files import runtime_text

_LONG = 100
"""A choice of so many lines is compiled in one place only: to do so wherever moves are played takes the most time."""


def emit(program: n.Program, plan: PlayoutPlan = STANDARD) -> str:
    """The C text of a program: types, tables, rules, and the runtime around them; `plan` says how playouts are run.

    Functions are named after those of the program, with `g_` before them; tables begin with `t_`.
    """
    return with_rules(
        program, plan, lambda unit: [*_playouts(unit, plan), *map(runtime_text, ("playout.h", "entry.h", "main.h"))]
    )


def with_rules(program: n.Program, plan: PlayoutPlan, more: Callable[[Unit], list[str]]) -> str:
    """The C text of types, tables and rules, and behind them what plays by them."""
    program = replace(program, functions={**program.functions, **plan.functions})
    unit = Unit(program, (CANDIDATES,) if plan.tests else (), plan.moves)
    _check(unit)
    bound_tests(unit, plan)
    functions = _functions(unit, plan)
    playing = more(unit)
    parts = [
        [f"/* {_plain(program.name)}: rules compiled to C. */"],
        [runtime_text("types.h"), runtime_text("base.h")],
        _types(unit),
        [runtime_text("moves.h")],
        _copy(unit),
        ["", *unit.table_lines],
        [line for text in unit.helpers.values() for line in ["", *text]],
        functions,
        _play(unit),
        listing_lines(unit, plan) if lists_candidates(program, plan) else [],
        _initial(unit),
        _hash(unit),
        _entry_points(unit),
        playing,
    ]
    return "\n".join(line for part in parts for line in part) + "\n"


def _check(unit: Unit) -> None:
    for kind in unit.program.kinds.values():
        if any(p.type.kind == "set" for p in unit.program.functions[kind.effect].params):
            raise BuildError(
                f"{unit.program.name}: moves of kind {kind.name} capture a set, which has no place in a move"
            )


def _plain(text: str) -> str:
    return text.replace("*/", "").replace("\\", "").replace("\n", " ")


def _types(unit: Unit) -> list[str]:
    lines = [""]
    for universe, sites in unit.program.universes.items():
        if words_of(sites) > 1:
            lines += [f"/* A set over {sites} sites. */"]
            lines += [f"typedef struct {{ uint64_t w[{words_of(sites)}]; }} {unit.set_type(universe)};", ""]
    lines += ["/* Everything that can change in play. */", "typedef struct {"]
    if unit.layout.draws:
        lines.append("    uint64_t chance;")
    fields = unit.program.fields
    slots = unit.layout.slots
    for name in unit.layout.order:
        if slots[name].capacity:
            length = slots[name].length
            assert length is not None
            lines.append(f"    {length.c_type} {c_name(name)}_length{_dims(slots[name].shape)};")
        else:
            told = _comment(fields[name].doc)
            lines.append(f"    {_slot_type(unit, fields[name])} {c_name(name)}{_dims(slots[name].shape)};{told}")
    for slot in unit.layout.lists:
        dims = _dims((*slot.shape, slot.capacity))
        lines.append(
            f"    {_slot_type(unit, fields[slot.name])} {c_name(slot.name)}{dims};{_comment(fields[slot.name].doc)}"
        )
    lines += [f"}} __attribute__((aligned({8}))) State;", "", *_places(unit), ""]
    program = unit.program
    comments = {name: _comment(program.functions[kind.effect].doc) for name, kind in program.kinds.items()}
    kinds = [f"    {unit.kind_name(name)},{comment}" for name, comment in comments.items()]
    if kinds:
        lines += ["/* The kinds of moves. */", "enum {", *kinds, "};", ""]
    words = {"PT_CAPTURED": capture_count(program), "PT_NUMBER": unit.int_type, "PT_PLAYERS": program.players}
    return [*lines, *(f"#define {word} {meaning}" for word, meaning in words.items())]


def _places(unit: Unit) -> list[str]:
    """Lines that hold the state to the layout that Python reads it by."""
    lines = []
    for name, slot in unit.layout.slots.items():
        if slot.capacity:
            lines.append(f"PT_LIES_AT({slot.length_offset}, {c_name(name)}_length);")
        lines.append(f"PT_LIES_AT({slot.offset}, {c_name(name)});")
    return [*lines, f'_Static_assert(sizeof(State) == {unit.layout.size}, "State has another size in Python");']


def _slot_type(unit: Unit, field: n.Field) -> str:
    if field.type.kind == "set":
        return unit.set_type(field.type.universe)
    return "bool" if field.type == n.BOOL else unit.layout.slots[field.name].element.c_type


def _comment(doc: str) -> str:
    return f" /* {_plain(doc)} */" if doc else ""


def _dims(shape: tuple[int, ...]) -> str:
    return "".join(f"[{size}]" for size in shape)


def _functions(unit: Unit, plan: PlayoutPlan) -> list[str]:
    order = call_order(unit.program, _written_apart(plan), listing=not lists_candidates(unit.program, plan))
    position = {name: k for k, name in enumerate(order)}
    functions = unit.program.functions
    lines: list[str] = [""]
    early = {c for name in order for c in callees(unit.program, functions[name]) if position[c] >= position[name]}
    lines += [f"{signature(unit, functions[name])};" for name in order if name in early]
    if _collects(unit):
        lines.append("static void g_apply(State *s, Effect move);")
    for name in order:
        lines += ["", *Body(unit, functions[name]).text()]
    return lines


def _written_apart(plan: PlayoutPlan) -> tuple[str, ...]:
    """Functions that only playouts call."""
    filling = [f.name for by in (plan.filling.decided, plan.filling.won) for f in by.values()] if plan.filling else []
    return (*tested_functions(plan), *filling)


def _collects(unit: Unit) -> bool:
    return has_any(unit.program, n.Collect)


def _play(unit: Unit) -> list[str]:
    """The function that plays any move."""
    kinds = unit.program.kinds.values()
    listed, noted = _emitted_kinds(unit.program)
    lines = ["", "/* Plays a move: what it does depends on its kind. */", "static void g_play(State *s, Move move) {"]
    lines += _by_kind(unit, [kind for kind in kinds if kind.name in listed or kind.name not in noted])
    if _collects(unit):
        lines += ["", "/* Applies an effect that was noted. */", "static void g_apply(State *s, Effect move) {"]
        lines += _by_kind(unit, [kind for kind in kinds if kind.name in noted])
    return lines


def _by_kind(unit: Unit, kinds: list[n.Kind]) -> list[str]:
    reachable = set(call_order(unit.program))
    lines = ["    (void)s;", "    switch (move.kind) {"]
    for kind in kinds:
        if kind.effect not in reachable:
            continue
        captured = [f"move.x[{k}]" for k in range(len(kind.captured))]
        call = f"{unit.function_name(kind.effect)}({', '.join(['s', 'move.from', 'move.to', *captured])})"
        lines.append(f"    case {unit.kind_name(kind.name)}: {call}; break;")
    return [*lines, "    }", "}"]


def _emitted_kinds(program: n.Program) -> tuple[set[str], set[str]]:
    """The kinds of moves that are listed for players, and those of effects, which are noted in lists of their own."""
    listed: set[str] = set()
    noted: set[str] = set()

    def visit(block: n.Block, found: set[str]) -> None:
        for statement in block:
            if isinstance(statement, n.Emit):
                found.add(statement.kind)
            for inner in blocks(statement):
                visit(inner, noted if isinstance(statement, n.Collect) else found)

    for function in program.functions.values():
        visit(function.body, listed)
    return listed, noted


def _copy(unit: Unit) -> list[str]:
    lines = ["", "/* Copies a state; of lists only what is used. */"]
    lines += ["static inline void g_copy(State *to, const State *from) {"]
    if not unit.layout.lists:
        return [*lines, "    *to = *from;", "}"]
    lines.append(f"    memcpy(to, from, {unit.layout.head});")
    for slot in unit.layout.lists:
        name = c_name(slot.name)
        subscripts = _loops(slot)
        lines += subscripts[1]
        indent = "    " * (1 + len(slot.shape))
        here = f"{name}{subscripts[0]}"
        lines.append(
            f"{indent}memcpy(to->{here}, from->{here}, from->{name}_length{subscripts[0]} * sizeof to->{here}[0]);"
        )
    return [*lines, "}"]


def _loops(slot: Slot) -> tuple[str, list[str]]:
    """Loops over the elements of an array, and the subscripts inside them."""
    heads = [f"{'    ' * (1 + k)}for (int i{k} = 0; i{k} < {size}; i{k}++)" for k, size in enumerate(slot.shape)]
    return "".join(f"[i{k}]" for k in range(len(slot.shape))), heads


def _initial(unit: Unit) -> list[str]:
    lines = ["", "/* Gives every field its initial value. */", "static void g_initialise(State *s) {"]
    lines.append("    memset(s, 0, sizeof *s);")
    for slot in unit.layout.slots.values():
        field = unit.program.fields[slot.name]
        if field.initial and not slot.capacity:
            subscripts, heads = _loops(slot)
            value = str(field.initial)
            if field.type.kind == "set":
                literal_text = unit.set_literal(field.initial, field.type.universe)
                wide = unit.words(field.type.universe) > 1
                value = f"({unit.set_type(field.type.universe)}){literal_text}" if wide else literal_text
            lines += [*heads, f"{'    ' * (1 + len(slot.shape))}s->{c_name(slot.name)}{subscripts} = {value};"]
    return [*lines, "}"]


def hashed_fields(program: n.Program) -> list[str]:
    """The fields that the hash of a state is made of: the mover and all that appears in the text of a position."""
    return [field.name for field in program.fields.values() if field.visible or field.name == "mover"]


def _hash(unit: Unit) -> list[str]:
    names = hashed_fields(unit.program)
    lines = ["", *comment("A number that equal positions share: " + ", ".join(names))]
    lines += ["static uint64_t g_hash(const State *s) {", "    uint64_t hash = 0;"]
    for name in names:
        slot = unit.layout.slots[name]
        c, dims = c_name(name), prod(slot.shape)
        if not slot.capacity:
            lines.append(f"    hash = pt_hash_bytes(hash, &s->{c}, sizeof s->{c});")
            continue
        subscripts, heads = _loops(slot)
        size = f"s->{c}_length{subscripts} * sizeof s->{c}{subscripts}[0]"
        indent = "    " * (1 + len(slot.shape))
        lines += [*heads, f"{indent}hash = pt_hash_bytes(hash, &s->{c}{subscripts}, {size});"] if dims else []
    return [*lines, "    return hash;", "}"]


def _playouts(unit: Unit, plan: PlayoutPlan) -> list[str]:
    """The function that plays a random move, where the plan has a better way than to list all of them."""
    lines = choosing_lines(unit, plan)
    choice = PickBody(unit, plan).text() if plan.moves else []
    lines += [f"#define PT_LONG {int(plan.main is None and len(choice) > _LONG)}", *choice]
    if plan.moves:
        lines += fill_lines(unit, plan)
    elif plan.tests:
        lines += ["", "PT_INLINE bool g_play_random(State *s, Random *random) { return pt_play_tested(s, random); }"]
    return lines


def choosing_lines(unit: Unit, plan: PlayoutPlan) -> list[str]:
    """Lines that every way of playing a random move needs."""
    lines = ["", f"#define PT_PICKS {int(bool(plan.moves))}", f"#define PT_SHRINKS {int(plan.main is not None)}"]
    lines += [f"#define PT_TESTS {int(bool(plan.tests))}"]
    if plan.tests:
        lines += try_lines(unit, plan)
    lines.append(runtime_text("choose.h"))
    if plan.main is not None:
        lines += left_lines(unit, plan)
    return lines


def _entry_points(unit: Unit) -> list[str]:
    """The few facts about the game that the runtime asks for."""
    fields = unit.program.fields
    start, moves = unit.effects.of_function("start"), unit.effects.of_function("moves")
    lines = [
        "",
        f"#define PT_DRAWS {int(unit.layout.draws)}",
        f"#define PT_START_DRAWS {int(start.draws)}",
        f"#define PT_REBUILDS {int('rebuild' in unit.program.functions)}",
        f"#define PT_RANKS {prod(fields['ranks'].shape)}",
    ]
    list_parameter = ", out" if unit.emits("moves") else ""
    lines += ["", "static inline void g_list_moves(State *s, Moves *out) {"]
    if moves.draws:
        lines += ["    uint64_t chance = s->chance;", f"    g_moves(s{list_parameter});", "    s->chance = chance;"]
    else:
        lines += ["    (void)out;", f"    g_moves(s{list_parameter});"]
    return [*lines, "}"]
