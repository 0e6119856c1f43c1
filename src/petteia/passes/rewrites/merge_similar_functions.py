"""Makes one function of functions that differ in a few numbers only: those become parameters.

Rules are lowered for each piece and player, and most of what they do with one they do with all others. Compilers need
time for each function; large programs are therefore written with fewer of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from petteia.ir import nodes as n
from petteia.ir.survey import survey
from petteia.ir.visit import map_block, map_expr, with_body

from ..analyses.alike import Shape, differing, shape_of, with_values
from ..analyses.names import Names, unused
from ..analyses.reaching import levels
from .drop_unreached import drop_unreached

_MOST_VALUES = 4
"""Functions get at most so many further parameters."""
_WORTH_A_CALL = 30
"""A function that has to stay is replaced by a call if it has at least so many nodes."""
_LARGE = 8000
"""Programs of more nodes than this are merged before other passes."""
_FACT = "alike"

Functions = dict[str, n.Function]


class Merged(NamedTuple):
    """The replacement of a function: another one, given these values too."""

    function: str
    values: tuple[int, ...] = ()

    @property
    def args(self) -> tuple[n.Const, ...]:
        """The values as further arguments of a call."""
        return tuple(n.Const(value, n.INT) for value in self.values)


def merge_large(program: n.Program) -> n.Program:
    """The program with functions that are alike merged if it is large, so that all that follows has less to do.

    What is known of single pieces is worked out while they are lowered; in small programs, passes find out more.
    """
    if sum(len(survey(function).nodes) for function in program.functions.values()) <= _LARGE:
        return program
    program = drop_unreached(program)
    return replace(program, functions=merge_similar_functions(program.functions, fixed_functions(program))[0])


def fixed_functions(program: n.Program) -> set[str]:
    """The functions that keep their names and parameters."""
    return {"start", "moves", "rebuild", *(kind.effect for kind in program.kinds.values())}


def merge_similar_functions(
    functions: Mapping[str, n.Function], fixed: Collection[str]
) -> tuple[Functions, dict[str, Merged]]:
    """The functions with those that are alike merged, and what stands in the place of those that are gone.

    Those in `fixed` keep their names and parameters.
    """
    result = dict(functions)
    return result, merge_by_levels(result, lambda names: merge_once(result, names, fixed))


def merge_by_levels(functions: Functions, merge: Callable[[list[str]], dict[str, Merged]]) -> dict[str, Merged]:
    """Has functions merged, after all that they call, until none is; says what stands in the place of which one.

    What calls the same functions by now may be alike, so that hardly any function is looked at more than once.
    """
    gone: dict[str, Merged] = {}
    while True:
        merged: dict[str, Merged] = {}
        for names in levels(functions):
            for name in names:
                functions[name] = with_calls(functions[name], merged)
            merged |= merge(names)
        if not merged:
            return gone
        for name, function in functions.items():
            functions[name] = with_calls(function, merged)
        gone = follow(gone, merged)


def follow(gone: dict[str, Merged], merged: dict[str, Merged]) -> dict[str, Merged]:
    """The replacements of functions, once some of the replacements are merged, too."""
    result = dict(merged)
    for name, stands in gone.items():
        then = merged.get(stands.function)
        result[name] = Merged(then.function, (*stands.values, *then.values)) if then else stands
    return result


def merge_once(functions: Functions, names: Iterable[str], fixed: Collection[str]) -> dict[str, Merged]:
    """Merges those of some functions that are alike; says what stands in the place of which one."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for name in names:
        function = functions[name]
        if name not in fixed or _is_replaceable(function):
            groups.setdefault(_shape(function).key, []).append(name)
    merged: dict[str, Merged] = {}
    for group in groups.values():
        for part in _split(group, {name: _shape(functions[name]).numbers for name in group}):
            if len(part) > 1:
                merged |= _merge(part, functions, fixed)
    return merged


def _is_replaceable(function: n.Function) -> bool:
    return function.returns is None and not function.emits and len(survey(function).nodes) >= _WORTH_A_CALL


def _split(names: list[str], numbers: dict[str, tuple[int, ...]]) -> list[list[str]]:
    """Functions of one shape in groups that need few further parameters."""
    columns = differing([numbers[name] for name in names])
    if len(columns) <= _MOST_VALUES:
        return [names]
    column = min(columns, key=lambda values: len(set(values)))
    parts: dict[int, list[str]] = {}
    for name, value in zip(names, column, strict=True):
        parts.setdefault(value, []).append(name)
    return [group for part in parts.values() for group in _split(part, numbers)]


def _merge(names: list[str], functions: Functions, fixed: Collection[str]) -> dict[str, Merged]:
    """Puts one function in the place of several."""
    rows = [_shape(functions[name]).numbers for name in names]
    columns = differing(rows)
    model = functions[names[0]]
    free = next((name for name in names if name not in fixed), None)
    if columns or free is None:
        free = unused(f"{names[0]}_and_others", functions)
        taken = Names(model)
        values = [n.Local(taken.fresh(f"value_{k + 1}"), n.INT) for k in range(len(columns))]
        body = with_values(model.body, rows, values)
        functions[free] = replace(model, name=free, params=(*model.params, *values), body=body)
    merged = {}
    for k, name in enumerate(names):
        stands = Merged(free, tuple(column[k] for column in columns))
        if name in fixed:
            function = functions[name]
            functions[name] = replace(function, body=(n.Do(free, (*function.params, *stands.args)),))
        elif name != free:
            merged[name] = stands
            del functions[name]
    return merged


def with_calls(function: n.Function, merged: dict[str, Merged]) -> n.Function:
    """A function that calls what stands in the place of others."""
    if merged.keys().isdisjoint(survey(function).calls):
        return function

    def call(x: n.Expr) -> n.Expr:
        if isinstance(x, n.Call) and (stands := merged.get(x.function)):
            return n.Call(stands.function, (*x.args, *stands.args), x.type)
        return x

    def do(s: n.Stmt) -> Iterable[n.Stmt]:
        if isinstance(s, n.Do) and (stands := merged.get(s.function)):
            return (n.Do(stands.function, (*s.args, *stands.args)),)
        return (s,)

    return with_body(function, map_block(function.body, lambda x: map_expr(x, call), do))


def _shape(function: n.Function) -> Shape:
    found = function.facts.get(_FACT)
    if not isinstance(found, Shape):
        head = (function.returns, function.emits, tuple(p.type for p in function.params))
        key, numbers = shape_of(function.params, function.body)
        found = function.facts[_FACT] = Shape((head, key), numbers)
    return found
