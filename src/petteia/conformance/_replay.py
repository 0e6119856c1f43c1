"""Replays a recording with a game of ours: every state, every set of legal moves, every recorded successor.

Where a recorded move can mean several (moves that share a text, draws of chance that show only later), all states that
fit what was recorded are followed, and those that stop fitting are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from petteia.game import Game
from petteia.game.engine import MoveCode
from petteia.game.position import from_text, to_text

from ._chance import OutcomeTexts, outcomes, shown_dice
from ._guesses import Guesses
from ._recording import Ply, Recording, Trial, digest

_SUCCESSOR = re.compile(r"(.*?)#([0-9a-f]{8})(?: |\Z)", re.DOTALL)
_MOST_CANDIDATES = 256
_SHOWN = 12


@dataclass(frozen=True)
class Mismatch:
    """The first difference of a recording: where it is, what ours says, and what was recorded."""

    what: str
    trial: int
    ply: int
    ours: str
    recorded: str
    position: str = ""

    def __str__(self) -> str:
        at = f"\n    at       {self.position}" if self.position else ""
        both = f"\n    ours     {self.ours}\n    recorded {self.recorded}"
        return f"trial {self.trial} ply {self.ply}: {self.what}{at}{both}"


@dataclass
class Replay:
    """How far a recording was replayed."""

    states: int = 0
    successors: int = 0
    results: int = 0
    mismatch: Mismatch | None = None


class _Differs(Exception):
    """Carries the mismatch out of a replay."""

    def __init__(self, mismatch: Mismatch) -> None:
        super().__init__(str(mismatch))
        self.mismatch = mismatch


def replay(game: Game, recording: Recording, is_shown: Callable[[str], bool] = lambda name: True) -> Replay:
    """Replays all trials of a recording, up to the first difference.

    `is_shown` tells of what name recordings show remembered values.
    """
    found = Replay()
    guesses = Guesses(game.facts)
    try:
        for trial in recording.trials:
            if not (guesses.are_needed and _fits_guesses(game, recording, trial, found, is_shown, guesses)):
                _TrialReplay(game, recording, trial, found, is_shown).run()
    except _Differs as difference:
        found.mismatch = difference.mismatch
    return found


def _fits_guesses(
    game: Game, recording: Recording, trial: Trial, found: Replay, is_shown: Callable[[str], bool], guesses: Guesses
) -> bool:
    """True if a trial is replayed with guesses; one may fit for a while and yet be wrong, then nothing counts."""
    attempt = replace(found)
    try:
        _TrialReplay(game, recording, trial, attempt, is_shown, guesses).run()
    except _Differs:
        return False
    found.states, found.successors, found.results = attempt.states, attempt.successors, attempt.results
    return True


@dataclass
class _TrialReplay:
    game: Game
    recording: Recording
    trial: Trial
    found: Replay
    is_shown: Callable[[str], bool]
    guesses: Guesses | None = None
    ply: int = 0
    candidates: list[Any] = field(default_factory=list)
    fits_next: bool = False
    """True if the candidates have been chosen by the text of the state that comes next."""

    def __post_init__(self) -> None:
        self.engine = self.game._engine
        self.facts = self.game.facts
        self.contents = self.game._contents
        self.texts = self.game._texts
        self.outcome_texts = OutcomeTexts(self.engine, self.facts, self._text)

    def run(self) -> None:
        """Follows the trial from our own start to its end."""
        self.candidates = [self._start()]
        for number, ply in enumerate(self.trial.plies):
            self.ply = number
            self._check_state(ply.state, ply.digest)
            if ply.successors is not None:
                self._check_successors(ply, ply.successors)
            self._follow(ply)
        self.ply = len(self.trial.plies)
        self._check_state(self.trial.end, digest(self.trial.end))
        self.found.results += 1

    def _differ(self, what: str, ours: str, recorded: str, position: str = "") -> _Differs:
        return _Differs(Mismatch(what, self.trial.number, self.ply, ours, recorded, position))

    def _text(self, raw: Any) -> str:
        position = self.contents.read(raw)
        shown = {name: values for name, values in position.remembered.items() if self.is_shown(name)}
        return to_text(replace(position, remembered=shown) if shown != position.remembered else position, self.facts)

    # -- states -------------------------------------------------------------------------------------------------

    def _start(self) -> Any:
        """Our start; one with random placement is taken as recorded, if ours differs only by what was drawn."""
        raw = self.engine.start(0)
        recorded = self.trial.plies[0].state if self.trial.plies else self.trial.end
        if self.game.is_random and recorded is not None and self._text(raw) != recorded:
            other = self.engine.start(0x9E3779B97F4A7C15)
            if self._text(other) != self._text(raw):
                return self.contents.state_at(from_text(recorded, self.facts), as_started=True)
        return raw

    def _check_state(self, text: str | None, wanted: str) -> None:
        if not self.fits_next:
            fitting = [raw for raw in self.candidates if digest(self._text(raw)) == wanted]
            if not fitting:
                ours = self._text(self.candidates[0])
                raise self._differ("the state differs", ours, text or f"digest {wanted}")
            self.candidates = fitting
        self.found.states += 1

    def _next_state(self) -> str | None:
        following = self.ply + 1
        plies = self.trial.plies
        return plies[following].state if following < len(plies) else self.trial.end

    def _next_digest(self) -> str:
        following = self.ply + 1
        plies = self.trial.plies
        return plies[following].digest if following < len(plies) else digest(self.trial.end)

    # -- moves --------------------------------------------------------------------------------------------------

    def _check_successors(self, ply: Ply, recorded: str) -> None:
        wanted = {(text, code) for text, code in _SUCCESSOR.findall(recorded)}
        fitting = []
        first: _Differs | None = None
        for raw in self.candidates:
            ours = {}
            for move in self._moves(raw):
                after = self._text(self._played(raw, move))
                ours[self.texts.text(move), digest(after)] = after
            if set(ours) == wanted:
                fitting.append(raw)
            else:
                first = first or self._different_successors(raw, ours, wanted)
        if not fitting:
            assert first is not None
            raise first
        self.candidates = fitting
        self.found.successors += len(wanted)

    def _different_successors(
        self, raw: Any, ours: dict[tuple[str, str], str], wanted: set[tuple[str, str]]
    ) -> _Differs:
        our_moves, their_moves = {text for text, _ in ours}, {text for text, _ in wanted}
        position = self._text(raw)
        if our_moves != their_moves:
            return self._different_moves(our_moves, their_moves, position)
        extra = sorted(set(ours) - wanted)
        lacking = sorted(wanted - set(ours))
        one = (extra or lacking)[0][0]
        return self._differ(
            f"move {one} leads elsewhere",
            "; ".join(f"{text}#{code} {ours[text, code]}" for text, code in extra if text == one) or "nothing more",
            "; ".join(f"{text}#{code}" for text, code in lacking if text == one) or "nothing more",
            position,
        )

    def _different_moves(self, ours: Iterable[str], theirs: Iterable[str], position: str) -> _Differs:
        extra, lacking = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
        return self._differ("the legal moves differ", f"has {_few(extra)}", f"has {_few(lacking)}", position)

    def _moves(self, raw: Any) -> list[MoveCode]:
        return list(dict.fromkeys(self.engine.moves(raw)))

    def _played(self, raw: Any, move: MoveCode) -> Any:
        after = self.engine.copy(raw)
        self.engine.play(after, move, 0)
        return after

    # -- one ply ------------------------------------------------------------------------------------------------

    def _follow(self, ply: Ply) -> None:
        """Plays the recorded move; keeps every state that fits the legal moves and the next text."""
        reached, difference = self._reached(ply, guessing=True) if self.guesses else ({}, None)
        if not reached:
            reached, difference = self._reached(ply)
        if not reached and self.game.is_random:
            reached, _ = self._reached(ply, twice=True)
        if not reached and difference is not None:
            raise difference
        self.candidates = list(reached.values())[:_MOST_CANDIDATES]
        self.fits_next = True

    def _reached(
        self, ply: Ply, *, twice: bool = False, guessing: bool = False
    ) -> tuple[dict[Any, Any], _Differs | None]:
        """The states that fit, and what is different if there are none."""
        wanted = self._next_digest()
        reached: dict[Any, Any] = {}
        elsewhere: list[str] = []
        first: _Differs | None = None
        for raw in self.candidates:
            legal_seen = False
            among = self._guessed(raw, ply) if guessing else None
            for drawn, moves in self._drawn_moves(raw, twice=twice, among=among):
                texts = {self.texts.text(move) for move in moves}
                if not _fits(texts, ply):
                    first = first or self._unfit(texts, ply, raw)
                    continue
                legal_seen = True
                self._try_moves(drawn, moves, ply.played, wanted, reached, elsewhere)
            if legal_seen:
                first = None
        if reached:
            return reached, None
        return reached, first or self._not_reached(ply, elsewhere)

    def _guessed(self, raw: Any, ply: Ply) -> list[int]:
        """Numbers of chance that may lead to the next state."""
        assert self.guesses is not None
        following = self._next_state()
        if following is not None:
            return self.guesses.by_text(following)

        def texts_after(number: int) -> Iterator[str]:
            state = self.engine.copy(raw)
            self.engine.set_chance(state, number)
            for move in self._moves(state):
                if self.texts.text(move) == ply.played:
                    yield self.outcome_texts.text(self._played(state, move))

        return self.guesses.by_digest(self._next_digest(), texts_after)

    def _drawn_moves(
        self, raw: Any, *, twice: bool, among: Sequence[int] | None
    ) -> Iterator[tuple[Callable[[], Iterator[Any]], list[MoveCode]]]:
        """The legal moves under each outcome of chance, with the states that have this outcome in store."""
        if not self.game.is_random:
            yield lambda: iter((raw,)), self._moves(raw)
            return
        yield from outcomes(self.engine, self.facts, raw, self._moves, twice=twice, among=among)

    def _try_moves(
        self,
        drawn: Callable[[], Iterator[Any]],
        moves: list[MoveCode],
        played: str,
        wanted: str,
        reached: dict[Any, Any],
        elsewhere: list[str],
    ) -> None:
        meant = [move for move in moves if self.texts.text(move) == played]
        seen = set(reached)
        wanted_dice = shown_dice(self._next_state())
        for raw in drawn():
            for move in meant:
                after = self._played(raw, move)
                key = _key(self.engine.pack(after))
                if key in seen:  # most numbers of chance draw nothing new
                    continue
                seen.add(key)
                if (
                    wanted_dice is not None
                    and len(elsewhere) >= _SHOWN
                    and self.outcome_texts.dice(after) != wanted_dice
                ):
                    continue
                text = self.outcome_texts.text(after)
                if digest(text) == wanted:
                    reached[key] = after
                elif len(elsewhere) < _SHOWN:
                    elsewhere.append(text)

    def _unfit(self, texts: set[str], ply: Ply, raw: Any) -> _Differs:
        position = self._text(raw)
        if ply.moves is not None:
            return self._different_moves(texts, ply.moves.split(" ") if ply.moves else [], position)
        return self._differ("the legal moves differ", _few(sorted(texts)), f"digest {ply.moves_digest}", position)

    def _not_reached(self, ply: Ply, elsewhere: list[str]) -> _Differs:
        return self._differ(
            f"after {ply.played} the state differs",
            " or ".join(dict.fromkeys(elsewhere)) or "no such move",
            self._next_state() or f"digest {self._next_digest()}",
            self._text(self.candidates[0]),
        )


def _fits(texts: set[str], ply: Ply) -> bool:
    listed = " ".join(sorted(texts))
    if ply.moves is not None:
        return listed == ply.moves
    return ply.moves_digest is None or digest(listed) == ply.moves_digest


def _few(texts: list[str]) -> str:
    more = f" and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return (" ".join(texts[:_SHOWN]) or "none") + more


def _key(packed: Any) -> Any:
    return packed if isinstance(packed, bytes) else repr(packed)
