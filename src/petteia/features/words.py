"""Features in plain words, from their patterns and from what the rules of the game say of such patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from petteia.aspects import LineRule, Rule, end_rules, line_rules_everywhere, spec_of
from petteia.ludemes.moves.add import Add, Claim
from petteia.ludemes.moves.select import Select
from petteia.ludemes.moves.sow import Sow
from petteia.ludemes.moves.surround import Enclose
from petteia.ludemes.registry import walk as ludemes_in
from petteia.ludemes.types import Decision

from ._goals import Told, told_by
from ._picture import Point
from ._regions import edge_words, region_words
from ._seen import Seen, number_word
from .bases import bases_of, decisions_of
from .parts import extra_elements
from .pattern import EMPTY, ENEMY, FRIEND, OFF, PASS, PIECE, PLAYER, SWAP, Element, Feature

if TYPE_CHECKING:
    from petteia.game import Game

_NEUTRAL = ("mind ", "moves ")
"""Strategies that begin so are neither good nor bad."""
_EDGE = "mind where the edge is"
_ASIDE = "one step to one side"
_STANDS, _GOES = "that stands", "to a site"
_RIM = "the edge of the board"
_TAKEN = "taken or off the board"
_TOUCHING, _OPPOSITE = "touching", "opposite"
_NAMES = {OFF: "edge of the board", EMPTY: "empty site", FRIEND: "piece of yours", ENEMY: "enemy piece"}
_DENIED = {OFF: "off the board", EMPTY: "empty", FRIEND: "yours", ENEMY: "an enemy's"}


@dataclass(frozen=True)
class Words:
    """Meaning of a feature: a sentence about its action, and the strategy that it belongs to."""

    sentence: str
    strategy: str
    act: str = ""
    """The action by a rule of the end: features that share it are one idea, whatever else they ask for."""
    rest: str = ""
    """The further conditions of the feature."""
    example: str = ""
    """A place on the board where it may hold, by the names of the sites."""
    opposite: bool = False
    """True if the feature is told by what it denies, so that advice is a warning and a warning advice."""


def describe(one: Feature, game: Game, weight: float = 1.0) -> Words:
    """A feature in words; a weight below zero turns advice into a warning.

    >>> import petteia as pt
    >>> from petteia.features import feature
    >>> describe(feature("to{}: .{} o{0} o{0,0}"), pt.load("Tic-Tac-Toe")).sentence
    'Complete a line of three.'
    """
    bad = weight < 0
    if one.word:
        act = {PASS: "pass", SWAP: "swap sides"}.get(one.word, "make any move")
        return Words(advice(act, bad=bad), act)
    return _Describer(one, game).words(bad=bad)


def advice(clause: str, *, bad: bool = False) -> str:
    """An act as a sentence.

    >>> advice("complete a line of four"), advice("pass", bad=True)
    ('Complete a line of four.', 'Do not pass.')
    """
    return f"Do not {clause}." if bad else f"{clause[0].upper()}{clause[1:]}."


def further_words(child: Feature, parent: Feature, game: Game) -> str:
    """The conditions of a feature beyond another one, in words that follow `when`; empty if there is no word for it.

    >>> import petteia as pt
    >>> from petteia.features import feature
    >>> game = pt.load("Gomoku")
    >>> further_words(feature("to{}: .{} o{0} x{1/4}"), feature("to{}: .{} o{0}"), game)
    'an enemy piece is also beside it'
    """
    return _Describer(child, game).beyond(parent)


def as_condition(rest: str) -> str:
    """The conditions of a feature beyond its act, in words that follow `when`.

    >>> as_condition("at the edge while an empty site is beside it"), as_condition("when the latest move began ahead")
    ('it is at the edge and an empty site is beside it', 'the latest move began ahead')
    """
    place, _, more = rest.partition("while ")
    if place.startswith(("when ", "where ")):
        place = place.split(" ", 1)[1]
    elif place.strip():
        place = f"it is {place.removeprefix(_GOES + ' ')}"
    return " and ".join(part.strip() for part in (place, more) if part.strip())


class _Describer:
    def __init__(self, one: Feature, game: Game) -> None:
        self.game, self.seen = game, Seen(one, game)
        self.feature = self.seen.feature
        self.goal = _goal(one, game)

    def words(self, *, bad: bool) -> Words:
        told = next(
            (found for rule in _rules(self.game) if (found := told_by(rule, self.seen, moves=self.verb != "place"))),
            None,
        )
        place, told_rim = self._place()
        left = {
            point: some
            for point in self.seen.away()
            if (told is None or point not in told.points)
            and (some := [one for one in self.seen.at[point] if not (told_rim and one.kind == OFF)])
        }
        known = told or self._plain(place, left)
        opposite = None if told or place else self._opposite(left)
        if opposite:
            told_act = f"{self._eye(left) or known.act} where {opposite}"
            return Words(advice(told_act, bad=not bad), known.strategy, "", "", self._example(), opposite=True)
        answer = "" if known.tells_last else self._answer()
        act = known.act
        if act.startswith(("capture a piece", "capture an enemy piece")) and answer == "to where the latest move went":
            act, answer = re.sub("^capture an? (enemy )?piece", "capture the piece that just moved", act), ""
        if answer == "to where the latest move went" and re.match("move( |$)", act) and self._takes():
            act, answer = f"capture{act.removeprefix('move')} the piece that just moved", ""
        if told is not None:
            act += self.seen.ways(told.points - {self.seen.focus})
        parts = [place, answer, self._conditions(left, told is not None or "where" in answer)]
        clause = _said_once(_joined([act, *parts]))
        if self._sows():
            clause = re.sub("^move (to a site|a piece that stands)", "sow from a hole", clause)
            clause = clause.replace("in a corner", "at an end of a row")
        turned = self.seen.otherwise() if left or told is not None else ""
        strategy = known.strategy if not bad or known.strategy.startswith(_NEUTRAL) else f"do not {known.strategy}"
        rest = "" if told is None else " ".join(filter(None, parts)) + turned
        return Words(advice(clause + turned, bad=bad), strategy, act if told else "", rest, self._example())

    def _opposite(self, left: dict[Point, list[Element]]) -> str:
        """The content of the one place that is asked about, if it is denied, in words that follow `where`."""
        asked = [one for some in left.values() for one in some]
        if len(asked) != 1 or asked[0].symbol not in (f"!{FRIEND}", f"!{ENEMY}") or self.feature.is_reactive:
            return ""
        (point,), along = left, self.seen.along(next(iter(left)))
        if along is None or self.seen.given.rotations is not None:
            return ""
        if self.seen.has_heading:
            name = _NAMES[asked[0].kind]
            where = self.seen.where(point)
            return f"a{'n' if name[0] == 'e' else ''} {name} is {where}" if where.endswith(("ahead", "behind")) else ""
        sides = self.seen.board.sides[self.seen.site] if self.seen.site >= 0 else 0
        if along[1] != 1 or not sides:
            return ""
        return f"all {number_word(sides)} sites {self.seen.where(point)} are {_DENIED[asked[0].kind]}"

    def _eye(self, left: dict[Point, list[Element]]) -> str:
        """The act of filling one's own eye, in games in which groups that are shut in are taken."""
        (point,), ((asked,),) = left, left.values()
        shuts_in = any(isinstance(one, Enclose) for one in ludemes_in(spec_of(self.game.recipe).game))
        own = asked.kind == FRIEND and self.verb != "move" and self.seen.is_beside(point)
        return "fill an eye of your own" if own and shuts_in else ""

    def _sows(self) -> bool:
        """True if all moves choose a hole to sow from."""
        rules = list(decisions_of(self.game))
        return bool(rules) and all(
            isinstance(rule, Select) and any(isinstance(one, Sow) for one in ludemes_in(rule)) for rule in rules
        )

    def _takes(self) -> bool:
        """True if a move to where a piece stands takes it, as no own one may stand there and none is stacked on."""
        asked = {*self.goal, *self.seen.at.get(self.seen.focus, [])}
        symbols = {one.symbol for one in asked}
        return f"!{FRIEND}" in symbols and EMPTY not in symbols and not self.game.facts.stacking

    def _example(self) -> str:
        """Where it may hold, as it is drawn: the move and what stands around it, by the names of the sites."""
        labels = self.game.facts.geometry.labels.get(self.game.facts.letter, ())
        if any(one.kind == OFF for one in self.feature.elements):
            return ""  # it is drawn in the middle of the board, where no edge is

        def named(point: Point | None) -> str:
            site = -1 if point is None else self.seen.sites.get(point, self._site_at(point))
            return labels[site] if 0 <= site < len(labels) else ""

        if self.feature.to is not None:
            focus = named(self.seen.focus)
            move = f"{named(self.seen.source)} to {focus}" if self.seen.has_heading else f"on {focus}"
        else:
            move = f"from {named(self.seen.focus)}"
        around = [
            f"{self._asked(some) if any(not one.negated for one in some) else self._denied(some)} on {named(point)}"
            for point in self.seen.away()
            if (some := self.seen.at[point]) and named(point)
        ]
        return f"{move}{' with ' + _listed(around) if around else ''}"

    def _site_at(self, point: Point) -> int:
        walk = self.feature.source if point == self.seen.source else None
        return -1 if walk is None else self.seen.layout.site(walk)

    def _denied(self, some: Iterable[Element]) -> str:
        return f"something {self._denial(some)}"

    def beyond(self, parent: Feature) -> str:
        """The conditions of the feature beyond another one, in words that follow `when`."""
        extra = extra_elements(parent, self.feature, self.seen.board.most_sides)
        if extra is None:
            return ""
        place, told_rim = self._place()
        rim = [one for one in extra if one.kind == OFF]
        parts = [f"it is {place.removeprefix(_GOES + ' ').removeprefix(_STANDS + ' ')}"] if rim and told_rim else []
        rest = [one for one in extra if not (rim and told_rim and one.kind == OFF)]
        here = [one for one in rest if self.seen.layout.point(one.walk) == self.seen.focus]
        if here:
            if [one.symbol for one in here] not in ([ENEMY], [f"!{EMPTY}"]) or self.verb != "move":
                return ""
            parts += [] if any(one.kind == EMPTY and one.negated for one in parent.elements) else ["it captures"]
        if (parent.last_to, parent.last_from) != (self.feature.last_to, self.feature.last_from):
            answer = self._answer()
            plain = answer.removeprefix(f"{_GOES} ").removeprefix(f"{_STANDS} ")
            parts.append(answer.removeprefix("when ") if answer.startswith("when ") else f"it is {plain}")
        left: dict[Point, list[Element]] = {}
        for one in rest:
            if one not in here:
                left.setdefault(self.seen.layout.point(one.walk), []).append(one)
        if left:
            said = self._conditions(left, has_clause=True).removeprefix("while ")
            known = {one.symbol for one in parent.elements if one.walk not in ((), parent.to)}
            if any(one.symbol in known for some in left.values() for one in some):
                every = {point: self.seen.at[point] for point in self.seen.away()}
                return self._conditions(every, has_clause=True).removeprefix("while ")
            parts.append(re.sub(r" (is|are) ", r" \1 also ", said, count=1))
        return " and ".join(parts)

    # -- the action -----------------------------------------------------------------------------------------------

    def _plain(self, place: str, left: dict[Point, list[Element]]) -> Told:
        """The action of a feature that no rule of the end speaks of."""
        act = self._act(bare=not left and not place and not self.feature.is_reactive)
        asked = [one for some in left.values() for one in some]
        return Told(act, self._strategy(act, place, {one.symbol for one in asked}, asked), frozenset())

    def _act(self, *, bare: bool) -> str:
        """The verb, what is moved, how, and onto what; `bare` if nothing else is said."""
        there = [] if self.seen.source is None else self.seen.at.get(self.seen.source, [])
        own = [one for one in there if one.symbol.startswith(PIECE)]
        moved = f" {self._name(own[0])}" if own else ""
        if self.feature.to is None:
            return f"move{moved or ' a piece'}"
        given = {one for one in self.goal if one.symbol != ENEMY}
        asked = [one for one in self.seen.at.get(self.seen.focus, []) if one not in given and one.kind != OFF]
        wanted = [one for one in asked if not one.negated]
        denied = [one.kind for one in asked if one.negated]
        verb = ("play" if self.verb == "place" else self.verb) + moved + self._step()
        if EMPTY in {one.kind for one in wanted}:
            return f"{verb} {'to' if verb.startswith('move') else 'on'} an empty site"
        if wanted or EMPTY in denied:
            return self._onto(verb, asked, wanted)
        if denied and denied[0] in (ENEMY, FRIEND):
            to = "to" if verb.startswith("move") else "on"
            return f"{verb} {to} a site without {'an enemy piece' if denied[0] == ENEMY else 'a piece of yours'}"
        if bare and verb == "play":
            return "place a piece" if self.verb == "place" else "make a move"
        return verb

    def _onto(self, verb: str, asked: Sequence[Element], wanted: Sequence[Element]) -> str:
        """A move to a site where something stands; a capture, unless pieces of one's own may be there or stack."""
        others = any(one.kind != FRIEND for one in wanted) or any(one.symbol == f"!{FRIEND}" for one in asked)
        others = others or any(one.symbol == f"!{FRIEND}" for one in self.goal)
        captures = verb.startswith("move") and others and not self.game.facts.stacking
        what = self._asked(asked) if wanted else "a piece" if captures else "a taken site"
        what = re.sub(r" of player \d+$", "", what) if captures and "that is no" not in what else what
        return f"capture {what}{verb.removeprefix('move')}" if captures else f"{verb} onto {what}"

    @property
    def verb(self) -> str:
        """The work of moves: place pieces, move them, or one or the other."""
        adds = {isinstance(rule, Decision) and isinstance(rule, Add | Claim) for rule in decisions_of(self.game)}
        return "move" if self.seen.source is not None or adds == {False} else "place" if adds == {True} else "play"

    def _step(self) -> str:
        """Which sort of move it is, where there are several."""
        sorts = {base.source for base in bases_of(self.game) if base.to == ()}
        if not self.seen.has_heading or self.seen.source is None or len(sorts) < 2:
            return ""
        where = self.seen.along(self.seen.source)
        if where is not None:
            kind, count, _ = where
            return (" diagonally" if kind else " a step") if count == 1 else f" {number_word(count)} steps"
        lengths = sorted(round(abs(one)) for one in self.seen.offset(self.seen.source))
        return " by a knight's move" if lengths == [1, 2] else " by a leap"

    def _strategy(self, act: str, place: str, symbols: set[str], asked: Sequence[Element]) -> str:
        if act.startswith("capture"):
            return "capture"
        if place.endswith("in a corner") and "not" not in place:
            return "play in corners"
        if place:
            return "play at the edge" if place.startswith(("at the edge", "at one", "in the")) else _EDGE
        kinds = {one.kind for one in asked if not one.negated}
        for kind, name in (
            (FRIEND, "play near your own pieces"),
            (ENEMY, "play near the opponent's pieces"),
            (PIECE, "mind which pieces are near"),
            (PLAYER, "mind whose pieces are near"),
            (OFF, _EDGE),
            (EMPTY, "play where there is room"),
        ):
            if kind in kinds:
                return name
        if self.feature.is_reactive:
            return "answer the latest move"
        if not asked:
            return "mind which pieces move" if " of player " in act else "moves as such"
        return "play where it is crowded" if f"!{EMPTY}" in symbols else "mind what is around"

    # -- where and when -------------------------------------------------------------------------------------------

    def _place(self) -> tuple[str, bool]:
        """Where on the board an action is, and whether that tells all there is to say of the rim."""
        given = self.seen.given
        has_rim = any(one.kind == OFF for one in given.elements)
        if self.seen.has_heading or not (has_rim or given.anchor is not None):
            return "", False
        named = region_words(given, self.game)
        if named is None:
            named = edge_words(given)
        if named is None:
            return "", False
        return self._standing(named), True

    def _answer(self) -> str:
        """Where the latest move went or came from, as seen from the action."""
        found = []
        to = "to where" if self.verb == "move" and self.feature.to is not None else "where"
        last = ((self.feature.last_to, "went", "the latest move"),
                (self.feature.last_from, "came from", "where the latest move came from"))  # fmt: skip
        for walk, here, there in last:
            if walk is None:
                continue
            point = self.seen.layout.point(walk)
            self.seen.sites.setdefault(point, self.seen.layout.site(walk))
            where = self.seen.where(point)
            if point == self.seen.focus:
                found.append(f"{to} the latest move {here}")
            elif self.seen.has_heading:
                found.append(f"when the latest move {'ended' if here == 'went' else 'began'} {where}")
            else:
                found.append(self._standing(_from(where, there)))
        return " and ".join(found)

    def _standing(self, place: str) -> str:
        """A place of the action: in games of moving pieces it is said whether it is where they stand or go to."""
        if not place or place.startswith("where ") or self.verb != "move" or self.seen.has_heading:
            return place
        return f"{_STANDS if self.feature.to is None else _GOES} {place}"

    def _conditions(self, left: dict[Point, list[Element]], has_clause: bool) -> str:
        """The surroundings of the action; where no clause comes before, in short: beside a piece of yours."""
        edges, rest = self._edges(left)
        rows, rest = self._rows(rest)
        things: dict[str, dict[str, list[Point]]] = {}
        denials: dict[tuple[str, str], int] = {}
        for point, some in rest.items():
            where, wanted = self.seen.where(point), [one for one in some if not one.negated]
            if wanted:
                things.setdefault(where, {}).setdefault(self._asked(some), []).append(point)
            else:
                key = (where, self._denial(some))
                denials[key] = denials.get(key, 0) + 1
        if not has_clause and len(rest) == len(denials) == 1 and not rows + edges and not self.seen.has_heading:
            (where, denial), _ = next(iter(denials.items()))
            if denial == _TAKEN:
                return self._standing(_from(where, "a piece or the edge"))
        if not has_clause and len(rest) == len(things) == 1 and not rows + edges and not self.seen.has_heading:
            where, named = next(iter(things.items()))
            thing = next(iter(named))
            if thing != _RIM:
                return self._standing(_from(where, thing))
        phrases = [*rows, *edges, *(self._phrase(where, named) for where, named in things.items())]
        for (where, denial), count in denials.items():
            more = "other " if where in things else ""
            places = f"{'another' if more else 'a'} place" if count == 1 else f"{number_word(count)} {more}places"
            phrases.append(f"{places} {where} {'is' if count == 1 else 'are'} {denial}")
        return f"{'while' if has_clause else 'where'} {_listed(phrases)}" if phrases else ""

    def _edges(self, left: dict[Point, list[Element]]) -> tuple[list[str], dict[Point, list[Element]]]:
        """Edges that are exactly so many steps away in a direction, and what is left."""
        lines: dict[tuple[Point, int, str], Point] = {}
        for point, some in left.items():
            along = self.seen.along(point)
            if along is not None and len(some) == 1 and some[0].kind == OFF:
                lines[along[2], along[1], some[0].symbol] = point
        found, told = [], set()
        for (way, far, symbol), point in lines.items():
            inside = lines.get((way, far - 1, f"!{OFF}"))
            if symbol == OFF and inside is not None:
                where = self.seen.where(inside).replace(" in a straight line", "")
                for near, steps in (("beside it", "one step away"), ("right ", "one step "), ("at its side", _ASIDE)):
                    where = where.replace(near, steps)
                found.append(f"the edge is {where}")
                told |= {point, inside}
        return found, {point: some for point, some in left.items() if point not in told}

    def _rows(self, left: dict[Point, list[Element]]) -> tuple[list[str], dict[Point, list[Element]]]:
        """Pieces that follow each other in a straight line from the action on, and what is left."""
        lines: dict[Point, dict[int, Point]] = {}
        for point, some in left.items():
            along = self.seen.along(point)
            if along is not None and len(some) == 1 and some[0].symbol in (EMPTY, FRIEND, ENEMY):
                lines.setdefault(along[2], {})[along[1]] = point
        found: list[str] = []
        told: set[Point] = set()
        for line in lines.values():
            row = [line[k] for k in range(1, len(line) + 1) if k in line]
            if len(row) == len(line) > 1:
                along = self.seen.along(row[0])
                found.append(self._row([left[point][0] for point in row], diagonal=bool(along and along[0])))
                told |= set(row)
        return found, {point: some for point, some in left.items() if point not in told}

    def _row(self, elements: Sequence[Element], *, diagonal: bool) -> str:
        runs = [(name, len(list(some))) for name, some in groupby(map(self._name, elements))]
        if len(runs) == 1 and elements[0].kind != EMPTY:
            return f"a {'diagonal ' if diagonal else ''}row of {_counted(*runs[0])} begins beside it"
        names = ", then ".join(_counted(*one) for one in runs)
        return f"{names} follow {'diagonally' if diagonal else 'in a straight line'}"

    def _phrase(self, where: str, named: dict[str, list[Point]]) -> str:
        rim = named.pop(_RIM, None)
        if rim:
            sides = f" on {number_word(len(rim))} sides" if len(rim) > 1 else ""
            ends = f"the board ends {_within(where)}{sides}"
            return f"{self._phrase(where, named)} and {ends}" if named else ends
        parts = [self._counted_at(where, name, points) for name, points in named.items()]
        pair = [point for points in named.values() for point in points]
        if len(pair) == len(named) == 2 and where == "beside it":
            where += {_TOUCHING: ", touching each other", _OPPOSITE: ", on opposite sides"}.get(self._lie(*pair), "")
        several = len(parts) > 1 or any(len(points) > 1 for points in named.values())
        opposite = " on opposite sides of it"
        if len(parts) == 1 and parts[0].endswith(opposite):
            return f"{parts[0].removesuffix(opposite)} are{opposite}"
        return f"{_listed([one.removesuffix(' of it') for one in parts])} {'are' if several else 'is'} {where}"

    def _counted_at(self, where: str, name: str, points: list[Point]) -> str:
        text = _counted(name, len(points))
        if len(points) == 2 and where == "beside it":
            lie = self._lie(*points)
            if lie == _TOUCHING:
                return text.replace(" ", " touching ", 1)
            if lie == _OPPOSITE:
                return f"{text} on opposite sides of it"
        return text

    def _lie(self, one: Point, other: Point) -> str:
        """How two places beside the action lie to each other."""
        if self.seen.sites[other] in self.seen.board.neighbours(self.seen.sites[one]):
            return _TOUCHING
        (x, y), (a, b) = self.seen.offset(one), self.seen.offset(other)
        return _OPPOSITE if abs(x + a) < 0.05 and abs(y + b) < 0.05 else ""

    # -- what is where --------------------------------------------------------------------------------------------

    def _asked(self, some: Iterable[Element]) -> str:
        """The content of a place: the most telling thing that is asked for, without what may not be."""
        wanted = sorted((one for one in some if not one.negated), key=lambda one: one.kind != PIECE)
        but = [self._bare_name(one) for one in some if one.negated and one.kind in (PIECE, PLAYER)]
        return self._name(wanted[0]) + (f" that is no {' or '.join(but)}" if but else "")

    def _denial(self, some: Iterable[Element]) -> str:
        """The excluded contents of a place. Beyond the rim there is nothing, so that it is not empty there, either."""
        kinds = {one.kind for one in some}
        if kinds == {OFF}:
            return "on the board"
        if kinds <= {EMPTY, OFF}:
            return "taken" if OFF in kinds else _TAKEN
        names = [_DENIED.get(one.kind) or f"a {self._bare_name(one)}" for one in some]
        if kinds <= {PIECE, PLAYER}:
            return f"without {' or '.join(names)}"
        return f"not {names[0]}" if len(names) == 1 else f"neither {' nor '.join(names)}"

    def _name(self, one: Element) -> str:
        name = self._bare_name(one)
        if one.kind == OFF:
            return f"the {name}"
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

    def _bare_name(self, one: Element) -> str:
        if one.kind == PLAYER:
            return f"piece of player {one.number}"
        if one.kind != PIECE:
            return _NAMES[one.kind]
        known = self.game.facts.components
        if not 1 <= one.number <= len(known):
            return f"piece of kind {one.number}"
        found = known[one.number - 1]
        whose = f" of player {found.owner}" if 1 <= found.owner <= self.game.players else ""
        return found.word.lower() + whose


def _rules(game: Game) -> list[Rule]:
    """The rules that speak of patterns: those of the end, then lines that other rules ask for, such as mills."""
    ends = end_rules(game)
    decided = {rule.length for rule in ends if isinstance(rule, LineRule)}
    lines = [(length, way) for length, way in dict.fromkeys(line_rules_everywhere(game)) if length not in decided]
    return [*ends, *(LineRule(length, False, way, "") for length, way in lines)]


def _goal(one: Feature, game: Game) -> set[Element]:
    """The content of the target of every move, or of every move of the sort that a feature speaks of."""
    bases = [base for base in bases_of(game) if base.to == ()]
    alike = [base for base in bases if base.source == one.source] or bases
    wanted = [{element for element in base.elements if element.walk == ()} for base in alike]
    return set.intersection(*wanted) if wanted else set()


def _joined(parts: Sequence[str]) -> str:
    """The parts of a clause, with `and` between two that both say where.

    >>> _joined(["play", "", "beside the latest move", "two steps from the edge"])
    'play beside the latest move and two steps from the edge'
    """
    text, is_place = parts[0], False
    for part in filter(None, parts[1:]):
        now = not part.startswith(("where ", "while ", "when ", _STANDS, _GOES, "to where "))
        text += f"{' and' if is_place and now else ''} {part}"
        is_place = now
    return text


def _said_once(clause: str) -> str:
    """A clause in which it is said only once that places are where a piece stands or goes to, and not of captures.

    >>> _said_once("move to a site at the edge to a site beside an enemy piece")
    'move to a site at the edge and beside an enemy piece'
    >>> _said_once("capture a piece to a site beside an enemy piece")
    'capture a piece beside an enemy piece'
    """
    for mark in (f" {_STANDS} ", f" {_GOES} "):
        first, found, more = clause.partition(mark)
        if found:
            is_told = mark == f" {_GOES} " and (not first.startswith("move") or " site" in first)
            clause = first + (" " if is_told else mark) + more.replace(f" and{mark}", mark).replace(mark, " and ")
    return clause


def _from(where: str, thing: str) -> str:
    """A place as seen from what is there.

    >>> _from("two steps away in a straight line", "a piece of yours"), _from("beside it", "an enemy piece")
    ('two steps from a piece of yours in a straight line', 'beside an enemy piece')
    """
    head, beside, rest = where.partition("beside it")
    if beside:
        return f"{head}beside {thing}{rest}"
    head, away, rest = where.partition(" away")
    return f"{head} from {thing}{rest}" if away else f"where {thing} is {where}"


def _within(where: str) -> str:
    """How far something is that may also be nearer.

    >>> _within("two steps away in a straight line"), _within("beside it")
    ('within two steps in a straight line', 'beside it')
    """
    found = re.match(r"(\w+ steps)( away)?(.*)", where)
    return f"within {found[1]}{found[3]}" if found else where


def _counted(thing: str, count: int) -> str:
    """So many of a thing.

    >>> _counted("an enemy piece", 2), _counted("a piece of yours", 3)
    ('two enemy pieces', 'three pieces of yours')
    """
    if count == 1:
        return thing
    rest = thing.split(" ", 1)[-1]
    noun = next((one for one in ("piece", "site") if one in rest.split()), rest.split(" ", 1)[0])
    plural = f"{noun[:-3]}men" if noun.endswith("man") else f"{noun}s"
    return f"{number_word(count)} {rest.replace(noun, plural, 1)}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
