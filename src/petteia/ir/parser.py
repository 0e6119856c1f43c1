"""Reads the text of a rule program, as `petteia.ir.printer` writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn, TypeVar, cast, get_args

from petteia.errors import PetteiaError

from . import nodes as n
from .declare import DECLARED, Declaration, Part, Slot
from .printer import INFIX, RESERVED

_OPERATORS: dict[str, n.Operator] = {sign: op for op, sign in INFIX.items()}
_TOKEN = re.compile(
    r"""\s*(?P<token>"(?:[^"\\]|\\.)*"|`[^`]*`|\d+|\w+|->|\.\.|==|!=|<=|[-+*/%<|&\\~@$()\[\]{}:,=?])|\s*(?P<doc>\#.*)"""
)
_BOOLEAN_RESULT = frozenset(["eq", "ne", "lt", "le", "and", "or", "not", "same", "has", "is_empty"])
_SET_RESULT = frozenset(["union", "intersect", "minus", "complement"])
_STATEMENTS: dict[str, type[n.Stmt]] = {d.keyword: cls for cls, d in DECLARED.items() if issubclass(cls, n.Stmt)}
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

    def fail(self, cause: str) -> NoReturn:
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
        """The items between commas, up to a closing bracket."""
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
        if self.accept("if"):
            return self.branches(indent)
        kind = n.Store if self.word == "@" else _STATEMENTS.get(self.word)
        if kind is None and self.word in RESERVED:
            self.fail("not a statement")
        parts = self.written(DECLARED[kind or n.Assign])
        self.end_line()
        held = [part.name for part in DECLARED[kind or n.Assign].parts if part.role == "block"]
        return (kind or n.Assign)(**parts, **{name: self.block(indent) for name in held})

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

    def written(self, declaration: Declaration, begin: int = 0) -> dict[str, Any]:
        """The parts of a node by their names, read by its template from one of its pieces on."""
        found: dict[str, Any] = {}
        binder = None
        for k in range(begin, len(declaration.syntax)):
            piece = declaration.syntax[k]
            if isinstance(piece, str):
                self.expect(piece)
                continue
            behind = declaration.syntax[k + 1] if k + 1 < len(declaration.syntax) else ""
            found[piece.part.name] = self.framed(piece, behind if isinstance(behind, str) else "")
            if piece.part.role == "binder":
                binder = piece.part.name
            elif piece.part.role == "expression" and binder:  # the variable stands for this value
                found[binder] = self.declare(found[binder].name, found[piece.part.name].type)
        return found

    def framed(self, slot: Slot, behind: str) -> Any:
        """A part with its frame, if it is there; `behind` is the word that stands after it."""
        if slot.frame is None:
            return self.part(slot.part, behind)
        start, close = slot.frame[0].strip(), slot.frame[1].strip()
        if (start and not self.accept(start)) or (not start and not self.word):
            return None if slot.part.role == "optional" else ()
        value = self.part(slot.part, close)
        if close:
            self.expect(close)
        return value

    def part(self, part: Part, close: str) -> Any:
        """One part of a node; several end before the word `close`."""
        match part.role:
            case "expression" | "number" | "condition" | "sites" | "optional":
                return self.expression()
            case "expressions":
                return self.listed(close, self.expression)
            case "fields":
                return self.listed(close, self.field_name)
            case "local":
                return self.local(self.name())
            case "binder":
                return self.declare(self.name(), n.INT)
            case "element" | "list":
                return self.field_name()
            case "function" | "kind":
                return self.name()
            case "table" | "steps" | "neighbours" | "rays" | "fans":
                return self.table_name()
            case _:
                return self.universe_type() if part.name == "type" else self.integer()

    def universe_type(self) -> n.Type | None:
        """The type of sets of the universe in brackets, if there is one."""
        if not self.accept("["):
            return None
        universe = self.name()
        self.expect("]")
        return n.set_of(universe)

    def listed(self, close: str, one: Callable[[], _T]) -> tuple[_T, ...]:
        """The items between commas, up to a word that is left to be read."""
        found: list[_T] = []
        while self.word != close:
            if found:
                self.expect(",")
            found.append(one())
        return tuple(found)

    def made(self, declaration: Declaration, parts: dict[str, Any]) -> n.Expr:
        """An expression of its parts; its type is what its declaration says."""
        if declaration.typed:
            parts["type"] = self.type_like(parts[declaration.typed])
        elif parts.get("type", 0) is None:
            parts["type"] = parts["set"].type
        return cast("n.Expr", declaration.cls(**parts))

    def type_like(self, part: Any) -> n.Type:
        """The type of a part, of the field it names, or of the function's result."""
        if not isinstance(part, str):
            return cast("n.Type", part.type)
        if part in self.result.fields:
            return self.result.fields[part].type
        function = self.result.functions.get(part)
        if function is None or function.returns is None:
            self.fail(f"no function {part!r} with a result")
        return function.returns

    def field_name(self) -> str:
        """The name of a field after its `@`."""
        self.expect("@")
        name = self.name()
        if name not in self.result.fields:
            self.fail(f"no field {name!r}")
        return name

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
        if word in ("$", "@", "call"):
            declaration = DECLARED[{"$": n.Lookup, "@": n.Load, "call": n.Call}[word]]
            return self.made(declaration, self.written(declaration))
        if word.startswith("`"):
            return self.named()
        match self.next():
            case "(":
                return self.parenthesis()
            case "true" | "false":
                return n.Const(int(word == "true"), n.BOOL)
            case "not":
                return self.operation("not", (self.operand(),))
            case "~":
                return self.operation("complement", (self.operand(),))
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

    def named(self) -> n.Expr:
        """The expression that begins with a plain name: a local, a constant set or an operation."""
        name = self.name()
        if self.accept("{"):
            return n.Const(self.members(), n.set_of(name))
        declaration = next((d for d in DECLARED.values() if d.keyword == name and issubclass(d.cls, n.Expr)), None)
        if declaration is not None and self.word in ("(", "["):
            return self.made(declaration, self.written(declaration, 1))
        type_ = self.universe_type()
        return self.operator(name, type_) if self.accept("(") else self.local(name)

    def operator(self, name: str, type_: n.Type | None) -> n.Expr:
        op: n.Operator | None = next((known for known in get_args(n.Operator) if known == name), None)
        if op is None:
            self.fail(f"no operation {name!r}")
        args = self.series(")", self.expression)
        return n.Op(op, args, type_ or n.INT) if op == "single" else self.operation(op, args)
