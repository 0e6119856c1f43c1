"""The common base of the writers of C: names, tables and helpers that a unit needs, the lines of a function."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from math import prod

from petteia.ir import nodes as n
from petteia.ir.effects import EffectAnalysis
from petteia.ir.ranges import Bounds, Ranges, narrowed
from petteia.ir.survey import survey
from petteia.ir.visit import assigned_locals, introduced, locals_of, walk_stmts

from .layout import BYTE_ORDER, Element, Layout, int_element, words_of
from .widths import Widths

_RESERVED = frozenset(re.findall(r"\w+", """
    auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof
    bool true false s out w State Move Moves Effect Effects Random Totals memcpy memset memmove abort main
"""))  # fmt: skip
_SMALL, _TOO_LARGE = 160, 10**6
_WIDTH = 116
"""How long the lines of tables become."""
_LONG_TABLE = 4096
"""Tables of more numbers than this are written as bytes."""
_BYTES_A_LINE = 48
UNROLLED_WORDS = 8
"""Sets of up to so many words are written out word by word; larger ones by loops."""


def c_word(name: str) -> str:
    """A name of the program as a part of a C identifier."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def c_name(name: str) -> str:
    """A name of the program as a C identifier."""
    plain = c_word(name)
    return plain + "_" if plain in _RESERVED or plain[:1].isdigit() else plain


def literal(value: int) -> str:
    """A 64-bit word."""
    return f"0x{value:x}ull" if value > 9 else f"{value}ull"


_POSTFIX = re.compile(r"(?:->|\.)\w+")


def grouped(text: str) -> str:
    """The text of an expression in parentheses, unless it binds tighter than any operator between two operands."""
    return text if _is_atom(text) else f"({text})"


def bare(text: str) -> str:
    """The text of an expression without parentheses around the whole."""
    while text.startswith("(") and _closing(text, 0) == len(text) - 1:
        text = text[1:-1]
    return text


def _is_atom(text: str) -> bool:
    at = 0
    while text[at : at + 1] == "!":
        at += 1
    if text[at : at + 1] == "(":
        at = _closing(text, at) + 1
        if text[at : at + 1].isalnum():  # a cast
            return _is_atom(text[at:])
    else:
        start = at
        while at < len(text) and (text[at].isalnum() or text[at] == "_"):
            at += 1
        if at == start:
            return False
    while at < len(text):
        if text[at] in "([":
            at = _closing(text, at) + 1
        elif found := _POSTFIX.match(text, at):
            at = found.end()
        else:
            return False
    return True


def _closing(text: str, at: int) -> int:
    """The place of the bracket that closes the one at a place."""
    depth = 0
    for k in range(at, len(text)):
        if text[k] in "([{":
            depth += 1
        elif text[k] in ")]}":
            depth -= 1
            if not depth:
                return k
    raise AssertionError(f"brackets do not match: {text}")


class Unit:
    """One translation unit under way: the program, its analyses, and the declarations that functions ask for."""

    def __init__(self, program: n.Program, further: tuple[str, ...] = (), playouts: n.Block = ()) -> None:
        self.program = program
        self.layout = Layout(program)
        self.effects = EffectAnalysis(program)
        self.ranges = Ranges(program, further)
        self.widths = Widths(program, playouts)
        self.int_type = "int64_t" if self.widths.any else "int"
        """The type of integers that anything may be assigned to."""
        self._tables: dict[n.Table, str] = {}
        self._table_names: set[str] = set()
        self._declared: set[str] = set()
        self._constants: dict[tuple[int, str], str] = {}
        self.table_lines: list[str] = []
        self._sizes: dict[str, int] = {}
        effects = {kind.effect for kind in program.kinds.values()}
        self.small_effects = {effect for effect in effects if self.is_small(effect) or self._only_calls(effect)}
        self.helpers: dict[str, list[str]] = {}
        """Text of small functions that rules share, by name, in order of definition."""

    def is_small(self, function: str) -> bool:
        """True if a function, with all it calls, is short enough to be compiled into every place that calls it."""
        return self._size(function) <= _SMALL

    def _only_calls(self, function: str) -> bool:
        """True if a function does nothing but call one or two others."""
        body = self.program.functions[function].body
        return len(body) <= 2 and all(isinstance(statement, n.Do) for statement in body)

    def _size(self, function: str) -> int:
        if function not in self._sizes:
            self._sizes[function] = _TOO_LARGE  # a function that calls itself is never small
            nodes = survey(self.program.functions[function]).nodes
            called = {node.function for node in nodes if isinstance(node, n.Call | n.Do)}
            size = _TOO_LARGE if any(isinstance(node, n.Collect) for node in nodes) else len(nodes)
            self._sizes[function] = size + sum(map(self._size, called))
        return self._sizes[function]

    def emits(self, function: str) -> bool:
        """True if a function needs a list of moves."""
        effects = self.effects.of_function(function)
        return bool(effects.kinds) or effects.counts

    def words(self, universe: str) -> int:
        """How many words a set of a universe takes."""
        return words_of(self.program.universes[universe])

    def everything(self, universe: str) -> int:
        """The mask of all sites of a universe."""
        return (1 << self.program.universes[universe]) - 1

    def set_type(self, universe: str) -> str:
        """The C type of sets of a universe."""
        return "uint64_t" if self.words(universe) == 1 else f"{c_name(universe)}Set"

    def c_type(self, x: n.Expr) -> str:
        """The C type of an expression or a variable."""
        return self.widths.number_type(x) if x.type == n.INT else self.plain_type(x.type)

    def plain_type(self, type_: n.Type) -> str:
        """The C type of sets and truths."""
        return "bool" if type_ == n.BOOL else self.set_type(type_.universe)

    def result_type(self, function: n.Function) -> str:
        """The C type of what a function returns."""
        assert function.returns is not None
        if function.returns == n.INT:
            return self.widths.result_type(function.name)
        return self.plain_type(function.returns)

    def function_name(self, name: str) -> str:
        """The C name of a function of the program."""
        return f"g_{c_word(name)}"

    def kind_name(self, kind: str) -> str:
        """The C name of a kind of move."""
        return f"KIND_{c_word(kind)}"

    def table(self, table: n.Table) -> str:
        """The C name of a constant table, declared on first use."""
        name = self.table_name(table)
        if name not in self._declared:
            self._declared.add(name)
            self.table_lines += self._table_text(name, table)
        return name

    def table_name(self, table: n.Table) -> str:
        """The C name of a constant table, whether or not it is declared."""
        name = self._tables.get(table)
        if name is None:
            base = f"t_{c_word(table.name)}"
            name, k = base, 2
            while name in self._table_names:
                name, k = f"{base}_{k}", k + 1
            self._tables[table] = name
            self._table_names.add(name)
        return name

    def constant_set(self, value: int, universe: str) -> str:
        """A constant set in memory, for where its word is known only when the game runs."""
        key = (value, universe)
        name = self._constants.get(key)
        if name is None:
            name = self._constants[key] = f"t_{c_word(universe)}_set_{len(self._constants) + 1}"
            body = self.set_literal(value, universe)
            self.table_lines.append(f"static const {self.set_type(universe)} {name} = {body};")
        return name

    def set_literal(self, value: int, universe: str) -> str:
        """The words of a constant set, as an initializer."""
        words = self.words(universe)
        text = ", ".join(literal(value >> 64 * i & 2**64 - 1) for i in range(words))
        return text if words == 1 else f"{{{{{text}}}}}"

    def table_type(self, table: n.Table) -> str:
        """The C type of a table's elements."""
        if table.type.kind == "set":
            return self.set_type(table.type.universe)
        return self._element(table).c_type

    def _element(self, table: n.Table) -> Element:
        return int_element(table.low, max(table.high, table.low + 1))

    def _table_text(self, name: str, table: n.Table) -> list[str]:
        words = self.words(table.type.universe) if table.type.kind == "set" else 1
        if len(table.values) * words > _LONG_TABLE:
            return self._bytes_text(name, table)
        items = [str(value) for value in table.values]
        if table.type.kind == "set":
            items = [self.set_literal(value, table.type.universe) for value in table.values]
        dims = "".join(f"[{size}]" for size in table.shape)
        return [f"static const {self.table_type(table)} {name}{dims} = {{", *_rows(items, table.shape, 1), "};"]

    def _bytes_text(self, name: str, table: n.Table) -> list[str]:
        """A long table as bytes in quotes, which compilers read ten times as fast as numbers."""
        element = self._element(table)
        width, signed = element.width, element.signed
        if table.type.kind == "set":
            width, signed = 8 * self.words(table.type.universe), False
        data = b"".join(value.to_bytes(width, BYTE_ORDER, signed=signed) for value in table.values)
        lines = [f'"{_quoted(data[k : k + _BYTES_A_LINE])}"' for k in range(0, len(data), _BYTES_A_LINE)]
        inner = "".join(f"[{size}]" for size in table.shape[1:])
        pointer = f"const {self.table_type(table)} {f'(*){inner}' if inner else '*'}"
        head = f"static const char {name}_bytes[] __attribute__((aligned(8))) ="
        return [head, *lines[:-1], f"{lines[-1]};", f"#define {name} (({pointer}){name}_bytes)"]


_QUOTED = [f"\\{byte:o}" for byte in range(256)]
for _byte in range(32, 127):
    # by its semicolons a unit is measured; digits would count to the escape before them
    if chr(_byte) not in '"?\\;01234567':
        _QUOTED[_byte] = chr(_byte)


def _quoted(data: bytes) -> str:
    """Bytes as they stand between quotes in C."""
    return "".join(map(_QUOTED.__getitem__, data))


def _wrapped(items: list[str], indent: str) -> list[str]:
    """Elements in as few lines as they need."""
    lines, line = [], indent
    for item in items:
        if len(line) + len(item) >= _WIDTH and line != indent:
            lines.append(line.rstrip())
            line = indent
        line += f"{item}, "
    return [*lines, line[:-2]] if items else []


def _rows(items: list[str], shape: tuple[int, ...], depth: int) -> list[str]:
    """The elements of an array, in braces by dimension."""
    indent = "    " * depth
    if len(shape) == 1:
        return _wrapped(items, indent)
    lines, step = [], prod(shape[1:])
    for start in range(0, len(items), step):
        inner = _rows(items[start : start + step], shape[1:], depth + 1)
        one_line = len(inner) == 1 and len(shape) == 2
        lines += [f"{indent}{{{inner[0].strip()}}},"] if one_line else [f"{indent}{{", *inner, f"{indent}}},"]
    return lines


class BodyBase:
    """The lines of one function, and the expressions in them. The parts of the language are mixed in by subject."""

    def __init__(self, unit: Unit, function: n.Function) -> None:
        self.unit = unit
        self.function = function
        self.lines: list[str] = []
        self._made: list[dict[n.Expr, str]] = [{}]
        self.depth = 1
        self.known: dict[str, Bounds] = unit.ranges.parameters(function)
        self.changing = assigned_locals(function.body)
        self._taken = {c_name(p.name) for p in function.params} | _names(function.body)
        self._numbered: dict[str, int] = {}
        """For each name the number to try next."""

    # -- lines --------------------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        """Writes a line of C at the current depth."""
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def indented(self, opening: str, closing: str = "}") -> Iterator[None]:
        """Writes an opening line, what comes deeper, and a closing line."""
        self.line(opening)
        self.depth += 1
        self._made.append({})
        yield
        self._made.pop()
        self.depth -= 1
        if closing:
            self.line(closing)

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """Lines written inside go to a list of their own, one level deeper."""
        saved, self.lines = self.lines, []
        self.depth += 1
        self._made.append({})
        try:
            yield self.lines
        finally:
            self._made.pop()
            self.depth -= 1
            self.lines = saved

    # -- values that are there already ----------------------------------------------------------------------------

    def once(self, expr: n.Expr, make: Callable[[], str]) -> str:
        """The variable that holds the value of an expression, made unless a block around has it already."""
        for made in self._made:
            if expr in made:
                return made[expr]
        name = make()
        if name.isidentifier():
            self._made[-1][expr] = name
        return name

    def has_made(self, expr: n.Expr) -> bool:
        """True if a variable holds the value of an expression already."""
        return any(expr in made for made in self._made)

    def forget(self, statement: n.Stmt) -> None:
        """Drops the values that a statement may change."""
        if not any(self._made):
            return
        writes = self.unit.effects.of_statement(statement).writes
        changed = assigned_locals((statement,))
        emits = bool(self.unit.effects.of_statement(statement).kinds)
        for made in self._made:
            for expr in list(made):
                read = self.unit.effects.of_expr(expr)
                if read.reads & writes or (emits and read.counts) or (changed and locals_of(expr) & changed):
                    del made[expr]

    def fresh(self, name: str) -> str:
        """A C variable that the function does not have yet."""
        k = self._numbered.get(name, 1)
        while f"{name}{k}" in self._taken:
            k += 1
        self._taken.add(f"{name}{k}")
        self._numbered[name] = k + 1
        return f"{name}{k}"

    @contextmanager
    def given(self, cond: n.Expr, *, holds: bool = True) -> Iterator[None]:
        """A part of the code that is reached only where a condition holds, or only where it does not."""
        before = self.known
        self.known = dict(narrowed(self.unit.program, before, cond, self.changing, holds=holds))
        try:
            yield
        finally:
            self.known = before

    # -- what the parts give each other -------------------------------------------------------------------------

    def value(self, expr: n.Expr) -> str:
        """The C text of any expression; lines it needs before it are written first."""
        raise NotImplementedError

    def atom(self, expr: n.Expr) -> str:
        """Like `value`, in parentheses where an operator may stand beside it."""
        raise NotImplementedError

    def words(self, expr: n.Expr) -> list[str]:
        """All words of a set."""
        raise NotImplementedError

    def word_at(self, expr: n.Expr, index: str) -> str:
        """The word of a set whose number is a C expression."""
        raise NotImplementedError

    def simple(self, expr: n.Expr, name: str) -> str:
        """The text of an expression that may be repeated: a variable is made where it is not short."""
        raise NotImplementedError

    def settled(self, expr: n.Expr, name: str) -> str:
        """The name of a set that lies in memory, made first if need be."""
        raise NotImplementedError

    def set_value(self, expr: n.Expr) -> str:
        """A whole set: a 64-bit word, or a struct of words."""
        raise NotImplementedError

    def set_question(self, expr: n.Op) -> str:
        """An operation on sets whose value is an integer or a truth."""
        raise NotImplementedError

    def is_inhabited(self, members: n.Expr) -> str:
        """True if a set has a site."""
        raise NotImplementedError

    def made_set(self, expr: n.Expr) -> str:
        """The name of a set that statements of its own make."""
        raise NotImplementedError

    def stepped_word(self, expr: n.Shift | n.Spread, index: int) -> str:
        """One word of a regular step or spread of a set in memory."""
        raise NotImplementedError

    def flood_helper(self, neighbours: n.Table, universe: str) -> str:
        """The function that floods over a table of neighbours."""
        raise NotImplementedError

    def is_cut_off(self, expr: n.Expr) -> str | None:
        """A quick test that a flood does not touch a set, where it can save work."""
        raise NotImplementedError

    def unreached_helper(self, neighbours: n.Table, universe: str) -> str:
        """The function that finds which of a few sites a flood does not reach."""
        raise NotImplementedError

    def run_length(self, expr: n.Run) -> str:
        """How far a ray runs in a set."""
        raise NotImplementedError

    def ray_row(self, expr: n.Row) -> str:
        """True if there is a row through a site."""
        raise NotImplementedError

    def any_row(self, rows: Sequence[n.Row]) -> str | None:
        """True if there is one of several rows through a site, found without asking for one after the other."""
        raise NotImplementedError

    def ray_set(self, expr: n.Caught | n.Flank | n.Reach) -> str:
        """The name of a set made of a ray."""
        raise NotImplementedError

    def is_bundle(self, expr: n.Expr) -> bool:
        """True if a set is made of several rays at once."""
        raise NotImplementedError

    def bundle_set(self, expr: n.Expr) -> str:
        """The name of a set made of several rays at once."""
        raise NotImplementedError

    def call(self, function: str, args: tuple[n.Expr, ...]) -> str:
        """A call of a function of the program."""
        raise NotImplementedError

    def place(self, field: str, indices: tuple[n.Expr, ...]) -> str:
        """A field or an element of it, to read or to write."""
        raise NotImplementedError

    def subscripts(self, indices: tuple[n.Expr, ...]) -> str:
        """The brackets of an array element."""
        raise NotImplementedError

    def branch(self, test: str, before: list[str], then: str, before_other: list[str], otherwise: str) -> None:
        """Writes an if with lines prepared for each side."""
        raise NotImplementedError

    def over_sites(
        self, var: n.Local, members: n.Expr, *, until: str = "", whole: bool = False
    ) -> AbstractContextManager[None]:
        """Writes a loop over the sites of a set; what is written inside is its body."""
        raise NotImplementedError

    def block(self, block: n.Block) -> None:
        """Writes the statements of a block."""
        raise NotImplementedError

    def is_site(self, expr: n.Expr, universe: str) -> bool:
        """True if an integer can be shown to be a site of a universe."""
        low, high = self.unit.ranges.of(expr, self.known)
        return low >= 0 and high < self.unit.program.universes[universe]


def _names(block: n.Block) -> set[str]:
    return {c_name(local.name) for s in walk_stmts(block) if (local := introduced(s)) is not None}
