"""Moves, effects and results in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from petteia.ludemes.types import Moves, RegionFunction

from ._english import listed, plural, words
from ._telling import SPECIAL, site_words, tell, tell_without_consequent
from ._told_conditions import conjuncts
from .templates import RESULTS, ROLES


def _target(part: Any) -> str:
    """Where a move leads: a region or site, its condition, its effect."""
    place = part.region or part.site
    text = site_words(place) if place is not None else ""
    text = re.sub(r"^the empty sites\b", "any empty site", text)
    if part.if_ is not None and tell(part.if_) != "always":
        text += f" where {tell(part.if_)}" if text else f", where {tell(part.if_)}"
    effect: Any = getattr(part, "effect", None)
    if type(effect).__name__ == "ApplyIf":
        return f"{text}, only where {tell(effect.if_)}"
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
        start = " with the piece that moved" if start == " from the site last moved to" else start
        start = "" if start == " from its site" else start
        between = _passed(given["between"], far=verb == "hop") if "between" in given else ""
        distance = getattr(given.get("between"), "range", None)
        far = f"{tell(distance)} sites " if distance is not None and verb != "hop" else reach
        track = given.get("track")
        if track is not None:
            ways = "along the tracks" if track == "AllTracks" else f"along the track {words(track)}"
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
    ways = dict.fromkeys(_reach([step.name for step in walk]) for walk in part.walk)
    return f"leap {listed(list(ways), 'or')}{_target(part.to)}"


_TURNS = {"L": 1j, "R": -1j}


def _reach(walk: Sequence[str]) -> str:
    """How far a walk leads, whatever way it is turned.

    >>> _reach("FFRF"), _reach("FF"), _reach("FRF"), _reach("FFFRF")
    ('like a knight', '2 sites straight', '1 site diagonally', '3 sites straight and 1 aside')
    """
    place, heading = 0j, 1 + 0j
    for step in walk:
        if step == "F":
            place += heading
        else:
            heading *= _TURNS.get(step, 1)
    far, aside = sorted((abs(int(place.real)), abs(int(place.imag))), reverse=True)
    if (far, aside) == (2, 1):
        return "like a knight"
    sites = f"{far} site{'s' if far > 1 else ''}"
    if aside in (0, far):
        return f"{sites} {'diagonally' if aside else 'straight'}"
    return f"{sites} straight and {aside} aside"


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
    return f"it is possible to {_bare(moves)}"


def _bare(moves: Any) -> str:
    """Moves without what follows them."""
    name = type(moves).__name__
    inner_moves = getattr(moves, "moves", None)
    if name == "ForEachPiece" and inner_moves is not None:
        return f"{_bare(inner_moves)} with {_which_pieces(moves)}"
    if name.startswith(("OrMoves", "AndMoves")):
        inner = [_bare(child) for child in moves.children() if isinstance(child, Moves)]
        return listed(inner, "or" if name.startswith("Or") else "and")
    return tell_without_consequent(moves)


def sown(part: Any) -> str:
    """A sowing, without what it captures."""
    what = f"{tell(part.count)} pieces" if part.count is not None else "the pieces"
    track = f" {words(part.track_name)}" if part.track_name is not None else ""
    each = f"{tell(part.num_per_hole)} by {tell(part.num_per_hole)}" if part.num_per_hole is not None else "one by one"
    text = f"sow {what} of the chosen site {each} along the track{track}"
    if part.origin is not None and tell(part.origin) not in ("never", "False"):
        text += ", beginning with the chosen site itself"
    if part.include_self is False:
        text += ", passing over the chosen site"
    if part.skip_if is not None:
        text += f", passing over sites where {tell(part.skip_if)}"
    return text


def _sown_with_captures(part: Any) -> str:
    captured = f"; where the last one falls, {captures(part)}" if part.apply is not None else ""
    return sown(part) + captured


def captures(part: Any) -> str:
    """The condition of what a sowing captures, and how far it goes."""
    condition = f"if {tell(part.if_)}, " if part.if_ is not None else ""
    return f"{condition}{tell(part.apply)}"


def _add(part: Any) -> str:
    what = tell(part.piece) if getattr(part, "piece", None) is not None else "a piece of yours"
    text = f"place {what} on {_target(part.to)}"
    return text


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


def _caught_where(part: Any) -> str:
    """Further conditions for what is caught, beside that it is the enemy's."""
    condition = part.between.if_ if part.between is not None else None
    others = [one for one in conjuncts(condition) if one != "the site between holds an enemy"] if condition else []
    return f" (where {listed(others)})" if others else ""


def _catchers(part: Any) -> str:
    condition = tell(part.to.if_) if part.to is not None and part.to.if_ is not None else ""
    if condition in ("", "the target holds a piece of yours"):
        return "two of your pieces"
    return f"the piece that moved and a site that {condition.replace('the target ', '').replace('both ', '')}"


def told_result(part: Any) -> str:
    """Who wins or loses, or how else the game ends."""
    result = RESULTS.get(part.result.name, words(part.result.name))
    who = ROLES.get(part.who.name, tell(part.who))
    return f"{who} {result}" if result in ("wins", "loses") else result


def _custodial(part: Any) -> str:
    effect = tell(part.between.effect) if part.between is not None and part.between.effect is not None else "remove"
    most = tell(part.between.range) if part.between is not None and part.between.range is not None else ""
    row = {"up to 1": "enemy piece", "1": "enemy piece"}.get(most, f"row of {most} enemies" if most else "enemy row")
    what = f"every {row}{_caught_where(part)} caught between {_catchers(part)}"
    if effect.startswith("remove"):
        rest = effect.removeprefix("remove the piece on the site between").removeprefix("; after that, ")
        rest = rest.removeprefix(" and ")
        return f"capture {what}{f' and, for each piece, {rest}' if rest else ''}"
    return f"turn over {what}" if effect.startswith(("promote", "turn over")) else f"for {what}, {effect}"


SPECIAL.update(
    {
        "To": _target,
        "From": _target,
        "Between": _passed,
        **dict.fromkeys(("MoveStep", "Step"), _travelling("step")),
        **dict.fromkeys(("MoveSlide", "Slide"), _travelling("slide", "any distance ")),
        **dict.fromkeys(("MoveHop", "Hop"), _travelling("hop")),
        **dict.fromkeys(("MoveLeap", "Leap"), _leap),
        **dict.fromkeys(("MoveAdd", "Add"), _add),
        **dict.fromkeys(("MoveShoot", "Shoot"), _shoot),
        **dict.fromkeys(("MoveFromTo", "FromTo"), _from_to),
        "can Move": _can_move,
        "forEach Piece": _each_piece,
        "do": _do,
        "sow": _sown_with_captures,
        "Custodial": _custodial,
        "ResultOf": told_result,
        **dict.fromkeys(("AndMoves", "AndMovesAll"), _moves_joined("and")),
        **dict.fromkeys(("OrMoves", "OrMovesAll"), _moves_joined("or")),
    }
)
