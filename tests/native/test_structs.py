"""Structs that C and Python share: a layout that Python does not know is refused when it is compiled."""

import ctypes

import pytest

from petteia.errors import BuildError
from petteia.native.binding import runtime_library


class Offer(ctypes.Structure):
    """The struct `Offer` of `sampling.h`."""

    _fields_ = (
        ("candidates", ctypes.c_void_p), ("moves", ctypes.c_void_p), ("attempt", ctypes.c_void_p),
        ("move_size", ctypes.c_uint32),
    )  # fmt: skip


class OtherOrder(ctypes.Structure):
    _fields_ = (*Offer._fields_[1::-1], *Offer._fields_[2:])


class Longer(ctypes.Structure):
    _fields_ = (*Offer._fields_, ("more", ctypes.c_uint64))


SOURCES = ("sampling.c",)


def test_the_same_layout_compiles() -> None:
    runtime_library("structs", SOURCES, (), structs={"Offer": Offer})


@pytest.mark.parametrize(("struct", "said"), [(OtherOrder, "Offer.moves is elsewhere"), (Longer, "more")])
def test_another_layout_does_not(struct: type[ctypes.Structure], said: str) -> None:
    with pytest.raises(BuildError, match=said):
        runtime_library("structs", SOURCES, (), structs={"Offer": struct})
