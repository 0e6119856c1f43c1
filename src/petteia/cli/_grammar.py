"""`petteia grammar`: the language as its ludeme classes define it."""

from __future__ import annotations

import json as json_form
from difflib import get_close_matches

from petteia.errors import LudTypeError
from petteia.lang import form_text, print_grammar
from petteia.ludemes import forms, keywords


def show_grammar(words: list[str], *, json: bool) -> None:
    """The whole grammar, or the forms of some keywords."""
    known = sorted(keywords())
    for word in words:
        if word not in known:
            near = get_close_matches(word, known, n=3)
            hint = f"did you mean {' or '.join(near)}?" if near else "`petteia grammar` lists all"
            raise LudTypeError(f"no ludeme is called {word!r}", suggestion=hint)
    if json:
        chosen = words or known
        rows = [
            {"keyword": word, "form": form_text(form), "meaning": (form.__doc__ or "").strip().splitlines()[:1]}
            for word in chosen
            for form in forms(word)
        ]
        print(json_form.dumps(rows))
    elif words:
        for word in words:
            for form in forms(word):
                print(f"{form_text(form)}\n    {' '.join((form.__doc__ or '').strip().splitlines()[:1])}")
    else:
        print(print_grammar())
