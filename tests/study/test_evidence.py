"""Evidence of place, time and culture as weights of sources."""

from pathlib import Path

import pytest

from petteia.errors import PetteiaError
from petteia.lang import expand
from petteia.study import read_evidence, read_library
from petteia.study._places import Places
from petteia.study.evidence import Evidence, Record
from petteia.study.library import Library, Source, features_of

GAME = '(game "{}" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each)}}) (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))'  # noqa: E501
HEAD = "ruleset_id,game_path,ruleset,lat,lon,from_year,to_year"


def test_near_sources_weigh_more(tmp_path: Path) -> None:
    """Sources near in place and time weigh more; unknown ones weigh like the middle; factors can be left out."""
    games, tables = tmp_path / "games", tmp_path / "tables"
    games.mkdir()
    tables.mkdir()
    for name in ("near", "far", "old", "unknown"):
        (games / f"{name}.lud").write_text(GAME.format(name))
    rows = ["1,lost.lud,,30,30,-2000,-1000", "2,near.lud,,31,30,-1900,-1500", "3,far.lud,,-30,150,-1900,-1500",
            "4,old.lud,,31,30,1800,1900"]  # fmt: skip
    (tables / "evidence.csv").write_text("\n".join([HEAD, *rows]))
    (tables / "similarity.csv").write_text("ruleset_id,other_ruleset_id,cultural,conceptual\n1,2,0.9,1\n1,3,0.1,1\n")
    evidence, library = read_evidence(tables), read_library([games], [])
    found = dict(zip([one.name for one in library.sources], evidence.weights("1", library), strict=True))
    assert found["near"] > found["old"] > found["far"]
    assert found["near"] > found["unknown"] > found["far"]
    even = evidence.weights("1", library, ("place", "time", "culture"))
    assert even == [1.0] * 4


def test_bad_tables_are_one_clear_error(tmp_path: Path) -> None:
    """A missing table, and one of another form."""
    with pytest.raises(PetteiaError, match=r"evidence\.csv cannot be read"):
        read_evidence(tmp_path)
    (tmp_path / "evidence.csv").write_text("a,b\n1,2\n")
    with pytest.raises(PetteiaError, match="not such a table"):
        read_evidence(tmp_path)


def test_places_and_years_are_drawn() -> None:
    """The rule set at hand is marked, sources without a record are left out, years before our era are named so."""
    text = '(game "A" (players 2) (equipment {(board (square 3))}) (rules (play (pass)) (end (byScore))))'
    root = expand(text).tree.root
    source = Source("a.lud", None, "A", "1", "", root, features_of(root))
    unknown = Source("b.lud", None, "B", "9", "", root, features_of(root))
    records = [
        Record("1", "a.lud", "", (10.0, 20.0), (-300, 100)),
        Record("2", "lost.lud", "", (0.0, 0.0), (1200, 1300)),
    ]
    places = Places(Evidence(records), Library([source, unknown]), "2")
    drawn = places.svg([f"{source.label}, number fitted", unknown.label])
    assert drawn.count("<circle") == 2 and drawn.count('class="own"') == 2
    assert "300 BCE to 100" in drawn and unknown.label not in drawn
