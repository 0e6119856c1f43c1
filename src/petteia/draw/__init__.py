"""Boards and positions as text for the terminal and as SVG for notebooks and pages.

What is drawn is a `Scene`, plain data that knows nothing of games, so that everything that has sites can be drawn.
"""

from .scene import Hand, Scene, Spot, Token
from .svg import svg_board
from .text import text_board

__all__ = ["Hand", "Scene", "Spot", "Token", "svg_board", "text_board"]
