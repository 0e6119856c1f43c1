"""Applies the moves of a consequent directly, without listing them first, where that makes no difference.

A `Collect` evaluates all its moves before it applies any. Where moves are emitted outside loops, the evaluation is
written first and the effects after it; where a loop emits moves whose effects change nothing the loop still reads, each
move is applied as it is found.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from petteia.ir import nodes as n
from petteia.ir.effects import EffectAnalysis
from petteia.ir.survey import map_having
from petteia.ir.visit import as_block, blocks, expressions, walk_stmts, with_body, with_parts

_DEFAULT = {"int": 0, "bool": 0, "set": 0}


def fuse_collects(program: n.Program) -> n.Program:
    """The program with as few lists of effects as possible."""
    analysis = EffectAnalysis(program)
    return map_having(program, [n.Collect], lambda function: _Fuser(program, function, analysis).run())


@dataclass
class _Split:
    """A block taken apart: what evaluates, what applies, and the locals both share.

    What is under a condition is shared by locals that are introduced in front of it.
    """

    conditional: bool = False
    evaluate: list[n.Stmt] = field(default_factory=list)
    apply: list[n.Stmt] = field(default_factory=list)
    shared: list[n.Local] = field(default_factory=list)

    def keep(self, local: n.Local, value: n.Expr) -> None:
        """Evaluates something that is used when moves are applied."""
        if self.conditional:
            self.shared.append(local)
            self.evaluate.append(n.Assign(local, value))
        else:
            self.evaluate.append(n.Let(local, value))


class _Fuser:
    def __init__(self, program: n.Program, function: n.Function, analysis: EffectAnalysis) -> None:
        self._program = program
        self._analysis = analysis
        self._function = function
        self._serial = 0

    def run(self) -> n.Function:
        return with_body(self._function, self._block(self._function.body))

    def _block(self, block: n.Block) -> n.Block:
        result: list[n.Stmt] = []
        for statement in block:
            inner = [self._block(one) for one in blocks(statement)]
            rebuilt = with_parts(statement, expressions(statement), inner) if inner else statement
            if isinstance(rebuilt, n.Collect):
                result += self._fused(rebuilt)
            else:
                result.append(rebuilt)
        return as_block(result, block)

    def _fused(self, collect: n.Collect) -> tuple[n.Stmt, ...]:
        body = collect.body
        emitting = [s for s in walk_stmts(body) if isinstance(s, n.Emit) or self._emits(s)]
        if not emitting:
            return body
        if any(not isinstance(s, n.Emit) for s in emitting) or self._analysis.of_block(body).counts:
            return (collect,)
        if self._may_interleave(body):
            return self._applied_at_once(body)
        split = self._split(body, _Split())
        if split is None:
            return (collect,)
        default = [n.Let(local, n.Const(_DEFAULT[local.type.kind], local.type)) for local in split.shared]
        return (*default, *split.evaluate, *split.apply)

    def _emits(self, statement: n.Stmt) -> bool:
        return isinstance(statement, n.Do) and self._program.functions[statement.function].emits

    # -- applying moves as they are found -----------------------------------------------------------------------

    def _may_interleave(self, body: n.Block) -> bool:
        """True if nothing that happens after a move has been applied depends on the move, or the move on it."""
        emits = [s for s in walk_stmts(body) if isinstance(s, n.Emit)]
        if any(isinstance(s, n.Speculate) and _emits_inside(s) for s in walk_stmts(body)):
            return False
        if len(emits) == 1 and _ends_with(body, emits[0]):
            return True
        found = self._analysis.of_block(body)
        for played in (self._analysis.of_function(self._effect(emit)) for emit in emits):
            if played.writes & (found.reads | found.writes) or found.writes & played.reads:
                return False
            if played.draws and found.draws:
                return False
        return True

    def _effect(self, emit: n.Emit) -> str:
        return self._program.kinds[emit.kind].effect

    def _applied_at_once(self, body: n.Block) -> n.Block:
        result: list[n.Stmt] = []
        for statement in body:
            if isinstance(statement, n.Emit):
                result.append(self._call(statement))
            else:
                inner = [self._applied_at_once(one) for one in blocks(statement)]
                result.append(with_parts(statement, expressions(statement), inner) if inner else statement)
        return tuple(result)

    def _call(self, emit: n.Emit) -> n.Do:
        return n.Do(self._effect(emit), (emit.source, emit.target, *emit.args))

    # -- evaluating first ---------------------------------------------------------------------------------------

    def _split(self, body: n.Block, split: _Split) -> _Split | None:
        """The block as evaluation and application, None if a loop emits."""
        for statement in body:
            if isinstance(statement, n.Emit):
                self._split_emit(statement, split)
            elif isinstance(statement, n.If) and _emits_inside(statement):
                if not self._split_if(statement, split):
                    return None
            elif isinstance(statement, n.For) and self._is_plain(statement):
                self._split_for(statement, split)
            elif _emits_inside(statement) or isinstance(statement, n.Return | n.Break):
                return None
            else:
                split.evaluate.append(statement)
        return split

    def _split_emit(self, emit: n.Emit, split: _Split) -> None:
        kept: list[n.Expr] = []
        for value in (emit.source, emit.target, *emit.args):
            if isinstance(value, n.Const):
                kept.append(value)
                continue
            local = self._fresh("kept", value.type)
            split.keep(local, value)
            kept.append(local)
        split.apply.append(n.Do(self._effect(emit), tuple(kept)))

    def _is_plain(self, loop: n.For) -> bool:
        """True if a loop does nothing but emit moves about its site."""
        return all(
            isinstance(s, n.Emit)
            and all(isinstance(value, n.Const) or value == loop.var for value in (s.source, s.target, *s.args))
            for s in loop.body
        )

    def _split_for(self, loop: n.For, split: _Split) -> None:
        members = self._fresh("sites", loop.set.type)
        split.keep(members, loop.set)
        calls = tuple(self._call(s) for s in loop.body if isinstance(s, n.Emit))
        split.apply.append(n.For(loop.var, members, calls))

    def _split_if(self, statement: n.If, split: _Split) -> bool:
        then = self._split(statement.then, _Split(conditional=True))
        orelse = self._split(statement.orelse, _Split(conditional=True))
        if then is None or orelse is None:
            return False
        holds = self._fresh("holds", n.BOOL)
        split.keep(holds, statement.cond)
        split.shared += [*then.shared, *orelse.shared]
        split.evaluate.append(n.If(holds, tuple(then.evaluate), tuple(orelse.evaluate)))
        split.apply.append(n.If(holds, tuple(then.apply), tuple(orelse.apply)))
        return True

    def _fresh(self, name: str, type_: n.Type) -> n.Local:
        self._serial += 1
        return n.Local(f"{name}_f{self._serial}", type_)


def _emits_inside(statement: n.Stmt) -> bool:
    return any(isinstance(s, n.Emit) for block in blocks(statement) for s in walk_stmts(block))


def _ends_with(block: n.Block, emit: n.Emit) -> bool:
    """True if a move is emitted last of all that a block does."""
    last = block[-1] if block else None
    return last is emit or (isinstance(last, n.If) and any(_ends_with(inner, emit) for inner in blocks(last)))
