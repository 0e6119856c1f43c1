"""Moves as people say them: by the labels of their sites."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game
    from .move import Move


def spoken(game: Game, move: Move) -> str:
    """A move by the labels of its sites.

    >>> from petteia import load
    >>> from petteia.game import Move, spoken
    >>> spoken(load("Tic-Tac-Toe"), Move("4>4")), spoken(load("Breakthrough"), Move("8>17"))
    ('B2', 'A2-B3')
    """
    facts = game.facts
    found = re.fullmatch(r"([VEC]?)(\d+)>([VEC]?)(\d+)", move.text)
    if found is None:
        return str(move)
    names = []
    for letter, site in (found.group(1, 2), found.group(3, 4)):
        labels = facts.geometry.labels.get(letter or facts.letter, ())
        names.append(labels[int(site)] if int(site) < len(labels) else f"hand{site}")
    suffix = f"~{move.number}" if move.number > 1 else ""
    return (names[0] if names[0] == names[1] else f"{names[0]}-{names[1]}") + suffix


def meant(game: Game, words: str, moves: Iterable[Move]) -> Move | None:
    """The first of some moves that a person means, by its text or by the labels of its sites; None if none is.

    >>> from petteia import load
    >>> game = load("Breakthrough")
    >>> str(meant(game, "a2 - b3", game.start().legal_moves())), str(meant(game, "a2b3", game.start().legal_moves()))
    ('8>17', '8>17')
    """
    wanted = _plain(words)
    forms = ((one, _plain(spoken(game, one)), _plain(str(one))) for one in moves)
    return next((one for one, said, text in forms if wanted in (text, said, said.replace("-", ""))), None)


def _plain(words: str) -> str:
    return words.lower().replace(" ", "").replace(">", "-")
