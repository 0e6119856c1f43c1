"""From text to expanded text: comments, options, rulesets, defines, ranges, metadata."""

from pathlib import Path

import pytest

from lang.descriptions import CAPTURE, HEX
from petteia import lang
from petteia.errors import LudSyntaxError, OptionError


def squeezed(text: str, **choices: object) -> str:
    """The expanded text with single spaces."""
    return " ".join(lang.expand(text, **choices).text.split())  # type: ignore[arg-type]


def expanded_play(play: str, before: str = "") -> str:
    """Expansion of a piece of text inside a game."""
    text = squeezed(f'{before} (game "G" {play})')
    return text.removeprefix('(game "G"').strip().removesuffix(")")


def test_digest_ignores_layout() -> None:
    spread = HEX.replace(" ", "  \t\n")
    assert lang.expand(HEX).sha1 == lang.expand(spread).sha1
    assert lang.expand(HEX).sha1 != lang.expand(HEX.replace("5", "6")).sha1


def test_comments_end_with_the_line_but_not_inside_strings() -> None:
    assert expanded_play('a // b "c"\n "d // e" f') == 'a "d // e" f'


def test_default_option_has_most_stars() -> None:
    expanded = lang.expand(CAPTURE)
    assert expanded.options == ("Size/Large",)
    assert "(board (square 7) use:Vertex)" in expanded.text


def test_selected_option_and_description() -> None:
    expanded = lang.expand(CAPTURE, options=["Size/Small"])
    assert "(board (square 5) use:Cell)" in expanded.text
    (category,) = expanded.option_categories
    assert (category.heading, category.tag, category.argument_names) == ("Size", "Size", ("side", "use"))
    assert [item.description for item in category.items][:2] == ["Five by five.", "Seven by seven, on the points."]
    assert (category.default.name, category.chosen.name) == ("Size/Large", "Size/Small")


def test_operators_inside_option_values() -> None:
    assert "(square (> 3 2))" in lang.expand(CAPTURE, options=["Size/Odd"]).text


def test_first_item_is_the_default_without_stars() -> None:
    text = '(option "O" <O> args:{<a>} {(item "One" <1> "d") (item "Two" <2> "d")}) (game "G" <O> <O:a>)'
    assert squeezed(text) == '(game "G" 1 1)'


def test_an_item_without_values_ends_the_substitution() -> None:
    text = (
        '(option "A" <A> args:{} {(item "None" "d")}) (option "B" <B> args:{<b>} {(item "One" <1> "d")})(game "G" <B>)'
    )
    assert squeezed(text) == '(game "G" <B>)'


def test_values_end_at_the_first_angle_bracket_that_is_no_operator() -> None:
    text = '(option "A" <A> args:{<a> <b>} {(item "One" <(f (> 1 2) (>= 3 4))> <> "d")}) (game "G" <A> {<A:b>})'
    assert squeezed(text) == '(game "G" (f (> 1 2) (>= 3 4)) {})'


def test_options_are_substituted_in_order_of_appearance() -> None:
    text = (
        '(option "A" <A> args:{<a>} {(item "One" <"Late"> "d")}) (option "B" <B> args:{<b>} {(item "One" <1> "d")})'
        '(define "Late" (f <B>)) (game "G" <A>)'
    )
    assert squeezed(text) == '(game "G" (f 1))'


def test_ruleset_selects_options_and_options_override_it() -> None:
    assert lang.expand(CAPTURE, ruleset="Ruleset/Old (Book)").options == ("Size/Small",)
    assert lang.expand(CAPTURE, ruleset="Old (Book)").options == ("Size/Small",)
    assert lang.expand(CAPTURE, ruleset="Old (Book)", options=["Size/Odd"]).options == ("Size/Odd",)
    assert lang.expand(CAPTURE, options=["Size/Small"]).ruleset == lang.expand(CAPTURE).rulesets[0]
    assert lang.expand(CAPTURE).ruleset is None


@pytest.mark.parametrize(
    ("choices", "cause", "hint"),
    [
        ({"options": ["Size/Smal"]}, '"Size/Smal" does not exist', '"Size/Small"'),
        ({"options": ["Size/Small", "Size/Large"]}, "exclude each other", "select one"),
        ({"ruleset": "Olden"}, 'no ruleset "Olden"', "Ruleset/Old (Book)"),
        ({"ruleset": "Lost"}, "only mentioned", ""),
    ],
)
def test_wrong_choices_name_the_right_ones(choices: dict[str, object], cause: str, hint: str) -> None:
    with pytest.raises(OptionError) as caught:
        lang.expand(CAPTURE, **choices)  # type: ignore[arg-type]
    assert cause in str(caught.value)
    assert hint in str(caught.value)


def test_same_item_name_in_two_categories_cannot_be_selected() -> None:
    block = '(option "A" <A> args:{<a>} {(item "One" <1> "d")})'
    with pytest.raises(OptionError, match="two categories"):
        lang.expand(block + block + '(game "G" <A>)', options=["A/One"])


@pytest.mark.parametrize(
    ("defines", "play", "result"),
    [
        ('(define "A" x y)', '"A" ("A" ignored)', "x y x y"),
        ('(define "A" (f #1 #2))', '("A" (g 1) if:(h 2))', "(f (g 1) if:(h 2))"),
        ('(define "A" (f #1 #2))', '("A" {1 2} "s t")', '(f {1 2} "s t")'),
        ('(define "A" (f at:#1 Cell))', '("A")', "(f at:Cell)"),
        ('(define "A" (f x at:#1))', '("A" ~)', "(f x)"),
        ('(define "A" (f (#1) x))', '("A")', "(f x)"),
        ('(define "A" (f "Man#1"))', '("A" 2)', '(f "Man2")'),
        ('(define "A" (f #1 #3))', '("A" 1 2 3)', "(f 1 #3)"),
        ('(define "A" (f #10))', '("A" 1)', "(f 10)"),
        ('(define "A" "B") (define "B" z)', '"A"', "z"),
        ('(define "A" ("B" #1 #2)) (define "B" (g #1))', '("A" ~ 5)', "(g 5)"),
        ('(define "A" (f #1))', '("A" ("A" 1))', "(f (f 1))"),
        ('(define "A" 1) (define "A" 2)', '"A"', "1"),
        ('(define "A" (define "B" (g #1)) x)', '("A" 7) "B"', "x (g 7)"),
        ('(define "A" 3..5)', '{"A"}', "{3 4 5}"),
        ('(define "A" ((f 1)))', '"A"', "(f 1)"),
        ('(define "G" x)', '"G"', "x"),
        ('(define "A" (f))', '( "A" 1)', "(f) 1"),
    ],
)
def test_defines(defines: str, play: str, result: str) -> None:
    text = f'{defines} (game "N" (p {play}))'
    if result == "(f) 1":
        with pytest.raises(LudSyntaxError, match="no keyword"):
            squeezed(text)
    else:
        assert squeezed(text) == f'(game "N" (p {result}))'


def test_the_name_of_a_game_is_no_use() -> None:
    assert squeezed('(define "G" x) (game "G" "G")') == '(game "G" x)'


def test_library_folders_and_precedence(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second" / "deep"
    first.mkdir()
    second.mkdir(parents=True)
    (first / "a.def").write_text('(define "Shared" (one #1)) (define "Ignored" 1)')
    (second / "a.def").write_text('(define "Shared" (two #1))')
    (second / "b.def").write_text('// a comment\n(define "Nested" // another\n ("Shared" "Own"))')
    text = '(define "Own" 5) (game "N" "Nested" "Ignored")'
    folders = [first, tmp_path / "second"]
    assert squeezed(text, define_folders=folders) == '(game "N" (one 5) "Ignored")'
    assert squeezed(text, define_folders=folders[::-1]) == '(game "N" (two 5) "Ignored")'
    (first / "a.def").write_text('(define "Shared" (three #1))')
    assert "(three 5)" in squeezed(text, define_folders=folders)
    with pytest.raises(LudSyntaxError, match="does not exist"):
        lang.expand(text, define_folders=[tmp_path / "nowhere"])


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("3..6", "3 4 5 6"),
        ("6..3", "6 5 4 3"),
        ("4..4", "4 4"),
        ("-2..1", "-2 1"),
        ('"A1".."B2"', '"A1" "A2" "B1" "B2"'),
        ('"b2".."B3"', '"B2" "B3"'),
    ],
)
def test_ranges(written: str, result: str) -> None:
    assert expanded_play(f"{{{written}}}") == f"{{{result}}}"


def test_descending_coordinates_give_nothing() -> None:
    assert expanded_play('{"B1".."A1"}') == "{}"


def test_metadata_is_kept_apart_and_filtered() -> None:
    small, large = lang.expand(CAPTURE, options=["Size/Small"]), lang.expand(CAPTURE)
    assert "metadata" not in large.text
    assert '(rules "small")' in small.metadata
    assert '(rules "small")' not in large.metadata
    assert "useFor" not in small.metadata
