"""Actions that moves did, one by one, so that they can be done again: later, and in another order.

compat: where several moves come before the next one, as in `(do (seq ..) next:..)`, the next is looked for after all of
them in their order; but a move that was found puts their actions in front of its own in an order that differs. Those of
the first come first, and those of each further one are put in as many places from the front as the one before has
actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.scoping import canonical, free_locals
from petteia.ludemes.actions.action import Action
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.quirks.marks import LEADS

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink

ZERO, ONE = ops.number(0), ops.number(1)
_ACTS, _MOVES, _ORDER, _LED = "acts", "act_moves", "act_order", "act_led"
_AGAIN = "act_again"
_MOST_ACTS = 4096
_MOST_ARGUMENTS = 6
_GIVEN = [f"act_given_{k}" for k in range(_MOST_ARGUMENTS)]
_IDLE = -1
"""The number of actions that need not be done again, as others before them do the same; their count is given."""


@dataclass(frozen=True)
class Again(Action):
    """A noted action done again."""

    composed = True
    number: n.Expr
    given: tuple[n.Expr, ...]

    def frozen(self, x: Context) -> Action:
        given = tuple(x.b.let("given", value) for value in self.given)
        return replace(self, number=x.b.let("act", self.number), given=given)

    def apply(self, x: Context) -> None:
        if x.rules.kinds.is_recording:
            x.rules.kinds.record.note_again(x, self)
        x.b.do(_AGAIN, self.number, *self.given)


def _note(b: Builder, number: n.Expr, given: tuple[n.Expr, ...]) -> None:
    b.emit_statement(n.Append(_ACTS, (), number))
    for name, value in zip(_GIVEN, given, strict=True):
        b.emit_statement(n.Append(name, (), value))


class Record:
    """Actions as functions, and a list of those done, kept while moves are tried on a copy of the state."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        self._leaves: list[tuple[str, tuple[n.Local, ...]]] = []
        """For each action the function that does it, and what that is given."""
        self._pending: int | None = None
        """The number of the action that makes a site pending, of which there may be very many."""

    def _declare(self, b: Builder) -> None:
        if _ACTS in b.program.fields:
            return
        b.field(_ACTS, n.INT, low=_IDLE, high=_MOST_ACTS, capacity=_MOST_ACTS, doc="actions just tried")
        for name in _GIVEN:
            b.field(name, n.INT, low=-(2**31), high=2**31 - 1, capacity=_MOST_ACTS, doc="what they are given")
        b.field(_MOVES, n.INT, capacity=_MOST_ACTS, high=_MOST_ACTS, doc="the first action of each move")
        b.field(_ORDER, n.INT, capacity=_MOST_ACTS, high=_MOST_ACTS, doc="the actions in their new order")
        b.field(_LED, n.INT, high=1, doc="whether the next action belongs to the move before it")
        b.program.functions[_AGAIN] = n.Function(_AGAIN, _parameters(), None, (), doc="an action done again")

    def finish(self, b: Builder) -> None:
        """Writes the function that does any of the actions again."""
        if _ACTS not in b.program.fields:
            return
        number, *given = _parameters()
        body: n.Block = ()
        for k, (function, params) in enumerate(self._leaves):
            args = [ops.ne(a, ZERO) if p.type == n.BOOL else a for a, p in zip(given, params, strict=False)]
            body += (n.If(ops.eq(number, ops.number(k)), (n.Do(function, tuple(args)),)),)
        placeholder = b.program.functions[_AGAIN]
        b.program.functions[_AGAIN] = replace(placeholder, body=body)

    def note_move(self, x: Context, *, leads: bool) -> None:
        """Notes that a move begins; one that only leads up to the next makes one move with it."""
        with x.b.if_(ops.eq(x.b.load(_LED), ZERO)):
            x.b.emit_statement(n.Append(_MOVES, (), n.Length(_ACTS)))
        x.b.store(_LED, [], ops.number(int(leads)))

    def act(self, x: Context, actions: Iterable[Action]) -> None:
        """Does what counts as a single action, and notes it."""
        with x.b.block() as statements:
            for action in actions:
                action.apply(x)
        if not statements:
            return
        number, args = self._leaf(x.b, tuple(statements))
        whole = [ops.to_int(arg) if arg.type == n.BOOL else arg for arg in args]
        _note(x.b, ops.number(number), (*whole, *_nothing(len(whole))))
        x.b.do(self._leaves[number][0], *args)

    def _leaf(self, b: Builder, body: n.Block) -> tuple[int, tuple[n.Local, ...]]:
        args = tuple(free_locals(body))
        if len(args) > _MOST_ARGUMENTS or any(arg.type.kind == "set" for arg in args):
            raise UnsupportedLudeme(["do next: after several moves, one of them of a set of sites or many values"])
        key = (tuple(arg.type for arg in args), canonical(args, body))
        if key not in self._numbers:
            name = b.unique("act")
            b.program.functions[name] = n.Function(name, args, None, body, doc="a single action")
            self._numbers[key] = len(self._leaves)
            self._leaves.append((name, args))
        return self._numbers[key], args

    def make_pending(self, x: Context, site: n.Local) -> None:
        """Makes a site pending, and notes that, but for a site that is pending already."""
        with x.b.block() as again:
            _note_idle(x)
        with x.b.block() as anew:
            self._pending, _ = self._leaf(x.b, (n.Include("pending", (), site),))
            _note(x.b, ops.number(self._pending), (site, *_nothing(1)))
            x.b.include("pending", [], site)
        x.b.place_if(ops.has(x.b.load("pending"), site), again, anew)

    def note_again(self, x: Context, action: Again) -> None:
        """Notes a noted action that is done again."""
        with x.b.block() as idle:
            _note_idle(x)
        with x.b.block() as other:
            _note(x.b, action.number, action.given)
        is_idle: n.Expr = ops.FALSE
        if self._pending is not None:
            is_pending = ops.has(x.b.load("pending"), action.given[0])
            is_idle = ops.both(ops.eq(action.number, ops.number(self._pending)), is_pending)
        x.b.place_if(is_idle, idle, other)

    def rearranged(self, x: Context, run: Callable[[], None], sink: Sink) -> None:
        """Runs moves on a copy of the state and hands on their actions, in the order in which a `do` puts them."""
        with x.b.speculate():
            self.run_rearranged(x, run)(sink)

    def run_rearranged(self, x: Context, run: Callable[[], None]) -> Callable[[Sink], None]:
        """Runs moves; gives what hands on their actions, in the order in which a `do` puts them."""
        log = self._run(x, run)
        first = x.b.let("first", n.Length(_ORDER))
        _arrange(x, log)
        end = x.b.let("end", n.Length(_ORDER))

        def hand_on(sink: Sink) -> None:
            with x.b.range_("k", first, end) as k:
                _hand_on(x, x.b.load(_ORDER, k), sink)

        return hand_on

    def in_order(self, x: Context, run: Callable[[], None], sink: Sink, draft: Draft) -> None:
        """Runs moves on a copy of the state and hands on each as a draft like the one given, after its actions."""
        with x.b.speculate():
            log = self._run(x, run)
            with x.b.range_("move", log.moves, log.end_of_moves) as move:
                with x.b.range_("act", x.b.load(_MOVES, move), log.end_of(x, move)) as act:
                    _hand_on(x, act, sink)
                sink(draft)

    def _run(self, x: Context, run: Callable[[], None]) -> _Log:
        """Runs moves and notes what they do, behind what was noted before."""
        self._declare(x.b)
        first = x.b.let("first_move", n.Length(_MOVES))
        x.b.store(_LED, [], ZERO)
        with x.rules.kinds.recording("moves"):
            run()
        return _Log(first, x.b.let("end_of_moves", n.Length(_MOVES)), x.b.let("end_of_acts", n.Length(_ACTS)))


def _nothing(given: int) -> list[n.Expr]:
    """Placeholders for arguments that an action has not."""
    return [ZERO] * (_MOST_ARGUMENTS - given)


def _note_idle(x: Context) -> None:
    """Notes an action that need not be done again: others before it do the same."""
    b = x.b
    last = b.let("last", ops.sub(n.Length(_ACTS), ONE))
    begun = ops.ge(last, b.load(_MOVES, ops.sub(n.Length(_MOVES), ONE)))
    with b.block() as first:
        _note(b, ops.number(_IDLE), (ONE, *_nothing(1)))
    with b.block() as one_more:
        b.store(_GIVEN[0], [last], ops.add(b.load(_GIVEN[0], last), ONE))
    b.place_if(ops.both(begun, ops.eq(b.load(_ACTS, last), ops.number(_IDLE))), one_more, first)


def _parameters() -> tuple[n.Local, ...]:
    return tuple(n.Local(name, n.INT) for name in ("act", *_GIVEN))


@dataclass(frozen=True)
class _Log:
    """Where the moves of a run and their actions stand among all that was noted."""

    moves: n.Expr
    end_of_moves: n.Expr
    end_of_acts: n.Expr

    def end_of(self, x: Context, move: n.Expr) -> n.Expr:
        """Where the actions of a move end."""
        later = ops.add(move, ONE)
        return ops.select(ops.lt(later, self.end_of_moves), x.b.load(_MOVES, later), self.end_of_acts)


def _hand_on(x: Context, act: n.Expr, sink: Sink) -> None:
    place = x.b.let("place", act)
    number = x.b.let("number", x.b.load(_ACTS, place))
    with x.b.if_(ops.ne(number, ops.number(_IDLE))):
        given = tuple(x.b.load(name, place) for name in _GIVEN)
        sink(Draft("again", actions=(Again(number, given),)).marked(LEADS))


def _arrange(x: Context, log: _Log) -> None:
    """Puts the actions of each move in as many places from the front as the move before has actions."""
    b = x.b
    front = b.let("front", n.Length(_ORDER))
    before = b.variable("before", ZERO)
    with b.range_("move", log.moves, log.end_of_moves) as move:
        first = b.let("first", b.load(_MOVES, move))
        length = b.let("length", ops.sub(log.end_of(x, move), first))
        back = b.let("back", n.Length(_ORDER))
        place, passed = b.variable("place", front), b.variable("passed", ZERO)
        with b.while_(ops.both(ops.lt(passed, before), ops.lt(place, back))):
            b.assign(passed, ops.add(passed, _number_of_actions(b, b.load(_ORDER, place))))
            b.assign(place, ops.add(place, ONE))
        with b.range_("k", ZERO, length):
            b.emit_statement(n.Append(_ORDER, (), ZERO))
        with b.range_("k", ZERO, ops.sub(back, place)) as k:
            source = ops.sub(ops.sub(back, ONE), k)
            b.store(_ORDER, [ops.add(source, length)], b.load(_ORDER, source))
        b.assign(before, ZERO)
        with b.range_("k", ZERO, length) as k:
            act = b.let("act", ops.add(first, k))
            b.store(_ORDER, [ops.add(place, k)], act)
            b.assign(before, ops.add(before, _number_of_actions(b, act)))


def _number_of_actions(b: Builder, act: n.Expr) -> n.Expr:
    place = b.let("act", act)
    return ops.select(ops.eq(b.load(_ACTS, place), ops.number(_IDLE)), b.load(_GIVEN[0], place), ONE)
