"""Damaged descriptions are played or refused, never more; and the fuzzer sees what is worse."""

from pathlib import Path

import pytest

import fuzzing
import petteia

GAMES = Path(petteia.__file__).parent / "games"


def test_damaged_descriptions_are_played_or_refused() -> None:
    counts = fuzzing.fuzz(fuzzing.texts_of([GAMES]), count=60, seed=3)
    assert set(counts) == {"loads", "refused"}


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("raise ValueError('x')", "ValueError: x"),
        ("import os; os._exit(3)", "ends the process: 3"),
        ("while True: pass", "hangs"),
        ("bytearray(2**31)", "MemoryError"),
    ],
)
def test_what_is_worse_is_told(statement: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        exec(statement)

    monkeypatch.setattr("petteia.game.loading.lower_expanded", fail)
    reader = fuzzing.Reader(0.5, 512, [])
    try:
        assert told in reader.read((GAMES / "Hex.lud").read_text(encoding="utf-8"))
        assert reader.process.is_alive()
    finally:
        reader.close()
