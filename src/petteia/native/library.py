"""Builds a program into a shared library, loads it, and plays it: the fast twin of the interpreter."""

from __future__ import annotations

import ctypes
import json
import subprocess
import tempfile
from dataclasses import dataclass
from math import prod
from pathlib import Path
from struct import Struct, unpack_from
from typing import Any

from petteia.ir import nodes as n
from petteia.ir.interpreter import IrMove
from petteia.ir.playouts import STANDARD, PlayoutPlan

from .binding import bind, run_playouts
from .cache import BuildCache, Built, input_key
from .compilers import require_compiler
from .compiling import compile_executable, supports_sanitizers
from .layout import Layout, capture_count

_FIRST_ROOM = 256
_MOST_KEPT = 100_000
_SHORT_MOVE = 8


@dataclass(frozen=True, slots=True)
class PlayoutTotals:
    """Sums over random playouts: ranks are doubled and summed over playouts, by seat as in the field `ranks`."""

    playouts: int
    moves: int
    unfinished: int
    ranks: tuple[int, ...]
    wins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SanitizedPlay:
    """Random games under the sanitizers: how many, and what was said if one of them failed."""

    games: int
    moves: int
    finished: int
    failure: str = ""


class NativeState:
    """A state of play in memory of its own."""

    __slots__ = ("_game", "pointer")

    def __init__(self, game: NativeGame) -> None:
        self._game = game
        self.pointer = game.state_type()

    @property
    def buffer(self) -> memoryview:
        """The bytes of the state, to read and to write."""
        return memoryview(self.pointer).cast("B")

    @property
    def fields(self) -> dict[str, Any]:
        """The value of each field, in the form of the interpreter's states."""
        return {name: self[name] for name in self._game.program.fields}

    def __getitem__(self, field: str) -> Any:
        return self._game.layout.read(memoryview(self.pointer).cast("B"), field)

    def __setitem__(self, field: str, value: Any) -> None:
        self._game.layout.write(self.buffer, field, value)

    @property
    def chance(self) -> int:
        """The stream of chance; 0 in games without."""
        return int.from_bytes(self.buffer[:8], "little") if self._game.layout.draws else 0


class NativeGame:
    """A program that runs as native code, with the interface of `Interpreter`.

    Threads may play different states at once.
    """

    def __init__(self, program: n.Program, library: Path) -> None:
        self.program = program
        self.library = library
        self.layout = Layout(program)
        self.state_type = ctypes.c_char * self.layout.size
        self._kinds = [kind.name for kind in program.kinds.values()]
        self._kind_numbers = {name: k for k, name in enumerate(self._kinds)}
        self._packing = Struct(f"<Hhh{capture_count(program)}h")
        self._first_list = ctypes.c_char * (_FIRST_ROOM * self._packing.size)
        self._unpacked = _Moves(program, self._packing)
        self._seats = prod(program.fields["ranks"].shape)
        self._library = bind(library, program.name, self.layout.size, self._packing.size)

    def start(self, chance: int = 0) -> NativeState:
        """The first position of a game."""
        state = NativeState(self)
        self._library.pt_start(state.pointer, chance)
        return state

    def moves(self, state: NativeState) -> list[IrMove]:
        """The legal moves, in the order in which the rules make them."""
        return self._listed(self._library.pt_moves, state)

    def candidates(self, state: NativeState) -> list[IrMove]:
        """Moves of which some may turn out to be illegal when they are tried; all legal ones are among them.

        If none is legal there may still be another move, which stands in for all others: see `moves`.
        """
        return self._listed(self._library.pt_candidates, state)

    def _listed(self, write: Any, state: NativeState) -> list[IrMove]:
        size = self._packing.size
        listed = self._first_list()
        count = write(state.pointer, listed, _FIRST_ROOM)
        if count > _FIRST_ROOM:
            listed = (ctypes.c_char * (count * size))()
            write(state.pointer, listed, count)
        unpacked = self._unpacked
        if len(unpacked) > _MOST_KEPT:
            unpacked.clear()
        form = f"<{count}Q" if size == _SHORT_MOVE else f"{size}s" * count
        return [unpacked[packed] for packed in unpack_from(form, listed)]

    def play(self, state: NativeState, move: IrMove, chance: int = 0) -> None:
        """Plays a legal move; `chance` is the stream of chance of the position that arises."""
        self._library.pt_play(state.pointer, self._packed(move), chance)

    def attempt(self, state: NativeState, move: IrMove, chance: int = 0) -> bool:
        """Plays a candidate if it is legal; otherwise leaves the state as it was and says false."""
        return bool(self._library.pt_try(state.pointer, self._packed(move), chance))

    def _packed(self, move: IrMove) -> bytes:
        kind, source, target, args = move
        spare = self._unpacked.captured - len(args)
        return self._packing.pack(self._kind_numbers[kind], source, target, *args, *[0] * spare)

    def copy(self, state: NativeState) -> NativeState:
        """A state of its own with the same contents."""
        other = NativeState(self)
        self._library.pt_copy(other.pointer, state.pointer)
        return other

    def rebuild(self, state: NativeState) -> None:
        """Works out anew what follows from the visible fields, after they have been written from outside."""
        self._library.pt_rebuild(state.pointer)

    def is_over(self, state: NativeState) -> bool:
        """True if the game has ended."""
        return bool(self._library.pt_is_over(state.pointer))

    def hash(self, state: NativeState) -> int:
        """A 64-bit number that equal positions share (see `emit.hashed_fields`)."""
        return int(self._library.pt_hash(state.pointer))

    def play_random(self, state: NativeState, seed: int, *, standard: bool = False) -> bool:
        """Plays one uniformly random move, as playouts do; false if there is none."""
        return bool(self._library.pt_play_random(state.pointer, seed & 2**64 - 1, int(standard)))

    def outcome(self, state: NativeState, seed: int, max_moves: int = 2**32 - 1) -> int:
        """Decides a game at random: afterwards `over` and `ranks` are as playouts leave them, the rest may not be."""
        return int(self._library.pt_outcome(state.pointer, seed & 2**64 - 1, max_moves))

    def playouts(
        self,
        count: int,
        *,
        seed: int = 0,
        max_moves: int = 2**32 - 1,
        state: NativeState | None = None,
        standard: bool = False,
    ) -> PlayoutTotals:
        """Uniformly random playouts from a state, by default from the start of the game; the GIL is free meanwhile.

        They are run as the plan of the build says; `standard` lists all moves at each turn instead.
        """
        begin = state.pointer if state is not None else None
        return PlayoutTotals(
            *run_playouts(self._library, begin, count, seed, max_moves, self._seats, standard=standard)
        )


class _Moves(dict[int | bytes, IrMove]):
    """The moves met so far, by their bytes in C (short ones as numbers): a move is made once and then found."""

    def __init__(self, program: n.Program, packing: Struct) -> None:
        super().__init__()
        self._unpack = packing.unpack
        self._kinds = [(kind.name, len(kind.captured)) for kind in program.kinds.values()]
        self.captured = capture_count(program)

    def __missing__(self, packed: int | bytes) -> IrMove:
        whole = packed if isinstance(packed, bytes) else packed.to_bytes(_SHORT_MOVE, "little")
        number, source, target, *args = self._unpack(whole)
        kind, captured = self._kinds[number]
        move = self[packed] = IrMove(kind, source, target, tuple(args[:captured]))
        return move


def build(
    program: n.Program, plan: PlayoutPlan = STANDARD, *, cache: BuildCache | None = None, inputs: str | None = None
) -> NativeGame:
    """The program as a loaded native game, compiled unless the cache has it.

    `inputs` is the cache's name for what the user gave (`input_key`); by default the C text itself.
    """
    from .emit import emit  # a game that is built already does without

    source = emit(program, plan)
    cache = cache or BuildCache()
    built = cache.store(inputs or input_key(source), source, name="game", meta={"game": program.name})
    return load(program, built)


def load(program: n.Program, built: Built) -> NativeGame:
    """A game whose library is there already."""
    return NativeGame(program, built.library)


def _allow_a_large_stack() -> None:
    """Sanitizers keep the variables of large functions apart, where other builds let them share memory."""
    import resource  # not on every system; neither are sanitizers

    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = 1 << 28
    resource.setrlimit(resource.RLIMIT_STACK, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def sanitize(
    program: n.Program, games: int, plan: PlayoutPlan = STANDARD, *, max_moves: int = 2000, seed: int = 1
) -> SanitizedPlay | None:
    """Random games of a stand-alone program under the address and undefined-behaviour sanitizers.

    None where the compiler does not have them.
    """
    from .emit import emit

    compiler = require_compiler()
    if not supports_sanitizers(compiler):
        return None
    with tempfile.TemporaryDirectory(prefix="petteia-") as folder:
        made = compile_executable(
            emit(program, plan),
            name="game",
            folder=Path(folder),
            compiler=compiler,
            flags=("-DPT_MAIN",),
            sanitize=True,
        )
        command = [str(made), str(games), str(max_moves), str(seed)]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=600, check=False, preexec_fn=_allow_a_large_stack
        )
    if done.returncode != 0:
        return SanitizedPlay(0, 0, 0, (done.stderr or done.stdout).strip())
    return SanitizedPlay(**json.loads(done.stdout))
