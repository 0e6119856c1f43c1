"""Warnings for what surely is a mistake in a description that can be read: things that are there and never matter.

Each suspicion is a function over a survey of the expanded description. Options change what is used, so that a warning
holds only if it holds under every single option. Where a rule leaves open what it means, nothing is said.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.lang.assist import written_at
from petteia.lang.expansion import Expanded, expand
from petteia.lang.library import load_library
from petteia.lang.scan import quoted
from petteia.lang.tree import Clause, Node, Terminal
from petteia.lang.tree import Sequence as Group
from petteia.types import Place

__all__ = ["Warning", "find_warnings"]

_DIGITS = "0123456789"
_NUMBER = re.compile(r"-?\d+")
_PLAYER = re.compile(r"P(\d+)")
_OWNER = re.compile(r"P\d+|Mover|Next|Prev|Player|All|Each|Any|Shared|Neutral|Ally|Enemy|NonMover|Team\w+")
_COMMENT = re.compile(r"//[^\n]*")
_DEFINE = re.compile(r'\(define\s+("[^"]*")')

Found = Iterator[tuple[str, int]]
"""Messages with the offset in the expanded text of what they are about."""


@dataclass(frozen=True)
class Warning:
    """Something that surely is not meant, and where it is written."""

    message: str
    place: Place | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


@dataclass(frozen=True)
class _Spot:
    """A node and the clauses around it, the innermost last."""

    node: Node
    around: tuple[Clause, ...]

    @property
    def parent(self) -> str:
        return self.around[-1].keyword if self.around else ""


class _Survey:
    """Places of words in the clauses of a game."""

    def __init__(self, expanded: Expanded) -> None:
        self.root = expanded.tree.root
        self.clauses: dict[str, list[_Spot]] = {}
        self.strings: list[tuple[str, _Spot]] = []
        self.words: dict[str, list[_Spot]] = {}
        self.shown = quoted(expanded.metadata)
        stack: list[_Spot] = [_Spot(self.root, ())]
        while stack:
            spot = stack.pop()
            node = spot.node
            if isinstance(node, Terminal):
                if node.text.startswith('"'):
                    self.strings.append((node.text.strip('"'), spot))
                else:
                    self.words.setdefault(node.text, []).append(spot)
                continue
            around = spot.around
            if isinstance(node, Clause):
                self.clauses.setdefault(node.keyword, []).append(spot)
                around = (*around, node)
            stack.extend(_Spot(item, around) for item in reversed(node.items))

    def has(self, *keywords: str) -> bool:
        """Some clause with one of these keywords is there."""
        return any(one in self.clauses for one in keywords)

    def kinds(self, keyword: str, kind: str) -> list[_Spot]:
        """The clauses that begin with a keyword and a word."""
        return [spot for spot in self.clauses.get(keyword, ()) if kind_of(spot.node) == kind]

    def items(self, keyword: str) -> list[Clause]:
        """The items of the equipment of one kind."""
        found = [spot.node for spot in self.clauses.get(keyword, ()) if spot.parent == "equipment"]
        return [one for one in found if isinstance(one, Clause)]

    def is_named(self, name: str, but: Node) -> bool:
        """A text other than this one names it, or a name that holds it, or a part of it; drawing counts, too."""
        others = [text for text, spot in self.strings if spot.node is not but] + self.shown
        return any(_alike(name, one) for one in others)

    @property
    def players(self) -> int:
        """How many players there are, 0 if that is not plain."""
        for spot in self.clauses.get("players", ()):
            assert isinstance(spot.node, Clause)
            for item in spot.node.items:
                if isinstance(item, Terminal) and item.text.isdigit():
                    return int(item.text)
                if isinstance(item, Group):
                    return len(item.items)
        return 0


def kind_of(node: Node) -> str:
    """The word after the keyword of a clause."""
    first = node.items[0] if isinstance(node, Clause) and node.items else None
    return first.text if isinstance(first, Terminal) and first.name is None else ""


def _alike(name: str, other: str) -> bool:
    other = other.rstrip(_DIGITS)
    return bool(other) and (name in other or other in name)


def _name(clause: Clause) -> Terminal | None:
    """The first text among the arguments of a clause."""
    return next((one for one in clause.items if isinstance(one, Terminal) and one.text.startswith('"')), None)


def find_warnings(text: str, *, file: str = "text", defs: Sequence[Path | str] = ()) -> list[Warning]:
    """Sure mistakes of a description that can be read, in the order in which it is written.

    >>> small = '(equipment { (board (square 3)) (piece "Disc" Each) (regions "Goal" (sites Top)) })'
    >>> rules = "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))"
    >>> [str(one) for one in find_warnings(f'(game "Mine" (players 2) {small} {rules})')]
    ['text:1:78: the region "Goal" is never used']
    """
    expanded = expand(text, name=file, define_folders=defs)
    found = _suspected(expanded)
    choices = [
        item.name for category in expanded.option_categories for item in category.items if item != category.chosen
    ]
    for choice in choices:
        if not found:
            break
        try:
            also = _suspected(expand(text, options=[choice], name=file, define_folders=defs))
        except PetteiaError:
            continue
        found = {message: place for message, place in found.items() if message in also}
    warnings = [Warning(message, place) for message, place in found.items()]
    library = "\n".join(one.chars[one.start : one.end] for one in load_library(map(Path, defs)).values())
    warnings += _never_expanded(text, expanded, file, library)
    return sorted(warnings, key=lambda one: _order(one.place))


def _order(place: Place | None) -> tuple[int, int]:
    at = written_at(place)
    return (at.line, at.column) if at else (0, 0)


def _suspected(expanded: Expanded) -> dict[str, Place]:
    """The messages of one expansion, each with its first place."""
    if expanded.tree.root.keyword != "game":
        return {}
    survey = _Survey(expanded)
    found: dict[str, Place] = {}
    for suspicion in _SUSPICIONS:
        for message, offset in suspicion(survey):
            found.setdefault(message, expanded.tree.place(offset))
    return found


def _never_expanded(text: str, expanded: Expanded, file: str, library: str) -> Iterator[Warning]:
    """Defines that nothing calls, not even a define of a library, and options without a place in the text."""
    plain = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    for found in _DEFINE.finditer(plain):
        if plain.count(found[1]) == 1 and found[1] not in library:
            yield Warning(f"the define {found[1]} is never used", _place_in(plain, found.start(1), file))
    for category in expanded.option_categories:
        calls = len(re.findall(rf"<{re.escape(category.tag)}(?=[:>])", plain))
        at = plain.find(f'(option "{category.heading}"')
        shown = any(f"{category.heading}/" in one for use in plain.split("(useFor")[1:] for one in quoted(use[:400]))
        if calls == 1 and at >= 0 and len(category.items) > 1 and not shown:
            yield Warning(f'the option "{category.heading}" changes nothing', _place_in(plain, at, file))


def _place_in(text: str, at: int, file: str) -> Place:
    return Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


# What is there and never used


# Clauses that ask for a piece by its name, and put none on the board.
_ASKING = {"forEach", "is", "count", "sites", "where", "no", "=", "!=", "can"}


def _pieces_that_never_appear(survey: _Survey) -> Found:
    """Pieces that no rule places, drops, promotes to or maps to."""
    pieces = survey.items("piece")
    if survey.has("deck", "dominoes", "deal", "satisfy", "subgame"):
        return
    making = [spot for spot in survey.clauses.get("piece", ()) if spot.parent != "equipment"]
    if any(not _named_pieces(spot.node) for spot in making):
        return
    by_default = _pieces_by_default(survey, pieces)
    for piece in pieces:
        name = _name(piece)
        if name is None or piece in by_default:
            continue
        plain = name.text.strip('"').rstrip(_DIGITS)
        spots = [spot for text, spot in survey.strings if spot.node is not name and _alike(plain, text)]
        if not any(_puts(spot) for spot in spots):
            yield f'the piece "{plain}" never appears on the board', name.offset


def _named_pieces(node: Node) -> bool:
    """Whatever a `(piece ..)` in the rules means is told by names."""
    assert isinstance(node, Clause)
    return _name(node) is not None or any(
        isinstance(item, Group) and item.items and all(isinstance(one, Terminal) for one in item.items)
        for item in node.items
    )


def _pieces_by_default(survey: _Survey, pieces: list[Clause]) -> list[Clause]:
    """The pieces that come onto the board where a rule names none: the first of each player."""
    adding = [*survey.kinds("move", "Add"), *survey.kinds("move", "Claim"), *survey.clauses.get("add", ())]
    adding += survey.clauses.get("claim", ())
    nameless = any(isinstance(spot.node, Clause) and not _has_child(spot.node, "piece") for spot in adding)
    start = survey.clauses.get("set", [])
    nameless = nameless or any(_PLAYER.fullmatch(kind_of(one.node)) or kind_of(one.node) == "Count" for one in start)
    roles = {kind_of(one.node) for one in start}
    found = [one for one in pieces if roles.intersection(_words(one)) - {"Each"}]
    owned = 0
    for piece in pieces if nameless else ():
        if owned >= max(survey.players, 1):
            break
        found.append(piece)
        owned += survey.players if "Each" in _words(piece) else 1
    return found


def _words(clause: Clause) -> list[str]:
    return [one.text for one in clause.items if isinstance(one, Terminal)]


def _has_child(clause: Clause, keyword: str) -> bool:
    return any(isinstance(item, Clause) and item.keyword == keyword for item in clause.items)


def _puts(spot: _Spot) -> bool:
    """A rule that names a piece may put it on the board."""
    if spot.parent == "id":
        return len(spot.around) > 1 and spot.around[-2].keyword not in _ASKING
    return spot.parent not in _ASKING


def _regions_never_used(survey: _Survey) -> Found:
    """Regions that no rule and no drawing names; one with an owner is also meant by all sites of that owner."""
    whole = any(_is_of_owner(spot.node) for spot in survey.clauses.get("sites", ())) or survey.kinds("is", "Connected")
    for region in survey.items("regions"):
        name = _name(region)
        owned = any(isinstance(one, Terminal) and _OWNER.fullmatch(one.text) for one in region.items)
        if name is None or (owned and whole):
            continue
        plain = name.text.strip('"')
        others = [text for text, spot in survey.strings if spot.parent != "regions" or text != plain]
        if not any(_alike(plain, one) for one in [*others, *survey.shown]):
            yield f"the region {name.text} is never used", region.offset


def _is_of_owner(node: Node) -> bool:
    """All sites of an owner: `(sites Mover)` without the name of a region."""
    assert isinstance(node, Clause)
    first = node.items[0] if node.items else None
    if len(node.items) != 1 or first is None or isinstance(first, Group):
        return False
    return first.keyword == "player" if isinstance(first, Clause) else bool(_OWNER.fullmatch(first.text))


def _tracks_never_used(survey: _Survey) -> Found:
    """Tracks that no rule follows: by name, or the first of its owner where the rule has no name."""
    following = [*survey.clauses.get("trackSite", ()), *survey.clauses.get("sow", ())]
    following += survey.clauses.get("firstMoveOnTrack", ())
    following += [_Spot(one.around[-1], one.around[:-1]) for one in survey.words.get("Track", ()) if one.around]
    following += [_Spot(one.around[-1], one.around[:-1]) for one in survey.words.get("StepsOnTrack", ()) if one.around]
    if any(isinstance(spot.node, Clause) and _name(spot.node) is None for spot in following):
        return
    for spot in survey.clauses.get("track", ()):
        assert isinstance(spot.node, Clause)
        name = _name(spot.node)
        if name is None or spot.parent == "add":
            continue
        others = [text for text, one in survey.strings if one.parent != "track"] + survey.shown
        if not any(_alike(name.text.strip('"').rstrip(_DIGITS), one) for one in others):
            yield f"the track {name.text} is never used", spot.node.offset


def _maps_never_used(survey: _Survey) -> Found:
    asking = [spot.node for spot in survey.clauses.get("mapEntry", ())]
    if any(isinstance(one, Clause) and _name(one) is None for one in asking) or "SnakesAndLadders" in survey.shown:
        return
    for item in survey.items("map"):
        name = _name(item)
        if not asking or (name is not None and not survey.is_named(name.text.strip('"'), name)):
            called = f"map {name.text}" if name else "map"
            yield f"the {called} is never asked", item.offset


def _dice_never_rolled(survey: _Survey) -> Found:
    for dice in survey.items("dice"):
        if not survey.has("roll"):
            yield "the dice are never rolled", dice.offset


# What is set and what is read


def _variables(survey: _Survey) -> Found:
    """Variables that are only set or only read."""
    written = _by_name(survey.kinds("set", "Var"))
    read = _by_name(survey.clauses.get("var", []))
    for name, offset in read.items():
        if name not in written:
            yield f"the variable {_shown(name)}is read and never set", offset
    for name, offset in written.items():
        if name not in read:
            yield f"the variable {_shown(name)}is set and never read", offset


def _remembered(survey: _Survey) -> Found:
    """Values that are remembered and never asked for, or asked for and never remembered."""
    written = _by_name([*survey.kinds("remember", "Value"), *survey.kinds("set", "RememberValue")])
    read = _by_name(survey.kinds("values", "Remembered"))
    for name, offset in read.items():
        if name not in written:
            yield f"the remembered values {_shown(name)}are asked for and never remembered", offset
    for name, offset in written.items():
        if name not in read:
            yield f"the values {_shown(name)}are remembered and never asked for", offset


def _pending(survey: _Survey) -> Found:
    written, read = survey.kinds("set", "Pending"), [*survey.kinds("sites", "Pending"), *survey.kinds("is", "Pending")]
    if written and not read:
        yield "a site is made pending, and no rule asks for pending sites", written[0].node.offset
    if read and not written:
        yield "pending sites are asked for, and no rule makes any pending", read[0].node.offset


def _by_name(spots: Sequence[_Spot]) -> dict[str, int]:
    found: dict[str, int] = {}
    for spot in spots:
        assert isinstance(spot.node, Clause)
        name = _name(spot.node)
        found.setdefault(name.text if name else "", spot.node.offset)
    return found


def _shown(name: str) -> str:
    return f"{name} " if name else ""


# Ends and phases


def _scores_never_given(survey: _Survey) -> Found:
    """Ends that compare scores although no rule gives any."""
    if survey.has("addScore", "payoffs", "subgame") or survey.kinds("set", "Score"):
        return
    for spot in survey.clauses.get("byScore", ()):
        if isinstance(spot.node, Clause) and not _inside(spot.node, "score"):
            yield "the end counts scores, and no rule gives any", spot.node.offset
    for spot in survey.clauses.get("score", ()):
        names = [one.keyword for one in spot.around]
        if "end" in names and "byScore" not in names:
            yield "an end asks for a score, and no rule gives any", spot.node.offset


def _inside(clause: Clause, keyword: str) -> bool:
    stack: list[Node] = [*clause.items]
    while stack:
        node = stack.pop()
        if isinstance(node, Clause) and node.keyword == keyword:
            return True
        if not isinstance(node, Terminal):
            stack.extend(node.items)
    return False


def _ends_never_reached(survey: _Survey) -> Found:
    """Ends whose condition stands word for word in an earlier end of the same list."""
    for spot in survey.clauses.get("end", ()):
        seen: set[str] = set()
        for end in _flat(spot.node):
            if end.keyword != "if" or not end.items:
                continue
            if _wording(end.items[0]) in seen:
                yield "this end never comes: an end above has the same condition", end.offset
            if len(end.items) > 1 and isinstance(end.items[1], Clause) and end.items[1].keyword == "result":
                seen.add(_wording(end.items[0]))


def _flat(node: Node) -> list[Clause]:
    """The ends of an `(end ..)`, in order."""
    assert isinstance(node, Clause)
    found = [one for item in node.items for one in (item.items if isinstance(item, Group) else [item])]
    return [one for one in found if isinstance(one, Clause)]


def _wording(node: Node) -> str:
    if isinstance(node, Terminal):
        return f"{node.name or ''}:{node.text}"
    keyword = node.keyword if isinstance(node, Clause) else "{"
    return f"{node.name or ''}:({keyword} {' '.join(_wording(one) for one in node.items)})"


def _phases_never_reached(survey: _Survey) -> Found:
    """Phases that no other one leads to, where all players share the phases."""
    phases = [spot.node for spot in survey.clauses.get("phase", ()) if isinstance(spot.node, Clause)]
    names = [_name(one) for one in phases]
    if len(phases) < 2 or not all(names):
        return
    if any(isinstance(item, Terminal) and not item.text.startswith('"') for one in phases for item in one.items):
        return
    reached = {0}
    while True:
        leading = [spot for spot in survey.clauses.get("nextPhase", ()) if _phase_of(spot, phases) in reached | {-1}]
        named = {name.text for spot in leading if isinstance(spot.node, Clause) and (name := _name(spot.node))}
        following = {
            (_phase_of(spot, phases) + 1) % len(phases)
            for spot in leading
            if isinstance(spot.node, Clause) and _name(spot.node) is None
        }
        new = reached | following | {k for k, name in enumerate(names) if name and name.text in named}
        if new == reached:
            break
        reached = new
    for number, name in enumerate(names):
        if number not in reached and name:
            yield f"the phase {name.text} never begins", phases[number].offset


def _phase_of(spot: _Spot, phases: list[Clause]) -> int:
    return next((phases.index(one) for one in spot.around if one in phases), -1)


# Players


def _players_without_a_win(survey: _Survey) -> Found:
    """Players of whom no end says that they win or that another loses."""
    players = survey.players
    if players < 2 or survey.has("byScore", "payoffs", "swap", "subgame", "simultaneous"):
        return
    if survey.kinds("move", "Swap") or survey.kinds("set", "Team"):
        return
    results = [spot.node for spot in survey.clauses.get("result", ()) if isinstance(spot.node, Clause)]
    winning: set[int] = set()
    for result in results:
        words = _words(result)
        if len(words) != 2 or words[1] not in ("Win", "Loss", "Draw", "Tie", "Crash", "Abandon"):
            return
        role = _PLAYER.fullmatch(words[0])
        if words[1] == "Win":
            winning |= {int(role[1])} if role else {*range(1, players + 1)}
        elif words[1] == "Loss":
            winning |= {*range(1, players + 1)} - ({int(role[1])} if role else set())
    if not winning:
        return
    for player in {*range(1, players + 1)} - winning:
        yield f"player {player} can never win: no end says so", results[0].offset


def _no_pieces(survey: _Survey) -> Found:
    """Games whose pieces are placed or moved although there are none."""
    kinds = ("piece", "tile", "deck", "dominoes", "card", "die", "dice")
    if survey.has("satisfy", "subgame") or any(survey.items(kind) for kind in kinds):
        return
    moved = [spot for kind in ("Step", "Slide", "Hop", "Leap") for spot in survey.kinds("move", kind)]
    moved += [*survey.kinds("forEach", "Piece"), *survey.clauses.get("place", ())]
    if moved:
        yield "the game has no pieces", moved[0].node.offset


_SUSPICIONS: tuple[Callable[[_Survey], Found], ...] = (
    _pieces_that_never_appear,
    _regions_never_used,
    _tracks_never_used,
    _maps_never_used,
    _dice_never_rolled,
    _variables,
    _remembered,
    _pending,
    _scores_never_given,
    _ends_never_reached,
    _phases_never_reached,
    _players_without_a_win,
    _no_pieces,
)
