"""States are read and written from Python by layout."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_games import dice_race

from petteia.ir import nodes as n
from petteia.native.layout import Layout, int_element
from petteia.native.library import build

PROGRAM = n.Program(
    "all forms",
    2,
    {"Cell": 130},
    {
        field.name: field
        for field in (
            n.Field("small", n.INT, (2, 3), low=-1, high=100),
            n.Field("large", n.INT, low=-(2**40), high=2**40),
            n.Field("plain", n.INT),
            n.Field("flag", n.BOOL, (3,)),
            n.Field("area", n.set_of("Cell"), (2,)),
            n.Field("numbers", n.INT, low=0, high=300, capacity=5),
            n.Field("areas", n.set_of("Cell"), (2,), capacity=3),
        )
    },
)
SETS = st.integers(0, 2**130 - 1)
VALUES = {
    "small": st.lists(st.lists(st.integers(-1, 100), min_size=3, max_size=3), min_size=2, max_size=2),
    "large": st.integers(-(2**40), 2**40),
    "plain": st.integers(-(2**31), 2**31 - 1),
    "flag": st.lists(st.integers(0, 1), min_size=3, max_size=3),
    "area": st.lists(SETS, min_size=2, max_size=2),
    "numbers": st.lists(st.integers(0, 300), max_size=5),
    "areas": st.lists(st.lists(SETS, max_size=3), min_size=2, max_size=2),
}


@given(st.fixed_dictionaries(VALUES))
def test_what_is_written_is_read(values: dict[str, object]) -> None:
    """All fields keep their values side by side."""
    layout = Layout(PROGRAM)
    state = bytearray(layout.size)
    for field, value in values.items():
        layout.write(state, field, value)
    assert {field: layout.read(state, field) for field in values} == values


@pytest.mark.parametrize(
    ("field", "value"),
    [("small", [[1, 2, 3]]), ("plain", 2**31), ("area", [0, 2**130]), ("numbers", [0] * 6), ("numbers", [-1])],
)
def test_what_does_not_fit_is_refused(field: str, value: object) -> None:
    """Too many elements and too large numbers raise."""
    layout = Layout(PROGRAM)
    with pytest.raises(ValueError, match=field):
        layout.write(bytearray(layout.size), field, value)


@pytest.mark.parametrize(
    ("low", "high", "c_type"),
    [(0, 127, "int8_t"), (0, 255, "uint8_t"), (-1, 200, "int16_t"), (0, 60000, "uint16_t"), (0, 70000, "int32_t"),
     (0, 2**33, "int64_t"), (0, 0, "int32_t")],
)  # fmt: skip
def test_integers_take_the_smallest_width(low: int, high: int, c_type: str) -> None:
    """The bounds of a field choose its C type."""
    assert int_element(low, high).c_type == c_type


def test_position_can_be_set() -> None:
    """A state written from Python is played on by native code, and copies carry their lists."""
    game = build(dice_race(70))
    state = game.start()
    state["mover"] = 2
    state["pieces"] = [0, 1 << 3, 1 << 66]
    state["past"] = [4, 2]
    assert {(move.source, move.target) for move in game.moves(state)} <= {(66, to) for to in range(67, 70)} | {(-1, -1)}
    copy = game.copy(state)
    game.play(state, game.moves(state)[0])
    assert copy["past"] == [4, 2]
    assert len(state["past"]) == 3
