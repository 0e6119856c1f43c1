"""The build cache: compiled games kept by content, so that a game is compiled once on a machine.

Two levels. A *build* is a library with its C text and a record, named by a digest of everything that shapes it: the C
text, the flags, the compiler, the format of this cache. An *index* entry leads from what the user gave (text, options,
...) to a build, so that loading a built game needs no reading, binding or compiling.

    folder/builds/KEY.so, KEY.c, KEY.json    the record, last: a line of digests and flags, then what the caller said
    folder/index/INPUTS-COMPILER.json        the name of a build
    folder/notes/INPUTS.json                 what else was worked out from what the user gave
    folder/locks/KEY.lock                    held while building; the system frees it when the process dies
    folder/work/KEY/                         a build under way; what a killed one left is removed by the next

Files appear by rename only. A library whose bytes do not have the recorded digest counts as absent. A folder that
cannot be written leads to a private one that lives as long as the process.
"""

import hashlib
import json
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from petteia import __version__
from petteia.errors import BuildError
from petteia.native.compilers import (
    COMPILE_SECONDS,
    FULL_FLAGS,
    LIBRARY_SUFFIX,
    Compiler,
    find_compiler,
    require_compiler,
)

if TYPE_CHECKING:
    from petteia.native.compiling import Cancellation

_FORMAT = 2
"""Raised when the meaning of a build changes without a change of its C text."""

_SIZE_LIMIT = 512 * 2**20
_GRACE_SECONDS = 3600.0
"""Entries used within this time stay: another process may be about to load them."""

Meta = dict[str, Any]
"""Data the caller wants back with a library, as JSON values."""


class Built(NamedTuple):
    """A library that is ready to load, with what was said of it when it was built."""

    library: Path
    meta: Meta
    key: str
    command: tuple[str, ...] = ()
    """The compiler and the flags that say how hard it was to optimise."""

    @property
    def source(self) -> Path:
        """The C text that the library was made of."""
        return self.library.with_suffix(".c")


def input_key(*parts: str | bytes) -> str:
    """The digest of what the user gave, part by part, and of the code that would read it.

    >>> input_key("ab", "c") == input_key("a", "bc")
    False
    """
    return _key(_code_identity(), *parts)


def _key(*parts: str | bytes) -> str:
    digest = hashlib.sha256(f"{_FORMAT} {__version__}".encode())
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()[:40]


@lru_cache(maxsize=1)
def _code_identity() -> str:
    """Name, size and date of every file of this package: whoever changes it must not meet builds of the old code."""
    found = []
    folders = [str(Path(__file__).parent.parent)]
    for folder in folders:
        with os.scandir(folder) as files:
            for file in files:
                if file.is_dir():
                    if file.name != "__pycache__":
                        folders.append(file.path)
                else:
                    status = file.stat()
                    found.append(f"{file.path} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(sorted(found))


def default_folder() -> Path:
    """Where builds are kept: `$PETTEIA_CACHE`, else the user's cache folder of this system."""
    given = os.environ.get("PETTEIA_CACHE")
    if given:
        return Path(given).expanduser()
    import platformdirs  # costs more than a cached load may take when the variable is set

    return platformdirs.user_cache_path("petteia", appauthor=False)


class BuildCache:
    """Compiled games in a folder that several processes may share."""

    def __init__(self, folder: Path | None = None, *, size_limit: int = _SIZE_LIMIT) -> None:
        self.folder = folder if folder is not None else default_folder()
        self._size_limit = size_limit
        self._private: BuildCache | None = None

    def lookup(self, inputs: str) -> Built | None:
        """The build that these inputs led to before, or None; never raises for a missing or damaged cache.

        A build by the compiler of this machine is preferred; when there is no compiler at all, any will do.
        """
        try:
            compiler = find_compiler()
        except BuildError:
            compiler = None
        if compiler is not None:
            names = [f"{inputs}-{compiler.identity}.json"]
        else:
            names = sorted(path.name for path in (self.folder / "index").glob(f"{inputs}-*.json"))
        for name in names:
            entry = _read_json(self.folder / "index" / name)
            key = entry.get("build") if entry else None
            built = self._read(key) if isinstance(key, str) and key.isalnum() else None
            if built is not None:
                _mark_used(self.folder / "index" / name)
                return built
        return self._private.lookup(inputs) if self._private is not None else None

    def store(
        self,
        inputs: str,
        source: str,
        *,
        name: str,
        meta: Mapping[str, Any],
        flags: Sequence[str] = FULL_FLAGS,
        compiler: Compiler | None = None,
        extra_sources: Mapping[str, str] | None = None,
        timeout: float = COMPILE_SECONDS,
        cancellation: "Cancellation | None" = None,
    ) -> Built:
        """Compile C text unless this very build is there already, and let `inputs` lead to it.

        Of several processes that ask for one build at once, one compiles and the others wait for it.
        """
        usual = require_compiler()
        compiler = compiler or usual
        extra = dict(extra_sources or {})
        content = [source, *(text for pair in sorted(extra.items()) for text in pair), *flags, compiler.identity]
        record = json.dumps(dict(meta), sort_keys=True)
        key = _key(record, *content)

        def compile_into(folder: Path) -> Path:
            from petteia.native import compiling  # what starts processes costs more than a cached load may take

            return compiling.compile_shared(
                source,
                name=name,
                folder=folder,
                compiler=compiler,
                flags=flags,
                extra_sources=extra,
                timeout=timeout,
                cancellation=cancellation,
            )

        try:
            built = self._build_once(key, compile_into, record, (*compiler.command, *flags), timeout)
            self._link(inputs, usual, key)
        except OSError as error:
            return self._elsewhere(error).store(
                inputs,
                source,
                name=name,
                meta=meta,
                flags=flags,
                compiler=compiler,
                extra_sources=extra,
                timeout=timeout,
                cancellation=cancellation,
            )
        self.prune(keep=key)
        return built

    def noted(self, inputs: str) -> Any:
        """Notes about these inputs, as JSON values; None if nothing was or it cannot be read."""
        return _read_json(self.folder / "notes" / f"{inputs}.json")

    def note(self, inputs: str, said: Mapping[str, Any]) -> None:
        """Keeps what was worked out from these inputs, if the folder can be written."""
        place = self.folder / "notes" / f"{inputs}.json"
        written = place.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(json.dumps(said), encoding="utf-8")
            os.replace(written, place)
        except OSError:
            with suppress(OSError):
                written.unlink()

    def discard(self, built: Built) -> None:
        """Forget a build that turned out not to load."""
        for path in (built.library.with_suffix(".json"), built.library, built.source):
            with suppress(OSError):
                path.unlink()

    def prune(self, keep: str | None = None) -> None:
        """Remove the builds unused for longest until the folder is within its size; and what killed builds left."""
        now = time.time()
        entries: dict[str, list[os.DirEntry[str]]] = {}
        try:
            with os.scandir(self.folder / "builds") as files:
                for file in files:
                    entries.setdefault(file.name.partition(".")[0], []).append(file)
            ages = sorted((max(f.stat().st_mtime for f in files), key) for key, files in entries.items())
            sizes = {key: sum(f.stat().st_size for f in files) for key, files in entries.items()}
        except OSError:
            return  # another process is pruning
        total = sum(sizes.values())
        for used, key in ages:
            if total <= self._size_limit:
                break
            if key != keep and now - used > _GRACE_SECONDS:
                total -= sizes[key]
                self._remove(key)
        self._sweep(now)

    def _build_once(
        self, key: str, compile_into: Callable[[Path], Path], record: str, command: tuple[str, ...], timeout: float
    ) -> Built:
        """The build of this name: found, or made while holding its lock."""
        built = self._read(key)
        if built is not None:
            return built
        import filelock  # costs more than a cached load may take

        for part in ("builds", "index", "locks", "work"):
            (self.folder / part).mkdir(parents=True, exist_ok=True)
        try:
            with filelock.FileLock(self.folder / "locks" / f"{key}.lock", timeout=timeout + 10):
                return self._read(key) or self._build(key, compile_into, record, command)
        except NotImplementedError as error:
            raise OSError(f"file locks do not work in {self.folder}") from error

    def _build(self, key: str, compile_into: Callable[[Path], Path], record: str, command: tuple[str, ...]) -> Built:
        """Make a build in a folder of its own and move it into place; the lock is held."""
        work = self.folder / "work" / key
        shutil.rmtree(work, ignore_errors=True)  # we hold the lock: whoever left this is dead
        work.mkdir()
        try:
            made = compile_into(work)
            library = self._path(key, LIBRARY_SUFFIX)
            head = {"library": _digest(made.read_bytes()), "meta": _digest(record.encode()), "command": command}
            written = work / "record"
            written.write_text(f"{json.dumps(head)}\n{record}", encoding="utf-8")
            os.replace(made.with_suffix(".c"), library.with_suffix(".c"))
            os.replace(made, library)
            os.replace(written, library.with_suffix(".json"))
        finally:
            shutil.rmtree(work, ignore_errors=True)
        return Built(library, json.loads(record), key, command)

    def _read(self, key: str) -> Built | None:
        """The build of this name when it is whole: library and record have the digests that were written down."""
        library = self._path(key, LIBRARY_SUFFIX)
        try:
            head, _, record = library.with_suffix(".json").read_bytes().partition(b"\n")
            said = json.loads(head)
            command = tuple(map(str, said.pop("command")))
            if said != {"library": _digest(library.read_bytes()), "meta": _digest(record)}:
                return None
        except (OSError, ValueError, AttributeError, LookupError, TypeError):
            return None
        _mark_used(library.with_suffix(".json"))
        return Built(library, json.loads(record), key, command)

    def _link(self, inputs: str, compiler: Compiler, key: str) -> None:
        """Let inputs lead to a build."""
        place = self.folder / "index" / f"{inputs}-{compiler.identity}.json"
        written = place.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        try:
            written.write_text(json.dumps({"build": key}), encoding="utf-8")
            os.replace(written, place)
        except OSError:
            with suppress(OSError):
                written.unlink()
            raise

    def _elsewhere(self, error: OSError) -> "BuildCache":
        """A private cache for this process, for when the folder cannot be written; says so once."""
        if isinstance(self, _PrivateCache):
            raise BuildError(f"no place to build in: {error.strerror or error} ({self.folder})") from error
        if self._private is None:
            import tempfile  # a rare road, and a slow import

            try:
                self._private = _PrivateCache(tempfile.mkdtemp(prefix="petteia-"))
            except OSError as worse:
                raise BuildError(f"no place to build in: {worse.strerror or worse}; set PETTEIA_CACHE") from worse
            print(
                f"petteia: cannot write the cache folder {self.folder} ({error.strerror or error}); "
                "builds are kept for this process only (set PETTEIA_CACHE to another folder)",
                file=sys.stderr,
            )
        return self._private

    def _path(self, key: str, suffix: str) -> Path:
        return self.folder / "builds" / f"{key}{suffix}"

    def _remove(self, key: str) -> None:
        for suffix in (".json", LIBRARY_SUFFIX, ".c"):  # the record first: without it the rest is not a build
            with suppress(OSError):
                self._path(key, suffix).unlink()

    def _sweep(self, now: float) -> None:
        """Remove work folders, index entries and locks that nobody has touched for long."""
        long = 90 * 24 * _GRACE_SECONDS
        limits = {"work": _GRACE_SECONDS, "locks": 24 * _GRACE_SECONDS, "index": long, "notes": long}
        for part, limit in limits.items():
            with suppress(OSError), os.scandir(self.folder / part) as files:
                for file in files:
                    if now - file.stat(follow_symlinks=False).st_mtime <= limit:
                        continue
                    if file.is_dir(follow_symlinks=False):
                        shutil.rmtree(file.path, ignore_errors=True)
                    else:
                        os.unlink(file.path)


class _PrivateCache(BuildCache):
    """A cache in a temporary folder that goes when the process ends."""

    def __init__(self, folder: str) -> None:
        super().__init__(Path(folder))
        import atexit

        atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _read_json(path: Path) -> dict[str, Any] | None:
    """The object in a JSON file, or None when the file is absent, damaged or holds something else."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def _mark_used(path: Path) -> None:
    """Note the use of an entry for pruning; a cache that cannot be written is still good for reading."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > _GRACE_SECONDS / 6:
            os.utime(path)
