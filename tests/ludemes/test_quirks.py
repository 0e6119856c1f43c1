"""Places where recorded play goes another way than a plain reading of the rules would: small games of our own."""

import pytest

from petteia.errors import LimitExceeded, LudTypeError, UnsupportedLudeme

from .test_moves import after, small, texts


def test_relative_directions_follow_the_step_just_made() -> None:
    """A horse: one step along a line, then on to the left or right of that step, whatever the piece itself faces."""
    play = """(forEach Piece (forEach Direction Orthogonal (to if:(is Empty (to)) (apply
        (forEach Direction (from (to)) (directions {FR FL} of:All) (move (from) (to (to))))))))"""
    state = small(play, '(place "Ball1" 12) (place "Ball2" {13 17})', board="(square 5)")
    assert texts(state) == ["12>1", "12>15", "12>3", "12>5"]
    assert after(state, "12>1") == "1=1 13=2 17=2"


def test_what_comes_before_effects_happens_before_each_of_them() -> None:
    """Two effects follow, so a piece is added twice in front of them: the second time its site holds it already."""
    play = """(move Add (to (sites Empty)) (then (do (remove 15)
        next:(and (add (piece "Ball1") (to 15)) (add (piece "Ball2") (to 14))))))"""
    assert after(small(play, '(place "Ball2" 15)'), "0>0") == "0=1 14=2"


def test_without_effects_to_follow_nothing_comes_before() -> None:
    play = """(move Add (to (sites Empty)) (then (do (remove 15) next:(if (is Occupied 15) (remove 14)))))"""
    assert after(small(play, '(place "Ball2" {14 15})'), "0>0") == "0=1 14=2 15=2"


def test_a_piece_may_be_put_under_others() -> None:
    play = "(move Add (to (sites Occupied by:Next) level:0))"
    assert after(small(play, '(place "Ball2" 15)'), "15>15") == "15=1/2"


def test_consequents_do_not_see_the_actions_of_others() -> None:
    """A piece is added on 14, then one on the site that mirrors the latest action: that of the move itself."""
    mirrored = '(add (piece "Ball2") (to (- 13 (last To afterConsequence:True))))'
    play = f'(move Add (to (sites Empty)) (then (add (piece "Ball1") (to 14) (then {mirrored}))))'
    assert after(small(play, '(place "Ball2" 15)'), "3>3") == "3=1 10=2 14=1 15=2"


def test_a_test_afterwards_does_not_repeat_what_came_before() -> None:
    """Each move is made on a board that has grown by one piece; a second time it would grow by another."""
    play = """(do (do (add (piece "Ball2") (to (count Pieces All))) next:(move Add (to (sites Empty))))
        ifAfterwards:(= 3 (count Pieces All)))"""
    state = small(play, '(place "Ball2" 0)', board="(square 2)")
    assert texts(state) == ["2>2", "3>3"]
    assert after(state, "3>3") == "0=2 1=2 3=1"


def test_a_site_entered_twice_stays_in_the_list_of_its_player() -> None:
    """Two pieces come to site 1 one after the other, in moves that may carry several, and leave it together."""
    carry = "(if (is Occupied 0) (fromTo (from 0) (to 1) count:1) (fromTo (from 1) (to 2) count:2))"
    play = f"(move Select (from (sites Occupied by:Mover)) (then {carry}))"
    state = small(play, '(place "Ball1" 0 count:2) (place "Ball2" 15)')
    for move in ("0>0", "15>15", "1>1", "15>15"):
        state.play(move)
    assert state.text.startswith("2=1*2 15=2 ")
    assert texts(state) == ["1>1", "2>2"]


def test_captures_go_ahead_without_anything_to_sow() -> None:
    """The hole is emptied before it is sown from: there is no last hole, and after no hole at all comes the second."""
    board = '(rectangle 1 4) (track "Track" "0,E" loop:True)'
    play = """(move Select (from 0) (then (do (remove 0) next:(sow (last To) "Track"
        apply:(remove (trackSite Move from:(to) "Track" steps:1))))))"""
    state = small(play, "(set Count 1 to:(sites Board))", board=board, pieces='(piece "S" Shared)')
    assert after(state, "0>0") == "2=1 3=1"


def test_pending_values_may_be_sums_of_sites() -> None:
    play = "(move Add (to (sites Empty)) (then (set Pending (+ (last To) 15))))"
    state = small(play, '(place "Ball2" 3)')
    state.play("14>14")
    assert "pend=29" in state.text


def test_pending_values_may_be_products() -> None:
    """Three times the site and one: more than there are sites, and less than nobody knows what."""
    play = "(move Add (to (sites Empty)) (then (set Pending {})))"
    state = small(play.format("(+ 1 (* 3 (last To)))"), '(place "Ball2" 3)')
    state.play("14>14")
    assert "pend=43" in state.text
    with pytest.raises(UnsupportedLudeme, match="a value that may be large of"):
        small(play.format("(* (last To) (last To))"), '(place "Ball2" 3)')


def test_an_effect_may_fill_the_site_a_move_goes_to() -> None:
    """The piece that is jumped goes to the empty site ahead; the jumper comes after it, and takes its place."""
    shoved = "(apply (fromTo (from (between)) (to 2)))"
    play = f"(forEach Piece (move Hop E (between if:(is Enemy (who at:(between))) {shoved}) (to if:(is Empty (to)))))"
    state = small(play, '(place "Ball1" 0) (place "Ball2" {1 15})')
    assert after(state, "0>2") == "2=1 15=2"


def test_the_condition_of_a_line_in_stacks_does_not_concern_its_pivot() -> None:
    single = "(= 1 (size Stack at:(to)))"
    play = f"(move Add (to (sites Board)) stack:True (then (if (is Line 3 if:{single}) (moveAgain))))"
    state = small(play, '(place "Ball1" {0 2}) (place "Ball2" {1 15})')
    assert after(state, "1>1") == "0=1 1=2/1 2=1 15=2" and state.mover == 1
    state = small(play, '(place "Ball1" {1 2}) (place "Ball2" {2 15})')
    assert after(state, "0>0") == "0=1 1=1 2=1/2 15=2" and state.mover == 2


def test_of_entries_with_one_key_the_last_counts() -> None:
    pieces = '(piece "Ball" Each) (map {(pair 0 5) (pair 0 6)})'
    assert texts(small("(move Add (to (mapEntry 0)))", '(place "Ball2" 15)', pieces=pieces)) == ["6>6"]


def test_the_height_of_stacks_in_a_hand_is_seen_from_any_board() -> None:
    play = "(if (= 1 (size Stack at:(handSite P1))) (move Add (to 0)) (move Add (to 1)))"
    pieces = '(piece "Ball" Each) (hand P1)'
    state = small(play, '(place Stack "Ball1" (handSite P1))', board="(square 3) use:Vertex", pieces=pieces)
    assert texts(state) == ["V0>V0"]


def test_dice_are_the_first_hand_where_there_is_no_other() -> None:
    play = "(move Add (to (- (count Sites in:(sites Hand Shared)) 1)))"
    state = small(play, '(place "Ball2" 15)', pieces='(piece "Ball" Each) (dice num:3)')
    assert texts(state) == ["2>2"]


def test_groups_come_in_the_order_in_which_their_pieces_came() -> None:
    """Three groups are remembered at once: first that of the piece placed first, on site 12."""
    groups = "(forEach Group (remember Value (regionSite (sites) index:0)))"
    first = "(move Add (to (+ 1 (arrayValue (values Remembered) index:0))))"
    play = f"(if (is Mover P2) {first} (move Add (to (sites Empty)) (then {groups})))"
    state = small(play, '(place "Ball1" 12) (place "Ball1" 10) (place "Ball2" 15)')
    state.play("0>0")
    assert texts(state) == ["13>13"]


def test_a_level_below_the_stack_is_the_top() -> None:
    play = "(move (from 0 level:(- 0 1)) (to 5))"
    assert after(small(play, '(place Stack items:{"Ball1" "Ball2"} 0) (place "Ball2" 15)'), "0>5") == "0=1 5=2 15=2"


def test_a_piece_may_be_promoted_to_itself() -> None:
    play = "(move Promote 0 (piece (what at:0)))"
    assert after(small(play, '(place "Ball1" 0) (place "Ball2" 15)'), "0>0") == "0=1 15=2"


def test_adding_nothing_fills_a_site_where_counts_are_kept() -> None:
    play = "(move Add (piece (what at:5)) (to 5))"
    assert after(small(play, '(place "Ball2" 15)', pieces='(piece "Ball" Each) (hand P1)'), "5>5") == "5=0 15=2"
    assert after(small(play, '(place "Ball2" 15)'), "5>5") == "15=2"


def test_a_loop_over_levels_leaves_its_last_level_to_the_next_die() -> None:
    """The upper piece goes by the first die; the effect then has come to the lowest level, which the second moves."""
    play = """(do (roll) next:(forEach Piece (forEach Die
        (move (from (from) level:(level)) (to (+ 4 (pips)) (apply (forEach Level 0 (addScore Mover (level)))))))))"""
    stack = '(place Stack items:{"Ball2" "Ball1"} 0)'
    dice = '(piece "Ball" Each) (dice facesByDie:{{1 1} {2 2}} num:2)'
    assert after(small(play, stack, pieces=dice), "0>5") == "0=4 5=3"
    assert after(small(play, stack, pieces=dice), "0>6") == "0=3 6=4"


def test_a_loop_over_levels_in_a_condition_leaves_its_last_level_to_what_is_asked_next() -> None:
    """The piece on level 0 may step anywhere once the condition has left level 1 behind: from the second target on."""
    looks = "(is In 1 (sites To (forEach Level 0 FromBottom (step (from 0) (to if:True)))))"
    play = f"(forEach Piece (move Step Orthogonal (to if:(and (= {{level}} (level)) {looks})) stack:True))"
    stack = '(place Stack items:{"Ball1" "Ball2"} 0)'
    assert texts(small(play.format(level=0), stack)) == ["0>4"]
    assert texts(small(f"(or {play.format(level=1)} (move Pass))", stack)) == ["pass"]
    either = play.format(level=0).replace("(= 0 (level))", "(or (= 0 (level)) (= 1 (level)))")
    assert texts(small(either, stack)) == ["0>1", "0>4"]


def test_a_level_that_a_loop_has_changed_is_refused() -> None:
    reached = "(sites To (forEach Level (from) (step (from (from) level:(level)) (to if:(is Empty (to))))))"
    play = f"(forEach Piece (move Select (from (from) if:(and (is In 1 {reached}) (= 0 (level))))))"
    with pytest.raises(UnsupportedLudeme, match=r"forEach Level in a condition that reads \(level\)"):
        small(play, '(place Stack items:{"Ball2" "Ball1"} 0)')


def test_a_stack_captured_at_the_end_of_the_longest_turn_stays_in_the_list_of_its_owner() -> None:
    """The levels that went when the move was tried are named from the lowest up: the last name is above the stack."""
    hop = """(move Hop (between if:(is Enemy (who at:(between)))
        (apply (remove (between) at:EndOfTurn count:(size Stack at:(between))))) (to if:(is Empty (to))))"""
    play = f"(if (is Mover P1) (max Moves (forEach Piece {hop})) (forEach Piece (move Select (from (from)))))"
    state = small(play, '(place "Ball1" 0) (place Stack items:{"Ball2" "Ball2"} 1) (place "Ball2" 15)')
    assert after(state, "0>2") == "2=1 15=2"
    assert texts(state) == ["15>15", "1>1"]


def test_a_promoted_piece_that_stood_alone_stays_in_its_list() -> None:
    """The pawn that was promoted, and has gone on, may still be moved from its empty site: no piece then moves."""
    step = "(move Step (from (from) level:(level)) {way} (to if:(is Empty (to))))"
    pieces = f'(piece "Pawn" Each {step.format(way="N")}) (piece "Queen" P1 {step.format(way="E")})'
    play = '(if (< (count Moves) 1) (move Promote 0 (piece "Queen1")) (or (forEach Piece) (move Pass)))'
    state = small(play, '(place Stack items:{"Pawn1"} 0) (place "Pawn2" 12)', pieces=pieces)
    for move in ("0>0", "pass", "0>1", "pass"):
        state.play(move)
    assert texts(state) == ["0>4", "1>2", "pass"]
    assert after(state, "0>4") == "1=3 4=0 12=2"


@pytest.mark.parametrize("level", ['(where Level "Ball" Neutral at:5)', "(- 0 3)"])
def test_at_a_level_that_is_nowhere_the_lowest_piece_goes(level: str) -> None:
    """The levels above it move down by one, and all of them are."""
    play = f"(move Select (from 0) (then (remove 5 level:{level})))"
    stack = '(place "Ball2" 0) (place Stack items:{"Ball1" "Ball2" "Ball2"} 5)'
    assert after(small(play, stack), "0>0") == "0=2 5=2/2"


def test_above_a_stack_the_top_goes() -> None:
    play = "(move Select (from 0) (then (remove 5 level:90)))"
    assert after(small(play, '(place "Ball2" 0) (place Stack items:{"Ball1" "Ball2"} 5)'), "0>0") == "0=2 5=1"


def test_the_top_level_takes_its_state_along() -> None:
    """True if a level is the top is settled before any goes: the lower one leaves its state for the next piece."""
    play = "(if (< (count Moves) 1) (move Remove 0 level:{level}) (move Add (to 0)))"
    stack = '(place Stack items:{"Ball2" "Ball1"} 0 state:3) (place "Ball2" 15)'
    state = small(play.format(level="1"), stack)
    assert [after(state, "0>0"), after(state, "0>0")] == ["0=2s3 15=2", "0=2s3/2 15=2"]
    state = small(play.format(level="0"), stack)
    assert [after(state, "0>0"), after(state, "0>0")] == ["0=1s3 15=2", "0=1s3/2s3 15=2"]


def test_a_double_is_played_again_only_die_by_die() -> None:
    """The rest of a double stands in the unnamed variable; both dice together leave nothing."""
    play = """(if (< (count Moves) 1)
        (do (roll) next:(forEach Die combined:True replayDouble:True (move Add (to (+ 4 (pips))))))
        (move Add (to (+ 10 (var)))))"""
    for move, left in (("5>5", "11>11"), ("6>6", "9>9")):
        state = small(play, '(place "Ball2" 15)', pieces='(piece "Ball" Each) (dice facesByDie:{{1 1} {1 1}} num:2)')
        after(state, move)
        assert texts(state) == [left]


def test_words_after_a_roll_are_told_by_the_die() -> None:
    pieces = '(piece "Ball" Each) (dice facesByDie:{{5}} num:1)'
    state = small('(do (roll) next:(move Propose "End"))', '(place "Ball2" 15)', pieces=pieces)
    assert texts(state) == ["say:[SetStateAndUpdateDice:site=16,state=0]"]


def test_words_are_numbered() -> None:
    state = small('(or (move Vote "Yes") (move Vote "No"))', '(place "Ball2" 15)')
    assert texts(state) == [f"say:[Vote:vote={word},voteInt={k},decision=true]" for k, word in ((1, "No"), (0, "Yes"))]


def test_groups_after_a_do_see_what_it_did() -> None:
    """A piece between two others of its player goes first, so there are three groups with the one just put."""
    then = "(then (do (remove 1) next:(forEach Group Orthogonal (remember Value (from)))))"
    state = small(f"(move Add (to (sites Empty)) {then})", '(place "Ball1" {0 1 2}) (place "Ball2" 15)')
    state.play("13>13")
    assert state.text == "0=1 2=1 13=1 15=2 | m=2 rem=0,2,13"


def test_what_a_do_inside_another_does_first_happens_once() -> None:
    """Two effects follow the outer one; what the inner one does first belongs to one of them alone."""
    following = "(and (do (addScore Mover 1) next:(remove 14)) (remove 13))"
    play = f"(move Add (to (sites Empty)) (then (do (remove 15) next:{following})))"
    state = small(play, '(place "Ball2" {12 13 14 15})')
    state.play("0>0")
    assert state.text == "0=1 12=2 | m=2 sc=1,0"


def test_a_stack_in_a_container_lies_on_each_of_its_sites() -> None:
    """Each piece once, whatever the count."""
    placed = '(place Stack items:{"Ball2" "Ball1"} "Hand1" count:3) (place "Ball2" 15)'
    state = small("(move Add (to (sites Empty)))", placed, pieces='(piece "Ball" Each) (hand P1 size:2)')
    assert state.text.startswith("15=2 h16=2/1 h17=2/1 |")


def test_a_range_without_a_least_number_leads_back_to_the_start() -> None:
    """Rows of up to two friends are jumped, in part or not at all; where that may be landed on, a piece stays put."""
    hop = "(move Hop (between (max 2) if:(is Friend (who at:(between)))) (to if:(not (is Enemy (who at:(to))))))"
    state = small(f"(forEach Piece {hop})", '(place "Ball1" {0 1 2}) (place "Ball2" 15)')
    ways = ["0>0", "0>1", "0>2", "0>3", "1>0", "1>1", "1>2", "1>3", "2>0", "2>1", "2>2"]
    assert texts(state) == ways
    assert after(state, "0>0") == "0=1 1=1 2=1 15=2"


@pytest.mark.parametrize("piece", ['(id "Cube" Mover)', "(count Pieces All)", '"Cube1"', "7"])
@pytest.mark.parametrize("move", ["Add", "Claim", "Shoot"])
def test_pieces_that_do_not_exist_are_not_put_anywhere(move: str, piece: str) -> None:
    target = "(from 5)" if move == "Shoot" else "(to (sites Empty))"
    play = f"(or (move Pass) (move {move} (piece {piece}) {target}))"
    assert texts(small(play, '(place "Ball2" {0 1 2})')) == ["pass"]


def test_without_a_piece_of_his_number_a_player_puts_none() -> None:
    pieces, end = '(piece "Ball" P1)', "(if (is Full) (result Mover Win))"
    state = small("(move Add (to (sites Empty)))", "", pieces=pieces, end=end)
    state.play("0>0")
    assert texts(state) == ["pass"]


def test_counts_at_the_start_are_for_sites_without_stacks() -> None:
    with pytest.raises(LudTypeError, match="site 16, which does not exist"):
        small("(move Pass)", "(set Count 3 to:(sites {3 16}))")
    with pytest.raises(UnsupportedLudeme, match="set Count in a game of stacks"):
        small("(if (= 1 (size Stack at:0)) (move Pass))", "(set Count 3 at:2)")


def test_what_lies_beside_dice_on_triangles_is_not_known() -> None:
    roll = "(do (roll) next:(move Add (to (sites Empty))))"
    one, two = (f'(dice num:{number}) (piece "Ball" Each)' for number in (1, 2))
    assert texts(small(roll, "", board="(tri 2)", pieces=one))
    with pytest.raises(UnsupportedLudeme, match="several dice on a board whose first cell is a triangle"):
        small(roll, "", board="(tri 2)", pieces=two)


def test_the_number_of_a_change_of_phase_is_not_known() -> None:
    with pytest.raises(UnsupportedLudeme, match="nextPhase as a number"):
        small('(if (is Odd (nextPhase Mover "Other")) (move Pass))', "")


def test_rules_that_lead_back_to_themselves_are_refused() -> None:
    """The moves of a piece are those of all pieces, its own among them."""
    with pytest.raises(LimitExceeded, match="lead back to themselves"):
        small("(forEach Piece)", '(place "Ball1" 0)', pieces='(piece "Ball" Each (forEach Piece))')


@pytest.mark.parametrize("asked", ["(is Odd)", "(is Even)", "(is Visited)", "(is AnyDie)", "(is Within at:0)"])
def test_conditions_without_what_they_ask_about_are_refused(asked: str) -> None:
    with pytest.raises(UnsupportedLudeme, match="left out"):
        small(f"(if {asked} (move Pass))", "", pieces='(piece "Ball" Each) (dice num:1)')


def test_dice_that_a_game_does_not_have() -> None:
    """They are never equal, and not rolled."""
    assert texts(small("(if (all DiceEqual) (move Pass) (move Add (to 3)))", "")) == ["3>3"]
    with pytest.raises(UnsupportedLudeme, match="roll without dice"):
        small("(do (roll) next:(move Pass))", "")


def test_scores_of_players_that_do_not_exist_are_not_kept() -> None:
    play = "(move Select (from 3) (then (and (addScore (player (last To)) 5) (addScore (player 2) 7))))"
    state = small(play, '(place "Ball2" 3)', board="(square 9)")
    assert after(state, "3>3") and state.scores == (0, 7)
    end = "(if (is Mover P1) (byScore {(score P1 2) (score P2 4) (score P5 9)}))"
    state = small("(move Pass)", '(place "Ball2" 3)', end=end)
    state.play("pass")
    assert state.scores == (2, 4) and state.winner == 2


@pytest.mark.parametrize("way", ["Out", "CW", "U"])
def test_a_board_without_a_direction_has_no_steps_in_it(way: str) -> None:
    play = f"(or (move Pass) (forEach Piece (move Step {way} (to if:True))))"
    assert texts(small(play, '(place "Ball1" 5) (place "Ball2" 3)', board="(hex 3)")) == ["pass"]


def test_stakes_without_end_are_refused() -> None:
    with pytest.raises(UnsupportedLudeme, match="bet without a greatest stake"):
        small("(move Bet P1 (min 5))", "")


def test_sides_match_where_no_tile_has_paths() -> None:
    play = "(if (is SidesMatch 3) (move Pass) (move Add (to (sites Empty))))"
    assert texts(small(play, '(place "Ball2" 3)', board="(hex 3)")) == ["pass"]
    assert "pass" not in texts(small(play, '(place "Ball2" 4)', board="(hex 3)"))


def test_captures_may_be_counted_without_their_value() -> None:
    hop = "(move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))"
    play = f"(max Captures withValue:False (forEach Piece (or {hop} (move Step (to if:(is Empty (to)))))))"
    assert texts(small(play, '(place "Ball1" 0) (place "Ball2" {1 15})')) == ["0>2"]


def test_regions_drawn_when_the_game_is_made_are_refused() -> None:
    """The rules would differ from one loading of the description to the next."""
    pieces = '(piece "Ball" Each) (regions "Base" (sites Random (sites Corners) num:1))'
    with pytest.raises(UnsupportedLudeme, match=r"the sites before play of \(sites Random\)"):
        small('(move Add (to (sites "Base")))', "", pieces=pieces)
    with pytest.raises(UnsupportedLudeme, match=r"the number before play of \(value Random\)"):
        pieces = '(piece "Ball" Each) (map {(pair 1 (value Random (range 1 3)))})'
        small("(move Add (to (mapEntry 1)))", "", pieces=pieces)


def test_a_site_that_was_left_is_still_a_piece_of_all() -> None:
    """Site 1 is listed twice once two pieces came to it, and once more when both have gone on to a hand."""
    carry = "(if (is Occupied 0) (fromTo (from 0) (to 1) count:1) (fromTo (from 1) (to 2) count:2))"
    asked = "(if (no Pieces {} in:(sites {{1}})) (result Mover Win))"
    for role, ends in (("All", False), ("P1", True), ('All "Ball"', True)):
        state = small(f"(move Select (from (sites Occupied by:P1)) (then {carry}))", '(place "Ball1" 0 count:2)',
                      end=asked.format(role))  # fmt: skip
        state.play("0>0")
        state.play(texts(state)[0])
        assert not state.over
        state.play("1>1")
        assert state.text.startswith("2=1*2 ") and state.over == ends


def test_what_was_found_of_the_next_player_is_read_for_the_mover() -> None:
    """After the third move the mover goes on, so that he is next: that he has no move left ends the game at once."""
    play = """(if (< (count Moves) 3) (move Add (to (sites Empty)) (then (if (= 3 (count Moves)) (moveAgain)
        )) ) (then (if {} (set Score P1 7))))"""
    for asked, over in (("(no Moves Next)", True), ("(and (= 1 1) (no Moves Next))", True), ("(= 0 0)", False)):
        state = small(play.format(asked), "", end="(if (no Moves Mover) (result Mover Loss))")
        for move in ("0>0", "1>1"):
            state.play(move)
        assert not state.over
        state.play("2>2")
        assert state.over == over, asked


def test_a_threat_does_not_make_what_comes_before_a_move() -> None:
    """Once a variable is set, balls may step; for a threat it is not set first, and what follows is asked alone."""
    step = "(forEach Piece)"
    ball = '(piece "Ball" Each (move Step (to if:(not (is Friend (who at:(to)))))))'
    end = '(if (is Threatened (id "Ball" P1) at:0) (result P1 Loss))'
    for play, over in (
        (f'(do (set Var "Z" 7) next:(if (= 7 (var "Z")) {step}))', False),
        (f'(do (set Var "Z" 7) next:(if (!= 7 (var "Y")) {step}))', True),
        (f'(do (set Var "Z" 7) next:{step} ifAfterwards:(= 0 1))', True),
    ):
        moves = f"(if (is Mover P1) (move Pass) {play})"
        state = small(moves, '(place "Ball1" 0) (place "Ball2" 1)', pieces=ball, end=end)
        state.play("pass")
        assert state.over == over, play


def test_a_test_of_several_conditions_is_made_for_threats() -> None:
    """Ball 1 would be captured, but its owner must have a move left afterwards: he has one only with another ball."""
    ball = '(piece "Ball" Each (move Step (to if:(not (is Friend (who at:(to)))))))'
    test = '(and (can Move (forEach Piece Next)) (not (is Threatened (id "Ball" Mover))))'
    end = '(if (is Threatened (id "Ball" P1) at:0) (result P1 Loss))'
    for start, over in (('(place "Ball1" 0)', False), ('(place "Ball1" {0 15})', True)):
        moves = f"(if (is Mover P1) (move Pass) (do (forEach Piece) ifAfterwards:{test}))"
        state = small(moves, start + ' (place "Ball2" 1)', pieces=ball, end=end)
        state.play("pass")
        assert state.over == over, start
