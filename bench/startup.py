"""Times that a user waits for before play: importing Petteia, building a new game, loading a built one.

Each is taken in a fresh process, and the best of several counts. A build is counted in CPU seconds with those of
the compiler and of the start of Python, in an empty cache; imports and loads by the clock. Python keeps bytecode, as it
does of installed packages, whatever the environment says: the first process writes it where it is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile

from bench.sources import REPOSITORY, Unavailable

_IMPORT = """
import time
start = time.perf_counter()
import petteia
print(time.perf_counter() - start)
"""

# `legal_moves` needs the game's library, so that a lazy load cannot hide its cost.
_LOAD = """
import resource, sys, time, petteia

def cpu_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)

clock = time.perf_counter()
assert petteia.load(sys.argv[1]).start().legal_moves()
print(time.perf_counter() - clock, cpu_seconds())
"""


def _run_python(code: str, *arguments: str, cache: str | None = None) -> list[float]:
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if shutil.which("gcc"):
        environment["CC"] = "gcc"
    if cache is not None:
        environment["PETTEIA_CACHE"] = cache
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=REPOSITORY, check=False)
    if done.returncode != 0:
        raise Unavailable((done.stderr.strip().splitlines() or ["failed"])[-1])
    return [float(word) for word in done.stdout.split()]


def time_import(rounds: int) -> float:
    """Milliseconds of `import petteia`."""
    return 1000 * min(_run_python(_IMPORT)[0] for _ in range(rounds))


def time_build(game: str, rounds: int) -> float:
    """CPU seconds of a process that loads a game for the first time, with an empty cache each time."""
    times = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            _, cpu_seconds = _run_python(_LOAD, game, cache=cache)
            times.append(cpu_seconds)
    return min(times)


def time_load(game: str, rounds: int) -> float:
    """Milliseconds of the load of a game that was built before."""
    with tempfile.TemporaryDirectory() as cache:
        _run_python(_LOAD, game, cache=cache)
        return 1000 * min(_run_python(_LOAD, game, cache=cache)[0] for _ in range(rounds))
