"""Fits of the experiment on Othello: each set of features to the same solved positions, and how well it predicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from experiments.othello import seen_by_mover, with_colours_swapped
from experiments.othello_report import Accuracy, Result
from experiments.othello_sets import FeatureSets, outputs_of
from petteia.logic import Positions
from petteia.logic.fitting import (
    Fit,
    bootstrap,
    correlation,
    fit_gradients,
    fit_least_squares,
    fit_tables,
    select_features,
)
from petteia.logic.native import NativeTables, View, count_outputs
from petteia.logic.unfolding import Unfolded, bits

Real = npt.NDArray[np.float64]
_RIDGES = (64.0, 16.0, 4.0)
_STIFFER = (256.0, 64.0, 16.0)


def disc_counts(view: View, positions: Positions) -> list[npt.NDArray[np.int64]]:
    """How many discs black and white have in each position."""
    found = []
    for word in (0, 1):
        offset = view.words[word][1][0]
        plane = np.ascontiguousarray(positions.states[:, offset : offset + 8])
        found.append(np.unpackbits(plane, axis=1).sum(axis=1, dtype=np.int64))
    return found


def fit_all(
    sets: FeatureSets, train: Positions, test: Positions, discs: int, seed: int, result: Result
) -> dict[str, Any]:
    """Fits all sets, notes their accuracy, and gives what the table of speeds needs."""
    return _Fits(sets, train, test, discs, seed, result).all()


class _Fits:
    """The positions of one stage, and the fits to them. Choices are made on training games that are held out."""

    def __init__(
        self, sets: FeatureSets, train: Positions, test: Positions, discs: int, seed: int, result: Result
    ) -> None:
        self._sets, self._train, self._test = sets, train, test
        self._discs, self._seed, self._result = discs, seed, result
        self._both = with_colours_swapped(train, sets.view)
        self._held_out = self._both.games % 10 == 0
        self._y = self._both.outcomes.astype(np.float64)
        self._real = test.outcomes.astype(np.float64)
        self._columns = sets.view.columns(self._both.states), sets.view.columns(test.states)

    def all(self) -> dict[str, Any]:
        """Every fit by its name."""
        sets, result = self._sets, self._result
        black, white = disc_counts(sets.view, self._both)
        other_black, other_white = disc_counts(sets.view, self._test)
        self._note("discs", 0.0, (black - white) - self._y, np.asarray(other_black - other_white, np.float64))
        fits: dict[str, Any] = {"A": self._counted("A", sets.a), "B": self._counted("B", sets.b)}
        fits["G"] = self._selected()
        result.sizes["G"] = len(fits["G"].weights)
        fits["C"] = self._thin()
        result.sizes["C"] = len(fits["C"][0])
        for name, tables, ties in (("D", sets.patterns, sets.ties), ("E", sets.own, sets.own_ties)):
            fits[name] = self._tables(name, tables, ties)
            result.sizes[name] = int((fits[name].weights != 0).sum())
        fits["F"] = self._mover()
        result.sizes["F"] = int((fits["F"].weights != 0).sum())
        return fits

    def _note(self, name: str, ridge: float, misses: Real, predicted: Real) -> None:
        low, high = bootstrap(predicted, self._real, self._seed)
        r, error = correlation(predicted, self._real), float((predicted - self._real).std())
        self._result.accuracies.append(Accuracy(self._discs, name, r, low, high, error, float(misses.std()), ridge))

    def _linear(self, name: str, fit: Fit, x: Any, other: Any) -> None:
        self._note(name, fit.ridge, fit.weights @ x + fit.bias - self._y, fit.weights @ other + fit.bias)

    def _counts(self, features: Sequence[Unfolded]) -> tuple[Any, Any]:
        outputs, groups = outputs_of(features)
        parts = zip(self._columns, (self._both, self._test), strict=True)
        x, other = (count_outputs(outputs, groups, part, len(positions))[0] for part, positions in parts)
        return x, other

    def _counted(self, name: str, features: Sequence[Unfolded]) -> Fit:
        """A and B: least squares over the values of features."""
        x, other = self._counts(features)
        fit = fit_least_squares(x, self._y, self._held_out)
        self._linear(name, fit, x, other)
        return fit

    def _selected(self) -> Fit:
        """G: features generated from the discs of both sides, chosen by the F-test, for each side to move."""
        counts = []
        for x, positions in zip(self._counts(self._sets.generated), (self._both, self._test), strict=True):
            first = (positions.states[:, self._sets.view.mover] == 1).astype(np.uint16)
            counts.append(np.concatenate([x * first, x * (1 - first), first[None, :]]))
        chance = np.random.default_rng(0).permutation(np.flatnonzero(~self._held_out))[:20_000]
        chosen = select_features(counts[0][:, chance], self._y[chance], 60)
        fit = fit_least_squares(counts[0][chosen], self._y, self._held_out)
        self._linear("G", fit, counts[0][chosen], counts[1][chosen])
        return fit

    def _thin(self) -> tuple[list[int], Real, float]:
        """C: thin features that hold often enough; images under symmetries of the board share a weight."""
        sets, both = self._sets, self._both
        literals = [[list(bits(mask))] for mask in sets.thin]
        _, held = count_outputs(literals, sets.orbit_of, self._columns[0], len(both), counts=False)
        kept = [k for k in range(len(sets.thin)) if held[k] >= max(4, len(both) // 2000)]
        numbers = {orbit: k for k, orbit in enumerate(dict.fromkeys(sets.orbit_of[k] for k in kept))}
        groups = [numbers[sets.orbit_of[k]] for k in kept]
        chosen = [literals[k] for k in kept]
        x, _ = count_outputs(chosen, groups, self._columns[0], len(both))
        other, _ = count_outputs(chosen, groups, self._columns[1], len(self._test))
        fit = fit_least_squares(x, self._y, self._held_out, (10.0, 100.0, 1000.0))
        self._linear("C", fit, x, other)
        return [sets.thin[k] for k in kept], fit.weights[groups], fit.bias

    def _tables(self, name: str, tables: NativeTables, ties: npt.NDArray[np.int64]) -> Fit:
        """D and E: an entry of a table for every configuration of every region, images of a region sharing theirs."""
        places, other = ties[tables.places(self._both.states)], ties[tables.places(self._test.states)]
        fit = fit_tables(places, self._y, self._held_out, len(ties), _RIDGES, rounds=30)
        fitted = fit.weights[places].sum(axis=1) + fit.bias
        self._note(name, fit.ridge, fitted - self._y, fit.weights[other].sum(axis=1) + fit.bias)
        return fit

    def _mover(self) -> Fit:
        """F: positions as the side to move sees them; the tables of E and the values of the features of A at once."""
        sets = self._sets
        outputs, groups = outputs_of(sets.a)
        parts: list[tuple[npt.NDArray[np.int64], Real]] = []
        (train, _), (test, side) = (seen_by_mover(one, sets.view) for one in (self._train, self._test))
        for seen in (train, test):
            counts, _ = count_outputs(outputs, groups, sets.view.columns(seen.states), len(seen))
            parts.append((sets.own_ties[sets.own.places(seen.states)], counts.T.astype(np.float64)))
        (places, counts_there), (other, counts_here) = parts
        centre, spread = counts_there.mean(axis=0), np.maximum(counts_there.std(axis=0), 1e-9)
        entries = len(sets.own_ties)
        data = _TablesAndCounts(places, entries, (counts_there - centre) / spread)
        y = train.outcomes.astype(np.float64)
        features = entries + len(centre)
        held_out = train.games % 10 == 0
        fit = fit_gradients(data, y, features, held_out, logistic=False, ridges=_STIFFER, rounds=40)
        ahead = _TablesAndCounts(other, entries, (counts_here - centre) / spread)
        predicted = (ahead.apply(fit.weights) + fit.bias) * side
        self._note("F", fit.ridge, data.apply(fit.weights) + fit.bias - y, predicted)
        return fit


class _TablesAndCounts:
    """The matrix of a fit to entries of tables and to numbers."""

    def __init__(self, places: npt.NDArray[np.int64], entries: int, counts: Real) -> None:
        self._places, self._entries, self._counts = places, entries, counts
        self._flat = places.ravel()

    def apply(self, weights: Real) -> Real:
        """The sum of weights in each position."""
        looked_up = weights[: self._entries][self._places].sum(axis=1)
        return np.asarray(looked_up + self._counts @ weights[self._entries :], np.float64)

    def back(self, values: Real) -> Real:
        """The sum of values over the positions of each entry and number."""
        spread = np.repeat(values, self._places.shape[1])
        return np.concatenate([np.bincount(self._flat, spread, self._entries), self._counts.T @ values])
