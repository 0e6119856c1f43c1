"""Positions as text: reading, writing, setting."""

import pytest

from petteia import Game, PositionError, load
from petteia.game.position import from_text, to_text

from .descriptions import DICE, FILL


@pytest.fixture(scope="module")
def fill() -> Game:
    """A game of four cells."""
    return load(FILL)


@pytest.mark.parametrize("text", [" | m=1", "0=1 | m=2", "0=1 3=2 | m=1", "0=1 1=2 2=1 3=2 | m=2 over=1.5,1.5"])
def test_texts_read_back(fill: Game, text: str) -> None:
    """A text and its state say the same."""
    assert to_text(from_text(text, fill.facts), fill.facts) == text
    assert fill.state(text).text == text


def test_a_set_position_plays_on(fill: Game) -> None:
    """Play goes on from a position that was set, also one that play does not reach."""
    state = fill.state("0=2 1=2 2=2 | m=1")
    assert [str(move) for move in state.legal_moves()] == ["3>3"]
    state.play("3>3")
    assert state.winner == 1 and state.undo().text == "3>3"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has ` | ` between"),
        ("0=1", "has ` | ` between"),
        ("0 | m=1", "SITE=PIECE"),
        ("9=1 | m=1", "no site 9"),
        ("h0=1 | m=1", "no site h0"),
        ("V0=1 | m=1", "no site V0"),
        ("0=3 | m=1", "no piece"),
        ("0=x | m=1", "no piece"),
        ("0=1/2 | m=1", "is a stack"),
        ("0=1 0=2 | m=1", "listed twice"),
        ("0=1*3 | m=1", "keeps no count"),
        ("0=1s2 | m=1", "keeps no state"),
        (" | m=3", "players 1 to 2"),
        (" | m=0", "players 1 to 2"),
        (" | m=x", "a number expected"),
        (" | m=1 sc=1", "2 numbers expected"),
        (" | m=1 sc=1,2", "no sc="),
        (" | m=1 zz=1", "nothing that positions have"),
        (" | m=1 nonsense", "key=value"),
        (" | m=1 over=1", "2 ranks expected"),
        (" | m=1 d=1,2", "has 0 dice"),
    ],
)
def test_what_is_no_position_is_refused(fill: Game, text: str, complaint: str) -> None:
    """Each kind of wrong text gets an error that says what is wrong."""
    with pytest.raises(PositionError, match=complaint):
        fill.state(text)


def test_dice_are_part_of_a_position() -> None:
    """Dice show what the text says; what no die shows is refused."""
    game = load(DICE)
    assert game.state("4=3 | m=2 d=3,6").text == "4=3 | m=2 d=3,6"
    with pytest.raises(PositionError, match="no die of Dice shows 7"):
        game.state(" | m=1 d=7,1")


def test_every_state_of_random_play_reads_back() -> None:
    """Bundled games with counts, hands, scores, phases and stacks: each state set from its text says the same text."""
    for name in ("Oware", "Teeko", "Reversi"):
        game = load(name)
        state = game.start(1)
        for turn in range(60):
            if state.over:
                break
            assert game.state(state.text).text == state.text
            moves = state.legal_moves()
            state.play(moves[turn * 7919 % len(moves)])
