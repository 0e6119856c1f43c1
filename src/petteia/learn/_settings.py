"""How a run learns: the settings, and the presets `default`, `fast` and `paper`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from math import sqrt
from types import UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from petteia.errors import PetteiaError

STRATEGIES: Final = ("gain", "correlation", "combine-max", "combine-random", "add-random")
"""Ways to find new features; the first is ours."""


@dataclass(frozen=True)
class Settings:
    """All that the outcome of a run depends on, besides the game, the number of games and the seed."""

    preset: str = "default"
    iterations: int | None = 800
    """Of the search for each move of self-play; None where `seconds` count."""
    seconds: float | None = None
    """CPU seconds of the search for each move."""
    round_size: int = 10
    """So many games are played from one checkpoint, whatever the number of processes."""
    cap: int = 200
    """Longer games are ties."""
    opening: int = 4
    """At most so many first moves of a game are drawn uniformly."""
    exploration: float = 1.0
    """The constant of the selection in self-play; values lie in [-1, 1]."""
    playing_exploration: float = 3.0
    """The same afterwards: searches are then longer, and the policy is to guide them for longer."""
    uniform_share: float = 0.1
    """The share of the uniform distribution in the probabilities of the selection."""
    solver: bool = True
    """Proofs and decisive moves in self-play; what is proven sharpens the targets."""
    reuse: bool = False
    """Searches of self-play go on with the tree of the move before."""
    strategy: str = "gain"
    """How new features are found, one of `STRATEGIES`."""
    features_per_round: int = 8
    """So many new features are taken up after a round, fewer if fewer are worth it."""
    most_features: int = 60
    """The set is cut down to the most important features beyond this many; 0 is no limit."""
    frozen: bool = False
    """The set stays as it is; only weights are learned."""
    lines: bool = True
    """Atomic features reach along the lines of the end rules."""
    reactive: bool = True
    """Atomic features answer the latest move."""
    end_rules: bool = True
    """Patterns of the end rules are candidates."""
    places: bool = True
    """Where on the board a move goes, by how far the rim is, is a candidate."""
    orientations: bool = True
    """So are features in single orientations, where the rules do not look alike from all sides."""
    candidates: tuple[str, ...] = ()
    """Features of other games that may be taken up, too, where they mean something here."""
    penalty: float = 1.0
    """Of large weights: half of it times the sum of their squares is added to the loss of all positions."""
    step: float | None = None
    """The step size of gradient descent after each move; None fits all positions after each round instead."""
    buffer: int = 200
    """Gradient descent remembers so many positions."""
    batch: int = 20
    """Positions of one step of gradient descent."""
    growth_batch: int = 30
    """Positions that the strategies of the paper look for new features in."""

    def __post_init__(self) -> None:
        for name, kind in get_type_hints(Settings).items():
            value = getattr(self, name)
            if not _is_of(value, kind):
                word = kind.__name__ if isinstance(kind, type) else str(kind)
                raise PetteiaError(f"the setting {name} is of the kind {word}: {value!r} is not")
        if self.penalty < 0 or min(self.buffer, self.batch, self.growth_batch) < 1:
            raise PetteiaError("the penalty is not below zero; the buffer and batches have at least a position")
        if self.strategy not in STRATEGIES:
            near = get_close_matches(self.strategy, STRATEGIES, n=1)
            raise PetteiaError(f"no strategy is called {self.strategy!r}: {near[0] if near else ', '.join(STRATEGIES)}")
        if self.round_size < 1 or self.cap < 1 or (self.step is not None and self.round_size != 1):
            raise PetteiaError("rounds have at least a game, games a move; gradient descent learns after each game")

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON values."""
        return {**asdict(self), "candidates": list(self.candidates)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Settings:
        """The settings that JSON values say."""
        known = {one.name for one in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise PetteiaError(f"settings of another version: {unknown[0]}")
        return cls(**{**values, "candidates": tuple(values.get("candidates", ()))})


def _is_of(value: object, kind: Any) -> bool:
    """True if a value, as JSON has it, is of a kind; whole numbers are numbers, too.

    >>> _is_of(3, float), _is_of(True, int), _is_of(None, int | None), _is_of("3", int)
    (True, False, True, False)
    """
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(kind, UnionType):
        return any(_is_of(value, one) for one in get_args(kind))
    origin = get_origin(kind) or kind
    return isinstance(value, origin) and all(isinstance(one, str) for one in (value if origin is tuple else ()))


_PAPER_SECONDS = 5.0
_PRESETS: Final = {
    "default": Settings(),
    "fast": Settings(preset="fast", iterations=300),
    "paper": Settings(
        preset="paper",
        iterations=None,
        seconds=_PAPER_SECONDS,
        round_size=1,
        cap=100,
        opening=0,
        exploration=sqrt(2),
        playing_exploration=sqrt(2),
        uniform_share=0.0,
        solver=False,
        reuse=True,
        strategy="correlation",
        features_per_round=1,
        most_features=0,
        lines=False,
        reactive=False,
        end_rules=False,
        places=False,
        orientations=False,
        penalty=1e-6,
        step=0.05,
    ),
}


def settings_of(preset: str, budget: float = 1.0, **changes: Any) -> Settings:
    """The settings of a preset with some changed; `budget` scales what a search may spend on a move.

    >>> settings_of("paper", budget=0.01).seconds
    0.05
    """
    if preset not in _PRESETS:
        near = get_close_matches(preset, _PRESETS, n=1)
        raise PetteiaError(f"no preset is called {preset!r}: {near[0] if near else ', '.join(_PRESETS)}")
    if not budget > 0:
        raise PetteiaError("the budget of a move must be above zero")
    known = {one.name for one in fields(Settings)}
    for name in changes:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            raise PetteiaError(f"learning has no setting {name!r}" + (f": did you mean {near[0]}?" if near else ""))
    found = _PRESETS[preset]
    iterations = None if found.iterations is None else max(1, round(found.iterations * budget))
    seconds = None if found.seconds is None else found.seconds * budget
    changes["candidates"] = tuple(changes.get("candidates", ()))
    return replace(found, **{"iterations": iterations, "seconds": seconds, **changes})
