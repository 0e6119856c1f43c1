"""Groups are asked what they touch at their borders: as text before and after, and in play with captures."""

import random

import pytest

from petteia.game.bundled import find_description
from petteia.game.game import Recipe
from petteia.game.loading import lower_recipe
from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.interpreter import Interpreter
from petteia.ir.survey import walk
from petteia.native.library import build
from petteia.passes import optimise
from petteia.passes.rewrites.early_exit_floods import early_exit_floods
from petteia.passes.rewrites.fold_constants import fold_constants
from rewriting import check
from same_play import assert_same_play
from sample_programs import CELL, FROM, TO, common_fields

BOOL = "fn f(i: int) -> bool"
OWN, TAKEN = "@own[1]", "(@own[1] | @own[2])"
FREE = rf"(Cell{{0..5}} \ {TAKEN})"
TOUCHED = f"is_empty(flood(single[Cell](i) & @own[1], @own[1] | {FREE}, $near) & {FREE})"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (rf"return is_empty(spread($near, flood(single[Cell](i), {OWN}, $near)) \ {TAKEN})", f"return {TOUCHED}"),
        (rf"let g = flood(single[Cell](i), {OWN}, $near)" "\n" rf"return is_empty(spread($near, g) \ {TAKEN} \ g)",
         f"return {TOUCHED}"),
        (rf"let own = {OWN}" "\n" r"let g = flood(single[Cell](i), own, $near)" "\n"
         rf"return is_empty(spread($near, g) \ {TAKEN})",
         f"return {TOUCHED}"),
    ],
)  # fmt: skip
def test_questions_about_borders(before: str, after: str) -> None:
    check(early_exit_floods, before, after, BOOL)


@pytest.mark.parametrize(
    ("before", "after"),
    [("0 < size(@s)", "not is_empty(@s)"), ("1 <= size(@s)", "not is_empty(@s)"), ("size(@s) == 0", "is_empty(@s)"),
     ("size(@s) < 1", "is_empty(@s)"), ("size(@s) != 0", "not is_empty(@s)"), ("size(@s) == 1", "size(@s) == 1")],
)  # fmt: skip
def test_sizes_compared_with_nothing(before: str, after: str) -> None:
    check(fold_constants, f"return {before}", f"return {after}", BOOL)


@pytest.mark.parametrize(
    "text",
    [
        rf"return is_empty(spread($near, flood(single[Cell](i), {OWN}, $near)) \ @own[2])",
        rf"return is_empty(spread($forth, flood(single[Cell](i), {OWN}, $near)) \ {TAKEN})",
        rf"let g = flood(single[Cell](i), {OWN}, $near)"
        "\n"
        rf"@x = size(g)"
        "\n"
        rf"return is_empty(spread($near, g) \ {TAKEN})",
        rf"let g = flood(single[Cell](i), {OWN}, $near)"
        "\n"
        rf"exclude @own[1], i"
        "\n"
        rf"return is_empty(spread($near, g) \ {TAKEN})",
    ],
)
def test_other_questions_stay(text: str) -> None:
    """Where the group itself may be met around it, is needed, or has changed in the meantime."""
    check(early_exit_floods, text, text, BOOL)


SIZE = 5
ALL = o.sites("Cell", range(SIZE * SIZE))


def capturing(*, at_once: bool = False) -> n.Program:
    """Stones are put down, enemy groups without a free neighbour leave, and no position comes twice.

    With `at_once`, groups leave while others are still looked at.
    """
    b = Builder("capturing", 2, {"Cell": SIZE * SIZE})
    common_fields(b)
    b.field("met", n.INT, capacity=400, high=2**62 - 1)
    steps = [(s, s + d) for s in range(SIZE * SIZE) for d in (1, SIZE) if d == SIZE or s % SIZE < SIZE - 1]
    masks = [0] * SIZE * SIZE
    for one, two in ((a, c) for a, c in steps if c < SIZE * SIZE):
        masks[one] |= 1 << two
        masks[two] |= 1 << one
    near = b.table("near", CELL, (SIZE * SIZE,), masks)
    taken = o.union(b.load("pieces", o.number(1)), b.load("pieces", o.number(2)))
    with b.function("start"):
        b.emit_statement(n.Append("met", (), n.Digest(("pieces",))))
    with b.function("is_met", [], n.BOOL):
        now = b.variable("now", n.Digest(("pieces",)))
        with b.range_("k", o.number(0), n.Length("met")) as k, b.if_(o.eq(b.load("met", k), now)):
            b.return_(o.TRUE)
        b.return_(o.FALSE)
    with b.function("remove", [FROM, TO]):
        for player in (1, 2):
            b.exclude("pieces", [o.number(player)], TO)
    b.kind(n.Kind("remove", "remove"))
    for player in (1, 2):
        with b.function(f"put_{player}", [FROM, TO]):
            b.include("pieces", [o.number(player)], TO)
            with b.block() as body:
                targets = b.let("targets", b.load("pieces", o.number(3 - player)))
                left = b.variable("left", o.intersect(o.lookup(near, TO), targets))
                with b.while_(o.negate(o.is_empty(left))):
                    group = b.let("group", o.flood(o.single("Cell", o.first(left)), targets, near))
                    b.assign(left, o.minus(left, group))
                    with b.if_(o.is_empty(o.minus(o.spread(near, group), taken))), b.for_("caught", group) as caught:
                        if at_once:
                            b.do("remove", caught, caught)
                        else:
                            b.emit("remove", caught, caught)
            if at_once:
                for statement in body:
                    b.emit_statement(statement)
            else:
                b.emit_statement(n.Collect(tuple(body)))
            b.store("mover", [], o.number(3 - player))
        with b.function(f"play_{player}", [FROM, TO]):
            b.do(f"put_{player}", FROM, TO)
            b.emit_statement(n.Append("met", (), n.Digest(("pieces",))))
        b.kind(n.Kind(f"put_{player}", f"play_{player}"))
    with b.function("moves", emits=True):
        for player in (1, 2):
            with b.if_(o.eq(b.load("mover"), o.number(player))), b.for_("to", o.minus(ALL, taken)) as to:
                fine = b.variable("fine", o.FALSE)
                with b.speculate():
                    b.do(f"put_{player}", to, to)
                    group = b.let("group", o.flood(o.single("Cell", to), b.load("pieces", o.number(player)), near))
                    liberties = o.size(o.minus(o.minus(o.spread(near, group), taken), group))
                    b.assign(fine, o.both(o.lt(o.number(0), liberties), o.negate(b.call("is_met"))))
                with b.if_(fine):
                    b.emit(f"put_{player}", to, to)
    return b.program


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_play_stays_the_same(seed: int, at_once: bool) -> None:
    before = capturing(at_once=at_once)
    assert assert_same_play(before, early_exit_floods(before), seed, 120) > 20
    assert assert_same_play(before, optimise(before, verify=True), seed, 120) > 20


def test_groups_that_are_free_are_not_found() -> None:
    """In the loop over neighbouring groups the group itself is found behind the question."""
    text = str(early_exit_floods(capturing()).functions["put_1"].body)
    assert text.index("is_empty") < text.index("name='group")
    floods = [x for x in walk(early_exit_floods(capturing())) if isinstance(x, n.Flood)]
    assert sum(isinstance(x.within, n.Op) and x.within.op == "union" for x in floods) == 4


@pytest.mark.parametrize("seed", range(3))
def test_native_play_finds_what_was_met(seed: int) -> None:
    """Lists of positions are searched alike by the interpreter and by native code, however long they are."""
    game, oracle = build(optimise(capturing())), Interpreter(capturing())
    state, plain, chooser = game.start(), oracle.start(), random.Random(seed)
    played = 0
    while moves := oracle.moves(plain):
        assert game.moves(state) == moves
        move = chooser.choice(moves)
        game.play(state, move)
        oracle.play(plain, move)
        played += 1
    assert played > 20
    assert not game.moves(state)


def test_captures_of_the_language_are_recognised() -> None:
    """The code of the ludeme `enclose` is in the form that the pass knows: its loop asks before it finds groups."""
    _, program, _ = lower_recipe(Recipe(*find_description("Go"), ("Board Size/9x9",)))
    loops = [x for x in walk(optimise(program)) if isinstance(x, n.While)]
    assert any(isinstance(x.body[0], n.If) and "Flood" in str(x.body[0].cond) for x in loops)
