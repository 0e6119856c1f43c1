"""All moves that rules may ever list: the program of the moves is run on sets of values instead of on one state.

A number is the set of its possible values (None is any), a set of sites a pair of masks: what it surely and what it at
most holds. With each possible move goes what the state must be like where it is listed; moves whose demands contradict
each other are never legal together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from petteia.ir import nodes as n
from petteia.ir.effects import EffectAnalysis
from petteia.ir.ops import INT_FUNCTIONS, bits
from petteia.ir.scoping import free_locals
from petteia.ir.visit import assigned_locals, expressions, introduced, leaves_loop, locals_of, walk_expr, walk_stmts

Numbers = frozenset[int] | None
"""The possible values of an integer or a condition; None is any."""
Masks = tuple[int, int]
Code = tuple[str, int, int, tuple[int, ...]]
Key = tuple[Any, ...]
Demands = dict[Key, frozenset[int]]
"""Demands on a state: by field and place the values that it may have there."""

_MOST_VALUES = 1024
_MOST_TURNS = 400
_MOST_ALTERNATIVES = 12
_SPLIT = 512
_MOST_PARTS = 24
_LONG = (n.Call, n.Filter, n.Exists, n.Total)
_BOTH = frozenset((0, 1))
_YES, _NO = frozenset((1,)), frozenset((0,))


class Unbounded(Exception):
    """The moves of a program cannot be told one by one, or are too many."""


@dataclass(slots=True)
class Possible:
    """A move that may be listed: in which states, as alternatives; and whether only where no other move is."""

    demands: list[Demands] = field(default_factory=list)
    alone: bool = True

    def note(self, demands: Demands, *, alone: bool) -> None:
        """Adds a place where it is listed."""
        self.alone &= alone
        if demands in self.demands:
            return
        if len(self.demands) >= _MOST_ALTERNATIVES:
            self.demands = [_either(self.demands)]
        self.demands.append(dict(demands))

    def excludes(self, other: Possible) -> bool:
        """True if no state lists both."""
        return all(_contradict(a, b) for a in self.demands for b in other.demands)


def _contradict(a: Demands, b: Demands) -> bool:
    return any(key in b and not (b[key] & values) for key, values in a.items())


def _either(many: list[Demands]) -> Demands:
    """Demands that all alternatives share."""
    shared = set.intersection(*(set(one) for one in many))
    return {key: frozenset().union(*(one[key] for one in many)) for key in shared}


class _Path:
    """A way through the code: the values of locals, what is known of the state, and which fields were written."""

    __slots__ = ("alone", "emitted", "facts", "values", "written")

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.facts: Demands = {}
        self.written: frozenset[str] = frozenset()
        self.emitted = False
        self.alone: tuple[Code, ...] = ()

    def copy(self) -> _Path:
        other = _Path.__new__(_Path)
        other.values, other.facts = dict(self.values), dict(self.facts)
        other.written, other.emitted, other.alone = self.written, self.emitted, self.alone
        return other

    def write(self, name: str) -> None:
        """Forgets what was known of a field that is written."""
        self.written |= {name}
        for key in [key for key in self.facts if key[0] == name]:
            del self.facts[key]


def _join(paths: list[_Path]) -> _Path | None:
    """Facts that hold whichever of some ways was taken."""
    if not paths:
        return None
    first, *others = paths
    if not others:
        return first
    joined = _Path()
    for name, value in first.values.items():
        if all(name in one.values for one in others):
            joined.values[name] = _joined_values([value, *(one.values[name] for one in others)])
    joined.facts = _either([one.facts for one in paths])
    joined.written = frozenset().union(*(one.written for one in paths))
    joined.emitted = any(one.emitted for one in paths)
    joined.alone = tuple(dict.fromkeys(code for one in paths for code in one.alone))
    return joined


def _joined_values(values: list[Any]) -> Any:
    if any(one is None for one in values):
        return None
    if isinstance(values[0], tuple):
        low, high = values[0]
        for a, b in values[1:]:
            low, high = low & a, high | b
        return low, high
    return _capped(frozenset().union(*values))


def _capped(values: frozenset[int]) -> Numbers:
    return values if len(values) <= _MOST_VALUES else None


class _Flow:
    """Where the ways through a function leave it or its innermost loop."""

    __slots__ = ("breaks", "returned")

    def __init__(self) -> None:
        self.breaks: list[_Path] = []
        self.returned: list[Any] = []


def possible_moves(program: n.Program, *, most: int = 60_000, steps: int = 3_000_000) -> dict[Code, Possible]:
    """The moves that the rules may list, each with the states in which it may be; `Unbounded` if there are too many."""
    for split in (_SPLIT, 0):
        run = _Run(program, most, steps, split)
        try:
            run.call("moves", [], _Path(), emitting=True)
        except _TooLong:
            continue
        return run.found
    raise Unbounded(f"the moves of {program.name} are too many to be told one by one")


class _TooLong(Exception):
    pass


class _Run:
    """One run over the code."""

    def __init__(self, program: n.Program, most: int, steps: int, split: int) -> None:
        self.program = program
        self.found: dict[Code, Possible] = {}
        self._most, self._steps, self._split = most, steps, split
        self._depth = 0
        self._uses: dict[str, _Uses] = {}
        self._use = _Uses(frozenset(), frozenset())
        self._emitting = False
        self._judging = False
        self._short: dict[int, bool] = {}
        self._kept: list[n.Expr] = []
        self._results: dict[tuple[Any, ...], Any] = {}
        self._effects = EffectAnalysis(program)
        told = {one.tells for one in program.fields.values() if one.tells}
        self._disjoint = told | ({"pieces"} if "height" not in program.fields else set())
        self._statements: dict[type, Callable[[Any, _Path, _Flow], _Path | None]] = {
            n.Let: self._let, n.Assign: self._assign, n.Draw: self._draw, n.If: self._if, n.For: self._for,
            n.Range: self._range, n.While: self._while, n.Emit: self._emit, n.Do: self._do,
            n.Collect: self._collect, n.Speculate: self._speculate, n.Return: self._return, n.Break: self._break,
        }  # fmt: skip

    # -- statements ---------------------------------------------------------------------------------------------

    def call(self, name: str, args: list[Any], path: _Path, *, emitting: bool) -> Any:
        """Runs a function; gives what it may return."""
        function = self.program.functions[name]
        if self._depth > 40:
            raise _TooLong
        inner = path.copy()
        inner.values = {p.name: a for p, a in zip(function.params, args, strict=True)}
        flow = _Flow()
        before = self._emitting, self._use
        self._emitting, self._use = emitting, self._use_of(function)
        self._depth += 1
        self.block(function.body, inner, flow)
        self._depth -= 1
        self._emitting, self._use = before
        for written in self._effects.of_function(name).writes:
            path.write(written)
        return flow

    def _use_of(self, function: n.Function) -> _Uses:
        if function.name not in self._uses:
            self._uses[function.name] = _uses_in(self.program, function)
        return self._uses[function.name]

    def block(self, block: n.Block, path: _Path | None, flow: _Flow) -> _Path | None:
        """Runs statements; gives what holds behind them, None if nothing gets there."""
        for k, statement in enumerate(block):
            if path is None:
                return None
            self._steps -= 1
            if self._steps < 0:
                raise _TooLong
            if type(statement) is n.Let and self._emitting and statement.local.name in self._use.tied:
                several = self._value(statement.value, path)
                if several is not None and 1 < len(several) <= self._split:
                    return self._one_by_one(statement.local.name, several, block[k + 1 :], path, flow)
            if type(statement) is n.If and self._depth == 1 and k < len(block) - 1 and _asks_for_mover(statement.cond):
                return self._way_by_way(statement, block[k + 1 :], path, flow)
            run = self._statements.get(type(statement))
            if run is not None:
                path = run(statement, path, flow)
            else:
                path.write(statement.field)  # type: ignore[attr-defined]
        return path

    def _one_by_one(self, name: str, several: Iterable[int], rest: n.Block, path: _Path, flow: _Flow) -> _Path | None:
        """Runs the rest of a block for each value of a local: what depends on it is then told exactly."""
        ends = []
        for value in sorted(several):
            one = path.copy()
            one.values[name] = frozenset((value,))
            end = self.block(rest, one, flow)
            if end is not None:
                ends.append(end)
        return _join(ends)

    def _way_by_way(self, s: n.If, rest: n.Block, path: _Path, flow: _Flow) -> _Path | None:
        """Runs the rest of a block for each branch by itself: whose turn it is stays known."""
        ends = []
        for block, truth in ((s.then, True), (s.orelse, False)):
            way = self.given(s.cond, path.copy(), truth)
            end = self.block(rest, self.block(block, way, flow), flow) if way is not None else None
            if end is not None:
                ends.append(end)
        return _join(ends)

    def _let(self, s: n.Let | n.Assign, path: _Path, flow: _Flow) -> _Path:
        matters = not self._emitting or s.local.name in self._use.matters
        path.values[s.local.name] = self._value(s.value, path) if matters else self._unknown(s.local.type)
        return path

    _assign = _let

    def _draw(self, s: n.Draw, path: _Path, flow: _Flow) -> _Path:
        bound = self._value(s.bound, path)
        most = max(bound) if bound else None
        path.values[s.local.name] = None if most is None or most > _MOST_VALUES else frozenset(range(max(most, 1)))
        return path

    def _if(self, s: n.If, path: _Path, flow: _Flow) -> _Path | None:
        ends = []
        for block, truth in ((s.then, True), (s.orelse, False)):
            way = self.given(s.cond, path.copy(), truth)
            end = self.block(block, way, flow) if way is not None else None
            if end is not None:
                ends.append(end)
        return _join(ends)

    def _for(self, s: n.For, path: _Path, flow: _Flow) -> _Path | None:
        _, most = self._value(s.set, path)
        now = path
        self._enter(s, now)
        changes = bool(assigned_locals(s.body) & path.values.keys())
        inner = _Flow()
        inner.returned = flow.returned
        for site in bits(most):
            one = now.copy()
            one.values[s.var.name] = frozenset((site,))
            if not self._member(s.set, site, one, True):
                continue
            end = self.block(s.body, one, inner)
            if end is not None and (changes or (end.emitted and not now.emitted)):
                now = self._behind(path, [now, end]) or now
        return self._behind(path, [now, *inner.breaks])

    def _enter(self, s: n.Stmt, path: _Path) -> None:
        """Forgets what a loop may write before it comes round again."""
        for name in self._effects.of_statement(s).writes:
            path.write(name)

    def _behind(self, path: _Path, ends: list[_Path]) -> _Path | None:
        """Facts that hold behind a loop; only locals from before it count."""
        joined = _join(ends)
        if joined is not None:
            joined.values = {name: value for name, value in joined.values.items() if name in path.values}
        return joined

    def _range(self, s: n.Range, path: _Path, flow: _Flow) -> _Path | None:
        starts, stops = self._value(s.start, path), self._value(s.stop, path)
        if starts is None or stops is None or max(stops) - min(starts) > _MOST_VALUES:
            raise _TooLong
        self._enter(s, path)
        inner = _Flow()
        inner.returned = flow.returned
        ends, now = [path.copy()], path.copy()
        for number in range(min(starts), max(stops)):
            now.values[s.var.name] = frozenset((number,))
            end = self.block(s.body, now, inner)
            if end is None:
                break
            ends.append(end.copy())
            now = end
        return self._behind(path, [*ends, *inner.breaks])

    def _while(self, s: n.While, path: _Path, flow: _Flow) -> _Path | None:
        self._enter(s, path)
        inner = _Flow()
        inner.returned = flow.returned
        now: _Path | None = path.copy()
        ends: list[_Path] = []
        seen: list[tuple[Any, ...]] = []
        for _ in range(_MOST_TURNS):
            if now is None:
                break
            out = self.given(s.cond, now.copy(), False)
            if out is not None:
                ends.append(out)
            now = self.given(s.cond, now, True)
            here = (now.values, now.facts) if now is not None else ()
            if now is None or here in seen:
                break
            seen.append((dict(now.values), dict(now.facts)) if now is not None else ())
            now = self.block(s.body, now, inner)
        else:
            raise _TooLong
        return self._behind(path, [*ends, *inner.breaks])

    def _emit(self, s: n.Emit, path: _Path, flow: _Flow) -> _Path:
        if not self._emitting:
            return path
        alone = path.facts.pop(("emitted",), None) == _NO
        self._not_alone(path)
        path.emitted = True
        parts = (s.source, s.target, *s.args)
        names = [local.name for local in free_locals((s,)) if len(path.values.get(local.name) or ()) > 1]
        names = [name for name in names if not isinstance(path.values[name], tuple)]
        for values in product(*(sorted(path.values[name]) for name in names)):
            one = path
            if names:
                one = path.copy()
                one.values.update({name: frozenset((value,)) for name, value in zip(names, values, strict=True)})
            several = [self._value(part, one) for part in parts]
            if any(part is None for part in several):
                raise Unbounded(f"moves of kind {s.kind} carry values that have no bounds")
            for source, target, *args in product(*map(sorted, several)):
                self._note((s.kind, source, target, tuple(args)), path, alone=alone)
        return path

    def _not_alone(self, path: _Path) -> None:
        for code in path.alone:
            self.found[code].alone = False
        path.alone = ()

    def _note(self, code: Code, path: _Path, *, alone: bool) -> None:
        found = self.found.get(code)
        if found is None:
            if len(self.found) >= self._most:
                raise Unbounded(f"{self.program.name} has more than {self._most} possible moves")
            found = self.found[code] = Possible()
        found.note(path.facts, alone=alone)
        if alone:
            path.alone = (*path.alone, code)
        self._steps -= 1

    def _do(self, s: n.Do, path: _Path, flow: _Flow) -> _Path:
        if self.program.functions[s.function].emits and self._emitting:
            path.facts.pop(("emitted",), None)
            self._not_alone(path)
            path.emitted = True
        self.call(s.function, [self._value(arg, path) for arg in s.args], path, emitting=self._emitting)
        return path

    def _collect(self, s: n.Collect, path: _Path, flow: _Flow) -> _Path:
        # What is collected is played, not listed; locals that it assigns to could be anything.
        for name in assigned_locals(s.body) & path.values.keys():
            path.values[name] = None if not isinstance(path.values[name], tuple) else (0, -1)
        self._enter(s, path)
        return path

    def _speculate(self, s: n.Speculate, path: _Path, flow: _Flow) -> _Path | None:
        end = self.block(s.body, path.copy(), flow)
        if end is None:
            return None
        path.values, path.emitted, path.alone = end.values, end.emitted, end.alone
        return path

    def _return(self, s: n.Return, path: _Path, flow: _Flow) -> None:
        flow.returned.append(self._value(s.value, path) if s.value is not None else None)

    def _break(self, s: n.Break, path: _Path, flow: _Flow) -> None:
        flow.breaks.append(path)

    # -- conditions ---------------------------------------------------------------------------------------------

    def given(self, cond: n.Expr, path: _Path, truth: bool) -> _Path | None:
        """The way on which a condition holds (or does not); None if there is none."""
        before, self._judging = self._judging, True  # what functions give is worked out for moves only
        try:
            return self._given(cond, path, truth)
        finally:
            self._judging = before

    def _given(self, cond: n.Expr, path: _Path, truth: bool) -> _Path | None:
        if isinstance(cond, n.Op):
            match cond.op:
                case "not":
                    return self._given(cond.args[0], path, not truth)
                case "and" | "or" if (cond.op == "and") == truth:
                    way = self._given(cond.args[0], path, truth)
                    return self._given(cond.args[1], way, truth) if way is not None else None
                case "and" | "or":
                    return path  # one of them is as asked for, and it is not known which
                case _ if not self._is_short(cond):
                    return path
                case "eq" | "ne" | "lt" | "le":
                    return self._compared(cond, path, truth)
                case "has":
                    return self._having(cond, path, truth)
        known = self._value(cond, path) if self._is_short(cond) else None
        return path if known is None or int(truth) in known else None

    def _is_short(self, cond: n.Expr) -> bool:
        """True if a condition is soon worked out; long ones hardly ever turn out to be decided."""
        short = self._short.get(id(cond))
        if short is None:
            parts = walk_expr(cond)
            short = len(parts) <= _MOST_PARTS and not any(isinstance(part, _LONG) for part in parts)
            self._short[id(cond)] = short
            self._kept.append(cond)
        return short

    def _compared(self, cond: n.Op, path: _Path, truth: bool) -> _Path | None:
        if cond.op == "eq" and isinstance(cond.args[0], n.Emitted) and cond.args[1] == n.Const(0, n.INT):
            if truth:
                path.facts["emitted",] = _NO
            return path
        compare = INT_FUNCTIONS[cond.op]
        left, right = self._value(cond.args[0], path), self._value(cond.args[1], path)
        for x, mine, others, turned in ((cond.args[0], left, right, False), (cond.args[1], right, left, True)):
            if mine is None or others is None or len(mine) * len(others) > 100_000:
                continue
            kept = frozenset(
                a for a in mine if any(bool(compare(b, a) if turned else compare(a, b)) == truth for b in others)
            )
            if not kept:
                return None
            self._narrow(x, kept, path)
        return path

    def _narrow(self, x: n.Expr, kept: frozenset[int], path: _Path) -> None:
        if isinstance(x, n.Local):
            path.values[x.name] = kept
            return
        key = self._key(x, path)
        if key is not None:
            path.facts[key] = kept

    def _key(self, x: n.Expr, path: _Path) -> Key | None:
        """The name of an element of the state that can be known."""
        if not isinstance(x, n.Load) or x.field in path.written or self.program.fields[x.field].capacity:
            return None
        indices = [self._value(index, path) for index in x.indices]
        if any(index is None or len(index) != 1 for index in indices):
            return None
        return (x.field, *(next(iter(index)) for index in indices))

    def _having(self, cond: n.Op, path: _Path, truth: bool) -> _Path | None:
        members, site = cond.args
        sites = self._value(site, path)
        if sites is None:
            return path
        low, high = self._value(members, path)
        kept = frozenset(s for s in sites if (s >= 0 and high >> s & 1 if truth else not (s >= 0 and low >> s & 1)))
        if not kept:
            return None
        if isinstance(site, n.Local):
            path.values[site.name] = kept
        if len(kept) == 1 and min(kept) >= 0 and not self._member(members, next(iter(kept)), path, truth):
            return None
        return path

    def _member(self, members: n.Expr, site: int, path: _Path, truth: bool) -> bool:
        """Notes what a site's being in a set (or not) says of the state; false if it cannot be."""
        match members:
            case n.Op("intersect" | "minus" as op, (a, b)) if truth:
                return self._member(a, site, path, True) and self._member(b, site, path, op == "intersect")
            case n.Op("union", (a, b)) if not truth:
                return self._member(a, site, path, False) and self._member(b, site, path, False)
            case n.Op("complement", (a,)):
                return self._member(a, site, path, not truth)
            case n.Load(name) if name not in path.written:
                key, values = self._membership(members, site, path, truth)
                if key is None:
                    return True
                values = values & path.facts.get(key, values)
                path.facts[key] = values
                return bool(values)
        return True

    def _membership(self, x: n.Load, site: int, path: _Path, truth: bool) -> tuple[Key | None, frozenset[int]]:
        shape = self.program.fields[x.field].shape
        indices = [self._value(index, path) for index in x.indices]
        if any(index is None or len(index) != 1 for index in indices):
            return None, _BOTH
        at = tuple(next(iter(index)) for index in indices)
        if x.field in self._disjoint and len(shape) == 1:
            values = frozenset(at) if truth else frozenset(range(-1, shape[0])) - frozenset(at)
            return (x.field, "holds", site), values
        return (x.field, *at, "has", site), _YES if truth else _NO

    # -- values -------------------------------------------------------------------------------------------------

    def _value(self, x: n.Expr, path: _Path) -> Any:
        """The possible values of an expression."""
        match x:
            case n.Const(value, type_):
                return (value, value) if type_.kind == "set" else frozenset((value,))
            case n.Local(name, type_):
                return path.values[name] if name in path.values else self._unknown(type_)
            case n.Load():
                return self._loaded(x, path)
            case n.Length(name):
                return _capped(frozenset(range(min(self.program.fields[name].capacity, _MOST_VALUES + 1) + 1)))
            case n.Lookup(table, indices):
                return self._looked_up(table, indices, path)
            case n.Op(op, args) if x.type.kind == "set":
                return self._set_operation(op, x, [self._value(arg, path) for arg in args])
            case n.Op(op, args):
                return self._operation(op, args, path)
            case n.Call(name, args):
                return self._called(name, args, x.type, path)
            case n.Run(rays):
                return _capped(frozenset(range(rays.shape[1] + 1)))
        return self._sites(x, path) if x.type.kind == "set" else _BOTH if x.type == n.BOOL else None

    def _unknown(self, type_: n.Type) -> Any:
        if type_.kind == "set":
            return 0, self._all(type_)
        return _BOTH if type_ == n.BOOL else None

    def _all(self, type_: n.Type) -> int:
        return (1 << self.program.universes[type_.universe]) - 1

    def _loaded(self, x: n.Load, path: _Path) -> Any:
        declared = self.program.fields[x.field]
        if declared.type.kind == "set":
            return 0, self._all(declared.type)
        key = self._key(x, path)
        if key is not None and key in path.facts:
            return path.facts[key]
        if declared.type == n.BOOL:
            return _BOTH
        bounded = declared.low < declared.high and declared.high - declared.low < _MOST_VALUES
        return frozenset(range(declared.low, declared.high + 1)) if bounded else None

    def _looked_up(self, table: n.Table, indices: tuple[n.Expr, ...], path: _Path) -> Any:
        places = [self._value(index, path) for index in indices]
        ranges = [
            range(length) if place is None else [at for at in place if 0 <= at < length]
            for place, length in zip(places, table.shape, strict=True)
        ]
        found = set()
        for at in product(*ranges):
            flat = 0
            for index, length in zip(at, table.shape, strict=True):
                flat = flat * length + index
            found.add(table.values[flat])
        if table.type.kind != "set":
            return _capped(frozenset(found))
        low, high = -1, 0
        for mask in found:
            low, high = low & mask, high | mask
        return (low if found else 0), high

    def _set_operation(self, op: str, x: n.Op, args: list[Any]) -> Masks:
        match op:
            case "union":
                return args[0][0] | args[1][0], args[0][1] | args[1][1]
            case "intersect":
                return args[0][0] & args[1][0], args[0][1] & args[1][1]
            case "minus":
                return args[0][0] & ~args[1][1], args[0][1] & ~args[1][0]
            case "complement":
                everything = self._all(x.type)
                return everything & ~args[0][1], everything & ~args[0][0]
            case "single" if args[0] is not None:
                high = sum(1 << site for site in args[0] if 0 <= site < self.program.universes[x.type.universe])
                return (high if len(args[0]) == 1 else 0), high
            case "select":
                ways = [args[1]] * (1 in args[0]) + [args[2]] * (0 in args[0])
                low, high = _joined_values(ways)
                return low, high
        return 0, self._all(x.type)

    def _operation(self, op: str, args: tuple[n.Expr, ...], path: _Path) -> Numbers:
        if op == "select":
            cond = self._value(args[0], path)
            ways = [self.given(args[0], path.copy(), truth) for truth in (True, False)]
            values = [self._value(arg, way) for arg, way in zip(args[1:], ways, strict=True) if way is not None]
            return _joined_values(values) if values and cond else None
        if op in ("and", "or"):
            a, b = self._value(args[0], path), self._value(args[1], path)
            return frozenset(int((p and q) if op == "and" else (p or q)) for p in a or _BOTH for q in b or _BOTH)
        values = [self._value(arg, path) for arg in args]
        if op in ("has", "same", "is_empty", "size", "first"):
            return _asked(op, values, args[0].type, self.program)
        if op == "not":
            return frozenset(1 - value for value in values[0] or _BOTH)
        if op == "to_int":
            truths: Numbers = values[0]
            return truths
        if any(value is None for value in values):
            return _BOTH if op in ("eq", "ne", "lt", "le") else None
        if op not in INT_FUNCTIONS or len(values[0]) * len(values[-1]) > 20_000:
            return _BOTH if op in ("eq", "ne", "lt", "le") else None
        return _capped(frozenset(int(INT_FUNCTIONS[op](*row)) for row in product(*values)))

    def _called(self, name: str, args: tuple[n.Expr, ...], type_: n.Type, path: _Path) -> Any:
        if type_ == n.BOOL or self._judging:
            return self._unknown(type_)
        values = [self._value(arg, path) for arg in args]
        key = (name, *values)
        if key not in self._results:
            self._results[key] = self._unknown(type_)
            way = _Path()
            way.written = frozenset(self.program.fields)
            returned = self.call(name, values, way, emitting=False).returned
            self._results[key] = _joined_values(returned) if returned else self._unknown(type_)
        return self._results[key]

    def _sites(self, x: n.Expr, path: _Path) -> Masks:
        """The masks of sets that are made of other sets."""
        match x:
            case n.Filter(var, members, cond):
                _, high = self._value(members, path)
                kept = 0
                for site in bits(high):
                    one = path.copy()
                    one.values[var.name] = frozenset((site,))
                    if self.given(cond, one, True) is not None:
                        kept |= 1 << site
                return 0, kept
            case n.Shift(steps, members):
                _, high = self._value(members, path)
                return 0, sum(1 << steps.values[s] for s in bits(high) if steps.values[s] >= 0)
            case n.Spread(near, members):
                return 0, _union(near.values[s] for s in bits(self._value(members, path)[1]))
            case n.Flood(_, within, _):
                return 0, self._value(within, path)[1]
            case n.Caught(rays, site, through):
                return 0, self._on_rays((1, *rays.shape), rays, site, path) & self._value(through, path)[1]
            case n.Reach(rays, site, through, until):
                either = self._value(through, path)[1] | self._value(until, path)[1]
                return 0, self._on_rays(rays.shape, rays, site, path) & either
        return 0, self._all(x.type)

    def _on_rays(self, shape: tuple[int, ...], rays: n.Table, site: n.Expr, path: _Path) -> int:
        ways, count, length = shape
        sites = self._value(site, path)
        found = 0
        for s in range(count) if sites is None else [s for s in sites if 0 <= s < count]:
            for way in range(ways):
                begin = (way * count + s) * length
                for met in rays.values[begin : begin + length]:
                    if met < 0:
                        break
                    found |= 1 << met
        return found


def _asked(op: str, values: list[Any], type_: n.Type, program: n.Program) -> Numbers:
    """Facts about a set."""
    low, high = values[0]
    match op:
        case "has" if values[1] is not None:
            surely = all(s >= 0 and low >> s & 1 for s in values[1])
            never = not any(s >= 0 and high >> s & 1 for s in values[1])
            return _YES if surely else _NO if never else _BOTH
        case "same":
            return _YES if low == high and values[0] == values[1] else _BOTH
        case "is_empty":
            return _YES if not high else _NO if low else _BOTH
        case "size":
            return _capped(frozenset(range(low.bit_count(), high.bit_count() + 1)))
        case "first":
            return _capped(frozenset((*([] if low else [-1]), *bits(high))))
    return _BOTH


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


class _Uses(NamedTuple):
    """Purposes of the locals of a function."""

    matters: frozenset[str]
    """Those that moves, or the ends of loops, depend on."""
    tied: frozenset[str]
    """Those that more than one site or value of a move depends on, so that these cannot be told apart from another."""


def _uses_in(program: n.Program, function: n.Function) -> _Uses:
    statements = walk_stmts(function.body)
    sources: dict[str, set[str]] = {}
    for s in statements:
        local = s.local if isinstance(s, n.Assign) else introduced(s)
        if local is not None:
            sources.setdefault(local.name, set()).update(*map(locals_of, expressions(s)))
    matters: set[str] = set()
    tied: set[str] = set()
    for s in statements:
        roots: tuple[n.Expr, ...] = ()
        match s:
            case n.Emit(_, source, target, args):
                roots = (source, target, *args)
            case n.Do(name, args) if program.functions[name].emits:
                roots = args
            case n.While(cond) | n.If(cond) if isinstance(s, n.While) or leaves_loop(s.then) or leaves_loop(s.orelse):
                matters |= _closure(locals_of(cond), sources)
        seen: set[str] = set()
        for root in dict.fromkeys(roots):
            closed = _closure(locals_of(root), sources)
            tied |= seen & closed
            seen |= closed
        matters |= seen
    return _Uses(frozenset(matters), frozenset(tied))


def _closure(names: set[str], sources: dict[str, set[str]]) -> set[str]:
    """Locals and all that they are worked out from."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(sources.get(name, ()))
    return found


def _asks_for_mover(cond: n.Expr) -> bool:
    if not (isinstance(cond, n.Op) and cond.op == "eq"):
        return False
    return any(isinstance(x, n.Load) and x.field == "mover" for x in cond.args)
