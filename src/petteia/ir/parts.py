"""What the nodes of rule programs are made of: their expressions, their blocks, the locals they introduce."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from . import nodes as n

CHILDREN: dict[type, Callable[[Any], tuple[n.Expr, ...]]] = {
    n.Op: attrgetter("args"),
    n.Call: attrgetter("args"),
    n.Load: attrgetter("indices"),
    n.Length: attrgetter("indices"),
    n.Lookup: attrgetter("indices"),
    n.Shift: lambda x: (x.set,),
    n.Spread: lambda x: (x.set,),
    n.Flood: attrgetter("seed", "within"),
    n.Run: attrgetter("site", "set"),
    n.Row: attrgetter("site", "set"),
    n.Caught: attrgetter("site", "through", "ends"),
    n.Flank: attrgetter("through", "ends"),
    n.Reach: attrgetter("site", "through", "until"),
    n.Filter: attrgetter("set", "cond"),
    n.Exists: attrgetter("set", "cond"),
    n.Total: attrgetter("set", "value"),
}
"""What has no entry has no parts: constants, locals, digests, numbers of moves."""


def children(x: n.Expr) -> tuple[n.Expr, ...]:
    """The expressions an expression is made of."""
    parts = CHILDREN.get(type(x))
    return parts(x) if parts else ()


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
    n.Range: attrgetter("start", "stop"),
    n.Break: lambda s: (),
    n.Return: lambda s: () if s.value is None else (s.value,),
    n.Do: attrgetter("args"),
    n.Emit: lambda s: (s.source, s.target, *s.args),
    n.Collect: lambda s: (),
    n.Speculate: lambda s: (),
}


def expressions(s: n.Stmt) -> tuple[n.Expr, ...]:
    """The expressions a statement evaluates itself."""
    return _EXPRESSIONS[type(s)](s)


BLOCKS: dict[type, Callable[[Any], tuple[n.Block, ...]]] = {
    n.If: attrgetter("then", "orelse"),
    **dict.fromkeys((n.For, n.Range, n.While, n.Collect, n.Speculate), lambda s: (s.body,)),
}


def blocks(s: n.Stmt) -> tuple[n.Block, ...]:
    """The blocks a statement holds."""
    parts = BLOCKS.get(type(s))
    return parts(s) if parts else ()


def introduced(s: n.Stmt) -> n.Local | None:
    """The local variable that a statement introduces."""
    match s:
        case n.Let(local) | n.Draw(local):
            return local
        case n.For(var) | n.Range(var):
            return var
        case _:
            return None
