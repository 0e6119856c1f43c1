"""The facts of a built game that Python needs at run time, as plain data that is kept with the build.

Loading a built game must cost next to nothing, so this module leans on nothing that reads or compiles games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from .about import About

if TYPE_CHECKING:
    from ._dress import Dress
    from ._painting import Painted

ListedSites = Sequence[tuple[int, ...]]
"""For each edge or cell the points that it joins."""
LETTERS = "VEC"
"""The letters of the site types: vertices, edges, cells."""


class ContainerFacts(NamedTuple):
    """The board, a hand or a set of dice: the global numbers of its sites, and whose it is."""

    name: str
    first: int
    size: int
    owner: int
    is_dice: bool

    @property
    def sites(self) -> range:
        """The global numbers of its sites."""
        return range(self.first, self.first + self.size)


class ComponentFacts(NamedTuple):
    """A kind of piece or a die; `owner` 0 is nobody, players + 1 everybody, `faces` what a die can show."""

    number: int
    name: str
    owner: int
    word: str
    faces: tuple[int, ...] = ()


class OptionFacts(NamedTuple):
    """A heading of the options with its items; `chosen` and `default` are among them."""

    heading: str
    items: tuple[str, ...]
    descriptions: tuple[str, ...]
    default: str
    chosen: str


class Geometry(NamedTuple):
    """Where the sites of a board are: points, edges and cells by the points they join, centres of the default sites."""

    points: tuple[tuple[float, float], ...]
    edges: tuple[tuple[int, int], ...]
    cells: tuple[tuple[int, ...], ...]
    centres: tuple[tuple[float, float], ...]
    labels: dict[str, tuple[str, ...]]
    """The label of each site, by the letter of the site type; only types in play."""


class FieldFacts(NamedTuple):
    """A datum of the state: its dimensions, its value before the start rules, and how positions show it."""

    shape: tuple[int, ...]
    initial: int
    capacity: int
    visible: bool
    key: str = ""
    """The prefix that it has in the text of a position."""
    is_set: bool = False


class KindFacts(NamedTuple):
    """A kind of move: how many values it carries along, and how it prints."""

    name: str
    captured: int
    text: str
    letters: str


class SlotFacts(NamedTuple):
    """Where a field lies in the bytes of a native state; a list has its length elsewhere."""

    offset: int
    width: int
    signed: bool
    words: int
    shape: tuple[int, ...]
    capacity: int
    length_offset: int
    length_width: int


class PlacingFacts(NamedTuple):
    """Pieces are only placed: the field of the sets that each seat fills, their sites, and the seat by kind of move."""

    field: str
    sites: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Facts:
    """Everything about a game but its rules."""

    name: str
    players: int
    about: About
    options: tuple[OptionFacts, ...]
    rulesets: tuple[str, ...]
    ruleset: str | None
    letter: str
    is_graph: bool
    boardless: bool
    stacking: bool
    owner_is_component: bool
    containers: tuple[ContainerFacts, ...]
    components: tuple[ComponentFacts, ...]
    geometry: Geometry
    sites: int
    """How many global site numbers there are."""
    fields: dict[str, FieldFacts]
    kinds: tuple[KindFacts, ...]
    draws: bool
    moves_are_drawn: bool
    """True if it depends on chance which moves are legal."""
    outcomes: int
    """How many streams of chance meet every outcome equally often; 1 without chance, 0 if that is not known."""
    scores_in_play: bool
    """True if moves change scores; otherwise they are counted when the game ends."""
    playout: str
    """How random playouts are run, and why, in a few words."""
    state_size: int
    move_shorts: int
    slots: dict[str, SlotFacts]
    placing: PlacingFacts | None
    looks: dict[str, Any]
    """Its looks: graphics items, regions, tracks; see `petteia.game._looks`."""

    @property
    def is_puzzle(self) -> bool:
        """True if sites have values to be found, and no pieces."""
        return "domain" in self.fields

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many sites of each type in play the board has, by letter."""
        return {letter: len(labels) for letter, labels in self.geometry.labels.items()}

    @cached_property
    def by_label(self) -> dict[str, int]:
        """The default sites by label."""
        found: dict[str, int] = {}
        for site, label in enumerate(self.geometry.labels[self.letter]):
            found.setdefault(label, site)
        return found

    @cached_property
    def dress(self) -> Dress:
        """The graphics items of the description."""
        from ._dress import Dress

        return Dress(self)

    @cached_property
    def painted(self) -> Painted:
        """The board without pieces."""
        from ._painting import painted

        return painted(self)

    def to_json(self) -> dict[str, Any]:
        """The facts as JSON values: named tuples become lists."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**plain, "about": self.about.to_json()}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Facts:
        """The facts that `to_json` wrote."""
        given = dict(plain)
        points, edges, cells, centres, labels = given["geometry"]
        given["geometry"] = Geometry(
            _tuples(points),
            _tuples(edges),
            _tuples(cells),
            _tuples(centres),
            {letter: tuple(row) for letter, row in labels.items()},
        )
        given["about"] = About(**given["about"])
        given["options"] = tuple(
            OptionFacts(heading, tuple(items), tuple(descriptions), *rest)
            for heading, items, descriptions, *rest in given["options"]
        )
        given["rulesets"] = tuple(given["rulesets"])
        given["containers"] = tuple(ContainerFacts(*row) for row in given["containers"])
        given["components"] = tuple(
            ComponentFacts(number, name, owner, word, tuple(faces))
            for number, name, owner, word, faces in given["components"]
        )
        given["fields"] = {name: FieldFacts(tuple(row[0]), *row[1:]) for name, row in given["fields"].items()}
        given["kinds"] = tuple(KindFacts(*row) for row in given["kinds"])
        if given["placing"]:
            field, sites, seats = given["placing"]
            given["placing"] = PlacingFacts(field, sites, tuple(seats))
        given["slots"] = {name: _slot(*row) for name, row in given["slots"].items()}
        return cls(**given)


def _slot(offset: int, width: int, signed: bool, words: int, shape: list[int], *rest: int) -> SlotFacts:
    return SlotFacts(offset, width, signed, words, tuple(shape), *rest)


def _tuples(rows: list[list[Any]]) -> Any:
    return tuple(map(tuple, rows))
