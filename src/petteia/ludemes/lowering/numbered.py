"""Moves that are written alike but for the number in one `(exact ..)`: as one, of which that number is a parameter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from petteia.ludemes.arguments import Then
from petteia.ludemes.moves.each_direction import ForEachDirection
from petteia.ludemes.registry import Ludeme
from petteia.ludemes.types import IntConstant, IntFunction, Moves
from petteia.ludemes.values.ranges import Exact

if TYPE_CHECKING:
    from petteia.ir import nodes as n
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.keys import Forms

_FEWEST = 3
"""So many alternatives that are alike are worth a parameter."""


class GivenNumber(IntFunction):
    """The number that the moves at hand are given."""

    def lower(self, x: Context) -> n.Expr:
        return x.slots["number"]


@dataclass(frozen=True)
class Numbered:
    """Moves with a given number, and the moves they stand for, by their numbers in the order written."""

    moves: Moves
    originals: tuple[tuple[int, Moves], ...]


def numbered(forms: Forms, alternatives: list[Moves]) -> list[Moves | Numbered]:
    """Alternatives with one in the place of several that differ in a number."""
    groups: dict[int, list[tuple[int, Moves]]] = {}
    models: dict[int, Moves] = {}
    found: list[Moves | Numbered] = []
    for moves in alternatives:
        exact = _only_number(moves)
        if exact is None or not isinstance(exact.value, IntConstant):
            found.append(moves)
            continue
        model = _changed(moves, exact)
        form = forms.ludeme(model)
        models.setdefault(form, model)
        groups.setdefault(form, []).append((exact.value.value, moves))
    for form, group in groups.items():
        if len(group) < _FEWEST:
            found += [moves for _, moves in group]
        else:
            found.append(Numbered(models[form], tuple(group)))
    return found


def _only_number(moves: Moves) -> Exact | None:
    """The one `(exact ..)` with a number in moves along directions; consequents do not see what is given to moves."""
    if not isinstance(moves, ForEachDirection):
        return None
    found = list(_numbers(moves))
    return found[0] if len(found) == 1 else None


def _numbers(ludeme: Ludeme) -> Iterator[Exact]:
    if isinstance(ludeme, Exact) and isinstance(ludeme.value, IntConstant):
        yield ludeme
    elif not isinstance(ludeme, Then):
        for child in ludeme.children():
            yield from _numbers(child)


def _changed(value: Any, exact: Exact) -> Any:
    """A ludeme with a given number in one range inside it."""
    if value is exact:
        return Exact(value=GivenNumber())
    if isinstance(value, list):
        return [_changed(item, exact) for item in value]
    if not isinstance(value, Ludeme) or exact not in set(_numbers(value)):
        return value
    values = {slot.attribute: getattr(value, slot.attribute) for slot in value.slots()}
    return type(value)(**{name: _changed(part, exact) for name, part in values.items()})
