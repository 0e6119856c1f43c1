"""Generators of moves that put, take, turn and choose pieces: add, remove, promote, select, pass, propose, vote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from petteia.board import Sites
from petteia.board import SiteType as SiteTypeOfBoard
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import TOP, Action, AddPiece, PromotePiece, RemovePiece, on_sites_of, repeated
from ._enums import RoleType, SiteType, WhenType
from ._moves import Draft, Effect, Sink, with_then
from ._queueing import QueueRemoval
from ._roles import who_index
from ._stacking import InsertPiece
from ._storage import LAST_LEVEL, LAST_LEVEL_FROM, UNCHANGED
from ._types import BooleanFunction, IntFunction, RegionFunction
from .arguments import condition_of, effect_of

if TYPE_CHECKING:
    from ._context import Context
    from ._facts import Component
    from .arguments import From, PieceArgument, PlayerArgument, Then, To


class Adding(Protocol):
    """The arguments of `add`."""

    what: PieceArgument | None
    to: To
    count: IntFunction | None
    stack: bool | None
    then: Then | None


def conjuncts(condition: n.Expr) -> list[n.Expr]:
    """The parts of a condition that all must hold."""
    if isinstance(condition, n.Op) and condition.op == "and":
        return [part for arg in condition.args for part in conjuncts(arg)]
    return [condition]


def shows_empty(x: Context, condition: n.Expr, site: n.Expr) -> bool:
    """Whether a condition can only hold if a site is empty."""
    return any(_within_empty(x, part, site) for part in conjuncts(condition))


def _within_empty(x: Context, part: n.Expr, site: n.Expr) -> bool:
    if not (isinstance(part, n.Op) and part.op == "has" and part.args[1] == site):
        return False
    return is_within_empty(x, part.args[0])


def is_within_empty(x: Context, members: n.Expr) -> bool:
    """Whether a set surely holds empty sites only."""
    if members == x.store.empty_set():
        return True
    if isinstance(members, n.Op) and members.op == "intersect":
        return any(is_within_empty(x, arg) for arg in members.args)
    return isinstance(members, n.Op) and members.op == "minus" and is_within_empty(x, members.args[0])


def when(x: Context, condition: BooleanFunction | None) -> n.Expr:
    """A condition that may be left out."""
    return ops.TRUE if condition is None else condition.lower(x)


def components_of(x: Context, what: PieceArgument | None) -> list[n.Expr]:
    """The components a `(piece ..)` argument names; by default the one with the mover's number."""
    if what is None:
        numbers = [x.mover]
    elif names := what.name_components or ([what.name_component] if what.name_component else []):
        found = [x.setting.component_by_name(name) for name in names]
        return [ops.number(component.index) for component in found if component]
    else:
        numbers = [number.lower(x) for number in what.components or ([what.component] if what.component else [])]
    last = len(x.setting.components)
    return [one for one in numbers if not (isinstance(one, n.Const) and not 0 <= one.value <= last)]


def is_component(x: Context, piece: n.Expr, least: int = 1) -> n.Expr:
    """Whether a number is that of a component."""
    last = ops.number(len(x.setting.components))
    if piece == x.mover and x.setting.players <= last.value:
        return ops.TRUE
    return ops.both(ops.le(ops.number(least), piece), ops.le(piece, last))


def add(x: Context, move: Adding, sink: Sink) -> None:
    """Moves that place pieces."""
    to = move.to
    x = to.context(x)
    state = x.b.let("state", move.what.state.lower(x)) if move.what and move.what.state else UNCHANGED
    count = x.b.let("count", move.count.lower(x)) if move.count else ops.number(1)
    if x.setting.large:
        _add_large_or_not(x, move, sink)
        return
    with x.b.if_(ops.ge(count, ops.number(1))):
        for component in components_of(x, move.what):
            piece = x.b.let("piece", component)
            if to.region is None:
                _add_to_site(x, move, piece, count, state, sink)
                return  # compat: with a single site further pieces are not tried
            members = to.region.lower(x)
            with x.b.for_("to", members) as target:
                x.store.mark_valid(target)
                _add_at(x, move, piece, count, state, target, is_within_empty(x, members), sink)


def _add_large_or_not(x: Context, move: Adding, sink: Sink) -> None:
    """Moves that place pieces some of which are large: of these the state may be left open."""
    written = x.b.let("state", move.what.state.lower(x)) if move.what and move.what.state else None
    for index in components_of(x, move.what):
        if not isinstance(index, n.Const) or is_component(x, index) != ops.TRUE:
            raise UnsupportedLudeme(["add of a piece known only in play, where some are large"])
        component = x.setting.components[index.value - 1]
        if component.walks:
            _each_large(x, move.to, component, written, sink)
        elif move.to.region is None:
            _add_to_site(x, move, index, ops.number(1), written or UNCHANGED, sink)
            return
        else:
            with x.b.for_("to", move.to.region.lower(x)) as target:
                x.store.mark_valid(target)
                _add_at(x, move, index, ops.number(1), written or UNCHANGED, target, False, sink)


def _each_large(x: Context, to: To, component: Component, state: n.Expr | None, sink: Sink) -> None:
    from ._large import add_large

    for_each_site(x, to.site, to.region, "to", lambda site: add_large(x, component, site, state, sink))


def _add_to_site(x: Context, move: Adding, piece: n.Expr, count: n.Expr, state: n.Expr, sink: Sink) -> None:
    site = x.b.let("to", move.to.site.lower(x) if move.to.site else x.slot("to"))
    if x.store.is_valid(site):
        _add_at(x, move, piece, count, state, site, site in x.empty, sink)
        return
    with x.b.if_(ops.both(ops.ge(site, ops.number(0)), ops.lt(site, ops.number(x.setting.sites)))):
        _add_at(x, move, piece, count, state, site, site in x.empty, sink)


def _add_at(
    x: Context, move: Adding, piece: n.Expr, count: n.Expr, state: n.Expr, site: n.Expr, empty: bool, sink: Sink
) -> None:
    here = x.bind(to=site)
    condition = when(here, move.to.if_)
    empty = empty or shows_empty(x, condition, site)
    is_known = is_component(x, piece) == ops.TRUE
    with x.b.if_(ops.both(condition, is_component(x, piece, least=0))):
        action: Action = AddPiece(site, piece, count, state, on_empty=empty, may_be_none=not is_known)
        level: n.Expr = ops.number(0)
        if x.setting.stacking:
            level = asked_level(x, x.store.load("height", site))
        if move.to.level is not None and x.setting.stacking:
            level = x.b.let("level", move.to.level.lower(here))
            action = InsertPiece(site, level, piece, state)
        action = on_sites_of(x, action)
        actions = repeated(action, count) if x.setting.stacking else (action,)
        level = asked_level(x, level)
        plain = Draft("add", site, site, actions, level_from=level, level_to=level, letters=letters(x, x))
        _with_effect(here, move, plain.and_then(move.then), x.bind(from_=site, to=site), sink)


def _with_effect(x: Context, move: Adding, plain: Draft, there: Context, sink: Sink) -> None:
    """Hands on the addition with what goes with it.

    compat: in the form with a region a move with an effect stands twice in its list; whether it has one is up to the
    condition of the effect, which sees the outer `(from)`.
    """
    apply, condition = move.to.effect, condition_of(move.to.effect)
    if apply is None:
        sink(plain)
        return
    whole = plain.with_(effects=(Effect(apply, there),), twice=move.to.region is not None)
    if move.to.region is None or condition is None:
        sink(whole)
        return
    effect = effect_of(apply)
    with x.b.block() as with_it:
        sink(whole.with_(effects=(Effect(effect, there),) if effect else ()))
    with x.b.block() as without:
        sink(plain)
    x.b.place_if(condition.lower(x), with_it, without)


class Claiming(Protocol):
    """The arguments of `claim`."""

    what: PieceArgument | None
    to: To
    then: Then | None


def claim(x: Context, move: Claiming, sink: Sink) -> None:
    """Moves that put one piece on a site."""
    x = move.to.context(x)
    piece = x.b.let("piece", next(iter(components_of(x, move.what)), ops.NOWHERE))
    state = x.b.let("state", move.what.state.lower(x)) if move.what and move.what.state else UNCHANGED

    def put(site: n.Expr) -> None:
        action = on_sites_of(x, AddPiece(site, piece, state=state))
        here = x.bind(to=site)
        with x.b.if_(ops.both(is_component(x, piece), when(here, move.to.if_))):
            plain = Draft("claim", site, site, (action,), letters=letters(x, x))
            if move.to.region is not None or move.then is None:
                sink(plain.and_then(move.then))
            else:
                sink(_with_its_consequent(x.bind(from_=site, to=site), plain, move.then))

    for_each_site(x, move.to.site, move.to.region, "to", put)


@dataclass(frozen=True)
class _InOneGo:
    """A move, and what follows it, worked out together."""

    draft: Draft
    then: Then

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes both."""
        sink(self.draft)
        self.then.moves.lower(x, sink)


def _with_its_consequent(x: Context, draft: Draft, then: Then) -> Draft:
    """compat: what follows the claim of a single site is worked out with it, and sees the board before it."""
    return draft.with_(actions=(), effects=(Effect(_InOneGo(draft, then), x),))


def on_start(x: Context, start: From | None) -> Context:
    """The context that sees the contents of the sites on which a move starts."""
    return x.on(None) if start is None else start.context(x)


def letters(source: Context, target: Context) -> str | None:
    """The letters of the site types of a move, where they are not those of what is played on."""
    played_on = source.setting.board.use
    if source.store.kind == target.store.kind == played_on:
        return None
    return source.store.kind.name[0] + target.store.kind.name[0]


def _levels_asked(x: Context) -> bool:
    return bool({LAST_LEVEL, LAST_LEVEL_FROM} & x.setting.needs) and x.setting.stacking


def asked_level(x: Context, level: n.Expr | None) -> n.Expr:
    """A level that a move names, for rules that ask for it."""
    return x.b.let("level", level) if level is not None and _levels_asked(x) else ops.number(0)


def _selected_level(x: Context, site: n.Expr, level: IntFunction | None) -> n.Expr:
    """The level that a selection names, for rules that ask for it: the one written, or the top."""
    if not _levels_asked(x):
        return ops.number(0)
    if level is not None:
        return x.b.let("level", level.lower(x))
    return x.b.let("level", ops.sub(x.store.load("height", site), ops.number(1)))


class Removing(Protocol):
    """The arguments of `remove`."""

    site_type: SiteType | None
    site: IntFunction | None
    region: RegionFunction | None
    level: IntFunction | None
    at: WhenType | None
    count: IntFunction | None
    then: Then | None


def remove(x: Context, move: Removing, sink: Sink) -> None:
    """Moves that take pieces off, one for each occupied site."""
    level = x.b.let("level", move.level.lower(x)) if move.level and x.setting.stacking else None

    def take(site: n.Expr) -> None:
        named = None
        if level is not None:  # compat: whether it is the top is settled now, whatever others take off before
            on_top = ops.eq(level, ops.sub(x.store.load("height", site), ops.number(1)))
            named = x.b.let("level", ops.select(on_top, TOP, level))
        waits = move.at == WhenType.EndOfTurn
        action = QueueRemoval(site) if waits else on_sites_of(x, RemovePiece(site, level=named))
        actions: tuple[Action, ...] = (action,)
        if move.count is not None and x.setting.stacking:
            # of a flat site the first removal takes all pieces
            actions = repeated(action, ops.arithmetic("max", move.count.lower(x), ops.number(1)))
        below = None if named is None else ops.select(ops.eq(named, TOP), ops.number(0), named)
        draft = Draft("remove", site, site, actions, letters=letters(x, x)).and_then(move.then)
        sink(draft.with_(level_from=asked_level(x, below), level_to=asked_level(x, below)))

    for_each_occupied(x, move.site, move.region, take)


def for_each_occupied(
    x: Context, site: IntFunction | None, region: RegionFunction | None, body: Callable[[n.Expr], None]
) -> None:
    """Runs `body` for a site, or the sites of a region, where something stands."""
    if region is not None:
        with x.b.for_("site", ops.minus(region.lower(x), x.store.empty_set())) as each:
            x.store.mark_valid(each)
            body(each)
        return
    assert site is not None
    only = x.b.let("site", site.lower(x))
    inside: n.Expr = ops.TRUE
    if not x.store.is_valid(only):
        inside = ops.both(ops.ge(only, ops.number(0)), ops.lt(only, ops.number(x.setting.sites)))
    with x.b.if_(ops.both(inside, ops.negate(x.store.is_empty(only)))):
        body(only)


class Promoting(Protocol):
    """The arguments of `promote`."""

    site_type: SiteType | None
    site: IntFunction | None
    what: PieceArgument
    who: PlayerArgument | None
    role: RoleType | None
    then: Then | None


def promote(x: Context, move: Promoting, sink: Sink) -> None:
    """Moves that turn a piece into another, one for each piece named."""
    site = x.b.let("site", move.site.lower(x) if move.site else x.slot("to"))
    owner = who_index(x, move.who, move.role, ops.NOWHERE) if move.who or move.role else None
    with x.b.if_(ops.TRUE if x.store.is_valid(site) else ops.ge(site, ops.number(0))):
        for condition, piece in _promotions(x, move.what, owner):
            with x.b.if_(condition):
                action = on_sites_of(x, PromotePiece(site, piece))
                sink(Draft("promote", site, site, (action,), letters=letters(x, x)).and_then(move.then))


def _promotions(x: Context, what: PieceArgument, owner: n.Expr | None) -> list[tuple[n.Expr, n.Expr]]:
    names = what.name_components or ([what.name_component] if what.name_component else [])
    if not names or owner is None:
        found = components_of(x, what)
        return [(ops.gt(piece, ops.number(0)), piece) for piece in found]
    promotions: list[tuple[n.Expr, n.Expr]] = []
    for name in names:
        for player in range(x.setting.players + 2):
            fitting = [c for c in x.setting.components if name in c.name and c.owner == player]
            condition = ops.eq(owner, ops.number(player))
            if fitting and condition != ops.FALSE:
                promotions.append((condition, ops.number(fitting[0].index)))
    return promotions


class Selecting(Protocol):
    """The arguments of `select`."""

    from_: From
    to: To | None
    then: Then | None


def select(x: Context, move: Selecting, sink: Sink) -> None:
    """Moves that choose a site, or a pair of sites, and change nothing by themselves."""
    sink = with_then(sink, move.then)
    kind = x.setting.sites_of(move.from_.site_type)
    x = move.from_.context(x)

    def choose(site: n.Expr) -> None:
        here = x.bind(from_=site, to=site)
        with x.b.if_(ops.both(_is_of_type(x, kind, site), when(here, move.from_.if_))):
            if move.to is None:
                level = _selected_level(here, site, move.from_.level)
                sink(Draft("select", site, site, level_from=level, level_to=level, letters=letters(x, x)))
            else:
                _select_target(here, move, move.to, site, sink)

    for_each_site(x, move.from_.site, move.from_.region, "from", choose)


def _is_of_type(x: Context, kind: Sites, site: n.Expr) -> n.Expr:
    """Whether a site counts as one of a type. compat: the sites of hands count as cells only."""
    if kind.type == SiteTypeOfBoard.Cell or len(x.setting.containers) == 1:
        return ops.TRUE
    return ops.lt(site, ops.number(kind.count))


def _select_target(x: Context, move: Selecting, to: To, source: n.Expr, sink: Sink) -> None:
    there = to.context(x)
    kind = x.setting.sites_of(to.site_type)

    def choose(target: n.Expr) -> None:
        with x.b.if_(ops.both(_is_of_type(x, kind, target), when(x.bind(to=target), to.if_))):
            level = _selected_level(there, target, to.level)
            lifted = _selected_level(x, source, move.from_.level)
            types = letters(x, there)
            sink(Draft("select", source, target, level_from=lifted, level_to=level, letters=types))

    for_each_site(x, to.site, to.region, "to", choose)


def for_each_site(
    x: Context, site: IntFunction | None, region: RegionFunction | None, slot: str, body: Callable[[n.Expr], None]
) -> None:
    """Runs `body` for the sites of a region, or for one site (by default the iterator's) if it exists."""
    if region is not None:
        with x.b.for_(slot, region.lower(x)) as each:
            x.store.mark_valid(each)
            body(each)
        return
    only = x.b.let(slot, site.lower(x) if site else x.slot(slot))
    if x.store.is_valid(only):
        body(only)
        return
    with x.b.if_(ops.both(ops.ge(only, ops.number(0)), ops.lt(only, ops.number(x.setting.sites)))):
        body(only)
