"""Brings the moves of a program into a form in which they are counted by the sizes of sets, and only one is made.

Their order does not matter then, so a loop that emits several moves may be split into one loop for each. Where a branch
of the rules, such as a phase, cannot be counted, the moves of that branch are listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.playouts import NONE_SO_FAR, SITE_BY_SITE
from petteia.ir.shifts import is_regular
from petteia.ir.visit import (
    blocks,
    expressions,
    introduced,
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

from ..analyses.names import Names, with_unique_locals
from ..rewrites.fold_constants import fold_constants
from ..rewrites.vectorise_loops import vectorise_loops
from .defer_tests import Unfit, chained
from .replace_found_flag import ask_for_moves

_MOST_SEGMENTS = 32
_MOST_UNROLLED = 8
_MOST_BRANCHES = 64
"""Branches multiply, since each repeats what follows it: a build must not take minutes to look at them all."""
_WALKS = (n.Filter, n.Exists, n.Total, n.Call, n.Flood)
"""Expressions that ask one site after the other."""
_FEW = 5
"""To list the moves to so many sites takes no longer than to count them."""
_LARGE = 512
"""On boards of more sites whole sets take as long as the sites in them."""
_LISTED = (n.Do("moves", ()),)
_WORDS: dict[type, str] = {
    n.Assign: "a variable that changes",
    n.While: "a loop of unknown length",
    n.Range: "a loop of unknown length",
    n.For: "a loop",
    n.Break: "a way out",
    n.Speculate: "a trial of what a move leads to",
    n.Do: "a rule of its own",
    n.Draw: "chance",
    n.If: "a condition",
}


class _Slow(Unfit):
    """Moves cannot be counted, and to list them takes long."""


class Counting:
    """Brings the function `moves` into a form in which moves are counted by the sizes of sets."""

    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.effects = EffectAnalysis(program)
        self.names = Names(program.functions["moves"])
        self.branches = 0
        self.listed: list[str] = []
        """Why branches have to be listed."""
        self.slow = ""
        """Why listing one of them takes much longer than all else."""

    def moves(self) -> n.Block:
        """The body of `moves` to count by; a call of `moves` itself where a branch has to be listed."""
        function = with_unique_locals(self.program.functions["moves"])
        self.names = Names(function)
        body = self._without_returns(self._with_calls(function.body, ()))
        body = map_block(body, lambda x: map_expr(x, _while_playing))
        result = self._branches(body)
        if self.listed and not self._loops(result):
            raise Unfit(self.listed[0])
        if not any(isinstance(s, n.Emit) for s in walk_stmts(result)):
            raise Unfit("there are none")
        return result

    def check_gain(self, moves: n.Block) -> None:
        """Raises `Unfit` where counting moves takes as long as listing them."""
        if self.slow:
            raise Unfit(self.slow)  # next to that it does not matter how the others are found
        loops = self._loops(moves)
        searched = {s for loop in loops if _searches_for_each(loop) for s in (loop, loop.body[-1])}
        if all(loop in searched or self._gains_nothing(loop) for loop in loops):
            raise Unfit("they are found one by one")

    def _gains_nothing(self, loop: n.For) -> bool:
        """True if a loop has few sites, or they are so far apart in memory that to ask them takes all the time."""
        large = self.program.universes[loop.set.type.universe] > _LARGE
        return self._most_sites(loop.set) <= _FEW or (large and _finds_each(loop))

    def _most_sites(self, members: n.Expr) -> int:
        """An upper bound of the number of sites of a set."""
        match members:
            case n.Const(value):
                return value.bit_count()
            case n.Op("intersect", args):
                return min(map(self._most_sites, args))
            case n.Op("minus", (left, _)):
                return self._most_sites(left)
            case n.Filter(_, within):
                return self._most_sites(within)
        return self.program.universes[members.type.universe]

    def _loops(self, block: n.Block) -> list[n.For]:
        return [s for s in walk_stmts(block) if isinstance(s, n.For) and self._emits(s)]

    def _branches(self, block: n.Block) -> n.Block:
        """A block that ends the function, each of its branches counted or, where that is not possible, listed."""
        self.branches += 1
        if self.branches > _MOST_BRANCHES:
            return self._listed("there are too many cases")
        block = chained(block)
        block = ask_for_moves(block, self._first(block))
        first = self._first(block)
        match block[first:]:
            case (n.If(n.Const(holds), then, orelse), *after):
                return self._branches((*block[:first], *(then if holds else orelse), *after))
            case (n.If(cond, then, orelse), *after) if all(map(self._stands_in, after)):
                branches = [self._branches((*branch, *after)) for branch in (then, orelse)]
                listed = [branch == _LISTED for branch in branches]
                known = (*block[:first], n.If(cond, ()))
                if all(listed) or (any(listed) and (any(map(blocks, block[:first])) or not _is_quick(known))):
                    return _LISTED  # what was found out before would be found out again
                return (*block[:first], n.If(cond, *branches))
        try:
            return self._counted(block)
        except _Slow as why:
            self.slow = str(why)
            return self._listed(self.slow)
        except Unfit as why:
            return self._listed(str(why))

    def _first(self, block: n.Block) -> int:
        """The number of the first statement that emits moves."""
        return next((k for k, s in enumerate(block) if self._emits(s)), len(block))

    def _listed(self, why: str) -> n.Block:
        self.listed.append(why)
        return _LISTED

    def _stands_in(self, s: n.Stmt) -> bool:
        """True if a statement emits moves only if there are no others."""
        return not self._emits(s) or (isinstance(s, n.If) and s.cond == NONE_SO_FAR and not s.orelse)

    def _counted(self, block: n.Block) -> n.Block:
        asked = (self.program.functions[name] for name in self._asked(tuple(self._loops(block))))
        if any(isinstance(s, n.Speculate) for function in asked for s in walk_stmts(function.body)):
            raise _Slow(f"there is {_WORDS[n.Speculate]} among them")
        body = tuple(self._split(block))
        helpers = {name: self.program.functions[name] for name in self._asked(body)}
        for kind in self.program.kinds.values():  # what moves do is of no interest here
            helpers.setdefault(kind.effect, replace(self.program.functions[kind.effect], body=()))
        function = replace(self.program.functions["moves"], body=body)
        alone = fold_constants(replace(self.program, functions={**helpers, "moves": function}))
        alone = fold_constants(vectorise_loops(alone))
        result = chained(tuple(self._checked(alone.functions["moves"].body)))
        if sum(isinstance(s, n.Emit) for s in walk_stmts(result)) > _MOST_SEGMENTS:
            raise Unfit("there are too many kinds of them")
        if _most_walks(result) > 1:
            raise Unfit("each piece would be asked for each of them apart")
        return result

    def _asked(self, block: n.Block) -> set[str]:
        """The functions that a block calls, and those that they call."""
        found: set[str] = set()
        waiting = [block]
        while waiting:
            called = {x.function for x in walk_block(waiting.pop()) if isinstance(x, n.Call | n.Do)} - found
            found |= called
            waiting += [self.program.functions[name].body for name in called]
        return found

    def _emits(self, statement: n.Stmt) -> bool:
        return bool(self.effects.of_statement(statement).kinds)

    def _with_calls(self, block: n.Block, calling: tuple[str, ...]) -> n.Block:
        """The block with the functions that emit moves put in the place of their calls."""
        result: list[n.Stmt] = []
        for statement in block:
            if isinstance(statement, n.Do) and self._emits(statement):
                if statement.function in calling:
                    raise Unfit("a rule calls itself")
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
                        raise Unfit("a rule returns from its midst")
                    left = self._without_returns(then if _returns(then) else (*then, *rest))
                    right = self._without_returns(orelse if _returns(orelse) else (*orelse, *rest))
                    return (*result, n.If(cond, left, right))
                case _ if any(isinstance(s, n.Return) for s in walk_stmts((statement,))):
                    raise Unfit("a rule returns from its midst")
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
                        raise Unfit("a loop asks how many moves there are")
                    for leaf in self._leaves(body, ()):
                        yield n.For(var, members, self._own_names(leaf, var))
                case n.Range(_, n.Const(low), n.Const(high)) if self._emits(statement):
                    if high - low > _MOST_UNROLLED:
                        raise Unfit("a loop counts too far")
                    for k in range(low, high):
                        yield from self._split(self._unrolled(statement, k))
                case n.Let() | n.Emit():
                    yield statement
                case _ if isinstance(statement, n.Draw) or not self._emits(statement):
                    yield statement
                case _:
                    why = f"they are made within {_in_words(statement)}"
                    raise _Slow(why) if _tries_each(statement) else Unfit(why)

    def _unrolled(self, loop: n.For | n.Range, value: int) -> n.Block:
        if any(isinstance(s, n.Break) for s in walk_stmts(loop.body)):
            raise Unfit("a loop is left early")
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
                    raise Unfit(f"a loop has {_in_words(statement)} in it")

    def _checked(self, block: n.Block) -> Iterator[n.Stmt]:
        """The statements in their final form; conditions left in a loop become a filter of its set."""
        for statement in block:
            match statement:
                case n.If(cond, then, orelse) if self._emits(statement):
                    yield n.If(cond, tuple(self._checked(then)), tuple(self._checked(orelse)))
                case n.For() if self._emits(statement):
                    yield self._checked_loop(statement)
                case n.Assign() | n.While() | n.Speculate():
                    raise Unfit(f"there is {_in_words(statement)} among them")
                case _:
                    yield statement

    def _checked_loop(self, loop: n.For) -> n.For:
        lets, conditions, last = _parts(loop.body)
        if isinstance(last, n.For):
            last = self._checked_loop(last)
            noted = isinstance(last.body[-1], n.Emit) and self.program.universes[last.set.type.universe] <= _LARGE
            if not noted and not _is_quick((*lets, last)):
                raise Unfit("counting them for each piece takes as long as listing them")
        return n.For(loop.var, o.filter_set(loop.var, loop.set, o.both(*conditions)), (*lets, last))


def _tries_each(statement: n.Stmt) -> bool:
    """True if a statement tries something for each site of a set."""
    loops = [s for s in walk_stmts((statement,)) if isinstance(s, n.For)]
    return any(isinstance(s, n.Speculate) for loop in loops for s in walk_stmts(loop.body))


def _in_words(statement: n.Stmt) -> str:
    """The name of a statement for people."""
    return _WORDS.get(type(statement), "more than a move")


def _most_walks(block: n.Block) -> int:
    """How many loops of one turn, at most, find their sites one by one instead of by operations on whole sets."""
    total = 0
    for s in block:
        match s:
            case n.For(_, members, body):
                asked = any(isinstance(x, _WALKS) for x in walk_block(body) if isinstance(body[-1], n.For))
                total += any(map(_goes_through, walk_expr(members))) or asked
            case n.If(_, then, orelse):
                total += max(_most_walks(then), _most_walks(orelse))
    return total


def _goes_through(x: n.Expr) -> bool:
    """True if a set is made by going through the sites of another one."""
    return isinstance(x, n.Filter) or (isinstance(x, n.Shift) and not is_regular(x))


def _finds_each(loop: n.For) -> bool:
    """True if all sites of a loop are asked one by one; questions that take long are put only when a site is drawn."""
    match loop.set:
        case n.Filter(cond=cond) if isinstance(loop.body[-1], n.Emit):
            return not any(isinstance(x, SITE_BY_SITE) for x in walk_expr(cond))
    return False


def _searches_for_each(loop: n.For) -> bool:
    """True if each site of a loop takes a search, and what that finds is asked about one by one."""
    inner = loop.body[-1]
    return isinstance(inner, n.For) and isinstance(inner.set, n.Filter) and not _is_quick(loop.body[:-1])


def _is_quick(block: n.Block) -> bool:
    """True if what is done is a matter of a few operations on whole sets, so that it may be done twice."""
    return not any(isinstance(x, SITE_BY_SITE) for x in walk_block(block))


def _while_playing(x: n.Expr) -> n.Expr:
    """A playout goes on only while the game is not over."""
    return o.FALSE if isinstance(x, n.Load) and x.field == "over" else x


def _returns(block: n.Block) -> bool:
    return any(isinstance(s, n.Return) for s in walk_stmts(block))


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
                raise Unfit("a loop does more than emit a move")
