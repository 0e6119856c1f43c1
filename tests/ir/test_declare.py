"""Nodes from their declarations: one that is new needs no other place, and operators make expressions that fold."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from petteia.ir import declare, interpreter
from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.interpreter import Interpreter, means
from petteia.ir.parser import parse_program
from petteia.ir.printer import print_program
from petteia.ir.scoping import canonical, free_names
from petteia.ir.verifier import IrError, verify
from petteia.ir.visit import children, map_expr, rebuild, walk_expr

TEXT = """program "p" players 2
universe Cell 4

field mover: int 1..2 = 1
field over: bool
field ranks: int[3] 0..4
field s: set[Cell] = {0 1 3}
field found: int 0..9

table ring: int[4] = 1 2 3 0


fn start():
  let from = 2
  @found = hops($ring, from, @s, 9)

fn moves() emits:
  return
"""


@pytest.fixture
def hops() -> Iterator[type[n.Expr]]:
    """A node of its own: how many steps lead from a site to one outside a set, at most so many."""
    tables = (declare.DECLARED, declare.CHILDREN, declare.REBUILD, declare.MEANING, interpreter._HELPERS)
    before = [dict(table) for table in tables]

    @declare.node
    class Hops(n.Expr):
        """How many steps it takes from `site` until one leads out of `set`; `most` if none of so many does."""

        steps: n.Steps
        site: n.Number
        set: n.Sites
        most: int
        type: n.Type = n.INT

    @means(Hops)
    def count(steps: interpreter._Elements, site: int, members: int, most: int) -> int:
        for k in range(most):
            site = steps[site]
            if not members >> site & 1:
                return k
        return most

    yield Hops
    for table, contents in zip(tables, before, strict=True):
        table.clear()
        table.update(contents)  # type: ignore[arg-type]


def test_a_new_node_is_read_printed_verified_and_run(hops: type[n.Expr]) -> None:
    program = parse_program(TEXT)
    verify(program)
    assert print_program(program) == TEXT
    assert Interpreter(program).start().fields["found"] == 3


def test_a_new_node_is_walked_and_rewritten(hops: type[n.Expr]) -> None:
    store = parse_program(TEXT).functions["start"].body[1]
    assert isinstance(store, n.Store)
    x = store.value
    assert children(x) == (n.Local("from", n.INT), n.Load("s", (), n.set_of("Cell")))
    assert rebuild(x, children(x)) == x and hash(rebuild(x, children(x))) == hash(x)
    moved = map_expr(x, lambda e: o.number(1) if isinstance(e, n.Local) else e)
    assert children(moved)[0] == o.number(1) and type(moved) is hops
    assert [type(part) for part in walk_expr(x)] == [hops, n.Local, n.Load]
    assert free_names((store,)) == {"from"}
    numbers: list[int] = []
    assert canonical((), (store,), numbers) != canonical((), (n.Store("found", (), moved),), numbers)


def test_a_new_node_is_refused_where_its_parts_are_wrong(hops: type[n.Expr]) -> None:
    for wrong, cause in (
        (TEXT.replace("from, @s", "true, @s"), "int is needed"),
        (TEXT.replace("@s, 9", "@over, 9"), "a set is needed"),
        (TEXT.replace("int[4] = 1 2 3 0", "int[3] = 1 2 0"), "not a table over Cell"),
        (TEXT.replace("= 1 2 3 0", "= 1 1 3 0"), "leads to one site twice"),
    ):
        with pytest.raises(IrError, match=cause):
            verify(parse_program(wrong))


A, B = n.Local("a", n.INT), n.Local("b", n.INT)
S, T = n.Local("s", n.set_of("Cell")), n.Local("t", n.set_of("Cell"))


@pytest.mark.parametrize(
    ("made", "meant"),
    [
        (A + B, o.add(A, B)), (A + 1, o.add(A, o.number(1))), (1 + A, o.add(o.number(1), A)), (A + 0, A),
        (A - B, o.sub(A, B)), (1 - A, o.sub(o.number(1), A)), (A * 1, A), (-A, o.neg(A)),
        (2 * A, o.mul(o.number(2), A)),
        (A < B, o.lt(A, B)), (A <= 3, o.le(A, o.number(3))), (A > B, o.lt(B, A)), (A >= 0, o.le(o.number(0), A)),
        (o.number(2) < o.number(3), o.TRUE), (A.equals(B), o.eq(A, B)), (A.differs(2), o.ne(A, o.number(2))),
        ((A < B) & (B < 4), o.both(o.lt(A, B), o.lt(B, o.number(4)))), (~(A < B), o.le(B, A)),
        ((A < B) | (B < 4), o.either(o.lt(A, B), o.lt(B, o.number(4)))),
        (S & T, o.intersect(S, T)), (S | T, o.union(S, T)), (S - T, o.minus(S, T)), (S - S, o.empty_set("Cell")),
        (~S, n.Op("complement", (S,), S.type)), (S.equals(T), o.same(S, T)), (S.has(3), o.has(S, o.number(3))),
    ],
)  # fmt: skip
def test_operators_make_the_same_as_constructors(made: n.Expr, meant: n.Expr) -> None:
    assert made == meant


def test_equality_compares_nodes_and_nodes_serve_as_keys() -> None:
    assert (A == n.Local("a", n.INT)) is True and {A + 1: "found"}[A + 1] == "found"
