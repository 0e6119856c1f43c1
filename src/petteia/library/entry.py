"""Facts of a game that its description tells without being read as rules: name, aliases, kind, place, time, players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

_NAME = re.compile(r'\(\s*(?:game|match)\s+"([^"]+)"')
_PLAYERS = re.compile(r"\(\s*players\s+(\d+)\s*\)")
_PLAYER_LIST = re.compile(r"\(\s*players\s*\{")
_PLAYER = re.compile(r"\(\s*player\b")
_RULESET = re.compile(r'\(\s*ruleset\s+"([^"]+)"')
_ALIASES = re.compile(r"\(\s*aliases\s*\{([^}]*)\}")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_CATEGORY = re.compile(r'\(\s*classification\s+"([^"]*)"')
_ORIGIN = re.compile(r'\(\s*origin\s+"((?:[^"\\]|\\.)*)"')
_DATE = re.compile(r'\(\s*date\s+"([^"]*)"')
_PLACE = re.compile(r"\bin\s+(?:the\s+)?([^,.;]+)")
_YEAR = re.compile(r"(?<![\d-])-?\d{1,4}(?!\d)(?:\s*BCE?\b)?")
_SEPARATORS = re.compile(r"[\s_\-'’.,]+")
_TEXT_OF_KINDS = {"sow": "mancala", "race": "race", "hunt": "hunt", "war": "war", "space": "space", "puzzle": "puzzle"}


@dataclass(frozen=True)
class Entry:
    """A game in a list of games; `path` says where its description lies."""

    name: str
    aliases: tuple[str, ...] = ()
    category: str = ""
    region: str = ""
    years: tuple[int, int] | None = None
    players: int | None = None
    rulesets: tuple[str, ...] = ()
    path: str = ""

    @classmethod
    def of_text(cls, text: str, path: str = "") -> Entry | None:
        """The facts of a description; None where the text describes no game.

        >>> entry = Entry.of_text('(game "Ur" (players 2)) (metadata (info {(aliases {"Royal Game"}) (date "-2600")}))')
        >>> entry.name, entry.aliases, entry.players, entry.years
        ('Ur', ('Royal Game',), 2, (-2600, -2600))
        """
        from petteia.lang.scan import blank_comments  # the reader costs more than a cached load may take
        from petteia.lang.text import Sources

        plain = blank_comments(Sources().add_file(path or "text", text)).chars
        name = _NAME.search(plain)
        if name is None:
            return None
        aliases = _ALIASES.search(plain)
        category = _CATEGORY.search(plain)
        region, years = _where_and_when(plain)
        return cls(
            name=name[1],
            aliases=tuple(_TEXT.findall(aliases[1])) if aliases else (),
            category=category[1] if category else path.rpartition("/")[0],
            region=region,
            years=years,
            players=_number_of_players(plain),
            rulesets=tuple(_RULESET.findall(plain)),
            path=path,
        )

    @staticmethod
    def name_in(text: str) -> str:
        """The name that a description gives its game, found without reading it; empty where there is none.

        >>> Entry.name_in('(game "Ur" (players 2))')
        'Ur'
        """
        found = _NAME.search(text)
        return found[1] if found else ""

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Entry:
        """The entry that `to_json` wrote."""
        years = values["years"]
        lists = {name: tuple(values[name]) for name in ("aliases", "rulesets")}
        return cls(**{**values, **lists, "years": (years[0], years[1]) if years else None})

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON values."""
        return asdict(self)

    @property
    def kind(self) -> str:
        """The category in a word that people use for such games."""
        parts = self.category.casefold().split("/")
        return next((word for part, word in _TEXT_OF_KINDS.items() if part in parts), parts[-1] if parts else "")

    def is_called(self, name: str) -> bool:
        """True if a name, however it is written, is one of the game's."""
        wanted = plain_name(name)
        return any(plain_name(one) == wanted for one in (self.name, *self.aliases))

    def fits(self, words: str) -> bool:
        """True if all of some words occur in its names, its category or its region."""
        text = " ".join((self.name, *self.aliases, self.category, self.kind, self.region)).casefold()
        return all(word in text for word in words.casefold().split())


def plain_name(name: str) -> str:
    """A name as it is compared: without case, spaces, dashes, apostrophes."""
    return _SEPARATORS.sub("", name.casefold())


def _number_of_players(text: str) -> int | None:
    number = _PLAYERS.search(text)
    if number is not None:
        return int(number[1])
    from petteia.lang.scan import closing

    listed = _PLAYER_LIST.search(text)
    if listed is None:
        return None
    return len(_PLAYER.findall(text, listed.end(), max(closing(text, listed.start()), listed.end())))


def _where_and_when(text: str) -> tuple[str, tuple[int, int] | None]:
    """The region and the years that a description names, as far as it does."""
    origin = _ORIGIN.search(text)
    date = _DATE.search(text)
    place = _PLACE.search(origin[1]) if origin else None
    years = [_year(one) for source in (origin, date) if source for one in _YEAR.findall(source[1])]
    return place[1].strip() if place else "", (min(years), max(years)) if years else None


def _year(text: str) -> int:
    number = int(re.sub(r"\D", "", text))
    return -number if "-" in text or "B" in text else number
