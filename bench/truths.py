"""Known truths of games, recovered by measures, each with its interval.

`python -m bench.truths [--games N]`: Tic-Tac-Toe is drawn under strong play; the swap rule shrinks the first player's
advantage at Gomoku; small Hex is won by the first player, the more surely the smaller it is, and misère Hex goes by the
parity of the size; Yavalath beats mutations of itself in decisiveness: fewer moves are made, and a smaller share of the
game is left, once the winner is as good as known.
"""

from __future__ import annotations

import argparse
import re

import petteia as pt
from petteia.game import Game
from petteia.game.loading import expand_recipe
from petteia.study import Estimate, measure


def _told(one: Estimate) -> str:
    return f"{one.value:.3f} ({one.low:.3f} to {one.high:.3f})"


def _text(name: str, **options: str) -> str:
    return expand_recipe(pt.load(name, build="quick", options=list(options.values())).recipe).text


def _without_swap(text: str) -> str:
    return re.sub(r"\(meta\s+\(swap\)\)", "", text)


def _share(game: Game | str, level: str, games: int, name: str = "AdvantageP1") -> Estimate:
    loaded = pt.load(game, build="full") if isinstance(game, str) else game
    return measure(loaded, level, games, skill=False).estimates[name]


HEX_LEVELS = {3: "uct:500", 4: "uct:5000", 5: "uct:20000"}
GOMOKU_LEVEL, GOMOKU_SIZE = "uct:40000", 9
YAVALATH_LEVEL = "uct:500"


def hexes(games: int) -> None:
    """Who wins small Hex, and small misère Hex, between strong players."""
    text = _without_swap(_text("Hex"))
    for size, level in HEX_LEVELS.items():
        small = re.sub(r"\(hex Diamond \d+\)", f"(hex Diamond {size})", text)
        print(f"Hex {size}x{size} without swap, {level}, first player", _told(_share(small, level, games)), flush=True)
        misere = small.replace("(result Mover Win)", "(result Mover Loss)")
        print("   misère, first player", _told(_share(misere, level, games)), flush=True)


def gomoku(games: int) -> None:
    """The first player's share with and without the swap rule."""
    text = re.sub(r"\(square \d+\)", f"(square {GOMOKU_SIZE})", _without_swap(_text("Gomoku")))
    found = measure(pt.load(text), GOMOKU_LEVEL, games, skill=False, coverage=True).estimates
    print(f"Gomoku {GOMOKU_SIZE}x{GOMOKU_SIZE}, {GOMOKU_LEVEL}, first player", _told(found["AdvantageP1"]), flush=True)
    print("   with the swap rule", _told(found["AdvantageP1WithSwap"]), flush=True)


def yavalath(games: int) -> None:
    """How soon a decided game is over, for Yavalath and mutations of it."""
    text = _without_swap(_text("Yavalath"))
    mutations = {"Yavalath": text}
    for words, old, new in MUTATIONS:
        if old not in text:
            raise SystemExit(f"the description of Yavalath has no {old}")
        mutations[words] = text.replace(old, new)
    for words, mutated in mutations.items():
        found = measure(pt.load(mutated), YAVALATH_LEVEL, games, skill=False).estimates
        told = ", ".join(f"{name} {_told(found[name])}" for name in ("DecidedMoves", "DecisivenessMoves", "Completion"))
        print(f"{words}, {YAVALATH_LEVEL}: {told}", flush=True)


MUTATIONS = (
    ("no loss by three", "(if (is Line 3) (result Mover Loss))", ""),
    ("no win by four", "(if (is Line 4) (result Mover Win))", ""),
    ("five to win", "(is Line 4)", "(is Line 5)"),
    ("side of three", "(hex 5)", "(hex 3)"),
    ("side of four", "(hex 5)", "(hex 4)"),
)


def main() -> None:
    """Measures and prints each truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    args = parser.parse_args()
    level = "uct:2000"
    print(f"Tic-Tac-Toe, {level}, draws", _told(_share("Tic-Tac-Toe", level, args.games, "Draws")), flush=True)
    hexes(args.games)
    yavalath(args.games)
    gomoku(args.games)


if __name__ == "__main__":
    main()
