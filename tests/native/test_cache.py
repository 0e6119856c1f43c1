"""The build cache under every kind of bad luck: damage, races, kills, folders that cannot be written."""

import ctypes
import errno
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from petteia.errors import BuildError
from petteia.native import cache as build_cache
from petteia.native import compilers, compiling
from petteia.native.cache import BuildCache, Built, input_key

ADD = "int g_add(int a, int b) { return a + b; }\n"
META = {"sites": 9, "players": ["P1", "P2"]}
posix = pytest.mark.skipif(sys.platform == "win32", reason="uses shell scripts as compilers")


@pytest.fixture
def cache(tmp_path: Path) -> BuildCache:
    return BuildCache(tmp_path / "cache")


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the builds that a compiler was really run for."""
    names: list[str] = []
    real = compiling.compile_shared

    def counted(source: str, **options: Any) -> Path:
        names.append(options["name"])
        return real(source, **options)

    monkeypatch.setattr(compiling, "compile_shared", counted)
    return names


def build(cache: BuildCache, inputs: str = "inputs", source: str = ADD) -> Built:
    return cache.store(inputs, source, name="tiny", meta=META)


def works(built: Built) -> bool:
    return bool(ctypes.CDLL(str(built.library)).g_add(2, 3) == 5)


def wrapped_compiler(folder: Path, before: str) -> Path:
    """The compiler of this machine behind a script that does something first."""
    compiler = compilers.require_compiler()
    path = folder / f"{compiler.kind}-wrapped"
    path.write_text(f'#!/bin/sh\n{before}\nexec {shlex.join(compiler.command)} "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def files(folder: Path) -> set[str]:
    """Files left in a cache besides whole builds, index and locks."""
    known = {".so", ".dll", ".c", ".json", ".lock"}
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.suffix not in known}


def test_built_once_and_found_by_inputs(cache: BuildCache, runs: list[str]) -> None:
    """The second look-up needs neither compiler nor lock and gives back what the caller said."""
    assert cache.lookup("inputs") is None
    built = build(cache)
    assert works(built) and built.meta == META
    assert built.source.read_text(encoding="utf-8") == ADD
    assert BuildCache(cache.folder).lookup("inputs") == built
    assert build(cache) == built and runs == ["tiny"]
    assert files(cache.folder) == set() and not list((cache.folder / "work").iterdir())


def test_other_inputs_with_the_same_code_share_a_build(cache: BuildCache, runs: list[str]) -> None:
    """Two descriptions that come to the same C text are compiled once."""
    assert build(cache, "one") == build(cache, "two")
    assert runs == ["tiny"]
    assert cache.lookup("one") == cache.lookup("two") != None  # noqa: E711


@pytest.mark.parametrize(
    "change",
    [
        {"source": ADD + "int g_other;\n"},
        {"flags": ("-O1",)},
        {"extra_sources": {"more.c": "int g_more;\n"}},
        {"meta": {"sites": 10}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_shapes_a_build_names_it(cache: BuildCache, runs: list[str], change: dict[str, Any]) -> None:
    """Another text, flag, file or record is another build."""
    first = build(cache)
    arguments: dict[str, Any] = {"source": ADD, "name": "tiny", "meta": META} | change
    second = cache.store("inputs", **arguments)
    assert second.key != first.key and len(runs) == 2
    assert cache.lookup("inputs") == second


def test_another_compiler_is_another_build(cache: BuildCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build by another compiler is not taken, unless there is no compiler at all."""
    built = build(cache)
    mine = compilers.require_compiler()
    monkeypatch.setattr(build_cache, "find_compiler", lambda: mine._replace(identity="other"))
    assert cache.lookup("inputs") is None
    monkeypatch.setattr(build_cache, "find_compiler", lambda: None)
    assert cache.lookup("inputs") == built


def test_a_built_game_loads_without_any_compiler(cache: BuildCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build keeps working when the compiler goes; without one, the error says how to get one."""
    built = build(cache)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(compilers, "_packaged", lambda package, executable: None)
    assert cache.lookup("inputs") == built
    with pytest.raises(BuildError, match="no C compiler found"):
        build(cache, "new", "int g_new;")


def test_input_keys_depend_on_every_part_and_on_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moving text between parts, and changing this package, make another key."""
    assert input_key("text", "option") == input_key("text", b"option")
    assert len({input_key("text", "option"), input_key("textoption"), input_key("text", "option", "")}) == 3
    before = input_key("text")
    monkeypatch.setattr(build_cache, "_code_identity", lambda: "changed")
    assert input_key("text") != before


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.unlink()
    path.write_bytes(data)


def empty(path: Path) -> None:
    os.truncate(path, 0)


@pytest.mark.parametrize("damage", [truncate, flip, empty, Path.unlink], ids=lambda f: f.__name__)
@pytest.mark.parametrize("which", ["library", "record", "index"])
def test_damage_is_seen_and_mended(
    cache: BuildCache, runs: list[str], which: str, damage: Callable[[Path], None]
) -> None:
    """A file that is cut, emptied, changed or gone makes the build absent, and the next build makes it whole."""
    built = build(cache)
    index = next((cache.folder / "index").iterdir())
    damage({"library": built.library, "record": built.library.with_suffix(".json"), "index": index}[which])
    assert cache.lookup("inputs") is None
    again = build(cache)
    assert again == built and works(again)
    assert cache.lookup("inputs") == built
    assert len(runs) == (1 if which == "index" else 2)


def test_nonsense_in_the_index_is_a_miss(cache: BuildCache) -> None:
    """An entry that is no entry, names no build or points out of the folder is not followed."""
    build(cache)
    index = next((cache.folder / "index").iterdir())
    for nonsense in ("[]", '{"build": 7}', '{"build": "no-such-build"}', '{"build": "../../x"}', "\x00\xff"):
        index.write_text(nonsense, encoding="latin-1")
        assert cache.lookup("inputs") is None


def test_a_folder_that_cannot_be_made(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A cache folder below a regular file: builds work for this process, with one line of warning."""
    (tmp_path / "file").write_text("not a folder")
    cache = BuildCache(tmp_path / "file" / "cache")
    built = build(cache)
    assert works(built) and cache.lookup("inputs") == built
    assert works(build(cache, "two", ADD + "int g_two;\n"))
    warning = capfd.readouterr().err
    assert warning.count("\n") == 1 and warning.startswith("petteia: cannot write the cache folder")
    assert "PETTEIA_CACHE" in warning


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
@pytest.mark.parametrize("call", ["replace", "mkdir", "write"])
def test_a_full_or_closed_folder(
    cache: BuildCache,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    code: int,
    call: str,
) -> None:
    """Whichever write fails, the build goes to a private folder and nothing half-made stays in the shared one."""

    def refuse_inside(real: Callable[..., Any], position: int) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            path = str(arguments[position])
            if path.startswith(str(cache.folder)):
                raise OSError(code, os.strerror(code), path)
            return real(*arguments, **options)

        return call

    if call == "replace":
        monkeypatch.setattr(os, "replace", refuse_inside(os.replace, 1))
    elif call == "mkdir":
        monkeypatch.setattr(Path, "mkdir", refuse_inside(Path.mkdir, 0))
    else:
        monkeypatch.setattr(Path, "write_text", refuse_inside(Path.write_text, 0))
    built = build(cache)
    assert works(built) and not built.library.is_relative_to(cache.folder)
    assert cache.lookup("inputs") == built
    assert os.strerror(code) in capfd.readouterr().err
    assert files(cache.folder) == set()
    monkeypatch.undo()
    assert works(build(BuildCache(cache.folder)))


@posix
def test_a_disk_that_fills_while_compiling(
    cache: BuildCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The compiler's own "no space" in the shared folder leads to the private one too."""
    full = f'case "$PWD" in "{cache.folder}"*) echo "ld: No space left on device"; exit 1;; esac'
    monkeypatch.setenv("CC", str(wrapped_compiler(tmp_path, full)))
    assert works(build(cache))
    assert "No space left" in capfd.readouterr().err


def test_no_place_at_all(cache: BuildCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """When even the temporary folder is full there is one clear error."""

    def refuse(*arguments: Any, **options: Any) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    with pytest.raises(BuildError, match="no place to build in: No space left on device"):
        build(cache)


def test_a_full_private_folder(cache: BuildCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """When every write fails, private folder included, there is one clear error and no endless retreat."""

    def refuse(*arguments: Any, **options: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(BuildError, match="no place to build in: No space left on device"):
        build(cache)


CHILD = """
import sys
from pathlib import Path
from petteia.native.cache import BuildCache
built = BuildCache(Path(sys.argv[1])).store("inputs", sys.argv[2], name="tiny", meta={})
print(built.library)
"""


def child(cache: BuildCache, compiler: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", CHILD, str(cache.folder), ADD]
    environment = {**os.environ, "CC": str(compiler)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def noting_compiler(folder: Path, before: str) -> Path:
    """A compiler that notes each run in the file `runs` and does something first."""
    return wrapped_compiler(folder, f'echo run >> "{folder}/runs"\n{before}')


def wait_for(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


@posix
def test_processes_at_once_compile_once(cache: BuildCache, tmp_path: Path) -> None:
    """Of four processes that want the same build, one compiles and all get it."""
    compiler = noting_compiler(tmp_path, "sleep 1")
    children = [child(cache, compiler) for _ in range(4)]
    outputs = [process.communicate(timeout=60) for process in children]
    assert [process.returncode for process in children] == [0] * 4, outputs
    assert len({out for out, _ in outputs}) == 1
    assert (tmp_path / "runs").read_text().split() == ["run"]


@posix
def test_a_killed_build_leaves_nothing_broken(cache: BuildCache, tmp_path: Path) -> None:
    """After `kill -9` in the middle of a build the next one is not held up, succeeds and clears what was left."""
    compiler = noting_compiler(tmp_path, f'[ -e "{tmp_path}/go" ] || sleep 3')
    slow = child(cache, compiler)
    wait_for((tmp_path / "runs").exists)
    slow.send_signal(signal.SIGKILL)
    slow.communicate(timeout=10)
    assert list((cache.folder / "work").iterdir()) and not list((cache.folder / "builds").iterdir())
    (tmp_path / "go").touch()
    start = time.monotonic()
    second = child(cache, compiler)
    out, err = second.communicate(timeout=30)
    assert second.returncode == 0, err
    assert time.monotonic() - start < 3 and Path(out.strip()).is_file()
    assert not list((cache.folder / "work").iterdir())


@posix
def test_an_interrupted_build_is_cleared_at_once(cache: BuildCache, tmp_path: Path) -> None:
    """Ctrl-C during a build stops the compiler and leaves no files."""
    process = child(cache, noting_compiler(tmp_path, f"sleep 6; touch '{tmp_path}/survived'"))
    wait_for((tmp_path / "runs").exists)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=10)
    assert process.returncode != 0 and "KeyboardInterrupt" in err
    assert not list((cache.folder / "work").iterdir())
    time.sleep(6.2)
    assert not (tmp_path / "survived").exists()


def test_old_builds_go_when_the_folder_is_full(cache: BuildCache) -> None:
    """Over its size the cache drops what was unused for longest, and never what was used within the hour."""
    builds = [build(cache, f"inputs{n}", f"{ADD}int g_{n};\n") for n in range(4)]
    now = time.time()
    for n, built in enumerate(builds[:3]):
        for path in (built.library, built.source, built.library.with_suffix(".json")):
            os.utime(path, (now - 86400 * (3 - n),) * 2)
    assert cache.lookup("inputs0") == builds[0]  # a use makes it young again
    size = sum(path.stat().st_size for path in (cache.folder / "builds").iterdir())
    BuildCache(cache.folder, size_limit=size - 1).prune()
    assert [built.library.exists() for built in builds] == [True, False, True, True]
    BuildCache(cache.folder, size_limit=1).prune()
    assert [built.library.exists() for built in builds] == [True, False, False, True]
    assert cache.lookup("inputs1") is None and cache.lookup("inputs3") == builds[3]


def test_leftovers_of_long_ago_are_swept(cache: BuildCache) -> None:
    """Work folders, locks and index entries that nobody touched for long go with the next pruning."""
    build(cache)
    old = cache.folder / "work" / "dead-xyz"
    old.mkdir()
    (old / "half.so").write_bytes(b"half")
    young = cache.folder / "work" / "busy-abc"
    young.mkdir()
    os.utime(old, (time.time() - 2 * 86400,) * 2)
    cache.prune()
    assert not old.exists() and young.exists()


def test_discard_forgets(cache: BuildCache, runs: list[str]) -> None:
    """A build that would not load can be thrown away and made again."""
    built = build(cache)
    cache.discard(built)
    assert cache.lookup("inputs") is None
    assert works(build(cache)) and len(runs) == 2


def test_the_folder_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """PETTEIA_CACHE names the folder; without it the user's cache folder is taken."""
    monkeypatch.setenv("PETTEIA_CACHE", str(tmp_path))
    assert BuildCache().folder == tmp_path
    monkeypatch.delenv("PETTEIA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert "petteia" in str(BuildCache().folder)


def test_looking_up_is_quick(cache: BuildCache) -> None:
    """A look-up with a library and record of real size takes a few milliseconds at most."""
    table = ",".join(str(n) for n in range(100_000))
    cache.store("inputs", f"int g_table[] = {{{table}}};\n", name="large", meta={"table": list(range(10_000))})
    times = []
    for _ in range(5):
        start = time.perf_counter()
        assert cache.lookup("inputs") is not None
        times.append(time.perf_counter() - start)
    assert min(times) < 0.02
