"""Effects on the pieces around a site."""

from typing import TYPE_CHECKING

from petteia.ludemes._capturing import custodial, directional
from petteia.ludemes._enums import AbsoluteDirection, RelationType, SiteType
from petteia.ludemes._registry import named
from petteia.ludemes._surrounding import enclose, intervene, surround
from petteia.ludemes._types import Direction, IntFunction, NonDecision
from petteia.ludemes.arguments import Between, From, PieceArgument, Then, To

if TYPE_CHECKING:
    from petteia.ludemes._context import Context
    from petteia.ludemes._moves import Sink


__all__ = [
    "Custodial",
    "Directional",
    "Enclose",
    "Intervene",
    "Surround",
]


class Custodial(NonDecision, keyword="custodial"):
    """Acts on rows of pieces caught between two others."""

    from_: From | None
    direction: AbsoluteDirection | None
    between: Between | None
    to: To | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        custodial(x, self, sink)


class Directional(NonDecision, keyword="directional"):
    """Acts on the row of pieces on a straight line from a site."""

    from_: From | None
    directions: Direction | None
    to: To | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        directional(x, self, sink)


class Enclose(NonDecision, keyword="enclose"):
    """Acts on groups of pieces that have no empty neighbour left."""

    site_type: SiteType | None
    from_: From | None
    directions: Direction | None
    between: Between | None
    num_exception: IntFunction | None = named("numException")
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        enclose(x, self, sink)


class Intervene(NonDecision, keyword="intervene"):
    """Acts on the pieces on both sides of a site."""

    from_: From | None
    direction: AbsoluteDirection | None
    between: Between | None
    to: To | None
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        intervene(x, self, sink)


class Surround(NonDecision, keyword="surround"):
    """Acts on pieces surrounded on all sides."""

    from_: From | None
    relation: RelationType | None
    between: Between | None
    to: To | None
    except_: IntFunction | None = named("except")
    with_: PieceArgument | None = named("with")
    then: Then | None

    def lower(self, x: "Context", sink: "Sink") -> None:
        surround(x, self, sink)
