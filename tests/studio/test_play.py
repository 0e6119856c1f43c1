"""Whole games by clicks in a browser, on boards of every kind; kill and go on; the board by keys and on a phone."""

import random
import statistics
from typing import Any

import pytest

from .clicking import click_one, open_game, play_on
from .conftest import Server

pytestmark = pytest.mark.slow

_GAMES = {
    "square": "Tic-Tac-Toe",
    "hex": "Hex?option=Board Size/5x5",
    "vertex": "Y?option=Board Size/5",
    "edge": "Dots and Boxes?option=Board Size/2x2",
    "mancala": "Kalah",
    "dice": "Dicey Rows",
    "stacks and hands": "Towers",
    "many players": "Three in Turn",
    "captures": "Konane?option=Board Size/6x6",
}


@pytest.mark.parametrize("kind", _GAMES)
def test_a_whole_game_is_played_by_clicks(server: Server, page: Any, kind: str) -> None:
    """Whoever clicks what can be clicked reaches the end, and the board says so."""
    open_game(page, server.address, _GAMES[kind])
    moves, answers = play_on(page, seed=3)
    assert moves > 4
    assert page.get_attribute("#board", "data-over") is not None
    assert "Game over" in page.inner_text(".pb-status")
    assert statistics.median(answers) < 500  # 50 on an idle machine; see docs/studio.md


def test_a_killed_studio_goes_on_after_a_reload(tmp_path: Any, page: Any) -> None:
    """The game is there again after kill -9, and is played to its end."""
    server = Server(tmp_path)
    server.start()
    try:
        open_game(page, server.address, "Tic-Tac-Toe")
        play_on(page, seed=5, most=3)
        text = page.input_value("#share")
        server.kill()
        server.start(server.port)
        page.reload()
        page.wait_for_selector("#board[data-mover]")
        assert page.input_value("#share") == text
        play_on(page, seed=6)
        assert page.get_attribute("#board", "data-over") is not None
    finally:
        server.kill()


def test_undo_redo_and_branches(server: Server, page: Any) -> None:
    """Moves are taken back and made again; another move makes a branch."""
    open_game(page, server.address, "Tic-Tac-Toe")
    page.click('[data-site="4"]')
    page.wait_for_function("document.querySelector('#list').children.length === 1")
    page.click("#undo")
    page.wait_for_function("document.querySelector('#redo').disabled === false")
    page.click('[data-site="0"]')
    page.wait_for_function("document.querySelectorAll('#board [data-site]').length === 8")
    page.click("#undo")
    page.wait_for_function("document.querySelector('#branches').children.length === 2")


def test_the_machine_answers(server: Server, page: Any) -> None:
    """Against the machine, each move is followed by one of its own."""
    open_game(page, server.address, "Tic-Tac-Toe")
    page.get_by_role("button", name="Play against the machine").click()
    page.wait_for_selector("#players input[type=range]")
    page.click('[data-site="4"]')
    page.wait_for_function("document.querySelector('#list').children.length === 2", timeout=20_000)


def test_the_board_is_played_by_keys(server: Server, page: Any) -> None:
    """Arrows choose a place, Enter plays it."""
    open_game(page, server.address, "Tic-Tac-Toe")
    page.focus(".pb-stage")
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.wait_for_function("document.querySelector('#list').children.length === 1")


def test_pieces_are_dragged(server: Server, page: Any) -> None:
    """A piece that is dropped where it may go has moved."""
    open_game(page, server.address, "Breakthrough")
    begin, end = (page.locator(f'#board [data-place="{site}"].pb-hit').bounding_box() for site in (8, 16))
    page.mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()
    page.wait_for_function("document.querySelector('#list').textContent.includes('A2-A3')")


def test_a_place_that_cannot_be_played_tells_why(server: Server, page: Any) -> None:
    """A click on a taken place names the rule."""
    open_game(page, server.address, "Tic-Tac-Toe")
    page.click('[data-site="4"]')
    page.wait_for_function("document.querySelectorAll('#board [data-site]').length === 8")
    page.locator('#board .pb-hit[data-place="4"]').click()
    page.wait_for_function("document.querySelector('#reasons').textContent.includes('(sites Empty)')", timeout=20_000)


def test_a_phone_shows_the_whole_board(server: Server, browser: Any) -> None:
    """Nothing is wider than the screen of a phone, and taps play."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    try:
        page = context.new_page()
        open_game(page, server.address, "Hex")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for path in ("/work", "/editor", "/saved"):
            page.goto(server.address + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        open_game(page, server.address, "Hex")
        page.locator('#board [data-site="60"]').tap()
        page.wait_for_function("document.querySelector('#list').children.length === 1")
    finally:
        context.close()


def test_a_search_shows_heat_and_ends_when_it_is_sure(server: Server, page: Any) -> None:
    """Candidates appear while the search runs; a proven win ends it."""
    open_game(page, server.address, "Tic-Tac-Toe")
    for site in (0, 3, 1, 4):
        before = page.evaluate("document.querySelector('#list').children.length")
        page.click(f'#board [data-site="{site}"]')
        page.wait_for_function(f"document.querySelector('#list').children.length === {before + 1}")
    page.click("#tab-analyse")
    page.click("#search")
    page.wait_for_function("document.querySelector('#candidates').textContent.includes('won')", timeout=20_000)
    page.wait_for_function("document.querySelector('#found').textContent.includes('clear')", timeout=20_000)
    assert page.locator("#board .pb-heat").count() >= 1


def test_what_is_clicked_at_random_never_breaks_the_page(server: Server, page: Any) -> None:
    """Clicks faster than answers do no harm."""
    open_game(page, server.address, "Breakthrough")
    chance = random.Random(1)
    for _ in range(15):
        click_one(page, chance)
    page.wait_for_function("document.querySelector('#error').hidden")


def test_the_expected_line_goes_into_the_tree_and_moves_are_judged(server: Server, page: Any) -> None:
    """The line that a search expects becomes a branch; the reasons of a legal move have its say."""
    open_game(page, server.address, "Three in Turn")
    page.click("#tab-analyse")
    page.click("#search")
    page.get_by_role("button", name="Into the tree").first.click(timeout=20_000)
    page.wait_for_function("document.querySelector('#list').children.length >= 1")
    assert page.locator("#list .here").count() == 0  # the board still shows the start
    page.click("#tab-why")
    page.fill("#asked", "B2")
    page.click("#ask button")
    page.wait_for_function("document.querySelector('#reasons').textContent.includes('visits')", timeout=20_000)
