"""A studio to test, as a process of its own, and a browser."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def run_apart(coroutine: Coroutine[Any, Any, T]) -> T:
    """The outcome of a coroutine, run in a thread of its own: beside a browser, this one has a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


class Server:
    """A running studio: its address, and ways to end it and to start it again."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data, self.arguments = data, arguments
        self.address = self.token = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self, port: int = 0) -> None:
        """Starts it and waits until it answers."""
        command = [sys.executable, "-m", "petteia", "studio", "--no-browser", "--port", str(port), *self.arguments]
        environment = {**os.environ, "PETTEIA_STUDIO": str(self.data)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.address, _, self.token = self.process.stdout.readline().split()[-1].partition("/?token=")
        self.address = self.address.rstrip("/")
        end = time.monotonic() + 60
        while True:
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=5) as reply:
                    assert reply.status == 200
                    return
            except OSError:
                if time.monotonic() > end:
                    self.kill()
                    pytest.fail("the studio does not answer")
                time.sleep(0.1)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """Ends it without a warning."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A studio that all tests share."""
    pytest.importorskip("fastapi", reason="the studio needs petteia[studio]")
    pytest.importorskip("uvicorn", reason="the studio needs petteia[studio]")
    one = Server(tmp_path_factory.mktemp("studio"), "--folder", str(Path(__file__).parent / "games"))
    one.start()
    yield one
    one.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium, without a window."""
    playwright = pytest.importorskip("playwright.sync_api", reason="pages are tested by Playwright")
    if CHROMIUM is None:
        pytest.skip("pages are tested with Chromium, which is not installed")
    with playwright.sync_playwright() as runner:
        one = runner.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield one
        one.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page on which no script may fail."""
    one = browser.new_page(viewport={"width": 1280, "height": 900})
    failures: list[str] = []
    one.on("pageerror", lambda error: failures.append(str(error)))
    yield one
    one.close()
    assert failures == []
