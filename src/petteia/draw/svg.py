"""A board as SVG: cells as tiles, points and edges as lines, pieces as discs, hands below."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from heapq import heappop, heappush
from html import escape

from .scene import Hand, Point, Scene, Token, spacing

_TOP_LEVELS = 5
_WIDTH = 480.0
_LIGHT = {
    "bg": "#ffffff", "ink": "#3a3226", "tile0": "#eedfc4", "tile1": "#dcc49c", "tile2": "#e6d2b0", "line": "#8a7454",
    "mark": "#c2542d", "p0": "#9a9a94", "p1": "#fbf8f1", "p2": "#2e2b28", "p3": "#b8402f", "p4": "#33638c",
    "p5": "#5b8a3a", "p6": "#d9a11e", "n0": "#222222", "n1": "#2e2b28", "n2": "#fbf8f1", "n3": "#ffffff",
    "n4": "#ffffff", "n5": "#ffffff", "n6": "#222222", "rim": "#4a4137",
}  # fmt: skip
_DARK = _LIGHT | {
    "bg": "#1d1f21", "ink": "#d8d2c4", "tile0": "#4a4238", "tile1": "#3a342c", "tile2": "#423b32", "line": "#8f8064",
    "mark": "#ff8a5c", "p1": "#efe9dc", "p2": "#121110", "rim": "#a59a85",
}  # fmt: skip


def svg_board(scene: Scene, *, dark: bool | None = None, width: int | None = None) -> str:
    """The scene as one SVG element; `dark` None follows the theme of whoever looks at it.

    Without a `width` the picture takes the room that it is given. Every place has an element with `data-site`, its
    number in moves, and `data-type` in games that play on several types of sites; every piece is a group of the class
    `piece` with `data-site` and `data-piece`.

    >>> from petteia.draw import Spot
    >>> text = svg_board(Scene("Dot", (), (), (Spot((0.0, 0.0), "A1", (Token(1, "X"),)),)))
    >>> text.startswith("<svg") and "<circle" in text
    True
    """
    return _Drawing(scene, _DARK if dark else _LIGHT).text(dark, width)


_DARK_PAGES = '[data-theme="dark"],.body--dark,.dark'
_LIGHT_PAGES = '[data-theme="light"],.body--light,.light'


@cache
def _style() -> str:
    """Rules that colour by variables: they follow the system, a page that says `data-theme`, or what a page sets."""
    changed = {name for name, colour in _DARK.items() if colour != _LIGHT[name]}
    light = "".join(f"--pt-{name}:{colour};" for name, colour in _LIGHT.items())
    dark = "".join(f"--pt-{name}:{_DARK[name]};" for name in sorted(changed))
    board = "svg.pt-board"
    rules = "".join(f".pt-{n}{{fill:var(--pt-{n})}}.pt-l-{n}{{stroke:var(--pt-{n})}}" for n in _LIGHT)
    themes = f"@media (prefers-color-scheme:dark){{:where({board}){{{dark}}}}}"
    themes += f":where({_LIGHT_PAGES}) :where({board}){{{light}}}:where({_DARK_PAGES}) :where({board}){{{dark}}}"
    return f"<style>:where({board}){{{light}}}{themes}{rules}</style>"


def laid_out(scene: Scene) -> _Drawing:
    """The scene on its sheet, in light colours."""
    return _Drawing(scene, _LIGHT)


class _Drawing:
    """Places a scene on a sheet, y downwards."""

    def __init__(self, scene: Scene, colours: dict[str, str]) -> None:
        self.scene = scene
        self.colours = colours
        every = [*(p for cell in scene.cells for p in cell), *(spot.at for spot in scene.spots)]
        every += [p for line in scene.lines for p in line]
        every = every or [(0.0, 0.0)]
        self.left, self.top = min(x for x, _ in every), max(y for _, y in every)
        extent = max(max(x for x, _ in every) - self.left, self.top - min(y for _, y in every), 0.5)
        self.scale = _WIDTH / extent
        self.radius = min(0.36 * self.scale * spacing([spot.at for spot in scene.spots]), 0.2 * _WIDTH)
        self.margin = 1.6 * self.radius + 8
        self.width = (max(x for x, _ in every) - self.left) * self.scale + 2 * self.margin
        self.height = (self.top - min(y for _, y in every)) * self.scale + 2 * self.margin

    def text(self, dark: bool | None, width: int | None) -> str:
        parts = [*self._tiles(), *self._lines(), *self._targets(), *self._spots()]
        bottom = self.height
        for hand, places in zip(self.scene.hands, self.hand_places(), strict=True):
            parts += self._hand(hand, places, bottom)
            bottom += self._row_height
        caption = self._caption()
        if caption:
            parts.append(self._words(self.margin, bottom + 14, caption, 15, "ink", "start"))
            bottom += 24
        size = f'viewBox="0 0 {self.width:.0f} {bottom:.0f}"'
        if width is not None:
            size += f' width="{width}" height="{width * bottom / self.width:.0f}"'
        title = f"<title>{escape(self.scene.title)}</title>"
        sheet = f'<rect width="100%" height="100%" {self._paint("bg")}/>'
        shown = 'class="pt-board" font-family="sans-serif" role="img"'
        over = " data-over" if self.scene.over else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {shown}{over}>'
        return f"{head}{title}{_style() if dark is None else ''}{sheet}{''.join(parts)}</svg>"

    def _paint(self, fill: str | None, line: str | None = None) -> str:
        """The attributes that colour a shape, with names by which a dark page can change them."""
        names = " ".join(f"pt-{prefix}{name}" for prefix, name in (("", fill), ("l-", line)) if name)
        stroke = f' stroke="{self.colours[line]}"' if line else ""
        return f'class="{names}" fill="{self.colours[fill] if fill else "none"}"{stroke}'

    def _caption(self) -> str:
        dice = f"Dice: {' '.join(map(str, self.scene.dice))}" if self.scene.dice else ""
        return "   ".join(filter(None, (self.scene.caption, dice)))

    def place(self, point: Point) -> Point:
        """A point of the scene on the sheet."""
        return (point[0] - self.left) * self.scale + self.margin, (self.top - point[1]) * self.scale + self.margin

    # -- the board ----------------------------------------------------------------------------------------------

    def _tiles(self) -> Iterable[str]:
        for polygon, shade in zip(self.scene.cells, shades(self.scene.cells), strict=True):
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.place, polygon))
            yield f'<polygon points="{points}" {self._paint(f"tile{shade}", "line")} stroke-width="1"/>'

    def _targets(self) -> Iterable[str]:
        """What is clicked: the tile, the edge, or the surroundings of a point, unseen."""
        for spot in self.scene.spots:
            place = place_of(spot.site)
            if spot.polygon:
                points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.place, spot.polygon))
                yield f'<polygon class="site" {place} points="{points}" fill="transparent"/>'
            elif spot.line:
                (x1, y1), (x2, y2) = map(self.place, spot.line)
                where = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
                yield f'<line class="site" {place} {where} stroke="transparent" stroke-width="{self.radius:.1f}"/>'
            else:
                x, y = self.place(spot.at)
                where = f'cx="{x:.1f}" cy="{y:.1f}" r="{self.radius:.1f}"'
                yield f'<circle class="site" {place} {where} fill="transparent"/>'

    def _lines(self) -> Iterable[str]:
        for a, b in self.scene.lines:
            (x1, y1), (x2, y2) = self.place(a), self.place(b)
            where = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
            yield f'<line {where} {self._paint(None, "line")} stroke-width="2" stroke-linecap="round"/>'

    def _spots(self) -> Iterable[str]:
        for spot in self.scene.spots:
            x, y = self.place(spot.at)
            if self.scene.lines and not spot.tokens:
                where = f'cx="{x:.1f}" cy="{y:.1f}" r="{max(2.0, 0.16 * self.radius):.1f}"'
                yield f"<circle {where} {self._paint('line')}/>"
            yield from self._stack(x, y, spot.tokens, spot.label, spot.site)
            if spot.marked:
                ring = 1.18 * self.radius if spot.tokens else 0.4 * self.radius
                where = f'cx="{x:.1f}" cy="{y:.1f}" r="{ring:.1f}"'
                yield f'<circle {where} {self._paint(None, "mark")} stroke-width="2.5"/>'

    # -- pieces -------------------------------------------------------------------------------------------------

    def _stack(self, x: float, y: float, tokens: tuple[Token, ...], label: str, site: str) -> Iterable[str]:
        """The topmost pieces, each a little above the one below; a number where there are more."""
        shown = tokens[-_TOP_LEVELS:]
        step = 0.32 * self.radius
        for k, token in enumerate(shown):
            number = len(tokens) if len(tokens) > _TOP_LEVELS and k == len(shown) - 1 else token.count
            yield self._token(x, y - k * step, token, label, number, site, len(tokens) - len(shown) + k)

    def _token(self, x: float, y: float, token: Token, label: str, number: int, site: str, level: int) -> str:
        owner = min(token.owner, 6)
        hint = f"<title>{escape(f'{token.name} on {label}' if label else token.name)}</title>"
        where = f'cx="{x:.1f}" cy="{y:.1f}" r="{self.radius:.1f}"'
        circle = f"<circle {where} {self._paint(f'p{owner}', 'rim')}/>"
        words = ""
        sign = token.sign if self.scene.signs_matter else ""
        if number != 1:
            sign = f"{sign}{number}"
        if sign:
            size = self.radius * (1.15 if len(sign) == 1 else 0.9)
            words = self._words(x, y + 0.36 * size, sign, size, f"n{owner}", "middle")
        if token.value:
            corner = str(token.value)
            words += self._words(x + 0.75 * self.radius, y + self.radius, corner, 0.6 * self.radius, "mark", "middle")
        data = f'data-piece="{escape(token.name)}" data-owner="{token.owner}" data-level="{level}"'
        return f'<g class="piece" {place_of(site)} {data}>{hint}{circle}{words}</g>'

    def _words(self, x: float, y: float, words: str, size: float, colour: str, anchor: str) -> str:
        where = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="{anchor}"'
        return f"<text {where} {self._paint(colour)}>{escape(words)}</text>"

    # -- hands --------------------------------------------------------------------------------------------------

    @property
    def _row_height(self) -> float:
        return 2.6 * self.radius + 6

    def hand_places(self) -> tuple[tuple[Point, ...], ...]:
        """Where the places of each hand lie on the sheet: a row below the board for each hand."""
        rows = []
        for number, hand in enumerate(self.scene.hands):
            x, y = self.margin + 9 * len(hand.name) + 20 + self.radius, self.height + (number + 0.5) * self._row_height
            rows.append(tuple((x + 2.5 * self.radius * k, y) for k in range(len(hand.spots))))
        return tuple(rows)

    def _hand(self, hand: Hand, places: tuple[Point, ...], top: float) -> Iterable[str]:
        yield self._words(self.margin, top + self._row_height / 2 + 5, hand.name, 15, "ink", "start")
        for site, tokens, (x, y) in zip(hand.sites or ("",) * len(places), hand.spots, places, strict=True):
            r = 1.1 * self.radius
            yield f'<circle class="site" {place_of(site)} cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="transparent"/>'
            yield from self._stack(x, y, tokens, hand.name, site)


_TYPES = {"V": "Vertex", "E": "Edge", "C": "Cell"}


def place_of(site: str) -> str:
    """The attributes by which a script finds a site.

    >>> place_of("12"), place_of("E3")
    ('data-site="12"', 'data-site="3" data-type="Edge"')
    """
    kind = f' data-type="{_TYPES[site[0]]}"' if site[:1] in _TYPES else ""
    return f'data-site="{escape(site.lstrip("VEC"))}"{kind}'


def shades(cells: tuple[tuple[Point, ...], ...]) -> list[int]:
    """A shade for each cell, so that cells that share a side differ where three shades allow it.

    >>> squares = tuple(((x, 0.0), (x + 1, 0.0), (x + 1, 1.0), (x, 1.0)) for x in (0.0, 1.0, 2.0))
    >>> shades(squares)
    [0, 1, 0]
    """
    by_side: dict[frozenset[Point], list[int]] = {}
    for number, cell in enumerate(cells):
        rounded = [(round(x, 3), round(y, 3)) for x, y in cell]
        for a, b in zip(rounded, [*rounded[1:], rounded[0]], strict=True):
            by_side.setdefault(frozenset((a, b)), []).append(number)
    neighbours: list[set[int]] = [set() for _ in cells]
    for sharing in by_side.values():
        for one in sharing:
            neighbours[one].update(sharing)
    found: dict[int, int] = {}
    taken: list[set[int]] = [set() for _ in cells]
    queue = [(0, number) for number in range(len(cells))]
    while queue:
        _, number = heappop(queue)  # the cell whose neighbours show the most shades has the least choice
        if number not in found:
            found[number] = next((shade for shade in range(3) if shade not in taken[number]), 2)
            for other in neighbours[number]:
                taken[other].add(found[number])
                heappush(queue, (-len(taken[other]), other))
    return [found[number] for number in range(len(cells))]
