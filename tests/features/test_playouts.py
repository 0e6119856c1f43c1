"""Playouts by tables: moves are liked as the policy says, drawn accordingly, and games end as the rules say."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest

from petteia.features import FeatureSet, Policy, atomic_set, end_candidates, feature
from petteia.features.positions import native_engine
from petteia.game import Game, State, load

_GAMES = ["Hex", "Gomoku", "Yavalath", "Breakthrough", "Reversi", "Fanorona", "Knightthrough", "Amazons"]


def _played(state: State, rng: random.Random, most: int = 15) -> State:
    state = state.copy()
    for _ in range(rng.randrange(most)):
        following = state.copy()
        following.play(rng.choice(state.legal_moves()))
        if following.over:
            break
        state = following
    return state


def _random_policy(game: Game, rng: random.Random, size: int = 14, spread: float = 1.0) -> Policy:
    pool = [one for one in (*atomic_set(game), *end_candidates(game)) if not one.word]
    return Policy(
        FeatureSet(game, rng.sample(pool, size)), [[rng.gauss(0, spread) for _ in range(size)] for _ in range(2)]
    )


@pytest.mark.parametrize("name", _GAMES)
def test_tables_say_what_the_policy_says_from_anew_and_along_a_game(name: str) -> None:
    rng = random.Random(2)
    game = load(name)
    policy = _random_policy(game, rng)
    playout = policy.playout()
    assert playout is not None
    for _ in range(4):
        begin = _played(game.start(), rng)
        state = _played(begin, rng, 25)
        scores = policy.scores([state])
        assert playout.scores(state) == pytest.approx(scores, abs=0.05)
        assert playout.scores(state, since=begin) == pytest.approx(scores, abs=0.05)


@pytest.mark.parametrize("name", ["Hex", "Reversi"])
def test_features_that_always_hold_at_a_site_need_no_tables(name: str) -> None:
    rng = random.Random(4)
    game = load(name)
    features = FeatureSet(game, [feature("to{}: -{0}"), feature("to{}: -{0,0}")])
    for weights in ([[1.5, -0.5], [-1.0, 0.25]], [[0.5, 2.0], [0.5, 1.0]]):
        policy = Policy(features, weights)
        playout = policy.playout()
        assert playout is not None
        state = _played(game.start(), rng, 20)
        assert playout.scores(state) == pytest.approx(policy.scores([state]), abs=0.01)
        assert playout.play(game.start(), 20, seed=1)[0] > 0


def test_large_weights_of_features_that_always_hold_add_up_to_a_large_one() -> None:
    game = load("Reversi")
    policy = Policy(FeatureSet(game, [feature("to{}: -{0}"), feature("to{}: -{0} -{1/4}")]), [25.0, 25.0])
    playout = policy.playout()
    assert playout is not None
    corner = game.state("1=1 2=2 | m=2")
    assert max(playout.scores(corner)) == pytest.approx(50.0, abs=0.01)


def test_many_features_are_looked_up_in_wider_tables() -> None:
    rng = random.Random(5)
    game = load("Gomoku")
    policy = _random_policy(game, rng, 45, 0.3)
    playout = policy.playout()
    assert playout is not None
    state = _played(game.start(), rng, 30)
    assert playout.scores(state) == pytest.approx(policy.scores([state]), abs=0.05)


@pytest.mark.parametrize(
    ("name", "text"),
    [("Teeko", "to{}: .{} x{0} x{0,1/4,1/4}"), ("Gomoku", "to{}: .{} o{0,0,1/4,1/4}"),
     ("Knightthrough", "to{} from{0,0,1/4}: !o{} o{0,0,1/4} x{0,0,1/4,0,1/4}")],
)  # fmt: skip
def test_walks_round_a_corner_may_leave_the_board_on_their_way(name: str, text: str) -> None:
    rng = random.Random(4)
    game = load(name)
    policy = Policy(FeatureSet(game, [feature(text)]), [1.0])
    playout = policy.playout()
    assert playout is not None
    held = 0
    for _ in range(30):
        state = _played(game.start(), rng)
        scores = policy.scores([state])
        held += int((scores > 0).sum())
        assert playout.scores(state) == pytest.approx(scores, abs=0.05)
    assert held > 0


def _chosen(
    worth: npt.NDArray[np.float64], without: npt.NDArray[np.float64], candidates: int
) -> npt.NDArray[np.float64]:
    """How probable each move is, over all candidates that can be drawn; moves that are worth the same are alike.

    Without any, all moves take part. Candidates stand for all moves by what they are worth without strong features;
    what those add takes part besides.
    """
    if not candidates:
        return worth / float(worth.sum())
    firm, weak = worth - without, without * len(worth) / candidates
    values, kinds, counts = np.unique(weak.round(4), return_inverse=True, return_counts=True)
    grid = np.ix_(*[values] * candidates)
    sums = firm.sum() + sum(grid, np.zeros([len(values)] * candidates))
    odds = np.prod(np.broadcast_arrays(*np.ix_(*[counts / len(worth)] * candidates)), axis=0)
    odds = np.divide(odds, sums, out=np.zeros_like(sums), where=sums > 0)
    each: npt.NDArray[np.float64] = candidates * values * odds.sum(axis=tuple(range(1, candidates))) / counts
    each = each[kinds]
    return firm * float(odds.sum()) + each


def _outcomes(
    policy: Policy, state: State, candidates: int, *, moves: int = 1, weak: Policy | None = None, share: float = 1
) -> Counter[bytes]:
    """What a state becomes by some moves of a policy, and how probable that is; `weak` lacks its strong features."""
    found: Counter[bytes] = Counter()
    if not moves or state.over:
        found[bytes(state.raw.buffer)] += share  # type: ignore[assignment]
        return found
    given = list(state.coded_moves())
    worth, without = (np.exp(one.scores([state]).astype(np.float64)) for one in (policy, weak or policy))
    chosen = _chosen(worth, without, candidates)
    for move, probability in zip(given, chosen.tolist(), strict=True):
        following = state.copy()
        following.play(move)
        found.update(_outcomes(policy, following, candidates, moves=moves - 1, weak=weak, share=share * probability))
    return found


def _check_draws(met: Counter[bytes], expected: Counter[bytes]) -> None:
    """True if draws are as probable as expected, up to five standard deviations; rare ones are counted together."""
    draws = sum(met.values())
    assert set(met) <= set(expected)
    assert sum(expected.values()) == pytest.approx(1, abs=1e-5)
    rare = sum(share for share in expected.values() if draws * share < 5)
    seldom = draws - sum(met[one] for one, share in expected.items() if draws * share >= 5)
    likely = [(met[one], draws * share) for one, share in expected.items() if draws * share >= 5]
    chi = sum((count - wanted) ** 2 / wanted for count, wanted in likely)
    assert chi < len(likely) + 5 * (2 * len(likely)) ** 0.5
    assert abs(seldom - draws * rare) < 5 * (draws * rare) ** 0.5 + 1


@pytest.mark.parametrize(
    ("name", "candidates"), [("Hex", 2), ("Hex", 4), ("Breakthrough", 0), ("Connect Four", 0), ("Fanorona", 0)]
)
def test_moves_are_drawn_from_the_softmax(name: str, candidates: int) -> None:
    """Of a few candidates, or of all: where no move is liked more than `limit` times the average, refusing is exact."""
    rng = random.Random(8)
    game = load(name)
    state = _played(game.start(), rng, 8)
    policy = _random_policy(game, rng, 8, 0.5)
    playout = policy.playout(candidates=candidates or 2, limit=12.0)
    assert playout is not None
    _check_draws(Counter(playout.play_on(state, 1, range(20_000))), _outcomes(policy, state, candidates))


@pytest.mark.parametrize(
    ("name", "texts", "begin", "moves"),
    [("Tic-Tac-Toe", ["to{}: .{} o{0} o{0,0}", "to{}: .{} x{0} x{0,0}", "to{}: .{} o{0}"], [0, 4], 3),
     ("Gomoku", ["to{}: .{} o{0} o{0,0} !x{1/2}", "to{}: .{} x{0} x{0,0} x{0,0,0}", "to{}: .{} x{0}"],
      [100, 30, 101, 31, 200, 32], 1)],
)  # fmt: skip
def test_moves_that_strong_features_like_are_found(name: str, texts: list[str], begin: list[int], moves: int) -> None:
    """What is worth many times as much as others takes part wherever it holds."""
    game = load(name)
    policy = Policy(FeatureSet(game, [feature(text) for text in texts]), [[4.5, 3.5, 0.4], [2.6, 4.8, -0.3]])
    playout = policy.playout()
    assert playout is not None and set(playout.strong) == {0, 1}
    state = game.start()
    for site in begin:
        state.play(f"{site}>{site}")
    weak = Policy(FeatureSet(game, [feature(texts[2])]), [[0.4], [-0.3]])
    expected = _outcomes(policy, state, 2, moves=moves, weak=weak)
    _check_draws(Counter(playout.play_on(state, moves, range(20_000))), expected)


@pytest.mark.parametrize("name", ["Gomoku", "Yavalath", "Hex"])
def test_strong_features_are_weighed_as_all_others(name: str) -> None:
    """Wherever a playout comes by: the claims that it keeps, and what else they ask for, are what the position says."""
    rng = random.Random(12)
    game = load(name)
    texts = [
        "to{}: .{} o{0} o{1/2}", "to{}: .{} o{0} x{0,0}", "to{}: .{} x{0} !x{1/2} .{1/3}",
        "to{}: .{} -{0} o{1/2} !o{1/6}", "to{}: .{} o{0}",
    ]  # fmt: skip
    policy = Policy(FeatureSet(game, [feature(text) for text in texts]), [2.6, 3.5, 4.0, 5.0, 0.4])
    playout = policy.playout()
    assert playout is not None and playout.strong
    for _ in range(10):
        begin = _played(game.start(), rng, 10)
        state = _played(begin.copy(), rng, 20)
        assert playout.scores(state, begin) == pytest.approx(policy.scores([state]), abs=0.01)


def test_strong_sites_that_the_rules_exclude_are_not_played_on() -> None:
    game = load(
        """(game "Inside" (players 2) (equipment { (board (square 9)) (piece "Disc" Each) })
        (rules (play (move Add (to (difference (sites Empty) (sites Outer)))))
            (end (if (is Line 5) (result Mover Win)))))"""
    )
    policy = Policy(FeatureSet(game, [feature("to{}: .{} o{0} o{0,0}"), feature("to{}: .{} x{0}")]), [6.0, 0.5])
    playout = policy.playout()
    assert playout is not None and playout.strong == (0,)
    state = game.state("10=1 11=1 30=2 31=2 | m=1")  # 9 on the rim would be strong like 12
    weak = Policy(FeatureSet(game, [feature("to{}: .{} x{0}")]), [0.5])
    _check_draws(Counter(playout.play_on(state, 1, range(20_000))), _outcomes(policy, state, 2, weak=weak))
    assert all(playout.play(game.start(), 100, seed=seed)[0] > 0 for seed in range(20))


def test_large_weights_of_strong_features_and_of_others_add_up() -> None:
    """As in the features that the paper's authors made for Yavalath: four in a row wins, though three lose."""
    game = load("Yavalath")
    texts = ["to{}: .{} o{0} o{0,0} o{1/2}", "to{}: .{} o{0} o{0,0}", "to{}: .{} o{0} o{1/2}"]
    policy = Policy(FeatureSet(game, [feature(text) for text in texts]), [3000.0, -1000.0, -1000.0])
    playout = policy.playout()
    assert playout is not None and playout.strong == (0,)
    rng = random.Random(6)
    for _ in range(10):
        state = _played(game.start(), rng, 30)
        assert playout.scores(state) == pytest.approx(policy.scores([state]), rel=1e-3)


def test_a_set_may_have_strong_features_only() -> None:
    game = load("Gomoku")
    policy = Policy(FeatureSet(game, [feature("to{}: .{} o{0} o{1/2}")]), [4.0])
    playout = policy.playout()
    assert playout is not None and playout.strong == (0,)
    state = _played(game.start(), random.Random(3), 60)
    assert playout.scores(state) == pytest.approx(policy.scores([state]), abs=0.01)
    assert playout.play(game.start(), 20, seed=1)[0] > 0


def test_a_filled_board_is_won_as_often_as_a_played_one() -> None:
    game = load("Hex", options=["Board Size/5x5"])
    policy = _random_policy(game, random.Random(3), 10, 0.8)
    playout = policy.playout()
    assert playout is not None
    games, state, engine = 3000, game.start(), native_engine(game)
    for move in ("0>0", "7>7"):  # from now on, moves only ever use up sites
        state.play(move)
    played = 0
    for packed in playout.play_on(state, 22, range(games)):  # with one site left the board is not filled but played on
        raw = engine.unpack(packed)
        for move_code in engine.moves(raw):
            engine.play(raw, move_code)
        played += engine.read(raw, "ranks")[1]
    filled = playout.play(state, games, seed=1)[1]
    assert abs(int(filled[1]) - played) < 4 * 2 * (2 * games * 0.25) ** 0.5


def test_playouts_end_as_the_rules_say() -> None:
    game = load("Yavalath")
    policy = Policy(FeatureSet(game, list(end_candidates(game))[:4]), [2.0, 2.0, -1.0, 1.0])
    for candidates in (2, 8):
        playout = policy.playout(candidates=candidates)
        assert playout is not None
        moves, ranks = playout.play(game.start(), 50, seed=3)
        assert 50 * 5 < moves < 50 * 61
        assert ranks[1] + ranks[2] == 50 * 6  # doubled ranks: first and second, or one and a half for both


def test_what_tables_cannot_say_is_left_to_others() -> None:
    game = load("Breakthrough")
    assert Policy(FeatureSet(game, [feature("to{}: P1{0}")]), [1.0]).playout() is None
