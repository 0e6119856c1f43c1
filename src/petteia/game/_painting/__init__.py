"""The board of a game without its pieces: tiles, lines, holes, marks and coordinates, by its rules and its metadata."""

from __future__ import annotations

from dataclasses import dataclass

from petteia.draw import Look, Spot, Stroke, Symbol, Tile

from ..facts import Facts
from .boards import (
    paint_blocks,
    paint_ladders,
    paint_mancala,
    paint_palaces,
    paint_shogi_dots,
    paint_slots,
    paint_surakarta,
    paint_table,
    paint_tafl,
)
from .canvas import Canvas, Point, middle
from .coordinates import coordinates
from .lattice import lines_of, paint_cells, paint_crossings, paint_edges, paint_plate, paint_points, paint_stars
from .marks import mark_regions, paint_grounds, paint_owned_sides, paint_regions, symbols_of


@dataclass(frozen=True)
class Painted:
    """A board ready for its pieces."""

    look: Look
    tiles: tuple[Tile, ...]
    strokes: tuple[Stroke, ...]
    symbols: tuple[Symbol, ...]
    names: tuple[Symbol, ...]
    spots: dict[tuple[str, int], Spot]


def painted(facts: Facts) -> Painted:
    """The board of a game."""
    return _paint(Canvas(facts, facts.dress))


def _paint(canvas: Canvas) -> Painted:
    """Paints all, the lowest first."""
    if canvas.style in ("backgammon", "table") and canvas.facts.letter == "V" and canvas.has_two_rows():
        paint_table(canvas)
    elif not canvas.look.plain_board:
        paint_grounds(canvas)
        painter = {"mancala": paint_mancala, "surakarta": paint_surakarta}.get(canvas.style, _paint_plain)
        painter = paint_crossings if canvas.on_crossings else painter
        painter(canvas)
    paint_regions(canvas)
    for item in canvas.dress.lines:
        canvas.strokes += lines_of(canvas, item)
    for shown in canvas.dress.symbols:
        canvas.symbols += symbols_of(canvas, shown)
    if not canvas.dress.symbols:
        mark_regions(canvas)
    paint_owned_sides(canvas)
    names, spots = tuple(coordinates(canvas)), _spots(canvas)
    return Painted(canvas.look, tuple(canvas.tiles), tuple(canvas.strokes), tuple(canvas.symbols), names, spots)


def _paint_plain(canvas: Canvas) -> None:
    """Tiles and lines."""
    facts = canvas.facts
    if facts.letter == "C":
        paint_cells(canvas)
    else:
        paint_plate(canvas)
    if facts.letter != "C" or canvas.style != "boardless":
        paint_edges(canvas)
    if facts.letter == "V" or canvas.style in ("shibumi", "houndsandjackals"):
        paint_points(canvas)
    elif facts.letter == "E" or canvas.style == "penandpaper":
        canvas.symbols += [Symbol(point, "disc", "rim", "rim", 0.13) for point in canvas.shape.points]
    special = {
        "xiangqi": paint_palaces, "janggi": paint_palaces, "go": paint_stars, "shogi": paint_shogi_dots,
        "snakesandladders": paint_ladders, "sudoku": paint_blocks, "ultimatetictactoe": paint_blocks,
        "connect4": paint_slots, "tafl": paint_tafl,
    }.get(canvas.style)  # fmt: skip
    if special is not None:
        special(canvas)


def _spots(canvas: Canvas) -> dict[tuple[str, int], Spot]:
    facts = canvas.facts
    owners: dict[int, int] = {}
    if "player holes" in canvas.dress.flags or "region owner" in canvas.dress.flags:
        for _, owner, parts in facts.looks["regions"]:
            owners |= {site: owner for part in parts for site in part if 1 <= owner <= facts.players}
    spots = {}
    for letter in sorted(facts.counts, key="CEV".index):
        for site, at in enumerate(canvas.places[letter]):
            default = letter == facts.letter
            polygon = (
                tuple(canvas.shape.points[k] for k in canvas.shape.cells[site])
                if letter == "C" and canvas.style != "mancala" and not canvas.on_crossings
                else ()
            )
            line = tuple(canvas.shape.points[k] for k in canvas.shape.edges[site]) if letter == "E" else ()
            stacked, lean = _stacked(canvas, site, at) if default else ("", (0.0, 1.0))
            spots[letter, site] = Spot(
                at, facts.geometry.labels[letter][site], site=f"{letter}{site}" if facts.is_graph else str(site),
                polygon=polygon, line=line, owner=owners.get(site, 0) if default else 0, stacked=stacked, lean=lean,
                hole=canvas.holes.get(site, "") if default else "",
            )  # fmt: skip
    return spots


def _stacked(canvas: Canvas, site: int, at: Point) -> tuple[str, Point]:
    lean = (0.0, 1.0 if at[1] <= middle(canvas.default)[1] else -1.0)
    if canvas.style in ("mancala",):
        return "seeds", lean
    if canvas.style in ("backgammon", "table") and canvas.has_two_rows():
        return "column", lean
    found = ""
    for item in canvas.dress.stacks:
        numbers = [one for one in item["args"] if isinstance(one, int)]
        sites = item["named"].get("sites", [item["named"]["site"]] if "site" in item["named"] else None)
        if numbers[:1] in ([], [0]) and (sites is None or site in sites) and "state" not in item["named"]:
            found = item["stacked"]
    return found, lean
