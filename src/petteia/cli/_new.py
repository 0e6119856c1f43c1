"""`petteia new`: a small description to begin with."""

from __future__ import annotations

import re
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.files import replace_file
from petteia.library import new_description


def write_new(name: str, kind: str) -> None:
    """Writes a description into the working folder, never over one that is there."""
    if not re.fullmatch(r"[^\W_][\w '()&+.-]{0,60}", name):
        raise PetteiaError(f"{name!r} is no name for a game: letters, digits, spaces and '()&+.- may be in it")
    path = Path(f"{name}.lud")
    if path.exists():
        raise PetteiaError(f"{path} exists already; choose another name, or remove it first")
    quoted = f'"{path}"' if " " in path.name else path.name
    replace_file(path, new_description(name, kind, quoted))
    print(f"{path} is written; try: petteia play {quoted}")
    print("docs/writing-games.md builds a game step by step; petteia check tells mistakes")
