"""From the rules of a deduction puzzle to plain constraints."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING

from petteia.board import Direction, SiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.conditions import logic as c
from petteia.ludemes.conditions.line import IsLine
from petteia.ludemes.conditions.sites import IsIn
from petteia.ludemes.puzzles import rules as p
from petteia.ludemes.puzzles.facts import givens_of, hints_of, region_groups, satisfy_rule, value_range, variables_of
from petteia.ludemes.values.arrays import Results
from petteia.ludemes.values.contents import WhatAt
from petteia.ludemes.values.iterators import EdgeSite
from petteia.ludemes.values.sizes import CountGroups

from ._model import (
    Comparison,
    Constraint,
    Different,
    Every,
    Model,
    Opposite,
    Order,
    Some,
    Tally,
    Term,
    Total,
    Truth,
    flattened,
)
from ._model import Value as SiteValue

if TYPE_CHECKING:
    from petteia.ludemes.enums import RegionTypeStatic
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.rulebook import RuleBook
    from petteia.ludemes.registry import Ludeme
    from petteia.ludemes.types import BooleanFunction, IntFunction, RegionFunction

_ORDERS: dict[type, tuple[Comparison, bool]] = {
    c.LessThan: ("<", False),
    c.AtMost: ("<=", False),
    c.GreaterThan: ("<", True),
    c.AtLeast: ("<=", True),
}


def read_model(rules: RuleBook) -> Model:
    """The constraints of a puzzle whose rules are bound."""
    return _Reader(rules).model()


class _Reader:
    """Reads the constraints of one puzzle. Regions and numbers that do not depend on values are worked out."""

    def __init__(self, rules: RuleBook) -> None:
        self.spec = rules.spec
        self.x: Context = rules.context(ops.number(1))
        self.givens = givens_of(self.spec)
        self.variables = dict.fromkeys([*variables_of(self.x), *self.givens])

    def model(self) -> Model:
        """All of the puzzle."""
        values = value_range(self.spec, self.spec.board.use)
        possible = frozenset(range(values.low, values.high + 1))
        domains = {site: frozenset({self.givens[site]}) if site in self.givens else possible for site in self.variables}
        rules = satisfy_rule(self.spec.game).all_constraints()
        constraints = [part for rule in rules for part in flattened(self.read(rule, self.x))]
        return Model(self.spec.name, domains, tuple(dict.fromkeys(constraints)), dict(self.givens))

    # -- constants ----------------------------------------------------------------------------------------------

    def _constant(self, x: Context, ludeme: IntFunction | RegionFunction) -> int:
        with x.b.block():
            value = ludeme.lower(x)
        if not isinstance(value, n.Const):
            raise _unknown(ludeme)
        return value.value

    def _sites(self, x: Context, region: RegionFunction) -> tuple[int, ...]:
        return tuple(ops.bits(self._constant(x, region)))

    def _known(self, sites: Iterable[int]) -> tuple[int, ...]:
        return tuple(site for site in sites if site in self.variables)

    # -- constraints --------------------------------------------------------------------------------------------

    def read(self, rule: BooleanFunction, x: Context) -> Constraint:
        """Constraint that a condition puts on the values."""
        match rule:
            case c.And() | c.Or():
                parts = (self.read(rule.a, x), self.read(rule.b, x))
                return Every(parts) if isinstance(rule, c.And) else _some(parts)
            case c.AndAll():
                return Every(tuple(self.read(part, x) for part in rule.operands))
            case c.OrAny():
                return _some([self.read(part, x) for part in rule.operands])
            case c.Not():
                return self._not(rule, x)
            case c.IfCondition():
                return self._if(rule, x)
            case c.AllSites():
                sites = self._sites(x, rule.region)
                return Every(tuple(self.read(rule.if_, x.bind(site=ops.number(site))) for site in sites))
            case c.Equals():
                return self._equal(rule, x)
            case c.NotEqual():
                return _opposite(self._equal(rule, x))
            case c.LessThan() | c.AtMost() | c.GreaterThan() | c.AtLeast():
                return self._order(rule, x)
            case IsIn():
                return self._is_in(rule, x)
        return self._puzzle_rule(rule, x)

    def _puzzle_rule(self, rule: BooleanFunction, x: Context) -> Constraint:
        match rule:
            case p.PuzzleAllDifferent():
                return self._different(rule, x)
            case p.IsSum():
                return self._sum(rule, x)
            case p.IsCount():
                return self._count(rule, x)
            case p.IsUnique():
                return self._unique()
            case p.ForAll():
                return self._for_all(rule, x)
        with x.b.block():
            value = rule.lower(x)
        if isinstance(value, n.Const):
            return Truth(bool(value.value))
        raise _unknown(rule)

    def _not(self, rule: c.Not, x: Context) -> Constraint:
        inner = rule.a
        return self._no_line(inner, x) if isinstance(inner, IsLine) else _opposite(self.read(inner, x))

    def _if(self, rule: c.IfCondition, x: Context) -> Constraint:
        condition = self.read(rule.condition, x)
        otherwise = self.read(rule.otherwise, x) if rule.otherwise else Truth(False)
        yes = _some([_opposite(condition), self.read(rule.value, x)])
        return Every((yes, _some([condition, otherwise])))

    def _different(self, rule: p.PuzzleAllDifferent, x: Context) -> Constraint:
        written = rule.excepts or ([rule.except_] if rule.except_ else [])
        excepted = frozenset(self._constant(x, one) for one in written)
        if rule.region is not None:
            return Different(self._known(self._sites(x, rule.region)), excepted)
        found: list[Constraint] = []
        for group in region_groups(x):
            for number, part in enumerate(group.parts):
                different = Different(self._known(part), excepted)
                found.append(self._around(number, different) if _is_around(group.word) else different)
        return Every(tuple(found))

    def _around(self, site: int, different: Different) -> Constraint:
        """compat: what is around a site counts only if the site has a value other than 0."""
        return _some([Order("==", SiteValue(site), 0), different])

    def _sum(self, rule: p.IsSum, x: Context) -> Constraint:
        kind = SiteType[rule.site_type.name] if rule.site_type else SiteType.Cell
        if kind != self.spec.board.use:
            raise _unknown(rule)
        if rule.region is not None:
            return self._total(self._sites(x, rule.region), self._constant(x, rule.result))
        by_hint = isinstance(rule.result, p.HintValue) and rule.result.at is None
        hints = [hint.value for hint in hints_of(self.spec, kind)]
        groups = [one for one in region_groups(x) if one.word is not None and (rule.name_region or "") in one.name]
        found = []
        for group in groups:
            for number, part in enumerate(group.parts):
                found.append(self._total(part, hints[number] if by_hint else self._constant(x, rule.result)))
        return Every(tuple(found))

    def _total(self, sites: tuple[int, ...], result: int, what: int | None = None) -> Total:
        known = self._known(sites)
        return Total(known, result, what, open=len(known) < len(sites))

    def _count(self, rule: p.IsCount, x: Context) -> Constraint:
        assert rule.region is not None
        if rule.site_type is not None and rule.site_type.name != self.spec.board.use.name:
            raise _unknown(rule)
        what = self._constant(x, rule.of) if rule.of else 1
        return self._total(self._sites(x, rule.region), self._constant(x, rule.result), what)

    def _unique(self) -> Constraint:
        found: list[Constraint] = []
        for group in region_groups(self.x):
            if group.word is None:
                continue
            for a, b in combinations(group.parts, 2):
                if len(a) == len(b) and len(self._known((*a, *b))) == len(a) + len(b):
                    pairs = zip(a, b, strict=True)
                    found.append(_some([Order("!=", SiteValue(s), SiteValue(t)) for s, t in pairs]))
        return Every(tuple(found))

    def _for_all(self, rule: p.ForAll, x: Context) -> Constraint:
        if rule.element.name != "Hint":
            count = self.spec.board.sites(SiteType[rule.element.name]).count
            return Every(tuple(self.read(rule.constraint, x.bind(from_=ops.number(k))) for k in range(count)))
        found = []
        for hint in hints_of(self.spec, self.spec.board.use):
            slots = {"hint": ops.number(hint.value), "hint_region": ops.sites(x.universe, hint.sites)}
            for name, site in zip(("from_", "to"), hint.sites, strict=False):
                slots[name] = ops.number(site)
            last = hint.sites[-1] if hint.sites else -1
            found.append(self.read(rule.constraint, x.bind(**slots, last_of_hint=ops.number(last))))
        return Every(tuple(found))

    def _no_line(self, rule: IsLine, x: Context) -> Constraint:
        """compat: only the site just set is asked about, so every line has to be avoided when its last site is."""
        length = self._constant(x, rule.length)
        direction = Direction[rule.direction.name if rule.direction else "Adjacent"]
        rays = self.spec.default.radials(direction)
        paths = [path[:length] for site in self.variables for path in rays[site] if len(path) >= length]
        windows = {frozenset(path): path for path in paths}
        found = []
        for window in windows.values():
            if len(self._known(window)) == length and not all(site in self.givens for site in window):
                ends = pairwise(window)
                found.append(_some([Order("!=", SiteValue(s), SiteValue(t)) for s, t in ends]))
        return Every(tuple(found))

    # -- terms --------------------------------------------------------------------------------------------------

    def _term(self, x: Context, number: IntFunction) -> Term:
        if isinstance(number, WhatAt):
            site = self._constant(x, number.at)
            return SiteValue(site) if site in self.variables else 0
        if isinstance(number, EdgeSite):
            last, at = x.slot("last_of_hint"), self.spec.board.vertices.incident[SiteType.Edge]
            assert isinstance(last, n.Const)
            return Tally(self._known(at[last.value]) if 0 <= last.value < len(at) else ())
        return self._constant(x, number)

    def _equal(self, rule: c.Equals | c.NotEqual, x: Context) -> Constraint:
        if rule.value_b is None:
            raise _unknown(rule)
        return Order("==", self._term(x, rule.value_a), self._term(x, rule.value_b))

    def _order(self, rule: BooleanFunction, x: Context) -> Constraint:
        """compat: the values of two sites are compared, whose numbers are written; true for one without a value."""
        op, turned = _ORDERS[type(rule)]
        sides = [self._places(x, vars(rule)[name]) for name in ("value_a", "value_b")]
        found = []
        for s, t in product(*sides):
            if s in self.variables and t in self.variables:
                a, b = (SiteValue(t), SiteValue(s)) if turned else (SiteValue(s), SiteValue(t))
                found.append(_some([*self._unless(rule, s, t), Order(op, a, b)]))
        return Every(tuple(found))

    def _places(self, x: Context, number: IntFunction) -> list[int]:
        if isinstance(number, CountGroups):
            return list(range(self.spec.default.count))
        return [self._constant(x, number)]

    def _unless(self, rule: BooleanFunction, s: int, t: int) -> list[Constraint]:
        """A number of groups only means the site with that very number."""
        counted = [(vars(rule)["value_a"], s), (vars(rule)["value_b"], t)]
        every = Tally(tuple(self.variables), counts=True)
        return [Order("!=", every, site) for number, site in counted if isinstance(number, CountGroups)]

    def _is_in(self, rule: IsIn, x: Context) -> Constraint:
        if rule.site is None or not isinstance(rule.array, Results):
            raise _unknown(rule)
        asked, array = self._term(x, rule.site), rule.array
        sources = self._either(x, array.from_site, array.from_region)
        found: list[Constraint] = []
        for source in sources:
            here = x.bind(from_=ops.number(source))
            for target in self._either(here, array.to_site, array.to_region):
                found.append(Order("==", asked, self._term(here.bind(to=ops.number(target)), array.function)))
        return _some(found)

    def _either(self, x: Context, site: IntFunction | None, region: RegionFunction | None) -> tuple[int, ...]:
        if region is not None:
            return self._sites(x, region)
        assert site is not None
        return (self._constant(x, site),)


def _some(parts: Iterable[Constraint]) -> Constraint:
    kept = [part for part in parts if part != Truth(False)]
    if Truth(True) in kept:
        return Truth(True)
    return kept[0] if len(kept) == 1 else Some(tuple(kept))


def _opposite(constraint: Constraint) -> Constraint:
    match constraint:
        case Truth():
            return Truth(not constraint.holds)
        case Opposite():
            return constraint.part
        case Order(op="==") | Order(op="!="):
            return Order("!=" if constraint.op == "==" else "==", constraint.a, constraint.b)
        case Some():
            return Every(tuple(_opposite(part) for part in constraint.parts))
    return Opposite(constraint)


def _is_around(word: RegionTypeStatic | None) -> bool:
    return word is not None and word.name == "AllDirections"


def _unknown(ludeme: Ludeme) -> UnsupportedLudeme:
    place = getattr(ludeme, "place", None)
    return UnsupportedLudeme([f"({ludeme.title}) in a puzzle to be solved" + (f" at {place}" if place else "")])


__all__ = ["read_model"]
