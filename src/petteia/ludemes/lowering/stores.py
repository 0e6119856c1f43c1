"""The stores of a game: one for each site type, by what may stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ludemes.lowering.storage import Storage

if TYPE_CHECKING:
    from petteia.ir.builder import Builder
    from petteia.ludemes.lowering.setting import Setting

from petteia.ludemes.lowering.site_types import BlankStorage, CellsAndHands
from petteia.ludemes.puzzles.facts import check_puzzle, value_range
from petteia.ludemes.puzzles.store import PuzzleStorage


def declare_stores(b: Builder, setting: Setting) -> Storage:
    """Declares the fields of all types that hold something; gives the store of the type that is played on."""
    if setting.puzzle:
        return _declare_puzzle(b, setting)
    played_on = Storage(b, setting, setting.board.use)
    stores = {setting.board.use: played_on}
    for kind in setting.stored_types:
        if kind not in stores:
            cells = kind == SiteType.Cell and len(setting.containers) > 1
            stores[kind] = CellsAndHands(b, setting, played_on) if cells else Storage(b, setting, kind)
    for kind in SiteType:
        if kind not in stores:
            # cells on which nothing stands: a question about them is one about hands
            stores[kind] = played_on if kind == SiteType.Cell else BlankStorage(b, setting, kind)
    for store in stores.values():
        store.join(stores)
    return played_on


def _declare_puzzle(b: Builder, setting: Setting) -> Storage:
    check_puzzle(setting)
    stores: dict[SiteType, Storage] = {
        kind: PuzzleStorage(b, setting, kind, value_range(setting, kind)) for kind in SiteType
    }
    for store in stores.values():
        store.join(stores)
    return stores[setting.board.use]
