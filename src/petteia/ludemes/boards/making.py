"""The board of a game: its graph drawn, measured and with its tracks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from petteia.board import Board, BoardError, SiteType, Track, containers, make_track, walk_sites
from petteia.errors import LudTypeError
from petteia.ludemes.enums import RoleType
from petteia.ludemes.equipment import items as e
from petteia.ludemes.values.board import LayerOf

if TYPE_CHECKING:
    from petteia.ludemes.game import Game
    from petteia.ludemes.registry import Ludeme

BoardItem = e.Board | e.Boardless | e.MancalaBoard | e.SurakartaBoard


def board_of(game: Game) -> Board:
    """The board that a game is played on."""
    for item in game.equipment.items:
        if isinstance(item, BoardItem):
            return board_of_item(item, uses_layers=_uses_layers(game))
    raise LudTypeError("the equipment has no board", place=game.equipment.place, suggestion="write (board (square 8))")


def board_of_item(item: BoardItem, *, uses_layers: bool = False) -> Board:
    """The board that a piece of equipment describes; some lists are made differently for rules that ask for layers."""
    try:
        board = _made(item, uses_layers)
        if not board.boardless and not board.sites().count:
            raise BoardError("the board has no sites")
        return board
    except BoardError as error:
        error.place = error.place or item.place
        raise
    except (ArithmeticError, ValueError) as error:  # lengths and angles beyond what numbers can hold
        raise BoardError(f"the board cannot be computed: {error}", place=item.place) from None


def _made(item: BoardItem, uses_layers: bool) -> Board:
    if isinstance(item, e.Boardless):
        size = None if item.dimension is None else item.dimension.size()
        return containers.boardless(str(item.tiling.value), size)
    if isinstance(item, e.SurakartaBoard):
        return containers.surakarta(item.graph.build(SiteType.Vertex), loops=item.loops, first=item.from_)
    if isinstance(item, e.MancalaBoard):
        stores = 2 if item.num_stores is None else item.num_stores
        store = "Outer" if item.store is None else str(item.store.value)
        board = containers.mancala(item.rows, item.columns, store=store, stores=stores, uses_layers=uses_layers)
        return board.with_tracks(_tracks(item, board))
    use = SiteType.Cell if item.use is None else SiteType[item.use.name]
    board = Board(item.graph.build(use), use, uses_layers=uses_layers)
    # compat: a board with values for its sites has no tracks.
    has_values = item.values is not None or item.values_array is not None
    return board if has_values else board.with_tracks(_tracks(item, board))


def _tracks(item: e.Board | e.MancalaBoard, board: Board) -> Sequence[Track]:
    written = item.tracks if item.tracks is not None else [item.track] if item.track is not None else []
    return [_track(one, board) for one in written if one.track_steps is None]


def _track(written: e.Track, board: Board) -> Track:
    try:
        if written.track_direction is not None:
            sites = walk_sites(written.name, written.track_direction, board.sites())
        else:
            sites = written.track or []
        return make_track(
            written.name, sites, owner=_owner(written), loop=bool(written.loop), directed=bool(written.directed)
        )
    except BoardError as error:
        error.place = error.place or written.place
        raise


def _owner(written: e.Track) -> int:
    if written.owner is not None:
        return written.owner
    if written.role is None or written.role is RoleType.Neutral:
        return 0
    number = written.role.name.removeprefix("P")
    if not number.isdigit():
        raise BoardError(f"{written.role.name} cannot own a track", suggestion="name a player: P1, P2, ...")
    return int(number)


def _uses_layers(game: Game) -> bool:
    return any(isinstance(ludeme, LayerOf) for ludeme in _inside(game))


def _inside(ludeme: Ludeme) -> Iterator[Ludeme]:
    stack = [ludeme]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(top.children())
