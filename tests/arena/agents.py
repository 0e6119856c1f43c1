"""Agents of tests, in a module so that other processes can have them."""

from dataclasses import dataclass
from random import Random

from petteia.game import Game, Move, State


@dataclass
class Scholar:
    """Plays the first legal move and counts what it is asked."""

    asked: int = 0
    begun: str = ""

    def begin(self, game: Game) -> None:
        """Notes the game."""
        self.begun = game.name

    def choose(self, state: State) -> Move:
        """The first move; a fresh copy has not been asked more often than there are moves."""
        assert self.begun == state.game.name
        self.asked += 1
        assert self.asked <= len(state.history) + 1
        return state.legal_moves()[0]


@dataclass(frozen=True)
class Chancer:
    """Plays random moves by a seed."""

    seed: int = 0

    def with_seed(self, seed: int) -> "Chancer":
        """With other random numbers."""
        return Chancer(seed)

    def choose(self, state: State) -> Move:
        """Any move."""
        return Random(self.seed * 1000 + len(state.history)).choice(state.legal_moves())


class Winner:
    """Wins if it can at once, else plays at random."""

    name = "winner"

    def choose(self, state: State) -> Move:
        """A winning move, or any."""
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            if after.winner == state.mover:
                return move
        return Random(state.hash).choice(state.legal_moves())


class Cheat:
    """Stays where it is, which no game allows."""

    name = "cheat"

    def choose(self, state: State) -> Move:
        """No legal move."""
        return Move("0>0")
