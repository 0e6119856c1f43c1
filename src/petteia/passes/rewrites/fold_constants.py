"""Folds what is known: constants through operations and locals, decided comparisons, branches that are never taken."""

from __future__ import annotations

from collections.abc import Iterator

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.ranges import Bounds, LocalRanges, Ranges
from petteia.ir.visit import (
    assigned_locals,
    blocks,
    expressions,
    map_block,
    map_expr,
    map_functions,
    walk_stmts,
    with_body,
    with_parts,
)

from ..analyses.names import with_unique_locals

_FACT = "folded"
"""Under which bounds of its parameters a function was folded last: hardly ever is anything left then."""


def fold_constants(program: n.Program) -> n.Program:
    """The program with all folding done, in each function until nothing is left to do."""
    ranges = Ranges(program)

    def folded(function: n.Function) -> n.Function:
        params = ranges.parameters(function)
        if function.facts.get(_FACT) == params:
            return function
        result = _Folding(program, function, params).run()
        result.facts[_FACT] = params
        return result

    return map_functions(program, folded)


class _Folding:
    def __init__(self, program: n.Program, function: n.Function, params: dict[str, Bounds]) -> None:
        self.program = program
        self.function = with_unique_locals(function)
        self.params = params
        self.bounds = LocalRanges(program, self.function, params)

    def run(self) -> n.Function:
        self.fold_body(self.function.body)
        while known := _known_locals(self.function.body):
            self.fold_body(_propagated(self.function.body, known))
            self.bounds = LocalRanges(self.program, self.function, self.params)
        return self.function

    def fold_body(self, body: n.Block) -> None:
        folded = map_block(body, lambda x: map_expr(x, self.fold, refold=True), self.fold_statement)
        self.function = with_body(self.function, _reachable(folded))

    # -- expressions --------------------------------------------------------------------------------------------

    def fold(self, x: n.Expr) -> n.Expr:
        """Folds that the constructors cannot make, as they know neither sizes of universes nor bounds of locals."""
        if not isinstance(x, n.Op):
            return x
        if x.type == n.BOOL:
            return self.bounds.decide(_compared(x))
        if x.type.kind == "set":
            return self.fold_set(x)
        return x

    def fold_set(self, x: n.Op) -> n.Expr:
        everything = (1 << self.program.universes[x.type.universe]) - 1
        match x:
            case n.Op("complement", (n.Const(value),)):
                return n.Const(everything & ~value, x.type)
            case n.Op("complement", (n.Op("complement", (inner,)),)):
                return inner
            case n.Op("single", (n.Const(value),)):
                return n.Const(1 << value & everything if value >= 0 else 0, x.type)
            case n.Op("intersect", (n.Const(value), other)) | n.Op("intersect", (other, n.Const(value))):
                return self.fold_with_constant(x, other, value, everything)
            case n.Op("union", (n.Const(value), other)) | n.Op("union", (other, n.Const(value))):
                return n.Const(everything, x.type) if value == everything else x
            case n.Op("intersect", (a, b)):
                return self.without(a, b, everything) or self.without(b, a, everything) or x
            case n.Op("union", (n.Op("minus", (a, c)), n.Op("minus", (b, d)))) if c == d:
                return o.minus(o.union(a, b), c)
            case n.Op("minus", (a, n.Op("complement", (b,)))):
                return o.intersect(a, b)
            case n.Op("minus", (a, n.Const(value))) if value == everything:
                return n.Const(0, x.type)
            case _:
                return x

    def without(self, a: n.Expr, b: n.Expr, everything: int) -> n.Expr | None:
        """`a` ∩ `b` as a difference, where `b` is all but some set."""
        match b:
            case n.Op("complement", (c,)):
                return o.minus(a, c)
            case n.Op("minus", (n.Const(value), c)) if value == everything:
                return o.minus(a, c)
            case _:
                return None

    def fold_with_constant(self, x: n.Op, other: n.Expr, value: int, everything: int) -> n.Expr:
        """`other` ∩ a constant."""
        if value == everything:
            return other
        match other:
            case n.Op("intersect", (n.Const(more), inner)) | n.Op("intersect", (inner, n.Const(more))):
                return o.intersect(inner, n.Const(value & more, x.type))
            case n.Op("minus", (n.Const(more), inner)):
                return o.minus(n.Const(value & more, x.type), inner)
            case _:
                return x

    # -- statements ---------------------------------------------------------------------------------------------

    def fold_statement(self, s: n.Stmt) -> Iterator[n.Stmt]:
        """A statement whose blocks are folded: its branch, itself, or nothing if it does nothing."""
        match s:
            case n.If(n.Const(value), then, orelse):
                yield from then if value else orelse
            case n.If(_, (), ()) | n.For(_, _, ()) | n.Range(_, _, _, ()) | n.Collect(()) | n.Speculate(()):
                pass
            case n.If(cond, (), orelse):
                yield n.If(o.negate(cond), orelse)
            case n.For(_, n.Const(0)) | n.While(n.Const(0)):
                pass
            case n.Range(_, n.Const(start), n.Const(stop)) if start >= stop:
                pass
            case n.Range(var, start, stop, body) if _is_next(start, stop) and not _leaves(body):
                yield n.Let(var, start)
                yield from body
            case _:
                yield s


def _is_next(start: n.Expr, stop: n.Expr) -> bool:
    """True if a range from the one to the other is of exactly one number."""
    match start, stop:
        case n.Const(low), n.Const(high):
            return high == low + 1
        case n.Op("sub", (whole, n.Const(1))), _:
            return whole == stop
        case _, n.Op("add", (whole, n.Const(1))):
            return whole == start
    return False


def _leaves(block: n.Block) -> bool:
    return any(isinstance(s, n.Break) for s in walk_stmts(block))


def _compared(x: n.Op) -> n.Expr:
    """A comparison of a choice between constants with a constant, as the condition of the choice."""
    if x.op not in ("eq", "ne", "lt", "le"):
        return x
    match x.args:
        case (n.Op("select", (cond, n.Const() as yes, n.Const() as no)), n.Const() as c):
            outcomes = o.arithmetic(x.op, yes, c), o.arithmetic(x.op, no, c)
        case (n.Const() as c, n.Op("select", (cond, n.Const() as yes, n.Const() as no))):
            outcomes = o.arithmetic(x.op, c, yes), o.arithmetic(x.op, c, no)
        case (n.Op("to_int", (cond,)), n.Const() as c):
            outcomes = o.arithmetic(x.op, o.number(1), c), o.arithmetic(x.op, o.number(0), c)
        case _:
            return x
    return outcomes[0] if outcomes[0] == outcomes[1] else cond if outcomes[0] == o.TRUE else o.negate(cond)


def _reachable(block: n.Block) -> n.Block:
    """A block without what follows a statement that leaves it."""
    if not _goes_on_after_leaving(block):
        return block

    def cut(body: n.Block) -> n.Block:
        end = next((k for k, s in enumerate(body) if isinstance(s, n.Return | n.Break)), len(body))
        return body[: end + 1]

    def inside(s: n.Stmt) -> tuple[n.Stmt]:
        bodies = blocks(s)
        return (with_parts(s, expressions(s), [cut(body) for body in bodies]) if bodies else s,)

    return cut(map_block(block, None, inside))


def _goes_on_after_leaving(block: n.Block) -> bool:
    if any(isinstance(s, n.Return | n.Break) for s in block[:-1]):
        return True
    return any(_goes_on_after_leaving(body) for s in block for body in blocks(s))


def _known_locals(body: n.Block) -> dict[str, n.Expr]:
    """Locals that stand for a constant, or for another local that never changes."""
    changing = assigned_locals(body)
    known: dict[str, n.Expr] = {}
    for s in walk_stmts(body):
        match s:
            case n.Let(local, n.Const() as value) if local.name not in changing:
                known[local.name] = value
            case n.Let(local, n.Local(name) as value) if not {local.name, name} & changing:
                known[local.name] = known.get(name, value)
    return known


def _propagated(body: n.Block, known: dict[str, n.Expr]) -> n.Block:
    def expr_fn(x: n.Expr) -> n.Expr:
        return map_expr(x, lambda e: known.get(e.name, e) if isinstance(e, n.Local) else e)

    def stmt_fn(s: n.Stmt) -> tuple[n.Stmt, ...]:
        return () if isinstance(s, n.Let) and s.local.name in known else (s,)

    return map_block(body, expr_fn, stmt_fn)
