"""Files that commands write."""

from __future__ import annotations

import os
from pathlib import Path

from petteia.errors import PetteiaError


def write_file(path: Path, content: str | bytes) -> None:
    """Writes a whole file at once: a stop in between leaves what was there; `PetteiaError` where it cannot be."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(beside, path)
    except OSError as error:
        raise PetteiaError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        beside.unlink(missing_ok=True)
