"""Writes a program as C that plays many states at once: numbers of actions, masks, observations."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import NamedTuple

from petteia.ir import nodes as n
from petteia.ir.planes import Observing, Plane
from petteia.ir.playouts import PlayoutPlan

from .emit import with_rules
from .emit_actions import Code, finding_lines, hashed_lines, number_lines, number_table
from .emit_base import Unit, c_name
from .emit_hidden import hiding_lines
from .layout import words_of
from .runtime_files import runtime_text


class Dice(NamedTuple):
    """Dice that are thrown while moves are listed: their sites, and what the faces of each show."""

    sites: tuple[int, ...]
    faces: tuple[tuple[int, ...], ...]


def emit_batch(
    program: n.Program,
    plan: PlayoutPlan,
    size: int,
    codes: Mapping[Code, int],
    observing: Observing,
    dice: Dice | None,
) -> str:
    """The C text of a program with the functions of `batch.h`; without codes the numbers of actions are hashes.

    Of the plan only the tests of candidates are used, which list the legal moves faster.
    """

    def playing(unit: Unit) -> list[str]:
        cell = "int8_t" if observing.bits == 7 else "int16_t"
        lines = ["", f"#define PTB_ACTIONS {size}", f"#define PTB_HASHED {int(not codes)}", f"typedef {cell} Cell;"]
        lines += [f"#define PTB_PLANES {len(observing.planes)}", f"#define PTB_WIDTH {observing.width}"]
        lines += [f"#define PTB_MASK {(1 << observing.bits) - 1}", f"#define PTB_SHOWS_DICE {int(dice is not None)}"]
        lines += [runtime_text("batch_base.h")]
        lines += hashed_lines(unit) if not codes else number_lines(unit, codes)
        lines += finding_lines(unit, codes, size)
        lines += _Planes(unit, observing).lines()
        lines += _dice_lines(unit, dice) if dice else []
        lines += hiding_lines(unit)
        return [*lines, _returns_lines(unit), runtime_text("batch.h")]

    return with_rules(program, plan, playing)


# -- observations -------------------------------------------------------------------------------------------------


class _Planes:
    """The function that writes the planes of a state."""

    def __init__(self, unit: Unit, observing: Observing) -> None:
        self._unit, self._plan = unit, observing
        self._tables: list[str] = []
        self._places: dict[str, str] = {}
        self._codes: dict[tuple[tuple[int, ...], ...], str] = {}
        self._looks: dict[tuple[int, ...], str] = {}
        self._digests: dict[str, str] = {}
        self._before: list[str] = []

    def lines(self) -> list[str]:
        """Tables and the function."""
        for universe, places in self._plan.places.items():
            self._places[universe] = self._place_table(universe, places)
        body = [f"    {self._plane(k, plane)}" for k, plane in enumerate(self._plan.planes)]
        return [
            "", *self._tables, "",
            "/* Writes a state as a player sees it; players are counted from 0 here. */",
            "static void g_observe(const State *s, uint32_t looks, Cell *out) {",
            "    (void)s, (void)looks;",
            *self._before, *body, "}",
        ]  # fmt: skip

    def _place_table(self, universe: str, places: tuple[int, ...]) -> str:
        """The name of the table of places, NULL where they are the sites themselves."""
        if places == tuple(range(len(places))) and len(places) == self._plan.width:
            return "NULL"
        name = f"t_place_{c_name(universe)}"
        self._tables.append(number_table(name, places, "int16_t"))
        return name

    def _plane(self, k: int, plane: Plane) -> str:
        out = f"out + {k} * PTB_WIDTH"
        field = self._unit.program.fields[plane.field]
        value = getattr(self, f"_{plane.kind}")
        text: str = value(plane, field, out)
        return text

    def _by_looks(self, at: tuple[int, ...]) -> str:
        """A number that depends on who looks."""
        if len(set(at)) == 1:
            return str(at[0])
        if at not in self._looks:
            name = self._looks[at] = f"t_looks_{len(self._looks)}"
            self._tables.append(number_table(name, at))
        return f"{self._looks[at]}[looks]"

    def _element(self, field: n.Field, index: str) -> str:
        slot = self._unit.layout.slots[field.name]
        kind = "bool" if field.type == n.BOOL else slot.element.c_type
        return f"((const {kind} *)&s->{c_name(field.name)})[{index}]"

    def _part(self, plane: Plane, value: str) -> str:
        if plane.relative:
            value = f"ptb_seen({value}, looks, {self._plan.players})"
        return f"(Cell)((int64_t)({value}) - ({plane.low}) >> {plane.shift} & PTB_MASK)"

    def _set(self, plane: Plane, field: n.Field, out: str) -> str:
        size = self._unit.program.universes[field.type.universe]
        words = words_of(size)
        place = self._places[field.type.universe]
        at = self._by_looks(plane.at)
        pointer = f"(const uint64_t *)&s->{c_name(field.name)} + {at} * {words}"
        may_lack = 0 in plane.at and field.name.partition("_")[0] == "pieces"
        if place == "NULL":
            spread = f"ptb_spread({out}, {pointer}, {size});"
            return f"if ({at}) {spread} else ptb_clear({out});" if may_lack else spread
        guard = f"if ({at}) " if may_lack else ""
        return f"ptb_clear({out}); {guard}ptb_scatter({out}, {pointer}, {words}, {place});"

    def _over_sites(self, field: n.Field, out: str, value: str, sites: int) -> str:
        universe = next(name for name, size in self._unit.program.universes.items() if size == sites)
        place = self._places[universe]
        if place == "NULL":
            return f"for (int i = 0; i < {sites}; i++) ({out})[i] = {value};"
        loop = f"for (int i = 0; i < {sites}; i++) if ({place}[i] >= 0) ({out})[{place}[i]] = {value};"
        return f"ptb_clear({out}); {loop}"

    def _site(self, plane: Plane, field: n.Field, out: str) -> str:
        at, inner = plane.at
        index = f"i * {inner} + {at}" if inner > 1 else "i"
        return self._over_sites(field, out, self._part(plane, self._element(field, index)), field.shape[0])

    def _scalar(self, plane: Plane, field: n.Field, out: str) -> str:
        return f"ptb_fill({out}, {self._part(plane, self._element(field, self._by_looks(plane.at)))});"

    def _list_at(self, plane: Plane, field: n.Field) -> tuple[str, str]:
        """The length and the elements of a list."""
        slot = self._unit.layout.slots[field.name]
        assert slot.length is not None
        k = plane.at[0]
        length = f"((const {slot.length.c_type} *)&s->{c_name(field.name)}_length)[{k}]"
        return length, f"(const {slot.element.c_type} *)&s->{c_name(field.name)} + {k * field.capacity}"

    def _length(self, plane: Plane, field: n.Field, out: str) -> str:
        return f"ptb_fill({out}, {self._part(plane, self._list_at(plane, field)[0])});"

    def _digest(self, plane: Plane, field: n.Field, out: str) -> str:
        """One of the planes that a digest takes: it is worked out once for all of them."""
        length, elements = self._list_at(plane, field)
        if elements not in self._digests:
            slot = self._unit.layout.slots[field.name]
            mixing = "ptb_mixed({h} + (uint64_t)(int64_t)x[i] + 1)"
            if slot.element.width == 8:
                mixing = "{h} + ptb_mixed((uint64_t)x[i])"
            name = self._digests[elements] = f"digest_{len(self._digests)}"
            loop = f"for (uint32_t i = 0; i < {length}; i++) {name} = {mixing.format(h=name)};"
            self._before.append(f"    uint64_t {name} = 0; {{ const {slot.element.c_type} *x = {elements}; {loop} }}")
        return f"ptb_fill({out}, {self._part(plane, f'{self._digests[elements]} >> 34')});"

    def _repeats(self, plane: Plane, field: n.Field, out: str) -> str:
        length, elements = self._list_at(plane, field)
        slot = self._unit.layout.slots[field.name]
        loop = f"for (uint32_t i = 0; i < {length}; i++) c += x[i] == x[{length} - 1];"
        filled = f"ptb_fill({out}, c < PTB_MASK ? (Cell)c : PTB_MASK);"
        return f"{{ const {slot.element.c_type} *x = {elements}; uint32_t c = 0; {loop} {filled} }}"

    def _code_table(self, codes: tuple[tuple[int, ...], ...]) -> str:
        if codes not in self._codes:
            name = self._codes[codes] = f"t_seen_{len(self._codes)}"
            rows = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in codes)
            self._tables.append(f"static const uint8_t {name}[][{len(codes[0])}] = {{{rows}}};")
        return self._codes[codes]

    def _hand(self, plane: Plane, field: n.Field, out: str) -> str:
        words = words_of(self._unit.program.universes[field.type.universe])
        has = f"((const uint64_t *)&s->{c_name(field.name)})[k * {words} + {plane.site // 64}] >> {plane.site % 64} & 1"
        code = f"{self._code_table(plane.codes)}[looks][k]"
        return f"ptb_clear({out}); for (int k = 1; k < {field.shape[0]}; k++) if ({has}) ptb_fill({out}, (Cell){code});"

    def _stack(self, field: n.Field) -> tuple[str, int]:
        suffix = field.name.partition("_")[2]
        height = self._element(self._unit.program.fields["height" + (f"_{suffix}" if suffix else "")], "i")
        return height, prod(field.shape[1:])

    def _count(self, plane: Plane, field: n.Field, out: str) -> str:
        height, deep = self._stack(field)
        same = f"{self._code_table(plane.codes)}[looks][{self._element(field, f'i * {deep} + l')}] == {plane.at[0]}"
        loop = f"c = 0; for (int l = 0; l < {height}; l++) c += {same};"
        inner = self._over_sites(field, out, f"(Cell)({{ int {loop} c & PTB_MASK; }})", field.shape[0])
        return inner

    def _top(self, plane: Plane, field: n.Field, out: str) -> str:
        height, deep = self._stack(field)
        top = self._element(field, f"i * {deep} + {height} - 1")
        value = f"{height} && {self._code_table(plane.codes)}[looks][{top}] == {plane.at[0]}"
        return self._over_sites(field, out, value, field.shape[0])

    def _owner(self, plane: Plane, field: n.Field, out: str) -> str:
        height, deep = self._stack(field)
        top = self._element(field, f"i * {deep} + {height} - 1")
        value = f"{height} ? (Cell)ptb_seen({top}, looks, {self._plan.players}) : 0"
        return self._over_sites(field, out, value, field.shape[0])

    def _order(self, plane: Plane, field: n.Field, out: str) -> str:
        height, deep = self._stack(field)
        value = self._element(field, f"i * {deep} + l")
        if plane.codes:
            who = self._element(self._unit.program.fields[field.name.replace("what", "who")], f"i * {deep} + l")
            seen = f"ptb_seen({who}, looks, {self._plan.players})"
            code = f"{self._code_table(plane.codes)}[looks][{value}] * 16 + {seen}"
            loop = f"for (int l = 0; l < {height} - 1; l++) h = ptb_mixed(h + (uint64_t)({code}) + 1);"
        else:
            loop = f"for (int l = 0; l < {height}; l++) if ({value}) h = ptb_mixed(h + (uint64_t){value} * 64 + l + 1);"
        digest = self._part(plane, "h >> 34")
        return self._over_sites(field, out, f"({{ uint64_t h = 0; {loop} {digest}; }})", field.shape[0])


# -- dice and results ---------------------------------------------------------------------------------------------


def _dice_lines(unit: Unit, dice: Dice) -> list[str]:
    """How dice lie after a move, and turning them."""
    state = unit.program.fields["state"]
    element = unit.layout.slots["state"].element.c_type
    deep = prod(state.shape[1:])
    most = max(map(len, dice.faces))
    shown = ", ".join("{" + ", ".join(map(str, faces)) + "}" for faces in dice.faces)
    sites = ", ".join(map(str, dice.sites))
    counts = ", ".join(str(len(faces)) for faces in dice.faces)
    kind = unit.layout.slots["dice"].element.c_type
    return [
        "", f"#define PTB_DICE {len(dice.sites)}",
        f"static const uint16_t t_die_sites[] = {{{sites}}};", f"static const uint8_t t_die_faces[] = {{{counts}}};",
        f"static const int16_t t_die_shows[][{most}] = {{{shown}}};",
        "static inline int g_face(const State *s, int die) {",
        f"    return ((const {element} *)&s->state)[t_die_sites[die] * {deep}];", "}",
        "static inline void g_turn(State *s, int die, int face) {",
        f"    (({element} *)&s->state)[t_die_sites[die] * {deep}] = ({element})face;",
        f"    (({kind} *)&s->dice)[die] = ({kind})t_die_shows[die][face];", "}",
    ]  # fmt: skip


def _returns_lines(unit: Unit) -> str:
    """The function that says what each player gets."""
    seats = "s->seat[p]" if "seat" in unit.program.fields else "p"
    players = unit.program.players
    if players == 1:
        value = "r[0] = s->ranks[1] == 2 ? 1.0f : -1.0f;"
    else:
        value = f"for (int p = 1; p <= {players}; p++) r[{seats} - 1] = 1.0f - (s->ranks[p] - 2.0f) / {players - 1}.0f;"
    head = "\n/* What each player gets at the end; ranks are doubled. */\n"
    mover = "s->seat[s->mover]" if "seat" in unit.program.fields else "s->mover"
    player = f"static uint8_t g_player(const State *s) {{ return (uint8_t){mover}; }} /* whose turn it is */"
    return f"{head}static void g_returns(const State *s, float *r) {{ {value} }}\n{player}"
