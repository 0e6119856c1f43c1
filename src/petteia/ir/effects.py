"""What code of a rule program does: the fields it reads and writes, the moves it emits, whether it draws."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from . import nodes as n
from .visit import blocks, expressions, walk_block, walk_expr


@dataclass(frozen=True, slots=True)
class Effects:
    """What code reads and changes, itself and through calls.

    `writes` and `draws` leave out what happens in a speculation, which is undone; `reads` and `kinds` do not. `kinds`
    are those of the moves that go to the list at hand; playing collected moves counts as done by the code itself.
    """

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    draws: bool = False
    counts: bool = False
    """Whether it asks how many moves the list at hand holds."""

    @property
    def pure(self) -> bool:
        """Whether it leaves everything as it was."""
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


@dataclass
class EffectAnalysis:
    """The effects of a program's functions, found together as they may call each other."""

    program: n.Program
    functions: dict[str, Effects] = field(default_factory=dict)
    _known: dict[int, tuple[n.Stmt, Effects]] | None = None

    def __post_init__(self) -> None:
        callers: dict[str, set[str]] = {}
        order = self._callees_first(callers)
        waiting = dict.fromkeys(order)
        while waiting:
            name = next(iter(waiting))
            del waiting[name]
            found = self.of_block(self.program.functions[name].body)
            if found != self.functions.get(name, NO_EFFECTS):
                self.functions[name] = found
                waiting.update(dict.fromkeys(callers.get(name, ())))
        self._known = {}

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
        called: set[str] = set()
        for node in walk_block(self.program.functions[name].body):
            match node:
                case n.Do(function) | n.Call(function):
                    called.add(function)
                case n.Emit(kind) if kind in self.program.kinds:
                    called.add(self.program.kinds[kind].effect)
        return called

    def of_function(self, name: str) -> Effects:
        """The effects of a function."""
        return self.functions.get(name, NO_EFFECTS)

    def of_expr(self, x: n.Expr) -> Effects:
        """The effects of an expression: what it reads."""
        reads: set[str] = set()
        called = NO_EFFECTS
        counts = False
        for part in walk_expr(x):
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
        if self._known is None:  # the effects of functions are not settled yet
            return self._of_statement(s)
        known = self._known.get(id(s))
        if known is None:
            known = self._known[id(s)] = s, self._of_statement(s)
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
                played |= self.of_function(self.program.kinds[kind].effect)
            return replace(inside, kinds=frozenset(), counts=False) | played
        return inside


def fields_read(program: n.Program, function: str) -> frozenset[str]:
    """The fields that a function reads, itself or through others."""
    return EffectAnalysis(program).of_function(function).reads


def fields_written(program: n.Program, function: str) -> frozenset[str]:
    """The fields that a function may leave changed, itself or through others."""
    return EffectAnalysis(program).of_function(function).writes
