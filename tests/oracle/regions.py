"""Sets of sites: ascending lists of numbers without repeats."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from petteia.board import Direction, SiteType

from .errors import NotRead
from .numbers import distances, group_at, layers_by_rule, span
from .reading import (
    FAR,
    Context,
    allies,
    directions,
    ev,
    last_to,
    numbered,
    on_board,
    opt,
    player_of,
    radials,
    reads,
    role_ids,
    steps,
)
from .world import CELL


def sites_set(found: Iterable[int]) -> list[int]:
    """A region of some sites."""
    region = sorted(set(found))
    if region and region[0] < 0:
        raise NotRead("a region with a negative site")
    return region


# -- of the board ------------------------------------------------------------------------------------------------

_LISTS = {"ConcaveCorners": "concave_corners", "ConvexCorners": "convex_corners"}


@reads("SitesBoard")
def _board(lud: Any, c: Context) -> list[int]:
    sites = c.sites(c.kind(lud.site_type))
    if lud.kind == "Board":
        return list(range(sites.count))
    return sites_set(getattr(sites, _LISTS.get(lud.kind, lud.kind.lower())))


@reads("SitesRow", "SitesColumn", "SitesLayer")
def _line(lud: Any, c: Context) -> list[int]:
    sites = c.sites(c.kind(lud.site_type))
    lines = {"Row": sites.rows, "Column": sites.columns, "Layer": sites.layers}[lud.kind]
    index = opt(lud.index, c, -1)
    if index < 0 or (lud.kind == "Row" and index >= len(lines)):
        return []
    if index >= len(lines):
        raise NotRead(f"{lud.kind} beyond the board")
    return sites_set(lines[index])


@reads("SitesPhase")
def _phase(lud: Any, c: Context) -> list[int]:
    sites, index = c.sites(c.kind(lud.site_type)), opt(lud.index, c, -1)
    if index > 5:
        raise NotRead("a phase of the board beyond 5")
    return [s for s in range(sites.count) if sites.phase[s] == index] if index >= 0 else []


@reads("SitesSide")
def _side(lud: Any, c: Context) -> list[int]:
    kind = c.kind(lud.site_type)
    if kind is SiteType.Edge:
        raise NotRead("side of edges")
    sites = c.sites(kind)
    if lud.direction is not None:
        return sites_set(sites.sides.get(Direction[lud.direction.name], ()))
    if lud.role is not None and lud.role.name == "Shared":
        return sites_set(sites.outer)
    who = player_of(lud.player, lud.role, c, -1)
    facing = c.world.facings[who] if 1 <= who <= c.world.n else None
    return [] if facing is None else sites_set(sites.sides.get(facing, ()))


@reads("SitesOfElement")
def _of_element(lud: Any, c: Context) -> list[int]:
    kind, index = SiteType[lud.kind], opt(lud.index, c, -1)
    return sites_set(c.sites(kind).incident[SiteType.Vertex][index]) if on_board(c, kind, index) else []


@reads("SitesCoordinates")
def _coordinates(lud: Any, c: Context) -> list[int]:
    labels = c.sites(c.kind(lud.site_type)).by_label
    return sites_set(labels[one] for one in lud.coordinates if one in labels)


@reads("SitesListed")
def _listed(lud: Any, c: Context) -> list[int]:
    values = [ev(one, c) for one in lud.sites] if lud.sites is not None else ev(lud.array, c)
    if any(v >= max(c.world.total_sites, *c.world.stored.values()) for v in values):
        raise NotRead("a region with a site that is not there")
    return sites_set(v for v in values if v >= 0)


@reads("SitesContext")
def _context(lud: Any, c: Context) -> list[int]:
    return sites_set(c.region or ())


def _is_coordinate(name: str) -> bool:
    match = re.fullmatch(r"([A-Za-z]{0,3})(\d+)", name)
    return bool(match) and (len(match[1]) < 3 or match[1][0] == match[1][1])


@reads("SitesNamed")
def _named(lud: Any, c: Context) -> list[int]:
    if lud.player is None and lud.role is None:
        if lud.name is None:
            raise NotRead("sites without a name")
        if _is_coordinate(lud.name):
            label = c.sites(c.kind(lud.site_type)).by_label.get(lud.name)
            return [] if label is None else [label]
        found = [r for r in c.world.regions if r.name == lud.name]
        if not found:
            raise NotRead(f"no region {lud.name}")
    else:
        who = player_of(lud.player, lud.role, c, -1)
        found = [r for r in c.world.regions if r.owner == who and (lud.name or "") in r.name]
    return sites_set(s for r in found for part in r.parts for s in part)


@reads("SitesEdge")
def _slants(lud: Any, c: Context) -> list[int]:
    return sites_set(c.sites(SiteType.Edge).slants[lud.kind])


# -- by contents -------------------------------------------------------------------------------------------------


@reads("SitesEmpty")
def _empty(lud: Any, c: Context) -> list[int]:
    kind, index = c.kind(lud.site_type), opt(lud.index, c, 0)
    if index > 0:
        one = numbered(index, c)
        return [s for s in one.sites if c.s.is_empty(CELL, s)]
    return [s for s in range(c.world.elements(kind)) if c.s.is_empty(kind, s)]


@reads("SitesOccupied")
def _occupied(lud: Any, c: Context) -> list[int]:
    who = player_of(lud.by_player, lud.by_role, c, -1)
    ids = role_ids(lud.by_role, who, c)
    container = _container(lud, c, who)
    kind = c.kind(lud.on)
    if container is not None and container > 0:
        kind = CELL
    wanted = _components(lud, c, ids, who)
    found = set()
    for player in ids:
        for what in range(1, len(c.world.components)):
            if wanted is None or what in wanted:
                for entry_kind, site, _ in c.s.owned.get((player, what), ()):
                    if entry_kind is kind:
                        found.add(site)
    if container is not None:
        one = numbered(container, c)
        size = c.world.elements(kind) if container == 0 else one.count
        found = {s for s in found if one.first <= s < one.first + size}
    if c.world.stacking and lud.top is not False:
        found = {s for s in found if c.s.who(kind, s) in ids}
    return sites_set(found)


def _container(lud: Any, c: Context, who: int) -> int | None:
    if lud.container_index is not None:
        return int(ev(lud.container_index, c))
    if lud.container_name is None:
        return None
    if "Hand" in lud.container_name:
        hand = c.world.hand_of(who)
        if hand is None:
            raise NotRead("sites Occupied in a hand that is not there")
        return hand
    return next(i for i, one in enumerate(c.world.containers) if one.name == lud.container_name)


def _components(lud: Any, c: Context, ids: list[int], who: int) -> set[int] | None:
    names = (
        lud.components
        if lud.components is not None
        else [lud.component_name]
        if lud.component_name is not None
        else None
    )
    if names is None:
        if lud.component_index is None:
            return None
        what = ev(lud.component_index, c)
        return {what} if c.world.owner(what) in ids else set()
    if lud.by_role is None:
        raise NotRead("names with by:(player ..)")
    role, mover, n = lud.by_role.name, c.s.mover, c.world.n

    def fits(owner: int) -> bool:
        if role == "All":
            return True
        if role == "Enemy":
            return owner not in (mover, 0) and owner <= n
        if role == "NonMover":
            return owner != mover
        return owner == who

    return {one.index for one in c.world.components[1:] if one.plain in names and fits(one.owner) and one.owner in ids}


@reads("SitesState")
def _state(lud: Any, c: Context) -> list[int]:
    kind, value = c.kind(lud.site_type), ev(lud.index, c)
    return [s for s in range(c.world.elements(kind)) if c.s.state(kind, s) == value]


@reads("SitesHand", unread="moves name")
def _hand(lud: Any, c: Context) -> list[int]:
    if lud.player is None and lud.role is None:
        return []
    if lud.role is not None and lud.role.name == "Shared":
        hand = next((i for i, one in enumerate(c.world.containers) if i and not one.is_dice), None)
    else:
        who = player_of(lud.player, lud.role, c, -1)
        hand = c.world.hand_of(who) if 1 <= who <= c.world.n + 1 else None
    return [] if hand is None else list(c.world.containers[hand].sites)


@reads("SitesStart")
def _start(lud: Any, c: Context) -> list[int]:
    from .generators import pieces_of

    found = pieces_of(lud.piece, c)
    return sites_set(c.s.start_sites.get(found[0], ())) if found else []


@reads("SitesPending")
def _pending(lud: Any, c: Context) -> list[int]:
    return sites_set(c.s.pending)


@reads("SitesToClear")
def _to_clear(lud: Any, c: Context) -> list[int]:
    return sites_set(c.s.to_remove)


@reads("SitesPlayable")
def _playable(lud: Any, c: Context) -> list[int]:
    kind = c.world.default
    if kind is not CELL or lud.site_type is not None:
        raise NotRead("sites Playable off cells")
    if len(c.s.moves) == c.s.starts:
        return sites_set(c.sites(kind).centre)
    free = [s for s in range(c.world.elements(kind)) if c.s.is_empty(kind, s)]
    return [s for s in free if any(c.s.what(kind, t) for t in steps(c, kind, s, [Direction.Adjacent]))]


@reads("LastBetween")
def _last_between(lud: Any, c: Context) -> list[int]:
    return sites_set(c.s.moves[-1].between) if c.s.moves else []


@reads("SitesRandom")
def _random(lud: Any, c: Context) -> list[int]:
    region = (
        [s for s in range(c.world.elements(CELL)) if c.s.is_empty(CELL, s)] if lud.region is None else ev(lud.region, c)
    )
    number = min(opt(lud.number, c, 1), len(region))
    found: list[int] = []
    while len(found) < number:
        site = region[c.draws.draw(len(region))]
        if site not in found:
            found.append(site)
    return sites_set(found)


@reads("SitesOfMoves")
def _of_moves(lud: Any, c: Context) -> list[int]:
    found: list[int] = []
    asks, c.asks_where = c.asks_where, False
    for move in ev(lud.moves, c):
        found += move.between if lud.kind == "Between" else [move.frm if lud.kind == "From" else move.to]
    c.asks_where = asks
    return sites_set(found)


# -- by geometry -------------------------------------------------------------------------------------------------


def contents(word: str, c: Context) -> list[int]:
    """The components that a word for contents means."""
    n, mover = c.world.n, c.s.mover
    owners = {one.index: one.owner for one in c.world.components[1:]}
    if word == "Empty":
        return [0]
    if word == "NotEmpty":
        return list(owners)
    if word == "Own" or (word == "NotEnemy" and not c.world.teams):
        return [i for i, o in owners.items() if o in (mover, n + 1)]
    if word == "NotOwn":
        return [i for i, o in owners.items() if o not in (mover, n + 1)]
    mine = allies(mover, c) if c.world.teams else [mover]
    enemies = [i for i, o in owners.items() if 1 <= o <= n and o not in mine]
    return enemies + ([i for i, o in owners.items() if o == n + 1] if word == "NotEnemy" else [])


@reads("SitesAround")
def _around(lud: Any, c: Context) -> list[int]:
    kind = c.kind(lud.site_type)
    origins = [ev(lud.where, c)] if lud.region_where is None else ev(lud.region_where, c)
    if not origins or origins[0] == -1:
        return []
    way = Direction.Adjacent if lud.directions is None else Direction[lud.directions.name]
    distance, saved, found = opt(lud.distance, c, 1), (c.frm, c.to), set()
    wanted = None if lud.content is None else contents(lud.content.name, c)
    for origin in origins:
        if not on_board(c, kind, origin):
            continue
        for path in radials(c, kind, origin, [way]):
            if 0 <= distance < len(path):
                c.frm, c.to = origin, path[distance]
                if opt(lud.if_, c, True) and (wanted is None or c.s.what(kind, c.to) in wanted):
                    found.add(c.to)
    c.frm, c.to = saved
    if opt(lud.include_self, c, False):
        return sites_set(found | set(origins))
    return sites_set(found - set(origins))


@reads("SitesDirection")
def _direction(lud: Any, c: Context) -> list[int]:
    kind, found, saved = c.kind(lud.site_type), set(), c.to
    limit = opt(lud.distance, c, FAR)
    for origin in [ev(lud.from_site, c)] if lud.from_region is None else ev(lud.from_region, c):
        if origin < 0:
            continue
        if not on_board(c, kind, origin):
            raise NotRead("sites Direction off the board")
        if opt(lud.included, c, False):
            found.add(origin)
        for path in radials(c, kind, origin, directions(lud.directions, c, kind, origin)):
            for site in path[1 : limit + 1] if limit >= 0 else ():
                c.to = site
                if opt(lud.stop, c, False):
                    if opt(lud.stop_included, c, False):
                        found.add(site)
                    break
                found.add(site)
    c.to = saved
    return sites_set(found)


@reads("SitesLineOfSight")
def _line_of_sight(lud: Any, c: Context) -> list[int]:
    kind = c.world.default
    origin = ev(lud.at, c) if lud.at is not None else last_to(c)
    word = "Piece" if lud.sight is None else lud.sight.name
    if not on_board(c, kind, origin):
        return []
    found = set()
    for path in radials(c, kind, origin, directions(lud.directions, c, kind, origin)):
        free: list[int] = []
        for site in path[1:]:
            if c.s.what(kind, site):
                if word == "Piece":
                    found.add(site)
                break
            free.append(site)
        if word == "Empty":
            found.update(free)
        elif word == "Farthest" and free:
            found.add(free[-1])
    return sites_set(found)


@reads("SitesBetween")
def _sites_between(lud: Any, c: Context) -> list[int]:
    kind, a, b = c.kind(lud.site_type), ev(lud.from_, c), ev(lud.to, c)
    if not (on_board(c, kind, a) and on_board(c, kind, b)):
        return []
    saved, found = (c.frm, c.to, c.between), set()
    c.frm, c.to = a, b
    if opt(lud.from_included, c, False):
        found.add(a)
    if opt(lud.to_included, c, False):
        found.add(b)
    for path in radials(c, kind, a, directions(lud.directions, c, kind, a)):
        if b in path[1:]:
            for site in reversed(path[1 : path.index(b)]):
                c.between = site
                if opt(lud.condition, c, True):
                    found.add(site)
            break
    c.frm, c.to, c.between = saved
    return sites_set(found)


@reads("SitesDistance", unread="new_rotation")
def _distance(lud: Any, c: Context) -> list[int]:
    kind, start = c.kind(lud.site_type), ev(lud.from_, c)
    low, high = span(lud.distance, c)
    if not on_board(c, kind, start) or low < 0:
        return []
    if lud.step_move is not None:
        found: list[int] = []
        for number, layer in enumerate(layers_by_rule(lud.step_move, c, kind, start), 1):
            if number > 1 and number > high:
                break
            if number >= low:
                found += layer
        return sites_set(found)
    table = distances(c, kind)[start]
    largest = 0
    for site, distance in enumerate(table):
        if site != start and largest < distance:
            largest += 1
    return [s for s, d in enumerate(table) if low <= d <= min(high, largest) and (d > 0 or s == start)]


@reads("SitesGroup", unread="is_visible")
def _group(lud: Any, c: Context) -> list[int]:
    starts = [s for s in [ev(lud.at, c)] if s >= 0] if lud.at is not None else ev(lud.from_, c)
    return sites_set(s for start in starts for s in group_at(lud, c, start))


@reads("SitesIncident")
def _incident(lud: Any, c: Context) -> list[int]:
    result, of, index = c.kind(lud.result_type), c.kind(lud.of), ev(lud.at, c)
    if not on_board(c, of, index):
        return []
    if result is not of:
        found = list(c.sites(of).incident[result][index])
    elif of is CELL:
        edges = c.sites(CELL).incident[SiteType.Edge][index]
        found = [k for e in edges for k in c.sites(SiteType.Edge).incident[CELL][e] if k != index]
    elif of is SiteType.Edge:
        ends = c.sites(SiteType.Edge).incident[SiteType.Vertex][index]
        found = [e for v in ends for e in c.sites(SiteType.Vertex).incident[SiteType.Edge][v] if e != index]
    else:
        raise NotRead("vertices incident to a vertex")
    if lud.owner is not None or lud.role_owner is not None:
        who = player_of(lud.owner, lud.role_owner, c, -1)
        any_owner = who == c.world.n + 1
        found = [s for s in found if c.s.who(result, s) != 0 and (any_owner or c.s.who(result, s) == who)]
    return sites_set(found)


def turned(way: Direction, step: str, ways: Any) -> Direction:
    """The next of some directions to the right or left."""
    from petteia.board.directions import left, right

    turn = right if step == "R" else left
    way = turn(way)
    while way not in ways:
        way = turn(way)
    return way


@reads("SitesWalk")
def _walk(lud: Any, c: Context) -> list[int]:
    start = c.frm if lud.index is None else ev(lud.index, c)
    return walk_ends(c, c.kind(lud.site_type), start, lud.possible_steps, opt(lud.rotations, c, True))


def walk_ends(c: Context, kind: SiteType, start: int, walks: list[Any], rotations: bool) -> list[int]:
    """Where walks of steps and turns end, begun in each orthogonal direction or in the first only."""
    if start == -1:
        return []
    ways = c.sites(kind).supported(Direction.Orthogonal)
    found = set()
    for heading in ways if rotations else ways[:1]:
        for walk in walks:
            site, way = start, heading
            for step in walk:
                if step.name == "F":
                    onward = c.sites(kind).step(way, site)
                    site = onward[-1] if onward else -1
                    if site == -1:
                        break
                else:
                    way = turned(way, step.name, ways)
            if site != -1:
                found.add(site)
    return sites_set(found)


@reads("SitesTrack")
def _track(lud: Any, c: Context) -> list[int]:
    tracks = c.world.board.tracks
    if c.track != -1:
        track = tracks[c.track]
    else:
        who = player_of(lud.player, lud.role, c, 0)
        track = next(
            (
                t
                for t in tracks
                if (lud.name is not None and t.name == lud.name) or ((lud.name or "") in t.name and t.owner in (who, 0))
            ),
            None,
        )
    if track is None:
        return []
    sites = track.sites
    begin, end = (-1 if x is None else ev(x, c) for x in (lud.from_, lud.to))
    if lud.from_ is None and lud.to is None:
        return sites_set(s for s in sites if s >= 0)
    first = 0 if begin == -1 else track.index_of(begin)
    if first < 0:
        return []
    found = []
    for site in (*sites[first:], *sites[:first]):
        found.append(site)
        if site == end:
            break
    return sites_set(s for s in found if s >= 0)


@reads("SitesCrossing")
def _crossing(lud: Any, c: Context) -> list[int]:
    edge = ev(lud.at, c)
    if not on_board(c, SiteType.Edge, edge):
        return []
    who = player_of(lud.who, lud.role, c, -1)
    crossed = c.world.board.topology.inner_crossings[edge]
    if who == c.world.n + 1:
        return sites_set(e for e in crossed if c.s.what(SiteType.Edge, e))
    return sites_set(e for e in crossed if c.s.who(SiteType.Edge, e) == who)


# -- operators ---------------------------------------------------------------------------------------------------


@reads("RegionUnion")
def _union(lud: Any, c: Context) -> list[int]:
    return sites_set([*ev(lud.region1, c), *ev(lud.region2, c)])


@reads("RegionUnionAll")
def _union_all(lud: Any, c: Context) -> list[int]:
    return sites_set(s for one in lud.regions for s in ev(one, c))


@reads("RegionIntersection")
def _intersection(lud: Any, c: Context) -> list[int]:
    return sites_set(set(ev(lud.region1, c)) & set(ev(lud.region2, c)))


@reads("RegionIntersectionAll")
def _intersection_all(lud: Any, c: Context) -> list[int]:
    regions = [set(ev(one, c)) for one in lud.regions]
    return sites_set(set.intersection(*regions)) if regions else []


@reads("RegionDifference")
def _difference(lud: Any, c: Context) -> list[int]:
    source = ev(lud.source, c)
    other = ev(lud.subtraction, c) if lud.subtraction is not None else [ev(lud.site_to_remove, c)]
    return [s for s in source if s not in other]


@reads("RegionIf")
def _if(lud: Any, c: Context) -> list[int]:
    chosen = lud.value if ev(lud.condition, c) else lud.otherwise
    return [] if chosen is None else ev(chosen, c)


@reads("Expand", unread="container container_name")
def _expand(lud: Any, c: Context) -> list[int]:
    kind = c.kind(lud.site_type)
    found = [s for s in [ev(lud.origin, c)] if s >= 0] if lud.region is None else list(ev(lud.region, c))
    way = Direction.Adjacent if lud.direction is None else Direction[lud.direction.name]
    if way is Direction.Rotational:
        return found
    if kind is SiteType.Edge:
        way = Direction.Adjacent
    for _ in range(opt(lud.steps, c, 1)):
        if any(not on_board(c, kind, s) for s in found):
            raise NotRead("expand off the board")
        found = sites_set([*found, *(t for s in found for t in steps(c, kind, s, [way]))])
    return sites_set(found)


@reads("ForEachSiteIf")
def _for_site_if(lud: Any, c: Context) -> list[int]:
    region, saved, found = ev(lud.region, c), c.site, []
    for site in region:
        c.site = site
        if ev(lud.if_, c):
            found.append(site)
    c.site = saved
    return found


@reads("ForEachSiteRegion")
def _for_site_region(lud: Any, c: Context) -> list[int]:
    region, saved, found = ev(lud.of, c), c.site, set()
    for site in region:
        c.site = site
        found.update(ev(lud.region, c))
    c.site = saved
    return sites_set(found)


@reads("ForEachPlayerRegion")
def _for_player(lud: Any, c: Context) -> list[int]:
    players, saved, found = ev(lud.players, c), c.player, set()
    for player in players:
        if 0 <= player <= c.world.n + 1:
            c.player = player
            found.update(ev(lud.region, c))
    c.player = saved
    return sites_set(found)


@reads("ForEachTeamRegion")
def _for_team(lud: Any, c: Context) -> list[int]:
    saved, found = c.team, set()
    for team in range(1, c.world.n + 1):
        members = [p for p in range(1, c.world.n + 1) if c.s.team[p] == team]
        if members:
            c.team = members
            found.update(ev(lud.region, c))
    c.team = saved
    return sites_set(found)


@reads("ForEachLevelIf")
def _for_level(lud: Any, c: Context) -> list[int]:
    site = ev(lud.at, c)
    kind = c.type_at(lud.site_type, site)
    saved, height = c.level, c.s.height(kind, site)
    if lud.start_at is not None:
        raise NotRead("forEach Level startAt:")
    found = []
    up = lud.stack_direction is not None and lud.stack_direction.name == "FromBottom"
    for level in range(height) if up else range(height - 1, -1, -1):
        c.level = level
        if opt(lud.if_, c, True):
            found.append(level)
    c.level = saved
    return sites_set(found)


def static_regions(word: str, c: Context) -> list[tuple[int, ...]]:
    """The sets of sites that a static word stands for."""
    sites = c.sites(c.world.default)
    if word == "Corners":
        return [(s,) for s in sites.corners]
    if word in ("Sides", "SidesNoCorners"):
        from petteia.board.directions import COMPASS

        less = set(sites.corners) if word == "SidesNoCorners" else set()
        return [tuple(s for s in sites.sides.get(d, ()) if s not in less) for d in COMPASS]
    if word == "AllSites":
        return [tuple(range(sites.count))]
    if word in ("Rows", "Columns", "Layers"):
        return [tuple(one) for one in getattr(sites, word.lower())]
    raise NotRead(f"static region {word}")
