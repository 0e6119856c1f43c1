"""Pieces, symbols and dice as SVG, about a point of the sheet."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import cos, pi, sin

from .colours import MOST_PLAYERS, ink_on
from .names import drawn_as, initials
from .scene import Die, Symbol, Token
from .shapes import CRESTS, PLAIN, SHAPES, Shape, polygon

_GLYPHS = "'Noto Serif CJK SC','Noto Serif CJK JP','Songti SC','Hiragino Mincho ProN','SimSun',serif"
_RIM = 0.09
_PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip


class Brush:
    """Paints in the colours of a theme, with names by which a page can change them unless they are fixed."""

    def __init__(self, colours: dict[str, str], *, fixed: bool = False, crested: bool = True) -> None:
        self.colours, self.fixed, self.crested = colours, fixed, crested

    def paint(self, fill: str = "", line: str = "", also: str = "") -> str:
        """The attributes that colour a shape; each colour is a name of the theme, or a colour as such.

        `also` is a class that it has besides.
        """
        names = " ".join(f"pt-{head}{one}" for head, one in (("", fill), ("l-", line)) if one in self.colours)
        names = " ".join(filter(None, (also, "" if self.fixed else names)))
        classes = f'class="{names}" ' if names else ""
        stroke = f' stroke="{self.colours.get(line, line)}"' if line else ""
        return f'{classes}fill="{self.colours.get(fill, fill) or "none"}"{stroke}'

    def words(
        self, x: float, y: float, words: str, size: float, colour: str, anchor: str = "middle", more: str = ""
    ) -> str:
        """A line of text."""
        where = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="{anchor}"'
        return f"<text {where} {self.paint(colour)}{more}>{escape(words)}</text>"

    # -- shapes -------------------------------------------------------------------------------------------------

    def shape(self, shape: Shape, body: str, rim: str, ink: str, width: float = _RIM) -> str:
        """The parts of a shape, in a square from -1 to 1."""
        joined = 'stroke-linejoin="round" stroke-linecap="round"'
        parts = []
        for part, path in shape:
            if part == "body":
                painted = f'{self.paint(body, rim)} stroke-width="{2 * width:.3g}" paint-order="stroke" {joined}'
            elif part in ("line", "mark", "open"):
                thick = {"line": 0.07, "mark": 0.05, "open": 0.1}[part]
                painted = f'{self.paint("", ink)} stroke-width="{thick}" {joined}'
            elif part == "shine":
                painted = 'fill="#fff" fill-opacity=".45"'
            else:
                painted = self.paint(body if part == "eye" else ink)
            parts.append(f'<path d="{path}" {painted}/>')
        return "".join(parts)

    def symbol(self, x: float, y: float, radius: float, one: Symbol) -> str:
        """A symbol painted on the board or on a piece."""
        wide, high = one.scale * radius, (one.scale_y or one.scale) * radius
        known = drawn_as(one.shape, 0)
        owner = f"p{min(one.owner, MOST_PLAYERS)}" if one.owner else ""
        fill, stroke = one.fill or owner, one.stroke
        word = one.text or ("" if known.shape in SHAPES else one.shape)
        if word:
            turned = f' transform="rotate({one.turn:g} {x:.1f} {y:.1f})"' if one.turn else ""
            size = 1.5 * high / max(1.0, 0.62 * len(word))
            more = f' font-weight="bold"{turned}'
            return self.words(x, y + 0.36 * size, word, size, stroke or fill or "ink", "middle", more)
        placed = f"translate({x:.1f} {y:.1f}) rotate({one.turn:g}) scale({wide:.2f} {high:.2f})"
        ink = stroke or fill or "line"
        shape = SHAPES.get(known.shape) or SHAPES["square"]
        parts = self.shape(shape, fill or "none", stroke or fill or "line", ink, 0.04)
        return f'<g transform="{placed}">{parts}</g>'

    # -- pieces -------------------------------------------------------------------------------------------------

    def token(self, x: float, y: float, radius: float, token: Token, letters: bool) -> Iterable[str]:
        """A piece without what surrounds it; `letters` if its sign has to be seen where nothing else tells it."""
        owner = min(token.owner, MOST_PLAYERS)
        wide, high = token.scale * radius, (token.scale_y or token.scale) * radius
        for one in token.under:
            yield self.symbol(x + one.at[0] * radius, y + one.at[1] * radius, radius, one)
        body = token.fill or f"p{owner}"
        ink = token.stroke or (ink_on(token.fill) if token.fill.startswith("#") else f"n{owner}")
        shape = SHAPES.get(token.shape) or SHAPES["disc"]
        if token.paths:
            yield self._path_tile(x, y, radius, token, body)
            return
        if body != "none":
            parts = self.shape(shape, body, "rim", ink)
            if self.crested and token.shape in PLAIN | {""} and not token.glyph and not letters:
                parts += self.shape(CRESTS.get(owner, ()), body, "rim", ink)
            placed = f"translate({x:.1f} {y:.1f}) rotate({token.turn:g}) scale({wide:.2f} {high:.2f})"
            yield f'<g transform="{placed}">{parts}</g>'
        if token.glyph:
            yield self._glyph(x, y, min(wide, high), token, ink)
        elif letters and token.shape in PLAIN | {""}:
            sign = initials(token.kind or token.name or token.sign)
            size = min(wide, high) * (1.15 if len(sign) == 1 else 0.85)
            yield self.words(x, y + 0.36 * size, sign, size, ink, "middle", ' font-weight="bold"')
        for one in token.over:
            yield self.symbol(x + one.at[0] * radius, y + one.at[1] * radius, radius, one)
        if token.note:
            yield self._note(x, y, radius, token, ink)

    def _path_tile(self, x: float, y: float, radius: float, token: Token, body: str) -> str:
        """A tile that fills its place, with paths from side to side."""
        far = 1.3 if token.sides == 4 else 1.2
        outline = polygon(token.sides, far / cos(pi / token.sides), 0.5)
        parts = [f'<path d="{outline}" {self.paint(body, "rim")} stroke-width=".06"/>']
        for start, end, owner in token.paths:
            (ax, ay), (bx, by) = (
                (far * sin(2 * pi * side / token.sides), -far * cos(2 * pi * side / token.sides))
                for side in (start, end)
            )
            line = f'd="M{ax:.2f} {ay:.2f}Q0 0 {bx:.2f} {by:.2f}" stroke-width=".34"'
            parts.append(f"<path {line} {self.paint('', f'p{min(owner, MOST_PLAYERS)}')}/>")
        turn = 360 / token.sides * token.rotation
        return f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:g}) scale({radius:.2f})">{"".join(parts)}</g>'

    def _glyph(self, x: float, y: float, radius: float, token: Token, ink: str) -> str:
        turned = f' transform="rotate({token.turn:g} {x:.1f} {y:.1f})"' if token.turn else ""
        size = radius * (1.25 if len(token.glyph) == 1 else 0.8)
        low = 0.42 if token.shape == "shogi" else 0.36
        more = f' font-family="{_GLYPHS}" font-weight="bold"{turned}'
        return self.words(x, y + low * size, token.glyph, size, ink, "middle", more)

    def _note(self, x: float, y: float, radius: float, token: Token, ink: str) -> str:
        """A number that belongs to the piece."""
        if token.note_at == "middle":
            return self.words(x, y + 0.4 * radius, token.note, 1.1 * radius, ink, "middle", ' font-weight="bold"')
        dx, dy = {"top": (0, -0.75), "left": (-0.75, -0.75)}.get(token.note_at, (0.75, -0.75))
        return self.badge(x + dx * radius, y + dy * radius, 0.42 * radius, token.note)

    def badge(self, x: float, y: float, radius: float, words: str) -> str:
        """A number on a small plate of its own."""
        wide = radius * max(1.0, 0.62 * len(words) + 0.3)
        where = f'x="{x - wide:.1f}" y="{y - radius:.1f}" width="{2 * wide:.1f}" height="{2 * radius:.1f}"'
        plate = f'<rect {where} rx="{radius:.1f}" {self.paint("paper", "rim")} stroke-width="{0.12 * radius:.1f}"/>'
        return plate + self.words(x, y + 0.5 * radius, words, 1.4 * radius, "n1", "middle", ' font-weight="bold"')

    def seeds(self, x: float, y: float, radius: float, count: int, colour: str) -> Iterable[str]:
        """Seeds that lie in a hole, as on the head of a sunflower."""
        shown = min(count, 24)
        each = radius * min(0.3, 0.78 / max(1.0, shown**0.5))
        for k in range(shown):
            away = (radius - each) * ((k + 0.5) / shown) ** 0.5 if shown > 1 else 0.0
            angle = k * pi * (3 - 5**0.5)
            cx, cy = x + away * cos(angle), y + away * sin(angle)
            where = f'cx="{cx:.1f}" cy="{cy:.1f}" rx="{each:.1f}" ry="{0.78 * each:.1f}"'
            turned = f'transform="rotate({57 * angle % 360:.0f} {cx:.1f} {cy:.1f})"'
            yield f'<ellipse {where} {turned} {self.paint(colour, "rim")} stroke-width="{0.14 * each:.2f}"/>'

    def die(self, x: float, y: float, side: float, die: Die) -> Iterable[str]:
        """A die, its pips where it has six faces, a stick where it has two, else its number."""
        if die.number == 0 and die.faces > 2:
            faded = ' opacity=".35"'
        else:
            faded = ""
        if die.faces == 2:
            where = f'x="{x - 0.2 * side:.1f}" y="{y - side / 2:.1f}" width="{0.4 * side:.1f}" height="{side:.1f}"'
            yield f'<rect {where} rx="{0.2 * side:.1f}" {self.paint("p1" if die.number else "p2", "rim")}/>'
            yield self.words(x, y + 0.17 * side, str(die.number), 0.5 * side, "n1" if die.number else "n2")
            return
        where = f'x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}"'
        yield f'<rect {where} rx="{0.18 * side:.1f}" {self.paint("p1", "rim")}{faded}/>'
        for dx, dy in _PIPS.get(die.number, ()) if die.faces == 6 else ():
            where = f'cx="{x + 0.27 * side * dx:.1f}" cy="{y + 0.27 * side * dy:.1f}" r="{0.09 * side:.1f}"'
            yield f"<circle {where} {self.paint('n1')}/>"
        if die.faces != 6:
            yield self.words(x, y + 0.22 * side, str(die.number), 0.62 * side, "n1")
