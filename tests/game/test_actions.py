"""Tests for action numbers, observations and batches: all three say the same of a state, in every bundled game."""

from collections import defaultdict
from copy import deepcopy
from pickle import dumps, loads
from random import Random

import numpy as np
import pytest

from classics import CLASSICS, sample, sample_of_games
from petteia import IllegalMove, PetteiaError, load
from petteia.game import Game, State

COUNTS = {"Hex": 122, "Connect Four": 7, "Tic-Tac-Toe": 9, "Reversi": 65, "Go": 362, "Gomoku": 225, "Kalah": 13}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_number_of_actions(name: str, count: int) -> None:
    """Only moves that the rules may list have numbers: Hex has its sites and the swap, Connect Four its columns."""
    assert load(name, build="quick").num_actions == count


def test_chess_has_few_actions() -> None:
    """Kinds of moves that never meet in a state share numbers."""
    assert load("Chess", build="quick").num_actions < 5000


Looks = dict[bytes, frozenset[int]]
Follows = dict[tuple[bytes, int], tuple[bytes, tuple[float, ...]]]


def compare(state: State, action: int, looks: Looks, follows: Follows) -> None:
    """Plays an action; states that looked alike before have to have the same moves and the same results."""
    seen, legal = state.observation().tobytes(), state.legal_actions().tolist()
    assert len(set(legal)) == len(state.legal_moves())
    assert looks.setdefault(seen, frozenset(legal)) == frozenset(legal)
    assert state.legal_mask()[action]
    state.play_action(action)
    if not state.game.is_random:
        after = state.observation().tobytes(), state.returns
        assert follows.setdefault((seen, action), after) == after


@pytest.mark.parametrize("name", sorted({*sample(CLASSICS, 6), *sample_of_games(4)}))
def test_numbers_and_observations_by_play(name: str) -> None:
    """No two legal moves of a state share a number, and states that look alike have the same moves and results.

    Random games are played again with two turns of a player in the other order, which often leads to the same position.
    """
    game = load(name, build="quick")
    looks: Looks = {}
    follows: Follows = {}
    for seed in range(3):
        state, random, actions = game.start(seed), Random(seed), list[int]()
        while not state.over and len(actions) < 25:
            actions.append(random.choice(state.legal_actions().tolist()))
            compare(state, actions[-1], looks, follows)
        for first in (0, 1, 4):
            other = [*actions[:first], *reversed(actions[first : first + 3]), *actions[first + 3 :]]
            state = game.start(seed)
            for action in other:
                if state.over or action not in state.legal_actions().tolist():
                    break
                compare(state, action, looks, follows)


def test_texts_of_actions_and_back() -> None:
    """The text of a number leads back to it, and so does each move that has it."""
    for name in ("Chess", "Connect Four", "Hex"):
        game = load(name, build="quick")
        assert all(game.action(game.action(k)) == k for k in range(game.num_actions))
    four = load("Connect Four", build="quick")
    assert four.action(3).startswith("3>3|10>10") and four.action("10>10") == 3


def test_bad_actions() -> None:
    """A wrong number is told, and changes nothing."""
    state = load("Tic-Tac-Toe").start()
    state.play_action(4)
    before = state.text
    for wrong in (4, 9, -1):
        with pytest.raises(IllegalMove, match=f"action {wrong}"):
            state.play_action(wrong)
    with pytest.raises(IllegalMove, match="no action"):
        state.game.action(9)
    with pytest.raises(PetteiaError, match="no player 3"):
        state.observation(3)
    assert state.text == before


def test_observation_is_seen_from_the_mover() -> None:
    """One's own pieces come first, whoever one is."""
    state = load("Reversi").start()
    first, second = state.observation(1), state.observation(2)
    assert first.shape[1:] == (8, 8)
    assert (first[0] == second[1]).all() and (first[1] == second[0]).all()
    assert (state.observation() == first).all()


@pytest.mark.parametrize("text", ["hop", "pieces"])
def test_observation_tells_what_once_was_missing(text: str) -> None:
    """Dice, en passant and scores are seen."""
    if text == "hop":
        game = load("Chess", build="quick")
        with_hop = game.start()
        for move in ("12>28", "48>40", "28>36", "51>35"):
            with_hop.play(move)
        without = game.state(with_hop.text.replace(next(p for p in with_hop.text.split() if "pend" in p), ""))
        assert set(with_hop.legal_moves()) != set(without.legal_moves())
        assert with_hop.observation().tobytes() != without.observation().tobytes()
    else:
        game = load("Backgammon", build="quick")
        moves = defaultdict(set)
        for seed in range(12):
            state = game.start(seed)
            moves[state.observation().tobytes()].add(state.legal_moves())
        assert len(moves) > 3 and all(len(some) == 1 for some in moves.values())


HIDDEN = """
(game "Hidden"
    (players 2)
    (equipment { (board (square 2)) (piece "Ball" Each) })
    (rules
        (start (set Hidden (sites Board) to:P2))
        (play (move Add (to (difference (sites Empty) (sites Hidden to:Mover)))))
        (end (if (is Full) (result Mover Win)))
    )
)
"""


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("fact", ["", "What", "Who"])
def test_batches_do_not_show_what_is_hidden(fact: str, mode: str) -> None:
    """Batches of a game that hides things show what single states show each player, at its end, too."""
    game = load(HIDDEN.replace("Hidden (sites Board)", f"Hidden {fact} (sites Board)"), build="quick")
    batch = game.batch(2, seed=1, build="quick", autoreset=mode)  # type: ignore[arg-type]
    hidden = False
    for turn in range(12):
        twin = batch.state(0)
        for player in (1, 2):
            assert (batch.observe(0, player) == twin.observation(player)).all()
        assert twin.over or (batch.observations[0] == twin.observation()).all()
        hidden |= bool((twin.observation(1) != twin.observation(2)).any())
        if twin.over and mode == "disabled":
            break
        actions = batch.sample(turn)
        batch.step(actions)
        if not twin.over:
            twin.play_action(int(actions[0]))
            if twin.over and mode == "same_step":
                assert (batch.final_observations[0] == twin.observation()).all()
    assert hidden


def test_hashed_numbers() -> None:
    """Where moves cannot be told one by one, numbers are hashes that no two moves of a state share."""
    from petteia.game._actions import ActionSpace
    from petteia.game.move import MoveTexts

    game = load("Tic-Tac-Toe")
    space = ActionSpace(4, {}, "too many", MoveTexts(game.facts))
    codes = [("add_1", k, k, ()) for k in range(4)]
    assert sorted(space.numbers_of(codes)) == [0, 1, 2, 3]
    with pytest.raises(PetteiaError, match="too many"):
        space.text(1)


# -- batches ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def four() -> Game:
    """A game whose batches are quickly built."""
    return load("Connect Four", build="quick")


@pytest.mark.parametrize("name", ["Connect Four", "Royal Game of Ur", "Hex", "Oware", "Go"])
def test_batches_play_like_states(name: str) -> None:
    """A batch shows and plays what single states with the same seeds do."""
    options = ["Board Size/9x9"] if name == "Go" else []
    game = load(name, build="quick", options=options if name == "Go" else ())
    batch = game.batch(3, seed=[5, 6, 7], build="quick", autoreset="disabled")
    twins = [game.start(seed) for seed in (5, 6, 7)]
    for turn in range(60):
        for k, state in enumerate(twins):
            assert bool(batch.done[k]) == state.over
            assert batch.mover[k] == state.players_by_seat[state.mover - 1]
            assert state.over or (batch.masks[k] == state.legal_mask()).all()
            assert (batch.observations[k] == state.observation()).all()
            assert np.allclose(batch.rewards[k], state.returns) or not batch.rewards[k].any()
        actions = np.where(batch.done, -1, batch.sample(turn))
        batch.step(actions)
        for state, action in zip(twins, actions.tolist(), strict=True):
            if action >= 0:
                state.play_action(action)


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_autoreset(four: Game, mode: str) -> None:
    """All three modes of Gymnasium, against a slow reference of single states."""
    batch = four.batch(4, seed=1, build="quick", autoreset=mode)  # type: ignore[arg-type]
    texts = [batch.state(k).text for k in range(4)]
    finished = 0
    for turn in range(120):
        done, actions = batch.done.copy(), batch.sample(turn)
        twins = [batch.state(k) for k in range(4)]
        if mode == "disabled":
            actions[done] = -1
        batch.step(actions)
        for k, twin in enumerate(twins):
            if twin.over:
                assert batch.state(k).text == (twin.text if mode == "disabled" else texts[k])
                assert not batch.rewards[k].any()
                continue
            twin.play_action(int(actions[k]))
            finished += twin.over
            assert bool(batch.done[k]) == twin.over
            assert np.allclose(batch.rewards[k], twin.returns)
            if mode == "same_step" and twin.over:
                assert batch.state(k).text == texts[k]
                assert (batch.final_observations[k] == twin.observation()).all()
            else:
                assert batch.state(k).text == twin.text
        if mode == "disabled" and batch.done.all():
            batch.reset()
    assert finished > 4


def test_batches_take_no_nonsense(four: Game) -> None:
    """Errors name the state at fault, and nothing is played."""
    batch = four.batch(3, seed=1, build="quick", autoreset="disabled")
    before = batch.save()[0].copy()
    for actions, message in (([0, 7, 0], "state 1: there is no action 7"), ([0, 0], "array of"),
                             ([0.0, 1.0, 2.0], "whole numbers"), ([0, 0, -1], "state 2")):  # fmt: skip
        with pytest.raises(PetteiaError, match=message):
            batch.step(actions)
        assert (batch.save()[0] == before).all()
    for _ in range(6):
        batch.step([0, 1, 2])
    full = batch.save()[0].copy()
    with pytest.raises(IllegalMove, match="state 0: action 0 is not legal"):
        batch.step([0, 0, 0])
    assert (batch.save()[0] == full).all()
    for actions in (np.zeros((3, 1), dtype=np.int64), ["a", "b", "c"], None):
        with pytest.raises(PetteiaError, match="actions must be"):
            batch.step(actions)
    with pytest.raises(PetteiaError, match="dtype uint64"):
        batch.step([1, 1, 1], chance=np.zeros(3))
    other = load("Hex", build="quick").batch(3, seed=1, build="quick")
    with pytest.raises(PetteiaError, match="has no states for"):
        batch.copy_state(0, 0, other)
    with pytest.raises(PetteiaError, match="another batch"):
        batch.restore(other.save())
    with pytest.raises(PetteiaError, match="no state 3"):
        batch.state(3)
    assert (batch.save()[0] == full).all()
    with pytest.raises(PetteiaError, match="does not belong"):
        batch.set_state(0, load("Hex", build="quick").start())
    with pytest.raises(PetteiaError, match="dtype"):
        four.batch(2, build="quick", out={"rewards": np.zeros((2, 2))})
    with pytest.raises(PetteiaError, match="no array"):
        four.batch(2, build="quick", out={"prizes": np.zeros((2, 2))})


def test_finished_states_take_no_action(four: Game) -> None:
    """Where nothing begins anew by itself, a finished state names itself and waits."""
    batch = four.batch(2, seed=1, build="quick", autoreset="disabled")
    for action in (0, 1, 0, 1, 0, 1, 0):
        batch.step([action, action])
    assert batch.done.all()
    before = batch.save()[0]
    with pytest.raises(IllegalMove, match="state 1 is finished"):
        batch.step([-1, 3])
    with pytest.raises(IllegalMove, match="state 0 is finished"):
        batch.step_one(0, 3)
    with pytest.raises(IllegalMove, match="over"):
        batch.state(0).play_action(3)
    assert (batch.save()[0] == before).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_batches_without_masks_take_no_nonsense(four: Game, threads: int) -> None:
    """Illegal actions are found without masks, too, before anything is played."""
    batch = four.batch(3, seed=1, build="quick", masks=False, threads=threads)
    for _ in range(6):
        batch.step([0, 1, 2])
    full = batch.save()[0]
    with pytest.raises(IllegalMove, match="state 2: action 2 is not legal"):
        batch.step([1, 2, 2])
    with pytest.raises(PetteiaError, match="does without"):
        batch.sample(1)
    assert (batch.save()[0] == full).all()


def test_batches_write_into_arrays_of_the_caller(four: Game) -> None:
    """Memory is the caller's where given; threads make no difference; states can be copied and put back."""
    mine = np.zeros((64, 7), dtype=np.bool_)
    one = four.batch(64, seed=9, build="quick", out={"masks": mine})
    two = four.batch(64, seed=9, threads=2, build="quick")
    assert one.masks is mine and mine.all()
    saved = one.save()
    for turn in range(30):
        actions = one.sample(turn)
        one.step(actions)
        two.step(actions)
        assert (one.observations == two.observations).all() and (one.rewards == two.rewards).all()
    two.copy_state(3, 0, one)
    assert two.state(0).text == one.state(3).text
    one.restore(saved)
    assert mine.all() and one.state(5).text == four.start().text


def test_a_million_states_fit(four: Game) -> None:
    """A state of Connect Four takes at most 200 bytes, with all that is said of it."""
    assert four.batch(1000, build="quick").nbytes <= 200 * 1000


def test_what_does_not_belong_into_a_batch_is_refused_by_name() -> None:
    """States, players and actions that there are not, floats and junk: one error, no memory of others touched."""
    game = load("Connect Four")
    batch = game.batch(4, seed=1)
    before = batch.save()
    for call, said in (
        (lambda: batch.step_one(9, 0), "no state 9"),
        (lambda: batch.step_one(0, 1.5), "an action must be a whole number"),
        (lambda: batch.step_one(0, 10**30), "no action"),
        (lambda: batch.step_one(0, -1), "no action -1"),
        (lambda: batch.observe(0, 0), "no player 0"),
        (lambda: batch.observe(0, 3), "no player 3"),
        (lambda: batch.step(np.array([2**63] * 4, dtype=np.uint64)), "no action 9223372036854775807"),
        (lambda: batch.restore(3), "not saved from a batch"),
        (lambda: batch.sample("x"), "a seed must be a whole number"),
        (lambda: game.batch("4"), "the number of states must be a whole number"),
        (lambda: game.action(None), "an action must be a whole number"),
    ):
        with pytest.raises(PetteiaError, match=said):
            call()
    assert all((a == b).all() for a, b in zip(before, batch.save(), strict=True))


def test_batches_copy_and_pickle() -> None:
    """A copy goes on alike, and alone."""
    batch = load("Connect Four").batch(3, seed=1, autoreset="same_step")
    batch.step([0, 1, 2])
    for other in (deepcopy(batch), loads(dumps(batch))):
        other.step([3, 3, 3])
        assert other.autoreset == "same_step" and batch.state(0).text != other.state(0).text
        again = deepcopy(batch)
        again.step([3, 3, 3])
        assert (again.observations == other.observations).all() and (again.masks == other.masks).all()
