"""Walks over rule programs and rewrites them: what the verifier and all passes share.

A node is taken apart by `children`, `expressions` and `blocks`, and put together again by `rebuild` and `with_parts`,
all of which follow from its declaration (see `declare`); everything else here is written with these five.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import is_
from typing import Any, cast

from . import nodes as n
from . import ops  # noqa: F401  (its constructors fold what is put together)
from .declare import BINDERS, BLOCKS, CHILDREN, DECLARED, FOLDED, REBUILD, REPLACE
from .declare import blocks as blocks
from .declare import children as children
from .declare import expressions as expressions
from .declare import introduced as introduced

ExprMap = Callable[[n.Expr], n.Expr]
StmtMap = Callable[[n.Stmt], Iterable[n.Stmt]]

# ---------------------------------------------------------------------------------------------------------------
# Putting together


def rebuild(x: n.Expr, parts: Sequence[n.Expr]) -> n.Expr:
    """The same expression over other parts, folded where that is possible."""
    return cast("n.Expr", REBUILD[type(x)](x, parts))


def with_parts(s: n.Stmt, parts: Sequence[n.Expr], bodies: Sequence[n.Block]) -> n.Stmt:
    """The same statement over other expressions and blocks; the same object over its own."""
    if all(map(is_, parts, expressions(s))) and all(map(is_, bodies, blocks(s))):
        return s
    return cast("n.Stmt", REPLACE[type(s)](s, parts, bodies))


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
        elif refold and type(parent) in FOLDED and (rebuilt := rebuild(parent, mapped)) != parent:
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
            s = REPLACE[type(s)](s, new_parts, new_bodies)
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
        if isinstance(e, n.Local):
            return renamed(e)
        bound = BINDERS.get(type(e))
        return replace(cast(Any, e), var=renamed(bound(e)[0])) if bound else e

    def stmt_fn(s: n.Stmt) -> tuple[n.Stmt]:
        for name in _VARIABLES.get(type(s), ()):
            s = replace(cast(Any, s), **{name: renamed(getattr(s, name))})
        return (s,)

    return map_block(block, lambda e: map_expr(e, expr_fn), stmt_fn)


_VARIABLES = {
    cls: tuple(part.name for part in declaration.parts if part.role in ("local", "binder"))
    for cls, declaration in DECLARED.items()
    if issubclass(cls, n.Stmt)
}
"""The variables that a statement introduces or assigns to."""

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
        elif bound := BINDERS.get(type(x)):
            var, members, body = bound(x)
            stack.append(members)
            found |= locals_of(body) - {var.name}
        elif parts := CHILDREN.get(type(x)):
            stack.extend(parts(x))
    return found


def assigned_locals(block: n.Block) -> set[str]:
    """The names of the locals that a block assigns to."""
    return {s.local.name for s in walk_stmts(block) if isinstance(s, n.Assign)}


def leaves_loop(block: n.Block) -> bool:
    """True if a block may leave the loop around it, or its function."""
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
    """True if a block may leave the loop around it, other than by leaving its function."""
    for s in block:
        if isinstance(s, n.Break):
            return True
        if not isinstance(s, n.For | n.Range | n.While) and any(map(breaks, blocks(s))):
            return True
    return False


def leaves(block: n.Block) -> bool:
    """True if nothing behind a block is reached from it: it ends by leaving the loop around it, or its function."""
    last = block[-1] if block else None
    return isinstance(last, n.Break | n.Return) or always_returns(block)


def always_returns(block: n.Block) -> bool:
    """True if a block surely leaves its function."""
    match block[-1] if block else None:
        case n.Return():
            return True
        case n.If(_, then, orelse):
            return always_returns(then) and always_returns(orelse)
        case n.Speculate(body):
            return always_returns(body)
        case _:
            return False
