"""Effects of code of a rule program: the fields it reads and writes, the moves it emits, whether it draws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from . import nodes as n
from .survey import survey
from .visit import blocks, expressions, walk_expr

_FACT = "effects"
_READING = frozenset((n.Load, n.Length, n.Digest, n.Call, n.Emitted))


@dataclass(frozen=True, slots=True)
class Effects:
    """Reads and changes of code, itself and through calls.

    `writes` and `draws` leave out what happens in a speculation, which is undone; `reads` and `kinds` do not. `kinds`
    are those of the moves that go to the list at hand; playing collected moves counts as done by the code itself.
    """

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    draws: bool = False
    counts: bool = False
    """True if it asks how many moves the list at hand holds."""

    @property
    def pure(self) -> bool:
        """True if it leaves everything as it was."""
        return not (self.writes or self.kinds or self.draws)

    def __or__(self, other: Effects) -> Effects:
        if other is NO_EFFECTS or self is NO_EFFECTS:
            return other if self is NO_EFFECTS else self
        return Effects(
            self.reads | other.reads,
            self.writes | other.writes,
            self.kinds | other.kinds,
            self.draws or other.draws,
            self.counts or other.counts,
        )


NO_EFFECTS = Effects()


Known = dict[int, tuple[n.Stmt, Effects]]


class _Finding(NamedTuple):
    """Findings about a function, remembered with it, and what that rests on."""

    effects: Effects
    statements: Known
    functions: dict[str, Effects]
    """The effects of the functions that were asked for."""
    kinds: dict[str, str]
    """The functions that were the effects of kinds."""


class EffectAnalysis:
    """The effects of a program's functions, found together as they may call each other.

    What was found of a function that another program had too, with the same effects of all it calls, is used again.
    """

    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.functions: dict[str, Effects] = {}
        self._known: Known = {}
        self._settled = False
        self._finding = _Finding(NO_EFFECTS, {}, {}, {})
        callers: dict[str, set[str]] = {}
        waiting = dict.fromkeys(self._callees_first(callers))
        while waiting:
            name = next(iter(waiting))
            del waiting[name]
            found = self._of_function(program.functions[name])
            if found != self.functions.get(name, NO_EFFECTS):
                self.functions[name] = found
                waiting.update(dict.fromkeys(callers.get(name, ())))
        self._settled = True

    def _callees_first(self, callers: dict[str, set[str]]) -> list[str]:
        """The functions, those that are called or whose moves are played in front; notes who depends on whom."""
        done: dict[str, None] = {}
        entered: set[str] = set()
        for root in self.program.functions:
            stack = [(root, False)]
            while stack:
                name, left = stack.pop()
                if left:
                    done[name] = None
                elif name not in entered:
                    entered.add(name)
                    stack.append((name, True))
                    for callee in self._called_by(name) & self.program.functions.keys():
                        callers.setdefault(callee, set()).add(name)
                        stack.append((callee, False))
        return list(done)

    def _called_by(self, name: str) -> set[str]:
        kinds = self.program.kinds
        found = survey(self.program.functions[name]).callees
        return {
            kinds[callee].effect if is_kind else callee for callee, is_kind in found if not is_kind or callee in kinds
        }

    def _of_function(self, function: n.Function) -> Effects:
        """The effects of a function, as far as those of others are known."""
        found = function.facts.get(_FACT)
        if not isinstance(found, _Finding) or not self._still_holds(found):
            self._finding = _Finding(NO_EFFECTS, {}, {}, {})
            found = self._finding._replace(effects=self.of_block(function.body))
            function.facts[_FACT] = found
        self._known.update(found.statements)
        return found.effects

    def _still_holds(self, finding: _Finding) -> bool:
        same = all(self.functions.get(name, NO_EFFECTS) == effects for name, effects in finding.functions.items())
        kinds = self.program.kinds
        return same and all(kind in kinds and kinds[kind].effect == name for kind, name in finding.kinds.items())

    def basis(self, function: n.Function) -> object:
        """Knowledge of all that a function does: another object once that, or what it calls, is another."""
        return function.facts[_FACT]

    def of_function(self, name: str) -> Effects:
        """The effects of a function."""
        found = self.functions.get(name, NO_EFFECTS)
        if not self._settled:
            self._finding.functions[name] = found
        return found

    def _of_kind(self, kind: str) -> Effects:
        """The effects of playing a move."""
        effect = self.program.kinds[kind].effect
        if not self._settled:
            self._finding.kinds[kind] = effect
        return self.of_function(effect)

    def of_expr(self, x: n.Expr) -> Effects:
        """The effects of an expression: what it reads."""
        if isinstance(x, n.Local | n.Const):
            return NO_EFFECTS
        reads: set[str] = set()
        called = NO_EFFECTS
        counts = False
        for part in walk_expr(x):
            if type(part) not in _READING:
                continue
            match part:
                case n.Load(name) | n.Length(name):
                    reads.add(name)
                case n.Digest(names):
                    reads.update(names)
                case n.Call(function):
                    called |= self.of_function(function)
                case n.Emitted():
                    counts = True
        return called | Effects(frozenset(reads), counts=counts) if reads or counts else called

    def of_block(self, block: n.Block) -> Effects:
        """The effects of the statements of a block."""
        result = NO_EFFECTS
        for s in block:
            result |= self.of_statement(s)
        return result

    def of_statement(self, s: n.Stmt) -> Effects:
        """The effects of a statement with all that is in it."""
        known = self._known.get(id(s)) if self._settled else None
        if known is None:
            known = s, self._of_statement(s)
            place = self._known if self._settled else self._finding.statements
            place[id(s)] = known
        return known[1]

    def _of_statement(self, s: n.Stmt) -> Effects:
        result = NO_EFFECTS
        for x in expressions(s):
            result |= self.of_expr(x)
        for body in blocks(s):
            result |= self._inside(s, self.of_block(body))
        match s:
            case n.Store(name) | n.Include(name) | n.Exclude(name) | n.Append(name) | n.Truncate(name):
                result |= Effects(writes=frozenset([name]))
            case n.Do(function):
                result |= self.of_function(function)
            case n.Emit(kind):
                result |= Effects(kinds=frozenset([kind]))
            case n.Draw():
                result |= Effects(draws=True)
        return result

    def _inside(self, s: n.Stmt, inside: Effects) -> Effects:
        if isinstance(s, n.Speculate):
            return replace(inside, writes=frozenset(), draws=False)
        if isinstance(s, n.Collect):
            played = NO_EFFECTS
            for kind in inside.kinds & self.program.kinds.keys():
                played |= self._of_kind(kind)
            return replace(inside, kinds=frozenset(), counts=False) | played
        return inside
