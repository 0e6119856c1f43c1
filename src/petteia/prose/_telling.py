"""Ludemes in words: phrases filled with the words of their arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any

from petteia.ludemes import Ludeme
from petteia.ludemes.types import Moves, RegionFunction

from .templates import DIRECTIONS, PHRASES, ROLES

_END_OF_TRACK = -2
_labels: ContextVar[Sequence[str]] = ContextVar("labels", default=())
_SLOT = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _possessive(match: re.Match[str]) -> str:
    owner = {"you": "your", "the opponent": "the opponent's"}.get(match[2], f"{match[2]}'s")
    return f"{owner} {match[1].removeprefix('the ')}"


_TIDY = tuple(
    (re.compile(found), put)
    for found, put in (
        (r"\b(?:an?|the) ((?:[A-Z]\w* ?)+(?:region)?|hand|score|number) ?of you\b", r"your \1"),
        (r"\ban? ((?:[A-Z][\w ]*, )+[A-Z][\w ]* or [A-Z]\w*) of you\b", r"your \1"),
        (r"\bpieces of you\b", "your pieces"),
        (r"\bthe number of ((?:[A-Z]\w* )*)pieces of the opponent\b", r"the number of the opponent's \1pieces"),
        (r"\b(the hand|the score|the entry) of (you|the opponent|player \d)\b", _possessive),
        (r"\byou has\b", "you have"),
        (r"\b(player \d) is( not)? you\b", r"you are\2 \1"),
        (r"\bsites held by you\b", "sites that you hold"),
        (r"\b(\d+) sites far\b", r"at a distance of \1"),
        (r" (?:on|in) the whole board", " on the board"),
        (r" on (your|the opponent's|player \d's|the) hand\b", r" in \1 hand"),
        (r"\s+([,.;:])", r"\1"),
        (r" {2,}", " "),
    )
)
_NEGATIONS = (
    (" is ", " is not "),
    (" are ", " are not "),
    (" holds an enemy", " holds no enemy"),
    (" holds a piece of yours", " holds no piece of yours"),
    (" has no ", " has some "),
    (" was ", " was not "),
)
_SHORT = {
    "the owner of the target is the enemy": "the target holds an enemy",
    "the target is not empty": "the target is occupied",
}


def tell(value: Any) -> str:
    """A ludeme, or an argument of one, in words."""
    if isinstance(value, Ludeme):
        text = tell_without_consequent(value)
        then = getattr(value, "then", None)
        return f"{text}; after that, {tell(then)}" if isinstance(value, Moves) and then is not None else text
    if isinstance(value, Enum):
        return _named(value)
    if isinstance(value, list | tuple):
        return listed([tell(one) for one in value])
    if isinstance(value, bool):
        return "always" if value else "never"
    return words(str(value)) if isinstance(value, str) else str(value)


def _named(value: Enum) -> str:
    name = value.name
    told = ROLES.get(name) if type(value).__name__ == "RoleType" else DIRECTIONS.get(name)
    return told or (f"player {name[1:]}" if name[1:].isdigit() else words(name))


def tell_without_consequent(value: Ludeme) -> str:
    """A ludeme in words, without what follows a move."""
    special = _SPECIAL.get(type(value).__name__) or _SPECIAL.get(value.title)
    text = special(value) if special else _filled(value)
    return _SHORT.get(text, text)


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
    text = " ".join(text.split()).rstrip(" ,;.")
    for found, put in _TIDY:
        text = found.sub(put, text)
    text = text.rstrip()
    return text[:1].upper() + text[1:] + "."


def plural(name: str) -> str:
    """Several of what a name means.

    >>> plural("Watchman"), plural("Pawn"), plural("Fox")
    ('Watchmen', 'Pawns', 'Foxes')
    """
    if name.endswith(("man", "Man")):
        return f"{name[:-2]}en"
    if name.endswith(("x", "sh", "ch")):
        return f"{name}es"
    return name if name.endswith("s") or name in ("Sheep", "Geese") else f"{name}s"


def _filled(part: Ludeme) -> str:
    """The phrase of a ludeme, filled; a word without one is told by its words and arguments."""
    given = dict(part.arguments())
    phrase = PHRASES.get(type(part).__name__) or PHRASES.get(part.title) or PHRASES.get(part.keyword)
    given.pop("then", None)
    if phrase is None:
        told = (value for value in given.values() if not isinstance(value, str) or value not in part.title)
        inner = listed([tell(value) for value in told])
        return f"{words(part.title)} ({inner})" if inner else words(part.title)
    return _fill(phrase, given)


def _fill(phrase: str, given: dict[str, Any]) -> str:
    def value(match: re.Match[str]) -> str:
        return tell(given[match[1]]) if given.get(match[1]) is not None else ""

    def part(match: re.Match[str]) -> str:
        asked = _SLOT.findall(match[1])
        return match[1] if all(given.get(one) is not None for one in asked) else ""

    return _SLOT.sub(value, _OPTIONAL.sub(part, phrase))


# -- words that need more than a phrase -------------------------------------------------------------------------


_OPPOSITES = {
    "Equals": "NotEqual", "NotEqual": "Equals", "LessThan": "AtLeast", "AtLeast": "LessThan",
    "GreaterThan": "AtMost", "AtMost": "GreaterThan",
}  # fmt: skip


def _negated(part: Any) -> str:
    """The opposite of a condition; where it has parts, of its parts."""
    inner = part.a
    name = type(inner).__name__
    if name == "Not":
        return tell(inner.a)
    if name in ("Or", "OrAny", "And", "AndAll"):
        opposites = [_opposite(child) for child in inner.children()]
        return listed(opposites, "and" if name.startswith("Or") else "or")
    return _opposite(inner)


def _opposite(condition: Any) -> str:
    name = type(condition).__name__
    if name in ("Not", "Or", "OrAny", "And", "AndAll"):
        return tell(condition.a) if name == "Not" else f"it is not true that {tell(condition)}"
    if name in _OPPOSITES:
        return _compared(_OPPOSITES[name])(condition)
    text = tell(condition)
    if text == "this is a further move of the same turn":
        return "this is the first move of the turn"
    if text == "it is not true that":
        return text
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
            return _filled(part)
        phrase = name
        if _is_number(left) and not _is_number(right):
            left, right, phrase = right, left, swapped.get(name, name)
        told = tell(right)
        if _is_number(right) and isinstance(left, Ludeme) and _is_site(left):
            told = site_name(int(told))
        return f"{tell(left)} {_COMPARISONS[phrase]} {told}"

    return say


def _is_number(part: Any) -> bool:
    return tell(part).lstrip("-").isdigit()


_SITES = ("ToSite", "FromSite", "BetweenSite", "SiteIterator", "LastTo", "LastFrom", "TrackSiteMove", "Ahead")


def _is_site(part: Ludeme) -> bool:
    return type(part).__name__ in _SITES or part.title in ("last To", "last From", "trackSite Move")


def site_name(site: int) -> str:
    """A site as the board calls it."""
    if site == _END_OF_TRACK:
        return "beyond the end of the track"
    labels = _labels.get()
    return labels[site] if 0 <= site < len(labels) else "off the board" if site < 0 else str(site)


@contextmanager
def naming_sites(labels: Sequence[str]) -> Iterator[None]:
    """Sites are called by these labels meanwhile."""
    token = _labels.set(labels)
    try:
        yield
    finally:
        _labels.reset(token)


def _listed_sites(part: Any) -> str:
    told = [tell(one) for one in part.sites or ()] or [tell(part.array)]
    named = [site_name(int(one)) if one.isdigit() else one for one in told]
    return listed(named)


_PAIRS = (
    ({"FL", "FR", "BL", "BR"}, "diagonally"), ({"FL", "FR"}, "diagonally forwards"),
    ({"BL", "BR"}, "diagonally backwards"), ({"Leftward", "Rightward"}, "sideways"),
)  # fmt: skip


def _flat(values: Iterable[Any]) -> list[Any]:
    return [one for value in values for one in (value if isinstance(value, list | tuple) else [value])]


def _directions(part: Any) -> str:
    """Directions as alternatives; left and right of the same kind are one word."""
    values = _flat(value for _, value in part.arguments())
    names = {value.name for value in values if isinstance(value, Enum)}
    told = []
    for pair, word in _PAIRS:
        if pair <= names:
            names -= pair
            told.append(word)
    rest = [tell(value) for value in values if not isinstance(value, Enum) or value.name in names]
    return listed([*rest, *told], "or")


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
    if name.startswith("Or") and word == "and":
        return f"either {text}"
    return f"both {text}" if name.startswith("And") and word == "or" else text


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
    if type(subject).__name__ == "WhoAt":
        return f"{tell(subject.at)} belongs to {who}"
    return f"{tell(subject)} is {who}"


def _target(part: Any) -> str:
    """Where a move leads: a region or site, its condition, its effect."""
    place = part.region or part.site
    text = tell(place) if place is not None else ""
    text = re.sub(r"^the empty sites\b", "any empty site", text)
    if part.if_ is not None and tell(part.if_) != "always":
        text += f" where {tell(part.if_)}" if text else f", where {tell(part.if_)}"
    effect = getattr(part, "effect", None)
    if effect is not None:
        text += f"; then {tell(effect)}".replace(
            "; then remove the piece on the target", ", capturing what stands there"
        )
    return text


def _passed(part: Any, far: bool = True) -> str:
    """The sites between the ends of a move."""
    distance = f"{tell(part.range)} sites far" if part.range is not None and far else ""
    condition = tell(part.if_) if part.if_ is not None else ""
    condition = re.sub(r"^the site between holds", "a site that holds", condition)
    condition = re.sub(r"^the site between is", "sites that are", condition)
    effect = tell(part.effect) if part.effect is not None else ""
    effect = "capturing it" if effect == "remove the piece on the site between" else effect
    text = listed([distance, condition])
    return f"{text}, {effect}" if text and effect else text or effect


def _travelling(verb: str, reach: str = "") -> Callable[[Any], str]:
    def say(part: Any) -> str:
        given = dict(part.arguments())
        anywhere = "to a neighbouring site" if verb == "step" else "in any direction"
        ways = tell(given["directions"]) if "directions" in given else anywhere
        origin = given.get("from_")
        start = f" from {_target(origin)}" if origin is not None and (origin.region or origin.site) else ""
        between = _passed(given["between"], far=verb == "hop") if "between" in given else ""
        distance = getattr(given.get("between"), "range", None)
        far = f"{tell(distance)} sites " if distance is not None and verb != "hop" else reach
        text = f"{verb}{start} {far}{ways}"
        if verb == "hop":
            text += f" over {between or 'a piece'}"
        elif between:
            text += f" ({between})"
        if "to" not in given:
            return text
        target = _target(given["to"])
        if verb == "slide" and not between and target.startswith(", where"):
            return f"{text} over empty sites, and onto the next site{target.removeprefix(',')}"
        return text + target

    return say


def _leap(part: Any) -> str:
    walks = {"".join(step.name for step in walk) for walk in part.walk}
    how = "like a knight" if {"FFRF", "FFLF"} <= walks or {"FFLF", "FFRF"} == walks else "along its walk"
    text = f"leap {how}{_target(part.to)}"
    return text


def _threatened(part: Any) -> str:
    what = tell(part.what) if part.what is not None else ""
    at = tell(part.at) if part.at is not None else ""
    return f"{f'{what} on {at}' if what and at else what or at or 'it'} is attacked"


def _from_to(part: Any) -> str:
    """A piece carried from one place to another; from a hand it is placed."""
    origin, target = part.from_, _target(part.to)
    place = origin.region or origin.site
    where = _target(origin)
    everything = type(part.count).__name__ == "CountAt"
    what = "all pieces" if everything else f"{tell(part.count)} pieces" if part.count is not None else "the piece"
    if place is None:
        return f"move it{where} to {target}"
    if type(place).__name__ in ("SitesHand", "HandSite"):
        return f"place {'a piece' if part.count is None else what} from {where} on {target}"
    if isinstance(place, RegionFunction):
        return f"move {'a piece' if part.count is None else what} from {where} to {target}"
    return f"move {what} {'on' if part.count is None else 'from'} {where} to {target}"


def _shoot(part: Any) -> str:
    target = _target(part.to) if part.to is not None else ""
    ways = tell(part.direction) if part.direction is not None else "in any direction"
    return f"shoot {tell(part.what)} any distance {ways} over empty sites{target and f' to {target}'}"


def _can_move(part: Any) -> str:
    """A condition that a move exists; one of the piece that has just moved is told by its kind alone."""
    moves = part.moves
    origin = getattr(moves, "from_", None)
    verb = type(moves).__name__.removeprefix("Move").lower()
    again = origin is not None and getattr(origin.site, "title", "") == "last To"
    if again and verb in ("hop", "step", "slide", "leap"):
        return f"the piece that moved can {verb} on"
    return f"it is possible to {tell(moves)}"


def _incident(part: Any) -> str:
    kinds = {"Cell": "cells", "Edge": "edges", "Vertex": "points"}
    return f"the {kinds.get(part.result_type.name, 'sites')} beside {tell(part.at)}"


def _add(part: Any) -> str:
    what = tell(part.piece) if getattr(part, "piece", None) is not None else "a piece of yours"
    text = f"place {what} on {_target(part.to)}"
    return text


def _piece_argument(part: Any) -> str:
    names = [tell(value).rstrip("0123456789") for value in _flat(value for _, value in part.arguments())]
    text = listed(names, "or")
    return f"{'an' if text[:1] in 'AEIOU' else 'a'} {text}"


def _each_piece(part: Any) -> str:
    given = dict(part.arguments())
    inner = given.get("moves") or given.get("specific_moves")
    return f"{each_head(part)} {tell(inner)}" if inner is not None else f"move {_which_pieces(part)}"


def _which_pieces(part: Any) -> str:
    given = dict(part.arguments())
    names = given.get("item") or given.get("items")
    kinds = [names] if isinstance(names, str) else list(names or ())
    return f"one of your {listed([plural(words(one)) for one in kinds], 'or') or 'pieces'}"


def each_head(part: Any) -> str:
    """The words before what is done for each of something."""
    given = dict(part.arguments())
    where = f" where {tell(given['if_'])}" if given.get("if_") is not None else ""
    name = type(part).__name__
    if name == "ForEachPiece":
        return f"with {_which_pieces(part)}:"
    if name == "ForEachSite":
        return f"for each of {tell(given['region'])}:"
    things = {
        "ForEachDie": "each die", "ForEachPlayer": "each player", "ForEachPlayerOf": "each of these players",
        "ForEachDirection": "each direction", "ForEachGroup": "each group", "ForEachLevel": "each level",
    }  # fmt: skip
    return f"for {things.get(name, 'each value')}{where}:".replace(
        "each die where the number on the die is not 0", "each die not yet used"
    )


def _do(part: Any) -> str:
    text = tell(part.prior)
    if part.next is not None:
        text += f", then {tell(part.next)}"
    if part.if_afterwards is not None:
        text += f", but only if afterwards {tell(part.if_afterwards)}"
    return text


def _moves_joined(word: str) -> Callable[[Any], str]:
    def join(part: Any) -> str:
        return f" {word} ".join(tell(child) for child in part.children() if isinstance(child, Moves))

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
    **{name: _compared(name) for name in _COMPARISONS}, "SitesListed": _listed_sites,
    "RelativeDirections": _directions, "AbsoluteDirections": _directions,
    "Not": _negated, "And": _joined("and"), "AndAll": _joined("and"), "Or": _joined("or"), "OrAny": _joined("or"),
    "is Enemy": _is_owned("an enemy"), "is Friend": _is_owned("a piece of yours"),
    "is Mover": _turn_of, "is Next": _turn_of, "is Prev": _turn_of,
    "To": _target, "From": _target, "Between": _passed,
    "MoveStep": _travelling("step"), "Step": _travelling("step"),
    "MoveSlide": _travelling("slide", "any distance "), "Slide": _travelling("slide", "any distance "),
    "MoveHop": _travelling("hop"), "Hop": _travelling("hop"), "MoveLeap": _leap, "Leap": _leap,
    "MoveAdd": _add, "Add": _add, "is Threatened": _threatened, "can Move": _can_move, "SitesIncident": _incident,
    "Shoot": _shoot, "MoveShoot": _shoot, "FromTo": _from_to, "MoveFromTo": _from_to,
    "forEach Piece": _each_piece, "do": _do, "PieceArgument": _piece_argument,
    "Custodial": _custodial, "SitesRow": _counted("row"), "SitesColumn": _counted("column"),
    "AndMoves": _moves_joined("and"), "AndMovesAll": _moves_joined("and"),
    "OrMoves": _moves_joined("or"), "OrMovesAll": _moves_joined("or"),
}  # fmt: skip
