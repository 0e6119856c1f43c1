"""The modules of the ludemes import each other in one direction: no import is put off to hide a cycle."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import petteia.ludemes

ROOT = Path(petteia.ludemes.__file__).parent
PUT_OFF = ("petteia.ludemes.puzzles.rules", "petteia.ludemes.puzzles.constraints")
"""The words of puzzles ask what they mean, which asks which words a puzzle has."""


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Modules and names imported anywhere, functions included, but not for types alone."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING":
            continue
        if isinstance(part, ast.ImportFrom):
            yield from ((part.module or "", alias.name) for alias in part.names)
        yield from _imports(part)


def test_imports_lead_one_way() -> None:
    modules = {_name(path): path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem != "__init__"}
    graph: dict[str, set[str]] = {}
    for name, path in modules.items():
        found = _imports(ast.parse(path.read_text(encoding="utf-8")))
        asked = {inner if (inner := f"{module}.{word}") in modules else module for module, word in found}
        graph[name] = {one for one in asked & modules.keys() if (name, one) != PUT_OFF}
    assert len(list(TopologicalSorter(graph).static_order())) == len(modules) > 100
