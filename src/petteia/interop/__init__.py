"""Bridges to the formats that other programs speak."""

from .fen import from_fen, to_fen

__all__ = ["from_fen", "to_fen"]
