"""Commands that play or reason about one position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from petteia.types import PlayoutChoice

from .._arguments import Backend, Defs, GameClock, GameName, Json, Options, Position, Ruleset, Seed
from .._root import app


@app.command(epilog="Example: petteia values Chess --seconds 60")
def values(
    game: GameName,
    seconds: Annotated[float, typer.Option("--seconds", help="CPU seconds of self-play.", min=0.1, metavar="S")] = 60.0,
    nodes: Annotated[int, typer.Option("--nodes", help="Positions searched for each move.", min=1)] = 1000,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A file for them, instead of the cache.", metavar="FILE")
    ] = None,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Find out by self-play what each piece is worth on each site; the best player then uses it."""
    from .._values import fit_game

    fit_game(game, option, ruleset, defs, seconds=seconds, nodes=nodes, seed=seed, out=out, json=json)


@app.command(epilog="Example: petteia play Breakthrough --level easy; petteia play Chess --seconds 2 --seat 2")
def play(
    game: GameName,
    against: Annotated[str, typer.Option("--against", help="The agent you play.", metavar="AGENT")] = "best",
    level: Annotated[
        str | None,
        typer.Option("--level", help="How well it plays: beginner, easy, medium, strong, strongest.", metavar="LEVEL"),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="CPU seconds for each of its moves.", min=0.001, metavar="S")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", help="Iterations for each of its moves.", min=1, metavar="N")
    ] = None,
    clock: GameClock = None,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    position: Position = None,
    seat: Annotated[int, typer.Option("--seat", help="The seat you take; 0 lets the machine play all.", min=0)] = 1,
    seed: Seed = 0,
    backend: Backend = "native",
) -> None:
    """Play in the terminal against an agent: numbered or typed moves, hints, undo, quit."""
    from .._play import play_game

    if level is not None:
        against = f"best:level={level}"
    play_game(
        game, option, ruleset, defs, backend,
        against=against, iterations=iterations, seconds=seconds, clock=clock, position=position,
        seat=seat, seed=seed,
    )  # fmt: skip


@app.command(epilog="Example: petteia playouts Hex --seconds 2 --json")
def playouts(
    game: GameName,
    count: Annotated[int | None, typer.Option("--count", help="How many playouts.", min=1, metavar="N")] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="CPU seconds to play.", min=0.0, metavar="S")
    ] = None,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    position: Position = None,
    playout: Annotated[
        PlayoutChoice,
        typer.Option("--playout", help="How to sample moves: the best way, all listed each turn, or one by its name."),
    ] = "auto",
    max_moves: Annotated[int, typer.Option("--max-moves", help="Cut a playout after so many.", min=1)] = 2**32 - 1,
    seed: Seed = 0,
    backend: Backend = "native",
    json: Json = False,
) -> None:
    """Play games of uniformly random moves and tell how fast it went."""
    from .._playouts import run_playouts

    run_playouts(
        game, option, ruleset, defs, backend,
        count=count, seconds=seconds, seed=seed, max_moves=max_moves, playout=playout, position=position, json=json,
    )  # fmt: skip


@app.command(epilog='Example: petteia search "Connect Four" --agent alphabeta --seconds 2 --json')
def search(
    game: GameName,
    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            help="Who searches: uct, puct, mast, grave, alphabeta, proof, with settings as in uct:exploration=1.",
            metavar="TEXT",
        ),
    ] = "uct",
    iterations: Annotated[
        int | None, typer.Option("--iterations", help="How many iterations.", min=1, metavar="N")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="CPU seconds to search; 1 by default.", min=0.001, metavar="S")
    ] = None,
    wall: Annotated[float | None, typer.Option("--wall", help="Seconds by the clock.", min=0.001, metavar="S")] = None,
    threads: Annotated[int, typer.Option("--threads", help="Threads on one tree.", min=1, metavar="N")] = 1,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    position: Position = None,
    plain: Annotated[bool, typer.Option("--plain", help="Upper bounds alone, without proofs of wins.")] = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Search a position: the best move, its value, the visits of each move, and the line that follows."""
    from .._search import run_search

    run_search(
        game, option, ruleset, defs, agent=agent, position=position, iterations=iterations, seconds=seconds,
        wall=wall, threads=threads, plain=plain, seed=seed, json=json,
    )  # fmt: skip


@app.command(epilog="Examples: petteia solve sudoku.lud --steps; petteia solve sudoku.lud --generate 3 --seed 7 --json")
def solve(
    game: GameName,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    steps: Annotated[bool, typer.Option("--steps", help="Tell every deduction.")] = False,
    states: Annotated[
        int, typer.Option("--states", help="Planning puzzles: give up after so many positions.", min=1, metavar="N")
    ] = 200_000,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Planning puzzles: give up after so long.", min=0.1, metavar="S")
    ] = None,
    generate: Annotated[
        int, typer.Option("--generate", help="Make so many instances with one solution instead.", min=0, metavar="N")
    ] = 0,
    clues: Annotated[
        int, typer.Option("--clues", help="Instances keep at least so many given values.", min=0, metavar="N")
    ] = 0,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Solve a puzzle for one: a solution, whether it is the only one, and how hard it is to find."""
    from .._solve import generate_instances, solve_puzzle

    if generate:
        generate_instances(game, option, ruleset, defs, count=generate, clues=clues, seed=seed, json=json)
    else:
        solve_puzzle(game, option, ruleset, defs, steps=steps, states=states, seconds=seconds, json=json)


@app.command(epilog='Example: petteia why Chess --move E1-E3; petteia why Tic-Tac-Toe --position "4=1 | m=2" --move B2')
def why(
    game: GameName,
    move: Annotated[str, typer.Option("--move", help="The move: 12>28, or by labels, E2-E4.", metavar="MOVE")],
    position: Position = None,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Say which rule forbids a move, or which ones it rests on, with their places in the description."""
    from .._why import explain_move

    explain_move(game, option, ruleset, defs, position=position, move=move, seed=seed, json=json)


@app.command(epilog="Example: petteia studio Hex --no-browser --port 8321")
def studio(
    game: Annotated[str | None, typer.Argument(help="The game to open; else the library.", metavar="GAME")] = None,
    port: Annotated[int, typer.Option("--port", help="Where to listen; 0 takes any.", min=0, max=65535)] = 8321,
    host: Annotated[
        str | None, typer.Option("--host", help="Also for other machines, by a token.", metavar="ADDRESS")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    folder: Annotated[
        list[Path] | None,
        typer.Option("--folder", help="Games of a folder, or of an archive. Repeatable.", metavar="DIR"),
    ] = None,
) -> None:
    """Open the studio in the browser: play, analyse, ask why, write games."""
    from petteia.studio import serve

    serve(game, port=port, host=host, browser=browser, folders=folder or [])
