"""What the solver and decisive moves promise: wins at hand, losses that can be avoided, small games solved."""

from pathlib import Path
from random import Random

import pytest

import petteia
from petteia import Game, Move, State
from petteia.search import GRAVE, MAST, PUCT, UCT, AlphaBeta

ITERATIONS = 1000


def after(state: State, move: Move) -> State:
    following = state.copy()
    following.play(move)
    return following


def winning_moves(state: State) -> list[Move]:
    """The moves that end the game at once in favour of who moves, by trying all of them."""
    return [move for move in state.legal_moves() if after(state, move).winner == state.mover]


def loses_at_once(state: State, move: Move) -> bool:
    """True if the other side has a winning answer."""
    following = after(state, move)
    return bool(not following.over and winning_moves(following))


def ends_of_games(game: Game, count: int, back: int) -> list[State]:
    """Positions some moves before the end of random games that were won."""
    found: list[State] = []
    seed = 0
    while len(found) < count:
        dice, state = Random(seed), game.start()
        while not state.over:
            state.play(dice.choice(state.legal_moves()))
        seed += 1
        if state.winner:
            for _ in range(back):
                state.undo()
            found.append(state)
    return found


@pytest.mark.parametrize(("name", "count"), [("Tic-Tac-Toe", 20), ("Connect Four", 12), ("Gomoku", 6)])
def test_every_win_at_hand_is_found(name: str, count: int) -> None:
    for seed, state in enumerate(ends_of_games(petteia.load(name), count, back=1)):
        wins = winning_moves(state)
        assert wins
        assert UCT(iterations=ITERATIONS, seed=seed).choose(state) in wins, state.text


@pytest.mark.parametrize(("name", "count"), [("Tic-Tac-Toe", 30), ("Connect Four", 20), ("Gomoku", 10)])
def test_every_avoidable_loss_is_avoided(name: str, count: int) -> None:
    """Two moves before the end of a game somebody overlooked something: here that was often avoidable."""
    tested = 0
    for seed, state in enumerate(ends_of_games(petteia.load(name), count, back=2)):
        threats = [move.target for move in winning_moves(passed(state))]
        blocks = [move for move in state.legal_moves() if move.target in threats]
        if winning_moves(state) or not threats or all(loses_at_once(state, move) for move in blocks):
            continue
        tested += 1
        assert not loses_at_once(state, UCT(iterations=ITERATIONS, seed=seed).choose(state)), state.text
    assert tested >= 3


@pytest.mark.parametrize(("name", "games"), [("Tic-Tac-Toe", 20), ("Connect Four", 4)])
def test_no_move_lets_the_other_side_win(name: str, games: int) -> None:
    """In every position of random games in which some moves lose at once and others do not."""
    tested = 0
    for seed in range(games):
        dice, state = Random(seed), petteia.load(name).start()
        while not state.over:
            losing = {move for move in state.legal_moves() if loses_at_once(state, move)}
            if losing and not winning_moves(state) and len(losing) < len(state.legal_moves()):
                tested += 1
                assert UCT(iterations=ITERATIONS, seed=seed).choose(state) not in losing, state.text
            state.play(dice.choice(state.legal_moves()))
    assert tested >= 12


def passed(state: State) -> State:
    """The same position with the other side to move."""
    before, _, rest = state.text.partition(" | m=")
    return state.game.state(f"{before} | m={3 - state.mover}{rest[1:]}")


@pytest.mark.parametrize("seed", range(3))
def test_two_of_them_draw_tic_tac_toe(seed: int) -> None:
    agents = UCT(iterations=ITERATIONS, seed=seed), UCT(iterations=ITERATIONS, seed=100 + seed)
    state = petteia.load("Tic-Tac-Toe").start()
    while not state.over:
        state.play(agents[state.mover - 1].choose(state))
    assert state.winner is None


def hex_board(size: int, swap: str) -> Game:
    """Hex on a board of three or four cells a side."""
    text = Path(petteia.__file__).parent.joinpath("games", "Hex.lud").read_text(encoding="utf-8")
    text = text.replace("<3>", f"<{size}>")
    return petteia.load(text, options=["Board Size/3x3", f"Swap Rule/{swap}"])


@pytest.mark.parametrize("size", [3, 4])
def test_small_hex_boards_are_solved(size: int) -> None:
    """Who begins wins; alpha-beta agrees."""
    state = hex_board(size, "Off").start()
    found = UCT(iterations=1_000_000, seed=1).analyse(state)
    assert found.best.proven == "won" and found.iterations < 500_000
    assert AlphaBeta(depth=16).analyse(state).best.proven == "won"


def test_who_may_swap_sides_wins() -> None:
    """With the swap rule every first move loses: proofs go by player, not by seat."""
    found = UCT(iterations=100_000, seed=1).analyse(hex_board(3, "On").start())
    assert {one.proven for one in found.candidates} == {"lost"}


@pytest.mark.parametrize("agent", [MAST(iterations=300), GRAVE(iterations=300), PUCT(iterations=300)])
def test_other_agents_see_threats_too(agent: UCT) -> None:
    state = petteia.load("Tic-Tac-Toe").state("0=1 1=1 4=2 | m=2")
    found = agent.analyse(state)
    assert str(found.best.move) == "2>2"
    assert {one.proven for one in found.candidates[1:]} == {"lost"}


def test_agents_beat_random_play() -> None:
    """Every one of 4 games each (by a fair coin: once in 16)."""
    game = petteia.load("Connect Four")
    for agent in (MAST(iterations=200), GRAVE(iterations=200), PUCT(iterations=200), AlphaBeta(depth=4)):
        for seed in range(4):
            state, dice = game.start(), Random(seed)
            while not state.over:
                mine = state.mover == 1 + seed % 2
                state.play(agent.choose(state) if mine else dice.choice(state.legal_moves()))
            assert state.winner == 1 + seed % 2, agent
