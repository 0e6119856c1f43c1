"""Games side by side, rules that never matter, and pages."""

import petteia as pt
from petteia.study import compare, comparison_page, measure
from petteia.study._comparing import told_differences
from petteia.study._coverage import idle_options, silent_rules, with_swap

TEXT = """(game "Idle" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {
            (if (is Line 3) (result Mover Win))
            (if (is Line 9) (result Next Win))
        })
    )
)
(option "Talk" <Talk> args:{<words>} {
    (item "Plain" <3> "nothing")
    (item "Same" <3> "nothing else")
})"""


def test_a_rule_that_never_fires_is_told_with_its_place() -> None:
    """Of two end rules the one that cannot come true is named, the other is not."""
    said = silent_rules(pt.load(TEXT, build="quick"))
    assert len(said) == 1
    assert "text:7:13" in said[0] and "never fired" in said[0]


def test_an_option_without_effect_is_told() -> None:
    """An option that leads to the same program is named."""
    assert idle_options(pt.load(TEXT, build="quick")) == [
        "The option Talk/Same has no effect: the rules stay the same."
    ]


def test_swap_is_added_to_measure_it() -> None:
    """The first player's share with the swap rule stands beside the one without."""
    game = pt.load(TEXT, build="quick")
    other = with_swap(game)
    assert other is not None and with_swap(other) is None
    report = measure(game, "uct:30", 20, skill=False, coverage=True)
    assert "AdvantageP1WithSwap" in report.estimates
    assert "with the swap rule" in report.verdict[0]


def test_comparison_tells_measures_and_rules() -> None:
    """A larger board makes longer games, beyond chance; the difference of the rules is told in words."""
    games = [
        ("small", pt.load(TEXT, build="quick")),
        ("large", pt.load(TEXT.replace("square 3", "square 5"), build="quick")),
    ]
    found = compare(games, count=200)
    assert "DurationMoves" in found.clear(1)
    assert found.rules[1] == ["in (board square: 5 instead of 3"]
    assert "<svg" in comparison_page(found, [game for _, game in games])


def test_differences_are_told_by_clause() -> None:
    """Additions, losses and changes name the clause they are in."""
    first = '(game "A" (end (if (is Line 3) (result Mover Win))))'
    assert told_differences(first, first.replace("Line 3", "Line 4")) == ["in (if is: 4 instead of 3"]
    assert told_differences(first, first.replace("Line 3", "Line 3 Orthogonal")) == ["in (if is: Orthogonal is added"]
