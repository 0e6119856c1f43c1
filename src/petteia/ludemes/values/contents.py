"""Integers read from the content of sites."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.enums import RoleType, SiteType
from petteia.ludemes.equipment.tiles import greatest_extent, path_starts
from petteia.ludemes.needs import LAST_SITES, ROTATIONS, STACKING, STATES, VALUES, FirstOf, Need
from petteia.ludemes.queries.contents import on_board, read_seen, stable, standing_set
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.types import BooleanConstant, BooleanFunction, IntFunction, RegionFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "DieFace",
    "PathExtent",
    "PieceValue",
    "RotationAt",
    "StateAt",
    "TopLevel",
    "WhatAt",
    "WhereLevelPiece",
    "WhereLevelWhat",
    "WherePiece",
    "WhereWhat",
    "WhoAt",
]


class DieFace(IntFunction, keyword="face"):
    """The number shown by the die on a site."""

    site: IntFunction

    def lower(self, x: "Context") -> n.Expr:
        site = stable(x, "site", self.site.lower(x))
        shown: n.Expr = ops.NOWHERE
        for container in x.spec.containers:
            if container.is_dice:
                for k, place in enumerate(container.sites):
                    faces = x.spec.components[k].faces
                    table = x.b.table("faces", n.INT, (len(faces),), faces)
                    state = x.store.datum("state", ops.number(place))
                    face = ops.lookup_guarded(table, state, ops.NOWHERE)
                    shown = ops.select(ops.eq(site, ops.number(place)), face, shown)
        return shown


class PathExtent(IntFunction, keyword="pathExtent"):
    """The extent of the longest path of tiles."""

    colour: IntFunction | None
    start: IntFunction | None = at_most_one_of(1)
    region_start: RegionFunction | None = at_most_one_of(1)
    keeps = (LAST_SITES,)

    def lower(self, x: "Context") -> n.Expr:
        starts = path_starts(x, self.start, self.region_start)
        return greatest_extent(x, starts, stable(x, "colour", self.colour.lower(x) if self.colour else x.mover))


def _level(x: "Context", level: IntFunction | None) -> n.Expr | None:
    """A written level; none, or -1, means the top."""
    if level is None or not x.spec.stacking:
        return None
    written = level.lower(x)
    return None if written == ops.NOWHERE else written


def _read_level(
    x: "Context", level: n.Expr | None, read: Callable[[n.Expr, n.Expr | None], n.Expr], site: n.Expr
) -> n.Expr:
    """Reading at a level, or on top for the level -1."""
    if level is None or isinstance(level, n.Const):
        return read(site, level)
    level = stable(x, "level", level)
    return ops.select(ops.eq(level, ops.NOWHERE), read(site, None), read(site, level))


class RotationAt(IntFunction, keyword="rotation"):
    """The rotation of the piece on a site."""

    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    keeps = (ROTATIONS,)

    def lower(self, x: "Context") -> n.Expr:
        return _read_datum(x, "rotation", self.site_type, self.at, self.level)


def _read_datum(x: "Context", name: str, word: SiteType | None, at: IntFunction, level: IntFunction | None) -> n.Expr:
    where = _level(x, level)

    def read(site: n.Expr) -> n.Expr:
        return _read_level(x, where, lambda s, at_level: x.store.datum(name, s, at_level), site)

    return read_seen(x, word, at.lower(x), read, hands=True)


class StateAt(IntFunction, keyword="state"):
    """The local state of a site."""

    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    keeps = (STATES,)

    def lower(self, x: "Context") -> n.Expr:
        return _read_datum(x, "state", self.site_type, self.at, self.level)


class TopLevel(IntFunction, keyword="topLevel"):
    """The level of the top piece of a stack."""

    site_type: SiteType | None
    at: IntFunction = named()
    keeps = (STACKING,)

    def lower(self, x: "Context") -> n.Expr:
        if not x.spec.stacking:
            return ops.number(0)

        def top(site: n.Expr) -> n.Expr:
            return ops.arithmetic("max", ops.sub(x.store.count(site), ops.number(1)), ops.number(0))

        return read_seen(x, self.site_type, self.at.lower(x), top, hands=True)


class PieceValue(IntFunction, keyword="value"):
    """The value of the piece on a site."""

    kind: Literal["Piece"]
    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()
    keeps = (VALUES,)

    def lower(self, x: "Context") -> n.Expr:
        return _read_datum(x, "value", self.site_type, self.at, self.level)


class WhatAt(IntFunction, keyword="what"):
    """The kind of piece on a site."""

    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()

    def lower(self, x: "Context") -> n.Expr:
        # compat: without a level the bottom piece of a stack is meant
        where = _level(x, self.level) if self.level or not x.spec.stacking else ops.number(0)

        def read(site: n.Expr) -> n.Expr:
            return _read_level(x, where, lambda s, level: x.store.what(s, level), site)

        return read_seen(x, self.site_type, self.at.lower(x), read, hands=True)


def _component_named(x: "Context", name: str, owner: n.Expr) -> n.Expr:
    """The first component of an owner whose name contains some text, -1 if there is none."""
    found: n.Expr = ops.NOWHERE
    known: set[int] = set()
    owner = stable(x, "owner", owner)
    for component in x.spec.components:
        if name in component.name and component.owner not in known:
            known.add(component.owner)
            his = ops.eq(owner, ops.number(component.owner))
            found = ops.select(his, ops.number(component.index), found)
    return found


def _owner(x: "Context", index: IntFunction | None, role: RoleType | None) -> n.Expr:
    if index is not None:
        return index.lower(x)
    assert role is not None
    return role_index(x, role)


class WherePiece(IntFunction, keyword="where"):
    """The site of a player's piece, by name."""

    name_piece: str
    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    state: IntFunction | None = named()
    site_type: SiteType | None

    def needs(self) -> tuple[Need, ...]:
        return (FirstOf(self.name_piece), *((STATES,) if self.state is not None else ()))

    def lower(self, x: "Context") -> n.Expr:
        owner = _owner(x, self.player_index, self.role)
        named = {c.index for c in x.spec.components if self.name_piece in c.name}
        if named & {*x.spec.ordered}:
            return self._first_listed(x, stable(x, "owner", owner))
        return self._lowest(x, _component_named(x, self.name_piece, owner))

    def _lowest(self, x: "Context", component: n.Expr) -> n.Expr:
        """Where there is one such piece at most, it is found on the first of its sites."""
        standing = on_board(x, standing_set(x, component))
        if self.state is not None:
            state = stable(x, "state", self.state.lower(x))
            standing = x.sites_where(standing, "site", lambda site: ops.eq(x.store.datum("state", site), state))
        return ops.first(standing)

    def _first_listed(self, x: "Context", owner: n.Expr) -> n.Expr:
        """compat: of several sites the one where the piece has stood longest, or that took the place of such a one."""
        found: n.Expr = ops.NOWHERE
        for component in reversed(x.spec.components):
            if self.name_piece in component.name:
                his = ops.eq(owner, ops.number(component.owner))
                listed = component.index in x.spec.ordered
                first = self._first_of(x, component.index) if listed else self._lowest(x, ops.number(component.index))
                found = ops.select(his, first, found)
        return found

    def _first_of(self, x: "Context", component: int) -> n.Expr:
        state = stable(x, "state", self.state.lower(x)) if self.state else None
        standing = x.b.let("standing", x.store.piece_set(ops.number(component)))
        with x.b.block() as body, x.store.in_order(component) as site:
            x.store.mark_valid(site)
            fits = ops.lt(site, ops.number(x.spec.default.count))
            if x.spec.stacking:  # compat: some entries of lists outlast their pieces
                fits = ops.both(fits, ops.has(standing, site))
            if state is not None:
                fits = ops.both(fits, ops.eq(x.store.datum("state", site), state))
            with x.b.if_(fits):
                x.b.return_(site)
        return x.outline("first_listed", (*body, n.Return(ops.NOWHERE)), n.INT)


class WhereWhat(IntFunction, keyword="where"):
    """The first site that holds a kind of piece."""

    what: IntFunction
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return ops.first(on_board(x, standing_set(x, self.what.lower(x))))


def _level_of(
    x: "Context", what: n.Expr, at: IntFunction, from_top: BooleanFunction | None, state: n.Expr | None = None
) -> n.Expr:
    """The level of a component in a stack, -1 if it is not there."""
    what = x.b.let("what", what)
    site = x.b.let("site", at.lower(x))
    downwards = from_top is None or (isinstance(from_top, BooleanConstant) and from_top.value)
    with x.b.block() as body:
        inside = ops.both(ops.le(ops.number(0), site), ops.lt(site, ops.number(x.spec.default.count)))
        with x.b.if_(ops.negate(inside)):
            x.b.return_(ops.NOWHERE)
        found = x.b.variable("found", ops.NOWHERE)
        with x.b.range_("level", ops.number(0), x.store.load("height", site)) as level:
            fits = ops.eq(x.store.load("what", site, level), what)
            if state is not None:
                fits = ops.both(fits, ops.eq(x.store.datum("state", site, level), state))
            with x.b.if_(fits):
                if downwards:
                    x.b.assign(found, level)
                else:
                    x.b.return_(level)
    return x.outline("level_of", (*body, n.Return(found)), n.INT)


def _order_known(from_top: BooleanFunction | None) -> tuple[str, ...]:
    return () if from_top is None or isinstance(from_top, BooleanConstant) else ("fromTop",)


class WhereLevelPiece(IntFunction, keyword="where"):
    """The level of a player's piece in a stack."""

    kind: Literal["Level"]
    name_piece: str
    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    state: IntFunction | None = named()
    site_type: SiteType | None
    at: IntFunction = named()
    from_top: BooleanFunction | None = named("fromTop")

    def needs(self) -> tuple[Need, ...]:
        return (STACKING, STATES) if self.state is not None else (STACKING,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _order_known(self.from_top)

    def lower(self, x: "Context") -> n.Expr:
        component = _component_named(x, self.name_piece, _owner(x, self.player_index, self.role))
        state = x.b.let("state", self.state.lower(x)) if self.state else None
        return _level_of(x, component, self.at, self.from_top, state)


class WhereLevelWhat(IntFunction, keyword="where"):
    """The level of a kind of piece in a stack."""

    kind: Literal["Level"]
    what: IntFunction
    site_type: SiteType | None
    at: IntFunction = named()
    from_top: BooleanFunction | None = named("fromTop")
    keeps = (STACKING,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return _order_known(self.from_top)

    def lower(self, x: "Context") -> n.Expr:
        return _level_of(x, self.what.lower(x), self.at, self.from_top)


class WhoAt(IntFunction, keyword="who"):
    """The owner of the piece on a site."""

    site_type: SiteType | None
    at: IntFunction = named()
    level: IntFunction | None = named()

    def lower(self, x: "Context") -> n.Expr:
        where = _level(x, self.level)

        def read(site: n.Expr) -> n.Expr:
            return _read_level(x, where, lambda s, level: x.store.who(s, level), site)

        return read_seen(x, self.site_type, self.at.lower(x), read)
