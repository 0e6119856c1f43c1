"""A game in progress as it is kept: a tree of moves, who plays, how it ended, and the moves that cost most."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from itertools import pairwise
from typing import Any


class Refused(Exception):
    """Something that cannot be done at a table, in a sentence for people."""


@dataclass
class Record:
    """A game in progress as it is kept: `nodes` are moves with the number of the node before; node 0 is the start."""

    id: str
    game: str
    recipe: dict[str, Any]
    guest: bool = False
    """True if the description came through the browser, so that it is played in a process apart."""
    seed: int = 0
    seats: list[str] = field(default_factory=list)
    """`person` or the number of a level, for each player."""
    nodes: list[list[Any]] = field(default_factory=lambda: [[-1, "", ""]])
    at: int = 0
    latest: dict[str, int] = field(default_factory=dict)
    """The child that was visited last, by node: where redo goes."""
    resigned: int = 0
    out_of_time: int = 0
    clock: dict[str, Any] | None = None
    """The fields of a `Clock`, where one is used."""

    @classmethod
    def of_json(cls, kept: dict[str, Any]) -> Record:
        """The record that was kept; what an older version kept besides is left out."""
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in kept.items() if name in known})

    def path(self, node: int | None = None) -> list[int]:
        """The nodes from the start to a node."""
        node = self.at if node is None else node
        found = []
        while node > 0:
            found.append(node)
            node = self.nodes[node][0]
        return found[::-1]

    def moves(self, node: int | None = None) -> list[str]:
        """The moves from the start to a node."""
        return [self.nodes[one][1] for one in self.path(node)]

    def children(self, node: int) -> list[int]:
        """The nodes that were played from a node."""
        return [number for number in range(node + 1, len(self.nodes)) if self.nodes[number][0] == node]


def mistakes(record: Record, found: dict[int, dict[str, Any]], line: list[int]) -> list[dict[str, Any]]:
    """The moves of a line that cost most, by what searches thought before and after."""
    made = []
    for before, node in pairwise(line):
        if before not in found or not found[before]["candidates"]:
            continue
        move, candidates = record.nodes[node][1], found[before]["candidates"]
        played = next((one for one in candidates if one["move"] == move), None)
        worth = [played["value"]] if played is not None and played["visits"] else []
        seat, after = found[before].get("seat"), found.get(node, {})
        if after.get("sure") and seat and len(record.seats) == 2:  # what came of it is clearer than what was foreseen
            worth.append(after["value"] if seat == 1 else -after["value"])
        loss = candidates[0]["value"] - min(worth, default=candidates[0]["value"])
        if loss > 0.15 and candidates[0]["move"] != move:
            spoken, better = record.nodes[node][2], candidates[0]["spoken"]
            made.append({"node": node, "before": before, "spoken": spoken, "loss": loss, "better": better})
    return sorted(made, key=lambda one: -one["loss"])[:20]
