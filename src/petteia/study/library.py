"""A library of complete rule sets: their clauses by role, their equipment, and how near they are to another."""

from __future__ import annotations

import gc
import hashlib
import pickle
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from pathlib import Path

from petteia.errors import PetteiaError
from petteia.lang import Clause, Terminal, Tree, bind, decode, expand
from petteia.lang import Sequence as Listing
from petteia.lang.show import inline_text
from petteia.lang.tree import Node
from petteia.ludemes import Game as GameLudeme
from petteia.native.cache import default_folder
from petteia.types import Place

from .holes import WORD

SECTIONS = ("players", "equipment", "start", "play", "end", "rules", "game")
_FORM = 3
_BLIND, _GUESS = 30.0, 0.3
"""Weight and nearness of what is not known: where little of a rule set is left, no source is much nearer."""
_PIECE = re.compile(r'\(piece "([^"]+)"(?: (\w+))?')
_NAMED = re.compile(r'\((track|regions|map|hand|dice|deck|dominoes)(?: "([^"]+)")?')
CLASS = re.compile(r'\(classification\s+"([^"]*)"')
IDENTITY = re.compile(r'\(id\s+"([^"]*)"')
_TRAILING = re.compile(r"\d+$")


def walk_sections(root: Clause) -> Iterator[tuple[Clause, str, Listing | None]]:
    """Each clause with the section of the game it stands in; in the order written."""
    stack: list[tuple[Node, str]] = [(root, "game")]
    while stack:
        node, section = stack.pop()
        if isinstance(node, Terminal):
            continue
        if isinstance(node, Clause):
            section = section_of(node.keyword, section)
            yield node, section, None
        stack.extend((item, section) for item in reversed(node.items) if not isinstance(item, Terminal))


def section_of(keyword: str, outer: str) -> str:
    """The section that a clause opens or stands in."""
    if outer in ("game", "rules") and keyword in ("players", "equipment", "rules", "start", "play", "end"):
        return keyword
    return outer


@dataclass(frozen=True)
class Equipment:
    """Names that rules can refer to: pieces with their owners, tracks, regions, maps; hands and dice."""

    pieces: tuple[tuple[str, str], ...]
    tracks: tuple[str, ...]
    regions: tuple[str, ...]
    maps: tuple[str, ...]
    hand: bool
    dice: bool
    track: bool
    region: bool

    def of_player(self, player: int) -> list[str]:
        """The full names of the pieces of a player; 0 has the neutral and shared ones."""
        found = []
        for name, role in self.pieces:
            if role == "Each" and player:
                found.append(name + str(player))
            elif role == f"P{player}" or (not player and role in ("Neutral", "Shared", "")):
                found.append(name + str(player) if player else name)
        return found


def equipment_of(text: str) -> Equipment:
    """The names in the text of some equipment."""
    named = _NAMED.findall(text)

    def names(kind: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for word, name in named if word == kind and name))

    kinds = {word for word, _ in named}
    return Equipment(
        tuple((name, role or "Neutral") for name, role in _PIECE.findall(text)), names("track"), names("regions"),
        names("map"), "hand" in kinds, "dice" in kinds, "track" in kinds, "regions" in kinds,
    )  # fmt: skip


class _Unplaced(Tree):
    """Clauses kept without their text: all of them stand at the beginning of the library."""

    def __init__(self, root: Clause) -> None:
        self.root = root

    def place(self, offset: int) -> Place:
        """The same for all clauses."""
        return Place("library", 1, 1)


@dataclass
class Source:
    """A complete rule set of the library."""

    path: str
    ruleset: str | None
    name: str
    identity: str
    category: str
    root: Clause
    features: dict[str, frozenset[str]]

    @cached_property
    def equipment(self) -> Equipment:
        """Names of its equipment."""
        return equipment_of(self.equipment_text)

    @cached_property
    def equipment_text(self) -> str:
        """The equipment clause in one line."""
        return next(
            (inline_text(one) for one in self.root.items if isinstance(one, Clause) and one.keyword == "equipment"), ""
        )

    @cached_property
    def clauses(self) -> dict[tuple[str, str], list[Clause]]:
        """Clauses by keyword and section."""
        found: dict[tuple[str, str], list[Clause]] = defaultdict(list)
        for clause, section, _ in walk_sections(self.root):
            found[clause.keyword, section].append(clause)
        return found

    def bound(self) -> GameLudeme | None:
        """Its ludemes; None for a match, and where they do not bind any more."""
        try:
            found = bind(_Unplaced(self.root))
        except PetteiaError:
            return None
        return found if isinstance(found, GameLudeme) else None

    @property
    def label(self) -> str:
        """The file and, where there is one, the ruleset."""
        return f"{self.path} ({self.ruleset.removeprefix('Ruleset/')})" if self.ruleset else self.path


def features_of(root: Clause) -> dict[str, frozenset[str]]:
    """The parts of a rule set, by section: keywords with their kind, and words and numbers in their clause."""
    found: dict[str, set[str]] = defaultdict(set)
    for clause, section, _ in walk_sections(root):
        kind = next((item.text for item in clause.items if isinstance(item, Terminal) and item.text[:1].isupper()), "")
        found[section].add(clause.keyword)
        if kind and not WORD.fullmatch(kind):
            found[section].add(f"{clause.keyword} {kind}")
        for item in clause.items:
            if isinstance(item, Terminal) and not item.text.startswith('"') and not WORD.fullmatch(item.text):
                found[section].add(f"{clause.keyword}:{item.name or ''}:{item.text}")
            elif isinstance(item, Clause):
                found[section].add(f"{clause.keyword}>{item.keyword}")
    return {name: frozenset(words) for name, words in found.items()}


@dataclass
class Library:
    """Rule sets with the weight that each of their parts has as a sign of kinship: rare parts say more."""

    sources: list[Source]
    rarity: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        counts = Counter(
            f"{section}/{word}" for one in self.sources for section, words in one.features.items() for word in words
        )
        total = len(self.sources) + 1
        self.rarity = {word: log(total / (1 + count)) + 0.1 for word, count in counts.items()}

    def nearness(self, features: dict[str, frozenset[str]], holed: dict[str, bool], source: Source) -> float:
        """Shared parts over all, weighed by rarity; in sections with holes what the other has more is no fault."""
        common = union = 0.0
        most = log(len(self.sources) + 1) + 0.1
        for section in SECTIONS:
            ours, theirs = features.get(section, frozenset()), source.features.get(section, frozenset())
            both = sum(self.rarity.get(f"{section}/{w}", most) for w in ours & theirs)
            common += both
            union += both + sum(self.rarity.get(f"{section}/{w}", most) for w in ours - theirs)
            if not holed.get(section):
                union += sum(self.rarity.get(f"{section}/{w}", most) for w in theirs - ours)
        return (common + _BLIND * _GUESS) / (union + _BLIND)


def read_library(
    folders: Sequence[Path], defs: Sequence[Path | str], progress: Callable[[float], None] = lambda share: None
) -> Library:
    """All complete rule sets of the descriptions in some folders; kept in the cache by content."""
    files = sorted({file for folder in folders for file in Path(folder).rglob("*.lud")})
    if not files:
        raise PetteiaError(f"there is no description in {', '.join(map(str, folders))}")
    kept = default_folder() / f"library-{_digest(files, defs)}.pickle"
    if (known := _kept(kept)) is not None:
        return Library(known)
    sources: list[Source] = []
    seen: set[str] = set()
    for k, file in enumerate(files):
        base = next(Path(folder) for folder in folders if file.is_relative_to(folder))
        for source, digest in _read_file(file, base, defs):
            if digest not in seen:
                seen.add(digest)
                sources.append(source)
        progress((k + 1) / len(files))
    _keep(kept, sources)
    return Library(sources)


def _kept(path: Path) -> list[Source] | None:
    """The sources in a file of the cache; None if it is not there, or damaged."""
    was_on = gc.isenabled()
    gc.disable()  # hundreds of thousands of small objects, none of them in a circle
    try:
        found = pickle.loads(path.read_bytes())
    except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ValueError):
        return None
    finally:
        if was_on:
            gc.enable()
    gc.freeze()
    return found if isinstance(found, list) else None


def _keep(path: Path, sources: list[Source]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{id(sources)}.new")
        fresh.write_bytes(pickle.dumps(sources, protocol=5))
        fresh.replace(path)
    except OSError:
        pass  # a cache that cannot be written only costs time


def _digest(files: Iterable[Path], defs: Sequence[Path | str]) -> str:
    parts = [str(_FORM)]
    for file in [*files, *(one for folder in defs for one in sorted(Path(folder).rglob("*.def")))]:
        stat = file.stat()
        parts.append(f"{file.resolve()} {stat.st_size} {stat.st_mtime_ns}")
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()


def _read_file(file: Path, base: Path, defs: Sequence[Path | str]) -> Iterator[tuple[Source, str]]:
    """The rulesets of one file; what cannot be read is left out."""
    try:
        text = decode(file.read_bytes(), file.name)
        first = expand(text, define_folders=defs, name=file.name)
        names: list[str | None] = [
            one.name for one in first.rulesets if one.selections and "Incomplete" not in one.name
        ]
        for name in names or [None]:
            whole = first if name is None else expand(text, ruleset=name, define_folders=defs, name=file.name)
            root = whole.tree.root
            if root.keyword != "game" or "[" in whole.text:
                continue
            category, identity = CLASS.search(whole.metadata), IDENTITY.search(whole.metadata)
            title = root.items[0].text.strip('"') if root.items and isinstance(root.items[0], Terminal) else file.stem
            path = file.relative_to(base).as_posix()
            yield Source(
                path, name, title, identity[1] if identity else "", category[1] if category else "", root,
                features_of(root),
            ), whole.sha1  # fmt: skip
    except (PetteiaError, OSError, UnicodeDecodeError):
        return


def base_name(full: str) -> tuple[str, int | None]:
    """The name of a piece without the number of its player, and that number."""
    found = _TRAILING.search(full)
    return (full, None) if not found else (full[: found.start()], int(found[0]))
