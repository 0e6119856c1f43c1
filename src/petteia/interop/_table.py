"""One game at a time in native code, for environments of others: a batch of one."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.draw.raster import png
from petteia.game import Game, load
from petteia.game.batches import Batch

if TYPE_CHECKING:
    from petteia.game import State


def game_of(game: Game | str) -> Game:
    """A game, or the one that is called so."""
    return load(game) if isinstance(game, str) else game


class Table:
    """A game in play. It can be copied and pickled; copies are independent."""

    def __init__(self, game: Game, build: str = "full", seed: int | None = None) -> None:
        self.game = game
        self._build = build
        self.batch = Batch(game, 1, seed=seed, autoreset="disabled", build=build)  # type: ignore[arg-type]
        self._mask = self.batch.masks[0]

    def reset(self, seed: int | None = None) -> None:
        """Starts anew; without a seed it goes on with the chance it has."""
        self.batch.reset(seed=None if seed is None else [seed])

    def play(self, action: int) -> None:
        """Plays a legal action."""
        self.batch.step_one(0, action)

    @property
    def player(self) -> int:
        """The player whose turn it is."""
        return int(self.batch.mover[0])

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return bool(self.batch.done[0])

    @property
    def rewards(self) -> list[float]:
        """The reward of each player for the latest action."""
        rewards: list[float] = self.batch.rewards[0].tolist()
        return rewards

    def mask(self) -> npt.NDArray[np.int8]:
        """Which actions are legal, as numbers."""
        mask: npt.NDArray[np.int8] = self._mask.astype(np.int8)
        return mask

    def observation(self) -> npt.NDArray[Any]:
        """The view of the player to move."""
        seen: npt.NDArray[Any] = self.batch.observations[0].copy()
        return seen

    def seen_by(self, player: int) -> npt.NDArray[Any]:
        """The view of a player."""
        if player == self.player:
            return self.observation()
        state = self.state()
        seat = state.players_by_seat.index(player) + 1
        return self.batch.observe(0, seat)

    def state(self) -> State:
        """The state, to look at."""
        return self.batch.state(0)

    def render(self, mode: str | None) -> Any:
        """The board as text, as SVG, or as an image of red, green and blue; None for `human`, who gets it printed."""
        if mode is None:
            return None
        if mode == "human":
            print(self.state())
            return None
        if mode == "rgb_array":
            return image_of(self.state().svg(dark=False))
        return self.state().svg() if mode == "svg" else str(self.state())

    def __reduce__(self) -> tuple[Any, ...]:
        batch = self.batch
        return _unpickle, (self.game, self._build, batch.save(), batch.rewards.copy())

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return _unpickle(self.game, self._build, self.batch.save(), self.batch.rewards.copy())


def _unpickle(game: Game, build: str, saved: Any, rewards: Any) -> Table:
    table = Table(game, build, seed=0)
    table.batch.restore(saved)
    table.batch.rewards[...] = rewards
    return table


def image_of(svg: str) -> npt.NDArray[np.uint8]:
    """An SVG as an image of red, green and blue; needs the extra `pictures`."""
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(png(svg))).convert("RGB"), dtype=np.uint8)
