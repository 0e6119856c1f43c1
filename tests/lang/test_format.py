"""The formatter: one layout, applied once, comments and meaning kept."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import petteia
from classics import sample
from petteia.errors import LudSyntaxError
from petteia.lang import expand, format_text

GAMES = sorted((Path(petteia.__file__).parent / "games").glob("*.lud"))


@pytest.mark.parametrize("path", sample(GAMES, 40), ids=lambda path: path.stem)
def test_bundled_descriptions_keep_their_meaning(path: Path) -> None:
    """A formatted description expands to the same text, has the same comments, and does not change again."""
    text = path.read_text(encoding="utf-8")
    laid_out = format_text(text)
    assert "".join(laid_out.split()) == "".join(text.split())
    assert expand(laid_out).sha1 == expand(text).sha1
    assert format_text(laid_out) == laid_out


def test_comment_keeps_its_line() -> None:
    """A comment at the end of a line stays there; one on a line of its own stays above what follows."""
    text = "(a b // after b\n// above c\n(c) (d) // after d\n)"
    assert format_text(text) == "(a b // after b\n    // above c\n    (c)\n    (d) // after d\n)\n"


def test_what_is_glued_stays_glued() -> None:
    """No white space comes where none was: names, options and marks belong to what follows them."""
    assert format_text("(a  to:(b)   <X:(c d)>**)") == "(a to:(b) <X:(c d)>**)\n"


@pytest.mark.parametrize(
    ("text", "place"),
    [("(a", "text:1:1"), ("(a\n })", "text:2:2"), (")", "text:1:1"), ('(a "b)', "text:1:4")],
)
def test_mistakes_are_told_with_their_place(text: str, place: str) -> None:
    """A text whose brackets or quotes do not match is refused with the place."""
    with pytest.raises(LudSyntaxError, match=place):
        format_text(text)


_WORDS = st.sampled_from(["a", "if:", '"s t"', "// c\n", "(", ")", "{", "}", " ", "\n", "\n\n", "<A>", "[", "]"])


@given(st.lists(_WORDS, max_size=40).map("".join))
def test_any_text_is_refused_or_laid_out_once(text: str) -> None:
    """Whatever the text: an error with a place, or a layout that keeps every character and is stable."""
    try:
        laid_out = format_text(text)
    except LudSyntaxError:
        return
    assert "".join(laid_out.split()) == "".join(text.split())
    assert format_text(laid_out) == laid_out
