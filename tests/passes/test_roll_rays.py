"""Moves along several directions become one loop over them: as text before and after, and in play."""

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.survey import walk
from petteia.ir.verifier import verify
from petteia.passes import optimise
from petteia.passes.roll_rays import roll_rays
from rewriting import check
from same_play import assert_same_play
from sample_programs import FROM, TO, common_fields

ALONG = """let to_{k} = ${ray}[i, 0]
let far_{k} = 1
while (0 <= to_{k}) and (far_{k} <= 9):
  if not (to_{k} in @s):
    {leave}
  @x = {value}
  to_{k} = ${ray}[i, far_{k}]
  far_{k} = far_{k} + 1
"""


def along(ray: str, k: int, value: str = "1", leave: str = "break") -> str:
    return ALONG.format(ray=ray, k=k, value=value, leave=leave)


def test_directions_become_a_loop() -> None:
    """The tables of the directions are one, and the names of the first are kept."""
    inner = along("east_and_1_more", 1).replace("more[i", "more[turn_1_of_f, i")
    after = "range turn_1_of_f in 0 .. 2:\n" + "".join(f"  {line}\n" for line in inner.splitlines())
    check(roll_rays, along("east", 1) + along("west", 2), after)


@pytest.mark.parametrize(
    "text",
    [
        along("east", 1) + along("west", 2, value="2"),
        along("east", 1) + along("west", 2) + "@x = far_2\n",
        along("east", 1),
        "let to_1 = $right[i]\nif 0 <= to_1:\n  @x = 1\nlet to_2 = $left[i]\nif 0 <= to_2:\n  @x = 1\n",
        "for q in @s:\n"
        + "".join(
            f"  {line}\n"
            for line in (
                along("east", 1) + "if i == 1:\n  break\n" + along("west", 2) + "if i == 1:\n  break\n"
            ).splitlines()
        ),
    ],
)
def test_what_differs_stays(text: str) -> None:
    """Other values, locals that are used later, single directions, single steps, and loops that are left on the way."""
    check(roll_rays, text, text)


def test_functions_may_be_left_on_the_way() -> None:
    text = along("east", 1, leave="return true") + along("west", 2, leave="return true") + "return false"
    check(roll_rays, text, text.replace(text, rolled_return()), "fn f(i: int) -> bool")


def rolled_return() -> str:
    inner = along("east_and_1_more", 1, leave="return true").replace("more[i", "more[turn_1_of_f, i")
    return "range turn_1_of_f in 0 .. 2:\n" + "".join(f"  {line}\n" for line in inner.splitlines()) + "return false"


SIZE = 4
RAYS = {"E": (0, 1, 5), "W": (0, -1, 5), "N": (1, 0, 4), "S": (-1, 0, 4)}


def sliding() -> n.Program:
    """One piece each slides in four directions as far as the way is free."""
    b = Builder("sliding", 2, {"Cell": SIZE * SIZE})
    common_fields(b)
    with b.function("start"):
        b.include("pieces", [o.number(1)], o.number(0))
        b.include("pieces", [o.number(2)], o.number(10))
    for player in (1, 2):
        with b.function(f"go_{player}", [FROM, TO]):
            b.exclude("pieces", [o.number(player)], FROM)
            b.include("pieces", [o.number(player)], TO)
            b.store("mover", [], o.number(3 - player))
        b.kind(n.Kind(f"go_{player}", f"go_{player}"))
    taken = o.union(b.load("pieces", o.number(1)), b.load("pieces", o.number(2)))
    with b.function("moves", emits=True):
        for player in (1, 2):
            to_move = o.eq(b.load("mover"), o.number(player))
            with b.if_(to_move), b.for_("from", b.load("pieces", o.number(player))) as source:
                for name in RAYS:
                    rays = ray_table(b, name)
                    to, far = b.variable("to", o.lookup(rays, source, o.number(0))), b.variable("far", o.number(1))
                    with b.while_(o.both(o.ge(to, o.number(0)), o.le(far, o.number(3)))):
                        with b.if_(o.has(taken, to)):
                            b.emit_statement(n.Break())
                        b.emit(f"go_{player}", source, to)
                        b.assign(to, o.lookup(rays, source, far))
                        b.assign(far, o.add(far, o.number(1)))
    return b.program


def ray_table(b: Builder, name: str) -> n.Table:
    down, right, width = RAYS[name]
    values = []
    for s in range(SIZE * SIZE):
        for k in range(1, width + 1):
            row, column = s // SIZE + k * down, s % SIZE + k * right
            values.append(row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else -1)
    return b.table(f"ray_{name}", n.INT, (SIZE * SIZE, width), values)


@pytest.mark.parametrize("seed", range(3))
def test_play_stays_the_same(seed: int) -> None:
    """Moves come in the same order, also where rays differ in length."""
    before = sliding()
    after = roll_rays(before)
    verify(after)
    assert sum(isinstance(x, n.While) for x in walk(after)) == 2
    assert assert_same_play(before, after, seed, 40) == 40
    assert assert_same_play(before, optimise(before, verify=True), seed, 40) == 40
