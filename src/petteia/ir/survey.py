"""The parts of a function: found in one walk, and remembered with the function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from . import nodes as n
from .visit import map_functions, walk_block

_FACT = "survey"
_NOTED = frozenset(
    (n.Do, n.Call, n.Emit, n.Let, n.Draw, n.For, n.Range, n.Filter, n.Exists, n.Total, n.Assign)
)  # fmt: skip


class Survey(NamedTuple):
    """A function at a glance."""

    nodes: list[n.Stmt | n.Expr]
    """Its statements and expressions, in order."""

    types: frozenset[type]
    """The types of its nodes."""

    calls: Counter[str]
    """How often it calls which function."""

    callees: tuple[tuple[str, bool], ...]
    """The functions it calls, and the kinds of the moves it emits, which are marked, in the order of the text."""

    introductions: Counter[str]
    """How often each name is given to a local; once for all expressions that bind it."""

    assigned: frozenset[str]
    """The names of the locals it assigns to."""


def survey(function: n.Function) -> Survey:
    """The parts of a function."""
    found = function.facts.get(_FACT)
    if not isinstance(found, Survey):
        found = function.facts[_FACT] = _survey(function)
    return found


def walk(program: n.Program) -> Iterator[n.Stmt | n.Expr]:
    """All statements and expressions of a program."""
    for function in program.functions.values():
        yield from survey(function).nodes


def has_any(program: n.Program, *types: type) -> bool:
    """True if a program has a node of one of some types."""
    return any(not survey(function).types.isdisjoint(types) for function in program.functions.values())


def map_having(program: n.Program, types: Iterable[type], fn: Callable[[n.Function], n.Function]) -> n.Program:
    """The program with each function rewritten that has a node of one of some types."""
    types = frozenset(types)
    return map_functions(program, lambda f: f if types.isdisjoint(survey(f).types) else fn(f))


def _survey(function: n.Function) -> Survey:
    calls: Counter[str] = Counter()
    callees: dict[tuple[str, bool], None] = {}
    introductions = Counter(param.name for param in function.params)
    bound: set[str] = set()
    assigned: set[str] = set()
    nodes = walk_block(function.body)
    for node in nodes:
        if type(node) not in _NOTED:
            continue
        match node:
            case n.Do(name) | n.Call(name):
                calls[name] += 1
                callees[name, False] = None
            case n.Emit(name):
                callees[name, True] = None
            case n.Let(local) | n.Draw(local):
                introductions[local.name] += 1
            case n.For(var) | n.Range(var):
                introductions[var.name] += 1
            case n.Filter(var) | n.Exists(var) | n.Total(var):
                bound.add(var.name)
            case n.Assign(local):
                assigned.add(local.name)
    introductions.update(bound)
    return Survey(nodes, frozenset(map(type, nodes)), calls, tuple(callees), introductions, frozenset(assigned))
