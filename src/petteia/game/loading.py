"""The road of a game: from a name, a path or a text to a `Game` that can be played."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.errors import BuildError, LimitExceeded, LudError, UnsupportedLudeme
from petteia.native.cache import BuildCache, Built, input_key
from petteia.types import BuildChoice, PlayoutChoice

from .builds import Builds, PendingBuild
from .bundled import find_subgames, locate
from .engine import Backend
from .facts import Facts
from .game import Game, Recipe
from .limits import bounded
from .native import NativeEngine

if TYPE_CHECKING:
    from petteia.ir import nodes as n
    from petteia.lang import Expanded
    from petteia.ludemes.game import Match as MatchLudeme
    from petteia.ludemes.lowering.rulebook import RuleBook


def load(
    description: str | Path,
    *,
    options: Sequence[str] = (),
    ruleset: str | None = None,
    defs: Sequence[str | Path] = (),
    backend: Backend = "native",
    playout: PlayoutChoice = "auto",
    build: BuildChoice = "auto",
) -> Game:
    """A game by its name (bundled or in a library), by the path of a description, or by the text itself.

    `options` choose among what the description offers (`"Board Size/7x7"`), `ruleset` names one of its rulesets, `defs`
    are further folders of defines. A game that was built before on this machine loads without being read again. The
    back end `interpreter` plays the same rules slowly in Python and needs no C compiler. `playout` asks for one way to
    run random playouts instead of the best; `PetteiaError` if the rules do not allow it. The `build` that a game begins
    with is made in a hurry, and the full one, which plays faster, follows in the background; `"full"` waits for it, and
    `"quick"` does without. Both play the same moves from the same seeds.

    >>> load("Tic-Tac-Toe").players
    2
    """
    found = locate(description)
    folders = tuple(str(Path(one).resolve()) for one in (*defs, *found.defs))
    subgames = find_subgames(description, found.text)
    recipe = Recipe(found.name, found.text, tuple(options), ruleset, folders, backend, playout, subgames)
    return build_recipe(recipe, build)


def build_recipe(recipe: Recipe, choice: BuildChoice = "auto") -> Game:
    """The game of a recipe, with the build that is asked for."""
    if recipe.backend == "interpreter":
        return _interpreted(recipe)
    builds = Builds(BuildCache(), recipe_inputs(recipe))
    for find, is_full in ((builds.find_full, True), (builds.find_quick, False)):
        built = find()
        if built is None:
            continue
        try:
            return _native(recipe, builds, built, choice, is_full=is_full)
        except (BuildError, KeyError, OSError, TypeError, ValueError):
            builds.cache.discard(built)
    with _without_collection():
        return _compiled(recipe, builds, choice)


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


def _native(recipe: Recipe, builds: Builds, built: Built, choice: BuildChoice, *, is_full: bool) -> Game:
    """The game of a build; a quick one is followed by the full one, at once or in the background, as is asked for."""
    facts = Facts.from_json(built.meta)
    pending = None if is_full else PendingBuild.of(builds, built)
    engine = NativeEngine(facts, built.library, pending)
    if pending is not None and choice == "full":
        engine.finish_build()
    elif pending is not None and choice == "auto":
        pending.make_later(engine)
    return Game(facts, engine, recipe)


def _compiled(recipe: Recipe, builds: Builds, choice: BuildChoice) -> Game:
    return compile_lowered(recipe, builds, choice, *lower_recipe(recipe))


def compile_lowered(
    recipe: Recipe, builds: Builds, choice: BuildChoice, expanded: Expanded, program: n.Program, spec: Any,
    *, passes: bool = True,
) -> Game:  # fmt: skip
    """The game of a program as it was lowered, built into a cache.

    Without passes the build takes a third of the time, which pays where little is played.
    """
    from petteia.native.emit import emit
    from petteia.passes import optimise
    from petteia.passes.playouts.classify_playouts import classify_playouts

    from .reading import read_facts

    if passes:
        program = optimise(program)
    plan = classify_playouts(program, recipe.playout)
    facts = read_facts(expanded, spec, program, f"{plan.name}: {plan.reason}")
    is_full = choice == "full"
    make = builds.make_full if is_full else builds.make_quick
    return _native(recipe, builds, make(emit(program, plan), facts.to_json()), choice, is_full=is_full)


def _interpreted(recipe: Recipe) -> Game:
    from .interpreted import InterpretedEngine
    from .reading import read_facts

    expanded, program, spec = lower_recipe(recipe)
    facts = read_facts(expanded, spec, program, "interpreter: every move is interpreted")
    return Game(facts, InterpretedEngine(program), recipe)


def expand_recipe(recipe: Recipe) -> Expanded:
    """The expanded description of a recipe."""
    from petteia.lang import expand

    with bounded():
        expanded = expand(
            recipe.text, options=recipe.options, ruleset=recipe.ruleset, define_folders=recipe.defs, name=recipe.name
        )
    expanded.subgames = {name: partial(_expand_subgame, recipe, name, text) for name, text in recipe.subgames}
    return expanded


def _expand_subgame(recipe: Recipe, name: str, text: str, options: Sequence[str]) -> Expanded:
    """The expanded description of a game of a match."""
    from petteia.lang import expand

    return expand(text, options=tuple(options), define_folders=recipe.defs, name=name)


def lower_recipe(recipe: Recipe) -> tuple[Expanded, n.Program, Any]:
    """The expanded description, its program before any pass, and the facts the rules were lowered with."""
    expanded = expand_recipe(recipe)
    return expanded, *lower_expanded(expanded)


def lower_expanded(expanded: Expanded) -> tuple[n.Program, Any]:
    """The program of an expanded description before any pass, and the facts the rules were lowered with."""
    try:
        with bounded():
            rules = rules_of(expanded)
            return rules.lower(), rules.spec
    except RecursionError:
        raise LimitExceeded("the rules are nested too deeply, or lead back to themselves") from None


def rules_of(expanded: Expanded) -> RuleBook:
    """The rules of a description, bound and ready to be lowered; `UnsupportedLudeme` for a match of several games."""
    from petteia.lang import bind, read
    from petteia.ludemes import Game as GameLudeme
    from petteia.ludemes.game import Match as MatchLudeme
    from petteia.ludemes.lowering.rulebook import RuleBook
    from petteia.ludemes.missing import Missing

    bound = bind(read(expanded))
    if isinstance(bound, MatchLudeme):
        return _match_rules(bound, expanded.subgames)
    if not isinstance(bound, GameLudeme):
        raise UnsupportedLudeme([Missing(bound.title, bound.place)])
    return RuleBook(bound)


def _match_rules(match: MatchLudeme, subgames: Mapping[str, Callable[[Sequence[str]], Expanded]]) -> RuleBook:
    """The rules of a match, with those of its game."""
    from petteia.lang import bind, read
    from petteia.ludemes import Game as GameLudeme
    from petteia.ludemes.play.matches import MatchBook, only_subgame

    listed = only_subgame(match)
    if listed.name not in subgames:
        raise LudError(
            f"the match {match.name} is made of {listed.name!r}, which is not here",
            place=listed.place,
            suggestion=f"put {listed.name}.lud beside it, or add a library that has it",
        )
    options = (listed.option,) if listed.option else ()
    game = bind(read(subgames[listed.name](options)))
    if not isinstance(game, GameLudeme):
        raise UnsupportedLudeme(["match of matches"])
    return MatchBook(match, game)


def recipe_inputs(recipe: Recipe) -> str:
    """The name of everything that shapes a build, for the index of the cache."""
    parts = [recipe.text, *recipe.options, "ruleset", recipe.ruleset or "", "playout", recipe.playout, "defs"]
    parts[1:1] = [part for pair in recipe.subgames for part in ("subgame", *pair)]
    for folder in recipe.defs:
        for file in sorted(Path(folder).rglob("*.def")):
            stat = file.stat()
            parts.append(f"{file} {stat.st_size} {stat.st_mtime_ns}")
    return input_key(*parts)


def guided_inputs(recipe: Recipe) -> str:
    """The same for the build with playouts by features."""
    return input_key("guided", recipe_inputs(recipe))
