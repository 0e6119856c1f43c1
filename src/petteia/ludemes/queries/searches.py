"""Questions about moves: whether there are any, where they lead, which of them win, whether a site is threatened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.arguments import Then
from petteia.ludemes.meta import SwapRule
from petteia.ludemes.needs import VISITED
from petteia.ludemes.queries.contents import (
    board_sites,
    occupied,
    on_board,
    owned_pieces,
    stable,
    standing_set,
)
from petteia.ludemes.quirks.wrappers import tried_within
from petteia.ludemes.types import BooleanFunction

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Draft, Sink
    from petteia.ludemes.lowering.spec import GameSpec
    from petteia.ludemes.registry import Ludeme
    from petteia.ludemes.types import Moves


def sites_of_moves(x: Context, moves: Moves, sites: Callable[[Draft], n.Expr]) -> n.Expr:
    """The sites that moves begin or end on, or pass."""

    def search() -> n.Expr:
        found = x.b.variable("found", ops.empty_set(x.universe))
        here = x.with_(piece=None, is_reaching=False)
        moves.lower(here, lambda draft: x.b.assign(found, ops.union(found, sites(draft))))
        return found

    return x.pure(search)


def can_make_a_move(x: Context, moves: Moves) -> n.Expr:
    """True if any of some moves can be made; where sites count as visited, those of the latest move do meanwhile."""
    here = x.with_(piece=None, is_reaching=False)

    def search(found: Callable[[], None]) -> None:
        at = here
        if VISITED in x.spec.needs:  # as they are now: what is tried on the way makes no site of its own count
            at = here.with_(visiting=tuple(x.b.let(name, x.b.load(name)) for name in ("last_from", "last_to")))
        moves.lower(at, x.rules.is_legal(at, lambda _: found()))

    return x.any_of("can_make_a_move", search)


def looks_before_moving(spec: GameSpec) -> bool:
    """True if rules of play ask whether moves can be made, apart from consequents.

    That would take the sites of the latest move out of those visited, for the moves that are then chosen from.
    """
    left: list[Ludeme | None] = [*(moves for phase in spec.phases for moves in phase.play)]
    left += [component.generator for component in spec.components]
    while left:
        part = left.pop()
        if part is None or isinstance(part, Then):
            continue
        if isinstance(part, BooleanFunction) and part.keyword == "can":
            return True
        left += part.children()
    return False


def winning_sites(x: Context, player: n.Expr, moves: Moves) -> n.Expr:
    """The sites a player could move to and win at once."""
    rules, b = x.rules, x.b
    player = b.let("player", player)
    # of several players, who wins next is ranked behind those who have won; ranks are kept doubled
    before = b.load("winners") if x.spec.players > 2 else ops.number(0)
    won = b.let("won", ops.mul(ops.number(2), ops.add(before, ops.number(1))))
    here = x.with_(piece=None, is_reaching=False)
    here = here if player == x.mover else here.with_(mover=player)

    def search() -> n.Expr:
        found = b.variable("found", ops.empty_set(x.universe))

        def test(draft: Draft) -> None:
            wins = b.variable("wins", ops.FALSE)
            with b.speculate():
                rules.kinds.apply_now(here, tried_within(here, draft), decision=True)
                rules.ending.write(rules.after_move(here), is_pass=draft.is_pass)
                b.assign(wins, ops.eq(b.load("ranks", player), won))
            with b.if_(wins):
                b.assign(found, ops.union(found, ops.single(x.universe, draft.target)))

        moves.lower(here, test)
        return found

    return x.pure(search)


# ---------------------------------------------------------------------------------------------------------------
# Players without a move


def next_is_stuck(x: Context) -> n.Expr:
    """True if the next player has no move by the rules of play."""
    if x.in_stalemate_search:
        return ops.FALSE
    if isinstance(x.next, n.Const):
        return ops.negate(_can_move(x, x.next))
    stuck: n.Expr = ops.FALSE
    for player in range(1, x.spec.players + 1):
        index = ops.number(player)
        can = x.pure(lambda index=index: _can_move(x, index))  # type: ignore[misc]
        stuck = ops.either(stuck, ops.both(ops.eq(x.next, index), ops.negate(can)))
    return stuck


def _can_move(x: Context, player: n.Expr) -> n.Expr:
    rules = x.rules
    following = rules.ending.following_player(player)
    then = x.unbound().with_(mover=player, next=following, prev=x.mover, in_stalemate_search=True, is_reaching=False)
    if isinstance(player, n.Const) and isinstance(x.mover, n.Const) and not (x.in_threat_search or x.visiting):
        name = f"player_{player.value}_can_move_after_{x.mover.value}"
        if name not in x.b.program.functions:
            with x.b.function(name, (), n.BOOL, doc=f"whether player {player.value} has a move"):
                x.b.return_(rules.can_move(then))
        can = x.b.call(name)
    else:
        can = rules.can_move(then)
    if any(isinstance(rule, SwapRule) for rule in x.spec.meta_rules()):
        others = ops.number(x.spec.players - 1)
        can = ops.either(ops.eq(x.b.load("moves"), others), can)
    return can


# ---------------------------------------------------------------------------------------------------------------
# Threats


def is_threatened(x: Context, what: n.Expr, sites: n.Expr | None, moves: Moves | None) -> n.Expr:
    """True if an opponent of its owner could move to where a component stands, or would stand on some sites."""
    if x.in_threat_search:
        return ops.FALSE
    what = stable(x, "what", what)
    if sites is None:
        there = stable(x, "there", ops.first(on_board(x, standing_set(x, what))))
        return _attacked_with_owner(x, what, there, moves)
    sites = x.b.let("sites", sites)

    def search(found: Callable[[], None]) -> None:
        with x.b.for_("site", sites) as site:
            x.store.mark_valid(site)
            with x.b.if_(_attacked_if_there(x, what, site, moves)):
                found()

    if isinstance(sites, n.Op) and sites.op == "single":
        return _attacked_if_there(x, what, stable(x, "site", sites.args[0]), moves)
    return x.any_of("is_threatened", search)


def _attacked_if_there(x: Context, what: n.Expr, site: n.Expr, moves: Moves | None) -> n.Expr:
    """True if a site is attacked once a component stands on it."""
    stands = ops.has(standing_set(x, what), site)
    if x.spec.stacking:
        return _attacked_with_owner(x, what, site, moves)  # compat: nothing is placed where pieces stack up
    if len(x.spec.stored_types) > 1:
        return x.pure(lambda: _attacked_when_placed_beside(x, what, site, moves))
    plain = x.pure(lambda: _attacked_with_owner(x, what, site, moves))
    placed = x.pure(lambda: _attacked_when_placed(x, what, site, moves))
    return ops.select(stands, plain, placed)


def _attacked_when_placed(x: Context, what: n.Expr, site: n.Expr, moves: Moves | None) -> n.Expr:
    b = x.b
    attacked = b.variable("attacked", ops.FALSE)
    real = ops.both(
        ops.lt(ops.number(0), what),
        ops.le(what, ops.number(len(x.spec.components))),
        ops.TRUE if x.store.is_valid(site) else ops.has(ops.sites(x.universe, x.spec.all_sites()), site),
    )
    with b.if_(real), b.speculate():
        x.store.replace(site, what)
        b.assign(attacked, _attacked_with_owner(x, what, site, moves))
    return attacked


def _attacked_when_placed_beside(x: Context, what: n.Expr, site: n.Expr, moves: Moves | None) -> n.Expr:
    """compat: with several types of sites in play the piece goes to a site of another type, with the same number."""
    other = SiteType.Vertex if x.store.kind == SiteType.Cell else SiteType.Cell
    if other not in x.spec.stored_types:
        return _attacked_with_owner(x, what, site, moves)
    attacked = x.b.variable("attacked", ops.FALSE)
    there = x.on_type(other)
    with x.b.speculate():
        with x.b.if_(ops.both(ops.gt(what, ops.number(0)), ops.has(board_sites(there), site))):
            there.store.replace(site, what)
        x.b.assign(attacked, _attacked_with_owner(x, what, site, moves))
    return attacked


def _attacked_with_owner(x: Context, what: n.Expr, site: n.Expr, moves: Moves | None) -> n.Expr:
    """True if a site is attacked by anybody but the owner of a component."""
    attacked: n.Expr = ops.FALSE
    for owner in sorted({component.owner for component in x.spec.components}):
        theirs = [ops.eq(what, ops.number(c.index)) for c in x.spec.components if c.owner == owner]
        his = ops.either(*theirs)
        if his != ops.FALSE:
            by = x.pure(lambda owner=owner: _attacked_by_others(x, owner, site, moves, None))  # type: ignore[misc]
            attacked = ops.either(attacked, ops.both(his, by))
    return attacked


def is_any_threatened(x: Context, sites: n.Expr | None, moves: Moves | None) -> n.Expr:
    """True if an opponent of its owner could move to where one of the pieces on some sites stands."""
    if x.in_threat_search:
        return ops.FALSE
    members = x.b.let("sites", occupied(x) if sites is None else sites)

    def search(found: Callable[[], None]) -> None:
        for owner in sorted({component.owner for component in x.spec.components}):
            with x.b.for_("site", ops.intersect(members, owned_pieces(x, [owner]))) as site:
                x.store.mark_valid(site)
                with x.b.if_(_attacked_by_others(x, owner, site, moves, ops.number(owner))):
                    found()

    return x.any_of("is_any_threatened", search)


def _attacked_by_others(x: Context, owner: int, site: n.Expr, moves: Moves | None, following: n.Expr | None) -> n.Expr:
    attacked: n.Expr = ops.FALSE
    for player in range(1, x.spec.players + 1):
        if player != owner:
            attacked = ops.either(attacked, _reaches(x, player, owner, site, moves, following))
    return attacked


def _reaches(
    x: Context, player: int, owner: int, site: n.Expr, moves: Moves | None, following: n.Expr | None
) -> n.Expr:
    """True if a player could move to a site."""
    enemy = x.with_(mover=ops.number(player), prev=ops.number(owner), in_threat_search=True, is_reaching=True)
    enemy = enemy.with_(piece=None)
    if following is not None:
        enemy = enemy.with_(next=following)
    inside = ops.TRUE if x.store.is_valid(site) else ops.has(board_sites(x), site)
    if moves is not None:
        return ops.both(inside, x.any_of("reaches", lambda found: moves.lower(enemy, _if_at(x, site, found))))
    enemy = enemy.unbound()
    after = _label(enemy.next)
    name = f"player_{player}_reaches_after_{owner}{f'_before_{after}' if after else ''}"
    reaching = x.rules.reaching
    if name not in reaching:
        wanted = x.b.fresh("wanted", n.INT)
        x.store.mark_valid(wanted)
        with x.b.block() as body, x.rules.kinds.searching():
            x.rules.generate_play(enemy, _if_at(x, wanted, lambda: x.b.return_(ops.TRUE)))
            x.b.return_(ops.FALSE)
        # who moved before, and who comes next, rarely makes a difference
        reaching[name] = x.b.shared_function(name, (wanted,), n.BOOL, tuple(body))
    return ops.both(inside, n.Call(reaching[name], (site,), n.BOOL))


def _label(player: n.Expr) -> str:
    return str(player.value) if isinstance(player, n.Const) else ""


def _if_at(x: Context, site: n.Expr, found: Callable[[], None]) -> Sink:
    def test(draft: Draft) -> None:
        with x.b.if_(ops.eq(draft.target, site)):
            found()

    return test
