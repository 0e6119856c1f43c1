"""How a ludeme finds its meaning: a table by class, the context of evaluation, roles and directions."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from petteia.board import Direction, SiteType
from petteia.board.directions import relative, right

from .errors import NeedsDraw, NotRead, TooLong
from .state import State
from .world import World


class _Unknown:
    """A slot whose value the specification leaves open where it is asked for: whatever is done with it is refused."""

    def _refuse(self, *_: Any) -> Any:
        raise NotRead("a slot whose value is left open")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __hash__ = _refuse  # type: ignore[assignment]
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = __index__ = __int__ = _refuse


UNKNOWN: Any = _Unknown()
UNSET = -1
FAR = 1000
SLOTS = ("frm", "to", "between", "site", "level", "player", "track", "value", "pips")

READ: dict[str, Callable[[Any, Any], Any]] = {}
UNREAD: dict[str, tuple[str, ...]] = {}


def reads(*names: str, unread: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Enters a function as the meaning of classes of ludemes; `unread` names arguments that it does not know."""

    def enter(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            READ[name] = function
            UNREAD[name] = tuple(unread.split())
        return function

    return enter


class Draws:
    """Outcomes of chance, set beforehand; a draw without one raises `NeedsDraw`."""

    def __init__(self, outcomes: tuple[int, ...] = (), shown: list[int] | None = None) -> None:
        self.outcomes = outcomes
        self.shown = shown
        """Faces of the dice after the move, as far as known; 0 for a die that is used up."""
        self.used = 0

    def draw(self, choices: int) -> int:
        """A number below `choices`."""
        if choices == 1:
            return 0
        if self.used >= len(self.outcomes):
            raise NeedsDraw(choices)
        self.used += 1
        return self.outcomes[self.used - 1]


class Context:
    """A state under evaluation: the iterators, the draws, and which searches are running."""

    deadline: float = math.inf
    """The CPU time of the process at which every evaluation is given up."""

    def __init__(self, state: State, draws: Draws | None = None) -> None:
        self.s = state
        self.world: World = state.world
        self.draws = draws or Draws()
        self.frm = self.to = self.between = self.site = self.level = -1
        self.player = self.track = self.value = self.pips = -1
        self.region: list[int] | None = None
        self.team: list[int] | None = None
        self.threat = False
        self.asks_where = False
        self.tests_moves = False
        self.budget = [200_000]

    def copy(self) -> Context:
        """A context over a copy of the state, with the same iterators."""
        self.spend(20)
        new = Context.__new__(Context)
        new.__dict__.update(self.__dict__)
        new.s = self.s.copy()
        return new

    def spend(self, steps: int = 1) -> None:
        """Counts work, so that a test never waits for long."""
        self.budget[0] -= steps
        late = self.budget[0] % 256 == 0 and time.process_time() > Context.deadline
        if late or self.budget[0] < 0:
            raise TooLong

    def kind(self, site_type: Any) -> SiteType:
        """A site type as written, or the default."""
        return self.world.default if site_type is None else SiteType[site_type.name]

    def type_at(self, site_type: Any, site: int) -> SiteType:
        """The type in which a site is read: a site of a hand is a cell."""
        return self.s.type_of(self.kind(site_type), site)

    def sites(self, kind: SiteType) -> Any:
        """The geometry of a site type."""
        return self.world.board.sites(kind)


def ev(ludeme: Any, c: Context) -> Any:
    """The value of a ludeme."""
    if isinstance(ludeme, (bool, int)):
        return ludeme
    name = type(ludeme).__name__
    c.spend()
    reader = READ.get(name)
    if reader is None:
        raise NotRead(name)
    return reader(ludeme, c)


def known(value: int) -> int:
    """The value of a slot, if the specification says it."""
    if value is UNKNOWN:
        raise NotRead("a slot whose value is left open")
    return value


def opt(ludeme: Any, c: Context, default: Any) -> Any:
    """The value of an argument, or the default where it is not written."""
    return default if ludeme is None else ev(ludeme, c)


@reads("IntConstant", "BooleanConstant")
def _constant(lud: Any, c: Context) -> Any:
    return lud.value


def numbered(index: int, c: Context) -> Any:
    """The container of a number."""
    if not 0 <= index < len(c.world.containers):
        raise NotRead("a container that is not there")
    return c.world.containers[index]


# -- roles -------------------------------------------------------------------------------------------------------


def role_id(role: Any, c: Context) -> int:
    """The number that a role stands for."""
    name = role.name
    s, n = c.s, c.world.n
    if name == "Neutral":
        return 0
    if name in ("Shared", "All", "Each"):
        return n + 1
    if name in ("Mover", "Next", "Prev"):
        return int(getattr(s, name.lower()))
    if name == "Player":
        return c.player
    if name == "TeamMover":
        return s.team[s.mover] if c.world.teams else -1
    if name.startswith("Team"):
        return int(name[4:])
    if name[0] == "P" and name[1:].isdigit():
        return int(name[1:])
    return -1


def player_of(l_player: Any, role: Any, c: Context, default: int) -> int:
    """The number of a player given as an object, an int function or a role."""
    if l_player is not None:
        return int(ev(l_player.index if type(l_player).__name__ == "PlayerArgument" else l_player, c))
    return default if role is None else role_id(role, c)


def allies(player: int, c: Context) -> list[int]:
    """The players of the team of a player."""
    return [p for p in range(1, c.world.n + 1) if c.s.team[p] == c.s.team[player]]


def role_ids(role: Any, who: int, c: Context) -> list[int]:
    """The owners that a role means where many are allowed."""
    n, mover, name = c.world.n, c.s.mover, None if role is None else role.name
    if name == "All":
        return list(range(n + 2))
    if name == "NonMover":
        return [p for p in range(n + 1) if p != mover]
    if name == "Enemy":
        mine = allies(mover, c) if c.world.teams else [mover]
        return [p for p in range(1, n + 1) if p != mover and p not in mine]
    if name == "Ally":
        return [p for p in allies(mover, c) if p != mover] if c.world.teams else []
    if name in ("Friend", "TeamMover"):
        return allies(mover, c) if c.world.teams else [mover]
    if name is not None and name.startswith("Team"):
        number = int(name[4:])
        return [p for p in range(1, n + 1) if c.s.team[p] == number] if c.world.teams else [number]
    return [who]


def owners_asked(lud: Any, c: Context) -> list[int]:
    """The owners whose pieces are counted: of a number, of a role, by default of all."""
    if lud.of is not None:
        return [int(ev(lud.of, c))]
    return list(range(c.world.n + 2)) if lud.role is None else role_ids(lud.role, role_id(lud.role, c), c)


def real_players(role: Any, c: Context) -> list[int]:
    """The players that a role means for scores and sights."""
    n, name = c.world.n, role.name
    if name == "P10":
        return [0]
    if name == "All":
        return list(range(1, n + 1))
    if name == "NonMover":
        return [p for p in range(1, n + 1) if p != c.s.mover]
    return role_ids(role, role_id(role, c), c)


# -- directions --------------------------------------------------------------------------------------------------

GROUPS = {Direction.Adjacent, Direction.Orthogonal, Direction.Diagonal, Direction.OffDiagonal, Direction.All}


def directions(
    lud: Any,
    c: Context,
    kind: SiteType,
    site: int,
    *,
    facing: Direction | None = None,
    rotation: int | None = None,
    default: Direction = Direction.Adjacent,
) -> list[Direction]:
    """The absolute directions that an argument means at a site."""
    if lud is None:
        return [default]
    name = type(lud).__name__
    if name == "AbsoluteDirection":
        return [Direction[lud.name]]
    if name == "AbsoluteDirections":
        words = lud.absolute_directions if lud.absolute_directions is not None else [lud.absolute_direction]
        return [Direction[one.name] for one in words]
    if name == "DirectionsBetween":
        return _directions_between(lud, c)
    if name == "DirectionIf":
        return directions(
            lud.value if ev(lud.condition, c) else lud.otherwise,
            c,
            kind,
            site,
            facing=facing,
            rotation=rotation,
            default=default,
        )
    if name in ("DirectionUnion", "DirectionDifference"):
        one, two = (
            _single(directions(part, c, kind, site, facing=facing, rotation=rotation), c, kind, site)
            for part in (lud.directions, lud.subtraction)
        )
        if name == "DirectionDifference":
            return [d for d in one if d not in two]
        return one + [d for d in two if d not in one]
    if name == "RelativeDirection":
        return _relative([lud.name], Direction.Adjacent, False, c, kind, site, facing, rotation)
    if name == "RelativeDirections":
        words = lud.relative_directions or ([lud.relative_direction] if lud.relative_direction is not None else [])
        relation = Direction.Adjacent if lud.of is None else Direction[lud.of.name]
        return _relative(
            [w.name for w in words] or ["Forward"], relation, bool(lud.by_site), c, kind, site, facing, rotation
        )
    raise NotRead(name)


for _name in (
    "AbsoluteDirections",
    "DirectionsBetween",
    "DirectionIf",
    "DirectionUnion",
    "DirectionDifference",
    "RelativeDirections",
):
    READ[_name] = lambda lud, c: None
    UNREAD[_name] = ()


def _directions_between(lud: Any, c: Context) -> list[Direction]:
    kind = c.kind(lud.site_type)
    a, b = ev(lud.from_, c), ev(lud.to, c)
    sites = c.sites(kind)
    if not (0 <= a < sites.count and 0 <= b < sites.count):
        return []
    return [d for d in sites.supported(Direction.All) for path in sites.radials(d)[a] if b in path[1:]]


def _single(found: list[Direction], c: Context, kind: SiteType, site: int) -> list[Direction]:
    """Groups replaced by the single directions of the site itself."""
    single: list[Direction] = []
    for one in found:
        single += c.sites(kind).supported_by_site(one)[site] if one in GROUPS else [one]
    return list(dict.fromkeys(single))


def facing_at(c: Context, kind: SiteType, site: int) -> Direction:
    """The facing of the piece on a site; an empty site faces North."""
    what = c.s.what(kind, site)
    facing = c.world.components[what].facing or Direction.N if what else Direction.N
    if c.world.stacking and site == c.frm and 0 <= c.level < c.s.height(kind, site) - 1:
        below = c.world.components[c.s.what(kind, site, c.level)]
        if (below.facing or Direction.N) is not facing:
            raise NotRead("the facing of a piece below others")
    return facing


def _relative(
    words: list[str],
    relation: Direction,
    by_site: bool,
    c: Context,
    kind: SiteType,
    site: int,
    facing: Direction | None,
    rotation: int | None,
) -> list[Direction]:
    sites = c.sites(kind)
    supported = sites.supported_by_site(relation)[site] if by_site else sites.supported(relation)
    face = facing_at(c, kind, site) if facing is None else facing
    turns = c.s.rotation(kind, site) if rotation is None else rotation
    for _ in range(turns):
        face = next_right(face, supported)
    found: list[Direction] = []
    for word in words:
        if word in ("SameDirection", "OppositeDirection"):
            found += _as_last_move(word, supported, sites, c)
        else:
            found += relative(word, face, supported)
    return found


def next_right(face: Direction, supported: Any) -> Direction:
    """The first supported direction to the right."""
    turned = right(face)
    for _ in range(20):
        if turned in supported:
            return turned
        turned = right(turned)
    raise NotRead("a turn on a board without directions")


def _as_last_move(word: str, supported: Any, sites: Any, c: Context) -> list[Direction]:
    last = c.s.moves[-1] if c.s.moves else None
    a, b = (last.frm, last.to) if last else (-1, -1)
    if word == "OppositeDirection":
        a, b = b, a
    if not (0 <= a < sites.count and 0 <= b < sites.count):
        raise NotRead(f"{word} without a last move on the board")
    for direction in supported:
        found = [direction for path in sites.radials(direction)[a] if b in path[1:]]
        if found:
            return found
    return []


def steps(c: Context, kind: SiteType, site: int, ways: list[Direction]) -> list[int]:
    """Where one step in some directions leads, in their order."""
    sites = c.sites(kind)
    return [t for d in ways for t in sites.step(d, site)]


def radials(c: Context, kind: SiteType, site: int, ways: list[Direction]) -> list[tuple[int, ...]]:
    """The straight walks from a site in some directions; each begins with the site."""
    sites = c.sites(kind)
    return [path for d in ways for path in sites.radials(d)[site]]


def on_board(c: Context, kind: SiteType, site: int) -> bool:
    """True if a number is a site of this type on the board."""
    return 0 <= site < c.world.elements(kind)


def last_to(c: Context) -> int:
    """The site that the last move went to."""
    return c.s.moves[-1].to if c.s.moves else -1


def last_from(c: Context) -> int:
    """The site that the last move came from."""
    return c.s.moves[-1].frm if c.s.moves else -1


def flood(start: int, joins: Callable[[int], bool], near: Callable[[int], list[int]]) -> list[int]:
    """The connected sites from a start, in the order found."""
    found = [start]
    for site in found:
        for other in near(site):
            if other not in found and joins(other):
                found.append(other)
    return found
