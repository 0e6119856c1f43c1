"""The search library: C that depends on no game, compiled once and bound to the entry points of a built game."""

from __future__ import annotations

import ctypes
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError
from petteia.native.binding import Functions, runtime_library
from petteia.native.structs import Structs

if TYPE_CHECKING:
    from petteia.game import Game, Move, State
    from petteia.game.facts import Facts

_POINTER, _WORD, _HALF, _REAL = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_double
_INT = ctypes.c_int
_NOTHING = 2**32 - 1

_ENTRIES = ("moves", "play", "copy", "outcome", "hash", "candidates", "try", "outcomes", "set_chance")
"""The functions of a game that a search calls, as `EntryPoints` begins with them."""


class EntryPoints(ctypes.Structure):
    """The functions that the search calls and the fields it reads: the struct `Game` of `search_base.h`."""

    _fields_ = (
        ("moves", _POINTER), ("play", _POINTER), ("copy", _POINTER), ("playout", _POINTER), ("hash", _POINTER),
        ("candidates", _POINTER), ("attempt", _POINTER), ("outcomes", _POINTER), ("set_chance", _POINTER),
        ("state_size", _HALF), ("move_size", _HALF), ("players", _HALF), ("draws", _HALF),
        ("mover", _HALF), ("over", _HALF), ("ranks", _HALF), ("seat", _HALF),
        ("filled", _HALF), ("filled_bytes", _HALF), ("sites", _HALF), ("fills", ctypes.POINTER(ctypes.c_uint8)),
    )  # fmt: skip


class Callback(ctypes.Structure):
    """A function in native code with what it is to be given first: the structs `Policy`, `Evaluation`, `Playing`."""

    _fields_ = (("function", _POINTER), ("self", _POINTER))


class Settings(ctypes.Structure):
    """The parameters of a tree search: the struct `Settings` of `search_tree.h`."""

    _fields_ = (
        ("exploration", _REAL), ("unvisited", _REAL), ("uniform_share", _REAL), ("epsilon", _REAL),
        ("temperature", _REAL), ("cap", _REAL), ("bias", _REAL),
        ("seed", _WORD), ("memory", _WORD),
        ("prior", Callback), ("playout_policy", Callback), ("evaluation", Callback),
        ("selection", _HALF), ("playout", _HALF), ("playout_moves", _HALF), ("threads", _HALF),
        ("evaluated_at", _HALF), ("guided_moves", _HALF), ("reference", _HALF), ("expands_by_policy", _HALF),
        ("solves", _HALF), ("decisive", _HALF), ("anti_decisive", _HALF),
        ("drawing", _HALF), ("lists_legal", _HALF), ("prior_is_told", _HALF), ("playout_is_told", _HALF),
        ("playing", Callback),
    )  # fmt: skip


STRUCTS: Structs = {"Game": EntryPoints, "Settings": Settings}

_FUNCTIONS: Functions = (
    ("pts_new", _POINTER, [_POINTER, _POINTER, _POINTER]),
    ("pts_free", None, [_POINTER]),
    ("pts_reset", _INT, [_POINTER, _POINTER]),
    ("pts_tell_last", None, [_POINTER, _POINTER]),
    ("pts_aspects", None, [_POINTER, _POINTER, _HALF, _HALF, _POINTER]),
    ("pts_advance", _INT, [_POINTER, _POINTER, _HALF, _POINTER]),
    ("pts_new_worker", _POINTER, [_POINTER, _WORD]),
    ("pts_free_worker", None, [_POINTER]),
    ("pts_run", None, [_POINTER, _WORD, _REAL, _REAL]),
    ("pts_stop", None, [_POINTER]),
    ("pts_iterations", _WORD, [_POINTER]),
    ("pts_node_count", _WORD, [_POINTER]),
    ("pts_move_count", _WORD, [_POINTER]),
    ("pts_bytes", _WORD, [_POINTER]),
    ("pts_proof", _HALF, [_POINTER]),
    ("pta_new", _POINTER, [_POINTER, _POINTER, _POINTER, _WORD]),
    ("pta_select", None, [_POINTER, _INT, _INT, _INT]),
    ("pta_play", _HALF, [_POINTER, _HALF, _HALF, _WORD, _HALF, _POINTER, _POINTER, _POINTER, _POINTER]),
    ("pta_free", None, [_POINTER]),
    ("pta_begin", _HALF, [_POINTER, _POINTER, _WORD]),
    ("pta_run", None, [_POINTER, _HALF, _WORD, _REAL, _REAL]),
    ("pta_stop", None, [_POINTER]),
    ("pta_nodes", _WORD, [_POINTER]),
    ("pta_depth", _HALF, [_POINTER]),
    ("pta_complete", _INT, [_POINTER]),
    ("pta_results", _HALF, [_POINTER, _POINTER, _POINTER, _POINTER, _POINTER]),
    ("ptb_new", _POINTER, [_POINTER, _POINTER, _POINTER, _INT, _WORD]),
    ("ptb_free", None, [_POINTER]),
    ("ptb_begin", _HALF, [_POINTER, _POINTER, _WORD]),
    ("ptb_run", None, [_POINTER, _WORD, _REAL, _REAL]),
    ("ptb_stop", None, [_POINTER]),
    ("ptb_nodes", _WORD, [_POINTER]),
    ("ptb_results", _HALF, [_POINTER, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER, _HALF, _POINTER]),
    ("ptp_new", _POINTER, [_POINTER, _POINTER, _HALF, _HALF, _WORD]),
    ("ptp_free", None, [_POINTER]),
    ("ptp_run", None, [_POINTER, _POINTER, _WORD, _REAL, _REAL]),
    ("ptp_stop", None, [_POINTER]),
    ("ptp_nodes", _WORD, [_POINTER]),
    ("ptp_moves", _HALF, [_POINTER, _POINTER, _POINTER, _HALF, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER]),
    ("ptv_play", _INT, [_POINTER, _POINTER, _POINTER, _WORD, _POINTER, _POINTER, _POINTER]),
    ("pts_children", _HALF, [_POINTER, _HALF, _HALF, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER]),
)


@cache
def search_library() -> Any:
    """The loaded library, compiled when it is first asked for on a machine."""
    return runtime_library("search", ("search.c",), _FUNCTIONS, structs=STRUCTS)


def entry_points(game: Game) -> EntryPoints:
    """The entry points of a built game, in the build that plays it now."""
    if game.backend != "native":
        raise PetteiaError("search plays native games; this one was loaded for the interpreter")
    return _entry_points(game, game.is_full_build)


@lru_cache(maxsize=32)
def _entry_points(game: Game, is_full: bool) -> EntryPoints:
    from petteia.game.native import NativeEngine

    facts, engine = game.facts, game.engine
    assert isinstance(engine, NativeEngine)
    addresses = [engine.entry_point(f"pt_{name}") for name in _ENTRIES]
    slots = facts.slots
    numbers = [slots[name].offset for name in ("mover", "over", "ranks")]
    seat = slots["seat"].offset if "seat" in slots else _NOTHING
    move_size = 2 * facts.move_shorts
    sizes = (facts.state_size, move_size, facts.players, int(facts.draws))
    return EntryPoints(*addresses, *sizes, *numbers, seat, *_filled_sets(facts))


def _filled_sets(facts: Facts) -> tuple[Any, ...]:
    """Where the sets are that players fill, their bytes and sites, and the seat by kind of move; else nowhere."""
    if facts.placing is None:
        return _NOTHING, 0, 0, None
    slot, seats = facts.slots[facts.placing.field], facts.placing.seats
    return slot.offset, slot.width * slot.words, facts.placing.sites, (ctypes.c_uint8 * len(seats))(*seats)


def packed_moves(state: State) -> dict[Move, tuple[int, ...]]:
    """The legal moves with the numbers of their struct in native code."""
    from petteia.game.native import NativeEngine

    engine = state.game.engine
    assert isinstance(engine, NativeEngine)
    return {move: engine.pack_move(code) for move, code in state.coded_moves().items()}


def moves_by_numbers(state: State) -> dict[tuple[int, ...], Move]:
    """The legal moves by the numbers of their struct in native code."""
    return {numbers: move for move, numbers in packed_moves(state).items()}
