"""Win probabilities along a game, from the values that a search gave, calibrated against how games ended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._play import PLAYERS_AT, Numbers, Played

_STEPS = 30
_EDGE = 0.999
_DECIDED = 0.95
_RISE = 0.1


@dataclass(frozen=True)
class Course:
    """One game of two: player 1's win probability before each searched move, and the result."""

    p: Numbers
    mover: Numbers
    choices: Numbers
    near_best: Numbers
    share: float
    """Player 1's share of the win."""

    @property
    def winner_p(self) -> Numbers | None:
        """The win probability of who won later; None for draws."""
        return None if self.share == 0.5 else self.p if self.share > 0.5 else 1 - self.p

    def lead_changes(self) -> float | None:
        """Changes of the leader, a move."""
        leads = np.sign(np.where(np.abs(self.p - 0.5) < 0.01, 0.0, self.p - 0.5))
        leads = leads[leads != 0]
        return float((leads[1:] != leads[:-1]).sum() / len(self.p)) if len(self.p) else None

    def variance(self) -> float | None:
        """Spread of the chances along the game."""
        return float(self.p.var()) if len(self.p) else None

    def lags(self) -> Numbers | None:
        """Lag of the later winner before each move."""
        p = self.winner_p
        return None if p is None else np.asarray(np.maximum(0.0, 1 - 2 * p))

    def distances(self) -> Numbers:
        """Distance of the players' chances before each move."""
        return np.asarray(np.abs(2 * self.p - 1))

    def after_moves(self) -> Numbers:
        """Chances of the mover after each move, from -1 to 1; those of the last move are the result."""
        after = np.append(self.p[1:], self.share)
        return np.asarray(np.where(self.mover == 1, 2 * after - 1, 1 - 2 * after))

    def false_hope(self) -> float | None:
        """Highest chances of who did not win, from -1 to 1."""
        p = self.winner_p
        return None if p is None or not len(p) else float((1 - 2 * p).max())

    def decided_share(self) -> float | None:
        """Share of the game after the winner's probability stays above 0.95."""
        p = self.winner_p
        if p is None or not len(p):
            return None
        below = np.flatnonzero(p < _DECIDED)
        return 1 - (float(below[-1] + 1) / len(p) if len(below) else 0.0)

    def decided_moves(self) -> float | None:
        """Moves after the winner's probability stays above 0.95."""
        share = self.decided_share()
        return None if share is None else share * len(self.p)

    def late_uncertainty(self) -> float | None:
        """Mean doubt about the winner in the second half."""
        p = self.winner_p
        return None if p is None or not len(p) else float((1 - p[len(p) // 2 :]).mean())

    def _rises(self) -> Numbers:
        """Rises of the mover's probability by each move."""
        own = np.where(self.mover[:-1] == 1, self.p[1:] - self.p[:-1], self.p[:-1] - self.p[1:])
        return np.asarray(own, dtype=np.float64)

    def killer(self) -> float | None:
        """Largest rise by one move."""
        rises = self._rises()
        return float(rises.max()) if len(rises) else None

    def permanence(self) -> float | None:
        """Share of rises that replies leave standing."""
        rises = self._rises()
        large = np.flatnonzero(rises[:-1] > _RISE) if len(rises) > 1 else np.zeros(0, int)
        if not len(large):
            return None
        return float(np.clip(1 - np.maximum(0.0, rises[large + 1]) / rises[large], -1.0, 1.0).mean())

    def effective(self) -> float | None:
        """Effective number of moves."""
        return float(self.choices.mean()) if len(self.choices) else None

    def near(self) -> float | None:
        """Share of moves that are as good as the best."""
        return float(self.near_best.mean()) if len(self.near_best) else None

    def narrow(self) -> float | None:
        """Share of moves that are worse than the best."""
        return 1 - float(self.near_best.mean()) if len(self.near_best) else None


class Calibration:
    """How values of a search become log odds of player 1: a slope, an offset, a term for who is to move."""

    def __init__(self) -> None:
        self.weights = np.array([1.0, 0.0, 0.0])

    def fit(self, played: Played) -> None:
        """Fits by maximum likelihood, with a weak pull towards values as they are."""
        x, y, weight = [], [], []
        for line, row in zip(played.lines, played.rows, strict=True):
            seen = line[line[:, 5] > 0]
            if len(seen):
                x.append(_design(seen))
                y.append(np.full(len(seen), row[PLAYERS_AT + 1]))
                weight.append(np.full(len(seen), 1 / len(seen)))
        if not x:
            return
        design, ys, ws = np.concatenate(x, axis=1), np.concatenate(y), np.concatenate(weight)
        start = self.weights
        beta, prior = start, np.diag([1.0, 4.0, 4.0])
        for _ in range(_STEPS):
            p = 1 / (1 + np.exp(-np.clip(beta @ design, -30, 30)))
            gradient = design @ (ws * (ys - p)) - prior @ (beta - start)
            hessian = (design * (ws * p * (1 - p))) @ design.T + prior
            step = np.linalg.solve(hessian, gradient)
            beta = beta + step
            if np.abs(step).max() < 1e-6:
                break
        self.weights = np.array([max(0.05, beta[0]), beta[1], beta[2]])

    def courses(self, played: Played) -> list[Course]:
        """The courses of games of two."""
        found = []
        for line, row in zip(played.lines, played.rows, strict=True):
            seen = line[line[:, 5] > 0]
            p = 1 / (1 + np.exp(-np.clip(self.weights @ _design(seen), -30, 30)))
            found.append(Course(p, seen[:, 0], seen[:, 2], seen[:, 3], float(row[PLAYERS_AT + 1])))
        return found


def _design(lines: Numbers) -> Numbers:
    """Terms of the log odds: player 1's value of each searched position, a constant, and who is to move."""
    side = np.where(lines[:, 0] == 1, 1.0, -1.0)
    value = np.clip(side * lines[:, 1], -_EDGE, _EDGE)
    return np.stack([2 * np.arctanh(value), np.ones_like(side), side])
