"""Rules about rules."""

from typing import Literal

from petteia.ludemes.enums import RepetitionType
from petteia.ludemes.needs import LAST_TURN, NO_PASS_END, PENDING_BEFORE, SEAT, Need, Repetition
from petteia.ludemes.registry import Ludeme, one_of
from petteia.ludemes.types import MetaRule

__all__ = [
    "Automove",
    "Gravity",
    "Meta",
    "NoRepeat",
    "NoStackOn",
    "NoSuicide",
    "PassEnd",
    "Pin",
    "SwapRule",
]


class Automove(MetaRule, keyword="automove"):
    """Each move draws after it the moves whose destination no other move has."""


class Gravity(MetaRule, keyword="gravity"):
    """Pieces without support fall after every move."""

    kind: Literal["PyramidalDrop"] | None


class Meta(Ludeme, keyword="meta"):
    """The rules about rules."""

    rules: list[MetaRule] | None = one_of(1)
    rule: MetaRule | None = one_of(1)


class NoRepeat(MetaRule, keyword="no"):
    """Moves that lead to an earlier position are not allowed."""

    kind: Literal["Repeat"]
    repetition_type: RepetitionType | None

    def needs(self) -> tuple[Need, ...]:
        kind = self.repetition_type.name if self.repetition_type else "Positional"
        return (Repetition(kind), *((PENDING_BEFORE,) if kind.startswith("Situational") else ()))


class NoSuicide(MetaRule, keyword="no"):
    """Moves by which the mover loses are not allowed."""

    supported = False

    kind: Literal["Suicide"]


class NoStackOn(MetaRule, keyword="noStackOn"):
    """A piece may not be moved straight up or down through layers onto others."""

    kind: Literal["Fallen"]


class PassEnd(MetaRule, keyword="passEnd"):
    """Outcome when all players pass."""

    kind: Literal["Draw", "NoEnd"]

    def needs(self) -> tuple[Need, ...]:
        return (NO_PASS_END,) if self.kind == "NoEnd" else ()


class Pin(MetaRule, keyword="pin"):
    """Pieces that support more than one other may not move."""

    kind: Literal["SupportMultiple"]


class SwapRule(MetaRule, keyword="swap"):
    """The second player may swap sides after the first turn."""

    keeps = (SEAT, LAST_TURN)
