"""The rule book: from a bound game to a program. It owns the turn: legal moves, playing one, and who is next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from petteia.board import SiteType
from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.builder import Builder
from petteia.ludemes.actions.action import Statements, note_sites, show_actions
from petteia.ludemes.actions.pieces import AddPiece
from petteia.ludemes.actions.state import SetNext
from petteia.ludemes.conditions.logic import AllPassed
from petteia.ludemes.ending.lowering import Ending
from petteia.ludemes.equipment.covering import COVERED_CELLS
from petteia.ludemes.equipment.large import without_large
from petteia.ludemes.equipment.static import read_maps, read_regions
from petteia.ludemes.game import Game
from petteia.ludemes.lowering.cache import LoweringCache
from petteia.ludemes.lowering.context import Context, LoweringFlags
from petteia.ludemes.lowering.drafts import Draft, Sink, with_then
from petteia.ludemes.lowering.facts import Component
from petteia.ludemes.lowering.keys import Forms
from petteia.ludemes.lowering.kinds import Kinds
from petteia.ludemes.lowering.site_types import all_types
from petteia.ludemes.lowering.spec import GameSpec
from petteia.ludemes.lowering.stores import declare_stores
from petteia.ludemes.meta import Automove, Gravity, NoRepeat, NoStackOn, Pin, SwapRule
from petteia.ludemes.missing import missing
from petteia.ludemes.moves.swap import exchange_seats
from petteia.ludemes.moves.vote import VOTES, spoken_words
from petteia.ludemes.needs import (
    LAST_BETWEEN,
    LAST_LEVEL,
    LAST_LEVEL_FROM,
    LAST_SITES,
    LAST_TURN,
    LAST_TYPE,
    MOST_MOVES,
    NEXT_CHANGES,
    OF_ALL_GAMES,
    OF_ITS_OWN,
    PENDING_BEFORE,
    START_SITES,
    TEAM,
    VISITED,
    Need,
    Repetition,
)
from petteia.ludemes.phases import NextPhase
from petteia.ludemes.play.automoves import FollowingMoves
from petteia.ludemes.play.dice import DICE, dice_containers, dice_indices
from petteia.ludemes.play.hiding import keep_hidden
from petteia.ludemes.play.repetition import record, without_repetition
from petteia.ludemes.play.simulation import step
from petteia.ludemes.play.simultaneous import joint_moves
from petteia.ludemes.play.support import Fall, without_falling_onto, without_pinned
from petteia.ludemes.play.trail import Trail
from petteia.ludemes.puzzles.store import resolve_all
from petteia.ludemes.queries.contents import on_board
from petteia.ludemes.queries.roles import EVERYONE, role_index
from petteia.ludemes.queries.searches import looks_before_moving
from petteia.ludemes.registry import reads

NOTHING = ops.number(0)
ONE = ops.number(1)


class RuleBook:
    """Lowers one game.

    Rules of games of one or two players are lowered once for each player, with the mover a constant; those of more
    players once, with the mover read from the state.
    """

    def __init__(self, game: Game) -> None:
        self.spec = spec = GameSpec(game)
        self.b = Builder(game.name, spec.players, {spec.universe: spec.sites})
        self.store = declare_stores(self.b, spec)
        self.by_mover = spec.players <= 2
        self.next_changes = NEXT_CHANGES in spec.needs or spec.players > 2
        self.repetition = self._repetition_kinds()
        self.forms = Forms()
        self.asked: set[str] = set()
        """Flags of contexts that were read since `record_reads` began."""
        self.cache = LoweringCache()
        self.follows_levels = False
        """True if what is lowered knows the level that loops over levels leave behind."""
        self.reaching: dict[str, str] = {}
        """Functions that say whether a player could move to a site, by who asks."""
        self._words = {word: k for k, word in enumerate(spoken_words(spec) if VOTES in spec.needs else [])}
        self.start_sites: dict[int, int] = {}
        self.placed: dict[int, int] = {}
        self.start_varies = False
        self.is_starting = False
        """True if start rules are lowered."""
        self._declare_state()
        blank = self.context(ops.number(0))
        self.kinds = Kinds(blank, self._finish)
        read_regions(blank)
        read_maps(blank)
        self.ending = Ending(self)
        self._cannot_move: dict[n.Expr, str] = {}

    # -- fields -------------------------------------------------------------------------------------------------

    def _declare_state(self) -> None:
        """The fields of the state beside the pieces: those of all games, and those that its ludemes need."""
        spec = self.spec
        needed: set[Need] = {*OF_ALL_GAMES, *spec.needs}
        needed |= {need for need, has in ((DICE, dice_containers(spec)), (COVERED_CELLS, spec.large)) if has}
        late: list[Need] = []
        for need in sorted(needed, key=lambda one: one.place):
            if need.place[0] < OF_ITS_OWN:
                need.declare(self.b, self.spec)
            else:
                late.append(need)
        self._declare_trail()
        for need in late:
            need.declare(self.b, self.spec)
        keep_hidden(self.b, self.spec)

    @cached_property
    def alternating(self) -> bool:
        """True if two players move in turn without exception, so that passes need only be counted.

        compat: asked before a move, and not after one, `(all Passed)` never holds; then counting is not enough.
        """
        if self.spec.players != 2 or self.next_changes:
            return False
        plays = [moves for phase in self.spec.phases for moves in phase.play]
        pieces = [component.generator for component in self.spec.components]
        return not any(reads(part, AllPassed) for part in (*plays, *pieces))

    def last_was_pass(self) -> n.Expr:
        """True if the latest move was a pass."""
        if self.alternating:
            played = ops.gt(self.b.load("moves"), NOTHING)
            return ops.both(played, ops.gt(self.b.load("pass_run"), NOTHING))
        return self.trail.last_was_pass()

    def _declare_trail(self) -> None:
        """The latest moves. Where players alternate, the number of passes in a row is enough.

        Before any move there is as if one had passed already.
        """
        if self.alternating:
            self.b.field("pass_run", n.INT, low=-1, high=MOST_MOVES, initial=1, doc="passes in a row")
            return
        self.trail = Trail(self.b, self.spec.players)

    def word_index(self, word: str) -> int:
        """The number of a word that can be proposed or voted for."""
        return self._words[word]

    def _repetition_kinds(self) -> set[str]:
        return {need.kind for need in self.spec.needs_of(Repetition)}

    @contextmanager
    def record_reads(self) -> Iterator[set[str]]:
        """Gives what is asked of the surroundings of contexts from here to the end of the block."""
        outer, self.asked = self.asked, set()
        try:
            yield self.asked
        finally:
            outer |= self.asked
            self.asked = outer

    @contextmanager
    def following_levels(self) -> Iterator[None]:
        """Lowering here knows the level that loops over levels leave behind."""
        before, self.follows_levels = self.follows_levels, True
        yield
        self.follows_levels = before

    # -- contexts -----------------------------------------------------------------------------------------------

    def context(self, mover: n.Expr) -> Context:
        """The context in which the rules of a mover begin."""
        following: n.Expr = self.b.load("next")
        players = self.spec.players
        if isinstance(mover, n.Const) and players <= 2:
            following = ops.number(3 - mover.value if players == 2 else 1)
        elif not self.next_changes:
            following = ops.sub(ops.number(3), mover) if players == 2 else ONE
        around = LoweringFlags(following, self.b.load("prev"))
        return Context(self.b, self.spec, self.store, self, mover, around)

    def after_move(self, x: Context) -> Context:
        """The context of consequents and end rules: nothing iterates, and `next` may have been changed."""
        after = x.unbound()
        return after.with_(next=self.b.load("next")) if self.next_changes else after

    def movers(self) -> list[n.Expr]:
        """The values of `mover` for which rules are lowered apart."""
        if self.by_mover:
            return [ops.number(p) for p in range(1, self.spec.players + 1)]
        return [self.b.load("mover")]

    # -- the program --------------------------------------------------------------------------------------------

    def lower(self) -> n.Program:
        """The whole game as a program."""
        if lacking := missing(self.spec.game):
            raise UnsupportedLudeme(lacking)
        if self.spec.large and (unfit := without_large(self.spec)):
            raise UnsupportedLudeme([f"large pieces in a game with {word}" for word in unfit])
        if VISITED in self.spec.needs and looks_before_moving(self.spec):
            raise UnsupportedLudeme(["can Move before a move, beside is Visited"])
        self._write_start()
        with self.b.function("moves", emits=True, doc="the legal moves"):
            with self.b.if_(ops.ne(self.b.load("over"), NOTHING)):
                self.b.return_()
            for mover in self.movers():
                name = self._write_moves_of(mover)
                mine = ops.eq(self.b.load("mover"), mover) if self.by_mover else ops.TRUE
                with self.b.if_(mine):
                    self.b.do(name)
        self.kinds.record.finish(self.b)
        if self.spec.puzzle:
            with self.b.function("rebuild", doc="what follows from the values still possible"):
                resolve_all(self.context(ONE))
        elif self.spec.ordered:
            with self.b.function("rebuild", doc="what follows from the pieces"):
                for each in all_types(self.context(ONE)):
                    each.store.list_all()
        return self.b.program

    def _write_start(self) -> None:
        with self.b.function("start", doc="the start position"):
            x = self.context(ONE)
            for player in range(1, self.spec.players + 1):
                self.b.store("phase", [ops.number(player)], ops.number(self.spec.initial_phase(player)))
                if "seat" in self.b.program.fields:
                    self.b.store("seat", [ops.number(player)], ops.number(player))
                if self.spec.teams_change:
                    self.b.store(TEAM.name, [ops.number(player)], ops.number(self.spec.teams[player]))
            self._place_dice(x)
            start = self.spec.start
            self.is_starting = True
            for rule in start.all_rules() if start else []:
                rule.lower(x)
            self.is_starting = False
            self._note_start_sites(x)
            self._record_position(x, first=True)

    def _place_dice(self, x: Context) -> None:
        """compat: dice of a second hand are again the components of the first."""
        for container in dice_containers(self.spec):
            for k, site in enumerate(container.sites):
                die = self.spec.components[k]
                AddPiece(ops.number(site), ops.number(die.index), state=NOTHING).apply(x)
        for die_index, _, faces in dice_indices(self.spec):
            self.b.store("dice", [ops.number(die_index)], ops.number(faces[0]))

    def note_start(self, component: Component, site: n.Expr) -> None:
        """Remembers where a component was placed, for rules that ask where it stood at the start."""
        if not isinstance(site, n.Const):
            self.start_varies = True
        elif site.value < self.spec.default.count:
            self.start_sites[component.index] = self.start_sites.get(component.index, 0) | 1 << site.value

    def _note_start_sites(self, x: Context) -> None:
        """Keeps where components stand at the start, if that is not known before play."""
        if not self.start_varies or START_SITES not in self.spec.needs:
            return
        kinds = len(self.spec.components) + 1
        self.b.field(START_SITES.name, n.set_of(self.spec.universe), shape=(kinds,), doc="where components began")
        for component in self.spec.components:
            index = ops.number(component.index)
            self.b.store(START_SITES.name, [index], on_board(x, x.store.piece_set(index)))

    def note_placement(self, site: n.Expr) -> None:
        """compat: a placement of the start is a move by nobody, which `(last To)` and the trail of moves see."""
        for name in ("last_from", "last_to", "last_action_from", "last_action_to"):
            self.b.store(name, [], site)
        self._extend_trail(NOTHING, "move")

    # -- legal moves --------------------------------------------------------------------------------------------

    def _write_moves_of(self, mover: n.Expr) -> str:
        label = str(mover.value) if isinstance(mover, n.Const) else "any"
        x = self.context(mover)
        name = self.b.unique(f"moves_of_{label}")
        with self.b.function(name, emits=True, doc=f"legal moves of player {label}"):
            sink: Sink = lambda draft: self.kinds.emit_decision(x, draft)  # noqa: E731
            sink = self._with_support(x, self._without_repetition(x, sink))
            if self.spec.simultaneous:
                joint_moves(x, sink)
                return name
            if self.spec.simulation:
                step(x, sink)
                return name
            self.generate_play(x, sink)
            self._offer_swap(x)
            with self.b.if_(ops.eq(n.Emitted(), NOTHING)):
                self.kinds.emit_decision(x, Draft("forced_pass", text="pass"))
        return name

    def generate_play(self, x: Context, sink: Sink) -> None:
        """The moves that the rules of the mover's phase allow."""
        phases = self.spec.phases
        for i, phase in enumerate(phases):
            if isinstance(x.mover, n.Const) and i not in self.spec.phases_of(x.mover.value):
                continue
            here = ops.eq(self.b.load("phase", x.mover), ops.number(i)) if len(phases) > 1 else ops.TRUE
            with self.b.if_(here):
                for moves in phase.play:
                    moves.lower(x, sink)

    def can_move(self, x: Context) -> n.Expr:
        """True if the mover of a context has a move by the rules of play."""
        label = str(x.mover.value) if isinstance(x.mover, n.Const) else "any"

        def write_search(sink: Sink) -> None:
            self.generate_play(x, self._without_repetition(x, sink))

        return x.any_of(f"can_move_{label}", lambda found: write_search(lambda _: found()))

    def is_legal(self, x: Context, sink: Sink) -> Sink:
        """A sink that lets pass only moves that repeat no position, where the game forbids that."""
        return self._without_repetition(x, sink)

    def _without_repetition(self, x: Context, sink: Sink) -> Sink:
        rules = [rule for rule in self.spec.meta_rules() if isinstance(rule, NoRepeat)]
        if not rules:
            return sink
        kinds = {rule.repetition_type.name if rule.repetition_type else "Positional" for rule in rules}
        return without_repetition(x, kinds, sink)

    def _with_support(self, x: Context, sink: Sink) -> Sink:
        """A sink that keeps to the rules about pieces that lie on others; searches for moves do not ask them."""
        rules = self.spec.meta_rules()
        if any(isinstance(rule, Gravity) for rule in rules):
            sink = with_then(sink, Fall())
        if any(isinstance(rule, Automove) for rule in rules):
            sink = with_then(sink, FollowingMoves())
        if any(isinstance(rule, NoStackOn) for rule in rules):
            sink = without_falling_onto(x, sink)
        if any(isinstance(rule, Pin) for rule in rules):
            sink = without_pinned(x, sink)
        return sink

    def _offer_swap(self, x: Context) -> None:
        if not any(isinstance(rule, SwapRule) for rule in self.spec.meta_rules()):
            return
        others = self.spec.players - 1
        if others == 0 or (isinstance(x.mover, n.Const) and self.spec.players == 2 and x.mover.value == 1):
            return  # with two players the swap is on offer to the second alone, after one move
        # of several players one may have moved more than once: the latest other one is meant
        known = isinstance(x.mover, n.Const) and self.spec.players == 2
        other = ops.number(1) if known else LAST_TURN.load(x)
        met = ops.TRUE if known else ops.gt(other, NOTHING)
        with self.b.if_(ops.both(ops.eq(self.b.load("moves"), ops.number(others)), met)):
            swap = Statements(lambda at: exchange_seats(at, at.mover, at.b.let("other", other)))
            actions = (swap, SetNext(x.mover)) if self.next_changes else (swap,)
            self.kinds.emit_decision(x, Draft("swap", text="swap", actions=actions))

    # -- playing a move -----------------------------------------------------------------------------------------

    def begin_move(self, x: Context, draft: Draft) -> None:
        """Statements that playing a move begins with, but not trying it: until then its mover may count as stuck."""
        forced = ops.truth(draft.name == "forced_pass")
        self.b.store("stalemated", [x.mover], ops.to_int(forced))
        if "decided" in self.b.program.fields:
            self.b.store("decided", [], ops.NOWHERE)

    def before_move(self, x: Context, draft: Draft) -> None:
        """Statements that any move begins with, played or tried."""
        if self._keeps_pending:
            PENDING_BEFORE.store(x, self.b.load("pending"))
        chosen = draft.name == "select"  # which does nothing else
        note_sites(x, draft.source if chosen else ops.NOWHERE, draft.target if chosen else ops.NOWHERE)
        if LAST_SITES in self.spec.needs:
            for side in ("from", "to"):
                self.b.store(LAST_SITES.side(side), [], ops.empty_set(self.spec.universe))
        if "next_set" in self.b.program.fields:
            self.b.store("next_set", [], NOTHING)

    def keep_pending(self, x: Context) -> None:
        """Statements after a move that was only tried: compat, it begins no turn, so what was pending still is."""
        if self._keeps_pending:
            self.b.store("pending", [], ops.union(self.b.load("pending"), PENDING_BEFORE.load(x)))

    @property
    def _keeps_pending(self) -> bool:
        return PENDING_BEFORE in self.spec.needs and "pending" in self.b.program.fields

    def note_move(self, x: Context, draft: Draft) -> None:
        """Makes a move the latest one, after its actions and before its consequents."""
        show_actions(x)
        self.b.store("last_from", [], draft.source)
        self.b.store("last_to", [], draft.target)
        for last, level in ((LAST_LEVEL, draft.level_to), (LAST_LEVEL_FROM, draft.level_from)):
            if last in self.spec.needs:
                self.b.store(last.name, [], level)
        if LAST_TYPE in self.spec.needs:
            letters = draft.letters or self.spec.board.use.name[0] * 2
            for side, letter, site in zip(("from", "to"), letters, (draft.source, draft.target), strict=True):
                kind = next(one for one in SiteType if one.name[0] == letter)
                on_board = ops.lt(site, ops.number(self.spec.board.sites(kind).count))
                number = ops.select(on_board, ops.number(kind), ops.number(SiteType.Cell))
                self.b.store(LAST_TYPE.side(side), [], number)
        if LAST_BETWEEN in self.spec.needs:
            self.b.store(LAST_BETWEEN.name, [], draft.between or ops.empty_set(self.spec.universe))
        self._extend_trail(x.mover, draft.text)
        self.b.store("moves", [], ops.add(self.b.load("moves"), ONE))

    def _extend_trail(self, mover: n.Expr, text: str) -> None:
        if self.alternating:
            # a swap is followed by a move of the same player: a pass then does not yet end his turn alone
            run = {"pass": ops.add(self.b.load("pass_run"), ONE), "swap": ops.NOWHERE}.get(text, NOTHING)
            self.b.store("pass_run", [], run)
            return
        self.trail.extend(mover, is_pass=text == "pass")

    def _finish(self, x: Context, draft: Draft) -> None:
        """Statements that follow the changes a move makes: end rules, phases, counters, the next mover."""
        name = f"finish_{'swap_' if draft.text == 'swap' else 'pass_' if draft.is_pass else ''}"
        name += str(x.mover.value) if isinstance(x.mover, n.Const) else "any"
        name += x.search_label
        if name not in self.b.program.functions:
            with self.b.function(name, doc="end rules, then the turn passes on"):
                self._write_finish(x, draft)
        self.b.do(name)

    def _write_finish(self, x: Context, draft: Draft) -> None:
        b = self.b
        after = self.after_move(x)
        if draft.text == "swap" and not self.next_changes:
            after = after.with_(next=x.mover)  # who plays on with the other side
        with self.kinds.answering():
            self.ending.write(after, is_pass=draft.is_pass)
        running = ops.eq(b.load("over"), NOTHING)
        if "lingering" in b.program.fields:
            running = ops.either(running, ops.eq(b.load("lingering"), ONE))
        with b.if_(running), self.kinds.answering():
            self._write_next_phases(after)
        b.store("counter", [], ops.add(b.load("counter"), ONE))
        self._record_position(after, first=False)
        b.store("passes", [], ops.add(b.load("passes"), ONE) if draft.is_pass else NOTHING)
        with b.block() as ended:
            b.store("prev", [], x.mover)
        with b.block() as goes_on:
            self._write_turn_change(x, draft)
        b.place_if(running, goes_on, ended)

    def _write_next_phases(self, x: Context) -> None:
        phases = self.spec.phases
        if len(phases) == 1:
            return
        for player in range(1, self.spec.players + 1):
            index = ops.number(player)
            current = self.b.let("phase", self.b.load("phase", index))
            for i, phase in enumerate(phases):
                if i not in self.spec.phases_of(player) or not phase.next_phases:
                    continue
                with self.b.if_(ops.eq(current, ops.number(i))):
                    self._write_phase_choice(x, player, list(phase.next_phases))

    def _write_phase_choice(self, x: Context, player: int, choices: list[NextPhase]) -> None:
        """The first entry that concerns the player and whose condition holds decides."""
        for k, choice in enumerate(choices):
            concerned = self._concerns(x, choice, player)
            condition = choice.condition.lower(x) if choice.condition else ops.TRUE
            with self.b.block() as go:
                self.b.store("phase", [ops.number(player)], self._target_phase(x, choice))
            with self.b.block() as others:
                self._write_phase_choice(x, player, choices[k + 1 :])
            self.b.place_if(ops.both(concerned, condition), go, others)
            return

    def _concerns(self, x: Context, choice: NextPhase, player: int) -> n.Expr:
        if choice.player_index is not None:
            who = choice.player_index.index.lower(x)
        elif choice.role is None:
            return ops.TRUE
        else:
            who = role_index(x, choice.role)
        everyone = ops.eq(who, ops.number(self.spec.players + 1))
        return ops.either(everyone, ops.eq(who, ops.number(player)))

    def _target_phase(self, x: Context, choice: NextPhase) -> n.Expr:
        phases = self.spec.phases
        if choice.phase_name is not None:
            names = [phase.name for phase in phases]
            if choice.phase_name not in names:
                raise UnsupportedLudeme([f'nextPhase "{choice.phase_name}", which no phase is called'])
            return ops.number(names.index(choice.phase_name))
        whose = x.mover
        if choice.player_index is not None:
            named = self.b.let("whose", choice.player_index.index.lower(x))
            is_player = ops.both(ops.ge(named, ONE), ops.le(named, ops.number(self.spec.players)))
            whose = ops.select(is_player, named, x.mover)
        elif choice.role is not None and choice.role not in EVERYONE:
            whose = role_index(x, choice.role)
        following = ops.add(self.b.load("phase", whose), ONE)
        return ops.arithmetic("mod", following, ops.number(len(phases)))

    def _write_turn_change(self, x: Context, draft: Draft) -> None:
        b, swapped = self.b, draft.text == "swap"
        following = x.mover
        if self.next_changes or not swapped:
            following = b.let("following", self.after_move(x).next)
        # the mover may be read from the state, which is about to change
        again = b.let("again", ops.eq(following, x.mover))
        if "visited" in b.program.fields:
            with b.block() as same_turn:
                self._mark_visited()
            clear = n.Store("visited", (), ops.empty_set(self.spec.universe))
            b.place_if(again, same_turn, [clear])
        if LAST_TURN in self.spec.needs:
            with b.if_(ops.negate(again)):
                LAST_TURN.store(x, x.mover)
        b.store("prev", [], x.mover)
        b.store("mover", [], following)
        again = ops.FALSE if swapped or self.spec.puzzle else again  # in a puzzle each move is a turn
        with b.block() as goes_on:
            b.store("moves_this_turn", [], ops.add(b.load("moves_this_turn"), ONE))
        with b.block() as new_turn:
            b.store("moves_this_turn", [], NOTHING)
            b.store("turns", [], ops.add(b.load("turns"), ONE))
        b.place_if(again, goes_on, new_turn)
        if self.next_changes:
            b.store("next", [], self.ending.following_player(following))

    def _mark_visited(self) -> None:
        for name in ("last_from", "last_to"):
            site = self.b.let(name, self.b.load(name))
            with self.b.if_(ops.both(ops.ge(site, NOTHING), ops.lt(site, ops.number(self.spec.sites)))):
                self.b.include("visited", [], site)

    # -- repetition ---------------------------------------------------------------------------------------------

    def _record_position(self, x: Context, *, first: bool) -> None:
        if self.repetition:
            record(x, self.repetition, first=first)


def lower(game: Game) -> n.Program:
    """The program of a bound game."""
    return RuleBook(game).lower()


__all__ = ["RuleBook", "lower"]
