"""The game itself, matches, and players."""

from petteia.ludemes.ending.rules import End
from petteia.ludemes.enums import DirectionFacing, ModeType
from petteia.ludemes.equipment.items import Equipment
from petteia.ludemes.registry import Ludeme, named, one_of
from petteia.ludemes.types import IntFunction, Players, Rules

__all__ = [
    "FacingPlayer",
    "Game",
    "Games",
    "Match",
    "Mode",
    "PlayerCount",
    "PlayerList",
    "Subgame",
]


class Mode(Ludeme, keyword="mode"):
    """How the players take turns."""

    mode: ModeType

    def unsupported_arguments(self) -> tuple[str, ...]:
        return (self.mode.name,) if self.mode == ModeType.Simulation else ()


class Game(Ludeme, keyword="game"):
    """A game: players, equipment and rules."""

    name: str
    players: Players
    mode: Mode | None
    equipment: Equipment
    rules: Rules


class Subgame(Ludeme, keyword="subgame"):
    """A game of a match."""

    name: str
    option: str | None
    next: IntFunction | None = named()
    result: IntFunction | None = named()


class Games(Ludeme, keyword="games"):
    """The games of a match."""

    game: Subgame | None = one_of(1)
    games: list[Subgame] | None = one_of(1)


class Match(Ludeme, keyword="match"):
    """A match: several games, and what ends it."""

    name: str
    players: Players | None
    games: Games
    end: End


class FacingPlayer(Ludeme, keyword="player"):
    """A player who faces a direction."""

    direction: DirectionFacing


class PlayerCount(Players, keyword="players"):
    """Players by their number."""

    count: int


class PlayerList(Players, keyword="players"):
    """Players each facing a direction."""

    players: list[FacingPlayer]
