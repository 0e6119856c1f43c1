"""`petteia format`: descriptions in one layout."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

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
            _replace(Path(name), laid_out)
            print(f"{name} formatted")
    return _WOULD_CHANGE if check and changed else 0


def _replace(file: Path, text: str) -> None:
    """Puts a text in the place of a file at once, so that a stop in between loses neither."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.chmod(file.stat().st_mode)
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)
