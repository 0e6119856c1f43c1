"""The survey of what recorded play compares, and what a game has beyond it."""

from pathlib import Path

from petteia.conformance import Folders
from petteia.conformance.exercised import Use, all_uses, number_of_rules, survey, table, table_text, unverified
from petteia.lang import bind, expand, read

GAME = """(game "Mine" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to %s))) (end (if (is Line 3) (result Mover Win)))))"""


def test_the_table_speaks_of_forms_that_exist() -> None:
    """Where a form was renamed, the table has to be made anew by the survey."""
    every = set(all_uses())
    constants = {"IntConstant", "BooleanConstant", "DimConstant", "FloatConstant"}
    assert {use for use in table() if use not in every and use.form not in constants} == set()
    assert len(table()) > 1000


def test_rules_beyond_the_table_are_named_with_their_place() -> None:
    """Regular graphs are asked for in no recorded game; the rest of this small game is in hundreds."""
    assert unverified(bind(read(expand(GAME % "(sites Empty)")))) == []
    known = bind(read(expand(GAME % "(sites Empty) if:(is RegularGraph Mover)")))
    found = unverified(known)
    assert [str(one.use) for one in found] == ["is RegularGraph"] and found[0].place.startswith("text:2:")
    assert 0 < len(found) < number_of_rules(known)


def test_a_survey_counts_games(tmp_path: Path) -> None:
    for number, region in enumerate(["(sites Empty)", "(sites Empty)", "(sites Corners)"]):
        (tmp_path / f"{number}.lud").write_text(GAME % region, encoding="utf-8")
    folders = Folders(tmp_path, tmp_path, tmp_path, None)
    found = survey(folders.paths(), folders)
    assert found[Use("sites Empty", "SitesEmpty")] == 2 and found[Use("is Line", "IsLine", "length")] == 3
    assert "sites Empty\tSitesEmpty\t\t2\n" in table_text(found)
