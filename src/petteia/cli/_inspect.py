"""`petteia inspect`: the products of each stage between text and library."""

from __future__ import annotations

import json as json_form
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from petteia.errors import LudTypeError
from petteia.game.bundled import find_description
from petteia.game.game import Recipe
from petteia.game.loading import build_recipe, expand_recipe, lower_recipe
from petteia.game.stages import stage_texts

from ._arguments import path_or_name


def inspect_game(
    name: str,
    stage: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    passes: bool,
    json: bool,
) -> None:
    """Prints one stage."""
    found, text = find_description(path_or_name(name))
    recipe = Recipe(found, text, tuple(options or ()), ruleset, tuple(str(folder.resolve()) for folder in defs or ()))
    stages: dict[str, Callable[[], str]] = {
        "text": lambda: expand_recipe(recipe).text,
        "tree": lambda: _tree(recipe),
        "ludemes": lambda: _ludemes(recipe),
        "board": lambda: "\n".join(_board(recipe)),
        "ir": lambda: _ir(recipe, passes=passes),
        "c": lambda: _c(recipe, passes=passes),
        "build": lambda: _build(recipe),
    }
    content = stages[stage]()
    print(json_form.dumps({"game": found, "stage": stage, "content": content}) if json else content)


def _tree(recipe: Recipe) -> str:
    """The clauses, each with the place where it was written."""
    from petteia.lang import Clause, Terminal, read

    tree = read(expand_recipe(recipe))
    lines: list[str] = []
    stack: list[tuple[Any, int]] = [(tree.root, 0)]
    while stack:
        node, depth = stack.pop()
        label = f"{node.name}:" if node.name is not None else ""
        word = node.text if isinstance(node, Terminal) else f"({node.keyword}" if isinstance(node, Clause) else "{"
        line = "    " * depth + label + word
        lines.append(line if isinstance(node, Terminal) else f"{line:<60} ; {tree.place(node.offset)}")
        if not isinstance(node, Terminal):
            stack.extend((item, depth + 1) for item in reversed(node.items))
    return "\n".join(lines)


def _bound(recipe: Recipe) -> Any:
    from petteia.lang import bind, read

    return bind(read(expand_recipe(recipe)))


def _ludemes(recipe: Recipe) -> str:
    from petteia.lang import ludemes_text

    return ludemes_text(_bound(recipe))


def _stage_text(recipe: Recipe, stage: str) -> str:
    return next(text for name, text in stage_texts(recipe) if name == stage)


def _ir(recipe: Recipe, *, passes: bool) -> str:
    return _stage_text(recipe, "optimised" if passes else "lowered")


def _c(recipe: Recipe, *, passes: bool) -> str:
    if passes:
        return _stage_text(recipe, "c").rstrip("\n")
    from petteia.native.emit import emit
    from petteia.passes.playouts.classify_playouts import classify_playouts

    _, program, _ = lower_recipe(recipe)
    return emit(program, classify_playouts(program)).rstrip("\n")


def _board(recipe: Recipe) -> Iterator[str]:
    from petteia.board import Direction
    from petteia.board.check import steps_line
    from petteia.ludemes import Game
    from petteia.ludemes.boards.graphs import board_of

    bound = _bound(recipe)
    if not isinstance(bound, Game):
        raise LudTypeError("a match has no board of its own", place=bound.place)
    board = board_of(bound)
    sites = board.sites()
    counts = f"{board.vertices.count} vertices, {board.edges.count} edges, {board.cells.count} cells"
    yield f"{counts}; played on {board.use.name}"
    for name in ("corners", "outer", "centre", "top", "bottom", "left", "right"):
        yield f"{name:<8} {' '.join(map(str, getattr(sites, name)))}"
    for track in board.tracks:
        yield f"track {track.name}"
    yield f"{'site':>4} {'label':<6} {'x':>8} {'y':>8}  neighbours | steps"
    for site in range(sites.count):
        x, y = sites.xy[site]
        near = " ".join(map(str, sorted(sites.related(Direction.Adjacent, site))))
        yield f"{site:>4} {sites.labels[site]:<6} {x:>8.3f} {y:>8.3f}  {near} |{steps_line(sites, site)}"


def _build(recipe: Recipe) -> str:
    from petteia.game.loading import recipe_inputs
    from petteia.native.cache import BuildCache
    from petteia.native.compilers import require_compiler

    game = build_recipe(recipe, "full")
    built = BuildCache().lookup(recipe_inputs(recipe))
    compiler = require_compiler()
    lines = [
        f"game       {game.name}",
        f"compiler   {compiler.version}",
        f"state      {game.facts.state_size} bytes",
        f"move       {2 * game.facts.move_shorts} bytes",
        f"playouts   {game.facts.playout}",
        f"fields     {' '.join(game.facts.fields)}",
        f"kinds      {' '.join(kind.name for kind in game.facts.kinds)}",
    ]
    if built is not None:
        lines.insert(2, f"command    {' '.join(built.command)}")
        lines += [f"library    {built.library}", f"source     {built.source}"]
    return "\n".join(lines)
