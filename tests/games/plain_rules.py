"""The rules of bundled games written as plainly as possible in Python: slow, and easy to check by reading.

Moves are texts like those of `petteia.Move`, without the letters of site types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import ClassVar

Cell = tuple[int, int]  # row, column

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTING = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def ahead(cell: Cell, step: Cell) -> Cell:
    """The next cell in a direction, whether it is on the board or not."""
    return cell[0] + step[0], cell[1] + step[1]


class PlainGame:
    """A position: `board` maps cells to players 1 and 2; `winner` is None while the game goes on, 0 for a draw."""

    def __init__(self) -> None:
        self.board: dict[Cell, int] = {}
        self.mover = 1
        self.winner: int | None = None

    def cells(self) -> list[Cell]:
        """All cells in the order of their numbers."""
        raise NotImplementedError

    def moves(self) -> list[str]:
        """Every legal move; nothing once the game is over."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        """Plays a legal move."""
        raise NotImplementedError

    def empty_cells(self) -> list[Cell]:
        return [cell for cell in self.cells() if cell not in self.board]

    def number(self, cell: Cell) -> int:
        return _numbers(type(self))[cell]

    def cell(self, number: int) -> Cell:
        return self.cells()[number]

    def is_on_board(self, cell: Cell) -> bool:
        return cell in _numbers(type(self))

    def run_from(self, cell: Cell, step: Cell, player: int) -> list[Cell]:
        """The cells of a player that follow each other beyond a cell in one direction."""
        run, at = [], ahead(cell, step)
        while self.board.get(at) == player:
            run.append(at)
            at = ahead(at, step)
        return run

    def longest_run(self, cell: Cell, axes: Iterable[Cell]) -> int:
        """The most cells of the mover in line with a cell of theirs, along one of the axes."""
        return max(
            1 + len(self.run_from(cell, (r, c), self.mover)) + len(self.run_from(cell, (-r, -c), self.mover))
            for r, c in axes
        )

    def name(self, source: Cell, target: Cell) -> str:
        return f"{self.number(source)}>{self.number(target)}"

    def ends(self, move: str) -> tuple[Cell, Cell]:
        source, target = move.split(">")
        return self.cell(int(source)), self.cell(int(target))


@cache
def _numbers(game: type[PlainGame]) -> dict[Cell, int]:
    return {cell: number for number, cell in enumerate(game.cells(game()))}


class PlacingGame(PlainGame):
    """A stone is placed on an empty cell; `outcome` says who has won by the last stone."""

    def moves(self) -> list[str]:
        return [] if self.winner is not None else [self.name(cell, cell) for cell in self.empty_cells()]

    def play(self, move: str) -> None:
        last, _ = self.ends(move)
        self.board[last] = self.mover
        self.winner = self.outcome(last)
        if self.winner is None and not self.empty_cells():
            self.winner = 0
        self.mover = 3 - self.mover

    def outcome(self, last: Cell) -> int | None:
        raise NotImplementedError


class Hexagon(PlacingGame):
    """A hexagon of hexagons; in row and column the six neighbours are straight ones and one pair of slanting ones."""

    side: ClassVar[int]
    AXES = ((0, 1), (1, 0), (1, 1))
    NEIGHBOURS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))

    def cells(self) -> list[Cell]:
        return _hexagon(self.side)

    def neighbours(self, cell: Cell) -> list[Cell]:
        return [near for near in (ahead(cell, step) for step in self.NEIGHBOURS) if self.is_on_board(near)]

    def flood(self, start: Iterable[Cell], joins: Callable[[Cell], bool]) -> set[Cell]:
        """All cells connected with the start by cells that join, the start included."""
        reached = set(start)
        waiting = list(reached)
        while waiting:
            for near in self.neighbours(waiting.pop()):
                if near not in reached and joins(near):
                    reached.add(near)
                    waiting.append(near)
        return reached


@cache
def _hexagon(side: int) -> list[Cell]:
    size = 2 * side - 1
    return [(row, column) for row in range(size) for column in range(size) if abs(row - column) < side]


class Yavalath(Hexagon):
    side = 5

    def outcome(self, last: Cell) -> int | None:
        longest = self.longest_run(last, self.AXES)
        return self.mover if longest >= 4 else 3 - self.mover if longest == 3 else None


class Havannah(Hexagon):
    side = 8

    def outcome(self, last: Cell) -> int | None:
        group = self.flood([last], lambda cell: self.board.get(cell) == self.mover)
        borders = [len(self.neighbours(cell)) for cell in group]
        bridge = borders.count(3) >= 2
        fork = len({side for cell in group if len(self.neighbours(cell)) == 4 for side in self.sides(cell)}) >= 3
        return self.mover if bridge or fork or self.has_ring() else None

    def sides(self, cell: Cell) -> Iterator[int]:
        """The sides of the board that a cell lies on."""
        row, column = cell
        last = 2 * self.side - 2
        on = (row == 0, row == last, column == 0, column == last, row - column == self.side - 1)
        return (number for number, is_on in enumerate((*on, column - row == self.side - 1)) if is_on)

    def has_ring(self) -> bool:
        """True if a cell cannot reach the border without crossing stones of the mover, or lies deep among them."""
        own = {cell for cell, player in self.board.items() if player == self.mover}
        if any(len(near) == 6 and own.issuperset(near) for near in map(self.neighbours, own)):
            return True
        others = [cell for cell in self.cells() if cell not in own]
        border = [cell for cell in others if len(self.neighbours(cell)) < 6]
        return len(self.flood(border, lambda cell: cell not in own)) < len(others)


class Square(PlainGame):
    rows: ClassVar[int]
    columns: ClassVar[int]

    def cells(self) -> list[Cell]:
        return _rectangle(self.rows, self.columns)


@cache
def _rectangle(rows: int, columns: int) -> list[Cell]:
    return [(row, column) for row in range(rows) for column in range(columns)]


class Knightthrough(Square):
    rows = columns = 8

    def __init__(self) -> None:
        super().__init__()
        self.board = {(row, column): 1 if row < 2 else 2 for row in (0, 1, 6, 7) for column in range(8)}

    def moves(self) -> list[str]:
        return [] if self.winner is not None else list(self._leaps())

    def _leaps(self) -> Iterator[str]:
        forward = 1 if self.mover == 1 else -1
        for cell, player in self.board.items():
            if player == self.mover:
                for rows, columns in ((2, 1), (2, -1), (1, 2), (1, -2)):
                    target = ahead(cell, (forward * rows, columns))
                    if self.is_on_board(target) and self.board.get(target) != self.mover:
                        yield self.name(cell, target)

    def play(self, move: str) -> None:
        source, target = self.ends(move)
        self.board[target] = self.board.pop(source)
        if target[0] == (7 if self.mover == 1 else 0) or 3 - self.mover not in self.board.values():
            self.winner = self.mover
        self.mover = 3 - self.mover


class Teeko(Square):
    rows = columns = 5

    def moves(self) -> list[str]:
        if self.winner is not None:
            return []
        own = [cell for cell, player in self.board.items() if player == self.mover]
        if len(own) < 4:
            return [self.name(cell, cell) for cell in self.empty_cells()]
        targets = [(cell, ahead(cell, step)) for cell in own for step in STRAIGHT + SLANTING]
        return [
            self.name(cell, target) for cell, target in targets if self.is_on_board(target) and target not in self.board
        ]

    def play(self, move: str) -> None:
        source, target = self.ends(move)
        self.board.pop(source, None)
        self.board[target] = self.mover
        if self.longest_run(target, ((0, 1), (1, 0), (1, 1), (1, -1))) >= 4 or self.has_square():
            self.winner = self.mover
        self.mover = 3 - self.mover

    def has_square(self) -> bool:
        return any(
            all(self.board.get((row + r, column + c)) == self.mover for r in (0, 1) for c in (0, 1))
            for row in range(4)
            for column in range(4)
        )


class Fanorona(Square):
    """Several captures in one turn are several moves; `trail` are the points of the stone that is capturing."""

    rows, columns = 5, 9

    def __init__(self) -> None:
        super().__init__()
        middle = {column: 2 if number % 2 == 0 else 1 for number, column in enumerate((0, 1, 2, 3, 5, 6, 7, 8))}
        self.board = {(row, column): 1 if row < 2 else 2 for row in (0, 1, 3, 4) for column in range(9)}
        self.board |= {(2, column): player for column, player in middle.items()}
        self.trail: list[Cell] = []

    def steps(self, cell: Cell) -> list[Cell]:
        """The directions of the lines through a point: every other point has diagonals."""
        return [*STRAIGHT, *(SLANTING if (cell[0] + cell[1]) % 2 == 0 else ())]

    def captures(self, cell: Cell) -> Iterator[tuple[Cell, list[Cell]]]:
        """Where the stone on a point can go, with the stones it takes by going there."""
        before = self.trail[-2:]
        straight_on = ahead(cell, (cell[0] - before[0][0], cell[1] - before[0][1])) if len(before) == 2 else None
        for step in self.steps(cell):
            target = ahead(cell, step)
            if not self.is_on_board(target) or target in self.board or target in self.trail or target == straight_on:
                continue
            approached = self.run_from(target, step, 3 - self.mover)
            left = self.run_from(cell, (-step[0], -step[1]), 3 - self.mover)
            yield from ((target, taken) for taken in (approached, left) if taken)

    def choices(self) -> list[tuple[str, list[Cell]]]:
        """The legal moves, and what each takes."""
        if self.winner is not None:
            return []
        own = [cell for cell, player in self.board.items() if player == self.mover]
        sources = self.trail[-1:] or own
        captures = [(self.name(cell, to), taken) for cell in sources for to, taken in self.captures(cell)]
        if self.trail:
            return [*captures, ("pass", [])]
        quiet = [(cell, ahead(cell, step)) for cell in own for step in self.steps(cell)]
        return captures or [
            (self.name(cell, to), []) for cell, to in quiet if self.is_on_board(to) and to not in self.board
        ] or [("pass", [])]  # fmt: skip

    def moves(self) -> list[str]:
        return [move for move, _ in self.choices()]

    def play(self, move: str, board: dict[Cell, int] | None = None) -> None:
        """Plays a move; `board` tells which, where approach and withdrawal share a name."""
        taken_by = [taken for name, taken in self.choices() if name == move]
        if move == "pass":
            self.trail, self.mover = [], 3 - self.mover
            return
        source, target = self.ends(move)
        after = [self.after(source, target, taken) for taken in taken_by]
        chosen = after.index(board) if board is not None else 0
        self.board = after[chosen]
        self.trail = [*(self.trail or [source]), target] if taken_by[chosen] else []
        if 3 - self.mover not in self.board.values():
            self.winner = self.mover
        if self.winner is None and self.trail and any(self.captures(target)):
            return
        self.trail, self.mover = [], 3 - self.mover

    def after(self, source: Cell, target: Cell, taken: list[Cell]) -> dict[Cell, int]:
        """The board after a move."""
        board = {cell: player for cell, player in self.board.items() if cell != source and cell not in taken}
        board[target] = self.mover
        return board


class Oware:
    """Holes 0 to 5 belong to the first player, 11 to 6, in the direction of sowing, to the second."""

    ROUND = [0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7, 6]

    def __init__(self) -> None:
        self.seeds = [4] * 12
        self.scores = {1: 0, 2: 0}
        self.quiet = -1
        self.mover = 1
        self.winner: int | None = None

    def home(self, player: int) -> range:
        return range(6) if player == 1 else range(6, 12)

    def moves(self) -> list[str]:
        return [] if self.winner is not None else [f"{hole}>{hole}" for hole in self.holes(self.mover)]

    def holes(self, player: int) -> list[int]:
        """The holes that a player may sow from."""
        full = [hole for hole in self.home(player) if self.seeds[hole]]
        if any(self.seeds[hole] for hole in self.home(3 - player)):
            return full
        return [hole for hole in full if any(self.sown(hole)[0][other] for other in self.home(3 - player))]

    def sown(self, hole: int) -> tuple[list[int], int]:
        """The seeds after sowing from a hole, and the hole of the last one."""
        seeds = list(self.seeds)
        left, seeds[hole] = seeds[hole], 0
        at = self.ROUND.index(hole)
        while left:
            at = (at + 1) % 12
            if self.ROUND[at] != hole:
                seeds[self.ROUND[at]] += 1
                left -= 1
        return seeds, self.ROUND[at]

    def play(self, move: str) -> None:
        self.seeds, last = self.sown(int(move.split(">")[0]))
        theirs = self.home(3 - self.mover)
        taken: list[int] = []
        at = self.ROUND.index(last)
        while self.ROUND[at] in theirs and self.seeds[self.ROUND[at]] in (2, 3):
            taken.append(self.ROUND[at])
            at -= 1
        if taken and any(self.seeds[hole] for hole in theirs if hole not in taken):
            self.scores[self.mover] += sum(self.seeds[hole] for hole in taken)
            for hole in taken:
                self.seeds[hole] = 0
            self.quiet = -1
        self.finish()
        self.quiet += 1
        self.mover = 3 - self.mover

    def finish(self) -> None:
        """Ends the game if it is over for the player who has just moved."""
        if self.scores[self.mover] > 24:
            self.winner = self.mover
        elif self.quiet >= 99 or not self.holes(3 - self.mover):
            first, second = (self.scores[p] + sum(self.seeds[hole] for hole in self.home(p)) for p in (1, 2))
            self.winner = 0 if first == second else 1 if first > second else 2


class RowsOfHoles:
    """Two rows of holes; `ROUND` has them in the direction of sowing, the first player's first in `HOMES`."""

    ROUND: ClassVar[list[int]]
    SEEDS: ClassVar[int]

    def __init__(self) -> None:
        self.seeds = [self.SEEDS] * len(self.ROUND)
        self.scores = {1: 0, 2: 0}
        self.mover = 1
        self.winner: int | None = None

    def home(self, player: int) -> range:
        half = len(self.ROUND) // 2
        return range(half) if player == 1 else range(half, 2 * half)

    def holes(self) -> list[int]:
        return [hole for hole in self.home(self.mover) if self.seeds[hole]]

    def moves(self) -> list[str]:
        return [] if self.winner is not None else [f"{hole}>{hole}" for hole in self.holes()] or ["pass"]

    def sow(self, hole: int, left: int) -> int:
        """Sows seeds from the hole after a hole on; the hole of the last one."""
        at = self.ROUND.index(hole)
        for _ in range(left):
            at = (at + 1) % len(self.ROUND)
            self.seeds[self.ROUND[at]] += 1
        return self.ROUND[at]

    def take(self, hole: int) -> None:
        self.scores[self.mover] += self.seeds[hole]
        self.seeds[hole] = 0

    def count(self, *, rows: bool) -> None:
        """Ends the game by what was won, and perhaps what lies in the rows."""
        first, second = (self.scores[p] + rows * sum(self.seeds[h] for h in self.home(p)) for p in (1, 2))
        self.winner = 0 if first == second else 1 if first > second else 2


class VaiLungThlan(RowsOfHoles):
    """Single seeds are won backward from the last one."""

    ROUND: ClassVar[list[int]] = [5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11]
    SEEDS = 5

    def play(self, move: str) -> None:
        if move != "pass":
            hole = int(move.split(">")[0])
            left, self.seeds[hole] = self.seeds[hole], 0
            last = self.sow(hole, left)
            while self.seeds[last] == 1:
                self.take(last)
                last = self.ROUND[self.ROUND.index(last) - 1]
        self.mover = 3 - self.mover
        if not any(self.seeds):
            self.count(rows=False)


class ToguzKumalak(RowsOfHoles):
    """Even holes are won, and one hole for good."""

    ROUND: ClassVar[list[int]] = [*range(9), *range(17, 8, -1)]
    SEEDS = 9

    def __init__(self) -> None:
        super().__init__()
        self.salt: dict[int, int] = {}

    def play(self, move: str) -> None:
        hole, other = int(move.split(">")[0]), 3 - self.mover
        left = self.seeds[hole]
        self.seeds[hole] = int(left > 1)
        last = self.sow(hole, left - (left > 1))
        if last in self.home(other):
            if self.seeds[last] % 2 == 0:
                self.take(last)
            elif (
                self.seeds[last] == 3
                and self.mover not in self.salt
                and last not in (8, 9, 17 - self.salt.get(other, 8))
            ):
                self.salt[self.mover] = last
        for player, salt in self.salt.items():
            self.scores[player] += self.seeds[salt]
            self.seeds[salt] = 0
        self.mover = other
        for player in (1, 2):
            if self.scores[player] > 81:
                self.winner = player
        if self.winner is None and not self.holes():
            self.count(rows=True)


class Pallanguzhi(RowsOfHoles):
    """Laps that go on from the hole after the last one; a lap is a move."""

    ROUND: ClassVar[list[int]] = [*range(7), *range(13, 6, -1)]
    SEEDS = 5

    def __init__(self) -> None:
        super().__init__()
        self.lap: int | None = None
        self.laps = -1

    def holes(self) -> list[int]:
        return super().holes() if self.lap is None else [self.lap]

    def play(self, move: str) -> None:
        hole = int(move.split(">")[0])
        left, self.seeds[hole] = self.seeds[hole], 0
        at = self.ROUND.index(self.sow(hole, left))
        after, behind = self.ROUND[(at + 1) % 14], self.ROUND[(at + 2) % 14]
        self.laps += 1
        self.lap = after if self.seeds[after] else None
        if self.lap is None:
            self.take(behind)
            self.take((behind + 7) % 14)
            self.mover = 3 - self.mover
        if not self.holes() or self.laps >= 300:
            self.count(rows=True)
