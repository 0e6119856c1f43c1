"""Plane geometry in plain doubles, in the order of arithmetic that the language's board rules fix."""

import math
import struct
from collections.abc import Sequence

Point = tuple[float, float]

EPSILON = 1e-7
ROOT3 = math.sqrt(3.0)

_ATAN_HIGH = (
    4.63647609000806093515e-01,
    7.85398163397448278999e-01,
    9.82793723247329054082e-01,
    1.57079632679489655800e00,
)
_ATAN_LOW = (
    2.26987774529616870924e-17,
    3.06161699786838301793e-17,
    1.39033110312309984516e-17,
    6.12323399573676603587e-17,
)
_ATAN_SERIES = (
    3.33333333333329318027e-01,
    -1.99999999998764832476e-01,
    1.42857142725034663711e-01,
    -1.11111104054623557880e-01,
    9.09088713343650656196e-02,
    -7.69187620504482999495e-02,
    6.66107313738753120669e-02,
    -5.83357013379057348645e-02,
    4.97687799461593236017e-02,
    -3.65315727442169155270e-02,
    1.62858201153657823623e-02,
)
_PI_LOW = 1.2246467991473531772e-16


def _atan(value: float) -> float:
    """The arc tangent of a value that is not negative, by the fdlibm reduction and series."""
    x = value
    part = -1
    if x >= 2.0**66:
        return _ATAN_HIGH[3] + _ATAN_LOW[3]
    if x < 0.4375:
        if x < 2.0**-29:
            return x
    elif x < 0.6875:
        part, x = 0, (2.0 * x - 1.0) / (2.0 + x)
    elif x < 1.1875:
        part, x = 1, (x - 1.0) / (x + 1.0)
    elif x < 2.4375:
        part, x = 2, (x - 1.5) / (1.0 + 1.5 * x)
    else:
        part, x = 3, -1.0 / x
    t = _ATAN_SERIES
    z = x * x
    w = z * z
    odd = z * (t[0] + w * (t[2] + w * (t[4] + w * (t[6] + w * (t[8] + w * t[10])))))
    even = w * (t[1] + w * (t[3] + w * (t[5] + w * (t[7] + w * t[9]))))
    if part < 0:
        return x - x * (odd + even)
    return _ATAN_HIGH[part] - ((x * (odd + even) - _ATAN_LOW[part]) - x)


def atan2(y: float, x: float) -> float:
    """The angle of (x, y), bit for bit as fdlibm gives it.

    compat: some angles lie exactly on the bound of two compass bins, where the last bit decides; the library of
    the machine may round differently.
    """
    if y == 0.0 or x == 0.0:
        return math.atan2(y, x)
    if x == 1.0:
        return _atan(y) if y > 0.0 else -_atan(-y)
    exponent = math.frexp(y)[1] - math.frexp(x)[1]
    if exponent > 60:
        angle = math.pi / 2 + 0.5 * _PI_LOW
    elif x < 0.0 and exponent < -60:
        angle = 0.0
    else:
        angle = _atan(abs(y / x))
    if x > 0.0:
        return angle if y > 0.0 else -angle
    return math.pi - (angle - _PI_LOW) if y > 0.0 else (angle - _PI_LOW) - math.pi


def to_float32(value: float) -> float:
    """The double nearest to the 32-bit float nearest to `value`."""
    rounded: float = struct.unpack("f", struct.pack("f", value))[0]
    return rounded


def clockwise(a: Point, b: Point, c: Point) -> bool:
    """True if a, b, c turn clockwise; three points on a line count as clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < EPSILON


def distance(a: Point, b: Point) -> float:
    """The distance between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return math.sqrt(dx * dx + dy * dy)


def line_distance(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The distance of p from the infinite line through a and b (from a where the two coincide)."""
    dx, dy = bx - ax, by - ay
    if abs(dx) + abs(dy) < EPSILON:
        dx, dy = px - ax, py - ay
        return math.sqrt(dx * dx + dy * dy)
    area = (py - ay) * dx - (px - ax) * dy
    return math.sqrt(area * area / (dx * dx + dy * dy))


def segments_cross(a0: Point, a1: Point, b0: Point, b1: Point) -> bool:
    """True if two segments share a point, ends included; parallel segments never do."""
    return crossing_parameters(a0, a1, b0, b1, EPSILON) is not None


def crossing_parameters(a0: Point, a1: Point, b0: Point, b1: Point, slack: float) -> tuple[float, float] | None:
    """How far along each of two segments they cross, if both are within [0, 1] widened by `slack`."""
    ax, ay = a1[0] - a0[0], a1[1] - a0[1]
    bx, by = b1[0] - b0[0], b1[1] - b0[1]
    determinant = ax * by - ay * bx
    if abs(determinant) < EPSILON:
        return None
    dx, dy = b0[0] - a0[0], b0[1] - a0[1]
    along_a = (dx * by - dy * bx) / determinant
    along_b = (dx * ay - dy * ax) / determinant
    if -slack <= along_a <= 1 + slack and -slack <= along_b <= 1 + slack:
        return along_a, along_b
    return None


def polygon_contains(points: Sequence[Point], x: float, y: float) -> bool:
    """True if (x, y) lies in the polygon, by the even-odd rule."""
    inside = False
    jx, jy = points[-1]
    for ix, iy in points:
        if (iy < y <= jy or jy < y <= iy) and (ix <= x or jx <= x) and ix + (y - iy) / (jy - iy) * (jx - ix) < x:
            inside = not inside
        jx, jy = ix, iy
    return inside


def inflate(points: Sequence[Point], amount: float) -> list[Point]:
    """The polygon with each point moved outward; compat: a counter-clockwise polygon shrinks."""
    moved = []
    for index, b in enumerate(points):
        a, c = points[index - 1], points[(index + 1) % len(points)]
        if clockwise(a, b, c):
            first, second = (b[0] - a[0], b[1] - a[1]), (b[0] - c[0], b[1] - c[1])
        else:
            first, second = (a[0] - b[0], a[1] - b[1]), (c[0] - b[0], c[1] - b[1])
        dx = dy = 0.0
        for vx, vy in (first, second):
            length = math.sqrt(vx * vx + vy * vy)
            if length > 0.0:
                dx += vx / length * amount
                dy += vy / length * amount
        moved.append((b[0] + dx * 0.5, b[1] + dy * 0.5))
    return moved
