"""Number ranges `3..6` and coordinate ranges `"A1".."C3"`, written out."""

import re
from collections.abc import Iterator

from petteia.errors import LudSyntaxError
from petteia.lang.text import Budget, Sources, Text

__all__ = ["expand_ranges"]

MAX_SPAN = 1000

# Text in square brackets is left alone.
_NUMBERS = re.compile(r"\[[^\]]*(?:\]|\Z)|(?P<first>[0-9]+)\.\.(?P<last>[0-9]+)")
_COORDINATES = re.compile(
    r'\[[^\]]*(?:\]|\Z)|"(?P<letter>[A-Za-z])(?P<number>[0-9]+)"\.\."(?P<letter2>[A-Za-z])(?P<number2>[0-9]+)"'
)


def expand_ranges(text: Text, sources: Sources) -> Text:
    """The text with all ranges written out, in strings too.

    >>> sources = Sources()
    >>> expand_ranges(sources.add_file("-", '{3..6 6..5 4..4 -2..1 "A1".."B2"}'), sources).chars
    '{3 4 5 6 6 5 4 4 -2 1 "A1" "A2" "B1" "B2"}'
    """
    if ".." not in text.chars:
        return text
    for pattern, write in ((_NUMBERS, _write_numbers), (_COORDINATES, _write_coordinates)):
        changes = []
        length = len(text)
        for match in pattern.finditer(text.chars):
            if not match[0].startswith("["):
                new = write(match, text, sources)
                length += len(new)
                Budget.allow_length(length)
                changes.append((match.start(), match.end(), text.insertion(new, match.start())))
        text = text.replaced(changes)
    return text


def _write_numbers(match: re.Match[str], text: Text, sources: Sources) -> str:
    if max(len(match["first"]), len(match["last"])) > 10:
        raise _too_wide(match, text, sources)
    first, last = int(match["first"]), int(match["last"])
    if abs(first - last) > MAX_SPAN:
        raise _too_wide(match, text, sources)
    step = 1 if last >= first else -1
    # compat: both ends are always written, so that `4..4` gives 4 twice.
    return " ".join(str(number) for number in [first, *range(first + step, last, step), last])


def _write_coordinates(match: re.Match[str], text: Text, sources: Sources) -> str:
    if max(len(match["number"]), len(match["number2"])) > 10:
        raise _too_wide(match, text, sources)
    rows = range(int(match["number"]), int(match["number2"]) + 1)
    if len(rows) > MAX_SPAN:
        raise _too_wide(match, text, sources)
    return " ".join(f'"{letter}{row}"' for letter in _letters(match["letter"], match["letter2"]) for row in rows)


def _letters(first: str, last: str) -> Iterator[str]:
    return (chr(code) for code in range(ord(first.upper()), ord(last.upper()) + 1))


def _too_wide(match: re.Match[str], text: Text, sources: Sources) -> LudSyntaxError:
    shown = match[0] if len(match[0]) < 40 else match[0][:37] + "..."
    return LudSyntaxError(
        f"the range {shown} spans more than {MAX_SPAN}", place=sources.place(text.marks[match.start()])
    )
