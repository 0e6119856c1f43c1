"""Results of studies as Parquet tables, where PyArrow is installed."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any


def write_table(path: Path, rows: list[dict[str, Any]]) -> bool:
    """Writes a row for each candidate with a column for each measure; whether PyArrow was there to do it."""
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        return False
    names = sorted({name for row in rows for name in row["measures"]})
    flat = [
        {
            "rank": k + 1,
            **{name: _plain(value) for name, value in row.items() if name != "measures"},
            **{name: row["measures"].get(name) for name in names},
        }
        for k, row in enumerate(rows)
    ]
    if not flat:
        return False
    fresh = path.with_suffix(".new")
    parquet.write_table(arrow.Table.from_pylist(flat), fresh)
    fresh.replace(path)
    return True


def _plain(value: Any) -> Any:
    """A value as it is, lists and tables as JSON."""
    return json.dumps(value) if isinstance(value, list | dict) else value
