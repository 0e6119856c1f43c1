"""Start rules, and what is worked out once: regions and maps."""

from __future__ import annotations

from typing import Any

from .actions import Action, Move, perform, track_add
from .errors import NotRead
from .numbers import named_exactly
from .reading import READ, UNREAD, Context, ev, opt, role_id
from .regions import static_regions
from .world import CELL, NamedRegion, World

STARTS = (
    "PlaceItem PlaceOnSites PlaceStack PlaceRandom SetStartCount SetStartScore SetStartAmount SetStartTeam "
    "SetRememberValue SetOwnerOfSite SetOwnerOfSites ForEachStartPlayer ForEachStartSite ForEachStartValue "
    "ForEachStartPlayerOf ForEachStartTeam SetStartHidden"
)
for _name in STARTS.split():
    READ[_name] = lambda lud, c: start_rule(lud, c)
    UNREAD[_name] = ()


def read_regions(world: World, c: Context) -> None:
    """Works out the regions of the equipment, on the empty board."""
    world.regions = []
    for item in world.game.equipment.items:
        if type(item).__name__ != "Regions":
            continue
        if item.hint_region_label is not None:
            raise NotRead("regions of hints")
        owner = 0 if item.role is None else world.role_owner(item.role)
        name = item.name or f"Region{'P1' if item.role is None else item.role.name}"
        world.regions.append(NamedRegion(name, owner, []))
        parts = world.regions[-1].parts
        if item.sites is not None:
            parts.append(tuple(item.sites))
        for one in [item.region] if item.region is not None else item.regions or ():
            parts.append(tuple(ev(one, c)))
        words = [item.static_region] if item.static_region is not None else item.static_regions or ()
        for word in words:
            parts += static_regions(word.name, c)


def read_maps(world: World, c: Context) -> None:
    """Works out the maps of the equipment."""
    world.maps = []
    for item in world.game.equipment.items:
        kind = type(item).__name__
        if kind == "PairMap":
            pairs = [_pair(pair, c) for pair in item.pairs]
        elif kind == "ListMap":
            pairs = list(zip((ev(k, c) for k in item.keys), (ev(v, c) for v in item.values), strict=False))
        else:
            continue
        entries = {k: v for k, v in pairs if k != -1 and v != -1}
        world.maps.append((item.name or "Map", entries))


def _pair(pair: Any, c: Context) -> tuple[int, int]:
    def number(value: Any) -> int:
        if isinstance(value, str):
            site = c.sites(c.world.default).by_label.get(value)
            return named_exactly(c, value) if site is None else site
        return role_id(value, c) if type(value).__name__ == "RoleType" else ev(value, c)

    if getattr(pair, "landmark", None) is not None:
        sites, word = c.sites(c.world.default), pair.landmark.name
        lists = {
            "CentreSite": "centre",
            "LeftSite": "left",
            "RightSite": "right",
            "Topsite": "top",
            "BottomSite": "bottom",
        }
        if word in lists:
            return number(pair.key), getattr(sites, lists[word])[0]
        return number(pair.key), 0 if word == "FirstSite" else sites.count - 1
    return number(pair.key), number(pair.value)


for _name in (
    "Regions",
    "PairMap",
    "ListMap",
    "IntIntPair",
    "RoleIntPair",
    "RoleLandmarkPair",
    "IntNamePair",
    "RoleNamePair",
    "RoleRolePair",
    "NameNamePair",
    "NameRolePair",
):
    READ[_name] = lambda lud, c: None
    UNREAD[_name] = ()


# -- start rules -------------------------------------------------------------------------------------------------


def record(c: Context, action: Action) -> None:
    """Carries out an action of the start as a move of its own, by nobody."""
    perform(c.s, action)
    c.s.moves.append(Move([action], frm=action.frm, to=action.to, mover=0))


def start_rule(lud: Any, c: Context) -> None:
    """Carries out a start rule."""
    _START[type(lud).__name__](lud, c)


def _place(lud: Any, c: Context, what: int, site: int, count: int = 1, site_type: Any = None) -> None:
    if site < 0:
        return
    kind = c.s.type_of(c.kind(site_type), site)
    extra = {name: opt(getattr(lud, name, None), c, -1) for name in ("state", "rotation", "value")}
    record(c, Action("Add", kind, site, site, what=what, count=count, **extra))


def _place_item(lud: Any, c: Context) -> None:
    count, world = opt(lud.count, c, 1), c.world
    if lud.container is None:
        if lud.coordinate is not None:
            site = c.sites(c.kind(lud.site_type)).by_label.get(lud.coordinate, -1)
        elif lud.site is None:
            return
        else:
            site = ev(lud.site, c)
        _place(lud, c, named_exactly(c, lud.item), site, count, lud.site_type)
        return
    if (
        lud.container == "Hand"
        and not any(ch.isdigit() for ch in lud.item)
        and not any(one.name == lud.item and one.owner == world.shared for one in world.components[1:])
    ):
        for player in range(1, world.n + 1):
            what = next((x.index for x in world.components[1:] if x.name == f"{lud.item}{player}"), None)
            hand = next((x for x in world.containers if x.name == f"Hand{player}"), None)
            if what is None or hand is None:
                raise NotRead("place in hands that are not there")
            site = next((s for s in hand.sites if c.s.is_empty(CELL, s)), -1)
            _place(lud, c, what, site, count)
        return
    index = next((i for i, one in enumerate(world.containers) if one.name == lud.container), None)
    if index is None:
        raise NotRead(f"no container {lud.container}")
    first = world.containers[index].first
    if "Hand" in lud.container:
        _place(lud, c, index, first, count)
    elif world.containers[index].is_dice:
        raise NotRead("place among dice")
    else:
        _place(lud, c, named_exactly(c, lud.item), first + opt(lud.site, c, 0), count, lud.site_type)


def _place_on_sites(lud: Any, c: Context) -> None:
    what = named_exactly(c, lud.item)
    count = 1 if not lud.counts else ev(lud.counts[0], c)
    if lud.coordinates is not None:
        labels = c.sites(c.kind(lud.site_type)).by_label
        sites = [labels.get(one, -1) for one in lud.coordinates]
        if -1 in sites:
            raise NotRead("place on a coordinate that is not there")
    elif lud.region is not None:
        sites = ev(lud.region, c)
    else:
        sites = [ev(one, c) for one in lud.sites or ()]
    for site in sites:
        _place(lud, c, what, site, count, lud.site_type)


def _place_stack(lud: Any, c: Context) -> None:
    if lud.item is not None and (
        lud.region is not None
        or lud.sites is not None
        or lud.coordinates is not None
        or lud.coordinate is not None
        or lud.counts is not None
    ):
        if lud.region is None:
            raise NotRead("place Stack without a region")
        counts = [ev(one, c) for one in lud.counts] if lud.counts is not None else None
        sites = ev(lud.region, c)
        if counts is not None and len(counts) < len(sites):
            raise NotRead("place Stack with fewer counts than sites")
        for number, site in enumerate(sites):
            for _ in range(opt(lud.count, c, 1) if counts is None else counts[number]):
                _place(lud, c, named_exactly(c, lud.item), site, 1, lud.site_type)
        return
    items = [lud.item] if lud.item is not None else lud.items
    if lud.container is not None:
        one = next(x for x in c.world.containers if x.name == lud.container)
        for item in items:
            for site in one.sites if lud.site is None else [one.first + ev(lud.site, c)]:
                _place(lud, c, named_exactly(c, item), site)
        return
    if lud.region is not None or lud.sites is not None or lud.coordinates is not None:
        raise NotRead("place Stack of several items on a region")
    if lud.coordinate is not None:
        site = c.sites(c.kind(lud.site_type)).by_label.get(lud.coordinate, -1)
    else:
        site = opt(lud.site, c, -1)
    for item in items:
        for _ in range(opt(lud.count, c, 1)):
            _place(lud, c, named_exactly(c, item), site, 1, lud.site_type)


def _place_random(lud: Any, c: Context) -> None:
    if lud.random_order is not None:
        raise NotRead("place Random in random order")
    kind = c.kind(lud.site_type)
    for item in lud.item:
        region = range(c.world.elements(kind)) if lud.region is None else ev(lud.region, c)
        free = [s for s in region if c.s.is_empty(c.s.type_of(kind, s), s)]
        for _ in range(opt(lud.count, c, 1)):
            if free:
                site = free.pop(c.draws.draw(len(free)))
                _place(lud, c, named_exactly(c, item), site, 1, lud.site_type)


def _set_count(lud: Any, c: Context) -> None:
    value = ev(lud.value, c)
    sites = ev(lud.to, c) if lud.to is not None else [ev(lud.at, c)]
    what = len(c.world.components) - 1
    for site in sites:
        kind = c.s.type_of(c.kind(lud.site_type), site)
        if c.world.stacking:
            raise NotRead("set Count in a stacking game")
        if value > 0 and c.s.what(kind, site) == 0:
            track_add(c.s, what, site, value)
        record(c, Action("SetCount", kind, site, site, what=what, count=value))


def _set_score(lud: Any, c: Context) -> None:
    value = ev(lud.value, c)
    who = role_id(lud.role, c)
    for p in range(1, c.world.n + 1) if lud.role.name in ("Each", "All") else [who]:
        record(c, Action("SetScore", player=p, value=value))


def _set_amount(lud: Any, c: Context) -> None:
    value = ev(lud.value, c)
    for p in range(1, c.world.n + 1) if lud.role is None else [role_id(lud.role, c)]:
        record(c, Action("SetAmount", player=p, value=value))


def _set_team(lud: Any, c: Context) -> None:
    for role in lud.roles:
        who = role_id(role, c)
        if 1 <= who <= c.world.n:
            record(c, Action("Team", player=who, value=ev(lud.index, c)))


def _remember(lud: Any, c: Context) -> None:
    values = ev(lud.region_value, c) if lud.region_value is not None else [ev(lud.value, c)]
    for value in values:
        if not (opt(lud.unique, c, False) and value in c.s.remembered.get(lud.name, ())):
            record(c, Action("RememberValue", name=lud.name, value=value))


def _set_owner(lud: Any, c: Context) -> None:
    role, world = lud.role.name, c.world
    if role == "Neutral":
        what = next((x.index for x in world.components[1:] if x.owner == 0), 0)
    elif role in ("Shared", "All"):
        what = next((x.index for x in world.components[1:] if x.owner == world.shared), 0)
    elif role[0] == "P" and role[1:].isdigit():
        what = int(role[1:])
    else:
        return
    labels = c.sites(c.kind(lud.site_type)).by_label
    if type(lud).__name__ == "SetOwnerOfSite":
        sites = [labels.get(lud.coordinate, -1) if lud.coordinate is not None else ev(lud.site, c)]
    elif lud.coordinates is not None:
        sites = [labels.get(one, -1) for one in lud.coordinates]
    else:
        sites = ev(lud.region, c) if lud.region is not None else [ev(one, c) for one in lud.sites or ()]
    if not 0 < what < len(world.components):
        raise NotRead("set of a role without a component")
    for site in sites:
        _place(lud, c, what, site, 1, lud.site_type)


def _for_player(lud: Any, c: Context) -> None:
    players = range(1, c.world.n + 1) if type(lud).__name__ == "ForEachStartPlayer" else ev(lud.players, c)
    for player in players:
        c.player = player
        start_rule(lud.starting_rule, c)
    c.player = -1


def _for_site(lud: Any, c: Context) -> None:
    for site in ev(lud.region, c):
        c.site = site
        if opt(lud.if_, c, True):
            start_rule(lud.starting_rule, c)
    c.site = -1


def _for_value(lud: Any, c: Context) -> None:
    for value in range(ev(lud.minimum, c), ev(lud.maximum, c) + 1):
        c.value = value
        start_rule(lud.starting_rule, c)
    c.value = -1


def _set_hidden(lud: Any, c: Context) -> None:
    record(c, Action("SetHidden"))


def _for_team(lud: Any, c: Context) -> None:
    raise NotRead("start forEach Team")


_START = {
    "PlaceItem": _place_item,
    "PlaceOnSites": _place_on_sites,
    "PlaceStack": _place_stack,
    "PlaceRandom": _place_random,
    "SetStartCount": _set_count,
    "SetStartScore": _set_score,
    "SetStartAmount": _set_amount,
    "SetStartTeam": _set_team,
    "SetRememberValue": _remember,
    "SetOwnerOfSite": _set_owner,
    "SetOwnerOfSites": _set_owner,
    "ForEachStartPlayer": _for_player,
    "ForEachStartPlayerOf": _for_player,
    "ForEachStartSite": _for_site,
    "ForEachStartValue": _for_value,
    "ForEachStartTeam": _for_team,
    "SetStartHidden": _set_hidden,
}
