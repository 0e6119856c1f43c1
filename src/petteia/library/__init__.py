"""Games at hand by name: facts that descriptions tell about themselves, and libraries of others' descriptions."""

from .entry import Entry, plain_name
from .shelf import Library, add_library, find_entry, libraries, remove_library, search
from .source import Source, open_source
from .templates import KINDS, new_description

__all__ = [
    "KINDS",
    "Entry",
    "Library",
    "Source",
    "add_library",
    "find_entry",
    "libraries",
    "new_description",
    "open_source",
    "plain_name",
    "remove_library",
    "search",
]
