"""Writes the functions that follow several rays from a site until they are stopped, by masks of whole rays."""

from __future__ import annotations

from functools import lru_cache

from petteia.ir import nodes as n

from .emit_base import UNROLLED_WORDS, Unit
from .rays import ray_masks, sense_of

_UP = "out{i} & -out{i}", "(met{i} - 1)"
_DOWN = "pt_highest(out{i})", "~((met{i} << 1) - (met{i} != 0))"


def reach_helper(unit: Unit, rays: n.Table, universe: str, *, stops: bool) -> str:
    """A function that gives the sites along all rays from a site up to the first that stops them; that counts, too,
    if it is where one may stop."""
    name = f"g_reach_{unit.table_name(rays).removeprefix('t_')}{'_until' if stops else ''}"
    if name not in unit.helpers:
        body = _by_masks(unit, rays, universe, stops) or _by_steps(unit, rays, universe, stops)
        type_ = unit.set_type(universe)
        unit.helpers[name] = [
            f"/* The sites on rays within `through`{', and the first beyond if it is in `until`' if stops else ''}. */",
            f"static {type_} {name}(int site, {type_} through{f', {type_} until' if stops else ''}) {{",
            f"    {type_} reach = {'0' if unit.words(universe) == 1 else '{0}'};",
            *(f"    {line}" for line in body),
            "    return reach;",
            "}",
        ]
    return name


@lru_cache(maxsize=256)
def _ways(rays: n.Table) -> tuple[n.Table, ...]:
    """The rays of each way as a table of its own."""
    count, sites, length = rays.shape
    size = sites * length
    return tuple(
        n.Table(f"{rays.name}_{way}", n.INT, (sites, length), rays.values[way * size : (way + 1) * size])
        for way in range(count)
    )


def _by_masks(unit: Unit, rays: n.Table, universe: str, stops: bool) -> list[str]:
    """All ways up, then all ways down; nothing if there is one that goes up and down."""
    ways = _ways(rays)
    sorted_ways = {sense: [way for way in ways if sense_of(way) == sense] for sense in (1, -1)}
    if len(sorted_ways[1]) + len(sorted_ways[-1]) < len(ways):
        return []
    lines: list[str] = []
    for sense, chosen in sorted_ways.items():
        if chosen:
            by_way = [ray_masks(way, universe).values for way in chosen]
            values = tuple(mask for of_site in zip(*by_way, strict=True) for mask in of_site)
            name = f"{rays.name}_{'up' if sense > 0 else 'down'}"
            masks = n.Table(name, n.set_of(universe), (rays.shape[1], len(chosen)), values)
            lines += [
                f"for (int way = 0; way < {len(chosen)}; way++) {{",
                *(f"    {line}" for line in _one_way(unit, unit.table(masks), universe, sense, stops)),
                "}",
            ]
    return lines


def _one_way(unit: Unit, masks: str, universe: str, sense: int, stops: bool) -> list[str]:
    """Word by word: without a branch where there are few, as how far a ray goes cannot be foreseen."""
    words = unit.words(universe)
    order = list(range(words))[::sense]
    if words > UNROLLED_WORDS:
        head = f"for (int i = 0; i < {words}; i++) {{" if sense > 0 else f"for (int i = {words - 1}; i >= 0; i--) {{"
        found, seen = _one_word(masks, "", ".w[i]", sense, stops)
        return [head, f"    {found}", f"    reach.w[i] |= {seen};", "    if (met) break;", "}"]
    lines = []
    for k, i in enumerate(order):
        w = f".w[{i}]" if words > 1 else ""
        found, seen = _one_word(masks, str(i), w, sense, stops)
        lines.append(found)
        before = " | ".join(f"out{j}" for j in order[:k])
        lines.append(f"reach{w} |= ({seen}) & -(uint64_t)(({before}) == 0);" if k else f"reach{w} |= {seen};")
    return lines


def _one_word(masks: str, i: str, w: str, sense: int, stops: bool) -> tuple[str, str]:
    """The line that finds the first site of a ray, within a word, that is not passed; and the sites up to it."""
    met, before = _UP if sense > 0 else _DOWN
    found = f"uint64_t ray{i} = {masks}[site][way]{w}, out{i} = ray{i} & ~through{w}, met{i} = {met.format(i=i)};"
    return found, f"(ray{i} & {before.format(i=i)})" + (f" | (met{i} & until{w})" if stops else "")


def _by_steps(unit: Unit, rays: n.Table, universe: str, stops: bool) -> list[str]:
    """Site by site."""
    count, _, length = rays.shape
    wide = unit.words(universe) > 1
    bit = "(at & 63)" if wide else "at"

    def word(members: str) -> str:
        return f"{members}.w[at >> 6]" if wide else members

    counts = f"(passes | ({word('until')} >> {bit} & 1))" if stops else "passes"
    return [
        f"for (int way = 0; way < {count}; way++)",
        f"    for (int k = 0; k < {length}; k++) {{",
        f"        int at = {unit.table(rays)}[way][site][k];",
        "        if (at < 0) break;",
        f"        uint64_t passes = {word('through')} >> {bit} & 1;",
        f"        {word('reach')} |= {counts} << {bit};",
        "        if (!passes) break;",
        "    }",
    ]
