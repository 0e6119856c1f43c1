"""Moves of card games, which have no meaning yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from petteia.ludemes.arguments import Then
from petteia.ludemes.registry import one_of
from petteia.ludemes.types import IntFunction, NonDecision
from petteia.ludemes.values.arrays import ArrayDifference

if TYPE_CHECKING:
    pass


__all__ = ["SetTrumpSuit"]


class SetTrumpSuit(NonDecision, keyword="set", decision="Set"):
    """Sets the trump suit."""

    kind: Literal["TrumpSuit"]
    suit: IntFunction | None = one_of(1)
    suits: ArrayDifference | None = one_of(1)
    then: Then | None
