"""The C files that depend on no game, as text: each includes what it needs, so that editors can read it by itself.

A unit holds all its text, so that compilers meet no other file: what is included is put in its place.
"""

import re
from functools import lru_cache
from pathlib import Path

_RUNTIME = Path(__file__).resolve().parent.parent / "runtime"
_INCLUDE = re.compile(r'#include "(.+)"\n|#pragma once\n')


@lru_cache(maxsize=16)
def runtime_text(name: str) -> str:
    """A file of the runtime without what it includes, which stands before it in the units of games."""
    return _INCLUDE.sub("", _read(name))


def runtime_source(*names: str) -> str:
    """Files of the runtime, one after the other, each once and behind all that it includes."""
    texts: dict[str, str] = {}
    for name in names:
        _gather(name, texts)
    return "\n".join(texts.values())


def _gather(name: str, texts: dict[str, str]) -> None:
    if name in texts:
        return
    for included in _INCLUDE.findall(_read(name)):
        if included:
            _gather(included, texts)
    texts[name] = runtime_text(name)


def _read(name: str) -> str:
    return (_RUNTIME / name).read_text(encoding="utf-8")
