"""Meaning of a feature by the end rules: lines that it completes, bridges that it closes, edges that it comes to."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import hypot
from typing import NamedTuple

from petteia.aspects import ConnectionRule, LineRule, RegionRule, Rule, WalkRule

from ._picture import Point
from ._routes import straight_walks
from ._seen import Seen, number_word, steps_word
from .candidates import both_ways, walk_places
from .pattern import EMPTY, ENEMY, FRIEND, OFF, Walk, within_half

_STRAIGHT = 0.95
"""The cosine from which on a place lies straight ahead."""


class Told(NamedTuple):
    """Meaning of an action by a rule: in words, the strategy that it belongs to, and the places that are told by it."""

    act: str
    strategy: str
    points: frozenset[Point]
    tells_last: bool = False
    """True if the words say where the latest move was."""


def told_by(rule: Rule, seen: Seen, *, moves: bool = False) -> Told | None:
    """Meaning of a feature by an end rule; None if it has nothing to do with it. `moves`: pieces move in this game."""
    match rule:
        case LineRule():
            return _line(rule, seen, moves=moves)
        case WalkRule():
            return _walk(rule, seen, moves=moves and seen.source is None)
        case ConnectionRule():
            return _connection(seen)
        case RegionRule():
            return _edge_ahead(seen)
    return None


# -- lines -------------------------------------------------------------------------------------------------------


class _Window(NamedTuple):
    """So many pieces of one side in a window of a line around the action, whose other sites are empty."""

    pieces: int
    side: str
    inside: tuple[Point, ...]
    ends: tuple[Point, ...]


def _line(rule: LineRule, seen: Seen, *, moves: bool) -> Told | None:
    windows = [
        window
        for ahead in straight_walks(seen.board, rule.direction, rule.length)
        for turn in range(seen.board.most_sides)
        for window in _windows(_points(ahead, turn, seen), rule.length, seen)
    ]
    best = max(windows, key=lambda one: one.pieces, default=None)
    if best is None or best.pieces < max(1, rule.length - 2):
        return None
    lines = {along[0] for point in best.inside if (along := seen.along(point)) is not None}
    act = _line_act(rule, best, moves=moves and seen.source is None).replace(
        "a line of", "a diagonal line of" if lines == {"diagonal"} else "a line of"
    )
    ends = {point: seen.at.get(point, []) for point in best.ends}
    told = {point for point, some in ends.items() if some and all(one.symbol == f"!{best.side}" for one in some)}
    empty = [*best.inside, *ends]
    outer = [point for point, some in ends.items() if [one.symbol for one in some] == [EMPTY]]
    if outer and best.pieces == rule.length - 2 and sum(seen.kind_at(point) == EMPTY for point in empty) > 1:
        act, told = f"{act}, open at both ends", {*told, *outer}
    long = number_word(rule.length)
    strategy = f"make lines of {long}" if best.side == FRIEND else f"prevent lines of {long}"
    return Told(act, strategy, frozenset((*best.inside, *told)))


def _line_act(rule: LineRule, window: _Window, *, moves: bool) -> str:
    """The effect on a line; where pieces move, and it is open which, the line may be the one that it leaves."""
    long, loses = number_word(rule.length), rule.result == "Loss"
    if window.side == FRIEND:
        if window.pieces < rule.length - 1:
            return f"make {number_word(window.pieces + 1)} of a line of {long}"
        if moves:
            return f"go to the last open site of a line of {long}"
        return f"make a line of {long}" if loses else f"complete a line of {long}"
    if window.pieces < rule.length - 1:
        return f"block a line of {long} in which the opponent has {number_word(window.pieces)}"
    if loses:
        return f"play where the opponent would make a line of {long}"
    if moves:
        return f"go to the last open site of a line of {long} of the opponent"
    return f"take the site where the opponent would complete a line of {long}"


def _points(ahead: list[Walk], turn: int, seen: Seen) -> dict[int, Point]:
    """The places of a line by their distance from the action, turned."""
    share = Fraction(turn, seen.board.most_sides)
    return {
        k: seen.layout.point((within_half(walk[0] + share), *walk[1:]) if walk else ())
        for k, walk in both_ways(ahead).items()
    }


def _windows(line: dict[int, Point], length: int, seen: Seen) -> list[_Window]:
    found = []
    for first in range(1 - length, 1):
        inside = [line[k] for k in range(first, first + length) if k and k in line]
        kinds = [seen.kind_at(point) for point in inside]
        for side in (FRIEND, ENEMY):
            # A piece that leaves the window does not complete it.
            if len(kinds) == length - 1 and all(kind in (side, EMPTY) for kind in kinds) and seen.source not in inside:
                ends = tuple(line[k] for k in (first - 1, first + length) if k in line)
                found.append(_Window(kinds.count(side), side, tuple(inside), ends))
    return found


def _walk(rule: WalkRule, seen: Seen, *, moves: bool) -> Told | None:
    points = [seen.layout.point(walk) for walk in walk_places(rule.steps, seen.board)]
    kinds = [seen.kind_at(point) for point in points]
    size = number_word(len(points) + 1)
    compact = all(hypot(x - a, y - b) < 1.5 for (x, y), (a, b) in combinations((seen.focus, *points), 2))
    shape = "block" if compact else "pattern"
    for side in (FRIEND, ENEMY):
        fits = all(kind in (side, EMPTY) for kind in kinds) and kinds.count(side) >= len(points) - 1
        if points and fits and seen.source not in points:
            done = "complete" if kinds.count(side) == len(points) else "prepare"
            if side == FRIEND:
                act = "go to the last open site of" if moves and done == "complete" else done
                return Told(f"{act} a {shape} of {size}", f"make {shape}s of {size}", frozenset(points))
            act = f"stop a {shape} of {size} of the opponent"
            return Told(act, f"prevent {shape}s of {size}", frozenset(points))
    return None


# -- connections -------------------------------------------------------------------------------------------------


def _connection(seen: Seen) -> Told | None:
    """Two pieces that share two sites: the action is on one of them, or makes such a pair."""
    for side in (FRIEND, ENEMY):
        pieces = [point for point in seen.away() if seen.kind_at(point) == side]
        if len(pieces) == 2 and all(map(seen.is_beside, pieces)):
            one, other = (seen.sites[point] for point in pieces)
            if one >= 0 and other >= 0 and other not in seen.board.neighbours(one):
                return _joined(seen, pieces, side)
        if len(pieces) == 1:
            shared = _shared(seen, seen.site, seen.sites[pieces[0]])
            if len(shared) == 2 and not seen.is_beside(pieces[0]) and all(seen.kind_at(one) == EMPTY for one in shared):
                own = side == FRIEND
                act = "make a bridge to a piece of yours" if own else "play a bridge away from an enemy piece"
                strategy = "make bridges" if own else "stay a bridge away from the opponent"
                return Told(act, strategy, frozenset((*shared, *pieces)))
    return None


def _joined(seen: Seen, pieces: list[Point], side: str) -> Told:
    """The action lies between two pieces of one side that are no neighbours."""
    own = side == FRIEND
    strategy = "keep your pieces connected" if own else "cut the opponent's connections"
    shared = _shared(seen, *(seen.sites[point] for point in pieces))
    rest = [point for point in shared if point != seen.focus]
    cut = rest[0] if len(shared) == 2 and len(rest) == 1 else None
    last = None if seen.feature.last_to is None else seen.layout.point(seen.feature.last_to)
    points = frozenset((*pieces, *rest[:1]) if cut is not None else pieces)
    if cut is not None and own and last == cut:
        return Told("close the bridge your opponent just cut into", strategy, points, tells_last=True)
    if cut is not None and own and seen.kind_at(cut) == ENEMY:
        return Told("close a bridge that your opponent has cut into", strategy, points)
    if cut is not None and seen.kind_at(cut) == EMPTY:
        act = "fill in a bridge of your own" if own else "cut into a bridge of the opponent"
        return Told(act, strategy if not own else "mind your own bridges", points)
    if cut is not None and not own and seen.kind_at(cut) == FRIEND:
        return Told("cut through a bridge of the opponent", strategy, points)
    act = "join two of your pieces" if own else "cut between two enemy pieces"
    return Told(act, strategy, frozenset(pieces))


def _shared(seen: Seen, one: int, other: int) -> list[Point]:
    """The places that two sites both have beside them."""
    if one < 0 or other < 0:
        return []
    around = seen.board.neighbours(one)
    both = [site for site in seen.board.neighbours(other) if site >= 0 and site in around]
    return [seen.layout.scaled(seen.board.places[site][:2]) for site in both]


def _edge_ahead(seen: Seen) -> Told | None:
    """A move towards the rim that it then stands at, or nearly so."""
    if not seen.has_heading or seen.source is None:
        return None
    fx, fy = seen.offset(seen.source)
    for point in seen.away():
        x, y = seen.offset(point)
        if seen.kind_at(point) == OFF and -(x * fx + y * fy) > 0.5 * hypot(x, y) * hypot(fx, fy):
            if -(x * fx + y * fy) < _STRAIGHT * hypot(x, y) * hypot(fx, fy):
                # The pattern may be turned: the edge may as well be at the side of the move.
                continue
            act, points = _towards_edge(seen, point)
            captures = seen.kind_at(seen.focus) == ENEMY
            return Told(f"capture and {act}" if captures else act, "reach the far edge", frozenset(points))
    return None


def _towards_edge(seen: Seen, beyond: Point) -> tuple[str, list[Point]]:
    """How near the edge ahead a move comes, by a place beyond it, and the places that are told by this."""
    along = seen.along(beyond)
    far = along[1] if along is not None else max(1, round(hypot(*seen.offset(beyond))))
    if far == 1:
        return "move up to the edge ahead", [beyond]
    for point, some in seen.at.items():
        inside = seen.along(point) if [one.symbol for one in some] == [f"!{OFF}"] else None
        if inside is not None and along is not None and inside[1:] == (far - 1, along[2]):
            return f"move to {steps_word(far - 1)} from the edge ahead", [beyond, point]
    return f"move to within {'a step' if far == 2 else steps_word(far - 1)} of the edge ahead", [beyond]
