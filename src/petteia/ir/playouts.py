"""How random playouts of a program may be run: what an analysis found, for the back end and for people to read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from petteia.types import PlayoutName

from . import nodes as n
from . import ops as o

Cause = Literal["afterwards", "repetition"]
"""Why a move is tested by what it leads to: a condition on the state after it, or a ban on states met before."""

CANDIDATES = "candidates"

NONE_SO_FAR = o.eq(n.Emitted(), o.number(0))
"""True if there are no moves yet, so that others stand in for them."""

SITE_BY_SITE = (n.Filter, n.Exists, n.Total, n.Call, n.Flood, n.Spread, n.Flank)
"""Expressions that take longer than a few operations on whole sets."""


@dataclass(frozen=True, slots=True)
class MoveTest:
    """True if a candidate of some kind is a legal move, asked only once it has been sampled.

    `function` is a function of the plan with the parameters of the kind's effect; it says whether the move is legal.
    Where the test begins by doing what playing the move begins with, it leaves the state as that does, and `finish` is
    the function that plays the move to its end from there. Without `finish` it leaves the state as it was. Both may
    serve several kinds: they are given their `values` then, after the parameters of the effect.
    """

    function: str
    causes: frozenset[Cause]
    finish: str = ""
    values: tuple[int, ...] = ()
    finish_values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Filling:
    """How to decide a game by filling its board: what each player adds to, and who has won on the full board.

    By player: the index of his set in the field of sets, the kind of move that adds to it, a function that says whether
    he has won on the full board, and one that writes the result down. Before more than `after` moves have been made
    there may be other moves.
    """

    field: str
    indices: dict[int, int]
    kinds: dict[int, str]
    decided: dict[int, n.Function]
    won: dict[int, n.Function]
    after: int


@dataclass(frozen=True, slots=True)
class PlayoutPlan:
    """How to play random games of a program.

    - `standard` lists all legal moves and picks one.
    - `pick` counts the moves by the sizes of sets and makes only the chosen one. `moves` is the body of the function
      `moves` in a form that allows it: variables, conditions, single moves, and loops over a set with one move each;
      a call of `moves` itself stands where moves have to be listed after all.
    - `shrinking` is a `pick` whose main loop runs over a set that changes, from one turn to the next, at most by losing
      the site just played: the sites left are kept in an array through the playout.
    - `fill` is a `shrinking` that decides the game on the full board. Who wins has the same distribution, but games are
      longer than those that are played.
    - `filter` and `norepeat` sample among candidates, which the function `candidates` emits, and test only the one
      sampled; one that fails is taken out, and another one sampled. If none is left, the legal moves are listed.
      Candidates are counted as by `pick` where `moves` is not empty.
    """

    name: PlayoutName
    reason: str
    moves: n.Block = ()
    main: n.For | None = None
    """For `shrinking`: the loop over the shrinking set, one of the statements in `moves`."""
    functions: dict[str, n.Function] = field(default_factory=dict)
    """Functions that the plan adds to the program, or puts in the place of others."""
    tests: dict[str, MoveTest] = field(default_factory=dict)
    """The test of each kind of move that has one; moves of other kinds are legal."""
    instead: str | None = None
    """Where `moves` is the same as the candidates that pass their tests: the function that emits what stands in for
    them if there are none. It has no name if nothing does."""
    filling: Filling | None = None
    """For `shrinking`: how to decide the game without playing it, where that is possible; `fill` does so always."""


STANDARD = PlayoutPlan("standard", "the moves are listed")
