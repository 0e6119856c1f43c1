"""Hidden information: what the rules hide from whom, and states and texts with that left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from petteia.types import bits

from .position import Occupied, Position, to_text

if TYPE_CHECKING:
    from .engine import Engine
    from .facts import Facts

FACTS = ("site", "what", "who", "state", "count", "rotation", "value")
"""Facts about a site that can be hidden, as the rules number them; `site` is everything about it."""
_FIELD = "hidden"


def hides(facts: Facts) -> bool:
    """True if the rules of a game hide anything; its states keep what."""
    return _FIELD in facts.fields


def hidden_from(facts: Facts, engine: Engine, raw: Any, player: int) -> dict[str, frozenset[int]]:
    """The sites about which each fact is hidden from a player, those of the board and of hands."""
    if not hides(facts):
        return {}
    sets = engine.read(raw, _FIELD)
    found = {fact: frozenset(bits(sets[k][player])) for k, fact in enumerate(FACTS)}
    return {fact: sites for fact, sites in found.items() if sites}


def censored(facts: Facts, engine: Engine, raw: Any, player: int) -> Any:
    """A copy of a state without what is hidden from a player; for planes and pictures, not to be played on.

    What is hidden from others is left out, too: it would tell where their enemies' pieces are.
    """
    if not hides(facts):
        return raw
    hidden = hidden_from(facts, engine, raw, player)
    copy = engine.copy(raw)
    sets = engine.read(copy, _FIELD)
    engine.write(copy, _FIELD, [[one if k == player else 0 for k, one in enumerate(row)] for row in sets])
    unseen = hidden.get("site", frozenset())

    def without(field: str, sites: frozenset[int]) -> None:
        if field in facts.fields and sites:
            mask = sum(1 << site for site in sites)
            value = engine.read(copy, field)
            if not facts.fields[field].is_set:
                value = [0 if site in sites else one for site, one in enumerate(value)]
            else:
                value = [members & ~mask for members in value]
            engine.write(copy, field, value)

    for fact, fields in (("what", ("pieces", "what")), ("who", ("own", "who"))):
        for field in fields:
            without(field, hidden.get(fact, frozenset()) | unseen)
    for fact in ("count", "state", "rotation", "value"):
        without(fact, hidden.get(fact, frozenset()) | unseen)
    if "empty" in facts.fields and unseen:
        engine.write(copy, "empty", engine.read(copy, "empty") | sum(1 << site for site in unseen))
    return copy


def text_seen(position: Position, facts: Facts, hidden: Mapping[str, frozenset[int]]) -> str:
    """The text of a position as a player sees it: `SITE=?` for a piece he cannot tell, `SITE=??` for a hidden site."""
    unseen, unknown = hidden.get("site", frozenset()), hidden.get("what", frozenset())
    items = [(one.site, _item(one, facts, hidden)) for one in position.sites if one.site not in unseen | unknown]
    owners = hidden.get("who", frozenset())
    for one in position.sites:
        if one.site in unknown - unseen:
            level = one.levels[-1]
            owner = level.owner if level.owner is not None else facts.components[level.component - 1].owner
            items.append((one.site, f"{one.site}=?" + ("" if one.site in owners else f"u{owner}")))
    items += [(site, f"{site}=??") for site in unseen]
    _, _, rest = to_text(replace(position, sites=[]), facts).partition(" | ")
    return " ".join(text for _, text in sorted(items)) + " | " + rest


def _item(one: Occupied, facts: Facts, hidden: Mapping[str, frozenset[int]]) -> str:
    zeros = {fact: 0 for fact in ("state", "rotation", "value") if one.site in hidden.get(fact, frozenset())}
    levels = tuple(level._replace(**zeros) for level in one.levels)
    shown = replace(one, levels=levels, count=1 if one.site in hidden.get("count", frozenset()) else one.count)
    text, _, _ = to_text(Position(sites=[shown]), facts).partition(" | ")
    return text
