"""The shape of the project: which package may import which, what is exported, how fast an import is."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import petteia

PACKAGE = Path(petteia.__file__).parent
REPOSITORY = Path(__file__).resolve().parent.parent

_BASE = {"errors", "files", "types"}
# The top of the package hands out names lazily; nothing below may import it back.
_TOP = {"__init__", "__main__"}


def read_table() -> dict[str, set[str]]:
    """The imports each part may make, from the table of ARCHITECTURE.md."""
    text = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", text, flags=re.MULTILINE)
    table = {part: set(re.findall(r"`(\w+)`", allowed)) for part, allowed in rows}
    return {part: set(table) if "everything" in dict(rows)[part] else allowed for part, allowed in table.items()}


MAY_IMPORT = read_table()


@cache
def parse(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def part_of(path: Path, package: Path = PACKAGE) -> str:
    """The part of the package that a module file belongs to: `lang` for lang/reader.py, `errors` for errors.py."""
    return path.relative_to(package).parts[0].removesuffix(".py")


def imported_parts(path: Path, package: Path = PACKAGE) -> Iterator[tuple[int, str]]:
    """Line and part of each import from petteia in a module, wherever in the file it stands."""
    module = ("petteia", *path.relative_to(package).with_suffix("").parts)
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(module[: -node.level]) + "." if node.level else ""
            base = (start + (node.module or "")).rstrip(".")
            names = [f"{base}.{alias.name}" if base == "petteia" else base for alias in node.names]
        else:
            continue
        for name in names:
            words = name.split(".")
            if words[0] == "petteia":
                yield node.lineno, words[1] if len(words) > 1 else "__init__"


def wrong_imports(package: Path) -> list[str]:
    """Each import that points the wrong way, as `file:line: part imports other`."""
    wrong = []
    for path in sorted(package.rglob("*.py")):
        part = part_of(path, package)
        if part in _TOP:
            continue
        allowed = MAY_IMPORT.get(part, set()) | _BASE | {part}
        for line, other in imported_parts(path, package):
            if other not in allowed and other != "__version__":
                wrong.append(f"{path.relative_to(package)}:{line}: {part} imports {other}")
    return wrong


def test_imports_point_down() -> None:
    """No module imports a part that its own part does not stand on."""
    assert wrong_imports(PACKAGE) == []


def test_wrong_imports_are_seen(tmp_path: Path) -> None:
    """The walk sees absolute, relative, nested and top-level imports that point the wrong way."""
    board = tmp_path / "board"
    board.mkdir()
    (board / "graph.py").write_text(
        "import petteia\n"
        "import petteia.lang.reader\n"
        "from petteia.errors import PetteiaError\n"
        "from petteia import native\n"
        "from ..game import load\n"
        "from . import labels\n"
        "def f():\n    from petteia.ir.nodes import Node\n",
        encoding="utf-8",
    )
    assert wrong_imports(tmp_path) == [
        "board/graph.py:1: board imports __init__",
        "board/graph.py:2: board imports lang",
        "board/graph.py:4: board imports native",
        "board/graph.py:5: board imports game",
        "board/graph.py:8: board imports ir",
    ]


def test_the_table_has_no_cycle() -> None:
    """Parts are listed lowest first: none may import one below it in the table."""
    order = list(MAY_IMPORT)
    assert len(order) >= 10
    for part, allowed in MAY_IMPORT.items():
        assert all(order.index(other) <= order.index(part) for other in allowed), part


def test_every_part_is_in_the_table() -> None:
    """A new part of the package has to be given its place."""
    data_only = {"games", "defs", "runtime"}
    parts = {part_of(path) for path in PACKAGE.rglob("*.py")} - _TOP - data_only
    assert parts <= set(MAY_IMPORT), parts - set(MAY_IMPORT)


def test_every_module_says_its_subject() -> None:
    """Each module opens with a docstring."""
    silent = [
        str(path.relative_to(REPOSITORY))
        for path in sorted(PACKAGE.rglob("*.py"))
        if ast.get_docstring(parse(path)) is None
    ]
    assert silent == []


def test_public_names_are_there() -> None:
    """Every name in `__all__` can be fetched, has a home, and type checkers see the same names."""
    assert set(petteia._HOME) | {"__version__"} == set(petteia.__all__) <= set(dir(petteia))
    for name in petteia.__all__:
        assert getattr(petteia, name) is not None, name
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.name: statement.module
        for block in blocks
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert seen == petteia._HOME


def test_an_unknown_name_is_an_attribute_error() -> None:
    """The lazy lookup does not hide misspellings."""
    with pytest.raises(AttributeError, match="'petteia' has no attribute 'lode'"):
        petteia.lode  # noqa: B018


def test_every_bundled_file_is_in_the_package() -> None:
    """Descriptions, defines and the C runtime are data of the package, where an installed copy has them too."""
    strays = [p for s in ("*.lud", "*.def") for f in ("src", "games") for p in (REPOSITORY / f).rglob(s)]
    assert all(path.is_relative_to(PACKAGE) for path in strays)


def test_import_is_lazy() -> None:
    """`import petteia` loads neither numpy nor the libraries of the command line."""
    heavy = ["numpy", "typer", "rich", "cffi", "click"]
    code = f"import sys, petteia; print([m for m in {heavy} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_recorded_play_is_found_or_said_missing(conformance: Path) -> None:
    """The recorded play is there: without it the tests that need it say that they were skipped."""
    assert (conformance / "traces").is_dir()


def private_imports(package: Path) -> list[str]:
    """Each import of a module or name with an underscore from another part, as `file:line: name`."""
    found = []
    for path in sorted(package.rglob("*.py")):
        part = part_of(path, package)
        for node in ast.walk(parse(path)):
            if not isinstance(node, ast.ImportFrom) or node.level or not (node.module or "").startswith("petteia."):
                continue
            words = (node.module or "").split(".")[1:]
            private = [word for word in words + [alias.name for alias in node.names] if word.startswith("_")]
            if words[0] != part and private and private != ["__version__"]:
                found.append(f"{path.relative_to(package)}:{node.lineno}: {private[0]}")
    return found


def test_underscores_are_private_to_their_part() -> None:
    """No part imports a module or a name of another part that begins with an underscore."""
    assert private_imports(PACKAGE) == []


def test_private_imports_are_seen(tmp_path: Path) -> None:
    """The walk sees private modules and private names of other parts, and leaves a part's own alone."""
    board = tmp_path / "board"
    board.mkdir()
    (board / "graph.py").write_text("from petteia.game._scene import draw\nfrom petteia.ir.nodes import _empty\n")
    (board / "own.py").write_text("from petteia.board._labels import label\n")
    assert [line.split(": ")[1] for line in private_imports(tmp_path)] == ["_scene", "_empty"]
