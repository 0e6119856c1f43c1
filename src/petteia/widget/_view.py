"""A position as the board component shows it: the drawn board, and the moves that can be made on it, as JSON values."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from petteia.draw import svg_board
from petteia.game import Move, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from petteia.game import Piece, State

_SITES = re.compile(r"([VEC]?-?\d+)>([VEC]?-?\d+)")
_MOST_COMPARED = 24
"""More moves than these between the same two sites are told apart by number alone."""


def view_of(state: State, *, dark: bool | None = None) -> dict[str, Any]:
    """The drawing of a position without its caption, its legal moves by the sites to click, and whose turn it is.

    >>> from petteia import load
    >>> view = view_of(load("Tic-Tac-Toe").start())
    >>> view["moves"][4], view["mover"], view["over"]
    ({'text': '4>4', 'from': '4', 'to': '4', 'spoken': 'B2', 'label': 'B2'}, 1, False)
    """
    scene = state.scene(moves=False)
    history = state.history
    return {
        "svg": svg_board(replace(scene, caption=""), dark=dark),
        "moves": moves_of(state),
        "mover": state.mover,
        "player": state.players_by_seat[state.mover - 1],
        "players": state.game.players,
        "over": state.over,
        "winner": state.winner,
        "returns": list(state.returns),
        "caption": scene.caption,
        "dice": list(scene.dice),
        "scores": list(scene.scores) if scene.scores is not None else None,
        "last": _sites(history[-1]) if history else None,
        "text": state.text,
        "title": state.game.name,
    }


def picture_of(state: State, *, dark: bool) -> str:
    """The board alone, to be looked at."""
    return svg_board(replace(state.scene(moves=False), caption=""), dark=dark, still=True)


def moves_of(state: State) -> list[dict[str, str]]:
    """The legal moves: text, the sites to click, what people say, and a label that tells it from others like it."""
    moves = state.legal_moves()
    alike: dict[str, list[Move]] = defaultdict(list)
    for move in moves:
        alike[move.text].append(move)
    labels = {move: label for group in alike.values() if len(group) > 1 for move, label in _told_apart(state, group)}
    made = []
    for move in moves:
        source, target = _sites(move) or ("", "")
        said = _said(state, move)
        made.append({"text": str(move), "from": source, "to": target, "spoken": said, "label": labels.get(move, said)})
    return made


def _said(state: State, move: Move) -> str:
    if move.text.startswith("say:"):
        return move.text[4:].strip('"')
    return {"pass": "Pass", "swap": "Swap sides"}.get(move.text) or spoken(state.game, move)


def _sites(move: Move) -> tuple[str, str] | None:
    """The sites of a move as the board names them; a site that is not there is empty."""
    found = _SITES.fullmatch(move.text)
    if found is None:
        return None
    source, target = ("" if "-" in one else one for one in found.groups())
    return source or target, target or source


def _told_apart(state: State, moves: Sequence[Move]) -> list[tuple[Move, str]]:
    """Labels for moves between the same sites, by what would stand on the board after each."""
    if len(moves) > _MOST_COMPARED:
        return [(move, f"{spoken(state.game, move)} ({move.number})") for move in moves]
    after: list[set[str]] = []
    for move in moves:
        trial = state.copy()
        trial.play(move)
        after.append({_stands(piece) for piece in trial.pieces()})
    common: set[str] = set.intersection(*after)
    before = {_stands(piece) for piece in state.pieces()}
    kept = set.union(*after)
    labels = []
    for move, pieces in zip(moves, after, strict=True):
        gone = (before - pieces) & kept
        words = sorted(pieces - common - before) or [f"without {one}" for one in sorted(gone)]
        labels.append((move, ", ".join(words[:3]) or f"way {move.number}"))
    if len({label for _, label in labels}) < len(labels):
        return [(move, f"{label} ({move.number})") for move, label in labels]
    return labels


def _stands(piece: Piece) -> str:
    data = "".join(
        f", {name} {number}"
        for name, number in (("state", piece.state), ("turned", piece.rotation), ("value", piece.value))
        if number
    )
    amount = f"{piece.count} × " if piece.count != 1 else ""
    return f"{amount}{piece.name.rstrip('0123456789')} on {piece.label}{data}"
