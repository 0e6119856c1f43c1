"""Marks on a board: what graphics items show, regions, and sides that players own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from petteia.draw import Stroke, Symbol

from .._dress import Shown, ground_symbol
from .canvas import Canvas, middle
from .lattice import edge_of

_FEW = 0.3
"""The share of sites up to which a region is worth a mark."""


def paint_grounds(canvas: Canvas) -> None:
    """Pictures below and above the board; their sizes and places are parts of the board's."""
    every = list(canvas.shape.points) or canvas.default
    left, right = (pick(x for x, _ in every) for pick in (min, max))
    low, high = (pick(y for _, y in every) for pick in (min, max))
    whole = max(right - left, high - low)
    for layer, item in canvas.dress.grounds:
        named = item["named"]
        dx, dy = float(named.get("offsetX", 0)) * whole, float(named.get("offsetY", 0)) * whole
        at = ((left + right) / 2 + dx, (low + high) / 2 - dy)
        canvas.symbols.append(ground_symbol(item, at, whole / canvas.unit, layer))


def paint_regions(canvas: Canvas) -> None:
    """Regions in the colours that items give them."""
    for shown, colour in canvas.dress.regions:
        of = str(shown.item["named"].get("regionSiteType", ""))[:1]
        if shown.letter == "C" or (of == "C" and shown.letter == "E"):
            _paint_cells_of(canvas, shown, colour, outline=shown.letter == "E")
        elif shown.letter == "E":
            for site in shown.sites:
                if site < len(canvas.shape.edges) and colour:
                    width = 0.09 * float(shown.item["named"].get("scale", 1.0))
                    canvas.strokes.append(replace(edge_of(canvas, site), colour=colour, width=width))
        else:
            size = 0.5 * float(shown.item["named"].get("scale", 1.0))
            places = canvas.places["V"]
            canvas.symbols += [
                Symbol(places[k], "disc", colour, colour, size) for k in shown.sites if k < len(places) and colour
            ]


def _paint_cells_of(canvas: Canvas, shown: Shown, colour: str, *, outline: bool) -> None:
    sites = {site for site in shown.sites if site < len(canvas.shape.cells)}
    if not outline:
        fills = {tuple(canvas.shape.points[k] for k in canvas.shape.cells[site]) for site in sites}
        canvas.tiles = [replace(one, fill=colour or "none") if one.polygon in fills else one for one in canvas.tiles]
        return
    sides: dict[frozenset[int], int] = {}
    for site in sites:
        cell = canvas.shape.cells[site]
        for a, b in zip(cell, (*cell[1:], cell[0]), strict=True):
            sides[frozenset((a, b))] = sides.get(frozenset((a, b)), 0) + 1
    for side, times in sides.items():
        if times == 1 and colour:
            canvas.strokes.append(Stroke(tuple(canvas.shape.points[k] for k in side), colour, 0.09))


def symbols_of(canvas: Canvas, shown: Shown) -> Iterable[Symbol]:
    """The symbols that a graphics item puts on sites."""
    places = canvas.places[shown.letter]
    named = shown.item["named"]
    symbols = canvas.dress.colours.get("Symbols")
    for site in shown.sites:
        if 0 <= site < len(places):
            x, y = places[site]
            dx, dy = (float(named.get(word, 0)) * canvas.unit for word in ("offsetX", "offsetY"))
            one = ground_symbol(shown.item, (x + dx, y - dy), 1.0)
            fill = one.fill or ("" if one.stroke else symbols or "line")
            yield replace(one, fill=fill, stroke=one.stroke or fill, site=str(site))


def mark_regions(canvas: Canvas) -> None:
    """Small regions without an owner, where the rules treat sites differently, get a mark."""
    seen: set[int] = set()
    racing = bool(canvas.facts.looks["tracks"])
    for name, owner, parts in canvas.facts.looks["regions"]:
        sites = {site for part in parts for site in part if site < len(canvas.default)} - seen
        wanted = 0 < len(sites) <= max(1, _FEW * len(canvas.default))
        if (
            name
            and wanted
            and owner in (0, canvas.facts.players + 1)
            and canvas.facts.letter != "E"
            and canvas.style != "mancala"
        ):
            seen |= sites
            shape = "flower" if racing else "knotSquare"
            canvas.symbols += [Symbol(canvas.default[k], shape, "", "line", 0.62, site=str(k)) for k in sorted(sites)]


def paint_owned_sides(canvas: Canvas) -> None:
    """Sides of the board that players have to join, in their colours."""
    if canvas.style != "connectivegoal" and not canvas.facts.looks["ends"].get("connected"):
        return
    owned = [
        (owner, set(part))
        for _, owner, parts in canvas.facts.looks["regions"]
        for part in parts
        if 1 <= owner <= canvas.facts.players
    ]
    owned = [(owner, part) for owner, part in owned if part and max(part) < len(canvas.default)]
    if not owned or canvas.dress.regions:
        return
    centre = middle(canvas.default)
    heading = [
        (lambda m: (m[0] - centre[0], m[1] - centre[1]))(middle([canvas.default[k] for k in part])) for _, part in owned
    ]
    numbers = {frozenset(edge): k for k, edge in enumerate(canvas.shape.edges)}
    rows = canvas.shape.cells if canvas.facts.letter == "C" else ()
    for site, cell in enumerate(rows):
        mine = [k for k, (_, part) in enumerate(owned) if site in part]
        for a, b in zip(cell, (*cell[1:], cell[0]), strict=True) if mine else ():
            if numbers.get(frozenset((a, b))) in canvas.outer:
                mid = middle([canvas.shape.points[a], canvas.shape.points[b]])
                out = (mid[0] - canvas.default[site][0], mid[1] - canvas.default[site][1])
                best = max(mine, key=lambda k: out[0] * heading[k][0] + out[1] * heading[k][1])
                if out[0] * heading[best][0] + out[1] * heading[best][1] > 0:
                    ends = (canvas.shape.points[a], canvas.shape.points[b])
                    canvas.strokes.append(Stroke(ends, "", 0.2, part="rim"))
                    canvas.strokes.append(Stroke(ends, "", 0.15, part="side", owner=owned[best][0]))
    if canvas.facts.letter == "V":
        for number in canvas.outer:
            a, b = canvas.shape.edges[number]
            for owner, part in owned:
                if {a, b} <= part:
                    canvas.strokes.append(
                        Stroke((canvas.shape.points[a], canvas.shape.points[b]), "", 0.12, part="side", owner=owner)
                    )
