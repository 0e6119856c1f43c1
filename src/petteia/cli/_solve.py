"""`petteia solve`: puzzles solved, judged and made."""

from __future__ import annotations

import json as json_form
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ._arguments import path_or_name, working

if TYPE_CHECKING:
    from petteia.puzzle import Solution

_VERDICTS = {0: "no solution", 1: "one solution", 2: "more than one solution", None: "no solution found so far"}


def solve_puzzle(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    steps: bool,
    states: int,
    seconds: float | None,
    json: bool,
) -> None:
    """Solves a puzzle and reports; the exit code is 1 if there is no solution, or none was found."""
    from petteia.puzzle import solve

    given = path_or_name(name)
    with working(f"solving {Path(name).stem}"):
        found = solve(given, options=options or (), ruleset=ruleset, defs=defs or (), states=states, seconds=seconds)
    if json:
        print(json_form.dumps(found.to_json()))
    else:
        _show(found, steps=steps)
        if found.kind == "deduction" and found.solution is not None:
            _draw(given, options, ruleset, defs, found.solution)
    if not found.solutions:
        raise typer.Exit(1)


def _show(found: Solution, *, steps: bool) -> None:
    verdict = _VERDICTS[found.solutions] if found.kind == "deduction" else _planning_verdict(found)
    print(f"{found.name}: {verdict} ({found.seconds:.2f} s)")
    if found.solution is not None and found.kind == "planning":
        print(" ".join(found.solution))
    if found.difficulty is None or found.kind == "planning":
        return
    difficulty = found.difficulty
    print(f"{difficulty['steps']} steps of deduction, {difficulty['guesses']} of them guesses:")
    techniques = difficulty["techniques"]
    assert isinstance(techniques, dict)
    for technique, count in techniques.items():
        print(f"  {count:4} {technique}")
    for number, step in enumerate(found.steps if steps else (), 1):
        print(f"{number:4}. {step.technique}: {step.text}")


def _planning_verdict(found: Solution) -> str:
    assert found.difficulty is not None
    seen = f"{found.difficulty['states']} positions seen"
    if found.solution is not None:
        return f"solved in {len(found.solution)} moves, which is shortest; {seen}"
    return f"cannot be solved; {seen}" if found.solutions == 0 else f"not solved so far; {seen}"


def _draw(
    given: str | Path,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    moves: Sequence[str],
) -> None:
    """The solution on its board."""
    from petteia.game import load

    game = load(given, options=options or (), ruleset=ruleset, defs=defs or (), backend="interpreter")
    start = game.start(0).text
    items, _, rest = start.partition("|")
    print()
    print(game.state(f"{items} {' '.join(moves)} |{rest}"))


def generate_instances(
    name: str,
    options: Sequence[str] | None,
    ruleset: str | None,
    defs: Sequence[Path] | None,
    *,
    count: int,
    clues: int,
    seed: int,
    json: bool,
) -> None:
    """Makes instances, a line each."""
    from petteia.puzzle import generate

    made = generate(
        path_or_name(name), count, seed=seed, clues=clues, options=options or (), ruleset=ruleset, defs=defs or ()
    )
    for instance in made:
        if json:
            print(json_form.dumps(instance.to_json()), flush=True)
        else:
            difficulty = instance.difficulty
            print(f"{len(instance.givens)} given, {difficulty['steps']} steps, {difficulty['guesses']} guesses")
            print(instance.rule, flush=True)
