"""Evaluations in words: the features that weigh most, each with its clause and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._candidates import GameInputs
from ._evaluation import Evaluation
from ._terms import Literal
from ._tying import find_ties
from .unfolding import bits

if TYPE_CHECKING:
    from petteia.game import Game, State


_DENIES = {"no", "not", "nothing"}


@dataclass(frozen=True)
class Explained:
    """A feature of an evaluation: its clause, its weight in each stage, and what it says."""

    feature: str
    weight: float
    weights: tuple[float, ...]
    sentence: str
    alike: int = 0
    """How many others have the same weight because symmetries of the rules carry them into it."""
    together: int = 0
    """How many others, no images of it, the games do not tell apart from it: the weight is that of all of them."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"feature": self.feature, "weight": self.weight, "sentence": self.sentence, "alike": self.alike,
                "together": self.together}  # fmt: skip


def explain_evaluation(evaluation: Evaluation, game: Game, top: int = 20) -> list[Explained]:
    """The features that weigh most, with a sentence each.

    Of those that symmetries make one, the first is told. What always holds together shares a weight: the shortest of
    such features is told, with the weight of all.
    """
    inputs, words = GameInputs(game), _Words(game)
    orbits = _orbits(evaluation, game)
    groups: dict[tuple[float, ...], dict[int, list[int]]] = {}
    for column, orbit in enumerate(orbits):
        weights = tuple(np.abs(evaluation.weights[:, column]).round(6))
        groups.setdefault(weights, {}).setdefault(orbit, []).append(column)
    found = []
    for several in groups.values():
        columns = min(several.values(), key=lambda some: evaluation.masks[some[0]].bit_count())
        weights = tuple(float(one) * len(several) for one in evaluation.weights[:, columns[0]])
        literals = [inputs.literal(bit) for bit in bits(evaluation.masks[columns[0]])]
        weight = max(weights, key=abs)
        clause = f"feature :- {', '.join(map(str, literals))}."
        sentence = words.sentence(literals, weight, evaluation.by_score)
        found.append(Explained(clause, weight, weights, sentence, len(columns) - 1, len(several) - 1))
    return sorted(found, key=lambda one: -abs(one.weight))[:top]


def _orbits(evaluation: Evaluation, game: Game) -> list[int]:
    """For each feature the number that it shares with its images under the symmetries of the rules."""
    from petteia.game.loading import lower_recipe

    _, _, spec = lower_recipe(game.recipe)
    images = tuple(one.image(spec.board.use) for one in spec.board.symmetries)
    components, across = len(game.facts.components), game.facts.slots["pieces"].words
    found: list[int] = find_ties(evaluation.masks, images, components, across).orbit.tolist()
    return found


def explain_change(evaluation: Evaluation, before: State, after: State, top: int = 6) -> list[Explained]:
    """The features that begin or cease to hold between two positions, those that weigh most first.

    The weight of each is what the first player gains by the change: the negative of its own where it ceases to hold.
    """
    inputs, words = GameInputs(before.game), _Words(before.game)
    old, new = _facts_of(before, inputs), _facts_of(after, inputs)
    row = evaluation.weights[_stage(evaluation, after)]
    found = []
    for mask, weight in zip(evaluation.masks, row, strict=True):
        held, holds = _holds(mask, old), _holds(mask, new)
        if held == holds or not weight:
            continue
        literals = [inputs.literal(bit) for bit in bits(mask)]
        gain = float(weight) if holds else -float(weight)
        sentence = words.change(literals, gain, begins=holds)
        clause = f"feature :- {', '.join(map(str, literals))}."
        found.append(Explained(clause, gain, (gain,), sentence))
    return sorted(found, key=lambda one: -abs(one.weight))[:top]


def _facts_of(state: State, inputs: GameInputs) -> set[int]:
    """The inputs that are true in a state."""
    filled = {one.site: one.component for one in state.pieces()}
    numbers = {component.number: component.owner for component in state.game.facts.components}
    found: set[int] = set()
    for site in range(len(state.game.facts.geometry.labels[state.game.facts.letter])):
        piece = filled.get(site)
        rows = [("blank", (site,))] if piece is None else [("what", (piece, site)), ("owns", (numbers[piece], site))]
        places = (inputs.place(name, row) for name, row in rows)
        found.update(place for place in places if place is not None)
    return found


def _stage(evaluation: Evaluation, state: State) -> int:
    filled = len({one.site for one in state.pieces()})
    return evaluation.stage_of[min(filled, len(evaluation.stage_of) - 1)]


def _holds(mask: int, facts: set[int]) -> bool:
    """True if all literals of a conjunction hold; the lowest bit of each says that it is denied."""
    return all((bit >> 1 in facts) != bool(bit & 1) for bit in bits(mask))


class _Words:
    """Says conditions on the board of a game in words."""

    def __init__(self, game: Game) -> None:
        self._labels = game.facts.geometry.labels[game.facts.letter]
        self._components = game.facts.components
        self._players = game.players

    def sentence(self, literals: Sequence[Literal], weight: float, by_score: bool) -> str:
        """When something holds, what that is worth."""
        who, amount = (1 if weight > 0 else 2), abs(weight)
        worth = (
            f"player {who} can expect {amount:.2f} points more"
            if by_score
            else f"the odds of player {who} are {np.exp(amount):.2f} times as high"
        )
        return f"When {self._condition(literals)}, {worth}."

    def change(self, literals: Sequence[Literal], gain: float, *, begins: bool) -> str:
        """The gain of the first player by a condition that begins or ceases to hold."""
        whom = 1 if gain > 0 else 2
        turn = "Now" if begins else "No longer"
        return f"{turn} {self._condition(literals)}: {abs(gain):.2f} in favour of player {whom}."

    def _condition(self, literals: Iterable[Literal]) -> str:
        groups: dict[str, list[str]] = {}
        for literal in literals:
            groups.setdefault(self._said(literal), []).append(self._labels[int(str(literal.args[-1]))])
        parts = []
        for said, sites in groups.items():
            parts.append(f"{said} {_listed(sites, 'or' if _DENIES & set(said.split()) else 'and')}")
        return _listed(parts, "and")

    def _said(self, literal: Literal) -> str:
        """The meaning of a literal, up to the name of its site."""
        if literal.predicate == "blank":
            return "something stands on" if literal.negated else "nothing stands on"
        number = int(str(literal.args[0]))
        if literal.predicate == "owns" and number <= self._players:
            return f"player {number} {'does not hold' if literal.negated else 'holds'}"
        by_owner = literal.predicate == "owns"
        piece = next(one for one in self._components if (one.owner if by_owner else one.number) == number)
        whose = f" of player {piece.owner} stands" if 1 <= piece.owner <= self._players else " lies"
        return f"{'no' if literal.negated else 'a'} {(piece.word or piece.name).lower()}{whose} on"


def _listed(words: Sequence[str], last: str) -> str:
    """Words one after the other, `and` or `or` before the last."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
