"""Games side by side: their measures in one table, differences with intervals, and what differs in the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError

from ._estimate import Estimate
from ._measuring import Report, measure

if TYPE_CHECKING:
    from petteia.game import Game

_TOKEN = re.compile(r'"[^"]*"|[(){}]|[^\s(){}]+')
_MOST_TOLD = 12
_CLEAR = 1.96


@dataclass
class Comparison:
    """Reports of several games, the first being the one that others are held against."""

    names: list[str]
    reports: list[Report]
    rules: list[list[str]]
    """The differences of the rules of each from those of the first, in words."""

    def differences(self, k: int) -> dict[str, Estimate]:
        """Measures of a game minus those of the first."""
        first, other = self.reports[0].estimates, self.reports[k].estimates
        return {name: other[name] - first[name] for name in first if name in other}

    def clear(self, k: int) -> list[str]:
        """The measures in which a game differs from the first beyond chance, the clearest first."""
        found = [
            (abs(one.value) / one.standard_error if one.standard_error else float("inf"), name)
            for name, one in self.differences(k).items()
            if one.value and (not one.standard_error or abs(one.value) > _CLEAR * one.standard_error)
        ]
        return [name for _, name in sorted(found, reverse=True)]

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "games": [
                {
                    "name": name,
                    **report.to_json(),
                    "rules": self.rules[k],
                    "differences": [
                        {"name": what, "value": one.value, "low": one.low, "high": one.high,
                         "standard_error": one.standard_error}
                        for what, one in self.differences(k).items()
                    ] if k else [],
                }
                for k, (name, report) in enumerate(zip(self.names, self.reports, strict=True))
            ]
        }  # fmt: skip


def compare(
    games: Sequence[tuple[str, Game]],
    level: str = "random",
    count: int | None = None,
    *,
    seed: int = 0,
    progress: Callable[[float], None] = lambda share: None,
) -> Comparison:
    """Measures games at one level and compares them with the first.

    >>> import petteia as pt
    >>> both = [(name, pt.load(name)) for name in ("Tic-Tac-Toe", "Breakthrough")]
    >>> found = compare(both, count=200)
    >>> found.differences(1)["DurationMoves"].low > 0
    True
    """
    if len(games) < 2:
        raise PetteiaError("a comparison needs two games or more")
    reports = []
    for k, (_, game) in enumerate(games):

        def tell(share: float, k: int = k) -> None:
            progress((k + share) / len(games))

        reports.append(measure(game, level, count, seed=seed, progress=tell))
    texts = [_rules(game) for _, game in games]
    return Comparison([name for name, _ in games], reports, [told_differences(texts[0], text) for text in texts])


def _rules(game: Game) -> str:
    from petteia.game.loading import expand_recipe

    return expand_recipe(game.recipe).text


def told_differences(first: str, other: str) -> list[str]:
    """Sentences about what one description has where another has something else."""
    a, b = _TOKEN.findall(first), _TOKEN.findall(other)
    said = []
    for kind, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if kind == "equal" or (i, j) == (2, 3):  # the second word is the name of the game
            continue
        where = _clause_at(a, i)
        there, here = _joined(a[i:j]), _joined(b[k:m])
        if kind == "insert":
            said.append(f"in ({where}: {here} is added")
        elif kind == "delete":
            said.append(f"in ({where}: {there} is gone")
        else:
            said.append(f"in ({where}: {here} instead of {there}")
    rest = len(said) - _MOST_TOLD
    return said if rest <= 0 else [*said[:_MOST_TOLD], f"and {rest} more differences"]


def _clause_at(tokens: list[str], at: int) -> str:
    """The keywords of the clause around a token."""
    stack: list[str] = []
    for k, token in enumerate(tokens[:at]):
        if token == "(":
            stack.append(tokens[k + 1] if k + 1 < len(tokens) else "")
        elif token == ")" and stack:
            stack.pop()
    return " ".join(stack[-2:]) if stack else "game"


def _joined(tokens: list[str]) -> str:
    text = " ".join(tokens).replace("( ", "(").replace(" )", ")").replace("{ ", "{").replace(" }", "}")
    return text if len(text) <= 80 else text[:77] + "..."
