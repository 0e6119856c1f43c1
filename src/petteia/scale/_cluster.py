"""Tasks on a cluster of Dask workers: the only module that knows the engine, imported when an address is given."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import islice
from typing import Any

from petteia.errors import PetteiaError

from ._executor import Executor, Result, Task

_ADDRESS = re.compile(r"(\w+://)?[^/\s]+:\d+/?")
_RETRIES = 3
_PATIENCE = 20.0
_RETURN = 120.0
"""Seconds for which a scheduler that went away is waited for."""
_PAUSE = 0.5
_COUNT_AGAIN = 1.0
_AHEAD = 2
"""Tasks in flight for each thread of a worker: one that runs, one that waits for it."""


class Cluster(Executor):
    """The workers of a running scheduler. Those that join later help, too."""

    def __init__(self, address: str) -> None:
        if not _ADDRESS.fullmatch(address):  # the engine would wait long, and show a traceback in the end
            raise PetteiaError(f"no scheduler answers at {address}: an address looks like tcp://host:8786")
        try:
            distributed: Any = import_module("distributed")
        except ImportError as error:
            raise PetteiaError("a cluster needs Dask: pip install 'petteia[cluster]'") from error
        self._engine = distributed
        self._address = address
        self._client: Any = self._connected()
        self._counted = (1, 0.0)
        """The threads of all workers, and until when that counts."""

    def _connected(self) -> Any:
        try:
            return self._engine.Client(self._address, set_as_default=False, timeout=_PATIENCE)
        except (OSError, TypeError, ValueError) as error:
            raise PetteiaError(f"no scheduler answers at {self._address}: {error}") from error

    @property
    def workers(self) -> int:  # type: ignore[override]
        """The number of threads that all workers have now."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def run(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Each task with its result, as results come; see `Executor.run`."""
        waiting = iter(tasks)
        under_way: dict[Any, Task] = {}

        def send(task: Task) -> Any:
            future = self._client.submit(function, task, pure=False, retries=_RETRIES)
            under_way[future] = task
            return future

        def submit() -> list[Any]:
            """Sends out as many tasks as the workers have room for; there may be fewer workers than before."""
            return [send(task) for task in islice(waiting, max(0, _AHEAD * self._room() - len(under_way)))]

        try:
            futures = submit()
            while futures:
                done = self._engine.as_completed(futures, loop=self._client.loop)
                futures = []
                for future in done:
                    try:
                        result = future.result()
                    except self._engine.KilledWorker as error:
                        raise PetteiaError(f"a task lost its worker too often: {error}") from error
                    except self._engine.CancelledError:  # the scheduler is gone, and with it all that it was told
                        self._wait()
                        again = list(under_way.values())
                        under_way.clear()
                        futures = [send(task) for task in again]
                        break
                    yield under_way.pop(future), result
                    for more in submit():
                        done.add(more)
        finally:
            with suppress(Exception):
                self._client.cancel(list(under_way))

    def _room(self) -> int:
        """The number of threads, asked for once a second: each question is a journey to the scheduler and back."""
        threads, until = self._counted
        if time.monotonic() > until:
            try:
                threads = self.workers
            except OSError:
                self._wait()
                threads = self.workers
            self._counted = threads, time.monotonic() + _COUNT_AGAIN
        return threads

    def _wait(self) -> None:
        """Waits until the scheduler is back, which may be another one at the same address."""
        until = time.monotonic() + _RETURN
        while time.monotonic() < until:
            with suppress(OSError, PetteiaError, RuntimeError):
                if self._client.status in ("closing", "closed"):
                    self._client = self._connected()
                self._client.nthreads()
                return
            time.sleep(_PAUSE)
        raise PetteiaError(f"the scheduler at {self._address} is gone and did not come back; what is done is kept")

    def close(self) -> None:
        """Leaves the cluster, which goes on."""
        self._client.close()
