"""Makes one function of functions that differ in numbers, sets and small tables: what differs goes to tables.

The rules of two players are alike but for the pieces, the regions and the directions. In huge programs they are
written once; a parameter says whose they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from petteia.ir import nodes as n
from petteia.ir.scoping import SMALL_TABLE, Constant, canonical
from petteia.ir.survey import survey

from ..analyses.alike import Rebuilding
from ..analyses.names import Names, unused
from .merge_effects import merge_effects
from .merge_similar_functions import Functions, Merged, fixed_functions, follow, merge_by_levels, merge_once

_HUGE = 25_500
"""Programs of more nodes than this are merged further: what is known of one player is lost to the passes."""
_WORTH_IT = 6
"""Functions of at least so many nodes are merged."""
_FACT = "alike but for constants"


class _Frame(NamedTuple):
    """A function without its constants: integers, and sets and small tables, each in their order."""

    key: tuple[object, ...]
    numbers: tuple[int, ...]
    others: tuple[Constant, ...]


def merge_by_constant_tables(program: n.Program) -> n.Program:
    """The program with functions merged that differ in constants, if it is huge."""
    huge = sum(len(survey(function).nodes) for function in program.functions.values()) > _HUGE
    return merged_by_constant_tables(program) if huge else program


def merged_by_constant_tables(program: n.Program) -> n.Program:
    """The same whatever the size of the program."""
    program = merge_effects(program)
    fixed = fixed_functions(program)
    functions = dict(program.functions)

    def merge(names: list[str]) -> dict[str, Merged]:
        alike = merge_once(functions, names, fixed)
        left = {alike[name].function if name in alike else name: None for name in names}
        return follow(alike, _merge_once(functions, left, fixed))

    merge_by_levels(functions, merge)
    return replace(program, functions=functions)


def _merge_once(functions: Functions, names: Iterable[str], fixed: set[str]) -> dict[str, Merged]:
    groups: dict[tuple[object, ...], list[str]] = {}
    for name in names:
        if name not in fixed and len(survey(functions[name]).nodes) >= _WORTH_IT:
            groups.setdefault(_frame(functions[name]).key, []).append(name)
    merged: dict[str, Merged] = {}
    for group in groups.values():
        if len(group) > 1:
            merged |= _merge(group, functions)
    return merged


def _frame(function: n.Function) -> _Frame:
    found = function.facts.get(_FACT)
    if not isinstance(found, _Frame):
        numbers: list[int] = []
        others: list[Constant] = []
        head = (function.returns, function.emits, tuple(p.type for p in function.params))
        key = (head, canonical(function.params, function.body, numbers, others))
        found = function.facts[_FACT] = _Frame(key, tuple(numbers), tuple(others))
    return found


def _merge(names: list[str], functions: Functions) -> dict[str, Merged]:
    """Puts one function in the place of several; its last parameter is the number of the one it stands for."""
    model = functions[names[0]]
    frames = [_frame(functions[name]) for name in names]
    which = n.Local(Names(model).fresh("which"), n.INT)
    rebuilding = _Joining(
        which,
        list(zip(*(frame.numbers for frame in frames), strict=True)),
        list(zip(*(frame.others for frame in frames), strict=True)),
    )
    name = unused(f"{names[0]}_and_others", functions)
    functions[name] = replace(model, name=name, params=(*model.params, which), body=rebuilding.rebuilt(model.body))
    for old in names:
        del functions[old]
    return {old: Merged(name, (k,)) for k, old in enumerate(names)}


class _Joining(Rebuilding):
    """Puts a look into a table in the place of each constant that differs."""

    def __init__(self, which: n.Local, numbers: list[tuple[int, ...]], others: list[tuple[Constant, ...]]) -> None:
        self._which = which
        self._numbers = iter(numbers)
        self._others = iter(others)
        self._tables: dict[object, n.Table] = {}

    def rebuilt(self, value: Any) -> Any:
        """The same, and tables joined in which something is looked up."""
        if not isinstance(value, n.Lookup) or len(value.table.values) > SMALL_TABLE:
            return super().rebuilt(value)
        tables = next(self._others)
        indices = self.rebuilt(value.indices)
        if len(set(tables)) == 1:
            return replace(value, indices=indices)
        return n.Lookup(self._joined(tables), (self._which, *indices), value.type)

    def constant(self, value: n.Const) -> n.Expr:
        """A number or a set, looked up if it differs."""
        if value.type == n.INT:
            column = next(self._numbers)
        elif value.type.kind == "set":
            column = tuple(each.value for each in next(self._others) if isinstance(each, n.Const))
        else:
            return value
        if len(set(column)) == 1:
            return value
        key = (value.type, column)
        if key not in self._tables:
            self._tables[key] = n.Table("by_which", value.type, (len(column),), column)
        return n.Lookup(self._tables[key], (self._which,), value.type)

    def _joined(self, tables: tuple[Constant, ...]) -> n.Table:
        if tables not in self._tables:
            each = [table for table in tables if isinstance(table, n.Table)]
            values = tuple(value for table in each for value in table.values)
            shape = (len(each), *each[0].shape)
            self._tables[tables] = n.Table(f"{each[0].name}_by_which", each[0].type, shape, values)
        return self._tables[tables]
