"""Functions that worker processes run in tests."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from petteia.errors import LudSyntaxError


@dataclass(frozen=True)
class Scaled:
    """A function with data of its own."""

    factor: int

    def __call__(self, task: int) -> int:
        return self.factor * task


@dataclass(frozen=True)
class DiesOnce:
    """Kills its process at one task, the first `times` that it comes up."""

    folder: Path
    times: int

    def __call__(self, task: int) -> int:
        marks = sorted(self.folder.iterdir())
        if task == 3 and len(marks) < self.times:
            (self.folder / str(len(marks))).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return task * task


def fails_at_two(task: int) -> int:
    """Refuses one task."""
    if task == 2:
        raise LudSyntaxError("two is one too many")
    return task


def fails_badly(task: int) -> int:
    """A defect."""
    return task // 0


def talks(task: int) -> int:
    """Prints while it works."""
    print("on standard output")
    return task


def sleeps(task: float) -> int:
    """Takes its time, and says which process it is."""
    time.sleep(task)
    return os.getpid()
