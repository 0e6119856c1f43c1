"""Options and rulesets of a description: reading them, choosing, and putting the choice into the text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from petteia.errors import LudSyntaxError, OptionError
from petteia.lang.scan import clause_starts, closing, first_quoted, quoted
from petteia.lang.text import Budget, Sources, Text

__all__ = ["OptionCategory", "OptionItem", "Ruleset", "choose", "cut_options", "cut_rulesets", "substitute"]

_STARS = re.compile(r"\**")
# compat: an argument of an item ends at the first `>` that is not part of an operator `(>`.
_ITEM_ARGUMENT = re.compile(r"(?<!\()<((?:[^>]|(?<=\()>)*+)(?:>|\Z)")
_QUOTED = re.compile(r'"[^"]*"')


@dataclass(frozen=True)
class OptionItem:
    """One choice within a category; `name` is what a user selects it by."""

    name: str
    heading: str
    description: str
    stars: int
    arguments: tuple[Text, ...]


@dataclass(frozen=True)
class OptionCategory:
    """A heading with the items to choose from, the default one and the chosen one."""

    heading: str
    tag: str
    argument_names: tuple[str, ...]
    items: tuple[OptionItem, ...]
    default: OptionItem
    chosen: OptionItem


@dataclass(frozen=True)
class Ruleset:
    """A named selection of options; an empty one is a ruleset the description only mentions."""

    name: str
    selections: tuple[str, ...]
    variations: tuple[str, ...]
    stars: int


def cut_options(text: Text, sources: Sources) -> tuple[Text, list[OptionCategory]]:
    """The text without its `(option ...)` blocks, and what they offer, each with its default chosen."""
    spans = []
    categories = []
    for start, close in clause_starts(text.chars, '(option "'):
        if close < 0:
            raise LudSyntaxError("this (option is never closed", place=sources.place(text.marks[start]))
        categories.append(_read_category(text.cut(start, close), sources))
        spans.append((start, close + 1))
    return text.without(spans), categories


def _read_category(block: Text, sources: Sources) -> OptionCategory:
    chars = block.chars
    _, heading_end = first_quoted(chars)
    heading = quoted(chars)[0]
    tag_start = chars.find("<", heading_end)
    tag_end = chars.find(">", tag_start)
    names_start = chars.find("{", tag_end)
    names_end = closing(chars, names_start) if names_start >= 0 else -1
    items_start = chars.find("{", names_end)
    items_end = closing(chars, items_start) if items_start >= 0 else -1
    if min(tag_start, tag_end, names_start, names_end, items_start, items_end) < 0:
        raise LudSyntaxError(
            f'the option "{heading}" is incomplete',
            place=sources.place(block.marks[0]),
            suggestion='it is written (option "Heading" <Tag> args:{ <name> } { (item "Item" <value> "text") })',
        )
    names = tuple(re.findall(r"<([^>]*)>", chars[names_start:names_end]))
    items = tuple(
        _read_item(block, heading, start, close, items_end, len(names), sources)
        for start, close in clause_starts(chars[:items_end], "(item ", items_start)
    )
    if not items:
        raise LudSyntaxError(f'the option "{heading}" has no items', place=sources.place(block.marks[0]))
    default = max(items, key=lambda item: item.stars)
    return OptionCategory(heading, chars[tag_start + 1 : tag_end], names, items, default, default)


def _read_item(
    block: Text, category: str, start: int, close: int, end: int, allowed: int, sources: Sources
) -> OptionItem:
    if close < 0:
        raise LudSyntaxError("this (item is never closed", place=sources.place(block.marks[start]))
    chars = block.chars
    strings = [match.span() for match in _QUOTED.finditer(chars, start, close)]
    if not strings:
        raise LudSyntaxError(
            f'an item of the option "{category}" has no heading', place=sources.place(block.marks[start])
        )
    heading = chars[strings[0][0] + 1 : strings[0][1] - 1]
    last = strings[-1] if len(strings) > 1 else (close, close)
    arguments = [
        block.cut(match.start(1), match.end(1)) for match in _ITEM_ARGUMENT.finditer(chars, strings[0][1], last[0])
    ]
    if len(arguments) > allowed:
        raise LudSyntaxError(
            f'the item "{heading}" of the option "{category}" gives {len(arguments)} values for {allowed} names',
            place=sources.place(block.marks[start]),
        )
    if "/" in category or "/" in heading:
        raise LudSyntaxError(
            f'"{category}", "{heading}": headings of options hold no slash', place=sources.place(block.marks[start])
        )
    stars = _STARS.match(chars, close + 1, end)
    return OptionItem(
        name=f"{category}/{heading}",
        heading=heading,
        description=chars[last[0] + 1 : last[1] - 1],
        stars=len(stars[0]) if stars else 0,
        arguments=tuple(arguments),
    )


def cut_rulesets(text: Text, sources: Sources) -> tuple[Text, list[Ruleset]]:
    """The text without its `(rulesets ...)` blocks, and the rulesets of the first of them."""
    spans: list[tuple[int, int]] = []
    rulesets: list[Ruleset] = []
    for start, close in clause_starts(text.chars, "(rulesets"):
        if close < 0:
            raise LudSyntaxError("this (rulesets is never closed", place=sources.place(text.marks[start]))
        if not spans:
            rulesets = _read_rulesets(text.chars[start:close])
        spans.append((start, close + 1))
    return text.without(spans), rulesets


def _read_rulesets(block: str) -> list[Ruleset]:
    found = []
    for start, close in clause_starts(block, "(ruleset "):
        if close < 0:
            break
        body, _, variations = block[start:close].partition("variations:")
        strings = quoted(body)
        if strings:
            stars = _STARS.match(block, close + 1)
            found.append(
                Ruleset(strings[0], tuple(strings[1:]), tuple(quoted(variations)), len(stars[0]) if stars else 0)
            )
    return found


def choose(
    categories: Sequence[OptionCategory],
    rulesets: Sequence[Ruleset],
    selected: Sequence[str],
    ruleset: str | None,
) -> list[OptionCategory]:
    """The categories with the selected items chosen; what is selected by name overrides the ruleset.

    A name that no option has is an error here. compat: the reference would silently play with all defaults.
    """
    _check_names(categories, selected, "the option")
    chosen = dict(_by_category(categories, selected))
    if ruleset is not None:
        wanted = _find_ruleset(rulesets, ruleset)
        _check_names(categories, wanted.selections, f'the ruleset "{wanted.name}" selects an option: ')
        chosen = dict(_by_category(categories, wanted.selections)) | chosen
    return [
        OptionCategory(one.heading, one.tag, one.argument_names, one.items, one.default, chosen.get(index, one.default))
        for index, one in enumerate(categories)
    ]


def _check_names(categories: Sequence[OptionCategory], selected: Sequence[str], what: str) -> None:
    names = [item.name for category in categories for item in category.items]
    for name in selected:
        if name not in names:
            near = get_close_matches(name, names, 3, 0.4) or names[:3]
            hint = "did you mean " + ", ".join(f'"{one}"' for one in near) + "?" if near else "the game has no options"
            raise OptionError(f'{what} "{name}" does not exist', suggestion=hint)
        if names.count(name) > 1:
            raise OptionError(f'the option "{name}" stands in two categories and cannot be selected')


def _by_category(categories: Sequence[OptionCategory], selected: Sequence[str]) -> list[tuple[int, OptionItem]]:
    """Index of the category and the item, for each category with a selected item."""
    found = []
    for index, category in enumerate(categories):
        items = [item for item in category.items if item.name in selected]
        if len(items) > 1:
            raise OptionError(f'"{items[0].name}" and "{items[1].name}" exclude each other', suggestion="select one")
        found += [(index, item) for item in items]
    return found


def _find_ruleset(rulesets: Sequence[Ruleset], wanted: str) -> Ruleset:
    names = [one.name for one in rulesets]
    found = [one for one in rulesets if wanted in (one.name, one.name.removeprefix("Ruleset/"))]
    if not found:  # a part of a name does, where no other ruleset has it
        alike = [one for one in rulesets if wanted.strip() and wanted.casefold() in one.name.casefold()]
        found = alike if len(alike) == 1 else []
    for one in found:
        if not one.selections:
            raise OptionError(f'the ruleset "{one.name}" is only mentioned by the description, it has no options')
        return one
    near = get_close_matches(wanted, names, 3, 0.4) or names[:3]
    hint = "did you mean " + ", ".join(f'"{one}"' for one in near) + "?" if near else "the game has no rulesets"
    raise OptionError(f'no ruleset "{wanted}"', suggestion=hint)


def substitute(text: Text, categories: Sequence[OptionCategory], budget: Budget) -> Text:
    """The text with the tags of the options replaced by the values of the chosen items, category by category."""
    for category in categories:
        values = category.chosen.arguments
        if not values:
            # compat: an item without values ends the whole substitution.
            return text
        for name, value in zip(category.argument_names, values, strict=False):
            text = _replace_all(text, f"<{category.tag}:{name}>", value, budget)
        text = _replace_all(text, f"<{category.tag}>", values[0], budget)
    return text


def _replace_all(text: Text, old: str, new: Text, budget: Budget) -> Text:
    budget.spend(len(text))
    count = text.chars.count(old)
    budget.allow_length(len(text) + count * len(new))
    changes = []
    start = 0
    for _ in range(count):
        start = text.chars.find(old, start)
        changes.append((start, start + len(old), new))
        start += len(old)
    return text.replaced(changes)
