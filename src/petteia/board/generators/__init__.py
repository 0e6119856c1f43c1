"""Generators: the graphs that boards begin with, one function for each word of the language."""

from petteia.board.generators.hexagonal import hexes, hexes_in, hexes_in_sides
from petteia.board.generators.square import rectangle, square, square_in

__all__ = ["hexes", "hexes_in", "hexes_in_sides", "rectangle", "square", "square_in"]
