"""Tests for the environments of PettingZoo and Gymnasium, by the tests that come with those packages."""

import copy
import os
import pickle
from functools import partial

import numpy as np
import pytest

from petteia import IllegalMove, PetteiaError, game_names, load

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")
pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

FEW = ("Connect Four", "Royal Game of Ur", "Hex")
GAMES = game_names()[: int(os.environ["PETTEIA_TOOL_GAMES"])] if os.environ.get("PETTEIA_TOOL_GAMES") else FEW


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_takes_the_environment(name: str) -> None:
    """The tests of PettingZoo for its interface and for seeds pass."""
    from pettingzoo.test import api_test, seed_test

    from petteia.interop import pettingzoo

    make = partial(pettingzoo.env, name, build="quick")
    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_renders(name: str) -> None:
    """Its test for renderings passes."""
    pytest.importorskip("resvg_py")
    from pettingzoo.test import render_test

    from petteia.interop import pettingzoo

    render_test(partial(pettingzoo.env, name, build="quick"), custom_tests={"svg": lambda text: "<svg" in text})


def test_environments_copy_and_pickle() -> None:
    """Copies are equal and independent."""
    from petteia.interop import pettingzoo

    env = pettingzoo.env("Connect Four", build="quick")
    env.reset(seed=1)
    env.step(3)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.agent_selection == "player_2"
        before = env.table.state().text
        other.step(3)
        assert env.table.state().text == before and other.table.state().text != before
        env_two = copy.deepcopy(env)
        env_two.step(3)
        assert env_two.table.state().text == other.table.state().text


def test_pettingzoo_takes_no_nonsense() -> None:
    """Illegal actions and unknown modes are told, and change nothing."""
    from petteia.interop import pettingzoo

    env = pettingzoo.env("Connect Four", build="quick")
    env.reset()
    with pytest.raises(IllegalMove, match="no action 7"):
        env.step(7)
    assert env.agent_selection == "player_1"
    with pytest.raises(PetteiaError, match="render mode"):
        pettingzoo.env("Connect Four", render_mode="loud")


def test_gymnasium_checks_the_environment() -> None:
    """`check_env` passes, against a random player and against a search."""
    from gymnasium.utils.env_checker import check_env

    from petteia.interop import gymnasium

    check_env(gymnasium.env("Connect Four", build="quick"), skip_render_check=True)
    env = gymnasium.env("Tic-Tac-Toe", opponent="uct:iterations=20", seat=2, build="quick")
    seen, info = env.reset(seed=3)
    done, reward = False, 0.0
    while not done:
        seen, reward, done, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert env.observation_space.contains(seen)
    assert reward in (-1.0, 0.0, 1.0)
    with pytest.raises(IllegalMove, match="over"):
        env.step(0)


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_vector_environments(mode: str) -> None:
    """All modes go with a slow reference of single states."""
    from petteia.interop import gymnasium

    game = load("Tic-Tac-Toe")
    env = gymnasium.vector(game, 5, autoreset=mode, seed=4, build="quick")  # type: ignore[arg-type]
    seen, info = env.reset(seed=9)
    twins = [game.start() for _ in range(5)]
    generator = np.random.default_rng(1)
    for _ in range(40):
        actions = np.array([generator.choice(np.flatnonzero(m)) if m.any() else -1 for m in info["action_mask"]])
        if mode == "next_step":
            actions[actions < 0] = 0
        seen, rewards, done, _, info = env.step(actions)
        for k, twin in enumerate(twins):
            if twin.over:
                if mode == "next_step":
                    twins[k] = game.start()
                    assert (seen[k] == twins[k].observation()).all() and not done[k] and rewards[k] == 0
                continue
            mover = twin.mover
            twin.play_action(int(actions[k]))
            assert bool(done[k]) == twin.over and rewards[k] == twin.returns[mover - 1]
            if twin.over and mode == "same_step":
                assert (info["final_obs"][k] == twin.observation()).all()
                twins[k] = game.start()
            assert (seen[k] == twins[k].observation()).all()
        if mode == "disabled" and done.any():
            seen, info = env.reset(options={"reset_mask": done})
            twins = [game.start() if over else twin for twin, over in zip(twins, done, strict=True)]
