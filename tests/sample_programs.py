"""Small rule programs written by hand, for tests of the rule program's tools and passes."""

from collections.abc import Callable

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder

CELL = n.set_of("Cell")
FROM, TO = n.Local("from", n.INT), n.Local("to", n.INT)


def steps(width: int, height: int, dx: int, dy: int) -> list[int]:
    """The site one step away from each site of a rectangle, -1 beyond the edge."""
    return [
        (y + dy) * width + x + dx if 0 <= x + dx < width and 0 <= y + dy < height else -1
        for y in range(height)
        for x in range(width)
    ]


def common_fields(b: Builder, players: int = 2) -> None:
    """The fields that every program has."""
    b.field("mover", n.INT, low=1, high=players, initial=1, visible=True, doc="whose turn it is")
    b.field("over", n.BOOL, low=0, high=1)
    b.field("ranks", n.INT, shape=(players + 1,), low=0, high=2 * players)
    b.field("pieces", CELL, shape=(players + 1,), visible=True, doc="the sites of each player's pieces")


def pass_turn(b: Builder) -> None:
    """The other player's turn."""
    b.store("mover", [], o.sub(o.number(3), b.load("mover")))


def win(b: Builder, player: n.Expr) -> None:
    """Ends a game of two."""
    b.store("over", [], o.TRUE)
    b.store("ranks", [player], o.number(2))
    b.store("ranks", [o.sub(o.number(3), player)], o.number(4))


def tictactoe() -> n.Program:
    """Three in a row on nine cells, the moves made by a loop over all sites."""
    b = Builder("tictactoe", 2, {"Cell": 9})
    common_fields(b)
    b.field("unused", n.INT, low=0, high=100, doc="counts what nobody asks for")
    lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
    table = b.table("lines", CELL, (8,), lines)
    with b.function("start"):
        pass
    with b.function("has_line", [n.Local("player", n.INT)], n.BOOL, doc="(is Line 3)"):
        player = n.Local("player", n.INT)
        with b.range_("line", o.number(0), o.number(8)) as line:
            missing = b.let("missing", o.minus(o.lookup(table, line), b.load("pieces", player)))
            with b.if_(o.is_empty(missing)):
                b.return_(o.TRUE)
        b.return_(o.FALSE)
    b.kind(n.Kind("add", "play_add"))
    with b.function("play_add", [FROM, TO]):
        b.include("pieces", [b.load("mover")], TO)
        b.store("unused", [], o.add(b.load("unused"), o.number(1)))
        occupied = o.union(b.load("pieces", o.number(1)), b.load("pieces", o.number(2)))
        with b.if_(b.call("has_line", b.load("mover"))):
            win(b, b.load("mover"))
            b.return_()
        with b.if_(o.eq(o.size(occupied), o.number(9))):
            b.store("over", [], o.TRUE)
            b.store("ranks", [o.number(1)], o.number(3))
            b.store("ranks", [o.number(2)], o.number(3))
        pass_turn(b)
    with b.function("moves", emits=True, doc="(move Add (to (sites Empty)))"):
        with b.if_(b.load("over")):
            b.return_()
        with b.for_("to", o.sites("Cell", range(9))) as to:
            free = [o.negate(o.has(b.load("pieces", o.number(p)), to)) for p in (1, 2)]
            with b.if_(o.both(*free)):
                b.emit("add", to, to)
    return b.program


def stepping(width: int = 5, height: int = 5) -> n.Program:
    """Pieces step forward, or capture forward and aside; the first to reach the far row wins, the blocked lose."""
    size = width * height
    b = Builder("stepping", 2, {"Cell": size})
    common_fields(b)
    b.field("captured", n.INT, shape=(3,), low=0, high=size, visible=True)
    with b.function("start"):
        b.store("pieces", [o.number(1)], o.sites("Cell", range(2 * width)))
        b.store("pieces", [o.number(2)], o.sites("Cell", range(size - 2 * width, size)))
    b.kind(n.Kind("step", "play_step", ("taken",)))
    with b.function("goal", [n.Local("player", n.INT)], CELL, doc="(sites Mover far)"):
        first = o.eq(n.Local("player", n.INT), o.number(1))
        far, near = o.sites("Cell", range(size - width, size)), o.sites("Cell", range(width))
        b.return_(o.select(first, far, near))
    taken = n.Local("taken", n.INT)
    with b.function("play_step", [FROM, TO, taken]):
        mover = b.let("mover", b.load("mover"))
        other = b.let("other", o.sub(o.number(3), mover))
        b.exclude("pieces", [mover], FROM)
        b.include("pieces", [mover], TO)
        with b.if_(o.eq(taken, o.number(1))):
            b.exclude("pieces", [other], TO)
            b.store("captured", [mover], o.add(b.load("captured", mover), o.number(1)))
        with b.if_(o.has(b.call("goal", mover), TO)):
            win(b, mover)
            b.return_()
        pass_turn(b)
    for player, dy in ((1, 1), (2, -1)):
        with b.function(f"moves_{player}", emits=True):
            for dx in (-1, 0, 1):
                table = b.table(f"step_{dx}_{dy}", n.INT, (size,), steps(width, height, dx, dy))
                with b.for_("from", b.load("pieces", o.number(player))) as source:
                    to = b.let("to", o.lookup(table, source))
                    theirs = o.has(b.load("pieces", o.number(3 - player)), to)
                    with b.if_(o.both(o.ge(to, o.number(0)), o.negate(o.has(b.load("pieces", o.number(player)), to)))):
                        if dx == 0:
                            with b.if_(o.negate(theirs)):
                                b.emit("step", source, to, [o.number(0)])
                        else:
                            b.emit("step", source, to, [o.to_int(theirs)])
    with b.function("moves", emits=True), b.if_(o.negate(b.load("over"))):
        with b.if_(o.eq(b.load("mover"), o.number(1))):
            b.do("moves_1")
        with b.if_(o.eq(b.load("mover"), o.number(2))):
            b.do("moves_2")
    return b.program


def flipping(width: int = 4) -> n.Program:
    """Othello on a small board: rays, consequents, speculation, a history of moves, and a die that gives a bonus."""
    size = width * width
    b = Builder("flipping", 2, {"Cell": size})
    common_fields(b)
    b.field("history", n.INT, low=-1, high=size, capacity=3, visible=True, doc="the last moves")
    b.field("score", n.INT, shape=(3,), low=-1000, high=1000, visible=True)
    directions = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    rays = []
    for dx, dy in directions:
        step, values = steps(width, width, dx, dy), []
        for site in range(size):
            for _ in range(width - 1):
                site = step[site] if site >= 0 else -1
                values.append(site)
        rays.append(b.table(f"ray_{dx}_{dy}".replace("-", "m"), n.INT, (size, width - 1), values))
    middle = [(width // 2 - 1) * width + width // 2 - 1, (width // 2) * width + width // 2]
    aside = [middle[0] + 1, middle[1] - 1]
    near = [sum(1 << t for d in directions if (t := steps(width, width, *d)[s]) >= 0) for s in range(size)]
    neighbours = b.table("neighbours", CELL, (size,), near)
    with b.function("start"):
        b.store("pieces", [o.number(1)], o.sites("Cell", middle))
        b.store("pieces", [o.number(2)], o.sites("Cell", aside))
    b.kind(n.Kind("flip", "play_flip"))
    with b.function("play_flip", [FROM, TO]):
        b.exclude("pieces", [o.sub(o.number(3), b.load("mover"))], TO)
        b.include("pieces", [b.load("mover")], TO)
    with b.function("flips", [TO], emits=True, doc="(custodial)"):
        mine, theirs = b.load("pieces", b.load("mover")), b.load("pieces", o.sub(o.number(3), b.load("mover")))
        for ray in rays:
            count = b.let("count", o.run(ray, TO, theirs))
            inside = o.both(o.gt(count, o.number(0)), o.lt(count, o.number(width - 1)))
            closed = o.both(inside, o.has(mine, o.lookup(ray, TO, count)))
            with b.if_(closed), b.range_("k", o.number(0), count) as k:
                b.emit("flip", TO, o.lookup(ray, TO, k))
    b.kind(n.Kind("place", "play_place"))
    with b.function("play_place", [FROM, TO]):
        with b.block() as body:
            b.do("flips", TO)
        b.emit_statement(n.Collect(tuple(body)))
        b.include("pieces", [b.load("mover")], TO)
        b.emit_statement(n.Append("history", (), TO))
        die = b.draw("die", o.number(6))
        b.store("score", [b.load("mover")], o.add(b.load("score", b.load("mover")), die))
        b.do("end_turn")
    b.kind(n.Kind("pass", "play_pass", text="pass"))
    with b.function("play_pass", [FROM, TO]):
        with b.if_(o.both(o.gt(n.Length("history"), o.number(0)))):
            last = b.let("last", n.Load("history", (o.sub(n.Length("history"), o.number(1)),), n.INT))
            with b.if_(o.eq(last, o.number(-1))):
                b.store("over", [], o.TRUE)
        b.emit_statement(n.Append("history", (), o.NOWHERE))
        b.do("end_turn")
    with b.function("end_turn"):
        occupied = b.let("occupied", o.union(b.load("pieces", o.number(1)), b.load("pieces", o.number(2))))
        with b.if_(o.eq(o.size(occupied), o.number(size))):
            b.store("over", [], o.TRUE)
        with b.if_(b.load("over")):
            margin = b.variable("margin", o.sub(o.size(b.load("pieces", o.number(1))), o.number(size // 2)))
            winner = o.select(o.gt(margin, o.number(0)), o.number(1), o.number(2))
            win(b, winner)
            b.emit_statement(n.Truncate("history", (), o.number(1)))
        pass_turn(b)
    with b.function("group_after", [TO], n.INT, doc="how large the mover's group at a site would be"):
        found = b.variable("found", o.number(0))
        with b.speculate():
            b.include("pieces", [b.load("mover")], TO)
            group = o.flood(o.single("Cell", TO), b.load("pieces", b.load("mover")), neighbours)
            b.assign(found, o.size(group))
            b.draw("ignored", o.number(3))
        b.return_(found)
    with b.function("moves", emits=True), b.if_(o.negate(b.load("over"))):
        occupied = o.union(b.load("pieces", o.number(1)), b.load("pieces", o.number(2)))
        border = b.let("border", o.minus(o.spread(neighbours, occupied), occupied))
        with b.for_("to", border) as to:
            before = b.variable("before", b.load("score", o.number(1)))
            flipped = b.variable("flipped", o.number(0))
            with b.speculate():
                with b.block() as body:
                    b.do("flips", to)
                    b.assign(flipped, n.Emitted())
                b.emit_statement(n.Collect(tuple(body)))
                b.assign(before, o.size(b.load("pieces", b.load("mover"))))
            grouped = o.ge(b.call("group_after", to), o.number(1))
            with b.if_(o.both(o.gt(flipped, o.number(0)), grouped)):
                b.emit("place", to, to)
        with b.if_(o.eq(n.Emitted(), o.number(0))):
            b.emit("pass", o.NOWHERE, o.NOWHERE)
    return b.program


PROGRAMS: dict[str, Callable[[], n.Program]] = {"tictactoe": tictactoe, "stepping": stepping, "flipping": flipping}
