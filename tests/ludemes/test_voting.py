"""Proposals: the numbers their words get."""

from .playing import small, texts


def test_words_are_numbered_by_where_the_rules_have_them() -> None:
    """Consequents come before what they follow, conditions before moves, the end of the game before its play."""
    play = """(or (move Propose "a" (then (if (is Proposed "b") (note "x")))) (if (is Decided "c") (move Pass)
        (move Propose {"d" "a"})))"""
    state = small(play, "", end='(if (is Decided "e") (result Mover Win))')
    assert texts(state) == [
        "say:[Propose:proposition=a,propositionInt=2,decision=true]",
        "say:[Propose:proposition=d,propositionInt=4,decision=true]",
    ]
