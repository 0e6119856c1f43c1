"""The road of a ludeme through `petteia.ludemes`: the modules that lowering it passes, one after the other.

    python -m bench.road
    python -m bench.road --modules

Counted is every module in which a function is called while the ludeme is lowered, with all that follows at once: the
drafts it hands on, the functions that play them, the end rules behind a move. Each ludeme stands in a small game.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import petteia.ludemes
from petteia import lang
from petteia.ludemes import Game
from petteia.ludemes.lowering.rulebook import lower

_ROOT = Path(petteia.ludemes.__file__).parent
_GAME = """(game "Road" (players 2)
    (equipment {{ {equipment} }})
    (rules {start} (play {play}) (end (if {condition} (result Mover Win)))))"""
_SQUARES = '(board (square 5)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))'
_ROWS = '(start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })'
_HOLES = '(mancalaBoard 2 6 store:None (track "Track" "0,E,N,W" loop:True)) (piece "Seed" Shared)'
_SEEDS = "(start (set Count 4 to:(sites Track)))"
_SOW = "(move Select (from (sites Bottom) if:(> (count at:(from)) 0)) (then (sow)))"
WORDS = {
    "(is Line 3)": ("IsLine", {"equipment": _SQUARES, "start": _ROWS, "play": "(forEach Piece)"}, "(is Line 3)"),
    "(move Step ..)": ("Step", {"equipment": _SQUARES, "start": _ROWS, "play": "(forEach Piece)"}, "(no Pieces Next)"),
    "(sow)": ("Sow", {"equipment": _HOLES, "start": _SEEDS, "play": _SOW}, "(no Moves Next)"),
}


class _Road:
    """The modules that calls pass while a ludeme of some class is lowered."""

    def __init__(self, word: str) -> None:
        self.modules: list[str] = []
        self._word = word
        self._inside: set[int] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "return":
            self._inside.discard(id(frame))
        if event != "call":
            return
        code = frame.f_code
        if code.co_name == "lower" and any(
            one.__name__ == self._word for one in type(frame.f_locals.get("self")).mro()
        ):
            self._inside.add(id(frame))
        file = Path(code.co_filename)
        if self._inside and file.is_relative_to(_ROOT):
            self.modules.append(file.relative_to(_ROOT).as_posix())


def road(word: str) -> list[str]:
    """The modules that a word passes, in the order in which it comes to them."""
    name, parts, condition = WORDS[word]
    game = lang.bind(lang.read(lang.expand(_GAME.format(**parts, condition=condition))))
    assert isinstance(game, Game)
    passed = _Road(name)
    sys.setprofile(passed)
    try:
        lower(game)
    finally:
        sys.setprofile(None)
    return list(dict.fromkeys(passed.modules))


def main() -> None:
    """Prints the number of modules for each word, and their names if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", action="store_true", help="name the modules, too")
    chosen = parser.parse_args()
    for word in WORDS:
        modules = road(word)
        print(f"{word}: {len(modules)} modules")
        for module in modules if chosen.modules else ():
            print(f"    {module}")


if __name__ == "__main__":
    main()
