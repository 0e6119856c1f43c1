"""Lines that the tests reach, as a table by part of the package, from the data that `make coverage` collects.

python tests/covered.py [PART ...]
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coverage import Coverage

_PACKAGE = Path(__file__).resolve().parent.parent / "src" / "petteia"


def lines_by_part(data: Coverage) -> dict[str, tuple[int, int]]:
    """For each part the lines that can run, and those of them that did; files that nothing imported count, too."""
    able: Counter[str] = Counter()
    ran: Counter[str] = Counter()
    for file in sorted(_PACKAGE.rglob("*.py")):
        part = file.relative_to(_PACKAGE).parts[0].removesuffix(".py")
        _, lines, _, missing, _ = data.analysis2(str(file))
        able[part] += len(lines)
        ran[part] += len(lines) - len(missing)
    return {part: (able[part], ran[part]) for part in sorted(able) if able[part]}


def table(parts: dict[str, tuple[int, int]]) -> str:
    """The parts and their sum, in Markdown."""
    rows = [*parts.items(), ("in all", tuple(map(sum, zip(*parts.values(), strict=True))))]
    lines = [f"| {part} | {able:,} | {100 * ran / able:.1f} % |" for part, (able, ran) in rows]
    return "\n".join(["| part | lines | reached |", "|---|---|---|", *lines])


def main() -> None:
    """Prints the table, of the parts that the command line names or of all."""
    from coverage import Coverage  # which only `make coverage` needs

    data = Coverage()
    data.load()
    parts = lines_by_part(data)
    print(table({part: parts[part] for part in sys.argv[1:] or parts}))


if __name__ == "__main__":
    main()
