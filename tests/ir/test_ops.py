"""The folding constructors: what they fold keeps its value, and guards stay in front of what they guard."""

import random

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.interpreter import Interpreter
from petteia.ir.printer import print_expression
from petteia.ir.visit import map_expr
from random_programs import CELL, ProgramMaker

NEAR = n.Table("near", CELL, (9,), tuple(1 << k for k in range(9)))


def test_a_guard_stays_in_front_of_a_table() -> None:
    site, other = n.Local("site", n.INT), n.Local("other", n.INT)
    guarded = o.both(o.le(o.number(0), other), o.has(o.lookup(NEAR, other), site))
    kept = o.filter_set(site, n.Load("s", (), CELL), guarded)
    assert print_expression(kept) == "filter(site in @s : (0 <= other) and (site in $near[other]))"


def test_memberships_become_operations_on_sets() -> None:
    site, s, t = n.Local("site", n.INT), n.Load("s", (), CELL), n.Load("t", (), CELL)
    inside, small = o.has(t, site), o.lt(site, o.number(3))
    assert print_expression(o.filter_set(site, s, o.both(small, inside))) == "filter(site in @s & @t : site < 3)"
    assert print_expression(o.exists(site, s, o.negate(inside))) == "not is_empty(@s \\ @t)"


@pytest.mark.parametrize("seed", range(40))
def test_folding_keeps_values(seed: int) -> None:
    """Expressions over known fields, folded and not, come to the same."""
    maker, rng = ProgramMaker(seed), random.Random(seed)
    b = maker.b
    expressions: list[n.Expr] = [make([], 4) for make in (maker.number, maker.truth, maker.set) for _ in range(5)]
    state = {
        "pieces": [rng.randrange(512) for _ in range(3)],
        "hidden": rng.randrange(512),
        "number": rng.randrange(-3, 9),
        "mover": rng.randrange(1, 3),
    }

    def known(x: n.Expr) -> n.Expr:
        match x:
            case n.Load("pieces", (n.Const(k),)):
                return n.Const(state["pieces"][k], CELL)  # type: ignore[index]
            case n.Load("hidden" | "number" | "mover" as name):
                return n.Const(state[name], x.type)  # type: ignore[arg-type]
            case _:
                return x

    with b.function("start"):
        pass
    for k, x in enumerate(expressions):
        for name, value in ((f"plain_{k}", x), (f"folded_{k}", map_expr(x, known))):
            with b.function(name, returns=x.type):
                b.return_(value)
    interpreter = Interpreter(b.program)
    start = interpreter.start()
    start.fields.update(state)
    for k in range(len(expressions)):
        assert interpreter.call(f"plain_{k}", start) == interpreter.call(f"folded_{k}", start)
