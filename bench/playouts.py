"""Rows about the ways of playouts: none may be slower than listing all moves, over all bundled games."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench.report import Row
from petteia.bench import PAPER, Measurement, Subject, run_subjects, summarise

MEASURE = "playouts over listing"
_MOST_MOVES = 2000
_LIMIT = 300.0
_PAPER_GO = 34.31


def playout_rows(seconds: float, is_wanted: Callable[[str, str], bool], say: Callable[[str], None]) -> Iterator[Row]:
    """For each way of playouts its slowest game, with the median over all beside that of the paper; and Go."""
    from petteia.game import game_names

    if not is_wanted(MEASURE, ""):
        return
    subjects = [Subject(name, name) for name in game_names()]
    seen: list[Measurement] = []
    for one in run_subjects(subjects, seconds=seconds, max_moves=_MOST_MOVES, limit=_LIMIT, jobs=1):
        seen.append(one)
        say(f"{MEASURE}: {one.game or one.subject}")
    paper = {line.group: line for line in PAPER}
    for line in summarise(seen):
        note = f"slowest of {line.games} games; median {line.median:.2f}"
        note += f" (paper {paper[line.group].median:.2f})" if line.group in paper else ""
        verdict = "ok" if line.least >= 1 else "short"
        yield Row(MEASURE, line.group, ">= 1", verdict, "times", ratio=line.least, note=note)
    for one in seen:
        if one.game == "Go" and one.is_optimised:
            values = one.playouts_per_second, one.standard_playouts_per_second, one.speedup
            verdict = "ok" if one.speedup >= 1 else "short"
            yield Row(MEASURE, "Go", ">= 1", verdict, "playouts/s", *values, f"paper {_PAPER_GO}")
