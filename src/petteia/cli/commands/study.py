"""Commands that measure, compare and complete rule sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .._arguments import Cluster, Defs, GameName, Jobs, Json, Level, Options, Out, Page, Resume, Ruleset, Seed
from .._root import app


@app.command(epilog="Example: petteia measure Yavalath --level uct:200 --games 50")
def measure(
    game: GameName,
    defs: Defs = None,
    ruleset: Ruleset = None,
    option: Options = None,
    level: Level = "random",
    games: Annotated[int | None, typer.Option("--games", help="How many games.", min=1, metavar="N")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Measure a game by play: length, balance, decisions, drama, skill; a verdict in words, and warnings."""
    from .._measure import run_measure

    run_measure(game, option, ruleset, defs, level=level, games=games, seed=seed, json=json)


@app.command(epilog='Example: petteia compare Hex --option "Board Size/7x7" --level uct:100 --games 40 --html hex.html')
def compare(
    games: Annotated[list[str], typer.Argument(help="Bundled names, or paths of descriptions.", metavar="GAME...")],
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="Compare each game also with this option. Repeatable.", metavar="TEXT"),
    ] = None,
    rulesets: Annotated[bool, typer.Option("--rulesets", help="Compare all rulesets of each game.")] = False,
    defs: Defs = None,
    level: Level = "random",
    count: Annotated[int | None, typer.Option("--games", help="How many games of each.", min=1, metavar="N")] = None,
    html: Page = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Compare games, rulesets or options: measures, differences with intervals, what differs in the rules."""
    from .._compare import run_comparison

    run_comparison(
        games, option, defs, rulesets=rulesets, level=level, games=count, seed=seed, page=html, json=json
    )  # fmt: skip


@app.command(
    epilog="Examples: petteia study lost.lud --complete --library games/ --budget 600 --out lost; "
    'petteia study game.lud --vary --wish "balanced, 30 to 60 moves" --level uct:100 --out better'
)
def study(
    files: Annotated[list[Path], typer.Argument(help="Descriptions.", metavar="FILE...")],
    complete: Annotated[bool, typer.Option("--complete", help="Fill the holes of incomplete rule sets.")] = False,
    variants: Annotated[
        bool, typer.Option("--vary", help="Change numbers and parts of complete games, and tell what each change does.")
    ] = False,
    rulesets: Annotated[
        bool, typer.Option("--rulesets", help="Measure all rulesets of each game as variants.")
    ] = False,
    options: Annotated[
        bool, typer.Option("--options", help="Measure each other item of the options as a variant.")
    ] = False,
    wish: Annotated[
        str, typer.Option("--wish", help="What variants shall be, as the default.", metavar="TEXT")
    ] = "balanced, few draws, decisions",
    trials: Annotated[
        int,
        typer.Option("--search", help="With --vary: search among so many combinations of changes.", min=0, metavar="N"),
    ] = 0,
    level: Annotated[str, typer.Option("--level", help="Who plays the variants: random, uct:N, best.")] = "random",
    ruleset: Ruleset = None,
    defs: Defs = None,
    library: Annotated[
        list[Path] | None,
        typer.Option("--library", help="A folder of complete rule sets; else the bundled. Repeatable.", metavar="DIR"),
    ] = None,
    evidence: Annotated[
        Path | None,
        typer.Option("--evidence", help="A folder with evidence.csv and similarity.csv.", metavar="DIR"),
    ] = None,
    leave_out: Annotated[
        list[str] | None, typer.Option("--leave-out", help="Do not weigh place, time, culture, prior or playability.")
    ] = None,
    budget: Annotated[float, typer.Option("--budget", help="CPU seconds a file.", min=1.0, metavar="SECONDS")] = 600.0,
    candidates: Annotated[
        int | None,
        typer.Option("--candidates", help="Try at most so many; else until enough are sound.", min=1, metavar="N"),
    ] = None,
    out: Out = None,
    resume: Resume = False,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Study rule sets: complete what is lost, from rule sets at hand, and weigh the completions by play."""
    others = variants or rulesets or options
    if complete == others:
        raise typer.BadParameter("say what to study: --complete, or --vary, --rulesets, --options")
    from .._study import run_completion, run_variation

    if others:
        run_variation(
            files, ruleset, defs, rulesets=rulesets, options=options, wish=wish, level=level, most=candidates,
            trials=trials, out=out, resume=resume, jobs=jobs, cluster=cluster, seed=seed, json=json,
        )  # fmt: skip
        return

    run_completion(
        files, ruleset, defs, library, evidence=evidence, leave_out=leave_out or (), budget=budget, most=candidates,
        out=out, resume=resume, jobs=jobs, cluster=cluster, seed=seed, json=json,
    )  # fmt: skip
