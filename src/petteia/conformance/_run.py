"""The run over many games: worker processes take one game at a time and are replaced when one crashes or hangs."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from ._judge import NATIVE, Engine, Folders, Verdict, judge

TIME_LIMIT = 300.0
_MEMORY_LIMIT = 6 * 2**30


@dataclass
class _Worker:
    """A process with the game it is at, and what it has reported of it so far."""

    process: SpawnProcess
    pipe: Connection
    path: str | None = None
    started: float = 0.0
    so_far: Verdict | None = None

    def stop(self) -> None:
        with suppress(OSError):
            self.pipe.close()
        self.process.kill()
        self.process.join()


def run(
    paths: Iterable[str],
    folders: Folders,
    *,
    engine: Engine = NATIVE,
    jobs: int | None = None,
    time_limit: float = TIME_LIMIT,
    progress: Callable[[Verdict], None] = lambda _: None,
) -> list[Verdict]:
    """Judges games side by side; the verdicts come back in the order of the paths."""
    return _Pool(list(paths), folders, engine, jobs or os.cpu_count() or 1, time_limit, progress).run()


class _Pool:
    def __init__(
        self,
        paths: list[str],
        folders: Folders,
        engine: Engine,
        jobs: int,
        time_limit: float,
        progress: Callable[[Verdict], None],
    ) -> None:
        self.paths, self.folders, self.engine = paths, folders, engine
        self.jobs = max(1, min(jobs, len(paths)))
        self.time_limit = time_limit
        self.progress = progress
        self.waiting = paths[::-1]
        self.verdicts: dict[str, Verdict] = {}
        self.workers: list[_Worker] = []

    def run(self) -> list[Verdict]:
        try:
            while len(self.verdicts) < len(self.paths):
                self._supply()
                self._listen()
        finally:
            for worker in self.workers:
                worker.stop()
        return [self.verdicts[path] for path in self.paths]

    def _supply(self) -> None:
        """Gives every idle worker a game, with new workers as long as there is work."""
        idle = [worker for worker in self.workers if worker.path is None]
        while self.waiting and (idle or len(self.workers) < self.jobs):
            worker = idle.pop() if idle else self._hire()
            worker.path, worker.started, worker.so_far = self.waiting.pop(), time.monotonic(), None
            worker.pipe.send(worker.path)

    def _hire(self) -> _Worker:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_work, args=(there, self.folders, self.engine), daemon=True)
        process.start()
        there.close()
        worker = _Worker(process, here)
        self.workers.append(worker)
        return worker

    def _listen(self) -> None:
        """Takes reports in, until the next one or the next time limit."""
        busy = [worker for worker in self.workers if worker.path is not None]
        deadline = min(worker.started for worker in busy) + self.time_limit
        ready = wait([worker.pipe for worker in busy], timeout=max(0.0, deadline - time.monotonic()))
        for worker in busy:
            if worker.pipe in ready:
                self._receive(worker)
            elif time.monotonic() - worker.started > self.time_limit:
                self._give_up(worker, f"stopped after {self.time_limit:.0f} seconds")

    def _receive(self, worker: _Worker) -> None:
        try:
            kind, verdict = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join(5)
            self._give_up(worker, f"the process died ({_cause(worker.process.exitcode)})")
            return
        worker.so_far = verdict
        if kind == "done":
            self._finish(worker, verdict)

    def _give_up(self, worker: _Worker, why: str) -> None:
        assert worker.path is not None
        verdict = worker.so_far or Verdict(worker.path)
        verdict.status = "error"
        verdict.seconds = round(time.monotonic() - worker.started, 3)
        verdict.problems.append(f"{worker.path}: {why}")
        worker.stop()
        self.workers.remove(worker)
        self._finish(worker, verdict)

    def _finish(self, worker: _Worker, verdict: Verdict) -> None:
        worker.path = None
        self.verdicts[verdict.path] = verdict
        self.progress(verdict)


def _cause(code: int | None) -> str:
    import signal

    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


def _work(pipe: Any, folders: Folders, engine: Engine) -> None:
    """The life of a worker: a path in, reports out."""
    _limit_memory()
    threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            path = pipe.recv()
            verdict = judge(path, folders, engine, lambda so_far: pipe.send(("so far", so_far)))
            pipe.send(("done", verdict))


def _leave_with(parent: int) -> None:
    """Ends the process when its parent is gone: a game that hangs must not outlive the run."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_LIMIT, resource.getrlimit(resource.RLIMIT_AS)[1]))
