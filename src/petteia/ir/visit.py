"""Walks over rule programs and rewrites them: what the verifier and all passes share.

A node is taken apart by `children`, `expressions` and `blocks`, and put together again by `rebuild` and `with_parts`;
everything else here is written with these five.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import is_
from typing import Any

from . import nodes as n
from . import ops as o

ExprMap = Callable[[n.Expr], n.Expr]
StmtMap = Callable[[n.Stmt], Iterable[n.Stmt]]

# ---------------------------------------------------------------------------------------------------------------
# Parts of nodes


_CHILDREN: dict[type, Callable[[Any], tuple[n.Expr, ...]]] = {
    n.Const: lambda x: (),
    n.Local: lambda x: (),
    n.Digest: lambda x: (),
    n.Emitted: lambda x: (),
    n.Op: lambda x: x.args,
    n.Call: lambda x: x.args,
    n.Load: lambda x: x.indices,
    n.Length: lambda x: x.indices,
    n.Lookup: lambda x: x.indices,
    n.Shift: lambda x: (x.set,),
    n.Spread: lambda x: (x.set,),
    n.Flood: lambda x: (x.seed, x.within),
    n.Run: lambda x: (x.site, x.set),
    n.Row: lambda x: (x.site, x.set),
    n.Caught: lambda x: (x.site, x.through, x.ends),
    n.Flank: lambda x: (x.through, x.ends),
    n.Filter: lambda x: (x.set, x.cond),
    n.Exists: lambda x: (x.set, x.cond),
    n.Total: lambda x: (x.set, x.value),
}


def children(x: n.Expr) -> tuple[n.Expr, ...]:
    """The expressions an expression is made of."""
    return _CHILDREN[type(x)](x)


def rebuild(x: n.Expr, parts: Sequence[n.Expr]) -> n.Expr:
    """The same expression over other parts, folded where that is possible."""
    match x:
        case n.Op():
            return _rebuild_operation(x, tuple(parts))
        case n.Load() | n.Length():
            return replace(x, indices=tuple(parts))
        case n.Lookup(table):
            # An index out of range stands in code that is never reached; the table has nothing to say there.
            pairs = zip(parts, table.shape, strict=True)
            inside = all(not isinstance(index, n.Const) or 0 <= index.value < length for index, length in pairs)
            return o.lookup(table, *parts) if inside else replace(x, indices=tuple(parts))
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
        case n.Filter(var):
            return o.filter_set(var, parts[0], parts[1])
        case n.Exists(var):
            return o.exists(var, parts[0], parts[1])
        case n.Total(var):
            return o.total(var, parts[0], parts[1])
        case n.Call():
            return replace(x, args=tuple(parts))
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
        return args[0] if args[0] == args[1] else replace(x, args=args)
    if x.op == "select" and isinstance(args[0], n.Const):
        return args[1] if args[0].value else args[2]
    if x.op == "select" and args[1] == args[2]:
        return args[1]
    return replace(x, args=args)


_EXPRESSIONS: dict[type, Callable[[Any], tuple[n.Expr, ...]]] = {
    n.Let: lambda s: (s.value,),
    n.Assign: lambda s: (s.value,),
    n.Draw: lambda s: (s.bound,),
    n.Store: lambda s: (*s.indices, s.value),
    n.Include: lambda s: (*s.indices, s.site),
    n.Exclude: lambda s: (*s.indices, s.site),
    n.Append: lambda s: (*s.indices, s.value),
    n.Truncate: lambda s: (*s.indices, s.length),
    n.If: lambda s: (s.cond,),
    n.While: lambda s: (s.cond,),
    n.For: lambda s: (s.set,),
    n.Range: lambda s: (s.start, s.stop),
    n.Break: lambda s: (),
    n.Return: lambda s: () if s.value is None else (s.value,),
    n.Do: lambda s: s.args,
    n.Emit: lambda s: (s.source, s.target, *s.args),
    n.Collect: lambda s: (),
    n.Speculate: lambda s: (),
}


def expressions(s: n.Stmt) -> tuple[n.Expr, ...]:
    """The expressions a statement evaluates itself."""
    return _EXPRESSIONS[type(s)](s)


_BLOCKS: dict[type, Callable[[Any], tuple[n.Block, ...]]] = {
    n.If: lambda s: (s.then, s.orelse),
    **dict.fromkeys((n.For, n.Range, n.While, n.Collect, n.Speculate), lambda s: (s.body,)),
}


def blocks(s: n.Stmt) -> tuple[n.Block, ...]:
    """The blocks a statement holds."""
    parts = _BLOCKS.get(type(s))
    return parts(s) if parts else ()


def with_parts(s: n.Stmt, parts: Sequence[n.Expr], bodies: Sequence[n.Block]) -> n.Stmt:
    """The same statement over other expressions and blocks."""
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


def introduced(s: n.Stmt) -> n.Local | None:
    """The local variable that a statement introduces."""
    match s:
        case n.Let(local) | n.Draw(local):
            return local
        case n.For(var) | n.Range(var):
            return var
        case _:
            return None


# ---------------------------------------------------------------------------------------------------------------
# Rewriting


def map_expr(x: n.Expr, fn: ExprMap, *, refold: bool = False) -> n.Expr:
    """An expression rewritten from the leaves up; `fn` gets each node over parts that are already rewritten.

    A node with a new part is put together by the folding constructors; with `refold`, every node is.
    """
    spine = []  # long chains lean to the left: followed without recursion
    while parts := children(x):
        spine.append((x, parts))
        x = parts[0]
    result = fn(x)
    for parent, parts in reversed(spine):
        mapped = (result, *(map_expr(part, fn, refold=refold) for part in parts[1:]))
        changed = refold or any(new is not old for new, old in zip(mapped, parts, strict=True))
        result = fn(rebuild(parent, mapped) if changed else parent)
    return result


def map_block(block: n.Block, expr_fn: ExprMap | None = None, stmt_fn: StmtMap | None = None) -> n.Block:
    """A block rewritten from the innermost out.

    `expr_fn` gets each whole expression of a statement (see `map_expr` for its nodes); `stmt_fn` then gets each
    statement and gives the statements that stand in its place. What is not rewritten stays the same object.
    """
    result: list[n.Stmt] = []
    for s in block:
        parts, bodies = expressions(s), blocks(s)
        new_parts = tuple(map(expr_fn, parts)) if expr_fn else parts
        new_bodies = tuple(map_block(body, expr_fn, stmt_fn) for body in bodies)
        same = all(map(is_, (*new_parts, *new_bodies), (*parts, *bodies)))
        s = s if same else with_parts(s, new_parts, new_bodies)
        result.extend(stmt_fn(s) if stmt_fn else (s,))
    unchanged = len(result) == len(block) and all(map(is_, result, block))
    return block if unchanged else tuple(result)


def map_functions(program: n.Program, fn: Callable[[n.Function], n.Function]) -> n.Program:
    """The program with each function rewritten."""
    return replace(program, functions={name: fn(function) for name, function in program.functions.items()})


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


def walk_expr(x: n.Expr) -> Iterator[n.Expr]:
    """An expression and all expressions in it."""
    stack = [x]
    while stack:
        x = stack.pop()
        yield x
        stack.extend(reversed(children(x)))


def walk_stmts(block: n.Block) -> Iterator[n.Stmt]:
    """All statements of a block and of the blocks in it, in order."""
    stack = list(reversed(block))
    while stack:
        s = stack.pop()
        yield s
        for body in reversed(blocks(s)):
            stack.extend(reversed(body))


def walk_block(block: n.Block) -> Iterator[n.Stmt | n.Expr]:
    """All statements and expressions of a block and of the blocks in it."""
    for s in walk_stmts(block):
        yield s
        stack = list(reversed(expressions(s)))
        while stack:
            x = stack.pop()
            yield x
            stack.extend(reversed(children(x)))


def walk(program: n.Program) -> Iterator[n.Stmt | n.Expr]:
    """All statements and expressions of a program."""
    for function in program.functions.values():
        yield from walk_block(function.body)


def locals_of(x: n.Expr) -> set[str]:
    """The names of the locals that an expression reads from outside."""
    match x:
        case n.Local(name):
            return {name}
        case n.Filter(var, members, body) | n.Exists(var, members, body) | n.Total(var, members, body):
            return locals_of(members) | (locals_of(body) - {var.name})
        case _:
            return set().union(*map(locals_of, children(x)))


def free_locals(block: n.Block) -> set[str]:
    """The names of the locals that a block reads or assigns and does not introduce itself."""
    free: set[str] = set()
    own: set[str] = set()
    for s in block:
        for x in expressions(s):
            free |= locals_of(x) - own
        if isinstance(s, n.Assign):
            free |= {s.local.name} - own
        local = introduced(s)
        inside = own | {local.name} if local else own
        for body in blocks(s):
            free |= free_locals(body) - inside
        if isinstance(s, n.Let | n.Draw):
            own = inside
    return free


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
