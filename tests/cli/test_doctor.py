"""`petteia doctor`: every part of an installation is named, and what fails sets the exit code."""

import json

import pytest

from petteia.cli._doctor import diagnose


def test_doctor_names_the_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """The compiler, the cache, native play and the extras are findings of their own."""
    assert diagnose(json=True) == 0
    findings = {one["name"]: one["works"] for one in json.loads(capsys.readouterr().out)}
    assert findings["compiler"] is findings["native play"] is findings["[dev]"] is True


def test_doctor_fails_without_a_compiler(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing compiler is told in its line, and the exit code says that something is wrong."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CC", "")
    monkeypatch.setattr("petteia.native.compilers._packaged", lambda *names: None)
    assert diagnose(json=False) == 1
    assert "FAILS compiler" in capsys.readouterr().out
