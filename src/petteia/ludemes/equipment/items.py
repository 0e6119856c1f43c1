"""Boards, pieces, dice, hands, regions, tracks and maps."""

from petteia.ludemes.enums import (
    DirectionFacing,
    LandmarkType,
    RegionTypeStatic,
    RoleType,
    SiteType,
    StepType,
    StoreType,
    TilingBoardlessType,
)
from petteia.ludemes.needs import LARGE_STACKS, STACKING, STATES, Need
from petteia.ludemes.registry import Ludeme, at_most_one_of, named, one_of
from petteia.ludemes.types import DimFunction, GraphFunction, IntFunction, Item, Moves, Pair, RegionFunction, Unwritable
from petteia.ludemes.values.ranges import Range

__all__ = [
    "Board",
    "Boardless",
    "Dice",
    "Die",
    "Domino",
    "Dominoes",
    "Equipment",
    "Flips",
    "Hand",
    "IntIntPair",
    "IntNamePair",
    "ListMap",
    "MancalaBoard",
    "NameNamePair",
    "NameRolePair",
    "PairMap",
    "Piece",
    "Regions",
    "RoleIntPair",
    "RoleLandmarkPair",
    "RoleNamePair",
    "RoleRolePair",
    "SurakartaBoard",
    "Tile",
    "TilePath",
    "Track",
    "Values",
]


class Track(Ludeme, keyword="track"):
    """A path over the board, by sites or steps."""

    name: str
    track: list[int] | None = one_of(1)
    track_direction: str | None = one_of(1)
    track_steps: list[Unwritable] | None = one_of(1)
    loop: bool | None = named()
    owner: int | None = at_most_one_of(2)
    role: RoleType | None = at_most_one_of(2)
    directed: bool | None = named()


class Values(Ludeme, keyword="values"):
    """The values a site may take in a puzzle."""

    site_type: SiteType
    range: Range


class Board(Item, keyword="board"):
    """The board: a graph, its tracks, and the kind of site that is played on."""

    graph: GraphFunction
    track: Track | None = at_most_one_of(1)
    tracks: list[Track] | None = at_most_one_of(1)
    values: Values | None = at_most_one_of(2)
    values_array: list[Values] | None = at_most_one_of(2)
    use: SiteType | None = named()
    large_stack: bool | None = named("largeStack")

    def needs(self) -> tuple[Need, ...]:
        return (STACKING, LARGE_STACKS) if self.large_stack else ()


class Boardless(Item, keyword="boardless"):
    """A tiling without border, of which only the sites near pieces are playable."""

    tiling: TilingBoardlessType
    dimension: DimFunction | None
    large_stack: bool | None = named("largeStack")

    def needs(self) -> tuple[Need, ...]:
        return (STACKING, LARGE_STACKS) if self.large_stack else ()


class Dice(Item, keyword="dice"):
    """A hand of dice with their faces."""

    faces_each: int | None = named("d")
    faces: list[int] | None = named(at_most_one_of=1)
    faces_by_die: list[list[int]] | None = named("facesByDie", at_most_one_of=1)
    from_: int | None = named("from", at_most_one_of=1)
    role: RoleType | None
    number: int = named("num")
    biased: list[int] | None = named()


class Die(Item, keyword="die"):
    """A single die as a piece."""

    supported = False

    name: str
    role: RoleType
    num_faces: int = named("numFaces")
    direction: DirectionFacing | None
    generator: Moves | None


class Domino(Item, keyword="domino"):
    """A single domino with two values."""

    supported = False

    name: str
    role: RoleType
    value: int = named()
    value2: int = named()
    generator: Moves | None


class Dominoes(Item, keyword="dominoes"):
    """A set of dominoes up to a value."""

    supported = False

    up_to: int | None = named("upTo")


class Equipment(Ludeme, keyword="equipment"):
    """Everything needed to play: boards, pieces, dice, regions, maps."""

    items: list[Item]


class Flips(Ludeme, keyword="flips"):
    """The two states a piece flips between."""

    flip_a: int
    flip_b: int


class Hand(Item, keyword="hand"):
    """A place for the pieces a player holds off the board."""

    role: RoleType
    size: int | None = named()


class MancalaBoard(Item, keyword="mancalaBoard"):
    """Rows of holes, with or without stores."""

    rows: int
    columns: int
    store: StoreType | None = named()
    num_stores: int | None = named("numStores")
    large_stack: bool | None = named("largeStack")
    track: Track | None = at_most_one_of(1)
    tracks: list[Track] | None = at_most_one_of(1)

    def needs(self) -> tuple[Need, ...]:
        return (STACKING, LARGE_STACKS) if self.large_stack else ()


class PairMap(Item, keyword="map"):
    """A table from numbers to numbers, by pairs."""

    name: str | None
    pairs: list[Pair]


class ListMap(Item, keyword="map"):
    """A table from numbers to numbers, by a list of keys and a list of values."""

    name: str | None
    keys: list[IntFunction]
    values: list[IntFunction]


class IntIntPair(Pair, keyword="pair"):
    """A number and its value."""

    key: IntFunction
    value: IntFunction


class RoleIntPair(Pair, keyword="pair"):
    """A player and its value."""

    key: RoleType
    value: IntFunction


class RoleLandmarkPair(Pair, keyword="pair"):
    """A player and a landmark of the board."""

    key: RoleType
    landmark: LandmarkType


class IntNamePair(Pair, keyword="pair"):
    """A number and a coordinate."""

    key: IntFunction
    value: str


class RoleNamePair(Pair, keyword="pair"):
    """A player and a coordinate."""

    key: RoleType
    value: str


class RoleRolePair(Pair, keyword="pair"):
    """A player and another player."""

    key: RoleType
    value: RoleType


class NameNamePair(Pair, keyword="pair"):
    """A coordinate and another."""

    key: str
    value: str


class NameRolePair(Pair, keyword="pair"):
    """A coordinate and a player."""

    key: str
    value: RoleType


class TilePath(Ludeme, keyword="path"):
    """A path on a tile, from side to side."""

    from_: int = named("from")
    slots_from: int | None = named("slotsFrom")
    to: int = named()
    slots_to: int | None = named("slotsTo")
    colour: int = named()


class Piece(Item, keyword="piece"):
    """A kind of piece with the moves it makes."""

    name: str
    role: RoleType | None
    direction: DirectionFacing | None
    flips: Flips | None
    generator: Moves | None
    max_state: int | None = named("maxState")
    max_count: int | None = named("maxCount")
    max_value: int | None = named("maxValue")


class Regions(Item, keyword="regions"):
    """A named region of the board, or one that belongs to a player."""

    name: str | None
    role: RoleType | None
    sites: list[int] | None = one_of(1)
    region: RegionFunction | None = one_of(1)
    regions: list[RegionFunction] | None = one_of(1)
    static_region: RegionTypeStatic | None = one_of(1)
    static_regions: list[RegionTypeStatic] | None = one_of(1)
    hint_region_label: str | None


class SurakartaBoard(Item, keyword="surakartaBoard"):
    """A board with loops at its corners."""

    graph: GraphFunction
    loops: int | None = named()
    from_: int | None = named("from")
    large_stack: bool | None = named("largeStack")

    def needs(self) -> tuple[Need, ...]:
        return (STACKING, LARGE_STACKS) if self.large_stack else ()


class Tile(Item, keyword="tile"):
    """A tile with a shape, sides and paths."""

    name: str
    role: RoleType | None
    walk: list[StepType] | None = at_most_one_of(1)
    walks: list[list[StepType]] | None = at_most_one_of(1)
    num_sides: int | None = named("numSides")
    side_slots: list[int] | None = named("slots", at_most_one_of=2)
    slots_per_side: int | None = named("slotsPerSide", at_most_one_of=2)
    paths: list[TilePath] | None
    flips: Flips | None
    generator: Moves | None
    max_state: int | None = named("maxState")
    max_count: int | None = named("maxCount")
    max_value: int | None = named("maxValue")

    def needs(self) -> tuple[Need, ...]:
        return (STATES,) if self.walk or self.walks else ()
