"""Backgammon beside its rules in plain Python. The dice are seen after a move: what it used, and what it left."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

import petteia

PATHS = {
    1: [6, *range(12, 6, -1), *range(5, -1, -1), *range(13, 19), *range(20, 26)],
    2: [19, *range(25, 19, -1), *range(18, 12, -1), *range(6), *range(7, 13)],
}
FIRST_OF_HOME = 19  # an index of a path: the last six points are home


class Points:
    """The checkers of both players by points."""

    def __init__(self, state: petteia.State) -> None:
        stacks = Counter((piece.owner, piece.site) for piece in state.pieces())
        self.own = {player: Counter({s: n for (p, s), n in stacks.items() if p == player}) for player in (1, 2)}

    def target(self, player: int, source: int, pips: int) -> int | None:
        """Where a checker may go: a point, the point itself when it leaves the board, None if nowhere."""
        path, own = PATHS[player], self.own[player]
        bar = path[0]
        if own[bar] and source != bar:
            return None
        index = path.index(source) + pips
        if index < len(path):
            return path[index] if self.own[3 - player][path[index]] < 2 else None
        places = [path.index(site) for site in own if own[site]]
        if min(places) < FIRST_OF_HOME:
            return None
        return source if index == len(path) or path.index(source) == min(places) else None

    def moves(self, player: int, pips: int) -> set[tuple[int, int]]:
        """All moves with one die."""
        sources = [site for site, number in self.own[player].items() if number]
        found = ((source, self.target(player, source, pips)) for source in sources)
        return {(source, target) for source, target in found if target is not None}

    def play(self, player: int, move: tuple[int, int]) -> None:
        source, target = move
        self.own[player][source] -= 1
        if source == target:
            return
        if self.own[3 - player][target]:
            self.own[3 - player][target] -= 1
            self.own[3 - player][PATHS[3 - player][0]] += 1
        self.own[player][target] += 1

    def after(self, player: int, move: tuple[int, int]) -> Points:
        points = object.__new__(Points)
        points.own = {each: Counter(counts) for each, counts in self.own.items()}
        points.play(player, move)
        return points


def expected(points: Points, player: int, dice: tuple[int, int]) -> set[tuple[int, int]]:
    """The legal moves with two dice of which the first is used now or the second; 0 is a used die."""
    pairs = [(now, later) for now, later in (dice, dice[::-1]) if now]
    options = [(move, later) for now, later in pairs for move in points.moves(player, now)]
    with_both = {move for move, later in options if later and points.after(player, move).moves(player, later)}
    return with_both or {move for move, _ in options}


def ends(text: str) -> tuple[int, int]:
    source, target = (int(number) for number in re.findall(r"-?\d+", text))
    return source, target


def dice_of(state: petteia.State) -> tuple[int, int]:
    found = re.search(r"d=(\d),(\d)", state.text)
    assert found is not None
    return int(found[1]), int(found[2])


@pytest.mark.parametrize("seed", range(6))
def test_play_follows_the_plain_rules(seed: int) -> None:
    """Moves, hits, entering and bearing off; the dice shown explain all legal moves of each turn."""
    game = petteia.load("Backgammon")
    state = game.start(seed)
    random = Random(seed)
    last_mover = 0
    while not state.over:
        points, mover = Points(state), state.mover
        assert sum(points.own[mover].values()) <= 15
        legal = {ends(move.text) for move in state.legal_moves() if move.text != "pass"}
        chosen = random.choice(state.legal_moves())
        dice = dice_of(state)
        state.play(chosen)
        if mover != last_mover:
            assert legal == expected(points, mover, dice), state.text
        elif 0 in dice:
            assert legal == expected(points, mover, (max(dice), 0)), state.text
        if chosen.text != "pass":
            points.play(mover, ends(chosen.text))
        now = Points(state)
        assert all(+now.own[player] == +points.own[player] for player in (1, 2)), state.text
        last_mover = mover
    assert state.winner == last_mover
