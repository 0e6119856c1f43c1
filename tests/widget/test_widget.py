"""The board in notebooks: what it shows, what it does with messages, and what a state shows without widgets."""

from typing import Any

import pytest

from petteia import UCT, load
from petteia.widget import view_of

_PROMOTING = """(game "Crown" (players 2)
  (equipment {(board (square 3)) (piece "Pawn" Each) (piece "King" Each) (piece "Queen" Each)})
  (rules
    (start {(place "Pawn1" (sites {0})) (place "Pawn2" (sites {8}))})
    (play (or (move Pass) (move Promote 0 (piece {"King" "Queen"}) Mover)))
    (end (if (no Moves Next) (result Mover Win)))))"""


def widget(state: Any, **more: Any) -> Any:
    """A board, if notebooks are installed."""
    pytest.importorskip("anywidget", reason="boards in notebooks need petteia[notebook]")
    return state.widget(**more)


def test_messages_play_and_take_back() -> None:
    """A click is played on the state of the cell; what cannot be played is told."""
    state = load("Tic-Tac-Toe").start()
    board = widget(state)
    board._hear(board, {"do": "play", "move": "4>4"}, [])
    assert state.text == "4=1 | m=2" and board.view["mover"] == 2
    board._hear(board, {"do": "play", "move": "4>4"}, [])
    assert "not legal" in board.note
    board._hear(board, {"do": "undo"}, [])
    assert state.history == () and board.note == ""
    board._hear(board, {"do": "undo"}, [])
    assert "no move to take back" in board.note


def test_an_agent_answers() -> None:
    """Against an agent, each move of the person is followed by the agent's."""
    state = load("Tic-Tac-Toe").start()
    board = widget(state, against=UCT(iterations=20))
    board._hear(board, {"do": "play", "move": "4>4"}, [])
    assert len(state.history) == 2 and board.view["mover"] == 1
    board._hear(board, {"do": "undo"}, [])
    assert state.history == ()


def test_moves_between_the_same_sites_are_told_apart() -> None:
    """Promotions to different pieces have labels that name them."""
    moves = view_of(load(_PROMOTING, build="quick").start())["moves"]
    labels = [one["label"] for one in moves]
    assert len(labels) == len(set(labels)) == 3
    assert any("King" in one for one in labels) and any("Queen" in one for one in labels)


def test_a_state_shows_itself_without_widgets() -> None:
    """HTML for notebooks that know no widgets."""
    assert "<svg" in load("Tic-Tac-Toe").start()._repr_html_()
