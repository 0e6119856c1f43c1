"""Writes what keeps the sites left to play on in an array, for games in which there are ever fewer of them."""

from __future__ import annotations

from math import factorial

from petteia.ir import nodes as n
from petteia.ir.playouts import PlayoutPlan
from petteia.ir.visit import walk_expr, walk_stmts

from .emit_base import Unit
from .emit_statements import Body
from .runtime_files import runtime_text

_MOST_CHOICES = 2**32
"""As many outcomes of one random number of 64 bits are equally likely up to one part in 2^32."""


def left_lines(unit: Unit, plan: PlayoutPlan) -> list[str]:
    """The array of sites left, and the function that fills it."""
    assert plan.main is not None
    universe = plan.main.set.type.universe
    sites = unit.program.universes[universe]
    site_type, listing = ("uint8_t", "pt_list_bytes") if sites <= 256 else ("uint16_t", "pt_list_shorts")
    words = unit.words(universe)
    body = Body(unit, n.Function("list_left", (), None, ()))
    members = body.value(plan.main.set) if words == 1 else body.word_at(plan.main.set, "word")
    body.line(f"for (int word = 0; word < {words}; word++)")
    body.line(f"    count += {listing}(site + count, 64 * word, {members});")
    return [
        "",
        f"typedef {site_type} Site;",
        f"#define PT_MOST_LEFT ({sites} + 7) /* eight are written at once */",
        f"#define PT_DRAWN_TOGETHER {drawn_together(sites)}",
        runtime_text("left.h"),
        "static uint32_t g_list_left(const State *s, Site *site) {",
        "    uint32_t count = 0;",
        *body.lines,
        "    return count;",
        "}",
    ]


def drawn_together(sites: int) -> int:
    """How many sites (a power of two) are drawn by one random number: all their choices are few of its values.

    Every site played on leaves one fewer, so on the smallest boards a number serves a whole game.
    """
    if factorial(sites) <= _MOST_CHOICES:
        return 1 << sites.bit_length()
    return max(k for k in (1, 2, 4, 8) if sites**k <= _MOST_CHOICES)


def surely_fills(program: n.Program, emit: n.Emit, members: n.Expr) -> bool:
    """True if playing a move always takes its target out of a set of sites that are not taken."""
    effect = program.functions[program.kinds[emit.kind].effect]
    if not (isinstance(members, n.Op) and members.op == "minus"):
        return False
    taken = {(x.field, x.indices) for x in walk_expr(members.args[1]) if isinstance(x, n.Load)}
    plain = all(_joins_loads(x) for x in walk_expr(members.args[1]))
    filled = {
        (s.field, s.indices) for s in effect.body if isinstance(s, n.Include) and s.site == effect.params[1]
    } & taken
    if any(isinstance(s, n.Return) for s in walk_stmts(effect.body)):
        return False
    undone = {s.field for s in walk_stmts(effect.body) if isinstance(s, n.Exclude | n.Store)}
    called = any(isinstance(s, n.Do | n.Collect) for s in walk_stmts(effect.body))
    return plain and not called and any(field not in undone for field, _ in filled)


def _joins_loads(x: n.Expr) -> bool:
    return isinstance(x, n.Load | n.Const) or (isinstance(x, n.Op) and x.op == "union")
