"""Moves as people say them: by the labels of their sites."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .facts import Facts
    from .game import Game
    from .move import Move

_HAND = "hand"
_TWO_LABELS = re.compile(r"([A-Z]+\d+)([A-Z]+\d+)")


def spoken(game: Game, move: Move) -> str:
    """A move by the labels of its sites.

    >>> from petteia import load
    >>> from petteia.game import Move, spoken
    >>> spoken(load("Tic-Tac-Toe"), Move("4>4")), spoken(load("Breakthrough"), Move("8>17"))
    ('B2', 'A2-B3')
    >>> spoken(load("Nine Men's Morris"), Move("24>3"))
    'B2'
    """
    facts = game.facts
    found = re.fullmatch(r"([VEC]?)(\d+)>([VEC]?)(\d+)", move.text)
    if found is None:
        return str(move)
    source, target = (_named(facts, letter, int(site)) for letter, site in (found.group(1, 2), found.group(3, 4)))
    suffix = f"~{move.number}" if move.number > 1 else ""
    # what is put down from a hand with one place is said like what is added: by where it goes
    return (target if source in (target, _HAND) else f"{source}-{target}") + suffix


def _named(facts: Facts, letter: str, site: int) -> str:
    """The label of a site; `hand` off the board, with a number where a hand has several places."""
    labels = facts.geometry.labels.get(letter or facts.letter, ())
    if site < len(labels):
        return labels[site]
    hand = next((one.sites for one in facts.containers[1:] if site in one.sites), ())
    return f"{_HAND}{hand.index(site) + 1}" if len(hand) > 1 else _HAND


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


def by_labels(game: Game, words: str) -> str | None:
    """The text of a move that is named by labels or numbers of its sites, legal or not; None if it names none.

    >>> from petteia import load
    >>> by_labels(load("Breakthrough"), "a2-b3"), by_labels(load("Breakthrough"), "a2b3")
    ('8>17', '8>17')
    """
    facts = game.facts
    letter = facts.letter if facts.is_graph else ""
    if letter and re.fullmatch(r"\d+>\d+", words.strip()):
        return ">".join(letter + part for part in words.strip().split(">"))
    parts = [part.strip().upper() for part in words.replace(">", "-").split("-")]
    if len(parts) == 1 and (found := _TWO_LABELS.fullmatch(parts[0])):
        parts = list(found.groups())
    labels = {label.upper(): number for number, label in enumerate(facts.geometry.labels[facts.letter])}
    if not 1 <= len(parts) <= 2 or not all(part in labels for part in parts):
        return None
    return f"{letter}{labels[parts[0]]}>{letter}{labels[parts[-1]]}"


def _plain(words: str) -> str:
    return words.lower().replace(" ", "").replace(">", "-")
