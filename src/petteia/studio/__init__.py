"""The studio: games, analysis and rules in the browser, served from this machine. `petteia studio` starts it."""

from ._serve import serve

__all__ = ["serve"]
