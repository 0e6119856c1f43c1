"""Tournaments: everyone meets everyone on the same openings, and ratings follow from all games."""

from pathlib import Path

import pytest

from petteia import load
from petteia.arena import match, tournament
from petteia.errors import PetteiaError

from .agents import Chancer, Winner


def test_a_round_robin() -> None:
    """All pairings, the same openings for each, scores that add up, an order; two of a kind are told apart."""
    found = tournament(load("Tic-Tac-Toe"), [Chancer(), Winner(), Chancer(), "uct:iterations=100"], games=8, seed=1)
    assert found.names == ("chancer", "winner", "chancer #2", "uct:iterations=100")
    assert [one.sides for one in found.matches] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert found.games == 48 and all(found.games_of(one) == 24 for one in range(4))
    assert sum(map(sum, found.scores)) == 48
    openings = [[t.moves[: t.notes["opening"]] for t in one.trials] for one in found.matches]
    assert all(one == openings[0] for one in openings)
    assert found.ranking[0] == 3 and sum(found.ratings.elo) == pytest.approx(0)
    ranked = found.to_json()["agents"]
    assert ranked[0]["agent"] == "uct:iterations=100"
    assert all(one["interval"][0] < one["elo"] < one["interval"][1] for one in ranked)
    assert "#1 uct:iterations=100" in str(found)


def test_a_tournament_goes_on(tmp_path: Path) -> None:
    """From its folder; other agents are refused, and so is one agent alone."""
    game, agents = load("Tic-Tac-Toe"), [Chancer(), Winner(), "random"]
    tournament(game, agents, games=2, out=tmp_path)
    resumed = tournament(game, agents, games=6, out=tmp_path, resume=True, jobs=2)
    whole = tournament(game, agents, games=6)
    moves = [[[t.moves for t in one.trials] for one in found.matches] for found in (resumed, whole)]
    assert moves[0] == moves[1] and resumed.ratings == whole.ratings
    with pytest.raises(PetteiaError, match="another value of agents"):
        tournament(game, agents[:2], games=6, out=tmp_path, resume=True)
    with pytest.raises(PetteiaError, match="at least two agents"):
        tournament(game, agents[:1])


def test_a_tournament_of_two_is_a_match() -> None:
    """The same games, and the difference of ratings is that of the win rate."""
    game = load("Tic-Tac-Toe")
    one, other = tournament(game, [Winner(), Chancer()], games=10), match(game, Winner(), Chancer(), games=10)
    assert [t.moves for t in one.matches[0].trials] == [t.moves for t in other.trials]
    if not one.ratings.tied:
        assert one.ratings.elo[0] - one.ratings.elo[1] == pytest.approx(other.elo)
