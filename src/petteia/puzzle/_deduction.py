"""Deduction as people do it: named techniques, the easy ones first, and a guess only where all of them fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations

from ._model import (
    Constraint,
    Different,
    Every,
    Model,
    Opposite,
    Order,
    Some,
    Tally,
    Term,
    Total,
    Truth,
    Value,
    sites_of,
)

Domains = dict[int, set[int]]
_MOST_TRIES, _MOST_TRIES_AT_ONCE = 300, 60
"""Assumptions that are tried in a whole puzzle, and between two deductions."""
_FEW = 4


class Contradiction(Exception):
    """No value is left for a site, or a constraint cannot hold any more."""


@dataclass(frozen=True)
class Step:
    """One deduction: by which technique, about which sites, and what it says."""

    technique: str
    sites: tuple[int, ...]
    text: str

    def to_json(self) -> dict[str, object]:
        """The step as JSON values."""
        return {"technique": self.technique, "sites": list(self.sites), "text": self.text}


@dataclass
class Deduction:
    """A way to the solution: the steps in order, and the sites in the order in which they were settled."""

    steps: list[Step] = field(default_factory=list)
    settled: list[int] = field(default_factory=list)

    @property
    def guesses(self) -> int:
        """How often no technique was of any help."""
        return sum(step.technique == "guess" for step in self.steps)

    def difficulty(self) -> dict[str, object]:
        """How hard it is for a person: the steps by technique, and the guesses among them."""
        techniques = Counter(step.technique for step in self.steps)
        return {"steps": len(self.steps), "guesses": self.guesses, "techniques": dict(techniques.most_common())}


def deduce(model: Model, solution: dict[int, int]) -> Deduction:
    """Steps that lead from what is given to a solution. Where none is found, the solution tells one value: a guess."""
    solver = _Solver(model)
    way = Deduction()
    solver.begin()
    while solver.open() or solver.singles:
        way.steps += solver.singles
        solver.singles = []
        if not solver.open():
            break
        step = solver.step()
        if step is None:
            site = min(solver.open(), key=lambda one: (len(solver.domains[one]), one))
            step = Step("guess", (site,), f"site {site} is {solution[site]}, by trying")
            solver.restrict(site, {solution[site]})
        way.steps.append(step)
    way.settled = solver.settled
    return way


class _Solver:
    """The values still possible, and the techniques that narrow them down."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.domains: Domains = {site: set(values) for site, values in model.domains.items()}
        self.settled: list[int] = []
        self.singles: list[Step] = []
        """Sites that were left with a single value because their peers got theirs."""
        self._about: dict[int, list[int]] = {site: [] for site in self.domains}
        self._scopes = [tuple(dict.fromkeys(sites_of(one))) for one in model.constraints]
        for number, scope in enumerate(self._scopes):
            for site in scope:
                self._about[site].append(number)
        self._stale = set(range(len(model.constraints)))
        self._peers = self._peers_of(model.different)
        self._full = [one for one in model.different if not one.excepted and self._is_full(one)]
        self._tries = 0

    def _peers_of(self, different: Iterable[Different]) -> dict[int, list[tuple[int, frozenset[int]]]]:
        """For each site the others that differ from it, and the values that may be equal all the same."""
        found: dict[int, dict[tuple[int, frozenset[int]], None]] = {site: {} for site in self.domains}
        for one in different:
            for site in one.sites:
                found[site].update({(other, one.excepted): None for other in one.sites if other != site})
        return {site: list(pairs) for site, pairs in found.items()}

    def _is_full(self, one: Different) -> bool:
        """True if a region has as many sites as values, so that each value has its place in it."""
        values = set().union(*(self.domains[site] for site in one.sites)) if one.sites else set()
        return len(values - {0}) == len(one.sites)

    def open(self) -> list[int]:
        """The sites with several values left."""
        return [site for site, values in self.domains.items() if len(values) > 1]

    def begin(self) -> None:
        """Takes note of what is given; that is no deduction."""
        for one in self.model.different:
            if 0 not in one.excepted:
                for site in one.sites:
                    self.domains[site].discard(0)
        for site, values in list(self.domains.items()):
            if len(values) == 1:
                self._spread(site)

    def restrict(self, site: int, values: set[int]) -> None:
        """Leaves a site only some values, and its peers those that still go with them."""
        left = self.domains[site] & values
        if left == self.domains[site]:
            return
        if not left:
            raise Contradiction
        self.domains[site] = left
        self._stale.update(self._about[site])
        if len(left) == 1:
            self.settled.append(site)
            self._spread(site)

    def _spread(self, site: int) -> None:
        (value,) = self.domains[site]
        for peer, excepted in self._peers[site]:
            if value not in excepted:
                if self.domains[peer] == {value}:
                    raise Contradiction
                was_open = len(self.domains[peer]) > 1
                left = self.domains[peer] - {value}
                if was_open and len(left) == 1:
                    self.singles.append(Step("naked single", (peer,), f"site {peer} can only be {_listed(left)}"))
                self.restrict(peer, left)

    # -- techniques ---------------------------------------------------------------------------------------------

    def step(self) -> Step | None:
        """The next deduction, by the easiest technique that makes one."""
        techniques: list[Callable[[], Step | None]] = [
            self._hidden_single, self._by_constraint, self._by_combinations, self._pointing, self._naked_set,
            self._by_assumption,
        ]  # fmt: skip
        for technique in techniques:
            step = technique()
            if step is not None:
                return step
        return None

    def _hidden_single(self) -> Step | None:
        for region in self._full:
            places: dict[int, list[int]] = {}
            for site in region.sites:
                for value in self.domains[site]:
                    places.setdefault(value, []).append(site)
            for value, sites in places.items():
                if len(sites) == 1 and len(self.domains[sites[0]]) > 1:
                    self.restrict(sites[0], {value})
                    text = f"site {sites[0]} is the only place for {value} among {_listed(region.sites)}"
                    return Step("hidden single", (sites[0],), text)
        return None

    def _by_constraint(self) -> Step | None:
        """Strikes out values with which some constraint could not hold any more."""
        for number in sorted(self._stale):
            constraint, scope = self.model.constraints[number], self._scopes[number]
            self._stale.discard(number)
            if isinstance(constraint, Different) and not constraint.excepted:
                continue  # its peers have been seen to
            struck = self._struck(constraint, scope)
            if struck:
                for site, values in struck.items():
                    self.restrict(site, self.domains[site] - values)
                told = ", ".join(f"site {site} is not {_listed(sorted(values))}" for site, values in struck.items())
                return Step(_name(constraint), tuple(struck), f"{told}: {_words(constraint)}")
        return None

    def _struck(self, constraint: Constraint, scope: Iterable[int]) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {}
        if isinstance(constraint, Some) and self._is_wide_open(constraint):
            return found
        for site in scope:
            values = self.domains[site]
            if len(values) < 2:
                continue
            impossible = {value for value in values if self._truth_with(constraint, site, value) is False}
            if impossible == values:
                raise Contradiction
            if impossible:
                found[site] = impossible
        if not found and truth(constraint, self.domains) is False:
            raise Contradiction
        return found

    def _is_wide_open(self, constraint: Some) -> bool:
        """True if more alternatives are open than a single value is likely to close."""
        answers = [truth(part, self.domains) for part in constraint.parts]
        return True in answers or answers.count(None) > 2

    def _truth_with(self, constraint: Constraint, site: int, value: int) -> bool | None:
        kept = self.domains[site]
        self.domains[site] = {value}
        try:
            return truth(constraint, self.domains)
        finally:
            self.domains[site] = kept

    def _by_combinations(self) -> Step | None:
        """Sums of different values: only some sets of values come to the result."""
        regions = [set(one.sites) for one in self.model.different if not one.excepted]
        for one in self.model.constraints:
            if not isinstance(one, Total) or one.what is not None or one.open:
                continue
            if len(one.sites) > 9 or not any(region.issuperset(one.sites) for region in regions):
                continue
            possible = self._combined(one)
            narrowed = [site for site in one.sites if not self.domains[site] <= possible[site]]
            if narrowed:
                for site in narrowed:
                    self.restrict(site, possible[site])
                return Step("sum combinations", tuple(narrowed), f"{_words(one)}, all different")
        return None

    def _combined(self, one: Total) -> dict[int, set[int]]:
        values = sorted(set().union(*(self.domains[site] for site in one.sites)))
        possible: dict[int, set[int]] = {site: set() for site in one.sites}
        for chosen in combinations(values, len(one.sites)):
            if sum(chosen) != one.result:
                continue
            fitting = {site: self.domains[site] & set(chosen) for site in one.sites}
            covered = set().union(*fitting.values()) if fitting else set()
            if all(fitting.values()) and len(covered) == len(chosen):
                for site, kept in fitting.items():
                    possible[site] |= kept
        return possible

    def _pointing(self) -> Step | None:
        """A value whose places in one region all lie in another has no place in the rest of that."""
        for region in self._full:
            for value in sorted(set().union(*(self.domains[site] for site in region.sites))):
                places = [site for site in region.sites if value in self.domains[site]]
                if not 2 <= len(places) <= _FEW:
                    continue
                for other in self.model.different:
                    if other is region or value in other.excepted or not set(places) <= set(other.sites):
                        continue
                    struck = [s for s in other.sites if s not in region.sites and value in self.domains[s]]
                    if struck:
                        for site in struck:
                            self.restrict(site, self.domains[site] - {value})
                        text = (
                            f"{value} of {_listed(region.sites)} is on {_listed(places)}, so not on {_listed(struck)}"
                        )
                        return Step("pointing", tuple(struck), text)
        return None

    def _naked_set(self) -> Step | None:
        """So many sites of a region with no more values between them leave these values to no other site."""
        for size in (2, 3):
            for region in self.model.different:
                if region.excepted:
                    continue
                narrow = [site for site in region.sites if 2 <= len(self.domains[site]) <= size]
                for group in combinations(narrow, size):
                    values = set().union(*(self.domains[site] for site in group))
                    struck = [s for s in region.sites if s not in group and self.domains[s] & values]
                    if len(values) == size and struck:
                        for site in struck:
                            self.restrict(site, self.domains[site] - values)
                        text = f"{_listed(group)} hold {_listed(sorted(values))}, so {_listed(struck)} do not"
                        return Step(f"naked {'pair' if size == 2 else 'triple'}", tuple(struck), text)
        return None

    def _by_assumption(self) -> Step | None:
        """A value that leads the easy techniques to a contradiction is none."""
        tries = 0
        for site in sorted(self.open(), key=lambda one: (len(self.domains[one]), one)):
            if len(self.domains[site]) > _FEW:
                break
            for value in sorted(self.domains[site]):
                if tries >= _MOST_TRIES_AT_ONCE or self._tries >= _MOST_TRIES:
                    return None
                tries, self._tries = tries + 1, self._tries + 1
                if self._is_refuted(site, value):
                    self.restrict(site, self.domains[site] - {value})
                    return Step("assumption refuted", (site,), f"site {site} cannot be {value}: nothing would be left")
        return None

    def _is_refuted(self, site: int, value: int) -> bool:
        kept = {one: set(values) for one, values in self.domains.items()}, list(self.settled), set(self._stale)
        singles = list(self.singles)
        try:
            self.restrict(site, {value})
            while self._hidden_single() or self._by_constraint():
                pass
            return False
        except Contradiction:
            return True
        finally:
            self.domains, self.settled, self._stale = kept
            self.singles = singles


# ---------------------------------------------------------------------------------------------------------------
# What can be said of a constraint while values are open


def truth(constraint: Constraint, domains: Domains) -> bool | None:
    """True if a constraint holds with whatever values are left, False if it fails with all of them, None if open."""
    match constraint:
        case Truth():
            return constraint.holds
        case Opposite():
            inner = truth(constraint.part, domains)
            return None if inner is None else not inner
        case Every() | Some():
            decisive = isinstance(constraint, Some)
            answers = [truth(part, domains) for part in constraint.parts]
            if decisive in answers:
                return decisive
            return None if None in answers else not decisive
        case Different():
            return _truth_of_different(constraint, domains)
        case Total():
            return _truth_of_total(constraint, domains)
        case Order():
            return _truth_of_order(constraint, domains)


def _truth_of_different(constraint: Different, domains: Domains) -> bool | None:
    seen: set[int] = set()
    is_open = False
    for site in constraint.sites:
        if len(domains[site]) > 1:
            is_open = True
            continue
        (value,) = domains[site]
        if value in constraint.excepted:
            continue
        if value == 0 or value in seen:
            return False
        seen.add(value)
    return None if is_open else True


def _truth_of_total(constraint: Total, domains: Domains) -> bool | None:
    low = high = 0
    for site in constraint.sites:
        values = domains[site]
        if constraint.what is None:
            low, high = low + min(values), high + max(values)
        else:
            low, high = low + (values == {constraint.what}), high + (constraint.what in values)
    if constraint.open:
        return True if high <= constraint.result else False if low > constraint.result else None
    if not low <= constraint.result <= high:
        return False
    return True if low == high else None


def _bounds(term: Term, domains: Domains) -> tuple[int, int]:
    if isinstance(term, Value):
        return min(domains[term.site]), max(domains[term.site])
    if isinstance(term, Tally):
        sets = [domains[site] for site in term.sites]
        if term.counts:
            return sum(0 not in values for values in sets), sum(values != {0} for values in sets)
        return sum(map(min, sets)), sum(map(max, sets))
    return term, term


def _truth_of_order(constraint: Order, domains: Domains) -> bool | None:
    (a_low, a_high), (b_low, b_high) = _bounds(constraint.a, domains), _bounds(constraint.b, domains)
    match constraint.op:
        case "<":
            return True if a_high < b_low else False if a_low >= b_high else None
        case "<=":
            return True if a_high <= b_low else False if a_low > b_high else None
    apart = a_high < b_low or b_high < a_low or _share_nothing(constraint, domains)
    settled = a_low == a_high == b_low == b_high
    equal = False if apart else True if settled else None
    return equal if constraint.op == "==" or equal is None else not equal


def _share_nothing(constraint: Order, domains: Domains) -> bool:
    if not isinstance(constraint.a, Value):
        return False
    values = domains[constraint.a.site]
    if isinstance(constraint.b, Value):
        return values.isdisjoint(domains[constraint.b.site])
    return isinstance(constraint.b, int) and constraint.b not in values


# ---------------------------------------------------------------------------------------------------------------
# Words


def _name(constraint: Constraint) -> str:
    match constraint:
        case Total():
            return "sum" if constraint.what is None else "count"
        case Order():
            return "order"
        case Different():
            return "elimination"
    return "logic"


def _words(constraint: Constraint) -> str:
    match constraint:
        case Total(what=None):
            return f"{_listed(constraint.sites)} sum up to {constraint.result}"
        case Total():
            return f"{constraint.result} of {_listed(constraint.sites)} are {constraint.what}"
        case Order():
            return f"{_term(constraint.a)} {constraint.op} {_term(constraint.b)}"
    return f"a rule about {_listed(tuple(dict.fromkeys(sites_of(constraint))))}"


def _term(term: Term) -> str:
    if isinstance(term, Value):
        return f"site {term.site}"
    return f"the sum of {_listed(term.sites)}" if isinstance(term, Tally) else str(term)


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))
