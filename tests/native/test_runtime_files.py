"""The C of the runtime: every file can be opened by itself, is put together once, and is laid out by clang-format."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import petteia
from petteia.native.compilers import find_compiler
from petteia.native.runtime_files import runtime_source, runtime_text

RUNTIME = Path(petteia.__file__).parent / "runtime"
FILES = sorted(str(path.relative_to(RUNTIME)) for path in RUNTIME.rglob("*.[ch]"))
_STRICT = ("-fsyntax-only", "-std=gnu11", "-Werror=implicit-function-declaration", "-Werror=incompatible-pointer-types")


@pytest.mark.parametrize("name", FILES)
def test_every_file_compiles_by_itself(name: str) -> None:
    """As an editor sees it, with what it includes and nothing else."""
    compiler = find_compiler()
    if compiler is None or compiler.kind != "cc":
        pytest.skip("needs gcc or clang")
    command = [*compiler.command, *_STRICT, "-x", "c", "-I", str(RUNTIME), "-"]
    done = subprocess.run(command, input=f'#include "{name}"\n', capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_unit_holds_every_file_once() -> None:
    """Nothing is included any more, and what is included twice stands there once, before those that need it."""
    source = runtime_source("measure.c")
    assert "#include" not in source and "#pragma once" not in source
    assert source.count("typedef unsigned long long uint64_t;") == 1
    order = [source.index(runtime_text(name)) for name in ("types.h", "search_base.h", "search_tree.h", "search.c")]
    assert order == sorted(order)


@pytest.mark.parametrize("name", FILES)
def test_the_layout_is_that_of_clang_format(name: str) -> None:
    tool = shutil.which(os.environ.get("CLANG_FORMAT", "clang-format"))
    if tool is None:
        pytest.skip("needs clang-format 14")
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    if not re.search(r"version 14\.", version):
        pytest.skip(f"needs clang-format 14, other versions lay out otherwise: {version.strip()}")
    path = RUNTIME / name
    done = subprocess.run([tool, "--style=file", str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == path.read_text(encoding="utf-8")
