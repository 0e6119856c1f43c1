"""Rules compiled for questions about one position: each predicate becomes Python functions that remember their answers.

There is a function for each way in which the arguments of a predicate are known, written as a word of one letter an
argument: `b` bound, `f` asked for, `_` free and of no interest. A function of `b` and `_` alone says whether there is a
solution, and stops at the first; others give the distinct values of what is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from ._planning import Planner, Row, Rule
from ._solver import truncated_division, truncated_remainder
from ._terms import Clause, Constant, Count, Expression, Goal, Literal, LogicError, Operation, Var, goal_variables
from ._theory import Key, Theory

_OPERATORS = {"=<": "<=", "=:=": "==", "=\\=": "!=", "=": "==", "\\=": "!=", "is": "=="}
_CALLED = {"//": "divide", "mod": "remain", "min": "min", "max": "max", "*": "times"}


def _again(name: str) -> None:
    raise LogicError(f"the resolution of {name} comes back to itself and never ends")


def _times(left: int, right: int) -> int:
    if isinstance(left, str) or isinstance(right, str):
        raise TypeError("names have no product")
    return left * right


class CompiledRules:
    """The clauses of a theory and of features as functions over the facts of a position."""

    def __init__(self, theory: Theory, clauses: Iterable[Clause] = ()) -> None:
        self._theory = theory
        self.planner = Planner(theory, clauses, placed=True)
        self._names: dict[tuple[Key, str], str] = {}
        self._numbers = count()
        self._memories: list[dict[Any, Any] | set[Any]] = []
        self._tables: dict[tuple[Key, str], dict[Any, Any]] = {}
        self._single: dict[tuple[Key, str], bool] = {}
        self._rows: dict[Key, list[Row]] = {}
        self.scope: dict[str, Any] = {
            "once": (0,), "again": _again, "divide": truncated_division, "remain": truncated_remainder,
            "times": _times, "min": min, "max": max,
        }  # fmt: skip

    def place(self, rows: dict[Key, list[Row]]) -> None:
        """Sets the position: the rows of each dynamic predicate."""
        self._rows = rows
        for memory in self._memories:
            memory.clear()
        for (key, word), table in self._tables.items():
            table.clear()
            _fill(table, rows.get(key, ()), word)

    def ask(self, key: Key, word: str, known: Sequence[Constant]) -> Any:
        """The answer of a predicate to a word of `b` and `f`: rows of what is asked for, or whether it holds."""
        name = self.called(key, word)
        if not self.is_table(key):
            return self.scope[name](*known)
        table, at = self.scope[name], known[0] if len(known) == 1 else tuple(known)
        if "f" not in word:
            return at in table
        if self.is_single(key, word):
            return (table[at],) if at in table else ()
        return table.get(at, ())

    def is_table(self, key: Key) -> bool:
        """True if the solutions of a predicate are listed, rather than found."""
        return key in self._theory.facts or key in self._theory.declarations

    def called(self, key: Key, word: str) -> str:
        """The name in the scope of the table or function that answers a predicate for a word."""
        name = self._names.get((key, word))
        if name is None:
            name = self._names[key, word] = f"p{next(self._numbers)}"
            if self.is_table(key):
                self._index(key, word, name)
            else:
                self._compile(key, word, name)
        return name

    def is_single(self, key: Key, word: str) -> bool:
        """True if facts have at most one row for each value of what is bound, in every position."""
        known = self._single.get((key, word))
        if known is None:
            rows = self._theory.facts.get(key, {}) if "f" in word else {}
            bound = [k for k, letter in enumerate(word) if letter == "b"]
            asked = {tuple(row[k] for k, letter in enumerate(word) if letter != "_") for row in rows}
            known = 0 < len({tuple(row[k] for k in bound) for row in rows}) == len(asked)
            self._single[key, word] = known
        return known

    def _index(self, key: Key, word: str, name: str) -> None:
        table: dict[Any, Any] = {}
        self.scope[name] = table
        if key in self._theory.facts:
            _fill(table, self._theory.facts[key], word)
            if self.is_single(key, word):
                for at, (row,) in list(table.items()):
                    table[at] = row
        else:
            self._tables[key, word] = table
            _fill(table, self._rows.get(key, ()), word)

    def _compile(self, key: Key, word: str, name: str) -> None:
        memory: dict[Any, Any] = {}
        active: set[Any] = set()
        self.scope |= {f"m{name}": memory, f"a{name}": active}
        self._memories += [active] if self._theory.is_static(key) and key in self._theory.rules else [memory, active]
        text = "\n".join(_Writer(self, key, word, name).lines())
        exec(compile(text, f"<{key[0]}/{key[1]} {word}>", "exec"), self.scope)


def _fill(table: dict[Any, Any], rows: Iterable[Row], word: str) -> None:
    """Sorts rows into a table by the arguments that are bound."""
    bound = [k for k, letter in enumerate(word) if letter == "b"]
    asked = [k for k, letter in enumerate(word) if letter == "f"]
    groups: dict[Any, dict[Any, None]] = {}
    for row in rows:
        at = row[bound[0]] if len(bound) == 1 else tuple([row[k] for k in bound])
        value = row[asked[0]] if len(asked) == 1 else tuple([row[k] for k in asked])
        groups.setdefault(at, {})[value] = None
    table.update((at, tuple(values)) for at, values in groups.items())


def _joined(parts: Sequence[str]) -> str:
    """One value, or several as a tuple, in Python."""
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


class _Writer:
    """Writes the function of a predicate for a word. Loops nest; what fails goes on with the innermost of them."""

    def __init__(self, rules: CompiledRules, key: Key, word: str, name: str) -> None:
        self._rules, self._key, self._word, self._name = rules, key, word, name
        self._asked = "f" in word
        self._locals = count()
        self._depth = 2

    def lines(self) -> Iterator[str]:
        """The function that remembers, and the one that finds out."""
        params = ", ".join(f"b{k}" for k, letter in enumerate(self._word) if letter == "b")
        at = _joined([f"b{k}" for k, letter in enumerate(self._word) if letter == "b"])
        name = self._name
        yield from (
            f"def {name}({params}):",
            f" found = m{name}.get({at})",
            " if found is None:",
            f"  if {at} in a{name}: again({f'{self._key[0]}/{self._key[1]}'!r})",
            f"  a{name}.add({at})",
            f"  found = m{name}[{at}] = f{name}({params})",
            f"  a{name}.discard({at})",
            " return found",
            f"def f{name}({params}):",
            " found = {}",
        )
        for rule in self._rules.planner.rules.get(self._key, ()):
            yield " for _ in once:"
            yield from self._rule(rule)
        yield " return tuple(found)" if self._asked else " return False"

    def _line(self, text: str) -> str:
        return " " * self._depth + text

    def _fails_if(self, condition: str) -> str:
        return self._line(f"if {condition}: continue")

    def _rule(self, rule: Rule) -> Iterator[str]:
        self._depth = 2
        names: dict[Var, str] = {}
        head = rule.clause.head.args
        for k, arg in enumerate(head):
            if self._word[k] != "b":
                continue
            if isinstance(arg, Var) and arg not in names:
                names[arg] = f"b{k}"
            else:
                yield self._fails_if(f"b{k} != {self._expression(arg, names)}")
        plan = self._rules.planner.plan(rule, frozenset(rule.slots[var] for var in names))
        asked = [arg for k, arg in enumerate(head) if self._word[k] == "f"]
        wanted = {arg for arg in asked if isinstance(arg, Var)}
        told = False
        for at, goal in enumerate(plan):
            if self._asked and not told and wanted <= names.keys():
                told = True
                yield self._fails_if(f"{self._row(asked, names)} in found")
            later = wanted | {var for after in plan[at + 1 :] for var in goal_variables(after)}
            yield from self._goal(goal, names, later)
        yield self._line(f"found[{self._row(asked, names)}] = 0" if self._asked else "return True")

    def _row(self, terms: Sequence[Expression], names: dict[Var, str]) -> str:
        return _joined([self._expression(term, names) for term in terms])

    def _new(self, var: Var, names: dict[Var, str]) -> str:
        names[var] = f"v{next(self._locals)}"
        return names[var]

    def _expression(self, term: Expression, names: dict[Var, str]) -> str:
        if isinstance(term, Var):
            return names[term]
        if not isinstance(term, Operation):
            return repr(term)
        left, right = self._expression(term.left, names), self._expression(term.right, names)
        if term.op in _CALLED:
            return f"{_CALLED[term.op]}({left}, {right})"
        # Names cannot be subtracted; so no sum of names passes either.
        return f"({left} - {right})" if term.op == "-" else f"({left} - -{right})"

    # -- goals --------------------------------------------------------------------------------------------------

    def _goal(self, goal: Goal, names: dict[Var, str], later: set[Var]) -> Iterator[str]:
        if isinstance(goal, Count):
            yield from self._count(goal, names)
        elif goal.is_comparison:
            yield from self._comparison(goal, names)
        else:
            yield from self._call(goal, names, later)

    def _comparison(self, goal: Literal, names: dict[Var, str]) -> Iterator[str]:
        left, right = goal.args
        if goal.predicate in ("is", "="):
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Var) and one not in names:
                    value = self._expression(other, names)
                    yield self._line(f"{self._new(one, names)} = {value}")
                    return
        operator = _OPERATORS.get(goal.predicate, goal.predicate)
        holds = f"{self._expression(left, names)} {operator} {self._expression(right, names)}"
        yield self._fails_if(holds if goal.negated else f"not {holds}")

    def _call(self, goal: Literal, names: dict[Var, str], later: set[Var]) -> Iterator[str]:
        free = [arg for arg in goal.args if isinstance(arg, Var) and arg not in names]
        word = ""
        for arg in goal.args:
            if not isinstance(arg, Var) or arg in names:
                word += "b"
            else:
                word += "f" if arg in later or free.count(arg) > 1 else "_"
        known = [self._expression(arg, names) for arg, letter in zip(goal.args, word, strict=True) if letter == "b"]
        name = self._rules.called(goal.key, word)
        is_table = self._rules.is_table(goal.key)
        if "f" not in word:
            holds = f"{_joined(known)} in {name}" if is_table else f"{name}({', '.join(known)})"
            yield self._fails_if(holds if goal.negated else f"not {holds}")
            return
        targets, repeated = self._targets(goal, word, names)
        if is_table and self._rules.is_single(goal.key, word):
            found = f"v{next(self._locals)}"
            yield self._line(f"{found} = {name}.get({_joined(known)})")
            yield self._fails_if(f"{found} is None")
            yield self._line(f"{_joined(targets)} = {found}")
        else:
            rows = f"{name}.get({_joined(known)}, ())" if is_table else f"{name}({', '.join(known)})"
            yield self._line(f"for {_joined(targets)} in {rows}:")
            self._depth += 1
        for one, other in repeated:
            yield self._fails_if(f"{one} != {other}")

    def _targets(self, goal: Literal, word: str, names: dict[Var, str]) -> tuple[list[str], list[tuple[str, str]]]:
        """The names of the values of a solution, and which of them must be equal."""
        targets: list[str] = []
        repeated: list[tuple[str, str]] = []
        for arg, letter in zip(goal.args, word, strict=True):
            if letter == "f":
                assert isinstance(arg, Var)
                if arg in names:
                    targets.append(f"v{next(self._locals)}")
                    repeated.append((targets[-1], names[arg]))
                else:
                    targets.append(self._new(arg, names))
        return targets, repeated

    def _count(self, goal: Count, names: dict[Var, str]) -> Iterator[str]:
        """The number of distinct bindings; variables of the goals live no longer than the count."""
        counted, number = f"c{next(self._locals)}", f"v{next(self._locals)}"
        inside = dict(names)
        variables = dict.fromkeys(var for one in goal.goals for var in goal_variables(one))
        rule = Rule(Clause(Literal("counted", goal.variables), goal.goals), {var: k for k, var in enumerate(variables)})
        plan = self._rules.planner.plan(rule, frozenset(k for var, k in rule.slots.items() if var in names))
        depth = self._depth
        yield self._line(f"{counted} = set()")
        yield self._line("for _ in once:")
        self._depth += 1
        for at, one in enumerate(plan):
            later = {*goal.variables, *(var for after in plan[at + 1 :] for var in goal_variables(after))}
            yield from self._goal(one, inside, later)
        yield self._line(f"{counted}.add({self._row(goal.variables, inside)})")
        self._depth = depth
        yield self._line(f"{number} = len({counted})")
        if isinstance(goal.result, Var) and goal.result not in names:
            names[goal.result] = number
        else:
            yield self._fails_if(f"{number} != {self._expression(goal.result, names)}")
