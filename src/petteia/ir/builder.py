"""Writes programs: fields, tables, functions and the statements of the function at hand."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from petteia.errors import LimitExceeded

from . import nodes as n
from .scoping import canonical, free_locals

MOST_SECONDS = 10
"""CPU time that writing a program may take; the largest games take two."""

T = TypeVar("T")


class Builder:
    """Collects a program. Statements go to the block that is open; locals get unique names.

    >>> from petteia.ir import ops
    >>> b = Builder("demo", players=2, universes={"Cell": 9})
    >>> b.field("pieces", n.set_of("Cell"), shape=(3,))
    >>> with b.function("start", doc="everything stands on site 4"):
    ...     b.include("pieces", [ops.number(1)], ops.number(4))
    >>> len(b.program.functions["start"].body)
    1
    """

    def __init__(self, name: str, players: int, universes: dict[str, int]) -> None:
        self.program = n.Program(name, players, dict(universes))
        self._blocks: list[list[n.Stmt]] = []
        self._serial = 0
        self._begun = time.thread_time()
        self._tables: dict[tuple[n.Type, tuple[int, ...], tuple[int, ...]], n.Table] = {}
        self._table_names: set[str] = set()
        self._definitions: dict[n.Local, n.Expr] = {}
        self._shared: dict[tuple[object, ...], str] = {}
        self._made: dict[tuple[object, ...], Any] = {}
        self._numbered: dict[str, int] = {}
        """For each name the number that was tried last: all below are taken."""

    # -- declarations -------------------------------------------------------------------------------------------

    def field(
        self,
        name: str,
        type_: n.Type,
        *,
        shape: tuple[int, ...] = (),
        low: int = 0,
        high: int = 0,
        initial: int = 0,
        capacity: int = 0,
        visible: bool = False,
        doc: str = "",
        tells: str = "",
        repeats: n.Repeats = "",
        key: str = "",
    ) -> None:
        """Declares a field of the state."""
        self.program.fields[name] = n.Field(
            name, type_, shape, low, high, initial, capacity, visible, doc, tells, repeats, key
        )

    def table(self, name: str, type_: n.Type, shape: tuple[int, ...], values: Sequence[int]) -> n.Table:
        """A constant table; one with the same contents is shared."""
        key = (type_, shape, tuple(values))
        found = self._tables.get(key)
        if found is None:
            unique, k = name, 2
            while unique in self._table_names:
                unique, k = f"{name}_{k}", k + 1
            self._table_names.add(unique)
            found = self._tables[key] = n.Table(unique, type_, shape, key[2])
        return found

    def once(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """The result of `make`, made once for a key: for tables and the like that take long to work out."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def kind(self, kind: n.Kind) -> None:
        """Declares a kind of move."""
        self.program.kinds[kind.name] = kind

    def unique(self, name: str) -> str:
        """A name for a function or kind that is not taken, made from readable words."""
        base = re.sub(r"\W+", "_", name).strip("_") or "rule"
        candidate, k = base, self._numbered.get(base, 2)
        while candidate in self.program.functions or candidate in self.program.kinds:
            candidate, k = f"{base}_{k}", k + 1
        self._numbered[base] = max(2, k - 1)
        return candidate

    @contextmanager
    def function(
        self,
        name: str,
        params: Sequence[n.Local] = (),
        returns: n.Type | None = None,
        *,
        emits: bool = False,
        doc: str = "",
    ) -> Iterator[None]:
        """Opens a function; what is written inside becomes its body."""
        placeholder = n.Function(name, tuple(params), returns, (), emits, doc)
        self.program.functions[name] = placeholder
        with self.block() as body:
            yield
        self.program.functions[name] = n.Function(name, tuple(params), returns, tuple(body), emits, doc)

    def shared_function(
        self, name: str, params: tuple[n.Local, ...], returns: n.Type | None, body: n.Block, *, emits: bool = False
    ) -> str:
        """The name of a function with this body; one that differs in names of locals only is used again."""
        types = tuple(param.type for param in params)
        key = (returns, types, canonical(params, body))
        if key not in self._shared:
            unique = self._shared[key] = self.unique(name)
            self.program.functions[unique] = n.Function(unique, params, returns, body, emits)
        return self._shared[key]

    @contextmanager
    def block(self) -> Iterator[list[n.Stmt]]:
        """Opens a block that the caller places by itself."""
        statements: list[n.Stmt] = []
        self._blocks.append(statements)
        try:
            yield statements
        finally:
            self._blocks.pop()

    # -- statements ---------------------------------------------------------------------------------------------

    def emit_statement(self, statement: n.Stmt) -> None:
        """Appends any statement to the open block."""
        self._blocks[-1].append(statement)

    def place(self, *statements: n.Stmt) -> None:
        """Appends statements that were written elsewhere to the open block."""
        self._blocks[-1].extend(statements)

    def fresh(self, name: str, type_: n.Type) -> n.Local:
        """A local variable with a name of its own, not yet introduced."""
        self._serial += 1
        if not self._serial % 128 and time.thread_time() - self._begun > MOST_SECONDS:
            raise LimitExceeded(f"the rules take more than {MOST_SECONDS} seconds to work out")
        return n.Local(f"{name}_{self._serial}", type_)

    def let(self, name: str, value: n.Expr) -> n.Expr:
        """Introduces a local variable; constants and locals stand for themselves."""
        if isinstance(value, (n.Const, n.Local)):
            return value
        local = self.variable(name, value)
        self._definitions[local] = value
        return local

    def with_set_definitions(self, block: n.Block) -> n.Block:
        """A block in front of which the sets it needs from outside are computed again.

        A move carries integers along, not sets; it is played in the state in which it was generated, so a set that
        was computed then is the same now.
        """
        for local in free_locals(block):
            if local.type.kind == "set":
                block = self.with_set_definitions((n.Let(local, self._definitions[local]), *block))
        return block

    def variable(self, name: str, value: n.Expr) -> n.Local:
        """Introduces a local variable that may be assigned to later."""
        local = self.fresh(name, value.type)
        self.emit_statement(n.Let(local, value))
        return local

    def assign(self, local: n.Local, value: n.Expr) -> None:
        """Gives a variable a new value."""
        self.emit_statement(n.Assign(local, value))

    def load(self, field: str, *indices: n.Expr) -> n.Expr:
        """Reads a field."""
        return n.Load(field, indices, self.program.fields[field].type)

    def store(self, field: str, indices: Sequence[n.Expr], value: n.Expr) -> None:
        """Writes a field."""
        self.emit_statement(n.Store(field, tuple(indices), value))

    def include(self, field: str, indices: Sequence[n.Expr], site: n.Expr) -> None:
        """Adds a site to a set field."""
        self.emit_statement(n.Include(field, tuple(indices), site))

    def exclude(self, field: str, indices: Sequence[n.Expr], site: n.Expr) -> None:
        """Takes a site out of a set field."""
        self.emit_statement(n.Exclude(field, tuple(indices), site))

    @contextmanager
    def if_(self, cond: n.Expr) -> Iterator[None]:
        """Statements run only if the condition holds; nothing is written for a condition known to fail."""
        with self.block() as body:
            yield
        self.place_if(cond, body, [])

    def place_if(self, cond: n.Expr, then: Sequence[n.Stmt], orelse: Sequence[n.Stmt]) -> None:
        """Places two blocks behind a condition, folded where it is known."""
        if isinstance(cond, n.Const):
            self._blocks[-1].extend(then if cond.value else orelse)
        elif then or orelse:
            self.emit_statement(n.If(cond, tuple(then), tuple(orelse)))

    @contextmanager
    def for_(self, name: str, members: n.Expr) -> Iterator[n.Local]:
        """Statements run for each site of a set."""
        var = self.fresh(name, n.INT)
        with self.block() as body:
            yield var
        if body and not (isinstance(members, n.Const) and members.value == 0):
            self.emit_statement(n.For(var, members, tuple(body)))

    @contextmanager
    def range_(self, name: str, start: n.Expr, stop: n.Expr) -> Iterator[n.Local]:
        """Statements run for start, start+1, ... below stop."""
        var = self.fresh(name, n.INT)
        with self.block() as body:
            yield var
        if body:
            self.emit_statement(n.Range(var, start, stop, tuple(body)))

    @contextmanager
    def while_(self, cond: n.Expr) -> Iterator[None]:
        """Statements repeated while a condition holds."""
        with self.block() as body:
            yield
        self.emit_statement(n.While(cond, tuple(body)))

    @contextmanager
    def speculate(self) -> Iterator[None]:
        """Statements run on a copy of the state."""
        with self.block() as body:
            yield
        self.emit_statement(n.Speculate(tuple(body)))

    def call(self, function: str, *args: n.Expr) -> n.Expr:
        """The result of a function declared before."""
        returns = self.program.functions[function].returns
        assert returns is not None
        return n.Call(function, args, returns)

    def do(self, function: str, *args: n.Expr) -> None:
        """Calls a function for its effect."""
        self.emit_statement(n.Do(function, args))

    def return_(self, value: n.Expr | None = None) -> None:
        """Leaves the function."""
        self.emit_statement(n.Return(value))

    def emit(self, kind: str, source: n.Expr, target: n.Expr, args: Sequence[n.Expr] = ()) -> None:
        """Emits a move."""
        self.emit_statement(n.Emit(kind, source, target, tuple(args)))

    def draw(self, name: str, bound: n.Expr) -> n.Local:
        """A random integer below `bound`."""
        local = self.fresh(name, n.INT)
        self.emit_statement(n.Draw(local, bound))
        return local

    def site(self, universe: str, name: str = "site") -> n.Local:
        """A bound variable for `Filter`, `Exists` and `Total`."""
        assert universe in self.program.universes
        return self.fresh(name, n.INT)
