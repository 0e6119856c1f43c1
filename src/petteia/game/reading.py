"""Gathers the facts of a game while it is built."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ir.chance import moves_are_drawn, number_of_outcomes
from petteia.ir.placing import placing
from petteia.native.layout import Layout, Slot, capture_count

from ._looks import read_looks
from .about import About
from .facts import (
    LETTERS,
    ComponentFacts,
    ContainerFacts,
    Facts,
    FieldFacts,
    Geometry,
    KindFacts,
    OptionFacts,
    PlacingFacts,
    SlotFacts,
)

if TYPE_CHECKING:
    from petteia.board import Board
    from petteia.ir import nodes as n
    from petteia.lang import Expanded
    from petteia.ludemes.lowering.spec import GameSpec

_SITE_TYPES = {"V": SiteType.Vertex, "E": SiteType.Edge, "C": SiteType.Cell}


def read_facts(expanded: Expanded, spec: GameSpec, program: n.Program, playout: str) -> Facts:
    """The facts of a game whose rules are lowered."""
    layout, placed = Layout(program), placing(program)
    return Facts(
        name=spec.name,
        players=spec.players,
        about=About.from_metadata(expanded.metadata),
        options=_options(expanded),
        rulesets=tuple(one.name for one in expanded.rulesets),
        ruleset=expanded.ruleset.name if expanded.ruleset else None,
        letter=spec.board.use.name[0],
        is_graph=spec.is_graph,
        boardless=spec.board.boardless,
        stacking=spec.stacking,
        owner_is_component=spec.quirks.owner_is_component,
        containers=tuple(ContainerFacts(c.name, c.first, c.count, c.owner, c.is_dice) for c in spec.containers),
        components=tuple(ComponentFacts(c.index, c.name, c.owner, c.word, c.faces) for c in spec.components),
        geometry=_geometry(spec.board, _letters_in_play(spec, program)),
        sites=spec.sites,
        fields={f.name: _field_facts(f) for f in program.fields.values()},
        kinds=tuple(KindFacts(k.name, len(k.captured), k.text, k.letters) for k in program.kinds.values()),
        draws=layout.draws,
        moves_are_drawn=moves_are_drawn(program),
        outcomes=number_of_outcomes(program),
        scores_in_play=_scores_in_play(spec),
        playout=playout,
        state_size=layout.size,
        move_shorts=3 + capture_count(program),
        slots={name: _slot(slot) for name, slot in layout.slots.items()},
        placing=PlacingFacts(*placed) if placed else None,
        looks=read_looks(expanded, spec),
    )


def _field_facts(field: n.Field) -> FieldFacts:
    is_set = field.type.kind == "set"
    return FieldFacts(field.shape, field.initial, field.capacity, field.visible, field.key, is_set)


def _scores_in_play(spec: GameSpec) -> bool:
    """True if anything but an end rule gives scores."""
    from petteia.ludemes.ending.rules import ByScore
    from petteia.ludemes.needs import SCORE
    from petteia.ludemes.registry import walk
    from petteia.ludemes.types import IntFunction

    keeping = (part for part in walk(spec.game) if SCORE in part.needs())
    return any(not isinstance(part, ByScore | IntFunction) for part in keeping)


def _options(expanded: Expanded) -> tuple[OptionFacts, ...]:
    return tuple(
        OptionFacts(
            category.heading,
            tuple(item.heading for item in category.items),
            tuple(item.description for item in category.items),
            category.default.heading,
            category.chosen.heading,
        )
        for category in expanded.option_categories
    )


def _slot(slot: Slot) -> SlotFacts:
    element = slot.element
    width = slot.length.width if slot.length else 0
    return SlotFacts(
        slot.offset, element.width, element.signed, element.words, slot.shape, slot.capacity, slot.length_offset, width
    )


def _letters_in_play(spec: GameSpec, program: n.Program) -> str:
    """The site types on which something may stand or to which moves lead."""
    letters = {kind.name[0] for kind in spec.stored_types}
    if spec.is_graph:
        letters |= {letter for kind in program.kinds.values() for letter in kind.letters}
    return "".join(letter for letter in LETTERS if letter in letters)


def _geometry(board: Board, letters: str) -> Geometry:
    graph = board.topology.graph
    number = {vertex.id: k for k, vertex in enumerate(graph.vertices)}
    return Geometry(
        points=_rounded(board.vertices.xy),
        edges=tuple((number[e.a.id], number[e.b.id]) for e in graph.edges),
        cells=tuple(tuple(number[v.id] for v in face.vertices) for face in graph.faces),
        centres=_rounded(board.sites().xy),
        labels={letter: tuple(board.sites(_SITE_TYPES[letter]).labels) for letter in letters},
    )


def _rounded(points: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    return tuple((round(x, 4), round(y, 4)) for x, y in points)


__all__ = ["read_facts"]
