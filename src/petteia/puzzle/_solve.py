"""One way to solve any puzzle for one person."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from petteia.game import load
from petteia.game.bundled import find_description
from petteia.lang import expand

from ._planning import plan

if TYPE_CHECKING:
    from petteia.lang import Expanded
    from petteia.ludemes.lowering.rulebook import RuleBook

    from ._deduction import Step

MOST_STATES = 200_000


@dataclass(frozen=True)
class Solution:
    """Solution of a puzzle: how many there are, one of them as moves, and how hard it is to find.

    `solutions` is 0, 1, or 2 for more than one; None if a planning puzzle was too large to tell. In planning puzzles
    any solution counts as one: the solution is a shortest.
    """

    name: str
    kind: Literal["deduction", "planning"]
    solutions: int | None
    solution: tuple[str, ...] | None
    difficulty: dict[str, object] | None
    steps: tuple[Step, ...] = ()
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The solution as JSON values."""
        return {
            "name": self.name,
            "kind": self.kind,
            "solutions": self.solutions,
            "solution": None if self.solution is None else list(self.solution),
            "difficulty": self.difficulty,
            "steps": [step.to_json() for step in self.steps],
            "seconds": round(self.seconds, 3),
        }


def solve(
    description: str | Path,
    *,
    options: Sequence[str] = (),
    ruleset: str | None = None,
    defs: Sequence[str | Path] = (),
    states: int = MOST_STATES,
    seconds: float | None = None,
) -> Solution:
    """Solves a puzzle, given as for `load`; `states` and `seconds` bound the search of planning puzzles."""
    began = time.monotonic()
    rules = puzzle_rules(expanded_of(description, options, ruleset, defs))
    if rules is not None:
        return _deduced(rules, began)
    game = load(description, options=options, ruleset=ruleset, defs=defs, build="quick")
    found = plan(game, states=states, seconds=seconds)
    solutions = 1 if found.moves is not None else 0 if found.complete else None
    difficulty: dict[str, object] = {"states": found.states}
    if found.moves is not None:
        difficulty["length"] = len(found.moves)
    return Solution(game.name, "planning", solutions, found.moves, difficulty, seconds=time.monotonic() - began)


def expanded_of(
    description: str | Path, options: Sequence[str], ruleset: str | None, defs: Sequence[str | Path]
) -> Expanded:
    """The expanded text of a description."""
    name, text = find_description(description)
    folders = tuple(str(Path(one).resolve()) for one in defs)
    return expand(text, options=tuple(options), ruleset=ruleset, define_folders=folders, name=name)


def puzzle_rules(expanded: Expanded) -> RuleBook | None:
    """The rules of a deduction puzzle; None for any other game."""
    from petteia.game.loading import rules_of

    rules = rules_of(expanded)
    return rules if rules.spec.puzzle else None


def _deduced(rules: RuleBook, began: float) -> Solution:
    from ._deduction import deduce
    from ._reading import read_model
    from ._search import Search

    model = read_model(rules)
    search = Search(model)
    solution = search.solve()
    if solution is None:
        return Solution(model.name, "deduction", 0, None, None, seconds=time.monotonic() - began)
    another = search.solve(other_than=solution)
    way = deduce(model, solution)
    order = [*way.settled, *(site for site in solution if site not in set(way.settled))]
    moves = tuple(f"{site}={solution[site]}" for site in order if site not in model.givens)
    return Solution(
        model.name,
        "deduction",
        1 if another is None else 2,
        moves,
        way.difficulty(),
        tuple(way.steps),
        time.monotonic() - began,
    )
