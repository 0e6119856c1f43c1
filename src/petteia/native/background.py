"""Builds in the background: one thread works through them, and the end of the process cancels what is left."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING

from petteia.errors import BuildError

if TYPE_CHECKING:
    from petteia.native.compiling import Cancellation

Work = Callable[["Cancellation"], None]

_DELAY_SECONDS = 0.2
"""A process that ends sooner starts no compiler in vain."""
_PATIENCE_SECONDS = 5.0


class Background:
    """A queue of builds with the thread that makes them, one at a time; the thread is started with the first build."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Work] = SimpleQueue()
        self._leaving = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._cancellation: Cancellation | None = None

    def submit(self, work: Work) -> None:
        """Puts a build at the end of the queue; one that fails is dropped without a word."""
        with self._lock:
            if self._leaving.is_set():
                return
            self._queue.put(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="petteia-builds", daemon=True)
                self._thread.start()
                atexit.register(self.close)

    def close(self) -> None:
        """Cancels the build under way and forgets the rest."""
        with self._lock:
            self._leaving.set()
            if self._cancellation is not None:
                self._cancellation.cancel()
            self._queue.put(lambda cancellation: None)  # wakes a thread that waits for work
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(_PATIENCE_SECONDS)

    def _run(self) -> None:
        if self._leaving.wait(_DELAY_SECONDS):
            return
        from petteia.native.compiling import Cancellation

        while True:
            work = self._queue.get()
            with self._lock:
                if self._leaving.is_set():
                    return
                self._cancellation = cancellation = Cancellation()
            with suppress(BuildError, OSError):  # the game plays on with the build that it has
                work(cancellation)
            del work  # it may hold the last reference to a game


_background = Background()


def submit_build(work: Work) -> None:
    """Puts a build into the queue of this process."""
    _background.submit(work)


def _forget() -> None:
    """A forked process has no thread of its own yet."""
    global _background
    _background = Background()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
