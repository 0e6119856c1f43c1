"""Dice: rolling them, and moves for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.state import SetDatum
from petteia.ludemes.needs import Fields

if TYPE_CHECKING:
    from petteia.board import Container
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.spec import GameSpec


def dice_containers(spec: GameSpec) -> list[Container]:
    """The hands of dice."""
    return [c for c in spec.containers if c.is_dice]


def dice_indices(spec: GameSpec) -> list[tuple[int, int, tuple[int, ...]]]:
    """All dice in order: their place in the field `dice`, their site, and their faces."""
    found: list[tuple[int, int, tuple[int, ...]]] = []
    dice = sum(bool(component.faces) for component in spec.components)
    for container in dice_containers(spec):
        if container.count > dice:  # what lies on the further sites nobody has seen
            raise UnsupportedLudeme(["several dice on a board whose first cell is a triangle"])
        for k, site in enumerate(container.sites):
            found.append((len(found), site, spec.components[k].faces))
    return found


def _declare_dice(b: Builder, spec: GameSpec) -> None:
    faces = [face for _, _, values in dice_indices(spec) for face in values]
    shape = (len(dice_indices(spec)),)
    low, high = min([0, *faces]), max([0, *faces])
    b.field("dice", n.INT, shape=shape, low=low, high=high, visible=True, doc="what each die shows, 0 once used")
    b.field("dice_equal", n.INT, high=1, doc="whether the last roll showed equal faces")


DICE = Fields("dice", _declare_dice, 3)


def face_value(x: Context, faces: tuple[int, ...], face: n.Expr) -> n.Expr:
    """Number that a face of a die shows."""
    return ops.lookup(x.b.table("faces", n.INT, (len(faces),), faces), face)


def set_face(x: Context, die: int, site: int, faces: tuple[int, ...], face: n.Expr) -> None:
    """Turns a die to a face."""
    SetDatum("state", ops.number(site), face).apply(x)
    x.b.store("dice", [ops.number(die)], face_value(x, faces, face))
