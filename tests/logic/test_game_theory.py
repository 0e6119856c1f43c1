"""Theories made from rules: legal moves and winners by resolution equal those of the engine."""

import random
from functools import cache
from importlib.resources import files

import pytest

import petteia as pt
from petteia.game import State
from petteia.logic import GameTheory, Resolution, Theory, theory

POSITIONS = {
    "Tic-Tac-Toe": 40, "Connect Four": 12, "Yavalath": 20, "Gomoku": 5, "Breakthrough": 20, "Knightthrough": 20,
    "Reversi": 5, "Fanorona": 4, "Teeko": 12, "Hex": 10, "Havannah": 4,
}  # fmt: skip
CONNECTIONS = {"Hex", "Havannah"}


@cache
def made(name: str) -> GameTheory:
    return theory(pt.load(name))


def positions(game: pt.Game, count: int, seed: int) -> list[State]:
    """Positions of random play: from all parts of games, and the last of each."""
    chance = random.Random(seed)
    found: list[State] = []
    while len(found) < count:
        state = game.start()
        path = [state.copy()]
        while not state.over and len(path) < 200:
            state.play(chance.choice(state.legal_moves()))
            path.append(state.copy())
        found += [path[-1], *chance.sample(path, min(3, len(path)))]
    return found[:count]


@pytest.mark.parametrize("name", POSITIONS)
def test_legal_moves_and_wins_equal_the_engine(name: str) -> None:
    rules = made(name)
    for state in positions(rules.game, POSITIONS[name], 11):
        assert set(rules.legal_moves(state)) == set(state.legal_moves()), state.text
        if name not in CONNECTIONS:
            assert rules.winner(state) == state.winner, state.text


@pytest.mark.parametrize("name", sorted(CONNECTIONS))
def test_what_cannot_be_said_is_listed(name: str) -> None:
    left = [str(one) for one in made(name).left_out]
    assert any("wins of player 1" in one and "flood" in one for one in left)


def test_a_made_theory_reads_back() -> None:
    rules = made("Breakthrough")
    again = Theory.from_text(str(rules.theory), "breakthrough.pl")
    assert str(again) == str(rules.theory)


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
    othello = Theory.from_text(files("petteia").joinpath("logic/data/othello.pl").read_text(), "othello.pl")
    published = Resolution(othello)
    labels = [label.lower() for label in rules.game.facts.geometry.labels["C"]]
    for state in positions(rules.game, 6, 5):
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
