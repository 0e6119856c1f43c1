"""Tasks in processes on this machine: a lost process costs only the task it was at.

Workers are started as programs of their own, so that a script needs no guard around its main part, and talk through
their standard channels; a thread for each puts what it says into one queue.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Generic

from petteia.errors import PetteiaError

from ._executor import Executor, Result, Task
from .frames import read_frame, write_frame

_MOST_LOSSES = 3
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from petteia.scale._worker import main; main()"
"""A worker finds the modules that its parent finds."""


@dataclass(eq=False)
class _Worker:
    """A process, and the number of the task it is at."""

    process: subprocess.Popen[bytes]
    number: int | None = None
    function: bytes = field(default=b"", repr=False)
    """The function that it was last told, pickled."""

    def send(self, function: bytes, number: int, task: bytes) -> None:
        assert self.process.stdin is not None
        self.number = number
        with suppress(OSError):  # it is gone: its thread will say so
            if function != self.function:
                write_frame(self.process.stdin, ("function", 0, function))
                self.function = function
            write_frame(self.process.stdin, ("task", number, task))

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()


class Processes(Executor):
    """A number of processes, started when there is work for them and kept for more."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._hired: list[_Worker] = []
        self._reports: SimpleQueue[tuple[_Worker, tuple[int, bool, bytes] | None]] = SimpleQueue()

    def run(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Each task with its result, as results come; see `Executor.run`."""
        work = _Work(function, tasks)
        try:
            while self._supply(work):
                worker, report = self._reports.get()
                if worker not in self._hired:
                    continue
                if report is None:
                    work.lose(self._dismiss(worker))
                else:
                    number, good, payload = report
                    worker.number = None
                    yield work.finish(number, good, payload)
        finally:
            for worker in [one for one in self._hired if one.number is not None]:
                self._dismiss(worker)

    def _supply(self, work: _Work[Any, Any]) -> bool:
        """Gives every idle worker a task, with new workers as long as there is work; whether any is at work."""
        idle = [worker for worker in self._hired if worker.number is None]
        while (idle or len(self._hired) < self.workers) and (entry := work.next()):
            worker = idle.pop() if idle else self._hire()
            worker.send(work.function, *entry)
        return any(worker.number is not None for worker in self._hired)

    def _hire(self) -> _Worker:
        command = [sys.executable, "-c", _PROGRAM, *sys.path]
        worker = _Worker(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        threading.Thread(target=self._listen, args=(worker,), daemon=True).start()
        self._hired.append(worker)
        return worker

    def _listen(self, worker: _Worker) -> None:
        """The life of a worker's thread: passes on what it says, and at last that it is gone."""
        assert worker.process.stdout is not None
        with worker.process.stdout as channel, suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                self._reports.put((worker, read_frame(channel)))
        self._reports.put((worker, None))

    def _dismiss(self, worker: _Worker) -> int | None:
        """Ends a worker; the number of the task that it leaves undone."""
        worker.stop()
        self._hired.remove(worker)
        return worker.number

    def close(self) -> None:
        """Ends the processes."""
        for worker in list(self._hired):
            self._dismiss(worker)


class _Work(Generic[Task, Result]):
    """The tasks of one run: those that wait, those under way, and those to be done again."""

    def __init__(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> None:
        self.function = _pickled(function)
        self._tasks = enumerate(tasks)
        self._under_way: dict[int, Task] = {}
        self._again: list[int] = []
        self._losses: Counter[int] = Counter()

    def next(self) -> tuple[int, bytes] | None:
        """A task with its number; None if there is none now."""
        if self._again:
            number = self._again.pop()
        else:
            entry = next(self._tasks, None)
            if entry is None:
                return None
            number, self._under_way[entry[0]] = entry
        return number, _pickled(self._under_way[number])

    def lose(self, number: int | None) -> None:
        """Notes that a worker was lost over a task, which is to be done again."""
        if number is None:
            return
        self._losses[number] += 1
        if self._losses[number] >= _MOST_LOSSES:
            raise PetteiaError(f"a task lost its process {_MOST_LOSSES} times: it crashes, or memory is short")
        self._again.append(number)

    def finish(self, number: int, good: bool, payload: bytes) -> tuple[Task, Result]:
        """The task and its result."""
        value = pickle.loads(payload)
        if not good:
            raise value
        return self._under_way.pop(number), value


def _pickled(thing: object) -> bytes:
    try:
        data = pickle.dumps(thing)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise PetteiaError(f"other processes cannot get what does not pickle: {error}") from error
    if b"__main__" in data:
        raise PetteiaError("other processes cannot get what the main program defines: put it into a module")
    return data
