"""Sets of features over one game: no idea twice, and which features hold for which moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ._board import FeatureBoard, board_of
from ._instances import Chain, Roster, shape_of
from ._native import NativeSet, library
from ._program import make_program
from .pattern import ANY, Feature, FeatureError
from .positions import Positions, native_engine

if TYPE_CHECKING:
    from petteia.game import Game, State

Key = tuple[str, int, frozenset[Chain]]
"""The identity of a feature on a board; equal for features that hold in exactly the same places."""


class Active(NamedTuple):
    """Which features hold for which moves: those of move m are `features[starts[m]:starts[m + 1]]`."""

    starts: npt.NDArray[np.int64]
    features: npt.NDArray[np.uint32]

    def of(self, move: int) -> npt.NDArray[np.uint32]:
        """The features that hold for one move."""
        return self.features[self.starts[move] : self.starts[move + 1]]


class FeatureSet:
    """Features on the board of a game, in a fixed order; of those with the same instances the first is kept.

    >>> import petteia as pt
    >>> from petteia.features import feature
    >>> game = pt.load("Tic-Tac-Toe")
    >>> some = FeatureSet(game, [feature("to{}: o{0}"), feature("to{}: o{1/4}"), feature("to{}: x{0}")])
    >>> len(some)
    2
    >>> state = game.start(); state.play("4>4"); state.play("0>0")
    >>> [some.active([state]).of(m).tolist() for m in range(3)]        # B1, C1, A2
    [[0, 1], [], [0, 1]]
    """

    def __init__(self, game: Game, features: Iterable[Feature]) -> None:
        self.game = game
        self._keys: dict[Key, int] = {}
        kept: list[Feature] = []
        for one in features:
            if self._keys.setdefault(self.key(one), len(kept)) == len(kept):
                kept.append(one)
        self.features = tuple(kept)

    def __reduce__(self) -> tuple[type[FeatureSet], tuple[Game, tuple[Feature, ...]]]:
        return FeatureSet, (self.game, self.features)

    @cached_property
    def board(self) -> FeatureBoard:
        """The board that the features lie on."""
        return board_of(self.game)

    @cached_property
    def roster(self) -> Roster:
        """The players of the game and their pieces."""
        facts = self.game.facts
        return Roster(facts.players, tuple(one.owner for one in facts.components))

    def key(self, one: Feature) -> Key:
        """The identity of a feature here."""
        return one.word, -1 if one.word else shape_of(one), self.board.chains(one, self.roster)

    def index(self, one: Feature) -> int | None:
        """The number of the feature that holds exactly where this one does."""
        return self._keys.get(self.key(one))

    def holds_nowhere(self, one: Feature) -> bool:
        """True if a feature has no instance on this board."""
        return not one.word and not self.key(one)[2]

    def with_features(self, more: Iterable[Feature]) -> FeatureSet:
        """A larger set in which all features keep their numbers."""
        return FeatureSet(self.game, [*self.features, *more])

    def only(self, numbers: Iterable[int]) -> FeatureSet:
        """A smaller set: the features with these numbers, in this order."""
        return FeatureSet(self.game, [self.features[k] for k in numbers])

    def __len__(self) -> int:
        return len(self.features)

    def __iter__(self) -> Iterator[Feature]:
        return iter(self.features)

    def __getitem__(self, number: int) -> Feature:
        return self.features[number]

    def __repr__(self) -> str:
        return f"<{len(self)} features of {self.game.name}>"

    # -- evaluation ---------------------------------------------------------------------------------------------

    def native(self) -> NativeSet:
        """A new copy of the set for the native evaluation, with weights of its own."""
        native_engine(self.game)
        chains = [(shape_of(one) if not one.word else 0, self.board.chains(one, self.roster)) for one in self.features]
        made = NativeSet(self.game, make_program(chains, self.board), self.features, self.roster)
        made.use_classes(self.board.displacement)
        return made

    @cached_property
    def _native(self) -> NativeSet:
        return self.native()

    def active(self, positions: Positions | Iterable[State]) -> Active:
        """Which features hold for each legal move of some positions, the moves of all of them in a row."""
        given = positions if isinstance(positions, Positions) else Positions.of(list(positions))
        self._check(given)
        ends = np.zeros(len(given.moves) + 1, dtype=np.int64)
        room = 32 * len(given.moves)
        while True:
            found = np.empty(room, dtype=np.uint32)
            used = library().ptf_active(
                self._native.pointer, given.states.ctypes.data, given.states.shape[1], len(given),
                given.last.ctypes.data, given.moves.ctypes.data, given.starts.ctypes.data, ends[1:].ctypes.data,
                found.ctypes.data, room,
            )  # fmt: skip
            if used <= room:
                return Active(ends, found[:used])
            room = int(used)

    def _check(self, given: Positions) -> None:
        facts = self.game.facts
        if given.states.shape[1:] != (facts.state_size,) or given.moves.shape[1:] != (facts.move_shorts,):
            raise FeatureError(f"these are no positions of {facts.name}")


def transfer(features: Iterable[Feature], game: Game) -> FeatureSet:
    """The features of another game that mean something in this one, as a set of candidates.

    Walks mean something on any board; what has no instance here, is bound to a site of another board, or speaks of
    moves that this game does not have (`swap`), is left out.

    >>> import petteia as pt
    >>> from petteia.features import feature
    >>> bridge = feature("to{} last{1/6}: o{0} o{1/6,-1/6}")
    >>> len(transfer([bridge, feature("to{}: o{0} | at=3"), feature("to{}: -{}")], pt.load("Gomoku")))
    1
    """
    known = {ANY, *(kind.text for kind in game.facts.kinds)}
    carried = FeatureSet(game, (one for one in features if one.anchor is None and (not one.word or one.word in known)))
    return FeatureSet(game, (one for one in carried if not carried.holds_nowhere(one)))
