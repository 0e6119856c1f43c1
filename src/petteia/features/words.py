"""Features in plain words, from their patterns and from what the rules of the game say of such patterns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan2, pi
from typing import TYPE_CHECKING

from ._board import board_of
from ._endings import ConnectionRule, LineRule, RegionRule, Rule, WalkRule, end_rules
from ._picture import Layout, Point
from ._routes import straight_walks
from .candidates import both_ways, walk_places
from .pattern import EMPTY, ENEMY, FRIEND, OFF, PASS, PIECE, PLAYER, SWAP, Element, Feature, Walk, within_half

if TYPE_CHECKING:
    from petteia.game import Game

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


_BESIDE = {" ahead": "right ahead", " behind": "right behind", " aside": "at its side"}
_AROUND, _RIM = "mind what is around", "mind where the edge is"


@dataclass(frozen=True)
class Words:
    """What a feature says: a sentence about its action, and the strategy that it belongs to."""

    sentence: str
    strategy: str


def describe(one: Feature, game: Game, weight: float = 1.0) -> Words:
    """A feature in words; a weight below zero turns advice into a warning.

    >>> import petteia as pt
    >>> from petteia.features import feature
    >>> describe(feature("to{}: .{} o{0} o{0,0}"), pt.load("Tic-Tac-Toe")).sentence
    'Complete a line of three.'
    """
    return _Describer(one, game, weight).words()


def number_word(number: int) -> str:
    """A small number in letters.

    >>> number_word(4), number_word(40)
    ('four', '40')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


class _Describer:
    def __init__(self, one: Feature, game: Game, weight: float) -> None:
        self.feature, self.game, self.bad = one, game, weight < 0
        self.rules: list[Rule] = end_rules(game)

    def words(self) -> Words:
        if self.feature.word:
            return self._without_place()
        self.layout = Layout.of(board_of(self.game))
        self.at: dict[Point, list[Element]] = {self.layout.point(one.walk): [] for one in self.feature.elements}
        for one in self.feature.elements:
            self.at[self.layout.point(one.walk)].append(one)
        for rule in self.rules:
            found = self._by_rule(rule)
            if found is not None:
                return self._finished(*found, rule)
        return self._finished(*self._plain(), None)

    def _without_place(self) -> Words:
        act = {PASS: "pass", SWAP: "swap sides"}.get(self.feature.word, "play any move")
        return Words(f"{'Do not ' if self.bad else ''}{act}.".capitalize(), act)

    def _finished(self, act: str, strategy: str, rule: Rule | None) -> Words:
        """The sentence of an action: what it is, when, and where what else is, as far as the rule has not said it."""
        rest = [one for one in self.feature.elements if not self._is_given(one) and not _tells(rule, one)]
        place, rest = self._place(rest)
        answer = "" if "just cut" in act else self._reaction()
        clause = " ".join(part for part in (act, place, answer, self._conditions(rest)) if part) + self._facing()
        sentence = f"Do not {clause}." if self.bad else f"{clause[0].upper()}{clause[1:]}."
        return Words(sentence, f"do not {strategy}" if self.bad and strategy not in (_AROUND, _RIM) else strategy)

    # -- what rules know ------------------------------------------------------------------------------------------

    def _by_rule(self, rule: Rule) -> tuple[str, str] | None:
        match rule:
            case LineRule():
                return self._line(rule)
            case WalkRule():
                return self._walk(rule)
            case ConnectionRule():
                return self._connection()
            case RegionRule():
                return self._edge_ahead()
        return None

    def _kind_at(self, point: Point) -> str:
        """What is asked for at a place: one of the plain kinds, or nothing."""
        kinds = [one.kind for one in self.at.get(point, []) if not one.negated]
        return kinds[0] if kinds else ""

    def _line(self, rule: LineRule) -> tuple[str, str] | None:
        """A window of the line that the action belongs to, all of one side but for empty sites."""
        best: tuple[int, str] | None = None
        for ahead in straight_walks(self.layout.board, rule.direction, rule.length):
            for turn in range(self.layout.board.most_sides):
                line = self._points(ahead, turn)
                for side in (FRIEND, ENEMY):
                    count = self._most_in_window(line, side, rule.length)
                    if count and (best is None or count > best[0]):
                        best = count, side
        if best is None or best[0] < max(1, rule.length - 2):
            return None
        count, side = best
        long = number_word(rule.length)
        if count >= rule.length - 1:
            losing = rule.result == "Loss"
            own = f"make a line of {long}" if losing else f"complete a line of {long}"
            return (own, f"make lines of {long}") if side == FRIEND else (
                f"take the site where the opponent would complete a line of {long}", f"prevent lines of {long}"
            )  # fmt: skip
        made = number_word(count + 1)
        if side == FRIEND:
            return f"make {made} of a line of {long}", f"make lines of {long}"
        return f"block {number_word(count)} of a line of {long} of the opponent", f"prevent lines of {long}"

    def _points(self, ahead: list[Walk], turn: int) -> dict[int, Point]:
        """The places of a line by their distance from the action, turned."""
        share = Fraction(turn, self.layout.board.most_sides)
        line = both_ways(ahead)
        return {
            k: self.layout.point((within_half(walk[0] + share), *walk[1:]) if walk else ()) for k, walk in line.items()
        }

    def _most_in_window(self, line: dict[int, Point], side: str, length: int) -> int:
        """How many of one side stand in a window around the action whose other sites are empty or not asked for."""
        most = 0
        for first in range(1 - length, 1):
            kinds = [self._kind_at(line[k]) for k in range(first, first + length) if k and k in line]
            if len(kinds) == length - 1 and all(kind in (side, EMPTY) for kind in kinds):
                most = max(most, kinds.count(side))
        return most

    def _walk(self, rule: WalkRule) -> tuple[str, str] | None:
        points = [self.layout.point(walk) for walk in walk_places(rule.steps, self.layout.board)]
        size = number_word(len(points) + 1)
        for side in (FRIEND, ENEMY):
            kinds = [self._kind_at(point) for point in points]
            if all(kind in (side, EMPTY) for kind in kinds) and kinds.count(side) >= len(points) - 1:
                done = "complete" if kinds.count(side) == len(points) else "prepare"
                if side == FRIEND:
                    return f"{done} a block of {size}", f"make blocks of {size}"
                return f"stop a block of {size} of the opponent", f"prevent blocks of {size}"
        return None

    def _connection(self) -> tuple[str, str] | None:
        """Two pieces that share two sites: the action is on one of them, or makes such a pair."""
        for side in (FRIEND, ENEMY):
            pieces = [one for one in self.feature.elements if one.kind == side and not one.negated]
            whose = "your" if side == FRIEND else "the opponent's"
            sites = [self.layout.site(one.walk) for one in pieces]
            if len(sites) == 2 and self._both_beside(sites) and not self._are_neighbours(*sites):
                cut = self.feature.last_to is not None or any(
                    one.kind == (ENEMY if side == FRIEND else FRIEND) and not one.negated
                    for one in self.feature.elements
                )
                if side == FRIEND:
                    just = "just " if self.feature.last_to is not None else ""
                    act = f"close the bridge your opponent {just}cut into" if cut else "join two of your pieces"
                    return act, "keep your pieces connected"
                return f"cut between two of {whose} pieces", "cut the opponent's connections"
            if len(sites) == 1 and self._is_bridge(sites[0]):
                act = f"play a bridge away from a piece of {'yours' if side == FRIEND else 'the opponent'}"
                return act, "make bridges" if side == FRIEND else "stay a bridge away from the opponent"
        return None

    def _both_beside(self, sites: Sequence[int]) -> bool:
        around = self.layout.board.neighbours(self.layout.start)
        return all(site in around for site in sites)

    def _are_neighbours(self, one: int, other: int) -> bool:
        return other in self.layout.board.neighbours(one)

    def _is_bridge(self, far: int) -> bool:
        """Whether a piece shares two sites with the action, both asked to be empty."""
        board, start = self.layout.board, self.layout.start
        if far < 0 or far == start or far in board.neighbours(start):
            return False
        shared = [site for site in board.neighbours(start) if site >= 0 and far in board.neighbours(site)]
        empty = {self.layout.site(one.walk) for one in self.feature.elements if one.kind == EMPTY and not one.negated}
        return len(shared) == 2 and set(shared) <= empty

    def _edge_ahead(self) -> tuple[str, str] | None:
        """A move towards the rim that it then stands at."""
        if self.feature.source is None:
            return None
        fx, fy = self.layout.point(self.feature.source)
        for one in self.feature.elements:
            if one.kind == OFF and not one.negated:
                x, y = self.layout.point(one.walk)
                if x * -fx + y * -fy > 0:
                    near = len(one.walk) == 1
                    act = "move up to the edge ahead" if near else "move to within a step of the edge ahead"
                    return (f"capture and {act}" if self._captures() else act), "reach the far edge"
        return None

    def _captures(self) -> bool:
        return any(one.kind == ENEMY and not one.negated and one.walk == () for one in self.feature.elements)

    # -- what patterns say themselves -----------------------------------------------------------------------------

    def _plain(self) -> tuple[str, str]:
        moves = self.feature.source is not None
        if self._captures():
            return "capture a piece", "capture"
        act = "move" if moves else "play"
        asked = [one for one in self.feature.elements if not self._is_given(one)]
        if self.feature.is_reactive and not asked:
            return act, "answer the latest move"
        kinds = {(one.kind, one.negated) for one in asked}
        if (OFF, False) in kinds:
            near = min(len(one.walk) for one in asked if one.symbol == OFF)
            return act, "play at the edge" if near == 1 else _RIM
        if (OFF, True) in kinds:
            return act, "play away from the edge"
        if (FRIEND, False) in kinds:
            return act, "play near your own pieces"
        if (ENEMY, False) in kinds:
            return act, "play near the opponent's pieces"
        return act, _AROUND

    def _is_given(self, one: Element) -> bool:
        """What every move has: an empty site or no friend to go to, a friend that goes."""
        place = one.walk == () and (one.kind, one.negated) in ((EMPTY, False), (FRIEND, True))
        comes = self.feature.source is not None and one.walk == self.feature.source and one.symbol == FRIEND
        captured = one.walk == () and one.symbol == ENEMY
        return place or comes or captured

    def _place(self, elements: list[Element]) -> tuple[str, list[Element]]:
        """Where on the board an action is, as far as straight walks to the edge tell, and what they leave unsaid."""
        rims = {one.walk[0]: len(one.walk) for one in elements if one.symbol == OFF and self._leads_straight(one)}
        if self.feature.source is not None or not 1 <= len(rims) <= 2:
            return "", elements
        inside = [one for one in elements if one.symbol == f"!{OFF}" and self._leads_straight(one)]
        told = [one for one in inside if len(one.walk) < rims.get(one.walk[0], 0)]
        told += [one for one in elements if one.symbol == OFF and self._leads_straight(one)]
        return _at_the_edge(sorted(far - 1 for far in rims.values())), [one for one in elements if one not in told]

    def _leads_straight(self, one: Element) -> bool:
        return bool(one.walk) and self._is_straight(one)

    def _facing(self) -> str:
        """The ways that a feature faces if it does not face all of them, by the nearest points of the compass."""
        if self.feature.rotations is None:
            return ""
        ways = [_compass(self.layout.point((turn,))) for turn in self.feature.rotations]
        return f", facing {' or '.join(dict.fromkeys(ways))}"

    def _conditions(self, elements: Sequence[Element]) -> str:
        phrases: dict[tuple[str, str], int] = {}
        for one in elements:
            key = (self._thing(one), self._where(one))
            phrases[key] = phrases.get(key, 0) + 1
        parts = [
            f"{_counted(thing, count)} {'is' if count == 1 else 'are'} {where}"
            for (thing, where), count in phrases.items()
        ]
        return f"where {_listed(parts)}" if parts else ""

    def _thing(self, one: Element) -> str:
        name = {
            OFF: "the edge",
            EMPTY: "an empty site",
            FRIEND: "a piece of yours",
            ENEMY: "an enemy piece",
            PLAYER: f"a piece of player {one.number}",
            PIECE: self._piece_name(one.number),
        }[one.kind]
        denied = {
            OFF: "a site of the board",
            EMPTY: "no empty site",
            FRIEND: "no piece of yours",
            ENEMY: "no enemy piece",
        }
        if not one.negated:
            return name
        return denied.get(one.kind, "no " + name.split(" ", 1)[-1])

    def _piece_name(self, number: int) -> str:
        known = self.game.facts.components
        return f"a {known[number - 1].word.lower()}" if 1 <= number <= len(known) else f"a piece of kind {number}"

    def _where(self, one: Element) -> str:
        if one.walk == ():
            return "on that site"
        if one.walk == self.feature.source:
            return "where it comes from"
        distance, way = self._distance(one), self._way(self.layout.point(one.walk))
        return _BESIDE.get(way, distance) if distance == "beside it" else distance + way

    def _distance(self, one: Element) -> str:
        site = self.layout.site(one.walk)
        around = self.layout.board.neighbours(self.layout.start)
        if site in around or len(one.walk) == 1:
            return "beside it"
        if self._is_straight(one):
            return f"{number_word(len(one.walk))} steps away in a straight line"
        x, y = self.layout.point(one.walk)
        return "diagonally beside it" if x * x + y * y < 2.5 and len(one.walk) == 2 else "a few steps away"

    def _way(self, point: Point) -> str:
        """Where a place lies as seen by a piece that moves: ahead, behind or aside; empty where nothing moves."""
        if self.feature.source is None or self.feature.to is None:
            return ""
        fx, fy = self.layout.point(self.feature.source)
        ahead = -(point[0] * fx + point[1] * fy)
        across = abs(point[0] * fy - point[1] * fx)
        if abs(ahead) < 0.2 * across:
            return " aside"
        return " ahead" if ahead > 0 else " behind"

    def _is_straight(self, one: Element) -> bool:
        return not any(one.walk[1:])

    def _reaction(self) -> str:
        if self.feature.last_to is None and self.feature.last_from is None:
            return ""
        walk = self.feature.last_to if self.feature.last_to is not None else self.feature.last_from
        assert walk is not None
        place = {0: "there", 1: "beside it"}.get(len(walk), f"{number_word(len(walk))} steps away")
        verb = "went" if self.feature.last_to is not None else "left from"
        return f"when the latest move {verb} {place}"


def _tells(rule: Rule | None, one: Element) -> bool:
    """Whether what a rule says of a feature says this element, too."""
    return isinstance(rule, LineRule | WalkRule | ConnectionRule) or (rule is not None and one.kind == OFF)


def _counted(thing: str, count: int) -> str:
    if count == 1:
        return thing
    head, _, rest = thing.partition(" ")
    noun = next((one for one in ("piece", "site") if one in rest), rest)
    return f"{'no' if head == 'no' else number_word(count)} {rest.replace(noun, f'{noun}s', 1)}"


def _at_the_edge(steps: Sequence[int]) -> str:
    """Where a site is that is so many steps from one or two edges, the nearer one first."""

    def away(count: int) -> str:
        return "one step" if count == 1 else f"{number_word(count)} steps"

    if len(steps) == 1:
        return "at the edge" if steps[0] == 0 else f"{away(steps[0])} from the edge"
    near, far = steps
    if near == 0:
        return "in a corner" if far == 0 else f"at the edge, {away(far)} from a corner"
    return (
        f"{away(near)} from two edges"
        if near == far
        else f"{away(near)} from one edge and {number_word(far)} from another"
    )


def _compass(point: Point) -> str:
    """The nearest of the eight points of the compass, seen from the middle."""
    names = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
    return names[round(atan2(*point) / (pi / 4)) % 8]


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
