"""Solutions of a puzzle by a constraint solver: none, one, or more than one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError

from ._model import Constraint, Different, Every, Model, Opposite, Order, Some, Tally, Term, Total, Truth, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Assignment = dict[int, int]


class Search:
    """Looks for assignments that satisfy a puzzle, by OR-tools' CP-SAT; each model is built once."""

    def __init__(self, model: Model, *, seed: int = 0) -> None:
        self._cp = _solver_library()
        self.model = model
        self._built = self._cp.CpModel()
        self._values = {
            site: self._built.new_int_var_from_domain(self._cp.Domain.from_values(sorted(possible)), f"v{site}")
            for site, possible in model.domains.items()
        }
        self._equal: dict[tuple[int, int], Any] = {}
        self._seed = seed
        for constraint in model.constraints:
            self._post(constraint)

    def solve(
        self, assumed: Mapping[int, int] | None = None, *, other_than: Assignment | None = None
    ) -> Assignment | None:
        """An assignment with these values, and other than one that is known; None if there is none."""
        barred = [] if other_than is None else [self._is(*pair).negated() for pair in other_than.items()]
        built = self._built.clone()
        for site, value in (assumed or {}).items():
            built.add(self._values[site] == value)
        if other_than is not None:
            built.add_bool_or(barred)
        return self._run(built)

    def _run(self, built: Any) -> Assignment | None:
        solver = self._cp.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = self._seed
        solver.parameters.randomize_search = self._seed > 0
        status = solver.solve(built)
        if status not in (self._cp.OPTIMAL, self._cp.FEASIBLE):
            return None
        return {site: int(solver.value(variable)) for site, variable in self._values.items()}

    # -- constraints that have to hold --------------------------------------------------------------------------

    def _post(self, constraint: Constraint) -> None:
        match constraint:
            case Every():
                for part in constraint.parts:
                    self._post(part)
            case Different(excepted=excepted) if not excepted:
                for site in constraint.sites:
                    self._built.add(self._values[site] != 0)
                self._built.add_all_different([self._values[site] for site in constraint.sites])
            case Different():
                self._post_different(constraint)
            case Total():
                self._built.add(self._bounded(constraint))
            case Some():
                self._built.add_bool_or([self._literal(part) for part in constraint.parts])
            case _:
                self._built.add_bool_or([self._literal(constraint)])

    def _post_different(self, constraint: Different) -> None:
        everything: set[int] = set()
        for site in constraint.sites:
            everything |= self.model.domains[site]
        for value in sorted(everything - constraint.excepted):
            holders = [self._is(site, value) for site in constraint.sites]
            if value == 0:
                self._built.add_bool_and([one.negated() for one in holders])
            else:
                self._built.add_at_most_one(holders)

    def _bounded(self, constraint: Total) -> Any:
        what = constraint.what
        terms = [self._values[site] if what is None else self._is(site, what) for site in constraint.sites]
        total = sum(terms) if terms else self._built.new_constant(0)
        return total <= constraint.result if constraint.open else total == constraint.result

    # -- constraints as literals --------------------------------------------------------------------------------

    def _is(self, site: int, value: int) -> Any:
        """True if a site has a value, as a literal."""
        if (site, value) not in self._equal:
            literal = self._built.new_bool_var(f"v{site}is{value}")
            self._built.add(self._values[site] == value).only_enforce_if(literal)
            self._built.add(self._values[site] != value).only_enforce_if(literal.negated())
            self._equal[site, value] = literal
        return self._equal[site, value]

    def _literal(self, constraint: Constraint) -> Any:
        match constraint:
            case Truth():
                return self._built.new_constant(int(constraint.holds))
            case Opposite():
                return self._literal(constraint.part).negated()
            case Every():
                return self._every([self._literal(part) for part in constraint.parts])
            case Some():
                return self._every([self._literal(part).negated() for part in constraint.parts]).negated()
            case Order():
                return self._order(constraint)
            case Different():
                return self._every(self._pairs(constraint))
            case Total():
                return self._counted(constraint)

    def _every(self, literals: Iterable[Any]) -> Any:
        listed = list(literals)
        holds = self._built.new_bool_var("")
        self._built.add_bool_and(listed).only_enforce_if(holds)
        self._built.add_bool_or([one.negated() for one in listed]).only_enforce_if(holds.negated())
        return holds

    def _pairs(self, constraint: Different) -> list[Any]:
        found = []
        for k, site in enumerate(constraint.sites):
            possible = self.model.domains[site] - constraint.excepted
            if 0 in possible:
                found.append(self._is(site, 0).negated())
            for other in constraint.sites[k + 1 :]:
                for value in sorted((possible & self.model.domains[other]) - {0}):
                    found.append(self._every([self._is(site, value), self._is(other, value)]).negated())
        return found

    def _counted(self, constraint: Total) -> Any:
        holds = self._built.new_bool_var("")
        self._built.add(self._bounded(constraint)).only_enforce_if(holds)
        what = constraint.what
        total = sum(self._values[site] if what is None else self._is(site, what) for site in constraint.sites)
        against = total > constraint.result if constraint.open else total != constraint.result
        self._built.add(against).only_enforce_if(holds.negated())
        return holds

    def _order(self, constraint: Order) -> Any:
        if constraint.op in ("==", "!=") and isinstance(constraint.a, Value) and isinstance(constraint.b, int):
            literal = self._is(constraint.a.site, constraint.b)
            return literal if constraint.op == "==" else literal.negated()
        holds = self._built.new_bool_var("")
        a, b = self._term(constraint.a), self._term(constraint.b)
        compared = {"==": (a == b, a != b), "!=": (a != b, a == b), "<": (a < b, a >= b), "<=": (a <= b, a > b)}
        yes, no = compared[constraint.op]
        self._built.add(yes).only_enforce_if(holds)
        self._built.add(no).only_enforce_if(holds.negated())
        return holds

    def _term(self, term: Term) -> Any:
        if isinstance(term, Value):
            return self._values[term.site]
        if isinstance(term, Tally):
            sites = term.sites
            parts = [self._is(s, 0).negated() for s in sites] if term.counts else [self._values[s] for s in sites]
            return sum(parts) if parts else self._built.new_constant(0)
        return self._built.new_constant(term)


def _solver_library() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise PetteiaError("deduction puzzles are solved by OR-tools: pip install 'petteia[puzzles]'") from None
    return cp_model
