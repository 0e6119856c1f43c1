"""A run of a C compiler over C text: a shared library, or a program of its own for the sanitizers."""

import errno
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from petteia.errors import BuildError
from petteia.native.compilers import (
    COMPILE_BYTES,
    COMPILE_SECONDS,
    FULL_FLAGS,
    LIBRARY_SUFFIX,
    Compiler,
    require_compiler,
)

SANITIZER_FLAGS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
_IS_WINDOWS = sys.platform == "win32"


class Cancellation:
    """A request to stop a build under way, which another thread may make."""

    def __init__(self) -> None:
        self.cancelled = False
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def cancel(self) -> None:
        """Stops the compiler that runs, and any that would be started later."""
        with self._lock:
            self.cancelled = True
            if self._process is not None:
                with suppress(OSError):
                    _stop(self._process)

    def watch(self, process: "subprocess.Popen[str] | None") -> None:
        """Notes the compiler that runs now; None when it has ended."""
        with self._lock:
            self._process = process
            if process is not None and self.cancelled:
                with suppress(OSError):
                    _stop(process)


def compile_shared(
    source: str,
    *,
    name: str,
    folder: Path,
    compiler: Compiler | None = None,
    flags: Sequence[str] = FULL_FLAGS,
    extra_sources: Mapping[str, str] | None = None,
    timeout: float = COMPILE_SECONDS,
    cancellation: Cancellation | None = None,
) -> Path:
    """The shared library made of C text, written into `folder`.

    `extra_sources` maps file names to texts: `.c` files are compiled too, headers are there to be included. A
    compiler that refuses raises `BuildError` with its first complaint in one line and the path of its full output.
    """
    compiler = compiler or require_compiler()
    library = folder / f"{name}{LIBRARY_SUFFIX}"
    before, after = _link_flags(compiler)
    before = [*_machine_flags(compiler), *flags, *before]
    _compile(compiler, source, name, library, before, after, extra_sources, timeout, cancellation)
    return library


def compile_executable(
    source: str,
    *,
    name: str,
    folder: Path,
    compiler: Compiler | None = None,
    flags: Sequence[str] = FULL_FLAGS,
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
    """True if programs built with the address and undefined-behaviour sanitizers both link and stop at a fault here."""
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
    """Flags that make a shared library, before and after the sources; symbols it lacks come from the running Python."""
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
    cancellation: Cancellation | None = None,
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
        status, said = _run(command, work, os.path.abspath(scratch), timeout, cancellation or Cancellation())
    if cancellation is not None and cancellation.cancelled:
        raise BuildError(f"{name}: the build was cancelled")
    if "No space left on device" in said:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(work))
    if status != 0 or not output.is_file():
        if status is None:
            said = f"error: stopped after {timeout:g} seconds\n{said}"
        raise _failure(name, command, said, texts)


def _run(
    command: Sequence[str], folder: Path, scratch: str, timeout: float, cancellation: Cancellation
) -> tuple[int | None, str]:
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
    _bound_memory(process)
    try:
        cancellation.watch(process)
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
    finally:
        cancellation.watch(None)


def _bound_memory(process: "subprocess.Popen[str]") -> None:
    """Lets a compiler, and what it starts, have so much memory at most, where the system has such limits."""
    if sys.platform != "linux":
        return
    import resource

    with suppress(OSError, ValueError):  # it may have ended, or be bound more tightly already
        resource.prlimit(process.pid, resource.RLIMIT_AS, (COMPILE_BYTES, COMPILE_BYTES))


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
