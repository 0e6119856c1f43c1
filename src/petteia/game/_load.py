"""The road of a game: from a name, a path or a text to a `Game` that can be played."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.errors import BuildError, LimitExceeded, UnsupportedLudeme
from petteia.native._cache import BuildCache, input_key
from petteia.types import PlayoutChoice

from ._bundled import find_description
from ._engine import Backend
from ._facts import Facts
from ._game import Game, Recipe
from ._native import NativeEngine

if TYPE_CHECKING:
    from petteia.ir import nodes as n
    from petteia.lang import Expanded
    from petteia.ludemes._rules import RuleBook


def load(
    description: str | Path,
    *,
    options: Sequence[str] = (),
    ruleset: str | None = None,
    defs: Sequence[str | Path] = (),
    backend: Backend = "native",
    playout: PlayoutChoice = "auto",
) -> Game:
    """A game by its bundled name, by the path of a description, or by the text itself.

    `options` choose among what the description offers (`"Board Size/7x7"`), `ruleset` names one of its rulesets, `defs`
    are further folders of defines. A game that was built before on this machine loads without being read again. The
    back end `interpreter` plays the same rules slowly in Python and needs no C compiler. `playout` asks for one way to
    run random playouts instead of the best; `PetteiaError` if the rules do not allow it.

    >>> load("Tic-Tac-Toe").players
    2
    """
    name, text = find_description(description)
    recipe = Recipe(
        name, text, tuple(options), ruleset, tuple(str(Path(one).resolve()) for one in defs), backend, playout
    )
    return build(recipe)


def build(recipe: Recipe) -> Game:
    """The game of a recipe."""
    if recipe.backend == "interpreter":
        return _interpreted(recipe)
    cache = BuildCache()
    inputs = _inputs(recipe)
    built = cache.lookup(inputs)
    if built is not None:
        try:
            return _native(recipe, built.meta, built.library)
        except (BuildError, KeyError, TypeError, ValueError):
            cache.discard(built)
    with _without_collection():
        return _compiled(recipe, cache, inputs)


@contextmanager
def _without_collection() -> Iterator[None]:
    """A build makes and drops millions of small objects, hardly any in circles; to look for those takes long."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _native(recipe: Recipe, meta: dict[str, Any], library: Path) -> Game:
    facts = Facts.from_json(meta)
    return Game(facts, NativeEngine(facts, library), recipe)


def _compiled(recipe: Recipe, cache: BuildCache, inputs: str) -> Game:
    from petteia.native.emit import emit
    from petteia.passes import optimise
    from petteia.passes.classify_playouts import classify_playouts

    from ._reading import read_facts

    expanded, program, setting = lower_recipe(recipe)
    program = optimise(program)
    plan = classify_playouts(program, recipe.playout)
    facts = read_facts(expanded, setting, program, f"{plan.name}: {plan.reason}")
    built = cache.store(inputs, emit(program, plan), name="game", meta=facts.to_json())
    return _native(recipe, built.meta, built.library)


def _interpreted(recipe: Recipe) -> Game:
    from ._interpreted import InterpretedEngine
    from ._reading import read_facts

    expanded, program, setting = lower_recipe(recipe)
    facts = read_facts(expanded, setting, program, "interpreter: every move is interpreted")
    return Game(facts, InterpretedEngine(program), recipe)


def expand_recipe(recipe: Recipe) -> Expanded:
    """The expanded description of a recipe."""
    from petteia.lang import expand

    return expand(
        recipe.text, options=recipe.options, ruleset=recipe.ruleset, define_folders=recipe.defs, name=recipe.name
    )


def lower_recipe(recipe: Recipe) -> tuple[Expanded, n.Program, Any]:
    """The expanded description, its program before any pass, and the facts the rules were lowered with."""
    expanded = expand_recipe(recipe)
    try:
        rules = rules_of(expanded)
        return expanded, rules.lower(), rules.setting
    except RecursionError:
        raise LimitExceeded("the rules are nested too deeply, or lead back to themselves") from None


def rules_of(expanded: Expanded) -> RuleBook:
    """The rules of a description, bound and ready to be lowered; `UnsupportedLudeme` for a match of several games."""
    from petteia.lang import bind, read
    from petteia.ludemes import Game as GameLudeme
    from petteia.ludemes._missing import Missing
    from petteia.ludemes._rules import RuleBook

    bound = bind(read(expanded))
    if not isinstance(bound, GameLudeme):
        raise UnsupportedLudeme([Missing(bound.title, bound.place)])
    return RuleBook(bound)


def _inputs(recipe: Recipe) -> str:
    """The name of everything that shapes a build, for the index of the cache."""
    parts = [recipe.text, *recipe.options, "ruleset", recipe.ruleset or "", "playout", recipe.playout, "defs"]
    for folder in recipe.defs:
        for file in sorted(Path(folder).rglob("*.def")):
            stat = file.stat()
            parts.append(f"{file} {stat.st_size} {stat.st_mtime_ns}")
    return input_key(*parts)


def guided_inputs(recipe: Recipe) -> str:
    """The same for the build with playouts by features."""
    return input_key("guided", _inputs(recipe))
