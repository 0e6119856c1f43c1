"""Generators: the graphs that boards begin with, one function for each word of the language."""

from petteia.board.generators.celtic import celtic, celtic_in
from petteia.board.generators.concentric import circles, concentric, regular, spiral, target, wedge
from petteia.board.generators.hexagonal import hexes, hexes_in, hexes_in_sides
from petteia.board.generators.patterns import brick, custom, quadhex, repeat
from petteia.board.generators.square import rectangle, square, square_in, square_in_sides
from petteia.board.generators.tilings import tiling, tiling_in
from petteia.board.generators.triangular import triangles, triangles_in, triangles_in_sides

__all__ = [
    "brick",
    "celtic",
    "celtic_in",
    "circles",
    "concentric",
    "custom",
    "hexes",
    "hexes_in",
    "hexes_in_sides",
    "quadhex",
    "rectangle",
    "regular",
    "repeat",
    "spiral",
    "square",
    "square_in",
    "square_in_sides",
    "target",
    "tiling",
    "tiling_in",
    "triangles",
    "triangles_in",
    "triangles_in_sides",
    "wedge",
]
