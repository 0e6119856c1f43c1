"""Agents in words: `uct:iterations=1000`, `alphabeta:depth=6`, and whatever else is registered.

Other packages add names by `register`, or by an entry point of the group `petteia.agents` that is a function from the
text behind the colon to an agent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from petteia.errors import PetteiaError

from ._random import Random
from .agents import GRAVE, MAST, PUCT, UCT
from .alphabeta import AlphaBeta
from .bestfirst import BestFirst
from .choosing import LEVELS, Best
from .clock import Clock
from .known import KnownValues
from .material import Material
from .proving import ProofNumber
from .quick import Quick

if TYPE_CHECKING:
    from petteia.game import Move, State


@runtime_checkable
class Agent(Protocol):
    """Whatever chooses a move."""

    def choose(self, state: State) -> Move:
        """The move to play."""


Factory = Callable[[str], Agent]
_GROUP = "petteia.agents"
_CLASSES: dict[str, Any] = {
    "random": Random,
    "uct": UCT,
    "puct": PUCT,
    "mast": MAST,
    "grave": GRAVE,
    "alphabeta": AlphaBeta,
    "bestfirst": BestFirst,
    "best": Best,
    "proof": ProofNumber,
}
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_registered: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Adds a kind of agent: the factory is given the text behind the colon, or nothing."""
    _registered[name] = factory


def agent_names() -> tuple[str, ...]:
    """The kinds of agents that there are."""
    return tuple(sorted({*_CLASSES, *_registered, *_entry_points()}))


def agent(text: str, **settings: Any) -> Agent:
    """The agent that a text names: `NAME` or `NAME:KEY=VALUE,...`; `settings` are defaults for the kinds built in.

    >>> agent("uct:iterations=1000,plain=true").iterations
    1000
    >>> agent("alphabeta:depth=4", seed=3).seed
    3
    """
    name, _, rest = text.strip().partition(":")
    if name in _registered:
        return _registered[name](rest)
    if name in _CLASSES:
        kind = _CLASSES[name]
        known = {one.name for one in fields(kind) if one.init}
        given = {key: value for key, value in settings.items() if key in known}
        made: Agent = kind(**{**given, **parsed(kind, name, rest)})
        return made
    elsewhere = _entry_points().get(name)
    if elsewhere is not None:
        found: Agent = elsewhere.load()(rest)
        return found
    near = get_close_matches(name, agent_names(), n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(agent_names())}"
    raise PetteiaError(f"no agent is called {name!r}: {hint}")


def _entry_points() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {one.name: one for one in entry_points(group=_GROUP)}


def parsed(kind: Any, name: str, text: str) -> dict[str, Any]:
    """The settings in a text, as the fields of an agent want them."""
    types = {one.name: str(one.type) for one in fields(kind) if one.init}
    given: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in types:
            near = get_close_matches(key, types, n=1)
            hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(types)}"
            raise PetteiaError(f"{name} has no setting {key!r}: {hint}")
        if not equals or not value:
            raise PetteiaError(f"the setting {key} of {name} needs a value: {key}=...")
        try:
            given[key] = _value(types[key], value)
        except ValueError:
            raise PetteiaError(f"{value!r} is no value for {key} of {name}") from None
    return given


def _value(kind: str, text: str) -> Any:
    if "Evaluation" in kind and text == "material":
        return Material()
    if "Evaluation" in kind and text == "values":
        return KnownValues()
    if "Evaluation" in kind and text == "quick":
        return Quick()
    if kind == "bool":
        if text.lower() not in _TRUTH:
            raise ValueError(text)
        return _TRUTH[text.lower()]
    if kind.startswith("int"):
        return int(float(text)) if "e" in text.lower() else int(text)
    if kind.startswith("Clock"):
        return Clock.parse(text)
    if kind == "Level" and text in LEVELS:
        return text
    if kind.startswith("Literal") and repr(text) in kind:
        return text
    if kind.startswith("float"):
        return text if repr(text) in kind else float(text)  # a word that stands for a value
    raise ValueError(text)
