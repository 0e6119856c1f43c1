"""Numbers for moves: every move that the rules may list has one, and moves of one state never share theirs.

Moves with the same sites share a number where no state lists both. So do the sites of a column that is filled from one
end, of which only the lowest free one can be played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from petteia.ir import nodes as n
from petteia.ir.ops import bits
from petteia.ir.survey import walk
from petteia.ir.visit import walk_stmts

from .possible_moves import Code, Possible, Unbounded, possible_moves

HASHED_SIZE = 1 << 16
"""How many numbers a game has whose moves cannot be told one by one."""

_Class = tuple[str, str, int, int]


@dataclass(frozen=True)
class Numbering:
    """The number of each possible move; the texts by number, as classes of moves that share one.

    Without codes the numbers are hashes: see `reason`.
    """

    size: int
    codes: dict[Code, int]
    reason: str = ""
    stands_in_on_full_board: bool = False
    """True if the pass of who cannot move comes only once the board is full; it has no number of its own then."""


def number_actions(program: n.Program) -> Numbering:
    """The numbers of the moves of a program, in the order of their sites, those without sites last."""
    try:
        found = possible_moves(program)
    except Unbounded as error:
        return Numbering(HASHED_SIZE, {}, str(error))
    full = _pass_means_full(program)
    column = _columns(program)
    classes: dict[_Class, list[Code]] = {}
    for code in found:
        classes.setdefault(_class_of(program, code, column), []).append(code)
    codes: dict[Code, int] = {}
    size = 0
    for name in sorted(classes):
        slots = _slots(classes[name], found)
        if full and all(found[code].alone for code in classes[name]):
            codes.update(dict.fromkeys(classes[name], 0))
            continue
        codes.update({code: size + slot for code, slot in slots.items()})
        size += 1 + max(slots.values())
    return Numbering(size, codes, "", full)


def _class_of(program: n.Program, code: Code, column: dict[int, int]) -> _Class:
    """The key that a move shares with others that may have its number: its sites, or its words."""
    kind = program.kinds[code[0]]
    if kind.text != "move":
        return "word", kind.text, -1, -1
    _, source, target, _ = code
    if source == target and target in column:
        return "move", kind.letters, column[target], column[target]
    return "move", kind.letters, source, target


def _slots(codes: list[Code], found: dict[Code, Possible]) -> dict[Code, int]:
    """Places for the moves of a class: two of them have different ones unless no state lists both."""
    taken: list[list[Code]] = []
    slots: dict[Code, int] = {}
    for code in codes:
        mine = found[code]
        for slot, others in enumerate(taken):
            if mine.alone or all(_apart(code, mine, other, found[other]) for other in others):
                slots[code] = slot
                others.append(code)
                break
        else:
            slots[code] = len(taken)
            taken.append([code])
    return slots


def _apart(code: Code, mine: Possible, other: Code, theirs: Possible) -> bool:
    """True if no state lists both; two sites of a column never are."""
    return theirs.alone or code[2] != other[2] or mine.excludes(theirs)


# -- boards that fill up ------------------------------------------------------------------------------------------


def _free_sites(program: n.Program) -> Iterable[tuple[n.For, n.Expr]]:
    """Loops that offer every site of a set that is free, with the set; the sites that are taken are all pieces."""
    pieces = program.fields.get("pieces")
    if pieces is None or "height" in program.fields or len(pieces.shape) != 1:
        return
    everything = {("pieces", k) for k in range(1, pieces.shape[0])}
    for s in walk_stmts(program.functions["moves"].body):
        match s:
            case n.For(var, n.Op("minus", (offered, taken)), (n.Emit(_, source, target),)):
                if source == target == var and everything <= _loads(taken):
                    yield s, offered


def _loads(x: n.Expr) -> set[tuple[str, int]]:
    """The sets that a union is made of; nothing if there is anything else."""
    match x:
        case n.Op("union", (a, b)):
            left, right = _loads(a), _loads(b)
            return left | right if left and right else set()
        case n.Load(name, (n.Const(index),)):
            return {(name, index)}
    return set()


def _pass_means_full(program: n.Program) -> bool:
    """True if who cannot move faces a full board: all listings offer every free site of it."""
    loops = list(_free_sites(program))
    if not loops or any(not _covers_board(program, offered) for _, offered in loops):
        return False
    stands_in = [s for s in walk_stmts(program.functions["moves"].body) if isinstance(s, n.If) and _no_moves(s.cond)]
    return len(loops) >= len(stands_in) and _pieces_stay(program)


def _no_moves(cond: n.Expr) -> bool:
    return isinstance(cond, n.Op) and cond.op == "eq" and isinstance(cond.args[0], n.Emitted)


def _covers_board(program: n.Program, offered: n.Expr) -> bool:
    (size,) = {program.universes[offered.type.universe]}
    everything = (1 << size) - 1
    match offered:
        case n.Const(mask):
            return mask == everything
        case n.Op("union", (n.Const(base), n.Spread(near))):
            reached = base
            while True:
                more = reached
                for site in bits(reached):
                    more |= near.values[site]
                if more == reached:
                    return reached == everything
                reached = more
    return False


def _pieces_stay(program: n.Program) -> bool:
    """True if nothing is ever taken from the board, and each move puts down a piece at its own site only."""
    effects = {program.functions[kind.effect].name: kind for kind in program.kinds.values()}
    for function in program.functions.values():
        sites = {p.name for p in function.params[:2]} if function.name in effects else set()
        for s in walk_stmts(function.body):
            match s:
                case n.Store("pieces") | n.Exclude("pieces"):
                    return False
                case n.Include("pieces", _, site) if not (isinstance(site, n.Local) and site.name in sites):
                    return False
    return not any(isinstance(x, n.Collect) for x in walk(program))


def _columns(program: n.Program) -> dict[int, int]:
    """The lowest site of the column of each site, where columns are filled from one end and pieces stay."""
    offers = {offered for _, offered in _free_sites(program)}
    if len(offers) != 1 or not _pieces_stay(program):
        return {}
    match next(iter(offers)):
        case n.Op("union", (n.Const(base), n.Spread(near, occupied))) if _loads(occupied):
            return _chains(base, near.values)
    return {}


def _chains(base: int, near: tuple[int, ...]) -> dict[int, int]:
    """The first site of the chain of each site; none where chains meet or branch."""
    column: dict[int, int] = {}
    for first in bits(base):
        site = first
        while True:
            if site in column:
                return {}
            column[site] = first
            following = bits(near[site])
            if not following:
                break
            if len(following) > 1 or base >> following[0] & 1:
                return {}
            site = following[0]
    return column
