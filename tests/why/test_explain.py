"""Reasons: the rule that forbids a move, with its place; the rules that a legal move rests on."""

import json

import pytest

from petteia import IllegalMove, PetteiaError, load
from petteia.cli._main import run
from petteia.why import explain

_GUARDED = """(game "Guarded" (players 2)
  (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules
    (play (move Add (to (sites Empty) if:(not (is In (to) (sites Centre))))))
    (end (if (is Line 3) (result Mover Win)))))"""


def test_the_rule_that_forbids_is_named_with_its_place() -> None:
    """A condition that alone stands in the way is found, where it was written."""
    found = explain(load(_GUARDED, build="quick").start(), move="4>4")
    assert not found.legal
    assert found.reasons[0].rule == "(not (is In (to) (sites Centre)))"
    assert (found.reasons[0].line, found.reasons[0].column) == (4, 42)


def test_a_taken_site_is_not_among_the_empty_ones() -> None:
    """Where a region is the reason, the site that it lacks is named."""
    state = load(_GUARDED, build="quick").start()
    state.play("0>0")
    found = explain(state, move="A1")
    assert not found.legal and found.reasons[0].rule == "(sites Empty)"
    assert "A1 is not among" in found.sentence


def test_a_legal_move_rests_on_its_conditions() -> None:
    """A legal move lists the conditions without which it would not be legal."""
    found = explain(load("Breakthrough", build="quick").start(), move="A2-A3")
    assert found.legal
    assert [one.rule for one in found.reasons] == ["(is Empty (to))"]


def test_what_no_rule_makes_is_said_with_what_can_be_played() -> None:
    """A move that no rule leads to is answered with where the piece may go."""
    found = explain(load("Breakthrough", build="quick").start(), move="A2-A4")
    assert not found.legal and found.complete
    assert "From A2 it may go to A3, B3" in found.sentence


def test_the_pieces_of_the_other_player_are_not_moved() -> None:
    """Whose piece it is, and who is to move, is told."""
    found = explain(load("Breakthrough", build="quick").start(), move="A7-A6")
    assert "player 2's, and player 1 is to move" in found.reasons[0].sentence


def test_sites_of_several_types_may_be_named_by_number() -> None:
    """In games whose moves carry letters, plain numbers mean the type that is played on."""
    assert explain(load("Oware", build="quick").start(), move="0>0").legal


def test_nothing_is_played_after_the_end() -> None:
    """The end of the game is a reason."""
    state = load("Tic-Tac-Toe").start()
    for move in ("0>0", "3>3", "1>1", "4>4", "2>2"):
        state.play(move)
    assert "over" in explain(state, move="8>8").sentence


@pytest.mark.parametrize("words", ["", "here", "0>", "x" * 50])
def test_what_is_no_move_is_refused(words: str) -> None:
    """Bad words raise an error of the package."""
    with pytest.raises((IllegalMove, PetteiaError)):
        explain(load("Tic-Tac-Toe").start(), move=words)


def test_the_command_prints_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """`petteia why` prints a sentence and the places, or JSON."""
    run(["why", "Tic-Tac-Toe", "--position", "4=1 | m=2", "--move", "B2"])
    assert "(sites Empty)" in capsys.readouterr().out
    run(["why", "Tic-Tac-Toe", "--position", "4=1 | m=2", "--move", "4>4", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["legal"] is False and told["reasons"][0]["place"].startswith("Tic-Tac-Toe.lud:")


def test_what_stands_in_the_way_is_named() -> None:
    """Where no condition forbids a move, the piece without which it would be legal is named."""
    found = explain(load("Chess", build="quick").start(), move="a1a4")
    assert found.sentence.startswith("A1-A4 is not legal: it would be if A2 were empty.")


def test_moves_that_come_first_are_named() -> None:
    """A move that others take precedence over is answered with those."""
    state = load("English Draughts", build="quick").start()
    for move in ("18>27", "41>34"):
        state.play(move)
    found = explain(state, move="A3-B4")
    assert found.sentence == "A3-B4 is not legal: other moves come before it: D4-B6."
    assert found.reasons[-1].rule.startswith("(priority")


def test_conditions_are_told_in_words() -> None:
    """A reason is a sentence; the clause and its place come with it."""
    found = explain(load("Chess", build="quick").start(), move="G1-E2")
    assert found.sentence == "G1-E2 is not legal: it would need that the target holds no piece of yours."
    assert found.reasons[0].rule == "(not (is Friend (who at:(to))))"


def test_a_condition_that_has_to_fail_is_told_as_its_opposite() -> None:
    """Whether a condition has to hold or to fail is tried, not guessed from its place."""
    found = explain(load("Nine Men's Morris", build="quick").start(), move="A1")
    assert [one.sentence for one in found.reasons] == ["It needs that this is the first move of the turn."]
    assert found.reasons[0].rule == "(is Prev Mover)"


def test_a_piece_that_cannot_move_tells_what_blocks_it() -> None:
    """A place from which nothing can be played names the nearest pieces without which something could."""
    found = explain(load("Chess", build="quick").start(), site="0")
    assert found.sentence.endswith("Nothing can be played from A1 unless B1 or A2 is empty.")
