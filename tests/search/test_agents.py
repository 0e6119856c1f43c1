"""What agents promise beside good moves: budgets, seeds, threads, trees that go on, memory, and names in words."""

import json
import pickle
import time

import pytest

import petteia
from petteia.cli import main
from petteia.errors import PetteiaError
from petteia.search import GRAVE, MAST, PUCT, UCT, AlphaBeta, Analysis, Material, Random, agent, register
from petteia.search._tree import Budget, Tree
from petteia.search.bridge import Bridge
from petteia.search.material import piece_worth


def test_time_is_kept() -> None:
    """CPU seconds and seconds by the clock, each within a fifth and a grain."""
    state = petteia.load("Connect Four").start()
    for kind in (UCT, AlphaBeta):
        found = kind(seconds=0.1).analyse(state)
        assert 0.08 <= found.cpu_seconds <= 0.13 and found.iterations > 1000
    begin = time.perf_counter()
    assert UCT(wall=0.1).analyse(state).iterations > 10
    assert 0.09 < time.perf_counter() - begin < 2


def test_threads_share_one_tree() -> None:
    """All iterations are made, and every one of them is counted once at the root."""
    state = petteia.load("Connect Four").start()
    for kind in (UCT, PUCT, MAST, GRAVE):
        found = kind(iterations=5000, threads=3, solver=False).analyse(state)
        assert found.iterations == 5000 and sum(one.visits for one in found.candidates) == 5000
    proven = UCT(iterations=100_000, threads=2).analyse(petteia.load("Hex", options=["Board Size/3x3"]).start())
    assert proven.best.proven == "lost"


def played_on(state: petteia.State, moves: int) -> petteia.State:
    following = state.copy()
    for _ in range(moves):
        following.play(following.legal_moves()[0])
    return following


@pytest.mark.parametrize("kind", [UCT, PUCT, MAST, GRAVE])
def test_trees_go_on(kind: type[UCT]) -> None:
    """What was seen below the moves that were played stays; the rest is given back and used again."""
    searcher = kind(iterations=3000, reuse=True, solver=False)
    state = petteia.load("Connect Four").start()
    first = searcher.analyse(state)
    for _ in range(2):
        state.play(first.line[len(state.history)])
    known = {one.move: one.visits for one in kind(iterations=1, reuse=False).analyse(state).candidates}
    second = searcher.analyse(state)
    assert second.iterations == 3000 and sum(one.visits for one in second.candidates) > 3000
    assert set(known) == {one.move for one in second.candidates}
    other = searcher.analyse(played_on(petteia.load("Connect Four").start(), 3))
    assert sum(one.visits for one in other.candidates) == 3000


def test_a_tree_that_goes_on_stays_within_its_memory() -> None:
    """A long game by one agent, with room for a fraction of what it sees."""
    searcher = UCT(iterations=20_000, reuse=True, memory=2, seed=1)
    state = petteia.load("Connect Four").start()
    while not state.over:
        state.play(searcher.choose(state))
    assert searcher._kept[0].bytes <= 2 * 2**20


def test_memory_of_a_node() -> None:
    """64 bytes, and 8 for each child."""
    for name in ("Connect Four", "Breakthrough", "Yavalath"):
        state = petteia.load(name).start()
        bridge = Bridge(state.game)
        tree = Tree(state, UCT(plain=True)._settings(bridge), bridge)
        tree.run(Budget(10_000))
        assert tree.bytes <= 64 * tree.size + 8 * tree.listed


def test_moves_are_drawn_by_visits() -> None:
    state = petteia.load("Tic-Tac-Toe").start()
    drawn = {str(UCT(iterations=100, temperature=1.0, seed=seed).choose(state)) for seed in range(30)}
    cold = {str(UCT(iterations=100, temperature=0.01, seed=3).choose(state)) for _ in range(3)}
    assert len(drawn) > 4 and cold == {str(UCT(iterations=100, seed=3).choose(state))}


def test_arrays_are_in_the_order_of_the_moves() -> None:
    state = petteia.load("Connect Four").start()
    found: Analysis = UCT(iterations=500, seed=1).analyse(state)
    arrays = found.arrays()
    assert arrays.moves == state.legal_moves() and arrays.visits.sum() == 500 and arrays.priors is None
    best = arrays.moves.index(found.best.move)
    assert arrays.visits[best] == arrays.visits.max() and arrays.values[best] == found.best.value


def test_agents_can_be_sent_to_other_processes() -> None:
    state = petteia.load("Tic-Tac-Toe").start()
    for one in (UCT(iterations=50, reuse=True, seed=2), PUCT(iterations=50), AlphaBeta(depth=2), Random(seed=4)):
        one.choose(state)
        assert pickle.loads(pickle.dumps(one)).choose(state) == one.with_seed(one.seed).choose(state)


def test_several_players() -> None:
    """Returns go by player: of three, who can win at once does."""
    text = """(game "Three" (players 3) (equipment { (board (square 4)) (piece "Disc" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
    state = petteia.load(text).state("0=1 1=1 4=2 8=2 15=3 10=3 | m=1")
    for one in (UCT(iterations=200), UCT(iterations=3000, plain=True), MAST(iterations=200), GRAVE(iterations=500)):
        assert str(one.choose(state)) == "2>2", one


# -- alpha-beta -----------------------------------------------------------------------------------------------------


def plain_value(state: petteia.State, depth: int) -> float:
    """The value for who moves, by looking at everything: 1 and -1 for wins and losses within the depth, else 0."""
    if depth == 0:
        return 0.0
    values = []
    for move in state.legal_moves():
        following = state.copy()
        following.play(move)
        seat = state.mover
        values.append(following.returns[seat - 1] if following.over else -plain_value(following, depth - 1))
    return max(values)


@pytest.mark.parametrize("seed", range(4))
def test_alpha_beta_has_the_value_of_minimax(seed: int) -> None:
    import random

    dice, state = random.Random(seed), petteia.load("Tic-Tac-Toe").start()
    for _ in range(3):
        state.play(dice.choice(state.legal_moves()))
    found = AlphaBeta(depth=6, evaluation=lambda state, seat: 0.0, seed=seed).analyse(state)
    assert found.best.value == plain_value(state, 6)


def test_evaluations_steer_alpha_beta() -> None:
    """One move deep, the best move is the one that the evaluation likes best, for who moves."""
    state = petteia.load("Connect Four").start()
    for seed in range(3):
        found = AlphaBeta(depth=1, seed=seed, evaluation=lambda state, seat: 0.5 * (-1) ** (seat + (state.text < "4")))
        assert len(found.analyse(state).candidates) == 7
    likes = AlphaBeta(depth=1, evaluation=lambda state, seat: -0.5 if state.at(5) else 0.5).analyse(state)
    assert str(likes.best.move) == "5>5" and likes.best.value == 0.5


def test_material_counts_pieces_by_worth() -> None:
    game = petteia.load("Breakthrough")
    ahead, level = game.state("0=1 1=1 62=2 | m=1"), game.state("0=1 62=2 | m=1")
    values = [AlphaBeta(depth=1, evaluation=Material(mobility=0)).analyse(one).best.value for one in (ahead, level)]
    assert values[0] > values[1] == 0.0
    text = """(game "Two Kinds" (players 2)
        (equipment { (board (square 6)) (piece "King" Each (move Step (to if:(is Empty (to)))))
            (piece "Rook" Each (move Slide Orthogonal)) })
        (rules (start { (place "King1" {0}) (place "Rook1" {7}) (place "King2" {35}) (place "Rook2" {28}) })
            (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""
    worth = piece_worth(petteia.load(text))
    assert worth[1] == pytest.approx(1, abs=0.2) and min(worth[3], worth[4]) > 1.2  # kings, then rooks


# -- words ----------------------------------------------------------------------------------------------------------


def test_agents_have_names() -> None:
    assert agent("uct:iterations=1000,exploration=0.5,plain=yes") == UCT(iterations=1000, exploration=0.5, plain=True)
    assert agent("alphabeta:depth=6") == AlphaBeta(depth=6)
    assert agent("puct:unvisited=parent,seconds=0.05") == PUCT(seconds=0.05)
    assert agent("grave", iterations=10, depth=3) == GRAVE(iterations=10)
    assert agent("random:seed=7") == Random(seed=7)
    register("first", lambda text: Random(seed=len(text)))
    assert agent("first:abc") == Random(seed=3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("uctt", "did you mean uct"),
        ("uct:iteration=5", "did you mean iterations"),
        ("uct:iterations=many", "no value for iterations"),
        ("uct:iterations", "needs a value"),
        ("uct:plain=maybe", "no value for plain"),
        ("uct:iterations=0", "above zero"),
        ("puct:policy=mine", "no value for policy"),
    ],
)
def test_words_that_mean_nothing_are_refused(text: str, message: str) -> None:
    with pytest.raises(PetteiaError, match=message):
        agent(text)


@pytest.mark.parametrize("name", ["uct", "puct", "mast", "grave", "alphabeta", "uct:threads=2"])
def test_every_agent_analyses(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["search", "Connect Four", "--agent", name, "--iterations", "2000", "--json"])
    assert ended.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert {"best", "value", "line", "moves", "iterations", "iterations_per_second"} <= set(told)
    assert told["agent"] == name and len(told["moves"]) == 7 and told["line"][0] == told["best"]


def test_random_play_cannot_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["search", "Connect Four", "--agent", "random"])
    assert ended.value.code == 2 and "does not tell" in capsys.readouterr().err
