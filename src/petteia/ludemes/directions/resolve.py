"""Directions at a site: which absolute directions a written direction means there, and the tables of steps and rays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.board.directions import FACING_INDEX, RELATIONS, relative
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.directions.written import (
    AbsoluteDirections,
    DirectionDifference,
    DirectionIf,
    DirectionsBetween,
    DirectionUnion,
    RelativeDirections,
)
from petteia.ludemes.enums import AbsoluteDirection, RelativeDirection
from petteia.ludemes.needs import LAST_BETWEEN, ROTATIONS
from petteia.ludemes.types import Direction as DirectionArgument
from petteia.ludemes.types import DirectionFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.facts import Component

_OF_THE_MOVE = frozenset(["SameDirection", "OppositeDirection"])
_FEW_CHOICES = 4
_LARGE = 30_000
"""Lines of more sites than this, over all directions, stand in one table for all that move along some of them."""
_SMALL_BOARD = 128
"""The most sites for which a table has a place for each two of them."""

Directions = tuple[Direction, ...]
Choice = tuple[n.Expr, Directions]
"""Directions, with the condition under which they apply."""


class Exclusive(list[Choice]):
    """Choices of which at most one applies."""

    number: n.Expr | None = None
    """The index of the one that applies, -1 if none does, where that is known without asking for each."""
    always = False
    """True if one of them applies in any case."""

    @classmethod
    def by_number(cls, number: n.Expr, directions: Iterable[Directions]) -> Exclusive:
        """Directions of which a number picks one."""
        choices = cls((ops.eq(number, ops.number(k)), each) for k, each in enumerate(directions))
        choices.number = number
        return choices


def resolve(
    x: Context,
    written: DirectionArgument | None,
    sites: Sites,
    site: n.Expr,
    *,
    mover: Component | None = None,
    default: Direction = Direction.Adjacent,
) -> list[Choice]:
    """The absolute directions a written direction means at a site.

    Relative directions depend on the piece: `mover` if it is known, else whatever stands on the site. Several choices
    come back where that, or a condition, is only known in play; they exclude each other unless they are single words.
    """
    if written is None:
        return [(ops.TRUE, (default,))]
    if isinstance(written, AbsoluteDirection):
        return [(ops.TRUE, (Direction[written.name],))]
    if isinstance(written, RelativeDirection):
        return _relative(x, [written.name], Direction.Adjacent, sites, site, mover)
    assert isinstance(written, DirectionFunction)
    return _resolve_function(x, written, sites, site, mover, default)


def _resolve_function(
    x: Context, written: DirectionFunction, sites: Sites, site: n.Expr, mover: Component | None, default: Direction
) -> list[Choice]:
    match written:
        case AbsoluteDirections():
            named = [*(written.absolute_directions or []), written.absolute_direction]
            return [(ops.TRUE, tuple(Direction[word.name] for word in named if word is not None))]
        case RelativeDirections():
            single = [written.relative_direction] if written.relative_direction else []
            words = [word.name for word in written.relative_directions or single] or ["Forward"]
            relation = Direction[written.of.name] if written.of else Direction.Adjacent
            return _relative(x, words, relation, sites, site, mover, by_site=bool(written.by_site))
        case DirectionsBetween():
            kind = x.setting.sites_of(written.site_type)
            start, goal = x.b.let("start", written.from_.lower(x)), x.b.let("goal", written.to.lower(x))
            ways = kind.supported(Direction.All)
            if not _meet_nowhere(x, kind):
                return [(leads(x, kind, d, start, goal), (d,)) for d in ways]
            number = x.b.let("way", ops.sub(way_between(x, kind, ways, start, goal), ops.number(1)))
            return Exclusive.by_number(number, [(d,) for d in ways])
        case DirectionIf():
            condition = written.condition.lower(x)
            chosen = resolve(x, written.value, sites, site, mover=mover, default=default)
            others = resolve(x, written.otherwise, sites, site, mover=mover, default=default)
            which = _either_number(condition, chosen, others)
            if len(chosen) + len(others) > _FEW_CHOICES and which is not None:
                return Exclusive.by_number(x.b.let("choice", which), [ways for _, ways in (*chosen, *others)])
            yes = [(ops.both(condition, when), words) for when, words in chosen]
            no = [(ops.both(ops.negate(condition), when), words) for when, words in others]
            if which is None or isinstance(condition, n.Const):
                return [choice for choice in yes + no if choice[0] != ops.FALSE]
            either = Exclusive(yes + no)
            either.number = which
            return either
        case DirectionUnion() | DirectionDifference():
            first = resolve(x, written.directions, sites, site, mover=mover, default=default)
            second = resolve(x, written.subtraction, sites, site, mover=mover, default=default)
            return _combined(x, sites, site, first, second, join=isinstance(written, DirectionUnion))
    raise UnsupportedLudeme([f"{written.title} as a direction"])


def _combined(
    x: Context, sites: Sites, site: n.Expr, first: list[Choice], second: list[Choice], *, join: bool
) -> list[Choice]:
    """The directions of either of two sets, or those of the first without the second, where each case is one choice.

    Groups stand for the single directions that the site itself has, which may differ over the board.
    """
    if not join and len(second) > 1 and not isinstance(second, Exclusive):
        return _without(x, sites, site, first, second)
    first, second = _exhaustive(x, first), _exhaustive(x, second)
    found: list[Choice] = []
    cases: list[list[Choice]] = []
    exclusive = all(len(choices) == 1 or isinstance(choices, Exclusive) for choices in (first, second))
    for a_holds, a in first:
        for b_holds, b in second:
            meant = x.b.once(("combined", sites.type, a, b, join), partial(_meant_together, sites, a, b, join))
            places = _by_place(x, sites, site, meant)
            cases.append(places)
            exclusive = exclusive and len(places) <= 1
            found += [(ops.both(a_holds, b_holds, here), ways) for here, ways in places]
    found = [choice for choice in found if choice[0] != ops.FALSE]
    if not exclusive:
        return found
    a_number, b_number = _number(first), _number(second)
    everywhere = all(here == ops.TRUE for places in cases for here, _ in places)
    if a_number is not None and b_number is not None and everywhere:
        return _picked(x, a_number, b_number, [places[0][1] if places else None for places in cases], len(second))
    groups: dict[Directions, list[n.Expr]] = {}
    for condition, ways in found:
        groups.setdefault(ways, []).append(condition)
    return Exclusive((ops.either(*conditions), ways) for ways, conditions in groups.items())


def _exhaustive(x: Context, choices: list[Choice]) -> list[Choice]:
    """Choices of which one always applies: that of no direction where the others may all fail."""
    if _number(choices) == ops.number(0) or (isinstance(choices, Exclusive) and choices.always):
        return choices
    if isinstance(choices, Exclusive) and choices.number is not None:
        none = ops.number(len(choices))
        number = x.b.let("choice", ops.select(ops.ge(choices.number, ops.number(0)), choices.number, none))
        return Exclusive.by_number(number, [*(ways for _, ways in choices), ()])
    none_applies = ops.negate(ops.either(*(condition for condition, _ in choices)))
    kind = Exclusive if isinstance(choices, Exclusive) else list
    return kind([*choices, (none_applies, ())])


def _without(x: Context, sites: Sites, site: n.Expr, first: list[Choice], second: list[Choice]) -> list[Choice]:
    """The directions of the first without those of the second, of which several may apply, one by one."""
    left: list[Choice] = []
    for holds, ways in first:
        for direction, where in _where_meant(sites, ways).items():
            out = [ops.both(b_holds, _is_meant(x, sites, site, b, direction)) for b_holds, b in second]
            here = ops.has(ops.sites(x.universe, where), site)
            left.append((ops.both(holds, here, ops.negate(ops.either(*out))), (direction,)))
    return [choice for choice in left if choice[0] != ops.FALSE]


def _is_meant(x: Context, sites: Sites, site: n.Expr, ways: Directions, direction: Direction) -> n.Expr:
    where = _where_meant(sites, ways).get(direction, set())
    return ops.has(ops.sites(x.universe, where), site) if where else ops.FALSE


def _meant_together(sites: Sites, a: Directions, b: Directions, join: bool) -> dict[Direction, set[int]]:
    """The single directions of either of two lists, or of the first without the second, with the sites for each."""
    ours, theirs = _where_meant(sites, a), _where_meant(sites, b)
    meant = {d: ours[d] - (set() if join else theirs.get(d, set())) for d in ours}
    if join:
        for d, where in theirs.items():
            meant[d] = meant.get(d, set()) | where
    return meant


def _number(choices: list[Choice]) -> n.Expr | None:
    """The index of the choice that applies, where a number tells."""
    if len(choices) == 1 and choices[0][0] == ops.TRUE:
        return ops.number(0)
    return choices.number if isinstance(choices, Exclusive) else None


def _either_number(condition: n.Expr, chosen: list[Choice], others: list[Choice]) -> n.Expr | None:
    """The index of the choice that applies among those for a condition and, behind them, those for its opposite."""
    a, b = _number(chosen), _number(others)
    if a is None or b is None:
        return None
    shifted = ops.select(ops.ge(b, ops.number(0)), ops.add(b, ops.number(len(chosen))), ops.NOWHERE)
    return ops.select(condition, a, shifted)


def _picked(x: Context, a: n.Expr, b: n.Expr, cases: list[Directions | None], width: int) -> Exclusive:
    """The directions for each pair of numbers, picked by a table; cases that mean the same are one choice."""
    kept = list(dict.fromkeys(ways for ways in cases if ways is not None))
    numbers = [-1 if ways is None else kept.index(ways) for ways in cases]
    table = x.b.table("choices", n.INT, (len(cases) // width, width), numbers)
    known = ops.both(ops.ge(a, ops.number(0)), ops.ge(b, ops.number(0)))
    number = x.b.let("choice", ops.select(known, ops.lookup(table, a, b), ops.NOWHERE))
    return Exclusive.by_number(number, kept)


def _where_meant(sites: Sites, directions: Directions) -> dict[Direction, set[int]]:
    """The single directions that words mean, each with the sites where it does."""
    meant: dict[Direction, set[int]] = {}
    for word in directions:
        if word not in RELATIONS:
            meant.setdefault(word, set()).update(range(sites.count))
            continue
        for place, own in enumerate(sites.supported_by_site(word)):
            for direction in own:
                meant.setdefault(direction, set()).add(place)
    return meant


def _by_place(x: Context, sites: Sites, site: n.Expr, meant: dict[Direction, set[int]]) -> list[Choice]:
    """Directions that hold on some sites, as choices; where one leads nowhere it does not matter that it holds."""

    def leading(direction: Direction) -> frozenset[int]:
        """The sites from which a direction leads somewhere."""
        key = ("leading", sites.type, direction)
        return x.b.once(key, lambda: frozenset(s for s in range(sites.count) if sites.step(direction, s)))

    everywhere = [d for d, where in meant.items() if leading(d) <= where]
    choices: list[Choice] = [(ops.TRUE, tuple(everywhere))] if everywhere else []
    for direction, where in meant.items():
        if where and direction not in everywhere:
            choices.append((ops.has(ops.sites(x.universe, where), site), (direction,)))
    return choices


def _meet_nowhere(x: Context, sites: Sites) -> bool:
    """True if the lines from a site in different directions have no other site in common, wherever it is."""

    def find_out() -> bool:
        lines = [sites.radials(d) for d in sites.supported(Direction.All)]
        for site in range(sites.count):
            seen: set[int] = set()
            for by_site in lines:
                own = {passed for path in by_site[site] for passed in path[1:]}
                if seen & own:
                    return False
                seen |= own
        return True

    return x.b.once(("apart", sites.type), find_out)


def leads(x: Context, sites: Sites, direction: Direction, start: n.Expr, goal: n.Expr) -> n.Expr:
    """True if a straight line from `start` in a direction meets `goal`."""

    def make() -> n.Table:
        masks = [_mask(site for path in paths for site in path[1:]) for paths in sites.radials(direction)]
        masks += [0] * (x.setting.sites - len(masks))
        return x.b.table(f"line_{direction.name}", n.set_of(x.universe), (len(masks),), masks)

    table = x.b.once(("line", sites.type, direction), make)
    return ops.has(ops.lookup_guarded(table, start, ops.empty_set(x.universe)), goal)


def way_between(x: Context, sites: Sites, directions: Sequence[Direction], start: n.Expr, goal: n.Expr) -> n.Expr:
    """The number, from 1 on, of the first direction in which a straight line from `start` meets `goal`; 0 for none."""
    if x.setting.sites > _SMALL_BOARD:
        way: n.Expr = ops.number(0)
        for k, direction in reversed(list(enumerate(directions, 1))):
            way = ops.select(leads(x, sites, direction, start, goal), ops.number(k), way)
        return x.outline("way", (n.Return(way),), n.INT)
    size = x.setting.sites
    table = x.b.once(("way", sites.type, *directions), lambda: _way_table(x, sites, directions))
    inside = [ops.both(ops.le(ops.number(0), site), ops.lt(site, ops.number(size))) for site in (start, goal)]
    return ops.select(ops.both(*inside), ops.lookup(table, start, goal), ops.number(0))


def _way_table(x: Context, sites: Sites, directions: Sequence[Direction]) -> n.Table:
    size = x.setting.sites
    ways = [0] * (size * size)
    for k, direction in reversed(list(enumerate(directions, 1))):
        for origin, paths in enumerate(sites.radials(direction)):
            for path in paths:
                for site in path[1:]:
                    ways[origin * size + site] = k
    return x.b.table("way", n.INT, (size, size), ways)


def last_way(x: Context, written: DirectionArgument | None, sites: Sites) -> tuple[n.Expr, Directions] | None:
    """The way of the latest move, or the way back, where just that is written: its number and the directions meant."""
    match written:
        case RelativeDirection():
            words, relation = [written.name], Direction.Adjacent
        case RelativeDirections(relative_directions=None, relative_direction=RelativeDirection() as word, by_site=None):
            words, relation = [word.name], Direction[written.of.name] if written.of else Direction.Adjacent
        case _:
            return None
    if words[0] not in _OF_THE_MOVE:
        return None
    directions = sites.supported(relation)
    start, goal = _ends_of_move(x, words[0])
    return way_between(x, sites, directions, start, goal), directions


def _ends_of_move(x: Context, word: str) -> tuple[n.Expr, n.Expr]:
    start, goal = x.b.load("last_from"), x.b.load("last_to")
    return (start, goal) if word == "SameDirection" else (goal, start)


def _relative(
    x: Context,
    words: list[str],
    relation: Direction,
    sites: Sites,
    site: n.Expr,
    mover: Component | None,
    *,
    by_site: bool = False,
) -> list[Choice]:
    supported = sites.supported(relation)
    if _OF_THE_MOVE & set(words):
        return _by_last_move(x, words, relation, sites, site, mover)
    facings = facings_of(x, site, mover)
    if ROTATIONS in x.setting.needs:
        rotation = x.b.let("rotation", x.store.datum("rotation", site))
        facings = [(ops.both(when, t), f) for when, facing in facings for t, f in _rotated(facing, supported, rotation)]
    groups: dict[Directions, list[n.Expr]] = {}
    for when, facing in facings:
        if not by_site:
            groups.setdefault(_turned(words, facing, supported), []).append(when)
            continue
        for own, where in _sites_by_support(sites, relation).items():
            here = ops.has(ops.sites(x.universe, where), site)
            groups.setdefault(_turned(words, facing, own), []).append(ops.both(when, here))
    choices = Exclusive((ops.either(*conditions), directions) for directions, conditions in groups.items())
    choices.always = True  # whatever stands there faces somewhere
    return choices


def _turned(words: Iterable[str], facing: Direction, supported: Directions) -> Directions:
    return tuple(d for word in words for d in relative(word, facing, supported))


def facings_of(x: Context, site: n.Expr, piece: Component | None) -> list[tuple[n.Expr, Direction]]:
    """The ways in which a piece faces, or whatever stands on a site where that is not known."""
    return [(ops.TRUE, piece.facing or Direction.N)] if piece else _facings(x, site)


def _facings(x: Context, site: n.Expr) -> list[tuple[n.Expr, Direction]]:
    """The ways in which whatever stands on a site may face; an empty site faces north."""
    pieces: dict[Direction, list[int]] = {Direction.N: [0]}
    for component in x.setting.components:
        pieces.setdefault(component.facing or Direction.N, []).append(component.index)
    if len(pieces) == 1:
        return [(ops.TRUE, Direction.N)]
    what = x.b.let("piece", x.store.what(site))
    return [
        (ops.either(*(ops.eq(what, ops.number(index)) for index in indices)), facing)
        for facing, indices in pieces.items()
    ]


def _rotated(facing: Direction, supported: Directions, rotation: n.Expr) -> list[tuple[n.Expr, Direction]]:
    """The ways in which a piece faces that is turned to the right so many times."""
    ways = [facing]
    while True:
        turned = relative("FR", ways[-1], supported)
        if not turned or turned[0] in ways:
            break
        ways.append(turned[0])
    if len(ways) == 1:
        return [(ops.TRUE, facing)]
    first = ways.index(turned[0]) if turned else len(ways) - 1
    period = ops.number(len(ways) - first)
    found: list[tuple[n.Expr, Direction]] = []
    for k, way in enumerate(ways):
        at = ops.eq(rotation, ops.number(k))
        if k >= first:
            beyond = ops.arithmetic("mod", ops.sub(rotation, ops.number(first)), period)
            at = ops.both(ops.ge(rotation, ops.number(first)), ops.eq(beyond, ops.number(k - first)))
        found.append((at, way))
    return found


def _sites_by_support(sites: Sites, relation: Direction) -> dict[Directions, list[int]]:
    """The sites that have the same directions of their own."""
    groups: dict[Directions, list[int]] = {}
    for site, own in enumerate(sites.supported_by_site(relation)):
        groups.setdefault(tuple(own), []).append(site)
    return groups


def _by_last_move(
    x: Context, words: list[str], relation: Direction, sites: Sites, site: n.Expr, mover: Component | None
) -> list[Choice]:
    """The first supported direction in which the latest move went, or the way back; other words as they always are."""
    choices: list[Choice] = []
    for word in words:
        if word not in _OF_THE_MOVE:
            others = _relative(x, [word], relation, sites, site, mover)
            choices += [(when, (d,)) for when, directions in others for d in directions]
            continue
        a, b = _ends_of_move(x, word)
        earlier: n.Expr = ops.FALSE
        for d in sites.supported(relation):
            here = leads(x, sites, d, a, b)
            choices.append((ops.both(ops.negate(earlier), here), (d,)))
            earlier = ops.either(earlier, here)
    return Exclusive(choices) if len(words) == 1 else choices


def is_single(direction: Direction) -> bool:
    """True if a direction is one of the compass, of rotation or of space, and not a group."""
    return direction in FACING_INDEX


def _mask(sites: Iterable[int]) -> int:
    mask = 0
    for site in sites:
        mask |= 1 << site
    return mask


def neighbour_table(x: Context, sites: Sites, directions: Iterable[Direction]) -> n.Table:
    """For each site the set of sites one step away in any of some directions."""
    directions = tuple(directions)

    def make() -> n.Table:
        masks = [_mask(t for d in directions for t in sites.step(d, site)) for site in range(sites.count)]
        masks += [0] * (x.setting.sites - len(masks))
        name = "near_" + "_".join(d.name for d in directions)
        return x.b.table(name, n.set_of(x.universe), (len(masks),), masks)

    return x.b.once(("near", sites.type, *directions), make)


def step_tables(x: Context, sites: Sites, direction: Direction) -> list[n.Table]:
    """Where one step in a direction leads from each site, -1 for nowhere; several tables if a step has several ends."""

    def make() -> list[n.Table]:
        ends = [sites.step(direction, site) for site in range(sites.count)]
        most = max((len(one) for one in ends), default=0)
        beyond = [-1] * (x.setting.sites - sites.count)
        columns = [[one[k] if k < len(one) else -1 for one in ends] + beyond for k in range(most)]
        return [x.b.table(f"step_{direction.name}", n.INT, (len(column),), column) for column in columns]

    return x.b.once(("steps", sites.type, direction), make)


def ray_tables(x: Context, sites: Sites, direction: Direction) -> list[n.Table]:
    """The straight lines from each site in a direction, as tables (site, distance - 1) filled up with -1."""

    def make() -> list[n.Table]:
        lines = sites.radials(direction)
        most = max((len(paths) for paths in lines), default=0)
        rays = [[paths[k][1:] if k < len(paths) else () for paths in lines] for k in range(most)]
        return [ray_table(x, f"ray_{direction.name}", own) for own in rays]

    return x.b.once(("rays", sites.type, direction), make)


def rays_of(x: Context, sites: Sites, directions: Iterable[Direction]) -> list[n.Table]:
    """The straight lines in some directions; a group is taken apart into single ones where that is the same."""
    tables: list[n.Table] = []
    for direction in directions:
        for part in x.b.once(("singles", sites.type, direction), partial(_singles, sites, direction)):
            tables += ray_tables(x, sites, part)
    return tables


def _singles(sites: Sites, group: Direction) -> Directions:
    """The single directions whose lines together are those of a group; the group itself if there are none such."""
    if is_single(group):
        return (group,)
    lines = sites.radials(group)
    relation = group if group in RELATIONS else Direction.All
    apart = [sites.radials(d) for d in sites.supported(relation)]
    for site in range(sites.count):
        if sorted(lines[site]) != sorted(path for part in apart for path in part[site]):
            return (group,)
    return tuple(sites.supported(relation))


def ray_table(x: Context, name: str, rays: list[tuple[int, ...]]) -> n.Table:
    """A table of lines of sites, one for each origin."""
    rays = [*rays, *([()] * (x.setting.sites - len(rays)))]
    length = max(1, max((len(ray) for ray in rays), default=0)) + 1
    values = [site for ray in rays for site in (*ray, *([-1] * (length - len(ray))))]
    return x.b.table(name, n.INT, (len(rays), length), values)


@dataclass(frozen=True)
class Rays:
    """Straight lines from every site: those of one direction, or of several, of which a number picks one in play."""

    table: n.Table
    way: n.Expr | None = None

    def at(self, site: n.Expr, place: n.Expr) -> n.Expr:
        """The site at a place of the line from a site, -1 beyond its end."""
        return ops.lookup(self.table, *self.index(site), place)

    def index(self, site: n.Expr) -> tuple[n.Expr, ...]:
        """Index of the line from a site in the table."""
        return (site,) if self.way is None else (self.way, site)

    def passed(self, x: Context, site: n.Expr, first: n.Expr, end: n.Expr) -> n.Expr | None:
        """The sites from one place of a line up to another, where the rules ask what a move passed."""
        if LAST_BETWEEN not in x.setting.needs:
            return None
        length = self.table.shape[-1]
        masks: list[int] = []
        for start in range(0, len(self.table.values), length):
            line = self.table.values[start : start + length]
            masks += [_mask(passed for passed in line[:k] if passed >= 0) for k in range(length + 1)]
        shape = (*self.table.shape[:-1], length + 1)
        table = x.b.table(f"{self.table.name}_up_to", n.set_of(x.universe), shape, masks)
        index = self.index(site)
        return ops.minus(ops.lookup(table, *index, end), ops.lookup(table, *index, first))


def for_each_way(
    x: Context, sites: Sites, choices: Sequence[Choice], body: Callable[[Rays], None], *, apart: bool = False
) -> None:
    """Runs `body` for the lines of all directions that apply, written once for all of them.

    With `apart` it is written for each direction where choices are few: passes then may ask for all sites at once.
    """
    singles = sorted({d for _, directions in choices for d in directions}, key=lambda d: d.value)
    lines = [sites.radials(d) for d in singles] if all(is_single(d) for d in singles) else []
    if not is_written_once(choices) or not lines or any(len(own) > 1 for by_site in lines for own in by_site):
        for condition, directions in choices:
            with x.b.if_(condition):
                _one_after_the_other(x, sites, rays_of(x, sites, directions), body, apart)
        return
    beyond: list[tuple[int, ...]] = [()] * (x.setting.sites - sites.count)
    rows = [[*(own[0][1:] if own else () for own in by_site), *beyond] for by_site in lines]
    length = max(len(row) for by_site in rows for row in by_site) + 1
    values = [site for by_site in rows for row in by_site for site in (*row, *([-1] * (length - len(row))))]
    table = x.b.table("rays", n.INT, (len(rows), x.setting.sites, length), values)
    most = max(len(directions) for _, directions in choices)
    ways = [singles.index(ds[k]) if k < len(ds) else -1 for _, ds in choices for k in range(most)]
    picked = x.b.table("ways", n.INT, (len(choices), most), ways)
    choice = x.b.let("choice", index_of_choice(choices))
    with x.b.if_(ops.ge(choice, ops.number(0))), x.b.range_("k", ops.number(0), ops.number(most)) as k:
        way = x.b.let("way", ops.lookup(picked, choice, k))
        with x.b.if_(ops.ge(way, ops.number(0))):
            body(Rays(table, way))


def _one_after_the_other(
    x: Context, sites: Sites, tables: list[n.Table], body: Callable[[Rays], None], apart: bool
) -> None:
    alone = (apart or len(tables) < 2) and not x.setting.many_kinds
    if not alone and (x.setting.many_kinds or sum(len(table.values) for table in tables) > _LARGE):
        every = all_rays(x, sites)
        if every.has(tables):
            with every.each(x, tables) as way:
                body(Rays(every.table, way))
            return
    if alone:
        for table in tables:
            body(Rays(table))
        return
    together = x.b.once(("together", *(table.name for table in tables)), lambda: _together(x, tables))
    with x.b.range_("way", ops.number(0), ops.number(len(tables))) as way:
        body(Rays(together, way))


@dataclass(frozen=True)
class AllWays:
    """The lines, or steps, in all single directions in one table, and the names of the tables they come from."""

    table: n.Table
    names: list[str]

    def has(self, tables: Sequence[n.Table]) -> bool:
        """True if all of some tables are in this one."""
        return bool(tables) and {table.name for table in tables} <= {*self.names}

    @contextmanager
    def each(self, x: Context, tables: Sequence[n.Table]) -> Iterator[n.Expr]:
        """Statements that run for some of the ways. Which these are is one number, so that functions may share them."""
        ways = self.ways(tables)
        with x.b.range_("k", ops.number(0), ops.number(len(ways))) as k:
            if max(ways) < 8 >= len(ways):
                yield self._digit(x, ops.number(_code(ways)), k)
            else:
                yield x.b.let("way", ops.lookup(x.b.table("ways", n.INT, (len(ways),), ways), k))

    @contextmanager
    def each_of(self, x: Context, families: Sequence[Sequence[n.Table]], family: n.Expr) -> Iterator[n.Expr]:
        """The same for one of several families of ways, each of which has at most eight."""
        if len(families) == 1 and families[0]:
            with self.each(x, families[0]) as way:
                yield way
            return
        listed = [self.ways(tables) for tables in families]
        counts = x.b.table("counts", n.INT, (len(listed),), [len(ways) for ways in listed])
        codes = x.b.table("codes", n.INT, (len(listed),), [_code(ways) for ways in listed])
        code = x.b.let("code", ops.lookup(codes, family))
        with x.b.range_("k", ops.number(0), ops.lookup(counts, family)) as k:
            yield self._digit(x, code, k)

    def ways(self, tables: Sequence[n.Table]) -> list[int]:
        """The numbers of the ways that some tables hold."""
        return [self.names.index(table.name) for table in tables]

    def _digit(self, x: Context, code: n.Expr, k: n.Expr) -> n.Expr:
        digit = ops.arithmetic("shift_right", code, ops.mul(k, ops.number(3)))
        return x.b.let("way", ops.arithmetic("bit_and", digit, ops.number(7)))


def _code(ways: Sequence[int]) -> int:
    """Up to eight numbers below eight as the digits of one."""
    return sum(way << 3 * k for k, way in enumerate(ways))


def all_rays(x: Context, sites: Sites) -> AllWays:
    """Pieces that move in some of many ways share one table instead of having one each."""

    def make() -> AllWays:
        tables = rays_of(x, sites, sites.supported(Direction.All))
        return AllWays(_together(x, tables), [table.name for table in tables])

    return x.b.once(("all rays", sites.type), make)


def all_steps(x: Context, sites: Sites) -> AllWays:
    """The same for single steps."""

    def make() -> AllWays:
        tables = [table for d in sites.supported(Direction.All) for table in step_tables(x, sites, d)]
        values = [value for table in tables for value in table.values]
        joined = x.b.table("steps", n.INT, (len(tables), x.setting.sites), values)
        return AllWays(joined, [table.name for table in tables])

    return x.b.once(("all steps", sites.type), make)


def _together(x: Context, tables: list[n.Table]) -> n.Table:
    """Lines of several tables in one."""
    lines, length = tables[0].shape[0], max(table.shape[1] for table in tables)
    values: list[int] = []
    for table in tables:
        width = table.shape[1]
        for k in range(lines):
            values += (*table.values[k * width : (k + 1) * width], *([-1] * (length - width)))
    return x.b.table(f"{tables[0].name}_and_others", n.INT, (len(tables), lines, length), values)


def is_written_once(choices: Sequence[Choice]) -> bool:
    """True if what is done in some directions is written once, and a number says which of the choices applies."""
    return len(choices) > _FEW_CHOICES and isinstance(choices, Exclusive)


def index_of_choice(choices: Sequence[Choice]) -> n.Expr:
    """The number of the choice that applies, -1 if none does."""
    if isinstance(choices, Exclusive) and choices.number is not None:
        return choices.number
    index: n.Expr = ops.NOWHERE
    for k, (condition, _) in reversed(list(enumerate(choices))):
        index = ops.select(condition, ops.number(k), index)
    return index


def near_by_choice(x: Context, sites: Sites, choices: Sequence[Choice], site: n.Expr) -> n.Expr | None:
    """The sites one step away in the directions that apply; None where the choices are better written apart."""
    if not is_written_once(choices):
        return None
    masks: list[int] = []
    for _, directions in choices:
        masks += neighbour_table(x, sites, directions).values
    table = x.b.table("near_by_choice", n.set_of(x.universe), (len(choices), x.setting.sites), masks)
    choice = x.b.let("choice", index_of_choice(choices))
    inside = ops.ge(choice, ops.number(0))
    return ops.select(inside, ops.lookup(table, choice, site), ops.empty_set(x.universe))


def one_by_one(sites: Sites, directions: tuple[Direction, ...]) -> tuple[Direction, ...]:
    """Directions with those of several in place of words for them."""
    return tuple(one for each in directions for one in ([each] if is_single(each) else sites.supported(each)))


__all__ = [
    "AllWays",
    "Choice",
    "Directions",
    "Exclusive",
    "Rays",
    "all_rays",
    "all_steps",
    "facings_of",
    "for_each_way",
    "index_of_choice",
    "is_single",
    "is_written_once",
    "last_way",
    "leads",
    "near_by_choice",
    "neighbour_table",
    "one_by_one",
    "ray_table",
    "ray_tables",
    "rays_of",
    "resolve",
    "step_tables",
    "way_between",
]
