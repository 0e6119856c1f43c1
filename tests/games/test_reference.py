"""Random play of bundled games side by side with the reference's descriptions, read in place from the recorded play.

Compared are the legal moves of every position and the result, where both model a game on the same sites.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

import petteia

GAMES = Path(petteia.__file__).parent / "games"
MOST_MOVES = 300

Key = Callable[[str], str]


def as_written(text: str) -> str:
    """A move without the letters of site types."""
    return re.sub("[VEC]", "", text)


def by_target(text: str) -> str:
    """A move by where it goes: placements from a hand and onto the board are the same."""
    return as_written(text).partition(">")[2] or text


def by_target_mirrored(text: str) -> str:
    """The same on a board of eight by eight, left and right exchanged."""
    target = by_target(text)
    return str(int(target) // 8 * 8 + 7 - int(target) % 8) if target.isdigit() else target


def from_hand(text: str) -> str:
    """A move on a board of 25 sites, where a placement may come from a hand."""
    source, _, target = as_written(text).partition(">")
    return f"{target}>{target}" if int(source) >= 25 else f"{source}>{target}"


def by_column(text: str) -> str:
    """A disc that falls, by its column."""
    return str(int(by_target(text)) % 7)


@dataclass(frozen=True)
class Pair:
    """A bundled game and where the reference's lies; what to change in ours so that both are the same game."""

    name: str
    path: str
    games: int
    key: Key = as_written
    their_key: Key | None = None
    change: tuple[str, str] = ("", "")
    draws_agree: bool = True


PAIRS = [
    Pair("Tic-Tac-Toe", "board/space/line/Tic-Tac-Toe.lud", 30),
    Pair("Connect Four", "board/space/line/Connect Four.lud", 20, by_column),
    Pair("Hex", "board/space/connection/Hex.lud", 4),
    Pair("Yavalath", "board/space/line/Yavalath.lud", 20),
    Pair("Gomoku", "board/space/line/Gomoku.lud", 4),
    Pair("Havannah", "board/space/connection/Havannah.lud", 6),
    Pair("Breakthrough", "board/race/reach/Breakthrough.lud", 10),
    Pair("Knightthrough", "board/race/reach/Knightthrough.lud", 10),
    # The reference's players have eight markers each.
    Pair(
        "Teeko",
        "board/space/line/Teeko.lud",
        10,
        from_hand,
        change=("(count Pieces Mover) 4", "(count Pieces Mover) 8"),
    ),
    # Its first player of Reversi starts on the other diagonal.
    Pair("Reversi", "board/space/territory/Reversi.lud", 6, by_target, by_target_mirrored),
    Pair("Amazons", "board/space/blocking/Amazons.lud", 3),
    Pair("Lines of Action", "board/space/group/Lines of Action.lud", 2),
    Pair("Go", "board/space/territory/Go.lud", 1),
    Pair("Nine Men's Morris", "board/space/line/Nine Men's Morris.lud", 3, draws_agree=False),
    Pair("Surakarta", "board/war/replacement/eliminate/all/Surakarta.lud", 2, draws_agree=False),
    Pair("English Draughts", "board/war/leaping/diagonal/English Draughts.lud", 4, draws_agree=False),
    # The reference does not know all our draws.
    Pair("Chess", "board/war/replacement/checkmate/chess/Chess.lud", 4, draws_agree=False),
]


def load_ours(pair: Pair) -> petteia.Game:
    text = (GAMES / f"{pair.name}.lud").read_text(encoding="utf-8")
    assert pair.change[0] in text
    return petteia.load(text.replace(*pair.change) if pair.change[0] else text)


def keyed(state: petteia.State, key: Key) -> dict[str, petteia.Move]:
    """The legal moves by key, the first of each."""
    moves: dict[str, petteia.Move] = {}
    for move in state.legal_moves():
        moves.setdefault(key(move.text), move)
    return moves


def pass_to_the_end(state: petteia.State) -> None:
    """Makes the forced passes after which some descriptions end."""
    while not state.over and [move.text for move in state.legal_moves()] == ["pass"]:
        state.play("pass")


def counted(state: petteia.State, key: Key) -> Counter[str]:
    return Counter(key(move.text) for move in state.legal_moves())


@pytest.mark.slow
@pytest.mark.conformance
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_moves_and_results_are_those_of_the_reference(pair: Pair, conformance: Path) -> None:
    """At each move both offer the same, and in the end both have the same ranks."""
    ours = load_ours(pair)
    theirs = petteia.load(conformance / "games" / pair.path, defs=[conformance / "def"])
    key, their_key = pair.key, pair.their_key or pair.key
    random = Random(11)
    for _ in range(pair.games):
        mine, other = ours.start(), theirs.start()
        for _ in range(MOST_MOVES):
            if mine.over:
                pass_to_the_end(other)
                assert other.ranks == mine.ranks or (mine.winner is None and not pair.draws_agree), mine.text
                break
            assert counted(mine, key) == counted(other, their_key), f"{mine.text} / {other.text}"
            chosen = random.choice(list(keyed(mine, key)))
            mine.play(keyed(mine, key)[chosen])
            other.play(keyed(other, their_key)[chosen])
