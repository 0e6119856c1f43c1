"""Pieces joined to a side are kept through all that can happen to them."""

import random

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.interpreter import Interpreter
from petteia.ir.survey import walk
from petteia.ir.verifier import verify
from petteia.passes import optimise
from petteia.passes.rewrites.keep_connections import keep_connections
from sample_programs import CELL, FROM, TO, common_fields

SIZE = 5
TOP, BOTTOM = o.sites("Cell", range(SIZE)), o.sites("Cell", range(SIZE * SIZE - SIZE, SIZE * SIZE))
LEFT, RIGHT = o.sites("Cell", range(0, SIZE * SIZE, SIZE)), o.sites("Cell", range(SIZE - 1, SIZE * SIZE, SIZE))


def near() -> list[int]:
    """The orthogonal neighbours of each cell."""
    found = [0] * (SIZE * SIZE)
    for s in range(SIZE * SIZE):
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            if 0 <= s // SIZE + down < SIZE and 0 <= s % SIZE + right < SIZE:
                found[s] |= 1 << s + down * SIZE + right
    return found


def joining(*, writes_first: bool = False) -> n.Program:
    """Pieces are put anywhere, replacing what is there; whoever joins two sides wins; a player may also clear all."""
    b = Builder("joining", 2, {"Cell": SIZE * SIZE})
    common_fields(b)
    adjacent = b.table("adjacent", CELL, (SIZE * SIZE,), near())
    with b.function("start"):
        pass
    for player, sides in ((1, (TOP, BOTTOM)), (2, (LEFT, RIGHT))):
        site = n.Local("site", n.INT)
        with b.function(f"joins_{player}", [site], n.BOOL):
            held = b.let("held", b.load("pieces", o.number(player)))
            group = b.let("group", o.flood(o.single("Cell", site), held, adjacent))
            if writes_first:
                b.exclude("pieces", [o.number(player)], site)
            b.return_(o.both(*(o.negate(o.is_empty(o.intersect(group, side))) for side in sides)))
        with b.function(f"put_{player}", [FROM, TO]):
            b.include("pieces", [o.number(player)], TO)
            b.exclude("pieces", [o.number(3 - player)], TO)
            with b.if_(b.call(f"joins_{player}", TO)):
                b.store("over", [], o.TRUE)
                b.store("ranks", [o.number(player)], o.number(2))
            b.store("mover", [], o.number(3 - player))
        with b.function(f"clear_{player}", [FROM, TO]):
            b.store(
                "pieces", [o.number(player)], o.minus(b.load("pieces", o.number(player)), o.sites("Cell", range(12)))
            )
            b.store("mover", [], o.number(3 - player))
        b.kind(n.Kind(f"put_{player}", f"put_{player}"))
        b.kind(n.Kind(f"clear_{player}", f"clear_{player}"))
    with b.function("moves", emits=True):
        for player in (1, 2):
            with b.if_(o.both(o.negate(b.load("over")), o.eq(b.load("mover"), o.number(player)))):
                with b.for_("to", o.sites("Cell", range(SIZE * SIZE))) as to:
                    b.emit(f"put_{player}", to, to)
                b.emit(f"clear_{player}", o.NOWHERE, o.NOWHERE)
    return b.program


def floods_asked(program: n.Program) -> int:
    """Floods that are evaluated to ask what they touch."""
    return sum(
        isinstance(x, n.Flood)
        for f in program.functions.values()
        if f.name.startswith("joins")
        for s in f.body
        for x in walk(n.Program("", 0, {}, functions={"one": n.Function("one", (), None, (s,))}))
    )


@pytest.mark.parametrize("seed", range(6))
def test_play_stays_the_same(seed: int) -> None:
    """Moves, states and results are those of the program that floods; what is kept is what a flood would give."""
    before, after = joining(), keep_connections(joining())
    verify(after)
    kept = [name for name in after.fields if "joined" in name]
    assert len(kept) == 4
    slow, fast, chooser = Interpreter(before), Interpreter(after), random.Random(seed)
    a, b = slow.start(), fast.start()
    while not a.fields["over"]:
        move = chooser.choice(slow.moves(a))
        assert move in fast.moves(b)
        slow.play(a, move)
        fast.play(b, move)
        assert {name: b.fields[name] for name in a.fields} == a.fields
        again = b.copy()
        for name in kept:
            again.fields[name] = 0
        fast.call("rebuild", again)
        assert again.fields == b.fields


def test_questions_become_bit_tests() -> None:
    """Nothing is flooded to answer a question any more."""
    assert floods_asked(joining()) == 2
    assert floods_asked(keep_connections(joining())) == 0
    assert any("joined" in name for name in optimise(joining(), verify=True).fields)


def test_a_group_that_changes_before_it_is_asked_stays() -> None:
    """The answer is about the pieces as they were when the group was found."""
    program = joining(writes_first=True)
    assert keep_connections(program) is program


def test_one_way_neighbours_are_left_alone() -> None:
    """Reaching a side is not the same as being reached from it."""
    program = joining()
    down = n.Table(
        "down", CELL, (SIZE * SIZE,), tuple(1 << s + SIZE if s < SIZE * (SIZE - 1) else 0 for s in range(25))
    )
    site = n.Local("site", n.INT)
    for player in (1, 2):
        pieces = n.Load("pieces", (o.number(player),), CELL)
        touches = o.negate(o.is_empty(o.intersect(o.flood(o.single("Cell", site), pieces, down), BOTTOM)))
        program.functions[f"joins_{player}"] = n.Function(f"joins_{player}", (site,), n.BOOL, (n.Return(touches),))
    assert keep_connections(program) is program
