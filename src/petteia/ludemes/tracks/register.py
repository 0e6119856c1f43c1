"""Where pieces are on tracks that meet a site more than once: for each track and component a count at each place.

Other games need no such counts: there the place on a track follows from the site.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import Track
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.visit import substitute
from petteia.ludemes.needs import TRACK_PLACES

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

ON_TRACK = "on_track"
FEW_PLAYERS = 8
"""With more players, what is done for the track of each is done by functions: to write it in all places takes long."""

_ONE, _ZERO = ops.number(1), ops.number(0)


def keeps_places(x: Context) -> bool:
    """True if the game counts its pieces at the places of tracks; the field is declared when first asked for."""
    tracks = x.spec.tracks
    if TRACK_PLACES not in x.spec.needs or not any(track.has_internal_loop for track in tracks):
        return False
    if ON_TRACK not in x.b.program.fields:
        shape = (len(tracks), len(x.spec.components) + 1, max(len(track.elements) for track in tracks))
        x.b.field(ON_TRACK, n.INT, shape=shape, low=-(2**15), high=2**15 - 1, doc="pieces at each place of each track")
    return True


def places_of(x: Context, track: Track) -> n.Table:
    """The places of each site on a track, ascending, filled up with -1."""
    return x.b.once(("places", id(track)), lambda: _places_of(x, track))


def _places_of(x: Context, track: Track) -> n.Table:
    places: list[list[int]] = [[] for _ in range(x.spec.sites)]
    for place, site in enumerate(track.sites):
        if 0 <= site < len(places):
            places[site].append(place)
    most = max(1, max(len(own) for own in places))
    flat = [place for own in places for place in (*own, *([-1] * (most - len(own))))]
    return x.b.table(f"places_on_{track.name}", n.INT, (len(places), most), flat)


def first_place(x: Context, track: Track, site: n.Expr) -> n.Expr:
    """The first place of an existing site on a track, -1 if it is not on it."""
    return ops.lookup(places_of(x, track), site, _ZERO)


def count_at(x: Context, index: int, what: n.Expr, place: n.Expr) -> n.Expr:
    """How many pieces of a kind are counted at a place of a track."""
    return x.b.load(ON_TRACK, ops.number(index), what, place)


def _change(x: Context, index: int, what: n.Expr, place: n.Expr, change: n.Expr) -> None:
    with x.b.if_(ops.ge(place, _ZERO)):
        more = ops.add(count_at(x, index, what, place), change)
        x.b.store(ON_TRACK, [ops.number(index), what, place], more)


def note_addition(x: Context, site: n.Expr, what: n.Expr, count: n.Expr) -> None:
    """Counts new pieces at the first place of their site. compat: in games with stacks twice."""
    if not keeps_places(x):
        return
    for index, track in enumerate(x.spec.tracks):
        place = x.b.let("place", first_place(x, track, site))
        change = ops.mul(ops.number(2), count) if x.spec.stacking else count
        _change(x, index, what, place, change)


def note_leaving(x: Context, site: n.Expr, level: n.Expr | None = None) -> None:
    """Takes the piece on a site out of the counts. compat: at all places of the site, even below zero."""
    if not keeps_places(x):
        return
    what = x.b.let("leaving", x.store.what(site, level))
    with x.b.if_(ops.gt(what, _ZERO)):
        if x.spec.players <= FEW_PLAYERS:
            _leave(x, site, what)
        else:
            _do(x, "leave_tracks", _leave, site=site, what=what)


def _leave(x: Context, site: n.Expr, what: n.Expr) -> None:
    for index, track in enumerate(x.spec.tracks):
        table = places_of(x, track)
        for k in range(table.shape[1]):
            place = x.b.let("place", ops.lookup(table, site, ops.number(k)))
            _change(x, index, what, place, ops.number(-1))


def _do(x: Context, name: str, write: Callable[..., None], **arguments: n.Expr) -> None:
    """Writes a call of a function that does what `write` writes."""
    if name not in x.b.program.functions:
        params = {word: x.b.fresh(word, n.INT) for word in arguments}
        with x.b.function(name, tuple(params.values())):
            write(x, **params)
    x.b.do(name, *arguments.values())


def note_advance(x: Context, source: n.Expr, target: n.Expr, what: n.Expr, count: n.Expr = _ONE) -> None:
    """Moves pieces in the counts: to the next place of their new site, or to its first."""
    if not keeps_places(x):
        return
    if x.spec.players <= FEW_PLAYERS:
        _advance(x, source, target, what, count)
    else:
        _do(x, "advance_on_tracks", _advance, source=source, target=target, what=what, count=count)


def _advance(x: Context, source: n.Expr, target: n.Expr, what: n.Expr, count: n.Expr) -> None:
    for index, track in enumerate(x.spec.tracks):
        x.b.do(_advancing(x, index, track), source, target, what, count)


def _advancing(x: Context, index: int, track: Track) -> str:
    name = f"advance_on_track_{index}"
    if name in x.b.program.functions:
        return name
    b, table = x.b, places_of(x, track)
    source, target, what, count = (b.fresh(word, n.INT) for word in ("source", "target", "what", "count"))
    with b.function(name, (source, target, what, count), doc=f"a piece goes on along {track.name}"):
        with b.if_(ops.lt(first_place(x, track, source), _ZERO)):
            _change(x, index, what, b.let("place", first_place(x, track, target)), _ONE)
            b.return_()
        with b.range_("k", _ZERO, ops.number(table.shape[1])) as k:
            here = b.let("here", ops.lookup(table, source, k))
            with b.if_(ops.lt(here, _ZERO)):
                b.return_()
            with b.if_(ops.gt(count_at(x, index, what, here), _ZERO)):
                _change(x, index, what, here, ops.neg(count))
                there = b.variable("there", first_place(x, track, target))
                with b.range_("j", _ZERO, ops.number(table.shape[1])) as j:
                    further = b.let("further", ops.lookup(table, target, j))
                    with b.if_(ops.gt(further, here)):
                        b.assign(there, further)
                        b.emit_statement(n.Break())
                _change(x, index, what, there, count)
                b.return_()
    return name


def place_of_piece(x: Context, index: int, track: Track, site: n.Expr, owner: n.Expr) -> n.Expr:
    """The place on a track of the piece on a site; behind the end if it is counted at none of the site's places."""
    site, owner = x.b.let("site", site), x.b.let("owner", owner)
    if not isinstance(site, n.Local):
        return _place_of_piece(x, index, track, site, owner)
    asked = (index, x.store.kind, x.store.is_valid(site), owner if isinstance(owner, n.Const) else None)
    made, first_site, first_owner = x.b.once(
        ("place of piece", *asked), lambda: (_place_of_piece(x, index, track, site, owner), site, owner)
    )
    renamed: dict[str, n.Expr] = {first_site.name: site}
    if isinstance(first_owner, n.Local):
        renamed[first_owner.name] = owner
    return substitute(made, renamed)


def _place_of_piece(x: Context, index: int, track: Track, site: n.Expr, owner: n.Expr) -> n.Expr:
    b, table = x.b, places_of(x, track)
    length = ops.number(len(track.elements))
    with b.block() as body:
        inside = ops.both(ops.le(_ZERO, site), ops.lt(site, ops.number(x.spec.sites)))
        with b.if_(ops.negate(inside)):
            b.return_(length)
        what = b.variable("what", x.store.what(site))
        if x.spec.stacking:
            levels = b.range_("level", _ZERO, x.store.load("height", site))
            with levels as level, b.if_(ops.eq(x.store.load("who", site, level), owner)):
                b.assign(what, x.store.load("what", site, level))
                b.emit_statement(n.Break())
        with b.if_(ops.eq(what, _ZERO)):
            first = b.let("first", first_place(x, track, site))
            b.return_(ops.select(ops.lt(first, _ZERO), length, first))
        with b.range_("k", _ZERO, ops.number(table.shape[1])) as k:
            place = b.let("place", ops.lookup(table, site, k))
            with b.if_(ops.lt(place, _ZERO)):
                b.emit_statement(n.Break())
            with b.if_(ops.gt(count_at(x, index, what, place), _ZERO)):
                b.return_(place)
    return x.outline("place_of_piece", (*body, n.Return(length)), n.INT)
