"""Ideas: features of a policy put together as a person would tell them, each with its effect in the games of the run.

Features that hold for the same moves, or for just the others, are one. Those that an end rule calls by one name are one
idea. A feature that adds a condition to another one is told with it ("less so when ..."). What made no difference to
the choices of search that the interval shows is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING

import numpy as np

from petteia.features import Policy
from petteia.features.parts import extra_elements
from petteia.features.pattern import PASS
from petteia.features.sentences import contradict, says_little
from petteia.features.words import Words, advice, as_condition, describe, further_words

from ._drafts import APART, FEWEST, Draft, independent, joined, worth_telling
from ._effects import Column, Effect, Record

if TYPE_CHECKING:
    from petteia.features import Feature

_SMALL = 0.005
"""Weights below this say nothing."""
_FAINT = 0.03
"""Smaller weights do not show that an effect is this feature's own."""
_MOST_CONDITIONS = 2
_LONGEST = 80
"""Conditions with more letters are not told."""
_STOP = "stop where you may go on with your turn"
_LOSES = "search proves by itself that this loses"
_PROVEN, _FORCED = 0.8, 0.6
"""From which share on search is said to prove that such moves win, or that all others lose."""


@dataclass(frozen=True)
class Idea:
    """One thing that was learned: a sentence, the features that it stands for, and its effect."""

    sentence: str
    strategy: str
    numbers: tuple[int, ...]
    """Its features by their numbers in the policy, the most telling first."""
    effect: Effect | None = None
    conditions: tuple[str, ...] = ()
    proof: str = ""
    """How search knows it without having learned it, if so."""


def find_ideas(policy: Policy, record: Record | None) -> list[Idea]:
    """The ideas of a policy, those first that explain most of what search chose; by weight where nothing was played."""
    if record is None:
        return _distinct(_by_weight(policy), policy)
    groups = _twins(policy, record)
    told = _told(policy, record, groups)
    decided = _decided(record, told)
    plain = _plain(policy, record, [one for one in groups if not _words(policy, one[0]).act], ~decided)
    drafts = independent([*told, *joined(plain, record, ~decided)], record)
    return _distinct([_finished(one, policy, record) for one in drafts], policy)


def _words(policy: Policy, number: int, weight: float = 1.0) -> Words:
    return describe(policy.features[number], policy.game, weight)


def _by_weight(policy: Policy) -> list[Idea]:
    sizes = np.abs(policy.weights).max(axis=0)
    found = []
    for k in np.argsort(-sizes, kind="stable"):
        if sizes[k] > _SMALL and policy.features[int(k)].word != "any":
            column = policy.weights[:, k]
            words = _words(policy, int(k), float(column[np.abs(column).argmax()]))
            found.append(Idea(words.sentence, words.strategy, (int(k),)))
    return found


# -- features that are one ---------------------------------------------------------------------------------------


def _twins(policy: Policy, record: Record) -> list[list[int]]:
    """Features with a weight, those together that set the same moves apart from the others of each position.

    The first of each lot is the one to tell: of opposites the rarer one, else the one that denies least. What holds for
    all moves of every position sets nothing apart and is left out.
    """
    table = record.table
    random = np.random.Generator(np.random.PCG64(7)).normal(size=(len(table.targets), 2))
    starts, counts = table.starts[:-1], np.diff(table.starts)
    random -= (np.add.reduceat(random, starts) / counts[:, None])[table.owners]
    marks = np.asarray(table.transposed @ random)
    seen = np.asarray(table.held.sum(axis=0)).ravel()
    lots: dict[tuple[float, float], list[int]] = {}
    for k in np.flatnonzero(np.abs(policy.weights).max(axis=0) > _SMALL):
        mark = marks[k] if marks[k][0] > 0 else -marks[k]
        if mark[0] > 1e-6:
            lots.setdefault((round(float(mark[0]), 5), round(float(mark[1]), 5)), []).append(int(k))

    def rank(number: int) -> tuple[float, int, int, str]:
        one = policy.features[number]
        return float(seen[number]), sum(element.negated for element in one.elements), one.size, str(one)

    return [sorted(lot, key=rank) for lot in lots.values()]


def _told(policy: Policy, record: Record, groups: Sequence[Sequence[int]]) -> list[Draft]:
    """Ideas that the end rules name: all patterns of one name are one idea, what else they ask for is a condition."""
    named: dict[str, list[Sequence[int]]] = {}
    for group in groups:
        words = _words(policy, group[0])
        if words.act:
            named.setdefault(words.act.replace("diagonal ", ""), []).append(group)
    found = []
    for act, some in named.items():
        numbers = [k for group in some for k in group]
        numbers.sort(key=lambda k: (bool(_words(policy, k).rest), -float(np.abs(policy.weights[:, k]).max())))
        first = [group[0] for group in some]
        column = record.column(first)
        effect = record.effect(column)
        if effect is None or not worth_telling(effect):
            continue
        words = _words(policy, numbers[0])
        draft = Draft(policy.features[numbers[0]], words, numbers, column, effect)
        diagonal = all("diagonal " in _words(policy, k).act for k in first)
        draft.clause = words.act if diagonal else act
        for k in first:
            rest = _words(policy, k).rest
            if rest:
                _add_condition(draft, record, record.column([k]), as_condition(rest), [k])
        draft.proof = _proof(record, column)
        found.append(draft)
    return found


def _proof(record: Record, column: Column) -> str:
    if record.wins_at_once(column) >= _PROVEN:
        return "search proves by itself that this wins"
    if record.else_lost(column) >= _FORCED:
        return "search proves by itself that anything else loses"
    if record.loses_at_once(column) >= _FORCED:
        return _LOSES
    return ""


def _decided(record: Record, told: Iterable[Draft]) -> Column:
    """The moves of positions in which search proves which one to play: they say nothing of other ideas."""
    held = np.zeros(len(record.table.targets), dtype=bool)
    for one in told:
        if one.proof not in ("", _LOSES):
            held |= one.column
    some = np.add.reduceat(held.astype(np.int64), record.table.starts[:-1]) > 0
    whole: Column = some[record.table.owners]
    return whole


# -- conditions --------------------------------------------------------------------------------------------------


def _add_condition(draft: Draft, record: Record, column: Column, said: str, numbers: list[int]) -> None:
    """Tells a condition with an idea if among the moves of that idea it changes what search chooses."""
    among = record.effect(column, draft.column)
    if not 0 < len(said) <= _LONGEST or among is None or not among.sure:
        return
    said = " and ".join(
        part for part in said.split(" and ") if part.replace(" also", "").removeprefix("it is ") not in draft.clause
    )
    if not said or says_little(said):
        return
    if abs(log(among.odds)) > APART and among.positions >= FEWEST:
        alone = record.effect(column)
        turned = alone is not None and alone.sure and alone.good != draft.effect.good
        more = among.good == draft.effect.good
        word = "except when" if turned else "more so when" if more else "less so when"
        draft.parts.append((abs(log(among.odds)) * among.positions**0.5, f"{word} {said}", numbers))


def _plain(policy: Policy, record: Record, groups: Sequence[Sequence[int]], open_moves: Column) -> list[Draft]:
    """Ideas that no end rule names, smaller patterns first: what extends one of them is told with it."""
    sides = policy.features.board.most_sides
    kept: list[Draft] = []
    opposites: list[Draft] = []
    for group in sorted(groups, key=lambda some: policy.features[some[0]].size):
        one = policy.features[group[0]]
        column = record.column(group[:1])
        words = _words(policy, group[0])
        if words.opposite:
            opposites += _opposite(policy, record, group, words, open_moves)
            continue
        is_stop = one.word == PASS and record.passes_within_turns(policy.game)
        clause = _STOP if is_stop else _clause_of(words)
        effect = record.effect(column, open_moves)
        if effect is None or not worth_telling(effect):
            continue
        draft = Draft(one, words, list(group), column, effect, clause=clause)
        parents = [
            other
            for other in kept
            if extra_elements(other.feature, one, sides) is not None and not (column & ~other.column).any()
        ]
        if not parents:
            if _agrees(policy, group[0], effect) and not says_little(clause):
                kept.append(draft)
            continue
        parent = max(parents, key=lambda other: other.feature.size)
        if _only_denies(parent.feature, one, sides):
            parent.numbers += group
        elif _stands_alone(draft, parent) and not says_little(clause) and _agrees(policy, group[0], effect):
            kept.append(draft)
            rest = record.effect(parent.column & ~column, open_moves & ~column)
            if rest is None or not rest.sure or rest.good != parent.effect.good:
                kept.remove(parent)  # all of its effect was this one's
            else:
                parent.effect = rest
        else:
            said = further_words(one, parent.feature, policy.game)
            _add_condition(parent, record, column & open_moves, said, list(group))
    return [*kept, *opposites]


def _opposite(policy: Policy, record: Record, group: Sequence[int], words: Words, open_moves: Column) -> list[Draft]:
    """The idea of a feature that only denies something, told by what it denies: the other moves of the same rule."""
    one = policy.features[group[0]]
    plain = replace(one, elements=tuple(each for each in one.elements if not each.negated or each.walk == one.to))
    base = next((k for k, other in enumerate(policy.features) if other == plain), None)
    if base is None:
        return []
    column = record.column([base]) & ~record.column(group[:1])
    effect = record.effect(column, open_moves)
    if effect is None or not worth_telling(effect) or not _agrees(policy, group[0], effect, turned=True):
        return []
    return [Draft(one, words, list(group), column, effect, clause=_clause_of(words))]


def _clause_of(words: Words) -> str:
    """The act that a sentence advises or warns of."""
    clause = words.sentence.removeprefix("Do not ").removesuffix(".")
    return clause[:1].lower() + clause[1:]


def _only_denies(parent: Feature, child: Feature, sides: int) -> bool:
    """True if a narrower feature only adds what must not be somewhere: that holds nearly always, and tells little."""
    extra = extra_elements(parent, child, sides)
    same = (parent.last_to, parent.last_from) == (child.last_to, child.last_from)
    return bool(extra) and same and all(one.negated for one in extra or ())


def _stands_alone(draft: Draft, parent: Draft) -> bool:
    """True if a narrower idea explains more than the wider one, and advises the same."""
    return draft.effect.good == parent.effect.good and draft.effect.gain > 0.8 * parent.effect.gain


def _agrees(policy: Policy, number: int, effect: Effect, *, turned: bool = False) -> bool:
    """True if the weight of a feature has the sign of its effect: otherwise the effect is that of other features.

    It has the other sign if it is `turned`, told by its opposite.
    """
    column = policy.weights[:, number]
    weight = float(column[np.abs(column).argmax()])
    return abs(weight) > _FAINT and ((weight > 0) != turned) == effect.good


# -- sentences ---------------------------------------------------------------------------------------------------


def _finished(draft: Draft, policy: Policy, record: Record) -> Idea:
    bad = not draft.effect.good
    told = sorted(draft.parts, key=lambda part: -part[0])[:_MOST_CONDITIONS]
    sentence = advice(", ".join([draft.clause, *(said for _, said, _ in told)]), bad=bad)
    sentence += _for_whom(draft, policy, record)
    words = describe(draft.feature, policy.game, -1.0 if bad != draft.words.opposite else 1.0)
    numbers = [*draft.numbers, *(k for _, _, some in draft.parts for k in some if k not in draft.numbers)]
    conditions = tuple(said for _, said, _ in sorted(draft.parts, key=lambda part: -part[0]))
    return Idea(sentence, words.strategy, tuple(dict.fromkeys(numbers)), draft.effect, conditions, draft.proof)


def _for_whom(draft: Draft, policy: Policy, record: Record) -> str:
    """For whom it is the other way round, where players have weights of their own and the games show it."""
    if len(policy.weights) == 1:
        return ""
    found = {player: record.effect(draft.column, player=player) for player in range(1, policy.game.players + 1)}
    other = [str(k) for k, one in found.items() if one is not None and one.sure and one.good != draft.effect.good]
    return f" For player {' and '.join(other)} it is the other way round." if other else ""


def _distinct(ideas: Sequence[Idea], policy: Policy) -> list[Idea]:
    """The ideas, each with a sentence of its own; one that an earlier one advises against is left out.

    Patterns for which there are the same words are told apart by an example.
    """
    shared = Counter(one.sentence for one in ideas)
    found: dict[str, Idea] = {}
    for one in ideas:
        told = _with_example(one, policy) if shared[one.sentence] > 1 else one
        if told.sentence in found:
            told = replace(told, sentence=f"{told.sentence[:-1]}, pattern {policy.features[told.numbers[0]]}.")
        if not any(contradict(told.sentence, other) for other in found):
            found[told.sentence] = told
    return list(found.values())


def _with_example(idea: Idea, policy: Policy) -> Idea:
    """An idea whose sentence names a place where it may hold."""
    words = _words(policy, idea.numbers[0])
    if not words.example:
        return idea
    first, mark, rest = idea.sentence.partition(". ")
    return replace(idea, sentence=f"{first.removesuffix('.')}, as {words.example}.{' ' + rest if mark else ''}")
