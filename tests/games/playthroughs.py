"""Writes golden playthroughs: one random game of every bundled description with all that a state says about itself.

`python tests/games/playthroughs.py` writes them anew. A change of the rules then shows as a difference in text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from hashlib import sha1
from itertools import groupby
from pathlib import Path
from random import Random

import petteia

FOLDER = Path(__file__).resolve().parent.parent / "data" / "playthroughs"
MOST_PLIES = 60
PLIES_IN_FULL = 3
MOST_MOVES_SHOWN = 40
SEED = 2026


def path_of(name: str) -> Path:
    return FOLDER / f"{name.lower().replace(' ', '-')}.txt"


def playthrough(name: str) -> str:
    """One game with random moves, to its end or for some plies: the first in full, then moves with how many there were.

    Later positions and their legal moves are held by a digest.
    """
    game = petteia.load(name, build="quick")
    lines = [f"game {game.name}", *(f"option {option}" for option in game.options), f"seed {SEED}"]
    random = Random(SEED)
    state = game.start(SEED)
    digest, played = sha1(), []
    for ply in range(MOST_PLIES):
        # Sorted, so that the order in which the rules are worked through does not matter.
        moves = sorted(state.legal_moves(), key=lambda move: (move.source, move.target, str(move)))
        texts = [str(move) for move in moves]
        digest.update(f"{state.text} {' '.join(texts)}\n".encode())
        if ply < PLIES_IN_FULL:
            lines += ["", f"ply {ply}", f"state {state.text}", *_shown(texts)]
        if state.over:
            break
        chosen = random.choice(moves)
        if ply < PLIES_IN_FULL:
            lines.append(f"play {chosen}")
        else:
            played.append(f"{chosen}/{len(moves)}")
        state.play(chosen)
    return "\n".join(
        [
            *lines,
            *(["", "then each move and the number of those that were legal", *_wrapped(played)] if played else []),
            "",
            f"states and moves {digest.hexdigest()}",
            f"state {state.text}",
            f"over {state.over}",
            f"winner {state.winner}",
            f"returns {state.returns}",
            f"history {len(state.history)}",
            "",
        ]
    )


def _shown(moves: list[str]) -> Iterator[str]:
    """The moves in lines; many of them with those from one site together, and ranges of sites to place pieces on."""
    yield f"moves {len(moves)}"
    yield from _wrapped(moves if len(moves) <= MOST_MOVES_SHOWN else _grouped(moves))


def _grouped(moves: list[str]) -> list[str]:
    """Moves as `4>10,19,21` by the site they come from, placements as ranges `0..5`, others as they are."""
    placed: list[int] = []
    found: dict[str, list[str]] = {}
    others = []
    for move in moves:
        source, _, target = move.partition(">")
        if not (source.isdigit() and target.isdigit()):
            others.append(move)
        elif source == target:
            placed.append(int(source))
        else:
            found.setdefault(source, []).append(target)
    return [*_ranges(placed), *(f"{source}>{','.join(targets)}" for source, targets in found.items()), *others]


def _ranges(sites: list[int]) -> Iterator[str]:
    for _, run in groupby(enumerate(sites), lambda pair: pair[1] - pair[0]):
        first, *rest = [site for _, site in run]
        yield f"{first}..{rest[-1]}" if rest else f"{first}"


def _wrapped(words: list[str]) -> list[str]:
    return textwrap.wrap(" ".join(words), 110, initial_indent="    ", subsequent_indent="    ")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in petteia.game_names():
        path_of(name).write_text(playthrough(name), encoding="utf-8")
        print(path_of(name))


if __name__ == "__main__":
    main()
