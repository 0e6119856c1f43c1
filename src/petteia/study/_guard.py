"""Tasks in a process of their own each, with limits of time and memory: one that hangs or crashes costs only itself.

A helper process, started once, forks for each task. It has no threads, so that a fork is safe wherever the caller runs,
and what tasks need is imported before, so that a fork costs milliseconds.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from petteia.errors import PetteiaError
from petteia.scale.frames import read_frame, write_frame

MEMORY = 2 * 2**30
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from petteia.study._guard import main; main()"


class Failed(PetteiaError):
    """A task that did not come to its end; the message says why, `cpu` what it took."""

    def __init__(self, message: str, cpu: float = 0.0) -> None:
        super().__init__(message)
        self.cpu = cpu


class Guard:
    """A helper process that runs tasks under guard."""

    def __init__(self, *, memory: int = MEMORY) -> None:
        self._memory = memory
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, function: Callable[[Any], Any], task: Any, seconds: float) -> tuple[Any, float]:
        """The result of a function and the CPU seconds it took; `Failed` if it crashes, hangs or takes too much."""
        helper = self._helper()
        assert helper.stdin is not None and helper.stdout is not None
        try:
            write_frame(helper.stdin, (pickle.dumps(function), pickle.dumps(task), seconds, self._memory))
            good, payload, used = read_frame(helper.stdout)
        except (OSError, EOFError) as error:
            self.close()
            raise Failed("the process that runs candidates was lost") from error
        if not good:
            raise Failed(str(payload), used)
        return pickle.loads(payload), used

    def _helper(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-c", _PROGRAM, *sys.path]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def close(self) -> None:
        """Ends the helper."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for channel in (self._process.stdin, self._process.stdout):
                if channel is not None:
                    with suppress(OSError):
                        channel.close()
            self._process = None


def main() -> None:
    """The life of the helper: a task in, its result out, until whoever started it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    from . import _assess

    _assess.warm_up()
    with suppress(EOFError, OSError):
        while True:
            function, task, seconds, memory = read_frame(sys.stdin.buffer)
            write_frame(results, _forked(function, task, seconds, memory))


def _forked(function: bytes, task: bytes, seconds: float, memory: int) -> tuple[bool, Any, float]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.setpgid(0, 0)
        _perform(function, task, seconds, memory, os.fdopen(writing, "wb"))
        os._exit(0)
    os.close(writing)
    longest = 20 * seconds + 20  # the limit of CPU time strikes first, but on a machine that has no time for it
    payload, in_time = _collected(reading, time.monotonic() + longest)
    if not in_time:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    spent = used.ru_utime + used.ru_stime
    if not in_time:
        return False, f"took more than {longest:.0f} seconds", spent
    try:
        good, value = pickle.loads(payload)
    except (EOFError, pickle.UnpicklingError):
        return False, _cause(status), spent
    return good, value, spent


def _collected(channel: int, deadline: float) -> tuple[bytes, bool]:
    pieces: list[bytes] = []
    try:
        while True:
            ready, _, _ = select.select([channel], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                return b"", False
            piece = os.read(channel, 1 << 16)
            if not piece:
                return b"".join(pieces), True
            pieces.append(piece)
    finally:
        os.close(channel)


def _perform(function: bytes, task: bytes, seconds: float, memory: int, channel: IO[bytes]) -> None:
    try:
        _limit(seconds, memory)
        value = pickle.dumps(pickle.loads(function)(pickle.loads(task)))
        answer = (True, value)
    except MemoryError:
        answer = (False, b"needs too much memory")
    except RecursionError:
        answer = (False, b"is nested too deeply")
    except Exception as error:
        answer = (False, f"{type(error).__name__}: {error}".encode())
    with suppress(OSError):
        pickle.dump(answer if answer[0] else (False, answer[1].decode(errors="replace")), channel)
        channel.close()


def _limit(seconds: float, memory: int) -> None:
    import resource

    for what, most in (
        (resource.RLIMIT_CPU, int(seconds) + 1),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, resource.getrlimit(what)[1]))


def _cause(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGXCPU:
            return "took too much time"
        with suppress(ValueError):
            return f"crashed ({signal.Signals(number).name})"
    return "ended without a result"
