"""The binder: which ludeme each clause is, by the types that fit.

Clauses are matched from the inside out: each keeps all forms of its keyword that its arguments fit. Then the types flow
from the outside in, and each clause becomes the form that its place expects. No form is tried twice, nothing recurses.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from petteia.lang.literals import literal_value, read_literal
from petteia.lang.match import Assignment, Match, Matches, choose_match
from petteia.lang.tree import Clause, Node, Sequence, Terminal, Tree
from petteia.ludemes import Game, Ludeme, SlotType, forms
from petteia.ludemes import Match as MatchLudeme

__all__ = ["bind"]

_ROOT = SlotType(0, (Game, MatchLudeme), ())


def bind(tree: Tree) -> Game | MatchLudeme:
    """The game or match a tree describes; raises LudTypeError at the innermost clause that means nothing."""
    matches: Matches = {}
    for clause in _inside_out(tree.root):
        found = list(_matches(clause, matches))
        if not found:
            from petteia.lang.diagnose import explain  # costs more than binding most games

            raise explain(clause, matches, tree)
        matches[id(clause)] = found
    game = _build(tree, matches)
    assert isinstance(game, Game | MatchLudeme)
    return game


def _inside_out(root: Clause) -> Iterator[Clause]:
    """All clauses, each after those it contains."""
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if isinstance(node, Terminal):
            continue
        if ready:
            if isinstance(node, Clause):
                yield node
            continue
        stack.append((node, True))
        stack.extend((item, False) for item in reversed(node.items) if not isinstance(item, Terminal))


def _matches(clause: Clause, matches: Matches) -> Iterator[Match]:
    """All forms that a clause fits."""
    for form in _forms_for(clause.keyword, _first_word(clause), len(clause.items)):
        places = Assignment(clause.items, form.slots(), matches).first()
        if places is not None:
            yield Match(form, places)


def _first_word(clause: Clause) -> str | None:
    """The word right after the keyword, which often is the kind of the ludeme."""
    first = clause.items[0] if clause.items else None
    return read_literal(first.text).word if isinstance(first, Terminal) and first.name is None else None


@lru_cache(maxsize=1 << 14)
def _forms_for(keyword: str, word: str | None, arguments: int) -> tuple[type[Ludeme], ...]:
    """The forms that are not ruled out by the first word and the number of arguments."""
    found = []
    for form in forms(keyword):
        slots = form.slots()
        least = sum(not slot.optional for slot in slots)
        if slots and slots[0].type.words and not slots[0].optional and word not in slots[0].type.words:
            continue
        if least <= arguments <= len(slots):
            found.append(form)
    return tuple(found)


def _build(tree: Tree, matches: Matches) -> Ludeme:
    """The ludeme of the root, once all clauses are matched."""
    built: dict[int, Ludeme] = {}
    for clause, match in reversed(_chosen(tree.root, matches)):
        slots = match.form.slots()
        values: dict[str, Any] = dict.fromkeys([slot.attribute for slot in slots])
        for item, at in zip(clause.items, match.places, strict=True):
            values[slots[at].attribute] = _value(item, slots[at].type, built, tree)
        built[id(clause)] = match.form.bound(values, tree, clause.offset)
    return built[id(tree.root)]


def _chosen(root: Clause, matches: Matches) -> list[tuple[Clause, Match]]:
    """Each clause with the form its place expects, the outer ones first."""
    chosen = []
    stack: list[tuple[Node, SlotType]] = [(root, _ROOT)]
    while stack:
        node, wanted = stack.pop()
        if isinstance(node, Sequence):
            inner = wanted.inner()
            stack.extend((item, inner) for item in node.items if not isinstance(item, Terminal))
        elif isinstance(node, Clause):
            match = choose_match(node, wanted, matches)
            assert match is not None
            chosen.append((node, match))
            slots = match.form.slots()
            stack.extend((item, slots[at].type) for item, at in zip(node.items, match.places, strict=True))
    return chosen


def _value(node: Node, wanted: SlotType, built: dict[int, Ludeme], tree: Tree) -> Any:
    """The value of an argument, the clauses in it being built; lists nest only as deep as their type."""
    if isinstance(node, Clause):
        return built[id(node)]
    if isinstance(node, Sequence):
        inner = wanted.inner()
        return [_value(item, inner, built, tree) for item in node.items]
    return literal_value(node.text, wanted, tree, node.offset)
