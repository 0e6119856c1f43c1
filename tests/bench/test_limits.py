"""The hand-written C programs play by the rules: their traces are followed with slow, plain rules."""

from __future__ import annotations

import copy
import math
from functools import cache
from pathlib import Path

import pytest
from bench.programs import PROGRAMS, build_program, find_compiler, run_program, trace_playouts
from plain_rules import (
    Breakthrough,
    ConnectFour,
    FreestyleGomoku,
    Gomoku,
    Hex,
    Othello,
    PlainGame,
    TicTacToe,
)

PLAIN: dict[str, type[PlainGame]] = {
    "tictactoe": TicTacToe,
    "connect4": ConnectFour,
    "hex": Hex,
    "othello": Othello,
    "breakthrough": Breakthrough,
    "gomoku": Gomoku,
    "gomoku_freestyle": FreestyleGomoku,
}
PLAYOUTS = {"tictactoe": 400, "connect4": 200, "hex": 80, "othello": 30, "breakthrough": 40}

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("limits")


def count_paths(game: PlainGame, depth: int) -> int:
    """The number of move sequences of the given length."""
    if depth == 0 or game.winner is not None:
        return int(depth == 0)
    total = 0
    for move in game.moves():
        after = copy.deepcopy(game)
        after.play(move)
        total += count_paths(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("tictactoe", [9, 72, 504, 3024]),
        ("connect4", [7, 49, 343, 2401]),
        ("hex", [121]),
        ("othello", [4, 12, 56, 244, 1396]),
        ("breakthrough", [22, 484]),
    ],
)
def test_plain_rules_have_the_known_numbers_of_move_sequences(name: str, counts: list[int]) -> None:
    assert [count_paths(PLAIN[name](), depth + 1) for depth in range(len(counts))] == counts


def test_plain_rules_know_an_overline() -> None:
    results = []
    for rules in (Gomoku, FreestyleGomoku):
        game = rules()
        game.board = {(7, column): 1 for column in (2, 3, 4, 6, 7)}
        game.play(game.number((7, 5)))
        results.append(game.winner)
    assert results == [None, 1]


@needs_compiler
@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_follow_the_rules(name: str, folder: Path) -> None:
    """Every ply: as many legal moves as the plain rules find, one of them played; every end: same ply, same winner.

    The places of the played moves among the legal ones must also be spread evenly: their mean, scaled to standard
    deviations, stays within 4 (false alarm 6 in 100,000, and none for this seed)."""
    deviation, variance = 0.0, 0.0
    for line in trace_playouts(build_program(name, folder), PLAYOUTS.get(name, 20), seed=5):
        plies, end = line.split("=")
        game = PLAIN[name]()
        for ply in plies.split():
            count, move = map(int, ply.split(":"))
            assert game.winner is None
            legal = sorted(game.moves())
            assert len(legal) == count
            deviation += (legal.index(move) + 0.5) / count - 0.5
            variance += (1 - 1 / count**2) / 12
            game.play(move)
        assert [int(word) for word in end.split()] == [len(plies.split()), game.winner]
    assert abs(deviation) / math.sqrt(variance) < 4


def expected_length_of_tictactoe() -> float:
    """The exact mean length of uniform random play, over all positions."""

    @cache
    def plies_left(marks: tuple[tuple[tuple[int, int], int], ...], mover: int) -> float:
        game = TicTacToe()
        total, moves = 0.0, 0
        for move in (game.number(cell) for cell in game.cells() if cell not in dict(marks)):
            after = TicTacToe()
            after.board, after.mover = dict(marks), mover
            after.play(move)
            ended = after.winner is not None
            total += 1 if ended else 1 + plies_left(tuple(sorted(after.board.items())), after.mover)
            moves += 1
        return total / moves

    return plies_left((), 1)


@needs_compiler
def test_random_play_has_the_exact_mean_length(folder: Path) -> None:
    """One million playouts have a standard error of 0.0014; five of them are a false alarm of 6 in 10 million."""
    report = run_program(build_program("tictactoe", folder), "--playouts", "1000000", "--seed", "11")
    assert report["playouts"] == 1000000 == report["draws"] + sum(report["wins"])
    assert report["mean_length"] == pytest.approx(expected_length_of_tictactoe(), abs=0.007)


@needs_compiler
def test_the_same_seed_gives_the_same_playouts(folder: Path) -> None:
    executable = build_program("hex", folder)
    first, second = (run_program(executable, "--playouts", "500", "--seed", "3") for _ in range(2))
    assert (first["wins"], first["mean_length"]) == (second["wins"], second["mean_length"])
    assert first["wins"] != run_program(executable, "--playouts", "500", "--seed", "4")["wins"]
