"""Commands that measure Petteia itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from petteia.types import BuildChoice

from .._arguments import Backend, Defs, Descriptions, Games, Jobs, Json, OnlyGames, Options, Seed, TimeLimit
from .._root import app


@app.command(epilog='Example: petteia conformance ../shared/conformance --only "*/Hex.lud" --jobs 2')
def conformance(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder with games, def, traces, variants.", metavar="DIR")
    ] = None,
    only: Annotated[str, typer.Option("--only", help="Only paths or names like this.", metavar="GLOB")] = "*",
    jobs: Jobs = 0,
    games: Annotated[Path | None, typer.Option("--games", help="The folder of descriptions.", metavar="DIR")] = None,
    defs: Annotated[Path | None, typer.Option("--defs", help="The folder of defines.", metavar="DIR")] = None,
    traces: Annotated[Path | None, typer.Option("--traces", help="The folder of recorded play.", metavar="DIR")] = None,
    limit: TimeLimit = 300.0,
    backend: Backend = "native",
    build: Annotated[
        BuildChoice, typer.Option("--build", help="How games are compiled: full as people play them, or sooner.")
    ] = "quick",
    exercised: Annotated[
        bool, typer.Option("--exercised", help="Tell instead which forms and arguments the recorded games have.")
    ] = False,
    reached: Annotated[
        bool,
        typer.Option("--reached", help="Tell instead which lines of ludemes and statements of rules replays reach."),
    ] = False,
    json: Json = False,
) -> int:
    """Replay recorded play of many games and tell where ours differs."""
    from .._conformance import run_conformance, run_exercised, run_reached

    if exercised or reached:
        return (run_exercised if exercised else run_reached)(folder, only, games, defs, traces, json=json)
    return run_conformance(
        folder, only, jobs, games, defs, traces, limit=limit, backend=backend, build=build, json=json
    )


bench = typer.Typer(help="Measure Petteia on this machine.", no_args_is_help=True)
app.add_typer(bench, name="bench")


@bench.command("playouts", epilog='Example: petteia bench playouts --games "H*" --seconds 2 --out speed')
def bench_playouts(
    descriptions: Descriptions = None,
    games: OnlyGames = "*",
    conformance: Annotated[
        Path | None, typer.Option("--conformance", help="Also the games of this set.", metavar="DIR")
    ] = None,
    defs: Defs = None,
    seconds: Annotated[
        float, typer.Option("--seconds", help="CPU seconds for each way of each game.", min=0.01, metavar="S")
    ] = 1.0,
    max_moves: Annotated[int, typer.Option("--max-moves", help="Cut a playout after so many.", min=1)] = 2000,
    limit: TimeLimit = 300.0,
    jobs: Jobs = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="A folder for results, table and figures; run again to go on.", metavar="FOLDER"),
    ] = None,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Compare the best way of playouts with listing all moves: speed-ups and lengths, for every game."""
    from .._bench import bench_playouts as run_bench

    return run_bench(
        descriptions or [], games, conformance, defs or [],
        seconds=seconds, max_moves=max_moves, limit=limit, jobs=jobs, out=out, seed=seed, json=json,
    )  # fmt: skip


@bench.command("pictures", epilog="Example: petteia bench pictures --out sheet.html --sample 60 --dark")
def bench_pictures(
    descriptions: Descriptions = None,
    out: Annotated[Path, typer.Option("--out", help="The page to write.", metavar="FILE")] = Path("sheet.html"),
    games: OnlyGames = "*",
    conformance: Annotated[
        Path | None, typer.Option("--conformance", help="Also the games of this set, as recorded.", metavar="DIR")
    ] = None,
    defs: Defs = None,
    sample: Annotated[int, typer.Option("--sample", help="Only so many, at random; 0 for all.", min=0)] = 0,
    seed: Seed = 1,
    jobs: Jobs = 0,
    dark: Annotated[bool | None, typer.Option("--dark/--light", help="A theme; by default the reader's.")] = None,
    json: Json = False,
) -> int:
    """Draw many games on one page, and list the graphics items that are not obeyed."""
    from .._bench import bench_pictures as run_pictures

    return run_pictures(
        descriptions or [], games, conformance, defs or [],
        out=out, sample=sample, seed=seed, jobs=jobs, dark=dark, json=json,
    )  # fmt: skip


@bench.command(
    "engines", epilog="Example: petteia bench engines --game Chess --opponent fairy-stockfish --level 3 --games 20"
)
def bench_engines(
    game: Annotated[str, typer.Option("--game", help="The game.", metavar="GAME")],
    opponent: Annotated[
        str, typer.Option("--opponent", help="The engine's command; it speaks UCI, UGI or GTP.", metavar="COMMAND")
    ],
    level: Annotated[int | None, typer.Option("--level", help="The engine's own level.", metavar="L")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="Nodes for each of its moves.", min=1)] = None,
    agent: Annotated[str, typer.Option("--agent", help="Our player.", metavar="AGENT")] = "best",
    seconds: Annotated[float, typer.Option("--seconds", help="CPU seconds for each of our moves.", min=0.001)] = 1.0,
    games: Games = 20,
    openings: Annotated[str, typer.Option("--openings", help="Random first moves, as 2-6, or none.")] = "2-6",
    cap: Annotated[int, typer.Option("--cap", help="Longer games are ties.", min=1, metavar="MOVES")] = 400,
    option: Options = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder that keeps every game; run again to go on.", metavar="FOLDER")
    ] = None,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Play an engine of others at one of its levels, in pairs of games with seats changed; score with its interval."""
    from .._engines import bench_engines as run_engines

    run_engines(
        game, option, opponent,
        level=level, nodes=nodes, agent=agent, seconds=seconds, games=games, openings=openings, cap=cap, out=out,
        seed=seed, json=json,
    )  # fmt: skip


@bench.command(
    "kilothon",
    epilog="Example: petteia bench kilothon --conformance ../shared/conformance --seconds 0.1 --games 2 --out kilothon",
)
def bench_kilothon(
    conformance: Annotated[Path, typer.Option("--conformance", help="The set of games.", metavar="DIR")],
    out: Annotated[
        Path, typer.Option("--out", help="A folder that keeps what was played; run again to go on.", metavar="FOLDER")
    ],
    seconds: Annotated[float, typer.Option("--seconds", help="CPU seconds for each move of both.", min=0.001)] = 0.1,
    games: Annotated[int, typer.Option("--games", help="Games of each, seats changed.", min=1, metavar="N")] = 2,
    only: Annotated[str, typer.Option("--only", help="Only names or paths like this.", metavar="GLOB")] = "*",
    sample: Annotated[
        int | None, typer.Option("--sample", help="So many of them, drawn by the seed.", min=1, metavar="N")
    ] = None,
    calibrate: Annotated[
        float, typer.Option("--calibrate", help="CPU seconds of calibration before each.", min=0.0, metavar="S")
    ] = 0.0,
    limit: Annotated[float, typer.Option("--limit", help="Seconds that one may take.", min=1.0, metavar="S")] = 3600.0,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Play the best player against plain UCT in every game of a set, with equal time: the mean utility."""
    from .._kilothon import bench_kilothon as run_kilothon

    return run_kilothon(
        conformance, only,
        seconds=seconds, games=games, sample=sample, calibrate=calibrate, limit=limit, out=out, seed=seed, json=json,
    )  # fmt: skip


@bench.command("digests", epilog="Example: petteia bench digests --conformance ../shared/conformance --jobs 2")
def bench_digests(
    conformance: Annotated[
        list[Path] | None,
        typer.Option("--conformance", help="Also the games and variants of this set. Repeatable.", metavar="DIR"),
    ] = None,
    games: OnlyGames = "*",
    defs: Defs = None,
    keep: Annotated[
        Path, typer.Option("--keep", help="The folder that keeps digests and texts.", metavar="FOLDER")
    ] = Path("build/digests"),
    jobs: Jobs = 0,
    update: Annotated[bool, typer.Option("--update", help="Keep what is found now, to compare with later.")] = False,
    show: Annotated[
        str | None, typer.Option("--show", help="Print all that differs in this game.", metavar="GAME")
    ] = None,
    json: Json = False,
) -> int:
    """Tell which games a change of the code changes, at which stage from text to C; the first run only keeps."""
    from .._digests import bench_digests as run_digests

    return run_digests(conformance or [], games, defs or [], keep, jobs=jobs, update=update, show=show, json=json)
