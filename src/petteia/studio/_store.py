"""The memory of the studio: games in progress, pictures, drafts and jobs, in one SQLite file that survives a kill."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

_SCHEMA = """
create table if not exists tables (
  id text primary key, game text not null, data text not null, changed real not null, over integer not null default 0);
create table if not exists pictures (key text primary key, data text not null);
create table if not exists drafts (id text primary key, text text not null, changed real not null);
create table if not exists jobs (id text primary key, data text not null, changed real not null);
create table if not exists analyses (table_id text, node integer, data text not null, primary key (table_id, node));
create index if not exists tables_changed on tables (changed);
"""


class Store:
    """The file, opened once; threads take turns. Each write is a transaction of its own."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
        self._file.execute("pragma journal_mode=wal")
        self._file.execute("pragma synchronous=normal")  # a kill loses nothing; a power cut at most the last move
        self._file.executescript(_SCHEMA)

    def _run(self, statement: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._file.execute(statement, values).fetchall()

    # -- tables -------------------------------------------------------------------------------------------------

    def save_table(self, table: str, game: str, data: dict[str, Any], *, over: bool) -> None:
        """Keeps a game in progress."""
        row = table, game, json.dumps(data), time.time(), over
        self._run("insert or replace into tables values (?, ?, ?, ?, ?)", *row)

    def table(self, table: str) -> dict[str, Any] | None:
        """A game in progress."""
        found = self._run("select data from tables where id = ?", table)
        return json.loads(found[0][0]) if found else None

    def recent_tables(self, count: int = 24) -> list[dict[str, Any]]:
        """Games that were played on lately and have begun, the latest first."""
        rows = self._run(
            "select id, game, changed, over, json_array_length(data, '$.nodes') - 1 as moves from tables "
            "where moves > 0 order by changed desc limit ?", count,
        )  # fmt: skip
        return [dict(zip(("id", "game", "changed", "over", "moves"), row, strict=True)) for row in rows]

    # -- the rest -----------------------------------------------------------------------------------------------

    def picture(self, key: str) -> dict[str, Any] | None:
        """A picture that was drawn before, with what is known of the game."""
        found = self._run("select data from pictures where key = ?", key)
        return json.loads(found[0][0]) if found else None

    def save_picture(self, key: str, data: dict[str, Any]) -> None:
        """Keeps a picture."""
        self._run("insert or replace into pictures values (?, ?)", key, json.dumps(data))

    def draft(self, draft: str) -> str | None:
        """A description that is being written."""
        found = self._run("select text from drafts where id = ?", draft)
        return found[0][0] if found else None

    def save_draft(self, draft: str, text: str) -> None:
        """Keeps a description that is being written."""
        self._run("insert or replace into drafts values (?, ?, ?)", draft, text, time.time())

    def save_analysis(self, table: str, node: int, data: dict[str, Any]) -> None:
        """Keeps what a search found at a position of a game."""
        self._run("insert or replace into analyses values (?, ?, ?)", table, node, json.dumps(data))

    def analyses(self, table: str) -> dict[int, dict[str, Any]]:
        """Findings of searches in a game, by position."""
        rows = self._run("select node, data from analyses where table_id = ?", table)
        return {node: json.loads(data) for node, data in rows}

    def save_job(self, job: str, data: dict[str, Any]) -> None:
        """Keeps the record of long work."""
        self._run("insert or replace into jobs values (?, ?, ?)", job, json.dumps(data), time.time())

    def jobs(self) -> list[dict[str, Any]]:
        """The records of long work, the latest first."""
        return [json.loads(row[0]) for row in self._run("select data from jobs order by changed desc limit 200")]

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._file.close()
