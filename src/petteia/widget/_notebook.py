"""The board in a notebook: an anywidget around a state of play. People click; the cell's state follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from petteia.errors import PetteiaError

from . import FOLDER
from ._view import view_of

if TYPE_CHECKING:
    from petteia.game import State


class BoardWidget(anywidget.AnyWidget):
    """A board to play on. `state` is played in place; `overlay` takes heat, labels, arrows and rings by site."""

    _esm = FOLDER / "board.js"
    _css = FOLDER / "board.css"
    view = traitlets.Dict().tag(sync=True)
    overlay = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    playable = traitlets.Bool(True).tag(sync=True)
    note = traitlets.Unicode("").tag(sync=True)

    def __init__(self, state: State, *, against: Any = None, seat: int = 1, **more: Any) -> None:
        self.state, self.against, self.seat = state, against, seat
        super().__init__(view=view_of(state), **more)
        self.on_msg(self._hear)
        self._answer()

    def refresh(self) -> None:
        """Shows the state as it is now, after it was played in code."""
        self.view = view_of(self.state)

    def _hear(self, _: Any, message: Any, buffers: Any) -> None:
        """Does what a person did in the browser; what cannot be done is told below the board."""
        try:
            if message.get("do") == "play":
                self.state.play(str(message.get("move")))
                self.refresh()
                self._answer()
            elif message.get("do") == "undo":
                self._undo()
            self.note = ""
        except PetteiaError as error:
            self.note = str(error)

    def _undo(self) -> None:
        self.state.undo()
        while self.against is not None and self.state.history and not self._is_ours():
            self.state.undo()
        self.refresh()

    def _is_ours(self) -> bool:
        return self.state.players_by_seat[self.state.mover - 1] == self.seat

    def _answer(self) -> None:
        """The moves of the agent that plays against the person, if there is one."""
        while self.against is not None and not self.state.over and not self._is_ours():
            self.state.play(self.against.choose(self.state.copy()))
            self.refresh()
