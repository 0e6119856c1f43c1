"""`petteia learn` and `petteia prune`: features and weights from self-play, with a line on how it goes."""

from __future__ import annotations

import json as json_form
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError

from ._arguments import load_game
from ._progress import Interrupted, progress

if TYPE_CHECKING:
    from petteia.features import FeatureSet
    from petteia.game import Game
    from petteia.learn import Evaluation, Progress, Run

_PATIENCE = 60.0
"""CPU seconds for regression: far more than its other limits let it take, so that it finds the same each time."""


def run_learn(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    games: int,
    preset: str,
    out: Path | None,
    evaluate: str | None,
    evaluation_games: int,
    seconds: float,
    changes: Sequence[str] | None,
    transfer: Path | None,
    goals: bool,
    json: bool,
    **terms: Any,
) -> None:
    """Learns, and tells what came out."""
    from petteia.learn import Run, learn

    settings = _settings(changes)
    game = load_game(name, options, ruleset, defs)
    further = [*_regressed(game)] if goals else []
    if transfer is not None:
        further += Run.open(transfer).policy.features
    if further:
        settings["candidates"] = [str(one) for one in further]
    how = _evaluation(evaluate, evaluation_games, seconds, terms["jobs"])
    place = out or Path(_slug(game.name))
    with _watched(games, place) as tell:
        run = learn(game, games, preset, out=place, evaluation=how, progress=tell, **settings, **terms)
    _tell(run, json=json)


def run_prune(
    folder: Path,
    *,
    keep: int,
    games: int,
    out: Path | None,
    evaluate: str | None,
    evaluation_games: int,
    seconds: float,
    json: bool,
    **terms: Any,
) -> None:
    """Cuts the set of a run down and learns on."""
    from petteia.learn import Run, prune

    run = Run.open(folder)
    how = _evaluation(evaluate, evaluation_games, seconds, terms["jobs"])
    place = out or folder.with_name(f"{folder.resolve().name}-{keep}")
    with _watched(games, place) as tell:
        pruned = prune(run, keep, games, out=place, evaluation=how, progress=tell, **terms)
    _tell(pruned, json=json)


def _slug(name: str) -> str:
    """A name as one of a folder.

    >>> _slug("Nine Men's Morris")
    'nine-men-s-morris'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "run"


def _regressed(game: Game) -> FeatureSet:
    """The features that regression of the goals finds."""
    from petteia.features import site_candidates
    from petteia.logic import goal_patterns, theory

    found = goal_patterns(theory(game), seconds=_PATIENCE)
    return site_candidates(game, ((one.to, one.placed) for one in found))


@contextmanager
def _watched(games: int, folder: Path) -> Iterator[Callable[[Progress], None]]:
    """Hands out a function that shows how far a run is; who interrupts it is told how it goes on."""
    with progress("games", games) as show:

        def tell(now: Progress) -> None:
            loss = "" if now.loss is None else f"loss {now.loss:.3f}, "
            show(now.games, f"{loss}{now.features} features, {now.games_per_minute:.0f} games a minute")

        try:
            yield tell
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted; with --resume, {folder} goes on where it was") from None


def _evaluation(text: str | None, games: int, seconds: float, jobs: int) -> Evaluation | None:
    from petteia.learn import Evaluation

    if text is None:
        return None
    try:
        after = tuple(int(part) for part in text.split(","))
        if min(after) < 0:
            raise ValueError
    except ValueError:
        raise PetteiaError(f"--evaluate takes numbers of games, such as 1,25,50; not {text}") from None
    return Evaluation(after, games=games, seconds=seconds, jobs=jobs)


def _settings(given: Sequence[str] | None) -> dict[str, Any]:
    """Settings of the form NAME=VALUE, values as JSON or plain words."""
    found: dict[str, Any] = {}
    for one in given or ():
        name, equals, value = one.partition("=")
        if not equals:
            raise PetteiaError(f"--set takes NAME=VALUE; not {one}")
        try:
            found[name.strip()] = json_form.loads(value)
        except ValueError:
            found[name.strip()] = value.strip()
    return found


def _tell(run: Run, *, json: bool) -> None:
    from petteia.learn import NOTHING

    last = run.log[-1] if run.log else {}
    if json:
        outcome = {
            "folder": str(run.folder),
            "game": run.game.name,
            "games": run.games,
            "features": len(run.policy.features),
            "loss": last.get("loss"),
            "uniform_loss": last.get("uniform_loss"),
            "evaluations": list(run.evaluations),
        }
        print(json_form.dumps(outcome))
        return
    print(f"{run.game.name}: {run.games} games, {len(run.policy.features)} features")
    for match in run.evaluations:
        low, high = match["interval"]
        print(f"  after {match['after']} games: {match['win_rate']:.1%} against UCT ({low:.1%} to {high:.1%})")
    explained = run.explain(top=5)
    for one in explained:
        print(f"  {one.sentence}\n      {one.told}")
    if not explained:
        print(f"  {NOTHING.format(games=run.games)}")
    print(f"{run.folder}/report.html")
