"""Atomic replacement of files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from petteia.errors import PetteiaError
from petteia.files import replace_file


def test_a_file_is_replaced_with_its_permissions_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    replace_file(path, "one")
    path.chmod(0o600)
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(path.parent) == ["file.txt"]


def test_a_failure_keeps_the_old_content_and_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    replace_file(path, "old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(PetteiaError, match=r"file\.txt cannot be written: No space left"):
        replace_file(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file.txt"]
