"""Moves for each piece, site, player, value, level or group."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.scoping import free_locals
from petteia.ir.visit import assigned_locals, breaks, introduced, walk_stmts

from ._combining import noting
from ._content import board_sites, occupied, on_board
from ._enums import RoleType, SiteType, StackDirection
from ._facts import UNKNOWN, Component
from ._groups import neighbours
from ._moves import Sink, with_then
from ._numbered import Numbered, numbered
from ._placing import when
from ._roles import who_index
from ._site_types import all_types
from ._types import BooleanFunction, IntArrayFunction, IntFunction, Moves, RegionFunction
from .moves_logic import OrMoves, OrMovesAll

if TYPE_CHECKING:
    from ._context import Context
    from ._types import Direction as DirectionArgument
    from .arguments import PlayerArgument, Then


class EachPiece(Protocol):
    """The arguments of `forEach Piece`."""

    on: SiteType | None
    item: str | None
    items: list[str] | None
    container: IntFunction | None
    container_name: str | None
    specific_moves: Moves | None
    player: PlayerArgument | None
    role: RoleType | None
    top: BooleanFunction | None
    then: Then | None


def for_each_piece(x: Context, move: EachPiece, sink: Sink) -> None:
    """The moves of each piece of a player that stands on the board."""
    sink = with_then(sink, move.then)
    everyone = move.role in (RoleType.All, RoleType.Each)
    who = who_index(x, move.player, move.role, x.mover)
    names = move.items or ([move.item] if move.item else None)
    components: list[tuple[Component, Moves]] = []
    for component in x.setting.components:
        moves = move.specific_moves or component.generator
        if moves is not None and not component.faces and (names is None or component.word in names):
            components.append((component, moves))
    share = _SharedMoves(sink) if x.setting.many_kinds else None
    for component, moves in components:
        concerned = ops.TRUE if everyone else ops.eq(who, ops.number(component.owner))
        if concerned == ops.FALSE:
            continue
        with x.b.if_(concerned):
            inside = x if everyone else _as_player(x, who, component.owner)
            for on in all_types(inside) if move.on is None else [inside.on(move.on)]:
                _moves_of_component(on, component, moves, _sites_of_container(on, move), move.top, sink, share)


class _SharedMoves:
    """Where there are many kinds of pieces: moves that several have are functions of the site they begin on."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._known: dict[object, _Outlined | None] = {}

    def lower(self, x: Context, component: Component, moves: Moves, source: n.Local) -> None:
        """Writes the moves of a component on a site."""
        key = ("alternatives", x.rules.forms.ludeme(moves))
        for each in x.b.once(key, lambda: numbered(x.rules.forms, _alternatives(moves))):
            if not isinstance(each, Numbered):
                self._lower(x, component, each, source)
            elif outlined := self._known_or_new(x, component, each.moves, x.b.fresh("number", n.INT)):
                for number, _ in each.originals:
                    outlined.call(x, source, ops.number(number))
            else:
                for _, original in each.originals:
                    self._lower(x, component, original, source)

    def _lower(self, x: Context, component: Component, moves: Moves, source: n.Local) -> None:
        if outlined := self._known_or_new(x, component, moves, None):
            outlined.call(x, source)
        else:
            moves.lower(x.bind(from_=source, level=ops.number(0)).with_(piece=component), self._sink)

    def _known_or_new(self, x: Context, component: Component, moves: Moves, number: n.Local | None) -> _Outlined | None:
        key = (x.rules.forms.ludeme(moves), x.mover, x.store.kind, component.facing)
        if key not in self._known:
            here = x.bind(number=number) if number is not None else x
            self._known[key] = self._outlined(here, replace(component, index=UNKNOWN), moves, number)
        return self._known[key]

    def _outlined(self, x: Context, piece: Component, moves: Moves, number: n.Local | None) -> _Outlined | None:
        """The moves as a function; None if they do what only those who ask for them can do."""
        source = x.b.fresh("from", n.INT)
        x.store.mark_valid(source)
        with x.b.block() as statements:
            moves.lower(x.bind(from_=source, level=ops.number(0)).with_(piece=piece), self._sink)
        body = tuple(statements)
        written = walk_stmts(body)
        introduced_here = {local.name for s in written if (local := introduced(s)) is not None}
        results = {s.value for s in written if isinstance(s, n.Return)}
        if results - {ops.TRUE} or not assigned_locals(body) <= introduced_here or breaks(body):
            return None
        given = (source,) if number is None else (source, number)
        params = (*given, *(local for local in free_locals(body) if local not in given))
        returns = n.BOOL if results else None
        body = (*body, n.Return(ops.FALSE)) if results else body
        emits = any(isinstance(s, n.Emit) for s in written)
        function = x.b.shared_function("moves_from", params, returns, body, emits=emits)
        return _Outlined(function, params[len(given) :], returns)


@dataclass(frozen=True)
class _Outlined:
    """A function that emits the moves from a site, or says whether one was found that was looked for."""

    function: str
    params: tuple[n.Local, ...]
    returns: n.Type | None

    def call(self, x: Context, *given: n.Expr) -> None:
        """Writes a call of the function."""
        if self.returns is None:
            x.b.do(self.function, *given, *self.params)
            return
        with x.b.if_(n.Call(self.function, (*given, *self.params), self.returns)):
            x.b.return_(ops.TRUE)


def _alternatives(moves: Moves) -> list[Moves]:
    """The lists that moves are put together from."""
    if isinstance(moves, OrMoves | OrMovesAll) and moves.then is None:
        return [each for part in moves.children() if isinstance(part, Moves) for each in _alternatives(part)]
    return [moves]


def _sites_of_container(x: Context, move: EachPiece) -> n.Expr:
    if move.container_name is not None:
        named = [container for container in x.setting.containers[1:] if container.name == move.container_name]
        if not named:
            raise UnsupportedLudeme([f'forEach Piece in "{move.container_name}"'])
        return ops.sites(x.universe, named[0].sites)
    if move.container is None:
        count = x.sites.count if move.on else x.setting.default.count
        return ops.sites(x.universe, range(min(count, x.sites.count)))
    index = move.container.lower(x)
    masks = [x.setting.board_mask, *(ops.sites(x.universe, c.sites).value for c in x.setting.containers[1:])]
    table = x.b.table("container_sites", n.set_of(x.universe), (len(masks),), masks)
    return ops.lookup_guarded(table, index, ops.empty_set(x.universe))


def _as_player(x: Context, who: n.Expr, owner: int) -> Context:
    """The context in which another player than the mover makes the moves."""
    if who == x.mover or not 1 <= owner <= x.setting.players:
        return x
    player = ops.number(owner)
    if isinstance(x.mover, n.Const) and x.mover.value == owner:
        return x
    return x.with_(mover=player, next=x.mover, prev=x.mover)


def _moves_of_component(
    x: Context,
    component: Component,
    moves: Moves,
    where: n.Expr,
    top: BooleanFunction | None,
    sink: Sink,
    share: _SharedMoves | None,
) -> None:
    if x.setting.stacking:
        _moves_in_stacks(x, component, moves, where, top, sink)
        return
    standing = ops.intersect(x.store.listed_set(component.index), where)
    if where == n.Const((1 << x.setting.sites) - 1, n.set_of(x.universe)):
        standing = x.store.listed_set(component.index)
    with x.b.for_("from", standing) as source:
        x.store.mark_valid(source)
        if share is not None:
            share.lower(x, component, moves, source)
            return
        known = None if x.setting.lists_linger else component
        moves.lower(x.bind(from_=source, level=ops.number(0)).with_(piece=known), sink)


def _moves_in_stacks(
    x: Context, component: Component, moves: Moves, where: n.Expr, top: BooleanFunction | None, sink: Sink
) -> None:
    only_top = when(x, top) if top is not None else ops.FALSE
    lingers = x.setting.entries_linger
    listed = ops.minus(where, x.store.empty_set())
    if lingers:
        listed = ops.union(listed, ops.intersect(where, x.store.promoted_set(component.index)))
    with x.b.for_("from", listed) as source:
        x.store.mark_valid(source)
        height = x.b.let("height", x.store.load("height", source))
        lowest, end = ops.select(only_top, ops.sub(height, ops.number(1)), ops.number(0)), height
        if lingers:  # an entry of the lowest level may be kept for an empty site
            lowest = ops.arithmetic("max", lowest, ops.number(0))
            end = ops.select(only_top, height, ops.arithmetic("max", height, ops.number(1)))
        with x.b.range_("level", lowest, end) as level:
            here = ops.eq(x.store.load("what", source, level), ops.number(component.index))
            if lingers:
                kept = ops.has(x.store.promoted_set(component.index), source)
                here = ops.either(here, ops.both(ops.eq(level, ops.number(0)), kept))
            with x.b.if_(here):
                now: n.Expr = x.b.variable("level", level) if x.setting.levels_beside_loops else level
                moves.lower(x.bind(from_=source, level=now).with_(piece=None if lingers else component), sink)


class EachSite(Protocol):
    """The arguments of `forEach Site`."""

    region: RegionFunction
    generator: Moves
    no_move_yet: Moves | None
    then: Then | None


def for_each_site_of(x: Context, move: EachSite, sink: Sink) -> None:
    """Moves for each site of a region; others if there are none."""
    inner = with_then(sink, move.then)
    found: n.Local | None = None
    if move.no_move_yet is not None:
        found = x.b.variable("found", ops.FALSE)
        inner = noting(x, found, inner)
    members = move.region.lower(x)
    with x.b.for_("site", members) as site:
        x.store.mark_valid(site)
        move.generator.lower(x.bind(to=site, site=site), inner)
    if move.no_move_yet is not None and found is not None:
        with x.b.if_(ops.negate(found)):
            _if_there_are_none(x, move.no_move_yet, members, sink)


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


class EachPlayer(Protocol):
    """The arguments of `forEach Player`."""

    moves: Moves


def for_each_player(x: Context, move: EachPlayer, sink: Sink) -> None:
    """Moves for each player. compat: its consequent is dropped."""
    for player in range(1, x.setting.players + 1):
        move.moves.lower(x.bind(player=ops.number(player)), sink)


class EachValue(Protocol):
    """The arguments of `forEach Value` over a range."""

    minimum: IntFunction
    maximum: IntFunction
    generator: Moves
    then: Then | None


def for_each_value_between(x: Context, move: EachValue, sink: Sink) -> None:
    """Moves for each value of a range."""
    low, high = x.b.let("low", move.minimum.lower(x)), x.b.let("high", move.maximum.lower(x))
    with x.b.range_("value", low, ops.add(high, ops.number(1))) as value:
        move.generator.lower(x.bind(value=value), with_then(sink, move.then))


class EachValueOf(Protocol):
    """The arguments of `forEach Value` over an array."""

    values: IntArrayFunction
    generator: Moves
    then: Then | None


def for_each_value_of(x: Context, move: EachValueOf, sink: Sink) -> None:
    """Moves for each value of an array."""
    sink = with_then(sink, move.then)
    move.values.lower(x).each(lambda value: move.generator.lower(x.bind(value=value), sink))


class EachPlayerOf(Protocol):
    """The arguments of `forEach` over an array of players."""

    players: IntArrayFunction
    moves: Moves


def for_each_player_of(x: Context, move: EachPlayerOf, sink: Sink) -> None:
    """Moves for each player of an array. compat: its consequent is dropped."""

    def visit(value: n.Expr) -> None:
        player = x.b.let("player", value)
        known = ops.both(ops.ge(player, ops.number(0)), ops.le(player, ops.number(x.setting.players + 1)))
        with x.b.if_(known):
            move.moves.lower(x.bind(player=player), sink)

    move.players.lower(x).each(visit)


class EachLevel(Protocol):
    """The arguments of `forEach Level`."""

    site: IntFunction
    stack_direction: StackDirection | None
    moves: Moves
    then: Then | None


def for_each_level(x: Context, move: EachLevel, sink: Sink) -> None:
    """Moves for each level of a stack, by default from the top."""
    followed = x.rules.kinds.is_collecting or x.rules.follows_levels
    if "level" in x.slots and x.setting.levels_beside_loops and not followed:
        raise UnsupportedLudeme(["forEach Level in a condition that reads (level) as well"])
    sink = with_then(sink, move.then)
    site = x.b.let("site", move.site.lower(x))
    inside: n.Expr = ops.TRUE
    if not x.store.is_valid(site):
        inside = ops.both(ops.ge(site, ops.number(0)), ops.lt(site, ops.number(x.setting.sites)))
    with x.b.if_(inside):
        height = x.b.let("height", x.store.load("height", site) if x.setting.stacking else x.store.count(site))
        with x.b.range_("step", ops.number(0), height) as step:
            level: n.Expr = step
            if move.stack_direction != StackDirection.FromBottom:
                level = x.b.let("level", ops.sub(ops.sub(height, ops.number(1)), step))
            move.moves.lower(x.bind(level=level), sink)
            if x.level_left is not None:
                x.b.assign(x.level_left, level)


class EachGroup(Protocol):
    """The arguments of `forEach Group`."""

    site_type: SiteType | None
    directions: DirectionArgument | None
    if_: BooleanFunction | None
    moves: Moves
    then: Then | None


def for_each_group(x: Context, move: EachGroup, sink: Sink) -> None:
    """Moves for each group of the mover's sites, or of sites where a condition holds."""
    sink = with_then(sink, move.then)
    near = neighbours(x, x.setting.sites_of(move.site_type), move.directions)
    condition = move.if_
    seeds = on_board(x, x.store.own_set(x.mover) if condition is None else occupied(x))
    left = x.b.variable("left", seeds)

    def visit(start: n.Expr) -> None:
        x.store.mark_valid(start)
        within = on_board(x, x.store.own_set(x.mover))
        if condition is not None:
            within = x.sites_where(board_sites(x), "to", lambda to: condition.lower(x.bind(from_=start, to=to)))
        alone = ops.single(x.universe, start)
        group = x.b.let("group", ops.flood(alone, within, near))
        x.b.assign(left, ops.minus(left, ops.union(alone, group)))
        with x.b.if_(ops.has(group, start)):
            move.moves.lower(x.bind(from_=start).with_(region=group), sink)

    for component in sorted(x.setting.components, key=lambda one: (one.owner, one.index)):
        if component.index in x.setting.ordered:
            with x.store.in_order(component.index) as start, x.b.if_(ops.has(left, start)):
                visit(start)
    with x.b.while_(ops.negate(ops.is_empty(left))):
        visit(x.b.let("start", ops.first(left)))
