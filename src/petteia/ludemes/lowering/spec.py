"""The facts of a game that do not change in play: players, containers, components, phases, what a state must hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from petteia.board import Board, Container, Direction, Sites, SiteType, Track
from petteia.errors import LudTypeError, UnsupportedLudeme
from petteia.ir import ops
from petteia.ludemes.arguments import PieceArgument, To, is_in_hand
from petteia.ludemes.boards.making import board_of
from petteia.ludemes.ending.rules import End
from petteia.ludemes.enums import ModeType, RoleType
from petteia.ludemes.enums import SiteType as SiteTypeWord
from petteia.ludemes.equipment.items import Dice, Hand, ListMap, PairMap, Piece, Regions, Tile
from petteia.ludemes.game import Game, PlayerCount, PlayerList
from petteia.ludemes.lowering.facts import Component, NamedRegion, PhaseRules
from petteia.ludemes.lowering.storage import MOST_LEVELS, MOST_LEVELS_OF_LARGE_STACKS
from petteia.ludemes.moves.add import Add, Claim
from petteia.ludemes.moves.datum import SetState, SetValue
from petteia.ludemes.moves.promote import Promote
from petteia.ludemes.moves.select import Select
from petteia.ludemes.moves.shift import Shoot
from petteia.ludemes.needs import (
    CELLS,
    COUNTS,
    EDGES,
    LARGE_STACKS,
    LEVELS,
    OWNERS,
    PIECE_ORDER,
    ROTATIONS,
    STACKING,
    STATES,
    TEAM,
    VALUES,
    FirstOf,
    Need,
    PendingSum,
    SitesOf,
)
from petteia.ludemes.phases import Phase, PhasedRules, PlainRules, Play
from petteia.ludemes.puzzles.rules import PUZZLE
from petteia.ludemes.quirks.games import GameQuirks
from petteia.ludemes.regions.board import SitesBoard
from petteia.ludemes.registry import Ludeme, walk
from petteia.ludemes.start.rules import PlaceItem, PlaceOnSites, PlaceRandom, PlaceStack, SetStartTeam, Start
from petteia.ludemes.types import IntConstant, RegionFunction, StartRule, is_several
from petteia.ludemes.values.board import IdOf, IdOfName, MapEntry

MOST_PLAYERS = 16
MOST_HAND_SITES = 10_000
_MOST_DICE, _MOST_FACES = 100, 1000
_MANY, _MANY_OF_ONE = 56, 24
"""Where there are so many kinds of pieces, or each player has so many, they share what they do."""
SITES = "Sites"
SomeNeed = TypeVar("SomeNeed", bound=Need)


def _require_number(item: Ludeme, what: str, number: int, most: int, least: int = 1) -> None:
    """Refuses equipment of absurd size before it is made."""
    if not least <= number <= most:
        raise LudTypeError(f"{number} {what}; {least} to {most} are allowed", place=item.place)


class GameSpec:
    """The facts of a description that lowering asks for, read once."""

    players: int
    needs: frozenset[Need]
    board: Board
    phases: tuple[PhaseRules, ...]

    def __init__(self, game: Game) -> None:
        self.game = game
        self.name = game.name
        self.players, self.facings = self._read_players(game)
        self.needs = self._collect_needs(game)
        self.board = self._read_board(game)
        self.containers = self._read_containers(game)
        self.components = self._read_components(game)
        self.regions: list[NamedRegion] = []
        self.maps: list[tuple[str, dict[int, int]]] = []
        self.phases = self._read_phases(game)
        self.quirks = GameQuirks(self)

    # -- players and roles --------------------------------------------------------------------------------------

    @staticmethod
    def _read_players(game: Game) -> tuple[int, dict[int, Direction]]:
        players = game.players
        facings: dict[int, Direction] = {}
        if isinstance(players, PlayerList):
            count = len(players.players)
            facings = {i: Direction[one.direction.name] for i, one in enumerate(players.players, 1)}
        else:
            assert isinstance(players, PlayerCount)
            count = players.count
        if not 0 <= count <= MOST_PLAYERS:
            raise LudTypeError(f"a game has 0 to {MOST_PLAYERS} players, not {count}", place=players.place)
        return max(count, 1), facings  # a simulation has nobody to move, but a state that says who is

    def owner_of_role(self, role: RoleType | None) -> int:
        """The owner that a role of the equipment means."""
        if role is None or role in (RoleType.Neutral,):
            return 0
        if role in (RoleType.Shared, RoleType.All, RoleType.Each):
            return 1 if self.simulation else self.players + 1
        if role.name[0] == "P" and role.name[1:].isdigit():
            return int(role.name[1:])
        raise LudTypeError(f"{role.name} cannot own equipment")

    @property
    def teams_change(self) -> bool:
        """True if players may join other teams in play."""
        return TEAM in self.needs

    @cached_property
    def teams(self) -> dict[int, int]:
        """The team of each player, where the start rules make teams; each is in his own unless they say otherwise."""
        rules = [rule for rule in walk(self.game) if isinstance(rule, SetStartTeam)]
        used = rules or self.teams_change
        teams = {player: player for player in range(1, self.players + 1)} if used else {}
        for rule in rules:
            number = rule.index
            if not isinstance(number, IntConstant):
                raise UnsupportedLudeme(["set Team with a number that is worked out"])
            members = [int(role.name[1:]) for role in rule.roles if role.name[0] == "P" and role.name[1:].isdigit()]
            teams.update({player: number.value for player in members if player in teams})
        return teams

    # -- what the rules need ------------------------------------------------------------------------------------

    @staticmethod
    def _collect_needs(game: Game) -> frozenset[Need]:
        return frozenset(need for ludeme in walk(game) for need in ludeme.needs())

    def needs_of(self, kind: type[SomeNeed]) -> list[SomeNeed]:
        """The needs of a kind, in the order of their fields and names."""
        return sorted((need for need in self.needs if isinstance(need, kind)), key=lambda need: need.place)

    @property
    def puzzle(self) -> bool:
        """True if this is a deduction puzzle: its sites have values, not pieces."""
        return PUZZLE in self.needs

    @property
    def simulation(self) -> bool:
        """True if there are no players: the rules make all moves they find at once."""
        return isinstance(self.game.players, PlayerCount) and self.game.players.count == 0

    @property
    def simultaneous(self) -> bool:
        """True if all players choose their moves at once."""
        return self.game.mode is not None and self.game.mode.mode == ModeType.Simultaneous

    def asks_for(self, kind: type[Ludeme]) -> bool:
        """True if a ludeme of a kind occurs anywhere."""
        return any(isinstance(one, kind) for one in walk(self.game))

    @cached_property
    def stacking(self) -> bool:
        """True if pieces stand on each other."""
        return STACKING in self.needs

    @cached_property
    def most_levels(self) -> int:
        """How high a stack may get."""
        return MOST_LEVELS_OF_LARGE_STACKS if LARGE_STACKS in self.needs else MOST_LEVELS

    @cached_property
    def counting(self) -> bool:
        """True if a site may hold several pieces of one kind."""
        return not self.stacking and (COUNTS in self.needs or len(self.containers) > 1)

    @cached_property
    def is_of_one_type(self) -> bool:
        """True if pieces stand on one type of sites alone, hands included, by what the rules name."""
        cells = self.board.use == SiteType.Cell and not self.is_graph
        vertices = self.board.use == SiteType.Vertex and len(self.containers) == 1 and not {CELLS, EDGES} & self.needs
        return cells or vertices

    @cached_property
    def ordered(self) -> tuple[int, ...]:
        """The components of whose sites an order is kept, because the rules can tell it."""
        if PIECE_ORDER in self.needs or self.quirks.pieces_act_in_turn or self.quirks.sizes_come_in_order:
            return tuple(range(len(self.components) + 1))
        return self.asked_first

    @cached_property
    def asked_first(self) -> tuple[int, ...]:
        """The components with several pieces of which the rules ask for the first."""
        found: dict[tuple[str, int], Component] = {}
        for name in [need.piece for need in self.needs_of(FirstOf)]:
            for component in self.components:
                if name in component.name:
                    found.setdefault((name, component.owner), component)
        return tuple(sorted({one.index for one in found.values() if self._may_be_several(one)}))

    def _may_be_several(self, component: Component) -> bool:
        """True if pieces of a kind are placed on several sites, or added and promoted to."""
        placed = 0
        for rule in walk(self.game):
            if isinstance(rule, PlaceOnSites) and rule.item == component.name:
                placed += len(rule.coordinates or rule.sites or self._members(rule.region))
            elif isinstance(rule, PlaceItem) and rule.item in (component.name, component.word):
                placed += 2 if is_several(rule.count) else 1
            elif isinstance(rule, PlaceStack):
                items = rule.items or ([rule.item] if rule.item else [])
                placed += items.count(component.name) * (2 if rule.count or rule.counts or rule.region else 1)
            elif isinstance(rule, PlaceRandom):
                placed += rule.item.count(component.name) * (2 if is_several(rule.count) else 1)
            elif isinstance(what := vars(rule).get("what", rule), PieceArgument):
                placed += 2 * self._may_mean(what, component)
            elif what is None and isinstance(rule, Add | Claim):
                placed += 2 * (component.index <= self.players)  # by default the piece of the mover's number
        return placed > 1

    def _may_mean(self, piece: PieceArgument, component: Component) -> bool:
        """True if new pieces may be of a kind, by its name, its number or a map."""
        named: list[object] = [piece.name_component, *(piece.name_components or [])]
        for number in [piece.component, *(piece.components or [])]:
            if isinstance(number, Ludeme):
                named += self.values_of_map(number.name) if isinstance(number, MapEntry) else [number]
        names = [vars(one).get("name") if isinstance(one, IdOf | IdOfName) else one for one in named]
        return any(isinstance(name, str) and name in component.name for name in names)

    def _members(self, region: RegionFunction | None) -> Sequence[object]:
        """The parts of a region as written; some two things if they are not known."""
        if region is None:
            return ()
        if isinstance(region, SitesBoard) and region.kind == "Centre":
            return self.default.centre
        written = vars(region).get("coordinates") or vars(region).get("sites")
        return written if isinstance(written, list) else ("", "")

    @cached_property
    def stored(self) -> dict[str, int]:
        """Which of state, rotation and value the sites keep, with the greatest value each may take."""
        found = {kept.name: 32767 for kept in (STATES, ROTATIONS, VALUES) if kept in self.needs}
        if len(self.containers) > 1 and any(c.is_dice for c in self.containers):
            found.setdefault("state", 32767)
        return found

    @cached_property
    def large(self) -> bool:
        """True if some pieces cover several cells."""
        return any(component.walks for component in self.components)

    @cached_property
    def many_kinds(self) -> bool:
        """True if there are so many kinds of pieces that what several of them do is written once for all."""
        many = len(self.components) >= min(_MANY, _MANY_OF_ONE * self.players)
        return many and not (self.stacking or self.large or self.quirks.lists_linger)

    @cached_property
    def owner_stored(self) -> bool:
        """True if the owner of a site may differ from the owner of the component on it."""
        return OWNERS in self.needs and not self.stacking

    @cached_property
    def is_graph(self) -> bool:
        """True if sites print with a letter: the rules play on vertices or edges."""
        if self.puzzle:
            return False  # only sites of the type that is played on print
        return self.board.use != SiteType.Cell or bool({SiteType.Vertex, SiteType.Edge} & self.named_types)

    @cached_property
    def named_types(self) -> frozenset[SiteType]:
        """The site types that the rules name."""
        words = (value for ludeme in self._ludemes_of_rules() for _, value in ludeme.arguments())
        return frozenset(SiteType[word.name] for word in words if isinstance(word, SiteTypeWord))

    def _ludemes_of_rules(self) -> Iterator[Ludeme]:
        """The ludemes of the rules, and of the moves that pieces have of their own."""
        yield from walk(self.game.rules)
        for item in self.game.equipment.items:
            if isinstance(item, Piece | Tile) and item.generator is not None:
                yield from walk(item.generator)

    @cached_property
    def stored_types(self) -> tuple[SiteType, ...]:
        """The site types that may hold something, the one that is played on first."""
        found = {self.board.use: None}
        for ludeme in self._ludemes_of_rules():
            word = self._puts_on(ludeme)
            if word is not None:
                found[SiteType[word.name]] = None
        return tuple(found)

    def _puts_on(self, ludeme: Ludeme) -> SiteTypeWord | None:
        """The site type on which a ludeme may put something, if it names one; hands are not on the board."""
        if isinstance(ludeme, StartRule):
            word = getattr(ludeme, "site_type", None)
            return None if word is None or is_in_hand(getattr(ludeme, "site", None), word, self) else SiteTypeWord(word)
        if isinstance(ludeme, Promote):
            return ludeme.site_type
        if isinstance(ludeme, SetState | SetValue):
            return None if is_in_hand(ludeme.at, ludeme.site_type, self) else ludeme.site_type
        if isinstance(ludeme, Shoot):
            return ludeme.from_.site_type if ludeme.from_ else None
        to = getattr(ludeme, "to", None)
        if not isinstance(to, To) or isinstance(ludeme, Select):
            return None
        return None if is_in_hand(to.site or to.region, to.site_type, self) else to.site_type

    def values_of_map(self, name: str | None) -> list[object]:
        """The values of the maps of a name as written; without a name those of all maps."""
        found: list[object] = []
        for item in self.game.equipment.items:
            if isinstance(item, PairMap | ListMap) and name in (None, item.name or "Map"):
                values = item.values if isinstance(item, ListMap) else [getattr(p, "value", None) for p in item.pairs]
                found.extend(values)
        return found

    @property
    def most_pieces(self) -> int:
        """The greatest count of a site."""
        return 32767

    # -- board, containers, components --------------------------------------------------------------------------

    @staticmethod
    def _read_board(game: Game) -> Board:
        return board_of(game)

    def _read_containers(self, game: Game) -> tuple[Container, ...]:
        others: list[tuple[str, int, int, bool]] = []
        for item in game.equipment.items:
            if isinstance(item, Hand):
                _require_number(item, "sites of a hand", 1 if item.size is None else item.size, MOST_HAND_SITES)
                if item.role == RoleType.Each:
                    others += [(f"Hand{p}", item.size or 1, p, False) for p in range(1, self.players + 1)]
                else:
                    owner = self.owner_of_role(item.role)
                    number = owner if owner <= self.players else 0
                    others.append((f"Hand{number}", item.size or 1, owner, False))
        dice: dict[int, int] = {}
        for item in game.equipment.items:
            if isinstance(item, Dice):
                _require_number(item, "dice", item.number, _MOST_DICE)
                _require_number(item, "faces", 6 if item.faces_each is None else item.faces_each, _MOST_FACES)
                owner = self.owner_of_role(item.role or RoleType.Shared)
                dice[owner] = dice.get(owner, 0) + item.number
        others += [(f"Dice{owner if owner <= self.players else 0}", k, owner, True) for owner, k in dice.items()]
        together = sum(size for _, size, _, _ in others)
        _require_number(game.equipment, "sites of hands", together, MOST_HAND_SITES, least=0)
        return self.board.containers(others)

    def _read_components(self, game: Game) -> tuple[Component, ...]:
        found: list[Component] = []
        for item in game.equipment.items:
            if isinstance(item, Dice):
                owner = self.owner_of_role(item.role or RoleType.Shared)
                for k in range(item.number):
                    faces = self._faces(item, k)
                    index = len(found) + 1
                    found.append(Component(index, f"Die{index}", owner, "Die", faces=faces))
        for item in game.equipment.items:
            if isinstance(item, Piece | Tile):
                roles = [item.role or (RoleType.Each if isinstance(item, Piece) else RoleType.Shared)]
                if roles[0] == RoleType.Each:
                    roles = [RoleType[f"P{p}"] for p in range(1, self.players + 1)]
                for role in roles:
                    found.append(self._piece(item, role, len(found) + 1))
        if self.puzzle:
            return ()
        if not found:
            for p in range(1, self.players + 1):
                found.append(Component(p, f"Ball{p}{p}", p, "Ball", self.facings.get(p)))
        return tuple(found)

    def _piece(self, item: Piece | Tile, role: RoleType, index: int) -> Component:
        owner = self.owner_of_role(role)
        numbered = owner <= self.players and (self.players != 1 or owner == 0)
        numbered = numbered and "Domino" not in item.name and "Die" not in item.name
        name = f"{item.name}{owner}" if numbered else item.name
        written = item.direction if isinstance(item, Piece) else None
        facing = Direction[written.name] if written else None
        facing = self.facings.get(owner, facing)
        flips = (item.flips.flip_a, item.flips.flip_b) if item.flips else None
        written_walks = (item.walks or ([item.walk] if item.walk else [])) if isinstance(item, Tile) else []
        walks = tuple(tuple(step.name for step in walk) for walk in written_walks)
        paths = tuple(item.paths or ()) if isinstance(item, Tile) else ()
        return Component(index, name, owner, item.name, facing, flips, item.generator, walks=walks, paths=paths)

    @staticmethod
    def _faces(item: Dice, k: int) -> tuple[int, ...]:
        if item.faces is not None:
            return tuple(item.faces)
        if item.faces_by_die is not None:
            return tuple(item.faces_by_die[k])
        first = 1 if item.from_ is None else item.from_
        return tuple(range(first, first + (item.faces_each or 6)))

    # -- sites --------------------------------------------------------------------------------------------------

    @property
    def universe(self) -> str:
        """The universe of sets of sites."""
        return SITES

    @cached_property
    def sites(self) -> int:
        """The number of global site numbers, hands and dice included."""
        last = self.containers[-1]
        off_board = last.first + last.count if len(self.containers) > 1 else 0
        asked = {need.type for need in self.needs_of(SitesOf)}
        if LEVELS in self.needs:
            off_board = max(off_board, self.most_levels)
        kinds = {self.board.use, *self.named_types, *asked}
        real = max(off_board, *(self.board.sites(kind).count for kind in kinds))
        # pending values are kept as a set of sites, in which sums of sites must have a place
        greatest = [need.sites * (real - 1) + need.constant for need in self.needs_of(PendingSum)]
        return max([real, *(int(value) + 1 for value in greatest)])

    @property
    def default(self) -> Sites:
        """The sites the game is played on."""
        return self.board.sites()

    def sites_of(self, word: SiteTypeWord | None) -> Sites:
        """The board's sites of a written type, by default those that are played on."""
        return self.default if word is None else self.board.sites(SiteType[word.name])

    @cached_property
    def board_mask(self) -> int:
        """The sites of the board that are played on."""
        return (1 << self.default.count) - 1

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The tracks of the board."""
        return self.board.tracks

    def component_by_name(self, name: str) -> Component | None:
        """The component with exactly this full name."""
        return next((c for c in self.components if c.name == name), None)

    def hand_of(self, owner: int) -> Container | None:
        """The first hand of an owner."""
        return next((c for c in self.containers[1:] if c.owner == owner), None)

    # -- rules --------------------------------------------------------------------------------------------------

    def _read_phases(self, game: Game) -> tuple[PhaseRules, ...]:
        rules = game.rules
        if isinstance(rules, PlainRules):
            return (PhaseRules("Default Phase", self.players + 1, (rules.play.moves,)),)
        assert isinstance(rules, PhasedRules)
        return tuple(self._phase(phase, rules.play) for phase in rules.phases)

    def _phase(self, phase: Phase, common: Play | None) -> PhaseRules:
        owner = self.owner_of_role(phase.role or RoleType.Shared)
        play = tuple(p.moves for p in (phase.play, common) if p is not None)
        following = tuple(phase.next_phases or ([phase.next_phase] if phase.next_phase else []))
        return PhaseRules(phase.name, owner, play, phase.end, following)

    @property
    def end(self) -> End | None:
        """The end rules that hold in all phases."""
        rules = self.game.rules
        assert isinstance(rules, PlainRules | PhasedRules)
        return rules.end

    @property
    def start(self) -> Start | None:
        """The start rules."""
        rules = self.game.rules
        assert isinstance(rules, PlainRules | PhasedRules)
        return rules.start

    def meta_rules(self) -> list[Ludeme]:
        """The rules about rules."""
        rules = self.game.rules
        assert isinstance(rules, PlainRules | PhasedRules)
        if rules.meta is None:
            return []
        return list(rules.meta.rules or ([rules.meta.rule] if rules.meta.rule else []))

    def initial_phase(self, player: int) -> int:
        """The phase a player begins in."""
        for i, phase in enumerate(self.phases):
            if phase.owner in (player, self.players + 1):
                return i
        return 0

    def phases_of(self, player: int) -> set[int]:
        """The phases a player may come to; whose phase it is only matters for where he begins."""
        names = [phase.name for phase in self.phases]
        reached: set[int] = set()
        left = [self.initial_phase(player)]
        while left:
            index = left.pop()
            reached.add(index)
            for following in self.phases[index].next_phases:
                if following.phase_name is None:
                    return set(range(len(self.phases)))
                if following.phase_name in names and names.index(following.phase_name) not in reached:
                    left.append(names.index(following.phase_name))
        return reached

    def region_items(self) -> list[Regions]:
        """The regions of the equipment."""
        return [item for item in self.game.equipment.items if isinstance(item, Regions)]

    def all_sites(self) -> int:
        """Every site as a bit mask."""
        return ops.sites(SITES, range(self.sites)).value
