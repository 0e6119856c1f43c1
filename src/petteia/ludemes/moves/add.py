"""Add and claim: moves that put pieces on sites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, on_sites_of, repeated
from petteia.ludemes.actions.pieces import AddPiece
from petteia.ludemes.actions.stacks import InsertPiece
from petteia.ludemes.arguments import PieceArgument, Then, To, components_of, condition_of, effect_of, for_each_site
from petteia.ludemes.equipment.large import add_large
from petteia.ludemes.lowering.drafts import Draft, Effect, asked_level, letters
from petteia.ludemes.lowering.storage import UNCHANGED
from petteia.ludemes.needs import COUNTS, STACKING, Need
from petteia.ludemes.queries.contents import is_component
from petteia.ludemes.quirks.marks import TWICE
from petteia.ludemes.quirks.wrappers import with_its_consequent
from petteia.ludemes.registry import named, reads
from petteia.ludemes.types import Decision, IntFunction, NonDecision, is_several, when
from petteia.ludemes.values.board import TrackSiteMove
from petteia.ludemes.values.iterators import FromSite

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink
    from petteia.ludemes.lowering.facts import Component


__all__ = ["Add", "Claim", "MoveClaim"]


class Add(NonDecision, keyword="add", decision="Add"):
    """Places a piece on each site of `to`."""

    what: PieceArgument | None
    to: To
    count: IntFunction | None = named()
    stack: bool | None = named()
    then: Then | None
    moves_pieces = True
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        to = self.to
        x = to.context(x)
        state = x.b.let("state", self.what.state.lower(x)) if self.what and self.what.state else UNCHANGED
        count = x.b.let("count", self.count.lower(x)) if self.count else ops.number(1)
        if x.spec.large:
            _add_large_or_not(x, self, sink)
            return
        if to.region is not None and _leaves_from(to):
            # compat: a site where the effect was worked out is `(from)` for what is asked of the next ones
            x = x.bind(from_=x.b.variable("from", x.slot("from"))).with_(piece=None)
        with x.b.if_(ops.ge(count, ops.number(1))):
            for component in components_of(x, self.what):
                piece = x.b.let("piece", component)
                if to.region is None:
                    _add_to_site(x, self, piece, count, state, sink)
                    return  # compat: with a single site further pieces are not tried
                members = to.region.lower(x)
                with x.b.for_("to", members) as target:
                    x.store.mark_valid(target)
                    _add_at(x, self, piece, count, state, target, x.store.is_within_empty(members), sink)

    def needs(self) -> tuple[Need, ...]:
        several = (COUNTS,) if is_several(self.count) else ()
        return (STACKING, *several) if self.stack or self.to.level else several


def _add_large_or_not(x: Context, move: Add, sink: Sink) -> None:
    """Moves that place pieces some of which are large: of these the state may be left open."""
    written = x.b.let("state", move.what.state.lower(x)) if move.what and move.what.state else None
    for index in components_of(x, move.what):
        if not isinstance(index, n.Const) or is_component(x, index) != ops.TRUE:
            raise UnsupportedLudeme(["add of a piece known only in play, where some are large"])
        component = x.spec.components[index.value - 1]
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
    for_each_site(x, to.site, to.region, "to", lambda site: add_large(x, component, site, state, sink))


def _add_to_site(x: Context, move: Add, piece: n.Expr, count: n.Expr, state: n.Expr, sink: Sink) -> None:
    site = x.b.let("to", move.to.site.lower(x) if move.to.site else x.slot("to"))
    with x.b.if_(x.store.exists(site)):
        _add_at(x, move, piece, count, state, site, site in x.empty, sink)


def _add_at(
    x: Context, move: Add, piece: n.Expr, count: n.Expr, state: n.Expr, site: n.Expr, empty: bool, sink: Sink
) -> None:
    here = x.bind(to=site)
    condition = when(here, move.to.if_)
    empty = empty or x.store.shows_empty(condition, site)
    is_known = is_component(x, piece) == ops.TRUE
    with x.b.if_(ops.both(condition, is_component(x, piece, least=0))):
        action: Action = AddPiece(site, piece, count, state, on_empty=empty, may_be_none=not is_known)
        level: n.Expr = ops.number(0)
        if x.spec.stacking:
            level = asked_level(x, x.store.load("height", site))
        if move.to.level is not None and x.spec.stacking:
            level = x.b.let("level", move.to.level.lower(here))
            action = InsertPiece(site, level, piece, state)
        action = on_sites_of(x, action)
        actions = repeated(action, count) if x.spec.stacking else (action,)
        level = asked_level(x, level)
        plain = Draft("add", site, site, actions, level_from=level, level_to=level, letters=letters(x, x))
        _with_effect(here, move, plain.and_then(move.then), x.bind(from_=site, to=site), sink)


def _leaves_from(to: To) -> bool:
    """True if conditions of an addition ask for `(from)`, which its effect sets."""
    asked = (to.if_, condition_of(to.effect))
    return to.effect is not None and any(reads(one, word) for one in asked for word in (FromSite, TrackSiteMove))


def _with_effect(x: Context, move: Add, plain: Draft, there: Context, sink: Sink) -> None:
    """Hands on the addition with what goes with it.

    compat: in the form with a region a move with an effect stands twice in its list; whether it has one is up to the
    condition of the effect, which sees the outer `(from)`.
    """
    apply, condition = move.to.effect, condition_of(move.to.effect)
    if apply is None:
        sink(plain)
        return
    whole = plain.with_(effects=(Effect(apply, there),))
    if move.to.region is not None:
        whole = whole.marked(TWICE)
    if move.to.region is None or condition is None:
        sink(whole)
        _leave_from(x, move, plain)
        return
    effect = effect_of(apply)
    with x.b.block() as with_it:
        sink(whole.with_(effects=(Effect(effect, there),) if effect else ()))
        _leave_from(x, move, plain)
    with x.b.block() as without:
        sink(plain)
    x.b.place_if(condition.lower(x), with_it, without)


def _leave_from(x: Context, move: Add, plain: Draft) -> None:
    outer = x.slot("from")
    if move.to.region is not None and _leaves_from(move.to):
        assert isinstance(outer, n.Local)
        x.b.assign(outer, plain.target)


class Claim(NonDecision, keyword="claim"):
    """Claims each site of `to` with a piece."""

    what: PieceArgument | None
    to: To
    then: Then | None
    moves_pieces = True

    def lower(self, x: Context, sink: Sink) -> None:
        x = self.to.context(x)
        piece = x.b.let("piece", next(iter(components_of(x, self.what)), ops.NOWHERE))
        state = x.b.let("state", self.what.state.lower(x)) if self.what and self.what.state else UNCHANGED

        def put(site: n.Expr) -> None:
            action = on_sites_of(x, AddPiece(site, piece, state=state))
            here = x.bind(to=site)
            with x.b.if_(ops.both(is_component(x, piece), when(here, self.to.if_))):
                plain = Draft("claim", site, site, (action,), letters=letters(x, x))
                if self.to.region is not None or self.then is None:
                    sink(plain.and_then(self.then))
                else:
                    sink(with_its_consequent(x.bind(from_=site, to=site), plain, self.then))

        for_each_site(x, self.to.site, self.to.region, "to", put)


class MoveClaim(Decision, Claim, keyword="move"):
    """Claims each site of `to` with a piece."""

    decision: Literal["Claim"]
    count: IntFunction | None = named()
    stack: bool | None = named()
    then: Then | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        given = {"count": self.count, "stack": self.stack}
        return tuple(name for name, written in given.items() if written is not None)
