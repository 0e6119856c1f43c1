"""Atomic replacement of whole files."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

from petteia.errors import PetteiaError


def replace_file(path: Path, content: str | bytes) -> None:
    """Writes a whole file at once: a stop in between leaves the old one; `PetteiaError` where it cannot be written.

    The new content is written beside the file and renamed, so readers and other writers never meet half of it. The
    permissions of a file that is replaced stay.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o7777)
        os.replace(beside, path)
    except OSError as error:
        raise PetteiaError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):  # a failed write, in a folder that may be gone or closed by now
            beside.unlink(missing_ok=True)
