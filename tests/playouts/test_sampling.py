"""Draws by scores have the distribution that the scores give over exactly the legal moves."""

import math
import random
from collections import Counter
from collections.abc import Hashable

import pytest
from chi_square import assert_drawn_from
from playout_games import GO, KINGS, WALK

from petteia.errors import PetteiaError
from petteia.game import Move, State, load
from petteia.game.native import NativeEngine
from petteia.search import Sampling, sample_move

_DRAWS = 1200
_CAP = 1.5


def score(numbers: tuple[int, ...]) -> float:
    """A score that differs from move to move and never exceeds the cap."""
    return random.Random(repr(numbers)).uniform(-2, _CAP)


def coarse(numbers: tuple[int, ...]) -> float:
    """A score that many moves share."""
    return float(random.Random(repr(numbers)).randrange(3))


def scored(state: State) -> dict[Move, tuple[int, ...]]:
    """The legal moves by their numbers."""
    engine = state.game.engine
    assert isinstance(engine, NativeEngine)
    return {move: engine.pack_move(code) for move, code in state.coded_moves().items()}


def midgame(text: str, moves: int, seed: int) -> State:
    """A position in which some candidates are illegal and several moves are legal."""
    for again in range(1000):
        chooser = random.Random(1000 * seed + again)
        state = load(text).start(0)
        for _ in range(moves):
            if state.over:
                break
            state.play(chooser.choice(state.legal_moves()))
        if not state.over and len(state.legal_moves()) > 2:
            return state
    raise AssertionError("no such position")


POSITIONS = [(GO, 9), (GO, 14), (KINGS, 12), (WALK, 8)]


def draws(state: State, sampling: Sampling, by: object = score) -> Counter[Hashable]:
    """How often each move is drawn."""
    assert callable(by)
    return Counter(sample_move(state, by, sampling, seed)[0] for seed in range(_DRAWS))


@pytest.mark.statistical
@pytest.mark.parametrize(("text", "moves"), POSITIONS)
@pytest.mark.parametrize("drawing", ["softmax", "capped"])
@pytest.mark.parametrize("temperature", [0.5, 1.0])
def test_softmax(text: str, moves: int, drawing: str, temperature: float) -> None:
    """Chances are in the ratio of exp(score / temperature) among legal moves; false alarm 3e-6 each."""
    state = midgame(text, moves, 3)
    weights = {move: math.exp(score(numbers) / temperature) for move, numbers in scored(state).items()}
    chances: dict[Hashable, float] = {move: weight / sum(weights.values()) for move, weight in weights.items()}
    sampling = Sampling(drawing, temperature=temperature, cap=_CAP)  # type: ignore[arg-type]
    assert_drawn_from(draws(state, sampling), chances)


@pytest.mark.statistical
@pytest.mark.parametrize(("text", "moves"), POSITIONS)
@pytest.mark.parametrize("epsilon", [0.0, 0.3])
def test_greedy(text: str, moves: int, epsilon: float) -> None:
    """The best legal moves share what uniform draws leave; false alarm 3e-6 each."""
    state = midgame(text, moves, 4)
    scores = {move: coarse(numbers) for move, numbers in scored(state).items()}
    best = [move for move, value in scores.items() if value == max(scores.values())]
    chances: dict[Hashable, float] = {
        move: epsilon / len(scores) + (1 - epsilon) / len(best) * (move in best) for move in scores
    }
    assert_drawn_from(draws(state, Sampling("greedy", epsilon=epsilon), coarse), chances)


@pytest.mark.statistical
@pytest.mark.parametrize(("text", "moves"), POSITIONS)
def test_uniform(text: str, moves: int) -> None:
    """Without scores all legal moves are equal; false alarm 3e-6 each."""
    state = midgame(text, moves, 5)
    legal = state.legal_moves()
    assert_drawn_from(draws(state, Sampling("uniform")), dict.fromkeys(legal, 1 / len(legal)))


def test_a_cap_saves_scores() -> None:
    """Only proposed moves are scored, of many that there are."""
    state = load(GO).start(0)
    counts = [sample_move(state, score, Sampling("capped", cap=_CAP), seed)[1] for seed in range(200)]
    assert sum(counts) / len(counts) < 0.6 * len(state.legal_moves())
    assert {sample_move(state, score, Sampling("softmax"), seed)[1] for seed in range(20)} == {len(state.legal_moves())}


def test_extreme_scores() -> None:
    """A candidate with all the weight that turns out to be illegal leaves the others their ratio."""
    state = midgame(GO, 14, 3)
    legal = set(scored(state).values())

    def lopsided(numbers: tuple[int, ...]) -> float:
        return -5000.0 if numbers in legal else 5000.0

    seen: Counter[Hashable] = Counter(
        sample_move(state, lopsided, Sampling("softmax"), seed)[0] for seed in range(50 * len(legal))
    )
    assert_drawn_from(seen, dict.fromkeys(state.legal_moves(), 1 / len(legal)))


def test_settings_are_checked() -> None:
    """Shares and temperatures out of range are refused."""
    with pytest.raises(PetteiaError):
        Sampling(epsilon=1.5)
    with pytest.raises(PetteiaError):
        Sampling(temperature=0)
