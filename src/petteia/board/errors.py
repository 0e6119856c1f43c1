"""Errors of boards."""

from petteia.errors import LudError


class BoardError(LudError):
    """A description of a board that makes no board: empty, far too large, or a track that leads nowhere."""
