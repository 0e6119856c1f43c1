"""The parts that ways of playouts are put together from, on small programs as text: moves before and after."""

import pytest

from petteia.ir import nodes as n
from petteia.ir.parser import parse_program
from petteia.ir.playouts import CANDIDATES, PlayoutPlan
from petteia.ir.printer import print_expression, print_function
from petteia.ir.visit import walk_stmts
from petteia.passes.playouts.count_moves import Counting
from petteia.passes.playouts.defer_tests import Unfit
from petteia.passes.playouts.fill_boards import fill_boards
from petteia.passes.playouts.moves_instead import moves_instead
from petteia.passes.playouts.replace_found_flag import ask_for_moves
from petteia.passes.playouts.shrinking_sets import shrinking_loop
from rewriting import HEAD

BOARD = """program "p" players 2
universe Cell 6
field mover: int 1..2 = 1 visible
field moves: int 0..99
field over: bool
field ranks: int[3] 0..4
field own: set[Cell][3] visible
field joined_1: set[Cell]
field joined_2: set[Cell]
field joined_3: set[Cell]
table near: set[Cell][6] = {1 3} {0 2 4} {1 5} {0 4} {1 3 5} {2 4}
kind add_1 = play_1() "move" CC
kind add_2 = play_2() "move" CC
kind swap = play_swap() "swap" CC
kind forced = play_swap() "pass" CC
fn start():
fn play_1(from: int, to: int):
  include @own[1], to
  do join()
  if (to in @joined_1) and (to in @joined_3):
    @ranks[1] = 2
    @over = true
  else:
    @mover = 2
fn play_2(from: int, to: int):
  include @own[2], to
  do join()
  if to in @joined_2:
    @ranks[2] = 2
    @over = true
  else:
    @mover = 1
fn play_swap(from: int, to: int):
  @mover = 1
fn join():
  @joined_1 = flood(Cell{0 3} & @own[1], @own[1], $near)
  @joined_3 = flood(Cell{2 5} & @own[1], @own[1], $near)
  @joined_2 = flood(Cell{0 1} & @own[2], @own[2], $near)
fn rebuild():
  @joined_1 = flood(Cell{0 3} & @own[1], @own[1], $near)
  @joined_3 = flood(Cell{2 5} & @own[1], @own[1], $near)
  @joined_2 = flood(Cell{0 1} & @own[2], @own[2], $near)
fn moves() emits:
  if @mover == 1:
    for a in ~(@own[1] | @own[2]):
      emit add_1 a -> a
    if emitted() == 0:
      emit forced -1 -> -1
  else:
    for c in ~(@own[1] | @own[2]):
      emit add_2 c -> c
    if @moves == 1:
      emit swap -1 -> -1
    if emitted() == 0:
      emit forced -1 -> -1
"""
"""Two players fill six cells in turn and win by groups joined to a side; the second may swap."""


def program_of(moves: str) -> n.Program:
    """The program of the other passes' tests, with these moves."""
    head = HEAD.replace("fn moves() emits:\n  emit go 0 -> 0\n", "")
    return parse_program(f"{head}fn moves() emits:\n" + "".join(f"  {line}\n" for line in moves.strip().splitlines()))


def text_of(block: n.Block) -> str:
    """Statements as text."""
    shown = n.Program("p", 2, {}, functions={"f": n.Function("f", (), None, block, emits=True)})
    return "\n".join(line.removeprefix("  ") for line in print_function(shown, "f").splitlines()[1:])


# -- count_moves ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # a condition on the sites of a loop becomes one on its set
        ("for q in @s:\n  if q in @own[1]:\n    emit go q -> q", "for q in @s & @own[1]:\n  emit go q -> q"),
        # two moves of a loop become two loops
        ("for q in @s:\n  emit go q -> q\n  if q in @own[2]:\n    emit go 0 -> q",
         "for q in @s:\n  emit go q -> q\nfor q in @s & @own[2]:\n  emit go 0 -> q"),
        # an early return becomes the other branch
        ("if @x == 1:\n  emit go 0 -> 0\n  return\nfor q in @s:\n  emit go q -> q",
         "if @x == 1:\n  emit go 0 -> 0\nelse:\n  for q in @s:\n    emit go q -> q"),
        # few turns of a loop are written out
        ("range k in 0 .. 2:\n  for q in $near[k] & @s:\n    emit go q -> k",
         "for q in Cell{1 3} & @s:\n  emit go q -> 0\nfor q in Cell{0 2 4} & @s:\n  emit go q -> 1"),
        # the game goes on while it is sampled
        ("if @over:\n  return\nfor q in @s:\n  emit go q -> q", "for q in @s:\n  emit go q -> q"),
        # a branch that cannot be counted is listed, beside one that can
        ("if @x == 1:\n  let k = 0\n  while k < @x:\n    emit go k -> k\n    k = k + 1\nelse:\n"
         "  for q in @s:\n    emit go q -> q",
         "if @x == 1:\n  do moves()\nelse:\n  for q in @s:\n    emit go q -> q"),
    ],
)  # fmt: skip
def test_count_moves(before: str, after: str) -> None:
    """Moves take a form in which the sizes of sets count them."""
    assert unnumbered(text_of(Counting(program_of(before)).moves())) == after


def unnumbered(text: str) -> str:
    """Text whose locals have lost the numbers that keep them apart."""
    return "\n".join(line.replace("q_1", "q").replace("q_2", "q").replace("q_3", "q") for line in text.splitlines())


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("let k = 0\nwhile k < @x:\n  emit go k -> k\n  k = k + 1", "a loop of unknown length"),
        ("range k in 0 .. 100:\n  emit go 0 -> 0", "a loop counts too far"),
        ("for q in @s:\n  emit go q -> q\n  @x = emitted()", "asks how many moves there are"),
        ("if @x == 1:\n  return", "there are none"),
    ],
)
def test_count_moves_says_what_stands_in_the_way(moves: str, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        Counting(program_of(moves)).moves()


def test_few_sites_are_not_worth_counting() -> None:
    """To list five moves takes no longer than to count them; six are counted."""
    for sites, gains in (("{0..4}", False), ("{0..5}", True)):
        counting = Counting(program_of(f"for q in @s & Cell{sites}:\n  emit go q -> q"))
        moves = counting.moves()
        if gains:
            counting.check_gain(moves)
        else:
            with pytest.raises(Unfit, match="found one by one"):
                counting.check_gain(moves)


# -- shrinking_sets ---------------------------------------------------------------------------------------------


def test_shrinking_sets() -> None:
    """All loops run over one set, of which a move takes its own site and nothing else."""
    program = parse_program(BOARD)
    loop = shrinking_loop(program, program.functions["moves"].body)
    assert isinstance(loop, n.For)
    assert print_expression(loop.set) == "~(@own[1] | @own[2])"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("for c in ~(@own[1] | @own[2])", "for c in ~@own[1]", "2 sets of moves"),
        ("in ~(@own[1] | @own[2])", "in ~@joined_1", "playing a move changes the set elsewhere"),
        ("in ~(@own[1] | @own[2])", "in $near[@moves]", "the set depends on other sites too"),
        ("emit add_1 a -> a", "emit add_1 @moves -> a", ""),
        ("emit add_2 c -> c", "let k = @moves\n      emit add_2 k -> c", "moves depend on more than their site"),
        ("include @own[1], to", "include @own[1], 3", "playing a move changes the set elsewhere"),
        ("include @own[1], to", "let same = to\n  include @own[1], same", ""),
        ("include @own[1], to", "include @own[1], to + 1", "playing a move changes the set elsewhere"),
    ],
)
def test_sets_that_do_not_shrink_are_told(old: str, new: str, why: str) -> None:
    assert old in BOARD
    program = parse_program(BOARD.replace(old, new))
    loop = shrinking_loop(program, program.functions["moves"].body)
    assert (loop if isinstance(loop, str) else "") == why


# -- fill_boards ------------------------------------------------------------------------------------------------


def test_fill_boards() -> None:
    """The full board is asked, for each player, whether some piece is in all sets that his end rule asks for."""
    program = parse_program(BOARD)
    filling = fill_boards(program, plan_of(program))
    assert (filling.field, filling.indices) == ("own", {1: 1, 2: 2})
    assert filling.kinds == {1: "add_1", 2: "add_2"}
    assert filling.after == 1, "the swap is on offer after one move"
    asked = {player: text_of(function.body) for player, function in filling.decided.items()}
    assert asked == {
        1: "return not is_empty(@joined_3 & @joined_1)",
        2: "return not is_empty(@joined_2)",
    }
    assert text_of(filling.won[2].body) == "@ranks[2] = 2\n@over = true"


def plan_of(program: n.Program) -> PlayoutPlan:
    """The plan of a program whose moves have been found to shrink."""
    moves = program.functions["moves"].body
    return PlayoutPlan("shrinking", "", moves, next(s for s in walk_stmts(moves) if isinstance(s, n.For)))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("if to in @joined_2:", "if to in @own[1]:", "not a matter of joined sides alone"),
        ("if to in @joined_2:", "if not (to in @joined_2):", "not a matter of joined sides alone"),
        ("own[2]", "own[1]", "do not add pieces of their own"),
        ("    @mover = 1\nfn play_swap", "    @mover = 2\nfn play_swap", "two players in turn"),
        ("  do join()\n  if to", "  exclude @own[1], 3\n  do join()\n  if to", "more than add a piece and ask"),
        ("    @ranks[2] = 2\n", "    @own[2] = Cell{}\n", "more than tell the ranks"),
        ("    if @moves == 1:\n", "    if @moves <= 1:\n", "moves of other kinds"),
        ("{1 3} {0 2 4}", "{1 3} {2 4}", "not a matter of joined sides alone"),
    ],
)
def test_boards_that_must_be_played_are_told(old: str, new: str, why: str) -> None:
    """Each condition of the proof is missed by a change of one line."""
    assert old in BOARD
    program = parse_program(BOARD.replace(old, new))
    with pytest.raises(Unfit, match=why):
        fill_boards(program, plan_of(program))


# -- moves_instead ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("candidates", "instead"),
    [
        ("for q in @s:\n  emit go q -> q\nif emitted() == 0:\n  emit go -1 -> -1",
         "if emitted() == 0:\n  emit go -1 -> -1"),
        ("if @mover == 1:\n  for q in @s:\n    emit go q -> q\nelse:\n  emit go 0 -> 0\n  if emitted() == 0:\n"
         "    emit go -1 -> -1",
         "if @mover == 1:\nelif emitted() == 0:\n  emit go -1 -> -1"),
        ("for q in @s:\n  emit go q -> q", ""),
        # which moves stand in depends on a variable that the candidates set
        ("let k = 0\nfor q in @s:\n  k = q\n  emit go q -> q\nif emitted() == 0:\n  emit go k -> k", None),
    ],
)  # fmt: skip
def test_moves_instead(candidates: str, instead: str | None) -> None:
    """What a game emits where no candidate is legal stands alone, if nothing else depends on the candidates."""
    program = program_of(candidates)
    functions = {CANDIDATES: program.functions["moves"]}
    found = moves_instead(program, functions)
    assert (None if found is None else text_of(found.body)) == instead


# -- replace_found_flag -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("let found = false\nfor q in @s:\n  found = true\n  emit go q -> q\nif not found:\n  emit go -1 -> -1",
         "for q in @s:\n  emit go q -> q\nif emitted() == 0:\n  emit go -1 -> -1"),
        # a move that the variable does not note
        ("let found = false\nfor q in @s:\n  emit go q -> q\nif not found:\n  emit go -1 -> -1", None),
        # a note without a move
        ("let found = false\nfor q in @s:\n  found = true\nfor q in @s:\n  emit go q -> q\n"
         "if not found:\n  emit go -1 -> -1", None),
        # it is asked twice
        ("let found = false\nfor q in @s:\n  found = true\n  emit go q -> q\nif not found:\n  emit go -1 -> -1\n"
         "if not found:\n  emit go 0 -> 0", None),
    ],
)  # fmt: skip
def test_replace_found_flag(before: str, after: str | None) -> None:
    """A variable that notes that there was a move asks the same as the number of moves so far."""
    body = program_of(before).functions["moves"].body
    assert text_of(ask_for_moves(body, 1)) == (before if after is None else after)
