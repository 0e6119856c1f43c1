"""Games written as rule programs in the form that passes leave: whole sets, shifts and floods."""

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder

CELL = n.set_of("Cell")
FROM, TO = n.Local("from", n.INT), n.Local("to", n.INT)


def _common(b: Builder) -> None:
    b.field("mover", n.INT, low=1, high=2, initial=1, visible=True)
    b.field("over", n.BOOL)
    b.field("ranks", n.INT, shape=(3,), low=0, high=4)
    b.field("pieces", CELL, shape=(3,), visible=True, doc="the sites of each player's pieces")


def _win(b: Builder, player: n.Expr) -> None:
    b.store("over", [], o.TRUE)
    b.store("ranks", [player], o.number(2))
    b.store("ranks", [o.sub(o.number(3), player)], o.number(4))
    b.return_()


def tic_tac_toe() -> n.Program:
    """Three in a row on nine cells."""
    b = Builder("Tic-Tac-Toe", 2, {"Cell": 9})
    _common(b)
    occupied = o.union(b.load("pieces", o.number(1)), b.load("pieces", o.number(2)))
    with b.function("start"):
        pass
    with b.function("add_piece", [FROM, TO], doc="(move Add (to (sites Empty)))"):
        mover = b.load("mover")
        b.include("pieces", [mover], TO)
        mine = b.let("mine", b.load("pieces", mover))
        lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
        with b.if_(o.either(*(o.is_empty(o.minus(o.sites("Cell", line), mine)) for line in lines))):
            _win(b, mover)
        with b.if_(o.eq(o.size(occupied), o.number(9))):
            b.store("over", [], o.TRUE)
            b.store("ranks", [o.number(1)], o.number(3))
            b.store("ranks", [o.number(2)], o.number(3))
        b.store("mover", [], o.sub(o.number(3), mover))
    b.kind(n.Kind("add", "add_piece"))
    with b.function("moves", emits=True), b.for_("site", n.Op("complement", (occupied,), CELL)) as site:
        b.emit("add", site, site)
    return b.program


def connection(size: int = 11) -> n.Program:
    """Two players join opposite sides of a rhombus of hexagons."""
    cells = size * size
    b = Builder(f"Connection {size}", 2, {"Cell": cells})
    _common(b)
    b.field("empty", CELL, initial=(1 << cells) - 1)
    near = [0] * cells
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
                if 0 <= row + down < size and 0 <= column + right < size:
                    near[row * size + column] |= 1 << (row + down) * size + column + right
    adjacent = b.table("adjacent", CELL, (cells,), near)
    top, left = o.sites("Cell", range(size)).value, o.sites("Cell", range(0, cells, size)).value
    ends = [0, 0, top, top << cells - size, left, left << size - 1]
    sides = b.table("sides", CELL, (3, 2), ends)
    with b.function("start"):
        pass
    with b.function("add_piece", [FROM, TO], doc="(move Add (to (sites Empty)))"):
        mover = b.let("me", b.load("mover"))
        b.include("pieces", [mover], TO)
        b.exclude("empty", [], TO)
        group = b.let("group", o.flood(o.single("Cell", TO), b.load("pieces", mover), adjacent))
        touched = [o.negate(o.is_empty(o.intersect(group, o.lookup(sides, mover, o.number(k))))) for k in (0, 1)]
        with b.if_(o.both(*touched)):
            _win(b, mover)
        b.store("mover", [], o.sub(o.number(3), mover))
    b.kind(n.Kind("add", "add_piece"))
    with b.function("moves", emits=True), b.for_("site", b.load("empty")) as site:
        b.emit("add", site, site)
    return b.program


def breakthrough(size: int = 8) -> n.Program:
    """Pawns step forward and take forward to the sides; the far row wins."""
    cells = size * size
    b = Builder("Breakthrough", 2, {"Cell": cells})
    _common(b)

    def steps(down: int, right: int) -> n.Table:
        values = [
            (s // size + down) * size + s % size + right
            if 0 <= s // size + down < size and 0 <= s % size + right < size
            else -1
            for s in range(cells)
        ]
        return b.table(f"step_{down}_{right}", n.INT, (cells,), values)

    with b.function("start"):
        b.store("pieces", [o.number(1)], o.sites("Cell", range(2 * size)))
        b.store("pieces", [o.number(2)], o.sites("Cell", range(cells - 2 * size, cells)))
    with b.function("step", [FROM, TO], doc="(move Step Forward)"):
        mover = b.let("me", b.load("mover"))
        other = b.let("other", o.sub(o.number(3), mover))
        b.exclude("pieces", [mover], FROM)
        b.include("pieces", [mover], TO)
        b.exclude("pieces", [other], TO)
        far = o.select(
            o.eq(mover, o.number(1)), o.sites("Cell", range(cells - size, cells)), o.sites("Cell", range(size))
        )
        with b.if_(o.either(o.has(far, TO), o.is_empty(b.load("pieces", other)))):
            _win(b, mover)
        b.store("mover", [], other)
    b.kind(n.Kind("step", "step"))

    def steps_of(player: int, down: int) -> n.Block:
        mine, theirs = b.load("pieces", o.number(player)), b.load("pieces", o.number(3 - player))
        with b.block() as body:
            for right in (0, -1, 1):
                reached = o.minus(o.shift(steps(down, right), mine), mine)
                with b.for_("to", o.minus(reached, theirs) if right == 0 else reached) as to:
                    b.emit("step", o.lookup(steps(-down, -right), to), to)
        return tuple(body)

    with b.function("moves", emits=True, doc="(forEach Piece)"):
        b.place_if(o.eq(b.load("mover"), o.number(1)), steps_of(1, 1), steps_of(2, -1))
    return b.program


def dice_race(length: int = 70) -> n.Program:
    """Each player has a runner; a die says how far it goes, and a six may be left unused."""
    b = Builder("Dice race", 2, {"Cell": length})
    _common(b)
    b.field("past", n.INT, low=0, high=6, capacity=4, visible=True)
    with b.function("start"):
        first = b.draw("first", o.number(2))
        b.store("mover", [], o.add(first, o.number(1)))
        for player in (1, 2):
            b.store("pieces", [o.number(player)], o.sites("Cell", [0]))
    rolled = n.Local("rolled", n.INT)
    with b.function("run", [FROM, TO, rolled]):
        mover = b.let("me", b.load("mover"))
        b.exclude("pieces", [mover], FROM)
        b.include("pieces", [mover], TO)
        b.emit_statement(n.Append("past", (), rolled))
        with b.if_(o.eq(TO, o.number(length - 1))):
            _win(b, mover)
        b.store("mover", [], o.sub(o.number(3), mover))
    with b.function("stay", [FROM, TO]):
        b.store("mover", [], o.sub(o.number(3), b.load("mover")))
    b.kind(n.Kind("run", "run", ("rolled",)))
    b.kind(n.Kind("stay", "stay", (), "pass"))
    with b.function("moves", emits=True):
        roll = o.add(b.draw("die", o.number(6)), o.number(1))
        with b.for_("site", b.load("pieces", b.load("mover"))) as site:
            b.emit("run", site, n.Op("min", (o.add(site, roll), o.number(length - 1)), n.INT), [roll])
        with b.if_(o.eq(roll, o.number(6))):
            b.emit("stay", o.NOWHERE, o.NOWHERE)
    return b.program


def wandering(size: int = 10) -> n.Program:
    """Each player has pieces that step to empty neighbours; whoever brings one to the far row wins."""
    cells = size * size
    b = Builder("Wandering", 2, {"Cell": cells})
    _common(b)
    near = [0] * cells
    for s in range(cells):
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1)):
            if 0 <= s // size + down < size and 0 <= s % size + right < size:
                near[s] |= 1 << s + down * size + right
    adjacent = b.table("adjacent", CELL, (cells,), near)
    with b.function("start"):
        b.store("pieces", [o.number(1)], o.sites("Cell", range(4)))
        b.store("pieces", [o.number(2)], o.sites("Cell", range(cells - 4, cells)))
    with b.function("step", [FROM, TO]):
        mover = b.let("me", b.load("mover"))
        b.exclude("pieces", [mover], FROM)
        b.include("pieces", [mover], TO)
        rows = o.sites("Cell", range(cells - size, cells)), o.sites("Cell", range(size))
        with b.if_(o.has(o.select(o.eq(mover, o.number(1)), *rows), TO)):
            _win(b, mover)
        b.store("mover", [], o.sub(o.number(3), mover))
    b.kind(n.Kind("step", "step"))
    with b.function("moves", emits=True):
        empty = n.Op("complement", (o.union(*(b.load("pieces", o.number(p)) for p in (1, 2))),), CELL)
        mine = b.load("pieces", b.load("mover"))
        with b.for_("from", mine) as source, b.for_("to", o.intersect(o.lookup(adjacent, source), empty)) as to:
            b.emit("step", source, to)
        with b.if_(o.eq(n.Emitted(), o.number(0))):
            b.emit("step", o.number(0), o.number(0))
    return b.program


GAMES = [tic_tac_toe, connection, breakthrough, dice_race, wandering]
