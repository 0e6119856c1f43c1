"""Writes expressions over sets of sites as C: word by word, without temporaries where words suffice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from petteia.ir import nodes as n
from petteia.ir.shifts import is_regular

from .emit_base import UNROLLED_WORDS, BodyBase, c_name, literal
from .emit_floods import is_unreached

_WORDWISE = ("union", "intersect", "minus", "complement")
_INFIX = {"union": "| ", "intersect": "& ", "minus": "& ~"}
_FULL_WORD = 2**64 - 1


class Sets(BodyBase):
    """Expressions whose value is a set, and questions about sets."""

    def set_value(self, expr: n.Expr) -> str:
        """A whole set: a 64-bit word, or a struct of words."""
        universe = expr.type.universe
        words = self.unit.words(universe)
        if words > 1 and isinstance(expr, n.Local | n.Load | n.Lookup | n.Call):
            return self._memory(expr)
        if words > 1 and isinstance(expr, n.Const):
            return f"({self.unit.set_type(universe)}){self.unit.set_literal(expr.value, universe)}"
        if self.is_made_whole(expr):
            return self.once(expr, lambda: self.made_set(expr))
        if words <= UNROLLED_WORDS or isinstance(expr, n.Shift | n.Spread):
            texts = self.words(expr)
            return texts[0] if words == 1 else f"({self.unit.set_type(universe)}){{{{{', '.join(texts)}}}}}"
        text, name = self.word_at(expr, "i"), self.fresh("set")
        self.line(f"{self.unit.c_type(expr)} {name};")
        self.line(f"for (int i = 0; i < {words}; i++) {name}.w[i] = {text};")
        return name

    def settled(self, expr: n.Expr, name: str) -> str:
        """The name of a set that lies in a variable, made first if need be."""
        text = self.set_value(expr)
        if text.isidentifier():
            return text
        made = self.fresh(name)
        self.line(f"{self.unit.c_type(expr)} {made} = {text};")
        return made

    def words(self, expr: n.Expr) -> list[str]:
        """All words of a set."""
        ready = self._prepared(expr)
        return [self._word(ready, i) for i in range(self.unit.words(expr.type.universe))]

    def word_at(self, expr: n.Expr, index: str) -> str:
        """The word of a set whose number is a C expression."""
        single = self.unit.words(expr.type.universe) == 1
        return self._word(self._prepared(expr, any_word=not single), 0 if single else index)

    def is_made_whole(self, expr: n.Expr) -> bool:
        """True if a set has to be made by statements of its own."""
        if self._is_one(expr):
            return True
        if isinstance(expr, n.Flood | n.Filter | n.Caught | n.Flank | n.Reach):
            return True
        return isinstance(expr, n.Shift | n.Spread) and not is_regular(expr)

    def _is_one(self, expr: n.Expr) -> bool:
        """True if several operations on sets are done as one."""
        return is_unreached(expr) or self.is_bundle(expr)

    # -- words --------------------------------------------------------------------------------------------------

    def _prepared(self, expr: n.Expr, *, any_word: bool = False) -> n.Expr:
        """The same set as an expression whose words need no lines of their own and may be written several times.

        `any_word` says that the number of the word will be known only when the game runs.
        """
        match expr:
            case n.Const() | n.Local():
                return expr
            case n.Load(field, indices, type_):
                return n.Load(field, tuple(self._repeatable(index, "at") for index in indices), type_)
            case n.Lookup(table, indices, type_):
                return n.Lookup(table, tuple(self._repeatable(index, "at") for index in indices), type_)
            case n.Call() if self.unit.words(expr.type.universe) == 1:
                return expr
            case n.Op(op, _, _) if op in _WORDWISE and not self._is_one(expr):
                return self._prepared_chain(expr, any_word)
            case n.Op("single", (site,), type_):
                return n.Op("single", (self._repeatable(site, "site"),), type_)
            case n.Op("select", _, _):
                return self._prepared_select(expr, any_word)
            case n.Shift(steps, members, type_) if not any_word and is_regular(expr):
                return n.Shift(steps, self._leaf(members), type_)
            case n.Spread(neighbours, members, type_) if not any_word and is_regular(expr):
                return n.Spread(neighbours, self._leaf(members), type_)
        return n.Local(self.settled(expr, "set"), expr.type)

    def _prepared_chain(self, expr: n.Op, any_word: bool) -> n.Expr:
        rests = [expr]  # long chains lean to the left: followed without recursion
        while isinstance(inner := rests[-1].args[0], n.Op) and inner.op in _WORDWISE and not self._is_one(inner):
            rests.append(inner)
        ready = self._prepared(rests[-1].args[0], any_word=any_word)
        for one in reversed(rests):
            others = [self._prepared(arg, any_word=any_word) for arg in one.args[1:]]
            ready = n.Op(one.op, (ready, *others), one.type)
        return ready

    def _repeatable(self, expr: n.Expr, name: str) -> n.Expr:
        """The same integer or truth, as a variable where it is not short already."""
        if isinstance(expr, n.Const | n.Local) or (isinstance(expr, n.Load) and not expr.indices):
            return expr
        bounds = self.unit.ranges.of(expr, self.known)
        made = n.Local(self.simple(expr, name), expr.type)
        self.known[made.name] = bounds
        return made

    def _leaf(self, expr: n.Expr) -> n.Expr:
        """The same set, as something that lies in memory or is constant."""
        ready = self._prepared(expr)
        if isinstance(ready, n.Const | n.Local | n.Load | n.Lookup):
            return ready
        return n.Local(self.settled(ready, "set"), expr.type)

    def _prepared_select(self, expr: n.Op, any_word: bool) -> n.Expr:
        cond, chosen, other = expr.args
        test = self._repeatable(cond, "test")
        with self.aside() as before_chosen:
            first = self._prepared(chosen, any_word=any_word)
        with self.aside() as before_other:
            second = self._prepared(other, any_word=any_word)
        if not before_chosen and not before_other:
            return n.Op("select", (test, first, second), expr.type)
        name = self.fresh("chosen")
        self.line(f"{self.unit.c_type(expr)} {name};")
        # What is prepared is used, not made again: choices within choices would be made twice as often each.
        with self.aside() as more_chosen:
            first_text = self.set_value(first)
        with self.aside() as more_other:
            second_text = self.set_value(second)
        before_chosen, before_other = [*before_chosen, *more_chosen], [*before_other, *more_other]
        self.branch(
            self.value(test), before_chosen, f"{name} = {first_text};", before_other, f"{name} = {second_text};"
        )
        return n.Local(name, expr.type)

    def _word(self, expr: n.Expr, index: int | str) -> str:
        """One word of a prepared set."""
        universe = expr.type.universe
        suffix = "" if self.unit.words(universe) == 1 else f".w[{index}]"
        match expr:
            case n.Const(value, _):
                if isinstance(index, int):
                    return literal(value >> 64 * index & _FULL_WORD)
                return f"{self.unit.constant_set(value, universe)}{suffix}"
            case n.Local() | n.Load() | n.Lookup() | n.Call():
                return f"{self._memory(expr)}{suffix}"
            case n.Op("single", (site,), _):
                return self._single_word(site, universe, index)
            case n.Op("select", (test, chosen, other), _):
                return f"{self.value(test)} ? {self._word_atom(chosen, index)} : {self._word_atom(other, index)}"
            case n.Op(op, args, _):
                return self._wordwise(op, args, universe, index)
            case n.Shift() | n.Spread():
                assert isinstance(index, int)
                return self.stepped_word(expr, index)
        raise AssertionError(f"not prepared: {expr}")

    def _memory(self, expr: n.Expr) -> str:
        """A set that lies in a variable, a field or a table, or that a call returns."""
        match expr:
            case n.Local(name, _):
                return c_name(name)
            case n.Load(field, indices, _):
                return self.place(field, indices)
            case n.Lookup(table, indices, _):
                return f"{self.unit.table(table)}{self.subscripts(indices)}"
            case n.Call(function, args, _):
                return self.call(function, args)
        raise AssertionError(f"not in memory: {expr}")

    def _wordwise(self, op: str, args: tuple[n.Expr, ...], universe: str, index: int | str) -> str:
        if op == "complement":
            inner = f"~{self._word_atom(args[0], index)}"
            everything = self.unit.everything(universe)
            if isinstance(index, int) and everything >> 64 * index & _FULL_WORD == _FULL_WORD:
                return inner
            return f"{inner} & {self._word(n.Const(everything, n.set_of(universe)), index)}"
        left = args[0]
        is_all = isinstance(index, int) and isinstance(left, n.Const) and ~left.value >> 64 * index & _FULL_WORD == 0
        if is_all and op in ("minus", "intersect"):
            return f"~{self._word_atom(args[1], index)}" if op == "minus" else self._word(args[1], index)
        chained = op != "minus" and isinstance(left, n.Op) and left.op == op
        first = self._word(left, index) if chained else self._word_atom(left, index)
        return f"{first} {_INFIX[op]}{self._word_atom(args[1], index)}"

    def _word_atom(self, expr: n.Expr, index: int | str) -> str:
        text = self._word(expr, index)
        plain = isinstance(expr, n.Const | n.Local | n.Load | n.Lookup | n.Call)
        return text if plain else f"({text})"

    def _single_word(self, site: n.Expr, universe: str, index: int | str) -> str:
        at = self.value(site)
        sites = self.unit.program.universes[universe]
        inside = self.is_site(site, universe)
        if self.unit.words(universe) == 1:
            return f"1ull << {at}" if inside else f"(unsigned){at} < {sites} ? 1ull << {at} : 0"
        here = f"{at} >> 6 == {index}"
        guard = here if inside else f"{here} && {at} < {sites}"
        return f"{guard} ? 1ull << ({at} & 63) : 0"

    # -- questions ----------------------------------------------------------------------------------------------

    def set_question(self, expr: n.Op) -> str:
        """`same`, `has`, `is_empty`, `size`, `first`."""
        members = expr.args[0]
        if expr.op == "has":
            return self._has(members, expr.args[1])
        if expr.op == "same":
            pairs = zip(self.words(members), self.words(expr.args[1]), strict=True)
            return f"!({' | '.join(f'(({a}) ^ ({b}))' for a, b in pairs)})"
        if expr.op == "first":
            text = self.value(members)
            single = self.unit.words(members.type.universe) == 1
            return f"pt_first({text})" if single else f"{self._first_helper(members.type.universe)}({text})"
        texts = self.words(members)
        if expr.op == "is_empty":
            return f"!({_any(texts)})"
        assert expr.op == "size", expr.op
        return " + ".join(f"pt_count({text})" for text in texts)

    def is_inhabited(self, members: n.Expr) -> str:
        """True if a set has a site."""
        return f"(({_any(self.words(members))}) != 0)"

    def _first_helper(self, universe: str) -> str:
        name = f"g_first_{c_name(universe)}"
        words = self.unit.words(universe)
        self.unit.helpers.setdefault(name, [
            f"static inline int {name}({self.unit.set_type(universe)} set) {{",
            f"    for (int i = 0; i < {words}; i++)",
            "        if (set.w[i]) return 64 * i + pt_lowest(set.w[i]);",
            "    return -1;",
            "}",
        ])  # fmt: skip
        return name

    def _has(self, members: n.Expr, site: n.Expr) -> str:
        universe = members.type.universe
        sites = self.unit.program.universes[universe]
        if isinstance(members, n.Flood) and members.seed == n.Op("single", (site,), members.type):
            return self._has(members.within, site)
        if isinstance(site, n.Const):
            if not 0 <= site.value < sites:
                return "false"
            return f"({_grouped(self.words(members)[site.value >> 6])} >> {site.value & 63} & 1)"
        low, high = self.unit.ranges.of(site, self.known)
        if isinstance(members, n.Const) and (first := members.value + 1).bit_count() == 1:  # all sites up to one
            return f"((unsigned){self.atom(site)} < {first.bit_length() - 1})"
        at = self.simple(site, "site")
        place = at if self.unit.words(universe) == 1 else f"({at} & 63)"
        test = f"({_grouped(self.word_at(members, f'{at} >> 6'))} >> {place} & 1)"
        if low >= 0 and high < sites:
            return test
        guard = f"{at} >= 0" if high < sites else f"(unsigned){at} < {sites}"
        return f"({guard} && {test})"

    # -- loops --------------------------------------------------------------------------------------------------

    @contextmanager
    def over_sites(self, var: n.Local, members: n.Expr, *, until: str = "", whole: bool = False) -> Iterator[None]:
        """Writes a loop over the sites of a set; what is written inside is its body.

        `until` names a variable that ends the loop when it is true; `whole` asks that the set be evaluated before.
        """
        universe = members.type.universe
        name, left = c_name(var.name), self.fresh("left")
        also = f" && !{until}" if until else ""
        self.unit.ranges.bind_site(var, members, self.known)
        if self.unit.words(universe) == 1:
            text = self.value(members)
            with self.indented(f"for (uint64_t {left} = {text}; {left}{also}; {left} &= {left} - 1) {{"):
                self.line(f"int {name} = pt_lowest({left});")
                yield
            return
        at = self.fresh("word")
        text = f"{self.settled(members, 'set')}.w[{at}]" if whole else self.word_at(members, at)
        self.line(f"for (int {at} = 0; {at} < {self.unit.words(universe)}{also}; {at}++)")
        with self.indented(f"    for (uint64_t {left} = {text}; {left}{also}; {left} &= {left} - 1) {{", "    }"):
            self.depth += 1
            self.line(f"int {name} = 64 * {at} + pt_lowest({left});")
            yield
            self.depth -= 1


def _any(words: list[str]) -> str:
    """All sites of several words in one."""
    return " | ".join(f"({word})" if " " in word else word for word in words) if len(words) > 1 else words[0]


def _grouped(text: str) -> str:
    """A word in parentheses, unless it stands for itself."""
    return text if re.fullmatch(r"[\w.>\[\]-]+", text) else f"({text})"
