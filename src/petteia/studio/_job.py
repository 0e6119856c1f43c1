"""The process of long work: runs commands one after the other, and leaves their output and how they ended in a folder.

It is a process of its own, apart from the server, so that a restart of the server does not stop the work.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from ._guarded import limit

_MEGABYTES, _SECONDS = 4096, 600
"""Limits of work on descriptions that came through the browser, for each of its processes."""


def main() -> None:
    """Runs the steps of `job.json` in the folder that is given."""
    folder = Path(sys.argv[1])
    if hasattr(os, "nice"):
        os.nice(5)
    record = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    if record.get("limited"):
        limit(_MEGABYTES, seconds=_SECONDS)
    code = 0
    environment = {**os.environ, "PETTEIA_PROGRESS": str(folder / "progress")}
    for name, arguments in record["steps"]:
        partial = folder / f"{name}.part"
        with partial.open("wb") as out, (folder / "log.txt").open("ab") as log:
            command = [sys.executable, "-m", "petteia", *arguments]
            code = subprocess.run(command, stdout=out, stderr=log, cwd=folder, check=False, env=environment).returncode
        if code:
            break
        partial.replace(folder / f"{name}.json")
    done = folder / "exit.part"
    done.write_text(str(code), encoding="utf-8")
    done.replace(folder / "exit")


if __name__ == "__main__":
    main()
