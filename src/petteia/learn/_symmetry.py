"""True if the rules treat both players alike, so that what one learns holds for the other, too.

The rules are asked, not a list: players trade places, the board is turned or mirrored, and random games are played on
both boards at once. All legal moves and results must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.features import FeatureSet
    from petteia.game import Game, State
    from petteia.game.position import Position

_GAMES = 6
_PLIES = 60
"""So far all legal moves are compared, then only what is played and how it ends."""
_MOST_PLIES = 500
_NUMBER = re.compile(r"\d+")
_TOLERANCE = 1e-3
_PLAYERS = ({1: 1, 2: 2}, {1: 2, 2: 1})
"""Who takes whose place, without and with an exchange."""
Sites = tuple[int, ...]
Points = npt.NDArray[np.float64]


def players_are_alike(features: FeatureSet, *, turned: bool = True) -> bool:
    """True if some motion of the board makes each player's game the other's, as far as random play shows.

    Without `turned` the board stays as it is.

    >>> import petteia as pt
    >>> from petteia.features import FeatureSet
    >>> players_are_alike(FeatureSet(pt.load("Breakthrough"), ()))
    True
    """
    game = features.game
    if game.players != 2 or game.is_random:
        return False
    still = tuple(range(features.board.count))
    return any(_holds(game, image) for image in (_motions(features) if turned else [still]))


def looks_alike_from_all_sides(features: FeatureSet) -> bool:
    """True if the board may be turned by one of its sides, if need be with the players exchanged, and play is the same.

    >>> import petteia as pt
    >>> from petteia.features import FeatureSet
    >>> [looks_alike_from_all_sides(FeatureSet(pt.load(name), ())) for name in ("Tic-Tac-Toe", "Connect Four", "Hex")]
    [True, False, False]
    """
    game, sides = features.game, features.board.most_sides
    if game.players != 2 or game.is_random or sides < 2:
        return False
    points = _centred(features)
    image = _image(points, _turned(points, np.array([1.0, 0.0]), _unit(1 / sides), 1.0))
    return image is not None and any(_holds(game, image, exchanges=both) for both in (False, True))


def _centred(features: FeatureSet) -> Points:
    points = np.array([place[:2] for place in features.board.places])
    centred: Points = points - points.mean(axis=0)
    return centred


def _unit(turn: float) -> Points:
    return np.array([np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)])


def _image(points: Points, moved: Points) -> Sites | None:
    """Where each site goes in a motion; None if it does not map the sites onto each other."""
    distances = np.abs(moved[:, None, :] - points[None, :, :]).max(axis=2)
    image = tuple(distances.argmin(axis=1).tolist())
    return image if distances.min(axis=1).max() < _TOLERANCE and len(set(image)) == len(image) else None


def _motions(features: FeatureSet) -> Iterator[Sites]:
    """Where each site goes in every motion that maps the sites of the board onto each other."""
    points = _centred(features)
    radii = np.hypot(*points.T)
    first = int(radii.argmax())
    seen: set[Sites] = set()
    for other in np.flatnonzero(abs(radii - radii[first]) < _TOLERANCE):
        for mirror in (1.0, -1.0):
            image = _image(points, _turned(points, points[first], points[other], mirror))
            if image is not None and image not in seen:
                seen.add(image)
                yield image


def _turned(points: Points, source: Points, goal: Points, mirror: float) -> Points:
    """All points after the motion that takes one to another."""
    flipped = points * [1.0, mirror]
    angle = np.arctan2(goal[1], goal[0]) - np.arctan2(source[1] * mirror, source[0])
    cos, sin = np.cos(angle), np.sin(angle)
    turned: Points = flipped @ np.array([[cos, sin], [-sin, cos]])
    return turned


def _holds(game: Game, image: Sites, *, exchanges: bool = True) -> bool:
    random = Random(1)
    try:
        return all(_agree(game, image, random, exchanges=exchanges) for _ in range(_GAMES))
    except (PetteiaError, KeyError, IndexError):  # a position that means nothing with players changed
        return False


def _agree(game: Game, image: Sites, random: Random, *, exchanges: bool) -> bool:
    """True if a random game goes the same way on both boards."""
    from petteia.game import State

    here = game.start()
    there: State = State.at_position(game, _exchanged(game, here.position, image, _PLAYERS[exchanges]), 0)
    for ply in range(_MOST_PLIES):
        if here.over or there.over:
            break
        moves = sorted(map(str, here.legal_moves()))
        if ply < _PLIES and {_moved(move, image) for move in moves} != set(map(str, there.legal_moves())):
            return False
        chosen = random.choice(moves)
        here.play(chosen)
        there.play(_moved(chosen, image))
    return here.over == there.over and here.returns == (there.returns[::-1] if exchanges else there.returns)


def _moved(text: str, image: Sites) -> str:
    return _NUMBER.sub(lambda found: str(image[int(found[0])]), text)


def _exchanged(game: Game, position: Position, image: Sites, players: Mapping[int, int]) -> Position:
    """A position with players traded and the board moved; `KeyError` where a piece has no counterpart."""
    pieces = {(one.word, one.owner): one.number for one in game.facts.components}
    counterpart = {
        number: pieces[word, players.get(owner, owner)] for (word, owner), number in pieces.items()
    }  # fmt: skip
    sites = []
    for one in position.sites:
        if one.letter == "h":
            raise KeyError("pieces off the board")
        levels = tuple(
            level._replace(
                component=counterpart[level.component],
                owner=None if level.owner is None else players.get(level.owner, level.owner),
            )
            for level in one.levels
        )
        sites.append(replace(one, site=image[one.site], levels=levels))
    traded = players[1] != 1
    scores = position.scores[::-1] if traded and position.scores is not None else position.scores
    return replace(position, sites=sites, mover=players[position.mover], scores=scores)
