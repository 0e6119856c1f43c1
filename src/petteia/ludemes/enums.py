"""The enumerations: words that stand for themselves."""

from petteia.ludemes.registry import Word

__all__ = [
    "AbsoluteDirection",
    "BrickShapeType",
    "CardType",
    "CompassDirection",
    "ConcentricShapeType",
    "DealableType",
    "DiagonalsType",
    "DirectionFacing",
    "HexShapeType",
    "HiddenData",
    "LandmarkType",
    "LineOfSightType",
    "ModeType",
    "PlayersManyType",
    "PlayersTeamType",
    "PuzzleElementType",
    "RegionTypeDynamic",
    "RegionTypeStatic",
    "RelationType",
    "RelativeDirection",
    "RepetitionType",
    "ResultType",
    "RoleType",
    "RotationalDirection",
    "SiteType",
    "SpatialDirection",
    "SquareShapeType",
    "StackDirection",
    "StepType",
    "StoreType",
    "TilingBoardlessType",
    "TilingType",
    "TriShapeType",
    "WhenType",
]


class SiteType(Word):
    """The three kinds of elements of a board that can be played on."""

    Vertex = "Vertex"
    Edge = "Edge"
    Cell = "Cell"


class RoleType(Word):
    """Players by number, team or part in the turn."""

    Neutral = "Neutral"
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"
    P6 = "P6"
    P7 = "P7"
    P8 = "P8"
    P9 = "P9"
    P10 = "P10"
    P11 = "P11"
    P12 = "P12"
    P13 = "P13"
    P14 = "P14"
    P15 = "P15"
    P16 = "P16"
    Team1 = "Team1"
    Team2 = "Team2"
    Team3 = "Team3"
    Team4 = "Team4"
    Team5 = "Team5"
    Team6 = "Team6"
    Team7 = "Team7"
    Team8 = "Team8"
    Team9 = "Team9"
    Team10 = "Team10"
    Team11 = "Team11"
    Team12 = "Team12"
    Team13 = "Team13"
    Team14 = "Team14"
    Team15 = "Team15"
    Team16 = "Team16"
    TeamMover = "TeamMover"
    Each = "Each"
    Shared = "Shared"
    All = "All"
    Mover = "Mover"
    Next = "Next"
    Prev = "Prev"
    NonMover = "NonMover"
    Enemy = "Enemy"
    Friend = "Friend"
    Ally = "Ally"
    Player = "Player"


class AbsoluteDirection(Word):
    """Directions of the board, single ones and groups."""

    All = "All"
    Angled = "Angled"
    Adjacent = "Adjacent"
    Axial = "Axial"
    Orthogonal = "Orthogonal"
    Diagonal = "Diagonal"
    OffDiagonal = "OffDiagonal"
    SameLayer = "SameLayer"
    Upward = "Upward"
    Downward = "Downward"
    Rotational = "Rotational"
    Base = "Base"
    Support = "Support"
    N = "N"
    E = "E"
    S = "S"
    W = "W"
    NE = "NE"
    SE = "SE"
    NW = "NW"
    SW = "SW"
    NNW = "NNW"
    WNW = "WNW"
    WSW = "WSW"
    SSW = "SSW"
    SSE = "SSE"
    ESE = "ESE"
    ENE = "ENE"
    NNE = "NNE"
    CW = "CW"
    CCW = "CCW"
    In = "In"
    Out = "Out"
    U = "U"
    UN = "UN"
    UNE = "UNE"
    UE = "UE"
    USE = "USE"
    US = "US"
    USW = "USW"
    UW = "UW"
    UNW = "UNW"
    D = "D"
    DN = "DN"
    DNE = "DNE"
    DE = "DE"
    DSE = "DSE"
    DS = "DS"
    DSW = "DSW"
    DW = "DW"
    DNW = "DNW"


class RelativeDirection(Word):
    """Directions relative to where a piece faces."""

    Forward = "Forward"
    Backward = "Backward"
    Rightward = "Rightward"
    Leftward = "Leftward"
    Forwards = "Forwards"
    Backwards = "Backwards"
    Rightwards = "Rightwards"
    Leftwards = "Leftwards"
    FL = "FL"
    FLL = "FLL"
    FLLL = "FLLL"
    BL = "BL"
    BLL = "BLL"
    BLLL = "BLLL"
    FR = "FR"
    FRR = "FRR"
    FRRR = "FRRR"
    BR = "BR"
    BRR = "BRR"
    BRRR = "BRRR"
    SameDirection = "SameDirection"
    OppositeDirection = "OppositeDirection"


class CompassDirection(Word):
    """The sixteen directions of the compass, clockwise from north."""

    N = "N"
    NNE = "NNE"
    NE = "NE"
    ENE = "ENE"
    E = "E"
    ESE = "ESE"
    SE = "SE"
    SSE = "SSE"
    S = "S"
    SSW = "SSW"
    SW = "SW"
    WSW = "WSW"
    W = "W"
    WNW = "WNW"
    NW = "NW"
    NNW = "NNW"


class RotationalDirection(Word):
    """Directions on round boards."""

    Out = "Out"
    CW = "CW"
    In = "In"
    CCW = "CCW"


class SpatialDirection(Word):
    """Directions up and down on boards with layers."""

    D = "D"
    DN = "DN"
    DNE = "DNE"
    DE = "DE"
    DSE = "DSE"
    DS = "DS"
    DSW = "DSW"
    DW = "DW"
    DNW = "DNW"
    U = "U"
    UN = "UN"
    UNE = "UNE"
    UE = "UE"
    USE = "USE"
    US = "US"
    USW = "USW"
    UW = "UW"
    UNW = "UNW"


class RelationType(Word):
    """Ways in which two sites can be neighbours."""

    Orthogonal = "Orthogonal"
    Diagonal = "Diagonal"
    OffDiagonal = "OffDiagonal"
    Adjacent = "Adjacent"
    All = "All"


class StackDirection(Word):
    """The end at which going through a stack begins."""

    FromBottom = "FromBottom"
    FromTop = "FromTop"


class StepType(Word):
    """A step of a walk: forward, or a turn."""

    F = "F"
    L = "L"
    R = "R"


class HiddenData(Word):
    """Facts about a site that can be hidden from a player."""

    What = "What"
    Who = "Who"
    State = "State"
    Count = "Count"
    Rotation = "Rotation"
    Value = "Value"


class RegionTypeDynamic(Word):
    """Contents that select the sites of a region."""

    Empty = "Empty"
    NotEmpty = "NotEmpty"
    Own = "Own"
    NotOwn = "NotOwn"
    Enemy = "Enemy"
    NotEnemy = "NotEnemy"


class RegionTypeStatic(Word):
    """Families of regions every board has."""

    Rows = "Rows"
    Columns = "Columns"
    AllDirections = "AllDirections"
    HintRegions = "HintRegions"
    Layers = "Layers"
    Diagonals = "Diagonals"
    SubGrids = "SubGrids"
    Regions = "Regions"
    Vertices = "Vertices"
    Corners = "Corners"
    Sides = "Sides"
    SidesNoCorners = "SidesNoCorners"
    AllSites = "AllSites"
    Touching = "Touching"


class ResultType(Word):
    """Outcomes of a game for a player."""

    Win = "Win"
    Loss = "Loss"
    Draw = "Draw"
    Tie = "Tie"
    Abandon = "Abandon"
    Crash = "Crash"


class RepetitionType(Word):
    """Kinds of positions that count as the same again."""

    SituationalInTurn = "SituationalInTurn"
    PositionalInTurn = "PositionalInTurn"
    Positional = "Positional"
    Situational = "Situational"


class WhenType(Word):
    """Moments of a turn."""

    StartOfTurn = "StartOfTurn"
    EndOfTurn = "EndOfTurn"


class DiagonalsType(Word):
    """How the diagonals of squares are drawn."""

    Implied = "Implied"
    Solid = "Solid"
    SolidNoSplit = "SolidNoSplit"
    Alternating = "Alternating"
    Concentric = "Concentric"
    Radiating = "Radiating"


class BrickShapeType(Word):
    """Outlines of a wall of bricks."""

    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Prism = "Prism"
    Spiral = "Spiral"
    Limping = "Limping"


class ConcentricShapeType(Word):
    """Shapes of concentric rings."""

    Square = "Square"
    Triangle = "Triangle"
    Hexagon = "Hexagon"
    Target = "Target"


class HexShapeType(Word):
    """Outlines of a tiling by hexagons."""

    NoShape = "NoShape"
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Triangle = "Triangle"
    Hexagon = "Hexagon"
    Star = "Star"
    Limping = "Limping"
    Prism = "Prism"


class SquareShapeType(Word):
    """Outlines of a tiling by squares."""

    NoShape = "NoShape"
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Limping = "Limping"


class TriShapeType(Word):
    """Outlines of a tiling by triangles."""

    NoShape = "NoShape"
    Square = "Square"
    Rectangle = "Rectangle"
    Diamond = "Diamond"
    Triangle = "Triangle"
    Hexagon = "Hexagon"
    Star = "Star"
    Limping = "Limping"
    Prism = "Prism"


class TilingType(Word):
    """Semi-regular tilings, by the polygons that meet at a vertex."""

    T31212 = "T31212"
    T3464 = "T3464"
    T488 = "T488"
    T33434 = "T33434"
    T33336 = "T33336"
    T33344 = "T33344"
    T3636 = "T3636"
    T4612 = "T4612"
    T333333_33434 = "T333333_33434"


class TilingBoardlessType(Word):
    """Tilings of a game without board."""

    Square = "Square"
    Triangular = "Triangular"
    Hexagonal = "Hexagonal"


class StoreType(Word):
    """Where the stores of a mancala board lie."""

    NoStore = "None"
    Outer = "Outer"
    Inner = "Inner"


class CardType(Word):
    """Ranks of cards."""

    Joker = "Joker"
    Ace = "Ace"
    Two = "Two"
    Three = "Three"
    Four = "Four"
    Five = "Five"
    Six = "Six"
    Seven = "Seven"
    Eight = "Eight"
    Nine = "Nine"
    Ten = "Ten"
    Jack = "Jack"
    Queen = "Queen"
    King = "King"


class DealableType(Word):
    """Kinds of components that can be dealt."""

    Dominoes = "Dominoes"
    Cards = "Cards"


class LandmarkType(Word):
    """Single sites every board has."""

    CentreSite = "CentreSite"
    LeftSite = "LeftSite"
    RightSite = "RightSite"
    Topsite = "Topsite"
    BottomSite = "BottomSite"
    FirstSite = "FirstSite"
    LastSite = "LastSite"


class LineOfSightType(Word):
    """Kinds of sites to look for along a line of sight."""

    Empty = "Empty"
    Farthest = "Farthest"
    Piece = "Piece"


class ModeType(Word):
    """Ways in which players take turns."""

    Alternating = "Alternating"
    Simultaneous = "Simultaneous"
    Simulation = "Simulation"


class PuzzleElementType(Word):
    """Elements that a constraint of a puzzle ranges over."""

    Cell = "Cell"
    Edge = "Edge"
    Vertex = "Vertex"
    Hint = "Hint"


class PlayersManyType(Word):
    """Groups of players by their relation to one."""

    All = "All"
    NonMover = "NonMover"
    Enemy = "Enemy"
    Friend = "Friend"
    Ally = "Ally"


class PlayersTeamType(Word):
    """Teams by number."""

    Team1 = "Team1"
    Team2 = "Team2"
    Team3 = "Team3"
    Team4 = "Team4"
    Team5 = "Team5"
    Team6 = "Team6"
    Team7 = "Team7"
    Team8 = "Team8"
    Team9 = "Team9"
    Team10 = "Team10"
    Team11 = "Team11"
    Team12 = "Team12"
    Team13 = "Team13"
    Team14 = "Team14"
    Team15 = "Team15"
    Team16 = "Team16"


# Where a piece or a player faces.
DirectionFacing = CompassDirection | RotationalDirection | SpatialDirection
