"""The rules of the benchmark games, written as plainly as possible: slow, and easy to check by reading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

Cell = tuple[int, int]  # row, column


class PlainGame:
    """A position: `board` maps cells to players 1 and 2; `winner` is None while the game goes on, 0 for a draw."""

    rows: ClassVar[int]
    columns: ClassVar[int]

    def __init__(self) -> None:
        self.board: dict[Cell, int] = {}
        self.mover = 1
        self.winner: int | None = None

    def moves(self) -> list[int]:
        """Every legal move as a number, in the numbering of the C programs."""
        return [self.number(cell) for cell in self.cells() if cell not in self.board]

    def play(self, move: int) -> None:
        """Plays a legal move; by default a stone is placed."""
        cell = divmod(move, self.columns)
        self.board[cell] = self.mover
        if self.has_won(cell):
            self.winner = self.mover
        elif not self.moves():
            self.winner = 0
        self.mover = 3 - self.mover

    def has_won(self, last: Cell) -> bool:
        """Whether the mover, who has just placed a stone at `last`, has won."""
        raise NotImplementedError

    def cells(self) -> Iterator[Cell]:
        return ((row, column) for row in range(self.rows) for column in range(self.columns))

    def number(self, cell: Cell) -> int:
        return cell[0] * self.columns + cell[1]

    def is_on_board(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def count_from(self, cell: Cell, step: Cell) -> int:
        """How many stones of the mover follow each other beyond the cell in one direction."""
        count, at = 0, (cell[0] + step[0], cell[1] + step[1])
        while self.board.get(at) == self.mover:
            count, at = count + 1, (at[0] + step[0], at[1] + step[1])
        return count

    def runs_through(self, cell: Cell) -> list[int]:
        """The lengths of the mover's four runs of stones through a cell of theirs."""
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        return [1 + self.count_from(cell, (r, c)) + self.count_from(cell, (-r, -c)) for r, c in steps]


class TicTacToe(PlainGame):
    rows = columns = 3

    def has_won(self, last: Cell) -> bool:
        return max(self.runs_through(last)) >= 3


class ConnectFour(PlainGame):
    rows, columns = 6, 7

    def moves(self) -> list[int]:
        return [column for column in range(self.columns) if (self.rows - 1, column) not in self.board]

    def play(self, move: int) -> None:
        row = next(row for row in range(self.rows) if (row, move) not in self.board)
        super().play(self.number((row, move)))

    def has_won(self, last: Cell) -> bool:
        return max(self.runs_through(last)) >= 4


class Gomoku(PlainGame):
    rows = columns = 15

    def has_won(self, last: Cell) -> bool:
        return 5 in self.runs_through(last)


class FreestyleGomoku(Gomoku):
    def has_won(self, last: Cell) -> bool:
        return max(self.runs_through(last)) >= 5


class Hex(PlainGame):
    rows = columns = 11

    def has_won(self, last: Cell) -> bool:
        """Floods the mover's group from one of their sides and looks for the other."""
        along = 0 if self.mover == 1 else 1  # the first player joins rows 0 and 10, the second columns 0 and 10
        reached = {cell for cell, owner in self.board.items() if owner == self.mover and cell[along] == 0}
        open_cells = list(reached)
        while open_cells:
            row, column = open_cells.pop()
            for r, c in ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)):
                near = (row + r, column + c)
                if self.board.get(near) == self.mover and near not in reached:
                    reached.add(near)
                    open_cells.append(near)
        return any(cell[along] == self.rows - 1 for cell in reached)


class Othello(PlainGame):
    rows = columns = 8
    PASS = 64

    def __init__(self) -> None:
        super().__init__()
        self.board = {(3, 3): 2, (3, 4): 1, (4, 3): 1, (4, 4): 2}

    def turned(self, cell: Cell, player: int) -> list[Cell]:
        """The discs that turn when the player places one on an empty cell."""
        result: list[Cell] = []
        for r, c in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
            row: list[Cell] = []
            at = (cell[0] + r, cell[1] + c)
            while self.board.get(at) == 3 - player:
                row.append(at)
                at = (at[0] + r, at[1] + c)
            if self.board.get(at) == player:
                result += row
        return result

    def placements(self, player: int) -> list[int]:
        return [self.number(cell) for cell in self.cells() if cell not in self.board and self.turned(cell, player)]

    def moves(self) -> list[int]:
        return self.placements(self.mover) or [self.PASS]

    def play(self, move: int) -> None:
        if move != self.PASS:
            cell = divmod(move, self.columns)
            for each in [cell, *self.turned(cell, self.mover)]:
                self.board[each] = self.mover
        self.mover = 3 - self.mover
        if not self.placements(1) and not self.placements(2):
            discs = list(self.board.values())
            self.winner = 0 if discs.count(1) == discs.count(2) else 1 if discs.count(1) > discs.count(2) else 2


class Breakthrough(PlainGame):
    rows = columns = 8
    SIDEWAYS = (0, -1, 1)

    def __init__(self) -> None:
        super().__init__()
        self.board = {cell: 1 if cell[0] < 2 else 2 for cell in self.cells() if cell[0] < 2 or cell[0] > 5}

    def target(self, cell: Cell, direction: int) -> Cell:
        forward = 1 if self.mover == 1 else -1
        return cell[0] + forward, cell[1] + self.SIDEWAYS[direction]

    def moves(self) -> list[int]:
        result = []
        for cell, owner in self.board.items():
            for direction in range(3):
                to = self.target(cell, direction)
                free = to not in self.board or (direction > 0 and self.board[to] != self.mover)
                if owner == self.mover and self.is_on_board(to) and free:
                    result.append(3 * self.number(cell) + direction)
        return result

    def play(self, move: int) -> None:
        cell, direction = divmod(move // 3, self.columns), move % 3
        to = self.target(cell, direction)
        del self.board[cell]
        self.board[to] = self.mover
        if to[0] == (self.rows - 1 if self.mover == 1 else 0) or 3 - self.mover not in self.board.values():
            self.winner = self.mover
        self.mover = 3 - self.mover
