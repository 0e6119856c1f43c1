"""How a game ends: end rules and their results, the rule that all have passed, and the limits on length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.ending.rules import ByScore, End, EndIf, ForEachEnd, Payoffs, ResultOf
from petteia.ludemes.enums import ResultType, RoleType
from petteia.ludemes.needs import ALL_PASSED, MOST_MOVES, NO_PASS_END, PASSES, TURNS_PER_PLAYER
from petteia.ludemes.play.dice import dice_containers
from petteia.ludemes.queries.roles import is_owner, role_index
from petteia.ludemes.types import EndRule, Result
from petteia.ludemes.values.fractions import THOUSANDTHS, scaled

if TYPE_CHECKING:
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.rulebook import RuleBook

NOTHING = ops.number(0)
ONE = ops.number(1)
TWO = ops.number(2)


class Ending:
    """Writes the end of a turn. Ranks are kept doubled, so that shared ones stay whole."""

    def __init__(self, rules: RuleBook) -> None:
        self.rules = rules
        self.b = rules.b
        self.players = rules.spec.players
        if self.players > 2:
            shape, about = (self.players + 2,), "who is still in the game"
            self.b.field("active", n.INT, shape=shape, high=1, initial=1, doc=about, repeats="situation")
            self.b.field("winners", n.INT, high=self.players, doc="how many have won")
            self.b.field("losers", n.INT, high=self.players, doc="how many have lost")
            self.b.field("losses_now", n.INT, high=self.players, doc="losses in this evaluation of the end rules")
        if rules.spec.teams:
            self.b.field("lingering", n.INT, high=1, doc="whether the last team is still active though all is decided")
        if dice_containers(rules.spec):
            self.all_pass_counts = False
        else:
            self.all_pass_counts = not ({ALL_PASSED, NO_PASS_END} & rules.spec.needs)
            if self.players == 1 and PASSES in rules.spec.needs:
                self.all_pass_counts = False

    # -- evaluation ---------------------------------------------------------------------------------------------

    def write(self, x: Context, *, is_pass: bool) -> None:
        """The end rules of the mover's phase, then those of the game, then the limits."""
        spec = self.rules.spec
        if self.players > 2:
            self.b.store("losses_now", [], NOTHING)
        for i, phase in enumerate(spec.phases):
            if phase.end is not None:
                with self.b.if_(ops.eq(self.b.load("phase", x.mover), ops.number(i))):
                    self._write_end(x, phase.end, is_pass=is_pass)
        if spec.end is not None:
            with self.b.if_(self._running() if any(p.end for p in spec.phases) else ops.TRUE):
                self._write_end(x, spec.end, is_pass=is_pass)
        self._write_limits(x)

    def _running(self) -> n.Expr:
        return ops.eq(self.b.load("over"), NOTHING)

    def _write_end(self, x: Context, end: End, *, is_pass: bool) -> None:
        rules = end.end_rules or ([end.end_rule] if end.end_rule else [])
        for k, rule in enumerate(rules):
            undecided: n.Expr = ops.TRUE
            if k > 0 and self.players <= 2 and not _acts_when_over(rule):
                undecided = self._running()
            with self.b.if_(undecided):
                self._write_rule(x, rule)
        if is_pass and self.all_pass_counts:
            with self.b.if_(ops.both(self._running(), self.all_passed(x))):
                self._draw()

    def _write_rule(self, x: Context, rule: EndRule) -> None:
        if isinstance(rule, EndIf):
            self._write_if(x, rule)
        elif isinstance(rule, ForEachEnd):
            if rule.track_type is None:
                self._write_for_each(x, rule)
            else:
                self._write_for_each_track(x, rule)
        else:
            raise UnsupportedLudeme([rule.title])

    def _write_if(self, x: Context, rule: EndIf) -> None:
        with self.b.if_(rule.test.lower(x)):
            subs = rule.subs or ([rule.sub] if rule.sub else [])
            self._write_subs(x, subs, rule.result)

    def _write_subs(self, x: Context, subs: Sequence[EndIf], default: Result | None) -> None:
        if not subs:
            if default is not None:
                self.write_result(x, default)
            return
        first, rest = subs[0], subs[1:]
        test = first.test.lower(x)
        with self.b.block() as hit:
            self._write_subs(x, first.subs or ([first.sub] if first.sub else []), first.result)
        with self.b.block() as others:
            # compat: below sub-rules a default of scores is not carried out
            self._write_subs(x, rest, None if isinstance(default, ByScore) else default)
        self.b.place_if(test, hit, others)

    def _write_for_each(self, x: Context, rule: ForEachEnd) -> None:
        for player in range(1, self.players + 1):
            index = ops.number(player)
            inside = x.bind(player=index)
            concerned = ops.ne(x.mover, index) if rule.role == RoleType.NonMover else ops.TRUE
            with self.b.if_(ops.both(concerned, self.is_active(index))), self.b.if_(rule.if_.lower(inside)):
                self.write_result(inside, rule.result)

    def _write_for_each_track(self, x: Context, rule: ForEachEnd) -> None:
        for index in range(len(self.rules.spec.tracks)):
            inside = x.bind(track=ops.number(index))
            with self.b.if_(self._running()), self.b.if_(rule.if_.lower(inside)):
                self.write_result(inside, rule.result)

    # -- results ------------------------------------------------------------------------------------------------

    def is_active(self, player: n.Expr) -> n.Expr:
        """True if a player is still in the game."""
        return self._running() if self.players <= 2 else ops.eq(self.b.load("active", player), ONE)

    def write_result(self, x: Context, result: Result) -> None:
        """Writes what a result does."""
        if isinstance(result, ByScore):
            self._write_by_score(x, result)
        elif isinstance(result, ResultOf):
            self._write_outcome(x, result)
        elif isinstance(result, Payoffs):
            self._write_payoffs(x, result)
        else:
            raise UnsupportedLudeme([result.title])

    def _write_outcome(self, x: Context, result: ResultOf) -> None:
        if result.who.name.startswith("Team") and self.rules.spec.teams:
            # compat: a loss or draw of a team does nothing
            if self.rules.spec.teams_change:
                raise UnsupportedLudeme([f"result {result.who.name}, where teams change in play"])
            if result.result == ResultType.Win:
                self._win_of_team(self.b.let("team", role_index(x, result.who)))
            return
        if result.result == ResultType.Draw:
            with self.b.if_(self._may_draw(x, result.who)):
                self._draw()
            return
        if result.result not in (ResultType.Win, ResultType.Loss):
            with self.b.if_(self._may_draw(x, result.who)):
                self._close()  # a tie, or a game given up, leaves the ranks as they are
            return
        win = result.result == ResultType.Win
        who = role_index(x, result.who)
        if result.who == RoleType.All:
            self._everyone(win=win)
        elif self.players == 1:
            with self.b.if_(ops.eq(who, ONE)):
                self.b.store("ranks", [ONE], TWO if win else NOTHING)
                self.b.store("over", [], ONE)
        elif self.players == 2:
            self._decide_between_two(self.b.let("who", who), win=win)
        else:
            self.b.do(self._settle("win" if win else "lose"), who)

    def _may_draw(self, x: Context, role: RoleType) -> n.Expr:
        """True if an end of the game counts that is written for a role: for everyone, or for a player still in it."""
        who = self.b.let("who", role_index(x, role))
        if who == ops.number(self.players + 1):
            return ops.TRUE
        known = ops.both(ops.le(ONE, who), ops.le(who, ops.number(self.players)))
        if known == ops.FALSE:
            return ops.FALSE
        return known if self.players <= 2 else ops.both(known, self.is_active(who))

    def _decide_between_two(self, who: n.Expr, *, win: bool) -> None:
        with self.b.if_(ops.both(ops.le(ONE, who), ops.le(who, TWO))):
            other = ops.sub(ops.number(3), who)
            self.b.store("ranks", [who], ops.number(2 if win else 4))
            self.b.store("ranks", [other], ops.number(4 if win else 2))
            self.b.store("over", [], ONE)

    def _everyone(self, *, win: bool) -> None:
        rank = ops.number(0 if self.players == 1 else 2 if win else 2 * self.players)
        for player in range(1, self.players + 1):
            index = ops.number(player)
            with self.b.if_(ops.eq(self.b.load("ranks", index), NOTHING)):
                self.b.store("ranks", [index], rank)
        self._close()

    def _draw(self) -> None:
        if self.players == 1:
            rank: n.Expr = NOTHING
        elif self.players == 2:
            rank = ops.number(3)
        else:
            rank = ops.add(ops.add(self._active_count(), ONE), ops.mul(TWO, self.b.load("winners")))
        rank = self.b.let("rank", rank)
        for player in range(1, self.players + 1):
            index = ops.number(player)
            # of two players neither has a rank while the game goes on
            unranked = ops.eq(self.b.load("ranks", index), NOTHING) if self.players > 2 else ops.TRUE
            with self.b.if_(unranked):
                self.b.store("ranks", [index], rank)
        self._close()

    def _close(self) -> None:
        self.b.store("over", [], ONE)
        if self.players > 2:
            for player in range(1, self.players + 1):
                self.b.store("active", [ops.number(player)], NOTHING)

    def _active_count(self) -> n.Expr:
        count: n.Expr = NOTHING
        for player in range(1, self.players + 1):
            count = ops.add(count, self.b.load("active", ops.number(player)))
        return count

    # -- teams --------------------------------------------------------------------------------------------------

    def _win_of_team(self, team: n.Expr) -> None:
        """All of a team get the best rank there still is; if one other team is left, it gets the one behind.

        compat: whether the team is still in is asked of the player who has its number. The players of the last team
        stay active, so the turn still passes on.
        """
        known = ops.both(ops.le(ONE, team), ops.le(team, ops.number(self.players)))
        with self.b.if_(known), self.b.if_(self.is_active(team)):
            rank = self.b.variable("rank", TWO)
            ranks = [self.b.load("ranks", ops.number(p)) for p in range(1, self.players + 1)]
            with self.b.while_(ops.either(*(ops.eq(taken, rank) for taken in ranks))):
                self.b.assign(rank, ops.add(rank, TWO))
            size = self.b.variable("size", NOTHING)
            self._each_member(team, lambda player: self._rank_winner(player, rank, size))
            self._close_after_team(team, rank, size)

    def _rank_winner(self, player: n.Expr, rank: n.Expr, size: n.Local) -> None:
        self.b.store("ranks", [player], rank)
        self.b.assign(size, ops.add(size, ONE))
        if self.players > 2:
            self.b.store("active", [player], NOTHING)
            self.b.store("winners", [], ops.add(self.b.load("winners"), ONE))

    def _each_member(self, team: n.Expr, body: Callable[[n.Expr], None]) -> None:
        for player, number in self.rules.spec.teams.items():
            with self.b.if_(ops.eq(team, ops.number(number))):
                body(ops.number(player))

    def _close_after_team(self, team: n.Expr, rank: n.Expr, size: n.Expr) -> None:
        """Ends the game if at most one team is left."""
        b, teams = self.b, self.rules.spec.teams
        left = b.variable("teams_left", NOTHING)
        last = b.variable("last_team", NOTHING)
        for number in sorted(set(teams.values())):
            members = [ops.number(player) for player, own in teams.items() if own == number]
            undecided = ops.either(*(ops.eq(b.load("ranks", player), NOTHING) for player in members))
            with b.if_(undecided):
                b.assign(left, ops.add(left, ONE))
                b.assign(last, ops.number(number))
        with b.if_(ops.le(left, ONE)):
            behind = b.let("behind", ops.add(rank, ops.mul(TWO, size)))
            self._each_member(last, lambda player: b.store("ranks", [player], behind))
            b.store("over", [], ONE)
            b.store("lingering", [], left)

    # -- more than two players ----------------------------------------------------------------------------------

    def _settle(self, result: str) -> str:
        """The function that gives one of several players a win or a loss, and ends the game when one is left."""
        name = f"settle_{result}"
        if name not in self.b.program.functions:
            who = self.b.fresh("who", n.INT)
            with self.b.function(name, (who,), doc=f"a player's {result}, while others may play on"):
                inside = ops.both(ops.le(ONE, who), ops.le(who, ops.number(self.players)))
                with self.b.if_(ops.negate(inside)):
                    self.b.return_()
                with self.b.if_(ops.eq(self.b.load("active", who), NOTHING)):
                    self.b.return_()
                self.b.store("active", [who], NOTHING)
                (self._win if result == "win" else self._lose)(who)
        return name

    def _win(self, who: n.Expr) -> None:
        b = self.b
        rank = b.let("rank", ops.add(ops.mul(TWO, b.load("winners")), TWO))
        b.store("ranks", [who], rank)
        b.store("winners", [], ops.add(b.load("winners"), ONE))
        self._close_if_one_left(ops.add(rank, TWO))

    def _lose(self, who: n.Expr) -> None:
        b = self.b
        with b.if_(ops.eq(b.load("next"), who)):
            b.store("next", [], self.following_player(who))
        earlier = b.let("earlier", b.load("losses_now"))
        # the mean of the ranks shared by all who lose in one evaluation, doubled
        rank = ops.sub(ops.mul(TWO, ops.number(self.players)), ops.mul(TWO, b.load("losers")))
        rank = b.let("rank", ops.add(rank, earlier))
        before = b.let("before", ops.add(rank, ONE))
        for player in range(1, self.players + 1):
            index = ops.number(player)
            shares = ops.both(ops.gt(earlier, NOTHING), ops.eq(b.load("ranks", index), before))
            with b.if_(shares):
                b.store("ranks", [index], rank)
        b.store("ranks", [who], rank)
        b.store("losers", [], ops.add(b.load("losers"), ONE))
        b.store("losses_now", [], ops.add(earlier, ONE))
        self._close_if_one_left(ops.add(ops.mul(TWO, b.load("winners")), TWO))

    def _close_if_one_left(self, rank_of_last: n.Expr) -> None:
        b = self.b
        left = b.let("left", self._active_count())
        with b.if_(ops.le(left, ONE)):
            for player in range(1, self.players + 1):
                index = ops.number(player)
                with b.if_(ops.eq(b.load("active", index), ONE)):
                    b.store("ranks", [index], rank_of_last)
                    b.store("active", [index], NOTHING)
            b.store("over", [], ONE)

    def following_player(self, player: n.Expr) -> n.Expr:
        """The active player after another, in the order of the seats."""
        if self.players == 1:
            return ONE
        if self.players == 2:
            return ops.sub(ops.number(3), player)
        name = "following_player"
        if name not in self.b.program.functions:
            after = self.b.fresh("after", n.INT)
            with self.b.function(name, (after,), n.INT, doc="the next active player in turn"):
                who = self.b.variable("who", after)
                with self.b.range_("tried", NOTHING, ops.number(self.players)):
                    wrapped = ops.eq(who, ops.number(self.players))
                    self.b.assign(who, ops.select(wrapped, ONE, ops.add(who, ONE)))
                    with self.b.if_(ops.eq(self.b.load("active", who), ONE)):
                        self.b.return_(who)
                self.b.return_(who)
        return self.b.call(name, player)

    # -- scores -------------------------------------------------------------------------------------------------

    def _write_by_score(self, x: Context, result: ByScore) -> None:
        b = self.b
        for final in result.final_score or []:
            value, who = b.let("score", final.score.lower(x)), b.let("who", role_index(x, final.role))
            with b.if_(is_owner(x, who)):
                b.store("score", [who], value)
        self.rank_by("score", result.misere.lower(x) if result.misere else ops.FALSE)

    def rank_by(self, field: str, misere: n.Expr) -> None:
        """Ranks all players by a number that each has; equal ones share the mean of their ranks."""
        b = self.b
        scores = [b.let(field, b.load(field, ops.number(p))) for p in range(1, self.players + 1)]
        for player, mine in enumerate(scores, 1):
            rank: n.Expr = ONE
            for theirs in scores:
                better = ops.select(misere, ops.lt(theirs, mine), ops.lt(mine, theirs))
                rank = ops.add(rank, ops.mul(TWO, ops.to_int(better)))
                rank = ops.add(rank, ops.to_int(ops.eq(theirs, mine)))
            b.store("ranks", [ops.number(player)], rank)
        self._close()

    def _write_payoffs(self, x: Context, result: Payoffs) -> None:
        """Pays the players, in thousandths, and ranks them by what they got; one alone wins if he gets anything."""
        b = self.b
        for paid in result.final_payoffs:
            value, who = b.let("payoff", scaled(x, paid.payoff, THOUSANDTHS)), b.let("who", role_index(x, paid.role))
            with b.if_(ops.both(ops.le(ONE, who), ops.le(who, ops.number(self.players)))):
                b.store("payoff", [who], value)
        if self.players > 1:
            self.rank_by("payoff", ops.FALSE)
            return
        b.store("ranks", [ONE], ops.mul(TWO, ops.to_int(ops.gt(b.load("payoff", ONE), NOTHING))))
        self._close()

    # -- passes and limits --------------------------------------------------------------------------------------

    def all_passed(self, x: Context) -> n.Expr:
        """True if everybody's latest turn was a single pass."""
        if self.rules.alternating:
            return ops.ge(self.b.load("pass_run"), TWO)
        name = "all_passed"
        if name not in self.b.program.functions:
            with self.b.function(name, (), n.BOOL, doc="everybody has passed in turn"):
                self._write_all_passed()
        return self.b.call(name)

    def _write_all_passed(self) -> None:
        b, nobody = self.b, ops.number(self.players + 1)
        if self.players == 1:
            b.return_(self.rules.trail.last_was_pass())
            return
        last = b.variable("last_mover", b.load("mover"))
        passed = b.variable("passed", ops.FALSE)
        made = b.variable("made", NOTHING)
        turns = b.variable("turns_seen", NOTHING)
        with self.rules.trail.going_back() as entry:
            who = b.let("who", ops.arithmetic("shift_right", entry, ONE))
            is_pass = ops.eq(ops.arithmetic("bit_and", entry, ONE), ONE)
            with b.if_(ops.eq(who, nobody)):
                b.return_(passed)
            with b.if_(ops.gt(made, ONE)):
                b.return_(ops.FALSE)
            with b.block() as other_mover:
                with b.if_(ops.negate(passed)):
                    b.return_(ops.FALSE)
                b.assign(last, who)
                b.assign(made, NOTHING)
                b.assign(turns, ops.add(turns, ONE))
                with b.if_(ops.eq(turns, ops.number(self.players))):
                    b.return_(ops.TRUE)
            with b.block() as same_mover:
                b.assign(made, ops.add(made, ONE))
            b.place_if(ops.ne(who, last), other_mover, same_mover)
            b.assign(passed, is_pass)
        b.return_(ops.FALSE)

    def _write_limits(self, x: Context) -> None:
        b = self.b
        too_long = ops.either(
            ops.ge(b.load("turns"), ops.number(TURNS_PER_PLAYER * self.players)),
            ops.ge(b.load("moves"), ops.number(MOST_MOVES)),
        )
        with b.if_(ops.both(self._running(), too_long)):
            self._draw()


def _acts_when_over(rule: EndRule) -> bool:
    """True if a rule changes ranks even when the game has been decided: only scores and payoffs do."""
    if isinstance(rule, ForEachEnd):
        return isinstance(rule.result, ByScore | Payoffs)
    if not isinstance(rule, EndIf):
        return False
    subs = rule.subs or ([rule.sub] if rule.sub else [])
    return isinstance(rule.result, ByScore | Payoffs) or any(_acts_when_over(sub) for sub in subs)
