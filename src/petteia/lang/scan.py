"""Finding things in raw text: comments, brackets, quoted strings."""

import re
from collections.abc import Iterator

from petteia.lang.text import Text

__all__ = ["blank_comments", "clause_starts", "closing", "first_quoted", "quoted"]

# compat: `\"` does not close a string here, and nothing after a string that is never closed is a comment.
_COMMENT = re.compile(r'"(?:\\"|[^"])*+"|(?P<comment>//[^\n]*)|(?P<unclosed>")')
_QUOTED = re.compile(r'"[^"]*"')
_PAIRS = {"(": ")", "{": "}", "[": "]", "<": ">"}
_BRACKETS = {opening: re.compile(f'["{re.escape(opening + end)}]') for opening, end in _PAIRS.items()}


def blank_comments(text: Text) -> Text:
    """The text with comments overwritten by spaces."""
    chars = text.chars
    if "//" not in chars:
        return text
    pieces = []
    done = 0
    for match in _COMMENT.finditer(chars):
        if match["unclosed"]:
            break
        if match["comment"]:
            pieces += [chars[done : match.start()], " " * (match.end() - match.start())]
            done = match.end()
    return text.with_chars("".join([*pieces, chars[done:]]))


def closing(chars: str, start: int, end: int | None = None) -> int:
    """The offset of the bracket that closes the one at `start`, -1 if there is none.

    compat: only brackets of the same kind count, strings are skipped without regard to `\\"`, and `<` or `>`
    directly after `(` is an operator.

    >>> closing('(a "b)" (c))', 0)
    11
    """
    opening = chars[start]
    depth = 0
    in_string = False
    for match in _BRACKETS[opening].finditer(chars, start, len(chars) if end is None else end):
        found = match[0]
        if found == '"':
            in_string = not in_string
        elif in_string or (found in "<>" and match.start() > 0 and chars[match.start() - 1] == "("):
            continue
        elif found == opening:
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                return match.start()
    return -1


def clause_starts(chars: str, beginning: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Start and end of the clauses with a literal beginning, one after the other; an end of -1 is a missing bracket."""
    while (start := chars.find(beginning, start)) >= 0:
        close = closing(chars, start)
        yield start, close
        if close < 0:
            return
        start = close + 1


def quoted(chars: str) -> list[str]:
    """The contents of the quoted strings, in order."""
    return [found[1:-1] for found in _QUOTED.findall(chars)]


def first_quoted(chars: str, start: int = 0) -> tuple[int, int]:
    """Start and end, quotes included, of the first quoted string; (-1, -1) if there is none."""
    match = _QUOTED.search(chars, start)
    return match.span() if match else (-1, -1)
