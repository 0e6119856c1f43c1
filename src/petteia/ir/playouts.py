"""How random playouts of a program may be run: what an analysis found, for the back end and for people to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from . import nodes as n

PlayoutName = Literal["standard", "pick", "shrinking"]


@dataclass(frozen=True, slots=True)
class PlayoutPlan:
    """How to play random games of a program.

    - `standard` lists all legal moves and picks one.
    - `pick` counts the moves by the sizes of sets and makes only the chosen one. `moves` is the body of the function
      `moves` in a form that allows it: variables, conditions, single moves, and loops over a set with one move each.
    - `shrinking` is a `pick` whose main loop runs over a set that changes, from one turn to the next, at most by losing
      the site just played: the sites left are kept in an array through the playout.
    """

    name: PlayoutName
    reason: str
    moves: n.Block = ()
    main: n.For | None = None
    """For `shrinking`: the loop over the shrinking set, one of the statements in `moves`."""


STANDARD = PlayoutPlan("standard", "the moves are listed")
