"""Matches: a game that is played again and again, with scores that outlast it, until the rules of the match end it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.errors import LudTypeError, UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.visit import map_block, map_expr, with_body
from petteia.ludemes.ending.rules import ByScore, EndIf
from petteia.ludemes.game import PlayerCount, PlayerList
from petteia.ludemes.lowering.rulebook import RuleBook
from petteia.ludemes.missing import Missing
from petteia.ludemes.needs import HIGHEST, LOWEST

if TYPE_CHECKING:
    from petteia.ludemes.game import Game, Match, Subgame
    from petteia.ludemes.lowering.context import Context

MATCH_SCORE, TRIALS, SUBGAME = "match_score", "trials", "subgame"
_OF_GAME = {"over": "game_over", "ranks": "game_ranks"}
"""Fields that a match has of its own, and what they are called for the game that is being played."""
_ZERO, _ONE, _TWO = ops.number(0), ops.number(1), ops.number(2)


def only_subgame(match: Match) -> Subgame:
    """The game that a match consists of; matches of several are refused."""
    listed = match.games.games or ([match.games.game] if match.games.game else [])
    if len(listed) != 1:
        raise UnsupportedLudeme([Missing(match.title, match.place, "several games")])
    return listed[0]


class MatchBook(RuleBook):
    """Lowers a match of one game: the rules of that game, and what happens between two instances of it."""

    def __init__(self, match: Match, game: Game) -> None:
        super().__init__(game)
        self.match, players = match, self.spec.players
        if _players(match) != players:
            raise LudTypeError(
                f"a match of {_players(match)} players cannot be made of games of {players}", place=match.place
            )
        if players > 2:
            raise UnsupportedLudeme(["match of more than two players"])
        self.spec.name = self.b.program.name = match.name
        shape = (players + 1,)
        self.b.field(
            MATCH_SCORE, n.INT, shape=shape, low=LOWEST, high=HIGHEST, visible=True, key="ms", doc="scores of the match"
        )
        self.b.field(TRIALS, n.INT, high=HIGHEST, doc="games of the match that are over")
        self.b.field(SUBGAME, n.INT, visible=True, key="g", doc="which game of the match is played")

    def lower(self) -> n.Program:
        """The whole match as a program."""
        super().lower()
        instance = [one for one in self.b.program.fields if one not in (MATCH_SCORE, TRIALS, SUBGAME)]
        self._keep_results_apart()
        with self.b.function("next_game", self._sites(), doc="scores the game that is over, and begins the next"):
            self._write_next(instance)
        self.b.kind(n.Kind("next_game", "next_game", (), "next"))
        functions = self.b.program.functions
        functions["game_moves"] = _renamed(functions.pop("moves"), "game_moves")
        with self.b.function("moves", emits=True, doc="the legal moves"):
            with self.b.if_(ops.ne(self.b.load("over"), _ZERO)):
                self.b.return_()
            with self.b.block() as goes_on:
                self.b.do("game_moves")
            with self.b.block() as ended:
                self.b.emit("next_game", ops.NOWHERE, ops.NOWHERE)
            self.b.place_if(ops.eq(self.b.load(_OF_GAME["over"]), _ZERO), goes_on, ended)
        return self.b.program

    def _sites(self) -> tuple[n.Local, n.Local]:
        return self.b.fresh("source", n.INT), self.b.fresh("target", n.INT)

    def _keep_results_apart(self) -> None:
        """Gives the game fields of its own for its end and its ranks, so that those of the match are free."""
        fields, functions = self.b.program.fields, self.b.program.functions
        for name, of_game in _OF_GAME.items():
            one = fields[name]
            self.b.field(of_game, one.type, shape=one.shape, high=one.high, visible=True, doc=f"{one.doc}: this game")

        def load(x: n.Expr) -> n.Expr:
            return n.Load(_OF_GAME[x.field], x.indices, x.type) if isinstance(x, n.Load) and x.field in _OF_GAME else x

        def store(s: n.Stmt) -> tuple[n.Stmt, ...]:
            if isinstance(s, n.Store) and s.field in _OF_GAME:
                return (n.Store(_OF_GAME[s.field], s.indices, s.value),)
            return (s,)

        for name, function in list(functions.items()):
            functions[name] = with_body(function, map_block(function.body, lambda x: map_expr(x, load), store))

    # -- between two games --------------------------------------------------------------------------------------

    def _write_next(self, instance: list[str]) -> None:
        b, x = self.b, self.after_move(self.context(self.b.load("mover")))
        result = only_subgame(self.match).result
        gained = b.let("gained", result.lower(x)) if result is not None else None
        for player in range(1, self.spec.players + 1):
            index = ops.number(player)
            points = b.let("points", self._points(index, gained))
            b.store(MATCH_SCORE, [index], ops.add(b.load(MATCH_SCORE, index), points))
        b.store(TRIALS, [], ops.add(b.load(TRIALS), _ONE))
        self._write_end_of_match(x)
        with b.if_(ops.eq(b.load("over"), _ZERO)):
            for name in (*instance, *_OF_GAME.values()):
                if name not in _OF_GAME:
                    self._reset(b.program.fields[name])
            b.do("start")

    def _points(self, player: n.Expr, gained: n.Expr | None) -> n.Expr:
        """Points of a player for a game. compat: a result that is written counts for who has won it alone."""
        rank = self.b.load(_OF_GAME["ranks"], player)
        won = ops.eq(rank, _TWO)
        points = ops.to_int(won)
        if self.spec.players == 2:
            points = ops.sub(_TWO, ops.arithmetic("div", rank, _TWO))
        return points if gained is None else ops.select(won, gained, points)

    def _write_end_of_match(self, x: Context) -> None:
        """The first rule that holds ends the match; scores are those of the match."""
        end = self.match.end
        for rule in end.end_rules or ([end.end_rule] if end.end_rule else []):
            if not isinstance(rule, EndIf) or rule.sub or rule.subs:
                raise UnsupportedLudeme([f"{rule.title} at the end of a match"])
            with self.b.if_(ops.eq(self.b.load("over"), _ZERO)), self.b.if_(rule.test.lower(x)):
                if isinstance(rule.result, ByScore) and rule.result.final_score is None:
                    misere = rule.result.misere.lower(x) if rule.result.misere else ops.FALSE
                    self.ending.rank_by(MATCH_SCORE, misere)
                elif rule.result is not None and not isinstance(rule.result, ByScore):
                    self.ending.write_result(x, rule.result)
                else:
                    raise UnsupportedLudeme(["byScore with scores of its own at the end of a match"])

    def _reset(self, field: n.Field) -> None:
        """Gives a field the value it has before the start rules."""
        b = self.b

        def write(indices: tuple[n.Expr, ...], shape: tuple[int, ...]) -> None:
            if shape:
                with b.range_("index", _ZERO, ops.number(shape[0])) as index:
                    write((*indices, index), shape[1:])
            elif field.capacity:
                b.emit_statement(n.Truncate(field.name, indices, _ZERO))
            else:
                b.store(field.name, indices, n.Const(field.initial, field.type))

        write((), field.shape)


def _players(match: Match) -> int:
    if isinstance(match.players, PlayerCount):
        return match.players.count
    return len(match.players.players) if isinstance(match.players, PlayerList) else 2


def _renamed(function: n.Function, name: str) -> n.Function:
    return n.Function(name, function.params, function.returns, function.body, function.emits, function.doc)
