"""Generators of moves that carry a piece from one site to another: step, leap, fromTo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from petteia.board import Direction, Sites
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.visit import walk_block

from ._actions import Action, MovePiece, MoveSeveral, OnSites, SetDatum, on_sites_of
from ._directions import Rays, all_steps, facings_of, is_single, near_by_choice, neighbour_table, resolve, step_tables
from ._facts import UNKNOWN
from ._levels_left import ask, note_effect
from ._moves import Draft, Effect, Generator, Sink, with_then
from ._placing import asked_level, for_each_site, letters, on_start, shows_empty, when
from ._registry import walk
from ._stacking import CopyPiece, MoveLevels, MoveStack, MoveStackToLevel, MoveToLevel
from ._types import Apply, BooleanFunction, IntFunction
from .arguments import ApplyEffectIf

if TYPE_CHECKING:
    from ._context import Context
    from ._enums import StepType
    from ._facts import Component
    from ._types import Direction as DirectionArgument
    from .arguments import Between, From, Then, To

MOST_DISTANCE = 1000
_SEVERAL, _LONG = 4, 50
"""Steps in so many directions that come to so many nodes are written once, in a loop over the directions."""
_WIDE = 1000
"""On boards with more sites a few of them are better gone through one by one than as a set."""


@dataclass(frozen=True)
class OnTheWay:
    """The effect on sites that a move passes, the last of them first."""

    effect: Apply
    rays: Rays
    source: n.Expr
    first: n.Expr
    count: n.Expr

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes the effects."""
        with x.b.range_("back", ops.number(0), self.count) as back:
            place = ops.sub(ops.add(self.first, self.count), ops.add(back, ops.number(1)))
            passed = x.b.let("between", self.rays.at(self.source, place))
            x.store.mark_valid(passed)
            self.effect.lower(x.bind(between=passed), sink)


class Travel(Protocol):
    """What all these ludemes have in common."""

    from_: From | None
    then: Then | None


def start_travel(x: Context, move: Travel, body: Callable[[Context, n.Expr], None]) -> None:
    """Runs `body` with `(from)` bound, if the piece may start there."""
    start = move.from_
    if start is not None and start.region is not None:
        return  # compat: these moves start from one site; a region gives none
    written = start.site if start else None
    source = x.b.let("from", written.lower(x) if written else x.slot("from"))
    inside: n.Expr = ops.TRUE
    if not x.store.is_valid(source):
        inside = ops.both(ops.ge(source, ops.number(0)), ops.lt(source, ops.number(x.setting.sites)))
    piece = x.piece if source == x.slot("from") else None
    here = x.bind(from_=source).with_(piece=piece)
    with x.b.if_(inside), x.b.if_(when(here, start.if_ if start else None)):
        body(here, source)


def level_of(x: Context, start: From | None) -> n.Expr | None:
    """The level a move starts from, where that is written and there are levels."""
    if start is None or start.level is None or not x.setting.stacking:
        return None
    return x.b.let("level", start.level.lower(x))


def move_action(
    x: Context,
    source: n.Expr,
    target: n.Expr,
    *,
    piece: Component | None,
    onto_empty: bool,
    level: n.Expr | None = None,
    stack: bool | None = None,
) -> Action:
    """The action that carries the piece (or the whole stack)."""
    if stack:
        return on_sites_of(x, MoveStack(source, target))
    known = piece and piece.index != UNKNOWN and not x.setting.stacking and not x.setting.counting
    what = ops.number(piece.index) if piece and known else None
    return on_sites_of(x, MovePiece(source, target, what, level, onto_empty))


def range_of(x: Context, between: Between | None, least: int, most: int) -> tuple[n.Expr, n.Expr]:
    """The least and greatest number a `(between ..)` gives, or those that hold without it."""
    if between is None or between.range is None:
        return ops.number(least), ops.number(most)
    low, high = between.range.lower(x)
    return x.b.let("least", low), x.b.let("most", high)


# -- step -------------------------------------------------------------------------------------------------------


class Stepping(Travel, Protocol):
    """The arguments of `step`."""

    directions: DirectionArgument | None
    to: To
    stack: bool | None


def step(x: Context, move: Stepping, sink: Sink) -> None:
    """Moves to neighbouring sites."""
    x = on_start(x, move.from_)
    sites = x.setting.sites_of(move.from_.site_type if move.from_ else None)
    sink = with_then(sink, move.then)

    def go(here: Context, source: n.Expr) -> None:
        level = level_of(x, move.from_)
        if x.setting.stacking and not move.stack and level is None:
            level = ops.sub(x.store.load("height", source), ops.number(1))
        choices = resolve(x, move.directions, sites, source, mover=here.piece)
        near = near_by_choice(x, sites, choices, source)
        if near is not None and not x.setting.levels_beside_loops:
            with x.b.for_("to", near) as target:
                x.store.mark_valid(target)
                arrive(here, source, target, level)
            return
        for condition, directions in choices:
            if x.setting.levels_beside_loops:  # one target changes the level that the condition of the next may read
                directions = one_by_one(sites, directions)
            with x.b.if_(condition):
                for_each_step(x, sites, directions, source, lambda target: arrive(here, source, target, level))

    def arrive(here: Context, source: n.Expr, target: n.Expr, level: n.Expr | None) -> None:
        there = here.bind(to=target)
        condition = ask(there, move.to.if_)
        with x.b.if_(condition):
            empty = shows_empty(x, condition, target)
            action = move_action(x, source, target, piece=here.piece, onto_empty=empty, level=level, stack=move.stack)
            effects = (Effect(move.to.effect, there),) if move.to.effect else ()
            lifted = asked_level(x, None if move.stack else level)
            sink(Draft("step", source, target, (action,), effects, level_from=lifted, letters=letters(x, x)))
            note_effect(there, move.to.effect)

    start_travel(x, move, go)


def for_each_step(
    x: Context,
    sites: Sites,
    directions: tuple[Direction, ...],
    source: n.Expr,
    body: Callable[[n.Expr], None],
) -> None:
    """Runs `body` for each site one step away, once each.

    Single directions are written one by one, which later lets whole sets of pieces step at once; long ones in a loop.
    """
    if x.setting.many_kinds and x.setting.sites > _WIDE:
        directions = x.b.once(("single", sites.type, directions), lambda: _single_steps(sites, directions))
    if _are_apart(x, sites, directions):
        tables = [table for direction in directions for table in step_tables(x, sites, direction)]
        if x.setting.many_kinds and (every := all_steps(x, sites)).has(tables):
            with every.each(x, tables) as way:
                target = x.b.let("to", ops.lookup(every.table, way, source))
                x.store.mark_valid(target)
                with x.b.if_(ops.ge(target, ops.number(0))):
                    body(target)
            return
        for k, table in enumerate(tables):
            target = x.b.fresh("to", n.INT)
            x.store.mark_valid(target)
            with x.b.block() as step, x.b.if_(ops.ge(target, ops.number(0))):
                body(target)
            if k == 0 and len(tables) >= _SEVERAL and len(tables) * len(walk_block(tuple(step))) > _LONG:
                _step_in_a_loop(x, tables, source, target, step)
                return
            x.b.place(n.Let(target, ops.lookup(table, source)), *step)
        return
    near = ops.lookup(neighbour_table(x, sites, directions), source)
    with x.b.for_("to", near) as each:
        x.store.mark_valid(each)
        body(each)


def _step_in_a_loop(x: Context, tables: list[n.Table], source: n.Expr, target: n.Local, step: Sequence[n.Stmt]) -> None:

    def join() -> n.Table:
        values = [value for table in tables for value in table.values]
        return x.b.table(f"{tables[0].name}_and_others", n.INT, (len(tables), *tables[0].shape), values)

    joined = x.b.once(("joined", *(table.name for table in tables)), join)
    with x.b.range_("way", ops.number(0), ops.number(len(tables))) as way:
        x.b.place(n.Let(target, ops.lookup(joined, way, source)), *step)


def one_by_one(sites: Sites, directions: tuple[Direction, ...]) -> tuple[Direction, ...]:
    """Directions with those of several in place of words for them."""
    return tuple(one for each in directions for one in ([each] if is_single(each) else sites.supported(each)))


def _single_steps(sites: Sites, directions: tuple[Direction, ...]) -> tuple[Direction, ...]:
    """Single directions that lead just where some directions lead; those directions if there are none."""
    singles = tuple(dict.fromkeys(one_by_one(sites, directions)))
    if {*singles} == {*directions}:
        return singles
    for site in range(sites.count):
        if {*_ends(sites, singles, site)} != {*_ends(sites, directions, site)}:
            return directions
    return singles


def _ends(sites: Sites, directions: Iterable[Direction], site: int) -> Iterator[int]:
    return (end for direction in directions for end in sites.step(direction, site))


def _are_apart(x: Context, sites: Sites, directions: tuple[Direction, ...]) -> bool:
    """What `_apart` says, found out once: some of the directions of a board are apart if all are."""
    every = tuple(sites.supported(Direction.All))
    different = {*directions} <= {*every} and len({*directions}) == len(directions)
    if different and x.b.once(("steps apart", sites.type, every), lambda: _apart(sites, every)):
        return True
    return x.b.once(("steps apart", sites.type, directions), lambda: _apart(sites, directions))


def _apart(sites: Sites, directions: tuple[Direction, ...]) -> bool:
    """Whether some single directions lead to one site each, all different."""
    if not all(is_single(direction) for direction in directions):
        return False
    for site in range(sites.count):
        ends = [end for direction in directions for end in sites.step(direction, site)]
        if len(ends) != len(set(ends)):
            return False
    return True


# -- leap -------------------------------------------------------------------------------------------------------


class Leaping(Travel, Protocol):
    """The arguments of `leap`."""

    walk: list[list[StepType]]
    forward: BooleanFunction | None
    rotations: BooleanFunction | None
    to: To


_AHEAD: dict[Direction, tuple[int, int]] = {
    Direction.N: (1, 0),
    Direction.NE: (1, 1),
    Direction.E: (0, 1),
    Direction.SE: (-1, 1),
    Direction.S: (-1, 0),
    Direction.SW: (-1, -1),
    Direction.W: (0, -1),
    Direction.NW: (1, -1),
}


def leap(x: Context, move: Leaping, sink: Sink) -> None:
    """Moves to the ends of walks, whatever lies on the way."""
    from ._walks import walk_ends

    x = on_start(x, move.from_)
    sites = x.setting.sites_of(move.from_.site_type if move.from_ else None)
    sink = with_then(sink, move.then)
    turning = when(x, move.rotations)
    forward = when(x, move.forward) if move.forward else ops.FALSE
    if not isinstance(turning, n.Const) or not isinstance(forward, n.Const):
        raise UnsupportedLudeme(["leap with rotations: or forward: that change in play"])

    def reach(ends: list[list[int]], source: n.Expr) -> n.Expr:
        masks = [ops.sites(x.universe, found).value for found in ends]
        masks += [0] * (x.setting.sites - len(masks))
        return ops.lookup(x.b.table("leaps", n.set_of(x.universe), (len(masks),), masks), source)

    def go(here: Context, source: n.Expr) -> None:
        turns = bool(turning.value)
        key = ("walks", sites.type, turns, x.rules.forms.ludeme(move.walk))
        ends = x.b.once(key, lambda: walk_ends(sites, move.walk, all_turns=turns))
        if forward.value:
            facings = facings_of(x, source, here.piece)
            found = [(when_so, reach(_only_ahead(sites, ends, facing), source)) for when_so, facing in facings]
            none = ops.empty_set(x.universe)
            targets = ops.union(none, *(ops.select(when_so, members, none) for when_so, members in found))
        else:
            targets = reach(ends, source)
        with x.b.for_("to", targets) as target:
            x.store.mark_valid(target)
            there = here.bind(to=target)
            condition = when(there, move.to.if_)
            with x.b.if_(condition):
                empty = shows_empty(x, condition, target)
                action = move_action(x, source, target, piece=here.piece, onto_empty=empty)
                effects = (Effect(move.to.effect, there),) if move.to.effect else ()
                sink(Draft("leap", source, target, (action,), effects, letters=letters(x, x)))

    start_travel(x, move, go)


def _only_ahead(sites: Sites, ends: list[list[int]], facing: Direction) -> list[list[int]]:
    """For each site the ends of walks that lie ahead of a piece there."""
    if facing not in _AHEAD:
        return [[] for _ in ends]
    rows, columns = _AHEAD[facing]

    def is_ahead(site: int, end: int) -> bool:
        up, right = sites.row[end] - sites.row[site], sites.column[end] - sites.column[site]
        return (rows == 0 or up * rows > 0) and (columns == 0 or right * columns > 0)

    return [[end for end in found if is_ahead(site, end)] for site, found in enumerate(ends)]


# -- fromTo -----------------------------------------------------------------------------------------------------


class Carrying(Protocol):
    """The arguments of `fromTo`."""

    from_: From
    to: To
    count: IntFunction | None
    copy: BooleanFunction | None
    stack: bool | None
    then: Then | None


def from_to(x: Context, move: Carrying, sink: Sink) -> None:
    """Moves from any of some sites to any of others."""
    sink = with_then(sink, move.then)
    x = move.from_.context(x)

    def lift(source: n.Expr) -> None:
        here = x.bind(from_=source).with_(piece=x.piece if source == x.slot("from") else None)
        if x.setting.large:
            _lift_large(here, move, source, sink)
        with x.b.if_(_stands_small(x, source)):
            copies = _copies(here, move)
            with x.b.if_(when(here, move.from_.if_)):
                count = x.b.let("count", move.count.lower(here)) if move.count else None
                level = level_of(x, move.from_)  # compat: levels are read before `(from)` is set
                _in_either_case(x, copies, lambda copied: drop_all(here, source, count, level, copied=copied))

    def drop_all(here: Context, source: n.Expr, count: n.Expr | None, level: n.Expr | None, *, copied: bool) -> None:
        to = move.to
        for_each_site(here, to.site, to.region, "to", lambda site: drop(here, source, site, count, level, copied))

    def drop(
        here: Context, source: n.Expr, target: n.Expr, count: n.Expr | None, level: n.Expr | None, copied: bool
    ) -> None:
        there = move.to.context(here).bind(to=target)
        condition = when(there, move.to.if_)
        with x.b.if_(condition):
            empty = shows_empty(there, condition, target)
            level_to = _level_to(x, move.to)
            action = _carry(here, move, source, target, count, level, level_to, empty=empty, copied=copied)
            if there.store.kind != here.store.kind:
                action = _carried_across(here, there, action)
            # compat: a condition of the effect decides about the effect alone, and sees the outer `(from)`
            apply: Generator | None = move.to.effect
            if isinstance(apply, ApplyEffectIf) and x.slot("from") != source and _reads_from(apply.if_):
                apply = _AskedOutside(apply, x.slot("from"))
            effects = (Effect(apply, there),) if apply is not None else ()
            if move.to.rotations is None:
                draft = Draft("move", source, target, (action,), effects, letters=letters(here, there))
                sink(draft.with_(level_from=asked_level(x, level), level_to=asked_level(x, level_to)))
                return

            def turned(rotation: n.Expr) -> None:
                turn = on_sites_of(there, SetDatum("rotation", target, rotation))
                sink(Draft("move", source, target, (action, turn), letters=letters(here, there)))

            move.to.rotations.lower(there).each(turned)  # compat: the effect is left out

    for_each_site(x, move.from_.site, move.from_.region, "from", lift)


def _copies(x: Context, move: Carrying) -> n.Expr:
    """Whether the piece on a site stays there as well, asked once, before any other condition."""
    if move.copy is None or move.count is not None or move.stack:
        return ops.FALSE
    return x.b.let("copies", move.copy.lower(x))


def _in_either_case(x: Context, condition: n.Expr, write: Callable[[bool], None]) -> None:
    """Writes the same thing twice, for a condition that holds and for one that does not."""
    with x.b.block() as if_true:
        if condition != ops.FALSE:
            write(True)
    with x.b.block() as if_false:
        if condition != ops.TRUE:
            write(False)
    x.b.place_if(condition, if_true, if_false)


def _level_to(x: Context, to: To) -> n.Expr | None:
    return x.b.let("level_to", to.level.lower(x)) if to.level is not None and x.setting.stacking else None


def _reads_from(condition: BooleanFunction) -> bool:
    return any(part.title == "from" for part in walk(condition))


@dataclass(frozen=True)
class _AskedOutside:
    """An effect whose condition does not see where its move starts."""

    apply: ApplyEffectIf
    outer: n.Expr

    def lower(self, x: Context, sink: Sink) -> None:
        """Writes the effect."""
        with x.b.if_(self.apply.if_.lower(x.bind(from_=self.outer))):
            self.apply.effect.lower(x, sink)


def _carry(
    x: Context,
    move: Carrying,
    source: n.Expr,
    target: n.Expr,
    count: n.Expr | None,
    level: n.Expr | None,
    level_to: n.Expr | None,
    *,
    empty: bool,
    copied: bool,
) -> Action:
    if level_to is not None and move.stack:
        return on_sites_of(x, MoveStackToLevel(source, target, level_to))
    if level_to is not None:
        return on_sites_of(x, MoveToLevel(source, target, level, level_to))
    if level is None and count is not None:
        stacks = x.setting.stacking or move.stack
        several = MoveLevels(source, target, count) if stacks else MoveSeveral(source, target, count)
        return on_sites_of(x, several)
    if copied and level is None and not move.stack:
        return on_sites_of(x, CopyPiece(source, target))
    # compat: where a level is named, that piece alone goes, even if the whole stack is asked for
    stack = move.stack if level is None else None
    return move_action(x, source, target, piece=x.piece, onto_empty=empty, level=level, stack=stack)


def _carried_across(here: Context, there: Context, action: Action) -> Action:
    """An action that carries one piece, made to lead to a site of another type."""
    inner = action.action if isinstance(action, OnSites) else action
    if not isinstance(inner, MovePiece):
        raise UnsupportedLudeme(["fromTo between site types with count:, copy: or stack:"])
    return on_sites_of(here, replace(inner, target_kind=there.store.kind))


def _stands_small(x: Context, source: n.Expr) -> n.Expr:
    """Whether a piece that is not large stands on a site."""
    stands = ops.negate(x.store.is_empty(source))
    if not x.setting.large:
        return stands
    small = [c.index for c in x.setting.components if not c.walks]
    what = x.b.let("what", x.store.what(source))
    return ops.both(stands, ops.either(*(ops.eq(what, ops.number(index)) for index in small)))


def _lift_large(here: Context, move: Carrying, source: n.Expr, sink: Sink) -> None:
    """The moves of a large piece, if one stands on a site."""
    from ._large import move_large

    to = move.to
    for component in [here.piece] if here.piece else here.setting.components:
        if component.walks:
            standing = ops.has(here.store.piece_set(ops.number(component.index)), source)
            with here.b.if_(standing), here.b.if_(when(here, move.from_.if_)):
                if to.region is not None:
                    targets = to.region.lower(here)
                else:
                    targets = ops.single(here.universe, to.site.lower(here) if to.site else here.slot("to"))
                move_large(here, component, source, here.b.let("targets", targets), sink)
