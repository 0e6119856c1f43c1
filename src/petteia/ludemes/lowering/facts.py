"""Plain records of what a game is made of: components, phases, regions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from petteia.board import Direction
    from petteia.ludemes.ending.rules import End
    from petteia.ludemes.equipment.items import TilePath
    from petteia.ludemes.phases import NextPhase
    from petteia.ludemes.types import Moves


UNKNOWN = -1
"""The index of what may be one of several components that belong and face alike."""


@dataclass(frozen=True)
class Component:
    """A kind of piece (or a die); `owner` 0 is nobody, players + 1 everybody. A large piece has walks.

    A tile may have paths from side to side.
    """

    index: int
    name: str
    owner: int
    word: str
    facing: Direction | None = None
    flips: tuple[int, int] | None = None
    generator: Moves | None = None
    faces: tuple[int, ...] = ()
    walks: tuple[tuple[str, ...], ...] = ()
    paths: tuple[TilePath, ...] = ()


@dataclass(frozen=True)
class PhaseRules:
    """A phase of play, with the rules that hold in it."""

    name: str
    owner: int
    play: tuple[Moves, ...]
    end: End | None = None
    next_phases: tuple[NextPhase, ...] = ()


@dataclass
class NamedRegion:
    """A region of the equipment: its parts as bit masks."""

    name: str
    owner: int
    parts: list[int] = field(default_factory=list)
