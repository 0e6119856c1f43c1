"""Analysis by lines of JSON: one query a line with an id of the client's, one answer a line with the same id.

A query: `{"id": "1", "game": "Hex", "moves": ["12>12"], "position": null, "agent": "uct", "seconds": 1}`. Queries are
answered in the order in which they come; `"report": true` asks for answers on the way, which carry `"final": false`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TextIO

from petteia.errors import PetteiaError

from ._session import analysis_data, load_named, state_at
from ._thinking import Limits, think

if TYPE_CHECKING:
    from petteia.search import Analysis

_LONGEST_LINE = 1_000_000
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "id": (str, int),
    "game": str,
    "options": list,
    "ruleset": str,
    "position": str,
    "moves": list,
    "agent": str,
    "seconds": (int, float),
    "iterations": int,
    "seed": int,
    "report": bool,
    "top": int,
}


def serve(lines: Iterable[str] = sys.stdin, out: TextIO = sys.stdout) -> int:
    """Answers queries until there are no more; gives the number that failed."""
    failed = 0
    for line in lines:
        if not line.strip():
            continue
        for answer in _answers(line, lambda data: print(json.dumps(data), file=out, flush=True)):
            failed += "error" in answer
            print(json.dumps(answer), file=out, flush=True)
    return failed


def _answers(line: str, write: Callable[[dict[str, Any]], None]) -> Iterable[dict[str, Any]]:
    """The final answer to a query; those on the way are written at once."""
    name: object = None
    try:
        query = _object(line)
        name = query["id"] if isinstance(query.get("id"), str | int) else None
        yield _analyse(_checked(query), write)
    except (PetteiaError, OSError) as error:
        yield {"id": name, "error": " ".join(str(error).split())}


def _object(line: str) -> dict[str, Any]:
    """A line as an object."""
    if len(line) > _LONGEST_LINE:
        raise PetteiaError(f"a query has at most {_LONGEST_LINE:,} characters")
    try:
        query = json.loads(line)
    except (ValueError, RecursionError):
        raise PetteiaError("this line is no JSON") from None
    if not isinstance(query, dict):
        raise PetteiaError("a query is an object: {...}")
    return query


def _checked(query: dict[str, Any]) -> dict[str, Any]:
    """A query, each of its fields of the right kind."""
    given = {key: value for key, value in query.items() if value is not None}
    for key, value in given.items():
        if key not in _FIELDS:
            raise PetteiaError(f"a query has no field {key[:40]!r}; it has {', '.join(_FIELDS)}")
        wrong = isinstance(value, bool) and key != "report"
        if wrong or not isinstance(value, _FIELDS[key]) or not all(isinstance(one, str) for one in _words(value)):
            raise PetteiaError(f"the field {key} of this query has a wrong type")
    if "game" not in given:
        raise PetteiaError("a query names its game")
    return given


def _words(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _analyse(query: dict[str, Any], write: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    game = load_named(query["game"], tuple(query.get("options", ())), query.get("ruleset"))
    seed, top = query.get("seed", 0), query.get("top")
    state = state_at(game, query.get("position"), query.get("moves", ()), seed)
    about = {"id": query.get("id"), "game": game.name, "position": state.text, "mover": state.mover}
    if state.over:
        return {**about, "final": True, "over": True, "winner": state.winner, "returns": list(state.returns)}
    spent = 0.0

    def report(found: Analysis, seconds: float) -> None:
        nonlocal spent
        spent = seconds
        if query.get("report"):
            write({**about, "final": False, **analysis_data(found, seconds, top)})

    seconds, iterations = query.get("seconds"), query.get("iterations")
    if any(limit is not None and limit <= 0 for limit in (seconds, iterations)):
        raise PetteiaError("the budget of a search must be above zero")
    found = think(query.get("agent", "uct"), state, Limits(seconds, iterations), report=report, seed=seed)
    return {**about, "final": True, "over": False, **analysis_data(found, spent, top)}
