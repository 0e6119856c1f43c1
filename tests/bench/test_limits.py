"""The hand-written C programs play by the rules: their traces are followed with slow, plain rules."""

from __future__ import annotations

import copy
import math
import subprocess
from functools import cache
from pathlib import Path

import pytest
from bench.programs import build_program, find_compiler, run_program, trace_playouts
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

import petteia

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
@pytest.mark.parametrize("name", PLAIN)
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


PERFT = {
    "": [20, 400, 8902, 197281],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -": [48, 2039, 97862, 4085603],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": [14, 191, 2812, 43238, 674624],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": [6, 264, 9467, 422333],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": [44, 1486, 62379, 2103487],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -": [46, 2079, 89890],
}
"""Numbers of move sequences that chess programmers test with."""


@needs_compiler
@pytest.mark.parametrize("position", PERFT)
def test_chess_has_the_known_numbers_of_move_sequences(position: str, folder: Path) -> None:
    command = [str(build_program("chess", folder)), "--perft"]
    for depth, number in enumerate(PERFT[position], 1):
        words = [*command, str(depth), *([position] if position else [])]
        assert int(subprocess.run(words, check=True, capture_output=True, text=True).stdout) == number


@needs_compiler
def test_chess_is_the_game_of_our_description(folder: Path) -> None:
    """Petteia's Chess has as many legal moves at every ply of a trace, the move played is one, and it ends alike."""
    chess = petteia.load("Chess")
    for line in trace_playouts(build_program("chess", folder), 12, seed=5):
        plies, end = line.split("=")
        state = chess.start()
        for ply in plies.split():
            count, move = map(int, ply.split(":"))
            legal = state.legal_moves()
            assert len(legal) == count
            promoted = move - 4096  # 4 is the queen, which our description lists first
            played = [m for m in legal if (m.source, m.target) == (move % 64, move // 64)]
            state.play(legal[4 - promoted] if promoted > 0 else played[0])
        assert state.over and (state.winner or 0) == int(end.split()[1])


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
