"""Shapes of pieces and of symbols on boards: paths of our own, in a square from -1 to 1, y downwards.

A shape is a tuple of strokes of the brush: the part (`body` filled in the colour of the owner with a rim, `line` and
`dot` drawn in the ink that shows on it, `dark` filled with ink) and its path. Overlapping parts of one path
have one rim around them all.
"""

from __future__ import annotations

from math import cos, pi, sin

Shape = tuple[tuple[str, str], ...]


def circle(x: float, y: float, r: float) -> str:
    """The path of a circle.

    >>> circle(0, 0, 1)
    'M-1 0a1 1 0 1 1 2 0a1 1 0 1 1 -2 0Z'
    """
    return ellipse(x, y, r, r)


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    """The path of an ellipse."""
    return f"M{x - rx:g} {y:g}a{rx:g} {ry:g} 0 1 1 {2 * rx:g} 0a{rx:g} {ry:g} 0 1 1 {-2 * rx:g} 0Z"


def polygon(sides: int, radius: float = 1.0, turn: float = 0.0) -> str:
    """The path of a regular polygon, a corner at the top."""
    corners = [
        (radius * sin(2 * pi * (k + turn) / sides), -radius * cos(2 * pi * (k + turn) / sides)) for k in range(sides)
    ]
    return "M" + "L".join(f"{x:.3g} {y:.3g}" for x, y in corners) + "Z"


def star(points: int, inner: float = 0.45) -> str:
    """The path of a star."""
    radii = [1.0, inner] * points
    corners = [(r * sin(pi * k / points), -r * cos(pi * k / points)) for k, r in enumerate(radii)]
    return "M" + "L".join(f"{x:.3g} {y:.3g}" for x, y in corners) + "Z"


def box(width: float, height: float) -> str:
    """The path of a rectangle about the middle, half as wide and high as given on each side."""
    return f"M{-width:g} {-height:g}H{width:g}V{height:g}H{-width:g}Z"


_BASE = "M-.6 .84V.62H.6V.84Z"
_CHESS: dict[str, Shape] = {
    "pawn": (
        (
            "body",
            circle(0, -0.4, 0.28) + "M-.34 -.1H.34L.2 .02C.24 .3 .4 .42 .5 .62H-.5C-.4 .42 -.24 .3 -.2 .02Z" + _BASE,
        ),
        ("line", "M-.5 .62H.5"),
    ),
    "rook": (
        (
            "body",
            "M-.6 -.86H-.34V-.66H-.13V-.86H.13V-.66H.34V-.86H.6V-.46L.4 -.3L.46 .42L.62 .6V.84H-.62V.6L-.46 .42L-.4 -.3"
            "L-.6 -.46Z",
        ),
        ("line", "M-.4 -.3H.4M-.46 .42H.46"),
    ),
    "knight": (
        (
            "body",
            "M-.5 .84C-.52 .32 .02 .24 -.06 -.14C-.24 .02 -.38 .02 -.48 .14C-.58 .26 -.78 .2 -.78 .03C-.78"
            " -.14 -.52 -.34"
            " -.44 -.56C-.4 -.68 -.34 -.74 -.28 -.76L-.3 -1L-.04 -.8C.5 -.76 .76 -.2 .66 .84Z",
        ),
        ("dot", circle(-0.24, -0.42, 0.07)),
        ("dot", circle(-0.62, 0.03, 0.045)),
        ("line", "M.06 -.6C.4 -.46 .5 -.02 .48 .6"),
    ),
    "bishop": (
        (
            "body",
            circle(0, -0.86, 0.12)
            + "M0 -.78C.4 -.5 .5 -.14 .22 .16H-.22C-.5 -.14 -.4 -.5 0 -.78ZM-.32 .16H.32V.3H-.32Z"
            + "M-.22 .3H.22L.36 .62H-.36Z"
            + _BASE,
        ),
        ("line", "M0 -.5V-.12M-.15 -.34H.15M-.32 .16H.32M-.32 .3H.32"),
    ),
    "queen": (
        (
            "body",
            "M-.5 .5L-.78 -.36L-.38 .06L-.42 -.6L0 -.02L.42 -.6L.38 .06L.78 -.36L.5 .5Z"
            + circle(-0.8, -0.44, 0.12)
            + circle(-0.43, -0.7, 0.12)
            + circle(0.43, -0.7, 0.12)
            + circle(0.8, -0.44, 0.12)
            + "M-.12 -.02L0 -.76L.12 -.02Z"
            + circle(0, -0.8, 0.12)
            + "M-.5 .5H.5L.6 .84H-.6Z",
        ),
        ("line", "M-.5 .44Q0 .3 .5 .44M-.55 .64Q0 .5 .55 .64"),
    ),
    "king": (
        (
            "body",
            "M-.08 -1H.08V-.87H.22V-.72H.08V-.46H-.08V-.72H-.22V-.87H-.08Z"
            "M0 -.5C.24 -.66 .8 -.6 .8 -.16C.8 .12 .54 .22 .48 .5H-.48C-.54 .22 -.8 .12 -.8 -.16C-.8 -.6"
            " -.24 -.66 0 -.5Z"
            "M-.48 .5H.48L.6 .84H-.6Z",
        ),
        ("line", "M0 -.46V.4M-.48 .46Q0 .32 .48 .46M-.54 .64Q0 .5 .54 .64"),
    ),
    "king without cross": (
        (
            "body",
            circle(0, -0.66, 0.16)
            + "M0 -.5C.24 -.66 .8 -.6 .8 -.16C.8 .12 .54 .22 .48 .5H-.48C-.54 .22 -.8 .12 -.8 -.16C-.8 -.6"
            " -.24 -.66 0 -.5Z"
            "M-.48 .5H.48L.6 .84H-.6Z",
        ),
        ("line", "M0 -.46V.4M-.48 .46Q0 .32 .48 .46M-.54 .64Q0 .5 .54 .64"),
    ),
    "counsellor": (
        ("body", circle(0, -0.62, 0.2) + "M-.5 -.32L0 -.5L.5 -.32L.3 .1L.46 .62H-.46L-.3 .1Z" + _BASE),
        ("line", "M-.3 .1H.3M-.46 .62H.46"),
    ),
    "chancellor": (
        (
            "body",
            "M-.66 -.8H-.4V-.62H-.14V-.8H.14V-.62H.4V-.8H.66V-.36H-.66ZM-.42 -.36H.42C.3 .1 .36 .4 .5"
            " .62H-.5C-.36 .4 -.3 .1"
            " -.42 -.36Z" + _BASE,
        ),
        ("line", "M-.42 -.36H.42M-.5 .62H.5M-.2 .12L.1 -.14L.22 .14"),
    ),
    "archbishop": (
        (
            "body",
            circle(0, -0.86, 0.12)
            + "M0 -.78C.4 -.5 .5 -.14 .22 .16H-.22C-.5 -.14 -.4 -.5 0 -.78ZM-.56 .16H.56V.34H-.56ZM-.3"
            " .34H.3L.4 .62H-.4Z" + _BASE,
        ),
        ("line", "M-.18 .02L.02 -.5L.2 .02M-.1 -.18H.13"),
    ),
    "amazon": (
        (
            "body",
            "M-.5 .5L-.78 -.3L-.3 .1L0 -.5L.3 .1L.78 -.3L.5 .5Z"
            + circle(0, -0.66, 0.2)
            + circle(-0.8, -0.4, 0.12)
            + circle(0.8, -0.4, 0.12)
            + "M-.5 .5H.5L.6 .84H-.6Z",
        ),
        ("line", "M-.5 .44Q0 .3 .5 .44M-.55 .64Q0 .5 .55 .64"),
    ),
}

_EYES = ("dot", circle(-0.27, -0.12, 0.085) + circle(0.27, -0.12, 0.085))
_NOSE = ("dot", "M-.14 .22H.14L0 .4Z")
_WHISKERS = ("line", "M-.3 .36L-.7 .28M-.3 .44L-.66 .52M.3 .36L.7 .28M.3 .44L.66 .52")
_FACE = "M0 -.62C.5 -.62 .72 -.28 .7 .08C.68 .5 .4 .78 0 .78C-.4 .78 -.68 .5 -.7 .08C-.72 -.28 -.5 -.62 0 -.62Z"
_LONG_FACE = "M0 -.6C.4 -.6 .56 -.34 .52 -.06C.48 .3 .34 .84 0 .84C-.34 .84 -.48 .3 -.52 -.06C-.56 -.34 -.4 -.6 0 -.6Z"
_ROUND_EARS = circle(-0.55, -0.55, 0.26) + circle(0.55, -0.55, 0.26)
_POINTED_EARS = "M-.68 -.1L-.66 -.9L-.14 -.56ZM.14 -.56L.66 -.9L.68 -.1Z"
_ANIMALS: dict[str, Shape] = {
    "tiger": (
        ("body", _FACE + _ROUND_EARS),
        _EYES,
        _NOSE,
        (
            "line",
            "M0 -.6V-.3M-.2 -.58L-.14 -.34M.2 -.58L.14 -.34M-.69 .04H-.44M-.66 .24L-.44 .2M.69 .04H.44M.66"
            " .24L.44 .2M0 .4V.54",
        ),
    ),
    "leopard": (
        ("body", _FACE + _ROUND_EARS),
        _EYES,
        _NOSE,
        (
            "dot",
            circle(-0.14, -0.42, 0.07)
            + circle(0.16, -0.4, 0.07)
            + circle(-0.5, 0.12, 0.07)
            + circle(0.5, 0.12, 0.07)
            + circle(-0.42, 0.36, 0.06)
            + circle(0.42, 0.36, 0.06),
        ),
    ),
    "lion": (("body", star(14, 0.82)), ("line", circle(0, 0.06, 0.56)), _EYES, _NOSE, ("line", "M0 .4V.5")),
    "cat": (("body", _FACE + _POINTED_EARS), _EYES, _NOSE, _WHISKERS),
    "bear": (
        ("body", _FACE + _ROUND_EARS),
        _EYES,
        ("line", ellipse(0, 0.34, 0.3, 0.24)),
        ("dot", ellipse(0, 0.24, 0.12, 0.08)),
    ),
    "dog": (
        ("body", _FACE),
        (
            "body",
            "M-.5 -.56C-.9 -.7 -1 -.2 -.86 .3C-.7 .36 -.56 0 -.42 -.42ZM.5 -.56C.9 -.7 1 -.2 .86 .3C.7 .36"
            " .56 0 .42 -.42Z",
        ),
        _EYES,
        ("dot", ellipse(0, 0.26, 0.15, 0.1)),
        ("line", "M0 .34V.5M-.2 .56Q0 .66 .2 .56"),
    ),
    "wolf": (
        ("body", "M-.72 -.9L-.3 -.6H.3L.72 -.9L.7 -.1L.44 .3L.16 .84H-.16L-.44 .3L-.7 -.1Z"),
        _EYES,
        ("dot", ellipse(0, 0.66, 0.13, 0.1)),
        ("line", "M-.44 .3L-.1 .2M.44 .3L.1 .2"),
    ),
    "fox": (
        ("body", "M-.84 -.92L-.26 -.56H.26L.84 -.92L.78 -.06L0 .86L-.78 -.06Z"),
        _EYES,
        ("dot", circle(0, 0.72, 0.13)),
        ("line", "M-.78 -.06L-.1 .3L0 .6L.1 .3L.78 -.06"),
    ),
    "hare": (
        (
            "body",
            "M0 -.16C.44 -.16 .6 .12 .58 .36C.56 .68 .32 .9 0 .9C-.32 .9 -.56 .68 -.58 .36C-.6 .12 -.44 -.16 0 -.16Z"
            "M-.4 .02C-.58 -.4 -.56 -.98 -.34 -.98C-.14 -.98 -.02 -.5 -.1 0ZM.1 0C.02 -.5 .14 -.98 .34"
            " -.98C.56 -.98 .58 -.4 .4 .02Z",
        ),
        ("dot", circle(-0.24, 0.24, 0.08) + circle(0.24, 0.24, 0.08)),
        ("dot", "M-.1 .46H.1L0 .58Z"),
        ("line", "M0 .58V.7"),
    ),
    "goat": (
        (
            "body",
            _LONG_FACE + "M-.5 -.3C-.6 -.5 -.66 -.76 -.86 -.9C-.6 -1 -.34 -.9 -.3 -.5ZM.3 -.5C.34 -.9 .6 -1 .86 -.9C.66"
            " -.76 .6 -.5 .5 -.3Z"
            "M-.5 .04L-.92 -.1L-.5 -.24ZM.5 -.24L.92 -.1L.5 .04Z",
        ),
        ("dot", circle(-0.24, -0.16, 0.07) + circle(0.24, -0.16, 0.07)),
        ("line", "M-.14 .44L0 .54L.14 .44M0 .54V.62"),
    ),
    "sheep": (
        (
            "body",
            circle(-0.46, -0.42, 0.34)
            + circle(0.46, -0.42, 0.34)
            + circle(0, -0.6, 0.36)
            + circle(-0.62, 0, 0.3)
            + circle(0.62, 0, 0.3)
            + circle(-0.42, 0.4, 0.3)
            + circle(0.42, 0.4, 0.3)
            + circle(0, 0.1, 0.6),
        ),
        (
            "dark",
            "M0 -.2C.34 -.2 .42 .06 .38 .3C.34 .66 .2 .84 0 .84C-.2 .84 -.34 .66 -.38 .3C-.42 .06 -.34 -.2 0 -.2Z",
        ),
        ("eye", circle(-0.14, 0.16, 0.07) + circle(0.14, 0.16, 0.07)),
    ),
    "ox": (
        (
            "body",
            _LONG_FACE + "M-.4 -.46C-.6 -.4 -.86 -.5 -.9 -.94C-.7 -.8 -.5 -.8 -.2 -.6ZM.2 -.6C.5 -.8 .7 -.8 .9 -.94C.86"
            " -.5 .6 -.4 .4 -.46Z"
            "M-.5 -.04L-.9 -.2L-.5 -.3ZM.5 -.3L.9 -.2L.5 -.04Z",
        ),
        ("dot", circle(-0.24, -0.16, 0.08) + circle(0.24, -0.16, 0.08)),
        ("line", ellipse(0, 0.56, 0.3, 0.2)),
        ("dot", circle(-0.11, 0.56, 0.05) + circle(0.11, 0.56, 0.05)),
    ),
    "elephant": (
        (
            "body",
            "M-.46 .2C-.7 .4 -.96 .3 -.98 -.1C-1 -.6 -.6 -.8 -.3 -.6ZM.3 -.6C.6 -.8 1 -.6 .98 -.1C.96 .3 .7 .4 .46 .2Z"
            "M0 -.74C.36 -.74 .5 -.46 .48 -.1C.46 .14 .28 .22 .22 .34C.18 .56 .24 .7 .42 .74L.34 .94C0 .92"
            " -.12 .7 -.16 .34C-.24 .22 -.46 .14 -.48 -.1"
            "C-.5 -.46 -.36 -.74 0 -.74Z",
        ),
        ("dot", circle(-0.2, -0.22, 0.07) + circle(0.2, -0.22, 0.07)),
        ("line", "M-.12 .4H.18M-.06 .58H.2"),
    ),
    "bird": (
        (
            "body",
            "M-.5 -.3C-.5 -.7 .1 -.8 .16 -.36C.2 -.1 .5 -.06 .96 -.1C.8 .5 .3 .76 -.1 .74C-.5 .7 -.7 .3 -.54"
            " -.06L-.92 -.2Z",
        ),
        ("dot", circle(-0.26, -0.34, 0.07)),
        ("line", "M0 .2C.2 .4 .5 .32 .66 .1M-.16 .74V.96M.1 .74V.96"),
    ),
    "fish": (
        ("body", "M-.9 0C-.5 -.6 .2 -.6 .54 -.06L.94 -.44V.44L.54 .06C.2 .6 -.5 .6 -.9 0Z"),
        ("dot", circle(-0.52, -0.1, 0.08)),
        ("line", "M-.26 -.36C-.1 -.1 -.1 .1 -.26 .36"),
    ),
    "giraffe": (
        (
            "body",
            "M-.2 -.62L-.26 -.96L-.14 -.96L-.06 -.68H.06L.14 -.96L.26 -.96L.2 -.62L.62 -.62L.3 -.36C.3 -.1 .3 .1 .24 .2"
            "C.3 .5 .4 .7 .5 .94H-.5C-.4 .7 -.3 .5 -.24 .2C-.3 .1 -.3 -.1 -.3 -.36L-.62 -.62Z",
        ),
        ("dot", circle(-0.14, -0.4, 0.06) + circle(0.14, -0.4, 0.06)),
        ("line", "M-.14 .06Q0 .14 .14 .06"),
        ("dot", ellipse(-0.1, 0.44, 0.1, 0.08) + ellipse(0.14, 0.62, 0.1, 0.09) + ellipse(-0.2, 0.78, 0.1, 0.08)),
    ),
    "frog": (
        (
            "body",
            circle(-0.44, -0.5, 0.26)
            + circle(0.44, -0.5, 0.26)
            + "M0 -.56C.56 -.56 .92 -.2 .92 .16C.92 .56 .5 .78 0 .78"
            + "C-.5 .78 -.92 .56 -.92 .16C-.92 -.2 -.56 -.56 0 -.56Z",
        ),
        ("dot", circle(-0.44, -0.5, 0.11) + circle(0.44, -0.5, 0.11)),
        ("dot", circle(-0.1, 0.02, 0.035) + circle(0.1, 0.02, 0.035)),
        ("line", "M-.66 .24Q0 .66 .66 .24"),
    ),
    "snail": (
        (
            "body",
            "M-.96 .76C-.7 .3 -.9 -.1 -.72 -.34L-.86 -.72L-.62 -.46L-.5 -.74L-.48 -.4"
            + "C-.3 -.2 -.4 .2 -.26 .42H.3L.96 .76Z"
            + circle(0.2, 0.08, 0.56),
        ),
        ("line", "M.2 .08C.3 -.06 .5 .06 .44 .24C.36 .46 0 .46 -.1 .2C-.2 -.1 .1 -.34 .36 -.3C.6 -.24 .7 0 .66 .2"),
        ("dot", circle(-0.6, -0.22, 0.06)),
    ),
    "person": (("body", circle(0, -0.5, 0.36) + "M-.66 .84C-.66 .1 -.3 -.12 0 -.12C.3 -.12 .66 .1 .66 .84Z"),),
    "boat": (("body", "M-.9 .34H.9L.6 .8H-.6ZM-.06 .34V-.9L.66 .18H-.06ZM-.14 .22V-.66L-.62 .22Z"),),
    "catapult": (
        (
            "body",
            "M-.8 .5L.7 -.5L.8 -.34L-.7 .66ZM-.7 .4H.7V.64H-.7Z"
            + circle(-0.5, 0.7, 0.2)
            + circle(0.5, 0.7, 0.2)
            + circle(0.72, -0.56, 0.22),
        ),
    ),
}

_SHOGI = "M0 -.98L.6 -.72L.8 .9H-.8L-.6 -.72Z"
_SIMPLE: dict[str, Shape] = {
    "disc": (("body", circle(0, 0, 0.92)),),
    "ring": (("body", circle(0, 0, 0.92) + "M-.68 0a.68 .68 0 1 0 1.36 0a.68 .68 0 1 0 -1.36 0Z"),),
    "counter": (("body", circle(0, 0, 0.92)), ("line", circle(0, 0, 0.66))),
    "double": (("body", circle(0, 0.16, 0.84)), ("body", circle(0, -0.14, 0.84)), ("line", circle(0, -0.14, 0.58))),
    "crowned": (
        ("body", circle(0, 0.14, 0.86)),
        ("body", circle(0, -0.12, 0.86)),
        ("dark", "M-.44 .2L-.56 -.34L-.24 -.1L0 -.5L.24 -.1L.56 -.34L.44 .2Z"),
    ),
    "ball": (("body", circle(0, 0, 0.92)), ("shine", ellipse(-0.3, -0.36, 0.3, 0.2))),
    "seed": (("body", ellipse(0, 0, 0.7, 0.52)), ("line", "M-.4 .1Q0 .3 .4 .06")),
    "square": (("body", box(0.8, 0.8)),),
    "rectangle": (("body", box(1, 0.5)),),
    "hexagon": (("body", polygon(6, 0.96)),),
    "octagon": (("body", polygon(8, 0.96, 0.5)),),
    "triangle": (("body", "M0 -.9L.9 .72H-.9Z"),),
    "diamond": (("body", polygon(4, 0.96)),),
    "pentagon": (("body", polygon(5, 0.96)),),
    "heptagon": (("body", polygon(7, 0.96)),),
    "star": (("body", star(5)),),
    "star four": (("body", star(4, 0.36)),),
    "star outline": (("open", star(5)),),
    "flower": (
        (
            "body",
            "".join(circle(0.56 * sin(pi * k / 4), -0.56 * cos(pi * k / 4), 0.34) for k in range(8))
            + circle(0, 0, 0.5),
        ),
        ("line", circle(0, 0, 0.3)),
    ),
    "cross": (
        ("body", "M-.86 -.56L-.56 -.86L0 -.3L.56 -.86L.86 -.56L.3 0L.86 .56L.56 .86L0 .3L-.56 .86L-.86 .56L-.3 0Z"),
    ),
    "nought": (("body", circle(0, 0, 0.92) + "M-.52 0a.52 .52 0 1 0 1.04 0a.52 .52 0 1 0 -1.04 0Z"),),
    "thin cross": (("mark", "M-1 -1L1 1M-1 1L1 -1"),),
    "plus": (("body", "M-.22 -.9H.22V-.22H.9V.22H.22V.9H-.22V.22H-.9V-.22H-.22Z"),),
    "minus": (("body", box(0.9, 0.2)),),
    "bar": (("body", box(0.2, 0.94)),),
    "stick": (
        ("body", "M-.16 -.94Q0 -1.02 .16 -.94V.94Q0 1.02 -.16 .94Z"),
        ("line", "M-.16 -.5L.16 -.36M-.16 0L.16 .14M-.16 .5L.16 .64"),
    ),
    "dot": (("body", circle(0, 0, 0.34)),),
    "arrow": (("body", "M0 -.95L.62 -.2H.24V.9H-.24V-.2H-.62Z"),),
    "cone": (("body", "M0 -.95L.62 .6C.5 .9 -.5 .9 -.62 .6Z"), ("line", "M-.62 .6C-.5 .4 .5 .4 .62 .6")),
    "pyramid": (("body", "M0 -.9L.9 .76H-.9Z"), ("line", "M0 -.9L.2 .76")),
    "crown": (("body", "M-.76 .6L-.9 -.5L-.4 0L0 -.76L.4 0L.9 -.5L.76 .6Z"), ("line", "M-.76 .36H.76")),
    "flag": (("body", "M-.6 -.94H-.44V.94H-.6ZM-.44 -.86L.76 -.5L-.44 -.1Z"),),
    "shield": (("body", "M0 -.92L.76 -.66V0C.76 .5 .4 .8 0 .96C-.4 .8 -.76 .5 -.76 0V-.66Z"),),
    "house": (("body", "M-.8 0L0 -.84L.8 0H.6V.8H-.6V0Z"), ("line", "M-.16 .8V.3H.16V.8")),
    "castle": (
        ("body", "M-.84 .84V-.5H-.5V-.2H-.2V-.5H.2V-.2H.5V-.5H.84V.84Z"),
        ("line", "M-.2 .84V.3Q0 .06 .2 .3V.84"),
    ),
    "bottle": (
        (
            "body",
            "M-.2 -.94H.2C.26 -.6 .1 -.5 .14 -.3C.2 -.06 .44 .1 .4 .5C.38 .7 .3 .86 .24 .94H-.24"
            "C-.3 .86 -.38 .7 -.4 .5C-.44 .1 -.2 -.06 -.14 -.3C-.1 -.5 -.26 -.6 -.2 -.94Z",
        ),
        ("line", "M-.16 -.42H.16M-.14 -.3H.14"),
    ),
    "bridge": (("body", circle(0, 0, 0.5)),),
    "shogi": (("body", _SHOGI),),
    "fan": (("body", "M0 .8L-.9 -.3C-.5 -.9 .5 -.9 .9 -.3Z"), ("line", "M0 .8L-.4 -.62M0 .8L.4 -.62M0 .8V-.72")),
    "waves": (("mark", "M-.9 -.3Q-.68 -.56 -.45 -.3T0 -.3T.45 -.3T.9 -.3M-.9 .2Q-.68 -.06 -.45 .2T0 .2T.45 .2T.9 .2"),),
    "knot": (("mark", box(0.66, 0.66) + polygon(4, 0.94)),),
    "knot triangle": (("mark", polygon(3, 0.94) + polygon(3, 0.94, 1.5)),),
    "corn": (("body", ellipse(0, 0, 0.42, 0.86)), ("line", "M-.38 -.3H.38M-.42 0H.42M-.38 .3H.38M0 -.86V.86")),
    "sun": (("body", star(12, 0.66)), ("line", circle(0, 0, 0.4))),
    "door": (("body", "M-.5 .9V-.9H.5V.9Z"), ("dot", circle(0.32, 0, 0.08))),
    "mountain": (("body", "M-.96 .7L-.3 -.6L.06 .1L.36 -.4L.96 .7Z"), ("line", "M-.5 -.2L-.3 -.3L-.12 -.2")),
    "forest": (("body", "M-.4 -.8L-.04 .1H-.3V.6H-.5V.1H-.8ZM.4 -.5L.8 .4H.5V.8H.3V.4H0Z"),),
    "atom": (("mark", circle(0, 0, 0.16) + ellipse(0, 0, 0.9, 0.34)), ("mark", ellipse(0, 0, 0.34, 0.9))),
    "eye": (("mark", "M-.9 0Q0 -.8 .9 0Q0 .7 -.9 0Z" + circle(0, 0, 0.28)), ("mark", "M-.2 .34V.86M.2 .3L.6 .7")),
    "ankh": (("mark", ellipse(0, -0.5, 0.3, 0.4) + "M0 -.1V.9M-.44 .16H.44"),),
    "two strokes": (("mark", "M-.3 -.7V.7M.3 -.7V.7"),),
    "three strokes": (("mark", "M-.5 -.7V.7M0 -.7V.7M.5 -.7V.7"),),
    "rubble": (("body", polygon(5, 0.44) + "M-.9 .7L-.6 .1L-.2 .7ZM.3 .8L.56 .2L.94 .8Z"),),
    "card": (
        ("body", "M-.62 -.96H.62Q.7 -.96 .7 -.88V.88Q.7 .96 .62 .96H-.62Q-.7 .96 -.7 .88V-.88Q-.7 -.96 -.62 -.96Z"),
    ),
    "tile": (
        (
            "body",
            "M-.86 -.92H.86Q.92 -.92 .92 -.86V.86Q.92 .92 .86 .92H-.86Q-.92 .92 -.92 .86V-.86Q-.92 -.92 -.86 -.92Z",
        ),
    ),
}

SHAPES: dict[str, Shape] = {**_SIMPLE, **_CHESS, **_ANIMALS}
"""All shapes by name."""

PLAIN = {"disc", "counter", "ball", "square", "hexagon", "octagon", "triangle", "diamond", "pentagon", "seed", "tile"}
"""Shapes that all players may have, so that a crest tells their owners apart."""

CRESTS: dict[int, Shape] = {
    2: (("line", circle(0, 0, 0.56)),),
    3: (("dark", circle(0, 0, 0.24)),),
    4: (("line", "M-.4 -.4L.4 .4M-.4 .4L.4 -.4"),),
    5: (("dark", "M0 -.34L.36 .26H-.36Z"),),
    6: (("dark", box(0.25, 0.25)),),
    7: (("line", "M-.5 0H.5"),),
    8: (("dark", polygon(4, 0.36)),),
}
"""Crests of the players, which mark pieces beside their colour; the first player's are plain."""
