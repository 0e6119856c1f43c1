"""The search library: C that depends on no game, compiled once and bound to the entry points of a built game."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from petteia.errors import BuildError, PetteiaError

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

_POINTER, _WORD, _HALF = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32


class _Entry(ctypes.Structure):
    """What the search calls and where it looks: the struct `Game` of `search.c`."""

    _fields_ = (
        ("moves", _POINTER), ("play", _POINTER), ("copy", _POINTER), ("is_over", _POINTER), ("playouts", _POINTER),
        ("state_size", _HALF), ("move_size", _HALF), ("players", _HALF), ("draws", _HALF),
        ("mover_offset", _HALF), ("ranks_offset", _HALF),
    )  # fmt: skip


_FUNCTIONS: tuple[tuple[str, Any, list[Any]], ...] = (
    ("pts_new", _POINTER, [_POINTER, _POINTER, ctypes.c_double, _HALF, ctypes.c_int, _WORD, _HALF]),
    ("pts_free", None, [_POINTER]),
    ("pts_run", None, [_POINTER, _WORD]),
    ("pts_iterations", _WORD, [_POINTER]),
    ("pts_node_count", _HALF, [_POINTER]),
    ("pts_children", _HALF, [_POINTER, _HALF, _HALF, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER]),
)


@cache
def search_library() -> Any:
    """The loaded library, compiled when it is first asked for on a machine."""
    from petteia.native._cache import BuildCache, input_key

    source = files("petteia").joinpath("runtime/search.c").read_text()
    built = BuildCache().store(input_key("search", source), source, name="search", meta={"game": "search"})
    try:
        library = ctypes.CDLL(str(built.library))
        for name, result, arguments in _FUNCTIONS:
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        raise BuildError(f"the search library does not load: {error}") from error
    return library


def entry_of(game: Game) -> _Entry:
    """The entry points of a built game."""
    from petteia.game._native import NativeEngine

    if game.backend != "native":
        raise PetteiaError("search plays native games; this one was loaded for the interpreter")
    facts, engine = game.facts, game.engine
    assert isinstance(engine, NativeEngine)
    names = ("pt_moves", "pt_play", "pt_copy", "pt_is_over", "pt_playouts")
    addresses = [engine.entry_point(name) for name in names]
    slots = facts.slots
    return _Entry(
        *addresses,
        facts.state_size,
        2 * facts.move_shorts,
        facts.players,
        int(facts.draws),
        slots["mover"].offset,
        slots["ranks"].offset,
    )


def moves_by_numbers(state: State) -> dict[tuple[int, ...], Move]:
    """The legal moves by the numbers of their struct in native code."""
    from petteia.game._native import NativeEngine

    engine = state.game.engine
    assert isinstance(engine, NativeEngine)
    return {engine.pack_move(code): move for move, code in state.coded_moves().items()}


class Tree:
    """A search tree in memory of its own, from one position on."""

    def __init__(
        self, state: State, *, exploration: float, playout_moves: int, solve: bool, seed: int, most_nodes: int
    ) -> None:
        self._library = search_library()
        self._entry = entry_of(state.game)
        self._raw = state.raw
        self._tree = self._library.pts_new(
            ctypes.byref(self._entry),
            self._raw.pointer,
            exploration,
            playout_moves,
            int(solve),
            seed & 2**64 - 1,
            most_nodes,
        )
        if not self._tree:
            raise PetteiaError(f"there is not enough memory for a tree of {most_nodes} nodes")

    def __del__(self) -> None:
        if getattr(self, "_tree", None):
            self._library.pts_free(self._tree)
            self._tree = None

    def run(self, iterations: int) -> None:
        """Goes on searching; the interpreter lock is free meanwhile."""
        self._library.pts_run(self._tree, iterations)

    @property
    def iterations(self) -> int:
        """How many iterations were made."""
        return int(self._library.pts_iterations(self._tree))

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return int(self._library.pts_node_count(self._tree))

    def children(self, node: int = 0) -> list[tuple[int, int, float, int, tuple[int, ...]]]:
        """Number, visits, sum of returns, proof and move code of each child of a node."""
        shorts = self._entry.move_size // 2
        room = 64
        while True:
            numbers, visits = (_HALF * room)(), (_HALF * room)()
            values, proofs = (ctypes.c_double * room)(), (ctypes.c_uint8 * room)()
            moves = (ctypes.c_int16 * (room * shorts))()
            count = self._library.pts_children(self._tree, node, room, numbers, visits, values, proofs, moves)
            if count <= room:
                break
            room = count
        return [
            (numbers[k], visits[k], values[k], proofs[k], tuple(moves[k * shorts : (k + 1) * shorts]))
            for k in range(count)
        ]
