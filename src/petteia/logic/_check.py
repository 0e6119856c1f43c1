"""Theories held against the engine: moves, wins and successors on positions of random play."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from ._game_theory import PIECES, GameTheory, theory

if TYPE_CHECKING:
    from petteia.game import Game, State

_LONGEST = 400
_FROM_A_GAME = 4
"""Positions of one game: its last two, and some from anywhere."""
GAMES = (
    "Tic-Tac-Toe", "Connect Four", "Hex", "Yavalath", "Gomoku", "Havannah", "Breakthrough", "Knightthrough", "Reversi",
    "Fanorona", "Teeko",
)  # fmt: skip
"""The games of the published result page."""


@dataclass
class Checked:
    """How a theory compares with the engine. `differences` is empty where they agree."""

    game: str
    positions: int = 0
    ended: int = 0
    """Positions in which the game is over."""
    won: int = 0
    moves: int = 0
    """Legal moves of all positions, by the engine."""
    successors: int = 0
    """Moves whose result was compared."""
    clauses: int = 0
    differences: list[str] = field(default_factory=list)
    left_out: tuple[str, ...] = ()
    says_moves: bool = True
    """True if all legal moves can be said, and so were compared; as `says_wins` for winners."""
    says_wins: bool = True
    cpu_seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def random_positions(game: Game, count: int, seed: int) -> Iterator[State]:
    """Positions of random games: from all parts of them, the late and the last ones included."""
    chance = random.Random(seed)
    while count > 0:
        state = game.start(seed=chance.randrange(2**32))
        path = [state.copy()]
        while not state.over and len(path) < _LONGEST:
            state.play(chance.choice(state.legal_moves()))
            path.append(state.copy())
        chosen = [*path[-2:], *chance.sample(path, min(_FROM_A_GAME - 2, len(path)))][:count]
        count -= len(chosen)
        yield from chosen


def check_theory(
    rules: GameTheory,
    positions: int = 1000,
    seed: int = 0,
    report: Callable[[float, str], None] = lambda done, note: None,
    most: int = 10,
) -> Checked:
    """Compares legal moves, winner and the result of every legal move; stops after so many differences."""
    start = time.process_time()
    result = Checked(rules.game.name, clauses=len(rules.theory.clauses), left_out=tuple(map(str, rules.left_out)))
    unsaid = {one.part for one in rules.left_out}
    result.says_moves, result.says_wins = "moves" not in unsaid, "wins" not in unsaid
    for state in random_positions(rules.game, positions, seed):
        report(result.positions, "")
        result.positions += 1
        result.ended += state.over
        result.won += state.winner is not None
        result.differences += _differences(rules, state, result)
        if len(result.differences) >= most:
            break
    result.cpu_seconds = round(time.process_time() - start, 2)
    return result


def _differences(rules: GameTheory, state: State, result: Checked) -> Iterator[str]:
    real, made = state.legal_moves(), rules.successors(state)
    result.moves += len(real)
    where = f"in {state.text}"
    if result.says_moves and set(real) != set(made):
        missing, more = set(real) - set(made), set(made) - set(real)
        yield f"legal moves {_listed(missing) or 'none'} missing, {_listed(more) or 'none'} too many {where}"
    if result.says_wins and rules.winner(state) != state.winner:
        yield f"winner {rules.winner(state)} instead of {state.winner} {where}"
    for move in real:
        facts = made.get(move)
        if facts is None:
            continue
        after = state.copy()
        after.play(move)
        result.successors += 1
        if facts != {fact for fact in rules.facts(after) if fact[0] in PIECES}:
            yield f"other pieces after {move} {where}"


def _listed(moves: set[Any]) -> str:
    return ", ".join(sorted(map(str, moves))[:5])


def check_games(
    games: Sequence[Game], positions: int, seed: int, report: Callable[[float, str], None] = lambda done, note: None
) -> list[Checked]:
    """Makes and checks the theory of each game."""
    found = []
    for number, game in enumerate(games):
        report(number, game.name)
        found.append(check_theory(theory(game), positions, seed))
    report(len(games), "done")
    return found


def checks_text(found: Sequence[Checked], positions: int, seed: int, commit: str) -> str:
    """The comparison as a page."""
    lines = [
        "# Theories made from rules, held against the engine", "",
        f"`petteia reproduce game-theories --seed {seed}`, commit {commit}. {positions} positions of random play for "
        "each game, two of four the last of a game or the one before. Compared: the legal moves and the winner, by "
        "resolution over the theory and by the engine; and for each legal move the position that follows from what "
        "it adds and deletes with the one that the engine reaches.", "",
        "| game | clauses | positions | ended | won | legal moves | successors | differences | CPU s |",
        "|---|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for one in found:
        won = str(one.won) if one.says_wins else f"{one.won}, not compared"
        moves = str(one.moves) if one.says_moves else f"{one.moves}, not compared"
        lines.append(
            f"| {one.game} | {one.clauses} | {one.positions} | {one.ended} | {won} | {moves} | {one.successors} "
            f"| {len(one.differences)} | {one.cpu_seconds:.1f} |"
        )
    noted = [(one.game, line) for one in found for line in one.left_out]
    if noted:
        lines += ["", "Left out, because clauses cannot say it:", ""]
        lines += [f"- {game}: {line}" for game, line in noted]
    for one in found:
        lines += [f"- {one.game}: {line}" for line in one.differences]
    return "\n".join(lines) + "\n"
