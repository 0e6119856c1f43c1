"""The root command, to which every module of commands adds its own."""

from __future__ import annotations

from typing import Annotated

import typer

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
