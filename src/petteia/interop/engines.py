"""Engines of others as agents: programs that speak UCI, UGI or GTP over pipes.

In words an engine is `engine:COMMAND`, with settings behind commas: `engine:fairy-stockfish,level=3`,
`engine:gnugo --mode gtp,level=1`, `engine:fairy-stockfish,nodes=3000`. Which protocol it speaks is found by asking.
An engine that dies, hangs or breaks the rules forfeits the game; the next game begins with a new process.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from petteia.errors import Forfeit, IllegalMove, PetteiaError

from ._process import Process, words_of_command
from ._session import move_of
from .notations import Notation, Turn, notation_of

if TYPE_CHECKING:
    from petteia.game import Game, Move, State

_SETTINGS = ("level", "nodes", "depth", "seconds", "variant", "protocol", "limit")
_SETTING = re.compile(rf"(?:^|,)\s*({'|'.join(_SETTINGS)})\s*=\s*([^,=]+?)\s*$")
_ASKING = 3.0
"""Seconds that an engine has to answer a greeting in one protocol."""


class _Link(Protocol):
    """A protocol as an agent uses it: words of the turns so far in, the word of the engine's turn out."""

    def begin(self, game: Game, variant: str) -> None:
        """Prepares a game."""

    def answer(self, words: Sequence[str], seat: int, limit: float) -> str:
        """The engine's turn after these."""


@dataclass(frozen=True)
class EngineAgent:
    """A program of others that chooses moves; see `petteia.interop.engines`."""

    command: str
    level: int | None = None
    """Its own scale of strength: `Skill Level` (UCI), `level` (GTP)."""
    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    """Seconds by the clock for a move, where the protocol can say so."""
    variant: str | None = None
    """The engine's name for the game, if it is not the usual one."""
    protocol: Literal["auto", "uci", "ugi", "gtp"] = "auto"
    limit: float = 60.0
    """Seconds after which a move without an answer is given up."""
    _session: list[_Session] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words_of_command(self.command)
        if any(given is not None and given <= 0 for given in (self.nodes, self.depth, self.seconds, self.limit)):
            raise PetteiaError("the nodes, depth, seconds and limit of an engine must be above zero")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_session": []}  # processes stay where they are

    @property
    def name(self) -> str:
        """The words that stand for it."""
        usual = {one.name: one.default for one in fields(self)}
        given = [f"{key}={getattr(self, key)}" for key in _SETTINGS if getattr(self, key) != usual[key]]
        return f"engine:{','.join([self.command, *given])}"

    def with_seed(self, seed: int) -> Self:
        """The same engine in a process of its own; its chance is its own affair."""
        return replace(self)

    def begin(self, game: Game) -> None:
        """A new game, with a new process."""
        self.close()

    def close(self) -> None:
        """Ends the engine's process."""
        while self._session:
            self._session.pop().close()

    def choose(self, state: State) -> Move:
        """The move that the engine answers with; `Forfeit` if it has none that is legal."""
        if not self._session:
            self._session.append(_Session(self, state.game))
        try:
            return self._session[0].choose(state)
        except Forfeit:
            self.close()
            raise


class _Session:
    """A process that plays one game."""

    def __init__(self, agent: EngineAgent, game: Game) -> None:
        self._agent = agent
        self._process, self._link = _connect(agent)
        self._notation: Notation | None = None if isinstance(self._link, _Ugi) else notation_of(game)
        self._link.begin(game, agent.variant or (self._notation.variant if self._notation else game.name))
        self._known: list[tuple[Move, ...]] = []
        self._words: list[str] = []
        self._waiting: list[Move] = []
        """Moves of the turn that was begun."""

    def close(self) -> None:
        self._process.close()

    def choose(self, state: State) -> Move:
        if self._waiting and self._waiting[0] in state.legal_moves():
            return self._waiting.pop(0)
        self._follow(state)
        word = self._link.answer(self._words, state.mover, self._agent.limit)
        turn = self._turn(state, word)
        self._waiting = list(turn[1:])
        return turn[0]

    def _turn(self, state: State, word: str) -> Turn:
        if self._notation is None:
            try:
                return (move_of(state, word),)
            except IllegalMove as error:
                raise Forfeit(f"{self._process.name} breaks the rules: {error}") from None
        for other, turn, _ in self._notation.turns(state):
            if other == word:
                return turn
        raise Forfeit(f"{self._process.name} breaks the rules: it plays {word!r} after {' '.join(self._words)}")

    def _follow(self, state: State) -> None:
        """Brings the words of the turns so far up to date."""
        history = state.history
        known = sum(map(len, self._known))
        if known > len(history) or tuple(move for turn in self._known for move in turn) != history[:known]:
            self._known, self._words, known = [], [], 0
        past = [state.copy()]
        while len(past) <= len(history) - known:
            past.append(past[-1].copy())
            past[-1].undo()
        past.reverse()
        if known == 0 and past[0].text != state.game.start().text:
            raise Forfeit(f"{self._process.name} follows games from their start only")
        at = 0
        while at + 1 < len(past):
            end = at + 1
            if self._notation is not None and self._notation.by_turns:
                while end + 1 < len(past) and past[end].mover == past[at].mover:
                    end += 1
            turn = history[known + at : known + end]
            self._words.append(self._notation.word(past[at], turn, past[end]) if self._notation else str(turn[0]))
            self._known.append(turn)
            at = end


# -- protocols ----------------------------------------------------------------------------------------------------


class _Uci:
    """The Universal Chess Interface, with `UCI_Variant` for other games."""

    greeting, welcome, fresh = "uci", "uciok", "ucinewgame"

    def __init__(self, process: Process, agent: EngineAgent) -> None:
        self._process, self._agent = process, agent

    def begin(self, game: Game, variant: str) -> None:
        if variant != "chess":
            self._process.say(f"setoption name UCI_Variant value {variant}")
        if self._agent.level is not None:
            self._process.say(f"setoption name Skill Level value {self._agent.level}")
        self._start()

    def _start(self) -> None:
        self._process.say(self.fresh)
        self._process.say("isready")
        self._process.hear_until(("readyok",), self._agent.limit)

    def answer(self, words: Sequence[str], seat: int, limit: float) -> str:
        self._process.say(f"position startpos{' moves ' if words else ''}{' '.join(words)}")
        self._process.say(f"go {self._amount()}")
        found = self._process.hear_until(("bestmove",), limit).split()
        if len(found) < 2:
            raise Forfeit(f"{self._process.name} names no move")
        return found[1]

    def _amount(self) -> str:
        agent = self._agent
        parts = [f"nodes {agent.nodes}"] if agent.nodes else []
        parts += [f"depth {agent.depth}"] if agent.depth else []
        parts += [f"movetime {round(1000 * agent.seconds)}"] if agent.seconds else []
        return " ".join(parts) or "movetime 1000"


class _Ugi(_Uci):
    """The Universal Game Interface, as `petteia ugi` speaks it: moves are ours."""

    greeting, welcome, fresh = "ugi", "ugiok", "uginewgame"

    def begin(self, game: Game, variant: str) -> None:
        self._process.say(f"setoption name Game value {variant}")
        if game.options:
            self._process.say(f"setoption name Options value {';'.join(game.options)}")
        self._start()


class _Gtp:
    """The Go Text Protocol."""

    def __init__(self, process: Process, agent: EngineAgent) -> None:
        self._process, self._agent = process, agent
        self._played = 0

    def begin(self, game: Game, variant: str) -> None:
        size = round(game.facts.containers[0].size ** 0.5)
        for line in (f"boardsize {size}", "clear_board", f"komi {_komi(game)}"):
            self._ask(line)
        if self._agent.level is not None:
            self._ask(f"level {self._agent.level}")

    def answer(self, words: Sequence[str], seat: int, limit: float) -> str:
        colours = ("black", "white")
        for k in range(self._played, len(words)):
            self._ask(f"play {colours[k % 2]} {words[k]}")
        word = self._ask(f"genmove {colours[(seat + 1) % 2]}", limit).upper()
        self._played = len(words) + 1
        if word == "RESIGN":
            raise Forfeit(f"{self._process.name} resigns")
        return word

    def _ask(self, line: str, limit: float | None = None) -> str:
        self._process.say(line)
        found = self._process.hear_until(("=", "?"), limit or self._agent.limit)
        if found.startswith("?"):
            raise Forfeit(f"{self._process.name} answers {line!r} with {found[1:].strip()!r}")
        return found[1:].strip()


def _komi(game: Game) -> float:
    """The points that the second player is given at the start, read from the option of that name."""
    for option in game.facts.options:
        if option.heading.lower() == "komi" and (found := re.match(r"[\d.]+", option.chosen)):
            return float(found[0])
    return 0.0


def _connect(agent: EngineAgent) -> tuple[Process, _Link]:
    """Starts the program and finds out what it speaks."""
    words = words_of_command(agent.command)
    for protocol in ("uci", "gtp", "ugi") if agent.protocol == "auto" else (agent.protocol,):
        process = Process(words)
        try:
            if protocol == "gtp":
                process.say("protocol_version")
                process.hear_until(("=",), _ASKING)
                return process, _Gtp(process, agent)
            kind = _Ugi if protocol == "ugi" else _Uci
            process.say(kind.greeting)
            process.hear_until((kind.welcome,), _ASKING)
            return process, kind(process, agent)
        except Forfeit:
            process.close()
    name = words[0].rsplit("/", 1)[-1]
    raise PetteiaError(f"{name} speaks neither UCI, UGI nor GTP; some programs need an option, as gnugo --mode gtp")


def engine_agent(text: str) -> EngineAgent:
    """The engine that words stand for: a command, then settings behind commas.

    >>> engine_agent("sh -c true,level=3,nodes=100").level
    3
    """
    given: dict[str, Any] = {}
    types = {one.name: str(one.type) for one in fields(EngineAgent)}
    while found := _SETTING.search(text):
        name, value = found[1], found[2]
        try:
            kind = types[name]
            given[name] = int(value) if kind.startswith("int") else float(value) if "float" in kind else value
        except ValueError:
            raise PetteiaError(f"{value!r} is no value for {name} of an engine") from None
        text = text[: found.start()]
    if given.get("protocol", "auto") not in ("auto", "uci", "ugi", "gtp"):
        raise PetteiaError(f"an engine speaks uci, ugi or gtp, not {given['protocol']!r}")
    return EngineAgent(text.strip(), **given)
