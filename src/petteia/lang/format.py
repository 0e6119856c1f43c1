"""The formatter of descriptions: one layout for every text, comments kept, the meaning untouched.

White space is changed only where there was some, and inside brackets; so `name:(from)` or `<(a b)>` stay as they are.
"""

import re
from dataclasses import dataclass, field

from petteia.errors import LimitExceeded, LudSyntaxError
from petteia.types import Place

__all__ = ["format_text"]

_WIDTH = 100
_INDENT = "    "
_MAX_DEPTH = 150
_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>//[^\n]*)|(?P<string>"(?:\\"|[^"])*+")|(?P<open>[({\[])|(?P<close>[)}\]])"""
    r"""|(?P<word>(?:(?!//)[^\s"(){}\[\]])+)|(?P<unclosed>")""",
    re.VERBOSE,
)
_CLOSING = {"(": ")", "{": "}", "[": "]"}


@dataclass(slots=True)
class _Word:
    """A word, a number, a string, or a comment that stands alone or at the end of a line."""

    text: str
    comment: bool = False


@dataclass(slots=True)
class _Group:
    """A pair of brackets with what it holds."""

    bracket: str
    start: int
    items: list["_Item"] = field(default_factory=list)


@dataclass(slots=True)
class _Item:
    """Nodes without white space between them; `apart` follows an empty line, `trailing` ends the line before."""

    nodes: list[_Word | _Group]
    apart: bool = False
    trailing: bool = False

    @property
    def comment(self) -> bool:
        return isinstance(self.nodes[0], _Word) and self.nodes[0].comment


def format_text(text: str, file: str = "text") -> str:
    """The text in the one layout; formatting it again changes nothing.

    >>> print(format_text('(game  "A" ( players 2 ) // two\\n(rules (play(move Pass))))'), end="")
    (game "A"
        (players 2) // two
        (rules (play(move Pass)))
    )
    """
    root = _read(text, file)
    lines: list[str] = []
    for item in root.items:
        if item.apart and lines:
            lines.append("")
        _write(item, "", lines)
    return "\n".join(lines) + "\n" if lines else ""


def _read(text: str, file: str) -> _Group:
    """The groups of a text, below one that holds them all."""
    root = _Group("", 0)
    stack = [root]
    newlines = glued = 0
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match[0]
        if kind == "space":
            newlines, glued = token.count("\n"), 0
            continue
        if kind == "unclosed":
            raise _error(text, match.start(), file, "this string is never closed")
        if kind == "close":
            opened = stack.pop()
            if not stack:
                raise _error(text, match.start(), file, f"this {token} closes nothing")
            if _CLOSING[opened.bracket] != token:
                raise _error(text, match.start(), file, f"{token} closes the {opened.bracket} of {_spot(text, opened)}")
        else:
            _add(stack, kind == "comment", token, match.start(), newlines, bool(glued))
            if len(stack) > _MAX_DEPTH:
                message = f"brackets are nested more than {_MAX_DEPTH} deep"
                raise LimitExceeded(message, place=_place(text, match.start(), file))
        newlines, glued = 0, int(kind not in ("open", "comment"))
    if len(stack) > 1:
        raise _error(text, stack[-1].start, file, f"this {stack[-1].bracket} is never closed")
    return root


def _add(stack: list[_Group], comment: bool, token: str, at: int, newlines: int, glued: bool) -> None:
    """Adds a token to the innermost group, to its last item where no white space stands between."""
    items = stack[-1].items
    node: _Word | _Group = _Group(token, at) if token in _CLOSING else _Word(token.rstrip(), comment)
    if glued and items and not comment and not items[-1].comment:
        items[-1].nodes.append(node)
    else:
        items.append(_Item([node], apart=newlines > 1, trailing=comment and newlines == 0 and bool(items)))
    if isinstance(node, _Group):
        stack.append(node)


def _write(item: _Item, indent: str, lines: list[str]) -> None:
    """Writes an item below the lines there are, in one line where it fits."""
    if item.trailing and lines and not lines[-1].lstrip().startswith("//"):
        lines[-1] += f" {_flat(item)}"
        return
    flat = None if _broken(item) else _flat(item)
    if flat is not None and len(indent) + len(flat) <= _WIDTH:
        lines.append(indent + flat)
        return
    lines.append(indent)
    for node in item.nodes:
        if isinstance(node, _Word):
            lines[-1] += node.text
        else:
            _write_group(node, indent, lines)


def _write_group(group: _Group, indent: str, lines: list[str]) -> None:
    """Writes a group after the last line: the words it begins with beside the bracket, the rest below."""
    lines[-1] += group.bracket
    rest = list(group.items)
    if group.bracket == "(":
        words = []
        while rest and not _nested(rest[0]) and not rest[0].comment:
            words.append(_flat(rest.pop(0)))
        lines[-1] += " ".join(words)
        if len(rest) == 1 and isinstance(only := rest[0].nodes[-1], _Group) and only.bracket == "{":
            lines[-1] += " " + "".join(_flat_node(node) for node in rest.pop().nodes[:-1])
            _write_group(only, indent, lines)
    for number, item in enumerate(rest):
        if item.apart and number:
            lines.append("")
        _write(item, indent + _INDENT, lines)
    # A comment ends with its line, so the bracket has to go below one.
    if rest:
        lines.append(indent)
    lines[-1] += _CLOSING[group.bracket]


def _nested(item: _Item) -> bool:
    return any(isinstance(node, _Group) for node in item.nodes)


def _broken(item: _Item) -> bool:
    """Something inside cannot stand on one line: a comment after or between others, or a string of several lines."""
    return any(
        any(inner.comment or _broken(inner) for inner in node.items) for node in item.nodes if isinstance(node, _Group)
    )


def _flat(item: _Item) -> str:
    """An item on one line."""
    return "".join(_flat_node(node) for node in item.nodes)


def _flat_node(node: _Word | _Group) -> str:
    if isinstance(node, _Word):
        return node.text
    inner = " ".join(_flat(item) for item in node.items)
    space = " " if node.bracket == "{" and inner else ""
    return f"{node.bracket}{space}{inner}{space}{_CLOSING[node.bracket]}"


def _place(text: str, at: int, file: str) -> Place:
    line = text.count("\n", 0, at) + 1
    return Place(file, line, at - text.rfind("\n", 0, at))


def _spot(text: str, opened: _Group) -> str:
    place = _place(text, opened.start, "")
    return f"{place.line}:{place.column}"


def _error(text: str, at: int, file: str, cause: str) -> LudSyntaxError:
    return LudSyntaxError(cause, place=_place(text, at, file))
