"""Where a playout rate comes from: Petteia's command line, hand-written C, OpenSpiel, or a recorded number."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.programs import build_program, run_program

REPOSITORY = Path(__file__).resolve().parents[1]


# The installed command, whatever folder its script is in.
_COMMAND_LINE = "import sys; from petteia.cli import main; sys.exit(main())"


class Unavailable(Exception):
    """A rate cannot be measured here; the text says why, for the table."""


@dataclass(frozen=True)
class Rate:
    """Playouts and moves a CPU second. A recorded rate may lack the mean length of a playout, and then the moves."""

    playouts_per_second: float
    mean_length: float | None = None

    @property
    def moves_per_second(self) -> float | None:
        return None if self.mean_length is None else self.playouts_per_second * self.mean_length


def conformance_folder() -> Path | None:
    """The folder of the reference's descriptions: `$PETTEIA_CONFORMANCE`, by default beside the repository."""
    given = os.environ.get("PETTEIA_CONFORMANCE")
    folder = Path(given) if given else REPOSITORY.parent / "shared" / "conformance"
    return folder.resolve() if (folder / "games").is_dir() else None


def _read_rate(report: dict[str, Any]) -> Rate:
    return Rate(report["playouts_per_second"], report["mean_length"])


def _run_json(command: list[str], timeout: float) -> dict[str, Any]:
    """The JSON object that a command prints last; the last line of its complaint if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=REPOSITORY, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(str(error)) from error
    if done.returncode != 0:
        complaint = (done.stderr or done.stdout).strip().splitlines() or [f"exit code {done.returncode}"]
        raise Unavailable(complaint[-1])
    try:
        report: dict[str, Any] = json.loads(done.stdout)
    except ValueError as error:
        raise Unavailable(f"no JSON from {command[0]}") from error
    return report


class Source(ABC):
    """Something whose rate can be measured again and again. Sources are values: equal ones are measured once."""

    @property
    @abstractmethod
    def name(self) -> str:
        """How the tables and the results name it."""

    @abstractmethod
    def measure(self, seconds: float, seed: int) -> Rate:
        """The rate over about so many CPU seconds; `Unavailable` if there is none."""


@dataclass(frozen=True)
class Limit(Source):
    """A program of `bench/limits`."""

    program: str

    @property
    def name(self) -> str:
        return f"limits/{self.program}"

    def measure(self, seconds: float, seed: int) -> Rate:
        try:
            executable = build_program(self.program)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unavailable(str(error)) from error
        return _read_rate(run_program(executable, "--seconds", str(seconds), "--seed", str(seed)))


@dataclass(frozen=True)
class OpenSpiel(Source):
    """A game of OpenSpiel, by our name for it in `bench.openspiel`."""

    game: str

    @property
    def name(self) -> str:
        return f"openspiel/{self.game}"

    def measure(self, seconds: float, seed: int) -> Rate:
        command = [sys.executable, "-m", "bench.openspiel", self.game, "--seconds", str(seconds), "--seed", str(seed)]
        return _read_rate(_run_json(command, timeout=60 + 10 * seconds))


@dataclass(frozen=True)
class Recorded(Source):
    """A rate seen elsewhere."""

    system: str
    rate: float
    mean_length: float | None = None

    @property
    def name(self) -> str:
        return self.system

    def measure(self, seconds: float, seed: int) -> Rate:
        return Rate(self.rate, self.mean_length)


@dataclass(frozen=True)
class Petteia(Source):
    """A bundled game, or one of the reference's descriptions by its path below the conformance folder's `games`."""

    game: str
    options: tuple[str, ...] = ()
    reference: bool = False

    @property
    def name(self) -> str:
        system, game = ("reference", Path(self.game).stem) if self.reference else ("petteia", self.game)
        return ", ".join([f"{system}/{game}", *self.options])

    def arguments(self) -> list[str]:
        """The arguments of `petteia playouts`."""
        options = [word for option in self.options for word in ("--option", option)]
        if not self.reference:
            return [self.game, *options]
        folder = conformance_folder()
        if folder is None:
            raise Unavailable("set PETTEIA_CONFORMANCE to the reference's descriptions")
        return [str(folder / "games" / self.game), "--defs", str(folder / "def"), *options]

    def measure(self, seconds: float, seed: int) -> Rate:
        command = [sys.executable, "-c", _COMMAND_LINE, "playouts", *self.arguments()]
        command += ["--seconds", str(seconds), "--seed", str(seed), "--json"]
        return _read_rate(_run_json(command, timeout=120 + 10 * seconds))
