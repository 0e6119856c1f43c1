"""Completions of an incomplete rule set: candidates screened by random play, the best also by search, then ranked."""

from __future__ import annotations

import hashlib
import json
import resource
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass, field
from itertools import islice
from math import exp, log
from pathlib import Path
from typing import Any

from petteia.errors import PetteiaError
from petteia.lang.format import format_text
from petteia.scale import Executor, executor

from ._assess import TASK_SECONDS, Outcome, Task, assess_batch, faults_of
from ._candidates import BESIDE, Generator, Proposal
from ._estimate import Estimate
from ._places import Places
from .concepts import OF_POSITION, check_consistent, unknown
from .evidence import Evidence
from .holes import Variant, read_incomplete
from .library import IDENTITY, Library
from .posterior import ELSEWHERE, OF_CANDIDATE, playability, probabilities

FIRST_STAGE = 0.6
"""The share of the budget for screening at random level."""
LONGEST_STAGE = 0.85
"""The same where candidates that stand the screening are few."""
ENOUGH_TO_SEARCH = 12
BATCH = 8
FIRST_ROUND = 32
TOP = 10
FINALISTS = 24
ENOUGH = 600
ROUND = 8
DOUBT = 1 / 3
"""The share of the probability that a doubtful candidate keeps in the ranking."""
_STRONG_MOVES_A_SECOND = 7500
"""Moves of playouts that a candidate's play by search gets for each second of the budget, within bounds."""
_LEAST_STRONG_MOVES, _MOST_STRONG_MOVES = 500_000, 5_000_000
_FOLDER = "study.json"
_LINES = "candidates.jsonl"


@dataclass
class Candidate:
    """A completion that was tried."""

    number: int
    proposal: Proposal
    prior: float
    """The logarithm of its weight beforehand, those of candidates that behave alike added."""
    outcome: Outcome
    strong: Outcome | None = None
    probability: float = 0.0
    score: float = 0.0
    alike: int = 1
    """How many texts were tried that behave like this."""

    @property
    def measures(self) -> dict[str, Estimate]:
        """The measures at the highest level that was played."""
        return self.strong.measures if self.strong is not None and self.strong.measures else self.outcome.measures

    @property
    def was_searched(self) -> bool:
        """True if it was played by search."""
        return self.strong is not None and bool(self.strong.measures)

    @property
    def faults(self) -> list[str]:
        """Faults at the highest level that was played."""
        return faults_of(self.measures)

    @property
    def is_doubtful(self) -> bool:
        """True if more games may yet show a fault, or if random play has one."""
        return bool(faults_of(self.measures, at_worst=True) or faults_of(self.outcome.measures))

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "text": self.proposal.text,
            "score": self.score,
            "probability": self.probability,
            "measures": {name: one.value for name, one in self.measures.items()},
            "fills": [one.to_json() for one in self.proposal.fills],
            "faults": self.faults,
            "factors": {"prior": exp(max(self.prior, -700.0)), "playability": playability(self.measures)},
            "level": "uct" if self.was_searched else "random",
            "alike": self.alike,
        }


@dataclass(frozen=True)
class FactorInfluence:
    """The influence of a factor: the share of probability that it moves, and the rank of who is first without it."""

    name: str
    moved: float
    first_without: int


@dataclass
class Completion:
    """The result of a study of an incomplete rule set."""

    name: str
    ruleset: str | None
    holes: int
    tried: int
    refused: dict[str, int]
    best: list[Candidate]
    cpu: float
    notes: list[str] = field(default_factory=list)
    influence: list[tuple[str, float]] = field(default_factory=list)
    """For each hole how much of the uncertainty is about it, the largest first."""
    factors: list[FactorInfluence] = field(default_factory=list)
    places: Places | None = None
    """Where and when the sources were played, if evidence was given."""

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "game": self.name,
            "ruleset": self.ruleset,
            "holes": self.holes,
            "candidates": self.tried,
            "sound": sum(not one.faults for one in self.best),
            "refused": self.refused,
            "elsewhere": ELSEWHERE,
            "cpu_seconds": round(self.cpu, 1),
            "notes": self.notes,
            "holes_by_influence": [{"hole": hole, "bits": round(bits, 3)} for hole, bits in self.influence],
            "factors": [asdict(one) for one in self.factors],
            "best": [one.to_json() for one in self.best],
        }


def complete(
    text: str,
    library: Library,
    *,
    name: str = "text",
    ruleset: str | None = None,
    defs: tuple[str, ...] = (),
    budget: float = 600.0,
    most: int = ENOUGH,
    seed: int = 0,
    top: int = TOP,
    out: Path | None = None,
    resume: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    evidence: Evidence | None = None,
    leave_out: tuple[str, ...] = (),
    strong: bool = True,
    progress: Callable[[float, str], None] = lambda share, words: None,
) -> Completion:
    """Completes an incomplete description within a budget of CPU seconds.

    Candidates are tried in the order of what speaks for them, at most `most`; with that many within the budget the
    result depends on nothing but the inputs and the seed.
    """
    incomplete = read_incomplete(text, name)
    check_consistent(incomplete.constraints)
    variant = _variant(incomplete.variants(defs), ruleset)
    found = IDENTITY.search(variant.expanded.metadata)
    weights = None if evidence is None else evidence.weights(found[1] if found else "", library, leave_out)
    study = _Study(variant, library, seed, weights, out, resume)
    study.leave_out = leave_out
    if evidence is not None:
        study.places = Places(evidence, library, found[1] if found else "")
    if evidence is not None and (found is None or found[1] not in evidence.records):
        study.notes.append("the tables of evidence do not know this rule set: its place and time do not count")
    study.notes += [f"mended: {one}" for one in incomplete.mended]
    study.notes += [f"the concept {one} is not computed; it was not checked" for one in unknown(incomplete.constraints)]
    with executor(jobs, cluster) as workers:
        first, longest = (FIRST_STAGE, LONGEST_STAGE) if strong else (1.0, 1.0)
        study.screen(workers, budget * first, budget * longest, most, progress)
        if strong:
            study.play_strongly(workers, budget, progress)
    return study.finish(top)


def _variant(found: list[Variant], ruleset: str | None) -> Variant:
    if ruleset is None:
        return found[0]
    for one in found:
        if one.ruleset in (ruleset, f"Ruleset/{ruleset}"):
            return one
    names = ", ".join(str(one.ruleset) for one in found)
    raise PetteiaError(f"no incomplete ruleset {ruleset!r}: there are {names}")


class _Study:
    """The state of one study: candidates by behaviour, and the folder that keeps what was computed."""

    def __init__(
        self, variant: Variant, library: Library, seed: int, weights: list[float] | None, out: Path | None, resume: bool
    ) -> None:
        self._begin = _cpu()
        self.variant = variant
        self.generator = Generator(variant, library, seed, weights)
        self.seed = seed
        self.candidates: dict[str, Candidate] = {}
        self.refused: dict[str, int] = {}
        self.notes: list[str] = []
        self.tried = 0
        self.cpu = 0.0
        self.known: dict[str, Outcome] = {}
        self.out = out
        self.leave_out: tuple[str, ...] = ()
        self.places: Places | None = None
        if out is not None:
            self._open_folder(out, resume)

    # -- the folder -------------------------------------------------------------------------------------------------

    def _open_folder(self, out: Path, resume: bool) -> None:
        identity = {"study": hashlib.blake2b(self.variant.expanded.text.encode(), digest_size=16).hexdigest(),
                    "game": self.variant.incomplete.name, "ruleset": self.variant.ruleset}  # fmt: skip
        try:
            out.mkdir(parents=True, exist_ok=True)
            mark = out / _FOLDER
            if mark.exists():
                there = json.loads(mark.read_text(encoding="utf-8"))
                if there.get("study") != identity["study"]:
                    raise PetteiaError(f"{out} holds another study, of {there.get('game')}: give another folder")
                if not resume:
                    raise PetteiaError(f"{out} holds this study already: give --resume to go on, or another folder")
                self._read_lines(out / _LINES)
            else:
                mark.write_text(json.dumps(identity), encoding="utf-8")
        except (OSError, json.JSONDecodeError) as error:
            raise PetteiaError(f"{out} cannot be used: {error}") from error

    def _read_lines(self, path: Path) -> None:
        """Takes in what was computed before; a line that was cut short is left out."""
        if not path.exists():
            return
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
                entry["outcome"]["measures"] = {
                    name: Estimate(*(float("nan") if x is None else x for x in one))
                    for name, one in entry["outcome"]["measures"].items()
                }
                self.known[entry["key"]] = Outcome(**entry["outcome"])
            except (json.JSONDecodeError, KeyError, TypeError):
                continue

    def _write(self, task: Task, outcome: Outcome) -> None:
        if self.out is None:
            return
        entry = asdict(outcome)
        entry["measures"] = {
            name: [one.value, _finite(one.low), _finite(one.high), _finite(one.standard_error)]
            for name, one in outcome.measures.items()
        }
        try:
            with (self.out / _LINES).open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": _key(task), "outcome": entry}) + "\n")
        except OSError as error:
            raise PetteiaError(f"{self.out} cannot be written: {error}; what was computed before stays") from error

    # -- stages -----------------------------------------------------------------------------------------------------

    def _spent(self) -> float:
        return self.cpu + _cpu() - self._begin

    def _assess(self, workers: Executor, tasks: Iterator[tuple[Task, ...]]) -> Iterator[tuple[Task, Outcome]]:
        """Outcomes of tasks, those that are known already first of each batch."""
        for batch, outcomes in workers.run(_assess_known, ((one, _known_of(one, self.known)) for one in tasks)):
            for task, outcome in zip(batch[0], outcomes, strict=True):
                if _key(task) not in self.known:
                    self.cpu += outcome.cpu
                    self.known[_key(task)] = outcome
                    self._write(task, outcome)
                yield task, outcome

    def screen(
        self, workers: Executor, budget: float, longest: float, most: int, progress: Callable[[float, str], None]
    ) -> None:
        """Tries candidates at random level until the budget is spent or there are no more; longer if few are sound."""
        by_text: dict[str, Proposal] = {}
        waiting: dict[str, Outcome] = {}
        proposals = self.generator.proposals()

        def goes_on() -> bool:
            found = sum(_is_sound(outcome) for outcome in waiting.values())
            return self._spent() < (budget if found >= ENOUGH_TO_SEARCH else longest)

        def batches(most: int) -> Iterator[tuple[Task, ...]]:
            while len(by_text) < most and goes_on():
                batch = list(islice(proposals, min(BATCH, most - len(by_text))))
                if not batch:
                    return
                by_text.update((one.text, one) for one in batch)
                yield tuple(self._task(one) for one in batch)

        while True:
            # a round is as large as all before it; what it taught counts in the next, so that workers change nothing
            before = len(by_text)
            for task, outcome in self._assess(workers, batches(min(most, max(FIRST_ROUND, 2 * before)))):
                self.tried += 1
                waiting[task.text] = outcome
                progress(min(1.0, max(self._spent() / longest, self.tried / most)) * FIRST_STAGE, f"{self.tried} tried")
            for text in islice(by_text, before, None):
                self._learn(by_text[text], waiting[text])
            if len(by_text) == before or len(by_text) >= most or not goes_on():
                break
        for number, (text, proposal) in enumerate(by_text.items()):
            self._take(number, proposal, waiting[text])

    def _learn(self, proposal: Proposal, outcome: Outcome) -> None:
        of_position = outcome.refused.partition(" ")[0] in OF_POSITION
        if outcome.refused or outcome.measures:
            self.generator.learn(proposal, is_sound=_is_sound(outcome), of_position=of_position)

    def _task(self, one: Proposal) -> Task:
        stated = self.variant.incomplete.constraints
        fills = tuple(fill.text for fill in one.fills) if stated else ()
        return Task(one.text, stated, seed=self.seed + 1, fills=fills)

    def _take(self, number: int, proposal: Proposal, outcome: Outcome) -> None:
        """Merges a candidate with those that behave alike."""
        if outcome.refused:
            self.refused[outcome.refused] = self.refused.get(outcome.refused, 0) + 1
            return
        if outcome.fitted:
            proposal = proposal.fitted(outcome.fitted)
        same = self.candidates.get(outcome.program)
        if same is None and outcome.behaviour:
            same = next((one for one in self.candidates.values() if one.outcome.behaviour == outcome.behaviour), None)
        if same is not None:
            if proposal.prior > same.proposal.prior:
                same.proposal = proposal
            same.prior = _added(same.prior, proposal.prior)
            same.alike += 1
        elif outcome.measures:
            self.candidates[outcome.program] = Candidate(number, proposal, proposal.prior, outcome)

    def play_strongly(self, workers: Executor, budget: float, progress: Callable[[float, str], None]) -> None:
        """Plays the candidates that stand best by search, round by round, until enough of them are known to be sound.

        Those whose intervals reach over a threshold of soundness are then played again, in more games.
        """
        self._weigh()
        left = sorted(self.candidates.values(), key=_standing)[: 4 * FINALISTS]
        effort = min(_MOST_STRONG_MOVES, max(_LEAST_STRONG_MOVES, _STRONG_MOVES_A_SECOND * budget))
        for begin in range(0, len(left), ROUND):
            if self._spent() > budget or sum(one.was_searched and not one.faults for one in left) >= FINALISTS:
                break
            late = self._search(workers, left[begin : begin + ROUND], budget, effort)
            self._search(workers, late, budget, effort / 8)
            progress(FIRST_STAGE + (1 - FIRST_STAGE) * min(1.0, begin / FINALISTS), f"{begin + ROUND} searched")
        self._weigh()
        open_ones = [one for one in sorted(left, key=_standing)[:FINALISTS] if one.was_searched and one.is_doubtful]
        self._search(workers, open_ones, budget, effort, again=True)

    def _search(
        self, workers: Executor, some: list[Candidate], budget: float, effort: float, again: bool = False
    ) -> list[Candidate]:
        """Plays some candidates by search while the budget lasts; those that took too long."""
        seconds = max(TASK_SECONDS, budget / FINALISTS)
        tasks = {one.proposal.text: (one, _strong_task(one, self.seed, effort, seconds, again)) for one in some}

        def batches() -> Iterator[tuple[Task, ...]]:
            for _, task in tasks.values():
                if self._spent() > budget:
                    return
                yield (task,)

        late = []
        for task, outcome in self._assess(workers, batches()):
            one = tasks[task.text][0]
            if not outcome.refused:
                one.strong = outcome
            elif "time" in outcome.refused or "seconds" in outcome.refused:
                late.append(one)
        return late

    def _weigh(self) -> None:
        found = list(self.candidates.values())
        shares = self._shares(found, self.leave_out)
        top = max(shares, default=1.0) or 1.0
        for one, share in zip(found, shares, strict=True):
            one.probability, one.score = share, share / top

    @staticmethod
    def _shares(found: list[Candidate], leave_out: Collection[str]) -> list[float]:
        """The probabilities of candidates with some factors left out."""
        priors = [0.0 if "prior" in leave_out else one.prior for one in found]
        played = [1.0 if "playability" in leave_out else playability(one.measures) for one in found]
        return probabilities(priors, played)

    def _factors(self, ranked: list[Candidate]) -> list[FactorInfluence]:
        """How far each factor that counts moves the probabilities, and what would be likeliest without it."""
        counted = [one for one in OF_CANDIDATE if one not in self.leave_out]
        found = []
        for name in counted if ranked else []:
            others = self._shares(ranked, {*self.leave_out, name})
            moved = sum(abs(a - one.probability) for a, one in zip(others, ranked, strict=True)) / 2
            first = max(range(len(ranked)), key=lambda k: others[k])
            found.append(FactorInfluence(name, moved, first + 1))
        return found

    def finish(self, top: int) -> Completion:
        """The ranking: sound candidates that were searched first, then by probability."""
        self._weigh()
        ranked = sorted(self.candidates.values(), key=_standing)
        if self.generator.unfit:
            self.refused.update({f"before building: {why}": n for why, n in self.generator.unfit.items()})
        result = Completion(
            self.variant.incomplete.name, self.variant.ruleset, len(self.variant.holes), self.tried, self.refused,
            ranked[:top], self._spent(), sorted(set(self.notes)), influence_of(ranked), self._factors(ranked),
            self.places,
        )  # fmt: skip
        if not ranked:
            why = max(self.refused, key=lambda one: self.refused[one], default="no hole has a fill")
            result.notes.append(f"no candidate could be built and played; most often: {why}")
        if self.out is not None:
            _write_results(self.out, result, ranked)
        return result


def _standing(one: Candidate) -> tuple[bool, bool, float]:
    """The order of the ranking: sound, found sound by search, probable; what is doubtful counts less."""
    return bool(one.faults), not one.was_searched, -one.probability * (DOUBT if one.is_doubtful else 1.0)


def _strong_task(one: Candidate, seed: int, effort: float, seconds: float, again: bool) -> Task:
    """Play by search with as many iterations and games as a number of moves allows; again: other games, and more."""
    moves = max(1.0, one.outcome.measures["DurationMoves"].value)
    iterations = int(min(200, max(10, effort / (10 * moves * moves / 2))))
    games = int(min(20, max(6, effort / (iterations * moves * moves / 2)))) * (4 if again else 1)
    most = int(min(2500, max(200, 6 * moves)))
    return Task(
        one.proposal.text, (), f"uct:{iterations}", games, 0, most, seed + 2 + again, seconds=seconds * (1 + 3 * again)
    )  # fmt: skip


def influence_of(ranked: list[Candidate]) -> list[tuple[str, float]]:
    """The uncertainty about each hole: the entropy of its fills under the probabilities, in bits."""
    shares: dict[str, dict[str, float]] = {}
    for one in ranked:
        for fill in one.proposal.fills:
            if fill.hole.number == BESIDE:
                continue
            where = f"{fill.hole.place.line}:{fill.hole.place.column}"
            shares.setdefault(where, {})
            shares[where][fill.text] = shares[where].get(fill.text, 0.0) + one.probability
    found = []
    for where, texts in shares.items():
        total = sum(texts.values()) or 1.0
        bits = -sum(p / total * log(p / total) / log(2) for p in texts.values() if p > 0)
        found.append((where, max(0.0, bits)))
    return sorted(found, key=lambda pair: -pair[1])


def _write_results(out: Path, result: Completion, ranked: list[Candidate]) -> None:
    from ._page import completion_page
    from ._tables import write_table

    try:
        folder = out / "best"
        folder.mkdir(exist_ok=True)
        for k, one in enumerate(result.best, 1):
            (folder / f"{k:02}.lud").write_text(format_text(one.proposal.text), encoding="utf-8")
        fresh = out / "result.json.new"
        fresh.write_text(json.dumps(result.to_json(), indent=1), encoding="utf-8")
        fresh.replace(out / "result.json")
        (out / "report.html").write_text(completion_page(result), encoding="utf-8")
        write_table(out / "results.parquet", [one.to_json() for one in ranked])
    except OSError as error:
        raise PetteiaError(f"{out} cannot be written: {error}") from error


def _added(a: float, b: float) -> float:
    high, low = max(a, b), min(a, b)
    return high + log(1 + exp(max(low - high, -700.0)))


def _is_sound(outcome: Outcome) -> bool:
    return bool(outcome.measures) and not faults_of(outcome.measures)


def _finite(number: float) -> float | None:
    return None if number in (float("inf"), float("-inf")) or number != number else number


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _key(task: Task) -> str:
    """The content of a task."""
    parts = (task.text, task.level, task.games, task.most_moves, task.move_limit, task.seed, task.constraints)
    return hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def _known_of(tasks: tuple[Task, ...], known: dict[str, Outcome]) -> tuple[Outcome | None, ...]:
    return tuple(known.get(_key(task)) for task in tasks)


def _assess_known(batch: tuple[tuple[Task, ...], tuple[Outcome | None, ...]]) -> list[Outcome]:
    tasks, known = batch
    fresh = iter(assess_batch(tuple(task for task, one in zip(tasks, known, strict=True) if one is None)))
    return [next(fresh) if one is None else one for one in known]
