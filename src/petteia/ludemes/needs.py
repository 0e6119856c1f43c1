"""Needs of ludemes: facts about how a game is laid out, and state that rules keep beside the pieces.

A ludeme names what it needs, in `keeps` or, where that depends on its arguments, in `needs()`. `GameSpec.needs` gathers
the needs of all ludemes of a game, and the rule book declares the state among them. Each piece of state says in one
place all that others must know of it: its type and bounds, whether the text of a position shows it and under which
key, and whether a position that differs in it alone is another one to the rules of repetition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ir import nodes as n

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.spec import GameSpec

MOST_MOVES = 10000
TURNS_PER_PLAYER = 1250
LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""The bounds of numbers that nothing else bounds."""
OF_ITS_OWN = 1000
"""The order from which state comes that a ludeme brings with it, after what is declared here."""


@dataclass(frozen=True)
class Need:
    """Something that a ludeme needs of the game it stands in. Equal needs are one."""

    name: str

    def declare(self, b: Builder, spec: GameSpec) -> None:
        """Declares the fields of the state that go with it, if any."""

    @property
    def place(self) -> tuple[int, str]:
        """Where its fields stand among those of the state."""
        return OF_ITS_OWN, self.name


class Fact(Need):
    """A need that changes how a game is laid out or lowered, without a field of its own."""


class Per(Enum):
    """How many values a piece of state has: one, or one for each index of a player (0 for nobody) or of an owner."""

    GAME = 0
    PLAYER = 1
    OWNER = 2

    def shape(self, spec: GameSpec) -> tuple[int, ...]:
        """The shape of its field."""
        return () if self is Per.GAME else (spec.players + self.value,)


_order = count()
Bound = int | Callable[["GameSpec"], int]
Shown = bool | Callable[["GameSpec"], bool]


@dataclass(frozen=True)
class State(Need):
    """A field of the state: a number, or a set of sites, for the game or for each player.

    `visible` state is shown by the text of a position, after its `key`; in all games or in some.
    `repeats` says whether it is part of the position, or of the wider situation, that rules of repetition compare.
    """

    doc: str = ""
    per: Per = Per.GAME
    of_sites: bool = False
    low: Bound = 0
    high: Bound = HIGHEST
    initial: Bound = 0
    visible: Shown = False
    key: str = ""
    repeats: n.Repeats = ""
    order: int = field(default=OF_ITS_OWN + 100, kw_only=True)

    def declare(self, b: Builder, spec: GameSpec) -> None:
        self._declare(b, spec, self.name)

    def _declare(self, b: Builder, spec: GameSpec, name: str) -> None:
        bounds = (self.low, self.high, self.initial)
        low, high, initial = (bound(spec) if callable(bound) else bound for bound in bounds)
        b.field(
            name,
            n.set_of(spec.universe) if self.of_sites else n.INT,
            shape=self.per.shape(spec),
            low=0 if self.of_sites else low,
            high=0 if self.of_sites else high,
            initial=initial,
            visible=self.visible(spec) if callable(self.visible) else self.visible,
            doc=self.doc,
            repeats=self.repeats,
            key=self.key,
        )

    @property
    def place(self) -> tuple[int, str]:
        return self.order, self.name

    def load(self, x: Context, *indices: n.Expr) -> n.Expr:
        """Its value, or the one of a player."""
        return x.b.load(self.name, *indices)

    def store(self, x: Context, value: n.Expr, *indices: n.Expr) -> None:
        """Writes the statement that sets it."""
        x.b.store(self.name, list(indices), value)


def _common(
    name: str,
    doc: str = "",
    *,
    per: Per = Per.GAME,
    of_sites: bool = False,
    low: Bound = 0,
    high: Bound = HIGHEST,
    initial: Bound = 0,
    visible: Shown = False,
    key: str = "",
    repeats: n.Repeats = "",
) -> State:
    """State that is declared here: in the order of this page."""
    return State(name, doc, per, of_sites, low, high, initial, visible, key, repeats, order=next(_order))


@dataclass(frozen=True)
class Fields(Need):
    """State of several fields, declared by a function; `order` tells where among such."""

    write: Callable[[Builder, GameSpec], None]
    order: int

    def declare(self, b: Builder, spec: GameSpec) -> None:
        self.write(b, spec)

    @property
    def place(self) -> tuple[int, str]:
        return OF_ITS_OWN + self.order, self.name


@dataclass(frozen=True)
class TwoSided(State):
    """State with a field for where a move begins, and one for where it ends."""

    def declare(self, b: Builder, spec: GameSpec) -> None:
        for side in ("from", "to"):
            self._declare(b, spec, self.side(side))

    def side(self, side: str) -> str:
        """The name of one of the fields."""
        return f"{self.name}_{side}"


# -- facts ------------------------------------------------------------------------------------------------------

STACKING = Fact("stacking")
LARGE_STACKS = Fact("stacks without a bound")
COUNTS = Fact("several pieces of a kind on a site")
SEVERAL = Fact("moves of several pieces at once")
HIDES = Fact("facts that are hidden")
OWNERS = Fact("owners of sites other than those of their pieces")
STATES, ROTATIONS, VALUES = Fact("state"), Fact("rotation"), Fact("value")
LEVELS = Fact("sets of levels")
PIECE_ORDER = Fact("order of pieces")
START_SITES = Fact("start_sites")
NEXT_CHANGES = Fact("the next player is set")
PASSES, ALL_PASSED, NO_PASS_END = Fact("passes"), Fact("whether all passed"), Fact("passes do not end the game")
LAST_ACTION = Fact("sites of the latest action")
TRACK_PLACES = Fact("places on tracks")
COUNTER_IS_ASKED, TEMP_IS_ASKED = Fact("the counter is asked for"), Fact("the variable without a name is asked for")


@dataclass(frozen=True)
class SitesOf(Fact):
    """Numbers of sites of a type, whatever the game is played on."""

    name: str = field(init=False, default="sites of a type")
    type: SiteType


@dataclass(frozen=True)
class FirstOf(Fact):
    """The first site of the pieces of a name: which of several is first shows their order."""

    name: str = field(init=False, default="the first piece of a name")
    piece: str


@dataclass(frozen=True)
class PendingSum(Fact):
    """Pending values up to so many times the last site, and a constant."""

    name: str = field(init=False, default="pending sums")
    sites: Fraction
    constant: Fraction


@dataclass(frozen=True)
class Repetition(Need):
    """Positions met before, in the game or in this turn, of the kind of a rule about repetition."""

    name: str = field(init=False, default="repetition")
    kind: str

    def declare(self, b: Builder, spec: GameSpec) -> None:
        when = "this turn" if self.in_turn else "the game"
        b.field(self.list, n.INT, high=2**62 - 1, capacity=MOST_MOVES + 2, doc=f"positions met in {when}")

    @property
    def in_turn(self) -> bool:
        """True if only positions of this turn count."""
        return self.kind.endswith("InTurn")

    @property
    def list(self) -> str:
        """The field that holds them."""
        return "turn_positions" if self.in_turn else "positions"

    @property
    def place(self) -> tuple[int, str]:
        return OF_ITS_OWN + 1, self.list


CELLS, EDGES, VERTICES = SitesOf(SiteType.Cell), SitesOf(SiteType.Edge), SitesOf(SiteType.Vertex)

# -- state of all games, in the order of its fields -------------------------------------------------------------


def _players(spec: GameSpec) -> int:
    return spec.players


def _beyond_players(spec: GameSpec) -> int:
    return spec.players + 1


def _sites(spec: GameSpec) -> int:
    return spec.sites


_situation: n.Repeats = "situation"
_position: n.Repeats = "position"

MOVER = _common("mover", "whose turn it is", low=1, high=_players, initial=1, visible=True, key="m", repeats=_situation)
NEXT = _common(
    "next", "who moves after this move", high=_beyond_players, initial=lambda s: min(2, s.players), repeats=_situation
)
PREV = _common("prev", "who made the move before", high=_beyond_players, repeats=_situation)
OVER = _common("over", "whether the game has ended", high=1, visible=True)
RANKS = _common("ranks", "twice the rank of each", per=Per.PLAYER, high=lambda s: 2 * s.players + 2, visible=True)
_LATEST = [
    _common(name, "sites of the latest move or action", low=-2, high=_sites, initial=-1)
    for name in ("last_from", "last_to", "last_action_from", "last_action_to", "acted_from", "acted_to")
]
LAST_LEVEL, LAST_LEVEL_FROM = (
    _common(name, "the level that the latest move named", low=-1, high=lambda s: s.most_levels)
    for name in ("last_level_to", "last_level_from")
)
LAST_SITES = TwoSided("last_sites", "sites of all actions of a move", of_sites=True, order=next(_order))
LAST_TURN = _common("mover_last_turn", "who moved last before the mover", low=-1, high=_players, initial=-1)
LAST_TYPE = TwoSided("last_type", "site type of a move", high=2, initial=lambda s: int(s.board.use), order=next(_order))
LAST_BETWEEN = _common("last_between", "sites that the latest move passed", of_sites=True)

MOVES = _common("moves", "moves made so far", high=MOST_MOVES + 1)
TURNS = _common("turns", "number of the turn", high=lambda s: TURNS_PER_PLAYER * s.players + 1, initial=1)
MOVES_THIS_TURN = _common(
    "moves_this_turn", "moves the mover has made in this turn", high=MOST_MOVES, repeats=_situation
)
PASSES_IN_A_ROW = _common("passes", "consecutive passes", high=MOST_MOVES, repeats=_situation)
STALEMATED = _common("stalemated", "who has just been unable to move", per=Per.OWNER, high=1, repeats=_situation)
COUNTER = _common(
    "counter", "counts moves until set", low=-2, initial=-1, visible=lambda s: COUNTER_IS_ASKED in s.needs, key="k"
)
PHASE = _common(
    "phase",
    "phase of each player",
    per=Per.PLAYER,
    high=lambda s: len(s.phases),
    visible=lambda s: len(s.phases) > 1,
    key="ph",
)

SCORE = _common("score", "scores", per=Per.OWNER, low=LOWEST, visible=True, key="sc", repeats=_situation)
AMOUNT = _common("amount", "money", per=Per.PLAYER, low=LOWEST, visible=True, key="am")
POT = _common("pot", "money in the pot", low=LOWEST, visible=True, key="pot")
PAYOFF = _common("payoff", "thousandths paid", per=Per.PLAYER, low=LOWEST, visible=True, key="pay")
TEAM = _common("team", "the team of each player", per=Per.PLAYER, low=LOWEST, repeats=_position)
PENDING = _common("pending", "pending values", of_sites=True, visible=True, key="pend", repeats=_situation)
VISITED = _common("visited", "sites of earlier moves of this turn", of_sites=True)
SEAT = _common("seat", "who plays each side", per=Per.PLAYER, high=_players, visible=True, key="ord", repeats=_position)
PLAYER_VALUE = _common("player_value", per=Per.PLAYER, low=LOWEST, initial=-1)
TEMP = _common(
    "temp",
    "a variable",
    low=LOWEST,
    initial=-1,
    visible=lambda s: TEMP_IS_ASKED in s.needs,
    key="t",
    repeats=_position,
)


@dataclass(frozen=True)
class Variable(State):
    """A variable with a name, and whether it was ever set: -1 may be unset or a value."""

    doc: str = "a variable"
    low: Bound = LOWEST
    initial: Bound = -1
    visible: Shown = True
    order: int = field(default=TEMP.order, kw_only=True)

    def declare(self, b: Builder, spec: GameSpec) -> None:
        self._declare(b, spec, self.value)
        b.field(self.presence, n.INT, high=1, visible=True, doc="whether it was ever set")

    @property
    def value(self) -> str:
        """The field that holds it."""
        return f"var_{self.name}"

    @property
    def presence(self) -> str:
        """The field that says whether it was ever set."""
        return f"has_{self.name}"

    @property
    def place(self) -> tuple[int, str]:
        return self.order, self.value


TRIGGERED = _common("triggered", "for whom an event was triggered", per=Per.OWNER, high=1, repeats=_situation)
STORED = _common("stored_position", "the position remembered by the rules", high=2**62 - 1)
REMOVALS = _common("removals", "removals since counting began")
REMOVED_VALUE = _common("removed_value", "value removed since counting began", low=LOWEST)
VALUING_TOP = _common("valuing_top", "whether stacks are valued by their top piece", high=1)


PENDING_BEFORE = State("pending_before", "what was pending before the move that is tried", of_sites=True)


OF_ALL_GAMES: tuple[State, ...] = (
    *(MOVER, NEXT, PREV, OVER, RANKS, *_LATEST),
    *(MOVES, TURNS, MOVES_THIS_TURN, PASSES_IN_A_ROW, STALEMATED, COUNTER, PHASE, TRIGGERED, STORED),
)
"""State that every game has, whatever its rules ask for; what none of them reads is dropped later."""
