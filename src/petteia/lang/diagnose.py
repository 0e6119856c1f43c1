"""Diagnosis of a clause that fits no form of its keyword: the fault, and what may have been meant."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from functools import cache

from petteia.errors import LudTypeError
from petteia.lang.grammar import form_text, slot_text
from petteia.lang.literals import read_literal
from petteia.lang.match import Assignment, Matches, fits
from petteia.lang.show import short_text
from petteia.lang.tree import Clause, Node, Sequence, Terminal, Tree
from petteia.ludemes import Ludeme, Slot, forms, keywords

__all__ = ["explain"]

MAX_EXPECTED = 6
MAX_FORM = 240


@dataclass(frozen=True)
class _Attempt:
    """How far the arguments of a clause got in a form: how many found a slot, what was left and taken then."""

    form: type[Ludeme]
    reached: int
    slots_left: tuple[Slot, ...]
    groups: int


def explain(clause: Clause, matches: Matches, tree: Tree) -> LudTypeError:
    """The error for a clause that fits no form of its keyword, all clauses inside it being bound."""
    candidates = forms(clause.keyword)
    if not candidates:
        return _unknown_keyword(clause, tree)
    for terminal in _terminals(clause):
        if (problem := _unknown_word(terminal, candidates, clause)) is not None:
            return LudTypeError(problem[0], place=tree.place(terminal.offset), suggestion=problem[1])
    if (error := _wrong_kind(clause, candidates, tree)) is not None:
        return error
    attempts = [_attempt(clause, form, matches) for form in candidates]
    furthest = max(one.reached for one in attempts)
    best = [one for one in attempts if one.reached == furthest]
    return _where_it_stopped(clause, [one for one in best if one.slots_left] or best, matches, tree)


def _unknown_keyword(clause: Clause, tree: Tree) -> LudTypeError:
    keyword = clause.keyword
    place = tree.place(clause.offset)
    if keyword.startswith('"'):
        hint = _nearest(keyword, tree.defines) or "check the define folders"
        return LudTypeError(f"there is no define called {keyword}", place=place, suggestion=hint)
    if keyword.startswith("<"):
        return LudTypeError(f"no option gives a value for {keyword}", place=place)
    lower = keyword[:1].lower() + keyword[1:]
    return LudTypeError(f"there is no ludeme ({keyword}", place=place, suggestion=_nearest(lower, keywords()))


def _terminals(clause: Clause) -> Iterator[Terminal]:
    """The terminals of a clause and of the lists in it, not those of clauses inside."""
    stack: list[Node] = list(reversed(clause.items))
    while stack:
        node = stack.pop()
        if isinstance(node, Terminal):
            yield node
        elif isinstance(node, Sequence):
            stack.extend(reversed(node.items))


def _unknown_word(
    terminal: Terminal, candidates: tuple[type[Ludeme], ...], clause: Clause
) -> tuple[str, str | None] | None:
    """Cause and suggestion if a terminal is nothing the language knows."""
    word = read_literal(terminal.text).word
    if word is None or word in _all_words():
        return None
    if terminal.text.startswith("<"):
        return f"no option gives a value for {terminal.text[:40]}", None
    if "#" in terminal.text:
        return f"the parameter {terminal.text[:40]} of a define was left in ({clause.keyword}", None
    near_here = {word for form in candidates for slot in form.slots() for word in _words_of(slot)}
    near = _nearest(word, near_here) or _nearest(word, _all_words())
    return f"unknown word {terminal.text[:40]} in {short_text(clause)}", near


def _words_of(slot: Slot) -> set[str]:
    found = set(slot.type.words)
    for cls in slot.type.classes:
        if issubclass(cls, Enum):
            found.update(str(member.value) for member in cls)
    return found


@cache
def _all_words() -> frozenset[str]:
    """All words that stand for themselves somewhere in the language."""
    return frozenset(
        word for keyword in keywords() for form in forms(keyword) for s in form.slots() for word in _words_of(s)
    )


def _wrong_kind(clause: Clause, candidates: tuple[type[Ludeme], ...], tree: Tree) -> LudTypeError | None:
    """The error if all forms want a kind after the keyword and there is none, or one that does not exist."""
    kinds = [form.slots()[0].type.words if form.slots() and not form.slots()[0].optional else () for form in candidates]
    first = clause.items[0] if clause.items else None
    word = read_literal(first.text).word if isinstance(first, Terminal) and first.name is None else None
    if not all(kinds) or any(word in words for words in kinds):
        return None
    known = sorted({word for words in kinds for word in words})
    if word is None or first is None:
        cause = f"a word has to follow ({clause.keyword}"
        hint = "one of " + ", ".join(known)
        return LudTypeError(cause, place=tree.place(clause.offset), suggestion=hint)
    hint = _nearest(word, known) or "one of " + ", ".join(known)
    return LudTypeError(f"there is no ({clause.keyword} {word}", place=tree.place(first.offset), suggestion=hint)


def _attempt(clause: Clause, form: type[Ludeme], matches: Matches) -> _Attempt:
    search = Assignment(clause.items, form.slots(), matches)
    search.first()
    return _Attempt(form, search.reached, form.slots()[search.reached_slot :], search.reached_groups)


def _where_it_stopped(clause: Clause, attempts: list[_Attempt], matches: Matches, tree: Tree) -> LudTypeError:
    """The error for the first argument that has no slot, or for what is missing after the last one."""
    shown = short_text(clause)
    attempt = attempts[0]
    form = f"the nearest form is {_cut(form_text(attempt.form))}" if len(attempts) == 1 else None
    if attempt.reached == len(clause.items):
        missing = " or ".join(dict.fromkeys(_needed(one) for one in attempts))
        return LudTypeError(f"{shown} lacks {missing}", place=tree.place(clause.offset), suggestion=form)
    argument = clause.items[attempt.reached]
    place = tree.place(argument.offset)
    if argument.name is not None and (error := _wrong_name(clause, argument, attempt, form)):
        return LudTypeError(error[0], place=place, suggestion=error[1])
    for slot in attempt.slots_left:
        taken = slot.group is not None and attempt.groups & (1 << slot.group)
        if taken and slot.name == argument.name and fits(argument, slot.type, matches):
            return LudTypeError(f"{slot_text(slot)} excludes another argument of {shown}", place=place, suggestion=form)
    expected = _expected(attempts)
    wanted = f"expected {expected}" if expected else "no further argument is possible"
    if inner := _unfit_element(argument, attempts, matches):
        unfit = f"{short_text(inner)} {_nature(inner, matches)} does not fit in this list in {shown}"
        return LudTypeError(f"{unfit}: {wanted}", place=tree.place(inner.offset), suggestion=form)
    unfit = f"{short_text(argument)} {_nature(argument, matches)} does not fit here in {shown}"
    return LudTypeError(f"{unfit}: {wanted}", place=place, suggestion=form)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_FORM else text[: MAX_FORM - 4] + " ..)"


def _wrong_name(clause: Clause, argument: Node, attempt: _Attempt, form: str | None) -> tuple[str, str | None] | None:
    """Cause and suggestion if the name of an argument is unknown or comes too late; None if only the value is wrong."""
    names = [slot.name for slot in attempt.form.slots() if slot.name]
    everywhere = {slot.name for form in forms(clause.keyword) for slot in form.slots() if slot.name}
    if argument.name not in everywhere:
        hint = _nearest(argument.name or "", everywhere, suffix=":") or form
        return f"({clause.keyword} has no argument {argument.name}:", hint
    if argument.name in names and argument.name not in [slot.name for slot in attempt.slots_left]:
        return f"{argument.name}: stands too late in {short_text(clause)} or twice; the order is fixed", form
    return None


def _unfit_element(argument: Node, attempts: list[_Attempt], matches: Matches) -> Node | None:
    """The first element that keeps a list from fitting, in the type of list that most of its elements fit."""
    if not isinstance(argument, Sequence):
        return None
    best: Node | None = None
    fewest = len(argument.items)
    for slot in (slot for attempt in attempts for slot in attempt.slots_left):
        if slot.type.depth and slot.name == argument.name:
            inner = slot.type.inner()
            unfit = [item for item in argument.items if not fits(item, inner, matches)]
            if unfit and (best is None or len(unfit) < fewest):
                best, fewest = unfit[0], len(unfit)
    return best


def _nature(node: Node, matches: Matches) -> str:
    """Nature of a node, in brackets."""
    if isinstance(node, Sequence):
        return "(a list)"
    if isinstance(node, Clause):
        types = {base.__name__ for match in matches[id(node)] for base in match.form.__mro__[1:2] if base is not Ludeme}
        names = " or ".join(sorted(types)) or node.keyword
        return f"({'an' if names[0] in 'AEIOU' else 'a'} {names})"
    found = read_literal(node.text)
    if found.string is not None:
        return "(a string)"
    if found.boolean is not None:
        return "(true or false)"
    return "(a word)" if found.word is not None else "(a number)"


def _needed(attempt: _Attempt) -> str:
    """The slots that would still have to be filled."""
    needed = [slot_text(slot) for slot in attempt.slots_left if not slot.optional]
    if needed:
        return " and ".join(needed)
    slots = attempt.form.slots()
    lacking = [s for s in slots if s.group is not None and s.group_needed and not attempt.groups & (1 << s.group)]
    return " or ".join(slot_text(slot) for slot in lacking)


def _expected(attempts: list[_Attempt]) -> str:
    """Slots that could stand where an argument did not fit: in each form those up to the next one that is needed."""
    found: dict[str, None] = {}
    for attempt in attempts:
        for slot in attempt.slots_left:
            if slot.group is None or not attempt.groups & (1 << slot.group):
                found[slot_text(slot)] = None
            if not slot.optional:
                break
    names = list(found)
    return ", ".join([*names[:MAX_EXPECTED], "..."]) if len(names) > MAX_EXPECTED else " or ".join(names)


def _nearest(word: str, known: Iterable[str | None], suffix: str = "") -> str | None:
    near = get_close_matches(word, sorted(one for one in known if one), 3, 0.6)
    return "did you mean " + " or ".join(one + suffix for one in near) + "?" if near else None
