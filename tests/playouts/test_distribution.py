"""Every way of playouts draws the same moves and games as listing all moves does, and fewer tests are asked."""

import random
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache

import pytest
from chi_square import assert_drawn_from, assert_same_source
from playout_games import ASKED, CORNERS, FIRST_FREE, GO, GO_ON, HEX, KINGS, RANGING, TWO_PHASES, WALK

from petteia.errors import PetteiaError
from petteia.game.game import Recipe
from petteia.game.loading import load, lower_recipe
from petteia.ir.playouts import PlayoutPlan
from petteia.native.library import NativeGame, NativeState, build
from petteia.passes import optimise
from petteia.passes.playouts.classify_playouts import classify_playouts
from petteia.types import PlayoutChoice

GAMES = {
    "go": (GO, "filter"),
    "kings": (KINGS, "filter"),
    "first-free": (FIRST_FREE, "filter"),
    "walk": (WALK, "norepeat"),
    "hex": (HEX, "shrinking"),
    "two-phases": (TWO_PHASES, "pick"),
    "go-on": (GO_ON, "pick"),
    "asked": (ASKED, "pick"),
    "ranging": (RANGING, "pick"),
    "corners": (CORNERS, "standard"),
}
_PLAYOUTS = 6000


@dataclass(frozen=True)
class Built:
    """A game with the plan of its playouts."""

    game: NativeGame
    plan: PlayoutPlan


@cache
def built(name: str, choice: PlayoutChoice = "auto") -> Built:
    """A small game, built with a way of playouts."""
    program = optimise(lower_recipe(Recipe(name, GAMES[name][0]))[1])
    plan = classify_playouts(program, choice)
    return Built(build(program, plan), plan)


def positions(game: NativeGame, count: int, seed: int) -> list[NativeState]:
    """Positions of random games."""
    chooser = random.Random(seed)
    found: list[NativeState] = []
    while len(found) < count:
        state = game.start()
        for _ in range(chooser.randint(0, 20)):
            if game.is_over(state) or not (moves := game.moves(state)):
                break
            game.play(state, chooser.choice(moves))
        if not game.is_over(state) and game.moves(state):
            found.append(state)
    return found


def played(game: NativeGame, state: NativeState) -> bytes:
    """The state after a move: the same for the same move."""
    return repr(sorted((name, repr(value)) for name, value in state.fields.items())).encode()


@pytest.mark.parametrize("name", GAMES)
def test_the_way_is_inferred(name: str) -> None:
    """Each form of rules gets its way, with a reason."""
    plan = built(name).plan
    assert plan.name == GAMES[name][1]
    assert plan.reason


@pytest.mark.statistical
@pytest.mark.parametrize("name", GAMES)
def test_moves_are_uniform(name: str) -> None:
    """From given positions, the moves played are the legal ones, uniformly; six positions, false alarm 2e-5."""
    game = built(name).game
    for state in positions(game, 6, seed=5):
        chances: Counter[Hashable] = Counter()
        for move in (legal := game.moves(state)):
            after = game.copy(state)
            game.play(after, move)
            chances[played(game, after)] += 1
        seen: Counter[Hashable] = Counter()
        for seed in range(60 * len(legal)):
            after = game.copy(state)
            assert game.play_random(after, seed)
            seen[played(game, after)] += 1
        assert_drawn_from(seen, {key: times / len(legal) for key, times in chances.items()})


@pytest.mark.statistical
@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same(name: str) -> None:
    """Lengths and results of whole games come from one distribution; false alarm 3e-6 a game."""
    game = built(name).game
    counts: list[Counter[Hashable]] = []
    for standard in (True, False):
        seen: Counter[Hashable] = Counter()
        for seed in range(_PLAYOUTS):
            totals = game.playouts(1, seed=seed + 1_000_000 * standard, standard=standard)
            seen[totals.moves, totals.ranks] += 1
        counts.append(seen)
    assert_same_source(counts[0], counts[1])


@pytest.mark.parametrize("name", ["go", "kings", "first-free", "walk"])
def test_a_failed_try_leaves_no_trace(name: str) -> None:
    """Candidates are a superset of the legal moves; trying one plays it or leaves every field as it was."""
    game = built(name).game
    failed = 0
    for state in positions(game, 30, seed=11):
        legal = game.moves(state)
        candidates = game.candidates(state)
        passed = []
        for move in candidates:
            after = game.copy(state)
            if game.attempt(after, move):
                passed.append(move)
                expected = game.copy(state)
                game.play(expected, move)
                assert after.fields == expected.fields
            else:
                failed += 1
                assert after.fields == state.fields
        assert sorted(passed) == sorted(legal) or (not passed and len(legal) == 1)
    assert failed


@pytest.mark.parametrize("name", ["go", "kings", "first-free", "walk"])
def test_candidates_that_pass_are_the_list_of_moves(name: str) -> None:
    """Where legal moves are listed by testing candidates, the list is the one that the rules give, in their order."""
    tested, listed = built(name), built(name, "standard")
    assert tested.plan.instead is not None
    chooser, none_legal = random.Random(3), 0
    for _ in range(10):
        state, other = tested.game.start(), listed.game.start()
        for _ in range(200):
            if tested.game.is_over(state):
                break
            legal = tested.game.moves(state)
            assert legal == listed.game.moves(other)
            if not legal:
                break
            none_legal += not set(legal) & set(tested.game.candidates(state))
            move = chooser.choice(legal)
            tested.game.play(state, move)
            listed.game.play(other, move)
    assert none_legal or name != "walk"  # where a forced pass stands in for walks that all lead back


@pytest.mark.parametrize(
    ("text", "choice", "why"),
    [
        (HEX, "filter", "no move is tested"),
        (HEX, "norepeat", "no move is tested"),
        (KINGS, "norepeat", "for repetition"),
        (WALK, "filter", "repetition only"),
        (KINGS, "pick", "trial"),
        (TWO_PHASES, "shrinking", "lists its moves"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, choice: PlayoutChoice, why: str) -> None:
    """A way that the rules do not allow is refused in one line that says why."""
    with pytest.raises(PetteiaError, match=why) as refused:
        load(text, playout=choice)
    assert "\n" not in str(refused.value)


def test_a_way_can_be_asked_for() -> None:
    """A game that could do better plays as it is told."""
    game = load(HEX, playout="pick")
    assert game.playouts(10).implementation == "pick"
    assert load(HEX).playouts(10).implementation == "shrinking"
    assert load(HEX).playouts(10, standard=True).implementation == "standard"
