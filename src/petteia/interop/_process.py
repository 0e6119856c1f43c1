"""Another program that is spoken to line by line, with a time limit for every answer."""

from __future__ import annotations

import contextlib
import queue
import shlex
import shutil
import subprocess
import threading
import time
import weakref

from petteia.errors import Forfeit, PetteiaError

_PATIENCE = 2.0
"""Seconds that a program has to leave after it was told to."""


def words_of_command(command: str) -> list[str]:
    """The program and its arguments; a program that is not there is told at once."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PetteiaError(f"the command of the engine cannot be read: {error}: {command}") from None
    if not words:
        raise PetteiaError("an engine needs its command: engine:COMMAND, such as engine:fairy-stockfish")
    found = shutil.which(words[0]) or shutil.which(words[0], path="/usr/games:/usr/local/games")
    if found is None:
        raise PetteiaError(f"the engine {words[0]!r} is not installed: no such program is found")
    return [found, *words[1:]]


class Process:
    """A running program. Whatever goes wrong with it raises `Forfeit` with a line that says so."""

    def __init__(self, words: list[str]) -> None:
        self.name = words[0].rsplit("/", 1)[-1]
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise Forfeit(f"{self.name} cannot be started: {error.strerror}") from None
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        self._finalizer = weakref.finalize(self, _end, self._process)

    def say(self, line: str) -> None:
        """Sends a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Forfeit(f"{self.name} has ended ({self._end_code()})") from None

    def hear(self, limit: float) -> str:
        """The next line of its answer."""
        try:
            line = self._lines.get(timeout=max(0.0, limit))
        except queue.Empty:
            raise Forfeit(f"{self.name} gave no answer in time") from None
        if line is None:
            self._lines.put(None)
            raise Forfeit(f"{self.name} has ended ({self._end_code()})")
        return line

    def hear_until(self, beginnings: tuple[str, ...], limit: float) -> str:
        """The first line that begins with one of these."""
        end = time.monotonic() + limit
        while True:
            line = self.hear(end - time.monotonic())
            if line.startswith(beginnings):
                return line

    def close(self) -> None:
        """Ends the program."""
        self._finalizer()

    def _end_code(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        return f"exit code {self._process.returncode}"


def _read(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[str | None]) -> None:
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            lines.put(line.decode(errors="replace").rstrip("\r\n"))
    lines.put(None)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Asks the program to leave, and makes it leave if it does not."""
    assert process.stdin is not None
    with contextlib.suppress(OSError, ValueError):
        process.stdin.write(b"quit\n")
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
