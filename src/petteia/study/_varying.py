"""Variants of a complete game: numbers changed, parts taken out, the swap rule added; what each changes.

Variants are measured like candidates of completions. A wish turns measures into objectives between 0 and 1; variants
that no other beats in all objectives form the Pareto front.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any

from petteia.errors import OptionError, PetteiaError
from petteia.lang import Clause, Terminal, expand
from petteia.lang.format import format_text
from petteia.lang.show import inline_text
from petteia.lang.tree import Node
from petteia.prose import rules_of_text
from petteia.scale import Executor, executor

from ._assess import TASK_SECONDS, Outcome, Task, faults_of
from ._comparing import told_differences
from ._coverage import removable, text_without
from ._estimate import Estimate
from ._folder import Folder

_RANGE = re.compile(r"(\d+)\s*(?:to|-|\.\.)\s*(\d+)\s*(moves|turns)")
_NUMBER = re.compile(r"\d+")
AS_IT_IS = "as it is"
WISHES = "balanced, few draws, decisions, ends, A to B moves, A to B turns"
_BATCH = 8
_LONGEST_CLAUSE = 50
_RANDOM_MOVES = 100_000
_SEARCH_SECONDS = 300.0
"""CPU seconds that a variant may take where search plays."""


@dataclass(frozen=True)
class Wish:
    """An objective: a name and how well measures fulfil it, between 0 and 1."""

    name: str
    degree: Callable[[dict[str, Estimate]], float]


def read_wish(text: str) -> list[Wish]:
    """The objectives in a text such as "balanced, few draws, 30 to 60 moves".

    >>> [one.name for one in read_wish("balanced, 30 to 60 moves")]
    ['balanced', '30 to 60 moves']
    """
    found = []
    for part in (one.strip() for one in text.split(",") if one.strip()):
        if span := _RANGE.fullmatch(part):
            found.append(Wish(part, _length(int(span[1]), int(span[2]), span[3])))
        elif part in _PLAIN:
            found.append(Wish(part, _PLAIN[part]))
        else:
            raise PetteiaError(f"the wish {part!r} is not understood: there are {WISHES}")
    return found


def _value(measures: dict[str, Estimate], name: str, otherwise: float) -> float:
    return measures[name].value if name in measures else otherwise


_PLAIN: dict[str, Callable[[dict[str, Estimate]], float]] = {
    "balanced": lambda m: 1 - 2 * abs(_value(m, "AdvantageP1", 0.5) - 0.5),
    "few draws": lambda m: 1 - _value(m, "Draws", 0.0),
    "decisions": lambda m: _value(m, "DecisionMoves", 0.0),
    "ends": lambda m: 1 - _value(m, "Timeouts", 1.0),
}


def _length(low: int, high: int, unit: str) -> Callable[[dict[str, Estimate]], float]:
    name = "DurationMoves" if unit == "moves" else "DurationTurns"

    def degree(measures: dict[str, Estimate]) -> float:
        value = _value(measures, name, 0.0)
        return value / low if value < low else 1.0 if value <= high else max(0.0, 1 - (value - high) / high)

    return degree


@dataclass
class Variation:
    """A variant: what was changed, its text, its measures, and how far it fulfils each wish."""

    change: str
    text: str
    outcome: Outcome
    degrees: dict[str, float] = field(default_factory=dict)
    on_front: bool = False

    @property
    def score(self) -> float:
        """The mean degree, nothing for degenerate games."""
        if self.outcome.refused or not self.outcome.measures:
            return 0.0
        mean = sum(self.degrees.values()) / len(self.degrees) if self.degrees else 1.0
        return 0.0 if faults_of(self.outcome.measures) else mean

    def in_words(self) -> dict[str, str]:
        """Its rules in English, by title."""
        return {title: " ".join(said) for title, said in rules_of_text(self.text).items()}

    def written(self) -> str:
        """The description, laid out, headed by what was changed and by its rules in English."""
        head = [f"Changed: {self.change}", *(f"{title}: {said}" for title, said in self.in_words().items())]
        return "".join(f"// {line}\n" for one in head for line in wrap(one, 110)) + format_text(self.text)

    def to_json(self, base: Variation) -> dict[str, Any]:
        """As JSON values, with what changed in measures against the game as it is."""
        ours, theirs = self.outcome.measures, base.outcome.measures
        return {
            "text": self.text,
            "rules_in_words": self.in_words(),
            "change": self.change,
            "score": self.score,
            "degrees": self.degrees,
            "front": self.on_front,
            "refused": self.outcome.refused,
            "measures": {name: one.value for name, one in ours.items()},
            "differences": [
                {"name": name, "value": d.value, "low": d.low, "high": d.high}
                for name, d in ((name, ours[name] - theirs[name]) for name in ours if name in theirs)
            ],
            "rules": told_differences(base.text, self.text),
        }


@dataclass(frozen=True)
class Change:
    """One change of a rule set: the swap rule, another number, or a part left out."""

    words: str
    swap: bool = False
    number: Terminal | None = None
    value: int = 0
    part: Clause | None = None


def changes_of(root: Clause) -> list[Change]:
    """Every single change: the swap rule, numbers up and down by one, parts left out."""
    found = [] if "(meta" in inline_text(root) else [Change("add the swap rule", swap=True)]
    for node, clause in _numbers(root):
        written = int(node.text)
        there = _told(clause, node)
        for value in (written - 1, written + 1):
            if value >= 0:
                node.text = str(value)
                found.append(Change(f"{_told(clause, node)} instead of {there}", number=node, value=value))
                node.text = str(written)
    return found + [Change(f"without {inline_text(one)[:80]}", part=one) for one in removable(root)]


def changed(root: Clause, changes: Sequence[Change]) -> str:
    """The text of a rule set with some changes; of two that change the same number the later one counts."""
    before = [(one.number, one.number.text) for one in changes if one.number is not None]
    try:
        for one in changes:
            if one.number is not None:
                one.number.text = str(one.value)
        text = text_without(root, *(one.part for one in changes if one.part is not None))
    finally:
        for number, written in reversed(before):
            number.text = written
    return text.replace("(rules ", "(rules (meta (swap)) ", 1) if any(one.swap for one in changes) else text


def variants_of(text: str) -> Iterator[tuple[str, str]]:
    """Each change with the changed text: the game as it is first, then the swap rule, numbers, parts left out."""
    root = expand(text).tree.root
    yield AS_IT_IS, changed(root, ())
    for one in changes_of(root):
        yield one.words, changed(root, [one])


def _told(clause: Clause, number: Terminal) -> str:
    """A clause with a number, only its keyword and the number if it is long."""
    text = inline_text(clause)
    return text if len(text) <= _LONGEST_CLAUSE else f"({clause.keyword} .. {inline_text(number)} ..)"


def _numbers(root: Clause) -> Iterator[tuple[Terminal, Clause]]:
    """Each number with the clause it stands in."""
    stack: list[tuple[Node, Clause]] = [(root, root)]
    while stack:
        node, clause = stack.pop()
        if isinstance(node, Terminal):
            if _NUMBER.fullmatch(node.text) and clause.keyword != "players":
                yield node, clause
            continue
        clause = node if isinstance(node, Clause) else clause
        stack.extend((item, clause) for item in reversed(node.items))


def alternatives(
    text: str, *, rulesets: bool = False, options: bool = False, defs: Sequence[Path | str] = (), name: str = "text"
) -> list[tuple[str, str]]:
    """The game as it is, each of its other rulesets, and each other item of its options, with their texts."""
    whole = expand(text, define_folders=defs, name=name)
    found = [(AS_IT_IS, whole.text)]
    if rulesets:
        names = [one.name for one in whole.rulesets if one.selections and one is not whole.ruleset]
        for one in names:
            with suppress(OptionError):
                found.append(
                    (one.removeprefix("Ruleset/"), expand(text, ruleset=one, define_folders=defs, name=name).text)
                )
    for category in whole.option_categories if options else ():
        for item in category.items:
            if item is not category.chosen:
                with suppress(OptionError):
                    other = expand(text, options=[item.name], define_folders=defs, name=name)
                    found.append((item.name, other.text))
    if len(found) == 1:
        raise PetteiaError(f"{name} has no other {'rulesets' if rulesets else 'options'}: there is nothing to vary")
    return [one for one in found if "[" not in one[1]]


def vary(
    text: str,
    wishes: Sequence[Wish] = (),
    *,
    variants: Iterable[tuple[str, str]] | None = None,
    level: str = "random",
    games: int = 100,
    most: int = 60,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    folder: Folder | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> list[Variation]:
    """Variants of a game, the game as it is first, then by how well they fulfil the wishes.

    They are all single changes, or those that are given. A folder keeps what was computed.
    """
    tried: dict[str, str] = {}
    for change, changed in variants if variants is not None else variants_of(text):
        if len(tried) < most:
            tried.setdefault(changed, change)
    with executor(jobs, cluster) as workers:
        found = played(workers, tried, level, games, seed, progress, folder)
    variations = [Variation(change, changed, found[changed]) for changed, change in tried.items()]
    weigh(variations, wishes)
    return [variations[0], *sorted(variations[1:], key=lambda one: -one.score)]


def played(
    workers: Executor, texts: Collection[str], level: str, games: int, seed: int, progress: Callable[[float], None],
    folder: Folder | None = None,
) -> dict[str, Outcome]:  # fmt: skip
    """The outcomes of some variants, each in as many games, fewer where random games are long."""
    most, seconds = (_RANDOM_MOVES, TASK_SECONDS) if level == "random" else (0, _SEARCH_SECONDS)
    tasks = [Task(one, (), level, games, most, seed=seed + 1, seconds=seconds) for one in texts]
    batches = [tuple(tasks[k : k + _BATCH]) for k in range(0, len(tasks), _BATCH)]
    found: dict[str, Outcome] = {}
    alike: dict[str, Outcome] = {}
    for task, outcome in (folder or Folder(None, "", "")).outcomes(workers, batches):
        found[task.text] = outcome
        if outcome.measures:
            alike.setdefault(outcome.program, outcome)
        progress(len(found) / len(tasks))
    # of equal programs in a batch only one was played
    return {text: one if one.refused or one.measures else alike.get(one.program, one) for text, one in found.items()}


def weigh(variations: list[Variation], wishes: Sequence[Wish]) -> None:
    """Tells how far variants fulfil wishes, and marks the front.

    On the front are those that no other beats in one objective without being worse in another.
    """
    for one in variations:
        if one.outcome.measures:
            one.degrees = {wish.name: round(wish.degree(one.outcome.measures), 4) for wish in wishes}
    sound = [one for one in variations if one.degrees and not faults_of(one.outcome.measures)]
    for one in sound:
        one.on_front = not any(
            all(other.degrees[name] >= one.degrees[name] for name in one.degrees)
            and any(other.degrees[name] > one.degrees[name] for name in one.degrees)
            for other in sound
        )
