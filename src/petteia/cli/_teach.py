"""`petteia teach`: lessons of a game, printed with their answers or as a page."""

from __future__ import annotations

import json as json_form
from pathlib import Path
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

from ._progress import progress

if TYPE_CHECKING:
    from petteia.game import Game


def run_teach(game: Game, *, count: int, seconds: float, seed: int, html: Path | None, json: bool) -> None:
    """Makes lessons and prints them, or writes the page."""
    from petteia.files import replace_file
    from petteia.game import spoken
    from petteia.teach import lesson_page, lessons

    with progress("lessons", count) as report:
        found = lessons(game, count, seconds=seconds, seed=seed, progress=lambda now: report(now, ""))
    if not found:
        raise PetteiaError(f"no lesson of {game.name} was found and proven in {seconds:g} CPU seconds: try --seconds")
    if html is not None:
        replace_file(html, lesson_page(found))
        print(html)
        return
    if json:
        print(json_form.dumps([one.to_json() for one in found], ensure_ascii=False))
        return
    for number, one in enumerate(found, 1):
        print(f"{number}. {one.task}\n\n{one.state.board()}\n")
        print(f"   Answer: {spoken(game, one.answer)}. {one.why}\n   {one.proof}\n")
    if len(found) < count:
        print(f"{len(found)} of {count} lessons were found in {seconds:g} CPU seconds; --seconds gives them more time")
