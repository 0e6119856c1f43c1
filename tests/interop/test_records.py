"""Tests for games in PGN, SGF and PDN: round trips of random games, and records of others."""

from collections.abc import Callable
from random import Random

import pytest

from petteia import PetteiaError, State, load
from petteia.interop import records


def random_game(name: str, seed: int, turns: int, options: tuple[str, ...] = ()) -> State:
    """A state after random moves, at the end of a turn."""
    state, random = load(name, options=options, build="quick").start(seed=0), Random(seed)
    for _ in range(turns):
        player = state.mover
        while not state.over and state.mover == player:
            state.play(random.choice(state.legal_moves()))
        if state.over:
            break
    return state


@pytest.mark.parametrize(
    ("name", "options", "write", "read"),
    [
        ("Chess", (), records.to_pgn, records.from_pgn),
        ("Go", ("Board Size/9x9",), records.to_sgf, records.from_sgf),
        ("Hex", (), records.to_sgf, records.from_sgf),
        ("English Draughts", (), records.to_pdn, records.from_pdn),
        ("International Draughts", (), records.to_pdn, records.from_pdn),
    ],
)
def test_round_trips(
    name: str, options: tuple[str, ...], write: Callable[[State], str], read: Callable[..., State]
) -> None:
    """A written record is read back as the same moves."""
    if name == "Chess":
        pytest.importorskip("chess")
    for seed in range(3):
        state = random_game(name, seed, 60, options)
        again = read(state.game, write(state))
        assert again == state and again.history == state.history


def test_promotion_in_pgn() -> None:
    """A pawn that becomes another piece is one move there and two here."""
    pytest.importorskip("chess")
    text = "1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Rb8 5. a8=N *"
    state = records.from_pgn(load("Chess", build="quick"), text)
    assert state.at(56)[0].name == "Knight1" and "a8=N" in records.to_pgn(state)


def test_short_captures_in_pdn() -> None:
    """A capture may name only its ends."""
    game = load("English Draughts", build="quick")
    state = records.from_pdn(game, '[Event "x"] 1. 11-15 22-18 2. 15x22 25x18 {a comment} *')
    assert state.mover == 1 and len(state.pieces()) == 22


@pytest.mark.parametrize(
    ("read", "name", "text", "message"),
    [
        (records.from_sgf, "Hex", "hello", "no game"),
        (records.from_sgf, "Go", "(;GM[1]SZ[19];W[aa])", "not that colour's turn"),
        (records.from_pgn, "Chess", "hello", "no game"),
        (records.from_pdn, "Chess", "1. 9-13", "dark squares"),
        (records.from_sgf, "Hex", "(;GM[1]SZ[11])", "is not this game"),
        (records.from_sgf, "Hex", "(;GM[11]SZ[11];B[z9])", "not legal"),
        (records.from_sgf, "Hex", "(;GM[11]SZ[11];B[a1]", "never closed"),
        (records.from_pdn, "English Draughts", "1. 99-1", "square"),
        (records.from_pdn, "English Draughts", "1. foo", "no move"),
        (records.from_pdn, "English Draughts", "1. 1-2", "not legal"),
        (records.to_sgf, "Kalah", "", "SGF"),
    ],
)
def test_bad_records(read: Callable[..., object], name: str, text: str, message: str) -> None:
    """Records that make no sense are refused in one line."""
    game = load(name, build="quick")
    with pytest.raises(PetteiaError, match=message):
        if read is records.to_sgf:
            read(game.start())
        else:
            read(game, text)
