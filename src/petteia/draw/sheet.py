"""Where things lie on the sheet that a scene is drawn on, for all that is laid over the picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .scene import Point, Scene
from .svg import laid_out


@dataclass(frozen=True)
class Sheet:
    """Places in the coordinates of the SVG that `svg_board` draws: y downwards, inside its view box.

    >>> from petteia.draw import Spot
    >>> one = sheet(Scene("Two", (), (), (Spot((0.0, 0.0), "A1"), Spot((1.0, 0.0), "B1"))))
    >>> one.place((0.0, 0.0))[0] < one.place((1.0, 0.0))[0]
    True
    """

    radius: float
    """The radius of a piece."""
    place: Callable[[Point], Point]
    """From a point of the scene to the sheet."""
    hands: tuple[tuple[Point, ...], ...]
    """The places of each hand, in the order of the scene."""


def sheet(scene: Scene) -> Sheet:
    """The places of a scene."""
    drawing = laid_out(scene)
    return Sheet(drawing.radius, drawing.place, drawing.hand_places())
