"""Moves and the primitive actions they are made of: what each changes in a state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from petteia.board import SiteType

from .errors import NotRead
from .state import State
from .world import CELL


@dataclass
class Action:
    """One primitive action; -1 and None mean "not given"."""

    kind: str
    type: SiteType | None = None
    frm: int = -1
    to: int = -1
    type_to: SiteType | None = None
    what: int = -1
    count: int = 1
    state: int = -1
    rotation: int = -1
    value: int = -1
    level_from: int = -1
    level_to: int = -1
    stack: bool = False
    player: int = -1
    name: str | None = None
    decision: bool = False
    add: bool = False


@dataclass
class Move:
    """An ordered list of actions and nested moves, with what follows it."""

    actions: list[Any] = field(default_factory=list)
    then: list[Any] = field(default_factory=list)
    frm: int = 0
    to: int = 0
    between: list[int] = field(default_factory=list)
    mover: int = 0

    @staticmethod
    def of(action: Action) -> Move:
        """The move of one action."""
        return Move([action], frm=action.frm, to=action.to)

    def flat(self) -> list[Action]:
        """All actions, those of nested moves included."""
        found: list[Action] = []
        for one in self.actions:
            found += one.flat() if isinstance(one, Move) else [one]
        return found

    def decision(self) -> Action | None:
        """The first action that is a decision."""
        return next((a for a in self.flat() if a.decision), None)

    def undecide(self) -> None:
        """Clears every decision flag."""
        for one in self.flat():
            one.decision = False

    def consists_of(self, kind: str) -> bool:
        """True if it has an action of this kind, and no decision of another kind."""
        flat = self.flat()
        return any(a.kind == kind for a in flat) and not any(a.decision and a.kind != kind for a in flat)

    @property
    def is_pass(self) -> bool:
        """True if it is a pass."""
        return self.consists_of("Pass")

    @property
    def is_swap(self) -> bool:
        """True if it swaps players."""
        return self.consists_of("Swap")


def perform(state: State, action: Action) -> None:
    """Carries out a primitive action."""
    _PERFORM[action.kind](state, action)


def _add(s: State, a: Action) -> None:
    if a.to < 0:
        return
    kind, site, what, world = s.type_of(a.type, a.to), a.to, a.what, s.world
    who = world.owner(what)
    if world.stacking:
        given = any(x != -1 for x in (a.state, a.rotation, a.value))
        rest = (max(a.state, 0), max(a.rotation, 0), max(a.value, 0)) if given else None
        s.push(kind, site, what, who, rest)
        s.own(what, kind, site, s.height(kind, site) - 1)
    elif s.what(kind, site) == 0:
        s.set_site(kind, site, who, what, a.count, a.state, a.rotation, a.value)
        if what > 0:
            s.own(what, kind, site)
    else:
        old = s.flat[kind][5][site]
        s.set_site(
            kind, site, count=old + a.count if world.count else 1, state=a.state, rotation=a.rotation, value=a.value
        )
    track_add(s, what, site, a.count, twice=world.stacking)


def _insert(s: State, a: Action) -> None:
    kind, site, level = s.type_of(a.type, a.to), a.to, a.level_to
    size = s.height(kind, site)
    piece = (a.what, s.world.owner(a.what), a.state, -1, -1)
    if level == size:
        s.insert(kind, site, level, piece)
        s.own(a.what, kind, site, size)
    elif level < size:
        _raise(s, kind, site, level)
        s.insert(kind, site, level, piece)
        s.own(a.what, kind, site, level)


def _raise(s: State, kind: SiteType, site: int, level: int) -> None:
    """Owned entries of a stack from a level on, one higher, entered anew from the top down."""
    for at in range(s.height(kind, site) - 1, level - 1, -1):
        what = s.what(kind, site, at)
        entries = s.owned.get((s.world.owner(what), what), [])
        if (kind, site, at) in entries:
            entries.remove((kind, site, at))
            entries.append((kind, site, at + 1))


def _move(s: State, a: Action) -> None:
    tf, tt = s.type_of(a.type, a.frm), s.type_of(a.type_to, a.to)
    if a.frm < 0 or a.to < 0:
        raise NotRead("a move action from or to no site")
    if s.world.stacking:
        _move_in_stacks(s, a, tf, tt)
    elif a.stack:
        raise NotRead("stack moves in a flat game")
    else:
        _move_flat(s, a, tf, tt)


def _move_flat(s: State, a: Action, tf: SiteType, tt: SiteType) -> None:
    f, t = a.frm, a.to
    w, count = s.what(tf, f), s.count(tf, f)
    if w == 0 and count == 0:
        return
    kept = s.state(tf, f), s.rotation(tf, f), s.value(tf, f)
    if count == 1:
        s.clear(tf, f)
        s.disown(w, tf, f)
    else:
        s.set_site(tf, f, count=count - 1)
    given = a.state, a.rotation, a.value
    new = [g if g != -1 else k for g, k in zip(given, kept, strict=True)]
    s.set_site(tt, t, state=new[0], rotation=new[1], value=new[2])
    there = s.what(tt, t)
    if there and (not s.world.count or there != w):
        s.disown(there, tt, t)
    if there == w and s.count(tt, t) > 0:
        s.set_site(tt, t, count=s.count(tt, t) + 1 if s.world.count else 1)
    else:
        s.set_site(tt, t, s.world.owner(w), w, 1)
    if w and s.count(tt, t) == 1:
        s.own(w, tt, t)
    track_move(s, w, f, t)


def _move_in_stacks(s: State, a: Action, tf: SiteType, tt: SiteType) -> None:
    f, t, world = a.frm, a.to, s.world
    if (tf, f) == (tt, t) or s.height(tf, f) == 0:
        return
    if a.stack:
        _move_whole_stack(s, a, tf, tt)
        return
    top = s.height(tf, f) - 1
    level = a.level_from if a.level_from >= 0 else top
    w = s.what(tf, f, level)
    if level > top or w == 0:
        raise NotRead("a move of a level that is not there")
    kept = s._level(tf, f, level)[2:]
    given = a.state, a.rotation, a.value
    owner = world.owner(w)
    if a.level_to >= 0:
        if a.level_from >= 0:
            s.take_level(tf, f, level)
            _raise(s, tt, t, a.level_to)
        else:
            s.pop(tf, f)
        s.insert(tt, t, a.level_to, (w, owner, *given))
        s.own(w, tt, t, a.level_to if a.level_from >= 0 else s.height(tt, t) - 1)
    elif a.level_from >= 0:
        s.take_level(tf, f, level)
        s.push(tt, t, w, owner, tuple(g if g != -1 else k for g, k in zip(given, kept, strict=True)))
        s.own(w, tt, t, s.height(tt, t) - 1)
    else:
        s.pop(tf, f)
        s.push(tt, t, w, owner)
        s.own(w, tt, t, s.height(tt, t) - 1)
    s.disown(w, tf, f, level)
    track_move(s, w, f, t)


def _move_whole_stack(s: State, a: Action, tf: SiteType, tt: SiteType) -> None:
    size, levels = s.stacks[tf][a.frm]
    pieces = levels[:size]
    for what in {piece[0] for piece in pieces if s.world.owner(piece[0]) != 0}:
        s.disown(what, tf, a.frm)
    s.stacks[tf][a.frm] = (0, ())
    for piece in pieces:
        if a.level_to == -1:
            s.push(tt, a.to, piece[0], piece[1], piece[2:])
            at = s.height(tt, a.to) - 1
        else:
            s.insert(tt, a.to, a.level_to, piece)
            at = a.level_to
        if s.world.owner(piece[0]) != 0:
            s.own(piece[0], tt, a.to, at)


def _move_n(s: State, a: Action) -> None:
    tf, tt = s.type_of(a.type, a.frm), s.type_of(a.type_to, a.to)
    w, old, n = s.what(tf, a.frm), s.count(tf, a.frm), a.count
    owner = s.world.owner(w)
    if old - n <= 0:
        s.clear(tf, a.frm)
    else:
        s.set_site(tf, a.frm, count=old - n)
    if s.count(tt, a.to) == 0:
        s.set_site(tt, a.to, owner, w, n)
    elif s.what(tt, a.to) == w:
        s.set_site(tt, a.to, count=s.count(tt, a.to) + n)
    if owner != 0:
        if s.is_empty(tf, a.frm):
            s.disown(w, tf, a.frm)
        s.own(w, tt, a.to)
    track_move(s, w, a.frm, a.to, n)


def _stack_move(s: State, a: Action) -> None:
    tf, tt = s.type_of(a.type, a.frm), s.type_of(a.type_to, a.to)
    size, levels = s.stacks[tf][a.frm]
    if size == 0 or size < a.count:
        return
    lifted = levels[size - a.count : size]
    for piece in reversed(lifted):
        top = s.height(tf, a.frm) - 1
        s.pop(tf, a.frm)
        s.disown(piece[0], tf, a.frm, top)
    for piece in lifted:
        s.push(tt, a.to, piece[0], piece[1], piece[2:])
        s.own(piece[0], tt, a.to, s.height(tt, a.to) - 1)


def _copy(s: State, a: Action) -> None:
    tf, tt = s.type_of(a.type, a.frm), s.type_of(a.type_to, a.to)
    if s.world.stacking:
        raise NotRead("copy in a stacking game")
    old = s.count(tf, a.frm)
    _move_flat(s, a, tf, tt)
    s.set_site(
        tf, a.frm, s.who(tt, a.to), s.what(tt, a.to), old, s.state(tt, a.to), s.rotation(tt, a.to), s.value(tt, a.to)
    )
    s.own(s.what(tt, a.to), tf, a.frm)


def _remove(s: State, a: Action) -> None:
    kind, site = s.type_of(a.type, a.to), a.to
    if s.world.stacking:
        size = s.height(kind, site)
        if not size:
            return
        level = a.level_from if a.level_from != -1 else size - 1
        what = s.what(kind, site, level)
        if a.level_from != -1:
            s.take_level(kind, site, level)
        else:
            s.pop(kind, site)
        if what:
            s.disown(what, kind, site, level)
    else:
        what = s.what(kind, site)
        s.clear(kind, site)
        if what:
            s.disown(what, kind, site)
    if what:
        track_remove(s, what, site)


def _queue(s: State, a: Action) -> None:
    s.to_remove.append(a.to)


def _promote(s: State, a: Action) -> None:
    kind, site, new, world = s.type_of(a.type, a.to), a.to, a.what, s.world
    old = s.what(kind, site)
    if world.stacking:
        top = s.height(kind, site) - 1
        s.pop(kind, site)
        if top > 0 and world.owner(old) != 0:
            s.disown(old, kind, site, top)
        s.push(kind, site, new, world.owner(new))
        s.own(new, kind, site, s.height(kind, site) - 1)
        return
    if world.owner(old) != 0:
        s.disown(old, kind, site)
    s.clear(kind, site)
    s.set_site(kind, site, world.owner(new) if old else 0, new, 1)
    if world.owner(new) != 0:
        s.own(new, kind, site)


def _select(s: State, a: Action) -> None:
    return


def _set_datum(field: int) -> Callable[[State, Action], None]:
    def write(s: State, a: Action) -> None:
        if a.to < 0:
            return
        kind = s.type_of(a.type, a.to)
        if not s.has(kind, a.to):
            return
        if s.world.stacking:
            s.write_level(kind, a.to, a.level_from, field, a.value)
        else:
            s.flat[kind][field][a.to] = a.value

    return write


def _set_count(s: State, a: Action) -> None:
    kind, site = s.type_of(a.type, a.to), a.to
    if s.world.stacking:
        raise NotRead("set Count in a stacking game")
    if a.what and s.count(kind, site) == 0 and a.count > 0:
        s.own(a.what, kind, site)
    if a.count > 0:
        s.set_site(kind, site, what=a.what, count=a.count)
    else:
        what = s.what(kind, site)
        s.clear(kind, site)
        if what:
            s.disown(what, kind, site)
            track_remove(s, what, site)


def _set_next(s: State, a: Action) -> None:
    s.next = a.player


def _set_pending(s: State, a: Action) -> None:
    s.pending.add(1 if a.value == -1 else a.value)


def _set_score(s: State, a: Action) -> None:
    s.scores[a.player] = s.scores[a.player] + a.value if a.add else a.value


def _set_var(s: State, a: Action) -> None:
    if a.name is None:
        s.temp = a.value
    else:
        s.vars[a.name] = a.value


def _set_counter(s: State, a: Action) -> None:
    s.counter = a.value


def _set_player_value(s: State, a: Action) -> None:
    s.values[a.player] = a.value


def _remember(s: State, a: Action) -> None:
    s.remembered.setdefault(a.name, []).append(a.value)


def _forget(s: State, a: Action) -> None:
    values = s.remembered.get(a.name, [])
    if a.value in values:
        values.remove(a.value)
    if not values:
        s.remembered.pop(a.name, None)


def _store_state(s: State, a: Action) -> None:
    s.stored = s.position_key()


def _trigger(s: State, a: Action) -> None:
    s.triggered.add(a.player)


def _propose(s: State, a: Action) -> None:
    s.propositions.append(a.name or "")


def _vote(s: State, a: Action) -> None:
    s.votes.append(a.name or "")
    if len(s.votes) == s.world.n:
        best = max(s.votes, key=s.votes.count)
        if s.votes.count(best) > s.world.n // 2:
            s.decided = best
        s.votes.clear()
        s.propositions.clear()


def _swap(s: State, a: Action) -> None:
    one, two = a.player, a.value
    s.order[one], s.order[two] = s.order[two], s.order[one]


def _team(s: State, a: Action) -> None:
    s.team[a.player] = a.value


def _roll(s: State, a: Action) -> None:
    if a.value < 0:
        return
    _set_datum(2)(s, Action("SetState", CELL, to=a.to, value=a.value))
    for number, index in enumerate(s.world.dice_containers):
        one = s.world.containers[index]
        if one.first <= a.to < one.first + len(s.dice[number]):
            die = a.to - one.first
            s.dice[number][die] = s.world.dice_faces[number][die][a.value]


def _dice_equal(s: State, a: Action) -> None:
    s.dice_equal = bool(a.value)
    s.sums = [sum(one) for one in s.dice]


def _use_die(s: State, a: Action) -> None:
    s.dice[a.player][a.value] = 0


def _amount(s: State, a: Action) -> None:
    s.amounts[a.player] = a.value


def _pot(s: State, a: Action) -> None:
    s.pot = a.value


_PERFORM: dict[str, Callable[[State, Action], None]] = {
    "Add": _add,
    "Insert": _insert,
    "Move": _move,
    "MoveN": _move_n,
    "StackMove": _stack_move,
    "Copy": _copy,
    "Remove": _remove,
    "Queue": _queue,
    "Promote": _promote,
    "Select": _select,
    "SetState": _set_datum(2),
    "SetRotation": _set_datum(3),
    "SetValue": _set_datum(4),
    "SetCount": _set_count,
    "SetNextPlayer": _set_next,
    "SetPending": _set_pending,
    "SetScore": _set_score,
    "SetVar": _set_var,
    "SetCounter": _set_counter,
    "SetValueOfPlayer": _set_player_value,
    "RememberValue": _remember,
    "ForgetValue": _forget,
    "StoreState": _store_state,
    "Trigger": _trigger,
    "Pass": _select,
    "Propose": _propose,
    "Vote": _vote,
    "Swap": _swap,
    "Team": _team,
    "Roll": _roll,
    "DiceEqual": _dice_equal,
    "UseDie": _use_die,
    "Note": _select,
    "SetAmount": _amount,
    "SetPot": _pot,
    "SetHidden": _select,
}


# -- where pieces are on tracks that visit a site twice ----------------------------------------------------------


def _registers(s: State) -> bool:
    return any(track.has_internal_loop for track in s.world.board.tracks)


def _indices(track: Any, site: int) -> list[int]:
    return [i for i, one in enumerate(track.sites) if one == site]


def track_add(s: State, what: int, site: int, count: int, twice: bool = False) -> None:
    """Enters a piece at the first place of its site on each track."""
    if what > 0 and _registers(s):
        for number, track in enumerate(s.world.board.tracks):
            places = _indices(track, site)
            if places:
                counts = s.on_track.setdefault((number, what), {})
                counts[places[0]] = counts.get(places[0], 0) + count * (2 if twice else 1)


def track_move(s: State, what: int, frm: int, to: int, count: int = 1) -> None:
    """Carries a piece along each track."""
    if what <= 0 or not _registers(s):
        return
    for number, track in enumerate(s.world.board.tracks):
        counts = s.on_track.setdefault((number, what), {})
        leave, arrive = _indices(track, frm), _indices(track, to)
        at = next((i for i in leave if counts.get(i, 0) > 0), None)
        if leave and at is None:
            continue
        if at is not None:
            counts[at] -= count
        if arrive:
            place = next((i for i in arrive if at is not None and i > at), arrive[0])
            counts[place] = counts.get(place, 0) + (count if at is not None else 1)


def track_remove(s: State, what: int, site: int) -> None:
    """Takes a piece off all places of its site on each track."""
    if _registers(s):
        for number, track in enumerate(s.world.board.tracks):
            for place in _indices(track, site):
                counts = s.on_track.setdefault((number, what), {})
                counts[place] = counts.get(place, 0) - 1
