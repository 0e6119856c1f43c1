"""Set Hidden: effects that hide facts about sites, or show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.ludemes.actions.action import Statements
from petteia.ludemes.arguments import PlayerArgument, Then
from petteia.ludemes.enums import HiddenData, RoleType, SiteType
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import HIDES
from petteia.ludemes.play.hiding import write_hidden
from petteia.ludemes.registry import at_most_one_of, named, one_of
from petteia.ludemes.types import BooleanFunction, IntFunction, NonDecision, RegionFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["SetHidden"]


class SetHidden(NonDecision, keyword="set"):
    """One move that hides facts about sites, or shows them."""

    kind: Literal["Hidden"]
    data_type: HiddenData | None = at_most_one_of(1)
    data_types: list[HiddenData] | None = at_most_one_of(1)
    site_type: SiteType | None
    at: IntFunction | None = named(one_of=2)
    region: RegionFunction | None = one_of(2)
    level: IntFunction | None = named()
    value: BooleanFunction | None
    to_player: PlayerArgument | None = named("to", one_of=3)
    to_role: RoleType | None = named("to", one_of=3)
    then: Then | None
    knows_large = True
    keeps = (HIDES,)

    def lower(self, x: Context, sink: Sink) -> None:
        hide = Statements(lambda at: write_hidden(x, self, self.to_player, self.to_role))
        sink(Draft("set_hidden", actions=(hide,)).and_then(self.then))
