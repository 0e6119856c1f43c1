"""Kinds of moves: how drafts become functions of the program, and how effects are applied."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from collections.abc import Sequence as SequenceOf
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.scoping import canonical, free_locals
from petteia.ir.visit import walk_stmts
from petteia.ludemes.actions.action import Action, Sequence, Statements, show_actions, single_actions
from petteia.ludemes.actions.queue import CAPTURE_QUEUE, flush_queue
from petteia.ludemes.actions.replay import Record
from petteia.ludemes.lowering.keys import MemoTable, StructuralKey, Unhashable
from petteia.ludemes.quirks.marks import LEADS, TRIED, TWICE, with_swaps_as_decisions
from petteia.ludemes.quirks.wrappers import tried_within
from petteia.ludemes.registry import Ludeme
from petteia.ludemes.types import Moves, moves_within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.facts import Component


from petteia.ludemes.lowering.drafts import FORM, Consequent, Draft, Effect, Generator, Sink, may_move_pieces

_LONG = 60
"""A consequent of so many statements is a function of its own, called by all moves that it follows."""


class Kinds:
    """Turns drafts into kinds of moves; equal ones are shared."""

    def __init__(self, x: Context, finish: Callable[[Context, Draft], None]) -> None:
        self._b = x.b
        self._finish = finish
        self._known: dict[tuple[object, ...], str] = {}
        self._effects: dict[object, str] = {}
        self._drafts = MemoTable[tuple[str, tuple[int, ...]]]()
        """For each form of a draft its function, and which of the locals in the form that function captures."""
        self._consequents = MemoTable[tuple[str, tuple[int, ...]]]()
        """The same for long consequents."""
        self._letters = x.spec.board.use.name[0] * 2
        self.is_collecting = False
        self.is_answering = False
        """True if conditions are asked on the way of the game itself, which remembers some of the answers."""
        self.is_recording: Literal["moves", "actions"] | None = None
        """Notes taken of effects, to be done again: where each begins and its actions, or these only."""
        self.record = Record()
        self.writer: tuple[Ludeme | None, Component | None] = (None, None)
        """The ludeme that writes moves right now, and the piece that they move, where known: for names and comments."""
        self._alone: list[Ludeme] = []
        self._forgets_first = False
        """True if the next effects to be collected are applied with nothing pending any more."""

    def emit_decision(self, x: Context, draft: Draft) -> None:
        """Emits a move that a player may choose."""
        kind, captured = self._decision(x, draft)
        self._emit(kind, draft, captured)

    def play_now(self, x: Context, draft: Draft) -> None:
        """Plays a move where it was found, with all that ends a turn; what goes before it has happened there."""
        kind, captured = self._decision(x, draft.with_(before=()))
        self._b.do(self._b.program.kinds[kind].effect, draft.source, draft.target, *captured)

    def _decision(self, x: Context, draft: Draft) -> tuple[str, tuple[n.Local, ...]]:
        function, params, captured = self.effect_function(x, draft, decision=True)
        is_forced = draft.name == "forced_pass"  # which plays unlike a pass by choice
        key = (function, is_forced, draft.text, draft.letters, x.mover, x.search_label)
        if key not in self._known:
            self._known[key] = self._declare(x, draft, function, params, captured, decision=True)
        return self._known[key], captured

    def emit_effect(self, x: Context, draft: Draft) -> None:
        """Emits a move that is applied as part of another.

        It is applied when others of its list have been, so all it says is read now; what it does before its main action
        goes in front of it. A move that stands twice in its list is applied twice.
        """
        if TWICE in draft.quirks:
            for _ in range(2):
                self.emit_effect(x, draft.with_(quirks=draft.quirks - {TWICE}))
            return
        for effect in draft.effects:
            effect.moves.lower(effect.context, self._leading_sink(effect.context))
        draft = draft.with_(actions=tuple(action.frozen(x).after_others() for action in draft.actions), effects=())
        function, params, captured = self.effect_function(x, draft, decision=False)
        if not self._b.program.functions[function].body:
            return  # a note to the players, say, leaves the state as it is
        key = (function, "effect")
        if key not in self._known:
            self._known[key] = self._declare(x, draft, function, params, captured, decision=False)
        self._emit(self._known[key], draft, captured)

    def effect_sink(self, x: Context) -> Sink:
        """A sink that emits effects in a context."""
        return lambda found: self.emit_effect(x, found)

    def _leading_sink(self, x: Context) -> Sink:
        """A sink for effects that are part of the move they go in front of."""
        if not self.is_recording:
            return self.effect_sink(x)
        return lambda found: self.emit_effect(x, found.marked(LEADS))

    def apply_now(self, x: Context, draft: Draft, *, decision: bool) -> None:
        """Applies a move where it was found, without what ends a turn; what goes before it has happened there."""
        function, _, captured = self.effect_function(x, draft.with_(before=()), decision=decision)
        self._b.do(function, draft.source, draft.target, *captured)

    def holds_after(self, x: Context, draft: Draft, name: str, test: Callable[[], n.Expr]) -> n.Expr:
        """True if a test holds after a move, which is tried on a copy of the state.

        Moves with the same changes are tried by the same function; `passes.playouts.defer_tests` knows it by its form.
        """
        with self._b.block() as body, self.recording(None):
            holds = self._b.variable("holds", ops.FALSE)
            with self._b.speculate():
                self.apply_now(x, tried_within(x, draft), decision=True)
                x.rules.keep_pending(x)
                self._b.assign(holds, test())
        return x.outline(name, (*body, n.Return(holds)), n.BOOL)

    def _emit(self, kind: str, draft: Draft, captured: tuple[n.Local, ...]) -> None:
        self._b.emit(kind, draft.source, draft.target, captured)

    def _declare(
        self,
        x: Context,
        draft: Draft,
        function: str,
        params: tuple[n.Local, ...],
        captured: tuple[n.Local, ...],
        *,
        decision: bool,
    ) -> str:
        named = self._named(draft)
        name = self._b.unique(f"{named}_{_who(x)}" if decision else f"effect_{named}")
        play = function
        if decision:
            play = self._b.unique(f"play_{name}")
            with self._b.function(play, params, doc=f"{self._described(draft)}, and the end of the turn"):
                x.rules.begin_move(x, draft)
                self._b.do(function, *params)
                self._finish(x, draft)
        words = tuple(local.name for local in captured)
        text = draft.text
        for number, word in enumerate(words if text.startswith(FORM) else ()):
            text = text.replace(f"{{{word}}}", f"{{{number}}}")
        self._b.kind(n.Kind(name, play, words, text, draft.letters or self._letters))
        return name

    def effect_function(
        self, x: Context, draft: Draft, *, decision: bool
    ) -> tuple[str, tuple[n.Local, ...], tuple[n.Local, ...]]:
        """The function that makes the changes of a move, its parameters, and the locals a move must carry along."""
        source = draft.source if isinstance(draft.source, n.Local) else self._b.fresh("source", n.INT)
        target = draft.target if isinstance(draft.target, n.Local) else self._b.fresh("target", n.INT)
        if source == target:
            source = self._b.fresh("source", n.INT)
        try:
            form = StructuralKey(x, x, draft)
        except Unhashable:
            name, captured = self._write_function(x, draft, (source, target), decision=decision)
            return name, (source, target, *captured), captured
        if known := self._drafts.find(x, decision, form):
            (name, carried), locals_ = known
            captured = tuple(locals_[k] for k in carried)
        else:
            with x.rules.record_reads() as asked:
                name, captured = self._write_function(x, draft, (source, target), decision=decision)
            self._drafts.keep(decision, form, asked, lambda locals_: _carried(name, captured, locals_))
        return name, (source, target, *captured), captured

    def _write_function(
        self, x: Context, draft: Draft, sites: tuple[n.Local, n.Local], *, decision: bool
    ) -> tuple[str, tuple[n.Local, ...]]:
        """Writes the function of a draft, unless there is one with the same body, and says what it captures."""
        with self._b.block() as statements:
            self._write_effect(x, draft, decision=decision)
        body = self._b.with_set_definitions(tuple(statements))
        captured = tuple(local for local in free_locals(body) if local not in sites)
        params = (*sites, *captured)
        key = (canonical(params, body), decision)
        if key not in self._effects:
            name = self._b.unique(f"do_{self._named(draft)}")
            self._effects[key] = name
            self._b.program.functions[name] = n.Function(name, params, None, body, doc=self._described(draft))
        return self._effects[key], captured

    def _named(self, draft: Draft) -> str:
        """The name of a move: of its rule, and of the piece that moves."""
        _, piece = self.writer
        word = re.sub(r"\W+", "_", piece.word.lower()).strip("_") if piece else ""
        return f"{draft.name}_{word}" if word else draft.name

    def _described(self, draft: Draft) -> str:
        """The place in the description that a move comes from, the piece that moves, and the rule."""
        ludeme, piece = self.writer
        place = ludeme.place if ludeme else None
        words = [f"{Path(place.file).name}:{place.line}"] if place else []
        if place and place.used_at:
            words.append(f"(used at {Path(place.used_at.file).name}:{place.used_at.line})")
        return " ".join([*words, *([piece.word.lower()] if piece else []), draft.name.replace("_", " ")])

    def _write_effect(self, x: Context, draft: Draft, *, decision: bool) -> None:
        if self.is_recording == "moves" and not any(isinstance(action, Sequence) for action in draft.actions):
            self.record.note_move(x, leads=LEADS in draft.quirks)
            with self.recording("actions"):
                self._write_effect(x, draft, decision=decision)
            return
        if decision:
            x.rules.before_move(x, draft)
        forgets = decision and "pending" in x.b.program.fields
        # what goes with the move was evaluated when it was generated: it still sees what was pending then
        seen = x.b.let("pending", x.b.load("pending")) if forgets and (draft.before or draft.effects) else None
        fresh = self._write_before(x, draft, seen)
        actions: Iterable[Action] = draft.actions
        if draft.effects or len(draft.actions) > 1:
            actions = [action.frozen(x) for action in draft.actions]
        if any(may_move_pieces(effect.moves, draft.may_stay) for effect in draft.effects):
            actions = [action.after_others() for action in actions]
        afresh = seen is not None and not x.spec.quirks.pending_before and any(map(_may_be_pending, draft.effects))
        if draft.effects:
            with self.collecting(x):
                if afresh:
                    self._forget_pending_first(x)
                for effect in draft.effects:
                    effect.moves.lower(effect.context, self.effect_sink(effect.context))
        if forgets and not afresh:
            new = ops.empty_set(x.universe) if seen is None else ops.minus(x.b.load("pending"), seen)
            x.b.store("pending", [], new if fresh is None else ops.union(new, fresh))
        for single in single_actions(actions):
            self.act(x, single)
        if decision:
            x.rules.note_move(x, draft)
        self.apply_consequents(x, draft.thens)
        if decision:
            show_actions(x)
            if CAPTURE_QUEUE in x.spec.needs:
                flush_queue(x, tried=TRIED in draft.quirks)

    def _write_before(self, x: Context, draft: Draft, seen: n.Expr | None) -> n.Expr | None:
        """Writes what goes before a move; gives back what that made pending, apart from what was (`seen`)."""
        fresh: n.Expr | None = None
        for write in draft.before:
            if seen is None or not x.spec.quirks.pending_before:
                write(x)
                continue
            self._forgets_first = True
            write(x)
            is_asked, self._forgets_first = not self._forgets_first, False
            before = ops.empty_set(x.universe) if fresh is None else fresh
            fresh = x.b.let("fresh", ops.union(before, x.b.load("pending")) if is_asked else before)
            x.b.store("pending", [], ops.union(seen, fresh))
        return fresh

    def _forget_pending_first(self, x: Context) -> None:
        """Makes nothing pending before other effects are applied, so that what is pending again stays so."""
        self.emit_effect(x, Draft("forget_pending", actions=(Statements(_forget_pending),)))

    def act(self, x: Context, actions: SequenceOf[Action]) -> None:
        """Writes what counts as a single action, and that it is noted where effects are."""
        if self.is_recording and not actions[0].composed:
            self.record.act(x, actions)
            return
        for action in actions:
            action.apply(x)

    def apply_consequents(self, x: Context, thens: Iterable[Consequent]) -> None:
        """Evaluates and applies consequents, one after the other; long ones are written once for all moves."""
        for then in thens:
            self._apply_consequent(x.rules.after_move(x), then)

    def _apply_consequent(self, x: Context, then: Consequent) -> None:
        form, topic = StructuralKey.of_context(x), x.rules.forms.ludeme(then.moves)
        if known := self._consequents.find(x, topic, form):
            (name, needed), locals_ = known
            self._b.do(name, *(locals_[k] for k in needed))
            return
        with x.rules.record_reads() as asked, self._b.block() as statements, self.collecting(x), self.answering():
            self.lower_alone(then.moves, x, with_swaps_as_decisions(self.effect_sink(x)))
        body = tuple(statements)
        if len(walk_stmts(body)) < _LONG:
            self._b.place(*body)
            return
        params = tuple(free_locals(body))
        name = self._b.shared_function("then", params, None, body)
        self._b.do(name, *params)
        self._consequents.keep(topic, form, asked, partial(_carried, name, params))

    def write_nested(self, x: Context, draft: Draft) -> None:
        """Writes the changes of a move that is part of another."""
        self._write_effect(x, draft, decision=False)

    @contextmanager
    def collecting(self, x: Context) -> Iterator[None]:
        """Statements whose moves are all evaluated before the first of them is applied."""
        with x.b.block() as body, self._as(collecting=True):
            if self._forgets_first:
                self._forgets_first = False
                self._forget_pending_first(x)
            yield
        if body:
            x.b.emit_statement(n.Collect(tuple(body)))

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Statements that look for moves and emit none."""
        with self._as(collecting=False), self.recording(None), self.answering(holds=False):
            yield

    @contextmanager
    def answering(self, *, holds: bool = True) -> Iterator[None]:
        """Statements whose conditions are asked on the way of the game itself."""
        before, self.is_answering = self.is_answering, holds
        yield
        self.is_answering = before

    @contextmanager
    def recording(self, what: Literal["moves", "actions"] | None) -> Iterator[None]:
        """Statements whose effects are noted, or not."""
        before, self.is_recording = self.is_recording, what
        yield
        self.is_recording = before

    def lower_alone(self, moves: Generator, x: Context, sink: Sink) -> None:
        """Lowers moves that are all that is evaluated before it is applied: the first may do both at once."""
        before, self._alone = self._alone, _alone(moves)
        moves.lower(x, sink)
        self._alone = before

    def is_alone(self, moves: Ludeme) -> bool:
        """True if no other moves that are evaluated together with these are applied before them."""
        return any(one is moves for one in self._alone)

    @contextmanager
    def _as(self, *, collecting: bool) -> Iterator[None]:
        before, self.is_collecting = self.is_collecting, collecting
        yield
        self.is_collecting = before


def _first_moves(part: object) -> Iterator[Ludeme]:
    """The moves before which nothing is applied: a ludeme itself, either side of a choice, the first of a list."""
    if isinstance(part, Ludeme):
        yield part
        for one in part.first_moves() if isinstance(part, Moves) else ():
            yield from _first_moves(one)


def _alone(moves: Generator) -> list[Ludeme]:
    """The moves before which nothing is applied wherever they stand in some moves; places that are alike share one."""
    found = [one for one in _first_moves(moves) if isinstance(one, Moves) and one.is_ordered]
    return [one for one in found if found.count(one) == sum(inner is one for inner in moves_within(moves))]


def _forget_pending(x: Context) -> None:
    x.b.store("pending", [], ops.empty_set(x.universe))


def _may_be_pending(effect: Effect) -> bool:
    """True if an effect may set pending values; those on the way of a move and the like hold a ludeme."""
    part = effect.moves if isinstance(effect.moves, Ludeme) else getattr(effect.moves, "effect", None)
    return not isinstance(part, Ludeme) or any(
        isinstance(inner, Moves) and inner.sets_pending for inner in moves_within(part)
    )


def _carried(name: str, captured: tuple[n.Local, ...], locals_: list[n.Local]) -> tuple[str, tuple[int, ...]] | None:
    """A function, and which of some locals it captures; none if it captures others, too."""
    return (name, tuple(map(locals_.index, captured))) if set(captured) <= set(locals_) else None


def _who(x: Context) -> str:
    return str(x.mover.value) if isinstance(x.mover, n.Const) else "any"
