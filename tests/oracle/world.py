"""The fixed part of a game: players, containers, components, phases, and what its states hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from petteia.board import Direction, SiteType
from petteia.ludemes.boards.making import board_of
from petteia.ludemes.registry import Ludeme

from .errors import NotRead

CELL, VERTEX, EDGE = SiteType.Cell, SiteType.Vertex, SiteType.Edge
STACKED = (
    "PlaceStack PlaceRandomStack PlaceRandomCounts CountStack SizeStack TopLevel LevelIterator WhereLevelPiece "
    "WhereLevelWhat"
)
STATEFUL = "StateAt SetState SitesState Flip Roll ForEachDie"


@dataclass
class Component:
    """A kind of piece: its number, its name with and without the owner's number, and its own rule of movement."""

    index: int
    name: str
    plain: str
    owner: int
    facing: Direction | None = None
    generator: Any = None
    flips: tuple[int, int] | None = None
    faces: tuple[int, ...] = ()


@dataclass
class NamedRegion:
    """An item `regions`: each of its functions gives a set of sites, worked out once."""

    name: str
    owner: int
    functions: list[Any]
    parts: list[tuple[int, ...]] = field(default_factory=list)


def every(node: Any) -> Iterator[Ludeme]:
    """A ludeme and all that are written within it, in the order written."""
    if isinstance(node, (list, tuple)):
        for one in node:
            yield from every(one)
    elif isinstance(node, Ludeme):
        yield node
        for _, value in node.arguments():
            yield from every(value)


def is_constant(value: Any, number: Any) -> bool:
    """True if an argument is written as this very number or truth value."""
    if isinstance(value, (bool, int)):
        return value == number
    return type(value).__name__ in ("IntConstant", "BooleanConstant") and value.value == number


class World:
    """The fixed part of a game."""

    def __init__(self, game: Any) -> None:
        self.game = game
        if type(game).__name__ != "Game":
            raise NotRead("match")
        if game.mode is not None and game.mode.mode.name != "Alternating":
            raise NotRead(f"mode {game.mode.mode.name}")
        self.rules = game.rules
        self.used = list(every(game))
        self.names = {type(one).__name__ for one in self.used}
        self._read_players(game.players)
        self.board = board_of(game)
        self.default = self.board.use
        self._elements = {kind: self.board.sites(kind).count for kind in SiteType}
        self._read_containers(game.equipment.items)
        self._read_components(game.equipment.items)
        self._read_phases()
        self._read_flags()

    # -- players -----------------------------------------------------------------------------------------------

    def _read_players(self, players: Any) -> None:
        if type(players).__name__ == "PlayerCount":
            self.n = players.count
            self.facings: list[Direction | None] = [None] * (self.n + 2)
        else:
            self.n = len(players.players)
            self.facings = [None, *(Direction[one.direction.name] for one in players.players), None]
        if self.n < 1:
            raise NotRead("a game without players")
        self.shared = self.n + 1

    def role_owner(self, role: Any) -> int:
        """The owner that a role of the equipment names."""
        name = "Shared" if role is None else role.name
        if name in ("Shared", "All", "Each"):
            return self.shared
        if name == "Neutral":
            return 0
        if name[0] == "P" and name[1:].isdigit():
            return int(name[1:])
        raise NotRead(f"role {name} in the equipment")

    # -- containers --------------------------------------------------------------------------------------------

    def _read_containers(self, items: list[Any]) -> None:
        self.hands: list[tuple[str, int, int, bool]] = []
        dice: dict[int, list[tuple[int, ...]]] = {}
        for item in items:
            kind = type(item).__name__
            if kind == "Hand":
                size = 1 if item.size is None else item.size
                if item.role.name == "Each":
                    self.hands += [(f"Hand{p}", size, p, False) for p in range(1, self.n + 1)]
                else:
                    owner = self.role_owner(item.role)
                    number = owner if 1 <= owner <= self.n else 0
                    self.hands.append((f"Hand{number}", size, owner, False))
            elif kind in ("Deck", "Dominoes", "Hints", "Domino", "CardPiece", "Die", "Boardless"):
                raise NotRead(kind)
        for item in items:
            if type(item).__name__ == "Dice":
                if item.role is not None and item.role.name == "Each":
                    raise NotRead("dice of each player")
                dice.setdefault(self.role_owner(item.role), []).extend(_faces(item))
        self.dice_faces = list(dice.values())
        for owner, faces in dice.items():
            number = owner if 1 <= owner <= self.n else 0
            self.hands.append((f"Dice{number}", len(faces), owner, True))
        self.containers = self.board.containers(self.hands)
        self.dice_containers = [i for i, one in enumerate(self.containers) if one.is_dice]
        self.first_hand = self.board.num_sites
        self.total_sites = (
            self.containers[-1].first + self.containers[-1].count if len(self.containers) > 1 else (self.first_hand)
        )
        self.has_dice = bool(self.dice_containers)

    def container_of(self, site: int) -> int:
        """The container that a global site number belongs to."""
        for index in range(len(self.containers) - 1, 0, -1):
            one = self.containers[index]
            if one.first <= site < one.first + one.count:
                return index
        return 0

    def hand_of(self, owner: int) -> int | None:
        """The first hand (no dice) that a player owns."""
        for index, one in enumerate(self.containers):
            if index and not one.is_dice and one.owner == owner:
                return index
        return None

    def elements(self, kind: SiteType) -> int:
        """The number of sites of a type on the board."""
        return self._elements[kind]

    # -- components --------------------------------------------------------------------------------------------

    def _read_components(self, items: list[Any]) -> None:
        self.components: list[Component] = [Component(0, "", "", 0)]
        for owner, faces in (
            (c.owner, f)
            for c, f in zip((self.containers[i] for i in self.dice_containers), self.dice_faces, strict=True)
        ):
            for one in faces:
                self._component(f"Die{len(self.components)}", owner, None, faces=one)
        for item in items:
            kind = type(item).__name__
            if kind == "Tile":
                raise NotRead("tile")
            if kind == "Piece":
                self._pieces(item)
        if len(self.components) == 1:
            for player in range(1, self.n + 1):
                self._component(f"Ball{player}", player, None)

    def _pieces(self, item: Any) -> None:
        name = "Each" if item.role is None else item.role.name
        owners = list(range(1, self.n + 1)) if name == "Each" else [self.role_owner(item.role)]
        for owner in owners:
            self._component(item.name, owner, item)

    def _component(self, written: str, owner: int, item: Any, faces: tuple[int, ...] = ()) -> None:
        name = written
        if "Domino" not in written and "Die" not in written and owner != self.shared and (self.n != 1 or owner == 0):
            name += str(owner)
        facing = self.facings[owner] if owner <= self.n else None
        if facing is None and item is not None and item.direction is not None:
            facing = Direction[item.direction.name]
        one = Component(len(self.components), name, written.rstrip("0123456789"), owner, facing, faces=faces)
        if item is not None:
            one.generator = item.generator
            if item.flips is not None:
                one.flips = (item.flips.flip_a, item.flips.flip_b)
        self.components.append(one)

    def owner(self, what: int) -> int:
        """The owner of a component."""
        return self.components[what].owner if 0 < what < len(self.components) else 0

    # -- phases and what states hold ---------------------------------------------------------------------------

    def _read_phases(self) -> None:
        rules = self.rules
        if type(rules).__name__ == "PlainRules":
            self.phases: list[Any] = [None]
            self.plays: list[list[Any]] = [[rules.play.moves]]
        else:
            self.phases = list(rules.phases)
            common = [] if rules.play is None else [rules.play.moves]
            self.plays = [[p.play.moves, *common] if p.play is not None else common for p in self.phases]
            if any(p.mode is not None for p in self.phases):
                raise NotRead("mode of a phase")

    def _read_flags(self) -> None:
        has = self.names.__contains__
        large = any(getattr(one, "large_stack", None) for one in self.game.equipment.items)
        self.stacking = large or any(map(has, STACKED.split())) or any(map(_asks_stack, self.used))
        if not self.stacking and any(map(_may_ask_stack, self.used)):
            raise NotRead("levels where no other rule asks for stacks")
        self.count = not self.stacking and (len(self.containers) > 1 or any(map(_asks_count, self.used)))
        self.teams = has("SetTeam") or has("SetStartTeam")
        self.scores = any(map(has, ("Score", "SetScore", "AddScore", "AddScores", "SetStartScore", "ByScore")))
        self.types = {self.default}
        if len(self.containers) > 1:
            self.types.add(CELL)
        for one in self.used:
            for value in vars(one).values():
                if type(value).__name__ == "SiteType" and type(one).__name__ not in ("Board", "Boardless"):
                    self.types.add(SiteType[value.name])
        self.graph = self.default is not CELL or any(t is not CELL for t in self.types)
        owners = [one.owner for one in self.components[1:]]
        has_state = any(map(has, STATEFUL.split())) or any(vars(one).get("state") is not None for one in self.used)
        self.who_is_what = (
            not self.stacking
            and not self.count
            and not self.graph
            and not has_state
            and len(owners) <= self.n
            and all(owners.count(p) <= 1 for p in range(self.n + 1))
        )
        self.stored = {kind: self.total_sites if kind is CELL else self.elements(kind) for kind in self.types}
        self.swap_removal = not self.stacking and len(self.types) == 1 and self.default is not EDGE


def _faces(item: Any) -> list[tuple[int, ...]]:
    number = 6 if item.faces_each is None else item.faces_each
    first = 1 if item.from_ is None else item.from_
    if item.faces_by_die is not None:
        return [tuple(one) for one in item.faces_by_die]
    faces = tuple(item.faces) if item.faces is not None else tuple(range(first, first + number))
    return [faces] * item.number


def _asks_stack(one: Any) -> bool:
    name = type(one).__name__
    values = vars(one)
    if values.get("stack"):
        return True
    if name == "ForEachPiece":
        return values.get("top") is not None
    if name in ("FromTo", "Move", "MoveFromTo"):
        return one.from_.level is not None
    return name in ("Add", "MoveAdd") and one.to.level is not None


def _may_ask_stack(one: Any) -> bool:
    """True if a level is written where the specification does not say whether it makes the game one of stacks."""
    return type(one).__name__ in ("From", "To") and one.level is not None


def _asks_count(one: Any) -> bool:
    name = type(one).__name__
    if name in ("SetStartCount", "Sow", "CountAt", "HandSite"):
        return True
    if name in ("PlaceItem", "Add", "MoveAdd"):
        return one.count is not None and not is_constant(one.count, 1)
    if name == "PlaceOnSites":
        return one.counts is not None
    return False
