"""Each pass on small functions, as text before and after."""

import pytest

from petteia.ir import nodes as n
from petteia.ir.parser import parse_program
from petteia.ir.printer import print_function
from petteia.ir.verifier import verify
from petteia.passes.rewrites.drop_unreached import drop_unreached
from petteia.passes.rewrites.evaluate_start import evaluate_start, evaluate_start_by_site
from petteia.passes.rewrites.fold_constants import fold_constants
from petteia.passes.rewrites.fuse_collects import fuse_collects
from petteia.passes.rewrites.inline_calls import inline_calls
from petteia.passes.rewrites.propagate_piece_kinds import propagate_piece_kinds
from petteia.passes.rewrites.prune_unused import prune_unused
from petteia.passes.rewrites.update_sets import update_sets
from petteia.passes.rewrites.vectorise_loops import vectorise_loops
from rewriting import HEAD, check


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("let c = 2\nlet d = c + 3\n@x = d", "@x = 5"),
        ("let c = i\nlet d = c\n@x = d", "@x = i"),
        ("let c = 1\nif i == 1:\n  c = 2\n@x = c", "let c = 1\nif i == 1:\n  c = 2\n@x = c"),
        ("if 1 < 2:\n  @x = 1\nelse:\n  @x = 2", "@x = 1"),
        ("if i == i:\n  let c = @x\n  @x = c + i\nlet c = @x\n@x = c + 1",
         "let c_1 = @x\n@x = c_1 + i\nlet c_2 = @x\n@x = c_2 + 1"),
        ("if i == 1:\nelse:\n  @x = 2", "if i != 1:\n  @x = 2"),
        ("@x = 1\nreturn\n@x = 2", "@x = 1\nreturn"),
        ("for q in Cell{} & @s:\n  @x = 1\nrange k in 3 .. 3:\n  @x = 2\nwhile false:\n  @x = 3", ""),
        ("for q in @s:\n  if (0 <= q) and (q < 6) and (q != 7):\n    @a[q] = 1", "for q in @s:\n  @a[q] = 1"),
        ("if 2 < @mover:\n  @x = 1\nelif @mover <= 2:\n  @x = 2", "@x = 2"),
        ("@s = ~Cell{1 2}", "@s = Cell{0 3..5}"),
        ("@s = ~~@own[1] & ~@own[2]", "@s = @own[1] \\ @own[2]"),
        ("@s = @own[1] & (Cell{0..5} \\ @own[2])", "@s = @own[1] \\ @own[2]"),
        ("@s = (@own[1] & Cell{0..3}) & Cell{2..5}", "@s = @own[1] & Cell{2 3}"),
        ("@s = (@own[1] & Cell{0..5}) | single[Cell](3 - 4)", "@s = @own[1]"),
        ("@s = @own[1] \\ ~@own[2]", "@s = @own[1] & @own[2]"),
        ("@s = (@own[1] \\ @s) | ((@own[2] \\ @s) | ($near[i] \\ @s))", "@s = (@own[1] | (@own[2] | $near[i])) \\ @s"),
        ("@s = (@own[1] \\ @s) | (@own[2] \\ $near[i])", "@s = (@own[1] \\ @s) | (@own[2] \\ $near[i])"),
        ("if ((i == 3) ? 1 : 0) == 0:\n  @x = 1", "if i != 3:\n  @x = 1"),
        ("if 0 < to_int(i == 3):\n  @x = 1", "if 0 < to_int(i == 3):\n  @x = 1"),
        ("if to_int(i == 3) != 0:\n  @x = 1", "if i == 3:\n  @x = 1"),
        ("let c = 0 - 1\nif 0 <= c:\n  @x = $worth[c]", ""),
        ("@x = total(q in @s : 2) + $worth[2]", "@x = (2 * size(@s)) + 1"),
        ("collect:\n  speculate:", ""),
        ("range k in 3 .. 4:\n  @a[k] = 1", "@a[3] = 1"),
        ("range k in @x - 1 .. @x:\n  @a[k] = @x", "let k = @x - 1\n@a[k] = @x"),
        ("range k in i .. i + 1:\n  @x = k", "@x = i"),
        ("range k in i .. i + 1:\n  @x = k\n  break", "range k in i .. i + 1:\n  @x = k\n  break"),
    ],
)  # fmt: skip
def test_fold_constants(before: str, after: str) -> None:
    check(fold_constants, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # conditions on the site
        ("for t in @s:\n  if t in @own[1]:\n    emit go t -> t", "for t in @s & @own[1]:\n  emit go t -> t"),
        ("for t in @s:\n  if not (t in @own[1]):\n    emit go t -> t", "for t in @s \\ @own[1]:\n  emit go t -> t"),
        ("for t in @s:\n  if (t in @own[1]) or (t in @own[2]):\n    emit go t -> t",
         "for t in @s & (@own[1] | @own[2]):\n  emit go t -> t"),
        ("for t in @s:\n  if t != i:\n    emit go t -> t", "for t in @s \\ single[Cell](i):\n  emit go t -> t"),
        ("for t in @s:\n  if ($worth[t] == 1) and (t in @own[2]):\n    emit go t -> t",
         "for t in @s & Cell{1 2} & @own[2]:\n  emit go t -> t"),
        ("for t in @s:\n  if (t in @own[1]) and (@a[t] == 3):\n    emit go t -> t",
         "for t in @s & @own[1]:\n  if @a[t] == 3:\n    emit go t -> t"),
        # conditions that have nothing to do with it
        ("for t in @s:\n  if (@x == 1) and (t in @own[1]):\n    emit go t -> t",
         "if @x == 1:\n  for t in @s & @own[1]:\n    emit go t -> t"),
        ("for t in @s:\n  if @x == 1:\n    if t in @own[@mover]:\n      emit go t -> t",
         "if @x == 1:\n  for t in @s & @own[@mover]:\n    emit go t -> t"),
        # one step away
        ("for t in @s:\n  let u = $right[t]\n  if (0 <= u) and not (u in @own[1]):\n    emit go t -> u",
         "for t in (@s & Cell{0 1 3 4}) \\ shift($left, @own[1]):\n  let u = $right[t]\n  emit go t -> u"),
        ("for t in @s:\n  let u = $right[t]\n  if u in @own[1]:\n    emit go t -> u",
         "for t in @s & shift($left, @own[1]):\n  let u = $right[t]\n  emit go t -> u"),
        ("for t in @s:\n  let u = $right[t]\n  if 0 <= u:\n    if $right[u] in @own[1]:\n      emit go t -> u",
         "for t in @s & Cell{0 1 3 4} & shift($step_back, @own[1]):\n  let u = $right[t]\n  emit go t -> u"),
        ("for t in $near[i]:\n  if $right[t] in @own[1]:\n    emit go t -> t",
         "for t in $near[i]:\n  if $right[t] in @own[1]:\n    emit go t -> t"),
        ("for t in @s:\n  if $merge[t] in @own[1]:\n    emit go t -> t",
         "for t in @s:\n  if $merge[t] in @own[1]:\n    emit go t -> t"),
        # neighbours
        ("for t in @s:\n  if not is_empty($near[t] & @own[1]):\n    emit go t -> t",
         "for t in @s & spread($near, @own[1]):\n  emit go t -> t"),
        ("for t in @s:\n  if is_empty($forth[t] & @own[1]):\n    emit go t -> t",
         "for t in @s \\ spread($back, @own[1]):\n  emit go t -> t"),
        ("for t in @s:\n  if @x in $forth[t]:\n    emit go t -> t",
         "for t in @s & (((0 <= @x) and (@x < 6)) ? $back[@x] : Cell{}):\n  emit go t -> t"),
        # what must stay
        ("for t in @s:\n  if t in @own[i]:\n    emit go t -> t",
         "for t in @s:\n  if t in @own[i]:\n    emit go t -> t"),
        ("for t in @s:\n  if emitted() == 0:\n    emit go t -> t",
         "for t in @s:\n  if emitted() == 0:\n    emit go t -> t"),
        ("let c = 1\nfor t in @s:\n  if t != c:\n    c = t", "let c = 1\nfor t in @s:\n  if t != c:\n    c = t"),
        ("for t in @s:\n  if t in @own[1]:\n    emit go t -> t\n  else:\n    emit go t -> 1",
         "for t in @s:\n  if t in @own[1]:\n    emit go t -> t\n  else:\n    emit go t -> 1"),
    ],
)  # fmt: skip
def test_vectorise_loops(before: str, after: str) -> None:
    check(vectorise_loops, before, after, "fn f(i: int) emits")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for t in @own[2]:\n  if t in @s:\n    exclude @s, t", "for t in @own[2]:\n  if t in @s:\n    exclude @s, t"),
        ("for t in @own[2]:\n  if t in @own[1]:\n    exclude @s, t", "@s = @s \\ (@own[2] & @own[1])"),
        ("for t in @own[2]:\n  include @own[@mover], t", "@own[@mover] = @own[@mover] | @own[2]"),
        ("for t in @own[2]:\n  include @own[$worth[t]], t", "for t in @own[2]:\n  include @own[$worth[t]], t"),
        ("for t in @s:\n  if t in @own[1]:\n    return", "if not is_empty(@s & @own[1]):\n  return"),
        ("for t in @own[2]:\n  if t in @own[1]:\n    do put(t)", "for t in @own[2] & @own[1]:\n  do put(t)"),
        ("for t in @own[2]:\n  if t in @s:\n    do put(t)", "for t in @own[2]:\n  if t in @s:\n    do put(t)"),
        ("@s = filter(v in @s : (v in @own[1]) and (@a[v] == 2))", "@s = filter(v in @s & @own[1] : @a[v] == 2)"),
        ("@over = exists(v in @s : v in @own[1])", "@over = not is_empty(@s & @own[1])"),
        ("@over = is_empty(filter(v in @s : @a[v] == 2))", "@over = not exists(v in @s : @a[v] == 2)"),
        ("@x = size(filter(v in @s : not (v in @own[1])))", "@x = size(@s \\ @own[1])"),
        ("@x = total(v in @s : to_int(v in @own[1]))", "@x = size(@s & @own[1])"),
        ("@x = total(v in @s : ((v in @own[1]) ? $worth[v] : 0))", "@x = total(v in @s & @own[1] : $worth[v])"),
        ("for v in @own[2]:\n  if exists(w in $near[v] : w in @s):\n    do put(v)",
         "for v in @own[2]:\n  if not is_empty($near[v] & @s):\n    do put(v)"),
        ("for v in @own[2]:\n  if exists(w in $near[v] : w in @own[1]):\n    do put(v)",
         "for v in @own[2] & spread($near, @own[1]):\n  do put(v)"),
    ],
)  # fmt: skip
def test_vectorise_changes_and_values(before: str, after: str) -> None:
    check(vectorise_loops, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@x = call twice(@x)", "@x = @x + @x"),
        ("@x = call twice(i * 3)", "@x = call twice(i * 3)"),
        ("if call far(i):\n  @x = 1", "if 7 < (i * 2):\n  @x = 1"),
        ("do put(i)\n@x = 1", "if i in @s:\nelse:\n  include @s, i\n@x = 1"),
        ("do put(@x)", "let v = @x\nif v in @s:\nelse:\n  include @s, v"),
        ("let v = 1\ndo put(v + @x)\n@x = v",
         "let v = 1\nlet v_1 = v + @x\nif v_1 in @s:\nelse:\n  include @s, v_1\n@x = v"),
        ("if call search(i):\n  @x = 1", "if call search(i):\n  @x = 1"),
        ("let c = call grow(i)\n@x = c", "let r = 0\nspeculate:\n  include @s, i\n  r = size(@s)\nlet c = r\n@x = c"),
    ],
)  # fmt: skip
def test_inline_calls(before: str, after: str) -> None:
    check(inline_calls, before, after)


def test_inline_calls_that_are_returned() -> None:
    before = "return call search(i + 1)"
    after = "let v = i + 1\nfor q in @s:\n  if q == v:\n    return true\nreturn false"
    check(inline_calls, before, after, "fn f(i: int) -> bool")


def test_circles_of_calls_stay() -> None:
    text = HEAD + "fn even(v: int) -> bool:\n  return (v == 0) or call odd(v - 1)\nfn odd(v: int) -> bool:\n"
    program = inline_calls(parse_program(text + "  return (v != 0) and call even(v - 1)\n"))
    verify(program)
    calls = [node for f in ("even", "odd") for node in _calls(program.functions[f])]
    assert calls


def _calls(function: n.Function) -> list[str]:
    return [part for part in repr(function.body).split("Call(function=") if part.startswith(("'even'", "'odd'"))]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # moves outside loops: what they are about is a definition
        ("collect:\n  emit go size(@s) -> first(@s)\n  emit go 1 -> 2",
         "let kept_f1 = size(@s)\nlet kept_f2 = first(@s)\ndo play_go(kept_f1, kept_f2)\ndo play_go(1, 2)"),
        # sites are found before any of them is played on
        ("collect:\n  for t in @s & $near[i]:\n    emit go t -> t\n  for u in @s \\ $near[i]:\n    emit go u -> u",
         "let sites_f1 = @s & $near[i]\nlet sites_f2 = @s \\ $near[i]\n"
         "for t in sites_f1:\n  do play_go(t, t)\nfor u in sites_f2:\n  do play_go(u, u)"),
        # under a condition: variables in front of it
        ("collect:\n  emit go 1 -> 1\n  if 2 in @s:\n    for t in @s:\n      emit go t -> t",
         "let sites_f1 = Cell{}\nlet holds_f2 = 2 in @s\nif holds_f2:\n  sites_f1 = @s\n"
         "do play_go(1, 1)\nif holds_f2:\n  for t in sites_f1:\n    do play_go(t, t)"),
        # effects that change nothing of what is still read
        ("collect:\n  for t in @own[1]:\n    emit go t -> t\n  emit go 1 -> 1",
         "for t in @own[1]:\n  do play_go(t, t)\ndo play_go(1, 1)"),
        ("collect:\n  while @x < 3:\n    emit go @x -> size(@s)",
         "collect:\n  while @x < 3:\n    emit go @x -> size(@s)"),
    ],
)  # fmt: skip
def test_fuse_collects(before: str, after: str) -> None:
    check(fuse_collects, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # the last change of each set is what remains
        ("for t in $near[i]:\n  exclude @own[1], t\n  exclude @own[2], t\n  include @own[1], t",
         "let t_all = $near[i]\n@own[1] = @own[1] | t_all\n@own[2] = @own[2] \\ t_all"),
        ("for t in @own[1]:\n  exclude @own[1], t\n  include @own[2], t",
         "let t_all = @own[1]\n@own[1] = @own[1] \\ t_all\n@own[2] = @own[2] | t_all"),
        ("for t in @own[1]:\n  include @own[1], t\n  exclude @own[1], t", "@own[1] = Cell{}"),
        # loops that do the same are one, over values that nothing else uses
        ("let a = caught($east, i, @own[2], @own[1])\nlet b = caught($west, i, @own[2], @own[1])\n"
         "for t in a:\n  exclude @own[2], t\n  include @own[1], t\n"
         "for u in b:\n  exclude @own[2], u\n  include @own[1], u",
         "let t_all = caught($east, i, @own[2], @own[1]) | caught($west, i, @own[2], @own[1])\n"
         "@own[2] = @own[2] \\ t_all\n@own[1] = @own[1] | t_all"),
        ("let a = @own[1] & $near[i]\nfor t in a:\n  include @s, t\nfor u in @own[2]:\n  include @s, u\n@x = size(a)",
         "let a = @own[1] & $near[i]\n@s = @s | (a | @own[2])\n@x = size(a)"),
        # the second loop is about what the first has left
        ("for t in $near[i]:\n  exclude @own[2], t\nfor u in @own[2]:\n  exclude @own[2], u",
         "@own[2] = @own[2] \\ $near[i]\n@own[2] = Cell{}"),
        ("for t in $near[i]:\n  include @s, t\nfor u in @own[2]:\n  exclude @s, u",
         "@s = @s | $near[i]\n@s = @s \\ @own[2]"),
        # a value that something in between changes stays where it is
        ("let a = @own[1] & $near[i]\ninclude @own[1], i\nfor t in a:\n  include @s, t",
         "let a = @own[1] & $near[i]\ninclude @own[1], i\n@s = @s | a"),
        ("let a = $near[i]\nif i == 2:\n  a = @s\nfor t in a:\n  include @own[1], t",
         "let a = $near[i]\nif i == 2:\n  a = @s\n@own[1] = @own[1] | a"),
        # what is no mere change of sets
        ("for t in @s:\n  include @own[$worth[t]], t", "for t in @s:\n  include @own[$worth[t]], t"),
        ("for t in @s:\n  include @own[1], t\n  @x = t", "for t in @s:\n  include @own[1], t\n  @x = t"),
    ],
)  # fmt: skip
def test_update_sets(before: str, after: str) -> None:
    check(update_sets, before, after)


PRUNED = r"""program "p" players 2
universe Cell 6
field mover: int 1..2 = 1
field over: bool
field ranks: int[3] 0..4
field log: int list 9 0..9
field dead: int 0..9
field fed: int 0..9
field alive: int 0..9
field seen: int 0..9 visible
kind go = play_go() "move" CC
kind gone = play_gone() "move" CC
fn start():
  let unused = size(Cell{1}) + @fed
  let counted = 0
  for q in Cell{1 2}:
    counted = counted + q
  speculate:
    @alive = 3
  draw d below 6
  append @log, 1
  truncate @log, length(@log) - 1
  do nothing()
fn nothing():
  @dead = @dead + @fed
fn play_go(from: int, to: int):
  @fed = @alive
  @dead = @fed
  if @alive == 3:
    return
  for q in Cell{1 2}:
    while @alive < q:
      break
  @seen = call reads()
fn reads() -> int:
  return @alive
fn play_gone(from: int, to: int):
  @alive = 7
fn moves() emits:
  emit go 0 -> 0
fn unreached() -> int:
  return @dead
"""


def test_drop_unreached() -> None:
    program = parse_program(PRUNED)
    after = drop_unreached(program)
    verify(after)
    assert program.functions.keys() - after.functions.keys() == {"unreached", "play_gone"}
    assert list(after.kinds) == ["go"]
    assert after.fields == program.fields
    assert drop_unreached(after) is after


def test_prune_unused() -> None:
    program = parse_program(PRUNED)
    verify(program)
    after = prune_unused(program)
    verify(after)
    assert list(after.fields) == ["mover", "over", "ranks", "alive", "seen"]
    assert list(after.functions) == ["start", "play_go", "reads", "moves"]
    assert list(after.kinds) == ["go"]
    assert print_function(after, "start").splitlines()[1:] == ["  draw d below 6"]
    assert print_function(after, "play_go").splitlines()[1:] == [
        "  if @alive == 3:",
        "    return",
        "  @seen = call reads()",
    ]


STARTING = r"""program "p" players 2
universe Cell 6
field mover: int 1..2 = 1
field over: bool
field ranks: int[3] 0..4
field own: set[Cell][3] visible
field log: int list 3 0..9 visible
field x: int 0..9 = 4 visible
kind go = play_go() "move" CC
fn start():
  collect:
    for q in Cell{0..2}:
      emit go q -> q
  do turn()
  @x = size(@own[1]) + 1
  RULE
fn play_go(from: int, to: int):
  include @own[@mover], to
  append @log, to
fn turn():
  @mover = 3 - @mover
  do play_go(4, 4)
fn moves() emits:
  emit go 0 -> 0
"""


def test_settle_start() -> None:
    after = evaluate_start(parse_program(STARTING.replace("RULE", "@over = true")))
    verify(after)
    assert print_function(after, "start").splitlines()[1:] == [
        "  @mover = 2",
        "  @over = true",
        "  @own[1] = Cell{0..2}",
        "  @own[2] = Cell{4}",
        "  append @log, 1",
        "  append @log, 2",
        "  append @log, 4",
    ]


def test_settle_sites() -> None:
    after = evaluate_start_by_site(parse_program(STARTING.replace("RULE", "@over = true")))
    verify(after)
    includes = ["  include @own[1], 0", "  include @own[1], 1", "  include @own[1], 2", "  include @own[2], 4"]
    appends = ["  append @log, 1", "  append @log, 2", "  append @log, 4"]
    assert print_function(after, "start").splitlines()[1:] == ["  @mover = 2", "  @over = true", *includes, *appends]


@pytest.mark.parametrize("rule", ["draw d below 6", "@over = digest(@own) == 0", "@x = 17"])
def test_starts_that_are_not_settled(rule: str) -> None:
    program = parse_program(STARTING.replace("RULE", rule))
    verify(program)
    assert evaluate_start(program) is program


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for q in @own[2] \\ @s:\n  @x = @whose[q]", "for q in @own[2] \\ @s:\n  @x = 2"),
        ("for q in filter(t in @own[1] : $worth[t] == 3):\n  @x = @whose[q]",
         "for q in filter(t in @own[1] : $worth[t] == 3):\n  @x = 1"),
        ("@x = total(q in @s & @own[1] : @whose[q] + @whose[i])", "@x = total(q in @s & @own[1] : 1 + @whose[i])"),
        ("@s = filter(q in @own[2] : @x == @whose[q])", "@s = filter(q in @own[2] : @x == 2)"),
        # the sites of both, of no one, and a loop that changes them
        ("for q in @own[1] | @own[2]:\n  @x = @whose[q]", "for q in @own[1] | @own[2]:\n  @x = @whose[q]"),
        ("for q in @own[0]:\n  @x = @whose[q]", "for q in @own[0]:\n  @x = @whose[q]"),
        ("for q in @own[1]:\n  exclude @own[1], q\n  @whose[q] = 0\n  @x = @whose[q]",
         "for q in @own[1]:\n  exclude @own[1], q\n  @whose[q] = 0\n  @x = @whose[q]"),
    ],
)  # fmt: skip
def test_know_pieces(before: str, after: str) -> None:
    """The component on its own sites need not be asked."""
    check(propagate_piece_kinds, before, after)
