"""The rules of a game as sentences: setup, pieces, turn, phases, end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from petteia.ludemes import Ludeme
from petteia.ludemes import equipment as e
from petteia.ludemes._registry import walk
from petteia.ludemes._types import Moves
from petteia.ludemes.end import End
from petteia.ludemes.game import Game, PlayerCount, PlayerList
from petteia.ludemes.phases import PhasedRules, PlainRules, Play

from ._telling import listed, number, sentence, tell, words
from .templates import RESULTS, ROLES

_SHAPES = {
    "square": "a square board",
    "rectangle": "a rectangular board",
    "hex": "a board of hexagons",
    "tri": "a triangular board",
    "concentric": "a board of rings",
}
_OWNERS = {"Each": "each player has", "Shared": "all players share", "Neutral": "belonging to nobody there are"}
_PLACES = {"Vertex": "points", "Edge": "lines", "Cell": "cells"}


def rules_of_text(
    text: str, options: Sequence[str] = (), ruleset: str | None = None, defs: Sequence[Path | str] = ()
) -> dict[str, list[str]]:
    """The rules that a description tells, as sentences under headings."""
    from petteia.lang import bind, expand, read

    return rules_of_game(bind(read(expand(text, options=options, ruleset=ruleset, define_folders=defs))))


def rules_of_game(game: Ludeme) -> dict[str, list[str]]:
    """The rules of a bound game, as sentences under headings."""
    if not isinstance(game, Game):
        return {"Match": [sentence("a match of several games, one after the other")]}
    found = {"Setup": [*_players(game), *_start(game)], **_turns(game)}
    pieces = list(_pieces(game))
    if pieces:
        found["Pieces"] = pieces
    ends = [sentence(text) for text in _ends(game)]
    if ends:
        found["End"] = ends
    order = ("Setup", "Pieces", *(one for one in found if one not in ("Setup", "Pieces", "End")), "End")
    return {title: found[title] for title in order if found.get(title)}


def _players(game: Game) -> Iterator[str]:
    count = _number_of_players(game)
    who = "One player plays" if count == 1 else f"{number(count).capitalize()} players play"
    board = next((item for item in game.equipment.items if isinstance(item, e.Board | e.MancalaBoard)), None)
    yield sentence(f"{who} on {_board(board)}" if board is not None else f"{who} without a board")
    for role in dict.fromkeys(one.role.name if one.role else "Each" for one in _kinds(game)):
        names = [_plural(words(one.name)) for one in _kinds(game) if (one.role.name if one.role else "Each") == role]
        yield sentence(f"{_OWNERS.get(role) or f'player {role[1:]} has'} {listed(list(dict.fromkeys(names)))}")
    dice = [item for item in game.equipment.items if isinstance(item, e.Dice)]
    if dice:
        total = sum(item.number for item in dice)
        yield sentence(f"there {'is' if total == 1 else 'are'} {number(total)} {'die' if total == 1 else 'dice'}")


def _number_of_players(game: Game) -> int:
    players = game.players
    if isinstance(players, PlayerList):
        return len(players.players)
    return int(players.count) if isinstance(players, PlayerCount) else 2


def _kinds(game: Game) -> list[Any]:
    return [item for item in game.equipment.items if isinstance(item, e.Piece | e.Tile)]


def _plural(name: str) -> str:
    if name.endswith(("man", "Man")):
        return f"{name[:-2]}en"
    return name if name.endswith("s") else f"{name}s"


def _board(board: Any) -> str:
    if isinstance(board, e.MancalaBoard):
        return f"a mancala board of {number(board.rows)} rows of {board.columns} holes"
    graph = board.graph
    places = _PLACES[board.use.name if board.use is not None else "Cell"]
    shape = _SHAPES.get(graph.keyword, "a board of its own shape")
    sizes = [tell(value) for name, value in graph.arguments() if name in ("dim", "dim_a", "dim_b", "rows", "columns")]
    if graph.keyword == "square" and len(sizes) == 1:
        sizes = sizes * 2
    if not sizes or not all(one.isdigit() for one in sizes):
        return f"{shape}, on its {places}"
    return f"{shape} of {' by '.join(sizes)} {places}"


def _start(game: Game) -> Iterator[str]:
    start: Any = getattr(game.rules, "start", None)
    for rule in start.all_rules() if start is not None else []:
        yield sentence(_placed(rule))


def _placed(rule: Ludeme) -> str:
    given = dict(rule.arguments())
    what = given.get("item") or given.get("items")
    places = ("region", "sites", "coordinates", "site", "coordinate")
    where = next((given[name] for name in places if name in given), None)
    if rule.keyword == "place" and what is not None:
        on = f" on {tell(where)}" if where is not None else " in the hand" if given.get("container") else ""
        many = f"{tell(given['count'])} of " if "count" in given else ""
        return f"at the start, put {many}{_kind_and_owner(what)}{on}"
    if rule.title == "set Count":
        return f"at the start, put {tell(given['value'])} pieces on each of {tell(given.get('to') or given.get('at'))}"
    return f"at the start, {tell(rule)}"


def _kind_and_owner(item: Any) -> str:
    """A piece by its name and the number of its owner behind it."""
    name = item if isinstance(item, str) else tell(item)
    kind, owner = name.rstrip("0123456789"), name[len(name.rstrip("0123456789")) :]
    return f"the {_plural(words(kind))} of player {owner}" if owner else _plural(words(kind))


def _turns(game: Game) -> dict[str, list[str]]:
    rules = game.rules
    if isinstance(rules, PhasedRules):
        return {f"Phase {words(phase.name)}": list(_phase(phase, rules)) for phase in rules.phases}
    if isinstance(rules, PlainRules):
        swap = any(part.keyword == "swap" for part in walk(rules.meta)) if rules.meta is not None else False
        told = list(_play(rules.play))
        if swap:
            told.append("After the first move the second player may swap sides.")
        return {"Turn": told}
    return {}


def _phase(phase: Any, rules: PhasedRules) -> Iterator[str]:
    play = phase.play or rules.play
    if play is not None:
        yield from _play(play)
    for following in phase.next_phases or ([phase.next_phase] if phase.next_phase is not None else []):
        when = f"if {tell(following.condition)}, " if following.condition is not None else ""
        yield sentence(f"{when}phase {words(following.phase_name or 'the next one')} begins")


def _play(play: Play) -> Iterator[str]:
    yield from _choices("On your turn, ", "On your turn, do one of these:", play.moves)


def _choices(start: str, title: str, moves: Any) -> Iterator[str]:
    """A sentence; where there are alternatives, one for each."""
    if type(moves).__name__ not in ("OrMoves", "OrMovesAll"):
        yield sentence((start + tell(moves)).replace("the player who moved", "you"))
        return
    yield title
    for letter, way in zip(ascii_lowercase, (one for one in moves.children() if isinstance(one, Moves)), strict=False):
        yield f"{letter}) " + sentence(tell(way).replace("the player who moved", "you"))
    if moves.then is not None:
        yield sentence(f"after any of these, {tell(moves.then)}".replace("the player who moved", "you"))


def _pieces(game: Game) -> Iterator[str]:
    for item in _kinds(game):
        moves = getattr(item, "generator", None)
        if moves is not None:
            name = words(item.name)
            yield from _choices(f"{name}: ", f"{name}, one of these:", moves)


def _ends(game: Game) -> Iterator[str]:
    ends = [part for part in walk(game) if isinstance(part, End)]
    for end in ends:
        for rule in end.children():
            yield from _end(rule)


def _end(rule: Any) -> Iterator[str]:
    if rule.keyword != "if":
        yield tell(rule)
        return
    condition = tell(rule.test)
    for part in rule.subs or ([rule.sub] if rule.sub is not None else []):
        yield from (f"if {condition} and {text.removeprefix('if ')}" for text in _end(part))
    if rule.result is not None:
        yield f"if {condition}, {_result(rule.result)}"


def _result(part: Any) -> str:
    if part.keyword != "result":
        return tell(part)
    result = RESULTS.get(part.result.name, words(part.result.name))
    who = ROLES.get(part.who.name, tell(part.who))
    return f"{who} {result}" if result in ("wins", "loses") else result
