"""Players that are known for a game: those that ship with the package, and those that a calibration left in the cache.

A record is a JSON object: `players`, agents in words with their scores, best first; `values`, the worth of the pieces;
`made`, the command that made it. It belongs to rules, not to a name: its file is called by a digest of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.files import replace_file
from petteia.native.cache import default_folder

from .quick import Quick
from .values import Values

if TYPE_CHECKING:
    from petteia.game import Game

_VERSION = 1


def played_rules(text: str) -> str:
    """A description without what makes no difference to play: comments, layout, metadata.

    >>> played_rules('(game "A" // a comment\\n (players 2)) (metadata (info {(x "y")}))')
    '( game "A" ( players 2 ) )'
    """
    kept: list[str] = []
    depth = 0
    tokens = re.findall(r'"[^"]*"|//[^\n]*|[()]|[^\s()"]+', text)
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        if token.startswith("//"):
            continue
        if depth or (token == "(" and following == "metadata"):
            depth += (token == "(") - (token == ")")
            continue
        kept.append(token)
    return " ".join(kept)


def rules_name(game: Game) -> str:
    """A short name of the rules that a game is played by."""
    words = json.dumps([played_rules(game.recipe.text), sorted(game.options), game.recipe.ruleset])
    return sha256(words.encode()).hexdigest()[:16]


def cached_path(game: Game) -> Path:
    """Where the cache keeps the record of a game."""
    return default_folder() / "players" / f"{rules_name(game)}.json"


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    """The records of the package by digest."""
    found = {}
    folder = files("petteia").joinpath("players")
    for one in folder.iterdir() if folder.is_dir() else ():
        if one.name.endswith(".json"):
            record = json.loads(one.read_text(encoding="utf-8"))
            found[record["rules"]] = record
    return found


def record_of(game: Game) -> dict[str, Any] | None:
    """The record of players of a game: from the cache, or else from the package; None if there is none."""
    try:
        record = json.loads(cached_path(game).read_text(encoding="utf-8"))
        if isinstance(record, dict) and record.get("version") == _VERSION:
            return {**record, "from": "calibration"}
    except (OSError, ValueError):
        pass  # not calibrated, or a file that something damaged
    shipped = _shipped().get(rules_name(game))
    return None if shipped is None else {**shipped, "from": "package"}


def write_record(game: Game, record: Mapping[str, Any], path: Path | None = None) -> Path:
    """Keeps a record, whole or not at all; what was known before and is not told anew stays."""
    path = path or cached_path(game)
    whole = {"version": _VERSION, "game": game.name, "options": list(game.options), "rules": rules_name(game), **record}
    replace_file(path, json.dumps(whole, separators=(",", ":")) + "\n")
    return path


@dataclass(frozen=True)
class KnownValues:
    """The worth of the pieces of a game as it is known from play, or by quick games where nothing is known."""

    noise: float = 0.0
    """How far positions are misjudged, in units of the least piece."""
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}

    def native(self, game: Game) -> tuple[int, int]:
        """The function in native code, and what it is given."""
        return self.values(game).native(game)

    def native_values(self, game: Game) -> int:
        """The address of the struct `Values`."""
        return self.values(game).native_values(game)

    def values(self, game: Game) -> Values:
        """The values of a game."""
        if game not in self._kept:
            from dataclasses import replace

            found = values_of(game) or Quick().values(game)
            self._kept[game] = replace(found, noise=self.noise)
        kept: Values = self._kept[game]
        return kept


def values_of(game: Game) -> Values | None:
    """The values of pieces that are known of a game."""
    record = record_of(game)
    return Values.from_json(record["values"]) if record is not None and record.get("values") else None
