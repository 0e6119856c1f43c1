"""Answers about descriptions that are being written: mistakes, completion, meanings, layout, pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError
from petteia.widget import picture_of, view_of

if TYPE_CHECKING:
    from petteia.game import Game

Request = dict[str, Any]
Reply = dict[str, Any]


def check(request: Request) -> Reply:
    """The first mistake of a text, with its place; none if it can be read, and then what surely is not meant."""
    from petteia.lang.assist import find_mistake, written_at
    from petteia.lang.suspicions import find_warnings

    mistake = find_mistake(request["text"])
    if mistake is None:
        found = [(one.message, written_at(one.place)) for one in find_warnings(request["text"])]
        return {"mistake": None, "warnings": [{"message": text, "line": at.line if at else 0} for text, at in found]}
    return {"mistake": {"message": str(mistake), **place(mistake)}}


def place(error: PetteiaError) -> dict[str, int]:
    """Line and column of a mistake, from 1 on, where it has a place."""
    from petteia.lang.assist import place_of

    found = place_of(error)
    return {"line": found[0], "column": found[1]} if found else {}


def completions(request: Request) -> Reply:
    from petteia.lang.assist import complete

    found = complete(request["text"], request["offset"])
    return {"suggestions": [{"text": one.text, "kind": one.kind, "note": one.note} for one in found[:60]]}


def meaning_at(request: Request) -> Reply:
    from petteia.lang.assist import meaning

    found = meaning(request["text"], request["offset"])
    return {"meaning": None} if found is None else {"meaning": found[1], "start": found[0].start, "end": found[0].end}


def _interpreted(given: dict[str, Any]) -> Game:
    """A game that is only looked at: the interpreter needs no compiler, so that nobody waits for a build."""
    from petteia.game import load

    return load(given["text"], defs=given.get("defs") or (), backend="interpreter")


def picture(request: Request) -> Reply:
    state = _interpreted(request["game"]).start(0)
    return {"light": picture_of(state, dark=False), "dark": picture_of(state, dark=True)}


def draft(request: Request) -> Reply:
    """The start of a game that is being written."""
    game = _interpreted(request["game"])
    return {"name": game.name, "players": game.players, "view": view_of(game.start(0))}


def laid_out(request: Request) -> Reply:
    from petteia.lang.format import format_text

    return {"text": format_text(request["text"])}
