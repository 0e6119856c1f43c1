"""Features as text and in files: round trips, the reference's notation, and errors of one line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from petteia.features import Element, Feature, FeatureError, FeatureSet, Policy, feature, transfer
from petteia.game import load


@pytest.mark.parametrize(
    "text",
    [
        "to{}: .{} P2{-1/3} o{0} !I3{0,0} !x{0,1/6} -{1/4}",
        "to{} from{0,1/4} last{0} lastfrom{1/2}: x{} | rotations=0,1/2 reflect=no at=12",
        "from{}:",
        "swap",
    ],
)
def test_the_text_of_a_feature_reads_back(text: str) -> None:
    assert str(feature(text)) == text
    assert feature(str(feature(text))) == feature(text)


def test_the_notation_of_the_reference_is_read() -> None:
    one = feature("rel:last_to=<{0.16666667}>:to=<{}>:pat=<refl=false,rots=[0.0, 0.5],els=[f{0,0.25}, !-{0.5}, I3{}]>")
    assert str(one) == "to{} last{1/6}: I3{} o{0,1/4} !-{1/2} | rotations=0,1/2 reflect=no"
    assert feature("rel: to=<{}>: pat=<els=[ f{0, 0.16666667} ]>") == feature("to{}: o{0,1/6}")


@pytest.mark.parametrize("text", ["", "to{}", "to{} o{0}:", "to{}: q{0}", "to{}: o{1/0}", ": o{0}", "to{}: o{0} | at=x",
                                  "rel:to=<{}>:pat=<f{0}>", "abs:to=<{}>:pat=<els=[]>"])  # fmt: skip
def test_what_is_no_feature_gives_one_clear_line(text: str) -> None:
    with pytest.raises(FeatureError) as caught:
        feature(text)
    assert "\n" not in str(caught.value)


def test_a_knights_walk_leads_where_a_knight_goes() -> None:
    quarter = Fraction(1, 4)
    knight = Feature(to=(), elements=(Element((Fraction(0), Fraction(0), quarter), "x"),))
    chess = FeatureSet(load("Knightthrough"), [knight])
    reached = {condition.displacement for chain in chess.key(knight)[2] for condition in chain.conditions}
    assert len(reached) == 8
    mixed = load('(game "Mixed" (players 2) (equipment { (board (tiling T3464 2)) (piece "Stone" Each) })'
                 " (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))")  # fmt: skip
    board = FeatureSet(mixed, []).board
    ends = [board.ends((Fraction(0), Fraction(0), quarter))[facing] for facing in range(board.most_sides)]
    assert max(len({*column} - {-1, -2}) for rows in ends for column in rows.T.tolist()) == 2


def test_equal_instances_are_one_feature() -> None:
    game = load("Hex")
    assert len(FeatureSet(game, [feature("to{}: o{0}"), feature("to{}: o{1/3}"), feature("to{}: o{0} !x{0}")])) == 1
    assert len(FeatureSet(game, [feature("to{}: o{0}"), feature("to{}: o{1/3} | rotations=0")])) == 2


def test_features_carry_over_to_other_boards() -> None:
    bridge = feature("to{} last{-1/6}: .{} o{-1/3} o{0}")
    for game in (load("Hex", options=["Board Size/7x7"]), load("Hex"), load("Gomoku"), load("Yavalath")):
        assert len(transfer([bridge, feature("to{}: I7{0}")], game)) == 1
    assert len(transfer([feature("swap"), feature("any")], load("Hex"))) == 2
    assert len(transfer([feature("swap"), feature("any")], load("Breakthrough"))) == 1


def test_policies_are_kept_in_files(tmp_path: Path) -> None:
    game = load("Hex", options=["Board Size/7x7"])
    policy = Policy(FeatureSet(game, [feature("to{}: o{0}"), feature("swap")]), [[1.5, -2.0], [0.5, 3.0]])
    policy.save(tmp_path)
    again = Policy.load(tmp_path, game)
    assert again.features.features == policy.features.features and (again.weights == policy.weights).all()
    with pytest.raises(FeatureError, match="49 sites"):
        Policy.load(tmp_path, load("Hex"))
    (tmp_path / "weights.json").write_text((tmp_path / "weights.json").read_text()[:40])
    with pytest.raises(FeatureError, match="damaged"):
        Policy.load(tmp_path, game)
    (tmp_path / "features.txt").write_text("to{}: o{0}\nto{}: nonsense\n")
    with pytest.raises(FeatureError, match=r"features\.txt:2"):
        Policy.load(tmp_path, game)
    with pytest.raises(FeatureError, match="cannot be read"):
        Policy.load(tmp_path / "nowhere", game)
