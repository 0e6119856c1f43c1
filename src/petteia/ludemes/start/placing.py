"""The start position: placing pieces, counts, scores, remembered values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from petteia.errors import LudTypeError, UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.pieces import DATA, AddPiece
from petteia.ludemes.enums import RoleType
from petteia.ludemes.equipment.large import PutLarge
from petteia.ludemes.lowering.facts import Component
from petteia.ludemes.lowering.storage import UNCHANGED
from petteia.ludemes.play.memory import remembered_field
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.values.lists import Kept

if TYPE_CHECKING:
    from petteia.board import Container
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.start.rules import (
        ForEachStartSite,
        ForEachStartValue,
        PlaceItem,
        PlaceOnSites,
        PlaceStack,
        SetOwnerOfSite,
        SetOwnerOfSites,
        SetRememberValue,
        SetStartAmount,
        SetStartCount,
        SetStartScore,
    )
    from petteia.ludemes.types import IntFunction, RegionFunction, StartRule


def start_value(x: Context, written: IntFunction | None, default: int) -> n.Expr:
    """A number of a start rule; it may depend on iterators, on chance, and on what was placed before."""
    return ops.number(default) if written is None else x.b.let("value", written.lower(x))


def times(x: Context, count: n.Expr, body: Callable[[], None]) -> None:
    """Writes what is done so many times, written out where the number is known."""
    if isinstance(count, n.Const):
        for _ in range(count.value):
            body()
        return
    with x.b.range_("time", ops.number(0), count):
        body()


def for_sites(x: Context, region: RegionFunction, body: Callable[[n.Expr, int], None]) -> None:
    """Runs `body` for each site of a region and its place in it, one by one where they are known before play."""
    if numbers := region.numbers_beyond(x):
        raise LudTypeError(f"the game begins on site {numbers[-1]}, which does not exist", place=region.place)
    members = region.lower(x)
    if isinstance(members, n.Const):
        for k, site in enumerate(ops.bits(members.value)):
            body(ops.number(site), k)
        return
    with x.b.for_("site", members) as each:
        x.store.mark_valid(each)
        body(each, 0)


def start_component(x: Context, name: str, rule: StartRule) -> Component:
    """The component with a name that must exist."""
    found = x.spec.component_by_name(name)
    if found is None:
        known = ", ".join(c.name for c in x.spec.components)
        raise LudTypeError(f'no piece is called "{name}"', place=rule.place, suggestion=f"there are {known}")
    return found


def _data(x: Context, rule: PlaceItem | PlaceOnSites | PlaceStack) -> dict[str, n.Expr]:
    given = {"state": rule.state, "rotation": rule.rotation, "value": rule.value}
    return {name: UNCHANGED if written is None else written.lower(x) for name, written in given.items()}


def _is_inside(x: Context, site: n.Expr, component: Component) -> n.Expr:
    """True if a site exists, where that is not known before."""
    if isinstance(site, n.Const) and not 0 <= site.value < x.spec.sites:
        raise LudTypeError(f"{component.name} is placed on site {site.value}, which does not exist")
    return x.store.exists(site)


def place(x: Context, site: n.Expr, component: Component, count: n.Expr, data: dict[str, n.Expr]) -> None:
    """Places pieces on a site; each placement is a move by nobody."""
    state, rotation, value = (data[name] for name in ("state", "rotation", "value"))
    with x.b.if_(_is_inside(x, site, component)):
        if component.walks and isinstance(site, n.Const) and site.value < x.spec.default.count:
            PutLarge(component, site, ops.number(0) if state == UNCHANGED else state).apply(x)
        else:
            AddPiece(site, ops.number(component.index), count, state, rotation, value).apply(x)
        x.rules.note_placement(site)
    if x.store.kind == x.spec.board.use:
        x.rules.note_start(component, site)


def place_item(x: Context, rule: PlaceItem) -> None:
    """Pieces on one site, or in hands."""
    count, data = start_value(x, rule.count, 1), _data(x, rule)
    if rule.container is not None:
        _place_in_container(x, rule, count, data)
        return
    site = _one_site(x, rule)
    if site is not None:
        place(x, site, start_component(x, rule.item, rule), count, data)


def _one_site(x: Context, rule: PlaceItem | PlaceStack | SetOwnerOfSite) -> n.Expr | None:
    if rule.coordinate is not None:
        labels = x.spec.sites_of(rule.site_type).by_label
        if rule.coordinate not in labels:
            raise LudTypeError(f'the board has no site "{rule.coordinate}"', place=rule.place)
        return ops.number(labels[rule.coordinate])
    return start_value(x, rule.site, 0) if rule.site is not None else None


def _place_in_container(x: Context, rule: PlaceItem, count: n.Expr, data: dict[str, n.Expr]) -> None:
    spec = x.spec
    assert rule.container is not None
    shared = next((c for c in spec.components if c.name == rule.item and c.owner > spec.players), None)
    if rule.container == "Hand" and not any(ch.isdigit() for ch in rule.item) and shared is None:
        for player in range(1, spec.players + 1):
            hand = next((c for c in spec.containers if c.name == f"Hand{player}"), None)
            if hand is not None:
                site = ops.number(_first_free(x, list(hand.sites)))
                place(x, site, start_component(x, f"{rule.item}{player}", rule), count, data)
        return
    index, container = _container_named(x, rule.container, rule)
    if "Hand" in rule.container:
        # compat: the piece placed is the one whose number is that of the container
        if not 1 <= index <= len(spec.components):
            raise LudTypeError(f"there is no piece with the number {index} of {container.name}", place=rule.place)
        place(x, ops.number(container.first), spec.components[index - 1], count, data)
        return
    at = ops.add(ops.number(container.first), start_value(x, rule.site, 0))
    place(x, at, start_component(x, rule.item, rule), count, data)


def _container_named(x: Context, name: str, rule: StartRule) -> tuple[int, Container]:
    """The container of a name, and its number."""
    for index, container in enumerate(x.spec.containers):
        if container.name == name:
            return index, container
    raise LudTypeError(f'there is no container "{name}"', place=rule.place)


def _first_free(x: Context, sites: list[int]) -> int:
    taken = 0
    for mask in x.rules.placed.values():
        taken |= mask
    site = next((site for site in sites if not taken >> site & 1), sites[0])
    x.rules.placed[len(x.rules.placed)] = 1 << site
    return site


def place_on_sites(x: Context, rule: PlaceOnSites) -> None:
    """One kind of piece on several sites. compat: of the counts only the first is used."""
    count = start_value(x, rule.counts[0], 1) if rule.counts else ops.number(1)
    component, data = start_component(x, rule.item, rule), _data(x, rule)
    _for_each_site(x, rule, lambda site: place(x, site, component, count, data), must_exist=False)


def _for_each_site(
    x: Context, rule: PlaceOnSites | SetOwnerOfSites, body: Callable[[n.Expr], None], *, must_exist: bool = True
) -> None:
    if rule.coordinates is not None:
        labels = x.spec.sites_of(rule.site_type).by_label
        unknown = [label for label in rule.coordinates if label not in labels]
        if unknown and must_exist:
            raise LudTypeError(f'the board has no site "{unknown[0]}"', place=rule.place)
        for label in rule.coordinates:  # compat: pieces are not placed where the board has no site
            if label in labels:
                body(ops.number(labels[label]))
    elif rule.region is not None:
        for_sites(x, rule.region, lambda site, _: body(site))
    else:
        for written in rule.sites or []:
            body(start_value(x, written, 0))


def place_stack(x: Context, rule: PlaceStack) -> None:
    """A stack of pieces on one site, or on each site of a region."""
    data = _data(x, rule)
    names = rule.items or ([rule.item] if rule.item else [])
    components = [start_component(x, name, rule) for name in names]
    if rule.region is not None and rule.item is not None:

        def pile(site: n.Expr, k: int) -> None:
            counts = rule.counts
            count = start_value(x, counts[k] if counts and k < len(counts) else rule.count, 1)
            times(x, count, lambda: place(x, site, components[0], ops.number(1), data))

        for_sites(x, rule.region, pile)
        return
    if rule.container is not None:
        # compat: on each site of the container every piece once, whatever the count
        sites = _container_named(x, rule.container, rule)[1].sites
        for component in components:
            for place_in_it in sites:
                place(x, ops.number(place_in_it), component, ops.number(1), data)
        return
    only = _one_site(x, rule)
    if only is None:
        raise LudTypeError("a stack needs a site", place=rule.place)
    for component in components:
        times(x, start_value(x, rule.count, 1), lambda c=component: place(x, only, c, ops.number(1), data))  # type: ignore[misc]


def set_start_count(x: Context, rule: SetStartCount) -> None:
    """Pieces of the last component on sites. compat: they belong to nobody."""
    if x.spec.stacking:
        raise UnsupportedLudeme(["set Count in a game of stacks"])
    if not x.spec.components:
        raise LudTypeError("there is no piece to set the count of", place=rule.place)
    count = start_value(x, rule.value, 0)
    last = x.spec.components[-1]

    def write(site: n.Expr) -> None:
        with x.b.if_(_is_inside(x, site, last)):
            with x.b.block() as some:
                x.store.put(site, ops.number(last.index), ops.number(0))
                x.store.write("count", site, count)
            with x.b.block() as none:
                x.store.clear(site)
            x.b.place_if(ops.gt(count, ops.number(0)), some, none)
            x.rules.note_placement(site)

    if rule.at is not None:
        write(start_value(x, rule.at, 0))
    if rule.to is not None:
        for_sites(x, rule.to, lambda site, _: write(site))


def _players(x: Context, role: RoleType | None) -> list[n.Const]:
    """The player that a role of a start rule means, where he exists; without a role all players."""
    everyone = [ops.number(player) for player in range(1, x.spec.players + 1)]
    if role is None:
        return everyone
    meant = role_index(x, role)
    return [player for player in everyone if player == meant]


def set_start_score(x: Context, rule: SetStartScore) -> None:
    """A score to begin with."""
    score = start_value(x, rule.value, 0)
    everyone = rule.role in (RoleType.Each, RoleType.All)
    for player in _players(x, None if everyone else rule.role):
        x.b.store("score", [player], score)
    x.rules.note_placement(ops.NOWHERE)


def set_start_amount(x: Context, rule: SetStartAmount) -> None:
    """Money to begin with, for one player or for all."""
    amount = start_value(x, rule.value, 0)
    everyone = rule.role in (None, RoleType.Each, RoleType.All)
    for player in _players(x, None if everyone else rule.role):
        x.b.store("amount", [player], amount)
    x.rules.note_placement(ops.NOWHERE)


def remember_at_start(x: Context, rule: SetRememberValue) -> None:
    """Values remembered from the start."""
    field = remembered_field(x, rule.name)
    unique = rule.unique.lower(x) if rule.unique else ops.FALSE

    def remember(value: n.Expr) -> None:
        with x.b.if_(ops.negate(ops.both(unique, Kept(x, field).contains(value)))):
            x.b.emit_statement(n.Append(field, (), value))
        x.rules.note_placement(ops.NOWHERE)

    if rule.region_value is not None and (numbers := rule.region_value.numbers_beyond(x)):
        for number in numbers:
            remember(ops.number(number))
    elif rule.region_value is not None:
        for_sites(x, rule.region_value, lambda site, _: remember(site))
    else:
        remember(start_value(x, rule.value, 0))


def put_owned_on_site(x: Context, rule: SetOwnerOfSite) -> None:
    """The piece of a player on a site."""
    component, site = _owned(x, rule.role), _one_site(x, rule)
    if component is not None and site is not None:
        place(x, site, component, ops.number(1), dict.fromkeys(DATA, UNCHANGED))


def put_owned_on_sites(x: Context, rule: SetOwnerOfSites) -> None:
    """The pieces of a player on several sites."""
    if (component := _owned(x, rule.role)) is not None:
        data: dict[str, n.Expr] = dict.fromkeys(DATA, UNCHANGED)
        _for_each_site(x, rule, lambda site: place(x, site, component, ops.number(1), data))


def _owned(x: Context, role: RoleType) -> Component | None:
    """The piece of a player. compat: it is the component with the player's number."""
    components, players = x.spec.components, x.spec.players
    if role.name[0] == "P" and role.name[1:].isdigit():
        found = [c for c in components if c.index == int(role.name[1:])]
    elif role in (RoleType.Neutral, RoleType.Shared, RoleType.All):
        owner = 0 if role == RoleType.Neutral else players + 1
        found = [c for c in components if c.owner == owner]
    else:
        found = []
    return found[0] if found else None


def for_each_start_value(x: Context, rule: ForEachStartValue) -> None:
    """A rule for each value of a range."""
    low, high = start_value(x, rule.minimum, 0), start_value(x, rule.maximum, 0)
    if isinstance(low, n.Const) and isinstance(high, n.Const):
        for value in range(low.value, high.value + 1):
            rule.starting_rule.lower(x.bind(value=ops.number(value)))
        return
    with x.b.range_("value", low, ops.add(high, ops.number(1))) as each:
        rule.starting_rule.lower(x.bind(value=each))


def for_each_start_site(x: Context, rule: ForEachStartSite) -> None:
    """A rule for each site of a region."""

    def apply(site: n.Expr, _: int) -> None:
        here = x.bind(site=site)
        with x.b.if_(rule.if_.lower(here) if rule.if_ else ops.TRUE):
            rule.starting_rule.lower(here)

    for_sites(x, rule.region, apply)


def for_each_start_player(x: Context, players: Sequence[int], rule: StartRule) -> None:
    """A rule for each of some players."""
    for player in players:
        rule.lower(x.bind(player=ops.number(player)))
