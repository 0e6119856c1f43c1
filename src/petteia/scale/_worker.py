"""The program of a worker process: tasks come in, results go out, until the process that started it is gone."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, Any

from petteia.errors import PetteiaError

from .frames import read_frame, write_frame


def main() -> None:
    """Works until there is nobody to work for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started us is interrupted, too, and ends us
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a task prints must not mix with its results
    messages: SimpleQueue[tuple[str, int, bytes]] = SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, messages), daemon=True).start()
    function: bytes | Callable[[Any], Any] = b""
    while True:
        kind, number, data = messages.get()
        if kind == "function":
            function = data
        else:
            good, payload, function = _perform(function, data)
            write_frame(results, (number, good, payload))


def _receive(channel: IO[bytes], messages: SimpleQueue[tuple[str, int, bytes]]) -> None:
    """Takes messages in, also during a task, so that it is noticed at once when nobody waits for its result."""
    try:
        while True:
            messages.put(read_frame(channel))
    except (EOFError, OSError):
        os._exit(1)


def _perform(function: bytes | Callable[[Any], Any], task: bytes) -> tuple[bool, bytes, bytes | Callable[[Any], Any]]:
    """True for a task that went well, its pickled result or error, and the function, unpickled at its first task."""
    try:
        if isinstance(function, bytes):
            function = pickle.loads(function)
        assert callable(function)
        return True, pickle.dumps(function(pickle.loads(task))), function
    except Exception as error:
        return False, _packed(error), function


def _packed(error: Exception) -> bytes:
    """An error that can be raised elsewhere, with the place where it happened here."""
    if not isinstance(error, PetteiaError):
        error.add_note(traceback.format_exc())
    try:
        data = pickle.dumps(error)
        pickle.loads(data)
    except Exception:
        data = pickle.dumps(PetteiaError(f"a task failed: {type(error).__name__}: {error}"))
    return data
