"""Set Team: players join a team."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Statements
from petteia.ludemes.arguments import Then
from petteia.ludemes.enums import RoleType
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import TEAM
from petteia.ludemes.queries.roles import role_index
from petteia.ludemes.types import IntFunction, NonDecision

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["SetTeam"]


class SetTeam(NonDecision, keyword="set"):
    """Puts players into a team."""

    kind: Literal["Team"]
    team: IntFunction
    roles: list[RoleType]
    then: Then | None
    keeps = (TEAM,)

    def lower(self, x: Context, sink: Sink) -> None:
        team = x.b.let("team", self.team.lower(x))
        joining = [x.b.let("who", role_index(x, role)) for role in self.roles]

        def join(who: n.Expr) -> Statements:
            def write(at: Context) -> None:
                with at.b.if_(ops.both(ops.le(ops.number(1), who), ops.le(who, ops.number(at.spec.players)))):
                    TEAM.store(at, team, who)

            return Statements(write)

        sink(Draft("set_team", actions=tuple(map(join, joining))).and_then(self.then))
