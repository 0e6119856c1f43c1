"""The sets of features that the experiment on Othello compares, over states of the compiled game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from experiments.othello import (
    OthelloInputs,
    moved_mask,
    new_images,
    othello_features,
    othello_theory,
    pattern_regions,
    symmetries,
    tied_entries,
)
from petteia.logic import GenerationLimits, generate_features
from petteia.logic.folding import find_regions
from petteia.logic.native import NativeTables
from petteia.logic.unfolding import Unfolded, Unfolding, bits

if TYPE_CHECKING:
    from petteia.game import Game

_LARGEST_REGION = 10


class FeatureSets:
    """The feature sets over states of the game."""

    def __init__(self, game: Game, generated: int, generation_seconds: float) -> None:
        theory = othello_theory()
        unfolding = Unfolding(theory)
        start = time.process_time()
        plain = {which: unfolding.unfold_all(othello_features(theory, which)) for which in "ab"}
        self.unfolding_seconds = time.process_time() - start
        inputs = OthelloInputs(game, unfolding)
        self.game, self.view = game, inputs.view
        self.a, self.b = inputs.placed(plain["a"]), inputs.placed(plain["b"])
        seeds = theory.features("mine(S) :- owns(x, S). theirs(S) :- owns(o, S).")
        limits = GenerationLimits(generated, depth=5, seconds=generation_seconds)
        made, _ = generate_features(theory, seeds, limits, unfolding=unfolding)
        self.generated = inputs.placed([one.unfolded for one in made])
        self.thin = list(dict.fromkeys(mask for one in self.a for masks in one.outputs.values() for mask in masks))
        self.orbit_of = _orbits(self.thin)
        regions, starts, entries = pattern_regions()
        self.patterns = NativeTables(game, regions, starts, np.zeros((1, entries), np.float32))
        self.pattern_regions, self.pattern_starts = regions, starts
        near = inputs.neighbourhoods(theory)
        self.own_regions, self.own_starts, self.own_entries = _symmetric_regions(_own_sets(self.thin, near))
        self.ties = tied_entries(regions, starts, entries)
        self.own_ties = tied_entries(self.own_regions, self.own_starts, self.own_entries)
        self.own = NativeTables(game, self.own_regions, self.own_starts, np.zeros((1, self.own_entries), np.float32))


def _orbits(masks: Sequence[int]) -> list[int]:
    """A number for each mask that its images under the symmetries of the board share."""
    numbers: dict[int, int] = {}
    every = symmetries()
    found = []
    for mask in masks:
        key = min(moved_mask(mask, images) for images in every)
        found.append(numbers.setdefault(key, len(numbers)))
    return found


def _own_sets(masks: Sequence[int], near: dict[int, frozenset[int]]) -> list[frozenset[int]]:
    """Regions from the theory: those that hold the thin features, sites with their neighbours, and pairs of these."""
    found = find_regions([sites_of(mask) for mask in masks], 3, 3**8)
    found += near.values()
    joined = [near[one] | near[other] for one in near for other in sorted(near[one])]
    return found + [region for region in joined if len(region) <= _LARGEST_REGION]


def _symmetric_regions(sets: Sequence[frozenset[int]]) -> tuple[list[tuple[int, ...]], list[int], int]:
    """Regions with all their images; images share a table. Where tables begin, and how many entries there are."""
    regions: list[tuple[int, ...]] = []
    starts: list[int] = []
    seen: set[frozenset[int]] = set()
    begin = 0
    for region in sets:
        squares = tuple(sorted(region))
        if region in seen:
            continue
        instances = new_images(squares, seen)
        regions += instances
        starts += [begin] * len(instances)
        begin += 3 ** len(squares)
    return regions, starts, begin


def outputs_of(features: Sequence[Unfolded]) -> tuple[list[list[list[int]]], list[int]]:
    outputs, groups = [], []
    for number, feature in enumerate(features):
        for masks in feature.outputs.values():
            outputs.append([list(bits(mask)) for mask in masks])
            groups.append(number)
    return outputs, groups


def sites_of(mask: int) -> frozenset[int]:
    """The sites that a conjunction looks at."""
    return frozenset((bit >> 1) % 64 for bit in bits(mask))
