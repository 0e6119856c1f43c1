"""Boards from descriptions: sizes by arithmetic, tracks, and errors that name their place."""

import pytest

from petteia import lang
from petteia.board import Board, BoardError, SiteType
from petteia.errors import LudError, LudTypeError
from petteia.ludemes import Game
from petteia.ludemes.boards.graphs import board_of


def described(items: str, play: str = "(move Pass)") -> Board:
    rules = f"(rules (play {play}) (end (if True (result Mover Draw))))"
    text = f'(game "Own" (players 2) (equipment {{ {items} }}) {rules})'
    game = lang.bind(lang.read(lang.expand(text, name="own.lud")))
    assert isinstance(game, Game)
    return board_of(game)


@pytest.mark.parametrize(
    ("size", "cells"),
    [("(+ 2 1)", 9), ("(- 5 2)", 9), ("(* 2 2)", 16), ("(/ 7 2)", 9), ("(^ 2 2)", 16), ("(max 2 (abs -3))", 9)],
)
def test_sizes_are_worked_out(size: str, cells: int) -> None:
    assert described(f"(board (square {size}))").cells.count == cells


def test_amounts_are_worked_out_as_32_bit_floats() -> None:
    board = described("(board (shift (/ 1 10) (* 0.5 (- 3 1)) (square 1)))")
    assert board.vertices.xy[0] == (0.10000000149011612, 1.0)


def test_default_site_type_and_tracks() -> None:
    board = described('(board (square 3) (track "Ring" "0,E,N,W" loop:True P2) use:Vertex)')
    assert board.use is SiteType.Vertex
    (track,) = board.tracks
    assert (track.name, track.owner, track.sites) == ("Ring", 2, (0, 1, 2, 5, 8, 7, 6))


def test_a_list_track_may_end_off_the_board() -> None:
    board = described('(board (square 3) {(track "Out" {0..2 End} directed:True)})')
    assert board.tracks[0].sites == (0, 1, 2, -2)


def test_values_of_puzzles_leave_no_tracks() -> None:
    board = described('(board (square 3) (track "Ring" "0,E,N,W") (values Cell (range 1 9)))')
    assert board.tracks == ()


@pytest.mark.parametrize(
    "board",
    [
        "(board (rotate 5 (square 1000000)))",
        "(board (square (^ 10 9)))",
        "(board (square (* 100000 100000)))",
        "(board (hex Diamond 100000))",
        "(board (remove (rectangle 50000 50000) cells:{0}))",
        "(board (square (/ 3 0)))",
        '(board (square 3) (track "T" "0,NNE"))',
        "(board (concentric Square))",
        "(mancalaBoard 9 9)",
    ],
)
def test_what_is_wrong_is_told_with_its_place(board: str) -> None:
    with pytest.raises(LudError) as caught:
        described(board)
    assert isinstance(caught.value, BoardError | LudTypeError)
    assert str(caught.value).startswith("own.lud:1:")


def test_a_game_needs_a_board() -> None:
    with pytest.raises(LudTypeError, match="no board"):
        described('(piece "Ball" Each)')
