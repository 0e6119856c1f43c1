"""The turn loop: the start, the legal moves, a move played, phases and ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from petteia import lang

from . import beginning, conditions, effects, generators, loops, numbers, rarities, regions  # noqa: F401
from .actions import Action, Move
from .conditions import all_passed, repeats
from .effects import apply_move
from .errors import NotRead
from .reading import READ, UNREAD, Context, Draws, ev, player_of, role_id
from .state import State
from .text import move_text, state_text
from .world import CELL, VERTEX, World

STRUCTURE = (
    "Game PlayerCount PlayerList FacingPlayer Equipment Board MancalaBoard SurakartaBoard Hand Dice Piece Flips Track "
    "Regions PlainRules PhasedRules Meta Start Play Phase NextPhase End EndIf ForEachEnd ResultOf ByScore FinalScore "
    "Then From To Between PieceArgument PlayerArgument SwapRule NoRepeat NoSuicide PassEnd Mode DimConstant "
    "FloatConstant Gravity Pin NoStackOn"
)
GRAPHS = ("GraphFunction", "DimFunction", "FloatFunction", "Poly", "Vertex")


def _rolls_first(used: list[Any]) -> bool:
    """True if dice are thrown only before moves are made, so that the text after a move shows the throw."""
    before = {id(one.prior) for one in used if type(one).__name__ == "Do" and type(one.prior).__name__ == "Roll"}
    doubles = any(type(one).__name__ == "ForEachDie" and one.replay_double is not None for one in used)
    return not doubles and all(id(one) in before for one in used if type(one).__name__ == "Roll")


class Game:
    """A game as this reading understands it."""

    def __init__(self, bound: Any) -> None:
        self.world = World(bound)
        self.world.play = self
        self.world.queues = any(
            getattr(one, "at", None) is not None and getattr(one.at, "name", "") == "EndOfTurn"
            for one in self.world.used
            if type(one).__name__ in ("Remove", "MoveRemove")
        )
        self.world.rolls_first = _rolls_first(self.world.used)
        self._refuse_unread()
        if self.world.names & {"SetHidden", "SetStartHidden"} and self.world.names & {
            "NoRepeat",
            "IsRepeat",
            "IsCycle",
        }:
            raise NotRead("repetition of hidden positions")
        self._read_meta()
        empty = Context(State(self.world))
        self.world.regions, self.world.maps = [], []
        beginning.read_regions(self.world, empty)
        beginning.read_maps(self.world, empty)
        self._read_all_pass()

    @classmethod
    def read(cls, text: str, options: Any = (), ruleset: str | None = None, defs: Any = (), name: str = "") -> Game:
        """The game of a description."""
        expanded = lang.expand(
            text, options=options, ruleset=ruleset, define_folders=[str(Path(d)) for d in defs], name=name or "text"
        )
        return cls(lang.bind(lang.read(expanded)))

    def _refuse_unread(self) -> None:
        if "SetCount" in self.world.names and not (self.world.count or self.world.stacking):
            raise NotRead("set Count where no other rule says that counts are kept")
        known = set(STRUCTURE.split())
        for one in self.world.used:
            name = type(one).__name__
            if any(base.__name__ in GRAPHS for base in type(one).__mro__):
                continue
            if name not in known and name not in READ:
                raise NotRead(name)
            for argument in UNREAD.get(name, ()):
                if getattr(one, argument, None) is not None:
                    raise NotRead(f"{name} {argument}")

    def _read_meta(self) -> None:
        meta = self.world.rules.meta
        rules = [] if meta is None else meta.rules if meta.rules is not None else [meta.rule]
        names = {type(one).__name__: one for one in rules}
        self.swap = "SwapRule" in names
        self.no_repeat = None
        if "NoRepeat" in names:
            kind = names["NoRepeat"].repetition_type
            self.no_repeat = "Positional" if kind is None else kind.name
        self.pins, self.falls, self.drops = "Pin" in names, "NoStackOn" in names, "Gravity" in names
        if (self.pins or self.falls or self.drops) and (self.world.stacking or self.world.default is not VERTEX):
            raise NotRead("a rule about pyramids off vertices, or in stacks")
        if "NoSuicide" in names:
            raise NotRead("no Suicide")
        self.repeat_kinds = {self.no_repeat} - {None}
        for one in self.world.used:
            if type(one).__name__ == "IsRepeat":
                self.repeat_kinds.add("Positional" if one.repetition_type is None else one.repetition_type.name)

    def _read_all_pass(self) -> None:
        names = self.world.names
        no_end = any(type(one).__name__ == "PassEnd" and one.kind == "NoEnd" for one in self.world.used)
        solitary = self.world.n == 1 and bool(names & {"Pass", "MovePass"})
        self.all_pass = not (self.world.has_dice or "AllPassed" in names or no_end or solitary)

    # -- the start ---------------------------------------------------------------------------------------------

    def start(self, draws: Draws | None = None) -> State:
        """The state at the start."""
        world = self.world
        s = State(world)
        c = Context(s, draws)
        for p in range(1, world.n + 1):
            s.phase[p] = next((i for i, one in enumerate(world.phases) if self._owns(one, p)), 0)
        for number, index in enumerate(world.dice_containers):
            for die in range(len(world.dice_faces[number])):
                site = world.containers[index].first + die
                beginning.record(c, Action("Add", CELL, site, site, what=die + 1, state=0))
        rules = world.rules.start
        if rules is not None:
            for rule in rules.rules if rules.rules is not None else [rules.rule]:
                beginning.start_rule(rule, c)
        s.starts = len(s.moves)
        for what in range(1, len(world.components)):
            entries = s.owned.get((world.owner(what), what), ())
            s.start_sites[what] = tuple(
                sorted({i for k, i, _ in entries if k is world.default and i < world.elements(world.default)})
            )
        s.dice = [[faces[0] for faces in hand] for hand in world.dice_faces]
        s.sums = [sum(one) for one in s.dice]
        if "Positional" in self.repeat_kinds:
            s.history.append(s.position_key())
        if "PositionalInTurn" in self.repeat_kinds:
            s.turn_history.append(s.position_key())
        return s

    def _owns(self, phase: Any, player: int) -> bool:
        if phase is None or phase.role is None:
            return True
        owner = self.world.role_owner(phase.role)
        return owner in (player, self.world.shared)

    # -- legal moves -------------------------------------------------------------------------------------------

    def moves(self, state: State, draws: Draws | None = None) -> list[Move]:
        """The legal moves of a state."""
        return self.moves_in(Context(state, draws))

    def moves_in(self, c: Context) -> list[Move]:
        """The legal moves of the state of a context."""
        s = c.s
        if s.over:
            return []
        found = self.rule_moves(c)
        if self._swap_on_offer(s):
            found.append(self._swap_move(s))
        found = [one for one in found if not (self.pins and rarities.is_pinned(c, one))]
        found = [one for one in found if not (self.falls and rarities.falls_onto(c, one))]
        for one in found if self.drops else ():
            one.then.append(rarities.Drops())
        if self.no_repeat is not None:
            at = 0
            while at < len(found):
                if self._passes_filters(c, found[at]):
                    at += 1
                else:
                    found[at] = found[-1]
                    found.pop()
        if not found:
            found = [Move([Action("Pass", decision=True)], frm=-1, to=-1, mover=s.mover)]
        if s.active:
            s.stalemated.discard(s.mover)
        return found

    def rule_moves(self, c: Context) -> list[Move]:
        """Moves that the play rules of the mover's phase yield."""
        return [move for rule in self.world.plays[c.s.phase[c.s.mover]] for move in ev(rule, c)]

    def _swap_on_offer(self, s: State) -> bool:
        if not self.swap or len(s.moves) - s.starts != self.world.n - 1:
            return False
        if any(move.mover == 0 for move in s.moves[s.starts :]):
            raise NotRead("a swap after a move of nobody")
        return any(move.mover not in (s.mover, 0) for move in s.moves)

    def _swap_move(self, s: State) -> Move:
        other = next(move.mover for move in reversed(s.moves) if move.mover != s.mover)
        return Move(
            [Action("Swap", player=s.mover, value=other, decision=True), Action("SetNextPlayer", player=s.mover)],
            frm=-1,
            to=-1,
            mover=s.mover,
        )

    def _passes_filters(self, c: Context, move: Move) -> bool:
        if self.no_repeat is None or move.is_pass:
            return True
        copy = c.copy()
        apply_move(copy, move, store=True)
        return not repeats(self.no_repeat, copy)

    def some_legal(self, c: Context, found: list[Move]) -> bool:
        """True if one of some moves passes the filters."""
        return any(self._passes_filters(c, move) for move in found)

    def can_move(self, c: Context) -> bool:
        """True if the mover's rules yield a move."""
        if self.swap and len(c.s.moves) - c.s.starts == self.world.n - 1:
            return True
        return self.some_legal(c, self.rule_moves(c))

    # -- a move played -----------------------------------------------------------------------------------------

    def play(self, state: State, move: Move, draws: Draws | None = None) -> None:
        """Plays a move, changing the state."""
        self.play_in(Context(state, draws), move)

    def play_in(self, c: Context, move: Move) -> Move:
        """Plays a move in the state of a context; the move as it was carried out."""
        s = c.s
        s.decided = None
        if move.is_pass and s.mover not in s.stalemated and not self.can_move(c):
            s.stalemated.add(s.mover)
        s.pending.clear()
        done = apply_move(c, move, store=True)
        self._end(c)
        if s.active:
            self._next_phases(c)
        else:
            s.prev = s.mover
        s.counter += 1
        self._record(s)
        if s.active:
            self._turn(s, done)
        for number, hand in enumerate(s.dice):
            if hand:
                first = self.world.containers[self.world.dice_containers[number]].first
                s.sums[number] = sum(
                    faces[s.state(CELL, first + die)] for die, faces in enumerate(self.world.dice_faces[number])
                )
        return done

    def _record(self, s: State) -> None:
        changed = s.mover != s.prev
        if ("Positional" in self.repeat_kinds and changed) or "IsCycle" in self.world.names:
            s.history.append(s.position_key())
        for kind, key in (("PositionalInTurn", State.position_key), ("SituationalInTurn", State.full_key)):
            if kind in self.repeat_kinds:
                if changed:
                    s.turn_history.clear()
                s.turn_history.append(key(s))
        if "Situational" in self.repeat_kinds and changed:
            s.history.append(s.full_key())

    def _turn(self, s: State, move: Move) -> None:
        if "IsVisited" in self.world.names:
            if s.mover != s.next:
                s.visited.clear()
            else:
                s.visited |= {x for x in (move.frm, move.to) if x >= 0}
        s.prev, s.mover = s.mover, s.next
        if s.prev == s.mover and not move.is_swap:
            s.moves_this_turn += 1
        else:
            s.moves_this_turn = 0
            s.turns += 1
        s.next = self.following(s, s.mover)
        s.passes = s.passes + 1 if move.is_pass else 0

    def following(self, s: State, player: int) -> int:
        """The next active player after one, in order."""
        n = self.world.n
        for step in range(1, n + 1):
            other = (player - 1 + step) % n + 1
            if other in s.active:
                return other
        return player

    def _next_phases(self, c: Context) -> None:
        s, world = c.s, self.world
        if len(world.phases) < 2 and world.phases[0] is None:
            return
        for p in range(1, world.n + 1):
            phase = world.phases[s.phase[p]]
            for entry in phase.next_phases or ([phase.next_phase] if phase.next_phase is not None else []):
                role = player_of(entry.player_index, entry.role, c, world.shared)
                if role not in (world.shared, p):
                    continue
                if entry.condition is not None and not ev(entry.condition, c):
                    continue
                if entry.phase_name is not None:
                    s.phase[p] = next(i for i, one in enumerate(world.phases) if one.name == entry.phase_name)
                else:
                    s.phase[p] = (s.phase[s.mover if role == world.shared else role] + 1) % len(world.phases)
                break

    # -- ends --------------------------------------------------------------------------------------------------

    def _end(self, c: Context) -> None:
        s = c.s
        phase = self.world.phases[s.phase[s.mover]]
        for rules in (None if phase is None else phase.end, self.world.rules.end):
            if rules is not None and s.active and not s.over:
                self._end_rules(rules, c)
        if s.active and not s.over and (s.turns >= 1250 * self.world.n or len(s.moves) - s.starts >= 10000):
            self._draw(s)

    def _end_rules(self, rules: Any, c: Context) -> None:
        self._losses = 0
        for rule in rules.end_rules if rules.end_rules is not None else [rules.end_rule]:
            if type(rule).__name__ == "ForEachEnd":
                self._for_each_end(rule, c)
            elif ev(rule.test, c):
                self._end_if(rule, c)
        if c.s.active and not c.s.over and self.all_pass and all_passed(c, c.s.moves):
            self._draw(c.s)

    def _end_if(self, rule: Any, c: Context) -> None:
        subs = rule.subs if rule.subs is not None else [rule.sub] if rule.sub is not None else None
        if subs is None:
            self._result(rule.result, c)
            return
        for sub in subs:
            if ev(sub.test, c):
                if sub.sub is not None or sub.subs is not None:
                    raise NotRead("an end within an end within an end")
                self._result(sub.result, c)
                return
        if type(rule.result).__name__ == "ResultOf":
            self._result(rule.result, c)

    def _for_each_end(self, rule: Any, c: Context) -> None:
        if rule.track_type is not None:
            raise NotRead("an end for each track")
        name = None if rule.role is None else rule.role.name
        for p in range(1, self.world.n + 1):
            if p not in c.s.active or (name == "NonMover" and p == c.s.mover):
                continue
            c.player = p
            if ev(rule.if_, c):
                self._result(rule.result, c)
        c.player = -1

    def _result(self, result: Any, c: Context) -> None:
        if result is None:
            return
        s, n = c.s, self.world.n
        if type(result).__name__ == "ByScore":
            self._by_score(result, c)
            return
        name, role = result.result.name, result.who.name
        who = role_id(result.who, c)
        if who not in s.active and who != n + 1:
            return
        if role.startswith("Team"):
            self._team_result(s, name, who)
        elif name == "Draw":
            self._draw(s)
        elif name == "Win":
            self._win(s, who)
        elif name == "Loss":
            self._loss(s, who)
        else:
            raise NotRead(f"result {name}")

    def _finish(self, s: State) -> None:
        s.active.clear()
        s.over = True

    def _draw(self, s: State) -> None:
        n = self.world.n
        rank = 0.0 if n == 1 else (len(s.active) + 1) / 2 + len(s.winners)
        for p in range(1, n + 1):
            if s.ranking[p] == 0.0:
                s.ranking[p] = rank
        self._finish(s)

    def _win(self, s: State, who: int) -> None:
        n = self.world.n
        if who == n + 1:
            for p in range(1, n + 1):
                if s.ranking[p] == 0.0:
                    s.ranking[p] = 0.0 if n == 1 else 1.0
                    s.winners.append(p)
            self._finish(s)
            return
        s.active.discard(who)
        rank = len(s.winners) + 1.0
        s.ranking[who] = rank
        s.winners.append(who)
        if len(s.active) == 1:
            last = next(iter(s.active))
            s.ranking[last] = rank + 1
            s.losers.append(last)
            self._finish(s)
        elif not s.active:
            self._finish(s)

    def _loss(self, s: State, who: int) -> None:
        n = self.world.n
        if who == n + 1:
            for p in range(1, n + 1):
                if s.ranking[p] == 0.0:
                    s.ranking[p] = 0.0 if n == 1 else float(n)
            self._finish(s)
            return
        if who not in s.active:
            return
        s.active.discard(who)
        if n == 1:
            self._finish(s)
            return
        if s.next == who:
            s.next = self.following(s, who)
        rank = float(n - len(s.losers))
        if self._losses:
            if n == 2:
                raise NotRead("two losses at once of two")
            shared = rank + self._losses / 2
            for p in s.losers[len(s.losers) - self._losses :]:
                s.ranking[p] = shared
            rank = shared
        self._losses += 1
        s.ranking[who] = rank
        s.losers.append(who)
        if len(s.active) == 1:
            last = next(iter(s.active))
            s.ranking[last] = len(s.winners) + 1.0
            s.winners.append(last)
            self._finish(s)
        elif not s.active:
            self._finish(s)

    def _team_result(self, s: State, name: str, team: int) -> None:
        if name != "Win":
            return
        n = self.world.n
        used = {s.ranking[p] for p in range(1, n + 1)}
        rank = next(float(r) for r in range(1, n + 2) if float(r) not in used)
        members = [p for p in range(1, n + 1) if s.team[p] == team]
        for p in members:
            s.active.discard(p)
            s.ranking[p] = rank
            s.winners.append(p)
        teams = {s.team[p] for p in s.active}
        if len(teams) == 1:
            for p in s.active:
                s.ranking[p] = rank + len(members)
            s.over = True
        elif not teams:
            self._finish(s)

    def _by_score(self, result: Any, c: Context) -> None:
        s, n = c.s, self.world.n
        for one in result.final_score or ():
            s.scores[role_id(one.role, c)] = ev(one.score, c)
        misere = result.misere is not None and ev(result.misere, c)
        sign = -1 if misere else 1
        values = {p: sign * s.scores[p] for p in range(1, n + 1)}
        for p, value in values.items():
            better = sum(other > value for other in values.values())
            equal = sum(other == value for other in values.values())
            s.ranking[p] = better + (equal + 1) / 2
        self._finish(s)

    # -- texts -------------------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        """A state as recorded play writes it."""
        return state_text(state)

    def move_text(self, move: Move) -> str:
        """A move as recorded play writes it."""
        return move_text(self.world, move)
