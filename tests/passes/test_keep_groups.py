"""Groups are kept as pieces come: what they touch, and what they leave connected to the rim."""

import random
from dataclasses import replace

import pytest

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.interpreter import InterpretedState, Interpreter
from petteia.ir.survey import has_any
from petteia.ir.verifier import verify
from petteia.passes import optimise
from petteia.passes.analyses.discs import find_disc
from petteia.passes.rewrites.keep_groups import keep_groups
from same_play import assert_same_play
from sample_programs import CELL, FROM, TO, common_fields

SIZE = 6
SITES = SIZE * SIZE
ALL = o.sites("Cell", range(SITES))
SIDES = [
    range(SIZE),
    range(SITES - SIZE, SITES),
    range(0, SITES, SIZE),
    range(SIZE - 1, SITES, SIZE),
]
RIM = sorted({site for side in SIDES for site in side})
HEXAGONAL = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
ORTHOGONAL = HEXAGONAL[:4]


def near(steps: tuple[tuple[int, int], ...], gaps: frozenset[int] = frozenset()) -> list[int]:
    """The neighbours of each cell of a square of cells, apart from gaps."""
    found = [0] * SITES
    for s in set(range(SITES)) - gaps:
        for down, right in steps:
            if 0 <= s // SIZE + down < SIZE and 0 <= s % SIZE + right < SIZE:
                found[s] |= 1 << s + down * SIZE + right
    return [mask & ~sum(1 << gap for gap in gaps) for mask in found]


def ringing(steps: tuple[tuple[int, int], ...] = HEXAGONAL, *, leaving: bool = False) -> n.Program:
    """Pieces come anywhere, also where one is; whoever shuts a site off, or touches all four sides, wins."""
    b = Builder("ringing", 2, {"Cell": SITES})
    common_fields(b)
    adjacent = b.table("adjacent", CELL, (SITES,), near(steps))
    with b.function("start"):
        b.include("pieces", [o.number(1)], o.number(8))
    for player in (1, 2):
        wall = b.load("pieces", o.number(player))
        with b.function(f"put_{player}", [FROM, TO]):
            b.include("pieces", [o.number(player)], TO)
            if leaving:
                b.exclude("pieces", [o.number(3 - player)], TO)
            rim = o.sites("Cell", RIM)
            outside = o.flood(o.minus(rim, wall), o.minus(ALL, wall), adjacent)
            var = b.site("Cell")
            seed = o.single("Cell", var)
            region = o.flood(seed, o.minus(ALL, o.minus(wall, seed)), adjacent)
            closed = o.both(o.has(region, var), o.is_empty(o.intersect(region, rim)))
            ring = o.exists(var, o.minus(o.minus(o.lookup(adjacent, TO), rim), outside), closed)
            group = o.flood(o.single("Cell", TO), wall, adjacent)
            touches = o.both(*(o.negate(o.is_empty(o.intersect(group, o.sites("Cell", side)))) for side in SIDES))
            with b.if_(o.either(ring, touches)):
                b.store("over", [], o.TRUE)
                b.store("ranks", [o.number(player)], o.number(2))
            b.store("mover", [], o.number(3 - player))
        b.kind(n.Kind(f"put_{player}", f"put_{player}"))
    with b.function("moves", emits=True):
        for player in (1, 2):
            to_move = o.both(o.negate(b.load("over")), o.eq(b.load("mover"), o.number(player)))
            with b.if_(to_move), b.for_("to", ALL) as to:
                b.emit(f"put_{player}", to, to)
    return b.program


def assert_kept(interpreter: Interpreter, state: InterpretedState) -> None:
    """The kept set is that of a flood."""
    table = n.Table("adjacent", CELL, (SITES,), tuple(near(HEXAGONAL)))
    for player in (1, 2):
        wall = o.sites("Cell", state.fields["pieces"][player])
        free = o.minus(ALL, wall)
        reached = o.flood(o.intersect(o.sites("Cell", RIM), free), free, table)
        assert isinstance(reached, n.Const)
        assert state.fields["pieces_reached"][player] == reached.value
        assert isinstance(wall, n.Const)
        for site in o.bits(wall.value):
            group = o.flood(o.sites("Cell", [site]), wall, table)
            assert isinstance(group, n.Const)
            leaders = {interpreter.call("leader_of_pieces", state, player, other) for other in o.bits(group.value)}
            assert len(leaders) == 1
            assert leaders <= set(o.bits(group.value))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_kept_is_what_a_flood_gives(seed: int) -> None:
    """Also past rings that do not end the game, for sites that are taken twice, and after a position is set."""
    after = keep_groups(ringing())
    verify(after)
    endless = {
        name: replace(f, body=tuple(s for s in f.body if not isinstance(s, n.If)))
        for name, f in after.functions.items()
        if name.startswith("put")
    }
    after = replace(after, functions={**after.functions, **endless})
    game, chooser = Interpreter(after), random.Random(seed)
    state = game.start()
    for _ in range(60):
        game.play(state, chooser.choice(game.moves(state)))
        assert_kept(game, state)
    game.call("rebuild", state)
    assert_kept(game, state)


@pytest.mark.parametrize("seed", range(6))
def test_play_stays_the_same(seed: int) -> None:
    """Moves, states and results are those of the program that floods."""
    before = ringing()
    assert assert_same_play(before, keep_groups(before), seed, 80) > 8
    assert assert_same_play(before, optimise(before, verify=True), seed, 80) > 8


def test_nothing_is_flooded_to_answer() -> None:
    """Floods are left for rings that close, in the function that keeps groups."""
    after = keep_groups(ringing())
    asking = {name: f for name, f in after.functions.items() if name.startswith("put")}
    assert not has_any(replace(after, functions=asking), n.Flood)
    assert has_any(after, n.Flood)


def test_pieces_that_leave_are_left_to_others() -> None:
    program = ringing(leaving=True)
    assert keep_groups(program) is program


def test_boards_with_gaps_between_neighbours_are_no_discs() -> None:
    """On them, what is shut off need not be shut off by one group; sides are kept, the rim is asked anew."""
    after = keep_groups(ringing(ORTHOGONAL))
    assert "pieces_touched" in after.fields
    assert "pieces_reached" not in after.fields


@pytest.mark.parametrize("gap", [frozenset({14, 15, 20, 21}), frozenset({14})])
def test_boards_with_holes_are_no_discs(gap: frozenset[int]) -> None:
    keys = [site for site in range(SITES) if site not in gap]
    masks = near(HEXAGONAL, gap)
    values = tuple(sum(1 << keys.index(other) for other in o.bits(masks[site])) for site in keys)
    assert find_disc(n.Table("holed", CELL, (len(keys),), values)) is None


def test_the_ring_around_a_site() -> None:
    """Neighbours come in order, and the rim is what has no whole ring."""
    disc = find_disc(n.Table("near", CELL, (SITES,), tuple(near(HEXAGONAL))))
    assert disc is not None
    assert o.bits(disc.rim) == RIM
    assert disc.around[14] == (8, 9, 15, 20, 19, 13)
    assert disc.around[0] == (1, 6)
