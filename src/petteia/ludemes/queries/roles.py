"""Meaning of roles in play: as one index, and as a list of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.enums import RoleType
from petteia.ludemes.needs import TEAM

if TYPE_CHECKING:
    from petteia.ludemes.arguments import PlayerArgument
    from petteia.ludemes.lowering.context import Context

EVERYONE = (RoleType.Shared, RoleType.All, RoleType.Each)


def each_team(x: Context) -> Iterator[Context]:
    """The context for each team that has players, in which `(team)` means these."""
    if x.spec.teams_change:
        raise UnsupportedLudeme(["forEach Team, where teams change in play"])
    for team in sorted(set(x.spec.teams.values())):
        yield x.bind(team=ops.number(team))


def role_index(x: Context, role: RoleType) -> n.Expr:
    """The index a role stands for; -1 for roles that stand for several players."""
    name = role.name
    if name[0] == "P" and name[1:].isdigit():
        return ops.number(int(name[1:]))
    if name.startswith("Team") and name[4:].isdigit():
        return ops.number(int(name[4:]))
    if role in EVERYONE:
        return ops.number(x.spec.players + 1)
    match role:  # what is asked of a context is noted, so nothing is asked that is not needed
        case RoleType.Neutral:
            return ops.number(0)
        case RoleType.Mover:
            return x.mover
        case RoleType.Next:
            return x.next
        case RoleType.Prev:
            return x.prev
        case RoleType.Player:
            return x.slot("player")
        case RoleType.TeamMover:
            return team_of(x, x.mover)
    return ops.NOWHERE


def is_owner(x: Context, who: n.Expr) -> n.Expr:
    """True if a number is that of a player, of nobody or of all."""
    return ops.both(ops.ge(who, ops.number(0)), ops.le(who, ops.number(x.spec.players + 1)))


def who_index(x: Context, player: PlayerArgument | None, role: RoleType | None, default: n.Expr) -> n.Expr:
    """The index that a player argument or a role gives, `default` if neither is written."""
    if player is not None:
        return player.index.lower(x)
    return default if role is None else role_index(x, role)


def players_of(x: Context, role: RoleType) -> list[tuple[n.Expr, int]]:
    """The owners a role covers, each with the condition under which it does.

    The conditions are constants where the mover is one.
    """
    count = x.spec.players
    everyone = range(count + 2)
    if role == RoleType.All:
        return [(ops.TRUE, p) for p in everyone]
    if role == RoleType.NonMover:
        return _where(range(count + 1), lambda p: ops.ne(x.mover, ops.number(p)))
    if x.spec.teams and (members := _of_teams(x, role)) is not None:
        return members
    if role == RoleType.Enemy:
        return _where(range(1, count + 1), lambda p: ops.ne(x.mover, ops.number(p)))
    if role == RoleType.Ally:
        return []
    who = x.mover if role in (RoleType.Friend, RoleType.TeamMover) else role_index(x, role)
    return _where(everyone, lambda p: ops.eq(who, ops.number(p)))


def team_of(x: Context, player: n.Expr) -> n.Expr:
    """The team of a player; without teams his own number. Who is no player is in a team that nobody has."""
    if not x.spec.teams:
        return player
    if x.spec.teams_change:
        real = ops.both(ops.le(ops.number(1), player), ops.le(player, ops.number(x.spec.players)))
        return ops.select(real, TEAM.load(x, player), ops.NOWHERE)
    teams = [-1, *(x.spec.teams[p] for p in range(1, x.spec.players + 1))]
    return ops.lookup_guarded(x.b.table("team_of", n.INT, (len(teams),), teams), player, ops.number(-1))


def is_with_mover(x: Context, player: n.Expr) -> n.Expr:
    """True if a player is the mover or of his team."""
    return ops.eq(team_of(x, player), team_of(x, x.mover))


def _of_teams(x: Context, role: RoleType) -> list[tuple[n.Expr, int]] | None:
    """The players that a role covers where there are teams; None for a role that is not about them."""
    players = range(1, x.spec.players + 1)
    if role == RoleType.Enemy:
        return _where(players, lambda p: ops.negate(is_with_mover(x, ops.number(p))))
    if role in (RoleType.Friend, RoleType.TeamMover):
        return _where(players, lambda p: is_with_mover(x, ops.number(p)))
    if role == RoleType.Ally:
        return _where(players, lambda p: ops.both(is_with_mover(x, ops.number(p)), ops.ne(x.mover, ops.number(p))))
    if role.name.startswith("Team"):
        team = ops.number(int(role.name[4:]))
        return _where(players, lambda p: ops.eq(team_of(x, ops.number(p)), team))
    return None


def _where(players: range, test: Callable[[int], n.Expr]) -> list[tuple[n.Expr, int]]:
    found = [(test(p), p) for p in players]
    return [(condition, p) for condition, p in found if condition != ops.FALSE]
