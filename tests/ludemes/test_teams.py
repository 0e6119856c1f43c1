"""Rules where players are in teams: whose sites count, who is addressed, and what a draw does."""

import pytest

from petteia.errors import UnsupportedLudeme

from .playing import after, small, texts
from .probing import Probe

FOUR = "(players 4)"
TEAMS = "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"
CORNERS = f'{TEAMS} (place "Ball1" 0) (place "Ball2" 1) (place "Ball3" 3) (place "Ball4" 4)'
"""On a board of 3x3 the pieces of all four players touch each other."""


@pytest.mark.parametrize(
    ("region", "sites"),
    [
        ("(sites Around 0 Enemy)", [1, 4]),
        ("(sites Around 0 NotOwn)", [1, 3, 4]),
        ("(sites Around 0 NotEnemy)", [1, 4]),  # compat: just the wrong ones
        ("(sites Around 0 Own includeSelf:True)", [0]),
    ],
)
def test_content_around_a_site(region: str, sites: list[int]) -> None:
    assert Probe("(board (square 3))", CORNERS, players=FOUR).sites(region) == sites


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ("(players Enemy)", [2, 4]),
        ("(players Friend)", [1, 3]),
        ("(players Ally)", [3]),
        ("(players Ally of:2)", [4]),
        ("(players Enemy of:2)", [3]),  # compat: the mover is none of them
        ("(players Friend if:(!= (player) 1))", [3]),
        ("(players NonMover)", [0, 2, 3, 4]),
    ],
)
def test_players_by_their_team(players: str, expected: list[int]) -> None:
    probe = Probe("(board (square 3))", TEAMS, players=FOUR)
    assert [p for p in range(6) if probe.holds(f"(is In {p} {players})")] == expected


def test_players_without_teams_are_alone() -> None:
    probe = Probe("(board (square 3))", players=FOUR)
    for players, expected in {"Enemy": [2, 3, 4], "Friend": [1], "Ally": []}.items():
        assert [p for p in range(6) if probe.holds(f"(is In {p} (players {players}))")] == expected


def test_scores_of_a_whole_team() -> None:
    play = "(move Add (to (sites Empty)) (then (and (addScore Team2 3) (set Score TeamMover 5))))"
    state = small(play, TEAMS, players=FOUR)
    state.play("0>0")
    assert state.scores == (5, 3, 5, 3)


def test_one_of_the_team_shuts_in_as_well() -> None:
    """Player 1 moves up to an enemy behind whom stands a piece of player 3."""
    placed = f'{TEAMS} (place "Ball1" 0) (place "Ball2" 2) (place "Ball3" 3) (place "Ball4" 12)'
    play = "(forEach Piece (move Step (to if:(is Empty (to))) (then (custodial Orthogonal))))"
    assert after(small(play, placed, players=FOUR), "0>1") == "1=1 3=3 12=4"
    play = "(forEach Piece (move Step (to if:(is Empty (to))) (then (surround (from (last To)) Orthogonal except:1))))"
    assert after(small(play, placed, players=FOUR), "0>1") == "1=1 3=3 12=4"


def test_a_draw_of_a_team_does_nothing() -> None:
    state = small("(move Add (to (sites Empty)))", TEAMS, players=FOUR, end="(if True (result TeamMover Draw))")
    state.play("0>0")
    assert not state.over


def test_a_draw_for_a_player_who_is_out_does_nothing() -> None:
    """The mover wins, so the draw that is written for him does not count; the others play on."""
    end = "{(if True (result Mover Win)) (if True (result Mover Draw))}"
    state = small("(move Add (to (sites Empty)))", "", players="(players 3)", end=end)
    state.play("0>0")
    assert not state.over
    state.play("1>1")
    assert state.ranks == (1.0, 2.0, 3.0)


_UNEVEN = "(set Team 1 {P1 P3}) (set Team 2 {P2})"


def test_moves_for_each_team_know_its_players() -> None:
    play = "(forEach Team (move Add (to (+ 8 (size Array (team))))))"
    assert texts(small(play, _UNEVEN, players="(players 3)")) == ["10>10", "9>9"]


def test_regions_of_each_team_are_joined() -> None:
    play = "(move Add (to (forEach Team (sites (team)))))"
    assert texts(small(play, _UNEVEN, players="(players 3)")) == ["1>1", "2>2", "3>3"]


def test_start_rules_for_each_team_and_for_the_players_of_an_array() -> None:
    placing = '(forEach Team (forEach (team) (place "Ball1" (+ 4 (player)))))'
    state = small("(move Pass)", f"{_UNEVEN} {placing}", players="(players 3)")
    assert state.text.split(" | ")[0] == "5=1 6=1 7=1"


def test_without_teams_there_is_none_to_go_through() -> None:
    play = "(or (move Pass) (forEach Team (move Add (to 3))))"
    assert texts(small(play, '(place "Ball1" 0) (place "Ball2" 15)')) == ["pass"]


def test_players_join_other_teams_in_play() -> None:
    """Each is in a team of his own until two of them join: then both have the other two against them."""
    play = "(move Select (from (sites Occupied by:Enemy)) (then (set Team 1 {P1 P2})))"
    state = small(play, CORNERS.removeprefix(TEAMS), players=FOUR)
    seen = [texts(state)]
    for move in ("4>4", "3>3"):
        state.play(move)
        seen.append(texts(state))
    assert seen == [["1>1", "3>3", "4>4"], ["3>3", "4>4"], ["0>0", "1>1", "4>4"]]


def test_who_is_in_a_team_may_change() -> None:
    join = "(move Pass (then (set Team 2 {Mover Next})))"
    play = f"(or {join} (forEach (players Team2) (move Add (to (+ 10 (player))))))"
    state = small(play, CORNERS.removeprefix(TEAMS), players=FOUR)
    assert texts(state) == ["12>12", "pass"]
    state.play("pass")
    assert texts(state) == ["11>11", "12>12", "pass"]


def test_the_win_of_a_team_that_changes_is_refused() -> None:
    with pytest.raises(UnsupportedLudeme, match="teams change in play"):
        small("(move Pass (then (set Team 2 {P1})))", "", end="(if (is Full) (result Team1 Win))", players=FOUR)
