"""Writes integer and boolean expressions as C."""

from __future__ import annotations

from itertools import product

from petteia.ir import nodes as n
from petteia.ir.ranges import narrowed

from .emit_base import BodyBase, c_name, c_word, grouped

_INFIX = {
    "add": "+", "sub": "-", "mul": "*", "bit_and": "&", "bit_or": "|", "bit_xor": "^", "shift_right": ">>",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "and": "&&", "or": "||",
}  # fmt: skip
_MIRRORED = {"eq": "==", "ne": "!=", "lt": ">", "le": ">="}
"""Comparisons the other way round: a constant stands on the right."""
_CHAINS = ("add", "mul", "and", "or", "bit_and", "bit_or", "bit_xor")
_HELPERS = {"div": "pt_div", "mod": "pt_mod", "min": "pt_min", "max": "pt_max", "abs": "pt_abs"}
_HELPERS |= {"ones_above": "pt_ones_above", "ones_below": "pt_ones_below"}
_INT_MIN = -(2**31)


class Values(BodyBase):
    """Expressions whose value is one integer or boolean."""

    def value(self, expr: n.Expr) -> str:
        """The C text of any expression; lines it needs before it are written first."""
        if expr.type.kind == "set":
            return self.set_value(expr)
        match expr:
            case n.Const(value, type_):
                return self._constant(value, type_)
            case n.Local(name, _):
                return c_name(name)
            case n.Load(field, indices, _):
                return self.place(field, indices)
            case n.Length(field, indices, _):
                return f"s->{c_name(field)}_length{self.subscripts(indices)}"
            case n.Lookup(table, indices, _):
                return f"{self.unit.table(table)}{self.subscripts(indices)}"
            case n.Call(function, args, _):
                return self.call(function, args)
            case n.Digest(fields):
                return self._digest(fields)
            case n.Emitted():
                return "(int)out->count"
            case n.Op():
                return self._operation(expr)
            case n.Run():
                return self.run_length(expr)
            case n.Row():
                return self.ray_row(expr)
            case n.Exists():
                return self.once(expr, lambda: self._exists(expr))
            case n.Total():
                return self.once(expr, lambda: self._total(expr))
        raise AssertionError(f"not an integer or boolean: {expr}")

    def atom(self, expr: n.Expr) -> str:
        """Like `value`, in parentheses where an operator may stand beside it."""
        return grouped(self.value(expr))

    def simple(self, expr: n.Expr, name: str) -> str:
        """The text of an expression that may be repeated: a variable is made where it is not short."""
        if isinstance(expr, n.Const | n.Local) or (isinstance(expr, n.Load) and not expr.indices):
            return self.value(expr)
        made = self.fresh(name)
        text = self.value(expr)
        self.line(f"{self.unit.c_type(expr)} {made} = {text};")
        return made

    def place(self, field: str, indices: tuple[n.Expr, ...]) -> str:
        """A field or an element of it, to read or to write."""
        return f"s->{c_name(field)}{self.subscripts(indices)}"

    def call(self, function: str, args: tuple[n.Expr, ...]) -> str:
        """A call of a function of the program."""
        state = ["s", "out"] if self.unit.emits(function) else ["s"]
        return f"{self.unit.function_name(function)}({', '.join([*state, *map(self.value, args)])})"

    def subscripts(self, indices: tuple[n.Expr, ...]) -> str:
        """The brackets of an array element."""
        return "".join(f"[{self.value(index)}]" for index in indices)

    def _constant(self, value: int, type_: n.Type) -> str:
        if type_ == n.BOOL:
            return "true" if value else "false"
        if value == _INT_MIN:
            return "(-2147483647 - 1)"
        return str(value) if abs(value) < 2**31 else f"{value}ll"

    def _digest(self, fields: tuple[str, ...]) -> str:
        """A hash of fields, by a function that all who ask for it share; of lists only what is used counts."""
        name = f"g_digest_of_{'_'.join(map(c_word, fields))}"
        if name not in self.unit.helpers:
            lines = [f"static int64_t {name}(const State *s) {{", "    uint64_t digest = 0;"]
            for field_name in fields:
                field, c = self.unit.program.fields[field_name], c_name(field_name)
                if not field.capacity:
                    lines.append(f"    digest = pt_hash_bytes(digest, &s->{c}, sizeof s->{c});")
                    continue
                for places in product(*map(range, field.shape)):
                    at = "".join(f"[{place}]" for place in places)
                    size = f"s->{c}_length{at} * sizeof s->{c}{at}[0]"
                    lines.append(f"    digest = pt_hash_bytes(digest, &s->{c}{at}, {size});")
            self.unit.helpers[name] = [*lines, "    return (int64_t)(digest >> 2);", "}"]
        return f"{name}(s)"

    def _operation(self, expr: n.Op) -> str:
        op, args = expr.op, expr.args
        if op in ("and", "or"):
            return self._guarded(expr)
        if op == "select":
            return self._select(expr)
        if op in _MIRRORED and isinstance(args[0], n.Const) and not isinstance(args[1], n.Const):
            return f"{self.atom(args[1])} {_MIRRORED[op]} {self.atom(args[0])}"
        if op in _INFIX:
            operands = _chain(expr) if op in _CHAINS else list(args)
            return f" {_INFIX[op]} ".join(map(self.atom, operands))
        if op in ("div", "mod") and isinstance(args[1], n.Const) and args[1].value > 0:
            return f"{self.atom(args[0])} {'/' if op == 'div' else '%'} {args[1].value}"
        if op in _HELPERS:
            return f"{_HELPERS[op]}({', '.join(map(self.value, args))})"
        match op:
            case "shift_left":
                return f"({self.unit.int_type})((uint64_t){self.atom(args[0])} << {self.atom(args[1])})"
            case "neg":
                return f"-{self.atom(args[0])}"
            case "not" if isinstance(args[0], n.Op) and args[0].op == "is_empty":
                cut_off = self.is_cut_off(args[0])
                return self.is_inhabited(args[0].args[0]) if cut_off is None else cut_off.removeprefix("!")
            case "is_empty" if (cut_off := self.is_cut_off(expr)) is not None:
                return cut_off
            case "not":
                return f"!{self.atom(args[0])}"
            case "to_int":
                return self.atom(args[0])
        return self.set_question(expr)

    def _guarded(self, expr: n.Op) -> str:
        """`and`, `or`: what a later operand needs first must not run unless it is asked for."""
        operands = _chain(expr)
        rows = [operand for operand in operands if isinstance(operand, n.Row)] if expr.op == "or" else []
        if len(rows) > 1 and (together := self.any_row(rows)):
            operands = [rows[0], *(operand for operand in operands if operand not in rows)]
            texts = [together]
        else:
            texts = [self._tested(operands[0], expr.op)]
        name, known, holds = "", self.known, expr.op == "and"
        for operand, last in zip(operands[1:], operands, strict=False):
            self.known = narrowed(self.unit.program, self.known, last, self.changing, holds=holds)
            with self.aside() as before:
                text = self._tested(operand, expr.op)
            if not before:
                texts.append(text)
                continue
            so_far = f" {_INFIX[expr.op]} ".join(texts)
            if not name:
                name = self.fresh("holds")
                self.line(f"bool {name} = {so_far};")
            elif so_far != name:
                self.line(f"{name} = {so_far};")
            with self.indented(f"if ({name}) {{" if expr.op == "and" else f"if (!{name}) {{"):
                self.lines += before
                self.line(f"{name} = {text};")
            texts = [name]
        self.known = known
        return f" {_INFIX[expr.op]} ".join(texts)

    def _tested(self, operand: n.Expr, op: str) -> str:
        """One of several conditions."""
        quick = self.is_cut_off(operand) if op == "and" else None
        return quick or self.atom(operand)

    def _select(self, expr: n.Op) -> str:
        cond, chosen, other = expr.args
        test = self.atom(cond)
        with self.aside() as before_chosen, self.given(cond):
            first = self.atom(chosen)
        with self.aside() as before_other, self.given(cond, holds=False):
            second = self.atom(other)
        if not before_chosen and not before_other:
            return f"{test} ? {first} : {second}"
        name = self.fresh("chosen")
        self.line(f"{self.unit.c_type(expr)} {name};")
        self.branch(test, before_chosen, f"{name} = {first};", before_other, f"{name} = {second};")
        return name

    def branch(self, test: str, before: list[str], then: str, before_other: list[str], otherwise: str) -> None:
        """Writes an if with lines prepared for each side."""
        self.line(f"if ({test}) {{")
        self.lines += before
        self.line(f"    {then}")
        self.line("} else {")
        self.lines += before_other
        self.line(f"    {otherwise}")
        self.line("}")

    def _exists(self, expr: n.Exists) -> str:
        found = self.fresh("found")
        self.line(f"bool {found} = false;")
        with self.over_sites(expr.var, expr.set, until=found):
            self.line(f"{found} = {self.value(expr.cond)};")
        return found

    def _total(self, expr: n.Total) -> str:
        total = self.fresh("total")
        self.line(f"{self.unit.c_type(expr)} {total} = 0;")
        with self.over_sites(expr.var, expr.set):
            text = self.value(expr.value)
            self.line(f"{total} += {text};")
        return total


def _chain(expr: n.Op) -> list[n.Expr]:
    """The operands of one associative operation applied again and again."""
    operands: list[n.Expr] = []
    rest: n.Expr = expr
    while isinstance(rest, n.Op) and rest.op == expr.op:
        operands.append(rest.args[1])
        rest = rest.args[0]
    return [rest, *reversed(operands)]
