"""Sets of sites by the names that people have for them: the edge, a corner, the bottom row."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ._board import FeatureBoard, board_of
from ._instances import Roster
from ._routes import rim_distances
from ._seen import steps_word
from .pattern import OFF, Feature

if TYPE_CHECKING:
    from petteia.game import Game

_FEW = 4


def region_words(one: Feature, game: Game) -> str | None:
    """Where on the board a feature may hold by all that it says of the rim; None if there is no word for it.

    >>> import petteia as pt
    >>> from petteia.features import feature
    >>> region_words(feature("to{}: -{0} -{1/4}"), pt.load("Reversi"))
    'in a corner'
    >>> region_words(feature("to{}: -{0} -{1/6}"), pt.load("Yavalath"))
    'at the edge'
    """
    board = board_of(game)
    rim = tuple(element for element in one.elements if element.kind == OFF)
    chains = board.chains(replace(one, elements=rim, last_to=None, last_from=None), Roster(game.players, ()))
    sites = {site for chain in chains for site in range(board.count) if chain.pivots >> site & 1}
    return name_of(sites, board, game.facts.geometry.labels.get(game.facts.letter, ()))


def edge_words(one: Feature) -> str | None:
    """How far one or two edges are, where a feature says just that by straight walks and nothing restricts it.

    >>> from petteia.features import feature
    >>> edge_words(feature("to{}: !-{0} -{0,0}"))
    'one step from one of the edges'
    """
    rim = [element for element in one.elements if element.kind == OFF]
    ends = {element.walk[0]: len(element.walk) - 1 for element in rim if element.walk and not element.negated}
    inside = {element.walk[0]: len(element.walk) for element in rim if element.walk and element.negated}
    straight = all(element.walk and not any(element.walk[1:]) for element in rim)
    if straight and one.rotations is None and len(rim) == 2 == len(ends) and not inside and len({*ends.values()}) == 1:
        far = next(iter(ends.values()))
        return f"within {steps_word(far)} of two edges" if far else None
    if not straight or one.rotations is not None or len(ends) + sum(map(bool, ends.values())) != len(rim):
        return None
    if {walk: far for walk, far in ends.items() if far} != inside or not 1 <= len(ends) <= 2:
        return None
    near, *further = sorted(ends.values())
    first = "at one of the edges" if near == 0 else f"{steps_word(near)} from one of the edges"
    if not further:
        return first
    return f"{first.replace('one of the edges', 'one edge')} and {steps_word(further[0])} from another".replace(
        "and no steps from another", "and at another"
    )


def name_of(sites: set[int], board: FeatureBoard, labels: tuple[str, ...]) -> str | None:
    """The name of some sites; empty if they are all, None if there is no name for them."""
    if len(sites) == board.count:
        return ""
    named = next((name for name, some in _named(board) if some and set(some) == sites), None)
    if named is None and 0 < len(sites) <= _FEW and max(sites) < len(labels):
        named = "at " + " or ".join(labels[site] for site in sorted(sites))
    return named


def _named(board: FeatureBoard) -> Iterable[tuple[str, Iterable[int]]]:
    known = board.board.sites()
    rim, corner = rim_distances(board), _distances(board, known.corners)
    every = range(board.count)
    edge = [site for site in every if rim[site] == 0]
    inmost = [site for site in every if rim[site] == max(rim, default=0)]
    yield "in the centre", inmost if len(inmost) <= _FEW < board.count else ()
    yield "in a corner", known.corners
    yield "at the edge", edge
    yield "at the edge, but not in a corner", set(edge) - set(known.corners)
    for far in range(1, max(rim, default=0) + 1):
        yield f"{steps_word(far)} from the edge", (site for site in every if rim[site] == far)
        away = "away from the edge" if far == 1 else f"at least {steps_word(far)} from the edge"
        yield away, (site for site in every if rim[site] >= far)
        yield f"within {steps_word(far)} of the edge", (site for site in every if rim[site] <= far)
        near_corner = f"at the edge, {steps_word(far)} from a corner"
        yield near_corner, (site for site in edge if corner.get(site) == far)
    yield "diagonally next to a corner", (site for site in every if rim[site] == 1 and corner.get(site) == 2)
    for name, row in (("bottom row", known.bottom), ("top row", known.top)):
        yield f"in the {name}", row if len(row) > 1 else ()
    for name, row in (("left column", known.left), ("right column", known.right)):
        yield f"in the {name}", row if len(row) > 1 else ()
    yield "in the top or bottom row", {*known.top, *known.bottom} if len(known.top) > 1 else ()
    yield "in the left or right column", {*known.left, *known.right} if len(known.left) > 1 else ()


def _distances(board: FeatureBoard, start: Iterable[int]) -> dict[int, int]:
    """How many steps every site is away from the nearest of some."""
    found = dict.fromkeys(start, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for other in board.neighbours(here):
            if other >= 0 and other not in found:
                found[other] = found[here] + 1
                queue.append(other)
    return found
