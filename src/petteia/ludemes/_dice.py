"""Dice: rolling them, and moves for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import SetDatum, Statements, note_sites
from ._moves import Draft, Sink, movers_in, with_then
from ._placing import when
from ._types import BooleanFunction, IntFunction, Moves

if TYPE_CHECKING:
    from petteia.board import Container

    from ._context import Context
    from ._setting import Setting
    from .arguments import Then


def dice_containers(setting: Setting) -> list[Container]:
    """The hands of dice."""
    return [c for c in setting.containers if c.is_dice]


def dice_indices(setting: Setting) -> list[tuple[int, int, tuple[int, ...]]]:
    """All dice in order: their place in the field `dice`, their site, and their faces."""
    found: list[tuple[int, int, tuple[int, ...]]] = []
    dice = sum(bool(component.faces) for component in setting.components)
    for container in dice_containers(setting):
        if container.count > dice:  # what lies on the further sites nobody has seen
            raise UnsupportedLudeme(["several dice on a board whose first cell is a triangle"])
        for k, site in enumerate(container.sites):
            found.append((len(found), site, setting.components[k].faces))
    return found


def declare_dice(x: Context) -> None:
    """The fields that dice need."""
    faces = [face for _, _, values in dice_indices(x.setting) for face in values]
    shape = (len(dice_indices(x.setting)),)
    low, high = min([0, *faces]), max([0, *faces])
    x.b.field("dice", n.INT, shape=shape, low=low, high=high, visible=True, doc="what each die shows, 0 once used")
    x.b.field("dice_equal", n.INT, high=1, doc="whether the last roll showed equal faces")


def face_value(x: Context, faces: tuple[int, ...], face: n.Expr) -> n.Expr:
    """What a face of a die shows."""
    return ops.lookup(x.b.table("faces", n.INT, (len(faces),), faces), face)


def set_face(x: Context, die: int, site: int, faces: tuple[int, ...], face: n.Expr) -> None:
    """Turns a die to a face."""
    SetDatum("state", ops.number(site), face).apply(x)
    x.b.store("dice", [ops.number(die)], face_value(x, faces, face))


class Rolling(Protocol):
    """The arguments of `roll`."""

    then: Then | None


def roll(x: Context, move: Rolling, sink: Sink) -> None:
    """One move: every die is thrown."""
    if not dice_containers(x.setting):
        raise UnsupportedLudeme(["roll without dice"])

    def write(at: Context) -> None:
        drawn: list[n.Local] = []
        for die, site, faces in dice_indices(at.setting):
            face = at.b.draw("face", ops.number(len(faces)))
            set_face(at, die, site, faces, face)
            drawn.append(face)
        same = ops.both(*(ops.eq(drawn[0], other) for other in drawn[1:]))
        at.b.store("dice_equal", [], ops.to_int(same))

    sink(Draft("roll", actions=(Statements(write),)).and_then(move.then))


class EachDie(Protocol):
    """The arguments of `forEach Die`."""

    hand_dice_index: IntFunction | None
    combined: BooleanFunction | None
    replay_double: BooleanFunction | None
    if_: BooleanFunction | None
    moves: Moves
    then: Then | None


def for_each_die(x: Context, move: EachDie, sink: Sink) -> None:
    """The moves for each die of a hand, or for several dice together, which are used up by them."""
    x, sink = _leaving_levels(x, move.moves, with_then(sink, move.then))
    hand = _hand_of(x, move.hand_dice_index)
    for die in hand:
        _moves_for_dice(x, move, (die,), hand, ops.TRUE, sink)
    if move.combined is not None:
        combined = when(x, move.combined)
        for dice in _combinations(hand):
            _moves_for_dice(x, move, dice, hand, combined, sink)


def _hand_of(x: Context, written: IntFunction | None) -> range:
    """The dice of a hand, by their place in the field `dice`; the hand is the first unless another is written."""
    index = written.lower(x) if written else ops.number(0)
    hands = dice_containers(x.setting)
    if not isinstance(index, n.Const) or not 0 <= index.value < len(hands):
        raise UnsupportedLudeme(["forEach Die of a hand that is known only in play"])
    first = sum(hand.count for hand in hands[: index.value])
    return range(first, first + hands[index.value].count)


def _leaving_levels(x: Context, moves: Moves, sink: Sink) -> tuple[Context, Sink]:
    """compat: a loop over levels in the effects for one die leaves its last level to the moves for the next die."""
    if "level" not in x.slots or all(part.title != "forEach Level" for part in movers_in(moves)):
        return x, sink
    left = x.b.variable("level", x.slot("level"))

    def leave(draft: Draft) -> None:
        sink(draft)
        with x.rules.kinds.searching():
            for effect in draft.effects:
                effect.moves.lower(effect.context.with_(level_left=left), lambda _: None)

    return x.bind(level=left), leave


def _combinations(hand: range) -> list[tuple[int, ...]]:
    """Which dice of a hand may be used together: two of two; of three, all or any two."""
    together: dict[int, list[tuple[int, ...]]] = {2: [(0, 1)], 3: [(0, 1, 2), (0, 1), (0, 2), (1, 2)]}
    return [tuple(hand[k] for k in dice) for dice in together.get(len(hand), [])]


def _moves_for_dice(
    x: Context, move: EachDie, dice: tuple[int, ...], hand: range, allowed: n.Expr, sink: Sink
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
        place = ops.number(dice_indices(x.setting)[die][1])
        note_sites(x, place, place)
    if len(dice) > 1:
        return
    with b.block() as double:
        b.store("temp", [], ops.select(ops.eq(kept, ops.NOWHERE), values[dice[0]], ops.NOWHERE))
    with b.block() as other, b.if_(ops.ne(kept, ops.NOWHERE)):
        for k, site, faces in dice_indices(x.setting):
            with b.if_(ops.le(kept, ops.number(len(faces)))):
                set_face(x, k, site, faces, ops.sub(kept, ops.number(1)))
    b.place_if(equal, double, other)
