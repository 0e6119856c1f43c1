"""Names of local variables: fresh ones, and functions in which each is introduced once."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.survey import survey
from petteia.ir.visit import blocks, expressions, introduced, map_expr, with_parts


class Names:
    """Gives names that a function does not use yet."""

    def __init__(self, function: n.Function) -> None:
        self.taken = set(survey(function).introductions)
        self._numbered: dict[str, int] = {}
        """For each name the number to try next."""

    def fresh(self, name: str) -> str:
        """A name like `name`, numbered if need be."""
        candidate = name
        if candidate in self.taken:
            base = re.sub(r"(_\d+)+$", "", name) or "local"
            k = self._numbered.get(base, 1)
            while f"{base}_{k}" in self.taken:
                k += 1
            candidate, self._numbered[base] = f"{base}_{k}", k + 1
        self.taken.add(candidate)
        return candidate


def unused(name: str, taken: Collection[str]) -> str:
    """A name of a function that no other has, like `name`."""
    k, found = 2, name
    while found in taken:
        found, k = f"{name}_{k}", k + 1
    return found


def with_unique_locals(function: n.Function) -> n.Function:
    """The function with names such that no two statements introduce the same; blocks may then be merged."""
    repeated = {name for name, times in survey(function).introductions.items() if times > 1}
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
    return map_expr(x, lambda e: n.Local(scope[e.name], e.type) if isinstance(e, n.Local) and e.name in scope else e)
