"""Asks whether a group has a free site at its border without finding the whole group first.

What lies around a group and is neither in the group nor in some other set is touched by a flood that may step on it.
Such a flood can end at the first site it touches, which for most groups is next to where it began. Loops that take one
group after the other out of a set, to do something with those that are shut in, take the others out site by site.
"""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.survey import map_having
from petteia.ir.visit import assigned_locals, locals_of, map_block, map_expr, substitute, substitute_block, walk_block


def early_exit_floods(program: n.Program) -> n.Program:
    """The program that asks what a flood touches in the place of what lies around a group."""
    effects = EffectAnalysis(program)
    sizes = program.universes

    def touching(function: n.Function) -> n.Function:
        body = _Touching(effects, sizes, assigned_locals(function.body)).block(function.body)
        return function if body == function.body else replace(function, body=body)

    return map_having(program, [n.Flood], touching)


class _Touching:
    def __init__(self, effects: EffectAnalysis, sizes: dict[str, int], changing: set[str]) -> None:
        self.effects = effects
        self.sizes = sizes
        self.changing = changing

    def block(self, block: n.Block) -> n.Block:
        """A block in which groups that are only asked what is around them are gone."""
        block = map_block(block, lambda x: map_expr(x, self._asked))
        result: list[n.Stmt] = []
        for k, statement in enumerate(block):
            match statement:
                case n.Let(local, n.Load(name) as load) if load.type.kind == "set" and local.name not in self.changing:
                    rest = block[k + 1 :]
                    if name not in self.effects.of_block(rest).writes and not locals_of(load) & self.changing:
                        return (*result, *self.block(substitute_block(rest, {local.name: load})))
                case n.Let(group, n.Flood() as flood) if group.name not in self.changing:
                    without = self._without(group, flood, block[k + 1 :])
                    if without is not None:
                        return (*result, *self.block(without))
                case n.While(n.Op("not", (n.Op("is_empty", (n.Local() as left,)),)) as cond, body):
                    body = self._one_by_one(left, self.block(body))
                    result.append(n.While(cond, body))
                    continue
                case n.If(cond, then, orelse):
                    statement = n.If(cond, self.block(then), self.block(orelse))
                case n.For(var, members, body):
                    statement = n.For(var, members, self.block(body))
                case n.Collect(body):
                    statement = n.Collect(self.block(body))
                case n.Speculate(body):
                    statement = n.Speculate(self.block(body))
            result.append(statement)
        return tuple(result)

    def _asked(self, x: n.Expr) -> n.Expr:
        match x:
            case n.Op("is_empty", (around,)):
                return self._touched(around) or x
        return x

    def _touched(self, around: n.Expr) -> n.Expr | None:
        """That there is nothing around a group, besides itself and other sets, as a question what a flood touches."""
        taken: list[n.Expr] = []
        while isinstance(around, n.Op) and around.op == "minus":
            around, others = around.args
            taken.append(others)
        match around:
            case n.Spread(near, n.Flood(seed, within, neighbours) as group) if near is neighbours:
                terms = {term for others in taken for term in _terms(others)}
                if group not in terms and within not in terms:
                    return None
                universe = group.type.universe
                free: n.Expr = o.sites(universe, (1 << self.sizes[universe]) - 1)
                for others in taken:
                    free = free if others == group else o.minus(free, others)
                free = free if within in terms else o.minus(free, within)
                reached = o.flood(o.intersect(seed, within), o.union(within, free), neighbours)
                return o.is_empty(o.intersect(reached, free))
        return None

    def _without(self, group: n.Local, flood: n.Flood, rest: n.Block) -> n.Block | None:
        """The question that follows a group, if it only asks what is around it while the group stays what it is."""
        reads = self.effects.of_expr(flood).reads
        if locals_of(flood) & self.changing or any(isinstance(s, n.While) for s in rest):
            return None

        def asked(x: n.Expr) -> n.Expr:
            if not isinstance(x, n.Op) or x.op != "is_empty" or group.name not in locals_of(x):
                return x
            return self._touched(substitute(x.args[0], {group.name: flood})) or x

        changed: list[n.Stmt] = []
        for statement in rest:
            changed += map_block((statement,), lambda x: map_expr(x, asked))
            if self.effects.of_statement(statement).writes & reads:
                break
        after = (*changed, *rest[len(changed) :])
        uses = {x.name for x in walk_block(after) if isinstance(x, n.Local)}
        writes = self.effects.of_block(tuple(changed)).writes & reads
        return after if group.name not in uses and not writes and after != rest else None

    def _one_by_one(self, left: n.Local, body: n.Block) -> n.Block:
        """Asks each site that is left whether its group is shut in, and finds the group only if it is."""
        match body:
            case (
                n.Let(group, n.Flood(n.Op("single", (n.Op("first", (begin,)),)) as seed) as flood),
                n.Assign(taken, n.Op("minus", (before, gone))),
                n.If(n.Op("is_empty", (around,)), then, ()),
            ) if left == begin == taken == before and gone == group:
                shut_in = self._touched(substitute(around, {group.name: flood}))
                reads = self.effects.of_expr(flood).reads | self.effects.of_expr(around).reads
                steady = not self.effects.of_block(then).writes & reads and left.name not in assigned_locals(then)
                if shut_in is not None and steady and not (locals_of(flood.within) & self.changing):
                    found = (body[0], body[1], *then)
                    return (n.If(shut_in, found, (n.Assign(left, o.minus(left, seed)),)),)
        return body


def _terms(x: n.Expr) -> list[n.Expr]:
    if isinstance(x, n.Op) and x.op == "union":
        return [term for arg in x.args for term in _terms(arg)]
    return [x]
