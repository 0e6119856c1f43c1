"""The functions of a built library as Python calls them: imported to play, so it imports nothing that compiles."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from petteia.errors import BuildError
from petteia.native.compilers import RUNTIME_FLAGS

from .runtime_files import runtime_source
from .structs import Structs, layout_assertions

_POINTER, _WORD, _HALF, _INT = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_int
Functions = tuple[tuple[str, Any, list[Any]], ...]
"""Names of functions of a library, the types of their results and of their arguments."""

_FUNCTIONS: Functions = (
    ("pt_state_size", _HALF, []),
    ("pt_move_size", _HALF, []),
    ("pt_start", None, [_POINTER, _WORD]),
    ("pt_moves", _HALF, [_POINTER, _POINTER, _HALF]),
    ("pt_play", None, [_POINTER, _POINTER, _WORD]),
    ("pt_candidates", _HALF, [_POINTER, _POINTER, _HALF]),
    ("pt_try", _INT, [_POINTER, _POINTER, _WORD]),
    ("pt_is_over", _INT, [_POINTER]),
    ("pt_copy", None, [_POINTER, _POINTER]),
    ("pt_hash", _WORD, [_POINTER]),
    ("pt_rebuild", None, [_POINTER]),
    ("pt_play_random", _INT, [_POINTER, _WORD, _INT]),
    ("pt_outcome", _HALF, [_POINTER, _WORD, _HALF]),
    ("pt_playouts", None, [_POINTER, _WORD, _WORD, _HALF, _INT, _POINTER]),
)


def load_library(path: Path, functions: Functions, what: str) -> Any:
    """A library with the types of its functions declared; `what` it is stands in the error if it does not load."""
    try:
        loaded = ctypes.CDLL(str(path))
        for name, result, arguments in functions:
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise BuildError(f"{what} does not load: {error}") from error
    return loaded


def runtime_library(
    name: str,
    sources: Sequence[str],
    functions: Functions,
    *,
    structs: Structs | None = None,
    flags: Sequence[str] = RUNTIME_FLAGS,
) -> Any:
    """A library of the runtime that depends on no game, compiled when it is first asked for on a machine.

    The `sources` are put together in their order, with what they include. The `structs` are held to what Python knows
    of them.
    """
    from petteia.native.cache import BuildCache, input_key

    source = "\n".join([runtime_source(*sources), layout_assertions(structs or {})])
    built = BuildCache().store(input_key(name, source), source, name=name, meta={"game": name}, flags=flags)
    return load_library(built.library, functions, f"the {name} library")


def bind(library: Path, game: str, state_size: int, move_size: int) -> Any:
    """The loaded library, if it is what was laid out: states and moves of so many bytes."""
    loaded = load_library(library, _FUNCTIONS, f"{game}: the built library")
    sizes = loaded.pt_state_size(), loaded.pt_move_size()
    if sizes != (state_size, move_size):
        raise BuildError(f"{game}: the library has states and moves of {sizes} bytes, not as laid out")
    return loaded


def run_playouts(
    loaded: Any, begin: Any, count: int, seed: int, max_moves: int, seats: int, *, standard: bool
) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
    """Random playouts from a state or, without one, from the start: played, moves, unfinished, ranks and wins by seat.

    Ranks are doubled and summed; seat 0 is nobody. The interpreter lock is free meanwhile.
    """
    totals = (ctypes.c_uint64 * (3 + 2 * seats))()
    loaded.pt_playouts(begin, seed & 2**64 - 1, count, max_moves, int(standard), totals)
    played, moves, unfinished, *rest = totals
    return played, moves, unfinished, tuple(rest[:seats]), tuple(rest[seats:])
