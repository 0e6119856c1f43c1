"""Results worked out of the rules when they are first asked for: numbers of actions, planes of observations."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from petteia.native.cache import BuildCache, input_key

from ._actions import ActionSpace

if TYPE_CHECKING:
    from petteia.ir import nodes as n
    from petteia.ir.planes import Observing

    from .facts import Facts
    from .game import Game, Recipe


class Derived(NamedTuple):
    """Numbers of actions and planes of observations, for tools of others."""

    actions: ActionSpace
    observing: Observing


def derived_of(game: Game) -> Derived:
    """The results derived from the rules of a game, kept with its builds."""
    return _derived(game.recipe, _Held(game.facts))


class _Held:
    """The facts of a game, which do not count when results are looked up: they follow from the recipe."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _derived(recipe: Recipe, held: _Held) -> Derived:
    from petteia.ir.planes import Observing  # a built game loads without the rules

    from .loading import recipe_inputs

    cache, inputs = BuildCache(), input_key("derived", recipe_inputs(recipe))
    noted = cache.noted(inputs)
    if noted is not None:
        try:
            actions = ActionSpace.from_json(noted["actions"], held.facts)
            return Derived(actions, Observing.from_json(noted["observing"]))
        except (KeyError, TypeError, ValueError, IndexError):
            pass  # damaged, or of another version: it is made again
    made = _work_out(optimised(recipe), held.facts)
    cache.note(inputs, {"actions": made.actions.to_json(), "observing": made.observing.to_json()})
    return made


def optimised(recipe: Recipe) -> n.Program:
    """The program that the native code of a game was made of."""
    from petteia.passes import optimise

    from .loading import lower_recipe

    _, program, _ = lower_recipe(recipe)
    return optimise(program)


def _work_out(program: n.Program, facts: Facts) -> Derived:
    from petteia.passes.analyses.choose_planes import Component, choose_planes, grid_of
    from petteia.passes.analyses.number_actions import number_actions

    numbering = number_actions(program)
    components = [Component(one.number, one.owner, one.word) for one in facts.components if not one.faces]
    board = facts.counts[facts.letter]
    shown = "dice" in facts.fields
    hands: dict[int, str] = {
        site: f"{one.name} {site - one.first + 1}"
        for one in facts.containers[1:]
        for site in one.sites
        if not (one.is_dice and shown)
    }
    sites = grid_of(facts.geometry.labels[facts.letter], facts.sites, hands)
    if len(sites.cells) not in (0, facts.sites) or board > facts.sites:
        sites = grid_of((), facts.sites, hands)
    unasked = {"score"} if not facts.scores_in_play else set()
    if numbering.stands_in_on_full_board:  # nobody passes before, so that no rule finds passes in a row
        unasked.add("pass_run")
    observing = choose_planes(program, components, sites, frozenset(unasked))
    return Derived(ActionSpace.from_numbering(numbering, facts), observing)
