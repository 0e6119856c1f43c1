"""The process that answers for descriptions from the browser: a line of JSON in, a line of JSON out, within limits."""

from __future__ import annotations

import json
import os
import sys


def limit(megabytes: int, seconds: int | None = None) -> None:
    """Bounds memory, the size of files and the CPU time of this process and those it starts, where the system can."""
    try:
        import resource
    except ImportError:  # not on this system; the server still ends what takes too long
        return
    bounds = [("RLIMIT_AS", megabytes * 2**20), ("RLIMIT_FSIZE", 256 * 2**20), ("RLIMIT_CORE", 0)]
    for name, most in [*bounds, *([("RLIMIT_CPU", seconds)] if seconds else [])]:
        _, hard = resource.getrlimit(getattr(resource, name))
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(getattr(resource, name), (bound, bound))


def main() -> None:
    """Answers until the input ends."""
    limit(int(sys.argv[1]))
    if sys.argv[2] == "1" and hasattr(os, "nice"):
        os.nice(10)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is no answer
    from ._desk import Desk

    desk = Desk(build="quick")
    for line in sys.stdin:
        reply = desk.answer(json.loads(line))
        answers.write(json.dumps(reply) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
