"""Self-contained pages: a designer's report of one or several games, and a study of completions."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ._estimate import Estimate

if TYPE_CHECKING:
    from petteia.game import Game

    from ._comparing import Comparison
    from ._completing import Candidate, Completion

_STYLE = """
:root { color-scheme: light dark; --line: #8886; --bar: #4a7ebb; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
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


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>{body}</body></html>"
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
    return _page(" and ".join(found.names), f'<div class="games">{cards}</div>{table}')


def _card(name: str, game: Game, found: Comparison, k: int) -> str:
    report = found.reports[k]
    said = "".join(f"<p>{escape(one)}</p>" for one in report.verdict)
    warned = "".join(f'<p class="warn">{escape(one)}</p>' for one in report.warnings)
    rules = "".join(f"<li><code>{escape(one)}</code></li>" for one in found.rules[k]) if k else ""
    differs = f"<h3>Rules beside {escape(found.names[0])}</h3><ul>{rules}</ul>" if rules else ""
    return (
        f'<div><h2>{escape(name)}</h2><div class="board">{example_board(game)}</div>{said}{warned}{differs}'
        f"<details><summary>An example game</summary><pre>{escape(example_game(game))}</pre></details></div>"
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


def example_game(game: Game, most: int = 120, seed: int = 5) -> str:
    """The moves of a random game and its result."""
    import random

    draw, state = random.Random(seed), game.start(seed=seed)
    moves: list[str] = []
    while not state.over and len(moves) < most:
        legal = state.legal_moves()
        if not legal:
            break
        move = draw.choice(legal)
        moves.append(str(move))
        state.play(move)
    end = f"returns {state.returns}" if state.over else "and so on"
    return " ".join(moves) + f"\n{end}"


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
    labels = [fill.source for one in result.best for fill in one.proposal.fills]
    places = result.places.svg(labels) if result.places is not None else ""
    refused = "".join(
        f"<tr><td>{escape(why)}</td><td>{count}</td></tr>"
        for why, count in sorted(result.refused.items(), key=lambda pair: -pair[1])[:20]
    )
    rest = f"<h2>Refused</h2><table>{refused}</table>" if refused else ""
    return _page(f"Completions of {result.name}", intro + notes + asks + _factors(result) + cards + places + rest)


def _factors(result: Completion) -> str:
    """The influence of each factor on the ranking."""
    said = "".join(
        f"<li>{escape(one.name)} moves {100 * one.moved:.0f} % of the probability; without it number "
        f"{one.first_without} is the likeliest (<code>--leave-out {escape(one.name)}</code>)</li>"
        for one in result.factors
    )
    return f"<h2>What decides</h2><ul>{said}</ul>" if said else ""


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
        f'<h2>{k}. <span class="bar" style="width:{max(2, 300 * one.probability):.0f}px"></span> '
        f"{one.probability:.3f}</h2>"
        f"{faults}<p>{factors}; played by {facts['level']}; {one.alike} texts behave like this.</p>"
        f'<div class="scroll"><table>{fills}</table></div>'
        f"<details><summary>Measures</summary><table>{values}</table></details>"
        f"<details><summary>Rules</summary><pre>{escape(_laid_out(one.proposal.text))}</pre></details>"
    )


def _laid_out(text: str) -> str:
    from petteia.lang.format import format_text

    return format_text(text)
