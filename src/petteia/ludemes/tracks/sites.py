"""Sites on tracks: some steps further, the first that fits, the last, and all of a part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import Track
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.queries.contents import stable
from petteia.ludemes.tracks.register import FEW_PLAYERS, keeps_places, place_of_piece

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.types import BooleanFunction

Choice = Callable[[int], Track | None]
"""Which track is meant for an owner."""


def _by_owner(x: Context, owner: n.Expr, choose: Choice, value: Callable[[Track], n.Expr], otherwise: n.Expr) -> n.Expr:
    """A value of the track that is meant, which may depend on an owner known only in play."""
    owner = stable(x, "owner", owner)
    result = otherwise
    groups: dict[str, tuple[Track, n.Expr]] = {}
    for possible in range(x.spec.players + 2):
        his, track = ops.eq(owner, ops.number(possible)), choose(possible)
        if track is not None and his != ops.FALSE:
            key = f"{track.owner} {track.name}"
            earlier = groups[key][1] if key in groups else ops.FALSE
            groups[key] = track, ops.either(earlier, his)
    for track, condition in groups.values():
        result = ops.select(condition, x.pure(lambda track=track: value(track)), result)  # type: ignore[misc]
    return result


def _first(tracks: list[Track]) -> Track | None:
    return tracks[0] if tracks else None


def _table(x: Context, track: Track) -> n.Table:
    return x.b.table(f"track_{track.name}", n.INT, (len(track.elements),), track.sites)


def _index_on(x: Context, track: Track, site: n.Expr, otherwise: int) -> n.Expr:
    """The first index of a site on a track, another number if it is not on it."""

    def make() -> n.Table:
        places = [track.index_of(s) for s in range(x.spec.sites)]
        places = [otherwise if place < 0 else place for place in places]
        return x.b.table(f"place_on_{track.name}", n.INT, (len(places),), places)

    table = x.b.once(("place on", id(track), otherwise), make)
    return ops.lookup_guarded(table, stable(x, "site", site), ops.number(otherwise))


# ---------------------------------------------------------------------------------------------------------------
# Single sites


def _choose_way(x: Context, name: str | None) -> Choice:
    tracks = x.spec.tracks

    def choose(who: int) -> Track | None:
        if name is not None:
            fitting = [t for t in tracks if name in t.name]
            return _first([t for t in fitting if t.owner == who]) or _first(fitting)
        return _first([t for t in tracks if t.owner == who]) or _first([t for t in tracks if t.owner == 0])

    return choose


def site_further(x: Context, start: n.Expr, owner: n.Expr, name: str | None, steps: n.Expr) -> n.Expr:
    """The site some steps further on a track, -1 behind its end."""
    if x.spec.players <= FEW_PLAYERS or isinstance(owner, n.Const):
        return _site_further(x, start, owner, name, steps)

    def make() -> str:
        function = x.b.unique("site_further")
        params = [x.b.fresh(word, n.INT) for word in ("start", "owner", "steps")]
        with x.b.function(function, params, n.INT, doc="the site some steps further on the track of an owner"):
            x.b.return_(_site_further(x, params[0], params[1], name, params[2]))
        return function

    return n.Call(x.b.once(("further", name, x.store.kind), make), (start, owner, steps), n.INT)


def _site_further(x: Context, start: n.Expr, owner: n.Expr, name: str | None, steps: n.Expr) -> n.Expr:
    counted = keeps_places(x)

    def further(track: Track) -> n.Expr:
        length = ops.number(len(track.elements))
        ahead = ops.arithmetic("max", steps, ops.number(0))
        if counted and not track.loop:
            here = place_of_piece(x, x.spec.tracks.index(track), track, start, owner)
            there = ops.lookup_guarded(_table(x, track), stable(x, "place", ops.add(here, ahead)), ops.NOWHERE)
            return ops.select(ops.lt(start, ops.number(0)), ops.NOWHERE, there)
        place = stable(x, "place", ops.add(_index_on(x, track, start, len(track.elements)), ahead))
        if track.loop:
            return ops.lookup(_table(x, track), ops.arithmetic("mod", place, length))
        return ops.lookup_guarded(_table(x, track), place, ops.NOWHERE)

    start, steps, owner = stable(x, "start", start), stable(x, "steps", steps), stable(x, "owner", owner)
    return _by_owner(x, owner, _choose_way(x, name), further, ops.NOWHERE)


def steps_between(x: Context, start: n.Expr, goal: n.Expr, owner: n.Expr, name: str | None) -> n.Expr:
    """How many steps of a track lead from a site on to another, -1 if none do.

    compat: whatever the track, the way goes on from its end to its beginning, unless places on it are counted.
    """
    counted = keeps_places(x)
    start, goal, owner = stable(x, "start", start), stable(x, "goal", goal), stable(x, "owner", owner)

    def choose(who: int) -> Track | None:
        track = _choose_way(x, name)(who)
        return track if track is None or name is None or track.owner == who else None

    def count(track: Track) -> n.Expr:
        length = len(track.elements)
        ends = counted and not track.loop
        if ends:
            here = place_of_piece(x, x.spec.tracks.index(track), track, start, owner)
        else:
            here = _index_on(x, track, start, length)
        with x.b.block() as body:
            with x.b.if_(ops.eq(start, goal)):
                x.b.return_(ops.number(0))
            first = x.b.let("first", here)
            most = ops.sub(ops.number(length), first) if ends else ops.number(length)
            with x.b.range_("ahead", ops.number(0), most) as ahead:
                place = ops.add(first, ahead)
                if not ends:
                    place = ops.arithmetic("mod", place, ops.number(length))
                with x.b.if_(ops.eq(ops.lookup(_table(x, track), place), goal)):
                    x.b.return_(ahead)
        return x.outline("steps_on_track", (*body, n.Return(ops.NOWHERE)), n.INT)

    return _by_owner(x, owner, choose, count, ops.NOWHERE)


def _choose_end(x: Context, name: str | None) -> Choice:
    tracks = list(x.spec.tracks)

    def choose(who: int) -> Track | None:
        if name is None:
            fitting = [t for t in tracks if t.owner in (who, 0)]
        else:
            fitting = [t for t in tracks if name in t.name and who in (0, t.owner)]
        return _first(fitting) or _first(tracks)

    return choose


def last_site(x: Context, owner: n.Expr, name: str | None) -> n.Expr:
    """The last site of a track."""
    return _by_owner(x, owner, _choose_end(x, name), lambda track: ops.number(track.elements[-1].site), ops.NOWHERE)


def first_site(x: Context, owner: n.Expr, name: str | None, start: n.Expr, condition: BooleanFunction | None) -> n.Expr:
    """The first site of a track, from a site on, for which a condition holds."""
    start = stable(x, "start", start)

    def find(track: Track) -> n.Expr:
        length = ops.number(len(track.elements))
        first = stable(
            x, "first", ops.select(ops.lt(start, ops.number(0)), ops.number(0), _index_on(x, track, start, -1))
        )
        if condition is None:
            return ops.lookup_guarded(_table(x, track), first, ops.NOWHERE)
        with x.b.block() as body:
            with x.b.if_(ops.lt(first, ops.number(0))):
                x.b.return_(ops.NOWHERE)
            with x.b.range_("ahead", ops.number(0), length) as ahead:
                place = ops.arithmetic("mod", ops.add(first, ahead), length)
                site = x.b.let("site", ops.lookup(_table(x, track), place))
                with x.b.if_(condition.lower(x.bind(to=site))):
                    x.b.return_(site)
        return x.outline("first_on_track", (*body, n.Return(ops.NOWHERE)), n.INT)

    return _by_owner(x, owner, _choose_end(x, name), find, ops.NOWHERE)


# ---------------------------------------------------------------------------------------------------------------
# Sets


def sites_on_track(x: Context, owner: n.Expr, name: str | None, start: n.Expr | None, goal: n.Expr | None) -> n.Expr:
    """The sites of a track, or of its part from one site to another."""
    tracks = x.spec.tracks
    empty = ops.empty_set(x.universe)

    def value(track: Track) -> n.Expr:
        return _part(x, track, start, goal)

    iterated = stable(x, "track", x.slot("track"))
    if iterated != ops.NOWHERE:
        result: n.Expr = empty
        for index, track in enumerate(tracks):
            part = x.pure(lambda track=track: value(track))  # type: ignore[misc]
            result = ops.select(ops.eq(iterated, ops.number(index)), part, result)
        return result

    def choose(who: int) -> Track | None:
        return _first(
            [t for t in tracks if t.name == name or ((name is None or name in t.name) and t.owner in (who, 0))]
        )

    return _by_owner(x, owner, choose, value, empty)


def _part(x: Context, track: Track, start: n.Expr | None, goal: n.Expr | None) -> n.Expr:
    if start is None and goal is None:
        return ops.sites(x.universe, mask_of(site for site in track.sites if site >= 0))
    start, goal = start or ops.NOWHERE, goal or ops.NOWHERE
    if isinstance(start, n.Const) and isinstance(goal, n.Const):
        return ops.sites(x.universe, _known_part(track, start.value, goal.value))
    start, goal = x.b.let("start", start), x.b.let("goal", goal)
    with x.b.block() as body:
        absent = _index_on(x, track, start, -1)
        first = x.b.let("first", ops.select(ops.eq(start, ops.NOWHERE), ops.number(0), absent))
        found = x.b.variable("found", ops.empty_set(x.universe))
        with x.b.if_(ops.lt(first, ops.number(0))):
            x.b.return_(found)
        for low, high in ((first, ops.number(len(track.elements))), (ops.number(0), first)):
            with x.b.range_("place", low, high) as place:
                site = x.b.let("site", ops.lookup(_table(x, track), place))
                x.b.assign(found, ops.union(found, ops.single(x.universe, site)))
                with x.b.if_(ops.eq(site, goal)):
                    x.b.return_(found)
    return x.outline("part_of_track", (*body, n.Return(found)), n.set_of(x.universe))


def _known_part(track: Track, start: int, goal: int) -> int:
    first = 0 if start == -1 else track.index_of(start)
    if first < 0:
        return 0
    found = 0
    for site in (*track.sites[first:], *track.sites[:first]):
        found |= 1 << site if site >= 0 else 0
        if site == goal:
            break
    return found
