"""Names of local variables: fresh ones, and functions in which each is introduced once."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.visit import blocks, expressions, introduced, map_expr, walk_block, with_parts

_BINDERS = (n.Filter, n.Exists, n.Total)


def _introductions(function: n.Function) -> Counter[str]:
    """How often each name is given to a local; once for all expressions that bind it."""
    bound: set[str] = set()
    count = Counter(param.name for param in function.params)
    for node in walk_block(function.body):
        if isinstance(node, _BINDERS):
            bound.add(node.var.name)
        elif isinstance(node, n.Let | n.Draw):
            count[node.local.name] += 1
        elif isinstance(node, n.For | n.Range):
            count[node.var.name] += 1
    count.update(bound)
    return count


class Names:
    """Gives names that a function does not use yet."""

    def __init__(self, function: n.Function) -> None:
        self.taken = set(_introductions(function))

    def fresh(self, name: str) -> str:
        """A name like `name`, numbered if need be."""
        base, k = re.sub(r"(_\d+)+$", "", name) or "local", 1
        candidate = name
        while candidate in self.taken:
            candidate, k = f"{base}_{k}", k + 1
        self.taken.add(candidate)
        return candidate


def with_unique_locals(function: n.Function) -> n.Function:
    """The function with names such that no two statements introduce the same; blocks may then be merged."""
    repeated = {name for name, times in _introductions(function).items() if times > 1}
    if not repeated:
        return function
    return replace(function, body=_renamed(function.body, {}, repeated, Names(function)))


def _renamed(block: n.Block, scope: dict[str, str], repeated: set[str], names: Names) -> n.Block:
    scope = dict(scope)
    result: list[n.Stmt] = []
    for s in block:
        parts = tuple(_with_names(x, scope) for x in expressions(s))
        local, inner = introduced(s), scope
        if local is not None and local.name in repeated:
            inner = {**scope, local.name: names.fresh(local.name)}
        bodies = [_renamed(body, inner, repeated, names) for body in blocks(s)]
        s = with_parts(s, parts, bodies)
        match s:
            case n.Let() | n.Draw():
                scope = inner
                s = replace(s, local=replace(s.local, name=scope.get(s.local.name, s.local.name)))
            case n.Assign():
                s = replace(s, local=replace(s.local, name=scope.get(s.local.name, s.local.name)))
            case n.For() | n.Range():
                s = replace(s, var=replace(s.var, name=inner.get(s.var.name, s.var.name)))
        result.append(s)
    return tuple(result)


def _with_names(x: n.Expr, scope: dict[str, str]) -> n.Expr:
    return map_expr(x, lambda e: replace(e, name=scope.get(e.name, e.name)) if isinstance(e, n.Local) else e)
