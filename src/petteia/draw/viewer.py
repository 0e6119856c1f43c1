"""A game to step through: a fragment of HTML with a board for each move, a slider, buttons and keys.

It needs nothing but itself. A page may hold several; without scripts all boards are shown one below the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

_STYLE = """<style>
.pt-viewer { max-width: 40rem; color: inherit; }
.pt-viewer figure { margin: 0 0 .5rem; } .pt-viewer figure svg { width: 100%; height: auto; max-height: 70vh; }
.pt-viewer figcaption { min-height: 1.6em; } .pt-viewer nav { display: none; gap: .5rem; align-items: center; }
.pt-viewer.live figure { display: none; } .pt-viewer.live figure.shown { display: block; }
.pt-viewer.live nav { display: flex; } .pt-viewer nav input { flex: 1; }
.pt-viewer button { font: inherit; color: inherit; background: none; border: 1px solid currentColor;
  border-radius: .4rem; padding: .2rem .7rem; cursor: pointer; }
.pt-viewer:focus { outline: 1px dotted currentColor; outline-offset: .4rem; }
</style>"""

_SCRIPT = """<script>
document.querySelectorAll(".pt-viewer:not(.live)").forEach((viewer) => {
  const frames = viewer.querySelectorAll("figure"), at = viewer.querySelector("input");
  const [back, run, on] = viewer.querySelectorAll("button"), last = frames.length - 1;
  let timer = 0;
  const show = (n) => {
    at.value = Math.max(0, Math.min(last, n));
    frames.forEach((frame, k) => frame.classList.toggle("shown", k === +at.value));
  };
  const stop = () => { clearInterval(timer); timer = 0; run.textContent = "Play"; };
  const go = (n) => { stop(); show(n); };
  run.onclick = () => {
    if (timer) return stop();
    if (+at.value === last) show(0);
    run.textContent = "Pause";
    timer = setInterval(() => { show(+at.value + 1); if (+at.value === last) stop(); }, 700);
  };
  back.onclick = () => go(+at.value - 1);
  on.onclick = () => go(+at.value + 1);
  at.oninput = () => go(+at.value);
  viewer.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: +at.value - 1, ArrowRight: +at.value + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) { event.preventDefault(); go(to); }
  });
  viewer.classList.add("live");
  show(+viewer.dataset.begin);
});
</script>"""


@dataclass(frozen=True)
class Frame:
    """A position of a game: how it came about, in words, and its board as SVG."""

    caption: str
    svg: str


def game_viewer(frames: Iterable[Frame], *, title: str = "A game", begin: int = 0) -> str:
    """The fragment for the positions of a game, which opens at one of them; -1 is the last.

    >>> text = game_viewer([Frame("The start", "<svg></svg>"), Frame("a to b", "<svg></svg>")])
    >>> text.count("<figure"), 'max="1"' in text
    (2, True)
    """
    figures = [f"<figure>{one.svg}<figcaption>{escape(one.caption)}</figcaption></figure>" for one in frames]
    last = max(0, len(figures) - 1)
    opened = last if begin < 0 else min(begin, last)
    return (
        f'{_STYLE}\n<div class="pt-viewer" tabindex="0" role="group" aria-label="{escape(title)}" '
        f'data-begin="{opened}">\n{"".join(figures)}\n'
        '<nav aria-label="Moves"><button aria-label="One move back">◀</button><button>Play</button>'
        '<button aria-label="One move on">▶</button>'
        f'<input type="range" min="0" max="{last}" value="{opened}" aria-label="Move number"></nav>\n'
        f"</div>\n{_SCRIPT}"
    )


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; max-width: 68rem; padding: 1.5rem; font: 1rem/1.55 system-ui, sans-serif; }}
body {{ color: #3a3226; background: #fff; }}
@media (prefers-color-scheme: dark) {{ body {{ color: #d8d2c4; background: #1d1f21; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def page(title: str, body: str) -> str:
    """A whole page around fragments of HTML."""
    return _PAGE.format(title=escape(title), body=body)
