"""The best player: how it is chosen, what is known of games, levels, and values of pieces."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

import petteia
from petteia.errors import PetteiaError
from petteia.interop import from_fen
from petteia.learn import FitSettings, calibrate, fit_values
from petteia.search import LEVELS, AlphaBeta, KnownValues, Material, Values, agent, choice
from petteia.search.choosing import GameFacts, from_facts
from petteia.search.known import cached_path, record_of, rules_name

SHIPPED = sorted(one.name for one in files("petteia").joinpath("players").iterdir() if one.name.endswith(".json"))


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache without any record; builds stay where they are."""
    monkeypatch.setattr("petteia.search.known.default_folder", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_records_belong_to_bundled_games(name: str) -> None:
    """Rules that changed need values that are made anew, by the command that the record names."""
    record = json.loads(files("petteia").joinpath("players", name).read_text(encoding="utf-8"))
    game = petteia.load(record["game"], options=record["options"])
    assert record["rules"] == rules_name(game), f"make it anew: {record['made']}"
    assert Values.from_json(record["values"]).native_values(game)


def test_pieces_of_chess_are_worth_what_players_say(empty_cache: Path) -> None:
    """A queen is worth more than a rook, a rook more than a bishop or knight, those more than a pawn."""
    game = petteia.load("Chess")
    worth = KnownValues().values(game).worth()
    by_word = {one.word: worth[one.number] for one in game.facts.components}
    assert by_word["Queen"] > by_word["Rook"] > max(by_word["Bishop"], by_word["Knight"])
    assert min(by_word["Bishop"], by_word["Knight"]) > by_word["Pawn"]


def test_a_defended_pawn_is_not_taken_by_a_queen() -> None:
    """The quiet search sees the answer that a search of one move does not."""
    state = from_fen(petteia.load("Chess"), "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1")
    agent = AlphaBeta(depth=1, evaluation=Material(mobility=0.0))
    assert agent.choose(state).target != 35
    greedy = AlphaBeta(depth=1, evaluation=Material(mobility=0.0), quiescence=False)
    assert greedy.choose(state).target == 35


def test_values_are_found_by_self_play() -> None:
    """Pieces are worth something, and both sides share what they are worth, turned around."""
    game = petteia.load("Breakthrough", options=["Board Size/6x6"])
    values = fit_values(game, FitSettings(seconds=1.0, nodes=200))
    assert values.worth()[1] > 0.1
    assert values.first[1][6] == pytest.approx(values.first[2][24])
    assert Values.from_json(json.loads(str(values))).first[1] == pytest.approx(values.first[1], abs=1e-3)


def test_values_of_another_game_are_refused() -> None:
    """The line says so instead of playing on."""
    with pytest.raises(PetteiaError, match="another game"):
        Values(((0.0,),), ((0.0,),)).native_values(petteia.load("Breakthrough"))


def test_calibrations_are_kept(empty_cache: Path) -> None:
    """The choice then is the winner of the race; a damaged record is as good as none."""
    game = petteia.load("Tic-Tac-Toe")
    assert not choice(game).calibrated
    record = calibrate(game, 1.0, move_seconds=0.002)
    assert choice(game).calibrated
    assert choice(game).words == record["players"][0]["agent"]
    cached_path(game).write_text("{")
    assert record_of(game) is None


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        (GameFacts(2, False, 30, 80, 0.5, 3, 0), "alphabeta"),
        (GameFacts(2, False, 6, 30, 0.0, 1, 0), "alphabeta"),
        (GameFacts(2, False, 250, 200, 0.0, 3, 0, 0.0), "uct"),
        (GameFacts(2, False, 250, 200, 0.0, 3, 0, 0.5), "uct:playout_moves"),
        (GameFacts(2, False, 60, 90, 0.0, 9, 1), "grave"),
        (GameFacts(2, False, 60, 90, 0.0, 9, 1, aspects=("lines", "contact")), "alphabeta"),
        (GameFacts(2, True, 20, 30, 0.0, 3, 0, 0.5), "mast"),
        (GameFacts(2, True, 20, 160, 0.0, 3, 0, 0.5), "uct:playout_moves"),
        (GameFacts(4, False, 20, 160, 0.0, 3, 0, 0.0), "mast"),
        (GameFacts(1, False, 20, 160, 0.0, 3, 0), "uct"),
    ],
)
def test_facts_lead_to_a_choice(facts: GameFacts, kind: str) -> None:
    """Search where pieces move, playouts where they are placed, cut off where positions tell who is ahead."""
    assert from_facts(facts)[0].startswith(kind)


@pytest.mark.parametrize("level", LEVELS)
def test_levels_play(level: str) -> None:
    """Each of them chooses a legal move, in words and by call."""
    state = petteia.load("Breakthrough", options=["Board Size/6x6"]).start()
    assert agent(f"best:level={level},seconds=0.02").choose(state) in state.legal_moves()


def test_unknown_levels_are_told() -> None:
    """The line names those that there are."""
    with pytest.raises(PetteiaError):
        agent("best:level=grandmaster")
