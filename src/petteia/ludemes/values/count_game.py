"""Counts of the board as a whole, of the players, and of the course of the game."""

from typing import TYPE_CHECKING, Literal

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.enums import SiteType
from petteia.ludemes.types import (
    IntFunction,
)

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context

__all__ = [
    "CountActive",
    "CountColumns",
    "CountElements",
    "CountLegalMoves",
    "CountMoves",
    "CountMovesThisTurn",
    "CountPhases",
    "CountPlayers",
    "CountRows",
    "CountTrials",
    "CountTurns",
]


class CountRows(IntFunction, keyword="count"):
    """The number of rows of the board."""

    kind: Literal["Rows"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(len(x.spec.sites_of(self.site_type).rows))


class CountColumns(IntFunction, keyword="count"):
    """The number of columns of the board."""

    kind: Literal["Columns"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(len(x.spec.sites_of(self.site_type).columns))


class CountTurns(IntFunction, keyword="count"):
    """The number of the present turn."""

    kind: Literal["Turns"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("turns")


class CountMoves(IntFunction, keyword="count"):
    """The number of moves played."""

    kind: Literal["Moves"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("moves")


class CountTrials(IntFunction, keyword="count"):
    """The number of games of the match that are over."""

    kind: Literal["Trials"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("trials") if "trials" in x.b.program.fields else ops.number(0)


class CountMovesThisTurn(IntFunction, keyword="count"):
    """The number of moves the mover already made in this turn."""

    kind: Literal["MovesThisTurn"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return x.b.load("moves_this_turn")


class CountPhases(IntFunction, keyword="count"):
    """The number of colouring phases of the board."""

    kind: Literal["Phases"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(len(set(x.spec.sites_of(self.site_type).phase)))


class CountElements(IntFunction, keyword="count"):
    """The number of vertices, edges or cells of the board."""

    kind: Literal["Vertices", "Edges", "Cells"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        board = x.spec.board
        elements = {"Vertices": board.vertices, "Edges": board.edges, "Cells": board.cells}
        return ops.number(elements[self.kind].count)


class CountPlayers(IntFunction, keyword="count"):
    """The number of players."""

    kind: Literal["Players"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        return ops.number(x.spec.players)


class CountActive(IntFunction, keyword="count"):
    """The number of players still in the game."""

    kind: Literal["Active"]
    site_type: SiteType | None

    def lower(self, x: "Context") -> n.Expr:
        active: n.Expr = ops.number(0)
        for player in range(1, x.spec.players + 1):
            active = ops.add(active, ops.to_int(x.rules.ending.is_active(ops.number(player))))
        return active


class CountLegalMoves(IntFunction, keyword="count"):
    """The number of legal moves."""

    kind: Literal["LegalMoves"]
    site_type: SiteType | None
