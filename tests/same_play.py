"""Two programs played side by side: the same moves in some order, the same visible states, the same use of chance."""

import random

from petteia.ir import nodes as n
from petteia.ir.interpreter import InterpretedState, Interpreter


def visible(program: n.Program, state: InterpretedState) -> dict[str, object]:
    """The parts of a state that can be seen from outside."""
    seen = {f.name for f in program.fields.values() if f.visible} | {"mover", "over", "ranks"}
    return {name: value for name, value in state.fields.items() if name in seen}


def assert_same_play(before: n.Program, after: n.Program, seed: int, plies: int) -> int:
    """Plays both programs at random with the same choices and chance; gives back how many moves there were."""
    rng, played = random.Random(seed), 0
    one, two = Interpreter(before), Interpreter(after)
    chance = rng.getrandbits(64)
    a, b = one.start(chance), two.start(chance)
    for _ in range(plies):
        assert visible(before, a) == visible(before, b)
        assert a.chance == b.chance
        moves = one.moves(a)
        assert sorted(moves) == sorted(two.moves(b))
        if not moves:
            break
        move, chance = rng.choice(moves), rng.getrandbits(64)
        one.play(a, move, chance)
        two.play(b, move, chance)
        played += 1
    return played
