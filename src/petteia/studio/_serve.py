"""Starting the studio: address, token, folder of its data, browser."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from petteia.errors import PetteiaError

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_MOST_MESSAGE_BYTES = 64 * 1024


def serve(
    game: str | None = None,
    *,
    port: int = 8321,
    host: str | None = None,
    browser: bool = True,
    folders: Sequence[Path] = (),
) -> None:
    """Serves until it is interrupted, and prints the address as the last word of a line."""
    try:
        import fastapi  # noqa: F401
        import uvicorn
    except ImportError:
        raise PetteiaError("the studio needs more packages: pip install 'petteia[studio]'") from None
    from ._app import make_app
    from ._guard import App, Door
    from ._shelf import Shelf

    shelf = Shelf(folders)
    first = shelf.find(game) if game else None
    if game and first is None:
        near = shelf.near(game)
        raise PetteiaError(f"no game is called {game!r}" + (f"; did you mean {' or '.join(near)}?" if near else ""))
    listening = _listen(host or "127.0.0.1", port)
    port = listening.getsockname()[1]
    outside = host is not None and not _is_loopback(host)
    token = secrets.token_urlsafe(16) if outside else None
    names = [*_LOOPBACK, *([host.lower()] if host else [])]
    app: App = make_app(shelf, data_folder(), first.name if first else None)
    everywhere = host in ("0.0.0.0", "::")  # others call it by names that are not known here
    door = Door(app, None if everywhere else frozenset(f"{name}:{port}" for name in names), token)
    shown = f"[{host}]" if host and ":" in host else host or "127.0.0.1"
    address = f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
    print(f"Petteia studio: {address}", flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        door, log_level="warning", access_log=False, ws_max_size=_MOST_MESSAGE_BYTES, timeout_keep_alive=30,
        ws_per_message_deflate=False,  # the wire is short: to pack boards takes longer than to send them
        limit_concurrency=2000, timeout_graceful_shutdown=2, server_header=False,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])


def data_folder() -> Path:
    """The folder of what the studio remembers; `$PETTEIA_STUDIO` names another."""
    from platformdirs import user_data_path

    given = os.environ.get("PETTEIA_STUDIO")
    return Path(given) if given else user_data_path("petteia") / "studio"


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; the system chooses a port if 0 is given, or if the usual one is taken."""
    for wanted in (port, 0) if port == 8321 else (port,):
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            made = socket.socket(family, socket.SOCK_STREAM)
            if sys.platform != "win32":
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((host, wanted))
            made.listen(256)
            return made
        except OSError as error:
            reason = error.strerror or str(error)
    raise PetteiaError(f"the studio cannot listen at {host}:{port}: {reason.lower()}")
