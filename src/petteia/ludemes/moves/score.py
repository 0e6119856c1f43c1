"""Effects on scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.state import SetField
from petteia.ludemes.arguments import PlayerArgument, Then
from petteia.ludemes.enums import RoleType
from petteia.ludemes.lowering.drafts import Draft
from petteia.ludemes.needs import SCORE
from petteia.ludemes.queries.roles import is_owner, players_of, role_index
from petteia.ludemes.registry import one_of
from petteia.ludemes.types import IntFunction, NonDecision

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


__all__ = ["AddScore", "AddScores", "SetScore", "change_scores"]


_SEVERAL = (RoleType.All, RoleType.Enemy, RoleType.Ally, RoleType.Friend, RoleType.NonMover)


class AddScore(NonDecision, keyword="addScore"):
    """Adds to the score of one player, or of the players of a role."""

    player: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    score: IntFunction
    then: Then | None
    keeps = (SCORE,)
    knows_large = True
    commutes = True

    def lower(self, x: Context, sink: Sink) -> None:
        change_scores(x, self.player, self.role, self.score, self.then, sink, add=True)


class SetScore(NonDecision, keyword="set"):
    """Sets the score of a player."""

    kind: Literal["Score"]
    player: PlayerArgument | None = one_of(1)
    role: RoleType | None = one_of(1)
    value: IntFunction
    then: Then | None
    keeps = (SCORE,)
    knows_large = True

    def lower(self, x: Context, sink: Sink) -> None:
        change_scores(x, self.player, self.role, self.value, self.then, sink, add=False)


def change_scores(
    x: Context,
    player: PlayerArgument | None,
    role: RoleType | None,
    value: IntFunction,
    then: Then | None,
    sink: Sink,
    *,
    add: bool,
) -> None:
    """One move for each player whose score changes."""
    amount = x.b.let("amount", value.lower(x))

    def change(who: n.Expr) -> None:
        sink(Draft("score", actions=(SetField("score", amount, who, add),)).and_then(then))

    if role is not None and (role in _SEVERAL or role.name.startswith("Team")):
        for condition, index in players_of(x, role):
            if 1 <= index <= x.spec.players:
                with x.b.if_(condition):
                    change(ops.number(index))
        return
    who = x.b.let("who", player.index.lower(x) if player else role_index(x, role or RoleType.Mover))
    with x.b.if_(is_owner(x, who)):
        change(who)


class AddScores(NonDecision, keyword="addScore"):
    """Adds to the scores of several players at once."""

    players: list[IntFunction] | None = one_of(1)
    roles: list[RoleType] | None = one_of(1)
    scores: list[IntFunction]
    then: Then | None
    keeps = (SCORE,)
    knows_large = True
    commutes = True

    def lower(self, x: Context, sink: Sink) -> None:
        named = (
            [player.lower(x) for player in self.players]
            if self.players
            else [role_index(x, role) for role in self.roles or []]
        )
        for who, value in zip(named, self.scores, strict=False):
            index, amount = x.b.let("who", who), x.b.let("amount", value.lower(x))
            with x.b.if_(is_owner(x, index)):  # before the second move the previous player is nobody
                sink(Draft("score", actions=(SetField("score", amount, index, add=True),)).and_then(self.then))
