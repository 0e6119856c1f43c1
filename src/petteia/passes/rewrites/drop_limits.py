"""Drops the limits on the length of play where the rules themselves bound it.

A game in which every move fills an empty site, no site is ever emptied, though pieces may change sides, and a round of
passes ends play, is over after a round for each site, far below any limit. The counters of moves and turns then go,
too, unless a rule asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from petteia.ir import nodes as n
from petteia.ir.survey import survey
from petteia.ir.visit import blocks, map_block, map_functions, walk_expr, with_body

_COUNTERS = ("turns", "moves")
PIECES = "pieces"


def drop_limits(program: n.Program) -> n.Program:
    """The program without tests of length that cannot come true."""
    if not (_never_empties(program) and _all_fill(program)):
        return program
    longest = max(2, program.players) * (max(program.universes.values()) + 2)

    def kept(statement: n.Stmt) -> tuple[n.Stmt, ...]:
        if isinstance(statement, n.If) and _is_limit(statement.cond, longest):
            return statement.orelse
        return (statement,)

    return map_functions(program, lambda f: with_body(f, map_block(f.body, None, kept)))


def _is_limit(cond: n.Expr, longest: int) -> bool:
    """True if a condition only asks if a counter has reached a number that it never does."""
    match cond:
        case n.Op("or", (a, b)):
            return _is_limit(a, longest) and _is_limit(b, longest)
        case n.Op("and", (a, b)):
            return _is_limit(a, longest) or _is_limit(b, longest)
        case n.Op("le", (n.Const(limit), n.Load(name, ()))):
            return name in _COUNTERS and limit > longest
    return False


def only_fills(program: n.Program) -> bool:
    """True if every move puts a piece on an empty site for good, or is a pass that a round of passes ends."""
    if PIECES not in program.fields:
        return False
    for function in program.functions.values():
        for node in survey(function).nodes:
            if isinstance(node, n.Exclude | n.Store) and node.field == PIECES:
                return False
    return _all_fill(program)


def _all_fill(program: n.Program) -> bool:
    """True if every move puts a piece on an empty site, or is a pass that a round of passes ends."""
    emits = emits_of_moves(program)
    return bool(emits) and all(_is_bounded(program, emit, members) for emit, members in emits)


def _never_empties(program: n.Program) -> bool:
    """True if all sites that hold a piece go on to hold one, be it another, once play has begun."""
    if PIECES not in program.fields:
        return False
    played = [f for name, f in program.functions.items() if name not in ("start", "rebuild")]
    return all(_keeps_filled(block) for f in played for block in _all_blocks(f.body))


def _all_blocks(block: n.Block) -> list[n.Block]:
    return [block, *(inner for s in block for body in blocks(s) for inner in _all_blocks(body))]


@dataclass(frozen=True)
class _Change:
    """Changes that a statement makes to pieces: which sites enter or leave the set of one kind."""

    sites: object
    kind: n.Expr
    enter: bool


def _keeps_filled(block: n.Block) -> bool:
    """True if sites that a block takes from pieces of one kind go to another there and then."""
    for _, together in groupby(map(_change, block), lambda change: change and change.sites):
        changes = [change for change in together if change]
        if changes and not changes[-1].enter:
            last = {change.kind: change.enter for change in changes}
            if not (any(last.values()) and all(isinstance(kind, n.Const) for kind in last)):
                return False
    return True


def _change(s: n.Stmt) -> _Change | None:
    match s:
        case n.Include(field, (kind,), sites) | n.Exclude(field, (kind,), sites) if field == PIECES:
            enter = isinstance(s, n.Include)
        case n.Store(field, (kind,), n.Op("union" | "minus" as op, (n.Load(source, (same,)), sites))) if (
            field == source == PIECES and kind == same
        ):
            enter = op == "union"
        case n.Store(field, (kind, *_)) if field == PIECES:
            return _Change(s, kind, False)
        case _:
            return None
    lasting = isinstance(sites, n.Local | n.Const)
    return _Change(sites if lasting else s, kind, enter)


def emits_of_moves(program: n.Program) -> list[tuple[n.Emit, n.Expr | None]]:
    """The moves that `moves` emits, each with the set its target comes from where it is a loop over one."""
    return list(_emits(program, program.functions["moves"].body, {}))


def _emits(program: n.Program, block: n.Block, loops: dict[str, n.Expr]) -> Iterator[tuple[n.Emit, n.Expr | None]]:
    for s in block:
        if isinstance(s, n.Emit):
            yield s, loops.get(s.target.name) if isinstance(s.target, n.Local) else None
        elif isinstance(s, n.Do) and program.functions[s.function].emits:
            yield from _emits(program, program.functions[s.function].body, {})
        inner = {**loops, s.var.name: s.set} if isinstance(s, n.For) else loops
        for body in blocks(s):
            yield from _emits(program, body, inner)


def _is_bounded(program: n.Program, emit: n.Emit, members: n.Expr | None) -> bool:
    kind = program.kinds[emit.kind]
    effect = program.functions[kind.effect]
    if kind.text == "pass":
        return any(_asks_whether_all_passed(node) for node in survey(effect).nodes)
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
    """True if a set surely holds only sites without pieces."""
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
