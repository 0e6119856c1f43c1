"""Atomic features: what every move of the rules has, and one thing more; the first candidates for learning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from petteia.aspects import line_rules_everywhere

from ._board import FeatureBoard, board_of
from ._routes import middle, straight_walks
from .bases import bases_of
from .pattern import EMPTY, ENEMY, FRIEND, OFF, PIECE, Element, Feature, FeatureError, Walk, within_half
from .sets import FeatureSet

if TYPE_CHECKING:
    from petteia.game import Game


@dataclass(frozen=True)
class AtomOptions:
    """The vocabulary of atomic features."""

    steps: int = 2
    """Walks have at most so many steps."""
    lines: bool = True
    """Besides, places straight ahead, in all directions of the line rules and as far as these reach."""
    reactive: bool = True
    """Also where the latest move went, or came from, within the same steps."""


PAPER_OPTIONS = AtomOptions(lines=False, reactive=False)
"""Walks of at most two steps and nothing else."""


def atomic_set(game: Game, options: AtomOptions | None = None) -> FeatureSet:
    """The bases of a game and its atomic features; at least one of them holds for every legal move.

    >>> import petteia as pt
    >>> some = atomic_set(pt.load("Tic-Tac-Toe"), PAPER_OPTIONS)
    >>> [str(one) for one in some][:4]
    ['to{}: .{}', 'pass', 'to{}: .{} -{0}', 'to{}: .{} .{0}']
    """
    options = options or AtomOptions()
    bases = bases_of(game)
    candidates = [*bases, *(atom for base in bases if not base.word for atom in _atoms(base, game, options))]
    return meaningful(game, candidates)


def meaningful(game: Game, candidates: Iterable[Feature]) -> FeatureSet:
    """The candidates that can hold somewhere on the board of a game, each once; too ambiguous ones are left out."""
    board, roster = board_of(game), FeatureSet(game, ()).roster
    kept = []
    for one in candidates:
        try:
            if one.word or board.chains(one, roster):
                kept.append(one)
        except FeatureError:
            continue
    return FeatureSet(game, kept)


def _atoms(base: Feature, game: Game, options: AtomOptions) -> Iterator[Feature]:
    board = board_of(game)
    places = _distinct(_places(base, game, options), board)
    kinds = [OFF, EMPTY, FRIEND, *([ENEMY] if game.players > 1 else [])]
    for walk in places:
        for kind in kinds:
            for negated in (False, True):
                yield replace(base, elements=(*base.elements, Element(walk, kind, negated=negated)))
        for number in _telling_pieces(game):
            yield replace(base, elements=(*base.elements, Element(walk, PIECE, number)))
    if options.reactive:
        near = _distinct(_near(base, board, options.steps), board)
        yield from (replace(base, last_to=walk) for walk in near)
        if base.source is not None:
            yield from (replace(base, last_from=walk) for walk in near)


def _distinct(walks: Iterable[Walk], board: FeatureBoard) -> list[Walk]:
    """Walks to different places, as seen from the middle of the board; the first of those to one place."""
    found: dict[tuple[int, ...], Walk] = {}
    start = middle(board)
    for walk in walks:
        ends = tuple(board.ends(walk)[0][:, start].tolist())
        found.setdefault(ends if -1 not in ends else (-1, hash(walk)), walk)
    return list(found.values())


def _telling_pieces(game: Game) -> list[int]:
    """The kinds of pieces of those who have more than one, which their owner does not tell."""
    pieces = [one for one in game.facts.components if not one.faces]
    owners = [one.owner for one in pieces]
    return [one.number for one in pieces if owners.count(one.owner) > 1]


def _places(base: Feature, game: Game, options: AtomOptions) -> Iterator[Walk]:
    board = board_of(game)
    yield from _near(base, board, options.steps)
    if options.lines:
        for length, direction in line_rules_everywhere(game):
            for walks in straight_walks(board, direction, length - 1):
                for walk in walks:
                    yield from _headed(walk, board, fixed=base.source is None)


def _near(base: Feature, board: FeatureBoard, steps: int) -> Iterator[Walk]:
    """The places near the sites of the action. A base without a direction of its own is turned anyway."""
    fixed = base.source is None or base.to is None
    short = list(_short_walks(board, steps))
    for walk in short:
        yield from _headed(walk, board, fixed=fixed)
    if base.source is not None and base.to is not None:
        for walk in short:
            for turned in _headed(walk, board, fixed=False):
                yield continued(base.source, turned)


def _short_walks(board: FeatureBoard, steps: int) -> Iterator[Walk]:
    """Walks of a few steps that set off straight ahead and never turn back; on the way none of a detour."""
    turns = [within_half(Fraction(k, board.most_sides)) for k in range(board.most_sides)]
    ahead = sorted((turn for turn in turns if abs(turn) < Fraction(1, 2)), key=lambda turn: (abs(turn), -turn))
    walks: list[Walk] = [(Fraction(0),)] if turns else []
    yield ()
    for _ in range(steps):
        yield from walks
        walks = [(*walk, turn) for walk in walks for turn in ahead]


def _headed(walk: Walk, board: FeatureBoard, *, fixed: bool) -> Iterator[Walk]:
    """A walk in all headings, or as it is if the whole feature may be turned."""
    headings = range(1) if fixed or not walk else range(board.most_sides)
    for k in headings:
        yield (within_half(walk[0] + Fraction(k, board.most_sides)), *walk[1:]) if walk else ()


def continued(walk: Walk, further: Walk) -> Walk:
    """A walk that goes on with another, whose first turn is meant from the heading at the start."""
    if not further:
        return walk
    heading = sum(walk, Fraction(0))
    return (*walk, within_half(further[0] - heading), *further[1:])
