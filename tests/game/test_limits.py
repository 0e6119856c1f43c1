"""Descriptions that would take too much time or memory."""

import subprocess
import sys
import textwrap
import time

import pytest

from petteia.errors import LimitExceeded
from petteia.game.limits import bounded


def test_memory_is_bounded_and_given_back() -> None:
    """More memory than allowed is refused in one line; afterwards there is as much as before.

    In a process of its own: memory is bounded only where no other thread runs, and test runners have some.
    """
    script = textwrap.dedent("""
        from petteia.errors import LimitExceeded
        from petteia.game.limits import bounded
        try:
            with bounded(megabytes=64):
                bytearray(256 * 2**20)
        except LimitExceeded as error:
            print(error)
        print(len(bytearray(256 * 2**20)) // 2**20)
    """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == ["this description takes more than 64 MB of memory to read", "256"]


def test_time_is_bounded() -> None:
    """More CPU time than allowed is refused, in whatever code it is spent."""
    begin = time.process_time()
    with pytest.raises(LimitExceeded, match=r"more than 0\.2 seconds"), bounded(seconds=0.2):
        while time.process_time() - begin < 5:
            pass
    assert time.process_time() - begin < 3


def test_limits_within_limits_are_the_outer_ones() -> None:
    with pytest.raises(LimitExceeded, match=r"0\.1 seconds"), bounded(seconds=0.1), bounded(seconds=9):
        begin = time.process_time()
        while time.process_time() - begin < 5:
            pass
