"""Incomplete rule sets: their holes, what may fill them, guarded candidates, and the ranking."""

import json
import os
import time
from itertools import islice
from pathlib import Path

import pytest

import petteia as pt
from petteia.errors import LudSyntaxError, PetteiaError
from petteia.study import complete, read_incomplete, read_library
from petteia.study._assess import Task, assess, assess_batch, faults_of, refilled
from petteia.study._bringing import with_parts
from petteia.study._candidates import Generator
from petteia.study._fills import Unfit, adapt, check_needs, fills_of, grammar_texts, locate
from petteia.study._fitting import fittings
from petteia.study._guard import Failed, Guard
from petteia.study.holes import Constraint
from petteia.study.library import Library, equipment_of

LINES = """(game "Lines" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end [#]))
)"""
ROW = """(game "Row" (players 2)
    (equipment {(board (square 4)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)"""
WALK = """(game "Walk" (players 2)
    (equipment {(board (square 4)) (piece "Man" P1 (move Step (to if:(is Empty (to))))) (piece "Ox" P2 (move Step))})
    (rules (start {(place "Man1" 0) (place "Ox2" 15)}) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win))))
)"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Two small games."""
    folder = tmp_path / "library"
    folder.mkdir()
    for name, text in (("row", ROW), ("walk", WALK)):
        (folder / f"{name}.lud").write_text(text)
    return read_library([folder], [])


def test_all_forms_of_holes_are_read() -> None:
    """Choices, ranges, blocks of sites, marks of ignorance, mixtures, filters, nested holes."""
    text = """(game "A [not this]" (players [2 | 4]) // [nor this]
        (equipment {(board (square [3.. 5])) [?] (piece "Disc" [Each | #]) [(hand Each) | (dice num:[1..2])]})
        (rules (start (place "Disc1" {["A1".."B2"]})) (play [#]) (end [a1 | b1 | + 1 | - b]))
    )
    (metadata (info {(description "[no hole]")})
        (recon {(concept "Sow" False) (concept "NumDice" minValue:1 maxValue:)}))"""
    found = read_incomplete(text)
    offered = [(hole.choices, hole.is_open) for hole in found.holes]
    assert offered[:2] == [(("2", "4"), False), (("3", "4", "5"), False)]
    assert offered[2] == (("",), True)
    assert offered[3] == (("Each",), True)
    assert offered[4] == (("(hand Each)", "(dice num:hole5_ )"), False)
    assert offered[5] == (("1", "2"), False)
    assert offered[6] == (('"A1"', '"A2"', '"B1"', '"B2"'), False)
    assert offered[7:] == [((), True), (("a1",), False)]
    assert [(one.concept, one.low, one.high) for one in found.constraints] == [
        ("Sow", 0, 0),
        ("NumDice", 1, float("inf")),
    ]
    assert (found.holes[1].place.line, found.holes[1].place.column) == (2, 36)


def test_bad_holes_are_one_clear_error() -> None:
    """An open bracket and a hole that offers nothing name their place."""
    with pytest.raises(LudSyntaxError, match=r"text:1:\d+: this \[ is never closed"):
        read_incomplete('(game "A" (players [2 | 3)')
    with pytest.raises(LudSyntaxError, match="offers nothing"):
        read_incomplete('(game "A" (players [ ]))')
    with pytest.raises(PetteiaError, match="no holes"):
        read_incomplete(ROW).variants()


def test_fills_are_typed_by_their_place(library: Library) -> None:
    """Fills stand in the same role elsewhere; what is there already is left out."""
    text = WALK.replace("(no Moves Next)", "[#]").replace("(move Step)", "[#]")
    variant = read_incomplete(text).variants()[0]
    weights = [1.0] * len(library.sources)
    moves, condition = variant.holes
    spot = locate(variant.root, moves.word)
    assert spot is not None and spot.section == "equipment"
    assert [fill.text for fill in fills_of(moves, spot, library, weights)] == [
        "", "(move Step (to if:(is Empty (to))))", "(move Step)",
    ]  # fmt: skip
    spot = locate(variant.root, condition.word)
    assert spot is not None
    assert {fill.text for fill in fills_of(condition, spot, library, weights)} == {"(is Line 3)", "(no Moves Next)"}
    assert "(is Full)" in set(grammar_texts(spot))


def test_fills_fit_between_what_stands_around_them(tmp_path: Path) -> None:
    """Of a track with an owner, which would have to stand behind what is there, the owner is left out."""
    (tmp_path / "own.lud").write_text(ROW.replace("(square 4)", '(square 4) {(track "Way" "0,E,N" loop:True P2)}'))
    library = read_library([tmp_path], [])
    variant = read_incomplete(ROW.replace("(square 4)", "(square 4) {(track [#] loop:True)}")).variants()[0]
    spot = locate(variant.root, variant.holes[0].word)
    assert spot is not None
    assert next(fill.text for fill in fills_of(variant.holes[0], spot, library, [1.0])) == '"Way" "0,E,N"'


def test_a_mark_of_ignorance_is_nothing_or_anything(library: Library) -> None:
    """What stands for `[?]` is nothing in some candidates, and what other rule sets have in others."""
    text = ROW.replace('(piece "Stone" Each)', "[?]").replace("(is Line 3)", "[#]")
    proposals = list(islice(Generator(read_incomplete(text).variants()[0], library).proposals(), 8))
    assert any(one.fills[0].text == "" for one in proposals)
    assert any("(piece " in one.text for one in proposals)


def test_names_are_mapped_onto_the_equipment() -> None:
    """Pieces by owner and order, tracks by order; what is missing is unfit."""
    ours = equipment_of('(piece "Hare" P1) (piece "Hound" P2) (track "Way" "0,E")')
    theirs = equipment_of('(piece "Disc" Each) (track "Track" "0,E") (hand Each)')
    assert adapt('(place "Disc1" 0) (place "Disc2" 3) (is In "A1" "Track")', theirs, ours) == (
        '(place "Hare1" 0) (place "Hound2" 3) (is In "A1" "Way")'
    )
    with pytest.raises(Unfit, match="hand"):
        adapt('(place "Disc" "Hand" count:3)', theirs, ours)
    with pytest.raises(Unfit, match="dice"):
        check_needs("(do (roll) next:(forEach Die))", '(equipment {(piece "Hare" P1)})')


def test_a_blanked_end_is_found_and_resumed(library: Library, tmp_path: Path) -> None:
    """The end rule of a kindred game completes Tic-Tac-Toe; a second run takes all from the folder."""
    found = complete(LINES, library, budget=30, out=tmp_path / "out", top=5)
    first = found.best[0]
    assert "(is Line 3)" in first.proposal.fills[0].text
    assert first.proposal.fills[0].source == "row.lud"
    assert not first.faults and 0 < first.probability < 1
    game = pt.load(tmp_path / "out" / "best" / "01.lud")
    assert game.players == 2
    lines = (tmp_path / "out" / "candidates.jsonl").read_text()
    again = complete(LINES, library, budget=30, out=tmp_path / "out", resume=True, top=5)
    assert (tmp_path / "out" / "candidates.jsonl").read_text() == lines
    assert json.dumps(again.best[0].to_json()) == json.dumps(first.to_json())
    with pytest.raises(PetteiaError, match="holds another study"):
        complete(LINES.replace("square 3", "square 4"), library, budget=5, out=tmp_path / "out", resume=True)


def test_contradictory_constraints_leave_nothing(library: Library) -> None:
    """A concept that no completion can have refuses each candidate, and the result says so."""
    text = LINES + '(metadata (recon {(concept "Dice" True)}))'
    found = complete(text, library, budget=5, strong=False)
    assert not found.best and any("Dice" in why for why in found.refused)
    assert any("no candidate" in note for note in found.notes)


def _hang(_: object) -> None:
    while True:
        time.sleep(0.01)
        sum(range(100_000))


def _crash(_: object) -> None:
    os.kill(os.getpid(), 11)


def _explode(_: object) -> int:
    return len(bytearray(1 << 40))


def test_a_bad_candidate_costs_only_itself() -> None:
    """Crashes, endless work and hunger for memory end one task; the next one runs."""
    guard = Guard()
    try:
        for function, why in ((_crash, "SIGSEGV"), (_explode, "memory"), (_hang, "took")):
            with pytest.raises(Failed, match=why):
                guard.run(function, None, 0.2)
        assert guard.run(abs, -3, 5.0)[0] == 3
    finally:
        guard.close()


def test_degenerate_candidates_are_told() -> None:
    """A game that cannot be bound is refused with its reason; one that is over at once has its faults."""
    bad, short = assess_batch((Task(LINES.replace("[#]", "(if (is Lime) (result Mover Win))")),
                               Task(LINES.replace("[#]", "(if True (result Mover Win))"))))  # fmt: skip
    assert bad.refused
    assert set(faults_of(short.measures)) == {"one side always wins", "over at once"}


def test_equipment_and_rules_come_from_one_game(library: Library) -> None:
    """Where pieces and all rules are lost, those of a kindred game are taken together, with their names."""
    text = '(game "Lost" (players 2) (equipment {(board (square 3)) [#]}) (rules [#]))'
    found = complete(text, library, budget=30, strong=False)
    walks = [one for one in found.best if all(fill.source == "walk.lud" for fill in one.proposal.fills)]
    assert not walks, "the start of Walk needs sixteen sites"
    rows = [one for one in found.best if all(fill.source == "row.lud" for fill in one.proposal.fills)]
    assert rows and '(piece "Stone" Each)' in rows[0].proposal.text and not rows[0].faults


def _holed(text: str, stated: tuple[Constraint, ...], *fills: str) -> Task:
    """The task of a text with holes, and what fills them."""
    form = text
    for number in range(len(fills)):
        form = form.replace("[#]", f"hole{number}_", 1)
    return Task(refilled(form, dict(enumerate(fills))), stated, form=form, fills=tuple(enumerate(fills)))


def test_numbers_of_pieces_are_fitted_to_what_is_stated() -> None:
    """A start rule from another game is taken with the stated number, also where one number stands for many holes."""
    stated = (Constraint("NumStartComponents", 48, 48),)
    text = (
        '(game "Sown" (players 2) (equipment {(mancalaBoard 2 6 store:None (track "Track" "0,E,N,W" loop:True))'
        ' (piece "Seed" Shared)}) (rules (start [#])'
        " (play (move Select (from (sites Bottom) if:(> (count at:(from)) 0)) (then (sow))))"
        " (end (if (no Moves Next) (result Mover Win)))))"
    )
    fill = "(set Count 2 to:(sites Track))"
    outcome = assess(_holed(text, stated, fill))
    assert outcome.fitted == ["(set Count 4 to:(sites Track))"] and outcome.concepts["NumStartComponents"] == 48
    assert "NumStartComponents 48 is asked for" in assess(Task(text.replace("[#]", fill), stated)).refused
    assert not list(fittings([fill, "(set Count 3 to:(sites Track))"], stated, {"NumStartComponents": 24}))


def test_rows_of_pieces_are_fitted_to_what_is_stated() -> None:
    """Rows at the edges of the board become as many as the stated number of pieces needs, for both players."""
    stated = (Constraint("NumStartComponents", 24, 24),)
    fill = '(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))'
    text = (
        '(game "Rows" (players 2) (equipment {(board (square 6))'
        ' (piece "Pawn" Each (move Step (to if:(is Empty (to)))))})'
        " (rules (start {[#]}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"
    )
    (fitted,) = assess(_holed(text, stated, fill)).fitted
    assert fitted.count("steps:1") == 2
    assert not assess(Task(text.replace("[#]", fitted), stated)).refused


def _started(start: str = "[#]") -> str:
    return (
        '(game "Rows" (players 2) (equipment {(board (square 6))'
        ' (piece "Pawn" Each (move Step (to if:(is Empty (to)))))})'
        f" (rules (start {{{start}}}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"
    )


def test_placements_of_any_form_are_listed_as_many_as_are_stated() -> None:
    """Pieces at the back stay, further ones stand before them; of unequal sides the larger one is fitted."""
    both = '(place "Pawn1" (union (sites Row 0) (sites Row 1))) (place "Pawn2" (union (sites Row 4) (sites Row 5)))'
    for number, listed in ((6, '(place "Pawn1" {0 1 2}) (place "Pawn2" {33 34 35})'),
                           (26, f'(place "Pawn1" {{{" ".join(map(str, range(13)))}}})')):  # fmt: skip
        stated = (Constraint("NumStartComponents", number, number),)
        outcome = assess(_holed(_started(), stated, both))
        assert outcome.fitted[0].startswith(listed) and outcome.concepts["NumStartComponents"] == number
    stated = (Constraint("NumStartComponents", 5, 5),)
    task = _holed(_started('(place "Pawn1" [#]) (place "Pawn2" [#])'), stated, "0", "(sites Top)")
    assert assess(task).fitted == ["0", "(sites {32 33 34 35})"]


def test_contradictory_statements_are_refused(library: Library) -> None:
    """Bounds that no number meets, in one statement or in two, are named at once."""
    empty = '(metadata (recon {(concept "NumPlayers" minValue:3 maxValue:2)}))'
    apart = '(metadata (recon {(concept "Sow" True) (concept "Sow" False)}))'
    for stated, told in ((empty, "NumPlayers 3..2"), (apart, "Sow 1 and Sow 0")):
        with pytest.raises(PetteiaError, match=f"contradicts itself: {told}"):
            complete(LINES + stated, library, budget=5)


def test_fills_that_fail_are_drawn_less_often(library: Library) -> None:
    """What is learned steers what is drawn, and leaves the weight beforehand as it is."""
    text = WALK.replace("(no Moves Next)", "[#]").replace("(move Step)", "[#]")
    variant = read_incomplete(text).variants()[0]
    generator = Generator(variant, library)
    proposals = list(generator.proposals())
    bad = next(one for one in proposals if (variant.holes[1].number, "(no Moves Next)") in one.drawn)
    for _ in range(20):
        generator.learn(bad, is_sound=False, of_position=True)  # the end is not to blame for the first position

    def share() -> float:
        hole, spot = next(pair for pair in generator._open(variant.root) if pair[0].number == variant.holes[1].number)
        return sum(generator._drawn(hole, spot)[1].text == "(no Moves Next)" for _ in range(400)) / 400

    before = share()
    for _ in range(20):
        generator.learn(bad, is_sound=False)
    assert before > 0.9 and share() < 0.5
    again = Generator(variant, library)
    assert {one.text: one.prior for one in again.proposals()} == {one.text: one.prior for one in proposals}


SOWN = """(game "Sown" (players 2)
    (equipment {(mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True)) (piece "Seed" Shared)
        (regions P1 (sites Bottom)) (regions P2 (sites Top)) (hand Each)})
    (rules (start (set Count 2 to:(sites Track)))
        (play (move Select (from (sites Mover) if:(> (count at:(from)) 0)) (then (sow if:(= (count at:(to)) 2)
            apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))))))
        (end (if (no Moves Next) (result Mover Win))))
)"""


def test_hands_tracks_and_regions_are_brought_along(tmp_path: Path) -> None:
    """Rules that sow along a track from each player's own row into hands bring these to a board that lacks them."""
    (tmp_path / "sown.lud").write_text(SOWN)
    lost = (
        '(game "Lost" (players 2) (equipment {(mancalaBoard 2 5 store:None (track "Track" "0,E,N,W" loop:True))'
        ' (piece "Seed" Shared)}) (rules (start [#]) (play [#]) (end [#])))'
    )
    generator = Generator(read_incomplete(lost).variants()[0], read_library([tmp_path], []))
    (proposal,) = islice(generator.proposals(), 1)
    brought = [one.text for one in proposal.fills if one.source == "sown.lud, brought along"]
    assert brought == ["(regions P1 (sites Bottom))", "(regions P2 (sites Top))", "(hand Each)"]
    outcome = assess(Task(proposal.text))
    assert outcome.measures and "no decisions" not in faults_of(outcome.measures)
    lost = lost.replace(' (track "Track" "0,E,N,W" loop:True)', "")
    generator = Generator(read_incomplete(lost).variants()[0], read_library([tmp_path], []))
    (proposal,) = islice(generator.proposals(), 1)
    assert '(mancalaBoard 2 5 store:None {(track "Track" "0,E,N,W" loop:True)})' in proposal.text
    assert assess(Task(proposal.text)).measures
    bare = "(equipment {(board (square 3) use:Vertex)})"
    assert with_parts(bare, bare, ['(track "Way" "0,E")']) == bare.replace(" use", ' {(track "Way" "0,E")} use')


def test_sound_candidates_are_changed_in_one_place(library: Library) -> None:
    """What is made of a sound candidate shares all but one of its choices and fills."""
    text = WALK.replace("(no Moves Next)", "[#]").replace("(move Step)", "[#]").replace("square 4", "square [4 | 5]")
    generator = Generator(read_incomplete(text).variants()[0], library)
    first = next(generator.proposals())
    assert first.draft is not None
    generator.learn(first, is_sound=True)
    drafts = [generator._changed(first) for _ in range(20)]
    for one in drafts:
        kept = sum(a[1] is b[1] for a, b in zip(one.picks, first.draft.picks, strict=True))
        assert kept + (one.chosen == first.draft.chosen) >= len(one.picks)
    assert any(one.chosen != first.draft.chosen for one in drafts)
    assert any(one.picks[0][1] is not first.draft.picks[0][1] for one in drafts)


def test_dice_are_as_many_as_stated() -> None:
    """Dice from another game become as many as are known."""
    fill = '(dice d:6 num:4) (piece "Man" Each)'
    (fitted, *_) = fittings([fill], [Constraint("NumDice", 2, 2)], {"NumDice": 4})
    assert fitted == ('(dice d:6 num:2) (piece "Man" Each)',)


def test_lists_of_sites_are_cut_to_a_stated_number() -> None:
    """Two players with four listed pieces each, of whom two are stated, keep one each."""
    fills = ['(place "Man1" {0 1 2 3}) (place "Man2" {12 13 14 15})']
    (cut,) = islice(fittings(fills, [Constraint("NumStartComponents", 2, 2)], {"NumStartComponents": 8}), 1)
    assert cut == ('(place "Man1" {0}) (place "Man2" {12})',)
