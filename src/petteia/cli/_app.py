"""The whole application: importing the modules of commands registers them, in the order that help lists them."""

from __future__ import annotations

from . import commands
from ._root import app

__all__ = ["app", "commands"]
