"""Moves and effects in small games of our own: what is legal, and what playing it does."""

import pytest

import petteia as pt

from .playing import after, small, texts

_HOP = """(forEach Piece (move Hop Orthogonal
    (between {between} if:(is Enemy (who at:(between))) (apply (remove (between) {at})))
    (to if:(is Empty (to))) {then}))"""


def test_a_hop_jumps_an_enemy_and_takes_it() -> None:
    state = small(_HOP.format(between="", at="", then=""), '(place "Ball1" 5) (place "Ball2" {6 15})')
    assert texts(state) == ["5>7"]
    assert after(state, "5>7") == "7=1 15=2"


def test_a_hop_reaches_as_far_as_it_may() -> None:
    row = "(rectangle 1 9)"
    start = '(place "Ball1" 0) (place "Ball2" {2 3})'
    far = _HOP.format(between="before:9 (range 1 2) after:9", at="", then="")
    state = small(far, start, board=row)
    assert texts(state) == ["0>4", "0>5", "0>6", "0>7", "0>8"]
    assert after(state, "0>6") == "6=1"
    assert texts(small(_HOP.format(between="before:9 after:9", at="", then=""), start, board=row)) == ["pass"]


def test_captures_wait_while_the_mover_goes_on() -> None:
    again = "(then (if (< (count MovesThisTurn) 1) (moveAgain)))"
    state = small(_HOP.format(between="", at="at:EndOfTurn", then=again), '(place "Ball1" 0) (place "Ball2" {1 6 15})')
    assert after(state, "0>2") == "1=2 2=1 6=2 15=2"
    assert after(state, "2>10") == "10=1 15=2"


def test_the_longest_turn_is_chosen() -> None:
    again = """(then (if (can Move (hop (from (last To)) Orthogonal
        (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain)))"""
    play = f"(max Moves {_HOP.format(between='', at='', then=again)})"
    state = small(play, '(place "Ball1" {0 12}) (place "Ball2" {1 6 13})')
    assert texts(state) == ["0>2"]


def test_a_surrounded_piece_goes() -> None:
    play = """(move Add (to (sites Empty)) (then (surround (from (last To)) Orthogonal
        (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))))))"""
    state = small(play, '(place "Ball1" 1) (place "Ball2" {0 15})')
    assert after(state, "4>4") == "1=1 4=1 15=2"


def test_an_enclosed_group_goes() -> None:
    play = """(move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal
        (between if:(is Enemy (who at:(between))) (apply (remove (between)))))))"""
    state = small(play, '(place "Ball1" {2 5}) (place "Ball2" {0 1 15})')
    assert after(state, "4>4") == "2=1 4=1 5=1 15=2"


def test_pushing_shifts_a_row_to_the_first_gap() -> None:
    play = "(move Select (from (sites Occupied by:Mover)) (then (push (from (last To)) E)))"
    state = small(play, '(place "Ball1" 0) (place "Ball2" {1 3})')
    assert after(state, "0>0") == "1=1 2=2 3=2"


def test_attraction_packs_lines() -> None:
    play = "(move Select (from (sites Occupied by:Mover)) (then (attract (from (last To)) Orthogonal)))"
    state = small(play, '(place "Ball1" 0) (place "Ball2" {2 3 12})')
    assert after(state, "0>0") == "0=1 1=2 2=2 4=2"


def test_a_sequence_sees_what_came_before() -> None:
    play = """(move Add (to (sites Empty)) (then (seq {
        (remove (sites Occupied by:Next)) (if (no Pieces Next) (add (piece "Ball1") (to 15))) })))"""
    assert after(small(play, '(place "Ball2" {1 2})'), "0>0") == "0=1 15=1"


def test_parts_of_one_consequent_do_not_see_each_other() -> None:
    play = """(move Add (to (sites Empty)) (then (and
        (remove (sites Occupied by:Next)) (if (no Pieces Next) (add (piece "Ball1") (to 15))))))"""
    assert after(small(play, '(place "Ball2" {1 2})'), "0>0") == "0=1"


def test_values_are_remembered_and_forgotten() -> None:
    play = """(move Add (to (sites Empty)) (then (if (is In (last To) (values Remembered "Seen"))
        (forget Value "Seen" (last To)) (remember Value "Seen" (last To)))))"""
    state = small(play, '(set RememberValue "Seen" 3) (place "Ball2" 15)')
    state.play("0>0")
    assert "rem:Seen=0,3" in state.text
    state.play("3>3")
    assert "rem:Seen=0 " in f"{state.text} "


def test_pieces_change_places() -> None:
    play = "(forEach Site (sites Occupied by:Next) (move Swap Pieces 0 (site)))"
    state = small(play, '(place "Ball1" 0) (place "Ball2" {5 9})')
    assert texts(state) == ["0>5", "0>9"]
    assert after(state, "0>5") == "0=2 5=1 9=2"


def test_a_shot_goes_as_far_as_the_line_is_free() -> None:
    play = '(move Shoot (piece "Ball1") (from 0) E)'
    assert texts(small(play, '(place "Ball2" 3)')) == ["1>1", "2>2"]


def test_on_tracks_that_bend_pieces_land_behind_the_corner() -> None:
    board = '(square 4) (track "Bend" { 0 1 2 2 6 10 14 } directed:True)'
    play = """(forEach Piece (move Slide "AllTracks" (between {range} if:(is Empty (between)))
        (to if:(is Enemy (who at:(to))) (apply if:(is Enemy (who at:(to))) (remove (to))))))"""

    def moves(enemies: str, reach: str = "") -> list[str]:
        return texts(small(play.format(range=reach), f'(place "Ball1" 0) (place "Ball2" {enemies})', board=board))

    assert moves("{10 14}") == ["0>10"]
    assert moves("{6 14}") == ["0>6"]
    assert moves("{2 14}") == moves("{1 10}") == ["pass"]
    assert moves("{10 14}", "(exact 3)") == moves("{10 14}", "(range 1 3)") == ["pass"]
    assert moves("{10 14}", "(range 1 4)") == ["0>10"]
    on_the_bend = '(place "Ball1" 2) (place "Ball2" 14)'
    assert texts(small(play.format(range=""), on_the_bend, board=board)) == ["2>14"]


@pytest.mark.parametrize("players", [2, 9])  # few, and more than are compared in all places
def test_each_piece_goes_on_along_the_track_of_its_owner(players: int) -> None:
    """Up and back again, and then, as it has been here before, two rows up."""
    tracks = [f'(track "Way{k + 1}" {{{k} {9 + k} {k} {18 + k}}} P{k + 1} directed:True)' for k in range(players)]
    play = "(or (forEach Piece (move (from (from)) (to (trackSite Move steps:1)))) (move Pass))"
    start = " ".join(f'(place "Ball{k + 1}" {k})' for k in range(players))
    board = f"(rectangle 3 9) {{{' '.join(tracks)}}}"
    state = small(play, start, board=board, players=f"(players {players})")
    for way in (0, 9), (9, 0), (0, 18):
        for k in range(players):
            going = f"{way[0] + k}>{way[1] + k}"
            assert texts(state) == [going, "pass"]
            state.play(going)
    assert state.text.split(" | ")[0] == " ".join(f"{18 + k}={k + 1}" for k in range(players))


def test_pieces_slide_along_each_track_of_a_name() -> None:
    tracks = ['(track "Rank" {0 1 2 3} loop:True)', '(track "Rank" {4 5 6 7} loop:True)', '(track "File" {2 6 10 14})']
    play = '(forEach Piece (move Slide "Rank" (between if:(is Empty (between))) (to if:(is Enemy (who at:(to))))))'

    def moves(start: str) -> list[str]:
        return texts(small(play, start, board=f"(square 4) {{{' '.join(tracks)}}}"))

    assert moves('(place "Ball1" 2) (place "Ball2" 1)') == ["2>0", "2>1", "2>3"]
    assert moves('(place "Ball1" {2 6}) (place "Ball2" {3 4})') == ["2>3", "6>4", "6>7"]
    assert moves('(place "Ball1" 10) (place "Ball2" 4)') == ["pass"]
    crossing = [*tracks, '(track "Rank" {2 6 10 14})']
    state = small(play, '(place "Ball1" 2) (place "Ball2" {1 3})', board=f"(square 4) {{{' '.join(crossing)}}}")
    assert texts(state) == ["2>10", "2>14", "2>3", "2>6"]


def test_the_sites_a_move_passed_can_be_asked_for() -> None:
    over = "(between before:9 (range 1 2) after:9 if:(is Enemy (who at:(between))))"
    play = f"(forEach Piece (move Hop E {over} (to if:(is Empty (to))) (then (remove (last Between)))))"
    start = '(place "Ball1" 0) (place "Ball2" {2 3})'
    assert after(small(play, start, board="(rectangle 1 9)"), "0>5") == "5=1"
    slide = "(forEach Piece (move Slide E (then (add (to (last Between))))))"
    assert after(small(slide, start, board="(rectangle 1 9)", pieces='(piece "Ball" Each)'), "0>1") == "1=1 2=2 3=2"
    assert after(small(slide, '(place "Ball1" 0)', board="(rectangle 1 9)"), "0>4") == "1=1 2=1 3=1 4=1"


def test_the_last_other_mover_stays_through_a_turn() -> None:
    noted = '(set Var "Who" (prev MoverLastTurn))'
    play = f"(move Add (to (sites Empty)) (then (and {noted} (if (is Mover P2) (moveAgain)))))"
    state = small(play, "", end="(if (is Full) (result Mover Draw))")
    found = []
    for move in ("0>0", "1>1", "2>2", "3>3"):
        state.play(move)
        found.append(state.position.variables["Who"])
    assert found == [-1, 1, 1, 1]


def test_start_rules_see_what_was_placed_before() -> None:
    start = """(place "Ball1" {1 2}) (place "Ball2" (forEach (sites Top) if:(is Occupied (ahead (site) steps:3 S))))
        (place "Ball2" (max (array (difference (sites Empty) (sites Right)))))"""
    state = small("(move Pass)", start)
    assert state.text.split(" | ")[0] == "1=1 2=1 12=2 13=2 14=2"
    drawn = {
        small("(move Pass)", '(place "Ball1" (sites Random (sites Bottom) num:2))', seed=seed).text.split(" | ")[0]
        for seed in range(40)
    }
    assert drawn == {f"{a}=1 {b}=1" for a in range(4) for b in range(a + 1, 4)}


def test_play_without_a_board_goes_on_beside_the_pieces() -> None:
    text = """(game "Beside" (players 2) (equipment {(boardless Square 9) (piece "Ball" Each)})
        (rules (play (move Add (to (sites Playable)))) (end (if (= 9 (count Moves)) (result Mover Win)))))"""
    state = pt.load(text, backend="interpreter").start()
    assert texts(state) == ["40>40"]
    state.play("40>40")
    assert texts(state) == [f"{site}>{site}" for site in (30, 31, 32, 39, 41, 48, 49, 50)]


_TURNING = """(forEach Piece (or (move Step (directions {Forward FL}) (to if:(is Empty (to)))) (move Set Rotation)))"""


def test_a_turned_piece_steps_the_other_way() -> None:
    state = small(_TURNING, '(place "Ball1" 5 rotation:0) (place "Ball2" 15 rotation:5)')
    assert texts(state) == ["5>5", "5>8", "5>9"]
    turns = [move for move in state.legal_moves() if move.text == "5>5"]
    found = set()
    for move in turns:
        state.play(move)
        found.add(state.text.split(" | ")[0])
        assert texts(state) == ["15>10", "15>11", "15>15"]
        state.undo()
    assert found == {"5=1r1 15=2r5", "5=1r7 15=2r5"}


def test_directions_may_be_those_of_the_site_itself() -> None:
    star = "(graph vertices:{{0 0} {2 0} {1 1} {0 2} {2 2}} edges:{{0 2} {1 2} {2 3} {2 4} {0 1}})"
    step = "(forEach Piece (move Step (directions {{FR}} {by}) (to if:(is Empty (to)))))"
    start = '(place "Ball1" 2) (place "Ball2" 3)'
    board = f"{star} use:Vertex"
    assert texts(small(step.format(by="of:All bySite:True"), start, board=board)) == ["V2>V4"]


def test_all_sites_of_a_move_can_be_asked_for() -> None:
    play = "(move Select (from (sites Occupied by:Mover)) (then (push (from (last To)) E)))"
    end = "(if (is In 2 (sites LastTo)) (result Mover Win))"
    for pieces, over in (('(place "Ball1" {0 1})', True), ('(place "Ball1" 0)', False)):
        state = small(play, pieces + ' (place "Ball2" 15)', end=end)
        state.play("0>0")
        assert state.over is over


def test_an_enclosed_group_may_have_some_gaps() -> None:
    play = """(move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal
        (between if:(is Enemy (who at:(between))) (apply (remove (between)))) numException:{gaps})))"""
    start = '(place "Ball1" {2 5 8}) (place "Ball2" {0 15})'
    assert after(small(play.format(gaps=1), start), "1>1") == "1=1 2=1 5=1 8=1 15=2"
    assert after(small(play.format(gaps=0), start), "1>1") == "0=2 1=1 2=1 5=1 8=1 15=2"


def test_a_piece_may_slip_under_others() -> None:
    play = "(move (from (sites Occupied by:Mover)) (to (sites Occupied by:Next) level:0))"
    start = '(place Stack "Ball1" 0) (place Stack items:{"Ball2" "Ball2"} 5)'
    assert after(small(play, start), "0>5") == "5=1/2/2"


def test_sowing_moves_as_many_pieces_as_a_stack_has() -> None:
    play = '(move Select (from (sites Occupied by:Mover)) (then (sow "Row")))'
    start = '(place Stack "Ball1" (sites {0 2}) counts:{2 1}) (place Stack "Ball2" (sites {3}) count:1)'
    state = small(play, start, board='(rectangle 1 6) (track "Row" "0,E" directed:True)')
    assert after(state, "0>0") == "1=1 2=1/1 3=2"


def test_a_consequent_may_count_moves_that_others_come_before() -> None:
    """Moves looked at in a number of a consequent are played by nobody, in native code either."""
    ways = '(do (set Var "Way" (from)) next:(move Step Orthogonal (to if:(is Empty (to)))))'
    counted = f"(set Score Mover (size Array (array (sites To (forEach Piece {ways})))))"
    text = f"""(game "Small" (players 2) (equipment {{(board (square 4)) (piece "Ball" Each)}})
        (rules (start (place "Ball2" 15)) (play (or (move Add (to (sites Empty))) (move Pass) (then {counted})))
            (end (if (no Pieces Next) (result Mover Win)))))"""
    state = pt.load(text, backend="native").start()
    assert after(state, "0>0") == "0=1 15=2"
    assert "sc=2,0" in state.text


def test_the_players_of_a_team_are_its_members() -> None:
    teams = '(place "Ball1" 0) (place "Ball2" 15) (set Team 1 {P1 P3}) (set Team 2 {P2 P4})'
    play = "(if (is In (mover) (players Team1{condition})) (move Add (to 5)) (move Add (to 6)))"
    state = small(play.format(condition=""), teams, players="(players 4)", end="(if (is Full) (result All Draw))")
    assert [after(state, move) and state.mover for move in ("5>5", "6>6", "5>5", "6>6")] == [2, 3, 4, 1]
    only = " if:(= 1 (player))"
    state = small(play.format(condition=only), teams, players="(players 4)", end="(if (is Full) (result All Draw))")
    assert [after(state, move) and state.mover for move in ("5>5", "6>6", "6>6", "6>6")] == [2, 3, 4, 1]


def test_dice_of_another_hand_are_used() -> None:
    """Two hands of one die each, whose only face shows 2; the moves are those of the second."""
    play = "(do (roll) next:(forEach Die 1 (move Add (to (sites {(pips)})))))"
    dice = '(dice d:1 from:2 P1 num:1) (dice d:1 from:2 P2 num:1) (piece "Ball" Each)'
    state = small(play, '(place "Ball2" 15)', pieces=dice)
    assert texts(state) == ["2>2"]
    state.play("2>2")
    assert " d=2;0" in state.text


@pytest.mark.parametrize(("who", "expected"), [("Mover", ["2>2"]), ("Next", ["6>6"]), ("P3", ["pass"])])
def test_sites_that_would_win_among_three_players(who: str, expected: list[str]) -> None:
    """Players 1 and 2 have two in a row each, player 3 has one piece."""
    play = f"(move Add (to (sites Winning {who} (add (to (sites Empty))))))"
    placed = '(place "Ball1" {0 1}) (place "Ball2" {4 5}) (place "Ball3" 15)'
    state = small(play, placed, players="(players 3)", end="(if (is Line 3 Orthogonal) (result Mover Win))")
    assert texts(state) == expected


def test_pieces_of_a_container_by_its_name() -> None:
    play = '(forEach Piece "Ball" "{}" (move (from) (to (sites {{5}}))))'
    start = '(place "Ball1" 0) (place "Ball1" (handSite P1)) (place "Ball2" 15)'
    pieces = '(piece "Ball" Each) (hand P1)'
    assert texts(small(play.format("Hand1"), start, pieces=pieces)) == ["16>5"]
    with pytest.raises(pt.UnsupportedLudeme, match='forEach Piece in "Hand"'):
        small(play.format("Hand"), start, pieces=pieces)
