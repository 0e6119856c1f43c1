"""Graphs made of edges: regular, forests, spanning trees, centres; and what elements of a board cost."""

import pytest

from .both_engines import assert_engines_agree
from .probing import Probe

_SQUARE = "(graph vertices:{{0 0} {1 0} {1 1} {0 1}} edges:{{0 1} {1 2} {2 3} {3 0} {0 2}})"
_STAR = "(graph vertices:{{0 0} {1 0} {0 1} {-1 0} {0 -1}} edges:{{0 1} {0 2} {0 3} {0 4}})"
_NEUTRAL = '(piece "Line" Neutral)'


def _edges(board: str, held: str, last: int = 0) -> Probe:
    start = f'(place "Line0" Edge (sites {{{held}}}))'
    return Probe(f"(board {board} use:Edge)", start, pieces=_NEUTRAL, last=last)


@pytest.mark.parametrize(
    ("held", "asked", "expected"),
    [
        ("0 1 2 3", "(is RegularGraph Neutral)", True),
        ("0 1 2 3", "(is RegularGraph Neutral k:2)", True),
        ("0 1 2 3", "(is RegularGraph Neutral k:3)", False),
        ("0 1 2 3", "(is RegularGraph Neutral even:True)", True),
        ("0 1 2 3", "(is RegularGraph Neutral odd:True)", False),
        ("0 2", "(is RegularGraph Neutral odd:True)", True),
        ("0 1", "(is RegularGraph Neutral)", False),
        ("0 1 2", "(is Tree Neutral)", True),
        ("0 2", "(is Tree Neutral)", True),
        ("0 1 4", "(is Tree Neutral)", False),
        ("0 1 2", "(is SpanningTree Neutral)", True),
        ("0 1", "(is SpanningTree Neutral)", False),
        ("0 1 4", "(is SpanningTree Neutral)", False),
    ],
)
def test_shapes_of_graphs(held: str, asked: str, expected: bool) -> None:
    assert _edges(_SQUARE, held).holds(asked) == expected


def test_the_number_of_a_component_counts_not_its_owner() -> None:
    """The component with number 2 belongs to player 1 here."""
    probe = Probe(
        f"(board {_SQUARE} use:Edge)",
        '(place "B1" Edge (sites {0 1 4}))',
        pieces='(piece "A" P1) (piece "B" P1)',
        last=0,
    )
    assert probe.holds("(is Tree P1)")
    assert not probe.holds("(is Tree P2)")


def test_nothing_holds_before_a_move() -> None:
    assert not _edges(_SQUARE, "0 1 2", last=-1).holds("(is Tree Neutral)")


@pytest.mark.parametrize(("vertex", "expected"), [(0, True), (1, False)])
def test_centre_of_a_star(vertex: int, expected: bool) -> None:
    start = '(place "Line0" Edge (sites {0 1 2 3}))'
    probe = Probe(f"(board {_STAR} use:Vertex)", start, pieces=_NEUTRAL, last=vertex)
    assert probe.holds("(is TreeCentre Shared)") == expected


def test_costs_are_summed_by_type() -> None:
    start = "(set Cost 3 Edge at:0) (set Cost 5 Edge to:(sites {1 2})) (set Cost 7 Vertex at:0)"
    probe = Probe(f"(board {_SQUARE} use:Edge)", start)
    assert probe.number("(cost Edge at:0)") == 3
    assert probe.number("(cost Edge in:(sites {0 1 2 3}))") == 13
    assert probe.number("(cost Vertex at:0)") == 7
    assert probe.number("(cost at:0)") == 0  # of cells, unless a type is named


_GAME = """
(game "Edges" (players 2) (equipment {{ (board {board} use:Edge) (piece "Line" Neutral) }})
    (rules (start {{ (set Cost (value Random (range 1 4)) to:(sites Board)) }})
        (play (move Add (piece "Line0") (to (sites Empty Edge)) (then (addScore Mover (cost Edge at:(last To))))))
        (end (if {end} (byScore)))))
"""


@pytest.mark.parametrize(
    "end", ["(not (is Tree Neutral))", "(is RegularGraph Neutral k:2)", "(is SpanningTree Neutral)"]
)
def test_native_code_agrees(end: str) -> None:
    assert_engines_agree(_GAME.format(board="(square 3)", end=end))
