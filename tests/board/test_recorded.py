"""Recorded boards: every fact of the small ones, check sums and topologies of a sample of games."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from board_facts import fingerprints, listed, radials_line, track_line
from petteia import lang
from petteia.board import Board, Container, Direction, Sites, SiteType
from petteia.board.check import compare_topology, steps_line
from petteia.board.directions import taken
from petteia.ludemes import Game
from petteia.ludemes.boards.graphs import board_of
from petteia.ludemes.equipment.items import Dice, Hand

pytestmark = pytest.mark.conformance

EVERY = 10
"""One of so many games is looked at; the whole comparison is a command of its own."""

RULES = "(rules (play (move Pass)) (end (if True (result Mover Draw))))"

_COORDINATES = re.compile(r"^([VEC]\d+ \S+) (-?\d+\.\d+) (-?\d+\.\d+)")


def bound(text: str, folder: Path | None = None, options: list[str] | None = None) -> Game:
    expanded = lang.expand(text, options=options or [], define_folders=[folder / "def"] if folder else [])
    game = lang.bind(lang.read(expanded))
    assert isinstance(game, Game)
    return game


def containers_of(game: Game, board: Board) -> tuple[Container, ...]:
    """The containers of the few kinds of equipment that the records have."""
    others: list[tuple[str, int, int, bool]] = []
    for item in game.equipment.items:
        if isinstance(item, Hand):
            owners = [1, 2] if item.role.name == "Each" else [int(item.role.name[1:])]
            others += [(f"Hand{owner}", item.size or 1, owner, False) for owner in owners]
    others += [("Dice0", item.number, 0, True) for item in game.equipment.items if isinstance(item, Dice)]
    return board.containers(others)


def described(board: Board, containers: tuple[Container, ...], every_type: bool) -> Iterator[str]:
    """A board in the form of the records."""
    sites = board.sites()
    counts = f"v={board.vertices.count} e={board.edges.count} c={board.cells.count}"
    lines = f"rows={len(sites.rows)} cols={len(sites.columns)} layers={len(sites.layers)}"
    yield f"C use={board.use.name} {counts} {lines} dup={int(sites.has_duplicate_labels)} numEdges={board.num_edges}"
    for kind in SiteType if every_type else [board.use]:
        yield from described_sites(board, board.sites(kind))
    if len(containers) > 1:
        yield "K " + " ".join(f"{one.name}@{one.first}+{one.count}" for one in containers)
    for index, track in enumerate(board.tracks):
        flags = f"owner={track.owner} loop={int(track.loop)} internal={int(track.has_internal_loop)}"
        yield f"T {track.name} {flags} : " + track_line(board, index).split(" : ")[1]


def described_sites(board: Board, sites: Sites) -> Iterator[str]:
    kind = sites.type.name

    def supported(relation: Direction) -> str:
        return ",".join(taken(d).name for d in sites.supported(relation)) or "-"

    all_, orthogonal, diagonal = map(supported, (Direction.All, Direction.Orthogonal, Direction.Diagonal))
    yield f"D {kind} all={all_} orth={orthogonal} diag={diagonal}"
    lists = {
        "corners": sites.corners,
        "convex": sites.convex_corners,
        "concave": sites.concave_corners,
        "outer": sites.outer,
        "perim": sites.perimeter,
        "centre": sites.centre,
        "left": sites.left,
        "right": sites.right,
        "top": sites.top,
        "bottom": sites.bottom,
    }
    yield f"P {kind} " + " ".join(f"{name}={listed(numbers)}" for name, numbers in lists.items())
    if sites.type is SiteType.Cell:
        yield f"M Cell major={listed(sites.major)} minor={listed(sites.minor)}"
    yield f"S {kind} " + " ".join(f"{side.name}={listed(numbers)}" for side, numbers in sites.sides.items())
    for site in range(sites.count):
        yield described_site(board, sites, site)


def described_site(board: Board, sites: Sites, site: int) -> str:
    x, y, z = sites.places[site]
    words = [f"{sites.type.name[0]}{site}", sites.labels[site], f"{x:.3f}", f"{y:.3f}"]
    if abs(z) > 1e-9:
        words.append(f"{z:.3f}")
    layer = f",{sites.layer[site]}" if sites.layer[site] else ""
    words += [f"rc={sites.row[site]},{sites.column[site]}{layer}", f"ph={sites.phase[site]}"]
    if sites.type is SiteType.Edge:
        edge = board.topology.graph.edges[site]
        words.append(f"ab={edge.a.id},{edge.b.id}")
    if sites.type is SiteType.Cell:
        words.append(f"vs={listed(sites.cell_vertices[site])}")
    for letter, relation in (("o", "Orthogonal"), ("d", "Diagonal"), ("x", "OffDiagonal")):
        related = sorted(sites.related(Direction[relation], site))
        if related or letter != "x":
            words.append(f"{letter}={listed(related)}")
    return " ".join(words) + f" |{steps_line(sites, site)} |R{radials_line(sites, site)}"


def differences(ours: list[str], recorded: list[str]) -> list[str]:
    """Lines that differ; coordinates may differ in the last digit, where a tie was rounded."""
    found = [] if len(ours) == len(recorded) else [f"{len(ours)} lines, recorded {len(recorded)}"]
    for mine, theirs in zip(ours, recorded, strict=False):
        one, other = _COORDINATES.match(mine), _COORDINATES.match(theirs)
        if one and other:
            near = all(abs(float(one[i]) - float(other[i])) < 0.0011 for i in (2, 3))
            if near and one[1] == other[1] and mine[one.end() :] == theirs[other.end() :]:
                continue
        elif mine == theirs:
            continue
        found.append(f"{mine} | recorded {theirs}")
    return found


def records(boards_file: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Part, equipment and facts of each small board."""
    for part, text in enumerate(boards_file.read_text(encoding="utf-8").split("# ===== Part ")[1:3], 1):
        for block in text.split("\n\n"):
            lines = [line.rstrip() for line in block.splitlines() if not re.match(r"#|\d: ", line)]
            if lines:
                yield part, lines[0].split(" ", 2)[2], lines[1:]


def test_every_fact_of_the_small_boards(boards_file: Path) -> None:
    count = 0
    for part, items, facts in records(boards_file):
        game = bound(f'(game "Board" (players 2) (equipment {{ {items} }}) {RULES})')
        board = board_of(game)
        ours = [line.rstrip() for line in described(board, containers_of(game, board), every_type=part == 2)]
        assert differences(ours, facts) == [], items
        count += 1
    assert count == 132


def test_check_sums_of_a_sample_of_games(conformance: Path, boards_file: Path) -> None:
    recorded = [
        line[2:].split(" | ") for line in boards_file.read_text(encoding="utf-8").splitlines() if line[:2] == "F "
    ]
    sample = [(path, facts.split()) for path, facts in recorded if facts != "match"][EVERY // 2 :: EVERY]
    for path, facts in sample:
        board = board_of(bound(lang.decode((conformance / "games" / path).read_bytes(), path), conformance))
        kind, *counts = facts[:4]
        assert kind == board.use.name[0], path
        assert [board.vertices.count, board.edges.count, board.cells.count] == list(map(int, counts)), path
        sums = dict(fact.split("=", 1) for fact in facts[4:] if not fact.startswith("k="))
        assert fingerprints(board) == sums, path
    assert len(sample) > 90


def headers(conformance: Path, kind: str) -> Iterator[dict[str, Any]]:
    """The first header of each recording."""
    for file in sorted((conformance / kind).rglob("*.jsonl.gz"))[::EVERY]:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield json.loads(next(iter(lines)))


@pytest.mark.parametrize("kind", ["traces", "variants"])
def test_topologies_of_a_sample_of_recordings(conformance: Path, kind: str) -> None:
    count = 0
    for header in headers(conformance, kind):
        path = header["path"]
        text = lang.decode((conformance / "games" / path).read_bytes(), path)
        board = board_of(bound(text, conformance, header["options"]))
        counts = {one.name: board.sites(one).count for one in SiteType}
        assert (counts, board.use.name) == (header["counts"], header["site_type"]), path
        assert compare_topology(board, header["topology"] or {}) == [], path
        count += 1
    assert count > 30
