"""The entry point: runs a command and turns every failure into one line and an exit code.

0: done. 1: a check that failed. 2: wrong usage or input. 3: a defect of ours. 130: interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

USER_ERROR = 2
DEFECT = 3
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command that the arguments name, and leaves the process."""
    code = run(sys.argv[1:] if arguments is None else arguments)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """The exit code of a command."""
    import typer

    from petteia.errors import PetteiaError

    from ._app import app
    from ._progress import Interrupted

    try:
        result = app(list(arguments), prog_name="petteia", standalone_mode=False)
    except (typer.Abort, KeyboardInterrupt):
        _say("interrupted")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # the library leaves by itself when the reader of our output went away
        _silence()
        return 0
    except Interrupted as error:
        _say(str(error))
        return INTERRUPTED
    except (PetteiaError, OSError) as error:
        _say(str(error))
        return USER_ERROR
    except (RecursionError, MemoryError) as error:
        _say(f"the description is too large or too deep ({type(error).__name__})")
        return USER_ERROR
    except Exception as error:
        return _usage(error) or _defect(error)
    if result == INTERRUPTED:
        _say("interrupted")
    return result if isinstance(result, int) else 0


def _usage(error: Exception) -> int | None:
    """The code of a usage error, which shows itself; its class is another in each version of the library."""
    show, code = getattr(error, "show", None), getattr(error, "exit_code", None)
    if show is None or not isinstance(code, int):
        return None
    show()
    return code or USER_ERROR


def _defect(error: Exception) -> int:
    if os.environ.get("PETTEIA_DEBUG"):
        raise error
    _say(f"a defect of petteia: {_described(error)}; PETTEIA_DEBUG=1 shows more")
    return DEFECT


def _say(text: str) -> None:
    print(f"petteia: {' '.join(text.split())}", file=sys.stderr)


def _described(error: Exception) -> str:
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({os.path.basename(frame.filename)}:{frame.lineno})"


def _silence() -> None:
    """The reader of our output went away: nothing more may be written, not even at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
