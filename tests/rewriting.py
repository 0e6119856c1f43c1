"""Checks of passes on small functions, as text before and after."""

from collections.abc import Callable

from petteia.ir import nodes as n
from petteia.ir.parser import parse_program
from petteia.ir.printer import print_function, print_program
from petteia.ir.verifier import verify

HEAD = r"""program "p" players 2
universe Cell 6
field mover: int 1..2 = 1 visible
field over: bool
field ranks: int[3] 0..4
field s: set[Cell]
field own: set[Cell][3] visible
field x: int 0..9 visible
field a: int[6] 0..9 visible
field whose: int[6] 0..2 tells own
table right: int[6] = 1 2 -1 4 5 -1
table left: int[6] = -1 0 1 -1 3 4
table merge: int[6] = 1 1 1 1 1 0
table up: int[6] = 3 4 5 -1 -1 -1
table near: set[Cell][6] = {1 3} {0 2 4} {1 5} {0 4} {1 3 5} {2 4}
table forth: set[Cell][6] = {1} {2} {} {4} {5} {}
table back: set[Cell][6] = {} {0} {1} {} {3} {4}
table worth: int[6] = 3 1 1 0 0 7
table east: int[6, 2] = 1 2 2 -1 -1 -1 4 5 5 -1 -1 -1
table west: int[6, 2] = -1 -1 0 -1 1 0 -1 -1 3 -1 4 3
kind go = play_go() "move" CC
fn start():
fn play_go(from: int, to: int):
  include @s, to
fn moves() emits:
  emit go 0 -> 0
fn tables(v: int) -> int:
  return $left[v] + size($back[v])
fn twice(v: int) -> int:
  return v + v
fn far(v: int) -> bool:
  let k = v * 2
  return 7 < k
fn put(v: int):
  if v in @s:
    return
  include @s, v
fn search(v: int) -> bool:
  for q in @s:
    if q == v:
      return true
  return false
fn grow(v: int) -> int:
  let r = 0
  speculate:
    include @s, v
    r = size(@s)
  return r
"""


def rewritten(rewrite: Callable[[n.Program], n.Program], header: str, body: str) -> str:
    """The body of a function after a pass; the program is well formed before and after."""
    indented = "".join(f"  {line}\n" for line in body.strip("\n").splitlines())
    program = parse_program(f"{HEAD}{header}:\n{indented}")
    verify(program)
    name = list(program.functions)[-1]
    text = print_program(program)
    after = rewrite(program)
    verify(after)
    assert print_program(program) == text, "a pass leaves its argument alone"
    lines = print_function(after, name).splitlines()[1:]
    return "\n".join(line.removeprefix("  ") for line in lines)


def check(rewrite: Callable[[n.Program], n.Program], before: str, after: str, header: str = "fn f(i: int)") -> None:
    assert rewritten(rewrite, header, before) == after.strip("\n")
