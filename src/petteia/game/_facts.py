"""The facts of a built game that Python needs at run time, as plain data that is kept with the build."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from petteia.ir import nodes as n

from ._about import About

if TYPE_CHECKING:
    from petteia.board import Board
    from petteia.lang import Expanded
    from petteia.ludemes._setting import Setting

LETTERS = "VEC"
"""The letters of the site types: vertices, edges, cells."""


@dataclass(frozen=True)
class ContainerFacts:
    """The board, a hand or a set of dice: the global numbers of its sites, and whose it is."""

    name: str
    first: int
    count: int
    owner: int
    is_dice: bool

    @property
    def sites(self) -> range:
        """The global numbers of its sites."""
        return range(self.first, self.first + self.count)


@dataclass(frozen=True)
class ComponentFacts:
    """A kind of piece or a die; `owner` 0 is nobody, players + 1 everybody, `faces` what a die can show."""

    index: int
    name: str
    owner: int
    word: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class OptionFacts:
    """A heading of the options with its items; `chosen` and `default` are among them."""

    heading: str
    items: tuple[str, ...]
    descriptions: tuple[str, ...]
    default: str
    chosen: str


@dataclass(frozen=True)
class Geometry:
    """Where the sites of a board are: points, edges and cells by the points they join."""

    points: tuple[tuple[float, float], ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    cells: tuple[tuple[int, ...], ...] = ()
    centres: tuple[tuple[float, float], ...] = ()
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The label of each site, by the letter of the site type; only types in play."""


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
    universes: dict[str, int]
    fields: tuple[n.Field, ...]
    kinds: tuple[n.Kind, ...]
    draws: bool

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

    def skeleton(self) -> n.Program:
        """The program without its rules: what the layout of states and moves depends on."""
        program = n.Program(self.name, self.players, dict(self.universes))
        program.fields = {one.name: one for one in self.fields}
        program.kinds = {one.name: one for one in self.kinds}
        if self.draws:  # whether a rule draws decides on the layout too
            draw = n.Draw(n.Local("drawn", n.INT), n.Const(1, n.INT))
            program.functions["chance"] = n.Function("chance", (), None, (draw,))
        return program

    def to_json(self) -> dict[str, Any]:
        """The facts as JSON values."""
        plain = asdict(self)
        plain["fields"] = [_field_row(one) for one in self.fields]
        plain["kinds"] = [[k.name, k.effect, k.captured, k.text, k.letters] for k in self.kinds]
        return plain

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Facts:
        """The facts that `to_json` wrote."""
        given = dict(plain)
        shape = given["geometry"]
        given["about"] = About(**given["about"])
        given["options"] = tuple(
            OptionFacts(**{**one, "items": tuple(one["items"]), "descriptions": tuple(one["descriptions"])})
            for one in given["options"]
        )
        given["rulesets"] = tuple(given["rulesets"])
        given["containers"] = tuple(ContainerFacts(**one) for one in given["containers"])
        given["components"] = tuple(ComponentFacts(**{**c, "faces": tuple(c["faces"])}) for c in given["components"])
        given["geometry"] = Geometry(
            points=_pairs(shape["points"]),
            edges=_pairs(shape["edges"]),
            cells=_pairs(shape["cells"]),
            centres=_pairs(shape["centres"]),
            labels={letter: tuple(labels) for letter, labels in shape["labels"].items()},
        )
        given["fields"] = tuple(_field_of_row(row) for row in given["fields"])
        given["kinds"] = tuple(n.Kind(k[0], k[1], tuple(k[2]), k[3], k[4]) for k in given["kinds"])
        return cls(**given)


def _pairs(rows: list[list[Any]]) -> Any:
    return tuple(map(tuple, rows))


def _field_row(one: n.Field) -> list[Any]:
    return [
        one.name, one.type.kind, one.type.universe, one.shape, one.low, one.high, one.initial, one.capacity, one.visible
    ]  # fmt: skip


def _field_of_row(row: list[Any]) -> n.Field:
    name, kind, universe, shape, low, high, initial, capacity, visible = row
    return n.Field(name, n.Type(kind, universe), tuple(shape), low, high, initial, capacity, visible)


def read_facts(expanded: Expanded, setting: Setting, program: n.Program, *, draws: bool) -> Facts:
    """The facts of a game whose rules are lowered."""
    return Facts(
        name=setting.name,
        players=setting.players,
        about=About.from_metadata(expanded.metadata),
        options=tuple(
            OptionFacts(
                category.heading,
                tuple(item.heading for item in category.items),
                tuple(item.description for item in category.items),
                category.default.heading,
                category.chosen.heading,
            )
            for category in expanded.option_categories
        ),
        rulesets=tuple(one.name for one in expanded.rulesets),
        ruleset=expanded.ruleset.name if expanded.ruleset else None,
        letter=setting.board.use.name[0],
        is_graph=setting.is_graph,
        boardless=setting.board.boardless,
        stacking=setting.stacking,
        owner_is_component=setting.owner_is_component,
        containers=tuple(ContainerFacts(c.name, c.first, c.count, c.owner, c.is_dice) for c in setting.containers),
        components=tuple(ComponentFacts(c.index, c.name, c.owner, c.word, c.faces) for c in setting.components),
        geometry=_geometry(setting.board, _letters_in_play(setting)),
        universes=dict(program.universes),
        fields=tuple(program.fields.values()),
        kinds=tuple(program.kinds.values()),
        draws=draws,
    )


def _letters_in_play(setting: Setting) -> str:
    default = setting.board.use.name[0]
    if not setting.is_graph:
        return default
    return "".join(a for a in LETTERS if a == default or {"V": "Vertex", "E": "Edge", "C": "Cell"}[a] in setting.needs)


def _geometry(board: Board, letters: str) -> Geometry:
    from petteia.board import SiteType

    number = {vertex.id: k for k, vertex in enumerate(board.topology.graph.vertices)}
    by_letter = {kind.name[0]: board.sites(kind) for kind in SiteType}
    return Geometry(
        points=_rounded(board.vertices.xy),
        edges=tuple((number[e.a.id], number[e.b.id]) for e in board.topology.graph.edges),
        cells=tuple(tuple(number[v.id] for v in face.vertices) for face in board.topology.graph.faces),
        centres=_rounded(board.sites().xy),
        labels={letter: tuple(by_letter[letter].labels) for letter in letters},
    )


def _rounded(points: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    return tuple((round(x, 4), round(y, 4)) for x, y in points)
