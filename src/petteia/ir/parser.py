"""Reads the text of a rule program, as `petteia.ir.printer` writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeVar, get_args

from petteia.errors import PetteiaError

from . import nodes as n
from .printer import INFIX, RESERVED

_OPERATORS: dict[str, n.Operator] = {sign: op for op, sign in INFIX.items()}
_TOKEN = re.compile(
    r"""\s*(?P<token>"(?:[^"\\]|\\.)*"|`[^`]*`|\d+|\w+|->|\.\.|==|!=|<=|[-+*/%<|&\\~@$()\[\]{}:,=?])|\s*(?P<doc>\#.*)"""
)
_BOOLEAN_RESULT = frozenset(["eq", "ne", "lt", "le", "and", "or", "not", "same", "has", "is_empty"])
_SET_RESULT = frozenset(["union", "intersect", "minus", "complement"])
_CHANGES: dict[str, Callable[[str, tuple[n.Expr, ...], n.Expr], n.Stmt]] = {
    "include": n.Include, "exclude": n.Exclude, "append": n.Append, "truncate": n.Truncate,
}  # fmt: skip
_T = TypeVar("_T")


class IrSyntaxError(PetteiaError):
    """Text that is not a rule program; the message begins with the line."""


class _Line(NamedTuple):
    number: int
    indent: int
    tokens: tuple[str, ...]
    doc: str


def parse_program(text: str) -> n.Program:
    """The program that a text describes."""
    return _Parser(_split(text)).program()


def _split(text: str) -> list[_Line]:
    lines = []
    for number, content in enumerate(text.splitlines(), 1):
        tokens, doc, at = [], "", 0
        while at < len(content) and not content[at:].isspace():
            found = _TOKEN.match(content, at)
            if found is None:
                raise IrSyntaxError(f"line {number}: cannot read {content[at:].strip()!r}")
            at = found.end()
            if found["doc"]:
                doc = found["doc"].removeprefix("#").removeprefix(" ")
            else:
                tokens.append(found["token"])
        if tokens:
            doc = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], doc)
            lines.append(_Line(number, len(content) - len(content.lstrip()), tuple(tokens), doc))
    return lines


class _Parser:
    """A recursive descent over lines and, within a line, over its words."""

    def __init__(self, lines: list[_Line]) -> None:
        self.lines = lines
        self.row = 0
        self.column = 0
        self.result = n.Program("", 0, {})
        self.tables: dict[str, n.Table] = {}
        self.locals: dict[str, n.Type] = {}

    # -- words --------------------------------------------------------------------------------------------------

    @property
    def word(self) -> str:
        """The word at hand, empty at the end of a line."""
        tokens = self.lines[self.row].tokens
        return tokens[self.column] if self.column < len(tokens) else ""

    def next(self) -> str:
        word = self.word
        if not word:
            self.fail("the line ends too early")
        self.column += 1
        return word

    def accept(self, word: str) -> bool:
        if self.word != word:
            return False
        self.column += 1
        return True

    def expect(self, word: str) -> None:
        if not self.accept(word):
            self.fail(f"expected {word!r} instead of {self.word or 'the end of the line'!r}")

    def fail(self, cause: str) -> None:
        raise IrSyntaxError(f"line {self.lines[self.row].number}: {cause}")

    def end_line(self) -> None:
        if self.word:
            self.fail(f"unexpected {self.word!r}")
        self.row, self.column = self.row + 1, 0

    def name(self) -> str:
        word = self.next()
        if word.startswith("`"):
            return word[1:-1]
        if not re.fullmatch(r"[A-Za-z_]\w*", word) or word in RESERVED:
            self.fail(f"expected a name instead of {word!r}")
        return word

    def integer(self) -> int:
        sign = -1 if self.accept("-") else 1
        word = self.next()
        if not word.isdigit():
            self.fail(f"expected a number instead of {word!r}")
        return sign * int(word)

    def string(self) -> str:
        return str(json.loads(self.next()))

    def series(self, close: str, one: Callable[[], _T]) -> tuple[_T, ...]:
        """What stands between commas, up to a closing bracket."""
        found: list[_T] = []
        while not self.accept(close):
            if found:
                self.expect(",")
            found.append(one())
        return tuple(found)

    def members(self) -> int:
        """The bit mask of `{1 2 5..8}`, the bracket already read."""
        mask = 0
        while not self.accept("}"):
            first = last = self.integer()
            if self.accept(".."):
                last = self.integer()
            mask |= ((1 << (last - first + 1)) - 1) << first
        return mask

    def type(self) -> n.Type:
        kind = self.next()
        if kind in ("int", "bool"):
            return n.INT if kind == "int" else n.BOOL
        if kind != "set":
            self.fail(f"no type {kind!r}")
        self.expect("[")
        universe = self.name()
        self.expect("]")
        return n.set_of(universe)

    def shape(self) -> tuple[int, ...]:
        return self.series("]", self.integer) if self.accept("[") else ()

    # -- declarations -------------------------------------------------------------------------------------------

    def program(self) -> n.Program:
        readers = {"program": self.header, "universe": self.universe, "field": self.field, "table": self.table,
                   "kind": self.kind, "fn": self.signature}  # fmt: skip
        bodies: list[tuple[str, int]] = []
        while self.row < len(self.lines):
            word = self.next()
            if word not in readers:
                self.fail(f"no declaration begins with {word!r}")
            readers[word]()
            if word == "fn":
                bodies.append((list(self.result.functions)[-1], self.row))
                while self.row < len(self.lines) and self.lines[self.row].indent:
                    self.row += 1
        for name, row in bodies:
            self.row, self.column = row, 0
            function = self.result.functions[name]
            self.locals = {param.name: param.type for param in function.params}
            self.result.functions[name] = replace(function, body=self.block(0))
        return self.result

    def header(self) -> None:
        self.result.name = self.string()
        self.expect("players")
        self.result.players = self.integer()
        self.end_line()

    def universe(self) -> None:
        name = self.name()
        self.result.universes[name] = self.integer()
        self.end_line()

    def field(self) -> None:
        name = self.name()
        self.expect(":")
        type_, shape = self.type(), self.shape()
        capacity = self.integer() if self.accept("list") else 0
        low = high = initial = 0
        if self.word == "-" or self.word.isdigit():
            low = self.integer()
            self.expect("..")
            high = self.integer()
        if self.accept("="):
            initial = self.members() if self.accept("{") else self.integer()
        visible, tells = self.accept("visible"), self.name() if self.accept("tells") else ""
        doc = self.lines[self.row].doc
        self.end_line()
        self.result.fields[name] = n.Field(name, type_, shape, low, high, initial, capacity, visible, doc, tells)

    def table(self) -> None:
        name = self.name()
        self.expect(":")
        type_, shape = self.type(), self.shape()
        self.expect("=")
        values: list[int] = []
        while True:
            while self.word:
                values.append(self.members() if self.accept("{") else self.integer())
            self.end_line()
            if self.row == len(self.lines) or not self.lines[self.row].indent:
                break
        self.tables[name] = n.Table(name, type_, shape, tuple(values))

    def kind(self) -> None:
        name = self.name()
        self.expect("=")
        effect = self.name()
        self.expect("(")
        captured = self.series(")", self.name)
        self.result.kinds[name] = n.Kind(name, effect, captured, self.string(), self.name())
        self.end_line()

    def signature(self) -> None:
        name = self.name()
        self.expect("(")
        params = self.series(")", self.param)
        returns = self.type() if self.accept("->") else None
        emits = self.accept("emits")
        self.expect(":")
        self.result.functions[name] = n.Function(name, params, returns, (), emits, self.lines[self.row].doc)
        self.end_line()

    def param(self) -> n.Local:
        name = self.name()
        self.expect(":")
        return n.Local(name, self.type())

    # -- statements ---------------------------------------------------------------------------------------------

    def block(self, outer: int) -> n.Block:
        """The statements that are indented more than `outer`."""
        statements: list[n.Stmt] = []
        while self.row < len(self.lines) and self.lines[self.row].indent > outer:
            statements.append(self.statement())
        return tuple(statements)

    def body(self, indent: int) -> n.Block:
        """The block under the line at hand."""
        self.expect(":")
        self.end_line()
        return self.block(indent)

    def statement(self) -> n.Stmt:
        indent = self.lines[self.row].indent
        if self.word in ("if", "for", "range", "while", "collect", "speculate"):
            return self.compound(indent)
        statement = self.simple()
        self.end_line()
        return statement

    def simple(self) -> n.Stmt:
        if self.accept("@"):
            field, indices = self.place()
            self.expect("=")
            return n.Store(field, indices, self.expression())
        if self.word not in RESERVED:
            local = self.local(self.name())
            self.expect("=")
            return n.Assign(local, self.expression())
        match self.next():
            case "let":
                name = self.name()
                self.expect("=")
                value = self.expression()
                return n.Let(self.declare(name, value.type), value)
            case "include" | "exclude" | "append" | "truncate" as word:
                self.expect("@")
                field, indices = self.place()
                self.expect(",")
                return _CHANGES[word](field, indices, self.expression())
            case "break":
                return n.Break()
            case "return":
                return n.Return(self.expression() if self.word else None)
            case "do":
                function = self.name()
                self.expect("(")
                return n.Do(function, self.series(")", self.expression))
            case "emit":
                return self.emit()
            case "draw":
                name = self.name()
                self.expect("below")
                bound = self.expression()
                return n.Draw(self.declare(name, n.INT), bound)
        raise IrSyntaxError(f"line {self.lines[self.row].number}: not a statement")

    def emit(self) -> n.Emit:
        kind, source = self.name(), self.expression()
        self.expect("->")
        target = self.expression()
        args = []
        if self.accept("with"):
            args.append(self.expression())
            while self.accept(","):
                args.append(self.expression())
        return n.Emit(kind, source, target, tuple(args))

    def compound(self, indent: int) -> n.Stmt:
        match self.next():
            case "if":
                return self.branches(indent)
            case "for":
                name = self.name()
                self.expect("in")
                members = self.expression()
                var = self.declare(name, n.INT)
                return n.For(var, members, self.body(indent))
            case "range":
                name = self.name()
                self.expect("in")
                start = self.expression()
                self.expect("..")
                stop = self.expression()
                var = self.declare(name, n.INT)
                return n.Range(var, start, stop, self.body(indent))
            case "while":
                return n.While(self.expression(), self.body(indent))
            case "collect":
                return n.Collect(self.body(indent))
            case _:
                return n.Speculate(self.body(indent))

    def branches(self, indent: int) -> n.If:
        cond = self.expression()
        then = self.body(indent)
        orelse: n.Block = ()
        if self.row < len(self.lines) and self.lines[self.row].indent == indent:
            if self.accept("elif"):
                orelse = (self.branches(indent),)
            elif self.accept("else"):
                orelse = self.body(indent)
        return n.If(cond, then, orelse)

    def declare(self, name: str, type_: n.Type) -> n.Local:
        self.locals[name] = type_
        return n.Local(name, type_)

    def local(self, name: str) -> n.Local:
        if name not in self.locals:
            self.fail(f"no local {name!r}")
        return n.Local(name, self.locals[name])

    # -- expressions --------------------------------------------------------------------------------------------

    def place(self) -> tuple[str, tuple[n.Expr, ...]]:
        """A field with its indices, the `@` already read."""
        name = self.name()
        if name not in self.result.fields:
            self.fail(f"no field {name!r}")
        return name, self.series("]", self.expression) if self.accept("[") else ()

    def table_name(self) -> n.Table:
        self.expect("$")
        name = self.name()
        if name not in self.tables:
            self.fail(f"no table {name!r}")
        return self.tables[name]

    def expression(self) -> n.Expr:
        """A chain of operands with one operator."""
        left = self.operand()
        sign = self.word
        while self.word and self.word == sign and sign in _OPERATORS:
            self.next()
            right = self.operand()
            left = self.operation(_OPERATORS[sign], (right, left) if sign == "in" else (left, right))
        if self.word in _OPERATORS:
            self.fail(f"{sign!r} and {self.word!r} need parentheses")
        return left

    def operation(self, op: n.Operator, args: tuple[n.Expr, ...]) -> n.Op:
        if op in _BOOLEAN_RESULT:
            return n.Op(op, args, n.BOOL)
        return n.Op(op, args, args[0].type if op in _SET_RESULT else n.INT)

    def operand(self) -> n.Expr:
        word = self.word
        if word == "-" or word.isdigit():
            return n.Const(self.integer(), n.INT)
        if word == "$":
            table = self.table_name()
            self.expect("[")
            return n.Lookup(table, self.series("]", self.expression), table.type)
        if word.startswith("`"):
            return self.named()
        match self.next():
            case "@":
                field, indices = self.place()
                return n.Load(field, indices, self.result.fields[field].type)
            case "(":
                return self.parenthesis()
            case "true" | "false":
                return n.Const(int(word == "true"), n.BOOL)
            case "not":
                return self.operation("not", (self.operand(),))
            case "~":
                return self.operation("complement", (self.operand(),))
            case "call":
                return self.call()
        self.column -= 1
        return self.named()

    def parenthesis(self) -> n.Expr:
        inner = self.expression()
        if self.accept("?"):
            yes = self.expression()
            self.expect(":")
            no = self.expression()
            inner = n.Op("select", (inner, yes, no), yes.type)
        self.expect(")")
        return inner

    def call(self) -> n.Call:
        name = self.name()
        self.expect("(")
        args = self.series(")", self.expression)
        function = self.result.functions.get(name)
        if function is None or function.returns is None:
            raise IrSyntaxError(f"line {self.lines[self.row].number}: no function {name!r} with a result")
        return n.Call(name, args, function.returns)

    def named(self) -> n.Expr:
        """What begins with a plain name: a local, a constant set or an operation."""
        name = self.name()
        if self.accept("{"):
            return n.Const(self.members(), n.set_of(name))
        universe = ""
        if self.accept("["):
            universe = self.name()
            self.expect("]")
        if not self.accept("("):
            return self.local(name)
        special = getattr(self, f"_{name}", None)
        result: n.Expr = special(universe) if special else self._operator(name, universe)
        return result

    def _operator(self, name: str, universe: str) -> n.Expr:
        op: n.Operator | None = next((known for known in get_args(n.Operator) if known == name), None)
        if op is None:
            raise IrSyntaxError(f"line {self.lines[self.row].number}: no operation {name!r}")
        args = self.series(")", self.expression)
        return n.Op(op, args, n.set_of(universe)) if op == "single" else self.operation(op, args)

    def _length(self, _: str) -> n.Expr:
        self.expect("@")
        field, indices = self.place()
        self.expect(")")
        return n.Length(field, indices)

    def _shift(self, universe: str) -> n.Expr:
        steps = self.table_name()
        self.expect(",")
        (members,) = self.series(")", self.expression)
        return n.Shift(steps, members, n.set_of(universe) if universe else members.type)

    def _spread(self, _: str) -> n.Expr:
        neighbours = self.table_name()
        self.expect(",")
        (members,) = self.series(")", self.expression)
        return n.Spread(neighbours, members, neighbours.type)

    def _flood(self, _: str) -> n.Expr:
        seed = self.expression()
        self.expect(",")
        within = self.expression()
        self.expect(",")
        neighbours = self.table_name()
        self.expect(")")
        return n.Flood(seed, within, neighbours, within.type)

    def _run(self, _: str) -> n.Expr:
        rays = self.table_name()
        self.expect(",")
        site, members = self.series(")", self.expression)
        return n.Run(rays, site, members)

    def _row(self, _: str) -> n.Expr:
        ahead = self.table_name()
        self.expect(",")
        back = self.table_name()
        self.expect(",")
        length, site, members = self.series(")", self.expression)
        assert isinstance(length, n.Const)
        return n.Row(ahead, back, length.value, site, members)

    def _caught(self, _: str) -> n.Expr:
        rays = self.table_name()
        self.expect(",")
        site, through, ends = self.series(")", self.expression)
        return n.Caught(rays, site, through, ends, ends.type)

    def _flank(self, _: str) -> n.Expr:
        rays = self.table_name()
        self.expect(",")
        through, ends = self.series(")", self.expression)
        return n.Flank(rays, through, ends, ends.type)

    def _reach(self, _: str) -> n.Expr:
        rays = self.table_name()
        self.expect(",")
        site, through, until = self.series(")", self.expression)
        return n.Reach(rays, site, through, until, through.type)

    def _filter(self, _: str) -> n.Expr:
        var, members, cond = self.bound()
        return n.Filter(var, members, cond, members.type)

    def _exists(self, _: str) -> n.Expr:
        return n.Exists(*self.bound())

    def _total(self, _: str) -> n.Expr:
        return n.Total(*self.bound())

    def _digest(self, _: str) -> n.Expr:
        def field() -> str:
            self.expect("@")
            return self.place()[0]

        return n.Digest(self.series(")", field))

    def _emitted(self, _: str) -> n.Expr:
        self.expect(")")
        return n.Emitted()

    def bound(self) -> tuple[n.Local, n.Expr, n.Expr]:
        """`site in members : value)`."""
        name = self.name()
        self.expect("in")
        members = self.expression()
        self.expect(":")
        var = self.declare(name, n.INT)
        value = self.expression()
        self.expect(")")
        return var, members, value
