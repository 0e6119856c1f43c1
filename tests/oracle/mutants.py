"""Random descriptions: games changed in numbers, words and clauses, and crossed with each other."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from petteia import lang
from petteia.errors import PetteiaError
from petteia.lang.tree import Clause, Sequence, Terminal

from .world import every

KINDS = (
    "BooleanFunction",
    "IntFunction",
    "RegionFunction",
    "IntArrayFunction",
    "NonDecision",
    "Moves",
    "EndRule",
    "DirectionFunction",
    "Result",
    "Apply",
    "Then",
    "RangeFunction",
    "To",
    "From",
    "Between",
)
WORDS = (
    {"Orthogonal", "Diagonal", "Adjacent", "All"},
    {"Mover", "Next", "P1", "P2"},
    {"N", "E", "S", "W"},
    {"Forward", "Forwards", "Backward", "Rightward", "Leftward", "FL", "FR"},
    {"Win", "Loss", "Draw"},
    {"Enemy", "Friend"},
    {"Top", "Bottom", "Left", "Right", "Corners", "Centre", "Outer", "Inner"},
    {"True", "False"},
    {"Even", "Odd"},
    {"From", "To"},
    {"Rows", "Columns"},
    {"Row", "Column"},
    {"FromTop", "FromBottom"},
)
SAME_KEYWORDS = (
    {"=", "!=", "<", ">", "<=", ">="},
    {"+", "-", "*", "max", "min"},
    {"and", "or"},
    {"who", "what"},
    {"union", "intersection", "difference"},
    {"row", "column"},
    {"slide", "step"},
)
SETTINGS = {"game", "players", "player", "equipment", "board", "mancalaBoard", "surakartaBoard", "rules", "metadata"}


@dataclass
class Node:
    """A clause, a list or a word of a description, free to be changed."""

    text: str
    name: str | None = None
    items: list[Node] = field(default_factory=list)
    kind: str = ""

    def render(self) -> str:
        """The text of it."""
        head = f"{self.name}:" if self.name else ""
        inner = " ".join(one.render() for one in self.items)
        if self.kind == "list":
            return f"{head}{{ {inner} }}"
        return f"{head}({self.text} {inner})" if self.kind else head + self.text

    def copy(self, name: str | None = None) -> Node:
        """A deep copy under another name."""
        return Node(self.text, name, [one.copy(one.name) for one in self.items], self.kind)

    def walk(self, above: tuple[Node, ...] = ()) -> Any:
        """Each node below and including this one, with those above it."""
        yield self, above
        for one in self.items:
            yield from one.walk((*above, self))


@dataclass
class Source:
    """A description taken apart: its clauses and the names of its pieces."""

    name: str
    root: Node
    pieces: list[tuple[str, str]]

    def render(self) -> str:
        """Its text."""
        return self.root.render()


def take_apart(text: str, name: str, options: Any = (), defs: Any = ()) -> Source:
    """The clauses of a description, each marked by its type."""
    expanded = lang.expand(text, options=options, define_folders=[str(d) for d in defs], name=name)
    tree = lang.read(expanded)
    bound = lang.bind(tree)
    kinds: dict[int, str] = {}
    for one in every(bound):
        bases = {base.__name__ for base in type(one).__mro__}
        kinds[one._offset] = next((k for k in KINDS if k in bases), "clause")
    pieces = [
        (one.name, "Each" if one.role is None else one.role.name)
        for one in every(bound)
        if type(one).__name__ == "Piece"
    ]
    return Source(name, _node(tree.root, kinds), pieces)


def _node(one: Any, kinds: dict[int, str]) -> Node:
    if isinstance(one, Terminal):
        return Node(one.text, one.name)
    if isinstance(one, Sequence):
        return Node("", one.name, [_node(i, kinds) for i in one.items], "list")
    assert isinstance(one, Clause)
    return Node(one.keyword, one.name, [_node(i, kinds) for i in one.items], kinds.get(one.offset, "clause"))


class Mutator:
    """Makes random descriptions from a pool of sources."""

    def __init__(self, pool: list[Source], seed: int) -> None:
        self.pool = pool
        self.random = random.Random(seed)

    def make(self) -> tuple[str, str]:
        """A random description that can be bound: what was done, and its text."""
        while True:
            source = self.random.choice(self.pool)
            root = source.root.copy()
            done = [source.name]
            for _ in range(self.random.choice((1, 1, 1, 2, 2, 3))):
                change = self.random.choices(
                    (self._number, self._word, self._keyword, self._graft, self._drop, self._cross, self._end),
                    (4, 4, 2, 4, 2, 5, 1),
                )[0]
                told = change(root, source)
                if told:
                    done.append(told)
            if len(done) == 1:
                continue
            text = root.render()
            if len(text) > 60_000:
                continue
            try:
                lang.bind(lang.read(lang.expand(text, name="mutant")))
            except PetteiaError:
                continue
            return " | ".join(done), text

    def _places(self, root: Node, fits: Any) -> list[tuple[Node, tuple[Node, ...]]]:
        return [(node, above) for node, above in root.walk() if fits(node, above)]

    def _number(self, root: Node, source: Source) -> str | None:
        found = self._places(
            root,
            lambda n, a: (
                not n.kind
                and re.fullmatch(r"\d{1,2}", n.text)
                and not any(
                    up.text in ("board", "mancalaBoard", "surakartaBoard", "players", "hand", "dice") for up in a
                )
            ),
        )
        if not found:
            return None
        node, _ = self.random.choice(found)
        old = int(node.text)
        node.text = str(max(0, self.random.choice((old - 1, old + 1, old + 2, 0, 1, 2, 3))))
        return f"{old} to {node.text}"

    def _word(self, root: Node, source: Source) -> str | None:
        groups = {word: group for group in WORDS for word in group}
        found = self._places(
            root,
            lambda n, a: (
                not n.kind and n.text in groups and not any(up.text in ("board", "players", "graph") for up in a)
            ),
        )
        if not found:
            return None
        node, _ = self.random.choice(found)
        old, node.text = node.text, self.random.choice(sorted(groups[node.text] - {node.text}))
        return f"{old} to {node.text}"

    def _keyword(self, root: Node, source: Source) -> str | None:
        groups = {word: group for group in SAME_KEYWORDS for word in group}
        found = self._places(
            root,
            lambda n, a: n.kind not in ("", "list") and n.text in groups and not any(up.text == "board" for up in a),
        )
        if not found:
            return None
        node, _ = self.random.choice(found)
        old, node.text = node.text, self.random.choice(sorted(groups[node.text] - {node.text}))
        return f"({old} to ({node.text}"

    def _graft(self, root: Node, source: Source) -> str | None:
        """A clause put in place of another of its type, within the game."""
        found = self._places(root, lambda n, a: n.kind in KINDS and len(a) > 1)
        if not found:
            return None
        node, _ = self.random.choice(found)
        others = [n for n, _ in found if n.kind == node.kind and n is not node]
        return self._put(node, self.random.choice(others).copy()) if others else None

    def _cross(self, root: Node, source: Source) -> str | None:
        """A clause of another game put in place of one of its type."""
        other = self.random.choice(self.pool)
        found = self._places(root, lambda n, a: n.kind in KINDS and len(a) > 1)
        if not found:
            return None
        node, _ = self.random.choice(found)
        theirs = [n for n, a in other.root.walk() if n.kind == node.kind and len(a) > 1]
        if not theirs:
            return None
        new = self.random.choice(theirs).copy()
        self._rename(new, other, source)
        return f"{other.name}: {self._put(node, new)}"

    def _put(self, node: Node, new: Node) -> str:
        if any(n is node for n, _ in new.walk()):
            return ""
        old = node.render()
        node.text, node.items, node.kind = new.text, new.items, new.kind
        return f"{old[:60]} to {new.render()[:60]}"

    def _rename(self, new: Node, other: Source, source: Source) -> None:
        """Names of pieces of the other game become names of this one's."""
        if not source.pieces:
            return
        plain = {name for name, _ in other.pieces}
        for node, _ in new.walk():
            if node.kind or not node.text.startswith('"'):
                continue
            name = node.text.strip('"')
            digits = name[len(name.rstrip("0123456789")) :]
            if name in plain or name.rstrip("0123456789") in plain:
                chosen, role = self.random.choice(source.pieces)
                node.text = f'"{chosen}{digits if role == "Each" else ""}"'

    def _drop(self, root: Node, source: Source) -> str | None:
        """An argument or a member of a list left out."""
        found = self._places(
            root,
            lambda n, a: (
                len(a) > 2
                and (n.kind in KINDS or n.name is not None)
                and not any(up.text in ("board", "mancalaBoard", "equipment") for up in a)
            ),
        )
        if not found:
            return None
        node, above = self.random.choice(found)
        items = above[-1].items
        items[:] = [one for one in items if one is not node]
        return f"without {node.render()[:60]}"

    def _end(self, root: Node, source: Source) -> str | None:
        """The ends, the play or the start of another game."""
        other = self.random.choice(self.pool)
        word = self.random.choice(("end", "play", "start"))
        mine = [n for n, _ in root.walk() if n.text == word and n.kind not in ("", "list")]
        theirs = [n for n, _ in other.root.walk() if n.text == word and n.kind not in ("", "list")]
        if not mine or not theirs:
            return None
        new = self.random.choice(theirs).copy()
        self._rename(new, other, source)
        return f"{other.name}: {self._put(self.random.choice(mine), new)}"


def bundled(folder: Path) -> list[Source]:
    """The bundled games."""
    return [take_apart(path.read_text(encoding="utf-8"), path.stem) for path in sorted(folder.glob("*.lud"))]


def recorded(folder: Path, chooser: random.Random, number: int) -> list[Source]:
    """Some games of the conformance folder, read in place, with options drawn at random."""
    found: list[Source] = []
    files = sorted((folder / "games").rglob("*.lud"))
    while files and len(found) < number:
        path = files.pop(chooser.randrange(len(files)))
        if path.stat().st_size > 40_000:
            continue
        try:
            text = lang.decode(path.read_bytes(), path.name)
            offered = lang.expand(text, define_folders=[str(folder / "def")], name=path.name).option_categories
            options = [chooser.choice(c.items).name for c in offered if chooser.random() < 0.3]
            source = take_apart(text, path.stem, options, [folder / "def"])
        except (PetteiaError, RecursionError):
            continue
        if len(source.render()) < 25_000:
            found.append(source)
    return found
