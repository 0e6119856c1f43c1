"""Quirks of whole games: which of them a game shows, by what its rules ask for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ludemes.actions.queue import CAPTURE_QUEUE
from petteia.ludemes.arguments import ApplyEffect, ApplyEffectIf, Then
from petteia.ludemes.conditions.sites import IsIn
from petteia.ludemes.moves.do import Do
from petteia.ludemes.moves.each_piece import ForEachPiece
from petteia.ludemes.moves.maximise import MaxMoves
from petteia.ludemes.moves.memory import RememberValue
from petteia.ludemes.moves.pending import SetPending
from petteia.ludemes.moves.promote import Promote
from petteia.ludemes.moves.variables import SetVar
from petteia.ludemes.needs import SEVERAL
from petteia.ludemes.registry import Ludeme, walk
from petteia.ludemes.types import BooleanFunction, LevelLoop, Moves, moves_within
from petteia.ludemes.values.arithmetic import IntAddAll, IntMaxOf, IntMinOf, IntMulAll
from petteia.ludemes.values.arrays import SizesGroup
from petteia.ludemes.values.count import CountValue
from petteia.ludemes.values.iterators import LevelIterator
from petteia.ludemes.values.sizes import SizeArray

if TYPE_CHECKING:
    from petteia.ludemes.lowering.spec import GameSpec


_ORDERLESS = (IntAddAll, IntMulAll, IntMaxOf, IntMinOf, SizeArray, CountValue, IsIn)
"""Words to which the order of an array is all one."""


class GameQuirks:
    """The quirks of one game."""

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec

    @cached_property
    def lists_linger(self) -> bool:
        """True if the reference's list of a player's sites may hold a site twice, and keep it when it is left.

        Moves of several pieces at once enter their target whether or not it is in the list; where pieces stand on one
        type of sites alone, leaving a site takes it out of the list once.

        Words: `(fromTo .. count:..)`, `(move .. count:..)`.
        """
        return not self._spec.stacking and SEVERAL in self._spec.needs and self._spec.is_of_one_type

    @cached_property
    def entries_linger(self) -> bool:
        """True if the list of a component keeps the site of a piece that is promoted, or captured, in a stack.

        Captured pieces stay listed where `max Moves` makes captures at the end of the turn that it has tried already.

        Words: `(promote ..)`, `(move Promote ..)`, `(max Moves ..)` with `(remove .. at:EndOfTurn)`.
        """
        if not self._spec.stacking:
            return False
        captures_late = CAPTURE_QUEUE in self._spec.needs
        return self._spec.asks_for(Promote) or (captures_late and self._spec.asks_for(MaxMoves))

    @cached_property
    def levels_beside_loops(self) -> bool:
        """True if a condition reads a level outside the loop over levels that it also holds, which changes it.

        Words: `(forEach Level ..)` beside `(level)`; see `levels`.
        """
        conditions = [one for one in walk(self._spec.game) if isinstance(one, BooleanFunction)]
        return self._spec.asks_for(LevelLoop) and any(map(_reads_level_beside_loop, conditions))

    @cached_property
    def pieces_act_in_turn(self) -> bool:
        """True if effects are made for one piece after the other, and the order of the reference's lists of them shows.

        Words: `(forEach Piece ..)` in `(then ..)`, `(apply ..)` or before `next:`, with moves or values of a variable.
        """
        return any(
            isinstance(each, ForEachPiece) and (each.specific_moves is None or _shows_order(each.specific_moves))
            for effect in map(_effect_of, walk(self._spec.game))
            for each in moves_within(effect)
        )

    @cached_property
    def sizes_come_in_order(self) -> bool:
        """True if the rules can tell in which order sizes of groups come, which is that of the lists of pieces.

        Words: `(sizes Group ..)` anywhere but in sums, products, extremes, counts and membership.
        """
        return any(
            isinstance(inner, SizesGroup) and not isinstance(one, _ORDERLESS)
            for one in walk(self._spec.game)
            for inner in one.children()
        )

    @cached_property
    def pending_before(self) -> bool:
        """True if what goes before other moves may set pending values, which then stay pending through the move.

        Words: `(do (set Pending ..) next:..)`.
        """
        priors = [one.prior for one in walk(self._spec.game) if isinstance(one, Do) and one.next is not None]
        return any(isinstance(inner, SetPending) for prior in priors for inner in walk(prior))

    @cached_property
    def owner_is_component(self) -> bool:
        """True if owner and component of a site are one number: a lone shared piece belongs to player 1.

        Words: pieces of `(equipment {..})`, in games with at most one kind of piece for each player.
        """
        spec = self._spec
        owners = [c.owner for c in spec.components]
        return (
            not spec.stacking
            and not spec.counting
            and not spec.stored
            and spec.board.use == SiteType.Cell
            and not spec.is_graph
            and len(spec.components) <= spec.players
            and all(owners.count(p) <= 1 for p in range(spec.players + 1))
        )

    @cached_property
    def owners_read_wrongly(self) -> bool:
        """True if `(who ..)` gives other owners than those of the pieces, as it reads their components.

        Words: a lone shared or neutral piece, or pieces whose owners are not in the order of the players.
        """
        owners = [c.owner for c in self._spec.components]
        return self.owner_is_component and owners != list(range(1, len(owners) + 1))


def _effect_of(part: Ludeme) -> Ludeme | None:
    """Effect that a part of the rules evaluates whole before any of it is applied."""
    if isinstance(part, Then):
        return part.moves
    if isinstance(part, ApplyEffect | ApplyEffectIf):
        return part.effect
    return part.prior if isinstance(part, Do) and part.next is not None else None


def _shows_order(moves: Ludeme) -> bool:
    return any(
        isinstance(part, RememberValue | SetVar) or (isinstance(part, Moves) and part.moves_pieces)
        for part in moves_within(moves)
    )


def _reads_level_beside_loop(condition: Ludeme) -> bool:
    loops = reads = False
    stack = [condition]
    while stack and not (loops and reads):
        top = stack.pop()
        reads = reads or isinstance(top, LevelIterator)
        if isinstance(top, LevelLoop):
            loops = True
        elif not isinstance(top, ForEachPiece):
            stack.extend(top.children())
    return loops and reads
