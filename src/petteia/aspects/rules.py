"""The equipment of a game and its rules as they are written, read once for each process."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from petteia.game.game import Recipe
    from petteia.ludemes.lowering.rulebook import RuleBook
    from petteia.ludemes.lowering.spec import GameSpec


@lru_cache(maxsize=16)
def book_of(recipe: Recipe) -> RuleBook:
    """The rules of a game, bound; its regions are read, its rules are not lowered."""
    from petteia.game.loading import expand_recipe, rules_of

    return rules_of(expand_recipe(recipe))


def spec_of(recipe: Recipe) -> GameSpec:
    """The equipment of a game, from its description."""
    return book_of(recipe).spec
