"""The grammar as text, from the classes themselves."""

from collections.abc import Iterator
from itertools import groupby

from petteia.ludemes import Ludeme, Slot, Word, forms, keywords

__all__ = ["form_text", "print_grammar", "slot_text"]


def slot_text(slot: Slot) -> str:
    """An argument as it is written: `name:Type`, `<meaning>Type` without a name, or the words it may be.

    >>> from petteia.ludemes.conditions.line import IsLine
    >>> [slot_text(slot) for slot in IsLine.slots()[:5]]
    ['Line', '<site_type>SiteType', '<length>IntFunction', '<direction>AbsoluteDirection', 'through:IntFunction']
    """
    if slot.name is not None:
        return f"{slot.name}:{slot.type}"
    return str(slot.type) if slot.type.words else f"<{slot.attribute.rstrip('_')}>{slot.type}"


def form_text(form: type[Ludeme]) -> str:
    """A form on one line; what may be left out stands in square brackets, alternatives are divided by `|`.

    >>> from petteia.ludemes.conditions.logic import Equals
    >>> print(form_text(Equals))
    (equals <value_a>IntFunction (<value_b>IntFunction | <role_b>RoleType))
    """
    pieces = [form.keyword, *_pieces(form)]
    return f"({' '.join(pieces)})"


def _pieces(form: type[Ludeme]) -> Iterator[str]:
    for group, members in groupby(form.slots(), key=lambda slot: slot.group):
        slots = list(members)
        if group is not None:
            both = " | ".join(slot_text(slot) for slot in slots)
            yield f"({both})" if slots[0].group_needed else f"[{both}]"
            continue
        for slot in slots:
            yield f"[{slot_text(slot)}]" if slot.optional else slot_text(slot)


def print_grammar() -> str:
    """All forms by keyword, with what they mean and where they fit, and all enumerations."""
    lines = ["# Ludemes"]
    words: dict[str, type[Word]] = {}
    for keyword in keywords():
        for form in forms(keyword):
            alias = f"   also ({form.alias}" if form.alias else ""
            lines += ["", form_text(form) + alias, f"    {_first_line(form)}", f"    fits: {', '.join(_fits(form))}"]
            for slot in form.slots():
                words.update({cls.__name__: cls for cls in slot.type.classes if issubclass(cls, Word)})
    lines += ["", "# Words"]
    for name, enumeration in sorted(words.items()):
        lines += ["", f"{name}: {_first_line(enumeration)}", "    " + " ".join(str(one.value) for one in enumeration)]
    return "\n".join(lines)


def _fits(form: type[Ludeme]) -> list[str]:
    """The types of places a form can stand in."""
    types = [cls for cls in form.__mro__ if issubclass(cls, Ludeme) and cls is not Ludeme]
    return [cls.__name__ for cls in types if form.fits((cls,)) and not cls.__name__.startswith("_")]


def _first_line(cls: type) -> str:
    return (cls.__doc__ or "").strip().partition("\n")[0]
