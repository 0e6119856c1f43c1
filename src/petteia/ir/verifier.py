"""Checks that a rule program is well formed: what every pass may rely on, and has to leave so."""

from __future__ import annotations

from math import prod
from typing import Any, NoReturn

from petteia.errors import PetteiaError

from . import nodes as n
from .declare import BINDERS, DECLARED, Role
from .effects import EffectAnalysis
from .printer import print_expression, print_statement
from .visit import always_returns


class IrError(PetteiaError):
    """A rule program that is not well formed; the message names function and statement."""


def verify(program: n.Program) -> None:
    """Raises `IrError` at the first thing that is wrong with a program."""
    _verify_declarations(program)
    effects = EffectAnalysis(program)
    for function in program.functions.values():
        _FunctionVerifier(program, effects, function).verify()
    changed = effects.of_function("moves").writes
    if changed:
        raise IrError(f"moves changes {', '.join(sorted(changed))}; the legal moves leave a state as it is")


# ---------------------------------------------------------------------------------------------------------------
# Declarations


def _require(condition: bool, cause: str) -> None:
    if not condition:
        raise IrError(cause)


def _verify_declarations(program: n.Program) -> None:
    for name in ("mover", "over", "ranks"):
        _require(name in program.fields, f"there is no field {name}")
    mover, over, ranks = (program.fields[name] for name in ("mover", "over", "ranks"))
    _require(mover.type == n.INT and not mover.shape, "mover is not an integer")
    _require(over.type.kind != "set" and not over.shape, "over is not a truth value")
    _require(ranks.type == n.INT and len(ranks.shape) == 1, "ranks is not an array of integers")
    for field in program.fields.values():
        _verify_field(program, field)
    for name, emits in (("start", False), ("moves", True)):
        function = program.functions.get(name)
        if function is None:
            raise IrError(f"there is no function {name}")
        _require(not function.params and function.returns is None, f"{name} has parameters or a result")
        _require(function.emits == emits, f"{name} {'does not emit' if emits else 'emits'} moves")
    for kind in program.kinds.values():
        _verify_kind(program, kind)


def _verify_field(program: n.Program, field: n.Field) -> None:
    where = f"field {field.name}"
    _require(all(length > 0 for length in field.shape), f"{where}: its shape is {field.shape}")
    _require(field.capacity >= 0, f"{where}: its capacity is negative")
    if field.type.kind == "set":
        size = program.universes.get(field.type.universe)
        _require(size is not None, f"{where}: there is no universe {field.type.universe}")
        _require(field.initial >> (size or 0) == 0, f"{where}: its initial value is outside the universe")
    elif field.low < field.high and not field.capacity:
        _require(field.low <= field.initial <= field.high, f"{where}: {field.initial} is not in its bounds")
    _require(field.low <= field.high, f"{where}: its bounds {field.low}..{field.high} are empty")


def _verify_kind(program: n.Program, kind: n.Kind) -> None:
    where = f"kind {kind.name}"
    effect = program.functions.get(kind.effect)
    if effect is None:
        raise IrError(f"{where}: there is no function {kind.effect}")
    count = 2 + len(kind.captured)
    _require(len(effect.params) == count, f"{where}: {effect.name} does not take {count} values")
    _require(all(param.type == n.INT for param in effect.params[:2]), f"{where}: from and to are not integers")
    _require(all(param.type.kind != "set" for param in effect.params), f"{where}: moves cannot capture sets")
    _require(effect.returns is None and not effect.emits, f"{where}: {effect.name} has a result or emits")


# ---------------------------------------------------------------------------------------------------------------
# Functions

_I, _B = n.INT, n.BOOL
# Operand and result types of the operations that have nothing to do with sets.
_SIGNATURES: dict[str, tuple[tuple[n.Type, ...], n.Type]] = {
    **dict.fromkeys(("add", "sub", "mul", "div", "mod", "min", "max"), ((_I, _I), _I)),
    **dict.fromkeys(("bit_and", "bit_or", "bit_xor", "shift_left", "shift_right"), ((_I, _I), _I)),
    **dict.fromkeys(("ones_above", "ones_below"), ((_I, _I), _I)),
    **dict.fromkeys(("neg", "abs"), ((_I,), _I)),
    **dict.fromkeys(("eq", "ne", "lt", "le"), ((_I, _I), _B)),
    **dict.fromkeys(("and", "or"), ((_B, _B), _B)),
    "not": ((_B,), _B),
    "to_int": ((_B,), _I),
}
_Scope = dict[str, n.Type]


class _FunctionVerifier:
    """Checks one function. `emitting` says whether there is a list of moves; loops and collections are counted."""

    def __init__(self, program: n.Program, effects: EffectAnalysis, function: n.Function) -> None:
        self.program = program
        self.effects = effects
        self.function = function
        self.emitting = function.emits
        self.collecting = False
        self.in_loop = False
        self.loop_variables: set[str] = set()
        self.at: n.Stmt | None = None

    def fail(self, cause: str) -> NoReturn:
        place = f", at `{print_statement(self.at)}`" if self.at else ""
        raise IrError(f"function {self.function.name}{place}: {cause}")

    def require(self, condition: bool, cause: str) -> None:
        if not condition:
            self.fail(cause)

    def verify(self) -> None:
        params = {param.name: param.type for param in self.function.params}
        self.require(len(params) == len(self.function.params), "two parameters have one name")
        for type_ in (*params.values(), *([self.function.returns] if self.function.returns else [])):
            self.universe(type_)
        self.block(self.function.body, params)
        self.at = None
        if self.function.returns is not None:
            self.require(always_returns(self.function.body), "it may end without a result")

    # -- statements ---------------------------------------------------------------------------------------------

    def block(self, block: n.Block, scope: _Scope) -> None:
        scope = dict(scope)
        for statement in block:
            self.at = statement
            self.statement(statement, scope)

    def statement(self, s: n.Stmt, scope: _Scope) -> None:
        match s:
            case n.Let(local, value):
                self.expect(value, local.type, scope)
                self.introduce(local, scope)
            case n.Assign(local, value):
                self.require(scope.get(local.name) == local.type, f"there is no local {local.name}: {local.type}")
                self.require(local.name not in self.loop_variables, f"{local.name} belongs to its loop")
                self.expect(value, local.type, scope)
            case n.Store(field, indices, value):
                self.expect(value, self.element(field, indices, scope), scope)
            case n.Include(field, indices, site) | n.Exclude(field, indices, site):
                self.require(self.element(field, indices, scope).kind == "set", f"{field} holds no sets")
                self.expect(site, n.INT, scope)
            case n.Append(field, indices, value):
                self.list_field(field, indices, scope)
                self.expect(value, self.program.fields[field].type, scope)
            case n.Truncate(field, indices, length):
                self.list_field(field, indices, scope)
                self.expect(length, n.INT, scope)
            case n.Break():
                self.require(self.in_loop, "there is no loop to leave")
            case n.Return(value):
                self.require(not self.collecting, "a collection cannot be left before its moves are played")
                self.returns(value, scope)
            case n.Do(function, args):
                called = self.called(function, args, scope)
                self.require(self.emitting or not called.emits, f"{function} emits, and there is no list of moves here")
            case n.Emit():
                self.emit(s, scope)
            case n.Draw(local, bound):
                self.expect(bound, n.INT, scope)
                self.require(local.type == n.INT, "what is drawn is an integer")
                self.introduce(local, scope)
            case _:
                self.compound(s, scope)

    def compound(self, s: n.Stmt, scope: _Scope) -> None:
        match s:
            case n.If(cond, then, orelse):
                self.expect(cond, n.BOOL, scope)
                self.block(then, scope)
                self.block(orelse, scope)
            case n.For(var, members, body):
                self.set(members, scope)
                self.loop(body, scope, var)
            case n.Range(var, start, stop, body):
                self.expect(start, n.INT, scope)
                self.expect(stop, n.INT, scope)
                self.loop(body, scope, var)
            case n.While(cond, body):
                self.expect(cond, n.BOOL, scope)
                self.loop(body, scope, None)
            case n.Collect(body):
                before = self.emitting, self.collecting, self.in_loop
                self.emitting, self.collecting, self.in_loop = True, True, False
                self.block(body, scope)
                self.emitting, self.collecting, self.in_loop = before
            case n.Speculate(body):
                self.block(body, scope)
            case _:
                self.fail(f"{s!r} is not a statement")

    def loop(self, body: n.Block, scope: _Scope, var: n.Local | None) -> None:
        inner, before = dict(scope), self.in_loop
        if var is not None:
            self.require(var.type == n.INT, "a loop runs over integers")
            self.introduce(var, inner)
            self.loop_variables.add(var.name)
        self.in_loop = True
        self.block(body, inner)
        self.in_loop = before

    def introduce(self, local: n.Local, scope: _Scope) -> None:
        self.require(local.name not in scope, f"there is already a local {local.name}")
        scope[local.name] = local.type

    def returns(self, value: n.Expr | None, scope: _Scope) -> None:
        if value is None or self.function.returns is None:
            self.require(value is None and self.function.returns is None, f"the result is {self.function.returns}")
        else:
            self.expect(value, self.function.returns, scope)

    def emit(self, s: n.Emit, scope: _Scope) -> None:
        self.require(self.emitting, "there is no list of moves here")
        kind = self.program.kinds.get(s.kind)
        if kind is None:
            self.fail(f"there is no kind {s.kind}")
        self.require(len(s.args) == len(kind.captured), f"{s.kind} captures {len(kind.captured)} values")
        for value, param in zip((s.source, s.target, *s.args), self.program.functions[kind.effect].params, strict=True):
            self.expect(value, param.type, scope)

    # -- expressions --------------------------------------------------------------------------------------------

    def expect(self, x: n.Expr, type_: n.Type, scope: _Scope) -> None:
        found = self.expression(x, scope)
        if found != type_:
            self.fail(f"`{print_expression(x)}` is {found}, and {type_} is needed")

    def set(self, x: n.Expr, scope: _Scope) -> n.Type:
        found = self.expression(x, scope)
        if found.kind != "set":
            self.fail(f"`{print_expression(x)}` is {found}, and a set is needed")
        return found

    def expression(self, x: n.Expr, scope: _Scope) -> n.Type:
        """The type of an expression, held against the one it states."""
        found = self.type_of(x, scope)
        if found != x.type:
            self.fail(f"`{print_expression(x)}` is {found}, and says {x.type}")
        return found

    def type_of(self, x: n.Expr, scope: _Scope) -> n.Type:
        match x:
            case n.Const(value, type_):
                limit = {"int": None, "bool": 2}.get(type_.kind, 0)
                if type_.kind == "set":
                    limit = 1 << self.universe(type_)
                self.require(limit is None or 0 <= value < limit, f"{value} is no {type_}")
                return type_
            case n.Local(name, _):
                self.require(name in scope, f"there is no local {name}")
                return scope[name]
            case n.Load(field, indices):
                return self.element(field, indices, scope)
            case n.Length(field, indices):
                self.list_field(field, indices, scope)
                return n.INT
            case n.Op():
                return self.operation(x, scope)
            case n.Lookup(table, indices):
                self.table(table)
                self.require(len(indices) == len(table.shape), f"{table.name} has {len(table.shape)} indices")
                for index in indices:
                    self.expect(index, n.INT, scope)
                return table.type
            case n.Call(function, args):
                called = self.called(function, args, scope)
                self.require(self.effects.of_function(function).pure, f"{function} changes the state, emits or draws")
                self.require(called.returns is not None, f"{function} has no result")
                return called.returns or n.INT
            case n.Digest(fields):
                for field in fields:
                    self.require(field in self.program.fields, f"there is no field {field}")
                return n.INT
            case n.Emitted():
                self.require(self.emitting, "there is no list of moves here")
                return n.INT
            case _ if type(x) in BINDERS:
                return self.bound(x, scope)
            case _:
                return self.declared(x, scope)

    def declared(self, x: n.Expr, scope: _Scope) -> n.Type:
        """The type of an expression whose parts have to be what their roles say."""
        declaration = DECLARED.get(type(x))
        if declaration is None:
            self.fail(f"{x!r} is not an expression")
        sets = [name for name, role in declaration.parts if role == "sites"]
        leading = declaration.typed if declaration.typed in sets else next(iter(sets), "")
        members = self.set(getattr(x, leading), scope) if leading else x.type
        for name in sets:
            if name != leading:
                self.expect(getattr(x, name), members, scope)
        for name, role in declaration.parts:
            self.part(x, getattr(x, name), role, members, scope)
        if isinstance(x, n.Row):
            self.require(x.length > 1, "a row has two sites at least")
        if isinstance(x, n.Flood):
            self.require(x.neighbours.type == members, f"{x.neighbours.name} is not a table of {members}")
        return getattr(x, declaration.typed).type if declaration.typed else x.type

    def part(self, x: n.Expr, value: Any, role: Role, members: n.Type, scope: _Scope) -> None:
        """A part of an expression over sets of one universe, held against its role."""
        match role:
            case "expression":
                self.expression(value, scope)
            case "number":
                self.expect(value, n.INT, scope)
            case "condition":
                self.expect(value, n.BOOL, scope)
            case "steps":
                self.steps(value, members, x.type if x.type.kind == "set" else members)
            case "neighbours":
                self.sites_table(value, members)
            case "rays" | "fans":
                self.rays(value, self.universe(members), indices=2 if role == "rays" else 3)

    def bound(self, x: n.Expr, scope: _Scope) -> n.Type:
        """The type of an expression that binds a variable."""
        var, over, body = BINDERS[type(x)](x)
        members = self.set(over, scope)
        inner = dict(scope)
        self.require(var.type == n.INT, f"{var.name} is a site")
        self.introduce(var, inner)
        roles = {role for _, role in DECLARED[type(x)].parts}
        self.expect(body, n.INT if "number" in roles else n.BOOL, inner)
        return members if DECLARED[type(x)].typed else x.type

    def steps(self, steps: n.Table, members: n.Type, type_: n.Type) -> None:
        """A table that leads each site of one universe to one of another, or nowhere, and no two to the same."""
        self.sites_table(steps, members)
        self.require(steps.type == n.INT, f"{steps.name} does not lead to sites")
        targets = [value for value in steps.values if value != -1]
        inside = all(0 <= value < self.universe(type_) for value in targets)
        self.require(inside, f"{steps.name} leads out of {type_.universe}")
        self.require(len(set(targets)) == len(targets), f"{steps.name} leads to one site twice")

    def rays(self, rays: n.Table, size: int, indices: int) -> None:
        self.table(rays)
        fits = len(rays.shape) == indices and rays.type == n.INT and all(-1 <= value < size for value in rays.values)
        self.require(fits, f"{rays.name} is not a table of rays")

    def operation(self, x: n.Op, scope: _Scope) -> n.Type:
        found = tuple(self.expression(arg, scope) for arg in x.args)
        operands, result = self.signature(x, found)
        self.require(len(operands) == len(found), f"{x.op} takes {len(operands)} operands")
        for arg, has, needed in zip(x.args, found, operands, strict=True):
            if has != needed:
                self.fail(f"`{print_expression(arg)}` is {has}, and {needed} is needed")
        return result

    def signature(self, x: n.Op, found: tuple[n.Type, ...]) -> tuple[tuple[n.Type, ...], n.Type]:
        """The types that an operation's operands should have, given those they have, and the type of its result."""
        if x.op in _SIGNATURES:
            return _SIGNATURES[x.op]
        if x.op == "select":
            self.require(len(found) == 3, "select takes 3 operands")
            return (n.BOOL, found[1], found[1]), found[1]
        if x.op == "single":
            self.universe(x.type)
            return (n.INT,), x.type
        if not found or found[0].kind != "set":
            self.fail(f"`{print_expression(x)}`: a set is needed first")
        type_ = found[0]
        match x.op:
            case "has":
                return (type_, n.INT), n.BOOL
            case "complement":
                return (type_,), type_
            case "is_empty":
                return (type_,), n.BOOL
            case "size" | "first":
                return (type_,), n.INT
            case "union" | "intersect" | "minus":
                return (type_, type_), type_
            case "same":
                return (type_, type_), n.BOOL
            case _:
                self.fail(f"there is no operation {x.op}")

    # -- names --------------------------------------------------------------------------------------------------

    def universe(self, type_: n.Type) -> int:
        """How many sites the universe of a set type has; 0 for other types."""
        if type_.kind != "set":
            return 0
        self.require(type_.universe in self.program.universes, f"there is no universe {type_.universe}")
        return self.program.universes[type_.universe]

    def field(self, name: str, indices: tuple[n.Expr, ...], expected: int, scope: _Scope) -> None:
        self.require(len(indices) == expected, f"{name} has {expected} indices here")
        for index in indices:
            self.expect(index, n.INT, scope)

    def element(self, name: str, indices: tuple[n.Expr, ...], scope: _Scope) -> n.Type:
        """The type of an element of a field."""
        self.require(name in self.program.fields, f"there is no field {name}")
        field = self.program.fields[name]
        self.field(name, indices, len(field.shape) + (field.capacity > 0), scope)
        return field.type

    def list_field(self, name: str, indices: tuple[n.Expr, ...], scope: _Scope) -> None:
        self.require(name in self.program.fields, f"there is no field {name}")
        field = self.program.fields[name]
        self.require(field.capacity > 0, f"{name} is not a list")
        self.field(name, indices, len(field.shape), scope)

    def called(self, name: str, args: tuple[n.Expr, ...], scope: _Scope) -> n.Function:
        function = self.program.functions.get(name)
        if function is None:
            self.fail(f"there is no function {name}")
        self.require(len(args) == len(function.params), f"{name} takes {len(function.params)} values")
        for arg, param in zip(args, function.params, strict=True):
            self.expect(arg, param.type, scope)
        return function

    def table(self, table: n.Table) -> None:
        self.require(len(table.values) == prod(table.shape), f"{table.name} does not have {table.shape} values")
        if table.type.kind == "set":
            size = self.universe(table.type)
            self.require(all(0 <= value < 1 << size for value in table.values), f"{table.name} leaves its universe")

    def sites_table(self, table: n.Table, members: n.Type) -> None:
        """A table with one element for each site of a set's universe."""
        self.table(table)
        self.require(table.shape == (self.universe(members),), f"{table.name} is not a table over {members.universe}")
