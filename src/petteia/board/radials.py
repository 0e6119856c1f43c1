"""Radials: straight or circular paths from a site in a direction, their opposites, and the distinct ones."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from petteia.board.directions import FACING_INDEX, SINGLE, Direction
from petteia.board.errors import BoardError

Path = tuple[int, ...]
Place = tuple[float, float, float]

_LONGEST = 4_000_000
"""All radials of one direction may hold so many sites; only rings of thousands come near."""

_STRAIGHT = math.tan(0.25)
_OPPOSITE = math.tan(0.1)
_CIRCULAR = (Direction.CW, Direction.CCW, Direction.In, Direction.Out)
_CIRCULAR_PAIRS = (
    frozenset((Direction.CW, Direction.CCW)),
    frozenset((Direction.In, Direction.Out)),
)


@dataclass(frozen=True)
class Radial:
    """A path of sites, its origin first, in one direction."""

    path: Path
    direction: Direction


def turn_tangent(u: Place, v: Place) -> float:
    """The tangent of the angle between two vectors; infinite from a right angle on."""
    dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
    if dot <= 0:
        return math.inf
    cx = u[1] * v[2] - u[2] * v[1]
    cy = u[2] * v[0] - u[0] * v[2]
    cz = u[0] * v[1] - u[1] * v[0]
    return math.sqrt(cx * cx + cy * cy + cz * cz) / dot


def _begins_another(path: Path, paths: Iterable[Path]) -> bool:
    second, length = path[1], len(path)
    return any(other[1] == second and len(other) > length and other[:length] == path for other in paths)


def _noted(path: Path, count: int, lines: dict[tuple[int, int], tuple[Path, int]]) -> Path:
    """A path that ends where no step leads on, noted for its first few steps."""
    for place in range(count):
        lines.setdefault((path[place], path[place + 1]), (path, place))
    return path


class RadialFinder:
    """Finds the radials of all sites of one type, direction by direction, each once."""

    def __init__(self, places: Sequence[Place], steps: dict[Direction, Sequence[Sequence[int]]]) -> None:
        self._places = places
        self._steps = steps
        self._known: dict[Direction, list[list[Path]]] = {}
        self._created: dict[Direction, list[list[Path]]] = {}
        self._opposites: dict[Direction, list[list[Radial | None]]] = {}

    def radials(self, direction: Direction) -> list[list[Path]]:
        """The paths of each site in a direction, clockwise from North by their first step."""
        known = self._known.get(direction)
        if known is None:
            known = [list(paths) for paths in self.created(direction)]
            if direction is Direction.Rotational:
                known = [self._with_circular(site, paths) for site, paths in enumerate(known)]
            self._known[direction] = known
        return known

    def created(self, direction: Direction) -> list[list[Path]]:
        """The paths of each site as they were first found."""
        created = self._created.get(direction)
        if created is None:
            created = self._created[direction] = self._trace(direction)
        return created

    def _vector(self, a: int, b: int) -> Place:
        (ax, ay, az), (bx, by, bz) = self._places[a], self._places[b]
        return bx - ax, by - ay, bz - az

    def _trace(self, direction: Direction) -> list[list[Path]]:
        steps = self._steps.get(direction)
        if steps is None:
            return [[] for _ in self._places]
        onward: dict[tuple[int, int], tuple[int, ...]] = {}
        lines: dict[tuple[int, int], tuple[Path, int]] = {}
        circular = direction in _CIRCULAR
        found = []
        length = 0
        for site, targets in enumerate(steps):
            paths: dict[Path, None] = {}
            for target in targets:
                if circular:
                    paths.setdefault(self._around(site, target, steps))
                else:
                    for path in self._straight((site, target), steps, onward, lines):
                        paths.setdefault(path)
            found.append(list(paths))
            length += sum(map(len, paths))
            if length > _LONGEST:
                raise BoardError(f"the radials {direction.name} of this board hold more than {_LONGEST} sites")
        return found

    @staticmethod
    def _around(site: int, target: int, steps: Sequence[Sequence[int]]) -> Path:
        path = {site: None, target: None}
        here = target
        while True:
            following = steps[here]
            if not following or following[0] in path:
                return tuple(path)
            here = following[0]
            path[here] = None

    def _straight(
        self,
        start: Path,
        steps: Sequence[Sequence[int]],
        onward: dict[tuple[int, int], tuple[int, ...]],
        lines: dict[tuple[int, int], tuple[Path, int]],
    ) -> list[Path]:
        """The paths that begin with some sites; `lines` knows paths that never part, and where a step is on them."""
        path = list(start)
        seen = set(start)
        before, here = path[-2], path[-1]
        while True:
            if known := lines.get((before, here)):
                line, place = known
                rest = line[place + 2 :]
                if seen.isdisjoint(rest):
                    return [_noted((*path, *rest), len(path) - 2, lines)]
            following = onward.get((before, here))
            if following is None:
                following = onward[before, here] = self._straight_on(before, here, steps[here])
            if len(following) != 1:
                break
            before, here = here, following[0]
            if here in seen:
                return [tuple(path)]
            path.append(here)
            seen.add(here)
        if not following:
            return [_noted(tuple(path), len(path) - 1, lines)]
        found = []
        for target in following:
            if target in seen:
                found.append(tuple(path))
            else:
                found += self._straight((*path, target), steps, onward, lines)
        return found

    def _straight_on(self, before: int, here: int, targets: Sequence[int]) -> tuple[int, ...]:
        """Where a path goes on: the straightest step; equally straight ones all, but an exactly straight one alone."""
        ahead = self._vector(before, here)
        least = _STRAIGHT
        best: list[int] = []
        for target in targets:
            turn = turn_tangent(ahead, self._vector(here, target))
            if turn == 0.0:
                return (target,)
            if turn < least:
                least, best = turn, [target]
            elif turn == least and best:
                best.append(target)
        return tuple(best)

    def _with_circular(self, site: int, paths: list[Path]) -> list[Path]:
        """Rotational radials: also those in, out and around, without any that another begins with."""
        every = dict.fromkeys(paths)
        for direction in _CIRCULAR:
            every.update(dict.fromkeys(self.created(direction)[site]))
        kept = [path for path in every if not _begins_another(path, every)]
        rank: dict[int, int] = {}
        for direction in (Direction.All, Direction.Rotational):
            for target in self._steps.get(direction, [()] * (site + 1))[site]:
                rank.setdefault(target, len(rank))
        return sorted(kept, key=lambda path: rank[path[1]])

    # -- opposites ---------------------------------------------------------------------------------------------

    def opposites(self, direction: Direction) -> list[list[Radial | None]]:
        """For each path of `radials`, the first radial of its site that leads straight the other way."""
        known = self._opposites.get(direction)
        if known is None:
            known = self._opposites[direction] = [
                [self._opposite(path, self._kind(path, direction)) for path in paths]
                for paths in self.radials(direction)
            ]
        return known

    def _kind(self, path: Path, direction: Direction) -> Direction:
        """The direction a path was found in; rotational ones may have come from in, out or around."""
        if direction is Direction.Rotational:
            for circular in _CIRCULAR:
                if path in self.created(circular)[path[0]]:
                    return circular
        return direction

    @cached_property
    def _singles(self) -> list[list[Radial]]:
        """All radials in single directions by site, in the order of the language's directions."""
        found: list[list[Radial]] = [[] for _ in self._places]
        for direction in SINGLE:
            if direction in self._steps:
                for site, paths in enumerate(self.created(direction)):
                    found[site] += [Radial(path, direction) for path in paths]
        return found

    def _opposite(self, path: Path, direction: Direction) -> Radial | None:
        site = path[0]
        back = self._vector(path[1], site)
        if direction in FACING_INDEX:
            candidates = self._singles[site]
        else:
            candidates = [Radial(other, direction) for other in self.radials(direction)[site]]
        for other in candidates:
            if frozenset((direction, other.direction)) in _CIRCULAR_PAIRS:
                return other
            if other.path != path and turn_tangent(back, self._vector(site, other.path[1])) < _OPPOSITE:
                return other
        return None

    def distinct(self, direction: Direction) -> list[list[Path]]:
        """The radials of each site without those that are the opposite of one kept before."""
        found = []
        for paths, opposites in zip(self.radials(direction), self.opposites(direction), strict=True):
            kept: list[Path] = []
            behind: set[Path] = set()
            for path, other in zip(paths, opposites, strict=True):
                if path not in behind:
                    kept.append(path)
                    if other is not None:
                        behind.add(other.path)
            found.append(kept)
        return found
