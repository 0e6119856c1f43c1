"""Proof-number search: small games solved, the same verdicts as trying everything, and no proofs from repetition."""

from __future__ import annotations

from random import Random

import pytest

import petteia
from petteia import State
from petteia.errors import PetteiaError
from petteia.search import ProofNumber, agent
from petteia.search.proving import _hidden

LINES = """(game "Lines" (players 2)
  (equipment {{ (board (rectangle {0} {1}) use:Vertex) (piece "Disc" P1) (piece "Disc" P2) }})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover {2})))))"""
SHUFFLE = """(game "Shuffle" (players 2)
  (equipment { (board (rectangle 2 3) use:Vertex)
    (piece "King" Each (move Step (directions {E W}) (to if:(is Empty (to))))) })
  (rules (start { (place "King1" 0) (place "King2" 3) }) (play (forEach Piece))
    (end (if (no Moves Next) (result Mover Win)))))"""


def bounds(state: State, depth: int) -> tuple[int, int]:
    """The least and most that who moves can force, by trying everything to a depth: the slow reference."""
    if depth == 0:
        return -1, 1
    low = high = -1
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if after.over:
            least = most = 0 if after.winner is None else 1 if after.winner == state.mover else -1
        else:
            least, most = bounds(after, depth - 1)
            if after.mover != state.mover:
                least, most = -most, -least
        low, high = max(low, least), max(high, most)
        if low == 1:
            break
    return low, high


@pytest.mark.parametrize(
    ("name", "options", "depth"),
    [("Tic-Tac-Toe", (), 5), ("Connect Four", (), 4), ("Reversi", (), 4), ("Breakthrough", ("Board Size/5x5",), 3),
     ("Three Men's Morris", (), 3)],
)  # fmt: skip
def test_proofs_are_those_of_trying_everything(name: str, options: tuple[str, ...], depth: int) -> None:
    """Some plies before the end of ten random games, what a full search of them finds is proved, and nothing else."""
    game, dice, words = petteia.load(name, options=options), Random(7), {-1: "lost", 0: "drawn", 1: "won"}
    told = 0
    for _ in range(10):
        state = game.start()
        while not state.over:
            state.play(dice.choice(state.legal_moves()))
        for _ in range(depth):
            state.undo()
        found = ProofNumber(iterations=20_000, table=1).analyse(state)
        low, high = bounds(state, depth)
        told += low == high
        if low == high:
            assert found.best.proven == words[low], state.text
        elif found.best.proven:
            assert low <= found.best.value <= high
    assert told >= 3


def test_tic_tac_toe_is_won_by_nobody() -> None:
    """The line is a drawn game; every move that a full search calls lost is lost here."""
    state = petteia.load("Tic-Tac-Toe").start()
    found = agent("proof:seconds=20,table=1").analyse(state)  # type: ignore[attr-defined]
    assert found.best.proven == "drawn"
    for move in found.line:
        state.play(move)
    assert state.over and state.winner is None
    corner = petteia.load("Tic-Tac-Toe").state("0=1 | m=2")
    wrong = [one for one in ProofNumber(seconds=20).analyse(corner).candidates if one.proven != "drawn"]
    assert all(one.value <= 0 for one in wrong) and 4 not in {one.move.target for one in wrong}


@pytest.mark.parametrize(
    ("rows", "columns", "end", "proven"), [(3, 4, "Win", "won"), (4, 4, "Win", "won"), (2, 3, "Win", "drawn")]
)
def test_small_line_games_are_solved(rows: int, columns: int, end: str, proven: str) -> None:
    """Three in a row is won on three by four points, and cannot be made on two rows; the line ends the game."""
    game = petteia.load(LINES.format(rows, columns, end))
    state = game.start()
    found = ProofNumber(seconds=20).analyse(state)
    assert found.best.proven == proven
    for move in found.line:
        state.play(move)
    assert state.over and state.winner == (1 if proven == "won" else None)


def test_who_has_a_proof_wins() -> None:
    """Whatever the other plays, the agent goes on to win; the second player of 3x3 Hex does so by swapping."""
    game, dice = petteia.load(LINES.format(3, 4, "Win")), Random(3)
    for _ in range(5):
        state, player = game.start(), ProofNumber(iterations=100_000, table=4)
        while not state.over:
            state.play(player.choose(state) if state.mover == 1 else dice.choice(state.legal_moves()))
        assert state.winner == 1
    swapped = ProofNumber(seconds=20).analyse(petteia.load("Hex", options=["Board Size/3x3"]).start())
    assert {one.proven for one in swapped.candidates} == {"lost"}


def test_positions_that_come_back_prove_nothing() -> None:
    """Both can go to and fro for ever: nobody has won, and no draw is claimed that no rule gives."""
    found = ProofNumber(iterations=200_000, table=1).analyse(petteia.load(SHUFFLE).start())
    assert found.best.proven is None and found.line == ()


def test_positions_are_equal_only_with_what_the_rules_remember() -> None:
    """What rules read is part of a position even if its text does not show it; with lists of the past, the way is."""
    assert _hidden(petteia.load("Go").facts)[1]
    spans, by_way = _hidden(petteia.load("Breakthrough").facts)
    assert spans and not by_way


def test_games_that_it_cannot_solve_are_refused() -> None:
    """The line names the game and the reason."""
    with pytest.raises(PetteiaError, match="Backgammon"):
        ProofNumber().analyse(petteia.load("Backgammon").start())
