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
            "rank": k + 1, "text": row["text"], "score": row["score"], "probability": row["probability"],
            "level": row["level"], "faults": ", ".join(row["faults"]), "fills": json.dumps(row["fills"]),
            **{name: row["measures"].get(name) for name in names},
        }
        for k, row in enumerate(rows)
    ]  # fmt: skip
    if not flat:
        return False
    fresh = path.with_suffix(".new")
    parquet.write_table(arrow.Table.from_pylist(flat), fresh)
    fresh.replace(path)
    return True
