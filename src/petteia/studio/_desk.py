"""Answers about games, positions and descriptions, as JSON values: the part of the studio that knows the engine.

`Desk.answer` takes a request and gives a reply, without memory of who asked: a position is a game, a seed and moves.
The server has a desk of its own for games that its owner gave it; texts from the browser are answered for by a desk in
a process apart (see `_rooms`).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from petteia.errors import LudError, PetteiaError
from petteia.types import BuildChoice
from petteia.widget import moves_of, view_of

from . import _writing as writing
from ._reasons import learned, opinions

if TYPE_CHECKING:
    from petteia.game import Game, State
    from petteia.search import Analysis, TreeAgent

Request = dict[str, Any]
Reply = dict[str, Any]

_MOST_STATES = 2000
_MOST_VIEWS = 500
_MOST_GAMES = 64
_MOST_TREES = 4
_TREE_MEGABYTES = 256.0
_LINE = 12
_SURE = 3.0
"""The best move is clear once its value is so many standard errors above any other's."""

LEVELS = (
    ("First steps", "uct:iterations=4"),
    ("Beginner", "uct:iterations=40"),
    ("Casual", "uct:iterations=400"),
    ("Club player", "uct:iterations=4000,wall=2"),
    ("Strong", "uct:wall=1"),
    ("As strong as it can", "uct:wall=5"),
)
"""Opponents by names that people understand, weakest first, and the agents that they are."""


class Desk:
    """Games and positions that were asked for lately, and the answers about them. Threads may share it."""

    def __init__(self, build: BuildChoice = "auto") -> None:
        self._build = build
        self._lock = threading.Lock()
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._states: OrderedDict[tuple[Any, ...], State] = OrderedDict()
        self._views: OrderedDict[tuple[Any, ...], Reply] = OrderedDict()
        self._trees: OrderedDict[tuple[Any, ...], tuple[TreeAgent, threading.Lock]] = OrderedDict()
        self._answers: dict[str, Callable[[Request], Reply]] = {
            "facts": self._facts, "view": self._view, "choose": self._choose, "analyse": self._analyse,
            "why": self._why, "replay": self._replay, "check": writing.check, "complete": writing.completions,
            "meaning": writing.meaning_at, "picture": writing.picture, "draft": writing.draft,
            "format": writing.laid_out,
        }  # fmt: skip

    def answer(self, request: Request) -> Reply:
        """The reply to a request; what is wrong with it is told in a sentence, by the key `error`."""
        try:
            return self._answers[request["do"]](request)
        except LudError as error:
            return {"error": str(error), **writing.place(error)}
        except PetteiaError as error:
            return {"error": str(error)}
        except RecursionError:
            return {"error": "the description is nested too deeply"}
        except MemoryError:
            return {"error": "the game needs more memory than it may have"}

    # -- games and positions ------------------------------------------------------------------------------------

    def game(self, given: dict[str, Any]) -> Game:
        """The game of a recipe: `text`, with `options`, `ruleset`, `defs`."""
        key = repr(sorted(given.items()))
        with self._lock:
            found = self._games.get(key)
            if found is not None:
                self._games.move_to_end(key)
                return found
        from petteia.game import Recipe, build_recipe

        options, defs = tuple(given.get("options") or ()), tuple(given.get("defs") or ())
        recipe = Recipe(given.get("name", "text"), given["text"], options, given.get("ruleset"), defs)
        found = build_recipe(recipe, self._build)
        with self._lock:
            self._games[key] = found
            _forget(self._games, _MOST_GAMES)
        return found

    def state(self, request: Request) -> State:
        """The position that a request asks about; the longest known part of its moves is not played again."""
        *base, moves = _key(request)
        state, known = None, len(moves)
        with self._lock:
            while known >= 0 and (state := self._states.get((*base, moves[:known]))) is None:
                known -= 1
        if state is None:
            state, known = self.game(request["game"]).start(request.get("seed", 0)), 0
        state = state.copy()
        for move in moves[known:]:
            state.play(move)
        with self._lock:
            self._states[(*base, moves)] = state
            self._states.move_to_end((*base, moves))
            _forget(self._states, _MOST_STATES)
        return state.copy()

    def _view(self, request: Request) -> Reply:
        key = _key(request)
        with self._lock:
            shown = self._views.get(key)
        if shown is None:
            shown = view_of(self.state(request))
            with self._lock:
                self._views[key] = shown
                _forget(self._views, _MOST_VIEWS)
        return shown

    def _facts(self, request: Request) -> Reply:
        game = self.game(request["game"])
        about = game.facts.about
        return {
            "name": game.name, "players": game.players, "options": [
                {"heading": one.heading, "items": list(one.items), "chosen": one.chosen,
                 "notes": list(one.descriptions)}
                for one in game.facts.options
            ],
            "rulesets": list(game.rulesets), "ruleset": game.facts.ruleset, "chance": game.is_random,
            "about": about.to_json(),
        }  # fmt: skip

    # -- searches -----------------------------------------------------------------------------------------------

    def _choose(self, request: Request) -> Reply:
        """The move of an agent."""
        from petteia.search import agent

        state = self.state(request)
        legal = state.legal_moves()
        if len(legal) == 1:
            return {"move": str(legal[0])}
        player = agent(request["agent"])
        if hasattr(player, "with_seed"):
            player = player.with_seed(request.get("seed", 0) + len(state.history))
        return {"move": str(player.choose(state))}

    def _analyse(self, request: Request) -> Reply:
        """The findings of a search so far; each such request searches on for `seconds` by the clock."""
        state = self.state(request)
        if state.over:
            return {"candidates": [], "line": [], "iterations": 0, "sure": True, "seat": 0,
                    "value": state.returns[0]}  # fmt: skip
        searcher, lock = self._searcher(request)
        with lock:
            return _told(searcher.analyse(state), state)

    def _searcher(self, request: Request) -> tuple[TreeAgent, threading.Lock]:
        """The agent that keeps the tree of a position, so that it is searched on."""
        from petteia.search import UCT

        seconds = min(max(float(request.get("seconds", 0.25)), 0.01), 2.0)
        key = (*_key(request), seconds)
        with self._lock:
            if key not in self._trees:
                self._trees[key] = UCT(reuse=True, wall=seconds, memory=_TREE_MEGABYTES), threading.Lock()
            self._trees.move_to_end(key)
            _forget(self._trees, _MOST_TREES)
            return self._trees[key]

    def _why(self, request: Request) -> Reply:
        from petteia.why import explain

        state = self.state(request)
        found = explain(state, move=request.get("move"), site=request.get("site")).to_dict()
        if found["legal"] and request.get("move") is not None:
            found["reasons"] += opinions(found["move"], self._analyse(request))
            move = next(one for one in state.legal_moves() if str(one) == found["move"])
            found["learned"] = list(learned(request.get("learned", ()), state, move))
        return found

    def _replay(self, request: Request) -> Reply:
        """How far moves, as people say them, can be played under the rules of a game; and why no further."""
        from petteia.why import explain

        state, labels = self.game(request["game"]).start(request.get("seed", 0)), request["labels"]
        made: list[list[str]] = []
        reason = ""
        for label in labels:
            if state.over:
                reason = "The game is over before it."
                break
            found = next((one for one in moves_of(state) if label in (one["label"], one["text"])), None)
            if found is None:
                try:
                    reason = explain(state, move=label).sentence
                except PetteiaError as error:
                    reason = str(error)
                break
            state.play(found["text"])
            made.append([found["text"], found["label"]])
        shown = view_of(state) if request.get("shown") else None
        return {"made": made, "reason": reason, "over": state.over, "winner": state.winner, "view": shown}


def _key(request: Request) -> tuple[Any, ...]:
    """The key of a position: the game, the seed, the moves."""
    return repr(sorted(request["game"].items())), request.get("seed", 0), tuple(request.get("moves", ()))


def _forget(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


def _told(found: Analysis, state: State) -> Reply:
    """An analysis for people: candidates with values, the line that is expected, and whether more would change it."""
    from petteia.game import spoken

    line, after = [], state.copy()
    for move in found.line[:_LINE]:
        line.append({"move": str(move), "spoken": spoken(state.game, move)})
        after.play(move)
    candidates = [
        {"move": str(one.move), "spoken": spoken(state.game, one.move), "visits": one.visits,
         "value": round(one.value, 4), "proven": one.proven}
        for one in found.candidates
    ]  # fmt: skip
    best = found.best
    seat = state.players_by_seat[state.mover - 1]
    value = best.value if seat == 1 or state.game.players > 2 else -best.value
    return {
        "candidates": candidates, "line": line, "iterations": sum(one.visits for one in found.candidates),
        "sure": _is_sure(found),
        "value": round(value, 4), "mover": state.mover, "seat": seat,
    }  # fmt: skip


def _is_sure(found: Analysis) -> bool:
    """True if the best move is proven, the only one that is left, or clearly better than all others."""
    best, *others = [one for one in found.candidates if one.proven != "lost"] or found.candidates
    if best.proven == "won" or not others:
        return True
    if best.visits < 200 or best.proven:
        return False
    return all(
        one.visits >= 30 and best.value - one.value > _SURE * (1 / best.visits + 1 / one.visits) ** 0.5
        for one in others
    )
