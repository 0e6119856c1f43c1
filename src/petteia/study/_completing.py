"""Completions of an incomplete rule set: candidates screened by random play, the best also by search, then ranked."""

from __future__ import annotations

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

from ._assess import TASK_SECONDS, Outcome, Task, faults_of
from ._candidates import BESIDE, Generator, Proposal
from ._estimate import Estimate
from ._folder import Folder
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
FIRST_ROUND, LARGEST_ROUND = 32, 256
TOP = 10
FINALISTS = 24
ENOUGH, AT_MOST = 600, 3000
"""How many candidates are tried unless it is said; more, up to the second number, while few of them are sound."""
ROUND = 8
DOUBT = 1 / 3
"""The share of the probability that a doubtful candidate keeps in the ranking."""
_STRONG_MOVES_A_SECOND = 7500
"""Moves of playouts that a candidate's play by search gets for each second of the budget, within bounds."""
_LEAST_STRONG_MOVES, _MOST_STRONG_MOVES = 500_000, 5_000_000


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
    most: int | None = None,
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

    Candidates are tried in the order of what speaks for them, at most `most`, or as many as it takes until enough are
    sound; with that many within the budget the result depends on nothing but the inputs and the seed.
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
        content, what = variant.expanded.text, f"{variant.incomplete.name} {variant.ruleset or ''}".strip()
        self.folder = Folder(out, content, what, resume=resume)
        self.generator = Generator(variant, library, seed, weights)
        self.seed = seed
        self.candidates: dict[str, Candidate] = {}
        self.by_behaviour: dict[str, Candidate] = {}
        self.refused: dict[str, int] = {}
        self.notes: list[str] = []
        self.tried = 0
        self.leave_out: tuple[str, ...] = ()
        self.places: Places | None = None

    # -- stages -----------------------------------------------------------------------------------------------------

    def _spent(self) -> float:
        return self.folder.computed + _cpu() - self._begin

    def screen(
        self, workers: Executor, budget: float, longest: float, most: int | None, progress: Callable[[float, str], None]
    ) -> None:
        """Tries candidates at random level until the budget is spent or there are no more; longer if few are sound."""
        proposals = self.generator.proposals()
        sound = 0

        def goes_on() -> bool:
            return self._spent() < (budget if sound >= ENOUGH_TO_SEARCH else longest)

        def batches(asked: dict[str, Proposal], round_size: int) -> Iterator[tuple[Task, ...]]:
            while len(asked) < round_size and goes_on():
                batch = list(islice(proposals, min(BATCH, round_size - len(asked))))
                if not batch:
                    return
                asked.update((one.text, one) for one in batch)
                yield tuple(self._task(one) for one in batch)

        while self.tried < (limit := most or (ENOUGH if sound >= FINALISTS else AT_MOST)):
            # what a round taught counts in the next, so that workers change nothing
            asked: dict[str, Proposal] = {}
            found: dict[str, Outcome] = {}
            round_size = min(limit - self.tried, max(FIRST_ROUND, min(self.tried, LARGEST_ROUND)))
            for task, outcome in self.folder.outcomes(workers, batches(asked, round_size)):
                self.tried += 1
                found[task.text] = outcome
                sound += _is_sound(outcome)
                progress(
                    min(1.0, max(self._spent() / longest, self.tried / limit)) * FIRST_STAGE, f"{self.tried} tried"
                )
            for number, (text, proposal) in enumerate(asked.items(), self.tried - len(asked)):
                self._learn(proposal, found[text])
                self._take(number, proposal, found[text])
            if not asked or not goes_on():
                break

    def _learn(self, proposal: Proposal, outcome: Outcome) -> None:
        of_position = outcome.refused.partition(" ")[0] in OF_POSITION
        if outcome.refused or outcome.measures:
            self.generator.learn(proposal, is_sound=_is_sound(outcome), of_position=of_position)

    def _task(self, one: Proposal) -> Task:
        stated = self.variant.incomplete.constraints
        return Task(one.text, stated, seed=self.seed + 1, form=one.form, fills=one.open_fills if stated else ())

    def _take(self, number: int, proposal: Proposal, outcome: Outcome) -> None:
        """Merges a candidate with those that behave alike."""
        if outcome.refused:
            self.refused[outcome.refused] = self.refused.get(outcome.refused, 0) + 1
            return
        if outcome.fitted:
            proposal = proposal.fitted(outcome.fitted)
        same = self.candidates.get(outcome.program) or self.by_behaviour.get(outcome.behaviour)
        if same is not None:
            if proposal.prior > same.proposal.prior:
                same.proposal = proposal
            same.prior = _added(same.prior, proposal.prior)
            same.alike += 1
        elif outcome.measures:
            one = self.candidates[outcome.program] = Candidate(number, proposal, proposal.prior, outcome)
            self.by_behaviour[outcome.behaviour] = one

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
        for task, outcome in self.folder.outcomes(workers, batches()):
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
        if self.folder.path is not None:
            _write_results(self.folder, result, ranked)
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


def _write_results(folder: Folder, result: Completion, ranked: list[Candidate]) -> None:
    from ._page import completion_page

    for k, one in enumerate(result.best, 1):
        folder.write(f"best/{k:02}.lud", format_text(one.proposal.text))
    folder.write("result.json", json.dumps(result.to_json(), indent=1))
    folder.write("report.html", completion_page(result))
    folder.write_table([one.to_json() for one in ranked])


def _added(a: float, b: float) -> float:
    high, low = max(a, b), min(a, b)
    return high + log(1 + exp(max(low - high, -700.0)))


def _is_sound(outcome: Outcome) -> bool:
    return bool(outcome.measures) and not faults_of(outcome.measures)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
