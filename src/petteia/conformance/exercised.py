"""Words of the language that recorded play compares: how many recorded games use each form and argument.

A rule whose form, or one of whose arguments, stands in no recorded game rests on the specification alone. The table of
the recordings that this version was compared with comes with the package, so that every game can say how much of it
was never compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from itertools import product
from typing import NamedTuple

from petteia.errors import PetteiaError
from petteia.game.game import Recipe
from petteia.game.loading import expand_recipe
from petteia.lang import bind, read
from petteia.ludemes import Ludeme, forms, keywords
from petteia.ludemes.registry import walk

from ._judge import Folders, recorded_options

_TABLE = "exercised.tsv"


class Use(NamedTuple):
    """A form of a word, by its words and its class, and one of its arguments; none stands for the form itself."""

    words: str
    form: str
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.words} {self.argument}:" if self.argument else self.words


class Unverified(NamedTuple):
    """A rule of a game that recorded play does not compare: its words, why, and where it is written."""

    rule: str
    use: Use
    place: str


def survey(paths: Iterable[str], folders: Folders, progress: Callable[[str], None] = lambda _: None) -> Counter[Use]:
    """How many recorded games have each use in their rules, under any of the options they were recorded with."""
    found: Counter[Use] = Counter()
    for path in paths:
        progress(path)
        text = (folders.games / path).read_text(encoding="utf-8")
        in_game: set[Use] = set()
        for options in recorded_options(folders, path):
            try:
                tree = read(expand_recipe(Recipe(path, text, options, None, (str(folders.defs),))))
                in_game.update(use for part in walk(bind(tree)) for use in uses_of(part))
            except PetteiaError:
                continue
        found.update(in_game)
    return found


def uses_of(part: Ludeme) -> Iterator[Use]:
    """The form of a ludeme, and the arguments that are written."""
    form = Use(part.title, type(part).__name__)
    yield form
    names_of_kinds = {slot.attribute for slot in part.slots() if slot.type.words}
    yield from (form._replace(argument=name) for name, _ in part.arguments() if name not in names_of_kinds)


def all_uses() -> Iterator[Use]:
    """Every form of the language that has a meaning here, and its arguments."""
    for form in (one for word in keywords() for one in forms(word) if one.supported):
        worded = [slot for slot in form.slots() if slot.type.words]
        kinds = [("", *slot.type.words) if slot.optional else slot.type.words for slot in worded]
        arguments = [slot.attribute for slot in form.slots() if not slot.type.words]
        for words in product([form.keyword], *kinds):
            for argument in ("", *arguments):
                yield Use(" ".join(filter(None, words)), form.__name__, argument)


@lru_cache(maxsize=1)
def table() -> Mapping[Use, int]:
    """The survey that comes with the package."""
    text = resources.files("petteia.conformance").joinpath(_TABLE).read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line)
    return {Use(words, form, argument): int(games) for words, form, argument, games in rows}


def table_text(found: Mapping[Use, int]) -> str:
    """A survey as the lines of the table."""
    return "".join(f"{use.words}\t{use.form}\t{use.argument}\t{games}\n" for use, games in sorted(found.items()))


def unverified(game: Ludeme) -> list[Unverified]:
    """The rules of a bound game that no recorded game has, once each; a form says it for its arguments."""
    known = table()
    found: dict[Use, Unverified] = {}
    for part in walk(game):
        missing = next((use for use in uses_of(part) if use not in known), None)
        if missing is not None and missing not in found:
            found[missing] = Unverified(part.title, missing, str(part.place or ""))
    return list(found.values())


def number_of_rules(game: Ludeme) -> int:
    """How many different uses a game makes of the language."""
    return len({use for part in walk(game) for use in uses_of(part)})
