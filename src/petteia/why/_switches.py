"""Rules with switches: each condition of a description can be turned round, each region and choice of moves widened.

The interpreter plays it. With all switches off it plays as the rules say; which switch makes a move legal says which
rule forbids it, and the interpreter notes which of them the rules came by.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError
from petteia.game.loading import expand_recipe, rules_of
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.interpreter import InterpretedState, Interpreter, IrMove
from petteia.lang.scan import closing
from petteia.ludemes.lowering.drafts import with_then
from petteia.ludemes.moves.lists import Priority, PriorityAll
from petteia.ludemes.moves.maximise import MaxCaptures, MaxDistance, MaxMoves
from petteia.ludemes.registry import Ludeme, walk
from petteia.ludemes.types import BooleanFunction, Moves, RegionFunction

if TYPE_CHECKING:
    from petteia.game import Game, State
    from petteia.lang import Expanded
    from petteia.ludemes.lowering.rulebook import RuleBook
    from petteia.types import Place

_SWITCH, _SITE = "why", "why_site"
_TURNED, HOLDS, FAILS = 1, 2, 3
"""The settings of a switch: a condition is turned round, holds, or fails, whatever the position."""
CHOICES = (Priority, PriorityAll, MaxMoves, MaxCaptures, MaxDistance)
"""Words that let only some of the moves below them be played; switched, they let all."""


class _Noted(list[int]):
    """The switches, which note who asks for them."""

    def __init__(self, count: int) -> None:
        super().__init__([0] * count)
        self.asked: set[int] = set()

    def __getitem__(self, index: Any) -> Any:
        self.asked.add(index)
        return super().__getitem__(index)

    def __deepcopy__(self, memo: object) -> _Noted:
        return self  # a trial of a move goes by the same switches


class SwitchedRules:
    """The rules of a game with a switch for each of their conditions and regions."""

    def __init__(self, game: Game) -> None:
        from petteia.game.game import Game as PlainGame
        from petteia.game.interpreted import InterpretedEngine
        from petteia.game.reading import read_facts

        self._expanded = expand_recipe(game.recipe)
        self.rules, self.program, spec = _lowered(self._expanded)
        engine = InterpretedEngine(self.program)
        facts = read_facts(self._expanded, spec, self.program, "interpreter: every move is interpreted")
        self.game = PlainGame(facts, engine, game.recipe)
        self._interpreter = Interpreter(self.program)

    def text_of(self, rule: Ludeme) -> str:
        """A clause as it stands in the expanded description."""
        words = " ".join(self._clause(rule).split()).replace(" )", ")")
        return re.sub(r" \w+:(?=\))", "", words) or f"({rule.title} ..)"  # arguments that a define left empty

    def place_of(self, rule: Ludeme, piece: str | None) -> Place | None:
        """Where a clause is written. Clauses of the same words are one rule: the one in the rules of a piece counts."""
        text, chars = self._clause(rule), self._expanded._raw.chars
        within = chars.find(f'(piece "{piece}"') if piece and text else -1
        if within >= 0 and rule._origin is not None:
            found = chars.find(text, within, closing(chars, within))
            if found >= 0:
                return rule._origin.place(found)
        return rule.place

    def _clause(self, rule: Ludeme) -> str:
        chars, start = self._expanded._raw.chars, rule._offset
        return chars[start : closing(chars, start) + 1] if chars[start : start + 1] == "(" else ""

    def at(self, state: State) -> Position:
        """A position; `PetteiaError` if the rules look back further than it tells."""
        wanted = {str(move) for move in state.legal_moves()}
        for back in _lengths(len(state.history)):
            position = Position(self, self._replayed(state, back))
            if position.legal() == wanted:
                return position
        raise PetteiaError("these rules look at more than the position tells, so that they cannot be followed here")

    def _replayed(self, state: State, back: int) -> InterpretedState:
        """The position, reached by the last moves from an earlier one."""
        past, before = state.copy(), []
        for _ in range(back):
            chance = past.game.engine.chance(past.raw) if past.game.is_random else 0
            before.append((past.undo(), chance))
        follow = self.game.start(0) if back and not past.history and back == len(state.history) else None
        follow = follow if follow is not None and follow.text == past.text else self.game.state(past.text, 0)
        self._draw_like(follow, past)
        for move, chance in reversed(before):
            follow.play(move)
            self.game.engine.set_chance(follow.raw, chance)
        raw: InterpretedState = follow.raw
        return raw

    def _draw_like(self, follow: State, past: State) -> None:
        if past.game.is_random:
            self.game.engine.set_chance(follow.raw, past.game.engine.chance(past.raw))


def _lengths(most: int) -> Iterator[int]:
    """How many moves to look back: first none, then the whole game as the last resort."""
    length = 0
    while length < most and length <= 8:
        yield length
        length = 2 * length or 1
    yield most


class Position:
    """A position under switched rules."""

    def __init__(self, rules: SwitchedRules, raw: InterpretedState) -> None:
        self._rules = rules
        self._raw = raw.copy()
        self._switches = _Noted(len(rules.rules) + 1)
        self._raw.fields[_SWITCH] = self._switches

    def legal(self, switch: int = 0, site: int = -1, setting: int = _TURNED) -> set[str]:
        """The legal moves as texts, with one switch set; a region then has one more site."""
        self._switches[switch] = setting if switch else 0
        self._raw.fields[_SITE] = site
        try:
            found = self._rules._interpreter.moves(self._raw.copy())
        finally:
            self._switches[switch] = 0
        return {str(move) for move in self._rules.game._texts.named(map(_code, found))}

    def asked(self) -> list[int]:
        """The switches that the rules come by in this position."""
        self._switches.asked.clear()
        self.legal()
        return sorted(self._switches.asked - {0})

    def turning(
        self, sites: tuple[int, ...], wanted: Callable[[set[str]], bool], seconds: float
    ) -> tuple[list[int], bool]:
        """The switches that, turned alone, make the moves as wanted; and whether there was time to try them all."""
        end = time.monotonic() + seconds
        found: list[int] = []
        for switch in self.asked():
            if time.monotonic() > end:
                return found, False
            is_region = isinstance(self._rules.rules[switch - 1], RegionFunction)
            for site in dict.fromkeys(sites) if is_region else (-1,):
                if _without_errors(lambda s=switch, at=site: wanted(self.legal(s, at))):  # type: ignore[misc]
                    found.append(switch)
                    break
        return found, True

    def needed(self, switch: int, wanted: Callable[[set[str]], bool]) -> bool | None:
        """True if the moves are as wanted where a condition holds, False if where it fails; None if that is not all."""
        holds, fails = (
            _without_errors(lambda s=setting: wanted(self.legal(switch, setting=s)))  # type: ignore[misc]
            for setting in (HOLDS, FAILS)
        )
        return holds if holds != fails else None


def _without_errors(ask: Callable[[], bool]) -> bool:
    """A turned condition may guard what has no meaning otherwise: then it tells nothing."""
    from petteia.ir.interpreter import ExecutionError

    try:
        return ask()
    except (ExecutionError, IndexError, KeyError, RecursionError):
        return False


def _code(move: IrMove) -> Any:
    return tuple(move)


def _lowered(expanded: Expanded) -> tuple[list[Ludeme], n.Program, Any]:
    """The switched rules in the order written, their program, and the spec they were lowered in.

    Some rules must be known before play, so that what they ask for cannot have switches: then fewer are switched.
    """
    attempts: list[Callable[[Ludeme], bool]] = [
        lambda one: isinstance(one, (BooleanFunction, RegionFunction, *CHOICES)),
        lambda one: isinstance(one, (BooleanFunction, RegionFunction)),
        lambda one: isinstance(one, BooleanFunction),
    ]
    for number, chosen in enumerate(attempts):
        for constants in (True, False):
            rules = rules_of(expanded)
            switched = [one for one in walk(rules.spec.game) if chosen(one) and one.place is not None]
            rules.b.field(_SWITCH, n.INT, shape=(len(switched) + 1,), high=FAILS)
            rules.b.field(_SITE, n.INT, low=-1, high=rules.spec.sites, initial=-1)
            for switch, one in enumerate(switched, 1):
                widened = _letting_all(one, switch) if isinstance(one, CHOICES) else None
                one.__dict__["lower"] = widened or _with_switch(one, switch, rules, constants=constants)
            try:
                return switched, rules.lower(), rules.spec
            except (PetteiaError, AssertionError, AttributeError, TypeError, ValueError):
                if number + 1 == len(attempts) and not constants:
                    raise PetteiaError("these rules cannot be followed step by step") from None
    raise AssertionError("the last attempt returned or raised")


def _turned(switch: int) -> n.Expr:
    return _is_set(switch, _TURNED)


def _is_set(switch: int, setting: int) -> n.Expr:
    return ops.eq(n.Load(_SWITCH, (ops.number(switch),), n.INT), ops.number(setting))


def _letting_all(one: Any, switch: int) -> Callable[[Any, Any], None]:
    """A choice among moves that, switched, lets all of them through."""
    plain = one.lower
    parts = [child for child in one.children() if isinstance(child, Moves)]

    def lower(x: Any, sink: Any) -> None:
        turned = _turned(switch)
        with x.b.if_(turned):
            for part in parts:
                part.lower(x, with_then(sink, one.then))
        with x.b.if_(ops.negate(turned)):
            plain(x, sink)

    return lower


def _with_switch(one: Ludeme, switch: int, rules: RuleBook, *, constants: bool) -> Callable[..., Any]:
    plain: Callable[..., Any] = one.lower  # type: ignore[attr-defined]

    def lower(x: Any, *rest: Any) -> Any:
        value = plain(x, *rest)
        if rules.is_starting or (isinstance(value, n.Const) and not constants):
            return value
        turned = _turned(switch)
        if value.type == n.BOOL:
            value = ops.select(_is_set(switch, HOLDS), ops.TRUE, ops.select(_is_set(switch, FAILS), ops.FALSE, value))
            return ops.select(turned, ops.negate(value), value)
        if value.type.kind == "set":
            more = ops.union(value, x.single(n.Load(_SITE, (), n.INT)))
            return ops.select(turned, more, value)
        return value

    return lower
