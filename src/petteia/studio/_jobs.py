"""Long work that the studio starts, watches, stops and resumes: learning, matches, measures, studies.

Each is a folder with the description, the commands and their results, and a process of its own; commands spread their
work by `scale`. A restart of the server finds folders and processes again.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ._record import Refused
from ._shelf import Volume
from ._store import Store

_AGENT = re.compile(r"(random|uct|puct|mast|grave|alphabeta)(:[a-z_]+=[\w.]+(,[a-z_]+=[\w.]+)*)?")
_ID = re.compile(r"[\w-]{6,40}")
_MOST_RUNNING = 2
_LEARNS = {"learn": "features", "evaluate": "result"}
"""Work whose folder `run` has reasons for moves, once the file of this name is there."""
_MOST_ASKED = 2
"""Runs that are asked about a move."""
_LINES = {"learn": "log.jsonl", "match": "games.jsonl", "tournament": "games.jsonl"}
"""The files whose lines tell how far work is."""
_MOST_TOLD = 400
_MOST_AGENTS = 8
STUDIES = ("vary", "options", "rulesets", "complete")
"""Work whose results are large: they are asked for by themselves."""
_NOT_IN_NAMES = re.compile(r"[^\w ]|^[_ ]+")
_LEVEL = re.compile(r"random|best|uct:\d{1,5}")


@dataclass(frozen=True)
class Wanted:
    """Further words of a study: what variants shall be like, who plays, how many are tried, and CPU seconds."""

    wish: str = ""
    level: str = "random"
    trials: int = 0
    seconds: int = 60


class Jobs:
    """Long work by its name."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._folder = store, folder
        self._children: dict[str, subprocess.Popen[bytes]] = {}

    def start(
        self, volume: Volume, kind: str, games: int, agents: Sequence[str] = (), *, before: str | None = None,
        wanted: Wanted | None = None, guest: bool = False,
    ) -> str:  # fmt: skip
        """Starts work, and gives its name; a comparison is with the description as it was `before`.

        Descriptions that came through the browser, those of a `guest`, have limits of memory and time.
        """
        _check_agents(kind, agents)
        wanted = wanted or Wanted()
        if not _LEVEL.fullmatch(wanted.level):
            raise Refused("variants are played at the level random, best, or uct:N")
        job = secrets.token_urlsafe(9)
        folder = self._folder / job
        folder.mkdir(parents=True)
        (folder / "game.lud").write_text(volume.text, encoding="utf-8")
        if before is not None:
            (folder / "before.lud").write_text(before, encoding="utf-8")
        titled = f"{_NOT_IN_NAMES.sub('', volume.name)[:60].strip() or 'game'}.lud"  # pages of studies are headed by it
        if kind in STUDIES:
            (folder / titled).write_text(volume.text, encoding="utf-8")
        steps = _steps(kind, games, agents, volume.defs, wanted, titled)
        record = {
            "id": job, "kind": kind, "game": volume.name, "games": games, "agents": list(agents), "steps": steps,
            "limited": guest or before is not None, "wanted": asdict(wanted),
        }  # fmt: skip
        (folder / "job.json").write_text(json.dumps(record), encoding="utf-8")
        self._launch(record)
        return job

    def _launch(self, record: dict[str, Any]) -> None:
        if sum(one["state"] == "running" for one in self.all()) >= _MOST_RUNNING:
            raise Refused(f"{_MOST_RUNNING} works run already; stop one, or wait")
        folder = self._folder / record["id"]
        (folder / "exit").unlink(missing_ok=True)
        command = [sys.executable, "-m", "petteia.studio._job", str(folder)]
        with open(os.devnull, "rb") as nothing:
            child = subprocess.Popen(command, stdin=nothing, stdout=subprocess.DEVNULL, start_new_session=True)
        self._children[record["id"]] = child
        self._store.save_job(record["id"], {**record, "pid": child.pid})

    def learned(self, text: str) -> list[str]:
        """The folders of what was learned of the game of a description, the latest first."""
        found = []
        for one in self._store.jobs():
            folder = self._folder / one["id"]
            if one["kind"] in _LEARNS and (folder / f"{_LEARNS[one['kind']]}.json").is_file():
                with contextlib.suppress(OSError):
                    if (folder / "game.lud").read_text(encoding="utf-8") == text:
                        found.append(str(folder / "run"))
        return found[:_MOST_ASKED]

    def _record(self, job: str) -> dict[str, Any]:
        found = next((one for one in self._store.jobs() if one["id"] == job), None) if _ID.fullmatch(job) else None
        if found is None:
            raise Refused("there is no such work")
        return found

    def stop(self, job: str) -> None:
        """Ends the process; what is done stays."""
        record = self._record(job)
        if self._state(record) == "running":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(record["pid"], signal.SIGTERM)
            if job in self._children:
                self._children.pop(job).wait(10)
        self._store.save_job(job, {**record, "pid": 0})

    def resume(self, job: str) -> None:
        """Goes on with what was stopped."""
        record = self._record(job)
        if self._state(record) == "running":
            raise Refused("it runs already")
        self._launch(record)

    def file(self, job: str, name: str) -> str:
        """A file that work has left: its result as JSON, or its page."""
        places = {"result": "result.json", "report": "run/report.html"}
        path = self._folder / str(self._record(job)["id"]) / places[name]
        try:
            return path.read_text(encoding="utf-8")
        except OSError:
            raise Refused("that is not there yet") from None

    def all(self) -> list[dict[str, Any]]:
        """All work with its state and progress, the latest first."""
        return [self._told(one) for one in self._store.jobs()]

    def _state(self, record: dict[str, Any]) -> str:
        exit_file = self._folder / record["id"] / "exit"
        child = self._children.get(record["id"])
        if child is not None:
            lives = child.poll() is None
        else:
            lives = bool(record.get("pid")) and _is_ours(record["pid"], record["id"])
        # The process was looked at first: one that has ended has left its file.
        if exit_file.is_file():
            return "done" if exit_file.read_text().strip() == "0" else "failed"
        return "running" if lives else "stopped"

    def _told(self, record: dict[str, Any]) -> dict[str, Any]:
        folder = self._folder / record["id"]
        told = {key: record[key] for key in ("id", "kind", "game", "games", "agents")}
        told["state"] = self._state(record)
        lines = _lines(folder / "run" / _LINES[record["kind"]]) if record["kind"] in _LINES else []
        pairs = len(record["agents"]) * (len(record["agents"]) - 1) // 2 if record["kind"] == "tournament" else 1
        told["games"] = record["games"] * pairs
        told["done"] = told["games"] if told["state"] == "done" else len(lines)
        told["counted"] = record["kind"] in _LINES
        told["wish"] = record.get("wanted", {}).get("wish", "")
        with contextlib.suppress(OSError, ValueError):
            share, _, words = (folder / "progress").read_text(encoding="utf-8").partition(" ")
            told["share"], told["note"] = float(share), words
        if record["kind"] == "learn":
            told["curve"] = [one.get("loss") for one in lines[-_MOST_TOLD:]]
        told["report"] = (folder / "run" / "report.html").is_file()
        for name in ("result", "features") if record["kind"] not in STUDIES else ():
            with contextlib.suppress(OSError, ValueError):
                told[name] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        if told["state"] == "failed":
            with contextlib.suppress(OSError):
                log = (folder / "log.txt").read_text(encoding="utf-8", errors="replace").strip()
                told["error"] = log.splitlines()[-1] if log else "it ended with an error"
        return told


def _steps(
    kind: str, games: int, agents: Sequence[str], defs: Sequence[str], wanted: Wanted, titled: str
) -> list[tuple[str, list[str]]]:
    """The commands of a kind of work, each with the name of its result."""
    folders = [word for one in defs for word in ("--defs", one)]
    count = ["--games", str(games)]
    if kind == "learn":
        learn = ["learn", "game.lud", *count, "--out", "run", "--resume", "--json", *folders]
        return [("result", learn), ("features", ["explain", "run", "--top", "12", "--json"])]
    if kind == "match":
        return [("result", ["match", "game.lud", *agents, *count, "--out", "run", "--resume", "--json", *folders])]
    if kind == "tournament":
        return [("result", ["tournament", "game.lud", *agents, *count, "--out", "run", "--resume", "--json", *folders])]
    if kind == "measure":
        return [("result", ["measure", "game.lud", *count, "--json", *folders])]
    if kind == "evaluate":
        words = ["--learn", *count, "--rounds", "2", "--out", "run", "--json"]
        return [("result", ["evaluate", "game.lud", *words, *folders])]
    if kind in STUDIES:
        words = ["study", titled, f"--{kind}", "--out", "run", "--resume", "--json", *folders]
        if kind == "complete":
            return [("result", [*words, "--budget", str(wanted.seconds)])]
        wish = ["--wish", wanted.wish] if wanted.wish else []
        among = ["--search", str(wanted.trials)] if kind == "vary" else []
        return [("result", [*words, *wish, "--level", wanted.level, *among])]
    if kind == "compare":
        words = ["--level", "random", *count, "--json"]
        return [("result", ["compare", "before.lud", "game.lud", *words, *folders])]
    raise Refused("there is no such work")


def _check_agents(kind: str, agents: Sequence[str]) -> None:
    fits = {"match": len(agents) == 2, "tournament": 2 <= len(agents) <= _MOST_AGENTS}.get(kind, not agents)
    if not fits:
        raise Refused(f"a match is between two agents, a tournament between 2 to {_MOST_AGENTS}")
    if not all(_AGENT.fullmatch(one) for one in agents):
        raise Refused("an agent is a name with settings, such as uct:iterations=200")


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    except (OSError, ValueError):
        return []


def _is_ours(pid: int, job: str) -> bool:
    """True if a process is still that of a work: numbers of processes are used again."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        try:
            os.kill(pid, 0)
        except OSError:
            return False
        return not Path("/proc").is_dir()
    return job.encode() in words
