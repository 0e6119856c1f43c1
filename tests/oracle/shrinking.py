"""A description that differs made smaller, as long as it still differs: what is left shows the rule at fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from petteia.errors import PetteiaError

from .mutants import Node, take_apart

LEAVES = {
    "BooleanFunction": ("True", "False"),
    "IntFunction": ("1", "(last To)"),
    "RegionFunction": ("(sites {5})", "(sites Board)"),
    "NonDecision": ("(addScore Mover 1)",),
    "Moves": ("(move Pass)", "(move Add (to (sites Empty)))"),
}


def shrink(text: str, differs: Callable[[str], bool], tries: int = 200) -> str:
    """The smallest description found that still differs."""
    left = [tries]
    while True:
        smaller = next((one for one in _smaller(text) if _spend(left) and differs(one)), None)
        if smaller is None:
            return text
        text = smaller


def _spend(left: list[int]) -> bool:
    left[0] -= 1
    return left[0] >= 0


def _smaller(text: str) -> Iterator[str]:
    """Descriptions with one clause less, the largest cuts first."""
    try:
        root = take_apart(text, "shrunk").root
    except PetteiaError:
        return
    number = sum(1 for _ in root.walk())
    seen = {text}
    for index in range(number):
        for change in _changes(index, root):
            if change not in seen and len(change) < len(root.render()):
                seen.add(change)
                yield change


def _changes(index: int, root: Node) -> Iterator[str]:
    node, above = list(root.walk())[index]
    if not above or any(up.text in ("board", "players") for up in (*above, node)):
        return
    parent = above[-1]
    place = next(i for i, one in enumerate(parent.items) if one is node)
    for inner, _ in list(node.walk())[1:]:
        if inner.kind == node.kind and inner.kind not in ("", "list", "clause"):
            yield _with(root, parent, place, inner.copy(node.name))
    for leaf in LEAVES.get(node.kind, ()):
        yield _with(root, parent, place, Node(leaf, node.name))
    yield _with(root, parent, place, None)


def _with(root: Node, parent: Node, place: int, new: Node | None) -> str:
    old = parent.items
    parent.items = [*old[:place], *([new] if new else []), *old[place + 1 :]]
    try:
        return root.render()
    finally:
        parent.items = old
