"""Which playouts a program allows, and what stands in the way."""

import itertools
import random
from collections.abc import Callable

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.playouts import PlayoutPlan
from petteia.ir.visit import walk_stmts
from petteia.passes import optimise
from petteia.passes.playouts.classify_playouts import classify_playouts
from petteia.passes.playouts.defer_tests import chained
from sample_programs import CELL, FROM, TO, common_fields, flipping, stepping, tictactoe

Write = Callable[[Builder], None]


def classified(moves: Write, effect: Write, question: Write | None = None) -> PlayoutPlan:
    """The plan of a game on nine cells with moves of one kind; they may put a question, `leads_on`."""
    b = Builder("nine", 2, {"Cell": 9})
    common_fields(b)
    b.field("empty", CELL, initial=511)
    near = [sum(1 << t for t in (s - 1, s + 1) if 0 <= t < 9) for s in range(9)]
    b.table("near", CELL, (9,), near)
    with b.function("start"):
        pass
    with b.function("effect", [FROM, TO]):
        effect(b)
    b.kind(n.Kind("add", "effect"))
    if question is not None:
        with b.function("leads_on", [TO], n.BOOL):
            question(b)
            b.return_(o.TRUE)
    with b.function("moves", emits=True):
        moves(b)
    return classify_playouts(b.program)


def add_to_empty(b: Builder) -> None:
    with b.for_("to", b.load("empty")) as to:
        b.emit("add", to, to)


def take_site(b: Builder) -> None:
    b.exclude("empty", [], TO)
    b.include("pieces", [b.load("mover")], TO)


def emitted_loops(plan: PlayoutPlan) -> int:
    return sum(isinstance(s, n.For) for s in walk_stmts(plan.moves))


def test_adding_to_empty_sites_shrinks() -> None:
    """The set of empty sites loses only the site played."""
    plan = classified(add_to_empty, take_site)
    assert plan.name == "shrinking"
    assert plan.main is not None and plan.main.set == n.Load("empty", (), CELL)


def test_sites_that_come_back_do_not_shrink() -> None:
    """A rule that frees another site, or rewrites the whole set, needs the set anew each turn."""

    def free_neighbour(b: Builder) -> None:
        take_site(b)
        b.include("empty", [], o.sub(n.Op("max", (TO, o.number(1)), n.INT), o.number(1)))

    def rewrite(b: Builder) -> None:
        b.store("empty", [], o.minus(b.load("empty"), o.single("Cell", TO)))

    for effect in (free_neighbour, rewrite):
        plan = classified(add_to_empty, effect)
        assert plan.name == "pick"
        assert "elsewhere" in plan.reason


def test_captures_played_by_collecting_do_not_shrink() -> None:
    """Effects of collected moves count as well."""

    def collecting(b: Builder) -> None:
        take_site(b)
        with b.block() as body, b.for_("other", b.load("pieces", o.number(2))) as other:
            b.emit("remove", other, other)
        b.emit_statement(n.Collect(tuple(body)))

    b = Builder("nine", 2, {"Cell": 9})
    common_fields(b)
    b.field("empty", CELL, initial=511)
    with b.function("start"):
        pass
    with b.function("remove", [FROM, TO]):
        b.include("empty", [], TO)
    b.kind(n.Kind("remove", "remove"))
    with b.function("effect", [FROM, TO]):
        collecting(b)
    b.kind(n.Kind("add", "effect"))
    with b.function("moves", emits=True):
        add_to_empty(b)
    assert classify_playouts(b.program).name == "pick"


def test_sets_that_depend_on_neighbours_do_not_shrink() -> None:
    """A site may become playable by what happens next to it."""

    def beside(b: Builder) -> None:
        near = b.table("near", CELL, (9,), [sum(1 << t for t in (s - 1, s + 1) if 0 <= t < 9) for s in range(9)])
        with b.for_("to", o.intersect(b.load("empty"), o.spread(near, b.load("pieces", o.number(1))))) as to:
            b.emit("add", to, to)

    plan = classified(beside, take_site)
    assert (plan.name, emitted_loops(plan)) == ("pick", 1)


def test_a_loop_with_several_moves_is_split() -> None:
    """Each move of a loop gets a loop of its own, over the sites that have it."""
    plan = classify_playouts(optimise(stepping()))
    assert (plan.name, emitted_loops(plan)) == ("pick", 6)
    assert not any(isinstance(s, n.If) for loop in walk_stmts(plan.moves) if isinstance(loop, n.For) for s in loop.body)


def test_loops_within_loops_are_counted() -> None:
    """Each piece has a set of targets of its own; both loops stay, without conditions."""

    def pairs(b: Builder) -> None:
        near = b.table("near", CELL, (9,), [sum(1 << t for t in (s - 1, s + 1) if 0 <= t < 9) for s in range(9)])
        mine, empty = b.load("pieces", o.number(1)), b.load("empty")
        with b.for_("from", mine) as source, b.for_("to", o.lookup(near, source)) as to, b.if_(o.has(empty, to)):
            b.emit("add", source, to)

    plan = classified(pairs, take_site)
    assert (plan.name, emitted_loops(plan)) == ("pick", 2)
    assert not any(isinstance(s, n.If) for s in walk_stmts(plan.moves))


def test_the_game_goes_on_while_playing() -> None:
    """Asking whether the game is over has its answer."""
    plan = classify_playouts(optimise(tictactoe()))
    assert plan.name == "shrinking"
    assert isinstance(plan.moves[0], n.For)


def test_what_cannot_be_counted_is_listed() -> None:
    """Loops without end in sight and speculation are left to lists, with the reason."""

    def counted(b: Builder) -> None:
        with b.while_(o.lt(n.Emitted(), o.number(3))):
            b.emit("add", o.number(0), o.number(0))

    assert "unknown length" in classified(counted, take_site).reason
    assert classify_playouts(optimise(flipping())).name == "standard"


def test_moves_that_stand_in_for_others_are_counted() -> None:
    """Where a variable notes that there are moves, their number says the same, unless others came before."""

    def in_order(b: Builder) -> None:
        found = b.variable("found", o.FALSE)
        with b.for_("to", o.intersect(b.load("empty"), b.load("pieces", o.number(1)))) as to:
            b.assign(found, o.TRUE)
            b.emit("add", to, to)
        with b.if_(o.negate(found)):
            add_to_empty(b)

    def after_another(b: Builder) -> None:
        b.emit("add", o.number(0), o.number(0))
        in_order(b)

    plan = classified(in_order, take_site)
    assert (plan.name, emitted_loops(plan)) == ("pick", 2)
    assert not any(isinstance(s, n.Assign) for s in walk_stmts(plan.moves))
    assert classified(after_another, take_site).name == "standard"


def test_questions_that_take_long_are_not_put_twice() -> None:
    """A branch that is listed asks again which branch it is: only if that is quick, the other one is counted."""
    site = n.Local("site", n.INT)
    quick = o.eq(n.Load("mover", (), n.INT), o.number(1))
    long = o.exists(site, n.Load("pieces", (o.number(1),), CELL), n.Call("leads_on", (site,), n.BOOL))

    def either(cond: n.Expr) -> Write:
        def moves(b: Builder) -> None:
            with b.block() as counted:
                add_to_empty(b)
            with b.block() as listed, b.while_(o.lt(n.Emitted(), o.number(3))):
                b.emit("add", o.number(0), o.number(0))
            b.place_if(cond, counted, listed)

        return moves

    def says_yes(b: Builder) -> None:
        pass

    names = [classified(either(cond), take_site, says_yes).name for cond in (quick, long)]
    assert names == ["pick", "standard"]


@pytest.mark.parametrize(("searched", "way"), [(False, "pick"), (True, "standard")])
def test_what_a_search_finds_for_each_piece_is_listed(searched: bool, way: str) -> None:
    """Where each piece takes a search, and each site found a question, counting saves nothing."""

    def reached(b: Builder) -> None:
        near = b.table("near", CELL, (9,), [sum(1 << t for t in (s - 1, s + 1) if 0 <= t < 9) for s in range(9)])
        with b.for_("from", b.load("pieces", o.number(1))) as origin:
            flooded = o.flood(o.single("Cell", origin), b.load("empty"), near)
            found = b.let("found", flooded if searched else o.lookup(near, origin))
            with b.for_("to", found) as to, b.if_(n.Call("leads_on", (to,), n.BOOL)):
                b.emit("add", origin, to)

    def is_even(b: Builder) -> None:
        with b.range_("k", o.number(0), TO) as k, b.if_(o.eq(o.mul(k, o.number(2)), TO)):
            b.return_(o.TRUE)
        b.return_(o.FALSE)

    assert classified(reached, take_site, is_even).name == way


@pytest.mark.parametrize(("scattered", "way"), [(False, "pick"), (True, "standard")])
def test_steps_over_scattered_sites_are_not_counted(scattered: bool, way: str) -> None:
    """Steps that are no few shifts of words ask each site, for each way that they lead."""
    order = random.Random(1).sample(range(70), 70) if scattered else list(range(70))
    ahead = dict(itertools.pairwise(order))
    b = Builder("seventy", 2, {"Cell": 70})
    common_fields(b)
    b.field("empty", CELL, initial=(1 << 70) - 1)
    tables = [b.table(name, n.INT, (70,), [ahead.get(ahead.get(s, -1) if far else s, -1) for s in range(70)])
              for name, far in (("one", False), ("two", True))]  # fmt: skip
    with b.function("start"):
        pass
    with b.function("effect", [FROM, TO]):
        b.include("pieces", [b.load("mover")], TO)
    b.kind(n.Kind("add", "effect"))
    with b.function("moves", emits=True):
        for table in tables:
            members = o.intersect(b.load("empty"), o.shift(table, b.load("pieces", o.number(1)), "Cell"))
            with b.for_("to", members) as to:
                b.emit("add", to, to)
    assert classify_playouts(b.program).name == way


def test_what_takes_long_anyway_is_listed_whole() -> None:
    """Where trials of what moves lead to find a part of them, the others are not worth counting."""

    def in_turn(b: Builder) -> None:
        with b.if_(o.eq(b.load("mover"), o.number(1))):
            add_to_empty(b)
        second = o.eq(b.load("mover"), o.number(2))
        with b.if_(second), b.for_("to", b.load("empty")) as to, b.if_(n.Call("leads_on", (to,), n.BOOL)):
            b.emit("add", to, to)

    def tried(b: Builder) -> None:
        with b.block() as trial:
            take_site(b)
        b.emit_statement(n.Speculate(tuple(trial)))

    plan = classified(in_turn, take_site, tried)
    assert plan.name == "standard"
    assert "trial" in plan.reason


@pytest.mark.parametrize(("each", "way"), [(False, "pick"), (True, "standard")])
def test_moves_made_within_trials_of_each_site_are_listed_whole(each: bool, way: str) -> None:
    """One trial around moves is quick; one for each site outweighs all that counting gains elsewhere."""

    def tried_site(b: Builder) -> None:
        with b.for_("to", b.load("empty")) as to:
            with b.block() as trial:
                b.emit("add", to, to)
            b.emit_statement(n.Speculate(tuple(trial)))

    def in_turn(b: Builder) -> None:
        with b.if_(o.eq(b.load("mover"), o.number(1))):
            add_to_empty(b)
        with b.if_(o.eq(b.load("mover"), o.number(2))):
            with b.block() as trial:
                tried_site(b) if each else add_to_empty(b)
            b.emit_statement(n.Speculate(tuple(trial)))

    assert classified(in_turn, take_site).name == way


@pytest.mark.parametrize("make", [tictactoe, stepping, flipping])
def test_the_program_stays_as_it_is(make: Callable[[], n.Program]) -> None:
    """The analysis only looks."""
    program = make()
    before = dict(program.functions)
    classify_playouts(program)
    assert program.functions == before


def test_conditions_that_come_again_are_asked_again() -> None:
    """A condition that excludes some of those that follow must not hide the others."""
    mover = n.Load("mover", (), n.INT)

    def asked(player: int, function: str, *orelse: n.Stmt) -> n.If:
        return n.If(o.eq(mover, o.number(player)), (n.Do(function, ()),), orelse)

    once = (asked(1, "pawns"), asked(2, "pawns"))
    assert chained(once) == (asked(1, "pawns", asked(2, "pawns")),)
    again = (*once, asked(1, "knights"))
    assert chained(again) == (asked(1, "pawns"), asked(2, "pawns", asked(1, "knights")))
