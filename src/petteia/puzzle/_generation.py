"""New instances of a deduction puzzle: given values that leave one solution, and none of them superfluous."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from petteia.errors import PetteiaError

from ._model import Model
from ._solve import expanded_of, puzzle_rules


@dataclass(frozen=True)
class Instance:
    """Values to give at the start, the only solution they leave, and how hard it is to find."""

    givens: dict[int, int]
    solution: dict[int, int]
    difficulty: dict[str, object]

    @property
    def rule(self) -> str:
        """The start rule of the instance, as a description has it."""
        return "(set {" + " ".join(f"{{{site} {value}}}" for site, value in sorted(self.givens.items())) + "})"

    def to_json(self) -> dict[str, object]:
        """The instance as JSON values."""
        return {"givens": self.rule, "clues": len(self.givens), "difficulty": self.difficulty}


def generate(
    description: str | Path,
    count: int = 1,
    *,
    seed: int = 0,
    clues: int = 0,
    options: Sequence[str] = (),
    ruleset: str | None = None,
    defs: Sequence[str | Path] = (),
) -> Iterator[Instance]:
    """Instances of a puzzle with the rules, regions and hints of a description, and values given of their own.

    Values are taken away from a full solution as long as one solution is left, down to so many `clues`.
    """
    from ._reading import read_model

    rules = puzzle_rules(expanded_of(description, options, ruleset, defs))
    if rules is None:
        raise PetteiaError("only deduction puzzles are generated")
    model = read_model(rules)
    for number in range(count):
        yield _generated(model, Random(f"{seed} {number}"), clues)


def _generated(model: Model, random: Random, clues: int) -> Instance:
    from ._deduction import deduce
    from ._search import Search

    blank = _without_givens(model)
    solution = _any_solution(blank, random)
    search = Search(blank)
    givens = dict(solution)
    sites = list(givens)
    random.shuffle(sites)
    for site in sites:
        if len(givens) <= clues:
            break
        value = givens.pop(site)
        if search.solve(givens, other_than=solution) is not None:
            givens[site] = value
    domains = {site: frozenset({givens[site]}) if site in givens else values for site, values in blank.domains.items()}
    instance = Model(model.name, domains, model.constraints, givens)
    return Instance(dict(sorted(givens.items())), solution, deduce(instance, solution).difficulty())


def _without_givens(model: Model) -> Model:
    everything = frozenset().union(*(values for site, values in model.domains.items() if site not in model.givens))
    return Model(model.name, dict.fromkeys(model.domains, everything), model.constraints)


def _any_solution(blank: Model, random: Random) -> dict[int, int]:
    """A solution that differs from seed to seed: some sites get values at random first, as many as go together."""
    from ._search import Search

    search = Search(blank, seed=random.randrange(1, 2**31))
    assumed: dict[int, int] = {}
    found = search.solve()
    if found is None:
        raise PetteiaError(f"{blank.name} has no solution even without given values")
    for site in random.sample(sorted(blank.domains), min(12, len(blank.domains))):
        value = random.choice(sorted(blank.domains[site]))
        other = search.solve({**assumed, site: value})
        if other is not None:
            assumed[site], found = value, other
    return dict(found)
