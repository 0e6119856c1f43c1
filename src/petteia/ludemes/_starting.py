"""The start position: placing pieces, counts, scores, remembered values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from petteia.errors import LudTypeError, UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops

from ._actions import DATA, AddPiece
from ._enums import RoleType
from ._facts import Component
from ._numbers import Kept
from ._remembering import remembered_field
from ._static import constant_number, constant_set
from ._storage import UNCHANGED

if TYPE_CHECKING:
    from petteia.types import Place

    from ._context import Context
    from ._types import IntFunction, StartRule
    from .start import (
        ForEachStartSite,
        ForEachStartValue,
        PlaceItem,
        PlaceOnSites,
        PlaceStack,
        SetOwnerOfSite,
        SetOwnerOfSites,
        SetRememberValue,
        SetStartCount,
        SetStartScore,
    )


def start_number(x: Context, written: IntFunction | None, default: int) -> int:
    """A number of a start rule; inside a loop of start rules it may use the iterator."""
    if written is None:
        return default
    value = written.lower(x)
    return value.value if isinstance(value, n.Const) else constant_number(x, written)


class HasPlace(Protocol):
    """A rule that knows where it was written."""

    @property
    def place(self) -> Place | None:
        """Where that is."""


def start_component(x: Context, name: str, rule: HasPlace) -> Component:
    """The component with a name that must exist."""
    found = x.setting.component_by_name(name)
    if found is None:
        known = ", ".join(c.name for c in x.setting.components)
        raise LudTypeError(f'no piece is called "{name}"', place=rule.place, suggestion=f"there are {known}")
    return found


def _data(x: Context, rule: PlaceItem | PlaceOnSites | PlaceStack) -> dict[str, n.Expr]:
    given = {"state": rule.state, "rotation": rule.rotation, "value": rule.value}
    return {name: UNCHANGED if written is None else written.lower(x) for name, written in given.items()}


def place(x: Context, site: int, component: Component, count: int, data: dict[str, n.Expr]) -> None:
    """Places pieces on a site; each placement is a move by nobody."""
    if not 0 <= site < x.setting.sites:
        raise LudTypeError(f"{component.name} is placed on site {site}, which does not exist")
    state, rotation, value = (data[name] for name in ("state", "rotation", "value"))
    AddPiece(ops.number(site), ops.number(component.index), ops.number(count), state, rotation, value).apply(x)
    if component.index not in x.rules.start_sites:
        x.rules.start_sites[component.index] = 0
    if site < x.setting.default.count and x.store.kind == x.setting.board.use:
        x.rules.start_sites[component.index] |= 1 << site
    x.rules.note_placement(ops.number(site))


def place_item(x: Context, rule: PlaceItem) -> None:
    """Pieces on one site, or in hands."""
    count, data = start_number(x, rule.count, 1), _data(x, rule)
    if rule.container is not None:
        _place_in_container(x, rule, count, data)
        return
    site = _one_site(x, rule)
    if site is not None:
        place(x, site, start_component(x, rule.item, rule), count, data)


def _one_site(x: Context, rule: PlaceItem | PlaceStack | SetOwnerOfSite) -> int | None:
    if rule.coordinate is not None:
        labels = x.setting.sites_of(rule.site_type).by_label
        if rule.coordinate not in labels:
            raise LudTypeError(f'the board has no site "{rule.coordinate}"', place=rule.place)
        return labels[rule.coordinate]
    return start_number(x, rule.site, 0) if rule.site is not None else None


def _place_in_container(x: Context, rule: PlaceItem, count: int, data: dict[str, n.Expr]) -> None:
    setting = x.setting
    assert rule.container is not None
    shared = next((c for c in setting.components if c.name == rule.item and c.owner > setting.players), None)
    if rule.container == "Hand" and not any(ch.isdigit() for ch in rule.item) and shared is None:
        for player in range(1, setting.players + 1):
            hand = next((c for c in setting.containers if c.name == f"Hand{player}"), None)
            if hand is not None:
                site = _first_free(x, list(hand.sites))
                place(x, site, start_component(x, f"{rule.item}{player}", rule), count, data)
        return
    index, container = next(((i, c) for i, c in enumerate(setting.containers) if c.name == rule.container), (0, None))
    if container is None:
        raise LudTypeError(f'there is no container "{rule.container}"', place=rule.place)
    if "Hand" in rule.container:
        # compat: the piece placed is the one whose number is that of the container
        place(x, container.first, setting.components[index - 1], count, data)
        return
    place(x, container.first + start_number(x, rule.site, 0), start_component(x, rule.item, rule), count, data)


def _first_free(x: Context, sites: list[int]) -> int:
    taken = 0
    for mask in x.rules.placed.values():
        taken |= mask
    site = next((site for site in sites if not taken >> site & 1), sites[0])
    x.rules.placed[len(x.rules.placed)] = 1 << site
    return site


def place_on_sites(x: Context, rule: PlaceOnSites) -> None:
    """One kind of piece on several sites. compat: of the counts only the first is used."""
    count = start_number(x, rule.counts[0], 1) if rule.counts else 1
    component, data = start_component(x, rule.item, rule), _data(x, rule)
    for site in _sites(x, rule):
        place(x, site, component, count, data)


def _sites(x: Context, rule: PlaceOnSites | SetOwnerOfSites) -> Sequence[int]:
    if rule.coordinates is not None:
        labels = x.setting.sites_of(rule.site_type).by_label
        unknown = [label for label in rule.coordinates if label not in labels]
        if unknown:
            raise LudTypeError(f'the board has no site "{unknown[0]}"', place=rule.place)
        return [labels[label] for label in rule.coordinates]
    if rule.region is not None:
        return ops.bits(constant_set(x, rule.region))
    return [start_number(x, site, 0) for site in rule.sites or []]


def place_stack(x: Context, rule: PlaceStack) -> None:
    """A stack of pieces on one site, or on each site of a region."""
    data = _data(x, rule)
    names = rule.items or ([rule.item] if rule.item else [])
    components = [start_component(x, name, rule) for name in names]
    if rule.region is not None and rule.item is not None:
        for k, site in enumerate(ops.bits(constant_set(x, rule.region))):
            counts = rule.counts
            count = start_number(x, counts[k], 1) if counts and k < len(counts) else start_number(x, rule.count, 1)
            for _ in range(count):
                place(x, site, components[0], 1, data)
        return
    only = _one_site(x, rule)
    if only is None:
        raise LudTypeError("a stack needs a site", place=rule.place)
    for component in components:
        for _ in range(start_number(x, rule.count, 1)):
            place(x, only, component, 1, data)


def set_start_count(x: Context, rule: SetStartCount) -> None:
    """Pieces of the last component on sites. compat: they belong to nobody."""
    count = start_number(x, rule.value, 0)
    sites = [start_number(x, rule.at, 0)] if rule.at is not None else []
    if rule.to is not None:
        sites = ops.bits(constant_set(x, rule.to))
    last = x.setting.components[-1]
    for site in sites:
        index = ops.number(site)
        if count > 0:
            x.store.put(index, ops.number(last.index), ops.number(0))
            x.store.write("count", index, ops.number(count))
        else:
            x.store.clear(index)
        x.rules.note_placement(index)


def set_start_score(x: Context, rule: SetStartScore) -> None:
    """A score to begin with."""
    score = ops.number(start_number(x, rule.value, 0))
    everyone = rule.role in (RoleType.Each, RoleType.All)
    players = list(range(1, x.setting.players + 1)) if everyone else [x.setting.owner_of_role(rule.role)]
    for player in players:
        x.b.store("score", [ops.number(player)], score)
    x.rules.note_placement(ops.NOWHERE)


def remember_at_start(x: Context, rule: SetRememberValue) -> None:
    """Values remembered from the start."""
    field = remembered_field(x, rule.name)
    if rule.region_value is not None:
        values = ops.bits(constant_set(x, rule.region_value))
    else:
        values = [start_number(x, rule.value, 0)]
    unique = rule.unique.lower(x) if rule.unique else ops.FALSE
    for value in values:
        number = ops.number(value)
        with x.b.if_(ops.negate(ops.both(unique, Kept(x, field).contains(number)))):
            x.b.emit_statement(n.Append(field, (), number))
        x.rules.note_placement(ops.NOWHERE)


def put_owned(x: Context, role: RoleType, sites: Sequence[int]) -> None:
    """The piece of a player on sites. compat: for a player it is the component with the player's number."""
    components, players = x.setting.components, x.setting.players
    if role.name[0] == "P" and role.name[1:].isdigit():
        found = [c for c in components if c.index == int(role.name[1:])]
    elif role in (RoleType.Neutral, RoleType.Shared, RoleType.All):
        owner = 0 if role == RoleType.Neutral else players + 1
        found = [c for c in components if c.owner == owner]
    else:
        found = []
    for site in sites if found else ():
        place(x, site, found[0], 1, dict.fromkeys(DATA, UNCHANGED))


def owned_site(x: Context, rule: SetOwnerOfSite) -> list[int]:
    """The site a start rule names, if it names one."""
    site = _one_site(x, rule)
    return [] if site is None else [site]


def owned_sites(x: Context, rule: SetOwnerOfSites) -> Sequence[int]:
    """The sites a start rule names."""
    return _sites(x, rule)


def for_each_start_value(x: Context, rule: ForEachStartValue) -> None:
    """A rule for each value of a range."""
    for value in range(start_number(x, rule.minimum, 0), start_number(x, rule.maximum, 0) + 1):
        rule.starting_rule.lower(x.bind(value=ops.number(value)))


def for_each_start_site(x: Context, rule: ForEachStartSite) -> None:
    """A rule for each site of a region."""
    for site in ops.bits(constant_set(x, rule.region)):
        here = x.bind(site=ops.number(site))
        condition = rule.if_.lower(here) if rule.if_ else ops.TRUE
        if not isinstance(condition, n.Const):
            raise UnsupportedLudeme(["forEach Site of the start with a condition on the pieces"])
        if condition.value:
            rule.starting_rule.lower(here)


def for_each_start_player(x: Context, players: Sequence[int], rule: StartRule) -> None:
    """A rule for each of some players."""
    for player in players:
        rule.lower(x.bind(player=ops.number(player)))
