"""Moves made for each piece, site, player, value, die, direction, level, group."""

from __future__ import annotations

from typing import Any

from petteia.board import Direction, SiteType

from .actions import Action, Move
from .errors import NotRead
from .generators import Moves, attach
from .numbers import span
from .reading import (
    Context,
    directions,
    ev,
    flood,
    on_board,
    opt,
    player_of,
    radials,
    reads,
    steps,
)


@reads("ForEachPiece")
def for_each_piece(lud: Any, c: Context) -> Moves:
    """The moves of each piece of a player."""
    world, s = c.world, c.s
    name = None if lud.role is None else lud.role.name
    who = player_of(lud.player, lud.role, c, s.mover)
    kinds = world.components[1:]
    if name not in ("All", "Each"):
        kinds = [one for one in kinds if one.owner == who]
    names = lud.items if lud.items is not None else [lud.item] if lud.item is not None else None
    if names is not None:
        kinds = [one for one in kinds if one.plain in names]
    first, size = _container(lud, c, who)
    if s.over:
        return []
    saved, turn = (c.frm, c.level), (s.mover, s.prev, s.next)
    if name not in ("All", "Each") and 1 <= who <= world.n and who != s.mover:
        s.mover, s.prev, s.next = who, turn[0], turn[0]
    found: Moves = []
    top = bool(opt(lud.top, c, False))
    for component in kinds:
        rule = lud.specific_moves if lud.specific_moves is not None else component.generator
        if rule is None:
            continue
        for kind, site, level in _entries(lud, c, component):
            if not first <= site < first + size:
                continue
            if top and world.stacking and level != s.height(kind, site) - 1:
                continue
            c.frm, c.level = site, level
            found += ev(rule, c)
    s.mover, s.prev, s.next = turn
    c.frm, c.level = saved
    for move in found:
        move.mover = s.mover
    return attach(found, lud.then)


def _entries(lud: Any, c: Context, component: Any) -> list[tuple[SiteType, int, int]]:
    entries = list(c.s.owned.get((component.owner, component.index), ()))
    if lud.on is not None:
        return [e for e in reversed(entries) if e[0] is c.kind(lud.on)]
    return entries


def _container(lud: Any, c: Context, who: int) -> tuple[int, int]:
    index = 0
    if lud.container is not None:
        index = ev(lud.container, c)
    elif lud.container_name is not None:
        if lud.container_name == "Hand":
            hand = c.world.hand_of(who)
            if hand is None:
                raise NotRead("forEach Piece in a hand that is not there")
            index = hand
        else:
            index = next(i for i, one in enumerate(c.world.containers) if one.name == lud.container_name)
    if index == 0:
        return 0, c.world.elements(c.kind(lud.on))
    if not 0 <= index < len(c.world.containers):
        raise NotRead("forEach Piece in a container that is not there")
    return c.world.containers[index].first, c.world.containers[index].count


@reads("ForEachSite")
def for_each_site(lud: Any, c: Context) -> Moves:
    """Moves for each site of a region."""
    saved, found = (c.to, c.site), []
    for site in ev(lud.region, c):
        c.to = c.site = site
        found += ev(lud.generator, c)
    if not found and lud.no_move_yet is not None:
        return ev(lud.no_move_yet, c)
    c.to, c.site = saved
    return attach(found, lud.then)


@reads("ForEachValueOf", "ForEachValueBetween")
def for_each_value(lud: Any, c: Context) -> Moves:
    """Moves for each value."""
    if type(lud).__name__ == "ForEachValueOf":
        values = ev(lud.values, c)
    else:
        values = range(ev(lud.minimum, c), ev(lud.maximum, c) + 1)
    saved, found = c.value, []
    for value in values:
        c.value = value
        found += ev(lud.generator, c)
    c.value = saved
    return attach(found, lud.then)


@reads("ForEachPlayer", "ForEachPlayerOf")
def for_each_player(lud: Any, c: Context) -> Moves:
    """Moves for each player."""
    if type(lud).__name__ == "ForEachPlayer":
        players = list(range(1, c.world.n + 1))
    else:
        players = [p for p in ev(lud.players, c) if 0 <= p <= c.world.n + 1]
    saved, found = c.player, []
    for player in players:
        c.player = player
        found += ev(lud.moves, c)
    c.player = saved
    return found


@reads("ForEachTeam")
def for_each_team(lud: Any, c: Context) -> Moves:
    """Moves for each team."""
    saved, found = c.team, []
    for team in range(1, c.world.n + 1):
        members = [p for p in range(1, c.world.n + 1) if c.s.team[p] == team]
        if members:
            c.team = members
            found += ev(lud.moves, c)
    c.team = saved
    return attach(found, lud.then)


@reads("ForEachLevel")
def for_each_level(lud: Any, c: Context) -> Moves:
    """Moves for each level of a stack."""
    site = ev(lud.site, c)
    if site < 0:
        raise NotRead("forEach Level of no site")
    height = c.s.height(c.type_at(lud.site_type, site), site)
    up = lud.stack_direction is not None and lud.stack_direction.name == "FromBottom"
    found: Moves = []
    for level in range(height) if up else range(height - 1, -1, -1):
        c.level = level
        found += ev(lud.moves, c)
    return attach(found, lud.then)


@reads("ForEachDie")
def for_each_die(lud: Any, c: Context) -> Moves:
    """Moves for each die."""
    hand = opt(lud.hand_dice_index, c, 0)
    values = list(c.s.dice[hand])
    groups: list[tuple[int, ...]] = [(i,) for i in range(len(values))]
    if opt(lud.combined, c, False):
        if len(values) == 2:
            groups.append((0, 1))
        elif len(values) == 3:
            groups += [(0, 1, 2), (0, 1), (0, 2), (1, 2)]
    replay = bool(opt(lud.replay_double, c, False))
    saved, found = c.pips, []
    for group in groups:
        if len(group) > 1 and not all(values[i] for i in group):
            continue
        c.pips = sum(values[i] for i in group)
        if not opt(lud.if_, c, True):
            continue
        moves: Moves = ev(lud.moves, c)
        for move in moves:
            _use_dice(c, hand, group, move, replay)
        found += moves
    c.pips = saved
    return attach(found, lud.then)


def _use_dice(c: Context, hand: int, group: tuple[int, ...], move: Move, replay: bool) -> None:
    first = c.world.containers[c.world.dice_containers[hand]].first
    for die in group:
        move.actions.append(Action("UseDie", None, first + die, first + die, player=hand, value=die))
    values, temp = c.s.dice[hand], c.s.temp
    if replay and len(set(values)) == 1:
        move.actions.append(Action("SetVar", value=c.pips if temp == -1 else -1))
    elif temp != -1:
        for number, index in enumerate(c.world.dice_containers):
            start = c.world.containers[index].first
            for die, faces in enumerate(c.world.dice_faces[number]):
                if len(faces) > temp - 1:
                    move.actions.append(Action("Roll", None, start + die, start + die, value=temp - 1))


@reads("ForEachDirection")
def for_each_direction(lud: Any, c: Context) -> Moves:
    """Moves for each direction."""
    kind = c.kind(None if lud.from_ is None else lud.from_.site_type)
    start = c.frm if lud.from_ is None or lud.from_.site is None else ev(lud.from_.site, c)
    piece = c.s.what(c.s.type_of(kind, c.frm), c.frm) if c.frm >= 0 else 0
    if piece == 0 or not on_board(c, kind, start):
        return []
    ways = directions(lud.directions, c, kind, start, facing=_facing(c, kind, piece))
    low, high = (1, 1) if lud.between is None or lud.between.range is None else span(lud.between.range, c)
    saved, found = (c.to, c.between), []
    for path in radials(c, kind, start, ways):
        for i in range(1, min(high, len(path) - 1) + 1):
            site = path[i]
            if i < low and low > 1:
                c.between = site
                if lud.between is not None and not opt(lud.between.if_, c, True):
                    break
            c.to = site
            if lud.to is not None and not opt(lud.to.if_, c, True):
                break
            if i >= low:
                rule = lud.moves if lud.to is None else getattr(lud.to.effect, "effect", None)
                if rule is not None:
                    found += ev(rule, c)
    c.to, c.between = saved
    return attach(found, lud.then)


def _facing(c: Context, kind: SiteType, piece: int) -> Direction:
    facing = c.world.components[piece].facing or Direction.N
    sites = c.sites(kind)
    if on_board(c, kind, c.frm) and c.to >= 0:
        hits = [d for d in sites.supported(Direction.All) if c.to in sites.step(d, c.frm)]
        if hits:
            facing = hits[-1]
    return facing


@reads("ForEachGroup")
def for_each_group(lud: Any, c: Context) -> Moves:
    """Moves for each group of connected sites."""
    kind, seen, saved = c.kind(lud.site_type), set(), (c.frm, c.to, c.region)
    players = [c.s.mover] if lud.if_ is None else range(c.world.n + 2)
    seeds = [s for p in players for k, s, _ in c.s.positions(p) if k is kind and on_board(c, kind, s)]
    found: Moves = []
    for seed in seeds:
        if seed in seen:
            continue

        def joins(site: int, start: int = seed) -> bool:
            c.frm, c.to = start, site
            return c.s.who(kind, site) == c.s.mover if lud.if_ is None else bool(ev(lud.if_, c))

        if not joins(seed):
            continue
        group = flood(seed, joins, lambda s: steps(c, kind, s, directions(lud.directions, c, kind, s)))
        seen.update(group)
        c.region, c.frm = group, seed
        found += ev(lud.moves, c)
    c.frm, c.to, c.region = saved
    return attach(found, lud.then)
