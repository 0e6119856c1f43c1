"""New features from old ones: decomposition, abstraction, goal regression, specialisation, breadth first within limits.

Two features that unfold to the same ground clauses are one. What is too large to unfold is listed, not followed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ._candidates import logical_features, unfold_or_abstract
from ._game_theory import GameTheory
from ._safety import unbound_in
from ._terms import Clause, Count, Goal, Literal, LogicError, Term, Var, goal_variables, rename_goal, variables_of
from ._theory import Feature, Theory
from .unfolding import Limits, Unfolded, Unfolding, bits

Regression = Callable[[Literal], tuple[Goal, ...] | None]
"""Conditions now under which a literal can hold after a move; None if no move brings it about."""

_SMALL_REGION = 16


@dataclass(frozen=True)
class GenerationLimits:
    """How far generation goes."""

    features: int = 200
    depth: int = 3
    seconds: float = 30.0
    literals: int = 8
    """In the body of a feature."""
    unfolding: Limits = field(default_factory=lambda: Limits(clauses=20_000, seconds=2.0))


@dataclass(frozen=True)
class Generated:
    """A feature with its ground clauses, how it was made, and from what."""

    feature: Feature
    unfolded: Unfolded
    rule: str
    parent: str


def decompositions(clause: Clause) -> Iterator[Clause]:
    """The sides of counted comparisons, and the parts of a body that share no variable."""
    for goal in clause.body:
        if isinstance(goal, Count):
            yield _headed(goal.variables, goal.goals)
    groups: list[tuple[set[Var], list[Goal]]] = []
    for goal in clause.body:
        names = set(goal_variables(goal))
        joined: tuple[set[Var], list[Goal]] = (names, [goal])
        apart = []
        for group in groups:
            if group[0] & names:
                joined = (joined[0] | group[0], [*group[1], *joined[1]])
            else:
                apart.append(group)
        groups = [*apart, joined]
    if len(groups) > 1:
        for _, goals in groups:
            yield _headed(_variables(clause.head.args), goals)


def abstractions(clause: Clause) -> Iterator[Clause]:
    """The clause without one of its goals, and without one of the variables of its head."""
    for k in range(len(clause.body)):
        rest = clause.body[:k] + clause.body[k + 1 :]
        if rest:
            yield _headed(_variables(clause.head.args), rest)
    head = _variables(clause.head.args)
    for var in head:
        if len(head) > 1:
            yield _headed([one for one in head if one != var], clause.body)


def specialisations(clause: Clause, theory: Theory) -> Iterator[Clause]:
    """One goal replaced by the body of one of its clauses; or a variable of the head kept to a small region."""
    for k, goal in enumerate(clause.body):
        if isinstance(goal, Literal) and not goal.negated and len(theory.rules.get(goal.key, ())) > 0:
            for rule in theory.rules[goal.key]:
                body = _resolved(goal, rule)
                if body is not None:
                    yield _headed(_variables(clause.head.args), (*clause.body[:k], *body, *clause.body[k + 1 :]))
    regions = [key[0] for key, rows in theory.facts.items() if key[1] == 1 and 1 < len(rows) <= _SMALL_REGION]
    for var in _variables(clause.head.args):
        for region in regions:
            yield _headed(_variables(clause.head.args), (*clause.body, Literal(region, (var,))))


def regressions(clause: Clause, before: Regression) -> Iterator[Clause]:
    """The clause as it can be made true by one move: one of its facts replaced by the move that brings it about."""
    for k, goal in enumerate(clause.body):
        if isinstance(goal, Literal) and not goal.negated:
            move = before(goal)
            if move is not None:
                yield _headed(_variables(clause.head.args), (*clause.body[:k], *move, *clause.body[k + 1 :]))


def regression_by(theory: Theory) -> Regression:
    """Moves that bring about a piece: those that add it, or, where that is not said, a legal move to its square."""

    def before(goal: Literal) -> tuple[Goal, ...] | None:
        if goal.predicate != "owns" or len(goal.args) != 2:
            return None
        if ("adds", 5) in theory.rules:
            names = (Var("Kind_r"), Var("From_r"), Var("To_r"))
            return Literal("legal_move", names), Literal("adds", (*names, *goal.args))
        if ("legal_move", 2) in theory.rules:
            return (Literal("legal_move", (goal.args[1], goal.args[0])),)
        return None

    return before


def generate_features(
    theory: Theory,
    seeds: Sequence[Feature],
    limits: GenerationLimits | None = None,
    before: Regression | None = None,
    unfolding: Unfolding | None = None,
) -> tuple[list[Generated], dict[str, str]]:
    """Features made from seeds, breadth first, and those that were abandoned, with the reason."""
    chosen = limits or GenerationLimits()
    unfolding = unfolding or Unfolding(theory, chosen.unfolding)
    regress = before or regression_by(theory)
    stop = time.process_time() + chosen.seconds
    found: list[Generated] = []
    texts: set[str] = set()
    forms: set[frozenset[tuple[int, ...]]] = set()
    level: list[tuple[Clause, str, str]] = [(clause, "seed", "") for seed in seeds for clause in seed.clauses]
    for _ in range(chosen.depth + 1):
        following: list[tuple[Clause, str, str]] = []
        for clause, rule, parent in level:
            if len(found) >= chosen.features or time.process_time() > stop:
                return found, dict(unfolding.abandoned)
            made = _admitted(theory, unfolding, clause, texts, forms, chosen, len(found))
            if made is None:
                continue
            feature, unfolded, is_new = made
            if is_new:
                found.append(Generated(feature, unfolded, rule, parent))
            following += [(new, how, feature.name) for how, new in _transformed(feature.clauses[0], theory, regress)]
        level = following
    return found, dict(unfolding.abandoned)


def _transformed(clause: Clause, theory: Theory, before: Regression) -> Iterator[tuple[str, Clause]]:
    for how, made in (
        ("decomposition", decompositions(clause)),
        ("abstraction", abstractions(clause)),
        ("regression", regressions(clause, before)),
        ("specialisation", specialisations(clause, theory)),
    ):
        for new in made:
            yield how, new


def _admitted(
    theory: Theory,
    unfolding: Unfolding,
    clause: Clause,
    texts: set[str],
    forms: set[frozenset[tuple[int, ...]]],
    limits: GenerationLimits,
    number: int,
) -> tuple[Feature, Unfolded, bool] | None:
    """A feature, its ground clauses, and whether no other has the same; None if it is empty or beyond the limits.

    One that says the same as another in other words is worth following: it can be taken apart in other ways.
    """
    text = clause.canonical()
    if text in texts or len(clause.body) > limits.literals or list(unbound_in(clause)):
        return None
    texts.add(text)
    named = Clause(Literal(f"g{number}", clause.head.args), clause.body)
    try:
        (feature,) = theory.features_of([named])
        unfolded = unfolding.unfold(feature)
    except LogicError:
        return None
    form = frozenset(tuple(sorted(masks)) for masks in unfolded.outputs.values())
    if not unfolded.clauses or all(0 in masks for masks in unfolded.outputs.values()):
        return None
    is_new = form not in forms
    forms.add(form)
    return feature, unfolded, is_new


def _variables(args: Iterable[object]) -> list[Var]:
    return [arg for arg in args if isinstance(arg, Var)]


def _headed(head: Sequence[Var], body: Sequence[Goal]) -> Clause:
    """A clause over those variables of a head that its body still binds."""
    bound = {var for goal in body for var in goal_variables(goal)}
    return Clause(Literal("g", tuple(var for var in head if var in bound)), tuple(body))


def _resolved(goal: Literal, rule: Clause) -> tuple[Goal, ...] | None:
    """The body of a clause as it follows from a goal; None if they do not unify."""
    fresh: dict[Var, Term] = {
        var: Var(f"{var.name}_s", var.number) for one in (rule.head, *rule.body) for var in goal_variables(one)
    }
    names: dict[Var, Term] = {}
    bindings: list[Goal] = []
    for formal, actual in zip(rule.head.args, goal.args, strict=True):
        if isinstance(formal, Var):
            if formal in names and names[formal] != actual:
                bindings.append(Literal("=", (names[formal], actual)))
            elif not any(variables_of(actual)) or isinstance(actual, Var):
                names[formal] = actual  # type: ignore[assignment]
        elif isinstance(actual, Var):
            bindings.append(Literal("=", (actual, formal)))
        elif formal != actual:
            return None
    return (*bindings, *(rename_goal(one, {**fresh, **names}) for one in rule.body))


# -- patterns for others ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MovePattern:
    """A move that matters, of the player to move: where it goes, and what stands around; sites by number.

    The move puts a piece of the mover on `to`. Before it, `friends` hold pieces of the mover, `enemies` pieces of the
    other player, and `empty` nothing. It completes what wins (`wins`) or what loses (`loses`); if neither, it takes the
    site that the other player needs to win.
    """

    to: int
    friends: frozenset[int]
    enemies: frozenset[int]
    empty: frozenset[int]
    wins: bool
    loses: bool = False

    @property
    def placed(self) -> dict[int, str]:
        """The required contents of sites, in the letters of spatial features."""
        return dict.fromkeys(self.friends, "o") | dict.fromkeys(self.enemies, "x") | dict.fromkeys(self.empty, ".")


def goal_patterns(rules: GameTheory, most: int = 5000, seconds: float = 4.0) -> list[MovePattern]:
    """Winning, blocking and losing moves, found by regression of what ends the game: candidates for spatial features.

    Each ground form of a goal, with one of its pieces still missing, is a pattern; all of them on the whole board, in
    no special order, each once, at most so many of each sort. Those of both players are the same patterns where the
    rules are. Goals that cannot be unfolded within the time (CPU seconds, for all of them), and those that say nothing
    of two to eight pieces of one player (connection, counts of pieces), give none.

    >>> import petteia as pt
    >>> from petteia.logic import theory
    >>> patterns = goal_patterns(theory(pt.load("Tic-Tac-Toe")))
    >>> len(patterns), sum(one.wins for one in patterns), sum(one.loses for one in patterns)
    (48, 24, 0)
    """
    features = [one for one in logical_features(rules) if one.name.startswith(("goal_of", "loss_of"))]
    unfolding = Unfolding(rules.theory, Limits(clauses=20_000, seconds=seconds / max(1, len(features))))
    found: dict[str, dict[MovePattern, None]] = {"wins": {}, "loses": {}, "blocks": {}}
    for feature in features:
        sort, _, player = feature.name.split("_")[:3]
        with suppress(LogicError):
            unfolded = unfold_or_abstract(unfolding, feature)
            for mask in dict.fromkeys(mask for masks in unfolded.outputs.values() for mask in masks):
                literals = [unfolding.inputs.literal(bit) for bit in bits(mask)]
                for pattern in _missing_one(literals, int(player), wins=sort == "goal"):
                    group = found["wins" if pattern.wins else "loses" if pattern.loses else "blocks"]
                    if len(group) < most:
                        group[pattern] = None
    return [pattern for group in found.values() for pattern in group]


def _missing_one(literals: Sequence[Literal], player: int, *, wins: bool) -> Iterator[MovePattern]:
    """The moves that complete a conjunction, and those that keep the other player from completing it."""
    own: set[int] = set()
    other: set[int] = set()
    blank: set[int] = set()
    for literal in literals:
        if not literal.negated:
            site = int(str(literal.args[-1]))
            held = literal.predicate == "owns"
            (blank if not held else own if literal.args[0] == player else other).add(site)
    if not 2 <= len(own) <= 8:
        return
    for site in sorted(own):
        rest = frozenset(own - {site})
        yield MovePattern(site, rest, frozenset(other), frozenset(blank), wins, not wins)
        if wins:
            yield MovePattern(site, frozenset(other), rest, frozenset(blank), False)
