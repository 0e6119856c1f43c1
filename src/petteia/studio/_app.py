"""The server of the studio: pages, pictures, tables over HTTP and a web socket."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Response, WebSocket, WebSocketDisconnect
from fastapi import Path as FromPath
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field

from petteia import __version__
from petteia.library import KINDS, Entry, new_description
from petteia.widget import FOLDER as WIDGET

from . import _pages as pages
from ._hall import Hall
from ._jobs import Jobs, Wanted
from ._record import Record, Refused
from ._rooms import Guarded
from ._shared import Shared
from ._shared import read as read_shared
from ._shelf import Shelf, Volume
from ._store import Store
from ._tables import Table

_STATIC = Path(__file__).resolve().parent / "static"
_MOST_MESSAGE = 20_000
_MOST_TEXT = 150_000

Short = Annotated[str, Field(max_length=200)]
Name = Annotated[str, FromPath(max_length=200)]
Text = Annotated[str, Field(max_length=_MOST_TEXT)]


class NewTable(BaseModel):
    """The opening of a table: a game of the library, or a text from the editor."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: Short = ""
    text: Text = ""
    again: Short = ""
    """A table whose game is to be played anew."""
    options: list[Short] = Field(default=[], max_length=50)
    ruleset: Short | None = None
    seats: list[Short] = Field(default=[], max_length=16)
    shared: Text = ""
    """A game as text, to go on with."""


class Writing(BaseModel):
    """A description that is being written, and where the writer is."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: Text
    offset: int = Field(default=0, ge=0, le=_MOST_TEXT, strict=False)


class NewJob(BaseModel):
    """Long work to start."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: Short
    kind: Literal["learn", "match", "tournament", "measure", "evaluate"]
    games: int = Field(ge=2, le=100_000)
    agents: list[Short] = Field(default=[], max_length=8)


class NewStudy(BaseModel):
    """Rule sets to study: variants of a game of the library or of a text, or completions of a text with holes."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["vary", "options", "rulesets", "complete"]
    game: Short = ""
    text: Text = ""
    wish: Short = ""
    level: Short = "random"
    trials: int = Field(default=0, ge=0, le=5000)
    seconds: int = Field(default=60, ge=5, le=3600)


class TwoVersions(BaseModel):
    """A description as it is and as it was, to measure one beside the other."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: Text
    before: Text
    games: int = Field(default=200, ge=10, le=10_000)


class Replay(BaseModel):
    """A game that was played, and the description under which to play it again."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: Text
    table: Short


class Told(BaseModel):
    """A refusal in a sentence."""

    error: str


_APART = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
)
"""The rights of a page that a command has written: its own scripts run, apart from the studio."""

_REFUSED: dict[int | str, dict[str, Any]] = {
    404: {"model": Told, "description": "There is no such thing."},
    409: {"model": Told, "description": "It cannot be done, for the reason given."},
}

_BAD: dict[int | str, dict[str, Any]] = {
    400: {"description": "What was sent cannot be read."},
    401: {"description": "The token is missing."},
    403: {"description": "The request comes from another page."},
    413: {"description": "It is too large, or too slow."},
    421: {"description": "The server does not go by that name."},
}


def _refused(reason: str, status: int = 409) -> JSONResponse:
    return JSONResponse({"error": reason}, status)


class Studio:
    """All that the server holds: the shelf, the store, the tables, the long work, and who draws pictures."""

    def __init__(self, shelf: Shelf, store: Store, folder: Path) -> None:
        self.jobs = Jobs(store, folder / "jobs")
        self.shelf, self.store = shelf, store
        self.hall = Hall(store, self._learned)
        self.painter = Guarded(seconds=60, low=True)
        self.clerk = Guarded(seconds=20)
        self._prefill: asyncio.Task[None] | None = None

    def _learned(self, record: Record) -> list[str]:
        """The folders of what was learned of the game of a table, as it is played without options."""
        recipe = record.recipe
        is_usual = not (record.guest or recipe.get("options") or recipe.get("ruleset"))
        return self.jobs.learned(recipe["text"]) if is_usual else []

    async def picture(self, volume: Volume) -> dict[str, Any]:
        """The picture of a game, drawn once."""
        found = self.store.picture(volume.key)
        if found is None:
            found = await self.painter.ask({"do": "picture", "game": volume.recipe})
            self.store.save_picture(volume.key, found)
        return found

    @cached_property
    def wall(self) -> str:
        """The page of all games; to make it, every description is looked through once."""
        return pages.library(self.shelf.volumes.values())

    def draw_all(self) -> None:
        """Begins to draw all games, once somebody looks at the library."""
        if self._prefill is None:
            self._prefill = asyncio.create_task(self._draw_all())

    async def _draw_all(self) -> None:
        for volume in self.shelf.volumes.values():
            await self.picture(volume)

    @contextlib.asynccontextmanager
    async def running(self, _: FastAPI) -> AsyncIterator[None]:
        """The time in which the server runs."""
        yield
        if self._prefill is not None:
            self._prefill.cancel()
        await self.hall.close()
        await self.painter.close()
        await self.clerk.close()
        self.store.close()


def make_app(shelf: Shelf, folder: Path, first: str | None = None) -> FastAPI:
    """The application: what it answers, by path. It keeps its data in a folder."""
    studio = Studio(shelf, Store(folder / "studio.sqlite"), folder)
    app = FastAPI(
        title="Petteia studio", version=__version__, lifespan=studio.running, docs_url=None, redoc_url=None,
        responses=_BAD,
    )  # fmt: skip
    app.state.studio = studio
    _serve_pages(app, studio, first)
    _serve_tables(app, studio)
    _serve_editor(app, studio)
    _serve_jobs(app, studio)
    for name in ("board.js", "board.css"):
        _serve_file(app, f"/static/{name}", WIDGET / name)
    if (codemirror := _codemirror()) is not None:
        app.mount("/vendor/codemirror", StaticFiles(directory=codemirror))
    app.mount("/static", StaticFiles(directory=_STATIC))
    return app


def _serve_file(app: FastAPI, path: str, file: Path) -> None:
    from fastapi.responses import FileResponse

    async def send() -> FileResponse:
        return FileResponse(file)

    app.get(path, include_in_schema=False)(send)


def _serve_pages(app: FastAPI, studio: Studio, first: str | None) -> None:
    shelf = studio.shelf

    @app.get("/health")
    async def health() -> dict[str, str]:
        return {"status": "ok", "version": __version__}

    @app.get("/", include_in_schema=False)
    async def home() -> RedirectResponse:
        from urllib.parse import quote

        return RedirectResponse(f"/play/{quote(first, safe='')}" if first else "/games")

    @app.get("/games", response_class=HTMLResponse)
    async def games() -> str:
        studio.draw_all()
        return await asyncio.to_thread(lambda: studio.wall)

    @app.get("/play/{name}", response_class=HTMLResponse, responses={404: {"description": "No such game."}})
    async def play(name: Name) -> Response:
        volume = shelf.find(name)
        if volume is None and not name.startswith("Draft"):
            return HTMLResponse(pages.missing(name, shelf.near(name)), 404)
        return HTMLResponse(pages.play(volume.name if volume else name))

    @app.get("/saved", response_class=HTMLResponse)
    async def saved() -> str:
        return pages.saved(studio.store.recent_tables())

    @app.get("/pictures/{name}.svg", responses={404: {"description": "No such game."}})
    async def picture(name: Name, dark: bool = False) -> Response:
        volume = shelf.find(name)
        if volume is None:
            return Response(status_code=404)
        found = await studio.picture(volume)
        if "error" in found:
            return Response(_sorry(found["error"]), media_type="image/svg+xml")
        drawn = found["dark" if dark else "light"]
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


def _sorry(reason: str) -> str:
    from html import escape
    from textwrap import wrap

    lines = "".join(
        f'<text x="120" y="{90 + 16 * k}">{escape(line)}</text>' for k, line in enumerate(wrap(reason, 34)[:7])
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" font-family="sans-serif" font-size="12" '
        f'text-anchor="middle" fill="#888"><text x="120" y="62" font-size="15">Not playable here</text>{lines}</svg>'
    )


def _serve_tables(app: FastAPI, studio: Studio) -> None:
    hall, shelf = studio.hall, studio.shelf

    @app.post("/api/tables", responses=_REFUSED, status_code=201)
    async def open_table(given: NewTable) -> Any:
        try:
            found, shared = _opened(given, studio)
        except Refused as refused:
            return _refused(str(refused))
        if found is None:
            return _refused(f"no game here is called {(shared.game if shared else given.game)!r}", 404)
        name, recipe, guest = found
        recipe.update({"options": given.options} if given.options else {})
        recipe.update({"ruleset": given.ruleset} if given.ruleset else {})
        try:
            table = await hall.open(name, recipe, guest=guest, seats=given.seats or None, shared=shared)
            return {"table": table.record.id, "view": await table.view()}
        except Refused as refused:
            return _refused(str(refused))

    @app.get("/api/tables/{table}", responses=_REFUSED)
    async def show_table(table: Name) -> Any:
        found = hall.find(table)
        if found is None:
            return _refused("there is no such game", 404)
        try:
            return {"table": found.record.id, "view": await found.view()}
        except Refused as refused:
            return _refused(str(refused))

    @app.get("/api/games/{name}", responses=_REFUSED)
    async def game_facts(name: Name) -> Any:
        volume = shelf.find(name)
        if volume is None:
            return _refused(f"no game here is called {name!r}", 404)
        reply = await hall.threads.ask({"do": "facts", "game": volume.recipe})
        if "error" in reply:
            return _refused(reply["error"])
        return {**reply, "origin": volume.origin, "folder": volume.folder}

    @app.websocket("/api/tables/{table}/live")
    async def live(socket: WebSocket, table: str) -> None:
        await socket.accept()
        found = hall.find(table)
        if found is None:
            await socket.send_json({"error": "there is no such game", "gone": True})
            await socket.close()
            return
        await _converse(socket, found)


_Opening = tuple[str, dict[str, Any], bool]


def _opened(given: NewTable, studio: Studio) -> tuple[_Opening | None, Shared | None]:
    """The game for a new table, and the shared game that it goes on with, if any."""
    if not given.shared:
        return _game_of(given, studio), None
    shared = read_shared(given.shared)
    game = NewTable(text=shared.description) if shared.description else NewTable(game=shared.game)
    found = _game_of(game, studio)
    if found is not None:
        found[1].update({"options": list(shared.options)} if shared.options else {})
        found[1].update({"ruleset": shared.ruleset} if shared.ruleset else {})
    return found, shared


def _game_of(given: NewTable, studio: Studio) -> _Opening | None:
    """Name and recipe of the game for a new table, and whether its text came through the browser."""
    if given.text:
        return "Draft", {"text": given.text}, True
    before = studio.hall.find(given.again) if given.again else None
    if before is not None:
        return before.record.game, dict(before.record.recipe), before.record.guest
    volume = studio.shelf.find(given.game)
    return (volume.name, dict(volume.recipe), False) if volume else None


async def _converse(socket: WebSocket, table: Table) -> None:
    """Messages of one browser at one table, until it leaves."""

    async def hear(message: dict[str, Any]) -> None:
        await asyncio.wait_for(socket.send_json(message), 30)

    table.listeners.add(hear)
    try:
        await hear({"view": await table.view()})
        while True:
            text = await socket.receive_text()
            try:
                await table.do(_message(text))
            except Refused as refused:
                await hear({"error": str(refused)})
    except (WebSocketDisconnect, RuntimeError, TimeoutError, KeyError):
        pass  # it left, or does not listen
    except Refused as refused:
        with contextlib.suppress(RuntimeError):
            await hear({"error": str(refused)})
    finally:
        table.listeners.discard(hear)
        if not table.listeners:
            table.pause()  # nobody is there: no time passes


def _message(text: str) -> dict[str, Any]:
    if len(text) > _MOST_MESSAGE:
        raise Refused("the message is too long")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("the message is not JSON") from None
    if not isinstance(message, dict):
        raise Refused("a message is an object with the key do")
    return message


def _codemirror() -> Path | None:
    """The folder of CodeMirror, ready for browsers, as the wheel of NiceGUI brings it; None where that is missing."""
    from importlib.util import find_spec

    found = find_spec("nicegui")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent / "elements" / "codemirror" / "dist"
    return folder if (folder / "index.js").is_file() else None


def _serve_editor(app: FastAPI, studio: Studio) -> None:
    @app.get("/editor", response_class=HTMLResponse)
    async def editor(game: str = "") -> str:
        volume = studio.shelf.find(game) if game else None
        text = volume.text if volume else studio.store.draft("editor") or studio.shelf.volumes["Tic-Tac-Toe"].text
        games = studio.store.recent_tables()
        return pages.editor(text, studio.shelf.volumes, games, codemirror=_codemirror() is not None)

    @app.get("/api/templates/{kind}", responses=_REFUSED)
    async def template(kind: Name) -> Any:
        if kind not in KINDS:
            return _refused(f"there are templates for {', '.join(KINDS)}", 404)
        return {"text": new_description("My Game", kind, "my-game.lud")}

    @app.post("/api/compare", responses=_REFUSED, status_code=201)
    def compare(given: TwoVersions) -> Any:
        name = Entry.name_in(given.text) or "Draft"
        try:
            volume = Volume(name, given.text, "editor")
            return {"job": studio.jobs.start(volume, "compare", given.games, before=given.before)}
        except Refused as refused:
            return _refused(str(refused))

    @app.post("/api/replay", responses=_REFUSED)
    async def replay(given: Replay) -> Any:
        found = studio.hall.find(given.table)
        if found is None:
            return _refused("there is no such game", 404)
        labels = [node[2] for node in (found.record.nodes[k] for k in found.line())]
        request = {"do": "replay", "game": {"text": given.text}, "seed": found.record.seed, "labels": labels}
        reply = await studio.hall.guests.ask("editor", {**request, "shown": True})
        return _refused(reply["error"]) if "error" in reply else {**reply, "labels": labels}

    @app.get("/api/texts/{name}", responses=_REFUSED)
    async def description(name: Name) -> Any:
        volume = studio.shelf.find(name)
        return {"text": volume.text} if volume else _refused(f"no game here is called {name!r}", 404)

    @app.post("/api/check")
    async def check(given: Writing) -> dict[str, Any]:
        studio.store.save_draft("editor", given.text)
        return await studio.clerk.ask({"do": "check", "text": given.text})

    @app.post("/api/draw")
    async def draw(given: Writing) -> dict[str, Any]:
        return await studio.hall.guests.ask("editor", {"do": "draft", "game": {"text": given.text}})

    @app.post("/api/complete")
    async def complete(given: Writing) -> dict[str, Any]:
        return await studio.clerk.ask({"do": "complete", "text": given.text, "offset": given.offset})

    @app.post("/api/meaning")
    async def meaning(given: Writing) -> dict[str, Any]:
        return await studio.clerk.ask({"do": "meaning", "text": given.text, "offset": given.offset})

    @app.post("/api/format", responses=_REFUSED)
    async def lay_out(given: Writing) -> Any:
        reply = await studio.clerk.ask({"do": "format", "text": given.text})
        return _refused(reply["error"]) if "error" in reply else reply


def _serve_jobs(app: FastAPI, studio: Studio) -> None:
    jobs, shelf = studio.jobs, studio.shelf

    @app.get("/work", response_class=HTMLResponse)
    async def work() -> str:
        return pages.work(shelf.volumes)

    @app.get("/study", response_class=HTMLResponse)
    async def study() -> str:
        return pages.study(shelf.volumes, studio.store.draft("study"))

    @app.post("/api/studies", responses=_REFUSED, status_code=201)
    def start_study(given: NewStudy) -> Any:
        if given.text:
            studio.store.save_draft("study", given.text)
        volume = Volume(Entry.name_in(given.text) or "Draft", given.text, "study") if given.text else None
        volume = volume or shelf.find(given.game)
        if volume is None or (given.kind == "complete" and not given.text):
            reason = f"no game here is called {given.game!r}" if given.game else "there is no description to study"
            return _refused(reason, 404)
        wanted = Wanted(given.wish, given.level, given.trials, given.seconds)
        try:
            return {"job": jobs.start(volume, given.kind, 0, wanted=wanted, guest=bool(given.text))}
        except Refused as refused:
            return _refused(str(refused))

    @app.get("/api/jobs/{job}/result", responses=_REFUSED)
    def job_result(job: Name) -> Response:
        try:
            return Response(jobs.file(job, "result"), media_type="application/json")
        except Refused as refused:
            return _refused(str(refused), 404)

    @app.get("/api/jobs/{job}/report", responses=_REFUSED)
    def job_report(job: Name) -> Response:
        try:
            page = jobs.file(job, "report")
        except Refused as refused:
            return _refused(str(refused), 404)
        return HTMLResponse(page, headers={"content-security-policy": _APART})

    @app.get("/api/jobs")
    def list_jobs() -> dict[str, Any]:
        return {"jobs": jobs.all()}

    @app.post("/api/jobs", responses=_REFUSED, status_code=201)
    def start_job(given: NewJob) -> Any:
        volume = shelf.find(given.game)
        if volume is None:
            return _refused(f"no game here is called {given.game!r}", 404)
        try:
            return {"job": jobs.start(volume, given.kind, given.games, given.agents)}
        except Refused as refused:
            return _refused(str(refused))

    @app.post("/api/jobs/{job}/{what}", responses=_REFUSED)
    def change_job(job: Name, what: Literal["stop", "resume"]) -> Any:
        try:
            jobs.stop(job) if what == "stop" else jobs.resume(job)
        except Refused as refused:
            return _refused(str(refused))
        return {"job": job}
