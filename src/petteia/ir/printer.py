"""The text of a rule program: stable, easy to compare, and read back by `petteia.ir.parser`.

Fields are written `@name`, tables `$name`, locals plainly. A chain of infix operators has one operator; other
combinations are in parentheses, so there is no precedence to know. A name that is not a plain word is in backquotes.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from . import nodes as n
from .declare import DECLARED, Declaration, Part, Slot, blocks
from .ops import bits

INFIX: dict[n.Operator, str] = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
    "and": "and", "or": "or", "union": "|", "intersect": "&", "minus": "\\", "has": "in",
}  # fmt: skip
RESERVED = frozenset(["true", "false", "not", "and", "or", "in", "call", "elif", "else", "with", "below"]).union(
    declaration.keyword for cls, declaration in DECLARED.items() if issubclass(cls, n.Stmt) and declaration.keyword
)
_WIDTH = 116


def print_program(program: n.Program) -> str:
    """The text of a whole program."""
    return "\n".join(_Printer(program).program()) + "\n"


def print_function(program: n.Program, name: str) -> str:
    """The text of one function."""
    return "\n".join(_Printer(program).function(program.functions[name])) + "\n"


def print_statement(statement: n.Stmt) -> str:
    """The first line of a statement, for messages."""
    return next(_Printer(None).statement(statement))


def print_expression(expr: n.Expr) -> str:
    """The text of an expression, for messages."""
    return _Printer(None).expression(expr)


def _word(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) and name not in RESERVED else f"`{name}`"


def _set(mask: int) -> str:
    """The members of a set; three and more in a row as `first..last`."""
    words: list[str] = []
    members = bits(mask)
    while members:
        length = 1
        while length < len(members) and members[length] == members[0] + length:
            length += 1
        if length >= 3:
            words.append(f"{members[0]}..{members[length - 1]}")
        else:
            words += map(str, members[:length])
        members = members[length:]
    return "{" + " ".join(words) + "}"


def _type(type_: n.Type, shape: tuple[int, ...] = ()) -> str:
    name = f"set[{_word(type_.universe)}]" if type_.kind == "set" else type_.kind
    return name + (f"[{', '.join(map(str, shape))}]" if shape else "")


def _doc(doc: str) -> str:
    return "  # " + doc.replace("\\", "\\\\").replace("\n", "\\n") if doc else ""


def _template(declaration: Declaration) -> list[str | Slot]:
    """The template of a node with its words as they are written: what stands between the places of its parts."""
    pieces: list[str | Slot] = []
    slots = iter(piece for piece in declaration.syntax if isinstance(piece, Slot))
    for k, text in enumerate(re.split(r"(\{[^}]*\})", declaration.text)):
        if k % 2:
            pieces.append(next(slots))
        elif text:
            pieces.append(text)
    return pieces


_TEMPLATES: dict[type, list[str | Slot]] = {}


class _Printer:
    """Writes one program; tables get their names when they are first met."""

    def __init__(self, program: n.Program | None) -> None:
        self.source = program
        self.tables: dict[n.Table, str] = {}

    # -- declarations -------------------------------------------------------------------------------------------

    def program(self) -> Iterator[str]:
        assert self.source is not None
        functions = [line for f in self.source.functions.values() for line in ("", *self.function(f))]
        yield f"program {json.dumps(self.source.name)} players {self.source.players}"
        for universe, size in self.source.universes.items():
            yield f"universe {_word(universe)} {size}"
        yield ""
        yield from map(self.field, self.source.fields.values())
        yield ""
        for table, name in sorted(self.tables.items(), key=lambda item: item[1]):
            yield from self.table(table, name)
        yield ""
        yield from map(self.kind, self.source.kinds.values())
        yield from functions

    def field(self, field: n.Field) -> str:
        words = [f"field {_word(field.name)}: {_type(field.type, field.shape)}"]
        if field.capacity:
            words.append(f"list {field.capacity}")
        if (field.low, field.high) != (0, 0):
            words.append(f"{field.low}..{field.high}")
        if field.initial:
            words.append("= " + (_set(field.initial) if field.type.kind == "set" else str(field.initial)))
        if field.visible:
            words.append("visible")
        if field.tells:
            words.append(f"tells {_word(field.tells)}")
        return " ".join(words) + _doc(field.doc)

    def table(self, table: n.Table, name: str) -> Iterator[str]:
        head = f"table {_word(name)}: {_type(table.type, table.shape)} ="
        values = [_set(v) if table.type.kind == "set" else str(v) for v in table.values]
        if len(head) + sum(len(v) + 1 for v in values) <= _WIDTH:
            yield " ".join([head, *values])
            return
        yield head
        row = table.shape[-1]
        for k in range(0, len(values), row):
            yield from textwrap.wrap(" ".join(values[k : k + row]), _WIDTH, initial_indent="  ", subsequent_indent="  ")

    def kind(self, kind: n.Kind) -> str:
        captured = ", ".join(map(_word, kind.captured))
        effect = f"{_word(kind.effect)}({captured})"
        return f"kind {_word(kind.name)} = {effect} {json.dumps(kind.text)} {_word(kind.letters)}"

    def function(self, function: n.Function) -> Iterator[str]:
        params = ", ".join(f"{_word(p.name)}: {_type(p.type)}" for p in function.params)
        returns = f" -> {_type(function.returns)}" if function.returns else ""
        emits = " emits" if function.emits else ""
        yield f"fn {_word(function.name)}({params}){returns}{emits}:{_doc(function.doc)}"
        yield from self.block(function.body)

    # -- statements ---------------------------------------------------------------------------------------------

    def block(self, block: n.Block) -> Iterator[str]:
        for statement in block:
            for line in self.statement(statement):
                yield "  " + line

    def statement(self, s: n.Stmt) -> Iterator[str]:
        declaration = DECLARED.get(type(s))
        if declaration is None:
            raise TypeError(f"not a statement: {s!r}")
        yield self.written(s, declaration)
        if isinstance(s, n.If):
            yield from self.branches(s)
        else:
            for body in blocks(s):
                yield from self.block(body)

    def branches(self, s: n.If) -> Iterator[str]:
        """Lines after that of an `if`."""
        yield from self.block(s.then)
        match s.orelse:
            case (n.If() as other,):
                yield "el" + self.written(other, DECLARED[n.If])
                yield from self.branches(other)
            case ():
                pass
            case _:
                yield "else:"
                yield from self.block(s.orelse)

    # -- parts --------------------------------------------------------------------------------------------------

    def written(self, x: n.Expr | n.Stmt, declaration: Declaration) -> str:
        """The text of a node by its template; of statements with blocks, the first line."""
        template = _TEMPLATES.get(declaration.cls)
        if template is None:
            template = _TEMPLATES[declaration.cls] = _template(declaration)
        words = []
        for piece in template:
            if isinstance(piece, str):
                words.append(piece)
            elif text := self.part(x, piece.part):
                words.append(f"{piece.frame[0]}{text}{piece.frame[1]}" if piece.frame else text)
        return "".join(words)

    def part(self, x: Any, part: Part) -> str:
        """The text of one part of a node."""
        if part.name == "type":
            return "" if x.type == x.set.type else f"[{_word(x.type.universe)}]"
        value = getattr(x, part.name)
        match part.role:
            case "expression" | "number" | "condition" | "sites":
                return self.expression(value)
            case "optional":
                return "" if value is None else self.expression(value)
            case "expressions":
                return self.list(value)
            case "local" | "binder":
                return _word(value.name)
            case "element" | "list":
                return f"@{_word(value)}"
            case "fields":
                return ", ".join(f"@{_word(field)}" for field in value)
            case "function" | "kind":
                return _word(value)
            case "table" | "steps" | "neighbours" | "rays" | "fans":
                return self.name_of(value)
            case _:
                return str(value)

    # -- expressions --------------------------------------------------------------------------------------------

    def list(self, exprs: Sequence[n.Expr]) -> str:
        return ", ".join(map(self.expression, exprs))

    def name_of(self, table: n.Table) -> str:
        """`$name` of a table; of two tables with one name the later gets another."""
        name = self.tables.get(table)
        if name is None:
            taken, k = set(self.tables.values()), 2
            name = table.name
            while name in taken:
                name, k = f"{table.name}_{k}", k + 1
            self.tables[table] = name
        return f"${_word(name)}"

    def expression(self, x: n.Expr) -> str:
        match x:
            case n.Const(value, type_):
                if type_.kind == "set":
                    return _word(type_.universe) + _set(value)
                return str(value) if type_ == n.INT else "true" if value else "false"
            case n.Local(name, _):
                return _word(name)
            case n.Op():
                return self.operation(x)
            case _:
                return self.written(x, DECLARED[type(x)])

    def operation(self, x: n.Op) -> str:
        if x.op == "has":
            return f"{self.operand(x.args[1])} in {self.operand(x.args[0])}"
        if x.op in INFIX:
            right: list[n.Expr] = []
            left: n.Expr = x
            while isinstance(left, n.Op) and left.op == x.op:
                right.append(left.args[1])
                left = left.args[0]
            return f" {INFIX[x.op]} ".join(map(self.operand, (left, *reversed(right))))
        match x.op:
            case "not":
                return f"not {self.operand(x.args[0])}"
            case "complement":
                return f"~{self.operand(x.args[0])}"
            case "select":
                cond, yes, no = map(self.operand, x.args)
                return f"({cond} ? {yes} : {no})"
            case "single":
                return f"single[{_word(x.type.universe)}]({self.expression(x.args[0])})"
            case _:
                return f"{x.op}({self.list(x.args)})"

    def operand(self, x: n.Expr) -> str:
        """An expression beside an operator, in parentheses if it has one itself."""
        text = self.expression(x)
        return f"({text})" if isinstance(x, n.Op) and x.op in INFIX else text
