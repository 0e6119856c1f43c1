"""Lines and walks of pieces in the end rules: lengths, directions, and for whom they are good or bad."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.board import Direction
from petteia.ludemes.conditions import logic as conditions
from petteia.ludemes.conditions.joined import IsConnected, IsLoop
from petteia.ludemes.conditions.line import IsLine
from petteia.ludemes.conditions.patterns import IsPattern
from petteia.ludemes.conditions.sites import IsIn
from petteia.ludemes.ending.rules import End, EndIf, ResultOf
from petteia.ludemes.enums import StepType
from petteia.ludemes.registry import walk
from petteia.ludemes.types import BooleanConstant, IntConstant
from petteia.ludemes.values.state import LastSite

from .rules import spec_of

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.ludemes.lowering.spec import GameSpec
    from petteia.ludemes.registry import Ludeme
    from petteia.ludemes.types import BooleanFunction


@dataclass(frozen=True)
class LineRule:
    """So many in a row decide the game for who makes them; `exact` if not one more."""

    length: int
    exact: bool
    direction: Direction
    result: str


@dataclass(frozen=True)
class WalkRule:
    """Pieces on all sites of a walk from the last one decide the game for who puts them there."""

    steps: tuple[StepType, ...]
    result: str


@dataclass(frozen=True)
class ConnectionRule:
    """Groups that reach far enough decide the game for who makes them; loops have no condition that names goals."""

    result: str
    asked: IsConnected | None = None


@dataclass(frozen=True)
class RegionRule:
    """Coming to a region decides the game for who comes there."""

    result: str


@dataclass(frozen=True)
class BlockRule:
    """Who cannot move any more loses, or wins."""

    result: str


Rule = LineRule | WalkRule | ConnectionRule | RegionRule | BlockRule


def end_rules(game: Game) -> list[Rule]:
    """The rules of the end that speak of patterns, in the order in which they are asked."""
    return end_rules_in(spec_of(game.recipe))


def end_rules_in(spec: GameSpec) -> list[Rule]:
    """The same, of a game that is read but not built."""
    ends = [phase.end for phase in spec.phases if phase.end is not None]
    if spec.end is not None:
        ends.append(spec.end)
    found: list[Rule] = []
    for end in ends:
        for test, result in _tests(end):
            for rule in _patterns(test, result):
                found.append(_after_longer(rule, found) if isinstance(rule, LineRule) else rule)
    return found


def line_rules_everywhere(game: Game) -> list[tuple[int, Direction]]:
    """Length and direction of all lines that any rule asks for."""
    return line_rules_in(spec_of(game.recipe).game)


def line_rules_in(rules: Ludeme) -> list[tuple[int, Direction]]:
    """The same, of rules as they are written."""
    asked = [one for one in walk(rules) if isinstance(one, IsLine)]
    return [(one.length.value, _direction(one)) for one in asked if isinstance(one.length, IntConstant)]


def _after_longer(rule: LineRule, before: list[Rule]) -> LineRule:
    """A line that is asked for after a longer one counts only while it is not that one."""
    longer = any(isinstance(one, LineRule) and one.length > rule.length for one in before)
    return LineRule(rule.length, rule.exact or longer, rule.direction, rule.result)


def _tests(end: End) -> Iterator[tuple[BooleanFunction, str]]:
    stack: list[Ludeme] = [*(end.end_rules or []), *([end.end_rule] if end.end_rule else [])]
    while stack:
        rule = stack.pop(0)
        if isinstance(rule, EndIf):
            inner = [*(rule.subs or []), *([rule.sub] if rule.sub else [])]
            if isinstance(rule.result, ResultOf) and rule.result.who.name == "Mover":
                yield rule.test, rule.result.result.name
            stack = [*inner, *stack]


def _patterns(test: BooleanFunction, result: str) -> Iterator[Rule]:
    """The patterns that alone fulfil a condition."""
    match test:
        case conditions.Or():
            yield from _patterns(test.a, result)
            yield from _patterns(test.b, result)
        case conditions.OrAny():
            for operand in test.operands:
                yield from _patterns(operand, result)
        case IsLine() if isinstance(test.length, IntConstant) and test.through is None:
            yield LineRule(test.length.value, _is_true(test.exact), _direction(test), result)
        case IsPattern() if test.walk and test.from_ is None:
            yield WalkRule(tuple(test.walk), result)
        case IsConnected():
            yield ConnectionRule(result, test)
        case IsLoop():
            yield ConnectionRule(result)
        case conditions.NoMoves():
            yield BlockRule(result)
        case IsIn() if isinstance(test.site, LastSite) and test.region is not None:
            yield RegionRule(result)


def _direction(line: IsLine) -> Direction:
    return Direction[line.direction.name] if line.direction else Direction.Adjacent


def _is_true(value: object) -> bool:
    return isinstance(value, BooleanConstant) and bool(value.value)
