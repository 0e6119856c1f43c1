"""The types of arguments: what a ludeme is to those that contain it, and literals as ludemes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from petteia.board import BoardError
from petteia.board.geometry import to_float32
from petteia.errors import LudTypeError
from petteia.ir import ops
from petteia.ludemes.enums import AbsoluteDirection, RelativeDirection
from petteia.ludemes.registry import Ludeme

if TYPE_CHECKING:
    from petteia.board import Graph, SiteType
    from petteia.board.polygons import Polygon
    from petteia.ir.nodes import Expr
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Sink
    from petteia.ludemes.lowering.spec import GameSpec
    from petteia.ludemes.values.lists import Numbers

__all__ = [
    "Apply",
    "BooleanConstant",
    "BooleanFunction",
    "Decision",
    "DimConstant",
    "DimFunction",
    "Direction",
    "DirectionFunction",
    "EndRule",
    "FloatConstant",
    "FloatFunction",
    "ForEach",
    "GraphElement",
    "GraphFunction",
    "Hint",
    "IntArrayFunction",
    "IntConstant",
    "IntFunction",
    "Item",
    "LevelLoop",
    "MetaRule",
    "Moves",
    "NonDecision",
    "Pair",
    "Players",
    "Poly",
    "Properties",
    "RangeFunction",
    "RegionFunction",
    "Result",
    "Rules",
    "StartRule",
    "Unwritable",
    "Vertex",
    "is_several",
    "moves_within",
    "when",
]


class BooleanFunction(Ludeme):
    """A condition: true or false in a state."""

    joins: ClassVar[Literal["", "and", "or"]] = ""
    """How it puts conditions together, one asked after the other."""

    @abstractmethod
    def lower(self, x: Context) -> Expr:
        """The condition as an expression."""


class IntFunction(Ludeme):
    """An integer: a site, a player, a count, a value."""

    is_in_hand: ClassVar[bool] = False
    """True if it is a site of a hand."""

    def listed_values(self, spec: GameSpec) -> Sequence[object]:
        """The values it may have as they are written, where they are listed."""
        return ()

    @abstractmethod
    def lower(self, x: Context) -> Expr:
        """The number as an expression."""


class FloatFunction(Ludeme):
    """A number that need not be whole."""

    def number(self) -> float:
        """The number, if it is known before the board is built; a 32-bit float."""
        raise LudTypeError(f"({self.title} ..) is not known before the board is built", place=self.place)


class DimFunction(Ludeme):
    """A size known before the board is built."""

    @abstractmethod
    def size(self) -> int:
        """The size."""

    @classmethod
    def implemented(cls) -> bool:
        return True


class RegionFunction(Ludeme):
    """A set of sites."""

    is_in_hand: ClassVar[bool] = False
    """True if its sites are those of hands."""

    def numbers_beyond(self, x: Context) -> list[int]:
        """Numbers in it that are no sites."""
        return []

    @abstractmethod
    def lower(self, x: Context) -> Expr:
        """The sites as an expression that gives a set."""


class RangeFunction(Ludeme):
    """A least and a greatest integer."""

    @abstractmethod
    def lower(self, x: Context) -> tuple[Expr, Expr]:
        """The least and the greatest number, both included."""


class IntArrayFunction(Ludeme):
    """A list of integers."""

    @abstractmethod
    def lower(self, x: Context) -> Numbers:
        """The list, to go through and to ask."""


class GraphFunction(Ludeme):
    """A graph to build a board on."""

    @abstractmethod
    def draw(self, use: SiteType) -> Graph:
        """The graph for a board that is played on sites of this type."""

    def build(self, use: SiteType) -> Graph:
        """The graph, drawn; what is wrong with it is said to be wrong here."""
        try:
            return self.draw(use)
        except BoardError as error:
            error.place = error.place or self.place
            raise

    @classmethod
    def implemented(cls) -> bool:
        return True


class DirectionFunction(Ludeme):
    """A set of directions that depends on the piece or the state."""


class LevelLoop(Ludeme):
    """A loop over the levels of a stack, in moves or regions."""


class Moves(Ludeme):
    """A list of moves."""

    moves_pieces: ClassVar[bool] = False
    """True if as an effect it may put a piece somewhere, or turn it into another."""
    takes_pieces: ClassVar[bool] = False
    """True if it may remove pieces anywhere."""
    is_ordered: ClassVar[bool] = False
    """True if parts of it see what other parts have done, so that it may be made at once where nothing goes before."""
    commutes: ClassVar[bool] = False
    """True if as an effect it may change places with others of its sort."""
    hands_on: ClassVar[bool] = False
    """True if it only hands on moves of others."""
    is_many: ClassVar[bool] = False
    """True if it may give any number of moves."""
    knows_large: ClassVar[bool] = False
    """True if it knows pieces that cover several cells, or does not touch any."""
    sets_pending: ClassVar[bool] = False
    """True if it may set pending values."""

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if "lower" in vars(cls):
            setattr(cls, "lower", _named_as_writer(vars(cls)["lower"]))  # noqa: B010

    @abstractmethod
    def lower(self, x: Context, sink: Sink) -> None:
        """Writes statements that hand every move found to `sink`."""

    def first_moves(self) -> Sequence[Moves]:
        """The moves within it before which nothing is applied."""
        return ()

    def may_take_moving_piece(self, *, may_stay: bool) -> bool | None:
        """True if as an effect it may remove the piece that moves; None if that depends on its parts.

        Where a move `may_stay`, what stands on its target may be the piece that moves.
        """
        return True if self.takes_pieces else None


def _named_as_writer(lower: Callable[[Any, Context, Sink], None]) -> Callable[[Any, Context, Sink], None]:
    """A `lower` during which the functions that are written are named after its ludeme and the piece that moves."""

    @wraps(lower)
    def lower_as_writer(self: Moves, x: Context, sink: Sink) -> None:
        kinds = x.rules.kinds
        before, kinds.writer = kinds.writer, (self, x.surroundings.piece)
        try:
            lower(self, x, sink)
        finally:
            kinds.writer = before

    return lower_as_writer


def moves_within(part: object) -> Iterator[Ludeme]:
    """The ludemes of moves within one, itself included; what conditions, numbers and regions look at is left out."""
    if isinstance(part, Ludeme) and not isinstance(part, BooleanFunction | IntFunction | RegionFunction):
        yield part
        for inner in part.children():
            yield from moves_within(inner)


class Decision(Moves):
    """A move as a player decides on it, `(move Step ..)`: made from the declaration of its effect, `(step ..)`.

    It has all that the effect has, and stands wherever moves do, but not where only effects may.
    """

    commutes = hands_on = False
    is_many = knows_large = True

    @classmethod
    def fits(cls, places: tuple[type, ...]) -> bool:
        return any(place is cls or issubclass(Decision, place) for place in places)


class NonDecision(Moves):
    """Moves that can also be effects of another move.

    `decision="Step"` in the head of a class makes its arguments those of `(move Step ..)`, too: a move is declared
    once. An empty word stands for `(move ..)`. The class of the decision is `as_decision`.
    """

    as_decision: ClassVar[type[NonDecision] | None] = None

    def __init_subclass__(cls, *, decision: str | None = None, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        if decision is None:
            return
        word = {"decision": Literal[decision]} if decision else {}
        body = {"__doc__": cls.__doc__, "__module__": cls.__module__, "__annotations__": word}
        cls.as_decision = type(f"Move{cls.__name__}", (Decision, cls), body, keyword="move")


class ForEach(NonDecision):
    """Moves for each of several things."""

    hands_on = is_many = knows_large = True


class StartRule(Ludeme):
    """A rule of the start position."""

    @abstractmethod
    def lower(self, x: Context) -> None:
        """Writes statements that set up this part of the start position."""


class EndRule(Ludeme):
    """A rule that may end the game."""


class MetaRule(Ludeme):
    """A rule about rules."""


class Item(Ludeme):
    """A piece of equipment."""


class Result(Ludeme):
    """Outcome of an end rule that holds."""


class Apply(Moves):
    """An effect that goes with a move, or the condition for it."""


class Pair(Ludeme):
    """An entry of a map."""


class Poly(Ludeme):
    """A polygon."""

    @abstractmethod
    def outline(self) -> Polygon:
        """The polygon with its points."""

    @classmethod
    def implemented(cls) -> bool:
        return True


class Rules(Ludeme):
    """The rules of a game."""

    @abstractmethod
    def first_moves(self) -> Moves | None:
        """The moves of play that the game begins with."""


class Players(Ludeme):
    """The players of a game."""


class Hint(Ludeme):
    """A hint of a deduction puzzle."""


class GraphElement(Ludeme):
    """An element of a graph; nothing that is written in a game becomes one."""


class Vertex(GraphElement):
    """A vertex of a graph; nothing that is written in a game becomes one."""


class Properties(Ludeme):
    """Properties of an element; nothing that is written in a game becomes them."""


class Unwritable(Ludeme):
    """A value for which the language has no spelling."""


# Words for directions, or a ludeme that gives them.
Direction = DirectionFunction | AbsoluteDirection | RelativeDirection


class IntConstant(IntFunction):
    """An integer as written."""

    value: int

    def lower(self, x: Context) -> Expr:
        return ops.number(self.value)


def when(x: Context, condition: BooleanFunction | None) -> Expr:
    """A condition that may be left out."""
    return ops.TRUE if condition is None else condition.lower(x)


def is_several(count: IntFunction | None) -> bool:
    """True if a number of pieces is written that may be other than one."""
    return count is not None and not (isinstance(count, IntConstant) and count.value == 1)


class DimConstant(DimFunction):
    """A size as written."""

    value: int

    def size(self) -> int:
        return self.value


class FloatConstant(FloatFunction):
    """A number as written."""

    value: float

    def number(self) -> float:
        return to_float32(self.value)


class BooleanConstant(BooleanFunction):
    """True or False as written."""

    value: bool

    def lower(self, x: Context) -> Expr:
        return ops.truth(self.value)
