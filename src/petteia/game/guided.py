"""A game built a second time, with playouts by features: when they are first asked for, and kept like other builds."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from petteia.errors import BuildError
from petteia.native.binding import Functions, load_library
from petteia.native.cache import BuildCache

from .loading import guided_inputs, lower_recipe

if TYPE_CHECKING:
    from pathlib import Path

    from .game import Game, Recipe

_POINTER, _WORD, _HALF = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32
_FUNCTIONS: Functions = (
    ("ptg_state_size", _HALF, []),
    ("ptg_playout", _HALF, [_POINTER, _POINTER, _POINTER, _WORD, _HALF]),
    ("ptg_playouts", _WORD, [_POINTER, _POINTER, _POINTER, _WORD, _HALF, _POINTER]),
    ("ptg_prepare", None, [_POINTER, _POINTER, _POINTER, _POINTER]),
    ("ptg_worth", None, [_POINTER, _POINTER, _POINTER, _POINTER, _HALF, _POINTER, _HALF, _POINTER]),
)


def guided_library(game: Game) -> Any:
    """The loaded library with the functions of `guided.h`, for a native game of two players."""
    return _guided_library(game.recipe, tuple(one.owner for one in game.facts.components), game.facts.state_size)


@lru_cache(maxsize=16)
def _guided_library(recipe: Recipe, owners: tuple[int, ...], state_size: int) -> Any:
    cache, inputs = BuildCache(), guided_inputs(recipe)
    built = cache.lookup(inputs)
    if built is not None:
        try:
            return _loaded(recipe, built.library, state_size)
        except BuildError:
            cache.discard(built)
    return _loaded(recipe, _compiled(recipe, owners, cache, inputs), state_size)


def _loaded(recipe: Recipe, library: Path, state_size: int) -> Any:
    loaded = load_library(library, _FUNCTIONS, f"{recipe.name}: the library with playouts by features")
    if loaded.ptg_state_size() != state_size:
        raise BuildError(f"{recipe.name}: the library with playouts by features has states of another size")
    return loaded


def _compiled(recipe: Recipe, owners: tuple[int, ...], cache: BuildCache, inputs: str) -> Path:
    from petteia.native.emit_guided import emit_guided
    from petteia.passes import optimise
    from petteia.passes.playouts.classify_playouts import classify_playouts

    _, program, _ = lower_recipe(recipe)
    program = optimise(program)
    text = emit_guided(program, classify_playouts(program, recipe.playout), dict(enumerate(owners, 1)))
    return cache.store(inputs, text, name="guided", meta={"game": recipe.name, "guided": True}).library
