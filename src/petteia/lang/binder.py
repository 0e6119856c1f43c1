"""The binder: which ludeme each clause is, by the types that fit.

Clauses are matched from the inside out: each keeps all forms of its keyword that its arguments fit. Then the types flow
from the outside in, and each clause becomes the form that its place expects. No form is tried twice, nothing recurses.
Defines write the same clauses again and again: those that are written alike are matched once, and become one ludeme.
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

Firsts = dict[int, Clause]
"""For each clause, by its identity, the first that is written like it."""


def bind(tree: Tree) -> Game | MatchLudeme:
    """The game or match a tree describes; raises LudTypeError at the innermost clause that means nothing."""
    matches: Matches = {}
    firsts: Firsts = {}
    alike: dict[tuple[object, ...], Clause] = {}
    for clause in _inside_out(tree.root):
        first = firsts[id(clause)] = alike.setdefault(_wording(clause, firsts), clause)
        matches[id(clause)] = matches[id(first)] if first is not clause else list(_matches(clause, matches))
        if not matches[id(clause)]:
            from petteia.lang.diagnose import explain  # costs more than binding most games

            raise explain(clause, matches, tree)
    game = _build(tree, matches, firsts)
    assert isinstance(game, Game | MatchLudeme)
    return game


def _wording(node: Clause | Sequence, firsts: Firsts) -> tuple[object, ...]:
    """Key that is equal for nodes written alike, the clauses in them being known."""
    parts: list[object] = [node.keyword if isinstance(node, Clause) else None]
    for item in node.items:
        if isinstance(item, Terminal):
            parts.append((item.name, item.text))
        elif isinstance(item, Clause):
            parts.append((item.name, id(firsts[id(item)])))
        else:
            parts.append((item.name, _wording(item, firsts)))
    return tuple(parts)


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


def _build(tree: Tree, matches: Matches, firsts: Firsts) -> Ludeme:
    """The ludeme of the root, once all clauses are matched."""
    built: dict[tuple[int, type[Ludeme]], Ludeme] = {}

    def value(node: Node, wanted: SlotType) -> Any:
        """The value of an argument, the clauses in it being built; lists nest only as deep as their type."""
        if isinstance(node, Clause):
            match = choose_match(node, wanted, matches)
            assert match is not None
            return built[id(firsts[id(node)]), match.form]
        if isinstance(node, Sequence):
            inner = wanted.inner()
            return [value(item, inner) for item in node.items]
        return literal_value(node.text, wanted, tree, node.offset)

    for clause, match in _chosen(tree.root, matches, firsts):
        slots = match.form.slots()
        values: dict[str, Any] = dict.fromkeys([slot.attribute for slot in slots])
        for item, at in zip(clause.items, match.places, strict=True):
            values[slots[at].attribute] = value(item, slots[at].type)
        built[id(clause), match.form] = match.form.bound(values, tree, clause.offset)
    root = value(tree.root, _ROOT)
    assert isinstance(root, Ludeme)
    return root


def _chosen(root: Clause, matches: Matches, firsts: Firsts) -> list[tuple[Clause, Match]]:
    """The first clause of each wording with the forms that its places expect, the inner ones first."""
    chosen: dict[tuple[int, type[Ludeme]], tuple[Clause, Match]] = {}
    stack: list[tuple[Node, SlotType]] = [(root, _ROOT)]
    while stack:
        node, wanted = stack.pop()
        if isinstance(node, Sequence):
            inner = wanted.inner()
            stack.extend((item, inner) for item in node.items if not isinstance(item, Terminal))
        elif isinstance(node, Clause):
            clause, match = firsts[id(node)], choose_match(node, wanted, matches)
            assert match is not None
            if (id(clause), match.form) in chosen:
                continue
            chosen[id(clause), match.form] = clause, match
            slots = match.form.slots()
            stack.extend((item, slots[at].type) for item, at in zip(clause.items, match.places, strict=True))
    order = {id(first): k for k, first in enumerate(dict.fromkeys(firsts.values()))}
    return sorted(chosen.values(), key=lambda pair: order[id(pair[0])])
