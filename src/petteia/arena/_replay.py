"""Games that were kept, looked at again: the game of a folder, and a trial as frames for the viewer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from petteia.draw import Frame
from petteia.errors import PetteiaError
from petteia.game import Game, Move, State, load, spoken
from petteia.game.trials import Trial


def game_of_folder(folder: str | Path) -> Game:
    """The game that a folder of a match or tournament is about, from what it wrote down."""
    file = Path(folder) / "match.json"
    if not file.is_file():
        raise PetteiaError(f"{folder} holds no match: there is no {file.name} in it")
    agreed = json.loads(file.read_text(encoding="utf-8"))
    return load(
        agreed["description"], options=agreed["options"], ruleset=agreed["ruleset"], defs=agreed.get("defs", ())
    )


def frames(trial: Trial, game: Game) -> Iterator[Frame]:
    """The positions of a trial with what happened, for `petteia.draw.game_viewer`."""
    opened = int(trial.notes.get("opening", 0))
    agents = trial.notes.get("agents", ())
    before: State | None = None
    for number, state in enumerate(trial.replay(game)):
        if before is None:
            caption = "The start"
        else:
            player = before.players_by_seat[before.mover - 1]
            who = "the opening" if number <= opened else f"{agents[player - 1]}" if agents else ""
            words = f"player {before.mover} plays {spoken(game, Move.parse(trial.moves[number - 1]))}"
            caption = f"Move {number}: {words}{f' ({who})' if who else ''}"
        if state.over:
            caption += f". The end: {outcome(state)}"
        yield Frame(caption, state.svg())
        before = state


def outcome(state: State) -> str:
    """How a game ended, in words."""
    return "nobody wins" if state.winner is None else f"player {state.winner} wins"
