"""Uses what has just been stored: later reads get the value itself, and branches that it decides are taken apart.

Reads of a field that was stored before in the same function become the stored value. Where the two branches of an
`If` leave a field at different constants and a later test asks for it, the rest of the block moves into the branches:
a win ends the turn there and then, and the rest of the turn no longer asks whether the game is over.
"""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.effects import EffectAnalysis
from petteia.ir.ranges import conjuncts
from petteia.ir.survey import survey
from petteia.ir.visit import (
    as_block,
    assigned_locals,
    blocks,
    expressions,
    locals_of,
    map_expr,
    map_functions,
    walk_expr,
    walk_stmts,
    with_body,
    with_parts,
)

from .drop_limits import emits_of_moves

Place = tuple[str, tuple[n.Expr, ...]]
"""A field or an element of it."""
Outside = dict[Place, frozenset[n.Expr]]
"""Sites that are not in the sets that are held at some places."""

_FACT = "forwarded"
"""Under what knowledge a function has nothing left to forward."""
_SMALL = 60
"""A rest of at most so many statements may be written twice."""


def forward_stores(program: n.Program) -> n.Program:
    """The program with stored values used instead of read again."""
    analysis = EffectAnalysis(program)
    decisions = _decisions(program, analysis)
    untaken = _untaken(program)

    def forwarded(function: n.Function) -> n.Function:
        outside = untaken.get(function.name, {}) if function.name in decisions else None
        basis = (analysis.basis(function), outside)
        if function.facts.get(_FACT) == basis:
            return function
        result = _Forwarding(program, analysis, function, outside).run()
        if result is function:
            function.facts[_FACT] = basis
        return result

    return map_functions(program, forwarded)


def _decisions(program: n.Program, analysis: EffectAnalysis) -> set[str]:
    """The effects of moves that a player decides on: they are only played while the game goes on."""
    kinds = analysis.of_function("moves").kinds
    called = {name for function in program.functions.values() for name in survey(function).calls}
    return {program.kinds[kind].effect for kind in kinds} - called


class _Known:
    """Knowledge of fields at one point of a function."""

    def __init__(self, values: dict[Place, n.Expr], members: dict[Place, dict[n.Expr, n.Expr]]) -> None:
        self.values = values
        """Values held at places."""
        self.members = members
        """Of sets, whether sites are in them; these dictionaries are shared by copies, and replaced, not changed."""

    def __bool__(self) -> bool:
        return bool(self.values or self.members)

    def copy(self) -> _Known:
        return _Known(dict(self.values), dict(self.members))

    def become(self, other: _Known) -> None:
        """Takes over what another knows."""
        self.values, self.members = other.values, other.members

    def in_common(self, other: _Known) -> _Known:
        """Knowledge that both share."""
        values = {place: value for place, value in self.values.items() if other.values.get(place) == value}
        members = {}
        for place, own in self.members.items():
            theirs = other.members.get(place, {})
            if shared := {site: inside for site, inside in own.items() if theirs.get(site) == inside}:
                members[place] = shared
        return _Known(values, members)

    def note_member(self, place: Place, site: n.Expr, inside: n.Expr) -> None:
        """Notes whether a site is in a set."""
        self.members[place] = {**self.members.get(place, {}), site: inside}

    def forget(self, place: Place) -> None:
        """Forgets all about a place."""
        self.values.pop(place, None)
        self.members.pop(place, None)

    def places(self) -> set[Place]:
        """The places of which something is known."""
        return {*self.values, *self.members}


class _Forwarding:
    def __init__(
        self, program: n.Program, analysis: EffectAnalysis, function: n.Function, untaken: Outside | None
    ) -> None:
        """`untaken` is what is known of the target of a move that a player decides on; None for other functions."""
        self._program = program
        self._analysis = analysis
        self._function = function
        self._changing = assigned_locals(function.body)
        self._untaken = untaken
        self._varied: set[str] = set()
        """The fields of which places are known whose indices are not constants."""

    def run(self) -> n.Function:
        known = _Known({}, {})
        if self._untaken is not None and "over" in self._program.fields:
            known.values["over", ()] = n.Const(0, n.INT)
        for place, sites in (self._untaken or {}).items():
            known.members[place] = dict.fromkeys(sites, ops.FALSE)
        return with_body(self._function, self._block(self._function.body, known))

    # -- statements ---------------------------------------------------------------------------------------------

    def _block(self, block: n.Block, known: _Known) -> n.Block:
        """The block rewritten; `known` is brought up to date along the way."""
        result: list[n.Stmt] = []
        for i, statement in enumerate(block):
            if isinstance(statement, n.While):
                self._forget_written(known, statement)  # its condition is tested again after its body
            statement = with_parts(
                statement, [self._expr(x, known) for x in expressions(statement)], list(blocks(statement))
            )
            if isinstance(statement, n.If):
                if isinstance(statement.cond, n.Const):
                    chosen = statement.then if statement.cond.value else statement.orelse
                    result += self._block((*chosen, *block[i + 1 :]), known)
                    return tuple(result)
                taken, complete = self._if(statement, block[i + 1 :], known)
                result.append(taken)
                if complete:
                    return tuple(result)
            else:
                result.append(self._statement(statement, known))
        return as_block(result, block)

    def _statement(self, statement: n.Stmt, known: _Known) -> n.Stmt:
        match statement:
            case n.Store(name, indices, value):
                for place in self._same_places(known, name, indices):
                    known.forget(place)
                if self._is_lasting(value) and not self._program.fields[name].capacity:
                    known.values[self._place(name, indices)] = value
            case n.Include(name, indices, site) | n.Exclude(name, indices, site):
                self._note_member(known, name, indices, site, isinstance(statement, n.Include))
            case n.For() | n.Range() | n.While() | n.Collect():
                self._forget_written(known, statement)
                inner = [self._block(body, known.copy()) for body in blocks(statement)]
                return with_parts(statement, expressions(statement), inner)
            case n.Speculate(body):
                return with_parts(statement, (), (self._block(body, known.copy()),))
            case n.Assign(local):
                self._forget_local(known, local.name)
            case _:
                self._forget_written(known, statement)
        return statement

    def _if(self, statement: n.If, rest: n.Block, known: _Known) -> tuple[n.If, bool]:
        """The statement rewritten, and whether the rest of its block has gone into its branches."""
        then, orelse = self._branches(statement.cond, known)
        chosen, other = self._block(statement.then, then), self._block(statement.orelse, orelse)
        if self._decide(then, orelse, rest):
            threaded = n.If(statement.cond, chosen + self._block(rest, then), other + self._block(rest, orelse))
            known.become(_Known({}, {}))
            return threaded, True
        known.become(then.in_common(orelse))
        changed = chosen is not statement.then or other is not statement.orelse
        return n.If(statement.cond, chosen, other) if changed else statement, False

    def _branches(self, cond: n.Expr, known: _Known) -> tuple[_Known, _Known]:
        """Knowledge in the two branches of a condition."""
        then, orelse = known.copy(), known.copy()
        for part in conjuncts(cond):
            match part:
                case n.Op("eq", (n.Load(name, indices), n.Const() as value)):
                    then.values[self._place(name, indices)] = value
                case n.Op("has", (n.Load(name, indices), site)) if self._is_lasting(site):
                    then.note_member(self._place(name, indices), site, ops.TRUE)
                case n.Op("not", (n.Op("has", (n.Load(name, indices), site)),)) if self._is_lasting(site):
                    then.note_member(self._place(name, indices), site, ops.FALSE)
        match cond:
            case n.Op("has", (n.Load(name, indices), site)) if self._is_lasting(site):
                orelse.note_member(self._place(name, indices), site, ops.FALSE)
            case n.Op("ne", (n.Load(name, indices), n.Const() as value)):
                orelse.values[self._place(name, indices)] = value
        return then, orelse

    def _decide(self, then: _Known, orelse: _Known, rest: n.Block) -> bool:
        """True if a later test of a block asks for a field that two branches leave at different constants."""
        differing = set()
        for place, value in then.values.items():
            other = orelse.values.get(place)
            if isinstance(value, n.Const) and isinstance(other, n.Const) and value != other:
                differing.add(place)
        if not differing:
            return False
        tests = [s.cond for s in rest if isinstance(s, n.If)]
        asked = {(x.field, x.indices) for test in tests for x in walk_expr(test) if isinstance(x, n.Load)}
        return bool(differing & asked) and len(walk_stmts(rest)) <= _SMALL

    # -- what is known ------------------------------------------------------------------------------------------

    def _expr(self, x: n.Expr, known: _Known) -> n.Expr:
        if not known:
            return x

        def use(part: n.Expr) -> n.Expr:
            match part:
                case n.Load(name, indices):
                    return known.values.get((name, indices), part)
                case n.Op("has", (n.Load(name, indices), site)):
                    return known.members.get((name, indices), {}).get(site, part)
            return part

        return map_expr(x, use)

    def _is_lasting(self, value: n.Expr) -> bool:
        """True if a value stays what it is: a constant or a local that is never assigned again."""
        return isinstance(value, n.Const) or (isinstance(value, n.Local) and value.name not in self._changing)

    def _place(self, name: str, indices: tuple[n.Expr, ...]) -> Place:
        """A place of which something becomes known."""
        if not _are_constant(indices):
            self._varied.add(name)
        return name, indices

    def _same_places(self, known: _Known, name: str, indices: tuple[n.Expr, ...]) -> list[Place]:
        """The known places that may be the same as one."""
        if name not in self._varied and _are_constant(indices):
            return [(name, indices)]
        return [place for place in known.places() if place[0] == name and not _differ(place[1], indices)]

    def _note_member(self, known: _Known, name: str, indices: tuple[n.Expr, ...], site: n.Expr, inside: bool) -> None:
        """A site has entered or left a set; of what was known, all that this may have changed is forgotten."""
        now = ops.truth(inside)
        for place in self._same_places(known, name, indices):
            known.values.pop(place, None)
            if own := known.members.pop(place, None):
                known.members[place] = {one: value for one, value in own.items() if value is now or value == now}
        if self._is_lasting(site):
            known.note_member(self._place(name, indices), site, now)

    def _forget_written(self, known: _Known, statement: n.Stmt) -> None:
        written = self._analysis.of_statement(statement).writes
        for place in known.places():
            if place[0] in written:
                known.forget(place)
        for name in assigned_locals((statement,)):
            self._forget_local(known, name)

    def _forget_local(self, known: _Known, name: str) -> None:
        for place in known.places():
            if any(name in locals_of(x) for x in place[1]):
                known.forget(place)
        for place, own in known.members.items():
            if any(name in locals_of(x) for x in own):
                known.members[place] = {x: value for x, value in own.items() if name not in locals_of(x)}


def _untaken(program: n.Program) -> dict[str, Outside]:
    """For each effect the sets that its target is surely not in: the moves were made for sites outside of them."""
    found: dict[str, list[set[Place]]] = {}
    targets: dict[str, n.Local] = {}
    for emit, members in emits_of_moves(program):
        effect = program.functions[program.kinds[emit.kind].effect]
        taken = members.args[1] if isinstance(members, n.Op) and members.op == "minus" else None
        targets[effect.name] = effect.params[1]
        found.setdefault(effect.name, []).append({(x.field, x.indices) for x in _joined(taken)})
    return {
        name: dict.fromkeys(set.intersection(*places), frozenset((targets[name],))) for name, places in found.items()
    }


def _joined(x: n.Expr | None) -> list[n.Load]:
    """The sets with constant places that a union is made of."""
    if isinstance(x, n.Load):
        return [x] if all(isinstance(index, n.Const) for index in x.indices) else []
    return [load for arg in x.args for load in _joined(arg)] if isinstance(x, n.Op) and x.op == "union" else []


def _are_constant(indices: tuple[n.Expr, ...]) -> bool:
    return all(isinstance(x, n.Const) for x in indices)


def _differ(a: tuple[n.Expr, ...], b: tuple[n.Expr, ...]) -> bool:
    """True if two lists of indices surely mean different elements."""
    return any(isinstance(x, n.Const) and isinstance(y, n.Const) and x != y for x, y in zip(a, b, strict=True))
