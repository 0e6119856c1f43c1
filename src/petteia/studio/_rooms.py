"""Where requests are answered: in threads of the server for its owner's games, in guarded processes for all else.

A guarded process has limits of memory and of time for each request, no input but ours, and a folder of its own.
It is killed and begun anew when it does not answer in time: a request carries all that it needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import tempfile
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ._desk import Desk, Reply, Request

_MOST_BYTES = 64 * 2**20
"""A line that a process may answer with."""


class Threads:
    """Answers in this process, by threads; searches leave the interpreter lock free while they run."""

    def __init__(self, workers: int = 8) -> None:
        self.desk = Desk()
        self._quick = ThreadPoolExecutor(workers, thread_name_prefix="desk")
        self._slow = ThreadPoolExecutor(2, thread_name_prefix="search")

    async def ask(self, request: Request) -> Reply:
        """The reply to a request."""
        pool = self._slow if request["do"] in ("choose", "analyse") else self._quick
        return await asyncio.get_running_loop().run_in_executor(pool, self.desk.answer, request)

    async def close(self) -> None:
        """Lets the threads end."""
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._slow.shutdown(wait=False, cancel_futures=True)


class Guarded:
    """Answers in one process apart, one request after the other, within limits."""

    def __init__(self, seconds: float = 30.0, megabytes: int = 2048, *, low: bool = False) -> None:
        self.seconds, self.megabytes, self.low = seconds, megabytes, low
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    async def ask(self, request: Request) -> Reply:
        """The reply to a request, or that there was none in time."""
        async with self._turn:
            try:
                return await asyncio.wait_for(self._exchange(request), self.seconds)
            except TimeoutError:
                await self._end()
                return {"error": f"it took more than {self.seconds:.0f} seconds, and was stopped"}
            except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                await self._end()
                return {"error": "the rules needed more memory or time than they may have, and were stopped"}
            except asyncio.CancelledError:
                await self._end()  # the reply of this request would be taken for that of the next
                raise

    async def _exchange(self, request: Request) -> Reply:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await self._begin()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readuntil(b"\n")
        reply: Reply = json.loads(line)
        return reply

    async def _begin(self) -> asyncio.subprocess.Process:
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="petteia-studio-")
        command = [sys.executable, "-m", "petteia.studio._guarded", str(self.megabytes), str(int(self.low))]
        return await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, cwd=self._folder.name, env=_environment(), limit=_MOST_BYTES,
            start_new_session=True,
        )  # fmt: skip

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, 9)  # with the compilers it may have started
            await process.wait()

    async def close(self) -> None:
        """Ends the process and removes its folder."""
        await self._end()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


class Guests:
    """Guarded processes by who asks; the one that was silent longest makes room for a new one."""

    def __init__(self, most: int = 4) -> None:
        self._most = most
        self._rooms: OrderedDict[str, Guarded] = OrderedDict()

    async def ask(self, guest: str, request: Request) -> Reply:
        """The reply to a request of a guest."""
        room = self._rooms.get(guest)
        if room is None:
            room = self._rooms[guest] = Guarded()
            while len(self._rooms) > self._most:
                _, oldest = self._rooms.popitem(last=False)
                await oldest.close()
        else:
            self._rooms.move_to_end(guest)
        return await room.ask(request)

    async def close(self) -> None:
        """Ends all processes."""
        while self._rooms:
            await self._rooms.popitem()[1].close()


def _environment() -> dict[str, Any]:
    """The variables that a guarded process needs to find Python, the compiler and the cache; no others."""
    wanted = ("PATH", "PYTHONPATH", "PETTEIA_CACHE", "CC", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV", "XDG_CACHE_HOME")
    return {name: os.environ[name] for name in wanted if name in os.environ}
