"""Puts functions that are called once, or tiny, in the place of their calls: what is known there then reaches them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.survey import survey
from petteia.ir.visit import (
    always_returns,
    assigned_locals,
    map_block,
    map_expr,
    rename_locals,
    substitute,
    substitute_block,
    walk_expr,
    walk_stmts,
    with_body,
)

from ..analyses.names import Names, with_unique_locals
from ..analyses.reaching import callees_first

_TINY = 16
_WORTH_COPYING = 6000
_FEW = 8
"""A condition that is asked in more places than this stays a function of its own."""
_MANY = 1000


def inline_calls(program: n.Program) -> n.Program:
    """The program with calls replaced by what they do, where that makes it no larger to speak of."""
    return _Inlining(program).run()


class _Inlining:
    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.done: dict[str, n.Function] = {}
        self.small: set[str] = set()
        self.sites = Counter(kind.effect for kind in program.kinds.values())
        for function in program.functions.values():
            self.sites.update(survey(function).calls)

    def run(self) -> n.Program:
        for name in callees_first(self.program.functions):
            function = with_unique_locals(self.program.functions[name])
            self.done[name] = _Body(self, function).run()
            if len(survey(self.done[name]).nodes) <= self._room(name):
                self.small.add(name)
        return replace(self.program, functions={name: self.done[name] for name in self.program.functions})

    def candidate(self, name: str) -> n.Function | None:
        """A function that may be put in the place of its calls; one that waits for its callers is in a circle."""
        function = self.done.get(name)
        if function is None:
            return None
        return function if self.sites[name] == 1 or name in self.small else None

    def _room(self, name: str) -> int:
        """How large a function may be to be copied; a condition may be larger: where it is asked, much is known."""
        calls = self.sites[name]
        single = _single_result(self.done[name].body) is not None
        return max(_TINY, _WORTH_COPYING // calls) if single and 0 < calls <= _FEW else _TINY


class _Body:
    """Rewrites the calls in one function."""

    def __init__(self, inlining: _Inlining, function: n.Function) -> None:
        self.inlining = inlining
        self.function = function
        self.names = Names(function)

    def run(self) -> n.Function:
        if not any(map(self.inlining.candidate, survey(self.function).calls)):
            return self.function
        body = map_block(self.function.body, lambda x: map_expr(x, self.expression), self.statement)
        return with_body(self.function, self.with_last(body))

    # -- statements ---------------------------------------------------------------------------------------------

    def statement(self, s: n.Stmt) -> n.Block:
        match s:
            case n.Do(name, args):
                function = self.inlining.candidate(name)
                body = _with_last_returns(function.body) if function else None
                return (s,) if function is None or body is None else self.instance(function, args, body)
            case n.Let(local, n.Call(name, args)) | n.Assign(local, n.Call(name, args)):
                function = self.inlining.candidate(name)
                if function and isinstance(function.body[-1], n.Return) and not _has_return(function.body[:-1]):
                    *start, last = self.instance(function, args, function.body)
                    assert isinstance(last, n.Return) and last.value is not None
                    return (*start, type(s)(local, last.value))
        return (s,)

    def with_last(self, body: n.Block) -> n.Block:
        """A call at the very end is left as its function is, so that function may return from anywhere."""
        match body[-1] if body else None:
            case n.Do(name, args) if self.function.returns is None:
                function = self.inlining.candidate(name)
                if function and function.returns is None:
                    return (*body[:-1], *self.instance(function, args, function.body))
            case n.Return(n.Call(name, args)):
                function = self.inlining.candidate(name)
                if function:
                    return (*body[:-1], *self.instance(function, args, function.body))
        return body

    def instance(self, function: n.Function, args: tuple[n.Expr, ...], body: n.Block) -> n.Block:
        """A function's body with names of its own and values for its parameters."""
        fresh: dict[str, str] = {}

        def rename(name: str) -> str:
            if name not in fresh:
                fresh[name] = self.names.fresh(name)
            return fresh[name]

        body = rename_locals(body, rename)
        changing = assigned_locals(body)
        values: dict[str, n.Expr] = {}
        start: list[n.Stmt] = []
        for param, arg in zip(function.params, args, strict=True):
            name = rename(param.name)
            if isinstance(arg, n.Const | n.Local) and name not in changing:
                values[name] = arg
            else:
                start.append(n.Let(n.Local(name, param.type), arg))
        return (*start, *substitute_block(body, values))

    # -- expressions --------------------------------------------------------------------------------------------

    def expression(self, x: n.Expr) -> n.Expr:
        if not isinstance(x, n.Call):
            return x
        function = self.inlining.candidate(x.function)
        result = _single_result(function.body) if function else None
        if function is None or result is None:
            return x
        uses = _uses(result)
        if any(uses[p.name] > 1 and not _is_cheap(a) for p, a in zip(function.params, x.args, strict=True)):
            return x
        renamed = self.with_own_names(result)
        return substitute(renamed, {p.name: a for p, a in zip(function.params, x.args, strict=True)})

    def with_own_names(self, x: n.Expr) -> n.Expr:
        """An expression whose bound variables have names that are new here."""
        bound = {e.var.name: self.names.fresh(e.var.name) for e in _binders(x)}
        (result,) = rename_locals((n.Return(x),), lambda name: bound.get(name, name))
        assert isinstance(result, n.Return) and result.value is not None
        return result.value


def _binders(x: n.Expr) -> Iterable[n.Filter | n.Exists | n.Total]:
    return (e for e in walk_expr(x) if isinstance(e, n.Filter | n.Exists | n.Total))


def _uses(x: n.Expr) -> Counter[str]:
    """How often each local is read; many times if that is once for each site of a set."""
    count = Counter(e.name for e in walk_expr(x) if isinstance(e, n.Local))
    for binder in _binders(x):
        body = binder.value if isinstance(binder, n.Total) else binder.cond
        count.update(dict.fromkeys((e.name for e in walk_expr(body) if isinstance(e, n.Local)), _MANY))
    return count


def _is_cheap(x: n.Expr) -> bool:
    return isinstance(x, n.Const | n.Local) or (isinstance(x, n.Load) and all(map(_is_cheap, x.indices)))


def _single_result(body: n.Block) -> n.Expr | None:
    """The one expression that a function's body comes to."""
    match body:
        case (n.Return(value),):
            return value
        case (n.Let(local, value), *rest) if local.name not in assigned_locals(tuple(rest)):
            result = _single_result(tuple(rest))
            if result is not None and (_uses(result)[local.name] <= 1 or _is_cheap(value)):
                return substitute(result, {local.name: value})
    return None


def _has_return(block: Iterable[n.Stmt]) -> bool:
    return any(isinstance(s, n.Return) for s in walk_stmts(tuple(block)))


def _with_last_returns(block: n.Block) -> n.Block | None:
    """The body of a function without its returns, if each is the last thing to happen once the code is rearranged."""
    for k, s in enumerate(block):
        if isinstance(s, n.Return):
            return block[:k]
        if not _has_return((s,)):
            continue
        if not isinstance(s, n.If):
            return None
        then, orelse, rest = s.then, s.orelse, block[k + 1 :]
        if always_returns(then):
            orelse += rest
        elif always_returns(orelse):
            then += rest
        elif rest:
            return None
        yes, no = _with_last_returns(then), _with_last_returns(orelse)
        return None if yes is None or no is None else (*block[:k], n.If(s.cond, yes, no))
    return block
