"""Speed of logical features: incremental networks in native code against naive resolution in SWI-Prolog.

Both see the same positions of Reversi and the same features (set A). SWI-Prolog comes with Debian as
`swi-prolog-nox` (`apt-get install swi-prolog-nox`); without it the comparison is left out.

    python -m bench.logic [--positions N] [--out FOLDER]
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
from experiments.othello import OthelloInputs, othello_features, othello_theory

import petteia as pt
from petteia.logic import SelfPlay, Unfolding, build_network
from petteia.logic.native import NativeNetwork

COUNT = """
clear :- retractall(owns(_, _)), retractall(blank(_)).
total([], 0).
total([N|Rest], Sum) :- total(Rest, More), Sum is More + N.
evaluate(K, N) :- clear, forall(holds(K, F), assertz(F)), each(N).
main :- statistics(cputime, T0), findall(N, (position(K), evaluate(K, N)), All), total(All, Sum),
        statistics(cputime, T1), T is T1 - T0, format("~w ~w~n", [T, Sum]), halt.
"""


def prolog_program(positions: list[list[str]]) -> str:
    """The published theory with set A, positions as facts, and a query that evaluates every feature in each."""
    data = Path(__file__).parents[1] / "experiments" / "data"
    theory = data.joinpath("othello.pl").read_text(encoding="utf-8")
    lines = [line for line in theory.splitlines() if not line.startswith(":-")]
    wrapped = [
        ":- dynamic owns/2, blank/1.", ":- discontiguous position/1, holds/2.", *lines,
        data.joinpath("othello_a.pl").read_text(encoding="utf-8"), COUNT,
    ]  # fmt: skip
    goals = []
    for number, feature in enumerate(othello_features(othello_theory(), "a")):
        names = ", ".join(f"V{k}" for k in range(feature.key[1]))
        call = f"{feature.name}({names})"
        wrapped.append(f"value_{number}(N) :- ( setof([{names}], {call}, L) -> length(L, N) ; N = 0 ).")
        goals.append(f"value_{number}(N{number})")
    total = " + ".join(f"N{k}" for k in range(len(goals)))
    wrapped.append(f"each(N) :- {', '.join(goals)}, N is {total}.")
    for number, facts in enumerate(positions):
        wrapped.append(f"position({number}).")
        wrapped += [f"holds({number}, {fact})." for fact in facts]
    return "\n".join(wrapped) + "\n"


def facts_of(game: pt.Game, raw: np.ndarray) -> list[str]:
    """The facts of a state in the terms of the published theory."""
    labels = [label.lower() for label in game.facts.geometry.labels["C"]]
    start = game.facts.slots["pieces"].offset
    black, white = (int(word) for word in raw[start + 8 : start + 24].view(np.uint64))
    found = []
    for site, label in enumerate(labels):
        owner = "x" if black >> site & 1 else "o" if white >> site & 1 else ""
        found.append(f"owns({owner}, {label})" if owner else f"blank({label})")
    return found


def network_seconds(game: pt.Game, states: np.ndarray) -> tuple[float, int]:
    """CPU seconds a position in the order of play, and the sum of all values."""
    theory = othello_theory()
    unfolding = Unfolding(theory)
    unfolded = unfolding.unfold_all(othello_features(theory, "a"))
    inputs = OthelloInputs(game, unfolding)
    network = build_network(inputs.placed(unfolded), inputs.view.inputs)
    native = NativeNetwork(network, inputs.view, np.ones((1, len(unfolded))))
    total = native.run(states)
    repeats = 20
    start = time.process_time()
    for _ in range(repeats):
        native.run(states)
    return (time.process_time() - start) / repeats / len(states), round(total)


def prolog_seconds(program: str) -> tuple[float, int] | None:
    """CPU seconds and the sum of all values; None without SWI-Prolog."""
    command = shutil.which("swipl")
    if command is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "features.pl"
        path.write_text(program, encoding="utf-8")
        done = subprocess.run(
            [command, "-q", "-g", "main", str(path)], capture_output=True, text=True, timeout=3600, check=False
        )
    words = done.stdout.split()
    if len(words) != 2:
        raise SystemExit(f"swipl said: {done.stderr.strip()[:300]}")
    return float(words[0]), int(words[1])


def write_page(result: dict[str, object], folder: Path) -> None:
    """The result as `networks-over-prolog.md` and `.json` in a folder."""
    lines = [
        "# Networks against naive resolution", "",
        f"`python -m bench.logic --positions {result['positions']} --out docs/results`, {platform.machine()}, "
        f"Python {platform.python_version()}. The values of the 18 features of set A in positions of Reversi: by the "
        "incremental network in native code, in the order of play, and by SWI-Prolog over the same clauses. The sums "
        "of all values are equal. CPU time.", "",
        "| | microseconds a position |", "|---|---|", f"| network | {result['network_us']:.2f} |",
    ]  # fmt: skip
    if "ratio" in result:
        lines += [f"| {result['prolog']} | {result['prolog_us']:.0f} |", f"| ratio | {result['ratio']:.0f} |"]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "networks-over-prolog.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "networks-over-prolog.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def prolog_version() -> str:
    """The version of the installed Prolog, in its own words."""
    found = subprocess.run([shutil.which("swipl") or "swipl", "--version"], capture_output=True, text=True, check=False)
    return " ".join(found.stdout.split()[:3])


def main() -> None:
    """Prints both times and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--out", type=Path, help="a folder for the result as a page and as JSON")
    given = parser.parse_args()
    game = pt.load("Reversi", build="full")
    states = SelfPlay(game).play(given.positions // 50 + 1, seed=5).states[: given.positions]
    each, total = network_seconds(game, states)
    found = prolog_seconds(prolog_program([facts_of(game, state) for state in states]))
    result: dict[str, object] = {"positions": len(states), "network_us": each * 1e6}
    if found is not None:
        seconds, sum_of_values = found
        if sum_of_values != total:
            raise SystemExit(f"the values differ: {total} from the network, {sum_of_values} from Prolog")
        result |= {"prolog_us": seconds / len(states) * 1e6, "ratio": seconds / len(states) / each}
        result["prolog"] = prolog_version()
    if given.out is not None:
        write_page(result, given.out)
    if given.json:
        print(json.dumps(result))
        return
    print(f"network    {each * 1e6:10.2f} us a position, in order of play ({len(states)} positions)")
    if found is None:
        print("swipl      not found: the comparison is left out (Debian: apt-get install swi-prolog-nox)")
    else:
        print(f"swipl      {found[0] / len(states) * 1e6:10.2f} us a position")
        print(f"ratio      {found[0] / len(states) / each:10.0f}")


if __name__ == "__main__":
    main()
