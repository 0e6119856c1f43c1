"""Drops the limits on the length of play where the rules themselves bound it.

A game in which every move fills an empty site, no piece ever leaves, and a round of passes ends play, is over after
twice as many moves as there are sites, far below any limit. The counters of moves and turns then go, too, unless a
rule asks for them.
"""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.visit import blocks, map_block, map_functions, walk_block, walk_expr

_COUNTERS = ("turns", "moves")
PIECES = "pieces"


def drop_limits(program: n.Program) -> n.Program:
    """The program without tests of length that cannot come true."""
    if not only_fills(program):
        return program
    longest = 2 * max(program.universes.values()) + 2 * program.players + 2

    def kept(statement: n.Stmt) -> tuple[n.Stmt, ...]:
        if isinstance(statement, n.If) and _is_limit(statement.cond, longest):
            return statement.orelse
        return (statement,)

    return map_functions(program, lambda f: replace(f, body=map_block(f.body, None, kept)))


def _is_limit(cond: n.Expr, longest: int) -> bool:
    """Whether a condition only asks if a counter has reached a number that it never does."""
    match cond:
        case n.Op("or", (a, b)):
            return _is_limit(a, longest) and _is_limit(b, longest)
        case n.Op("and", (a, b)):
            return _is_limit(a, longest) or _is_limit(b, longest)
        case n.Op("le", (n.Const(limit), n.Load(name, ()))):
            return name in _COUNTERS and limit > longest
    return False


def only_fills(program: n.Program) -> bool:
    """Whether every move puts a piece on an empty site for good, or is a pass that a round of passes ends."""
    if PIECES not in program.fields:
        return False
    for function in program.functions.values():
        for node in walk_block(function.body):
            if isinstance(node, n.Exclude | n.Store) and node.field == PIECES:
                return False
    emits = _emits_of_moves(program)
    return bool(emits) and all(_is_bounded(program, emit, members) for emit, members in emits)


def _emits_of_moves(program: n.Program) -> list[tuple[n.Emit, n.Expr | None]]:
    """What `moves` emits, each with the set its target comes from where it is a loop over one."""
    found: list[tuple[n.Emit, n.Expr | None]] = []

    def search(block: n.Block, loops: dict[str, n.Expr]) -> None:
        for s in block:
            if isinstance(s, n.Emit):
                members = loops.get(s.target.name) if isinstance(s.target, n.Local) else None
                found.append((s, members))
            elif isinstance(s, n.Do) and program.functions[s.function].emits:
                search(program.functions[s.function].body, {})
            inner = {**loops, s.var.name: s.set} if isinstance(s, n.For) else loops
            for body in blocks(s):
                search(body, inner)

    search(program.functions["moves"].body, {})
    return found


def _is_bounded(program: n.Program, emit: n.Emit, members: n.Expr | None) -> bool:
    kind = program.kinds[emit.kind]
    effect = program.functions[kind.effect]
    if kind.text == "pass":
        return any(_asks_whether_all_passed(node) for node in walk_block(effect.body))
    if kind.text == "swap":
        return True
    fills = any(isinstance(s, n.Include) and s.field == PIECES and s.site == effect.params[1] for s in effect.body)
    return fills and members is not None and is_empty_sites(program, members)


def _asks_whether_all_passed(node: object) -> bool:
    match node:
        case n.Call("all_passed"):
            return True
        case n.Op("le", (n.Const(), passes)):
            return any(isinstance(x, n.Load) and x.field == "pass_run" for x in walk_expr(passes))
    return False


def is_empty_sites(program: n.Program, members: n.Expr) -> bool:
    """Whether a set surely holds only sites without pieces."""
    match members:
        case n.Op("minus", (a, b)):
            taken = {x.indices for x in _loads(b)}
            components = program.fields[PIECES].shape[0]
            everything = {(n.Const(k, n.INT),) for k in range(1, components)}
            return (taken >= everything and _is_union(b)) or is_empty_sites(program, a)
        case n.Op("intersect", (a, b)):
            return is_empty_sites(program, a) or is_empty_sites(program, b)
        case n.Op("union", (a, b)):
            return is_empty_sites(program, a) and is_empty_sites(program, b)
    return False


def _is_union(x: n.Expr) -> bool:
    return isinstance(x, n.Load) or (isinstance(x, n.Op) and x.op == "union" and all(map(_is_union, x.args)))


def _loads(x: n.Expr) -> list[n.Load]:
    if isinstance(x, n.Load):
        return [x] if x.field == PIECES else []
    return [load for arg in x.args for load in _loads(arg)] if isinstance(x, n.Op) else []
