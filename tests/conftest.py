"""Fixtures for all tests: the recorded play, and a build cache that is not the user's."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from recorded import require_boards, require_conformance

# Kept between runs, since builds are keyed by content; set before any test imports the package.
os.environ.setdefault("PETTEIA_CACHE", str(Path(__file__).resolve().parent.parent / "build" / "test-cache"))

# A shell starts what runs in its background with interrupts ignored, and children inherit that; a handler they do not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine is no defect of what is tested.
settings.register_profile("petteia", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("petteia")


@pytest.fixture(scope="session")
def conformance() -> Path:
    """The folder of recorded play."""
    return require_conformance()


@pytest.fixture(scope="session")
def boards_file() -> Path:
    """The file of recorded board topologies."""
    return require_boards()
