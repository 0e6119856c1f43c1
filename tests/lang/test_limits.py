"""Descriptions that would grow or nest without end: one clear line, in bounded time."""

import time

import pytest

from lang.descriptions import HEX
from petteia import lang
from petteia.errors import LimitExceeded, LudError, LudSyntaxError


def fails(text: str, kind: type[LudError], words: str | None, seconds: float = 5.0) -> None:
    begin = time.process_time()
    with pytest.raises(kind, match=words):
        lang.bind(lang.read(lang.expand(text)))
    assert time.process_time() - begin < seconds


def test_defines_that_use_themselves() -> None:
    fails('(define "A" (x ("A" 1))) (game "A")', LudError, None)
    fails('(define "A" (x ("A" 1))) (game "G" "A")', LudSyntaxError, 'the define "A" uses itself: "A" > "A"')
    fails('(define "A" "B" "B") (define "B" x "A" "A") (game "G" "A")', LudSyntaxError, "uses itself")
    fails('(define "A" ("A" #1 #1)) (game "G" ("A" (x)))', LudSyntaxError, "uses itself")


def test_arguments_that_contain_their_own_parameter() -> None:
    fails('(define "A" #1 #1) (game "G" ("A" (x #1)))', LudSyntaxError, "contains #1 itself")


def test_defines_that_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = "".join(f'(define "L{n}" {"#1" * 10} "L{n + 1}")' for n in range(5))
    ladder = "".join(f'(define "L{n}" ' + f'("L{n + 1}" #1 #1) ' * 20 + ")" for n in range(12))
    assert "L5" in lang.expand(f'{levels} (game "G" ("L0" x))').text
    monkeypatch.setattr("petteia.lang.text.MAX_EFFORT", 100_000_000)
    fails(f'{ladder} (game "G" ("L0" x))', LimitExceeded, "takes too long", seconds=10)


def test_options_that_grow() -> None:
    block = f'(option "O" <O> args:{{<a>}} {{(item "I" <{"1 " * 10_000}> "d")}})'
    fails(f'{block} (game "G" {"<O> " * 10_000})', LimitExceeded, "would exceed 24,000,000 characters")


def test_ranges_that_grow() -> None:
    fails("(game " + "0..1000 " * 10_000 + ")", LimitExceeded, "would exceed 24,000,000 characters")


def test_nesting() -> None:
    fails("(game " * 100_000, LimitExceeded, "nested more than 150 deep")
    fails("(game " + "{" * 151 + "}" * 151 + ")", LimitExceeded, "nested more than 150 deep")
    fails("((" * 100_000, LudError, None)
    fails("<" * 100_000 + "[" * 100_000, LudError, None)


def test_long_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEX.replace("(sites Empty)", "(sites {" + "7 " * 200_000 + "})")
    game = lang.bind(lang.read(lang.expand(text)))
    assert game.place is not None
    monkeypatch.setattr("petteia.lang.tree.MAX_NODES", 100_000)
    fails("(game {" + "1 " * 100_001 + "})", LimitExceeded, "more than 100,000 words")


def test_many_pieces_of_every_kind() -> None:
    for piece in ("()", "{}", "(a)", "[]", "<a>", '""', "#1", "a:", "1..2 "):
        text = "(game " + piece * 50_000 + ")"
        try:
            lang.bind(lang.read(lang.expand(text)))
        except LudError as error:
            assert "\n" not in str(error)
