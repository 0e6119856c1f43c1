"""One candidate on the road from its text to its measures: checks on the bound game, the build, play at random."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from petteia.errors import PetteiaError
from petteia.native.cache import BuildCache

from ._estimate import Estimate
from ._fitting import fittings, relisted
from ._measuring import measure
from ._play import Table
from .concepts import Subject, broken, concepts_of
from .holes import WORD, Constraint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from petteia.game import Game, Piece
    from petteia.game.engine import Backend
    from petteia.game.game import Recipe

RANDOM_GAMES = 40
RANDOM_MOVES = 20_000
SCREEN_MOVES = 5000
TASK_SECONDS = 5.0
_MOST_FITTINGS = 3
_PRINT_SEEDS = 12
_PRINT_MOVES = 300
_PLACE = re.compile(r"^candidate:\d+:\d+: ")
_NAMES = re.compile(r'"[^"]*"')
KEPT = (
    "DurationMoves", "DurationTurns", "DurationTurnsNotTimeouts", "AdvantageP1", "Balance", "BalanceUnbiased",
    "Completion", "Drawishness", "Draws", "Timeouts", "DecisionMoves", "BoardCoverageDefault", "BranchingFactorAverage",
    "PieceNumberAverage", "PieceNumberChangeAverage", "MoveDistanceAverage", "LeadChange", "DramaAverage",
    "LateUncertainty", "DecisivenessMoves", "EloPerDoubling",
)  # fmt: skip
"""The measures that a study keeps of each candidate."""


@dataclass(frozen=True)
class Task:
    """A candidate to be assessed: its text, what it must have, how it is to be played."""

    text: str
    constraints: tuple[Constraint, ...] = ()
    level: str = "random"
    games: int = RANDOM_GAMES
    most_moves: int = RANDOM_MOVES
    move_limit: int = SCREEN_MOVES
    seed: int = 1
    form: str = ""
    """The text with the words of its holes."""
    fills: tuple[tuple[int, str], ...] = ()
    """The texts of its holes by their numbers, in which numbers of pieces may be fitted to stated ones."""
    seconds: float = TASK_SECONDS
    """CPU seconds that it may take."""
    known: frozenset[str] = frozenset()
    """Programs that were measured already: a candidate with one of these is not played again."""


@dataclass
class Outcome:
    """The outcome of a candidate: why it was refused, or how it behaves."""

    refused: str = ""
    program: str = ""
    """A digest of the lowered program without names: equal programs behave alike."""
    behaviour: str = ""
    """A digest of play from fixed seeds."""
    measures: dict[str, Estimate] = field(default_factory=dict)
    concepts: dict[str, float] = field(default_factory=dict)
    cpu: float = 0.0
    fitted: list[str] = field(default_factory=list)
    """The texts of its holes where numbers of pieces were fitted to stated ones."""


_folder: Path | None = None


def warm_up() -> None:
    """Imports all that assessing needs, loads the native runtime, and makes a folder for builds."""
    global _folder
    import atexit

    from petteia.game import load
    from petteia.native.compilers import find_quick_compiler

    _folder = Path(tempfile.mkdtemp(prefix="petteia-study-"))
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    find_quick_compiler()
    measure(load("Tic-Tac-Toe", build="quick"), games=1)
    measure(load("Tic-Tac-Toe", build="quick"), "uct:2", games=1, skill=False)


class Lowered:
    """A candidate as far as its program: everything that can be checked before C is made of it."""

    def __init__(self, text: str) -> None:
        import gc

        from petteia.game.loading import rules_of
        from petteia.ir.printer import print_program
        from petteia.lang import expand

        gc.disable()
        self.text = text
        self.expanded = expand(text, name="candidate")
        rules = rules_of(self.expanded)
        self.spec: Any = rules.spec
        self.bound: Any = rules.spec.game
        check_parts(Subject(self.bound))
        self.program = rules.lower()
        self.digest = program_digest(print_program(self.program))
        self.pieces: list[Piece] = []
        """The pieces at the start, once concepts were computed, and the number of sites of the board."""
        self.sites = 0

    def concepts(self) -> dict[str, float]:
        """The concepts, those of the start position from the interpreted program."""
        from petteia.game.game import Game
        from petteia.game.interpreted import InterpretedEngine
        from petteia.game.reading import read_facts

        facts = read_facts(self.expanded, self.spec, self.program, "interpreter")
        game = Game(facts, InterpretedEngine(self.program), self._recipe("interpreter"))
        self.pieces, self.sites = list(game.start(seed=1).pieces()), facts.counts[facts.letter]
        return concepts_of(self.bound, game)

    def compiled(self, folder: Path | None = None, *, passes: bool = True) -> Game:
        """The game, built in a hurry; without passes in less of it, to play little."""
        from petteia.game.builds import Builds
        from petteia.game.loading import compile_lowered

        builds = Builds(BuildCache(folder), self.digest if passes else f"{self.digest}-bare")
        return compile_lowered(
            self._recipe("native"), builds, "quick", self.expanded, self.program, self.spec, passes=passes
        )  # fmt: skip

    def _recipe(self, backend: Backend) -> Recipe:
        from petteia.game.game import Recipe

        return Recipe("candidate", self.text, (), None, (), backend, "auto")


def build(text: str, *, passes: bool = True) -> Game:
    """The game of a text that is expanded already."""
    return Lowered(text).compiled(passes=passes)


def program_digest(printed: str) -> str:
    """A digest of a printed program without the names in it."""
    lines = (line.partition("  # ")[0] for line in printed.splitlines())
    return hashlib.blake2b(_NAMES.sub('""', "\n".join(lines)).encode(), digest_size=12).hexdigest()


def check_parts(subject: Subject) -> None:
    """Raises if parts of a bound game cannot work together."""
    placing = subject.starts("place", "set", "deal", section="start") or subject.has(
        "move Add", "move Claim", "add", "move Select", "move Set", "claim"
    )
    if not placing:
        raise PetteiaError("no piece ever comes onto the board")
    moving = any(part.title.startswith("move") and part.section in ("play", "equipment") for part in subject.parts)
    if not moving and not subject.starts("sow", "satisfy", "move"):
        raise PetteiaError("no rule makes moves")
    if subject.has("forEach Piece", section="play") and not subject.starts("move", section="equipment") \
            and not subject.starts("move", section="play") and not _pieces_move(subject):  # fmt: skip
        raise PetteiaError("the pieces that shall move have no moves")
    captures = subject.starts(
        "remove", "move Remove", "custodial", "intervene", "surround", "enclose", "directional", "sow", "fromTo",
        "push", "set Count", "trigger", "flip", "promote",
    ) or subject.has("move")  # fmt: skip  # a piece moved onto another takes its place
    conditions = [
        p.title for p in subject.parts if p.section == "end" and p.title.split()[0] in ("is", "no", "count", "can", "=")
    ]
    if not captures and conditions and set(conditions) == {"no Pieces"}:
        raise PetteiaError("the end counts pieces, and none is ever captured")


def _pieces_move(subject: Subject) -> bool:
    return any(part.section == "equipment" and "piece" in part.outer for part in subject.parts)


def assess(task: Task) -> Outcome:
    """Builds and plays a candidate; a refusal says why it is none."""
    try:
        lowered, found, fills = _stated(task)
        wrong = broken(task.constraints, found)
        if wrong:
            return Outcome(refused=wrong[0], program=lowered.digest, concepts=found)
        if lowered.digest in task.known:
            return Outcome(program=lowered.digest, fitted=fills)
        game = lowered.compiled(_folder, passes=task.level != "random")
    except PetteiaError as error:
        return Outcome(refused=_PLACE.sub("", " ".join(str(error).split()))[:200])
    moves = [str(move) for move in game.start(seed=task.seed).legal_moves()]
    if not game.is_random and all(move.startswith("pass") for move in moves):
        return Outcome(refused="the start position has no move", program=lowered.digest, concepts=found)
    report = measure(
        game,
        task.level,
        task.games,
        seed=task.seed,
        skill=False,
        most_moves=task.most_moves,
        move_limit=task.move_limit,
    )
    kept = {name: report.estimates[name] for name in KEPT if name in report.estimates}
    return Outcome("", lowered.digest, behaviour_of(game), kept, found, fitted=fills)


def _stated(task: Task) -> tuple[Lowered, dict[str, float], list[str]]:
    """The candidate and its concepts; with numbers of pieces fitted to stated ones its fills, too."""
    lowered = Lowered(task.text)
    found = lowered.concepts()
    if task.fills and broken(task.constraints, found):
        numbers, texts = zip(*task.fills, strict=True)
        others = islice(fittings(texts, task.constraints, found), _MOST_FITTINGS)
        listed = relisted(task.form, dict(task.fills), task.constraints, lowered.pieces, lowered.sites)
        for fitted in [*others, *([listed] if listed else [])]:
            other = Lowered(refilled(task.form, dict(zip(numbers, fitted, strict=True))))
            concepts = other.concepts()
            if not broken(task.constraints, concepts):
                return other, concepts, list(fitted)
    return lowered, found, []


def refilled(form: str, fills: Mapping[int, str]) -> str:
    """The text of a candidate, of its text with the words of its holes."""
    return WORD.sub(lambda found: fills.get(int(found[1]), found[0]), form)


def behaviour_of(game: Game) -> str:
    """A digest of random play from fixed seeds: lengths, results, branching, pieces of each game."""
    rows = Table(game, move_limit=_PRINT_MOVES).play(_PRINT_SEEDS, seed=77).rows
    return hashlib.blake2b(np.round(rows, 6).tobytes(), digest_size=12).hexdigest()


def faults_of(measures: dict[str, Estimate], *, at_worst: bool = False) -> list[str]:
    """The ways in which a game is degenerate by its measures, or at worst by their intervals; none for a sound one."""

    def most(name: str, otherwise: float) -> float:
        found = measures.get(name)
        return otherwise if found is None else found.high if at_worst else found.value

    def least(name: str, otherwise: float) -> float:
        found = measures.get(name)
        return otherwise if found is None else found.low if at_worst else found.value

    found = []
    if most("Timeouts", 1.0) >= 0.95:
        found.append("never ends")
    if least("Balance", 1.0) <= 0.1:
        found.append("one side always wins")
    if least("DurationTurns", 0.0) <= 6:
        found.append("over at once")
    if most("Drawishness", 0.0) >= 0.95:
        found.append("always drawn")
    if least("DecisionMoves", 0.0) < 0.3:
        found.append("no decisions")
    return found


# -- batches, for executors -----------------------------------------------------------------------------------------

_guard: Any = None


def assess_batch(tasks: tuple[Task, ...]) -> list[Outcome]:
    """The outcomes of candidates, each built and played under guard; of equal programs only the first is played."""
    global _guard
    from dataclasses import replace

    from ._guard import Failed, Guard

    if _guard is None:
        import atexit

        _guard = Guard()
        atexit.register(_guard.close)
    outcomes: list[Outcome] = []
    known: set[str] = set()
    for task in tasks:
        try:
            outcome, cpu = _guard.run(assess, replace(task, known=frozenset(known)), task.seconds)
            outcome.cpu = cpu
        except Failed as error:
            outcome = Outcome(refused=str(error)[:200], cpu=error.cpu)
        if outcome.program and not outcome.refused:
            known.add(outcome.program)
        outcomes.append(outcome)
    return outcomes
