"""Candidates of an incomplete rule set: choices made, holes filled, names mapped, each with its prior weight."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from petteia.errors import PetteiaError
from petteia.lang import Clause
from petteia.lang.show import inline_text
from petteia.lang.tree import Node

from ._assess import refilled
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

    def fitted(self, texts: Sequence[str]) -> Proposal:
        """The same with other texts in its holes, whose numbers were fitted."""
        fills = tuple(
            one if one.text == text else replace(one, text=text, source=f"{one.source}, number fitted")
            for one, text in zip(self.fills, texts, strict=True)
        )
        return replace(self, text=refilled(self.text, [one.text for one in self.fills], texts), fills=fills)


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
        self._fills: dict[tuple[int, str], list[Fill]] = {}
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

    def _promise(self, hole: Hole, fill: Fill) -> float:
        """The weight by which a fill is drawn: its own, times the share of sound candidates that it has made."""
        key = (hole.number, fill.text)
        share = (self._sound[key] + _HALF_A_TRIAL) / (self._tried[key] + _HALF_A_TRIAL)
        return (fill.weight + _LEAST) * float(share**_BLAME)

    def proposals(self) -> Iterator[Proposal]:
        """Distinct proposals without end, until all are told or nothing new has come for long."""
        seen: set[str] = set()
        idle = 0
        for chosen, picks, prior in self._picks():
            try:
                proposal = self._completed(chosen, picks, prior)
            except Unfit as error:
                self.unfit[str(error)] = self.unfit.get(str(error), 0) + 1
                proposal = None
            except PetteiaError as error:
                self.unfit[str(error)[:80]] = self.unfit.get(str(error)[:80], 0) + 1
                proposal = None
            if proposal is None or proposal.text in seen:
                idle += 1
                if idle > 3000:
                    return
                continue
            idle = 0
            seen.add(proposal.text)
            yield proposal

    # -- choices -------------------------------------------------------------------------------------------------

    def _choices(self, first: bool) -> tuple[dict[int, str], float]:
        """A choice for each hole that offers texts (open ones may also stay open), and its log probability."""
        chosen: dict[int, str] = {}
        weight = 0.0
        for hole in self.variant.holes:
            if not hole.choices:
                continue
            if hole.is_open and (first or self.random.random() < 0.5) and any(hole.choices):
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
        key = (hole.number, inline_text(spot.clause))
        if key not in self._fills:
            open_hole = Hole(hole.number, hole.written, (), True, hole.place)
            self._fills[key] = fills_of(open_hole, spot, self.library, self.weights)
        return self._fills[key]

    # -- combinations --------------------------------------------------------------------------------------------

    def _picks(self) -> Iterator[tuple[dict[int, str], list[tuple[Hole, Fill, Source | None]], float]]:
        order = sorted(range(len(self.weights)), key=lambda k: -self.weights[k])
        total = sum(self.weights) or 1.0
        turn = 0
        while True:
            chosen, weight = self._choices(turn % 2 == 0)
            holes = self._open(self._tree(chosen))
            if not holes:
                yield chosen, [], weight
            elif len(holes) == 1:
                if turn < len(pool := self.fills(*holes[0])):
                    fill = pool[turn]
                    whole = sum(one.weight for one in pool) or 1.0
                    yield chosen, [(holes[0][0], fill, _nearest(fill))], weight + log(fill.weight / whole + _LEAST)
                elif not any(hole.choices for hole in self.variant.holes) or turn > 4 * len(pool) + 2000:
                    return
                else:
                    yield chosen, [self._drawn(*holes[0])], weight + log(_LEAST)
            else:
                source = order[(turn // 2) % len(order)] if turn % 2 == 0 else self._some_source(order)
                yield chosen, *self._around(holes, source, total, weight, strict=turn % 2 == 0)
            turn += 1

    def _some_source(self, order: list[int]) -> int:
        """A source drawn by its weight."""
        return self.random.choices(order, [self.weights[k] + _LEAST for k in order])[0]

    def _around(
        self, holes: list[tuple[Hole, Spot]], chief: int, total: float, weight: float, *, strict: bool
    ) -> tuple[list[tuple[Hole, Fill, Source | None]], float]:
        """Fills taken from one source as far as it has some, and drawn by weight where it has none."""
        source = self.library.sources[chief]
        picks: list[tuple[Hole, Fill, Source | None]] = []
        together, apart, all_from_one = log(self.weights[chief] / total + _LEAST), 0.0, True
        for hole, spot in holes:
            pool = self.fills(hole, spot)
            own = by_source(pool).get(id(source), []) if (strict or self.random.random() < 0.6) else []
            if own:
                fill, origin = self._nth(own, hole), source
            elif pool:
                _, fill, nearest = self._drawn(hole, spot)
                origin, all_from_one = nearest, False  # type: ignore[assignment]
            else:
                raise PetteiaError(f"no fill fits the hole at {hole.place}")
            whole = sum(one.weight for one in pool) or 1.0
            apart += log(fill.weight / whole + _LEAST)
            picks.append((hole, fill, origin))
        prior = (1 - TOGETHER) * exp(max(apart, -600.0)) + (TOGETHER * exp(together) if all_from_one else 0.0)
        return picks, weight + log(prior + 1e-300)

    def _nth(self, own: list[Fill], hole: Hole) -> Fill:
        """One of several fills of a source; the same hole of another piece gets another one by turns."""
        if self.random.random() < 0.5:
            return own[hole.number % len(own)]
        return self.random.choices(own, [self._promise(hole, one) / (one.weight + _LEAST) for one in own])[0]

    def _drawn(self, hole: Hole, spot: Spot) -> tuple[Hole, Fill, Source | None]:
        pool = self.fills(hole, spot)
        if not pool:
            raise PetteiaError(f"no fill fits the hole at {hole.place}")
        fill = self.random.choices(pool, [self._promise(hole, one) for one in pool])[0]
        return hole, fill, _nearest(fill)

    # -- texts ---------------------------------------------------------------------------------------------------

    def _completed(
        self, chosen: dict[int, str], picks: list[tuple[Hole, Fill, Source | None]], prior: float
    ) -> Proposal:
        root = self._tree(chosen)
        texts: dict[str, str] = {}
        filled = [Filled(hole, chosen[hole.number], "choice") for hole in self.variant.holes if hole.number in chosen]
        for hole, fill, source in picks:
            # what a fill brings along is there for itself, too
            equipment = equipment_of(_written(_section(root, "equipment"), {**texts, hole.word: fill.text}))
            text = fill.text if source is None else adapt(fill.text, source.equipment, equipment)
            texts[hole.word] = text
            filled.append(Filled(hole, text, source.label if source else fill.origin))
        text = _written(root, texts)
        check_needs(text, _written(_section(root, "equipment"), texts))
        return Proposal(text, tuple(filled), prior, tuple((hole.number, fill.text) for hole, fill, _ in picks))


def _nearest(fill: Fill) -> Source | None:
    return fill.sources[0][0] if fill.sources else None


def _section(root: Clause, keyword: str) -> Clause:
    found = next((item for item in root.items if isinstance(item, Clause) and item.keyword == keyword), None)
    return found if found is not None else root


def _written(node: Node, texts: dict[str, str]) -> str:
    """A node in one line with the texts of holes put in."""
    text = inline_text(node)
    return WORD.sub(lambda found: texts.get(found[0], found[0]), text)
