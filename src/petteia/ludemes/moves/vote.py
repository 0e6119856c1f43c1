"""Proposals and votes: moves that make them, and conditions that ask for what was proposed and decided."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Statements
from petteia.ludemes.arguments import Then
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import Fields
from petteia.ludemes.registry import Ludeme, one_of
from petteia.ludemes.types import BooleanFunction, NonDecision

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink
    from petteia.ludemes.lowering.spec import GameSpec


__all__ = ["VOTES", "IsDecided", "IsProposed", "Propose", "Vote", "spoken_words"]


MOST_WORDS = 30


def _declare_votes(b: Builder, spec: GameSpec) -> None:
    b.field("proposed", n.INT, high=2**31 - 1, doc="propositions on the table, a bit each")
    b.field("votes", n.INT, shape=(MOST_WORDS,), high=spec.players, doc="votes for each word")
    b.field("decided", n.INT, low=-1, high=MOST_WORDS, initial=-1, doc="what the latest vote decided")


VOTES = Fields("votes", _declare_votes, 2)


class _Speaking(Ludeme):
    """A ludeme that names words to be proposed and voted for."""

    keeps = (VOTES,)

    @abstractmethod
    def words(self) -> list[str]:
        """The words it names, in the order written."""


class Propose(_Speaking, NonDecision, keyword="propose", decision="Propose"):
    """Proposes something to be voted on."""

    proposition: str | None = one_of(1)
    propositions: list[str] | None = one_of(1)
    then: Then | None

    def words(self) -> list[str]:
        return _written(self.proposition, self.propositions)

    def lower(self, x: Context, sink: Sink) -> None:
        for word in self.words():

            def write(at: Context, word: str = word) -> None:
                at.b.store("proposed", [], ops.arithmetic("bit_or", at.b.load("proposed"), _bit(at, word)))

            text = f"say:[Propose:proposition={word},propositionInt={x.rules.word_index(word)},decision=true]"
            sink(Draft("propose", actions=(Statements(write),), text=text).and_then(self.then))


class Vote(_Speaking, NonDecision, keyword="vote", decision="Vote"):
    """Votes for something proposed."""

    vote: str | None = one_of(1)
    votes: list[str] | None = one_of(1)
    then: Then | None

    def words(self) -> list[str]:
        return _written(self.vote, self.votes)

    def lower(self, x: Context, sink: Sink) -> None:
        for word in self.words():

            def write(at: Context, word: str = word) -> None:
                _count_vote(at, ops.number(at.rules.word_index(word)))

            text = f"say:[Vote:vote={word},voteInt={x.rules.word_index(word)},decision=true]"
            sink(Draft("vote", actions=(Statements(write),), text=text).and_then(self.then))


class IsProposed(_Speaking, BooleanFunction, keyword="is"):
    """True if something was proposed."""

    kind: Literal["Proposed"]
    string: str

    def words(self) -> list[str]:
        return [self.string]

    def lower(self, x: Context) -> n.Expr:
        return ops.ne(ops.arithmetic("bit_and", x.b.load("proposed"), _bit(x, self.string)), ops.number(0))


class IsDecided(_Speaking, BooleanFunction, keyword="is"):
    """True if something was decided by vote."""

    kind: Literal["Decided"]
    string: str

    def words(self) -> list[str]:
        return [self.string]

    def lower(self, x: Context) -> n.Expr:
        return ops.eq(x.b.load("decided"), ops.number(x.rules.word_index(self.string)))


def _written(single: str | None, several: list[str] | None) -> list[str]:
    return several or ([single] if single else [])


def _count_vote(x: Context, word: n.Expr) -> None:
    """When everybody has voted, the first of the most frequent words wins if more than half voted for it."""
    b, players = x.b, x.spec.players
    b.store("votes", [word], ops.add(b.load("votes", word), ops.number(1)))
    cast: n.Expr = ops.number(0)
    for k in range(MOST_WORDS):
        cast = ops.add(cast, b.load("votes", ops.number(k)))
    with b.if_(ops.eq(cast, ops.number(players))):
        with b.range_("word", ops.number(0), ops.number(MOST_WORDS)) as each:
            with b.if_(ops.gt(b.load("votes", each), ops.number(players // 2))):
                b.store("decided", [], each)
            b.store("votes", [each], ops.number(0))
        b.store("proposed", [], ops.number(0))


def _bit(x: Context, word: str) -> n.Expr:
    return ops.number(1 << x.rules.word_index(word))


def spoken_words(spec: GameSpec) -> list[str]:
    """The words that rules propose, vote for or ask about, in the order in which they are numbered."""
    parts: list[Ludeme | None] = [spec.start, spec.end]
    for phase in spec.phases:
        parts += [*phase.play, *phase.next_phases, phase.end]
    words = [word for part in parts if part is not None for word in _words_in(part)]
    return list(dict.fromkeys(words))


def _words_in(part: Ludeme) -> Iterator[str]:
    """The words of a ludeme: those of its consequent come first, then those of its other parts, then its own."""
    then = getattr(part, "then", None)
    for inner in ([then] if isinstance(then, Ludeme) else []) + [one for one in part.children() if one is not then]:
        yield from _words_in(inner)
    if isinstance(part, _Speaking):
        yield from part.words()
