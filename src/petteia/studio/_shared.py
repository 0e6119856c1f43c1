"""Games as text to share: whoever pastes it into their studio goes on where it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ._record import Record, Refused

_MOST_MOVES = 5_000


@dataclass(frozen=True)
class Shared:
    """A game that was shared: which, under which options, and its moves as people say them."""

    game: str
    options: tuple[str, ...] = ()
    ruleset: str | None = None
    seed: int = 0
    moves: tuple[str, ...] = ()
    description: str = ""
    """The rules, where the game is one of the sender's own."""


def text_of(record: Record, line: Iterable[int]) -> str:
    """The game with the moves of a line, as text."""
    recipe = record.recipe
    heads: list[tuple[str, Any]] = [
        ("Game", record.game), ("Options", "; ".join(recipe.get("options") or ())),
        ("Ruleset", recipe.get("ruleset")), ("Seed", record.seed),
        ("Moves", " ".join(f"{number}. {record.nodes[node][2]}" for number, node in enumerate(line, 1))),
    ]  # fmt: skip
    text = "".join(f"{name}: {value}\n" for name, value in heads if value not in (None, ""))
    return text + (f"Description:\n{recipe['text']}\n" if record.guest else "")


def read(text: str) -> Shared:
    """The game of a text that `text_of` wrote; `Refused` where it is none.

    >>> read("Game: Hex\\nOptions: Board Size/3x3\\nSeed: 7\\nMoves: 1. B2 2. Swap sides")
    Shared(game='Hex', options=('Board Size/3x3',), ruleset=None, seed=7, moves=('B2', 'Swap sides'), description='')
    """
    head, _, description = text.partition("\nDescription:\n")
    found: dict[str, str] = {}
    for line in head.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            found[name.strip().lower()] = value.strip()
    seed = found.get("seed", "0")
    if not found.get("game") or not seed.isdecimal() or len(seed) > 12:
        raise Refused("a shared game begins with a line such as Game: Hex")
    moves = tuple(_moves(found.get("moves", "")))
    if len(moves) > _MOST_MOVES:
        raise Refused(f"a shared game has at most {_MOST_MOVES:,} moves")
    options = tuple(one.strip() for one in found.get("options", "").split(";") if one.strip())
    return Shared(found["game"], options, found.get("ruleset") or None, int(seed), moves, description.strip())


def _moves(text: str) -> Iterator[str]:
    """The moves between `1.`, `2.` and so on, which may consist of several words."""
    number, at = 1, 0
    if not text.startswith("1. "):
        return
    while at >= 0:
        begin = at + len(f"{number}. ")
        number += 1
        following = text.find(f" {number}. ", begin)
        yield text[begin : following if following >= 0 else None].strip()
        at = following + 1 if following >= 0 else -1
