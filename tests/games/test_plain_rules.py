"""Random play of bundled games side by side with their rules in plain Python."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import petteia
from games.plain_rules import (
    Fanorona,
    Havannah,
    Knightthrough,
    Oware,
    Pallanguzhi,
    PlainGame,
    RowsOfHoles,
    Teeko,
    ToguzKumalak,
    VaiLungThlan,
    Yavalath,
)

MOST_MOVES = 400


def texts(state: petteia.State) -> Counter[str]:
    """The legal moves by text, each as often as there are different moves of that text."""
    return Counter(move.text.replace("V", "") for move in state.legal_moves())


@pytest.mark.parametrize(
    ("name", "plain_game", "options", "games"),
    [
        ("Yavalath", Yavalath, ["Swap Rule/Off"], 40),
        ("Havannah", Havannah, [], 25),
        ("Knightthrough", Knightthrough, [], 25),
        ("Teeko", Teeko, [], 15),
        ("Oware", Oware, [], 40),
        ("Toguz Kumalak", ToguzKumalak, [], 25),
        ("Vai Lung Thlan", VaiLungThlan, [], 25),
        ("Pallanguzhi", Pallanguzhi, [], 25),
    ],
)
def test_moves_and_results_are_those_of_the_plain_rules(
    name: str, plain_game: type[PlainGame] | type[Oware] | type[RowsOfHoles], options: list[str], games: int
) -> None:
    """At each move both know the same legal moves, and in the end the same winner."""
    game = petteia.load(name, options=options)
    random = Random(7)
    for _ in range(games):
        state, plain = game.start(), plain_game()
        for _ in range(MOST_MOVES):
            assert texts(state) == Counter(plain.moves()), state.text
            assert state.over == (plain.winner is not None), state.text
            if state.over:
                break
            move = random.choice(state.legal_moves())
            state.play(move)
            plain.play(move.text.replace("V", ""))
        assert state.over == (plain.winner is not None)
        assert not state.over or (state.winner or 0) == plain.winner, state.text


def board_of(state: petteia.State, plain: PlainGame) -> dict[tuple[int, int], int]:
    return {plain.cell(piece.site): piece.owner for piece in state.pieces()}


def test_fanorona_is_played_by_the_plain_rules() -> None:
    """Approach and withdrawal may share a text: what is left on the board tells them apart."""
    game = petteia.load("Fanorona")
    random = Random(3)
    ended = 0
    for _ in range(30):
        state, plain = game.start(), Fanorona()
        while not state.over and len(state.history) < MOST_MOVES:
            assert state.mover == plain.mover
            assert texts(state) == Counter(plain.moves()), state.text
            move = random.choice(state.legal_moves())
            state.play(move)
            plain.play(move.text.replace("V", ""), board_of(state, plain))
        ended += state.over
        assert (state.winner or 0) == (plain.winner or 0)
    assert ended > 20
