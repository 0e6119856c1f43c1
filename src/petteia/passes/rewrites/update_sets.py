"""Updates whole sets at once where loops would take sites in or out one by one.

A site that a loop takes out of some sets and into others is there, afterwards, as the last change of each set says;
so only that change is made, and loops that follow each other and do the same become one over all their sites.
"""

from __future__ import annotations

from collections import Counter

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.effects import EffectAnalysis
from petteia.ir.survey import map_having, survey
from petteia.ir.visit import (
    as_block,
    blocks,
    expressions,
    locals_of,
    substitute,
    with_body,
    with_parts,
)


def update_sets(program: n.Program) -> n.Program:
    """The program with loops that only move sites between sets replaced by operations on the sets."""
    effects = EffectAnalysis(program)
    return map_having(program, [n.For], lambda function: _Updating(program, function, effects).run())


class _Updating:
    """Rewrites one function."""

    def __init__(self, program: n.Program, function: n.Function, effects: EffectAnalysis) -> None:
        self._program = program
        self._function = function
        self._effects = effects
        self._uses = Counter(node.name for node in survey(function).nodes if isinstance(node, n.Local))
        self._changing = survey(function).assigned

    def run(self) -> n.Function:
        return with_body(self._function, self._block(self._function.body))

    def _block(self, block: n.Block) -> n.Block:
        result: list[n.Stmt] = []
        for statement in block:
            if bodies := blocks(statement):
                statement = with_parts(statement, expressions(statement), [self._block(body) for body in bodies])
            last = result[-1] if result else None
            if isinstance(statement, n.For) and isinstance(last, n.For) and self._do_the_same(last, statement):
                result[-1] = n.For(last.var, ops.union(last.set, statement.set), last.body)
            else:
                result.append(statement)
        updated: list[n.Stmt] = []
        for statement in result:
            updated += self._updated(statement, updated)
        return as_block(updated, block)

    def _with_values(self, members: n.Expr, before: list[n.Stmt]) -> n.Expr:
        """A set in which locals that are used nowhere else have given way to their values."""
        written: set[str] = set()
        for k in reversed(range(len(before))):
            statement = before[k]
            match statement:
                case n.Let(local, value) if local.name in locals_of(members) and self._uses[local.name] == 1:
                    lasting = not self._changing & {local.name, *locals_of(value)}
                    if lasting and not self._effects.of_expr(value).reads & written:
                        members = substitute(members, {local.name: value})
                        del before[k]
                        continue
            written |= self._effects.of_statement(statement).writes
        return members

    def _do_the_same(self, one: n.For, other: n.For) -> bool:
        """True if two loops change the same sets alike, and the first leaves the sites of the second as they were."""
        if one.set.type != other.set.type or not (_only_moves_sites(one) and _only_moves_sites(other)):
            return False
        if self._effects.of_expr(other.set).reads & {change.field for change in _changes(one)}:
            return False
        return [_kind(change) for change in _changes(one)] == [_kind(change) for change in _changes(other)]

    def _updated(self, statement: n.Stmt, before: list[n.Stmt]) -> n.Block:
        """The replacement of a statement; definitions that it alone uses are taken out of the statements before it."""
        if not isinstance(statement, n.For) or not _only_moves_sites(statement):
            return (statement,)
        members = self._with_values(statement.set, before)
        changes = {(change.field, change.indices): change for change in _changes(statement)}.values()
        if isinstance(members, n.Local | n.Const) or len(changes) == 1:
            return tuple(self._whole(change, members) for change in changes)
        taken = n.Local(f"{statement.var.name}_all", members.type)
        return n.Let(taken, members), *(self._whole(change, taken) for change in changes)

    def _whole(self, change: n.Include | n.Exclude, members: n.Expr) -> n.Stmt:
        before = n.Load(change.field, change.indices, self._program.fields[change.field].type)
        after = ops.union(before, members) if isinstance(change, n.Include) else ops.minus(before, members)
        return n.Store(change.field, change.indices, after)


def _only_moves_sites(loop: n.For) -> bool:
    """True if a loop does nothing but take its sites in and out of sets that do not depend on them."""
    return bool(loop.body) and all(
        isinstance(s, n.Include | n.Exclude)
        and s.site == loop.var
        and all(isinstance(index, n.Const) for index in s.indices)
        for s in loop.body
    )


def _changes(loop: n.For) -> list[n.Include | n.Exclude]:
    return [s for s in loop.body if isinstance(s, n.Include | n.Exclude)]


def _kind(change: n.Include | n.Exclude) -> tuple[type, str, tuple[n.Expr, ...]]:
    return type(change), change.field, change.indices
