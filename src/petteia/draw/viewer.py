"""A game to step through: a fragment of HTML with a board for each move, a list of moves, a curve, buttons and keys.

It needs nothing but itself. A page may hold several; without scripts all boards are shown one below the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from .colours import style_sheet

_STYLE = """<style>
.pt-viewer { color: inherit; display: grid; gap: .4rem 1.5rem; grid-template-columns: minmax(0, 1fr); }
.pt-viewer figure { margin: 0 0 .5rem; grid-column: 1; }
.pt-viewer figure svg { display: block; width: 100%; height: auto; max-height: 78vh; }
.pt-viewer figcaption { min-height: 1.6em; margin-top: .4rem; } .pt-viewer aside { display: none; min-width: 0; }
.pt-viewer nav { display: none; gap: .5rem; align-items: center; }
.pt-viewer.live figure { display: none; } .pt-viewer.live figure.shown { display: block; }
.pt-viewer.live nav { display: flex; } .pt-viewer nav input { flex: 1; min-width: 4rem; }
.pt-viewer.live aside { display: block; }
.pt-viewer button { font: inherit; color: inherit; background: none; border: 1px solid currentColor;
  border-radius: .4rem; padding: .2rem .7rem; cursor: pointer; }
.pt-viewer ol { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem; margin: .6rem 0 0; padding: 0;
  max-height: 14rem; overflow-y: auto; align-content: flex-start; }
.pt-viewer li button { border-color: transparent; padding: .1rem .45rem; font-variant-numeric: tabular-nums; }
.pt-viewer li small { opacity: .75; }
.pt-viewer li button[aria-current] { border-color: currentColor; font-weight: 600; }
.pt-viewer .curve { width: 100%; height: 6rem; display: block; cursor: pointer; }
.pt-viewer .curve .now { stroke: #c2542d; stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.pt-viewer .curve polyline { fill: none; stroke: currentColor; stroke-width: 2; vector-effect: non-scaling-stroke; }
.pt-viewer .curve .even { stroke: currentColor; stroke-dasharray: 4 4; opacity: .5; vector-effect: non-scaling-stroke; }
.pt-viewer p { margin: .2rem 0; font-size: .9em; opacity: .85; }
.pt-viewer:focus { outline: 1px dotted currentColor; outline-offset: .4rem; }
@media (min-width: 60rem) {
  .pt-viewer.live { grid-template-columns: minmax(0, 3fr) minmax(16rem, 2fr); }
  .pt-viewer.live aside { grid-column: 2; grid-row: 1; } .pt-viewer.live ol { max-height: 60vh; }
  .pt-viewer.live figure { grid-row: 1; } .pt-viewer.live nav { grid-column: 1; grid-row: 2; }
}
</style>"""

_SCRIPT = """<script>
document.querySelectorAll(".pt-viewer:not(.live)").forEach((viewer) => {
  const frames = viewer.querySelectorAll("figure"), at = viewer.querySelector("input");
  const [back, run, on] = viewer.querySelectorAll("nav button"), last = frames.length - 1;
  const moves = viewer.querySelectorAll("li button"), now = viewer.querySelector(".now");
  const curve = viewer.querySelector(".curve"), list = viewer.querySelector("ol");
  let timer = 0;
  const show = (n) => {
    at.value = Math.max(0, Math.min(last, n));
    frames.forEach((frame, k) => frame.classList.toggle("shown", k === +at.value));
    moves.forEach((move) => {
      const here = +move.dataset.frame === +at.value;
      if (here) move.setAttribute("aria-current", "step"); else move.removeAttribute("aria-current");
      if (here && list) list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
    });
    if (now) { now.setAttribute("x1", at.value); now.setAttribute("x2", at.value); }
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
  moves.forEach((move) => { move.onclick = () => go(+move.dataset.frame); });
  if (curve) curve.onclick = (event) => {
    const box = curve.getBoundingClientRect();
    go(Math.round((event.clientX - box.left) / box.width * last));
  };
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
    """A position of a game: how it came about, in words, and its board as SVG.

    `move` is the short name of the move that led there, `value` what the position is worth to the first player, from
    -1 to 1, where that is known.
    """

    caption: str
    svg: str
    move: str = ""
    value: float | None = None


def game_viewer(frames: Iterable[Frame], *, title: str = "A game", begin: int = -1) -> str:
    """The fragment for the positions of a game, which opens at one of them; -1 is the last.

    >>> text = game_viewer([Frame("The start", "<svg></svg>"), Frame("a to b", "<svg></svg>")])
    >>> text.count("<figure"), 'max="1"' in text
    (2, True)
    """
    every = list(frames)
    rules = style_sheet()  # the same for all boards: once is enough
    figures = [
        f"<figure>{one.svg.replace(rules, '')}<figcaption>{escape(one.caption)}</figcaption></figure>" for one in every
    ]
    last = max(0, len(every) - 1)
    opened = last if begin < 0 else min(begin, last)
    return (
        f'{_STYLE}{rules}\n<div class="pt-viewer" tabindex="0" role="group" aria-label="{escape(title)}" '
        f'data-begin="{opened}">\n{"".join(figures)}\n'
        '<nav aria-label="Steps"><button aria-label="One move back">◀</button><button>Play</button>'
        '<button aria-label="One move on">▶</button>'
        f'<input type="range" min="0" max="{last}" value="{opened}" aria-label="Move number"></nav>\n'
        f"{_side(every)}</div>\n{_SCRIPT}"
    )


def _side(frames: list[Frame]) -> str:
    """The curve of values and the list of moves, where there are any."""
    moves = "".join(
        f'<li><button data-frame="{number}"><small>{number}.</small> {escape(one.move)}</button></li>'
        for number, one in enumerate(frames)
        if one.move
    )
    parts = _curve(frames) + (f'<ol aria-label="Moves">{moves}</ol>' if moves else "")
    return f"<aside>{parts}</aside>" if parts else ""


def _curve(frames: list[Frame]) -> str:
    """The curve of what positions are worth to the first player, over the game."""
    known = [(number, one.value) for number, one in enumerate(frames) if one.value is not None]
    if len(known) < 2:
        return ""
    last = len(frames) - 1
    points = " ".join(f"{number},{1 - value:.3f}" for number, value in known)
    box = f'viewBox="0 -0.1 {last} 2.2" preserveAspectRatio="none"'
    lines = f'<line class="even" x1="0" x2="{last}" y1="1" y2="1"/><polyline points="{points}"/>'
    now = f'<line class="now" x1="{last}" x2="{last}" y1="-0.1" y2="2.1"/>'
    name = "Value for player 1 over the game"
    return (
        f'<svg class="curve" {box} role="img" aria-label="{name}">{lines}{now}</svg><p>{name}: up is good for them.</p>'
    )


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; max-width: 96rem; padding: 1.5rem; font: 1rem/1.55 system-ui, sans-serif; }}
body {{ color: #3a3226; background: #fff; }} h1 {{ font-size: 1.6rem; line-height: 1.25; }}
@media (prefers-color-scheme: dark) {{ body {{ color: #d8d2c4; background: #1d1f21; }} }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


def page(title: str, body: str) -> str:
    """A whole page around fragments of HTML."""
    return _PAGE.format(title=escape(title), body=body)
