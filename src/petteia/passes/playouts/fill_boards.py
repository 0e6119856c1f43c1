"""Finds games that may be decided by filling the board: who wins is asked once, of the full board.

The proof. Pieces are only added, by the two players in turn, and a player wins by a group of his that is joined to all
of some sides: the sets of pieces joined to a side only grow, so who has won at any time still has such a group on the
full board. And who has one there had it, as a whole, when its last piece was added, which is when the rules ask. So if
on the full board one player alone has such a group, that player has won, in whatever order the sites were filled. If
both or none have one, the game is played in the order in which the sites were drawn.
"""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.playouts import NONE_SO_FAR, Filling, PlayoutPlan
from petteia.ir.visit import locals_of, walk_expr, walk_stmts

from .defer_tests import Unfit

_PLAYERS = (1, 2)
_RESULTS = {"over", "ranks", "mover"}


def fill_boards(program: n.Program, plan: PlayoutPlan) -> Filling:
    """How to decide a game whose sites are kept in an array by filling them; `Unfit` if it cannot be decided so."""
    if program.players != len(_PLAYERS) or plan.main is None:
        raise Unfit("it is not filled up by two players in turn")
    joined = _joined_sets(program)
    decided: dict[int, n.Function] = {}
    won: dict[int, n.Function] = {}
    kinds = _kinds_by_mover(plan.moves)
    sets = set()
    for player, kind in kinds.items():
        own, condition, result = _adding(program, kind, player, joined)
        sets.add((own.field, player, own.indices))
        decided[player] = n.Function(f"joined_{player}", (), n.BOOL, (n.Return(condition),), doc="on a full board")
        won[player] = n.Function(f"won_{player}", (), None, result, doc="how it ends for this player")
    fields = {field for field, _, _ in sets}
    if len(fields) != 1 or len({indices for _, _, indices in sets}) != len(_PLAYERS):
        raise Unfit("the players do not add pieces of their own")
    indices = {player: _index(indices) for _, player, indices in sets}
    return Filling(fields.pop(), indices, kinds, decided, won, _swap_after(plan.moves))


def _index(indices: tuple[n.Expr, ...]) -> int:
    match indices:
        case (n.Const(value),):
            return value
    raise Unfit("the players do not add pieces of their own")


def _joined_sets(program: n.Program) -> dict[str, n.Load]:
    """The kept sets of pieces that are joined to a side, with the pieces they are part of: as `rebuild` says."""
    found: dict[str, n.Load] = {}
    rebuild = program.functions.get("rebuild")
    for s in rebuild.body if rebuild else ():
        match s:
            case n.Store(
                field, (), n.Flood(n.Op("intersect", (n.Const(), n.Load() as own)), n.Load() as within, neighbours)
            ) if own == within and _is_mutual(neighbours):
                found[field] = own
    return found


def _is_mutual(neighbours: n.Table) -> bool:
    values = neighbours.values
    return all(values[other] >> site & 1 for site, mask in enumerate(values) for other in o.bits(mask))


def _kinds_by_mover(moves: n.Block) -> dict[int, str]:
    """The kind of move that each player fills the board with."""
    match moves:
        case (n.If(n.Op("eq", (n.Load("mover"), n.Const(player))), then, orelse),) if player in _PLAYERS:
            kinds = {}
            for one, branch in ((player, then), (3 - player, orelse)):
                emitted = [s.body[-1] for s in walk_stmts(branch) if isinstance(s, n.For)]
                if len(emitted) != 1 or not isinstance(emitted[0], n.Emit):
                    raise Unfit("a site has several moves")
                kinds[one] = emitted[0].kind
            return kinds
    raise Unfit("it is not filled up by two players in turn")


def _swap_after(moves: n.Block) -> int:
    """The number of moves at which another move is on offer besides adding; -1 if there is none."""
    latest = -1
    loops = [s for s in walk_stmts(moves) if isinstance(s, n.For)]
    inside = sum(isinstance(s, n.Emit) for loop in loops for s in walk_stmts(loop.body))
    expected = 0
    for s in walk_stmts(moves):
        match s:
            case n.If(cond, then, ()) if cond == NONE_SO_FAR:
                expected += sum(isinstance(one, n.Emit) for one in then)
            case n.If(n.Op("eq", (n.Load("moves"), n.Const(count))), then, ()):
                expected += sum(isinstance(one, n.Emit) for one in then)
                latest = max(latest, count)
    if sum(isinstance(s, n.Emit) for s in walk_stmts(moves)) != inside + expected:
        raise Unfit("there are moves of other kinds")
    return latest


def _adding(program: n.Program, kind: str, player: int, joined: dict[str, n.Load]) -> tuple[n.Load, n.Expr, n.Block]:
    """The pieces that a move adds to, the condition on a full board that its end rule becomes, and the result."""
    effect = program.functions[program.kinds[kind].effect]
    match effect.body:
        case (n.Include(field, indices, site), *between, n.If(cond, result, goes_on)):
            pass
        case _:
            raise Unfit("a move does more than add a piece and ask who has won")
    movers = [s for s in goes_on if isinstance(s, n.Store) and s.field == "mover"]
    if site != effect.params[1] or movers != [n.Store("mover", (), o.number(3 - player))]:
        raise Unfit("it is not filled up by two players in turn")
    for s in (*between, *(s for s in goes_on if s not in movers)):
        match s:
            case n.Store(changed) if changed not in _RESULTS and changed != field:
                pass
            case n.Do(name) if name in program.functions and program.functions[name].returns is None:
                pass
            case _:
                raise Unfit("a move does more than add a piece and ask who has won")
    if not all(isinstance(s, n.Store) and s.field != field and not _locals_of(s) for s in result):
        raise Unfit("the end of the game does more than tell the ranks")
    own = n.Load(field, indices, n.set_of(_universe_of(program, field)))
    return own, _on_full_board(cond, site, own, joined), result


def _locals_of(s: n.Store) -> set[str]:
    return set().union(*(locals_of(x) for x in (*s.indices, s.value)))


def _terms(x: n.Expr) -> list[n.Expr]:
    """The conditions that a sum counts."""
    match x:
        case n.Op("add", (a, b)):
            return _terms(a) + _terms(b)
        case n.Op("to_int", (condition,)):
            return [condition]
    return [x]


def _universe_of(program: n.Program, field: str) -> str:
    """The universe of the sets in a field."""
    return program.fields[field].type.universe


def _on_full_board(cond: n.Expr, site: n.Expr, own: n.Load, joined: dict[str, n.Load]) -> n.Expr:
    """True if some piece meets a condition that asks to which sides the group of a piece is joined."""
    sets: list[n.Expr] = []
    waiting = [cond]
    while waiting:
        match waiting.pop():
            case n.Op("and", args):
                waiting += args
            case n.Op("le", (n.Const(asked_for), n.Op("add") as total)) if asked_for == len(terms := _terms(total)):
                waiting += terms  # so many sides of so many
            case n.Op("has", (n.Load(field, ()) as load, asked)) if asked == site and joined.get(field) == own:
                sets.append(load)
            case n.Op("has", (n.Const(), asked)) if asked == site:
                pass  # every site of the board
            case _:
                raise Unfit("who wins is not a matter of joined sides alone")
    if not sets or any(isinstance(x, n.Call) for x in walk_expr(cond)):
        raise Unfit("who wins is not a matter of joined sides alone")
    return o.negate(o.is_empty(o.intersect(*sets)))
