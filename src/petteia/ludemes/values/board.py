"""Integers that depend on the board and the equipment."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from petteia.board import Direction as BoardDirection
from petteia.board import Sites
from petteia.board import SiteType as BoardSiteType
from petteia.errors import LudTypeError
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.directions.choices import Directions, Exclusive
from petteia.ludemes.directions.rays import leads, ray_tables, way_between
from petteia.ludemes.directions.resolve import resolve
from petteia.ludemes.directions.written import RelativeDirections
from petteia.ludemes.enums import RelativeDirection, RoleType, SiteType
from petteia.ludemes.needs import CELLS, COUNTS, TRACK_PLACES, Need
from petteia.ludemes.queries.contents import stable
from petteia.ludemes.queries.roles import role_index, who_index
from petteia.ludemes.queries.site_sets import number_at
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.start.costs import total_cost
from petteia.ludemes.tracks.sites import first_site, last_site, site_further
from petteia.ludemes.types import BooleanFunction, Direction, IntFunction, RegionFunction
from petteia.ludemes.values.lists import SitesOf

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.spec import GameSpec

__all__ = [
    "Ahead",
    "CentrePoint",
    "ColumnOf",
    "CoordinateSite",
    "Cost",
    "HandSite",
    "IdOf",
    "IdOfName",
    "LayerOf",
    "MapEntry",
    "PhaseOf",
    "RegionSite",
    "RowColumnSite",
    "RowOf",
    "TrackSiteEnd",
    "TrackSiteFirst",
    "TrackSiteMove",
]

_HAVING_NO_PIECES = frozenset(
    role
    for role in RoleType
    if role in (RoleType.All, RoleType.Each)
    or role.name.startswith("Team")
    or (role.name[1:].isdigit() and int(role.name[1:]) > 8)
)
"""compat: roles that `id` knows no pieces of, those of the ninth player on among them."""
_AS_THE_MOVE = (RelativeDirection.SameDirection, RelativeDirection.OppositeDirection)


class Ahead(IntFunction, keyword="ahead"):
    """The site some steps away in the first of the directions; the site itself if the board ends before."""

    site_type: SiteType | None
    site: IntFunction
    steps: IntFunction | None = named()
    directions: Direction | None

    def lower(self, x: "Context") -> n.Expr:
        sites = x.spec.sites_of(self.site_type)
        site = stable(x, "site", self.site.lower(x))
        steps = stable(x, "steps", self.steps.lower(x)) if self.steps else ops.number(1)
        word = self._word()
        if word in _AS_THE_MOVE:
            return self._as_the_move(x, sites, site, steps, same=word == RelativeDirection.SameDirection)
        result = site
        choices = resolve(x, self.directions or RelativeDirection.Forward, sites, site, ordered=True)
        for condition, directions in choices if isinstance(choices, Exclusive) else reversed(choices):
            result = ops.select(condition, _ahead(x, sites, directions[:1], site, steps), result)
        return result

    def _word(self) -> object:
        """The relative direction that is written first, if any."""
        written = self.directions
        if isinstance(written, RelativeDirections):
            return written.relative_directions[0] if written.relative_directions else written.relative_direction
        return written

    @staticmethod
    def _as_the_move(x: "Context", sites: Sites, site: n.Expr, steps: n.Expr, *, same: bool) -> n.Expr:
        """In the direction in which a move goes, or back; the last that fits of those the board has."""

        def end(slot: str, latest: str) -> n.Expr:
            value = x.slot(slot)
            if isinstance(value, n.Const) and value.value == -1:
                return x.b.load(latest)
            return value

        start, goal = end("from", "last_from"), end("to", "last_to")
        if not same:
            start, goal = goal, start
        directions = sites.supported(BoardDirection.All)[::-1]
        if isinstance(steps, n.Const):
            way = way_between(x, sites, directions, start, goal)
            return _ahead_by_way(x, sites, directions, way, site, steps.value)
        result = site
        for direction in reversed(directions):
            here = leads(x, sites, direction, start, goal)
            result = ops.select(here, _ahead(x, sites, (direction,), site, steps), result)
        return result


def _ahead(x: "Context", sites: Sites, directions: Directions, site: n.Expr, steps: n.Expr) -> n.Expr:
    """The site some steps away in a direction, by the first line that is long enough; else the site itself."""
    if not directions:
        return site
    if isinstance(steps, n.Const):
        ends = _ends(x, sites, directions[0], steps.value)
        table = x.b.table(f"ahead_{directions[0].name}", n.INT, (len(ends),), ends)
        return ops.lookup_guarded(table, site, ops.NOWHERE)
    result = site
    for rays in reversed(ray_tables(x, sites, directions[0])):
        inside = ops.both(ops.lt(ops.number(0), steps), ops.le(steps, ops.number(rays.shape[1])))
        inside = ops.both(ops.le(ops.number(0), site), ops.lt(site, ops.number(rays.shape[0])), inside)
        there = ops.select(inside, ops.lookup(rays, site, ops.sub(steps, ops.number(1))), ops.NOWHERE)
        there = stable(x, "there", there)
        result = ops.select(ops.ge(there, ops.number(0)), there, result)
    return result


def _ahead_by_way(x: "Context", sites: Sites, directions: Directions, way: n.Expr, site: n.Expr, steps: int) -> n.Expr:
    """The site some steps away in the direction with a number; the site itself for none, whose number is 0."""
    ends = [list(range(x.spec.sites)), *(_ends(x, sites, direction, steps) for direction in directions)]
    shape = (len(ends), x.spec.sites)
    table = x.b.table("ahead_by_way", n.INT, shape, [end for row in ends for end in row])
    inside = ops.both(ops.le(ops.number(0), site), ops.lt(site, ops.number(x.spec.sites)))
    return ops.select(inside, ops.lookup(table, way, site), ops.NOWHERE)


def _ends(x: "Context", sites: Sites, direction: BoardDirection, steps: int) -> list[int]:
    """For each site the one some steps away in a direction."""

    def find() -> list[int]:
        ends = [_end_of(paths, origin, steps) for origin, paths in enumerate(sites.radials(direction))]
        return [*ends, *range(len(ends), x.spec.sites)]

    return x.b.once(("ends", sites.type, direction, steps), find)


def _end_of(paths: Sequence[tuple[int, ...]], origin: int, steps: int) -> int:
    return next((path[steps] for path in paths if 0 < steps < len(path)), origin)


class CentrePoint(IntFunction, keyword="centrePoint"):
    """The first of the central sites of the board."""

    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        centre = x.spec.sites_of(self.site_type).centre
        if not centre:
            raise LudTypeError("the board has no such site in its centre", place=self.place)
        return ops.number(centre[0])


class ColumnOf(IntFunction, keyword="column"):
    """The column of a site."""

    site_type: SiteType | None
    of: IntFunction = named()

    def lower(self, x: "Context") -> n.Expr:
        return number_at(x, "column", x.spec.sites_of(self.site_type).column, self.of.lower(x))


class CoordinateSite(IntFunction, keyword="coord"):
    """The site with a coordinate label."""

    site_type: SiteType | None
    coordinate: str

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(x.spec.sites_of(self.site_type).by_label.get(self.coordinate, -1))


class RowColumnSite(IntFunction, keyword="coord"):
    """The first site in a row and column."""

    site_type: SiteType | None
    row: IntFunction = named()
    column: IntFunction = named()

    def lower(self, x: "Context") -> n.Expr:
        sites = x.spec.sites_of(self.site_type)
        rows, columns = 1 + max(sites.row, default=0), 1 + max(sites.column, default=0)
        found = [-1] * (rows * columns)
        for site in reversed(range(sites.count)):
            found[sites.row[site] * columns + sites.column[site]] = site
        table = x.b.table("site_by_row_and_column", n.INT, (rows, columns), found)
        row, column = stable(x, "row", self.row.lower(x)), stable(x, "column", self.column.lower(x))
        inside = ops.both(
            ops.le(ops.number(0), row),
            ops.lt(row, ops.number(rows)),
            ops.le(ops.number(0), column),
            ops.lt(column, ops.number(columns)),
        )
        if inside == ops.FALSE:
            return ops.NOWHERE
        return ops.select(inside, ops.lookup(table, row, column), ops.NOWHERE)


class Cost(IntFunction, keyword="cost"):
    """The summed cost of a site or region."""

    site_type: SiteType | None
    at: IntFunction | None = named(one_of=1)
    in_: RegionFunction | None = named("in", one_of=1)

    def needs(self) -> tuple[Need, ...]:
        return (CELLS,) if self.site_type is None else ()

    def lower(self, x: "Context") -> n.Expr:
        kind = BoardSiteType.Cell if self.site_type is None else BoardSiteType[self.site_type.name]
        if self.in_ is not None:
            return total_cost(x, kind, self.in_.lower(x))
        assert self.at is not None
        return total_cost(x, kind, x.single(stable(x, "site", self.at.lower(x))))


class HandSite(IntFunction, keyword="handSite"):
    """A site in the hand of a player."""

    player_index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)
    site: IntFunction | None
    keeps = (COUNTS,)
    is_in_hand = True

    def lower(self, x: "Context") -> n.Expr:
        if self.player_index is not None:
            who = self.player_index.lower(x)
        else:
            assert self.role is not None
            who = role_index(x, self.role)
        hands = [x.spec.hand_of(owner) for owner in range(x.spec.players + 2)]
        first = number_at(x, "hand_of", [hand.first if hand else -1 for hand in hands], who)
        if self.site is None or (offset := self.site.lower(x)) == ops.number(0):
            return first
        first = stable(x, "hand", first)
        return ops.select(ops.eq(first, ops.NOWHERE), ops.NOWHERE, ops.add(first, offset))


class IdOf(IntFunction, keyword="id"):
    """The index of the piece of that name and owner, or of a role."""

    name: str | None
    who: RoleType

    def lower(self, x: "Context") -> n.Expr:
        if self.name is None or self.who == RoleType.Player:
            return role_index(x, self.who)
        if self.who in _HAVING_NO_PIECES:
            return ops.NOWHERE
        owner = stable(x, "owner", role_index(x, self.who))
        found: n.Expr = ops.NOWHERE
        for component in reversed(x.spec.components):
            if self.name in component.name:
                his = ops.eq(owner, ops.number(component.owner))
                found = ops.select(his, ops.number(component.index), found)
        return found


class IdOfName(IntFunction, keyword="id"):
    """The index of the container or piece of exactly that name."""

    name: str

    def lower(self, x: "Context") -> n.Expr:
        names = [container.name for container in x.spec.containers]
        if self.name in names:
            return ops.number(names.index(self.name))
        component = x.spec.component_by_name(self.name)
        return ops.number(component.index) if component else ops.NOWHERE


class LayerOf(IntFunction, keyword="layer"):
    """The layer of a site."""

    of: IntFunction = named()
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return number_at(x, "layer", x.spec.sites_of(self.site_type).layer, self.of.lower(x))


class MapEntry(IntFunction, keyword="mapEntry"):
    """The value a map gives for a key, or the key itself."""

    name: str | None
    key: IntFunction | None = one_of(1)
    key_role: RoleType | None = one_of(1)

    def listed_values(self, spec: "GameSpec") -> Sequence[object]:
        return spec.values_of_map(self.name)

    def lower(self, x: "Context") -> n.Expr:
        if self.key is not None:
            key = self.key.lower(x)
        else:
            assert self.key_role is not None
            key = role_index(x, self.key_role)
        entries: dict[int, int] = {}
        for name, one in x.spec.maps:
            if self.name is None or name == self.name:
                entries = {**one, **entries}
        if isinstance(key, n.Const):
            return ops.number(entries.get(key.value, key.value))
        known = [k for k in entries if k >= 0]
        if not known:
            return key
        key = stable(x, "key", key)
        values = [entries.get(k, k) for k in range(max(known) + 1)]
        table = x.b.table(f"map_{self.name or 'entry'}", n.INT, (len(values),), values)
        return ops.lookup_guarded(table, key, key)


class PhaseOf(IntFunction, keyword="phase"):
    """The colouring phase of a site."""

    site_type: SiteType | None
    of: IntFunction = named()

    def lower(self, x: "Context") -> n.Expr:
        return number_at(x, "phase_of", x.spec.sites_of(self.site_type).phase, self.of.lower(x))


class RegionSite(IntFunction, keyword="regionSite"):
    """The site of a region at an index, in ascending order."""

    region: RegionFunction
    index: IntFunction = named()

    def lower(self, x: "Context") -> n.Expr:
        members, index = self.region.lower(x), self.index.lower(x)
        if isinstance(members, n.Const):
            return number_at(x, "site_of_region", ops.bits(members.value), index)
        if index == ops.number(0):
            return ops.first(members)
        return SitesOf(x, members).at(stable(x, "index", index))


class RowOf(IntFunction, keyword="row"):
    """The row of a site."""

    site_type: SiteType | None
    of: IntFunction = named()

    def lower(self, x: "Context") -> n.Expr:
        return number_at(x, "row", x.spec.sites_of(self.site_type).row, self.of.lower(x))


class TrackSiteMove(IntFunction, keyword="trackSite"):
    """The site some steps further on a track."""

    kind: Literal["Move"]
    from_: IntFunction | None = named("from")
    role: RoleType | None = at_most_one_of(1)
    player: PlayerArgument | None = at_most_one_of(1)
    name: str | None = at_most_one_of(1)
    steps: IntFunction = named()
    keeps = (TRACK_PLACES,)

    def lower(self, x: "Context") -> n.Expr:
        start = self.from_.lower(x) if self.from_ else x.slot("from")
        owner = who_index(x, self.player, self.role, x.mover)
        return site_further(x, start, owner, self.name, self.steps.lower(x))


class TrackSiteFirst(IntFunction, keyword="trackSite"):
    """The first site of a track on which a condition holds."""

    kind: Literal["FirstSite"]
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    name: str | None
    from_: IntFunction | None = named("from")
    if_: BooleanFunction | None = named("if")

    def lower(self, x: "Context") -> n.Expr:
        owner = who_index(x, self.player, self.role, ops.number(0))
        start = self.from_.lower(x) if self.from_ else ops.NOWHERE
        if self.if_ is None and self._known_before_play() and not isinstance(start, n.Const):
            start = ops.NOWHERE  # compat: what is known before play is computed there, where no move has a start
        return first_site(x, owner, self.name, start, self.if_)

    def _known_before_play(self) -> bool:
        moving = (RoleType.Mover, RoleType.Next, RoleType.Prev, RoleType.Player)
        return self.player is None and self.role not in moving


class TrackSiteEnd(IntFunction, keyword="trackSite"):
    """The last site of a track."""

    kind: Literal["EndSite"]
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    name: str | None

    def lower(self, x: "Context") -> n.Expr:
        return last_site(x, who_index(x, self.player, self.role, ops.number(0)), self.name)
