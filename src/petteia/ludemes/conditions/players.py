"""Conditions on players: whose turn it is, who is with whom, who is still in the game."""

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.conditions.comparing import holder_in
from petteia.ludemes.enums import (
    RoleType,
)
from petteia.ludemes.queries.contents import (
    held_by_enemies,
    held_by_index,
    stable,
)
from petteia.ludemes.queries.roles import is_with_mover, role_index
from petteia.ludemes.registry import one_of
from petteia.ludemes.types import (
    BooleanFunction,
    IntFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "IsActive",
    "IsEnemy",
    "IsFriend",
    "IsTriggered",
    "IsTurnOf",
]


def _player(x: "Context", index: IntFunction | None, role: RoleType | None) -> n.Expr:
    """The index of a player, or of a role."""
    if index is not None:
        return index.lower(x)
    assert role is not None
    return role_index(x, role)


class IsTurnOf(BooleanFunction, keyword="is"):
    """True if a player is the mover, the next or the previous one."""

    kind: Literal["Mover", "Next", "Prev"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        turn = {"Mover": x.mover, "Next": x.next, "Prev": x.prev}[self.kind]
        if self.kind == "Mover":
            held = holder_in(x, self.index, lambda on: held_by_index(on, x.mover))
            if held is not None:
                return held
        return ops.eq(_player(x, self.index, self.role), turn)


class IsFriend(BooleanFunction, keyword="is"):
    """True if a player is the mover or of the mover's team."""

    kind: Literal["Friend"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        if x.spec.teams:
            return is_with_mover(x, stable(x, "who", _player(x, self.index, self.role)))
        held = holder_in(x, self.index, lambda on: held_by_index(on, x.mover))
        return ops.eq(_player(x, self.index, self.role), x.mover) if held is None else held


class IsEnemy(BooleanFunction, keyword="is"):
    """True if a player is an opponent of the mover."""

    kind: Literal["Enemy"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        held = holder_in(x, self.index, held_by_enemies)
        return x.is_enemy(stable(x, "who", _player(x, self.index, self.role))) if held is None else held


class IsActive(BooleanFunction, keyword="is"):
    """True if a player is still in the game."""

    kind: Literal["Active"]
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        who = stable(x, "who", _player(x, self.index, self.role))
        real = ops.both(ops.le(ops.number(1), who), ops.le(who, ops.number(x.spec.players)))
        return ops.FALSE if real == ops.FALSE else ops.both(real, x.rules.ending.is_active(who))


class IsTriggered(BooleanFunction, keyword="is"):
    """True if an event was triggered for a player."""

    kind: Literal["Triggered"]
    event: str
    index: IntFunction | None = one_of(1)
    role: RoleType | None = one_of(1)

    def lower(self, x: "Context") -> n.Expr:
        who = stable(x, "who", _player(x, self.index, self.role))
        real = ops.both(ops.le(ops.number(1), who), ops.le(who, ops.number(x.spec.players)))
        if real == ops.FALSE:
            return ops.FALSE
        marked = ops.eq(x.b.load("triggered", who), ops.number(1))
        return ops.both(real, x.rules.ending.is_active(who), marked)
