"""Self-contained pages: a designer's report of one or several games, and a study of completions."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from . import _charts, _steps
from ._estimate import Estimate

if TYPE_CHECKING:
    from petteia.game import Game

    from ._comparing import Comparison
    from ._completing import Candidate, Completion

_WITH_EXAMPLE = 3
"""So many of the first have an example game to step through."""
_STYLE = """
:root { color-scheme: light dark; --line: #8886; }
:root { --bar: light-dark(#3a6ea8, #7fb0e6); --front: light-dark(#c2410c, #ff8a4c); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
th.named { min-width: 9rem; }
td small { white-space: nowrap; }
.warn { color: #b3541e; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.games { display: flex; flex-wrap: wrap; gap: 2rem; }
.games > div { flex: 1 1 18rem; }
.board svg { max-width: 16rem; height: auto; }
.scroll { overflow-x: auto; }
.bar { background: var(--bar); height: .6rem; display: inline-block; vertical-align: middle; }
details { margin: .5rem 0; }
summary { cursor: pointer; }
.map { width: 100%; max-width: 45rem; border: 1px solid var(--line); }
.map line { stroke: var(--line); }
.map .own { fill: #c2410c; }
.map .source { fill: var(--bar); }
td code { display: block; text-align: left; }
small { opacity: .75; }
"""


def page(title: str, body: str) -> str:
    """A page that stands alone."""
    style = _STYLE + _charts.STYLE + _steps.STYLE
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{style}</style></head>'
        f"<body><h1>{escape(title)}</h1>{body}<script>{_steps.SCRIPT}</script></body></html>"
    )


def _cell(one: Estimate | None) -> str:
    return "<td>–</td>" if one is None else f"<td>{one.value:.4g} <small>{one.low:.3g} … {one.high:.3g}</small></td>"


def comparison_page(found: Comparison, games: list[Game]) -> str:
    """Pictures, verdicts and warnings of games, an example game of each, and all measures side by side."""
    cards = "".join(_card(name, game, found, k) for k, (name, game) in enumerate(zip(found.names, games, strict=True)))
    names = dict.fromkeys(name for report in found.reports for name in report.estimates)
    rows = "".join(
        f"<tr><td>{name}</td>{''.join(_cell(report.estimates.get(name)) for report in found.reports)}</tr>"
        for name in names
    )
    head = "".join(f"<th>{escape(name)}</th>" for name in found.names)
    table = f'<h2>Measures</h2><div class="scroll"><table><tr><th></th>{head}</tr>{rows}</table></div>'
    return page(" and ".join(found.names), f'<div class="games">{cards}</div>{table}')


def _card(name: str, game: Game, found: Comparison, k: int) -> str:
    report = found.reports[k]
    said = "".join(f"<p>{escape(one)}</p>" for one in report.verdict)
    warned = "".join(f'<p class="warn">{escape(one)}</p>' for one in report.warnings)
    rules = "".join(f"<li><code>{escape(one)}</code></li>" for one in found.rules[k]) if k else ""
    differs = f"<h3>Rules beside {escape(found.names[0])}</h3><ul>{rules}</ul>" if rules else ""
    return (
        f'<div><h2>{escape(name)}</h2><div class="board">{example_board(game)}</div>{said}{warned}{differs}'
        f"<details><summary>An example game</summary>{_steps.example_steps(game)}</details></div>"
    )


def example_board(game: Game, moves: int = 12, seed: int = 5) -> str:
    """A picture of a position some random moves into a game."""
    import random

    draw, state = random.Random(seed), game.start(seed=seed)
    for _ in range(moves):
        legal = state.legal_moves()
        if state.over or not legal:
            break
        state.play(draw.choice(legal))
    return state.svg()


def completion_page(result: Completion) -> str:
    """The ranking of completions with factors, fills and measures, and what is open about each hole."""
    intro = (
        f"<p>{result.holes} holes, {result.tried} candidates tried in {result.cpu:.0f} CPU seconds. Probability is "
        "prior times playability over all candidates that behave differently; a share stays with rules not tried.</p>"
    )
    holes = "".join(f"<li>the hole at {escape(where)}: {bits:.2f} bits</li>" for where, bits in result.influence)
    asks = ""
    if result.influence:
        asks = f"<h2>What is open</h2><ul>{holes}</ul><p>Evidence about the first of these would decide most.</p>"
    notes = "".join(f'<p class="warn">{escape(one)}</p>' for one in result.notes)
    cards = "".join(_candidate(k, one) for k, one in enumerate(result.best, 1))
    cards = _overview(result) + cards
    labels = [fill.source for one in result.best for fill in one.proposal.fills]
    places = result.places.svg(labels) if result.places is not None else ""
    refused = "".join(
        f"<tr><td>{escape(why)}</td><td>{count}</td></tr>"
        for why, count in sorted(result.refused.items(), key=lambda pair: -pair[1])[:20]
    )
    rest = f"<h2>Refused</h2><table>{refused}</table>" if refused else ""
    return page(f"Completions of {result.name}", intro + notes + asks + _factors(result) + cards + places + rest)


_AXES = {
    "probability": "", "first player": "AdvantageP1", "turns": "DurationTurns", "draws": "Draws",
    "choices": "DecisionMoves", "board used": "BoardCoverageDefault",
}  # fmt: skip


def _overview(result: Completion) -> str:
    """A table of all that are ranked, and their lines over parallel axes, the first one marked."""
    rows, lines = [], []
    for k, one in enumerate(result.best, 1):
        found = {words: one.measures[name] for words, name in _AXES.items() if name in one.measures}
        values = {"probability": one.probability, **{words: value.value for words, value in found.items()}}
        rows.append(_charts.Row(f"number {k}", values, "front" if k == 1 else ""))
        cells = "".join(_cell(found.get(words)) for words in list(_AXES)[1:])
        state = ", ".join(one.faults) or ("in doubt" if one.is_doubtful else "sound")
        lines.append(f'<tr><td><a href="#n{k}">{k}</a></td><td>{one.probability:.3f}</td>{cells}<td>{state}</td></tr>')
    if not rows:
        return ""
    heads = "".join(f"<th>{words}</th>" for words in ["", *_AXES, "play"])
    return (
        f'<h2>At a glance</h2><div class="scroll"><table><tr>{heads}</tr>{"".join(lines)}</table></div>'
        + _charts.parallel(rows, list(_AXES))
    )


def _factors(result: Completion) -> str:
    """The influence of each factor on the ranking."""
    said = "".join(
        f"<li>{escape(one.name)} moves {100 * one.moved:.0f} % of the probability; without it number "
        f"{one.first_without} is the likeliest (<code>--leave-out {escape(one.name)}</code>)</li>"
        for one in result.factors
    )
    return f"<h2>What decides</h2><ul>{said}</ul>" if said else ""


def _texts(number: int) -> str:
    return "one text behaves" if number == 1 else f"{number} texts behave"


def _candidate(k: int, one: Candidate) -> str:
    fills = "".join(
        f"<tr><td>{fill.hole.place.line}:{fill.hole.place.column}</td>"
        f"<td><code>{escape(fill.text) or 'nothing'}</code></td><td>{escape(fill.source)}</td></tr>"
        for fill in one.proposal.fills
    )
    facts = one.to_json()
    factors = ", ".join(f"{name} {value:.3g}" for name, value in facts["factors"].items())
    values = "".join(f"<tr><td>{name}</td>{_cell(value)}</tr>" for name, value in one.measures.items())
    faults = f'<p class="warn">{escape(", ".join(one.faults))}</p>' if one.faults else ""
    return (
        f'<h2 id="n{k}">{k}. <span class="bar" style="width:{max(2, 300 * one.probability):.0f}px"></span> '
        f"{one.probability:.3f}</h2>"
        f"{faults}<p>{factors}; played by {facts['level']}; {_texts(one.alike)} like this.</p>"
        f'<div class="scroll"><table>{fills}</table></div>'
        f"<details><summary>Measures</summary><table>{values}</table></details>"
        f"<details><summary>Rules</summary><pre>{escape(_laid_out(one.proposal.text))}</pre></details>"
        + (example(one.proposal.text) if k <= _WITH_EXAMPLE else "")
    )


def example(text: str) -> str:
    """An example game of a candidate; nothing where it cannot be drawn."""
    from petteia.errors import PetteiaError

    from ._assess import build

    try:
        return f"<details><summary>An example game</summary>{_steps.example_steps(build(text))}</details>"
    except PetteiaError:
        return ""


def _laid_out(text: str) -> str:
    from petteia.lang.format import format_text

    return format_text(text)
