"""Recognises rows through a site on small boards, where a row of any length is found by shifting a single word.

How far pieces run on one way and the other, added up and compared with a length, is whether there is a row of that
length; a row of exactly that length is one that is not part of a longer row.
"""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.survey import map_having
from petteia.ir.visit import map_block, map_expr, with_body

_WORD = 64


def match_rows(program: n.Program) -> n.Program:
    """The program with rows as single questions, where the board fits into a word."""
    small = {name for name, size in program.universes.items() if size <= _WORD}
    if not small:
        return program

    def matched(function: n.Function) -> n.Function:
        return with_body(function, map_block(function.body, lambda x: map_expr(x, lambda y: _matched(y, small))))

    return map_having(program, [n.Run], matched)


def _matched(x: n.Expr, small: set[str]) -> n.Expr:
    match x:
        case n.Op("le", (n.Const(length), total)) if length > 1:
            return _row(total, length, small) or x
        case n.Op("lt", (total, n.Const(length))) if length > 1:
            row = _row(total, length, small)
            return ops.negate(row) if row else x
        case n.Op("eq", (total, n.Const(length))) | n.Op("eq", (n.Const(length), total)) if length > 1:
            found, longer = _row(total, length, small), _row(total, length + 1, small)
            return ops.both(found, ops.negate(longer)) if found and longer else x
    return x


def _row(total: n.Expr, length: int, small: set[str]) -> n.Row | None:
    """The row that a sum of one and two runs from the same site counts."""
    terms = _terms(total)
    runs = [term for term in terms if isinstance(term, n.Run)]
    rest = [term for term in terms if not isinstance(term, n.Run)]
    if rest != [ops.number(1)] or len(runs) != 2:
        return None
    ahead, back = runs
    same = ahead.site == back.site and ahead.set == back.set and ahead.rays is not back.rays
    if not same or ahead.set.type.universe not in small:
        return None
    return n.Row(ahead.rays, back.rays, length, ahead.site, ahead.set)


def _terms(x: n.Expr) -> list[n.Expr]:
    if isinstance(x, n.Op) and x.op == "add":
        return [term for arg in x.args for term in _terms(arg)]
    return [x]
