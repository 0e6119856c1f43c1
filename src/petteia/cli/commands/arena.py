"""Commands that let agents play each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .._arguments import (
    Cap,
    Cluster,
    Defs,
    GameClock,
    GameName,
    Games,
    Jobs,
    Json,
    MoveIterations,
    MoveSeconds,
    Openings,
    Options,
    Out,
    Resume,
    Ruleset,
    Seed,
)
from .._root import app

_AGENT_HELP = "An agent: NAME[:key=value,...], such as uct:iterations=1000."


@app.command(epilog="Example: petteia match Breakthrough uct:iterations=1000 mast:iterations=1000 --games 40")
def match(
    game: GameName,
    a: Annotated[str, typer.Argument(help=_AGENT_HELP, metavar="A")],
    b: Annotated[str, typer.Argument(help="The agent it plays.", metavar="B")],
    games: Games = 100,
    openings: Openings = "2-6",
    seconds: MoveSeconds = None,
    iterations: MoveIterations = None,
    clock: GameClock = None,
    cap: Cap = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", help="Stop when one of two Elo differences is accepted: 0,20.", metavar="ELO0,ELO1"),
    ] = None,
    alpha: Annotated[float, typer.Option("--alpha", help="How often --sprt may wrongly reject ELO0.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="How often --sprt may wrongly reject ELO1.")] = 0.05,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    out: Out = None,
    resume: Resume = False,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Let two agents play a match, seats changed on the same openings: the win rate with its interval."""
    from .._match import run_match

    run_match(
        game, option, ruleset, defs, (a, b),
        games=games, openings=openings, iterations=iterations, seconds=seconds, clock=clock, cap=cap, sprt=sprt,
        errors=(alpha, beta), seed=seed, jobs=jobs, cluster=cluster, out=out, resume=resume, json=json,
    )  # fmt: skip


@app.command(epilog="Example: petteia tournament Hex uct mast grave random --games 20 --seconds 0.1")
def tournament(
    game: GameName,
    agents: Annotated[list[str], typer.Argument(help=_AGENT_HELP, metavar="AGENT...")],
    games: Annotated[int, typer.Option("--games", help="How many games of every two.", min=1, metavar="N")] = 20,
    openings: Openings = "2-6",
    seconds: MoveSeconds = None,
    iterations: MoveIterations = None,
    clock: GameClock = None,
    cap: Cap = None,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    out: Out = None,
    resume: Resume = False,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Let agents play everyone against everyone: Elo ratings with intervals."""
    from .._match import run_tournament

    run_tournament(
        game, option, ruleset, defs, agents,
        games=games, openings=openings, iterations=iterations, seconds=seconds, clock=clock, cap=cap,
        seed=seed, jobs=jobs, cluster=cluster, out=out, resume=resume, json=json,
    )  # fmt: skip


@app.command(epilog="Example: petteia replay results/match1 --number 3 --html game.html")
def replay(
    folder: Annotated[Path, typer.Argument(help="What --out of a match or tournament named.", metavar="FOLDER")],
    number: Annotated[
        int | None, typer.Option("--number", help="Show this game; without it they are listed.", min=1, metavar="N")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a page to step through the game.", metavar="FILE")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", help="Write its last position as a picture.", metavar="FILE")
    ] = None,
    gif: Annotated[Path | None, typer.Option("--gif", help="Write it as an animated picture.", metavar="FILE")] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Pictures in dark colours.")] = False,
    json: Json = False,
) -> None:
    """Look at the games that a match kept: a list, one of them move by move, a page, or pictures."""
    from .._replay import Pictures
    from .._replay import replay as show

    show(folder, number, Pictures(html, png, gif, dark), json=json)
