"""A game that can be played: its facts, its start positions, and random playouts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

from petteia.errors import PetteiaError
from petteia.types import PlayoutChoice

from ._contents import Contents
from ._derived import derived_of
from ._state import State
from ._thrown import Throws
from .engine import Backend, Engine
from .facts import Facts
from .move import MoveTexts
from .native import NativeEngine
from .position import from_text
from .whole import whole

if TYPE_CHECKING:
    from petteia.draw import Scene

    from ._actions import ActionSpace
    from ._geometry import BoardData
    from .batches import Autoreset, Batch

_MOST_MOVES = 2**32 - 1
_FIRST_BATCH_SECONDS = 0.01
_LONGEST_BATCH_SECONDS = 0.25
_BATCH = 4096
"""Playouts in a batch when their number is given: what comes out must not depend on the speed of the machine."""


@dataclass(frozen=True)
class Recipe:
    """The source of a game: enough to load it again, here or in another process."""

    name: str
    text: str
    options: tuple[str, ...] = ()
    ruleset: str | None = None
    defs: tuple[str, ...] = ()
    backend: Backend = "native"
    playout: PlayoutChoice = "auto"
    subgames: tuple[tuple[str, str], ...] = ()
    """The games of a match by name, with their descriptions."""


@dataclass(frozen=True)
class Playouts:
    """The results of random playouts: `wins` by seat from player 1 on, shared wins not counted."""

    game: str
    implementation: str
    playouts: int
    moves: int
    unfinished: int
    wins: tuple[int, ...]
    mean_ranks: tuple[float, ...]
    cpu_seconds: float

    @property
    def playouts_per_second(self) -> float:
        """Playouts in a second of CPU time."""
        return self.playouts / max(self.cpu_seconds, 1e-9)

    @property
    def moves_per_second(self) -> float:
        """Moves in a second of CPU time."""
        return self.moves / max(self.cpu_seconds, 1e-9)

    @property
    def mean_length(self) -> float:
        """Moves in a playout, on average."""
        return self.moves / max(self.playouts, 1)


class Game:
    """A game, built and ready. Threads may share it."""

    def __init__(self, facts: Facts, engine: Engine, recipe: Recipe) -> None:
        self.facts = facts
        self.recipe = recipe
        self._engine = engine
        self._contents = Contents(facts, engine)
        self._texts = MoveTexts(facts)
        self._throws = Throws(facts, engine)
        self._memories = tuple(name for name in facts.fields if name.startswith("remembered"))

    @property
    def name(self) -> str:
        """The name in the description."""
        return self.facts.name

    @property
    def players(self) -> int:
        """The number of players."""
        return self.facts.players

    @property
    def engine(self) -> Engine:
        """The engine that plays it, for searches that run in native code."""
        return self._engine

    @property
    def backend(self) -> Backend:
        """The kind of engine that plays it: `native` or `interpreter`."""
        return self._engine.backend

    @property
    def is_full_build(self) -> bool:
        """True if it is played by its full build; a quick one plays the same, more slowly."""
        return not isinstance(self._engine, NativeEngine) or self._engine.is_full

    def finish_build(self) -> None:
        """Waits for the full build, for what takes long or measures speed."""
        if isinstance(self._engine, NativeEngine):
            self._engine.finish_build()

    @property
    def options(self) -> tuple[str, ...]:
        """The chosen options, one for each heading, such as `Board Size/7x7`."""
        return tuple(f"{one.heading}/{one.chosen}" for one in self.facts.options)

    @cached_property
    def available_options(self) -> dict[str, tuple[str, ...]]:
        """The options to choose from: the items of each heading."""
        return {one.heading: one.items for one in self.facts.options}

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The names of the rulesets."""
        return self.facts.rulesets

    @property
    def description(self) -> str:
        """The game in a few words."""
        return self.facts.about.description

    @property
    def rules(self) -> str:
        """The rules in words."""
        return self.facts.about.rules

    @property
    def source(self) -> str:
        """Where the rules come from."""
        return self.facts.about.source

    @property
    def is_random(self) -> bool:
        """True if chance plays a part: dice, shuffles."""
        return self.facts.draws

    @property
    def plane_names(self) -> tuple[str, ...]:
        """The meaning of each plane of `State.observation`."""
        return tuple(plane.name for plane in derived_of(self).observing.planes)

    @property
    def board(self) -> BoardData:
        """The board as plain data: sites, coordinates, neighbours, directions, regions, symmetries."""
        from ._geometry import board_of

        return board_of(self)

    @property
    def num_actions(self) -> int:
        """How many numbers the moves of the game have, from 0 on."""
        return self.actions.size

    @property
    def actions(self) -> ActionSpace:
        """The numbers of all moves that the rules may list; worked out when first asked for."""
        return derived_of(self).actions

    @overload
    def action(self, action: int) -> str: ...

    @overload
    def action(self, action: str) -> int: ...

    def action(self, action: int | str) -> str | int:
        """The text of an action by its number, or the number of a text.

        >>> from petteia import load
        >>> game = load("Hex", options=["Board Size/5x5"])
        >>> game.num_actions, game.action(12), game.action("12>12"), game.action(25)
        (26, '12>12', 12, 'swap')
        """
        return self.actions.number(action) if isinstance(action, str) else self.actions.text(whole(action, "an action"))

    def start(self, seed: int | None = None) -> State:
        """The first position. In games of chance the seed decides all that is drawn; without one it is drawn too."""
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little") if self.is_random else 0
        return State.at_start(self, seed)

    def batch(
        self,
        n: int,
        *,
        seed: int | Sequence[int] | None = None,
        threads: int = 1,
        autoreset: Autoreset = "next_step",
        observations: bool = True,
        masks: bool = True,
        build: Literal["quick", "full"] = "full",
        out: dict[str, Any] | None = None,
    ) -> Batch:
        """So many states that are stepped in one call of native code, into numpy arrays; see `Batch`.

        `out` gives arrays of the caller's to write into, by name; what is not wanted can be left out.
        """
        from .batches import Batch

        return Batch(
            self, n, seed=seed, threads=threads, autoreset=autoreset, observations=observations, masks=masks,
            build=build, out=out,
        )  # fmt: skip

    def state(self, text: str, seed: int | None = None) -> State:
        """The position that a text says, with no moves before it; `PositionError` if the game has none like it.

        Any position can be set, also ones that play never reaches. Rules that look back at earlier moves find none.
        """
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little") if self.is_random else 0
        return State.at_position(self, from_text(text, self.facts), seed)

    def scene(self, text: str) -> Scene:
        """The board of the position that a text says, to draw: all that can be told without playing on."""
        from ._scene import scene_of

        return scene_of(self.facts, from_text(text, self.facts))

    def playouts(
        self,
        count: int | None = None,
        *,
        seconds: float | None = None,
        seed: int = 0,
        max_moves: int = _MOST_MOVES,
        state: State | None = None,
        standard: bool = False,
        progress: Callable[[float], None] = lambda share: None,
    ) -> Playouts:
        """Games of uniformly random moves, a number of them or as many as a time in CPU seconds allows.

        `standard` lists all moves at each turn, also where the rules allow to pick one without that. `progress` is told
        now and then which share of the work is done.
        """
        if (count is None) == (seconds is None):
            raise PetteiaError("playouts need a count or a time in seconds")
        if min(count or 0, seconds or 0, max_moves - 1) < 0:
            raise PetteiaError("playouts need amounts that are not negative")
        if state is not None and state.game.recipe != self.recipe:
            raise PetteiaError(f"a state of {state.game} is none of {self}")
        raw = state._raw if state is not None else None
        return _Tally(self, raw, seed, max_moves, standard=standard).run(count, seconds, progress)

    def __repr__(self) -> str:
        chosen = f" ({', '.join(self.options)})" if self.options else ""
        return f"<Game {self.name}{chosen}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # nothing of a game changes in play

    def __reduce__(self) -> tuple[Any, ...]:
        from .loading import build_recipe

        return build_recipe, (self.recipe,)


class _Tally:
    """Playouts in batches, summed up."""

    def __init__(self, game: Game, raw: Any, seed: int, max_moves: int, *, standard: bool) -> None:
        self.game, self.raw, self.seed, self.max_moves, self.standard = game, raw, seed, max_moves, standard
        self.playouts = self.moves = self.unfinished = 0
        self.ranks = [0] * game.players
        self.wins = [0] * game.players

    def run(self, count: int | None, seconds: float | None, progress: Callable[[float], None]) -> Playouts:
        begin = time.process_time()
        if count is not None:
            while self.playouts < count:
                self._batch(min(_BATCH, count - self.playouts))
                progress(self.playouts / count)
        else:
            self._run_for(seconds or 0.0, progress)
        used = time.process_time() - begin
        ended = max(self.playouts - self.unfinished, 1)
        return Playouts(
            self.game.name,
            self.implementation,
            self.playouts,
            self.moves,
            self.unfinished,
            tuple(self.wins),
            tuple(rank / 2 / ended for rank in self.ranks),
            used,
        )

    def _run_for(self, seconds: float, progress: Callable[[float], None]) -> None:
        begin = time.process_time()
        batch, used = 1, 0.0
        while used < seconds:
            self._batch(batch)
            used = time.process_time() - begin
            rate = self.playouts / max(used, 1e-6)
            longest = min(max(used, _FIRST_BATCH_SECONDS), _LONGEST_BATCH_SECONDS, max(seconds - used, 0.0))
            batch = max(1, int(rate * longest))
            progress(min(1.0, used / seconds))

    @property
    def implementation(self) -> str:
        """How the playouts were run: native code by its plan, or the interpreter."""
        if self.game.backend == "interpreter":
            return "interpreter"
        return "standard" if self.standard else self.game.facts.playout.partition(":")[0]

    def _batch(self, count: int) -> None:
        # The number of playouts so far keeps the seeds of batches apart.
        seed = (self.seed * 0x9E3779B97F4A7C15 + self.playouts) & 2**64 - 1
        done = self.game._engine.playouts(count, seed, self.max_moves, self.raw, standard=self.standard)
        self.playouts += done.playouts
        self.moves += done.moves
        self.unfinished += done.unfinished
        self.ranks = [a + b for a, b in zip(self.ranks, done.ranks[1:], strict=True)]
        self.wins = [a + b for a, b in zip(self.wins, done.wins[1:], strict=True)]
