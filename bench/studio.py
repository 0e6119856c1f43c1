"""The studio under load: many games at once over web sockets while a search runs.

`python -m bench.studio ADDRESS --games 100 --seconds 30` plays against a studio that is running, a move a second at
each table, and prints how long answers took, how many games ended, and whether any lost a move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import time
import urllib.request
from typing import Any

import websockets

GAMES = (
    "Tic-Tac-Toe", "Hex", "Breakthrough", "Kalah", "Reversi", "Connect Four", "Yavalath", "Konane", "Gomoku",
    "Royal Game of Ur",
)  # fmt: skip


class Load:
    """The tables that are played at, and what was measured there."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address, self.until = address.rstrip("/").removeprefix("http://"), time.time() + seconds
        self.answers: list[float] = []
        self.lost: list[str] = []
        self.ended = 0

    def ask(self, path: str, body: Any = None) -> Any:
        """The answer to a request."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.address}{path}", data, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as reply:
            return json.load(reply)

    async def open(self, game: str) -> tuple[str, Any]:
        """A new table, and the socket to it."""
        table = (await asyncio.to_thread(self.ask, "/api/tables", {"game": game}))["table"]
        return table, websockets.connect(f"ws://{self.address}/api/tables/{table}/live", max_size=None)

    async def play(self, number: int) -> None:
        """One game by random moves, about one a second; what the server then has must be what was shown."""
        chance = random.Random(number)
        table, connection = await self.open(GAMES[number % len(GAMES)])
        async with connection as socket:
            view = json.loads(await socket.recv())["view"]
            while time.time() < self.until and not view["over"]:
                await asyncio.sleep(chance.uniform(0.5, 1.5))
                begin = time.time()
                await socket.send(json.dumps({"do": "play", "move": chance.choice(view["moves"])["text"]}))
                told = json.loads(await asyncio.wait_for(socket.recv(), 60))
                self.answers.append(1000 * (time.time() - begin))
                if "view" not in told:
                    self.lost.append(told.get("error", "no answer"))
                    return
                view = told["view"]
        self.ended += view["over"]
        kept = await asyncio.to_thread(self.ask, f"/api/tables/{table}")
        if kept["view"]["text"] != view["text"]:
            self.lost.append(f"{table} differs from what was shown")

    async def search(self) -> int:
        """A search that runs all the time; how often it told what it found."""
        heard = 0
        _, connection = await self.open("Chess")
        async with connection as socket:
            await socket.recv()
            await socket.send('{"do": "analyse"}')
            while time.time() < self.until:
                told = json.loads(await asyncio.wait_for(socket.recv(), 60))
                heard += "search" in told
                if "searched" in told:
                    await socket.send('{"do": "analyse"}')
        return heard


async def measure(address: str, games: int, seconds: float) -> dict[str, Any]:
    """The result of the load."""
    warm = Load(address, 0)
    for game in (*GAMES, "Chess"):
        await warm.open(game)
    load = Load(address, seconds)
    search = asyncio.create_task(load.search())
    await asyncio.gather(*(load.play(number) for number in range(games)))
    ordered = sorted(load.answers)
    return {
        "games": games, "moves": len(ordered), "ended": load.ended, "lost": load.lost,
        "median_ms": round(statistics.median(ordered), 1), "p95_ms": round(ordered[int(0.95 * len(ordered))], 1),
        "search_reports": await search,
    }  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", help="as `petteia studio` printed it")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    print(json.dumps(asyncio.run(measure(given.address, given.games, given.seconds))))
