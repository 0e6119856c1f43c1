"""Walks over rule programs and rewrites them: what the verifier and all passes share.

A node is taken apart by `children`, `expressions` and `blocks` (see `parts`), and put together again by `rebuild` and
`with_parts`; everything else here is written with these five.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import is_
from typing import Any

from . import nodes as n
from . import ops as o
from .parts import BLOCKS, CHILDREN
from .parts import blocks as blocks
from .parts import children as children
from .parts import expressions as expressions
from .parts import introduced as introduced

ExprMap = Callable[[n.Expr], n.Expr]
StmtMap = Callable[[n.Stmt], Iterable[n.Stmt]]

_BINDERS = (n.Filter, n.Exists, n.Total)
_NEVER_FOLDED = (n.Load, n.Length, n.Call, n.Row)
"""What `rebuild` makes again as it was."""

# ---------------------------------------------------------------------------------------------------------------
# Putting together


def rebuild(x: n.Expr, parts: Sequence[n.Expr]) -> n.Expr:
    """The same expression over other parts, folded where that is possible."""
    match x:
        case n.Op():
            return _rebuild_operation(x, tuple(parts))
        case n.Load(field) | n.Length(field):
            return type(x)(field, tuple(parts), x.type)
        case n.Lookup(table):
            # An index out of range stands in code that is never reached; the table has nothing to say there.
            pairs = zip(parts, table.shape, strict=True)
            inside = all(not isinstance(index, n.Const) or 0 <= index.value < length for index, length in pairs)
            return o.lookup(table, *parts) if inside else n.Lookup(table, tuple(parts), x.type)
        case n.Shift(steps, _, type_):
            return o.shift(steps, parts[0], type_.universe)
        case n.Spread(neighbours):
            return o.spread(neighbours, parts[0])
        case n.Flood(_, _, neighbours):
            return o.flood(parts[0], parts[1], neighbours)
        case n.Run(rays):
            return o.run(rays, parts[0], parts[1])
        case n.Row():
            return replace(x, site=parts[0], set=parts[1])
        case n.Caught(rays):
            return o.caught(rays, parts[0], parts[1], parts[2])
        case n.Flank(rays):
            return o.flank(rays, parts[0], parts[1])
        case n.Reach(rays):
            return o.reach(rays, parts[0], parts[1], parts[2])
        case n.Filter(var):
            return o.filter_set(var, parts[0], parts[1])
        case n.Exists(var):
            return o.exists(var, parts[0], parts[1])
        case n.Total(var):
            return o.total(var, parts[0], parts[1])
        case n.Call(function):
            return n.Call(function, tuple(parts), x.type)
        case _:
            return x


_FOLDING: dict[str, Callable[..., n.Expr]] = {
    "neg": o.neg, "abs": o.absolute, "to_int": o.to_int, "not": o.negate, "union": o.union, "intersect": o.intersect,
    "minus": o.minus, "same": o.same, "has": o.has, "is_empty": o.is_empty, "size": o.size, "first": o.first,
}  # fmt: skip


def _rebuild_operation(x: n.Op, args: tuple[n.Expr, ...]) -> n.Expr:
    if x.op in o.INT_FUNCTIONS:
        return o.arithmetic(x.op, *args)
    if x.op in _FOLDING:
        return _FOLDING[x.op](*args)
    if x.op in ("and", "or"):
        deciding = 0 if x.op == "and" else 1
        for one, other in (args, args[::-1]):
            if isinstance(one, n.Const):
                return one if one.value == deciding else other
        return args[0] if args[0] == args[1] else n.Op(x.op, args, x.type)
    if x.op == "select" and isinstance(args[0], n.Const):
        return args[1] if args[0].value else args[2]
    if x.op == "select" and args[1] == args[2]:
        return args[1]
    return n.Op(x.op, args, x.type)


def with_parts(s: n.Stmt, parts: Sequence[n.Expr], bodies: Sequence[n.Block]) -> n.Stmt:
    """The same statement over other expressions and blocks; the same object over its own."""
    if all(map(is_, parts, expressions(s))) and all(map(is_, bodies, blocks(s))):
        return s
    return _with_other_parts(s, parts, bodies)


def _with_other_parts(s: n.Stmt, parts: Sequence[n.Expr], bodies: Sequence[n.Block]) -> n.Stmt:
    match s:
        case n.Let(local) | n.Assign(local) | n.Draw(local):
            return type(s)(local, parts[0])
        case n.Store(name) | n.Include(name) | n.Exclude(name) | n.Append(name) | n.Truncate(name):
            return type(s)(name, tuple(parts[:-1]), parts[-1])
        case n.If():
            return n.If(parts[0], bodies[0], bodies[1])
        case n.While():
            return n.While(parts[0], bodies[0])
        case n.For(var):
            return n.For(var, parts[0], bodies[0])
        case n.Range(var):
            return n.Range(var, parts[0], parts[1], bodies[0])
        case n.Return(result):
            return s if result is None else n.Return(parts[0])
        case n.Do(function):
            return n.Do(function, tuple(parts))
        case n.Emit(kind):
            return n.Emit(kind, parts[0], parts[1], tuple(parts[2:]))
        case n.Collect() | n.Speculate():
            return type(s)(bodies[0])
        case _:
            return s


# ---------------------------------------------------------------------------------------------------------------
# Rewriting


def map_expr(x: n.Expr, fn: ExprMap, *, refold: bool = False) -> n.Expr:
    """An expression rewritten from the leaves up; `fn` gets each node over parts that are already rewritten.

    A node with a new part is put together by the folding constructors; with `refold`, every node is. What does not
    change stays the same object.
    """
    spine = []  # long chains lean to the left: followed without recursion
    while (parts_of := CHILDREN.get(type(x))) and (parts := parts_of(x)):
        spine.append((x, parts))
        x = parts[0]
    result = fn(x)
    while spine:
        parent, parts = spine.pop()
        mapped = [result]
        for part in parts[1:]:
            mapped.append(map_expr(part, fn, refold=refold) if type(part) in CHILDREN else fn(part))
        changed = not all(map(is_, mapped, parts))
        if changed:
            parent = rebuild(parent, mapped)
        elif refold and type(parent) not in _NEVER_FOLDED and (rebuilt := rebuild(parent, mapped)) != parent:
            parent = rebuilt
        result = fn(parent)
    return result


def map_block(block: n.Block, expr_fn: ExprMap | None = None, stmt_fn: StmtMap | None = None) -> n.Block:
    """A block rewritten from the innermost out.

    `expr_fn` gets each whole expression of a statement (see `map_expr` for its nodes); `stmt_fn` then gets each
    statement and gives the statements that stand in its place. What is not rewritten stays the same object.
    """
    result: list[n.Stmt] = []
    for s in block:
        bodies_of = BLOCKS.get(type(s))
        parts = expressions(s) if expr_fn or bodies_of else ()
        new_parts = tuple(map(expr_fn, parts)) if expr_fn else parts
        bodies = bodies_of(s) if bodies_of else ()
        new_bodies = [map_block(body, expr_fn, stmt_fn) if body else body for body in bodies]
        if not (all(map(is_, new_parts, parts)) and all(map(is_, new_bodies, bodies))):
            s = _with_other_parts(s, new_parts, new_bodies)
        if stmt_fn:
            result.extend(stmt_fn(s))
        else:
            result.append(s)
    return as_block(result, block)


def as_block(statements: Sequence[n.Stmt], before: n.Block) -> n.Block:
    """Statements as a block; the one before if they are the same objects."""
    unchanged = len(statements) == len(before) and all(map(is_, statements, before))
    return before if unchanged else tuple(statements)


def map_functions(program: n.Program, fn: Callable[[n.Function], n.Function]) -> n.Program:
    """The program with each function rewritten; the same object if all functions are."""
    functions = {name: fn(function) for name, function in program.functions.items()}
    same = all(map(is_, functions.values(), program.functions.values()))
    return program if same else replace(program, functions=functions)


def with_body(function: n.Function, body: n.Block) -> n.Function:
    """The function with another body; the same object if the body is."""
    return function if body is function.body else replace(function, body=body)


def substitute(x: n.Expr, values: dict[str, n.Expr]) -> n.Expr:
    """An expression with values in the place of locals."""
    return map_expr(x, lambda e: values.get(e.name, e) if isinstance(e, n.Local) else e) if values else x


def substitute_block(block: n.Block, values: dict[str, n.Expr]) -> n.Block:
    """A block with values in the place of locals that it reads and never assigns."""
    return map_block(block, lambda e: substitute(e, values)) if values else block


def rename_locals(block: n.Block, name: Callable[[str], str]) -> n.Block:
    """A block with other names for all locals: read, assigned, introduced or bound in expressions."""

    def renamed(local: n.Local) -> n.Local:
        return n.Local(name(local.name), local.type)

    def expr_fn(e: n.Expr) -> n.Expr:
        match e:
            case n.Local():
                return renamed(e)
            case n.Filter(var) | n.Exists(var) | n.Total(var):
                return replace(e, var=renamed(var))
            case _:
                return e

    def stmt_fn(s: n.Stmt) -> tuple[n.Stmt]:
        match s:
            case n.Let(local) | n.Draw(local) | n.Assign(local):
                return (replace(s, local=renamed(local)),)
            case n.For(var) | n.Range(var):
                return (replace(s, var=renamed(var)),)
            case _:
                return (s,)

    return map_block(block, lambda e: map_expr(e, expr_fn), stmt_fn)


# ---------------------------------------------------------------------------------------------------------------
# Looking


def walk_expr(x: n.Expr) -> list[n.Expr]:
    """An expression and all expressions in it, each before its own parts."""
    found = [x]
    for x in found:  # grows as it is gone through
        if parts_of := CHILDREN.get(type(x)):
            found.extend(parts_of(x))
    return found


def _note_parts(x: n.Expr, found: list[Any]) -> None:
    """Appends an expression and all expressions in it, in order."""
    found.append(x)
    if parts_of := CHILDREN.get(type(x)):
        stack = list(parts_of(x)[::-1])
        while stack:
            x = stack.pop()
            found.append(x)
            if parts_of := CHILDREN.get(type(x)):
                stack.extend(parts_of(x)[::-1])


def walk_stmts(block: n.Block) -> list[n.Stmt]:
    """All statements of a block and of the blocks in it, in order."""
    found: list[n.Stmt] = []
    _note_statements(block, found)
    return found


def _note_statements(block: n.Block, found: list[n.Stmt]) -> None:
    for s in block:
        found.append(s)
        if bodies := BLOCKS.get(type(s)):
            for body in bodies(s):
                if body:
                    _note_statements(body, found)


def walk_block(block: n.Block) -> list[n.Stmt | n.Expr]:
    """All statements and expressions of a block and of the blocks in it."""
    found: list[n.Stmt | n.Expr] = []
    for s in walk_stmts(block):
        found.append(s)
        for x in expressions(s):
            _note_parts(x, found)
    return found


def locals_of(x: n.Expr) -> set[str]:
    """The names of the locals that an expression reads from outside."""
    found: set[str] = set()
    stack = [x]
    while stack:
        x = stack.pop()
        if isinstance(x, n.Local):
            found.add(x.name)
        elif isinstance(x, _BINDERS):
            stack.append(x.set)
            found |= locals_of(x.value if isinstance(x, n.Total) else x.cond) - {x.var.name}
        elif parts := CHILDREN.get(type(x)):
            stack.extend(parts(x))
    return found


def assigned_locals(block: n.Block) -> set[str]:
    """The names of the locals that a block assigns to."""
    return {s.local.name for s in walk_stmts(block) if isinstance(s, n.Assign)}


def leaves_loop(block: n.Block) -> bool:
    """Whether a block may leave the loop around it, or its function."""
    for s in block:
        if isinstance(s, n.Break | n.Return):
            return True
        if isinstance(s, n.For | n.Range | n.While):
            if any(isinstance(inner, n.Return) for inner in walk_stmts(s.body)):
                return True
        elif any(leaves_loop(body) for body in blocks(s)):
            return True
    return False


def breaks(block: n.Block) -> bool:
    """Whether a block may leave the loop around it, other than by leaving its function."""
    for s in block:
        if isinstance(s, n.Break):
            return True
        if not isinstance(s, n.For | n.Range | n.While) and any(map(breaks, blocks(s))):
            return True
    return False


def always_returns(block: n.Block) -> bool:
    """Whether a block surely leaves its function."""
    match block[-1] if block else None:
        case n.Return():
            return True
        case n.If(_, then, orelse):
            return always_returns(then) and always_returns(orelse)
        case n.Speculate(body):
            return always_returns(body)
        case _:
            return False
