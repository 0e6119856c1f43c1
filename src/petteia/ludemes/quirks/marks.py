"""Quirks of single moves: marks that a draft carries along, and how many consequents they let it have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from petteia.ludemes.actions.action import Statements

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Draft, Sink


@dataclass(frozen=True)
class Quirk:
    """A mark on a move that is not played as a plain reading of its rule says."""

    name: str
    words: str
    """The words of the language that it serves."""
    reason: str
    consequents: int = 1
    """The number of times that the move gets each consequent of an enclosing ludeme."""


TWICE = Quirk("twice", "(move Add (to region (apply ..)))", "a move with an effect stands twice in its list", 2)
LEADS = Quirk("leads", "do, forget Value All, set Pending", "it only leads up to the next move of its list", 0)
TRIED = Quirk("tried", "max Moves", "it was tried before it was chosen, and makes all that came of it, captures first")


def with_swaps_as_decisions(sink: Sink) -> Sink:
    """A sink for `(swap Players ..)`: it counts as a decision even as a consequence, so that no pass brings it."""

    def note(x: Context) -> None:
        x.rules.trail.make_no_pass()

    def keep(draft: Draft) -> None:
        if draft.text == "swap":
            draft = draft.with_(actions=(*draft.actions, Statements(note)))
        sink(draft)

    return keep
