"""Conditions."""

from __future__ import annotations

from typing import Any

from petteia.board import Direction, SiteType

from .actions import Move
from .errors import NotRead
from .reading import (
    UNKNOWN,
    Context,
    allies,
    directions,
    ev,
    flood,
    last_from,
    last_to,
    on_board,
    opt,
    owners_asked,
    player_of,
    reads,
    role_id,
    steps,
)
from .regions import static_regions
from .world import CELL

# -- logic -------------------------------------------------------------------------------------------------------


@reads("And")
def _and(lud: Any, c: Context) -> bool:
    return bool(ev(lud.a, c) and ev(lud.b, c))


@reads("AndAll")
def _and_all(lud: Any, c: Context) -> bool:
    return all(ev(one, c) for one in lud.operands)


@reads("Or")
def _or(lud: Any, c: Context) -> bool:
    return bool(ev(lud.a, c) or ev(lud.b, c))


@reads("OrAny")
def _or_any(lud: Any, c: Context) -> bool:
    return any(ev(one, c) for one in lud.operands)


@reads("Xor")
def _xor(lud: Any, c: Context) -> bool:
    a, b = bool(ev(lud.a, c)), bool(ev(lud.b, c))
    return a != b


@reads("Not")
def _not(lud: Any, c: Context) -> bool:
    return not ev(lud.a, c)


@reads("IfCondition")
def _if(lud: Any, c: Context) -> bool:
    if ev(lud.condition, c):
        return bool(ev(lud.value, c))
    return bool(opt(lud.otherwise, c, False))


def _pair(lud: Any, c: Context) -> tuple[int, int]:
    a = ev(lud.value_a, c)
    return a, role_id(lud.role_b, c) if getattr(lud, "role_b", None) is not None else ev(lud.value_b, c)


@reads("Equals")
def _equals(lud: Any, c: Context) -> bool:
    a, b = _pair(lud, c)
    return a == b


@reads("NotEqual")
def _not_equal(lud: Any, c: Context) -> bool:
    a, b = _pair(lud, c)
    return a != b


@reads("RegionsEqual")
def _regions_equal(lud: Any, c: Context) -> bool:
    return bool(ev(lud.region_a, c) == ev(lud.region_b, c))


@reads("RegionsNotEqual")
def _regions_differ(lud: Any, c: Context) -> bool:
    return bool(ev(lud.region_a, c) != ev(lud.region_b, c))


@reads("LessThan")
def _less(lud: Any, c: Context) -> bool:
    a, b = _pair(lud, c)
    return a < b


@reads("AtMost")
def _at_most(lud: Any, c: Context) -> bool:
    a, b = _pair(lud, c)
    return a <= b


@reads("GreaterThan")
def _greater(lud: Any, c: Context) -> bool:
    a, b = _pair(lud, c)
    if type(lud.value_a).__name__ == "CountLiberties" and b < 0:
        return a > 0
    return a > b


@reads("AtLeast")
def _at_least(lud: Any, c: Context) -> bool:
    a, b = _pair(lud, c)
    return a >= b


# -- players and flags -------------------------------------------------------------------------------------------


def is_enemy(who: int, c: Context) -> bool:
    """True if an owner is an enemy of the mover."""
    if who == 0:
        return False
    return who not in allies(c.s.mover, c) if c.world.teams else who != c.s.mover


def is_friend(who: int, c: Context) -> bool:
    """True if an owner is the mover or of his team."""
    return who in allies(c.s.mover, c) if c.world.teams else who == c.s.mover


@reads("IsEnemy")
def _is_enemy(lud: Any, c: Context) -> bool:
    return is_enemy(player_of(lud.index, lud.role, c, -1), c)


@reads("IsFriend")
def _is_friend(lud: Any, c: Context) -> bool:
    return is_friend(player_of(lud.index, lud.role, c, -1), c)


@reads("IsTurnOf")
def _turn_of(lud: Any, c: Context) -> bool:
    return bool(player_of(lud.index, lud.role, c, -1) == getattr(c.s, lud.kind.lower()))


@reads("IsActive")
def _active(lud: Any, c: Context) -> bool:
    return player_of(lud.index, lud.role, c, -1) in c.s.active


@reads("IsPending")
def _pending(lud: Any, c: Context) -> bool:
    return bool(c.s.pending)


@reads("IsFull")
def _full(lud: Any, c: Context) -> bool:
    kind = c.world.default
    return not any(c.s.is_empty(kind, s) for s in range(c.world.elements(kind)))


@reads("IsCycle")
def _cycle(lud: Any, c: Context) -> bool:
    k, h = c.world.n**2, c.s.history
    return len(h) >= 3 * k and h[-k:] == h[-2 * k : -k] == h[-3 * k : -2 * k]


@reads("IsTriggered")
def _triggered(lud: Any, c: Context) -> bool:
    who = player_of(lud.index, lud.role, c, -1)
    return who in c.s.active and who in c.s.triggered


@reads("IsProposed")
def _proposed(lud: Any, c: Context) -> bool:
    return lud.string in c.s.propositions


@reads("IsDecided")
def _decided(lud: Any, c: Context) -> bool:
    return bool(lud.string == c.s.decided)


@reads("IsRepeat")
def _repeat(lud: Any, c: Context) -> bool:
    kind = "Positional" if lud.repetition_type is None else lud.repetition_type.name
    return repeats(kind, c)


def repeats(kind: str, c: Context) -> bool:
    """True if the position as it is has been recorded before."""
    seen = c.s.turn_history if kind.endswith("InTurn") else c.s.history
    return (c.s.position_key() if kind.startswith("Positional") else c.s.full_key()) in seen


@reads("IsOdd", "IsEven")
def _odd(lud: Any, c: Context) -> bool:
    return (ev(lud.value, c) & 1 == 1) == (lud.kind == "Odd")


@reads("IsAnyDie")
def _any_die(lud: Any, c: Context) -> bool:
    return ev(lud.value, c) in c.s.dice[0]


@reads("AllDiceUsed")
def _dice_used(lud: Any, c: Context) -> bool:
    return not any(any(one) for one in c.s.dice)


@reads("AllDiceEqual")
def _dice_equal(lud: Any, c: Context) -> bool:
    return c.s.dice_equal


@reads("WasPass")
def _was_pass(lud: Any, c: Context) -> bool:
    return bool(c.s.moves) and c.s.moves[-1].is_pass


@reads("AllPassed")
def _all_passed(lud: Any, c: Context) -> bool:
    if len(c.s.moves) - c.s.starts < c.world.n:
        return False
    return all_passed(c, c.s.moves[c.s.starts :])


def all_passed(c: Context, moves: list[Move]) -> bool:
    """True if each of the last turns was one pass."""
    if c.world.n == 1:
        return bool(moves) and moves[-1].is_pass
    last, passed, count, at = c.s.mover, False, 0, len(moves)
    for _ in range(c.world.n):
        while True:
            if at == 0:
                return passed
            if count > 1:
                return False
            at -= 1
            move = moves[at]
            if move.mover != last:
                if not passed:
                    return False
                last, count, passed = move.mover, 0, move.is_pass
                break
            count += 1
            passed = move.is_pass
    return True


# -- sites -------------------------------------------------------------------------------------------------------


@reads("IsEmpty")
def _empty(lud: Any, c: Context) -> bool:
    site = ev(lud.at, c)
    if site < 0:
        return False
    kind = c.kind(lud.site_type)
    if c.world.first_hand <= site < c.world.total_sites:
        return c.s.is_empty(CELL, site)
    return on_board(c, kind, site) and c.s.is_empty(kind, site)


@reads("IsOccupied")
def _occupied(lud: Any, c: Context) -> bool:
    site = ev(lud.at, c)
    if not 0 <= site < max(c.world.total_sites, c.world.elements(c.kind(lud.site_type))):
        return False
    return c.s.what(c.type_at(lud.site_type, site), site) != 0


@reads("IsIn")
def _in(lud: Any, c: Context) -> bool:
    several = None if lud.sites is None else [ev(one, c) for one in lud.sites]
    values = [c.to if lud.site is None else ev(lud.site, c)] if several is None else several
    if lud.region is None:
        array = ev(lud.array, c)
        return all(v in array for v in values)
    region = ev(lud.region, c)
    return all(v >= 0 and v in region for v in values)


@reads("IsRelated")
def _related(lud: Any, c: Context) -> bool:
    kind, a = c.kind(lud.site_type), ev(lud.site_a, c)
    others = ev(lud.region, c) if lud.region is not None else [s for s in [ev(lud.site_b, c)] if s >= 0]
    if not others:
        return False
    if not on_board(c, kind, a) or any(not on_board(c, kind, s) for s in others):
        raise NotRead("is Related off the board")
    if kind is SiteType.Edge:
        ends = c.sites(kind).incident[SiteType.Vertex]
        near = any(set(ends[a]) & set(ends[s]) for s in others)
        return near and lud.relation_type.name in ("Adjacent", "All", "Orthogonal")
    relation = Direction[lud.relation_type.name]
    sites = c.sites(kind)
    return any(a in sites.related(relation, s) if kind is CELL else s in sites.related(relation, a) for s in others)


@reads("IsVisited")
def _visited(lud: Any, c: Context) -> bool:
    return ev(lud.value, c) in c.s.visited


@reads("IsFlat")
def _flat(lud: Any, c: Context) -> bool:
    site = c.to if lud.value is None else ev(lud.value, c)
    if not on_board(c, SiteType.Vertex, site):
        raise NotRead("is Flat off the board")
    below = c.sites(SiteType.Vertex)
    return below.layer[site] == 0 or all(c.s.what(SiteType.Vertex, t) for t in below.step(Direction.Downward, site))


@reads("IsWithin", unread="specific_moves")
def _within(lud: Any, c: Context) -> bool:
    what = ev(lud.what, c)
    sites = ev(lud.in_, c) if lud.in_ is not None else [ev(lud.at, c) if lud.at is not None else last_to(c)]
    return any(site in sites for _, site, _ in c.s.owned.get((c.world.owner(what), what), ()))


@reads("AllSites")
def _all_sites(lud: Any, c: Context) -> bool:
    region, saved, holds = ev(lud.region, c), c.site, True
    for site in region:
        c.site = site
        if not ev(lud.if_, c):
            holds = False
            break
    c.site = saved
    return holds


@reads("AllDifferent")
def _all_different(lud: Any, c: Context) -> bool:
    if not _all_sites(lud, c):
        return False
    whats = [c.s.what(c.world.default, s) for s in ev(lud.region, c)]
    return len(set(whats)) == len(whats)


@reads("AllValues")
def _all_values(lud: Any, c: Context) -> bool:
    values, saved, holds = ev(lud.array, c), c.value, True
    for value in values:
        c.value = value
        if not ev(lud.if_, c):
            holds = False
            break
    c.value = saved
    return holds


@reads("AllGroups")
def _all_groups(lud: Any, c: Context) -> bool:
    kind, seen, saved = c.kind(lud.site_type), set(), (c.frm, c.to, c.region)
    players = [c.s.mover] if lud.of is None else range(c.world.n + 2)
    seeds = [s for p in players for k, s, _ in c.s.positions(p) if k is kind and on_board(c, kind, s)]
    for seed in seeds:
        if seed in seen:
            continue

        def joins(site: int, start: int = seed) -> bool:
            c.frm, c.to = start, site
            return c.s.who(kind, site) == c.s.mover if lud.of is None else bool(ev(lud.of, c))

        if not joins(seed):
            continue
        group = flood(seed, joins, lambda s: steps(c, kind, s, directions(lud.directions, c, kind, s)))
        seen.update(group)
        c.region, c.frm, c.to = group, UNKNOWN, UNKNOWN
        if not ev(lud.if_, c):
            return False
    c.frm, c.to, c.region = saved
    return True


# -- pieces and moves --------------------------------------------------------------------------------------------


@reads("NoPieces")
def _no_pieces(lud: Any, c: Context) -> bool:
    ids = owners_asked(lud, c)
    inside = None if lud.in_ is None else set(ev(lud.in_, c))
    for player in ids:
        for kind, site, _ in c.s.positions(player):
            if lud.site_type is not None and kind is not c.kind(lud.site_type):
                continue
            if inside is not None and site not in inside:
                continue
            read = c.type_at(lud.site_type, site)
            levels = range(c.s.height(read, site)) if c.world.stacking else (-1,)
            for level in levels:
                what = c.s.what(read, site, level)
                if c.s.who(read, site, level) in ids and (
                    lud.name is None or (what and lud.name in c.world.components[what].name)
                ):
                    return False
    return True


@reads("CanMove")
def _can_move(lud: Any, c: Context) -> bool:
    asks, c.asks_where = c.asks_where, False
    last = set()
    if "IsVisited" in c.world.names and c.s.moves:
        last = {site for site in (last_from(c), last_to(c)) if site >= 0}
    c.s.visited |= last
    found = c.world.play.some_legal(c, ev(lud.moves, c))
    c.s.visited -= last
    c.asks_where = asks
    return found


@reads("NoMoves")
def _no_moves(lud: Any, c: Context) -> bool:
    who = role_id(lud.role, c)
    if lud.role.name != "Next":
        return who in c.s.stalemated
    if c.tests_moves:
        return False
    s = c.s
    if s.over:
        return who in s.stalemated
    saved = s.mover, s.prev, s.next
    c.tests_moves = True
    asks, c.asks_where = c.asks_where, False
    s.mover = saved[2]
    s.next = c.world.play.following(s, s.mover)
    s.prev = saved[0]
    can = c.world.play.can_move(c)
    s.mover, s.prev, s.next = saved
    c.tests_moves, c.asks_where = False, asks
    (s.stalemated.discard if can else s.stalemated.add)(who)
    return not can


def auto_succeeds(lud: Any, c: Context) -> bool:
    """True if a condition is the `not` of a search that is running."""
    negated = False
    while type(lud).__name__ == "Not":
        negated, lud = not negated, lud.a
    name = type(lud).__name__
    if not negated:
        return False
    return (name == "IsThreatened" and c.threat) or (name == "NoMoves" and lud.role.name == "Next" and c.tests_moves)


@reads("IsThreatened")
def _threatened(lud: Any, c: Context) -> bool:
    if c.threat:
        return False
    if lud.what is not None:
        return _piece_threatened(lud, c)
    s, n = c.s, c.world.n
    if lud.in_ is not None:
        sites = ev(lud.in_, c)
    elif lud.at is not None:
        sites = [ev(lud.at, c)]
    else:
        sites = [x for x in range(c.world.elements(c.kind(lud.site_type))) if s.what(c.kind(lud.site_type), x)]
    for site in sites:
        if site < 0:
            continue
        what = s.what(c.type_at(lud.site_type, site), site)
        if what <= 0:
            continue
        if s.next == 0 or s.next > n:
            return False
        if _attacked(lud, c, site, what, set_next=True):
            return True
    return False


def _piece_threatened(lud: Any, c: Context) -> bool:
    what = ev(lud.what, c)
    if what < 1:
        return False
    kind = c.kind(lud.site_type)
    if lud.in_ is not None:
        sites = ev(lud.in_, c)
    elif lud.at is not None:
        sites = [ev(lud.at, c)]
    else:
        holding = [
            x
            for x in range(c.world.elements(kind))
            if any(c.s.what(kind, x, v) == what for v in (range(c.s.height(kind, x)) if c.world.stacking else (-1,)))
        ]
        sites = holding[:1]
    return any(_attacked(lud, c, site, what, set_next=False) for site in sites if site >= 0)


def _attacked(lud: Any, c: Context, site: int, what: int, set_next: bool) -> bool:
    owner = c.world.owner(what)
    copy = c.copy()
    copy.s.prev = owner
    kind = c.type_at(lud.site_type, site)
    if not c.world.stacking and len(c.world.types) == 1 and copy.s.has(kind, site):
        if lud.specific_moves is not None and copy.s.what(kind, site) not in (0, what):
            raise NotRead("a threat to a piece in the place of another, which is listed still")
        copy.s.set_site(kind, site, owner, what)
    copy.threat = copy.asks_where = True
    for enemy in range(1, c.world.n + 1):
        if enemy == owner:
            continue
        copy.s.mover = enemy
        if set_next:
            copy.s.next = owner
        if lud.specific_moves is not None:
            found = ev(lud.specific_moves, copy)
        else:
            found = c.world.play.rule_moves(copy)
        if any(move.to == site for move in found):
            return True
    return False


# -- lines, connections, loops, patterns -------------------------------------------------------------------------


@reads("IsLine", unread="is_visible")
def _line(lud: Any, c: Context) -> bool:
    kind = c.kind(lud.site_type)
    if c.world.stacking:
        return _line_in_stacks(lud, c, kind)
    length, way = ev(lud.length, c), Direction.Adjacent if lud.direction is None else Direction[lud.direction.name]
    wanted = _wanted(lud, c)
    if lud.through_any is not None:
        pivots = list(ev(lud.through_any, c))
        if lud.what is not None or lud.whats is not None:
            pivots = [p for p in pivots if c.s.what(kind, p) in (wanted or ())]
    else:
        pivots = [ev(lud.through, c) if lud.through is not None else last_to(c)]
    saved = c.to
    for pivot in pivots:
        if pivot < 0:
            return False
        c.to = pivot
        if not opt(lud.if_, c, True):
            c.to = saved
            return False
        if pivot >= c.world.elements(CELL if kind is CELL else SiteType.Vertex):
            return False
        here = c.s.what(kind, pivot)
        pieces = [here] if wanted is None else wanted
        if here not in pieces:
            saved = pivot
            continue
        if _lined(lud, c, kind, pivot, pieces, length, way):
            c.to = saved
            return True
        c.to = saved
    return False


def _wanted(lud: Any, c: Context) -> list[int] | None:
    if lud.what is not None:
        return [ev(lud.what, c)]
    if lud.whats is not None:
        return [ev(one, c) for one in lud.whats]
    if lud.who is not None:
        who = role_id(lud.who, c)
        return [one.index for one in c.world.components[1:] if one.owner == who]
    return None


def axes(c: Context, kind: SiteType, site: int, way: Direction) -> list[tuple[Any, Any]]:
    """The distinct radials of a site, each with its opposite (or None)."""
    sites = c.sites(kind)
    paths, behind = sites.radials(way)[site], sites.opposites(way)[site]
    return [
        (path, next((o for p, o in zip(paths, behind, strict=True) if p == path), None))
        for path in sites.distinct_radials(way)[site]
    ]


def _lined(lud: Any, c: Context, kind: SiteType, pivot: int, pieces: list[int], length: int, way: Direction) -> bool:
    exact, contiguous = opt(lud.exact, c, False), opt(lud.contiguous, c, True)
    much, both = opt(lud.through_how_much, c, 1), opt(lud.use_opposites, c, True)
    for path, opposite in axes(c, kind, pivot, way):
        kinds = {c.s.what(kind, pivot)}

        def walk(sites: Any, count: int, kinds: set[int] = kinds) -> tuple[int, bool]:
            for site in sites:
                c.to = site
                if c.s.what(kind, site) in pieces and opt(lud.if_, c, True):
                    count += 1
                    kinds.add(c.s.what(kind, site))
                    if not exact and count == length and len(kinds) >= much:
                        return count, True
                elif contiguous:
                    break
            return count, False

        count, done = walk(path[1:], 1)
        if not done and opposite is not None and both:
            count, done = walk(opposite.path[1:], count)
        if done or (count == length and len(kinds) >= much):
            return True
    return False


def _line_in_stacks(lud: Any, c: Context, kind: SiteType) -> bool:
    if opt(lud.by_level, c, False) or lud.through_any is not None:
        raise NotRead("is Line by levels")
    pivot = ev(lud.through, c) if lud.through is not None else last_to(c)
    length, way = ev(lud.length, c), Direction.Adjacent if lud.direction is None else Direction[lud.direction.name]
    if pivot == -1:
        return False
    if length == 1:
        return True
    if not on_board(c, kind, pivot):
        raise NotRead("is Line off the board")
    wanted = _wanted(lud, c) or [c.s.what(kind, pivot)]
    top, exact = opt(lud.top, c, False), opt(lud.exact, c, False)

    def fits(site: int) -> bool:
        levels = (-1,) if top else range(max(1, c.s.height(kind, site)))
        return any(c.s.what(kind, site, v) in wanted for v in levels)

    if not fits(pivot):
        return False
    for path, opposite in axes(c, kind, pivot, way):
        count = 1
        for sites in (path[1:], () if opposite is None else opposite.path[1:]):
            for site in sites:
                c.to = site
                if not (fits(site) and opt(lud.if_, c, True)):
                    break
                count += 1
                if not exact and count == length:
                    return True
        if count == length:
            return True
    return False


def _regions(lud: Any, c: Context) -> list[Any]:
    if lud.regions is not None:
        return [tuple(ev(one, c)) for one in lud.regions]
    if lud.region_type is not None:
        return list(static_regions(lud.region_type.name, c))
    who = role_id(lud.role, c)
    return [part for region in c.world.regions if region.owner == who for part in region.parts]


@reads("IsConnected")
def _connected(lud: Any, c: Context) -> bool:
    kind = c.kind(lud.site_type)
    start = ev(lud.at, c) if lud.at is not None else last_to(c)
    if not on_board(c, kind, start):
        return False
    who = c.s.who(kind, start)
    if who <= 0:
        return False
    regions = _regions(lud, c)
    need, got = opt(lud.number, c, len(regions)), 0
    left = list(regions)

    def touch(site: int) -> bool:
        nonlocal got
        for region in reversed(list(left)):
            if site in region:
                got += 1
                left.remove(region)
                if got == need:
                    return True
        return False

    if need == 0:
        return bool(regions)
    if touch(start):
        return True
    if lud.role is not None and lud.regions is None and who != role_id(lud.role, c):
        return False
    group = flood(
        start, lambda s: c.s.who(kind, s) == who, lambda s: steps(c, kind, s, directions(lud.directions, c, kind, s))
    )
    return any(touch(site) for site in group[1:])


@reads("IsBlocked", unread="at")
def _blocked(lud: Any, c: Context) -> bool:
    kind = c.kind(lud.site_type)
    regions = _regions(lud, c)
    who = c.s.mover if lud.role is None else role_id(lud.role, c)
    need = opt(lud.number, c, len(regions))
    if need <= 0 or not regions:
        raise NotRead("is Blocked of no region")
    if need == 1:
        return not regions[0]
    if any(not on_board(c, kind, site) for region in regions for site in region):
        raise NotRead("is Blocked of sites of another type")

    def free(site: int) -> bool:
        return c.s.is_empty(kind, site) or c.s.who(kind, site) == who

    for start in regions[0]:
        if free(start):
            group = flood(start, free, lambda s: steps(c, kind, s, directions(lud.directions, c, kind, s)))
            if 1 + sum(any(s in region for s in group[1:]) for region in regions[1:]) >= need:
                return False
    return True


@reads("IsLoop", unread="path region_start")
def _loop(lud: Any, c: Context) -> bool:
    kind = c.kind(lud.site_type)
    start = ev(lud.start, c) if lud.start is not None else last_to(c)
    colour = opt(lud.colour, c, c.s.mover)
    if not on_board(c, kind, start) or c.s.what(kind, start) <= 0:
        return False
    what, outer = c.s.what(kind, start), set(c.sites(kind).outer)
    roles = lud.surround_list if lud.surround_list is not None else [lud.surround] if lud.surround is not None else None
    inside = None if roles is None else [role_id(r, c) for r in roles]
    near = steps(c, kind, start, [Direction.Adjacent])
    candidates = [t for t in near if t not in outer and (inside is None or c.s.who(kind, t) in inside)]
    for candidate in reversed(candidates):
        group = _loop_inside(c, kind, candidate, what, outer, inside)
        if group is None:
            continue
        rim: list[int] = []
        for site in group:
            for t in steps(c, kind, site, [Direction.Orthogonal]):
                if t not in group and t not in rim:
                    rim.append(t)
        if rim and all(c.s.who(kind, t) == colour for t in rim) and _is_ring(lud, c, kind, rim, what):
            return True
    return False


def _loop_inside(
    c: Context, kind: SiteType, start: int, what: int, outer: set[int], inside: list[int] | None
) -> list[int] | None:
    group = [start]
    for site in group:
        for path in c.sites(kind).radials(Direction.Orthogonal)[site]:
            for x in path[1:]:
                if x in group:
                    continue
                if c.s.what(kind, x) == what:
                    break
                if inside is None or (c.s.who(kind, x) in inside and x not in outer):
                    group.append(x)
                if x in outer:
                    return None
    return group


def _is_ring(lud: Any, c: Context, kind: SiteType, rim: list[int], what: int) -> bool:
    at = before = 0
    seen: list[int] = []
    while rim:
        if at >= len(rim):
            raise NotRead("a ring whose search leaves the list")
        x = rim[at]
        if c.s.what(kind, x) != what:
            rim.remove(x)
            at = before
            continue
        near = steps(c, kind, x, directions(lud.directions, c, kind, x))
        y = next((t for t in near if t in rim and c.s.what(kind, t) == what), None)
        if y is None:
            rim.remove(x)
            if x in seen:
                seen.remove(x)
            at = before
            continue
        seen.append(x)
        if len(seen) == len(rim):
            return True
        before, at = at, rim.index(y)
    return False


@reads("IsPattern", unread="froms")
def _pattern(lud: Any, c: Context) -> bool:
    from .regions import turned

    kind = c.kind(lud.site_type)
    if lud.walk is None:
        raise NotRead("is Pattern without a walk")
    start = ev(lud.from_, c) if lud.from_ is not None else last_to(c)
    if not on_board(c, kind, start):
        return False
    if lud.whats is not None:
        whats = [ev(one, c) for one in lud.whats]
    else:
        whats = [ev(lud.what, c) if lud.what is not None else c.s.what(kind, start)]
        if whats == [0] and lud.what is None:
            return False
    if c.s.what(kind, start) != whats[0]:
        return False
    ways = c.sites(kind).supported(Direction.Orthogonal)
    for heading in ways:
        site, way, k, good = start, heading, 1 % len(whats), True
        for step in lud.walk:
            if step.name != "F":
                way = turned(way, step.name, ways)
                continue
            onward = c.sites(kind).step(way, site)
            if not onward or c.s.what(kind, onward[-1]) != whats[k]:
                good = False
                break
            k, site = (k + 1) % len(whats), onward[-1]
        if good:
            return True
    return False


@reads("IsCrossing")
def _crossing(lud: Any, c: Context) -> bool:
    a, b = ev(lud.edge1, c), ev(lud.edge2, c)
    return (
        on_board(c, SiteType.Edge, a)
        and on_board(c, SiteType.Edge, b)
        and (b in c.world.board.topology.inner_crossings[a])
    )
