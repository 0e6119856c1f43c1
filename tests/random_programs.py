"""Random rule programs, well formed and without undefined behaviour, to compare two ways of running them."""

import random

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from sample_programs import CELL, FROM, TO, common_fields, steps

WIDTH = 3
SIZE = WIDTH * WIDTH


class ProgramMaker:
    """Makes one program from a seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.b = b = Builder(f"random_{seed}", 2, {"Cell": SIZE})
        common_fields(b)
        b.field("hidden", CELL, visible=self.rng.random() < 0.5)
        b.field("numbers", n.INT, shape=(SIZE,), low=-20, high=20, visible=self.rng.random() < 0.7)
        b.field("number", n.INT, low=-20, high=20)
        b.field("list", n.INT, low=-20, high=20, capacity=3, visible=self.rng.random() < 0.5)
        directions = [(1, 0), (0, 1), (-1, 0), (1, 1)]
        self.steps = [b.table(f"step_{k}", n.INT, (SIZE,), steps(WIDTH, WIDTH, *d)) for k, d in enumerate(directions)]
        some = [self.rng.randrange(1 << SIZE) & self.rng.randrange(1 << SIZE) for _ in range(SIZE)]
        self.near = b.table("near", CELL, (SIZE,), some)
        self.worth = b.table("worth", n.INT, (SIZE,), [self.rng.randrange(-2, 4) for _ in range(SIZE)])
        ray = [site for s in range(SIZE) for site in (self.steps[0].values[s], -1)]
        self.rays = b.table("rays", n.INT, (SIZE, 2), ray)
        self.functions: list[str] = []
        self.effects: list[str] = []
        self.emitters: list[str] = []

    def program(self) -> n.Program:
        b = self.b
        number, mask = n.Local("amount", n.INT), n.Local("group", CELL)
        for k in range(2):
            with b.function(f"value_{k}", [number, mask], n.INT):
                self.block([number, mask], 1, writes=False)
                b.return_(self.number([number, mask], 2))
            self.functions.append(f"value_{k}")
        for k in range(2):
            with b.function(f"change_{k}", [number, mask]):
                self.block([number, mask], 2)
            self.effects.append(f"change_{k}")
        b.kind(n.Kind("simple", "play_simple", ("amount",)))
        with b.function("play_simple", [FROM, TO, number]):
            b.include("pieces", [b.load("mover")], self.clamped(TO))
            self.block([number], 1)
        for k in range(2):
            with b.function(f"emit_{k}", [number], emits=True):
                self.block([number], 2, writes=False, emits=True)
            self.emitters.append(f"emit_{k}")
        b.kind(n.Kind("full", "play_full"))
        with b.function("play_full", [FROM, TO]):
            with b.block() as body:
                self.block([], 2, emits=True)
            b.emit_statement(n.Collect(tuple(body)))
            self.block([], 3)
            b.store("mover", [], o.sub(o.number(3), b.load("mover")))
        with b.function("start"):
            for name, index in (("pieces", [o.number(1)]), ("pieces", [o.number(2)]), ("hidden", [])):
                b.store(name, index, o.sites("Cell", self.rng.randrange(1 << SIZE)))
            for site in range(SIZE):
                b.store("numbers", [o.number(site)], o.number(self.rng.randrange(-3, 10)))
            self.block([], 3)
        with b.function("moves", emits=True):
            self.block([], 3, writes=False, emits=True)
            to = b.fresh("site", n.INT)
            body = (n.If(self.truth([to], 2), (n.Emit("full", to, to),)),)
            b.emit_statement(n.For(to, o.sites("Cell", self.rng.randrange(1 << SIZE)), body))
        return b.program

    # -- expressions --------------------------------------------------------------------------------------------

    def clamped(self, x: n.Expr, length: int = SIZE) -> n.Expr:
        return o.arithmetic("min", o.arithmetic("max", x, o.number(0)), o.number(length - 1))

    def index(self, scope: list[n.Local], depth: int, length: int = SIZE) -> n.Expr:
        """An index that is in range, seen to be so or not."""
        sites = [x for x in scope if x.name.startswith("site")]
        if sites and length == SIZE and self.rng.random() < 0.7:
            return self.rng.choice(sites)
        if length == 3 and self.rng.random() < 0.6:
            mover = self.b.load("mover")
            return self.rng.choice([o.number(1), o.number(2), mover, o.sub(o.number(3), mover)])
        if self.rng.random() < 0.3:
            return o.number(self.rng.randrange(length))
        return self.clamped(self.number(scope, depth - 1), length)

    def step(self, scope: list[n.Local], depth: int) -> n.Expr:
        """A site a step away, or -1."""
        return o.lookup(self.rng.choice(self.steps), self.index(scope, depth))

    def number(self, scope: list[n.Local], depth: int) -> n.Expr:
        rng, b = self.rng, self.b
        known = [x for x in scope if x.type == n.INT]
        if depth <= 0 or rng.random() < 0.2:
            return rng.choice([*known, o.number(rng.randrange(-2, 10)), b.load("number")])
        match rng.randrange(12):
            case 0 | 1:
                op = rng.choice(["add", "sub", "mul", "div", "mod", "min", "max", "bit_and", "bit_xor"])
                return o.arithmetic(op, self.number(scope, depth - 1), self.number(scope, depth - 1))  # type: ignore[arg-type]
            case 2:
                return b.load("numbers", self.index(scope, depth))
            case 3:
                return o.size(self.set(scope, depth - 1))
            case 4:
                return o.first(self.set(scope, depth - 1))
            case 5:
                return self.step(scope, depth)
            case 6:
                return o.lookup(self.worth, self.index(scope, depth))
            case 7:
                yes, no = self.number(scope, depth - 1), self.number(scope, depth - 1)
                return o.select(self.truth(scope, depth - 1), yes, no)
            case 8:
                var = b.site("Cell")
                return o.total(var, self.set(scope, depth - 1), self.number([*scope, var], depth - 1))
            case 9:
                return o.run(self.rays, self.index(scope, depth), self.set(scope, depth - 1))
            case 10 if self.functions:
                return b.call(rng.choice(self.functions), self.number(scope, depth - 1), self.set(scope, depth - 1))
            case _:
                return o.to_int(self.truth(scope, depth - 1))

    def truth(self, scope: list[n.Local], depth: int) -> n.Expr:
        rng, b = self.rng, self.b
        if depth <= 0:
            return o.has(self.set(scope, 0), self.index(scope, 0))
        match rng.randrange(12):
            case 0 | 1 | 2:
                site = self.index(scope, depth) if rng.random() < 0.6 else self.step(scope, depth)
                return o.has(self.set(scope, depth - 1), site)
            case 3:
                return o.negate(self.truth(scope, depth - 1))
            case 4:
                return o.both(self.truth(scope, depth - 1), self.truth(scope, depth - 1))
            case 5:
                return o.either(self.truth(scope, depth - 1), self.truth(scope, depth - 1))
            case 6:
                op = rng.choice(["eq", "ne", "lt", "le"])
                return o.arithmetic(op, self.number(scope, depth - 1), self.number(scope, depth - 1))  # type: ignore[arg-type]
            case 7:
                near = o.lookup(self.near, self.index(scope, depth))
                return o.is_empty(o.intersect(near, self.set(scope, depth - 1)))
            case 8:
                var = b.site("Cell")
                return o.exists(var, self.set(scope, depth - 1), self.truth([*scope, var], depth - 1))
            case 9:
                return o.le(o.number(0), self.step(scope, depth))
            case 10:
                site = rng.choice([*(x for x in scope if x.type == n.INT), self.index(scope, 1)])
                op = rng.choice(["eq", "ne", "lt", "le"])
                return o.arithmetic(op, *rng.sample([site, o.number(rng.randrange(-1, SIZE + 1))], 2))  # type: ignore[arg-type]
            case _:
                return self.guarded(scope, depth)

    def guarded(self, scope: list[n.Local], depth: int) -> n.Expr:
        """A read that has a meaning only where a condition before it holds."""
        site = self.step(scope, depth)
        read = self.rng.choice(
            [
                o.has(o.lookup(self.near, site), self.index(scope, 1)),
                o.has(self.set(scope, depth - 1), o.lookup(self.rng.choice(self.steps), site)),
                o.eq(self.b.load("numbers", site), o.number(0)),
            ]
        )
        return o.both(o.le(o.number(0), site), read)

    def set(self, scope: list[n.Local], depth: int) -> n.Expr:
        rng, b = self.rng, self.b
        known = [x for x in scope if x.type == CELL]
        if depth <= 0 or rng.random() < 0.3:
            constant = o.sites("Cell", rng.choice([0, (1 << SIZE) - 1, rng.randrange(1 << SIZE)]))
            return rng.choice([*known, constant, b.load("hidden"), b.load("pieces", self.index(scope, 0, 3))])
        match rng.randrange(8):
            case 0 | 1:
                op = rng.choice([o.union, o.intersect, o.minus])
                return op(self.set(scope, depth - 1), self.set(scope, depth - 1))
            case 2:
                return n.Op("complement", (self.set(scope, depth - 1),), CELL)
            case 3:
                var = b.site("Cell")
                return o.filter_set(var, self.set(scope, depth - 1), self.truth([*scope, var], depth - 1))
            case 4:
                return o.shift(rng.choice(self.steps), self.set(scope, depth - 1))
            case 5:
                return o.spread(self.near, self.set(scope, depth - 1))
            case 6:
                return o.flood(self.set(scope, depth - 1), self.set(scope, depth - 1), self.near)
            case _:
                return o.single("Cell", self.step(scope, depth))

    # -- statements ---------------------------------------------------------------------------------------------

    def block(self, scope: list[n.Local], depth: int, *, writes: bool = True, emits: bool = False) -> None:
        scope = list(scope)
        for _ in range(self.rng.randrange(1, 4)):
            self.statement(scope, depth, writes, emits)

    def statement(self, scope: list[n.Local], depth: int, writes: bool, emits: bool) -> None:
        rng, b = self.rng, self.b
        choice = rng.randrange(10)
        if choice < 2:
            value = self.number(scope, 2) if rng.random() < 0.6 else self.set(scope, 2)
            scope.append(b.variable("value", value))
        elif choice == 2 and (found := [x for x in scope if x.name.startswith("value")]):
            local = rng.choice(found)
            b.assign(local, self.number(scope, 2) if local.type == n.INT else self.set(scope, 2))
        elif choice < 7 and depth > 0:
            self.compound(scope, depth, writes, emits)
        elif emits and rng.random() < 0.6:
            if self.emitters and rng.random() < 0.3:
                b.do(rng.choice(self.emitters), self.number(scope, 1))
            else:
                count = o.add(n.Emitted(), self.number(scope, 1)) if rng.random() < 0.2 else self.number(scope, 1)
                b.emit("simple", self.number(scope, 1), self.index(scope, 1), [count])
        elif writes:
            self.change(scope)

    def change(self, scope: list[n.Local]) -> None:
        rng, b = self.rng, self.b
        match rng.randrange(8):
            case 0 | 1:
                put = rng.choice([b.include, b.exclude])
                put("pieces", [self.index(scope, 1, 3)], self.index(scope, 1))
            case 2:
                rng.choice([b.include, b.exclude])("hidden", [], self.index(scope, 1))
            case 3:
                b.store("pieces", [self.index(scope, 1, 3)], self.set(scope, 2))
            case 4:
                b.store("numbers", [self.index(scope, 1)], self.bounded(scope))
            case 5:
                b.store("number", [], self.bounded(scope))
            case 6:
                b.emit_statement(n.Append("list", (), self.bounded(scope)))
            case _ if self.effects:
                b.do(rng.choice(self.effects), self.number(scope, 1), self.set(scope, 1))

    def bounded(self, scope: list[n.Local]) -> n.Expr:
        return o.arithmetic("mod", self.number(scope, 2), o.number(20))

    def compound(self, scope: list[n.Local], depth: int, writes: bool, emits: bool) -> None:
        rng, b = self.rng, self.b
        match rng.randrange(7):
            case 0:
                with b.block() as then:
                    self.block(scope, depth - 1, writes=writes, emits=emits)
                    if writes and not emits and rng.random() < 0.1:
                        b.return_()
                with b.block() as orelse:
                    if rng.random() < 0.5:
                        self.block(scope, depth - 1, writes=writes, emits=emits)
                b.place_if(self.truth(scope, 2), then, orelse)
            case 1 | 2 | 3 | 4:
                with b.for_("site", self.set(scope, 2)) as site:
                    inner = [*scope, site]
                    if rng.random() < 0.4:
                        inner.append(b.variable("next", self.step(inner, 1)))
                    with b.if_(self.truth(inner, 2)):
                        self.block(inner, depth - 1, writes=writes, emits=emits)
                        if rng.random() < 0.1:
                            b.emit_statement(n.Break())
            case 5:
                with b.range_("k", o.number(0), o.arithmetic("min", self.number(scope, 1), o.number(3))) as k:
                    self.block([*scope, k], depth - 1, writes=writes, emits=emits)
            case _:
                with b.speculate():
                    self.block(scope, depth - 1, writes=True, emits=emits)


def random_program(seed: int) -> n.Program:
    """A well-formed program that is different for each seed."""
    return ProgramMaker(seed).program()
