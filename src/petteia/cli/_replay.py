"""`petteia replay`: games that a match kept, listed, shown move by move, or as a page."""

from __future__ import annotations

import json as json_form
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.game import Game, Move, spoken
from petteia.game.trials import Trial, read_trials


def replay(folder: Path, number: int | None, html: Path | None, *, json: bool) -> None:
    """Lists the games of a folder, or shows one of them."""
    from petteia.arena import game_of_folder

    game = game_of_folder(folder)
    trials = sorted(read_trials(folder / "games.jsonl"), key=lambda trial: trial.notes["key"])
    if number is None and html is None:
        _list(trials, json)
        return
    number = number or 1
    if number > len(trials):
        raise PetteiaError(f"{folder} has games 1 to {len(trials)}, not {number}")
    trial = trials[number - 1]
    if html is not None:
        _write(game, trial, html)
    elif json:
        print(json_form.dumps(trial.to_json()))
    else:
        _show(game, trial)


def _list(trials: list[Trial], json: bool) -> None:
    if json:
        print(json_form.dumps([trial.to_json() for trial in trials]))
        return
    wide = max((len(" - ".join(trial.notes["agents"])) for trial in trials), default=0)
    for number, trial in enumerate(trials, 1):
        players = " - ".join(trial.notes["agents"])
        got = " ".join(f"{value:g}" for value in trial.returns) if trial.finished else "unfinished"
        print(f"{number:>5}  {players:<{wide}}  {len(trial.moves):>4} moves  {got}")


def _show(game: Game, trial: Trial) -> None:
    for state, move in zip(trial.replay(game), [*trial.moves, None], strict=True):
        print(state)
        if move is not None:
            print(f"\nplayer {state.mover} plays {spoken(game, Move.parse(move))}\n")


def _write(game: Game, trial: Trial, html: Path) -> None:
    from petteia.arena import frames
    from petteia.draw import game_viewer, page

    title = f"{game.name}: {' - '.join(trial.notes['agents'])}"
    html.write_text(page(title, game_viewer(frames(trial, game), title=title)), encoding="utf-8")
    print(html)
