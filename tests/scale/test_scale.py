"""Executors: every task once, whatever happens to the workers."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from petteia.errors import LudSyntaxError, PetteiaError
from petteia.scale import derive_seed, executor, usable_cores

from .tasks import DiesOnce, Scaled, fails_at_two, fails_badly, sleeps, talks

HERE = Path(__file__).parent


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_every_task_has_its_result(jobs: int) -> None:
    """However many workers there are; the same workers take a second run, with another function."""
    with executor(jobs) as workers:
        assert workers.workers == jobs
        assert sorted(workers.run(Scaled(3), range(20))) == [(task, 3 * task) for task in range(20)]
        assert dict(workers.run(Scaled(5), [1, 2])) == {1: 5, 2: 10}
        assert list(workers.run(Scaled(5), [])) == []


def test_tasks_are_taken_when_workers_are_free() -> None:
    """An endless supply is no trouble: no more is taken than can be under way."""
    taken = []

    def supply() -> Iterator[int]:
        for task in range(10**9):
            taken.append(task)
            yield task

    with executor(2) as workers:
        results = workers.run(Scaled(1), supply())
        found = [next(results) for _ in range(10)]
        results.close()  # type: ignore[attr-defined]
        assert len(taken) <= len(found) + 2
        assert dict(workers.run(Scaled(2), [7])) == {7: 14}


def test_a_lost_worker_costs_only_its_task(tmp_path: Path) -> None:
    """The task is done again by another; one that always kills its process is given up."""
    with executor(2) as workers:
        assert sorted(workers.run(DiesOnce(tmp_path, 2), range(8))) == [(task, task * task) for task in range(8)]
        assert len(list(tmp_path.iterdir())) == 2
        with pytest.raises(PetteiaError, match="lost its process 3 times"):
            list(workers.run(DiesOnce(tmp_path, 99), range(8)))


def test_an_idle_worker_may_die() -> None:
    """It is replaced when there is work."""
    with executor(2) as workers:
        first = {pid for _, pid in workers.run(sleeps, [0.2, 0.2])}
        for pid in first:
            os.kill(pid, signal.SIGKILL)
        assert len(list(workers.run(sleeps, [0.0, 0.0, 0.0]))) == 3


def test_errors_of_tasks_are_raised_here() -> None:
    """Ours as they are, others with the place where they happened; what is printed does no harm."""
    with executor(2) as workers:
        with pytest.raises(LudSyntaxError, match="two is one too many"):
            list(workers.run(fails_at_two, range(4)))
        with pytest.raises(ZeroDivisionError) as caught:
            list(workers.run(fails_badly, [1]))
        assert "fails_badly" in "".join(caught.value.__notes__)
        assert list(workers.run(talks, [4])) == [(4, 4)]


def test_what_cannot_travel_is_said() -> None:
    """A function that does not pickle is one clear line."""
    with executor(2) as workers, pytest.raises(PetteiaError, match="does not pickle"):
        list(workers.run(lambda task: task, [1]))


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Workers do not run the main program again; what it defines itself is refused."""
    script = tmp_path / "script.py"
    script.write_text(
        "from petteia.scale import executor\n"
        "print('begin')\n"
        "with executor(2) as workers:\n"
        "    print(sorted(workers.run(abs, [-1, -2])))\n"
        "def own(task): return task\n"
        "try:\n"
        "    list(executor(2).run(own, [1]))\n"
        "except Exception as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[:2] == ["begin", "[(-2, 2), (-1, 1)]"]
    assert "what the main program defines" in done.stdout


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_leave_with_their_parent(how: signal.Signals) -> None:
    """Killed or interrupted in the middle of tasks, it leaves nothing behind."""
    code = (
        "from petteia.scale import executor\nfrom scale.tasks import sleeps\n"
        "workers = executor(2)\n"
        "for _, pid in workers.run(sleeps, [0, 0.3, 60, 60]): print(pid, flush=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    assert process.stdout is not None
    pids = [int(process.stdout.readline()) for _ in range(2)]
    process.send_signal(how)
    assert process.wait(timeout=20) != 0
    process.stdout.close()
    deadline = time.monotonic() + 20
    while any(map(_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_alive, pids))


def test_seeds_are_apart_and_stay() -> None:
    """A known value, so that results of earlier versions can be repeated; no two of many are alike."""
    assert derive_seed(1, "game", 7) == derive_seed(1, "game", 7)
    seeds = {derive_seed(seed, "game", number) for seed in range(20) for number in range(200)}
    assert len(seeds) == 4000 and all(0 <= seed < 2**63 for seed in seeds)


def test_wrong_numbers_and_addresses_are_said() -> None:
    """Jobs below zero, an address that is none."""
    with pytest.raises(PetteiaError, match="-1 jobs"):
        executor(-1)
    assert usable_cores() >= 1
    for address in ("nowhere://x", "somewhere", ""):
        with pytest.raises(PetteiaError, match=f"no scheduler answers at {address}: .* like tcp://host:8786"):
            executor(cluster=address)


@pytest.mark.slow
def test_a_cluster_by_its_address(tmp_path: Path) -> None:
    """The same tasks give the same results on Dask workers, and a lost one costs only its task."""
    distributed = pytest.importorskip("distributed")
    quiet = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(**quiet) as cluster, executor(cluster=cluster.scheduler_address) as workers:
        assert workers.workers == 2
        assert sorted(workers.run(DiesOnce(tmp_path, 1), range(12))) == [(task, task * task) for task in range(12)]
        assert len(list(tmp_path.iterdir())) == 1
        with pytest.raises(LudSyntaxError, match="two is one too many"):
            list(workers.run(fails_at_two, range(4)))


def _started_cluster(port: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", f"{__package__}.local_cluster", str(port), "3"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE.parent, start_new_session=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def _end_group(process: subprocess.Popen[str]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


@pytest.mark.slow
def test_a_scheduler_that_comes_back_loses_nothing(tmp_path: Path) -> None:
    """Scheduler and workers are killed in the middle; those started at the same address finish, nothing comes twice."""
    pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = _started_cluster(port)
    try:
        results = []
        with executor(cluster=f"tcp://127.0.0.1:{port}") as workers:
            for number, result in enumerate(workers.run(DiesOnce(tmp_path, 1), range(40))):
                results.append(result)
                if number == 10:
                    _end_group(process)
                    process = _started_cluster(port)
        assert sorted(results) == [(task, task * task) for task in range(40)]
    finally:
        _end_group(process)
