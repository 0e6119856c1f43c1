"""Quick values: what a few seconds of quick games tell of pieces, seeds, scores, and several players."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import petteia
from petteia.search import UCT, AlphaBeta, PositionReader, Quick, Random, Values, quick_fit
from petteia.search.library import entry_points
from petteia.search.quick import _regression, fit_quickly


def test_scores_are_worth_something() -> None:
    """Scores do where they decide, and positions tell who will win."""
    oware = quick_fit(petteia.load("Oware"))
    assert oware.values is not None and oware.values.score > 0.05 and oware.foretold > 0.2


def test_a_fit_repeats_itself() -> None:
    """Games are drawn by a seed, and their number goes by positions, not by the clock."""
    game = petteia.load("Tic-Tac-Toe")
    first, second = fit_quickly(game), fit_quickly(game)
    assert first.values is not None and str(first.values) == str(second.values)


def test_sites_are_not_believed_where_little_is_foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    """The middle of Tic-Tac-Toe is worth more than a side, unless that much is asked for."""
    game = petteia.load("Tic-Tac-Toe")
    for least, differs in ((0.0, True), (2.0, False)):
        monkeypatch.setattr("petteia.search.quick._LEAST_FORETOLD", least)
        values = fit_quickly(game).values
        assert values is not None
        assert (max(float(np.ptp(row)) for row in values.first) > 1e-3) == differs, least


def test_a_fit_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next process reads it; a damaged file is made anew."""
    monkeypatch.setattr("petteia.search.known.default_folder", lambda: tmp_path)
    game = petteia.load("Tic-Tac-Toe")
    quick_fit.cache_clear()
    first = quick_fit(game)
    (kept,) = tmp_path.glob("players/*-quick.json")
    kept.write_text(kept.read_text().replace('"drawn":', '"drawn":0.125,"was":'))
    quick_fit.cache_clear()
    assert quick_fit(game).drawn == 0.125 and str(quick_fit(game).values) == str(first.values)
    kept.write_text("{")
    quick_fit.cache_clear()
    assert quick_fit(game).drawn == first.drawn
    quick_fit.cache_clear()


def test_values_of_several_players_are_what_one_has_less_the_others() -> None:
    """By hand: pieces of each of three players, weighed; the native sum agrees."""
    game = petteia.load(
        '(game "Three" (players 3) (equipment { (board (square 3)) (piece "Disc" Each) })'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    )
    row = tuple(float(site + 1) for site in range(9))
    discs = {one.number for one in game.facts.components}
    rows = tuple(row if k in discs else (0.0,) * 9 for k in range(max(discs) + 1))
    values = Values(rows, rows, scale=10.0)
    state = game.state("0=1 4=2 5=3 8=1 | m=2")
    owned = {1: 1.0 + 9.0, 2: 5.0, 3: 6.0}
    import ctypes

    address, context = values.native(game)
    ask = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32)(address)
    for seat, own in owned.items():
        advantage = own - (sum(owned.values()) - own) / 2
        assert ask(context, state.raw.pointer, seat) == pytest.approx(advantage / (10 + abs(advantage)))
    assert entry_points(game).players == 3


def test_a_regression_finds_what_made_the_results() -> None:
    """Chances made by known weights lead back to them."""
    from scipy.sparse import csr_matrix

    dice = np.random.default_rng(1)
    rows, truth = dice.normal(size=(4000, 3)), np.array([1.0, -0.5, 0.0])
    wanted = (dice.random(4000) < 1 / (1 + np.exp(-rows @ truth))).astype(float)
    found = _regression(csr_matrix(rows), wanted, np.ones(4000), np.full(3, 0.1))
    assert np.abs(found - truth).max() < 0.15


def test_games_with_dice_and_of_several_players_have_values() -> None:
    """They serve playouts that are cut off."""
    game = petteia.load("Backgammon")
    assert PositionReader(game).extent > 0 and quick_fit(game).values is not None
    state = game.start(3)
    assert UCT(iterations=50, playout_moves=2, evaluation=Quick()).choose(state) in state.legal_moves()


def test_alpha_beta_by_quick_values_beats_chance() -> None:
    """Each of four games."""
    game = petteia.load("Oware")
    found = petteia.match(game, AlphaBeta(iterations=200, evaluation=Quick()), Random(), games=4, seed=1)
    assert found.win_rate == 1.0
