"""Ludemes in words: phrases filled with the words of their arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from petteia.ludemes import Ludeme
from petteia.ludemes._types import Moves

from .templates import DIRECTIONS, PHRASES, ROLES

_SLOT = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NEGATIONS = (
    (" is ", " is not "),
    (" are ", " are not "),
    (" holds an enemy", " holds no enemy"),
    (" holds a piece of yours", " holds no piece of yours"),
    (" has no ", " has some "),
)
_SHORT = {
    "the owner of the target is the enemy": "the target holds an enemy",
    "the target is not empty": "the target is occupied",
}


def tell(value: Any) -> str:
    """A ludeme, or an argument of one, in words."""
    if isinstance(value, Ludeme):
        special = _SPECIAL.get(type(value).__name__) or _SPECIAL.get(value.title)
        text = special(value) if special else _filled(value)
        return _SHORT.get(text, text)
    if isinstance(value, Enum):
        name = value.name
        return ROLES.get(name) or DIRECTIONS.get(name) or (f"player {name[1:]}" if name[1:].isdigit() else words(name))
    if isinstance(value, list | tuple):
        return listed([tell(one) for one in value])
    if isinstance(value, bool):
        return "always" if value else "never"
    return words(str(value)) if isinstance(value, str) else str(value)


def words(name: str) -> str:
    """A name of the description as words.

    >>> words("KingNotChecked")
    'King Not Checked'
    """
    return _CAPITAL.sub(" ", name)


def number(value: int) -> str:
    """A small number in a word."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts of a sentence as a list."""
    kept = [part for part in parts if part]
    return f" {last} ".join([", ".join(kept[:-1]), kept[-1]] if len(kept) > 1 else kept)


def sentence(text: str) -> str:
    """A phrase as a sentence."""
    text = re.sub(r"\s+([,.;:])", r"\1", " ".join(text.split())).rstrip(" ,;.")
    text = re.sub(r"\b(?:an?|the) ((?:[A-Z]\w* ?)+(?:region)?|hand|score|number) ?of you\b", r"your \1", text)
    text = text.replace("you has", "you have").replace("held by you", "that you hold").replace("  ", " ")
    return text[:1].upper() + text[1:] + "."


def _filled(part: Ludeme) -> str:
    """The phrase of a ludeme, filled; a word without one is told by its words and arguments."""
    given = dict(part.arguments())
    phrase = PHRASES.get(type(part).__name__) or PHRASES.get(part.title) or PHRASES.get(part.keyword)
    then = given.pop("then", None)
    if phrase is None:
        told = (value for value in given.values() if not isinstance(value, str) or value not in part.title)
        inner = listed([tell(value) for value in told])
        text = f"{words(part.title)} ({inner})" if inner else words(part.title)
    else:
        text = _fill(phrase, given)
    return f"{text}; after that, {tell(then)}" if then is not None else text


def _fill(phrase: str, given: dict[str, Any]) -> str:
    def value(match: re.Match[str]) -> str:
        return tell(given[match[1]]) if given.get(match[1]) is not None else ""

    def part(match: re.Match[str]) -> str:
        asked = _SLOT.findall(match[1])
        return match[1] if all(given.get(one) is not None for one in asked) else ""

    return _SLOT.sub(value, _OPTIONAL.sub(part, phrase))


# -- words that need more than a phrase -------------------------------------------------------------------------


def _negated(part: Any) -> str:
    text = tell(part.a)
    if text == "this is a further move of the same turn":
        return "this is the first move of the turn"
    for before, after in _NEGATIONS:
        if text.count(before) == 1 and " and " not in text and " or " not in text:
            return text.replace(before, after)
    return f"it is not true that {text}"


def _joined(word: str) -> Callable[[Any], str]:
    def join(part: Any) -> str:
        inner = [tell(child) for child in part.children()]
        return listed(inner, word)

    return join


def _is_owned(who: str) -> Callable[[Any], str]:
    def say(part: Any) -> str:
        index: Any = getattr(part, "index", None) or getattr(part, "role", None)
        if type(index).__name__ == "WhoAt":
            return f"{tell(index.at)} holds {who}"
        return f"{tell(index)} is {who}" if index is not None else who

    return say


def _turn_of(part: Any) -> str:
    who = {"Mover": "you", "Next": "the opponent", "Prev": "the player who moved before"}[part.kind]
    index = part.index if hasattr(part, "index") else None
    role = getattr(part, "role", None)
    subject: Any = index if index is not None else role
    if {part.kind, getattr(role, "name", type(index).__name__)} in ({"Prev", "Mover"}, {"Mover", "Prev"}):
        return "this is a further move of the same turn"
    if type(subject).__name__ == "WhoAt":
        return f"{tell(subject.at)} belongs to {who}"
    return f"{tell(subject)} is {who}"


def _target(part: Any) -> str:
    """Where a move leads: a region or site, its condition, its effect."""
    place = part.region or part.site
    text = tell(place) if place is not None else ""
    if part.if_ is not None:
        text += f" where {tell(part.if_)}" if text else f", where {tell(part.if_)}"
    effect = getattr(part, "effect", None)
    if effect is not None:
        text += f"; then {tell(effect)}".replace("; then remove the piece on the target", ", which captures it")
    return text


def _passed(part: Any) -> str:
    """What lies between the ends of a move."""
    distance = f"{tell(part.range)} sites far" if part.range is not None else ""
    condition = tell(part.if_) if part.if_ is not None else ""
    condition = re.sub(r"^the site between holds", "a site that holds", condition)
    condition = re.sub(r"^the site between is", "sites that are", condition)
    effect = tell(part.effect) if part.effect is not None else ""
    effect = "capturing it" if effect == "remove the piece on the site between" else effect
    return listed([distance, condition, effect])


def _travelling(verb: str, reach: str = "") -> Callable[[Any], str]:
    def say(part: Any) -> str:
        given = dict(part.arguments())
        anywhere = "to a neighbouring site" if verb == "step" else "in any direction"
        ways = tell(given["directions"]) if "directions" in given else anywhere
        origin = given.get("from_")
        start = f" from {_target(origin)}" if origin is not None and (origin.region or origin.site) else ""
        between = _passed(given["between"]) if "between" in given else ""
        text = f"{verb}{start} {reach}{ways}"
        if verb == "hop":
            text += f" over {between or 'a piece'}"
        elif between:
            text += f" ({between})"
        if "to" in given:
            text += _target(given["to"])
        then = given.get("then")
        return f"{text}; after that, {tell(then)}" if then is not None else text

    return say


def _leap(part: Any) -> str:
    walks = {"".join(step.name for step in walk) for walk in part.walk}
    how = "like a knight" if {"FFRF", "FFLF"} <= walks or {"FFLF", "FFRF"} == walks else "along its walk"
    text = f"leap {how}{_target(part.to)}"
    return f"{text}; after that, {tell(part.then)}" if part.then is not None else text


def _add(part: Any) -> str:
    what = tell(part.piece) if getattr(part, "piece", None) is not None else "a piece of yours"
    text = f"place {what} on {_target(part.to)}"
    return f"{text}; after that, {tell(part.then)}" if part.then is not None else text


def _piece_argument(part: Any) -> str:
    return f"a {listed([tell(value) for _, value in part.arguments()], 'or')}"


def _each_piece(part: Any) -> str:
    given = dict(part.arguments())
    named = given.get("item") or given.get("items")
    which = f"one of your {tell(named)}s" if named is not None else "one of your pieces"
    text = f"move {which}" if not given.get("moves") and not given.get("specific_moves") else ""
    inner = given.get("moves") or given.get("specific_moves")
    if inner is not None:
        text = f"with {which}: {tell(inner)}"
    then = given.get("then")
    return f"{text}; after that, {tell(then)}" if then is not None else text


def _do(part: Any) -> str:
    text = tell(part.prior)
    if part.next is not None:
        text += f", then {tell(part.next)}"
    if part.if_afterwards is not None:
        text += f", but only if afterwards {tell(part.if_afterwards)}"
    return f"{text}; after that, {tell(part.then)}" if part.then is not None else text


def _moves_joined(word: str) -> Callable[[Any], str]:
    def join(part: Any) -> str:
        then = getattr(part, "then", None)
        inner = [tell(child) for child in part.children() if isinstance(child, Moves)]
        text = f" {word} ".join(inner)
        return f"{text}; after that, {tell(then)}" if then is not None else text

    return join


def _custodial(part: Any) -> str:
    effect = tell(part.between.effect) if part.between is not None and part.between.effect is not None else "remove"
    what = "every enemy row caught between two of your pieces"
    if effect.startswith("remove"):
        return f"capture {what}"
    return f"turn over {what}" if effect.startswith(("promote", "turn over")) else f"for {what}, {effect}"


def _counted(what: str) -> Callable[[Any], str]:
    """Rows and columns, which people count from one."""

    def say(part: Any) -> str:
        index = tell(part.index)
        return f"{what} {int(index) + 1}" if index.isdigit() else f"{what} {index} (counted from 0)"

    return say


_SPECIAL: dict[str, Callable[[Any], str]] = {
    "Not": _negated, "And": _joined("and"), "AndAll": _joined("and"), "Or": _joined("or"), "OrAny": _joined("or"),
    "is Enemy": _is_owned("an enemy"), "is Friend": _is_owned("a piece of yours"),
    "is Mover": _turn_of, "is Next": _turn_of, "is Prev": _turn_of,
    "To": _target, "From": _target, "Between": _passed,
    "MoveStep": _travelling("step"), "Step": _travelling("step"),
    "MoveSlide": _travelling("slide", "any distance "), "Slide": _travelling("slide", "any distance "),
    "MoveHop": _travelling("hop"), "Hop": _travelling("hop"), "MoveLeap": _leap, "Leap": _leap,
    "MoveAdd": _add, "Add": _add, "forEach Piece": _each_piece, "do": _do, "PieceArgument": _piece_argument,
    "Custodial": _custodial, "SitesRow": _counted("row"), "SitesColumn": _counted("column"),
    "AndMoves": _moves_joined("and"), "AndMovesAll": _moves_joined("and"),
    "OrMoves": _moves_joined("or"), "OrMovesAll": _moves_joined("or"),
}  # fmt: skip
