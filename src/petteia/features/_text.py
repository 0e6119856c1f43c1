"""Features as text: `to{} last{1/6}: o{0} !x{0,1/6}`, and back; the notation of the reference system is read, too.

    to{WALK} from{WALK} last{WALK} lastfrom{WALK}: ELEMENT{WALK} ... | rotations=0,1/2 reflect=no at=12

Before the colon stand the action and the latest move, behind it what must be where, behind `|` restrictions. `pass`,
`swap` and `any` are features without a place.
"""

from __future__ import annotations

import re
from fractions import Fraction

from .pattern import ENEMY, FRIEND, WORDS, Element, Feature, FeatureError, Walk

_PLACES = {"to": "to", "from": "source", "last": "last_to", "lastfrom": "last_from"}
_PLACE = re.compile(r"(\w+)\{([^{}]*)\}")
_ELEMENT = re.compile(r"(!?)(?:([-.ox])|([PI])(\d{1,4}))\{([^{}]*)\}")
_TURN = re.compile(r"[-+]?\d{1,6}(?:/\d{1,6}|\.\d{1,12})?")
_LARGEST_DENOMINATOR = 60

_FOREIGN_PLACES = {"to": "to", "from": "source", "last_to": "last_to", "last_from": "last_from"}
_FOREIGN_FIELD = re.compile(r"(\w+)=<(.*)>", re.DOTALL)
_FOREIGN_ELEMENT = re.compile(r"(!?)(?:([-.oxfe])|([PI])(\d{1,4}))(\{[^{}]*\})")
_FOREIGN_SYMBOLS = {"f": FRIEND, "e": ENEMY}


def to_text(feature: Feature) -> str:
    """The text of a feature, which `feature` reads back."""
    if feature.word:
        return feature.word
    action = [f"{word}{_walk_text(getattr(feature, name))}" for word, name in _PLACES.items()
              if getattr(feature, name) is not None]  # fmt: skip
    elements = [f"{one.symbol}{_walk_text(one.walk)}" for one in feature.elements]
    limits = []
    if feature.rotations is not None:
        limits.append("rotations=" + ",".join(map(str, feature.rotations)))
    if not feature.reflects:
        limits.append("reflect=no")
    if feature.anchor is not None:
        limits.append(f"at={feature.anchor}")
    text = " ".join(action) + ":" + "".join(f" {one}" for one in elements)
    return text + (" | " + " ".join(limits) if limits else "")


def _walk_text(walk: Walk) -> str:
    return "{" + ",".join(map(str, walk)) + "}"


def feature(text: str) -> Feature:
    """The feature that a text says, in our notation or that of the reference; `FeatureError` if it says none.

    >>> feature("to{} last{1/6}: o{0} !x{0,1/6}").is_reactive
    True
    >>> str(feature("rel:to=<{}>:pat=<refl=true,rots=all,els=[f{0,0.25}, !-{0.5}]>"))
    'to{}: o{0,1/4} !-{1/2}'
    """
    text = text.strip()
    if text in WORDS:
        return Feature(word=text)
    if text.startswith(("rel:", "abs:")):
        return _foreign(text)
    head, colon, rest = text.partition(":")
    if not colon:
        raise FeatureError(f"no feature: {text!r} has no colon between the action and its pattern")
    pattern, _, limits = rest.partition("|")
    places = _matches(_PLACE, head, "a place such as to{}")
    named: dict[str, Walk] = {}
    for word, walk in (one.groups() for one in places):
        if word not in _PLACES or _PLACES[word] in named:
            raise FeatureError(f"no feature: {word!r} is not one of {', '.join(_PLACES)}, each at most once")
        named[_PLACES[word]] = _walk(walk)
    elements = [_element(one) for one in _matches(_ELEMENT, pattern, "an element such as o{0}")]
    return _made(text, named, elements, dict(_limit(word) for word in limits.split()))


def _matches(pattern: re.Pattern[str], text: str, wanted: str) -> list[re.Match[str]]:
    """Everything that a text is made of, one match after the other."""
    found = []
    at = 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        match = pattern.match(text, at)
        if match is None:
            raise FeatureError(f"no feature: {wanted} expected at {text[at : at + 20]!r}")
        found.append(match)
        at = match.end()
    return found


def _element(match: re.Match[str]) -> Element:
    negated, plain, numbered, number, walk = match.groups()
    return Element(_walk(walk), plain or numbered, int(number or 0), bool(negated))


def _limit(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals or key not in ("rotations", "reflect", "at"):
        raise FeatureError(f"no feature: {word!r} is not rotations=, reflect= or at=")
    return key, value


def _made(text: str, places: dict[str, Walk], elements: list[Element], limits: dict[str, str]) -> Feature:
    rotations = limits.get("rotations", "all")
    at = limits.get("at")
    if limits.get("reflect", "yes") not in ("yes", "no") or (at is not None and not at.isdecimal()):
        raise FeatureError(f"no feature: reflect=yes or no and at=SITE expected in {text!r}")
    return Feature(
        to=places.get("to"),
        source=places.get("source"),
        last_to=places.get("last_to"),
        last_from=places.get("last_from"),
        elements=tuple(elements),
        rotations=None if rotations == "all" else _walk(rotations),
        reflects=limits.get("reflect", "yes") == "yes",
        anchor=None if at is None else int(at),
    )


def _walk(text: str) -> Walk:
    return tuple(_turn(word.strip()) for word in text.split(",")) if text.strip() else ()


def _turn(word: str) -> Fraction:
    if not _TURN.fullmatch(word) or word.endswith("/0"):
        raise FeatureError(f"no feature: {word!r} is no share of a turn such as 1/4")
    turn = Fraction(word)
    return turn if "." not in word else turn.limit_denominator(_LARGEST_DENOMINATOR)


def _foreign(text: str) -> Feature:
    """A feature in the notation of the reference: fields `name=<...>` joined by colons."""
    scope, *fields = re.split(r":\s*(?=\w+=<)", text)
    places: dict[str, Walk] = {}
    elements: list[Element] = []
    limits: dict[str, str] = {}
    for field in fields:
        match = _FOREIGN_FIELD.fullmatch(field.strip())
        if match is None:
            raise FeatureError(f"no feature: {field[:30]!r} is not of the form name=<...>")
        name, value = match.groups()
        if name in _FOREIGN_PLACES:
            places[_FOREIGN_PLACES[name]] = _braced(value)
        elif name == "pat":
            elements, limits = _foreign_pattern(value)
        else:
            raise FeatureError(f"no feature: {name!r} is not one of {', '.join(_FOREIGN_PLACES)}, pat")
    if scope == "abs":
        raise FeatureError("no feature: an absolute feature needs its site; write it with at=SITE")
    return _made(text, places, elements, limits)


def _foreign_pattern(value: str) -> tuple[list[Element], dict[str, str]]:
    head, found, listed = value.partition("els=[")
    if not found or not listed.endswith("]"):
        raise FeatureError(f"no feature: els=[...] expected in {value[:30]!r}")
    limits: dict[str, str] = {}
    rotations = re.search(r"rots=(all|\[[^\]]*\]|[-+\d./]+)", head)
    if rotations and rotations[1] != "all":
        limits["rotations"] = rotations[1].strip("[]")
    if re.search(r"refl=false", head, re.IGNORECASE):
        limits["reflect"] = "no"
    elements = []
    for one in _matches(_FOREIGN_ELEMENT, re.sub(r"\}\s*,", "} ", listed[:-1]), "an element such as f{0}"):
        negated, plain, numbered, number, walk = one.groups()
        kind = _FOREIGN_SYMBOLS.get(plain, plain) or numbered
        elements.append(Element(_braced(walk), kind, int(number or 0), bool(negated)))
    return elements, limits


def _braced(text: str) -> Walk:
    text = text.strip()
    if not (text.startswith("{") and text.endswith("}")):
        raise FeatureError(f"no feature: a walk in braces expected, not {text[:20]!r}")
    return _walk(text[1:-1])
