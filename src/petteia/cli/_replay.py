"""`petteia replay`: games that a match kept, listed, shown move by move, as a page, or as pictures."""

from __future__ import annotations

import json as json_form
from dataclasses import dataclass
from pathlib import Path

from petteia.draw.raster import gif, png
from petteia.errors import PetteiaError
from petteia.files import replace_file
from petteia.game import Game, Move, spoken
from petteia.game.trials import Trial, read_trials

from ._progress import progress

_CURVE_ITERATIONS = 300


@dataclass(frozen=True)
class Pictures:
    """The files that a game is written to."""

    html: Path | None = None
    png: Path | None = None
    gif: Path | None = None
    dark: bool = False


def replay(folder: Path, number: int | None, pictures: Pictures, *, json: bool) -> None:
    """Lists the games of a folder, or shows one of them."""
    from petteia.arena import game_of_folder

    game = game_of_folder(folder)
    trials = sorted(read_trials(folder / "games.jsonl"), key=lambda trial: trial.notes["key"])
    wanted = (pictures.html, pictures.png, pictures.gif) != (None, None, None)
    if number is None and not wanted:
        _list(trials, json)
        return
    number = number or 1
    if number > len(trials):
        raise PetteiaError(f"{folder} has games 1 to {len(trials)}, not {number}")
    trial = trials[number - 1]
    if wanted:
        _write(game, trial, pictures)
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


def _write(game: Game, trial: Trial, pictures: Pictures) -> None:
    from petteia.arena import frames, searched_value
    from petteia.draw import game_viewer, page

    if pictures.html is not None:
        title = f"{game.name}: {' against '.join(trial.notes['agents'])}"
        with progress("positions", len(trial.moves) + 1) as tell:
            made = []
            for one in frames(trial, game, value=searched_value(_CURVE_ITERATIONS)):
                made.append(one)
                tell(len(made), one.move)
        replace_file(pictures.html, page(title, game_viewer(made, title=title)))
        print(pictures.html)
    if pictures.png is not None:
        *_, last = trial.replay(game)
        replace_file(pictures.png, png(last.svg(dark=pictures.dark, still=True)))
        print(pictures.png)
    if pictures.gif is not None:
        shots = []
        with progress("pictures", len(trial.moves) + 1) as tell:
            for state in trial.replay(game):
                shots.append(png(state.svg(dark=pictures.dark, still=True), width=480))
                tell(len(shots), "")
        replace_file(pictures.gif, gif(shots))
        print(pictures.gif)
