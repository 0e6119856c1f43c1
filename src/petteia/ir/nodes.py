"""The rule program: the closed set of nodes every pass, the interpreter and the C back end agree on.

A program reads and writes *fields* (the state of play), computes with *expressions* and runs *statements*. Three types
of value exist: integers, booleans and sets of sites. A set lives in a *universe*: all sites of one site type, hands
included. Expressions are pure; only statements change fields, emit moves or draw at random. Constant sets are Python
integers used as bit masks, bit `i` for site `i`.

The annotations of a node are all that walks, rewrites, printer, parser and verifier go by; `declare` says how.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, cast

from .declare import node


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


def _ops() -> ModuleType:
    from . import ops  # the constructors that fold are made of the nodes below

    return ops


class Expr:
    """An expression. Operators make others, folded where what they stand over is known.

    `a + b`, `a - b`, `a * b`, `-a`, `a < b`, `a <= b`, `a > b`, `a >= b` are arithmetic, where integers may stand for
    constants; `a & b`, `a | b`, `~a` are those of conditions or sets, and `a - b` is also the difference of sets.
    `a == b` compares the nodes themselves; the condition that two values are equal is `a.equals(b)`.
    """

    __slots__ = ()
    type: Type
    text: ClassVar[str]
    typed: ClassVar[str]

    def __add__(self, other: Expr | int) -> Expr:
        return _arithmetic("add", self, other)

    def __radd__(self, other: int) -> Expr:
        return _arithmetic("add", other, self)

    def __sub__(self, other: Expr | int) -> Expr:
        if self.type.kind == "set" and isinstance(other, Expr):
            return cast("Expr", _ops().minus(self, other))
        return _arithmetic("sub", self, other)

    def __rsub__(self, other: int) -> Expr:
        return _arithmetic("sub", other, self)

    def __mul__(self, other: Expr | int) -> Expr:
        return _arithmetic("mul", self, other)

    def __rmul__(self, other: int) -> Expr:
        return _arithmetic("mul", other, self)

    def __neg__(self) -> Expr:
        return cast("Expr", _ops().neg(self))

    def __lt__(self, other: Expr | int) -> Expr:
        return _arithmetic("lt", self, other)

    def __le__(self, other: Expr | int) -> Expr:
        return _arithmetic("le", self, other)

    def __gt__(self, other: Expr | int) -> Expr:
        return _arithmetic("lt", other, self)

    def __ge__(self, other: Expr | int) -> Expr:
        return _arithmetic("le", other, self)

    def __and__(self, other: Expr) -> Expr:
        ops = _ops()
        return cast("Expr", (ops.intersect if self.type.kind == "set" else ops.both)(self, other))

    def __or__(self, other: Expr) -> Expr:
        ops = _ops()
        return cast("Expr", (ops.union if self.type.kind == "set" else ops.either)(self, other))

    def __invert__(self) -> Expr:
        return Op("complement", (self,), self.type) if self.type.kind == "set" else cast("Expr", _ops().negate(self))

    def equals(self, other: Expr | int) -> Expr:
        """The condition that two values are equal: integers, or sets of one universe."""
        if self.type.kind == "set":
            return cast("Expr", _ops().same(self, other))
        return _arithmetic("eq", self, other)

    def differs(self, other: Expr | int) -> Expr:
        """The condition that two values are not equal."""
        return ~self.equals(other)

    def has(self, site: Expr | int) -> Expr:
        """The condition that a site is in this set."""
        return cast("Expr", _ops().has(self, Const(site, INT) if isinstance(site, int) else site))


def _arithmetic(op: Operator, a: Expr | int, b: Expr | int) -> Expr:
    one = Const(a, INT) if isinstance(a, int) else a
    other = Const(b, INT) if isinstance(b, int) else b
    return cast("Expr", _ops().arithmetic(op, one, other))


# The roles of parts (see `declare.ROLES`): the type checker sees what stands behind them.
Number: TypeAlias = Expr
Binder: TypeAlias = "Local"
Condition: TypeAlias = Expr
Sites: TypeAlias = Expr
ElementName: TypeAlias = str
ListName: TypeAlias = str
FieldName: TypeAlias = str
FunctionName: TypeAlias = str
KindName: TypeAlias = str
Steps: TypeAlias = Table
Neighbours: TypeAlias = Table
Rays: TypeAlias = Table
Fans: TypeAlias = Table


@node
class Const(Expr):
    """An integer, boolean (0 or 1) or set (bit mask) known when the game is built."""

    value: int
    type: Type


@node
class Local(Expr):
    """A local variable or parameter; names are unique within a function."""

    name: str
    type: Type


@node
class Load(Expr):
    """The value of a field, or of the element at `indices`; for a list field the element at that position."""

    text = "{field}{indices:[|]}"
    typed = "field"

    field: ElementName
    indices: tuple[Expr, ...]
    type: Type


@node
class Length(Expr):
    """How many elements a list field holds (`field` of a list, `indices` where there are several lists)."""

    text = "length({field}{indices:[|]})"

    field: ListName
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
class Op(Expr):
    """A built-in operation on values."""

    op: Operator
    args: tuple[Expr, ...]
    type: Type


@node
class Lookup(Expr):
    """An element of a constant table. Indices must be in range: lowering guards those that may be -1."""

    text = "{table}[{indices}]"
    typed = "table"

    table: Table
    indices: tuple[Expr, ...]
    type: Type


@node
class Shift(Expr):
    """The image of a set under one step: `{steps[s] : s in set, steps[s] >= 0}`; `steps` maps no two sites to one."""

    text = "shift{type}({steps}, {set})"

    steps: Steps
    set: Sites
    type: Type


@node
class Spread(Expr):
    """The image of a set under a relation: the union of `neighbours[s]` (a table of sets) over its sites."""

    typed = "neighbours"

    neighbours: Neighbours
    set: Sites
    type: Type


@node
class Flood(Expr):
    """All sites of `within` that `seed`'s sites reach inside it; seeds outside `within` are left out."""

    typed = "within"

    seed: Sites
    within: Sites
    neighbours: Neighbours
    type: Type


@node
class Run(Expr):
    """How many sites at the start of the ray from `site` lie, one after the other, in `set`.

    `rays` has shape (sites, length): the sites of the ray in order, the origin left out, padded with -1.
    """

    rays: Rays
    site: Number
    set: Sites
    type: Type = INT


@node
class Row(Expr):
    """True if `length` neighbours in line, `site` among them, lie in `set`; `site` itself counts as lying there.

    `ahead` and `back` are the two ways along the line, as rays.
    """

    ahead: Rays
    back: Rays
    length: int
    site: Number
    set: Sites
    type: Type = BOOL


@node
class Caught(Expr):
    """The sites that the ray from `site` runs through, all in `through`, if it then meets one of `ends`; else none.

    `rays` as for `Run`. With none of `through` in between there is nothing to catch.
    """

    typed = "ends"

    rays: Rays
    site: Number
    through: Sites
    ends: Sites
    type: Type


@node
class Flank(Expr):
    """The sites from which a ray would catch something: one site of `through` at least, before one of `ends`."""

    typed = "ends"

    rays: Rays
    through: Sites
    ends: Sites
    type: Type


@node
class Reach(Expr):
    """The sites on the rays from `site` that lie, one after the other, in `through`; the first beyond if in `until`.

    `rays` has shape (ways, sites, length): several rays from each site, each as for `Run`.
    """

    typed = "through"

    rays: Fans
    site: Number
    through: Sites
    until: Sites
    type: Type


@node
class Filter(Expr):
    """The sites of a set for which `cond` holds; `var` is bound to each in turn."""

    text = "filter({var} in {set} : {cond})"
    typed = "set"

    var: Binder
    set: Sites
    cond: Condition
    type: Type


@node
class Exists(Expr):
    """True if `cond` holds for some site of a set."""

    text = "exists({var} in {set} : {cond})"

    var: Binder
    set: Sites
    cond: Condition
    type: Type = BOOL


@node
class Total(Expr):
    """The sum of `value` over the sites of a set."""

    text = "total({var} in {set} : {value})"

    var: Binder
    set: Sites
    value: Number
    type: Type = INT


@node
class Call(Expr):
    """The result of a function of the program; it must not change the state it is called on."""

    text = "call {function}({args})"
    typed = "function"

    function: FunctionName
    args: tuple[Expr, ...]
    type: Type


@node
class Digest(Expr):
    """A 62-bit number that states share if these fields are equal in them, and practically only then."""

    fields: tuple[FieldName, ...]
    type: Type = INT


@node
class Emitted(Expr):
    """How many moves the current list holds."""

    type: Type = INT


# ---------------------------------------------------------------------------------------------------------------
# Statements


class Stmt:
    """A statement."""

    __slots__ = ()
    text: ClassVar[str]


@node
class Let(Stmt):
    """Introduces a local variable."""

    text = "let {local} = {value}"

    local: Binder
    value: Expr


@node
class Assign(Stmt):
    """Gives a local variable that was introduced before a new value."""

    text = "{local} = {value}"

    local: Local
    value: Expr


@node
class Store(Stmt):
    """Writes a field or an element of it (of a list field: an element that exists)."""

    text = "{field}{indices:[|]} = {value}"

    field: ElementName
    indices: tuple[Expr, ...]
    value: Expr


@node
class Include(Stmt):
    """Adds one site to a set held in a field. The site is in the universe."""

    text = "include {field}{indices:[|]}, {site}"

    field: ElementName
    indices: tuple[Expr, ...]
    site: Number


@node
class Exclude(Stmt):
    """Takes one site out of a set held in a field (whether or not it was in). The site is in the universe."""

    text = "exclude {field}{indices:[|]}, {site}"

    field: ElementName
    indices: tuple[Expr, ...]
    site: Number


@node
class Append(Stmt):
    """Appends to a list field; a list at its capacity forgets its oldest element."""

    text = "append {field}{indices:[|]}, {value}"

    field: ListName
    indices: tuple[Expr, ...]
    value: Expr


@node
class Truncate(Stmt):
    """Cuts a list field to its first `length` elements."""

    text = "truncate {field}{indices:[|]}, {length}"

    field: ListName
    indices: tuple[Expr, ...]
    length: Number


@node
class If(Stmt):
    """Runs one of two blocks."""

    text = "if {cond}:"

    cond: Condition
    then: Block
    orelse: Block = ()


@node
class For(Stmt):
    """Runs a block for each site of a set, ascending. The set is evaluated once, before."""

    text = "for {var} in {set}:"

    var: Binder
    set: Sites
    body: Block


@node
class Range(Stmt):
    """Runs a block for `var` = start, start+1, ... below stop. Both are evaluated once, before."""

    text = "range {var} in {start} .. {stop}:"

    var: Binder
    start: Number
    stop: Number
    body: Block


@node
class While(Stmt):
    """Repeats a block while a condition holds."""

    text = "while {cond}:"

    cond: Condition
    body: Block


@node
class Break(Stmt):
    """Leaves the innermost For, Range or While."""

    text = "break"


@node
class Return(Stmt):
    """Leaves the function, with its result if it has one."""

    text = "return{value: |}"

    value: Expr | None = None


@node
class Do(Stmt):
    """Calls a function for its effect. If the function emits, its moves go to the current list."""

    text = "do {function}({args})"

    function: FunctionName
    args: tuple[Expr, ...]


@node
class Emit(Stmt):
    """Appends a move to the current list: its kind, its from and to, and the values its kind captures."""

    text = "emit {kind} {source} -> {target}{args: with |}"

    kind: KindName
    source: Expr
    target: Expr
    args: tuple[Expr, ...] = ()


@node
class Collect(Stmt):
    """Runs a block whose moves go to a list of its own, then plays them, one after the other, on the current state.

    This is how a consequent works: all of it is evaluated before any of it is applied.
    """

    text = "collect:"

    body: Block


@node
class Speculate(Stmt):
    """Runs a block on a copy of the state; the original is as before afterwards. Locals and emitted moves stay."""

    text = "speculate:"

    body: Block


@node
class Draw(Stmt):
    """A uniform random integer below `bound` (1 or less gives 0), taken from the state's stream of chance."""

    text = "draw {local} below {bound}"

    local: Binder
    bound: Number


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
    """Findings of analyses about this very function, so that they need not look again."""


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
