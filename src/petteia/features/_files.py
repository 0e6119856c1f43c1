"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from .pattern import FeatureError


def write_file(path: Path, text: str) -> None:
    """Writes a text beside its place and renames it there; a failure leaves what was there before."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise FeatureError(f"{path} cannot be written: {error.strerror}") from None
