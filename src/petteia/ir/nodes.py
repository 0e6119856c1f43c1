"""The rule program: the closed set of nodes every pass, the interpreter and the C back end agree on.

A program reads and writes *fields* (the state of play), computes with *expressions* and runs *statements*. Three types
of value exist: integers, booleans and sets of sites. A set lives in a *universe*: all sites of one site type, hands
included. Expressions are pure; only statements change fields, emit moves or draw at random. Constant sets are Python
integers used as bit masks, bit `i` for site `i`.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field
from typing import Any, Literal, NamedTuple, TypeVar, dataclass_transform

_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True)
def node(cls: type[_Class]) -> type[_Class]:
    """Makes a class of values that are never changed: the type checker sees to it.

    A build makes millions of them, which would take three times as long if each looked after itself. Types do not
    count in hashes, as they follow from the rest.
    """
    if "type" in cls.__annotations__:
        cls.type = field(default=vars(cls).get("type", MISSING), hash=False)  # type: ignore[attr-defined]
    return dataclass(slots=True, unsafe_hash=True)(cls)


class Type(NamedTuple):
    """The type of a value: `int`, `bool`, or `set` over a universe."""

    kind: Literal["int", "bool", "set"]
    universe: str = ""

    def __str__(self) -> str:
        return f"set[{self.universe}]" if self.kind == "set" else self.kind


INT = Type("int")
BOOL = Type("bool")


def set_of(universe: str) -> Type:
    """The type of sets of sites of `universe`."""
    return Type("set", universe)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A constant array that depends on the board alone.

    `values` is flat, in row-major order of `shape`. Elements are integers, or bit masks where `type` is a set.
    Tables are compared by identity; `Builder.table` interns equal ones.
    """

    name: str
    type: Type
    shape: tuple[int, ...]
    values: tuple[int, ...]
    low: int = field(init=False, repr=False)
    """The least of the values, found once: tables may be large."""
    high: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", min(self.values, default=0))
        object.__setattr__(self, "high", max(self.values, default=0))


# ---------------------------------------------------------------------------------------------------------------
# Expressions


@node
class Const:
    """An integer, boolean (0 or 1) or set (bit mask) known when the game is built."""

    value: int
    type: Type


@node
class Local:
    """A local variable or parameter; names are unique within a function."""

    name: str
    type: Type


@node
class Load:
    """The value of a field, or of the element at `indices`; for a list field the element at that position."""

    field: str
    indices: tuple[Expr, ...]
    type: Type


@node
class Length:
    """How many elements a list field holds (`field` of a list, `indices` where there are several lists)."""

    field: str
    indices: tuple[Expr, ...] = ()
    type: Type = INT


Operator = Literal[
    # int, int -> int (div and mod as in C: towards zero; a zero divisor gives 0)
    "add", "sub", "mul", "div", "mod", "min", "max", "bit_and", "bit_or", "bit_xor", "shift_left", "shift_right",
    # word, place -> int: how many bits are set, one after the other, just above (below) a place of a 31-bit word
    "ones_above", "ones_below",
    # int -> int
    "neg", "abs",
    # int, int -> bool
    "eq", "ne", "lt", "le",
    # bool, bool -> bool (second operand evaluated only if needed); bool -> bool; bool -> int
    "and", "or", "not", "to_int",
    # bool, T, T -> T (only the chosen one is evaluated)
    "select",
    # set, set -> set; set -> set (complement within the universe)
    "union", "intersect", "minus", "complement",
    # set, set -> bool; set, int -> bool (a site outside the universe is in no set); set -> bool; set -> int
    "same", "has", "is_empty", "size",
    # set -> int: its lowest site, -1 if there is none; int -> set: the set of that one site (empty for a bad site)
    "first", "single",
]  # fmt: skip


@node
class Op:
    """A built-in operation on values."""

    op: Operator
    args: tuple[Expr, ...]
    type: Type


@node
class Lookup:
    """An element of a constant table. Indices must be in range: lowering guards those that may be -1."""

    table: Table
    indices: tuple[Expr, ...]
    type: Type


@node
class Shift:
    """The image of a set under one step: `{steps[s] : s in set, steps[s] >= 0}`; `steps` maps no two sites to one."""

    steps: Table
    set: Expr
    type: Type


@node
class Spread:
    """The image of a set under a relation: the union of `neighbours[s]` (a table of sets) over its sites."""

    neighbours: Table
    set: Expr
    type: Type


@node
class Flood:
    """All sites of `within` that `seed`'s sites reach inside it; seeds outside `within` are left out."""

    seed: Expr
    within: Expr
    neighbours: Table
    type: Type


@node
class Run:
    """How many sites at the start of the ray from `site` lie, one after the other, in `set`.

    `rays` has shape (sites, length): the sites of the ray in order, the origin left out, padded with -1.
    """

    rays: Table
    site: Expr
    set: Expr
    type: Type = INT


@node
class Row:
    """Whether `length` neighbours in line, `site` among them, lie in `set`; `site` itself counts as lying there.

    `ahead` and `back` are the two ways along the line, as rays.
    """

    ahead: Table
    back: Table
    length: int
    site: Expr
    set: Expr
    type: Type = BOOL


@node
class Caught:
    """The sites that the ray from `site` runs through, all in `through`, if it then meets one of `ends`; else none.

    `rays` as for `Run`. With none of `through` in between there is nothing to catch.
    """

    rays: Table
    site: Expr
    through: Expr
    ends: Expr
    type: Type


@node
class Flank:
    """The sites from which a ray would catch something: one site of `through` at least, before one of `ends`."""

    rays: Table
    through: Expr
    ends: Expr
    type: Type


@node
class Reach:
    """The sites on the rays from `site` that lie, one after the other, in `through`; the first beyond if in `until`.

    `rays` has shape (ways, sites, length): several rays from each site, each as for `Run`.
    """

    rays: Table
    site: Expr
    through: Expr
    until: Expr
    type: Type


@node
class Filter:
    """The sites of a set for which `cond` holds; `var` is bound to each in turn."""

    var: Local
    set: Expr
    cond: Expr
    type: Type


@node
class Exists:
    """Whether `cond` holds for some site of a set."""

    var: Local
    set: Expr
    cond: Expr
    type: Type = BOOL


@node
class Total:
    """The sum of `value` over the sites of a set."""

    var: Local
    set: Expr
    value: Expr
    type: Type = INT


@node
class Call:
    """The result of a function of the program; it must not change the state it is called on."""

    function: str
    args: tuple[Expr, ...]
    type: Type


@node
class Digest:
    """A 62-bit number that states share if these fields are equal in them, and practically only then."""

    fields: tuple[str, ...]
    type: Type = INT


@node
class Emitted:
    """How many moves the current list holds."""

    type: Type = INT


Expr = (
    Const | Local | Load | Length | Op | Lookup | Shift | Spread | Flood | Run | Row | Caught | Flank | Reach
    | Filter | Exists | Total | Call | Digest | Emitted
)  # fmt: skip

# ---------------------------------------------------------------------------------------------------------------
# Statements


@node
class Let:
    """Introduces a local variable."""

    local: Local
    value: Expr


@node
class Assign:
    """Gives a local variable that was introduced before a new value."""

    local: Local
    value: Expr


@node
class Store:
    """Writes a field or an element of it (of a list field: an element that exists)."""

    field: str
    indices: tuple[Expr, ...]
    value: Expr


@node
class Include:
    """Adds one site to a set held in a field. The site is in the universe."""

    field: str
    indices: tuple[Expr, ...]
    site: Expr


@node
class Exclude:
    """Takes one site out of a set held in a field (whether or not it was in). The site is in the universe."""

    field: str
    indices: tuple[Expr, ...]
    site: Expr


@node
class Append:
    """Appends to a list field; a list at its capacity forgets its oldest element."""

    field: str
    indices: tuple[Expr, ...]
    value: Expr


@node
class Truncate:
    """Cuts a list field to its first `length` elements."""

    field: str
    indices: tuple[Expr, ...]
    length: Expr


@node
class If:
    """Runs one of two blocks."""

    cond: Expr
    then: Block
    orelse: Block = ()


@node
class For:
    """Runs a block for each site of a set, ascending. The set is evaluated once, before."""

    var: Local
    set: Expr
    body: Block


@node
class Range:
    """Runs a block for `var` = start, start+1, ... below stop. Both are evaluated once, before."""

    var: Local
    start: Expr
    stop: Expr
    body: Block


@node
class While:
    """Repeats a block while a condition holds."""

    cond: Expr
    body: Block


@node
class Break:
    """Leaves the innermost For, Range or While."""


@node
class Return:
    """Leaves the function, with its result if it has one."""

    value: Expr | None = None


@node
class Do:
    """Calls a function for its effect. If the function emits, its moves go to the current list."""

    function: str
    args: tuple[Expr, ...]


@node
class Emit:
    """Appends a move to the current list: its kind, its from and to, and the values its kind captures."""

    kind: str
    source: Expr
    target: Expr
    args: tuple[Expr, ...] = ()


@node
class Collect:
    """Runs a block whose moves go to a list of its own, then plays them, one after the other, on the current state.

    This is how a consequent works: all of it is evaluated before any of it is applied.
    """

    body: Block


@node
class Speculate:
    """Runs a block on a copy of the state; the original is as before afterwards. Locals and emitted moves stay."""

    body: Block


@node
class Draw:
    """A uniform random integer below `bound` (1 or less gives 0), taken from the state's stream of chance."""

    local: Local
    bound: Expr


Stmt = (
    Let | Assign | Store | Include | Exclude | Append | Truncate | If | For | Range | While | Break | Return | Do | Emit
    | Collect | Speculate | Draw
)  # fmt: skip
Block = tuple[Stmt, ...]

# ---------------------------------------------------------------------------------------------------------------
# Programs


Repeats = Literal["", "position", "situation"]


@dataclass(frozen=True, slots=True)
class Field:
    """One datum of the state.

    `shape` gives array dimensions (empty: a single value). `capacity` above 0 makes it a list (or, with a shape, an
    array of lists) of at most so many elements. `low` and `high` bound integer elements and thereby choose their width.
    `initial` is the value of every element at the start of play, before the start rules. A `visible` field appears in
    the text of a position, after its `key`; a field that is neither visible nor read by any rule is dropped. A field
    that `tells` of an array of sets holds, for each site, the index above 0 of the one set that has it, or 0 if there
    is none. `repeats` says whether rules of repetition compare it: as part of the position, or of the wider situation.
    """

    name: str
    type: Type
    shape: tuple[int, ...] = ()
    low: int = 0
    high: int = 0
    initial: int = 0
    capacity: int = 0
    visible: bool = False
    doc: str = ""
    tells: str = ""
    repeats: Repeats = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the program; `doc` names the rule and the place in the description it comes from."""

    name: str
    params: tuple[Local, ...]
    returns: Type | None
    body: Block
    emits: bool = False
    doc: str = ""
    facts: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What analyses have found out about this very function, so that they need not look again."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of move: what playing it does.

    `effect` is a function of (source, target, *captured). `captured` names the further values such a move carries.
    `text` says how the move prints: `move`, `pass`, `swap`, the words of a `say:` move, or after `form:` text with
    numbers of the move in braces (`form:{source}={0}`: the source, then the first captured value). `letters` are the
    site types of source and target, for games played on several.
    """

    name: str
    effect: str
    captured: tuple[str, ...] = ()
    text: str = "move"
    letters: str = "CC"


@dataclass(slots=True)
class Program:
    """A whole game as a rule program.

    Three functions are called from outside: `start` (sets up the first position on a state whose fields hold their
    initial values), `moves` (emits the legal moves), and the effect of a kind, for the move that is played. Players are
    outside callers too: they read the fields `mover`, `over` (0 or 1) and `ranks` (twice the rank of each seat, so that
    shared ranks stay whole; 0 while undecided), which every program has.

    Chance: a state carries a hidden 64-bit number, its *stream of chance*, drawn anew whenever a move has been played.
    `Draw` takes the remainder by its bound and divides the stream by it. `moves` leaves the stream as it found it, so
    the legal moves of a state are a function of the state, and playing a move repeats the draws that produced it.
    """

    name: str
    players: int
    universes: dict[str, int]
    fields: dict[str, Field] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
