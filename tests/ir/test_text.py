"""The text of rule programs: printed, read back, and refused when wrong."""

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.declare import DECLARED
from petteia.ir.parser import IrSyntaxError, parse_program
from petteia.ir.printer import print_expression, print_program, print_statement
from sample_programs import CELL, PROGRAMS

TICTACTOE = r"""program "tictactoe" players 2
universe Cell 9

field mover: int 1..2 = 1 visible  # whose turn it is
field over: bool 0..1
field ranks: int[3] 0..4
field pieces: set[Cell][3] visible  # the sites of each player's pieces
field unused: int 0..100  # counts what nobody asks for

table lines: set[Cell][8] = {0..2} {3..5} {6..8} {0 3 6} {1 4 7} {2 5 8} {0 4 8} {2 4 6}

kind add = play_add() "move" CC

fn start():

fn has_line(player: int) -> bool:  # (is Line 3)
  range line_1 in 0 .. 8:
    let missing_2 = $lines[line_1] \ @pieces[player]
    if is_empty(missing_2):
      return true
  return false

fn play_add(from: int, to: int):
  include @pieces[@mover], to
  @unused = @unused + 1
  if call has_line(@mover):
    @over = true
    @ranks[@mover] = 2
    @ranks[3 - @mover] = 4
    return
  if size(@pieces[1] | @pieces[2]) == 9:
    @over = true
    @ranks[1] = 3
    @ranks[2] = 3
  @mover = 3 - @mover

fn moves() emits:  # (move Add (to (sites Empty)))
  if @over:
    return
  for to_3 in Cell{0..8}:
    if not (to_3 in @pieces[1]) and not (to_3 in @pieces[2]):
      emit add to_3 -> to_3
"""

# Every node there is; `in` and `two words` are names that need backquotes.
EVERYTHING = r"""program "a \"quoted\" name" players 3
universe Cell 4
universe `two words` 2

field x: int -3..9 = -1  # a doc with \\n and\nwith a line
field s: set[Cell] = {0 2} visible
field h: int[2] list 5 0..3
field v: set[`two words`][2]

table line: int[4] = 1 2 3 -1
table near: set[Cell][4] = {1} {0 2} {1 3} {2}
table rays: int[4, 2] = 1 2 2 3 3 -1 -1 -1
table ways: int[1, 4, 2] = 1 2 2 3 3 -1 -1 -1

kind `in` = f(a, b) "say: \"hello\"" CV

fn start():

fn g(p: int, q: set[Cell]) -> int:
  draw d below 6 - p
  return d

fn f(`in`: int, t: int, a: int, b: int):
  let c = ((`in` < 3) ? (a + b) : (a * -2))
  c = neg(c) - (1 - 2) - abs(3)
  @h[1, 0] = min(c, max(1, 2))
  append @h[0], c / 2
  truncate @h[1], length(@h[1]) % 2
  include @s, t
  exclude @v[0], $line[$rays[a, 1]]
  if (a == 1) and (b != 2) and not (a <= b):
    collect:
      do k()
  elif (a < b) or same(@s, Cell{}):
  elif true:
    speculate:
      while false:
        break
  else:
    do f(a, b, call g(1, ~@s), t)
  let u = filter(i in (@s | single[Cell](a)) & shift($line, @s) : exists(j in spread($near, @s) : i == j))
  u = flood(u, @s, $near) \ (u \ @s)
  let w = shift[`two words`]($line, u)
  return

fn k() emits:
  for m in @s:
    range r in 0 .. total(z in @s : run($rays, z, @s)):
      emit `in` m -> r with emitted(), to_int(m in @s)
      emit `in` 0 -> size(caught($rays, m, @s, Cell{1})) with ones_above(m, r), digest(@x, @h)
      emit `in` 0 -> size(reach($ways, m, @s, Cell{1})) with 0, 0
      emit `in` first(flank($rays, @s, Cell{1})) -> r with 0, to_int(row($rays, $rays, 3, m, @s))
    if bit_and(m, shift_left(1, m)) == first(@s):
      return
"""


def test_a_program_reads_well() -> None:
    assert print_program(PROGRAMS["tictactoe"]()) == TICTACTOE


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_come_back_the_same(name: str) -> None:
    program = PROGRAMS[name]()
    assert repr(parse_program(print_program(program))) == repr(program)


def test_every_node_has_its_text() -> None:
    program = parse_program(EVERYTHING)
    assert repr(parse_program(print_program(program))) == repr(program)
    assert [line.strip() for line in print_program(program).splitlines() if line] == [
        line.strip() for line in EVERYTHING.splitlines() if line
    ]
    text = repr(program)
    for node in DECLARED:
        assert f"{node.__name__}(" in text, node
    assert program.fields["x"].doc == "a doc with \\n and\nwith a line"


def test_long_tables_are_wrapped_by_row() -> None:
    table = n.Table("wide", n.INT, (20, 20), tuple(range(400)))
    program = n.Program("wide", 1, {})
    program.functions["f"] = n.Function("f", (), n.INT, (n.Return(n.Lookup(table, (o.number(0),) * 2, n.INT)),))
    text = print_program(program)
    assert "  0 1 2 3" in text and "\n  20 21" in text and max(map(len, text.splitlines())) <= 120
    assert repr(parse_program(text)) == repr(program)


def test_two_tables_with_one_name_stay_apart() -> None:
    one, two = n.Table("t", n.INT, (2,), (1, 2)), n.Table("t", n.INT, (2,), (3, 4))
    value = n.Op("add", (n.Lookup(one, (o.number(0),), n.INT), n.Lookup(two, (o.number(1),), n.INT)), n.INT)
    program = n.Program("two", 1, {}, functions={"f": n.Function("f", (), n.INT, (n.Return(value),))})
    text = print_program(program)
    assert "return $t[0] + $t_2[1]" in text
    assert print_program(parse_program(text)) == text


def test_parts_print_without_a_program() -> None:
    assert print_expression(o.union(o.sites("Cell", [1]), n.Load("s", (), CELL))) == "Cell{1} | @s"
    assert print_statement(n.If(o.TRUE, (n.Break(),))) == "if true:"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("return 1 + 2 - 3", "need parentheses"),
        ("return y", "no local 'y'"),
        ("return @y", "no field 'y'"),
        ("return $y[1]", "no table 'y'"),
        ("return call y()", "no function 'y'"),
        ("return twice(1)", "no operation 'twice'"),
        ("return (1", "expected ')'"),
        ("let = 1", "expected a name"),
        ("return 1 1", "unexpected '1'"),
        ("return ;", "cannot read ';'"),
        ("else:", "not a statement"),
    ],
)
def test_wrong_text_is_refused_with_its_line(line: str, message: str) -> None:
    with pytest.raises(IrSyntaxError, match=r"line 3: ") as caught:
        parse_program(f'program "p" players 1\nfn f() -> int:\n  {line}\n')
    assert message in str(caught.value)
