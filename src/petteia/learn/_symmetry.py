"""Whether the rules treat both players alike, so that what one learns holds for the other, too.

The rules are asked, not a list: players trade places, the board is turned or mirrored, and random games are played on
both boards at once. All legal moves and results must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.features import FeatureSet
    from petteia.game import Game, State
    from petteia.game._position import Position

_GAMES = 6
_PLIES = 60
_NUMBER = re.compile(r"\d+")
_TOLERANCE = 1e-3
Sites = tuple[int, ...]
Points = npt.NDArray[np.float64]


def players_are_alike(features: FeatureSet) -> bool:
    """Whether some motion of the board makes each player's game the other's, as far as random play shows.

    >>> import petteia as pt
    >>> from petteia.features import FeatureSet
    >>> players_are_alike(FeatureSet(pt.load("Breakthrough"), ()))
    True
    """
    game = features.game
    if game.players != 2 or game.is_random:
        return False
    return any(_holds(game, image) for image in _motions(features))


def _motions(features: FeatureSet) -> Iterator[Sites]:
    """Where each site goes in every motion that maps the sites of the board onto each other."""
    points = np.array([place[:2] for place in features.board.places])
    points = points - points.mean(axis=0)
    radii = np.hypot(*points.T)
    first = int(radii.argmax())
    seen: set[Sites] = set()
    for other in np.flatnonzero(abs(radii - radii[first]) < _TOLERANCE):
        for mirror in (1.0, -1.0):
            turned = _turned(points, points[first], points[other], mirror)
            distances = np.abs(turned[:, None, :] - points[None, :, :]).max(axis=2)
            image = tuple(distances.argmin(axis=1).tolist())
            if distances.min(axis=1).max() < _TOLERANCE and len(set(image)) == len(image) and image not in seen:
                seen.add(image)
                yield image


def _turned(points: Points, source: Points, goal: Points, mirror: float) -> Points:
    """All points after the motion that takes one to another."""
    flipped = points * [1.0, mirror]
    angle = np.arctan2(goal[1], goal[0]) - np.arctan2(source[1] * mirror, source[0])
    cos, sin = np.cos(angle), np.sin(angle)
    turned: Points = flipped @ np.array([[cos, sin], [-sin, cos]])
    return turned


def _holds(game: Game, image: Sites) -> bool:
    random = Random(1)
    try:
        return all(_agree(game, image, random) for _ in range(_GAMES))
    except (PetteiaError, KeyError, IndexError):  # a position that means nothing with players changed
        return False


def _agree(game: Game, image: Sites, random: Random) -> bool:
    """Whether a random game goes the same way on both boards."""
    from petteia.game import State

    here = game.start()
    there: State = State.at_position(game, _exchanged(game, here.position, image), 0)
    for _ in range(_PLIES):
        if here.over or there.over:
            break
        images = {_moved(str(move), image): str(move) for move in here.legal_moves()}
        if set(images) != set(map(str, there.legal_moves())):
            return False
        chosen = random.choice(sorted(images))
        here.play(images[chosen])
        there.play(chosen)
    return here.over == there.over and here.returns == there.returns[::-1]


def _moved(text: str, image: Sites) -> str:
    return _NUMBER.sub(lambda found: str(image[int(found[0])]), text)


def _exchanged(game: Game, position: Position, image: Sites) -> Position:
    """A position with players traded and the board moved; `KeyError` where a piece has no counterpart."""
    pieces = {(one.word, one.owner): one.number for one in game.facts.components}
    counterpart = {
        number: pieces[word, {1: 2, 2: 1}.get(owner, owner)] for (word, owner), number in pieces.items()
    }  # fmt: skip
    sites = []
    for one in position.sites:
        if one.letter == "h":
            raise KeyError("pieces off the board")
        levels = tuple(
            level._replace(
                component=counterpart[level.component],
                owner=None if level.owner is None else {1: 2, 2: 1}.get(level.owner, level.owner),
            )
            for level in one.levels
        )
        sites.append(replace(one, site=image[one.site], levels=levels))
    scores = None if position.scores is None else position.scores[::-1]
    return replace(position, sites=sites, mover=3 - position.mover, scores=scores)
