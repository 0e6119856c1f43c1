"""Lists that are searched for a number have a sieve: as text before and after, and in play without repetition."""

from petteia.game.bundled import find_description
from petteia.game.game import Recipe
from petteia.game.loading import lower_recipe
from petteia.ir import nodes as n
from petteia.ir.interpreter import Interpreter
from petteia.ir.parser import parse_program
from petteia.ir.printer import print_function
from petteia.ir.verifier import verify
from petteia.native.layout import Layout
from petteia.passes import optimise
from petteia.passes.rewrites.sift_lists import sift_lists
from rewriting import HEAD
from same_play import assert_same_play

SEARCH = """  range k in 0 .. length(@met):
    if @met[k] == v:
      return true
  return false
"""


def program(capacity: int = 100, more: str = "", search: str = SEARCH) -> n.Program:
    """A program with a list that a function searches."""
    head = HEAD.replace("table right", f"field met: int list {capacity} 0..4611686018427387903\ntable right", 1)
    text = f"{head}fn note(v: int):\n  append @met, v\n{more}fn is_met(v: int) -> bool:\n{search}"
    made = parse_program(text)
    verify(made)
    return made


def test_searches_ask_the_sieve_first() -> None:
    """What is appended is marked, a search begins only where there is a mark, and `rebuild` marks all that is held."""
    after = sift_lists(program())
    verify(after)
    assert "if bit_and(v, 511) in @met_sieve:" in print_function(after, "is_met")
    assert "include @met_sieve, bit_and(v, 511)" in print_function(after, "note")
    assert "include @met_sieve, bit_and(@met[at_met], 511)" in print_function(after, "rebuild")


def test_other_lists_stay() -> None:
    """Short lists, lists whose elements change, and loops that do more than search are left alone."""
    for one in (
        program(capacity=40),
        program(more="fn change(v: int):\n  @met[0] = v\n"),
        program(search=SEARCH.replace("@met[k] == v", "@met[k] < v")),
        program(search=SEARCH.replace("@met[k] == v", "@met[k] == (v + k)")),
    ):
        assert sift_lists(one) is one


def test_go_plays_as_before_and_after_a_position_is_set() -> None:
    """Moves that repeat a position are refused with the sieve as without, also where the list was set from outside."""
    _, lowered, _ = lower_recipe(Recipe(*find_description("Go"), ("Board Size/5x5",)))
    plain, sifted = optimise(lowered, skip={"sift_lists"}), optimise(lowered)
    assert "positions_sieve" in sifted.fields and "positions_sieve" not in plain.fields
    assert_same_play(plain, sifted, seed=3, plies=60)
    machine = Interpreter(sifted)
    state = machine.start(1)
    for move in sorted(machine.moves(state))[1:6]:
        if move in machine.moves(state):
            machine.play(state, move, 1)
    marked = state.fields["positions_sieve"]
    state.fields["positions_sieve"] = 0
    machine.call("rebuild", state)
    assert state.fields["positions_sieve"] == marked != 0


def test_parts_of_a_state_that_are_near_are_one() -> None:
    """Fields that lie together are copied together; a long field between them is left out."""
    fields = {
        "a": n.Field("a", n.set_of("Cell")),
        "wide": n.Field("wide", n.set_of("Sieve")),
        "b": n.Field("b", n.INT, high=9),
        "c": n.Field("c", n.INT, high=9),
    }
    layout = Layout(n.Program("demo", 2, {"Cell": 9, "Sieve": 512}, fields))
    assert layout.spans({"a", "b", "c"}, 32) == [(0, 8), (72, 74)]
    assert layout.spans({"a", "wide", "c"}, 32) == [(0, 74)]
