"""Proposals and votes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import Statements
from ._moves import Draft, Sink
from ._registry import Ludeme

if TYPE_CHECKING:
    from ._context import Context
    from ._setting import Setting
    from .arguments import Then

MOST_WORDS = 30
_SPEAKING = {"propose", "vote", "move Propose", "move Vote", "is Proposed", "is Decided"}


def spoken_words(setting: Setting) -> list[str]:
    """The words that rules propose, vote for or ask about, in the order in which they are numbered."""
    parts: list[Ludeme | None] = [setting.start, setting.end]
    for phase in setting.phases:
        parts += [*phase.play, *phase.next_phases, phase.end]
    words = [word for part in parts if part is not None for word in _words_in(part)]
    return list(dict.fromkeys(words))


def _words_in(part: Ludeme) -> Iterator[str]:
    """The words of a ludeme: those of its consequent come first, then those of its other parts, then its own."""
    then = getattr(part, "then", None)
    for inner in ([then] if isinstance(then, Ludeme) else []) + [one for one in part.children() if one is not then]:
        yield from _words_in(inner)
    if part.title in _SPEAKING:
        for name, value in part.arguments():
            said = value if isinstance(value, list) else [value]
            yield from (word for word in said if isinstance(word, str) and name != "kind")


def declare_votes(x: Context) -> None:
    """The fields that proposals and votes need."""
    x.b.field("proposed", n.INT, high=2**31 - 1, doc="propositions on the table, a bit each")
    x.b.field("votes", n.INT, shape=(MOST_WORDS,), high=x.setting.players, doc="votes for each word")
    x.b.field("decided", n.INT, low=-1, high=MOST_WORDS, initial=-1, doc="what the latest vote decided")


def _bit(x: Context, word: str) -> n.Expr:
    return ops.number(1 << x.rules.word_index(word))


def is_proposed(x: Context, word: str) -> n.Expr:
    """Whether a word has been proposed."""
    return ops.ne(ops.arithmetic("bit_and", x.b.load("proposed"), _bit(x, word)), ops.number(0))


def is_decided(x: Context, word: str) -> n.Expr:
    """Whether a word has just been voted for."""
    return ops.eq(x.b.load("decided"), ops.number(x.rules.word_index(word)))


def propose(x: Context, words: Sequence[str | None], then: Then | None, sink: Sink) -> None:
    """One move for each word that may be proposed."""
    for word in filter(None, words):

        def write(at: Context, word: str = word) -> None:
            at.b.store("proposed", [], ops.arithmetic("bit_or", at.b.load("proposed"), _bit(at, word)))

        text = f"say:[Propose:proposition={word},propositionInt={x.rules.word_index(word)},decision=true]"
        sink(Draft("propose", actions=(Statements(write),), text=text).and_then(then))


def vote(x: Context, words: Sequence[str | None], then: Then | None, sink: Sink) -> None:
    """One move for each word that may be voted for."""
    for word in filter(None, words):

        def write(at: Context, word: str = word) -> None:
            _count_vote(at, ops.number(at.rules.word_index(word)))

        text = f"say:[Vote:vote={word},voteInt={x.rules.word_index(word)},decision=true]"
        sink(Draft("vote", actions=(Statements(write),), text=text).and_then(then))


def _count_vote(x: Context, word: n.Expr) -> None:
    """When everybody has voted, the first of the most frequent words wins if more than half voted for it."""
    b, players = x.b, x.setting.players
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
