"""Who is let in: hosts, origins, tokens, sizes, paths; bad requests and messages get an answer, and nothing is lost."""

import http.client
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from petteia.studio._rooms import Guarded

from .conftest import Server, run_apart

_WIDE = """(game "Wide" (players 2) (equipment {(board (square SIZE)) (piece "D" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def ask(server: Server, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
    """The answer to a request that is sent as it is."""
    wire = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        wire.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            wire.putheader(name.replace("_", "-"), value)
        if body is not None:
            wire.putheader("Content-Length", str(len(body)))
        wire.endheaders(body)
        reply = wire.getresponse()
        return reply.status, reply.read()
    finally:
        wire.close()


def post(server: Server, path: str, body: Any) -> tuple[int, Any]:
    """The answer to JSON."""
    status, reply = ask(server, "POST", path, json.dumps(body).encode(), Content_Type="application/json")
    return status, json.loads(reply)


@pytest.fixture
def table(server: Server) -> str:
    """A new game of Tic-Tac-Toe."""
    status, reply = post(server, "/api/tables", {"game": "Tic-Tac-Toe"})
    assert status == 201
    return str(reply["table"])


def test_other_hosts_and_origins_are_refused(server: Server) -> None:
    """A page elsewhere, or a name that leads here, gets nothing."""
    assert ask(server, "GET", "/games", Host="evil.example")[0] == 421
    assert ask(server, "GET", "/games", Host=f"127.0.0.1:{server.port}", Origin="http://evil.example")[0] == 403
    assert ask(server, "GET", "/games", Host=f"localhost:{server.port}")[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../../pyproject.toml", "/static/%2e%2e/%2e%2e/_app.py", "/static//etc/passwd",
        "/pictures/..%2f..%2f..%2fetc%2fpasswd.svg", "/play/..%2f..%2fetc%2fpasswd", "/api/texts/%2fetc%2fpasswd",
        "/vendor/codemirror/%2e%2e/__init__.py", "/api/tables/..%2f..%2fstudio.sqlite",
    ],
)  # fmt: skip
def test_no_path_leaves_its_folder(server: Server, path: str) -> None:
    """A file outside is not there."""
    status, body = ask(server, "GET", path)
    assert status in (400, 404, 405), body[:200]
    assert b"root:" not in body and b"def " not in body


def test_large_and_broken_bodies_are_refused(server: Server) -> None:
    """A body beyond the limit is not read; what is no JSON is told so."""
    assert ask(server, "POST", "/api/check", b"x" * 1_100_000, Content_Type="application/json")[0] == 413
    for body in (b"", b"{", b"[1]", b'{"text": 1}', b'{"text": "(", "offset": -5}', b"\xff\xfe", b'{"more": 1}'):
        assert ask(server, "POST", "/api/check", body, Content_Type="application/json")[0] in (400, 422)
    assert post(server, "/api/tables", {"game": "No Such Game"})[0] == 404
    status, told = post(server, "/api/tables", {"text": '(game "Broken" (players 2'})
    assert status == 409 and told["error"]


def test_a_host_for_others_needs_the_token(tmp_path: Path) -> None:
    """With --host nothing but /health is answered without the token of the printed address."""
    one = Server(tmp_path, "--host", "0.0.0.0")
    one.start()
    token = one.token
    try:
        assert token
        assert ask(one, "GET", "/health")[0] == 200
        assert ask(one, "GET", "/games")[0] == 401
        assert ask(one, "GET", "/games", Authorization="Bearer wrong")[0] == 401
        assert ask(one, "GET", "/games", Authorization=f"Bearer {token}")[0] == 200
        assert ask(one, "GET", f"/games?token={token}")[0] == 200
        assert ask(one, "GET", "/games", Cookie=f"petteia-token={token}")[0] == 200
    finally:
        one.kill()


def messages(count: int, seed: int) -> Iterator[str]:
    """Messages at random: noise, JSON of every shape, and deeds with wrong arguments."""
    chance = random.Random(seed)
    deeds = ["play", "undo", "redo", "goto", "seats", "resign", "stop", "why", "dance", "", "do"]
    values: list[Any] = [None, -1, 0, 3, 10**30, 1.5, True, "", "4>4", "x" * 300, [], {}, ["person"], ["9"] * 2, "\0"]
    for _ in range(count):
        shape = chance.randrange(4)
        if shape == 0:
            yield "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(chance.randrange(40)))
        elif shape == 1:
            yield json.dumps(chance.choice(values))
        else:
            keys = ["move", "node", "seats", "site", "more"]
            yield json.dumps({"do": chance.choice(deeds), chance.choice(keys): chance.choice(values)})


def test_random_messages_do_no_harm(server: Server, table: str) -> None:
    """Each message gets an answer or a refusal; the table can still be played afterwards."""
    websockets = pytest.importorskip("websockets.sync.client", reason="the studio needs petteia[studio]")
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
    count = int(os.environ.get("PETTEIA_MESSAGES", "500"))
    with websockets.connect(address, origin=f"http://127.0.0.1:{server.port}", max_size=None) as socket:
        socket.recv(timeout=30)
        for text in messages(count, seed=7):
            socket.send(text)
            assert json.loads(socket.recv(timeout=30)).keys() & {"view", "error", "why", "search", "searched"}
    assert ask(server, "GET", f"/api/tables/{table}")[0] == 200
    assert ask(server, "GET", "/health")[0] == 200


def test_a_socket_from_elsewhere_is_refused(server: Server, table: str) -> None:
    """Web sockets know no same-origin rule of their own."""
    websockets = pytest.importorskip("websockets.sync.client", reason="the studio needs petteia[studio]")
    from websockets.exceptions import InvalidStatus

    with pytest.raises(InvalidStatus):
        websockets.connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/live", origin="http://evil.example")


def test_a_guarded_process_is_stopped_in_time_and_begins_anew() -> None:
    """A description that takes too long is given up, and the next one is answered."""

    async def both() -> tuple[dict[str, Any], dict[str, Any]]:
        room = Guarded(seconds=1)
        late = await room.ask({"do": "draft", "game": {"text": _WIDE.replace("SIZE", "140")}})
        room.seconds = 30
        fine = await room.ask({"do": "check", "text": "(game"})
        await room.close()
        return late, fine

    late, fine = run_apart(both())
    assert "1 seconds" in late["error"]
    assert fine["mistake"]["message"]


def test_a_guarded_process_has_no_more_memory_than_it_may_have() -> None:
    """A description that needs too much gets a sentence."""

    async def draw() -> dict[str, Any]:
        room = Guarded(seconds=30, megabytes=200)
        reply = await room.ask({"do": "draft", "game": {"text": _WIDE.replace("SIZE", "150")}})
        await room.close()
        return reply

    assert "error" in run_apart(draw())


def test_long_work_is_started_watched_and_resumed(server: Server) -> None:
    """A match and a comparison of versions run in processes of their own and show results; paths are no agents."""
    import time

    bad = {"game": "Tic-Tac-Toe", "kind": "match", "games": 4, "agents": ["random", "run:/etc"]}
    assert post(server, "/api/jobs", bad)[0] == 409
    assert post(server, "/api/jobs", {**bad, "kind": "tournament", "agents": ["random"]})[0] == 409
    text = post_free(server, "/api/texts/Tic-Tac-Toe")["text"]
    versions = {"text": text.replace("(is Line <Board:size>)", "(is Line 2)"), "before": text, "games": 10}
    told = [
        post(server, "/api/jobs", {**bad, "agents": ["random", "uct:iterations=5"]}),
        post(server, "/api/compare", versions),
    ]
    assert [status for status, _ in told] == [201, 201]
    wanted = {reply["job"] for _, reply in told}
    end = time.monotonic() + 60
    while True:
        mine = {one["kind"]: one for one in post_free(server, "/api/jobs")["jobs"] if one["id"] in wanted}
        if all(one["state"] != "running" for one in mine.values()) or time.monotonic() > end:
            break
        time.sleep(0.3)
    assert [one["state"] for one in mine.values()] == ["done", "done"]
    assert mine["match"]["result"]["games"] == 4
    before, now = mine["compare"]["result"]["games"]
    assert any(one["name"] == "DurationMoves" and one["high"] < 0 for one in now["differences"]) and before["measures"]
    assert post(server, "/api/jobs/nothing-here/stop", {})[0] == 409


def test_studies_are_checked_before_they_start(server: Server) -> None:
    """A study needs a game or a text and a level there is; results and pages are there when they are."""
    assert post(server, "/api/studies", {"kind": "vary", "game": "No such game"})[0] == 404
    assert post(server, "/api/studies", {"kind": "complete", "game": "Tic-Tac-Toe"})[0] == 404
    assert post(server, "/api/studies", {"kind": "vary", "game": "Tic-Tac-Toe", "level": "run:/etc"})[0] == 409
    assert post(server, "/api/studies", {"kind": "vary", "game": "Tic-Tac-Toe", "seconds": 10**6})[0] == 422
    for what in ("result", "report"):
        assert ask(server, "GET", f"/api/jobs/no-such-work/{what}")[0] == 404


def test_templates_and_replays(server: Server, table: str) -> None:
    """The editor begins from a template that has no mistake, and replays a game under its text."""
    text = post_free(server, "/api/templates/line")["text"]
    assert post(server, "/api/check", {"text": text}) == (200, {"mistake": None, "warnings": []})
    assert ask(server, "GET", "/api/templates/nothing")[0] == 404
    status, reply = post(server, "/api/replay", {"text": text, "table": table})
    assert status == 200 and reply["made"] == reply["labels"] == []
    assert post(server, "/api/replay", {"text": "(game", "table": table})[0] == 409
    assert post(server, "/api/tables", {"shared": "Moves: 1. A1"})[0] == 409


def post_free(server: Server, path: str) -> Any:
    """The JSON at a path."""
    status, body = ask(server, "GET", path)
    assert status == 200
    return json.loads(body)
