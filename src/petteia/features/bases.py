"""Base features implied by each rule of play: where moves come from and what stands where they go.

A *base* is a feature that holds for every move of one rule. Candidates for learning are bases with more elements, so
none of them asks for what no move can have.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from petteia.aspects import spec_of
from petteia.board import Direction
from petteia.board.directions import FACING_INDEX, relative
from petteia.ludemes import arguments
from petteia.ludemes.conditions import logic as conditions
from petteia.ludemes.conditions.players import IsEnemy, IsFriend
from petteia.ludemes.conditions.sites import IsEmpty, IsOccupied
from petteia.ludemes.directions.written import AbsoluteDirections, RelativeDirections
from petteia.ludemes.enums import AbsoluteDirection, RelativeDirection, StepType
from petteia.ludemes.moves.add import Add, Claim
from petteia.ludemes.moves.each_piece import ForEachPiece
from petteia.ludemes.moves.from_to import FromTo
from petteia.ludemes.moves.hop import Hop
from petteia.ludemes.moves.leap import Leap
from petteia.ludemes.moves.slide import Slide
from petteia.ludemes.moves.step import Step
from petteia.ludemes.moves.swap import SwapPlayers
from petteia.ludemes.moves.turn import Pass
from petteia.ludemes.regions import algebra as regions
from petteia.ludemes.regions.pieces import SitesEmpty
from petteia.ludemes.types import Decision, Moves
from petteia.ludemes.values.contents import WhoAt
from petteia.ludemes.values.iterators import ToSite

from ._board import FeatureBoard, board_of
from ._routes import middle, route
from .pattern import ANY, EMPTY, ENEMY, FRIEND, PASS, SWAP, Element, Feature, Walk

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.ludemes.registry import Ludeme
    from petteia.ludemes.types import BooleanFunction, RegionFunction

HERE: Walk = ()


def bases_of(game: Game) -> list[Feature]:
    """Features such that at least one of them holds for every legal move."""
    board = board_of(game)
    found: dict[Feature, None] = {}
    for rule in decisions_of(game):
        for base in _bases(rule, board):
            found[base] = None
    found = {one: None for one in found if not any(_is_wider(other, one) for other in found)}
    words = {kind.text for kind in game.facts.kinds}
    for word in (PASS, SWAP):
        if word in words:
            found[Feature(word=word)] = None
    if words - {"move", PASS, SWAP} or _has_other_sites(game):
        found[Feature(word=ANY)] = None
    return list(found)


def _is_wider(one: Feature, other: Feature) -> bool:
    """True if one of two bases asks for less than the other."""
    same = (one.to, one.source) == (other.to, other.source)
    return same and set(one.elements) < set(other.elements)


def _has_other_sites(game: Game) -> bool:
    """True if moves may go to sites of another type, or off the board: features then see nothing of them."""
    facts = game.facts
    letters = {letter for kind in facts.kinds if kind.text == "move" for letter in kind.letters}
    return bool(letters - {facts.letter}) or any(not one.is_dice for one in facts.containers[1:])


def decisions_of(game: Game) -> Iterator[Ludeme]:
    """The rules that make moves: those of the phases, and those that pieces bring."""
    spec = spec_of(game.recipe)
    stack: list[Ludeme] = [rule for phase in spec.phases for rule in phase.play]
    stack += [piece.generator for piece in spec.components if piece.generator is not None]
    while stack:
        rule = stack.pop(0)
        inner = [child for child in rule.children() if isinstance(child, Moves)]
        if isinstance(rule, Decision) or not inner:
            yield rule
        else:
            stack += inner


def _bases(rule: Ludeme, board: FeatureBoard) -> list[Feature]:
    """The features of one rule; a rule that is not understood has those that say nothing."""
    is_decided = isinstance(rule, Decision)
    match rule:
        case Add() | Claim() if is_decided:
            return [Feature(to=HERE, elements=_goal(rule.to))]
        case Step() if is_decided:
            walks = _step_walks(rule.directions, board)
            return _carried(walks, _goal(rule.to), rule.from_) if walks else _anywhere(rule.to)
        case Leap() if is_decided:
            walks = [walk for one in rule.walk if (walk := _leap_walk(one, board)) is not None]
            return _carried(walks, _goal(rule.to), rule.from_) if walks else _anywhere(rule.to)
        case Pass() | SwapPlayers() if is_decided:
            return []
        case Hop() | Slide() | FromTo() if is_decided:
            return _anywhere(rule.to)
        case ForEachPiece():  # its pieces bring their own rules
            return []
    return _anywhere(None)


def _carried(walks: list[Walk], goal: tuple[Element, ...], source: arguments.From | None) -> list[Feature]:
    own = () if source is not None else (FRIEND,)
    return [Feature(to=HERE, source=walk, elements=(*goal, *(Element(walk, kind) for kind in own))) for walk in walks]


def _anywhere(goal: arguments.To | None) -> list[Feature]:
    """A move from anywhere: its two ends are seen apart."""
    return [Feature(to=HERE, elements=_goal(goal) if goal else ()), Feature(source=HERE)]


def _step_walks(written: object, board: FeatureBoard) -> list[Walk] | None:
    """The walks from where a step ends back to where it began, one for each kind of step; None if not known here."""
    known = board.board.sites()
    if written is None:
        wanted = [Direction.Adjacent]
    elif isinstance(written, AbsoluteDirection):
        wanted = [Direction[written.name]]
    elif isinstance(written, AbsoluteDirections):
        named = [*(written.absolute_directions or []), written.absolute_direction]
        wanted = [Direction[word.name] for word in named if word is not None]
    elif isinstance(written, RelativeDirection | RelativeDirections):
        words = [written] if isinstance(written, RelativeDirection) else _relative_words(written)
        facing = Direction.N if known.steps.get(Direction.N) else next(iter(known.supported(Direction.Adjacent)))
        wanted = [one for word in words for one in relative(word.name, facing, known.supported(Direction.Adjacent))]
    else:
        return None
    found: dict[Walk, None] = {}
    start = middle(board)
    for direction in wanted:
        ends = known.step(direction, start) if direction in FACING_INDEX else known.related(direction, start)
        for end in ends:
            walk = route(board, (start, end))
            if walk is not None:
                found[_plain(walk)] = None
    return list(found) or None


def _relative_words(written: RelativeDirections) -> list[RelativeDirection]:
    single = [written.relative_direction] if written.relative_direction else []
    return list(written.relative_directions or single) or [RelativeDirection.Forward]


def _plain(walk: Walk) -> Walk:
    """The walk turned and mirrored so that it begins straight ahead and bends to the right."""
    bends = next((turn for turn in walk[1:] if turn != 0), Fraction(0))
    return (Fraction(0), *(walk[1:] if bends >= 0 else (-turn for turn in walk[1:])))


def _leap_walk(steps: list[StepType], board: FeatureBoard) -> Walk | None:
    """The way back of a leap, which is written in steps and turns."""
    sides = board.sides[middle(board)]
    turn, walk = Fraction(0), []
    for step in steps:
        if step == StepType.F:
            walk.append(turn)
            turn = Fraction(0)
        else:
            turn += Fraction(1 if step == StepType.R else -1, max(1, sides))
    start = middle(board)
    end = int(board.ends(tuple(walk))[0][0][start]) if walk else start
    back = route(board, (start, end)) if end >= 0 and end != start else None
    return _plain(back) if back is not None else None


def _goal(to: arguments.To | None) -> tuple[Element, ...]:
    """The condition of the rule on the target of the move."""
    if to is None:
        return ()
    kinds = set()
    if to.region is not None and _is_within_empty(to.region):
        kinds.add((EMPTY, False))
    if to.if_ is not None:
        kinds |= _asked(to.if_)
    return tuple(Element(HERE, kind, negated=negated) for kind, negated in sorted(kinds))


def _is_within_empty(region: RegionFunction) -> bool:
    match region:
        case SitesEmpty():
            return True
        case regions.RegionIntersection():
            return _is_within_empty(region.region1) or _is_within_empty(region.region2)
        case regions.RegionIntersectionAll():
            return any(map(_is_within_empty, region.regions))
    return False


def _asked(condition: BooleanFunction, *, negated: bool = False) -> set[tuple[str, bool]]:
    """The conditions on the site the move goes to."""
    match condition:
        case conditions.And() if not negated:
            return _asked(condition.a) | _asked(condition.b)
        case conditions.AndAll() if not negated:
            return {one for operand in condition.operands for one in _asked(operand)}
        case conditions.Not():
            return _asked(condition.a, negated=not negated)
        case IsEmpty() if isinstance(condition.at, ToSite):
            return {(EMPTY, negated)}
        case IsOccupied() if isinstance(condition.at, ToSite):
            return {(EMPTY, not negated)}
        case IsFriend() | IsEnemy() if _is_who_at_goal(condition.index):
            return {(FRIEND if isinstance(condition, IsFriend) else ENEMY, negated)}
    return set()


def _is_who_at_goal(value: object) -> bool:
    return isinstance(value, WhoAt) and isinstance(getattr(value, "at", None), ToSite)
