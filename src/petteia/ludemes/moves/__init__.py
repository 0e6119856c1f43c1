"""Moves, one family a module: each is declared once, and serves as a decision and as an effect.

All modules of this folder are imported here, so that a new move is one file and nothing else.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
