"""Operators that move the points of a graph and leave its numbers alone. Their arguments are 32-bit floats."""

import math

from petteia.board.geometry import Point, to_float32
from petteia.board.graph import Graph


def shift(graph: Graph, dx: float, dy: float, dz: float = 0.0) -> Graph:
    """Move by a vector."""
    dx, dy, dz = to_float32(dx), to_float32(dy), to_float32(dz)
    for v in graph.vertices:
        v.x += dx
        v.y += dy
        v.z += dz
    graph.moved()
    return graph


def scale(graph: Graph, sx: float, sy: float | None = None, sz: float = 1.0) -> Graph:
    """Stretch from the origin; tangents of curved edges too."""
    sx, sy, sz = to_float32(sx), to_float32(sx if sy is None else sy), to_float32(sz)
    for v in graph.vertices:
        v.x *= sx
        v.y *= sy
        v.z *= sz
    for edge in graph.edges:
        if edge.tangents is not None:
            (ax, ay), (bx, by) = edge.tangents
            edge.tangents = (ax * sx, ay * sy), (bx * sx, by * sy)
    graph.moved()
    return graph


def rotate(graph: Graph, degrees: float) -> Graph:
    """Turn counter-clockwise about the middle of the bounding box.

    compat: the order of the additions decides near-ties between directions later on.
    """
    if not graph.vertices:
        return graph
    theta = math.radians(to_float32(degrees))
    cos, sin = math.cos(theta), math.sin(theta)
    x, y, width, height = graph.bounds()
    px, py = x + width / 2.0, y + height / 2.0

    def turned(vx: float, vy: float) -> Point:
        return vx * cos - vy * sin, vy * cos + vx * sin

    for v in graph.vertices:
        dx, dy = v.x - px, v.y - py
        v.x, v.y = px + dx * cos - dy * sin, py + dy * cos + dx * sin
    for edge in graph.edges:
        if edge.tangents is not None:
            edge.tangents = turned(*edge.tangents[0]), turned(*edge.tangents[1])
    graph.moved()
    return graph


def skew(graph: Graph, amount: float) -> Graph:
    """Slant to the right by an amount for each unit of height."""
    if graph.vertices:
        amount = to_float32(amount)
        lowest = graph.bounds()[1]
        for v in graph.vertices:
            v.x += amount * (v.y - lowest)
        graph.moved()
    return graph
