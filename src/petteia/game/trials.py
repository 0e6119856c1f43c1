"""Trials: games that were played, one JSON object a line, that can be replayed move by move.

Lines are appended whole; a last line that was cut short by a crash is dropped when the file is read or written on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from errno import ENOSPC
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from petteia.errors import IllegalMove, PetteiaError

from ._state import State
from .game import Game

_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True)
class Trial:
    """A game as it was played: where it began, the seed of its chance, its moves, and what came out.

    >>> from petteia import load
    >>> game = load("Tic-Tac-Toe")
    >>> state = game.start(seed=1)
    >>> for move in ("0>0", "4>4", "1>1", "5>5", "2>2"):
    ...     state.play(move)
    >>> trial = Trial.of(state, seed=1, notes={"agents": ["anna", "ben"]})
    >>> trial.returns, trial.finished, [now.mover for now in trial.replay(game)]
    ((1.0, -1.0), True, [1, 2, 1, 2, 1, 1])
    >>> Trial.from_json(trial.to_json()) == trial
    True
    """

    game: str
    """The name of the game."""
    rules: str
    """A digest of the description, its options and its ruleset: a trial is one of these rules alone."""
    seed: int
    """Decides all that is drawn, see `Game.start`."""
    moves: tuple[str, ...]
    returns: tuple[float, ...]
    """The return of each player; zeros for a game that was left unfinished."""
    finished: bool = True
    position: str | None = None
    """Where it began, if not at the start."""
    notes: Mapping[str, Any] = field(default_factory=dict)
    """Further entries, as JSON values."""

    @classmethod
    def of(
        cls, state: State, *, seed: int, position: str | None = None, notes: Mapping[str, Any] | None = None
    ) -> Self:
        """The trial that led to a state, which began with this seed."""
        moves = tuple(map(str, state.history))
        name, rules = state.game.name, rules_digest(state.game)
        return cls(name, rules, seed, moves, state.returns, state.over, position, dict(notes or {}))

    def replay(self, game: Game) -> Iterator[State]:
        """The states from the beginning on, one for each move and the last; each is a copy of its own.

        Raises `PetteiaError` if the game is another, if a move is not legal, or if something else comes out at the end.
        """
        if rules_digest(game) != self.rules:
            raise PetteiaError(f"this is a trial of other rules than those of {game}")
        state = game.start(self.seed) if self.position is None else game.state(self.position, self.seed)
        yield state.copy()
        for number, move in enumerate(self.moves, 1):
            try:
                state.play(move)
            except IllegalMove as error:
                raise PetteiaError(f"move {number} of the trial cannot be replayed: {error}") from error
            yield state.copy()
        if "forfeit" not in self.notes and (state.over, state.returns) != (self.finished, self.returns):
            raise PetteiaError(f"the trial ends with {state.returns}, not with {self.returns}")

    def to_json(self) -> dict[str, Any]:
        """The trial as JSON values."""
        begin = {} if self.position is None else {"position": self.position}
        return {
            "game": self.game,
            "rules": self.rules,
            "seed": self.seed,
            **begin,
            "moves": list(self.moves),
            "returns": list(self.returns),
            "finished": self.finished,
            **self.notes,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The trial that JSON values say; what has no place of its own is a note."""
        notes = dict(values)
        try:
            return cls(
                notes.pop("game"),
                notes.pop("rules"),
                notes.pop("seed"),
                tuple(notes.pop("moves")),
                tuple(notes.pop("returns")),
                notes.pop("finished"),
                notes.pop("position", None),
                notes,
            )
        except KeyError as error:
            raise PetteiaError(f"a trial has to say its {error.args[0]}") from error


def rules_digest(game: Game) -> str:
    """A short name of the rules of a game: description, options, ruleset."""
    recipe = game.recipe
    words = json.dumps([recipe.text, sorted(game.options), recipe.ruleset])
    return sha256(words.encode()).hexdigest()[:16]


class JsonLines:
    """A file of JSON objects, one a line, that grows: each is written at once and whole."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def append(self, values: Mapping[str, Any]) -> None:
        """Writes one more line; it survives the end of the process."""
        line = json.dumps(values, ensure_ascii=False, separators=(",", ":")) + "\n"
        data = line.encode()
        if os.write(self._file, data) < len(data):
            self.close()  # what was begun is taken back when the file is opened again
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(self.path))

    @cached_property
    def _file(self) -> int:
        """The file, open for more, without what is left of a line that was cut short."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            data = self.path.read_bytes()
            whole = data.rfind(b"\n") + 1
            if whole < len(data):
                os.truncate(self.path, whole)
        return os.open(self.path, _APPEND, 0o644)

    def read(self) -> Iterator[dict[str, Any]]:
        """The objects from the first on; none if there is no file. A line that is no JSON raises `PetteiaError`."""
        if not self.path.exists():
            return
        lines = self.path.read_bytes().split(b"\n")
        for number, line in enumerate(lines[:-1], 1):  # the last one was not finished
            try:
                yield json.loads(line)
            except ValueError as error:
                raise PetteiaError(f"{self.path}:{number}: no JSON: {error}") from error

    def close(self) -> None:
        """Closes the file; more can be appended later."""
        if "_file" in self.__dict__:
            os.close(self._file)
            del self.__dict__["_file"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_trials(path: str | Path) -> Iterator[Trial]:
    """The trials of a file, from the first on."""
    return map(Trial.from_json, JsonLines(path).read())
