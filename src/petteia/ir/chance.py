"""How many numbers it takes to meet every outcome of chance in a state.

A draw takes the remainder of the state's stream by its bound and divides the stream. So the numbers below the product
of all bounds on a way through the rules give each outcome of that way equally often; below a common multiple of the
products they do so for all ways.
"""

from __future__ import annotations

from math import lcm

from . import nodes as n
from .visit import blocks, expressions, walk_expr

UNKNOWN = 0


def number_of_outcomes(program: n.Program) -> int:
    """A number below which the streams meet every outcome equally often; 1 if nothing is drawn, 0 if there is none."""
    periods = _Periods(program)
    total = periods.of_function("moves", collecting=False)
    for kind in program.kinds.values():
        total = lcm(total, periods.of_function(kind.effect, collecting=True))
    return total


def moves_are_drawn(program: n.Program) -> bool:
    """True if it may depend on chance which moves are legal, and not only what they do."""
    return _Periods(program).of_function("moves", collecting=False) != 1


class _Periods:
    """The products of bounds on the ways through functions; 0 where one is known only in play."""

    def __init__(self, program: n.Program) -> None:
        self._program = program
        self._known: dict[tuple[str, bool], int] = {}

    def of_function(self, name: str, *, collecting: bool) -> int:
        """The period of a function; `collecting` says that the moves it emits are played at once."""
        key = (name, collecting)
        if key not in self._known:
            self._known[key] = UNKNOWN  # for functions that call themselves
            self._known[key] = self._of_block(self._program.functions[name].body, collecting)
        return self._known[key]

    def _of_block(self, block: n.Block, collecting: bool) -> int:
        period = 1
        for statement in block:
            period *= self._of_statement(statement, collecting)
        return period

    def _of_statement(self, s: n.Stmt, collecting: bool) -> int:
        period = 1
        for expression in expressions(s):
            for part in walk_expr(expression):
                if isinstance(part, n.Call):
                    period *= self.of_function(part.function, collecting=False)
        return period * self._of_effect(s, collecting)

    def _of_effect(self, s: n.Stmt, collecting: bool) -> int:
        match s:
            case n.Draw():
                return max(s.bound.value, 1) if isinstance(s.bound, n.Const) else UNKNOWN
            case n.Do():
                return self.of_function(s.function, collecting=collecting)
            case n.Emit():
                return self.of_function(self._program.kinds[s.kind].effect, collecting=True) if collecting else 1
            case n.If():
                return lcm(self._of_block(s.then, collecting), self._of_block(s.orelse, collecting))
            case n.Collect():
                return self._of_block(s.body, True)
            case n.For() | n.While() | n.Range():
                inside = self._of_block(s.body, collecting)
                if inside != 1 and isinstance(s, n.Range) and isinstance(s.stop, n.Const):
                    return int(inside ** max(s.stop.value, 1))
                return 1 if inside == 1 else UNKNOWN
            case _:
                inner = [self._of_block(body, collecting) for body in blocks(s)]
                return lcm(*inner) if inner else 1
