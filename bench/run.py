"""Measures Petteia against hand-written C, OpenSpiel and Ludii, and prints one table of ratios.

`python -m bench.run` (or `make bench`). Every rate is the best of several rounds, and every mean length the mean over
them; the rounds go over all sources in turn, so that a busy moment of the machine does not fall on one of them alone.
All rates are per CPU second. The rates and rows are also appended as JSON lines to a file in `bench/results`, with the
machine and the versions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import mean

from bench.playouts import playout_rows
from bench.report import Row, format_table, write_results
from bench.search import search_rows
from bench.sources import Limit, OpenSpiel, Petteia, Rate, Recorded, Source, Unavailable
from bench.startup import time_build, time_import, time_load
from petteia.game import game_names

RESULTS = Path(__file__).parent / "results"
SAME_LENGTH = 0.05
"""Where mean numbers of turns differ by more, playouts are not the same amount of work, and turns are compared."""

TIC_TAC_TOE = Petteia("Tic-Tac-Toe")
CONNECT_FOUR = Petteia("Connect Four")
HEX = Petteia("Hex", ("Swap Rule/Off",))
OTHELLO = Petteia("Reversi")
BREAKTHROUGH = Petteia("Breakthrough")
GOMOKU = Petteia("Gomoku")
HAVANNAH = Petteia("Havannah")
GO = Petteia("Go")
CLASSICS = {
    Petteia("Chess"): "chess",
    Petteia("Go", ("Board Size/9x9",)): "go9",
    Petteia("Amazons"): "amazons",
    Petteia("English Draughts"): "checkers",
    Petteia("Nine Men's Morris"): "morris",
    Petteia("Lines of Action"): "lines_of_action",
}
"""Further games that OpenSpiel has, too."""
CUT = {"amazons": (2, 3)}
"""How many moves make a turn here and in OpenSpiel, where the same turn is cut in different ways."""
SLOWEST = 10

# The bundled games, with the reference's own description, the rate of its best playout (+-25 %) and its mean length.
LUDII = {
    TIC_TAC_TOE: ("board/space/line/Tic-Tac-Toe.lud", 170_000, 7.89),
    CONNECT_FOUR: ("board/space/line/Connect Four.lud", 29_000, 21.0),
    HEX: ("board/space/connection/Hex.lud", 7_200, 107.26),
    Petteia("Yavalath"): ("board/space/line/Yavalath.lud", 43_000, 19.51),
    GOMOKU: ("board/space/line/Gomoku.lud", 10_000, 113.05),
    HAVANNAH: ("board/space/connection/Havannah.lud", 1_800, 118.92),
    BREAKTHROUGH: ("board/race/reach/Breakthrough.lud", 2_100, 65.99),
    Petteia("Knightthrough"): ("board/race/reach/Knightthrough.lud", 1_400, 32.89),
    OTHELLO: ("board/space/territory/Reversi.lud", 1_200, 62.32),
    Petteia("Fanorona"): ("board/war/direction/linear/Fanorona.lud", 1_200, 54.59),
    Petteia("Teeko"): ("board/space/line/Teeko.lud", 11_000, 23.21),
}


@dataclass(frozen=True)
class Comparison:
    """A rate, what it is divided by, and the ratio that is asked for."""

    measure: str
    subject: Source
    base: Source
    asked: float
    cut: tuple[int, int] = (1, 1)
    """How many moves make a turn of the one and of the other."""


def compare_with_limits() -> list[Comparison]:
    """Our descriptions, then the reference's own, over hand-written C."""
    programs: list[tuple[Source, str, float]] = [
        (TIC_TAC_TOE, "tictactoe", 0.7),
        (CONNECT_FOUR, "connect4", 0.7),
        (HEX, "hex", 0.7),
        (OTHELLO, "othello", 0.7),
        (BREAKTHROUGH, "breakthrough", 0.7),
        (GOMOKU, "gomoku", 0.7),
        (Petteia("Chess"), "chess", 0.5),
    ]
    hex_path = "board/space/connection/Hex.lud"
    references: list[tuple[Source, str, float]] = [
        (Petteia(hex_path, reference=True), "hex", 0.4),
        (Petteia(hex_path, ("Swap Rules/Off",), reference=True), "hex", 0.4),
        (Petteia("board/race/reach/Breakthrough.lud", reference=True), "breakthrough", 0.4),
        (Petteia("board/space/line/Gomoku.lud", reference=True), "gomoku", 0.4),
    ]
    return [Comparison("over C", subject, Limit(name), asked) for subject, name, asked in programs + references]


def compare_with_openspiel() -> list[Comparison]:
    """Our games over OpenSpiel's of the same rules; and the C programs, which must be fast to be a measure."""
    shared = {
        TIC_TAC_TOE: "tictactoe",
        CONNECT_FOUR: "connect4",
        HEX: "hex",
        OTHELLO: "othello",
        BREAKTHROUGH: "breakthrough",
        GOMOKU: "gomoku_freestyle",
        HAVANNAH: "havannah",
    }
    limits = {
        "tictactoe": 36,
        "connect4": 61,
        "hex": 19,
        "othello": 128,
        "breakthrough": 55,
        "gomoku_freestyle": 85,
    }
    ours = [
        Comparison("over OpenSpiel", game, OpenSpiel(name), 5, CUT.get(name, (1, 1)))
        for game, name in {**shared, **CLASSICS}.items()
    ]
    ours.append(Comparison("over OpenSpiel", GO, OpenSpiel("go"), 10))
    return ours + [
        Comparison("C over OpenSpiel", Limit(name), OpenSpiel(name), asked) for name, asked in limits.items()
    ]


def list_comparisons() -> list[Comparison]:
    """All ratios, in the order of the table."""
    return [*compare_with_limits(), *compare_with_openspiel(), *compare_with_ludii()]


def compare_with_ludii() -> list[Comparison]:
    """Our descriptions over the rates seen of the reference, then the reference's own descriptions in our hands."""
    recorded = {game: Recorded(f"ludii/{game.game}", rate, length) for game, (_, rate, length) in LUDII.items()}
    ours = [Comparison("over Ludii", game, base, 20) for game, base in recorded.items()]
    theirs = [
        Comparison("over Ludii", Petteia(LUDII[game][0], reference=True), base, 20) for game, base in recorded.items()
    ]
    return ours + theirs


def measure_rates(
    sources: Iterable[Source], seconds: float, rounds: int, say: Callable[[str], None]
) -> dict[Source, Rate | Unavailable]:
    """The rate of each source over interleaved rounds; what fails once is not tried again."""
    seen: dict[Source, list[Rate]] = {source: [] for source in sources}
    failed: dict[Source, Unavailable] = {}
    for number in range(rounds):
        for source in [each for each in seen if each not in failed]:
            say(f"round {number + 1} of {rounds}: {source.name}")
            try:
                seen[source].append(source.measure(seconds, seed=number + 1))
            except Unavailable as reason:
                failed[source] = reason
    return {source: failed.get(source) or combine_rounds(rates) for source, rates in seen.items()}


def combine_rounds(rates: Sequence[Rate]) -> Rate:
    """The best rate, since others only take time away, with the mean of the lengths, whose noise averages out."""
    lengths = [rate.mean_length for rate in rates if rate.mean_length is not None]
    return Rate(max(rate.playouts_per_second for rate in rates), mean(lengths) if lengths else None)


def compare(comparison: Comparison, rates: Mapping[Source, Rate | Unavailable]) -> Row:
    """The row of a comparison: playouts over playouts, or turns over turns where the numbers of turns differ."""
    name, asked = comparison.subject.name, f">= {comparison.asked:g}"
    rate, base = rates[comparison.subject], rates[comparison.base]
    if isinstance(rate, Unavailable) or isinstance(base, Unavailable):
        reason = rate if isinstance(rate, Unavailable) else base
        return Row(comparison.measure, name, asked, "missing", note=str(reason))
    value, divisor, unit, note = rate.playouts_per_second, base.playouts_per_second, "playouts/s", ""
    if rate.mean_length and base.mean_length:
        note = f"mean lengths {rate.mean_length:.2f}, {base.mean_length:.2f}"
        turns, base_turns = rate.mean_length / comparison.cut[0], base.mean_length / comparison.cut[1]
        if comparison.cut != (1, 1):
            note += " with {} and {} moves a turn".format(*comparison.cut)
        if abs(turns / base_turns - 1) > SAME_LENGTH:
            unit = "moves/s" if comparison.cut == (1, 1) else "turns/s"
            value, divisor = value * turns, divisor * base_turns
    ratio = value / divisor
    verdict = "ok" if ratio >= comparison.asked else "short"
    return Row(comparison.measure, name, asked, verdict, unit, value, divisor, ratio, note)


def time_row(measure: str, subject: str, take: Callable[[], float], asked: float, unit: str) -> Row:
    """The row of a time, in the unit it is asked in."""
    limit = f"<= {asked:g}"
    try:
        value = take()
    except Unavailable as reason:
        return Row(measure, subject, limit, "missing", unit, note=str(reason))
    return Row(measure, subject, limit, "ok" if value <= asked else "short", unit, value)


def startup_rows(games: Sequence[str], rounds: int, say: Callable[[str], None]) -> list[Row]:
    """How long building and loading each game takes."""
    builds, loads = [], []
    for game in games:
        say(f"build and load: {game}")
        builds.append(time_row("build", game, partial(time_build, game, 2), 1.5, "CPU s"))
        loads.append(time_row("load", game, partial(time_load, game, rounds), 50, "ms"))
    return [*builds, *loads]


def slowest_rows(games: Sequence[str], say: Callable[[str], None]) -> list[Row]:
    """The games that take longest to build."""
    rows = []
    for game in games:
        say(f"build: {game}")
        rows.append(time_row("slow build", game, partial(time_build, game, 1), 3, "CPU s"))
    return sorted(rows, key=lambda row: -(row.value or 0))[:SLOWEST]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="rounds, of which the best counts")
    parser.add_argument("--only", default="", help="only rows whose measure or game contains this text")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of the JSON lines")
    return parser.parse_args()


def say_on_terminal(text: str) -> None:
    """The row being measured, in one line that is written over; nothing when the output is kept."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main() -> None:
    arguments = parse_arguments()

    def is_wanted(measure: str, subject: str) -> bool:
        return arguments.only.lower() in f"{measure} {subject}".lower()

    comparisons = [each for each in list_comparisons() if is_wanted(each.measure, each.subject.name)]
    sources = [source for each in comparisons for source in (each.subject, each.base)]
    rates = measure_rates(sources, arguments.seconds, arguments.rounds, say_on_terminal)
    rows = [compare(each, rates) for each in comparisons]
    games = [game.game for game in LUDII if is_wanted("build load", game.game)]
    rows += startup_rows(games, arguments.rounds, say_on_terminal)
    if is_wanted("slow build", "slowest"):
        rows += slowest_rows(game_names(), say_on_terminal)
    if is_wanted("import", "package"):
        rows.append(time_row("import", "package", partial(time_import, arguments.rounds), 150, "ms"))
    rows += playout_rows(arguments.seconds, is_wanted, say_on_terminal)
    rows += search_rows(arguments.rounds, is_wanted, say_on_terminal)
    say_on_terminal("")
    measured = [{"rate": source.name, **asdict(rate)} for source, rate in rates.items() if isinstance(rate, Rate)]
    path = write_results(rows, measured, arguments.results)
    print(format_table(rows))
    print(f"\n{sum(row.verdict == 'ok' for row in rows)} of {len(rows)} rows ok; written to {path}")


if __name__ == "__main__":
    main()
