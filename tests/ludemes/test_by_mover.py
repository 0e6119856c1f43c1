"""Rules lowered once for all movers play as those lowered for each mover apart."""

import random
from collections.abc import Iterable

import pytest

from petteia import lang
from petteia.game.bundled import locate
from petteia.ir import nodes as n
from petteia.ir.interpreter import Interpreter, IrMove
from petteia.ir.verifier import verify
from petteia.ludemes import Game
from petteia.ludemes.lowering.rulebook import lower
from petteia.passes import optimise
from same_play import visible

PLIES = 24


def _programs(name: str) -> tuple[n.Program, n.Program]:
    bound = lang.bind(lang.read(lang.expand(locate(name).text)))
    assert isinstance(bound, Game)
    return lower(bound), lower(bound, by_mover=False)


def _by_text(program: n.Program, moves: Iterable[IrMove]) -> dict[tuple[str, int, int], list[IrMove]]:
    """The moves by what tells them apart in both programs, whose kinds have other names."""
    found: dict[tuple[str, int, int], list[IrMove]] = {}
    for move in moves:
        found.setdefault((program.kinds[move.kind].text, move.source, move.target), []).append(move)
    return found


@pytest.mark.parametrize("name", ["Hex", "Breakthrough", "Kalah", "Reversi", "Gardner Minichess", "Five Men's Morris"])
def test_rules_for_all_movers_play_the_same(name: str) -> None:
    apart, together = _programs(name)
    together = optimise(together)
    verify(together)
    one, two = Interpreter(apart), Interpreter(together)
    a, b = one.start(7), two.start(7)
    rng = random.Random(3)
    for _ in range(PLIES):
        assert visible(apart, a) == visible(together, b)
        ours, theirs = _by_text(apart, one.moves(a)), _by_text(together, two.moves(b))
        assert {key: len(moves) for key, moves in ours.items()} == {key: len(moves) for key, moves in theirs.items()}
        single = sorted(key for key, moves in ours.items() if len(moves) == 1)
        if not single:
            break
        key = rng.choice(single)
        one.play(a, ours[key][0])
        two.play(b, theirs[key][0])
    assert a.fields["moves"] > 5
