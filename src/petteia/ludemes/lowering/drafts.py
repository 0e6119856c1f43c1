"""Moves in the making: what generators hand on, and the sinks that take it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action
from petteia.ludemes.needs import LAST_LEVEL, LAST_LEVEL_FROM
from petteia.ludemes.quirks.marks import Quirk
from petteia.ludemes.registry import Ludeme
from petteia.ludemes.types import Moves, moves_within

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context


NOTHING = ops.number(0)
FORM = "form:"
"""How the text of a move begins in which numbers of the move stand in braces."""


class Generator(Protocol):
    """A writer of statements that hand moves to a sink."""

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes the statements."""


class Consequent(Protocol):
    """A consequent of a move."""

    @property
    def moves(self) -> Generator:
        """The moves that are evaluated and applied."""


@dataclass(frozen=True)
class Effect:
    """Moves to evaluate with the rest of a move and to apply before its main action."""

    moves: Generator
    context: Context


@dataclass(frozen=True)
class Draft:
    """A move that a generator has found, as expressions that hold at this point of the program.

    Playing it runs `before` (what other rules put in front), then evaluates `effects` and applies them, then `actions`
    in order, then the consequents `thens`, inner ones first. The levels are those its main action names, if any;
    `between` are the sites it passes, where rules ask for them.
    """

    name: str
    source: n.Expr = ops.NOWHERE
    target: n.Expr = ops.NOWHERE
    actions: tuple[Action, ...] = ()
    effects: tuple[Effect, ...] = ()
    thens: tuple[Consequent, ...] = ()
    before: tuple[Callable[[Context], None], ...] = ()
    text: str = "move"
    letters: str | None = None
    level_from: n.Expr = NOTHING
    level_to: n.Expr = NOTHING
    between: n.Expr | None = None
    by: n.Expr | None = None
    """Whose move it is where rules name a player; else that of the one to move."""
    may_stay: bool = False
    """True if it may lead to the very site it begins on."""
    quirks: frozenset[Quirk] = frozenset()
    """Marks of moves that are not played as a plain reading says."""

    @property
    def is_pass(self) -> bool:
        """True if it counts as a pass."""
        return self.text == "pass"

    def and_then(self, then: Consequent | None) -> Draft:
        """The move with one more consequent."""
        if then is None:
            return self
        return replace(self, thens=(*self.thens, *[then] * prod(quirk.consequents for quirk in self.quirks)))

    def with_(self, **changes: Any) -> Draft:
        """The move with some parts replaced."""
        return replace(self, **changes)

    def marked(self, quirk: Quirk) -> Draft:
        """The move with one more quirk."""
        return replace(self, quirks=self.quirks | {quirk})


Sink = Callable[[Draft], None]


def made_by(sink: Sink, player: n.Expr) -> Sink:
    """A sink that makes every move that of a player."""
    return lambda draft: sink(draft.with_(by=player))


def with_then(sink: Sink, then: Consequent | None) -> Sink:
    """A sink that adds a consequent to every move."""
    return sink if then is None else lambda draft: sink(draft.and_then(then))


def _moves_pieces(part: Ludeme) -> bool:
    return isinstance(part, Moves) and part.moves_pieces


def may_move_pieces(part: object, may_stay: bool) -> bool:
    """True if an effect may put a piece on the sites of its move, or take the piece that moves."""
    if not isinstance(part, Ludeme):
        return True
    return _may_take_moving_piece(part, may_stay) or any(map(_moves_pieces, moves_within(part)))


def _may_take_moving_piece(part: Ludeme, may_stay: bool) -> bool:
    """True if an effect may remove the piece that moves, and not only what stands on its target or on its way.

    Where a move `may_stay`, what stands on its target may be the piece that moves.
    """
    takes = part.may_take_moving_piece(may_stay=may_stay) if isinstance(part, Moves) else None
    if takes is not None:
        return takes
    return any(_may_take_moving_piece(inner, may_stay) for inner in moves_within(part) if inner is not part)


def letters(source: Context, target: Context) -> str | None:
    """The letters of the site types of a move, where they are not those of what is played on."""
    played_on = source.spec.board.use
    if source.store.kind == target.store.kind == played_on:
        return None
    return source.store.kind.name[0] + target.store.kind.name[0]


def are_levels_asked(x: Context) -> bool:
    """True if rules ask for the level that a move names."""
    return bool({LAST_LEVEL, LAST_LEVEL_FROM} & x.spec.needs) and x.spec.stacking


def asked_level(x: Context, level: n.Expr | None) -> n.Expr:
    """A level that a move names, for rules that ask for it."""
    return x.b.let("level", level) if level is not None and are_levels_asked(x) else ops.number(0)
