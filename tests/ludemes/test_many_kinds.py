"""Games with many kinds of pieces: what several of them do is written once, and they move as they do in small games."""

import pytest

import petteia
from petteia import lang
from petteia.ir.verifier import verify
from petteia.ludemes import Game
from petteia.ludemes.lowering.rulebook import lower
from petteia.passes import optimise

_WAYS = ["Forward", "Backward", "Leftward", "Rightward", "FL", "FR", "BL", "BR"]
_ENEMY = "if:(is Enemy (who at:(to))) (apply (remove (to)))"
_FREE = "if:(not (is Friend (who at:(to)))) (apply (remove (to)))"


def _moves(kind: int) -> str:
    """The moves of one of 24 kinds: slides of 1 to 3 steps in two ways, a step in another, or in all, and turns."""
    ways = f"(directions {{{_WAYS[kind % 8]} {_WAYS[(kind + 3) % 8]}}})"
    step = "Adjacent" if kind == 5 else _WAYS[(kind + 1) % 8]
    slide = f"(move Slide {ways} (between (max {kind % 3 + 1})) (to {_ENEMY}))"
    hop = f"(move Hop {_WAYS[kind % 8]} (between) (to {_FREE}))"
    return f"(or {{{slide} (move Step {step} (to {_FREE})) {hop} {_turn(kind)}}})"


def _turn(kind: int) -> str:
    """A step, or a way over empty sites, and from there a move in directions that depend on where that led."""
    first = f"{_WAYS[kind % 8]} (between (max 2) if:(is Empty (between)))" if kind % 2 else _WAYS[kind % 8]
    others = "(difference Orthogonal (directions Cell from:(from) to:(to)))" if kind % 3 else "(directions {FL FR})"
    far = f"(between (exact {kind % 4 + 1}) if:(is Empty (between)))"
    go = "(if (not (is Friend (who at:(to)))) (move (from) (to (apply (remove (to))))))"
    turned = f"(forEach Direction (from (to)) {others} {far} {go})"
    if kind != 10:
        return f"(forEach Direction {first} (to if:(is Empty (to)) (apply {turned})))"
    far = "(between (exact {}) if:(is Empty (between)))"
    turns = [f"(forEach Direction (from (to)) {others} {far.format(k)} {go})" for k in range(1, 5)]
    return " ".join(f"(forEach Direction {first} (to if:(is Empty (to)) (apply {turned})))" for turned in turns)


def _game(kinds: list[int]) -> str:
    pieces = " ".join(f'(piece "K{chr(65 + kind)}" Each {_moves(kind)})' for kind in kinds)
    places = " ".join(
        f'(place "K{chr(65 + kind)}1" {9 + 3 * at}) (place "K{chr(65 + kind)}2" {44 + 2 * at})'
        for at, kind in enumerate(kinds[:4])
    )
    safe = f'(not (is Threatened (id "K{chr(65 + kinds[0])}" Mover)))'
    return f"""(game "Many" (players {{(player N) (player S)}}) (equipment {{(board (square 8)) {pieces}}})
        (rules (start {{{places}}}) (play (do (forEach Piece) ifAfterwards:{safe}))
            (end (if (no Moves Next) (result Mover Win)))))"""


def test_kinds_that_move_alike_share_functions() -> None:
    bound = lang.bind(lang.read(lang.expand(_game(list(range(24))))))
    assert isinstance(bound, Game)
    program = lower(bound)
    verify(program)
    lowered = [name for name in program.functions if name.startswith("moves_from")]
    optimised = optimise(program, verify=True)
    left = [name for name in optimised.functions if name.startswith("moves_from")]
    assert 0 < len(left) < len(lowered) / 4


@pytest.mark.parametrize("seed", [1, 2])
def test_many_kinds_move_as_few_do(seed: int) -> None:
    kinds = [0, 5, 10, 17]
    few = petteia.load(_game(kinds)).start()
    many = petteia.load(_game([*kinds, *(kind for kind in range(24) if kind not in kinds)])).start()
    played = 0
    # moves with one text and one effect are one move or two, by how much of a kind is known where it is written
    while played < 40 and (moves := sorted({move.text for move in many.legal_moves()})):
        assert moves == sorted({move.text for move in few.legal_moves()})
        chosen = moves[(seed * 7919 + played * 104729) % len(moves)]
        many.play(chosen)
        few.play(chosen)
        assert str(many) == str(few)
        played += 1
    assert played > 10
    assert [move.text for move in few.legal_moves()] == [] or played == 40
