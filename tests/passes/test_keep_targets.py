"""The targets of the next move are kept where an end rule has worked them out."""

import random

import pytest

from petteia.ir.interpreter import Interpreter
from petteia.ir.parser import parse_program
from petteia.ir.printer import print_function, print_program
from petteia.ir.verifier import verify
from petteia.passes.rewrites.keep_targets import keep_targets

GROWING = r"""program "grow" players 2
universe Cell 6
field pieces: set[Cell][3] visible
field mover: int 1..2 = 1 visible
field over: int 0..1 visible
field ranks: int[3] 0..6 visible
field rounds: int 0..99 visible
table right: int[6] = 1 2 3 4 5 -1
table left: int[6] = -1 0 1 2 3 4
kind add_1 = play_1() "move" CC
kind add_2 = play_2() "move" CC
fn start():
  include @pieces[1], 0
  include @pieces[2], 5
fn moves() emits:
  if @over != 0:
    return
  if @mover == 1:
    for to in shift($right, @pieces[1]) \ (@pieces[1] | @pieces[2]):
      emit add_1 to -> to
  if @mover == 2:
    for to_2 in shift($left, @pieces[2]) \ (@pieces[1] | @pieces[2]):
      emit add_2 to_2 -> to_2
fn play_1(from: int, to: int):
  include @pieces[1], to
  if is_empty(shift($left, @pieces[2]) \ (@pieces[1] | @pieces[2])) and (2 < size(@pieces[1])):
    @over = 1
  else:
    @mover = 2
    @rounds = @rounds + 1
fn play_2(from: int, to: int):
  include @pieces[2], to
  if is_empty(shift($right, @pieces[1]) \ (@pieces[1] | @pieces[2])):
    @over = 1
    return
  @mover = 1
"""


def test_what_the_end_rule_finds_is_what_moves_are_made_of() -> None:
    after = keep_targets(parse_program(GROWING))
    verify(after)
    assert print_function(after, "moves").splitlines() == [
        "fn moves() emits:",
        "  if @over != 0:",
        "    return",
        "  if @mover == 1:",
        "    for to in @targets:",
        "      emit add_1 to -> to",
        "  if @mover == 2:",
        "    for to_2 in @targets:",
        "      emit add_2 to_2 -> to_2",
    ]
    assert print_function(after, "play_1").splitlines() == [
        "fn play_1(from: int, to: int):",
        "  include @pieces[1], to",
        r"  let targets_1 = shift($left, @pieces[2]) \ (@pieces[1] | @pieces[2])",
        "  if is_empty(targets_1) and (2 < size(@pieces[1])):",
        "    @over = 1",
        "  else:",
        "    @targets = targets_1",
        "    @mover = 2",
        "    @rounds = @rounds + 1",
    ]
    anew = [
        "  if @mover == 1:",
        r"    @targets = shift($right, @pieces[1]) \ (@pieces[1] | @pieces[2])",
        "  if @mover == 2:",
        r"    @targets = shift($left, @pieces[2]) \ (@pieces[1] | @pieces[2])",
    ]
    assert print_function(after, "start").splitlines()[-4:] == anew
    assert print_function(after, "rebuild").splitlines()[1:] == anew


@pytest.mark.parametrize("seed", range(5))
def test_play_stays_the_same(seed: int) -> None:
    program = parse_program(GROWING)
    after = keep_targets(program)
    one, two, rng = Interpreter(program), Interpreter(after), random.Random(seed)
    a, b = one.start(), two.start()
    while moves := one.moves(a):
        assert two.moves(b) == moves
        move = rng.choice(moves)
        one.play(a, move)
        two.play(b, move)
        assert all(b.fields[name] == value for name, value in a.fields.items())
    assert two.moves(b) == []
    assert a.fields["over"]


def test_a_position_that_was_set_is_worked_out_anew() -> None:
    interpreter = Interpreter(keep_targets(parse_program(GROWING)))
    state = interpreter.start()
    state.fields["pieces"], state.fields["mover"] = [0, 0b000001, 0b001000], 2
    interpreter.call("rebuild", state)
    assert [move.target for move in interpreter.moves(state)] == [2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # the pieces change after the set has been worked out
        ("    @mover = 2\n", "    include @pieces[2], 3\n    @mover = 2\n"),
        ("    @mover = 2\n", "    @mover = 2\n    include @pieces[2], 3\n"),
        # another player may come to move, or play may go on, without the set
        ("    @mover = 2\n", "    @mover = 3 - @mover\n"),
        ("    @mover = 2\n", "    if to == 3:\n      @mover = 2\n"),
        ("    @over = 1\n    return\n", "    return\n"),
        # it is not the set that is asked for, or not always
        ("    for to in shift($right, @pieces[1])", "    for to in shift($left, @pieces[1])"),
        ("is_empty(shift($left, @pieces[2]) \\ (@pieces[1] | @pieces[2])) and (2 < size(@pieces[1]))",
         "(2 < size(@pieces[1])) and is_empty(shift($left, @pieces[2]) \\ (@pieces[1] | @pieces[2]))"),
        # moves are asked for when play is over, or by a rule
        ("  if @over != 0:\n    return\n", ""),
        ("  include @pieces[2], 5\n", "  include @pieces[2], 5\n  collect:\n    do moves()\n"),
    ],
)  # fmt: skip
def test_other_programs_stay_as_they_are(before: str, after: str) -> None:
    assert before in GROWING
    program = parse_program(GROWING.replace(before, after, 1))
    verify(program)
    assert print_program(keep_targets(program)) == print_program(program)


def test_play_that_is_over_needs_no_targets() -> None:
    """After the end nothing is kept, and what is written then does no harm."""
    text = GROWING.replace(
        "    @over = 1\n  else:", "    @over = 1\n    @mover = 2\n    include @pieces[1], 0\n  else:"
    )
    assert text != GROWING
    assert "targets" in keep_targets(parse_program(text)).fields
