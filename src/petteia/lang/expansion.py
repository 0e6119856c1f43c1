"""From the text of a description to the expanded text: options, rulesets, defines, ranges, metadata."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from petteia.errors import LudSyntaxError
from petteia.lang.defines import cut_metadata, expand_defines
from petteia.lang.library import load_library
from petteia.lang.options import OptionCategory, Ruleset, choose, cut_options, cut_rulesets, substitute
from petteia.lang.ranges import expand_ranges
from petteia.lang.scan import blank_comments, closing, quoted
from petteia.lang.show import tree_text
from petteia.lang.text import Budget, Sources, Text
from petteia.lang.tree import Tree, read_tree
from petteia.types import Place

__all__ = ["Expanded", "expand"]

_WHITE_SPACE = re.compile(r"[ \t\n\r\v\f]+")


@dataclass
class Expanded:
    """A description after expansion: its text, what could be chosen and what was, and its metadata."""

    name: str
    option_categories: tuple[OptionCategory, ...]
    rulesets: tuple[Ruleset, ...]
    ruleset: Ruleset | None
    metadata: str
    _raw: Text = field(repr=False)
    _sources: Sources = field(repr=False)
    subgames: "Mapping[str, Callable[[Sequence[str]], Expanded]]" = field(default_factory=dict, repr=False)
    """How the games of a match expand with options of theirs, by name."""

    @property
    def options(self) -> tuple[str, ...]:
        """The full names of the chosen options, one for each category."""
        return tuple(category.chosen.name for category in self.option_categories)

    @cached_property
    def tree(self) -> Tree:
        """The clauses of the text."""
        return read_tree(self._raw, self._sources)

    @cached_property
    def text(self) -> str:
        """The game or match clause, laid out in lines."""
        return tree_text(self.tree.root)

    @cached_property
    def sha1(self) -> str:
        """Digest of the text without its white space, by which two readers can be compared."""
        return hashlib.sha1(_WHITE_SPACE.sub("", self.text).encode(), usedforsecurity=False).hexdigest()


def expand(
    text: str,
    *,
    options: Sequence[str] = (),
    ruleset: str | None = None,
    define_folders: Iterable[Path | str] = (),
    name: str = "text",
) -> Expanded:
    """A description with its options chosen and its defines, ranges and metadata worked out.

    `options` are full names such as "Board Size/7x7"; a name the description does not have is an error. The folders
    hold libraries of defines, besides the one that comes with the package.
    """
    if "\0" in text:
        before = text[: text.index("\0")]
        place = Place(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise LudSyntaxError("a zero byte: this is binary data, not a description", place=place)
    if not text.strip():
        raise LudSyntaxError(f"{name} is empty")
    budget = Budget()
    budget.allow_length(len(text))
    sources = Sources()
    rest = blank_comments(sources.add_file(name, text))
    rest, offered = cut_options(rest, sources)
    # compat: tags inside rulesets are substituted before the rulesets are cut out; their names hold none.
    _, rulesets = cut_rulesets(rest, sources)
    categories = choose(offered, rulesets, options, ruleset)
    rest = substitute(rest, categories, budget)
    rest, _ = cut_rulesets(rest, sources)
    rest = expand_defines(rest, load_library(define_folders), sources, budget)
    rest = expand_ranges(blank_comments(rest), sources)
    rest, metadata = cut_metadata(rest, sources)
    active = {category.chosen.name for category in categories}
    in_force = _ruleset_in_force(rulesets, active)
    names = active | ({in_force.name} if in_force else set())
    return Expanded(
        name, tuple(categories), tuple(rulesets), in_force, _keep_useful(metadata.chars, names), rest, sources
    )


def _ruleset_in_force(rulesets: Sequence[Ruleset], active: set[str]) -> Ruleset | None:
    """The first ruleset all of whose selections are active."""
    return next((one for one in rulesets if one.selections and active.issuperset(one.selections)), None)


def _keep_useful(metadata: str, active: set[str]) -> str:
    """The metadata without the `(useFor ...)` parts that are for other options."""
    pieces = []
    done = 0
    while (start := metadata.find("(useFor", done)) >= 0:
        close = closing(metadata, start)
        if close < 0:
            break
        pieces.append(metadata[done:start])
        names_start, names_end = _names_span(metadata, start, close)
        if active.issuperset(quoted(metadata[names_start:names_end])):
            pieces.append(metadata[names_end:close])
        done = close + 1
    return "".join([*pieces, metadata[done:]])


def _names_span(metadata: str, start: int, close: int) -> tuple[int, int]:
    """Where the option names of a `(useFor` stand: a list in braces, or one string."""
    brace = metadata.find("{", start, close)
    quote = metadata.find('"', start, close)
    if 0 <= brace and (quote < 0 or brace < quote):
        end = closing(metadata, brace, close)
        return brace, end + 1 if end >= 0 else close
    end = metadata.find('"', quote + 1, close) if quote >= 0 else -1
    return (quote, end + 1) if end >= 0 else (start, start)
