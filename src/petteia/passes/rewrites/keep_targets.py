"""Keeps the sites that the next player may move to, where an end rule has worked them out already.

A rule that ends play when the next player has no move finds out, whenever a move is played, the very set that `moves`
then loops over. The set goes into a field of the state, and `moves` reads it there. The pass applies if every move that
does not end play leaves the set of the player who then moves in that field: the same expression, over fields that have
not changed since it was worked out. The start and a position that has been set work it out anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.effects import EffectAnalysis
from petteia.ir.survey import survey
from petteia.ir.visit import blocks, children, locals_of, map_block, map_expr, walk_expr, walk_stmts

TARGETS = "targets"
_ALGEBRA = (n.Const, n.Local, n.Load, n.Lookup, n.Op)
_MOVER = n.Load("mover", (), n.INT)

Targets = dict[int, n.Expr]
"""For each mover the set that `moves` loops over."""


class _Unfit(Exception):
    """The set cannot be kept."""


class _Kept(Enum):
    """Knowledge of the field at some point of an effect."""

    STALE = "it may hold another set"
    FRESH = "play is over, or it holds the set of the mover"
    OVER = "play is over"


def keep_targets(program: n.Program) -> n.Program:
    """The program with the targets of the next move kept, if each move works them out anyway."""
    try:
        return _Keeping(program, _targets(program)).run()
    except _Unfit:
        return program


# -- what is kept -------------------------------------------------------------------------------------------------


def _targets(program: n.Program) -> Targets:
    """The set of each mover: one that the effect of some move asks for, too."""
    if TARGETS in program.fields or not _asks_first_if_over(program.functions["moves"].body):
        raise _Unfit
    if any("moves" in survey(function).calls for function in program.functions.values()):
        raise _Unfit
    asked = {x for f in _effects(program) for s in walk_stmts(f.body) if isinstance(s, n.If) for x in _asked(s.cond)}
    found: Targets = {}
    for mover in range(program.fields["mover"].low, program.fields["mover"].high + 1):
        sets = {loop.set for loop in _loops_of(program, mover) if loop.set in asked}
        if len(sets) != 1:
            raise _Unfit
        (found[mover],) = sets
    return found


def _asks_first_if_over(moves: n.Block) -> bool:
    match moves[0] if moves else None:
        case n.If(n.Load("over") | n.Op("ne", (n.Load("over"), n.Const(0))), (n.Return(),), ()):
            return True
    return False


def _effects(program: n.Program) -> Iterator[n.Function]:
    """Effects of the moves that a player decides on."""
    for kind in sorted(EffectAnalysis(program).of_function("moves").kinds):
        yield program.functions[program.kinds[kind].effect]


def _asked(cond: n.Expr) -> Iterator[n.Expr]:
    """The sets that are worked out whenever a condition is tested, if that takes more than algebra of sets."""
    if cond.type.kind == "set" and not locals_of(cond) and any(not isinstance(x, _ALGEBRA) for x in walk_expr(cond)):
        yield cond
    guarded = isinstance(cond, n.Op) and cond.op in ("and", "or", "select")
    if not isinstance(cond, n.Filter | n.Exists | n.Total):
        for part in children(cond)[: 1 if guarded else None]:
            yield from _asked(part)


def _is_mover(cond: n.Expr, mover: int) -> bool:
    return cond == ops.eq(_MOVER, ops.number(mover))


def _loops_of(program: n.Program, mover: int) -> Iterator[n.For]:
    """The loops that emit the moves of one mover."""
    for statement in program.functions["moves"].body:
        if isinstance(statement, n.If) and _is_mover(statement.cond, mover):
            yield from (s for s in walk_stmts(statement.then) if isinstance(s, n.For))


# -- keeping it ---------------------------------------------------------------------------------------------------


class _Keeping:
    def __init__(self, program: n.Program, targets: Targets) -> None:
        self._program = program
        self._targets = targets
        self._analysis = EffectAnalysis(program)
        self._reads = frozenset[str]().union(*(self._analysis.of_expr(x).reads for x in targets.values()))
        if self._reads & {"mover", "over"}:
            raise _Unfit
        self._type = next(iter(targets.values())).type
        self._serial = 0

    def run(self) -> n.Program:
        functions = dict(self._program.functions)
        for effect in _effects(self._program):
            body = self._storing(effect.body, {})
            if self._after(body, _Kept.STALE) is _Kept.STALE:
                raise _Unfit
            functions[effect.name] = replace(effect, body=body)
        before = functions.get("rebuild", n.Function("rebuild", (), None, (), doc="what follows from the pieces"))
        for function in (functions["start"], before):
            if any(isinstance(s, n.Return) for s in walk_stmts(function.body)):
                raise _Unfit
            functions[function.name] = replace(function, body=(*function.body, *self._anew()))
        functions["moves"] = replace(functions["moves"], body=self._reading(functions["moves"].body))
        field = n.Field(TARGETS, self._type, doc="where the mover may move to")
        return replace(self._program, fields={**self._program.fields, TARGETS: field}, functions=functions)

    def _anew(self) -> Iterator[n.Stmt]:
        for mover, members in self._targets.items():
            yield n.If(ops.eq(_MOVER, ops.number(mover)), (n.Store(TARGETS, (), members),))

    def _reading(self, moves: n.Block) -> n.Block:
        """The moves out of the field."""
        kept = n.Load(TARGETS, (), self._type)
        result: list[n.Stmt] = []
        for statement in moves:
            for mover, members in self._targets.items():
                if isinstance(statement, n.If) and _is_mover(statement.cond, mover):
                    statement = replace(statement, then=_replaced(statement.then, members, kept))
            result.append(statement)
        return tuple(result)

    # -- effects ------------------------------------------------------------------------------------------------

    def _storing(self, block: n.Block, known: dict[n.Expr, n.Local]) -> n.Block:
        """The block with the set stored wherever the mover changes; `known` are sets that lie in locals."""
        result: list[n.Stmt] = []
        for statement in block:
            match statement:
                case n.If(cond, then, orelse):
                    for members in self._targets.values():
                        if members in set(_asked(cond)) - known.keys():
                            known[members] = self._fresh()
                            result.append(n.Let(known[members], members))
                    test = map_expr(cond, lambda x: known.get(x, x))
                    statement = n.If(test, self._storing(then, dict(known)), self._storing(orelse, dict(known)))
                case n.Store("mover", _, n.Const(mover)) if self._targets.get(mover) in known:
                    result.append(n.Store(TARGETS, (), known[self._targets[mover]]))
            result.append(statement)
            if self._analysis.of_statement(statement).writes & self._reads:
                known.clear()
        return tuple(result)

    def _fresh(self) -> n.Local:
        self._serial += 1
        return n.Local(f"targets_{self._serial}", self._type)

    def _after(self, block: n.Block, kept: _Kept) -> _Kept:
        """Knowledge of the field after a block."""
        stored = False
        for statement in block:
            match statement:
                case n.Store("over", _, n.Const(value)):
                    kept = _Kept.OVER if value else _Kept.STALE
                case n.Store("mover") if stored:
                    kept = kept if kept is _Kept.OVER else _Kept.FRESH
                case n.If(_, then, orelse):
                    one, other = self._after(then, kept), self._after(orelse, kept)
                    kept = one if one is other else _Kept.STALE if _Kept.STALE in (one, other) else _Kept.FRESH
                case n.Return() if kept is _Kept.STALE:
                    raise _Unfit
                case _:
                    kept = self._after_other(statement, kept)
            stored = isinstance(statement, n.Store) and statement.field == TARGETS
        return kept

    def _after_other(self, statement: n.Stmt, kept: _Kept) -> _Kept:
        if any(isinstance(s, n.Return) for body in blocks(statement) for s in walk_stmts(body)):
            raise _Unfit
        writes = self._analysis.of_statement(statement).writes
        if "over" in writes or (kept is _Kept.FRESH and writes & {*self._reads, "mover"}):
            return _Kept.STALE
        return kept


def _replaced(block: n.Block, members: n.Expr, kept: n.Expr) -> n.Block:
    return map_block(block, lambda x: map_expr(x, lambda part: kept if part == members else part))
