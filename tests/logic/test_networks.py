"""Boolean networks: the same values with and without kernels, from scratch and step by step, slow and native."""

import random
from pathlib import Path

import numpy as np
import pytest
from experiments.othello import OthelloInputs, colours_swapped_tables, pattern_regions, seen_by_mover

import petteia as pt
from petteia.logic import Theory, Unfolded, Unfolding, build_network, thin_network
from petteia.logic._positions import SelfPlay
from petteia.logic.folding import find_regions, fold
from petteia.logic.native import NativeNetwork, NativeTables, ThinMatrix, View, count_outputs
from petteia.logic.unfolding import bits

DATA = Path(__file__).parents[2] / "experiments" / "data"
SOME = ("moves_x", "axes_o", "srf_x", "pfd_o")


def bit(*inputs: int) -> int:
    return sum(1 << 2 * one for one in inputs)


@pytest.fixture(scope="module")
def some() -> tuple[Unfolding, list[Unfolded]]:
    theory = Theory.from_text(DATA.joinpath("othello.pl").read_text())
    chosen = [f for f in theory.features(DATA.joinpath("othello_a.pl").read_text()) if f.name in SOME]
    unfolding = Unfolding(theory)
    return unfolding, unfolding.unfold_all(chosen)


def random_inputs(chance: random.Random) -> list[int]:
    """Facts of a board filled at random: x's squares, o's, and blank ones, as the theory numbers them."""
    return [chance.choice((0, 64, 128)) + square for square in range(64)]


def test_the_published_example_of_kernel_extraction() -> None:
    a, b, c, d, e = range(5)
    one = Unfolded("f", {(): (bit(a, b, c), bit(c, d))})
    other = Unfolded("g", {(): (bit(a, b), bit(d), bit(e))})
    plain, shared = build_network([one, other], 5, extract=False), build_network([one, other], 5)
    assert shared.edges < plain.edges
    for number in range(32):
        holds = [k for k in range(5) if number >> k & 1]
        assert plain.values(holds) == shared.values(holds)


def test_kernels_change_nothing_but_edges(some: tuple[Unfolding, list[Unfolded]]) -> None:
    unfolding, unfolded = some
    inputs = len(unfolding.inputs.facts)
    plain, shared = build_network(unfolded, inputs, extract=False), build_network(unfolded, inputs)
    assert shared.edges <= plain.edges
    chance = random.Random(3)
    for _ in range(5):
        holds = random_inputs(chance)
        assert plain.values(holds) == shared.values(holds)


@pytest.mark.parametrize("depth_first", [False, True])
def test_updates_equal_evaluation_from_scratch(some: tuple[Unfolding, list[Unfolded]], depth_first: bool) -> None:
    unfolding, unfolded = some
    view = View.plain(len(unfolding.inputs.facts))
    if depth_first:
        thin = list(dict.fromkeys(mask for one in unfolded for masks in one.outputs.values() for mask in masks))
        network = thin_network(thin, view.inputs)
    else:
        network = build_network(unfolded, view.inputs)
    weights = np.linspace(-1, 1, len(network.outputs))[None, :]
    native = NativeNetwork(network, view, weights, depth_first=depth_first)
    chance = random.Random(5)
    for _ in range(6):
        holds = random_inputs(chance)
        state = np.zeros(view.state_size, np.uint8)
        state[: 8 * len(view.words)].view(np.uint64)[:] = [
            sum(1 << one % 64 for one in holds if one // 64 == word) for word in range(len(view.words))
        ]
        value = native.update(state.ctypes.data)
        expected = network.values(holds)
        assert native.totals == expected
        assert value == pytest.approx(float(weights[0] @ expected))


def test_the_hasse_diagram_has_fewer_edges_than_literals() -> None:
    thin = [bit(0, 1), bit(0, 1, 2), bit(0, 1, 2, 3), bit(4)]
    network = thin_network(thin, 5)
    assert network.edges == 2 + 2 + 2
    assert network.values([0, 1, 2, 4]) == [1, 1, 0, 1]


def test_states_of_play_in_networks_columns_and_tables(some: tuple[Unfolding, list[Unfolded]]) -> None:
    unfolding, unfolded = some
    game = pt.load("Reversi")
    inputs = OthelloInputs(game, unfolding)
    placed = inputs.placed(unfolded)
    states = SelfPlay(game).play(3, seed=1).states
    network = build_network(placed, inputs.view.inputs)
    native = NativeNetwork(network, inputs.view)
    outputs = [[list(bits(mask)) for mask in masks] for one in placed for masks in one.outputs.values()]
    groups = [k for k, one in enumerate(placed) for _ in one.outputs]
    counts, _ = count_outputs(outputs, groups, inputs.view.columns(states), len(states))
    for number, state in enumerate(states):
        native.update(np.ascontiguousarray(state).ctypes.data)
        assert native.totals == list(counts[:, number])
    thin = list(dict.fromkeys(mask for one in placed for masks in one.outputs.values() for mask in masks))
    weights = np.random.default_rng(1).normal(size=(1, len(thin)))
    regions = [tuple(sorted(r)) for r in find_regions([frozenset((b >> 1) % 64 for b in bits(m)) for m in thin], 3)]
    starts, tables = fold(thin, weights, regions, 3, 1)
    folded = NativeTables(game, regions, starts, tables)
    sums = ThinMatrix(thin, inputs.view, states).apply(weights[0])
    for number, state in enumerate(states):
        assert folded.update(np.ascontiguousarray(state).ctypes.data) == pytest.approx(sums[number], abs=1e-3)
    looked_up = tables[0][folded.places(states).astype(np.int64)].sum(axis=1)
    assert looked_up == pytest.approx(sums, abs=1e-3)


def test_tables_with_colours_exchanged_see_what_the_other_side_sees() -> None:
    game = pt.load("Reversi")
    positions = SelfPlay(game).play(2, seed=3)
    view = View.of_game(game)
    seen, side = seen_by_mover(positions, view)
    regions, starts, entries = pattern_regions()
    tables = np.random.default_rng(2).normal(size=(1, entries)).astype(np.float32)
    plain = NativeTables(game, regions, starts, tables)
    turned = NativeTables(game, regions, starts, colours_swapped_tables(tables, regions, starts))
    assert {-1.0, 1.0} == set(side)
    for number, state in enumerate(seen.states):
        real = np.ascontiguousarray(positions.states[number]).ctypes.data
        expected = (plain if side[number] > 0 else turned).update(real)
        assert plain.update(np.ascontiguousarray(state).ctypes.data) == pytest.approx(expected, abs=1e-3)
    assert (seen.outcomes == positions.outcomes * side).all()


def test_the_solver_agrees_with_plain_minimax() -> None:
    game = pt.load("Reversi")
    play = SelfPlay(game)
    positions = play.play(12, seed=9, wanted=[60])

    def best(state: pt.State) -> int:
        if state.over:
            scores = state.scores
            assert scores is not None
            return scores[0] - scores[1]
        values = []
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            values.append(best(after))
        return max(values) if state.mover == 1 else min(values)

    solved = play.solve(positions)
    for raw, value in zip(positions.states[:8], solved.outcomes, strict=False):
        black, white = (int(word) for word in raw[8:24].view(np.uint64))
        sites = [f"{s}={1 if black >> s & 1 else 2}" for s in range(64) if (black | white) >> s & 1]
        mover = int(raw[game.facts.slots["mover"].offset])
        assert best(game.state(f"{' '.join(sites)} | m={mover} sc=0,0")) == value
