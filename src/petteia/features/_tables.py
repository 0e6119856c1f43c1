"""Small sets of features as tables from what lies around a site to the features that hold there, for fast playouts.

Tables serve where going a given way leads equally far from every site, for two players and up to sixteen features that
ask for nothing but the rim, empty sites, and the pieces of either side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from petteia.board import OFF_BOARD

from ._board import FeatureBoard
from ._instances import BY_BOTH, BY_FROM, BY_TO, shape_of
from .pattern import EMPTY, ENEMY, FRIEND, OFF, Element, Feature, Walk

MOST_FEATURES = 16
MOST_CELLS = 64
_USUAL_CELLS, _MOST_GROUP_CELLS = 6, 8
_CODES = {EMPTY: 0, FRIEND: 1, ENEMY: 2, OFF: 3}
_ALL = 0b1111


class _Instance(NamedTuple):
    """A feature in one orientation: allowed contents (bits by code) of cells, by their displacement from the pivot."""

    feature: int
    kind: int
    reaction: int
    """The displacement of the site of the latest move; -1 for any."""
    cells: tuple[tuple[int, int], ...]


@dataclass
class Group:
    """Cells that are looked at together, and what is asked of them."""

    cells: list[int] = field(default_factory=list)
    instances: list[_Instance] = field(default_factory=list)

    def masks(self) -> npt.NDArray[np.uint16]:
        """The features that hold, by the codes of the cells: two bits a cell, the first cell lowest."""
        codes = np.arange(4 ** len(self.cells), dtype=np.uint32)
        found = np.zeros(len(codes), dtype=np.uint16)
        for one in self.instances:
            holds = np.ones(len(codes), dtype=bool)
            for cell, allowed in one.cells:
                shown = codes >> 2 * self.cells.index(cell) & 3
                holds &= (allowed >> shown & 1).astype(bool)
            found[holds] |= np.uint16(1 << one.feature)
        return found


@dataclass(frozen=True)
class Tables:
    """Groups of cells by class of moves and by where the latest move went, and the cells in the order of codes."""

    cells: list[int]
    classes: dict[tuple[int, int], list[Group]]
    reactions: list[int]


def make_tables(
    features: Sequence[Feature], board: FeatureBoard, origins: dict[int, int], *, onto_empty: bool
) -> Tables | None:
    """The tables of some features, whose classes of moves are numbered as in their program; None if they do not serve.

    Where all moves go `onto_empty` sites, nothing needs to be looked up there.
    """
    placed = [one for one in features if not one.word]
    if len(features) > MOST_FEATURES or any(one.anchor is not None or one.last_from is not None for one in placed):
        return None
    instances: dict[_Instance, None] = {}
    here = int(board.displacement[0, 0])
    for number, one in enumerate(features):
        found = [] if one.word else _instances(number, one, board, origins)
        if found is None:
            return None
        for instance in found:
            known = [(cell, allowed) for cell, allowed in instance.cells if onto_empty and cell == here]
            if all(allowed & 1 << _CODES[EMPTY] for _, allowed in known):
                asked = tuple(one for one in instance.cells if one not in known)
                instances[instance._replace(cells=asked)] = None
    classes: dict[tuple[int, int], list[Group]] = {}
    for instance in sorted(instances, key=lambda one: (-len(one.cells), one)):
        if len(instance.cells) > _MOST_GROUP_CELLS:
            return None
        _assign(classes.setdefault((instance.kind, instance.reaction), []), instance)
    cells = sorted({cell for groups in classes.values() for group in groups for cell in group.cells})
    if len(cells) > MOST_CELLS:
        return None
    for groups in classes.values():
        for group in groups:
            group.cells.sort()
    return Tables(cells, classes, sorted({key[1] for key in classes if key[1] >= 0}))


def _assign(groups: list[Group], instance: _Instance) -> None:
    """Puts an instance into the group that grows least by it, or into a new one."""
    wanted = {cell for cell, _ in instance.cells}
    fitting = [group for group in groups if len(wanted | set(group.cells)) <= max(_USUAL_CELLS, len(group.cells))]
    if fitting:
        group = min(fitting, key=lambda one: len(wanted - set(one.cells)))
    else:
        group = Group()
        groups.append(group)
    group.cells += sorted(wanted - set(group.cells))
    group.instances.append(instance)


def _instances(number: int, one: Feature, board: FeatureBoard, origins: dict[int, int]) -> list[_Instance] | None:
    """The orientations of a feature; None if one of its walks leads elsewhere from different sites."""
    found = []
    shape = shape_of(one)
    turns = one.rotations or tuple(Fraction(k, board.most_sides) for k in range(board.most_sides))
    for drawn in dict.fromkeys((one, one.turned(Fraction(0), mirrored=True)) if one.reflects else (one,)):
        for turn in turns:
            turned = drawn.turned(turn)
            pivot = turned.to if turned.to is not None else turned.source
            if pivot != ():
                return None
            cells: dict[int, int] = {}
            for element in turned.elements:
                if element.kind not in _CODES:
                    return None
                asked = _asked(element, board)
                if asked is None:
                    return None
                for cell, allowed in asked:
                    cells[cell] = cells.get(cell, _ALL) & allowed
            reaction = -1 if turned.last_to is None else _displacement(turned.last_to, board)
            origin = _displacement(turned.source, board) if shape == BY_BOTH and turned.source is not None else -1
            if reaction is None or origin is None:
                return None
            if all(cells.values()):
                kind = (
                    origins[origin]
                    if shape == BY_BOTH and origin in origins
                    else BY_FROM
                    if shape == BY_FROM
                    else BY_TO
                )
                kept = tuple(sorted((cell, allowed) for cell, allowed in cells.items() if allowed != _ALL))
                if shape != BY_BOTH or origin in origins:
                    found.append(_Instance(number, kind, reaction, kept))
    return found


def _asked(element: Element, board: FeatureBoard) -> list[tuple[int, int]] | None:
    """What an element allows in which cells; None if that differs from site to site.

    A walk that goes round a corner may leave the board on its way to a site. What must stand there then asks of the
    sites on the way that they are on the board; other elements hold in such places, which cells cannot say.
    """
    allowed = 1 << _CODES[element.kind]
    cell = _displacement(element.walk, board)
    if cell is not None:
        return [(cell, _ALL ^ allowed if element.negated else allowed)]
    if element.negated or element.kind == OFF:
        return None
    way = [_mostly(element.walk[: k + 1], board) for k in range(len(element.walk))]
    known = [one for one in way if one is not None]
    if len(known) < max(1, len(way)):
        return None
    stays = np.logical_and.reduce([board.targets[one] >= 0 for one in known])
    if ((board.ends(element.walk)[0][0] >= 0) != stays).any():
        return None
    return [*((one, _ALL ^ 1 << _CODES[OFF]) for one in known[:-1]), (known[-1], allowed)]


def _displacement(walk: Walk, board: FeatureBoard) -> int | None:
    """How far a walk leads, facing the first side; None if that differs from site to site."""
    only = _mostly(walk, board)
    return only if only is not None and (board.targets[only] == board.ends(walk)[0][0]).all() else None


def _mostly(walk: Walk, board: FeatureBoard) -> int | None:
    """How far a walk leads from wherever it stays on the board; None if that differs from site to site."""
    if len(set(board.sides)) != 1:
        return None
    ends = board.ends(walk)[0]
    if len(ends) != 1 or (ends[0] < OFF_BOARD).any():
        return None
    on_board = ends[0] >= 0
    found = {int(one) for one in board.displacement[np.flatnonzero(on_board), ends[0][on_board]]}
    return found.pop() if len(found) == 1 else None
