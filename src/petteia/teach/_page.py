"""Lessons as a page: each position drawn, the answer and the reason behind a click."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from petteia.draw.viewer import page
from petteia.game import spoken

from ._lessons import Lesson

_STYLE = """<style>
.pt-lessons { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
.pt-lessons section { flex: 1 1 17rem; max-width: 24rem; }
.pt-lessons svg { max-width: 100%; height: auto; }
.pt-lessons summary { cursor: pointer; padding: .3rem 0; }
</style>"""


def lesson_page(found: Sequence[Lesson]) -> str:
    """The whole page as text; it needs nothing else."""
    name = found[0].state.game.name if found else "Lessons"
    cards = "\n".join(_card(number, one) for number, one in enumerate(found, 1))
    head = f"<p>{len(found)} positions from easy to hard. In each of them one move decides, which is proven.</p>"
    return page(f"{name}: lessons", f'{_STYLE}{head}<div class="pt-lessons">{cards}</div>')


def _card(number: int, one: Lesson) -> str:
    after = one.state.copy()
    after.play(one.answer)
    answer = escape(spoken(one.state.game, one.answer))
    return (
        f"<section><h2>{number}</h2><p>{escape(one.task)}</p>{one.state.svg()}"
        f"<details><summary>Answer</summary><p><b>{answer}.</b> {escape(one.why)}</p>{after.svg()}"
        f"<p><small>{escape(one.proof)}</small></p></details></section>"
    )
