"""Multi-objective search among combinations of changes of a game, by NSGA-II of Optuna (extra `studies`).

A trial is a handful of changes, drawn from all single ones; single changes come first. Which of many noisy results is
best is partly luck, so the front is played again, in more and other games, before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from petteia.errors import PetteiaError
from petteia.lang import expand
from petteia.scale import executor

from ._assess import Outcome, faults_of
from ._estimate import Estimate
from ._folder import Folder
from ._varying import AS_IT_IS, Change, Variation, Wish, changed, changes_of, played, weigh

POPULATION = 24
MOST_CHANGES = 3
AGAIN = 4
"""How many times as many games the front is played in again."""
_DIFFERENT_SEED = 7001
_ADVANTAGE = "first-move advantage"


def search(
    text: str,
    wishes: Sequence[Wish],
    *,
    trials: int = 200,
    most_changes: int = MOST_CHANGES,
    level: str = "random",
    games: int = 60,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    folder: Folder | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> list[Variation]:
    """The game as it is, then the front of what was found, the mean degree of wishes deciding the order.

    The result depends on nothing but the inputs and the seed.
    """
    if not wishes:
        raise PetteiaError('a search needs a wish, such as "balanced, 30 to 60 moves"')
    optuna = _optuna()
    root = expand(text).tree.root
    known = changes_of(root)
    study = optuna.create_study(
        directions=["maximize"] * len(wishes),
        sampler=optuna.samplers.NSGAIISampler(seed=seed, population_size=POPULATION),
    )
    slots = [f"change {k + 1}" for k in range(most_changes)]
    for k in range(min(len(known) + 1, trials // 2)):  # the game as it is, and single changes
        study.enqueue_trial({slots[0]: k, **dict.fromkeys(slots[1:], 0)})
    seen: dict[str, Variation] = {}
    with executor(jobs, cluster) as workers:
        for begin in range(0, trials, POPULATION):
            asked = [study.ask() for _ in range(min(POPULATION, trials - begin))]
            drawn = [_drawn(trial, slots, known) for trial in asked]
            texts = [changed(root, some) for some in drawn]
            fresh = dict.fromkeys(one for one in texts if one not in seen)
            outcomes = played(workers, fresh, level, games, seed, lambda share: None, folder)
            for one, some in zip(texts, drawn, strict=True):
                if one not in seen:
                    seen[one] = Variation(_words(some), one, outcomes[one])
                    weigh([seen[one]], wishes)
            for trial, one in zip(asked, texts, strict=True):
                study.tell(trial, _values(seen[one], wishes))
            progress(0.8 * (begin + len(asked)) / trials)
        base = seen.get(changed(root, ())) or Variation(AS_IT_IS, changed(root, ()), Outcome())
        weigh(list(seen.values()), wishes)
        front = [one for one in seen.values() if one.on_front]
        again = played(
            workers, dict.fromkeys([base.text, *(one.text for one in front)]), level, AGAIN * games,
            seed + _DIFFERENT_SEED, lambda share: progress(0.8 + 0.2 * share), folder,
        )  # fmt: skip
    ours = list({one.text: one for one in (base, *front)}.values())
    for variation in ours:
        variation.outcome, variation.degrees, variation.on_front = again[variation.text], {}, False
    weigh(ours, wishes)
    others = [one for one in ours if one is not base]
    return [base, *sorted(others, key=lambda one: (not one.on_front, -one.score, one.change.count(";"), one.change))]


def _optuna() -> Any:
    try:
        optuna: Any = import_module("optuna")
    except ImportError as error:
        raise PetteiaError("a search among variants needs Optuna: pip install 'petteia[studies]'") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna


def _drawn(trial: Any, slots: Sequence[str], known: Sequence[Change]) -> list[Change]:
    """The changes of a trial in their own order, each once; 0 is none."""
    numbers = {trial.suggest_categorical(name, list(range(len(known) + 1))) for name in slots}
    chosen = [known[k - 1] for k in sorted(numbers) if k]
    of_number = {id(one.number): one for one in chosen if one.number is not None}
    return [one for one in chosen if one.number is None or of_number[id(one.number)] is one]


def _words(some: Sequence[Change]) -> str:
    return "; ".join(one.words for one in some) or AS_IT_IS


def _values(one: Variation, wishes: Sequence[Wish]) -> list[float]:
    """The degrees of the wishes, nothing for what is refused or degenerate."""
    if not one.degrees or faults_of(one.outcome.measures):
        return [0.0] * len(wishes)
    return [one.degrees[wish.name] for wish in wishes]


# -- repairs ----------------------------------------------------------------------------------------------------------


def repairs(base: Variation, others: Sequence[Variation]) -> list[str]:
    """Sentences about what changes mend beyond chance, such as "add the swap rule: .. from 12 % to 1 % (± 2)"."""
    found = []
    for one in others:
        if one is base or not one.outcome.measures or faults_of(one.outcome.measures):
            continue
        for name, read in _FAULTS.items():
            before, after = read(base.outcome.measures), read(one.outcome.measures)
            if before is None or after is None:
                continue
            error = (before.standard_error**2 + after.standard_error**2) ** 0.5
            gain = before.value - after.value
            if gain > _CLEAR * error and gain > _LEAST_GAIN:
                spread = 100 * 1.96 * after.standard_error
                told = f"{name} from {100 * before.value:.0f} % to {100 * after.value:.0f} % (± {spread:.0f})"
                found.append((gain, f"{one.change}: {told}"))
    return [said for _, said in sorted(found, reverse=True)]


_CLEAR, _LEAST_GAIN = 3.0, 0.02
"""Standard errors by which a repair must differ, since many changes are compared, and the least gain told."""


def _advantage(measures: dict[str, Estimate]) -> Estimate | None:
    """The share by which the first player wins more often than half, or less."""
    one = measures.get("AdvantageP1")
    return None if one is None else Estimate(abs(one.value - 0.5), 0.0, 0.5, one.standard_error)


_FAULTS: dict[str, Callable[[dict[str, Estimate]], Estimate | None]] = {
    _ADVANTAGE: _advantage,
    "draws": lambda m: m.get("Draws"),
    "games without end": lambda m: m.get("Timeouts"),
    "moves without a choice": lambda m: (
        None if "DecisionMoves" not in m
        else Estimate(1 - m["DecisionMoves"].value, 0.0, 1.0, m["DecisionMoves"].standard_error)
    ),
}  # fmt: skip
