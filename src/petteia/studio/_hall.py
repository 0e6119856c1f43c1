"""All tables that are open, and where their requests are answered."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ._desk import Reply, Request
from ._record import Record, Refused
from ._rooms import Guests, Threads
from ._shared import Shared
from ._store import Store
from ._tables import Table

_MOST_OPEN = 400


class Hall:
    """All tables that are open, and where their requests are answered."""

    def __init__(self, store: Store, learned: Callable[[Record], list[str]]) -> None:
        self.store, self.learned = store, learned
        self.threads = Threads()
        self.guests = Guests()
        self._tables: OrderedDict[str, Table] = OrderedDict()

    async def ask(self, record: Record, request: Request) -> Reply:
        """The reply to a request about a table."""
        if record.guest:
            return await self.guests.ask(record.id, request)
        return await self.threads.ask(request)

    async def open(
        self, game: str, recipe: dict[str, Any], *, guest: bool, seats: list[str] | None = None,
        shared: Shared | None = None,
    ) -> Table:  # fmt: skip
        """A new table, or one with the moves of a shared game."""
        seed = secrets.randbits(32) if shared is None else shared.seed
        record = Record(secrets.token_urlsafe(9), game, recipe, guest, seed)
        table = Table(record, self)
        facts = await table.ask("facts")
        record.seats = seats if seats and len(seats) == facts["players"] else ["person"] * facts["players"]
        await table.ask("view")  # what cannot be played is not kept
        if shared is not None:
            made = (await table.ask("replay", labels=list(shared.moves)))["made"]
            if len(made) < len(shared.moves):
                raise Refused(f"move {len(made) + 1} of the text, {shared.moves[len(made)]}, is not legal there")
            table.follow(made)
        table.save()
        self._keep(table)
        table._let_machine_move()
        return table

    def find(self, name: str) -> Table | None:
        """A table by its name, also one of an earlier run of the server."""
        table = self._tables.get(name)
        if table is None:
            kept = self.store.table(name)
            if kept is None:
                return None
            table = Table(Record.of_json(kept), self)
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._tables[table.record.id] = table
        self._tables.move_to_end(table.record.id)
        for name in list(self._tables):
            if len(self._tables) <= _MOST_OPEN:
                break
            if not self._tables[name].listeners:
                del self._tables[name]

    async def close(self) -> None:
        """Ends what is under way."""
        for table in self._tables.values():
            table._hush()
            table.pause()
        await self.guests.close()
        await self.threads.close()
