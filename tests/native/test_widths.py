"""Integers are 64 bits wide where a value of 64 bits may come or go, and `int` elsewhere."""

import pytest

from petteia.ir import nodes as n
from petteia.ir.parser import parse_program
from petteia.native.library import build
from petteia.native.widths import Widths
from petteia.passes import optimise
from rewriting import HEAD

_FAR = 2**40
_HEAD = HEAD.replace("kind go", f"field far: int 0..{_FAR} visible\nkind go")


def _program(body: str, head: str = _HEAD) -> n.Program:
    return parse_program(f"{head}fn f(i: int):\n" + "".join(f"  {line}\n" for line in body.splitlines()))


@pytest.mark.parametrize(
    ("body", "wide", "narrow"),
    [
        ("let a = i + 1\n@x = a", "", "ai"),
        ("let a = @far\n@x = a % 10", "a", "i"),
        ("let a = i\nlet b = a\n@far = b", "abi", ""),
        ("let a = 0\na = @far * 2\nlet b = 1\nif a < b:\n  @x = 1", "a", "b"),
        (f"let a = {_FAR}\nlet b = size(@s)\n@x = b", "a", "b"),
        ("let a = i * i\nlet b = 2\n@x = b", "ai", "b"),
        ("for q in @s:\n  let a = min(q, @far)\n  @x = q", "aq", ""),
        ("let a = call twice(@far)\n@x = i", "av", "i"),
    ],
)
def test_what_exchanges_values_with_something_wide_is_wide(body: str, wide: str, narrow: str) -> None:
    widths = Widths(_program(body))
    found = {name: widths.number_type(n.Local(name, n.INT)) for name in wide + narrow}
    assert found == {**dict.fromkeys(wide, "int64_t"), **dict.fromkeys(narrow, "int")}


def test_nothing_is_wide_without_a_reason() -> None:
    assert not Widths(_program("let a = i * i\n@x = a", HEAD)).any


def test_large_values_arrive_whole() -> None:
    """A value beyond 32 bits goes through locals, a call and a captured value of a move, and comes out the same."""
    beyond = _FAR - 7
    text = _HEAD.replace("kind go", 'kind far = play_far(v) "move" CC\nkind go').replace(
        "fn play_go(from: int, to: int):\n",
        "fn play_far(from: int, to: int, v: int):\n  @far = v\nfn play_go(from: int, to: int):\n"
        f"  let a = {beyond}\n  let b = a\n  collect:\n    emit far 0 -> 0 with b + 2\n",
    )
    program = parse_program(text)
    for each in (program, optimise(program)):
        game = build(each)
        state = game.start()
        game.play(state, game.moves(state)[0])
        assert state["far"] == _FAR - 5
