"""A Model Context Protocol server: assistants list, read, play, analyse and check games (extra `protocols`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from petteia.errors import PetteiaError
from petteia.game import game_names
from petteia.lang import assist
from petteia.lang.suspicions import find_warnings

from ._session import analysis_data, label, load_named, state_at
from ._thinking import Limits, think

_MOST_SECONDS = 30.0
_INSTRUCTIONS = (
    "Board games in the ludemic language. A game is a bundled name (see list_games) or the whole text of a "
    "description. Moves are FROM>TO by site number, or the labels players use, such as A2-B3."
)


def make_server() -> Any:
    """The server with its tools; without the package of the protocol an error says how to get it."""
    try:
        from mcp.server.mcpserver import MCPServer
    except ImportError:
        raise PetteiaError("this needs the package mcp: pip install 'petteia[protocols]'") from None
    from petteia import __version__

    server = MCPServer("petteia", instructions=_INSTRUCTIONS, version=__version__, log_level="ERROR")
    for tool in (list_games, show_game, legal_moves, play_moves, analyse_position, explain_word, check_description):
        server.tool()(_telling(tool))
    return server


def _telling(tool: Callable[..., Any]) -> Callable[..., Any]:
    """A tool whose errors are told to the client: those of any other kind are kept from it, as crashes."""
    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(tool)
    def told(*args: Any, **named: Any) -> Any:
        try:
            return tool(*args, **named)
        except (PetteiaError, OSError) as error:
            raise ToolError(" ".join(str(error).split())) from None

    return told


def list_games() -> list[str]:
    """The names of the bundled games."""
    return list(game_names())


def show_game(game: str, options: list[str] | None = None) -> dict[str, Any]:
    """A game: its players, its options, its rules in words where it has them, and its start as a text board."""
    loaded = load_named(_named(game), tuple(options or ()))
    start = loaded.start()
    return {
        "name": loaded.name,
        "players": loaded.players,
        "options": [f"{one.heading}/{item}" for one in loaded.facts.options for item in one.items],
        "board": str(start),
        "position": start.text,
    }


def legal_moves(
    game: str, moves: list[str] | None = None, position: str | None = None, options: list[str] | None = None
) -> list[dict[str, str]]:
    """The legal moves after some moves from the start or from a position, with the labels players use."""
    state = state_at(load_named(_named(game), tuple(options or ())), position, moves or ())
    return [{"move": str(one), "label": label(state.game, one)} for one in state.legal_moves()]


def play_moves(
    game: str, moves: list[str], position: str | None = None, options: list[str] | None = None, seed: int = 0
) -> dict[str, Any]:
    """The position after some moves: the board as text, whose turn it is, and the result if the game is over."""
    state = state_at(load_named(_named(game), tuple(options or ())), position, moves, seed)
    over = state.over
    return {
        "board": str(state),
        "position": state.text,
        "mover": state.mover,
        "over": over,
        "winner": state.winner if over else None,
        "returns": list(state.returns) if over else None,
    }


def analyse_position(
    game: str,
    moves: list[str] | None = None,
    position: str | None = None,
    options: list[str] | None = None,
    seconds: float = 1.0,
    agent: str = "uct",
) -> dict[str, Any]:
    """The best moves of a position by a search of at most 30 seconds: values from -1 (lost) to 1 (won)."""
    if not 0 < seconds <= _MOST_SECONDS:
        raise PetteiaError(f"seconds lie above 0 and are at most {_MOST_SECONDS:g}")
    state = state_at(load_named(_named(game), tuple(options or ())), position, moves or ())
    if state.over:
        raise PetteiaError("the game is over: there is nothing to search")
    return analysis_data(think(agent, state, Limits(seconds=seconds)), seconds, most=10)


def explain_word(word: str) -> str:
    """The forms and the meaning of a ludeme of the language, such as `move` or `slide`."""
    found = assist.meaning(f"({word.strip('()')}", 1)
    if found is None:
        raise PetteiaError(f"there is no ludeme {word[:40]!r}")
    return found[1]


def check_description(text: str) -> dict[str, Any]:
    """The first mistake of a description with its place, or what random play of it looks like."""
    mistake = assist.find_mistake(text)
    if mistake is not None:
        return {"ok": False, "mistake": str(mistake)}
    try:
        done = load_named(_named(text)).playouts(100, seed=1, max_moves=1000)
    except PetteiaError as error:
        return {"ok": False, "mistake": str(error)}
    warnings = [str(one) for one in find_warnings(text)]
    played = {"random_games": done.playouts, "mean_length": done.mean_length, "unfinished": done.unfinished}
    return {"ok": True, "warnings": warnings, **played}


def _named(game: str) -> str:
    """A bundled name or a text; a client of this server never names files."""
    if game in game_names() or game.lstrip().startswith("("):
        return game
    from difflib import get_close_matches

    near = get_close_matches(game, game_names(), n=1)
    raise PetteiaError(f"no game is called {game[:60]!r}" + (f"; did you mean {near[0]}?" if near else ""))
