"""Finds sets of moves that only shrink: from one turn to the next they lose at most the site just played."""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.visit import assigned_locals, locals_of, substitute, walk_block, walk_expr, walk_stmts


def shrinking_loop(program: n.Program, moves: n.Block) -> n.For | str:
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
    """True if functions change some sets at one site only."""

    def __init__(self, program: n.Program, fields: frozenset[str]) -> None:
        self.program = program
        self.fields = fields
        self.proven: set[tuple[str, frozenset[str]]] = set()

    def only_at(self, name: str, sites: frozenset[str]) -> bool:
        """True if a function changes the sets at most at the site that the parameters in `sites` name."""
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
