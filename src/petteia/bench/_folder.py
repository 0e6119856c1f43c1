"""A folder of measurements that grows line by line, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.files import replace_file

from ._measuring import Measurement

_LINES = "measurements.jsonl"
_SETTINGS = "run.json"


class ResultsFolder:
    """Measurements in a folder; `known` are those of earlier runs with the same settings."""

    def __init__(self, folder: Path, settings: dict[str, object]) -> None:
        self.folder = folder
        self.known: dict[str, Measurement] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._begin(settings)
        except OSError as error:
            raise PetteiaError(f"{folder} cannot be written: {error.strerror}") from None

    def _begin(self, settings: dict[str, object]) -> None:
        kept = self.folder / _SETTINGS
        if kept.exists() and json.loads(kept.read_text(encoding="utf-8")) != settings:
            raise PetteiaError(f"{self.folder} holds measurements with other settings: {kept.read_text().strip()}")
        self.write(_SETTINGS, json.dumps(settings))
        lines = self.folder / _LINES
        for line in lines.read_text(encoding="utf-8").splitlines() if lines.exists() else []:
            try:
                seen = Measurement.from_json(json.loads(line))
            except (ValueError, TypeError, KeyError):
                continue  # the line that was being written when a run was killed
            self.known[seen.subject] = seen

    def add(self, seen: Measurement) -> None:
        """Keeps a measurement."""
        self.known[seen.subject] = seen
        with (self.folder / _LINES).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(seen.to_json()) + "\n")

    def write(self, name: str, text: str) -> None:
        """Writes a file whole or not at all."""
        replace_file(self.folder / name, text)
