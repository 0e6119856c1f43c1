"""The page about a run: curves, what was learned drawn and in words, and the latest game to step through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from petteia.arena import frames
from petteia.draw.curves import Curve, svg_curves
from petteia.draw.viewer import game_viewer, page

if TYPE_CHECKING:
    from ._run import Explained, Run

_TOP = 24
_MOST_OF_GAMES = 3_000_000
"""The latest game is always shown, others while those before take no more than half of so many bytes."""
_SIGNS = (
    "A move to the place of the + is encouraged, to that of the − discouraged. White discs are pieces of the player to "
    "move, black ones of an opponent, dots empty sites, grey squares places beyond the edge; what is struck out must "
    "not be there. A disc with a dot is where the latest move went. Patterns may be turned and mirrored at will, but "
    "not where a direction is named."
)
_STYLE = """<style>
.pt-run svg { max-width: 100%; height: auto; }
.pt-run .strategies { display: flex; flex-wrap: wrap; gap: 0 2.5rem; }
.pt-run .features { display: flex; flex-wrap: wrap; gap: 1rem; }
.pt-run .features > figure { width: 12rem; margin: 0; }
.pt-run .features svg { max-height: 13rem; border-radius: .4rem; }
.pt-run .signs { font-size: .9rem; }
.pt-run code { font-size: .8rem; overflow-wrap: anywhere; }
.pt-run td, .pt-run th { padding: .1rem .8rem .1rem 0; text-align: left; }
</style>"""


def report(run: Run) -> str:
    """The whole page as text; it needs nothing else."""
    return page(f"{run.game.name}: what was learned", report_body(run))


def report_body(run: Run) -> str:
    """The same as a fragment for other pages."""
    parts = [_STYLE, '<div class="pt-run">', _facts(run), _curves(run), _features(run), _games(run), "</div>"]
    return "\n".join(parts)


def _facts(run: Run) -> str:
    settings = run.settings
    spent = f"{settings.iterations} iterations" if settings.iterations else f"{settings.seconds:g} CPU seconds"
    rows: dict[str, Any] = {
        "Game": f"{run.game.name} ({', '.join(run.game.options)})" if run.game.options else run.game.name,
        "Self-play": f"{run.games} games, {spent} a move, preset {settings.preset}",
        "Features": f"{len(run.policy.features)}, found by the strategy {settings.strategy}",
        "Weights": "the same for all players" if len(run.policy.weights) == 1 else "of each player's own",
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
    from ._run import NOTHING, grouped

    explained = run.explain(_TOP)
    parts = ["<h2>What makes a move good or bad</h2>"]
    if not explained:
        return f"{parts[0]}<p>{NOTHING.format(games=run.games)}.</p>"
    parts.append(f'<p class="signs">{escape(_SIGNS)}</p><div class="strategies">')
    for strategy, some in grouped(explained).items():
        cards = "".join(map(_card, some))
        title = escape(strategy[:1].upper() + strategy[1:])
        parts.append(f'<section><h3>{title}</h3><div class="features">{cards}</div></section>')
    return "\n".join([*parts, "</div>"])


def _card(one: Explained) -> str:
    return (
        f"<figure>{one.svg}<figcaption><b>{escape(one.sentence)}</b><br><small>{escape(one.told)}</small><br>"
        f"<code>{escape(str(one.feature))}</code></figcaption></figure>"
    )


def _games(run: Run) -> str:
    """The latest game, the first and one between them as far as the page stays small, and a table of all games."""
    if not run.trials:
        return ""
    last = len(run.trials) - 1
    parts, size = ["<h2>Games of self-play</h2>"], 0
    for number in dict.fromkeys((last, 0, last // 2)):
        if size > _MOST_OF_GAMES / 2:
            break
        name = f"Game {number + 1} of {run.games}" if number != last else f"The latest game, number {run.games}"
        shown = game_viewer(frames(run.trials[number], run.game), title=name)
        size += len(shown)
        opened = " open" if number == last else ""
        parts.append(f"<details{opened}><summary>{name}</summary>{shown}</details>")
    rows = "".join(
        f"<tr><td>{line['game']}</td><td>{line.get('moves', '')}</td><td>{_outcome(line.get('returns', ()))}</td>"
        f"<td>{'' if line['loss'] is None else format(line['loss'], '.3f')}</td><td>{line['features']}</td></tr>"
        for line in run.log
    )
    head = "<tr><th>game</th><th>moves</th><th>won by</th><th>loss</th><th>features</th></tr>"
    parts.append(f"<details><summary>All games</summary><table>{head}{rows}</table></details>")
    return "\n".join(parts)


def _outcome(returns: Sequence[float]) -> str:
    """Who won, by what each player got."""
    best = max(returns, default=0.0)
    won = [str(player) for player, value in enumerate(returns, 1) if value == best > 0]
    return f"player {' and '.join(won)}" if won else "nobody"
