"""Writes statements as C."""

from __future__ import annotations

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.effects import NO_EFFECTS, Effects
from petteia.ir.ranges import narrowed
from petteia.ir.visit import (
    assigned_locals,
    blocks,
    breaks,
    expressions,
    leaves,
    leaves_loop,
    locals_of,
    walk_expr,
    walk_stmts,
)

from .emit_base import BodyBase, Unit, bare, c_name, grouped
from .emit_floods import Floods
from .emit_rays import Rays
from .emit_sets import Sets
from .emit_steps import Steps
from .emit_values import Values

_MOST_COLLECTED = 512
_UPDATES = {
    "add": "+=", "sub": "-=", "bit_or": "|=", "bit_and": "&=", "union": "|=", "intersect": "&=", "minus": "&= ~",
}  # fmt: skip


class Body(Values, Sets, Floods, Steps, Rays, BodyBase):
    """One function of the program."""

    def __init__(self, unit: Unit, function: n.Function) -> None:
        super().__init__(unit, function)
        self._outer = _seen_outside(function)
        self._exits: list[str | None] = []
        self._plays_directly = False
        self._notes_effects = False

    def text(self) -> list[str]:
        """The whole function with its comment."""
        self._declare_outer()
        self.block(self.function.body)
        return [*comment(self.function.doc), f"{signature(self.unit, self.function)} {{", *self.lines, "}"]

    def _declare_outer(self) -> None:
        """Declares the variables that are used outside the block that introduces them."""
        for local in self._outer.values():
            self.line(f"{self.unit.c_type(local)} {c_name(local.name)};")

    def block(self, block: n.Block) -> None:
        """Writes the statements of a block."""
        around = self.known
        for statement in block:
            if blocks(statement):
                self.forget(statement)  # a loop comes back to its beginning
            self._statement(statement)
            self.forget(statement)
            self.unit.ranges.bind(statement, self.known, self.changing)
            if isinstance(statement, n.If) and leaves(statement.then):
                self.known = narrowed(self.unit.program, self.known, statement.cond, self.changing, holds=False)
        if self.known is not around:  # what a statement that leaves has shown is known up to the end of its block
            self.known = around

    def _statement(self, statement: n.Stmt) -> None:
        match statement:
            case n.Let(local, value):
                self._introduce(local, self.value(value))
            case n.Assign(local, value):
                self.line(self._updated(c_name(local.name), local, value))
            case n.Store(field, indices, value):
                self._store(field, indices, value)
            case n.Include(field, indices, site):
                self._change_site(field, indices, site, "|= ")
            case n.Exclude(field, indices, site):
                self._change_site(field, indices, site, "&= ~")
            case n.Append(field, indices, value):
                self._append(field, indices, value)
            case n.Truncate(field, indices, length):
                kept = self.simple(length, "kept")
                place = f"s->{c_name(field)}_length{self.subscripts(indices)}"
                self.line(f"if ({place} > {kept}) {place} = pt_max({kept}, 0);")
            case n.Break():
                label = self._exits[-1]
                self.line(f"goto {label};" if label else "break;")
            case n.Return(value):
                self.line("return;" if value is None else f"return {self.value(value)};")
            case n.Do(function, args):
                self.line(f"{self.call(function, args)};")
            case n.Emit():
                self._emit(statement)
            case n.Draw(local, bound):
                self._introduce(local, f"pt_draw(&s->chance, {self.value(bound)})")
            case _:
                self._compound(statement)

    def _compound(self, statement: n.Stmt) -> None:
        match statement:
            case n.If():
                self._if(statement)
            case n.For(var, members, body):
                self._for(var, members, body)
            case n.Range(var, start, stop, body):
                self._range(var, start, stop, body)
            case n.While(cond, body):
                self._while(cond, body)
            case n.Collect(body):
                self._collect(body)
            case n.Speculate(body) if self._is_put_back(body):
                self._speculate_in_place(body)
            case n.Speculate(body):
                copy = self.fresh("copy")
                with self.indented("{"):
                    self.line(f"State {copy};")
                    self.line(self._copied(body, copy))
                    with self.indented("{"):
                        self.line(f"State *s = &{copy};")
                        self.block(body)

    def _copied(self, body: n.Block, copy: str) -> str:
        """The copy that a trial works on: without lists if it does not look at any."""
        lists = {slot.name for slot in self.unit.layout.lists}
        effects = self.unit.effects.of_block(body)
        if not lists or lists & (effects.reads | effects.writes):
            return f"g_copy(&{copy}, s);"
        return f"memcpy(&{copy}, s, {self.unit.layout.head});"

    def _is_put_back(self, body: n.Block) -> bool:
        """True if a trial changes a few single numbers only, of a state that may be changed here."""
        effects, slots = self.unit.effects.of_block(body), self.unit.layout.slots
        single = all(not slots[name].shape and not slots[name].capacity for name in effects.writes)
        changing = self.unit.effects.of_function(self.function.name).writes
        return single and bool(changing) and not effects.draws and not leaves_loop(body)

    def _speculate_in_place(self, body: n.Block) -> None:
        kept = {name: self.fresh("kept") for name in sorted(self.unit.effects.of_block(body).writes)}
        for name, saved in kept.items():
            self.line(f"__typeof__(s->{c_name(name)}) {saved} = s->{c_name(name)};")
        self.block(body)
        for name, saved in kept.items():
            self.line(f"s->{c_name(name)} = {saved};")

    def _introduce(self, local: n.Local, text: str) -> None:
        name = c_name(local.name)
        self.line(f"{name} = {text};" if local.name in self._outer else f"{self.unit.c_type(local)} {name} = {text};")

    def _updated(self, place: str, old: n.Expr, value: n.Expr) -> str:
        """The statement that gives a place a new value, written as a change of the old one where it is that."""
        text = self.value(value)
        if not (isinstance(value, n.Op) and value.op in _UPDATES and value.args[0] == old):
            return f"{place} = {text};"
        amount = value.args[1]
        if amount == ops.number(1) and value.op in ("add", "sub"):
            return f"{place}{'++' if value.op == 'add' else '--'};"
        if value.type.kind == "set" and self.unit.words(value.type.universe) > 1:
            return f"{place} = {text};"
        if isinstance(amount, n.Const | n.Local):
            return f"{place} {_UPDATES[value.op]}{'' if value.op == 'minus' else ' '}{self.value(amount)};"
        return f"{place} = {text};"

    def _store(self, field: str, indices: tuple[n.Expr, ...], value: n.Expr) -> None:
        changed = self._updated("", n.Load(field, indices, value.type), value)
        self.line(f"{self.place(field, indices)}{changed}")

    def _change_site(self, field: str, indices: tuple[n.Expr, ...], site: n.Expr, operator: str) -> None:
        wide = self.unit.words(self.unit.program.fields[field].type.universe) > 1
        if not wide:
            text = self.atom(site)
            self.line(f"{self.place(field, indices)} {_around(operator, f'1ull << {text}')};")
            return
        at = self.simple(site, "site")
        place = f"{self.place(field, indices)}.w[{at} >> 6]"
        self.line(f"{place} {_around(operator, f'1ull << ({at} & 63)')};")

    def _append(self, field: str, indices: tuple[n.Expr, ...], value: n.Expr) -> None:
        declared = self.unit.program.fields[field]
        name, capacity = c_name(field), declared.capacity
        # The value may ask for the length of the list that it goes to.
        text = self.settled(value, "added") if value.type.kind == "set" else self.simple(value, "added")
        where = "".join(f"[{self.simple(index, 'at')}]" for index in indices)
        length, elements = f"s->{name}_length{where}", f"s->{name}{where}"
        with self.indented(f"if ({length} == {capacity}) {{"):
            self.line(f"memmove(&{elements}[0], &{elements}[1], {capacity - 1} * sizeof {elements}[0]);")
            self.line(f"{length}--;")
        self.line(f"{elements}[{length}++] = {text};")

    def _if(self, statement: n.If) -> None:
        opening = f"if ({bare(self.value(statement.cond))}) {{"
        while True:
            with self.indented(opening, ""), self.given(statement.cond):
                self.block(statement.then)
            match statement.orelse:
                case (n.If() as other,):
                    with self.aside() as before, self.given(statement.cond, holds=False):
                        opening = f"}} else if ({bare(self.value(other.cond))}) {{"
                    if not before:
                        statement = other
                        continue
            break
        if statement.orelse:
            with self.indented("} else {", ""), self.given(statement.cond, holds=False):
                self.block(statement.orelse)
        self.line("}")

    def _for(self, var: n.Local, members: n.Expr, body: n.Block) -> None:
        wide = self.unit.words(members.type.universe) > 1
        label = self.fresh("done") if wide and breaks(body) else None
        self._exits.append(label)
        with self.over_sites(var, members, whole=wide and self._changes(body, members)):
            self.block(body)
        self._exits.pop()
        if label:
            self.line(f"{label}:;")

    def _changes(self, body: n.Block, expr: n.Expr) -> bool:
        """True if running a block may change the value of an expression."""
        if self.unit.effects.of_block(body).writes & self.unit.effects.of_expr(expr).reads:
            return True
        changed = assigned_locals(body)
        return any(isinstance(part, n.Local) and part.name in changed for part in walk_expr(expr))

    def _range(self, var: n.Local, start: n.Expr, stop: n.Expr, body: n.Block) -> None:
        if self._search_list(var, start, stop, body):
            return
        name, last = c_name(var.name), self.value(stop)
        first = self.value(start)
        if not isinstance(stop, n.Const):
            end = self.fresh("stop")
            self.line(f"{self.unit.c_type(stop)} {end} = {last};")
            last = end
        self.unit.ranges.bind(n.Range(var, start, stop, body), self.known, self.changing)
        self._exits.append(None)
        with self.indented(f"for ({self.unit.c_type(var)} {name} = {first}; {name} < {last}; {name}++) {{"):
            self.block(body)
        self._exits.pop()

    def _search_list(self, var: n.Local, start: n.Expr, stop: n.Expr, body: n.Block) -> bool:
        """Writes a loop that leaves where a list holds a given number, if this is one."""
        match start, stop, body:
            case (
                n.Const(0),
                n.Length(name, ()),
                (n.If(n.Op("eq", (n.Load(searched, (at,)), wanted)), (n.Return() as found,), ()),),
            ) if name == searched and at == var and self.unit.layout.slots[name].element.c_type == "int64_t":
                used = locals_of(wanted) | (locals_of(found.value) if found.value is not None else set())
                if var.name not in used:
                    text = f"pt_holds(s->{c_name(name)}, {self.value(stop)}, {self.value(wanted)})"
                    with self.indented(f"if ({text}) {{"):
                        self.block((found,))
                    return True
        return False

    def _while(self, cond: n.Expr, body: n.Block) -> None:
        with self.aside() as before:
            test = self.value(cond)
        self._exits.append(None)
        with self.indented("for (;;) {" if before else f"while ({bare(test)}) {{"):
            if before:
                self.lines += before
                self.line(f"if (!{grouped(test)}) break;")
            self.block(body)
        self._exits.pop()

    # -- moves --------------------------------------------------------------------------------------------------

    def _emit(self, statement: n.Emit) -> None:
        source, target = self.value(statement.source), self.value(statement.target)
        args = [self.value(arg) for arg in statement.args]
        if self._plays_directly:
            effect = self.unit.function_name(self.unit.program.kinds[statement.kind].effect)
            self.line(f"{effect}({', '.join(['s', source, target, *args])});")
            return
        captured = f", {{{', '.join(args)}}}" if args else ""
        note, struct = ("pt_note", "Effect") if self._notes_effects else ("pt_emit", "Move")
        self.line(f"{note}(out, ({struct}){{{self.unit.kind_name(statement.kind)}, {source}, {target}{captured}}});")

    def _collect(self, body: n.Block) -> None:
        touched = self.unit.effects.of_block(body)
        saved = self._plays_directly
        if self._may_play_at_once(body, touched):
            self._plays_directly = True
            with self.indented("{"):
                self.block(body)
            self._plays_directly = saved
            return
        self._plays_directly = False
        capacity = min(most_emitted(self.unit, body), _MOST_COLLECTED)
        collected, k = self.fresh("collected"), self.fresh("k")
        with self.indented("{"):
            self.line(f"Effect {collected}[{capacity}];")
            self.line(f"Effects list_{collected} = {{{collected}, 0, {capacity}}};")
            if capacity < _MOST_COLLECTED:
                self._list_into(collected, body)
            else:  # there may be more: then the list is made once more, with room for all
                again, drawn = self.fresh("again"), self.fresh("drawn")
                if touched.draws:
                    self.line(f"uint64_t {drawn} = s->chance;")
                with self.indented(f"for (bool {again} = true; {again};) {{"):
                    if touched.draws:
                        self.line(f"s->chance = {drawn};")
                    self._list_into(collected, body)
                    self.line(f"{again} = pt_make_room_for_effects(&list_{collected}, {collected});")
            effect = f"list_{collected}.effects[{k}]"
            self.line(f"for (uint32_t {k} = 0; {k} < list_{collected}.count; {k}++) g_apply(s, {effect});")
            if capacity >= _MOST_COLLECTED:
                self.line(f"if (list_{collected}.effects != {collected}) free(list_{collected}.effects);")
        self._plays_directly = saved

    def _list_into(self, collected: str, body: n.Block) -> None:
        saved, self._notes_effects = self._notes_effects, True
        with self.indented("{"):
            self.line(f"Effects *out = &list_{collected};")
            self.block(body)
        self._notes_effects = saved

    def _may_play_at_once(self, body: n.Block, touched: Effects) -> bool:
        """True if playing each move when it is emitted is the same as playing all of them afterwards."""
        inner = list(walk_stmts(body))
        for statement in inner:
            if isinstance(statement, n.Do) and self.unit.emits(statement.function):
                return False
            if isinstance(statement, n.Speculate | n.Collect):
                return False
        if touched.counts:
            return False
        if len(inner) == 1:
            return True
        effects = NO_EFFECTS
        for kind in touched.kinds:
            effects |= self.unit.effects.of_function(self.unit.program.kinds[kind].effect)
        return not (effects.writes & touched.reads or (effects.draws and touched.draws))


def signature(unit: Unit, function: n.Function) -> str:
    """The head of a function."""
    effects = unit.effects.of_function(function.name)
    params = ["State *s" if effects.writes or effects.draws else "const State *s"]
    if unit.emits(function.name):
        params.append("Moves *out")
    params += [f"{unit.c_type(p)} {c_name(p.name)}" for p in function.params]
    returns = "void" if function.returns is None else unit.result_type(function)
    storage = "PT_INLINE" if function.name in unit.small_effects else "static"
    return f"{storage} {returns} {unit.function_name(function.name)}({', '.join(params)})"


def comment(doc: str) -> list[str]:
    """A text as a C comment."""
    lines = doc.replace("*/", "* /").replace("\\", "/").strip().splitlines()
    return [f"/* {' '.join(line.strip() for line in lines)} */"] if lines else []


def most_emitted(unit: Unit, block: n.Block, calling: tuple[str, ...] = ()) -> int:
    """An upper bound of the moves that a block emits; large where none is known."""
    total = 0
    for statement in block:
        inner = sum(most_emitted(unit, one, calling) for one in blocks(statement))
        match statement:
            case n.Emit():
                total += 1
            case n.Do(function) if unit.effects.of_function(function).kinds:
                body = unit.program.functions[function].body
                known = function not in calling
                total += most_emitted(unit, body, (*calling, function)) if known else _MOST_COLLECTED
            case n.For(_, members, _):
                total += inner * unit.program.universes[members.type.universe]
            case n.Range() | n.While():
                total += _MOST_COLLECTED if inner else 0
            case n.Collect():
                pass
            case _:
                total += inner
    return min(total, _MOST_COLLECTED)


def _around(operator: str, text: str) -> str:
    return f"{operator}({text})" if operator.endswith("~") else f"{operator}{text}"


def _seen_outside(function: n.Function) -> dict[str, n.Local]:
    """Local variables that are used outside the blocks that introduce one of their name."""
    found: dict[str, n.Local] = {}
    homes: dict[str, list[tuple[int, ...]]] = {}

    def use(local: n.Local, path: tuple[int, ...]) -> None:
        known = homes.get(local.name)
        if known is not None and all(home != path[: len(home)] for home in known):
            found[local.name] = local

    def visit(block: n.Block, path: tuple[int, ...]) -> None:
        for k, statement in enumerate(block):
            for expr in expressions(statement):
                for part in walk_expr(expr):
                    if isinstance(part, n.Local):
                        use(part, path)
            match statement:
                case n.Let(local) | n.Draw(local):
                    homes.setdefault(local.name, []).append(path)
                case n.Assign(local):
                    use(local, path)
            for j, inner in enumerate(blocks(statement)):
                visit(inner, (*path, k, j))

    visit(function.body, ())
    return found
