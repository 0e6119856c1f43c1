"""Games without players: all moves that the rules find in a state are made at once, as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ludemes.actions.action import Statements
from petteia.ludemes.lowering.drafts import Draft

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink


def step(x: Context, sink: Sink) -> None:
    """One move, with the sites of the first that the rules find, which makes all of them; none if there is none."""

    def begin(draft: Draft) -> None:
        sink(Draft("simulate", draft.source, draft.target, actions=(Statements(_make_all),)))
        x.b.return_()

    x.rules.generate_play(x, begin)


def _make_all(x: Context) -> None:
    """All moves are found before the first of them is made."""

    def keep(draft: Draft) -> None:
        if draft.thens:
            raise UnsupportedLudeme(["consequents of moves in a game without players"])
        x.rules.kinds.emit_effect(x, draft)

    with x.rules.kinds.collecting(x):
        x.rules.generate_play(x, keep)
