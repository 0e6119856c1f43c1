"""Rule programs run on symbols: what a block emits, returns and leaves behind, as expressions over the state before.

Branches merge into selections, loops over sites into quantifiers and sets described by a condition; a loop over a range
is unrolled. What has no such form (endless loops, chance, lists) is `Inexpressible`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir import visit
from petteia.ir.ranges import conjuncts

from ._changes import IN_WORDS, Inexpressible, Within, accumulated, image, selected, without_start

_LONGEST_RANGE = 64
_MOST_STEPS = 200_000
_LARGEST = 40_000
_SECONDS = 3.0
"""CPU time of one run: what takes longer would make no clauses that anybody could use."""


LATEST = n.Local("latest", n.INT)
"""Stands for the site of the latest move where the state does not tell it."""


Step = Within | n.Expr
"""A quantified variable, or a condition."""


class Emission(NamedTuple):
    """A move that is emitted where all steps of its path hold."""

    path: tuple[Step, ...]
    kind: str
    source: n.Expr
    target: n.Expr
    args: tuple[n.Expr, ...]


@dataclass
class Memory:
    """The state as expressions over the state before; what is not listed is unchanged."""

    cells: dict[tuple[str, tuple[int, ...]], n.Expr] = field(default_factory=dict)
    arrays: dict[str, tuple[tuple[n.Expr, n.Expr], ...]] = field(default_factory=dict)
    """Writes to arrays of numbers, the latest last: a set of places, and their value."""

    def copy(self) -> Memory:
        return Memory(dict(self.cells), dict(self.arrays))

    @property
    def written(self) -> set[str]:
        """The fields that may have changed."""
        return {name for name, _ in self.cells} | set(self.arrays)


@dataclass
class _Scene:
    """Where the run is: the values of locals, the state, the path from the start, and the moves so far."""

    env: dict[str, n.Expr]
    memory: Memory
    path: tuple[Step, ...]
    emissions: list[Emission]

    def fork(self, *steps: Step) -> _Scene:
        return _Scene(dict(self.env), self.memory.copy(), (*self.path, *steps), self.emissions)


@dataclass(frozen=True)
class _Result:
    """Under which condition a block has left its function, and with which value."""

    returned: n.Expr
    value: n.Expr | None = None


_STAYS = _Result(o.FALSE)


@dataclass(frozen=True)
class _EndOfRange:
    """Marks where an unrolled loop ends: a break goes on from here."""


class SymbolicRun:
    """Runs functions of a program on symbols."""

    def __init__(self, program: n.Program) -> None:
        self._program = program
        self._fresh = 0
        self._steps = 0
        self._stop = 0.0
        self._sites = max(program.universes.values())
        self.known_sites = {LATEST.name}
        """Locals that are sites of the board: there is no need to ask."""
        self._read_by: dict[str, set[str]] = {}
        self._valuing = 0
        self.emitted: dict[str, tuple[Emission, ...]] = {}
        """The moves made so far, for each place where the rules ask if there are any."""

    def emissions_of(self, name: str) -> list[Emission]:
        """The moves that a function emits."""
        self._stop = time.process_time() + _SECONDS
        scene = _Scene({}, Memory(), (), [])
        self._run(list(self._program.functions[name].body), scene)
        return scene.emissions

    def state_after(self, name: str, args: Sequence[n.Expr], memory: Memory) -> Memory:
        """The state that a function leaves behind."""
        self._stop = time.process_time() + _SECONDS
        function = self._program.functions[name]
        env = dict(zip((param.name for param in function.params), args, strict=True))
        scene = _Scene(env, memory.copy(), (), [])
        self._run(list(function.body), scene)
        return scene.memory

    def value_of(self, name: str) -> n.Expr:
        """The result of a function on an unchanged state, over its parameters as locals."""
        self._stop = time.process_time() + _SECONDS
        scene = _Scene({}, Memory(), (), [])
        result = self._run(list(self._program.functions[name].body), scene)
        if result.value is None:
            raise Inexpressible(f"{name} gives no value")
        return result.value

    # -- statements ---------------------------------------------------------------------------------------------

    def _run(self, block: list[n.Stmt | _EndOfRange], scene: _Scene) -> _Result:
        for at, s in enumerate(block):
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise Inexpressible("the rules unroll into too many steps")
            rest = block[at + 1 :]
            match s:
                case _EndOfRange():
                    continue
                case n.Return(value):
                    return _Result(o.TRUE, None if value is None else self._resolved(value, scene))
                case n.Break():
                    ends = [k for k, after in enumerate(rest) if isinstance(after, _EndOfRange)]
                    if not ends:
                        raise Inexpressible("a loop over sites that stops at the first of them")
                    return self._run(rest[ends[0] + 1 :], scene)
                case n.If():
                    result = self._branch(s, rest, scene)
                    if result is not None:
                        return result
                case n.For():
                    result = self._loop(s, rest, scene)
                    if result is not None:
                        return result
                case n.Range():
                    return self._run([*self._unrolled(s, scene), _EndOfRange(), *rest], scene)
                case _:
                    self._simple(s, scene)
        return _STAYS

    def _simple(self, s: n.Stmt | _EndOfRange, scene: _Scene) -> None:
        match s:
            case n.Let(local, value) | n.Assign(local, value):
                scene.env[local.name] = self._resolved(value, scene)
            case n.Store(field_, indices, value):
                places = tuple(self._resolved(index, scene) for index in indices)
                self._write(scene, field_, places, self._resolved(value, scene))
            case n.Include(field_, indices, site) | n.Exclude(field_, indices, site):
                self._put(s, field_, indices, self._resolved(site, scene), scene)
            case n.Do(function, args):
                self._call(function, [self._resolved(arg, scene) for arg in args], scene)
            case n.Emit(kind, source, target, args):
                values = [self._resolved(one, scene) for one in (source, target, *args)]
                scene.emissions.append(Emission(scene.path, kind, values[0], values[1], tuple(values[2:])))
            case n.Collect(body):
                self._collect(body, scene)
            case _:
                name = type(s).__name__.lower()
                raise Inexpressible(f"the rules use {IN_WORDS.get(name, name)}")

    def _branch(self, s: n.If, rest: list[n.Stmt | _EndOfRange], scene: _Scene) -> _Result | None:
        cond = self._closed(self._resolved(s.cond, scene))
        if isinstance(cond, n.Const):
            return self._run([*(s.then if cond.value else s.orelse), *rest], scene)
        leaves = visit.leaves_loop(s.then) or visit.leaves_loop(s.orelse)
        after = rest if leaves else []
        one, other = scene.fork(cond), scene.fork(o.negate(cond))
        first, second = self._run([*s.then, *after], one), self._run([*s.orelse, *after], other)
        self._merge(cond, one, other, scene)
        if not leaves:
            return None
        returned = o.either(o.both(cond, first.returned), o.both(o.negate(cond), second.returned))
        return _Result(returned, _chosen(cond, first.value, second.value))

    def _closed(self, cond: n.Expr) -> n.Expr:
        """A whole condition that looks at the site of the latest move: that it holds for some site it may be."""
        if self._valuing or LATEST.name not in visit.locals_of(cond):
            return cond
        var = self._variable("last")
        universe = next(iter(self._program.universes))
        return o.exists(var, n.Load("latest", (), n.set_of(universe)), visit.substitute(cond, {LATEST.name: var}))

    def _merge(self, cond: n.Expr, one: _Scene, other: _Scene, scene: _Scene) -> None:
        for name in dict.fromkeys((*one.env, *other.env)):
            first, second = one.env.get(name), other.env.get(name)
            if first is not None and second is not None:
                scene.env[name] = selected(cond, first, second)
        for cell in dict.fromkeys((*one.memory.cells, *other.memory.cells)):
            first, second = self._cell(one.memory, cell), self._cell(other.memory, cell)
            scene.memory.cells[cell] = selected(cond, first, second)
        for name in dict.fromkeys((*one.memory.arrays, *other.memory.arrays)):
            before = scene.memory.arrays.get(name, ())
            writes = list(before)
            for branch, holds in ((one, cond), (other, o.negate(cond))):
                for places, value in branch.memory.arrays.get(name, ())[len(before) :]:
                    nothing = o.empty_set(o.universe_of(places))
                    writes.append((o.select(holds, places, nothing), value))
            scene.memory.arrays[name] = tuple(writes)

    def _unrolled(self, s: n.Range, scene: _Scene) -> list[n.Stmt]:
        start, stop = self._resolved(s.start, scene), self._resolved(s.stop, scene)
        if not isinstance(start, n.Const) or not isinstance(stop, n.Const):
            raise Inexpressible("a loop whose length depends on the position")
        if stop.value - start.value > _LONGEST_RANGE:
            raise Inexpressible("a loop that is too long to unroll")
        found: list[n.Stmt] = []
        for value in range(start.value, stop.value):
            found += [n.Let(s.var, o.number(value)), *s.body]
        return found

    # -- loops over sites ---------------------------------------------------------------------------------------

    def _loop(self, s: n.For, rest: list[n.Stmt | _EndOfRange], scene: _Scene) -> _Result | None:
        members = self._resolved(s.set, scene)
        var = self._variable(s.var.name)

        def body(inner: _Scene) -> _Result:
            inner.env[s.var.name] = var
            return self._run(list(s.body), inner)

        changed = visit.assigned_locals(s.body) & set(scene.env)
        result = self._for_each(Within(var, members), body, changed, self._written(s.body), scene)
        if result.returned == o.FALSE:
            return None
        if result.value is not None and var.name in visit.locals_of(result.value):
            raise Inexpressible("the result of a search depends on which site is found first")
        after = self._run(rest, scene_after := scene.fork(o.negate(result.returned)))
        self._merge(result.returned, scene, scene_after, scene)
        returned = o.either(result.returned, after.returned)
        return _Result(returned, _chosen(result.returned, result.value, after.value))

    def _for_each(
        self, within: Within, body: Callable[[_Scene], _Result], names: set[str], fields: set[str], scene: _Scene
    ) -> _Result:
        """Runs a body for each site of a set; what it changes must not depend on their order."""
        inner = scene.fork(within)
        locals_before = {name: scene.env[name] for name in names}
        for name, value in locals_before.items():
            inner.env[name] = n.Local(f"acc {name}", o.type_of(value))
        for name in fields:
            if self._program.fields[name].type.kind == "set":
                for cell in self._cells(name):
                    inner.memory.cells[cell] = n.Local(f"acc {cell}", self._program.fields[name].type)
        arrays = {name: len(writes) for name, writes in inner.memory.arrays.items()}
        result = body(inner)
        for name, value in locals_before.items():
            scene.env[name] = accumulated(within, f"acc {name}", inner.env[name], value)
        for cell, value in inner.memory.cells.items():
            scene.memory.cells[cell] = self._cell_after(within, cell, value, scene.memory)
        for name, writes in inner.memory.arrays.items():
            more = writes[arrays.get(name, 0) :]
            for _, written in more:
                if within.var.name in visit.locals_of(written):
                    raise Inexpressible("a loop writes numbers that depend on the site")
            images = tuple((image(within, places), written) for places, written in more)
            scene.memory.arrays[name] = (*scene.memory.arrays.get(name, ()), *images)
        return replace(result, returned=o.exists(within.var, within.set, result.returned))

    def _cell_after(self, within: Within, cell: tuple[str, tuple[int, ...]], value: n.Expr, memory: Memory) -> n.Expr:
        before = self._cell(memory, cell)
        if value == before:
            return before
        if o.type_of(value).kind == "set":
            return accumulated(within, f"acc {cell}", value, before)
        cond: n.Expr = o.TRUE
        written = value
        if isinstance(value, n.Op) and value.op == "select" and value.args[2] == before:
            cond, written = value.args[0], value.args[1]
        if within.var.name in visit.locals_of(written) or not isinstance(written, n.Const):
            raise Inexpressible("a loop leaves a number that depends on its order")
        return o.select(o.exists(within.var, within.set, cond), written, before)

    def _collect(self, body: n.Block, scene: _Scene) -> None:
        inner = _Scene(dict(scene.env), scene.memory.copy(), scene.path, [])
        self._run(list(body), inner)
        for emission in inner.emissions:
            effect = self._program.kinds[emission.kind].effect
            args = [emission.source, emission.target, *emission.args]
            self._apply(emission.path[len(scene.path) :], effect, args, scene)

    def _apply(self, path: Sequence[Step], effect: str, args: list[n.Expr], scene: _Scene) -> None:
        if not path:
            self._call(effect, args, scene)
            return
        step, left = path[0], path[1:]
        if isinstance(step, Within):

            def body(inner: _Scene) -> _Result:
                self._apply(left, effect, args, inner)
                return _STAYS

            fields = self._written((n.Do(effect, ()),))
            self._for_each(step, body, set(), fields, scene)
            return
        one, other = scene.fork(step), scene.fork(o.negate(step))
        self._apply(left, effect, args, one)
        self._merge(step, one, other, scene)

    def _written(self, block: n.Block) -> set[str]:
        """The fields that a block may write, through calls and collected moves, too."""
        found: set[str] = set()
        seen: set[str] = set()
        stack: list[n.Block] = [block]
        while stack:
            for s in visit.walk_stmts(stack.pop()):
                if isinstance(s, n.Store | n.Include | n.Exclude | n.Append | n.Truncate):
                    found.add(s.field)
                name = s.function if isinstance(s, n.Do) else ""
                if isinstance(s, n.Emit):
                    name = self._program.kinds[s.kind].effect if s.kind.startswith("effect") else ""
                if name and name not in seen:
                    seen.add(name)
                    stack.append(self._program.functions[name].body)
        return found

    def _reads(self, name: str) -> set[str]:
        """The fields that a function reads, through the functions it calls, too."""
        known = self._read_by.get(name)
        if known is None:
            known = self._read_by[name] = set()
            for x in visit.walk_block(self._program.functions[name].body) if name in self._program.functions else ():
                if isinstance(x, n.Load):
                    known.add(x.field)
                elif isinstance(x, n.Call | n.Do):
                    known |= self._reads(x.function)
        return known

    # -- calls and the state ------------------------------------------------------------------------------------

    def _call(self, name: str, args: Sequence[n.Expr], scene: _Scene) -> _Result:
        function = self._program.functions[name]
        self._fresh += 1
        mark = self._fresh
        body = visit.rename_locals(function.body, lambda local: f"{local}.{mark}")
        env = {f"{param.name}.{mark}": arg for param, arg in zip(function.params, args, strict=True)}
        inner = _Scene(env, scene.memory, scene.path, scene.emissions)
        result = self._run(list(body), inner)
        scene.memory = inner.memory
        return result

    def _variable(self, name: str) -> n.Local:
        self._fresh += 1
        found = n.Local(f"{name.split('.')[0].split(' ')[0]} {self._fresh}", n.INT)
        self.known_sites.add(found.name)
        return found

    def _cells(self, name: str) -> list[tuple[str, tuple[int, ...]]]:
        shape = self._program.fields[name].shape
        if not shape:
            return [(name, ())]
        return [(name, (k,)) for k in range(shape[0])] if len(shape) == 1 else []

    def _cell(self, memory: Memory, cell: tuple[str, tuple[int, ...]]) -> n.Expr:
        known = memory.cells.get(cell)
        if known is not None:
            return known
        return n.Load(cell[0], tuple(map(o.number, cell[1])), self._program.fields[cell[0]].type)

    def _write(self, scene: _Scene, name: str, indices: tuple[n.Expr, ...], value: n.Expr) -> None:
        field_ = self._program.fields[name]
        if field_.capacity:
            raise Inexpressible("the rules keep a list")
        constants = tuple(index.value for index in indices if isinstance(index, n.Const))
        if len(constants) == len(indices):
            scene.memory.cells[name, constants] = value
        elif len(indices) == 1 and field_.type.kind == "int":
            universe = next(iter(self._program.universes))
            place = o.single(universe, indices[0])
            scene.memory.arrays[name] = (*scene.memory.arrays.get(name, ()), (place, value))
        elif len(indices) == 1:
            for cell in self._cells(name):
                here = o.eq(indices[0], o.number(cell[1][0]))
                scene.memory.cells[cell] = o.select(here, value, self._cell(scene.memory, cell))
        else:
            raise Inexpressible("the rules write an array of several dimensions")

    def _put(
        self, s: n.Include | n.Exclude, name: str, indices: tuple[n.Expr, ...], site: n.Expr, scene: _Scene
    ) -> None:
        combine = o.union if isinstance(s, n.Include) else o.minus
        place = o.single(self._program.fields[name].type.universe, site)
        places = tuple(self._resolved(index, scene) for index in indices)
        if all(isinstance(index, n.Const) for index in places):
            cell = (name, tuple(index.value for index in places if isinstance(index, n.Const)))
            scene.memory.cells[cell] = combine(self._cell(scene.memory, cell), place)
            return
        for cell in self._cells(name):
            here = o.eq(places[0], o.number(cell[1][0]))
            before = self._cell(scene.memory, cell)
            scene.memory.cells[cell] = o.select(here, combine(before, place), before)

    def _read(self, scene: _Scene, load: n.Load) -> n.Expr:
        constants = tuple(index.value for index in load.indices if isinstance(index, n.Const))
        field_ = self._program.fields[load.field]
        if len(constants) == len(load.indices):
            found = self._cell(scene.memory, (load.field, constants))
            if not load.indices or load.field not in scene.memory.arrays:
                return found
        elif field_.type.kind == "set" and len(load.indices) == 1:
            return self._chosen_set(scene, load)
        found = load
        for places, value in scene.memory.arrays.get(load.field, ()):
            found = o.select(self._lies_in(places, load.indices[0]), value, found)
        for cell, value in scene.memory.cells.items():
            if cell[0] == load.field and len(load.indices) == 1:
                found = o.select(o.eq(load.indices[0], o.number(cell[1][0])), value, found)
        return found

    def _lies_in(self, members: n.Expr, site: n.Expr) -> n.Expr:
        if members == o.single(members.type.universe, site) and isinstance(site, n.Local):
            return o.TRUE if site.name in self.known_sites else o.has(members, site)
        return o.has(members, site)

    def _chosen_set(self, scene: _Scene, load: n.Load) -> n.Expr:
        universe = load.type.universe
        parts = [
            o.select(o.eq(load.indices[0], o.number(cell[1][0])), self._cell(scene.memory, cell), o.empty_set(universe))
            for cell in self._cells(load.field)
            if cell[1][0] > 0
        ]
        return o.union(*parts)

    def _resolved(self, x: n.Expr, scene: _Scene) -> n.Expr:
        """An expression over the state before and the variables of loops."""

        def one(e: n.Expr) -> n.Expr:
            match e:
                case n.Local(name):
                    return scene.env.get(name, e)
                case n.Load():
                    return self._read(scene, e)
                case n.Op("eq", (n.Op("select") as choice, n.Const(value))) if choice.type == n.INT:
                    return equals(choice, value)
                case n.Op("le", (n.Const(least), n.Local(name))) if least <= 0 and name in self.known_sites:
                    return o.TRUE
                case n.Op("lt", (n.Local(name), n.Const(end))) if end >= self._sites and name in self.known_sites:
                    return o.TRUE
                case n.Caught(rays, site, through, ends, kind):
                    return n.Caught(rays, site, through, without_start(rays, site, ends), kind)
                case n.Call(function, args) if self._reads(function) & scene.memory.written:
                    self._valuing += 1
                    result = self._call(function, args, scene.fork()).value
                    self._valuing -= 1
                    if result is None:
                        raise Inexpressible(f"{function} gives no value")
                    return result
                case n.Emitted():
                    name = f"emitted {len(self.emitted)}"
                    self.emitted[name] = tuple(scene.emissions)
                    return o.to_int(n.Call(name, (), n.BOOL))
                case _:
                    return e

        if time.process_time() > self._stop:
            raise Inexpressible("it takes too long to work out")
        return _bounded(visit.map_expr(x, one))


def _bounded(x: n.Expr) -> n.Expr:
    """An expression, unless it has grown beyond what clauses could say."""
    left = _LARGEST
    stack = [x]
    while stack:
        left -= 1
        if left < 0:
            raise Inexpressible("the conditions grow too large")
        stack += visit.children(stack.pop())
    return x


def equals(x: n.Expr, value: int) -> n.Expr:
    """True if a number is a constant, with selections taken apart."""
    if isinstance(x, n.Op) and x.op == "select":
        cond, one, other = x.args
        first, second = equals(one, value), equals(other, value)
        return o.either(_joint(cond, first), _joint(o.negate(cond), second))
    return o.eq(x, o.number(value))


def _joint(cond: n.Expr, other: n.Expr) -> n.Expr:
    """Both conditions, the first without what the second says already."""
    if isinstance(other, n.Const):
        return cond if other.value else o.FALSE
    known = dict.fromkeys(conjuncts(other), o.TRUE)
    known |= {o.negate(fact): o.FALSE for fact in known}
    return o.both(visit.map_expr(cond, lambda e: known.get(e, e) if e.type == n.BOOL else e), other)


def _chosen(cond: n.Expr, one: n.Expr | None, other: n.Expr | None) -> n.Expr | None:
    if one is None or other is None or one == other:
        return other if one is None else one
    if o.type_of(one) == n.BOOL:
        return o.either(o.both(cond, one), o.both(o.negate(cond), other)) if one != o.TRUE else o.either(cond, other)
    return o.select(cond, one, other)
