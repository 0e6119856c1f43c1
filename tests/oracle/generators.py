"""Moves of pieces: what each generator of moves yields."""

from __future__ import annotations

from typing import Any

from petteia.board import Direction, SiteType

from .actions import Action, Move
from .errors import NotRead
from .numbers import named_exactly, span
from .reading import (
    FAR,
    Context,
    directions,
    ev,
    last_from,
    last_to,
    on_board,
    opt,
    player_of,
    radials,
    reads,
    role_id,
    steps,
)
from .regions import walk_ends
from .world import CELL

Moves = list[Move]


def is_decision(lud: Any) -> bool:
    """True if the form is that of a decision, `(move ..)`."""
    return type(lud).__name__.startswith("Move")


def attach(moves: Moves, then: Any) -> Moves:
    """Moves with a consequent attached to each of them."""
    if then is not None:
        if then.apply_after_all_moves:
            raise NotRead("applyAfterAllMoves")
        for move in moves:
            move.then.append(then.moves)
    return moves


def chain(move: Move, effect: Any, c: Context) -> Move:
    """A move with the moves of an effect before it."""
    found: Moves = ev(effect, c)
    if not found:
        return move
    for one in found:
        one.undecide()
    return Move([*found, move])


def apply_parts(to: Any) -> tuple[Any, Any]:
    """The condition and the effect of the `apply` of an argument."""
    one = None if to is None else to.effect
    if one is None:
        return None, None
    return getattr(one, "if_", None), getattr(one, "effect", None)


def chain_whole(move: Move, argument: Any, c: Context) -> Move:
    """A move with an `apply` in front, if its condition holds."""
    condition, effect = apply_parts(argument)
    if effect is None or not opt(condition, c, True):
        return move
    return chain(move, effect, c)


@reads("ApplyEffect", "ApplyEffectIf", "ApplyIf")
def _apply(lud: Any, c: Context) -> Moves:
    effect = getattr(lud, "effect", None)
    if effect is None or not opt(getattr(lud, "if_", None), c, True):
        return []
    return ev(effect, c)


def _from_site(lud: Any, c: Context) -> int:
    """The site of a `from`, by default the iterator."""
    if lud.from_ is None or lud.from_.site is None:
        return c.frm
    return int(ev(lud.from_.site, c))


def _from_kind(lud: Any, c: Context) -> SiteType:
    return c.kind(None if lud.from_ is None else lud.from_.site_type)


def _from_holds(lud: Any, c: Context) -> bool:
    return lud.from_ is None or bool(opt(lud.from_.if_, c, True))


def _finish(move: Move, frm: int, to: int, c: Context, between: list[int] | None = None) -> Move:
    move.frm, move.to, move.mover = frm, to, c.s.mover
    move.between = list(between or ())
    return move


# -- step, slide, hop, leap, shoot -------------------------------------------------------------------------------


@reads("Step", "MoveStep")
def step(lud: Any, c: Context) -> Moves:
    """Moves by one step."""
    if lud.from_ is not None and lud.from_.region is not None:
        return []
    kind, f = _from_kind(lud, c), _from_site(lud, c)
    if not on_board(c, kind, f):
        return []
    ways = directions(lud.directions, c, kind, f)
    level = -1 if lud.from_ is None or lud.from_.level is None else ev(lud.from_.level, c)
    saved, c.frm = (c.frm, c.to), f
    if not _from_holds(lud, c):
        return []
    found: Moves = []
    seen = set()
    for t in steps(c, kind, f, ways):
        c.to = t
        if not opt(lud.to.if_, c, True) or t in seen:
            continue
        seen.add(t)
        action = Action("Move", kind, f, t, kind, decision=is_decision(lud), stack=bool(lud.stack))
        if c.world.stacking and not lud.stack:
            action.level_from = level if level >= 0 else c.s.height(kind, f) - 1
        found.append(_finish(chain_whole(Move.of(action), lud.to, c), f, t, c))
    c.frm, c.to = saved
    return attach(found, lud.then)


def _empty_site(c: Context, site: int) -> bool:
    return on_board(c, c.world.default, site) and c.s.is_empty(c.world.default, site)


@reads("Slide", "MoveSlide")
def slide(lud: Any, c: Context) -> Moves:
    """Moves along radials or tracks."""
    kind, f = _from_kind(lud, c), _from_site(lud, c)
    if lud.from_ is not None and lud.from_.region is not None:
        raise NotRead("slide from a region")
    if f == -1:
        return []
    saved, c.frm = (c.frm, c.to, c.between), f
    low, high = -1, FAR
    if lud.between is not None and lud.between.range is not None:
        low, high = span(lud.between.range, c)
    if lud.track is not None:
        found = _slide_track(lud, c, kind, f, low, high)
        c.frm, c.to, c.between = saved
        return attach(found, lud.then)
    if not on_board(c, kind, f):
        c.frm = saved[0]
        return []
    ways = directions(lud.directions, c, kind, f)
    if not _from_holds(lud, c):
        return []
    found = []
    for path in radials(c, kind, f, ways):
        c.between = saved[2]
        found += _slide_path(lud, c, kind, path, low, high)
    c.frm, c.to, c.between = saved
    return attach(found, lud.then)


def _slide_path(lud: Any, c: Context, kind: SiteType, path: Any, low: int, high: int) -> Moves:
    f, found, passed = path[0], [], []
    rule, effect = apply_parts(lud.to)
    stop = None if lud.to is None else lud.to.if_
    level = -1 if lud.from_ is None or lud.from_.level is None else ev(lud.from_.level, c)

    def make(i: int, plain: bool) -> None:
        t = path[i]
        action = Action(
            "Move",
            kind,
            f,
            t,
            kind,
            decision=is_decision(lud) or bool(lud.stack) or level >= 0,
            stack=bool(lud.stack),
            level_from=level,
        )
        move = Move.of(action)
        if effect is not None and not (plain and (lud.stack or level >= 0)):
            move = chain(move, effect, c)
        if lud.between is not None and lud.between.trail is not None:
            piece = ev(lud.between.trail, c)
            if not 0 < piece < len(c.world.components):
                raise NotRead("a trail of no piece")
            move = Move([move, *(Action("Add", kind, s, s, what=piece) for s in path[:i])])
        if lud.between is not None and lud.between.effect is not None:
            here = c.between
            for p in passed:
                c.between = p
                move = chain_whole(move, lud.between, c)
            c.between = here
        if opt(rule, c, True):
            found.append(_finish(move, f, t, c, passed))

    for i in range(1, min(len(path) - 1, high) + 1):
        t = c.to = path[i]
        if stop is not None and ev(stop, c) and low <= i:
            make(i, plain=False)
            break
        c.between = t
        if not (
            opt(lud.between.if_, c, True)
            if lud.between is not None and lud.between.if_ is not None
            else _empty_site(c, t)
        ):
            break
        if low <= i:
            make(i, plain=True)
        passed.append(t)
    return found


def _slide_track(lud: Any, c: Context, kind: SiteType, f: int, low: int, high: int) -> Moves:
    if lud.stack or (lud.from_ is not None and lud.from_.level is not None):
        raise NotRead("slide of stacks along a track")
    if not _from_holds(lud, c):
        return []
    rule, effect = apply_parts(lud.to)
    stop, found = None if lud.to is None else lud.to.if_, []
    every = lud.track == "AllTracks"
    for track in c.world.board.tracks:
        if not every and track.name != lud.track:
            continue
        for j, element in enumerate(track.elements):
            if element.site != f:
                continue
            bumps, k, at = element.bump, 1, j
            while track.elements[at].next != -1 and k < len(track.elements) and k <= high:
                at_next = track.elements[at].next
                t = c.to = track.elements[at_next].site
                if not every or bumps > 0:
                    action = Action("Move", kind, f, t, kind, decision=is_decision(lud))
                    if stop is not None and ev(stop, c):
                        if low <= k:
                            move = Move.of(action) if effect is None else chain(Move.of(action), effect, c)
                            move.frm, move.to = f, t
                            found.append(move)
                        break
                    if low <= k and opt(rule, c, True):
                        found.append(Move([action], frm=f, to=t))
                k += 1
                c.between = t
                free = (
                    opt(lud.between.if_, c, True)
                    if lud.between is not None and lud.between.if_ is not None
                    else (_empty_site(c, t))
                )
                if not free:
                    break
                at = at_next
                bumps += track.elements[at].bump
    return found


@reads("Hop", "MoveHop")
def hop(lud: Any, c: Context) -> Moves:
    """Moves over hurdles."""
    kind = _from_kind(lud, c)
    f = c.frm if lud.from_ is not None and lud.from_.region is not None else _from_site(lud, c)
    if f == -1:
        return []
    if not on_board(c, kind, f):
        return []
    saved, c.frm = (c.frm, c.to, c.between), f
    between = lud.between
    before = 0 if between is None else opt(between.before, c, 0)
    after = 0 if between is None else opt(between.after, c, 0)
    low, high = (1, 1) if between is None or between.range is None else span(between.range, c)
    if lud.to.if_ is None:
        raise NotRead("hop without a condition on its end")
    ways = directions(lud.directions, c, kind, f)
    found: Moves = []
    if low == 0:
        seen = set()
        for t in steps(c, kind, f, ways):
            if not _from_holds(lud, c):
                continue
            c.to = t
            if ev(lud.to.if_, c) and t not in seen:
                seen.add(t)
                move = Move.of(_hop_action(lud, c, kind, f, t))
                if between is not None:
                    move = chain_whole(move, between, c)
                found.append(_finish(move, f, t, c))
    if high > 0:
        for path in radials(c, kind, f, ways):
            found += _hop_path(lud, c, kind, path, (before, low, high, after))
    c.frm, c.to, c.between = saved
    return attach(found, lud.then)


def _hop_action(lud: Any, c: Context, kind: SiteType, f: int, t: int) -> Action:
    level = -1 if lud.from_ is None or lud.from_.level is None else ev(lud.from_.level, c)
    return Action("Move", kind, f, t, kind, decision=is_decision(lud), stack=bool(lud.stack), level_from=level)


def _hop_path(lud: Any, c: Context, kind: SiteType, path: Any, numbers: tuple[int, int, int, int]) -> Moves:
    f = path[0]
    before, low, high, after = numbers
    between, found = lud.between, []
    stop, effect = apply_parts(lud.to)

    def hurdle() -> bool:
        if between is None:
            return True
        return between.if_ is not None and bool(ev(between.if_, c))

    for i in range(1, len(path)):
        if not _from_holds(lud, c):
            continue
        c.between = path[i]
        if hurdle():
            hurdles, j = [path[i]], i + 1
            while j < len(path) and len(hurdles) < high:
                c.between = path[j]
                if not hurdle():
                    break
                hurdles.append(path[j])
                j += 1
            if len(hurdles) < low:
                return found
            last = c.between
            for k in range(len(hurdles) - low, -1, -1):
                for q in range(j - k, len(path)):
                    c.between = last
                    t = c.to = path[q]
                    if not ev(lud.to.if_, c):
                        if stop is not None and ev(stop, c):
                            move = Move.of(_hop_action(lud, c, kind, f, t))
                            if effect is not None:
                                move = chain(move, effect, c)
                            found.append(_finish(move, f, t, c, hurdles))
                        break
                    if stop is None:
                        move = Move.of(_hop_action(lud, c, kind, f, t))
                        if effect is not None:
                            move = chain(move, effect, c)
                        if between is not None:
                            for h in hurdles[: len(hurdles) - k]:
                                c.between = h
                                move = chain_whole(move, between, c)
                        found.append(_finish(move, f, t, c, hurdles))
                    if q - j + 1 > after - k:
                        break
            return found
        c.to = path[i]
        if i > before or not ev(lud.to.if_, c):
            return found
    return found


@reads("Leap", "MoveLeap")
def leap(lud: Any, c: Context) -> Moves:
    """Moves to the ends of walks."""
    kind, f = _from_kind(lud, c), _from_site(lud, c)
    if lud.from_ is not None and (lud.from_.region is not None or lud.from_.level is not None):
        raise NotRead("leap from a region or a level")
    saved, c.frm = (c.frm, c.to), f
    if f == -1 or not on_board(c, kind, f) or not _from_holds(lud, c):
        return []
    if lud.to.if_ is None:
        raise NotRead("leap without a condition on its end")
    targets = walk_ends(c, kind, f, lud.walk, opt(lud.rotations, c, True))
    if opt(lud.forward, c, False):
        targets = [t for t in targets if _is_ahead(c, kind, f, t)]
    found: Moves = []
    for t in targets:
        c.to = t
        if ev(lud.to.if_, c):
            action = Action("Move", kind, f, t, kind, decision=is_decision(lud))
            found.append(_finish(chain_whole(Move.of(action), lud.to, c), f, t, c))
    c.frm, c.to = saved
    return attach(found, lud.then)


def _is_ahead(c: Context, kind: SiteType, f: int, t: int) -> bool:
    from .reading import facing_at

    sites, name = c.sites(kind), facing_at(c, kind, f).name
    if name not in ("N", "E", "S", "W", "NE", "SE", "SW", "NW"):
        return False
    row, column = sites.row[t] - sites.row[f], sites.column[t] - sites.column[f]
    return all((row > 0 if w == "N" else row < 0 if w == "S" else column > 0 if w == "E" else column < 0) for w in name)


@reads("Shoot", "MoveShoot")
def shoot(lud: Any, c: Context) -> Moves:
    """Placements along radials."""
    kind = _from_kind(lud, c)
    if lud.from_ is not None and lud.from_.region is not None:
        raise NotRead("shoot from a region")
    f = (
        ev(lud.from_.site, c)
        if lud.from_ is not None and lud.from_.site is not None
        else (last_to(c) if lud.from_ is None else c.frm)
    )
    pieces = pieces_of(lud.what, c)
    way = Direction.Adjacent if lud.direction is None else Direction[lud.direction.name]
    if not on_board(c, kind, f) or not pieces:
        return []
    saved, found = (c.to, c.between), []
    for path in radials(c, kind, f, [way]):
        c.between, passed = saved[1], []
        for t in path[1:]:
            c.to = t
            good = (
                ev(lud.to.if_, c)
                if lud.to is not None and lud.to.if_ is not None
                else (on_board(c, CELL, t) and c.s.is_empty(CELL, t))
            )
            if not good:
                break
            action = Action("Add", kind, t, t, what=pieces[0], decision=is_decision(lud))
            found.append(_finish(Move.of(action), t, t, c, passed))
            passed.append(t)
            c.between = t
    c.to, c.between = saved
    return attach(found, lud.then)


# -- select, fromTo ----------------------------------------------------------------------------------------------


@reads("Select", "MoveSelect")
def select(lud: Any, c: Context) -> Moves:
    """Selections of a site, or of two."""
    kind = c.kind(lud.from_.site_type)
    sites = ev(lud.from_.region, c) if lud.from_.region is not None else [_from_site(lud, c)]
    saved, found = (c.frm, c.to), []
    mover = c.s.mover if lud.mover is None else role_id(lud.mover, c)

    def in_range(of: SiteType, site: int) -> bool:
        return 0 <= site < (c.world.total_sites if of is CELL else c.world.elements(of))

    for s in sites:
        if s == -1 and kind is CELL:
            raise NotRead("select of no site")
        if not in_range(kind, s):
            continue
        c.frm = c.to = s
        if not opt(lud.from_.if_, c, True):
            continue
        level = -1
        if c.world.stacking:
            level = opt(lud.from_.level, c, c.s.height(c.type_at(lud.from_.site_type, s), s) - 1)
        if lud.to is None:
            action = Action("Select", kind, s, s, level_from=level, level_to=level, decision=is_decision(lud))
            found.append(Move([action], frm=s, to=s, mover=mover))
            continue
        to_kind = c.kind(lud.to.site_type)
        targets = (
            ev(lud.to.region, c) if lud.to.region is not None else [c.to if lud.to.site is None else ev(lud.to.site, c)]
        )
        for t in targets:
            if in_range(to_kind, t):
                c.to = t
                if opt(lud.to.if_, c, True):
                    action = Action("Select", kind, s, t, to_kind, level_from=level, decision=is_decision(lud))
                    found.append(Move([action], frm=s, to=t, mover=mover))
    c.frm, c.to = saved
    return attach(found, lud.then)


@reads("FromTo", "Move", "MoveFromTo")
def from_to(lud: Any, c: Context) -> Moves:
    """Moves from sites to sites."""
    of, ot = c.frm, c.to
    sites = ev(lud.from_.region, c) if lud.from_.region is not None else [_from_site(lud, c)]
    mover = c.s.mover if lud.mover is None else role_id(lud.mover, c)
    found: Moves = []
    for f in sites:
        if f < 0:
            continue
        tf = c.type_at(lud.from_.site_type, f)
        if c.s.what(tf, f) <= 0:
            continue
        c.frm = f
        copies = bool(opt(lud.copy, c, False))
        if not opt(lud.from_.if_, c, True):
            continue
        targets = (
            ev(lud.to.region, c) if lud.to.region is not None else [c.to if lud.to.site is None else ev(lud.to.site, c)]
        )
        count = None if lud.count is None else ev(lud.count, c)
        c.frm = of
        for t in targets:
            if t >= 0:
                found += _from_to_one(lud, c, tf, f, t, count, copies, of, mover)
    c.frm, c.to = of, ot
    return attach(found, lud.then)


def _from_to_one(
    lud: Any, c: Context, tf: SiteType, f: int, t: int, count: int | None, copies: bool, of: int, mover: int
) -> Moves:
    tt = c.kind(lud.to.site_type) if lud.to.site_type is not None else c.type_at(None, t)
    action = _from_to_action(lud, c, tf, f, tt, t, count, copies)
    c.frm, c.to = f, t
    if not opt(lud.to.if_, c, True):
        return []
    c.frm = of
    move = Move.of(action)
    if lud.to.rotations is not None:
        raise NotRead("fromTo with rotations")
    condition, effect = apply_parts(lud.to)
    if effect is not None and opt(condition, c, True):
        c.frm, c.to = f, t
        move = chain(move, effect, c)
    move.frm, move.to, move.mover = f, t, mover
    return [move]


def _from_to_action(
    lud: Any, c: Context, tf: SiteType, f: int, tt: SiteType, t: int, count: int | None, copies: bool
) -> Action:
    decision, stack = is_decision(lud), bool(lud.stack)
    action = Action("Move", tf, f, t, tt, decision=decision)
    if lud.to.level is not None:
        action.level_to = ev(lud.to.level, c)
        if stack:
            action.stack = True
        elif lud.from_.level is not None:
            action.level_from = ev(lud.from_.level, c)
    elif lud.from_.level is not None:
        action.level_from = ev(lud.from_.level, c)
    elif count is None:
        if copies:
            action.kind, action.level_from = "Copy", 0
        else:
            action.stack = stack
    else:
        action.kind = "MoveN" if not c.world.stacking and not stack else "StackMove"
        action.count = count
    return action


# -- add, remove, promote ----------------------------------------------------------------------------------------


def pieces_of(lud: Any, c: Context) -> list[int]:
    """The components that an argument `(piece ..)` names."""
    if lud.name_component is not None:
        return [named_exactly(c, lud.name_component)]
    if lud.name_components is not None:
        return [named_exactly(c, one) for one in lud.name_components]
    if lud.component is not None:
        return [ev(lud.component, c)]
    return [ev(one, c) for one in lud.components]


@reads("Add", "MoveAdd")
def add(lud: Any, c: Context) -> Moves:
    """Placements."""
    pieces = [c.s.mover] if lud.what is None else pieces_of(lud.what, c)
    state = -1 if lud.what is None or lud.what.state is None else ev(lud.what.state, c)
    count = opt(lud.count, c, 1)
    if count < 1:
        return []
    saved = c.frm, c.to
    found: Moves = []
    for piece in pieces:
        if piece == -1:
            continue
        if piece >= len(c.world.components):
            raise NotRead("a component that is not there")
        if lud.to.region is None:
            site = c.to if lud.to.site is None else ev(lud.to.site, c)
            found = _add_at(lud, c, piece, state, count, site)
            break
        for t in ev(lud.to.region, c):
            c.to = t
            if opt(lud.to.if_, c, True):
                found += _add_in_region(lud, c, piece, state, count, t)
    c.frm, c.to = saved
    # A move that stands twice in the list gets the consequent of its own generator once.
    attach(list({id(one): one for one in found}.values()), lud.then)
    return found


def _add_actions(lud: Any, c: Context, piece: int, state: int, count: int, site: int) -> list[Action]:
    kind = c.kind(lud.to.site_type) if lud.to.site_type is not None else c.type_at(None, site)
    level = -1 if lud.to.level is None else ev(lud.to.level, c)
    size = c.s.height(kind, site) if site >= 0 else 0
    name = "Add" if level == -1 else "Insert"
    at = level if level != -1 else size if c.world.stacking else -1
    return [
        Action(
            name,
            kind,
            site,
            site,
            what=piece,
            state=state,
            level_from=at,
            level_to=at,
            decision=is_decision(lud) and number == 0,
        )
        for number in range(count)
    ]


def _add_at(lud: Any, c: Context, piece: int, state: int, count: int, site: int) -> Moves:
    saved = c.frm
    c.to = site
    if site < 0:
        raise NotRead("add to no site")
    if not opt(lud.to.if_, c, True):
        return []
    move = Move(list(_add_actions(lud, c, piece, state, count, site)))
    c.frm = site
    move = chain_whole(move, lud.to, c)
    c.frm = saved
    return [_finish(move, site, site, c)]


def _add_in_region(lud: Any, c: Context, piece: int, state: int, count: int, t: int) -> Moves:
    move = Move(list(_add_actions(lud, c, piece, state, count, t)))
    condition, effect = apply_parts(lud.to)
    twice = False
    if lud.to.effect is not None and opt(condition, c, True):
        c.frm = c.to = t
        twice = True
        if effect is not None:
            move = chain(move, effect, c)
    _finish(move, t, t, c)
    return [move, move] if twice else [move]


@reads("Claim", "MoveClaim")
def claim(lud: Any, c: Context) -> Moves:
    """Claims of sites."""
    if lud.to.region is None or lud.to.effect is not None:
        raise NotRead("claim of a single site")
    pieces = [c.s.mover] if lud.what is None else pieces_of(lud.what, c)
    state = -1 if lud.what is None or lud.what.state is None else ev(lud.what.state, c)
    saved, found = (c.frm, c.to), []
    for piece in pieces:
        for t in ev(lud.to.region, c) if piece != -1 else ():
            c.to = t
            if opt(lud.to.if_, c, True):
                found.append(_finish(Move(list(_add_actions(lud, c, piece, state, 1, t))), t, t, c))
    c.frm, c.to = saved
    return attach(found, lud.then)


@reads("Remove", "MoveRemove")
def remove(lud: Any, c: Context) -> Moves:
    """Removals."""
    sites = ev(lud.region, c) if lud.region is not None else [ev(lud.site, c)]
    count = opt(lud.count, c, 1)
    later = lud.at is not None and lud.at.name == "EndOfTurn"
    found: Moves = []
    for site in sites:
        if site < 0:
            continue
        kind = c.type_at(lud.site_type, site)
        if c.s.what(kind, site) <= 0:
            continue
        level = -1
        if lud.level is not None and c.world.stacking:
            level = ev(lud.level, c)
            if level < 0:
                raise NotRead("remove at a level that is nowhere")
            if level == c.s.height(kind, site) - 1:
                level = -1
        actions = [
            Action(
                "Queue" if later else "Remove",
                kind,
                site,
                site,
                level_from=level,
                level_to=level,
                decision=is_decision(lud) and n == 0,
            )
            for n in range(max(count, 1))
        ]
        found.append(Move(list(actions), frm=site, to=site, mover=c.s.mover))
    return attach(found, lud.then)


@reads("Promote", "MovePromote")
def promote(lud: Any, c: Context) -> Moves:
    """Promotions."""
    site = c.to if lud.site is None else ev(lud.site, c)
    if site == -1:
        return []
    kind = c.type_at(lud.site_type, site)
    if not 0 <= site < (len(c.s.stacks[kind]) if c.world.stacking else len(c.s.flat[kind][0])):
        raise NotRead("promotion on a site that is not there")
    found: Moves = []
    for piece in _promoted(lud, c):
        if piece < 1:
            continue
        if piece >= len(c.world.components):
            raise NotRead("a component that is not there")
        action = Action("Promote", kind, site, site, what=piece, decision=is_decision(lud))
        found.append(Move([action], frm=site, to=site, mover=c.s.mover))
    return attach(found, lud.then)


def _promoted(lud: Any, c: Context) -> list[int]:
    names = [lud.what.name_component] if lud.what.name_component is not None else lud.what.name_components
    if names is None or (lud.who is None and lud.role is None):
        return pieces_of(lud.what, c)
    who = player_of(lud.who, lud.role, c, -1)
    found = []
    for name in names:
        one = next((x.index for x in c.world.components[1:] if name in x.name and x.owner == who), -1)
        if one == -1:
            raise NotRead(f"no component {name}")
        found.append(one)
    return found


@reads("Pass", "MovePass")
def pass_(lud: Any, c: Context) -> Moves:
    """A pass."""
    move = Move([Action("Pass", decision=is_decision(lud))], frm=-1, to=-1, mover=c.s.mover)
    return attach([move], lud.then)


@reads("Propose", "MovePropose", "Vote", "MoveVote")
def propose(lud: Any, c: Context) -> Moves:
    """Proposals and votes."""
    kind = "Vote" if "Vote" in type(lud).__name__ else "Propose"
    values = vars(lud)
    texts = next(values[k] for k in ("messages", "propositions", "votes") if k in values)
    one = next(values[k] for k in ("message", "proposition", "vote") if k in values)
    found = [
        Move([Action(kind, name=t, decision=is_decision(lud))], frm=-1, to=-1, mover=c.s.mover)
        for t in (texts if texts is not None else [one])
    ]
    return attach(found, lud.then)


@reads("SwapPlayers", "MoveSwapPlayers")
def swap_players(lud: Any, c: Context) -> Moves:
    """A swap of two players' seats."""
    one, two = player_of(lud.player1, lud.role1, c, -1), player_of(lud.player2, lud.role2, c, -1)
    if not {one, two} <= set(range(1, c.world.n + 1)):
        raise NotRead("swap Players of nobody")
    actions = [Action("Swap", player=one, value=two, decision=True), Action("SetNextPlayer", player=c.s.mover)]
    return attach([Move(list(actions), frm=-1, to=-1, mover=c.s.mover)], lud.then)


@reads("SwapPieces", "MoveSwapPieces")
def swap_pieces(lud: Any, c: Context) -> Moves:
    """A swap of two pieces."""
    a = last_from(c) if lud.site_a is None else ev(lud.site_a, c)
    b = last_to(c) if lud.site_b is None else ev(lud.site_b, c)
    if c.world.stacking or c.world.default is not CELL or a < 0 or b < 0:
        raise NotRead("swap Pieces of stacks, off the board or off cells")
    other = c.s.what(CELL, b)
    actions = [Action("Move", CELL, a, b, CELL, decision=is_decision(lud)), Action("Add", None, a, a, what=other)]
    return attach([Move(list(actions), frm=a, to=b, mover=c.s.mover)], lud.then)
