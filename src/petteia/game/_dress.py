"""The graphics items of a game's metadata, read into what drawing asks: styles, colours, marks, how pieces look.

Each item is obeyed, or it is listed in `ignored` with the reason; none is an error. `docs/graphics.md` says what they
mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from petteia.draw import Symbol, Token
from petteia.draw.names import drawn_as, family_of, plain_name
from petteia.draw.shapes import PLAIN, SHAPES

from .facts import ComponentFacts, Facts

Item = dict[str, Any]

_ROLE = re.compile(r"P(\d+)|Neutral|Shared|All|Each|Mover|Next|Any")
_SITE_TYPES = {"Vertex": "V", "Edge": "E", "Cell": "C"}
_STYLES = {
    "board", "hand", "deck", "dice", "boardless", "connectivegoal", "mancala", "penandpaper", "shibumi", "spiral",
    "isometric", "puzzle", "backgammon", "chess", "connect4", "go", "graph", "houndsandjackals", "janggi", "lasca",
    "shogi", "snakesandladders", "surakarta", "table", "tafl", "xiangqi", "ultimatetictactoe", "futoshiki", "hashi",
    "kakuro", "sudoku",
}  # fmt: skip
_STACKED = {
    "Default": "", "Ground": "ground", "GroundDynamic": "ground", "Reverse": "", "Fan": "fan", "FanAlternating": "fan",
    "None": "count", "Backgammon": "column", "Count": "count", "DefaultAndCount": "", "CountColoured": "count",
    "Ring": "ring", "TowardsCenter": "ring",
}  # fmt: skip
_LINE_STYLES = {
    "Thin": (0.03, ""), "Thick": (0.08, ""), "ThinDotted": (0.03, "dotted"), "ThickDotted": (0.08, "dotted"),
    "ThinDashed": (0.03, "dashed"), "ThickDashed": (0.08, "dashed"),
}  # fmt: skip
_WOODS = {True: "#f6deb0", False: "#e3bd80"}
"""The tiles of the first player, and of others."""
_NOTES = {"Middle": "middle", "CornerLeft": "left", "CornerRight": "right", "Top": "top", "None": ""}


@dataclass(frozen=True)
class PieceRule:
    """An item about pieces: for whom it holds, and the item."""

    kind: str
    owner: int | None
    name: str
    container: int | None
    state: int | None
    value: int | None
    item: Item = field(compare=False)

    def fits(self, component: ComponentFacts, owner: int, state: int, value: int, container: int) -> bool:
        """True if it holds for a piece."""
        return (
            self.owner in (None, owner)
            and self.name in ("", component.name, component.word)
            and self.container in (None, container)
            and self.state in (None, state)
            and self.value in (None, value)
        )


@dataclass(frozen=True)
class Shown:
    """Sites that an item names, with their type, and the item."""

    letter: str
    sites: tuple[int, ...]
    item: Item = field(compare=False)


@dataclass(frozen=True)
class EdgeRule:
    """How some edges are drawn: all, `Inner` or `Outer` ones, `Orthogonal` or `Diagonal` ones."""

    which: str
    relation: str
    hidden: bool
    width: float
    dash: str
    colour: str | None


class Dress:
    """The looks that the graphics items of a game ask for."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.style = ""
        self.colours: dict[str, str] = {}
        self.widths: dict[str, float] = {}
        self.players: dict[int, str] = {}
        self.player_names: dict[int, str] = {}
        self.flags: set[str] = set()
        self.zoom = 1.0
        self.grounds: list[tuple[str, Item]] = []
        self.pieces: list[PieceRule] = []
        self.regions: list[tuple[Shown, str]] = []
        self.symbols: list[Shown] = []
        self.lines: list[Item] = []
        self.edges: list[EdgeRule] = []
        self.stacks: list[Item] = []
        self.holes: dict[int, str] = {}
        self.checks: list[str] = []
        self.scores: dict[int, tuple[str, str]] = {}
        self.families: tuple[str, ...] = ()
        self.paths = {number: tuple(map(tuple, paths)) for number, paths in facts.looks["paths"]}
        self.ignored: list[tuple[str, str]] = []
        """Items that are not obeyed, each with the reason."""
        self.count = 0
        for item in facts.looks["items"]:
            self.count += 1
            handler = _HANDLERS.get((item["keyword"], item["kind"])) or _HANDLERS.get((item["keyword"], "*"))
            reason = handler(self, item) if handler else "nothing is known of it"
            if reason:
                self.ignored.append((item["text"], reason))
        self.family = family_of(one.word for one in facts.components if not one.faces)

    # -- what items name ----------------------------------------------------------------------------------------

    def _owner(self, args: list[Any]) -> int | None:
        for word in args:
            if isinstance(word, str) and (found := _ROLE.fullmatch(word)):
                if found[1]:
                    return int(found[1])
                return 0 if word in ("Neutral", "Shared") else None
        return None

    def _sites(self, args: list[Any]) -> tuple[str, list[int]] | str:
        """The sites of an item and their type, or why they are not known."""
        named = [word for word in args if isinstance(word, str)]
        letter = next((_SITE_TYPES[word] for word in named if word in _SITE_TYPES), "")
        owner = self._owner(args)
        found: list[int] | None = None
        for value in args:
            if isinstance(value, int) and not isinstance(value, bool):
                found = [value]
            elif isinstance(value, list):
                found = [one for one in value if isinstance(one, int)]
            elif isinstance(value, dict) and "sites" in value:
                found = list(value["sites"])
            elif isinstance(value, dict) and "clause" in value:
                return "its sites change in play"
        names = [word for word in named if word not in _SITE_TYPES and not _ROLE.fullmatch(word)]
        if found is None:
            found = self._region(names, owner)
        if found is None:
            return "no region is called so"
        return letter, found

    def _region(self, names: list[str], owner: int | None) -> list[int] | None:
        looked = [
            part
            for name, of, parts in self.facts.looks["regions"]
            for part in parts
            if name in names and owner in (None, of)
        ]
        if looked:
            return sorted({site for part in looked for site in part})
        for name in names:
            if name in self.facts.by_label:
                return [self.facts.by_label[name]]
        if not names and owner is not None:
            parts = [part for _, of, parts in self.facts.looks["regions"] for part in parts if of == owner]
            return sorted({site for part in parts for site in part}) if parts else None
        return None

    def _names(self, args: list[Any]) -> list[str]:
        return [
            word for word in args if isinstance(word, str) and not _ROLE.fullmatch(word) and word not in _SITE_TYPES
        ]

    # -- pieces -------------------------------------------------------------------------------------------------

    def token(self, token: Token, component: ComponentFacts, container: int) -> Token:
        """A piece as the game wants it drawn."""
        rules = [
            one.item | {"rule": one.kind}
            for one in self.pieces
            if one.fits(component, token.owner, token.state, token.value, container)
        ]
        name = component.word
        for one in rules:
            if one["rule"] in ("Rename", "ExtendName"):
                names = self._names(one["args"])
                name = (names[-1] if one["rule"] == "Rename" else name + names[-1]) if names else name
            elif one["rule"] == "AddStateToName" and token.state:
                name = f"{name}{token.state}"
        return _Piece(self, token, name, rules).made()


class _Piece:
    """Dresses one piece."""

    def __init__(self, dress: Dress, token: Token, name: str, rules: list[Item]) -> None:
        self.dress, self.token, self.name, self.rules = dress, token, name, rules
        self.fill = self.stroke = ""
        self.scale, self.scale_y, self.turn = 1.0, 0.0, 0.0
        self.under: list[Symbol] = []
        self.over: list[Symbol] = []
        self.note = self.note_at = ""

    def made(self) -> Token:
        from dataclasses import replace

        for one in self.rules:
            getattr(self, f"_{one['rule'].lower()}", self._nothing)(one)
        shape, glyph = drawn_as(self.name, self.token.owner, self._family())
        if not shape:  # a name that was extended may be that of a picture of others
            shape, glyph = drawn_as(self.token.kind, self.token.owner, self._family())
        if glyph and self.under:  # the ground is the piece that the glyph is written on
            self.fill, self.scale, self.scale_y = "none", self.under[-1].scale, 0.0
        if self._family() in ("shogi", "xiangqi", "janggi") and glyph:
            self._traditional(shape)
        elif self.dress.style == "shogi" and shape not in PLAIN | {"", "crowned", "double"} and not glyph:
            self._on_tile()
        if not shape and self.name.lower().startswith("dice"):
            shape = "square"
        return replace(
            self.token, shape=shape, glyph=glyph, fill=self.fill or self.token.fill, stroke=self.stroke,
            scale=self.scale, scale_y=self.scale_y, turn=self.turn, under=tuple(self.under), over=tuple(self.over),
            note=self.note or self.token.note, note_at=self.note_at or self.token.note_at,
        )  # fmt: skip

    def _family(self) -> str:
        styles = [one["args"][-1] for one in self.rules if one["rule"] == "Style"]
        known = {"ExtendedShogi": "shogi", "ExtendedXiangqi": "xiangqi"}
        return next((known[one] for one in styles if one in known), self.dress.family)

    def _traditional(self, shape: str) -> None:
        """Pieces with characters are of one wood; the characters, or where they point, tell whose they are."""
        first = self.token.owner == 1
        if shape == "shogi":
            self.fill = self.fill or _WOODS[first]
            self.turn = self.turn or (0.0 if first else 180.0)
            promoted = drawn_as(self.name, 1, "shogi").glyph in "と杏圭全龍馬太雁鵰"
            self.stroke = self.stroke or ("#b3261e" if promoted else "#2b211a")
        else:
            self.fill = self.fill or "#f7e8c8"
            self.stroke = self.stroke or (
                "#b3261e" if first else "#1d2b4f" if self.dress.family == "janggi" else "#1e1a17"
            )

    def _on_tile(self) -> None:
        """Pictures stand on tiles where those of shogi do, for what counts is where they point."""
        first = self.token.owner == 1
        self.turn = self.turn or (0.0 if first else 180.0)
        self.under.append(Symbol((0.0, 0.0), "shogitile", _WOODS[first], "rim", 1.0, self.turn))
        self.scale *= 0.6

    def _nothing(self, item: Item) -> None:
        """Items that are no matter of this piece's looks."""

    def _colour(self, item: Item) -> None:
        named = item["named"]
        self.fill = named["fillColour"].get("colour") or "none" if "fillColour" in named else self.fill
        self.stroke = named["strokeColour"].get("colour") or self.stroke if "strokeColour" in named else self.stroke

    def _scale(self, item: Item) -> None:
        numbers = [one for one in item["args"] if isinstance(one, int | float) and not isinstance(one, bool)]
        wide = float(item["named"].get("scaleX", numbers[-1] if numbers else 1.0))
        high = float(item["named"].get("scaleY", wide))
        self.scale, self.scale_y = (min(2.0, max(0.15, one)) for one in (wide, high))

    def _rotate(self, item: Item) -> None:
        self.turn = float(item["named"].get("degrees", 0))

    def _background(self, item: Item) -> None:
        self.under.append(self._ground(item))

    def _foreground(self, item: Item) -> None:
        self.over.append(self._ground(item))

    def _ground(self, item: Item) -> Symbol:
        """Symbols below or on a piece, whatever its own size is."""
        named = item["named"]
        return ground_symbol(item, (float(named.get("offsetX", 0)), float(named.get("offsetY", 0))), 1.0)

    def _shown(self, item: Item) -> None:
        words = item["args"]
        number = self.token.value if "Value" in words else self.token.state
        self.note = str(number)
        self.note_at = next((_NOTES[word] for word in words if word in _NOTES), "middle")


def ground_symbol(item: Item, at: tuple[float, float], scale: float, layer: str = "") -> Symbol:
    """The symbol that a fore- or background asks for."""
    named = item["named"]
    wide = float(named.get("scaleX", named.get("scale", 1.0))) * scale
    high = float(named.get("scaleY", named.get("scale", 1.0))) * scale
    fill, edge = (named.get(word, {}).get("colour", "") for word in ("fillColour", "edgeColour"))
    image, turn = str(named.get("image", "")), float(named.get("rotation", 0))
    return Symbol(at, image, fill, edge, wide, turn, str(named.get("text", "")), high, layer)


# -- one function an item: it takes note, and returns why it cannot ----------------------------------------------


def _board_colour(dress: Dress, item: Item) -> str:
    part, colour = item["args"][0], item["args"][-1]
    if not isinstance(colour, dict) or "colour" not in colour:
        return "it names no colour"
    dress.colours[str(part)] = colour["colour"]
    return ""


def _board_style(dress: Dress, item: Item) -> str:
    word = str(item["args"][0]).lower()
    if word not in _STYLES:
        return "no such style is known"
    dress.style = word
    if item["named"].get("replaceComponentsWithFilledCells"):
        dress.flags.add("filled")
    return ""


def _thickness(dress: Dress, item: Item) -> str:
    dress.widths[str(item["args"][0])] = float(item["args"][1])
    return ""


def _placement(dress: Dress, item: Item) -> str:
    dress.zoom = min(1.0, float(item["named"].get("scale", 1.0)))  # larger than the sheet cannot be
    return ""


def _ground(dress: Dress, item: Item) -> str:
    image = item["named"].get("image", "")
    if image and not item["named"].get("text") and drawn_as(str(image), 0).shape not in SHAPES and len(str(image)) > 2:
        return f"no picture is called {image}"
    dress.grounds.append((item["kind"].lower(), item))
    return ""


def _flag(word: str) -> Callable[[Dress, Item], str]:
    def note(dress: Dress, item: Item) -> str:
        if item["args"][:1] != [False]:
            dress.flags.add(word)
        return ""

    return note


def _player_colour(dress: Dress, item: Item) -> str:
    colour = item["args"][-1]
    if not isinstance(colour, dict) or "colour" not in colour:
        return "it names no colour"
    owner = dress._owner(item["args"])
    owners = [owner] if owner is not None else list(range(1, dress.facts.players + 1))
    dress.players |= dict.fromkeys(owners, str(colour["colour"]))
    return ""


def _player_name(dress: Dress, item: Item) -> str:
    owner = dress._owner(item["args"])
    if owner is None:
        return "it names no player"
    dress.player_names[owner] = str(item["args"][-1])
    return ""


def _piece(dress: Dress, item: Item) -> str:
    named = item["named"]
    name = str(named.get("piece", ""))
    if not name and item["kind"] not in ("Rename", "ExtendName", "AddStateToName"):
        taken = set(_NOTES) | {"State", "Value"} | ({item["args"][-1]} if item["kind"] == "Style" else set())
        name = next((one for one in dress._names(item["args"]) if one not in taken), "")
    kind = "Shown" if item["keyword"] == "show" else item["kind"]
    if kind in ("Foreground", "Background"):
        image = str(named.get("image", ""))
        if image and not named.get("text") and drawn_as(image, 0).shape not in SHAPES and len(image) > 2:
            return f"no picture is called {image}"
    rule = PieceRule(
        kind, dress._owner(item["args"]), name, named.get("container"), named.get("state"), named.get("value"), item
    )
    dress.pieces.append(rule)
    return ""


def _families(dress: Dress, item: Item) -> str:
    dress.families = tuple(str(one) for value in item["args"] if isinstance(value, list) for one in value)
    return ""


def _piece_style(dress: Dress, item: Item) -> str:
    style = item["args"][-1]
    if style not in ("ExtendedShogi", "ExtendedXiangqi", "Piece", "Text", "Tile", "LargePiece", "Die"):
        return f"pieces cannot be drawn as {style}"
    return _piece(dress, item)


def _region_colour(dress: Dress, item: Item) -> str:
    colour = next((one["colour"] for one in item["args"] if isinstance(one, dict) and "colour" in one), None)
    if colour is None:
        return "it names no colour"
    known = dress._sites([one for one in item["args"] if not (isinstance(one, dict) and "colour" in one)])
    if isinstance(known, str):
        return known
    letter, sites = known
    dress.regions.append((Shown(letter or dress.facts.letter, tuple(sites), item), colour))
    return ""


def _symbol(dress: Dress, item: Item) -> str:
    args = list(item["args"])
    image = args.pop(0) if args and isinstance(args[0], str) else ""
    text = str(item["named"].get("text", ""))
    if not text and drawn_as(str(image), 0).shape not in SHAPES and len(str(image)) > 2:
        return f"no picture is called {image}"
    known = dress._sites(args)
    if isinstance(known, str):
        return known
    letter, sites = known
    named = item["named"] | {"image": image}
    dress.symbols.append(Shown(letter or dress.facts.letter, tuple(sites), item | {"named": named}))
    return ""


def _line(dress: Dress, item: Item) -> str:
    dress.lines.append(item)
    return ""


def _edges(dress: Dress, item: Item) -> str:
    words = [one for one in item["args"] if isinstance(one, str)]
    colour = next((one["colour"] for one in item["args"] if isinstance(one, dict) and "colour" in one), None)
    width, dash = next((_LINE_STYLES[one] for one in words if one in _LINE_STYLES), (0.0, ""))
    which = next((one for one in words if one in ("All", "Inner", "Outer", "Interlayer")), "All")
    relations = ("Diagonal", "Orthogonal", "Adjacent", "OffDiagonal", "All")
    relation = next((one for one in words if one in relations and one != which), "All")
    dress.edges.append(EdgeRule(which, relation, "Hidden" in words or colour == "", width, dash, colour))
    return ""


def _check(dress: Dress, item: Item) -> str:
    dress.checks.append(next(iter(dress._names(item["args"])), "King"))
    return ""


def _score(dress: Dress, item: Item) -> str:
    words = [one for one in item["args"] if isinstance(one, str)]
    if any(isinstance(one, dict) for one in item["args"]):
        return "a score in place of the game's own is not worked out"
    when = next((one for one in words if one in ("Always", "Never", "AtEnd")), "Always")
    suffix = next((one for one in dress._names(words) if one not in ("Always", "Never", "AtEnd")), "")
    owner = dress._owner(words)
    for player in [owner] if owner else range(1, dress.facts.players + 1):
        dress.scores[player] = (when, suffix)
    return ""


def _stack(dress: Dress, item: Item) -> str:
    kind = next((one for one in item["args"] if isinstance(one, str) and one in _STACKED), None)
    if kind is None:
        return "no such way to lie is known"
    dress.stacks.append(item | {"stacked": _STACKED[kind]})
    return ""


def _hand(dress: Dress, item: Item) -> str:
    return "hands are rows below the board"


def _as_holes(dress: Dress, item: Item) -> str:
    sites = [one for value in item["args"] if isinstance(value, list) for one in value]
    shape = "square" if "Square" in item["args"] else "oval"
    dress.holes |= dict.fromkeys(sites, shape)
    return ""


def _hidden_image(dress: Dress, item: Item) -> str:
    return "what is hidden is not drawn at all"


_HANDLERS: dict[tuple[str, str], Callable[[Dress, Item], str]] = {
    ("board", "Colour"): _board_colour,
    ("board", "Style"): _board_style,
    ("board", "StyleThickness"): _thickness,
    ("board", "Placement"): _placement,
    ("board", "Checkered"): _flag("checkered"),
    ("board", "Background"): _ground,
    ("board", "Foreground"): _ground,
    ("player", "Colour"): _player_colour,
    ("player", "Name"): _player_name,
    ("piece", "Families"): _families,
    ("piece", "Style"): _piece_style,
    **{
        ("piece", kind): _piece
        for kind in ("Scale", "Colour", "Foreground", "Background", "Rename", "ExtendName", "AddStateToName", "Rotate")
    },
    ("region", "Colour"): _region_colour,
    ("show", "Edges"): _edges,
    ("show", "Symbol"): _symbol,
    ("show", "Line"): _line,
    ("show", "Check"): _check,
    ("show", "Score"): _score,
    ("show", "Piece"): _piece,
    ("show", "AsHoles"): _as_holes,
    ("show", "LocalStateHoles"): _flag("state holes"),
    ("show", "PlayerHoles"): _flag("player holes"),
    ("show", "RegionOwner"): _flag("region owner"),
    ("show", "Pits"): _flag("pits"),
    ("show", "CurvedEdges"): _flag("curved"),
    ("show", "StraightEdges"): _flag("straight"),
    ("no", "Board"): _flag("no board"),
    ("no", "Sunken"): _flag("no sunken"),
    ("no", "Curves"): _flag("straight"),
    ("no", "Animation"): _flag("no animation"),
    ("stackType", ""): _stack,
    ("hand", "Placement"): _hand,
    ("hiddenImage", ""): _hidden_image,
    ("adversarialPuzzle", ""): _flag("adversarial puzzle"),
}  # fmt: skip


def tells_pieces_apart(dress: Dress) -> bool:
    """True if pieces of one owner have to be told apart by more than their owner."""
    words: dict[int, set[str]] = {}
    for one in dress.facts.components:
        if not one.faces:
            words.setdefault(one.owner, set()).add(plain_name(one.word))
    return any(len(names) > 1 for names in words.values())
