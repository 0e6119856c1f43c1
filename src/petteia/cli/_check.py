"""`petteia check`: mistakes of descriptions, and what surely is not meant."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path

from petteia.game.bundled import find_description
from petteia.lang.assist import find_mistake
from petteia.lang.suspicions import find_warnings

_HAS_MISTAKES = 1


def check_descriptions(names: Sequence[str], defs: Sequence[Path], *, strict: bool, json: bool) -> int:
    """Prints a line for each mistake or warning; the exit code is 1 if a description has a mistake."""
    rows: list[dict[str, str]] = []
    for name in names:
        file, text = find_description(name)
        mistake = find_mistake(text, file, defs)
        if mistake is not None:
            rows.append({"game": name, "kind": "mistake", "message": str(mistake)})
            continue
        found = find_warnings(text, file=file, defs=defs)
        rows += [{"game": name, "kind": "warning", "message": str(one)} for one in found]
    if json:
        print(json_form.dumps(rows))
    else:
        for row in rows:
            print(f"{row['kind']}: {row['message']}")
        if not rows:
            print(f"{len(names)} description{'s' if len(names) > 1 else ''}, no mistake was found")
    return _HAS_MISTAKES if any(strict or row["kind"] == "mistake" for row in rows) else 0
