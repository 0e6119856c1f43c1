"""The language: from the text of a description to bound ludemes.

expanded = lang.expand(text, options=["Board Size/7x7"])    # defines, options, ranges worked out
tree     = lang.read(expanded)                              # clauses, each knowing where it was written
game     = lang.bind(tree)                                  # ludemes, each of the type its place expects
"""

from petteia.lang.binder import bind
from petteia.lang.expansion import Expanded, expand
from petteia.lang.format import format_text
from petteia.lang.grammar import form_text, print_grammar
from petteia.lang.library import decode
from petteia.lang.options import OptionCategory, OptionItem, Ruleset
from petteia.lang.show import ludemes_text, tree_text
from petteia.lang.tree import Clause, Sequence, Terminal, Tree

__all__ = [
    "Clause",
    "Expanded",
    "OptionCategory",
    "OptionItem",
    "Ruleset",
    "Sequence",
    "Terminal",
    "Tree",
    "bind",
    "decode",
    "expand",
    "form_text",
    "format_text",
    "ludemes_text",
    "print_grammar",
    "read",
    "tree_text",
]


def read(expanded: Expanded) -> Tree:
    """The clauses of an expanded description."""
    return expanded.tree
