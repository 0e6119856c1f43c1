"""Playouts that do not list all moves choose them with the same probabilities as those that do."""

import math
import random
from collections import Counter
from collections.abc import Callable

import pytest
from native_games import GAMES, breakthrough, connection, dice_race, tic_tac_toe, wandering

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.playouts import PlayoutPlan
from petteia.native import emit
from petteia.native.emit_left import drawn_together
from petteia.native.library import NativeGame, NativeState, build, sanitize
from petteia.passes import optimise
from petteia.passes.playouts.classify_playouts import classify_playouts
from sample_programs import stepping

_PLAYOUTS = 40_000


def chi_square_bound(freedom: int, deviations: float) -> float:
    """A bound that a chi-square exceeds as rarely as a normal number so many deviations (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + deviations * math.sqrt(spread)) ** 3


def planned(make: Callable[[], n.Program]) -> tuple[NativeGame, PlayoutPlan]:
    """A game built with the plan that its analysis finds."""
    program = optimise(make())
    plan = classify_playouts(program)
    return build(program, plan), plan


def states_of(game: NativeGame, count: int, seed: int) -> list[NativeState]:
    """Positions of random games."""
    chooser, found = random.Random(seed), []
    while len(found) < count:
        state = game.start(chooser.getrandbits(64))
        for _ in range(chooser.randint(0, 25)):
            moves = game.moves(state)
            if game.is_over(state) or not moves:
                break
            game.play(state, chooser.choice(moves), chooser.getrandbits(64))
        if not game.is_over(state) and game.moves(state):
            found.append(state)
    return found


PICKED = [tic_tac_toe, connection, breakthrough, dice_race, stepping, wandering]


@pytest.mark.statistical
@pytest.mark.parametrize("make", PICKED)
def test_each_legal_move_is_chosen_equally_often(make: Callable[[], n.Program]) -> None:
    """From given positions, the moves chosen are the legal ones, uniformly.

    Chi-square over 8 positions, seeds fixed; a sound implementation fails with probability below 1e-5 for each game.
    """
    game, plan = planned(make)
    assert plan.name != "standard"
    for state in states_of(game, 8, seed=11):
        legal = Counter()
        for move in game.moves(state):
            after = game.copy(state)
            game.play(after, move)
            legal[game.hash(after)] += 1
        trials = 60 * sum(legal.values())
        seen: Counter[int] = Counter()
        for seed in range(trials):
            after = game.copy(state)
            assert game.play_random(after, seed)
            seen[game.hash(after)] += 1
        assert seen.keys() <= legal.keys()
        if len(legal) > 1:
            square = sum((seen[h] - 60 * times) ** 2 / (60 * times) for h, times in legal.items())
            assert square < chi_square_bound(len(legal) - 1, 4.9)


@pytest.mark.statistical
@pytest.mark.parametrize("make", PICKED)
def test_whole_playouts_agree_with_standard_ones(make: Callable[[], n.Program]) -> None:
    """Lengths and wins of both ways of playing agree within five standard deviations (about 1e-6 a comparison)."""
    game, _ = planned(make)
    batches = 40
    fast = [game.playouts(_PLAYOUTS // batches, seed=k) for k in range(batches)]
    slow = [game.playouts(_PLAYOUTS // batches, seed=1000 + k, standard=True) for k in range(batches)]
    for measure in (lambda t: t.moves, lambda t: t.wins[1], lambda t: t.ranks[2], lambda t: t.unfinished):
        a, b = [measure(t) for t in fast], [measure(t) for t in slow]
        difference = (sum(a) - sum(b)) / batches
        spread = math.sqrt((_variance(a) + _variance(b)) / batches)
        assert abs(difference) <= 5 * spread + 1e-9


@pytest.mark.statistical
def test_moves_drawn_by_one_number_are_independent() -> None:
    """All positions after three moves are equally likely where one random number draws them all; false alarm 1e-6."""
    game, plan = planned(tic_tac_toe)
    assert plan.name == "shrinking" and drawn_together(9) >= 3
    seen: Counter[int] = Counter()
    trials, positions = 60, 9 * 8 * 7 // 2
    for seed in range(trials * positions):
        state = game.start()
        assert game.outcome(state, seed, 3) == 3
        seen[game.hash(state)] += 1
    assert len(seen) == positions
    assert sum((times - trials) ** 2 / trials for times in seen.values()) < chi_square_bound(positions - 1, 4.9)


@pytest.mark.parametrize("sites", [1, 3, 9, 12, 13, 16, 17, 121, 256, 257, 65_536])
def test_choices_of_one_number_are_few(sites: int) -> None:
    """The choices drawn between two random numbers, each of one site fewer, are at most 2^32."""
    together, choices, most = drawn_together(sites), 1, 1
    for left in range(sites, 0, -1):
        choices = left if left % together == 0 else choices * left
        most = max(most, choices)
    assert most <= 2**32


def _variance(values: list[int]) -> float:
    mean = sum(values) / len(values)
    return sum((v - mean) ** 2 for v in values) / (len(values) - 1)


def test_playouts_from_a_state_repeat() -> None:
    """The array of sites left is filled for the state at hand, and one seed gives the same playouts again."""
    game, plan = planned(connection)
    assert plan.name == "shrinking"
    state = states_of(game, 1, seed=3)[0]
    totals = game.playouts(500, seed=8, state=state)
    assert totals == game.playouts(500, seed=8, state=state)
    assert totals.unfinished == 0
    assert totals.moves < 500 * (121 - state["pieces"][1].bit_count())


@pytest.mark.parametrize("make", [breakthrough, dice_race, wandering])
def test_where_the_choice_is_compiled_makes_no_difference(
    make: Callable[[], n.Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one place or wherever moves are played: one seed gives the same playouts."""
    found = []
    for long in (0, 10_000):
        monkeypatch.setattr(emit, "_LONG", long)
        game, plan = planned(make)
        state = game.start(5)
        assert plan.name == "pick" and game.play_random(state, 6)
        found.append((game.playouts(300, seed=8), game.playouts(300, seed=9, state=state), game.hash(state)))
    assert found[0] == found[1]


@pytest.mark.sanitizer
@pytest.mark.parametrize("make", PICKED)
def test_picking_is_clean_under_sanitizers(make: Callable[[], n.Program]) -> None:
    """Playouts without lists stay within bounds too."""
    program = optimise(make())
    result = sanitize(program, 30, classify_playouts(program))
    if result is None:
        pytest.skip("the compiler has no sanitizers")
    assert result.failure == ""


def swapping() -> n.Program:
    """The connection game in which the second player may take over the first stone."""
    program = connection(7)
    moves = program.functions["moves"]
    pieces = [n.Load("pieces", (o.number(p),), n.set_of("Cell")) for p in (1, 2)]
    one_stone = o.both(o.eq(o.size(pieces[0]), o.number(1)), o.is_empty(pieces[1]))
    swap = n.If(one_stone, (n.Emit("swap", o.NOWHERE, o.NOWHERE),))
    program.functions["moves"] = n.Function("moves", (), None, (*moves.body, swap), True)
    effect = (
        n.Store("pieces", (o.number(2),), pieces[0]),
        n.Store("pieces", (o.number(1),), o.empty_set("Cell")),
        n.Store("mover", (), o.number(1)),
    )
    program.functions["swap"] = n.Function("swap", (n.Local("from", n.INT), n.Local("to", n.INT)), None, effect)
    program.kinds["swap"] = n.Kind("swap", "swap", (), "swap")
    return program


@pytest.mark.statistical
def test_other_moves_beside_the_shrinking_set() -> None:
    """A swap is chosen as often as any placement, and the array of sites stays right after it."""
    assert planned(swapping)[1].name == "shrinking"
    test_each_legal_move_is_chosen_equally_often(swapping)
    test_whole_playouts_agree_with_standard_ones(swapping)


@pytest.mark.parametrize("make", GAMES)
def test_plans_say_why(make: Callable[[], n.Program]) -> None:
    """Every plan has a reason for people to read."""
    assert planned(make)[1].reason
