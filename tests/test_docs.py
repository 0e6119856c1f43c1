"""The documents say what is so: commands print what is shown, links lead somewhere."""

import doctest
import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from petteia.cli._main import run

REPOSITORY = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")])


def commands(document: Path) -> list[tuple[str, str]]:
    """Each command of a document's `console` blocks, with the output that is shown for it."""
    blocks = re.findall(r"^```console\n(.*?)^```", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = []
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


SHOWN = [(document, *shown) for document in DOCUMENTS for shown in commands(document)]


def test_there_are_commands_to_check() -> None:
    """The documents are found and their blocks are read."""
    assert len(DOCUMENTS) > 5 and len(SHOWN) > 5


@pytest.mark.parametrize(("document", "command", "output"), SHOWN, ids=[command for _, command, _ in SHOWN])
def test_commands_print_what_is_shown(
    document: Path, command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command in a document prints the output below it; `...` stands for anything."""
    program, *arguments = shlex.split(command)
    assert program == "petteia"
    code = run(arguments)
    printed = capsys.readouterr()
    assert code == 0, printed.err
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.OutputChecker().check_output(output, printed.out, flags), printed.out[:3000]


@pytest.mark.parametrize("name", ["features.md", "search.md"])
def test_examples_run_as_they_stand(name: str) -> None:
    """Python of these documents needs nothing but the package."""
    text = (REPOSITORY / "docs" / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr


def test_the_files_of_the_architecture_exist() -> None:
    """Every file that ARCHITECTURE.md tells people to read is there."""
    text = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+(?:/\w+)*(?:/|/\w+\.\w+))`", text)
    folders = [REPOSITORY, *(REPOSITORY / "src" / "petteia" / part for part in ("", "ludemes"))]
    assert len(named) > 30
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_links_lead_somewhere(document: Path) -> None:
    """Relative links name files that exist."""
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8"))
    broken = [link for link in links if "://" not in link and not (document.parent / link).exists()]
    assert broken == []


def notebooks() -> ModuleType:
    """The module that makes notebooks of pages; it lies beside them."""
    spec = importlib.util.spec_from_file_location("notebooks", REPOSITORY / "docs" / "notebooks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", notebooks().TUTORIALS)
def test_tutorials_run_as_notebooks(name: str) -> None:
    """All cells of code run in their order; only those that are tagged so end in an error."""
    text = (REPOSITORY / "docs" / f"{name}.md").read_text(encoding="utf-8")
    made = notebooks().notebook(text)
    cells = [cell for cell in made["cells"] if cell["cell_type"] == "code"]
    assert cells and made["nbformat"] == 4 and len({cell["id"] for cell in made["cells"]}) == len(made["cells"])
    names: dict[str, Any] = {}
    for cell in cells:
        source = "".join(cell["source"])
        if "raises-exception" in cell["metadata"].get("tags", ()):
            with pytest.raises(Exception, match=r"."):
                exec(source, names)
        else:
            exec(source, names)
