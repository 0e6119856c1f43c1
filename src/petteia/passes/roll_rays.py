"""Rolls what rules do along each direction in turn into one loop over the directions.

Rules for moves along lines are written out once for each direction: the same statements, with other tables. Such
repetitions become a loop over one table that holds those of all directions, so that everything after this pass, the C
compiler above all, has a fraction of the work. Single steps stay as they are, since other passes turn them into sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.survey import map_having
from petteia.ir.visit import (
    breaks,
    free_locals,
    introduced,
    map_block,
    map_expr,
    walk_block,
    walk_stmts,
    with_body,
)

_LONGEST = 12
"""The most statements of one direction."""


def roll_rays(program: n.Program) -> n.Program:
    """The program with loops over directions."""
    stacks: dict[tuple[n.Table, ...], n.Table] = {}

    def rolled(function: n.Function) -> n.Function:
        rolling = _Rolling(function, stacks)
        body = rolling.block(function.body)
        return with_body(function, body) if rolling.found else function

    return map_having(program, [n.While], rolled)


class _Rolling:
    def __init__(self, function: n.Function, stacks: dict[tuple[n.Table, ...], n.Table]) -> None:
        self.function = function
        self.stacks = stacks
        self.found = 0

    def block(self, block: n.Block) -> n.Block:
        """A block with repetitions rolled, those of inner blocks first."""
        inner = tuple(map(self._within, block))
        if sum(map(_goes_along, inner)) < 2:
            return inner
        keys = [_outline(s) for s in inner]
        result: list[n.Stmt] = []
        k = 0
        while k < len(inner):
            found = self._repetition(inner, keys, k)
            result.append(inner[k] if found is None else found[0])
            k += 1 if found is None else found[1]
        return tuple(result)

    def _within(self, s: n.Stmt) -> n.Stmt:
        match s:
            case n.If(cond, then, orelse):
                return n.If(cond, self.block(then), self.block(orelse))
            case n.For(var, members, body):
                return n.For(var, members, self.block(body))
            case n.While(cond, body):
                return n.While(cond, self.block(body))
            case n.Range(var, start, stop, body):
                return n.Range(var, start, stop, self.block(body))
            case n.Collect(body):
                return n.Collect(self.block(body))
            case n.Speculate(body):
                return n.Speculate(self.block(body))
        return s

    def _repetition(self, block: n.Block, keys: list[Any], start: int) -> tuple[n.Range, int] | None:
        """The loop over what repeats from a statement on, and how many statements it replaces."""
        for length in range(1, min(_LONGEST, (len(block) - start) // 2) + 1):
            times = 1
            while keys[start : start + length] == keys[start + times * length : start + (times + 1) * length]:
                times += 1
            if times < 2 or not any(map(_goes_along, block[start : start + length])):
                continue
            turns = [block[start + k * length : start + (k + 1) * length] for k in range(times)]
            rest = block[start + times * length :]
            loop = self._rolled(turns, rest)
            if loop is not None:
                return loop, times * length
        return None

    def _rolled(self, turns: list[n.Block], rest: n.Block) -> n.Range | None:
        """The loop over several turns, if they differ in names of locals and in tables alone."""
        first = turns[0]
        made = {local.name for turn in turns for s in walk_stmts(turn) if (local := introduced(s)) is not None}
        if breaks(first) or made & free_locals(rest) or any(made & free_locals(turn) for turn in turns):
            return None
        likenesses = [_Likeness(made) for _ in turns]
        if not all(likeness.holds(first, turn) for likeness, turn in zip(likenesses, turns, strict=True)):
            return None
        differing = {
            table: tuple(likeness.tables[table] for likeness in likenesses)
            for table in likenesses[0].tables
            if any(likeness.tables[table] is not table for likeness in likenesses)
        }
        if not differing or not _only_looked_up(first, set(differing)):
            return None
        stacked = {table: self._stack(others) for table, others in differing.items()}
        if None in stacked.values():
            return None
        self.found += 1
        turn = n.Local(f"turn_{self.found}_of_{self.function.name}", n.INT)

        def along(x: n.Expr) -> n.Expr:
            if isinstance(x, n.Lookup) and (stack := stacked.get(x.table)) is not None:
                return n.Lookup(stack, (turn, *x.indices), x.type)
            return x

        body = map_block(first, lambda x: map_expr(x, along))
        return n.Range(turn, o.number(0), o.number(len(turns)), body)

    def _stack(self, tables: tuple[n.Table, ...]) -> n.Table | None:
        """One table of several, those with shorter rows padded."""
        if tables not in self.stacks:
            shapes = {(len(table.shape), table.shape[0], table.type) for table in tables}
            if len(shapes) > 1 or len(tables[0].shape) > 2:
                return None
            width = max(table.shape[-1] for table in tables)
            rows, narrow = tables[0].shape[0], len(tables[0].shape) == 1
            if narrow and len({table.shape for table in tables}) > 1:
                return None
            values: list[int] = []
            for table in tables:
                values += table.values if narrow else _padded(table, width)
            shape = (len(tables), rows) if narrow else (len(tables), rows, width)
            name = f"{tables[0].name}_and_{len(tables) - 1}_more"
            taken = sum(stack.name.startswith(name) for stack in self.stacks.values())
            unique = f"{name}_{taken + 1}" if taken else name
            self.stacks[tables] = n.Table(unique, tables[0].type, shape, tuple(values))
        return self.stacks[tables]


def _padded(table: n.Table, width: int) -> list[int]:
    rows, length = table.shape
    padding = [-1] * (width - length)
    return [each for k in range(rows) for each in (*table.values[k * length : (k + 1) * length], *padding)]


def _goes_along(s: n.Stmt) -> bool:
    """Whether a statement goes from site to site while there is one."""
    match s:
        case n.While(n.Op("and", (n.Op("le", (n.Const(0), n.Local())), _))):
            return True
        case n.If(_, then, orelse):
            return any(map(_goes_along, (*then, *orelse)))
    return False


def _outline(x: Any) -> Any:
    """What two statements that are alike but for names and tables have in common; quick to compare."""
    if isinstance(x, n.Local):
        return x.type
    if isinstance(x, n.Table):
        return len(x.shape)
    if isinstance(x, tuple):
        return tuple(map(_outline, x))
    if is_dataclass(x):
        return (type(x).__name__, *(_outline(getattr(x, each.name)) for each in fields(x)))
    return x


@dataclass
class _Likeness:
    """How the locals and tables of one block answer to those of another."""

    made: set[str]
    """Names of locals that the blocks introduce; all others are the same for both."""
    locals: dict[str, str] = field(default_factory=dict)
    tables: dict[n.Table, n.Table] = field(default_factory=dict)

    def holds(self, a: Any, b: Any) -> bool:
        """Whether two parts are alike, given what is known already."""
        if isinstance(a, n.Table):
            return isinstance(b, n.Table) and self.tables.setdefault(a, b) is b
        if isinstance(a, n.Local) and isinstance(b, n.Local):
            known = self.locals.setdefault(a.name, b.name) if a.name in self.made else a.name
            return a.type == b.type and known == b.name
        if isinstance(a, tuple):
            return isinstance(b, tuple) and len(a) == len(b) and all(map(self.holds, a, b))
        if is_dataclass(a):
            names = [each.name for each in fields(a)]
            return type(a) is type(b) and all(self.holds(getattr(a, name), getattr(b, name)) for name in names)
        return bool(a == b)


def _only_looked_up(block: n.Block, tables: set[n.Table]) -> bool:
    """Whether some tables are used for nothing but their elements."""
    for node in walk_block(block):
        if isinstance(node, n.Lookup):
            continue
        if any(table in tables for table in _tables_of(node)):
            return False
    return True


def _tables_of(node: n.Stmt | n.Expr) -> Iterator[n.Table]:
    for each in fields(node):
        value = getattr(node, each.name)
        if isinstance(value, n.Table):
            yield value
