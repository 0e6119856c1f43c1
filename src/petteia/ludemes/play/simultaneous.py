"""Simultaneous play: every player chooses a move of his own, and the chosen ones are made as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.actions.action import Action, NestedMove, Statements
from petteia.ludemes.lowering.drafts import FORM, Draft

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink

Parts = tuple[tuple[int, Draft], ...]


def joint_moves(x: Context, sink: Sink) -> None:
    """All combinations of one move of each player who is still in the game.

    Rules name the player of a move; they are evaluated for each player, whoever the state says is to move.
    """
    _choose(x, 1, (), sink)


def _choose(x: Context, player: int, parts: Parts, sink: Sink) -> None:
    if player > x.spec.players:
        if parts:
            sink(_joined(x, parts))
        return
    b = x.b
    with b.block() as playing:
        _choose_active(x, player, parts, sink)
    active = x.rules.ending.is_active(ops.number(player)) if x.spec.players > 2 else ops.TRUE
    with b.block() as absent:
        if active != ops.TRUE:
            _choose(x, player + 1, parts, sink)
    b.place_if(active, playing, absent)


def _choose_active(x: Context, player: int, parts: Parts, sink: Sink) -> None:
    b, index = x.b, ops.number(player)
    found = b.variable("found", ops.FALSE)

    def keep(draft: Draft) -> None:
        with b.if_(ops.eq(x.mover if draft.by is None else draft.by, index)):
            b.assign(found, ops.TRUE)
            source, target = b.let("source", draft.source), b.let("target", draft.target)
            _choose(x, player + 1, (*parts, (player, draft.with_(source=source, target=target))), sink)

    phases = x.spec.phases
    for number, phase in enumerate(phases):
        here = ops.eq(b.load("phase", index), ops.number(number)) if len(phases) > 1 else ops.TRUE
        if number in x.spec.phases_of(player):
            with b.if_(here):
                for moves in phase.play:
                    moves.lower(x, keep)
    with b.if_(ops.negate(found)):
        _choose(x, player + 1, (*parts, (player, Draft("forced_pass", text="pass"))), sink)


def _joined(x: Context, parts: Parts) -> Draft:
    """The moves of all players as one; consequents that wait for all of them come last."""
    actions: list[Action] = []
    waiting = []
    for _, part in parts:
        late = [then for then in part.thens if getattr(then, "apply_after_all_moves", False)]
        kept = tuple(then for then in part.thens if then not in late)
        actions += [NestedMove(part.with_(thens=kept)), _noting(part)]
        waiting += late
    text = FORM + "+".join(f"{player}:{_text(part)}" for player, part in parts)
    if all(part.is_pass for _, part in parts):
        text = "pass"
    return Draft("joint", actions=tuple(actions), thens=tuple(waiting), text=text)


def _noting(part: Draft) -> Statements:
    """Keeps the sites of a part, which the text of the whole tells."""

    def note(x: Context) -> None:
        x.b.store("acted_from", [], part.source)
        x.b.store("acted_to", [], part.target)

    return Statements(note)


def _text(part: Draft) -> str:
    if part.text != "move":
        return part.text
    return ">".join(_written(site) for site in (part.source, part.target))


def _written(site: n.Expr) -> str:
    return f"{{{site.name}}}" if isinstance(site, n.Local) else str(site.value if isinstance(site, n.Const) else -1)
