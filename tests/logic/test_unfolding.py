"""Unfolding and pruning against resolution on the same positions."""

import random
import time
from pathlib import Path

import pytest

from petteia.logic import Abandoned, Feature, Limits, Resolution, Theory, Unfolding

DATA = Path(__file__).parents[2] / "experiments" / "data"


@pytest.fixture(scope="module")
def othello() -> Theory:
    return Theory.from_text(DATA.joinpath("othello.pl").read_text(), "othello.pl")


def features(theory: Theory, which: str) -> tuple[Feature, ...]:
    return theory.features(DATA.joinpath(f"othello_{which}.pl").read_text(), f"othello_{which}.pl")


def random_position(seed: int) -> list[tuple[str, tuple[str | int, ...]]]:
    """Any filling of the board: the clauses must agree on it whether or not play leads there."""
    chance = random.Random(seed)
    full = chance.uniform(0.2, 0.95)
    facts: list[tuple[str, tuple[str | int, ...]]] = []
    for column in "abcdefgh":
        for row in range(1, 9):
            square = f"{column}{row}"
            if chance.random() < full:
                facts.append(("owns", (chance.choice("xo"), square)))
            else:
                facts.append(("blank", (square,)))
    return facts


def value(unfolding: Unfolding, outputs: dict[tuple[str | int, ...], tuple[int, ...]], facts: set[object]) -> int:
    holds = sum(1 << (2 * k + (fact not in facts)) for k, fact in enumerate(unfolding.inputs.facts))
    return sum(any(mask & holds == mask for mask in masks) for masks in outputs.values())


def test_known_numbers_of_clauses(othello: Theory) -> None:
    unfolding = Unfolding(othello)
    found = {one.name: one for one in unfolding.unfold_all(features(othello, "a"))}
    assert len(found) == 18
    assert found["moves_x"].clauses == 1036  # ways to bracket on the board of 8 x 8
    assert found["discs_o"].clauses == 64
    for name, one in found.items():
        if name.endswith("_x"):
            assert one.clauses == found[name[:-1] + "o"].clauses


def test_ground_clauses_count_what_resolution_counts(othello: Theory) -> None:
    chosen = features(othello, "a") + tuple(
        f for f in features(othello, "b") if f.name in ("f140", "f1619", "f3255", "f5702")
    )
    unfolding = Unfolding(othello)
    unfolded = unfolding.unfold_all(chosen)
    answers = Resolution(othello, chosen)
    for seed in range(2):
        facts = random_position(seed)
        answers.place(facts)
        given = set(facts)
        for feature, one in zip(chosen, unfolded, strict=True):
            assert value(unfolding, one.outputs, given) == answers.value(feature), feature.name


@pytest.mark.slow
def test_a_third_of_the_sixty_features_unfold_within_twenty_seconds(othello: Theory) -> None:
    start = time.process_time()
    unfolding = Unfolding(othello)
    every = features(othello, "a") + features(othello, "b")
    found = unfolding.unfold_all(every[::3])
    assert (len(every), len(found)) == (60, 20) and not unfolding.abandoned
    assert time.process_time() - start < 20


def test_negation_unfolds_to_denied_facts() -> None:
    theory = Theory.from_text(
        ":- dynamic owns(player, square), blank(square). player(x). player(o). square(a). square(b). next(a, b)."
        ":- blank(S), owns(P, S). :- owns(x, S), owns(o, S)."
        "held(S) :- owns(P, S). lonely(S) :- owns(P, S), next(S, T), \\+ held(T)."
    )
    unfolding = Unfolding(theory)
    (feature,) = theory.features("f(S) :- lonely(S), blank(T), next(S, T).")
    # blank(b) already denies that b is held, so nothing is left of the negation
    assert sorted(unfolding.text(unfolding.unfold(feature)).splitlines()) == [
        "f(a) :- owns(o, a), blank(b).",
        "f(a) :- owns(x, a), blank(b).",
    ]
    (feature,) = theory.features("g(S) :- square(S), \\+ held(S).")
    assert unfolding.text(unfolding.unfold(feature)).splitlines()[0] == "g(a) :- \\+ owns(x, a), \\+ owns(o, a)."


def test_huge_features_are_abandoned_and_listed(othello: Theory) -> None:
    unfolding = Unfolding(othello, Limits(clauses=500))
    (small, large) = othello.features(
        "s(A) :- owns(x, A). l(A, B, C) :- legal_move(A, x), legal_move(B, o), legal_move(C, x)."
    )
    assert unfolding.unfold(small).clauses == 64
    with pytest.raises(Abandoned, match="l was abandoned: more than 500 ground clauses"):
        unfolding.unfold(large)
    slow = Unfolding(othello, Limits(seconds=0.2))
    start = time.process_time()
    assert slow.unfold_all([large]) == [] and "0.2 s" in slow.abandoned["l"]
    assert time.process_time() - start < 5


def test_counts_have_no_ground_clauses(othello: Theory) -> None:
    (feature,) = othello.features("ahead(x) :- count([A], (owns(x, A)), N), N > 32.")
    with pytest.raises(Abandoned, match="count"):
        Unfolding(othello).unfold(feature)
