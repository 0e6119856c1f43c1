"""Commands that serve other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from .._arguments import Defs
from .._root import app

_AGENT_HELP = "An agent: NAME[:key=value,...], such as uct:iterations=1000."


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
