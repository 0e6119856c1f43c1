"""Aspects of a game, found in its rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.conditions.joined import IsConnected
from petteia.ludemes.conditions.logic import AllGroups
from petteia.ludemes.moves.surround import Enclose
from petteia.ludemes.queries.site_sets import regions_of, static_sets
from petteia.ludemes.registry import reads
from petteia.ludemes.types import IntConstant
from petteia.ludemes.values.sizes import CountGroups, CountSizeBiggestGroup, SizeBiggestGroup, SizeGroup, SizeTerritory

from . import tables
from .endings import BlockRule, ConnectionRule, end_rules_in, line_rules_in
from .rules import book_of
from .tables import MOST_GOALS, Aspect

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.game.game import Recipe
    from petteia.ludemes.lowering.rulebook import RuleBook

_MOST_SITES = 512
_GROUPS = (AllGroups, CountGroups, CountSizeBiggestGroup, SizeBiggestGroup, SizeGroup)


def aspects_of(game: Game) -> tuple[Aspect, ...]:
    """The aspects that the rules of a game of two make matter; none where pieces stand in stacks or on edges.

    >>> import petteia as pt
    >>> [one.kind for one in aspects_of(pt.load("Hex"))], [one.kind for one in aspects_of(pt.load("Go"))]
    (['routes', 'contact'], ['groups', 'contact'])
    """
    facts = game.facts
    if facts.players != 2 or facts.stacking or facts.boardless or facts.is_puzzle:
        return ()
    return _aspects_of(game.recipe) if game.recipe.text else ()


@lru_cache(maxsize=16)
def _aspects_of(recipe: Recipe) -> tuple[Aspect, ...]:
    book = book_of(recipe)
    spec, sites = book.spec, book.spec.default
    if not 3 <= sites.count <= _MOST_SITES or sites.count > spec.sites:
        return ()
    every = spec.game
    found: list[Aspect | None] = []
    rules = end_rules_in(spec)
    for length, direction in line_rules_in(every):
        found.append(tables.lines(sites, length, direction, f"lines of {length}"))
    for rule in rules:
        if isinstance(rule, ConnectionRule) and rule.asked is not None:
            found.append(_routes(book, rule.asked, sum(one is not None and one.kind == "routes" for one in found)))
    if any(reads(every, one) for one in (Enclose, SizeTerritory)):
        found.append(tables.groups(_near(sites, Direction.Orthogonal)))
    elif any(reads(every, one) for one in _GROUPS):
        found.append(tables.groups(_near(sites, Direction.Adjacent)))
    if any(isinstance(rule, BlockRule) and rule.result != "Draw" for rule in rules):
        found.append(tables.space(sites, Direction.Adjacent))
    if {1, 2} <= {one.owner for one in spec.components}:
        found.append(tables.contact(_near(sites, Direction.All)))
    kept: dict[tuple[str, ...], Aspect] = {}
    for one in found:
        if one is not None:
            kept.setdefault(one.numbers, one)
    return tuple(kept.values())


def _near(sites: Sites, direction: Direction) -> list[tuple[int, ...]]:
    return [tuple(dict.fromkeys(sites.related(direction, site))) for site in range(sites.count)]


def _routes(book: RuleBook, asked: IsConnected, number: int) -> Aspect | None:
    """The ways that a condition of connection asks for; None where its goals depend on the position."""
    sites = book.spec.default
    goals = _goals(book, asked)
    if goals is None or not all(2 <= len(side) <= MOST_GOALS for side in goals):
        return None
    needed = len(goals[0]) if asked.number is None else _number(asked.number)
    direction = "Adjacent" if asked.directions is None else str(getattr(asked.directions, "name", ""))
    if needed is None or not 1 <= needed <= min(map(len, goals)) or direction not in Direction.__members__:
        return None
    name = f"connection {number + 1}" if number else "connection"
    return tables.routes(sites, _near(sites, Direction[direction]), goals, needed, name)


def _number(value: object) -> int | None:
    return value.value if isinstance(value, IntConstant) else None


def _goals(book: RuleBook, asked: IsConnected) -> tuple[list[int], list[int]] | None:
    """The sets of sites, as masks, that each seat has to join."""
    x = book.context(ops.number(0))
    board = book.spec.board_mask
    if asked.role is not None:
        if asked.role.name not in ("Mover", "Next", "Player"):
            return None
        first, second = ([part & board for part in regions_of(x, owner)] for owner in (1, 2))
        return first, second
    masks: list[int] = []
    if asked.region_type is not None:
        masks = static_sets(x, asked.region_type)
    for region in asked.regions or ():
        with x.b.block():
            lowered = region.lower(x)
        if not isinstance(lowered, n.Const):
            return None
        masks.append(lowered.value)
    masks = [mask & board for mask in masks if mask & board]
    return masks, masks
