"""Rule programs made at random: every kind of node, over sets of one word and of many, safe by construction."""

import random
from collections.abc import Callable
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder

SMALL, WIDE = "Cell", "Vertex"


class RandomProgram:
    """One program; the same seed gives the same one. Integers stay small, and indices in range."""

    def __init__(self, seed: int, wide_sites: int) -> None:
        self.random = random.Random(seed)
        self.builder = Builder(f"random {seed}", 2, {SMALL: self.random.randint(3, 64), WIDE: wide_sites})
        self.locals: list[n.Local] = []
        self.tables: dict[tuple[str, str], n.Table] = {}
        self.in_moves = self.collecting = self.speculating = False
        self.loops = 0
        self._declare()
        self._write()

    @property
    def program(self) -> n.Program:
        """The finished program."""
        return self.builder.program

    def _declare(self) -> None:
        b = self.builder
        b.field("mover", n.INT, low=0, high=2, initial=1, visible=True)
        b.field("over", n.BOOL)
        b.field("ranks", n.INT, shape=(3,), low=0, high=4)
        b.field("score", n.INT, shape=(3, 2), low=-500, high=500, visible=True)
        b.field("tiny", n.INT, low=-1, high=90, initial=7)
        b.field("flag", n.BOOL, shape=(2,), initial=1)
        b.field("int", n.INT, low=0, high=200, visible=True)
        for universe in (SMALL, WIDE):
            b.field(f"set_{universe}", n.set_of(universe), shape=(2,), visible=True)
            b.field(f"one_{universe}", n.set_of(universe), initial=0b101)
        b.field("past", n.INT, low=-3, high=40, capacity=5, visible=True)
        b.field("stacks", n.INT, shape=(3,), low=0, high=9, capacity=4)
        b.field("marks", n.set_of(WIDE), capacity=3, visible=True)

    def sites(self, universe: str) -> int:
        """The number of sites of a universe."""
        return self.program.universes[universe]

    # -- tables -------------------------------------------------------------------------------------------------

    def table(self, form: str, universe: str) -> n.Table:
        """A table of a form, over a universe; made once."""
        if (form, universe) not in self.tables:
            self.tables[form, universe] = self._new_table(form, universe)
        return self.tables[form, universe]

    def _new_table(self, form: str, universe: str) -> n.Table:
        count, draw = self.sites(universe), self.random
        if form == "steps":
            distance = draw.choice([1, -1, 5, -7, 64, -63, 65])
            valid = [draw.random() < 0.9 and 0 <= s + distance < count for s in range(count)]
            values = [s + distance if ok else -1 for s, ok in enumerate(valid)]
        elif form == "jumps":
            values = [s if draw.random() < 0.8 else -1 for s in draw.sample(range(count), count)]
        elif form == "grid":
            width = max(2, int(count**0.5))
            values = [self._mask(s + d for d in (1, -1, width, -width) if 0 <= s + d < count) for s in range(count)]
            return self.builder.table(form, n.set_of(universe), (count,), values)
        elif form == "graph":
            values = [self._mask(draw.randrange(count) for _ in range(3)) for _ in range(count)]
            return self.builder.table(form, n.set_of(universe), (count,), values)
        elif form == "rays":
            rows = [draw.sample(range(count), 3)[: draw.randint(0, 3)] for _ in range(count)]
            flat = [s for row in rows for s in (row + [-1] * 3)[:3]]
            return self.builder.table(form, n.INT, (count, 3), flat)
        elif form == "cube":
            return self.builder.table(form, n.set_of(universe), (2, 2, 2), [self.mask(universe) for _ in range(8)])
        else:
            values = [draw.randint(-1, 40) for _ in range(count)]
        return self.builder.table(form, n.INT, (count,), values)

    def _mask(self, members: object) -> int:
        return o.sites(SMALL, members).value  # type: ignore[arg-type]

    def mask(self, universe: str) -> int:
        """A random constant set."""
        return self.random.getrandbits(self.sites(universe))

    # -- expressions --------------------------------------------------------------------------------------------

    def _pick(self, leaves: list[Callable[[], n.Expr]], inner: list[Callable[[], n.Expr]], depth: int) -> n.Expr:
        return self.random.choice(leaves if depth <= 0 else leaves + 2 * inner)()

    def within(self, value: n.Expr, bound: int) -> n.Expr:
        """A value brought into 0..bound-1."""
        return n.Op("mod", (n.Op("abs", (value,), n.INT), o.number(bound)), n.INT)

    def integer(self, depth: int) -> n.Expr:
        """An integer expression with a value of at most a few thousand."""
        r, b = self.random, self.builder
        d = depth - 1
        known = [x for x in self.locals if x.type == n.INT]

        def two(op: n.Operator) -> Callable[[], n.Expr]:
            return lambda: n.Op(op, (self.within(self.integer(d), 60), self.integer(0)), n.INT)

        leaves: list[Callable[[], n.Expr]] = [
            lambda: o.number(r.randint(-3, 70)),
            lambda: b.load("tiny"),
            lambda: b.load("int"),
            lambda: b.load("mover"),
            lambda: b.load("score", self.within(b.load("tiny"), 3), o.number(r.randint(0, 1))),
            lambda: n.Length("past"),
            lambda: n.Length("stacks", (self.within(b.load("tiny"), 3),)),
            lambda: r.choice(known) if known else o.number(4),
        ]
        inner: list[Callable[[], n.Expr]] = [
            *(two(op) for op in ("add", "sub", "mul", "div", "mod", "min", "max", "bit_and", "bit_or", "bit_xor")),
            lambda: n.Op("shift_left", (self.within(self.integer(d), 60), o.number(r.randint(0, 3))), n.INT),
            lambda: n.Op("shift_right", (self.integer(d), o.number(r.randint(0, 3))), n.INT),
            lambda: n.Op("neg", (self.integer(d),), n.INT),
            lambda: n.Op("to_int", (self.truth(d),), n.INT),
            lambda: n.Op("select", (self.truth(d), self.integer(d), self.integer(d)), n.INT),
            lambda: n.Op("size", (self.members(self.universe(), d),), n.INT),
            lambda: n.Op("first", (self.members(self.universe(), d),), n.INT),
            lambda: self._guarded_lookup(d),
            lambda: self._run(d),
            lambda: self._total(d),
            lambda: n.Call("measure", (self.within(self.integer(d), 50), self.members(WIDE, d)), n.INT),
        ]
        if self.in_moves:
            leaves.append(lambda: n.Emitted())
        return self._pick(leaves, inner, depth)

    def _guarded_lookup(self, depth: int) -> n.Expr:
        universe = self.universe()
        return o.lookup_guarded(self.table("numbers", universe), self.integer(depth), o.number(-1))

    def _run(self, depth: int) -> n.Expr:
        universe = self.universe()
        site = self.within(self.integer(depth), self.sites(universe))
        return n.Run(self.table("rays", universe), site, self.members(universe, depth))

    def _bound(self, make: Callable[[n.Local, n.Expr], n.Expr], universe: str, depth: int) -> n.Expr:
        members = self.members(universe, depth)
        var = self.builder.site(universe)
        self.locals.append(var)
        result = make(var, members)
        self.locals.remove(var)
        return result

    def _total(self, depth: int) -> n.Expr:
        return self._bound(
            lambda var, members: n.Total(var, members, self.within(self.integer(min(depth, 1)), 9)),
            self.universe(), depth,
        )  # fmt: skip

    def universe(self) -> str:
        """One of the two universes."""
        return self.random.choice([SMALL, WIDE])

    def truth(self, depth: int) -> n.Expr:
        """A boolean expression."""
        r, d = self.random, depth - 1

        def on_set(op: n.Operator) -> n.Expr:
            return n.Op(op, (self.members(self.universe(), d),), n.BOOL)

        def same() -> n.Expr:
            universe = self.universe()
            return n.Op("same", (self.members(universe, d), self.members(universe, d)), n.BOOL)

        def exists() -> n.Expr:
            return self._bound(
                lambda var, members: n.Exists(var, members, self.truth(min(d, 1))), self.universe(), d
            )  # fmt: skip

        leaves: list[Callable[[], n.Expr]] = [
            lambda: o.truth(r.random() < 0.5),
            lambda: self.builder.load("flag", o.number(r.randint(0, 1))),
            lambda: n.Op("has", (self.members(self.universe(), 0), self.integer(0)), n.BOOL),
        ]
        inner: list[Callable[[], n.Expr]] = [
            lambda: n.Op(r.choice(["eq", "ne", "lt", "le"]), (self.integer(d), self.integer(d)), n.BOOL),
            lambda: n.Op(r.choice(["and", "or"]), (self.truth(d), self.truth(d)), n.BOOL),
            lambda: n.Op("not", (self.truth(d),), n.BOOL),
            lambda: n.Op("has", (self.members(self.universe(), d), self.integer(d)), n.BOOL),
            lambda: on_set("is_empty"),
            lambda: n.Op("select", (self.truth(d), self.truth(d), self.truth(d)), n.BOOL),
            lambda: self._cut_off(d),
            same,
            exists,
        ]
        return self._pick(leaves, inner, depth)

    def members(self, universe: str, depth: int) -> n.Expr:
        """A set expression."""
        r, b, d, type_ = self.random, self.builder, depth - 1, n.set_of(universe)
        known = [x for x in self.locals if x.type == type_]
        leaves: list[Callable[[], n.Expr]] = [
            lambda: n.Const(self.mask(universe), type_),
            lambda: n.Const(0, type_),
            lambda: b.load(f"one_{universe}"),
            lambda: b.load(f"set_{universe}", self.within(self.integer(0), 2)),
            lambda: r.choice(known) if known else b.load(f"one_{universe}"),
        ]
        inner: list[Callable[[], n.Expr]] = [
            *(3 * [lambda: n.Op(r.choice(["union", "intersect", "minus"]),
                                (self.members(universe, d), self.members(universe, d)), type_)]),
            lambda: n.Op("complement", (self.members(universe, d),), type_),
            lambda: n.Op("single", (self.integer(d),), type_),
            lambda: n.Op("select", (self.truth(d), self.members(universe, d), self.members(universe, d)), type_),
            lambda: n.Shift(self.table(r.choice(["steps", "jumps"]), universe), self.members(universe, d), type_),
            lambda: n.Spread(self.table(r.choice(["grid", "graph"]), universe), self.members(universe, d), type_),
            lambda: n.Flood(self.members(universe, d), self.members(universe, d),
                            self.table(r.choice(["grid", "graph"]), universe), type_),
            lambda: n.Lookup(self.table("cube", universe),
                             tuple(self.within(self.integer(0), 2) for _ in range(3)), type_),
            lambda: self._bound(lambda var, members: n.Filter(var, members, self.truth(min(d, 1)), type_), universe, d),
        ]  # fmt: skip
        inner.append(lambda: n.Op("minus", (self._few(universe), self._flood(universe, d)), type_))
        if universe == WIDE:
            inner.append(lambda: n.Call("grow", (self.members(WIDE, d),), type_))
        return self._pick(leaves, inner, depth)

    def _few(self, universe: str) -> n.Expr:
        """A set that is known to be small."""
        type_ = n.set_of(universe)
        if self.random.random() < 0.3:
            return n.Op("single", (self.integer(1),), type_)
        return n.Lookup(self.table("cube", universe), tuple(self.within(self.integer(0), 2) for _ in range(3)), type_)

    def _flood(self, universe: str, depth: int) -> n.Flood:
        neighbours = self.table("grid", universe)
        return n.Flood(self.members(universe, depth), self.members(universe, depth), neighbours, n.set_of(universe))

    def _cut_off(self, depth: int) -> n.Expr:
        """True if a site lies in a set, its surroundings there do not touch another, and something of the two holds."""
        universe = self.universe()
        type_, site = n.set_of(universe), self.integer(0)
        flood = replace(self._flood(universe, depth), seed=n.Op("single", (site,), type_))
        apart = n.Op("is_empty", (n.Op("intersect", (flood, self.members(universe, depth)), type_),), n.BOOL)
        size = n.Op("lt", (n.Op("size", (flood,), n.INT), self.integer(0)), n.BOOL)
        return o.both(n.Op("has", (flood, site), n.BOOL), apart, size)

    # -- statements ---------------------------------------------------------------------------------------------

    def _block(self, count: int, depth: int) -> n.Block:
        outer = list(self.locals)
        with self.builder.block() as body:
            for _ in range(count):
                self._statement(depth)
        self.locals = outer
        return tuple(body)

    def _statement(self, depth: int) -> None:
        r = self.random
        simple = [self._let, self._assign, self._write_field, self._change_site, self._change_list]
        nested = [self._if, self._for, self._range, self._while, self._speculate]
        if self.in_moves:
            simple += [self._emit, self._emit]
        else:
            nested.append(self._collect)
        if not self.collecting:
            simple.append(self._draw)
        if self.loops:
            simple.append(self._break)
        r.choice(simple + nested if depth > 0 else simple)()

    def _let(self) -> None:
        universe = self.universe()
        small = o.sub(self.within(self.integer(2), 300), o.number(20))
        value = self.random.choice([lambda: small, lambda: self.truth(2), lambda: self.members(universe, 3)])()
        self.locals.append(self.builder.variable("v", value))

    def _assign(self) -> None:
        free = [x for x in self.locals if x.name.startswith("v_")]
        if not free:
            return self._let()
        local = self.random.choice(free)
        if local.type.kind == "set":
            self.builder.assign(local, self.members(local.type.universe, 2))
        elif local.type == n.BOOL:
            self.builder.assign(local, self.truth(2))
        else:
            self.builder.assign(local, o.sub(self.within(self.integer(2), 90), o.number(5)))
        return None

    def _write_field(self) -> None:
        b, r = self.builder, self.random
        if self.in_moves and not self.speculating:
            return self._let()
        choice = r.randrange(6)
        if choice == 0:
            place = [self.within(self.integer(1), 3), o.number(r.randint(0, 1))]
            b.store("score", place, o.sub(self.within(self.integer(2), 900), o.number(450)))
        elif choice == 1:
            b.store("tiny", [], o.sub(self.within(self.integer(2), 90), o.number(1)))
        elif choice == 2:
            b.store("flag", [self.within(self.integer(1), 2)], self.truth(3))
        elif choice == 3:
            b.store("int", [], self.within(self.integer(2), 200))
        else:
            universe = self.universe()
            b.store(f"set_{universe}", [self.within(self.integer(1), 2)], self.members(universe, 3))
        return None

    def _change_site(self) -> None:
        if self.in_moves and not self.speculating:
            return self._let()
        universe = self.universe()
        site = self.within(self.integer(2), self.sites(universe))
        field, place = self.random.choice(
            [(f"one_{universe}", []), (f"set_{universe}", [self.within(self.integer(0), 2)])]
        )
        self.random.choice([self.builder.include, self.builder.exclude])(field, place, site)
        return None

    def _change_list(self) -> None:
        if self.in_moves and not self.speculating:
            return self._let()
        b, r = self.builder, self.random
        choice = r.randrange(6)
        if choice == 0:
            b.emit_statement(n.Append("past", (), o.sub(self.within(self.integer(2), 40), o.number(3))))
        elif choice == 1:
            place = (self.within(self.integer(1), 3),)
            b.emit_statement(n.Append("stacks", place, self.within(self.integer(2), 10)))
        elif choice == 2:
            b.emit_statement(n.Append("marks", (), self.members(WIDE, 2)))
        elif choice == 3:
            b.emit_statement(n.Truncate("past", (), self.integer(1)))
        else:
            with b.if_(o.lt(o.number(0), n.Length("past"))):
                last = n.Load("past", (o.sub(n.Length("past"), o.number(1)),), n.INT)
                b.store("tiny", [], self.within(last, 90))
        return None

    def _draw(self) -> None:
        self.locals.append(self.builder.draw("d", self.integer(1)))

    def _break(self) -> None:
        with self.builder.if_(self.truth(1)):
            self.builder.emit_statement(n.Break())

    def _emit(self) -> None:
        kind = self.random.choice(["quick" if self.collecting else "mark", "count"])
        source, target = self.within(self.integer(1), self.sites(SMALL)), self.within(self.integer(1), 100)
        self.builder.emit(kind, source, target, [self.integer(1)] if kind == "count" else [])

    def _if(self) -> None:
        self.builder.place_if(self.truth(3), self._block(2, 1), self._block(self.random.randint(0, 2), 0))

    def _loop(self, var: n.Local) -> n.Block:
        self.loops += 1
        self.locals.append(var)
        body = self._block(2, 0)
        self.locals.remove(var)
        self.loops -= 1
        return body

    def _for(self) -> None:
        members = self.members(self.universe(), 3)
        var = self.builder.fresh("site", n.INT)
        self.builder.emit_statement(n.For(var, members, self._loop(var)))

    def _range(self) -> None:
        start, stop = self.within(self.integer(1), 5), self.within(self.integer(1), 9)
        var = self.builder.fresh("k", n.INT)
        self.builder.emit_statement(n.Range(var, start, stop, self._loop(var)))

    def _while(self) -> None:
        steps = self.builder.variable("steps", o.number(0))
        body = self._loop(steps)
        again = n.Op("and", (o.lt(steps, o.number(4)), self.truth(2)), n.BOOL)
        self.builder.emit_statement(n.While(again, (n.Assign(steps, o.add(steps, o.number(1))), *body)))

    def _speculate(self) -> None:
        before, self.speculating = self.speculating, True
        loops, self.loops = self.loops, 0
        body = self._block(3, 0)
        self.loops = loops
        self.speculating = before
        self.builder.emit_statement(n.Speculate(body))

    def _collect(self) -> None:
        before = self.speculating, self.loops
        self.in_moves, self.collecting, self.speculating, self.loops = True, True, False, 0
        body = self._block(self.random.randint(1, 3), 1)
        self.in_moves, self.collecting, (self.speculating, self.loops) = False, False, before
        self.builder.emit_statement(n.Collect(body))

    # -- the program --------------------------------------------------------------------------------------------

    def _write(self) -> None:
        b = self.builder
        source, target, extra = n.Local("from", n.INT), n.Local("to", n.INT), n.Local("extra", n.INT)
        with b.function("count_effect", [source, target, extra]):
            b.store("score", [self.within(target, 3), o.number(0)], self.within(o.add(source, extra), 500))
            b.store("tiny", [], self.within(extra, 90))
        with b.function("quick_effect", [source, target]):
            b.include(f"one_{SMALL}", [], source)
        b.kind(n.Kind("quick", "quick_effect"))
        amount, grown = n.Local("amount", n.INT), n.Local("members", n.set_of(WIDE))
        with b.function("measure", [amount, grown], n.INT, doc="how much a set weighs"):
            with b.if_(o.lt(amount, o.number(10))):
                b.return_(o.size(grown))
            b.return_(o.add(amount, b.load("tiny")))
        with b.function("grow", [grown], n.set_of(WIDE)):
            b.return_(o.union(grown, n.Spread(self.table("grid", WIDE), grown, n.set_of(WIDE))))
        b.kind(n.Kind("count", "count_effect", ("extra",)))
        self._function("mark_effect", [source, target], 5, finish=True)
        b.kind(n.Kind("mark", "mark_effect"))
        self._function("start", [], 4)
        self.in_moves = True
        self._function("moves", [], 5)

    def _function(self, name: str, params: list[n.Local], count: int, *, finish: bool = False) -> None:
        b = self.builder
        self.locals = list(params)
        with b.function(name, params, emits=name == "moves", doc=f"{name} of a program made at random"):
            for statement in self._block(count, 1):
                b.emit_statement(statement)
            if finish:
                b.store("mover", [], o.sub(o.number(3), b.load("mover")))
