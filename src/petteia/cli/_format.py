"""`petteia format`: descriptions in one layout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from petteia.files import replace_file
from petteia.lang import decode, format_text

_WOULD_CHANGE = 1


def format_descriptions(files: Sequence[str], *, check: bool) -> int:
    """Formats each file in place, or tells which would change; `-` goes from standard input to standard output."""
    changed = 0
    for name in files:
        if name == "-":
            sys.stdout.write(format_text(sys.stdin.read(), "standard input"))
            continue
        text = decode(Path(name).read_bytes(), name)
        laid_out = format_text(text, name)
        if laid_out == text:
            continue
        changed += 1
        if check:
            print(f"{name} would change")
        else:
            replace_file(Path(name), laid_out)
            print(f"{name} formatted")
    return _WOULD_CHANGE if check and changed else 0
