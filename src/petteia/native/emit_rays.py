"""Writes questions about rays as C: masks of whole rays on boards of one word, walks from site to site elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from petteia.ir import nodes as n
from petteia.ir.visit import children

from .emit_base import UNROLLED_WORDS, BodyBase
from .emit_ray_bundles import bundle_helper, bundle_of, caught_helper, flank_helper
from .emit_reaches import reach_helper
from .layout import WORD_BITS
from .rays import are_opposite, row_starts, sense_of, stride_of, whole_lines


class Rays(BodyBase):
    """Row, Caught, Flank and Reach."""

    def ray_row(self, expr: n.Row) -> str:
        """True if there is a row through a site: on boards of one word by laying shifted copies upon each other."""
        if (together := self.any_row([expr])) is not None:
            return together
        runs = [self.run_length(n.Run(way, expr.site, expr.set)) for way in (expr.ahead, expr.back)]
        return f"(1 + {' + '.join(runs)} >= {expr.length})"

    def any_row(self, rows: Sequence[n.Row]) -> str | None:
        """True if there is one of several rows: their bits come together, so that nothing has to be guessed."""
        filled: list[str] = []
        shifted: list[str] = []
        for row in rows:
            if (line := self._filled_line(row)) is not None:
                filled.append(line)
            elif (bits := self._shifted_row(row)) is not None:
                shifted.append(bits)
            else:
                return None
        if shifted:
            bits = shifted[0] if len(shifted) == 1 else f"({' | '.join(shifted)})"
            filled.append(f"({bits} != 0)")
        return filled[0] if len(filled) == 1 else f"({' | '.join(filled)})"

    def _shifted_row(self, expr: n.Row) -> str | None:
        """The bits that are left of shifted copies laid upon each other where there is a row; None if none will do."""
        universe = expr.set.type.universe
        if self.unit.words(universe) > 1:
            return None
        rays = next((rays for rays in (expr.ahead, expr.back) if stride_of(rays) > 0), None)
        if rays is None or not are_opposite(expr.ahead, expr.back):
            return None
        site = self.simple(expr.site, "site")
        starts = self.unit.table(row_starts(rays, expr.length, universe))
        row = self._ray_variable("row", expr.set.type, f"{self._with_site(expr)}")
        laid = 1
        while laid < expr.length:
            more = min(laid, expr.length - laid)
            self.line(f"{row} &= {row} >> {more * stride_of(rays)};")
            laid += more
        return f"({row} & {starts}[{site}])"

    def _with_site(self, expr: n.Row) -> str:
        """The set in which a row is asked for, with the site that counts as lying there."""
        site = n.Op("single", (expr.site,), expr.set.type)

        def make() -> str:
            text = f"{self.settled(expr.set, 'set')} | 1ull << {self.simple(expr.site, 'site')}"
            return self._ray_variable("with", expr.set.type, text)

        return self.once(n.Op("union", (expr.set, site), expr.set.type), make)

    def _filled_line(self, expr: n.Row) -> str | None:
        """True if all sites in line with a site lie in a set; None if a row may be part of a longer one."""
        universe = expr.set.type.universe
        lines = whole_lines(expr.ahead, expr.back, expr.length, universe)
        if lines is None or self.unit.program.universes[universe] >= WORD_BITS:
            return None
        line = f"{self.unit.table(lines)}[{self.simple(expr.site, 'site')}]"
        return f"!({line} & ~{self._with_site(expr)})"

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

    def ray_set(self, expr: n.Caught | n.Flank | n.Reach) -> str:
        """The name of a set made of rays."""
        match expr:
            case n.Reach():
                stops = expr.until != n.Const(0, expr.type)
                given = [self.value(part) for part in (expr.site, expr.through, expr.until)[: 3 if stops else 2]]
                helper = reach_helper(self.unit, expr.rays, expr.type.universe, stops=stops)
                return self._ray_variable("reach", expr.type, f"{helper}({', '.join(given)})")
            case n.Caught():
                return self._caught(expr)
            case _:
                return self._flank(expr)

    def is_bundle(self, expr: n.Expr) -> bool:
        """True if a set is made of several rays at once."""
        if not isinstance(expr, n.Op) or self.unit.words(expr.type.universe) > 1:
            return False
        return bool(bundle_of(expr))

    def bundle_set(self, expr: n.Expr) -> str:
        """The name of a set made of several rays at once."""
        rays = bundle_of(expr)
        given = ", ".join(self.value(part) for part in children(rays[0]))
        name = "caught" if isinstance(rays[0], n.Caught) else "flanked"
        return self._ray_variable(name, expr.type, f"{bundle_helper(self.unit, rays)}({given})")

    def _ray_variable(self, name: str, type_: n.Type, text: str) -> str:
        made = self.fresh(name)
        self.line(f"{self.unit.plain_type(type_)} {made} = {text};")
        return made

    def _blank(self, name: str, type_: n.Type) -> str:
        return self._ray_variable(name, type_, "0" if self.unit.words(type_.universe) == 1 else "{0}")

    def _caught(self, expr: n.Caught) -> str:
        if self.unit.words(expr.type.universe) == 1 and sense_of(expr.rays):
            helper = caught_helper(self.unit, expr.rays, expr.type.universe)
            given = [self.value(part) for part in (expr.site, expr.through, expr.ends)]
            return self._ray_variable("caught", expr.type, f"{helper}({', '.join(given)})")
        name = self._blank("caught", expr.type)
        ends = self.settled(expr.ends, "ends")
        ray, run = self._walk_ray(expr.rays, expr.site, expr.through)
        met = f"{ray}[{run}]"
        met_end = f"{run} < {expr.rays.shape[1]} && {met} >= 0 && {self._on_ray(ends, met, expr.type)}"
        k = self.fresh("k")
        with self.indented(f"for (int {k} = 0; ({met_end}) && {k} < {run}; {k}++) {{"):
            self.line(self._add_site(name, f"{ray}[{k}]", expr.type))
        return name

    def _add_site(self, name: str, site: str, type_: n.Type) -> str:
        if self.unit.words(type_.universe) == 1:
            return f"{name} |= 1ull << {site};"
        return f"{name}.w[{site} >> 6] |= 1ull << ({site} & 63);"

    def _flank(self, expr: n.Flank) -> str:
        if self.unit.words(expr.type.universe) <= UNROLLED_WORDS and stride_of(expr.rays):
            helper = flank_helper(self.unit, expr.rays, expr.type.universe)
            given = [self.value(part) for part in (expr.through, expr.ends)]
            return self._ray_variable("flanked", expr.type, f"{helper}({', '.join(given)})")
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
