"""Tokens and clauses, and the places they were written in."""

import pytest

from lang.descriptions import CAPTURE
from petteia import lang
from petteia.errors import LudSyntaxError
from petteia.lang import Clause, Sequence, Terminal


def root(text: str) -> Clause:
    return lang.read(lang.expand(text)).root


def test_clauses_lists_terminals_and_names() -> None:
    game = root('(game "G" name:{1 -2.5 {}} if:(f x:y) (>= a b))')
    name, first, condition, compare = game.items
    assert isinstance(name, Terminal)
    assert name.text == '"G"'
    assert isinstance(first, Sequence)
    assert first.name == "name"
    assert [type(item).__name__ for item in first.items] == ["Terminal", "Terminal", "Sequence"]
    assert isinstance(condition, Clause)
    assert (condition.name, condition.keyword) == ("if", "f")
    assert isinstance(compare, Clause)
    assert compare.keyword == ">="


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("(game (from:(value)) (while: (x) y))", "(game (from (value)) (while (x) y))"),
        ("(game a: () b:() c)", "(game c)"),
        ("(game (f at:) g:{1 if: })", "(game (f) g:{1})"),
        ("(game ((f 1)) n:((g) (h)))", "(game (f 1) n:(g) (h))"),
        ("text (game(f))", None),
        ("words (game x) (more) words", "(game x)"),
        (r'(game "a \"b\" c")', "(game \"a 'b' c\")"),
        ('(game "Foo:  bar ( baz )")', '(game "Foo:bar (baz)")'),
        ("(game name : x)", None),
    ],
)
def test_quirks_of_tokens(written: str, kept: str | None) -> None:
    if kept is None:
        with pytest.raises(LudSyntaxError):
            root(written)
    else:
        assert " ".join(lang.expand(written).text.split()) == kept


def test_places_lead_through_defines() -> None:
    tree = lang.read(lang.expand(CAPTURE, name="leaps.lud"))
    lines = CAPTURE.splitlines()
    places = {}
    stack: list[Clause | Sequence | Terminal] = [tree.root]
    while stack:
        node = stack.pop()
        if not isinstance(node, Terminal):
            stack.extend(node.items)
        if isinstance(node, Clause):
            places[node.keyword] = tree.place(node.offset)
    board = places["board"]
    assert (board.file, board.through) == ("leaps.lud", ())
    assert lines[board.line - 1][board.column - 1 :].startswith("(board")
    remove = places["remove"]
    assert remove.through == ("LeapOver",)
    assert lines[remove.line - 1][remove.column - 1 :].startswith("(remove")
    assert remove.used_at is not None
    assert lines[remove.used_at.line - 1][remove.used_at.column - 1 :].startswith('"LeapOver"')
    again = places["moveAgain"]
    assert again.through == ()
    assert lines[again.line - 1][again.column - 1 :].startswith("(moveAgain")


def test_text_is_laid_out_in_lines_of_bounded_width() -> None:
    text = lang.expand('(game "G" {' + "1 " * 500 + "} (f {" + '"abc" ' * 100 + "}))").text
    assert max(len(line) for line in text.splitlines()) <= 120
    assert len(text.splitlines()) < 30
