"""Contact sheets: a picture of each of many games on one page, with the graphics items that are not obeyed."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from petteia.errors import PetteiaError

from ._running import Subject

_BEGIN = 24
"""How many moves a bundled game is played before it is drawn."""
_STYLE = """<style>
:root { color-scheme: light dark; }
body { margin: 1rem; font: 14px/1.35 system-ui, sans-serif; background: Canvas; color: CanvasText; }
[data-theme="dark"] { color-scheme: dark; } [data-theme="light"] { color-scheme: light; }
main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(WIDTHpx, 1fr)); }
figure { margin: 0; content-visibility: auto; contain-intrinsic-size: auto 300px; }
figure svg { width: 100%; display: block; } figcaption small { opacity: .7; }
</style>"""


@dataclass(frozen=True)
class Pictured:
    """A game's picture, its graphics items and those not obeyed with the reason; or why there is none."""

    label: str
    svg: str = ""
    items: int = 0
    ignored: tuple[tuple[str, str], ...] = ()
    error: str = ""


@dataclass(frozen=True)
class PictureTask:
    """A game to draw; `traces` is the file of its recorded play, where there is one."""

    subject: Subject
    traces: str = ""
    dark: bool | None = None


def draw_subjects(tasks: Iterable[PictureTask], *, jobs: int) -> Iterator[Pictured]:
    """The pictures of games, as they come; `jobs` processes at a time, 0 for one a core."""
    from petteia.scale import executor

    with executor(jobs=jobs) as workers:
        for _, pictured in workers.run(draw_subject, tasks):
            yield pictured


def draw_subject(task: PictureTask) -> Pictured:
    """The picture of one game: a recorded position in the middle of play, or a few moves of our own."""
    try:
        return _drawn(task)
    except PetteiaError as error:
        return Pictured(task.subject.label, error=str(error).splitlines()[0])
    except Exception as error:  # a defect costs its own picture only, and is told
        return Pictured(task.subject.label, error=f"a defect: {error!r}")


def _drawn(task: PictureTask) -> Pictured:
    from petteia.draw import svg_board
    from petteia.game import load

    subject = task.subject
    given = Path(subject.description) if subject.description.endswith(".lud") else subject.description
    recorded = _recorded(Path(task.traces)) if task.traces else None
    game = load(given, defs=subject.defs, backend="interpreter" if recorded else "native", build="quick")
    if recorded is not None:
        scene = game.scene(recorded)
    else:
        state = game.start(1)
        choice = random.Random(1)
        while not state.over and len(state.history) < _BEGIN:
            state.play(choice.choice(state.legal_moves()))
        for _ in range(len(state.history) // 2 if state.over else 0):  # a game that is short shows its middle
            state.undo()
        scene = state.scene(moves=False)
    dress = game.facts.dress
    return Pictured(subject.label, svg_board(scene, dark=task.dark, still=True), dress.count, tuple(dress.ignored))


def _recorded(file: Path) -> str | None:
    """A position a third into the first trial, or the first that is written out."""
    found = []
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                ply = json.loads(line)
                if "end" in ply:
                    break
                if "s" in ply:
                    found.append(ply["s"])
    except OSError as error:
        raise PetteiaError(f"{file} cannot be read: {error}") from None
    return found[len(found) // 3] if found else None


def contact_sheet(pictures: list[Pictured], *, dark: bool | None = None, width: int = 240) -> str:
    """The page of all pictures."""
    from petteia.draw.colours import style_sheet

    rules = style_sheet()
    figures = []
    for one in pictures:
        told = f"{one.items - len(one.ignored)} of {one.items} graphics items" if one.items else ""
        missed = "".join(f"<li>{escape(text)}: {escape(reason)}</li>" for text, reason in one.ignored)
        details = (
            f"<details><summary>{told}</summary><ul>{missed}</ul></details>" if missed else f"<small>{told}</small>"
        )
        drawn = one.svg.replace(rules, "") or f"<p>{escape(one.error)}</p>"
        figures.append(
            f"<figure>{drawn}<figcaption><b>{escape(Path(one.label).stem)}</b> {details}</figcaption></figure>"
        )
    theme = {None: "", True: ' data-theme="dark"', False: ' data-theme="light"'}[dark]
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pictures of games</title>'
    style = _STYLE.replace("WIDTH", str(width))
    body = f"<body><main>{''.join(figures)}</main></body>"
    return f'<!doctype html><html lang="en"{theme}><head>{head}{style}{rules}</head>{body}</html>\n'
