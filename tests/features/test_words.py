"""Sentences and drawings of features come from their patterns and from the rules of the game."""

from __future__ import annotations

import pytest

from petteia.draw.feature import svg_feature, text_feature
from petteia.features import describe, end_candidates, feature, picture
from petteia.game import load


@pytest.mark.parametrize(
    ("name", "text", "weight", "sentence", "strategy"),
    [
        ("Yavalath", "to{}: .{} o{0} o{0,0} o{1/2}", 3, "Complete a line of four.", "make lines of four"),
        ("Yavalath", "to{}: .{} o{0} o{0,0} !o{0,0,0} !o{1/2}", -1, "Do not make a line of three.",
         "do not make lines of three"),
        ("Hex", "to{} last{-1/6}: .{} o{-1/3} o{0}", 1, "Close the bridge your opponent just cut into.",
         "keep your pieces connected"),
        ("Teeko", "to{}: o{0} o{0,1/4} o{0,1/4,1/4}", 1, "Go to the last open site of a block of four.",
             "make blocks of four"),
        ("Breakthrough", "to{} from{0}: .{} o{0} -{1/2}", 1, "Move up to the edge ahead.", "reach the far edge"),
        ("Breakthrough", "to{} from{0,1/4}: x{} o{0,1/4}", 1, "Capture an enemy piece diagonally.", "capture"),
        ("Reversi", "to{}: .{} -{0}", -1, "Do not play at the edge.", "do not play at the edge"),
        ("Reversi", "to{}: .{} -{0} -{1/4}", 1, "Play in a corner.", "play in corners"),
        ("Reversi", "to{}: .{} !-{0} -{0,0} -{1/4} x{1/2}", 1,
         "Play at the edge, one step from a corner and beside an enemy piece.", "play at the edge"),
        ("Reversi", "to{}: .{} !-{0} -{0,0} !-{1/4} -{1/4,0}", -1, "Do not play diagonally next to a corner.",
         "mind where the edge is"),
        ("Connect Four", "to{}: .{} -{0} | rotations=1/2", 1, "Play in the bottom row.", "play at the edge"),
        ("Reversi", "to{}: .{} !.{0} !.{1/4}", 1, "Play where two places beside it are taken or off the board.",
         "play where it is crowded"),
        ("Hex", "swap", 1, "Swap sides.", "swap sides"),
        ("Go", "to{}: .{} !o{0}", 1, "Do not fill an eye of your own where all four sites beside it are yours.",
         "mind what is around"),
        ("Hex", "to{}: .{} !x{0}", -1, "Play where all six sites beside it are an enemy's.",
         "mind what is around"),
        ("Breakthrough", "to{} from{0}: .{} o{0} !x{1/2}", 1, "Do not move a step where an enemy piece is right ahead.",
         "mind what is around"),
        ("Teeko", "to{}: .{} x{0} x{0,0} x{0,0,0}", 1, "Go to the last open site of a line of four of the opponent.",
         "prevent lines of four"),
        ("Gardner Minichess", "to{}: I7{}", 1, "Capture a bishop.", "capture"),
        ("Oware", "to{}: -{0} -{1/4}", 1, "Sow from a hole at an end of a row.", "play in corners"),
        ("Connect Four", "to{} last{0}: .{} o{1/4}", 1, "Play beside the latest move and beside a piece of yours.",
         "play near your own pieces"),
    ],
)  # fmt: skip
def test_a_feature_in_words(name: str, text: str, weight: float, sentence: str, strategy: str) -> None:
    words = describe(feature(text), load(name), weight)
    assert (words.sentence, words.strategy) == (sentence, strategy)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        # On hexagons every site at the edge has two sides beyond the rim; a corner has three.
        ("Yavalath", "to{}: .{} -{0} -{1/6}", "Play at the edge."),
        ("Yavalath", "to{}: .{} -{0} -{1/3}", "Play in a corner."),
        # What a rule of the end does not say is said, too.
        ("Yavalath", "to{}: o{0} o{0,0} o{1/2} x{1/6}", "Complete a line of four while an enemy piece is beside it."),
        # A bridge is cut by a piece between its two ends, not by one anywhere.
        ("Hex", "to{} last{1/2}: .{} o{-1/3} o{0}", "Join two of your pieces beside the latest move."),
        ("Hex", "to{}: .{} o{-1/3} o{0} x{-1/6}", "Close a bridge that your opponent has cut into."),
        ("Hex", "to{}: .{} x{-1/3} x{0} .{-1/6}", "Cut into a bridge of the opponent."),
        # A negation speaks of one place, not of all of them.
        ("Hex", "to{}: .{} o{0} !o{1/6} !o{-1/6}",
         "Play where a piece of yours is beside it and two other places beside it are not yours."),
        ("Hex", "to{}: .{} o{0} o{1/6}", "Play where two touching pieces of yours are beside it."),
        ("Hex", "to{}: .{} o{0} | rotations=1/3", "Play beside a piece of yours to the south-east."),
        ("Gomoku", "to{}: .{} o{0} o{0,0} o{0,0,0} .{0,0,0,0} .{1/2}",
         "Make four of a line of five, open at both ends."),
        ("Hex", "to{}: .{} o{0} o{1/2} | rotations=1/6", "Join two of your pieces to the south-west and north-east."),
        ("Connect Four", "to{}: .{} x{0} x{0,0} x{0,0,0} | rotations=1/4",
         "Take the site where the opponent would complete a line of four to the east."),
        ("Gomoku", "to{}: .{} o{0} o{0,0} x{0,0,0}",
         "Play where two pieces of yours, then an enemy piece follow in a straight line."),
        ("Reversi", "to{}: .{} | at=0", "Play at A1."),
        ("Reversi", "to{}: P1{} !-{}", "Play onto a piece of player 1."),
        ("Chess", "from{}: I5{}", "Move a knight of player 1."),
        ("Chess", "to{}: x{} !I5{}", "Capture an enemy piece that is no knight of player 1."),
        ("Chess", "from{}: -{0}", "Move a piece that stands at the edge."),
        ("Chess", "from{}: -{0} o{1/4}", "Move a piece that stands at the edge and beside a piece of yours."),
        ("Breakthrough", "to{} from{0}: .{} o{0} x{1/2}", "Move a step where an enemy piece is right ahead."),
        ("Breakthrough", "to{} from{0,1/4}: !o{} o{0,1/4} x{0}",
         "Move diagonally where an enemy piece is beside both ends of the move."),
        ("Knightthrough", "to{} from{0,0,1/4} last{}: !o{} !.{} o{0,0,1/4}", "Capture the piece that just moved."),
        ("Chess", "to{}: -{0} I5{1/4}", "Move to a site at the edge and beside a knight of player 1."),
        ("Chess", "to{}: x{} o{0,0}", "Capture an enemy piece two steps from a piece of yours in a straight line."),
        ("Chess", "to{}: .{} o{0,0}", "Move to an empty site two steps from a piece of yours in a straight line."),
        ("Breakthrough", "to{} from{0}: .{} o{0} !-{1/2,0} -{1/2,0,0}", "Move to two steps from the edge ahead."),
        ("Breakthrough", "to{} from{0}: .{} o{0} !-{1/4} -{1/4,0}",
         "Move a step where the edge is one step to one side."),
        ("Nine Men's Morris", "to{} from{0}: .{} o{0} o{1/4} o{1/4,0}", "Complete a line of three."),
        ("Teeko", "to{} from{0}: .{} o{0} o{0,0}", "Move a step where a piece of yours is beside where it comes from."),
        ("Lines of Action", "from{}: x{0}", "Move a piece that stands beside an enemy piece."),
    ],
)  # fmt: skip
def test_sentences_are_true_of_the_pattern(name: str, text: str, sentence: str) -> None:
    assert describe(feature(text), load(name)).sentence == sentence


def test_features_of_the_papers_in_the_reference_notation() -> None:
    """Figures 9 and 10 of the paper on features in search, figures 4 to 7 of that on strategic features."""

    def said(name: str, elements: str, weight: float, last: str = "") -> str:
        text = f"rel:{last}to=<{{}}>:pat=<refl=true,rots=all,els=[{elements}]>"
        return describe(feature(text), load(name), weight).sentence

    assert said("Yavalath", "f{0}, f{0,0}, f{0.5}", 3) == "Complete a line of four."
    for row in ("f{0}, f{0.5}", "f{0}, f{0,0}"):
        assert said("Yavalath", row, -1) == "Do not make a line of three."
    assert said("Yavalath", "e{0}, e{0,0}, e{0.5}", 2) == (
        "Take the site where the opponent would complete a line of four."
    )
    assert said("Hex", "f{0}, f{0.33333334}", 1, "last_to=<{0.16666667}>:") == (
        "Close the bridge your opponent just cut into."
    )
    assert said("Hex", ".{}, .{0}, .{0.16666667}, f{0,0.16666667}", 1) == "Make a bridge to a piece of yours."
    assert said("Hex", ".{}, f{0}, f{0,0}", 1) == "Play where a row of two pieces of yours begins beside it."
    assert said("Hex", ".{}, f{0}, f{0.16666667}", -1) == (
        "Do not play where two touching pieces of yours are beside it."
    )


def test_drawings_show_what_is_allowed() -> None:
    """A feature that faces one way is drawn so, and moves that may go any way go up."""
    below = text_feature(picture(feature("to{}: .{} -{0} | rotations=1/2"), load("Connect Four")))
    assert below == "+\n#"
    ahead = text_feature(picture(feature("to{} from{0}: .{} o{0} -{1/2}"), load("Breakthrough")))
    assert ahead == "#\n+\n>"
    far = text_feature(picture(feature("to{}: .{} o{0,0}"), load("Gomoku")))
    assert far == "o\n_\n+"
    assert svg_feature(picture(feature("to{}: .{} o{0,0}"), load("Go"))).count("<line") == 2


def test_words_depend_on_the_rules_not_on_the_pattern_alone() -> None:
    three = feature("to{}: .{} o{0} o{0,0}")
    assert describe(three, load("Tic-Tac-Toe")).sentence == "Complete a line of three."
    assert "line" not in describe(three, load("Reversi")).strategy


def test_the_drawing_marks_action_and_latest_move() -> None:
    bridge = feature("to{} last{-1/6}: .{} o{-1/3} o{0}")
    drawn = text_feature(picture(bridge, load("Hex")))
    assert drawn.count("o") == 2 and "+" in drawn and "*" in drawn
    sheet = svg_feature(picture(bridge, load("Hex"), -1))
    assert "−" in sheet and sheet.count("<polygon") == 4


@pytest.mark.parametrize("name", ["Hex", "Yavalath", "Fanorona", "Breakthrough"])
def test_every_candidate_has_a_sentence_and_a_drawing(name: str) -> None:
    game = load(name)
    for one in list(end_candidates(game))[:6]:
        assert describe(one, game).sentence.endswith(".")
        assert svg_feature(picture(one, game)).startswith("<svg")


@pytest.mark.parametrize("word", ["pass", "swap", "any"])
def test_a_feature_without_a_place_is_drawn_by_its_name(word: str) -> None:
    drawn = picture(feature(word), load("Hex"))
    assert text_feature(drawn) == word
    assert f">{word}</text>" in svg_feature(drawn)
