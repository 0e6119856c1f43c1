"""Operators: graphs changed, cut and combined, one function for each word of the language.

Each works on the graph it is given and hands it, or a new one, back; none renumbers unless it says so.
"""

from petteia.board.operators.combining import intersect, layers, merge, union
from petteia.board.operators.cutting import clip, hole, keep, remove, remove_inside, trim
from petteia.board.operators.drawing import add, complete, dual, make_faces, renumber, split_crossings, subdivide
from petteia.board.operators.moving import rotate, scale, shift, skew

__all__ = [
    "add",
    "clip",
    "complete",
    "dual",
    "hole",
    "intersect",
    "keep",
    "layers",
    "make_faces",
    "merge",
    "remove",
    "remove_inside",
    "renumber",
    "rotate",
    "scale",
    "shift",
    "skew",
    "split_crossings",
    "subdivide",
    "trim",
    "union",
]
