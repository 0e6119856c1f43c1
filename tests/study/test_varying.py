"""Variants of a complete game, and wishes."""

import json
from pathlib import Path

import pytest

import petteia as pt
from petteia.errors import PetteiaError
from petteia.lang import expand
from petteia.study import (
    Estimate,
    Folder,
    Variation,
    alternatives,
    read_wish,
    repairs,
    search,
    variation_page,
    vary,
)
from petteia.study._assess import Outcome
from petteia.study._varying import changed, changes_of, variants_of

TEXT = """(game "Row" (players 2)
    (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}))
)"""  # noqa: E501


LONGER = "(is Line 4) instead of (is Line 3)"


def test_variants_change_one_thing_each() -> None:
    """The swap rule, each number up and down, each end rule left out; all of them load."""
    changes = dict(variants_of(TEXT))
    assert "as it is" in changes and "add the swap rule" in changes
    assert {f"(is Line {k}) instead of (is Line 3)" for k in (2, 4)} <= set(changes)
    assert any(change.startswith("without (if (is Full)") for change in changes)
    assert pt.load(changes["(square 5) instead of (square 4)"], build="quick").players == 2


def test_wishes_rank_variants() -> None:
    """Longer lines make longer games: the wish for length finds them, and some variants are on the front."""
    found = vary(TEXT, read_wish("12 to 16 moves, balanced"), games=60, most=6)
    assert found[0].change == "as it is"
    by_change = {one.change: one for one in found}
    assert (
        by_change["(is Line 4) instead of (is Line 3)"].degrees["12 to 16 moves"] > found[0].degrees["12 to 16 moves"]
    )
    assert any(one.on_front for one in found)
    with pytest.raises(PetteiaError, match="is not understood"):
        read_wish("fun")


def test_a_search_among_changes_is_repeatable(tmp_path: Path) -> None:
    """The front holds no variant that another beats; winners load, and say what was changed and their rules."""
    pytest.importorskip("optuna")
    wishes = read_wish("12 to 16 moves, balanced")
    found, again = (search(TEXT, wishes, trials=30, games=20, seed=3) for _ in range(2))
    assert [one.text for one in found] == [one.text for one in again]
    assert found[0].change == "as it is"
    front = [one for one in found if one.on_front]
    assert front and not any(
        all(a.degrees[k] >= b.degrees[k] for k in b.degrees) and a.degrees != b.degrees for a in front for b in front
    )
    best = found[1]
    assert best.degrees["12 to 16 moves"] > found[0].degrees["12 to 16 moves"]
    written = tmp_path / "best.lud"
    written.write_text(best.written())
    assert f"// Changed: {best.change}"[:60] in written.read_text() and "// End:" in written.read_text()
    assert pt.load(written, build="quick").players == 2


def test_several_changes_at_once() -> None:
    """Changes of different parts add up, and leave the tree as it was."""
    root = expand(TEXT).tree.root
    known = {one.words: one for one in changes_of(root)}
    both = changed(
        root,
        [
            known["(is Line 4) instead of (is Line 3)"],
            known["(square 5) instead of (square 4)"],
            known["add the swap rule"],
        ],
    )
    assert "(is Line 4)" in both and "(square 5)" in both and "(meta (swap))" in both
    assert changed(root, ()) == dict(variants_of(TEXT))["as it is"]


def test_repairs_are_what_is_better_beyond_chance() -> None:
    """A change that takes most of the first-move advantage away is told; one within chance is not."""

    def variation(change: str, share: float) -> Variation:
        measures = {"AdvantageP1": Estimate(share, 0, 1, 0.02), "DurationTurns": Estimate(20, 19, 21, 0.5),
                    "DecisionMoves": Estimate(1, 1, 1, 0), "Timeouts": Estimate(0, 0, 0, 0)}  # fmt: skip
        return Variation(change, change, Outcome(measures=measures))

    base = variation("as it is", 0.75)
    assert repairs(base, [base, variation("swap", 0.52), variation("longer", 0.72)]) == [
        "swap: first-move advantage from 25 % to 2 % (± 4)"
    ]


OPTIONS = """(define "Size" <Size:number>)
(game "Row" (players 2)
    (equipment {(board (square "Size")) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line <Line:number>) (result Mover Win))))
)
(option "Size" <Size> args:{<number>} {(item "Small" <3> "three") (item "Large" <5> "five")*})
(option "Line" <Line> args:{<number>} {(item "Three" <3> "three")** (item "Four" <4> "four")})
(rulesets {(ruleset "Ruleset/Usual" {"Size/Large" "Line/Three"})* (ruleset "Ruleset/Long" {"Size/Large" "Line/Four"})})
"""


def test_options_and_rulesets_are_variants(tmp_path: Path) -> None:
    """Each other item and ruleset is measured beside the game as it is; a game without any is told so."""
    by_option = dict(alternatives(OPTIONS, options=True))
    assert set(by_option) == {"as it is", "Size/Small", "Line/Four"} and "(square 3)" in by_option["Size/Small"]
    by_ruleset = alternatives(OPTIONS, rulesets=True)
    assert [name for name, _ in by_ruleset] == ["as it is", "Long"] and "(is Line 4)" in by_ruleset[1][1]
    with pytest.raises(PetteiaError, match="no other options"):
        alternatives(TEXT, options=True)
    found = vary(OPTIONS, read_wish("ends"), variants=by_ruleset, games=20)
    assert [one.change for one in found] == ["as it is", "Long"] and found[1].outcome.measures


def test_a_study_of_variants_is_kept_and_resumed(tmp_path: Path) -> None:
    """What was computed is read again, after a line that was cut short, too; another study is refused."""
    first = vary(TEXT, games=10, most=3, folder=Folder(tmp_path / "kept", TEXT, "row"))
    lines = tmp_path / "kept" / "candidates.jsonl"
    whole = lines.read_text()
    lines.write_text(whole[: -len(whole.splitlines()[-1]) // 2])
    folder = Folder(tmp_path / "kept", TEXT, "row", resume=True)
    assert len(folder.known) == 2
    again = vary(TEXT, games=10, most=3, folder=folder)
    assert [one.outcome.measures for one in again] == [one.outcome.measures for one in first]
    assert (
        len(lines.read_text().splitlines()) == 4 and len(Folder(tmp_path / "kept", TEXT, "row", resume=True).known) == 3
    )
    with pytest.raises(PetteiaError, match="holds another study, of row"):
        Folder(tmp_path / "kept", "other", "other", resume=True)
    with pytest.raises(PetteiaError, match="give --resume"):
        Folder(tmp_path / "kept", TEXT, "row")


def test_the_page_of_variants_stands_alone() -> None:
    """It has the repairs, a dot for each variant, a line over the axes, the table, and games to step through."""
    found = vary(TEXT, read_wish("12 to 16 moves, balanced"), games=30, most=5)
    page = variation_page("Row", found, ["add the swap rule: better"], "played at random")
    assert "<li>add the swap rule: better</li>" in page and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count("<circle cx") >= len(found) and 'class="base"' in page and "<b>" in page
    steps = json.loads(page.split('<script type="application/json">')[1].split("</script>")[0])
    svg = "".join("".join(steps["parts"][a:b]) for a, b in steps["frames"][-1])
    assert svg.startswith("<svg") and svg.endswith("</svg>") and len(steps["frames"]) == len(steps["moves"])
