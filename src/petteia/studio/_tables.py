"""A table: what people and machines do there, one thing after the other; all is kept as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from ._clock import MOST_INCREMENT, MOST_MINUTES, Clock
from ._desk import LEVELS, Reply, Request
from ._record import Record, Refused, mistakes
from ._shared import text_of

if TYPE_CHECKING:
    from ._hall import Hall

Listener = Callable[[dict[str, Any]], Awaitable[None]]

_MOST_NODES = 20_000
_MOST_KEPT = 40
_SLICE = 0.25
_LONGEST_SEARCH = 240
"""Slices after which a search stops, sure or not."""


class Table:
    """A table with those who watch it. What is done there is done one thing after the other."""

    def __init__(self, record: Record, hall: Hall) -> None:
        self.record, self.hall = record, hall
        self.listeners: set[Listener] = set()
        self.turn = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None
        self._search: asyncio.Task[None] | None = None
        self.note = ""
        self._flag: asyncio.TimerHandle | None = None
        self.clock = None if record.clock is None else Clock(**record.clock)
        if self.clock is not None:
            self.clock.running = 0  # of an earlier run of the server: no time passed while it was away

    # -- asking -------------------------------------------------------------------------------------------------

    def request(self, what: str, node: int | None = None, **more: Any) -> Request:
        """A request about the position at a node."""
        one = self.record
        return {"do": what, "game": one.recipe, "seed": one.seed, "moves": one.moves(node), **more}

    async def ask(self, what: str, node: int | None = None, **more: Any) -> Reply:
        """The reply to it; `Refused` if it is an error."""
        reply = await self.hall.ask(self.record, self.request(what, node, **more))
        if "error" in reply:
            raise Refused(reply["error"])
        return reply

    async def view(self) -> dict[str, Any]:
        """All that the page shows."""
        one = self.record
        shown = await self.ask("view")
        main = self.line()
        values = self.hall.store.analyses(one.id)
        return {
            **shown,
            "table": one.id, "game": one.game, "seats": one.seats, "levels": [name for name, _ in LEVELS],
            "node": one.at, "resigned": one.resigned or one.out_of_time, "note": self.note,
            "over": shown["over"] or bool((one.resigned or one.out_of_time) and not one.children(one.at)),
            "clock": self.clock.to_json() if self.clock else None,
            "shared": text_of(one, main), "mistakes": mistakes(one, values, [0, *main]),
            "line": [
                {"node": k, "spoken": one.nodes[k][2], "others": len(one.children(one.nodes[k][0])) - 1} for k in main
            ],
            "branches": [{"node": k, "spoken": one.nodes[k][2]} for k in one.children(one.at)],
            "values": [values[k]["value"] if k in values else None for k in [0, *main]],
            "thinking": self._thinking is not None and not self._thinking.done(),
            "searching": self._search is not None and not self._search.done(),
        }  # fmt: skip

    def line(self) -> list[int]:
        """The moves to the position that is shown, and on as they were played last."""
        one = self.record
        line, node = one.path(), one.at
        while children := one.children(node):
            node = one.latest.get(str(node), children[-1])
            line.append(node)
        return line

    async def tell(self, message: dict[str, Any] | None = None) -> None:
        """Shows everybody the position, or a message."""
        told = {"view": await self.view()} if message is None else message
        await asyncio.gather(*(one(told) for one in list(self.listeners)), return_exceptions=True)

    def save(self, *, over: bool = False) -> None:
        """Keeps the table as it is."""
        self.record.clock = vars(self.clock).copy() if self.clock else None
        self.hall.store.save_table(self.record.id, self.record.game, vars(self.record).copy(), over=over)

    # -- doing --------------------------------------------------------------------------------------------------

    async def do(self, message: dict[str, Any]) -> None:
        """Does what a message from the browser says."""
        deeds: dict[str, Callable[[dict[str, Any]], Awaitable[None]]] = {
            "play": self._play, "undo": self._undo, "redo": self._redo, "goto": self._goto, "seats": self._seats,
            "resign": self._resign, "analyse": self._analyse, "stop": self._stop, "why": self._why,
            "hint": self._hint, "review": self._review, "keep": self._keep_line, "clock": self._set_clock,
            "adjourn": self._adjourn,
        }  # fmt: skip
        deed = deeds.get(message.get("do", "")) if isinstance(message.get("do"), str) else None
        if deed is None:
            raise Refused("that is nothing one can do at a table")
        async with self.turn:
            await deed(message)

    async def _play(self, message: dict[str, Any]) -> None:
        move = message.get("move")
        if not isinstance(move, str) or len(move) > 200:
            raise Refused("a move is a short text")
        if self._thinking is not None and not self._thinking.done():
            raise Refused("the machine is thinking: it is its turn")
        await self._advance(move)
        await self.tell()
        self._let_machine_move()

    async def _advance(self, move: str) -> None:
        """Plays a move from the position that is shown, and forced passes after it."""
        one = self.record
        shown = await self.ask("view")
        spoken = next((each["label"] for each in shown["moves"] if each["text"] == move), None)
        if spoken is None:
            raise Refused("the game is over" if shown["over"] else f"{move} is not legal here")
        self._step(move, spoken)
        self.note = ""
        shown = await self.ask("view")
        while not shown["over"] and [each["text"] for each in shown["moves"]] == ["pass"]:
            self.note = f"Player {shown['player']} has no move, and passes."
            self._step("pass", "Pass")
            shown = await self.ask("view")
        one.resigned = one.out_of_time = 0
        self._press(0 if shown["over"] else shown["player"])
        self.save(over=shown["over"])

    def follow(self, made: list[list[str]]) -> None:
        """Puts moves, each with what people say, into the tree from the position that is shown."""
        for move, spoken in made:
            self._step(move, spoken)

    # -- the clock ----------------------------------------------------------------------------------------------

    async def _set_clock(self, message: dict[str, Any]) -> None:
        """Puts a clock beside the board, or takes it away; time passes from the next move on."""
        minutes, increment = message.get("minutes", 0), message.get("increment", 0)
        if not all(type(one) in (int, float) for one in (minutes, increment)):
            raise Refused("a clock has minutes for each player and seconds for each move")
        if not (0 <= minutes <= MOST_MINUTES and 0 <= increment <= MOST_INCREMENT):
            raise Refused(f"a clock has at most {MOST_MINUTES:.0f} minutes and {MOST_INCREMENT:.0f} seconds a move")
        self._unflag()
        each, players = 60.0 * minutes, len(self.record.seats)
        self.clock = Clock(each, float(increment), [each] * players) if minutes else None
        self.record.out_of_time = 0
        self.save()
        await self.tell()

    def _press(self, following: int) -> None:
        """Ends the turn on the clock; the time of the next player begins."""
        self._unflag()
        if self.clock is None:
            return
        self.clock.press(following)
        if following:
            left = max(0.0, self.clock.seconds(following))
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(left, lambda: loop.create_task(self._time_is_up(following)))

    def _unflag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    async def _time_is_up(self, player: int) -> None:
        async with self.turn:
            if self.clock is None or self.clock.running != player or self.clock.seconds(player) > 0.0:
                return
            self._hush()
            self.clock.stop()
            self.clock.left[player - 1] = 0.0
            self.record.out_of_time = player
            self.note = f"The time of player {player} is up."
            self.save(over=True)
        await self.tell()

    def pause(self) -> None:
        """Stops the clock until the next move."""
        self._unflag()
        if self.clock is not None and self.clock.running:
            self.clock.stop()
            self.save()

    async def _adjourn(self, message: dict[str, Any]) -> None:
        """Leaves the game for later: machines and clocks stand still."""
        self._hush()
        self.pause()
        self.note = "The game is adjourned: it is kept under Saved, and the next move goes on with it."
        self.save()
        await self.tell()

    # -- lines of play ------------------------------------------------------------------------------------------

    def _step(self, move: str, spoken: str) -> None:
        one = self.record
        known = next((k for k in one.children(one.at) if one.nodes[k][1] == move), None)
        if known is None:
            if len(one.nodes) >= _MOST_NODES:
                raise Refused("this game has as many positions as can be kept")
            one.nodes.append([one.at, move, spoken])
            known = len(one.nodes) - 1
        one.latest[str(one.at)] = known
        one.at = known

    async def _undo(self, message: dict[str, Any]) -> None:
        """Back to the decision of a person."""
        one = self.record
        self._hush()
        path = one.path()
        if not path:
            raise Refused("this is the start: there is nothing to take back")
        one.at = one.nodes[one.at][0]
        while one.at and not await self._is_persons_turn():
            one.at = one.nodes[one.at][0]
        self.pause()
        self.note = ""
        self.save()
        await self.tell()

    async def _is_persons_turn(self) -> bool:
        shown = await self.ask("view")
        seat = self.record.seats[shown["player"] - 1]
        is_ours = seat == "person" or "person" not in self.record.seats
        return is_ours and [one["text"] for one in shown["moves"]] != ["pass"]

    async def _redo(self, message: dict[str, Any]) -> None:
        one = self.record
        children = one.children(one.at)
        if not children:
            raise Refused("this is the last position: there is nothing to redo")
        await self._goto({"node": one.latest.get(str(one.at), children[-1])})

    async def _goto(self, message: dict[str, Any]) -> None:
        one, node = self.record, message.get("node")
        if type(node) is not int or not 0 <= node < len(one.nodes):
            raise Refused("there is no such position")
        self._hush()
        if node:
            one.latest[str(one.nodes[node][0])] = node
        one.at = node
        self.pause()
        self.note = ""
        self.save()
        await self.tell()

    async def _seats(self, message: dict[str, Any]) -> None:
        given, choices = message.get("seats"), {"person", *(str(k) for k in range(len(LEVELS)))}
        fits = isinstance(given, list) and len(given) == len(self.record.seats)
        if not isinstance(given, list) or not fits or not choices.issuperset(map(str, given)):
            raise Refused("a seat is taken by a person or by one of the levels")
        self._hush()
        self.record.seats = [str(one) for one in given]
        self.save()
        await self.tell()
        self._let_machine_move()

    async def _resign(self, message: dict[str, Any]) -> None:
        shown = await self.ask("view")
        if shown["over"]:
            raise Refused("the game is over already")
        self._hush()
        self.pause()
        self.record.resigned = shown["player"]
        self.note = f"Player {shown['player']} resigned."
        self.save(over=True)
        await self.tell()

    # -- machines -----------------------------------------------------------------------------------------------

    def _hush(self) -> None:
        for task in (self._thinking, self._search):
            if task is not None:
                task.cancel()
        self._thinking = self._search = None

    def _let_machine_move(self) -> None:
        waits = self._thinking is None or self._thinking.done()
        if waits and any(seat != "person" for seat in self.record.seats):
            self._thinking = asyncio.create_task(self._machine_moves())

    async def _machine_moves(self) -> None:
        """Machines move as long as it is their turn, at the end of a line; people who went back are not disturbed."""
        one = self.record
        thought = False
        try:
            while not one.children(one.at) and not one.resigned:
                shown = await self.ask("view")
                seat = one.seats[shown["player"] - 1]
                if shown["over"] or seat == "person":
                    break
                at = one.at
                if not thought:
                    thought = True
                    await self.tell()
                reply = await self.ask("choose", agent=LEVELS[int(seat)][1])
                async with self.turn:
                    if one.at != at:
                        break
                    await self._advance(reply["move"])
                await self.tell()
        except Refused as refused:
            await self.tell({"error": str(refused)})
        finally:
            if self._thinking is asyncio.current_task():
                self._thinking = None
        if thought:
            await self.tell()

    # -- analysis -----------------------------------------------------------------------------------------------

    async def _analyse(self, message: dict[str, Any]) -> None:
        if self._search is not None:
            self._search.cancel()
        self._search = asyncio.create_task(self._searching(self.record.at))

    async def _stop(self, message: dict[str, Any]) -> None:
        if self._search is not None:
            self._search.cancel()
            self._search = None
        await self.tell()

    async def _searching(self, node: int) -> None:
        """Searches on, and tells what is found, until more would not change it."""
        try:
            for _ in range(_LONGEST_SEARCH):
                found = await self.ask("analyse", node, seconds=_SLICE)
                self._keep(node, found)
                await self.tell({"search": {**found, "node": node}})
                if found["sure"]:
                    break
        except Refused as refused:
            await self.tell({"error": str(refused)})
        finally:
            if self._search is asyncio.current_task():
                self._search = None
        await self.tell({"searched": node})

    def _keep(self, node: int, found: Reply) -> None:
        kept = {key: found[key] for key in ("value", "iterations", "line", "sure", "seat")}
        kept["candidates"] = found["candidates"][:12]
        self.hall.store.save_analysis(self.record.id, node, kept)

    async def _review(self, message: dict[str, Any]) -> None:
        """Looks at each position of the line for a moment, and lists the mistakes by size."""
        if self._search is not None:
            self._search.cancel()
        self._search = asyncio.create_task(self._reviewing())

    async def _reviewing(self) -> None:
        line = [0, *self.line()]
        try:
            for number, node in enumerate(line):
                self._keep(node, await self.ask("analyse", node, seconds=_SLICE))
                await self.tell({"reviewed": {"done": number + 1, "of": len(line)}})
        except Refused as refused:
            await self.tell({"error": str(refused)})
        finally:
            if self._search is asyncio.current_task():
                self._search = None
        await self.tell()
        await self.tell({"reviewed": {"done": len(line), "of": len(line)}})

    async def _keep_line(self, message: dict[str, Any]) -> None:
        """Puts moves that a search expects into the tree, as a branch from here."""
        one, moves = self.record, message.get("moves")
        if not isinstance(moves, list) or not 1 <= len(moves) <= _MOST_KEPT:
            raise Refused(f"a line is a list of 1 to {_MOST_KEPT} moves")
        at, latest = one.at, dict(one.latest)
        try:
            for move in moves:
                shown = await self.ask("view")
                spoken = next((each["label"] for each in shown["moves"] if each["text"] == move), None)
                if spoken is None:
                    raise Refused("the line leads to a move that is not legal")
                self._step(move, spoken)
        finally:
            one.at, one.latest = at, {**one.latest, **latest}
        self.save()
        await self.tell()

    async def _hint(self, message: dict[str, Any]) -> None:
        found = await self.ask("analyse", seconds=1.0)
        if not found["candidates"]:
            raise Refused("the game is over")
        self._keep(self.record.at, found)
        await self.tell({"search": {**found, "node": self.record.at, "hint": True}})

    async def _why(self, message: dict[str, Any]) -> None:
        wanted = {key: message[key] for key in ("move", "site") if isinstance(message.get(key), str)}
        if not wanted or any(len(one) > 200 for one in wanted.values()):
            raise Refused("ask about a move or about a site")
        await self.tell({"why": await self.ask("why", learned=self.hall.learned(self.record), **wanted)})
