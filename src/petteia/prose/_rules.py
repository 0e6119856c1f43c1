"""The rules of a game as sentences: setup, pieces, turn, phases, end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from petteia.ludemes import Ludeme
from petteia.ludemes.ending.rules import End
from petteia.ludemes.equipment import items as e
from petteia.ludemes.game import Game, PlayerCount, PlayerList
from petteia.ludemes.phases import PhasedRules, PlainRules, Play
from petteia.ludemes.registry import walk

from ._english import listed, number, plural, sentence, words
from ._outline import Outlines, Step, address, outline_of
from ._places import Places, sites_in_words, told_places
from ._short_names import ShortNames
from ._telling import naming_sites, site_name, tell
from ._told_conditions import opposite
from ._told_moves import told_result

_SHAPES = {
    "square": "a square board",
    "rectangle": "a rectangular board",
    "hex": "a board of hexagons",
    "tri": "a triangular board",
    "concentric": "a board of rings",
}
_OWNERS = {"Each": "each player has", "Shared": "all players share", "Neutral": "belonging to nobody there are"}
_META = {
    "SwapRule": "After the first move the second player may swap sides.",
    "NoRepeat": "No move may bring back a position that has occurred before.",
    "NoSuicide": "No move may be made by which you lose at once.",
    "PassEnd": "The game ends when all players pass.",
}
_Rule = tuple[str, list[Step], list[str]]
"""The words that begin a rule, its steps, and sentences that follow."""
_PLAYER_MOVED = re.compile(r"\bplayer (\d) is the player who moved\b")
_PLACES = {"Vertex": "points", "Edge": "lines", "Cell": "cells"}


def rules_of_text(
    text: str, options: Sequence[str] = (), ruleset: str | None = None, defs: Sequence[Path | str] = ()
) -> dict[str, list[str]]:
    """The rules that a description tells, as sentences under headings."""
    from petteia.lang import bind, expand, read

    return rules_of_game(bind(read(expand(text, options=options, ruleset=ruleset, define_folders=defs))))


def rules_of_game(game: Ludeme, places: Places = Places()) -> dict[str, list[str]]:  # noqa: B008  (frozen)
    """The rules of a bound game, as sentences under headings; steps of a step are indented below it.

    Sites that rules name by number are called by their labels, and places that they name are told.
    """
    with naming_sites(places.labels):
        return _rules(game, places)


def rule_in_words(rule: Ludeme, labels: Sequence[str] = (), *, denied: bool = False) -> str:
    """One clause of the rules as a phrase: a condition as what holds, or its opposite; a region as its sites."""
    with naming_sites(labels):
        return sentence(opposite(rule) if denied else tell(rule)).removesuffix(".")


def _rules(game: Ludeme, places: Places) -> dict[str, list[str]]:
    if not isinstance(game, Game):
        return {"Match": [sentence("a match of several games, one after the other")]}
    told = {**_pieces(game), **_turns(game)}
    ends = list(_ends(game))
    said = [step.key() for part in told.values() for _, steps, _ in part for step in steps]
    short = ShortNames(game, [*said, *ends])
    told = {title: [_shortened(rule, short) for rule in rules] for title, rules in told.items()}
    outlines = Outlines([steps for part in told.values() for _, steps, _ in part])
    found = {"Setup": [*_players(game), *_start(game, places), *told_places(game, places)]}
    found["In short"] = [sentence(address(text)) for text in short.definitions()]
    if any("the counter" in text for text in (*said, *ends)):
        found["In short"].append("The counter goes up by one with each move.")
    for title, parts in told.items():
        found[title] = [line for part in parts for line in _lines(outlines, *part)]
    found["End"] = [sentence(_PLAYER_MOVED.sub(r"player \1 moved", short.shorten(text))) for text in ends]
    return {title: lines for title, lines in found.items() if lines}


def _shortened(rule: _Rule, short: ShortNames) -> _Rule:
    head, steps, after = rule
    return head, [step.rewritten(short.shorten) for step in steps], after


def _lines(outlines: Outlines, head: str, steps: list[Step], after: list[str]) -> Iterator[str]:
    """The lines of a rule behind the words that begin it, and sentences that follow."""
    if len(steps) == 1:
        steps = [Step(f"{head} {steps[0].text}", steps[0].below)]
        yield from outlines.lines(steps)
    elif steps:
        yield sentence(head).rstrip(",:.") + ":"
        yield from outlines.lines(steps, 1)
    yield from after


def _players(game: Game) -> Iterator[str]:
    count = _number_of_players(game)
    who = "One player plays" if count == 1 else f"{number(count).capitalize()} players play"
    boards = e.Board | e.MancalaBoard | e.SurakartaBoard
    board = next((item for item in game.equipment.items if isinstance(item, boards)), None)
    yield sentence(f"{who} on {_board(board)}" if board is not None else f"{who} without a board")
    yield from _possessions(_kinds(game), count)
    dice = [item for item in game.equipment.items if isinstance(item, e.Dice)]
    if dice:
        total = sum(item.number for item in dice)
        faces = _faces(dice[0]) if len({_faces(item) for item in dice}) == 1 else ""
        many = "is one die" if total == 1 else f"are {number(total)} dice"
        yield sentence(f"there {many}{faces}")


def _faces(dice: Any) -> str:
    """The faces of dice, where they are not those of everyday ones."""
    first = dice.from_ if dice.from_ is not None else 1
    faces = dice.faces or list(range(first, first + (dice.faces_each or 6)))
    if dice.faces_by_die is not None or faces == [1, 2, 3, 4, 5, 6]:
        return ""
    return f" with the faces {listed([str(one) for one in faces])}"


def _possessions(kinds: list[Any], players: int) -> Iterator[str]:
    """Who has which pieces; a kind that all players have by name belongs to each."""
    owners: dict[str, set[str]] = {}
    for one in kinds:
        owners.setdefault(one.name, set()).add(one.role.name if one.role else "Each")
    everybody = {f"P{player}" for player in range(1, players + 1)}
    told: dict[str, list[str]] = {}
    for name, roles in owners.items():
        for role in ("Each",) if roles >= everybody else sorted(roles):
            told.setdefault(role, []).append(plural(words(name)))
    for role, names in told.items():
        yield sentence(f"{_OWNERS.get(role) or f'player {role[1:]} has'} {listed(names)}")


def _number_of_players(game: Game) -> int:
    players = game.players
    if isinstance(players, PlayerList):
        return len(players.players)
    return int(players.count) if isinstance(players, PlayerCount) else 2


def _kinds(game: Game) -> list[Any]:
    return [item for item in game.equipment.items if isinstance(item, e.Piece | e.Tile)]


def _board(board: Any) -> str:
    if isinstance(board, e.MancalaBoard):
        return f"a mancala board of {number(board.rows)} rows of {board.columns} holes"
    if isinstance(board, e.SurakartaBoard):
        return "a board of points with loops at its corners"
    graph = board.graph
    places = _PLACES[board.use.name if board.use is not None else "Cell"]
    shape = _SHAPES.get(graph.keyword, "a board of its own shape")
    if graph.keyword == "hex" and len(list(graph.arguments())) == 1:
        return f"a board of hexagons, {tell(next(graph.arguments())[1])} {places} a side"
    sizes = [tell(value) for name, value in graph.arguments() if name in ("dim", "dim_a", "dim_b", "rows", "columns")]
    if graph.keyword == "square" and len(sizes) == 1:
        sizes = sizes * 2
    if not sizes or not all(one.isdigit() for one in sizes):
        return f"{shape}, on its {places}"
    return f"{shape} of {' by '.join(sizes)} {places}"


def _start(game: Game, places: Places) -> Iterator[str]:
    """The start position: the pieces of each player in one sentence."""
    start: Any = getattr(game.rules, "start", None)
    rules = start.all_rules() if start is not None else []
    kinds = Counter(given.get("item") for given in map(_given, rules))
    counted = {given.get("item") for given in map(_given, rules) if "count" in given or "counts" in given}
    known = {name: sites for name, sites in places.start.items() if kinds[name] == 1 or name not in counted}
    placed: dict[str, list[str]] = {}
    others: list[str] = []
    for rule in rules:
        owner, what = _placed(rule, known, places)
        if owner:
            told = placed.setdefault(owner, [])
            if what not in told:
                told.append(what)
        else:
            others.append(sentence(f"at the start, {what}"))
    for owner, parts in placed.items():
        yield sentence(f"{owner} starts with {listed(parts)}")
    yield from others


def _given(rule: Ludeme) -> dict[str, Any]:
    return dict(rule.arguments())


def _place(where: Any) -> str:
    """A place of the start, sites by their labels."""
    told = [tell(one) for one in where] if isinstance(where, list | tuple) else [tell(where)]
    return listed([site_name(int(one)) if one.isdigit() else one for one in told])


def _placed(rule: Ludeme, known: Mapping[str, Sequence[int]], places: Places) -> tuple[str, str]:
    """The owner of what a rule of the start places, if it has one, and what it places where.

    Where the sites of a piece are known, they are told; otherwise the words of the rule.
    """
    given = dict(rule.arguments())
    what = given.get("item") or given.get("items")
    written = ("region", "sites", "coordinates", "site", "coordinate")
    where = next((given[name] for name in written if name in given), None)
    if rule.title == "set Count":
        return "", f"put {tell(given['value'])} pieces on each of {tell(given.get('to') or given.get('at'))}"
    if rule.keyword != "place" or what is None or not isinstance(what, str):
        return "", tell(rule)
    place = sites_in_words(known[what], places.labels) if what in known else _place(where)
    on = f" on {place}" if where is not None else " in hand" if given.get("container") else ""
    kind = words(what.rstrip("0123456789"))
    owner = what[len(what.rstrip("0123456789")) :]
    count = tell(given["count"]) if "count" in given else ""
    single = count == "1" or (not count and on and " and " not in on and re.fullmatch(r" on [A-Z]+\d+", on))
    many = f"a {kind}" if single else f"{count} {plural(kind)}".strip()
    if owner and owner != "0":
        return f"player {owner}", many + on
    return ("each player", many + on) if " in hand" in on else ("", f"put {many}{on}")


def _turns(game: Game) -> dict[str, list[_Rule]]:
    rules = game.rules
    if isinstance(rules, PhasedRules):
        return {f"Phase {words(phase.name)}": _phase(phase, rules) for phase in rules.phases}
    if isinstance(rules, PlainRules):
        return {"Turn": [("on your turn,", outline_of(rules.play.moves), _throughout(rules))]}
    return {}


def _throughout(rules: Any) -> list[str]:
    """Rules that hold beside those of play."""
    meta = [type(part).__name__ for part in walk(rules.meta)] if rules.meta is not None else []
    return [text for name, text in _META.items() if name in meta]


def _phase(phase: Any, rules: PhasedRules) -> list[_Rule]:
    play: Play | None = phase.play or rules.play
    after = []
    after.extend(_throughout(rules))
    for following in phase.next_phases or ([phase.next_phase] if phase.next_phase is not None else []):
        when = f"if {tell(following.condition)}, " if following.condition is not None else ""
        after.append(sentence(f"{when}phase {words(following.phase_name or 'the next one')} begins"))
    return [("on your turn,", outline_of(play.moves if play is not None else None), after)]


def _pieces(game: Game) -> dict[str, list[_Rule]]:
    """How each piece moves; pieces that move alike are told together."""
    alike: dict[str, list[str]] = {}
    steps: dict[str, list[Step]] = {}
    for item in _kinds(game):
        outline = outline_of(getattr(item, "generator", None))
        if outline:
            key = "\n".join(step.key() for step in outline)
            alike.setdefault(key, []).append(words(item.name))
            steps[key] = outline
    rules: list[_Rule] = [(f"{listed(list(dict.fromkeys(names)))}:", steps[key], []) for key, names in alike.items()]
    return {"Pieces": rules} if rules else {}


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
    return told_result(part) if part.keyword == "result" else tell(part)
