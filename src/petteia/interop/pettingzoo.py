"""Games as environments of PettingZoo: agents take turns, illegal actions are masked.

from petteia.interop import pettingzoo
env = pettingzoo.env("Connect Four")
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from petteia.errors import IllegalMove, PetteiaError
from petteia.game import Game

from ._table import Table, game_of

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")


def env(game: Game | str, render_mode: str | None = None, *, build: str = "full") -> Environment:
    """An environment for a game, by name or as loaded; `render_mode` is human, ansi, rgb_array or svg."""
    return Environment(game_of(game), render_mode, build=build)


class Environment(AECEnv):  # type: ignore[misc]
    """A game whose agents are `player_1` and so on; they see a dictionary of `observation` and `action_mask`.

    Illegal actions raise and change nothing. Environments can be copied and pickled.
    """

    def __init__(self, game: Game, render_mode: str | None = None, *, build: str = "full") -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise PetteiaError(f"there is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}")
        self.metadata = {
            "name": game.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.game = game
        self.table = Table(game, build)
        self.possible_agents = [f"player_{k}" for k in range(1, game.players + 1)]
        self.agents: list[str] = []
        self._action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        kind, shape = self.table.observation().dtype, self.table.observation().shape
        most = np.iinfo(kind).max
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, most, shape, kind.type),
                    "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._none = np.zeros(game.num_actions, dtype=np.int8)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self._action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """The view of an agent now; only the one to move has legal actions."""
        player = int(agent[7:])
        moves = player == self.table.player and not self.table.over
        seen = self.table.observation() if player == self.table.player else self.table.seen_by(player)
        return {"observation": seen, "action_mask": self.table.mask() if moves else self._none.copy()}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts anew."""
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def last(self, observe: bool = True) -> tuple[Any, ...]:
        """The observation of the agent to move, its rewards since it acted, its end, and facts beside them."""
        self._check_begun()
        found: tuple[Any, ...] = super().last(observe)
        return found

    def _check_begun(self) -> None:
        if not hasattr(self, "agent_selection"):
            raise PetteiaError(f"the environment of {self.game.name} has not begun: call reset() first")

    def _next(self) -> str:
        return self.possible_agents[self.table.player - 1]

    def step(self, action: int | None) -> None:
        """Plays an action for the agent whose turn it is; finished agents give None."""
        self._check_begun()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove(f"{self.agent_selection} has to act: None is for finished agents")
        agent = self.agent_selection
        self.table.play(action)
        self._cumulative_rewards[agent] = 0.0
        if self.table.over:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self._clear_rewards()
        self.agent_selection = self._next()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board in the way that was asked for."""
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__}

    def __deepcopy__(self, memo: dict[int, Any]) -> Environment:
        other = Environment.__new__(Environment)
        kept = {"game", "_action_spaces", "_observation_spaces"}
        for name, value in self.__dict__.items():
            other.__dict__[name] = value if name in kept else deepcopy(value, memo)
        return other
