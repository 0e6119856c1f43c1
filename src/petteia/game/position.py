"""Positions as values, and their text: `0=1 4=2 | m=1 sc=0,0`.

Items for the sites that hold something stand before ` | `, the rest of the state after it. An item is `SITE=PIECE`,
the site with a letter for its type in some games (`V` vertex, `E` edge, `C` cell) and `h` off the board. `PIECE` is
the number of the component, `uN` an owner other than the component's, `*N` a count that is not 1, `sN`, `rN`, `vN`
state, rotation and value; levels of a stack are joined by `/`, bottom first. In a deduction puzzle `PIECE` is the value
of a site, or `{v,v,..}` where several are left but not all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from petteia.errors import PositionError

from .facts import LETTERS, Facts

_ITEM = re.compile(r"([VECh]?)(\d+)=(\S+)")
_LEVEL = re.compile(r"(\d+)(?:u(\d+))?(?:\*(\d+))?(?:s(\d+))?(?:r(\d+))?(?:v(\d+))?")
_STACK_COUNT = re.compile(r"\*(\d+)$")
_NOTE = re.compile(r"([a-z]+(?::\S*?)?)=(\S*)")
_NUMBER = re.compile(r"-?\d+")
_BY_PLAYER = {"sc": "scores", "am": "amounts", "ph": "phases", "ord": "order"}
_SINGLE = {"m": "mover", "pot": "pot", "k": "counter", "t": "variable"}
_OWN_FORMS = {*_BY_PLAYER, *_SINGLE, "pend", "pay", "d", "over", "gover", "var", "rem"}
_VALUES = re.compile(r"(\d+)=(?:(\d+)|\{(\d+(?:,\d+)*)\})")


class Level(NamedTuple):
    """A piece on a site, or on one level of a stack; `owner` is None where it is that of the component."""

    component: int
    owner: int | None = None
    state: int = 0
    rotation: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True)
class Occupied:
    """A site that holds something: pieces, bottom first, or only a state or value of its own (component 0, count 0)."""

    letter: str
    """The letter of its site type; `h` off the board."""
    site: int
    levels: tuple[Level, ...]
    count: int = 1


@dataclass
class Position:
    """All that the text of a position says. What does not apply to a game, or was not said, is None or empty."""

    sites: list[Occupied] = field(default_factory=list)
    values: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The values possible for sites of a deduction puzzle, where not all of them are any more."""
    mover: int = 1
    scores: list[int] | None = None
    amounts: list[int] | None = None
    pot: int | None = None
    payoffs: list[int] | None = None
    """The payments of each player, in thousandths."""
    phases: list[int] | None = None
    pending: list[int] = field(default_factory=list)
    counter: int | None = None
    variable: int | None = None
    variables: dict[str, int] = field(default_factory=dict)
    remembered: dict[str, list[int]] = field(default_factory=dict)
    """Remembered values by name; those without a name under the empty one."""
    dice: list[list[int]] = field(default_factory=list)
    further: dict[str, list[int]] = field(default_factory=dict)
    """State that ludemes bring with them, by its key: a number, the numbers of the players, or members of a set."""
    order: list[int] | None = None
    game_ranks: list[int] | None = None
    """The same for the latest game of a match, while the match goes on."""
    ranks: list[int] | None = None
    """Twice the rank of each seat once the game is over."""


# ---------------------------------------------------------------------------------------------------------------
# To text


def to_text(position: Position, facts: Facts) -> str:
    """The text of a position."""
    items = " ".join([*(_item_text(one, facts) for one in position.sites), *_value_items(position)])
    return f"{items} | {' '.join(f'{key}={value}' for key, value in _notes(position))}"


def _value_items(position: Position) -> list[str]:
    return [
        f"{site}={values[0]}" if len(values) == 1 else f"{site}={{{_listed(list(values))}}}"
        for site, values in sorted(position.values.items())
    ]


def _item_text(one: Occupied, facts: Facts) -> str:
    letter = one.letter if facts.is_graph or one.letter == "h" else ""
    if facts.stacking:
        levels = "/".join(_level_text(level, "") for level in one.levels)
        return f"{letter}{one.site}={levels}" + (f"*{one.count}" if one.count > 1 else "")
    count = f"*{one.count}" if one.count != 1 else ""
    return f"{letter}{one.site}={_level_text(one.levels[0], count)}"


def _level_text(level: Level, count: str) -> str:
    text = str(level.component)
    if level.owner is not None:
        text += f"u{level.owner}"
    text += count
    if level.state > 0:
        text += f"s{level.state}"
    if level.rotation > 0:
        text += f"r{level.rotation}"
    if level.value > 0:
        text += f"v{level.value}"
    return text


def _notes(position: Position) -> list[tuple[str, str]]:
    notes: list[tuple[str, str]] = [("m", str(position.mover))]
    for key, values in (("sc", position.scores), ("am", position.amounts)):
        if values is not None:
            notes.append((key, _listed(values)))
    if position.pot is not None:
        notes.append(("pot", str(position.pot)))
    if position.payoffs is not None and any(position.payoffs):
        notes.append(("pay", ",".join(_decimal(paid) for paid in position.payoffs)))
    if position.phases is not None:
        notes.append(("ph", _listed(position.phases)))
    if position.pending:
        notes.append(("pend", _listed(sorted(position.pending))))
    if position.counter is not None:
        notes.append(("k", str(position.counter)))
    if position.variable is not None:
        notes.append(("t", str(position.variable)))
    notes += [(f"var:{name}", str(value)) for name, value in sorted(position.variables.items())]
    for name, values in sorted(position.remembered.items()):
        if values:
            notes.append((f"rem:{name}" if name else "rem", _listed(sorted(values))))
    notes += [(key, _listed(values)) for key, values in sorted(position.further.items())]
    if position.dice:
        notes.append(("d", ";".join(map(_listed, position.dice))))
    if position.order is not None:
        notes.append(("ord", _listed(position.order)))
    for key, ranks in (("gover", position.game_ranks), ("over", position.ranks)):
        if ranks is not None:
            notes.append((key, ",".join(f"{rank // 2}.5" if rank % 2 else str(rank // 2) for rank in ranks)))
    return notes


def _decimal(thousandths: int) -> str:
    whole, rest = divmod(abs(thousandths), 1000)
    return ("-" if thousandths < 0 else "") + str(whole) + (f".{rest:03}".rstrip("0") if rest else "")


def _listed(values: list[int]) -> str:
    return ",".join(map(str, values))


# ---------------------------------------------------------------------------------------------------------------
# From text


def from_text(text: str, facts: Facts) -> Position:
    """The position that a text says; `PositionError` for what is no position of this game."""
    board, bar, rest = text.strip("\n").partition("|")
    if not bar:
        raise PositionError(f"a position has ` | ` between what is on the board and the rest: {text!r}")
    position = Position()
    if facts.is_puzzle:
        position.values = dict(_read_values(word, facts) for word in board.split())
    else:
        position.sites = [_read_item(word, facts) for word in board.split()]
    seen = {(one.letter, one.site) for one in position.sites}
    if len(seen) < len(position.sites):
        raise PositionError("a site is listed twice")
    for word in rest.split():
        note = _NOTE.fullmatch(word)
        if note is None:
            raise PositionError(f"{word!r} is not of the form key=value")
        _read_note(position, note[1], note[2], facts)
    return position


def _read_values(word: str, facts: Facts) -> tuple[int, tuple[int, ...]]:
    found = _VALUES.fullmatch(word)
    if found is None or int(found[1]) >= facts.counts[facts.letter]:
        raise PositionError(f"{word!r} is not of the form SITE=VALUE or SITE={{VALUE,..}}")
    values = sorted({int(number) for number in (found[2] or found[3]).split(",")})
    return int(found[1]), tuple(values)


def _read_item(word: str, facts: Facts) -> Occupied:
    found = _ITEM.fullmatch(word)
    if found is None:
        raise PositionError(f"{word!r} is not of the form SITE=PIECE")
    letter, site = found[1] or facts.letter, int(found[2])
    if not _is_site(letter, site, facts):
        raise PositionError(f"{facts.name} has no site {found[1]}{site}")
    stack, count = found[3], 1
    if facts.stacking and (ending := _STACK_COUNT.search(stack)):
        stack, count = stack[: ending.start()], int(ending[1])
    words = stack.split("/")
    if len(words) > 1 and not facts.stacking:
        raise PositionError(f"{word!r} is a stack, and {facts.name} has none")
    levels = []
    for one in words:
        level = _LEVEL.fullmatch(one)
        if level is None or int(level[1]) > len(facts.components) or int(level[2] or 1) > facts.players:
            raise PositionError(f"{one!r} in {word!r} is no piece of {facts.name}")
        count = int(level[3]) if level[3] is not None else count
        owner = int(level[2]) if level[2] else None
        levels.append(Level(int(level[1]), owner, *(int(number or 0) for number in level.group(4, 5, 6))))
    return Occupied(letter, site, tuple(levels), count)


def _is_site(letter: str, site: int, facts: Facts) -> bool:
    if letter == "h":
        return any(site in one.sites for one in facts.containers[1:] if not one.is_dice)
    return letter in LETTERS and site < facts.counts.get(letter, 0)


def further_fields(facts: Facts) -> dict[str, str]:
    """The fields that positions show without a form of their own, by their keys."""
    shown = ((one.key, name) for name, one in facts.fields.items() if one.visible and one.key)
    return {key: name for key, name in shown if key not in _OWN_FORMS}


def _read_note(position: Position, key: str, text: str, facts: Facts) -> None:
    head, _, name = key.partition(":")
    if key in _BY_PLAYER:
        setattr(position, _BY_PLAYER[key], _numbers(key, text, facts.players))
    elif key in _SINGLE:
        setattr(position, _SINGLE[key], _numbers(key, text, 1)[0])
    elif key in further_fields(facts):
        position.further[key] = _numbers(key, text)
    elif key == "pend":
        position.pending = _numbers(key, text)
    elif key == "d":
        position.dice = [_numbers(key, part) for part in text.split(";")]
    elif key == "pay":
        position.payoffs = _read_payoffs(text, facts.players)
    elif key == "over":
        position.ranks = _read_ranks(text, facts.players)
    elif key == "gover":
        position.game_ranks = _read_ranks(text, facts.players)
    elif head == "var" and name:
        position.variables[name] = _numbers(key, text, 1)[0]
    elif head == "rem":
        position.remembered[name] = _numbers(key, text)
    else:
        raise PositionError(f"{key!r} is nothing that positions have")
    if not 1 <= position.mover <= facts.players:
        raise PositionError(f"m={position.mover}: {facts.name} has players 1 to {facts.players}")


def _numbers(key: str, text: str, count: int | None = None) -> list[int]:
    words = text.split(",")
    if not all(_NUMBER.fullmatch(word) for word in words) or count not in (None, len(words)):
        wanted = "numbers" if count is None else "a number" if count == 1 else f"{count} numbers"
        raise PositionError(f"{key}={text}: {wanted} expected")
    return [int(word) for word in words]


def _read_payoffs(text: str, players: int) -> list[int]:
    words = text.split(",")
    if len(words) != players or not all(re.fullmatch(r"-?\d+(\.\d{1,3})?", word) for word in words):
        raise PositionError(f"pay={text}: {players} payoffs expected")
    return [round(1000 * float(word)) for word in words]


def _read_ranks(text: str, players: int) -> list[int]:
    words = text.split(",")
    if len(words) != players or not all(re.fullmatch(r"\d+(\.[05])?", word) for word in words):
        raise PositionError(f"over={text}: {players} ranks expected")
    return [int(2 * float(word)) for word in words]
