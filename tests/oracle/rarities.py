"""Words that few games use: pyramids, targets, control of pieces, turns, gravity."""

from __future__ import annotations

from typing import Any

from petteia.board import Direction, SiteType

from .actions import Action, Move, perform
from .conditions import axes
from .errors import NotRead
from .generators import Moves, attach, is_decision
from .reading import UNKNOWN, Context, ev, last_to, on_board, opt, radials, reads, role_id
from .regions import sites_set

VERTEX = SiteType.Vertex
BELOW = (Direction.DNW, Direction.DNE, Direction.DSW, Direction.DSE)
ABOVE = (Direction.UNW, Direction.UNE, Direction.USW, Direction.USE)


@reads("ToBool")
def _to_bool(lud: Any, c: Context) -> bool:
    if lud.integer is None:
        raise NotRead("toBool of a float")
    return bool(ev(lud.integer, c) != 0)


@reads("ToInt")
def _to_int(lud: Any, c: Context) -> int:
    if lud.condition is None:
        raise NotRead("toInt of a float")
    return int(bool(ev(lud.condition, c)))


@reads("EdgeSite")
def _edge(lud: Any, c: Context) -> int:
    return -1


@reads("EdgeBetween")
def _edge_between(lud: Any, c: Context) -> int:
    ends = {ev(lud.vertex_a, c), ev(lud.vertex_b, c)}
    edges = c.sites(SiteType.Edge)
    return next((e for e in range(edges.count) if set(edges.incident[VERTEX][e]) == ends), -1)


# -- pyramids ----------------------------------------------------------------------------------------------------


@reads("IsPyramidCorners", unread="walk what whats")
def _pyramid_corners(lud: Any, c: Context) -> bool:
    kind = c.kind(lud.site_type)
    if lud.froms is not None:
        starts = list(ev(lud.froms, c))
    else:
        starts = [ev(lud.from_, c) if lud.from_ is not None else last_to(c)]
    for start in starts:
        if not on_board(c, kind, start):
            return False
        if _has_corners(c, kind, start):
            return True
    return False


def _has_corners(c: Context, kind: SiteType, start: int) -> bool:
    wanted, sites = c.s.what(kind, start), c.sites(kind)
    for ways in (BELOW, ABOVE):
        here = [start] * 4
        while True:
            found = [sites.step(way, site) for way, site in zip(ways, here, strict=True)]
            if any(len(one) != 1 for one in found):
                break
            here = [one[0] for one in found]
            if all(c.s.what(kind, site) == wanted for site in here):
                return True
    return False


@reads("SitesSupport")
def _support(lud: Any, c: Context) -> list[int]:
    kind = c.kind(lud.site_type)
    sites, what = c.sites(kind), None if lud.index is None else ev(lud.index, c)

    def bears(site: int) -> bool:
        over = [c.s.what(kind, t) for way in ABOVE for t in sites.step(way, site)]
        return any(one != 0 if what is None else one == what for one in over)

    return [site for site in range(sites.count) if bears(site)]


@reads("IsFreedom")
def _freedom(lud: Any, c: Context) -> bool:
    kind = c.kind(lud.site_type)
    sites, place = c.sites(kind), -1 if lud.to_place is None else ev(lud.to_place, c)
    ways = (Direction.N, Direction.S, Direction.W, Direction.E)
    return any(
        c.s.is_empty(kind, t) and sites.layer[t] == 0 and t != place
        for site in ev(lud.in_, c)
        if on_board(c, kind, site)
        for way in ways
        for t in sites.step(way, site)
    )


def _loads(c: Context, site: int) -> int:
    return sum(c.s.what(VERTEX, t) != 0 for t in c.sites(VERTEX).step(Direction.Upward, site))


def is_pinned(c: Context, move: Move) -> bool:
    """True if a move takes away a piece that bears more than one other."""
    for action in move.flat():
        site = action.to if action.kind == "Remove" else action.frm if action.kind in ("Move", "MoveN") else -1
        if on_board(c, VERTEX, site) and c.s.what(VERTEX, site) and _loads(c, site) > 1:
            return True
    return False


def falls_onto(c: Context, move: Move) -> bool:
    """True if a move leads a piece to a site above the one it leaves, or on a line opposite to one that leads up."""
    sites = c.sites(VERTEX)
    for action in move.flat():
        if action.kind != "Move" or not on_board(c, VERTEX, action.to) or not on_board(c, VERTEX, action.frm):
            continue
        if not c.s.what(VERTEX, action.frm):
            continue
        behind = sites.opposites(Direction.Upward)[action.frm]
        lines = [*sites.radials(Direction.Upward)[action.frm], *(one.path for one in behind if one is not None)]
        if any(action.to in path[1:] for path in lines):
            return True
    return False


class Drops:
    """The consequent of gravity."""


@reads("Drops")
def _drops(lud: Any, c: Context) -> Moves:
    copy, sites = c.copy(), c.sites(VERTEX)
    found: Moves = []
    while True:
        c.spend(sites.count)
        fall = next(
            (
                (site, t)
                for site in range(sites.count)
                if copy.s.what(VERTEX, site)
                for t in sites.step(Direction.Downward, site)
                if copy.s.is_empty(VERTEX, t)
            ),
            None,
        )
        if fall is None:
            return found
        action = Action("Move", VERTEX, fall[0], fall[1], VERTEX)
        perform(copy.s, action)
        found.append(Move([action], frm=fall[0], to=fall[1], mover=c.s.mover))


@reads("CountSizeBiggestLine")
def _biggest_line(lud: Any, c: Context) -> int:
    kind, way = c.kind(lud.site_type), Direction.Adjacent if lud.directions is None else Direction[lud.directions.name]

    def fits(site: int) -> bool:
        c.to = site
        return c.s.what(kind, site) != 0 if lud.if_ is None else bool(ev(lud.if_, c))

    def run(sites: Any) -> int:
        return next((k for k, site in enumerate(sites) if not fits(site)), len(sites))

    most = 0
    for site in range(c.world.elements(kind)):
        if fits(site):
            for path, opposite in axes(c, kind, site, way):
                most = max(most, run(path) + (0 if opposite is None else run(opposite.path[1:])))
    c.to = UNKNOWN
    return most


# -- pieces ------------------------------------------------------------------------------------------------------


@reads("IsTarget", unread="container container_name")
def _target(lud: Any, c: Context) -> bool:
    if c.world.stacking:
        raise NotRead("is Target of stacks")
    kind = c.world.default
    if lud.specific_site is None and lud.specific_sites is None:
        number = c.world.elements(SiteType.Cell)
        sites = list(range(c.world.elements(kind)))
        if number != len(lud.configuration) or len(sites) != number:
            return False
    else:
        sites = [lud.specific_site] if lud.specific_sites is None else lud.specific_sites
        if len(sites) != len(lud.configuration):
            return False
    return [c.s.what(c.s.type_of(kind, site), site) for site in sites] == list(lud.configuration)


@reads("TakeControl")
def _take_control(lud: Any, c: Context) -> Moves:
    if c.world.stacking or len(c.world.types) > 1:
        raise NotRead("take Control in stacks, or on several types of sites")
    of = ev(lud.of_index, c) if lud.of_index is not None else role_id(lud.of_role, c)
    by = ev(lud.by_index, c) if lud.by_index is not None else role_id(lud.by_role, c)
    everybody = lud.of_role is not None and lud.of_role.name == "All"
    region = {ev(lud.at, c)} if lud.at is not None else set(ev(lud.to, c)) if lud.to is not None else None
    found: Moves = []
    for owner in range(c.world.n + 2) if everybody else [of]:
        for kind, site, _ in c.s.positions(owner):
            if region is not None and site not in region:
                continue
            what = c.s.what(kind, site)
            if not what:
                raise NotRead("take Control of what is listed and not there")
            plain = c.world.components[what].plain
            new = next((one.index for one in c.world.components[1:] if (one.plain, one.owner) == (plain, by)), None)
            if new is None:
                raise NotRead("take Control by one who has no such piece")
            data = {
                "state": c.s.state(kind, site),
                "rotation": c.s.rotation(kind, site),
                "value": c.s.value(kind, site),
            }
            add = Action("Add", kind, site, site, what=new, count=c.s.count(kind, site), **data)
            found.append(Move([Action("Remove", kind, site, site), add], frm=site, to=site))
    return attach(found, lud.then)


@reads("Attract")
def _attract(lud: Any, c: Context) -> Moves:
    kind = c.kind(None if lud.from_ is None else lud.from_.site_type)
    start = last_to(c)
    if lud.from_ is not None:
        if lud.from_.region is not None:
            raise NotRead("attract from a region")
        start = c.frm if lud.from_.site is None else ev(lud.from_.site, c)
    if not on_board(c, kind, start) or c.world.stacking or lud.then is not None:
        raise NotRead("attract off the board, of stacks, or with what follows")
    way = Direction.Adjacent if lud.direction is None else Direction[lud.direction.name]
    found: Moves = []
    for path in radials(c, kind, start, [way]):
        standing = [(t, c.s.what(kind, t)) for t in path[1:] if c.s.what(kind, t)]
        if any(c.s.count(kind, t) > 1 for t, _ in standing):
            raise NotRead("attract of several pieces on a site")
        found += [Move([Action("Remove", kind, t, t)], frm=t, to=t) for t, _ in standing]
        for t, (_, what) in zip(path[1:], standing, strict=False):
            found.append(Move([Action("Add", kind, t, t, what=what)], frm=t, to=t))
    return found


@reads("SetRotation", "MoveSetRotation")
def _set_rotation(lud: Any, c: Context) -> Moves:
    if lud.to is not None and (lud.to.site is None or lud.to.if_ is not None or lud.to.effect is not None):
        raise NotRead("set Rotation of a region, or with conditions")
    site = c.frm if lud.to is None else ev(lud.to.site, c)
    kind = c.type_at(None if lud.to is None else lud.to.site_type, site)
    if not on_board(c, kind, site):
        raise NotRead("set Rotation of no site")
    ways = max(len(c.sites(one).supported(Direction.All)) for one in (SiteType.Cell, VERTEX))
    values = [ev(one, c) for one in lud.directions] if lud.directions is not None else []
    values += [] if lud.direction is None else [ev(lud.direction, c)]
    now = c.s.rotation(kind, site)
    if any(not 0 <= value < ways for value in (*values, now)):
        raise NotRead("a rotation beyond the directions of the board")
    if opt(lud.previous, c, True):
        values.append((now - 1) % ways)
    if opt(lud.next, c, True):
        values.append((now + 1) % ways)
    decision = is_decision(lud)
    found = [
        Move([Action("SetRotation", kind, site, site, value=v, decision=decision)], frm=site, to=site, mover=c.s.mover)
        for v in values
    ]
    return attach(found, lud.then)


@reads("SitesLast")
def _sites_last(lud: Any, c: Context) -> list[int]:
    if c.s.moves and c.s.moves[-1].then:
        raise NotRead("sites of the last move while what follows from it is worked out")
    if lud.site_type is not None or len(c.world.types) > 1:
        raise NotRead("sites of the last move by type")
    if not c.s.moves:
        return []
    move = c.s.moves[-1]
    kind = c.world.default
    of_move = move.to if lud.kind == "LastTo" else move.frm
    of_actions = [a.to if lud.kind == "LastTo" else a.frm for a in move.flat()]
    return sites_set(s for s in (of_move, *of_actions) if on_board(c, kind, s))
