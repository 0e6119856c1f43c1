"""Writes questions about rays as C: masks of whole rays on boards of one word, walks from site to site elsewhere."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from petteia.ir import nodes as n

from .emit_base import BodyBase, literal


@lru_cache(maxsize=1024)
def ray_masks(rays: n.Table, universe: str) -> n.Table:
    """For each site the set of the sites on its ray."""
    return n.Table(f"{rays.name}_mask", n.set_of(universe), rays.shape[:1], tuple(map(_mask, _paths(rays))))


def _paths(rays: n.Table) -> list[tuple[int, ...]]:
    count, length = rays.shape
    rows = (rays.values[site * length : (site + 1) * length] for site in range(count))
    return [tuple(site for site in row if site >= 0) for row in rows]


def _mask(sites: tuple[int, ...]) -> int:
    return sum(1 << site for site in sites)


@lru_cache(maxsize=1024)
def _is_straight(rays: n.Table) -> bool:
    """Whether each ray goes on as the ray of its first site does."""
    paths = _paths(rays)
    return all(not path or path[1:] == paths[path[0]] for path in paths)


@lru_cache(maxsize=1024)
def _sense(rays: n.Table) -> int:
    """1 if all rays lead to ever higher sites, -1 if to ever lower ones, 0 if neither."""
    paths = [(site, *path) for site, path in enumerate(_paths(rays))]
    for sense in (1, -1):
        if all(sense * (b - a) > 0 for path in paths for a, b in pairwise(path)):
            return sense
    return 0


@lru_cache(maxsize=1024)
def _stride(rays: n.Table) -> int:
    """The distance of every step of straight rays, 0 if there are several."""
    paths = [(site, *path) for site, path in enumerate(_paths(rays))]
    found = {b - a for path in paths for a, b in pairwise(path)}
    return found.pop() if len(found) == 1 and _is_straight(rays) else 0


@lru_cache(maxsize=1024)
def row_starts(rays: n.Table, length: int, universe: str) -> n.Table:
    """For each site the set of the sites where a row of some length begins that goes through it."""
    masks = [0] * rays.shape[0]
    for start, path in enumerate(_paths(rays)):
        if len(path) >= length - 1:
            for site in (start, *path[: length - 1]):
                masks[site] |= 1 << start
    return n.Table(f"{rays.name}_rows_of_{length}", n.set_of(universe), rays.shape[:1], tuple(masks))


class Rays(BodyBase):
    """Row, Caught and Flank."""

    def ray_row(self, expr: n.Row) -> str:
        """Whether there is a row through a site: on boards of one word by laying shifted copies upon each other."""
        universe = expr.set.type.universe
        rays = next((rays for rays in (expr.ahead, expr.back) if _stride(rays) > 0), None)
        if self.unit.words(universe) > 1 or rays is None:
            runs = [self.run_length(n.Run(way, expr.site, expr.set)) for way in (expr.ahead, expr.back)]
            return f"(1 + {' + '.join(runs)} >= {expr.length})"
        site = self.simple(expr.site, "site")
        starts = self.unit.table(row_starts(rays, expr.length, universe))
        row = self._ray_variable("row", expr.set.type, f"{self.settled(expr.set, 'set')} | 1ull << {site}")
        laid = 1
        while laid < expr.length:
            more = min(laid, expr.length - laid)
            self.line(f"{row} &= {row} >> {more * _stride(rays)};")
            laid += more
        return f"(({row} & {starts}[{site}]) != 0)"

    def _walk_ray(self, rays: n.Table, site: n.Expr, members: n.Expr) -> tuple[str, str]:
        """Names of a ray and of the number of its sites that lie in a set before the first that does not."""
        inside = self.settled(members, "set")
        ray, k = self.fresh("ray"), self.fresh("run")
        self.line(f"const {self.unit.table_type(rays)} *{ray} = {self.unit.table(rays)}[{self.value(site)}];")
        self.line(f"int {k} = 0;")
        at = f"{ray}[{k}]"
        self.line(f"while ({k} < {rays.shape[1]} && {at} >= 0 && {self._on_ray(inside, at, members.type)}) {k}++;")
        return ray, k

    def _on_ray(self, members: str, site: str, type_: n.Type) -> str:
        if self.unit.words(type_.universe) == 1:
            return f"({members} >> {site} & 1)"
        return f"({members}.w[{site} >> 6] >> ({site} & 63) & 1)"

    def ray_set(self, expr: n.Caught | n.Flank) -> str:
        """The name of a set made of rays."""
        return self._caught(expr) if isinstance(expr, n.Caught) else self._flank(expr)

    def _ray_variable(self, name: str, type_: n.Type, text: str) -> str:
        made = self.fresh(name)
        self.line(f"{self.unit.c_type(type_)} {made} = {text};")
        return made

    def _blank(self, name: str, type_: n.Type) -> str:
        return self._ray_variable(name, type_, "0" if self.unit.words(type_.universe) == 1 else "{0}")

    def _caught(self, expr: n.Caught) -> str:
        universe, sense = expr.type.universe, _sense(expr.rays)
        if self.unit.words(universe) == 1 and sense:
            return self._caught_in_word(expr, sense)
        name = self._blank("caught", expr.type)
        ends = self.settled(expr.ends, "ends")
        ray, run = self._walk_ray(expr.rays, expr.site, expr.through)
        met = f"{ray}[{run}]"
        met_end = f"{run} < {expr.rays.shape[1]} && {met} >= 0 && {self._on_ray(ends, met, expr.type)}"
        k = self.fresh("k")
        with self.indented(f"for (int {k} = 0; ({met_end}) && {k} < {run}; {k}++) {{"):
            self.line(self._add_site(name, f"{ray}[{k}]", expr.type))
        return name

    def _caught_in_word(self, expr: n.Caught, sense: int) -> str:
        """Without a branch: the first site of the ray outside `through`, and all before it if it is an end."""
        masks = self.unit.table(ray_masks(expr.rays, expr.type.universe))
        ray = self._ray_variable("ray", expr.type, f"{masks}[{self.value(expr.site)}]")
        out = self._ray_variable("out", expr.type, f"{ray} & ~{self.settled(expr.through, 'through')}")
        met = self._ray_variable("met", expr.type, f"{out} & -{out}" if sense > 0 else f"pt_highest({out})")
        before = f"({met} - 1)" if sense > 0 else f"-({met} << 1)"
        ends = self.settled(expr.ends, "ends")
        return self._ray_variable("caught", expr.type, f"{ray} & {before} & -(uint64_t)(({met} & {ends}) != 0)")

    def _add_site(self, name: str, site: str, type_: n.Type) -> str:
        if self.unit.words(type_.universe) == 1:
            return f"{name} |= 1ull << {site};"
        return f"{name}.w[{site} >> 6] |= 1ull << ({site} & 63);"

    def _flank(self, expr: n.Flank) -> str:
        stride = _stride(expr.rays)
        if self.unit.words(expr.type.universe) == 1 and stride:
            return self._flank_by_shifts(expr, stride)
        name = self._blank("flanked", expr.type)
        ends = self.settled(expr.ends, "ends")
        through = n.Local(self.settled(expr.through, "through"), expr.type)
        site = n.Local(self.fresh("site"), n.INT)
        with self.over_sites(site, n.Const(self.unit.everything(expr.type.universe), expr.type)):
            ray, k = self._walk_ray(expr.rays, site, through)
            met = f"{ray}[{k}]"
            test = f"{k} > 0 && {k} < {expr.rays.shape[1]} && {met} >= 0 && {self._on_ray(ends, met, expr.type)}"
            self.line(f"if ({test}) {self._add_site(name, site.name, expr.type)}")
        return name

    def _flank_by_shifts(self, expr: n.Flank, stride: int) -> str:
        """All sites at once: rows grow back from their ends, doubling in length at each step."""
        able = literal(sum(1 << site for site, path in enumerate(_paths(expr.rays)) if path))
        through, ends = self.settled(expr.through, "through"), self.settled(expr.ends, "ends")

        def back(word: str, times: int = 1) -> str:
            distance = stride * times
            return f"{word} >> {distance}" if distance > 0 else f"{word} << {-distance}"

        row, run = self.fresh("row"), self.fresh("run")
        self.line(f"uint64_t {run} = {through} & {able}, {row} = {run} & ({back(ends)});")
        longest = max(len(path) for path in _paths(expr.rays)) - 2
        times = 1
        while times <= longest and abs(stride) * times < 64:
            self.line(f"{row} |= {run} & ({back(row, times)});")
            if 2 * times <= longest:
                self.line(f"{run} &= {back(run, times)};")
            times *= 2
        return self._ray_variable("flanked", expr.type, f"{back(row)} & {able}")
