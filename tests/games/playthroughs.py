"""Writes golden playthroughs: one random game of every bundled description with all that a state says about itself.

`python tests/games/playthroughs.py` writes them anew. A change of the rules then shows as a difference in text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from hashlib import sha1
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

    What is not written out is held by a digest of all states and legal moves.
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
    """The moves in lines, or only a digest of many."""
    yield f"moves {len(moves)}"
    if len(moves) > MOST_MOVES_SHOWN:
        yield f"    sha1 {sha1(' '.join(moves).encode()).hexdigest()}"
    else:
        yield from _wrapped(moves)


def _wrapped(words: list[str]) -> list[str]:
    return textwrap.wrap(" ".join(words), 110, initial_indent="    ", subsequent_indent="    ")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in petteia.game_names():
        path_of(name).write_text(playthrough(name), encoding="utf-8")
        print(path_of(name))


if __name__ == "__main__":
    main()
