"""Concepts: facts of a rule set, computed from its bound ludemes and its start position.

A concept has a name as in the published list and a number: 1 or 0 for those that hold or not. `CONCEPTS` lists them
all with their meaning; stated constraints of incomplete descriptions and distances between games are made of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError
from petteia.lang.show import plain_text
from petteia.ludemes.registry import Ludeme
from petteia.ludemes.types import Moves

from .holes import Constraint

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.ludemes import Game as GameLudeme

_CELL = re.compile(r"\bCell\b")
_CAPTURES = ("custodial", "intervene", "surround", "enclose", "directional")


@dataclass(frozen=True)
class _Part:
    """A ludeme with its title, the words among its arguments, and the section and clauses it stands in."""

    ludeme: Ludeme
    title: str
    words: frozenset[str]
    section: str
    outer: tuple[str, ...]


class Subject:
    """A bound game, and where it was built, its start position."""

    def __init__(self, bound: GameLudeme, game: Game | None = None) -> None:
        self.bound = bound
        self.game = game
        self.parts = list(_parts(bound))

    @cached_property
    def titles(self) -> frozenset[str]:
        """The titles of all ludemes."""
        return frozenset(part.title for part in self.parts)

    def has(self, *titles: str, section: str = "") -> bool:
        """True if a ludeme with one of some titles stands in a section, or anywhere."""
        if not section:
            return any(title in self.titles for title in titles)
        return any(part.title in titles and part.section == section for part in self.parts)

    def starts(self, *beginnings: str, section: str = "") -> bool:
        """The same for the beginnings of titles."""
        return any(
            part.title.startswith(beginnings) and (not section or part.section == section) for part in self.parts
        )

    def with_word(self, title: str, *words: str) -> bool:
        """True if a ludeme has one of some words as an argument."""
        return any(part.title.startswith(title) and part.words & set(words) for part in self.parts)

    def inside(self, title: str, *outer: str) -> bool:
        """True if a ludeme stands inside another."""
        return any(part.title == title and any(one in part.outer for one in outer) for part in self.parts)

    @cached_property
    def standing(self) -> tuple[int, int]:
        """Pieces at the start on the board and in hands."""
        if self.game is None:
            return 0, 0
        return standing_pieces(self.game)

    @cached_property
    def kinds(self) -> tuple[int, int]:
        """Kinds of pieces: all, and on average those of a player."""
        if self.game is None:
            return 0, 0
        players = self.game.players
        kinds = [one for one in self.game.facts.components if not one.faces]
        owned = [one for one in kinds if 1 <= one.owner <= players]
        return len(kinds), round(len(owned) / players) if players else 0


def standing_pieces(game: Game) -> tuple[int, int]:
    """Pieces at the start on the board and in hands."""
    board, hand = 0, 0
    hands = {one.name for one in game.facts.containers[1:] if not one.is_dice}
    dice = {one.name for one in game.facts.containers if one.is_dice}
    for piece in game.start(seed=1).pieces():
        if piece.label in hands:
            hand += piece.count
        elif piece.label not in dice:
            board += piece.count
    return board, hand


def published_pieces(game: Game) -> tuple[int, int]:
    """The same as the published numbers have it.

    compat: dice count as pieces in hand, but sites of hands are cells, and only the types of sites that the rules
    mention are seen.
    """
    board, hand = standing_pieces(game)
    dice = sum(len(one.sites) for one in game.facts.containers if one.is_dice)
    return board, hand + dice if _mentions_cells(game) else 0


def _mentions_cells(game: Game) -> bool:
    from petteia.game.loading import expand_recipe

    return game.facts.letter == "C" or bool(_CELL.search(expand_recipe(game.recipe).text))


def _parts(bound: GameLudeme) -> Iterable[_Part]:
    stack: list[tuple[Ludeme, str, tuple[str, ...]]] = [(bound, "game", ())]
    seen: set[tuple[int, str]] = set()
    while stack:
        ludeme, section, outer = stack.pop()
        if (id(ludeme), section) in seen:
            continue
        seen.add((id(ludeme), section))
        keyword = ludeme.keyword
        if section in ("game", "rules") and keyword in (
            "equipment",
            "start",
            "play",
            "end",
            "players",
            "rules",
            "meta",
        ):
            section = keyword
        title = ludeme.title
        words = frozenset(_words(ludeme))
        yield _Part(ludeme, title, words, section, outer)
        inner = (*outer, keyword or type(ludeme).__name__)
        stack.extend((child, section, inner) for child in ludeme.children())


def _words(ludeme: Ludeme) -> Iterable[str]:
    for _, value in ludeme.arguments():
        for one in value if isinstance(value, list) else [value]:
            if not isinstance(one, Ludeme):
                text = plain_text(one)
                yield text.rpartition(".")[2] if "." in text and not text.startswith("'") else text


OF_POSITION = frozenset({
    "StackState", "Stack", "Cell", "Vertex", "Edge", "NumDice", "NumPlayers", "NumPlayableSites", "NumComponentsType",
    "NumComponentsTypePerPlayer", "NumStartComponentsBoard", "NumStartComponentsHand", "NumStartComponents",
    "NumStartComponentsPerPlayer",
})  # fmt: skip
"""Concepts that need the built game."""
Rule = Callable[[Subject], float | bool]
CONCEPTS: dict[str, tuple[str, Rule]] = {}


def _concept(name: str, meaning: str, rule: Rule) -> None:
    CONCEPTS[name] = (meaning, rule)


def _shape(*names: str) -> Rule:
    return lambda s: any(
        part.title.split(" ")[0] in names for part in s.parts if part.section == "equipment"
    ) or any(s.with_word(title, *names) for title in ("hex", "concentric", "square"))  # fmt: skip


def _captures(s: Subject) -> bool:
    return s.has("remove", "move Remove", *_CAPTURES) or _sow_captures(s)


def _sow_captures(s: Subject) -> bool:
    return s.has("sow") and (
        any(part.title == "sow" and dict(part.ludeme.arguments()).get("apply") is not None for part in s.parts)
        or s.has("fromTo", "remove", "addScore")
    )


def _ends_by(*titles: str) -> Rule:
    return lambda s: s.has(*titles, section="end")


def _register() -> None:
    add = _concept
    add("Sow", "pieces are sown", lambda s: s.has("sow"))
    add("SowCapture", "sowing captures", _sow_captures)
    add("Capture", "pieces are captured", _captures)
    add("ReplacementCapture", "the piece on the site moved to is captured",
        lambda s: s.inside("remove", "to", "apply") and any("to" in part.title for part in s.parts))  # fmt: skip
    add("HopCapture", "hopping over a piece captures it", lambda s: s.has("move Hop") and s.inside("remove", "between"))
    for word in _CAPTURES:
        add(f"{word.title()}Capture", f"pieces are captured by `{word}`", lambda s, word=word: s.has(word))  # type: ignore[misc]
    add("Dice", "there are dice", lambda s: s.starts("dice", section="equipment"))
    add("NumDice", "number of dice", _dice)
    add("Roll", "dice are rolled", lambda s: s.has("roll"))
    add("Hand", "there are hands", lambda s: s.starts("hand", section="equipment"))
    add("Track", "there are tracks", lambda s: s.starts("track", section="equipment") or s.starts("mancalaBoard"))
    add("Phase", "the rules have phases", lambda s: s.has("phase"))
    for kind in ("Step", "Hop", "Slide", "Leap", "Add", "Remove", "Select", "Pass", "Promote", "Shoot", "Bet"):
        add(f"{kind}Decision", f"players choose among moves of kind {kind}", lambda s, kind=kind: s.has(f"move {kind}"))  # type: ignore[misc]
        add(kind, f"there are moves or effects of kind {kind}",
            lambda s, kind=kind: s.has(f"move {kind}", kind.lower()))  # type: ignore[misc]  # fmt: skip
    add("FromToDecision", "players choose among moves from a site to another",
        lambda s: any(part.title == "move" for part in s.parts))  # fmt: skip
    add("PromotionEffect", "pieces are promoted", lambda s: s.has("promote"))
    add("Line", "lines of pieces count", lambda s: s.has("is Line"))
    add("LineEnd", "a line ends the game", _ends_by("is Line"))
    add("Connection", "connected pieces count", lambda s: s.has("is Connected"))
    add("ConnectionEnd", "a connection ends the game", _ends_by("is Connected"))
    add("TerritoryEnd", "territory decides", lambda s: s.has("size Territory", section="end"))
    add("EliminatePiecesEnd", "who has no pieces, or few, loses",
        lambda s: s.has("no Pieces", "count Pieces", section="end"))  # fmt: skip
    add("NoOwnPiecesWin", "who has no pieces left wins", _no_own_pieces_win)
    add("NoMovesEnd", "who cannot move ends the game", _ends_by("no Moves"))
    add("Checkmate", "checkmate ends the game", lambda s: s.has("is Threatened") and s.has("can Move", "no Moves"))
    add("ScoringEnd", "scores decide", lambda s: s.has("byScore", "score", section="end"))
    add("Scoring", "there are scores", lambda s: s.has("byScore", "score", "addScore", "set Score"))
    add("StackState", "pieces stand on each other", lambda s: bool(s.game and s.game.facts.stacking))
    add("Stack", "pieces stand on each other", lambda s: bool(s.game and s.game.facts.stacking))
    add("PieceValue", "pieces have values", lambda s: s.starts("value Piece", "set Value"))
    add("PieceDirection", "pieces face a direction", _piece_direction)
    add("PlayersWithDirections", "players face directions", lambda s: s.has("player"))
    add("SquareTiling", "the board is tiled by squares", _shape("square", "rectangle", "Square"))
    add("SquareShape", "the board is square", _shape("square", "Square"))
    add("RectangleShape", "the board is a rectangle", _shape("rectangle", "mancalaBoard"))
    add("RegularShape", "the board has a regular shape", _shape("regular", "square", "hex", "tri", "Square"))
    add("HexTiling", "the board is tiled by hexagons", _shape("hex", "Hexagon"))
    add("Cell", "play is on cells", lambda s: bool(s.game and s.game.facts.letter == "C"))
    add("Vertex", "play is on vertices", lambda s: bool(s.game and s.game.facts.letter == "V"))
    add("Edge", "play is on edges", lambda s: bool(s.game and s.game.facts.letter == "E"))
    for name in ("Adjacent", "Orthogonal", "Diagonal", "All", "Forward", "Backward"):
        rule = _direction(name)
        add(f"{name}Direction", f"moves go in the direction {name}", rule)
        add(f"{name}Directions", f"moves go in the direction {name}", rule)
    add("NumPlayers", "number of players", lambda s: float(s.game.players) if s.game else 0.0)
    add(
        "NumPlayableSites",
        "number of sites of the board",
        lambda s: float(len(s.game.facts.containers[0].sites)) if s.game else 0.0,
    )
    add("NumComponentsType", "kinds of pieces", lambda s: float(s.kinds[0]))
    add("NumComponentsTypePerPlayer", "kinds of pieces of a player", lambda s: float(s.kinds[1]))
    add("NumStartComponentsBoard", "pieces on the board at the start", lambda s: float(s.standing[0]))
    add("NumStartComponentsHand", "pieces in hands at the start", lambda s: float(s.standing[1]))
    add("NumStartComponents", "pieces at the start", lambda s: float(sum(s.standing)))
    add("NumStartComponentsPerPlayer", "pieces at the start by player",
        lambda s: sum(s.standing) / s.game.players if s.game and s.game.players else 0.0)  # fmt: skip


def _dice(s: Subject) -> float:
    if s.game is None:
        return 0.0
    return float(sum(len(one.sites) for one in s.game.facts.containers if one.is_dice))


def _no_own_pieces_win(s: Subject) -> bool:
    return any(
        part.title == "no Pieces" and part.section == "end" and "Mover" in part.words for part in s.parts
    )  # fmt: skip


def _piece_direction(s: Subject) -> bool:
    return any(
        part.title == "piece" and any(re.fullmatch("[NESW]{1,3}", word) for word in part.words) for part in s.parts
    )


def _direction(name: str) -> Rule:
    def rule(s: Subject) -> bool:
        if any(name in part.words for part in s.parts):
            return True
        # a step or hop that names no direction goes to adjacent sites
        return name == "Adjacent" and any(
            isinstance(part.ludeme, Moves) and part.title in ("move Step", "move Hop", "step", "hop")
            and not dict(part.ludeme.arguments()).keys() & {"direction", "directions"}
            for part in s.parts
        )  # fmt: skip

    return rule


_register()


def concepts_of(bound: GameLudeme, game: Game | None = None) -> dict[str, float]:
    """All concepts of a rule set; those of the start position need the built game."""
    subject = Subject(bound, game)
    return {name: float(rule(subject)) for name, (_, rule) in CONCEPTS.items()}


def of_rules(bound: GameLudeme, wanted: Collection[str]) -> dict[str, float]:
    """The wanted concepts that the ludemes alone tell."""
    subject = Subject(bound)
    found = {name: float(CONCEPTS[name][1](subject)) for name in wanted if name in CONCEPTS and name not in OF_POSITION}
    if "NumComponentsTypePerPlayer" in wanted:
        pieces = [part.words for part in subject.parts if part.title.startswith("piece")]
        shared = sum("Each" in words for words in pieces)
        single = max((sum(role in words for words in pieces) for role in ("P1", "P2")), default=0)
        found["NumComponentsTypePerPlayer"] = float(shared + single)
    return found


def broken(constraints: Iterable[Constraint], found: dict[str, float]) -> list[str]:
    """The stated concepts that do not hold; a concept that is not known counts as kept, see `unknown`."""
    return [
        f"{one} is asked for, it is {found[one.concept]:g}"
        for one in constraints
        if one.concept in found and not one.low <= found[one.concept] <= one.high
    ]


def check_consistent(constraints: Iterable[Constraint]) -> None:
    """Raises if no number can be what is stated of a concept."""
    stated: dict[str, Constraint] = {}
    for one in constraints:
        other = stated.get(one.concept, one)
        low, high = max(one.low, other.low), min(one.high, other.high)
        if low > high:
            both = f"{other} and {one}" if other is not one else str(one)
            raise PetteiaError(f"what is stated contradicts itself: {both}")
        stated[one.concept] = Constraint(one.concept, low, high)


def unknown(constraints: Iterable[Constraint]) -> list[str]:
    """The stated concepts that are not computed."""
    return [one.concept for one in constraints if one.concept not in CONCEPTS]


__all__ = ["CONCEPTS", "Subject", "broken", "check_consistent", "concepts_of", "unknown"]
