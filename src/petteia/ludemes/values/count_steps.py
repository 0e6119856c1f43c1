"""Counts of steps, over the board and along tracks."""

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.enums import RelationType, RoleType, SiteType
from petteia.ludemes.moves.step import Step
from petteia.ludemes.needs import TRACK_PLACES
from petteia.ludemes.queries.contents import (
    on_board,
    stable,
)
from petteia.ludemes.queries.distances import MeasuresSteps, distance, least_distance, steps_by_rule
from petteia.ludemes.queries.roles import who_index
from petteia.ludemes.registry import at_most_one_of, named, one_of, written
from petteia.ludemes.tracks.sites import steps_between
from petteia.ludemes.types import (
    IntFunction,
    RegionFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "CountSteps",
    "CountStepsOnTrack",
]


class CountSteps(IntFunction, MeasuresSteps, keyword="count"):
    """The least number of steps between a site and another site or region."""

    kind: Literal["Steps"]
    site_type: SiteType | None
    relation: RelationType | None
    step_move: Step | None
    new_rotation: IntFunction | None = named("newRotation")
    site1: IntFunction
    site2: IntFunction | None = one_of(1)
    region2: RegionFunction | None = one_of(1)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return written(self, "new_rotation")

    def measured_relation(self) -> str | None:
        if self.step_move is not None:
            return None
        return self.relation.name if self.relation else "Adjacent"

    def lower(self, x: "Context") -> n.Expr:
        sites = x.spec.sites_of(self.site_type)

        def exists(site: n.Expr) -> n.Expr:
            return ops.both(ops.le(ops.number(0), site), ops.lt(site, ops.number(sites.count)))

        start = stable(x, "start", self.site1.lower(x))
        if self.step_move is not None:
            goals = self.region2.lower(x) if self.region2 else x.single(self._goal().lower(x))
            return steps_by_rule(x, sites, start, goals, self.step_move)
        if self.region2 is not None:
            goals = on_board(x, self.region2.lower(x))
            away = x.pure(lambda: least_distance(x, sites, start, goals))
            return ops.select(exists(start), away, ops.number(0))
        goal = stable(x, "goal", self._goal().lower(x))
        inside = ops.both(exists(start), exists(goal))
        if inside == ops.FALSE:
            return ops.number(0)
        return ops.select(inside, distance(x, sites, start, goal), ops.number(0))

    def _goal(self) -> IntFunction:
        assert self.site2 is not None
        return self.site2


class CountStepsOnTrack(IntFunction, keyword="count"):
    """The number of steps on a track from one site to another."""

    kind: Literal["StepsOnTrack"]
    role: RoleType | None = at_most_one_of(1)
    player: PlayerArgument | None = at_most_one_of(1)
    name: str | None = at_most_one_of(1)
    site1: IntFunction | None
    site2: IntFunction | None
    keeps = (TRACK_PLACES,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        sites = {"the first site": self.site1, "the second site": self.site2}
        return tuple(f"{name}, left out," for name, site in sites.items() if site is None)

    def lower(self, x: "Context") -> n.Expr:
        assert self.site1 is not None and self.site2 is not None
        owner = who_index(x, self.player, self.role, x.mover)
        return steps_between(x, self.site1.lower(x), self.site2.lower(x), owner, self.name)
