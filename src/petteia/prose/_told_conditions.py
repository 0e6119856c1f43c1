"""Conditions in words: comparisons, opposites, and what stands within them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from petteia.ludemes import Ludeme

from ._english import listed, plural, words
from ._telling import SPECIAL, fill, filled, is_number, is_site, phrase_of, site_name, tell

_NEGATIONS = (
    (" is ", " is not "),
    (" are ", " are not "),
    (" holds an enemy", " holds no enemy"),
    (" holds a piece of yours", " holds no piece of yours"),
    (" has no ", " has some "),
    (" was ", " was not "),
)
_OPPOSITE_WORDS = {
    "this is a further move of the same turn": "this is the first move of the turn",
    "the same player moves again": "the turn passes to the opponent",
}
_OPPOSITES = {
    "Equals": "NotEqual", "NotEqual": "Equals", "LessThan": "AtLeast", "AtLeast": "LessThan",
    "GreaterThan": "AtMost", "AtMost": "GreaterThan",
}  # fmt: skip


def _negated(part: Any) -> str:
    """The opposite of a condition; where it has parts, of its parts."""
    return opposite(part.a)


_AND = ("And", "AndAll")
_OR = ("Or", "OrAny")


def opposite(condition: Any) -> str:
    name = type(condition).__name__
    if name == "Not":
        return tell(condition.a)
    if name in _AND + _OR:
        word = "or" if name in _AND else "and"
        return listed([_grouped_opposite(child, word) for child in condition.children()], word)
    if name in _OPPOSITES:
        return _compared(_OPPOSITES[name])(condition)
    return _denied(condition)


def conjuncts(condition: Any) -> list[str]:
    """The conditions that all have to hold for one to hold, in words."""
    name = type(condition).__name__
    inner: Any = getattr(condition, "a", None)
    if name in _AND:
        return [text for child in condition.children() for text in conjuncts(child)]
    if name == "Not" and type(inner).__name__ in _OR:
        return [opposite(child) for child in inner.children()]
    return [tell(condition)]


def _grouped_opposite(child: Any, word: str) -> str:
    """The opposite of a condition within a list of opposites; a list within the list is marked as one."""
    text, name = opposite(child), type(child).__name__
    if name in _AND and word == "and":
        return f"either {text}"
    return f"both {text}" if name in _OR and word == "or" else text


def _denied(condition: Any) -> str:
    """The opposite of a single condition: by its phrase, or else by its words."""
    phrase = phrase_of(condition)
    if type(condition).__name__ == "IsIn":
        return _is_in(condition).replace(" is ", " is not ", 1)
    if phrase is not None and phrase.startswith("there is a "):
        return fill(phrase.replace("there is a ", "there is no "), dict(condition.arguments()))
    if phrase is not None and phrase.count(" is ") == 1 and type(condition).__name__ not in SPECIAL:
        given = dict(condition.arguments())
        return fill(phrase.replace(" is ", " is not "), given)
    text = tell(condition)
    if text.startswith("it is possible to "):
        return f"it is not possible to {text.removeprefix('it is possible to ')}"
    if text in _OPPOSITE_WORDS:
        return _OPPOSITE_WORDS[text]
    for before, after in _NEGATIONS:
        if text.count(before) == 1 and " and " not in text and " or " not in text:
            return text.replace(before, after)
    return f"it is not true that {text}"


def _compared(name: str) -> Callable[[Any], str]:
    """A comparison, the number that is written behind what it is compared with."""
    swapped = {"LessThan": "GreaterThan", "AtMost": "AtLeast", "GreaterThan": "LessThan", "AtLeast": "AtMost"}

    def say(part: Any) -> str:
        given = dict(part.arguments())
        left = given.get("value_a")
        right = given.get("value_b", given.get("role_b"))
        if left is None or right is None:
            return filled(part)
        phrase = name
        if is_number(left) and not is_number(right):
            left, right, phrase = right, left, swapped.get(name, name)
        told = tell(right)
        if tell(left) == "the mover" and is_number(right) and phrase in ("Equals", "NotEqual"):
            return f"player {told} is {'not ' if phrase == 'NotEqual' else ''}the player who moved"
        counted = _counted_things(left, phrase, told)
        if counted:
            return counted
        if is_number(right) and isinstance(left, Ludeme) and is_site(left):
            told = site_name(int(told))
        return f"{tell(left)} {_COMPARISONS[phrase]} {told}"

    return say


_HOW_MANY = {
    "Equals": "exactly {}", "AtMost": "at most {}", "AtLeast": "at least {}", "LessThan": "fewer than {}",
    "GreaterThan": "more than {}",
}  # fmt: skip


def _counted_things(left: Any, comparison: str, told: str) -> str:
    """A comparison of what is counted, as people say it; nothing where it is another number."""
    name = type(left).__name__
    if name == "WhoAt" and comparison in ("Equals", "NotEqual"):
        return f"{tell(left.at)} {'belongs' if comparison == 'Equals' else 'does not belong'} to {told}"
    if name == "CountAt":
        place = tell(left.at if left.at is not None else left.in_)
        none = (comparison, told) in (("Equals", "0"), ("LessThan", "1"), ("AtMost", "0"))
        some = (comparison, told) in (("GreaterThan", "0"), ("AtLeast", "1"), ("NotEqual", "0"))
        return f"{place} holds nothing" if none else f"{place} holds something" if some else ""
    if name == "CountSites" and left.in_ is not None and comparison in _HOW_MANY:
        many = "no" if (comparison, told) == ("Equals", "0") else _HOW_MANY[comparison].format(told)
        sites = tell(left.in_)
        return f"there are {many} {sites.removeprefix('the ')}" if sites.startswith("the ") else ""
    if name == "CountPieces" and left.role is not None and left.if_ is None and comparison in _HOW_MANY:
        who = tell(left.role)
        if who not in ("the player who moved", "the opponent") and not who.startswith("player "):
            return ""
        comparison, told = ("AtLeast", "1") if (comparison, told) == ("GreaterThan", "0") else (comparison, told)
        many = "no" if (comparison, told) == ("Equals", "0") else _HOW_MANY[comparison].format(told)
        where = f" in {tell(left.in_)}" if left.in_ is not None else ""
        things = plural(words(left.name)) if left.name else "pieces"
        return f"{who} has {many} {things if told != '1' else things.removesuffix('s')}{where}"
    return ""


_COMPARISONS = {
    "Equals": "is", "NotEqual": "is not", "LessThan": "is less than", "AtMost": "is at most",
    "GreaterThan": "is more than", "AtLeast": "is at least",
}  # fmt: skip


def _joined(word: str) -> Callable[[Any], str]:
    def join(part: Any) -> str:
        inner = [_grouped(child, word) for child in part.children()]
        return listed(inner, word)

    return join


def _grouped(child: Any, word: str) -> str:
    """A condition within another: what is joined otherwise is marked as one."""
    text, name = tell(child), type(child).__name__
    opposite = name == "Not"
    inner = type(child.a).__name__ if opposite else name
    alternatives = inner in (_AND if opposite else _OR)
    together = inner in (_OR if opposite else _AND)
    if alternatives and word == "and":
        return f"either {text}"
    return f"both {text}" if together and word == "or" else text


def _is_owned(who: str) -> Callable[[Any], str]:
    def say(part: Any) -> str:
        index: Any = getattr(part, "index", None) or getattr(part, "role", None)
        if type(index).__name__ == "WhoAt":
            return f"{tell(index.at)} holds {who}"
        return f"{tell(index)} is {who}" if index is not None else who

    return say


def _turn_of(part: Any) -> str:
    who = {"Mover": "the player who moved", "Next": "the opponent", "Prev": "the player who moved before"}[part.kind]
    index = part.index if hasattr(part, "index") else None
    role = getattr(part, "role", None)
    subject: Any = index if index is not None else role
    if {part.kind, getattr(role, "name", type(index).__name__)} in ({"Prev", "Mover"}, {"Mover", "Prev"}):
        return "this is a further move of the same turn"
    if {part.kind, getattr(role, "name", type(index).__name__)} in ({"Next", "Mover"}, {"Mover", "Next"}):
        return "the same player moves again"
    if type(subject).__name__ == "WhoAt":
        return f"{tell(subject.at)} belongs to {who}"
    return f"{tell(subject)} is {who}"


def _threatened(part: Any) -> str:
    what = tell(part.what) if part.what is not None else ""
    at = tell(part.at) if part.at is not None else ""
    return f"{f'{what} on {at}' if what and at else what or at or 'it'} is attacked"


def _connected(part: Any) -> str:
    """A chain between parts of the board."""
    sides = {"Corners": "corners", "Sides": "sides", "SidesNoCorners": "sides (without their corners)"}
    if part.region_type is not None:
        things = sides.get(part.region_type.name, words(part.region_type.name))
        return f"a chain joins {f'at least {tell(part.number)} ' if part.number is not None else 'all '}{things}"
    if part.regions is not None:
        return f"a chain joins {listed([tell(one) for one in part.regions])}"
    return f"{f'{tell(part.role)} has' if part.role is not None else 'someone has'} joined the sides by a chain"


def _all_sites(part: Any) -> str:
    region, condition = tell(part.region), tell(part.if_)
    if condition in ("the site holds nothing", "the site is empty"):
        return f"{region} {'are' if region.startswith('the sites') else 'is'} empty"
    return f"for all of {region}, {condition}"


def _is_in(part: Any) -> str:
    """A site in a region, or a number among others."""
    given = dict(part.arguments())
    subject = given.get("site", given.get("sites"))
    what = tell(subject) if subject is not None else "nothing"
    array = given.get("array")
    numbers = getattr(array, "ints", None)
    if numbers:
        return f"{what} is {listed([tell(one) for one in numbers], 'or')}"
    return f"{what} is in {tell(array if array is not None else given.get('region'))}"


def _no_pieces(part: Any) -> str:
    who = tell(part.role if part.role is not None else part.of)
    where = f" in {tell(part.in_)}" if part.in_ is not None else ""
    return f"{who} has no {plural(words(part.name)) if part.name else 'pieces'}{where}"


SPECIAL.update(
    {
        **{name: _compared(name) for name in _COMPARISONS},
        "Not": _negated,
        "And": _joined("and"),
        "AndAll": _joined("and"),
        "Or": _joined("or"),
        "OrAny": _joined("or"),
        "is Enemy": _is_owned("an enemy"),
        "is Friend": _is_owned("a piece of yours"),
        "is Mover": _turn_of,
        "is Next": _turn_of,
        "is Prev": _turn_of,
        "is Threatened": _threatened,
        "is Connected": _connected,
        "IsIn": _is_in,
        "all Sites": _all_sites,
        "no Pieces": _no_pieces,
    }
)
