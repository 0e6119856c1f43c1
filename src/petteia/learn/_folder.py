"""The folder of a run: what was agreed in `run.json`, games, checkpoints, a log, and the policy as it stands.

`games/` has a file for each game and `checkpoints/` one for each time something was learned, all of which appear whole
or not at all. They are what a run goes on from; `features.txt`, `weights.json` and `report.html` are made from them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from filelock import FileLock, Timeout

from petteia.errors import PetteiaError
from petteia.features import FeatureError, FeatureSet, Policy, feature
from petteia.files import replace_file
from petteia.game.trials import JsonLines, Trial, rules_digest

from ._settings import Settings

if TYPE_CHECKING:
    from petteia.game import Game

_FORMAT = 1
_CURE_GAME = "without it, --resume plays the game again"
_CURE_CHECKPOINT = "without it, --resume learns it again"
_CURE_LINES = "without it, --resume writes it again"


class RunError(PetteiaError):
    """A run folder that cannot be read, written, or gone on with."""


@dataclass(frozen=True)
class Checkpoint:
    """The state of learning after the first so many games."""

    games: int
    features: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]

    @classmethod
    def of(cls, games: int, policy: Policy) -> Checkpoint:
        """The checkpoint of a policy."""
        return cls(games, tuple(map(str, policy.features)), tuple(map(tuple, policy.weights.tolist())))

    def policy(self, game: Game) -> Policy:
        """The policy as it was then."""
        try:
            return Policy(FeatureSet(game, map(feature, self.features)), self.weights)
        except FeatureError as error:
            raise RunError(f"the checkpoint after {self.games} games is damaged: {error}; {_CURE_CHECKPOINT}") from None


@dataclass(frozen=True)
class Agreement:
    """The identity of a run: the game, the settings and the seed."""

    game: Game
    settings: Settings
    seed: int

    def to_json(self) -> dict[str, Any]:
        """As it is written down: enough to run it again."""
        from petteia import __version__

        recipe = self.game.recipe
        return {
            "format": _FORMAT,
            "petteia": __version__,
            "game": self.game.name,
            "options": list(self.game.options),
            "ruleset": recipe.ruleset,
            "defs": list(map(str, recipe.defs)),
            "rules": rules_digest(self.game),
            "description": recipe.text,
            "settings": self.settings.to_json(),
            "seed": self.seed,
        }


class RunFolder:
    """A folder that one process at a time keeps a run in."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = FileLock(self.path / ".lock")
        self.log = JsonLines(self.path / "log.jsonl")
        self.evaluations = JsonLines(self.path / "evaluations.jsonl")

    @property
    def exists(self) -> bool:
        """True if there is a run."""
        return (self.path / "run.json").exists()

    def begin(self, agreed: Agreement, *, resume: bool) -> Self:
        """Takes hold of the folder and writes down what is run, or holds it against what was."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise RunError(f"another process is at work in {self.path}") from None
        except OSError as error:
            raise RunError(f"{self.path} cannot be written: {error.strerror}") from None
        try:
            if self.exists:
                if not resume:
                    raise RunError(f"{self.path} holds a run already: --resume goes on with it, or name another folder")
                _compare(self.path, self.record(), agreed.to_json())
            elif any(one.name != ".lock" for one in self.path.iterdir()):
                raise RunError(f"{self.path} is no run folder, but not empty: name another")
            else:
                self._write("run.json", json.dumps(agreed.to_json(), indent=1, ensure_ascii=False) + "\n")
        except BaseException:
            self.close()
            raise
        return self

    def close(self) -> None:
        """Lets go of the folder."""
        self.log.close()
        self.evaluations.close()
        self._lock.release()

    def _write(self, name: str, text: str) -> None:
        replace_file(self.path / name, text)

    # -- reading ------------------------------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """The contents of `run.json`."""
        if not self.exists:
            raise RunError(f"{self.path} is no run folder: it has no run.json")
        found = _read_json(self.path / "run.json")
        known = all(isinstance(found.get(name), kind) for name, kind in (("rules", str), ("settings", dict)))
        if found.get("format") != _FORMAT or not known:
            raise RunError(f"{self.path / 'run.json'} was written by another version, or is no run of petteia")
        return found

    def agreement(self) -> Agreement:
        """The game, the settings and the seed of a run."""
        from petteia.game import load

        found = self.record()
        try:
            game = load(found["description"], options=found["options"], ruleset=found["ruleset"], defs=found["defs"])
            agreed = Agreement(game, Settings.from_json(found["settings"]), int(found["seed"]))
        except (KeyError, TypeError, ValueError, PetteiaError) as error:
            raise RunError(f"{self.path / 'run.json'} is damaged: {error}") from None
        if rules_digest(game) != found["rules"]:
            raise RunError(f"{self.path / 'run.json'} is damaged: the description has other rules")
        return agreed

    def trials(self) -> dict[int, Trial]:
        """The games by their numbers."""
        return {number: self.trial(number) for number in self._numbers("games")}

    def trial(self, number: int) -> Trial:
        """One game."""
        values = _read_json(self._path("games", number), _CURE_GAME)
        try:
            found = Trial.from_json(values)
            searches = found.notes["search"]
            if len(searches) != len(found.moves) - found.notes["opening"]:
                raise ValueError("moves without a search")
            for one in searches:
                if any(visits < 0 for visits in one["visits"]):
                    raise ValueError("visits below zero")
                if any(not 0 <= int(move) < len(one["visits"]) for move in one.get("proven", ())):
                    raise ValueError("proofs of moves that were not searched")
            return found
        except KeyError as error:
            raise self.damaged_game(number, f"it has no {error}") from None
        except (TypeError, ValueError, PetteiaError) as error:
            raise self.damaged_game(number, error) from None

    def damaged_game(self, number: int, why: object) -> RunError:
        """The message about a game that cannot be read or replayed."""
        return RunError(f"{self._path('games', number)} is damaged: {why}; {_CURE_GAME}")

    def log_lines(self) -> list[dict[str, Any]]:
        """The log, a line a game."""
        return self._lines(self.log, "game", "loss", "uniform_loss", "features")

    def evaluation_lines(self) -> list[dict[str, Any]]:
        """The results of matches against UCT."""
        return self._lines(self.evaluations, "after", "games", "win_rate", "interval", "seconds")

    def _lines(self, lines: JsonLines, *names: str) -> list[dict[str, Any]]:
        found = []
        for number, line in enumerate(lines.read(), 1):
            if not isinstance(line, dict) or not set(names) <= set(line):
                raise RunError(f"{lines.path}:{number} is damaged: no {', '.join(names)} there; {_CURE_LINES}")
            found.append(line)
        return found

    def checkpoints(self) -> list[int]:
        """After how many games something was learned."""
        return self._numbers("checkpoints")

    def checkpoint(self, games: int) -> Checkpoint:
        """The state of learning after so many games."""
        path = self._path("checkpoints", games)
        found = _read_json(path, _CURE_CHECKPOINT)
        try:
            weights = tuple(tuple(map(float, row)) for row in found["weights"])
            features = tuple(map(str, found["features"]))
            if not weights or any(len(row) != len(features) for row in weights):
                raise ValueError("weights and features differ in number")
            if found["games"] != games:
                raise ValueError(f"it is of {found['games']} games")
            return Checkpoint(games, features, weights)
        except KeyError as error:
            raise RunError(f"{path} is damaged: it has no {error}; {_CURE_CHECKPOINT}") from None
        except (TypeError, ValueError) as error:
            raise RunError(f"{path} is damaged: {error}; {_CURE_CHECKPOINT}") from None

    def _numbers(self, part: str) -> list[int]:
        return sorted(int(one.stem) for one in (self.path / part).glob("[0-9]*.json") if one.stem.isdecimal())

    def _path(self, part: str, number: int) -> Path:
        return self.path / part / f"{number:05}.json"

    # -- writing ------------------------------------------------------------------------------------------------

    def keep_game(self, number: int, trial: Trial) -> None:
        """Writes a game down."""
        replace_file(self._path("games", number), json.dumps(trial.to_json(), separators=(",", ":")) + "\n")

    def keep_checkpoint(self, found: Checkpoint) -> None:
        """Writes down what was learned."""
        values = {"games": found.games, "features": found.features, "weights": found.weights}
        replace_file(self._path("checkpoints", found.games), json.dumps(values) + "\n")

    def add_line(self, values: Mapping[str, Any], *, evaluation: bool = False) -> None:
        """Writes one more line to the log, or to the evaluations."""
        lines = self.evaluations if evaluation else self.log
        try:
            lines.append(values)
        except OSError as error:
            raise RunError(f"{lines.path} cannot be written: {error.strerror}") from None

    def keep_report(self, text: str) -> None:
        """Writes the page about the run."""
        self._write("report.html", text)


def _read_json(path: Path, cure: str = "") -> dict[str, Any]:
    advice = f"; {cure}" if cure else ""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RunError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise RunError(f"{path} is damaged: it is no JSON{advice}") from None
    if not isinstance(found, dict):
        raise RunError(f"{path} is damaged: it is no JSON object{advice}")
    return found


def _compare(path: Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    if before["rules"] != now["rules"]:
        names = [f"{one.get('game')} {one.get('options')}" for one in (before, now)]
        raise RunError(f"{path} is a run of {names[0]}, not of {names[1]} as its rules are now")
    if before.get("seed") != now["seed"]:
        raise RunError(f"{path} is a run with --seed {before.get('seed')}, not {now['seed']}")
    was, wanted = before["settings"], now["settings"]
    for name in sorted(set(was) | set(wanted)):
        if was.get(name) != wanted.get(name):
            raise RunError(f"{path} is a run with {name} = {was.get(name)!r}, not {wanted.get(name)!r}")
