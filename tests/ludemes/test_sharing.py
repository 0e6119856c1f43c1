"""Parts that many moves share are lowered once: tests of what they lead to, effects, steps in many directions."""

import pytest

from petteia import lang
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.survey import walk
from petteia.ir.verifier import verify
from petteia.ir.visit import walk_stmts
from petteia.ludemes import Game
from petteia.ludemes.lowering.context import Context
from petteia.ludemes.lowering.keys import MemoTable, StructuralKey
from petteia.ludemes.lowering.kinds import Kinds
from petteia.ludemes.lowering.rulebook import RuleBook, lower
from petteia.passes import optimise
from petteia.passes.playouts.classify_playouts import classify_playouts

_GAME = """
(game "Kings" (players {(player N) (player S)})
    (equipment {(board (square 5))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Gold" Each (move Step (directions {Forward FL FR Leftward Rightward Backward})
            (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (or
            (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
            (move Step Diagonal (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))))})
    (rules (start {(place "King1" 0) (place "Gold1" 1) (place "Rook1" 2)
                   (place "King2" 24) (place "Gold2" 23) (place "Rook2" 22)})
        (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end {(if (and (is Threatened (id "King" Next))
                       (not (can Move (do (forEach Piece Next) ifAfterwards:(not (is Threatened (id "King" Next)))))))
                  (result Mover Win))
              (if (not (can Move (do (forEach Piece Next) ifAfterwards:(not (is Threatened (id "King" Next))))))
                  (result Mover Draw))})))
"""


def _bound() -> Game:
    bound = lang.bind(lang.read(lang.expand(_GAME)))
    assert isinstance(bound, Game)
    return bound


def _program() -> n.Program:
    program = lower(_bound())
    verify(program)
    return program


def _named(program: n.Program, start: str) -> list[str]:
    return [name for name in program.functions if name.startswith(start)]


def test_a_question_is_lowered_once_for_each_who_asks() -> None:
    program = _program()
    assert len(_named(program, "can_make_a_move")) == 2  # by either player, though it is written twice
    asked = [node for node in walk(program) if isinstance(node, n.Call) and node.function.startswith("can_make")]
    assert len(asked) > 2


def test_moves_with_the_same_changes_are_tried_by_one_function() -> None:
    program = _program()
    trials = _named(program, "is_kept")
    calls = [node for node in walk(program) if isinstance(node, n.Call) and node.function in trials]
    assert len(trials) < len(calls)


def test_changes_are_written_once_for_all_pieces_and_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[str, n.Expr]] = []
    write = Kinds._write_function

    def noted(self: Kinds, x: Context, draft: object, sites: object, *, decision: bool) -> object:
        made = write(self, x, draft, sites, decision=decision)  # type: ignore[arg-type]
        written.append((made[0], x.mover))
        return made

    monkeypatch.setattr(Kinds, "_write_function", noted)
    _program()
    assert len(written) <= 2 * len(set(written))  # for each mover, whose changes may turn out to be the other's


def test_contexts_are_alike_if_what_was_asked_of_them_is() -> None:
    rules = RuleBook(_bound())
    x = rules.context(ops.number(1))
    known = MemoTable[str]()
    with rules.record_reads() as asked:
        following = x.next
    assert asked == {"next"}
    known.keep("topic", StructuralKey(x, x), asked, lambda _: "found")
    other = x.with_(prev=ops.number(0), in_threat_search=True)
    assert known.find(other, "topic", StructuralKey(other, other)) == ("found", [])
    assert known.find(other, "another", StructuralKey(other, other)) is None
    changed = x.with_(next=ops.add(following, ops.number(1)))
    assert known.find(changed, "topic", StructuralKey(changed, changed)) is None


def test_what_was_asked_within_is_asked_around_it_too() -> None:
    rules = RuleBook(_bound())
    x = rules.context(ops.number(1))
    with rules.record_reads() as outer:
        with rules.record_reads() as inner:
            assert x.piece is None
        assert not x.in_line_search
    assert inner == {"piece"} and outer == {"piece", "in_line_search"}


def test_steps_in_many_directions_are_written_once() -> None:
    body = _program().functions["moves_of_1"].body
    loops = [s for s in walk_stmts(body) if isinstance(s, n.Range)]
    assert any(isinstance(loop.stop, n.Const) and loop.stop.value == 6 for loop in loops)


def test_tests_apart_are_still_asked_of_the_sampled_move_alone() -> None:
    assert classify_playouts(optimise(_program(), verify=True)).name == "filter"


def _lowered(play: str, pieces: str = '(piece "Ball" Each)', start: str = "") -> n.Program:
    """The program of a game with these rules of play."""
    text = f"""(game "Test" (players 2) (equipment {{(board (square 5)) {pieces}}})
        (rules {start} (play {play}) (end (if (no Moves Next) (result Mover Win)))))"""
    bound = lang.bind(lang.read(lang.expand(text)))
    assert isinstance(bound, Game)
    program = lower(bound)
    verify(program)
    return program


def test_a_long_consequent_is_written_once_for_all_moves() -> None:
    long = " ".join(f"(if (is Empty {k}) (add (to {k})) (remove {k}))" for k in range(25))
    moves = "(or {(move Add (to (sites Top))) (move Remove (sites Occupied by:Next)) (move Pass)} (then (and {%s})))"
    program = _lowered(moves % long)
    assert len(_named(program, "then")) == 2  # one for each player
    calls = [s for s in walk(program) if isinstance(s, n.Do) and s.function.startswith("then")]
    assert len(calls) > 4
    assert not _named(_lowered(moves % "(remove 3) (remove 4)"), "then")


def test_a_long_condition_is_lowered_once_for_all_who_ask() -> None:
    long = " ".join(f"(and (is Empty {k}) (not (is Enemy (who at:{k + 1}))))" for k in range(12))
    asked = f"(if (or {{{long}}}) (moveAgain))"
    program = _lowered(f"(or (move Add (to (sites Top)) (then {asked})) (move Add (to (sites Bottom)) (then {asked})))")
    assert len(_named(program, "some_hold")) == 2  # by either player


def test_notes_to_players_leave_nothing_behind() -> None:
    program = _lowered('(move Add (to (sites Empty)) (then (and (note "a move") (note "another") )))')
    assert not any(isinstance(s, n.Collect) and walk_stmts(s.body) for s in walk(program))


def test_many_directions_that_exclude_each_other_are_written_once() -> None:
    """Without the way back: one loop, whichever of eight ways the latest move went."""
    others = "(difference Orthogonal (directions Cell from:(last To) to:(last From)))"
    start = '(start (place "Ball1" {0 4}))'
    program = _lowered(f"(forEach Piece (move Slide (from (last To)) {others}))", start=start)
    slides = [s for s in walk(program) if isinstance(s, n.While)]
    assert 1 <= len(slides) <= 4


def test_two_ways_between_sites_pick_directions_by_a_table() -> None:
    """Eight ways out and eight back, or none: which of them are left is one look, however many cases there are."""
    back = "(directions Cell from:(last To) to:(last From))"
    others = f"(difference (difference Adjacent {back}) (directions Cell from:(last From) to:(last To)))"
    start = '(start (place "Ball1" {0 4}))'
    program = _lowered(f"(forEach Piece (move Slide (from (last To)) {others}))", start=start)
    tables = {x.table.name: x.table for x in walk(program) if isinstance(x, n.Lookup)}
    assert tables["choices_2"].shape == (10, 9)
