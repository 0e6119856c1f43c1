"""The second reading beside recorded play, and native code beside the second reading."""

from pathlib import Path

import pytest

import petteia
from oracle import Game, NotRead
from oracle.differ import compare
from oracle.mutants import Mutator, take_apart
from oracle.replay import verdict
from oracle.situations import situations

GAMES = Path(petteia.__file__).parent / "games"
QUICK = (
    "Breakthrough",
    "Clobber",
    "Connect Four",
    "Hex",
    "Kalah",
    "Konane",
    "Mu Torere",
    "Nine Men's Morris",
    "Oware",
    "Reversi",
    "Tablut",
    "Teeko",
    "Tic-Tac-Toe",
    "Yavalath",
)
OPEN = {
    "directional",
    "sites pattern",
}
"""Situations in which native code is not what the specification says, or that the second reading does not know."""
RECORDED = ("Tic-Tac-Toe", "Adugo", "Oware", "Breakthrough", "Lasca", "Squava", "Felli")
MENDED = (
    "a hurdle is an enemy at (to)",
    "a move that may stay removes the target",
    "a prior move promotes it",
    "an effect of moves moves the mover away",
    "pieces of Next that set and ask",
    "all passed before a move",
    "all passed after a move",
    "an effect with a piece that is added twice",
    "prior placements with effects",
    "seq with consequents sees iterators",
    "enclose with less than no exceptions",
    "is Connected in fewer regions than none",
    "states of edges without pieces",
    "sites Empty of a container known in play",
    "results from no site",
    "steps that act around a circle",
    "select vertices of a board of edges",
    "prior slides of several pieces on a site",
    "prior steps with effects",
    "relative directions of no piece",
    "shots among vertices",
    "consequents of prior moves see iterators",
    "enclose what is not mine",
    "groups for each",
    "level -1 is no level",
    "who is what",
    "who is what, lone: no Pieces",
    "who is what, lone: groups",
    "who is what, turned: names",
    "ifAfterwards sees iterators",
    "consequents of tried moves see iterators",
    "consequents of the longest turns see iterators",
    "consequents of captures by sowing see iterators",
    "sowing from the origin by a condition",
    "ifAfterwards sees what was pending",
    "a situation after a forced pass",
    "what could be tried does not visit",
    "an addition with an effect leaves (from)",
    "an addition with an effect on a condition leaves (from)",
    "a swap after several moves of one",
    "sites in directions of the piece and others",
    "ahead in the first direction of a site",
    "ahead in the first of several directions",
    "push in the first direction of a site",
    "groups in directions that not all sites have",
    "sizes of groups in order",
    "selections beyond the cells",
    "several moves onto others where none are counted",
    "enclosed gaps are not taken",
    "values of no site",
    "stuck until it moves",
    "stuck, and passing by choice",
    "next after a swap",
    "pending twice before others",
    "facings of pieces that no item names",
    "cells that hold nothing",
    "swapped with an empty hole",
    "first in stacks after whole stacks",
    "first in stacks after insertions",
    "first in stacks after promotions",
    "effects for pieces in stacks: all",
    "effects for pieces in stacks: groups",
    "powers of zero",
    "large powers",
    "scores of who was before",
    "is Within of another type",
    "sites LineOfSight of another type",
    "sites Between ends that are asked for",
    "removals where nothing is counted",
    "sowing that stays off the track",
)
SAMPLE = dict.fromkeys([*[name for name in situations() if name not in OPEN][::6], *MENDED])


@pytest.mark.parametrize("name", QUICK)
def test_bundled_games_are_read_alike(name: str) -> None:
    """Native code and the second reading agree on moves, successors and ends of random play."""
    found = compare((GAMES / f"{name}.lud").read_text(encoding="utf-8"), seed=7, trials=1, plies=12)
    assert found.word == "agrees", found.told


def test_random_descriptions_are_read_alike() -> None:
    """Games changed at random agree, too; few are refused."""
    pool = [take_apart((GAMES / f"{name}.lud").read_text(encoding="utf-8"), name) for name in QUICK]
    mutator = Mutator(pool, seed=6)
    words = []
    for number in range(12):
        done, text = mutator.make()
        found = compare(text, seed=number, trials=1, plies=12)
        assert found.word not in ("differs", "oracle fails"), f"{done}\n{found.told}"
        words.append(found.word)
    assert words.count("agrees") >= 6


@pytest.mark.parametrize("name", SAMPLE)
def test_situations_are_read_alike(name: str) -> None:
    """Small descriptions about one rule each are read alike; `make oracle` plays all of them."""
    found = compare(situations()[name], seed=3, trials=1, plies=10)
    assert found.word == "agrees", found.told


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_play_is_replayed(name: str, conformance: Path) -> None:
    """The second reading gives what was recorded."""
    path = next((conformance / "traces").rglob(f"{name}.jsonl.gz"))
    assert verdict(conformance, conformance / "def", path, seconds=20, most=12) == ("replays", "")


def test_what_is_not_known_is_refused_by_name() -> None:
    """A ludeme that the second reading does not know is named, not guessed."""
    text = '(game "T" (players 2) (equipment {(board (square 3)) (piece "A" Each)}) (rules (meta (automove)) \
        (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))'
    with pytest.raises(NotRead, match="Automove"):
        Game.read(text)
