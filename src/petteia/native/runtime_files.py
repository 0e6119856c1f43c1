"""The C files that depend on no game, as text."""

from functools import lru_cache
from pathlib import Path

_RUNTIME = Path(__file__).resolve().parent.parent / "runtime"


@lru_cache(maxsize=16)
def runtime_text(name: str) -> str:
    """A file of the runtime."""
    return (_RUNTIME / name).read_text(encoding="utf-8")
