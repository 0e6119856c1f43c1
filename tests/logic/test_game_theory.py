"""Theories made from rules: legal moves and winners by resolution equal those of the engine."""

from functools import cache
from pathlib import Path

import pytest

import petteia as pt
from petteia.logic import GameTheory, Resolution, Theory, check_theory, theory
from petteia.logic._check import random_positions

POSITIONS = {
    "Tic-Tac-Toe": 60, "Connect Four": 40, "Yavalath": 40, "Gomoku": 12, "Breakthrough": 40, "Knightthrough": 40,
    "Reversi": 24, "Fanorona": 24, "Teeko": 24, "Hex": 12, "Havannah": 8,
}  # fmt: skip
CONNECTIONS = {"Hex", "Havannah"}


@cache
def made(name: str) -> GameTheory:
    return theory(pt.load(name))


@pytest.mark.parametrize("name", POSITIONS)
def test_legal_moves_wins_and_successors_equal_the_engine(name: str) -> None:
    found = check_theory(made(name), POSITIONS[name], 11)
    assert found.differences == []
    assert found.positions == POSITIONS[name] and found.ended > 0
    assert found.successors == found.moves > 0
    assert found.says_wins == (name not in CONNECTIONS)


def test_who_moves_again_has_not_won() -> None:
    """Men that go on capturing: who is next when a move is judged is not who the state says afterwards."""
    found = check_theory(made("English Draughts"), 12, 1)
    assert found.says_wins and found.differences == []


def test_a_theory_that_differs_is_found_out() -> None:
    rules = theory(pt.load("Tic-Tac-Toe"))
    taken = next(clause for clause in rules.theory.clauses if str(clause).startswith("legal_move(add_2"))
    kept = [clause for clause in rules.theory.clauses if clause != taken]
    rules.use(Theory(kept, rules.theory.declarations.values(), rules.theory.constraints))
    found = check_theory(rules, 20, 3, most=2)
    assert len(found.differences) >= 2 and "missing" in found.differences[0]


@pytest.mark.parametrize("name", ["Connect Four", "Reversi"])
def test_compiled_rules_answer_as_the_plain_solver_does(name: str) -> None:
    rules = made(name)
    answers = Resolution(rules.theory)
    for state in random_positions(rules.game, 3, 8):
        answers.place(rules.facts(state))
        for predicate, arity in (("legal_move", 3), ("won", 1), ("content", 2)):
            free = (None,) * arity
            assert set(answers.solutions(predicate, free)) == set(answers.slow_solutions(predicate, free))
        for move in answers.solutions("legal_move", (None,) * 3)[:3]:
            for change in ("adds", "deletes"):
                asked = (*move, None, None)
                if (change, 5) in rules.theory.rules:
                    assert set(answers.solutions(change, asked)) == set(answers.slow_solutions(change, asked))


@pytest.mark.parametrize("name", sorted(CONNECTIONS))
def test_what_cannot_be_said_is_listed(name: str) -> None:
    left = [str(one) for one in made(name).left_out]
    assert any("wins of player 1" in one and "flood" in one for one in left)


def test_a_made_theory_reads_back() -> None:
    rules = made("Breakthrough")
    again = Theory.from_text(str(rules.theory), "breakthrough.pl")
    assert str(again) == str(rules.theory)


def test_what_a_move_turns_over_is_said_as_well() -> None:
    rules = made("Reversi")
    successors = rules.successors(rules.game.start())
    assert len(successors) == 4 and rules.left_out == ()
    for facts in successors.values():
        assert facts is not None
        assert sorted(args[0] for name, args in facts if name == "owns") == [1, 1, 1, 1, 2]


def test_moves_say_what_they_add_and_delete() -> None:
    rules = made("Breakthrough")
    state = rules.game.start()
    answers = Resolution(rules.theory)
    answers.place(rules.facts(state))
    moves = answers.solutions("legal_move", (None, 8, 16))
    (kind,) = {row[0] for row in moves}
    assert answers.solutions("adds", (kind, 8, 16, 1, None)) == [(kind, 8, 16, 1, 16)]
    assert answers.solutions("deletes", (kind, 8, 16, 1, None)) == [(kind, 8, 16, 1, 8)]


def test_the_published_theory_and_the_made_one_agree_on_othello() -> None:
    rules = made("Reversi")
    text = (Path(__file__).parents[2] / "experiments" / "data" / "othello.pl").read_text()
    othello = Theory.from_text(text, "othello.pl")
    published = Resolution(othello)
    labels = [label.lower() for label in rules.game.facts.geometry.labels["C"]]
    for state in random_positions(rules.game, 6, 5):
        facts = []
        for name, args in rules.facts(state):
            if name == "owns":
                facts.append((name, ("xo"[int(args[0]) - 1], labels[int(args[1])])))
            elif name == "blank":
                facts.append((name, (labels[int(args[0])],)))
        published.place(facts)
        player = "xo"[state.mover - 1]
        squares = {row[0] for row in published.solutions("legal_move", (None, player))}
        moves = {labels[move.target] for move in state.legal_moves() if move.target >= 0}
        if not state.over:
            assert squares == moves
