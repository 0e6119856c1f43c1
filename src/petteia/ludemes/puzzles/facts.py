"""Facts of a deduction puzzle that do not change in play: values, hints, regions, and which sites are variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.errors import LudTypeError, UnsupportedLudeme
from petteia.ir import ops
from petteia.ludemes.enums import RegionTypeStatic
from petteia.ludemes.equipment.constants import constant_set
from petteia.ludemes.equipment.items import Board
from petteia.ludemes.puzzles.rules import (
    ForAll,
    Hints,
    IsSum,
    IsUnique,
    PuzzleAllDifferent,
    RegionHint,
    Satisfy,
    SetPuzzleValues,
    SiteHint,
)
from petteia.ludemes.queries.site_sets import static_sets
from petteia.ludemes.registry import walk
from petteia.ludemes.types import IntConstant, Rules

if TYPE_CHECKING:
    from petteia.ludemes.equipment.items import Regions, Values
    from petteia.ludemes.game import Game
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.spec import GameSpec
    from petteia.ludemes.registry import Ludeme
    from petteia.ludemes.types import BooleanFunction

_MANY_VALUES = 31


@dataclass(frozen=True)
class HintFacts:
    """A hint: the sites it is about, and its number."""

    sites: tuple[int, ...]
    value: int


@dataclass(frozen=True)
class RegionGroup:
    """Regions that one word, list or function of a `regions` item stands for."""

    name: str
    word: RegionTypeStatic | None
    parts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class ValueRange:
    """The values that moves may give the sites of a type, and those possible at the start."""

    low: int = 0
    high: int = 0
    initial: int = 1

    @property
    def size(self) -> int:
        """One more than the greatest value that a set of possible values may hold."""
        return max(self.high + 1, self.initial.bit_length())


def satisfy_rule(game: Game) -> Satisfy:
    """The rule of play of a puzzle, which must be its only one."""
    assert isinstance(game.rules, Rules)
    moves = game.rules.first_moves()
    if not isinstance(moves, Satisfy):
        raise LudTypeError("a deduction puzzle is played by (play (satisfy ..))", place=game.rules.place)
    return moves


def value_range(spec: GameSpec, kind: SiteType) -> ValueRange:
    """The values of the sites of a type; 0 alone for a type that none are written for."""
    for written in _written_values(spec):
        if written.site_type.name == kind.name:
            low, high = _bounds(written)
            many = high - low + 1 > _MANY_VALUES and kind != SiteType.Vertex
            # compat: with many values the first possible ones are numbered from 0, too, but as many as there are
            return ValueRange(low, high, (1 << (high - low if many else high) + 1) - 1)
    return ValueRange()


def _written_values(spec: GameSpec) -> list[Values]:
    boards = [item for item in spec.game.equipment.items if isinstance(item, Board)]
    return [one for item in boards for one in item.values_array or ([item.values] if item.values else [])]


def _bounds(written: Values) -> tuple[int, int]:
    least, most = written.range.minimum, written.range.maximum or written.range.minimum
    if not isinstance(least, IntConstant) or not isinstance(most, IntConstant):
        raise UnsupportedLudeme(["values that are worked out"])
    if not 0 <= least.value <= most.value:
        raise LudTypeError(f"values go from {least.value} to {most.value}", place=written.place)
    return least.value, most.value


def hints_of(spec: GameSpec, kind: SiteType) -> list[HintFacts]:
    """The hints about sites of a type; of several lists the last counts."""
    found: list[HintFacts] = []
    for item in spec.game.equipment.items:
        if isinstance(item, Hints) and (item.site_type.name if item.site_type else "Cell") == kind.name:
            found = [_hint(one) for one in item.records]
    return found


def _hint(written: Ludeme) -> HintFacts:
    if isinstance(written, SiteHint):
        return HintFacts((written.site,), written.hint or 0)
    assert isinstance(written, RegionHint)
    return HintFacts(tuple(written.region), written.hint or 0)


def hint_regions(spec: GameSpec, label: str | None) -> list[tuple[int, ...]]:
    """The sites of every hint: of cells, or where a label is written of the first type that has hints."""
    kinds = [SiteType.Cell] if label is None else [SiteType.Vertex, SiteType.Cell, SiteType.Edge]
    lists = [[hint.sites for hint in hints_of(spec, kind)] for kind in kinds]
    return next((found for found in lists if found), [])


def region_groups(x: Context) -> list[RegionGroup]:
    """The regions of the equipment, in the order in which constraints go through them."""
    return x.b.once(("region groups",), lambda: [one for item in x.spec.region_items() for one in groups_of(x, item)])


def groups_of(x: Context, item: Regions) -> list[RegionGroup]:
    """The regions of one item, by the words, list or functions that it is written with."""
    name = item.name or f"Region{item.role.name if item.role else 'P1'}"
    words = item.static_regions or ([item.static_region] if item.static_region else [])
    if words:
        groups = []
        for word in words:
            if word == RegionTypeStatic.HintRegions:
                parts = hint_regions(x.spec, item.hint_region_label)
            else:
                parts = [tuple(ops.bits(mask)) for mask in static_sets(x, word)]
            groups.append(RegionGroup(name, word, tuple(part for part in parts if part)))
        return groups
    if item.sites is not None:
        return [RegionGroup(name, None, (tuple(item.sites),))]
    functions = item.regions or ([item.region] if item.region else [])
    masks = [constant_set(x, function) for function in functions]
    return [RegionGroup(name, None, tuple(tuple(ops.bits(mask)) for mask in masks))]


def variables_of(x: Context) -> list[int]:
    """The sites that moves may give a value to, in the order in which constraints name them."""
    found: dict[int, None] = {}
    for constraint in satisfy_rule(x.spec.game).all_constraints():
        if isinstance(constraint, ForAll):
            found.update(dict.fromkeys(range(x.spec.default.count)))
            break
        found.update(dict.fromkeys(_named_sites(x, constraint)))
    count = x.spec.default.count
    return [site for site in found if 0 <= site < count]


def _named_sites(x: Context, constraint: BooleanFunction) -> list[int]:
    if isinstance(constraint, PuzzleAllDifferent | IsSum) and constraint.region is not None:
        return list(ops.bits(constant_set(x, constraint.region)))
    if isinstance(constraint, PuzzleAllDifferent | IsSum | IsUnique):
        return [site for group in region_groups(x) for part in group.parts for site in part]
    return []


def givens_of(spec: GameSpec) -> dict[int, int]:
    """The values that the first start rule fixes, if it is one that does."""
    start = spec.start
    rules = start.all_rules() if start else []
    if not rules or not isinstance(rules[0], SetPuzzleValues):
        return {}
    return {pair[0]: pair[1] for pair in rules[0].pairs}


def check_puzzle(spec: GameSpec) -> None:
    """Refuses what is no puzzle that one person can play."""
    satisfy_rule(spec.game)
    if spec.players != 1:
        raise LudTypeError("a deduction puzzle has one player", place=spec.game.players.place)
    lists = [rule.pairs for rule in walk(spec.game) if isinstance(rule, SetPuzzleValues)]
    high, count = value_range(spec, spec.board.use).high, spec.default.count
    for pair in (pair for pairs in lists for pair in pairs):
        if len(pair) != 2 or not (0 <= pair[0] < count and 0 <= pair[1] <= high):
            raise LudTypeError(f"{{{' '.join(map(str, pair))}}} is no site of the puzzle with a value of its own")
