"""Numbers and lists of numbers."""

from __future__ import annotations

import math
from typing import Any

from petteia.board import Direction, SiteType

from .errors import NotRead
from .reading import (
    UNKNOWN,
    Context,
    allies,
    directions,
    ev,
    flood,
    known,
    last_from,
    last_to,
    numbered,
    on_board,
    opt,
    owners_asked,
    player_of,
    radials,
    reads,
    role_id,
    role_ids,
    steps,
)
from .world import CELL

INFINITY = 1_000_000_000


def wrap(value: int) -> int:
    """A number as 32 bits hold it."""
    return (value + 2**31) % 2**32 - 2**31


# -- iterators and the state of the game -------------------------------------------------------------------------


@reads("FromSite")
def _from(lud: Any, c: Context) -> int:
    if lud.at is not None:
        raise NotRead("from at:")
    return known(c.frm)


@reads("ToSite")
def _to(lud: Any, c: Context) -> int:
    return known(c.to)


@reads("BetweenSite")
def _between(lud: Any, c: Context) -> int:
    return c.between


@reads("SiteIterator")
def _site(lud: Any, c: Context) -> int:
    return c.site


@reads("LevelIterator")
def _level(lud: Any, c: Context) -> int:
    return c.level


@reads("PlayerIterator")
def _player(lud: Any, c: Context) -> int:
    return c.player


@reads("TrackIterator")
def _track(lud: Any, c: Context) -> int:
    return c.track


@reads("Pips")
def _pips(lud: Any, c: Context) -> int:
    return c.pips


@reads("ValueIterator")
def _value(lud: Any, c: Context) -> int:
    return c.value


@reads("LastSite")
def _last(lud: Any, c: Context) -> int:
    if opt(lud.after_consequence, c, False):
        if not c.s.moves:
            return -1
        for action in reversed(c.s.moves[-1].flat()):
            site = action.frm if lud.kind == "From" else action.to
            if site != -1:
                return site
        return -1
    return last_from(c) if lud.kind == "From" else last_to(c)


@reads("LastLevel", unread="after_consequence")
def _last_level(lud: Any, c: Context) -> int:
    action = c.s.moves[-1].decision() if c.s.moves else None
    if action is None:
        return 0
    return max(0, action.level_from if lud.kind == "LevelFrom" else action.level_to)


@reads("Mover")
def _mover(lud: Any, c: Context) -> int:
    return c.s.mover


@reads("Next")
def _next(lud: Any, c: Context) -> int:
    return c.s.next


@reads("Prev")
def _prev(lud: Any, c: Context) -> int:
    if lud.kind in (None, "Mover"):
        return c.s.prev
    for move in reversed(c.s.moves[c.s.starts :]):
        if move.mover != c.s.mover:
            return move.mover
    if c.s.starts:
        raise NotRead("prev MoverLastTurn where only start placements are earlier")
    return -1


@reads("Counter")
def _counter(lud: Any, c: Context) -> int:
    return c.s.counter


@reads("Score")
def _score(lud: Any, c: Context) -> int:
    who = player_of(lud.player, lud.role, c, -1)
    if not 0 <= who <= c.world.n:
        raise NotRead("the score of nobody")
    return c.s.scores[who]


@reads("Var")
def _var(lud: Any, c: Context) -> int:
    return c.s.temp if lud.key is None else c.s.vars.get(lud.key, -1)


@reads("Amount")
def _amount(lud: Any, c: Context) -> int:
    who = player_of(lud.player, lud.role, c, -1)
    return c.s.amounts[who] if 1 <= who <= c.world.n else -1


@reads("Pot")
def _pot(lud: Any, c: Context) -> int:
    return c.s.pot


@reads("PlayerValue")
def _player_value(lud: Any, c: Context) -> int:
    who = player_of(lud.player_index, lud.role, c, -1)
    if not 0 <= who <= c.world.n:
        raise NotRead("the value of nobody")
    return c.s.values[who]


@reads("PendingValue")
def _pending_value(lud: Any, c: Context) -> int:
    return next(iter(c.s.pending)) if len(c.s.pending) == 1 else 0


@reads("RandomValue")
def _random_value(lud: Any, c: Context) -> int:
    low, high = span(lud.range, c)
    return -1 if low > high else low + c.draws.draw(high - low + 1)


def span(lud: Any, c: Context) -> tuple[int, int]:
    """Both ends of a range."""
    name = type(lud).__name__
    if name == "Range":
        low = ev(lud.minimum, c)
        return low, opt(lud.maximum, c, low)
    if name == "Exact":
        value = ev(lud.value, c)
        return value, value
    if name == "AtLeastRange":
        return ev(lud.minimum, c), INFINITY
    return -1, ev(lud.maximum, c)


@reads("Range", "Exact", "AtLeastRange", "AtMostRange")
def _range(lud: Any, c: Context) -> tuple[int, int]:
    return span(lud, c)


# -- contents of sites -------------------------------------------------------------------------------------------


@reads("WhoAt")
def _who(lud: Any, c: Context) -> int:
    site = ev(lud.at, c)
    if site < 0:
        return 0
    kind = c.kind(lud.site_type)
    level = opt(lud.level, c, -1)
    if level != -1:
        return c.s.who(c.type_at(lud.site_type, site), site, level)
    if kind is not CELL and site >= c.world.elements(kind):
        return 0
    return c.s.who(kind, site)


@reads("WhatAt")
def _what(lud: Any, c: Context) -> int:
    site, level = ev(lud.at, c), opt(lud.level, c, 0)
    return c.s.what(c.type_at(lud.site_type, site), site, level) if site >= 0 else 0


def _leveled(lud: Any, c: Context) -> tuple[SiteType, int, int]:
    site, level = ev(lud.at, c), opt(lud.level, c, -1)
    kind = c.type_at(lud.site_type, site)
    return kind, site, level if site < c.world.first_hand else -1


@reads("StateAt")
def _state(lud: Any, c: Context) -> int:
    kind, site, level = _leveled(lud, c)
    return c.s.state(kind, site, level) if site >= 0 else 0


@reads("RotationAt")
def _rotation(lud: Any, c: Context) -> int:
    kind, site, level = _leveled(lud, c)
    return c.s.rotation(kind, site, level) if site >= 0 else 0


@reads("PieceValue")
def _piece_value(lud: Any, c: Context) -> int:
    site, level = ev(lud.at, c), opt(lud.level, c, -1)
    return c.s.value(c.type_at(lud.site_type, site), site, level) if site >= 0 else 0


@reads("TopLevel")
def _top_level(lud: Any, c: Context) -> int:
    site = ev(lud.at, c)
    if not c.world.stacking or site == -1:
        return 0
    kind = c.type_at(lud.site_type, site)
    return max(0, c.s.height(kind, site) - 1) if c.s.has(kind, site) else -1


def _sites_of(lud: Any, c: Context) -> list[int]:
    if lud.in_ is not None:
        return list(ev(lud.in_, c))
    return [opt(lud.at, c, None) if lud.at is not None else last_to(c)]


@reads("CountAt", unread="name who what whats")
def _count_at(lud: Any, c: Context) -> int:
    kind = c.kind(lud.site_type)
    total = 0
    for site in _sites_of(lud, c):
        if site < 0 or (kind is not CELL and site >= c.world.elements(kind)):
            continue
        total += c.s.height(kind, site) if c.world.stacking else c.s.count(kind, site)
    return total


@reads("SizeStack")
def _size_stack(lud: Any, c: Context) -> int:
    sites = _sites_of(lud, c)
    return sum(c.s.height(c.type_at(lud.site_type, site), site) for site in sites if site >= 0)


@reads("DieFace")
def _face(lud: Any, c: Context) -> int:
    site = ev(lud.site, c)
    if not 0 <= site < c.world.total_sites or site < c.world.first_hand:
        return -1
    what = c.s.what(CELL, site)
    faces = c.world.components[what].faces if what else ()
    return faces[c.s.state(CELL, site)] if faces else -1


@reads("WherePiece")
def _where(lud: Any, c: Context) -> int:
    owner = player_of(lud.player_index, lud.role, c, -1)
    what = component_named(c, lud.name_piece, owner)
    if what < 0:
        return -1
    kind, state = c.kind(lud.site_type), None if lud.state is None else ev(lud.state, c)
    for entry_kind, site, _ in c.s.owned.get((owner, what), ()):
        if entry_kind is not kind or site >= c.world.board.sites().count:
            continue
        levels = range(c.s.height(kind, site)) if c.world.stacking else (-1,)
        for level in levels:
            if c.s.what(kind, site, level) == what and state in (None, c.s.state(kind, site, level)):
                return site
    return -1


def component_named(c: Context, name: str, owner: int) -> int:
    """The first component whose name contains a text and that has this owner."""
    for one in c.world.components[1:]:
        if name in one.name and one.owner == owner:
            return one.index
    return -1


@reads("WhereWhat")
def _where_what(lud: Any, c: Context) -> int:
    what, kind = ev(lud.what, c), c.kind(lud.site_type)
    if what <= 0:
        return -1
    for site in range(c.world.board.sites().count):
        levels = range(c.s.height(kind, site)) if c.world.stacking else (-1,)
        if any(c.s.what(kind, site, level) == what for level in levels):
            return site
    return -1


@reads("WhereLevelPiece", "WhereLevelWhat")
def _where_level(lud: Any, c: Context) -> int:
    state = None
    if type(lud).__name__ == "WhereLevelPiece":
        what = component_named(c, lud.name_piece, player_of(lud.player_index, lud.role, c, -1))
        state = None if lud.state is None else ev(lud.state, c)
    else:
        what = ev(lud.what, c)
    site = ev(lud.at, c)
    kind = c.type_at(lud.site_type, site)
    if what <= 0 or site < 0 or not c.s.has(kind, site):
        return -1
    levels = list(range(c.s.height(kind, site)))
    for level in reversed(levels) if opt(lud.from_top, c, True) else levels:
        if c.s.what(kind, site, level) == what and state in (None, c.s.state(kind, site, level)):
            return level
    return -1


# -- the board ---------------------------------------------------------------------------------------------------


@reads("ColumnOf", "RowOf", "LayerOf")
def _line_of(lud: Any, c: Context) -> int:
    kind, site = c.kind(lud.site_type), ev(lud.of, c)
    if not on_board(c, kind, site):
        return -1
    return getattr(c.sites(kind), type(lud).__name__[:-2].lower())[site]


@reads("PhaseOf")
def _phase_of(lud: Any, c: Context) -> int:
    site = ev(lud.of, c)
    return -1 if site < 0 else c.sites(c.kind(lud.site_type)).phase[site]


@reads("CoordinateSite")
def _coordinate(lud: Any, c: Context) -> int:
    return c.sites(c.kind(lud.site_type)).by_label.get(lud.coordinate, -1)


@reads("RowColumnSite")
def _row_column(lud: Any, c: Context) -> int:
    sites, row, column = c.sites(c.kind(lud.site_type)), ev(lud.row, c), ev(lud.column, c)
    return next((s for s in range(sites.count) if (sites.row[s], sites.column[s]) == (row, column)), -1)


@reads("CentrePoint")
def _centre(lud: Any, c: Context) -> int:
    return c.sites(c.kind(lud.site_type)).centre[0]


@reads("RegionSite")
def _region_site(lud: Any, c: Context) -> int:
    region, index = ev(lud.region, c), ev(lud.index, c)
    return region[index] if 0 <= index < len(region) else -1


@reads("ArrayValue")
def _array_value(lud: Any, c: Context) -> int:
    array, index = ev(lud.array, c), ev(lud.index, c)
    return array[index] if 0 <= index < len(array) else -1


@reads("HandSite")
def _hand_site(lud: Any, c: Context) -> int:
    hand = c.world.hand_of(player_of(lud.player_index, lud.role, c, -1))
    return -1 if hand is None else c.world.containers[hand].first + opt(lud.site, c, 0)


@reads("MapEntry")
def _map_entry(lud: Any, c: Context) -> int:
    key = role_id(lud.key_role, c) if lud.key_role is not None else ev(lud.key, c)
    for name, entries in c.world.maps:
        if lud.name in (None, name) and entries.get(key, -1) != -1:
            return entries[key]
    return key


@reads("Ahead")
def _ahead(lud: Any, c: Context) -> int:
    site = ev(lud.site, c)
    if site < 0:
        return -1
    kind, distance = c.kind(lud.site_type), opt(lud.steps, c, 1)
    if not on_board(c, kind, site):
        raise NotRead("ahead of a site that is not on the board")
    word = _same_or_opposite(lud.directions)
    if word:
        way = _ahead_as_last(word, c, kind)
    else:
        given = lud.directions
        if given is None:
            from .reading import _relative

            found = _relative(["Forward"], Direction.Adjacent, False, c, kind, site, None, None)
        else:
            found = directions(given, c, kind, site)
        if not found:
            return site
        way = found[0]
    for path in radials(c, kind, site, [way]):
        if len(path) > distance:
            return path[distance] if distance >= 0 else site
    return site


def _same_or_opposite(lud: Any) -> str | None:
    name = type(lud).__name__
    if name == "RelativeDirections":
        words = lud.relative_directions or [lud.relative_direction]
        lud = words[0]
        name = type(lud).__name__
    return lud.name if name == "RelativeDirection" and lud.name in ("SameDirection", "OppositeDirection") else None


def _ahead_as_last(word: str, c: Context, kind: SiteType) -> Direction:
    a = c.frm if c.frm != -1 else last_from(c)
    b = c.to if c.to != -1 else last_to(c)
    if word == "OppositeDirection":
        a, b = b, a
    sites = c.sites(kind)
    if not (0 <= a < sites.count and 0 <= b < sites.count):
        raise NotRead(f"ahead {word} off the board")
    hits = [d for d in sites.supported(Direction.All) if any(b in path[1:] for path in sites.radials(d)[a])]
    if not hits:
        raise NotRead(f"ahead {word} without such a direction")
    return hits[-1]


# -- counting ----------------------------------------------------------------------------------------------------


@reads("CountRows", "CountColumns", "CountPhases")
def _count_lines(lud: Any, c: Context) -> int:
    sites = c.sites(c.kind(lud.site_type))
    if lud.kind == "Phases":
        raise NotRead("count Phases")
    return len(sites.rows if lud.kind == "Rows" else sites.columns)


@reads("CountElements")
def _count_elements(lud: Any, c: Context) -> int:
    return c.world.elements({"Vertices": SiteType.Vertex, "Edges": SiteType.Edge, "Cells": CELL}[lud.kind])


@reads("CountPlayers")
def _count_players(lud: Any, c: Context) -> int:
    return c.world.n


@reads("CountActive")
def _count_active(lud: Any, c: Context) -> int:
    return len(c.s.active)


@reads("CountMoves")
def _count_moves(lud: Any, c: Context) -> int:
    return len(c.s.moves) - c.s.starts


@reads("CountTurns")
def _count_turns(lud: Any, c: Context) -> int:
    return c.s.turns


@reads("CountMovesThisTurn")
def _count_moves_this_turn(lud: Any, c: Context) -> int:
    return c.s.moves_this_turn


@reads("CountSites", unread="who what whats")
def _count_sites(lud: Any, c: Context) -> int:
    if lud.in_ is not None:
        return len(ev(lud.in_, c))
    if lud.at is not None:
        return int(numbered(ev(lud.at, c), c).count)
    if lud.name is not None:
        named = [one.count for one in c.world.containers if one.name == lud.name]
        if not named:
            raise NotRead("a container that is not there")
        return int(named[0])
    return int(last_to(c) != -1)


@reads("CountNeighbours", unread="name who what whats")
def _count_neighbours(lud: Any, c: Context) -> int:
    kind, sites = c.kind(lud.site_type), _sites_of(lud, c)
    if kind is SiteType.Edge or not sites or sites[0] < 0:
        raise NotRead("neighbours of edges or of no site")
    relation = {"Neighbours": "All", "Off": "OffDiagonal"}.get(lud.kind, lud.kind)
    return len(c.sites(kind).related(Direction[relation], sites[0])) if on_board(c, kind, sites[0]) else -1


@reads("CountPlatformBelow", unread="name in_")
def _platform(lud: Any, c: Context) -> int:
    site, kind = c.to if lud.at is None else ev(lud.at, c), SiteType.Vertex
    if c.kind(lud.site_type) is not kind or not on_board(c, kind, site):
        raise NotRead("a platform off the board")
    if c.sites(kind).layer[site] == 0:
        return 0
    below = c.sites(kind).step(Direction.Downward, site)
    if lud.who is not None:
        who = role_id(lud.who, c)
        return sum(c.s.who(kind, t) == who for t in below)
    if lud.what is None and lud.whats is None:
        raise NotRead("a platform of anything")
    whats = [ev(lud.what, c)] if lud.whats is None else [ev(one, c) for one in lud.whats]
    return sum(c.s.what(kind, t) in whats for t in below)


@reads("LimitValue")
def _limit(lud: Any, c: Context) -> int:
    return 10000 if lud.kind == "MoveLimit" else 1250


@reads("CountPieces")
def _count_pieces(lud: Any, c: Context) -> int:
    ids = owners_asked(lud, c)
    if lud.name == "Bag":
        raise NotRead("count Pieces of the bag")
    inside = None if lud.in_ is None else set(ev(lud.in_, c))
    total, saved = 0, (c.site, c.level)
    for player in ids:
        seen = set()
        for kind, site, _ in c.s.positions(player) if player >= 0 else ():
            if lud.site_type is not None and kind is not c.kind(lud.site_type):
                continue
            if site in seen or (inside is not None and site not in inside):
                continue
            seen.add(site)
            total += _pieces_at(lud, c, c.type_at(lud.site_type, site), site, ids)
    c.site, c.level = saved
    return total


def _pieces_at(lud: Any, c: Context, kind: SiteType, site: int, ids: list[int]) -> int:
    c.site = site
    s = c.s

    def counts(level: int) -> bool:
        what = s.what(kind, site, level)
        if s.who(kind, site, level) not in ids:
            return False
        if lud.name is not None and not (what and lud.name in c.world.components[what].name):
            return False
        return lud.if_ is None or bool(ev(lud.if_, c))

    if not c.world.stacking:
        return s.count(kind, site) if counts(-1) else 0
    total = 0
    for level in range(s.height(kind, site)):
        c.level = level
        total += counts(level)
    return total


@reads("CountPips", unread="name in_ if_")
def _count_pips(lud: Any, c: Context) -> int:
    who = ev(lud.of, c) if lud.of is not None else (c.world.n + 1 if lud.role is None else role_id(lud.role, c))
    for number, index in enumerate(c.world.dice_containers):
        if c.world.containers[index].owner == who:
            return c.s.sums[number]
    return 0


@reads("CountValue")
def _count_value(lud: Any, c: Context) -> int:
    value = ev(lud.of, c)
    return list(ev(lud.in_, c)).count(value)


@reads("CountSteps", unread="new_rotation")
def _count_steps(lud: Any, c: Context) -> int:
    kind, start = c.kind(lud.site_type), ev(lud.site1, c)
    targets = [ev(lud.site2, c)] if lud.region2 is None else ev(lud.region2, c)
    targets = [t for t in targets if t >= 0]
    if start < 0 or not targets:
        return 0
    if lud.step_move is None:
        table = distances(c, kind)
        if start >= len(table) or any(t >= len(table) for t in targets):
            raise NotRead("count Steps off the board")
        return min(table[start][t] for t in targets)
    return _steps_by_rule(lud.step_move, c, kind, start, targets)


def distances(c: Context, kind: SiteType) -> Any:
    """The table of distances of the whole game, by the one relation that its rules choose."""
    cached = c.world.__dict__.setdefault("_distances", {})
    if kind not in cached:
        asked = {
            one.relation.name if one.relation is not None else "Adjacent"
            for one in c.world.used
            if type(one).__name__ in ("CountSteps", "SitesDistance") and one.step_move is None
        }
        relation = next(r for r in ("Adjacent", "All", "OffDiagonal", "Diagonal", "Orthogonal") if r in asked)
        cached[kind] = c.sites(kind).distances(Direction[relation])
    return cached[kind]


def _steps_by_rule(step: Any, c: Context, kind: SiteType, start: int, targets: list[int]) -> int:
    if not on_board(c, kind, start) or not any(on_board(c, kind, t) for t in targets):
        return INFINITY
    if start in targets:
        return 0
    for distance, layer in enumerate(layers_by_rule(step, c, kind, start), 1):
        if any(t in layer for t in targets):
            return distance
    return INFINITY


def layers_by_rule(step: Any, c: Context, kind: SiteType, start: int) -> Any:
    """The sites first reached by one step of a rule, by two, and so on."""
    from .reading import facing_at

    facing, rotation = facing_at(c, kind, start), c.s.rotation(kind, start)
    seen, layer = {start}, [start]
    saved = c.frm, c.to
    while layer:
        reached = []
        for site in layer:
            for other in steps(
                c, kind, site, directions(step.directions, c, kind, site, facing=facing, rotation=rotation)
            ):
                c.frm, c.to = site, other
                if other not in seen and opt(step.to.if_, c, True):
                    seen.add(other)
                    reached.append(other)
        c.frm, c.to = saved
        if reached:
            yield reached
        layer = reached


def groups(c: Context, kind: SiteType, ways: Any, joins: Any, seeds: list[int]) -> list[list[int]]:
    """The groups of connected sites that satisfy a condition, from each seed that is in none yet."""
    found: list[list[int]] = []
    seen: set[int] = set()
    for seed in seeds:
        if seed not in seen and joins(seed):
            group = flood(seed, joins, lambda s: steps(c, kind, s, directions(ways, c, kind, s)))
            seen.update(group)
            found.append(group)
    return found


@reads("CountGroups", unread="is_visible through_any")
def _count_groups(lud: Any, c: Context) -> int:
    return sum(1 for group in _groups_of(lud, c) if len(group) >= opt(lud.minimum, c, 0))


@reads("CountSizeBiggestGroup", "SizeBiggestGroup", unread="is_visible")
def _biggest_group(lud: Any, c: Context) -> int:
    return max((len(group) for group in _groups_of(lud, c)), default=0)


def _groups_of(lud: Any, c: Context) -> list[list[int]]:
    kind, saved = c.kind(lud.site_type), c.to

    def joins(site: int) -> bool:
        if lud.if_ is None:
            return c.s.what(kind, site) != 0
        c.to = site
        return bool(ev(lud.if_, c))

    seeds = list(range(c.world.elements(kind))) if lud.through_any is None else ev(lud.through_any, c)
    found = groups(c, kind, lud.directions, joins, seeds)
    c.to = saved
    return found


@reads("CountLiberties")
def _liberties(lud: Any, c: Context) -> int:
    kind = c.kind(lud.site_type)
    start = ev(lud.at, c) if lud.at is not None else last_to(c)
    if not on_board(c, kind, start):
        raise NotRead("liberties off the board")
    what, saved = c.s.what(kind, start), (c.frm, c.to)

    def joins(site: int) -> bool:
        c.frm, c.to = start, site
        return c.s.what(kind, site) == what and bool(opt(lud.if_, c, True))

    def near(site: int) -> list[int]:
        return steps(c, kind, site, directions(lud.directions, c, kind, site))

    group = flood(start, joins, near) if joins(start) else []
    c.frm, c.to = saved
    if what == 0:
        return 0
    return len({t for site in group for t in near(site) if c.s.what(kind, t) == 0})


@reads("SizeArray")
def _size_array(lud: Any, c: Context) -> int:
    return len(ev(lud.array, c))


@reads("SizeGroup")
def _size_group(lud: Any, c: Context) -> int:
    return len(group_at(lud, c, ev(lud.at, c)))


def group_at(lud: Any, c: Context, start: int) -> list[int]:
    """The group of a site: pieces of the same kind, or what satisfies a condition."""
    kind, saved = c.kind(lud.site_type), (c.frm, c.to)
    if not on_board(c, kind, start):
        raise NotRead("a group off the board")
    what = c.s.what(kind, start)

    def joins(site: int) -> bool:
        c.frm, c.to = start, site
        return c.s.what(kind, site) == what if lud.if_ is None else bool(ev(lud.if_, c))

    found = flood(start, joins, lambda s: steps(c, kind, s, directions(lud.directions, c, kind, s)))
    if not joins(start):
        found = []
    c.frm, c.to = saved
    return found


@reads("SizeTerritory")
def _territory(lud: Any, c: Context) -> int:
    kind = c.kind(lud.site_type)
    way = Direction.Adjacent if lud.direction is None else Direction[lud.direction.name]
    who = player_of(lud.player, lud.role, c, -1)
    ids = role_ids(lud.role, who, c)
    if kind is SiteType.Edge or way is Direction.Rotational:
        raise NotRead("territory of edges or around")
    total, seen = 0, set()
    for start in range(c.world.elements(kind)):
        if start in seen or not c.s.is_empty(kind, start):
            continue
        group = flood(start, lambda s: c.s.is_empty(kind, s), lambda s: steps(c, kind, s, [way]))
        seen.update(group)
        rim = {t for s in group for t in steps(c, kind, s, [way])} - set(group)
        if all(c.s.who(kind, t) in ids for t in rim):
            total += len(group)
    return total


@reads("SizesGroup", unread="is_visible")
def _sizes(lud: Any, c: Context) -> list[int]:
    kind, n, saved = c.kind(lud.site_type), c.world.n, (c.frm, c.to)
    if kind is not c.world.default:
        raise NotRead("sizes Group of another type of sites")
    who = ev(lud.of, c) if lud.of is not None else (n + 1 if lud.role is None else role_id(lud.role, c))
    every = (lud.of is None and lud.role is None and lud.if_ is None) or (
        lud.role is not None and lud.role.name in ("All", "Shared")
    )
    players = range(1, n + 1) if every else [who]
    seeds = [site for p in players for k, site, _ in c.s.positions(p) if k is kind and on_board(c, kind, site)]
    sizes, seen = [], set()
    for seed in seeds:
        if seed in seen:
            continue

        def fits(site: int, start: int = seed) -> bool:
            if lud.if_ is not None:
                c.frm = start
                return bool(ev(lud.if_, c))
            return c.s.what(kind, site) != 0 if every else c.s.who(kind, site) == who

        def joins(site: int) -> bool:
            c.to = site
            return fits(site)

        group = (
            flood(seed, joins, lambda s: steps(c, kind, s, directions(lud.directions, c, kind, s)))
            if (fits(seed))
            else []
        )
        seen.update(group)
        c.frm = c.to = UNKNOWN
        if group and len(group) >= opt(lud.minimum, c, 0):
            sizes.append(len(group))
    c.frm, c.to = saved
    return sizes


@reads("CountStack")
def _count_stack(lud: Any, c: Context) -> int:
    sites = [ev(lud.at, c)] if lud.to is None else ev(lud.to, c)
    down = lud.stack_direction is not None and lud.stack_direction.name == "FromTop"
    total, saved = 0, (c.to, c.level)
    for site in sites:
        kind = c.type_at(lud.site_type, site)
        if site < 0 or c.s.what(kind, site) == 0:
            continue
        levels = list(range(c.s.height(kind, site)))
        for level in reversed(levels) if down else levels:
            c.to, c.level = site, level
            if opt(lud.stop, c, False):
                break
            total += bool(opt(lud.if_, c, True))
    c.to, c.level = saved
    return total


# -- names -------------------------------------------------------------------------------------------------------


@reads("IdOf")
def _id(lud: Any, c: Context) -> int:
    name = lud.who.name
    if lud.name is None:
        return role_id(lud.who, c)
    if name == "Player":
        return c.player
    if name not in ("Neutral", "Shared", "Mover", "Next", "Prev") and not (
        name[0] == "P" and name[1:].isdigit() and int(name[1:]) <= 8
    ):
        return -1
    return component_named(c, lud.name, role_id(lud.who, c))


@reads("IdOfName")
def _id_of_name(lud: Any, c: Context) -> int:
    return named_exactly(c, lud.name)


def named_exactly(c: Context, name: str) -> int:
    """The container of a name, else the component."""
    for index, one in enumerate(c.world.containers):
        if one.name == name:
            return index
    found = next((one.index for one in c.world.components[1:] if one.name == name), -1)
    if found == -1:
        raise NotRead(f"no component {name}")
    return found


# -- tracks ------------------------------------------------------------------------------------------------------


@reads("TrackSiteMove")
def _track_move(lud: Any, c: Context) -> int:
    who = player_of(lud.player, lud.role, c, c.s.mover)
    tracks = c.world.board.tracks
    if lud.name is not None:
        fits = [t for t in tracks if lud.name in t.name]
        number = next((t for t in fits if t.owner == who), fits[0] if fits else None)
    else:
        number = next((t for t in tracks if t.owner == who), next((t for t in tracks if t.owner == 0), None))
    if number is None:
        return -1
    site = c.frm if lud.from_ is None else ev(lud.from_, c)
    return _along(c, number, site, max(ev(lud.steps, c), 0), who)


def _along(c: Context, track: Any, site: int, steps_: int, who: int) -> int:
    tracks = c.world.board.tracks
    length = len(track.elements)
    if not track.loop and any(t.has_internal_loop for t in tracks):
        if site < 0:
            return -1
        index = _registered(c, track, tracks.index(track), site, who)
    else:
        index = track.index_of(site)
        index = length if index < 0 else index
    index += steps_
    if index < length:
        return track.elements[index].site
    following = track.elements[-1].next
    if following == -1:
        return -1
    while True:
        index -= length
        if index == 0:
            return track.elements[following].site
        if index - 1 < length:
            return track.elements[track.elements[index - 1].next].site


def _registered(c: Context, track: Any, number: int, site: int, who: int) -> int:
    kind = c.s.type_of(None, site)
    what = c.s.what(kind, site)
    if c.world.stacking:
        what = next(
            (c.s.what(kind, site, v) for v in range(c.s.height(kind, site)) if c.s.who(kind, site, v) == who), what
        )
    places = [i for i, one in enumerate(track.sites) if one == site]
    if what:
        counts = c.s.on_track.get((number, what), {})
        return next((i for i in places if counts.get(i, 0) > 0), len(track.elements))
    return places[0] if places else len(track.elements)


def track_by(c: Context, name: str | None, who: int) -> Any:
    """The track that first and end sites are asked of."""
    tracks = c.world.board.tracks
    if name is not None:
        fits = [t for t in tracks if name in t.name and who in (0, t.owner)]
    else:
        fits = [t for t in tracks if t.owner in (who, 0)]
    return fits[0] if fits else (tracks[0] if tracks else None)


@reads("TrackSiteEnd")
def _track_end(lud: Any, c: Context) -> int:
    track = track_by(c, lud.name, player_of(lud.player, lud.role, c, 0))
    return -1 if track is None else track.sites[-1]


@reads("TrackSiteFirst")
def _track_first(lud: Any, c: Context) -> int:
    track = track_by(c, lud.name, player_of(lud.player, lud.role, c, 0))
    if track is None:
        return -1
    start = -1 if lud.from_ is None else ev(lud.from_, c)
    begin = 0 if start == -1 else track.index_of(start)
    if begin < 0:
        return -1
    saved, found = c.to, -1
    for offset in range(len(track.sites)):
        c.to = track.sites[(begin + offset) % len(track.sites)]
        if opt(lud.if_, c, True):
            found = c.to
            break
    c.to = saved
    return found


# -- arithmetic --------------------------------------------------------------------------------------------------


@reads("IntAdd")
def _add(lud: Any, c: Context) -> int:
    return wrap(ev(lud.a, c) + ev(lud.b, c))


def _operands(lud: Any, c: Context) -> list[int]:
    return [ev(one, c) for one in lud.operands] if lud.operands is not None else list(ev(lud.array, c))


@reads("IntAddAll")
def _add_all(lud: Any, c: Context) -> int:
    return wrap(sum(_operands(lud, c)))


@reads("IntSub")
def _sub(lud: Any, c: Context) -> int:
    return wrap(opt(lud.value_a, c, 0) - ev(lud.value_b, c))


@reads("IntMul")
def _mul(lud: Any, c: Context) -> int:
    return wrap(ev(lud.a, c) * ev(lud.b, c))


@reads("IntMulAll")
def _mul_all(lud: Any, c: Context) -> int:
    operands = _operands(lud, c)
    product = 1 if operands else 0
    for one in operands:
        product = wrap(product * one)
    return product


@reads("IntDiv")
def _div(lud: Any, c: Context) -> int:
    a, b = ev(lud.a, c), ev(lud.b, c)
    if b == 0:
        raise NotRead("division by zero")
    return wrap(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))


@reads("IntMod")
def _mod(lud: Any, c: Context) -> int:
    a, b = ev(lud.value, c), ev(lud.modulo, c)
    if b == 0:
        raise NotRead("division by zero")
    return abs(a) % abs(b) * (1 if a >= 0 else -1)


@reads("IntPow")
def _pow(lud: Any, c: Context) -> int:
    base, power = ev(lud.a, c), ev(lud.b, c)
    try:
        value = math.inf if base == 0 and power < 0 else float(base) ** power
    except OverflowError:
        value = math.copysign(math.inf, base) if power % 2 else math.inf
    return int(max(-(2.0**31), min(2.0**31 - 1, value)))


@reads("IntAbs")
def _abs(lud: Any, c: Context) -> int:
    return wrap(abs(ev(lud.value, c)))


@reads("IntMin", "IntMax")
def _least(lud: Any, c: Context) -> int:
    a, b = ev(lud.value_a, c), ev(lud.value_b, c)
    return min(a, b) if type(lud).__name__ == "IntMin" else max(a, b)


@reads("IntMinOf", "IntMaxOf")
def _least_of(lud: Any, c: Context) -> int:
    array = ev(lud.array, c)
    return (min if type(lud).__name__ == "IntMinOf" else max)(array, default=-1)


@reads("IntIf")
def _if(lud: Any, c: Context) -> int:
    return ev(lud.value_a if ev(lud.condition, c) else lud.value_b, c)


# -- arrays ------------------------------------------------------------------------------------------------------


@reads("ArrayOfRegion")
def _array_region(lud: Any, c: Context) -> list[int]:
    return list(ev(lud.region, c))


@reads("ArrayOfInts")
def _array_ints(lud: Any, c: Context) -> list[int]:
    return [ev(one, c) for one in lud.ints]


@reads("RememberedValues")
def _remembered(lud: Any, c: Context) -> list[int]:
    return list(c.s.remembered.get(lud.name, ()))


@reads("TeamIterator")
def _team(lud: Any, c: Context) -> list[int]:
    return list(c.team or ())


@reads("Results")
def _results(lud: Any, c: Context) -> list[int]:
    saved, found = (c.frm, c.to), []
    froms = [x for x in [ev(lud.from_site, c)] if x >= 0] if lud.from_region is None else ev(lud.from_region, c)
    for site in froms:
        c.frm = site
        tos = [x for x in [ev(lud.to_site, c)] if x >= 0] if lud.to_region is None else ev(lud.to_region, c)
        for other in tos:
            c.to = other
            found.append(ev(lud.function, c))
    c.frm, c.to = saved
    return found


@reads("PlayersMany")
def _players_many(lud: Any, c: Context) -> list[int]:
    n, mover, name = c.world.n, c.s.mover, lud.player_type.name
    of = opt(lud.of, c, mover)
    if lud.of is not None and not 1 <= of <= n:
        return []
    mine = allies(of, c) if c.world.teams else [of]
    if name == "Friend" and not c.world.teams:
        return [of]
    ids = {
        "All": list(range(n + 2)),
        "NonMover": [p for p in range(n + 1) if p != mover],
        "Enemy": [p for p in range(1, n + 1) if p not in mine and not (c.world.teams and p == mover)],
        "Friend": mine,
        "Ally": [p for p in mine if p != of] if c.world.teams else [],
    }[name]
    return _players_if(lud, c, ids)


@reads("PlayersOfTeam")
def _players_of_team(lud: Any, c: Context) -> list[int]:
    number = int(lud.player_type.name[4:])
    if not c.world.teams:
        return [number] if number <= c.world.n else []
    return _players_if(lud, c, [p for p in range(1, c.world.n + 1) if c.s.team[p] == number])


def _players_if(lud: Any, c: Context, ids: list[int]) -> list[int]:
    saved, found = c.player, []
    for one in ids:
        c.player = one
        if opt(lud.if_, c, True):
            found.append(one)
    c.player = saved
    return found


@reads("ArrayUnion", "ArrayUnionAll")
def _array_union(lud: Any, c: Context) -> list[int]:
    arrays = [lud.array1, lud.array2] if type(lud).__name__ == "ArrayUnion" else lud.arrays
    found: list[int] = []
    for index, one in enumerate(arrays):
        for value in ev(one, c):
            if index == 0 or value not in found:
                found.append(value)
    return found


@reads("ArrayIntersection")
def _array_intersection(lud: Any, c: Context) -> list[int]:
    first = ev(lud.array1, c)
    return [value for value in ev(lud.array2, c) if value in first]


@reads("ArrayIntersectionAll")
def _array_intersection_all(lud: Any, c: Context) -> list[int]:
    arrays = [ev(one, c) for one in lud.arrays]
    return [value for value in arrays[0] if all(value in one for one in arrays[1:])] if arrays else []


@reads("ArrayDifference")
def _array_difference(lud: Any, c: Context) -> list[int]:
    found = list(ev(lud.source, c))
    for value in ev(lud.subtraction, c) if lud.subtraction is not None else [ev(lud.int_to_remove, c)]:
        if value in found:
            found.remove(value)
    return found


@reads("ArrayIf")
def _array_if(lud: Any, c: Context) -> list[int]:
    chosen = lud.value if ev(lud.condition, c) else lud.otherwise
    return [] if chosen is None else ev(chosen, c)
