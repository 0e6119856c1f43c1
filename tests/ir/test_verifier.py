"""The verifier: accepts whole games and refuses each kind of mistake, naming the place."""

from dataclasses import replace

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.parser import parse_program
from petteia.ir.verifier import IrError, verify
from sample_programs import PROGRAMS

HEAD = r"""program "p" players 2
universe Cell 4
universe Edge 2
field mover: int 1..2 = 1
field over: bool
field ranks: int[3] 0..4
field s: set[Cell]
field e: set[Edge]
field h: int list 5 0..9
table line: int[4] = 1 2 3 -1
table merge: int[4] = 1 1 -1 -1
table out: int[4] = 1 2 3 4
table near: set[Cell][4] = {1} {0 2} {1 3} {2}
table short: set[Cell][3] = {1} {0 2} {1 3}
table rays: int[4, 2] = 1 2 2 3 3 -1 -1 -1
kind go = play_go(a) "move" CC
fn start():
fn play_go(from: int, to: int, a: int):
fn moves() emits:
fn change() -> int:
  include @s, 1
  return 1
fn indirect() -> int:
  return call change()
fn rolls() -> int:
  draw d below 6
  return d
fn guess() -> int:
  let c = 0
  speculate:
    include @s, 1
    draw d below 6
    c = size(@s)
  return c
fn sum(a: int, b: int) -> int:
  return a + b
fn makes() emits:
  emit go 0 -> 1 with 2
"""


def with_function(body: str, header: str = "fn f(a: int, u: set[Cell])") -> n.Program:
    indented = "".join(f"  {line}\n" for line in body.splitlines())
    return parse_program(f"{HEAD.replace('  return call change()', '  return 1')}{header}:\n{indented}")


@pytest.mark.parametrize("name", PROGRAMS)
def test_whole_games_are_well_formed(name: str) -> None:
    verify(PROGRAMS[name]())


@pytest.mark.parametrize(
    "body",
    [
        "let c = call guess() + call sum(1, a)",
        "collect:\n  emit go a -> 1 with emitted()\n  do makes()",
        "for x in u:\n  for y in u:\n    break\n  break",
        "collect:\n  while true:\n    break",
        "if a == 1:\n  let c = 1\nelse:\n  let c = 2",
        "while true:\n  speculate:\n    break",
        "speculate:\n  return",
        "append @h, 1\ntruncate @h, length(@h) - 1\n@h[0] = 2",
        "let c = size(shift($line, u)) + run($rays, a, u)",
        "@s = flood(u, ~u, $near) \\ spread($near, u)",
        "let c = filter(x in u : exists(y in u : x < y))\nlet d = filter(x in u : x < a)",
    ],
)
def test_right_statements_pass(body: str) -> None:
    verify(with_function(body))


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("let c = 1 + true", "`true` is bool, and int is needed"),
        ("if a:", "`a` is int, and bool is needed"),
        ("let c = u | @e", "`@e` is set[Edge], and set[Cell] is needed"),
        ("let c = size(a)", "`size(a)`: a set is needed first"),
        ("let c = Cell{4}", "16 is no set[Cell]"),
        ("let c = None{}", "no universe None"),
        ("let a = 1", "already a local a"),
        ("for a in u:", "already a local a"),
        ("let c = filter(a in u : true)", "already a local a"),
        ("if a == 1:\n  let c = 1\na = c", "there is no local c"),
        ("let c = exists(y in u : y == 1)\na = y", "there is no local y"),
        ("for x in u:\n  x = 2", "x belongs to its loop"),
        ("a = true", "`true` is bool, and int is needed"),
        ("break", "no loop to leave"),
        ("for x in u:\n  collect:\n    break", "no loop to leave"),
        ("collect:\n  return", "collection cannot be left"),
        ("return 1", "the result is None"),
        ("emit go 1 -> 1 with 1", "no list of moves"),
        ("let c = emitted()", "no list of moves"),
        ("do makes()", "makes emits"),
        ("collect:\n  emit go 1 -> 1", "go captures 1 values"),
        ("collect:\n  emit come 1 -> 1", "no kind come"),
        ("collect:\n  emit go 1 -> 1 with true", "int is needed"),
        ("let c = call change()", "change changes the state"),
        ("let c = call rolls()", "rolls changes the state, emits or draws"),
        ("let c = call sum(1)", "sum takes 2 values"),
        ("do nothing()", "no function nothing"),
        ("@s[1] = u", "s has 0 indices here"),
        ("@ranks = 1", "ranks has 1 indices here"),
        ("@mover = true", "int is needed"),
        ("include @mover, 1", "mover holds no sets"),
        ("append @mover, 1", "mover is not a list"),
        ("append @h, true", "int is needed"),
        ("let c = length(@s)", "s is not a list"),
        ("let c = $line[1, 2]", "line has 1 indices"),
        ("let c = shift($merge, u)", "merge leads to one site twice"),
        ("let c = shift($out, u)", "out leads out of Cell"),
        ("let c = shift($near, u)", "near does not lead to sites"),
        ("let c = shift($line, @e)", "line is not a table over Edge"),
        ("let c = spread($short, u)", "short is not a table over Cell"),
        ("let c = flood(@e, u, $near)", "`@e` is set[Edge]"),
        ("let c = run($line, a, u)", "line is not a table of rays"),
        ("let c = bit_and(1)", "bit_and takes 2 operands"),
    ],
)
def test_wrong_statements_are_named(body: str, cause: str) -> None:
    with pytest.raises(IrError) as caught:
        verify(with_function(body))
    assert cause in str(caught.value)
    assert str(caught.value).startswith("function f, at `")


def test_calls_are_followed() -> None:
    with pytest.raises(IrError, match="function indirect, at `return call change\\(\\)`"):
        verify(parse_program(HEAD))


@pytest.mark.parametrize(
    ("header", "body", "cause"),
    [
        ("fn f() -> int", "if @over:\n  return 1", "may end without a result"),
        ("fn f() -> int", "return", "the result is int"),
        ("fn f() -> int", "return true", "int is needed"),
        ("fn f(a: int, a: int)", "", "two parameters have one name"),
        ("fn f(a: set[None])", "", "no universe None"),
    ],
)
def test_signatures_are_kept(header: str, body: str, cause: str) -> None:
    with pytest.raises(IrError, match=cause):
        verify(with_function(body, header))


def test_declarations_are_checked() -> None:
    def broken(**changes: object) -> n.Program:
        return replace(PROGRAMS["stepping"](), **changes)  # type: ignore[arg-type]

    good = broken()
    for name in ("mover", "over", "ranks"):
        with pytest.raises(IrError, match=f"no field {name}"):
            verify(broken(fields={k: f for k, f in good.fields.items() if k != name}))
    for name in ("start", "moves"):
        with pytest.raises(IrError, match=f"no function {name}"):
            verify(broken(functions={k: f for k, f in good.functions.items() if k != name}))
    for kind in (n.Kind("step", "nowhere"), n.Kind("step", "play_step"), n.Kind("step", "goal")):
        with pytest.raises(IrError, match="kind step"):
            verify(broken(kinds={"step": kind}))
    for field in (n.Field("x", n.INT, (0,)), n.Field("x", n.INT, (), 1, 2), n.Field("x", n.set_of("None"))):
        with pytest.raises(IrError, match="field x"):
            verify(broken(fields={**good.fields, "x": field}))


def test_tables_have_their_shape() -> None:
    program = with_function("let c = $near[a]")
    table = n.Table("t", n.INT, (3,), (1, 2))
    let = n.Let(n.Local("c", n.INT), n.Lookup(table, (o.number(0),), n.INT))
    program.functions["f"] = replace(program.functions["f"], body=(let,))
    with pytest.raises(IrError, match="t does not have"):
        verify(program)


def test_moves_leave_the_state() -> None:
    program = with_function("")
    program.functions["moves"] = replace(program.functions["moves"], body=(n.Do("change", ()),))
    with pytest.raises(IrError, match="moves changes s"):
        verify(program)


def test_deep_expressions_are_checked_once() -> None:
    """A tree a hundred deep: were each operand looked at twice, this would not end."""
    members = "u"
    for _ in range(100):
        members = f"({members}) \\ @s"
    verify(with_function(f"let c = {members}"))
