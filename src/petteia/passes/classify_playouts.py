"""Finds how random playouts may be run without listing all moves: by counting sets, or by a shrinking array.

It only looks: the program stays as it is, and the result says what was found and why. Moves are counted and not listed,
so their order does not matter, and a loop that emits several moves may be split into one loop for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.playouts import PlayoutPlan
from petteia.ir.visit import (
    assigned_locals,
    blocks,
    expressions,
    introduced,
    locals_of,
    map_block,
    map_expr,
    rename_locals,
    substitute,
    substitute_block,
    walk_block,
    walk_expr,
    walk_stmts,
    with_parts,
)

from .fold_constants import fold_constants
from .names import Names, with_unique_locals
from .vectorise_loops import vectorise_loops

_MOST_SEGMENTS = 32
_MOST_UNROLLED = 8


class _Unfit(Exception):
    """The moves have a form that cannot be counted by sets."""


def classify_playouts(program: n.Program) -> PlayoutPlan:
    """How to play random games of a program, with the reason."""
    try:
        moves = _Counting(program).moves()
    except _Unfit as why:
        return PlayoutPlan("standard", f"moves are listed: {why}")
    main = _shrinking_loop(program, moves)
    if isinstance(main, str):
        return PlayoutPlan("pick", f"one move is made, the others counted ({main})", moves)
    return PlayoutPlan("shrinking", "the sites left to play on are kept in an array", moves, main)


# ---------------------------------------------------------------------------------------------------------------
# Counting by sets


class _Counting:
    """Brings the function `moves` into a form in which moves are counted by the sizes of sets."""

    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.effects = EffectAnalysis(program)
        self.names = Names(program.functions["moves"])

    def moves(self) -> n.Block:
        function = with_unique_locals(self.program.functions["moves"])
        self.names = Names(function)
        body = self._without_returns(self._with_calls(function.body, ()))
        body = map_block(body, lambda x: map_expr(x, _while_playing))
        body = tuple(self._split(body))
        helpers = {name: f for name, f in self.program.functions.items() if not self.effects.of_function(name).kinds}
        alone = replace(self.program, functions={**helpers, "moves": replace(function, body=body)})
        alone = fold_constants(vectorise_loops(fold_constants(alone)))
        result = _chained(tuple(self._checked(alone.functions["moves"].body)))
        if sum(isinstance(s, n.Emit) for s in walk_stmts(result)) > _MOST_SEGMENTS:
            raise _Unfit("there are too many kinds of them")
        return result

    def _emits(self, statement: n.Stmt) -> bool:
        return bool(self.effects.of_statement(statement).kinds)

    def _with_calls(self, block: n.Block, calling: tuple[str, ...]) -> n.Block:
        """The block with the functions that emit moves put in the place of their calls."""
        result: list[n.Stmt] = []
        for statement in block:
            if isinstance(statement, n.Do) and self._emits(statement):
                if statement.function in calling:
                    raise _Unfit("a rule calls itself")
                result += self._instance(statement, (*calling, statement.function))
            elif blocks(statement) and self._emits(statement):
                bodies = [self._with_calls(body, calling) for body in blocks(statement)]
                result.append(with_parts(statement, expressions(statement), bodies))
            else:
                result.append(statement)
        return tuple(result)

    def _instance(self, call: n.Do, calling: tuple[str, ...]) -> n.Block:
        function = self.program.functions[call.function]
        fresh: dict[str, str] = {}

        def rename(name: str) -> str:
            if name not in fresh:
                fresh[name] = self.names.fresh(name)
            return fresh[name]

        body = rename_locals(function.body, rename)
        lets = [n.Let(replace(p, name=rename(p.name)), a) for p, a in zip(function.params, call.args, strict=True)]
        inner = self._with_calls(self._without_returns(body), calling)
        return (*lets, *inner)

    def _without_returns(self, block: n.Block) -> n.Block:
        """The block with what follows an early return put into the other branch."""
        result: list[n.Stmt] = []
        for k, statement in enumerate(block):
            rest = block[k + 1 :]
            match statement:
                case n.Return():
                    return tuple(result)
                case n.If(cond, then, orelse) if _returns(then) or _returns(orelse):
                    if not all(isinstance(b[-1], n.Return) for b in (then, orelse) if _returns(b)):
                        raise _Unfit("a rule returns from its midst")
                    left = self._without_returns(then if _returns(then) else (*then, *rest))
                    right = self._without_returns(orelse if _returns(orelse) else (*orelse, *rest))
                    return (*result, n.If(cond, left, right))
                case _ if any(isinstance(s, n.Return) for s in walk_stmts((statement,))):
                    raise _Unfit("a rule returns from its midst")
            result.append(statement)
        return tuple(result)

    def _split(self, block: n.Block) -> Iterator[n.Stmt]:
        """The statements with one loop for each move that a loop emits."""
        for statement in block:
            match statement:
                case n.If(cond, then, orelse) if self._emits(statement):
                    yield n.If(cond, tuple(self._split(then)), tuple(self._split(orelse)))
                case n.For(_, n.Const(value)) if self._emits(statement) and value.bit_count() <= _MOST_UNROLLED:
                    for site in o.bits(value):
                        yield from self._split(self._unrolled(statement, site))
                case n.For(var, members, body) if self._emits(statement):
                    if self.effects.of_block(body).counts:
                        raise _Unfit("a loop asks how many moves there are")
                    for leaf in self._leaves(body, ()):
                        yield n.For(var, members, self._own_names(leaf, var))
                case n.Range(_, n.Const(low), n.Const(high)) if self._emits(statement):
                    if high - low > _MOST_UNROLLED:
                        raise _Unfit("a loop counts too far")
                    for k in range(low, high):
                        yield from self._split(self._unrolled(statement, k))
                case n.Let() | n.Emit():
                    yield statement
                case _ if isinstance(statement, n.Draw) or not self._emits(statement):
                    yield statement
                case _:
                    raise _Unfit(f"they are emitted within a {type(statement).__name__}")

    def _unrolled(self, loop: n.For | n.Range, value: int) -> n.Block:
        if any(isinstance(s, n.Break) for s in walk_stmts(loop.body)):
            raise _Unfit("a loop is left early")
        return self._own_names(substitute_block(loop.body, {loop.var.name: o.number(value)}), None)

    def _own_names(self, block: n.Block, keep: n.Local | None) -> n.Block:
        """The block with new names for all that it introduces."""
        own = [local.name for s in walk_stmts(block) if (local := introduced(s)) is not None]
        fresh = {name: self.names.fresh(name) for name in dict.fromkeys(own) if keep is None or name != keep.name}
        return rename_locals(block, lambda name: fresh.get(name, name))

    def _leaves(self, block: n.Block, before: tuple[n.Stmt, ...]) -> Iterator[n.Block]:
        """Each move that the body of a loop emits, under the definitions and conditions that lead to it."""
        for statement in block:
            match statement:
                case n.Let():
                    before = (*before, statement)
                case n.If(cond, then, orelse):
                    yield from self._leaves(then, (*before, n.If(cond, ())))
                    yield from self._leaves(orelse, (*before, n.If(o.negate(cond), ())))
                case n.Emit():
                    yield _nested(before, statement)
                case n.Range(_, n.Const(low), n.Const(high)) if high - low <= _MOST_UNROLLED:
                    for k in range(low, high):
                        yield from self._leaves(self._unrolled(statement, k), before)
                case n.For(_, n.Const(value)) if value.bit_count() <= _MOST_UNROLLED:
                    for site in o.bits(value):
                        yield from self._leaves(self._unrolled(statement, site), before)
                case n.For(var, members, body):
                    yield from self._leaves(body, (*before, n.For(var, members, ())))
                case _:
                    raise _Unfit(f"a loop has a {type(statement).__name__} in it")

    def _checked(self, block: n.Block) -> Iterator[n.Stmt]:
        """The statements in their final form; conditions left in a loop become a filter of its set."""
        for statement in block:
            match statement:
                case n.If(cond, then, orelse) if self._emits(statement):
                    yield n.If(cond, tuple(self._checked(then)), tuple(self._checked(orelse)))
                case n.For() if self._emits(statement):
                    yield self._checked_loop(statement)
                case n.Assign() | n.While() | n.Speculate():
                    raise _Unfit(f"there is a {type(statement).__name__} among them")
                case _:
                    yield statement

    def _checked_loop(self, loop: n.For) -> n.For:
        lets, conditions, last = _parts(loop.body)
        if isinstance(last, n.For):
            last = self._checked_loop(last)
        return n.For(loop.var, o.filter_set(loop.var, loop.set, o.both(*conditions)), (*lets, last))


def _while_playing(x: n.Expr) -> n.Expr:
    """A playout goes on only while the game is not over."""
    return o.FALSE if isinstance(x, n.Load) and x.field == "over" else x


def _returns(block: n.Block) -> bool:
    return any(isinstance(s, n.Return) for s in walk_stmts(block))


def _chained(block: n.Block) -> n.Block:
    """The block with conditions that exclude the one before, such as on the mover, asked only if that one fails."""
    result: list[n.Stmt] = []
    for statement in reversed(block):
        match statement, result[-1] if result else None:
            case n.If(n.Op("eq", (a, n.Const(x))), then, ()), n.If(n.Op("eq", (b, n.Const(y)))) as other:
                if a == b and x != y:
                    result[-1] = n.If(statement.cond, then, (other,))
                    continue
        result.append(statement)
    return tuple(reversed(result))


def _nested(before: tuple[n.Stmt, ...], emit: n.Emit) -> n.Block:
    """Definitions, open conditions and open loops, one inside the other, around a move."""
    block: n.Block = (emit,)
    for statement in reversed(before):
        match statement:
            case n.If():
                block = (replace(statement, then=block),)
            case n.For():
                block = (replace(statement, body=block),)
            case _:
                block = (statement, *block)
    return block


def _parts(body: n.Block) -> tuple[list[n.Stmt], list[n.Expr], n.Emit | n.For]:
    """The definitions, the conditions (in terms of the site alone), and the move of a loop, or the loop within."""
    lets: list[n.Stmt] = []
    conditions: list[n.Expr] = []
    known: dict[str, n.Expr] = {}
    while True:
        match body:
            case (n.Let(local, value), *rest):
                lets.append(body[0])
                known[local.name] = substitute(value, known)
                body = tuple(rest)
            case (n.If(cond, then, ()),):
                conditions.append(substitute(cond, known))
                body = then
            case (n.Emit() | n.For() as last,):
                return lets, conditions, last
            case _:
                raise _Unfit("a loop does more than emit a move")


# ---------------------------------------------------------------------------------------------------------------
# Shrinking sets


def _shrinking_loop(program: n.Program, moves: n.Block) -> n.For | str:
    """A loop over the set that all loops run over, which can only lose the site just played; or why there is none."""
    loops = [s for s in walk_stmts(moves) if isinstance(s, n.For)]
    lets = {s.local.name: s.value for s in walk_stmts(moves) if isinstance(s, n.Let)}
    sets = {_expanded(loop.set, lets) for loop in loops}
    if len(sets) != 1:
        return f"{len(sets)} sets of moves"
    if any(isinstance(s, n.Draw) for s in walk_stmts(moves)):
        return "moves depend on chance"
    if _most_loops(moves) > 1:
        return "a site has several moves"
    (members,) = sets
    fields = _pointwise_fields(members)
    if fields is None:
        return "the set depends on other sites too"
    for loop in loops:
        why = _not_shrinking(program, loop, fields)
        if why:
            return why
    return replace(loops[0], set=members)


def _not_shrinking(program: n.Program, loop: n.For, fields: frozenset[str]) -> str:
    """Why the set of a loop may change elsewhere than at the site of the move played; empty if it does not."""
    (*before, emit) = loop.body
    if before or not isinstance(emit, n.Emit):
        return "moves depend on more than their site"
    arguments = (emit.source, emit.target, *emit.args)
    if set().union(*map(locals_of, arguments)) - {loop.var.name}:
        return "moves depend on more than their site"
    effect = program.functions[program.kinds[emit.kind].effect]
    sites = {p.name for p, a in zip(effect.params, arguments, strict=True) if a == loop.var}
    if not _Touching(program, fields).only_at(effect.name, frozenset(sites)):
        return "playing a move changes the set elsewhere"
    return ""


def _most_loops(block: n.Block) -> int:
    """How many loops emit moves at one turn, at most."""
    total = 0
    for statement in block:
        match statement:
            case n.For():
                total += 1
            case n.If(_, then, orelse):
                total += max(_most_loops(then), _most_loops(orelse))
    return total


def _expanded(x: n.Expr, lets: dict[str, n.Expr]) -> n.Expr:
    while locals_of(x) & lets.keys():
        x = substitute(x, lets)
    return x


def _pointwise_fields(x: n.Expr) -> frozenset[str] | None:
    """The fields of a set in which each site depends on that site alone; None for other sets."""
    fields = set()
    for part in walk_expr(x):
        match part:
            case n.Const():
                pass
            case n.Load(field, indices) if all(isinstance(index, n.Const) for index in indices):
                fields.add(field)
            case n.Op("union" | "intersect" | "minus" | "complement"):
                pass
            case _:
                return None
    return frozenset(fields)


class _Touching:
    """Whether functions change some sets at one site only."""

    def __init__(self, program: n.Program, fields: frozenset[str]) -> None:
        self.program = program
        self.fields = fields
        self.proven: set[tuple[str, frozenset[str]]] = set()

    def only_at(self, name: str, sites: frozenset[str]) -> bool:
        """Whether a function changes the sets at most at the site that the parameters in `sites` name."""
        if (name, sites) in self.proven:
            return True
        self.proven.add((name, sites))  # a function that calls itself changes nothing more by that
        function = self.program.functions[name]
        sites -= assigned_locals(function.body)
        for s in walk_block(function.body):
            match s:
                case n.Let(local, n.Local(other)) if other in sites:
                    sites |= {local.name}
        return all(self._statement(s, sites) for s in walk_stmts(function.body))

    def _statement(self, s: n.Stmt, sites: frozenset[str]) -> bool:
        match s:
            case n.Store(field) | n.Append(field) | n.Truncate(field):
                return field not in self.fields
            case n.Include(field, _, site) | n.Exclude(field, _, site):
                return field not in self.fields or (isinstance(site, n.Local) and site.name in sites)
            case n.Do(name, args):
                return self._call(name, args, sites)
            case n.Emit(kind, source, target, args):
                return self._call(self.program.kinds[kind].effect, (source, target, *args), sites)
        return True

    def _call(self, name: str, args: tuple[n.Expr, ...], sites: frozenset[str]) -> bool:
        params = self.program.functions[name].params
        passed = {p.name for p, a in zip(params, args, strict=True) if isinstance(a, n.Local) and a.name in sites}
        return self.only_at(name, frozenset(passed))
