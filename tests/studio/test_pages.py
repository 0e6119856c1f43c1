"""Every page: without a serious finding of axe-core, in light and dark; a game written in the editor is played."""

from typing import Any

import pytest

from petteia import load
from petteia.draw import Frame, game_viewer
from petteia.draw import page as written
from petteia.draw.curves import Curve, svg_curves

from .clicking import open_game, play_on
from .conftest import Server

pytestmark = pytest.mark.slow

_PAGES = ["/games", "/play/Tic-Tac-Toe", "/editor", "/work", "/study", "/saved", "/play/No-such-game"]


@pytest.mark.parametrize("path", _PAGES)
def test_pages_are_accessible(server: Server, page: Any, path: str) -> None:
    """axe-core finds nothing serious or critical; in the dark, contrasts are looked at once more."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core checks accessibility")
    page.goto(server.address + path)
    if path.startswith("/games"):  # all cards are alike: some stand for all
        page.evaluate("document.querySelectorAll('.card:nth-child(n+9)').forEach((one) => one.remove())")
    if path.startswith("/play/T"):
        page.wait_for_selector("#board[data-mover]")
        page.click("#tab-about")
        page.wait_for_selector("#rules h2")
    found = axe.Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    found += axe.Axe().run(page, options={"runOnly": ["color-contrast"]}).response["violations"]
    grave = [(one["id"], one["nodes"][0]["html"][:120]) for one in found if one["impact"] in ("serious", "critical")]
    assert grave == []


def test_written_pages_are_accessible(page: Any) -> None:
    """Pages of games and of what was learned are as accessible as those of the studio."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core checks accessibility")
    state = load("Tic-Tac-Toe").start()
    frames = [Frame("The start", state.svg(), value=0.0)]
    state.play("4>4")
    viewer = game_viewer([*frames, Frame("Player 1 plays B2", state.svg(), "B2", 0.2)])
    curves = svg_curves([Curve("policy", [(1.0, 2.0), (2.0, 1.0)])], across="games", up="loss")
    page.set_content(written("A game", viewer + curves))
    found = axe.Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found if one["impact"] != "minor"] == []


def test_a_game_is_written_and_played(server: Server, page: Any) -> None:
    """A mistake is marked in place; the mended game is drawn, opened and played to its end."""
    page.goto(f"{server.address}/editor")
    page.wait_for_selector(".cm-editor, #text")
    text = """(game "Mine" (players 2) (equipment {(board (hex 2)) (piece "Ball" Each)})
      (rules (play (move Add (to (sites Emty))))
      (end {(if (is Line 3) (result Mover Loss)) (if (is Full) (result Mover Draw))})))"""
    write = """(text) => { const cm = window.petteiaEditor, field = document.querySelector("#text");
      if (cm) cm.dispatch({ changes: { from: 0, to: cm.state.doc.length, insert: text } });
      else { field.value = text; field.dispatchEvent(new Event("input")); } }"""
    page.evaluate(write, text)
    page.wait_for_function("document.querySelector('#mistake').textContent.includes('did you mean Empty')")
    page.evaluate(write, text.replace("Emty", "Empty"))
    page.wait_for_function("document.querySelector('#state').textContent.startsWith('Mine, 2 players')", timeout=20_000)
    page.click("#play-it")
    page.wait_for_selector(".play #board[data-mover]", timeout=30_000)
    play_on(page, seed=2)
    assert page.get_attribute("#board", "data-over") is not None


def test_the_library_is_searched(server: Server, page: Any) -> None:
    """Words and filters leave the games that fit; a card leads to the game."""
    page.goto(f"{server.address}/games")
    page.fill("#search", "dicey rows")
    page.press("#search", "Enter")  # nothing is sent
    page.wait_for_function("document.querySelector('#count').textContent === '1 game'")
    page.fill("#search", "")
    page.select_option("#players", "3")
    page.wait_for_function("document.querySelectorAll('.card:not([hidden])').length >= 1")
    assert page.locator('.card:not([hidden]) >> text="Three in Turn"').count() == 1
    page.click('.card:not([hidden]) >> text="Three in Turn"')
    page.wait_for_selector("#board[data-mover]")


def test_a_refused_game_says_what_is_missing(server: Server, page: Any) -> None:
    """A description that cannot be played opens a page that says why."""
    page.goto(f"{server.address}/play/Unknown%20Rules")
    page.wait_for_selector("#error:not([hidden])")
    assert "nowhere" in page.inner_text("#error")


def test_a_game_against_itself_is_watched(server: Server, page: Any) -> None:
    """With machines on all seats the game runs to its end by itself."""
    open_game(page, server.address, "Tic-Tac-Toe")
    for seat in (1, 2):
        page.select_option(f'select[aria-label="Who plays player {seat}"]', "2")
        page.wait_for_function(f"document.querySelectorAll('#players input[type=range]').length === {seat}")
    page.wait_for_selector("#board[data-over]", timeout=30_000)


def test_a_study_is_started_watched_and_played(server: Server, page: Any) -> None:
    """Variants of a game are studied from its page; charts, a table and the variants to play come with the result."""
    page.goto(f"{server.address}/study?game=Tic-Tac-Toe")
    page.fill("#wish", "balanced, few draws")
    page.click('#start button:text("Start")')
    page.wait_for_selector("#jobs details", timeout=90_000)
    page.click("#jobs summary")
    page.wait_for_selector("#jobs svg.axes")
    assert page.locator("#jobs svg.axes").count() == 2  # parallel axes, and two wishes against each other
    assert "as it is" in page.inner_text("#jobs tbody tr >> nth=0")
    page.click('#jobs summary:text("swap rule")')
    page.click('#jobs details[open] details[open] button:text("Play it")')
    page.wait_for_selector(".play #board[data-mover]", timeout=30_000)
    page.goto(f"{server.address}/study")
    page.select_option("#kind", "complete")
    page.fill("#text", "(game")
    page.click('#start button:text("Start")')
    page.wait_for_selector("#jobs .bad", timeout=60_000)
    assert "Traceback" not in page.inner_text("#jobs .bad")
