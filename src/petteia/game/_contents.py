"""Between positions and the fields of a state: reading a position out of a state, and setting a state to one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from petteia.errors import PositionError
from petteia.types import bits

from .engine import Engine
from .facts import LETTERS, Facts
from .position import Level, Occupied, Position, further_fields

_DATA = ("state", "rotation", "value")
_SITE_FIELDS = ("pieces", "what", "who", "count", "own", "empty", "height", *_DATA)
_KEPT_FROM_START = ("phase", "seat", "team")


class Contents:
    """Reads and sets the states of one game."""

    def __init__(self, facts: Facts, engine: Engine) -> None:
        self.facts = facts
        self.engine = engine
        self._owner_of = [0, *(one.owner for one in facts.components)]
        self._suffixes = {letter: self._suffix(letter) for letter in LETTERS if letter in facts.counts}
        self._hands = [one for one in facts.containers[1:] if not one.is_dice]
        self._dice = [one for one in facts.containers[1:] if one.is_dice]
        self._die_faces = [facts.components[k].faces for hand in self._dice for k in range(hand.size)]
        visible = {name for name, one in facts.fields.items() if one.visible}
        self._variables = [name.removeprefix("var_") for name in facts.fields if name.startswith("var_")]
        self._shows_variables = bool(self._variables) or "temp" in visible
        self._remembered = {
            name.removeprefix("remembered").removeprefix("_"): name for name in visible if name.startswith("remembered")
        }
        self._further = further_fields(facts)
        self._shows = {
            name: name in visible for name in ("score", "amount", "pot", "phase", "pending", "counter", "seat")
        }

    def _read_further(self, raw: Any, name: str) -> list[int]:
        value, facts = self.engine.read(raw, name), self.facts.fields[name]
        if facts.is_set:
            return list(bits(value))
        return list(value[1 : self.facts.players + 1]) if facts.shape else [value]

    def _further_value(self, name: str, shown: list[int]) -> Any:
        facts = self.facts.fields[name]
        if facts.is_set:
            return sum(1 << number for number in set(shown))
        return [0, *shown, *[0] * (facts.shape[0] - len(shown) - 1)] if facts.shape else shown[0]

    def _suffix(self, letter: str) -> str:
        return "" if letter == self.facts.letter else f"_{letter}"

    def _has(self, field: str) -> bool:
        return field in self.facts.fields

    # -- reading ------------------------------------------------------------------------------------------------

    def read(self, raw: Any) -> Position:
        """The position of a state."""

        def value(field: str) -> Any:
            return self.engine.read(raw, field)

        players = self.facts.players
        seats = value("seat")[1:] if self._shows["seat"] else None
        return Position(
            sites=list(self._read_sites(raw)),
            values=self._read_values(raw) if self.facts.is_puzzle else {},
            mover=value("mover"),
            scores=value("score")[1 : players + 1] if self._shows["score"] else None,
            amounts=value("amount")[1:] if self._shows["amount"] else None,
            pot=value("pot") if self._shows["pot"] else None,
            payoffs=value("payoff")[1:] if self._has("payoff") else None,
            phases=value("phase")[1:] if self._shows["phase"] else None,
            pending=list(bits(value("pending"))) if self._shows["pending"] else [],
            counter=value("counter") if self._shows["counter"] else None,
            variable=(value("temp") if self._has("temp") else -1) if self._shows_variables else None,
            variables={name: value(f"var_{name}") for name in self._variables if value(f"has_{name}")},
            remembered={name: value(field) for name, field in self._remembered.items()},
            dice=self._read_dice(raw),
            further={key: self._read_further(raw, name) for key, name in self._further.items()},
            order=seats if seats != list(range(1, players + 1)) else None,
            game_ranks=value("game_ranks")[1:] if self._has("game_over") and value("game_over") else None,
            ranks=value("ranks")[1:] if value("over") else None,
        )

    def _read_values(self, raw: Any) -> dict[int, tuple[int, ...]]:
        """The values still possible for the sites of a puzzle, those left out that nothing was done to."""
        untouched = self.facts.fields["domain"].initial
        domains = self.engine.read(raw, "domain")[: self.facts.counts[self.facts.letter]]
        return {site: tuple(bits(values)) for site, values in enumerate(domains) if values != untouched}

    def _set_values(self, raw: Any, position: Position) -> None:
        domains = self.engine.read(raw, "domain")
        blank = self.facts.fields["domain"].initial
        domains = [blank] * len(domains)
        for site, values in position.values.items():
            domains[site] = sum(1 << value for value in values)
        try:
            self.engine.write(raw, "domain", domains)
        except ValueError as error:
            raise PositionError(str(error)) from None

    def _read_sites(self, raw: Any) -> Iterator[Occupied]:
        for letter, suffix in self._suffixes.items():
            if not self._has(("what" if self.facts.stacking else "pieces") + suffix):
                continue
            found = (self._read_levels if self.facts.stacking else self._read_flat)(raw, letter)
            yield from (one for one in found if one.letter == letter)
            if letter == self.facts.letter:
                off_board = {one.site: one for one in found if one.letter != letter}
        for hand in self._hands:
            yield from (off_board[site] for site in hand.sites if site in off_board)

    def _read_flat(self, raw: Any, letter: str) -> list[Occupied]:
        """The pieces on the sites of a type and off the board, at most one kind of piece on each."""
        suffix, on_board = self._suffixes[letter], self.facts.counts[letter]
        component_at: dict[int, int] = {}
        for component, members in enumerate(self.engine.read(raw, "pieces" + suffix)):
            if component:
                component_at.update(dict.fromkeys(bits(members), component))
        counts, owners, *data = (
            self.engine.read(raw, name + suffix) if self._has(name + suffix) else None
            for name in ("count", "who", *_DATA)
        )
        covered = self._covered(raw) if counts is not None else set()
        sites = set(component_at) | covered
        if counts is not None:  # an addition of no piece at all leaves a number behind
            sites.update(site for site, number in enumerate(counts) if number)
        for values in (data[0], data[2]):
            if values is not None:
                sites.update(site for site, number in enumerate(values) if number)
        found = []
        for site in sorted(sites):
            component = component_at.get(site, 0)
            owner = owners[site] if owners else component if self.facts.owner_is_component else None
            level = Level(component, self._shown(owner, component), *(d[site] if d else 0 for d in data))
            count = 1 if site in covered else counts[site] if counts else int(component > 0)
            found.append(Occupied(letter if site < on_board else "h", site, (level,), count))
        return found

    def _covered(self, raw: Any) -> set[int]:
        """The cells that large pieces cover beside those they stand on."""
        if not self._has("covered"):
            return set()
        return {site for members in self.engine.read(raw, "covered") for site in bits(members)}

    def _shown(self, owner: int | None, component: int) -> int | None:
        """An owner that is a player and not the component's."""
        if owner is None or owner == self._owner_of[component] or not 1 <= owner <= self.facts.players:
            return None
        return owner

    def _read_levels(self, raw: Any, letter: str) -> list[Occupied]:
        suffix, on_board = self._suffixes[letter], self.facts.counts[letter]
        what, who = self.engine.read(raw, "what" + suffix), self.engine.read(raw, "who" + suffix)
        data = [self.engine.read(raw, d + suffix) if self._has(d + suffix) else None for d in _DATA]
        counts = self.engine.read(raw, "count" + suffix) if self._has("count" + suffix) else None
        found = []
        for site, height in enumerate(self.engine.read(raw, "height" + suffix)):
            if height:
                levels = tuple(
                    Level(
                        what[site][k],
                        self._shown(who[site][k], what[site][k]),
                        *(values[site][k] if values else 0 for values in data),
                    )
                    for k in range(height)
                )
                place = letter if site < on_board else "h"
                found.append(Occupied(place, site, levels, counts[site] if counts else 1))
        return found

    def _read_dice(self, raw: Any) -> list[list[int]]:
        if not self._dice or not self._has("dice"):
            return []
        values = iter(self.engine.read(raw, "dice"))
        return [[next(values) for _ in hand.sites] for hand in self._dice]

    # -- setting ------------------------------------------------------------------------------------------------

    def state_at(self, position: Position, *, as_started: bool = False) -> Any:
        """A state at this position, with no moves before it.

        `as_started` keeps what the start rules leave behind besides the position, such as the latest placement.
        """
        if self._has("covered"):
            raise PositionError(f"positions of {self.facts.name} cannot be set: it has pieces that cover several cells")
        raw = self.engine.start(0)
        if not as_started:
            self._clear(raw)
        for letter, suffix in self._suffixes.items():
            if self._has(("what" if self.facts.stacking else "pieces") + suffix):
                letters = (letter, "h") if not suffix else (letter,)
                self._set_sites(raw, suffix, [one for one in position.sites if one.letter in letters])
            elif any(one.letter == letter for one in position.sites):
                raise PositionError(f"{self.facts.name} has no pieces on sites of type {letter}")
        if self.facts.is_puzzle:
            self._set_values(raw, position)
        self._set_rest(raw, position)
        if not as_started and self._goes_on(position) and self._has("prev"):
            self.engine.write(raw, "prev", position.mover)
        self.engine.rebuild(raw)
        return raw

    def _goes_on(self, position: Position) -> bool:
        """True if dice are used in part, so that the player to move is the one who threw them."""
        shown = [number for hand in position.dice for number in hand]
        spent = [not number and 0 not in values for number, values in zip(shown, self._die_faces, strict=False)]
        return any(spent) and not all(spent)

    def _clear(self, raw: Any) -> None:
        """Gives all fields their initial values but those that only the start rules know."""
        for name, field in self.facts.fields.items():
            if name not in _KEPT_FROM_START and not self._is_site_field(name):
                self.engine.write(raw, name, _filled(field.shape, [] if field.capacity else field.initial))

    def _is_site_field(self, name: str) -> bool:
        return any(name == field + suffix for field in _SITE_FIELDS for suffix in self._suffixes.values())

    def _set_sites(self, raw: Any, suffix: str, sites: list[Occupied]) -> None:
        kept = {site for dice in self._dice for site in dice.sites} if not suffix else set()
        values = {name: self.engine.read(raw, name + suffix) for name in _SITE_FIELDS if self._has(name + suffix)}
        blank = self.facts.fields
        stacking = self.facts.stacking
        for name, value in values.items():
            if name in ("pieces", "own"):
                keep = sum(1 << site for site in kept)
                values[name] = [members & keep for members in value]
            elif name == "empty":
                values[name] = blank[name + suffix].initial & ~sum(1 << site for site in kept)
            else:
                shape = blank[name + suffix].shape[1:]
                values[name] = [v if site in kept else _filled(shape, 0) for site, v in enumerate(value)]
        for one in sites:
            (self._set_stack if stacking else self._set_flat)(values, one)
        for name, value in values.items():
            self.engine.write(raw, name + suffix, value)

    def _set_flat(self, values: dict[str, Any], one: Occupied) -> None:
        level, site = one.levels[0], one.site
        owner = self._owner_of[level.component] if level.owner is None else level.owner
        if level.component:
            values["pieces"][level.component] |= 1 << site
            if "own" in values:
                values["own"][owner] |= 1 << site
            if "empty" in values:
                values["empty"] &= ~(1 << site)
            for name, number in (("what", level.component), ("who", owner), ("count", one.count)):
                self._put(values, name, site, number, default=1 if name == "count" else number)
        elif one.count and "count" in values and not self._has("covered"):
            values["count"][site] = one.count
            values["empty"] &= ~(1 << site)
        for name in _DATA:
            self._put(values, name, site, getattr(level, name), default=0)

    def _put(self, values: dict[str, Any], name: str, site: int, number: int, *, default: int) -> None:
        if name in values:
            values[name][site] = number
        elif number != default:
            raise PositionError(f"{self.facts.name} keeps no {name} of its sites")

    def _set_stack(self, values: dict[str, Any], one: Occupied) -> None:
        site = one.site
        if len(one.levels) > len(values["what"][site]):
            raise PositionError(f"stacks hold at most {len(values['what'][site])} pieces")
        owner = 0
        for k, level in enumerate(one.levels):
            owner = self._owner_of[level.component] if level.owner is None else level.owner
            values["what"][site][k], values["who"][site][k] = level.component, owner
            for name in _DATA:
                if name in values:
                    values[name][site][k] = getattr(level, name)
                elif getattr(level, name):
                    raise PositionError(f"{self.facts.name} keeps no {name} of its pieces")
        values["height"][site] = len(one.levels)
        if "own" in values:
            values["own"][owner] |= 1 << site
        if "empty" in values:
            values["empty"] &= ~(1 << site)

    def _set_rest(self, raw: Any, position: Position) -> None:
        players = self.facts.players

        def put(field: str, value: Any, key: str) -> None:
            if not self._has(field):
                raise PositionError(f"{self.facts.name} has no {key}= in its positions")
            try:
                self.engine.write(raw, field, value)
            except ValueError as error:
                raise PositionError(f"{key}=: {error}") from None

        put("mover", position.mover, "m")
        if self._has("next"):
            put("next", position.mover % players + 1, "m")
        if position.scores is not None:
            put("score", [0, *position.scores, 0], "sc")
        if position.amounts is not None:
            put("amount", [0, *position.amounts], "am")
        if position.pot is not None:
            put("pot", position.pot, "pot")
        if position.payoffs is not None:
            put("payoff", [0, *position.payoffs], "pay")
        if position.phases is not None:
            put("phase", [0, *position.phases], "ph")
        if position.pending:
            put("pending", sum(1 << number for number in set(position.pending)), "pend")
        if position.counter is not None:
            put("counter", position.counter, "k")
        if position.variable is not None and self._has("temp"):
            put("temp", position.variable, "t")
        for name, number in position.variables.items():
            put(f"var_{name}", number, f"var:{name}")
            put(f"has_{name}", 1, f"var:{name}")
        for name, values in position.remembered.items():
            put(self._remembered.get(name, ""), values, f"rem:{name}" if name else "rem")
        for key, values in position.further.items():
            put(self._further[key], self._further_value(self._further[key], values), key)
        if position.dice:
            self._set_dice(raw, [number for hand in position.dice for number in hand])
        if position.order is not None:
            put("seat", [0, *position.order], "ord")
        if position.game_ranks is not None:
            put("game_ranks", [0, *position.game_ranks], "gover")
            put("game_over", 1, "gover")
        if position.ranks is not None:
            put("ranks", [0, *position.ranks], "over")
            put("over", 1, "over")

    def _set_dice(self, raw: Any, shown: list[int]) -> None:
        """Turns the dice to what they show; a used one (0) keeps its face."""
        sites = [site for hand in self._dice for site in hand.sites]
        if not self._has("dice") or len(shown) != len(sites):
            raise PositionError(f"{self.facts.name} has {len(sites)} dice")
        faces = self._die_faces
        for one, values in zip(shown, faces, strict=True):
            if one and one not in values:
                raise PositionError(f"no die of {self.facts.name} shows {one}")
        self.engine.write(raw, "dice", shown)
        if self._has("state"):
            states = self.engine.read(raw, "state")
            for site, one, values in zip(sites, shown, faces, strict=True):
                if one in values:
                    at = values.index(one)
                    states[site] = [at, *states[site][1:]] if self.facts.stacking else at
            self.engine.write(raw, "state", states)


def _filled(shape: tuple[int, ...], value: Any) -> Any:
    if not shape:
        return list(value) if isinstance(value, list) else value
    return [_filled(shape[1:], value) for _ in range(shape[0])]
