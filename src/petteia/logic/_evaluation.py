"""Evaluation functions: thin features with weights for each stage of a game, learned from self-play, used in search."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from petteia.errors import PetteiaError
from petteia.files import replace_file

from ._candidates import GameInputs, Thin, thin_features
from ._game_theory import GameTheory
from ._positions import Positions, SelfPlay
from ._tying import TiedMatrix, Ties, find_ties
from .fitting import correlation, fit_gradients
from .folding import find_regions, fold
from .native import NativeTables, ThinMatrix, address
from .unfolding import bits

if TYPE_CHECKING:
    from petteia.game import Game

_FORMAT = 1


@dataclass(frozen=True)
class LearnOptions:
    """How an evaluation is learned."""

    games: int = 6000
    """Games of each round: the first at random, the others by the evaluation learned before."""
    rounds: int = 3
    stages: int = 4
    noise: float = 0.25
    """How often a move is drawn at random after the first round."""
    depth: int = 1
    support: int = 50
    """Features that hold in fewer positions of a stage have no weight there."""
    positions: int = 20_000
    """How many positions each stage is fitted to, at most."""
    seed: int = 0


@dataclass
class Evaluation:
    """A learned evaluation of the positions of a game; agents take it as their `evaluation`.

    The value is the sum of the weights of all features that hold: for games decided by scores the expected difference,
    for others the logarithm of the odds of a win; both for the first player.
    """

    game: str
    options: tuple[str, ...]
    masks: tuple[int, ...]
    origins: tuple[str, ...]
    weights: npt.NDArray[np.float64]
    """A row a stage, a column a feature."""
    biases: tuple[float, ...]
    turns: float
    """The worth of having the move."""
    stage_of: tuple[int, ...]
    """The stage by number of filled sites."""
    scale: float
    by_score: bool
    fits: list[dict[str, float]] = field(default_factory=list)
    """For each stage: positions, features in use, and correlation on games that were held out."""
    recipe: dict[str, Any] = field(default_factory=dict)
    """The source of its game: description, ruleset, folders of defines."""
    left_out: tuple[str, ...] = ()
    """The rules that the features know nothing of, and why."""
    _native: dict[Any, NativeTables] = field(default_factory=dict, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """The state for other processes: they make tables of their own."""
        return {**self.__dict__, "_native": {}}

    # -- use ----------------------------------------------------------------------------------------------------

    def tables(self, game: Game) -> NativeTables:
        """The evaluation folded into tables over the states of its game."""
        known = self._native.get(game)
        if known is None:
            if game.name != self.game:
                raise PetteiaError(f"this evaluation is for {self.game}, not for {game.name}")
            digits, across = len(game.facts.components) + 1, game.facts.slots["pieces"].words
            span = 64 * across
            sets = [frozenset((bit >> 1) % span for bit in bits(mask)) for mask in self.masks]
            regions = [tuple(sorted(region)) for region in find_regions(sets, digits)]
            starts, tables = fold(self.masks, self.weights, regions, digits, across)
            known = self._native[game] = NativeTables(
                game, regions, starts, tables, self.biases, self.stage_of, scale=self.scale, turn=self.turns
            )
        return known

    def load_game(self) -> Game:
        """The game that it was learned for."""
        from petteia.game import load

        if not self.recipe:
            raise PetteiaError(f"this evaluation does not say what {self.game} was loaded from")
        found = self.recipe
        return load(found["description"], options=self.options, ruleset=found["ruleset"], defs=found["defs"])

    def native(self, game: Game) -> tuple[int, int]:
        """The function that native searches call, and what it is given first."""
        return address("ptn_tables_value"), int(self.tables(game).pointer)

    def __call__(self, state: Any, player: int) -> float:
        """The worth of a state to a player, in [-1, 1]."""
        tables = self.tables(state.game)
        total = tables.update(state.raw.pointer) + (self.turns if state.mover == 1 else -self.turns)
        squashed = total / self.scale / (1 + abs(total / self.scale))
        return squashed if player == 1 else -squashed

    # -- files --------------------------------------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Writes `evaluation.json` into a folder, whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        content = {
            "format": _FORMAT, "game": self.game, "options": self.options,
            "masks": [hex(mask) for mask in self.masks], "origins": self.origins,
            "weights": [[round(float(one), 6) for one in row] for row in self.weights], "biases": self.biases,
            "turns": self.turns, "stage_of": self.stage_of, "scale": self.scale, "by_score": self.by_score,
            "fits": self.fits, "recipe": self.recipe, "left_out": self.left_out,
        }  # fmt: skip
        replace_file(folder / "evaluation.json", json.dumps(content))

    @classmethod
    def load(cls, folder: Path) -> Evaluation:
        """The evaluation that `save` wrote."""
        path = folder / "evaluation.json" if folder.is_dir() else folder
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if content["format"] != _FORMAT:
                raise PetteiaError(f"{path} has format {content['format']}, not {_FORMAT}")
            return cls(
                content["game"], tuple(content["options"]), tuple(int(mask, 16) for mask in content["masks"]),
                tuple(content["origins"]), np.asarray(content["weights"], np.float64), tuple(content["biases"]),
                float(content["turns"]), tuple(content["stage_of"]), float(content["scale"]),
                bool(content["by_score"]), content["fits"], content.get("recipe", {}),
                tuple(content.get("left_out", ())),
            )  # fmt: skip
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise PetteiaError(f"{path} holds no evaluation: {error}") from None


def learn_evaluation(
    rules: GameTheory,
    options: LearnOptions | None = None,
    report: Callable[[float, str], None] = lambda done, note: None,
) -> Evaluation:
    """An evaluation from self-play: games at random, then by what was learned, each round fitted anew."""
    chosen = options or LearnOptions()
    play = SelfPlay(rules.game)
    thin = thin_features(rules)
    length = rules.game.playouts(count=50, seed=chosen.seed).mean_length
    evaluation: Evaluation | None = None
    kept: list[Positions] = []
    for number in range(chosen.rounds):
        report(number, "plays")
        every = max(1, int(chosen.games * length / (2 * chosen.positions * chosen.stages)))
        positions = play.play(
            chosen.games,
            seed=chosen.seed * 1000 + number,
            noise=1.0 if evaluation is None else chosen.noise,
            depth=chosen.depth,
            every=every,
            evaluation=evaluation,
        )
        kept = [*kept[-1:], positions] if number > 1 else [positions]
        report(number + 0.5, "fits")
        evaluation = _fitted(rules, thin, _joined(kept), chosen, by_score=play.by_score)
    assert evaluation is not None
    report(chosen.rounds, "done")
    return evaluation


def _joined(parts: Sequence[Positions]) -> Positions:
    shift = np.cumsum([0, *(int(part.games.max(initial=0)) + 1 for part in parts)])
    return Positions(
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.games + np.uint32(more) for part, more in zip(parts, shift, strict=False)]),
        np.concatenate([part.outcomes for part in parts]),
    )


def _fitted(
    rules: GameTheory, thin: Sequence[Thin], positions: Positions, options: LearnOptions, *, by_score: bool
) -> Evaluation:
    inputs = GameInputs(rules.game)
    filled = _filled(inputs, positions)
    edges = np.unique(np.quantile(filled, np.linspace(0, 1, options.stages + 1)[1:-1]).astype(int))
    stage_of = tuple(int(np.searchsorted(edges, count, side="right")) for count in range(rules.game.facts.sites + 65))
    stages = np.asarray(stage_of)[filled]
    masks = [one.mask for one in thin]
    components, across = len(rules.game.facts.components), rules.game.facts.slots["pieces"].words
    ties = find_ties(masks, rules.symmetries, components, across)
    weights = np.zeros((len(edges) + 1, len(masks) + 1))
    biases, fits = [], []
    chance = np.random.default_rng(options.seed)
    for stage in range(len(edges) + 1):
        where = np.flatnonzero(stages == stage)
        if len(where) > options.positions:
            where = np.sort(chance.choice(where, options.positions, replace=False))
        part = positions.chosen(where)
        row, bias, fit = _fit_stage(part, masks, ties, inputs, options, by_score=by_score)
        weights[stage] = row
        biases.append(bias)
        fits.append({"stage": stage, **fit})
    used = [int(k) for k in np.flatnonzero(np.abs(weights[:, :-1]).max(axis=0) > 0)]
    spread = float(positions.outcomes.std()) or 1.0
    given = rules.game.recipe
    recipe = {"description": given.text, "ruleset": given.ruleset, "defs": list(map(str, given.defs))}
    return Evaluation(
        rules.game.name, rules.game.options, tuple(masks[k] for k in used), tuple(thin[k].origin for k in used),
        weights[:, used], tuple(biases), float(weights[:, -1].mean()), stage_of, spread if by_score else 2.0,
        by_score, fits, recipe, tuple(map(str, rules.left_out)),
    )  # fmt: skip


def _fit_stage(
    part: Positions, masks: Sequence[int], ties: Ties, inputs: GameInputs, options: LearnOptions, *, by_score: bool
) -> tuple[npt.NDArray[np.float64], float, dict[str, float]]:
    matrix = ThinMatrix(masks, inputs.view, part.states)
    support = np.bincount(ties.orbit, matrix.support(), ties.orbits)[ties.orbit]
    used = np.flatnonzero(support >= options.support)
    _, numbers = np.unique(ties.orbit[used], return_inverse=True)
    inside = Ties(np.asarray(numbers, np.int64), ties.sign[used], ties.symmetries)
    turn = np.where(part.states[:, inputs.view.mover] == 1, 1.0, -1.0)
    data = TiedMatrix(matrix.chosen([int(k) for k in used]), inside, turn)
    held_out = part.games % 5 == 0
    target = part.outcomes.astype(np.float64)
    if not by_score:
        target = (np.sign(target) + 1) / 2
    fit = fit_gradients(data, target, inside.orbits + 1, held_out, logistic=not by_score)
    predicted = data.apply(fit.weights) + fit.bias
    row = np.zeros(len(masks) + 1)
    row[used], row[-1] = inside.spread(fit.weights[:-1]), fit.weights[-1]
    quality = correlation(predicted[held_out], target[held_out])
    notes = {"positions": len(part), "features": len(used), "weights": inside.orbits, "r": round(quality, 4)}
    return row, fit.bias, notes


def _filled(inputs: GameInputs, positions: Positions) -> npt.NDArray[np.int64]:
    """How many sites are filled in each position."""
    total = np.zeros(len(positions), np.int64)
    for word in inputs.view.filled:
        offset = inputs.view.words[word][1][0]
        plane = np.ascontiguousarray(positions.states[:, offset : offset + 8])
        total += np.unpackbits(plane, axis=1).sum(axis=1, dtype=np.int64)
    return total


def evaluating_agent(text: str) -> Any:
    """The agent `evaluation:FOLDER[,key=value...]`: alpha-beta with a learned evaluation, and its other settings."""
    from petteia.search import AlphaBeta, agent

    folder, _, settings = text.partition(",")
    if not folder:
        raise PetteiaError("the agent evaluation needs the folder of a learned one: evaluation:FOLDER")
    base = agent(f"alphabeta:{settings}" if settings else "alphabeta")
    assert isinstance(base, AlphaBeta)
    return replace(base, evaluation=Evaluation.load(Path(folder)))
