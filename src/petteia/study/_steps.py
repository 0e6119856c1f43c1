"""An example game to step through in a page: its positions as pictures that share what does not change."""

from __future__ import annotations

import json
import random
import re
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from petteia.game import Game

_ELEMENT = re.compile(r"<[^<]*")
_MOST_FRAMES = 24
STYLE = """
.steps { max-width: 20rem; }
.steps button { font: inherit; padding: .15rem .7rem; }
.steps svg { width: 100%; height: auto; }
"""
SCRIPT = """
for (const box of document.querySelectorAll('.steps')) {
  const {parts, frames, moves} = JSON.parse(box.querySelector('script').textContent);
  const [back, on] = box.querySelectorAll('button'), words = box.querySelector('output'), board = box.querySelector('.board');
  let at = 0;
  const show = to => {
    at = Math.max(0, Math.min(frames.length - 1, to));
    let text = '';
    for (const [a, b] of frames[at]) text += parts.slice(a, b).join('');
    board.innerHTML = text; words.textContent = moves[at]; back.disabled = !at; on.disabled = at == frames.length - 1;
  };
  back.onclick = () => show(at - 1); on.onclick = () => show(at + 1); show(0);
}
"""  # noqa: E501


def example_steps(game: Game, seed: int = 5) -> str:
    """A random game as pictures with buttons to go on and back; of a long one every second position, or fewer."""
    draw, state = random.Random(seed), game.start(seed=seed)
    pictures, words = [state.svg()], ["The start."]
    said: list[str] = []
    total = _length(game, seed)
    every = max(1, -(-total // (_MOST_FRAMES - 1)))
    for number in range(1, total + 1):
        move = draw.choice(state.legal_moves())
        state.play(move)
        said.append(str(move))
        if number % every == 0 or number == total:
            pictures.append(state.svg())
            words.append(f"{number}: {', '.join(said)}" + (f"; returns {state.returns}" if state.over else ""))
            said = []
    parts: dict[str, int] = {}
    frames = [_ranges([parts.setdefault(one, len(parts)) for one in _ELEMENT.findall(svg)]) for svg in pictures]
    data = json.dumps({"parts": list(parts), "frames": frames, "moves": words}, separators=(",", ":"))
    return (
        f'<div class="steps" role="group" aria-label="an example game of {escape(game.name)}"><div class="board"></div>'
        '<p><button type="button" aria-label="back">◀</button> <button type="button" aria-label="on">▶</button></p>'
        '<output aria-live="polite"></output>'
        f'<script type="application/json">{data.replace("</", "<" + chr(92) + "/")}</script></div>'
    )


def _length(game: Game, seed: int, most: int = 400) -> int:
    draw, state = random.Random(seed), game.start(seed=seed)
    for number in range(most):
        legal = state.legal_moves() if not state.over else ()
        if not legal:
            return number
        state.play(draw.choice(legal))
    return most


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Runs of consecutive numbers, each from its first to before the one after its last."""
    found: list[tuple[int, int]] = []
    for one in numbers:
        if found and found[-1][1] == one:
            found[-1] = (found[-1][0], one + 1)
        else:
            found.append((one, one + 1))
    return found
