"""The door of the studio: who may ask, from where, and how much may be sent. Plain ASGI, before anything else."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 1_000_000
_MOST_DROPPED = 16_000_000
"""Somewhat larger bodies are read and dropped: who still sends does not hear that it was too much."""
_BODY_SECONDS = 15.0
_COOKIE = "petteia-token"
_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (
        b"content-security-policy",
        # Nothing here evaluates text; programs that drive a browser to test pages do.
        b"default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        b"img-src 'self' data:; connect-src 'self'; "
        b"object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    ),
]


class Door:
    """Lets requests in that name this server, come from its own pages, are small, and bring the token if needed."""

    def __init__(self, app: App, hosts: frozenset[str] | None, token: str | None = None) -> None:
        assert hosts is not None or token is not None, "a server that goes by any name needs a token"
        self._app, self._hosts, self._token = app, hosts, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a connection."""
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        headers = {name.lower(): value for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            return await _refuse(scope, receive, send, *refusal)
        if scope["type"] == "websocket":
            return await self._app(scope, receive, send)
        body = await _body(receive, headers)
        if body is None:
            return await _refuse(scope, receive, send, 413, f"more than {MOST_BYTES:,} bytes, or too slow")
        await self._app(scope, _replayed(body, receive), self._with_headers(scope, send))

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if self._hosts is not None and host not in self._hosts:
            return 421, "this server does not go by that name"
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1").lower() != f"http://{host}":
            return 403, "requests from other pages are not answered"
        if self._token is not None and scope["path"] != "/health" and not self._knows(scope, headers):
            return 401, "open the address that the studio printed: it holds the token"
        return None

    def _knows(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        assert self._token is not None
        given = [headers.get(b"authorization", b"").decode("latin-1").removeprefix("Bearer ")]
        given += parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [])
        try:
            cookie = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).get(_COOKIE)
        except CookieError:
            cookie = None
        given += [cookie.value] if cookie else []
        return any(secrets.compare_digest(one.encode(), self._token.encode()) for one in given)

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", []))
                own = {name for name, _ in given}  # a page that is kept apart brings a policy of its own
                message["headers"] = [*given, *(one for one in _HEADERS if one[0] not in own)]
                if self._token is not None and scope["path"] != "/health":
                    cookie = f"{_COOKIE}={self._token}; Path=/; HttpOnly; SameSite=Strict"
                    message["headers"].append((b"set-cookie", cookie.encode()))
            await send(message)

        return sending


async def _body(receive: Receive, headers: dict[bytes, bytes]) -> bytes | None:
    """The whole body of a request; None if it is too large or does not come in time."""
    told = headers.get(b"content-length", b"0")
    if not told.isdigit() or int(told) > _MOST_DROPPED:
        return None
    body, length = b"", 0
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                part = bytes(message.get("body", b""))
                length += len(part)
                if length > _MOST_DROPPED:
                    return None
                if length <= MOST_BYTES:
                    body += part
                if not message.get("more_body"):
                    return body if length <= MOST_BYTES else None
    except TimeoutError:
        return None


def _replayed(body: bytes, receive: Receive) -> Receive:
    parts: list[MutableMapping[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> MutableMapping[str, Any]:
        return parts.pop() if parts else await receive()

    return again


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        return await send({"type": "websocket.close", "code": 1008, "reason": reason})
    body = reason.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"), *_HEADERS,
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
