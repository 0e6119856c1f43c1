"""Texts of a game at each stage of the road from its description to C."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from .game import Recipe
from .loading import expand_recipe, lower_expanded

Stage = Literal["text", "lowered", "optimised", "c"]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""Expanded description, IR as lowered, IR after the passes, C: in the order in which they are made."""


def stage_texts(recipe: Recipe) -> Iterator[tuple[Stage, str]]:
    """Each stage with its text, as it is made; a stage that cannot be made raises what `load` would raise."""
    from petteia.ir.printer import print_program
    from petteia.native.emit import emit
    from petteia.passes import optimise
    from petteia.passes.playouts.classify_playouts import classify_playouts

    expanded = expand_recipe(recipe)
    yield "text", expanded.text
    program, _ = lower_expanded(expanded)
    yield "lowered", print_program(program)
    program = optimise(program)
    yield "optimised", print_program(program)
    yield "c", emit(program, classify_playouts(program, recipe.playout))
