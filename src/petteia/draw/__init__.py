"""Boards and positions as text for the terminal and as SVG for notebooks and pages.

What is drawn is a `Scene`, plain data that knows nothing of games, so that everything that has sites can be drawn.
"""

from .boxplot import svg_boxplots
from .feature import Mark, Picture, svg_feature, text_feature
from .scene import Act, Arrow, Die, Hand, Look, Scene, Spot, Stroke, Symbol, Tile, Token
from .sheet import Sheet, sheet
from .svg import svg_board
from .text import text_board
from .viewer import Frame, game_viewer, page

__all__ = [
    "Act",
    "Arrow",
    "Die",
    "Frame",
    "Hand",
    "Look",
    "Mark",
    "Picture",
    "Scene",
    "Sheet",
    "Spot",
    "Stroke",
    "Symbol",
    "Tile",
    "Token",
    "game_viewer",
    "page",
    "sheet",
    "svg_board",
    "svg_boxplots",
    "svg_feature",
    "text_board",
    "text_feature",
]
