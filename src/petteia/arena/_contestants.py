"""Who plays: agents in words or as objects, given a budget, and made anew for each game.

An agent has `choose(state)`. It may also have `with_seed(seed)`, which gives the same agent with other random numbers;
`with_budget(iterations, seconds)`; `with_clock(clock)`; `begin(game)` and `close()`, which are called before and after
each game; and `last`, what its latest search found, with `iterations` and `cpu_seconds`. An agent that cannot go on
raises `Forfeit`.
"""

from __future__ import annotations

import pickle
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any

from petteia.errors import PetteiaError
from petteia.search.clock import Clock

DEFAULT_SECONDS = 0.1
_BUDGETS = ("iterations", "seconds", "wall", "depth", "clock")


@dataclass(frozen=True)
class Budget:
    """The budget for a move, or the clock for a game, of agents without a budget of their own."""

    iterations: int | None = None
    seconds: float | None = None
    clock: Clock | None = None
    """CPU seconds for a game: it holds for all agents, and who has overrun it has lost."""

    def __post_init__(self) -> None:
        if any(given is not None and given <= 0 for given in (self.iterations, self.seconds)):
            raise PetteiaError("the budget of a move must be above zero")

    def give(self, agent: Any) -> Any:
        """The agent with this budget, if it can have one and has none; with the clock in any case."""
        if hasattr(agent, "with_budget") and all(getattr(agent, name, None) is None for name in _BUDGETS):
            none = self.iterations is None and self.seconds is None and self.clock is None
            agent = agent.with_budget(iterations=self.iterations, seconds=DEFAULT_SECONDS if none else self.seconds)
        return agent.with_clock(self.clock) if self.clock is not None and hasattr(agent, "with_clock") else agent


@dataclass(frozen=True)
class Contestant:
    """An agent under its name."""

    name: str
    agent: Any
    """The object, or its words if other processes can make it from them only."""

    def fresh(self, seed: int, budget: Budget) -> Any:
        """The agent for one game: with a seed of its own and without memory of other games, where it allows that."""
        agent = budget.give(agent_of(self.agent))
        if hasattr(agent, "with_seed"):
            return agent.with_seed(seed)
        try:
            return pickle.loads(pickle.dumps(agent))
        except Exception:  # what cannot be copied plays itself
            return agent

    @property
    def travels(self) -> bool:
        """True if other processes can have it."""
        return _travels(self.agent)


def _travels(agent: Any) -> bool:
    try:
        return b"__main__" not in pickle.dumps(agent)
    except Exception:  # pickling may fail in any way
        return False


def agent_of(given: Any) -> Any:
    """The agent that words or an object stand for."""
    if isinstance(given, str):
        from petteia.search import agent

        return agent(given)
    if not callable(getattr(given, "choose", None)):
        raise PetteiaError(f"{given!r} is no agent: it has no method choose(state)")
    return given


def opponent(
    words: str,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    clock: Clock | None = None,
    seed: int = 0,
) -> Any:
    """An agent for one game with a person, with a second for a move unless something else is said."""
    if iterations is None and seconds is None and clock is None:
        seconds = 1.0
    return Contestant(words, words).fresh(seed, Budget(iterations, seconds, clock))


def contestants(agents: tuple[Any, ...]) -> tuple[Contestant, ...]:
    """Contestants with names that differ."""
    found: list[Contestant] = []
    for given in agents:
        agent = agent_of(given)  # words that mean nothing are told before any game begins
        name = given if isinstance(given, str) else name_of(agent)
        taken = {one.name for one in found}
        number = next(k for k in range(1, len(agents) + 1) if _numbered(name, k) not in taken)
        found.append(Contestant(_numbered(name, number), agent if _travels(agent) else given))
    return tuple(found)


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} #{number}"


def name_of(agent: Any) -> str:
    """The name of an object: its own, or its class and the parameters that are not the usual ones.

    >>> from petteia.search import UCT
    >>> name_of(UCT(iterations=100))
    'uct:iterations=100'
    """
    if isinstance(getattr(agent, "name", None), str):
        return str(agent.name)
    name = type(agent).__name__
    if not is_dataclass(agent):
        return name
    changed = [
        f"{one.name}={getattr(agent, one.name)}"
        for one in fields(agent)
        if one.init and one.repr and (one.default is MISSING or getattr(agent, one.name) != one.default)
    ]
    return ":".join([name.lower(), ",".join(changed)]).rstrip(":")
