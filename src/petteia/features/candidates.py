"""Candidates from the end rules: patterns that win, lose, threaten or prevent, at full length, for both sides.

A rule that n in a row decide the game gives windows of n sites around the action: all others taken (the move decides),
all but one (the move threatens), by the mover's pieces or the opponent's (the move prevents).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from petteia.aspects import ConnectionRule, LineRule, RegionRule, WalkRule, end_rules
from petteia.board import OFF_BOARD
from petteia.ludemes.enums import StepType

from ._board import FeatureBoard, board_of
from ._routes import middle, route, routes_from, straight_walks
from .atoms import meaningful
from .bases import bases_of
from .pattern import EMPTY, ENEMY, FRIEND, OFF, Element, Feature, Walk, within_half
from .sets import FeatureSet

if TYPE_CHECKING:
    from petteia.game import Game

_SIDES = (FRIEND, ENEMY)


def end_candidates(game: Game) -> FeatureSet:
    """Patterns that the end rules of a game speak of, as features that learning may take up.

    >>> import petteia as pt
    >>> some = end_candidates(pt.load("Tic-Tac-Toe"))
    >>> str(some[0])
    'to{}: .{} o{0} o{0,0}'
    """
    board = board_of(game)
    goal = _goal_elements(game)
    found: list[Feature] = []
    for rule in end_rules(game):
        match rule:
            case LineRule():
                found += _line_patterns(rule, board)
            case WalkRule():
                found += _walk_patterns(rule, board)
            case ConnectionRule():
                found += _connection_patterns(board)
            case RegionRule():
                found += _rim_patterns(game, board)
    return meaningful(game, (one if one.source is not None else _on_goal(one, goal) for one in found))


def site_candidates(game: Game, patterns: Iterable[tuple[int, Mapping[int, str]]]) -> FeatureSet:
    """Features from patterns on sites of the board: where a move goes, and what stands (`o`, `x`, `.`) on others.

    A pattern counts wherever it can be moved, turned or mirrored to, so what recurs over the board comes out once.

    >>> import petteia as pt
    >>> game = pt.load("Tic-Tac-Toe")
    >>> [str(one) for one in site_candidates(game, [(0, {1: "o", 2: "o"}), (5, {3: "o", 4: "o"})])]
    ['to{}: .{} o{1/4} o{1/4,0}']
    """
    board, goal = board_of(game), _goal_elements(game)
    walks: dict[int, dict[int, Walk]] = {}
    found: dict[Feature, None] = {}
    for to, placed in patterns:
        if to not in walks:
            walks[to] = routes_from(board, to)
        known = walks[to]
        if all(site in known for site in placed):
            seen = tuple(Element(known[site], kind) for site, kind in placed.items())
            found[_on_goal(Feature(to=(), elements=seen), goal)] = None
    return meaningful(game, found)


def _goal_elements(game: Game) -> tuple[Element, ...]:
    """The conditions of all rules of play where a move goes."""
    wanted = [{one for one in base.elements if one.walk == ()} for base in bases_of(game) if base.to == ()]
    return tuple(set.intersection(*wanted)) if wanted else ()


def _on_goal(one: Feature, goal: tuple[Element, ...]) -> Feature:
    return Feature(to=one.to, last_to=one.last_to, elements=(*one.elements, *goal))


def _rim_patterns(game: Game, board: FeatureBoard) -> Iterator[Feature]:
    """Moves up to the rim, one way or another, and captures there: regions to reach lie at the rim as a rule."""
    headings = [within_half(Fraction(k, board.most_sides)) for k in range(board.most_sides)]
    for base in bases_of(game):
        if base.to == ():
            for heading in headings:
                for walk in ((heading,), (heading, Fraction(0))):
                    for more in ((), (Element((), ENEMY),)):
                        yield replace(base, elements=(*base.elements, Element(walk, OFF), *more))


# -- lines -------------------------------------------------------------------------------------------------------


def _line_patterns(rule: LineRule, board: FeatureBoard) -> Iterator[Feature]:
    for ahead in straight_walks(board, rule.direction, rule.length):
        line = both_ways(ahead)
        if len(ahead) >= rule.length - 1:
            for side in _SIDES:
                yield from _windows(rule, line, side)
                yield from _open_rows(rule, line, side)


def both_ways(ahead: list[Walk]) -> dict[int, Walk]:
    """The walk to each place of a line by its distance, behind the action below zero."""
    line = {k + 1: walk for k, walk in enumerate(ahead)}
    line |= {-k: (walk[0] + Fraction(1, 2), *walk[1:]) for k, walk in line.items()}
    return line | {0: ()}


def _windows(rule: LineRule, line: dict[int, Walk], side: str) -> Iterator[Feature]:
    """All places of a window but the action taken by one side, or all but two, of which one is empty."""
    n = rule.length
    for before in range((n + 1) // 2):
        places = [k for k in range(-before, n - before) if k != 0]
        ends = [k for k in (-before - 1, n - before) if k in line] if rule.exact else []
        closed = tuple(Element(line[k], side, negated=True) for k in ends)
        yield Feature(to=(), elements=(*(Element(line[k], side) for k in places), *closed))
    for before in range(n):
        places = [k for k in range(-before, n - before) if k != 0]
        for empty in places:
            elements = [Element(line[k], EMPTY if k == empty else side) for k in places]
            yield Feature(to=(), elements=tuple(elements))


def _open_rows(rule: LineRule, line: dict[int, Walk], side: str) -> Iterator[Feature]:
    """A row that lacks one to the full length, with both ends empty: two ways to complete it next."""
    for length in (rule.length - 1, rule.length - 2):
        if length < 2:
            continue
        for before in range((length + 1) // 2):
            inside = [k for k in range(-before, length - before) if k != 0]
            ends = (-before - 1, length - before)
            if all(k in line for k in ends):
                elements = [*(Element(line[k], side) for k in inside), *(Element(line[k], EMPTY) for k in ends)]
                yield Feature(to=(), elements=tuple(elements))


# -- walks -------------------------------------------------------------------------------------------------------


def _walk_patterns(rule: WalkRule, board: FeatureBoard) -> Iterator[Feature]:
    """All places of a pattern but the action taken by one side, or all but one more."""
    walks = walk_places(rule.steps, board)
    for side in _SIDES:
        yield Feature(to=(), elements=tuple(Element(walk, side) for walk in walks))
        for empty in walks:
            yield Feature(to=(), elements=tuple(Element(walk, EMPTY if walk == empty else side) for walk in walks))


def walk_places(steps: tuple[StepType, ...], board: FeatureBoard) -> list[Walk]:
    """The walks to each place that a written pattern comes through, but the first."""
    sides = board.sides[middle(board)]
    walk: list[Fraction] = []
    turn = Fraction(0)
    found = []
    for step in steps:
        if step == StepType.F:
            walk.append(turn)
            turn = Fraction(0)
            found.append(tuple(walk))
        else:
            turn += Fraction(1 if step == StepType.R else -1, max(1, sides))
    return found


# -- connections -------------------------------------------------------------------------------------------------


def _connection_patterns(board: FeatureBoard) -> Iterator[Feature]:
    """Two sites that are not neighbours but share two: joined whatever the opponent does, one way or the other."""
    start = middle(board)
    around = _around(board, start)
    for side in _SIDES:
        for one, other in combinations(around, 2):
            if other in _around(board, one):
                yield from _joins(board, start, (one, other), side)
        for far in sorted({site for one in around for site in _around(board, one)} - {start, *around}):
            shared = [site for site in around if far in _around(board, site)]
            goal = route(board, (start, shared[0], far)) if len(shared) == 2 else None
            if goal is not None:
                empties = tuple(Element(walk, EMPTY) for site in shared if (walk := route(board, (start, site))))
                yield Feature(to=(), elements=(Element(goal, side), *empties))
                yield from _answers(board, start, shared, far, side)


def _joins(board: FeatureBoard, start: int, two: tuple[int, int], side: str) -> Iterator[Feature]:
    """Between two that are neighbours already, where nothing is to be joined: an opponent's or one's own corner."""
    walks = [route(board, (start, site)) for site in two]
    if None not in walks:
        yield Feature(to=(), elements=tuple(Element(walk, side) for walk in walks if walk is not None))


def _answers(board: FeatureBoard, start: int, shared: list[int], far: int, side: str) -> Iterator[Feature]:
    """The action joins two pieces through one of the two sites they share, the latest move took the other."""
    for pivot in shared:
        other = shared[1] if pivot == shared[0] else shared[0]
        walks = {site: route(board, (pivot, site)) for site in (start, far)}
        cut = route(board, (pivot, other)) if other in _around(board, pivot) else None
        if cut is not None and all(walk is not None for walk in walks.values()):
            elements = tuple(Element(walk, side) for walk in walks.values() if walk is not None)
            yield Feature(to=(), last_to=cut, elements=elements)
            yield Feature(to=(), elements=(*elements, Element(cut, ENEMY if side == FRIEND else FRIEND)))


def _around(board: FeatureBoard, site: int) -> list[int]:
    return [other for other in board.neighbours(site) if other != OFF_BOARD]
