"""The stores of a game: one for each site type, by what may stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ludemes.lowering.storage import Storage

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.spec import GameSpec

from petteia.ludemes.lowering.site_types import BlankStorage, CellsAndHands
from petteia.ludemes.puzzles.facts import check_puzzle, value_range
from petteia.ludemes.puzzles.store import PuzzleStorage


def declare_stores(b: Builder, spec: GameSpec) -> Storage:
    """Declares the fields of all types that hold something; gives the store of the type that is played on."""
    if spec.puzzle:
        return _declare_puzzle(b, spec)
    played_on = Storage(b, spec, spec.board.use)
    stores = {spec.board.use: played_on}
    for kind in spec.stored_types:
        if kind not in stores:
            cells = kind == SiteType.Cell and len(spec.containers) > 1
            stores[kind] = CellsAndHands(b, spec, played_on) if cells else Storage(b, spec, kind)
    for kind in SiteType:
        if kind not in stores:
            # cells on which nothing stands: a question about them is one about hands
            hands = kind == SiteType.Cell and len(spec.containers) > 1
            stores[kind] = played_on if hands else BlankStorage(b, spec, kind)
    for store in stores.values():
        store.join(stores)
    return played_on


def _declare_puzzle(b: Builder, spec: GameSpec) -> Storage:
    check_puzzle(spec)
    stores: dict[SiteType, Storage] = {kind: PuzzleStorage(b, spec, kind, value_range(spec, kind)) for kind in SiteType}
    for store in stores.values():
        store.join(stores)
    return stores[spec.board.use]
