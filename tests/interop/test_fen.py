"""Chess positions in Forsyth-Edwards notation."""

from __future__ import annotations

from random import Random

import pytest

import petteia
from counting import count_turns
from petteia.errors import PositionError
from petteia.interop import from_fen, to_fen

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.fixture(scope="module")
def chess() -> petteia.Game:
    return petteia.load("Chess")


def test_a_well_known_position_has_the_well_known_counts(chess: petteia.Game) -> None:
    state = from_fen(chess, KIWIPETE)
    assert [count_turns(state, depth) for depth in (1, 2)] == [48, 2039]


@pytest.mark.parametrize(
    "text",
    [
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 17 1",
    ],
)
def test_positions_are_written_as_they_were_read(chess: petteia.Game, text: str) -> None:
    assert to_fen(from_fen(chess, text)) == text


def test_positions_of_play_read_back(chess: petteia.Game) -> None:
    """All that the rules look at comes back, so the same moves are legal."""
    random, state = Random(4), chess.start()
    for _ in range(60):
        mover = state.mover
        state.play(random.choice(state.legal_moves()))
        if state.over or state.mover == mover:
            break
        assert from_fen(chess, to_fen(state)).legal_moves() == state.legal_moves()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "four to six fields"),
        ("8/8/8/8/8/8/8 w - - 0 1", "7 rows"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "'9'"),
        ("7/8/8/8/8/8/8/8 w - - 0 1", "7 columns"),
        ("8/8/8/8/8/8/8/8 x - - 0 1", "'x'"),
        ("8/8/8/8/8/8/8/8 w K - 0 1", "'K'"),
        ("8/8/8/8/8/8/8/8 w - z9 0 1", "'z9'"),
        ("8/8/8/8/8/8/8/8 w - - many 1", "'many'"),
    ],
)
def test_what_is_no_fen_is_said_to_be_none(chess: petteia.Game, text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        from_fen(chess, text)


def test_other_games_have_no_fen() -> None:
    with pytest.raises(PositionError, match="Xiangqi is not played with the pieces of chess"):
        to_fen(petteia.load("Xiangqi", backend="interpreter").start())
