"""Petteia: describe a board game, get a native engine for it."""

__version__ = "0.1.0"
