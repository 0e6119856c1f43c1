"""Directions of the board: their names and order, compass bins of angles, turns to the left and right."""

import enum
import math
from collections.abc import Callable, Collection, Sequence
from typing import Final


class Direction(enum.IntEnum):
    """Absolute directions in the order of the language; members are named as there."""

    All = 0
    Angled = 1
    Adjacent = 2
    Axial = 3
    Orthogonal = 4
    Diagonal = 5
    OffDiagonal = 6
    SameLayer = 7
    Upward = 8
    Downward = 9
    Rotational = 10
    Base = 11
    Support = 12
    N = 13
    E = 14
    S = 15
    W = 16
    NE = 17
    SE = 18
    NW = 19
    SW = 20
    NNW = 21
    WNW = 22
    WSW = 23
    SSW = 24
    SSE = 25
    ESE = 26
    ENE = 27
    NNE = 28
    CW = 29
    CCW = 30
    In = 31
    Out = 32
    U = 33
    UN = 34
    UNE = 35
    UE = 36
    USE = 37
    US = 38
    USW = 39
    UW = 40
    UNW = 41
    D = 42
    DN = 43
    DNE = 44
    DE = 45
    DSE = 46
    DS = 47
    DSW = 48
    DW = 49
    DNW = 50


def _named(names: str) -> tuple[Direction, ...]:
    return tuple(Direction[name] for name in names.split())


COMPASS: Final = _named("N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW")
ROTATIONAL: Final = _named("Out CW In CCW")
SPATIAL: Final = _named("D DN DNE DE DSE DS DSW DW DNW U UN UNE UE USE US USW UW UNW")
RELATIONS: Final = _named("All Orthogonal Diagonal Adjacent OffDiagonal")
"""The relations between sites of one type."""

FACING_INDEX: Final = {d: i for family in (COMPASS, ROTATIONAL, SPATIAL) for i, d in enumerate(family)}
"""The place of each single direction (a facing) within its family, by which boards list what they support."""

SINGLE: Final = tuple(d for d in Direction if d in FACING_INDEX)
"""The directions that are facings, in the order of the language."""

_COMPASS_INDEX = {d: i for i, d in enumerate(COMPASS)}

# Bins of the circle, counter-clockwise from East.
_BINS16 = tuple(COMPASS[(4 - i) % 16] for i in range(16))
_BINS8 = tuple(COMPASS[(4 - 2 * i) % 16] for i in range(8))
_BOUNDS16 = tuple(math.pi / 16 + (2 * k * math.pi) / 16 for k in range(16))
_BOUNDS8 = tuple(math.pi / 8 + (2 * k * math.pi) / 8 for k in range(8))
_RING = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def is_single(direction: Direction) -> bool:
    """True if a direction is one of the compass, of rotation or of space, and not a group."""
    return direction in FACING_INDEX


def sixteenth(angle: float) -> int:
    """The sixteenth of the circle that an angle in [0, 2 pi) falls in, counter-clockwise, 0 about East."""
    for k, bound in enumerate(_BOUNDS16):
        if angle < bound:
            return k
    return 0


def compass16(angle: float) -> Direction:
    """The compass direction of an angle in [0, 2 pi), of sixteen."""
    return _BINS16[sixteenth(angle)]


def eighth(angle: float) -> int:
    """The eighth of the circle that an angle in [0, 2 pi) falls in, counter-clockwise, 0 about East."""
    for k, bound in enumerate(_BOUNDS8):
        if angle < bound:
            return k
    return 0


def compass8(angle: float) -> Direction:
    """The compass direction of an angle in [0, 2 pi), of eight."""
    return _BINS8[eighth(angle)]


def tilted(compass: Direction, up: bool) -> Direction:
    """The direction upwards or downwards over a compass direction; all between two cardinals count as one."""
    index = _COMPASS_INDEX[compass]
    octant = index // 2 if index % 4 == 0 else 2 * (index // 4) + 1
    return Direction[("U" if up else "D") + _RING[octant]]


def opposite(facing: Direction) -> Direction:
    """The direction that leads back."""
    if facing in _COMPASS_INDEX:
        return COMPASS[(_COMPASS_INDEX[facing] + 8) % 16]
    if facing in ROTATIONAL:
        return ROTATIONAL[(ROTATIONAL.index(facing) + 2) % 4]
    index = SPATIAL.index(facing)
    if index % 9 == 0:
        return SPATIAL[9 - index]
    ring = (index % 9 - 1 + 4) % 8
    return SPATIAL[(10 if index < 9 else 1) + ring]


def taken(facing: Direction) -> Direction:
    """The absolute direction in which a facing moves; compat: DNW moves to DSW, so nothing takes a step DNW."""
    return Direction.DSW if facing is Direction.DNW else facing


_ROTATIONAL_LEFT = {
    # compat: left of CW is In and left of In is CW, unlike a walk back through the right turns.
    Direction.Out: Direction.CCW,
    Direction.CW: Direction.In,
    Direction.In: Direction.CW,
    Direction.CCW: Direction.Out,
}


def right(facing: Direction) -> Direction:
    """The next direction clockwise in the family of the facing."""
    if facing in _COMPASS_INDEX:
        return COMPASS[(_COMPASS_INDEX[facing] + 1) % 16]
    if facing in ROTATIONAL:
        return ROTATIONAL[(ROTATIONAL.index(facing) + 1) % 4]
    return _turn_spatial(facing, 1)


def left(facing: Direction) -> Direction:
    """The next direction counter-clockwise in the family of the facing."""
    if facing in _COMPASS_INDEX:
        return COMPASS[(_COMPASS_INDEX[facing] - 1) % 16]
    if facing in _ROTATIONAL_LEFT:
        return _ROTATIONAL_LEFT[facing]
    return _turn_spatial(facing, -1)


def _turn_spatial(facing: Direction, by: int) -> Direction:
    index = SPATIAL.index(facing)
    if index % 9 == 0:
        return facing
    return SPATIAL[9 * (index // 9) + 1 + (index % 9 - 1 + by) % 8]


def rightward(facing: Direction) -> Direction:
    """A quarter turn to the right."""
    return _repeat(right, facing, 4 if facing in _COMPASS_INDEX else 2 if facing in SPATIAL else 1)


def leftward(facing: Direction) -> Direction:
    """A quarter turn to the left."""
    return _repeat(left, facing, 4 if facing in _COMPASS_INDEX else 2 if facing in SPATIAL else 1)


def _repeat(turn: Callable[[Direction], Direction], facing: Direction, times: int) -> Direction:
    for _ in range(times):
        facing = turn(facing)
    return facing


def relative(name: str, facing: Direction, supported: Collection[Direction]) -> tuple[Direction, ...]:
    """The directions that a relative direction means for a facing, among the supported ones.

    >>> [d.name for d in relative("Forwards", Direction.N, COMPASS[::2])]
    ['NW', 'N', 'NE']
    >>> [d.name for d in relative("FRR", Direction.N, COMPASS[::2])]
    ['NE']
    """
    back = opposite(facing)
    plain = {"Forward": facing, "Backward": back, "Rightward": rightward(facing), "Leftward": leftward(facing)}
    if name in plain:
        return (plain[name],) if plain[name] in supported else ()
    spans = {
        "Forwards": (leftward(facing), rightward(facing), right),
        "Backwards": (leftward(back), rightward(back), right),
        "Rightwards": (facing, back, right),
        "Leftwards": (facing, back, left),
    }
    if name in spans:
        start, end, turn = spans[name]
        return tuple(d for d in _between(start, end, turn) if d in supported)
    start = facing if name[0] == "F" else back
    return _first_beside(start, right if name[1] == "R" else left, supported)


def _between(start: Direction, end: Direction, turn: Callable[[Direction], Direction]) -> Sequence[Direction]:
    found: list[Direction] = []
    current: Direction = turn(start)
    while current not in (end, start) and len(found) < len(COMPASS):
        found.append(current)
        current = turn(current)
    return found


def _first_beside(
    start: Direction, turn: Callable[[Direction], Direction], supported: Collection[Direction]
) -> tuple[Direction, ...]:
    current: Direction = turn(start)
    for _ in range(len(COMPASS)):
        if current in supported or current is start:
            break
        current = turn(current)
    return (current,) if current in supported else ()
