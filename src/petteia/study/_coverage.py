"""Rules that never matter: each is taken out of the description, and play from the same seeds stays the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from petteia.errors import PetteiaError
from petteia.lang import Clause, Terminal
from petteia.lang import Sequence as Listing
from petteia.lang.show import short_text
from petteia.lang.tree import Node

from ._assess import build, program_digest
from ._play import Table
from .library import section_of

if TYPE_CHECKING:
    from petteia.game import Game

GAMES = 100
SECONDS = 2.0
"""CPU seconds for each of the two searches, so that large games are measured without long waiting."""
_MOVES = 10_000
_MOST_RULES = 24
_MOST_OPTIONS = 12
_FIRST = 10


def silent_rules(game: Game, seed: int = 0, seconds: float = SECONDS) -> list[str]:
    """Sentences about end rules, consequences and alternatives of moves without which random games go the same.

    Rules are tried in the order written, for so many CPU seconds.
    """
    from petteia.game.loading import expand_recipe

    begin = time.process_time()
    tree = expand_recipe(game.recipe).tree
    said: list[str] = []
    try:
        played = _rows(build(text_without(tree.root), passes=False), seed)
    except PetteiaError:
        return said  # a match of games
    for number, node in enumerate(removable(tree.root)):
        if number >= _MOST_RULES or time.process_time() - begin > seconds:
            break
        try:
            other = build(text_without(tree.root, node), passes=False)
        except PetteiaError:
            continue  # the rules need it
        if np.array_equal(_rows(other, seed, len(played)), played):
            said.append(
                f"The rule {short_text(node)} at {tree.place(node.offset)} never fired in {len(played)} random games."
            )
    return said


def _rows(game: Game, seed: int, games: int = 0) -> np.ndarray:
    """Random games as rows of numbers: as many as are asked for, or as a bounded number of moves allows."""
    table = Table(game)
    if not games:
        mean = float(table.play(_FIRST, seed=seed).rows[:, 0].mean())
        games = int(min(GAMES, max(_FIRST, _MOVES / max(1.0, mean))))
    return table.play(games, seed=seed).rows


def removable(root: Clause) -> Iterator[Clause]:
    """Conditions of the end that have others beside them, consequences of moves, and alternatives of moves."""
    stack: list[tuple[Node, str, Node | None]] = [(root, "game", None)]
    while stack:
        node, section, outer = stack.pop()
        if isinstance(node, Terminal):
            continue
        if isinstance(node, Clause):
            section = section_of(node.keyword, section)
            if (section == "end" and node.keyword in ("if", "forEach") and isinstance(outer, Listing)) or (
                section in ("play", "equipment") and node.keyword == "then"
            ):
                yield node
            if section in ("play", "equipment") and node.keyword == "or":
                yield from (one for one in _alternatives(node) if one.keyword in ("move", "forEach", "if", "or"))
        stack.extend((item, section, node) for item in reversed(node.items))


def _alternatives(node: Clause) -> list[Clause]:
    items = node.items[0].items if node.items and isinstance(node.items[0], Listing) else node.items
    return [one for one in items if isinstance(one, Clause) and one.keyword != "then"]


def text_without(root: Node, *removed: Node) -> str:
    """The text of a tree without some nodes; an `or` with a single alternative left becomes that alternative."""
    if isinstance(root, Terminal):
        return (f"{root.name}:" if root.name else "") + root.text
    label = f"{root.name}:" if root.name else ""
    gone = set(map(id, removed))
    items = [text_without(item, *removed) for item in root.items if id(item) not in gone]
    if isinstance(root, Clause):
        left = [one for one in _alternatives(root) if id(one) not in gone]
        if root.keyword == "or" and len(left) == 1 and len(_alternatives(root)) > 1:
            return label + text_without(left[0], *removed)
        return f"{label}({' '.join([root.keyword, *items])})"
    return f"{label}{{{' '.join(items)}}}"


def idle_options(game: Game, seconds: float = SECONDS) -> list[str]:
    """Sentences about options that lead to the same program as the one chosen, found within some CPU seconds."""
    from petteia.game.loading import lower_recipe
    from petteia.ir.printer import print_program

    def digest(options: tuple[str, ...]) -> str:
        _, program, _ = lower_recipe(replace(game.recipe, options=options))
        return program_digest(print_program(program))

    chosen = [f"{one.heading}/{one.chosen}" for one in game.facts.options]
    others = [
        (k, f"{one.heading}/{item}")
        for k, one in enumerate(game.facts.options)
        for item in one.items
        if item != one.chosen
    ]
    if not others:
        return []
    begin = time.process_time()
    base, said = digest(tuple(chosen)), []
    for k, name in others[:_MOST_OPTIONS]:
        if time.process_time() - begin > seconds:
            break
        try:
            if digest((*chosen[:k], name, *chosen[k + 1 :])) == base:
                said.append(f"The option {name} has no effect: the rules stay the same.")
        except PetteiaError:
            continue
    return said


def with_swap(game: Game) -> Game | None:
    """The game with the swap rule added; None where it has one or does not take it."""
    from petteia.game.loading import expand_recipe

    if game.players != 2 or any(kind.text == "swap" for kind in game.facts.kinds):
        return None
    root = expand_recipe(game.recipe).tree.root
    text = text_without(root)
    if "(meta" in text or "(rules " not in text:
        return None
    try:
        return build(text.replace("(rules ", "(rules (meta (swap)) ", 1))
    except PetteiaError:
        return None
