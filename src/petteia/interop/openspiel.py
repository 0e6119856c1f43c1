"""Games for OpenSpiel, and OpenSpiel's games as opponents and oracles here.

import petteia.interop.openspiel as spiel
game = spiel.game("Royal Game of Ur")       # a pyspiel.Game: its algorithms run on it
agent = spiel.SpielAgent("connect_four", bot)  # a bot of theirs plays our Connect Four
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from math import isqrt
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from petteia.errors import PetteiaError
from petteia.game import Game, Move, State
from petteia.game.hidden import hides

from ._table import game_of

_LONGEST = 10_000
_MOST_OUTCOMES = 50_000


def game(game: Game | str) -> Any:
    """A game as a `pyspiel.Game`, registered under the short name that its type has.

    Chance nodes are explicit where its outcomes can be gone through, else it is sampled.
    """
    ours = game_of(game)
    return _game_class(ours.recipe, _Held(ours))()


class _Held:
    """A game that does not count when its class is looked up by recipe."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _game_class(recipe: Any, held: _Held) -> Any:
    ours = held.game
    modes = pyspiel.GameType.ChanceMode
    chance = modes.EXPLICIT_STOCHASTIC if _has_outcomes(ours) else modes.DETERMINISTIC
    if ours.is_random and not _has_outcomes(ours):
        chance = modes.SAMPLED_STOCHASTIC
    players, known = ours.players, pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=_short_name(ours),
        long_name=ours.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=known.IMPERFECT_INFORMATION if hides(ours.facts) else known.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=ours.num_actions,
        max_chance_outcomes=ours.facts.outcomes if _has_outcomes(ours) else 0,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if players == 2 else None,
        max_game_length=_LONGEST,
    )

    class SpielGame(pyspiel.Game):  # type: ignore[misc]
        """One of our games in OpenSpiel."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})
            self.ours = ours

        def new_initial_state(self, state: Any = None) -> SpielState:
            """The start of a game."""
            return SpielState(self, ours)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """An observer with the planes of `State.observation`."""
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return _Observer(ours)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    pyspiel.register_game(kind, SpielGame)
    return SpielGame


def _has_outcomes(game: Game) -> bool:
    return game.is_random and 1 < game.facts.outcomes <= _MOST_OUTCOMES


def _short_name(game: Game) -> str:
    plain = "".join(letter if letter.isalnum() else "_" for letter in game.name.lower())
    recipe = game.recipe
    chosen = repr((recipe.text, recipe.options, recipe.ruleset, recipe.defs))
    return f"petteia_{plain}_{hashlib.sha256(chosen.encode()).hexdigest()[:8]}"


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of one of our games. Where nature acts, it chooses among the outcomes of `State.chance`."""

    def __init__(self, game: Any, ours: Game) -> None:
        super().__init__(game)
        self.ours = ours.start(seed=0)
        self._explicit = _has_outcomes(ours)
        self._outcomes: list[tuple[int, float]] | None = None
        self._settled = not self._explicit

    @property
    def _at_nature(self) -> bool:
        """True if nature is to act; worked out when first asked for, as it takes long."""
        if not self._settled and self._outcomes is None:
            chance = self.ours.chance
            found = sorted((one.number, one.probability) for one in chance.outcomes) if chance else []
            self._outcomes, self._settled = found, not found
        return not self._settled

    def current_player(self) -> Any:
        """Who acts: a player from 0 on, nature, or nobody."""
        if self.ours.over:
            return pyspiel.PlayerId.TERMINAL
        if self._at_nature:
            return pyspiel.PlayerId.CHANCE
        return self.ours.players_by_seat[self.ours.mover - 1] - 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.ours.legal_actions().tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, with probabilities."""
        return list(self._outcomes or []) if self._at_nature else []

    def _apply_action(self, action: int) -> None:
        if self._at_nature:
            self.ours.force(action)
            self._settled = True
            return
        self.ours.play_action(action)
        self._outcomes, self._settled = None, not self._explicit or self.ours.over

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or (self._at_nature and player < 0):
            return f"outcome {action}"
        try:
            return str(self.ours.move_of(action))
        except PetteiaError:
            return self.ours.game.action(action)

    def is_terminal(self) -> bool:
        """True once the game has ended."""
        return self.ours.over

    def returns(self) -> list[float]:
        """The return of each player."""
        return list(self.ours.returns)

    def __str__(self) -> str:
        return self.ours.text


class _Observer:
    """Planes as a tensor, the text of a position as a string."""

    def __init__(self, game: Game) -> None:
        shape = game.start(seed=0).observation().shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": np.reshape(self.tensor, shape)}

    def set_from(self, state: Any, player: int) -> None:
        """Writes what a player sees into the tensor."""
        seat = state.ours.players_by_seat.index(player + 1) + 1
        self.dict["observation"][...] = state.ours.observation(seat)

    def string_from(self, state: Any, player: int) -> str:
        """The position as text."""
        return str(state.ours.text)


# -- the other way ------------------------------------------------------------------------------------------------

Translation = Callable[[State, Move], Any]


def _by_column(state: State, move: Move) -> int:
    return move.target % 7


def _by_turned_labels(state: State, move: Move) -> str:
    """From and to by label, counted from the other side, with an asterisk where something is taken."""
    board = state.game.board
    rows = max(board.rows) + 1
    ends = [f"{board.labels[site][0].lower()}{rows - board.rows[site]}" for site in (move.source, move.target)]
    return "".join(ends) + ("*" if state.at(move.target) else "")


def _by_rhombus(state: State, move: Move) -> int:
    """Letter and number of the label; our first player joins letters, theirs rows, and rows lean the other way."""
    size = isqrt(len(state.game.board.labels))
    label = state.game.board.labels[move.target]
    return (ord(label[0]) - ord("A")) * size + size - int(label[1:])


_TRANSLATIONS: dict[str, Translation] = {
    "tic_tac_toe": lambda state, move: (2 - move.target // 3) * 3 + move.target % 3,
    "connect_four": _by_column,
    "breakthrough": _by_turned_labels,
    "hex": _by_rhombus,
    "othello": lambda state, move: 64 if move.target < 0 else move.target,
}
"""How moves of ours are said in their games: as their number or as their text."""


def spiel_action(name: str, theirs: Any, state: State, move: Move) -> int:
    """The action of OpenSpiel's game that a move of ours is; `PetteiaError` if it has none like it."""
    if name not in _TRANSLATIONS:
        raise PetteiaError(f"no translation for {name}; there are {', '.join(_TRANSLATIONS)}")
    said = _TRANSLATIONS[name](state, move)
    for action in theirs.legal_actions():
        if said == action or theirs.action_to_string(theirs.current_player(), action) == said:
            return int(action)
    raise PetteiaError(f"{name} of OpenSpiel has no move like {move} in {state.text}")


class SpielAgent:
    """A bot of OpenSpiel as an agent here: any object with `step(state)`, in the game that they call so."""

    def __init__(self, name: str, bot: Any) -> None:
        self.name, self._bot = name, bot
        self._game = pyspiel.load_game(name)

    def choose(self, state: State) -> Move:
        """The move that the bot would play."""
        theirs, replayed = self._game.new_initial_state(), state.game.start(seed=0)
        for move in state.history:
            theirs.apply_action(spiel_action(self.name, theirs, replayed, move))
            replayed.play(move)
        if hasattr(self._bot, "restart_at"):
            self._bot.restart_at(theirs)
        wanted = self._bot.step(theirs)
        for move in state.legal_moves():
            if spiel_action(self.name, theirs, state, move) == wanted:
                return move
        raise PetteiaError(f"{self.name} of OpenSpiel plays {wanted}, which is not legal here")


def perft(state: Any, depth: int) -> int:
    """How many ways of playing on so deep there are, in one of OpenSpiel's states."""
    if depth == 0 or state.is_terminal():
        return int(depth == 0)
    return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())
