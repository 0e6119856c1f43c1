"""Writes steps over the board as C: shifts of words where the board is regular, loops over sites elsewhere."""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir.shifts import shifts_of

from .emit_base import BodyBase, literal

_FULL_WORD = 2**64 - 1


class Steps(BodyBase):
    """Shift, Spread, Flood, Run and Filter."""

    def stepped_word(self, expr: n.Shift | n.Spread, index: int) -> str:
        """One word of a regular step or spread of a set in memory."""
        table = expr.steps if isinstance(expr, n.Shift) else expr.neighbours
        universe = expr.set.type.universe
        words = self.words(expr.set)
        everything = self.unit.everything(universe)
        terms = []
        for distance, mask in sorted(shifts_of(table).items()):
            for source, shift in _sources(distance, index, len(words)):
                text = _part(words[source], everything >> 64 * source, mask >> 64 * source, shift)
                if text:
                    terms.append(text)
        return " | ".join(f"({term})" if len(terms) > 1 else term for term in terms) or "0ull"

    def made_set(self, expr: n.Expr) -> str:
        """The name of a set that statements of its own make."""
        match expr:
            case n.Op("minus", (members, n.Flood(seed, within, neighbours)), type_):
                helper = self.unreached_helper(neighbours, type_.universe)
                given = [self.value(one) for one in (members, seed, within)]
                return self._declared("unreached", type_, f"{helper}({', '.join(given)})")
            case n.Op("union"):
                return self.bundle_set(expr)
            case n.Flood(seed, within, neighbours, _):
                helper = self.flood_helper(neighbours, expr.type.universe)
                seed_text, within_text = self.value(seed), self.value(within)
                return self._declared("flood", expr.type, f"{helper}({seed_text}, {within_text})")
            case n.Filter(var, members, cond, type_):
                name = self._declared("kept", type_, "{0}" if self._is_wide(type_) else "0")
                with self.over_sites(var, members):
                    test = self.value(cond)
                    self.line(f"if ({test}) {self._include(name, self.value(var), type_)}")
                return name
            case n.Shift(steps, members, type_):
                name = self._declared("stepped", type_, "{0}" if self._is_wide(type_) else "0")
                valid = sum(1 << site for site, step in enumerate(steps.values) if step >= 0)
                site, target = n.Local(self.fresh("site"), n.INT), self.fresh("target")
                able = n.Op("intersect", (members, n.Const(valid, members.type)), members.type)
                with self.over_sites(site, able):
                    self.line(f"int {target} = {self.unit.table(steps)}[{site.name}];")
                    self.line(self._include(name, target, type_))
                return name
            case n.Spread(neighbours, members, type_):
                name = self._declared("spread", type_, "{0}" if self._is_wide(type_) else "0")
                site = n.Local(self.fresh("site"), n.INT)
                with self.over_sites(site, members):
                    for i, suffix in enumerate(self._suffixes(type_)):
                        near = n.Lookup(neighbours, (site,), type_)
                        self.line(f"{name}{suffix} |= {self.words(near)[i]};")
                return name
            case n.Caught() | n.Flank() | n.Reach():
                return self.ray_set(expr)
        raise AssertionError(f"made of words: {expr}")

    def run_length(self, expr: n.Run) -> str:
        """How far a ray runs in a set."""
        members = self.settled(expr.set, "set")
        site = self.value(expr.site)
        length, ray = self.fresh("run"), self.fresh("ray")
        table = self.unit.table(expr.rays)
        element = self.unit.table_type(expr.rays)
        at = f"{ray}[{length}]"
        if self._is_wide(expr.set.type):
            inside = f"({members}.w[{at} >> 6] >> ({at} & 63) & 1)"
        else:
            inside = f"({members} >> {at} & 1)"
        ends = f" && {at} >= 0" if expr.rays.low < 0 else ""
        self.line(f"const {element} *{ray} = {table}[{site}];")
        self.line(f"int {length} = 0;")
        self.line(f"while ({length} < {expr.rays.shape[1]}{ends} && {inside}) {length}++;")
        return length

    def _declared(self, name: str, type_: n.Type, text: str) -> str:
        made = self.fresh(name)
        self.line(f"{self.unit.plain_type(type_)} {made} = {text};")
        return made

    def _is_wide(self, type_: n.Type) -> bool:
        return self.unit.words(type_.universe) > 1

    def _suffixes(self, type_: n.Type) -> list[str]:
        return [f".w[{i}]" for i in range(self.unit.words(type_.universe))] if self._is_wide(type_) else [""]

    def _include(self, name: str, site: str, type_: n.Type) -> str:
        if self._is_wide(type_):
            return f"{name}.w[{site} >> 6] |= 1ull << ({site} & 63);"
        return f"{name} |= 1ull << {site};"


def _sources(distance: int, index: int, words: int) -> list[tuple[int, int]]:
    """Which words, shifted by how much (up is positive), make up a word of a shifted set."""
    whole, rest = divmod(distance, 64)
    candidates = [(index - whole, rest), (index - whole - 1, rest - 64)] if rest else [(index - whole, 0)]
    return [(source, shift) for source, shift in candidates if 0 <= source < words]


def _part(word: str, everything: int, mask: int, shift: int) -> str:
    """One word, masked where unwanted sites would come along, and shifted; empty if nothing comes of it."""
    everything, mask = everything & _FULL_WORD, mask & _FULL_WORD
    if not _shifted(mask, shift):
        return ""
    operator = f" << {shift}" if shift > 0 else f" >> {-shift}" if shift else ""
    if not _shifted(everything & ~mask, shift):
        return f"{word}{operator}"
    masked = f"{word} & {literal(mask)}"
    return f"({masked}){operator}" if operator else masked


def _shifted(word: int, shift: int) -> int:
    return (word << shift if shift >= 0 else word >> -shift) & _FULL_WORD
