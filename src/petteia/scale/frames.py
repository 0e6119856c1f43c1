"""Messages between processes: a length, then a pickle."""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

_LENGTH = struct.Struct("<Q")


def write_frame(channel: IO[bytes], message: object) -> None:
    """Sends a message."""
    data = pickle.dumps(message)
    channel.write(_LENGTH.pack(len(data)))
    channel.write(data)
    channel.flush()


def read_frame(channel: IO[bytes]) -> Any:
    """The next message; EOFError when there will be none."""
    head = channel.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = channel.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)
