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
        ("Teeko", "to{}: o{0} o{0,1/4} o{0,1/4,1/4}", 1, "Complete a block of four.", "make blocks of four"),
        ("Breakthrough", "to{} from{0}: .{} o{0} -{1/2}", 1, "Move up to the edge ahead.", "reach the far edge"),
        ("Breakthrough", "to{} from{0,1/4}: x{} o{0,1/4}", 1, "Capture a piece.", "capture"),
        ("Reversi", "to{}: .{} -{0}", -1, "Do not play at the edge.", "do not play at the edge"),
        ("Reversi", "to{}: .{} -{0} -{1/4}", 1, "Play in a corner.", "play at the edge"),
        ("Reversi", "to{}: .{} !-{0} -{0,0} -{1/4} x{1/2}", 1,
         "Play at the edge, one step from a corner where an enemy piece is beside it.", "play at the edge"),
        ("Reversi", "to{}: .{} !-{0} -{0,0} !-{1/4} -{1/4,0}", -1, "Do not play one step from two edges.",
         "mind where the edge is"),
        ("Connect Four", "to{}: .{} -{0} | rotations=1/2", 1, "Play at the edge, facing south.", "play at the edge"),
        ("Reversi", "to{}: .{} !.{0} !.{1/4}", 1, "Play where no empty sites are beside it.", "mind what is around"),
        ("Hex", "swap", 1, "Swap sides.", "swap sides"),
    ],
)  # fmt: skip
def test_a_feature_in_words(name: str, text: str, weight: float, sentence: str, strategy: str) -> None:
    words = describe(feature(text), load(name), weight)
    assert (words.sentence, words.strategy) == (sentence, strategy)


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
