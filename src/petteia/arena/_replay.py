"""Games that were kept, looked at again: the game of a folder, and a trial as frames for the viewer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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


def frames(trial: Trial, game: Game, *, value: Callable[[State], float | None] | None = None) -> Iterator[Frame]:
    """The positions of a trial with what happened, for `petteia.draw.game_viewer`; `value` says what each is worth."""
    opened = int(trial.notes.get("opening", 0))
    agents = trial.notes.get("agents", ())
    before: State | None = None
    for number, state in enumerate(trial.replay(game)):
        short = ""
        if before is None:
            caption = "The start"
        else:
            player = before.players_by_seat[before.mover - 1]
            who = "the opening" if number <= opened else f"{agents[player - 1]}" if agents else ""
            short = spoken(game, Move.parse(trial.moves[number - 1]))
            caption = f"Move {number}: player {before.mover} plays {short}{f' ({who})' if who else ''}"
        if state.over:
            caption += f". The end: {outcome(state)}"
        yield Frame(caption, state.svg(still=True), short, value(state) if value else None)
        before = state


def searched_value(iterations: int, seed: int = 0) -> Callable[[State], float | None]:
    """A function that says what a position of a game of two is worth to the first player, by a short search."""
    from petteia.search import UCT

    agent = UCT(iterations=iterations, seed=seed)

    def value(state: State) -> float | None:
        if state.game.players != 2:
            return None
        if state.over:
            return state.returns[0]
        found = agent.analyse(state.copy())
        visits = sum(one.visits for one in found.candidates)
        mean = sum(one.value * one.visits for one in found.candidates) / max(visits, 1)  # the best alone is too hopeful
        worth = {"win": 1.0, "loss": -1.0, "draw": 0.0}.get(found.best.proven or "", mean)
        return worth if state.players_by_seat[state.mover - 1] == 1 else -worth

    return value


def outcome(state: State) -> str:
    """How a game ended, in words."""
    return "nobody wins" if state.winner is None else f"player {state.winner} wins"
