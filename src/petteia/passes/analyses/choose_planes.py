"""Planes for observations: all that legal moves and results depend on, seen from the player who looks.

The fields of a program are what its rules can ask for, so an observation shows every field but those that follow from
others. Numbers too large for a plane take several; lists are shown by their length and a digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

from petteia.ir import nodes as n
from petteia.ir.effects import EffectAnalysis
from petteia.ir.planes import Observing, Plane

_FOLLOWS = ("what", "own", "empty")
_ENDS = ("over", "ranks")
_PLAYERS_NUMBERS = ("next", "prev")
_DIGEST_BITS = 30
_SIZES = {7: 1, 15: 2}


class Component(NamedTuple):
    """A kind of piece: its number, owner and word; dice are none."""

    number: int
    owner: int
    word: str


class Sites(NamedTuple):
    """Where the sites are: the grid (rows and columns, 0 without), the cell of each, those off the board by name."""

    rows: int
    columns: int
    cells: tuple[int, ...]
    hands: dict[int, str]


def choose_planes(
    program: n.Program, components: Sequence[Component], sites: Sites, unasked: frozenset[str]
) -> Observing:
    """The planes of a game, in the form that takes the fewest bytes; fields that are `unasked` for have none."""
    forms = [_Choice(program, components, sites, bits, unasked).made() for bits in _SIZES]
    return min(forms, key=lambda one: len(one.planes) * _SIZES[one.bits])


class _Choice:
    """The planes in one form."""

    def __init__(
        self, program: n.Program, components: Sequence[Component], sites: Sites, bits: int, unasked: frozenset[str]
    ) -> None:
        self._program, self._components, self._sites, self._bits = program, components, sites, bits
        self._players = program.players
        self._stacking = "height" in program.fields
        self._left_out = self._following() | set(_ENDS) | unasked
        self._main = self._main_universe()
        self._has_grid = sites.rows > 0 and set(self._universes()) == {self._main}

    def made(self) -> Observing:
        """The planes and the places of sites in them."""
        places: dict[str, tuple[int, ...]] = {}
        width = 0
        if self._has_grid:
            places[self._main] = self._sites.cells
            width = self._sites.rows * self._sites.columns
        else:
            for universe in self._universes():
                size = self._program.universes[universe]
                places[universe] = tuple(range(width, width + size))
                width += size
        rows = self._sites.rows if self._has_grid else 0
        return Observing(tuple(self._planes()), self._bits, rows, max(width, 1), places, self._players)

    def _main_universe(self) -> str:
        pieces = self._program.fields.get("pieces")
        return pieces.type.universe if pieces else next(iter(self._program.universes), "")

    def _universes(self) -> list[str]:
        """The universes that planes are over, the main one first."""
        used = [self._main] if self._main else []
        for field in self._program.fields.values():
            if field.name not in self._left_out and field.type.kind == "set" and field.type.universe not in used:
                used.append(field.type.universe)
            elif field.name not in self._left_out and self._is_by_site(field) and self._universe_of(field) not in used:
                used.append(self._universe_of(field))
        return used

    def _following(self) -> set[str]:
        """Fields that follow from others: what passes keep, and what tells of pieces."""
        found: set[str] = set()
        if "rebuild" in self._program.functions:
            kept = EffectAnalysis(self._program).of_function("rebuild").writes
            found |= {name for name in kept if not self._program.fields[name].visible}
        for name in self._program.fields:
            base, _, suffix = name.partition("_")
            pieces = "pieces" + (f"_{suffix}" if suffix else "")
            follows = base in (("own", "empty") if self._stacking else _FOLLOWS)
            if follows and (self._stacking or pieces in self._program.fields):
                found.add(name)
        return found

    def _planes(self) -> Iterable[Plane]:
        for field in self._program.fields.values():
            if field.name in self._left_out:
                continue
            if self._stacking and field.name.partition("_")[0] in ("what", "who", "height", *_LEVEL_DATA):
                if field.name.partition("_")[0] == "what":
                    yield from self._stacks(field)
                elif field.name.partition("_")[0] in _LEVEL_DATA:
                    yield from self._level_data(field)
                continue
            yield from self._of_field(field)

    def _of_field(self, field: n.Field) -> Iterable[Plane]:
        if field.capacity:
            yield from self._list(field)
        elif field.type.kind == "set":
            yield from self._pieces(field) if field.name.partition("_")[0] == "pieces" else self._sets(field)
        elif self._is_by_site(field):
            yield from self._by_site(field)
        else:
            yield from self._scalars(field)

    # -- sites --------------------------------------------------------------------------------------------------

    def _is_by_site(self, field: n.Field) -> bool:
        sizes = set(self._program.universes.values())
        by_player = field.shape in ((self._players + 1,), (self._players + 2,)) and field.name in _BY_PLAYER
        return bool(field.shape) and field.type.kind != "set" and field.shape[0] in sizes and not by_player

    def _universe_of(self, field: n.Field) -> str:
        return next(name for name, size in self._program.universes.items() if size == field.shape[0])

    def _pieces(self, field: n.Field) -> Iterable[Plane]:
        for name, at in self._seen_components().items():
            if any(at):
                yield Plane(name, "set", field.name, at)
        yield from (
            Plane(f"piece at {hand}", "hand", field.name, site=site, codes=self._codes())
            for site, hand in self._off_grid()
        )

    def _seen_components(self) -> dict[str, tuple[int, ...]]:
        """By name the number of a component for each player who looks: one's own Pawn, the next player's, and so on."""
        seen: dict[str, tuple[int, ...]] = {}
        words = dict.fromkeys(one.word for one in self._components if 1 <= one.owner <= self._players)
        owned = {(one.owner, one.word): one.number for one in self._components}
        for ahead in range(self._players):
            for word in words:
                owners = [(looks + ahead) % self._players + 1 for looks in range(self._players)]
                seen[f"{word} of {_whose(ahead)}"] = tuple(owned.get((owner, word), 0) for owner in owners)
        for one in self._components:
            if not 1 <= one.owner <= self._players:
                seen[one.word if one.word not in seen else f"{one.word} {one.number}"] = (one.number,) * self._players
        return seen

    def _codes(self) -> tuple[tuple[int, ...], ...]:
        """By player who looks the number under which each component is seen."""
        most = max((one.number for one in self._components), default=0)
        rows = []
        for looks in range(self._players):
            row = [0] * (most + 1)
            for code, at in enumerate(self._seen_components().values(), 1):
                if at[looks]:
                    row[at[looks]] = code
            rows.append(tuple(row))
        return tuple(rows)

    def _off_grid(self) -> list[tuple[int, str]]:
        return [*self._sites.hands.items()] if self._has_grid else []

    def _sets(self, field: n.Field) -> Iterable[Plane]:
        for k in range(prod(field.shape)):
            yield Plane(_numbered(field.name, k, field), "set", field.name, (k,) * self._players)

    def _by_site(self, field: n.Field) -> Iterable[Plane]:
        inner = prod(field.shape[1:])
        relative = field.name.partition("_")[0] == "who"
        for k in range(inner):
            for low, shift in self._digits(field):
                name = _numbered(field.name, k, field) + _digit(shift)
                yield Plane(name, "site", field.name, (k, inner), low, shift, relative)
                for site, hand in self._off_grid():
                    at = (site * inner + k,) * self._players
                    yield Plane(f"{name} at {hand}", "scalar", field.name, at, low, shift, relative)

    # -- numbers ------------------------------------------------------------------------------------------------

    def _digits(self, field: n.Field) -> list[tuple[int, int]]:
        """The number to take away from another, and the shifts of its parts."""
        low, high = (field.low, field.high) if field.low < field.high else (-(2**31), 2**31 - 1)
        if field.type == n.BOOL:
            low, high = 0, 1
        length = max((high - min(low, 0)).bit_length(), 1)
        # A few special numbers below zero do not shift the others: they come out as the largest.
        return [(0 if low >= -2 else low, shift) for shift in range(0, length, self._bits)]

    def _scalars(self, field: n.Field) -> Iterable[Plane]:
        count = prod(field.shape)
        if field.name in _BY_PLAYER and field.shape and count > self._players:
            elements = [
                tuple((looks + ahead) % self._players + 1 for looks in range(self._players))
                for ahead in range(self._players)
            ]
        else:
            elements = [(k,) * self._players for k in range(count)]
        for k, at in enumerate(elements):
            for low, shift in self._digits(field):
                name = _numbered(field.name, k, field) + _digit(shift)
                yield Plane(name, "scalar", field.name, at, low, shift, field.name in _PLAYERS_NUMBERS)

    def _list(self, field: n.Field) -> Iterable[Plane]:
        for k in range(prod(field.shape)):
            at = (k,) * self._players
            name = _numbered(field.name, k, field)
            for shift in range(0, field.capacity.bit_length(), self._bits):
                yield Plane(f"length of {name}{_digit(shift)}", "length", field.name, at, 0, shift)
            if field.type == n.INT and field.high > 2**32:
                yield Plane(f"repeats of {name}", "repeats", field.name, at)
            for shift in range(0, _DIGEST_BITS, self._bits):
                yield Plane(f"digest of {name}{_digit(shift)}", "digest", field.name, at, 0, shift)

    # -- stacks -------------------------------------------------------------------------------------------------

    def _stacks(self, field: n.Field) -> Iterable[Plane]:
        codes = self._codes()
        for code, name in enumerate(self._seen_components(), 1):
            yield Plane(f"number of {name}", "count", field.name, (code,), codes=codes)
            yield Plane(f"{name} on top", "top", field.name, (code,), codes=codes)
        yield Plane("owner on top", "owner", field.name.replace("what", "who"))
        for shift in range(0, _DIGEST_BITS, self._bits):
            yield Plane(f"digest of stacks{_digit(shift)}", "order", field.name, (0,), 0, shift, codes=codes)

    def _level_data(self, field: n.Field) -> Iterable[Plane]:
        for shift in range(0, _DIGEST_BITS, self._bits):
            yield Plane(f"digest of {field.name}{_digit(shift)}", "order", field.name, (0,), 0, shift)


_LEVEL_DATA = ("state", "rotation", "value")
_BY_PLAYER = ("score", "amount", "phase", "seat")


def _whose(ahead: int) -> str:
    return ("mover", "next player", "player after that")[ahead] if ahead < 3 else f"player {ahead} ahead"


def _numbered(name: str, k: int, field: n.Field) -> str:
    return f"{name} {k}" if field.shape and prod(field.shape) > 1 else name


def _digit(shift: int) -> str:
    return f" >> {shift}" if shift else ""


def grid_of(labels: Sequence[str], total: int, hands: Mapping[int, str]) -> Sites:
    """The grid that the labels of sites tell of, as A1 to H8; none where they do not, or most of it would be empty."""
    cells: list[tuple[int, int]] = []
    if not labels:
        return Sites(0, 0, (), dict(hands))
    for label in labels:
        letters = label.rstrip("0123456789")
        number = label[len(letters) :]
        if not letters or not number or not letters.isalpha() or not letters.isascii():
            return Sites(0, 0, (), dict(hands))
        column = 0
        for letter in letters.upper():
            column = column * 26 + ord(letter) - 64
        cells.append((int(number) - 1, column - 1))
    rows, columns = 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
    low = min(r for r, _ in cells), min(c for _, c in cells)
    rows, columns = rows - low[0], columns - low[1]
    if len(set(cells)) != len(cells) or len(cells) < 0.4 * rows * columns or min(rows, columns) < 2:
        return Sites(0, 0, (), dict(hands))
    places = [(r - low[0]) * columns + c - low[1] for r, c in cells]
    return Sites(rows, columns, tuple(places + [-1] * (total - len(places))), dict(hands))
