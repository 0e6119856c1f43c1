"""Arguments that several commands share, and loading the game that they name."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from petteia.types import BuildChoice, PlayoutChoice

if TYPE_CHECKING:
    from petteia.game import Game

GameName = Annotated[str, typer.Argument(help="A bundled name, or the path of a description.", metavar="GAME")]
Options = Annotated[
    list[str] | None, typer.Option("--option", help='Choose an option: "Heading/Item". Repeatable.', metavar="TEXT")
]
Ruleset = Annotated[str | None, typer.Option("--ruleset", help="Choose a ruleset by its name.", metavar="TEXT")]
Defs = Annotated[
    list[Path] | None, typer.Option("--defs", help="A further folder of defines. Repeatable.", metavar="DIR")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of all that is random.", metavar="N")]
Backend = Annotated[
    Literal["native", "interpreter"],
    typer.Option("--backend", help="What plays: native code, or the slow interpreter."),
]
Position = Annotated[
    str | None, typer.Option("--position", help='Begin at this position: "4=1 | m=2".', metavar="TEXT")
]
Openings = Annotated[
    str,
    typer.Option("--openings", help="Random first moves (2-6), none, or a file with one a line.", metavar="WHICH"),
]
MoveSeconds = Annotated[
    float | None,
    typer.Option("--seconds", help="CPU seconds a move, for agents that do not say.", min=0.0001, metavar="S"),
]
MoveIterations = Annotated[
    int | None,
    typer.Option("--iterations", help="Iterations a move, for agents that do not say.", min=1, metavar="N"),
]
GameClock = Annotated[
    str | None,
    typer.Option(
        "--clock", help="CPU seconds an agent has for a game, and how many each move adds: 60+1.", metavar="S[+S]"
    ),
]
Cap = Annotated[int | None, typer.Option("--cap", help="Longer games are ties.", min=1, metavar="MOVES")]
Out = Annotated[Path | None, typer.Option("--out", help="A folder that keeps all results.", metavar="FOLDER")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what the folder holds.")]
Jobs = Annotated[int, typer.Option("--jobs", help="Processes; 0 for one a core.", min=0, metavar="N")]
Cluster = Annotated[
    str | None, typer.Option("--cluster", help="The address of a Dask scheduler to use instead.", metavar="ADDRESS")
]

Svg = Annotated[Path | None, typer.Option("--svg", help="Also write the board to this file.", metavar="FILE")]
Page = Annotated[Path | None, typer.Option("--html", help="Also write a page.", metavar="FILE")]
Level = Annotated[
    str, typer.Option("--level", help="Who plays: random, uct:N with N iterations a move, or best.", metavar="WHO")
]
Games = Annotated[int, typer.Option("--games", help="How many games.", min=1, metavar="N")]
OnlyGames = Annotated[str, typer.Option("--games", help="Only names or paths like this.", metavar="GLOB")]
Descriptions = Annotated[
    list[Path] | None,
    typer.Argument(help="Descriptions, or folders of them; by default the bundled games.", metavar="PATH"),
]
TimeLimit = Annotated[float, typer.Option("--limit", help="Seconds a game may take.", min=1.0, metavar="S")]


def load_game(
    name: str,
    options: Sequence[str] | None = None,
    ruleset: str | None = None,
    defs: Sequence[Path] | None = None,
    backend: Literal["native", "interpreter"] = "native",
    playout: PlayoutChoice = "auto",
    build: BuildChoice = "full",
) -> Game:
    """The game that arguments name; whoever waits for a build sees it."""
    from petteia.game import load

    path, chosen, folders = path_or_name(name), options or (), defs or ()
    with working(f"building {Path(name).stem}"):
        return load(path, options=chosen, ruleset=ruleset, defs=folders, backend=backend, playout=playout, build=build)


def path_or_name(name: str) -> str | Path:
    """A name or a path: the shell never gives the text of a description."""
    return Path(name) if "/" in name or name.endswith(".lud") or name.lstrip().startswith("(") else name


@contextmanager
def working(what: str) -> Iterator[None]:
    """A line that turns while something takes its time, in a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
