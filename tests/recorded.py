"""Where the recorded play of the conformance set is, for tests that read it in place."""

import os
from pathlib import Path

import pytest

_REPOSITORY = Path(__file__).resolve().parent.parent


def conformance_folder() -> Path | None:
    """The folder of recorded play (`$PETTEIA_CONFORMANCE`, by default `../shared/conformance`), or None."""
    given = os.environ.get("PETTEIA_CONFORMANCE")
    folder = Path(given) if given else _REPOSITORY.parent / "shared" / "conformance"
    return folder.resolve() if (folder / "games").is_dir() else None


def require_conformance() -> Path:
    """The folder of recorded play; without it the test is skipped, and with `CI=true` it fails."""
    folder = conformance_folder()
    if folder is not None:
        return folder
    message = "recorded play not found: set PETTEIA_CONFORMANCE to the conformance folder"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(message)
    pytest.skip(message)


def require_boards() -> Path:
    """The file of recorded board topologies, beside the conformance folder; skips or fails likewise."""
    boards = require_conformance().parent / "language" / "boards.txt"
    if boards.is_file():
        return boards
    message = f"recorded boards not found: {boards}"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(message)
    pytest.skip(message)
