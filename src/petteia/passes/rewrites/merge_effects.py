"""Makes one kind of effect of kinds that differ in a few numbers only: those become values that the effect carries.

Effects that name a player are lowered for each of them; whatever emits them would stay in as many copies.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir.effects import EffectAnalysis
from petteia.ir.survey import survey, walk
from petteia.ir.visit import map_block, map_functions, with_body

from ..analyses.alike import Shape, differing, shape_of, with_values
from ..analyses.names import Names, unused
from .merge_similar_functions import Merged, with_calls

_MOST_VALUES = 2
"""Kinds get at most so many further values: they make moves longer."""
_LARGEST = 2**15 - 1
"""Values that a move has room for."""


def merge_effects(program: n.Program) -> n.Program:
    """The program with kinds merged that no player chooses from: they are played once they are listed."""
    merging = _Merging(program)
    groups: dict[object, list[tuple[n.Kind, Shape]]] = {}
    for kind in _only_played(program):
        function = program.functions[kind.effect]
        shape = shape_of(function.params, function.body)
        types = tuple(param.type for param in function.params)
        groups.setdefault((types, kind.text, kind.letters, shape.key), []).append((kind, shape))
    for group in groups.values():
        merging.merge([kind for kind, _ in group], [shape.numbers for _, shape in group])
    return merging.done() if merging.kinds else program


def _only_played(program: n.Program) -> list[n.Kind]:
    """The kinds with an effect of their own that are listed to be played, never to be chosen from."""
    analysis = EffectAnalysis(program)
    listed = [analysis.of_block(s.body).kinds for s in walk(program) if isinstance(s, n.Collect)]
    names = frozenset[str]().union(*listed) - analysis.of_function("moves").kinds
    uses = Counter(kind.effect for kind in program.kinds.values())
    return [kind for kind in program.kinds.values() if kind.name in names and uses[kind.effect] == 1]


class _Merging:
    """Merges kinds of one program."""

    def __init__(self, program: n.Program) -> None:
        self._program = replace(program, functions=dict(program.functions), kinds=dict(program.kinds))
        self.kinds: dict[str, Merged] = {}
        """The replacement of each kind."""
        self._functions: dict[str, Merged] = {}
        """The same for the effects of these kinds."""

    def merge(self, kinds: list[n.Kind], rows: list[tuple[int, ...]]) -> None:
        """Puts one kind in the place of several, if it carries few further values."""
        columns = differing(rows)
        if not 0 < len(columns) <= _MOST_VALUES or not all(0 <= v <= _LARGEST for column in columns for v in column):
            return
        program = self._program
        model = program.functions[kinds[0].effect]
        names = Names(model)
        values = [n.Local(names.fresh("value"), n.INT) for _ in columns]
        function = unused(f"{model.name}_and_others", program.functions)
        name = unused(f"{kinds[0].name}_and_others", program.kinds)
        body = with_values(model.body, rows, values)
        program.functions[function] = replace(model, name=function, params=(*model.params, *values), body=body)
        captured = (*kinds[0].captured, *(value.name for value in values))
        program.kinds[name] = replace(kinds[0], name=name, effect=function, captured=captured)
        for k, kind in enumerate(kinds):
            del program.functions[kind.effect], program.kinds[kind.name]
            given = tuple(column[k] for column in columns)
            self.kinds[kind.name], self._functions[kind.effect] = Merged(name, given), Merged(function, given)

    def done(self) -> n.Program:
        """The program, where all that emitted or called what is gone has what stands in its place."""
        return map_functions(self._program, lambda function: self._with_emits(with_calls(function, self._functions)))

    def _with_emits(self, function: n.Function) -> n.Function:
        def emit(s: n.Stmt) -> tuple[n.Stmt]:
            if isinstance(s, n.Emit) and (stands := self.kinds.get(s.kind)):
                return (n.Emit(stands.function, s.source, s.target, (*s.args, *stands.args)),)
            return (s,)

        if self.kinds.keys().isdisjoint(name for name, is_kind in survey(function).callees if is_kind):
            return function
        return with_body(function, map_block(function.body, None, emit))
