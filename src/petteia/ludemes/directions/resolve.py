"""Directions at a site: which absolute directions a written direction means there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from petteia.board import Direction, Sites
from petteia.board.directions import RELATIONS, relative
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.directions.choices import FEW_CHOICES, Choice, Directions, Exclusive
from petteia.ludemes.directions.rays import leads, way_between
from petteia.ludemes.directions.written import (
    AbsoluteDirections,
    DirectionDifference,
    DirectionIf,
    DirectionsBetween,
    DirectionUnion,
    RelativeDirections,
)
from petteia.ludemes.enums import AbsoluteDirection, RelativeDirection
from petteia.ludemes.needs import ROTATIONS
from petteia.ludemes.types import Direction as DirectionArgument
from petteia.ludemes.types import DirectionFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.facts import Component

__all__ = [
    "facings_of",
    "last_way",
    "resolve",
    "resolve_everywhere",
]


_OF_THE_MOVE = frozenset(["SameDirection", "OppositeDirection"])


def resolve(
    x: Context,
    written: DirectionArgument | None,
    sites: Sites,
    site: n.Expr,
    *,
    piece: Component | None = None,
    default: Direction = Direction.Adjacent,
    ordered: bool = False,
) -> list[Choice]:
    """The absolute directions a written direction means at a site.

    Relative directions depend on the piece: `piece` if it is known, else whatever stands on the site. Several choices
    come back where that, or a condition, is only known in play; they exclude each other unless they are single words.
    With `ordered` the directions of a choice come in the order of the language, for those who take the first.
    """
    if written is None:
        return [(ops.TRUE, (default,))]
    if isinstance(written, AbsoluteDirection):
        return [(ops.TRUE, (Direction[written.name],))]
    if isinstance(written, RelativeDirection):
        return _relative(x, [written.name], Direction.Adjacent, sites, site, piece)
    assert isinstance(written, DirectionFunction)
    again = partial(resolve, x, sites=sites, site=site, piece=piece, default=default, ordered=ordered)
    return _resolve_function(x, written, sites, site, piece, again, ordered=ordered)


def resolve_everywhere(
    x: Context, written: DirectionArgument | None, sites: Sites, default: Direction = Direction.Adjacent
) -> Directions | None:
    """The absolute directions a written direction means on every site; None if that differs or may change in play."""
    anywhere = x.b.fresh("anywhere", n.INT)
    with x.b.block():
        choices = resolve(x, written, sites, anywhere, default=default)
    return choices[0][1] if len(choices) == 1 and choices[0][0] == ops.TRUE else None


def _resolve_function(
    x: Context,
    written: DirectionFunction,
    sites: Sites,
    site: n.Expr,
    piece: Component | None,
    again: Callable[[DirectionArgument | None], list[Choice]],
    *,
    ordered: bool,
) -> list[Choice]:
    match written:
        case AbsoluteDirections():
            named = [*(written.absolute_directions or []), written.absolute_direction]
            return [(ops.TRUE, tuple(Direction[word.name] for word in named if word is not None))]
        case RelativeDirections():
            single = [written.relative_direction] if written.relative_direction else []
            words = [word.name for word in written.relative_directions or single] or ["Forward"]
            relation = Direction[written.of.name] if written.of else Direction.Adjacent
            return _relative(x, words, relation, sites, site, piece, by_site=bool(written.by_site))
        case DirectionsBetween():
            kind = x.spec.sites_of(written.site_type)
            start, goal = x.b.let("start", written.from_.lower(x)), x.b.let("goal", written.to.lower(x))
            ways = kind.supported(Direction.All)
            if not _meet_nowhere(x, kind):
                return [(leads(x, kind, d, start, goal), (d,)) for d in ways]
            number = x.b.let("way", ops.sub(way_between(x, kind, ways, start, goal), ops.number(1)))
            return Exclusive.by_number(number, [(d,) for d in ways])
        case DirectionIf():
            condition = written.condition.lower(x)
            chosen, others = again(written.value), again(written.otherwise)
            which = _either_number(condition, chosen, others)
            if len(chosen) + len(others) > FEW_CHOICES and which is not None:
                return Exclusive.by_number(x.b.let("choice", which), [ways for _, ways in (*chosen, *others)])
            yes = [(ops.both(condition, when), words) for when, words in chosen]
            no = [(ops.both(ops.negate(condition), when), words) for when, words in others]
            if which is None or isinstance(condition, n.Const):
                return [choice for choice in yes + no if choice[0] != ops.FALSE]
            either = Exclusive(yes + no)
            either.number = which
            return either
        case DirectionUnion() | DirectionDifference():
            first, second = again(written.directions), again(written.subtraction)
            join = isinstance(written, DirectionUnion)
            if ordered:
                return _combined_in_order(x, sites, site, first, second, join=join)
            return _combined(x, sites, site, first, second, join=join)
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


def _combined_in_order(
    x: Context, sites: Sites, site: n.Expr, first: list[Choice], second: list[Choice], *, join: bool
) -> list[Choice]:
    """The same, where each site has its directions in its own order."""
    found: list[Choice] = []
    for a_holds, a in _exhaustive(x, first):
        for b_holds, b in _exhaustive(x, second):
            for ways, where in _by_own_order(sites, a, b, join=join).items():
                here = ops.TRUE if len(where) == sites.count else ops.has(ops.sites(x.universe, where), site)
                found.append((ops.both(a_holds, b_holds, here), ways))
    return [choice for choice in found if choice[0] != ops.FALSE]


def _by_own_order(sites: Sites, a: Directions, b: Directions, *, join: bool) -> dict[Directions, list[int]]:
    """The sites that have the same directions of either of two lists, or of the first without the second."""
    own = {word: sites.supported_by_site(word) for word in {*a, *b} if word in RELATIONS}

    def meant(words: Directions, place: int) -> Directions:
        return tuple(dict.fromkeys(d for word in words for d in (own[word][place] if word in own else (word,))))

    found: dict[Directions, list[int]] = {}
    for place in range(sites.count):
        ours, theirs = meant(a, place), meant(b, place)
        ways = (*ours, *(d for d in theirs if d not in ours)) if join else tuple(d for d in ours if d not in theirs)
        found.setdefault(ways, []).append(place)
    return found


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
    piece: Component | None,
    *,
    by_site: bool = False,
) -> list[Choice]:
    supported = sites.supported(relation)
    if _OF_THE_MOVE & set(words):
        return _by_last_move(x, words, relation, sites, site, piece)
    facings = facings_of(x, site, piece)
    if ROTATIONS in x.spec.needs:
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
    for component in x.spec.components:
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
    x: Context, words: list[str], relation: Direction, sites: Sites, site: n.Expr, piece: Component | None
) -> list[Choice]:
    """The first supported direction in which the latest move went, or the way back; other words as they always are."""
    choices: list[Choice] = []
    for word in words:
        if word not in _OF_THE_MOVE:
            others = _relative(x, [word], relation, sites, site, piece)
            choices += [(when, (d,)) for when, directions in others for d in directions]
            continue
        a, b = _ends_of_move(x, word)
        earlier: n.Expr = ops.FALSE
        for d in sites.supported(relation):
            here = leads(x, sites, d, a, b)
            choices.append((ops.both(ops.negate(earlier), here), (d,)))
            earlier = ops.either(earlier, here)
    return Exclusive(choices) if len(words) == 1 else choices
