"""Forms and arguments of ludemes that few games use: what each means, on small boards."""

import pytest

import petteia as pt
from petteia.errors import UnsupportedLudeme

from .playing import after, small, texts
from .probing import Probe

_TRACKS = '{(track "TrackA" "0,E" P1 directed:True) (track "TrackB" "5,W" P2 directed:True)}'


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("(count StepsOnTrack P1 1 4)", 3),
        ("(count StepsOnTrack P1 4 1)", 3),  # on from the end of the track to its beginning
        ("(count StepsOnTrack P2 1 5)", 2),
        ("(count StepsOnTrack 2 2)", 0),
        ('(count StepsOnTrack "TrackA" 2 3)', 1),
        ('(count StepsOnTrack "TrackB" 2 3)', -1),  # which is not the mover's
        ("(count StepsOnTrack P1 1 9)", -1),
    ],
)
def test_steps_on_tracks(asked: str, expected: int) -> None:
    assert Probe(f"(board (rectangle 1 6) {_TRACKS})").number(asked) == expected


def test_neighbours_of_edges() -> None:
    """A square of four edges: two meet at each corner."""
    edges = Probe("(board (square 2) use:Edge)")
    assert [edges.number(f"(count {word} Edge at:0)") for word in ("Adjacent", "Neighbours", "Diagonal")] == [4, 4, 0]
    assert edges.holds("(is Related Adjacent Edge 0 0)")
    related = [other for other in range(4) if edges.holds(f"(is Related Orthogonal Edge 0 {other})")]
    assert related == [0, *edges.sites("(sites Incident Edge of:Edge at:0)")]
    assert not edges.holds("(is Related Diagonal Edge 0 1)")


def test_territory_round_a_centre_is_all_that_is_empty() -> None:
    circle = Probe("(board (concentric {1 4 4}) use:Vertex)", '(place "Ball2" 3)')
    assert circle.number("(size Territory P1 Rotational)") == 8


def test_directions_of_the_last_move_beside_others() -> None:
    """Forward is north for pieces that face nowhere; the latest move went east, so the next may, too."""
    play = """(if (is Mover P1) (forEach Piece (move Step E (to if:(is Empty (to)))))
        (forEach Piece (move Step (directions {SameDirection Forward}) (to if:(is Empty (to))))))"""
    state = small(play, '(place "Ball1" 0) (place "Ball2" 5)')
    state.play("0>1")
    assert texts(state) == ["5>6", "5>9"]


def test_what_moves_pass() -> None:
    """The slides along the bottom row pass what lies before their end."""
    row = Probe("(board (rectangle 1 5))", '(place "Ball1" 0)')
    slides = "(sites Between (forEach Piece (move Slide)))"
    assert row.sites(slides) == [1, 2, 3]
    assert row.sites("(sites Between (forEach Piece (move Step (to if:(is Empty (to))))))") == []


@pytest.mark.parametrize(("condition", "site"), [("(is Odd (count Moves))", 15), ("(is Even (count Moves))", 3)])
def test_whether_to_look_behind_consequences_may_depend_on_the_state(condition: str, site: int) -> None:
    play = f"""(if (= 0 (count Moves)) (move Add (to 3) (then (add (piece "Ball2") (to 15))))
        (move Select (from (last To afterConsequence:{condition}))))"""
    state = small(play, "")
    state.play("3>3")
    assert texts(state) == [f"{site}>{site}"]


def test_a_tie_leaves_no_ranks() -> None:
    state = small("(move Add (to (sites Empty)))", "", end="(if (is Full) (result All Tie))", board="(square 1)")
    state.play("0>0")
    assert state.text.endswith("over=0,0")


def test_an_effect_under_a_condition_of_a_region_runs_what_follows_twice() -> None:
    """An addition with an effect stands twice in its list, so that what follows it runs twice; without one, once."""
    added = "(move Add (to (sites Empty) (apply if:(is In (to) (sites Bottom)) (remove 15))))"
    play = f"(or {added} (move Pass) (then (addScore Mover 1)))"
    state = small(play, '(place "Ball2" 15)', end="(if (= 9 (score P1)) (result P1 Win))")
    state.play("0>0")
    assert state.text == "0=1 | m=2 sc=2,0"
    state.play("9>9")
    assert state.text == "0=1 9=2 | m=1 sc=2,1"


def test_the_condition_of_an_effect_sees_the_outer_from() -> None:
    """Moves from a region: their effect, asked whether they start on 0, sees no start at all."""
    there = "(to 5 (apply if:(= (from) 0) (remove 15)))"
    start = '(place "Ball1" 0) (place "Ball2" 15)'
    assert after(small(f"(move (from (sites Occupied by:Mover)) {there})", start), "0>5") == "5=1 15=2"
    assert after(small(f"(forEach Piece (move (from) {there}))", start), "0>5") == "5=1"


def test_hands_are_selected_as_cells_only() -> None:
    """On a board of vertices the site of a hand is none, unless it is called a cell."""
    board, pieces = "(square 2) use:Vertex", '(piece "Ball" Each) (hand Each)'
    for word, expected in (("", ["pass"]), ("Cell ", ["C4>C4"])):
        play = f"(move Select (from {word}(handSite P1)))"
        state = small(play, '(place "Ball1" "Hand1")', board=board, pieces=pieces)
        assert texts(state) == expected


def test_a_state_is_kept_where_only_additions_give_one() -> None:
    assert after(small('(move Add (piece "Ball1" state:2) (to (sites Empty)))', ""), "0>0") == "0=1s2"


def test_pieces_placed_singly_do_not_count() -> None:
    """A number of one asks for no counts: a piece that moves onto its like replaces it."""
    play = "(move (from (sites Occupied by:Mover)) (to (sites Occupied by:Mover) if:(!= (from) (to))))"
    for count, expected in ((1, "1=1 9=2"), (2, "0=1 1=1*2 9=2")):
        state = small(play, f'(place "Ball1" 0 count:{count}) (place "Ball1" 1) (place "Ball2" 9)')
        assert after(state, "0>1") == expected


def test_pushing_the_tops_of_stacks() -> None:
    play = "(move Select (from (sites Bottom)) (then (push N)))"
    stacks = '(place Stack items:{"Ball1" "Ball2"} 1) (place Stack items:{"Ball2" "Ball1"} 5)'
    assert after(small(play, stacks), "1>1") == "1=1 5=2/2 9=1"


def test_what_an_effect_takes_may_be_pinned_as_well() -> None:
    """A pyramid: the two pieces on top rest on one below, which no effect may take away."""
    board = "(square 3 pyramidal:True) use:Vertex"
    play = "(move Add (to (sites {0 2}) if:(is Empty (to)) (apply (remove 6))))"
    resting = small(play, '(place "Ball2" {6 3})', board=board, meta="(meta (pin SupportMultiple))")
    assert texts(resting) == ["V0>V0", "V2>V2"]
    pinned = small(play, '(place "Ball2" {6 3 4})', board=board, meta="(meta (pin SupportMultiple))")
    assert texts(pinned) == ["pass"]


def test_where_no_site_gives_a_move_the_last_one_is_left() -> None:
    """None of the sites gives a move; those in place of them find the iterators where the loop ended."""
    play = """(forEach Site (sites {3 7}) (if (is Occupied (site)) (move Select (from (site))))
        noMoveYet:(move Select (from (to))))"""
    assert texts(small(play, '(place "Ball1" 0)')) == ["7>7"]


def test_the_phase_behind_that_of_a_player() -> None:
    """Player 2 alone goes on, to the phase behind his own; unnamed for everybody it is that behind the mover's."""
    phases = """(phase "A" (play (move Add (to (sites Empty)))) (nextPhase P2))
        (phase "B" (play (move Pass)) (nextPhase P2 (is Full)))"""
    rules = f"(rules phases:{{ {phases} }} (end (if (is Full) (result All Draw))))"
    equipment = '(equipment { (board (square 2)) (piece "Ball" Each) })'
    state = pt.load(f'(game "Small" (players 2) {equipment} {rules})', backend="interpreter").start(0)
    state.play("0>0")
    assert "ph=0,1" in state.text
    state.play("pass")
    state.play("1>1")
    assert "ph=0,1" in state.text


def test_scores_to_begin_with_for_each_player() -> None:
    start = "(forEach Player (set Score Player 5)) (set Score P2 7)"
    assert "sc=5,7" in small("(move Pass)", start, end="(if (= 9 (score P1)) (result P1 Win))").text


@pytest.mark.parametrize(("whose", "expected"), [("of:Next", "0=1 1=1 5=2"), ("of:Enemy", "0=1 1=2 5=2")])
def test_control_is_taken_of_one_player(whose: str, expected: str) -> None:
    """A word for several players stands for none of them."""
    play = f"(move Select (from (sites Occupied by:Mover)) (then (take Control {whose} by:Mover to:(sites Bottom))))"
    assert after(small(play, '(place "Ball1" 0) (place "Ball2" {1 5})'), "0>0") == expected


def test_pieces_of_the_ninth_player_have_no_number() -> None:
    many = Probe("(board (square 4))", players="(players 10)")
    assert [many.number(f'(id "Ball" P{k})') for k in (1, 8, 9)] == [1, 8, -1]


@pytest.mark.parametrize(
    ("value", "pending"),
    [
        ("(if (is Mover P1) 40 6)", 40),
        ("(- (+ (last To) 15) 1)", 28),
        ("(max (last To) 30)", 30),
        ("(abs (- (last To) 9))", 5),
        ("(+ {(last To) 15 15})", 44),
    ],
)
def test_pending_values_beyond_the_sites(value: str, pending: int) -> None:
    state = small(f"(move Add (to (sites Empty)) (then (set Pending {value})))", '(place "Ball2" 3)')
    state.play("14>14")
    assert state.text.endswith(f"pend={pending}")


def test_pending_scores_are_refused() -> None:
    """They have no bound, so that no place is kept for them."""
    with pytest.raises(UnsupportedLudeme, match="set Pending"):
        small("(move Pass (then (set Pending (score Mover))))", "")


def test_a_stack_put_into_another_is_turned_over() -> None:
    """Its pieces go to the same level one after the other, the lowest first."""
    stacks = '(place Stack items:{"Ball1" "Ball2"} 0) (place Stack items:{"Ball2" "Ball1"} 5)'
    assert after(small("(move (from 0) (to 5 level:1) stack:True)", stacks), "0>5") == "5=2/2/1/1"


@pytest.mark.parametrize(("start", "ends"), [(12, ["12>15", "12>23"]), (11, ["11>0", "11>8"])])
def test_whoever_stands_there_leaps_ahead(start: int, ends: list[str]) -> None:
    """The piece on 12 faces north, that on 11 south."""
    play = f"(move Leap (from {start}) {{{{F F R F}}}} forward:True (to if:True))"
    players = "(players {(player N) (player S)})"
    state = small(play, '(place "Ball1" 12) (place "Ball2" 11)', board="(square 5)", players=players)
    assert texts(state) == ends


def test_a_large_piece_may_have_one_site_to_go_to() -> None:
    pieces = '(tile "L" P1 {F}) (tile "M" P2 {F})'
    assert texts(small("(move (from 0) (to 4))", '(place "L1" 0) (place "M2" 14)', pieces=pieces)) == ["0>4"]


@pytest.mark.parametrize(("most", "expected"), [(1, "2=1 3=2 15=2"), (3, "2=1 15=2")])
def test_the_rim_takes_part_in_longer_rows_only(most: int, expected: str) -> None:
    """Off the board counts as a friend here; behind a single target there must be a site all the same."""
    friend = "(to if:(or (< (to) 0) (is Friend (who at:(to)))))"
    target = f"(between (max {most}) if:(is Enemy (who at:(between))))"
    play = f"(move Add (to (sites Empty)) (then (custodial (from (last To)) Orthogonal {target} {friend})))"
    assert after(small(play, '(place "Ball2" {3 15})'), "2>2") == expected


def test_the_corners_of_a_cell_on_a_board_of_cells() -> None:
    assert Probe("(board (square 2))").sites("(sites Cell 3)") == [4, 5, 7, 8]


def test_groups_in_directions_that_depend_on_the_place() -> None:
    """Without the way east a group goes on from 1 to 0, and not back."""
    row = Probe("(board (rectangle 1 3))", '(place "Ball1" (sites Board))')
    assert row.sites("(sites Group at:1 (difference Orthogonal E))") == [0, 1]
    assert row.sites("(sites Group at:0 (difference Orthogonal E))") == [0]


@pytest.mark.parametrize(("pieces", "first"), [('(piece "Ball" Each)', 5), ('(piece "Ball" Each) (hand Each)', 3)])
def test_of_several_pieces_the_first_of_a_list_is_found(pieces: str, first: int) -> None:
    """Of three pieces the first goes on: the last one takes its place, or the others move up if hands are beside."""
    step = "(forEach Piece (move Step (to if:(is Empty (to)))))"
    play = f'(if (= 2 (count Moves)) (move Select (from (where "Ball" Mover))) {step})'
    board = "(square 4) use:Vertex"
    state = small(play, '(place "Ball1" {0 3 5}) (place "Ball2" {15 10})', board=board, pieces=pieces)
    state.play("V0>V1")
    state.play("V15>V14")
    assert texts(state) == [f"V{first}>V{first}"]


def test_lists_of_pieces_follow_a_position_that_is_set() -> None:
    play = '(move Select (from (where "Ball" Mover)))'
    state = small(play, '(place "Ball1" {0 3}) (place "Ball2" {15 10})')
    assert texts(state.game.state("5=1 9=1 12=2 | m=2")) == ["12>12"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("3 P1 throughHowMuch:2", True),
        ("3 P1 throughHowMuch:3", False),
        ("4 Orthogonal whats:{1 2 3} throughHowMuch:3", True),
        ("3 Orthogonal throughAny:(sites {2 12}) P1 throughHowMuch:2", True),
        ("2 Orthogonal P1 if:(!= (to) 0) throughHowMuch:2", True),
        ("3 Orthogonal P1 if:(!= (to) 0) throughHowMuch:2", False),
        ("2 Orthogonal P1 exact:True throughHowMuch:2", False),
        ("2 Orthogonal through:0 what:1 contiguous:False throughHowMuch:1", True),
        ("3 Orthogonal through:0 what:1 contiguous:False throughHowMuch:1", False),
    ],
)
def test_lines_of_several_kinds(line: str, expected: bool) -> None:
    """On the bottom row stand A, B, A and an enemy, over the B another B."""
    pieces = '(piece "A" P1) (piece "B" P1) (piece "C" P2)'
    start = '(place "A1" {0 2 12}) (place "B1" {1 6}) (place "C2" {3})'
    assert Probe("(board (square 5))", start, pieces=pieces, last=1).holds(f"(is Line {line})") == expected


@pytest.mark.parametrize(
    ("move", "levels"),
    [
        ("(move Select (from 0))", (2, 2)),
        ("(move Select (from 0 level:1) (to 15))", (1, 0)),
        ("(move Add (to 0))", (3, 3)),
        ("(move Add (to 0 level:1))", (1, 1)),
        ("(move Remove 0 level:1)", (1, 1)),
        ("(move Remove 0 level:2)", (0, 0)),
        ("(forEach Piece (move Step N (to if:True)) top:True)", (2, 0)),
        ("(move (from 0) (to 5))", (0, 0)),
        ("(move (from 0 level:1) (to 15 level:0))", (1, 0)),
        ("(move (from 0) (to 15 level:1))", (0, 1)),
        ("(move Hop (from 0 level:1) N (between if:True) (to if:True))", (1, 0)),
    ],
)
def test_levels_that_the_last_move_named(move: str, levels: tuple[int, int]) -> None:
    """They are told by the site of the next move. Without a level written most moves have none."""
    for side, level in zip(("From", "To"), levels, strict=True):
        play = f"(if (= 0 (count Moves)) {move} (move Add (piece 1) (to (+ 8 (last Level{side})))))"
        state = small(play, '(place Stack items:{"Ball1" "Ball2" "Ball1"} 0) (place "Ball2" 15)')
        state.play(texts(state)[0])
        assert texts(state) == [f"{8 + level}>{8 + level}"]


@pytest.mark.parametrize(
    "asked",
    [
        "(sites Around 99)",
        "(sites Direction from:99 N)",
        "(sites Between from:99 to:3)",
        "(sites Group at:99)",
        "(sites Pattern {F F} from:99)",
        "(sites Distance (step (to if:True)) from:99 (range 1 2))",
        "(sites From (move Step (from 99) (to if:True)))",
        "(expand origin:99)",
    ],
)
def test_from_a_site_beyond_the_board_nothing_is_found(asked: str) -> None:
    assert Probe("(board (square 4))", '(place "Ball1" 1)').sites(asked) == []


@pytest.mark.parametrize(
    "asked",
    ["(is Related Adjacent 3 99)", "(is Connected at:99 {(sites Top) (sites Bottom)})", "(is Threatened at:99)"],
)
def test_nothing_holds_of_a_site_beyond_the_board(asked: str) -> None:
    assert not Probe("(board (square 4))", '(place "Ball1" 1)').holds(asked)


def test_who_has_no_piece_adds_none() -> None:
    """By default the piece with the mover's number is added; there is none for the second player."""
    draw = "(if (is Full) (result All Draw))"
    state = small("(move Add (to (sites Empty)))", "", pieces='(piece "Ball" Shared)', end=draw)
    assert len(texts(state)) == 16
    state.play("0>0")
    assert texts(state) == ["pass"]


def test_the_sites_of_the_start_are_not_known_while_it_goes_on() -> None:
    with pytest.raises(UnsupportedLudeme, match="sites Start in the start rules"):
        small("(move Pass)", '(place "Ball1" 0) (place "Ball2" (sites Start (piece "Ball1")))')


@pytest.mark.parametrize(
    ("role", "occupied", "number"),
    [("All", [0, 1, 2], 6), ("Shared", [0, 1, 2], 0), ("Neutral", [], 0), ("NonMover", [], 0)],
)
def test_seeds_set_by_number_are_listed_for_their_owner_and_held_by_nobody(
    role: str, occupied: list[int], number: int
) -> None:
    """`sites Occupied` goes by the lists; what is counted must be held by somebody asked for, too."""
    row = Probe("(mancalaBoard 2 3 store:None)", "(set Count 2 to:(sites Bottom))", pieces='(piece "Seed" Shared)')
    assert row.sites(f"(sites Occupied by:{role})") == occupied
    assert row.number(f"(count Pieces {role})") == number
    assert row.holds(f"(no Pieces {role})") == (number == 0)


def test_rows_and_columns_of_pyramids() -> None:
    """The rows of the upper layers lie between those of the ground."""
    pyramid = Probe("(board (square 3 pyramidal:True) use:Vertex)")
    for site in range(14):
        assert pyramid.number(f"(coord row:(row of:{site}) column:(column of:{site}))") <= site


def test_around_in_a_direction_that_the_board_does_not_have() -> None:
    assert Probe("(board (hex 2))").sites("(sites Around 3 distance:(count Moves) E)") == []


@pytest.mark.parametrize(("role", "rank"), [("P1", "over=1"), ("Next", "over=1"), ("Ally", "over=0")])
def test_of_a_single_player_only_his_own_result_counts(role: str, rank: str) -> None:
    """A win for somebody else is none, so that the game goes on to the draw of a full board."""
    ends = f"{{ (if (is Occupied 0) (result {role} Win)) (if (is Full) (result All Draw)) }}"
    state = small("(move Add (to (sites Empty)))", "", board="(square 1)", players="(players 1)", end=ends)
    state.play("0>0")
    assert state.text.endswith(rank)


@pytest.mark.parametrize(("site", "expected"), [(0, "1=1 3=1 15=2"), (3, "0=1 3=1 15=2")])
def test_on_the_rim_there_is_no_line_to_push_along(site: int, expected: str) -> None:
    play = "(move Select (from (sites Occupied by:Mover)) (then (push E)))"
    assert after(small(play, '(place "Ball1" {0 3}) (place "Ball2" 15)'), f"{site}>{site}") == expected


def test_of_pieces_from_a_hand_the_first_of_a_list_is_found() -> None:
    """They come to sites 9, then 4: the first of the list is not the lowest."""
    play = """(if (< (count Moves) 4) (move (from (handSite Mover)) (to (sites Empty)))
        (move Select (from (where "Ball" Mover))))"""
    state = small(play, '(place "Ball" "Hand" count:2)', pieces='(piece "Ball" Each) (hand Each)')
    for move in ("16>9", "17>0", "16>4", "17>1"):
        state.play(move)
    assert texts(state) == ["9>9"]


@pytest.mark.parametrize("board", ["(square 4)", "(square 4) use:Vertex"])
def test_what_is_pending_again_stays_pending(board: str) -> None:
    """Each capture is marked as pending by its effect, which still sees the mark of the move before."""
    effect = "(apply (and (if (is Pending) (addScore Mover 1)) (set Pending)))"
    play = f"(forEach Piece (move Step Orthogonal (to if:(is Enemy (who at:(to))) {effect})))"
    state = small(
        play, '(place "Ball1" {0 1}) (place "Ball2" {2 4})', board=board, end="(if (is Full) (result P1 Win))"
    )
    letter = "V" if "Vertex" in board else ""
    for source, target, score in ((0, 4, "0,0"), (2, 1, "0,1")):
        state.play(f"{letter}{source}>{letter}{target}")
        assert f"sc={score} pend=1" in state.text


def test_dice_that_nobody_throws_keep_the_game_going() -> None:
    """With dice in the equipment a game does not end because everybody passes."""
    state = small(
        "(move Pass)",
        '(place "Ball1" 0)',
        pieces='(piece "Ball" Each) (dice num:1)',
        end="(if (is Full) (result P1 Win))",
    )
    for _ in range(4):
        state.play("pass")
    assert not state.over


def test_without_a_way_of_the_last_move_no_direction_is_left_out() -> None:
    """The piece was put on 6, which is a move in no direction."""
    play = """(if (= 0 (count Moves)) (move Add (to (sites Empty)))
        (move Slide (from (last To)) (difference Orthogonal OppositeDirection)))"""
    state = small(play, '(place "Ball2" 15) (place "Ball1" 5)')
    state.play("6>6")
    assert texts(state) == ["6>10", "6>14", "6>2", "6>7"]


def test_a_count_is_set_of_what_stood_there_before() -> None:
    """All parts of a consequent are evaluated before the first is applied: the seed is known, though it goes."""
    play = "(move Select (from (sites Bottom)) (then (and (remove (last To)) (set Count at:(last To) 3))))"
    seeds = "(set Count 1 to:(sites Board))"
    state = small(play, seeds, board="(square 2)", pieces='(piece "Seed" Shared)', end="(if (is Full) (result P1 Win))")
    assert after(state, "0>0").startswith("0=1*3 ")


def test_several_directions_are_left_out_together() -> None:
    """After a step to the east neither the way on nor the way back is left."""
    play = """(if (= 0 (count Moves)) (move Step (from 5) E (to if:True))
        (move Slide (from (last To)) (difference Orthogonal (directions {SameDirection OppositeDirection}))))"""
    state = small(play, '(place "Ball2" 15) (place "Ball1" 5)')
    state.play("5>6")
    assert texts(state) == ["6>10", "6>14", "6>2"]


def test_what_goes_before_a_move_makes_pending_again() -> None:
    """The bottom row is pending at each move of a turn; the moves themselves see it so."""
    play = "(do (set Pending (sites Bottom)) next:(move Add (to (intersection (sites Pending) (sites Empty)))))"
    state = small(play, "", board="(square 2)", end="(if (is Full) (result All Draw))")
    for move in ("0>0", "1>1"):
        state.play(move)
        assert state.text.endswith("pend=0,1")


def test_a_trail_of_no_piece_leaves_nothing() -> None:
    """A number that no piece has, as of a name that is not in the game, must not be written into the position."""
    play = '(forEach Piece (move Slide Orthogonal (between trail:(id "Ghost"))))'
    text = f"""(game "Trail" (players 2) (equipment {{(board (square 4)) (piece "Ball" Each)}})
        (rules (start {{(place "Ball1" 0) (place "Ball2" 12)}}) (play {play})
        (end (if (no Moves Next) (result Mover Draw)))))"""
    for backend in ("native", "interpreter"):
        state = pt.load(text, backend=backend, build="quick").start()
        state.play("0>3")
        assert [(piece.site, piece.owner) for piece in state.pieces()] == [(3, 1), (12, 2)]
        state.play("12>15")
        assert "3>0" in texts(state)  # the sites that it left are empty


def test_payoffs_count_even_after_a_win() -> None:
    """A result by payoffs overwrites the ranks of a game that an earlier rule has decided."""
    end = "{ (if (is Line 2) (result Mover Win)) (if (is Line 2) (payoffs { (payoff P1 1) (payoff P2 5) })) }"
    state = small("(move Add (to (sites Empty)))", "", end=end)
    for move in ("0>0", "15>15", "1>1"):
        state.play(move)
    assert state.over and state.winner == 2


def test_what_is_hidden_tells_positions_apart() -> None:
    """A position may come again if other facts are hidden in it than before."""
    step = "(move Step (to if:(is Empty (to))) (then (set Hidden at:(last To) (>= (count Moves) 2) to:P1)))"
    walks = {"pieces": f'(piece "Ball" Each {step})', "board": "(rectangle 1 4)", "meta": "(meta (no Repeat))"}
    state = small("(forEach Piece)", '(place "Ball1" 0) (place "Ball2" 3)', **walks)
    for move in ("0>1", "3>2", "1>0", "2>3", "0>1", "3>2"):
        state.play(move)
    assert texts(state) == ["pass"]


def test_looking_ahead_before_a_move_is_refused_where_sites_count_as_visited() -> None:
    """It would change what has been visited for the moves that are then chosen from."""
    going = "(forEach Piece (move Step (to if:(not (is Visited (to))))))"
    with pytest.raises(UnsupportedLudeme, match="Visited"):
        small(f"(if (can Move {going}) {going} (move Pass))", '(place "Ball1" 0) (place "Ball2" 3)')


@pytest.mark.parametrize("prior", ["(forEach Piece)", "(move Remove 0)"])
def test_passes_after_moves_to_decide_on_are_refused(prior: str) -> None:
    """With another decision among its actions a move is no pass, whatever follows."""
    with pytest.raises(UnsupportedLudeme, match="a pass after moves to decide on"):
        small(f"(do {prior} next:(move Pass))", '(place "Ball1" 0) (place "Ball2" 3)')
    assert texts(small("(do (remove 0) next:(move Pass))", '(place "Ball1" 0) (place "Ball2" 3)')) == ["pass"]


def test_random_sites_of_no_region_are_refused_off_cells() -> None:
    """The empty cells are drawn from by default; on other boards these are not what is played on."""
    play = "(move Add (to (sites Random)))"
    assert len(texts(small(play, '(place "Ball1" 0)'))) == 1
    with pytest.raises(UnsupportedLudeme, match="sites Random"):
        small(play, '(place "Ball1" 0)', board="(square 4) use:Vertex")


def test_a_full_memory_is_told() -> None:
    """The next value would push the oldest out; the move that fills a list changes nothing."""
    many = '(move Pass (then (forEach Value min:1 max:600 (remember Value "N" (value)))))'
    state = small(many, '(place "Ball1" 0) (place "Ball2" 3)')
    state.play("pass")
    before = state.text
    with pytest.raises(pt.PetteiaError, match="remembers 1,024 values"):
        state.play("pass")
    assert state.text == before
