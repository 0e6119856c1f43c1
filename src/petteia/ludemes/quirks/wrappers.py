"""Quirks as wrappers: sinks and generators that change what passes through them, for the words that they serve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.lowering.drafts import Draft, Effect
from petteia.ludemes.play.dice import dice_indices
from petteia.ludemes.types import LevelLoop, Moves, moves_within

if TYPE_CHECKING:
    from petteia.ludemes.arguments import ApplyEffectIf, Then
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Generator, Sink


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


def seeing_iterators(x: Context, sink: Sink) -> Sink:
    """A sink for prior moves of a `do` and those of a `seq`: `then` sees iterators."""
    if not x.slots:
        return sink

    def bind(draft: Draft) -> None:
        sink(draft.with_(thens=tuple(_ConsequentWithin(_Within(then.moves, x)) for then in draft.thens)))

    return bind


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
