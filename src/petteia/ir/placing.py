"""Games in which pieces are only placed: the last position tells who has played where.

The proof. Of a field of sets, one for each seat, no move takes anything away: playing a move changes it by one
statement alone, which adds the move's target to the set of one seat, whatever else happens. So a site is in a set if it
was at the start, or a move of the kind that fills this set has been played there.
"""

from __future__ import annotations

from typing import NamedTuple

from . import nodes as n
from .survey import survey
from .visit import walk_stmts


class Placing(NamedTuple):
    """The sets that moves fill: their field, how many sites they range over, and by kind of move the seat (0: none)."""

    field: str
    sites: int
    seats: tuple[int, ...]


def placing(program: n.Program) -> Placing | None:
    """How the moves of a game fill sets of sites, one for each seat; None if that is not proven."""
    fields = [
        name
        for name, field in program.fields.items()
        if field.type.kind == "set" and field.visible and field.shape == (program.players + 1,)
    ]
    for name in fields:
        seats = _filled_seats(program, name)
        if seats is not None and any(seats):
            return Placing(name, program.universes[program.fields[name].type.universe], seats)
    return None


def _filled_seats(program: n.Program, field: str) -> tuple[int, ...] | None:
    """By kind of move, the seat whose set the target is added to; None if a set changes in other ways."""
    seats = tuple(_filled_by(program, kind, field) for kind in program.kinds.values())
    filled = [seat for seat in seats if seat]
    changes = sum(_changes(program.functions[name], field) for name in _played(program))
    return seats if len(set(filled)) == len(filled) == changes else None


def _filled_by(program: n.Program, kind: n.Kind, field: str) -> int:
    """The seat whose set a move of a kind adds its target to, always and by its first lines; 0 if there is none."""
    effect = program.functions[kind.effect]
    for s in effect.body:
        match s:
            case n.Include(name, (n.Const(int() as seat),), site) if name == field:
                fits = site == effect.params[1] and 1 <= seat <= program.players and not kind.captured
                return seat if fits else 0
        if any(isinstance(inner, n.Return) for inner in walk_stmts((s,))):
            return 0
    return 0


def _changes(function: n.Function, field: str) -> int:
    """How many statements of a function change a field."""
    changing = (n.Include, n.Exclude, n.Store, n.Append, n.Truncate)
    return sum(isinstance(s, changing) and s.field == field for s in walk_stmts(function.body))


def _played(program: n.Program) -> set[str]:
    """The functions that playing a move may run."""
    found: set[str] = set()
    waiting = [kind.effect for kind in program.kinds.values()]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            for callee, is_kind in survey(program.functions[name]).callees:
                waiting.append(program.kinds[callee].effect if is_kind else callee)
    return found
