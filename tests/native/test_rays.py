"""Rays in C: rows caught, sites that flank, sites in reach, by one ray and by several, as the interpreter has them."""

import random
from pathlib import Path

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.interpreter import Interpreter
from petteia.ir.verifier import verify
from petteia.native.compilers import require_compiler
from petteia.native.emit import emit
from petteia.native.library import build

WAYS = {
    "E": (1, 0),
    "W": (-1, 0),
    "N": (0, 1),
    "S": (0, -1),
    "NE": (1, 1),
    "SW": (-1, -1),
    "SE": (1, -1),
    "NW": (-1, 1),
}
BOARDS = [(8, 8), (6, 6), (9, 7), (2, 32), (64, 1), (3, 3), (10, 10), (1, 130), (13, 15), (24, 24)]
FROM, TO = n.Local("from", n.INT), n.Local("to", n.INT)


def ray_table(b: Builder, width: int, height: int, way: str) -> n.Table:
    """For each site of a rectangle the sites in one direction."""
    (dx, dy), longest = WAYS[way], max(width, height)
    values: list[int] = []
    for site in range(width * height):
        x, y = site % width + dx, site // width + dy
        path = []
        while 0 <= x < width and 0 <= y < height:
            path.append(y * width + x)
            x, y = x + dx, y + dy
        values += path + [-1] * (longest - len(path))
    return b.table(f"ray_{way}", n.INT, (width * height, longest), values)


def following(width: int, height: int, bundles: list[tuple[str, ...]]) -> n.Program:
    """A program whose move works out, for two sets and a site, all that rays and bundles of rays say."""
    sites = width * height
    b = Builder("rays", 2, {"Cell": sites})
    cells = n.set_of("Cell")
    b.field("mover", n.INT, low=1, high=2, initial=1, visible=True)
    b.field("over", n.BOOL)
    b.field("ranks", n.INT, shape=(3,), high=6)
    b.field("through", cells, visible=True)
    b.field("ends", cells, visible=True)
    b.field("flanked", cells, shape=(len(bundles),), visible=True)
    b.field("caught", cells, shape=(len(bundles),), visible=True)
    b.field("reach", cells, shape=(len(bundles),), visible=True)
    b.field("reach_until", cells, shape=(len(bundles),), visible=True)
    tables = {way: ray_table(b, width, height, way) for way in WAYS}
    with b.function("start"):
        pass
    with b.function("go", (FROM, TO)):
        for k, ways in enumerate(bundles):
            rays = [tables[way] for way in ways]
            flanks = [o.flank(each, b.load("through"), b.load("ends")) for each in rays]
            caught = [o.caught(each, TO, b.load("through"), b.load("ends")) for each in rays]
            b.store("flanked", [o.number(k)], o.minus(o.union(*flanks), b.load("ends")))
            b.store("caught", [o.number(k)], o.union(*caught))
            shape = (len(rays), *rays[0].shape)
            together = b.table(f"rays_{k}", n.INT, shape, [site for each in rays for site in each.values])
            for name, until in (("reach", o.empty_set("Cell")), ("reach_until", b.load("ends"))):
                b.store(name, [o.number(k)], o.reach(together, TO, b.load("through"), until))
    b.kind(n.Kind("go", "go"))
    with b.function("moves", emits=True), b.for_("site", o.sites("Cell", range(sites))) as site:
        b.emit("go", site, site)
    verify(b.program)
    return b.program


SHEAVES = [
    *((way,) for way in WAYS),
    tuple(WAYS),
    ("N", "E", "NE"),
    ("S", "N", "W", "E"),
    ("W", "SW", "SE"),
    ("N", "S"),
]


def compare(program: n.Program, positions: int, seed: int) -> int:
    """Runs both on random sets that are apart, or overlap; returns how many sites were found."""
    interpreter, native, rng, found = Interpreter(program), build(program), random.Random(seed), 0
    sites = program.universes["Cell"]
    for k in range(positions):
        through = rng.getrandbits(sites) | (rng.getrandbits(sites) if k % 2 else 0)
        ends = rng.getrandbits(sites) & ~(through if k % 4 < 2 else 0)
        slow, fast = interpreter.start(), native.start()
        slow.fields["through"] = fast["through"] = through
        slow.fields["ends"] = fast["ends"] = ends
        move = interpreter.moves(slow)[rng.randrange(sites)]
        interpreter.play(slow, move)
        native.play(fast, move)
        for name in ("flanked", "caught", "reach", "reach_until"):
            assert fast[name] == slow.fields[name], (name, k)
            found += sum(mask.bit_count() for mask in fast[name])
    return found


@pytest.mark.parametrize(("width", "height"), BOARDS)
def test_rays_as_interpreted(width: int, height: int) -> None:
    positions = 60 if width * height <= 100 else 12  # what is asked of a large board takes the interpreter long
    assert compare(following(width, height, SHEAVES), positions, seed=width) > 100


def test_machines_without_vectors_follow_one_ray_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = require_compiler()
    if compiler.kind != "cc":
        pytest.skip("how to do without vectors is known of gcc and clang")
    monkeypatch.setenv("CC", f"{compiler.command[0]} -U__AVX2__")
    monkeypatch.setenv("PETTEIA_CACHE", str(tmp_path))
    assert compare(following(8, 8, SHEAVES), 60, seed=1) > 100


def test_alike_rays_are_one_call() -> None:
    """A union of rays that are alike is followed at once; on boards of several words ray by ray."""
    text = emit(following(8, 8, [("N", "E", "S", "W")]))
    assert text.count(" = g_flank_N_E_S_W(s->through, s->ends);") == 1
    assert text.count(" = g_caught_N_E_S_W(to, s->through, s->ends);") == 1
    assert "Four run = every & (Four)" in text
    assert "Four run" not in emit(following(10, 10, [("N", "E", "S", "W")]))


def test_rays_that_differ_stay_apart() -> None:
    """Rays through other sets, or to other ends, are no bundle."""
    b = Builder("rays", 2, {"Cell": 64})
    b.field("mover", n.INT, low=1, high=2, initial=1, visible=True)
    b.field("over", n.BOOL)
    b.field("ranks", n.INT, shape=(3,), high=6)
    b.field("sets", n.set_of("Cell"), shape=(3,), visible=True)
    north, east = ray_table(b, 8, 8, "N"), ray_table(b, 8, 8, "E")
    with b.function("start"):
        zero, one, two = (b.load("sets", o.number(k)) for k in range(3))
        b.store("sets", [o.number(2)], o.union(o.flank(north, zero, one), o.flank(east, one, two)))
    with b.function("moves", emits=True):
        pass
    text = emit(b.program)
    assert "g_flank_ray_N(s->sets[0], s->sets[1])" in text
    assert "g_flank_ray_E(s->sets[1], s->sets[2])" in text
    assert "Four run" not in text


def rows(width: int, height: int, length: int) -> n.Program:
    """A program whose move notes along which axes there is a row through a site."""
    b = Builder("rows", 2, {"Cell": width * height})
    b.field("mover", n.INT, low=1, high=2, initial=1, visible=True)
    b.field("over", n.BOOL)
    b.field("ranks", n.INT, shape=(3,), high=6)
    b.field("taken", n.set_of("Cell"), visible=True)
    b.field("rows", n.BOOL, shape=(4,), visible=True)
    with b.function("start"):
        pass
    with b.function("go", (FROM, TO)):
        for k, ways in enumerate((("E", "W"), ("N", "S"), ("NE", "SW"), ("SE", "NW"))):
            ahead, back = (ray_table(b, width, height, way) for way in ways)
            b.store("rows", [o.number(k)], n.Row(ahead, back, length, TO, b.load("taken")))
    b.kind(n.Kind("go", "go"))
    with b.function("moves", emits=True), b.for_("site", o.sites("Cell", range(width * height))) as site:
        b.emit("go", site, site)
    verify(b.program)
    return b.program


@pytest.mark.parametrize(("width", "height", "length"), [(3, 3, 3), (3, 7, 3), (8, 8, 4), (5, 4, 5), (10, 10, 3)])
def test_rows_as_interpreted(width: int, height: int, length: int) -> None:
    """Whole lines of a board, parts of longer ones, and lines too short for a row."""
    program = rows(width, height, length)
    interpreter, native, rng = Interpreter(program), build(program), random.Random(width)
    found = []
    for _ in range(200):
        slow, fast = interpreter.start(), native.start()
        taken = rng.getrandbits(width * height) | rng.getrandbits(width * height)
        slow.fields["taken"] = fast["taken"] = taken
        move = interpreter.moves(slow)[rng.randrange(width * height)]
        interpreter.play(slow, move)
        native.play(fast, move)
        assert fast["rows"] == slow.fields["rows"]
        found += fast["rows"]
    assert {bool(each) for each in found} == {True, False}
