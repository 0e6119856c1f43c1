"""Writes a program as C whose playouts draw moves by how much features like them, for the features that it is given.

Playouts go the way of uniform ones: sets are counted, a move is drawn uniformly, and only then features are asked
whether it is taken or another one drawn; or which one of a few sites. Features and weights are data.
"""

from __future__ import annotations

from collections.abc import Mapping

from petteia.ir import nodes as n
from petteia.ir.playouts import PlayoutPlan

from .emit import choosing_lines, with_rules
from .emit_base import Unit, c_name
from .emit_count import Segment
from .emit_fill import fill_lines, guided_fill_lines
from .emit_pick import PickBody
from .runtime_files import runtime_text

_PLAYERS = (1, 2)
_MOVER = "(uint32_t)s->mover - 1"
_DRAWN = f"pt_draw_left(going, random, {_MOVER}, left->site, left->count, form)"


def emit_guided(program: n.Program, plan: PlayoutPlan, owners: Mapping[int, int]) -> str:
    """The C text of a program with playouts by features; `owners` are those of the components, by number."""

    def playing(unit: Unit) -> list[str]:
        lines = [*choosing_lines(unit, plan), *_owned_lines(unit, owners)]
        lines += [runtime_text("strong.h"), runtime_text("feature_policy.h")]
        if plan.moves:
            lines += [*_GuidedBody(unit, plan).text(), *fill_lines(unit, plan), *guided_fill_lines(unit, plan)]
        else:
            lines += ["", "#define g_play_guided pt_play_proposed"]
        return [*lines, runtime_text("guided.h")]

    return with_rules(program, plan, playing)


def _owned_lines(unit: Unit, owners: Mapping[int, int]) -> list[str]:
    """The function that reads which sites each of two players has; other pieces count as both players'."""
    fields = unit.program.fields
    universe = fields["pieces"].type.universe
    words = unit.words(universe)
    lines = ["", f"#define PT_GUIDED_SITES {unit.program.universes[universe]}", f"#define PT_GUIDED_WORDS {words}", ""]
    owned = [_owned(unit, owners, player, word) for player in _PLAYERS for word in range(words)]
    places = [f"owned[{player - 1}][{word}]" for player in _PLAYERS for word in range(words)]
    differences = " | ".join(f"({one} ^ ({sets}))" for one, sets in zip(places, owned, strict=True))
    return [
        *lines,
        "/* The sites of each player, and of no single one: they are like those off the board. */",
        "PT_INLINE void g_read_owned(const State *s, uint64_t owned[2][PT_GUIDED_WORDS]) {",
        *(f"    {one} = {sets};" for one, sets in zip(places, owned, strict=True)),
        "}",
        "/* Whether these are others. */",
        "PT_INLINE bool g_owns_others(const State *s, uint64_t owned[2][PT_GUIDED_WORDS]) {",
        f"    return ({differences}) != 0;",
        "}",
    ]


def _owned(unit: Unit, owners: Mapping[int, int], player: int, word: int) -> str:
    """A word of the sites of a player."""
    fields = unit.program.fields
    part = f".w[{word}]" if unit.words(fields["pieces"].type.universe) > 1 else ""
    if "own" in fields:
        sets = [f"s->{c_name('own')}[{k}]" for k in (player, 0, len(_PLAYERS) + 1)]
    else:
        sets = [
            f"s->{c_name('pieces')}[{k}]" for k, owner in owners.items() if owner == player or owner not in _PLAYERS
        ]
    return " | ".join(f"{one}{part}" for one in sets) or "0"


class _GuidedBody(PickBody):
    """The function `g_play_guided`, which plays a move that features like."""

    def __init__(self, unit: Unit, plan: PlayoutPlan) -> None:
        super().__init__(unit, plan)
        self._again = ""
        self._offered, self._drawn, self._draft, self._view = "1", "", "", ""

    def _head(self) -> list[str]:
        left = ", Left *left" if self._plan.main else ""
        return [
            "/* Plays a legal move that was drawn by how much it is liked; false if there is none. */",
            f"PT_INLINE bool g_play_guided(State *s, Random *random, PlayoutState *going{left}, Form form) {{",
        ]

    def _choose(self, segments: list[Segment]) -> None:
        self._again = ""
        super()._choose(segments)

    def _draw(self, total: str, segments: list[Segment]) -> str:
        """Where there are only sites to choose from, one is drawn at once; else features are asked about each move."""
        self._offered, self._drawn = total, ""
        if self._plan.main is not None and len(segments) == 1:
            return _DRAWN
        placed = self._placed(segments)
        if placed:
            return f"pt_draw_placed(going, random, {_MOVER}, {placed}, {total}, form)"
        self._again, self._draft, self._view = map(self.fresh, ("again", "draft", "view"))
        if self._plan.main is not None:
            self._drawn = self.fresh("drawn")
            self.line(f"bool {self._drawn} = {total} == left->count;")
        self.line(f"View {self._view} = pt_view(going, &going->guide->by_to, {_MOVER}, form);")
        self.line(f"Draft {self._draft} = {{0}};")
        self.line(f"{self._again}:;")
        proposed = f"pt_propose(&{self._draft}, random, {total})"
        return f"{self._drawn} ? {_DRAWN} : {proposed}" if self._drawn else proposed

    def _placed(self, segments: list[Segment]) -> str:
        """The set of sites where a piece is placed, if that is all there is to do, and done in a few instructions.

        Then to draw again and again costs more than the sharper choice gains, and one of a few is taken, as where sites
        are only used up.
        """
        if self._plan.main is not None or len(segments) != 1:
            return ""
        (one,) = segments
        if one.loop is None or not one.members or self._may_fail(one):
            return ""
        alone = one.loop.body == (one.emit,) and one.emit.source == one.emit.target == one.loop.var
        is_word = self.unit.words(one.loop.set.type.universe) == 1
        small = self.unit.is_small(self.unit.program.kinds[one.emit.kind].effect)
        return one.members if alone and is_word and small else ""

    def _ask(self, emit: n.Emit) -> None:
        args = [self.unit.kind_name(emit.kind), self.value(emit.source), self.value(emit.target)]
        if not self._again:
            self.line(f"pt_settle(going, {_MOVER}, {', '.join(args)}, form);")
            return
        offered = f"{self._drawn} ? 1 : {self._offered}" if self._drawn else self._offered
        given = ["going", f"&{self._view}", f"&{self._draft}", _MOVER, offered, *args, "form"]
        self.line(f"if (!pt_takes({', '.join(given)})) goto {self._again};")

    def _from_a_list(self, *, tested: bool) -> str:
        if self._plan.main is not None:
            return "(left->stale = true, pt_play_from_a_list(s, random, going))"
        return "pt_play_from_a_list(s, random, going)"
