"""Commands about descriptions: list, search, show, write, check and inspect games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from .._arguments import Defs, GameName, Json, Options, Position, Ruleset, Svg
from .._root import app


@app.command(epilog='Example: petteia games --search "mancala africa" --json')
def games(
    search: Annotated[
        str | None, typer.Option("--search", help="Words in name, kind or region; libraries, too.", metavar="WORDS")
    ] = None,
    json: Json = False,
) -> None:
    """List the bundled games, or search them and all libraries."""
    from .._games import list_games

    list_games(search, json=json)


library_app = typer.Typer(help="Folders and archives of descriptions, whose games are then found by name.")
app.add_typer(library_app, name="library", no_args_is_help=True)
LibraryPath = Annotated[Path, typer.Argument(help="A folder, a .zip or a .jar.", metavar="PATH")]


@library_app.command("add", epilog="Example: petteia library add ~/games.zip")
def library_add(path: LibraryPath) -> None:
    """Read a folder or an archive of descriptions, and remember what it holds."""
    from .._games import run_add

    run_add(path)


@library_app.command("list", epilog="Example: petteia library list --json")
def library_list(json: Json = False) -> None:
    """List the libraries."""
    from .._games import run_list

    run_list(json=json)


@library_app.command("remove", epilog="Example: petteia library remove ~/games.zip")
def library_remove(path: LibraryPath) -> None:
    """Forget a library; its files stay as they are."""
    from .._games import run_remove

    run_remove(path)


@app.command(epilog='Example: petteia show Hex --option "Board Size/7x7" --svg hex.svg')
def show(
    game: GameName,
    option: Options = None,
    ruleset: Ruleset = None,
    defs: Defs = None,
    position: Position = None,
    svg: Svg = None,
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
        from .._players import show_players

        show_players(game, option, ruleset, defs, calibrate=calibrate, json=json)
        return
    from .._show import show_game

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
    from .._new import write_new

    write_new(name, kind)


@app.command(epilog="Example: petteia check mine.lud")
def check(
    games: Annotated[list[str], typer.Argument(help="Descriptions by path or by name.", metavar="GAME...")],
    defs: Defs = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 for warnings, too.")] = False,
    json: Json = False,
) -> None:
    """Tell the first mistake of descriptions, and warn of what surely is not meant: what is there and never used."""
    from .._check import check_descriptions

    raise typer.Exit(check_descriptions(games, defs or [], strict=strict, json=json))


@app.command(epilog="Example: petteia doctor --json")
def doctor(json: Json = False) -> None:
    """Tell what is installed, in which version, and whether it works."""
    from .._doctor import diagnose

    raise typer.Exit(diagnose(json=json))


@app.command("format", epilog="Example: petteia format mine.lud --check")
def format_files(
    files: Annotated[list[str], typer.Argument(help="Descriptions; - reads one and prints it.", metavar="FILE...")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit with 1 if a file would change.")] = False,
) -> None:
    """Lay out descriptions in one way: comments are kept, the meaning stays."""
    from .._format import format_descriptions

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
        from .._arguments import load_game
        from .._evaluate import show_network, show_theory

        loaded = load_game(game, option, ruleset, defs, build="quick")
        if stage == "theory":
            show_theory(loaded, json=json)
        else:
            show_network(loaded, feature, json=json)
        return
    from .._inspect import inspect_game

    inspect_game(game, stage, option, ruleset, defs, passes=passes, json=json)


@app.command(epilog="Example: petteia grammar line")
def grammar(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Only what all these words fit, by name or meaning.", metavar="WORD"),
    ] = None,
    json: Json = False,
) -> None:
    """Print the grammar, or search it: ludemes, words and defines with their meaning, and uses in bundled games."""
    from .._grammar import show_grammar

    show_grammar(words or [], json=json)
