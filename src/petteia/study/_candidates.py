"""Candidates of an incomplete rule set: choices made, holes filled, names mapped, each with its prior weight."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import exp, log

from petteia.errors import PetteiaError
from petteia.lang import Clause
from petteia.lang.show import inline_text
from petteia.lang.tree import Node

from ._assess import refilled
from ._bringing import brought, with_parts
from ._fills import Fill, Spot, Unfit, adapt, by_source, check_needs, fills_of, holed_sections, locate
from .concepts import broken, of_rules
from .holes import WORD, Hole, Variant
from .library import CLASS, Library, Source, equipment_of, features_of

SHARPNESS = 6.0
"""The power of nearness in the weight of a source: how much the nearest count more."""
TOGETHER = 0.7
"""How probable it is beforehand that all holes are filled from one rule set."""
_LEAST = 1e-9
_STRANGE = 0.1
"""The share of its weight that a source of an entirely different kind of game keeps."""
_BROKEN = 0.05
"""The share that a source keeps for each stated concept that it does not have."""
_CHECKED, _ENOUGH_KEPT = 200, 20
"""So many of the nearest sources are asked for stated concepts, and more until so many have all of them."""
_HALF_A_TRIAL = 0.5
_FAR = 1e-3
"""Sources with a smaller share of the weight of the nearest are not tried in turn, only drawn."""
_FROM_A_PARENT = 0.6
"""How often a sound candidate is changed in one hole instead of mixing sources anew."""
_ONE_OTHER = 0.6
"""How often only one hole is filled from elsewhere."""
_BROUGHT = 0.3
"""The share of the weight that a candidate keeps for each part that it brings along."""
_TURNS_OF_CHOICES = 2000
BESIDE = -1
"""The number of the place of what is brought along, which is no hole."""
_BLAME = 2
"""The power of the share of sound candidates among those with a fill, by which it is drawn less often."""
_PLACES = frozenset({"players", "equipment", "game", "rules", "start"})
"""The sections that the first position comes from."""
_ORDER = {"players": 0, "equipment": 1, "game": 1, "rules": 2, "start": 3, "play": 4, "end": 5}


@dataclass(frozen=True)
class Filled:
    """A hole with its text and where that comes from."""

    hole: Hole
    text: str
    source: str

    def to_json(self) -> dict[str, str]:
        """As JSON values."""
        return {"hole": f"{self.hole.place.line}:{self.hole.place.column} {self.hole.written[:80]}", "text": self.text,
                "source": self.source}  # fmt: skip


@dataclass(frozen=True)
class Proposal:
    """A completed text with its fills and the logarithm of its weight beforehand."""

    text: str
    fills: tuple[Filled, ...]
    prior: float
    drawn: tuple[tuple[int, str], ...] = ()
    """The open holes with their fills as they stand in the library."""
    form: str = ""
    """The text with the words of its open holes."""
    draft: _Draft | None = field(default=None, compare=False, repr=False)
    """The sources it was made of."""

    @property
    def open_fills(self) -> tuple[tuple[int, str], ...]:
        """The texts of the holes that stand as words in its form, by their numbers."""
        numbers = {number for number, _ in self.drawn}
        return tuple((one.hole.number, one.text) for one in self.fills if one.hole.number in numbers)

    def fitted(self, texts: Sequence[str]) -> Proposal:
        """The same with other texts in its open holes, whose numbers were fitted."""
        others = {number: text for (number, _), text in zip(self.open_fills, texts, strict=True)}
        fills = tuple(
            one if others.get(one.hole.number, one.text) == one.text
            else replace(one, text=others[one.hole.number], source=f"{one.source}, number fitted")
            for one in self.fills
        )  # fmt: skip
        return replace(self, text=refilled(self.form, others), fills=fills)


_Pick = tuple[Hole, Fill, Source | None]


@dataclass(frozen=True)
class _Draft:
    """A candidate before it is written: choices with the log of their probability, fills, the log of its weight."""

    chosen: dict[int, str]
    weight: float
    picks: list[_Pick]
    prior: float


class _Pool:
    """The fills of a hole, also by the rule sets that they come from."""

    def __init__(self, fills: list[Fill]) -> None:
        self.fills = fills
        self.of_source = by_source(fills)
        self.weight = sum(one.weight for one in fills) or 1.0

    def drop(self, fill: Fill) -> None:
        """Leaves out a fill, but for the last."""
        if len(self.fills) > 1 and fill in self.fills:
            self.fills.remove(fill)
            for own in self.of_source.values():
                if fill in own:
                    own.remove(fill)


class Generator:
    """Proposals for one incomplete rule set, those with the best support first."""

    def __init__(self, variant: Variant, library: Library, seed: int = 0, weights: list[float] | None = None) -> None:
        self.variant, self.library = variant, library
        self.random = random.Random(seed)
        features, holed = features_of(variant.root), holed_sections(variant.root)
        near = [library.nearness(features, holed, source) for source in library.sources]
        top = max(near, default=1.0) or 1.0
        self.weights = [(one / top) ** SHARPNESS for one in near]
        if weights is not None:
            self.weights = [a * b for a, b in zip(self.weights, weights, strict=True)]
        self._weigh_kind()
        self._weigh_concepts()
        self._trees: dict[tuple[tuple[int, str], ...], Clause] = {}
        self._pools: dict[tuple[int, str], _Pool] = {}
        self._parents: list[Proposal] = []
        total = sum(self.weights) or 1.0
        self._share = {id(source): weight / total for source, weight in zip(library.sources, self.weights, strict=True)}
        self._sections: dict[int, str] = {}
        self._tried: Counter[tuple[int, str]] = Counter()
        self._sound: Counter[tuple[int, str]] = Counter()
        self.unfit: dict[str, int] = {}

    def _weigh_kind(self) -> None:
        """Sources of a kind of game that shares less of its path weigh less."""
        found = CLASS.search(self.variant.expanded.metadata)
        path = found[1].partition("/reconstruction")[0].split("/") if found else []
        if not path:
            return
        for k, source in enumerate(self.library.sources):
            other = source.category.split("/")
            shared = next(
                (n for n, (a, b) in enumerate(zip(path, other, strict=False)) if a != b), min(len(path), len(other))
            )
            self.weights[k] *= _STRANGE + (1 - _STRANGE) * shared / len(path)

    def _weigh_concepts(self) -> None:
        """Of the nearest sources, those that do not have the stated concepts themselves weigh less."""
        stated = self.variant.incomplete.constraints
        if not stated:
            return
        wanted = {one.concept for one in stated}
        kept = 0
        for rank, k in enumerate(sorted(range(len(self.weights)), key=lambda k: -self.weights[k])):
            if rank >= _CHECKED and kept >= _ENOUGH_KEPT:
                break
            bound = self.library.sources[k].bound()
            if bound is not None:
                missed = len(broken(stated, of_rules(bound, wanted)))
                kept += not missed
                self.weights[k] *= _BROKEN**missed

    def learn(self, proposal: Proposal, *, is_sound: bool, of_position: bool = False) -> None:
        """Notes how a candidate turned out, so that fills that hardly ever make a sound one are drawn less often.

        `of_position`: it failed by its first position, for which fills of the play and the end are not to blame. What
        is learned steers what is tried, never the weight that a candidate has beforehand.
        """
        for key in proposal.drawn:
            if not of_position or self._sections.get(key[0], "rules") in _PLACES:
                self._tried[key] += 1
                self._sound[key] += is_sound
        if is_sound and proposal.draft is not None:
            self._parents.append(proposal)

    def _promise(self, hole: Hole, fill: Fill) -> float:
        """The weight by which a fill is drawn: its own, times the share of sound candidates that it has made."""
        key = (hole.number, fill.text)
        share = (self._sound[key] + _HALF_A_TRIAL) / (self._tried[key] + _HALF_A_TRIAL)
        return (fill.weight + _LEAST) * float(share**_BLAME)

    def proposals(self) -> Iterator[Proposal]:
        """Distinct proposals without end, until all are told or nothing new has come for long."""
        seen: set[int] = set()
        idle = 0
        for draft in self._picks():
            try:
                proposal = self._completed(draft)
            except (Unfit, PetteiaError) as error:
                self.unfit[str(error)[:80]] = self.unfit.get(str(error)[:80], 0) + 1
                proposal = None
            if proposal is None or hash(proposal.text) in seen:
                idle += 1
                if idle > 3000:
                    return
                continue
            idle = 0
            seen.add(hash(proposal.text))
            yield proposal

    # -- choices -------------------------------------------------------------------------------------------------

    def _choices(self, first: bool) -> tuple[dict[int, str], float]:
        """A choice for each hole that offers texts (open ones may also stay open), and its log probability."""
        chosen: dict[int, str] = {}
        weight = 0.0
        for hole in self.variant.holes:
            if not hole.choices:
                continue
            # a mark of ignorance stays open as often as nothing stands there; choices beside `#` come second
            if hole.is_open and ((first and any(hole.choices)) or self.random.random() < 0.5):
                weight += log(0.5)
                continue
            options = len(hole.choices)
            chosen[hole.number] = hole.choices[self.random.randrange(options)]
            weight -= log(options) + (log(2) if hole.is_open else 0)
        return chosen, weight

    def _tree(self, chosen: dict[int, str]) -> Clause:
        key = tuple(sorted(chosen.items()))
        if key not in self._trees:
            if len(self._trees) > 500:
                self._trees.clear()
            self._trees[key] = self.variant.tree(chosen).root
        return self._trees[key]

    def _open(self, root: Clause) -> list[tuple[Hole, Spot]]:
        """The holes that are still open in a tree, equipment first."""
        found = []
        for hole in self.variant.incomplete.holes:
            spot = locate(root, hole.word)
            if spot is not None:
                found.append((hole, spot))
                self._sections[hole.number] = spot.section
        return sorted(found, key=lambda pair: (_ORDER.get(pair[1].section, 9), pair[0].number))

    def fills(self, hole: Hole, spot: Spot) -> list[Fill]:
        """All fills of a hole in its place, the best supported first."""
        return self._pool(hole, spot).fills

    def _pool(self, hole: Hole, spot: Spot) -> _Pool:
        key = (hole.number, inline_text(spot.clause))
        if key not in self._pools:
            open_hole = Hole(hole.number, hole.written, (), True, hole.place)
            self._pools[key] = _Pool(fills_of(open_hole, spot, self.library, self.weights))
        if not self._pools[key].fills:
            raise PetteiaError(f"no fill fits the hole at {hole.place}")
        return self._pools[key]

    # -- combinations --------------------------------------------------------------------------------------------

    def _picks(self) -> Iterator[_Draft]:
        order = sorted(range(len(self.weights)), key=lambda k: -self.weights[k])
        near = [k for k in order if self.weights[k] > _FAR * self.weights[order[0]]]
        for turn in count():
            if self._parents and turn % 2 and self.random.random() < _FROM_A_PARENT:
                yield self._changed(self.random.choice(self._parents))
                continue
            chosen, weight = self._choices(turn % 2 == 0)
            holes = self._open(self._tree(chosen))
            if len(holes) == 1:
                pool = self.fills(*holes[0])
                if turn >= len(pool) and (not any(hole.choices for hole in self.variant.holes) or
                                          turn > 4 * len(pool) + _TURNS_OF_CHOICES):  # fmt: skip
                    return
                picks = (
                    [(holes[0][0], pool[turn], _nearest(pool[turn]))] if turn < len(pool) else [self._drawn(*holes[0])]
                )
                yield _Draft(chosen, weight, picks, weight + self._log_prior(holes, picks))
            elif turn % 2 == 0:
                source = near[turn // 2] if turn // 2 < len(near) else self._some_source(order)
                yield self._around(chosen, weight, holes, source, set())
            else:
                yield self._around(chosen, weight, holes, self._some_source(order), self._some_of(holes))

    def _some_source(self, order: list[int]) -> int:
        """A source drawn by its weight."""
        return self.random.choices(order, [self.weights[k] + _LEAST for k in order])[0]

    def _some_of(self, holes: list[tuple[Hole, Spot]]) -> set[int]:
        """The holes that another source shall fill: mostly one, since what comes from one source fits together."""
        if not holes or self.random.random() < _ONE_OTHER:
            return {hole.number for hole, _ in holes[:1] and [self.random.choice(holes)]}
        return {hole.number for hole, _ in holes if self.random.random() < 0.5}

    def _around(
        self, chosen: dict[int, str], weight: float, holes: list[tuple[Hole, Spot]], chief: int, others: set[int]
    ) -> _Draft:
        """Fills taken from one source as far as it has some, and drawn by weight where it has none or others shall."""
        source = self.library.sources[chief]
        picks: list[_Pick] = []
        for hole, spot in holes:
            own = [] if hole.number in others else self._pool(hole, spot).of_source.get(id(source), [])
            picks.append((hole, self._nth(own, hole), source) if own else self._drawn(hole, spot))
        return _Draft(chosen, weight, picks, weight + self._log_prior(holes, picks))

    def _changed(self, parent: Proposal) -> _Draft:
        """A sound candidate with another text in one of its holes."""
        draft = parent.draft
        assert draft is not None
        chosen = dict(draft.chosen)
        simple = [hole for hole in self.variant.holes if hole.number in chosen and len(hole.choices) > 1
                  and not any(map(WORD.search, hole.choices))]  # fmt: skip
        picked = [pick[0].number for pick in draft.picks]
        at = self.random.choice([*(hole.number for hole in simple), *picked] or [-1])
        for hole in simple:
            if hole.number == at:
                chosen[at] = self.random.choice(hole.choices)
        holes = self._open(self._tree(chosen))
        kept = {pick[0].number: pick for pick in draft.picks}
        picks = [
            kept[hole.number] if hole.number != at and hole.number in kept else self._drawn(hole, spot)
            for hole, spot in holes
        ]
        return _Draft(chosen, draft.weight, picks, draft.weight + self._log_prior(holes, picks))

    def _log_prior(self, holes: list[tuple[Hole, Spot]], picks: list[_Pick]) -> float:
        """The logarithm of the probability of some fills beforehand: all of one source, or each by its own weight."""
        if not picks:
            return 0.0
        apart = 0.0
        for (hole, spot), (_, fill, _) in zip(holes, picks, strict=True):
            apart += log(fill.weight / self._pool(hole, spot).weight + _LEAST)
        if len(picks) == 1:
            return apart
        common = set.intersection(*({id(source) for source, _ in fill.sources} for _, fill, _ in picks))
        together = sum(self._share[one] for one in common)
        return log((1 - TOGETHER) * exp(max(apart, -600.0)) + TOGETHER * together + 1e-300)

    def _nth(self, own: list[Fill], hole: Hole) -> Fill:
        """One of several fills of a source; the same hole of another piece gets another one by turns."""
        if self.random.random() < 0.5:
            return own[hole.number % len(own)]
        return self.random.choices(own, [self._promise(hole, one) / (one.weight + _LEAST) for one in own])[0]

    def _drawn(self, hole: Hole, spot: Spot) -> _Pick:
        pool = self.fills(hole, spot)
        fill = self.random.choices(pool, [self._promise(hole, one) for one in pool])[0]
        return hole, fill, _nearest(fill)

    # -- texts ---------------------------------------------------------------------------------------------------

    def _completed(self, draft: _Draft) -> Proposal:
        root = self._tree(draft.chosen)
        section = _section(root, "equipment")
        texts: dict[str, str] = {}
        filled = [
            Filled(hole, draft.chosen[hole.number], "choice")
            for hole in self.variant.holes
            if hole.number in draft.chosen
        ]
        parts: list[str] = []
        for hole, fill, source in draft.picks:
            # what a fill brings along is there for itself, too
            equipment = " ".join([_written(section, {**texts, hole.word: fill.text}), *parts])
            try:
                if source is None:
                    text, more = fill.text, []
                else:
                    more = brought(fill.text, source, equipment)
                    known = equipment_of(" ".join([equipment, *more]))
                    text, *more = (adapt(one, source.equipment, known) for one in (fill.text, *more))
                check_needs(text, " ".join([equipment, *more]))
            except Unfit:
                self._drop(hole, fill, draft, section)
                raise
            texts[hole.word] = text
            filled.append(Filled(hole, text, source.label if source else fill.origin))
            if source is not None:
                beside = Hole(BESIDE, "brought along", (), False, hole.place)
                filled += [Filled(beside, one, f"{source.label}, brought along") for one in more]
            parts += more
        equipment = _written(section, texts)
        whole = with_parts(_written(root, texts), equipment, parts)
        if whole is None:
            raise Unfit("there is no list of equipment to add to")
        check_needs(whole, " ".join([equipment, *parts]))
        drawn = tuple((hole.number, fill.text) for hole, fill, _ in draft.picks)
        form = with_parts(_written(root, {}), inline_text(section), parts) or whole
        return Proposal(whole, tuple(filled), draft.prior + len(parts) * log(_BROUGHT), drawn, form, draft)

    def _drop(self, hole: Hole, fill: Fill, draft: _Draft, equipment: Clause) -> None:
        """Leaves out a fill for good that needs what the equipment lacks, if no hole can add to that."""
        if len(draft.picks) > 1 and not draft.chosen and not WORD.search(inline_text(equipment)):
            for key, pool in self._pools.items():
                if key[0] == hole.number:
                    pool.drop(fill)


def _nearest(fill: Fill) -> Source | None:
    return fill.sources[0][0] if fill.sources else None


def _section(root: Clause, keyword: str) -> Clause:
    found = next((item for item in root.items if isinstance(item, Clause) and item.keyword == keyword), None)
    return found if found is not None else root


def _written(node: Node, texts: dict[str, str]) -> str:
    """A node in one line with the texts of holes put in."""
    text = inline_text(node)
    return WORD.sub(lambda found: texts.get(found[0], found[0]), text)
