"""Loading and playing native games from Python."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from native_games import GAMES, breakthrough, connection, dice_race, tic_tac_toe

from petteia.errors import BuildError
from petteia.ir import nodes as n
from petteia.ir.interpreter import IrMove
from petteia.native.cache import BuildCache
from petteia.native.library import NativeGame, build


@pytest.mark.parametrize("make", GAMES)
def test_playouts_end_and_repeat(make: Callable[[], n.Program]) -> None:
    """Playouts reach the end of the game, and one seed gives the same ones again."""
    game = build(make())
    totals = game.playouts(200, seed=9)
    assert totals.playouts == 200
    assert totals.unfinished == 0
    assert sum(totals.ranks) == 200 * 6
    assert game.playouts(200, seed=9) == totals
    assert game.playouts(200, seed=10) != totals


def test_playouts_are_uniform_from_any_state() -> None:
    """Exact values of random play: the first player of Tic-Tac-Toe wins 58.49 % of random games, 12.70 % are drawn."""
    game = build(tic_tac_toe())
    count = 200_000
    totals = game.playouts(count, seed=1)
    assert abs(totals.wins[1] / count - 737 / 1260) < 0.006  # more than 5 standard deviations
    assert abs(1 - sum(totals.wins) / count - 16 / 126) < 0.005
    state = game.start()
    for site in (0, 3, 1, 4):
        game.play(state, IrMove("add", site, site))
    last = game.playouts(1000, seed=2, state=state)
    assert last.moves < 5 * 1000
    assert state["pieces"] == [0, 0b11, 0b11000]


def test_playouts_stop_at_a_limit() -> None:
    """A limit on moves cuts playouts, and the totals say how many."""
    totals = build(connection()).playouts(30, seed=1, max_moves=10)
    assert (totals.moves, totals.unfinished) == (300, 30)


def test_long_lists_of_moves_are_complete() -> None:
    """Lists longer than the first buffer are asked for again; playouts pick from all of them."""
    game = build(connection(30))
    assert len(game.moves(game.start())) == 900
    assert game.playouts(3, seed=1).unfinished == 0


def test_hash_follows_the_position() -> None:
    """Positions reached by another order of moves have one hash; others differ."""
    game = build(connection())
    hashes = []
    for order in ((3, 50, 90), (90, 50, 3), (3, 51, 90)):
        state = game.start()
        for site in order:
            game.play(state, IrMove("add", site, site))
        hashes.append(game.hash(state))
    assert hashes[0] == hashes[1] != hashes[2]


def test_chance_makes_moves_a_function_of_the_state() -> None:
    """Listing moves twice gives the same; the stream of chance decides them."""
    game = build(dice_race())
    targets = set()
    for chance in range(60):
        state = game.start(chance)
        assert game.moves(state) == game.moves(state)
        targets.add(game.moves(state)[0].target)
    assert targets == {1, 2, 3, 4, 5, 6}


def test_threads_play_at_once() -> None:
    """Playouts leave the GIL free: another thread goes on meanwhile."""
    game = build(breakthrough())
    results: list[object] = []
    worker = threading.Thread(target=lambda: results.append(game.playouts(60_000, seed=3)))
    worker.start()
    steps = 0
    while worker.is_alive():
        game.moves(game.start())
        steps += 1
    worker.join()
    assert steps > 20
    assert results == [game.playouts(60_000, seed=3)]


def test_a_built_game_loads_quickly(tmp_path: Path) -> None:
    """The second build finds the library of the first."""
    cache = BuildCache(tmp_path)
    build(connection(), cache=cache)
    start = time.process_time()
    build(connection(), cache=cache)
    assert time.process_time() - start < 0.25


def test_a_library_of_another_game_is_refused() -> None:
    """Sizes of states and moves are held against the layout."""
    with pytest.raises(BuildError, match="not as laid out"):
        NativeGame(tic_tac_toe(), build(connection()).library)
    with pytest.raises(BuildError, match="does not load"):
        NativeGame(tic_tac_toe(), Path("no/such/library.so"))
