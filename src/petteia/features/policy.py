"""Policies: a weight for each feature, and from them a probability for each legal move."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.files import replace_file

from ._native import NativeSet, address_of, library
from ._playout import NativePlayout
from ._text import feature, to_text
from .pattern import FeatureError
from .positions import Positions
from .sets import FeatureSet

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

FEATURES_FILE = "features.txt"
WEIGHTS_FILE = "weights.json"
_FORMAT = 1
_ASKED = ((5.0, 8, 12.0), (4.0, 4, 3.0), (-1.0, 2, 3.0))
"""If a weight is above this: how many candidates playouts have, and of how many moves they take one."""
_SITES_A_PAIR = 128
"""Of so many sites at least two are looked at, beside those that strong features like."""


class Policy:
    """A linear softmax policy: f(s, a) is the sum of the weights of the features that hold, p(a|s) = softmax of f.

    `weights` has a row for each player, or a single one for all where the rules treat them alike.

    >>> import petteia as pt
    >>> from petteia.features import FeatureSet, feature
    >>> game = pt.load("Tic-Tac-Toe")
    >>> policy = Policy(FeatureSet(game, [feature("to{}: x{0}")]), [2.0])
    >>> state = game.start(); state.play("4>4")
    >>> policy.choose(state)
    Move('1>1')
    """

    def __init__(self, features: FeatureSet, weights: npt.ArrayLike) -> None:
        self.features = features
        self.weights = np.atleast_2d(np.array(weights, dtype=np.float64))
        players = features.game.players
        if self.weights.shape not in ((1, len(features)), (players, len(features))):
            raise FeatureError(f"{len(features)} weights are needed, in one row or in {players}")
        self._playouts: dict[tuple[int, float], NativePlayout] = {}
        if not np.isfinite(self.weights).all():
            raise FeatureError("weights must be finite numbers")

    def __reduce__(self) -> tuple[Any, ...]:
        return Policy, (self.features, self.weights)

    def reweigh(self, weights: npt.ArrayLike) -> None:
        """Other weights for the same features; searches that use this policy see them at once."""
        given = np.atleast_2d(np.array(weights, dtype=np.float64))
        if given.shape != self.weights.shape or not np.isfinite(given).all():
            raise FeatureError(f"finite weights are needed, {self.weights.shape[0]} x {self.weights.shape[1]} of them")
        self.weights = given
        self._native.weigh(given)
        self._playouts.clear()

    @property
    def game(self) -> Game:
        """The game it plays."""
        return self.features.game

    @cached_property
    def _native(self) -> NativeSet:
        made = self.features.native()
        made.weigh(self.weights)
        return made

    def native(self, game: Game) -> tuple[int, int]:
        """The addresses of `ptf_score` and of its first argument, for searches in native code.

        They are good as long as this policy lives. `FeatureError` if the game is another one.
        """
        self._check(game)
        return address_of("ptf_score"), self._native.pointer

    def native_after(self, game: Game) -> tuple[int, int]:
        """The same for `ptf_score_after`, which is told the latest move and so knows reactive features everywhere."""
        self._check(game)
        return address_of("ptf_score_after"), self._native.pointer

    def native_playout(self, game: Game, *, candidates: int = 2, limit: float = 3.0) -> tuple[int, int] | None:
        """The addresses of `ptg_playout` and of its first argument; None where tables do not serve (see `_tables`).

        Where moves only ever use up sites, one of so many `candidates` (an even number), drawn uniformly, is drawn from
        the policy. Elsewhere moves are proposed and refused: none is preferred more than `limit` times the average.
        """
        self._check(game)
        found = self.playout(candidates=candidates, limit=limit)
        return None if found is None else (found.function, found.pointer)

    def native_playing(self, game: Game) -> tuple[int, int] | None:
        """For searches: `native_playout`, which asks about more moves if weights are large, as few would blunt them.

        Strong features do not count, as what they like is found in any case; but where there are any, sites that matter
        are few, and on a large board more of the others are to be looked at.
        """
        found = self.playout()
        if found is None:
            return None
        largest = float(np.abs(np.delete(self.weights, found.strong, axis=1)).max(initial=0.0))
        candidates, limit = next(asked for above, *asked in _ASKED if largest > above)
        if found.strong:
            candidates = max(candidates, 2 * -(-self.features.board.count // _SITES_A_PAIR))
        return self.native_playout(game, candidates=int(candidates), limit=limit)

    def playout(self, *, candidates: int = 2, limit: float = 3.0) -> NativePlayout | None:
        """Playouts by this policy through whole games, see `native_playout`."""
        key = (candidates, limit)
        if key not in self._playouts:
            self._playouts[key] = NativePlayout(
                self.features, self._native, self.weights, candidates=candidates, limit=limit
            )
        return self._playouts[key] if self._playouts[key].serves else None

    def _check(self, game: Game) -> None:
        if game.recipe != self.game.recipe and not _same_rules(game, self.game):
            raise FeatureError(f"the policy is one of {self.game}, not of {game}")

    def scores(self, positions: Positions | Iterable[State]) -> npt.NDArray[np.float32]:
        """f(s, a) of each legal move of some positions, the moves of all of them in a row."""
        given = positions if isinstance(positions, Positions) else Positions.of(list(positions))
        self.features._check(given)
        found = np.zeros(len(given.moves), dtype=np.float32)
        library().ptf_score_all(
            self._native.pointer, given.states.ctypes.data, given.states.shape[1], len(given), given.last.ctypes.data,
            given.moves.ctypes.data, given.starts.ctypes.data, found.ctypes.data,
        )  # fmt: skip
        return found

    def probabilities(self, state: State) -> dict[Move, float]:
        """p(a|s) of each legal move, in the order in which the rules make them."""
        self._check(state.game)
        values = self.scores([state]).astype(np.float64)
        raised = np.exp(values - values.max(initial=-np.inf))
        return dict(zip(state.coded_moves(), (raised / raised.sum()).tolist(), strict=True))

    def choose(self, state: State) -> Move:
        """The most probable move, without any search; the first of equals."""
        found = self.probabilities(state)
        if not found:
            raise FeatureError("the game is over: there is no move to choose")
        return max(found, key=lambda move: found[move])

    def active(self, state: State, move: Move) -> list[tuple[int, float]]:
        """The features that hold for a move, with their weights: why it is liked or not, the strongest reason first."""
        moves = list(state.coded_moves())
        if move not in moves:
            raise FeatureError(f"{move} is not legal here")
        row = self.weights[min(state.mover, len(self.weights)) - 1]
        found = self.features.active([state]).of(moves.index(move)).tolist()
        return sorted(((k, float(row[k])) for k in found), key=lambda one: -abs(one[1]))

    # -- files --------------------------------------------------------------------------------------------------

    def save(self, folder: Path | str) -> None:
        """Writes `features.txt`, one feature a line, and `weights.json`; readers never see half of a file."""
        folder = Path(folder)
        texts = [to_text(one) for one in self.features]
        record = {
            "format": _FORMAT,
            "game": self.game.name,
            "options": list(self.game.options),
            "sites": self.features.board.count,
            "features": len(texts),
            "weights": self.weights.tolist(),
        }
        replace_file(folder / FEATURES_FILE, "".join(f"{text}\n" for text in texts))
        replace_file(folder / WEIGHTS_FILE, json.dumps(record, indent=1) + "\n")

    @classmethod
    def load(cls, folder: Path | str, game: Game) -> Policy:
        """The policy that `save` wrote; `FeatureError` if the files are damaged or made for another board."""
        folder = Path(folder)
        features = load_features(folder / FEATURES_FILE, game)
        record = _read_record(folder / WEIGHTS_FILE)
        if record.sites != features.board.count:
            raise FeatureError(
                f"{folder}: made for {record.game} on {record.sites} sites; {game} has {features.board.count}"
            )
        if len(record.weights[0]) != len(features):
            raise FeatureError(f"{folder}: {len(features)} features, but weights for {len(record.weights[0])}")
        return cls(features, record.weights)


def _same_rules(one: Game, other: Game) -> bool:
    """True if two games have the same rules and states of the same form, wherever they were loaded from."""
    from petteia.game.trials import rules_digest

    alike = one.facts.state_size == other.facts.state_size and one.facts.kinds == other.facts.kinds
    return alike and rules_digest(one) == rules_digest(other)


def load_features(path: Path | str, game: Game) -> FeatureSet:
    """The features of a file, one a line; blank lines and those that begin with # are left out."""
    path = Path(path)
    found = []
    for number, line in enumerate(_read(path).splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                found.append(feature(line))
            except FeatureError as error:
                raise FeatureError(f"{path}:{number}: {error}") from None
    features = FeatureSet(game, found)
    if len(features) < len(found):
        raise FeatureError(f"{path}: {len(found) - len(features)} of {len(found)} features say the same on this board")
    return features


@dataclass(frozen=True)
class _Record:
    game: str
    sites: int
    weights: list[list[float]]


def _read_record(path: Path) -> _Record:
    try:
        given: Any = json.loads(_read(path))
        if given["format"] != _FORMAT:
            raise FeatureError(f"{path}: written by another version (format {given['format']})")
        weights = [[float(one) for one in row] for row in given["weights"]]
        if not weights or any(len(row) != len(weights[0]) for row in weights):
            raise ValueError("rows of unequal length")
        return _Record(str(given["game"]), int(given["sites"]), weights)
    except (ValueError, KeyError, TypeError) as error:
        raise FeatureError(f"{path}: damaged: {error}") from None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise FeatureError(f"{path} cannot be read: {reason}") from None
