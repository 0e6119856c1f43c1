"""Moves for each site, value, level, group, player or team."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.scoping import free_locals
from petteia.ludemes.arguments import Then
from petteia.ludemes.enums import SiteType, StackDirection
from petteia.ludemes.lowering.drafts import with_then
from petteia.ludemes.moves.lists import noting
from petteia.ludemes.moves.memory import RememberState, RememberValue
from petteia.ludemes.needs import PIECE_ORDER, Need
from petteia.ludemes.queries.contents import board_sites, occupied, on_board, pieces_of_owner
from petteia.ludemes.queries.groups import each_start, neighbours
from petteia.ludemes.queries.roles import each_team
from petteia.ludemes.registry import Ludeme, named, walk
from petteia.ludemes.types import (
    BooleanFunction,
    Direction,
    ForEach,
    IntArrayFunction,
    IntFunction,
    LevelLoop,
    Moves,
    RegionFunction,
)
from petteia.ludemes.values.iterators import FromSite

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = [
    "ForEachGroup",
    "ForEachLevel",
    "ForEachPlayer",
    "ForEachPlayerOf",
    "ForEachSite",
    "ForEachTeam",
    "ForEachValueBetween",
    "ForEachValueOf",
]


class ForEachSite(ForEach, keyword="forEach"):
    """Moves for each site of a region."""

    kind: Literal["Site"]
    region: RegionFunction
    generator: Moves
    no_move_yet: Moves | None = named("noMoveYet")
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        inner = with_then(sink, self.then)
        found: n.Local | None = None
        if self.no_move_yet is not None:
            found = x.b.variable("found", ops.FALSE)
            inner = noting(x, found, inner)
        members = self.region.lower(x)
        with x.b.for_("site", members) as site:
            x.store.mark_valid(site)
            self.generator.lower(x.bind(to=site, site=site), inner)
        if self.no_move_yet is not None and found is not None:
            with x.b.if_(ops.negate(found)):
                _if_there_are_none(x, self.no_move_yet, members, sink)


def _if_there_are_none(x: Context, moves: Moves, members: n.Expr, sink: Sink) -> None:
    """Moves in place of those for the sites of a region. compat: `(to)` and `(site)` are left at the last of them."""
    last = {slot: x.b.fresh(slot, n.INT) for slot in ("to", "site")}
    with x.b.block() as statements:
        moves.lower(x.bind(**last), sink)
    asked = free_locals(tuple(statements))
    for slot, local in last.items():
        if local in asked:
            x.b.emit_statement(n.Let(local, x.slot(slot)))
            with x.b.for_("site", members) as site:
                x.b.assign(local, site)
    x.b.place(*statements)


class ForEachValueBetween(ForEach, keyword="forEach"):
    """Moves for each value from `minimum` to `maximum`."""

    kind: Literal["Value"]
    minimum: IntFunction = named("min")
    maximum: IntFunction = named("max")
    generator: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        low, high = x.b.let("low", self.minimum.lower(x)), x.b.let("high", self.maximum.lower(x))
        with x.b.range_("value", low, ops.add(high, ops.number(1))) as value:
            self.generator.lower(x.bind(value=value), with_then(sink, self.then))


class ForEachValueOf(ForEach, keyword="forEach"):
    """Moves for each value of an array."""

    kind: Literal["Value"]
    values: IntArrayFunction
    generator: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        self.values.lower(x).each(lambda value: self.generator.lower(x.bind(value=value), sink))


class ForEachLevel(LevelLoop, ForEach, keyword="forEach"):
    """Moves for each level of a stack."""

    kind: Literal["Level"]
    site_type: SiteType | None
    site: IntFunction
    stack_direction: StackDirection | None
    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        followed = x.rules.kinds.is_collecting or x.rules.follows_levels
        if "level" in x.slots and x.spec.quirks.levels_beside_loops and not followed:
            raise UnsupportedLudeme(["forEach Level in a condition that reads (level) as well"])
        sink = with_then(sink, self.then)
        site = x.b.let("site", self.site.lower(x))
        with x.b.if_(x.store.exists(site)):
            height = x.b.let("height", x.store.load("height", site) if x.spec.stacking else x.store.count(site))
            with x.b.range_("step", ops.number(0), height) as step:
                level: n.Expr = step
                if self.stack_direction != StackDirection.FromBottom:
                    level = x.b.let("level", ops.sub(ops.sub(height, ops.number(1)), step))
                self.moves.lower(x.bind(level=level), sink)
                if x.level_left is not None:
                    x.b.assign(x.level_left, level)


class ForEachGroup(ForEach, keyword="forEach"):
    """Moves for each group of connected sites."""

    kind: Literal["Group"]
    site_type: SiteType | None
    directions: Direction | None
    if_: BooleanFunction | None = named("if")
    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        near = neighbours(x, x.spec.sites_of(self.site_type), self.directions)
        condition = self.if_
        seeds = on_board(x, pieces_of_owner(x, x.mover) if condition is None else occupied(x))

        def visit(start: n.Expr) -> n.Expr:
            within = on_board(x, x.store.own_set(x.mover))
            if condition is not None:
                within = x.sites_where(board_sites(x), "to", lambda to: condition.lower(x.bind(from_=start, to=to)))
            alone = ops.single(x.universe, start)
            group = x.b.let("group", ops.flood(alone, within, near))
            with x.b.if_(ops.has(group, start)):
                self.moves.lower(x.bind(from_=start).with_(region=group), sink)
            return ops.union(alone, group)

        def whose(owner: int) -> n.Expr:
            return ops.TRUE if condition is not None else ops.eq(x.mover, ops.number(owner))

        each_start(x, seeds, visit, whose)

    def needs(self) -> tuple[Need, ...]:
        """The order of pieces decides which site of a group is its start, where moves ask for it or remember."""
        asks_for_start = any(isinstance(one, FromSite) for one in walk(self.moves))
        return (PIECE_ORDER,) if asks_for_start or _remembers(self.moves) else ()


def _remembers(part: Ludeme) -> bool:
    return isinstance(part, RememberState | RememberValue) or any(_remembers(inner) for inner in part.children())


class ForEachPlayer(ForEach, keyword="forEach"):
    """Moves for each player. compat: its consequent is dropped."""

    kind: Literal["Player"]
    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        for player in range(1, x.spec.players + 1):
            self.moves.lower(x.bind(player=ops.number(player)), sink)


class ForEachPlayerOf(ForEach, keyword="forEach"):
    """Moves for each player of an array. compat: its consequent is dropped."""

    players: IntArrayFunction
    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        def visit(value: n.Expr) -> None:
            player = x.b.let("player", value)
            known = ops.both(ops.ge(player, ops.number(0)), ops.le(player, ops.number(x.spec.players + 1)))
            with x.b.if_(known):
                self.moves.lower(x.bind(player=player), sink)

        self.players.lower(x).each(visit)


class ForEachTeam(ForEach, keyword="forEach"):
    """Moves for each team."""

    kind: Literal["Team"]
    moves: Moves
    then: Then | None

    def lower(self, x: Context, sink: Sink) -> None:
        for here in each_team(x):
            self.moves.lower(here, with_then(sink, self.then))
