"""Expert iteration: rounds of self-play from one checkpoint, then learning, until enough games were played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from petteia.errors import PetteiaError
from petteia.features import Policy
from petteia.scale import Executor, executor

from ._evaluation import Evaluation, evaluate
from ._fitting import cross_entropy
from ._folder import Agreement, Checkpoint, RunFolder
from ._run import Run
from ._selfplay import Episode, SelfPlay
from ._settings import Settings, settings_of
from ._tables import Examples
from ._training import Trainer

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.game.trials import Trial


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    games: int
    """Games that were played, those of earlier sittings too."""
    total: int
    loss: float | None
    """The mean cross-entropy of the policy over the latest game, before it was learned from."""
    features: int
    games_per_minute: float


def learn(
    game: Game,
    games: int = 100,
    preset: str = "default",
    *,
    budget: float = 1.0,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    start: Policy | None = None,
    evaluation: Evaluation | None = None,
    progress: Callable[[Progress], None] = lambda progress: None,
    **changes: Any,
) -> Run:
    """Learns features and weights from self-play; `preset` is `default`, `fast` or `paper`.

    `budget` scales what a search may spend on a move, and further arguments change single settings (see `Settings`).
    `out` is a folder that keeps everything, which `resume` goes on with; the outcome depends neither on interruptions
    nor on the number of `jobs`. `start` is a policy to begin with. `evaluation` says when to play a match against UCT.

    >>> import petteia as pt
    >>> run = pt.learn(pt.load("Tic-Tac-Toe"), games=4, preset="fast", budget=0.2, round_size=2, seed=1)
    >>> run.games, len(run.log), run.agent(plain=True).solver
    (4, 4, False)
    """
    if games < 1:
        raise PetteiaError("a run needs at least one game")
    settings = settings_of(preset, budget, **changes)
    game.finish_build()
    folder = None if out is None else RunFolder(out).begin(Agreement(game, settings, seed), resume=resume)
    try:
        with executor(jobs, cluster) as workers:
            sitting = _Sitting(game, settings, seed, folder, workers, start, evaluation, progress)
            return sitting.run(games)
    finally:
        if folder is not None:
            folder.close()


class _Sitting:
    """A run as one process works on it."""

    def __init__(
        self,
        game: Game,
        settings: Settings,
        seed: int,
        folder: RunFolder | None,
        workers: Executor,
        start: Policy | None,
        evaluation: Evaluation | None,
        progress: Callable[[Progress], None],
    ) -> None:
        self.game, self.settings, self.seed = game, settings, seed
        self.folder, self.workers, self.tell = folder, workers, progress
        self.evaluation = evaluation
        self.trainer = Trainer(game, settings, seed)
        self.trials: dict[int, Trial] = {} if folder is None else folder.trials()
        self.episodes: dict[int, Episode | None] = {}
        self.log: list[dict[str, Any]] = []
        self.evaluations: list[dict[str, Any]] = []
        if folder is not None:
            self.log, self.evaluations = folder.log_lines(), folder.evaluation_lines()
        self.begun, self.played, self.total = time.monotonic(), 0, 0
        self.origin = self._origin(start)

    def _origin(self, start: Policy | None) -> Policy:
        """The features that the run began with."""
        if self.folder is not None and 0 in self.folder.checkpoints():
            return self.folder.checkpoint(0).policy(self.game)
        policy = self.trainer.first_policy() if start is None else start
        if self.folder is not None:
            self.folder.keep_checkpoint(Checkpoint.of(0, policy))
        return policy

    def run(self, games: int) -> Run:
        """Plays and learns until there are so many games."""
        self.total = games
        size = self.settings.round_size
        done, policy = self._latest(games)
        self._replace_lost(done)
        self._tell_of_lost(done)
        self._evaluate(done, policy)
        while done < games:
            end = min(games, (done // size + 1) * size)
            if self.settings.step is None:
                self._play_round(policy, range(done + 1, end + 1))
                episodes = [self._episode(number) for number in range(1, end + 1)]
                policy = self.trainer.learn(policy, [one for one in episodes if one is not None], end, self.origin)
            else:
                policy = self._play_and_learn(policy, end)
            self._keep(end, policy)
            self._evaluate(end, policy)
            done = end
        return self._finished(done, policy)

    def _latest(self, games: int) -> tuple[int, Policy]:
        """The last checkpoint at the end of a whole round."""
        if self.folder is None:
            return 0, self.origin
        size = self.settings.round_size
        done = max(n for n in self.folder.checkpoints() if n <= games and (n % size == 0 or n == games))
        return done, self.folder.checkpoint(done).policy(self.game)

    # -- playing --------------------------------------------------------------------------------------------------

    def _play_round(self, policy: Policy, numbers: Iterable[int]) -> None:
        """Plays the games of a round that are not there yet; what is known of each is told in order."""
        numbers = list(numbers)
        player = SelfPlay.of(policy, self.settings, self.seed)
        missing = [number for number in numbers if number not in self.trials]
        self._tell_of(numbers, policy)
        for number, trial in self.workers.run(player, missing):
            self._keep_game(number, trial)
            self._tell_of(numbers, policy)

    def _replace_lost(self, done: int) -> None:
        """Plays games again that are gone though something was learned from them."""
        for number in (one for one in range(1, done + 1) if one not in self.trials):
            assert self.folder is not None
            size = self.settings.round_size
            before = self.folder.checkpoint((number - 1) // size * size).policy(self.game)
            if self.settings.step is None:
                self._keep_game(number, SelfPlay.of(before, self.settings, self.seed)(number))
            else:
                self._play_and_learn(before, number)

    def _tell_of_lost(self, done: int) -> None:
        """Writes lines of the log again that are gone though something was learned from their games."""
        size = self.settings.round_size
        for first in range(len(self.log) // size * size, done, size):
            assert self.folder is not None
            if first in self.folder.checkpoints():
                policy = self.folder.checkpoint(first).policy(self.game)
                self._tell_of(range(first + 1, min(first + size, done) + 1), policy)

    def _play_and_learn(self, policy: Policy, number: int) -> Policy:
        """A game with learning after each move. One that was kept without its checkpoint is played again."""
        recent: list[Episode] = []
        for earlier in range(number - 1, 0, -1):
            episode = self._episode(earlier)
            if episode is not None:
                recent.insert(0, episode)
            if sum(len(one.positions) for one in recent) >= self.settings.buffer:
                break
        trial, learned = self.trainer.play_and_learn(policy, recent, number)
        self._keep_game(number, trial)
        self._tell_of([number], policy)
        return learned

    def _keep_game(self, number: int, trial: Trial) -> None:
        self.trials[number] = trial
        self.played += 1
        if self.folder is not None:
            self.folder.keep_game(number, trial)

    def _episode(self, number: int) -> Episode | None:
        if number not in self.episodes:
            try:
                self.episodes[number] = Episode.of(number, self.trials[number], self.game)
            except PetteiaError as error:
                if self.folder is None:
                    raise
                raise self.folder.damaged_game(number, error) from None
        return self.episodes[number]

    # -- telling --------------------------------------------------------------------------------------------------

    def _tell_of(self, numbers: Iterable[int], policy: Policy) -> None:
        """Writes a line for each game of which all earlier ones have theirs."""
        for number in numbers:
            if number <= len(self.log) or number != len(self.log) + 1 or number not in self.trials:
                continue
            line = self._line(number, policy)
            self.log.append(line)
            if self.folder is not None:
                self.folder.add_line(line)
        minutes = (time.monotonic() - self.begun) / 60
        loss = self.log[-1]["loss"] if self.log else None
        rate = self.played / minutes if minutes > 0 else 0.0
        self.tell(Progress(len(self.trials), self.total, loss, len(policy.features), rate))

    def _line(self, number: int, policy: Policy) -> dict[str, Any]:
        episode, trial = self._episode(number), self.trials[number]
        loss = uniform = None
        if episode is not None:
            table = Examples.join([episode]).table(policy.features)
            loss = round(cross_entropy(table, policy.weights), 6)
            uniform = round(cross_entropy(table, np.zeros(len(policy.features))), 6)
        return {
            "game": number,
            "loss": loss,
            "uniform_loss": uniform,
            "features": len(policy.features),
            "moves": len(trial.moves),
            "returns": list(trial.returns),
        }

    def _keep(self, games: int, policy: Policy) -> None:
        if self.folder is not None:
            self.folder.keep_checkpoint(Checkpoint.of(games, policy))
            policy.save(self.folder.path)

    def _evaluate(self, games: int, policy: Policy) -> None:
        if self.evaluation is None or not self.evaluation.wants(games, self.settings.round_size):
            return
        if any(one["after"] == games for one in self.evaluations):
            return
        found = evaluate(policy, self.settings, self.evaluation, games, self.seed)
        self.evaluations.append(found)
        if self.folder is not None:
            self.folder.add_line(found, evaluation=True)

    def _finished(self, done: int, policy: Policy) -> Run:
        trials = tuple(self.trials[number] for number in range(1, done + 1))
        path = None if self.folder is None else self.folder.path
        run = Run(policy, self.settings, done, tuple(self.log[:done]), tuple(self.evaluations), trials, path)
        if self.folder is not None:
            policy.save(self.folder.path)
            self.folder.keep_report(run.report())
        return run
