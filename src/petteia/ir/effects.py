"""What code of a rule program does: the fields it reads and writes, the moves it emits, whether it draws."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from . import nodes as n
from .visit import blocks, expressions, walk_expr


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

    def __post_init__(self) -> None:
        stable = False
        while not stable:
            stable = True
            for name, function in self.program.functions.items():
                found = self.of_block(function.body)
                if found != self.functions.get(name, NO_EFFECTS):
                    self.functions[name] = found
                    stable = False

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
