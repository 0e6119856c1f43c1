"""A state of play: legal moves, playing and taking back, results, and all the forms a position can be shown in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from petteia.errors import IllegalMove, PetteiaError

from ._chance import Chance, Outcome, chance_of
from .hidden import censored, hidden_from, text_seen
from .move import Move
from .position import Position, to_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from petteia.draw import Arrow, Scene

    from .engine import MoveCode
    from .game import Game

_MASK = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a site, or on one level of a stack."""

    site: int
    """The number of the site; hands are numbered on from the board."""
    label: str
    """The label of the site, as players call it: `A1`; the name of the hand off the board."""
    level: int
    component: int
    name: str
    owner: int
    count: int
    state: int
    rotation: int
    value: int


class _Past(NamedTuple):
    """The state before a move, and the one before that."""

    raw: Any
    random: int
    move: Move
    before: _Past | None


class State:
    """A position in play. States are independent of each other; threads may play different ones at once.

    >>> from petteia import load
    >>> state = load("Tic-Tac-Toe").start()
    >>> for move in ("0>0", "4>4", "1>1", "5>5", "2>2"):
    ...     state.play(move)
    >>> state.over, state.winner, state.returns
    (True, 1, (1.0, -1.0))
    >>> state.undo()
    Move('2>2')
    >>> state.over, state.text
    (False, '0=1 1=1 4=2 5=2 | m=1')
    """

    __slots__ = ("_moves", "_past", "_random", "_raw", "_seen", "game")

    def __init__(self, game: Game, raw: Any, random: int, past: _Past | None = None) -> None:
        self.game = game
        self._raw = raw  # never changed once it is here: play works on a copy
        self._random = random
        self._past = past
        self._moves: dict[Move, MoveCode] | None = None
        self._seen: Any = None

    @classmethod
    def at_start(cls, game: Game, seed: int) -> State:
        """The start of a game; see `Game.start`."""
        random, chance = _next(seed & _MASK)
        raw = game._engine.start(chance)
        random, chance = _next(random)
        game._engine.set_chance(raw, chance)
        return cls(game, raw, random)

    @classmethod
    def at_position(cls, game: Game, position: Position, seed: int) -> State:
        """A position set from outside; see `Game.state`."""
        random, chance = _next(seed & _MASK)
        raw = game._contents.state_at(position)
        shown = [number for hand in position.dice for number in hand]
        game._engine.set_chance(raw, game._throws.stream_for(raw, shown, chance) if shown else chance)
        return cls(game, raw, random)

    def _read(self, field: str) -> Any:
        return self.game._engine.read(self._raw, field)

    # -- play ---------------------------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves; none once the game is over. Who cannot do anything has the move `pass`."""
        return tuple(self._named_moves())

    def coded_moves(self) -> dict[Move, MoveCode]:
        """The legal moves with what the engine calls them, for searches that run in native code."""
        return dict(self._named_moves())

    @property
    def raw(self) -> Any:
        """The state as its engine holds it. It is never changed: play works on copies."""
        return self._raw

    @property
    def random(self) -> int:
        """The generator that further chance is drawn from, as a number."""
        return self._random

    def _named_moves(self) -> dict[Move, MoveCode]:
        if self._moves is None:
            self._moves = self.game._texts.named(self.game._engine.moves(self._raw))
        return self._moves

    def play(self, move: Move | str) -> None:
        """Plays a legal move; any other raises `IllegalMove` and changes nothing."""
        named = self._named_moves()
        given = Move.parse(move) if isinstance(move, str) else move
        if given not in named:
            raise IllegalMove(self._why_not(given))
        raw = self.game._engine.copy(self._raw)
        random, chance = _next(self._random)
        self.game._engine.play(raw, named[given], chance)
        self._check_memory(raw)
        self._past = _Past(self._raw, self._random, given, self._past)
        self._raw, self._random, self._moves, self._seen = raw, random, None, None

    def _check_memory(self, raw: Any) -> None:
        """Raises where a list of remembered values is full: the next would push the oldest out."""
        for name in self.game._memories:
            if len(self.game._engine.read(raw, name)) >= (most := self.game.facts.fields[name].capacity):
                raise PetteiaError(f"{self.game.name} remembers {most:,} values after this move; it cannot hold more")

    def _why_not(self, move: Move) -> str:
        if self.over:
            return f"{move} is not legal: the game is over"
        from difflib import get_close_matches

        legal = [str(one) for one in self._named_moves()]
        near = get_close_matches(str(move), legal, n=3, cutoff=0.5) or legal[:3]
        more = " ..." if len(legal) > len(near) else ""
        return f"{move} is not legal for player {self.mover}; legal are {', '.join(near)}{more}"

    def undo(self) -> Move:
        """Takes the latest move back and returns it; `IllegalMove` if there is none."""
        if self._past is None:
            raise IllegalMove("there is no move to take back")
        move = self._past.move
        self._raw, self._random, self._past, self._moves, self._seen = (
            self._past.raw, self._past.random, self._past.before, None, None,
        )  # fmt: skip
        return move

    def copy(self) -> State:
        """A state of its own at the same position, with the same moves before it."""
        other = State(self.game, self._raw, self._random, self._past)
        other._moves, other._seen = self._moves, self._seen
        return other

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that led here, the latest last."""
        moves = []
        past = self._past
        while past is not None:
            moves.append(past.move)
            past = past.before
        return tuple(reversed(moves))

    # -- chance -------------------------------------------------------------------------------------------------

    @property
    def chance(self) -> Chance | None:
        """The outcomes of chance before or with the next move, with probabilities; None if nothing is left to chance.

        The seed that a game was started with has already decided which of the outcomes comes; `force` chooses another.
        """
        return chance_of(self)

    def force(self, outcome: Outcome | int) -> None:
        """Makes an outcome of `chance` happen, or a stream of chance by its number; later draws follow the seed."""
        number = outcome.number if isinstance(outcome, Outcome) else outcome
        raw = self.game._engine.copy(self._raw)
        self.game._engine.set_chance(raw, number & _MASK)
        self._raw, self._moves, self._seen = raw, None, None

    # -- results ------------------------------------------------------------------------------------------------

    @property
    def mover(self) -> int:
        """Whose turn it is: the seat, from 1 on."""
        return int(self._read("mover"))

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return bool(self._read("over"))

    @property
    def ranks(self) -> tuple[float, ...] | None:
        """The rank of each seat once the game is over: 1 wins, a draw of two is 1.5 for both."""
        return tuple(rank / 2 for rank in self._read("ranks")[1:]) if self.over else None

    @property
    def winner(self) -> int | None:
        """The seat that alone is first; None in a draw and while the game goes on.

        After a swap of sides a seat is played by another player than before: `returns` go by player.
        """
        ranks = self.ranks or ()
        return ranks.index(1) + 1 if 1 in ranks else None

    @property
    def returns(self) -> tuple[float, ...]:
        """The return of each player: 1 for a win, -1 for a loss, in between for ranks between; 0 until the end."""
        ranks = self.ranks
        players = self.game.players
        if ranks is None:
            return (0.0,) * players
        if players == 1:
            return (1.0 if ranks[0] == 1 else -1.0,)
        result = [0.0] * players
        for player, rank in zip(self.players_by_seat, ranks, strict=True):
            result[player - 1] = 1 - 2 * (rank - 1) / (players - 1)
        return tuple(result)

    @property
    def players_by_seat(self) -> tuple[int, ...]:
        """Who plays each seat: players are in order until sides are swapped."""
        if "seat" in self.game.facts.fields:
            return tuple(self._read("seat")[1:])
        return tuple(range(1, self.game.players + 1))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each player, None in games without."""
        if "score" not in self.game.facts.fields:
            return None
        return tuple(self._read("score")[1 : self.game.players + 1])

    # -- forms --------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """All that the text of the position says, as a value; dice show the throw that the legal moves go by."""
        return self.game._contents.read(self._visible())

    def _visible(self) -> Any:
        """The state with its dice thrown, as the player to move sees it."""
        if self._seen is None:
            self._seen = self.game._throws.seen(self._raw)
        return self._seen

    @property
    def text(self) -> str:
        """The position as text, which `Game.state` reads back."""
        return to_text(self.position, self.game.facts)

    @property
    def hash(self) -> int:
        """A 64-bit number that equal positions share."""
        return self.game._engine.hash(self._visible())

    def pieces(self) -> tuple[Piece, ...]:
        """Everything on the board and in the hands, site by site, bottom first."""
        facts = self.game.facts
        hands = {site: one.name for one in facts.containers[1:] for site in one.sites}
        found = []
        for one in self.position.sites:
            label = hands[one.site] if one.letter == "h" else facts.geometry.labels[one.letter][one.site]
            for height, level in enumerate(one.levels):
                if level.component:
                    component = facts.components[level.component - 1]
                    owner = component.owner if level.owner is None else level.owner
                    found.append(
                        Piece(one.site, label, height, component.number, component.name, owner, one.count, *level[2:])
                    )
        return tuple(found)

    def at(self, site: int | str) -> tuple[Piece, ...]:
        """The pieces on a site given by number or label, bottom first."""
        if isinstance(site, str) and site not in self.game.facts.by_label:
            raise KeyError(f"{self.game.name} has no site called {site}")
        number = self.game.facts.by_label[site] if isinstance(site, str) else site
        return tuple(piece for piece in self.pieces() if piece.site == number)

    def legal_actions(self) -> npt.NDArray[np.int64]:
        """The numbers of the legal moves, in their order; see `Game.num_actions`."""
        import numpy as np

        codes = list(self._named_moves().values())
        return np.array(self.game.actions.numbers_of(codes), dtype=np.int64)

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, by number."""
        import numpy as np

        mask = np.zeros(self.game.num_actions, dtype=np.bool_)
        mask[self.legal_actions()] = True
        return mask

    def move_of(self, action: int) -> Move:
        """The legal move that has a number; `IllegalMove` if there is none."""
        named = self._named_moves()
        numbers = self.game.actions.numbers_of(list(named.values()))
        for move, number in zip(named, numbers, strict=True):
            if number == action:
                return move
        if self.over:
            raise IllegalMove(f"action {action} is not legal: the game is over")
        some = ", ".join(map(str, sorted(numbers)[:3])) + (" ..." if len(numbers) > 3 else "")
        raise IllegalMove(f"action {action} is not legal for player {self.mover}; legal are {some}")

    def play_action(self, action: int) -> None:
        """Plays the legal move that has a number; any other raises `IllegalMove` and changes nothing."""
        self.play(self.move_of(action))

    def observation(self, player: int | None = None) -> npt.NDArray[Any]:
        """The position as a player sees it, by default the one to move: planes of whole numbers over the board.

        The shape is (planes, rows, columns) where the labels of sites make a grid, else (planes, sites). Planes show
        all that legal moves and results depend on; `Game.plane_names` says what each one is. Pieces and other things
        of players come in the order of turns, those of the one who looks first.
        """
        if player is not None and not 1 <= player <= self.game.players:
            raise PetteiaError(f"{self.game.name} has no player {player}; there are {self.game.players}, from 1 on")
        from ._derived import derived_of
        from ._observing import observe

        who = player or self.mover
        seen = censored(self.game.facts, self.game.engine, self._visible(), who)
        return observe(self.game, derived_of(self.game).observing, seen, who)

    def hidden_from(self, player: int) -> dict[str, frozenset[int]]:
        """The sites about which a fact is hidden from a player, by fact: `what` stands there, `who` owns it, ...

        Under `site` are those of which nothing is known at all. Empty in games that hide nothing.
        """
        return hidden_from(self.game.facts, self.game.engine, self._raw, player)

    def text_for(self, player: int) -> str:
        """The position as a player sees it: `SITE=?` where he cannot tell the piece, `SITE=??` where nothing is known.

        The same as `text` in games that hide nothing.
        """
        hidden = self.hidden_from(player)
        return text_seen(self.position, self.game.facts, hidden) if hidden else self.text

    def __eq__(self, other: object) -> bool:
        """True if two states are at the same position of the same game, however they came there."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game.recipe == other.game.recipe and self.text == other.text

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<State of {self.game.name}: {self.text}>"

    def __str__(self) -> str:
        return self.board()

    def board(self, *, colour: bool = False) -> str:
        """The board as text; with the colours of a terminal, the latest move in reverse, if that is wanted."""
        from petteia.draw import text_board

        from ._scene import scene

        return text_board(scene(self), colour=colour)

    def svg(
        self,
        *,
        dark: bool | None = None,
        width: int | None = None,
        still: bool = False,
        family: str = "",
        targets: bool = False,
        arrows: Sequence[Arrow] = (),
        heat: Mapping[str, float] | None = None,
        groups: Sequence[Sequence[str]] = (),
    ) -> str:
        """The board drawn as SVG; light, dark, or by default as the reader's system is set; as wide as there is room.

        Sites and pieces have `data-site`, their number in moves, unless it is a `still` picture; see
        `petteia.draw.svg_board`. `targets` marks where legal moves lead; `arrows`, `heat` (a value from 0 to 1 for a
        site) and `groups` of sites are laid over it. `family` is one of those that the game's metadata offer.
        """
        from petteia.draw import svg_board

        from ._scene import abstract, scene

        families = self.game.facts.dress.families
        if family and family not in families:
            known = ", ".join(families) or "none"
            raise PetteiaError(f"{self.game.name} has no family of pieces called {family}; it has {known}")
        drawn = scene(self, targets=targets, arrows=arrows, heat=heat, groups=groups)
        drawn = abstract(drawn) if family == "Abstract" else drawn
        return svg_board(drawn, dark=dark, width=width, still=still)

    def scene(self, *, moves: bool = True) -> Scene:
        """All there is to draw, as plain data; `scene().to_dict()` is its JSON form."""
        from ._scene import scene

        return scene(self, moves=moves)

    def widget(self, *, against: Any = None, seat: int = 1) -> Any:
        """A board to play on in a notebook, by a person alone or against an agent; needs `petteia[notebook]`."""
        from importlib import import_module

        from petteia.errors import PetteiaError

        try:
            # By name: the widget stands on the game, not the other way round.
            widget: Any = import_module("petteia.widget._notebook")
        except ImportError:
            raise PetteiaError("boards in notebooks need more packages: pip install 'petteia[notebook]'") from None
        return widget.BoardWidget(self, against=against, seat=seat)

    def _repr_html_(self) -> str:
        return f'<div style="max-width: 32rem">{self.svg()}</div>'

    def _repr_svg_(self) -> str:
        return self.svg(width=480)

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        pack = self.game._engine.pack
        past, history = self._past, []
        while past is not None:
            history.append((pack(past.raw), past.random, past.move.text, past.move.number))
            past = past.before
        return _unpickle, (self.game, pack(self._raw), self._random, history[::-1])


def _unpickle(game: Game, packed: Any, random: int, history: list[tuple[Any, int, str, int]]) -> State:
    unpack = game._engine.unpack
    past = None
    for raw, before, text, number in history:
        past = _Past(unpack(raw), before, Move(text, number), past)
    return State(game, unpack(packed), random, past)


def _next(random: int) -> tuple[int, int]:
    """The next state and output of the generator splitmix64."""
    random = (random + 0x9E3779B97F4A7C15) & _MASK
    mixed = ((random ^ random >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
    return random, mixed ^ mixed >> 31
