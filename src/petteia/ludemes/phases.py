"""Rules, play and phases."""

from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ludemes.arguments import PlayerArgument
from petteia.ludemes.ending.rules import End
from petteia.ludemes.enums import RoleType
from petteia.ludemes.game import Mode
from petteia.ludemes.meta import Meta
from petteia.ludemes.registry import Ludeme, at_most_one_of, named
from petteia.ludemes.start.rules import Start
from petteia.ludemes.types import BooleanFunction, IntFunction, Moves, Rules

if TYPE_CHECKING:
    from petteia.ir.nodes import Expr
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "NextPhase",
    "Phase",
    "PhasedRules",
    "PlainRules",
    "Play",
]


class NextPhase(IntFunction, keyword="nextPhase"):
    """The phase a player goes to, and when."""

    role: RoleType | None = at_most_one_of(1)
    player_index: PlayerArgument | None = at_most_one_of(1)
    condition: BooleanFunction | None
    phase_name: str | None

    def lower(self, x: "Context") -> "Expr":
        """The rule book asks for the parts; what it is as a number, which the grammar makes it, nobody has seen."""
        raise UnsupportedLudeme(["nextPhase as a number"])


class Play(Ludeme, keyword="play"):
    """The moves a player may choose from."""

    moves: Moves


class Phase(Ludeme, keyword="phase"):
    """A phase of play with its own rules."""

    name: str
    role: RoleType | None
    mode: Mode | None
    play: Play
    end: End | None
    next_phase: NextPhase | None = at_most_one_of(1)
    next_phases: list[NextPhase] | None = at_most_one_of(1)

    def unsupported_arguments(self) -> tuple[str, ...]:
        return ("mode",) if self.mode is not None and self.mode.mode.name != "Alternating" else ()


class PlainRules(Rules, keyword="rules"):
    """The rules of a game without phases."""

    meta: Meta | None
    start: Start | None
    play: Play
    end: End

    def first_moves(self) -> Moves:
        return self.play.moves


class PhasedRules(Rules, keyword="rules"):
    """The rules of a game with phases."""

    meta: Meta | None
    start: Start | None
    play: Play | None
    phases: list[Phase] = named()
    end: End | None

    def first_moves(self) -> Moves | None:
        play = self.phases[0].play if self.phases else None
        return play.moves if play else None
