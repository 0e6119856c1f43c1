"""Deduction puzzles: constraints, hints and given values."""

from typing import TYPE_CHECKING, Literal

from petteia.board import SiteType as BoardSiteType
from petteia.ir import ops
from petteia.ludemes.enums import PuzzleElementType, SiteType
from petteia.ludemes.needs import CELLS, Fact, Need, SitesOf
from petteia.ludemes.registry import named, one_of
from petteia.ludemes.types import BooleanFunction, Hint, IntFunction, Item, NonDecision, RegionFunction, StartRule

if TYPE_CHECKING:
    from petteia.ir.nodes import Expr
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink

__all__ = [
    "ForAll",
    "HintValue",
    "Hints",
    "IsCount",
    "IsSolved",
    "IsSum",
    "IsUnique",
    "PuzzleAllDifferent",
    "RegionHint",
    "Satisfy",
    "SetPuzzleValues",
    "SiteHint",
]


PUZZLE = Fact("puzzle")


def _on_cells(x: "Context", word: SiteType | None) -> "Context":
    """compat: where no type is written cells are meant, whatever the board is played on."""
    return x if word is not None else x.on(SiteType.Cell)


class PuzzleAllDifferent(BooleanFunction, keyword="all"):
    """True if all values assigned in a region differ, exceptions aside."""

    kind: Literal["Different"]
    site_type: SiteType | None
    region: RegionFunction | None
    except_: IntFunction | None = named("except", at_most_one_of=1)
    excepts: list[IntFunction] | None = named(at_most_one_of=1)
    keeps = (PUZZLE,)

    def lower(self, x: "Context") -> "Expr":
        from petteia.ludemes.puzzles.constraints import all_different

        excepted = self.excepts or ([self.except_] if self.except_ else [])
        region = self.region.lower(x) if self.region else None
        return all_different(x, region, [x.b.let("excepted", one.lower(x)) for one in excepted])


class ForAll(BooleanFunction, keyword="forAll"):
    """True if a constraint holds for every element of a kind."""

    element: PuzzleElementType
    constraint: BooleanFunction

    def needs(self) -> tuple[Need, ...]:
        return (PUZZLE,) if self.element.name == "Hint" else (PUZZLE, SitesOf(BoardSiteType[self.element.name]))

    def lower(self, x: "Context") -> "Expr":
        from petteia.ludemes.puzzles.constraints import for_all

        return for_all(x, self.element, self.constraint)


class RegionHint(Hint, keyword="hint"):
    """A hint that belongs to a list of sites."""

    region: list[int]
    hint: int | None


class SiteHint(Hint, keyword="hint"):
    """A hint that belongs to a site."""

    site: int
    hint: int | None


class HintValue(IntFunction, keyword="hint"):
    """The hint being looked at, or that of a site."""

    site_type: SiteType | None
    at: IntFunction | None = named()

    def lower(self, x: "Context") -> "Expr":
        from petteia.ludemes.puzzles.constraints import hint_at

        return x.slot("hint") if self.at is None else hint_at(x, self.at.lower(x))


class Hints(Item, keyword="hints"):
    """The hints of a deduction puzzle."""

    label: str | None
    records: list[Hint]
    site_type: SiteType | None


class IsUnique(BooleanFunction, keyword="is"):
    """True if all regions of a puzzle are filled differently."""

    kind: Literal["Unique"]
    site_type: SiteType | None
    keeps = (PUZZLE, CELLS)

    def lower(self, x: "Context") -> "Expr":
        from petteia.ludemes.puzzles.constraints import is_unique

        return is_unique(_on_cells(x, self.site_type))


class IsCount(BooleanFunction, keyword="is"):
    """True if a region holds a value a given number of times."""

    kind: Literal["Count"]
    site_type: SiteType | None
    region: RegionFunction | None
    of: IntFunction | None = named()
    name_region: str | None
    result: IntFunction
    keeps = (PUZZLE,)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return () if self.region else ("a region left out",)

    def lower(self, x: "Context") -> "Expr":
        from petteia.ludemes.puzzles.constraints import has_count

        assert self.region is not None
        what = x.b.let("what", self.of.lower(x) if self.of else ops.number(1))
        return has_count(x, self.region.lower(x), what, self.result.lower(x))


class IsSum(BooleanFunction, keyword="is"):
    """True if the values of a region have a given sum."""

    kind: Literal["Sum"]
    site_type: SiteType | None
    region: RegionFunction | None
    of: IntFunction | None = named()
    name_region: str | None
    result: IntFunction
    keeps = (PUZZLE, CELLS)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return () if self.of is None else ("of",)

    def lower(self, x: "Context") -> "Expr":
        from petteia.ludemes.puzzles.constraints import has_sum

        x = _on_cells(x, self.site_type)
        region = self.region.lower(x) if self.region else None
        return has_sum(x, region, self.name_region or "", self.result)


class IsSolved(BooleanFunction, keyword="is"):
    """True if a puzzle is solved."""

    kind: Literal["Solved"]
    keeps = (PUZZLE,)

    def lower(self, x: "Context") -> "Expr":
        from petteia.ludemes.puzzles.constraints import is_solved

        return is_solved(x)


class Satisfy(NonDecision, keyword="satisfy"):
    """The assignments of values that break none of the constraints."""

    constraint: BooleanFunction | None = one_of(1)
    constraints: list[BooleanFunction] | None = one_of(1)
    keeps = (PUZZLE,)

    def all_constraints(self) -> list[BooleanFunction]:
        """The constraints, in the order in which they are written."""
        return self.constraints or ([self.constraint] if self.constraint else [])

    def lower(self, x: "Context", sink: "Sink") -> None:
        from petteia.ludemes.puzzles.constraints import satisfy

        satisfy(x, sink)


class SetPuzzleValues(StartRule, keyword="set"):
    """Fixes the values of sites at the start of a puzzle."""

    site_type: SiteType | None
    pairs: list[list[int]]
    keeps = (PUZZLE,)

    def lower(self, x: "Context") -> None:
        from petteia.ludemes.puzzles.constraints import set_values

        set_values(x, self)
