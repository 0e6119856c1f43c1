"""Clauses in Prolog notation: reading, printing, and what is refused."""

import pytest

from petteia.logic import LogicError, Resolution, Theory
from petteia.logic._reader import read_clauses, read_source

BOARD = """
:- dynamic owns(player, square), blank(square).
player(x). player(o). square(a). square(b). square(c). next(a, b). next(b, c).
:- blank(S), owns(P, S).
"""


@pytest.mark.parametrize(
    "text",
    [
        "f(A) :- owns(x, A).",
        "f :- \\+ owns(x, a), blank(b).",
        "f(N) :- count([A], (owns(x, A), next(A, b)), N), N >= 2.",
        "f(X) :- next(X, 'an odd name'), Y is (1 + 2), Y < 3.",
        "fact(-1, a).",
    ],
)
def test_clauses_print_as_they_read(text: str) -> None:
    (clause,) = read_clauses(text)
    assert str(clause) == text
    assert read_clauses(str(clause)) == (clause,)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("f(A) :- owns(x, A)", "t.pl:1:19", "'.' expected"),
        ("ok(a).\nf(A :- owns(x, A).", "t.pl:2:5", "')' expected"),
        ("f(A) :- owns(x, A), .", "t.pl:1:21", "found '.'"),
        ("f(g(A)) :- owns(x, A).", "t.pl:1:3", "no arguments of their own"),
        ("F(A) :- owns(x, A).", "t.pl:1:1", "variable 'F'"),
        ("f(A) :- owns(x, A). ?", "t.pl:1:21", "unexpected character"),
        ("f(A) :- owns(x, 'a", "t.pl:1:17", "does not end"),
        ("/* f(a).", "t.pl:1:1", "comment does not end"),
        ("f(A) :- " + "(" * 500 + "1 < 2.", "t.pl:1:", "nested too deeply"),
    ],
)
def test_syntax_errors_have_a_place_and_a_reason(text: str, place: str, reason: str) -> None:
    with pytest.raises(LogicError, match=reason.replace("(", r"\(").replace(")", r"\)").replace(".", r"\.")) as caught:
        read_source(text, "t.pl")
    assert str(caught.value).startswith(place)


@pytest.mark.parametrize(
    ("clause", "reason"),
    [
        ("f(A, B) :- owns(x, A).", "variable B of the head is bound by nothing"),
        ("f(A) :- \\+ owns(x, A), square(A).", "unsafe negation: A"),
        ("f(A) :- square(A), \\+ next(A, B), square(B).", "unsafe negation: B"),
        ("f(A) :- f(A).", "left recursion"),
        ("f(A) :- g(A).\ng(A) :- f(A), square(A).", "left recursion"),
        ("f(A) :- square(A), \\+ g(A).\ng(A) :- square(A), f(A).", "depends on itself through negation"),
        ("f(A) :- square(A), B < 3.", "unbound variable B"),
        ("f(A) :- ovns(x, A).", "did you mean owns"),
        ("f(A) :- owns(A).", "owns takes 2 arguments, not 1"),
        ("owns(x, a).", "is dynamic and cannot have clauses"),
        ("f(A).", "leaves A unbound"),
    ],
)
def test_meaningless_clauses_are_refused_with_their_place(clause: str, reason: str) -> None:
    with pytest.raises(LogicError, match=reason) as caught:
        Theory.from_text(BOARD + clause, "t.pl")
    assert str(caught.value).startswith("t.pl:")


def test_a_theory_prints_as_it_reads() -> None:
    theory = Theory.from_text(BOARD + "reach(A, B) :- next(A, B). reach(A, C) :- next(A, B), reach(B, C).")
    again = Theory.from_text(str(theory))
    assert str(again) == str(theory)
    assert again.rules == theory.rules


def test_values_count_bindings_not_proofs() -> None:
    theory = Theory.from_text(BOARD)
    features = theory.features(
        "pairs(A, B) :- owns(x, A), owns(P, B). some(x) :- owns(x, A). free(S) :- square(S), \\+ owns(x, S)."
    )
    answers = Resolution(theory, features)
    answers.place([("owns", ("x", "a")), ("owns", ("x", "b")), ("owns", ("o", "c"))])
    assert [answers.value(feature) for feature in features] == [6, 1, 1]
    answers.place([])
    assert [answers.value(feature) for feature in features] == [0, 0, 3]


def test_recursion_and_counting() -> None:
    theory = Theory.from_text(
        BOARD + "reach(A, B) :- next(A, B). reach(A, C) :- next(A, B), reach(B, C)."
        "most(P) :- player(P), count([A], (owns(P, A)), N), N >= 2."
    )
    answers = Resolution(theory)
    answers.place([("owns", ("x", "a")), ("owns", ("x", "b"))])
    assert answers.solutions("reach", ("a", None)) == [("a", "b"), ("a", "c")]
    assert answers.solutions("most", (None,)) == [("x",)]


def test_recursion_without_progress_ends_with_an_error() -> None:
    theory = Theory.from_text(
        BOARD + "ring(a, b). ring(b, a). go(A, C) :- ring(A, B), go(B, C). go(A, A) :- square(A)."
    )
    answers = Resolution(theory)
    with pytest.raises(LogicError, match="never ends"):
        answers.solutions("go", ("a", None))


def test_recursion_over_numbers_ends_and_sums_of_names_are_errors() -> None:
    theory = Theory.from_text("""
        :- dynamic at(number). number(1). number(2). word(a).
        up(N) :- at(N). up(N) :- number(N), M is N + 1, up(M).
        sum(X) :- word(W), X is W + 1.
    """)
    answers = Resolution(theory)
    answers.place([("at", (2,))])
    assert answers.solutions("up", (2,)) == [(2,)]
    with pytest.raises(LogicError, match="computes with names"):
        answers.solutions("sum", (None,))
