"""The page of a study of variants: repairs, what each change does, the Pareto front, and games to step through."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import combinations

from ._assess import faults_of
from ._charts import Row, parallel, scatter
from ._page import example, page
from ._varying import Variation

_MEASURES = {
    "first player": "AdvantageP1", "turns": "DurationTurns", "draws": "Draws", "without end": "Timeouts",
    "choices": "DecisionMoves", "moves to choose among": "BranchingFactorAverage", "board used": "BoardCoverageDefault",
}  # fmt: skip
_CARDS = 6
_MOST_PAIRS = 3


def variation_page(name: str, found: Sequence[Variation], repairs: Sequence[str], played: str) -> str:
    """The whole page; the first variant is the game as it is."""
    base, shown = found[0], [one for one in found if one.outcome.measures]
    intro = f"<p>{len(found)} variants, the game as it is among them; {escape(played)}.</p>"
    mended = "".join(f"<li>{escape(one)}</li>" for one in repairs) or "<li>nothing that is clear of chance</li>"
    parts = [intro, f"<h2>Repairs</h2><ul>{mended}</ul>", _charts(base, shown), _effects(base, shown)]
    front = [one for one in shown if one.on_front and one is not base]
    parts += [_card(one) for one in [base, *front[:_CARDS]]]
    refused = "".join(
        f"<tr><td>{escape(one.change)}</td><td>{escape(one.outcome.refused)}</td></tr>"
        for one in found
        if one.outcome.refused
    )
    if refused:
        parts.append(f'<h2>Refused</h2><div class="scroll"><table>{refused}</table></div>')
    return page(f"Variants of {name}", "".join(parts))


def _charts(base: Variation, shown: Sequence[Variation]) -> str:
    """Each pair of wishes over each other, and all wishes and measures over parallel axes."""
    wishes = list(base.degrees or (shown[0].degrees if shown else {}))
    rows = [Row(one.change, {**one.degrees, **_values(one)}, _mark(one, base)) for one in shown]
    if not rows:
        return ""
    pairs = list(combinations(wishes, 2))[:_MOST_PAIRS]
    drawn = "".join(scatter([row for row in rows if a in row.values and b in row.values], a, b) for a, b in pairs)
    told = (
        "<p><small>Each variant is a dot or a line; coloured are those on the front, which no other beats in every "
        "wish; the ring and the broken line are the game as it is.</small></p>"
    )
    front = f'<h2>Wishes</h2><div class="charts">{drawn}</div>' if drawn else "<h2>At a glance</h2>"
    return front + parallel(rows, [*wishes, *_MEASURES]) + told


def _values(one: Variation) -> dict[str, float]:
    measures = one.outcome.measures
    return {words: measures[name].value for words, name in _MEASURES.items() if name in measures}


def _mark(one: Variation, base: Variation) -> str:
    return "base" if one is base else "front" if one.on_front else ""


def _effects(base: Variation, shown: Sequence[Variation]) -> str:
    """A table of what each change does to each measure; in bold what is clear of chance."""
    heads = '<th class="named"></th>' + "".join(f"<th>{words}</th>" for words in ("score", *_MEASURES, "play"))
    lines = []
    for one in shown:
        cells = "".join(_effect(base, one, measure) for measure in _MEASURES.values())
        state = ", ".join(faults_of(one.outcome.measures)) or "sound"
        mark = " ●" if one.on_front else ""
        lines.append(
            f"<tr><td>{escape(one.change)}{mark}</td><td>{one.score:.2f}</td>{cells}<td>{escape(state)}</td></tr>"
        )
    return (
        "<h2>What each change does</h2><p><small>Differences from the game as it is, which stands in the first line; "
        "bold is clear of chance; ● is on the front.</small></p>"
        f'<div class="scroll"><table><tr>{heads}</tr>{"".join(lines)}</table></div>'
    )  # fmt: skip


def _effect(base: Variation, one: Variation, name: str) -> str:
    ours, theirs = one.outcome.measures.get(name), base.outcome.measures.get(name)
    if ours is None:
        return "<td>–</td>"
    if one is base or theirs is None:
        return f"<td>{ours.value:.3g}</td>"
    difference = ours - theirs
    told = f"{difference.value:+.3g} <small>± {1.96 * difference.standard_error:.2g}</small>"
    return f"<td>{f'<b>{told}</b>' if difference.low > 0 or difference.high < 0 else told}</td>"


def _card(one: Variation) -> str:
    rules = "".join(f"<p><b>{escape(title)}.</b> {escape(said)}</p>" for title, said in one.in_words().items())
    degrees = ", ".join(f"{name} {value:.2f}" for name, value in one.degrees.items())
    return (
        f"<h2>{escape(one.change)}</h2><p>{escape(degrees)}</p>"
        f"<details><summary>Rules in words</summary>{rules}</details>"
        f"<details><summary>Description</summary><pre>{escape(one.written())}</pre></details>{example(one.text)}"
    )
