"""Tracks in play: which track a rule means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import Track
from petteia.ir import nodes as n
from petteia.ir import ops

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context


def for_each_track(x: Context, name: str | None, owner: n.Expr | None) -> list[tuple[n.Expr, Track]]:
    """The track sowing and looking along tracks mean, for each owner there may be, with the condition that it is his.

    Without a name the first track; with a name alone the first of exactly that name; with an owner the first of his
    whose name contains it.
    """
    tracks = x.spec.tracks
    if name is None:
        return [(ops.TRUE, track) for track in tracks[:1]]
    if owner is None:
        return [(ops.TRUE, track) for track in [t for t in tracks if t.name == name][:1]]
    found = []
    for player in range(x.spec.players + 2):
        condition = ops.eq(owner, ops.number(player))
        fitting = [t for t in tracks if t.owner == player and name in t.name]
        if fitting and condition != ops.FALSE:
            found.append((condition, fitting[0]))
    return found
