"""The page about a run: curves, what was learned drawn and in words, and the latest game to step through."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from petteia.arena import frames
from petteia.draw.curves import Curve, svg_curves
from petteia.draw.viewer import game_viewer, page

if TYPE_CHECKING:
    from ._run import Explained, Run

_TOP = 24
_STYLE = """<style>
.pt-run svg { max-width: 100%; height: auto; }
.pt-run .features { display: flex; flex-wrap: wrap; gap: 1rem; }
.pt-run .features > figure { width: 12rem; margin: 0; }
.pt-run .features svg { max-height: 9rem; }
.pt-run code { font-size: .8rem; overflow-wrap: anywhere; }
.pt-run td, .pt-run th { padding: .1rem .8rem .1rem 0; text-align: left; }
</style>"""


def report(run: Run) -> str:
    """The whole page as text; it needs nothing else."""
    return page(f"{run.game.name}: what was learned", report_body(run))


def report_body(run: Run) -> str:
    """The same as a fragment for other pages."""
    parts = [_STYLE, '<div class="pt-run">', _facts(run), _curves(run), _features(run), _game(run), "</div>"]
    return "\n".join(parts)


def _facts(run: Run) -> str:
    settings = run.settings
    spent = f"{settings.iterations} iterations" if settings.iterations else f"{settings.seconds:g} CPU seconds"
    rows: dict[str, Any] = {
        "Game": f"{run.game.name} ({', '.join(run.game.options)})" if run.game.options else run.game.name,
        "Self-play": f"{run.games} games, {spent} a move, preset {settings.preset}",
        "Features": f"{len(run.policy.features)}, found by the strategy {settings.strategy}",
        "Weights": "the same for both players" if len(run.policy.weights) == 1 else "of each player's own",
    }
    cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in rows.items())
    return f"<table>{cells}</table>"


def _curves(run: Run) -> str:
    known = [line for line in run.log if line["loss"] is not None]
    parts = []
    if known:
        curves = [
            Curve(name, list(_smooth((line["game"], line[key]) for line in known)))
            for name, key in (("policy", "loss"), ("all moves equal", "uniform_loss"))
        ]
        parts.append(
            "<h2>How well moves are foretold</h2><p>Cross-entropy between the policy and what the search made of each "
            "game, before anything was learned from it.</p>"
        )
        parts.append(svg_curves(curves, across="games", up="loss"))
    if run.evaluations:
        points = [(one["after"], 100 * one["win_rate"]) for one in run.evaluations]
        bands = [(100 * one["interval"][0], 100 * one["interval"][1]) for one in run.evaluations]
        played = run.evaluations[-1]
        terms = f"{played['games']} games each, {played['seconds']:g} CPU seconds a move"
        parts.append(f"<h2>Against UCT</h2><p>{terms}.</p>")
        parts.append(svg_curves([Curve("win rate", points, bands)], across="games", up="%", level=50.0))
        rows = "".join(
            f"<tr><td>{one['after']}</td><td>{one['win_rate']:.1%}</td>"
            f"<td>{one['interval'][0]:.1%} – {one['interval'][1]:.1%}</td></tr>"
            for one in run.evaluations
        )
        parts.append(f"<table><tr><th>after games</th><th>win rate</th><th>95 %</th></tr>{rows}</table>")
    return "\n".join(parts)


def _smooth(points: Iterable[tuple[float, float]], share: float = 0.15) -> Iterable[tuple[float, float]]:
    """A running mean: single games differ much."""
    mean: float | None = None
    for x, y in points:
        mean = y if mean is None else mean + share * (y - mean)
        yield x, mean


def _features(run: Run) -> str:
    from ._run import grouped

    parts = ["<h2>What makes a move good or bad</h2>"]
    for strategy, some in grouped(run.explain(_TOP)).items():
        parts.append(f"<h3>{escape(strategy[:1].upper() + strategy[1:])}</h3>")
        parts.append(f'<div class="features">{"".join(map(_card, some))}</div>')
    return "\n".join(parts)


def _card(one: Explained) -> str:
    weights = ", ".join(f"{weight:+.2f}" for weight in one.weights)
    return (
        f"<figure>{one.svg}<figcaption><b>{weights}</b> {escape(one.sentence)}<br>"
        f"<code>{escape(str(one.feature))}</code></figcaption></figure>"
    )


def _game(run: Run) -> str:
    if not run.trials:
        return ""
    shown = game_viewer(frames(run.trials[-1], run.game), title=f"The latest game of {run.game.name}")
    return f"<h2>The latest game of self-play</h2>{shown}"
