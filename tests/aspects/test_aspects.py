"""Aspects of positions: found in the rules, told by native code as a slow reading of the board tells them."""

from __future__ import annotations

import ctypes
import random
from collections import deque

import numpy as np
import pytest

import petteia
from petteia import Game, State
from petteia.aspects import Aspect, aspects_of
from petteia.errors import PetteiaError
from petteia.search import PositionReader, Values
from petteia.search.judging import AspectReader, AspectWeights


def _bytes(state: State) -> np.ndarray:
    extent = PositionReader(state.game).extent
    return np.frombuffer(ctypes.string_at(state.raw.pointer, extent), dtype=np.uint8)


def _told(game: Game, *texts: str) -> list[dict[str, tuple[float, float]]]:
    reader = AspectReader(game)
    found = reader.numbers(np.stack([_bytes(game.state(text)) for text in texts]))
    return [dict(zip(reader.names, map(tuple, row.tolist()), strict=True)) for row in found]


def _owners(state: State) -> dict[int, int]:
    return {piece.site: piece.owner for piece in state.pieces()}


def test_aspects_follow_from_the_rules() -> None:
    """Lines where lines decide, ways where connections do, groups where they are surrounded, room where moves end."""
    kinds = {
        "Gomoku": ["lines", "contact"],
        "Havannah": ["routes", "routes", "contact"],
        "Gonnect": ["routes", "routes", "groups", "space", "contact"],
        "Amazons": ["space", "contact"],
        "Chess": ["contact"],
        "Oware": [],
    }
    assert {name: [one.kind for one in aspects_of(petteia.load(name))] for name in kinds} == kinds


def test_lines_are_counted_as_they_are_seen() -> None:
    """Position after position, kept up or from nothing, in the order of play and back."""
    game = petteia.load("Connect Four")
    (lines,) = (one for one in aspects_of(game) if one.kind == "lines")
    dice, states = random.Random(3), []
    for seed in range(6):
        state = game.start(seed)
        for _ in range(20):
            if state.over:
                break
            state.play(dice.choice(state.legal_moves()))
            states.append(state.copy())
    dice.shuffle(states)
    found = AspectReader(game).numbers(np.stack([_bytes(state) for state in states]))
    for state, row in zip(states, found, strict=True):
        assert row[: len(lines.numbers)].tolist() == _lines_by_hand(lines, _owners(state), state), str(state)


def _lines_by_hand(lines: Aspect, owners: dict[int, int], state: State) -> list[list[float]]:
    length = lines.length
    windows = [lines.table[k : k + length] for k in range(0, len(lines.table), length)]
    rows = [[0.0, 0.0] for _ in lines.numbers]
    for seat in (0, 1):
        threats: dict[int, int] = {}
        near: dict[int, int] = {}
        for window in windows:
            own = [owners.get(site) for site in window]
            has = own.count(seat + 1)
            if has == 0 or has + own.count(None) < length:
                continue
            if has < length:
                rows[has - 1][seat] += 1
            for site in window:
                if site not in owners and has >= length - 2:
                    counts = threats if has == length - 1 else near
                    counts[site] = counts.get(site, 0) + 1
        rows[length - 1][seat] = len(threats)
        rows[length][seat] = sum(count > 1 for count in near.values())
        for site in threats:
            rows[length + 1 + site][seat] = 1
    return rows


def test_the_way_to_connect_is_the_shortest_one() -> None:
    """As a search over all sites finds it, in random positions of Hex; a bridge needs nothing more."""
    game = petteia.load("Hex", options=["Board Size/5x5"])
    (routes,) = (one for one in aspects_of(game) if one.kind == "routes")
    dice = random.Random(1)
    for seed in range(8):
        state = game.start(seed)
        for _ in range(3 * seed):
            if not state.over:
                state.play(dice.choice(state.legal_moves()))
        reader = AspectReader(game)
        told = dict(zip(reader.names, reader.numbers(_bytes(state)[None])[0].tolist(), strict=True))
        owners = _owners(state)
        for seat in (1, 2):
            left = _way_by_hand(routes, owners, seat)
            assert told["connection left step by step"][seat - 1] == min(left, routes.cap), (str(state), seat)
            assert told["connection left by bridges"][seat - 1] <= min(left, routes.cap)


def _way_by_hand(routes: Aspect, owners: dict[int, int], seat: int) -> int:
    goals = [set(routes.index[a:b]) for a, b in zip(routes.ends, routes.ends[1:], strict=False)]
    first, second = goals[2 * seat - 2 : 2 * seat]
    degree, far = routes.degree, {}
    queue = deque([(site, 0) for site in first])
    while queue:
        site, before = queue.popleft()
        if owners.get(site, seat) != seat:
            continue
        now = before + (site not in owners)
        if far.get(site, 99) <= now:
            continue
        far[site] = now
        queue.extend((near, now) for near in routes.near[site * degree : (site + 1) * degree] if near != 0xFFFF)
    return min((far[site] for site in second if site in far), default=1000)


def test_groups_and_their_liberties() -> None:
    """By hand: a stone in atari, a corner that one side surrounds."""
    game = petteia.load("Go", options=["Board Size/5x5"])
    (told,) = _told(game, "0=2 1=1 2=1 12=2 | m=1")
    assert told["groups"] == (1, 2) and told["largest group"] == (2, 1)
    assert told["pieces with one liberty"] == (0, 1) and told["liberties"] == (3, 5)
    (corner,) = _told(game, "1=1 5=1 24=2 | m=1")
    assert corner["territory"] == (1, 0)


def test_who_comes_first_has_the_room() -> None:
    """By hand: a piece in a corner that is closed has no room, the other one has the board."""
    game = petteia.load("Amazons", options=["Board Size/6x6"])
    (told,) = _told(game, "0=1 1=3 6=3 7=3 35=2 | m=1")
    assert told["moves by slides"][0] == 0 and told["room by slides"] == (0, 31)
    assert told["room alone by steps"] == (0, 31)


def test_weights_say_what_numbers_are_worth() -> None:
    """A seat to move and one that is not have weights of their own; a name of another game is refused."""
    game = petteia.load("Gomoku", options=["Board Size/9x9"])
    weights = AspectWeights({"lines of 5 with 2": (1.0, 2.0, 3.0, 4.0)})
    values = Values.flat(game, {}, scale=10.0, aspects=weights)
    address, context = values.native(game)
    ask = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32)(address)

    def advantage(text: str) -> float:
        value = ask(context, game.state(text).raw.pointer, 1)
        return value * 10 / (1 - abs(value))

    (told,) = _told(game, "40=1 41=1 0=2 9=2 | m=1")
    own, other = told["lines of 5 with 2"]
    assert own > 0 and other > 0
    assert advantage("40=1 41=1 0=2 9=2 | m=1") == pytest.approx(2 * own - 3 * other, rel=1e-4)
    assert advantage("40=1 41=1 0=2 9=2 | m=2") == pytest.approx(own - 4 * other, rel=1e-4)
    assert Values.from_json(values.to_json()).aspects == weights
    with pytest.raises(PetteiaError, match="it has no 'lines of 5 with 2'"):
        Values.flat(petteia.load("Hex"), {}, aspects=weights).native(petteia.load("Hex"))
