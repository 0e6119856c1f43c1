"""Games at hand by name: facts that descriptions tell about themselves, and libraries of others' descriptions."""

from .entry import Entry
from .shelf import Library, add_library, find_entry, libraries, remove_library, search
from .source import Source, open_source

__all__ = [
    "Entry",
    "Library",
    "Source",
    "add_library",
    "find_entry",
    "libraries",
    "open_source",
    "remove_library",
    "search",
]
