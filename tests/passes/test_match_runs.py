"""Loops along rays become runs, values of sites become sets: as text before and after, and in play."""

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.interpreter import Interpreter
from petteia.ir.survey import has_any
from petteia.ir.verifier import verify
from petteia.passes import optimise
from petteia.passes.rewrites.keep_values import keep_values
from petteia.passes.rewrites.match_runs import match_runs
from rewriting import check
from same_play import assert_same_play
from sample_programs import CELL, FROM, TO, common_fields

LOOP = """let run = 0
let going = true
while going:
  let passed = $east[i, run]
  going = (0 <= passed) and {cond}
  if going:
    run = run + 1
"""
ASKED = """let length = min(run, 1000)
if (0 < length) and (0 <= length):
  let to = $east[i, length]
  if (0 <= to) and (to in @own[1]):
    range k in 0 .. length:
      return {result}
return {otherwise}"""


INT, BOOL = "fn f(i: int) -> int", "fn f(i: int) -> bool"


@pytest.mark.parametrize(
    ("cond", "members"),
    [
        ("(passed in @s)", "@s"),
        ("((passed in @s) and not (passed in @own[1]))", r"@s \ @own[1]"),
        ("((passed in @s) or (passed in @own[1]))", "@s | @own[1]"),
    ],
)
def test_runs(cond: str, members: str) -> None:
    """The count of the loop is a run within the sites that pass."""
    check(match_runs, LOOP.format(cond=cond) + "return run", f"let run = run($east, i, {members})\nreturn run", INT)


@pytest.mark.parametrize("cond", ["(@a[passed] < 3)", "(passed in $near[passed])", "(run < 3)"])
def test_loops_that_ask_for_more_stay(cond: str) -> None:
    text = LOOP.format(cond=cond) + "return run"
    check(match_runs, text, text, INT)


def test_questions_what_would_be_caught() -> None:
    """A run between a site and another set is one question where nothing else depends on it."""
    before = LOOP.format(cond="(passed in @s)") + ASKED.format(result="true", otherwise="false")
    check(match_runs, before, "return not is_empty(caught($east, i, @s, @own[1]))", BOOL)
    used = LOOP.format(cond="(passed in @s)") + ASKED.format(result="k", otherwise="run")
    kept = "let run = run($east, i, @s)\n" + ASKED.format(result="k", otherwise="run")
    check(match_runs, used, kept, INT)


def colouring() -> n.Program:
    """Sites are painted in turn; a site next to one of the mover's colour that has the other beyond may be painted."""
    b = Builder("colouring", 2, {"Cell": 16})
    common_fields(b)
    b.field("colour", n.INT, shape=(16,), high=30, visible=True)
    ray = b.table("east", n.INT, (16, 17), [to if to < 16 else -1 for s in range(16) for to in range(s + 1, s + 18)])
    with b.function("start"):
        for site in range(4, 10):
            b.store("colour", [o.number(site)], o.number(2 - site % 2))
    for player in (1, 2):
        with b.function(f"paint_{player}", [FROM, TO]):
            b.store("colour", [TO], o.number(player))
            b.store("colour", [o.number(15)], b.load("colour", o.number(3)))
            b.store("mover", [], o.number(3 - player))
        b.kind(n.Kind(f"paint_{player}", f"paint_{player}"))
    with b.function("moves", emits=True):
        for player in (1, 2):
            is_next = o.eq(b.load("mover"), o.number(player))
            with b.if_(is_next), b.for_("to", o.sites("Cell", range(16))) as to:
                run, going = b.variable("run", o.number(0)), b.variable("going", o.TRUE)
                with b.while_(going):
                    passed = b.variable("passed", o.lookup(ray, to, run))
                    here = b.load("colour", passed)
                    painted = o.both(o.ne(here, o.number(0)), o.ne(here, o.number(player)))
                    b.assign(going, o.both(o.ge(passed, o.number(0)), painted))
                    with b.if_(going):
                        b.assign(run, o.add(run, o.number(1)))
                with b.if_(o.both(o.lt(o.number(0), run), o.eq(b.load("colour", to), o.number(0)))):
                    b.emit(f"paint_{player}", to, to)
    return b.program


def test_sites_of_values_are_kept() -> None:
    """They are what the field says, through stores of known and unknown values, and after a position is set."""
    after = keep_values(colouring())
    verify(after)
    assert [name for name in after.fields if "_is_" in name] == ["colour_is_0", "colour_is_1", "colour_is_2"]
    game = Interpreter(after)
    state = game.start()
    while moves := game.moves(state):
        game.play(state, moves[0])
        for value in range(3):
            sites = [s for s in range(16) if state.fields["colour"][s] == value]
            assert o.bits(state.fields[f"colour_is_{value}"]) == sites
        fresh = state.copy()
        fresh.fields["colour_is_1"] = 0
        game.call("rebuild", fresh)
        assert fresh.fields == state.fields


def test_values_only_asked_for_single_sites_have_no_sets() -> None:
    check(keep_values, "if @a[i] == 2:\n  @x = 1", "if @a[i] == 2:\n  @x = 1")


@pytest.mark.parametrize("seed", range(4))
def test_play_stays_the_same(seed: int) -> None:
    before = colouring()
    after = optimise(before, verify=True)
    assert not has_any(after, n.While)
    assert assert_same_play(before, after, seed, 30) > 3


def test_sets_of_values_have_the_type_of_sites() -> None:
    assert keep_values(colouring()).fields["colour_is_0"].type == CELL
