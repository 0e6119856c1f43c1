"""The Universal Game Interface: UCI's lines for any game, over standard input and output.

`setoption name Game value Hex` (a name, a path or a whole text on one line) chooses the game; positions are
`startpos` or our text after `fen`; moves are `FROM>TO` by number or by label. Answers to `query` tell clients that do
not know the rules whose turn it is and how a game ended. After the greeting `uci` moves of chess and of other games
that have a notation of their own are spoken in it (`e2e4`, `e7e8q`), and positions of chess may be FEN.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TextIO

from petteia.errors import PetteiaError
from petteia.search import agent as agent_of
from petteia.search.clock import moves_left, share

from ._session import load_named
from ._thinking import Limits, think
from ._words import notation_or_none, play_word, position_from, turn_words

if TYPE_CHECKING:
    from petteia.game import Game, State
    from petteia.search import Analysis

    from .notations import Notation

_LONGEST_LINE = 1_000_000
_WORDS_OF_GO = {"movetime", "nodes", "wtime", "btime", "winc", "binc", "p1time", "p2time", "p1inc", "p2inc"}


class Server:
    """One client: its game, its position, and the search that runs for it."""

    def __init__(self, write: Callable[[str], None], game: str = "Tic-Tac-Toe", agent: str = "uct") -> None:
        self._write = write
        self._settings = {"game": game, "options": "", "ruleset": "", "agent": agent, "seed": "0"}
        self._game: Game | None = None
        self._state: State | None = None
        self._stopped = threading.Event()
        self._search: threading.Thread | None = None
        self._endless = False
        self._in_uci = False

    def take(self, line: str) -> bool:
        """Obeys a line; False after `quit`. A mistake is answered by a line `info string` and changes nothing."""
        words = line[:_LONGEST_LINE].split()
        if not words:
            return True
        command = words[0].lower()
        if command == "quit":
            self.stop()
            return False
        obey = getattr(self, f"_on_{command}", None)
        if obey is None:
            self._write(f"info string unknown command {words[0][:40]!r}")
            return True
        try:
            obey(words[1:])
        except (PetteiaError, OSError) as error:
            self._write(f"info string error: {' '.join(str(error).split())}")
        return True

    def stop(self) -> None:
        """Ends the search that runs, if any, and waits for its answer."""
        self._stopped.set()
        if self._search is not None:
            self._search.join()
            self._search = None

    def finish(self) -> None:
        """Waits for the search that runs; the client has closed its side, so that an endless one is stopped."""
        if self._endless:
            self._stopped.set()
        if self._search is not None:
            self._search.join()

    def abandon(self) -> None:
        """Lets a search end without waiting for it: nobody hears its answer."""
        self._stopped.set()

    # -- commands -----------------------------------------------------------------------------------------------

    def _on_ugi(self, words: list[str]) -> None:
        self._in_uci = False
        self._introduce()
        self._write("ugiok")

    def _on_uci(self, words: list[str]) -> None:
        self._in_uci = True
        self._introduce()
        self._write("uciok")

    def _introduce(self) -> None:
        from petteia import __version__

        self._write(f"id name Petteia {__version__}")
        self._write("id author the Petteia developers")
        for name in ("Game", "Options", "Ruleset", "Agent", "Seed"):
            self._write(f"option name {name} type string default {self._settings[name.lower()] or '<empty>'}")

    def _on_isready(self, words: list[str]) -> None:
        moves_left(self._current().game, 0)  # looked up when there is time, not when a clock runs
        self._write("readyok")

    def _on_uginewgame(self, words: list[str]) -> None:
        self.stop()
        self._state = None

    _on_ucinewgame = _on_uginewgame

    def _on_setoption(self, words: list[str]) -> None:
        name, value = _named_value(words)
        if name not in self._settings:
            raise PetteiaError(f"there is no option {name!r}; there are {', '.join(self._settings)}")
        self.stop()
        if name == "agent":
            agent_of(value)  # refuses what it does not know
        elif name == "seed" and not value.lstrip("-").isdigit():
            raise PetteiaError(f"{value!r} is no seed")
        before = dict(self._settings)
        self._settings[name] = "" if value == "<empty>" else value
        if name in ("game", "options", "ruleset"):
            if name == "game":
                self._settings |= {"options": "", "ruleset": ""}
            try:
                self._game, self._state = self._load(), None
            except (PetteiaError, OSError):
                self._settings = before
                raise

    def _on_position(self, words: list[str]) -> None:
        self.stop()
        cut = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:cut], words[cut + 1 :]
        if not where or where[0] not in ("startpos", "fen"):
            raise PetteiaError("position startpos|fen TEXT [moves ...] expected")
        text = " ".join(where[1:]) if where[0] == "fen" else None
        game, notation = self._loaded(), self._notation
        state = position_from(game, text, notation, self._seed) if text else game.start(self._seed)
        for word in moves:
            play_word(state, word, notation)
        self._state = state

    def _on_moves(self, words: list[str]) -> None:
        self.stop()
        state = self._current().copy()
        for word in words:
            play_word(state, word, self._notation)
        self._state = state

    def _on_go(self, words: list[str]) -> None:
        self.stop()
        state = self._current().copy()
        if state.over:
            raise PetteiaError("the game is over: there is nothing to search")
        self._stopped.clear()
        limits = _limits(words, state)
        self._endless = limits.endless
        self._search = threading.Thread(target=self._think, args=(state, limits), daemon=True)
        self._search.start()

    def _on_stop(self, words: list[str]) -> None:
        self.stop()

    def _on_query(self, words: list[str]) -> None:
        state = self._current()
        answers = {
            "gameover": lambda: _truth(state.over),
            "p1turn": lambda: _truth(state.mover == 1),
            "mover": lambda: str(state.mover),
            "result": lambda: _result(state),
            "moves": lambda: " ".join(map(str, state.legal_moves())),
            "fen": lambda: state.text,
            "position": lambda: state.text,
        }
        if not words or words[0] not in answers:
            raise PetteiaError(f"query needs one of {', '.join(answers)}")
        self._write(f"response {answers[words[0]]()}")

    def _on_d(self, words: list[str]) -> None:
        for line in str(self._current()).splitlines():
            self._write(f"info string {line}")

    # -- what they need -----------------------------------------------------------------------------------------

    @property
    def _notation(self) -> Notation | None:
        return notation_or_none(self._loaded()) if self._in_uci else None

    @property
    def _seed(self) -> int:
        return int(self._settings["seed"])

    def _load(self) -> Game:
        options = tuple(one.strip() for one in self._settings["options"].split(";") if one.strip())
        return load_named(self._settings["game"], options, self._settings["ruleset"] or None)

    def _loaded(self) -> Game:
        if self._game is None:
            self._game = self._load()
        return self._game

    def _current(self) -> State:
        if self._state is None:
            self._state = self._loaded().start(self._seed)
        return self._state

    def _think(self, state: State, limits: Limits) -> None:
        notation = self._notation

        def inform(found: Analysis, seconds: float) -> None:
            self._inform(turn_words(state, found.line or [found.best.move], notation), found, seconds)

        try:
            found = think(self._settings["agent"], state, limits, stopped=self._stopped, report=inform, seed=self._seed)
        except PetteiaError as error:
            self._write(f"info string error: {' '.join(str(error).split())}")
            self._write(f"bestmove {turn_words(state, state.legal_moves()[:1], notation)[0]}")
            return
        words = turn_words(state, found.line or [found.best.move], notation)
        self._write(f"bestmove {words[0]}" + (f" ponder {words[1]}" if len(words) > 1 else ""))

    def _inform(self, words: list[str], found: Analysis, seconds: float) -> None:
        depth = found.depth if found.depth is not None else len(found.line)
        nodes, rate = found.iterations, int(found.iterations / seconds) if seconds > 0 else 0
        self._write(
            f"info depth {depth} nodes {nodes} nps {rate} time {int(seconds * 1000)} "
            f"score cp {round(found.best.value * 1000)} pv {' '.join(words)}"
        )


def serve(game: str, agent: str, lines: Iterable[str] = sys.stdin, out: TextIO = sys.stdout) -> None:
    """Talks to a client until it says `quit` or closes its side."""
    lock, deaf = threading.Lock(), threading.Event()

    def write(text: str) -> None:
        with lock:
            try:
                print(text, file=out, flush=True)
            except (OSError, ValueError):  # the client has died or closed its side
                deaf.set()
                server.abandon()

    server = Server(write, game, agent)
    for line in lines:
        if deaf.is_set() or not server.take(line):
            break
    else:
        server.finish()
    if deaf.is_set() and out is sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())  # what is left to flush has nowhere to go


def _named_value(words: list[str]) -> tuple[str, str]:
    """Name and value of `setoption name NAME value VALUE`, both possibly of several words."""
    if not words or words[0] != "name":
        raise PetteiaError("setoption name NAME value VALUE expected")
    cut = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:cut]).lower(), " ".join(words[cut + 1 :])


def _limits(words: list[str], state: State) -> Limits:
    """The end of a search from the words behind `go`, times in milliseconds."""
    given: dict[str, int] = {}
    for at, word in enumerate(words):
        if word in _WORDS_OF_GO:
            value = words[at + 1] if at + 1 < len(words) else ""
            if not value.lstrip("-").isdigit():
                raise PetteiaError(f"go {word} needs a number")
            given[word] = int(value)
    if "movetime" in given:
        return Limits(seconds=max(1, given["movetime"]) / 1000)
    if "nodes" in given:
        return Limits(iterations=max(1, given["nodes"]))
    side = ("wtime", "winc", "p1time", "p1inc") if state.mover == 1 else ("btime", "binc", "p2time", "p2inc")
    left = given.get(side[0], given.get(side[2]))
    if left is not None:
        more = given.get(side[1], given.get(side[3], 0))
        moves = moves_left(state.game, len(state.history))
        return Limits(seconds=max(1.0, share(left, more, moves)) / 1000)
    return Limits(endless="infinite" in words)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _result(state: State) -> str:
    if not state.over:
        return "none"
    return "draw" if state.winner is None else f"p{state.winner}win"
