"""Costs of the elements of a board: fixed by the start rules, summed by conditions and scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.start.placing import for_sites, start_value

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.start.rules import SetStartCost

_LEAST, _MOST = -(2**31), 2**31 - 1


def cost_field(x: Context, kind: SiteType) -> str:
    """The field with the cost of every element of a type, declared when it is first asked for."""
    name = f"cost_{kind.name}"
    if name not in x.b.program.fields:
        x.b.field(name, n.INT, shape=(x.spec.sites,), low=_LEAST, high=_MOST, doc="cost of each element")
    return name


def total_cost(x: Context, kind: SiteType, members: n.Expr) -> n.Expr:
    """The sum of the costs of some elements."""
    name = cost_field(x, kind)
    return x.total(members, "site", lambda site: x.b.load(name, site))


def set_start_cost(x: Context, rule: SetStartCost) -> None:
    """Gives elements their cost; it is worked out anew for each, so that chance may differ."""
    kind = x.spec.board.use if rule.site_type is None else SiteType[rule.site_type.name]
    name, count = cost_field(x, kind), x.spec.board.sites(kind).count

    def write(site: n.Expr) -> None:
        with x.b.if_(ops.both(ops.ge(site, ops.number(0)), ops.lt(site, ops.number(count)))):
            x.b.store(name, [site], start_value(x, rule.value, 0))
            x.rules.note_placement(site)

    if rule.at is not None:
        write(start_value(x, rule.at, 0))
    if rule.to is not None:
        for_sites(x, rule.to, lambda site, _: write(site))
