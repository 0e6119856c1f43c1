"""The slow, obvious interpreter of rule programs: the oracle that the native code is compared with.

Each function of a program becomes one Python function of the same shape. What native code leaves undefined (an index
out of range, an integer outside the bounds of its field) raises `ExecutionError` here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import product
from typing import Any, NamedTuple, TypeVar

from petteia.errors import PetteiaError

from . import nodes as n
from .declare import DECLARED, Part
from .ops import INT_FUNCTIONS, bits


class ExecutionError(PetteiaError):
    """A rule program did something that has no meaning."""


class IrMove(NamedTuple):
    """A move: its kind, its from and to, and the values its kind captures."""

    kind: str
    source: int
    target: int
    args: tuple[int, ...] = ()


class InterpretedState:
    """A state of play: the value of each field by name, and the stream of chance.

    Integers and booleans are Python integers, sets are bit masks, arrays and lists are nested Python lists.
    """

    __slots__ = ("chance", "fields")

    def __init__(self, program: n.Program) -> None:
        self.fields: dict[str, Any] = {f.name: _initial(f, f.shape) for f in program.fields.values()}
        self.chance = 0

    def copy(self) -> InterpretedState:
        """A state of its own with the same contents."""
        other = InterpretedState.__new__(InterpretedState)
        other.fields, other.chance = deepcopy(self.fields), self.chance
        return other

    def branch(self) -> tuple[dict[str, Any], int]:
        """Goes on with a copy of the contents; gives back the originals, for `restore`.

        The originals come back as the same objects: a statement may hold one of them while an operand speculates.
        """
        saved = dict(self.fields), self.chance
        self.fields.update(deepcopy(self.fields))
        return saved

    def restore(self, saved: tuple[dict[str, Any], int]) -> None:
        """Goes back to what was before a `branch`."""
        self.fields.update(saved[0])
        self.chance = saved[1]

    def draw(self, bound: int) -> int:
        """An integer below `bound`, taken from the stream of chance."""
        if bound <= 1:
            return 0
        self.chance, drawn = divmod(self.chance, bound)
        return drawn

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InterpretedState):
            return NotImplemented
        return self.fields == other.fields and self.chance == other.chance

    __hash__ = None  # type: ignore[assignment]


def _initial(field: n.Field, shape: tuple[int, ...]) -> Any:
    if shape:
        return [_initial(field, shape[1:]) for _ in range(shape[0])]
    return [] if field.capacity else field.initial


class Interpreter:
    """Plays a program.

    >>> program = n.Program("nothing", 1, {}, {}, {"start": n.Function("start", (), None, ())})
    >>> Interpreter(program).start().fields
    {}
    """

    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.source, names = _Translation(program).text()
        names["play"] = self._play_all
        exec(compile(self.source, f"<rules of {program.name}>", "exec"), names)
        self._functions: dict[str, Callable[..., Any]] = {f: names[f"f_{f}"] for f in program.functions}

    def start(self, chance: int = 0) -> InterpretedState:
        """The first position of a game."""
        state = InterpretedState(self.program)
        state.chance = chance
        self.call("start", state)
        return state

    def moves(self, state: InterpretedState) -> list[IrMove]:
        """The legal moves, in the order in which the rules make them. The stream of chance stays as it was."""
        found: list[IrMove] = []
        chance = state.chance
        self.call("moves", state, moves=found)
        state.chance = chance
        return found

    def play(self, state: InterpretedState, move: IrMove, chance: int = 0) -> None:
        """Plays a move; `chance` is the stream of chance of the position that arises."""
        self._play_all(state, [move])
        state.chance = chance

    def copy(self, state: InterpretedState) -> InterpretedState:
        """A state of its own with the same contents."""
        return state.copy()

    def call(self, function: str, state: InterpretedState, *args: int, moves: list[IrMove] | None = None) -> Any:
        """The result of any function of the program; what it emits goes to `moves`."""
        return self._functions[function](state, moves, *args)

    def _play_all(self, state: InterpretedState, moves: Iterable[IrMove]) -> None:
        for move in moves:
            effect = self._functions[self.program.kinds[move.kind].effect]
            effect(state, None, move.source, move.target, *move.args)


# ---------------------------------------------------------------------------------------------------------------
# What the translated functions call


class _Elements(dict[Any, int]):
    """A constant table by index, where an index out of range is an error also below zero."""

    def __init__(self, table: n.Table) -> None:
        super().__init__(zip(_indices(table.shape), table.values, strict=True))
        self.shape = table.shape

    def __missing__(self, index: Any) -> int:
        raise ExecutionError(f"index {index} is outside a table of {len(self)} elements")


def _at(index: int, length: int) -> int:
    if not 0 <= index < length:
        raise ExecutionError(f"index {index} is outside 0..{length - 1}")
    return index


def _fit(value: int, low: int, high: int, field: str) -> int:
    if not low <= value <= high:
        raise ExecutionError(f"{value} does not fit field {field}, which holds {low}..{high}")
    return value


def _mask(sites: Iterable[int]) -> int:
    return sum(1 << site for site in sites)


def _has(members: int, site: int) -> bool:
    return site >= 0 and members >> site & 1 == 1


def _first(members: int) -> int:
    return (members & -members).bit_length() - 1


def _single(site: int, sites: int) -> int:
    return 1 << site if 0 <= site < sites else 0


def _append(elements: list[int], value: int, capacity: int) -> None:
    if len(elements) == capacity:
        del elements[0]
    elements.append(value)


def _digest(fields: list[Any]) -> int:
    return int.from_bytes(hashlib.blake2b(repr(fields).encode(), digest_size=8).digest(), "little") >> 2


_HELPERS: dict[str, Any] = {
    "Move": IrMove, "at": _at, "fit": _fit, "mask": _mask, "bits": bits, "has": _has, "first": _first,
    "single": _single, "append": _append, "digest": _digest,
    "div": INT_FUNCTIONS["div"], "mod": INT_FUNCTIONS["mod"],
    "ones_above": INT_FUNCTIONS["ones_above"], "ones_below": INT_FUNCTIONS["ones_below"],
}  # fmt: skip

# ---------------------------------------------------------------------------------------------------------------
# The meaning of expressions that are functions of their parts, in the order of their declaration

_Meaning = TypeVar("_Meaning", bound=Callable[..., int])


def means(cls: type[n.Expr]) -> Callable[[_Meaning], _Meaning]:
    """Declares a function as the meaning of a class of expressions: tables come as mappings that know their shape."""

    def declare(function: _Meaning) -> _Meaning:
        _HELPERS[cls.__name__.lower()] = function
        return function

    return declare


@means(n.Shift)
def _shift(steps: _Elements, members: int) -> int:
    return _mask(steps[site] for site in bits(members) if steps[site] >= 0)


@means(n.Spread)
def _spread(neighbours: _Elements, members: int) -> int:
    reached = 0
    for site in bits(members):
        reached |= neighbours[site]
    return reached


@means(n.Flood)
def _flood(seed: int, within: int, neighbours: _Elements) -> int:
    reached, border = 0, seed & within
    while border:
        reached |= border
        border = _spread(neighbours, border) & within & ~reached
    return reached


@means(n.Run)
def _run(rays: _Elements, site: int, members: int) -> int:
    return _sites_along([rays[site, k] for k in range(rays.shape[1])], members)


def _sites_along(ray: list[int], members: int) -> int:
    for k, passed in enumerate(ray):
        if passed < 0 or not members >> passed & 1:
            return k
    return len(ray)


@means(n.Row)
def _row(ahead: _Elements, back: _Elements, length: int, site: int, members: int) -> bool:
    return 1 + _run(ahead, site, members) + _run(back, site, members) >= length


@means(n.Caught)
def _caught(rays: _Elements, site: int, through: int, ends: int) -> int:
    run = _run(rays, site, through)
    met = run < rays.shape[1] and _has(ends, rays[site, run])
    return _mask(rays[site, k] for k in range(run)) if met else 0


@means(n.Flank)
def _flank(rays: _Elements, through: int, ends: int) -> int:
    return _mask(site for site in range(rays.shape[0]) if _caught(rays, site, through, ends))


@means(n.Reach)
def _reach(rays: _Elements, site: int, through: int, until: int) -> int:
    found = 0
    for way in range(rays.shape[0]):
        ray = [rays[way, site, k] for k in range(rays.shape[2])]
        run = _sites_along(ray, through)
        found |= _mask(ray[:run])
        found |= _mask(ray[run : run + 1]) if run < len(ray) and _has(until, ray[run]) else 0
    return found


# ---------------------------------------------------------------------------------------------------------------
# From program to Python text

_CHAINS = {
    "add": "+", "mul": "*", "bit_and": "&", "bit_or": "|", "bit_xor": "^", "and": "and", "or": "or",
    "union": "|", "intersect": "&",
}  # fmt: skip
_TEMPLATES = {
    "sub": "({0} - {1})", "div": "div({0}, {1})", "mod": "mod({0}, {1})",
    "ones_above": "ones_above({0}, {1})", "ones_below": "ones_below({0}, {1})", "min": "min({0}, {1})",
    "max": "max({0}, {1})", "shift_left": "({0} << {1})", "shift_right": "({0} >> {1})", "neg": "(-{0})",
    "abs": "abs({0})", "eq": "({0} == {1})", "ne": "({0} != {1})", "lt": "({0} < {1})", "le": "({0} <= {1})",
    "not": "(not {0})", "to_int": "int({0})", "select": "({1} if {0} else {2})", "minus": "({0} & ~{1})",
    "same": "({0} == {1})", "is_empty": "({0} == 0)", "size": "int.bit_count({0})",
    "has": "has({0}, {1})", "first": "first({0})",
}  # fmt: skip


class _Translation:
    """The Python text of a program's functions, with the tables it refers to by name."""

    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.tables: dict[n.Table, str] = {}
        self.values: dict[str, Any] = dict(_HELPERS)
        self.serial = 0

    def text(self) -> tuple[str, dict[str, Any]]:
        """All functions, and the names that they use."""
        return "\n".join(line for f in self.program.functions.values() for line in self.function(f)), self.values

    def function(self, function: n.Function) -> Iterator[str]:
        params = "".join(f", v_{p.name}" for p in function.params)
        yield f"def f_{function.name}(state, out{params}):"
        yield "    F = state.fields"
        yield from self.block(function.body, "out")

    def block(self, block: n.Block, out: str) -> Iterator[str]:
        """The statements of a block, indented; `out` names the list that moves go to."""
        if not block:
            yield "    pass"
        for statement in block:
            for line in self.statement(statement, out):
                yield "    " + line

    def statement(self, s: n.Stmt, out: str) -> Iterator[str]:
        def e(expr: n.Expr) -> str:
            return self.expression(expr, out)

        match s:
            case n.Let(local, value) | n.Assign(local, value):
                yield f"v_{local.name} = {e(value)}"
            case n.Store(field, indices, value):
                yield f"{self.place(field, indices, out)} = {self.fitted(field, value, out)}"
            case n.Include(field, indices, site):
                yield f"{self.place(field, indices, out)} |= 1 << {self.site(field, site, out)}"
            case n.Exclude(field, indices, site):
                yield f"{self.place(field, indices, out)} &= ~(1 << {self.site(field, site, out)})"
            case n.Append(field, indices, value):
                capacity = self.program.fields[field].capacity
                yield f"append({self.place(field, indices, out)}, {self.fitted(field, value, out)}, {capacity})"
            case n.Truncate(field, indices, length):
                yield f"del {self.place(field, indices, out)}[max({e(length)}, 0):]"
            case n.Break():
                yield "break"
            case n.Return(result):
                yield "return" if result is None else f"return {e(result)}"
            case n.Do(function, args):
                yield f"f_{function}({', '.join(['state', out, *map(e, args)])})"
            case n.Emit(kind, source, target, args):
                captured = "".join(f"{e(arg)}, " for arg in args)
                yield f"{out}.append(Move({kind!r}, {e(source)}, {e(target)}, ({captured})))"
            case n.Draw(local, bound):
                yield f"v_{local.name} = state.draw({e(bound)})"
            case _:
                yield from self.compound(s, out)

    def compound(self, s: n.Stmt, out: str) -> Iterator[str]:
        """A statement that holds blocks."""
        match s:
            case n.If(cond, then, orelse):
                yield f"if {self.expression(cond, out)}:"
                yield from self.block(then, out)
                if orelse:
                    yield "else:"
                    yield from self.block(orelse, out)
            case n.For(var, members, body):
                yield f"for v_{var.name} in bits({self.expression(members, out)}):"
                yield from self.block(body, out)
            case n.Range(var, start, stop, body):
                yield f"for v_{var.name} in range({self.expression(start, out)}, {self.expression(stop, out)}):"
                yield from self.block(body, out)
            case n.While(cond, body):
                yield f"while {self.expression(cond, out)}:"
                yield from self.block(body, out)
            case n.Collect(body):
                moves = self.fresh("out")
                yield f"{moves} = []"
                yield "if True:"
                yield from self.block(body, moves)
                yield f"play(state, {moves})"
            case n.Speculate(body):
                saved = self.fresh("saved")
                yield f"{saved} = state.branch()"
                yield "try:"
                yield from self.block(body, out)
                yield "finally:"
                yield f"    state.restore({saved})"

    def expression(self, x: n.Expr, out: str) -> str:
        def e(expr: n.Expr) -> str:
            return self.expression(expr, out)

        match x:
            case n.Const(value, _):
                return str(value) if value >= 0 else f"({value})"
            case n.Local(name, _):
                return f"v_{name}"
            case n.Load(field, indices, _):
                return self.place(field, indices, out)
            case n.Length(field, indices, _):
                return f"len({self.place(field, indices, out)})"
            case n.Op():
                return self.operation(x, out)
            case n.Lookup(table, indices, _):
                return f"{self.table(table)}[{', '.join(map(e, indices))}]"
            case n.Filter(var, members, cond, _):
                return f"mask([v_{var.name} for v_{var.name} in bits({e(members)}) if {e(cond)}])"
            case n.Exists(var, members, cond, _):
                return f"any({e(cond)} for v_{var.name} in bits({e(members)}))"
            case n.Total(var, members, value, _):
                return f"sum({e(value)} for v_{var.name} in bits({e(members)}))"
            case n.Call(function, args, _):
                return f"f_{function}({', '.join(['state', out, *map(e, args)])})"
            case n.Digest(fields):
                return f"digest([F[name] for name in {fields!r}])"
            case n.Emitted():
                return f"len({out})"
            case _:
                return f"{type(x).__name__.lower()}({', '.join(self.argument(x, part, out) for part in _parts(x))})"

    def argument(self, x: n.Expr, part: Part, out: str) -> str:
        """A part of an expression as an argument of the function that says what such expressions mean."""
        value = getattr(x, part.name)
        if isinstance(value, n.Expr):
            return self.expression(value, out)
        return self.table(value) if isinstance(value, n.Table) else repr(value)

    def operation(self, x: n.Op, out: str) -> str:
        if x.op in _CHAINS:  # flat, since Python bounds how deep parentheses nest
            parts: list[str] = []
            rest: n.Expr = x
            while isinstance(rest, n.Op) and rest.op == x.op:
                parts.append(self.expression(rest.args[1], out))
                rest = rest.args[0]
            parts.append(self.expression(rest, out))
            return f"({f' {_CHAINS[x.op]} '.join(reversed(parts))})"
        args = [self.expression(arg, out) for arg in x.args]
        if x.op == "complement":
            return f"({self.everything(x.type.universe)} & ~{args[0]})"
        if x.op == "single":
            return f"single({args[0]}, {self.program.universes[x.type.universe]})"
        return _TEMPLATES[x.op].format(*args)

    def place(self, field: str, indices: tuple[n.Expr, ...], out: str) -> str:
        """A field or an element of it, to read or to write."""
        place = f"F[{field!r}]"
        shape = self.program.fields[field].shape
        for k, index in enumerate(indices):
            length = str(shape[k]) if k < len(shape) else f"len({place})"
            place += f"[at({self.expression(index, out)}, {length})]"
        return place

    def fitted(self, field: str, value: n.Expr, out: str) -> str:
        """A value for a field, held against the field's bounds where it has any."""
        declared, text = self.program.fields[field], self.expression(value, out)
        if declared.type == n.BOOL:
            return f"int({text})"
        if declared.type == n.INT and declared.low < declared.high:
            return f"fit({text}, {declared.low}, {declared.high}, {field!r})"
        return text

    def site(self, field: str, site: n.Expr, out: str) -> str:
        universe = self.program.fields[field].type.universe
        return f"at({self.expression(site, out)}, {self.program.universes[universe]})"

    def everything(self, universe: str) -> int:
        return (1 << self.program.universes[universe]) - 1

    def table(self, table: n.Table) -> str:
        """The name of a table."""
        name = self.tables.get(table)
        if name is None:
            name = self.tables[table] = self.fresh("t")
            self.values[name] = _Elements(table)
        return name

    def fresh(self, name: str) -> str:
        self.serial += 1
        return f"{name}_{self.serial}"


def _parts(x: n.Expr) -> tuple[Part, ...]:
    return DECLARED[type(x)].parts


def _indices(shape: tuple[int, ...]) -> Iterator[Any]:
    """All indices of an array in row-major order: integers for one dimension, tuples for more."""
    return iter(range(shape[0])) if len(shape) == 1 else product(*map(range, shape))
