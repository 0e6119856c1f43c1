"""The three kinds of places a board has."""

import enum


class SiteType(enum.IntEnum):
    """Where pieces may stand: the elements of the board's graph; members are named as in the language."""

    Vertex = 0
    Edge = 1
    Cell = 2
