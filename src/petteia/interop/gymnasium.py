"""Games as environments of Gymnasium: one seat against an agent, or many games at once over a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from petteia.errors import IllegalMove, PetteiaError
from petteia.game import Game
from petteia.game.whole import whole
from petteia.search import agent

from ._table import Table, game_of

if TYPE_CHECKING:
    from petteia.game.batches import Autoreset

RENDER_MODES = ("human", "ansi", "rgb_array")


def env(
    game: Game | str, opponent: Any = "random", seat: int = 1, *, render_mode: str | None = None, build: str = "full"
) -> Environment:
    """A game from one seat; an agent in words, or any object with `choose(state)`, plays all others."""
    return Environment(game_of(game), opponent, seat, render_mode, build)


def vector(
    game: Game | str,
    n: int,
    *,
    autoreset: Literal["next_step", "same_step", "disabled"] | AutoresetMode = "next_step",
    seed: int | None = None,
    threads: int = 1,
    build: str = "full",
) -> VectorEnvironment:
    """So many games at once, in native code. All seats act in turn; rewards are those of the one who acted."""
    return VectorEnvironment(game_of(game), n, autoreset, seed, threads, build)


def _spaces(game: Game, observation: npt.NDArray[Any]) -> tuple[spaces.Box, spaces.Discrete]:
    most = np.iinfo(observation.dtype).max
    return spaces.Box(0, most, observation.shape, observation.dtype.type), spaces.Discrete(game.num_actions)


class Environment(gymnasium.Env[Any, Any]):
    """One seat of a game. `info["action_mask"]` says which actions are legal.

    An illegal action changes nothing but costs: its reward is -1 and the game goes on, so that samplers that do not
    mask can be used. `info["illegal"]` tells.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(self, game: Game, opponent: Any, seat: int, render_mode: str | None, build: str) -> None:
        if not 1 <= seat <= game.players:
            raise PetteiaError(f"{game.name} has no seat {seat}; there are {game.players}, from 1 on")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise PetteiaError(f"there is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}")
        self.game, self.seat, self.render_mode = game, seat, render_mode
        self.table = Table(game, build)
        self._opponent = agent(opponent) if isinstance(opponent, str) else opponent
        self._plays_random = opponent == "random"
        self.observation_space, self.action_space = _spaces(game, self.table.observation())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts anew; others play until it is this seat's turn."""
        super().reset(seed=seed)
        self.table.reset(int(self.np_random.integers(2**62)))
        self._others()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the others theirs."""
        if self.table.over:
            raise IllegalMove("the game is over: reset the environment")
        action = whole(action, "an action")
        if not 0 <= action < self.game.num_actions or not self.table.mask()[action]:
            return self._seen(), -1.0, False, False, {**self._info(), "illegal": True}
        self.table.play(action)
        self._others()
        reward = self.table.rewards[self.seat - 1] if self.table.over else 0.0
        return self._seen(), float(reward), self.table.over, False, self._info()

    def _others(self) -> None:
        while not self.table.over and self.table.player != self.seat:
            if self._plays_random:
                legal = np.flatnonzero(self.table.mask())
                self.table.play(int(legal[self.np_random.integers(len(legal))]))
                continue
            state = self.table.state()
            move = self._opponent.choose(state)
            number = dict(zip(state.legal_moves(), state.legal_actions().tolist(), strict=True))[move]
            self.table.play(number)

    def _seen(self) -> npt.NDArray[Any]:
        return self.table.seen_by(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask()}

    def render(self) -> Any:
        """The board in the way that was asked for."""
        return self.table.render(self.render_mode)


class VectorEnvironment(VectorEnv[Any, Any, Any]):
    """Many games over a batch. `info["action_mask"]` has the masks, `info["player"]` whose turn it is."""

    def __init__(
        self, game: Game, n: int, autoreset: str | AutoresetMode, seed: int | None, threads: int, build: str
    ) -> None:
        named = {mode.name.lower(): mode for mode in AutoresetMode}
        mode = autoreset if isinstance(autoreset, AutoresetMode) else named.get(str(autoreset).lower())
        if mode is None:
            raise PetteiaError(f"there is no autoreset {autoreset!r}; there are {', '.join(named)}")
        word: Autoreset = mode.name.lower()  # type: ignore[assignment]
        self.game, self.num_envs = game, n
        self.metadata = {"autoreset_mode": mode}
        self.batch = game.batch(n, seed=seed, threads=threads, autoreset=word, build=build)  # type: ignore[arg-type]
        self.single_observation_space, self.single_action_space = _spaces(game, self.batch.observations[0])
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, n)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, n)
        self._mode = mode

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts games anew: all, or those that `options["reset_mask"]` marks."""
        only = options.get("reset_mask") if options else None
        if isinstance(seed, list):
            seed = [0 if one is None else one for one in seed]
        self.batch.reset(seed=seed, only=only)  # type: ignore[arg-type]
        return self.batch.observations.copy(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays an action in every game."""
        acted = self.batch.mover.astype(np.int64) - 1
        self.batch.step(actions)
        rewards = self.batch.rewards[np.arange(self.num_envs), acted].astype(np.float64)
        done = self.batch.done.copy()
        info = self._info()
        info["rewards"] = self.batch.rewards.copy()
        if self._mode == AutoresetMode.SAME_STEP and done.any():
            info["final_obs"] = np.array([None] * self.num_envs, dtype=object)
            for k in np.flatnonzero(done):
                info["final_obs"][k] = self.batch.final_observations[k].copy()
            info["_final_obs"] = done.copy()
        return self.batch.observations.copy(), rewards, done, np.zeros_like(done), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.astype(np.int8), "player": self.batch.mover.copy()}
