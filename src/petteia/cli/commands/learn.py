"""Commands that learn from self-play, and explain what was learned."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from petteia.errors import PetteiaError

from .._arguments import Cluster, Defs, GameName, Jobs, Json, Options, Position, Resume, Ruleset, Seed
from .._root import app


@app.command(epilog="Example: petteia evaluate Breakthrough --learn --games 4000 --out evaluations/breakthrough")
def evaluate(
    game: GameName,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    learn: Annotated[bool, typer.Option("--learn", help="Learn an evaluation from self-play.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Compare the theory that features are made from with the engine.")
    ] = False,
    positions: Annotated[
        int, typer.Option("--positions", help="Positions of random play for --check.", min=1, metavar="N")
    ] = 1000,
    out: Annotated[Path, typer.Option("--out", help="The folder of the evaluation.", metavar="FOLDER")] = Path(
        "evaluation"
    ),
    games: Annotated[int, typer.Option("--games", help="Games of each round.", min=10, metavar="N")] = 6000,
    rounds: Annotated[int, typer.Option("--rounds", help="Rounds of play and fitting.", min=1, metavar="N")] = 3,
    stages: Annotated[int, typer.Option("--stages", help="Stages with weights of their own.", min=1)] = 4,
    position: Position = None,
    top: Annotated[int, typer.Option("--top", help="How many features to print.", min=0, metavar="N")] = 10,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Make an evaluation function from the rules and from self-play, ask a learned one, or check what it rests on."""
    from petteia.logic import LearnOptions

    from .._arguments import load_game
    from .._evaluate import check_game, evaluate_position, learn_and_save

    loaded = load_game(game, option, ruleset, defs)
    if check:
        check_game(loaded, positions, seed, json=json)
    elif learn:
        options = LearnOptions(games=games, rounds=rounds, stages=stages, seed=seed)
        learn_and_save(loaded, options, out, json=json, top=top)
    else:
        evaluate_position(loaded, out, position, json=json, top=top)


@app.command(epilog="Example: petteia reproduce othello-evaluation --seed 7 --out results")
def reproduce(
    experiment: Annotated[
        str | None, typer.Argument(help="Which experiment; without it they are listed.", metavar="NAME")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Also write the report there.", metavar="FOLDER")] = None,
    size: Annotated[
        str, typer.Option("--size", help="small is a trial; some have medium.", metavar="small|medium|full")
    ] = "full",
    keep: Annotated[
        Path | None, typer.Option("--keep", help="Keep finished parts there, and go on from them.", metavar="FOLDER")
    ] = None,
    seed: Seed = 7,
    json: Json = False,
) -> None:
    """Run a published experiment anew and print its tables beside the published ones."""
    from .._progress import progress

    experiments = _experiments()
    if experiment is None:
        experiments.list_experiments(json=json)
    else:
        experiments.run_experiment(experiment, experiments.Terms(seed, size, keep), out, progress, json=json)


def _experiments() -> Any:
    """The commands of the experiments, which lie beside the package in a clone."""
    import sys
    from importlib import import_module
    from pathlib import Path as Place

    clone = Place(__file__).resolve().parents[4]
    if not (clone / "experiments" / "commands.py").is_file():
        raise PetteiaError("the experiments are no part of the package: run this from a clone of the project")
    if str(clone) not in sys.path:
        sys.path.append(str(clone))
    return import_module("experiments.commands")


Evaluate = Annotated[
    str | None,
    typer.Option("--evaluate", help="Play against UCT after so many games: 1,25,50.", metavar="NUMBERS"),
]
EvaluationGames = Annotated[
    int, typer.Option("--evaluation-games", help="Games of each such match.", min=2, metavar="N")
]
EvaluationSeconds = Annotated[
    float, typer.Option("--seconds", help="CPU seconds a move in such matches.", min=0.0001, metavar="S")
]
RunFolder = Annotated[Path, typer.Argument(help="The folder of a run.", metavar="RUN")]
RunOut = Annotated[
    Path | None,
    typer.Option("--out", help="A folder that keeps the run; by default one of the game's name.", metavar="FOLDER"),
]
PrunedOut = Annotated[
    Path | None,
    typer.Option("--out", help="A folder that keeps the new run; by default RUN-N.", metavar="FOLDER"),
]


@app.command(epilog="Example: petteia learn Yavalath --games 200 --jobs 2 --out yavalath --evaluate 50,200")
def learn(
    game: GameName,
    out: RunOut = None,
    games: Annotated[int, typer.Option("--games", help="Games of self-play in all.", min=1, metavar="N")] = 100,
    preset: Annotated[
        str, typer.Option("--preset", help="default, fast, or paper: its hyperparameters exactly.", metavar="NAME")
    ] = "default",
    budget: Annotated[
        float, typer.Option("--budget", help="Scales what a search may spend on a move.", metavar="FACTOR")
    ] = 1.0,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", help="Change a setting: strategy=correlation. Repeatable.", metavar="NAME=VALUE"),
    ] = None,
    transfer: Annotated[
        Path | None,
        typer.Option("--transfer", help="Features of this run, of any game, are candidates, too.", metavar="RUN"),
    ] = None,
    goals: Annotated[
        bool,
        typer.Option("--goals", help="Moves that reach, prevent or lose by the goal, found by logic, are candidates."),
    ] = False,
    evaluate: Evaluate = None,
    evaluation_games: EvaluationGames = 100,
    seconds: EvaluationSeconds = 0.05,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    resume: Resume = False,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Learn from self-play which local patterns make a move good."""
    from .._learn import run_learn

    run_learn(
        game, option, ruleset, defs,
        games=games, preset=preset, out=out, evaluate=evaluate, evaluation_games=evaluation_games, seconds=seconds,
        changes=changes, transfer=transfer, goals=goals, json=json, budget=budget, resume=resume, jobs=jobs,
        cluster=cluster, seed=seed,
    )  # fmt: skip


@app.command(epilog="Example: petteia prune hex7 --keep 15 --games 100 --out hex7-small")
def prune(
    run: RunFolder,
    out: PrunedOut = None,
    keep: Annotated[int, typer.Option("--keep", help="Features that stay.", min=1, metavar="N")] = 15,
    games: Annotated[int, typer.Option("--games", help="Games with the smaller set.", min=1, metavar="N")] = 100,
    evaluate: Evaluate = None,
    evaluation_games: EvaluationGames = 100,
    seconds: EvaluationSeconds = 0.05,
    resume: Resume = False,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Cut the features of a run down to a few, and learn on with these alone."""
    from .._learn import run_prune

    run_prune(
        run, keep=keep, games=games, out=out, evaluate=evaluate, evaluation_games=evaluation_games, seconds=seconds,
        json=json, resume=resume, jobs=jobs, cluster=cluster, seed=seed,
    )  # fmt: skip


@app.command(epilog='Example: petteia explain hex7 --verify; petteia explain hex7 --position "24=1 | m=2"')
def explain(
    run: RunFolder,
    top: Annotated[int, typer.Option("--top", help="Ideas that explain most of the play.", min=1, metavar="N")] = 10,
    games: Annotated[
        int | None, typer.Option("--games", help="As it stood after so many games.", min=0, metavar="N")
    ] = None,
    position: Position = None,
    move: Annotated[
        str | None, typer.Option("--move", help="The move to explain; else the likeliest.", metavar="MOVE")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write the page about the run.", metavar="FILE")] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Play with and without each idea, and print what it is worth in Elo.")
    ] = False,
    matches: Annotated[
        int, typer.Option("--matches", help="Games for each idea with --verify.", min=2, metavar="N")
    ] = 40,
    iterations: Annotated[
        int, typer.Option("--iterations", help="Iterations a move with --verify.", min=1, metavar="N")
    ] = 100,
    jobs: Jobs = 1,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Say what a run or an evaluation has learned, in words and drawings, or why a run likes a move."""
    from .._explain import explain as explain_run
    from .._explain import verify as verify_run

    if verify:
        verify_run(run, top=top, games=games, matches=matches, iterations=iterations, jobs=jobs, seed=seed, json=json)
        return
    explain_run(run, top=top, games=games, position=position, move=move, html=html, json=json)


@app.command(epilog='Example: petteia teach "Connect Four" --html lessons.html')
def teach(
    game: GameName,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    count: Annotated[int, typer.Option("--count", help="How many lessons.", min=1, metavar="N")] = 10,
    seconds: Annotated[
        float, typer.Option("--seconds", help="CPU seconds to look for them.", min=0.1, metavar="S")
    ] = 60.0,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with pictures.", metavar="FILE")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Make lessons: positions from easy to hard in which one move decides, with the answer, the reason and a proof."""
    from .._arguments import load_game
    from .._teach import run_teach

    loaded = load_game(game, option, ruleset, defs)
    run_teach(loaded, count=count, seconds=seconds, seed=seed, html=html, json=json)
