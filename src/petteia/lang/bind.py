"""The binder: which ludeme each clause is, by the types that fit.

Clauses are bound from the inside out. A clause becomes one object for each form of its keyword that its arguments fit;
the clause around it then takes the one of the type its place expects. No form is tried twice, and nothing recurses.
"""

from collections.abc import Iterator
from functools import lru_cache

from petteia.lang.diagnose import explain
from petteia.lang.literals import read_literal
from petteia.lang.match import Assignment
from petteia.lang.tree import Clause, Node, Terminal, Tree
from petteia.ludemes import Game, Ludeme, Match, forms

__all__ = ["bind"]


def bind(tree: Tree) -> Game | Match:
    """The game or match a tree describes; raises LudTypeError at the innermost clause that means nothing."""
    bound: dict[int, list[Ludeme]] = {}
    for clause in _inside_out(tree.root):
        candidates = _forms_for(clause.keyword, _first_word(clause), len(clause.items))
        found = [ludeme for form in candidates if (ludeme := _as_form(clause, form, bound, tree))]
        if not found:
            raise explain(clause, bound, tree)
        bound[id(clause)] = found
    for ludeme in bound[id(tree.root)]:
        if isinstance(ludeme, Game | Match):
            return ludeme
    raise explain(tree.root, bound, tree)


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


def _as_form(clause: Clause, form: type[Ludeme], bound: dict[int, list[Ludeme]], tree: Tree) -> Ludeme | None:
    values = Assignment(clause.items, form.slots(), bound, tree).first()
    return None if values is None else form.bound(values, tree, clause.offset)
