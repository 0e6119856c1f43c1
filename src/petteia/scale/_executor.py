"""The interface of all executors, the one that stays in this process, and the choice between them."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Self, TypeVar

from petteia.errors import PetteiaError

Task = TypeVar("Task")
Result = TypeVar("Result")


class Executor(ABC):
    """Runs independent tasks; a context manager that ends its workers."""

    workers: int = 1

    @abstractmethod
    def run(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Each task with its result, as results come.

        Tasks are taken from the iterable only as workers become free. Whoever stops asking for results, or closes the
        iterator, cancels what is under way. An exception of a task is raised here.
        """

    def close(self) -> None:  # noqa: B027 (an executor without workers has nothing to end)
        """Ends the workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Here(Executor):
    """One task after the other, in this process: nothing needs to be pickled."""

    def run(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        for task in tasks:
            yield task, function(task)


def executor(jobs: int = 1, cluster: str | None = None) -> Executor:
    """Workers for tasks: this process for one job, several processes for more, 0 for one a core.

    `cluster` is the address of a Dask scheduler (`tcp://host:8786`), whose workers are used instead.
    """
    if jobs < 0:
        raise PetteiaError(f"there cannot be {jobs} jobs")
    if cluster is not None:
        from ._cluster import Cluster

        return Cluster(cluster)
    count = jobs or usable_cores()
    if count == 1:
        return _Here()
    from ._processes import Processes

    return Processes(count)


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
