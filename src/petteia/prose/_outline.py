"""Moves as an outline: one line a step, what belongs to a step indented below it.

A sentence carries a condition or two; rules of play nest deeper. Alternatives, conditions, loops and consequents
become lines of their own, and a part that returns is told once, under a letter, and named by it afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any

from petteia.ludemes import Ludeme
from petteia.ludemes.types import Moves

from ._english import listed, sentence
from ._mirrored import first_direction, turned_alike
from ._telling import tell, tell_without_consequent
from ._told_conditions import conjuncts
from ._told_moves import each_head, sown

_SHORT = 60
"""Parts of fewer letters are told again rather than named."""
_LONG_CONDITION = 240
"""Conditions of more letters are told one a line."""
_INDENT = "  "


@dataclass(slots=True)
class Step:
    """A line and the lines below it."""

    text: str
    below: list[Step] = field(default_factory=list)

    def key(self) -> str:
        """The whole text of the step, to find it again."""
        return "\n".join([self.text, *(one.key() for one in self.below)])

    def rewritten(self, by: Callable[[str], str]) -> Step:
        """The step with all its texts rewritten."""
        return Step(by(self.text), [one.rewritten(by) for one in self.below])


def steps(moves: Any) -> list[Step]:
    """The steps of a rule of play."""
    told = _STEPS.get(type(moves).__name__)
    found = list(told(moves)) if told is not None else [_move(moves)]
    then = getattr(moves, "then", None)
    if then is None:
        return found
    after = steps(then.moves)
    if told is None:
        return [Step(found[0].text, [*found[0].below, *_after("then", after)])]
    return [*found, *_after("after any of these,", after)]


def _move(moves: Any) -> Step:
    """One move; effects that take more than a few words stand below it."""
    if type(moves).__name__ == "Sow":
        return Step(sown(moves), _captures(moves))
    text = tell_without_consequent(moves)
    below: list[Step] = []
    for effect in _effects(moves):
        told = f"; then {tell(effect)}"
        if len(told) > _SHORT and told in text:
            text = text.replace(told, "", 1)
            below.extend(_after("then", _effect_steps(effect)))
    return Step(text, below)


def _captures(sowing: Any) -> list[Step]:
    """Captures of a sowing, where it ends."""
    if sowing.apply is None:
        return []
    condition = f"if {tell(sowing.if_)}," if sowing.if_ is not None else ""
    found = [_under(f"where the last one falls, {condition}".strip(), _effect_steps(sowing.apply))]
    if sowing.backtracking is not None and tell(sowing.backtracking) != "never":
        found.append(Step("go on so with the sites before it, as long as that holds"))
    if sowing.forward is not None and tell(sowing.forward) != "never":
        found.append(Step("go on so with the sites after it, as long as that holds"))
    return found


def _effects(moves: Any) -> Iterator[Any]:
    """The effects on the way of a move: at its target, or where a sowing ends."""
    for holder in (getattr(moves, "to", None), moves):
        for name in ("effect", "apply"):
            found = getattr(holder, name, None)
            if isinstance(found, Ludeme) and type(found).__name__ != "ApplyIf":
                yield found


def _effect_steps(effect: Any) -> list[Step]:
    """The steps of an effect, with the condition that it may have."""
    if isinstance(effect, Moves):
        return steps(effect)
    inner = getattr(effect, "effect", None)
    if inner is None:
        return [Step(tell(effect))]
    condition = getattr(effect, "if_", None)
    return [_under(f"if {tell(condition)},", steps(inner))] if condition is not None else steps(inner)


def _after(word: str, below: list[Step]) -> list[Step]:
    """Consequents behind their word: one on its line, several below it."""
    if len(below) == 1:
        return [Step(f"{word} {below[0].text}", below[0].below)]
    return [Step(f"{word}:" if not word.endswith(",") else word[:-1] + ":", below)]


def _under(head: str, below: list[Step]) -> Step:
    """A head with its steps: on one line where there is one."""
    if len(below) == 1 and head.startswith("if ") and below[0].text.startswith("if "):
        return Step(f"{head.rstrip(',')} and {below[0].text}", below[0].below)
    if len(below) == 1:
        return Step(f"{head} {below[0].text}", below[0].below)
    return Step(f"{head.rstrip(',:')}:", below)


def _each_listed(part: Any) -> Iterator[Step]:
    for child in part.children():
        if isinstance(child, Moves):
            yield from steps(child)


def _choice(part: Any) -> Iterator[Step]:
    yield Step("do one of these:", _ways(part))


def _ways(part: Any) -> list[Step]:
    """Alternatives, each as one step; those that differ only in the direction are told once."""
    children = [steps(child) for child in part.children() if isinstance(child, Moves)]
    ways = [one[0] if len(one) == 1 else Step("in this order:", one) for one in children]
    found = []
    for place, others in turned_alike([way.key() for way in ways]):
        found.append(ways[place])
        if others:
            first = first_direction(ways[place].key())
            found.append(Step(f"the same, turned from {first} to {listed(others, 'or')}"))
    return found


def _condition(part: Any) -> Iterator[Step]:
    condition = part.condition
    parts = conjuncts(condition) if len(tell(condition)) > _LONG_CONDITION else []
    if len(parts) > 1:
        yield Step("if all of these hold:", [*map(Step, parts), _under("in that case", steps(part.moves))])
    else:
        yield _under(f"if {tell(condition)},", steps(part.moves))
    if part.otherwise is not None:
        yield _under("otherwise", steps(part.otherwise))


def _priority(part: Any) -> Iterator[Step]:
    yield Step("do the first of these that is possible:", _ways(part))


def _most(part: Any) -> Iterator[Step]:
    yield _under(_MOST[part.title], steps(part.moves))


_MOST = {
    "max Moves": "of the following, only what captures most in the end:",
    "max Captures": "of the following, only what captures most:",
    "max Distance": "of the following, only what goes furthest:",
}


def _in_order(part: Any) -> Iterator[Step]:
    yield from steps(part.prior)
    if part.next is not None:
        yield from steps(part.next)
    condition = part.if_afterwards
    if condition is None:
        return
    head = "such a move is allowed only if afterwards"
    if type(condition).__name__ == "CanMove" and len(tell(condition)) > 2 * _SHORT:
        yield Step(f"{head} this is possible:", steps(condition.moves))
    else:
        yield Step(f"{head} {tell(condition)}")


def _each(part: Any) -> Iterator[Step]:
    inner = [child for child in part.children() if isinstance(child, Moves)]
    yield _under(each_head(part), steps(inner[0])) if inner else Step(tell_without_consequent(part))


_STEPS = {
    "AndMoves": _each_listed, "AndMovesAll": _each_listed, "seq": _each_listed,
    "OrMoves": _choice, "OrMovesAll": _choice, "IfMoves": _condition,
    "Priority": _priority, "PriorityAll": _priority, "Do": _in_order,
    "MaxMoves": _most, "MaxCaptures": _most, "MaxDistance": _most,
    "ForEachPiece": _each, "ForEachDie": _each, "ForEachSite": _each, "ForEachValueBetween": _each,
    "ForEachValueOf": _each, "ForEachPlayer": _each, "ForEachPlayerOf": _each, "ForEachDirection": _each,
    "ForEachGroup": _each, "ForEachLevel": _each,
}  # fmt: skip


class Outlines:
    """Steps as lines; parts that return in any of them are told once and named by a letter."""

    def __init__(self, told: list[list[Step]]) -> None:
        self._returning: set[str] = set()
        self._names: dict[str, str] = {}
        met: set[str] = set()
        for outline in told:
            self._meet(outline, met)

    def _meet(self, outline: list[Step], met: set[str]) -> None:
        """Finds the parts that return, the largest first, in the order in which they are told."""
        for step in outline:
            key = step.key()
            if key in met and step.below and len(key) >= _SHORT:
                self._returning.add(key)
            else:
                met.add(key)
                self._meet(step.below, met)

    def lines(self, outline: list[Step], depth: int = 0) -> Iterator[str]:
        """The lines of an outline, indented by their depth."""
        for step in outline:
            key = step.key()
            if key in self._names:
                yield _INDENT * depth + _reference(step.text, self._names[key])
                continue
            mark = ""
            if key in self._returning and len(self._names) < len(ascii_uppercase):
                self._names[key] = ascii_uppercase[len(self._names)]
                mark = f"({self._names[key]}) "
            text = sentence(address(step.text)).removesuffix(".")
            end = ":" if step.below and not text.endswith(":") else "" if text.endswith(":") else "."
            yield f"{_INDENT * depth}{mark}{text}{end}"
            yield from self.lines(step.below, depth + 1)


def _reference(text: str, name: str) -> str:
    """A step that was told before, by its first words and its letter."""
    head = sentence(address(text)).rstrip(".: ")
    return f"{head}: as in ({name}) above."


def address(text: str) -> str:
    """Rules of play speak to the player whose turn it is.

    >>> address("the player who moved has no pieces")
    'you have no pieces'
    """
    text = text.replace("the player who moved", "you")
    return re.sub(r"(?<!of )\byou (has|is)\b", lambda match: {"has": "you have", "is": "you are"}[match[1]], text)


def outline_of(part: Ludeme | None) -> list[Step]:
    """The steps of a rule, or none."""
    return steps(part) if part is not None else []
