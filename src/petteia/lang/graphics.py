"""The `(graphics ...)` items of a description's metadata as plain data.

An item is a dictionary: `keyword` and `kind` (`board`, `Colour`), `args` in the order in which they are written,
`named` arguments by name, and `text`, the item as written. Words and strings are strings, a colour is
`{"colour": "#rrggbb"}` (with two digits more where it is not opaque, empty where it is hidden), a list is a list, and
any other clause is `{"clause": text}`.
"""

from __future__ import annotations

import re
from typing import Any

from petteia.errors import LudSyntaxError
from petteia.lang.show import tree_text
from petteia.lang.text import Sources
from petteia.lang.tree import Clause, Node, Sequence, Terminal, read_tree

__all__ = ["graphics_items", "hex_colour"]

Item = dict[str, Any]

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)")
_WITHOUT_KIND = {"stackType", "colour", "hiddenImage", "adversarialPuzzle", "suitRanking"}
_COLOURS = {
    "white": "#ffffff", "black": "#000000", "grey": "#969696", "lightgrey": "#c8c8c8", "verylightgrey": "#e6e6e6",
    "darkgrey": "#646464", "verydarkgrey": "#323232", "dark": "#1e1e1e", "red": "#e03131", "green": "#2f9e44",
    "blue": "#2c5fd1", "yellow": "#f2c71b", "pink": "#f58fb5", "cyan": "#22b8cf", "brown": "#8b5a2b",
    "darkbrown": "#5c3a1a", "verydarkbrown": "#3a230f", "purple": "#8a3ab9", "magenta": "#d6336c",
    "turquoise": "#2bb7a8", "orange": "#f2800d", "lightorange": "#ffb861", "lightred": "#ff8787", "darkred": "#9b1c1c",
    "burgundy": "#6d1a36", "lightgreen": "#8ce99a", "darkgreen": "#1b6b34", "lightblue": "#74b7f2",
    "verylightblue": "#cfe6fb", "darkblue": "#1c3d8f", "iceblue": "#dff3fa", "gold": "#d4a72c", "silver": "#bfc3c9",
    "bronze": "#b0713a", "gunmetal": "#3c4a54", "humanlight": "#f0cfa8", "humandark": "#8a5a36", "cream": "#fbf3dc",
    "deeppurple": "#4b2a78", "pinkfloyd": "#e75fa0", "blacksabbath": "#14101c", "kingcrimson": "#a4161f",
    "tangerinedream": "#f28500", "babyblue": "#a3d4f5", "lighttan": "#e6cfa5", "hidden": "",
}  # fmt: skip


def graphics_items(metadata: str) -> list[Item]:
    """The graphics items of a metadata clause; none where it cannot be read.

    >>> [item] = graphics_items('(metadata (graphics (player Colour P1 (colour Red))))')
    >>> item["keyword"], item["kind"], item["args"]
    ('player', 'Colour', ['P1', {'colour': '#e03131'}])
    """
    if "(graphics" not in metadata:
        return []
    sources = Sources()
    try:  # the reader of clauses wants a game around them
        root = read_tree(sources.add_file("metadata", f"(game {metadata})"), sources).root
    except LudSyntaxError:
        return []
    found = []
    for clause in root.items[0].items if isinstance(root.items[0], Clause) else ():
        if isinstance(clause, Clause) and clause.keyword == "graphics":
            for part in clause.items:
                inner = part.items if isinstance(part, Sequence) else [part]
                found += [_item(one) for one in inner if isinstance(one, Clause)]
    return found


def _item(clause: Clause) -> Item:
    items = list(clause.items)
    kind = ""
    if clause.keyword not in _WITHOUT_KIND and items and isinstance(items[0], Terminal) and items[0].name is None:
        kind = items.pop(0).text  # type: ignore[union-attr]
    return {
        "keyword": clause.keyword,
        "kind": kind[:1].upper() + kind[1:],
        "args": [_value(one) for one in items if one.name is None],
        "named": {one.name: _value(one) for one in items if one.name is not None},
        "text": re.sub(r"\s+", " ", tree_text(clause)),
    }


def _value(node: Node) -> Any:
    if isinstance(node, Sequence):
        return [_value(one) for one in node.items]
    if isinstance(node, Clause):
        colour = hex_colour([_value(one) for one in node.items]) if node.keyword == "colour" else None
        return {"clause": tree_text(node)} if colour is None else {"colour": colour}
    text = node.text
    if text.startswith('"'):
        return text.strip('"')
    if _NUMBER.fullmatch(text):
        number = float(text)
        return int(number) if number.is_integer() and "." not in text else number
    return {"true": True, "false": False}.get(text.lower(), text)


def hex_colour(parts: list[Any]) -> str | None:
    """A colour by name, by its hexadecimal code or by three or four numbers; None if it is no colour.

    >>> hex_colour(["Black"]), hex_colour([255, 0, 0]), hex_colour(["#b6b4cc"]), hex_colour(["Hidden"])
    ('#000000', '#ff0000', '#b6b4cc', '')
    """
    if len(parts) in (3, 4) and all(isinstance(one, int) for one in parts):
        numbers = [min(255, max(0, one)) for one in parts]
        if len(numbers) == 4 and numbers[3] == 0:
            return ""
        return "#" + "".join(f"{one:02x}" for one in (numbers[:3] if numbers[3:] in ([], [255]) else numbers))
    if len(parts) == 1 and isinstance(parts[0], str):
        word = parts[0].strip().lower()
        if re.fullmatch(r"#?([0-9a-f]{6}|[0-9a-f]{8})", word):
            return "#" + word.lstrip("#")
        return _COLOURS.get(word)
    return None
