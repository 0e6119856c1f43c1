"""Constructors of expressions that fold what is known: partial evaluation happens while a program is built."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import cast

from petteia.types import bits as bits

from .declare import folds, rebuilds
from .nodes import (
    BOOL,
    INT,
    Caught,
    Const,
    Exists,
    Expr,
    Filter,
    Flank,
    Flood,
    Load,
    Local,
    Lookup,
    Op,
    Operator,
    Reach,
    Return,
    Run,
    Shift,
    Spread,
    Table,
    Total,
    Type,
    set_of,
)
from .scoping import free_locals

TRUE = Const(1, BOOL)
FALSE = Const(0, BOOL)
NOWHERE = Const(-1, INT)


def number(value: int) -> Const:
    """An integer constant."""
    return Const(value, INT)


def truth(value: bool) -> Const:
    """A boolean constant."""
    return TRUE if value else FALSE


def sites(universe: str, members: Iterable[int] | int) -> Const:
    """A constant set, from its members or from its bit mask."""
    if isinstance(members, range) and members.step == 1:
        members = (1 << len(members)) - 1 << members.start
    return Const(members if isinstance(members, int) else mask_of(members), set_of(universe))


def mask_of(sites: Iterable[int]) -> int:
    """Sites as a bit mask.

    >>> mask_of([0, 3])
    9
    """
    mask = 0
    for site in sites:
        mask |= 1 << site
    return mask


def is_small(members: Expr) -> bool:
    """True if a set is sure to hold few sites: a line of a table, rays, a single site, or a part of one of these."""
    match members:
        case Lookup() | Reach() | Op("single"):
            return True
        case Op("intersect", (a, b)):
            return is_small(a) or is_small(b)
        case Op("minus", (a, _)):
            return is_small(a)
    return False


@lru_cache(maxsize=256)
def is_symmetric(neighbours: Table) -> bool:
    """True if each site is a neighbour of its neighbours."""
    values = neighbours.values
    return all(values[other] >> site & 1 for site, mask in enumerate(values) for other in bits(mask))


def _c_div(a: int, b: int) -> int:
    return 0 if b == 0 else (abs(a) // abs(b)) * (1 if (a >= 0) == (b >= 0) else -1)


def _ones(word: int) -> int:
    """How many of the lowest bits are set, one after the other."""
    return (~word & word + 1).bit_length() - 1


INT_FUNCTIONS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": _c_div,
    "mod": lambda a, b: 0 if b == 0 else a - b * _c_div(a, b),
    "min": min,
    "max": max,
    "bit_and": lambda a, b: a & b,
    "bit_or": lambda a, b: a | b,
    "bit_xor": lambda a, b: a ^ b,
    "shift_left": lambda a, b: a << b,
    "shift_right": lambda a, b: a >> b,
    "ones_above": lambda word, place: _ones(word >> place + 1),
    "ones_below": lambda word, place: _ones(int(f"{word & (1 << place) - 1:0{place}b}"[::-1], 2) if place else 0),
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
}
_NEUTRAL_RIGHT = {"add": 0, "sub": 0, "mul": 1, "div": 1, "shift_left": 0, "shift_right": 0}
_COMPARISONS = ("eq", "ne", "lt", "le")


def arithmetic(op: Operator, a: Expr, b: Expr) -> Expr:
    """An operation on two integers, folded where both (or the deciding one) are known."""
    result = BOOL if op in _COMPARISONS else INT
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(INT_FUNCTIONS[op](a.value, b.value), result)
    if isinstance(b, Const) and _NEUTRAL_RIGHT.get(op) == b.value:
        return a
    if isinstance(a, Const) and op in ("add", "mul") and a.value == (0 if op == "add" else 1):
        return b
    if op == "mul" and (_is_constant(a, 0) or _is_constant(b, 0)):
        return number(0)
    if a == b and op in ("eq", "le"):
        return TRUE
    if a == b and op in ("ne", "lt"):
        return FALSE
    if op in _COMPARISONS and (asked := _ask_for_any(op, a, b)) is not None:
        return asked
    if op in ("eq", "ne") and isinstance(b, Const) and isinstance(a, Op) and a.op == "select":
        cond, one, two = a.args
        if isinstance(one, Const) or isinstance(two, Const):  # one side is decided
            return select(cond, arithmetic(op, one, b), arithmetic(op, two, b))
    return Op(op, (a, b), result)


def _ask_for_any(op: Operator, a: Expr, b: Expr) -> Expr | None:
    """True if a set is empty or not, where its size is compared with 0 or 1."""
    if not any(isinstance(x, Op) and x.op == "size" for x in (a, b)):
        return None
    match op, a, b:
        case ("lt", Const(0), Op("size", (members,))) | ("le", Const(1), Op("size", (members,))):
            return negate(is_empty(members))
        case ("lt", Op("size", (members,)), Const(1)) | ("le", Op("size", (members,)), Const(0)):
            return is_empty(members)
        case ("eq", Op("size", (members,)), Const(0)) | ("eq", Const(0), Op("size", (members,))):
            return is_empty(members)
        case ("ne", Op("size", (members,)), Const(0)) | ("ne", Const(0), Op("size", (members,))):
            return negate(is_empty(members))
    return None


def add(a: Expr, b: Expr) -> Expr:
    """`a + b`."""
    return arithmetic("add", a, b)


def sub(a: Expr, b: Expr) -> Expr:
    """`a - b`."""
    return arithmetic("sub", a, b)


def mul(a: Expr, b: Expr) -> Expr:
    """`a * b`."""
    return arithmetic("mul", a, b)


def eq(a: Expr, b: Expr) -> Expr:
    """`a == b` for integers."""
    return arithmetic("eq", a, b)


def ne(a: Expr, b: Expr) -> Expr:
    """`a != b` for integers."""
    return arithmetic("ne", a, b)


def lt(a: Expr, b: Expr) -> Expr:
    """`a < b`."""
    return arithmetic("lt", a, b)


def le(a: Expr, b: Expr) -> Expr:
    """`a <= b`."""
    return arithmetic("le", a, b)


def ge(a: Expr, b: Expr) -> Expr:
    """`a >= b`."""
    return arithmetic("le", b, a)


def gt(a: Expr, b: Expr) -> Expr:
    """`a > b`."""
    return arithmetic("lt", b, a)


def neg(a: Expr) -> Expr:
    """`-a`."""
    return number(-a.value) if isinstance(a, Const) else Op("neg", (a,), INT)


def absolute(a: Expr) -> Expr:
    """`|a|`."""
    return number(abs(a.value)) if isinstance(a, Const) else Op("abs", (a,), INT)


def to_int(a: Expr) -> Expr:
    """1 for true, 0 for false."""
    return number(a.value) if isinstance(a, Const) else Op("to_int", (a,), INT)


def both(*conditions: Expr) -> Expr:
    """All conditions hold; tested in order, up to the first that fails."""
    left: list[Expr] = []
    for condition in conditions:
        if isinstance(condition, Const):
            if not condition.value:
                left.append(FALSE)
                break
            continue
        left.append(condition)
    if FALSE in left and left[0] is FALSE:
        return FALSE
    if not left:
        return TRUE
    if left[-1] is FALSE:  # conditions are pure: nothing before can matter
        return FALSE
    result = left[0]
    for condition in left[1:]:
        result = Op("and", (result, condition), BOOL)
    return result


def either(*conditions: Expr) -> Expr:
    """Some condition holds; tested in order, up to the first that does."""
    return negate(both(*(negate(condition) for condition in conditions)))


def negate(a: Expr) -> Expr:
    """The opposite of a condition."""
    if isinstance(a, Const):
        return truth(not a.value)
    if isinstance(a, Op):
        if a.op == "not":
            return a.args[0]
        if a.op == "eq":
            return Op("ne", a.args, BOOL)
        if a.op == "ne":
            return Op("eq", a.args, BOOL)
        if a.op == "lt":
            return Op("le", (a.args[1], a.args[0]), BOOL)
        if a.op == "le":
            return Op("lt", (a.args[1], a.args[0]), BOOL)
        if a.op == "and":
            return Op("or", (negate(a.args[0]), negate(a.args[1])), BOOL)
        if a.op == "or":
            return Op("and", (negate(a.args[0]), negate(a.args[1])), BOOL)
    return Op("not", (a,), BOOL)


def select(cond: Expr, a: Expr, b: Expr) -> Expr:
    """`a` if the condition holds, else `b`."""
    if isinstance(cond, Const):
        return a if cond.value else b
    if a == b:
        return a
    if a.type == BOOL:
        return either(both(cond, a), both(negate(cond), b))
    return Op("select", (cond, a, b), a.type)


# ---------------------------------------------------------------------------------------------------------------
# Sets


def universe_of(a: Expr) -> str:
    """The universe of a set expression."""
    return a.type.universe


def empty_set(universe: str) -> Const:
    """The set without sites."""
    return Const(0, set_of(universe))


def _is_constant(a: Expr, value: int) -> bool:
    return isinstance(a, Const) and a.value == value


def union(*sets: Expr) -> Expr:
    """The union of sets of one universe (at least one)."""
    return _combine("union", lambda a, b: a | b, sets)


def intersect(*sets: Expr) -> Expr:
    """The sites that all sets (at least one) have."""
    return _combine("intersect", lambda a, b: a & b, sets)


def _combine(op: Operator, fold: Callable[[int, int], int], sets: tuple[Expr, ...]) -> Expr:
    result = sets[0]
    for other in sets[1:]:
        if isinstance(result, Const) and isinstance(other, Const):
            result = Const(fold(result.value, other.value), result.type)
        elif _is_constant(result, 0) or _is_constant(other, 0):
            zero, rest = (result, other) if _is_constant(result, 0) else (other, result)
            result = rest if op == "union" else zero
        elif result != other:
            result = Op(op, (result, other), result.type)
    return result


def minus(a: Expr, b: Expr) -> Expr:
    """The sites of `a` that are not in `b`."""
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(a.value & ~b.value, a.type)
    if _is_constant(b, 0) or _is_constant(a, 0):
        return a
    if a == b:
        return Const(0, a.type)
    return Op("minus", (a, b), a.type)


def same(a: Expr, b: Expr) -> Expr:
    """True if two sets have the same sites."""
    if isinstance(a, Const) and isinstance(b, Const):
        return truth(a.value == b.value)
    if _is_constant(b, 0):
        return is_empty(a)
    return TRUE if a == b else Op("same", (a, b), BOOL)


def has(a: Expr, site: Expr) -> Expr:
    """True if a site is in a set; -1 is in none."""
    if _is_constant(a, 0):
        return FALSE
    if isinstance(site, Const):
        if site.value < 0:
            return FALSE
        if isinstance(a, Const):
            return truth(bool(a.value >> site.value & 1))
    if isinstance(a, Op) and a.op == "single" and isinstance(site, Const):
        return eq(a.args[0], site)
    return Op("has", (a, site), BOOL)


def is_empty(a: Expr) -> Expr:
    """True if a set has no site."""
    return truth(a.value == 0) if isinstance(a, Const) else Op("is_empty", (a,), BOOL)


def size(a: Expr) -> Expr:
    """The number of sites in a set."""
    return number(a.value.bit_count()) if isinstance(a, Const) else Op("size", (a,), INT)


def first(a: Expr) -> Expr:
    """The lowest site of a set, -1 if there is none."""
    if isinstance(a, Const):
        return number((a.value & -a.value).bit_length() - 1)
    return a.args[0] if isinstance(a, Op) and a.op == "single" else Op("first", (a,), INT)


def single(universe: str, site: Expr) -> Expr:
    """The set of one site; empty for -1."""
    if isinstance(site, Const):
        return Const(1 << site.value if site.value >= 0 else 0, set_of(universe))
    return Op("single", (site,), set_of(universe))


def shift(steps: Table, a: Expr, universe: str | None = None) -> Expr:
    """The sites that one step leads to from the sites of a set."""
    result = set_of(universe or universe_of(a))
    if isinstance(a, Const):
        return sites(result.universe, [steps.values[s] for s in bits(a.value) if steps.values[s] >= 0])
    return Shift(steps, a, result)


@folds(Spread)
def spread(neighbours: Table, a: Expr) -> Expr:
    """All neighbours of the sites of a set."""
    if isinstance(a, Const):
        mask = 0
        for site in bits(a.value):
            mask |= neighbours.values[site]
        return Const(mask, neighbours.type)
    if isinstance(a, Op) and a.op == "single":
        return lookup_guarded(neighbours, a.args[0], Const(0, neighbours.type))
    return Spread(neighbours, a, neighbours.type)


@folds(Flood)
def flood(seed: Expr, within: Expr, neighbours: Table) -> Expr:
    """The sites of `within` connected to `seed` inside it."""
    if _is_constant(seed, 0) or _is_constant(within, 0):
        return Const(0, within.type)
    if isinstance(seed, Const) and isinstance(within, Const):
        reached = fresh = seed.value & within.value
        while fresh:
            near = spread(neighbours, Const(fresh, within.type))
            assert isinstance(near, Const)
            fresh = near.value & within.value & ~reached
            reached |= fresh
        return Const(reached, within.type)
    return Flood(seed, within, neighbours, within.type)


@folds(Run)
def run(rays: Table, site: Expr, members: Expr) -> Expr:
    """How many sites of the ray from `site` lie in `members` before the first that does not."""
    return number(0) if _is_constant(members, 0) else Run(rays, site, members)


@folds(Caught)
def caught(rays: Table, site: Expr, through: Expr, ends: Expr) -> Expr:
    """The row of `through` between a site and one of `ends`."""
    nothing = _is_constant(through, 0) or _is_constant(ends, 0)
    return Const(0, ends.type) if nothing else Caught(rays, site, through, ends, ends.type)


@folds(Flank)
def flank(rays: Table, through: Expr, ends: Expr) -> Expr:
    """The sites from which a ray runs through a row of `through` to one of `ends`."""
    nothing = _is_constant(through, 0) or _is_constant(ends, 0)
    return Const(0, ends.type) if nothing else Flank(rays, through, ends, ends.type)


@folds(Reach)
def reach(rays: Table, site: Expr, through: Expr, until: Expr) -> Expr:
    """The sites along rays within `through`, and the first beyond them if in `until`."""
    nothing = _is_constant(through, 0) and _is_constant(until, 0)
    return Const(0, through.type) if nothing else Reach(rays, site, through, until, through.type)


# ---------------------------------------------------------------------------------------------------------------
# Tables and loops over sets


def lookup(table: Table, *indices: Expr) -> Expr:
    """An element of a table; the indices must be in range, unless what is read there is never used."""
    if all(isinstance(index, Const) for index in indices):
        flat = 0
        for index, dim in zip(indices, table.shape, strict=True):
            assert isinstance(index, Const)
            if not 0 <= index.value < dim:
                return Const(table.low, table.type)
            flat = flat * dim + index.value
        return Const(table.values[flat], table.type)
    if table.low == table.high:
        return Const(table.low, table.type)
    return Lookup(table, indices, table.type)


def lookup_guarded(table: Table, index: Expr, otherwise: Expr) -> Expr:
    """An element of a table with one index, `otherwise` where the index is out of range."""
    if isinstance(index, Const):
        return lookup(table, index) if 0 <= index.value < table.shape[0] else otherwise
    inside = both(le(number(0), index), lt(index, number(table.shape[0])))
    return select(inside, lookup(table, index), otherwise)


def _narrow(var: Local, a: Expr, cond: Expr) -> tuple[Expr, Expr]:
    """The part of a set that a condition on its sites leaves by algebra of sets, and what is left to test there."""
    if isinstance(cond, Const):
        return (a if cond.value else Const(0, a.type)), TRUE
    if isinstance(cond, Op) and cond.op == "has" and _asks(cond, var):
        return intersect(a, cond.args[0]), TRUE
    if isinstance(cond, Op) and cond.op == "not":
        inner = cond.args[0]
        if isinstance(inner, Op) and inner.op == "has" and _asks(inner, var):
            return minus(a, inner.args[0]), TRUE
    if isinstance(cond, Op) and cond.op == "and":
        narrowed, first_rest = _narrow(var, a, cond.args[0])
        if first_rest != TRUE and not _has_value(cond.args[1]):
            return narrowed, both(first_rest, cond.args[1])
        narrowed, second_rest = _narrow(var, narrowed, cond.args[1])
        return narrowed, both(first_rest, second_rest)
    if isinstance(cond, Op) and cond.op == "or":
        left, left_rest = _narrow(var, a, cond.args[0])
        right, right_rest = _narrow(var, a, cond.args[1])
        if left_rest == TRUE and right_rest == TRUE:
            return union(left, right), TRUE
    return a, cond


def _has_value(a: Expr) -> bool:
    """True if an expression has a value also where a condition in front of it fails, which may guard its indices."""
    match a:
        case Const() | Local():
            return True
        case Load(_, indices):
            return all(isinstance(index, Const) for index in indices)
        case Op(_, args):
            return all(map(_has_value, args))
        case Shift(_, members) | Spread(_, members):
            return _has_value(members)
        case _:
            return False


def _asks(membership: Op, var: Local) -> bool:
    """True if a membership test is about `var`, in a set that does not depend on it."""
    return membership.args[1] == var and var not in free_locals((Return(membership.args[0]),))


@folds(Filter)
def filter_set(var: Local, a: Expr, cond: Expr) -> Expr:
    """The sites of a set that satisfy a condition."""
    a, cond = _narrow(var, a, cond)
    return a if cond == TRUE or _is_constant(a, 0) else Filter(var, a, cond, a.type)


@folds(Exists)
def exists(var: Local, a: Expr, cond: Expr) -> Expr:
    """True if some site of a set satisfies a condition."""
    a, cond = _narrow(var, a, cond)
    if cond == TRUE:
        return negate(is_empty(a))
    return FALSE if _is_constant(a, 0) else Exists(var, a, cond)


@folds(Total)
def total(var: Local, a: Expr, value: Expr) -> Expr:
    """The sum of a value over the sites of a set."""
    if isinstance(value, Const):
        return mul(number(value.value), size(a))
    return number(0) if _is_constant(a, 0) else Total(var, a, value)


def type_of(a: Expr) -> Type:
    """The type of an expression."""
    return a.type


# ---------------------------------------------------------------------------------------------------------------
# The same, for expressions over other parts

_FOLDING: dict[str, Callable[..., Expr]] = {
    **{op: partial(arithmetic, cast(Operator, op)) for op in INT_FUNCTIONS},
    "neg": neg, "abs": absolute, "to_int": to_int, "not": negate, "union": union, "intersect": intersect,
    "minus": minus, "same": same, "has": has, "is_empty": is_empty, "size": size, "first": first,
}  # fmt: skip


@rebuilds(Op)
def _operation(x: Op, args: Sequence[Expr]) -> Expr:
    if x.op in _FOLDING:
        return _FOLDING[x.op](*args)
    if x.op in ("and", "or"):
        deciding = 0 if x.op == "and" else 1
        for one, other in (args, args[::-1]):
            if isinstance(one, Const):
                return one if one.value == deciding else other
        return args[0] if args[0] == args[1] else Op(x.op, tuple(args), x.type)
    if x.op == "select" and isinstance(args[0], Const):
        return args[1] if args[0].value else args[2]
    if x.op == "select" and args[1] == args[2]:
        return args[1]
    return Op(x.op, tuple(args), x.type)


@rebuilds(Lookup)
def _lookup(x: Lookup, indices: Sequence[Expr]) -> Expr:
    # An index out of range stands in code that is never reached; the table has nothing to say there.
    pairs = zip(indices, x.table.shape, strict=True)
    inside = all(not isinstance(index, Const) or 0 <= index.value < length for index, length in pairs)
    return lookup(x.table, *indices) if inside else Lookup(x.table, tuple(indices), x.type)


@rebuilds(Shift)
def _shift(x: Shift, parts: Sequence[Expr]) -> Expr:
    return shift(x.steps, parts[0], x.type.universe)
