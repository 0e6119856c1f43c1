"""Rules in English: every bundled game is told, without holes; what the phrases name exists."""

import re

import pytest

from classics import sample_of_games
from petteia.game.bundled import find_description
from petteia.lang import bind, expand, read
from petteia.ludemes import forms, keywords
from petteia.prose import Places, rules_of_game, rules_of_text
from petteia.prose._english import sentence
from petteia.prose._telling import tell
from petteia.prose.templates import PHRASES


@pytest.mark.parametrize("name", sample_of_games(40))
def test_bundled_games_are_told(name: str) -> None:
    """Each has a setup, a turn or phases, and an end; no phrase is left with a bracket or a slot in it."""
    told = rules_of_text(find_description(name)[1])
    assert "Setup" in told and "End" in told and len(told) >= 3
    for text in (one for sentences in told.values() for one in sentences):
        line = text.lstrip()
        assert line[0] == line[0].upper(), text
        assert line.endswith((".", ":")), text
        assert not re.search(r"[{}\[\]]|None|<|  |\( ?\)| [.,;:]|of you\b|\byou (has|is)\b", line), text


def test_chess_is_told_as_players_know_it() -> None:
    told = rules_of_text(find_description("Chess")[1])
    assert "Each player has Pawns, Rooks, Knights, Bishops, Queens and Kings." in told["Setup"]
    rook = next(one for one in told["Pieces"] if one.startswith("Rook"))
    assert rook.startswith("Rook: slide any distance orthogonally over empty sites, and onto the next site where the")
    assert "Player 1 starts with Pawns on row 2, Rooks on A1 and H1," in " ".join(told["Setup"])
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
    assert rules_of_text(text)["End"] == ["If pow (2 and 3) is 1, player 1 wins."]


def test_sentences_are_tidied() -> None:
    assert sentence("a King of you is  attacked ,") == "Your King is attacked."
    assert tell(["one", "two", "three"]) == "one, two and three"


_SMALL = '(game "A" (players 2) (equipment {{ (board (square 5)) (piece "Man" Each {}) {} }}) (rules {} (end {})))'
_LOSS = "(if (no Moves Next) (result Mover Win))"


def test_nested_rules_become_an_outline() -> None:
    """Conditions, alternatives and consequents have lines of their own, indented below what they belong to."""
    rules = "(play (if (is Even (count Moves)) (or (move Pass) (move Add (to (sites Empty)) (then (moveAgain))))))"
    turn = rules_of_text(_SMALL.format("", "", rules, _LOSS))["Turn"]
    assert turn == [
        "On your turn, if the number of moves so far is even, do one of these:",
        "  Pass.",
        "  Place a piece of yours on any empty site:",
        "    Then move again.",
    ]


def test_a_part_that_returns_is_named() -> None:
    hop = "(hop Diagonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))"
    then = "(then (and (set Counter) (if (is Even (count Moves)) (moveAgain))))"
    step = f"(move Step Forward (to if:(is Empty (to))) {then})"
    rules = f"(play (if (can Move {hop}) {step} (or (move Pass) {step})))"
    turn = rules_of_text(_SMALL.format("", "", rules, _LOSS))["Turn"]
    assert sum("Restart the counter" in line for line in turn) == 1
    assert any(line.strip() == "Then: as in (A) above." for line in turn)
    assert any(line.strip() == "(A) Then:" for line in turn)


def test_directions_numbers_and_negations_read_as_people_write_them() -> None:
    moves = "(move Step (directions {FR FL}) (to if:(not (or (is In (to) (sites Corners)) (< 3 (row of:(to)))))))"
    told = rules_of_text(_SMALL.format(moves, "", "(play (forEach Piece))", _LOSS))["Pieces"]
    assert told == [
        "Man: step diagonally forwards, where the target is not in the corners and the row of the target is at most 3."
    ]
    first = '(start (place "Man1" {0 1}))'
    game = _SMALL.format("", "", f"{first} (play (move Pass))", "(if (= (last To) 1) (result Mover Win))")
    bound = bind(read(expand(game)))
    labels = [f"S{site}" for site in range(25)]
    assert "Player 1 starts with Men on S0 and S1." in rules_of_game(bound, Places(labels))["Setup"]
    (end,) = rules_of_game(bound, Places(labels))["End"]
    assert end == "If the site last moved to is S1, the player who moved wins."


def test_long_phrases_have_letters() -> None:
    """What is said again and again is said once, before the rules; what it holds may have a letter itself."""
    way = '(trackSite Move from:(from) "Way" steps:(mapEntry "Throws" (count Pips)))'
    test = f"(and (is Empty {way}) (or (is In {way} (sites Corners)) (is In {way} (sites Bottom))))"
    rules = f"(play (forEach Piece (if {test} (move (from) (to {way})))))"
    told = rules_of_text(_SMALL.format("", "(dice d:2 num:2)", rules, _LOSS))
    assert told["In short"] == [
        "N stands for the entry of the throw in the map Throws.",
        "X stands for the site reached from its site along the track Way by N.",
    ]
    assert told["Turn"] == [
        "On your turn, with one of your pieces: if all of these hold:",
        "  X is empty.",
        "  X is in the corners or X is in the bottom row.",
        "  In that case move it to X.",
    ]


def test_alternatives_that_differ_in_the_direction_are_told_once() -> None:
    ways = " ".join(f"(move Step {way} (to if:(is Empty (to))))" for way in ("N", "E", "S", "W"))
    told = rules_of_text(_SMALL.format(f"(or {{ {ways} }})", "", "(play (forEach Piece))", _LOSS))["Pieces"]
    assert told == [
        "Man: do one of these:",
        "  Step north, where the target is empty.",
        "  The same, turned from north to east, south or west.",
    ]


def test_counts_and_opposites_read_as_people_say_them() -> None:
    def end(condition: str) -> str:
        return rules_of_text(_SMALL.format("", "", "(play (move Pass))", f"(if {condition} (result Mover Win))"))[
            "End"
        ][0]

    assert end("(= 0 (count Pieces P1))").startswith("If player 1 has no pieces,")
    assert end("(<= (count Pieces Next) 2)").startswith("If the opponent has at most 2 pieces,")
    assert end("(> (count at:(last To)) 0)").startswith("If the site last moved to holds something,")
    assert end("(= 3 (count Sites in:(sites Occupied by:P1)))").startswith(
        "If there are exactly 3 sites held by player 1,"
    )
    assert end("(not (and (is Full) (is Even (count Moves))))").startswith(
        "If the board is not full or the number of moves so far is not even,"
    )
    assert end("(not (is Line 3))").startswith("If there is no line of 3,")


def test_places_are_told() -> None:
    """Regions and tracks by the sites they stand for, maps by their entries, walks by how far they lead."""
    board = '(regions "Camp" P1 (sites Bottom)) (map "Pay" { (pair 0 4) (pair 1 1) })'
    track = '(board (square 5) (track "Way" "0,E,N,W" loop:True))'
    leap = '(move Leap { { F F L F } } (to if:(is In (to) (sites "Camp"))))'
    text = _SMALL.format(leap, board, "(play (forEach Piece))", _LOSS).replace("(board (square 5))", track)
    labels = [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]
    places = Places(
        labels, (("Camp", 1, (0, 1, 2, 3, 4)),), (("Way", 0, (0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22), True),)
    )
    told = rules_of_game(bind(read(expand(text))), places)
    assert told["Setup"][2:] == [
        "The Camp region: row 1 for player 1.",
        "The track Way: A1 to E1, E2 to E5, D5 then C5, and round again.",
        "The map Pay leads from 0 to 4 and 1 to 1.",
    ]
    assert told["Pieces"] == ["Man: leap like a knight, where the target is in the Camp region."]
