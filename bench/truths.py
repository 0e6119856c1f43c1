"""Known truths of games, recovered by measures, each with its interval.

`python -m bench.truths [--games N]`: Tic-Tac-Toe is drawn under strong play; the swap rule shrinks the first player's
advantage at Gomoku; small Hex is won by the first player, the more surely the smaller it is, and misère Hex goes by the
parity of the size; Yavalath beats mutations of itself in decisiveness (fewer draws and timeouts).
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


def main() -> None:
    """Measures and prints each truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    args = parser.parse_args()
    n = args.games
    print("Tic-Tac-Toe, uct:2000, draws", _told(_share("Tic-Tac-Toe", "uct:2000", n, "Draws")), flush=True)
    gomoku = _without_swap(_text("Gomoku")).replace("(square 15)", "(square 9)").replace("(square 19)", "(square 9)")
    plain = measure(pt.load(gomoku), "uct:200", n, skill=False, coverage=True).estimates
    print("Gomoku 9x9, uct:200, first player", _told(plain["AdvantageP1"]), flush=True)
    if "AdvantageP1WithSwap" in plain:
        print("   with the swap rule", _told(plain["AdvantageP1WithSwap"]), flush=True)
    hexes = _without_swap(_text("Hex"))
    for size in (3, 4, 5):
        text = re.sub(r"\(hex Diamond \d+\)", f"(hex Diamond {size})", hexes)
        print(f"Hex {size}x{size} without swap, uct:500, first player", _told(_share(text, "uct:500", n)), flush=True)
        misere = text.replace("(result Mover Win)", "(result Mover Loss)")
        print("   misère, first player", _told(_share(misere, "uct:500", n)), flush=True)
    yavalath = _text("Yavalath")
    print("Yavalath, uct:100, decided", _told(_share(yavalath, "uct:100", n, "Completion")), flush=True)
    for old, new in (("(is Line 3)", "(is Line 2)"), ("(is Line 4)", "(is Line 5)"), ("(hex 5)", "(hex 3)")):
        if old in yavalath:
            mutated = yavalath.replace(old, new)
            print(f"   with {new} for {old}", _told(_share(mutated, "uct:100", n, "Completion")),
                  "turns", _told(_share(mutated, "uct:100", n, "DurationTurns")), flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
