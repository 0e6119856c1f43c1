"""Random texts and damaged descriptions: a bound game or a diagnostic, never another exception."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lang.descriptions import CAPTURE, HEX
from petteia import lang
from petteia.errors import LudError
from petteia.ludemes import forms, keywords

_PIECES = [
    "(", ")", "{", "}", "[", "]", "<", ">", '"', " ", "\n", ":", "#1", "#2", "~", "//", "..", "\\", "*", ",", "é",
    "(define ", '"A"', '"B"', "(option ", "(item ", "args:", "<T>", "<T:a>", "(rulesets ", "(ruleset ", "(metadata ",
    "(useFor ", "(game ", "(match ", "1", "2..9", '"A1".."B3"', "-3", "1.5", "True", "Off", "Mover", "if:", "at:",
]  # fmt: skip
_WORDS = [
    *(f"({keyword} " for keyword in keywords()),
    *(f"{slot.name}:" for slot in forms("is")[3].slots() if slot.name),
]


def try_to_bind(text: str, define_folders: Sequence[Path] = ()) -> None:
    try:
        lang.bind(lang.read(lang.expand(text, define_folders=define_folders)))
    except LudError as error:
        assert "\n" not in str(error)


@settings(max_examples=1500, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_random_pieces(text: str) -> None:
    try_to_bind(text)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(_PIECES), max_size=25).map("".join))
def test_random_pieces_inside_a_game(text: str) -> None:
    try_to_bind(f'(define "A" (f #1 #2 "B")) (define "B" x) (game "G" {text})')


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_random_text(text: str) -> None:
    try_to_bind(text)
    try_to_bind(f"(game {text})")


@settings(max_examples=800, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(_WORDS + _PIECES[32:]), min_size=1, max_size=12))
def test_random_clauses(pieces: list[str]) -> None:
    depth = sum(piece.startswith("(") for piece in pieces)
    try_to_bind('(game "G" ' + " ".join(pieces) + ")" * (depth + 1))


def mutate(text: str, chance: random.Random) -> str:
    """A description with some damage: pieces deleted, doubled, swapped or put in."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text))
        end = min(len(text), start + chance.choice((1, 1, 2, 5, 20)))
        match chance.randrange(5):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:end] + text[end:]
            case 2:
                text = text[:start] + chance.choice(_PIECES) + text[start:]
            case 3:
                text = text[:start] + chance.choice(_WORDS) + text[end:]
            case _:
                other = chance.randrange(len(text))
                text = text[:start] + text[other : other + end - start] + text[end:]
    return text


def test_damaged_descriptions() -> None:
    chance = random.Random(20)
    for _ in range(1500):
        try_to_bind(mutate(chance.choice((HEX, CAPTURE)), chance))


@pytest.mark.conformance
def test_damaged_recorded_descriptions(conformance: Path) -> None:
    chance = random.Random(40)
    files = [file for file in sorted((conformance / "games").rglob("*.lud")) if file.stat().st_size < 12_000]
    for _ in range(250):
        text = mutate(chance.choice(files).read_text(encoding="utf-8"), chance)
        try_to_bind(text, define_folders=[conformance / "def"])
