"""All commands, with their arguments and help; what they do is imported when they run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from petteia.types import PlayoutChoice

from ._arguments import (
    Backend,
    Cap,
    Cluster,
    Defs,
    GameName,
    Jobs,
    Json,
    MoveIterations,
    MoveSeconds,
    Openings,
    Options,
    Out,
    Position,
    Resume,
    Ruleset,
    Seed,
)

_AGENT_HELP = "An agent: NAME[:key=value,...], such as uct:iterations=1000."

app = typer.Typer(
    name="petteia",
    help="Describe a board game; get a native engine for it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done, 1 a check failed, 2 wrong usage or input, 3 a defect of petteia.",
)


def _version(asked: bool) -> None:
    if asked:
        from petteia import __version__

        print(f"petteia {__version__}")
        raise typer.Exit


@app.callback()
def petteia(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Describe a board game; get a native engine for it."""


@app.command(epilog='Example: petteia games --search "mancala africa" --json')
def games(
    search: Annotated[
        str | None, typer.Option("--search", help="Words in name, kind or region; libraries, too.", metavar="WORDS")
    ] = None,
    json: Json = False,
) -> None:
    """List the bundled games, or search them and all libraries."""
    from ._games import list_games

    list_games(search, json=json)


library_app = typer.Typer(help="Folders and archives of descriptions, whose games are then found by name.")
app.add_typer(library_app, name="library", no_args_is_help=True)
LibraryPath = Annotated[Path, typer.Argument(help="A folder, a .zip or a .jar.", metavar="PATH")]


@library_app.command("add", epilog="Example: petteia library add ~/games.zip")
def library_add(path: LibraryPath) -> None:
    """Read a folder or an archive of descriptions, and remember what it holds."""
    from ._games import run_add

    run_add(path)


@library_app.command("list", epilog="Example: petteia library list --json")
def library_list(json: Json = False) -> None:
    """List the libraries."""
    from ._games import run_list

    run_list(json=json)


@library_app.command("remove", epilog="Example: petteia library remove ~/games.zip")
def library_remove(path: LibraryPath) -> None:
    """Forget a library; its files stay as they are."""
    from ._games import run_remove

    run_remove(path)


@app.command(epilog='Example: petteia show Hex --option "Board Size/7x7" --svg hex.svg')
def show(
    game: GameName,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    position: Position = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Also write the board to this file.", metavar="FILE")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", help="Also write the board to this picture.", metavar="FILE")
    ] = None,
    graphics: Annotated[
        bool, typer.Option("--graphics", help="List the graphics items of its metadata, and which are not obeyed.")
    ] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Tell the rules in English, made from the ludemes.")] = False,
    source: Annotated[bool, typer.Option("--source", help="Print the description as it is written.")] = False,
    players: Annotated[bool, typer.Option("--players", help="Show who plays it best, and why, instead.")] = False,
    calibrate: Annotated[
        float | None,
        typer.Option("--calibrate", help="First find out by self-play for so many CPU seconds.", min=1.0, metavar="S"),
    ] = None,
    json: Json = False,
) -> None:
    """Show a game: its board, its rules in words, its options; or the players that there are for it."""
    if players or calibrate is not None:
        from ._players import show_players

        show_players(game, option, ruleset, defs, calibrate=calibrate, json=json)
        return
    from ._show import show_game

    show_game(
        game, option, ruleset, defs,
        position=position, svg=svg, png=png, graphics=graphics, rules=rules, source=source, json=json,
    )  # fmt: skip


@app.command(epilog='Example: petteia new "Corner Race" --kind race')
def new(
    name: Annotated[str, typer.Argument(help="The name of the game; its file is NAME.lud.", metavar="NAME")],
    kind: Annotated[
        Literal["line", "connection", "race", "capture", "mancala"],
        typer.Option("--kind", help="What the game begins as."),
    ] = "line",
) -> None:
    """Write the description of a small game to begin with, with comments."""
    from ._new import write_new

    write_new(name, kind)


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
    from ._values import fit_game

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
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    position: Position = None,
    seat: Annotated[int, typer.Option("--seat", help="The seat you take; 0 lets the machine play all.", min=0)] = 1,
    seed: Seed = 0,
    backend: Backend = "native",
) -> None:
    """Play in the terminal against an agent: numbered or typed moves, hints, undo, quit."""
    from ._play import play_game

    if level is not None:
        against = f"best:level={level}"
    play_game(
        game, option, ruleset, defs, backend,
        against=against, iterations=iterations, seconds=seconds, position=position, seat=seat, seed=seed,
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
    from ._playouts import run_playouts

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
            help="Who searches: uct, puct, mast, grave, alphabeta, with settings as in uct:exploration=1.",
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
    from ._search import run_search

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
    from ._solve import generate_instances, solve_puzzle

    if generate:
        generate_instances(game, option, ruleset, defs, count=generate, clues=clues, seed=seed, json=json)
    else:
        solve_puzzle(game, option, ruleset, defs, steps=steps, states=states, seconds=seconds, json=json)


@app.command(epilog="Example: petteia measure Yavalath --level uct:200 --games 50")
def measure(
    game: GameName,
    defs: Defs = None,
    ruleset: Ruleset = None,
    option: Options = None,
    level: Annotated[
        str, typer.Option("--level", help="Who plays: random, uct:N with N iterations a move, or best.", metavar="WHO")
    ] = "random",
    games: Annotated[int | None, typer.Option("--games", help="How many games.", min=1, metavar="N")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Measure a game by play: length, balance, decisions, drama, skill; a verdict in words, and warnings."""
    from ._measure import run_measure

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
    level: Annotated[
        str, typer.Option("--level", help="Who plays: random, uct:N with N iterations a move, or best.", metavar="WHO")
    ] = "random",
    count: Annotated[int | None, typer.Option("--games", help="How many games of each.", min=1, metavar="N")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Also write a page.", metavar="FILE")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Compare games, rulesets or options: measures, differences with intervals, what differs in the rules."""
    from ._compare import run_comparison

    run_comparison(
        games, option, defs, rulesets=rulesets, level=level, games=count, seed=seed, page=html, json=json
    )  # fmt: skip


@app.command(epilog='Example: petteia study lost.lud --complete --library games/ --budget 600 --out lost')
def study(
    files: Annotated[list[Path], typer.Argument(help="Descriptions.", metavar="FILE...")],
    complete: Annotated[bool, typer.Option("--complete", help="Fill the holes of incomplete rule sets.")] = False,
    variants: Annotated[
        bool, typer.Option("--vary", help="Change numbers and parts of complete games, and tell what each change does.")
    ] = False,
    wish: Annotated[
        str, typer.Option("--wish", help="What variants shall be, as the default.", metavar="TEXT")
    ] = "balanced, few draws, decisions",
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
        list[str] | None, typer.Option("--leave-out", help="Do not weigh place, time or culture. Repeatable.")
    ] = None,
    budget: Annotated[float, typer.Option("--budget", help="CPU seconds a file.", min=1.0, metavar="SECONDS")] = 600.0,
    candidates: Annotated[
        int, typer.Option("--candidates", help="Try at most so many.", min=1, metavar="N")
    ] = 600,
    out: Out = None,
    resume: Resume = False,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Study rule sets: complete what is lost, from rule sets at hand, and weigh the completions by play."""
    if complete == variants:
        raise typer.BadParameter("say what to study: --complete, or --vary")
    from ._study import run_completion, run_variation

    if variants:
        run_variation(
            files, ruleset, defs, wish=wish, level=level, most=candidates, out=out, jobs=jobs, cluster=cluster,
            seed=seed, json=json,
        )  # fmt: skip
        return

    run_completion(
        files, ruleset, defs, library, evidence=evidence, leave_out=leave_out or (), budget=budget, most=candidates,
        out=out, resume=resume, jobs=jobs, cluster=cluster, seed=seed, json=json,
    )  # fmt: skip


@app.command(epilog="Example: petteia match Breakthrough uct:iterations=1000 mast:iterations=1000 --games 40")
def match(
    game: GameName,
    a: Annotated[str, typer.Argument(help=_AGENT_HELP, metavar="A")],
    b: Annotated[str, typer.Argument(help="The agent it plays.", metavar="B")],
    games: Annotated[int, typer.Option("--games", help="How many games.", min=1, metavar="N")] = 100,
    openings: Openings = "2-6",
    seconds: MoveSeconds = None,
    iterations: MoveIterations = None,
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
    from ._match import run_match

    run_match(
        game, option, ruleset, defs, (a, b),
        games=games, openings=openings, iterations=iterations, seconds=seconds, cap=cap, sprt=sprt,
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
    from ._match import run_tournament

    run_tournament(
        game, option, ruleset, defs, agents,
        games=games, openings=openings, iterations=iterations, seconds=seconds, cap=cap,
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
    from ._replay import Pictures
    from ._replay import replay as show

    show(folder, number, Pictures(html, png, gif, dark), json=json)


@app.command(epilog="Example: petteia ugi Hex --agent uct   (then: go movetime 1000)")
def ugi(
    game: Annotated[str, typer.Argument(help="The game to begin with.", metavar="GAME")] = "Tic-Tac-Toe",
    agent: Annotated[str, typer.Option("--agent", help=_AGENT_HELP, metavar="AGENT")] = "uct",
) -> None:
    """Speak the Universal Game Interface (a superset of UCI) on standard input and output."""
    from petteia.interop.ugi import serve

    serve(game, agent)


@app.command(epilog='Example: echo \'{"id": 1, "game": "Hex", "seconds": 1}\' | petteia analyse --jsonl')
def analyse(
    jsonl: Annotated[bool, typer.Option("--jsonl", help="Queries and answers as lines of JSON.")] = True,
) -> None:
    """Answer queries about positions, one a line with an id, until standard input ends."""
    from petteia.interop.jsonl import serve

    raise typer.Exit(1 if serve() else 0)


@app.command(epilog="Example: petteia mcp   (as the command of a server in the settings of an assistant)")
def mcp() -> None:
    """Serve games to assistants by the Model Context Protocol, on standard input and output."""
    from petteia.interop.mcp import make_server

    make_server().run()


@app.command(epilog="Example: petteia lsp   (as the command of a language server for .lud files)")
def lsp(defs: Defs = None) -> None:
    """Serve editors by the Language Server Protocol: mistakes, completion, meanings, layout."""
    from petteia.interop.lsp import make_server

    make_server(defs or ()).start_io()


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
    from ._why import explain_move

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


@app.command(epilog="Example: petteia doctor --json")
def doctor(json: Json = False) -> None:
    """Tell what is installed, in which version, and whether it works."""
    from ._doctor import diagnose

    raise typer.Exit(diagnose(json=json))


@app.command("format", epilog="Example: petteia format mine.lud --check")
def format_files(
    files: Annotated[list[str], typer.Argument(help="Descriptions; - reads one and prints it.", metavar="FILE...")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit with 1 if a file would change.")] = False,
) -> None:
    """Lay out descriptions in one way: comments are kept, the meaning stays."""
    from ._format import format_descriptions

    raise typer.Exit(format_descriptions(files, check=check))


@app.command(epilog="Example: petteia inspect Tic-Tac-Toe --stage c")
def inspect(
    game: GameName,
    stage: Annotated[
        Literal["text", "tree", "ludemes", "ir", "board", "c", "build", "theory", "network"],
        typer.Option("--stage", help="Which product on the way from text to library."),
    ] = "text",
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    passes: Annotated[
        bool, typer.Option("--passes/--no-passes", help="For ir and c: after the passes or before.")
    ] = True,
    feature: Annotated[
        str | None, typer.Option("--feature", help="For network: of which feature.", metavar="NAME")
    ] = None,
    json: Json = False,
) -> None:
    """Print what becomes of a description at each stage of its road to native code, or to clauses and networks."""
    if stage in ("theory", "network"):
        from ._arguments import load_game
        from ._evaluate import show_network, show_theory

        loaded = load_game(game, option, ruleset, defs, build="quick")
        if stage == "theory":
            show_theory(loaded, json=json)
        else:
            show_network(loaded, feature, json=json)
        return
    from ._inspect import inspect_game

    inspect_game(game, stage, option, ruleset, defs, passes=passes, json=json)


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

    from ._arguments import load_game
    from ._evaluate import check_game, evaluate_position, learn_and_save

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
    from ._reproduce import Terms, list_experiments, run_experiment

    if experiment is None:
        list_experiments(json=json)
    else:
        run_experiment(experiment, Terms(seed, size, keep), out, json=json)


@app.command(epilog="Example: petteia grammar step")
def grammar(
    words: Annotated[list[str] | None, typer.Argument(help="Only the forms of these keywords.", metavar="WORD")] = None,
    json: Json = False,
) -> None:
    """Print the grammar of the language: every ludeme with its arguments and its meaning in a line."""
    from ._grammar import show_grammar

    show_grammar(words or [], json=json)


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
    from ._learn import run_learn

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
    from ._learn import run_prune

    run_prune(
        run, keep=keep, games=games, out=out, evaluate=evaluate, evaluation_games=evaluation_games, seconds=seconds,
        json=json, resume=resume, jobs=jobs, cluster=cluster, seed=seed,
    )  # fmt: skip


@app.command(epilog='Example: petteia explain hex7 --top 5; petteia explain hex7 --position "24=1 | m=2"')
def explain(
    run: RunFolder,
    top: Annotated[int, typer.Option("--top", help="The features with the largest weights.", min=1, metavar="N")] = 10,
    games: Annotated[
        int | None, typer.Option("--games", help="As it stood after so many games.", min=0, metavar="N")
    ] = None,
    position: Position = None,
    move: Annotated[
        str | None, typer.Option("--move", help="The move to explain; else the likeliest.", metavar="MOVE")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write the page about the run.", metavar="FILE")] = None,
    json: Json = False,
) -> None:
    """Say what a run or an evaluation has learned, in words and drawings, or why a run likes a move."""
    from ._explain import explain as explain_run

    explain_run(run, top=top, games=games, position=position, move=move, html=html, json=json)


@app.command(epilog='Example: petteia conformance ../shared/conformance --only "*/Hex.lud" --jobs 2')
def conformance(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder with games, def, traces, variants.", metavar="DIR")
    ] = None,
    only: Annotated[str, typer.Option("--only", help="Only paths or names like this.", metavar="GLOB")] = "*",
    jobs: Annotated[int, typer.Option("--jobs", help="Processes; 0 for one a core.", min=0, metavar="N")] = 0,
    games: Annotated[Path | None, typer.Option("--games", help="The folder of descriptions.", metavar="DIR")] = None,
    defs: Annotated[Path | None, typer.Option("--defs", help="The folder of defines.", metavar="DIR")] = None,
    traces: Annotated[Path | None, typer.Option("--traces", help="The folder of recorded play.", metavar="DIR")] = None,
    limit: Annotated[float, typer.Option("--limit", help="Seconds a game may take.", min=1.0, metavar="S")] = 300.0,
    backend: Backend = "native",
    exercised: Annotated[
        bool, typer.Option("--exercised", help="Tell instead which forms and arguments the recorded games have.")
    ] = False,
    json: Json = False,
) -> int:
    """Replay recorded play of many games and tell where ours differs."""
    from ._conformance import run_conformance, run_exercised

    if exercised:
        return run_exercised(folder, only, games, defs, traces, json=json)
    return run_conformance(folder, only, jobs, games, defs, traces, limit=limit, backend=backend, json=json)


bench = typer.Typer(help="Measure Petteia on this machine.", no_args_is_help=True)
app.add_typer(bench, name="bench")


@bench.command("playouts", epilog='Example: petteia bench playouts --games "H*" --seconds 2 --out speed')
def bench_playouts(
    descriptions: Annotated[
        list[Path] | None,
        typer.Argument(help="Descriptions, or folders of them; by default the bundled games.", metavar="PATH"),
    ] = None,
    games: Annotated[str, typer.Option("--games", help="Only names or paths like this.", metavar="GLOB")] = "*",
    conformance: Annotated[
        Path | None, typer.Option("--conformance", help="Also the games of this set.", metavar="DIR")
    ] = None,
    defs: Defs = None,
    seconds: Annotated[
        float, typer.Option("--seconds", help="CPU seconds for each way of each game.", min=0.01, metavar="S")
    ] = 1.0,
    max_moves: Annotated[int, typer.Option("--max-moves", help="Cut a playout after so many.", min=1)] = 2000,
    limit: Annotated[float, typer.Option("--limit", help="Seconds a game may take.", min=1.0, metavar="S")] = 300.0,
    jobs: Annotated[int, typer.Option("--jobs", help="Processes; 0 for one a core.", min=0, metavar="N")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="A folder for results, table and figures; run again to go on.", metavar="FOLDER"),
    ] = None,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Compare the best way of playouts with listing all moves: speed-ups and lengths, for every game."""
    from ._bench import bench_playouts as run_bench

    return run_bench(
        descriptions or [], games, conformance, defs or [],
        seconds=seconds, max_moves=max_moves, limit=limit, jobs=jobs, out=out, seed=seed, json=json,
    )  # fmt: skip


@bench.command("pictures", epilog="Example: petteia bench pictures --out sheet.html --sample 60 --dark")
def bench_pictures(
    descriptions: Annotated[
        list[Path] | None,
        typer.Argument(help="Descriptions, or folders of them; by default the bundled games.", metavar="PATH"),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="The page to write.", metavar="FILE")] = Path("sheet.html"),
    games: Annotated[str, typer.Option("--games", help="Only names or paths like this.", metavar="GLOB")] = "*",
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
    from ._bench import bench_pictures as run_pictures

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
    games: Annotated[int, typer.Option("--games", help="How many games.", min=1, metavar="N")] = 20,
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
    from ._engines import bench_engines as run_engines

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
    from ._kilothon import bench_kilothon as run_kilothon

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
    games: Annotated[str, typer.Option("--games", help="Only names or paths like this.", metavar="GLOB")] = "*",
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
    from ._digests import bench_digests as run_digests

    return run_digests(conformance or [], games, defs or [], keep, jobs=jobs, update=update, show=show, json=json)
