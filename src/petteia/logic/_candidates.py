"""Features of any game, made from its theory: what stands where, moves, goals, and goals a move or two away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

from ._game_theory import PIECES, GameTheory
from ._safety import unbound_in
from ._terms import Clause, Count, Goal, Literal, LogicError, Var, goal_variables
from ._theory import Feature, literals_in
from .native import View
from .unfolding import Abandoned, Limits, Unfolded, Unfolding, bits

if TYPE_CHECKING:
    from petteia.game import Game

_MOST_SITES = 9
"""Conjunctions over more sites are left out: they hold too rarely to be learned from, and fit no table."""


_COUNTED = {"legal_move": "moves", "goal": "goal_of", "loss": "loss_of"}


@dataclass(frozen=True)
class Thin:
    """A conjunction of inputs with the clause that it comes from."""

    mask: int
    origin: str


class GameInputs:
    """The facts of a made theory as inputs of networks over states of the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.view = View.of_game(game)
        self._components = [one.number for one in game.facts.components]
        self._owners = {one.owner: k for k, one in enumerate(game.facts.components)}
        self._across = game.facts.slots["pieces"].words

    def place(self, name: str, row: tuple[str | int, ...]) -> int | None:
        """The input of a fact; None for facts that say nothing of pieces."""
        if name == "blank":
            return 64 * self._across * len(self._components) + int(row[0])
        if name == "owns" and row[0] in self._owners:
            return 64 * self._across * self._owners[int(row[0])] + int(row[1])
        if name == "what" and row[0] in self._components:
            return 64 * self._across * self._components.index(int(row[0])) + int(row[1])
        return None

    def sites(self, mask: int) -> frozenset[int]:
        """The sites that a conjunction looks at."""
        span = 64 * self._across
        return frozenset((bit >> 1) % span for bit in bits(mask))

    def literal(self, bit: int) -> Literal:
        """The literal of a bit of a mask over inputs."""
        word, site = divmod(bit >> 1, 64 * self._across)
        if word == len(self._components):
            return Literal("blank", (site,), bool(bit & 1))
        owner = self.game.facts.components[word].owner
        alone = len(self._owners) == len(self._components)
        name, who = ("owns", owner) if alone else ("what", self._components[word])
        return Literal(name, (who, site), bool(bit & 1))


def logical_features(rules: GameTheory) -> list[Feature]:
    """Features that count: the moves of each kind, what wins and what loses for each player, whoever's turn it is."""
    found: list[Feature] = []
    moving = {key for key in rules.theory.dynamic if key[0] not in PIECES}
    seen: set[str] = set()
    for key, clauses in rules.theory.rules.items():
        if key[0] not in _COUNTED:
            continue
        for clause in clauses:
            body = _abstracted(rules, clause, moving)
            if not body:
                continue
            args = tuple(arg for arg in clause.head.args if isinstance(arg, Var))
            kind = str(clause.head.args[0])
            name = f"{_COUNTED[key[0]]}_{kind}"
            made = Clause(Literal(name, args), body)
            if list(unbound_in(made)) or made.canonical() in seen:
                continue
            seen.add(made.canonical())
            found += _checked(rules, made, len(found))
    return found


def _checked(rules: GameTheory, clause: Clause, number: int) -> Iterator[Feature]:
    try:
        yield from rules.theory.features_of([clause])
    except LogicError:
        renamed = Clause(Literal(f"{clause.head.predicate}_{number}", clause.head.args), clause.body)
        yield from rules.theory.features_of([renamed])


def _abstracted(rules: GameTheory, clause: Clause, moving: set[tuple[str, int]]) -> tuple[Goal, ...]:
    """A body without what looks at more than the pieces, and without comparisons that lose their variables by that."""
    body = [goal for goal in clause.body if not _depends(rules, goal, moving)]
    while missing := set(unbound_in(Clause(Literal("f", ()), tuple(body)))):
        kept = [
            goal
            for goal in body
            if not (
                isinstance(goal, Literal)
                and (goal.is_comparison or goal.negated)
                and missing & set(goal_variables(goal))
            )
        ]
        if len(kept) == len(body):
            return ()
        body = kept
    return tuple(body)


def _depends(rules: GameTheory, goal: Goal, keys: set[tuple[str, int]]) -> bool:
    """True if a goal looks at more than the pieces."""
    seen: set[tuple[str, int]] = set()
    stack = list(literals_in(goal.goals if isinstance(goal, Count) else (goal,)))
    while stack:
        literal = stack.pop()
        if literal.key in keys:
            return True
        if literal.key not in seen:
            seen.add(literal.key)
            for clause in rules.theory.rules.get(literal.key, ()):
                stack += literals_in(clause.body)
    return False


def unfold_or_abstract(unfolding: Unfolding, feature: Feature) -> Unfolded:
    """A feature as ground clauses; one that is too large without what it denies: weaker, but small."""
    try:
        return unfolding.unfold(feature)
    except Abandoned:
        clauses = [
            Clause(one.head, tuple(goal for goal in one.body if not (isinstance(goal, Literal) and goal.negated)))
            for one in feature.clauses
        ]
        if tuple(clauses) == feature.clauses:
            raise
        return unfolding.unfold(Feature(feature.name, tuple(clauses)))


def thin_features(rules: GameTheory, *, most: int = 20_000, limits: Limits | None = None) -> list[Thin]:
    """Conjunctions: single pieces, the bodies of moves and goals, and goals that are short of a piece or two."""
    inputs = GameInputs(rules.game)
    unfolding = Unfolding(rules.theory, limits or Limits(clauses=20_000, seconds=10))
    found: dict[int, Thin] = {}
    for bit in range(0, 2 * inputs.view.inputs, 2):
        word = inputs.view.words[bit // 128]
        if word[3] >> (bit // 2 % 64) & 1 and bit // 128 in inputs.view.filled:
            found[1 << bit] = Thin(1 << bit, "pieces")
    for feature in logical_features(rules):
        try:
            unfolded = unfold_or_abstract(unfolding, feature)
        except LogicError:
            continue
        for thin in _placed(unfolded, unfolding, inputs, str(feature)):
            for mask in (thin.mask,) if feature.name.startswith("moves") else _weaker(thin.mask, inputs):
                if mask and len(found) < most and len(inputs.sites(mask)) <= _MOST_SITES:
                    found.setdefault(mask, Thin(mask, thin.origin))
    if not found:
        raise PetteiaError(f"no features follow from the rules of {rules.game.name}")
    return list(found.values())


def _placed(unfolded: Unfolded, unfolding: Unfolding, inputs: GameInputs, origin: str) -> Iterator[Thin]:
    """The bodies of ground clauses over inputs; literals that say nothing of pieces are dropped."""
    for masks in unfolded.outputs.values():
        for mask in masks:
            moved = 0
            for bit in bits(mask):
                place = inputs.place(*unfolding.inputs.facts[bit >> 1])
                if place is not None:
                    moved |= 1 << (2 * place + (bit & 1))
            if moved:
                yield Thin(moved, origin)


def _weaker(mask: int, inputs: GameInputs) -> Iterable[int]:
    """A goal, and the goal with one or two of its pieces still missing: their sites blank."""
    yield mask
    span = inputs.view.inputs
    blank_word = len(inputs.game.facts.components) * inputs.game.facts.slots["pieces"].words
    pieces = [bit for bit in bits(mask) if not bit & 1 and bit // 128 < blank_word]
    if not 2 <= len(pieces) <= 6:
        return
    across = 64 * inputs.game.facts.slots["pieces"].words

    def opened(taken: Iterable[int]) -> int:
        weaker = mask
        for bit in taken:
            weaker = weaker & ~(1 << bit) | 1 << 2 * (64 * blank_word + (bit >> 1) % across)
        return weaker

    assert blank_word * 64 < span
    for k, one in enumerate(pieces):
        yield opened([one])
        for other in pieces[k + 1 :]:
            if len(pieces) > 2:
                yield opened([one, other])
