"""Memory of functions: their parts, and effects that are found anew where what they rest on differs."""

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.effects import EffectAnalysis
from petteia.ir.parser import parse_program
from petteia.ir.survey import has_any, map_having, survey
from petteia.ir.visit import with_body

TEXT = r"""program "p" players 2
universe Cell 4
field mover: int 1..2 = 1
field s: set[Cell]
field t: set[Cell]
kind go = play_go() "move" CC
fn start():
  for at in @s:
    do change(at)
fn change(site: int):
  include @s, site
fn moves() emits:
  emit go 1 -> 2
fn play_go(from: int, to: int):
  collect:
    do moves()
"""


def _program() -> n.Program:
    return parse_program(TEXT)


def test_survey_finds_parts() -> None:
    program = _program()
    start = survey(program.functions["start"])
    assert start.calls == {"change": 1}
    assert start.callees == (("change", False),)
    assert survey(program.functions["moves"]).callees == (("go", True),)
    assert start.introductions == {"at": 1}
    assert start.types == {n.For, n.Do, n.Local, n.Load}
    assert survey(program.functions["start"]) is start
    assert has_any(program, n.Collect) and not has_any(program, n.Draw)


def test_map_having_leaves_other_functions_alone() -> None:
    program = _program()
    after = map_having(program, [n.For], lambda f: with_body(f, ()))
    assert after.functions["start"].body == ()
    assert after.functions["change"] is program.functions["change"]
    assert map_having(program, [n.Draw], lambda f: with_body(f, ())) is program


def test_effects_are_those_of_the_program_at_hand() -> None:
    program = _program()
    assert EffectAnalysis(program).of_function("start").writes == {"s"}
    change = program.functions["change"]
    other = with_body(change, (n.Include("t", (), change.params[0]),))
    changed = replace(program, functions={**program.functions, "change": other})
    assert EffectAnalysis(changed).of_function("start").writes == {"t"}
    loop = changed.functions["start"].body[0]
    assert EffectAnalysis(changed).of_statement(loop).writes == {"t"}
    assert EffectAnalysis(program).of_statement(loop).writes == {"s"}


def test_effects_of_played_moves_follow_their_kinds() -> None:
    program = _program()
    assert EffectAnalysis(program).of_function("play_go").writes == set()
    kinds = {"go": replace(program.kinds["go"], effect="change")}
    assert EffectAnalysis(replace(program, kinds=kinds)).of_function("play_go").writes == {"s"}
