"""State of play: the contents of sites, ownership lists, counters, and the moves made so far."""

from __future__ import annotations

from typing import Any

from petteia.board import SiteType

from .world import CELL, World

EMPTY = (0, 0, 0, 0, 0)
"""A level of a stack without a piece: what, who, state, rotation, value."""


class State:
    """A position and its history; `copy` is independent."""

    def __init__(self, world: World) -> None:
        self.world = world
        n = world.n
        self.mover, self.next, self.prev = 1, 2 if n > 1 else 1, 0
        self.counter, self.turns, self.moves_this_turn = -1, 1, 0
        self.phase = [0] * (n + 1)
        self.temp = -1
        self.pending: set[int] = set()
        self.amounts, self.pot = [0] * (n + 2), 0
        self.values = [-1] * (n + 2)
        self.vars: dict[str, int] = {}
        self.remembered: dict[str | None, list[int]] = {}
        self.propositions: list[str] = []
        self.votes: list[str] = []
        self.decided: str | None = None
        self.visited: set[int] = set()
        self.to_remove: list[int] = []
        self.team = list(range(n + 2))
        self.dice = [[0] * len(faces) for faces in world.dice_faces]
        self.sums = [0] * len(world.dice_faces)
        self.dice_equal = False
        self.triggered: set[int] = set()
        self.stalemated: set[int] = set()
        self.order = list(range(n + 1))
        self.stored: Any = None
        self.passes = 0
        self.scores = [0] * (n + 2)
        self.active = set(range(1, n + 1))
        self.ranking = [0.0] * (n + 1)
        self.winners: list[int] = []
        self.losers: list[int] = []
        self.over = False
        self.moves: list[Any] = []
        self.starts = 0
        self.start_sites: dict[int, tuple[int, ...]] = {}
        self.history: list[Any] = []
        self.turn_history: list[Any] = []
        self.owned: dict[tuple[int, int], list[tuple[SiteType, int, int]]] = {}
        self.on_track: dict[tuple[int, int], dict[int, int]] = {}
        sizes = world.stored
        if world.stacking:
            self.stacks = {kind: [(0, ())] * size for kind, size in sizes.items()}
        else:
            self.flat = {kind: [[0] * size for _ in range(6)] for kind, size in sizes.items()}

    def copy(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        new.__dict__.update(self.__dict__)
        for name in (
            "phase",
            "amounts",
            "values",
            "propositions",
            "votes",
            "to_remove",
            "team",
            "sums",
            "order",
            "scores",
            "ranking",
            "winners",
            "losers",
            "moves",
            "history",
            "turn_history",
        ):
            setattr(new, name, list(getattr(self, name)))
        for name in ("pending", "visited", "triggered", "stalemated", "active"):
            setattr(new, name, set(getattr(self, name)))
        new.vars = dict(self.vars)
        new.remembered = {name: list(values) for name, values in self.remembered.items()}
        new.dice = [list(one) for one in self.dice]
        new.owned = {key: list(one) for key, one in self.owned.items()}
        new.on_track = {key: dict(one) for key, one in self.on_track.items()}
        if self.world.stacking:
            new.stacks = {kind: list(one) for kind, one in self.stacks.items()}
        else:
            new.flat = {kind: [list(one) for one in fields] for kind, fields in self.flat.items()}
        return new

    # -- where a site is ---------------------------------------------------------------------------------------

    def type_of(self, kind: SiteType | None, site: int) -> SiteType:
        """The type of a site: that given or the default; beyond the board's elements it is a cell of a hand."""
        kind = self.world.default if kind is None else kind
        return CELL if kind is not CELL and site >= self.world.elements(kind) else kind

    def has(self, kind: SiteType, site: int) -> bool:
        """True if a site of this type is stored."""
        return 0 <= site < self.world.stored.get(kind, 0)

    # -- reading -----------------------------------------------------------------------------------------------

    def height(self, kind: SiteType, site: int) -> int:
        """The number of levels of a stack; in a flat game 1 for an occupied site."""
        if not self.has(kind, site):
            return 0
        return self.stacks[kind][site][0] if self.world.stacking else int(not self.is_empty(kind, site))

    def _level(self, kind: SiteType, site: int, level: int) -> tuple[int, ...]:
        size, levels = self.stacks[kind][site]
        level = size - 1 if level == -1 else level
        return levels[level] if 0 <= level < size else EMPTY

    def _read(self, field: int, kind: SiteType, site: int, level: int) -> int:
        if not self.has(kind, site):
            return 0
        if self.world.stacking:
            return self._level(kind, site, level)[field]
        return self.flat[kind][field][site]

    def what(self, kind: SiteType, site: int, level: int = -1) -> int:
        """The component on a site (top level), or 0."""
        return self._read(0, kind, site, level)

    def who(self, kind: SiteType, site: int, level: int = -1) -> int:
        """The owner of a site."""
        return self._read(0 if self.world.who_is_what else 1, kind, site, level)

    def state(self, kind: SiteType, site: int, level: int = -1) -> int:
        """The local state of a site."""
        return self._read(2, kind, site, level)

    def rotation(self, kind: SiteType, site: int, level: int = -1) -> int:
        """The rotation of a site."""
        return self._read(3, kind, site, level)

    def value(self, kind: SiteType, site: int, level: int = -1) -> int:
        """The piece value of a site."""
        return self._read(4, kind, site, level)

    def count(self, kind: SiteType, site: int) -> int:
        """The number of pieces on a site."""
        if not self.has(kind, site):
            return 0
        if self.world.stacking:
            return int(self.who(kind, site) != 0)
        if self.world.count:
            return self.flat[kind][5][site]
        return int(not self.is_empty(kind, site))

    def is_empty(self, kind: SiteType, site: int) -> bool:
        """True if a site holds nothing."""
        if not self.has(kind, site):
            return True
        if self.world.stacking:
            return self.stacks[kind][site][0] == 0
        flat = self.flat[kind]
        if self.world.count:
            return flat[5][site] == 0
        return flat[0][site] == 0 and flat[1][site] == 0

    # -- writing, flat -----------------------------------------------------------------------------------------

    def set_site(
        self,
        kind: SiteType,
        site: int,
        who: int = -1,
        what: int = -1,
        count: int = -1,
        state: int = -1,
        rotation: int = -1,
        value: int = -1,
    ) -> None:
        """Writes what is not -1 on a flat site."""
        flat = self.flat[kind]
        for field, given in enumerate((what, who, state, rotation, value, count)):
            if given != -1:
                flat[field][site] = given

    def clear(self, kind: SiteType, site: int) -> None:
        """Removes all of a flat site."""
        for field in self.flat[kind]:
            field[site] = 0

    # -- writing, stacks ---------------------------------------------------------------------------------------

    def push(self, kind: SiteType, site: int, what: int, who: int, rest: tuple[int, int, int] | None = None) -> None:
        """Puts a piece on top; without state, rotation and value it takes over what the slot held before."""
        size, levels = self.stacks[kind][site]
        stale = levels[size][2:] if size < len(levels) else (0, 0, 0)
        piece = (what, who, *(stale if rest is None else rest))
        self.stacks[kind][site] = (size + 1, (*levels[:size], piece, *levels[size + 1 :]))

    def pop(self, kind: SiteType, site: int) -> None:
        """Takes the top away, with all its data."""
        size, levels = self.stacks[kind][site]
        if size:
            self.stacks[kind][site] = (size - 1, (*levels[: size - 1], EMPTY, *levels[size:]))

    def take_level(self, kind: SiteType, site: int, level: int) -> None:
        """Takes a level out; state, rotation and value of the slot that falls vacant stay behind."""
        size, levels = self.stacks[kind][site]
        if not size:
            return
        moved = list(levels)
        for index in range(level, size - 1):
            moved[index] = moved[index + 1]
        moved[size - 1] = (0, 0, *levels[size - 1][2:])
        self.stacks[kind][site] = (size - 1, tuple(moved))

    def insert(self, kind: SiteType, site: int, level: int, piece: tuple[int, ...]) -> None:
        """Puts a piece at a level, those above it one higher; missing data are 0."""
        size, levels = self.stacks[kind][site]
        piece = tuple(max(one, 0) if i > 1 else one for i, one in enumerate(piece))
        if level <= size:
            self.stacks[kind][site] = (size + 1, (*levels[:level], piece, *levels[level:size]))

    def write_level(self, kind: SiteType, site: int, level: int, field: int, value: int) -> None:
        """Writes one datum of one level (-1 for the top)."""
        size, levels = self.stacks[kind][site]
        level = size - 1 if level == -1 else level
        if 0 <= level < size:
            piece = list(levels[level])
            piece[field] = value
            self.stacks[kind][site] = (size, (*levels[:level], tuple(piece), *levels[level + 1 :]))

    # -- ownership lists ---------------------------------------------------------------------------------------

    def own(self, what: int, kind: SiteType, site: int, level: int = 0) -> None:
        """Enters a position at the end of the list of a component."""
        self.owned.setdefault((self.world.owner(what), what), []).append((kind, site, level))

    def disown(self, what: int, kind: SiteType, site: int, level: int = -1) -> None:
        """Takes a position out of the list of a component."""
        entries = self.owned.get((self.world.owner(what), what))
        if self.world.swap_removal:
            for index, entry in enumerate(entries or ()):
                if entry[1] == site:
                    entries[index] = entries[-1]
                    entries.pop()
                    break
            return
        if entries:
            entries[:] = [e for e in entries if not (e[:2] == (kind, site) and level in (-1, e[2]))]
        if level != -1:
            for other in self.owned.values():
                other[:] = [(k, s, v - 1) if (k, s) == (kind, site) and v > level else (k, s, v) for k, s, v in other]

    def positions(self, player: int) -> list[tuple[SiteType, int, int]]:
        """The positions of all components of a player, component by component."""
        return [e for what in range(1, len(self.world.components)) for e in self.owned.get((player, what), ())]

    # -- histories ---------------------------------------------------------------------------------------------

    def position_key(self) -> Any:
        """All that counts for positional repetition, to be compared."""
        if self.world.stacking:
            board: Any = tuple(
                tuple((size, levels[:size]) for size, levels in self.stacks[k]) for k in sorted(self.stacks)
            )
        else:
            board = tuple(tuple(map(tuple, self.flat[k])) for k in sorted(self.flat))
        return board, self.temp, tuple(self.order), tuple(self.team) if self.world.teams else ()

    def full_key(self) -> Any:
        """All that counts for situational repetition."""
        return (
            self.position_key(),
            self.mover,
            self.next,
            self.prev,
            frozenset(self.active),
            frozenset(self.triggered),
            frozenset(self.stalemated),
            frozenset(self.pending),
            self.moves_this_turn,
            self.passes,
            tuple(self.scores) if self.world.names & {"AddScore", "AddScores", "SetScore"} else (),
        )
