"""The cost of scale: candidates an hour and memory of a study, a cluster beside the local pool, empty tasks.

`python -m bench.scale study FILE --library DIR [--defs DIR] [--candidates N] [--jobs 2]` completes a file at random
level and prints candidates an hour and the memory of this process at each power of ten. `overhead [--tasks N]` runs
the same work on the local pool and on a cluster on this machine, in turns. `empty [--tasks N]` sends empty tasks
through a cluster: what the scheduler takes for each, and its memory.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from petteia.scale import Executor, executor
from petteia.study import complete, read_library

WORKERS = 2


def memory(process: int | str = "self") -> float:
    """The resident memory of a process in MiB."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def spent(process: int) -> float:
    """The CPU seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def study(args: argparse.Namespace) -> None:
    """Candidates an hour, and memory on the way."""
    library = read_library([args.library], args.defs)
    begin, used = time.perf_counter(), time.process_time()
    marks = iter([*(10**k * step for k in range(1, 7) for step in (1, 3)), 10**9])
    waiting = [next(marks)]

    def note(share: float, words: str) -> None:
        tried = int(words.split()[0])
        if tried >= waiting[0]:
            seconds = time.perf_counter() - begin
            print(f"{tried:7} candidates: {3600 * tried / seconds:8.0f} an hour, {memory():6.0f} MiB here", flush=True)
            while waiting[0] <= tried:
                waiting[0] = next(marks)

    found = complete(
        args.file.read_text(encoding="utf-8"), library, name=args.file.name, defs=tuple(map(str, args.defs)),
        budget=1e9, most=args.candidates, jobs=args.jobs, strong=False, progress=note,
    )  # fmt: skip
    seconds = time.perf_counter() - begin
    print(f"{found.tried} candidates in {seconds:.0f} s by the clock with {args.jobs} jobs: "
          f"{3600 * found.tried / seconds:.0f} an hour; {found.cpu / max(1, found.tried):.3f} CPU s each, of which "
          f"{(time.process_time() - used) / max(1, found.tried):.3f} here")  # fmt: skip


def works(task: int, seconds: float) -> int:
    """Some CPU time, so that a task is a batch of candidates in small."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass
    return task


def empty(task: int) -> int:
    """Nothing."""
    return task


@contextmanager
def cluster() -> Iterator[tuple[Executor, int]]:
    """An executor on a scheduler and workers of their own on this machine, and the scheduler's process."""
    import subprocess
    import sys

    program = ("import sys, distributed\n"
               "c = distributed.LocalCluster(int(sys.argv[1]), threads_per_worker=1, dashboard_address=None)\n"
               "print(c.scheduler_address, flush=True)\nsys.stdin.read()\nc.close()")  # fmt: skip
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", program, str(WORKERS)], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        with executor(cluster=process.stdout.readline().strip()) as workers:
            yield workers, process.pid
        process.stdin.close()


def overhead(args: argparse.Namespace) -> None:
    """The same tasks on the local pool and on a cluster, in turns."""
    from bench.scale import works  # workers cannot import it from the program that this module is run as

    work = partial(works, seconds=args.seconds)
    ratios = []
    with executor(WORKERS) as pool, cluster() as (workers, _):
        for one in (pool, workers):
            list(one.run(work, range(2 * WORKERS)))  # starts processes, imports modules
        for _ in range(args.rounds):
            taken = []
            for one in (pool, workers):
                begin = time.perf_counter()
                list(one.run(work, range(args.tasks)))
                taken.append(time.perf_counter() - begin)
            ratios.append(taken[1] / taken[0] - 1)
            print(f"pool {taken[0]:.2f} s, cluster {taken[1]:.2f} s: {100 * ratios[-1]:+.1f} %", flush=True)
    print(f"overhead of the cluster, median of {args.rounds}: {100 * statistics.median(ratios):+.1f} % "
          f"({args.tasks} tasks of {args.seconds} CPU s)")  # fmt: skip


def empties(args: argparse.Namespace) -> None:
    """Empty tasks through a cluster: time for each, memory of the scheduler and of this process."""
    from bench.scale import empty

    with cluster() as (workers, scheduler):
        list(workers.run(empty, range(100)))
        begin, here, there = time.perf_counter(), time.process_time(), spent(scheduler)
        before = memory(scheduler)
        for done, _ in enumerate(workers.run(empty, range(args.tasks)), 1):
            if done % max(1, args.tasks // 10) == 0:
                seconds = time.perf_counter() - begin
                print(f"{done:8} tasks: {1000 * seconds / done:.2f} ms each, scheduler {memory(scheduler):.0f} MiB "
                      f"({before:.0f} before), driver {memory():.0f} MiB", flush=True)  # fmt: skip
        print(f"CPU ms a task: driver {1000 * (time.process_time() - here) / args.tasks:.2f}, "
              f"scheduler {1000 * (spent(scheduler) - there) / args.tasks:.2f}")  # fmt: skip


def main() -> None:
    """Runs one of the three."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    one = parts.add_parser("study")
    one.add_argument("file", type=Path)
    one.add_argument("--library", type=Path, required=True)
    one.add_argument("--defs", type=Path, action="append", default=[])
    one.add_argument("--candidates", type=int, default=10_000)
    one.add_argument("--jobs", type=int, default=WORKERS)
    one.set_defaults(run=study)
    two = parts.add_parser("overhead")
    two.add_argument("--tasks", type=int, default=100)
    two.add_argument("--seconds", type=float, default=1.0)
    two.add_argument("--rounds", type=int, default=3)
    two.set_defaults(run=overhead)
    three = parts.add_parser("empty")
    three.add_argument("--tasks", type=int, default=1_000_000)
    three.set_defaults(run=empties)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
