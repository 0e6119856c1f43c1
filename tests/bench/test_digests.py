"""Digests of games at each stage: what is kept, what counts as a change, and how it is shown."""

from pathlib import Path

import pytest

from petteia.bench import Variant, compare_digests, digest_variant, read_digests, write_digests
from petteia.cli._main import run

GAME = """(game "Own" (players 2) (equipment {{ (board (square 3)) (piece "Disc" Each) }})
    (rules (play (move Add (to (sites Empty)))) (end (if {0} (result Mover Win)))))"""


def digests_of(tmp_path: Path, condition: str) -> tuple[str, ...]:
    path = tmp_path / "Own.lud"
    path.write_text(GAME.format(condition), encoding="utf-8")
    return digest_variant((Variant("Own", str(path)), str(tmp_path))).stages


def test_another_rule_changes_every_stage_and_the_same_rule_none(tmp_path: Path) -> None:
    """The digests are those of the rules."""
    first, again, other = (digests_of(tmp_path, f"(is Line {n})") for n in (3, 3, 2))
    assert first == again
    assert all(one != two for one, two in zip(first, other, strict=True))


def test_a_refused_game_has_its_reason(tmp_path: Path) -> None:
    """Stages after a refusal are absent, and the reason is kept, so that a game that is taken up again shows."""
    path = tmp_path / "Own.lud"
    path.write_text(GAME.format("(is Line three)"), encoding="utf-8")
    found = digest_variant((Variant("Own", str(path)), str(tmp_path)))
    assert found.stages[1:] == ("-", "-", "-") and "three" in found.refusal


def test_kept_digests_read_back(tmp_path: Path) -> None:
    """A file of digests holds all that is compared."""
    found = digest_variant((Variant("Hex", "Hex"), str(tmp_path)))
    write_digests(tmp_path / "digests.txt", [found])
    kept = read_digests(tmp_path / "digests.txt")
    assert compare_digests(kept, {"Hex": found}) == []
    changed = found._replace(stages=(*found.stages[:3], "0"))
    assert compare_digests(kept, {"Hex": changed})[0].stages == ("c",)
    assert compare_digests(kept, {})[0].stages == ("gone",)


def test_the_command_names_games_and_stages_and_prints_a_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first run keeps, the next compares, `--update` keeps anew."""
    root = tmp_path / "set"
    path = root / "games" / "Own.lud"
    path.parent.mkdir(parents=True)
    command = ["bench", "digests", "--conformance", str(root), "--keep", str(tmp_path / "kept"), "--games", "*Own.lud"]
    for condition, flags, code, said in (
        ("(is Line 3)", [], 0, "kept to compare with"),
        ("(is Line 3)", [], 0, "none changed"),
        ("(is Line 2)", [], 1, "1 first at text: set/Own.lud"),
        ("(is Line 2)", ["--update"], 0, "+"),
        ("(is Line 2)", [], 0, "none changed"),
    ):
        path.write_text(GAME.format(condition), encoding="utf-8")
        assert run([*command, "--jobs", "1", *flags]) == code
        assert said in capsys.readouterr().out
