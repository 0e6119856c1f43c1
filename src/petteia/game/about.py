"""The metadata of a description for people: description, rules in words, source, and the like."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ENTRY = re.compile(r'\(\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\)')
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class About:
    """Texts about a game; empty where the description says nothing."""

    description: str = ""
    rules: str = ""
    source: str = ""
    author: str = ""
    date: str = ""
    version: str = ""
    credit: str = ""

    def to_json(self) -> dict[str, str]:
        """The texts by name."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @classmethod
    def from_metadata(cls, metadata: str) -> About:
        """Reads the `(info ..)` part of a metadata clause; the first entry of each kind counts.

        >>> About.from_metadata('(metadata (info {(description "Five   in a row.") (source "Our own.")}))').description
        'Five in a row.'
        """
        found: dict[str, str] = {}
        for word, text in _ENTRY.findall(metadata):
            found.setdefault(word, _SPACE.sub(" ", text.replace('\\"', '"')).strip())
        return cls(**{name: found.get(name, "") for name in cls.__dataclass_fields__})
