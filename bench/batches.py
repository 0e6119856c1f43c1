"""Batched stepping with masks and observations, against Python loops over OpenSpiel's games, Pgx, and PettingZoo.

`python -m bench.batches` prints one line a measure; rates are steps a CPU second of one run on one core, so that ratios
count.
`--only openspiel,pgx,threads,share,memory,pettingzoo` chooses among them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import petteia
from petteia import Game

SHARED = {
    "Connect Four": ((), "connect_four", "connect_four"),
    "Hex": (("Swap Rule/Off",), "hex(board_size=11)", "hex"),
    "Reversi": ((), "othello", "othello"),
    "Breakthrough": ((), "breakthrough(rows=8,columns=8)", None),
    "Go": (("Board Size/9x9",), "go(board_size=9)", "go_9x9"),
    "Chess": ((), "chess", "chess"),
}
"""Our games with options, OpenSpiel's strings, and Pgx's names."""
STATES = 1024
WARM = 300
"""Moves that every measure plays before, so that states are in all stages of the game."""
clock = time.process_time
"""CPU time, so that a busy machine counts less; threads are measured by the wall."""


def best(measure: Callable[[float], float], seconds: float, rounds: int = 3) -> float:
    """The best of several rates: the machine may be busy with other things."""
    return max(measure(seconds / rounds) for _ in range(rounds))


def ours(game: Game, seconds: float, threads: int = 1, states: int = STATES) -> float:
    """Steps a second of a batch; actions are chosen before the clock runs."""
    clock = time.perf_counter if threads > 1 or states > STATES else time.process_time
    batch = game.batch(states, seed=1, threads=threads)
    for warm in range(WARM):
        batch.step(batch.sample(warm))
    steps, used, turn = 0, 0.0, 0
    while used < seconds:
        actions = batch.sample(1000 + turn)
        begin = clock()
        batch.step(actions)
        used += clock() - begin
        steps, turn = steps + states, turn + 1
    return steps / used


def openspiel(name: str, seconds: float) -> float:
    """Steps a second of a Python loop that does the same: applies an action, asks for the mask and the tensor."""
    import pyspiel

    game = pyspiel.load_game(name)
    generator = np.random.default_rng(1)
    states = [game.new_initial_state() for _ in range(64)]
    for k, state in enumerate(states):
        for _ in range(int(generator.integers(WARM))):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(int(generator.choice(state.legal_actions())))
        states[k] = state
    steps, used = 0, 0.0
    while used < seconds:
        actions = [0 if s.is_terminal() else int(generator.choice(s.legal_actions())) for s in states]
        begin = clock()
        for k, state in enumerate(states):
            if state.is_terminal():
                states[k] = state = game.new_initial_state()
            else:
                state.apply_action(actions[k])
            if not state.is_terminal():
                np.array(state.legal_actions_mask(), dtype=np.bool_)
                np.array(state.observation_tensor(), dtype=np.float32)
            state.returns()
        used += clock() - begin
        steps += len(states)
    return steps / used


def pgx_rate(name: str, seconds: float) -> float:
    """Steps a second of Pgx on the CPU, after compilation, with its own automatic start of new games."""
    import os

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core, as ours has
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, masks: jax.random.categorical(key, jnp.log(masks.astype(jnp.float32)), axis=-1))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), STATES))
    keys = jax.random.split(jax.random.PRNGKey(1), 100_000)
    steps, used, turn = 0, 0.0, 0
    while used < seconds:
        actions = choose(keys[turn], state.legal_action_mask).block_until_ready()
        further = jax.random.split(keys[-1 - turn], STATES)
        begin = clock()
        after = step(state, actions, further)
        jax.block_until_ready((after.observation, after.legal_action_mask, after.rewards))
        if turn >= WARM:
            used += clock() - begin
            steps += STATES
        state, turn = after, turn + 1
    return steps / used


def not_rules(game: Game, seconds: float) -> float:
    """The share of a step that is not rules: masks, observations, bookkeeping."""
    batch = game.batch(STATES, seed=1)
    batch.play_rules(WARM)
    begin = clock()
    rules = 0
    while clock() - begin < seconds:
        rules += batch.play_rules(5, seed=rules)
    alone = (clock() - begin) / rules
    return 1 - alone * ours(game, seconds)


def zoo_rate(make: Callable[[], Any], seconds: float) -> float:
    """Steps a second of an environment of PettingZoo, with an observation each."""
    env = make()
    generator = np.random.default_rng(1)
    env.reset(seed=1)
    steps, used = 0, 0.0
    while used < seconds:
        begin = clock()
        seen, _, over, cut, _ = env.last()
        used += clock() - begin
        action = None if over or cut else int(generator.choice(np.flatnonzero(seen["action_mask"])))
        begin = clock()
        if action is None:
            env.reset()
        else:
            env.step(action)
            steps += 1
        used += clock() - begin
    return steps / used


def rows(wanted: set[str], seconds: float) -> Iterator[dict[str, Any]]:
    """All measures that are asked for."""
    for name, (options, spiel, pgx_name) in SHARED.items():
        if not wanted & {"openspiel", "pgx"}:
            break
        game = petteia.load(name, options=options)
        rate = best(partial(ours, game), seconds)
        if "openspiel" in wanted:
            other = best(partial(openspiel, spiel), seconds)
            yield {"measure": "over OpenSpiel", "game": name, "ours": rate, "theirs": other, "ratio": rate / other}
        if "pgx" in wanted and pgx_name:
            try:
                other = pgx_rate(pgx_name, seconds)
            except ImportError as error:
                yield {"measure": "over Pgx", "game": name, "missing": error.name}
                continue
            yield {"measure": "over Pgx", "game": name, "ours": rate, "theirs": other, "ratio": rate / other}
    for name in ("Connect Four", "Chess"):
        game = petteia.load(name)
        if "threads" in wanted:
            one, two = (max(ours(game, seconds / 3, threads, 8192) for _ in range(3)) for threads in (1, 2))
            yield {"measure": "two threads", "game": name, "one": one, "two": two, "ratio": two / one}
        if "share" in wanted:
            yield {"measure": "share that is not rules", "game": name, "share": not_rules(game, seconds)}
    if "memory" in wanted:
        batch = petteia.load("Connect Four").batch(1_000_000, seed=1)
        yield {"measure": "memory of a million states", "game": "Connect Four", "megabytes": batch.nbytes / 1e6}
    if "pettingzoo" in wanted:
        from pettingzoo.classic import connect_four_v3

        from petteia.interop import pettingzoo

        mine = best(lambda s: zoo_rate(lambda: pettingzoo.env("Connect Four"), s), seconds)
        other = best(lambda s: zoo_rate(connect_four_v3.env, s), seconds)
        ratio = mine / other
        yield {"measure": "over PettingZoo", "game": "Connect Four", "ours": mine, "theirs": other, "ratio": ratio}


def main() -> None:
    """Prints the measures as lines of JSON."""
    every = "openspiel,pgx,threads,share,memory,pettingzoo"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=every, help=f"measures, divided by commas: {every}")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each takes, about")
    given = parser.parse_args()
    for row in rows(set(given.only.split(",")), given.seconds):
        print(json.dumps({k: round(v, 3) if isinstance(v, float) else v for k, v in row.items()}), flush=True)


if __name__ == "__main__":
    main()
