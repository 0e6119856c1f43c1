"""Columns say of each number what an expression is worth there, as putting the number in does."""

import random

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.visit import map_expr, substitute
from petteia.passes.analyses.columns import Columns

_SITE = n.Local("site", n.INT)
_SIZE = 9
_SET = n.set_of("Sites")
_NEXT = n.Table("next", n.INT, (_SIZE,), (1, 2, 3, 4, 5, 6, 7, 8, -1))
_AROUND = n.Table("around", _SET, (_SIZE,), tuple(1 << (k + 2) % _SIZE | 1 for k in range(_SIZE)))
_GRID = n.Table("grid", n.INT, (_SIZE, 3), tuple(k * 7 % 13 - 2 for k in range(3 * _SIZE)))


def _number(rng: random.Random, depth: int) -> n.Expr:
    if not depth:
        return _SITE if rng.random() < 0.5 else o.number(rng.randrange(-2, _SIZE))
    inner = _number(rng, depth - 1)
    match rng.randrange(4):
        case 0:
            return n.Lookup(_NEXT, (inner,), n.INT)
        case 1:
            return n.Lookup(_GRID, (inner, _number(rng, 0)), n.INT)
        case 2:
            return o.size(o.filter_set(n.Local("other", n.INT), _set(inner), o.lt(n.Local("other", n.INT), _SITE)))
        case _:
            return o.arithmetic(rng.choice(["add", "sub", "mul", "mod"]), inner, _number(rng, depth - 1))


def _set(site: n.Expr) -> n.Expr:
    return n.Lookup(_AROUND, (site,), _SET)


def _condition(rng: random.Random) -> n.Expr:
    a, b = (rng.choice([o.lt, o.eq, o.le])(_number(rng, 2), _number(rng, 2)) for _ in range(2))
    return rng.choice([o.both, o.either])(a, b, o.has(_set(_number(rng, 1)), _number(rng, 1)))


def _value(x: n.Expr) -> int | None:
    return x.value if isinstance(x, n.Const) else None


@pytest.mark.parametrize("seed", range(60))
def test_a_column_is_what_putting_the_numbers_in_gives(seed: int) -> None:
    columns, rng = Columns(_SIZE), random.Random(seed)
    for x in (_condition(rng), _number(rng, 3), _set(_number(rng, 2))):
        for site, found in enumerate(columns.of(x, "site")):
            put_in = substitute(x, {"site": o.number(site)})
            least, most = _value(put_in), _value(map_expr(put_in, lambda e: e, refold=True))
            assert found == most or (found is None and least is None)


def test_there_is_nothing_beyond_the_end_of_a_table() -> None:
    twice = n.Lookup(_NEXT, (n.Lookup(_NEXT, (_SITE,), n.INT),), n.INT)
    assert list(Columns(_SIZE).of(twice, "site")) == [2, 3, 4, 5, 6, 7, 8, -1, None]
