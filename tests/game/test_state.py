"""States: playing, taking back, results, and independence."""

import pickle
import threading

import pytest

from petteia import Game, IllegalMove, Move, load

from .descriptions import DICE, FILL, SWAP, TWINS

BACKENDS = ("native", "interpreter")


@pytest.fixture(params=BACKENDS)
def fill(request: pytest.FixtureRequest) -> Game:
    """A game of four cells, by either back end."""
    return load(FILL, backend=request.param)


def test_a_game_from_start_to_end(fill: Game) -> None:
    """Moves alternate until the last one wins."""
    state = fill.start()
    assert (state.text, state.mover, state.over, state.winner, state.returns) == (" | m=1", 1, False, None, (0, 0))
    for move in ("0>0", "1>1", "2>2"):
        state.play(move)
    assert state.legal_moves() == (Move("3>3"),)
    state.play(Move("3>3"))
    assert (state.over, state.winner, state.ranks, state.returns) == (True, 2, (2.0, 1.0), (-1.0, 1.0))
    assert state.text == "0=1 1=2 2=1 3=2 | m=2 over=2,1"
    assert state.legal_moves() == ()


def test_wrong_moves_change_nothing(fill: Game) -> None:
    """A move that is not legal raises, names legal ones, and leaves the state alone."""
    state = fill.start()
    state.play("0>0")
    for wrong in ("0>0", "9>9", "pass", Move("1>1", 2)):
        with pytest.raises(IllegalMove, match="not legal for player 2; legal are 1>1"):
            state.play(wrong)
    with pytest.raises(IllegalMove, match="is no move"):
        state.play("hello")
    assert state.text == "0=1 | m=2" and state.history == (Move("0>0"),)


def test_undo_goes_back_to_the_start(fill: Game) -> None:
    """Every move can be taken back, and no more than that."""
    state = fill.start()
    for move in ("0>0", "1>1", "2>2", "3>3"):
        state.play(move)
    assert [state.undo().text for _ in range(4)] == ["3>3", "2>2", "1>1", "0>0"]
    assert state.text == " | m=1"
    with pytest.raises(IllegalMove, match="no move to take back"):
        state.undo()


def test_copies_are_independent(fill: Game) -> None:
    """Changes of a copy leave the original alone."""
    state = fill.start()
    state.play("0>0")
    copy = state.copy()
    assert copy == state and copy.history == state.history
    copy.play("1>1")
    copy.undo()
    copy.undo()
    assert state.text == "0=1 | m=2" and copy.text == " | m=1" and copy != state


def test_pickles_keep_position_and_history(fill: Game) -> None:
    """A state survives pickling with its moves."""
    state = fill.start()
    state.play("2>2")
    state.play("0>0")
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.hash == state.hash and again.history == state.history
    assert again.undo() == Move("0>0") and again.text == "2=1 | m=2"


def test_back_ends_agree_on_what_is_seen() -> None:
    """Texts, pieces and observations are the same by either back end."""
    fast, slow = (load(FILL, backend=backend).start() for backend in BACKENDS)
    for move in ("3>3", "0>0"):
        fast.play(move)
        slow.play(move)
    assert fast.text == slow.text and fast.pieces() == slow.pieces()
    assert (fast.observation() == slow.observation()).all()


def test_observation_planes(fill: Game) -> None:
    """A plane a component of each player, those of the one to move first, and one that says whose turn it is."""
    state = fill.start()
    state.play("3>3")
    planes = state.observation()
    assert fill.plane_names == ("Ball of mover", "Ball of next player", "mover")
    assert planes.shape == (3, 2, 2)
    assert planes.reshape(3, 4).tolist() == [[0, 0, 0, 0], [0, 0, 0, 1], [2, 2, 2, 2]]


def test_contents_by_site_and_label(fill: Game) -> None:
    """Pieces by site, by number and by label."""
    state = fill.start()
    state.play("1>1")
    (piece,) = state.pieces()
    assert (piece.site, piece.label, piece.name, piece.owner, piece.count) == (1, "B1", "Ball1", 1, 1)
    assert state.at("B1") == state.at(1) == (piece,) and state.at("A1") == ()
    with pytest.raises(KeyError, match="no site called Z9"):
        state.at("Z9")


def test_after_a_swap_seats_win_and_players_are_paid() -> None:
    """The winner is a seat, the returns are those of the players."""
    state = load(SWAP).start()
    state.play("0>0")
    state.play("swap")
    assert state.text == "0=1 | m=2 ord=2,1"
    assert state.players_by_seat == (2, 1)
    for move in ("3>3", "1>1", "4>4", "2>2"):
        state.play(move)
    assert state.winner == 1 and state.returns == (-1.0, 1.0)


def test_moves_that_share_a_text_are_told_apart() -> None:
    """The second of two moves with one text has a number, and does something else."""
    game = load(TWINS)
    state = game.start()
    assert {Move("0>0"), Move("0>0", 2)} <= set(state.legal_moves())
    state.play("0>0~2")
    other = game.start()
    other.play("0>0")
    assert {state.text, other.text} == {"0=1 | m=2", "0=3 | m=2"}


def test_seeds_decide_chance() -> None:
    """The same seed rolls the same dice; another rolls others some time."""
    game = load(DICE)

    def rolled(seed: int) -> list[str]:
        state = game.start(seed)
        texts = []
        while not state.over:
            state.play(state.legal_moves()[0])
            texts.append(state.text)
        return texts

    assert game.is_random and rolled(3) == rolled(3) != rolled(4)


def test_threads_play_different_states() -> None:
    """Games played side by side come out as they do alone."""
    game = load(FILL)
    ends: list[str] = []

    def play() -> None:
        for _ in range(50):
            state = game.start()
            while not state.over:
                state.play(state.legal_moves()[-1])
            ends.append(state.text)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ends) == 200 and len(set(ends)) == 1
