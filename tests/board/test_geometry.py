"""Angles, polygons and compass bins."""

import math

from hypothesis import given
from hypothesis import strategies as st

from petteia.board.directions import (
    COMPASS,
    ROTATIONAL,
    SPATIAL,
    Direction,
    compass8,
    compass16,
    left,
    leftward,
    opposite,
    relative,
    right,
    rightward,
    tilted,
)
from petteia.board.geometry import atan2, clockwise, inflate, line_distance, polygon_contains, to_float32
from petteia.board.polygons import polygon, polygon_of_sides

SQUARE = [(0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0)]


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_atan2_agrees_with_the_machine_within_one_bit(y: float, x: float) -> None:
    ours, theirs = atan2(y, x), math.atan2(y, x)
    assert abs(ours - theirs) <= 2 * math.ulp(theirs)
    assert math.copysign(1, ours) == math.copysign(1, theirs)


def test_atan2_on_the_axes() -> None:
    assert atan2(0.0, -1.0) == math.pi
    assert atan2(-0.0, -1.0) == -math.pi
    assert atan2(2.0, 0.0) == math.pi / 2
    assert atan2(-2.0, 0.0) == -math.pi / 2


def test_points_on_a_line_count_as_clockwise() -> None:
    assert clockwise((0, 0), (0, 1), (1, 1))
    assert clockwise((0, 0), (1, 0), (2, 0))
    assert not clockwise((0, 0), (1, 0), (1, 1))


def test_distance_from_a_line() -> None:
    assert line_distance(3, 4, 0, 0, 1, 0) == 4
    assert line_distance(3, 4, 0, 0, 0, 0) == 5


def test_inflation_grows_clockwise_polygons_and_shrinks_others() -> None:
    assert not polygon_contains(SQUARE, -0.02, -0.02)
    assert polygon_contains(inflate(SQUARE, 0.1), -0.02, -0.02)
    assert polygon_contains(SQUARE[::-1], 0.02, 0.02)
    assert not polygon_contains(inflate(SQUARE[::-1], 0.1), 0.02, 0.02)


def test_polygon_of_sides_turns_right_and_left() -> None:
    steps = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))
    assert polygon_of_sides([2, 3], steps).points == ((0, 0), (0, 2), (3, 2))
    assert polygon_of_sides([2, -1], steps).points == ((0, 0), (0, 2), (1, 2))


def test_polygon_is_followed_by_its_rotations() -> None:
    points = polygon([[1, 0], [0.1, 0.1], [2, 0]], 2).points
    assert len(points) == 6
    assert math.isclose(points[3][0], -1)
    assert points[1] == (to_float32(0.1), to_float32(0.1))


def test_compass_bins() -> None:
    assert [compass16(k * math.pi / 8) for k in range(16)] == [COMPASS[(4 - k) % 16] for k in range(16)]
    assert [compass8(k * math.pi / 4) for k in range(8)] == [COMPASS[(4 - 2 * k) % 16] for k in range(8)]
    assert compass16(math.pi / 16) is Direction.ENE  # a bound belongs to the bin above it
    assert compass16(2 * math.pi - 0.001) is Direction.E


def test_tilted_directions_join_what_lies_between_cardinals() -> None:
    assert tilted(Direction.N, True) is Direction.UN
    assert tilted(Direction.NNE, True) is tilted(Direction.ENE, True) is Direction.UNE
    assert tilted(Direction.NNW, False) is Direction.DNW


def test_turns_undo_each_other() -> None:
    for family in (COMPASS, ROTATIONAL, SPATIAL):
        assert [opposite(opposite(d)) for d in family] == list(family)
    assert [left(right(d)) for d in COMPASS] == list(COMPASS)
    assert rightward(Direction.N) is Direction.E
    assert leftward(Direction.N) is Direction.W
    assert opposite(Direction.DNE) is Direction.USW
    assert opposite(Direction.U) is Direction.D
    # As in the language: left of both In and Out is not the inverse of right.
    assert [left(d).name for d in ROTATIONAL] == ["CCW", "In", "CW", "Out"]


def test_relative_directions() -> None:
    eight = COMPASS[::2]

    def names(word: str, facing: Direction) -> list[str]:
        return [d.name for d in relative(word, facing, eight)]

    assert names("Forward", Direction.E) == ["E"]
    assert names("Backwards", Direction.N) == ["SE", "S", "SW"]
    assert names("Rightwards", Direction.N) == ["NE", "E", "SE"]
    assert names("Leftwards", Direction.N) == ["NW", "W", "SW"]
    assert names("FL", Direction.S) == ["SE"]
    assert names("BR", Direction.S) == ["NE"]
    assert relative("Forward", Direction.NNE, eight) == ()
