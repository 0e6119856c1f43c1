"""The board component: an ES module that adds clicks, drags and keys to a drawn board, and its Python side.

The same module is the front of the notebook widget (`BoardWidget`, see `State.widget`) and of the studio. Boards are
drawn in Python alone, and so are all rules: the module shows a position that `view_of` describes, and reports moves.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._view import moves_of, picture_of, view_of

if TYPE_CHECKING:
    from ._notebook import BoardWidget

FOLDER = Path(__file__).resolve().parent
"""The folder of the module `board.js` and its style sheet `board.css`."""

__all__ = ["FOLDER", "BoardWidget", "moves_of", "picture_of", "view_of"]


def __getattr__(name: str) -> Any:
    if name == "BoardWidget":
        from ._notebook import BoardWidget

        return BoardWidget
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
