"""Rules in English: every bundled game is told, without holes; what the phrases name exists."""

import re

import pytest

import petteia
from petteia.game._bundled import find_description
from petteia.ludemes import forms, keywords
from petteia.prose import rules_of_text
from petteia.prose._telling import sentence, tell
from petteia.prose.templates import PHRASES


@pytest.mark.parametrize("name", petteia.game_names())
def test_bundled_games_are_told(name: str) -> None:
    """Each has a setup, a turn or phases, and an end; no phrase is left with a bracket or a slot in it."""
    told = rules_of_text(find_description(name)[1])
    assert "Setup" in told and "End" in told and len(told) >= 3
    for text in (one for sentences in told.values() for one in sentences):
        assert text[0] == text[0].upper() or text[1] == ")", text
        assert not re.search(r"[{}\[\]]|None|<|  |\( ?\)", text), text


def test_chess_is_told_as_players_know_it() -> None:
    told = rules_of_text(find_description("Chess")[1])
    assert "Each player has Pawns, Rooks, Knights, Bishops, Queens and Kings." in told["Setup"]
    rook = next(one for one in told["Pieces"] if one.startswith("Rook"))
    assert rook.startswith("Rook: slide any distance orthogonally, where the target holds an enemy, which captures it")
    assert told["End"][0].endswith("the player who moved wins.")


def test_phrases_name_arguments_that_exist() -> None:
    """A slot of a phrase for a form is one of its arguments."""
    classes = {form.__name__: form for word in keywords() for form in forms(word)}
    for name, phrase in PHRASES.items():
        if name in classes:
            slots = {slot.attribute for slot in classes[name].slots()}
            assert set(re.findall(r"{(\w+)}", phrase)) <= slots, name


def test_words_without_a_phrase_are_told_by_their_arguments() -> None:
    end = "(end (if (= 1 (^ 2 3)) (result P1 Win)))"
    text = f'(game "A" (players 1) (equipment {{ (board (square 2)) }}) (rules (play (move Pass)) {end}))'
    assert rules_of_text(text)["End"] == ["If 1 is pow (2 and 3), player 1 wins."]


def test_sentences_are_tidied() -> None:
    assert sentence("a King of you is  attacked ,") == "Your King is attacked."
    assert tell(["one", "two", "three"]) == "one, two and three"
