"""The bundled descriptions: each reads, under every single option, and says what people want to know of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import petteia
from classics import CLASSICS, sample_of_games
from petteia import lang

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = Path(petteia.__file__).parent / "games"
FILES = sorted(FOLDER.glob("*.lud"))
GAMES = petteia.game_names()
SAMPLE = [file for file in FILES if file.stem in sample_of_games(30)]
DOCUMENTED = re.findall(r"^\| ([^|]+?) \| \d, ", (ROOT / "docs" / "games.md").read_text(encoding="utf-8"), re.M)


def expand(file: Path, *options: str) -> lang.Expanded:
    return lang.expand(file.read_text(encoding="utf-8"), options=options, name=file.name)


def all_options() -> list[tuple[Path, str]]:
    return [
        (file, item.name) for file in SAMPLE for category in expand(file).option_categories for item in category.items
    ]


def name_case(value: Path | str) -> str:
    return value if isinstance(value, str) else value.stem


def test_the_games_are_there() -> None:
    """The table of the documentation has every bundled game once, in order, and no other."""
    assert DOCUMENTED == [file.stem for file in FILES] == GAMES
    assert set(CLASSICS) <= set(GAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_reads_and_has_the_name_of_its_file(file: Path) -> None:
    bound = lang.bind(lang.read(expand(file)))
    assert bound.name == file.stem


@pytest.mark.parametrize(("file", "option"), all_options(), ids=name_case)
def test_a_game_reads_under_every_option(file: Path, option: str) -> None:
    """Each option is taken, alone, and what comes out binds."""
    expanded = expand(file, option)
    assert option in expanded.options
    lang.bind(lang.read(expanded))


@pytest.mark.parametrize("file", SAMPLE, ids=lambda file: file.stem)
def test_options_make_a_difference(file: Path) -> None:
    """No two items of a heading give the same game."""
    for category in expand(file).option_categories:
        texts = {expand(file, item.name).text for item in category.items}
        assert len(texts) == len(category.items)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_it_is(name: str) -> None:
    """Description, rules in words and source are there, and not by a word only."""
    game = petteia.load(name, backend="interpreter")
    assert len(game.description.split()) > 5
    assert len(game.rules.split()) > 20
    assert len(game.source.split()) > 3
    assert game.name == name


def test_hex_has_the_options_people_expect() -> None:
    game = petteia.load("Hex", options=["Board Size/7x7", "Swap Rule/Off"])
    assert set(game.options) == {"Board Size/7x7", "Swap Rule/Off", "End Rule/Standard"}
    assert len(game.start().legal_moves()) == 49
