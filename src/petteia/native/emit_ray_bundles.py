"""Writes the functions that follow rays by shifts: one ray, or several at once in the lanes of a vector.

Rows are followed for all sites together by shifting whole sets. A row through `run` that is known for up to `reach`
sites is known for `times` more after one shift by `times` steps, if `run` has only the sites that `times` sites of it,
themselves included, lie behind.
"""

from __future__ import annotations

from collections.abc import Iterator

from petteia.ir import nodes as n

from .emit_base import Unit, literal
from .rays import middle_of, ray_masks, ray_paths, sense_of, stride_of

_LANES = 4
_FULL_WORD = 2**64 - 1

Ray = n.Caught | n.Flank


def bundle_of(expr: n.Expr) -> list[Ray]:
    """The rays whose union a set is: two or more of one kind, alike but for their direction, each a plain shift."""
    rays: list[Ray] = []
    rest = [expr]
    while rest:
        match rest.pop():
            case n.Op("union", (a, b)):
                rest += [a, b]
            case n.Caught() | n.Flank() as ray if stride_of(ray.rays) and (not rays or _are_alike(rays[0], ray)):
                rays.append(ray)
            case _:
                return []
    return rays[::-1] if len(rays) > 1 else []


def _are_alike(one: Ray, other: Ray) -> bool:
    if isinstance(one, n.Caught) and isinstance(other, n.Caught) and one.site != other.site:
        return False
    return type(one) is type(other) and one.through == other.through and one.ends == other.ends


# -- one ray ------------------------------------------------------------------------------------------------------


def caught_helper(unit: Unit, rays: n.Table, universe: str) -> str:
    """A function without a branch: the first site of a ray outside `through`, and all before it if it is an end."""
    name = f"g_caught_{_name(unit, rays)}"
    if name not in unit.helpers:
        upwards = sense_of(rays) > 0
        masks = unit.table(ray_masks(rays, universe))
        unit.helpers[name] = [
            f"/* The row of `through` between a site and one of `ends`, along {_name(unit, rays)}. */",
            f"static inline uint64_t {name}(int site, uint64_t through, uint64_t ends) {{",
            f"    uint64_t ray = {masks}[site], out = ray & ~through;",
            f"    uint64_t met = {'out & -out' if upwards else 'pt_highest(out)'};",
            f"    return ray & {'(met - 1)' if upwards else '-(met << 1)'} & -(uint64_t)((met & ends) != 0);",
            "}",
        ]
    return name


def flank_helper(unit: Unit, rays: n.Table, universe: str) -> str:
    """A function that follows a ray back from all ends at once, word by word."""
    name = f"g_flank_{_name(unit, rays)}"
    if name not in unit.helpers:
        type_, words, stride = unit.set_type(universe), unit.words(universe), stride_of(rays)
        order = list(range(words))[:: 1 if stride > 0 else -1]  # a word is changed before those it is shifted into
        lines = [
            f"/* The sites from which {_name(unit, rays)} runs through a row of `through` to one of `ends`. */",
            f"static inline {type_} {name}({type_} through, {type_} ends) {{",
        ]
        for i in range(words):
            middle = literal(middle_of(rays) >> 64 * i & _FULL_WORD)
            lines.append(f"    uint64_t run{i} = {_word('through', i, words)} & {middle};")
        outside = [f"({_word('ends', i, words)} & ~{_word('through', i, words)})" for i in range(words)]
        lines += [f"    uint64_t row{i} = run{i} & {_shifted(outside, i, -stride)};" for i in range(words)]
        rows, runs = ([f"{each}{i}" for i in range(words)] for each in ("row", "run"))
        for times, further in _shifts(_longest_row(rays)):
            for i in order:
                moved = _shifted(runs if further else rows, i, -stride * times)
                lines.append(f"    run{i} &= {moved};" if further else f"    row{i} |= run{i} & {moved};")
        found = ", ".join(_shifted(rows, i, -stride) for i in range(words))
        unit.helpers[name] = [*lines, f"    return {found if words == 1 else f'({type_}){{{{{found}}}}}'};", "}"]
    return name


def _word(name: str, i: int, words: int) -> str:
    return name if words == 1 else f"{name}.w[{i}]"


def _shifted(words: list[str], i: int, distance: int) -> str:
    """One word of a set whose sites are all shifted by some distance."""
    over, within = divmod(distance, 64)
    parts = []
    if 0 <= i - over < len(words):
        parts.append(f"{words[i - over]} << {within}" if within else words[i - over])
    if within and 0 <= i - over - 1 < len(words):
        parts.append(f"{words[i - over - 1]} >> {64 - within}")
    if not parts:
        return "0ull"
    return parts[0] if len(parts) == 1 else f"({' | '.join(parts)})"


def _name(unit: Unit, rays: n.Table) -> str:
    return unit.table_name(rays).removeprefix("t_")


def _longest_row(rays: n.Table) -> int:
    """The most sites that lie between the beginning of a ray and its last site."""
    return max(map(len, ray_paths(rays))) - 1


def _shifts(longest: int) -> Iterator[tuple[int, bool]]:
    """How to follow rows of up to some length: shifts by so many steps of the rows, or (True) of the runs."""
    reach = times = 1
    while reach < longest:
        yield times, False
        reach += times
        if longest - reach > times and 2 * times <= reach:
            yield times, True
            times *= 2


# -- several rays -------------------------------------------------------------------------------------------------


def bundle_helper(unit: Unit, bundle: list[Ray]) -> str:
    """A function for several rays at once: four to a vector where the machine has them, else one after the other."""
    kind = "caught" if isinstance(bundle[0], n.Caught) else "flank"
    tables = [ray.rays for ray in bundle]
    names = [_name(unit, rays) for rays in tables]
    name = f"g_{kind}_" + "_".join(one.removeprefix("ray_") for one in names)
    if name in unit.helpers:
        return name
    if kind == "caught":
        what = "The rows of `through` between a site and one of `ends`, along"
        parameters, given = "int site, uint64_t through, uint64_t ends", "site, through, ends"
        single = [caught_helper(unit, rays, bundle[0].type.universe) for rays in tables]
    else:
        what = "The sites from which a ray runs through a row of `through` to one of `ends`:"
        parameters, given = "uint64_t through, uint64_t ends", "through, ends"
        single = [flank_helper(unit, rays, bundle[0].type.universe) for rays in tables]
    unit.helpers[name] = [
        f"/* {what} {', '.join(names)}. */",
        f"PT_INLINE uint64_t {name}({parameters}) {{",
        "#ifdef __AVX2__",
        *(_caught_lines(tables) if kind == "caught" else _flank_lines(tables)),
        "#else",
        f"    return {' | '.join(f'{one}({given})' for one in single)};",
        "#endif",
        "}",
    ]
    return name


def _flank_lines(tables: list[n.Table]) -> list[str]:
    lines = ["    Four every = pt_four(through), end = pt_four(ends & ~through), found = {0};"]
    for lanes in _in_lanes(tables):
        back = ">>" if stride_of(lanes[0]) > 0 else "<<"
        step = _steps(lanes, 1)
        rows = _row_lines(lanes, back, f"end {back} {step}")
        lines += ["    {", *rows, f"        found |= row {back} {step};", "    }"]
    return [*lines, "    return pt_join(found);"]


def _caught_lines(tables: list[n.Table]) -> list[str]:
    lines = ["    Four every = pt_four(through), end = pt_four(ends & ~through), from = pt_four(1ull << site);"]
    lines.append("    Four found = {0};")
    for lanes in _in_lanes(tables):
        forth = "<<" if stride_of(lanes[0]) > 0 else ">>"
        step = _steps(lanes, 1)
        rows = _row_lines(lanes, forth, f"from {forth} {step}")
        met = f"(Four)((row {forth} {step} & end) != (Four){{0}})"
        lines += ["    {", *rows, f"        found |= row & {met};", "    }"]
    return [*lines, "    return pt_join(found);"]


def _row_lines(lanes: list[n.Table], operator: str, beside: str) -> list[str]:
    """Lines that find, in each lane, the rows that begin beside some sites and go on along shifts."""
    middles = ", ".join(literal(middle_of(rays)) for rays in lanes)
    lines = [f"        Four run = every & (Four){{{middles}}}, row = run & {beside};"]
    for times, further in _shifts(max(map(_longest_row, lanes))):
        shift = f"{operator} {_steps(lanes, times)}"
        lines.append(f"        run &= run {shift};" if further else f"        row |= run & row {shift};")
    return lines


def _steps(lanes: list[n.Table], times: int) -> str:
    """Distances to shift lanes by. Where a row would leave the word no run is left, so that any distance does."""
    return f"(Four){{{', '.join(str(min(abs(stride_of(rays)) * times, 63)) for rays in lanes)}}}"


def _in_lanes(tables: list[n.Table]) -> Iterator[list[n.Table]]:
    """The rays by sense, four at a time; lanes to spare repeat the last ray."""
    for sense in (1, -1):
        some = sorted((rays for rays in tables if sense_of(rays) == sense), key=lambda rays: abs(stride_of(rays)))
        for k in range(0, len(some), _LANES):
            lanes = some[k : k + _LANES]
            yield [*lanes, *lanes[-1:] * (_LANES - len(lanes))]
