"""Roll the dice, and moves for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Statements, note_sites
from petteia.ludemes.arguments import Then
from petteia.ludemes.lowering.drafts import Draft, with_then
from petteia.ludemes.needs import STATES, TEMP
from petteia.ludemes.play.dice import dice_containers, dice_indices, set_face
from petteia.ludemes.quirks.wrappers import leaving_levels
from petteia.ludemes.registry import named
from petteia.ludemes.types import BooleanFunction, ForEach, IntFunction, Moves, NonDecision, when

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["ForEachDie", "Roll"]


class Roll(NonDecision, keyword="roll"):
    """Rolls the dice."""

    then: Then | None
    keeps = (STATES,)

    def lower(self, x: Context, sink: Sink) -> None:
        if not dice_containers(x.spec):
            raise UnsupportedLudeme(["roll without dice"])

        def write(at: Context) -> None:
            drawn: list[n.Local] = []
            for die, site, faces in dice_indices(at.spec):
                face = at.b.draw("face", ops.number(len(faces)))
                set_face(at, die, site, faces, face)
                drawn.append(face)
            same = ops.both(*(ops.eq(drawn[0], other) for other in drawn[1:]))
            at.b.store("dice_equal", [], ops.to_int(same))

        sink(Draft("roll", actions=(Statements(write),)).and_then(self.then))


class ForEachDie(ForEach, keyword="forEach"):
    """Moves for each die not used yet."""

    kind: Literal["Die"]
    hand_dice_index: IntFunction | None
    combined: BooleanFunction | None = named()
    replay_double: BooleanFunction | None = named("replayDouble")
    if_: BooleanFunction | None = named("if")
    moves: Moves
    then: Then | None
    keeps = (TEMP,)

    def lower(self, x: Context, sink: Sink) -> None:
        x, sink = leaving_levels(x, self.moves, with_then(sink, self.then))
        hand = _hand_of(x, self.hand_dice_index)
        for die in hand:
            _moves_for_dice(x, self, (die,), hand, ops.TRUE, sink)
        if self.combined is not None:
            combined = when(x, self.combined)
            for dice in _combinations(hand):
                _moves_for_dice(x, self, dice, hand, combined, sink)


def _hand_of(x: Context, written: IntFunction | None) -> range:
    """The dice of a hand, by their place in the field `dice`; the hand is the first unless another is written."""
    index = written.lower(x) if written else ops.number(0)
    hands = dice_containers(x.spec)
    if not isinstance(index, n.Const) or not 0 <= index.value < len(hands):
        raise UnsupportedLudeme(["forEach Die of a hand that is known only in play"])
    first = sum(hand.count for hand in hands[: index.value])
    return range(first, first + hands[index.value].count)


def _combinations(hand: range) -> list[tuple[int, ...]]:
    """Which dice of a hand may be used together: two of two; of three, all or any two."""
    together: dict[int, list[tuple[int, ...]]] = {2: [(0, 1)], 3: [(0, 1, 2), (0, 1), (0, 2), (1, 2)]}
    return [tuple(hand[k] for k in dice) for dice in together.get(len(hand), [])]


def _moves_for_dice(
    x: Context, move: ForEachDie, dice: tuple[int, ...], hand: range, allowed: n.Expr, sink: Sink
) -> None:
    replay = when(x, move.replay_double) if move.replay_double else ops.FALSE
    shown = [x.b.let("shown", x.b.load("dice", ops.number(die))) for die in dice]
    pips, unused = shown[0], allowed
    if len(dice) > 1:
        for other in shown[1:]:
            pips = ops.add(pips, other)
        unused = ops.both(allowed, *(ops.ne(one, ops.number(0)) for one in shown))
    here = x.bind(pips=x.b.let("pips", pips))

    def use(draft: Draft) -> None:
        used = Statements(lambda at: _use_dice(at, dice, hand, replay))
        sink(draft.with_(actions=(*draft.actions, used)))

    with x.b.if_(unused), x.b.if_(when(here, move.if_)):
        move.moves.lower(here, use)


def _use_dice(x: Context, dice: tuple[int, ...], hand: range, replay: n.Expr) -> None:
    """Uses dice up; a double gives four moves by one die each, which the unnamed variable keeps track of."""
    b = x.b
    values = {k: b.let("shown", b.load("dice", ops.number(k))) for k in hand}
    equal = b.let("equal", ops.both(replay, *(ops.eq(values[hand[0]], values[k]) for k in hand[1:])))
    kept = b.let("kept", b.load("temp"))
    for die in dice:
        b.store("dice", [ops.number(die)], ops.number(0))
        place = ops.number(dice_indices(x.spec)[die][1])
        note_sites(x, place, place)
    if len(dice) > 1:
        return
    with b.block() as double:
        b.store("temp", [], ops.select(ops.eq(kept, ops.NOWHERE), values[dice[0]], ops.NOWHERE))
    with b.block() as other, b.if_(ops.ne(kept, ops.NOWHERE)):
        for k, site, faces in dice_indices(x.spec):
            with b.if_(ops.le(kept, ops.number(len(faces)))):
                set_face(x, k, site, faces, ops.sub(kept, ops.number(1)))
    b.place_if(equal, double, other)
