"""Walks and rewrites: parts put together again give the node, locals and effects are found."""

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir import scoping, survey, visit
from petteia.ir.effects import EffectAnalysis
from petteia.ir.parser import parse_program
from petteia.ir.printer import print_function, print_program
from sample_programs import CELL, PROGRAMS

TEXT = r"""program "p" players 2
universe Cell 4
field mover: int 1..2 = 1
field s: set[Cell]
field t: set[Cell]
field h: int list 5 0..9
kind go = play_go() "move" CC
fn play_go(from: int, to: int):
  include @t, to
fn start():
  collect:
    do makes()
fn makes() emits:
  if emitted() == 0:
    emit go @mover -> 1
fn guess(a: int) -> int:
  let c = 0
  speculate:
    do start()
    append @h, c
    draw d below a
    c = length(@h)
  return c
fn rolls(b: int):
  draw d below call guess(b) + b
fn odd(k: int) -> bool:
  return call even(k - 1)
fn even(k: int) -> bool:
  return (k == 0) or (k in @s) or call odd(k)
fn locals(a: int, u: set[Cell]):
  let c = a + 1
  for x in filter(y in u : y < c):
    if exists(z in u : z == x):
      a = x
"""


@pytest.mark.parametrize("name", PROGRAMS)
def test_taking_apart_and_putting_together_changes_nothing(name: str) -> None:
    program = PROGRAMS[name]()
    for node in survey.walk(program):
        if isinstance(node, n.Stmt):
            assert visit.with_parts(node, visit.expressions(node), visit.blocks(node)) == node
        else:
            assert visit.rebuild(node, visit.children(node)) == node
    for function in program.functions.values():
        assert visit.map_block(function.body, lambda e: visit.map_expr(e, lambda x: x), lambda s: (s,)) == function.body


def test_walk_meets_everything_once() -> None:
    found = [type(node).__name__ for node in survey.walk(parse_program(TEXT))]
    assert found.count("Let") == 2 and found.count("Emitted") == 1 and found.count("Draw") == 2
    assert found.count("Call") == 3 and found.count("Length") == 1


def test_rebuilding_folds() -> None:
    a, b = n.Local("a", n.INT), n.Local("b", n.BOOL)
    expr = n.Op("select", (n.Op("or", (b, n.Op("lt", (a, o.number(3)), n.BOOL)), n.BOOL), a, o.number(7)), n.INT)
    assert visit.substitute(expr, {"a": o.number(1)}) == o.number(1)
    assert visit.substitute(expr, {"b": o.FALSE, "a": o.number(4)}) == o.number(7)
    assert visit.substitute(expr, {"b": o.TRUE}) == a


def test_an_index_out_of_range_is_left_alone() -> None:
    lookup = n.Lookup(n.Table("t", n.INT, (2,), (5, 6)), (n.Local("a", n.INT),), n.INT)
    assert visit.substitute(lookup, {"a": o.number(1)}) == o.number(6)
    out = visit.substitute(lookup, {"a": o.NOWHERE})
    assert isinstance(out, n.Lookup) and out.indices == (o.NOWHERE,)


def test_long_chains_are_rewritten() -> None:
    chain: n.Expr = n.Load("s", (), CELL)
    for k in range(3000):
        chain = n.Op("union", (chain, n.Load("s", (o.number(k),), CELL)), CELL)
    assert sum(1 for _ in visit.walk_expr(chain)) == 9001
    renamed = visit.map_expr(chain, lambda e: n.Load("t", e.indices, CELL) if isinstance(e, n.Load) else e)
    assert {e.field for e in visit.walk_expr(renamed) if isinstance(e, n.Load)} == {"t"}


def test_free_locals() -> None:
    body = parse_program(TEXT).functions["locals"].body
    assert scoping.free_names(body) == {"a", "u"}
    loop = body[1]
    assert isinstance(loop, n.For)
    assert scoping.free_names(loop.body) == {"x", "u", "a"}
    assert visit.assigned_locals(body) == {"a"}


def test_renaming_reaches_every_local() -> None:
    program = parse_program(TEXT)
    function = program.functions["locals"]
    renamed = visit.rename_locals(function.body, lambda name: f"{name}_2")
    program.functions["locals"] = n.Function("locals", (), None, renamed)
    assert print_function(program, "locals").splitlines()[1:] == [
        "  let c_2 = a_2 + 1",
        "  for x_2 in filter(y_2 in u_2 : y_2 < c_2):",
        "    if exists(z_2 in u_2 : z_2 == x_2):",
        "      a_2 = x_2",
    ]


def test_leaving_loops_is_seen() -> None:
    program = parse_program(
        'program "p" players 1\nuniverse Cell 4\nfn f(u: set[Cell]):\n'
        "  for a in u:\n    break\n  for b in u:\n    for c in u:\n      break\n"
        "  for d in u:\n    for e in u:\n      return\n"
        "  for g in u:\n    speculate:\n      break\n"
    )
    loops = [s for s in program.functions["f"].body if isinstance(s, n.For)]
    assert [visit.leaves_loop(loop.body) for loop in loops] == [True, False, True, True]


def test_effects_go_through_calls_and_collected_moves() -> None:
    program = parse_program(TEXT)
    effects = EffectAnalysis(program)
    assert effects.of_function("start").writes == {"t"}
    assert effects.of_function("start").reads == {"mover"}
    assert effects.of_function("makes").kinds == {"go"} and effects.of_function("makes").counts
    assert effects.of_function("start").kinds == frozenset() and not effects.of_function("start").counts
    guess = effects.of_function("guess")
    assert guess.pure and guess.reads == {"mover", "h"}
    assert effects.of_function("rolls").draws
    assert effects.of_function("odd").reads == {"s"} == effects.of_function("even").reads


def test_programs_are_mapped_as_values() -> None:
    program = PROGRAMS["stepping"]()
    before = print_program(program)
    emptied = visit.map_functions(program, lambda f: n.Function(f.name, f.params, f.returns, ()))
    assert print_program(program) == before != print_program(emptied)
