"""A player that knows nothing but what the page shows: it clicks what can be clicked, until the game is over."""

import random
import time
from typing import Any

_READY = """() => {
  const board = document.querySelector("#board");
  const list = (choice) => [...board.querySelectorAll(choice)].map((one) => one.dataset.site ?? one.dataset.move);
  return {
    over: board.hasAttribute("data-over"), moves: document.querySelector("#list").children.length,
    sites: list("[data-site]"), targets: list(".pb-target"), choices: list(".pb-choice:not([hidden]) [data-move]"),
    buttons: list(".pb-actions [data-move]"), answer: +document.querySelector(".play").dataset.answer,
  };
}"""


def open_game(page: Any, address: str, name: str) -> None:
    """Opens a game and waits for its board."""
    page.goto(f"{address}/play/{name}")
    page.wait_for_selector("#board[data-mover]", timeout=60_000)


def click_one(page: Any, chance: random.Random) -> dict[str, Any]:
    """Clicks one thing at random, and gives what the page showed before."""
    shown: dict[str, Any] = page.evaluate(_READY)
    if shown["over"]:
        return shown
    if shown["choices"]:
        page.locator(".pb-choice [data-move]").nth(chance.randrange(len(shown["choices"]))).click()
    elif shown["targets"]:
        page.locator("#board .pb-target").nth(chance.randrange(len(shown["targets"]))).click(timeout=5000)
    elif shown["sites"]:
        page.locator("#board [data-site]").nth(chance.randrange(len(shown["sites"]))).click(timeout=5000)
    elif shown["buttons"]:
        page.locator("#board .pb-actions [data-move]").nth(chance.randrange(len(shown["buttons"]))).click()
    return shown


def play_on(page: Any, seed: int, most: int = 1000) -> tuple[int, list[float]]:
    """Plays until the end, or so many moves; the number of moves and the times in ms that the board took to answer."""
    chance, answers, moves = random.Random(seed), [], 0
    idle = 0
    while moves < most:
        before = click_one(page, chance)
        if before["over"]:
            break
        now, end = before, time.monotonic() + 5
        while now["moves"] == before["moves"] and not now["over"] and time.monotonic() < end:
            now = page.evaluate(_READY)
            if (now["targets"] and now["targets"] != before["targets"]) or (now["choices"] and not before["choices"]):
                break
        if now["moves"] > before["moves"] or now["over"]:
            moves, idle = now["moves"], 0
            answers.append(now["answer"])
        else:
            idle += 1
            assert idle < 20, f"nothing that can be clicked does anything: {now}"
    return moves, answers
