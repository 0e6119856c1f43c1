"""Clocks, games as text, lines replayed under other rules, reasons that were learned: without a server."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the studio needs petteia[studio]")

from petteia.game import find_description, load
from petteia.studio._desk import Desk
from petteia.studio._hall import Hall
from petteia.studio._record import Record, Refused, mistakes
from petteia.studio._shared import read
from petteia.studio._store import Store
from petteia.studio._tables import Table

from .conftest import run_apart

_TEXT = find_description("Tic-Tac-Toe")[1]


def at_a_table(folder: Path, play: Callable[[Hall, Table], Awaitable[Any]]) -> Any:
    """The outcome of a play at a new table of Tic-Tac-Toe."""

    async def sit() -> Any:
        store = Store(folder / "studio.sqlite")
        hall = Hall(store, lambda _: [])
        table = await hall.open("Tic-Tac-Toe", {"text": _TEXT}, guest=False)
        try:
            return await play(hall, table)
        finally:
            await hall.close()
            store.close()

    return run_apart(sit())


def test_whoever_is_out_of_time_has_lost(tmp_path: Path) -> None:
    """Time passes from the first move on; when it is up, the game is over and says so."""

    async def play(hall: Hall, table: Table) -> list[dict[str, Any]]:
        await table.do({"do": "clock", "minutes": 0.002, "increment": 1})
        begun = await table.view()
        await table.do({"do": "play", "move": "4>4"})
        waiting = await table.view()
        await asyncio.sleep(0.3)
        return [begun, waiting, await table.view()]

    begun, waiting, late = at_a_table(tmp_path, play)
    assert begun["clock"]["running"] == 0 and waiting["clock"]["running"] == 2
    assert late["over"] and late["resigned"] == 2 and late["note"] == "The time of player 2 is up."
    assert late["clock"]["left"] == [0.12, 0.0]


def test_an_adjourned_clock_stands_still_and_is_kept(tmp_path: Path) -> None:
    """A game that is left loses no time, and a new start of the server knows its clock."""

    async def play(hall: Hall, table: Table) -> tuple[Any, Any]:
        await table.do({"do": "clock", "minutes": 3, "increment": 2})
        await table.do({"do": "play", "move": "4>4"})
        await table.do({"do": "adjourn"})
        again = Table(Record.of_json(hall.store.table(table.record.id) or {}), hall)
        return table.clock, again.clock

    now, again = at_a_table(tmp_path, play)
    assert now.running == 0 and again == now and now.seconds(2) == now.left[1] > 179


@pytest.mark.parametrize("minutes", [-1, 1e9, "3", True, None])
def test_clocks_without_sense_are_refused(tmp_path: Path, minutes: Any) -> None:
    """Minutes are a number within reason."""

    async def play(hall: Hall, table: Table) -> None:
        await table.do({"do": "clock", "minutes": minutes})

    with pytest.raises(Refused):
        at_a_table(tmp_path, play)


def test_a_shared_game_is_opened_again(tmp_path: Path) -> None:
    """The text of a game leads to the same position; an illegal move in it is named."""

    async def play(hall: Hall, table: Table) -> tuple[str, str]:
        for move in ("4>4", "0>0", "8>8"):
            await table.do({"do": "play", "move": move})
        shown = await table.view()
        shared = read(shown["shared"])
        again = await hall.open(shared.game, {"text": _TEXT}, guest=False, shared=shared)
        with pytest.raises(Refused, match="move 2 of the text, B2, is not legal"):
            await hall.open("", {"text": _TEXT}, guest=False, shared=read("Game: X\nMoves: 1. B2 2. B2"))
        return shown["text"], (await again.view())["text"]

    before, after = at_a_table(tmp_path, play)
    assert before == after


@pytest.mark.parametrize("text", ["", "Moves: 1. A1", "Game: Hex\nSeed: -4", "Game:\nMoves: 1. A1"])
def test_texts_that_are_no_games_are_refused(text: str) -> None:
    """A sentence says how such a text begins."""
    with pytest.raises(Refused, match="begins with"):
        read(text)


def test_mistakes_are_listed_by_size(tmp_path: Path) -> None:
    """A review of a lost game finds the move that gave it away, and where to try again."""

    async def play(hall: Hall, table: Table) -> dict[str, Any]:
        for move in ("4>4", "0>0", "8>8", "1>1", "5>5", "3>3"):  # 2>2 would have won at once
            await table.do({"do": "play", "move": move})
        await table.do({"do": "review"})
        while table._search is not None:
            await asyncio.sleep(0.05)
        return await table.view()

    found = at_a_table(tmp_path, play)["mistakes"]
    assert found and found[0]["loss"] >= found[-1]["loss"] and found[0]["before"] >= 0


def test_a_game_is_replayed_under_other_rules() -> None:
    """Moves are played as far as the new rules allow, and the reason for the end is told."""
    other = _TEXT.replace("(square <Board:size>)", "(square 2)").replace("(is Line <Board:size>)", "(is Line 3)")
    reply = Desk(build="quick").answer({"do": "replay", "game": {"text": other}, "labels": ["A1", "B2", "C3"]})
    assert [label for _, label in reply["made"]] == ["A1", "B2"] and "C3" in reply["reason"]


def test_learned_features_and_evaluations_speak_for_moves(tmp_path: Path) -> None:
    """What a run and an evaluation hold of a move comes with weights and sentences."""
    import petteia as pt
    from petteia.logic import LearnOptions, learn_evaluation, theory

    game = load("Tic-Tac-Toe")
    pt.learn(game, games=3, preset="fast", budget=0.2, round_size=3, seed=1, out=tmp_path / "run")
    learn_evaluation(theory(game), LearnOptions(games=40, rounds=1, seed=1)).save(tmp_path / "values")
    folders = [str(tmp_path / "run"), str(tmp_path / "values")]
    request = {"do": "why", "game": {"text": _TEXT}, "moves": ["0>0"], "move": "4>4", "learned": folders}
    told = Desk(build="quick").answer(request)["learned"]
    assert "choice" in told[0]["sentence"]
    assert any("evaluation of who moves" in one["sentence"] for one in told)
    assert any("weight" in one and "svg" not in one for one in told)


def test_what_came_of_a_move_counts_where_it_is_clear() -> None:
    """A move that a short search liked is a mistake if the position after it is proven lost."""
    record = Record("one", "Chess", {}, seats=["person", "person"])
    record.nodes += [[0, "a", "A"], [1, "b", "B"]]
    liked = {"candidates": [{"move": "c", "spoken": "C", "value": 0.1, "visits": 9},
                            {"move": "b", "spoken": "B", "value": 0.1, "visits": 9}], "seat": 2}  # fmt: skip
    after = {"candidates": [], "value": 1.0, "sure": True}
    assert mistakes(record, {1: liked, 2: after}, [0, 1, 2])[0]["loss"] == pytest.approx(1.1)
    assert mistakes(record, {1: liked, 2: {**after, "sure": False}}, [0, 1, 2]) == []
