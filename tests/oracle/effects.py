"""Captures, sowing, settings, and the operators that combine moves."""

from __future__ import annotations

from typing import Any

from petteia.board import Direction, SiteType

from .actions import Action, Move, perform
from .conditions import auto_succeeds, is_enemy, is_friend
from .errors import NotRead, NotShown
from .generators import Moves, attach
from .numbers import span
from .reading import (
    FAR,
    UNKNOWN,
    Context,
    directions,
    ev,
    last_to,
    on_board,
    opt,
    player_of,
    radials,
    reads,
    real_players,
    role_id,
    steps,
)
from .world import every


def _single(lud: Any, c: Context, action: Action, then: bool = True, site: int = -1) -> Moves:
    move = Move([action], frm=site, to=site, mover=c.s.mover)
    return attach([move], lud.then) if then else [move]


# -- captures ----------------------------------------------------------------------------------------------------


def _origin(lud: Any, c: Context, default: int) -> int:
    if lud.from_ is None:
        return default
    if lud.from_.region is not None:
        raise NotRead(f"{type(lud).__name__} from a region")
    return c.frm if lud.from_.site is None else int(ev(lud.from_.site, c))


def _target(lud: Any, c: Context, kind: SiteType) -> bool:
    if lud.between is not None and lud.between.if_ is not None:
        return bool(ev(lud.between.if_, c))
    return is_enemy(c.s.who(kind, c.between), c)


def _friend(lud: Any, c: Context, kind: SiteType) -> bool:
    if lud.to is not None and lud.to.if_ is not None:
        return bool(ev(lud.to.if_, c))
    return is_friend(c.s.who(kind, c.to), c) if c.to >= 0 else False


def _effect_between(lud: Any, c: Context, kind: SiteType) -> Moves:
    """The effect on the site between: what is written, else its removal."""
    if lud.between is not None and lud.between.effect is not None:
        return ev(lud.between.effect, c)
    if c.between < 0 or c.s.what(kind, c.between) <= 0:
        return []
    return [Move([Action("Remove", kind, c.between, c.between)], frm=c.between, to=c.between)]


@reads("Custodial")
def custodial(lud: Any, c: Context) -> Moves:
    """Captures between two pieces."""
    f = _origin(lud, c, last_to(c))
    kind = c.kind(None if lud.from_ is None else lud.from_.site_type)
    if not on_board(c, kind, f):
        return []
    way = Direction.Adjacent if lud.direction is None else Direction[lud.direction.name]
    low, high = (0, FAR) if lud.between is None or lud.between.range is None else span(lud.between.range, c)
    saved, found = (c.to, c.between), []
    for path in radials(c, kind, f, [way]):
        taken = _custodial_run(lud, c, kind, path, low, high)
        start = len(found)
        for site in taken:
            c.between = site
            found += _effect_between(lud, c, kind)
        if len(found) > start:
            found[-1].between = list(taken)
    c.to, c.between = saved
    return attach(found, lud.then)


def _custodial_run(lud: Any, c: Context, kind: SiteType, path: Any, low: int, high: int) -> list[int]:
    if high == 1 and low < 2:
        if len(path) < 3:
            return []
        c.between = path[1]
        if not _target(lud, c, kind):
            return []
        c.to = path[2]
        return [path[1]] if _friend(lud, c, kind) else []
    if high <= 1 or low > high:
        return []
    run: list[int] = []
    for site in path[1:]:
        c.between = site
        if len(run) >= high or not _target(lud, c, kind):
            break
        run.append(site)
    if not run or len(run) < low:
        return []
    c.to = path[len(run) + 1] if len(run) + 1 < len(path) else -1
    return run if _friend(lud, c, kind) else []


@reads("Surround")
def surround(lud: Any, c: Context) -> Moves:
    """Captures of pieces that are surrounded."""
    f = _origin(lud, c, c.frm)
    kind = c.kind(None if lud.from_ is None else lud.from_.site_type)
    if not on_board(c, kind, f):
        return []
    way = Direction.Adjacent if lud.relation is None else Direction[lud.relation.name]
    allowed = opt(lud.except_, c, 0)
    needed = None
    if lud.with_ is not None:
        from .generators import pieces_of

        needed = pieces_of(lud.with_, c)[0]
    saved, found = (c.to, c.between), []
    for path in radials(c, kind, f, [way]):
        c.between = u = path[1]
        if not _target(lud, c, kind):
            continue
        bad, seen = 0, needed is None
        for other in radials(c, kind, u, [way]):
            v = c.to = other[1]
            if c.s.what(kind, v) == needed:
                seen = True
            if v != f and not _friend(lud, c, kind):
                bad += 1
            if bad > allowed:
                break
        if bad <= allowed and seen:
            c.between, c.to = u, UNKNOWN
            found += _effect_between(lud, c, kind)
    c.to, c.between = saved
    return found


@reads("Enclose")
def enclose(lud: Any, c: Context) -> Moves:
    """Captures of enclosed groups."""
    kind = c.kind(lud.site_type if lud.from_ is None or lud.from_.site_type is None else lud.from_.site_type)
    f = _origin(lud, c, last_to(c))
    if not on_board(c, kind, f) or c.s.what(kind, f) == 0:
        return []
    exceptions = opt(lud.num_exception, c, 0)
    mentions = (
        lud.between is not None
        and lud.between.if_ is not None
        and any(type(one).__name__ == "IsEmpty" for one in every(lud.between.if_))
    )
    saved, found, explored = (c.to, c.between), [], set()

    def near(site: int) -> list[int]:
        return steps(c, kind, site, directions(lud.directions, c, kind, site))

    def target(site: int) -> bool:
        c.between = site
        return _target(lud, c, kind)

    for first in dict.fromkeys(near(f)):
        empty = c.s.is_empty(kind, first)
        if first in explored or not (target(first) or (exceptions > 0 and empty)):
            continue
        group = _enclosed(
            c, kind, first, exceptions - int(empty and not target(first)), near, target, explored, mentions
        )
        start = len(found)
        for site in group:
            c.between = site
            found += _effect_between(lud, c, kind)
        if len(found) > start:
            found[-1].between = list(group)
    c.to, c.between = saved
    return attach(found, lud.then)


def _enclosed(
    c: Context, kind: SiteType, first: int, left: int, near: Any, target: Any, explored: set[int], mentions: bool
) -> list[int]:
    group = [first]
    for site in group:
        explored.add(site)
        for other in near(site):
            if other in group:
                continue
            if target(other):
                group.append(other)
            elif c.s.is_empty(kind, other):
                if left <= 0:
                    return []
                left -= 1
                group.append(other)
    rim: list[int] = []
    for site in group:
        for other in near(site):
            if other not in group and other not in rim:
                rim.append(other)
    if any(c.s.is_empty(kind, s) or (mentions and target(s)) for s in rim):
        return []
    return group if not mentions or _is_chain(c, kind, rim) else []


def _is_chain(c: Context, kind: SiteType, rim: list[int]) -> bool:
    left = list(rim)
    if not left:
        raise NotRead("enclose without a border")
    here = left[0]
    while len(left) > 1:
        left.remove(here)
        onward = [t for t in steps(c, kind, here, [Direction.All]) if t in left]
        if not onward:
            return False
        here = onward[0]
    return True


@reads("Intervene")
def intervene(lud: Any, c: Context) -> Moves:
    """Captures on both sides of a piece."""
    f = _origin(lud, c, last_to(c))
    kind = c.kind(None if lud.from_ is None else lud.from_.site_type)
    if not on_board(c, kind, f):
        return []
    way = Direction.Adjacent if lud.direction is None else Direction[lud.direction.name]
    low, high = (1, 1) if lud.between is None or lud.between.range is None else span(lud.between.range, c)
    if (low, high) != (1, 1):
        raise NotRead("intervene over a range")
    saved, found = c.to, []

    def target(site: int) -> bool:
        c.to = site
        if lud.to is not None and lud.to.if_ is not None:
            return bool(ev(lud.to.if_, c))
        return is_enemy(c.s.who(kind, site), c)

    def effect(site: int) -> Moves:
        c.to = site
        if lud.to is not None and lud.to.effect is not None:
            return ev(lud.to.effect, c)
        return [Move([Action("Remove", kind, site, site)], frm=site, to=site)] if c.s.what(kind, site) > 0 else []

    sites = c.sites(kind)
    for path, opposite in zip(sites.radials(way)[f], sites.opposites(way)[f], strict=True):
        if target(path[1]) and opposite is not None and target(opposite.path[1]):
            found += effect(opposite.path[1]) + effect(path[1])
    c.to = saved
    return attach(found, lud.then)


@reads("Directional")
def directional(lud: Any, c: Context) -> Moves:
    """Effects along the line of the last move."""
    f = _origin(lud, c, last_to(c))
    kind = c.kind(None if lud.from_ is None else lud.from_.site_type)
    if lud.directions is None or not on_board(c, kind, f):
        raise NotRead("directional by the last move")
    saved, found = (c.frm, c.to), []
    if lud.to is None or lud.to.effect is None:
        return []
    for path in radials(c, kind, f, directions(lud.directions, c, kind, f)):
        for site in path[1:]:
            c.frm, c.to = -1, site
            if not (ev(lud.to.if_, c) if lud.to.if_ is not None else is_enemy(c.s.who(kind, site), c)):
                break
            found += ev(lud.to.effect, c)
    c.frm, c.to = saved
    return found


@reads("Flip")
def flip(lud: Any, c: Context) -> Moves:
    """A piece turned over."""
    site = c.to if lud.site is None else ev(lud.site, c)
    if site < 0:
        raise NotRead("flip of no site")
    kind = c.type_at(lud.site_type, site)
    if c.s.height(kind, site) > 1:
        raise NotRead("flip of a stack")
    what, state = c.s.what(kind, site), c.s.state(kind, site)
    if what == 0:
        return []
    flips = c.world.components[what].flips
    if flips is None:
        raise NotRead("flip of a piece without flips")
    new = flips[1] if state == flips[0] else flips[0] if state == flips[1] else state
    return attach([Move([Action("SetState", kind, site, site, value=new)], frm=site, to=site)], lud.then)


@reads("Push")
def push(lud: Any, c: Context) -> Moves:
    """Pieces pushed along a line."""
    f = _origin(lud, c, last_to(c))
    kind = c.kind(None if lud.from_ is None else lud.from_.site_type)
    if not on_board(c, kind, f) or c.world.stacking:
        raise NotRead("push off the board or of stacks")
    found: Moves = []
    for path in radials(c, kind, f, directions(lud.directions, c, kind, f)[:1]):
        found.append(Move([Action("Remove", kind, f, f)], frm=f, to=f))
        piece = c.s.what(kind, f)
        for t in path[1:]:
            there = c.s.what(kind, t)
            if there:
                found.append(Move([Action("Remove", kind, t, t)], frm=t, to=t))
            found.append(Move([Action("Add", kind, t, t, what=piece)], frm=t, to=t))
            if there == 0:
                break
            piece = there
    return attach(found, lud.then)


# -- sowing ------------------------------------------------------------------------------------------------------


def _sow_track(lud: Any, c: Context) -> Any:
    for track in c.world.board.tracks:
        if lud.track_name is None:
            return track
        if lud.owner is None:
            if track.name == lud.track_name:
                return track
        elif track.owner == ev(lud.owner, c) and lud.track_name in track.name:
            return track
    return None


@reads("Sow")
def sow(lud: Any, c: Context) -> Moves:
    """One move that sows seeds along a track, with its captures."""
    start = last_to(c) if lud.start is None else ev(lud.start, c)
    track = _sow_track(lud, c)
    kind = c.kind(lud.site_type)
    if track is None:
        return []
    if start < 0 or c.world.stacking:
        raise NotRead("sow from no hole, or of stacks")
    count = c.s.count(kind, start) if lud.count is None else ev(lud.count, c)
    saved = c.frm, c.to, c.value
    actions: list[Any] = []
    where = _sow_seeds(lud, c, kind, track, start, count, actions)
    if where is None:
        return []
    if lud.apply is not None:
        _sow_captures(lud, c, track, start, where, actions)
    c.frm, c.to, c.value = saved
    return attach([Move(actions)], lud.then)


def _sow_seeds(
    lud: Any, c: Context, kind: SiteType, track: Any, start: int, count: int, actions: list[Any]
) -> int | None:
    """Adds the actions of sowing; the index of the last hole on the track, or None if there are no moves."""
    i, sown, old = track.index_of(start), 0, c.frm
    c.frm = start
    if opt(lud.origin, c, False):
        _sow_effect(lud, c, actions)
        for _ in range(opt(lud.num_per_hole, c, 1)):
            if sown < count:
                actions.append(Action("Move", kind, start, start, kind))
            sown += 1
        c.to = start
    c.frm = old
    index = skips = 0
    while sown < count and index < count:
        c.value = count - index
        if i < 0:
            return None
        to = c.to = _next(track, i)
        if lud.skip_if is not None and skips < 10000 and ev(lud.skip_if, c):
            i, skips = track.elements[i].next, skips + 1
            c.spend()
            continue
        skips = 0
        if lud.include_self is False and to == start:
            i = track.elements[i].next
            to = _next(track, i)
        _sow_effect(lud, c, actions)
        for _ in range(opt(lud.num_per_hole, c, 1)):
            if sown < count:
                actions.append(_seed(c, kind, start, to))
            sown += 1
        i = track.elements[i].next
        index += 1
    return i


def _sow_effect(lud: Any, c: Context, actions: list[Any]) -> None:
    if lud.sow_effect is not None:
        for move in ev(lud.sow_effect, c):
            actions.extend(move.flat())


def _seed(c: Context, kind: SiteType, start: int, to: int) -> Action:
    def other(read: Any) -> int:
        there = read(kind, to)
        return there if there != read(kind, start) else -1

    return Action(
        "Move", kind, start, to, kind, state=other(c.s.state), rotation=other(c.s.rotation), value=other(c.s.value)
    )


def _next(track: Any, i: int) -> int:
    following = track.elements[i].next
    if following == -1:
        raise NotRead("sowing beyond the end of a track")
    return int(track.elements[following].site)


def _sow_captures(lud: Any, c: Context, track: Any, start: int, i: int, actions: list[Any]) -> None:
    copy = c.copy()
    apply_move(copy, Move(list(actions)), store=False)
    rounds = 0
    going = lud.backtracking if lud.backtracking is not None else lud.forward
    while opt(lud.if_, copy, True):
        copy.frm = start
        for move in ev(lud.apply, copy):
            actions.extend(with_consequences(copy, move))
        if going is None or not ev(going, copy):
            break
        if lud.backtracking is not None:
            i = track.elements[i].previous
        else:
            i = track.elements[i].next
        if i == -1:
            if lud.backtracking is not None:
                raise NotRead("backtracking beyond the start of a track")
            break
        copy.to = track.elements[i].site
        if not ev(going, copy) or (lud.backtracking is not None and copy.to == start):
            break
        rounds += 1
        if rounds >= len(track.elements):
            break


# -- scores, settings --------------------------------------------------------------------------------------------


@reads("MoveAgain")
def _move_again(lud: Any, c: Context) -> Moves:
    return _single(lud, c, Action("SetNextPlayer", player=c.s.mover))


@reads("AddScore", "SetScore")
def _score(lud: Any, c: Context) -> Moves:
    adds = type(lud).__name__ == "AddScore"
    value = ev(lud.score if adds else lud.value, c)
    players = [ev(lud.player.index, c)] if lud.player is not None else real_players(lud.role, c)
    _exist(players, c)
    found = [Move([Action("SetScore", player=p, value=value, add=adds)], frm=-1, to=-1) for p in players]
    return attach(found, lud.then)


def _exist(players: list[int], c: Context) -> None:
    if any(not 0 <= p <= c.world.n for p in players):
        raise NotRead("a score of nobody")


@reads("AddScores")
def _scores(lud: Any, c: Context) -> Moves:
    scores = [ev(one, c) for one in lud.scores]
    if lud.roles is not None:
        players = [role_id(r, c) for r in lud.roles]
    else:
        players = [ev(one, c) for one in lud.players]
    _exist(players, c)
    found = [
        Move([Action("SetScore", player=p, value=v, add=True)], frm=-1, to=-1)
        for p, v in zip(players, scores, strict=False)
    ]
    return attach(found, lud.then)


@reads("Roll")
def _roll(lud: Any, c: Context) -> Moves:
    actions, drawn = [], []
    for number, index in enumerate(c.world.dice_containers):
        first = c.world.containers[index].first
        for die, faces in enumerate(c.world.dice_faces[number]):
            face = c.draws.draw(len(faces))
            shown = c.draws.shown
            if shown is not None and shown[len(drawn)] not in (0, faces[face]):
                raise NotShown
            drawn.append(face)
            actions.append(Action("Roll", None, first + die, first + die, value=face))
    actions.append(Action("DiceEqual", value=int(len(set(drawn)) == 1)))
    return attach([Move(list(actions))], lud.then)


@reads("Trigger")
def _trigger(lud: Any, c: Context) -> Moves:
    return _single(lud, c, Action("Trigger", player=player_of(lud.player_index, lud.role, c, -1)), then=False)


@reads("RememberValue")
def _remember(lud: Any, c: Context) -> Moves:
    value = ev(lud.value, c)
    if opt(lud.unique, c, False) and value in c.s.remembered.get(lud.name, ()):
        return []
    return _single(lud, c, Action("RememberValue", name=lud.name, value=value))


@reads("ForgetValue")
def _forget(lud: Any, c: Context) -> Moves:
    return _single(lud, c, Action("ForgetValue", name=lud.name, value=ev(lud.value, c)))


@reads("ForgetAllValues")
def _forget_all(lud: Any, c: Context) -> Moves:
    names = [lud.name] if lud.name is not None else [None, *(k for k in c.s.remembered if k is not None)]
    actions = [Action("ForgetValue", name=n, value=v) for n in names for v in c.s.remembered.get(n, ())]
    return attach([Move(list(actions), frm=-1, to=-1)], lud.then) if actions else []


@reads("RememberState")
def _remember_state(lud: Any, c: Context) -> Moves:
    return _single(lud, c, Action("StoreState"))


@reads("SetState", "SetValue")
def _set_datum(lud: Any, c: Context) -> Moves:
    site, value = ev(lud.at, c), ev(lud.value, c)
    level = opt(lud.level, c, -1)
    if value < 0 or level < -1 or site < -1:
        return []
    name = type(lud).__name__
    kind = c.type_at(lud.site_type, site)
    if name == "SetState" and (site < 0 or not c.s.has(kind, site)):
        return []
    return _single(lud, c, Action(name, kind, site, site, value=value, level_from=level, level_to=level), site=site)


@reads("SetPlayerValue")
def _set_player_value(lud: Any, c: Context) -> Moves:
    who, value = player_of(lud.player, lud.role, c, -1), ev(lud.value, c)
    if not 0 <= who <= c.world.n:
        return []
    return _single(lud, c, Action("SetValueOfPlayer", player=who, value=value))


@reads("SetCount", unread="level")
def _set_count(lud: Any, c: Context) -> Moves:
    site, value = ev(lud.at, c), ev(lud.value, c)
    if site < 0:
        raise NotRead("set Count of no site")
    kind = c.type_at(lud.site_type, site)
    return _single(lud, c, Action("SetCount", kind, site, site, what=c.s.what(kind, site), count=value), site=site)


@reads("SetPending")
def _set_pending(lud: Any, c: Context) -> Moves:
    values = ev(lud.region, c) if lud.region is not None else [opt(lud.value, c, -1)]
    actions = [Action("SetPending", value=v) for v in values]
    return [Move(list(actions), frm=-1, to=-1, mover=c.s.mover)] if actions else []


@reads("SetVar")
def _set_var(lud: Any, c: Context) -> Moves:
    return _single(lud, c, Action("SetVar", name=lud.name, value=opt(lud.new_value, c, -1)))


@reads("SetCounter")
def _set_counter(lud: Any, c: Context) -> Moves:
    return _single(lud, c, Action("SetCounter", value=opt(lud.new_value, c, -1)), then=False)


@reads("SetPot")
def _set_pot(lud: Any, c: Context) -> Moves:
    return _single(lud, c, Action("SetPot", value=ev(lud.new_value, c)), then=False)


@reads("SetNextPlayer", "MoveSetNextPlayer")
def _set_next(lud: Any, c: Context) -> Moves:
    players = [ev(lud.who.index, c)] if lud.who is not None else ev(lud.next_players, c)
    decision = type(lud).__name__.startswith("Move")
    return [
        Move([Action("SetNextPlayer", player=p, decision=decision)], frm=-1, to=-1, mover=c.s.mover)
        for p in players
        if 1 <= p <= c.world.n
    ]


@reads("SetTeam")
def _set_team(lud: Any, c: Context) -> Moves:
    team = ev(lud.team, c)
    players = [role_id(r, c) for r in lud.roles]
    actions = [Action("Team", player=p, value=team) for p in players if 1 <= p <= c.world.n]
    return attach([Move(list(actions), frm=-1, to=-1)], lud.then)


@reads("SetHidden")
def _set_hidden(lud: Any, c: Context) -> Moves:
    return attach([Move([Action("SetHidden")], frm=-1, to=-1)], lud.then)


@reads("Note")
def _note(lud: Any, c: Context) -> Moves:
    if lud.to_player is None and lud.to_role is None:
        raise NotRead("a note to nobody")
    players = [ev(lud.to_player.index, c)] if lud.to_player is not None else real_players(lud.to_role, c)
    return [Move([Action("Note", player=p)], frm=-1, to=-1) for p in players]


# -- operators ---------------------------------------------------------------------------------------------------


@reads("AndMoves", "OrMoves")
def _both(lud: Any, c: Context) -> Moves:
    return attach([*ev(lud.moves_a, c), *ev(lud.moves_b, c)], lud.then)


@reads("AndMovesAll", "OrMovesAll")
def _all(lud: Any, c: Context) -> Moves:
    return attach([move for one in lud.lists for move in ev(one, c)], lud.then)


@reads("IfMoves")
def _if(lud: Any, c: Context) -> Moves:
    chosen = lud.moves if ev(lud.condition, c) else lud.otherwise
    return [] if chosen is None else attach(ev(chosen, c), lud.then)


@reads("Priority", "PriorityAll")
def _priority(lud: Any, c: Context) -> Moves:
    for one in lud.lists if type(lud).__name__ == "PriorityAll" else (lud.list1, lud.list2):
        found: Moves = ev(one, c)
        if found:
            return attach(found, lud.then)
    return []


@reads("Do")
def do(lud: Any, c: Context) -> Moves:
    """Moves after other moves, or those after which a condition holds."""
    if lud.next is None and lud.if_afterwards is None:
        return []
    if c.asks_where and lud.next is not None:
        return attach(ev(lud.next, c), lud.then)
    found: Moves = ev(lud.prior, c) if lud.next is None else _do_next(lud, c)
    if lud.if_afterwards is not None and not auto_succeeds(lud.if_afterwards, c):
        found = [move for move in found if _holds_after(lud, c, move)]
    return attach(found, lud.then)


def _do_next(lud: Any, c: Context) -> Moves:
    copy = c.copy()
    lists = []
    for move in ev(lud.prior, c):
        lists.append(apply_move(copy, move, store=False).actions)
    found: Moves = ev(lud.next, copy)
    if not found and c.world.has_dice:
        actions = [a for one in reversed(lists) for a in one]
        forced = Action("Pass", decision=True)
        return [Move([*actions, forced], frm=-1, to=-1, mover=c.s.mover)]
    for move in found:
        at = 0
        for one in lists:
            move.actions[at:at] = one
            at = len(one)
    return found


def _holds_after(lud: Any, c: Context, move: Move) -> bool:
    copy = c.copy()
    copy.asks_where = False
    apply_move(copy, move, store=True)
    if copy.s.mover == copy.s.next:
        copy.s.next = copy.s.prev
    return bool(ev(lud.if_afterwards, copy))


@reads("MaxMoves")
def max_moves(lud: Any, c: Context) -> Moves:
    """The moves that begin the longest turns, worked out."""
    if opt(lud.with_value, c, False):
        raise NotRead("max Moves withValue:")
    best, found = 0, []
    for move in ev(lud.moves, c):
        copy = c.copy()
        copy.asks_where = False
        applied = c.world.play.play_in(copy, move)
        length = 1 + _longest(copy)
        if length > best:
            best, found = length, []
        if length == best:
            found.append(applied)
    return found


def _longest(c: Context) -> int:
    """The greatest number of moves that the turn may still last."""
    if c.s.over or c.s.prev != c.s.mover:
        return 0
    best = 0
    for move in c.world.play.moves_in(c):
        copy = c.copy()
        c.world.play.play_in(copy, move)
        best = max(best, 1 + _longest(copy))
    return best


@reads("MaxCaptures")
def _max_captures(lud: Any, c: Context) -> Moves:
    if opt(lud.with_value, c, False):
        raise NotRead("max Captures withValue:")
    found = ev(lud.moves, c)
    sizes = [sum(a.kind in ("Remove", "Queue") for a in with_consequences(c, move)) for move in found]
    return [move for move, size in zip(found, sizes, strict=True) if size == max(sizes)]


@reads("MaxDistance")
def _max_distance(lud: Any, c: Context) -> Moves:
    return list(ev(lud.moves, c))


@reads("Seq")
def _seq(lud: Any, c: Context) -> Moves:
    copy = c.copy()
    found = []
    for one in lud.moves:
        for move in ev(one, copy):
            found.append(apply_move(copy, move, store=True))
    return found


@reads("While")
def _while(lud: Any, c: Context) -> Moves:
    copy = c.copy()
    found: Moves = []
    rounds = 0
    while ev(lud.condition, copy):
        rounds += 1
        if rounds > 10000:
            raise NotRead("while without an end")
        for move in ev(lud.moves, copy):
            apply_move(copy, move, store=False)
            found.append(move)
    return attach(found, lud.then)


@reads("Append")
def _append(lud: Any, c: Context) -> Moves:
    found: Moves = ev(lud.moves, c)
    if not found:
        return []
    for number, move in enumerate(found):
        for action in move.flat():
            action.decision = number == 0
    first = found[0].flat()[0]
    return attach([Move(list(found), frm=first.frm, to=first.to, mover=c.s.mover)], lud.then)


@reads("AllCombinations")
def _combinations(lud: Any, c: Context) -> Moves:
    import copy as copying

    one, two = ev(lud.list_a, c), ev(lud.list_b, c)
    found = []
    for a in one:
        for b in two:
            decision = a.decision()
            frm, to = (decision.frm, decision.to) if decision else (-1, -1)
            found.append(Move([copying.deepcopy(a), copying.deepcopy(b)], frm=frm, to=to))
    return attach(found, lud.then)


@reads("FirstMoveOnTrack")
def _first_on_track(lud: Any, c: Context) -> Moves:
    owner = None if lud.owner is None else role_id(lud.owner, c)
    track = None
    for one in c.world.board.tracks:
        if lud.track_name is None or (
            one.name == lud.track_name if owner is None else (one.owner == owner and lud.track_name in one.name)
        ):
            track = one
            break
    if track is None:
        return []
    saved, found = c.site, []
    for site in track.sites:
        if site >= 0:
            c.site = site
            found = ev(lud.moves, c)
            if found:
                break
    c.site = saved
    return found


@reads("AvoidStoredState")
def _avoid(lud: Any, c: Context) -> Moves:
    found = []
    for move in ev(lud.moves, c):
        copy = c.copy()
        apply_move(copy, move, store=True)
        if copy.s.position_key() != c.s.stored:
            found.append(move)
    return found


# -- application -------------------------------------------------------------------------------------------------


def apply_move(c: Context, move: Move, store: bool) -> Move:
    """Carries out a move with all that follows from it; the flattened move."""
    c.spend()
    out: list[Action] = []
    for one in list(move.actions):
        if isinstance(one, Move):
            out += apply_move(c, one, store=False).actions
        else:
            perform(c.s, one)
            out.append(one)
    if store:
        c.s.moves.append(move)
    for consequent in list(move.then):
        for one in ev(consequent, c):
            out += apply_move(c, one, store=False).actions
    if store and c.world.queues and not any(a.kind == "SetNextPlayer" for a in out):
        _flush(c, out)
    result = Move(out, [], move.frm, move.to, list(move.between), move.mover)
    if store:
        c.s.moves[-1] = result
    return result


def _flush(c: Context, out: list[Action]) -> None:
    kind = c.world.default
    if c.world.stacking:
        for site in sorted(set(c.s.to_remove)):
            number = min(c.s.to_remove.count(site), c.s.height(kind, site))
            for level in range(number - 1, -1, -1):
                action = Action("Remove", kind, site, site, level_from=level, level_to=level)
                perform(c.s, action)
                out.insert(0, action)
    else:
        for site in c.s.to_remove:
            if not any(a.kind == "Remove" and a.to == site and a.type is kind and not a.decision for a in out):
                action = Action("Remove", kind, site, site)
                perform(c.s, action)
                out.insert(0, action)
    c.s.to_remove = []


def with_consequences(c: Context, move: Move) -> list[Action]:
    """All actions that a move does, its consequents' included; nothing changes."""
    copy = c.copy()
    return list(apply_move(copy, move, store=True).actions)
