"""The verdict on one game: does it expand, read, build, have the recorded board, and replay?"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from petteia.board.check import compare_topology
from petteia.errors import PetteiaError, UnsupportedLudeme
from petteia.game import Backend, Game
from petteia.game.game import Recipe
from petteia.game.loading import build_recipe, expand_recipe
from petteia.types import BuildChoice

from ._recording import Recording, read_options, read_recordings
from ._replay import replay

Status = Literal["replays", "mismatch", "unsupported", "error"]


@dataclass(frozen=True)
class Folders:
    """Where descriptions, defines and recordings are."""

    games: Path
    defs: Path
    traces: Path
    variants: Path | None = None

    @classmethod
    def below(cls, folder: Path) -> Folders:
        """The folders of a set of games in one folder."""
        return cls(folder / "games", folder / "def", folder / "traces", folder / "variants")

    def paths(self) -> list[str]:
        """The games, as paths below `games`."""
        return sorted(path.relative_to(self.games).as_posix() for path in self.games.rglob("*.lud"))


@dataclass(frozen=True)
class Engine:
    """The engine that plays. A quick build plays the same moves as a full one and is there several times sooner."""

    backend: Backend = "native"
    build: BuildChoice = "quick"


NATIVE = Engine()


def recorded_options(folders: Folders, path: str) -> list[tuple[str, ...]]:
    """The choices of options that a game was recorded with, the default first."""
    found: list[tuple[str, ...]] = [()]
    for folder in (folders.traces, folders.variants):
        file = (folder / path).with_suffix(".jsonl.gz") if folder is not None else None
        if file is not None and file.is_file():
            found += read_options(file)
    return list(dict.fromkeys(found))


@dataclass
class Verdict:
    """Verdict on one game. Counts are those of the default options, where these were recorded."""

    path: str
    status: Status = "error"
    missing: list[str] = field(default_factory=list)
    states: int = 0
    successors: int = 0
    results: int = 0
    expanded: bool = False
    reads: bool = False
    builds: bool = False
    topology: bool | None = None
    variants: list[str] = field(default_factory=list)
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    """Errors and first differences, each with the options it was met under."""

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON values."""
        return {**asdict(self), "topology": self.topology is True}


def judge(
    path: str, folders: Folders, engine: Engine = NATIVE, report: Callable[[Verdict], None] = lambda _: None
) -> Verdict:
    """The verdict on a game; `report` is told each step on the way, for whoever watches over a crash."""
    verdict = Verdict(path)
    begin = time.monotonic()
    recordings = [(one, True) for one in _recordings(folders.traces, path)]
    if folders.variants is not None:
        variants = _recordings(folders.variants, path)
        if not recordings:  # the first variant stands for a game that was recorded under other options only
            recordings = [(one, True) for one in variants[:1]]
        recordings += [(one, False) for one in variants]
    if not recordings:
        _judge_unrecorded(verdict, folders, engine)
    for recording, is_default in recordings:
        _judge_recording(verdict, recording, folders, engine, is_default=is_default)
        verdict.seconds = round(time.monotonic() - begin, 3)
        report(verdict)
    verdict.seconds = round(time.monotonic() - begin, 3)
    return verdict


def _recordings(folder: Path, path: str) -> list[Recording]:
    file = (folder / path).with_suffix(".jsonl.gz")
    return read_recordings(file) if file.is_file() else []


def _judge_unrecorded(verdict: Verdict, folders: Folders, engine: Engine) -> None:
    """A game without recordings can at most be built."""
    verdict.problems.append("nothing is recorded of this game")

    def load() -> None:
        _load(verdict, [], folders, engine)

    _guarded(verdict, "", load)


def _judge_recording(
    verdict: Verdict, recording: Recording, folders: Folders, engine: Engine, *, is_default: bool
) -> None:
    label = ", ".join(recording.options)
    stage = Verdict(verdict.path)
    status = _guarded(stage, label, lambda: _replayed(stage, recording, folders, engine))
    verdict.problems += stage.problems
    if is_default:
        verdict.status, verdict.missing = status, stage.missing
        for name in ("states", "successors", "results", "expanded", "reads", "builds", "topology"):
            setattr(verdict, name, getattr(stage, name))
    else:
        verdict.variants.append(status)
        if stage.missing and not verdict.missing:
            verdict.problems.append(f"{verdict.path} ({label}): not supported: {', '.join(stage.missing)}")


def _guarded(verdict: Verdict, label: str, work: Callable[[], Status | None]) -> Status:
    """The status that work leads to; errors become problems."""
    under = f" ({label})" if label else ""
    try:
        return work() or "error"
    except UnsupportedLudeme as error:
        verdict.missing = sorted({_name(one) for one in error.missing})
        return "unsupported"
    except PetteiaError as error:
        verdict.problems.append(f"{verdict.path}{under}: {error}")
    except RecursionError:
        verdict.problems.append(f"{verdict.path}{under}: nested too deeply")
    except Exception as error:  # a defect of ours must not hide the other games
        verdict.problems.append(f"{verdict.path}{under}: {_where(error)}")
    return "error"


def _name(missing: object) -> str:
    name, argument = getattr(missing, "name", None), getattr(missing, "argument", None)
    if name is None:
        return str(missing)
    return f"{name} {argument}:" if argument else str(name)


def _where(error: Exception) -> str:
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno} in {frame.name})"


def _replayed(verdict: Verdict, recording: Recording, folders: Folders, engine: Engine) -> Status:
    game = _load(verdict, recording.options, folders, engine, recording)
    default = expand_recipe(_recipe(verdict, [], folders, engine)).text if recording.options else ""
    # compat: under other options only such remembered values are shown whose name the default rules have, too.
    found = replay(game, recording, lambda name: not recording.options or not name or f'"{name}"' in default)
    verdict.states, verdict.successors, verdict.results = found.states, found.successors, found.results
    if found.mismatch is not None:
        under = f" ({', '.join(recording.options)})" if recording.options else ""
        verdict.problems.append(f"{verdict.path}{under}: {found.mismatch}")
        return "mismatch"
    return "replays" if verdict.expanded and verdict.topology is not False else "mismatch"


def _load(
    verdict: Verdict, options: list[str], folders: Folders, engine: Engine, recording: Recording | None = None
) -> Game:
    recipe = _recipe(verdict, options, folders, engine)
    expanded = expand_recipe(recipe)
    if recording is not None:
        verdict.expanded = expanded.sha1 == recording.header["expanded_sha1"]
        if not verdict.expanded:
            verdict.problems.append(f"{verdict.path}: the expanded text differs from what was recorded")
    _check_board(verdict, expanded, recording)
    game = build_recipe(recipe, engine.build)
    verdict.builds = True
    return game


def _recipe(verdict: Verdict, options: list[str], folders: Folders, engine: Engine) -> Recipe:
    file = folders.games / verdict.path
    text = file.read_text(encoding="utf-8-sig")
    return Recipe(file.name, text, tuple(options), None, (str(folders.defs.resolve()),), engine.backend)


def _check_board(verdict: Verdict, expanded: Any, recording: Recording | None) -> None:
    """Reads the description and compares its board with the recorded one."""
    from petteia.lang import bind, read
    from petteia.ludemes import Game as GameLudeme
    from petteia.ludemes.boards.graphs import board_of

    bound = bind(read(expanded))
    verdict.reads = True
    if recording is None or not isinstance(bound, GameLudeme) or not recording.header.get("topology"):
        return
    differences = compare_topology(board_of(bound), recording.header["topology"])
    verdict.topology = not differences
    if differences:
        verdict.problems.append(f"{verdict.path}: the board differs: {differences[0]}")
