"""`petteia play`: a game in the terminal against an agent."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from petteia.errors import IllegalMove, PetteiaError
from petteia.game import Game, Move, State, by_labels, meant, spoken

from ._arguments import load_game

if TYPE_CHECKING:
    from petteia.search import Analysis

_MOST_LISTED = 20
_HINTS = 3
_LINE = 6
_HELP = """a move (A2-B3, or a2b3) or its number plays it; `moves` lists them all, `hint` says what the machine
would play, `why A2-B3` which rules allow or forbid a move, `undo` takes your last move back, `text` prints the
position, `board` draws it again, `quit` leaves"""


def play_game(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    backend: Literal["native", "interpreter"],
    *,
    against: str,
    iterations: int | None,
    seconds: float | None,
    clock: str | None,
    position: str | None,
    seat: int,
    seed: int,
) -> None:
    """Plays until the end, or until the player leaves."""
    from petteia.arena import opponent
    from petteia.search.clock import clock_of

    game = load_game(name, options, ruleset, defs, backend, build="auto")
    if seat > game.players:
        raise PetteiaError(f"{game.name} has seats 1 to {game.players}, not {seat}")
    if backend == "interpreter" and against in ("best", "uct"):
        against = "random"  # searches need native code
    agent = opponent(against, iterations=iterations, seconds=seconds, clock=clock_of(clock), seed=seed)
    if hasattr(agent, "begin"):
        agent.begin(game)
    state = game.start(seed) if position is None else game.state(position, seed)
    table = _Table(state, seat, agent)
    print(f"{game.name} against {_described(against, game)}. {_HELP}\n")
    table.play()


def _described(against: str, game: Game) -> str:
    """The opponent in words; for the best player, the one that was chosen."""
    from petteia.search import LEVELS, choice

    name, _, settings = against.partition(":")
    if name != "best":
        return against
    chosen = choice(game)
    level = next((one for one in LEVELS if f"level={one}" in settings), None)
    return f"{against}{'' if level else ' (strongest)'}: {chosen.words}, {chosen.reason}"


class _Table:
    def __init__(self, state: State, seat: int, agent: Any) -> None:
        self.state, self.seat, self.agent = state, seat, agent
        self.leaves = False
        self.listed = -1
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def _board(self) -> str:
        return self.state.board(colour=self.colour)

    def play(self) -> None:
        """Takes turns."""
        print(self._board())
        while not self.state.over and not self.leaves:
            if self._is_ours():
                self._ask()
            else:
                self._answer()

    def _answer(self) -> None:
        """The machine's move, and what it thinks of it."""
        moves = self.state.legal_moves()
        move = moves[0] if len(moves) == 1 else self.agent.choose(self.state.copy())
        found: Analysis | None = None if len(moves) == 1 else getattr(self.agent, "last", None)
        thought = "" if found is None else f" ({self._thought(found)})"
        print(f"player {self.state.mover} plays {self._spoken(move)}{thought}")
        self.state.play(move)
        print(f"\n{self._board()}")

    def _thought(self, found: Analysis) -> str:
        """The value of the best move for whoever plays it, and the moves that would follow."""
        best = found.best
        value = best.proven or f"value {best.value:+.2f}"
        return f"{value}, {found.iterations:,} iterations; it expects {self._line(found.line[1:])}"

    def _line(self, moves: Sequence[Move]) -> str:
        return " ".join(self._spoken(move) for move in moves[:_LINE]) or "nothing more"

    def _hint(self) -> None:
        """The moves that the machine would look at first, if it were in the person's place."""
        if not hasattr(self.agent, "analyse"):
            print(f"it would play {self._spoken(self.agent.choose(self.state.copy()))}, without a reason")
            return
        found: Analysis = self.agent.analyse(self.state.copy())
        for one in found.candidates[:_HINTS]:
            worth = one.proven or f"value {one.value:+.2f}"
            print(f"    {self._spoken(one.move):>8}  {worth}, {one.visits:,} visits")
        print(f"    it expects {self._line(found.line)}")

    def _is_ours(self) -> bool:
        """True if the seat to move is played by the person; seats may have been swapped."""
        return self.state.players_by_seat[self.state.mover - 1] == self.seat

    def _ask(self) -> None:
        moves = self.state.legal_moves()
        if self.listed != len(self.state.history):  # once a position; `moves` lists them again
            self.listed = len(self.state.history)
            self._list(moves[:_MOST_LISTED], len(moves))
        try:
            words = input(f"player {self.state.mover}> ").strip()
        except EOFError:
            print()
            words = "quit"
        match words.lower():
            case "" | "board":
                print(self._board())
            case "quit" | "exit" | "q":
                self.leaves = True
            case "help" | "?":
                print(_HELP)
            case "moves":
                self._list(moves, len(moves))
            case "hint":
                self._hint()
            case "text":
                print(self.state.text)
            case "undo" | "back":
                self._undo()
            case asked if asked.split()[0] == "why":
                self._why(words[3:].strip())
            case _:
                self._try(words, moves)

    def _try(self, words: str, moves: tuple[Move, ...]) -> None:
        try:
            self.state.play(self._meant(words, moves))
        except IllegalMove as error:
            print(error)
            return
        print(f"\n{self._board()}")

    def _why(self, words: str) -> None:
        """The rules that forbid a move, or those that it rests on."""
        from petteia.why import explain

        if not words:
            print("why what? such as: why " + self._spoken(self.state.legal_moves()[0]))
            return
        found = meant(self.state.game, words, self.state.legal_moves())
        try:
            told = explain(self.state, move=str(found) if found is not None else words)
        except PetteiaError as error:
            print(error)
            return
        print(told.sentence)
        for one in told.reasons:
            print(f"    {one.sentence} ({one.place})" if one.place else f"    {one.sentence}")

    def _meant(self, words: str, moves: tuple[Move, ...]) -> Move:
        """The move that was typed: by its number in the list, by its text, or by the labels of its sites."""
        if words.isdecimal():
            number = int(words)
            if not 1 <= number <= len(moves):
                raise IllegalMove(f"there are moves 1 to {len(moves)}, not {number}")
            return moves[number - 1]
        found = meant(self.state.game, words, moves)
        if found is not None:
            return found
        if by_labels(self.state.game, words) is not None:
            raise IllegalMove(f"{words} is not legal; `why {words}` says which rule forbids it")
        try:
            return Move.parse(words)
        except IllegalMove:
            example = self._spoken(moves[0])
            raise IllegalMove(f"{words!r} is no move: type a number of the list, or a move like {example}") from None

    def _undo(self) -> None:
        """Back to the person's last decision."""
        if not any(self._mine()):
            print("you have made no move yet")
            return
        while True:
            self.state.undo()
            if self._is_ours():
                break
        print(self._board())

    def _mine(self) -> list[bool]:
        """For each move so far, whether the person made it."""
        past, found = self.state.copy(), []
        for _ in self.state.history:
            past.undo()
            found.append(past.players_by_seat[past.mover - 1] == self.seat)
        return found

    def _list(self, moves: Sequence[Move], total: int) -> None:
        named = [f"{number:>3} {self._spoken(move)}" for number, move in enumerate(moves, 1)]
        wide = max(map(len, named), default=1) + 2
        across = max(1, 100 // wide)
        for k in range(0, len(named), across):
            print("".join(f"{one:<{wide}}" for one in named[k : k + across]).rstrip())
        if len(moves) < total:
            print(f"    and {total - len(moves)} more (`moves` lists all)")

    def _spoken(self, move: Move) -> str:
        return spoken(self.state.game, move)
