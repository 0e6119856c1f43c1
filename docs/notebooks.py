"""Notebooks made from pages of the documentation: text as text, examples as cells of code that can be run.

    python docs/notebooks.py docs/researcher.md researcher.ipynb
"""

from __future__ import annotations

import doctest
import json
import re
import sys
from pathlib import Path
from typing import Any

TUTORIALS = ("designer", "researcher", "historian")
"""The pages that are tutorials, one for each door."""
_BLOCK = re.compile(r"^```python\n(.*?)^```\n?", flags=re.MULTILINE | re.DOTALL)


def notebook(markdown: str) -> dict[str, Any]:
    """A page as a notebook of format 4; cells whose example ends in an error are tagged `raises-exception`."""
    cells: list[dict[str, Any]] = []
    end = 0
    for block in _BLOCK.finditer(markdown):
        cells += _text(markdown[end : block.start()])
        cells += [_code(one) for one in doctest.DocTestParser().get_examples(block.group(1))]
        end = block.end()
    cells += _text(markdown[end:])
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _text(markdown: str) -> list[dict[str, Any]]:
    text = markdown.strip()
    return [{"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}] if text else []


def _code(example: doctest.Example) -> dict[str, Any]:
    fails = example.exc_msg is not None or example.want.startswith("Traceback")
    source = re.sub(r"\s*# doctest:.*", "", example.source).rstrip("\n")
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {"tags": ["raises-exception"]} if fails else {},
        "outputs": [],
        "source": source.splitlines(keepends=True),
    }


def main() -> None:
    """Writes one page as a notebook."""
    if len(sys.argv) != 3:
        sys.exit("usage: python docs/notebooks.py PAGE.md NOTEBOOK.ipynb")
    made = notebook(Path(sys.argv[1]).read_text(encoding="utf-8"))
    Path(sys.argv[2]).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
