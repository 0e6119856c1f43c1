"""Select: moves that choose a site, or a pair of sites, and change nothing by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import Sites
from petteia.board import SiteType as SiteTypeOfBoard
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import From, Then, To, for_each_site
from petteia.ludemes.enums import RoleType
from petteia.ludemes.lowering.drafts import Draft, are_levels_asked, letters, with_then
from petteia.ludemes.types import IntFunction, NonDecision, when

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["Select"]


class Select(NonDecision, keyword="select", decision="Select"):
    """Chooses a site, or a pair of sites."""

    from_: From
    to: To | None
    mover: RoleType | None
    then: Then | None
    knows_large = True
    is_many = True

    def lower(self, x: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        kind = x.spec.sites_of(self.from_.site_type)
        x = self.from_.context(x)

        def choose(site: n.Expr) -> None:
            here = x.bind(from_=site, to=site)
            with x.b.if_(ops.both(_is_of_type(x, kind, site), when(here, self.from_.if_))):
                if self.to is None:
                    level = _selected_level(here, site, self.from_.level)
                    sink(Draft("select", site, site, level_from=level, level_to=level, letters=letters(x, x)))
                else:
                    _select_target(here, self, self.to, site, sink)

        for_each_site(x, self.from_.site, self.from_.region, "from", choose)


def _is_of_type(x: Context, kind: Sites, site: n.Expr) -> n.Expr:
    """True if a site counts as one of a type. compat: the sites of hands count as cells only."""
    count = kind.count
    if kind.type == SiteTypeOfBoard.Cell:
        last = x.spec.containers[-1]
        count = max(count, last.first + last.count)
    return ops.TRUE if count >= x.spec.sites else ops.lt(site, ops.number(count))


def _select_target(x: Context, move: Select, to: To, source: n.Expr, sink: Sink) -> None:
    there = to.context(x)
    kind = x.spec.sites_of(to.site_type)

    def choose(target: n.Expr) -> None:
        with x.b.if_(ops.both(_is_of_type(x, kind, target), when(x.bind(to=target), to.if_))):
            level = _selected_level(there, target, to.level)
            lifted = _selected_level(x, source, move.from_.level)
            types = letters(x, there)
            sink(Draft("select", source, target, level_from=lifted, level_to=level, letters=types))

    for_each_site(x, to.site, to.region, "to", choose)


def _selected_level(x: Context, site: n.Expr, level: IntFunction | None) -> n.Expr:
    """The level that a selection names, for rules that ask for it: the one written, or the top."""
    if not are_levels_asked(x):
        return ops.number(0)
    if level is not None:
        return x.b.let("level", level.lower(x))
    return x.b.let("level", ops.sub(x.store.load("height", site), ops.number(1)))
