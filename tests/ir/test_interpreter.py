"""The interpreter: the meaning of each node, and whole games."""

import random
from collections.abc import Sequence

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.interpreter import ExecutionError, InterpretedState, Interpreter, IrMove
from sample_programs import CELL, FROM, PROGRAMS, TO, flipping, stepping, tictactoe

LINE = [1, 2, 3, -1]


def perft(interpreter: Interpreter, state: InterpretedState, depth: int) -> int:
    """The number of ways to play `depth` moves."""
    moves = interpreter.moves(state)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        child = interpreter.copy(state)
        interpreter.play(child, move)
        total += perft(interpreter, child, depth - 1)
    return total


def test_tictactoe_has_its_known_number_of_games() -> None:
    interpreter = Interpreter(tictactoe())
    state = interpreter.start()
    assert [perft(interpreter, state, depth) for depth in (1, 2, 3, 4, 5, 6)] == [9, 72, 504, 3024, 15120, 54720]


def test_othello_has_its_known_number_of_games() -> None:
    interpreter = Interpreter(flipping(8))
    state = interpreter.start()
    assert [perft(interpreter, state, depth) for depth in (1, 2, 3, 4)] == [4, 12, 56, 244]


@pytest.mark.parametrize("name", PROGRAMS)
def test_play_ends_and_copies_are_independent(name: str) -> None:
    interpreter, rng = Interpreter(PROGRAMS[name]()), random.Random(1)
    for _ in range(10):
        state = interpreter.start(rng.getrandbits(64))
        plies = 0
        while moves := interpreter.moves(state):
            before = state.copy()
            move = rng.choice(moves)
            chance = rng.getrandbits(64)
            interpreter.play(state, move, chance)
            again = before.copy()
            interpreter.play(again, move, chance)
            assert again == state and before != state
            plies += 1
            assert plies < 200
        assert state.fields["over"] == 1
        assert sorted(state.fields["ranks"]) in ([0, 2, 4], [0, 3, 3])


def program_of(body: Sequence[n.Stmt], **fields: n.Field) -> n.Program:
    """A program whose start rules are the statements."""
    program = n.Program("test", 2, {"Cell": 4}, fields)
    program.functions["start"] = n.Function("start", (), None, tuple(body))
    return program


def value_of(expr: n.Expr, fields: dict[str, n.Field] | None = None, before: Sequence[n.Stmt] = ()) -> int:
    """The value of an expression, after some statements."""
    program = n.Program("test", 2, {"Cell": 4}, fields or {})
    program.functions["f"] = n.Function("f", (), expr.type, (*before, n.Return(expr)))
    interpreter = Interpreter(program)
    return int(interpreter.call("f", InterpretedState(program)))


def raw(op: n.Operator, *args: int, types: str = "ii", to: n.Type = n.INT) -> n.Op:
    kinds = {"i": n.INT, "b": n.BOOL, "s": CELL}
    return n.Op(op, tuple(n.Const(a, kinds[t]) for a, t in zip(args, types, strict=True)), to)


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (raw("div", -7, 2), -3),
        (raw("div", 7, 0), 0),
        (raw("mod", -7, 2), -1),
        (raw("mod", 7, 0), 0),
        (raw("min", 3, -4), -4),
        (raw("max", 3, -4), 3),
        (raw("sub", 3, -4), 7),
        (raw("bit_xor", 6, 3), 5),
        (raw("shift_left", 1, 5), 32),
        (raw("shift_right", 37, 3), 4),
        (raw("ones_above", 0b1101110, 2), 1),
        (raw("ones_above", 0b1101110, 4), 2),
        (raw("ones_below", 0b1101110, 4), 3),
        (raw("ones_below", 0b1101110, 0), 0),
        (raw("neg", -4, types="i"), 4),
        (raw("abs", -4, types="i"), 4),
        (raw("le", 2, 2, to=n.BOOL), 1),
        (raw("lt", 2, 2, to=n.BOOL), 0),
        (raw("and", 1, 0, types="bb", to=n.BOOL), 0),
        (raw("or", 1, 0, types="bb", to=n.BOOL), 1),
        (raw("select", 0, 5, 6, types="bii"), 6),
        (raw("minus", 0b111, 0b010, types="ss", to=CELL), 0b101),
        (raw("complement", 0b101, types="s", to=CELL), 0b1010),
        (raw("has", 0b101, 2, types="si", to=n.BOOL), 1),
        (raw("has", 0b101, -1, types="si", to=n.BOOL), 0),
        (raw("has", 0b101, 9, types="si", to=n.BOOL), 0),
        (raw("size", 0b101, types="s"), 2),
        (raw("first", 0b100, types="s"), 2),
        (raw("first", 0, types="s"), -1),
        (raw("single", 3, types="i", to=CELL), 0b1000),
        (raw("single", -1, types="i", to=CELL), 0),
        (raw("single", 4, types="i", to=CELL), 0),
    ],
)
def test_operations(expr: n.Expr, value: int) -> None:
    assert value_of(expr) == value


def test_operations_on_sets_through_tables() -> None:
    line = n.Table("line", n.INT, (4,), (1, 2, 3, -1))
    near = n.Table("near", CELL, (4,), (0b0010, 0b0101, 0b1010, 0b0100))
    rays = n.Table("rays", n.INT, (4, 3), (1, 2, 3, 2, 3, -1, 3, -1, -1, -1, -1, -1))
    some, site = o.sites("Cell", [0, 1, 3]), n.Local("s", n.INT)
    assert value_of(n.Shift(line, some, CELL)) == 0b0110
    assert value_of(n.Spread(near, some, CELL)) == 0b0111
    assert value_of(n.Flood(o.sites("Cell", [0, 2]), some, near, CELL)) == 0b0011
    assert value_of(n.Run(rays, o.number(0), o.sites("Cell", [1, 2]))) == 2
    assert value_of(n.Run(rays, o.number(1), o.sites("Cell", [2, 3]))) == 2
    assert value_of(n.Run(rays, o.number(0), o.sites("Cell", [1, 2, 3]))) == 3
    ends = o.sites("Cell", [3])
    assert value_of(n.Caught(rays, o.number(0), o.sites("Cell", [1, 2]), ends, CELL)) == 0b0110
    assert value_of(n.Caught(rays, o.number(0), o.sites("Cell", [1]), ends, CELL)) == 0
    assert value_of(n.Caught(rays, o.number(1), o.sites("Cell", [2, 3]), o.sites("Cell", [0]), CELL)) == 0
    assert value_of(n.Caught(rays, o.number(2), o.sites("Cell", [1, 2]), ends, CELL)) == 0
    assert value_of(n.Flank(rays, o.sites("Cell", [1, 2]), o.sites("Cell", [3]), CELL)) == 0b0011
    ways = n.Table("ways", n.INT, (1, *rays.shape), rays.values)
    one, two = o.sites("Cell", [1]), o.sites("Cell", [2])
    assert [value_of(o.reach(ways, o.number(0), one, until)) for until in (o.sites("Cell", []), two)] == [0b10, 0b110]
    odd = n.Op("eq", (n.Op("mod", (site, o.number(2)), n.INT), o.number(1)), n.BOOL)
    assert value_of(n.Filter(site, some, odd, CELL)) == 0b1010
    assert value_of(n.Exists(site, some, odd)) == 1
    assert value_of(n.Exists(site, o.sites("Cell", [0, 2]), odd)) == 0
    assert value_of(n.Total(site, some, site)) == 4


def test_digests_tell_states_apart() -> None:
    shapes: dict[str, tuple[int, ...]] = {"x": (), "a": (2,), "y": ()}
    fields = {name: n.Field(name, n.INT, shape, 0, 9) for name, shape in shapes.items()}
    digest = n.Digest(("x", "a"))
    start = value_of(digest, fields)
    assert value_of(digest, fields, [n.Store("y", (), o.number(3))]) == start
    assert value_of(digest, fields, [n.Store("x", (), o.number(3))]) != start
    assert value_of(digest, fields, [n.Store("a", (o.number(1),), o.number(3))]) != start
    assert 0 <= start < 1 << 62


def test_long_chains_are_translated() -> None:
    """Python bounds the depth of parentheses; unions of many sets stay within."""
    many: n.Expr = o.empty_set("Cell")
    for k in range(1000):
        many = n.Op("union", (many, o.sites("Cell", [k % 4])), CELL)
    assert value_of(many) == 0b1111


def test_lists_forget_their_oldest() -> None:
    last = n.Field("last", n.INT, (), 0, 9, capacity=2)
    statements = [n.Append("last", (), o.number(k)) for k in (3, 4, 5)]
    program = program_of([*statements, n.Store("last", (o.number(0),), o.number(7))], last=last)
    assert Interpreter(program).start().fields["last"] == [7, 5]
    cut = program_of([*statements, n.Truncate("last", (), o.number(1))], last=last)
    assert Interpreter(cut).start().fields["last"] == [4]


def test_arrays_of_lists_are_apart() -> None:
    field = n.Field("stack", n.INT, (2,), 0, 9, capacity=3)
    one = (o.number(1),)
    body = [n.Append("stack", one, o.number(5)), n.Append("stack", one, n.Length("stack", one))]
    assert Interpreter(program_of(body, stack=field)).start().fields["stack"] == [[], [5, 1]]


@pytest.mark.parametrize(
    "statement",
    [
        n.Store("x", (), o.number(8)),
        n.Store("x", (), n.Lookup(n.Table("t", n.INT, (2,), (1, 2)), (o.number(-1),), n.INT)),
        n.Store("a", (o.number(-1),), o.number(1)),
        n.Include("s", (), o.number(4)),
        n.Exclude("s", (), o.number(-1)),
        n.Store("l", (o.number(0),), o.number(1)),
    ],
)
def test_what_has_no_meaning_is_an_error(statement: n.Stmt) -> None:
    x, a = n.Field("x", n.INT, (), 0, 7), n.Field("a", n.INT, (2,), 0, 7)
    s, elements = n.Field("s", CELL), n.Field("l", n.INT, (), 0, 7, capacity=2)
    with pytest.raises(ExecutionError):
        Interpreter(program_of([statement], x=x, a=a, s=s, l=elements)).start()


def test_chance_is_taken_digit_by_digit_and_kept_by_moves() -> None:
    b = Builder("dice", 1, {"Cell": 4})
    b.field("x", n.INT, low=0, high=100)
    b.kind(n.Kind("roll", "play_roll", ("value",)))
    with b.function("start"):
        pass
    with b.function("play_roll", [FROM, TO, n.Local("value", n.INT)]):
        again = b.draw("again", o.number(6))
        none = b.draw("none", o.number(1))
        b.store("x", [], o.add(o.mul(n.Local("value", n.INT), o.number(10)), o.add(again, none)))
    with b.function("moves", emits=True):
        first, second = b.draw("first", o.number(6)), b.draw("second", o.number(10))
        b.emit("roll", o.NOWHERE, second, [first])
    interpreter = Interpreter(b.program)
    state = interpreter.start(chance=4 + 6 * 7 + 60 * 5)
    assert interpreter.moves(state) == [IrMove("roll", -1, 7, (4,))] == interpreter.moves(state)
    interpreter.play(state, IrMove("roll", -1, 7, (4,)), chance=99)
    assert (state.fields["x"], state.chance) == (44, 99)


def test_leaving_a_speculation_restores_the_state() -> None:
    """Return and Break out of a speculation; locals keep what was given to them inside."""
    x = n.Field("x", n.INT, (), 0, 9)
    load, local = n.Load("x", (), n.INT), n.Local("seen", n.INT)
    inside = n.Speculate((n.Store("x", (), o.number(5)), n.Assign(local, load), n.Break()))
    assert value_of(o.add(local, load), {"x": x}, [n.Let(local, o.number(0)), n.While(o.TRUE, (inside,))]) == 5
    leave = n.Speculate((n.Store("x", (), o.number(5)), n.Return(load)))
    program = program_of([n.Store("x", (), o.number(1))], x=x)
    program.functions["f"] = n.Function("f", (), n.INT, (n.For(local, o.sites("Cell", [2]), (leave,)),))
    interpreter = Interpreter(program)
    state = interpreter.start()
    assert (interpreter.call("f", state), state.fields["x"]) == (5, 1)


def test_operands_may_speculate() -> None:
    """A statement changes the state itself, not the copy that an operand worked on."""
    fields = {"l": n.Field("l", n.INT, (), 0, 9, capacity=3), "s": n.Field("s", CELL, (2,))}
    call, one = n.Call("f", (), n.INT), o.number(1)
    program = program_of([n.Append("l", (), call), n.Append("l", (), call), n.Include("s", (one,), call)], **fields)
    inside = n.Speculate((n.Append("l", (), o.number(9)), n.Include("s", (one,), o.number(0))))
    program.functions["f"] = n.Function("f", (), n.INT, (inside, n.Return(n.Length("l"))))
    assert Interpreter(program).start().fields == {"l": [0, 1], "s": [0, 0b100]}


def test_collected_moves_are_all_made_before_any_is_played() -> None:
    """Each move sets its site's successor, were it evaluated late the chain would run on."""
    b = Builder("chain", 1, {"Cell": 4})
    b.field("s", CELL)
    b.kind(n.Kind("grow", "play_grow"))
    table = b.table("next", n.INT, (4,), LINE)
    with b.function("play_grow", [FROM, TO]):
        b.include("s", [], TO)
    with b.function("start"):
        b.include("s", [], o.number(0))
        with b.block() as body, b.for_("site", b.load("s")) as site:
            b.emit("grow", site, o.lookup(table, site))
        b.emit_statement(n.Collect(tuple(body)))
    assert Interpreter(b.program).start().fields["s"] == 0b11


def test_blocked_players_have_no_moves() -> None:
    interpreter = Interpreter(stepping(1, 4))
    assert interpreter.moves(interpreter.start()) == []
