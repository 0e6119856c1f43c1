"""`petteia reproduce`: published experiments, run anew. Each is one entry of `EXPERIMENTS`."""

from __future__ import annotations

import json as json_form
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from petteia.errors import PetteiaError
from petteia.files import replace_file

Report = Callable[[float, str], None]


@dataclass(frozen=True)
class Outcome:
    """The outcome of an experiment: a report in Markdown, and the same as plain data."""

    text: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Terms:
    """How an experiment is run; `keep` is a folder for finished parts, from which a stopped one goes on."""

    seed: int
    size: str = "full"
    keep: Path | None = None

    @property
    def is_small(self) -> bool:
        """True if it is only a trial."""
        return self.size == "small"


@dataclass(frozen=True)
class Experiment:
    """A published experiment: what it is, in how many steps it runs, how, in what sizes, and whether it keeps parts."""

    about: str
    steps: int
    run: Callable[[Terms, Report], Outcome]
    sizes: tuple[str, ...] = ("small", "full")
    keeps: bool = False


def _othello_evaluation(terms: Terms, report: Report) -> Outcome:
    from experiments.othello_endgames import Scale, run_othello
    from experiments.othello_report import write_report
    from petteia.game import load

    result = run_othello(load("Reversi"), Scale.small() if terms.is_small else Scale(), terms.seed, report)
    return Outcome(write_report(result, commit()), result.to_json())


def _game_theories(terms: Terms, report: Report) -> Outcome:
    from petteia.game import load
    from petteia.logic import GAMES, check_games, checks_text

    positions, seed = 20 if terms.is_small else 1000, terms.seed
    found = check_games([load(name) for name in GAMES], positions, seed, report)
    data = {"seed": seed, "positions": positions, "games": [one.to_json() for one in found]}
    return Outcome(checks_text(found, positions, seed, commit()), data)


def _learned_evaluation(terms: Terms, report: Report) -> Outcome:
    from experiments.evaluation_matches import MatchScale, matches_text, run_matches

    data = run_matches(MatchScale.small() if terms.is_small else MatchScale(), terms.seed, report)
    return Outcome(matches_text(data, commit()), data)


def _ten_boards(terms: Terms, report: Report) -> Outcome:
    from experiments.ten_boards import Scale, boards_data, boards_text, run_ten_boards

    scale = {"small": Scale.small, "medium": Scale.medium, "full": Scale}[terms.size]()
    rows = run_ten_boards(scale, terms.seed, report, jobs=0, keep=terms.keep)
    data = boards_data(rows, scale, terms.seed, commit())
    return Outcome(boards_text(data), data)


def _learning_curves(terms: Terms, report: Report) -> Outcome:
    from experiments.learning_curves import CurveScale, curves_data, curves_text, run_curves

    scale = {"small": CurveScale.small, "medium": CurveScale.medium, "full": CurveScale}[terms.size]()
    rows = run_curves(scale, terms.seed, report, jobs=0, keep=terms.keep)
    data = curves_data(rows, scale, terms.seed, commit())
    return Outcome(curves_text(data), data)


def _transfer(terms: Terms, report: Report) -> Outcome:
    from experiments.transfer import TransferScale, run_transfer, transfer_data, transfer_text

    scale = TransferScale.small() if terms.is_small else TransferScale()
    rows = run_transfer(scale, terms.seed, report, jobs=0, keep=terms.keep)
    data = transfer_data(rows, scale, terms.seed, commit())
    return Outcome(transfer_text(data), data)


def _yavalath_by_hand(terms: Terms, report: Report) -> Outcome:
    from experiments.learning_curves import yavalath_by_hand, yavalath_text

    games, seconds = 200, 0.005 if terms.is_small else 0.05
    data = yavalath_by_hand(games, seconds, terms.seed, commit(), jobs=0)
    return Outcome(yavalath_text(data), data)


EXPERIMENTS: dict[str, Experiment] = {
    "learned-evaluation": Experiment(
        "alpha-beta with an evaluation made from the rules and learned from self-play against UCT at equal CPU time",
        2,
        _learned_evaluation,
    ),
    "game-theories": Experiment(
        "domain theories made from the rules of eleven games against the engine: moves, wins, successors",
        11,
        _game_theories,
    ),
    "ten-boards": Experiment(
        "win rates of searches guided by learned features against UCT, plain and with a solver, on ten boards",
        10,
        _ten_boards,
        sizes=("small", "medium", "full"),
        keeps=True,
    ),
    "learning-curves": Experiment(
        "learning curves of five ways to find features on ten boards, with pruned sets and play without search",
        50,
        _learning_curves,
        sizes=("small", "medium", "full"),
        keeps=True,
    ),
    "transfer": Experiment(
        "learning curves with and without what was learned on another board, and how many games that saves",
        25,
        _transfer,
        keeps=True,
    ),
    "yavalath-by-hand": Experiment("three features made by hand, through whole playouts", 1, _yavalath_by_hand),
    "othello-evaluation": Experiment(
        "accuracy, size and speed of evaluation functions made of logical features, in Othello endgames",
        6,
        _othello_evaluation,
    ),
}


def commit() -> str:
    """The commit that the package is run from; `release` outside a repository."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"],
            cwd=Path(__file__).parent, capture_output=True, text=True, timeout=10, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return "release"
    return found.stdout.strip() or "release"


def list_experiments(*, json: bool) -> None:
    """Prints the names of all experiments."""
    if json:
        print(json_form.dumps({name: one.about for name, one in EXPERIMENTS.items()}))
        return
    for name, one in EXPERIMENTS.items():
        print(f"{name:<24} {one.about}")


def run_experiment(name: str, terms: Terms, out: Path | None, progress: Any, *, json: bool) -> None:
    """Runs an experiment, prints its report, and writes both forms to a folder if one is given."""
    experiment = EXPERIMENTS.get(name)
    if experiment is None:
        raise PetteiaError(f"there is no experiment {name!r}; there are {', '.join(EXPERIMENTS)}")
    if terms.size not in experiment.sizes:
        raise PetteiaError(f"{name} has no size {terms.size!r}; there are {', '.join(experiment.sizes)}")
    if terms.keep is not None:
        if not experiment.keeps:
            raise PetteiaError(f"{name} has no parts to keep: leave out --keep")
        _open_kept(terms.keep, {"experiment": name, "size": terms.size, "seed": terms.seed})
    with progress(name, experiment.steps) as report:
        outcome = experiment.run(terms, report)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        replace_file(out / f"{name}.md", outcome.text)
        replace_file(out / f"{name}.json", json_form.dumps(outcome.data, indent=1) + "\n")
    print(json_form.dumps(outcome.data) if json else outcome.text, end="" if not json else "\n")


def _open_kept(folder: Path, settings: dict[str, object]) -> None:
    """Makes a folder for parts of an experiment, or finds the one of the same experiment: others are not mixed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "experiment.json"
    text = json_form.dumps(settings) + "\n"
    if not path.exists():
        replace_file(path, text)
    elif path.read_text(encoding="utf-8") != text:
        raise PetteiaError(f"{folder} keeps another experiment, size or seed: see {path.name}")
