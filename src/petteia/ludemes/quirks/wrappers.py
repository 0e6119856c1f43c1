"""Quirks as wrappers: sinks and generators that change what passes through them, for the words that they serve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.scoping import free_locals
from petteia.ludemes.lowering.drafts import Draft, Effect
from petteia.ludemes.play.dice import dice_indices
from petteia.ludemes.registry import Ludeme
from petteia.ludemes.types import LevelLoop, Moves, moves_within

if TYPE_CHECKING:
    from petteia.ludemes.arguments import ApplyEffectIf, Then
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Consequent, Generator, Sink


def with_letters_of_prior(x: Context, sink: Sink) -> Sink:
    """A sink for `(do (forEach Piece ..) next:..)`: a move without sites prints with the letter of those before it."""
    letter = x.spec.board.use.name[0]

    def tell(draft: Draft) -> None:
        if x.spec.is_graph and draft.text == "move" and draft.source == draft.target == ops.NOWHERE:
            draft = draft.with_(text=f"{letter}-1>{letter}-1")
        sink(draft)

    return tell


@dataclass(frozen=True, eq=False)
class _Within:
    """Moves that see the iterators of a context, wherever they are evaluated."""

    moves: Generator
    context: Context

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes the moves."""
        self.moves.lower(x.with_(slots=self.context.slots, region=self.context.region), sink)


@dataclass(frozen=True, eq=False)
class _ConsequentWithin:
    """A consequent that sees the iterators of a context."""

    moves: Generator


def asks_for_iterators(x: Context, part: Ludeme, lower: Callable[[Context], None]) -> bool:
    """True if what `lower` writes for a part depends on iterators that are set: found out once, with unknown ones."""
    names = sorted(name for name in x.slots if name != "level" or not x.spec.quirks.levels_beside_loops)

    def find() -> bool:
        unknown = {name: x.b.fresh("unknown", n.INT) for name in names}
        with x.b.block() as statements:
            lower(x.unbound().with_(slots=unknown))
        return not {*unknown.values()}.isdisjoint(free_locals(tuple(statements)))

    return bool(names) and x.b.once(("asks for iterators", x.rules.forms.ludeme(part), tuple(names)), find)


def _consequent_asks(x: Context, then: Consequent) -> bool:
    moves = then.moves
    if not isinstance(moves, Ludeme):
        return False

    def lower(at: Context) -> None:
        with at.rules.kinds.collecting(at):
            moves.lower(at, at.rules.kinds.effect_sink(at))

    return asks_for_iterators(x, moves, lower)


def tried_within(x: Context, draft: Draft) -> Draft:
    """A move as it is tried where it was found, on a copy of the context: its consequents see iterators.

    For what comes before others in a `do`, `seq`, `ifAfterwards:`, captures of `sow`, `max Moves` and `max Captures`.
    """
    if not x.slots or not any(_consequent_asks(x, then) for then in draft.thens):
        return draft
    return draft.with_(thens=tuple(_ConsequentWithin(_Within(then.moves, x)) for then in draft.thens))


def seeing_iterators(x: Context, sink: Sink) -> Sink:
    """A sink for moves that are tried before others."""
    return (lambda draft: sink(tried_within(x, draft))) if x.slots else sink


def telling_the_roll(x: Context, sink: Sink) -> Sink:
    """A sink for `(do (roll) next:..)`: words print as the first action of their move, which is then the first die."""
    _, site, faces = dice_indices(x.spec)[0]

    def tell(draft: Draft) -> None:
        if not draft.text.startswith("say:"):
            sink(draft)
            return
        shown = x.b.let("face", x.store.datum("state", ops.number(site)))
        for face in range(len(faces)):
            with x.b.if_(ops.eq(shown, ops.number(face))):
                sink(draft.with_(text=f"say:[SetStateAndUpdateDice:site={site},state={face}]"))

    return tell


def leaving_levels(x: Context, moves: Moves, sink: Sink) -> tuple[Context, Sink]:
    """For `(forEach Die ..)`: a loop over levels in the effects for one die leaves its last level to the next die."""
    if "level" not in x.slots or not any(isinstance(part, LevelLoop) for part in moves_within(moves)):
        return x, sink
    left = x.b.variable("level", x.slot("level"))

    def leave(draft: Draft) -> None:
        sink(draft)
        with x.rules.kinds.searching():
            for effect in draft.effects:
                effect.moves.lower(effect.context.with_(level_left=left), lambda _: None)

    return x.bind(level=left), leave


@dataclass(frozen=True)
class _InOneGo:
    """A move, and what follows it, worked out together."""

    draft: Draft
    then: Then

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes both."""
        sink(self.draft)
        self.then.moves.lower(x, sink)


def with_its_consequent(x: Context, draft: Draft, then: Then) -> Draft:
    """For `(claim (to site) (then ..))`: what follows is worked out with it, and sees the board before it."""
    return draft.with_(actions=(), effects=(Effect(_InOneGo(draft, then), x),))


@dataclass(frozen=True)
class AskedOutside:
    """For `(fromTo .. (to .. (apply if:(.. (from)) ..)))`: the condition of the effect sees the outer `(from)`."""

    apply: ApplyEffectIf
    outer: n.Expr

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes the effect."""
        with x.b.if_(self.apply.if_.lower(x.bind(from_=self.outer))):
            self.apply.effect.lower(x, sink)
