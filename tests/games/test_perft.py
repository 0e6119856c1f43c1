"""Numbers of ways to play a few moves, against the files of `tests/data/perft`.

A file names a game and perhaps options, then positions, each with lines `perft DEPTH COUNT`. A line `turns` says that
depth is in turns, which may have several moves. A comment says where the numbers are from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

import petteia
from counting import count_plays, count_turns

FOLDER = Path(__file__).resolve().parent.parent / "data" / "perft"


@dataclass
class Position:
    """A position (the start if the text is empty) and its counts by depth."""

    text: str = ""
    counts: dict[int, int] = field(default_factory=dict)


@dataclass
class Table:
    """The contents of a file."""

    game: str = ""
    options: list[str] = field(default_factory=list)
    by_turns: bool = False
    positions: list[Position] = field(default_factory=lambda: [Position()])


def read_table(path: Path) -> Table:
    table = Table()
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "game":
                table.game = rest
            case "option":
                table.options.append(rest)
            case "turns":
                table.by_turns = True
            case "position":
                table.positions.append(Position(rest))
            case "perft":
                depth, count = rest.split()
                table.positions[-1].counts[int(depth)] = int(count)
            case _:
                assert not line or line.startswith("#"), f"{path.name}: {line}"
    return table


FILES = sorted(FOLDER.glob("*.perft"))


def test_every_file_is_about_a_bundled_game() -> None:
    assert {read_table(path).game for path in FILES} <= set(petteia.game_names())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft(path: Path) -> None:
    """As many ways to play as the file says, to each depth."""
    table = read_table(path)
    game = petteia.load(table.game, options=table.options)
    assert sum(len(position.counts) for position in table.positions) > 0
    for position in table.positions:
        state = game.state(position.text) if position.text else game.start()
        for depth, count in position.counts.items():
            count_them = count_turns if table.by_turns else count_plays
            assert count_them(state, depth) == count, f"depth {depth} from {position.text or 'the start'}"
