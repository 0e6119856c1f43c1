"""Replay of recorded play: how far a set of games gets, and where the first difference is."""

from ._judge import Engine, Folders, Verdict, judge, recorded_options
from ._replay import Mismatch, Replay, replay
from ._report import print_report, summary, to_json
from ._run import run

__all__ = [
    "Engine",
    "Folders",
    "Mismatch",
    "Replay",
    "Verdict",
    "judge",
    "print_report",
    "recorded_options",
    "replay",
    "run",
    "summary",
    "to_json",
]
