"""Trees and bound ludemes as text, laid out in lines."""

from collections.abc import Iterator

from petteia.lang.tree import Clause, Node, Sequence, Terminal
from petteia.ludemes import Ludeme, Word

__all__ = ["ludemes_text", "short_text", "tree_text"]

WIDTH = 120
INDENT = "    "
SHORT = 60


def inline_text(node: Node) -> str:
    """A node in one line, without recursion."""
    pieces: list[str] = []
    stack: list[Node | str] = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, str):
            pieces.append(top)
        elif isinstance(top, Terminal):
            pieces.append(_label(top) + top.text)
        else:
            opening, closing = ("(" + top.keyword, ")") if isinstance(top, Clause) else ("{", "}")
            pieces.append(_label(top) + opening)
            stack.append(closing)
            for index in range(len(top.items) - 1, -1, -1):
                stack.append(top.items[index])
                if index or isinstance(top, Clause):
                    stack.append(" ")
    return "".join(pieces)


def _label(node: Node) -> str:
    return f"{node.name}:" if node.name is not None else ""


def tree_text(root: Node) -> str:
    """A node in lines of at most some width, as far as its words allow.

    The text without white space is that of the clauses themselves, so its digest does not depend on the layout.
    """
    widths = _widths(root)
    lines: list[str] = []
    stack: list[tuple[Node | str, int]] = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        if isinstance(node, str):
            lines.append(INDENT * depth + node)
        elif isinstance(node, Terminal) or widths[id(node)] + len(INDENT) * depth <= WIDTH:
            lines.append(INDENT * depth + inline_text(node))
        else:
            opening, closing = ("(" + node.keyword, ")") if isinstance(node, Clause) else ("{", "}")
            lines.append(INDENT * depth + _label(node) + opening)
            stack.append((closing, depth))
            stack.extend((item, depth + 1) for item in reversed(list(_filled(node, depth + 1))))
    return "\n".join(lines)


def _filled(node: Clause | Sequence, depth: int) -> Iterator[Node | str]:
    """The items of a node, runs of words and numbers filled into whole lines."""
    line = ""
    for item in node.items:
        word = _label(item) + item.text if isinstance(item, Terminal) else ""
        if line and (not word or len(line) + 1 + len(word) + len(INDENT) * depth > WIDTH):
            yield line
            line = ""
        if word:
            line = f"{line} {word}" if line else word
        else:
            yield item
    if line:
        yield line


def _widths(root: Node) -> dict[int, int]:
    """The width of each clause and list if written in one line, by identity."""
    widths: dict[int, int] = {}
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if isinstance(node, Terminal):
            continue
        if not ready:
            stack.append((node, True))
            stack.extend((item, False) for item in node.items)
            continue
        width = len(_label(node)) + (len(node.keyword) if isinstance(node, Clause) else 0) + 2
        for item in node.items:
            width += 1 + (len(_label(item)) + len(item.text) if isinstance(item, Terminal) else widths[id(item)])
        widths[id(node)] = width
    return widths


def short_text(node: Node) -> str:
    """A node in a few words, for messages."""
    if isinstance(node, Terminal):
        return node.text if len(node.text) <= SHORT else node.text[: SHORT - 3] + "..."
    opening, closing = ("(" + node.keyword, ")") if isinstance(node, Clause) else ("{", "}")
    text = opening
    for index, item in enumerate(node.items):
        inner = "(" + item.keyword + " ..)" if isinstance(item, Clause) else "{..}"
        word = _label(item) + (item.text if isinstance(item, Terminal) else inner)
        if len(text) + len(word) > SHORT:
            return text + " .." + closing
        text += " " + word if index or isinstance(node, Clause) else word
    return text + closing


def ludemes_text(root: Ludeme, places: bool = False) -> str:
    """A bound ludeme as an outline: class, arguments by name, and on demand where each was written."""
    lines: list[str] = []
    stack: list[tuple[object, str, int]] = [(root, "", 0)]
    while stack:
        value, label, depth = stack.pop()
        start = INDENT * depth + label
        if isinstance(value, Ludeme) and value.keyword:
            lines.append(start + type(value).__name__ + (f"    # {value.place}" if places and value.place else ""))
            stack.extend((inner, f"{name}: ", depth + 1) for name, inner in reversed(list(value.arguments())))
        elif isinstance(value, list) and not all(_is_plain(item) for item in value):
            lines.append(start + "list")
            stack.extend((item, "- ", depth + 1) for item in reversed(value))
        else:
            lines.append(start + plain_text(value))
    return "\n".join(lines)


def _is_plain(value: object) -> bool:
    return not isinstance(value, list) and not (isinstance(value, Ludeme) and value.keyword)


def plain_text(value: object) -> str:
    """A constant, a word, or a list of them."""
    if isinstance(value, list):
        return "{" + " ".join(plain_text(item) for item in value) + "}"
    if isinstance(value, Ludeme):
        return str(dict(value.arguments())["value"])
    if isinstance(value, Word):
        return f"{type(value).__name__}.{value.value}"
    return repr(value) if isinstance(value, str) else str(value)
