"""Writes as C how what is hidden from a player is taken out of a state, before it is shown to him."""

from __future__ import annotations

from math import prod

from petteia.ir import nodes as n

from .emit_base import Unit, c_name
from .layout import words_of

_HIDDEN = "hidden"
_FACTS = {"pieces": 1, "what": 1, "own": 2, "who": 2, "state": 3, "count": 4, "rotation": 5, "value": 6}
"""By field, the fact about a site that it tells, as rules number what can be hidden; 0 is everything."""


def hiding_lines(unit: Unit) -> list[str]:
    """The function that hides; without one where rules hide nothing."""
    fields = unit.program.fields
    if _HIDDEN not in fields:
        return ["", "#define PTB_HIDES 0"]
    facts, players = fields[_HIDDEN].shape
    words = _words(unit, fields[_HIDDEN])
    body = [line for name, fact in _FACTS.items() if name in fields for line in _without(unit, fields[name], fact)]
    if "empty" in fields:
        body.append(f"    for (int w = 0; w < {words}; w++) ((uint64_t *)&s->empty)[w] |= unseen[0][w];")
    return [
        "", "#define PTB_HIDES 1",
        "/* Takes out of a state what is hidden from a player, and what is hidden from others: that would tell where",
        " * their enemies' pieces are. */",
        "static void g_hide(State *s, uint32_t player) {",
        f"    uint64_t (*hidden)[{players}][{words}] = (uint64_t (*)[{players}][{words}])&s->{_HIDDEN};",
        f"    uint64_t unseen[{facts}][{words}];",
        f"    for (int fact = 0; fact < {facts}; fact++)",
        f"        for (int w = 0; w < {words}; w++) unseen[fact][w] = hidden[fact][player][w] | hidden[0][player][w];",
        f"    for (int fact = 0; fact < {facts}; fact++)",
        f"        for (uint32_t other = 0; other < {players}; other++)",
        f"            for (int w = 0; other != player && w < {words}; w++) hidden[fact][other][w] = 0;",
        *body, "}",
    ]  # fmt: skip


def _words(unit: Unit, field: n.Field) -> int:
    return words_of(unit.program.universes[field.type.universe])


def _without(unit: Unit, field: n.Field, fact: int) -> list[str]:
    """A field without what it tells of sites about which a fact is hidden: members of sets, or elements by site."""
    at = f"&s->{c_name(field.name)}"
    if field.type.kind == "set":
        words = _words(unit, field)
        members = f"((uint64_t *){at})[k * {words} + w] &= ~unseen[{fact}][w];"
        return [f"    for (int k = 0; k < {prod(field.shape)}; k++) for (int w = 0; w < {words}; w++) {members}"]
    sites, inner = field.shape[0], prod(field.shape[1:])
    kind = unit.layout.slots[field.name].element.c_type
    cleared = f"memset(({kind} *){at} + i * {inner}, 0, {inner} * sizeof({kind}));"
    return [f"    for (int i = 0; i < {sites}; i++) if (unseen[{fact}][i >> 6] >> (i & 63) & 1) {cleared}"]
