"""Rules that set up the start position."""

from typing import TYPE_CHECKING, Literal

from petteia.ir import ops
from petteia.ludemes.enums import HiddenData, RoleType, SiteType
from petteia.ludemes.equipment.constants import constant_number
from petteia.ludemes.lowering.storage import UNCHANGED
from petteia.ludemes.needs import AMOUNT, COUNTS, HIDES, OWNERS, POT, ROTATIONS, SCORE, STACKING, STATES, VALUES, Need
from petteia.ludemes.play.hiding import write_hidden
from petteia.ludemes.play.memory import Memory
from petteia.ludemes.queries.roles import each_team
from petteia.ludemes.registry import Ludeme, at_most_one_of, named, one_of
from petteia.ludemes.start.costs import set_start_cost
from petteia.ludemes.start.placing import (
    for_each_start_player,
    for_each_start_site,
    for_each_start_value,
    place_item,
    place_on_sites,
    place_stack,
    put_owned_on_site,
    put_owned_on_sites,
    remember_at_start,
    set_start_amount,
    set_start_count,
    set_start_score,
)
from petteia.ludemes.start.shuffling import place_random, place_random_stack
from petteia.ludemes.types import (
    BooleanConstant,
    BooleanFunction,
    IntArrayFunction,
    IntFunction,
    RegionFunction,
    StartRule,
    is_several,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context


__all__ = [
    "ForEachStartPlayer",
    "ForEachStartPlayerOf",
    "ForEachStartSite",
    "ForEachStartTeam",
    "ForEachStartValue",
    "ItemCount",
    "PlaceItem",
    "PlaceOnSites",
    "PlaceRandom",
    "PlaceRandomCounts",
    "PlaceRandomStack",
    "PlaceStack",
    "SetOwnerOfSite",
    "SetOwnerOfSites",
    "SetRememberValue",
    "SetStartAmount",
    "SetStartCost",
    "SetStartCount",
    "SetStartHidden",
    "SetStartPhase",
    "SetStartScore",
    "SetStartTeam",
    "Start",
]


class ItemCount(Ludeme, keyword="count"):
    """A piece by name, with a number of copies."""

    item: str
    count: IntFunction


class ForEachStartValue(StartRule, keyword="forEach"):
    """A start rule for each value of a range."""

    kind: Literal["Value"]
    minimum: IntFunction = named("min")
    maximum: IntFunction = named("max")
    starting_rule: StartRule

    def lower(self, x: "Context") -> None:
        for_each_start_value(x, self)


class ForEachStartSite(StartRule, keyword="forEach"):
    """A start rule for each site of a region."""

    kind: Literal["Site"]
    region: RegionFunction
    if_: BooleanFunction | None = named("if")
    starting_rule: StartRule

    def lower(self, x: "Context") -> None:
        for_each_start_site(x, self)


class ForEachStartPlayer(StartRule, keyword="forEach"):
    """A start rule for each player."""

    kind: Literal["Player"]
    starting_rule: StartRule

    def lower(self, x: "Context") -> None:
        for_each_start_player(x, range(1, x.spec.players + 1), self.starting_rule)


class ForEachStartTeam(StartRule, keyword="forEach"):
    """A start rule for each team."""

    kind: Literal["Team"]
    starting_rule: StartRule

    def lower(self, x: "Context") -> None:
        for here in each_team(x):
            self.starting_rule.lower(here)


class ForEachStartPlayerOf(StartRule, keyword="forEach"):
    """A start rule for each player of an array."""

    players: IntArrayFunction
    starting_rule: StartRule

    def lower(self, x: "Context") -> None:
        self.players.lower(x).each(lambda player: self.starting_rule.lower(x.bind(player=player)))


class PlaceOnSites(StartRule, keyword="place"):
    """Puts a piece on each of several sites."""

    item: str
    site_type: SiteType | None
    sites: list[IntFunction] | None
    region: RegionFunction | None
    coordinates: list[str] | None
    counts: list[IntFunction] | None = named()
    state: IntFunction | None = named()
    rotation: IntFunction | None = named()
    value: IntFunction | None = named()

    def lower(self, x: "Context") -> None:
        place_on_sites(x, self)

    def needs(self) -> tuple[Need, ...]:
        given = ((STATES, self.state), (ROTATIONS, self.rotation), (VALUES, self.value))
        several = (COUNTS,) if any(map(is_several, self.counts or ())) else ()
        return (*several, *(name for name, written in given if written is not None))


class PlaceItem(StartRule, keyword="place"):
    """Puts pieces on one site."""

    item: str
    container: str | None
    site_type: SiteType | None
    site: IntFunction | None
    coordinate: str | None = named("coord")
    count: IntFunction | None = named()
    state: IntFunction | None = named()
    rotation: IntFunction | None = named()
    value: IntFunction | None = named()

    def lower(self, x: "Context") -> None:
        place_item(x, self)

    def needs(self) -> tuple[Need, ...]:
        given = ((STATES, self.state), (ROTATIONS, self.rotation), (VALUES, self.value))
        several = (COUNTS,) if is_several(self.count) else ()
        return (*several, *(name for name, written in given if written is not None))


class PlaceStack(StartRule, keyword="place"):
    """Puts a stack of pieces on sites."""

    kind: Literal["Stack"]
    item: str | None = one_of(1)
    items: list[str] | None = named(one_of=1)
    container: str | None
    site_type: SiteType | None
    site: IntFunction | None = at_most_one_of(2)
    sites: list[IntFunction] | None = at_most_one_of(2)
    region: RegionFunction | None = at_most_one_of(2)
    coordinate: str | None = named("coord", at_most_one_of=2)
    coordinates: list[str] | None = at_most_one_of(2)
    count: IntFunction | None = named(at_most_one_of=3)
    counts: list[IntFunction] | None = named(at_most_one_of=3)
    state: IntFunction | None = named()
    rotation: IntFunction | None = named()
    value: IntFunction | None = named()

    def lower(self, x: "Context") -> None:
        place_stack(x, self)

    def needs(self) -> tuple[Need, ...]:
        given = ((STATES, self.state), (ROTATIONS, self.rotation), (VALUES, self.value))
        return (STACKING, *(name for name, written in given if written is not None))

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("container, with a site",) if self.container and (self.site or self.coordinate) else ()


class PlaceRandom(StartRule, keyword="place"):
    """Puts pieces on sites drawn at random."""

    kind: Literal["Random"]
    region: RegionFunction | None
    item: list[str]
    count: IntFunction | None = named()
    state: IntFunction | None = named()
    value: IntFunction | None = named()
    site_type: SiteType | None
    random_order: BooleanConstant | None

    def lower(self, x: "Context") -> None:
        place_random(x, self)

    def needs(self) -> tuple[Need, ...]:
        given = ((STATES, self.state), (VALUES, self.value))
        return tuple(name for name, written in given if written is not None)


class PlaceRandomCounts(StartRule, keyword="place"):
    """Puts a random stack of counted pieces on a site."""

    kind: Literal["Random"]
    items: list[ItemCount]
    where: IntFunction
    site_type: SiteType | None
    keeps = (STACKING,)

    def lower(self, x: "Context") -> None:
        counts = [constant_number(x, item.count) for item in self.items]
        place_random_stack(x, self, [item.item for item in self.items], counts)


class PlaceRandomStack(StartRule, keyword="place"):
    """Puts a random stack of pieces on a site."""

    kind: Literal["Random"]
    pieces: list[str]
    count: list[IntFunction] | None = named()
    state: IntFunction | None = named()
    value: IntFunction | None = named()
    where: IntFunction
    site_type: SiteType | None

    def lower(self, x: "Context") -> None:
        counts = [constant_number(x, count) for count in self.count or []]
        counts += [1] * (len(self.pieces) - len(counts))
        state, value = (given.lower(x) if given else UNCHANGED for given in (self.state, self.value))
        place_random_stack(x, self, self.pieces, counts, state, value)

    def needs(self) -> tuple[Need, ...]:
        given = ((STATES, self.state), (VALUES, self.value))
        return (STACKING, *(name for name, written in given if written is not None))


class SetStartCount(StartRule, keyword="set"):
    """Puts a number of pieces on sites at the start."""

    kind: Literal["Count"]
    value: IntFunction
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=1)
    to: RegionFunction | None = named(one_of=1)
    keeps = (COUNTS, OWNERS)

    def lower(self, x: "Context") -> None:
        set_start_count(x, self)


class SetStartCost(StartRule, keyword="set"):
    """Sets the cost of sites."""

    kind: Literal["Cost"]
    value: IntFunction
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=1)
    to: RegionFunction | None = named(one_of=1)

    def lower(self, x: "Context") -> None:
        set_start_cost(x, self)


class SetStartPhase(StartRule, keyword="set"):
    """Sets the colouring phase of sites."""

    kind: Literal["Phase"]
    value: IntFunction
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=1)
    to: RegionFunction | None = named(one_of=1)


class SetRememberValue(StartRule, keyword="set"):
    """Remembers values from the start."""

    kind: Literal["RememberValue"]
    name: str | None
    value: IntFunction | None = one_of(1)
    region_value: RegionFunction | None = one_of(1)
    unique: BooleanFunction | None = named()

    def lower(self, x: "Context") -> None:
        remember_at_start(x, self)

    def needs(self) -> tuple[Need, ...]:
        return (Memory(self.name),)


class SetStartTeam(StartRule, keyword="set"):
    """Puts players into a team from the start."""

    kind: Literal["Team"]
    index: IntFunction
    roles: list[RoleType]

    def lower(self, x: "Context") -> None:
        for role in self.roles:
            if role.name[0] == "P" and role.name[1:].isdigit():
                x.rules.note_placement(ops.NOWHERE)  # who is in which team is known before play


class SetStartAmount(StartRule, keyword="set"):
    """Gives players money at the start."""

    kind: Literal["Amount"]
    role: RoleType | None
    value: IntFunction
    keeps = (
        AMOUNT,
        POT,
    )

    def lower(self, x: "Context") -> None:
        set_start_amount(x, self)


class SetStartScore(StartRule, keyword="set"):
    """Gives players a score at the start."""

    kind: Literal["Score"]
    role: RoleType | None
    value: IntFunction
    keeps = (SCORE,)

    def lower(self, x: "Context") -> None:
        set_start_score(x, self)


class SetStartHidden(StartRule, keyword="set"):
    """Hides facts about sites from the start."""

    kind: Literal["Hidden"]
    data_type: HiddenData | None = at_most_one_of(1)
    data_types: list[HiddenData] | None = at_most_one_of(1)
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=2)
    region: RegionFunction | None = one_of(2)
    level: IntFunction | None = named()
    value: BooleanFunction | None
    to: RoleType = named()
    keeps = (HIDES,)

    def lower(self, x: "Context") -> None:
        write_hidden(x, self, None, self.to)
        x.rules.note_placement(ops.NOWHERE)


class SetOwnerOfSite(StartRule, keyword="set"):
    """Puts a player's piece on a site."""

    role: RoleType
    site_type: SiteType | None
    site: IntFunction | None
    coordinate: str | None = named("coord")

    def lower(self, x: "Context") -> None:
        put_owned_on_site(x, self)


class SetOwnerOfSites(StartRule, keyword="set"):
    """Puts a player's piece on several sites."""

    role: RoleType
    site_type: SiteType | None
    sites: list[IntFunction] | None
    region: RegionFunction | None
    coordinates: list[str] | None

    def lower(self, x: "Context") -> None:
        put_owned_on_sites(x, self)


class Start(Ludeme, keyword="start"):
    """The rules that set up the start position."""

    rules: list[StartRule] | None = one_of(1)
    rule: StartRule | None = one_of(1)

    def all_rules(self) -> list[StartRule]:
        """The rules in the order written."""
        return self.rules or ([self.rule] if self.rule else [])
