"""Long expressions that come again become functions, and play stays the same."""

from dataclasses import replace

import pytest

from petteia.ir import nodes as n
from petteia.ir.parser import parse_program
from petteia.ir.printer import print_program
from petteia.ir.survey import walk
from petteia.ir.verifier import verify
from petteia.passes.rewrites import share_expressions as sharing
from petteia.passes.rewrites.share_expressions import share_expressions
from random_programs import random_program
from rewriting import HEAD
from same_play import assert_same_play


def shared(text: str) -> n.Program:
    """A small program after sharing."""
    program = parse_program(HEAD + text)
    program = replace(program, functions=share_expressions(program.functions))
    verify(program)
    return program


def long(start: str) -> str:
    """An expression of more than forty nodes."""
    for k in range(12):
        start = f"({start}) + (@a[{k % 6}] * {k + 2})"
    return start


def test_what_comes_again_is_called() -> None:
    """Copies in several functions become calls of one, to which locals are given."""
    text = f"fn one(i: int):\n  @x = {long('i')}\nfn two(i: int):\n  if 3 < ({long('i')}):\n    @x = 2\n"
    program = shared(text)
    printed = print_program(program)
    assert printed.count("@a[5] * 13") == 1
    assert "@x = call compute(i)" in printed and "3 < call compute(i)" in printed
    assert [local.name for local in program.functions["compute"].params] == ["i"]


def test_a_long_part_of_what_comes_again() -> None:
    """A part that stands elsewhere, too, is a function of its own, called by that of the whole."""
    part = long("@mover")
    whole = f"({part}) * ({long('@x')})"
    text = f"fn one():\n  @x = {whole}\nfn two():\n  @x = {whole}\nfn three():\n  @x = {part}\n"
    printed = print_program(shared(text))
    assert printed.count("@mover + (") == 1
    assert printed.count("call compute()") == 2 and printed.count("call compute_2()") == 2


@pytest.mark.parametrize(
    "text",
    [
        f"fn one():\n  @x = {long('@x')}\n",
        "fn one():\n  @x = @a[1] + 2\nfn two():\n  @x = @a[1] + 2\n",
        f"fn one(i: int, j: int, k: int):\n  @x = {long('i + (j + k)')}\n  @x = {long('i + (j + k)')}\n",
        f"fn one(i: int) emits:\n  @x = {long('emitted()')}\n  @x = {long('emitted()')}\n",
    ],
    ids=["once", "short", "three locals", "number of moves"],
)
def test_what_stays(text: str) -> None:
    """What comes once, is short, or means something else in another function."""
    program = parse_program(HEAD + text)
    assert share_expressions(program.functions) == program.functions


@pytest.mark.parametrize("seed", range(4))
def test_play_stays_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the shortest expressions of random programs are shared."""
    monkeypatch.setattr(sharing, "_LONG", 3)
    program = random_program(seed)
    after = replace(program, functions=share_expressions(program.functions))
    verify(after)
    assert sum(isinstance(x, n.Call) for x in walk(after)) > sum(isinstance(x, n.Call) for x in walk(program))
    assert assert_same_play(program, after, seed, 8) > 0
