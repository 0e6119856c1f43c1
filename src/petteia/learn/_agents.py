"""The player that a run teaches: a search guided by its policy, and the same in words: `run:FOLDER`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError
from petteia.search import PUCT

if TYPE_CHECKING:
    from petteia.features import Policy
    from petteia.game import Move, State

    from ._settings import Settings


@dataclass(frozen=True)
class Biased(PUCT):
    """A search by PUCT that learned features guide; proofs and decisive moves as `petteia.UCT` has them.

    `plain` leaves those out, for comparisons with plain UCT.
    """

    name: str = "biased"


def biased_agent(policy: Policy, settings: Settings, name: str = "biased", *, plain: bool = False) -> Biased:
    """The agent of a policy, with the constants it learned with."""
    return Biased(
        policy=policy,
        exploration=settings.playing_exploration,
        uniform_share=settings.uniform_share,
        solver=not plain,
        decisive=not plain,
        anti_decisive=not plain,
        name=name,
    )


@dataclass(frozen=True)
class Greedy:
    """Plays the likeliest move of a policy, without any search."""

    policy: Policy
    name: str = "greedy"

    def choose(self, state: State) -> Move:
        """The likeliest move."""
        return self.policy.choose(state)


def agent_of_run(text: str) -> Biased | Greedy:
    """The agent that `run:FOLDER` names; settings follow the folder: `run:FOLDER,seconds=0.1,plain=true,games=50`.

    `games` takes an earlier checkpoint, `greedy=true` plays without search.
    """
    from dataclasses import replace

    from petteia.search.words import parsed

    from ._run import Run

    folder, _, rest = text.partition(",")
    if not folder:
        raise PetteiaError("run needs a folder: run:FOLDER")
    words = dict(part.partition("=")[::2] for part in rest.split(",") if part)
    greedy, plain = (words.pop(name, "no").lower() in ("true", "yes", "1") for name in ("greedy", "plain"))
    after = words.pop("games", None)
    if after is not None and not after.isdecimal():
        raise PetteiaError(f"games={after}: an earlier checkpoint is named by its number of games")
    run = Run.open(Path(folder), games=None if after is None else int(after))
    name = f"run:{text}"
    if greedy:
        return Greedy(run.policy, name)
    known = {one.name for one in fields(PUCT)}
    given = parsed(PUCT, "run", ",".join(f"{key}={value}" for key, value in words.items()))
    return replace(run.agent(plain=plain), name=name, **{key: value for key, value in given.items() if key in known})
