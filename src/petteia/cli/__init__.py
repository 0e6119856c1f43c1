"""The command line: `petteia COMMAND`. Thin: parse, call, print."""

from ._main import main

__all__ = ["main"]
