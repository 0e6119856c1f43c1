"""`petteia grammar`: the language as its ludeme classes define it, searched by words."""

from __future__ import annotations

import json as json_form
import re
from difflib import get_close_matches
from typing import Any

from petteia.errors import LudTypeError
from petteia.game.bundled import find_description, game_names
from petteia.lang import print_grammar
from petteia.lang.words import Entry, find_entries, find_examples
from petteia.ludemes import keywords

_MOST = 25
_COMMENT = re.compile(r"//[^\n]*")


def show_grammar(words: list[str], *, json: bool) -> None:
    """The whole grammar, or what all the words fit: ludemes, words and defines, with uses in bundled games."""
    if not words:
        print(json_form.dumps(_rows(find_entries([""]), [])) if json else print_grammar())
        return
    found = find_entries(words)
    if not found:
        near = [one for word in words for one in get_close_matches(word, sorted(keywords()), n=2)]
        hint = f"did you mean {' or '.join(near)}?" if near else "`petteia grammar` lists all"
        raise LudTypeError(f"nothing in the language is called {' '.join(words)!r} or speaks of it", suggestion=hint)
    games = [(name, _rules_of(name)) for name in game_names()]
    rows = _rows(found if json else found[:_MOST], games)
    if json:
        print(json_form.dumps(rows))
        return
    for row in rows:
        print(f"{row['form']}\n    {row['meaning']}")
        for example in row["examples"]:
            print(f"    {example['game']}: {example['text']}")
    if len(found) > _MOST:
        print(f"... and {len(found) - _MOST} more; a further word narrows the search")


def _rules_of(name: str) -> str:
    """The text of a bundled game without comments and metadata."""
    text = _COMMENT.sub("", find_description(name)[1])
    return text.partition("(metadata")[0]


def _rows(entries: list[Entry], games: list[tuple[str, str]]) -> list[dict[str, Any]]:
    return [
        {
            "kind": one.kind,
            "keyword": one.text.lstrip("(").split()[0].strip('")'),
            "form": one.text,
            "meaning": one.meaning,
            "examples": [{"game": use.game, "text": use.text} for use in find_examples(one, games)],
        }
        for one in entries
    ]
