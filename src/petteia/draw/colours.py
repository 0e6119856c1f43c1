"""The colours of boards and pieces, light and dark; players differ in lightness too, so that nobody mixes them up."""

from __future__ import annotations

from functools import cache

LIGHT = {
    "bg": "#ffffff", "ink": "#3a3226", "tile0": "#eddbb9", "tile1": "#c79d68", "tile2": "#dcbc8c", "tile3": "#b98d59",
    "line": "#7d6443", "plate": "#e7cf9f", "hole": "#b98d58", "mark": "#c2542d", "win": "#2f8f46", "heat": "#d9480f",
    "target": "#2f7d5b", "check": "#d92020", "paper": "#fffdf6", "name": "#7a6a52",
    "p0": "#a9a39a", "p1": "#fbf8f1", "p2": "#2e2b28", "p3": "#c8502a", "p4": "#2b6ca8", "p5": "#e8bb2e",
    "p6": "#1f8a6b", "p7": "#9a5aa0", "p8": "#86c5ea",
    "n0": "#26221d", "n1": "#3a332b", "n2": "#f3ead8", "n3": "#ffffff", "n4": "#ffffff", "n5": "#26221d",
    "n6": "#ffffff", "n7": "#ffffff", "n8": "#26221d", "rim": "#3f362b",
}  # fmt: skip
"""Colours by the part that they paint: `p1` is the first player's, `n1` the ink that shows on it."""

DARK = LIGHT | {
    "bg": "#1d1f21", "ink": "#d8d2c4", "tile0": "#b79c74", "tile1": "#82643f", "tile2": "#9c7f57", "tile3": "#705433",
    "line": "#4c3a24", "plate": "#a98c62", "hole": "#6d5231", "mark": "#ff7a45", "win": "#5fd37e", "paper": "#c6bca7",
    "p1": "#f4eee0", "p2": "#191715", "rim": "#1f1a14", "name": "#a89b86", "target": "#bff0d5", "heat": "#ff6b2c",
}  # fmt: skip

MOST_PLAYERS = 8
_DARK_PAGES = '[data-theme="dark"],.body--dark,.dark'
_LIGHT_PAGES = '[data-theme="light"],.body--light,.light'


@cache
def style_sheet() -> str:
    """Rules that colour by variables: they follow the system, a page that says `data-theme`, or what a page sets."""
    changed = sorted(name for name, colour in DARK.items() if colour != LIGHT[name])
    light = "".join(f"--pt-{name}:{colour};" for name, colour in LIGHT.items())
    dark = "".join(f"--pt-{name}:{DARK[name]};" for name in changed)
    back = "".join(f"--pt-{name}:{LIGHT[name]};" for name in changed)
    board = "svg.pt-board"
    rules = "".join(f".pt-{n}{{fill:var(--pt-{n})}}.pt-l-{n}{{stroke:var(--pt-{n})}}" for n in LIGHT)
    themes = f"@media (prefers-color-scheme:dark){{:where({board}){{{dark}}}}}"
    themes += f":where({_LIGHT_PAGES}) :where({board}){{{back}}}:where({_DARK_PAGES}) :where({board}){{{dark}}}"
    return f"<style>:where({board}){{{light}}}{themes}{rules}</style>"


def ink_on(colour: str) -> str:
    """Black or white ink, whichever shows better on a colour.

    >>> ink_on("#ffffff"), ink_on("#102030")
    ('#26221d', '#f7f2e7')
    """
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return "#26221d" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "#f7f2e7"
