"""Mixed work for a long time in one process; `make soak` takes ten minutes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of the process from /proc")
def test_memory_stays_flat_in_mixed_work() -> None:
    """Play, search, playouts, batches, positions and learning, one after the other, keep no memory."""
    seconds = os.environ.get("PETTEIA_SOAK", "4")
    here = Path(__file__).parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "soaking", "--seconds", seconds]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=here.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "memory grew by" in done.stdout
