"""Evaluations from self-play: learned, saved, loaded, explained, used in search; features generated for them."""

import random
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import petteia as pt
from petteia.errors import PetteiaError
from petteia.features import Policy, end_candidates, site_candidates
from petteia.logic import (
    Evaluation,
    GameTheory,
    GenerationLimits,
    LearnOptions,
    Theory,
    evaluating_agent,
    explain_evaluation,
    generate_features,
    goal_patterns,
    learn_evaluation,
    logical_features,
    theory,
    thin_features,
)
from petteia.logic._candidates import GameInputs
from petteia.search import AlphaBeta

QUICK = LearnOptions(games=300, rounds=2, stages=2, positions=800, support=10, seed=3)


@pytest.fixture(scope="module")
def rules() -> GameTheory:
    return theory(pt.load("Tic-Tac-Toe"))


@pytest.fixture(scope="module")
def learned(rules: GameTheory) -> Evaluation:
    return learn_evaluation(rules, QUICK)


def test_an_evaluation_knows_who_is_ahead(rules: GameTheory, learned: Evaluation) -> None:
    ahead = rules.game.state("0=1 4=1 2=2 | m=1")
    behind = rules.game.state("0=2 4=2 2=1 | m=2")
    assert learned(ahead, 1) > learned(behind, 1) + 0.1
    assert learned(ahead, 1) == -learned(ahead, 2)
    assert learned.fits[-1]["r"] > 0.2


def test_symmetries_of_the_rules_tie_weights(rules: GameTheory) -> None:
    from petteia.logic._tying import find_ties

    masks = [one.mask for one in thin_features(rules) if one.origin == "pieces"]
    ties = find_ties(masks, rules.symmetries, 2, 1)
    assert ties.symmetries == 16 and ties.orbits == 3  # corner, edge, centre
    assert sorted(ties.spread(ties.gathered(ties.spread(ties.gathered(ties.sign))))) == sorted(
        -one for one in ties.spread(ties.gathered(ties.spread(ties.gathered(ties.sign))))
    )


def test_learning_repeats_itself(rules: GameTheory, learned: Evaluation) -> None:
    again = learn_evaluation(rules, QUICK)
    assert again.masks == learned.masks
    assert (again.weights == learned.weights).all()


def test_saved_and_loaded_it_is_the_same(rules: GameTheory, learned: Evaluation, tmp_path: Path) -> None:
    learned.save(tmp_path)
    again = Evaluation.load(tmp_path)
    state = rules.game.state("0=1 4=1 2=2 | m=2")
    assert again(state, 1) == pytest.approx(learned(state, 1), abs=1e-4)
    agent = evaluating_agent(f"{tmp_path},depth=2")
    assert isinstance(agent, AlphaBeta) and agent.depth == 2
    assert agent.choose(state) in state.legal_moves()
    assert [path.name for path in tmp_path.iterdir()] == ["evaluation.json"]


def test_a_damaged_file_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "evaluation.json").write_text("{}")
    with pytest.raises(PetteiaError, match="holds no evaluation"):
        Evaluation.load(tmp_path)
    with pytest.raises(PetteiaError, match="holds no evaluation"):
        Evaluation.load(tmp_path / "elsewhere")


def test_searches_call_it_in_native_code(rules: GameTheory, learned: Evaluation) -> None:
    state = rules.game.state("0=1 4=2 | m=1")
    native = AlphaBeta(depth=1, evaluation=learned).analyse(state)
    plain = AlphaBeta(depth=1, evaluation=lambda position, seat: learned(position, seat)).analyse(state)
    assert [one.value for one in native.candidates] == pytest.approx([one.value for one in plain.candidates], abs=1e-4)


def test_it_refuses_other_games(learned: Evaluation) -> None:
    with pytest.raises(PetteiaError, match="is for Tic-Tac-Toe"):
        learned(pt.load("Connect Four").start(), 1)


def test_explanations_are_clauses_and_sentences(rules: GameTheory, learned: Evaluation) -> None:
    found = explain_evaluation(learned, rules.game, top=5)
    assert len(found) == 5
    assert found[0].feature.startswith("feature :- ") and found[0].sentence.startswith("When player ")
    assert abs(found[0].weight) >= abs(found[-1].weight)


def test_pieces_have_their_names_in_sentences() -> None:
    from petteia.logic import Literal
    from petteia.logic._explaining import _Words

    words = _Words(pt.load("Chess"))
    pieces = [Literal("what", (1, 16)), Literal("what", (2, 17), True)]
    literals = [*pieces, Literal("blank", (0,)), Literal("blank", (1,))]
    assert words.sentence(literals, -0.5, by_score=False) == (
        "When a pawn of player 1 stands on A3, no pawn of player 2 stands on B3 and nothing stands on A1 or B1, "
        "the odds of player 2 are 1.65 times as high."
    )
    held = [Literal("owns", (1, 3)), Literal("owns", (1, 4))]
    assert _Words(pt.load("Reversi")).sentence(held, 2.0, by_score=True) == (
        "When player 1 holds D1 and E1, player 1 can expect 2.00 points more."
    )


def test_thin_features_of_a_line_game_are_lines_and_parts_of_them(rules: GameTheory) -> None:
    masks = {one.mask for one in thin_features(rules)}
    lines = sum(mask.bit_count() == 3 for mask in masks)
    assert lines == 2 * 8 * (1 + 3 + 3)  # for each player and line: full, short of one, short of two
    assert [feature.name for feature in logical_features(rules)] == [
        "moves_add_1", "moves_add_2", "goal_of_1", "goal_of_2"
    ]  # fmt: skip


def test_goals_regress_to_winning_and_blocking_moves(rules: GameTheory) -> None:
    patterns = goal_patterns(rules)
    assert len(patterns) == 8 * 3 * 2
    assert sum(one.wins for one in patterns) == 8 * 3
    assert all(len(one.friends | one.enemies) == 2 for one in patterns)


@pytest.mark.parametrize(("name", "wins", "losses"), [("Teeko", 176, 0), ("Yavalath", 408, 387), ("Gomoku", 2860, 0)])
def test_goal_patterns_of_lines_and_squares(name: str, wins: int, losses: int) -> None:
    start = time.process_time()
    patterns = goal_patterns(theory(pt.load(name)))
    assert time.process_time() - start < 5
    assert (sum(one.wins for one in patterns), sum(one.loses for one in patterns)) == (wins, losses)
    assert sum(not (one.wins or one.loses) for one in patterns) == wins  # each has a move that prevents it
    assert all(one.to not in one.friends | one.enemies | one.empty for one in patterns)


def test_patterns_of_goals_are_spatial_features_that_tell_winning_moves() -> None:
    game = pt.load("Tic-Tac-Toe")
    patterns = goal_patterns(theory(game))
    features = {
        wins: site_candidates(game, [(one.to, one.placed) for one in patterns if one.wins == wins])
        for wins in (True, False)
    }
    known = end_candidates(game)  # written from the line rule: the same must come out of its logic
    assert all(known.index(one) is not None for one in (*features[True], *features[False]))
    winning = Policy(features[True], [1.0] * len(features[True]))
    for seed in range(40):
        state = game.start()
        generator = random.Random(seed)
        while not state.over:
            for move in state.legal_moves():
                told, mover = bool(winning.active(state, move)), state.mover
                state.play(move)
                assert told == (state.winner == mover)
                state.undo()
            state.play(generator.choice(state.legal_moves()))


def test_generation_finds_the_corner_that_can_be_taken() -> None:
    board = """
    :- dynamic owns(player, square), blank(square).
    :- blank(S), owns(P, S).
    player(x). player(o). square(a). square(b). square(c). square(d). corner(a). corner(d). next(a, b). next(b, c).
    next(c, d). legal_move(S, P) :- next(S, T), blank(S), owns(P, T).
    """
    made = Theory.from_text(board)
    seeds = made.features("mine(S) :- owns(x, S).")
    found, abandoned = generate_features(made, seeds, GenerationLimits(features=12, depth=2, seconds=5))
    texts = {str(one.feature).split(":- ")[1]: one.rule for one in found}
    assert texts["legal_move(S, x)."] == "regression"
    assert texts["legal_move(S, x), corner(S)."] == "specialisation"
    assert not abandoned
    forms = [frozenset(tuple(sorted(masks)) for masks in one.unfolded.outputs.values()) for one in found]
    assert len(set(forms)) == len(forms)


def test_features_of_equal_weights_are_told_once(rules: GameTheory, learned: Evaluation) -> None:
    """Images under symmetries are counted as such; others that the games do not tell apart add their weights."""
    pieces = [one.mask for one in thin_features(rules) if one.origin == "pieces"]
    held = {mask: literals for mask in pieces if (literals := GameInputs(rules.game).literal(mask.bit_length() - 1))}
    row = [0.0 if int(str(one.args[-1])) % 2 else 0.5 if str(one.args[0]) == "1" else -0.5 for one in held.values()]
    made = replace(learned, masks=tuple(held), weights=np.array([row]))
    told = explain_evaluation(made, rules.game, top=1)[0]
    assert abs(told.weight) == 1.0 and (told.alike, told.together) == (7, 1)  # corners, and the centre with them
