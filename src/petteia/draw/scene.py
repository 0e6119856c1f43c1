"""Scenes to draw, as plain data: places with what stands on them, lines, hands, dice, scores and moves.

`Scene.to_dict` is the JSON form that pages and notebooks draw from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Symbol:
    """Something painted on the board or on a piece: a shape or a word, with its size in parts of a place."""

    at: Point
    shape: str
    fill: str = ""
    stroke: str = ""
    scale: float = 1.0
    turn: float = 0.0
    text: str = ""
    scale_y: float = 0.0
    """Its height, where that differs from its width."""
    layer: str = ""
    """Where it lies: `background` below the board, `foreground` above the pieces, else on the board."""
    site: str = ""
    owner: int = 0
    """The player in whose colour it is painted, if it has no colour of its own."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece: whose it is (0 nobody's), the sign it is known by, and the numbers that belong to it."""

    owner: int
    sign: str
    name: str = ""
    count: int = 1
    state: int = 0
    rotation: int = 0
    value: int = 0
    kind: str = ""
    """The name without its owner's number: `Pawn` for `Pawn1`."""
    glyph: str = ""
    """A character that shows the piece; empty where a disc does."""
    fill: str = ""
    stroke: str = ""
    scale: float = 1.0
    """How large it is drawn; 1 fills most of its place."""
    turn: float = 0.0
    """Degrees that it is turned by, clockwise."""
    shape: str = ""
    """The shape that it is drawn as, see `petteia.draw.shapes`; empty is a disc, with its glyph or its sign."""
    scale_y: float = 0.0
    under: tuple[Symbol, ...] = ()
    over: tuple[Symbol, ...] = ()
    """Symbols below and on it, in parts of the piece."""
    note: str = ""
    """A number or word that belongs to it, shown at `note_at`: `middle`, `top`, `left` or `right` corner."""
    note_at: str = ""
    paths: tuple[tuple[int, int, int], ...] = ()
    """Paths on a tile: the sides that each joins, clockwise from the top, and the player whose it is."""
    sides: int = 4


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for pieces, with what stands on it, bottom first."""

    at: Point
    label: str
    tokens: tuple[Token, ...] = ()
    marked: bool = False
    site: str = ""
    """The place as moves name it: its number, after a letter where a board has several types of sites."""
    polygon: tuple[Point, ...] = ()
    """The tile that it is, where it is one."""
    line: tuple[Point, ...] = ()
    """The edge that it is, where it is one."""
    fill: str = ""
    """A colour of its own."""
    owner: int = 0
    """The player whose region it belongs to."""
    stacked: str = ""
    """How several pieces lie there: empty one above the other, `count`, `column`, `ground`, `fan`, `ring`, `seeds`."""
    shade: int = 0
    """Which of the shades of the board it has."""
    hole: str = ""
    """The hole that it is, where the board has them: `round`, `square`, `oval`, `store`, `peg`."""
    lean: Point = (0.0, 1.0)
    """Where a column of pieces grows to."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Places off the board."""

    name: str
    owner: int
    spots: tuple[tuple[Token, ...], ...]
    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line on the board: through points, curved where it has a bend, in colour and width (in parts of a place)."""

    points: tuple[Point, ...]
    colour: str = ""
    width: float = 0.04
    dash: str = ""
    curve: tuple[float, ...] = ()
    """For a curve from the first point to the last: two points that it bends towards."""
    part: str = ""
    """Its kind: `inner` or `outer` edge, `plate`, `side` of a player; what has no colour follows the theme by it."""
    owner: int = 0


@dataclass(frozen=True, slots=True)
class Tile:
    """A face of the board: its corners, a colour of its own or a shade."""

    polygon: tuple[Point, ...]
    fill: str = ""
    shade: int = 0
    owner: int = 0


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow laid over the board from place to place; the strength from 0 to 1 is its width."""

    source: str
    target: str
    strength: float = 0.6
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it lies: its number, and how many faces it has."""

    number: int
    faces: int = 6


@dataclass(frozen=True, slots=True)
class Act:
    """A legal move: its text, the places it leads from and to, and how people say it."""

    text: str
    source: str
    target: str
    spoken: str


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is painted: its style, and colours by the name of the part; empty parts follow the theme."""

    style: str = ""
    colours: dict[str, str] = field(default_factory=dict)
    widths: dict[str, float] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    player_names: dict[int, str] = field(default_factory=dict)
    checkered: bool = False
    plain_board: bool = False
    """Without a board below the pieces."""
    zoom: float = 1.0
    piece: float = 0.74
    """The size of a piece, in parts of a place."""
    spacing: float = 0.0
    """The distance between neighbours; 0 where it has to be found."""


@dataclass(frozen=True)
class Scene:
    """A board with its pieces. The y axis points up.

    `cells` are polygons that are played on and drawn as tiles; `lines` join points that are played on. `spots` are all
    places of the board, occupied or not; `signs_matter` says that owners alone do not tell pieces apart.
    """

    title: str
    cells: tuple[tuple[Point, ...], ...]
    lines: tuple[tuple[Point, Point], ...]
    spots: tuple[Spot, ...]
    hands: tuple[Hand, ...] = ()
    dice: tuple[int, ...] = ()
    caption: str = ""
    signs_matter: bool = False
    mover: int = 0
    over: bool = False
    scores: tuple[int, ...] | None = None
    last: tuple[str, ...] = ()
    """The places of the latest move."""
    moves: tuple[Act, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    look: Look = Look()
    winning: tuple[str, ...] = ()
    """The places of a line that won."""
    tiles: tuple[Tile, ...] = ()
    """The cells as they are painted."""
    names: tuple[Symbol, ...] = ()
    """Coordinates beside the board."""
    checked: tuple[str, ...] = ()
    """Places of pieces that stand in check."""
    throws: tuple[Die, ...] = ()
    """The dice that `dice` are the numbers of."""
    targets: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    heat: tuple[tuple[str, float], ...] = ()
    """Places with a value from 0 to 1, laid over the board."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Places that belong together, joined by a line."""

    def to_dict(self) -> dict[str, Any]:
        """The scene as JSON values.

        >>> spot = Spot((0.0, 0.0), "A1", (Token(1, "X", "Disc1", kind="Disc"),), site="0")
        >>> plain = Scene("Dot", (), (), (spot,)).to_dict()
        >>> plain["sites"][0]["label"], plain["pieces"][0]["kind"], plain["pieces"][0]["site"]
        ('A1', 'Disc', '0')
        """
        radius = 0.5 * spacing([spot.at for spot in self.spots])
        return {
            "version": 1,
            "title": self.title,
            "sites": [_site(spot, radius) for spot in self.spots],
            "edges": [{"a": list(a), "b": list(b)} for a, b in self.lines],
            "pieces": [
                *(_piece(spot.site, k, one) for spot in self.spots for k, one in enumerate(spot.tokens)),
                *(
                    _piece(site, k, one)
                    for hand in self.hands
                    for site, tokens in zip(hand.sites, hand.spots, strict=False)
                    for k, one in enumerate(tokens)
                ),
            ],
            "hands": [{"name": hand.name, "owner": hand.owner, "sites": list(hand.sites)} for hand in self.hands],
            "marks": [{"site": site, "kind": "last"} for site in self.last]
            + [{"site": site, "kind": "winning"} for site in self.winning]
            + [{"site": site, "kind": "check"} for site in self.checked]
            + [{"site": site, "kind": "target"} for site in self.targets],
            "arrows": [
                {"from": one.source, "to": one.target, "strength": one.strength, "colour": one.colour}
                for one in self.arrows
            ],
            "heat": [{"site": site, "value": value} for site, value in self.heat],
            "groups": [list(group) for group in self.groups],
            "strokes": [
                {"points": list(map(list, one.points)), "colour": one.colour, "width": one.width, "dash": one.dash,
                 "curve": list(one.curve), "part": one.part, "owner": one.owner}
                for one in self.strokes
            ],
            "symbols": [_symbol(one) for one in self.symbols],
            "names": [_symbol(one) for one in self.names],
            "tiles": [
                {"polygon": list(map(list, one.polygon)), "fill": one.fill, "shade": one.shade, "owner": one.owner}
                for one in self.tiles
            ],
            "moves": [
                {"text": one.text, "from": one.source, "to": one.target, "spoken": one.spoken} for one in self.moves
            ],
            "dice": list(self.dice),
            "throws": [{"number": one.number, "faces": one.faces} for one in self.throws],
            "scores": list(self.scores) if self.scores is not None else None,
            "mover": self.mover,
            "over": self.over,
            "caption": self.caption,
            "look": {
                "style": self.look.style,
                "colours": dict(self.look.colours),
                "players": {str(player): colour for player, colour in self.look.players.items()},
                "names": {str(player): name for player, name in self.look.player_names.items()},
            },
        }  # fmt: skip


def _symbol(one: Symbol) -> dict[str, Any]:
    return {
        "x": one.at[0], "y": one.at[1], "shape": one.shape, "fill": one.fill, "stroke": one.stroke, "scale": one.scale,
        "scale_y": one.scale_y or one.scale, "turn": one.turn, "text": one.text, "layer": one.layer, "site": one.site,
    }  # fmt: skip


def _site(spot: Spot, radius: float) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": spot.site, "x": spot.at[0], "y": spot.at[1], "radius": radius, "label": spot.label, "owner": spot.owner,
    }  # fmt: skip
    if spot.polygon:
        plain["polygon"] = list(map(list, spot.polygon))
    if spot.line:
        plain["line"] = list(map(list, spot.line))
    if spot.fill:
        plain["fill"] = spot.fill
    if spot.hole:
        plain["hole"] = spot.hole
    plain["shade"], plain["stacked"] = spot.shade, spot.stacked
    return plain


def _piece(site: str, level: int, token: Token) -> dict[str, Any]:
    return {
        "site": site, "level": level, "owner": token.owner, "kind": token.kind or token.name, "name": token.name,
        "sign": token.sign, "glyph": token.glyph, "count": token.count, "state": token.state, "value": token.value,
        "rotation": token.rotation, "fill": token.fill, "stroke": token.stroke, "scale": token.scale,
        "turn": token.turn, "shape": token.shape, "note": token.note, "note_at": token.note_at,
        "paths": list(map(list, token.paths)), "sides": token.sides,
    }  # fmt: skip


def spacing(points: list[Point]) -> float:
    """Roughly the distance between neighbours: the smallest over all points but a few."""
    found = []
    for k, (x, y) in enumerate(points):
        others = points[max(0, k - 60) : k] + points[k + 1 : k + 60]
        found.append(min((((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in others), default=1.0))
    found = sorted(one for one in found if one > 1e-6)
    return found[len(found) // 10] if found else 1.0
