"""Interplay of effects: when each is evaluated, and in which order they are applied."""

import pytest

from petteia import load

from .playing import after, small, texts


def remembered(state_text: str) -> str:
    """Values that a position remembers."""
    return " ".join(word for word in state_text.split() if word.startswith("rem"))


def test_forgetting_all_forgets_what_is_held_when_it_is_evaluated() -> None:
    """Of forget, remember 0, forget, remember 1 over {1} the second forget finds nothing of what it was to forget."""
    again = '(if (= 0 0) (and {(forget Value "N" All) (remember Value "N" 1)}))'
    play = f"""(move Add (to (sites Empty)) (then (and {{
        (forget Value "N" All) (remember Value "N" 0) {again} }})))"""
    state = small(play, '(set RememberValue "N" 1)')
    state.play("0>0")
    assert remembered(state.text) == "rem:N=0,1"


def test_forgetting_all_is_one_move_with_one_consequent() -> None:
    play = """(move Add (to (sites Empty)) (then
        (forget Value "N" All (then (remember Value "M" (count Pieces All))))))"""
    state = small(play, '(set RememberValue "N" 1) (set RememberValue "N" 2)')
    state.play("0>0")
    assert remembered(state.text) == "rem:M=1"


def test_forgetting_without_a_name_empties_all_lists() -> None:
    play = """(move Add (to (sites Empty)) (then (forget Value All)))"""
    state = small(play, '(set RememberValue "N" 1) (set RememberValue 2)')
    state.play("0>0")
    assert not remembered(state.text)


def variable(state_text: str) -> str:
    """The value of the variable N."""
    return next(word for word in state_text.split() if word.startswith("var:N=")).removeprefix("var:N=")


PRIOR = [
    ('(while (< (var "N") 4) (set Var "N" (+ 1 (var "N"))))', "1"),
    ('(forEach Value min:1 max:4 (set Var "N" (value)))', "2"),
    ('(and {(set Var "N" 1) (set Var "N" 2) (set Var "N" 3)})', "2"),
    ('(and {(set Var "N" 1) (set Var "N" 2)})', "2"),
    ('(seq {(set Var "N" 1) (set Var "N" 2) (set Var "N" 3)})', "2"),
]


@pytest.mark.parametrize(("prior", "value"), PRIOR)
def test_prior_moves_are_put_in_front_in_an_order_of_their_own(prior: str, value: str) -> None:
    """Each list of actions goes in after as many actions as the list before has: of 1, 2, 3, 4 the order is 1 4 3 2."""
    decision = small(f"(do {prior} next:(move Add (to (sites Empty))))", "")
    decision.play("0>0")
    assert variable(decision.text) == value
    effect = small(f"(move Add (to (sites Empty)) (then (do {prior} next:(set Score Mover 1))))", "")
    effect.play("0>0")
    assert variable(effect.text) == value


def test_a_piece_that_its_own_capture_removes_does_not_arrive() -> None:
    """Effects of a move come before it; a move from an emptied site changes nothing."""
    explode = "(apply (and (remove (to)) (forEach Site (sites Around (to)) (if (is Occupied (site)) (remove (site))))))"
    play = f"(forEach Piece (move Step (to if:(is Enemy (who at:(to))) {explode})))"
    state = small(play, '(place "Ball1" {0 10}) (place "Ball2" {1 6 15})')
    assert texts(state) == ["0>1", "10>15", "10>6"]
    assert after(state, "0>1") == "10=1 15=2"


def test_of_several_effects_of_one_piece_the_first_direction_counts() -> None:
    """A step to each neighbour: the piece is gone when the second of them is applied."""
    play = "(move Add (to (sites Empty)) (then (step (from (last To)) Orthogonal (to if:(is Empty (to))))))"
    assert after(small(play, ""), "5>5") == "9=1"


SOWING = """
(game "Sowing" (players 2)
    (equipment {{
        (mancalaBoard 2 3 store:None (track "Track" "0,E,N,W" loop:True)) (piece "Seed" Shared) (hand Each)
    }})
    (rules (start (set Count 2 to:(sites Track)))
        (play (move Select (from (sites Board) if:(> (count at:(from)) 0)) (then {then})))
        (end (if (all Passed) (result Mover Win)))))
"""


def sown(then: str) -> str:
    """The board after the seeds of the first hole were sown."""
    state = load(SOWING.format(then=then), backend="interpreter").start()
    state.play("V0>V0")
    return state.text


TAKE = "(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))"


def test_sowing_does_not_see_what_stands_before_it_in_a_list() -> None:
    """All members are evaluated on the same state, captures with only the seeds sown."""
    sow = f'(sow 0 "Track" apply:(if (= 2 (size Array (values Remembered "H"))) {TAKE}))'
    both = f'(and {{(remember Value "H" 1) (remember Value "H" 2) {sow}}})'
    assert "h6=" not in sown(both)
    assert "h6=1*3" in sown(f'(seq {{(remember Value "H" 1) (remember Value "H" 2) {sow}}})')


def test_consequents_of_captures_see_the_capture_as_the_latest_move() -> None:
    """The hole that was captured is where the last move came from, in what follows the capture."""
    follow = '(then (set Var "N" (last From)))'
    assert "var:N=2" in sown(f'(sow "Track" apply:{TAKE[:-1]} {follow}))')


def test_an_area_with_empty_sites_is_enclosed_by_one_chain() -> None:
    """The site in a ring is taken; the rest of the board, which borders on another piece as well, is not."""
    enclose = """(enclose (from (last To)) Orthogonal (between
        if:(or (is Enemy (who at:(between))) (is Empty (between)))
        (apply (and (if (is Enemy (who at:(between))) (remove (between))) (set State at:(between) (mover))))))"""
    play = f"(move Add (to (sites Empty)) (then {enclose}))"
    start = '(place "Ball1" {1 4 6 15}) (place "Ball2" {5 12})'
    assert after(small(play, start), "9>9") == "1=1 4=1 5=0*0s1 6=1 9=1 12=2 15=1"
    assert after(small(play, start), "13>13") == "1=1 4=1 5=2 6=1 12=2 13=1 15=1"


CAPTURES = [
    ("custodial", '(place "Ball1" {2}) (place "Ball2" {1})', "0>0", "0=1 2=1", "0=1 1=2 2=1"),
    ("enclose", '(place "Ball1" {1 5}) (place "Ball2" {0})', "4>4", "1=1 4=1 5=1", "0=2 1=1 4=1 5=1"),
    ("intervene", '(place "Ball2" {1 3})', "2>2", "2=1", "1=2 2=1 3=2"),
]


@pytest.mark.parametrize(("capture", "start", "move", "taken", "left"), CAPTURES)
def test_a_from_without_a_site_is_the_iterator(capture: str, start: str, move: str, taken: str, left: str) -> None:
    """A consequent sees no iterator, so nothing is captured; without `(from)` captures begin at the latest move."""
    assert after(small(f"(move Add (to (sites Empty)) (then ({capture})))", start), move) == taken
    assert after(small(f"(move Add (to (sites Empty)) (then ({capture} (from))))", start), move) == left


def test_empty_targets_are_no_liberties_of_their_group() -> None:
    """Where the condition holds for empty sites, too, a group that takes them all has no way out."""
    play = """(move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal
        (between if:(not (is Friend (who at:(between))))))))"""
    start = '(place "Ball1" {1 4}) (place "Ball2" {0 2 8})'
    assert after(small(play, start), "5>5") == "0=2 1=1 4=1 5=1"


def test_a_lone_neutral_piece_reads_as_the_first_players() -> None:
    """Owner and component share a number in such games; nothing else is told of the owner."""
    then = "(then (if (is Friend (who at:(last To))) (addScore Mover 1)))"
    state = small(f'(move Add (piece "N0") (to (sites Empty)) {then})', "", pieces='(piece "N" Neutral)')
    state.play("0>0")
    assert "sc=1,0" in state.text


def test_a_variable_without_a_name_shows_once_it_is_set() -> None:
    state = small("(move Add (to (sites Empty)) (then (set Var 2)))", "")
    assert "t=-1" in state.text
    state.play("0>0")
    assert "t=2" in state.text


def test_groups_start_at_the_site_that_comes_first_in_the_list_of_pieces() -> None:
    """A piece that moved away leaves its place in the list to the last one."""
    play = "(or (forEach Group Orthogonal (move (from (from)) (to (sites Empty)))) (move Pass))"
    state = small(play, '(place "Ball1" {0 2 5 9 14}) (place "Ball2" {1 6 7 10 12})')
    for move in ("14>3", "12>15", "0>13", "6>14"):
        state.play(move)
    assert {text.split(">")[0] for text in texts(state)} == {"3", "5", "pass"}


def test_consequents_of_prior_moves_see_what_iterates() -> None:
    """They run while moves are generated: inside `forEach Piece` the site is that of the piece, for later moves too."""
    prior = '(set Var "A" 1 (then (set Var "F" (from))))'
    asks = '(= (var "F") (from))'
    play = f"(do {prior} next:(if {asks} (move Step Forward (to if:(is Empty (to))))))"
    state = small("(forEach Piece)", '(place "Ball1" {0 1})', pieces=f'(piece "Ball" Each {play})',
        players="(players {(player N) (player S)})")  # fmt: skip
    assert texts(state) == ["0>4", "1>5"]
    state.play("1>5")
    assert "var:F=1" in state.text


def test_a_copy_is_made_of_stacks_as_well() -> None:
    """`copy:True stack:True` leaves the piece where it was, as recorded play shows."""
    state = small("(move (from 0) (to (sites Empty)) copy:True stack:True)", '(place "Ball1" 0) (place "Ball2" 15)')
    assert after(state, "0>3") == "0=1 3=1 15=2"
