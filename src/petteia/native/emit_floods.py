"""Writes the functions that flood over the board: all that is reached, or what is not reached of a few sites."""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir.ops import is_small, is_symmetric, minus, sites
from petteia.ir.shifts import is_regular

from .emit_base import BodyBase

_MOST_SHIFTED_WORDS = 2


def is_unreached(expr: n.Expr) -> bool:
    """True if an expression is a few sites without those that a flood reaches: better asked from where they are."""
    match expr:
        case n.Op("minus", (members, n.Flood(_, _, neighbours))):
            return is_small(members) and is_symmetric(neighbours)
    return False


class Floods(BodyBase):
    """The helpers of Flood, by table of neighbours."""

    def flood_helper(self, neighbours: n.Table, universe: str) -> str:
        """A function that floods: by shifts of all sites at once where the board is regular, else from site to site."""
        name = f"g_flood_{self.unit.table_name(neighbours).removeprefix('t_')}"
        if name not in self.unit.helpers:
            type_, words = self.unit.set_type(universe), self.unit.words(universe)
            steps = n.Spread(neighbours, n.Local("reached", n.set_of(universe)), n.set_of(universe))
            if is_regular(steps) and words <= _MOST_SHIFTED_WORDS:
                spread = [self.stepped_word(steps, i) for i in range(words)]
                self.unit.helpers[name] = _flood_by_shifts(name, type_, spread)
            else:
                self.unit.helpers[name] = _flood_by_sites(name, type_, self.unit.table(neighbours), words)
        return name

    def unreached_helper(self, neighbours: n.Table, universe: str) -> str:
        """A function that finds which of a few sites a flood does not reach, by going from them to its seed."""
        table = self.unit.table(neighbours)
        name = f"g_unreached_{table.removeprefix('t_')}"
        type_, words = self.unit.set_type(universe), self.unit.words(universe)
        self.unit.helpers.setdefault(name, _unreached(name, type_, table, words))
        return name

    def is_cut_off(self, expr: n.Expr) -> str | None:
        """A test that a flood does not touch a set, which ends as soon as it does; None where there is none to save.

        A later question may need the flood itself; it is then found after all, which costs little if it stayed small.
        """
        match expr:
            case n.Op("is_empty", (n.Op("intersect", (n.Flood() as flood, other) | (other, n.Flood() as flood)),)):
                touched = other
            case n.Op("is_empty", (n.Op("minus", (n.Flood() as flood, other)),)):
                touched = minus(sites(flood.type.universe, self.unit.everything(flood.type.universe)), other)
            case _:
                return None
        if self.has_made(flood):
            return None
        given = [self.value(one) for one in (flood.seed, flood.within, touched)]
        return f"!{self._touching_helper(flood.neighbours, flood.type.universe)}({', '.join(given)})"

    def _touching_helper(self, neighbours: n.Table, universe: str) -> str:
        """A function that floods until it touches a set."""
        table = self.unit.table(neighbours)
        name = f"g_touches_{table.removeprefix('t_')}"
        type_, words = self.unit.set_type(universe), self.unit.words(universe)
        self.unit.helpers.setdefault(name, _touching(name, type_, table, words))
        return name


def _flood_by_shifts(name: str, type_: str, spread: list[str]) -> list[str]:
    wide = len(spread) > 1
    suffixes = [f".w[{i}]" for i in range(len(spread))] if wide else [""]
    grown = ", ".join(
        f"next{i} = ({text}) & within{at}" for i, (text, at) in enumerate(zip(spread, suffixes, strict=True))
    )
    changed = " | ".join(f"(next{i} & ~reached{at})" for i, at in enumerate(suffixes))
    return [
        f"static {type_} {name}({type_} seed, {type_} within) {{",
        f"    {type_} reached;",
        *(f"    reached{at} = seed{at} & within{at};" for at in suffixes),
        "    for (;;) {",
        f"        uint64_t {grown};",
        f"        if (!({changed})) return reached;",
        *(f"        reached{at} |= next{i};" for i, at in enumerate(suffixes)),
        "    }",
        "}",
    ]


def _flood_by_sites(name: str, type_: str, table: str, words: int) -> list[str]:
    if words == 1:
        return [
            f"static {type_} {name}(uint64_t seed, uint64_t within) {{",
            "    uint64_t border = seed & within, open = within & ~seed;",
            "    while (border) {",
            f"        uint64_t reached = {table}[pt_lowest(border)] & open;",
            "        border = (border & (border - 1)) | reached;",
            "        open ^= reached;",
            "    }",
            "    return within & ~open;",
            "}",
        ]
    each = range(words)
    lines = [
        f"static {type_} {name}({type_} seed, {type_} within) {{",
        *(
            f"    uint64_t border{i} = seed.w[{i}] & within.w[{i}], open{i} = within.w[{i}] & ~seed.w[{i}];"
            for i in each
        ),
        f"    while ({' | '.join(f'border{i}' for i in each)}) {{",
    ]
    for i in each:
        lines += [
            f"        while (border{i}) {{",
            f"            const {type_} *near = &{table}[{64 * i} + pt_lowest(border{i})];",
            f"            border{i} &= border{i} - 1;",
            *(f"            uint64_t reached{j} = near->w[{j}] & open{j};" for j in each),
            *(f"            open{j} ^= reached{j}, border{j} |= reached{j};" for j in each),
            "        }",
        ]
    lines += ["    }", *(f"    within.w[{i}] &= ~open{i};" for i in each), "    return within;", "}"]
    return lines


def _suffixes(words: int) -> list[str]:
    return [f".w[{i}]" for i in range(words)] if words > 1 else [""]


def _lowest(name: str, each: list[str]) -> str:
    """The lowest site of a set that has one."""
    texts = [f"{f'{64 * i} + ' if i else ''}pt_lowest({name}{at})" for i, at in enumerate(each)]
    tests = "".join(f"{name}{at} ? {text} : " for at, text in zip(each[:-1], texts[:-1], strict=True))
    return f"{tests}{texts[-1]}"


def _only(words: int) -> list[str]:
    """The words of the set of one site."""
    return [f"(site >> 6 == {i} ? 1ull << (site & 63) : 0)" for i in range(words)] if words > 1 else ["(1ull << site)"]


def _touching(name: str, type_: str, table: str, words: int) -> list[str]:
    each = _suffixes(words)
    pairs = list(enumerate(zip(each, _only(words), strict=True)))
    return [
        f"static bool {name}({type_} border, {type_} open, {type_} target) {{",
        *(f"    border{at} &= open{at}, open{at} &= ~border{at};" for at in each),
        f"    if ({' | '.join(f'(border{at} & target{at})' for at in each)}) return true;",
        f"    while ({' | '.join(f'border{at}' for at in each)}) {{",
        f"        int site = {_lowest('border', each)};",
        *(f"        uint64_t near{i} = {table}[site]{at} & open{at};" for i, at in enumerate(each)),
        f"        if ({' | '.join(f'(near{i} & target{at})' for i, at in enumerate(each))}) return true;",
        *(f"        border{at} = (border{at} & ~{one}) | near{i}, open{at} ^= near{i};" for i, (at, one) in pairs),
        "    }",
        "    return false;",
        "}",
    ]


def _unreached(name: str, type_: str, table: str, words: int) -> list[str]:
    each = _suffixes(words)
    pairs = list(enumerate(zip(each, _only(words), strict=True)))
    return [
        f"static {type_} {name}({type_} wanted, {type_} seed, {type_} within) {{",
        f"    {type_} unreached;",
        *(f"    unreached{at} = wanted{at} & ~within{at}, wanted{at} &= within{at};" for at in each),
        f"    while ({' | '.join(f'wanted{at}' for at in each)}) {{",
        f"        int site = {_lowest('wanted', each)};",
        f"        {type_} border, open;",
        *(f"        border{at} = {one}, open{at} = within{at} & ~border{at};" for _, (at, one) in pairs),
        f"        bool reached = ({' | '.join(f'(border{at} & seed{at})' for at in each)}) != 0;",
        f"        while (!reached && ({' | '.join(f'border{at}' for at in each)})) {{",
        f"            site = {_lowest('border', each)};",
        *(f"            uint64_t here{i} = {one}, near{i} = {table}[site]{at} & open{at};" for i, (at, one) in pairs),
        *(
            f"            border{at} = (border{at} & ~here{i}) | near{i}, open{at} ^= near{i};"
            for i, at in enumerate(each)
        ),
        f"            reached = ({' | '.join(f'(border{at} & seed{at})' for at in each)}) != 0;",
        "        }",
        *(f"        if (!reached) unreached{at} |= wanted{at} & ~open{at};" for at in each),
        *(f"        wanted{at} &= open{at};" for at in each),
        "    }",
        "    return unreached;",
        "}",
    ]
