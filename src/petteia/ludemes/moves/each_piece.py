"""ForEach Piece: the moves of each piece of a player."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.scoping import free_locals
from petteia.ir.visit import assigned_locals, breaks, introduced, walk_stmts
from petteia.ludemes.arguments import PlayerArgument, Then
from petteia.ludemes.enums import RoleType, SiteType
from petteia.ludemes.lowering.drafts import with_then
from petteia.ludemes.lowering.facts import UNKNOWN
from petteia.ludemes.lowering.numbered import Numbered, numbered
from petteia.ludemes.lowering.site_types import all_types
from petteia.ludemes.moves.lists import OrMoves, OrMovesAll
from petteia.ludemes.needs import STACKING, Need
from petteia.ludemes.queries.roles import who_index
from petteia.ludemes.registry import at_most_one_of, named
from petteia.ludemes.types import BooleanFunction, ForEach, IntFunction, Moves, when

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink
    from petteia.ludemes.lowering.facts import Component


__all__ = ["ForEachPiece"]


class ForEachPiece(ForEach, keyword="forEach"):
    """The moves of each piece of a player, its own or the ones given."""

    kind: Literal["Piece"]
    on: SiteType | None = named()
    item: str | None = at_most_one_of(1)
    items: list[str] | None = at_most_one_of(1)
    container: IntFunction | None = named(at_most_one_of=2)
    container_name: str | None = at_most_one_of(2)
    specific_moves: Moves | None
    player: PlayerArgument | None = at_most_one_of(3)
    role: RoleType | None = at_most_one_of(3)
    top: BooleanFunction | None = named()
    then: Then | None
    moves_pieces = True  # the moves of pieces are not among its parts

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        everyone = self.role in (RoleType.All, RoleType.Each)
        who = who_index(x, self.player, self.role, x.mover)
        names = self.items or ([self.item] if self.item else None)
        components: list[tuple[Component, Moves]] = []
        for component in x.spec.components:
            moves = self.specific_moves or component.generator
            if moves is not None and not component.faces and (names is None or component.word in names):
                components.append((component, moves))
        share = _SharedMoves(sink) if x.spec.many_kinds else None
        for component, moves in components:
            concerned = ops.TRUE if everyone else ops.eq(who, ops.number(component.owner))
            if concerned == ops.FALSE:
                continue
            with x.b.if_(concerned):
                inside = x if everyone else _as_player(x, who, component.owner)
                for on in all_types(inside) if self.on is None else [inside.on(self.on)]:
                    _moves_of_component(on, self, component, moves, sink, share)

    def needs(self) -> tuple[Need, ...]:
        return (STACKING,) if self.top is not None else ()


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


def _sites_of_container(x: Context, move: ForEachPiece) -> n.Expr:
    if move.container_name is not None:
        named = [container for container in x.spec.containers[1:] if container.name == move.container_name]
        if not named:
            raise UnsupportedLudeme([f'forEach Piece in "{move.container_name}"'])
        return ops.sites(x.universe, named[0].sites)
    if move.container is None:
        count = x.sites.count if move.on else x.spec.default.count
        return ops.sites(x.universe, range(min(count, x.sites.count)))
    index = move.container.lower(x)
    masks = [x.spec.board_mask, *(ops.sites(x.universe, c.sites).value for c in x.spec.containers[1:])]
    table = x.b.table("container_sites", n.set_of(x.universe), (len(masks),), masks)
    return ops.lookup_guarded(table, index, ops.empty_set(x.universe))


def _as_player(x: Context, who: n.Expr, owner: int) -> Context:
    """The context in which another player than the mover makes the moves."""
    if who == x.mover or not 1 <= owner <= x.spec.players:
        return x
    player = ops.number(owner)
    if isinstance(x.mover, n.Const) and x.mover.value == owner:
        return x
    return x.with_(mover=player, next=x.mover, prev=x.mover)


def _moves_of_component(
    x: Context, move: ForEachPiece, component: Component, moves: Moves, sink: Sink, share: _SharedMoves | None
) -> None:
    where = _sites_of_container(x, move)
    if x.spec.stacking:
        if x.rules.kinds.is_collecting and x.spec.quirks.pieces_act_in_turn:
            _moves_in_listed_order(x, move, component, moves, where, sink)
        else:
            _moves_in_stacks(x, component, moves, where, move.top, sink)
        return
    standing = ops.intersect(x.store.listed_set(component.index), where)
    if where == n.Const((1 << x.spec.sites) - 1, n.set_of(x.universe)):
        standing = x.store.listed_set(component.index)
    with _each_of(x, component, standing, backwards=move.on is not None) as source:
        x.store.mark_valid(source)
        if share is not None:
            share.lower(x, component, moves, source)
            return
        known = None if x.spec.quirks.lists_linger else component
        moves.lower(x.bind(from_=source, level=ops.number(0)).with_(piece=known), sink)


@contextmanager
def _each_of(x: Context, component: Component, standing: n.Expr, *, backwards: bool) -> Iterator[n.Local]:
    """Statements for each piece of a kind; effects come in the order in which the reference lists the pieces.

    compat: `backwards` where a type of sites is named.
    """
    quirks = x.spec.quirks
    if not (x.rules.kinds.is_collecting and quirks.pieces_act_in_turn) or quirks.lists_linger:
        with x.b.for_("from", standing) as site:
            yield site
        return
    standing = x.b.let("standing", standing)
    in_order = x.store.in_order(component.index, backwards=backwards)
    with in_order as listed, x.b.if_(ops.has(standing, listed)):
        assert isinstance(listed, n.Local)
        yield listed


def _moves_in_stacks(
    x: Context, component: Component, moves: Moves, where: n.Expr, top: BooleanFunction | None, sink: Sink
) -> None:
    only_top = when(x, top) if top is not None else ops.FALSE
    lingers = x.spec.quirks.entries_linger
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
                now: n.Expr = x.b.variable("level", level) if x.spec.quirks.levels_beside_loops else level
                moves.lower(x.bind(from_=source, level=now).with_(piece=None if lingers else component), sink)


def _moves_in_listed_order(
    x: Context, move: ForEachPiece, component: Component, moves: Moves, where: n.Expr, sink: Sink
) -> None:
    """Effects for each level of the stacks that hold a component, in the order in which the reference lists them."""
    only_top = when(x, move.top) if move.top is not None else ops.FALSE
    where = x.b.let("where", where)
    with x.store.entries(component.index, backwards=move.on is not None) as (source, level):
        x.store.mark_valid(source)
        on_top = ops.eq(level, ops.sub(x.store.load("height", source), ops.number(1)))
        with x.b.if_(ops.both(ops.has(where, source), ops.either(ops.negate(only_top), on_top))):
            now: n.Expr = x.b.variable("level", level) if x.spec.quirks.levels_beside_loops else level
            known = None if x.spec.quirks.entries_linger else component
            moves.lower(x.bind(from_=source, level=now).with_(piece=known), sink)
