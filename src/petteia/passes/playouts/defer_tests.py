"""Takes the tests of what moves lead to out of the function `moves`: a playout asks them of the sampled move alone.

Rules that keep a move only if a condition holds after it, or only if it repeats no position, are lowered to one form:
a variable, a speculation that tries the move and sets the variable, and a condition on the variable around the move.
Where nothing else depends on the variable, the move without the test is a *candidate*, and the test becomes a function
of the values that the move carries. Tests that do not have this form stay where they are, which is always right.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.effects import EffectAnalysis
from petteia.ir.playouts import CANDIDATES, NONE_SO_FAR, Cause, MoveTest
from petteia.ir.scoping import canonical, free_names
from petteia.ir.visit import (
    assigned_locals,
    blocks,
    expressions,
    introduced,
    locals_of,
    map_block,
    rename_locals,
    substitute_block,
    walk_block,
    walk_expr,
    walk_stmts,
    with_parts,
)

from ..analyses.names import with_unique_locals


class Unfit(Exception):
    """The program has a form that does not allow what is asked; the message says why."""


@dataclass(frozen=True)
class Deferred:
    """A program's moves with the tests apart."""

    functions: dict[str, n.Function]
    tests: dict[str, MoveTest]

    @property
    def causes(self) -> frozenset[Cause]:
        """Why moves are tested."""
        return frozenset[Cause]().union(*(test.causes for test in self.tests.values()))


def defer_tests(program: n.Program) -> Deferred:
    """The candidates of a program and their tests; `Unfit` if there are no tests to take out."""
    effects = EffectAnalysis(program)
    if effects.of_function("moves").draws:
        raise Unfit("the moves depend on chance")
    banned: frozenset[str] = frozenset()
    while True:
        deferring = _Deferring(program, effects, banned)
        deferring.function("moves")
        mixed = deferring.join_tests()
        if not mixed:
            break
        banned |= mixed
    if not deferring.tested:
        raise Unfit(deferring.why or "no move is tested by what it leads to")
    functions = {function.name: function for function in deferring.clones.values()}
    _check_counts(functions)
    return _with_shared_beginnings(program, effects, functions, deferring)


@dataclass(frozen=True)
class _Test:
    """One test around a move: its three statements."""

    let: n.Let
    trial: n.Speculate
    passes: n.Expr

    @property
    def block(self) -> n.Block:
        """The statements of a function that returns false where the test fails."""
        return (self.let, self.trial, n.If(o.negate(self.passes), (n.Return(o.FALSE),)))


Path = tuple[tuple[n.Expr, bool], ...]
"""The conditions on the state under which a move is made, each with its outcome."""


@dataclass(frozen=True)
class _Tested:
    """A place that emits moves of some kind: under which conditions, and the tests as the end of a function."""

    path: Path
    body: n.Block = (n.Return(o.TRUE),)


class _Deferring:
    """Copies the functions that emit moves, without the tests."""

    def __init__(self, program: n.Program, effects: EffectAnalysis, banned: frozenset[str]) -> None:
        self.program = program
        self.effects = effects
        self.banned = banned
        self.clones: dict[str, n.Function] = {}
        self.places: dict[str, list[_Tested]] = {}
        self.tested: dict[str, n.Function] = {}
        self.causes: dict[str, frozenset[Cause]] = {}
        self.same: dict[str, dict[str, n.Local]] = {}
        """For each kind, parameters of its effect that always have the value of another one, or of themselves."""
        self.why = ""
        self._defined: dict[str, n.Let] = {}
        self._changing: set[str] = set()
        self._trials = 0
        self._path: Path = ()
        self._paths: dict[str, Path] = {}

    def join_tests(self) -> frozenset[str]:
        """Makes one function of the tests of each kind.

        Gives back the kinds that are tested in several ways of which a move and a state do not say which one it is.
        """
        mixed = set()
        for kind in self.causes:
            effect = self.program.functions[self.program.kinds[kind].effect]
            body = _joined(self.places[kind], effect.params)
            if body is None:
                mixed.add(kind)
            else:
                doc = f"tests {effect.doc}"
                self.tested[kind] = n.Function(f"is_legal_{kind}", effect.params, n.BOOL, body, doc=doc)
        return frozenset(mixed)

    def function(self, name: str) -> str:
        """The name of the copy of a function."""
        own_name = CANDIDATES if name == "moves" else f"{name}_untested"
        if own_name not in self.clones:
            original = with_unique_locals(self.program.functions[name])
            self.clones[own_name] = replace(original, name=own_name)
            outer = self._defined, self._changing
            self._defined, self._changing = {}, assigned_locals(original.body)
            body = self._block(map_block(original.body, stmt_fn=self._one_test_each))
            self._defined, self._changing = outer
            self.clones[own_name] = replace(original, name=own_name, body=body)
            self._paths[own_name] = self._path
        elif self._paths.get(own_name) != self._path:  # it is called from several places: no path leads to all of it
            for kind in self.effects.of_function(name).kinds:
                self.places[kind] = [replace(place, path=()) for place in self.places.get(kind, [])]
        return own_name

    def _block(self, block: n.Block) -> n.Block:
        block = chained(block)
        result: list[n.Stmt] = []
        k = 0
        while k < len(block):
            guarded = self._guarded(block, k)
            if guarded is not None:
                test, then, length = guarded
                candidates = self._untested(then, (test,))
                if candidates is not None:
                    result += candidates
                    k += length
                    continue
            result.append(self._statement(block[k]))
            k += 1
        return tuple(result)

    def _statement(self, s: n.Stmt) -> n.Stmt:
        self._note(s)
        match s:
            case n.Emit(kind):
                self._add(kind, _Tested(self._path))
            case n.If(cond, then, orelse) if not locals_of(cond):
                return n.If(cond, self._branch(cond, True, then), self._branch(cond, False, orelse))
            case n.Do(name, args) if self.effects.of_function(name).kinds:
                return n.Do(self.function(name), args)
            case n.Collect() | n.Speculate():
                for kind in self.effects.of_statement(s).kinds:  # what is emitted in a trial is tested there
                    self._add(kind, _Tested(self._path))
            case _ if bodies := blocks(s):
                return with_parts(s, expressions(s), [self._block(body) for body in bodies])
        return s

    def _branch(self, cond: n.Expr, holds: bool, block: n.Block) -> n.Block:
        outer, self._path = self._path, (*self._path, (cond, holds))
        result = self._block(block)
        self._path = outer
        return result

    def _add(self, kind: str, place: _Tested) -> None:
        self.places.setdefault(kind, []).append(place)

    def _note(self, s: n.Stmt) -> None:
        if isinstance(s, n.Let) and s.local.name not in self._changing:
            self._defined[s.local.name] = s

    def _guarded(self, block: n.Block, k: int) -> tuple[_Test, n.Block, int] | None:
        """A test that begins at the k-th statement of a block, what is done if it passes, and how long all of it is."""
        match block[k : k + 3]:
            case (
                n.Let(result, n.Const()) as let,
                n.Speculate(body) as trial,
                n.If(n.Local() | n.Op("not", (n.Local(),)) as passes, then, ()),
            ) if _asked(passes) == result.name:
                used_later = free_names((*then, *block[k + 3 :]))
                made = {local.name for s in walk_stmts(body) if (local := introduced(s))}
                changed = assigned_locals(body) - made
                calm = not any(isinstance(s, n.Return | n.Emit | n.Break) for s in walk_stmts(body))
                if calm and changed == {result.name} and not used_later & (made | changed):
                    return _Test(let, trial, passes), then, 3
            case (n.If(asked, then, ()), *_):
                test = self._tried(asked)
                return (test, then, 1) if test else None
        return None

    def _one_test_each(self, s: n.Stmt) -> n.Block:
        """A condition that makes several tests as one condition for each, behind what is asked beside them."""
        match s:
            case n.If(n.Op("and", parts), then, ()):
                tests = [part for part in parts if self._tried(part)]
                others = [part for part in parts if part not in tests]
                for test in reversed(tests):
                    then = (n.If(test, then),)
                return (n.If(o.both(*others), then),) if others or not tests else then
        return (s,)

    def _tried(self, asked: n.Expr) -> _Test | None:
        """The test that a function makes of its arguments, if it is nothing but one."""
        call = asked.args[0] if isinstance(asked, n.Op) and asked.op == "not" else asked
        if not isinstance(call, n.Call):
            return None
        function = self.program.functions[call.function]
        match function.body:
            case (n.Let(result, n.Const()), n.Speculate(), n.Return(n.Local(returned))) if returned == result.name:
                if not all(isinstance(arg, n.Local | n.Const) for arg in call.args):
                    return None
                self._trials += 1
                suffix = f"_t{self._trials}"
                let, trial, _ = rename_locals(function.body, lambda name: name + suffix)
                values = {p.name + suffix: arg for p, arg in zip(function.params, call.args, strict=True)}
                (trial,) = substitute_block((trial,), values)
                assert isinstance(let, n.Let) and isinstance(trial, n.Speculate)
                return _Test(let, trial, o.negate(let.local) if isinstance(asked, n.Op) else let.local)
        return None

    def _untested(self, block: n.Block, tests: tuple[_Test, ...]) -> n.Block | None:
        """The moves that a block emits, the tests that guard it noted; None if it does more than emit."""
        result: list[n.Stmt] = []
        k = 0
        while k < len(block):
            s = block[k]
            self._note(s)
            guarded = self._guarded(block, k)
            if guarded is not None:
                test, then, length = guarded
                inner = self._untested(then, (*tests, test))
                if inner is None:
                    return None
                result += inner
                k += length
                continue
            match s:
                case n.Emit() if self._defer(s, tests):
                    result.append(s)
                case n.Let():
                    result.append(s)
                case _:
                    return None
            k += 1
        return tuple(result)

    def _defer(self, emit: n.Emit, tests: tuple[_Test, ...]) -> bool:
        """Notes the tests of a move as a function of what the move carries; false if they need more."""
        if emit.kind in self.banned:
            self.why = "moves of one kind are tested in several ways"
            return False
        effect = self.program.functions[self.program.kinds[emit.kind].effect]
        pairs = list(zip((emit.source, emit.target, *emit.args), effect.params, strict=True))
        carried = {value.name: param for value, param in reversed(pairs) if isinstance(value, n.Local)}
        body = tuple(s for test in tests for s in test.block)
        needed = self._definitions(free_names(body) - carried.keys(), carried.keys())
        if needed is None:
            self.why = "a test needs more than the move carries"
            return False
        whole = (*needed, *body, n.Return(o.TRUE))
        taken = {local.name for s in walk_stmts(whole) if (local := introduced(s))}
        if taken & {p.name for p in effect.params}:
            self.why = "a test uses the names of the move"
            return False
        self._add(emit.kind, _Tested(self._path, substitute_block(whole, dict(carried))))
        same = {p.name: carried[v.name] for v, p in pairs if isinstance(v, n.Local)}
        if self.same.setdefault(emit.kind, same) != same:
            self.same[emit.kind] = {}
        causes = frozenset(self._cause(test) for test in tests)
        self.causes[emit.kind] = self.causes.get(emit.kind, frozenset()) | causes
        return True

    def _definitions(self, names: set[str], known: Collection[str]) -> n.Block | None:
        """The definitions of variables, in an order in which they can be made; None if one has none."""
        found: dict[str, n.Let] = {}

        def define(name: str) -> bool:
            if name in known or name in found:
                return True
            let = self._defined.get(name)
            if let is None or not all(map(define, sorted(free_names((let,))))):
                return False
            found[name] = let
            return True

        return tuple(found.values()) if all(map(define, sorted(names))) else None

    def _cause(self, test: _Test) -> Cause:
        """True if what a test assigns in the end looks at the number that stands for a whole position."""
        asked = [x for s in test.trial.body if isinstance(s, n.Assign) for x in walk_expr(s.value)]
        called = [self.program.functions[x.function].body for x in asked if isinstance(x, n.Call)]
        inside = [x for body in called for x in walk_block(body)]
        return "repetition" if any(isinstance(x, n.Digest) for x in (*asked, *inside)) else "afterwards"


def _joined(places: Sequence[_Tested], params: tuple[n.Local, ...], depth: int = 0) -> n.Block | None:
    """The tests of a kind as one: the same everywhere, or chosen by the conditions that lead to them."""
    if len({canonical(params, place.body) for place in places}) == 1:
        return places[0].body
    conditions = {place.path[depth][0] if depth < len(place.path) else None for place in places}
    condition = conditions.pop()
    if conditions or condition is None:
        return None
    branches = []
    for holds in (True, False):
        chosen = [place for place in places if place.path[depth][1] == holds]
        branch = _joined(chosen, params, depth + 1) if chosen else (n.Return(o.TRUE),)
        if branch is None:
            return None
        branches.append(branch)
    return (n.If(condition, branches[0], branches[1]),) if branches[0] != branches[1] else branches[0]


def _asked(condition: n.Expr) -> str:
    """The name of the variable that a condition or its negation consists of."""
    inner = condition.args[0] if isinstance(condition, n.Op) else condition
    assert isinstance(inner, n.Local)
    return inner.name


def _check_counts(functions: dict[str, n.Function]) -> None:
    """Numbers of moves may be asked for only where nothing follows, for a move that stands in for all others."""
    for function in functions.values():
        asked = sum(isinstance(x, n.Emitted) for x in walk_block(function.body))
        if asked != _last_counts(chained(function.body)):
            raise Unfit("a rule asks how many moves there are")


def _last_counts(block: n.Block) -> int:
    """How often the last statements ask whether there are no moves, to emit others then."""
    match block[-1] if block else None:
        case n.If(cond, then, ()) if cond == NONE_SO_FAR and all(isinstance(s, n.Emit) for s in then):
            return 1
        case n.If(_, then, orelse):
            return _last_counts(then) + _last_counts(orelse)
        case _:
            return 0


def chained(block: n.Block) -> n.Block:
    """The block with conditions that exclude the one before, such as on the mover, asked only if that one fails."""
    result: list[n.Stmt] = []
    for statement in reversed(block):
        match statement, result[-1] if result else None:
            case n.If(n.Op("eq", (a, n.Const(x))), then, ()), n.If() as other:
                if x not in _asked_for(a, (other,), {x}):
                    result[-1] = n.If(statement.cond, then, (other,))
                    continue
        result.append(statement)
    return tuple(reversed(result))


def _asked_for(value: n.Expr, chain: n.Block, otherwise: set[int]) -> set[int]:
    """The numbers that a chain of conditions compares a value with; `otherwise` if it does anything else, too."""
    match chain:
        case ():
            return set()
        case (n.If(n.Op("eq", (a, n.Const(x))), _, orelse),) if a == value:
            return {x} | _asked_for(value, orelse, otherwise)
    return otherwise


# ---------------------------------------------------------------------------------------------------------------
# Tests that begin as playing the move does


def _with_shared_beginnings(
    program: n.Program, effects: EffectAnalysis, functions: dict[str, n.Function], deferring: _Deferring
) -> Deferred:
    tests: dict[str, MoveTest] = {}
    for kind, function in deferring.tested.items():
        effect = program.functions[program.kinds[kind].effect]
        shared = _shared_beginning(function, effect, effects, deferring.same[kind])
        if shared is None:
            functions[function.name] = function
            tests[kind] = MoveTest(function.name, deferring.causes[kind])
            continue
        first, rest = shared
        begin = replace(function, name=f"begin_{kind}", body=(first, *rest), doc=f"begins {effect.doc}, and tests it")
        finish = replace(effect, name=f"finish_{effect.name}", body=effect.body[1:], doc="what follows the changes")
        functions |= {begin.name: begin, finish.name: finish}
        functions[effect.name] = replace(effect, body=(first, n.Do(finish.name, tuple(effect.params))))
        tests[kind] = MoveTest(begin.name, deferring.causes[kind], finish.name)
    return Deferred(functions, tests)


def _shared_beginning(
    test: n.Function, effect: n.Function, effects: EffectAnalysis, same: dict[str, n.Local]
) -> tuple[n.Do, n.Block] | None:
    """The call that all trials of a test and the effect begin with, and the test of the state it leads to.

    The trials then follow each other on one state, so none may change what another looks at, nor what comes later.
    """
    first = effect.body[0] if effect.body else None
    if not isinstance(first, n.Do) or not all(isinstance(a, n.Local | n.Const) for a in first.args):
        return None
    given = tuple(same.get(a.name, a) if isinstance(a, n.Local) else a for a in first.args)
    rest: list[n.Stmt] = []
    for s in test.body:
        match s:
            case n.Speculate((n.Do(name, args), *others)) if name == first.function and args == given:
                if effects.of_block(tuple(others)).writes or any(isinstance(x, n.Do) for x in others):
                    rest.append(n.Speculate(tuple(others)))
                else:
                    rest += others
            case n.Let(_, value) if not isinstance(value, n.Const):
                return None  # it reads the state before the move
            case _ if any(isinstance(inner, n.Speculate) for inner in walk_stmts((s,))):
                return None
            case _:
                rest.append(s)
    return first, tuple(rest)
