"""Regions that play makes: pending sites, those of moves, those a loop sets, sites drawn at random."""

from typing import TYPE_CHECKING, Literal

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.queue import sites_to_clear
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.enums import (
    RoleType,
    SiteType,
)
from petteia.ludemes.needs import LAST_BETWEEN, LAST_SITES, PENDING, Need
from petteia.ludemes.queries.contents import (
    on_board,
)
from petteia.ludemes.queries.roles import who_index
from petteia.ludemes.queries.searches import sites_of_moves, winning_sites
from petteia.ludemes.registry import at_most_one_of, named
from petteia.ludemes.types import (
    IntConstant,
    IntFunction,
    Moves,
    NonDecision,
    RegionFunction,
)
from petteia.ludemes.values.lists import SitesOf

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Draft

__all__ = [
    "SitesContext",
    "SitesHint",
    "SitesLast",
    "SitesOfMoves",
    "SitesPending",
    "SitesRandom",
    "SitesToClear",
    "SitesWinning",
]


def _is_one(number: IntFunction) -> bool:
    return isinstance(number, IntConstant) and number.value == 1


class SitesHint(RegionFunction, keyword="sites"):
    """The sites of the hint being looked at."""

    kind: Literal["Hint"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.slots.get("hint_region", ops.empty_set(x.universe))


class SitesToClear(RegionFunction, keyword="sites"):
    """The sites whose pieces will be removed at the end of the turn."""

    kind: Literal["ToClear"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return sites_to_clear(x)


class SitesPending(RegionFunction, keyword="sites"):
    """The pending sites."""

    kind: Literal["Pending"]
    site_type: SiteType | None
    keeps = (PENDING,)

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("pending")


class SitesLast(RegionFunction, keyword="sites"):
    """The sites the last move and its effects began or ended on."""

    kind: Literal["LastTo", "LastFrom"]
    site_type: SiteType | None
    keeps = (LAST_SITES,)

    def lower(self, x: "Context") -> n.Expr:
        side = "from" if self.kind == "LastFrom" else "to"
        main = x.single(x.b.load(f"last_{side}"))
        return ops.union(main, on_board(x, x.b.load(LAST_SITES.side(side))))


class SitesWinning(RegionFunction, keyword="sites"):
    """The sites a player could move to and win."""

    kind: Literal["Winning"]
    site_type: SiteType | None
    player: PlayerArgument | None = at_most_one_of(1)
    role: RoleType | None = at_most_one_of(1)
    moves: NonDecision | None
    name: str | None

    def unsupported_arguments(self) -> tuple[str, ...]:
        return (*(["name"] if self.name else []), *(["the moves, left out,"] if self.moves is None else []))

    def lower(self, x: "Context") -> n.Expr:
        assert self.moves is not None
        return winning_sites(x, who_index(x, self.player, self.role, x.mover), self.moves)


class SitesOfMoves(RegionFunction, keyword="sites"):
    """The sites the given moves begin on, pass over or end on."""

    kind: Literal["From", "Between", "To"]
    moves: Moves

    def needs(self) -> tuple[Need, ...]:
        return (LAST_BETWEEN,) if self.kind == "Between" else ()

    def lower(self, x: "Context") -> n.Expr:
        return sites_of_moves(x, self.moves, lambda draft: self.sites_of(x, draft))

    def sites_of(self, x: "Context", draft: "Draft") -> n.Expr:
        if self.kind == "Between":
            return draft.between or ops.empty_set(x.universe)
        return x.single(draft.source if self.kind == "From" else draft.target)


class SitesContext(RegionFunction, keyword="sites"):
    """The region set by the enclosing loop."""

    def lower(self, x: "Context") -> n.Expr:
        return ops.empty_set(x.universe) if x.region is None else x.region


class SitesRandom(RegionFunction, keyword="sites"):
    """Some sites of a region, drawn at random."""

    kind: Literal["Random"]
    region: RegionFunction | None
    number: IntFunction | None = named("num")

    def lower(self, x: "Context") -> n.Expr:
        if self.region is None and x.store.kind.name != "Cell":
            # the empty cells are drawn from by default, but it is not known of which type on other boards
            raise UnsupportedLudeme(["sites Random without a region where vertices or edges are played on"])
        members = x.b.let("members", self.region.lower(x) if self.region else on_board(x, x.store.empty_set()))
        if self.number is None or _is_one(self.number):
            return x.single(SitesOf(x, members).at(x.b.draw("drawn", ops.size(members))))
        wanted = ops.arithmetic("min", self.number.lower(x), ops.size(members))
        chosen = x.b.variable("chosen", ops.empty_set(x.universe))
        with x.b.range_("time", ops.number(0), x.b.let("wanted", wanted)):
            left = x.b.let("left", ops.minus(members, chosen))
            drawn = x.b.draw("drawn", ops.size(left))
            x.b.assign(chosen, ops.union(chosen, x.single(SitesOf(x, left).at(drawn))))
        return chosen
