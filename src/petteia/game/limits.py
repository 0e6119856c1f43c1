"""Limits of time and memory around the reading of a description, so that none takes the machine with it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from petteia.errors import LimitExceeded

try:
    import resource
except ImportError:  # not on this system
    resource = None  # type: ignore[assignment]

SECONDS, MEGABYTES = 10, 512
"""Limits of a description, beside what the process has taken already."""


@contextmanager
def bounded(seconds: float = SECONDS, megabytes: int = MEGABYTES) -> Iterator[None]:
    """Statements that may take so much CPU time and so much more memory; beyond that `LimitExceeded`.

    Both are limits of the whole process: the time is held in its main thread, the memory while it has no other thread.
    """
    with _time(seconds), _memory(megabytes):
        yield


@contextmanager
def _time(seconds: float) -> Iterator[None]:
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "setitimer") or signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0:
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise LimitExceeded(f"this description takes more than {seconds:g} seconds to read")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def _memory(megabytes: int) -> Iterator[None]:
    held = _held()
    if resource is None or held is None or threading.active_count() > 1:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = held + megabytes * 2**20
    if soft != resource.RLIM_INFINITY and soft <= most:
        most = soft
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    except MemoryError:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        raise LimitExceeded(f"this description takes more than {megabytes} MB of memory to read") from None
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _held() -> int | None:
    """The bytes of address space that the process has, where the system tells."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except (OSError, ValueError, AttributeError):
        return None
