"""Asks a value of a small game: the ludeme is bound in a description, lowered, and run by the interpreter."""

from collections.abc import Callable

from petteia import lang
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.interpreter import Interpreter
from petteia.ir.verifier import verify
from petteia.ludemes import Game
from petteia.ludemes.conditions.logic import Equals
from petteia.ludemes.conditions.sites import IsIn
from petteia.ludemes.ending.rules import EndIf
from petteia.ludemes.lowering.context import Context
from petteia.ludemes.lowering.rulebook import RuleBook
from petteia.ludemes.missing import missing
from petteia.ludemes.registry import walk

_GAME = """
(game "Probe" {players} (equipment {{ {equipment} }})
    (rules {start} (play (move Add (to (sites Empty)))) (end (if {asked} (result Mover Draw)))))
"""
_BALLS = '(piece "Ball" Each)'


class Probe:
    """A position to ask about: equipment, start rules, the sites of the latest move, iterators, and who is to move."""

    def __init__(
        self,
        board: str,
        start: str = "",
        *,
        pieces: str = _BALLS,
        players: str = "(players 2)",
        last: int | None = None,
        mover: int = 1,
        **slots: int,
    ) -> None:
        self.equipment = f"{board} {pieces}"
        self.start = f"(start {{ {start} }})" if start else ""
        self.players, self.last, self.mover, self.slots = players, last, mover, slots

    def _bind(self, asked: str) -> Game:
        text = _GAME.format(players=self.players, equipment=self.equipment, start=self.start, asked=asked)
        game = lang.bind(lang.read(lang.expand(text)))
        assert isinstance(game, Game)
        assert not missing(game), [str(one) for one in missing(game)]
        return game

    def _run(self, asked: str, lower: Callable[[EndIf, Context], n.Expr]) -> int:
        game = self._bind(asked)
        rules = RuleBook(game)
        rules.lower()
        (end,) = [one for one in walk(game) if isinstance(one, EndIf)]
        context = rules.context(ops.number(self.mover))
        context = context.bind(**{name: ops.number(value) for name, value in self.slots.items()})
        with rules.b.block() as body:
            value = lower(end, context)
        rules.b.program.functions["probe"] = n.Function("probe", (), value.type, (*body, n.Return(value)))
        verify(rules.b.program)
        interpreter = Interpreter(rules.b.program)
        state = interpreter.start()
        state.fields["mover"] = self.mover
        if self.last is not None:
            state.fields["last_to"] = self.last
        answer = interpreter.call("probe", state)
        assert isinstance(answer, int)
        return answer

    def number(self, asked: str) -> int:
        """The value of an integer function."""

        def lower(end: EndIf, x: Context) -> n.Expr:
            assert isinstance(end.test, Equals)
            return end.test.value_a.lower(x)

        return self._run(f"(= {asked} -77)", lower)

    def holds(self, asked: str) -> bool:
        """The value of a condition."""
        return bool(self._run(asked, lambda end, x: end.test.lower(x)))

    def sites(self, asked: str) -> list[int]:
        """The sites of a region."""

        def lower(end: EndIf, x: Context) -> n.Expr:
            assert isinstance(end.test, IsIn) and end.test.region is not None
            return end.test.region.lower(x)

        return ops.bits(self._run(f"(is In 0 {asked})", lower))
