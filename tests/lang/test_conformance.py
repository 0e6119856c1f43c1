"""Recorded descriptions: the digest of their expansion, and complete binding."""

import os
from pathlib import Path

import pytest

from petteia.lang.conformance import check_readings, recorded_readings

pytestmark = pytest.mark.conformance


def test_a_sample_of_descriptions_expands_and_binds(conformance: Path) -> None:
    small = [one for one in recorded_readings(conformance, variants=False) if is_small(conformance, one.path)]
    report = check_readings(conformance, small[::12])
    assert report.failures == []
    assert report.readings > 70
    assert report.clauses > 8000


def test_a_sample_of_variants_expands_and_binds(conformance: Path) -> None:
    small = [one for one in recorded_readings(conformance, defaults=False) if is_small(conformance, one.path)]
    report = check_readings(conformance, small[::12])
    assert report.failures == []
    assert report.readings > 35


@pytest.mark.slow
@pytest.mark.skipif("PETTEIA_FULL" not in os.environ, reason="set PETTEIA_FULL to read all recorded descriptions")
def test_all_descriptions_and_variants(conformance: Path) -> None:
    defaults = check_readings(conformance, recorded_readings(conformance, variants=False))
    assert defaults.failures == []
    assert (defaults.readings, defaults.clauses, defaults.lists, defaults.terminals) == (1021, 364215, 18711, 269532)
    variants = check_readings(conformance, recorded_readings(conformance, defaults=False))
    assert variants.failures == []
    assert variants.readings == 540


def is_small(conformance: Path, path: str) -> bool:
    return (conformance / "games" / path).stat().st_size < 40_000
