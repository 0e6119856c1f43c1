"""GRAVE: what it reads from the last position of an iteration, and what it records move by move."""

import ctypes
from typing import Any, cast

import pytest

import petteia
from petteia.search import GRAVE, library
from petteia.search.library import entry_points

_ENDLESS = 2**32 - 1
_OUTCOME = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32)


def filled_sets(game: petteia.Game, raw: Any) -> list[set[int]]:
    """The sites that each seat has filled in a state."""
    placing = game.facts.placing
    assert placing is not None
    masks = game.engine.read(raw, placing.field)
    return [{site for site in range(placing.sites) if mask >> site & 1} for mask in masks]


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Connect Four", "Hex"])
def test_games_that_only_place_pieces_are_known(name: str) -> None:
    """Each seat has one kind of move that fills its set, and native code is told where the sets are."""
    game = petteia.load(name)
    placing = game.facts.placing
    assert placing is not None and sorted(seat for seat in placing.seats if seat) == [1, 2]
    assert entry_points(game).filled == game.facts.slots[placing.field].offset
    state = game.start()
    while not state.over:
        state.play(state.legal_moves()[0])
    sets = filled_sets(game, state.raw)
    assert sets[1] and sets[2] and not sets[1] & sets[2]


@pytest.mark.parametrize("name", ["Reversi", "Breakthrough", "Go", "Nine Men's Morris"])
def test_games_in_which_pieces_go_or_turn_are_not(name: str) -> None:
    """Pieces that are turned, moved or taken: the last position does not tell who played where."""
    assert petteia.load(name).facts.placing is None


def test_a_filled_board_tells_who_has_won() -> None:
    """A game decided by filling leaves the sets of a full board, on which the same player wins move by move."""
    game = petteia.load("Hex", options=["Board Size/7x7"])
    entry, native = entry_points(game), cast(Any, game.engine)
    begin = game.start()
    for _ in range(2):
        begin.play(next(move for move in begin.legal_moves() if move.target >= 0))
    winners = set()
    for seed in range(30):
        decided = native.copy(begin.raw)
        _OUTCOME(entry.playout)(decided.pointer, seed, _ENDLESS)
        sets, before = filled_sets(game, decided), filled_sets(game, begin.raw)
        assert len(sets[1] | sets[2]) == 49 and not sets[1] & sets[2]
        left = [sorted(sets[seat] - before[seat]) for seat in range(3)]
        played = begin.copy()
        while not played.over:
            site = left[played.mover].pop()
            played.play(next(move for move in played.legal_moves() if move.target == site))
        assert native.read(decided, "ranks") == native.read(played.raw, "ranks")
        winners.add(played.winner)
    assert winners == {1, 2}


@pytest.mark.parametrize(("name", "moves"), [("Hex", 4), ("Breakthrough", 4)])
def test_one_thread_repeats_itself(name: str, moves: int) -> None:
    """The same seed finds the same, whether moves are read from the board or recorded."""
    state = petteia.load(name).start()
    for _ in range(moves):
        state.play(state.legal_moves()[0])
    first, second, other = (GRAVE(iterations=1500, seed=seed).analyse(state).candidates for seed in (1, 1, 2))
    assert first == second != other


def test_reading_the_board_finds_what_recording_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways to know what followed agree on the best move of a position and, on average, on its worth."""
    state = petteia.load("Connect Four").start()

    def found() -> tuple[set[str], float]:
        library._entry_points.cache_clear()
        best = [GRAVE(iterations=2000, solver=False, seed=k).analyse(state).best for k in range(8)]
        return {str(one.move) for one in best}, sum(one.value for one in best) / 8

    from_board = found()
    assert entry_points(state.game).filled != _ENDLESS
    monkeypatch.setattr(library, "_filled_sets", lambda facts: (_ENDLESS, 0, 0, None))
    recorded = found()
    assert entry_points(state.game).filled == _ENDLESS
    library._entry_points.cache_clear()
    assert from_board[0] == recorded[0] == {"3>3"}
    assert from_board[1] == pytest.approx(recorded[1], abs=0.1)
