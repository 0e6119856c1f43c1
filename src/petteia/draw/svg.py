"""A scene as SVG: the board below, pieces on it, overlays above, then hands, dice and a line of words."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from math import cos, hypot, pi, sin

from .colours import DARK, LIGHT, MOST_PLAYERS, ink_on, style_sheet
from .pieces import Brush
from .scene import Hand, Point, Scene, Spot, Stroke, Token, spacing

_TOP_LEVELS = 5
_WIDTH = 480.0
_LINE = 24.0
_BADGE = 9.0
"""How large numbers beside pieces are at least, where a piece has room for it."""
_TYPES = {"V": "Vertex", "E": "Edge", "C": "Cell"}
_LINES: OrderedDict[tuple[object, ...], tuple[Sequence[Stroke], str]] = OrderedDict()
_EXTENTS: OrderedDict[tuple[object, ...], tuple[tuple[object, ...], tuple[float, float, float, float]]] = OrderedDict()
_MOST_LINES = 64
_DASHES = {"dotted": "0.02 0.14", "dashed": "0.2 0.14"}


def svg_board(scene: Scene, *, dark: bool | None = None, width: int | None = None, still: bool = False) -> str:
    """The scene as one SVG element; `dark` None follows the theme of whoever looks at it.

    Without a `width` the picture takes the room that it is given. Every place has an element with `data-site`, its
    number in moves, and `data-type` in games that play on several types of sites; every piece is a group of the class
    `piece` with `data-site` and `data-piece`. A `still` picture leaves out what is there only for scripts.

    >>> text = svg_board(Scene("Dot", (), (), (Spot((0.0, 0.0), "A1", (Token(1, "X"),)),)))
    >>> text.startswith("<svg") and 'class="piece"' in text
    True
    """
    return _Drawing(scene, dark, still=still).text(width)


def laid_out(scene: Scene) -> _Drawing:
    """The scene on its sheet, in light colours."""
    return _Drawing(scene, False)


def place_of(site: str) -> str:
    """The attributes by which a script finds a site.

    >>> place_of("12"), place_of("E3")
    ('data-site="12"', 'data-site="3" data-type="Edge"')
    """
    kind = f' data-type="{_TYPES[site[0]]}"' if site[:1] in _TYPES else ""
    return f'data-site="{escape(site.lstrip("VEC"))}"{kind}'


class _Drawing:
    """Places a scene on a sheet, y downwards."""

    def __init__(self, scene: Scene, dark: bool | None, *, still: bool = False) -> None:
        self.scene, self.dark, self.still = scene, dark, still
        self.own = _own_colours(scene)
        colours = (DARK if dark else LIGHT) | self.own
        self.brush = Brush(colours, fixed=dark is not None, crested=not _are_go_stones(scene, colours))
        self.unit_in_scene = scene.look.spacing or spacing([spot.at for spot in scene.spots])
        left, self.top, right, bottom = _known_extent(scene, self.unit_in_scene)
        self.left = left
        self.scale = _WIDTH / max(right - left, self.top - bottom, 0.5)
        self.unit = min(self.unit_in_scene * self.scale, 0.6 * _WIDTH)
        """The distance between neighbours on the sheet."""
        self.radius = 0.5 * self.unit * scene.look.piece
        self.margin = 10.0 + 0.5 * _WIDTH * max(0.0, 1 / scene.look.zoom - 1)
        self.width = (right - left) * self.scale + 2 * self.margin
        self.height = (self.top - bottom) * self.scale + 2 * self.margin
        self.hand_radius = min(self.radius, 0.055 * _WIDTH)
        self.by_site = {spot.site: spot for spot in scene.spots if spot.site}

    def text(self, width: int | None) -> str:
        parts = [*self._board(), *self._heat(), *self._targets(), *self._spots(), *self._overlays()]
        bottom = self.height
        for hand, places in zip(self.scene.hands, self.hand_places(), strict=True):
            if places:
                parts += self._hand(hand, places)
                bottom = max(bottom, places[-1][1] + 0.5 * self._row_height)
        parts += self._below(bottom)
        bottom += 1.6 * _LINE * bool(self.scene.throws or self.scene.dice) + _LINE * bool(self.scene.caption)
        size = f'viewBox="0 0 {self.width:.0f} {bottom:.0f}"'
        if width is not None:
            size += f' width="{width}" height="{width * bottom / self.width:.0f}"'
        title = f"<title>{escape(self.scene.title)}</title>"
        sheet = f'<rect width="100%" height="100%" {self.brush.paint("bg")}/>'
        shown = 'class="pt-board" font-family="sans-serif" role="img"'
        over = ' data-over="true"' if self.scene.over else ""
        own = "".join(f"--pt-{name}:{colour};" for name, colour in self.own.items()) if self.dark is None else ""
        style = f' style="{own}"' if own else ""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {shown}{over}{style}>'
        return f"{head}{title}{style_sheet() if self.dark is None else ''}{sheet}{''.join(parts)}</svg>"

    def place(self, point: Point) -> Point:
        """A point of the scene on the sheet."""
        return (point[0] - self.left) * self.scale + self.margin, (self.top - point[1]) * self.scale + self.margin

    def _path(self, points: Iterable[Point]) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.place, points))

    # -- the board ----------------------------------------------------------------------------------------------

    def _board(self) -> Iterable[str]:
        scene = self.scene
        yield from self._symbols("background")
        plates = [one for one in scene.strokes if one.part == "plate"]
        if plates:
            yield self._strokes(plates)
        if scene.tiles:
            for tile in scene.tiles:
                fill = tile.fill or (f"p{min(tile.owner, MOST_PLAYERS)}" if tile.owner else f"tile{min(tile.shade, 3)}")
                if fill != "none":
                    yield f'<polygon points="{self._path(tile.polygon)}" {self.brush.paint(fill)}/>'
        else:
            for polygon in scene.cells:
                yield f'<polygon points="{self._path(polygon)}" {self.brush.paint("tile0", "line")}/>'
        lines = [one for one in scene.strokes if one.part != "plate"]
        lines += [Stroke(pair) for pair in scene.lines] if not scene.strokes else []
        yield self._strokes(lines)
        for spot in scene.spots:
            if spot.hole:
                yield self._hole(spot)
        yield from self._symbols("")
        taken = {spot.at for spot in scene.spots if spot.line and spot.tokens}
        for name in scene.names:
            if name.at in taken:  # edges that are drawn need no name any more
                continue
            x, y = self.place(name.at)
            size = min(name.scale * self.unit, 15.0)
            yield self.brush.words(x, y + 0.36 * size, name.text, size, name.fill or "name")

    def _strokes(self, strokes: Sequence[Stroke]) -> str:
        """Lines; those that are alike are one path. The lines of a board are written once for all of its positions."""
        where = self.left, self.top, self.scale, self.margin, self.unit, self.dark
        key = (*map(id, strokes[:1]), *map(id, strokes[-1:]), len(strokes), *where, *self.own.items())
        known = _LINES.get(key)
        if known is None or known[0] != strokes:
            known = _LINES[key] = strokes, self._lines(strokes)
            while len(_LINES) > _MOST_LINES:
                _LINES.popitem(last=False)
        return known[1]

    def _lines(self, strokes: Sequence[Stroke]) -> str:
        alike: dict[tuple[str, float, str], list[str]] = {}
        for one in strokes:
            colour = one.colour or (f"p{min(one.owner, MOST_PLAYERS)}" if one.owner else "")
            colour = colour or ("plate" if one.part == "plate" else "line")
            alike.setdefault((colour, one.width, one.dash), []).append(self._stroke(one))
        parts = []
        for (colour, width, dash), paths in alike.items():
            thick = max(width * self.unit, 0.8)
            dashes = " ".join(f"{float(part) * self.unit:.1f}" for part in _DASHES.get(dash, "").split())
            dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
            ends = f'stroke-width="{thick:.1f}" stroke-linecap="round" stroke-linejoin="round"'
            parts.append(f'<path d="{"".join(paths)}" {self.brush.paint("", colour)} {ends}{dashed}/>')
        return "".join(parts)

    def _stroke(self, one: Stroke) -> str:
        points = [self.place(point) for point in one.points]
        if len(one.curve) == 4:
            (x, y), (ax, ay), (bx, by) = points[-1], self.place(one.curve[:2]), self.place(one.curve[2:])
            return f"M{points[0][0]:.1f} {points[0][1]:.1f}C{ax:.1f} {ay:.1f} {bx:.1f} {by:.1f} {x:.1f} {y:.1f}"
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)

    def _hole(self, spot: Spot) -> str:
        x, y = self.place(spot.at)
        r = 0.44 * self.unit
        colour = f"p{min(spot.owner, MOST_PLAYERS)}" if spot.owner else "line"
        painted = self.brush.paint(spot.fill or "hole", colour) + f' stroke-width="{0.05 * r:.1f}"'
        if spot.hole == "peg":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.16 * self.unit:.1f}" {painted}/>'
        if spot.hole == "round":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {painted}/>'
        high = {"store": 2.1, "oval": 0.8}.get(spot.hole, 0.9) * r
        bend = r if spot.hole in ("store", "oval") else 0.12 * r
        wide = r if spot.hole != "oval" else 1.1 * r
        where = f'x="{x - wide:.1f}" y="{y - high:.1f}" width="{2 * wide:.1f}" height="{2 * high:.1f}" rx="{bend:.1f}"'
        return f"<rect {where} {painted}/>"

    def _symbols(self, layer: str) -> Iterable[str]:
        for one in self.scene.symbols:
            if one.layer == layer:
                x, y = self.place(one.at)
                yield self.brush.symbol(x, y, 0.5 * self.unit, one)

    def _targets(self) -> Iterable[str]:
        """Areas to click: the tile, the edge, or the surroundings of a point, unseen."""
        for spot in () if self.still else self.scene.spots:
            place = f'class="site" {place_of(spot.site)}'
            x, y = self.place(spot.at)
            if spot.polygon:
                yield f'<polygon {place} points="{self._path(spot.polygon)}" fill="transparent"/>'
            elif spot.line:
                (x1, y1), (x2, y2) = map(self.place, spot.line)
                where = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
                yield f'<line {place} {where} stroke="transparent" stroke-width="{0.36 * self.unit:.1f}"/>'
            elif spot.stacked == "column":
                high = 5 * 2 * self.radius
                low = y - (high if spot.lean[1] > 0 else 0)
                where = f'x="{x - self.radius:.1f}" y="{low:.1f}" width="{2 * self.radius:.1f}" height="{high:.1f}"'
                yield f'<rect {place} {where} fill="transparent"/>'
            else:
                yield f'<circle {place} cx="{x:.1f}" cy="{y:.1f}" r="{0.45 * self.unit:.1f}" fill="transparent"/>'

    # -- pieces -------------------------------------------------------------------------------------------------

    def _spots(self) -> Iterable[str]:
        for spot in self.scene.spots:
            if spot.site in self.scene.checked:
                x, y = self.place(spot.at)
                where = f'cx="{x:.1f}" cy="{y:.1f}" r="{1.15 * self.radius:.1f}"'
                yield f'<circle {where} {self.brush.paint("check", also="check")} fill-opacity=".55"/>'
        yield from self._bridges()
        for spot in self.scene.spots:
            if spot.tokens and spot.line:
                yield self._edge(spot)
            else:
                yield from self._stack(spot, *self.place(spot.at), self.radius)

    def _bridges(self) -> Iterable[str]:
        """Bridges reach to the pieces of their owner on all four sides."""
        ends = [(self.place(spot.at), spot.tokens[-1]) for spot in self.scene.spots if spot.tokens]
        built = [(at, token) for at, token in ends if token.shape == "bridge"]
        for k, ((x, y), token) in enumerate(built):
            for (u, v), other in built[k + 1 :]:
                if token.owner == other.owner and hypot(x - u, y - v) < 1.05 * self.unit:
                    where = f'd="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke-linecap="round"'
                    colour = token.fill or f"p{min(token.owner, MOST_PLAYERS)}"
                    for paint, wide in (("rim", 0.28), (colour, 0.2)):
                        yield f'<path {where} {self.brush.paint("", paint)} stroke-width="{wide * self.unit:.1f}"/>'

    def _edge(self, spot: Spot) -> str:
        """An edge that was played, as a thick line in the colour of its owner."""
        token = spot.tokens[-1]
        (x1, y1), (x2, y2) = map(self.place, spot.line)
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke-linecap="round"'
        colour = token.fill or f"p{min(token.owner, MOST_PLAYERS)}"
        rim = f'<line {ends} {self.brush.paint("", "rim")} stroke-width="{0.17 * self.unit:.1f}"/>'
        line = f'<line {ends} {self.brush.paint("", colour)} stroke-width="{0.11 * self.unit:.1f}"/>'
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        crest = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.09 * self.unit:.1f}" {self.brush.paint(colour, "rim")}/>'
        return self._group(spot, token, 0, rim + line + (crest if token.owner == 2 else ""))

    def _group(self, spot: Spot, token: Token, level: int, drawn: str) -> str:
        if self.still:
            return drawn
        hint = f"{token.name} on {spot.label}" if spot.label else token.name
        data = f'data-piece="{escape(token.name)}" data-owner="{token.owner}" data-level="{level}"'
        return f'<g class="piece" {place_of(spot.site)} {data}><title>{escape(hint)}</title>{drawn}</g>'

    def _stack(self, spot: Spot, x: float, y: float, radius: float) -> Iterable[str]:
        """The pieces of a place, lying as they do there."""
        tokens = spot.tokens
        if not tokens:
            return
        if spot.stacked == "seeds":
            yield self._seeds(spot, x, y, radius)
            return
        if len(tokens) == 1 and (tokens[0].count == 1 or spot.stacked in ("", "count")):
            yield self._one(spot, 0, x, y, radius, tokens[0].count)
            return
        if spot.stacked == "count":
            yield self._one(spot, len(tokens) - 1, x, y, radius, max(len(tokens), tokens[-1].count))
            return
        if len(tokens) == 1:  # a pile of one kind lies like a stack of them
            spot = replace(spot, tokens=(replace(tokens[0], count=1),) * tokens[0].count)
        for level, (dx, dy, size, number) in enumerate(_layout(spot)):
            if size:
                yield self._one(spot, level, x + dx * radius, y + dy * radius, size * radius, number)

    def _one(self, spot: Spot, level: int, x: float, y: float, radius: float, number: int) -> str:
        token = spot.tokens[level]
        drawn = "".join(self.brush.token(x, y, radius, token, self.scene.signs_matter and not _is_known(token)))
        if number != 1:
            size = max(0.36 * radius, min(0.5 * radius, _BADGE))
            drawn += self.brush.badge(x + 0.75 * radius, y + 0.75 * radius, size, str(number))
        return self._group(spot, token, level, drawn)

    def _seeds(self, spot: Spot, x: float, y: float, radius: float) -> str:
        token = spot.tokens[-1]
        number = token.count if len(spot.tokens) == 1 else len(spot.tokens)
        r = 0.4 * self.unit if spot.hole else radius
        colour = token.fill or ("p5" if not token.owner else f"p{min(token.owner, MOST_PLAYERS)}")
        drawn = "".join(self.brush.seeds(x, y, 0.86 * r, number, colour))
        drawn += self.brush.badge(x, y + (1.7 if spot.hole == "store" else 0.86) * r, 0.3 * r, str(number))
        return self._group(spot, token, 0, drawn)

    # -- overlays -----------------------------------------------------------------------------------------------

    def _heat(self) -> Iterable[str]:
        for site, value in self.scene.heat:
            if site in self.by_site:
                spot = self.by_site[site]
                shade = f'fill-opacity="{0.08 + 0.72 * min(1.0, max(0.0, value)):.2f}"'
                x, y = self.place(spot.at)
                if spot.polygon:
                    painted = f"{self.brush.paint('heat', also='heat')} {shade}"
                    yield f'<polygon points="{self._path(spot.polygon)}" {painted}/>'
                else:
                    where = f'cx="{x:.1f}" cy="{y:.1f}" r="{0.45 * self.unit:.1f}"'
                    yield f"<circle {where} {self.brush.paint('heat', also='heat')} {shade}/>"

    def _overlays(self) -> Iterable[str]:
        yield from self._symbols("foreground")
        for group in self.scene.groups:
            yield self._joined(group, "target", 0.12)
        for spot in self.scene.spots:
            if spot.marked and spot.site not in self.scene.winning:
                yield self._ring(spot, "mark")
            if spot.site in self.scene.winning:
                yield self._ring(spot, "win")
            if spot.site in self.scene.targets:
                x, y = self.place(spot.at)
                where = f'cx="{x:.1f}" cy="{y:.1f}" r="{0.14 * self.unit:.1f}"'
                yield f'<circle {where} {self.brush.paint("target", "bg", "target")} opacity=".85"/>'
        for arrow in self.scene.arrows:
            a, b = self.by_site.get(arrow.source), self.by_site.get(arrow.target)
            if a is not None and b is not None and a is not b:
                yield self._arrow(self.place(a.at), self.place(b.at), arrow.strength, arrow.colour or "heat")

    def _ring(self, spot: Spot, colour: str) -> str:
        x, y = self.place(spot.at)
        thick, most = (0.055, 5.0) if colour == "mark" else (0.09, 8.0)
        wide = f'stroke-width="{min(max(1.6, thick * self.unit), most):.1f}"'
        if spot.line:
            (x1, y1), (x2, y2) = map(self.place, spot.line)
            where = f'cx="{(x1 + x2) / 2:.1f}" cy="{(y1 + y2) / 2:.1f}" r="{0.16 * self.unit:.1f}"'
        elif spot.polygon and not spot.hole and spot.stacked != "column":
            inner = [(0.93 * px + 0.07 * spot.at[0], 0.93 * py + 0.07 * spot.at[1]) for px, py in spot.polygon]
            painted = f'{self.brush.paint("", colour, colour)} {wide} stroke-linejoin="round"'
            return f'<polygon points="{self._path(inner)}" {painted}/>'
        else:
            if spot.stacked == "column":
                levels = sum(token.count for token in spot.tokens)
                shift = max(0, min(levels, _TOP_LEVELS) - 1) * 1.8 * self.radius
                y += -shift if spot.lean[1] > 0 else shift
            ring = 1.14 * self.radius if spot.tokens else 0.3 * self.radius
            ring = 0.46 * self.unit if spot.hole in ("round", "square", "oval", "store") else ring
            where = f'cx="{x:.1f}" cy="{y:.1f}" r="{ring:.1f}"'
        return f"<circle {where} {self.brush.paint('', colour, colour)} {wide}/>"

    def _joined(self, sites: Iterable[str], colour: str, width: float) -> str:
        points = [self.place(self.by_site[site].at) for site in sites if site in self.by_site]
        near = 1.6 * self.unit
        lines = [
            f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"
            for k, (ax, ay) in enumerate(points)
            for bx, by in points[k + 1 :]
            if hypot(ax - bx, ay - by) < near
        ]
        painted = (
            f'{self.brush.paint("", colour, "group")} stroke-width="{width * self.unit:.1f}" stroke-linecap="round"'
        )
        return f'<path d="{"".join(lines)}" {painted} opacity=".7"/>' if lines else ""

    def _arrow(self, start: Point, end: Point, strength: float, colour: str) -> str:
        (ax, ay), (bx, by) = start, end
        far = hypot(bx - ax, by - ay) or 1.0
        dx, dy = (bx - ax) / far, (by - ay) / far
        half = self.unit * (0.03 + 0.07 * min(1.0, max(0.0, strength)))
        head = 3.2 * half
        tip = (bx - 0.1 * self.unit * dx, by - 0.1 * self.unit * dy)
        neck = (tip[0] - head * dx, tip[1] - head * dy)
        side = (-dy, dx)
        corners = [
            (ax + half * side[0], ay + half * side[1]), (neck[0] + half * side[0], neck[1] + half * side[1]),
            (neck[0] + 2.2 * half * side[0], neck[1] + 2.2 * half * side[1]), tip,
            (neck[0] - 2.2 * half * side[0], neck[1] - 2.2 * half * side[1]),
            (neck[0] - half * side[0], neck[1] - half * side[1]), (ax - half * side[0], ay - half * side[1]),
        ]  # fmt: skip
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        return f'<polygon points="{points}" {self.brush.paint(colour, also="arrow")} opacity=".75"/>'

    # -- beside the board ---------------------------------------------------------------------------------------

    @property
    def _row_height(self) -> float:
        return 2.5 * self.hand_radius + 6

    def hand_places(self) -> tuple[tuple[Point, ...], ...]:
        """Where the places of each hand lie on the sheet: rows below the board, as many as a hand takes."""
        rows = []
        step = 2.35 * self.hand_radius
        y = self.height + 0.5 * self._row_height
        for hand in self.scene.hands:
            begin = self.margin + 7.6 * len(hand.name) + 14 + self.hand_radius
            across = max(1, int((self.width - begin - self.margin) / step) + 1)
            places = [
                (begin + step * (k % across), y + self._row_height * (k // across)) for k in range(len(hand.spots))
            ]
            rows.append(tuple(places))
            y += self._row_height * max(1, -(-len(hand.spots) // across))
        return tuple(rows)

    def _hand(self, hand: Hand, places: tuple[Point, ...]) -> Iterable[str]:
        yield self.brush.words(self.margin, places[0][1] + 5, hand.name, 14, "ink", "start")
        r = 1.1 * self.hand_radius
        for site, tokens, (x, y) in zip(hand.sites or ("",) * len(places), hand.spots, places, strict=True):
            painted = f'{self.brush.paint("plate", "line", "site")} fill-opacity=".55"'
            yield f'<circle {place_of(site)} cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {painted}/>'
            lying = "seeds" if tokens and all(one.shape == "seed" for one in tokens) else "count"
            held = Spot((0, 0), hand.name, tokens, site=site, stacked=lying)
            yield from self._stack(held, x, y, 0.86 * self.hand_radius)

    def _below(self, top: float) -> Iterable[str]:
        """Dice and words."""
        y = top
        throws = self.scene.throws
        if throws:
            for k, die in enumerate(throws):
                yield from self.brush.die(self.margin + 14 + 34 * k, y + 0.8 * _LINE, 26, die)
            y += 1.6 * _LINE
        elif self.scene.dice:
            words = f"Dice: {' '.join(map(str, self.scene.dice))}"
            yield self.brush.words(self.margin, y + 0.8 * _LINE, words, 15, "ink", "start")
            y += 1.6 * _LINE
        if self.scene.caption:
            x = self.margin
            if self.scene.mover and not self.scene.over:
                colour = f"p{min(self.scene.mover, MOST_PLAYERS)}"
                where = f'cx="{x + 6:.1f}" cy="{y + 0.4 * _LINE:.1f}" r="6"'
                yield f"<circle {where} {self.brush.paint(colour, 'ink')}/>"
                x += 18
            yield self.brush.words(x, y + 0.6 * _LINE, self.scene.caption, 15, "ink", "start")


def _is_known(token: Token) -> bool:
    """True if its shape alone tells a piece."""
    return bool(token.glyph or token.shape)


def _are_go_stones(scene: Scene, colours: dict[str, str]) -> bool:
    """True if pieces are the black and white stones that everyone knows, and tells apart by their lightness."""
    owners = {token.owner for spot in scene.spots for token in spot.tokens}
    return scene.look.style == "go" and owners <= {1, 2} and ink_on(colours["p1"]) != ink_on(colours["p2"])


def _own_colours(scene: Scene) -> dict[str, str]:
    """Colours that the game itself asks for."""
    own: dict[str, str] = {}
    for player, colour in scene.look.players.items():
        if 0 <= player <= MOST_PLAYERS and colour:
            own |= {f"p{player}": colour, f"n{player}": ink_on(colour)}
    return own | {name: colour for name, colour in scene.look.colours.items() if name in LIGHT and colour}


def _known_extent(scene: Scene, unit: float) -> tuple[float, float, float, float]:
    """The extent of a board, worked out once for all positions that share its lines, faces and names."""
    parts = scene.strokes, scene.tiles, scene.names
    key = (id(scene.strokes), id(scene.names), len(scene.spots), unit)
    known = _EXTENTS.get(key)
    if known is None or known[0] != parts:  # quick, as parts of the same board are the same objects
        known = parts, _extent(scene, unit)
        if scene.strokes:
            _EXTENTS[key] = known
        while len(_EXTENTS) > _MOST_LINES:
            _EXTENTS.popitem(last=False)
    return known[1]


def _extent(scene: Scene, unit: float) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of all that is drawn."""
    half = 0.5 * unit
    points = [point for tile in scene.tiles for point in tile.polygon] + [p for cell in scene.cells for p in cell]
    for spot in scene.spots:
        (x, y), high = spot.at, unit if spot.hole == "store" else half
        if not spot.polygon:
            points += [(x - half, y - high), (x + half, y + high)]
    for one in scene.strokes:
        wide = 0.5 * one.width * unit
        points += [(x + d, y + d) for x, y in one.points for d in (-wide, wide)]
        points += [one.curve[:2], one.curve[2:]] if len(one.curve) == 4 else []
    points += [
        (name.at[0] + dx, name.at[1] + dy)
        for name in scene.names
        for dx in (-0.25 * unit, 0.25 * unit)
        for dy in (-0.2 * unit, 0.2 * unit)
    ]
    points += [p for line in scene.lines for p in line]
    points = points or [(-half, -half), (half, half)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(ys), max(xs), min(ys)


def _layout(spot: Spot) -> list[tuple[float, float, float, int]]:
    """For each level of a stack where it lies, in radii, its size, and a number to write on it; size 0 is not shown."""
    count = len(spot.tokens)
    if spot.stacked == "column":
        step = 1.8 if count <= _TOP_LEVELS else 1.8 * (_TOP_LEVELS - 1) / (count - 1)
        lean = -1 if spot.lean[1] > 0 else 1
        return [(0.0, lean * step * k, 1.0, count if count > 8 and k == count - 1 else 1) for k in range(count)]
    if spot.stacked == "ground":
        across = 1 if count == 1 else 2 if count <= 4 else 3 if count <= 9 else 4
        down = -(-count // across)
        size = 1.15 / max(across, down)
        spread = 2.1 * size
        return [
            ((k % across - (across - 1) / 2) * spread, (k // across - (down - 1) / 2) * spread, size, 1)
            for k in range(count)
        ]
    if spot.stacked == "ring":
        size = min(0.55, 1.6 / count)
        return [(0.85 * sin(2 * pi * k / count), -0.85 * cos(2 * pi * k / count), size, 1) for k in range(count)]
    if spot.stacked == "fan":
        return [(0.5 * (k - (count - 1) / 2), 0.0, 0.8, 1) for k in range(count)]
    shown = min(count, _TOP_LEVELS)
    hidden = count - shown
    levels = [(0.0, 0.0, 0.0, 1)] * hidden
    return levels + [
        (0.0, -0.3 * k + 0.08 * shown, 0.95, count if hidden and k == shown - 1 else 1) for k in range(shown)
    ]
