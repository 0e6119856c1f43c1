"""Warnings for what surely is a mistake: each kind is found, what only looks like one is not told."""

from __future__ import annotations

from pathlib import Path

import pytest

import petteia
from petteia.lang.suspicions import find_warnings

FILES = sorted((Path(petteia.__file__).parent / "games").glob("*.lud"))

PIECES = '(piece "Disc" Each (move Step (to if:(is Empty (to)))))'
END = "(if (no Moves Next) (result Mover Win))"


def game(
    *,
    board: str = "(board (square 4))",
    pieces: str = PIECES,
    items: str = "",
    start: str = '(start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })',
    play: str = "(forEach Piece)",
    phases: str = "",
    end: str = END,
    extra: str = "",
) -> str:
    rules = f"phases:{{ {phases} }}" if phases else f"(play {play})"
    return f"""{extra}
(game "Mine" (players 2)
    (equipment {{ {board} {pieces} {items} }})
    (rules {start} {rules} (end {{ {end} }}))
)"""


def messages(text: str) -> list[str]:
    return [one.message for one in find_warnings(text)]


def test_a_sound_game_has_no_warnings() -> None:
    assert messages(game()) == []


SUSPECT = [
    (game(items='(piece "King" Each)'), 'the piece "King" never appears on the board'),
    (game(items='(piece "King" Each)', play='(or (forEach Piece "Disc") (forEach Piece "King" (move Pass)))'),
     'the piece "King" never appears on the board'),
    (game(items='(regions "Goal" P1 (sites Top))'), 'the region "Goal" is never used'),
    (game(board='(board (square 4) (track "Way" "0,E" loop:True))'), 'the track "Way" is never used'),
    (game(items='(map "Pit" { (pair 0 1) })'), 'the map "Pit" is never asked'),
    (game(items="(dice num:2)"), "the dice are never rolled"),
    (game(play='(forEach Piece (then (set Var "Laps" 1)))'), 'the variable "Laps" is set and never read'),
    (game(end='(if (= 3 (var "Laps")) (result Mover Win))' + END), 'the variable "Laps" is read and never set'),
    (game(play='(forEach Piece (then (remember Value "Old" (last To))))'),
     'the values "Old" are remembered and never asked for'),
    (game(end='(if (is In 3 (values Remembered "Old")) (result Mover Win))' + END),
     'the remembered values "Old" are asked for and never remembered'),
    (game(play="(forEach Piece (then (set Pending)))"), "a site is made pending, and no rule asks for pending sites"),
    (game(end="(if (is Pending) (result Mover Win))" + END),
     "pending sites are asked for, and no rule makes any pending"),
    (game(end="(if (> (score Mover) 3) (result Mover Win))" + END), "an end asks for a score, and no rule gives any"),
    (game(end="(if (no Moves Next) (byScore))"), "the end counts scores, and no rule gives any"),
    (game(end=END + "(if (no Moves Next) (result Mover Draw))"),
     "this end never comes: an end above has the same condition"),
    (game(phases='(phase "One" (play (forEach Piece))) (phase "Two" (play (move Pass)))'),
     'the phase "Two" never begins'),
    (game(end="(if (no Moves Next) (result P1 Win))"), "player 2 can never win: no end says so"),
    (game(pieces="", start="", play="(forEach Piece)"), "the game has no pieces"),
    (game(extra='(define "Hop" (move Pass))'), 'the define "Hop" is never used'),
    (game(extra='(option "Speed" <Speed> args:{ <n> } { (item "1" <1> "")* (item "2" <2> "") })'),
     'the option "Speed" changes nothing'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), SUSPECT, ids=[message for _, message in SUSPECT])
def test_what_never_matters_is_told(text: str, message: str) -> None:
    assert messages(text) == [message]


@pytest.mark.parametrize(
    "text",
    [
        # named in part, by default, by its number, by a define of the library, by a drawing
        game(items='(regions "HomeRow" P1 (sites Top))',
             end='(if (is In (last To) (sites P1 "Home")) (result P1 Win))' + END),
        game(items='(regions "Goal" P1 (sites Top))',
             end="(if (is In (last To) (sites Mover)) (result Mover Win))" + END),
        game(pieces='(piece "Disc" Each)', start="", play="(move Add (to (sites Empty)))"),
        game(items='(piece "King" Each)',
             play="(forEach Piece (then (promote (last To) (piece (+ 2 (mover))) Mover)))"),
        game(items='(regions "Goal" (sites Top))') + '(metadata (graphics { (region Fill "Goal" (colour Red)) }))',
        game(board='(board (square 4) (track "Way" "0,E" loop:True))', play="(move Select (from (sites Track)))"),
        game(phases='(phase "One" (play (forEach Piece)) (nextPhase)) (phase "Two" (play (move Pass)))'),
        game(end="(if (no Moves Next) (result P1 Loss))(if (no Pieces P2) (result P1 Win))"),
        # used under another option only
        '(option "Goal" <Goal> args:{ <end> } { (item "Mate" <> "")*'
        ' (item "Row" <(if (is In (last To) (sites Mover "Goal")) (result Mover Win))> "") })'
        + game(items='(regions "Goal" P1 (sites Top))', end="<Goal:end>" + END),
    ],
)  # fmt: skip
def test_what_may_matter_is_not_told(text: str) -> None:
    assert messages(text) == []


def test_a_warning_tells_its_place() -> None:
    (one,) = find_warnings(game(items='(regions "Goal" P1 (sites Top))'), file="mine.lud")
    assert str(one).startswith("mine.lud:3:") and str(one).endswith('the region "Goal" is never used')


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_bundled_game_has_a_warning(file: Path) -> None:
    """A warning is no opinion: what is bundled has none."""
    assert find_warnings(file.read_text(encoding="utf-8"), file=file.name) == []
